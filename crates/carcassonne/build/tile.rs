//! The description of one tile, as the library reads it too.

#[path = "../src/tiles/described/check.rs"]
pub(crate) mod check;
#[path = "../src/tiles/described/data.rs"]
pub(crate) mod data;
#[allow(dead_code, unreachable_pub)] // the library tells more faults, and tells them to others
#[path = "../src/tiles/described/error.rs"]
mod error;
#[path = "../src/tiles/described/numbers.rs"]
pub(crate) mod numbers;

pub(crate) use data::Tile;
