//! Deploying a figure (`CARC-MEEPLE`).

use crate::land::{PlacedFigure, TileIndex};
use crate::{Cell, Event, Figure, Game, Phase, Reason, Rules, SegmentKind, SegmentSet};
use game::{Observer, Seat};

/// The segments of a tile on which each figure may be deployed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deployable {
    pub(crate) segments: [SegmentSet; 3],
}

impl Deployable {
    /// Creates a set of ways for followers only.
    #[inline]
    pub(crate) fn followers(segments: SegmentSet) -> Deployable {
        Deployable { segments: [segments, SegmentSet::EMPTY, SegmentSet::EMPTY] }
    }

    /// The segments, by their index on the tile, on which this figure may go.
    #[must_use]
    pub fn of(&self, figure: Figure) -> SegmentSet {
        self.segments[figure as usize]
    }

    /// Whether nothing can be deployed.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.segments == [SegmentSet::EMPTY; 3]
    }

    /// Returns the number of ways to deploy a figure.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.bits().count_ones() as usize
    }

    /// The way number `n`: by figure, then by segment.
    #[must_use]
    #[inline]
    pub fn get(&self, n: usize) -> Option<(Figure, usize)> {
        let mut bits = self.bits();
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        let bit = bits.trailing_zeros() as usize;
        (bits != 0).then(|| (Figure::ALL[bit / 16], bit % 16))
    }

    /// Returns all ways, 16 bits for each figure.
    #[inline]
    fn bits(&self) -> u64 {
        let [followers, builders, pigs] = self.segments.map(|segments| u64::from(segments.bits()));
        followers | builders << 16 | pigs << 32
    }
}

impl<R: Rules> Game<R> {
    /// The segments of a tile that a follower of the active seat may go on: any segment (`CARC-MEEPLE-2`) of a feature
    /// without any meeple, however far away (`CARC-MEEPLE-3`), if there is a follower left (`CARC-MEEPLE-1`). Just
    /// completed features are no exception (`CARC-MEEPLE-5`). Of several the player chooses (`CARC-MEEPLE-4`), also of
    /// several segments of one feature (`CARC-MEEPLE-9`).
    #[inline]
    pub(crate) fn free_segments(&self, tile: TileIndex) -> SegmentSet {
        if self.followers[self.active] == 0 {
            return SegmentSet::EMPTY;
        }
        let shape = self.land.tile(tile).kind.shape();
        let ground = if R::has_farmers(&self.options) { shape.all() } else { shape.standing() };
        self.land.segments_where(tile, ground, |feature| !feature.is_occupied())
    }

    /// The tile on which a figure is asked for: the last one, or with both tiles of a double turn on the table the one
    /// before.
    #[inline]
    pub(crate) fn tile_for_figure(&self, cell: Cell) -> TileIndex {
        let last = self.land.last();
        if self.land.tile(last).cell == cell { last } else { last.before() }
    }

    /// The active seat is asked for a figure on this tile. Where nothing can be deployed the step passes by itself
    /// (`CARC-MEEPLE-10`).
    #[inline]
    pub(crate) fn ask_for_figure(&mut self, tile: TileIndex, observer: &mut impl Observer<Event>) {
        if R::deployable(self, tile).is_empty() {
            R::deployed(self, observer);
        } else {
            self.phase = Phase::Deploying { cell: self.land.tile(tile).cell };
        }
    }

    /// A figure goes from the supply onto the tile.
    #[inline]
    pub(crate) fn deploy(
        &mut self,
        tile: TileIndex,
        placed: PlacedFigure,
        observer: &mut impl Observer<Event>,
    ) {
        match placed.figure {
            Figure::Follower => self.followers[placed.seat] -= 1,
            Figure::Builder | Figure::Pig => R::take_from_supply(self, placed, tile),
        }
        self.land.deploy(tile, placed);
        let place = self.land.place_of(tile, usize::from(placed.index));
        observer.observe(Event::Deployed { seat: placed.seat, figure: placed.figure, place });
        R::deployed(self, observer);
    }

    /// Checks that a figure may go there.
    pub(crate) fn check_figure(
        &self,
        seat: Seat,
        placed: PlacedFigure,
        tile: TileIndex,
    ) -> Result<(), Reason> {
        let place = self.land.place_of(tile, usize::from(placed.index));
        if placed.figure != Figure::Follower {
            return R::check_figure(self, seat, placed, tile);
        }
        if self.followers[seat] == 0 {
            return Err(Reason::NoFollower);
        }
        let (id, feature) = self.feature_of_figure(tile, placed);
        if feature.kind() == SegmentKind::Field && !R::has_farmers(&self.options) {
            return Err(Reason::FarmersOff);
        }
        // Asked of the figures themselves, not of what the feature counts.
        match self.land.figures().find(|&(other, figure)| self.feature_of_figure(other, figure).0 == id) {
            Some((other, figure)) => {
                let by = self.land.place_of(other, usize::from(figure.index));
                Err(Reason::Occupied { place, by, seat: figure.seat })
            }
            None => Ok(()),
        }
    }
}
