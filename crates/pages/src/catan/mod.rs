//! What the pages know of Catan.

pub mod words;

pub use words::{Names, Teller, refusal};
