//! The places of the board: hexes, intersections and paths, and how they touch.
//!
//! The map is that of `rulebook/boards/base.json`. The build script computes all tables of it on the lattice of `CATAN-GEO-4`
//! ([`boards`]); they are the same for every game.
//!
//! ```text
//!            N               intersections of a hex, clockwise:  N NE SE S SW NW
//!         /     \            sides of a hex, clockwise:          NE E SE SW W NW
//!     NW           NE
//!      |    hex    |         the centre of hex (q, r) lies at lattice point (2q + r, 3r);
//!     SW           SE        X counts in units of √3/2 of the hex side, Y in half sides, downwards
//!         \     /
//!            S
//! ```

mod boards;
mod map;

pub(crate) use self::boards::base;
use self::boards::base::MAP;
pub(crate) use self::map::Map;
use self::map::NONE;
use game::ParseError;
use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};
use std::str::FromStr;

macro_rules! place {
    ($(#[$doc:meta])* $Id:ident, $letter:literal, $count:expr, $what:literal, $Set:ident($bits:ty), $Iter:ident, $By:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Id(u8);

        impl $Id {
            /// The number of them on the board.
            pub const COUNT: usize = $count;

            /// The one with this number, if there is one.
            #[must_use]
            pub const fn new(index: usize) -> Option<$Id> {
                if index < $count { Some($Id(index as u8)) } else { None }
            }

            /// All of them in ascending order.
            pub fn all() -> impl DoubleEndedIterator<Item = $Id> + ExactSizeIterator + Clone {
                (0..$count as u8).map($Id)
            }

            /// Its number, from 0.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl fmt::Debug for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        game::as_text!($Id);
        game::places!($Id);

        game::id_set! {
            #[doc = concat!("A set of ", $what, ": one bit each, `Copy`, iterates in ascending order.")]
            $Set(pub(crate) $bits), $Iter, $Id
        }

        impl $Set {
            /// All of them.
            pub const ALL: $Set = $Set(((1 as $bits) << ($count - 1) << 1).wrapping_sub(1));

            /// The member at position `n` in ascending order.
            #[must_use]
            #[inline]
            pub fn nth(self, n: usize) -> Option<$Id> {
                let found = n < self.len();
                found.then(|| $Id(crate::select::select_wide(self.0.into(), n as u32) as u8))
            }
        }

        impl BitOr for $Set {
            type Output = $Set;
            #[inline]
            fn bitor(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }
        }
        impl BitAnd for $Set {
            type Output = $Set;
            #[inline]
            fn bitand(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }
        }
        impl Sub for $Set {
            type Output = $Set;
            #[inline]
            fn sub(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }
        }
        impl Not for $Set {
            type Output = $Set;
            #[inline]
            fn not(self) -> $Set {
                $Set::ALL - self
            }
        }
        #[doc = concat!("One value for each of the ", $what, ".")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $By<T>(pub [T; $count]);

        impl<T> Index<$Id> for $By<T> {
            type Output = T;
            #[inline]
            fn index(&self, id: $Id) -> &T {
                &self.0[id.index()]
            }
        }
        impl<T> IndexMut<$Id> for $By<T> {
            #[inline]
            fn index_mut(&mut self, id: $Id) -> &mut T {
                &mut self.0[id.index()]
            }
        }
    };
}

/// Sets of places to build on: everything or nothing, without a branch.
macro_rules! only_if {
    ($Set:ident($bits:ty)) => {
        impl $Set {
            /// This set if `condition` holds, else the empty one.
            #[must_use]
            #[inline]
            pub(crate) const fn only_if(self, condition: bool) -> $Set {
                $Set(self.0 & (condition as $bits).wrapping_neg())
            }
        }
    };
}
only_if!(VertexSet(u64));
only_if!(EdgeSet(u128));

place!(
    /// A terrain hex, `H0` to `H18`, row by row from the top left (`CATAN-GEO-3`).
    HexId, "H", base::HEXES, "hexes", HexSet(u32), HexIter, ByHex
);
place!(
    /// An intersection, `I0` to `I53`: the corner of up to three hexes, where settlements and cities stand
    /// (`CATAN-GEO-5`).
    VertexId, "I", base::VERTICES, "intersections", VertexSet(u64), VertexIter, ByVertex
);
place!(
    /// A path, `P0` to `P71`, between two intersections, where roads lie (`CATAN-GEO-6`).
    EdgeId, "P", base::EDGES, "paths", EdgeSet(u128), EdgeIter, ByEdge
);

fn number_after(text: &str, letter: char) -> Option<usize> {
    let digits = text.strip_prefix(letter)?;
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

impl FromStr for HexId {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        number_after(text, 'H')
            .and_then(HexId::new)
            .ok_or_else(|| ParseError::unknown(text, "a hex", "hexes are H0 to H18"))
    }
}

impl FromStr for VertexId {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        number_after(text, 'I')
            .and_then(VertexId::new)
            .ok_or_else(|| ParseError::unknown(text, "an intersection", "intersections are I0 to I53"))
    }
}

impl serde::Serialize for VertexSet {
    /// Serializes the set as a list of names.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> serde::Deserialize<'de> for VertexSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut all = VertexSet::EMPTY;
        for vertex in Vec::<VertexId>::deserialize(deserializer)? {
            if all.contains(vertex) {
                return Err(serde::de::Error::custom(ParseError::twice(vertex)));
            }
            all.insert(vertex);
        }
        Ok(all)
    }
}

impl FromStr for EdgeId {
    type Err = ParseError;
    /// `P25`, or the two intersections it joins: `17-22`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let by_ends = || {
            let (a, b) = text.split_once('-')?;
            let end = |digits: &str| number_after(&format!("I{digits}"), 'I').and_then(VertexId::new);
            EdgeId::between(end(a)?, end(b)?)
        };
        number_after(text, 'P').and_then(EdgeId::new).or_else(by_ends).ok_or_else(|| {
            ParseError::unknown(
                text,
                "a path",
                "paths are P0 to P71, or the two intersections they join, such as 17-22",
            )
        })
    }
}

/// A point of the lattice of `CATAN-GEO-4`. The tables of `CATAN-DATA` are the ids of all texts; those by lattice hexes
/// (`CATAN-GEO-8`) are another way to name the same places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// In units of √3/2 of the hex side, to the east.
    pub x: i8,
    /// In units of half the hex side, to the south.
    pub y: i8,
}

/// The sides of a hex, clockwise from the upper right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Side {
    NorthEast,
    East,
    SouthEast,
    SouthWest,
    West,
    NorthWest,
}

impl HexId {
    /// The hex at axial coordinates (q, r), if it is on the island (`CATAN-GEO-1`).
    #[must_use]
    pub fn at(q: i8, r: i8) -> Option<HexId> {
        HexId::all().find(|hex| hex.axial() == (q, r))
    }
    /// Axial coordinates (q, r).
    #[must_use]
    pub fn axial(self) -> (i8, i8) {
        let Point { x, y } = self.point();
        let r = y / 3;
        ((x - r) / 2, r)
    }
    /// The centre on the lattice.
    #[must_use]
    pub fn point(self) -> Point {
        MAP.hex_point[self.index()]
    }
    /// The six corners, clockwise from the top.
    #[must_use]
    #[inline]
    pub fn vertices(self) -> [VertexId; 6] {
        MAP.hex_vertices[self.index()].map(VertexId)
    }
    /// The six corners as a set.
    #[must_use]
    pub fn vertex_set(self) -> VertexSet {
        self.vertices().into_iter().collect()
    }
    /// The path on one side.
    #[must_use]
    pub fn edge(self, side: Side) -> EdgeId {
        EdgeId(MAP.hex_edges[self.index()][side as usize])
    }
    /// The six sides, clockwise from the upper right.
    #[must_use]
    pub fn edges(self) -> [EdgeId; 6] {
        MAP.hex_edges[self.index()].map(EdgeId)
    }
    /// The hex beyond one side; `None` where the sea begins.
    #[must_use]
    pub fn neighbour(self, side: Side) -> Option<HexId> {
        HexId::new(MAP.hex_neighbours[self.index()][side as usize] as usize)
    }
    /// The hexes that share a side (`CATAN-GEO-7`), at the offsets of `CATAN-GEO-2`.
    pub fn neighbours(self) -> impl Iterator<Item = HexId> {
        MAP.hex_neighbours[self.index()].into_iter().filter_map(|h| HexId::new(h as usize))
    }
}

impl VertexId {
    /// The lattice point of this place.
    #[must_use]
    pub fn point(self) -> Point {
        MAP.vertex_point[self.index()]
    }
    /// The one to three hexes it is a corner of.
    #[must_use]
    #[inline]
    pub fn hexes(self) -> HexSet {
        HexSet(MAP.vertex_hexes[self.index()])
    }
    /// The two or three intersections one path away (`CATAN-GEO-7`).
    #[must_use]
    #[inline]
    pub fn neighbours(self) -> VertexSet {
        VertexSet(MAP.vertex_neighbours[self.index()])
    }
    /// The two or three paths that end here.
    #[must_use]
    #[inline]
    pub fn edges(self) -> EdgeSet {
        EdgeSet(MAP.vertex_edges[self.index()])
    }
    /// The two or three paths that end here, each with the intersection at its other end.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = (EdgeId, VertexId)> {
        MAP.vertex_steps[self.index()]
            .into_iter()
            .filter(|step| step.0 != NONE)
            .map(|(edge, vertex)| (EdgeId(edge), VertexId(vertex)))
    }
}

impl EdgeId {
    /// The path between two intersections, if they are adjacent.
    #[must_use]
    pub fn between(a: VertexId, b: VertexId) -> Option<EdgeId> {
        (a.edges() & b.edges()).into_iter().next().filter(|_| a != b)
    }
    /// The two intersections it joins, the smaller first.
    #[must_use]
    #[inline]
    pub fn ends(self) -> [VertexId; 2] {
        MAP.edge_ends[self.index()].map(VertexId)
    }
    /// The intersection at the other end from `end`, which is one of its two.
    #[must_use]
    #[inline]
    pub fn other_end(self, end: VertexId) -> VertexId {
        let [a, b] = self.ends();
        debug_assert!(end == a || end == b);
        VertexId(a.0 ^ b.0 ^ end.0)
    }
    /// The one or two hexes it borders: one means a coastal path.
    #[must_use]
    pub fn hexes(self) -> HexSet {
        let [a, b] = self.ends();
        a.hexes() & b.hexes()
    }
}

#[cfg(test)]
mod tests;
