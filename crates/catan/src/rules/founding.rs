//! From the empty table to the first turn (`CATAN-SETUP`, `CATAN-BEG`).

use crate::board::{Board as _, NO_HEX};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::options::StartPlayer;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::topology::Array;
use crate::trading::Trading;
use crate::{Counts, Die, Edge, Layout, Rates, Vertex, Vertices};
use game::{Observer, Seat, SeatSet};

/// The result of a roll for the start (`CATAN-SETUP-2`).
pub(crate) enum StartRolled {
    /// One seat alone leads when all have rolled.
    Begins(Seat),
    /// The `waiting` seats have yet to roll; the `leaders` have the highest roll so far.
    Goes { waiting: SeatSet, leaders: SeatSet, best: u8 },
}

/// The lowest of `waiting` rolled `sum`; when all have, the tied seats alone roll again (`CATAN-SETUP-2`).
pub(crate) fn rolled_for_start(
    mut waiting: SeatSet,
    mut leaders: SeatSet,
    mut best: u8,
    sum: u8,
) -> StartRolled {
    let seat = waiting.lowest().expect("somebody rolls");
    waiting.remove(seat);
    if sum > best {
        (best, leaders) = (sum, SeatSet::one(seat));
    } else if sum == best {
        leaders.insert(seat);
    }
    match (waiting.is_empty(), leaders.len(), leaders.lowest()) {
        (true, 1, Some(winner)) => StartRolled::Begins(winner),
        (true, ..) => StartRolled::Goes { waiting: leaders, leaders: SeatSet::EMPTY, best: 0 },
        (false, ..) => StartRolled::Goes { waiting, leaders, best },
    }
}

/// Returns the seat that places the next starting settlement after `seat` has placed the one before it, `placed` in all: once
/// around, and back again (`CATAN-SETUP-3`).
pub(crate) fn next_to_found(seat: Seat, placed: usize, seats: usize) -> Seat {
    match placed {
        n if n < seats => seat.next(seats),
        n if n == seats => seat,
        _ => seat.previous(seats),
    }
}

impl<R: Rules> Island<R> {
    /// A new game: nothing is laid out yet, nature is due with the layout.
    ///
    /// # Panics
    /// If the options are not valid for the table, for example five players. `validate` of the options says so in advance.
    #[must_use]
    pub fn new(options: &R::Options) -> Island<R> {
        assert!(
            (2..=R::SEATS).contains(&usize::from(options.players())),
            "the island is for 2 to {} seats",
            R::SEATS
        );
        debug_assert_eq!(R::PerSeat::<u8>::default().as_ref().len(), R::SEATS);
        let layout = R::Map::BEGINNER;
        let mut rates = R::PerSeat::default();
        for seat in Seat::first(R::SEATS) {
            rates[seat] = Counts::of_each(Rates::BASIC);
        }
        Island {
            roads: Default::default(),
            road_ends: Default::default(),
            settlements: Default::default(),
            cities: Default::default(),
            unsettleable: Vertices::EMPTY,
            hands: Default::default(),
            supply: Counts::BOX,
            layout,
            by_number: [Array::of(NO_HEX); 13],
            harbour_rates: rates,
            road_lengths: Default::default(),
            longest_road: None,
            robber: layout.desert(),
            phase: Phase::LayingOut,
            handed_in: Default::default(),
            active: Seat::A,
            start: Seat::A,
            built: false,
            dice: None,
            turns: 0,
            thefts: 0,
            trading: Trading::closed(),
            options: *options,
            own: R::own(options),
        }
    }

    /// The island is laid out; the robber starts on the desert (`CATAN-ROB-1`, `CATAN-VAR-7`, `CK-SETUP-1`).
    pub(crate) fn lay_out(&mut self, layout: &Layout<R::Map>, observer: &mut impl Observer<Event<R>>) {
        self.layout = *layout;
        self.index_numbers();
        self.robber = layout.desert();
        observer.observe(Event::LaidOut { layout: *layout });
        match self.options.start_player() {
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

    /// Derives which hexes each sum of the dice names.
    pub(crate) fn index_numbers(&mut self) {
        self.by_number = self.layout.by_number();
    }

    /// A seat rolled for the start; the tied seats alone roll again (`CATAN-SETUP-2`).
    pub(crate) fn rolled_for_start(&mut self, dice: (Die, Die), observer: &mut impl Observer<Event<R>>) {
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

    /// The starting player is known.
    pub(crate) fn begin_with(&mut self, start: Seat, observer: &mut impl Observer<Event<R>>) {
        self.start = start;
        self.active = start;
        observer.observe(Event::Starts { seat: start });
        R::begin(self, observer);
    }

    /// A starting building is placed, the second one with starting cards; its road comes next (`CATAN-SETUP-3`, `CK-SETUP-2`).
    pub(crate) fn found(
        &mut self,
        vertex: Vertex<R::Map>,
        placed: u8,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let seat = self.active;
        let second = usize::from(placed) >= self.seats();
        if second && R::SECOND_IS_CITY {
            self.place_city(seat, vertex, false, observer);
        } else {
            self.place_settlement(seat, vertex, false, observer);
        }
        if second {
            self.starting_cards(seat, vertex, observer);
        }
        self.phase = Phase::FoundingRoad { placed: placed + 1, at: vertex };
    }

    /// One card for each productive hex at the second building (`CATAN-SETUP-6`, `CK-SETUP-3`).
    pub(crate) fn starting_cards(
        &mut self,
        seat: Seat,
        vertex: Vertex<R::Map>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let mut cards = Counts::NONE;
        for hex in vertex.hexes() {
            if let Some(kind) = self.layout.terrain[hex].resource().map(R::Kind::from)
                && self.supply.count(kind) > cards.count(kind)
            {
                cards += Counts::of(kind, 1);
            }
        }
        self.supply -= cards;
        self.hands[seat] += cards;
        observer.observe(Event::StartingCards { seat, cards });
    }

    /// A starting road adjoins the building just placed (`CATAN-SETUP-4`).
    pub(crate) fn check_founding_road(
        &self,
        edge: Edge<R::Map>,
        at: Vertex<R::Map>,
    ) -> Result<(), Illegal<R>> {
        if self.all_roads().contains(edge) {
            return Err(Illegal::PathTaken { edge });
        }
        if edge.ends().contains(&at) { Ok(()) } else { Err(Illegal::NotAtNewBuilding { edge, vertex: at }) }
    }

    /// The road of a starting building is placed; the snake goes on (`CATAN-SETUP-3`, `CATAN-SETUP-4`).
    pub(crate) fn found_road(
        &mut self,
        edge: Edge<R::Map>,
        placed: u8,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let (seat, seats) = (self.active, self.seats());
        self.place_road(seat, edge, false, observer);
        let placed_so_far = usize::from(placed);
        if placed_so_far == 2 * seats {
            // CATAN-SETUP-7, CK-SETUP-4: the starting player, who placed last, takes the first turn.
            return self.begin_turn(seat, observer);
        }
        self.active = next_to_found(seat, placed_so_far, seats);
        self.phase = R::founding(placed, placed_so_far >= seats);
    }
}
