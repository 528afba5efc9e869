//! A game on the island: everything that is on the table, in the hands and still to be decided.

use crate::base::Base;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::rules::trade::Trading;
use crate::{
    Bundle, Cards, ChanceKind, Clause, Counts, DevelopmentCard, EdgeSet, Harbour, HexId, HexSet, Layout,
    OwnChanceKind, OwnPhase, Piece, Rates, Resource, Terrain, VertexSet,
};
use game::{BySeat, Outcome, Seat, SeatSet, Turn};

/// The most seats a game of Catan has.
pub const SEATS: usize = 4;

/// One value for each seat of a game of Catan; seats that are not played keep the default.
pub type PerSeat<T> = BySeat<T, SEATS>;

/// Where one seat's points come from (`CATAN-WIN-1`). Each field counts points, not pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// 1 for each settlement.
    pub settlements: u8,
    /// 2 for each city.
    pub cities: u8,
    /// 2 with the Longest Road card.
    pub longest_road: u8,
    /// 2 with the Largest Army card.
    pub largest_army: u8,
    /// 1 for each victory point card; 0 where the viewer may not know them.
    pub victory_cards: u8,
}

impl Points {
    /// The sum.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.settlements + self.cities + self.longest_road + self.largest_army + self.victory_cards
    }
}

/// A game on the island: base Catan, or another one by its [`Rules`].
///
/// A value of this type is a position of a game with these [`Options`](Rules::Options), between two actions: it is `Copy`,
/// has no heap, owns no randomness and knows nothing of who plays. It can be built by playing from [`Island::new`], or from
/// a checked setup; so it is always a position that breaks no clause.
///
/// Equality means: the same position in every respect, hidden things and running numbers included.
///
/// Beside the facts it keeps what follows from them and is asked for at every step (free intersections, rates, road
/// lengths). Those fields are marked *derived*; tests compare each with its value from scratch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Island<R: Rules> {
    pub(crate) roads: PerSeat<EdgeSet>,
    /// Derived: intersections where own roads end.
    pub(crate) road_ends: PerSeat<VertexSet>,
    pub(crate) settlements: PerSeat<VertexSet>,
    /// Cities, with whatever else stands on them.
    pub(crate) cities: PerSeat<VertexSet>,
    /// Derived: intersections with a building, or next to one (`CATAN-SETT-3` b).
    pub(crate) unsettleable: VertexSet,
    pub(crate) hands: PerSeat<Counts<R::Kind>>,
    pub(crate) supply: Counts<R::Kind>,
    pub(crate) layout: Layout,
    /// Derived: the up to two hexes of each sum of the dice.
    pub(crate) by_number: [[u8; 2]; 13],
    /// Derived: the fewest cards of each kind that each seat gives for one at the supply by its harbours (`CATAN-MAR-1` to
    /// `CATAN-MAR-3`).
    pub(crate) harbour_rates: PerSeat<Counts<R::Kind>>,
    /// Derived: exact road lengths (`CATAN-LR-2`).
    pub(crate) road_lengths: PerSeat<u8>,
    pub(crate) longest_road: Option<Seat>,
    pub(crate) robber: HexId,
    pub(crate) phase: Phase<R>,
    /// Cards handed in and not yet applied; empty for everybody else.
    pub(crate) handed_in: PerSeat<Bundle<R::Kind>>,
    pub(crate) active: Seat,
    pub(crate) start: Seat,
    /// Something was built or bought with hand cards in this turn.
    pub(crate) built: bool,
    /// The last production dice; (0, 0) before the first.
    pub(crate) dice: (u8, u8),
    /// Turns begun, set-up not counted.
    pub(crate) turns: u32,
    /// Cards stolen so far.
    pub(crate) thefts: u16,
    pub(crate) trading: Trading<R::Kind>,
    pub(crate) options: R::Options,
    /// What only this game keeps.
    pub(crate) own: R::Own,
}

/// Base Catan.
pub type Catan = Island<Base>;

const _: () = assert!(size_of::<Catan>() <= 640);

pub(crate) const NO_HEX: u8 = u8::MAX;

impl<R: Rules> Island<R> {
    /// A new game: nothing is laid out yet, nature is due with the layout.
    ///
    /// # Panics
    /// If the options are not valid for the table, for example five players. `validate` of the options says so in advance.
    #[must_use]
    pub fn new(options: &R::Options) -> Island<R> {
        assert!((2..=SEATS).contains(&usize::from(options.players())), "the island is for 2 to 4 seats");
        let layout = Layout::beginner();
        Island {
            roads: BySeat([EdgeSet::EMPTY; SEATS]),
            road_ends: BySeat([VertexSet::EMPTY; SEATS]),
            settlements: BySeat([VertexSet::EMPTY; SEATS]),
            cities: BySeat([VertexSet::EMPTY; SEATS]),
            unsettleable: VertexSet::EMPTY,
            hands: BySeat([Counts::NONE; SEATS]),
            supply: Counts::BOX,
            layout,
            by_number: [[NO_HEX; 2]; 13],
            harbour_rates: BySeat([Counts::of_each(Rates::BASIC); SEATS]),
            road_lengths: BySeat([0; SEATS]),
            longest_road: None,
            robber: layout.desert(),
            phase: Phase::LayingOut,
            handed_in: PerSeat::default(),
            active: Seat::A,
            start: Seat::A,
            built: false,
            dice: (0, 0),
            turns: 0,
            thefts: 0,
            trading: Trading::CLOSED,
            options: *options,
            own: R::own(options),
        }
    }

    /// How many seats play.
    #[must_use]
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.options.players())
    }

    /// The rule switches of this game.
    #[must_use]
    pub fn options(&self) -> &R::Options {
        &self.options
    }

    /// What is to be decided now.
    #[must_use]
    pub fn phase(&self) -> Phase<R> {
        self.phase
    }

    /// Whose turn it is; during set-up, who places.
    #[must_use]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The island, once it is laid out.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        (self.phase != Phase::LayingOut).then_some(&self.layout)
    }

    /// Turns begun so far, the set-up not counted.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Who placed first, once that is known: the seat the snake returns to.
    #[must_use]
    pub fn start_player(&self) -> Option<Seat> {
        let unknown =
            matches!(self.phase, Phase::LayingOut | Phase::DrawingStart | Phase::RollingForStart { .. });
        (!unknown).then_some(self.start)
    }

    #[inline]
    pub(crate) fn all_roads(&self) -> EdgeSet {
        self.roads[Seat::A] | self.roads[Seat::B] | self.roads[Seat::C] | self.roads[Seat::D]
    }

    /// The seat's settlements and cities.
    #[inline]
    pub(crate) fn buildings(&self, seat: Seat) -> VertexSet {
        self.settlements[seat] | self.cities[seat]
    }

    /// All settlements and cities.
    #[inline]
    pub(crate) fn all_buildings(&self) -> VertexSet {
        let all = |sets: &PerSeat<VertexSet>| sets.0[0] | sets.0[1] | sets.0[2] | sets.0[3];
        all(&self.settlements) | all(&self.cities)
    }

    /// The other seats.
    pub(crate) fn opponents(&self) -> impl Iterator<Item = Seat> + use<R> {
        let active = self.active;
        Seat::first(self.seats()).filter(move |&seat| seat != active)
    }

    pub(crate) fn check_price(&self, seat: Seat, price: Counts<R::Kind>) -> Result<(), Illegal<R>> {
        if self.hands[seat].contains(price) { Ok(()) } else { Err(Illegal::CannotPay { price }) }
    }
}

impl Catan {
    /// Who acts now.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Turn<ChanceKind> {
        match self.phase {
            Phase::Rolling => Turn::Chance(ChanceKind::Dice),
            Phase::Own(OwnPhase::BuyingCard) => Turn::Chance(ChanceKind::Own(OwnChanceKind::DevelopmentCard)),
            Phase::Stealing { victim, .. } => {
                Turn::Chance(ChanceKind::StolenCard { thief: self.active, victim })
            }
            Phase::Over(outcome) => Turn::Over(outcome),
            Phase::Discarding { .. } => Turn::Decide(self.seats_to_discard()),
            Phase::Building => Turn::Decide(self.trading.invited().with(self.active)),
            Phase::LayingOut => Turn::Chance(ChanceKind::Layout),
            Phase::DrawingStart => Turn::Chance(ChanceKind::StartPlayer),
            Phase::RollingForStart { waiting, .. } => {
                Turn::Chance(ChanceKind::StartRoll(waiting.lowest().expect("somebody rolls")))
            }
            _ => Turn::Decide(SeatSet::one(self.active)),
        }
    }

    /// The points of a seat, victory point cards included.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Points {
        Points {
            victory_cards: self.own.development[seat][DevelopmentCard::VictoryPoint.index()],
            ..self.visible_points(seat)
        }
    }

    /// The points of a seat that everybody sees (`CATAN-INFO-11`).
    #[must_use]
    pub fn visible_points(&self, seat: Seat) -> Points {
        Points {
            settlements: self.settlements[seat].len() as u8,
            cities: 2 * self.cities[seat].len() as u8,
            longest_road: 2 * u8::from(self.longest_road == Some(seat)),
            largest_army: 2 * u8::from(self.own.largest_army == Some(seat)),
            victory_cards: 0,
        }
    }

    /// All settlements and cities of other seats.
    pub(crate) fn foreign_buildings(&self, seat: Seat) -> VertexSet {
        let mut all = VertexSet::EMPTY;
        for other in Seat::first(SEATS) {
            all = all | self.buildings(other);
        }
        all - self.buildings(seat)
    }

    #[inline]
    pub(crate) fn pieces_left(&self, seat: Seat, piece: Piece) -> u8 {
        let placed = match piece {
            Piece::Road => self.roads[seat].len(),
            Piece::Settlement => self.settlements[seat].len(),
            Piece::City => self.cities[seat].len(),
        };
        piece.count() - placed as u8
    }

    pub(crate) fn deck_len(&self) -> u8 {
        self.own.deck.iter().sum()
    }

    /// Seats that owe a discard and have not handed it in.
    pub(crate) fn seats_to_discard(&self) -> SeatSet {
        let Phase::Discarding { owed } = self.phase else { return SeatSet::EMPTY };
        Seat::first(SEATS)
            .filter(|&seat| owed[seat] > 0 && self.handed_in[seat] == Bundle::default())
            .collect()
    }

    /// Copies of `card` that the active seat holds and did not buy in this turn (`CATAN-DEV-3`).
    #[inline]
    pub(crate) fn playable(&self, card: DevelopmentCard) -> u8 {
        self.own.development[self.active][card.index()] - self.own.bought[card.index()]
    }

    /// Whether the active seat may still play a card in this turn and holds one; victory points are not played.
    pub(crate) fn may_play_card_from_scratch(&self) -> bool {
        !self.own.played_card && crate::rules::turn::PLAYABLE.iter().any(|&card| self.playable(card) > 0)
    }

    /// The rates of the supply that the seat is entitled to, be all of them allowed or only the best (`CATAN-MAR-1` to
    /// `CATAN-MAR-3`).
    pub(crate) fn entitled_rates(&self, seat: Seat, kind: Resource) -> Rates {
        let mut rates = Rates::of(Rates::BASIC);
        if self.uses_harbour(seat, Harbour::Generic) {
            rates = rates.with(Rates::GENERIC);
        }
        if self.uses_harbour(seat, Harbour::Special(kind)) {
            rates = rates.with(Rates::SPECIAL);
        }
        rates
    }

    /// Whether the seat has a building at a harbour of this type.
    pub(crate) fn uses_harbour(&self, seat: Seat, harbour: Harbour) -> bool {
        !(self.layout.harbour_intersections(harbour) & self.buildings(seat)).is_empty()
    }

    /// The rates at which the seat may exchange with the supply (`CATAN-MAR-4`).
    pub(crate) fn usable_rates(&self, seat: Seat, kind: Resource) -> Rates {
        self.options.bank_rates.usable(self.entitled_rates(seat, kind))
    }

    /// Where the robber may go (`CATAN-ROB-2`, `CATAN-ROB-9`).
    pub(crate) fn robber_targets(&self) -> HexSet {
        let elsewhere = HexSet::ALL - HexSet::one(self.robber);
        if !self.options.friendly_robber {
            return elsewhere;
        }
        let spared: HexSet = elsewhere.into_iter().filter(|&hex| self.spared_at(hex).is_some()).collect();
        let allowed = elsewhere - spared;
        if allowed.is_empty() { elsewhere } else { allowed }
    }

    /// The opponent for whose sake the friendly robber may not come here (`CATAN-ROB-9`).
    pub(crate) fn spared_at(&self, hex: HexId) -> Option<Seat> {
        if self.layout.terrain[hex] == Terrain::Desert {
            return None;
        }
        Seat::first(self.seats()).find(|&seat| {
            seat != self.active
                && !(self.buildings(seat) & hex.vertex_set()).is_empty()
                && self.visible_points(seat).total() <= 2
        })
    }

    /// Who can be robbed at a hex (`CATAN-ROB-5`).
    #[inline]
    pub(crate) fn victims_at(&self, hex: HexId) -> SeatSet {
        let any = self.options.robber_victims == crate::options::RobberVictims::AnyAdjacent;
        let mut victims = SeatSet::EMPTY;
        for seat in Seat::first(SEATS) {
            let here = self.own.weights[hex] >> (4 * seat.index()) & 15 != 0;
            if here && seat != self.active && (any || !self.hands[seat].is_empty()) {
                victims.insert(seat);
            }
        }
        victims
    }

    /// Whether domestic and maritime trade is possible now (`CATAN-TRADE-1`, `CATAN-TURN-4`).
    #[inline]
    pub(crate) fn trade_is_open(&self) -> bool {
        self.phase == Phase::Building
            && !(self.built && self.options.trade_build == crate::options::TradeBuild::Separate)
    }

    pub(crate) fn check_pieces(&self, seat: Seat, piece: Piece) -> Result<(), Illegal<Base>> {
        if self.pieces_left(seat, piece) == 0 { Err(Illegal::NoPieceLeft { piece }) } else { Ok(()) }
    }

    pub(crate) fn check_holds(&self, seat: Seat, cards: Cards, clause: Clause) -> Result<(), Illegal<Base>> {
        if self.hands[seat].contains(cards) { Ok(()) } else { Err(Illegal::NotInHand { cards, clause }) }
    }
}
