//! A game on the island: everything that is on the table, in the hands and still to be decided.

use crate::action::ChanceKind;
use crate::base::Base;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::rules::trade::Trading;
use crate::{Bundle, Counts, DevelopmentCard, EdgeSet, HexId, Layout, Piece, Rates, VertexSet};
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
        (!matches!(self.phase, Phase::LayingOut)).then_some(&self.layout)
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

    /// Who acts now.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Turn<ChanceKind<R>> {
        match self.phase {
            // The usual ones, looked at once.
            Phase::BeforeRoll => Turn::Decide(SeatSet::one(self.active)),
            Phase::Building => Turn::Decide(self.trading.invited().with(self.active)),
            Phase::Rolling => Turn::Chance(ChanceKind::Dice),
            Phase::Own(own) => R::turn(self, own),
            Phase::Stealing { victim, .. } => {
                Turn::Chance(ChanceKind::StolenCard { thief: self.active, victim })
            }
            Phase::Over(outcome) => Turn::Over(outcome),
            Phase::Discarding { owed } => Turn::Decide(self.yet_to_hand_in(owed)),
            Phase::LayingOut => Turn::Chance(ChanceKind::Layout),
            Phase::DrawingStart => Turn::Chance(ChanceKind::StartPlayer),
            Phase::RollingForStart { waiting, .. } => {
                Turn::Chance(ChanceKind::StartRoll(waiting.lowest().expect("somebody rolls")))
            }
            Phase::FoundingSettlement { .. }
            | Phase::FoundingRoad { .. }
            | Phase::MovingRobber { .. }
            | Phase::ChoosingVictim { .. }
            | Phase::FreeRoads { .. } => Turn::Decide(SeatSet::one(self.active)),
        }
    }

    /// Of the seats that owe cards, those that have not handed them in.
    pub(crate) fn yet_to_hand_in(&self, owed: PerSeat<u8>) -> SeatSet {
        let waits = |seat: &Seat| owed[*seat] > 0 && self.handed_in[*seat] == Bundle::default();
        Seat::first(SEATS).filter(waits).collect()
    }

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
}

impl Catan {
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

    pub(crate) fn deck_len(&self) -> u8 {
        self.own.deck.iter().sum()
    }

    /// Copies of `card` that the active seat holds and did not buy in this turn (`CATAN-DEV-3`).
    #[inline]
    pub(crate) fn playable(&self, card: DevelopmentCard) -> u8 {
        self.own.development[self.active][card.index()] - self.own.bought[card.index()]
    }

    /// Whether the active seat may still play a card in this turn and holds one; victory points are not played.
    pub(crate) fn may_play_card_from_scratch(&self) -> bool {
        !self.own.played_card && crate::base::PLAYABLE.iter().any(|&card| self.playable(card) > 0)
    }
}
