//! Features: what tiles have grown together to.

use crate::{SegmentData, SegmentKind};
use game::{Seat, SeatSet};

/// The state of a feature (`CARC-TERM-3`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Feature {
    /// Followers by seat, four bits each; from bit 24 on, seats with another figure here.
    pub(super) figures: u32,
    /// Open edges of a road or city, empty places around a monastery: with none it is completed (`CARC-ROAD-1`,
    /// `CARC-CITY-1`, `CARC-MON-1`; `MAY-ROAD-1`, `MAY-CITY-1`, `MAY-FARM-1`).
    pub(super) open: u8,
    /// Segments that count as tiles; a tile may be among them twice.
    pub(super) tiles: u8,
    /// Coats of arms, flags, trading posts or animals.
    pub(super) symbols: u8,
    pub(super) kind: u8,
}

/// Names a feature: the number of one of its segments. It may change when a tile is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FeatureId(pub(super) u16);

impl FeatureId {
    /// The number, below the number of segments in the box.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FeatureSet([u64; 8]);

impl FeatureSet {
    /// Adds a feature; false if it is there already.
    #[inline]
    pub(crate) fn insert(&mut self, id: FeatureId) -> bool {
        let is_new = !self.contains(id);
        self.0[id.index() / 64] |= 1 << (id.index() % 64);
        is_new
    }
    #[inline]
    pub(crate) fn contains(self, id: FeatureId) -> bool {
        self.0[id.index() / 64] >> (id.index() % 64) & 1 == 1
    }
    pub(crate) fn len(self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }
    pub(crate) fn iter(self) -> impl Iterator<Item = FeatureId> {
        (0..64 * self.0.len() as u16).map(FeatureId).filter(move |&id| self.contains(id))
    }
    pub(crate) fn union(self, other: FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl Feature {
    /// A feature of a single segment.
    pub(crate) const fn unjoined(data: &SegmentData) -> Feature {
        let SegmentData { kind, open, tiles, symbols, .. } = *data;
        Feature { figures: 0, open, tiles, symbols, kind: kind as u8 }
    }

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

    /// Open edges of a road or city, empty places around a monastery.
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

    /// Returns the kind of feature.
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

    /// Whether a seat has a figure here that is no follower. A feature takes one of them: builders go on roads and into
    /// cities, pigs into fields.
    #[must_use]
    #[inline]
    pub(crate) const fn has_special(self, seat: Seat) -> bool {
        self.figures >> (24 + seat.index()) & 1 == 1
    }

    /// Returns the seats with the most followers here, ties included (`CARC-TERM-18`, `CARC-SCORE-4`); none if there are no
    /// followers.
    #[inline]
    pub(crate) fn majority_of_followers(self) -> SeatSet {
        Feature::most(std::array::from_fn(|seat| (self.figures >> (4 * seat) & 15) as u8))
    }

    /// Returns the seats with the most figures here, if builder and pig count as a follower each (`TB-OPT-FIGURE`).
    pub(crate) fn majority_of_figures(self) -> SeatSet {
        let special = |seat: usize| (self.figures >> (24 + seat) & 1) as u8;
        Feature::most(std::array::from_fn(|seat| (self.figures >> (4 * seat) & 15) as u8 + special(seat)))
    }

    #[inline]
    fn most(seats: [u8; Seat::MAX]) -> SeatSet {
        let most = seats.into_iter().fold(1, u8::max);
        SeatSet::from_bits((0..Seat::MAX).fold(0, |set, seat| set | u8::from(seats[seat] == most) << seat))
    }
}
