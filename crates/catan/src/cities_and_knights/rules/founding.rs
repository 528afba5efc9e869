//! From the empty table to the first turn (`CK-SETUP`, `CATAN-SETUP`).

use crate::cities_and_knights::{CardKind, CitiesAndKnights, Event, Hand, OwnPhase, Phase};
use crate::options::StartPlayer;
use crate::rules::founding::{StartRolled, lays_out, next_to_found, rolled_for_start};
use crate::{EdgeId, Layout, VertexId};
use game::{Observer, Seat, SeatSet};

lays_out!(CitiesAndKnights);

impl CitiesAndKnights {
    /// The starting player is known.
    pub(crate) fn begin_with(&mut self, start: Seat, observer: &mut impl Observer<Event>) {
        self.start = start;
        self.active = start;
        observer.observe(Event::Starts { seat: start });
        self.phase = Phase::FoundingSettlement { placed: 0 };
    }

    /// A starting building stands: a settlement in round one, a city in round two with a resource for each productive
    /// hex at it (`CK-SETUP-2`, `CK-SETUP-3`).
    pub(crate) fn found(&mut self, vertex: VertexId, placed: u8, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        if usize::from(placed) < self.seats() {
            self.settlements[seat].insert(vertex);
            observer.observe(Event::BuiltSettlement { seat, vertex, paid: false });
        } else {
            self.cities[seat].insert(vertex);
            observer.observe(Event::BuiltCity { seat, vertex, paid: false });
            let mut cards = Hand::NONE;
            for hex in vertex.hexes() {
                if let Some((kind, _)) = CardKind::of_terrain(self.layout.terrain[hex])
                    && self.supply.count(kind) > cards.count(kind)
                {
                    cards += Hand::of(kind, 1);
                }
            }
            self.supply -= cards;
            self.hands[seat] += cards;
            observer.observe(Event::StartingCards { seat, cards });
        }
        self.buildings_changed(seat);
        self.phase = Phase::FoundingRoad { placed: placed + 1, at: vertex };
    }

    /// The road of a starting building lies; the snake goes on (`CATAN-SETUP-3`). The starting player takes the first
    /// turn (`CK-SETUP-4`).
    pub(crate) fn found_road(&mut self, edge: EdgeId, placed: u8, observer: &mut impl Observer<Event>) {
        let (seat, seats) = (self.active, self.seats());
        self.place_road(seat, edge, false, observer);
        let so_far = usize::from(placed);
        if so_far == 2 * seats {
            return self.begin_turn(self.start, observer);
        }
        self.active = next_to_found(seat, so_far, seats);
        self.phase = if so_far < seats {
            Phase::FoundingSettlement { placed }
        } else {
            Phase::Own(OwnPhase::FoundingCity { placed })
        };
    }
}
