//! Free roads, by Road Building (`CATAN-DEV-8`, `CK-SCI-9`).

use crate::event::Event;
use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::{Edge, Piece};
use game::Observer;

impl<R: Rules> Island<R> {
    /// Two free roads, as far as there are pieces (`CATAN-DEV-8`, `CK-SCI-9`).
    pub(crate) fn road_building(&mut self, observer: &mut impl Observer<Event<R>>) {
        let left = self.pieces_left(self.active, Piece::Road).min(2);
        self.ask_for_free_road(left, false, observer);
    }

    fn ask_for_free_road(&mut self, left: u8, may_stop: bool, observer: &mut impl Observer<Event<R>>) {
        if left == 0 || R::road_paths(self, self.active).is_empty() {
            return self.end_road_building(observer);
        }
        // Asked even if one path only is left: the forced answers of CATAN-TURN-10 are hex and victim.
        self.phase = Phase::FreeRoads { left, may_stop };
    }

    /// A free road is placed; the next one follows if there is a piece and a path.
    pub(crate) fn place_free_road(
        &mut self,
        edge: Edge<R::Map>,
        left: u8,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.place_road(self.active, edge, false, observer);
        if R::WINS_AFTER_STEP || !self.wins_now(observer) {
            self.ask_for_free_road(left - 1, self.options.road_building_may_stop(), observer);
        }
    }

    /// Ends the effect: the free roads are placed, or the seat stopped, or no further one fits.
    pub(crate) fn end_road_building(&mut self, observer: &mut impl Observer<Event<R>>) {
        observer.observe(Event::RoadBuildingEnded { seat: self.active });
        self.resume(observer);
    }
}
