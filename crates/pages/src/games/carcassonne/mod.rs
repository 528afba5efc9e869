//! The pages of Carcassonne, Traders & Builders and Mayflower.
//!
//! [`words`] puts tiles, events and refusals into words; [`aids`] computes from the position what takes patience to see;
//! [`preview`] computes the consequences of an action; `picture` turns a view into the picture of the board; `desk` holds the
//! player's controls; `side` the players, the tiles left, the log and the end of the game; `plain` the land in words; `page`
//! assembles them, as a picture or as text.

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
mod topics;

pub use picture::picture;
pub use table::CarcassonneTable;
pub use words::{Narrator, World, refusal};
