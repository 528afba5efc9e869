//! The pages of Catan.
//!
//! [`words`] puts cards, events and refusals into words; `picture` turns a view into the picture of the board; `desk` holds the
//! player's controls (tools, decisions, development cards); `side` describes players and events; `plain` renders the board in
//! words; `forms` turns the trade forms into actions; `page` assembles them.

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
pub use words::{Narrator, refusal};
