//! What the tables of Catan and of Cities & Knights have in common: cards of some kinds, places on the island, trade,
//! and how a table is laid out. Each game says in [`Island`] what it tells in its own way; the rest is written once here.

pub(crate) mod desk;
pub(crate) mod forms;
pub(crate) mod plain;
pub(crate) mod side;
pub(crate) mod table;
pub(crate) mod trade;

pub(crate) use side::{Fact, Part};
pub(crate) use table::{Parts, Table};

use crate::games::catan::words::Tells;
use crate::parts::log::Told;
use ::catan::action::Action;
use ::catan::event::Event;
use game::Seat;

/// One of the two games on the island of Catan: what its table tells in its own way.
pub(crate) trait Island: Tells {
    /// What a place says on the board of what is done there, where the place alone would leave that open.
    fn label_in_words(_: &Table<'_, Self>, _: Action<Self>) -> Option<String> {
        None
    }
    /// What happened.
    fn tell(table: &Table<'_, Self>, event: &Event<Self>) -> Told;
    /// All parts that points can have, with those of a seat.
    fn point_parts(table: &Table<'_, Self>, seat: Seat) -> Vec<Part>;
    /// What is open about a seat; for all seats the same things.
    fn facts(table: &Table<'_, Self>, seat: Seat) -> Vec<Fact>;
    /// Pieces that a seat has left, and what else is told where it is unfolded.
    fn left(table: &Table<'_, Self>, seat: Seat) -> Vec<Part>;
}
