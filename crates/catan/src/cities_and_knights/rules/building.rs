//! Roads, settlements, cities and walls (`CATAN-BUILD`, `CK-WALL`).

use crate::cities_and_knights::legal::choices::At;
use crate::cities_and_knights::{CitiesAndKnights, Hand, LegalActions};
use crate::{EdgeId, Piece, VertexSet};
use game::Seat;

impl CitiesAndKnights {
    /// Intersections where the distance rule and knights allow a building (`CATAN-SETT-2`, `CK-KNIGHT-6`).
    #[inline]
    pub(crate) fn open_intersections(&self) -> VertexSet {
        VertexSet::ALL - self.unsettleable - self.all_knights()
    }

    /// Settlements that a seat may make cities: laid cities first (`CK-BARB-9`, `CK-BARB-18`), others with a city
    /// piece.
    #[inline]
    pub(crate) fn upgradable(&self, seat: Seat) -> VertexSet {
        let laid = self.own.laid & self.settlements[seat];
        if laid.is_empty() {
            self.settlements[seat].only_if(self.pieces_left(seat, Piece::City) > 0)
        } else {
            laid
        }
    }

    #[inline]
    pub(crate) fn list_building(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        if hand.contains(Hand::ROAD) && self.pieces_left(seat, Piece::Road) > 0 {
            legal.list_roads(self.road_paths(seat));
        }
        let settlement = hand.contains(Hand::SETTLEMENT) && self.pieces_left(seat, Piece::Settlement) > 0;
        legal.list_at(At::Settlement, (self.road_ends[seat] & self.open_intersections()).only_if(settlement));
        legal.list_at(At::City, self.upgradable(seat).only_if(hand.contains(Hand::CITY)));
    }

    /// Removes a road from the board; the caller awards Longest Road once its step is done (`CK-LR-4`).
    pub(crate) fn lift_road(&mut self, seat: Seat, edge: EdgeId) {
        self.roads[seat].remove(edge);
        for end in edge.ends() {
            if (end.edges() & self.roads[seat]).is_empty() {
                self.road_ends[seat].remove(end);
            }
        }
    }
}
