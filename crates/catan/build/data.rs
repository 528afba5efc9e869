//! A board as the rulebook has it (`rulebook/boards/README.md`).

use serde::Deserialize;
use std::collections::BTreeMap;

/// The terrains, in the order of the engine.
pub(crate) const TERRAINS: [&str; 6] = ["hills", "forest", "pasture", "fields", "mountains", "desert"];
/// The trades of harbours: any kind, then the resources in the order of the engine.
pub(crate) const TRADES: [&str; 6] = ["3:1", "brick", "lumber", "wool", "grain", "ore"];
/// The sides of a hex, clockwise, in the order of the engine.
pub(crate) const SIDES: [&str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    pub(crate) board: String,
    pub(crate) format: u32,
    pub(crate) rows: Vec<Row>,
    pub(crate) pieces: Pieces,
}

/// Hexes beside each other, from (q, r) to the east.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) r: i8,
    pub(crate) q: i8,
    pub(crate) hexes: i8,
}

/// Pieces on the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pieces {
    pub(crate) terrain: BTreeMap<String, usize>,
    pub(crate) tokens: Vec<u8>,
    /// Empty where no rule lays number tokens along a spiral.
    #[serde(default)]
    pub(crate) rings: Vec<Vec<usize>>,
    pub(crate) harbours: Vec<Spot>,
    pub(crate) beginner: Beginner,
}

/// A harbour of the standard frame.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spot {
    pub(crate) hex: usize,
    pub(crate) side: String,
    pub(crate) trades: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Beginner {
    pub(crate) terrain: Vec<String>,
    pub(crate) numbers: Vec<u8>,
}

impl Board {
    /// The axial coordinates (q, r) of the hexes, row by row.
    pub(crate) fn hexes(&self) -> Vec<(i8, i8)> {
        self.rows.iter().flat_map(|row| (0..row.hexes).map(|n| (row.q + n, row.r))).collect()
    }
}

impl Spot {
    /// The number of its side in [`SIDES`], if there is such a side.
    pub(crate) fn side(&self) -> Option<usize> {
        SIDES.iter().position(|&side| side == self.side)
    }
}
