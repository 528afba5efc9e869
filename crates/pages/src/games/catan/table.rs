//! What a table of Catan shows.

use crate::games::island::table;
use crate::model::{LogLine, Standing};
use ::catan::Base;

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

/// Everything the parts of the table need.
pub(crate) type Table<'a> = table::Table<'a, Base>;
