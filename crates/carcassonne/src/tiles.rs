//! The tiles of all three games, as the rulebook's data has them.
//!
//! The tables are made from `rulebook/tiles/*.json` when the crate is built, and checked on the way; the totals of
//! `CARC-COMP-5` follow from them, and symbols of other expansions are not in them (`CARC-COMP-6`). A tile is
//! described in one fixed orientation; turning it clockwise by a quarter moves its north edge to the east.
//!
//! ```text
//!          Nw   N   Ne            the ring: twelve contacts clockwise from the north-west,
//!        +----+---+----+          of each edge the first half, the middle and the second half
//!     Wn |             | En
//!      W |             | E        of a city edge all three belong to the city, of a field edge to
//!     Ws |             | Es       the field; of a road edge the middle belongs to the road and each
//!        +----+---+----+          half to a field
//!          Sw   S   Se
//! ```

use self::described::registry;
use crate::bits::bits;
use game::ParseError;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

pub mod described;
mod kinds;
mod row;

pub(crate) use kinds::Described;
pub use kinds::Kinds;

mod tables;

/// The look of each kind of Mayflower; a described tile with the same look is a twin.
pub(crate) const MAYFLOWER_LOOKS: &[&str] = &tables::LOOKS;

/// A kind of tile: all copies of it in a box are alike. Text form: its id in the tile data, `V` or `TB-01`.
///
/// The kinds of the boxes are numbered first; those that somebody described ([`crate::described`]) follow in the order in which
/// this process met them. Kinds are sorted by their numbers, described ones by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileKind(u16);

/// The print of a tile, and the number of its copies in the box.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tile {
    id: &'static str,
    copies: u8,
    segments: &'static [SegmentData],
    /// By rotation: which segment each contact of the ring belongs to.
    rings: [[u8; 12]; 4],
    /// By rotation: the terrain of the edges, 1 to 3; 0 for a side of a start space that nothing can touch.
    edges: [[u8; 4]; 4],
    shape: Shape,
}

/// The facts about a tile that every placement needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Shape {
    /// Whether it has two roads or two cities, which may belong to the same feature.
    pub(crate) counts_twice: bool,
    /// Its cities and roads.
    pub(crate) buildings: SegmentSet,
    /// Its monastery.
    pub(crate) monastery: SegmentSet,
    /// Its fields.
    pub(crate) fields: SegmentSet,
    /// The segments that are visible on it, as bits: all, but on a start space only some of the board's.
    shows: u16,
}

impl Shape {
    /// Cities and roads, and the monastery.
    #[inline]
    pub(crate) const fn standing(self) -> SegmentSet {
        self.buildings.union(self.monastery)
    }

    /// All segments.
    #[inline]
    pub(crate) const fn all(self) -> SegmentSet {
        self.standing().union(self.fields)
    }
}

/// One connected part of one feature on one tile (`CARC-TERM-2`). It keeps its name when the tile is turned. Text form:
/// `c1` for a city, `r2` for a road, `m` for the monastery, `farm` for Mayflower's farm, `f1` for a field; `b1`, `br1` and
/// `bf1` for what is printed on Mayflower's start board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Segment(u8);

/// The kind of feature that a segment is part of. Mayflower calls them town, road, farm and plain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SegmentKind {
    /// A road.
    Road,
    /// A city; in Mayflower a town.
    City,
    /// A monastery; in Mayflower a farm.
    Monastery,
    /// A field; in Mayflower a plain.
    Field,
}

/// The print of one segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SegmentData {
    /// Its name on the tile: `c1`.
    pub id: Segment,
    /// The kind of feature it is part of.
    pub kind: SegmentKind,
    /// Edges by which a road or city goes on.
    pub open: u8,
    /// Tiles it covers: 1, more only for what is printed over several start spaces.
    pub tiles: u8,
    /// Coats of arms, flags, trading posts or animals.
    pub symbols: u8,
    /// Its goods symbol.
    pub good: Option<Good>,
    /// The city segments of the same tile that a field borders, as bits (`CARC-FIELD-3`).
    pub borders: u8,
    /// The end of a road with one contact on this tile.
    pub end: Option<RoadEnd>,
    /// The other road that a road passes over by a bridge.
    pub over: Option<u8>,
}

/// The closing end of a road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoadEnd {
    /// A crossing of three or four roads.
    Junction,
    /// The monastery of the tile; in Mayflower its farm.
    Monastery,
    /// A house.
    House,
    /// This city segment of the tile.
    City(u8),
    /// The sea.
    Coast,
}

/// Trade goods (`TB-TERM-1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Good {
    /// Wine, 9 tokens.
    Wine,
    /// Grain, 6 tokens.
    Grain,
    /// Cloth, 5 tokens.
    Cloth,
}

impl Good {
    /// All kinds.
    pub const ALL: [Good; 3] = [Good::Wine, Good::Grain, Good::Cloth];

    /// The name: `wine`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Good::Wine => "wine",
            Good::Grain => "grain",
            Good::Cloth => "cloth",
        }
    }
}

/// The terrain that an edge of a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// A field, or plain.
    Field = 1,
    /// A road with a field on both sides.
    Road = 2,
    /// A city, or town.
    City = 3,
}

/// Quarter turns clockwise. Text form: `r0` to `r3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// All four.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// Returns the rotation by this number of quarter turns clockwise; full turns count for nothing.
    #[must_use]
    pub const fn new(quarters: usize) -> Rotation {
        Rotation((quarters % 4) as u8)
    }

    /// Quarter turns, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl FromStr for Rotation {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Rotation, ParseError> {
        let found = Rotation::ALL.into_iter().find(|rotation| rotation.to_string() == text);
        found.ok_or_else(|| ParseError::unknown(text, "a rotation", "it is r0, r1, r2 or r3"))
    }
}

game::id_set! {
    /// Some of the four rotations.
    RotationSet(u8), RotationIter, Rotation
}

impl RotationSet {
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> RotationSet {
        RotationSet(bits & 15)
    }

    /// The rotation number `n` of them, in ascending order.
    #[must_use]
    #[inline]
    pub fn get(self, n: usize) -> Option<Rotation> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        (bits != 0).then(|| Rotation(bits.trailing_zeros() as u8))
    }
}

impl TileKind {
    /// The number of kinds, with the start spaces of Mayflower and without described kinds.
    pub const COUNT: usize = tables::KINDS;
    /// The greatest number of kinds, with those that are described: every [`TileKind::number`] is less.
    pub const ROOM: usize = TileKind::COUNT + registry::ROOM;
    /// The start tile of the base game (`CARC-SETUP-1`).
    pub const START: TileKind = TileKind(tables::START);

    /// The start space of this number of Mayflower's board, 1 for the northernmost (`MAY-COMP-4`).
    ///
    /// # Panics
    /// If there is no such space.
    #[must_use]
    pub const fn coast(space: usize) -> TileKind {
        assert!(1 <= space && space <= TileKind::COAST_SPACES, "the coast has ten start spaces");
        TileKind(tables::COAST.0 + space as u16 - 1)
    }

    /// The number of start spaces on Mayflower's board.
    pub const COAST_SPACES: usize = (tables::COAST.1 - tables::COAST.0) as usize;
    /// The number of segments printed on Mayflower's board; they may cover several start spaces.
    pub const COAST_SEGMENTS: usize = tables::COAST_SEGMENTS as usize;

    /// Whether this is a start space of Mayflower, and no tile.
    #[must_use]
    #[inline]
    pub const fn is_coast(self) -> bool {
        self.0.wrapping_sub(tables::COAST.0) < tables::COAST.1 - tables::COAST.0
    }

    /// Whether somebody described it, so that it is in no list of the rulebook.
    #[must_use]
    #[inline]
    pub const fn is_described(self) -> bool {
        self.0 as usize >= TileKind::COUNT
    }

    /// Whether it belongs to Mayflower: its start spaces and what somebody described too.
    #[must_use]
    pub const fn is_mayflower(self) -> bool {
        self.0 >= tables::MAYFLOWER.0
    }

    /// The kind of this number among all.
    pub(crate) const fn from_number(number: usize) -> TileKind {
        assert!(number < TileKind::ROOM);
        TileKind(number as u16)
    }

    /// Its number among all kinds.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The row of a kind that is in the tables.
    const fn printed(self) -> &'static Tile {
        &tables::TILES[self.0 as usize]
    }

    #[inline]
    fn row(self) -> &'static Tile {
        match tables::TILES.get(usize::from(self.0)) {
            Some(row) => row,
            None => &registry::row(self).tile,
        }
    }

    /// The print on a kind that is in the tables.
    pub(crate) const fn printed_segments(self) -> &'static [SegmentData] {
        self.printed().segments
    }

    /// Its id in the tile data.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// Returns the number of copies in the box, the start tile included.
    #[must_use]
    #[inline]
    pub fn copies(self) -> u8 {
        self.row().copies
    }

    /// Returns the segments printed on it: cities, roads, monastery or farm, fields.
    #[must_use]
    #[inline]
    pub fn segments(self) -> &'static [SegmentData] {
        self.row().segments
    }

    /// The index of the segment with this name among [`TileKind::segments`].
    #[must_use]
    #[inline]
    pub fn index_of(self, segment: Segment) -> Option<usize> {
        self.segments().iter().position(|data| data.id == segment)
    }

    /// The index of the monastery, in Mayflower of the farm.
    #[must_use]
    pub fn monastery(self) -> Option<usize> {
        self.row().shape.monastery.get(0)
    }

    /// Returns the segment that each contact of the ring belongs to when the tile is turned by `rotation`: clockwise from the
    /// north-west, of each edge the first half, the middle and the second half.
    #[must_use]
    #[inline]
    pub fn ring(self, rotation: Rotation) -> &'static [u8; 12] {
        &self.row().rings[rotation.index()]
    }

    /// Whether the tile looks the same in both rotations, and so does everything that can be done with it.
    #[must_use]
    pub fn looks_alike(self, one: Rotation, other: Rotation) -> bool {
        let (one, other) = (self.ring(one), self.ring(other));
        let segments = self.segments();
        let twin = |at: usize| (one[at], other[at]);
        (0..12).all(|at| {
            let (a, b) = (&segments[usize::from(one[at])], &segments[usize::from(other[at])]);
            let same = a.kind == b.kind
                && a.symbols == b.symbols
                && a.good == b.good
                && a.over.is_some() == b.over.is_some();
            // What is connected in the one is connected in the other.
            same && (0..12).all(|near| (twin(near).0 == twin(at).0) == (twin(near).1 == twin(at).1))
        })
    }

    /// Returns the terrains of the edges when the tile is turned by `rotation`, from the north on; `None` for a side of a start
    /// space that nothing can touch.
    #[must_use]
    pub fn edges(self, rotation: Rotation) -> [Option<Terrain>; 4] {
        self.row().edges[rotation.index()].map(|terrain| match terrain {
            1 => Some(Terrain::Field),
            2 => Some(Terrain::Road),
            3 => Some(Terrain::City),
            _ => None,
        })
    }

    /// Whether the segment with this index is to be seen on it: on a start space only some of the board's are.
    #[must_use]
    pub fn shows(self, index: usize) -> bool {
        self.row().shape.shows >> index & 1 == 1
    }

    #[inline]
    pub(crate) fn shape(self) -> Shape {
        self.row().shape
    }

    /// The edges as numbers, 1 to 3, for signatures.
    #[inline]
    pub(crate) fn edge_codes(self, rotation: Rotation) -> &'static [u8; 4] {
        &self.row().edges[rotation.index()]
    }

    /// For every signature of a place, the rotations in which the tile fits there.
    #[inline]
    pub(crate) fn fits(self) -> &'static [u8; 256] {
        match tables::FITS.get(usize::from(self.0)) {
            Some(fits) => fits,
            None => &registry::row(self).fits,
        }
    }
}

impl Ord for TileKind {
    fn cmp(&self, other: &TileKind) -> Ordering {
        if self.is_described() && other.is_described() {
            return (self.id(), self.0).cmp(&(other.id(), other.0));
        }
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for TileKind {
    fn partial_cmp(&self, other: &TileKind) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Debug for TileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The kind of the tables that is called so.
fn printed_as(id: &str) -> Option<TileKind> {
    (0..tables::COAST.0).map(TileKind).find(|kind| kind.id() == id)
}

/// Whether a kind of the boxes is called so.
pub(crate) fn is_printed(id: &str) -> bool {
    printed_as(id).is_some()
}

impl FromStr for TileKind {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<TileKind, ParseError> {
        printed_as(text).or_else(|| registry::called(text)).ok_or_else(|| {
            ParseError::unknown(
                text,
                "a tile",
                "tiles are called A to X, TB-01 to TB-24, or MF-01a and so on",
            )
        })
    }
}

/// The prefixes of segment names.
const PREFIXES: [&str; 8] = ["c", "r", "m", "farm", "f", "b", "br", "bf"];

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIXES[usize::from(self.0 >> 4)])?;
        match self.0 & 15 {
            0 => Ok(()),
            number => write!(f, "{number}"),
        }
    }
}

impl fmt::Debug for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Segment {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Segment, ParseError> {
        let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = match &text[letters.len()..] {
            "" => Some(0),
            digits => digits.parse::<u8>().ok().filter(|number| (1..=9).contains(number)),
        };
        let prefix = PREFIXES.iter().position(|&prefix| prefix == letters);
        match (prefix, number) {
            // Of monastery and farm there is one; everything else is numbered.
            (Some(prefix @ (2 | 3)), Some(0)) => Ok(Segment((prefix << 4) as u8)),
            (Some(prefix @ (0 | 1 | 4..)), Some(number @ 1..)) => Ok(Segment((prefix << 4) as u8 | number)),
            _ => Err(ParseError::unknown(text, "a segment", "segments are called c1, r1, f1, m or farm")),
        }
    }
}

/// Some segments of one tile, by their index among its [`TileKind::segments`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SegmentSet(u16);

impl SegmentSet {
    /// None.
    pub const EMPTY: SegmentSet = SegmentSet(0);

    /// Whether the segment with this index is among them.
    #[must_use]
    #[inline]
    pub const fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// With the segment of this index, if `included`.
    #[must_use]
    #[inline]
    pub const fn with_if(self, index: usize, included: bool) -> SegmentSet {
        SegmentSet(self.0 | (included as u16) << index)
    }

    /// Returns the number of segments.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The index number `n` of them, in ascending order.
    #[must_use]
    #[inline]
    pub fn get(self, n: usize) -> Option<usize> {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }

    /// All that are in either.
    #[must_use]
    #[inline]
    pub const fn union(self, other: SegmentSet) -> SegmentSet {
        SegmentSet(self.0 | other.0)
    }

    /// All that are in both.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: SegmentSet) -> SegmentSet {
        SegmentSet(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The indices in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        bits(self.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carc_comp_1_and_5_the_base_game_has_these_tiles() {
        assert_eq!((Kinds::BASE.len(), Kinds::BASE.tiles()), (24, 72));
        let of = |kind: SegmentKind| -> usize {
            let has = |tile: &TileKind| tile.segments().iter().any(|segment| segment.kind == kind);
            Kinds::BASE.iter().filter(has).map(|tile| usize::from(tile.copies())).sum()
        };
        assert_eq!(
            [SegmentKind::Monastery, SegmentKind::City, SegmentKind::Road, SegmentKind::Field].map(of),
            [6, 44, 45, 71]
        );
        assert_eq!(TileKind::START.id(), "D");
    }

    #[test]
    fn tb_comp_1_and_may_comp_1_the_other_boxes() {
        assert_eq!((Kinds::TRADERS_AND_BUILDERS.len(), Kinds::TRADERS_AND_BUILDERS.tiles()), (48, 96));
        assert_eq!(Kinds::MAYFLOWER.tiles(), 95);
        assert_eq!((TileKind::COAST_SPACES, TileKind::COAST_SEGMENTS), (10, 11));
        let west: Vec<Option<Terrain>> =
            (1..=10).map(|space| TileKind::coast(space).edges(Rotation::default())[3]).collect();
        use Terrain::{City as C, Field as F, Road as R};
        assert_eq!(west, [F, C, F, R, C, F, R, F, C, F].map(Some));
    }

    #[test]
    fn segments_read_as_they_are_written() {
        for kind in (0..tables::COAST.1).map(TileKind) {
            for (index, segment) in kind.segments().iter().enumerate() {
                assert_eq!(segment.id.to_string().parse(), Ok(segment.id));
                assert_eq!(kind.index_of(segment.id), Some(index), "{kind}");
            }
        }
        for wrong in ["", "c", "c0", "m1", "x1", "f10", "1"] {
            assert!(wrong.parse::<Segment>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn carc_tile_1_turning_moves_edges_and_contacts_clockwise() {
        let v: TileKind = "V".parse().unwrap();
        assert_eq!(v.to_string(), "V");
        for quarters in 0..4 {
            let (edges, next) = (v.edges(Rotation::new(quarters)), v.edges(Rotation::new(quarters + 1)));
            let (ring, turned) = (v.ring(Rotation::new(quarters)), v.ring(Rotation::new(quarters + 1)));
            assert!((0..4).all(|side| edges[side] == next[(side + 1) % 4]));
            assert!((0..12).all(|at| ring[at] == turned[(at + 3) % 12]));
        }
    }
}
