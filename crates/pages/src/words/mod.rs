//! Who reads, and every word a person reads.

pub(crate) mod fault;
pub mod fluent;
pub mod reader;

pub use fault::fault;
pub use fluent::{Names, Words, refusal};
pub use reader::{Aid, Aids, Confirm, Keys, Lang, Mode, Motion, PlaceNames, Reader, Settings, Sounds, Theme};
