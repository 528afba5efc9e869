//! Facts about a place that only Cities & Knights has: knights, walls.

use super::table::Table;
use crate::words::msg;
use ::catan::VertexId;
use ::catan::cities_and_knights::{OwnAction, Play, Strength};
use ::catan::view::Outlook;
use game::Seat;

/// The facts about the place of an action.
pub(crate) fn facts_of(table: &Table<'_>, action: OwnAction, outlook: &Outlook) -> Vec<String> {
    let knight = |strength, active| table.knights_narrator().knight(strength, active);
    match action {
        OwnAction::BuildWall(_) | OwnAction::Play(Play::Engineer(_)) => {
            vec![msg!(table.words, "outlook-hand-limit", n = outlook.hand_limit)]
        }
        OwnAction::BuildKnight(_) => vec![knight(Strength::Basic, false)],
        OwnAction::PlaceKnight(_, Some(strength)) => vec![knight(strength, false)],
        OwnAction::Activate(_) | OwnAction::Promote(_) => strengths(table, action).into_iter().collect(),
        OwnAction::Displace { to, .. } => displaced(table, to).into_iter().collect(),
        OwnAction::Play(Play::Intrigue(at)) => displaced(table, at).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// All active knights against the barbarians, where the step makes them stronger.
fn strengths(table: &Table<'_>, action: OwnAction) -> Option<String> {
    let (knights, barbarians) = table.view.strengths_after(action)?;
    let key = "outlook-strengths";
    (knights != table.view.knight_strength())
        .then(|| msg!(table.words, key, knights = knights, barbarians = barbarians))
}

/// The knight that would be driven away.
fn displaced(table: &Table<'_>, at: VertexId) -> Option<String> {
    let (seat, strength) = table.view.knight_at(at)?;
    let knight = table.knights_narrator().knight(strength, table.view.active_knights().contains(at));
    Some(msg!(table.words, "outlook-drives-away", name = table.name(seat), knight = knight))
}

/// The icon of the piece that an action puts on its place.
pub(crate) fn piece_of(table: &Table<'_>, action: OwnAction) -> Option<String> {
    let you = table.you?;
    let knight = |seat: Seat, strength: Strength, active: bool| {
        format!("knight-{}-{}-{seat}", strength.value(), if active { "on" } else { "off" })
    };
    let here = |at: VertexId| {
        let (seat, strength) = table.view.knight_at(at)?;
        Some((seat, strength, table.view.active_knights().contains(at)))
    };
    match action {
        OwnAction::BuildWall(_) | OwnAction::Play(Play::Engineer(_)) => Some("wall".to_owned()),
        OwnAction::BuildKnight(_) => Some(knight(you, Strength::Basic, false)),
        OwnAction::PlaceKnight(_, Some(strength)) => Some(knight(you, strength, false)),
        OwnAction::Activate(at) => here(at).map(|(seat, strength, _)| knight(seat, strength, true)),
        OwnAction::Promote(at) => {
            let (seat, strength, active) = here(at)?;
            let next = Strength::ALL.into_iter().find(|next| next.value() == strength.value() + 1)?;
            Some(knight(seat, next, active))
        }
        // It has acted then.
        OwnAction::Move { from, .. } | OwnAction::Displace { from, .. } => {
            here(from).map(|(seat, strength, _)| knight(seat, strength, false))
        }
        OwnAction::Play(Play::Medicine(_)) => Some(format!("city-{you}")),
        OwnAction::Play(Play::Merchant(_)) => Some(format!("merchant-{you}")),
        _ => None,
    }
}
