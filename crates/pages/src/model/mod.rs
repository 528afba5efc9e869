//! The plain data that the server fills in, and that forms send back.

pub(crate) mod forms;
mod people;
mod table_context;
mod cue;
mod moderation;
mod table;
mod page;
mod site;

pub(crate) use cue::{Chip, Cues, SUPPLY};
pub use moderation::*;
pub use page::*;
pub use people::*;
pub use site::*;
pub use table::*;
pub use table_context::*;
