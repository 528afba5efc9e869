//! The panels beside the board: public facts about players, figures, and the lines of the log.

use super::table::Table;
use super::words::piece_key;
use crate::games::island::side::{Price, figures as shared};
use crate::games::island::words::Narrator;
use crate::model::{Cues, RenderedLine};
use crate::parts::holdings::{Fact, Part};
use crate::parts::standings::PointPart;
use crate::words::msg;
use ::catan::{Cards, Event, OwnEvent, Piece};
use game::Seat;
use maud::Markup;

/// All parts that points can have.
pub(crate) fn points(table: &Table<'_>, seat: Seat) -> Vec<PointPart> {
    let (w, points) = (table.words, table.view.points(seat));
    let part = |key: &str, points: u8, each: Option<u32>| PointPart {
        name: msg!(w, key),
        points: points.into(),
        each,
    };
    vec![
        part("points-settlements", points.settlements, None),
        part("points-cities", points.cities, Some(2)),
        part("points-longest-road", points.longest_road, None),
        part("points-largest-army", points.largest_army, None),
        part("points-cards", points.victory_cards, None),
    ]
}

/// Returns the public facts about a player.
pub(crate) fn facts(table: &Table<'_>, seat: Seat) -> Vec<Fact> {
    let (w, view) = (table.words, &table.view);
    let fact = |icon: &str, label: &str, value: u32, class| Fact {
        icon: icon.to_owned(),
        label: msg!(w, label),
        value,
        class,
    };
    let award = |has: bool| if has { "award" } else { "" };
    let over = view.hand_len(seat) > u32::from(view.options().discard_limit);
    vec![
        fact("hand", "fact-cards", view.hand_len(seat), if over { "over" } else { "" }),
        fact("card", "fact-development", view.development_len(seat).into(), ""),
        fact("shield", "fact-knights", view.knights(seat).into(), award(view.largest_army() == Some(seat))),
        fact("route", "fact-road", view.road_length(seat).into(), award(view.longest_road() == Some(seat))),
    ]
}

/// Pieces that a player has left.
pub(crate) fn left(table: &Table<'_>, seat: Seat) -> Vec<Part> {
    let w = table.words;
    [(Piece::Road, "left-roads"), (Piece::Settlement, "left-settlements"), (Piece::City, "left-cities")]
        .map(|(piece, key)| (msg!(w, key), table.view.pieces_left(seat, piece).into()))
        .to_vec()
}

/// Bank, costs, dice and the course of the points.
pub(crate) fn figures(table: &Table<'_>) -> Markup {
    shared(
        table,
        Vec::new(),
        |table| vec![("card".to_owned(), msg!(table.words, "bank-deck"), table.view.deck_len().into())],
        prices,
    )
}

fn prices(table: &Table<'_>) -> Vec<Price<::catan::Base>> {
    let w = table.words;
    vec![
        (msg!(w, piece_key(Piece::Road)), Cards::ROAD.into(), msg!(w, "cost-road")),
        (msg!(w, piece_key(Piece::Settlement)), Cards::SETTLEMENT.into(), msg!(w, "cost-settlement")),
        (msg!(w, piece_key(Piece::City)), Cards::CITY.into(), msg!(w, "cost-city")),
        (msg!(w, "tool-buy"), Cards::DEVELOPMENT.into(), msg!(w, "cost-card")),
    ]
}

/// Renders a line of the log, without cues.
pub(crate) fn line(narrator: &Narrator<'_>, event: &Event) -> RenderedLine {
    RenderedLine {
        seat: actor(event),
        sign: None,
        sentence: narrator.event(event),
        sound: sound(event),
        place: place(event),
        ends_turn: matches!(event, Event::TurnEnded { .. }),
        cues: Cues::NONE,
        toast: false,
    }
}

/// Returns the seat whose mark stands before the log line of an event.
fn actor(event: &Event) -> Option<Seat> {
    match *event {
        Event::RolledForStart { seat, .. }
        | Event::Starts { seat }
        | Event::BuiltRoad { seat, .. }
        | Event::BuiltSettlement { seat, .. }
        | Event::BuiltCity { seat, .. }
        | Event::StartingCards { seat, .. }
        | Event::Own(OwnEvent::Rolled { seat, .. })
        | Event::HandedInDiscard { seat }
        | Event::MovedRobber { seat, .. }
        | Event::Own(OwnEvent::BoughtCard { seat, .. })
        | Event::Own(OwnEvent::PlayedCard { seat, .. })
        | Event::TookFromSupply { seat, .. }
        | Event::Monopolized { seat, .. }
        | Event::TradedWithSupply { seat, .. }
        | Event::Offered { seat, .. }
        | Event::AcceptedOffer { seat }
        | Event::RejectedOffer { seat }
        | Event::Countered { seat, .. }
        | Event::WithdrewOffer { seat }
        | Event::Proposed { seat, .. }
        | Event::WithdrewProposal { seat }
        | Event::RejectedProposal { seat, .. }
        | Event::Lapsed { seat }
        | Event::DeclinedTheft { seat }
        | Event::RoadBuildingEnded { seat }
        | Event::TurnEnded { seat, .. } => Some(seat),
        Event::Stole { thief, .. } | Event::StoleNothing { thief, .. } => Some(thief),
        Event::Traded { active, .. } => Some(active),
        Event::LongestRoad { holder, .. } => holder,
        Event::Own(OwnEvent::LargestArmy { holder, .. }) => Some(holder),
        Event::Over { outcome, .. } => outcome.winners.lowest(),
        Event::LaidOut { .. }
        | Event::Produced { .. }
        | Event::Blocked { .. }
        | Event::Shortage { .. }
        | Event::Discarded { .. }
        | Event::OffersEnded => None,
    }
}

/// Returns the sound of an event, for readers who have sounds on.
fn sound(event: &Event) -> &'static str {
    match event {
        Event::Own(OwnEvent::Rolled { .. }) | Event::RolledForStart { .. } => "roll",
        Event::BuiltRoad { .. } | Event::BuiltSettlement { .. } | Event::BuiltCity { .. } => "build",
        Event::MovedRobber { .. } | Event::Stole { .. } | Event::Monopolized { .. } => "robber",
        Event::Traded { .. } | Event::TradedWithSupply { .. } => "trade",
        Event::Offered { .. } | Event::Countered { .. } | Event::Proposed { .. } => "offer",
        Event::LongestRoad { .. } | Event::Own(OwnEvent::LargestArmy { .. }) => "award",
        Event::Over { .. } => "win",
        _ => "none",
    }
}

/// The place on the board that a line speaks of.
fn place(event: &Event) -> Option<String> {
    match *event {
        Event::BuiltRoad { edge, .. } => Some(edge.to_string()),
        Event::BuiltSettlement { vertex, .. } | Event::BuiltCity { vertex, .. } => Some(vertex.to_string()),
        Event::MovedRobber { to, .. } => Some(to.to_string()),
        Event::Blocked { hex } => Some(hex.to_string()),
        _ => None,
    }
}
