//! What the pages know of Carcassonne, Traders & Builders and Mayflower.
//!
//! [`words`] tells tiles, events and refusals; [`aids`] reads off the table what takes patience to see; [`preview`]
//! finds out what an action leads to; `picture` turns a view into what the board draws; `desk` is what a player has
//! before them; `side` players, tiles left, log and end; `plain` the land in words; `table` puts them together, as a
//! picture or as text.

pub mod words;
pub mod aids;
pub mod preview;
mod picture;
mod desk;
mod side;
mod plain;
pub(crate) mod table;

pub use picture::picture;

pub use words::{Teller, World, refusal};

use crate::model::{LogLine, Standing};
use crate::words::Aids;
use ::carcassonne::{Base, Event, NewWorld, Traders, View};

/// A table of one of the three games.
#[derive(Clone, Debug)]
pub struct CarcassonneTable<'a> {
    /// What the reader may know.
    pub view: AnyView<'a>,
    /// What has happened, oldest first. The page shows the end of it.
    pub log: &'a [LogLine<Event>],
    /// The points of each seat at the end of each turn, oldest first.
    pub course: &'a [Standing],
    /// The aids that the table allows its readers.
    pub aids: Aids,
}

/// A view of one of the three games.
#[derive(Clone, Copy, Debug)]
pub enum AnyView<'a> {
    /// Of Carcassonne.
    Carcassonne(View<'a, Base>),
    /// Of Traders & Builders.
    TradersAndBuilders(View<'a, Traders>),
    /// Of Mayflower.
    Mayflower(View<'a, NewWorld>),
}

/// Evaluates an expression for the view of whichever of the three games it is.
macro_rules! each {
    ($any:expr, $view:ident => $result:expr) => {
        match $any {
            $crate::games::carcassonne::AnyView::Carcassonne($view) => $result,
            $crate::games::carcassonne::AnyView::TradersAndBuilders($view) => $result,
            $crate::games::carcassonne::AnyView::Mayflower($view) => $result,
        }
    };
}
pub(crate) use each;
