//! The land: tiles on the table, how their segments grow together into features, and the figures on them.
//!
//! This is the machinery that the three games share. It knows tiles, edges and figures, but no points, no turns and no
//! supplies.
//!
//! ```text
//! grid      place → where to look for it           one byte a place, without borders: the table is wrapped so
//! tiles     in the order they were placed          widely that two places in use never meet
//! spots     empty places beside tiles, with what their neighbours show (two bits a side)
//! labels    segment → feature                      a feature is named by one of its segments
//! features  feature → open edges, tiles, symbols, figures
//! ```
//!
//! A segment is numbered through the whole table: the tile's first number plus its index on the tile. Joining features
//! relabels the segments of one of them, so that asking for a feature is one look-up.

use crate::{Cell, Kinds, Place, Rotation, RotationSet, SegmentKind, TileKind};
use game::{Seat, SeatSet};
use std::fmt::Debug;

/// An array of a length that depends on the game.
pub trait Store<T>: AsRef<[T]> + AsMut<[T]> + Copy + PartialEq + Debug {
    /// The array with this value everywhere.
    fn filled(value: T) -> Self;
}

impl<T: Copy + PartialEq + Debug, const N: usize> Store<T> for [T; N] {
    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

/// How much room a game takes: which tiles its box holds, and arrays long enough for them.
pub trait Extent: Copy + PartialEq + Debug + 'static {
    /// The tiles in the box.
    const KINDS: Kinds;
    /// The length of [`Extent::Grid`]. With the stride it makes a wrapped table on which two places are told apart as
    /// long as they are fewer than `STRIDE` steps from each other; connected tiles and the places beside them always
    /// are.
    const CELLS: usize;
    /// How far apart rows are in the grid.
    const STRIDE: usize;
    /// One byte for every place.
    type Grid: Store<u8>;
    /// Tiles on the table, start spaces included.
    type Tiles: Store<PlacedTile>;
    /// Places beside them: `n` tiles have at most `2 n + 2`, as in a straight line.
    type Spots: Store<Spot>;
    /// The same places with rotations, for lists of what is legal.
    type Fits: Store<Fit>;
    /// Segments of all tiles.
    type Labels: Store<u16>;
    /// As many features as segments.
    type Features: Store<Feature>;
    /// How many of each kind.
    type Counts: Store<u8>;
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub kind: TileKind,
    /// How it is turned.
    pub rotation: Rotation,
    /// The figure on it: at most one, as at most one is deployed on a tile when it is placed.
    pub figure: Option<PlacedFigure>,
    /// The number of its first segment.
    first: u16,
}

/// A figure on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedFigure {
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub figure: Figure,
    /// The index of the segment it stands on.
    pub index: u8,
}

/// The figures of these games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// A meeple (`CARC-TERM-10`), in Mayflower a settler (`MAY-TERM-11`): the only figure that counts for a majority.
    Follower,
    /// The builder (`TB-TERM-3`).
    Builder,
    /// The pig (`TB-TERM-4`).
    Pig,
}

impl Figure {
    /// All figures.
    pub const ALL: [Figure; 3] = [Figure::Follower, Figure::Builder, Figure::Pig];
}

/// An empty place beside a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    cell: Cell,
    /// What the neighbours show, two bits a side from the north on; 0 where there is none.
    signature: u8,
}

/// A place and the rotations in which a tile fits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// Where.
    pub cell: Cell,
    /// How.
    pub rotations: RotationSet,
}

/// What is known of a feature (`CARC-TERM-3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feature {
    /// Followers by seat, four bits each; from bit 24 on, seats with another figure here.
    figures: u32,
    /// Open edges: a road or city with none is completed (`CARC-ROAD-1`, `CARC-CITY-1`).
    open: u8,
    /// Segments that count as tiles; a tile may be among them twice.
    tiles: u8,
    /// Coats of arms, flags, trading posts or animals.
    symbols: u8,
    kind: u8,
}

/// Names a feature: the number of one of its segments. It may change when a tile is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FeatureId(u16);

impl FeatureId {
    /// The number, below the number of segments in the box.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Feature {
    /// Followers of a seat on it.
    #[must_use]
    #[inline]
    pub const fn followers(self, seat: Seat) -> u8 {
        (self.figures >> (4 * seat.index()) & 15) as u8
    }

    /// Whether any figure stands on it (`CARC-MEEPLE-3`).
    #[must_use]
    #[inline]
    pub const fn is_occupied(self) -> bool {
        self.figures != 0
    }

    /// Open edges.
    #[must_use]
    #[inline]
    pub const fn open(self) -> u8 {
        self.open
    }

    /// Coats of arms, flags, trading posts or animals, counted one by one (`CARC-FEAT-5`).
    #[must_use]
    #[inline]
    pub const fn symbols(self) -> u8 {
        self.symbols
    }

    /// What it is.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> SegmentKind {
        match self.kind {
            0 => SegmentKind::Road,
            1 => SegmentKind::City,
            2 => SegmentKind::Monastery,
            _ => SegmentKind::Field,
        }
    }

    /// Who has the most followers here, ties included (`CARC-TERM-18`, `CARC-SCORE-4`); nobody if there are none.
    #[must_use]
    pub fn majority(self) -> SeatSet {
        let most = Seat::first(Seat::MAX).map(|seat| self.followers(seat)).max().unwrap_or(0);
        if most == 0 {
            return SeatSet::EMPTY;
        }
        Seat::first(Seat::MAX).filter(|&seat| self.followers(seat) == most).collect()
    }
}

const NOWHERE: PlacedTile = PlacedTile {
    cell: Cell::new(0, 0),
    kind: TileKind::START,
    rotation: Rotation::new(0),
    figure: None,
    first: 0,
};

/// The table with everything on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Land<E: Extent> {
    grid: E::Grid,
    tiles: E::Tiles,
    spots: E::Spots,
    labels: E::Labels,
    features: E::Features,
    /// Tiles with a figure.
    figures: u128,
    /// Tiles with two roads or two cities, which a feature may count twice.
    double: u128,
    /// Monasteries that are not completed.
    monasteries: u128,
    tiles_len: u8,
    spots_len: u8,
    segments_len: u16,
}

impl<E: Extent> Land<E> {
    /// An empty table.
    pub(crate) fn empty() -> Land<E> {
        Land {
            grid: E::Grid::filled(0),
            tiles: E::Tiles::filled(NOWHERE),
            spots: E::Spots::filled(Spot::default()),
            labels: E::Labels::filled(0),
            features: E::Features::filled(Feature::default()),
            figures: 0,
            double: 0,
            monasteries: 0,
            tiles_len: 0,
            spots_len: 0,
            segments_len: 0,
        }
    }

    /// The tiles in the order they were placed; Mayflower's start spaces come first.
    #[must_use]
    #[inline]
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles.as_ref()[..usize::from(self.tiles_len)]
    }

    /// The tile placed last.
    #[inline]
    pub(crate) fn last(&self) -> usize {
        usize::from(self.tiles_len) - 1
    }

    /// Where a place is in the grid.
    #[inline]
    fn slot(cell: Cell) -> usize {
        let (x, y) = (i32::from(cell.x) + 128, i32::from(cell.y) + 128);
        (x as usize + y as usize * E::STRIDE) % E::CELLS
    }

    /// The place beside a slot of the grid.
    #[inline]
    fn slot_beside(slot: usize, side: usize) -> usize {
        let step = [E::CELLS - E::STRIDE, 1, E::STRIDE, E::CELLS - 1][side];
        let next = slot + step;
        if next >= E::CELLS { next - E::CELLS } else { next }
    }

    /// The number of the tile that lies there. What the grid says holds for a tile or for a spot; whichever of the two
    /// lies at this place is meant.
    #[inline]
    fn tile_in(&self, slot: usize, cell: Cell) -> Option<usize> {
        let number = self.grid.as_ref()[slot];
        let is_here = number < self.tiles_len && self.tiles.as_ref()[usize::from(number)].cell == cell;
        is_here.then_some(usize::from(number))
    }

    #[inline]
    fn spot_in(&self, slot: usize, cell: Cell) -> Option<usize> {
        let number = self.grid.as_ref()[slot];
        let is_here = number < self.spots_len && self.spots.as_ref()[usize::from(number)].cell == cell;
        is_here.then_some(usize::from(number))
    }

    /// The number of the tile on this place.
    #[must_use]
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<usize> {
        self.tile_in(Self::slot(cell), cell)
    }

    /// The empty places beside tiles where a tile may lie, in no particular order.
    pub fn places(&self) -> impl Iterator<Item = Cell> + '_ {
        self.spots().iter().map(|spot| spot.cell)
    }

    #[inline]
    fn spots(&self) -> &[Spot] {
        &self.spots.as_ref()[..usize::from(self.spots_len)]
    }

    /// The rotations in which a tile fits on a place; none where no tile may lie (`CARC-TILE-2`, `CARC-TILE-3`).
    #[must_use]
    pub fn rotations(&self, kind: TileKind, cell: Cell) -> RotationSet {
        match self.spot_in(Self::slot(cell), cell) {
            None => RotationSet::EMPTY,
            Some(spot) => RotationSet::from_bits(kind.fits()[usize::from(self.spots()[spot].signature)]),
        }
    }

    /// Whether a tile fits anywhere.
    #[must_use]
    #[inline]
    pub fn fits_somewhere(&self, kind: TileKind) -> bool {
        let fits = kind.fits();
        self.spots().iter().any(|spot| fits[usize::from(spot.signature)] != 0)
    }

    /// All places where a tile fits: how many places, how many placements, and the places with their rotations.
    #[inline]
    pub(crate) fn fits(&self, kind: TileKind) -> (E::Fits, u8, u16) {
        let table = kind.fits();
        let mut fits = E::Fits::filled(Fit::default());
        let (mut len, mut placements) = (0, 0);
        let list = fits.as_mut();
        for spot in self.spots() {
            let rotations = RotationSet::from_bits(table[usize::from(spot.signature)]);
            // Stored always, kept only where something fits: nothing here is hard to predict.
            list[len] = Fit { cell: spot.cell, rotations };
            len += usize::from(!rotations.is_empty());
            placements += rotations.len();
        }
        (fits, len as u8, placements as u16)
    }

    /// The spot number `n`: its place and the rotations in which a tile fits there.
    #[inline]
    pub(crate) fn fit(&self, kind: TileKind, n: usize) -> Fit {
        let spot = self.spots()[n];
        Fit { cell: spot.cell, rotations: RotationSet::from_bits(kind.fits()[usize::from(spot.signature)]) }
    }

    #[inline]
    pub(crate) fn spots_len(&self) -> usize {
        usize::from(self.spots_len)
    }

    /// The feature that a segment of a tile belongs to.
    #[must_use]
    #[inline]
    pub fn feature_of(&self, tile: usize, index: usize) -> FeatureId {
        let first = usize::from(self.tiles()[tile].first);
        FeatureId(self.labels.as_ref()[first + index])
    }

    /// The feature at a place; `None` if no tile lies there or it has no such segment.
    #[must_use]
    pub fn feature_at(&self, place: Place) -> Option<FeatureId> {
        let tile = self.tile_at(place.cell)?;
        let index = self.tiles()[tile].kind.index_of(place.segment)?;
        Some(self.feature_of(tile, index))
    }

    /// What is known of a feature.
    #[must_use]
    #[inline]
    pub fn feature(&self, id: FeatureId) -> Feature {
        self.features.as_ref()[usize::from(id.0)]
    }

    /// Every feature with its name, in the order of the segments that name them.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, Feature)> + '_ {
        let labels = &self.labels.as_ref()[..usize::from(self.segments_len)];
        let own = labels.iter().enumerate().filter(|(number, label)| *number == usize::from(**label));
        own.map(|(_, &label)| (FeatureId(label), self.features.as_ref()[usize::from(label)]))
    }

    /// The segments of a feature: number of the tile, index on the tile. What is printed over several start spaces is
    /// named on each of them.
    pub fn segments_of(&self, id: FeatureId) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.tiles().iter().enumerate().flat_map(move |(tile, placed)| {
            let indices = 0..placed.kind.segments().len();
            let is_of = move |&index: &usize| placed.kind.shows(index) && self.feature_of(tile, index) == id;
            indices.filter(is_of).map(move |index| (tile, index))
        })
    }

    /// The different tiles of a road or city: a tile counts once, however many of its segments belong to it
    /// (`CARC-FEAT-5`). Start spaces count as what is printed over them.
    #[must_use]
    pub fn tile_count(&self, id: FeatureId) -> u8 {
        let counted = self.feature(id).tiles;
        let mut twice = 0;
        for tile in bits(self.double) {
            let segments = self.tiles()[tile].kind.segments().len();
            let here = (0..segments).filter(|&index| self.feature_of(tile, index) == id).count();
            twice += here.saturating_sub(1);
        }
        counted - twice as u8
    }

    /// Tiles with figures on them, as numbers.
    pub(crate) fn tiles_with_figures(&self) -> impl Iterator<Item = usize> + use<E> {
        bits(self.figures)
    }

    /// Every figure on the table with the number of its tile, in the order of tiles.
    pub fn figures(&self) -> impl Iterator<Item = (usize, PlacedFigure)> + '_ {
        bits(self.figures).filter_map(|tile| Some((tile, self.tiles()[tile].figure?)))
    }

    /// The monasteries that are not completed, as numbers of tiles.
    pub(crate) fn open_monasteries(&self) -> impl Iterator<Item = usize> + use<E> {
        bits(self.monasteries)
    }

    /// Tiles around a place, corners included: 8 complete a monastery (`CARC-MON-1`).
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> u8 {
        cell.around().filter(|&near| self.tile_at(near).is_some()).count() as u8
    }

    pub(crate) fn complete_monastery(&mut self, tile: usize) {
        self.monasteries &= !(1 << tile);
    }

    /// The place of a segment by its name.
    #[must_use]
    pub fn place_of(&self, tile: usize, index: usize) -> Place {
        let tile = &self.tiles()[tile];
        Place { cell: tile.cell, segment: tile.kind.segments()[index].id }
    }

    /// Puts a tile on the table and joins it with its neighbours (`CARC-FEAT-1`, `CARC-FEAT-4`). The caller knows that
    /// it fits; `may_lie` says where tiles may lie at all.
    #[inline]
    pub(crate) fn place(
        &mut self,
        kind: TileKind,
        rotation: Rotation,
        cell: Cell,
        may_lie: impl Fn(Cell) -> bool,
    ) {
        let first = self.segments_len;
        self.add_segments(kind);
        self.add_tile(PlacedTile { cell, kind, rotation, figure: None, first }, may_lie, true);
    }

    /// Puts up Mayflower's start spaces, which share the segments printed on the board.
    pub(crate) fn place_coast(&mut self, may_lie: impl Fn(Cell) -> bool + Copy) {
        self.add_segments(TileKind::coast(1));
        for space in 1..=TileKind::COAST_SPACES {
            let (kind, cell) = (TileKind::coast(space), Cell::new(0, space as i8));
            let tile = PlacedTile { cell, kind, rotation: Rotation::default(), figure: None, first: 0 };
            self.add_tile(tile, may_lie, false);
        }
    }

    /// New features for the segments of a tile, before it is joined with anything.
    #[inline]
    fn add_segments(&mut self, kind: TileKind) {
        let first = usize::from(self.segments_len);
        let segments = kind.segments();
        for (index, data) in segments.iter().enumerate() {
            self.labels.as_mut()[first + index] = (first + index) as u16;
            self.features.as_mut()[first + index] = Feature {
                figures: 0,
                open: data.open,
                tiles: data.tiles,
                symbols: data.symbols,
                kind: data.kind as u8,
            };
        }
        self.segments_len += segments.len() as u16;
    }

    #[inline]
    fn add_tile(&mut self, tile: PlacedTile, may_lie: impl Fn(Cell) -> bool, joins: bool) {
        let number = self.tiles_len;
        let slot = Self::slot(tile.cell);
        if let Some(spot) = self.spot_in(slot, tile.cell) {
            self.remove_spot(spot);
        }
        self.tiles.as_mut()[usize::from(number)] = tile;
        self.tiles_len += 1;
        self.grid.as_mut()[slot] = number;
        let shape = tile.kind.shape();
        self.double |= u128::from(shape.counts_twice) << number;
        self.monasteries |= u128::from(shape.has_monastery) << number;

        let ring = tile.kind.ring(tile.rotation);
        for (side, &code) in tile.kind.edge_codes(tile.rotation).iter().enumerate() {
            let (beside, slot) = (tile.cell.beside(side), Self::slot_beside(slot, side));
            if let Some(spot) = self.spot_in(slot, beside) {
                self.spots.as_mut()[spot].signature |= code << (2 * (side ^ 2));
            } else if let Some(other) = self.tile_in(slot, beside) {
                if joins {
                    let other = self.tiles()[other];
                    let theirs = other.kind.ring(other.rotation);
                    let (near, far) = (3 * side, 3 * (side ^ 2));
                    let (mine, others) = (tile.first, other.first);
                    let join = |own: u8, their: u8| (mine + u16::from(own), others + u16::from(their));
                    self.join(join(ring[near + 1], theirs[far + 1]), mine, code != 1);
                    if code == 2 {
                        self.join(join(ring[near], theirs[far + 2]), mine, false);
                        self.join(join(ring[near + 2], theirs[far]), mine, false);
                    }
                }
            } else if code != 0 && may_lie(beside) {
                self.grid.as_mut()[slot] = self.spots_len;
                self.spots.as_mut()[usize::from(self.spots_len)] =
                    Spot { cell: beside, signature: code << (2 * (side ^ 2)) };
                self.spots_len += 1;
            }
        }
    }

    #[inline]
    fn remove_spot(&mut self, spot: usize) {
        self.spots_len -= 1;
        let last = usize::from(self.spots_len);
        let moved = self.spots.as_ref()[last];
        self.spots.as_mut()[spot] = moved;
        self.grid.as_mut()[Self::slot(moved.cell)] = spot as u8;
        self.spots.as_mut()[last] = Spot::default();
    }

    /// Two segments touch: a new one, from number `first` on, and an old one. `closes` if an open edge of each is
    /// closed by that.
    #[inline]
    fn join(&mut self, (new, old): (u16, u16), first: u16, closes: bool) {
        let labels = self.labels.as_mut();
        let (from, to) = (labels[usize::from(new)], labels[usize::from(old)]);
        let features = self.features.as_mut();
        let closed = u8::from(closes);
        if from == to {
            features[usize::from(to)].open -= 2 * closed;
            return;
        }
        let joined = features[usize::from(from)];
        let feature = &mut features[usize::from(to)];
        feature.figures += joined.figures;
        feature.open = feature.open + joined.open - 2 * closed;
        feature.tiles += joined.tiles;
        feature.symbols += joined.symbols;
        features[usize::from(from)] = Feature::default();
        let len = usize::from(self.segments_len);
        // A feature that is new with this tile has segments on this tile only.
        let start = if from >= first { usize::from(first) } else { 0 };
        for label in &mut labels[start..len] {
            *label = if *label == from { to } else { *label };
        }
    }

    /// Puts a figure on a segment.
    pub(crate) fn deploy(&mut self, tile: usize, figure: PlacedFigure) {
        let id = self.feature_of(tile, usize::from(figure.index));
        let feature = &mut self.features.as_mut()[usize::from(id.0)];
        match figure.figure {
            Figure::Follower => feature.figures += 1 << (4 * figure.seat.index()),
            Figure::Builder | Figure::Pig => feature.figures |= 1 << (24 + figure.seat.index()),
        }
        self.tiles.as_mut()[tile].figure = Some(figure);
        self.figures |= 1 << tile;
    }

    /// Takes the figure of a tile off the table.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn take(&mut self, tile: usize) -> PlacedFigure {
        let figure = self.tiles.as_mut()[tile].figure.take().expect("a figure stands there");
        let id = self.feature_of(tile, usize::from(figure.index));
        let feature = &mut self.features.as_mut()[usize::from(id.0)];
        match figure.figure {
            Figure::Follower => feature.figures -= 1 << (4 * figure.seat.index()),
            Figure::Builder | Figure::Pig => feature.figures &= !(1 << (24 + figure.seat.index())),
        }
        self.figures &= !(1 << tile);
        figure
    }
}

/// The numbers of the bits that are set, in ascending order.
#[inline]
pub(crate) fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Base, NewWorld, Traders};

    /// Two places beside or diagonal to `n` connected tiles are at most `n + 1` steps apart: the ends of a straight line.
    fn no_two_places_share_a_slot<E: Extent>(tiles: i64) {
        let (cells, stride) = (E::CELLS as i64, E::STRIDE as i64);
        for dy in -tiles - 1..=tiles + 1 {
            let reach = tiles + 1 - dy.abs();
            for dx in -reach..=reach {
                let is_same = (dx + stride * dy) % cells == 0;
                assert_eq!(is_same, (dx, dy) == (0, 0), "({dx},{dy}) apart");
            }
        }
    }

    #[test]
    fn the_wrapped_table_is_wide_enough_for_all_tiles_in_a_line() {
        no_two_places_share_a_slot::<Base>(72);
        no_two_places_share_a_slot::<Traders>(96);
        no_two_places_share_a_slot::<NewWorld>(95 + 10);
    }
}
