//! Surveyors, their extra points, and the removal in the east (`MAY-BONUS`, `MAY-SURVEYOR`, `MAY-EAST`).

use crate::mayflower::NewWorld;
use crate::options::Bonus;
use crate::{Event, FeatureId, Game, SegmentKind};
use game::{Observer, SeatSet};

/// The extra points for one surveyor in the settler's column (`MAY-BONUS-1`).
const EXTRA: u16 = 4;

impl Game<NewWorld> {
    /// The columns of the surveyors, the western one first.
    #[must_use]
    pub fn surveyors(&self) -> [i8; 2] {
        self.own.surveyors
    }

    /// Extra points for settlers with a share in the points: for each settler in a surveyor's column 4, in the column
    /// of both 8 (`MAY-BONUS-1`, `MAY-BONUS-3` to `MAY-BONUS-5`). With `per_player` only the best placed counts
    /// (`MAY-OPT-BONUS`).
    pub(crate) fn give_extra_points(
        &mut self,
        id: FeatureId,
        seats: SeatSet,
        observer: &mut impl Observer<Event>,
    ) {
        for seat in seats {
            let mut extra = 0;
            for (tile, placed) in self.land.figures() {
                if placed.seat == seat && self.feature_of_figure(tile, placed).0 == id {
                    let column = self.land.tile(tile).cell.x;
                    let here = self.own.surveyors.iter().filter(|&&surveyor| surveyor == column).count();
                    let worth = EXTRA * here as u16;
                    extra = match self.options.bonus {
                        Bonus::PerSettler => extra + worth,
                        Bonus::PerPlayer => extra.max(worth),
                    };
                }
            }
            if extra > 0 {
                self.points[seat].extra += extra;
                observer.observe(Event::ExtraPoints { seat, points: extra });
            }
        }
    }

    /// After a scored building a surveyor takes a step to the west (`MAY-SURVEYOR-2`): the eastern one if they are in
    /// different columns (`MAY-SURVEYOR-4`); from a common column only if a tile lies farther west
    /// (`MAY-SURVEYOR-8`, `MAY-SURVEYOR-10`). Then the settlers in the east go, moved or not (`MAY-EAST-5`).
    pub(crate) fn move_surveyor_and_remove(&mut self, observer: &mut impl Observer<Event>) {
        let [west, east] = self.own.surveyors;
        let moves = west != east || self.land.tiles().iter().any(|tile| tile.cell.x < west);
        if moves {
            self.own.surveyors = [west.min(east - 1), west.max(east - 1)];
            observer.observe(Event::SurveyorMoved { from: east, to: east - 1 });
        } else {
            observer.observe(Event::SurveyorStayed { column: west });
        }
        if moves || self.options.remove_without_move {
            self.remove_in_the_east(observer);
        }
    }

    /// Every standing settler nearer to the coast than both surveyors goes back without points (`MAY-EAST-1`,
    /// `MAY-EAST-2`), whoever owns it (`MAY-EAST-9`); trappers stay (`MAY-EAST-3`).
    fn remove_in_the_east(&mut self, observer: &mut impl Observer<Event>) {
        let [_, east] = self.own.surveyors;
        for tile in self.land.tiles_with_figures() {
            let at = self.land.tile(tile);
            let placed = at.figure.expect("a tile with a figure");
            let stands = at.kind.segments()[usize::from(placed.index)].kind != SegmentKind::Field;
            if stands && at.cell.x > east {
                self.land.take(tile);
                self.followers[placed.seat] += 1;
                let place = self.land.place_of(tile, usize::from(placed.index));
                observer.observe(Event::SettlerRemoved { seat: placed.seat, place });
            }
        }
    }
}
