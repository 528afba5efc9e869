//! The tile data as the rulebook has it (`rulebook/tiles/README.md`).

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

#[derive(Deserialize)]
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) count: u32,
    #[serde(default)]
    pub(crate) start_copies: u32,
    pub(crate) edges: [String; 4],
    pub(crate) cities: Vec<City>,
    pub(crate) roads: Vec<Road>,
    #[serde(default)]
    pub(crate) monastery: bool,
    #[serde(default)]
    pub(crate) farm: bool,
    pub(crate) fields: Vec<Field>,
}

#[derive(Deserialize)]
pub(crate) struct City {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) edges: Vec<String>,
    #[serde(default)]
    pub(crate) pennants: u32,
    #[serde(default)]
    pub(crate) flags: u32,
    #[serde(default)]
    pub(crate) good: Option<String>,
    #[serde(default)]
    pub(crate) contacts: Vec<String>,
    #[serde(default)]
    pub(crate) spaces: Vec<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Road {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) edges: Vec<String>,
    #[serde(default)]
    pub(crate) end: Option<String>,
    #[serde(default)]
    pub(crate) crosses: Option<String>,
    #[serde(default)]
    pub(crate) crossed_by: Option<String>,
    #[serde(default)]
    pub(crate) end_fields: Vec<String>,
    #[serde(default)]
    pub(crate) trading_posts: u32,
    #[serde(default)]
    pub(crate) contacts: Vec<String>,
    #[serde(default)]
    pub(crate) spaces: Vec<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Field {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) halves: Vec<String>,
    pub(crate) cities: Vec<String>,
    #[serde(default)]
    pub(crate) interior: bool,
    #[serde(default)]
    pub(crate) animals: u32,
    #[serde(default)]
    pub(crate) contacts: Vec<String>,
    #[serde(default)]
    pub(crate) spaces: Vec<usize>,
}

/// The coast of Mayflower: ten start spaces with segments that may cover several of them.
#[derive(Deserialize)]
pub(crate) struct Board {
    pub(crate) spaces: usize,
    pub(crate) west_edges: Vec<String>,
    pub(crate) end_edges: BTreeMap<String, String>,
    pub(crate) cities: Vec<City>,
    pub(crate) roads: Vec<Road>,
    pub(crate) fields: Vec<Field>,
}

pub(crate) const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// The twelve contacts of a tile, clockwise from the north-west corner: of each edge the first half, the middle and
/// the second half.
pub(crate) const RING: [&str; 12] = ["Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn"];

/// Where a contact stands in [`RING`].
pub(crate) fn ring(contact: &str) -> Option<usize> {
    RING.iter().position(|&name| name == contact)
}

/// Which edge this is, clockwise from the north.
pub(crate) fn edge(name: &str) -> Option<usize> {
    EDGES.iter().position(|&edge| edge == name)
}

impl Tile {
    /// The ids of the segments in the order of the tables: cities, roads, monastery or farm, fields.
    pub(crate) fn segments(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.cities.iter().map(|city| city.id.as_str()).collect();
        ids.extend(self.roads.iter().map(|road| road.id.as_str()));
        ids.extend(self.monastery.then_some("m"));
        ids.extend(self.farm.then_some("farm"));
        ids.extend(self.fields.iter().map(|field| field.id.as_str()));
        ids
    }

    /// Which segment each contact of the ring belongs to: all claims, so that a fault can be seen.
    pub(crate) fn owners(&self) -> [Vec<&str>; 12] {
        let mut owners: [Vec<&str>; 12] = Default::default();
        for city in &self.cities {
            for edge in city.edges.iter().filter_map(|name| edge(name)) {
                (0..3).for_each(|part| owners[3 * edge + part].push(&city.id));
            }
        }
        for road in &self.roads {
            for edge in road.edges.iter().filter_map(|name| edge(name)) {
                owners[3 * edge + 1].push(&road.id);
            }
        }
        for field in &self.fields {
            for half in field.halves.iter().filter_map(|name| ring(name)) {
                owners[half].push(&field.id);
            }
        }
        // The middle of a field edge belongs to the field of its halves.
        for edge in 0..4 {
            if self.edges[edge] == "field" {
                owners[3 * edge + 1] = owners[3 * edge].clone();
            }
        }
        owners
    }
}
