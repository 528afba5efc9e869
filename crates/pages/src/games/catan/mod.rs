//! What the pages know of Catan.
//!
//! [`words`] tells things, events and refusals; `picture` turns a view into what the board draws; `desk` is what a
//! player has before them (tools, decisions, development cards); `side` what is told about players and events; `plain`
//! the board in words; `forms` what the trade forms send; `table` puts them together.

mod desk;
pub(crate) mod forms;
mod picture;
mod plain;
mod side;
pub(crate) mod table;
pub mod words;

pub use crate::words::Names;
pub(crate) use picture::style as picture_style;
pub use picture::{picture, svg};
pub use words::{Teller, refusal};

use crate::model::{LogLine, Standing};

/// A table of Catan.
#[derive(Clone, Debug)]
pub struct CatanTable<'a> {
    /// What the reader may know.
    pub view: ::catan::View<'a>,
    /// What has happened, oldest first, redacted for the reader. The page shows the end of it.
    pub log: &'a [LogLine<::catan::Event>],
    /// The points of each seat at the end of each turn, oldest first, the set-up first of all: those everybody
    /// sees, and all of them once the game is over.
    pub course: &'a [Standing],
    /// How often the two dice showed each sum; 0 and 1 stay empty.
    pub rolls: &'a [u32; 13],
}
