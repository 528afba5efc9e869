//! What the pages know of Cities & Knights.
//!
//! [`words`] tells things, events and refusals, and what is asked; `picture` turns a view into what the board draws;
//! `desk` is what a player has before them (decisions, tools, the next move), with `knights`, `calendar` and `progress`
//! for knights, improvements and progress cards; `side` is what is told about players and events; `plain` the board in
//! words; `forms` what the forms send; `table` puts them together.

pub(crate) mod table;
pub mod words;
mod picture;
mod desk;
mod knights;
mod calendar;
mod progress;
mod side;
mod plain;
pub(crate) mod forms;

pub use picture::picture;
pub use words::Teller;

use crate::model::{LogLine, Standing};
use ::catan::cities_and_knights::{Event, View};

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
