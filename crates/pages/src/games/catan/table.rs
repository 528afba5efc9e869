//! The table of Catan.

use crate::games::island::table::{self, IslandTable};
use ::catan::Base;

/// A table of Catan.
pub type CatanTable<'a> = IslandTable<'a, Base>;

/// Everything the parts of the table need.
pub(crate) type Table<'a> = table::Table<'a, Base>;
