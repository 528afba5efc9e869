//! The rules, one topic a file. Every rule has one home here; every trigger calls it.

pub mod founding;
pub mod turn;
pub mod production;
pub mod robber;
pub mod trade;
pub mod building;
pub mod development;
pub mod longest_road;
