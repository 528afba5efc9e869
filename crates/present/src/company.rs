//! The people around a table, as far as its log does not name them.

use game::Seat;
use shelf::AnyGame;
use std::sync::Arc;
use table::host::{Host, Occupant};

/// The people around a table, as far as its log does not name them: the pages ask for them seat by seat.
pub trait Company {
    /// Returns the occupants of the seats, with equal names told apart.
    fn occupants(&self) -> Vec<Occupant>;
    /// Whether the person of a seat follows the table now.
    fn is_online(&self, seat: Seat) -> bool;
    /// Whether the person of a seat has been away for so long that the others may let a bot play on.
    fn is_gone(&self, seat: Seat) -> bool;
    /// Whether the game has waited too long for the person of a seat.
    fn is_stalled(&self, seat: Seat) -> bool;
    /// Returns the number of spectators.
    fn spectators(&self) -> usize;
    /// Returns a short text that changes whenever people come or go.
    fn presence(&self) -> String;
    /// Returns the options that differ from their default.
    fn options(&self) -> Arc<[(&'static str, String)]>;
    /// Returns the commitment to the secret of the dice, as text.
    fn commitment(&self) -> Option<Arc<str>>;
}

/// The company of somebody whom nobody else can see: everybody at the table sits at the same device.
#[derive(Debug)]
pub struct Alone<'a, T>(pub &'a Host<T>);

impl<T> Company for Alone<'_, T> {
    fn occupants(&self) -> Vec<Occupant> {
        crate::names::disambiguated(self.0.occupants())
    }

    fn is_online(&self, seat: Seat) -> bool {
        self.0.holder_of(seat).is_some()
    }

    fn is_gone(&self, _: Seat) -> bool {
        false
    }

    fn is_stalled(&self, _: Seat) -> bool {
        false
    }

    fn spectators(&self) -> usize {
        0
    }

    fn presence(&self) -> String {
        String::new()
    }

    fn options(&self) -> Arc<[(&'static str, String)]> {
        self.0.start().as_ref().map(options_of).unwrap_or_default().into()
    }

    fn commitment(&self) -> Option<Arc<str>> {
        self.0.commitment().map(|commitment| commitment.to_string().into())
    }
}

/// Returns the options of a game that differ from their default.
#[must_use]
pub fn options_of(start: &AnyGame) -> Vec<(&'static str, String)> {
    let changed = start.options_changed().into_iter().map(|(option, value)| (option.name, value));
    changed.filter(|(name, _)| *name != "players").collect()
}
