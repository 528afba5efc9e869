//! Completed features and their points (`CARC-SCORE`).

use crate::land::TileIndex;
use crate::{Event, FeatureId, Figure, Game, Rules, SegmentKind};
use game::{Observer, SeatSet};

impl<R: Rules> Game<R> {
    /// Step 3: everything that a tile completed, in the order of its segments, then monasteries (`CARC-SCORE-1`), with the
    /// figures as they stand after step 2 (`CARC-SCORE-11`). What `other`, a tile settled already in the same step,
    /// completed as well is not settled again.
    #[inline]
    pub(crate) fn settle_completed(
        &mut self,
        tile: TileIndex,
        other: Option<TileIndex>,
        observer: &mut impl Observer<Event>,
    ) {
        let placed = *self.land.tile(tile);
        let shape = placed.kind.shape();
        for index in self.land.segments_where(tile, shape.buildings, |feature| feature.open() == 0).iter() {
            let id = self.land.feature_of(tile, index);
            if (0..index).all(|before| self.land.feature_of(tile, before) != id)
                && !other.is_some_and(|other| self.has_segment_of(other, id))
            {
                R::completed(self, id, tile, index, observer);
            }
        }
        for monastery in self.land.open_monasteries() {
            let at = *self.land.tile(monastery);
            if self.land.has_completed_monastery(monastery) && at.cell.is_near(placed.cell) {
                self.land.complete_monastery(monastery);
                let index = at.kind.monastery().expect("the tile has a monastery");
                R::completed(self, self.land.feature_of(monastery, index), monastery, index, observer);
            }
        }
    }

    fn has_segment_of(&self, tile: TileIndex, id: FeatureId) -> bool {
        let segments = self.land.tile(tile).kind.segments().len();
        (0..segments).any(|index| self.land.feature_of(tile, index) == id)
    }

    /// Scores a completed feature, if somebody is on it (`CARC-SCORE-3`), and gives its figures back.
    #[inline]
    pub(crate) fn score_completed(
        &mut self,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        observer: &mut impl Observer<Event>,
    ) {
        let feature = self.land.feature(id);
        if feature.is_occupied() {
            self.score(id, tile, index, true, observer);
            self.take_figures_back(id, observer);
        } else {
            let place = self.land.place_of(tile, index);
            observer.observe(Event::Completed { kind: feature.kind(), place });
        }
    }

    /// The points of a feature go to the seats with the majority on it; tied seats get them in full, the others
    /// nothing (`CARC-SCORE-4`, `MAY-SCORE-4`), whoever placed the tile (`CARC-SCORE-10`). Says who got them.
    pub(crate) fn score(
        &mut self,
        id: FeatureId,
        tile: TileIndex,
        index: usize,
        completed: bool,
        observer: &mut impl Observer<Event>,
    ) -> SeatSet {
        let feature = self.land.feature(id);
        let (kind, seats) = (feature.kind(), self.majority(id));
        let points = R::value(self, id, completed);
        for seat in seats {
            *self.points[seat].of(kind) += points;
        }
        let place = self.land.place_of(tile, index);
        observer.observe(Event::Scored { kind, place, completed, seats, points });
        seats
    }

    /// All figures on a feature return to their owners, also of seats that got nothing (`CARC-SCORE-5`).
    pub(crate) fn take_figures_back(&mut self, id: FeatureId, observer: &mut impl Observer<Event>) {
        for tile in self.land.tiles_with_figures() {
            let placed = self.land.tile(tile).figure.expect("a tile with a figure");
            if self.land.feature_of(tile, usize::from(placed.index)) == id {
                self.take_back(tile, observer);
            }
        }
    }

    /// The figure on a tile returns to its owner.
    pub(crate) fn take_back(&mut self, tile: TileIndex, observer: &mut impl Observer<Event>) {
        let placed = self.land.take(tile);
        match placed.figure {
            Figure::Follower => self.followers[placed.seat] += 1,
            Figure::Builder | Figure::Pig => R::took_back(self, placed),
        }
        let place = self.land.place_of(tile, usize::from(placed.index));
        observer.observe(Event::Returned { seat: placed.seat, figure: placed.figure, place });
    }
}

/// Returns the points of a feature of base Carcassonne. Completed: a road 1 a tile (`CARC-SCORE-6`), a city 2 a tile and 2 a coat
/// of arms (`CARC-SCORE-7`), half of that for a city of two tiles if `half_small_city` (`CARC-SCORE-8`), a monastery 9
/// (`CARC-SCORE-9`). At the end: 1 a tile and a coat of arms (`CARC-FINAL-2` to `CARC-FINAL-4`).
pub(crate) fn base_value<R: Rules>(
    game: &Game<R>,
    id: FeatureId,
    completed: bool,
    half_small_city: bool,
) -> u16 {
    let feature = game.land.feature(id);
    match feature.kind() {
        SegmentKind::Road => game.land.tile_count(id).into(),
        SegmentKind::City => {
            let tiles = u16::from(game.land.tile_count(id));
            let single = tiles + u16::from(feature.symbols());
            if completed && !(half_small_city && tiles == 2) { 2 * single } else { single }
        }
        SegmentKind::Monastery => monastery_value(game, id),
        SegmentKind::Field => 0,
    }
}

/// 1 for the own tile and 1 for each around it (`CARC-SCORE-9`, `CARC-FINAL-4`).
pub(crate) fn monastery_value<R: Rules>(game: &Game<R>, id: FeatureId) -> u16 {
    9 - u16::from(game.land.feature(id).open())
}
