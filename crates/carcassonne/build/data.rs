//! The boxes as the rulebook has them (`rulebook/tiles/README.md`).

use crate::tile::Tile;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(crate) struct Set {
    pub(crate) set: String,
    pub(crate) tile_total: u32,
    pub(crate) totals: BTreeMap<String, u32>,
    pub(crate) start_board: Option<Board>,
    pub(crate) tiles: Vec<Tile>,
}

/// The coast of Mayflower: ten start spaces with segments that may cover several of them.
#[derive(Deserialize)]
pub(crate) struct Board {
    pub(crate) spaces: usize,
    pub(crate) west_edges: Vec<String>,
    pub(crate) end_edges: BTreeMap<String, String>,
    pub(crate) cities: Vec<Part>,
    pub(crate) roads: Vec<Part>,
    pub(crate) fields: Vec<Part>,
}

/// A segment of the start board.
#[derive(Deserialize)]
pub(crate) struct Part {
    pub(crate) id: String,
    pub(crate) contacts: Vec<String>,
    pub(crate) spaces: Vec<usize>,
    #[serde(default)]
    pub(crate) cities: Vec<String>,
    #[serde(default)]
    pub(crate) flags: u32,
    #[serde(default)]
    pub(crate) trading_posts: u32,
    #[serde(default)]
    pub(crate) animals: u32,
}
