//! Choosing: all seats play by one style, so that games differ in what they are about.

use crate::agreeing::sensible_exchange;
use crate::reference;
use crate::reference::island::ISLAND;
use crate::reference::trading::Said;
use crate::reference::{Table, TurnStage};
use catan::{Action, Bundle, Catan, OwnAction, Resource};
use game::{Draws, Seat, SeatSet, Substream, Turn};

pub(crate) const SHUFFLED: u32 = 0;
pub(crate) const BUILDERS: u32 = 1;
pub(crate) const HOARDERS: u32 = 2;
pub(crate) const ROAD_MAKERS: u32 = 3;
pub(crate) const TRADERS: u32 = 4;
pub(crate) const CARD_PLAYERS: u32 = 5;
/// They agree to much and have given their cards away before it is carried out.
pub(crate) const SCHEMERS: u32 = 6;

/// Chooses the next action of a player of this style. It is long because each style has an arm.
pub(crate) fn choose(engine: &Catan, table: &Table, style: u32, draws: &mut Substream) -> (Seat, Action) {
    let Turn::Decide(seats) = engine.turn() else { panic!("nobody decides") };
    if style == SCHEMERS
        && draws.below(2) == 0
        && let Some(scheme) = scheme(table)
    {
        return scheme;
    }
    let open_ended = match style {
        TRADERS => 2,
        SCHEMERS => 3,
        _ => 12,
    };
    if table.stage == TurnStage::Acting && draws.below(open_ended) == 0 {
        let seat = reference::seat(draws.below(table.seats as u32) as usize);
        let action = open_ended_action(table, seat.index(), draws);
        if table.allows(seat.index(), action) {
            return (seat, action);
        }
    }
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    let seat = if engine.legal_actions(seat).is_empty() { engine.active() } else { seat };
    let mut listed: Vec<Action> = engine.legal_actions(seat).into_iter().collect();
    if style == HOARDERS && draws.below(30) > 0 {
        listed.retain(|action| !matches!(action, Action::MaritimeTrade { .. }));
    }
    if matches!(style, TRADERS | SCHEMERS) && listed.len() > 1 && draws.below(6) > 0 {
        listed.retain(|action| *action != Action::EndTurn);
    }
    // An intersection in the middle of a foreign road.
    let passes = |i: usize| {
        let theirs = |other| ISLAND.paths_at[i].iter().filter(|&&p| table.roads[p] == Some(other)).count();
        table.keeps_distance(i) && (0..table.seats).any(|other| other != seat.index() && theirs(other) == 2)
    };
    let cuts = |action: &Action| match *action {
        Action::BuildSettlement(i) => passes(i.index()),
        Action::BuildRoad(p) => passes(ISLAND.ends[p.index()].0) || passes(ISLAND.ends[p.index()].1),
        _ => false,
    };
    if style == ROAD_MAKERS
        && let Some(&cut) = listed.iter().rfind(|&action| cuts(action))
    {
        return (seat, cut);
    }
    let preferred: Vec<Action> = listed
        .iter()
        .copied()
        .filter(|action| match style {
            BUILDERS => matches!(
                action,
                Action::BuildRoad(_)
                    | Action::BuildSettlement(_)
                    | Action::BuildCity(_)
                    | Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayRoadBuilding)
            ),
            HOARDERS => draws.below(2) == 0 && matches!(action, Action::EndTurn),
            ROAD_MAKERS => match *action {
                Action::BuildRoad(_) | Action::BuildSettlement(_) => true,
                Action::MaritimeTrade { give, get } => {
                    let lacks = |kind: usize| table.hands[seat.index()][kind] == 0;
                    get != Resource::Ore && lacks(get.index()) && give.0[0] + give.0[1] == 0
                }
                _ => false,
            },
            SCHEMERS => matches!(
                action,
                Action::AcceptOffer
                    | Action::AcceptProposal(_)
                    | Action::Execute(_)
                    | Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayMonopoly(_))
            ),
            TRADERS => matches!(
                action,
                Action::AcceptOffer
                    | Action::Execute(_)
                    | Action::AcceptProposal(_)
                    | Action::MaritimeTrade { .. }
            ),
            CARD_PLAYERS => matches!(
                action,
                Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayRoadBuilding)
                    | Action::Own(OwnAction::PlayYearOfPlenty(..))
                    | Action::Own(OwnAction::PlayMonopoly(_))
            ),
            _ => false,
        })
        .collect();
    if !preferred.is_empty() && draws.below(4) > 0 {
        listed = preferred;
    }
    if style != SHUFFLED && draws.below(3) > 0 {
        // Each verb alike, so that a single `end` is not lost among fifty exchanges with the supply.
        let mut verbs: Vec<_> = listed.iter().map(std::mem::discriminant).collect();
        verbs.dedup();
        let verb = verbs[draws.below(verbs.len() as u32) as usize];
        listed.retain(|action| std::mem::discriminant(action) == verb);
    }
    (seat, listed[draws.below(listed.len() as u32) as usize])
}

/// A player that has accepted the open offer proposes to hand over the very same cards; the active player takes that first, and
/// then wants the offer carried out.
fn scheme(table: &Table) -> Option<(Seat, Action)> {
    let offer = table.trading.offer.as_ref()?;
    let partner = (0..table.seats).find(|&s| offer.said[s] == Said::Yes)?;
    let active = reference::seat(table.active);
    let mut want = Bundle::<Resource>::default();
    let kind = (0..5).find(|&k| table.hands[table.active][k] > 0 && offer.deal.want[k] == 0)?;
    want.0[kind] = 1;
    let give = Bundle(offer.deal.want.map(|n| n as u8));
    [
        (active, Action::AcceptProposal(reference::seat(partner))),
        (reference::seat(partner), Action::Propose { give, want }),
        (active, Action::Execute(reference::seat(partner))),
    ]
    .into_iter()
    .find(|&(seat, action)| table.allows(seat.index(), action))
}

/// An offer, a counter-offer or a proposal that gives what the hand holds.
pub(crate) fn open_ended_action(table: &Table, seat: usize, draws: &mut Substream) -> Action {
    let (give, want) = sensible_exchange(&table.hands, seat, draws);
    let (give, want) = (Bundle(give), Bundle(want));
    if seat == table.active {
        Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) }
    } else if table.trading.offer.is_some() && draws.below(2) == 0 {
        Action::CounterOffer { give, want }
    } else {
        Action::Propose { give, want }
    }
}
