//! The animations and highlights for events on the island.

use super::snapshot::{ApplyEvents, Moment};
use crate::model::{Chip, Cues, SUPPLY};
use ::catan::event::Event;
use ::catan::{Counts, HexId, Terrain, VertexId};
use game::Seat;
use std::fmt::Display;

/// A game on the island that has cues for its own events.
pub(crate) trait GameCues: ApplyEvents {
    /// Returns the two cards that a terrain yields: one for each building, and a second one for a city.
    fn yields(terrain: Terrain) -> Option<(Self::Kind, Self::Kind)>;
    /// The sum of the production dice, if an event is their roll.
    fn rolled_sum(event: &Self::OwnEvent) -> Option<u8>;
    /// Returns the cues for an event of this game alone.
    fn own_cues(event: &Self::OwnEvent) -> Cues;
    /// Whether an event of this game alone matters to everybody.
    fn own_matters(event: &Self::OwnEvent) -> bool;
}

/// Returns the cues for an event.
pub(crate) fn cues<R: GameCues>(moment: &Moment<'_, R>, event: &Event<R>) -> Cues {
    let mut cues = Cues::default();
    match *event {
        Event::RolledForStart { dice, .. } => cues.dice(dice.0.pips(), dice.1.pips()),
        Event::BuiltRoad { edge, .. } => cues.come(edge),
        Event::BuiltSettlement { vertex, .. } | Event::BuiltCity { vertex, .. } => cues.come(vertex),
        Event::StartingCards { seat, cards } => starting_cards(&mut cues, moment, seat, cards),
        Event::Produced { ref cards } => produced(&mut cues, moment, cards),
        Event::Blocked { hex } => cues.block(hex),
        Event::Discarded { ref cards } => {
            for seat in Seat::first(cards.as_ref().len()) {
                fly(&mut cues, Chip(seat), SUPPLY, cards[seat]);
            }
        }
        Event::MovedRobber { from, to, .. } => cues.shift("robber", from, to),
        Event::Stole { thief, victim, card: Some(kind) } => cues.fly(Chip(victim), Chip(thief), kind, 1),
        Event::Stole { thief, victim, card: None } => cues.fly(Chip(victim), Chip(thief), "card", 1),
        Event::TookFromSupply { seat, cards } => fly(&mut cues, SUPPLY, Chip(seat), cards),
        Event::Monopolized { seat, kind, ref counts } => {
            for victim in Seat::first(counts.as_ref().len()) {
                cues.fly(Chip(victim), Chip(seat), kind, counts[victim].into());
            }
        }
        Event::TradedWithSupply { seat, give, get } => {
            fly(&mut cues, Chip(seat), SUPPLY, give);
            cues.fly(SUPPLY, Chip(seat), get, 1);
        }
        Event::Traded { active, partner, gave, got } => {
            fly(&mut cues, Chip(active), Chip(partner), gave);
            fly(&mut cues, Chip(partner), Chip(active), got);
        }
        Event::LongestRoad { holder, from, .. } => award(&mut cues, from, holder, "longest-road"),
        Event::Over { outcome, .. } => outcome.winners.into_iter().for_each(|seat| cues.win(seat)),
        Event::Own(ref own) => return R::own_cues(own),
        _ => {}
    }
    cues
}

/// Whether an event matters to everybody.
pub(crate) fn matters<R: GameCues>(event: &Event<R>) -> bool {
    match event {
        Event::Stole { .. }
        | Event::Discarded { .. }
        | Event::TookFromSupply { .. }
        | Event::Monopolized { .. }
        | Event::LongestRoad { .. }
        | Event::Over { .. } => true,
        Event::Own(own) => R::own_matters(own),
        _ => false,
    }
}

/// Cards fly.
pub(crate) fn fly<K: ::catan::Kind>(cues: &mut Cues, from: impl Display, to: impl Display, cards: Counts<K>) {
    for kind in cards.kinds() {
        cues.fly(&from, &to, kind, cards.count(kind).into());
    }
}

/// A card that only one seat has at a time goes to another seat, or aside.
pub(crate) fn award(cues: &mut Cues, from: Option<Seat>, to: Option<Seat>, what: &str) {
    match (from, to) {
        (Some(from), Some(to)) => cues.fly(Chip(from), Chip(to), what, 1),
        (None, Some(to)) => cues.fly(SUPPLY, Chip(to), what, 1),
        (Some(from), None) => cues.fly(Chip(from), SUPPLY, what, 1),
        (None, None) => {}
    }
}

/// Lights up each hex that produces and moves its cards to the buildings there, leaving out cards that the supply lacked.
fn produced<R: GameCues>(cues: &mut Cues, moment: &Moment<'_, R>, cards: &R::PerSeat<Counts<R::Kind>>) {
    let rolled = |event: &Event<R>| match event {
        Event::Own(own) => R::rolled_sum(own),
        _ => None,
    };
    let (past, mut left) = (moment.past, *cards);
    let sum = moment.before().find_map(rolled);
    let (Some(layout), Some(sum)) = (&past.layout, sum) else { return };
    for hex in HexId::all().filter(|&hex| layout.numbers[hex] == sum && past.robber != Some(hex)) {
        let Some((first, second)) = R::yields(layout.terrain[hex]) else { continue };
        let at = hex.vertex_set();
        let stands = |seat: Seat| {
            let cities = (past.cities[seat] & at).len();
            ((past.settlements[seat] & at).len() + cities, cities)
        };
        let seats = Seat::first(cards.as_ref().len()).filter(|&seat| stands(seat).0 > 0);
        for (n, seat) in seats.enumerate() {
            if n == 0 {
                cues.light(hex);
            }
            let (all, cities) = stands(seat);
            let owed = if first == second {
                [(first, all + cities), (first, 0)]
            } else {
                [(first, all), (second, cities)]
            };
            for (kind, owed) in owed {
                let count = left[seat].count(kind).min(owed as u8);
                left[seat] -= Counts::of(kind, count);
                cues.fly(hex, Chip(seat), kind, count.into());
            }
        }
    }
}

/// The first cards of a seat fly from around the building that it has just placed.
fn starting_cards<R: GameCues>(cues: &mut Cues, moment: &Moment<'_, R>, seat: Seat, cards: Counts<R::Kind>) {
    let built = |event: &Event<R>| match *event {
        Event::BuiltSettlement { vertex, .. } | Event::BuiltCity { vertex, .. } => Some(vertex),
        _ => None,
    };
    let mut left = cards;
    let hexes = moment.before().find_map(built).into_iter().flat_map(VertexId::hexes);
    let Some(layout) = &moment.past.layout else { return };
    for hex in hexes {
        if let Some((kind, _)) = R::yields(layout.terrain[hex])
            && left.count(kind) > 0
        {
            left -= Counts::of(kind, 1);
            cues.fly(hex, Chip(seat), kind, 1);
        }
    }
}
