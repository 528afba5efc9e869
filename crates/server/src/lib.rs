//! Tables, people, sockets and storage.

#![forbid(unsafe_code)]

pub mod keys;
pub mod store;

pub use keys::{Key, KeyHash, TableId};
