//! The places of the board: hexes, intersections and paths, and how they touch.
//!
//! A [`Map`] is compiled from a file of `rulebook/boards`: the build script computes all tables of it on the lattice of
//! `CATAN-GEO-4` ([`boards`]). Each rules type names its own. [`Hex`], [`Vertex`], [`Edge`] and their sets are of any map;
//! [`HexId`], [`VertexId`], [`EdgeId`] and so on are those of base Catan's.
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

pub(crate) mod boards;
mod map;

pub(crate) use self::boards::base;
pub use self::boards::base::BaseMap;
use self::map::NONE;
pub use self::map::{Array, Bits, Map, Tables};
use game::ParseError;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};
use std::str::FromStr;

macro_rules! place {
    (
        $(#[$doc:meta])* $Id:ident, $letter:literal, $COUNT:ident, $what:literal,
        $Set:ident($Bits:ident = $ALL:ident), $Iter:ident, $By:ident($Array:ident)
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Id<M>(u8, PhantomData<M>);

        impl<M: Map> $Id<M> {
            /// The number of them on the board.
            pub const COUNT: usize = M::$COUNT;

            const fn of(index: u8) -> $Id<M> {
                $Id(index, PhantomData)
            }

            /// The one with this number, if there is one.
            #[must_use]
            pub const fn new(index: usize) -> Option<$Id<M>> {
                if index < M::$COUNT { Some($Id::of(index as u8)) } else { None }
            }

            /// All of them in ascending order.
            pub fn all() -> impl DoubleEndedIterator<Item = $Id<M>> + ExactSizeIterator + Clone {
                (0..M::$COUNT as u8).map($Id::of)
            }

            /// Its number, from 0.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl<M> fmt::Display for $Id<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl<M> fmt::Debug for $Id<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        game::as_text!([M: Map] $Id<M>);
        game::places!([M: Map] $Id<M>);

        #[doc = concat!("A set of ", $what, ": one bit each, `Copy`, iterates in ascending order.")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $Set<M: Map>(pub(crate) M::$Bits);

        impl<M: Map> $Set<M> {
            /// The empty set.
            pub const EMPTY: $Set<M> = $Set(M::$Bits::NONE);
            /// All of them.
            pub const ALL: $Set<M> = $Set(M::$ALL);

            /// The set with just this one.
            #[must_use]
            #[inline]
            pub fn one(id: $Id<M>) -> $Set<M> {
                $Set(M::$Bits::one(id.0))
            }

            /// Returns the number of elements in the set.
            #[must_use]
            #[inline]
            pub fn len(self) -> usize {
                self.0.count() as usize
            }

            /// Whether the set is empty.
            #[must_use]
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == M::$Bits::NONE
            }

            /// Whether `id` is in the set.
            #[must_use]
            #[inline]
            pub fn contains(self, id: $Id<M>) -> bool {
                self.0.has(id.0)
            }

            /// Adds `id`.
            #[inline]
            pub fn insert(&mut self, id: $Id<M>) {
                *self = *self | $Set::one(id);
            }

            /// Takes `id` out.
            #[inline]
            pub fn remove(&mut self, id: $Id<M>) {
                *self = *self - $Set::one(id);
            }

            /// The member at position `n` in ascending order.
            #[must_use]
            #[inline]
            pub fn nth(self, n: usize) -> Option<$Id<M>> {
                let found = n < self.len();
                found.then(|| $Id::of(crate::select::select_wide(self.0.into(), n as u32) as u8))
            }
        }

        impl<M: Map> Default for $Set<M> {
            fn default() -> Self {
                $Set::EMPTY
            }
        }

        impl<M: Map> fmt::Debug for $Set<M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        impl<M: Map> FromIterator<$Id<M>> for $Set<M> {
            fn from_iter<I: IntoIterator<Item = $Id<M>>>(ids: I) -> Self {
                ids.into_iter().fold($Set::EMPTY, |set, id| set | $Set::one(id))
            }
        }

        impl<M: Map> IntoIterator for $Set<M> {
            type Item = $Id<M>;
            type IntoIter = $Iter<M>;
            #[inline]
            fn into_iter(self) -> $Iter<M> {
                $Iter(self.0)
            }
        }

        #[doc = concat!("Iterates over a set of ", $what, " in ascending order.")]
        #[derive(Clone, Debug)]
        pub struct $Iter<M: Map>(M::$Bits);

        impl<M: Map> Iterator for $Iter<M> {
            type Item = $Id<M>;
            #[inline]
            fn next(&mut self) -> Option<$Id<M>> {
                if self.0 == M::$Bits::NONE {
                    return None;
                }
                let id = $Id::of(self.0.lowest());
                self.0 = self.0.without_lowest();
                Some(id)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let len = self.0.count() as usize;
                (len, Some(len))
            }
        }

        impl<M: Map> ExactSizeIterator for $Iter<M> {}

        impl<M: Map> BitOr for $Set<M> {
            type Output = $Set<M>;
            #[inline]
            fn bitor(self, other: $Set<M>) -> $Set<M> {
                $Set(self.0 | other.0)
            }
        }
        impl<M: Map> BitAnd for $Set<M> {
            type Output = $Set<M>;
            #[inline]
            fn bitand(self, other: $Set<M>) -> $Set<M> {
                $Set(self.0 & other.0)
            }
        }
        impl<M: Map> Sub for $Set<M> {
            type Output = $Set<M>;
            #[inline]
            fn sub(self, other: $Set<M>) -> $Set<M> {
                $Set(self.0 & !other.0)
            }
        }
        impl<M: Map> Not for $Set<M> {
            type Output = $Set<M>;
            #[inline]
            fn not(self) -> $Set<M> {
                $Set::ALL - self
            }
        }

        impl<M: Map> serde::Serialize for $Set<M> {
            /// Serializes the set as a list of names.
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de, M: Map> serde::Deserialize<'de> for $Set<M> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut all = $Set::EMPTY;
                for id in Vec::<$Id<M>>::deserialize(deserializer)? {
                    if all.contains(id) {
                        return Err(serde::de::Error::custom(ParseError::twice(id)));
                    }
                    all.insert(id);
                }
                Ok(all)
            }
        }

        #[doc = concat!("One value for each of the ", $what, ".")]
        #[derive(Clone, Copy)]
        pub struct $By<T: Copy, M: Map = BaseMap>(pub M::$Array<T>);

        impl<T: Copy + PartialEq, M: Map> PartialEq for $By<T, M> {
            fn eq(&self, other: &Self) -> bool {
                self.0.as_ref() == other.0.as_ref()
            }
        }
        impl<T: Copy + Eq, M: Map> Eq for $By<T, M> {}
        impl<T: Copy + Hash, M: Map> Hash for $By<T, M> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.as_ref().hash(state);
            }
        }
        impl<T: Copy + fmt::Debug, M: Map> fmt::Debug for $By<T, M> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($By)).field(&self.0.as_ref()).finish()
            }
        }
        impl<T: Copy, M: Map> Index<$Id<M>> for $By<T, M> {
            type Output = T;
            #[inline]
            fn index(&self, id: $Id<M>) -> &T {
                &self.0[id.index()]
            }
        }
        impl<T: Copy, M: Map> IndexMut<$Id<M>> for $By<T, M> {
            #[inline]
            fn index_mut(&mut self, id: $Id<M>) -> &mut T {
                &mut self.0[id.index()]
            }
        }
    };
}

/// Sets of places to build on: everything or nothing, without a branch.
macro_rules! only_if {
    ($Set:ident) => {
        impl<M: Map> $Set<M> {
            /// This set if `condition` holds, else the empty one.
            #[must_use]
            #[inline]
            pub(crate) fn only_if(self, condition: bool) -> $Set<M> {
                $Set(self.0.only_if(condition))
            }
        }
    };
}
only_if!(Vertices);
only_if!(Edges);

place!(
    /// A terrain hex, row by row from the top left (`CATAN-GEO-3`): `H0` to `H18` on the base map.
    Hex, "H", HEXES, "hexes", Hexes(HexBits = ALL_HEXES), HexIter, ByHex(OfHexes)
);
place!(
    /// An intersection: the corner of up to three hexes, where settlements and cities stand (`CATAN-GEO-5`); `I0` to `I53` on
    /// the base map.
    Vertex, "I", VERTICES, "intersections", Vertices(VertexBits = ALL_VERTICES), VertexIter, ByVertex(OfVertices)
);
place!(
    /// A path between two intersections, where roads lie (`CATAN-GEO-6`): `P0` to `P71` on the base map.
    Edge, "P", EDGES, "paths", Edges(EdgeBits = ALL_EDGES), EdgeIter, ByEdge(OfEdges)
);

/// A hex of the base map.
pub type HexId = Hex<BaseMap>;
/// An intersection of the base map.
pub type VertexId = Vertex<BaseMap>;
/// A path of the base map.
pub type EdgeId = Edge<BaseMap>;
/// A set of hexes of the base map.
pub type HexSet = Hexes<BaseMap>;
/// A set of intersections of the base map.
pub type VertexSet = Vertices<BaseMap>;
/// A set of paths of the base map.
pub type EdgeSet = Edges<BaseMap>;

/// The number after `letter`, below `count` and in no more digits than that needs.
fn number_after(text: &str, letter: char, count: usize) -> Option<usize> {
    let digits = text.strip_prefix(letter)?;
    let most = (count - 1).ilog10() as usize + 1;
    if digits.is_empty() || digits.len() > most || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

impl<M: Map> FromStr for Hex<M> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        number_after(text, 'H', M::HEXES)
            .and_then(Hex::new)
            .ok_or_else(|| ParseError::unknown(text, "a hex", format!("hexes are H0 to H{}", M::HEXES - 1)))
    }
}

impl<M: Map> FromStr for Vertex<M> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        number_after(text, 'I', M::VERTICES).and_then(Vertex::new).ok_or_else(|| {
            let hint = format!("intersections are I0 to I{}", M::VERTICES - 1);
            ParseError::unknown(text, "an intersection", hint)
        })
    }
}

impl<M: Map> FromStr for Edge<M> {
    type Err = ParseError;
    /// `P25`, or the two intersections it joins: `17-22`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let by_ends = || {
            let (a, b) = text.split_once('-')?;
            let end = |digits: &str| {
                number_after(&format!("I{digits}"), 'I', M::VERTICES).and_then(Vertex::<M>::new)
            };
            Edge::between(end(a)?, end(b)?)
        };
        number_after(text, 'P', M::EDGES).and_then(Edge::new).or_else(by_ends).ok_or_else(|| {
            let last = M::EDGES - 1;
            let hint = format!("paths are P0 to P{last}, or the two intersections they join, such as 17-22");
            ParseError::unknown(text, "a path", hint)
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

impl<M: Map> Hex<M> {
    /// The hex at axial coordinates (q, r), if it is on the island (`CATAN-GEO-1`).
    #[must_use]
    pub fn at(q: i8, r: i8) -> Option<Hex<M>> {
        Hex::all().find(|hex| hex.axial() == (q, r))
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
        M::tables().hex_point[self.index()]
    }
    /// The six corners, clockwise from the top.
    #[must_use]
    #[inline]
    pub fn vertices(self) -> [Vertex<M>; 6] {
        M::tables().hex_vertices[self.index()].map(Vertex::of)
    }
    /// The six corners as a set.
    #[must_use]
    #[inline]
    pub fn vertex_set(self) -> Vertices<M> {
        Vertices(M::tables().hex_vertex_set[self.index()])
    }
    /// The path on one side.
    #[must_use]
    pub fn edge(self, side: Side) -> Edge<M> {
        Edge::of(M::tables().hex_edges[self.index()][side as usize])
    }
    /// The six sides, clockwise from the upper right.
    #[must_use]
    pub fn edges(self) -> [Edge<M>; 6] {
        M::tables().hex_edges[self.index()].map(Edge::of)
    }
    /// The hex beyond one side; `None` where the sea begins.
    #[must_use]
    pub fn neighbour(self, side: Side) -> Option<Hex<M>> {
        Hex::new(M::tables().hex_neighbours[self.index()][side as usize] as usize)
    }
    /// The hexes that share a side (`CATAN-GEO-7`), at the offsets of `CATAN-GEO-2`.
    pub fn neighbours(self) -> impl Iterator<Item = Hex<M>> {
        M::tables().hex_neighbours[self.index()].into_iter().filter_map(|h| Hex::new(h as usize))
    }
}

impl<M: Map> Vertex<M> {
    /// The lattice point of this place.
    #[must_use]
    pub fn point(self) -> Point {
        M::tables().vertex_point[self.index()]
    }
    /// The one to three hexes it is a corner of.
    #[must_use]
    #[inline]
    pub fn hexes(self) -> Hexes<M> {
        Hexes(M::tables().vertex_hexes[self.index()])
    }
    /// The two or three intersections one path away (`CATAN-GEO-7`).
    #[must_use]
    #[inline]
    pub fn neighbours(self) -> Vertices<M> {
        Vertices(M::tables().vertex_neighbours[self.index()])
    }
    /// The two or three paths that end here.
    #[must_use]
    #[inline]
    pub fn edges(self) -> Edges<M> {
        Edges(M::tables().vertex_edges[self.index()])
    }
    /// The two or three paths that end here, each with the intersection at its other end.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = (Edge<M>, Vertex<M>)> {
        M::tables().vertex_steps[self.index()]
            .into_iter()
            .filter(|step| step.0 != NONE)
            .map(|(edge, vertex)| (Edge::of(edge), Vertex::of(vertex)))
    }
}

impl<M: Map> Edge<M> {
    /// The path between two intersections, if they are adjacent.
    #[must_use]
    pub fn between(a: Vertex<M>, b: Vertex<M>) -> Option<Edge<M>> {
        (a.edges() & b.edges()).into_iter().next().filter(|_| a != b)
    }
    /// The two intersections it joins, the smaller first.
    #[must_use]
    #[inline]
    pub fn ends(self) -> [Vertex<M>; 2] {
        M::tables().edge_ends[self.index()].map(Vertex::of)
    }
    /// The two intersections it joins, as a set.
    #[must_use]
    #[inline]
    pub fn end_set(self) -> Vertices<M> {
        Vertices(M::tables().edge_end_set[self.index()])
    }
    /// The intersection at the other end from `end`, which is one of its two.
    #[must_use]
    #[inline]
    pub fn other_end(self, end: Vertex<M>) -> Vertex<M> {
        let [a, b] = self.ends();
        debug_assert!(end == a || end == b);
        Vertex::of(a.0 ^ b.0 ^ end.0)
    }
    /// The one or two hexes it borders: one means a coastal path.
    #[must_use]
    pub fn hexes(self) -> Hexes<M> {
        let [a, b] = self.ends();
        a.hexes() & b.hexes()
    }
}

#[cfg(test)]
mod tests;
