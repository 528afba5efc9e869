//! What a table of Cities & Knights shows.

use super::words::Teller;
use crate::games::island::table;
use crate::model::{LogLine, Standing};
use ::catan::VertexId;
use ::catan::cities_and_knights::{Action, Area, CardKind, Event, EventFace, Knights, View};
use game::Seat;

/// A table of Cities & Knights.
#[derive(Clone, Debug)]
pub struct CitiesAndKnightsTable<'a> {
    /// What the reader may know.
    pub view: View<'a>,
    /// What has happened, oldest first, redacted for the reader. The page shows the end of it.
    pub log: &'a [LogLine<Event>],
    /// The points of each seat at the end of each turn, oldest first, the set-up first of all.
    pub course: &'a [Standing],
    /// How often the two production dice showed each sum; 0 and 1 stay empty.
    pub rolls: &'a [u32; 13],
}

/// Everything the parts of the table need.
pub(crate) type Table<'a> = table::Table<'a, Knights>;

impl Table<'_> {
    /// Tells what is of this game alone.
    pub(crate) fn knights_teller(&self) -> Teller<'_> {
        Teller { base: self.teller() }
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
        self.knights_teller().area(area)
    }
}

/// The sign of a face of the event die.
pub(crate) fn event_icon(face: EventFace) -> String {
    format!("event-{}", face.name())
}
