//! Maps: hexes, and the intersections and paths around them, as tables.

use super::{Point, Side};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not};

/// The number of no hex, intersection or path.
pub(crate) const NONE: u8 = u8::MAX;

/// The map of a board. The build script makes one of each file of `rulebook/boards`.
pub trait Map: Copy + Ord + Hash + Debug + Default + 'static {
    /// The number of hexes.
    const HEXES: usize;
    /// The number of intersections.
    const VERTICES: usize;
    /// The number of paths.
    const EDGES: usize;
    /// A word with a bit for each hex.
    type HexBits: Bits;
    /// A word with a bit for each intersection.
    type VertexBits: Bits;
    /// A word with a bit for each path.
    type EdgeBits: Bits;
    /// The bits of all hexes.
    const ALL_HEXES: Self::HexBits;
    /// The bits of all intersections.
    const ALL_VERTICES: Self::VertexBits;
    /// The bits of all paths.
    const ALL_EDGES: Self::EdgeBits;
    /// A value for each hex.
    type OfHexes<T: Copy>: Array<T>;
    /// A value for each intersection.
    type OfVertices<T: Copy>: Array<T>;
    /// A value for each path.
    type OfEdges<T: Copy>: Array<T>;
    /// The numbers of the hexes that can carry the same number token.
    type SameNumber: Array<u8> + Eq + Debug;
    /// A value for each harbour spot.
    type OfSpots<T: Copy + Eq + Hash + Debug>: Array<T> + Eq + Hash + Debug;
    /// The hex and the side of each harbour spot.
    const SPOTS: &'static [(usize, Side)];

    /// The places and how they touch.
    fn tables() -> &'static Tables<Self>;
}

/// The places of a map and how they touch.
#[derive(Debug)]
pub struct Tables<M: Map> {
    /// The centres.
    pub(crate) hex_point: M::OfHexes<Point>,
    /// The corners, clockwise from the top.
    pub(crate) hex_vertices: M::OfHexes<[u8; 6]>,
    pub(crate) hex_vertex_set: M::OfHexes<M::VertexBits>,
    /// The sides, in the order of [`Side`].
    pub(crate) hex_edges: M::OfHexes<[u8; 6]>,
    /// The hexes beyond the sides; [`NONE`] where the sea begins.
    pub(crate) hex_neighbours: M::OfHexes<[u8; 6]>,
    pub(crate) vertex_point: M::OfVertices<Point>,
    pub(crate) vertex_hexes: M::OfVertices<M::HexBits>,
    pub(crate) vertex_neighbours: M::OfVertices<M::VertexBits>,
    pub(crate) vertex_edges: M::OfVertices<M::EdgeBits>,
    /// The up to three (path, other end) of an intersection; [`NONE`] where there is no third.
    pub(crate) vertex_steps: M::OfVertices<[(u8, u8); 3]>,
    /// The smaller end first.
    pub(crate) edge_ends: M::OfEdges<[u8; 2]>,
    pub(crate) edge_end_set: M::OfEdges<M::VertexBits>,
}

/// An array whose length follows from a map.
pub trait Array<T>: Copy + AsRef<[T]> + AsMut<[T]> + Index<usize, Output = T> + IndexMut<usize> {
    /// The array that holds this value everywhere.
    fn of(value: T) -> Self;
}

impl<T: Copy, const N: usize> Array<T> for [T; N] {
    #[inline]
    fn of(value: T) -> Self {
        [value; N]
    }
}

/// A word that holds a set of places, one bit each.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Into<u128>
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// No bit.
    const NONE: Self;
    /// Bit number `n` alone.
    fn one(n: u8) -> Self;
    /// Whether bit number `n` is set.
    fn has(self, n: u8) -> bool;
    /// Returns the number of set bits.
    fn count(self) -> u32;
    /// The number of the lowest set bit.
    fn lowest(self) -> u8;
    /// All set bits but the lowest.
    fn without_lowest(self) -> Self;
    /// All of it if `condition` holds, else nothing.
    fn only_if(self, condition: bool) -> Self;
}

macro_rules! bits {
    ($($Word:ty),+) => {$(
        impl Bits for $Word {
            const NONE: $Word = 0;
            #[inline]
            fn one(n: u8) -> $Word {
                1 << n
            }
            #[inline]
            fn has(self, n: u8) -> bool {
                self >> n & 1 != 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline]
            fn without_lowest(self) -> $Word {
                self & (self - 1)
            }
            #[inline]
            fn only_if(self, condition: bool) -> $Word {
                self & (condition as $Word).wrapping_neg()
            }
        }
    )+};
}
bits!(u32, u64, u128);
