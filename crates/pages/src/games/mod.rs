//! The tables of the games.

pub(crate) mod island;
pub mod catan;
pub mod cities_and_knights;
pub mod carcassonne;
mod registry;

pub use registry::{refusal, shows_last_turn};
