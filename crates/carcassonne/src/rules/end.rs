//! The end of the game (`CARC-END`, `CARC-FINAL`, `CARC-WIN`).

use crate::land::FeatureSet;
use crate::land::TileIndex;
use crate::{Event, FeatureId, Game, PerSeat, Phase, Points, Rules, SegmentKind};
use game::{Observer, Outcome, SeatSet};

impl<R: Rules> Game<R> {
    /// The final scoring (`CARC-END-4`) of the position as it lies, whatever is left in the stack; then the game is over.
    /// Who has the most points wins, tied seats together (`CARC-WIN-1`, `CARC-WIN-2`, `MAY-WIN-1`).
    #[inline(never)]
    pub fn finish(&mut self, observer: &mut impl Observer<Event>) {
        R::turn_begins(self);
        R::final_scoring(self, observer);
        let outcome = Outcome { winners: self.leaders() };
        self.phase = Phase::Over(outcome);
        observer.observe(Event::Over { outcome });
    }

    /// Roads, cities and monasteries with figures that are not completed (`CARC-FINAL-1`), each once (`CARC-FINAL-6`).
    /// `scored` is told of each, with its place and who got the points. In the final scoring nothing with figures is
    /// completed any more; where the points are only looked at before that, what waits to be settled counts as completed.
    pub(crate) fn score_incomplete<O: Observer<Event>>(
        &mut self,
        observer: &mut O,
        mut scored: impl FnMut(&mut Game<R>, FeatureId, (TileIndex, usize), SeatSet, &mut O),
    ) {
        let mut done = FeatureSet::default();
        for tile in self.land.tiles_with_figures() {
            let placed = self.land.tile(tile).figure.expect("a tile with a figure");
            let (id, feature) = self.feature_of_figure(tile, placed);
            if feature.kind() == SegmentKind::Field || !done.insert(id) {
                continue;
            }
            let named = (tile, usize::from(placed.index));
            let seats = self.score(id, named.0, named.1, feature.open() == 0, observer);
            scored(self, id, named, seats, observer);
        }
    }

    /// The points of every seat if the game ended now: those it has, and the final scoring of the position as it lies,
    /// of which `observer` is told. Once the game is over nothing more is scored.
    pub fn points_if_over(&self, observer: &mut impl Observer<Event>) -> PerSeat<Points> {
        let mut game = *self;
        if !matches!(self.phase, Phase::Over(_)) {
            R::final_scoring(&mut game, observer);
        }
        game.points
    }
}
