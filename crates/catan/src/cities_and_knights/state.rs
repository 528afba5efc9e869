//! A game of Cities & Knights: everything that is on the table, in the hands and still to be decided.

use crate::cities_and_knights::Knights;
use crate::cities_and_knights::cards::ProgressHand;
use crate::cities_and_knights::options::{Options, RobberStart};
use crate::cities_and_knights::phase::{OwnPhase, Phase, TurnStage};
use crate::cities_and_knights::{Area, EventFace, Progress, Strength};
use crate::seats::{PerSeat, SEATS};
use crate::state::Island;
use crate::{HexId, HexSet, VertexId, VertexSet};
use game::{BySeat, Seat, SeatSet};

/// Victory points with their parts; all of them are open (`CK-PROG-11`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// Settlements, 1 each.
    pub settlements: u8,
    /// Cities, 2 each.
    pub cities: u8,
    /// Metropolises, 2 more each.
    pub metropolises: u8,
    /// Longest Road, 2.
    pub longest_road: u8,
    /// Defender of Catan, 1 each.
    pub defender: u8,
    /// Printer and Constitution, 1 each.
    pub victory_cards: u8,
    /// The merchant, 1.
    pub merchant: u8,
}

impl Points {
    /// All together (`CK-WIN-1`).
    #[must_use]
    pub const fn total(self) -> u8 {
        self.settlements
            + self.cities
            + self.metropolises
            + self.longest_road
            + self.defender
            + self.victory_cards
            + self.merchant
    }
}

/// A progress deck: cards in an order that nobody knows, and under them those that were put there (`CK-PROG-12`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ProgressDeck {
    cards: [u8; 18],
    len: u8,
}

impl ProgressDeck {
    const EMPTY: ProgressDeck = ProgressDeck { cards: [0; 18], len: 0 };

    pub(crate) fn push(&mut self, card: Progress) {
        self.cards[usize::from(self.len)] = card.index() as u8;
        self.len += 1;
    }
    pub(crate) fn first(&self) -> Option<Progress> {
        (self.len > 0).then(|| Progress::ALL[usize::from(self.cards[0])])
    }
    pub(crate) fn pop(&mut self) {
        self.cards.copy_within(1.., 0);
        self.len -= 1;
        self.cards[usize::from(self.len)] = 0;
    }
    pub(crate) fn len(&self) -> u8 {
        self.len
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = Progress> + '_ {
        self.cards[..usize::from(self.len)].iter().map(|&card| Progress::ALL[usize::from(card)])
    }
}

/// A position of Cities & Knights. See [`super`] for a whole game.
pub type CitiesAndKnights = Island<Knights>;

/// The state that Cities & Knights adds to the common one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnState {
    /// Cities on their side, which count as settlements (`CK-BARB-9`, `official_tip`).
    pub(crate) laid: VertexSet,
    pub(crate) walls: VertexSet,
    /// The metropolises: at most one for each area (`CK-COMP-4`).
    pub(crate) metropolises: [Option<VertexId>; 3],
    /// The intersections of the metropolises: read at every action, changed a few times in a game.
    pub(crate) metropolis_set: VertexSet,
    /// Knights by seat and strength.
    pub(crate) knights: PerSeat<[VertexSet; 3]>,
    /// Active knights of all seats.
    pub(crate) active_knights: VertexSet,
    /// Knights of the active seat that may still act in this turn (`CK-KNIGHT-8`).
    pub(crate) ready: VertexSet,
    /// Knights promoted in this turn (`CK-KNIGHT-4`).
    pub(crate) promoted: VertexSet,
    /// Knights that fought in the attack that is being resolved: inactive only when it is over (`CK-BARB-17`).
    pub(crate) fighting: VertexSet,
    pub(crate) levels: PerSeat<[u8; 3]>,
    /// Hidden progress cards.
    pub(crate) progress: PerSeat<ProgressHand>,
    /// The seats that turned up Printer and Constitution.
    pub(crate) revealed: [Option<Seat>; 2],
    /// Progress cards whose order nobody knows.
    pub(crate) deck: [u8; 25],
    pub(crate) under: [ProgressDeck; 3],
    /// Cards drawn from each deck so far.
    pub(crate) drawn: [u8; 3],
    /// The owner of the merchant, and its hex until another Merchant card moves it (`CK-MERCH-2`); it stays if the building there
    /// is lost (`CK-MERCH-4`).
    pub(crate) merchant: Option<(Seat, HexId)>,
    pub(crate) defenders: PerSeat<u8>,
    /// The ship's space, 0 to 6.
    pub(crate) ship: u8,
    /// Whether an attack is over (`CK-ROB-1`).
    pub(crate) attacked: bool,
    /// *Derived.* Whether anything moves the robber: once an attack is over, or from the start where the option says so
    /// (`CK-ROB-1`).
    pub(crate) robber_is_free: bool,
    /// Cranes that wait for an improvement.
    pub(crate) cranes: u8,
    /// Kinds that Merchant Fleet lets go two for one, as bits.
    pub(crate) fleet: u8,
    /// Commercial Harbors played in this turn.
    pub(crate) commercial_harbors: u8,
    /// The number of times that each opponent was forced in this turn.
    pub(crate) forced: PerSeat<u8>,
    pub(crate) event: Option<EventFace>,
    pub(crate) stage: TurnStage,
    /// Progress cards handed in for discarding.
    pub(crate) dropped: PerSeat<Option<Progress>>,
}

const _: () = assert!(size_of::<CitiesAndKnights>() <= 1024);

/// Knights of one strength (`CK-COMP-3`).
pub(crate) const KNIGHTS: usize = 2;
/// Walls of a seat (`CK-COMP-3`).
pub(crate) const WALLS: usize = 3;

impl OwnState {
    pub(crate) fn new(options: &Options) -> OwnState {
        OwnState {
            laid: VertexSet::EMPTY,
            walls: VertexSet::EMPTY,
            metropolises: [None; 3],
            metropolis_set: VertexSet::EMPTY,
            knights: BySeat([[VertexSet::EMPTY; 3]; SEATS]),
            active_knights: VertexSet::EMPTY,
            ready: VertexSet::EMPTY,
            promoted: VertexSet::EMPTY,
            fighting: VertexSet::EMPTY,
            levels: BySeat([[0; 3]; SEATS]),
            progress: BySeat([ProgressHand::EMPTY; SEATS]),
            revealed: [None; 2],
            deck: Progress::BOX,
            under: [ProgressDeck::EMPTY; 3],
            drawn: [0; 3],
            merchant: None,
            defenders: BySeat([0; SEATS]),
            ship: 0,
            attacked: false,
            robber_is_free: options.ck_robber_start == RobberStart::DesertFree,
            cranes: 0,
            fleet: 0,
            commercial_harbors: 0,
            forced: BySeat([0; SEATS]),
            event: None,
            stage: TurnStage::BeforeRoll,
            dropped: BySeat([None; SEATS]),
        }
    }
}

impl CitiesAndKnights {
    /// The seats that decide now.
    #[must_use]
    pub(crate) fn deciding(&self) -> SeatSet {
        match self.phase {
            Phase::Own(OwnPhase::Mustering { waiting, .. })
            | Phase::Own(OwnPhase::ChoosingDeck { waiting })
            | Phase::Own(OwnPhase::OfferingDraw { waiting, .. })
            | Phase::Own(OwnPhase::Aqueduct { waiting }) => SeatSet::one(self.first_clockwise(waiting)),
            Phase::Own(OwnPhase::Pillaging { losers }) => SeatSet::one(self.first_clockwise(losers)),
            Phase::Own(OwnPhase::DroppingCards { seats }) => {
                seats.into_iter().filter(|&seat| self.own.dropped[seat].is_none()).collect()
            }
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => self.yet_to_hand_in(owed),
            Phase::Own(OwnPhase::Retreating { seat, .. }) => SeatSet::one(seat),
            Phase::Own(OwnPhase::Deserting { victim })
            | Phase::Own(OwnPhase::ForcedExchange { victim, .. }) => SeatSet::one(victim),
            Phase::Building => self.trading.invited().with(self.active),
            _ => SeatSet::one(self.active),
        }
    }

    /// The victory points of a seat (`CK-WIN-1`); knights bring none (`CK-KNIGHT-14`).
    #[must_use]
    #[inline]
    pub fn points(&self, seat: Seat) -> Points {
        let metropolises = (self.cities[seat] & self.own.metropolis_set).len();
        Points {
            settlements: self.settlements[seat].len() as u8,
            cities: 2 * self.cities[seat].len() as u8,
            metropolises: 2 * metropolises as u8,
            longest_road: 2 * u8::from(self.longest_road == Some(seat)),
            defender: self.own.defenders[seat],
            victory_cards: self.own.revealed.iter().filter(|&&owner| owner == Some(seat)).count() as u8,
            merchant: u8::from(self.own.merchant.is_some_and(|(owner, _)| owner == seat)),
        }
    }

    #[inline]
    pub(crate) fn knights_of(&self, seat: Seat) -> VertexSet {
        let [basic, strong, mighty] = self.own.knights[seat];
        basic | strong | mighty
    }

    #[inline]
    pub(crate) fn all_knights(&self) -> VertexSet {
        let of = |seat: Seat| self.knights_of(seat);
        of(Seat::A) | of(Seat::B) | of(Seat::C) | of(Seat::D)
    }

    /// Hexes with a building of a seat.
    pub(crate) fn hexes_beside(&self, seat: Seat) -> HexSet {
        self.buildings(seat).into_iter().fold(HexSet::EMPTY, |hexes, vertex| hexes | vertex.hexes())
    }

    /// The knight on an intersection: whose, and how strong.
    #[must_use]
    pub fn knight_at(&self, vertex: VertexId) -> Option<(Seat, Strength)> {
        Seat::first(SEATS).find_map(|seat| {
            let knights = &self.own.knights[seat];
            let stands = |strength: &Strength| knights[strength.index()].contains(vertex);
            Strength::ALL.into_iter().find(stands).map(|strength| (seat, strength))
        })
    }

    pub(crate) fn strength_of(&self, seat: Seat, vertex: VertexId) -> Strength {
        let [_, strong, mighty] = self.own.knights[seat];
        if mighty.contains(vertex) {
            Strength::Mighty
        } else if strong.contains(vertex) {
            Strength::Strong
        } else {
            Strength::Basic
        }
    }

    /// Knights of a strength that are not on the board.
    #[must_use]
    #[inline]
    pub fn knights_left(&self, seat: Seat, strength: Strength) -> u8 {
        (KNIGHTS - self.own.knights[seat][strength.index()].len()) as u8
    }

    /// Walls that are not on the board.
    #[must_use]
    pub fn walls_left(&self, seat: Seat) -> u8 {
        (WALLS - (self.own.walls & self.cities[seat]).len()) as u8
    }

    /// A metropolis comes to a city; says from which one.
    pub(crate) fn set_metropolis(&mut self, area: Area, city: VertexId) -> Option<VertexId> {
        let from = self.own.metropolises[area.index()].replace(city);
        self.own.metropolis_set = self.own.metropolises.into_iter().flatten().collect();
        from
    }

    /// Cities without a metropolis.
    #[inline]
    pub(crate) fn plain_cities(&self, seat: Seat) -> VertexSet {
        self.cities[seat] - self.own.metropolis_set
    }

    /// The seat that holds the metropolis of an area.
    #[must_use]
    pub fn metropolis_owner(&self, area: Area) -> Option<Seat> {
        let city = self.own.metropolises[area.index()]?;
        Seat::first(SEATS).find(|&seat| self.cities[seat].contains(city))
    }

    /// The most cards a seat may hold on a 7: two more for each wall (`CK-SEVEN-1`, `CK-WALL-2`).
    #[must_use]
    pub fn hand_limit(&self, seat: Seat) -> u32 {
        u32::from(self.options.discard_limit) + 2 * (self.own.walls & self.cities[seat]).len() as u32
    }

    /// Hidden progress cards of a seat.
    #[must_use]
    #[inline]
    pub fn progress_len(&self, seat: Seat) -> u8 {
        self.own.progress[seat].len()
    }

    /// Cards in a deck.
    #[must_use]
    pub fn deck_len(&self, area: Area) -> u8 {
        self.deck_unknown(area) + self.own.under[area.index()].len()
    }

    pub(crate) fn deck_unknown(&self, area: Area) -> u8 {
        self.own.deck[Progress::places(area)].iter().sum()
    }

    /// Hidden cards that a seat may keep (`CK-PROG-6`).
    pub(crate) const PROGRESS_MAX: u8 = 4;

    /// Sets whether an attack is over, and derives whether the robber is free.
    pub(crate) fn set_attacked(&mut self, attacked: bool) {
        self.own.attacked = attacked;
        self.own.robber_is_free = attacked || self.options.ck_robber_start == RobberStart::DesertFree;
    }

    /// Whether the dice are rolled in this turn.
    #[must_use]
    pub fn has_rolled(&self) -> bool {
        self.own.stage != TurnStage::BeforeRoll
    }
}
