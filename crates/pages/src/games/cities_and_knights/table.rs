//! The table of Cities & Knights.

use super::words::Narrator;
use crate::games::island::table::{self, IslandTable};
use ::catan::VertexId;
use ::catan::cities_and_knights::{Action, Area, CardKind, Knights};
use game::Seat;

/// A table of Cities & Knights.
pub type CitiesAndKnightsTable<'a> = IslandTable<'a, Knights>;

/// Everything the parts of the table need.
pub(crate) type Table<'a> = table::Table<'a, Knights>;

impl Table<'_> {
    /// Returns the narrator for the words of this game alone.
    pub(crate) fn knights_narrator(&self) -> Narrator<'_> {
        Narrator { base: self.narrator() }
    }

    /// The listed actions that `make` makes of an intersection, with their places.
    pub(crate) fn at(&self, make: impl Fn(VertexId) -> Action) -> Vec<(String, Action)> {
        let actions = VertexId::all().map(|vertex| (vertex, make(vertex)));
        let listed = actions.filter(|&(_, action)| self.may(action));
        listed.map(|(vertex, action)| (vertex.to_string(), action)).collect()
    }

    /// The listed actions that `make` makes of an opponent.
    pub(crate) fn on(&self, make: impl Fn(Seat) -> Action) -> Vec<(Seat, Action)> {
        self.seats().map(|seat| (seat, make(seat))).filter(|&(_, action)| self.may(action)).collect()
    }

    /// The listed actions that `make` makes of a kind of card.
    pub(crate) fn of(&self, make: impl Fn(CardKind) -> Action) -> Vec<(CardKind, Action)> {
        CardKind::ALL
            .into_iter()
            .map(|kind| (kind, make(kind)))
            .filter(|&(_, action)| self.may(action))
            .collect()
    }

    /// An area by its name.
    pub(crate) fn area(&self, area: Area) -> String {
        self.knights_narrator().area(area)
    }
}
