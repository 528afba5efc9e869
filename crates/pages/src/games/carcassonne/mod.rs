//! What the pages know of Carcassonne, Traders & Builders and Mayflower.
//!
//! [`words`] tells tiles, events and refusals; [`aids`] reads off the table what takes patience to see; [`preview`]
//! finds out what an action leads to; `picture` turns a view into what the board draws; `desk` is what a player has
//! before them; `side` players, tiles left, log and end; `plain` the land in words; `page` puts them together, as a
//! picture or as text.

pub mod words;
pub mod aids;
pub mod preview;
pub(crate) mod picture;
mod desk;
mod side;
mod cues;
mod plain;
mod page;
mod table;

pub use picture::picture;
pub use table::CarcassonneTable;
pub use words::{Teller, World, refusal};
