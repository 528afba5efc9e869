//! Roads, settlements, cities and walls (`CATAN-BUILD`, `CK-WALL`).

use crate::cities_and_knights::Knights;
use crate::cities_and_knights::{CitiesAndKnights, Event, Hand, OwnEvent};
use crate::rules::Rules as _;
use crate::{EdgeId, EdgeSet, VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// Paths where a seat may build a road: free ones at an own building, or at an own road's end that no opponent
    /// stands on (`CATAN-ROAD-3`, `CK-KNIGHT-6`).
    pub(crate) fn road_paths(&self, seat: Seat) -> EdgeSet {
        let joints = self.buildings(seat) | (self.road_ends[seat] - Knights::obstacles(self, seat));
        let mut paths = EdgeSet::EMPTY;
        for vertex in joints {
            paths = paths | vertex.edges();
        }
        paths - self.all_roads()
    }

    /// Intersections where the distance rule and knights allow a building (`CATAN-SETT-2`, `CK-KNIGHT-6`).
    pub(crate) fn open_intersections(&self) -> VertexSet {
        VertexSet::ALL - self.unsettleable - self.all_knights()
    }

    /// A road leaves the board; Longest Road is looked at by whoever removes it, when all is done (`CK-LR-4`).
    pub(crate) fn lift_road(&mut self, seat: Seat, edge: EdgeId) {
        self.roads[seat].remove(edge);
        for end in edge.ends() {
            if (end.edges() & self.roads[seat]).is_empty() {
                self.road_ends[seat].remove(end);
            }
        }
    }

    pub(crate) fn build_wall(&mut self, vertex: VertexId, paid: bool, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        if paid {
            self.pay(Hand::WALL, observer);
        }
        self.own.walls.insert(vertex);
        observer.observe(Event::Own(OwnEvent::BuiltWall { seat, vertex, paid }));
    }

    /// Settlements that a seat may make cities: laid cities first (`CK-BARB-9`, `CK-BARB-18`), others with a city
    /// piece.
    pub(crate) fn upgradable(&self, seat: Seat) -> VertexSet {
        let laid = self.own.laid & self.settlements[seat];
        match () {
            () if !laid.is_empty() => laid,
            () if self.pieces_left(seat, crate::Piece::City) == 0 => VertexSet::EMPTY,
            () => self.settlements[seat],
        }
    }

    /// Cities that a seat may wall (`CK-WALL-1`).
    pub(crate) fn wallable(&self, seat: Seat) -> VertexSet {
        (self.cities[seat] - self.own.walls).only_if(self.walls_left(seat) > 0)
    }
}
