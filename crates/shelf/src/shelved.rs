//! The shelf's own questions to a game, beside those that every game answers: one implementation for each game.

mod island;
pub(crate) mod carcassonne;
mod catan;
mod cities_and_knights;
#[cfg(feature = "sample-game")]
mod kerbe;

use crate::choose::Choose;
use crate::tally::Tally;
use crate::{OnShelf, Prompt};
use game::record::Object;
use game::{Seat, Turn};

/// A game as only the shelf needs it: for tables of people, records of older versions and statistics.
pub(crate) trait Shelved: OnShelf {
    /// Whether it is played with two dice.
    const DICE: bool = false;
    /// Its lesson, if it has one ([`crate::Lesson`]).
    const LESSON: Option<&'static str> = None;

    /// Rewrites the options of a game that began under an older version of its rules into those under which today's
    /// engine plays it as it was played then. Options that say the same in both versions stay as they are.
    fn upgrade_options(_rules: u32, _options: &mut Object) {}
    /// The choice of cards that a list consists of, if it is one.
    fn choice(_: &Self::LegalActions) -> Option<Choose> {
        None
    }
    /// See [`AnyGame::awaited`](crate::AnyGame::awaited).
    fn awaits(&self) -> Vec<(Seat, Prompt)> {
        match self.turn() {
            Turn::Decide(seats) => seats.into_iter().map(|seat| (seat, Prompt::Turn)).collect(),
            _ => Vec::new(),
        }
    }
    /// See [`AnyGame::commutes`](crate::AnyGame::commutes): never where one seat decides at a time.
    fn commute(_: (Seat, Self::Action), _: (Seat, Self::Action)) -> bool {
        false
    }
    /// See [`Events::reveal`](crate::Events::reveal).
    fn reveals(event: &Self::Event) -> bool;
    /// See [`Events::rolled`](crate::Events::rolled).
    fn rolled(_: &Self::Event) -> Option<u8> {
        None
    }
    /// Returns the number of cards that a seat holds, in games with cards.
    fn hand(&self, _: Seat) -> u32 {
        0
    }
    /// Counts an event for the statistics; rolls are counted already.
    fn count(_: &Self::Event, _: &mut Tally<'_>) {}
}
