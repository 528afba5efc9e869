//! What the pages know of Carcassonne, Traders & Builders and Mayflower.
//!
//! [`words`] tells tiles, events and refusals; [`aids`] reads off the table what takes patience to see; [`preview`]
//! finds out what an action leads to.

pub mod aids;
pub mod preview;
pub mod words;

pub use words::{Teller, World, refusal};
