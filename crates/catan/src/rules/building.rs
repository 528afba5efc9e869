//! Roads, settlements and cities on the board (`CATAN-BUILD`, `CATAN-ROAD`, `CATAN-SETT`, `CATAN-CITY`).

use crate::state::SEATS;
use crate::{Cards, Catan, EdgeId, Event, Harbour, VertexId, VertexSet};
use game::{Observer, Seat};

impl Catan {
    /// The active seat pays a price to the supply (`CATAN-COST-2`), which ends the trade step unless trade and build
    /// are combined (`CATAN-TURN-4`).
    pub(crate) fn pay(&mut self, price: Cards, observer: &mut impl Observer<Event>) {
        self.hands[self.active] -= price;
        self.supply += price;
        self.built = true;
        if !self.trading.is_quiet() && !self.trade_is_open() {
            self.end_offers(observer);
        }
    }

    /// A road comes on the board; paths in reach, road length and the card follow.
    pub(crate) fn place_road(
        &mut self,
        seat: Seat,
        edge: EdgeId,
        paid: bool,
        observer: &mut impl Observer<Event>,
    ) {
        self.roads[seat].insert(edge);
        observer.observe(Event::BuiltRoad { seat, edge, paid });
        let foreign = self.foreign_buildings(seat);
        for end in edge.ends() {
            self.road_ends[seat].insert(end);
            // CATAN-ROAD-4: no continuing through an opponent's building.
            if !foreign.contains(end) {
                self.own.reach[seat] = self.own.reach[seat] | end.edges();
            }
        }
        self.road_placed(seat, edge, observer);
    }

    /// A settlement comes on the board; everything that depends on it follows.
    pub(crate) fn place_settlement(
        &mut self,
        seat: Seat,
        vertex: VertexId,
        paid: bool,
        observer: &mut impl Observer<Event>,
    ) {
        self.settlements[seat].insert(vertex);
        observer.observe(Event::BuiltSettlement { seat, vertex, paid });
        self.unsettleable = self.unsettleable | vertex.neighbors() | VertexSet::one(vertex);
        for hex in vertex.hexes() {
            self.own.weights[hex] += 1 << (4 * seat.index());
        }
        if let Some(harbour) = self.layout.harbour_at(vertex) {
            self.improve_rates(seat, harbour);
        }
        self.own.reach[seat] = self.own.reach[seat] | vertex.edges();
        for other in Seat::first(SEATS) {
            if other != seat && self.road_ends[other].contains(vertex) {
                self.forget_reach_through(other, vertex);
            }
        }
        self.roads_cut(seat, vertex, observer);
    }

    /// `seat` reaches nothing through `vertex` any more, where an opponent has just built (`CATAN-ROAD-4`).
    fn forget_reach_through(&mut self, seat: Seat, vertex: VertexId) {
        let foreign = self.foreign_buildings(seat);
        for (edge, far) in vertex.steps() {
            let adjoins_far = self.buildings(seat).contains(far)
                || (self.road_ends[seat].contains(far) && !foreign.contains(far));
            if !adjoins_far {
                self.own.reach[seat].remove(edge);
            }
        }
    }

    /// A harbour came into use (`CATAN-MAR-2`, `CATAN-MAR-3`).
    pub(crate) fn improve_rates(&mut self, seat: Seat, harbour: Harbour) {
        let mut rates = self.harbour_rates[seat].counts();
        match harbour {
            Harbour::Generic => rates = rates.map(|rate| rate.min(3)),
            Harbour::Special(kind) => rates[kind.index()] = 2,
        }
        self.harbour_rates[seat] = Cards::new(rates);
    }

    /// A settlement becomes a city (`CATAN-CITY-1`).
    pub(crate) fn place_city(&mut self, seat: Seat, vertex: VertexId, observer: &mut impl Observer<Event>) {
        self.settlements[seat].remove(vertex);
        self.cities[seat].insert(vertex);
        for hex in vertex.hexes() {
            self.own.weights[hex] += 1 << (4 * seat.index());
        }
        observer.observe(Event::BuiltCity { seat, vertex, paid: true });
    }
}
