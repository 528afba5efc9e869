//! The information that a game hides from some at the table, as far as twins differ in it.

use carcassonne::{Game as Tiles, Rules};
use catan::cities_and_knights::{self, CardKind, CitiesAndKnights, Progress};
use catan::{Catan, ChanceKind, OwnChanceKind};
use game::{Seat, Turn, Viewer};

/// A game that twins play.
pub(super) trait TwinGame {
    /// Whether a seat holds a card of this kind.
    fn holds(&self, _: Seat, _kind: &str) -> bool {
        false
    }
    /// The cards among which a hidden draw picks this one; `None` if everybody sees what is drawn.
    fn hidden_draw(&self, _card: &str) -> Option<Vec<&'static str>> {
        None
    }
}

impl<R: Rules> TwinGame for Tiles<R> {}
#[cfg(feature = "sample-game")]
impl TwinGame for kerbe::Kerbe {}

impl TwinGame for Catan {
    fn holds(&self, seat: Seat, kind: &str) -> bool {
        let hand = self.view(Viewer::Seat(seat)).hand(seat);
        kind.parse().is_ok_and(|kind| hand.is_some_and(|hand| hand.count(kind) > 0))
    }
    fn hidden_draw(&self, _: &str) -> Option<Vec<&'static str>> {
        match self.turn() {
            Turn::Chance(ChanceKind::StolenCard { .. }) => {
                Some(vec!["brick", "lumber", "wool", "grain", "ore"])
            }
            Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)) => {
                Some(vec!["knight", "road-building", "year-of-plenty", "monopoly", "victory-point"])
            }
            _ => None,
        }
    }
}

impl TwinGame for CitiesAndKnights {
    fn holds(&self, seat: Seat, kind: &str) -> bool {
        let hand = self.view(Viewer::Seat(seat)).hand(seat);
        kind.parse().is_ok_and(|kind| hand.is_some_and(|hand| hand.count(kind) > 0))
    }
    fn hidden_draw(&self, card: &str) -> Option<Vec<&'static str>> {
        use cities_and_knights::{ChanceKind, OwnChanceKind};
        match self.turn() {
            Turn::Chance(ChanceKind::StolenCard { .. }) => Some(CardKind::ALL.map(CardKind::name).to_vec()),
            // Which deck it is from everybody sees, and victory points are turned up.
            Turn::Chance(ChanceKind::Own(OwnChanceKind::ProgressCard { area, .. })) => {
                let hidden = Progress::of_area(area).filter(|card| !card.is_victory_point());
                let hidden: Vec<&str> = hidden.map(Progress::name).collect();
                hidden.contains(&card).then_some(hidden)
            }
            _ => None,
        }
    }
}
