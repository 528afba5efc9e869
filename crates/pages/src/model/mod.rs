//! What the server fills in, and what forms send back: plain data.

pub(crate) mod forms;
mod people;
mod beside;
mod cue;
mod moderation;
mod table;
mod page;
mod site;

pub use beside::*;
pub(crate) use cue::{Chip, Cues, SUPPLY};
pub use moderation::*;
pub use page::*;
pub use people::*;
pub use site::*;
pub use table::*;
