//! Parts of a description as tables have them: names as numbers, the ring, the edges, and where the tile fits. The build script makes the
//! rows of the boxes of it, the library those of described kinds.

use super::data::Tile;

const PREFIXES: [&str; 8] = ["c", "r", "m", "farm", "f", "b", "br", "bf"];

/// The name of a segment as one byte: what it begins with, and its number.
pub(crate) fn name(id: &str) -> u8 {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let prefix = PREFIXES.iter().position(|&prefix| prefix == letters);
    let prefix = prefix.unwrap_or_else(|| panic!("`{id}` is no name of a segment"));
    let number = id[letters.len()..].parse::<u8>().unwrap_or(0);
    assert!(number < 16, "`{id}` has too high a number");
    (prefix << 4) as u8 | number
}

/// The terrain of an edge: 1 to 3.
pub(crate) fn terrain(kind: &str) -> u8 {
    match kind {
        "field" => 1,
        "road" => 2,
        "city" => 3,
        other => panic!("`{other}` is no kind of edge"),
    }
}

impl Tile {
    /// The index of a segment of a checked tile.
    pub(crate) fn index(&self, id: &str) -> usize {
        self.segments().iter().position(|&other| other == id).expect("checked")
    }

    /// The segment to which each contact of a checked tile belongs, by [`super::data::RING`].
    pub(crate) fn ring(&self) -> [u8; 12] {
        let owners = self.owners();
        std::array::from_fn(|at| self.index(owners[at][0]) as u8)
    }

    /// The terrain of each edge from the north on.
    pub(crate) fn terrains(&self) -> [u8; 4] {
        std::array::from_fn(|at| terrain(&self.edges[at]))
    }

    /// The cities that a field borders, as bits.
    pub(crate) fn borders(&self, cities: &[String]) -> u8 {
        cities.iter().map(|city| 1 << self.index(city)).sum()
    }

    /// Whether two of its roads or cities may belong to the same feature.
    pub(crate) fn counts_twice(&self) -> bool {
        self.cities.len() > 1 || self.roads.len() > 1
    }

    /// Returns the numbers of cities and roads, of monasteries or farms, and of fields: the segments come in this order.
    pub(crate) fn lens(&self) -> [usize; 3] {
        [self.cities.len() + self.roads.len(), usize::from(self.monastery || self.farm), self.fields.len()]
    }
}

/// The ring of a tile by rotation.
pub(crate) fn rings(ring: [u8; 12]) -> [[u8; 12]; 4] {
    std::array::from_fn(|turns| std::array::from_fn(|at| ring[(at + 12 - 3 * turns) % 12]))
}

/// The edges of a tile by rotation.
pub(crate) fn edges(terrain: [u8; 4]) -> [[u8; 4]; 4] {
    std::array::from_fn(|turns| std::array::from_fn(|side| terrain[(side + 4 - turns) % 4]))
}

/// The rotations, as four bits, in which a tile fits a place whose neighbours show `signature`: two bits for each side
/// from the north on, 0 where there is no neighbour.
pub(crate) fn fitting(terrain: [u8; 4], signature: usize) -> u8 {
    let fits = |edges: &[u8; 4]| {
        (0..4).all(|side| {
            let wanted = (signature >> (2 * side)) & 3;
            wanted == 0 || wanted == usize::from(edges[side])
        })
    };
    edges(terrain).iter().enumerate().filter(|(_, edges)| fits(edges)).map(|(turns, _)| 1 << turns).sum()
}

/// Returns the segments that are cities and roads, the monastery, and fields, as bits.
pub(crate) fn sets_of([buildings, monastery, fields]: [usize; 3]) -> [u16; 3] {
    let set = |first: usize, len: usize| ((1u16 << len) - 1) << first;
    [set(0, buildings), set(buildings, monastery), set(buildings + monastery, fields)]
}
