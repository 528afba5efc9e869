//! Tables, people, sockets and storage.

#![forbid(unsafe_code)]

pub mod entry;
pub mod games;
pub mod host;
pub mod keys;
pub mod store;

pub use keys::{Key, KeyHash, TableId};
