//! One kind of tile as the rulebook's data has it (`rulebook/tiles/README.md`). The build script reads the boxes with it, the
//! library what is described beside them.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) count: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) start_copies: u32,
    #[serde(default, rename = "picture", skip_serializing)]
    _picture: Option<String>,
    #[serde(default, rename = "letter", skip_serializing)]
    _letter: Option<String>,
    #[serde(default, rename = "number_source", skip_serializing)]
    _number_source: Option<String>,
    #[serde(default, rename = "number_group", skip_serializing)]
    _number_group: Option<String>,
    pub(crate) edges: [String; 4],
    pub(crate) cities: Vec<City>,
    pub(crate) roads: Vec<Road>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) monastery: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) farm: bool,
    pub(crate) fields: Vec<Field>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct City {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) edges: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) pennants: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) flags: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) good: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Road {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) edges: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) end: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) crosses: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) crossed_by: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) end_fields: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) trading_posts: u32,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) halves: Vec<String>,
    pub(crate) cities: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) interior: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) animals: u32,
}

pub(crate) const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// The twelve contacts of a tile, clockwise from the north-west corner: of each edge the first half, the middle and
/// the second half.
pub(crate) const RING: [&str; 12] = ["Nw", "N", "Ne", "En", "E", "Es", "Se", "S", "Sw", "Ws", "W", "Wn"];

/// The position of a contact in [`RING`].
pub(crate) fn ring(contact: &str) -> Option<usize> {
    RING.iter().position(|&name| name == contact)
}

/// The number of an edge, clockwise from the north.
pub(crate) fn edge(name: &str) -> Option<usize> {
    EDGES.iter().position(|&edge| edge == name)
}

/// Whether a value is left out where a description is written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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

    /// The segments that claim each contact of the ring: one, unless the description is faulty.
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
