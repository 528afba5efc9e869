//! The land: tiles on the table, how their segments grow together into features, and the figures on them.
//!
//! This is the machinery that the three games share. It knows tiles, edges and figures, but no points, no turns and no
//! supplies.
//!
//! ```text
//! grid      place → number of its tile, or of its  one byte a place, without borders: the table is wrapped so
//!           spot and 1 more                        widely that two places in use never meet
//! tiles     in the order they were placed
//! spots     empty places beside tiles, with what their neighbours show (two bits a side)
//! labels    segment → feature                      a feature is named by one of its segments
//! features  feature → open edges, tiles, symbols, figures
//! ```
//!
//! A segment is numbered through the whole table: the tile's first number plus its index on the tile. Joining features
//! relabels the segments of one of them, so that asking for a feature is one look-up.

pub use self::extent::{Extent, Store};
pub(crate) use self::extent::{Size, extent};
pub(crate) use self::feature::FeatureSet;
pub use self::feature::{Feature, FeatureId};
use crate::bits::bits;
use crate::tiles::described;
use crate::{Cell, Place, Rotation, RotationSet, SegmentKind, SegmentSet, TileKind};
use game::Seat;
use std::fmt::Debug;
use std::sync::OnceLock;

mod extent;
mod feature;

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedTile {
    /// The place.
    pub cell: Cell,
    /// The kind.
    pub kind: TileKind,
    /// The rotation.
    pub rotation: Rotation,
    /// The figure on it: at most one, as at most one is deployed on a tile when it is placed.
    pub figure: Option<PlacedFigure>,
    /// The number of its first segment.
    first: u16,
}

/// A figure on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedFigure {
    /// The owner.
    pub seat: Seat,
    /// The figure.
    pub figure: Figure,
    /// The index of the segment it stands on.
    pub index: u8,
}

impl PlacedFigure {
    /// Returns the amount that the figure adds to [`Feature::figures`]: of the figures that are no followers a seat has one of
    /// each, and they stand on other kinds of ground.
    #[inline]
    fn counted(self) -> u32 {
        match self.figure {
            Figure::Follower => 1 << (4 * self.seat.index()),
            Figure::Builder | Figure::Pig => 1 << (24 + self.seat.index()),
        }
    }
}

/// The figures of these games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// A meeple (`CARC-TERM-10`), in Mayflower a settler (`MAY-TERM-11`): the figure that counts for a majority; the others
    /// do so by `TB-OPT-FIGURE` alone.
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

/// The most segments of a tile. Loops over the segments of a tile always run over this number, even if it has fewer: a loop of a
/// fixed length is a few wide instructions, and nothing in it has to be predicted.
pub(crate) const LANES: usize = 8;

/// The spots whose rotations are in one word.
pub(crate) const SPOTS_A_WORD: usize = 16;

/// An empty place beside a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    cell: Cell,
    /// The terrains that the neighbours show, two bits a side from the north on; 0 where there is none.
    signature: u8,
}

/// A place and the rotations in which a tile fits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// The place.
    pub cell: Cell,
    /// The rotations.
    pub rotations: RotationSet,
}

/// The index of a tile on the table: its position in [`Land::tiles`], which it keeps for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct TileIndex(usize);

impl TileIndex {
    /// The first tile on the table.
    pub const FIRST: TileIndex = TileIndex(0);

    /// The position in [`Land::tiles`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0
    }

    /// From one byte, as states keep it.
    pub(crate) fn from_byte(byte: u8) -> TileIndex {
        TileIndex(byte.into())
    }

    /// In one byte: no box has more tiles.
    pub(crate) fn to_byte(self) -> u8 {
        self.0 as u8
    }

    /// The tile placed before this one.
    pub(crate) fn before(self) -> TileIndex {
        TileIndex(self.0 - 1)
    }
}

impl Spot {
    /// Returns its place.
    #[inline]
    pub(crate) fn cell(self) -> Cell {
        self.cell
    }
}

/// The unjoined features of each kind that is in the tables.
static UNJOINED: [[Feature; LANES]; TileKind::COUNT] = {
    let nothing = Feature { figures: 0, open: 0, tiles: 0, symbols: 0, kind: 0 };
    let mut all = [[nothing; LANES]; TileKind::COUNT];
    let mut kind = 0;
    // The start board has more segments; they are laid by themselves.
    while kind < TileKind::COUNT - TileKind::COAST_SPACES {
        let segments = TileKind::from_number(kind).printed_segments();
        assert!(segments.len() <= LANES);
        let mut index = 0;
        while index < segments.len() {
            all[kind][index] = Feature::unjoined(&segments[index]);
            index += 1;
        }
        kind += 1;
    }
    all
};

/// The features of a tile before it is joined with anything.
#[inline]
pub(crate) fn unjoined(kind: TileKind) -> &'static [Feature; LANES] {
    match UNJOINED.get(kind.number()) {
        Some(features) => features,
        None => unjoined_described(kind),
    }
}

/// The same for a described kind; computed once for each.
#[cold]
#[inline(never)]
fn unjoined_described(kind: TileKind) -> &'static [Feature; LANES] {
    static DESCRIBED: [OnceLock<[Feature; LANES]>; described::registry::ROOM] =
        [const { OnceLock::new() }; described::registry::ROOM];
    DESCRIBED[kind.number() - TileKind::COUNT].get_or_init(|| {
        let mut unjoined = [Feature::default(); LANES];
        for (feature, data) in unjoined.iter_mut().zip(kind.segments()) {
            *feature = Feature::unjoined(data);
        }
        unjoined
    })
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
    /// Monasteries that are not completed, or not yet settled.
    monasteries: u128,
    tiles_len: u8,
    spots_len: u8,
    segments_len: u16,
}

impl<E: Extent> Land<E> {
    /// The label of what is no segment.
    const NO_FEATURE: u16 = (E::Labels::LEN - 1) as u16;

    /// An empty table.
    pub(crate) fn empty() -> Land<E> {
        Land {
            grid: E::Grid::filled(0),
            tiles: E::Tiles::filled(NOWHERE),
            spots: E::Spots::filled(Spot::default()),
            labels: E::Labels::filled(Self::NO_FEATURE),
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

    /// The tiles with their indices, in the same order.
    pub fn indexed_tiles(&self) -> impl Iterator<Item = (TileIndex, &PlacedTile)> {
        self.tiles().iter().enumerate().map(|(number, tile)| (TileIndex(number), tile))
    }

    /// Returns a tile by its index.
    #[must_use]
    #[inline]
    pub fn tile(&self, tile: TileIndex) -> &PlacedTile {
        &self.tiles()[tile.index()]
    }

    /// The tile placed last.
    #[inline]
    pub(crate) fn last(&self) -> TileIndex {
        TileIndex(usize::from(self.tiles_len) - 1)
    }

    /// Returns the index of a place in the grid.
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

    /// The tile on this place.
    #[must_use]
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<TileIndex> {
        let number = usize::from(self.grid.as_ref()[Self::slot(cell)]);
        self.tiles().get(number).is_some_and(|tile| tile.cell == cell).then_some(TileIndex(number))
    }

    /// The number of the spot on this place.
    fn spot_at(&self, cell: Cell) -> Option<usize> {
        let number = usize::from(self.grid.as_ref()[Self::slot(cell)]).checked_sub(1)?;
        self.spots().get(number).is_some_and(|spot| spot.cell == cell).then_some(number)
    }

    /// The empty places beside tiles where a tile may lie, in no particular order.
    pub fn places(&self) -> impl Iterator<Item = Cell> + '_ {
        self.spots().iter().map(|spot| spot.cell)
    }

    #[inline]
    fn spots(&self) -> &[Spot] {
        &self.spots.as_ref()[..usize::from(self.spots_len)]
    }

    /// Of the four rotations (`CARC-TILE-1`) those in which a tile fits on a place; none where no tile may lie
    /// (`CARC-TILE-2`, `CARC-TILE-3`).
    #[must_use]
    pub fn rotations(&self, kind: TileKind, cell: Cell) -> RotationSet {
        match self.spot_at(cell) {
            None => RotationSet::EMPTY,
            Some(spot) => RotationSet::from_bits(kind.fits()[usize::from(self.spots()[spot].signature)]),
        }
    }

    /// Whether a tile fits anywhere.
    #[must_use]
    #[inline]
    pub fn fits_somewhere(&self, kind: TileKind) -> bool {
        let fits = kind.fits();
        let fit_of = |any: u8, spot: &Spot| any | fits[usize::from(spot.signature)];
        // One of the first few almost always does: eight at once are one guess that is almost always right.
        self.spots().chunks(8).any(|spots| spots.iter().fold(0, fit_of) != 0)
    }

    /// Finds the placements of a tile: fills in the rotations for all spots, and returns the number of placements.
    #[inline(always)]
    pub(crate) fn fits(&self, kind: TileKind, fits: &mut E::Fits) -> u16 {
        let table = kind.fits();
        let (len, mut placements) = (usize::from(self.spots_len), 0);
        let words = self.spots.as_ref().chunks_exact(SPOTS_A_WORD).zip(fits.as_mut());
        for (number, (spots, word)) in words.enumerate().take(len.div_ceil(SPOTS_A_WORD)) {
            let rotations =
                |(n, spot): (usize, &Spot)| u64::from(table[usize::from(spot.signature)]) << (4 * n);
            let all = spots.iter().enumerate().map(rotations).fold(0, |all, one| all | one);
            let here = (len - SPOTS_A_WORD * number).min(SPOTS_A_WORD);
            *word = all & (!0 >> (64 - 4 * here));
            placements += word.count_ones();
        }
        placements as u16
    }

    /// All spots, also those not in use.
    #[inline]
    pub(crate) fn all_spots(&self) -> &E::Spots {
        &self.spots
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
    pub fn feature_of(&self, tile: TileIndex, index: usize) -> FeatureId {
        let first = usize::from(self.tile(tile).first);
        FeatureId(self.labels.as_ref()[first + index])
    }

    /// The feature at a place; `None` if no tile lies there or it has no such segment.
    #[must_use]
    pub fn feature_at(&self, place: Place) -> Option<FeatureId> {
        let tile = self.tile_at(place.cell)?;
        let index = self.tile(tile).kind.index_of(place.segment)?;
        Some(self.feature_of(tile, index))
    }

    /// Returns the state of a feature.
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

    /// The segments of a feature: the tile, index on the tile. What is printed over several start spaces is
    /// named on each of them.
    pub fn segments_of(&self, id: FeatureId) -> impl Iterator<Item = (TileIndex, usize)> + '_ {
        self.indexed_tiles().flat_map(move |(tile, placed)| {
            let indices = 0..placed.kind.segments().len();
            let is_of = move |&index: &usize| placed.kind.shows(index) && self.feature_of(tile, index) == id;
            indices.filter(is_of).map(move |index| (tile, index))
        })
    }

    /// The labels of a tile's segments, and what follows them.
    #[inline]
    fn labels_of(&self, tile: &PlacedTile) -> &[u16; LANES] {
        self.labels.as_ref()[usize::from(tile.first)..]
            .first_chunk()
            .expect("there is room after the last tile")
    }

    /// Returns the segments of a tile among `of` whose features satisfy `is_so`.
    #[inline]
    pub(crate) fn segments_where(
        &self,
        tile: TileIndex,
        of: SegmentSet,
        is_so: impl Fn(Feature) -> bool,
    ) -> SegmentSet {
        let labels = self.labels_of(self.tile(tile));
        let mut segments = SegmentSet::EMPTY;
        for (index, &label) in labels.iter().enumerate() {
            segments = segments.with_if(index, is_so(self.features.as_ref()[usize::from(label)]));
        }
        segments.intersection(of)
    }

    /// The different tiles of a feature: a tile counts once, however many of its segments belong to it
    /// (`CARC-FEAT-5`). Start spaces count as what is printed over them.
    #[must_use]
    pub fn tile_count(&self, id: FeatureId) -> u8 {
        let feature = self.feature(id);
        if feature.kind() == SegmentKind::Field {
            let is_on = |tile: &PlacedTile| {
                let labels = &self.labels.as_ref()[usize::from(tile.first)..];
                (0..tile.kind.segments().len()).any(|index| tile.kind.shows(index) && labels[index] == id.0)
            };
            return self.tiles().iter().filter(|tile| is_on(tile)).count() as u8;
        }
        if feature.tiles < 2 {
            return feature.tiles;
        }
        let mut twice = 0;
        for tile in tiles_in(self.double) {
            let tile = self.tile(tile);
            let is_here = self.labels_of(tile).map(|label| label == id.0);
            let here = is_here
                .into_iter()
                .enumerate()
                .fold(SegmentSet::EMPTY, |here, (index, is_here)| here.with_if(index, is_here));
            twice += here.intersection(tile.kind.shape().buildings).len().saturating_sub(1);
        }
        feature.tiles - twice as u8
    }

    /// Tiles with figures on them.
    pub(crate) fn tiles_with_figures(&self) -> impl Iterator<Item = TileIndex> + use<E> {
        tiles_in(self.figures)
    }

    /// Every figure on the table with its tile, in the order of tiles.
    pub fn figures(&self) -> impl Iterator<Item = (TileIndex, PlacedFigure)> + '_ {
        self.tiles_with_figures().filter_map(|tile| Some((tile, self.tile(tile).figure?)))
    }

    /// The monasteries that are not completed, or not yet settled, by their tiles.
    #[inline]
    pub(crate) fn open_monasteries(&self) -> impl Iterator<Item = TileIndex> + use<E> {
        tiles_in(self.monasteries)
    }

    /// Tiles around a place, corners included: 8 complete a monastery (`CARC-MON-1`).
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> u8 {
        cell.around().filter(|&near| self.tile_at(near).is_some()).count() as u8
    }

    pub(crate) fn complete_monastery(&mut self, tile: TileIndex) {
        self.monasteries &= !(1 << tile.0);
    }

    /// Whether a monastery that is not yet settled is completed.
    #[inline]
    pub(crate) fn has_completed_monastery(&self, tile: TileIndex) -> bool {
        self.features.as_ref()[self.monastery_of(tile)].open == 0
    }

    /// The number of a tile's monastery: it is never joined with anything.
    #[inline]
    fn monastery_of(&self, tile: TileIndex) -> usize {
        let tile = self.tile(tile);
        usize::from(tile.first) + tile.kind.shape().monastery.bits().trailing_zeros() as usize
    }

    /// The place of a segment by its name.
    #[must_use]
    pub fn place_of(&self, tile: TileIndex, index: usize) -> Place {
        let tile = self.tile(tile);
        Place { cell: tile.cell, segment: tile.kind.segments()[index].id }
    }

    /// Puts a tile on the table and joins it with its neighbours (`CARC-FEAT-1`, `CARC-FEAT-4`; `MAY-FEAT-1`, plains too:
    /// `MAY-PLAIN-1`), at the four sides and never across a corner (`CARC-FEAT-2`). The caller knows that it fits; `may_lie`
    /// says where tiles may lie at all.
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
        self.add_tile(PlacedTile { cell, kind, rotation, figure: None, first }, may_lie);
        self.surround_monasteries(cell, kind);
    }

    /// Puts up Mayflower's start spaces, which share the segments printed on the board; tiles join these like any other
    /// (`MAY-FEAT-2`).
    pub(crate) fn place_coast(&mut self, may_lie: impl Fn(Cell) -> bool + Copy) {
        let segments = TileKind::coast(1).segments();
        for (index, data) in segments.iter().enumerate() {
            self.labels.as_mut()[index] = index as u16;
            self.features.as_mut()[index] = Feature::unjoined(data);
        }
        self.segments_len = segments.len() as u16;
        for space in 1..=TileKind::COAST_SPACES {
            let (kind, cell) = (TileKind::coast(space), Cell::new(0, space as i8));
            let tile = PlacedTile { cell, kind, rotation: Rotation::default(), figure: None, first: 0 };
            self.add_tile(tile, may_lie);
        }
    }

    /// A new feature for each segment of a tile, before it is joined with anything: two segments of a kind are two
    /// features (`CARC-FEAT-3`).
    #[inline]
    fn add_segments(&mut self, kind: TileKind) {
        let (first, len) = (self.segments_len, kind.segments().len() as u16);
        let lanes = usize::from(first)..usize::from(first) + LANES;
        let features = &mut self.features.as_mut()[lanes.clone()];
        features.copy_from_slice(unjoined(kind));
        let labels = self.labels.as_mut()[lanes].iter_mut().zip(0..);
        labels.for_each(|(label, n)| *label = if n < len { first + n } else { Self::NO_FEATURE });
        self.segments_len += len;
    }

    #[inline]
    fn add_tile(&mut self, tile: PlacedTile, may_lie: impl Fn(Cell) -> bool) {
        let number = self.tiles_len;
        let slot = Self::slot(tile.cell);
        // What lies beside it is known from the spot; only at the beginning there is none.
        let spot = self.grid.as_ref()[slot].checked_sub(1);
        let signature = spot.map_or(0, |spot| self.remove_spot(spot.into()));
        self.tiles.as_mut()[usize::from(number)] = tile;
        self.tiles_len += 1;
        self.grid.as_mut()[slot] = number;
        self.double |= u128::from(tile.kind.shape().counts_twice) << number;

        let ring = tile.kind.ring(tile.rotation);
        for (side, &code) in tile.kind.edge_codes(tile.rotation).iter().enumerate() {
            let slot = Self::slot_beside(slot, side);
            if signature >> (2 * side) & 3 != 0 {
                let other = self.tiles()[usize::from(self.grid.as_ref()[slot])];
                let theirs = other.kind.ring(other.rotation);
                let (near, far) = (3 * side, 3 * (side ^ 2));
                let (mine, others) = (tile.first, other.first);
                let join = |own: u8, their: u8| (mine + u16::from(own), others + u16::from(their));
                self.join(join(ring[near + 1], theirs[far + 1]), mine, code != 1);
                if code == 2 {
                    self.join(join(ring[near], theirs[far + 2]), mine, false);
                    self.join(join(ring[near + 2], theirs[far]), mine, false);
                }
            } else if code != 0 {
                self.show(tile.cell.beside(side), slot, code << (2 * (side ^ 2)), &may_lie);
            }
        }
    }

    /// An empty place is shown an edge; it is a spot from now on, if it was none and tiles may lie there.
    #[inline]
    fn show(&mut self, cell: Cell, slot: usize, edge: u8, may_lie: impl Fn(Cell) -> bool) {
        let number = self.grid.as_ref()[slot];
        let is_new = number == 0;
        if is_new && !may_lie(cell) {
            return;
        }
        let number = if is_new { self.spots_len + 1 } else { number };
        let spot = &mut self.spots.as_mut()[usize::from(number) - 1];
        *spot = Spot { cell, signature: spot.signature | edge };
        self.grid.as_mut()[slot] = number;
        self.spots_len += u8::from(is_new);
    }

    /// Monasteries around a new tile have an empty place less around them; its own has those that are there.
    #[inline(always)] // as a call it costs a playout of base Carcassonne 0.4 % more instructions
    fn surround_monasteries(&mut self, cell: Cell, kind: TileKind) {
        for tile in self.open_monasteries() {
            let is_near = self.tile(tile).cell.is_near(cell);
            let monastery = self.monastery_of(tile);
            self.features.as_mut()[monastery].open -= u8::from(is_near);
        }
        if !kind.shape().monastery.is_empty() {
            let tile = self.last();
            self.monasteries |= 1 << tile.0;
            let monastery = self.monastery_of(tile);
            self.features.as_mut()[monastery].open = 8 - self.neighbours(cell);
        }
    }

    /// Takes a spot away, because a tile lies there now; says what its neighbours showed.
    #[inline]
    fn remove_spot(&mut self, spot: usize) -> u8 {
        self.spots_len -= 1;
        let last = usize::from(self.spots_len);
        let spots = self.spots.as_mut();
        let signature = spots[spot].signature;
        let moved = spots[last];
        spots[spot] = moved;
        spots[last] = Spot::default();
        self.grid.as_mut()[Self::slot(moved.cell)] = spot as u8 + 1;
        signature
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
        // A feature that is new with this tile has segments on this tile only.
        if from >= first {
            let lanes: &mut [u16; LANES] =
                labels[usize::from(first)..].first_chunk_mut().expect("there is room after the last tile");
            relabel(lanes, from, to);
        } else {
            relabel(labels, from, to);
        }
    }

    /// Puts a figure on a segment.
    pub(crate) fn deploy(&mut self, tile: TileIndex, figure: PlacedFigure) {
        let id = self.feature_of(tile, usize::from(figure.index));
        let feature = &mut self.features.as_mut()[usize::from(id.0)];
        feature.figures += figure.counted();
        self.tiles.as_mut()[tile.index()].figure = Some(figure);
        self.figures |= 1 << tile.0;
    }

    /// Takes the figure of a tile off the table.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn take(&mut self, tile: TileIndex) -> PlacedFigure {
        let figure = self.tiles.as_mut()[tile.index()].figure.take().expect("a figure stands there");
        let id = self.feature_of(tile, usize::from(figure.index));
        let feature = &mut self.features.as_mut()[usize::from(id.0)];
        feature.figures -= figure.counted();
        self.figures &= !(1 << tile.0);
        figure
    }
}

#[inline(always)]
fn relabel(labels: &mut [u16], from: u16, to: u16) {
    for label in labels {
        *label = if *label == from { to } else { *label };
    }
}

/// The tiles of a set, in ascending order.
#[inline]
fn tiles_in(set: u128) -> impl Iterator<Item = TileIndex> {
    bits(set).map(TileIndex)
}

#[cfg(test)]
mod tests;
