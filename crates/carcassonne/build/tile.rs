//! The description of one tile, as the library reads it too.

#[path = "../src/described/check.rs"]
pub(crate) mod check;
#[path = "../src/described/data.rs"]
pub(crate) mod data;
#[allow(dead_code, unreachable_pub)] // the library tells more faults, and tells them to others
#[path = "../src/described/error.rs"]
mod error;
#[path = "../src/described/numbers.rs"]
pub(crate) mod numbers;

pub(crate) use data::Tile;
