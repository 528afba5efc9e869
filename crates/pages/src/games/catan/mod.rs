//! What the pages know of Catan.
//!
//! [`words`] tells things, events and refusals; `picture` turns a view into what the board draws; `desk` is what a
//! player has before them (tools, decisions, development cards); `side` what is told about players and events; `plain`
//! the board in words; `forms` what the trade forms send; `page` puts them together.

mod desk;
mod forms;
pub(crate) mod picture;
mod plain;
mod side;
mod cues;
mod page;
mod table;
pub mod words;

pub use crate::words::Names;
pub use picture::picture;
pub use table::CatanTable;
pub use words::{Teller, refusal};
