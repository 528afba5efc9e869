//! The places of the board: hexes, intersections and paths, and how they touch.
//!
//! All tables are computed at compile time from the lattice of `CATAN-GEO-4` and are the same for every game.
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

use game::ParseError;
use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};
use std::str::FromStr;

macro_rules! place {
    ($(#[$doc:meta])* $Id:ident, $letter:literal, $count:literal, $what:literal, $Set:ident($bits:ty), $Iter:ident, $By:ident) => {
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
    HexId, "H", 19, "hexes", HexSet(u32), HexIter, ByHex
);
place!(
    /// An intersection, `I0` to `I53`: the corner of up to three hexes, where settlements and cities stand
    /// (`CATAN-GEO-5`).
    VertexId, "I", 54, "intersections", VertexSet(u64), VertexIter, ByVertex
);
place!(
    /// A path, `P0` to `P71`, between two intersections, where roads lie (`CATAN-GEO-6`).
    EdgeId, "P", 72, "paths", EdgeSet(u128), EdgeIter, ByEdge
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

const CORNERS: [(i8, i8); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
/// Hex to hex in lattice steps, in the order of [`Side`].
const TO_NEIGHBOUR: [(i8, i8); 6] = [(1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3)];

const NONE: u8 = u8::MAX;

struct Tables {
    hex_point: [Point; 19],
    hex_vertices: [[u8; 6]; 19],
    hex_edges: [[u8; 6]; 19],
    hex_neighbours: [[u8; 6]; 19],
    vertex_point: [Point; 54],
    vertex_hexes: [u32; 54],
    vertex_neighbours: [u64; 54],
    vertex_edges: [u128; 54],
    /// The up to three (edge, other end) of an intersection; `NONE` where there is no third.
    vertex_steps: [[(u8, u8); 3]; 54],
    edge_ends: [[u8; 2]; 72],
}

const fn find(points: &[Point; 54], x: i8, y: i8) -> usize {
    let mut v = 0;
    while points[v].x != x || points[v].y != y {
        v += 1;
    }
    v
}

static TABLES: Tables = const { build() };

/// All tables, each filled by a walk of its own. It is long because a constant is built without iterators and closures.
const fn build() -> Tables {
    let mut t = Tables {
        hex_point: [Point { x: 0, y: 0 }; 19],
        hex_vertices: [[0; 6]; 19],
        hex_edges: [[0; 6]; 19],
        hex_neighbours: [[NONE; 6]; 19],
        vertex_point: [Point { x: 0, y: 0 }; 54],
        vertex_hexes: [0; 54],
        vertex_neighbours: [0; 54],
        vertex_edges: [0; 54],
        vertex_steps: [[(NONE, NONE); 3]; 54],
        edge_ends: [[0; 2]; 72],
    };
    // Hexes by r, then q (CATAN-GEO-3).
    let mut h = 0;
    let mut r = -2i8;
    while r <= 2 {
        let mut q = -2i8;
        while q <= 2 {
            if -2 <= q + r && q + r <= 2 {
                t.hex_point[h] = Point { x: 2 * q + r, y: 3 * r };
                h += 1;
            }
            q += 1;
        }
        r += 1;
    }
    // Intersections by Y, then X (CATAN-GEO-5): walk all lattice points in that order, keep those that are corners.
    let mut v = 0;
    let mut y = -8i8;
    while y <= 8 {
        let mut x = -5i8;
        while x <= 5 {
            let mut hexes = 0u32;
            let mut h = 0;
            while h < 19 {
                let mut c = 0;
                while c < 6 {
                    if t.hex_point[h].x + CORNERS[c].0 == x && t.hex_point[h].y + CORNERS[c].1 == y {
                        hexes |= 1 << h;
                        t.hex_vertices[h][c] = v as u8;
                    }
                    c += 1;
                }
                h += 1;
            }
            if hexes != 0 {
                t.vertex_point[v] = Point { x, y };
                t.vertex_hexes[v] = hexes;
                v += 1;
            }
            x += 1;
        }
        y += 1;
    }
    // Two intersections are joined if they are next to each other around some hex (CATAN-GEO-6).
    let mut h = 0;
    while h < 19 {
        let mut c = 0;
        while c < 6 {
            let a = t.hex_vertices[h][c] as usize;
            let b = t.hex_vertices[h][(c + 1) % 6] as usize;
            t.vertex_neighbours[a] |= 1 << b;
            t.vertex_neighbours[b] |= 1 << a;
            c += 1;
        }
        h += 1;
    }
    let mut e = 0;
    let mut a = 0;
    while a < 54 {
        let mut b = a + 1;
        while b < 54 {
            if t.vertex_neighbours[a] >> b & 1 != 0 {
                t.edge_ends[e] = [a as u8, b as u8];
                t.vertex_edges[a] |= 1 << e;
                t.vertex_edges[b] |= 1 << e;
                let mut end = 0;
                while end < 2 {
                    let (from, to) = if end == 0 { (a, b) } else { (b, a) };
                    let mut slot = 0;
                    while t.vertex_steps[from][slot].0 != NONE {
                        slot += 1;
                    }
                    t.vertex_steps[from][slot] = (e as u8, to as u8);
                    end += 1;
                }
                e += 1;
            }
            b += 1;
        }
        a += 1;
    }
    let mut h = 0;
    while h < 19 {
        let mut side = 0;
        while side < 6 {
            let a = t.hex_vertices[h][side];
            let b = t.hex_vertices[h][(side + 1) % 6];
            let mut e = 0;
            while e < 72 {
                let ends = t.edge_ends[e];
                if (ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a) {
                    t.hex_edges[h][side] = e as u8;
                }
                e += 1;
            }
            let x = t.hex_point[h].x + TO_NEIGHBOUR[side].0;
            let y = t.hex_point[h].y + TO_NEIGHBOUR[side].1;
            let mut other = 0;
            while other < 19 {
                if t.hex_point[other].x == x && t.hex_point[other].y == y {
                    t.hex_neighbours[h][side] = other as u8;
                }
                other += 1;
            }
            side += 1;
        }
        h += 1;
    }
    assert!(v == 54 && e == 72);
    assert!(find(&t.vertex_point, 0, -2) == 18);
    t
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
        TABLES.hex_point[self.index()]
    }
    /// The six corners, clockwise from the top.
    #[must_use]
    #[inline]
    pub fn vertices(self) -> [VertexId; 6] {
        TABLES.hex_vertices[self.index()].map(VertexId)
    }
    /// The six corners as a set.
    #[must_use]
    pub fn vertex_set(self) -> VertexSet {
        self.vertices().into_iter().collect()
    }
    /// The path on one side.
    #[must_use]
    pub fn edge(self, side: Side) -> EdgeId {
        EdgeId(TABLES.hex_edges[self.index()][side as usize])
    }
    /// The six sides, clockwise from the upper right.
    #[must_use]
    pub fn edges(self) -> [EdgeId; 6] {
        TABLES.hex_edges[self.index()].map(EdgeId)
    }
    /// The hex beyond one side; `None` where the sea begins.
    #[must_use]
    pub fn neighbour(self, side: Side) -> Option<HexId> {
        HexId::new(TABLES.hex_neighbours[self.index()][side as usize] as usize)
    }
    /// The hexes that share a side (`CATAN-GEO-7`), at the offsets of `CATAN-GEO-2`.
    pub fn neighbours(self) -> impl Iterator<Item = HexId> {
        TABLES.hex_neighbours[self.index()].into_iter().filter_map(|h| HexId::new(h as usize))
    }
}

impl VertexId {
    /// The lattice point of this place.
    #[must_use]
    pub fn point(self) -> Point {
        TABLES.vertex_point[self.index()]
    }
    /// The one to three hexes it is a corner of.
    #[must_use]
    #[inline]
    pub fn hexes(self) -> HexSet {
        HexSet(TABLES.vertex_hexes[self.index()])
    }
    /// The two or three intersections one path away (`CATAN-GEO-7`).
    #[must_use]
    #[inline]
    pub fn neighbours(self) -> VertexSet {
        VertexSet(TABLES.vertex_neighbours[self.index()])
    }
    /// The two or three paths that end here.
    #[must_use]
    #[inline]
    pub fn edges(self) -> EdgeSet {
        EdgeSet(TABLES.vertex_edges[self.index()])
    }
    /// The two or three paths that end here, each with the intersection at its other end.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = (EdgeId, VertexId)> {
        TABLES.vertex_steps[self.index()]
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
        TABLES.edge_ends[self.index()].map(VertexId)
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
mod tests {
    use super::*;

    #[test]
    fn catan_geo_5_and_6_counts() {
        let touching = |n| VertexId::all().filter(|v| v.hexes().len() == n).count();
        assert_eq!((touching(3), touching(2), touching(1)), (24, 12, 18));
        let bordering = |n| EdgeId::all().filter(|e| e.hexes().len() == n).count();
        assert_eq!((bordering(2), bordering(1)), (42, 30));
    }

    #[test]
    fn catan_geo_2_neighbours_lie_at_the_six_offsets() {
        // In the order of `Side`: NE, E, SE, SW, W, NW.
        let offsets = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];
        let sides =
            [Side::NorthEast, Side::East, Side::SouthEast, Side::SouthWest, Side::West, Side::NorthWest];
        for hex in HexId::all() {
            let (q, r) = hex.axial();
            for (side, (dq, dr)) in sides.into_iter().zip(offsets) {
                assert_eq!(hex.neighbour(side), HexId::at(q + dq, r + dr), "{hex} {side:?}");
            }
        }
    }

    #[test]
    fn catan_geo_4_corners_are_shared_exactly_where_lattice_points_are() {
        let offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];
        for hex in HexId::all() {
            let (q, r) = hex.axial();
            assert_eq!(hex.point(), Point { x: 2 * q + r, y: 3 * r });
            for (vertex, (dx, dy)) in hex.vertices().into_iter().zip(offsets) {
                let point = Point { x: hex.point().x + dx, y: hex.point().y + dy };
                assert_eq!(vertex.point(), point);
                assert!(VertexId::all().all(|other| (other.point() == point) == (other == vertex)));
            }
        }
    }

    #[test]
    fn catan_geo_8_every_id_names_one_place() {
        let names: std::collections::BTreeSet<String> = HexId::all()
            .map(|hex| hex.to_string())
            .chain(VertexId::all().map(|vertex| vertex.to_string()))
            .chain(EdgeId::all().map(|edge| edge.to_string()))
            .collect();
        assert_eq!(names.len(), 19 + 54 + 72);
        for edge in EdgeId::all() {
            let [a, b] = edge.ends();
            assert_eq!(EdgeId::between(a, b), Some(edge));
            assert_eq!(edge.to_string().parse(), Ok(edge));
        }
    }

    #[test]
    fn paths_parse_both_ways() {
        assert_eq!("17-22".parse::<EdgeId>(), Ok(EdgeId(25)));
        assert_eq!("22-17".parse::<EdgeId>(), Ok(EdgeId(25)));
        assert_eq!("P25".parse::<EdgeId>(), Ok(EdgeId(25)));
        for wrong in ["P72", "P", "17-18", "17-17", "-", "P+1", "I3", "H9"] {
            assert!(wrong.parse::<EdgeId>().is_err(), "{wrong}");
        }
    }
}
