//! What the pages know of Cities & Knights.
//!
//! [`words`] tells things, events and refusals, and what is asked.

pub(crate) mod table;
pub mod words;

pub use words::{Teller, refusal};

use crate::{LogLine, Standing};

/// A table of Cities & Knights.
#[derive(Clone, Debug)]
pub struct CitiesAndKnightsTable<'a> {
    /// What the reader may know.
    pub view: ::catan::cities_and_knights::View<'a>,
    /// What has happened, oldest first, redacted for the reader. The page shows the end of it.
    pub log: &'a [LogLine<::catan::cities_and_knights::Event>],
    /// The points of each seat at the end of each turn, oldest first, the set-up first of all.
    pub course: &'a [Standing],
}
