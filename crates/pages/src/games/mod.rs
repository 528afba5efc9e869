//! The tables of the games. `contract` is the interface between the pages and a game, and `registry` lists the games.

pub(crate) mod contract;
pub(crate) mod island;
pub mod catan;
pub mod cities_and_knights;
pub mod carcassonne;
#[cfg(feature = "sample-game")]
mod plain;
#[cfg(feature = "sample-game")]
mod kerbe;
mod registry;

pub use registry::{action, asks_aids, bargain, fault, refusal, shows_last_turn};
pub(crate) use registry::{kinds, spot, stack, start};
