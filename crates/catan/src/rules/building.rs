//! Roads, settlements and cities on the board (`CATAN-BUILD`, `CATAN-ROAD`, `CATAN-SETT`, `CATAN-CITY`).

use crate::event::Event;
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::{Counts, Edge, Edges, Piece, Vertex};
use game::{Observer, Seat};

impl<R: Rules> Island<R> {
    /// Pieces that are not on the board; a city on its side is a city piece (`CK-BARB-9`).
    #[must_use]
    #[inline]
    pub fn pieces_left(&self, seat: Seat, piece: Piece) -> u8 {
        let placed = match piece {
            Piece::Road => self.roads[seat].len(),
            Piece::Settlement => self.settlements[seat].len() - R::laid_cities(self, seat),
            Piece::City => self.cities[seat].len() + R::laid_cities(self, seat),
        };
        piece.count() - placed as u8
    }

    pub(crate) fn check_pieces(&self, seat: Seat, piece: Piece) -> Result<(), Illegal<R>> {
        if self.pieces_left(seat, piece) == 0 { Err(Illegal::NoPieceLeft { piece }) } else { Ok(()) }
    }

    pub(crate) fn check_price(&self, seat: Seat, price: Counts<R::Kind>) -> Result<(), Illegal<R>> {
        if self.hands[seat].contains(price) { Ok(()) } else { Err(Illegal::CannotPay { price }) }
    }

    /// The active seat pays a price to the supply (`CATAN-BUILD-1`, `CATAN-COST-2`), which ends the trade step unless trade and build
    /// are combined (`CATAN-TURN-4`, `CK-TURN-6`). A step that costs nothing is no payment (`CK-TURN-8`).
    pub(crate) fn pay(&mut self, price: Counts<R::Kind>, observer: &mut impl Observer<Event<R>>) {
        self.hands[self.active] -= price;
        self.supply += price;
        self.built |= !price.is_empty();
        if !self.trading.is_quiet() && !self.trade_is_open() {
            self.end_offers(observer);
        }
    }

    /// A road: where it may lie, whether a piece is left, whether it can be paid for.
    pub(crate) fn check_road(&self, edge: Edge<R::Map>) -> Result<(), Illegal<R>> {
        if let Phase::FoundingRoad { at, .. } = self.phase {
            return self.check_founding_road(edge, at);
        }
        R::check_path(self, edge)?;
        self.check_path(edge)?;
        self.check_pieces(self.active, Piece::Road)?;
        match self.phase {
            Phase::FreeRoads { .. } | Phase::Own(_) => Ok(()),
            _ => self.check_price(self.active, Counts::ROAD),
        }
    }

    /// `CATAN-ROAD-2`, `CATAN-ROAD-3` and `CATAN-ROAD-4` for the active seat.
    pub(crate) fn check_path(&self, edge: Edge<R::Map>) -> Result<(), Illegal<R>> {
        let seat = self.active;
        if self.all_roads().contains(edge) {
            return Err(Illegal::PathTaken { edge });
        }
        let mut blocked = None;
        for end in edge.ends() {
            if self.buildings(seat).contains(end) {
                return Ok(());
            }
            if (end.edges() & self.roads[seat]).is_empty() {
                continue;
            }
            if R::obstacles(self, seat).contains(end) {
                blocked = Some(end);
            } else {
                return Ok(());
            }
        }
        Err(match blocked {
            Some(vertex) => Illegal::RoadBlocked { edge, vertex, clause: R::blocks(self, vertex) },
            None => Illegal::NotConnected { edge },
        })
    }

    /// Paths where a seat may build a road: free ones at an own building, or at an own road's end where no obstacle stands
    /// (`CATAN-ROAD-2` to `CATAN-ROAD-4`, `CK-KNIGHT-6`).
    #[inline]
    pub(crate) fn road_paths(&self, seat: Seat) -> Edges<R::Map> {
        let joints = self.buildings(seat) | (self.road_ends[seat] - R::obstacles(self, seat));
        let mut paths = Edges::EMPTY;
        for vertex in joints {
            paths = paths | vertex.edges();
        }
        paths - self.all_roads()
    }

    /// A road comes on the board; road length and the card follow.
    pub(crate) fn place_road(
        &mut self,
        seat: Seat,
        edge: Edge<R::Map>,
        paid: bool,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.roads[seat].insert(edge);
        observer.observe(Event::BuiltRoad { seat, edge, paid });
        for end in edge.ends() {
            self.road_ends[seat].insert(end);
        }
        let obstacles = R::obstacles(self, seat);
        R::road_placed(self, seat, edge, obstacles);
        self.measure_through(seat, edge, obstacles, observer);
    }

    /// `CATAN-SETT-3`, then piece and price.
    pub(crate) fn check_settlement(&self, vertex: Vertex<R::Map>) -> Result<(), Illegal<R>> {
        self.check_open(vertex)?;
        // CATAN-SETUP-5: a starting settlement needs no road and costs nothing.
        if matches!(self.phase, Phase::FoundingSettlement { .. }) {
            return Ok(());
        }
        if (vertex.edges() & self.roads[self.active]).is_empty() {
            return Err(Illegal::NoRoadTo { vertex, clause: "CATAN-SETT-3" });
        }
        self.check_pieces(self.active, Piece::Settlement)?;
        self.check_price(self.active, Counts::SETTLEMENT)
    }

    /// Free, and without neighbours (`CATAN-SETT-3`).
    pub(crate) fn check_open(&self, vertex: Vertex<R::Map>) -> Result<(), Illegal<R>> {
        let built = |vertex: Vertex<R::Map>| {
            Seat::first(self.seats()).any(|seat| self.buildings(seat).contains(vertex))
        };
        if built(vertex) {
            return Err(Illegal::IntersectionTaken { vertex });
        }
        R::check_vacant(self, vertex)?;
        match vertex.neighbours().into_iter().find(|&neighbour| built(neighbour)) {
            Some(neighbour) => Err(Illegal::TooClose { vertex, neighbour }),
            None => Ok(()),
        }
    }

    /// A settlement comes on the board; everything that depends on it follows.
    pub(crate) fn place_settlement(
        &mut self,
        seat: Seat,
        vertex: Vertex<R::Map>,
        paid: bool,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.settlements[seat].insert(vertex);
        observer.observe(Event::BuiltSettlement { seat, vertex, paid });
        R::building_placed(self, seat, vertex);
        // One seat at most has two roads there beside the one that the builder came by (`CATAN-LR-8`).
        if self.measure_past(seat, vertex) {
            self.award_longest_road(observer);
        }
    }

    /// An own settlement that may become a city at this price (`CATAN-CITY-1`).
    pub(crate) fn check_city(
        &self,
        vertex: Vertex<R::Map>,
        price: Counts<R::Kind>,
    ) -> Result<(), Illegal<R>> {
        if !self.settlements[self.active].contains(vertex) {
            return Err(Illegal::NotOwnSettlement { vertex });
        }
        R::check_city_piece(self, vertex)?;
        self.check_price(self.active, price)
    }

    /// A settlement becomes a city (`CATAN-CITY-1`), or a starting city is placed (`CK-SETUP-2`).
    pub(crate) fn place_city(
        &mut self,
        seat: Seat,
        vertex: Vertex<R::Map>,
        paid: bool,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let upgraded = self.settlements[seat].contains(vertex);
        self.settlements[seat].remove(vertex);
        self.cities[seat].insert(vertex);
        observer.observe(Event::BuiltCity { seat, vertex, paid });
        if !upgraded {
            R::building_placed(self, seat, vertex);
        }
        R::city_placed(self, seat, vertex);
    }

    /// Derives what depends on the buildings of a seat and of everybody: free intersections (`CATAN-SETT-3`), and the
    /// seat's rates at its harbours.
    pub(crate) fn derive_of_buildings(&mut self, seat: Seat) {
        let buildings = self.all_buildings();
        self.unsettleable = buildings.into_iter().fold(buildings, |all, vertex| all | vertex.neighbours());
        self.derive_harbour_rates(seat);
    }
}
