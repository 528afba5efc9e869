//! What the server fills in, and what forms send back: plain data.

pub mod forms;
mod page;

pub use page::*;
