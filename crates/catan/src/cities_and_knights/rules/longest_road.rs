//! Longest Road: measured and awarded as in the base game, interrupted by opponents' knights too (`CK-LR-1`, `CATAN-LR`).

use crate::cities_and_knights::{CitiesAndKnights, Event};
use crate::rules::longest_road::{longest_road_holder, longest_trail, longest_trail_through};
use crate::state::SEATS;
use crate::{EdgeId, VertexId};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// A longer road can only lead through the new one.
    pub(crate) fn road_added(&mut self, seat: Seat, edge: EdgeId, observer: &mut impl Observer<Event>) {
        let length = longest_trail_through(edge, self.roads[seat], self.obstacles(seat));
        if length > self.road_lengths[seat] {
            self.road_lengths[seat] = length;
            self.award_longest_road(observer);
        }
    }

    /// Something of `owner` came to this intersection or left it (`CK-LR-2`): the roads of others that pass there are
    /// measured anew, whole again if a knight left (`CK-KNIGHT-7`). The card is awarded by whoever knows that the step is done (`CK-LR-4`).
    pub(crate) fn measure_past(&mut self, owner: Seat, vertex: VertexId) {
        for seat in Seat::first(SEATS) {
            if seat != owner && (vertex.edges() & self.roads[seat]).len() >= 2 {
                self.measure(seat);
            }
        }
    }

    pub(crate) fn measure(&mut self, seat: Seat) {
        self.road_lengths[seat] = longest_trail(self.roads[seat], self.obstacles(seat));
    }

    /// The card goes where the base game's rule says; a road that is whole again has no older right to it (`CK-LR-3`).
    pub(crate) fn award_longest_road(&mut self, observer: &mut impl Observer<Event>) {
        let holder = longest_road_holder(self.longest_road, &self.road_lengths);
        if holder != self.longest_road {
            self.longest_road = holder;
            let length = holder.map_or(0, |seat| self.road_lengths[seat]);
            observer.observe(Event::LongestRoad { holder, length });
        }
    }
}
