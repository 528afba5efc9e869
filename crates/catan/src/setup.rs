//! Any position as plain data, checked on the way in.

mod check;
mod json;

pub(crate) use json::{board, paths};

use crate::seats::{PerSeat, SEATS};
use crate::trading::{Answer, Exchange, Trading};
use crate::{
    Base, Bundle, Cards, Catan, DevelopmentCard, Die, EdgeId, EdgeSet, HexId, Layout, Options, VertexId,
    VertexSet,
};
use crate::{OwnPhase, Phase};
use game::{Outcome, ParseError, Seat, SeatSet, SetupError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A position of Catan as plain public data, which may be impossible; [`Catan::from_setup`] says so.
///
/// It can describe every position, pending decisions and open offers included, and short ones are short: what is left
/// out follows from the rest or has a sensible value. [`Setup::default`] is the beginner board without pieces, seat A
/// active, the dice rolled. Text form: a JSON object (`docs/setup.md`).
///
/// ```
/// use catan::{Catan, Setup};
/// use game::Seat;
/// let setup: Setup = serde_json::from_str(r#"{
///     "seats": {
///         "A": {"settlements": ["I39"], "roads": ["39-44-48"], "hand": {"ore": 2}},
///         "B": {"cities": ["I28"], "development": {"knight": 1}}
///     },
///     "robber": "H12"
/// }"#).unwrap();
/// let game = Catan::from_setup(&setup).unwrap();
/// assert_eq!(game.points(Seat::B).total(), 2);
/// assert_eq!(Catan::from_setup(&game.to_setup()), Ok(game));
/// ```
///
/// Accepted is what contradicts no clause, whether or not a game could have come to it: pieces without roads, roads
/// without settlements, uneven numbers of pieces, any dice and turn number.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The rule switches.
    pub options: Options,
    /// The island: `"beginner"`, a layout as text, or `null` where it is not laid out yet.
    #[serde(with = "board")]
    pub board: Option<Layout>,
    /// The hex of the robber; the desert if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber: Option<HexId>,
    /// The state of each seat.
    pub seats: PerSeat<SeatSetup>,
    /// The supply; if left out, the cards that are in no hand (`CATAN-COMP-9`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<Cards>,
    /// The deck; if left out, the cards that nobody holds or has in front of him, so that no progress card was
    /// played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<DevelopmentCards>,
    /// The holder of Longest Road; if left out, the seat that alone has the longest road of at least five.
    #[serde(skip_serializing_if = "Award::is_derived")]
    pub longest_road: Award,
    /// The holder of Largest Army; if left out, the seat that alone has the most knights, at least three.
    #[serde(skip_serializing_if = "Award::is_derived")]
    pub largest_army: Award,
    /// The seat whose turn it is; in the set-up phase, the seat that places.
    pub active: Seat,
    /// The seat that placed first.
    pub start: Seat,
    /// The decision that is due.
    pub phase: PhaseSetup,
    /// Whether the dice were rolled in this turn; if left out, as the phase suggests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolled: Option<bool>,
    /// Whether something was built or bought in this turn; if left out, whether a card was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built: Option<bool>,
    /// Whether a development card was played in this turn; if left out, as the phase suggests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_card: Option<bool>,
    /// The active seat's development cards that were bought in this turn.
    #[serde(skip_serializing_if = "DevelopmentCards::is_empty")]
    pub bought: DevelopmentCards,
    /// The last production roll, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<(Die, Die)>,
    /// Turns begun, the set-up not counted; if left out 1, or 0 in the set-up phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Cards stolen so far.
    #[serde(skip_serializing_if = "is_zero")]
    pub thefts: u16,
    /// The active seat's open offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferSetup>,
}

fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            options: Options::default(),
            board: Some(Layout::beginner()),
            robber: None,
            seats: PerSeat::default(),
            supply: None,
            deck: None,
            longest_road: Award::Derived,
            largest_army: Award::Derived,
            active: Seat::A,
            start: Seat::A,
            phase: PhaseSetup::Building,
            rolled: None,
            built: None,
            played_card: None,
            bought: DevelopmentCards::default(),
            dice: None,
            turn: None,
            thefts: 0,
            offer: None,
        }
    }
}

/// The state of one seat.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeatSetup {
    /// Intersections with its settlements.
    #[serde(skip_serializing_if = "is_zero")]
    pub settlements: VertexSet,
    /// Intersections with its cities.
    #[serde(skip_serializing_if = "is_zero")]
    pub cities: VertexSet,
    /// Paths with its roads; in text also chains of intersections, `16-22-17`.
    #[serde(with = "paths", skip_serializing_if = "is_zero")]
    pub roads: EdgeSet,
    /// Resource cards in the hand.
    #[serde(skip_serializing_if = "is_zero")]
    pub hand: Cards,
    /// Development cards in the hand, those bought in this turn included.
    #[serde(skip_serializing_if = "is_zero")]
    pub development: DevelopmentCards,
    /// Knights played.
    #[serde(skip_serializing_if = "is_zero")]
    pub knights: u8,
    /// The discard handed in after a 7 and not yet applied: these cards are still in the hand.
    #[serde(skip_serializing_if = "is_zero")]
    pub handed_in: Bundle,
    /// The open proposal to the active seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Exchange>,
    /// Offers and proposals made in this turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub offers_made: u8,
}

/// The active seat's open offer, with the answers to it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferSetup {
    /// The cards that the active seat hands over.
    pub give: Bundle,
    /// The cards that the active seat receives.
    pub want: Bundle,
    /// The addressees of the offer.
    pub to: SeatSet,
    /// The answers of the addressees.
    #[serde(default)]
    pub answers: PerSeat<Answer>,
}

/// The holder of a special card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Award {
    /// Derived from the rest of the position.
    #[default]
    Derived,
    /// Nobody.
    Nobody,
    /// This seat.
    Held(Seat),
}

impl Award {
    fn is_derived(&self) -> bool {
        *self == Award::Derived
    }
}

impl From<Option<Seat>> for Award {
    fn from(holder: Option<Seat>) -> Self {
        holder.map_or(Award::Nobody, Award::Held)
    }
}

impl FromStr for Award {
    type Err = ParseError;
    /// A seat, or `nobody`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "nobody" {
            return Ok(Award::Nobody);
        }
        text.parse().map(Award::Held).map_err(|error: ParseError| error.or("nobody"))
    }
}

impl Serialize for Award {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Award::Derived => serializer.serialize_none(),
            Award::Nobody => serializer.serialize_str("nobody"),
            Award::Held(seat) => seat.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Award {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match <Option<std::borrow::Cow<'de, str>>>::deserialize(deserializer)? {
            None => Ok(Award::Derived),
            Some(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// Numbers of development cards, by kind. Text form: `2 knight 1 monopoly`, or `nothing`; in JSON an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DevelopmentCards(pub [u8; 5]);

impl DevelopmentCards {
    /// Returns the number of cards of one kind.
    #[must_use]
    pub const fn count(self, card: DevelopmentCard) -> u8 {
        self.0[card.index()]
    }
    /// Returns the total number of cards.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.into_iter().map(u32::from).sum()
    }
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == DevelopmentCards::default()
    }
}

impl fmt::Display for DevelopmentCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for card in DevelopmentCard::ALL.into_iter().filter(|&card| self.count(card) > 0) {
            write!(f, "{gap}{} {card}", self.count(card))?;
            gap = " ";
        }
        if gap.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

impl FromStr for DevelopmentCards {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut cards = DevelopmentCards::default();
        if words == ["nothing"] {
            return Ok(cards);
        }
        let (pairs, rest) = words.as_chunks::<2>();
        if pairs.is_empty() || !rest.is_empty() {
            return Err(ParseError::malformed_list(
                text,
                "development cards",
                "write counts and kinds, such as `2 knight 1 monopoly`, or `nothing`",
            ));
        }
        for [count, card] in pairs {
            let card: DevelopmentCard = card.parse()?;
            if cards.count(card) > 0 {
                return Err(ParseError::repeated(text, "development cards", card));
            }
            cards.0[card.index()] =
                count.parse().ok().filter(|count| (1..=25).contains(count)).ok_or_else(|| {
                    ParseError::out_of_range(count, "a number of development cards", 1..=25)
                })?;
        }
        Ok(cards)
    }
}

impl Serialize for DevelopmentCards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kinds = DevelopmentCard::ALL.into_iter().filter(|&card| self.count(card) > 0);
        serializer.collect_map(kinds.map(|card| (card, self.count(card))))
    }
}

impl<'de> Deserialize<'de> for DevelopmentCards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = std::collections::BTreeMap::<DevelopmentCard, u8>::deserialize(deserializer)?;
        let mut cards = DevelopmentCards::default();
        for (card, count) in counts {
            cards.0[card.index()] = count;
        }
        Ok(cards)
    }
}

/// The decision that is due; the parts of [`Phase`] that do not follow from the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PhaseSetup {
    /// The island is not laid out yet.
    LayingOut,
    /// The starting seat is to be drawn.
    DrawingStart,
    /// Seats roll for the start.
    RollingForStart {
        /// The seats that have yet to roll.
        waiting: SeatSet,
        /// The seats with the highest roll so far.
        leaders: SeatSet,
        /// The highest roll so far; 0 before the first.
        best: u8,
        /// The number of rolls made.
        rolls: u8,
    },
    /// The active seat places a starting settlement.
    FoundingSettlement,
    /// The active seat places the road of this starting settlement.
    FoundingRoad {
        /// The settlement just placed.
        settlement: VertexId,
    },
    /// The active seat may play a card or roll.
    BeforeRoll,
    /// The production dice are falling.
    Rolling,
    /// The seats that hold too many cards hand in half.
    Discarding,
    /// The active seat moves the robber.
    MovingRobber,
    /// The active seat chooses whom to rob at the robber's hex.
    ChoosingVictim,
    /// A card is drawn from this seat's hand.
    Stealing {
        /// The seat that loses a card.
        victim: Seat,
    },
    /// The active seat trades, builds and plays as it likes.
    #[default]
    Building,
    /// The active seat places free roads.
    FreeRoads {
        /// The number of roads that may still be placed.
        left: u8,
        /// Whether one was placed already, so that the seat may stop.
        #[serde(default)]
        may_stop: bool,
    },
    /// A development card is being drawn.
    BuyingCard,
    /// The game is over.
    Over {
        /// The winners; empty if nobody won.
        winners: SeatSet,
    },
}

impl Setup {
    /// The paths with roads along a chain of intersections, `16-22-17`, or the one path `P24`.
    ///
    /// # Errors
    /// If two neighbours in the chain are not joined by a path.
    pub fn chain(text: &str) -> Result<EdgeSet, ParseError> {
        if text.starts_with('P') {
            return text.parse().map(EdgeSet::one);
        }
        let stops: Vec<&str> = text.split('-').collect();
        if stops.len() < 2 {
            return Err(ParseError::unknown(text, "a chain of roads", "write P24, 16-22 or 16-22-17-23"));
        }
        stops.windows(2).map(|ends| format!("{}-{}", ends[0], ends[1]).parse::<EdgeId>()).collect()
    }

    fn rolled(&self) -> bool {
        self.rolled.unwrap_or(!matches!(
            self.phase,
            PhaseSetup::LayingOut
                | PhaseSetup::DrawingStart
                | PhaseSetup::RollingForStart { .. }
                | PhaseSetup::FoundingSettlement
                | PhaseSetup::FoundingRoad { .. }
                | PhaseSetup::BeforeRoll
                | PhaseSetup::Rolling
        ))
    }

    fn built(&self) -> bool {
        self.built.unwrap_or(!self.bought.is_empty() || self.phase == PhaseSetup::BuyingCard)
    }

    /// A card must have been played where only a card leads.
    fn played_card(&self) -> bool {
        self.played_card.unwrap_or(match self.phase {
            PhaseSetup::FreeRoads { .. } => true,
            PhaseSetup::MovingRobber | PhaseSetup::ChoosingVictim | PhaseSetup::Stealing { .. } => {
                !self.rolled()
            }
            _ => false,
        })
    }

    fn in_set_up(&self) -> bool {
        self.before_founding()
            || matches!(self.phase, PhaseSetup::FoundingSettlement | PhaseSetup::FoundingRoad { .. })
    }

    fn before_founding(&self) -> bool {
        matches!(
            self.phase,
            PhaseSetup::LayingOut | PhaseSetup::DrawingStart | PhaseSetup::RollingForStart { .. }
        )
    }

    fn turn(&self) -> u32 {
        self.turn.unwrap_or(u32::from(!self.in_set_up()))
    }

    fn buildings(&self, seat: Seat) -> VertexSet {
        self.seats[seat].settlements | self.seats[seat].cities
    }

    fn foreign_buildings(&self, seat: Seat) -> VertexSet {
        let mut all = VertexSet::EMPTY;
        for other in Seat::first(SEATS).filter(|&other| other != seat) {
            all = all | self.buildings(other);
        }
        all
    }

    fn all_roads(&self) -> EdgeSet {
        self.seats.0.iter().fold(EdgeSet::EMPTY, |all, seat| all | seat.roads)
    }

    fn visible_points(&self, seat: Seat, derived: &check::Derived) -> u32 {
        let holds = |holder: Option<Seat>| 2 * u32::from(holder == Some(seat));
        self.seats[seat].settlements.len() as u32
            + 2 * self.seats[seat].cities.len() as u32
            + holds(derived.longest_road)
            + holds(derived.largest_army)
    }

    /// Free paths that the seat may build on (`CATAN-ROAD-3`).
    fn buildable_paths(&self, seat: Seat) -> EdgeSet {
        let own = self.seats[seat].roads;
        let foreign = self.foreign_buildings(seat);
        let connects = |end: VertexId| {
            self.buildings(seat).contains(end) || (!foreign.contains(end) && !(end.edges() & own).is_empty())
        };
        let free = EdgeSet::ALL - self.all_roads();
        free.into_iter().filter(|edge| edge.ends().into_iter().any(connects)).collect()
    }
}

impl Catan {
    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that contradicts a clause.
    pub fn from_setup(setup: &Setup) -> Result<Catan, Vec<SetupError>> {
        let derived = check::check(setup)?;
        let mut game = Catan::new(&setup.options);
        for seat in Seat::first(SEATS) {
            let has = &setup.seats[seat];
            game.roads[seat] = has.roads;
            game.settlements[seat] = has.settlements;
            game.cities[seat] = has.cities;
            game.hands[seat] = has.hand;
            game.own.development[seat] = has.development.0;
            game.own.knights[seat] = has.knights;
            game.handed_in[seat] = has.handed_in;
        }
        game.supply = derived.supply;
        game.own.deck = derived.deck;
        game.longest_road = derived.longest_road;
        game.own.largest_army = derived.largest_army;
        game.active = setup.active;
        game.start = setup.start;
        game.own.rolled = setup.rolled();
        game.built = setup.built();
        game.own.played_card = setup.played_card();
        game.own.bought = setup.bought.0;
        game.dice = setup.dice;
        game.turns = setup.turn();
        game.thefts = setup.thefts;
        game.phase = derived.phase;
        game.trading = setup.trading();
        if let Some(layout) = setup.board {
            game.layout = layout;
            game.robber = derived.robber;
            game.derive_all();
        }
        Ok(game)
    }

    /// The position as plain data; [`Catan::from_setup`] makes the same position of it again.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let laid_out = self.phase != Phase::LayingOut;
        let in_set_up = matches!(
            self.phase,
            Phase::LayingOut
                | Phase::DrawingStart
                | Phase::RollingForStart { .. }
                | Phase::FoundingSettlement { .. }
                | Phase::FoundingRoad { .. }
        );
        let mut seats = PerSeat::<SeatSetup>::default();
        for seat in Seat::first(SEATS) {
            seats[seat] = SeatSetup {
                settlements: self.settlements[seat],
                cities: self.cities[seat],
                roads: self.roads[seat],
                hand: self.hands[seat],
                development: DevelopmentCards(self.own.development[seat]),
                knights: self.own.knights[seat],
                handed_in: self.handed_in[seat],
                proposal: self.trading.proposal(seat),
                offers_made: self.trading.made(seat),
            };
        }
        Setup {
            options: self.options,
            board: laid_out.then_some(self.layout),
            robber: laid_out.then_some(self.robber),
            seats,
            supply: Some(self.supply),
            deck: Some(DevelopmentCards(self.own.deck)),
            longest_road: self.longest_road.into(),
            largest_army: self.own.largest_army.into(),
            active: self.active,
            start: self.start,
            phase: PhaseSetup::from(self.phase),
            rolled: (!in_set_up).then_some(self.own.rolled),
            built: (!in_set_up).then_some(self.built),
            played_card: (!in_set_up).then_some(self.own.played_card),
            bought: DevelopmentCards(self.own.bought),
            dice: self.dice,
            turn: (!in_set_up).then_some(self.turns),
            thefts: self.thefts,
            offer: self.trading.offer().map(|(Exchange { give, want }, to)| {
                let mut answers = PerSeat::default();
                for seat in to {
                    answers[seat] = self.trading.answer(seat);
                }
                OfferSetup { give, want, to, answers }
            }),
        }
    }
}

impl Setup {
    fn trading(&self) -> Trading<Base> {
        let mut trading = Trading::closed();
        if let Some(offer) = self.offer {
            trading.set_offer(Exchange { give: offer.give, want: offer.want }, offer.to);
            for (seat, &answer) in offer.answers.iter() {
                trading.set_answer(seat, answer);
            }
        }
        let mut made = PerSeat::default();
        for (seat, has) in self.seats.iter() {
            made[seat] = has.offers_made;
            if let Some(proposal) = has.proposal {
                trading.set_proposal(seat, proposal);
            }
        }
        trading.set_made(made);
        trading
    }
}

impl From<Phase> for PhaseSetup {
    fn from(phase: Phase) -> PhaseSetup {
        match phase {
            Phase::LayingOut => PhaseSetup::LayingOut,
            Phase::DrawingStart => PhaseSetup::DrawingStart,
            Phase::RollingForStart { waiting, leaders, best, rolls } => {
                PhaseSetup::RollingForStart { waiting, leaders, best, rolls }
            }
            Phase::FoundingSettlement { .. } => PhaseSetup::FoundingSettlement,
            Phase::FoundingRoad { at, .. } => PhaseSetup::FoundingRoad { settlement: at },
            Phase::BeforeRoll => PhaseSetup::BeforeRoll,
            Phase::Rolling => PhaseSetup::Rolling,
            Phase::Discarding { .. } => PhaseSetup::Discarding,
            Phase::MovingRobber { .. } => PhaseSetup::MovingRobber,
            Phase::ChoosingVictim { .. } => PhaseSetup::ChoosingVictim,
            Phase::Stealing { victim, .. } => PhaseSetup::Stealing { victim },
            Phase::Building => PhaseSetup::Building,
            Phase::FreeRoads { left, may_stop } => PhaseSetup::FreeRoads { left, may_stop },
            Phase::Own(OwnPhase::BuyingCard) => PhaseSetup::BuyingCard,
            Phase::Over(Outcome { winners }) => PhaseSetup::Over { winners },
        }
    }
}

#[cfg(test)]
mod tests;
