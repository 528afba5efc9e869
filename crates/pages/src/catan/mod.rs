//! What the pages know of Catan.
//!
//! [`words`] tells things, events and refusals; `picture` turns a view into what the board draws; `desk` is what a
//! player has before them (hand, tools, decisions); `trade` the offers; `side` players, log and figures; `plain` the
//! board in words; [`table`] puts them together, as a picture or as text.

mod desk;
mod picture;
mod plain;
mod side;
pub(crate) mod table;
mod trade;
pub mod words;

pub use crate::words::Names;
pub use picture::{picture, svg};
pub use words::{Teller, refusal};
