//! From the empty table to the first turn (`CK-SETUP`, `CATAN-SETUP`).

use crate::cities_and_knights::{CardKind, CitiesAndKnights, Event, Hand, Phase};
use crate::options::StartPlayer;
use crate::rules::founding::{StartRolled, rolled_for_start};
use crate::{EdgeId, Layout, VertexId};
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    /// The island lies; the robber waits on the desert (`CK-SETUP-1`).
    pub(crate) fn lay_out(&mut self, layout: &Layout, observer: &mut impl Observer<Event>) {
        self.layout = *layout;
        self.index_numbers();
        self.robber = layout.desert();
        observer.observe(Event::LaidOut { layout: *layout });
        match self.options.start_player {
            StartPlayer::Seat(seat) => self.begin_with(seat, observer),
            StartPlayer::Random => self.phase = Phase::DrawingStart,
            StartPlayer::HighestRoll => {
                self.phase = Phase::RollingForStart {
                    waiting: SeatSet::first(self.seats()),
                    leaders: SeatSet::EMPTY,
                    best: 0,
                    rolls: 0,
                }
            }
        }
    }

    /// Where each number lies.
    pub(crate) fn index_numbers(&mut self) {
        self.by_number = self.layout.by_number();
    }

    /// A roll for the start; tied leaders roll again (`CATAN-SETUP-2`).
    pub(crate) fn rolled_for_start(&mut self, dice: (u8, u8), observer: &mut impl Observer<Event>) {
        let Phase::RollingForStart { waiting, leaders, best, rolls } = self.phase else { return };
        let Some(seat) = waiting.lowest() else { return };
        observer.observe(Event::RolledForStart { seat, dice });
        match rolled_for_start(waiting, leaders, best, dice.0 + dice.1) {
            StartRolled::Begins(winner) => self.begin_with(winner, observer),
            StartRolled::Goes { waiting, leaders, best } => {
                let rolls = rolls.wrapping_add(1);
                self.phase = Phase::RollingForStart { waiting, leaders, best, rolls };
            }
        }
    }

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
        self.lay_road(seat, edge, false, observer);
        let so_far = usize::from(placed);
        if so_far == 2 * seats {
            return self.begin_turn(self.start, observer);
        }
        self.active = match so_far {
            n if n < seats => seat.next(seats),
            n if n == seats => seat,
            _ => seat.previous(seats),
        };
        self.phase = if so_far < seats {
            Phase::FoundingSettlement { placed }
        } else {
            Phase::FoundingCity { placed }
        };
    }
}
