//! Any position as plain data, checked on the way in.

use crate::options::{RobberVictims, SetupKind, StartPlayer, TradeBuild, TradeSameKind};
use crate::rules::longest_road::{longest_road_holder, longest_trail};
use crate::rules::trade::{Answer, Exchange, Trading};
use crate::state::{PerSeat, Phase, SEATS};
use crate::{
    Bundle, Cards, Catan, Clause, DevelopmentCard, EdgeId, EdgeSet, HexId, Layout, Options, Piece, Resource,
    Terrain, VertexId, VertexSet,
};
use game::{BySeat, Outcome, Seat, SeatSet};
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
    /// Where the robber is; the desert if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robber: Option<HexId>,
    /// What each seat has.
    #[serde(with = "by_seat")]
    pub seats: PerSeat<SeatSetup>,
    /// The supply; if left out, the cards that are in no hand (`CATAN-COMP-9`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<Cards>,
    /// The deck; if left out, the cards that nobody holds or has in front of him, so that no progress card was
    /// played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<DevelopmentCards>,
    /// Who holds Longest Road; if left out, who alone has the longest of at least five.
    #[serde(skip_serializing_if = "Award::is_derived")]
    pub longest_road: Award,
    /// Who holds Largest Army; if left out, who alone has the most knights, at least three.
    #[serde(skip_serializing_if = "Award::is_derived")]
    pub largest_army: Award,
    /// Whose turn it is; in the set-up phase, who places.
    pub active: Seat,
    /// Who placed first.
    pub start: Seat,
    /// What is to be decided.
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
    /// Which of the active seat's development cards were bought in this turn.
    #[serde(skip_serializing_if = "DevelopmentCards::is_empty")]
    pub bought: DevelopmentCards,
    /// The last production roll, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<(u8, u8)>,
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

/// What one seat has.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeatSetup {
    /// Intersections with its settlements.
    #[serde(with = "vertices", skip_serializing_if = "is_zero")]
    pub settlements: VertexSet,
    /// Intersections with its cities.
    #[serde(with = "vertices", skip_serializing_if = "is_zero")]
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
    /// What the active seat hands over.
    pub give: Bundle,
    /// What the active seat receives.
    pub want: Bundle,
    /// To whom it is made.
    pub to: SeatSet,
    /// What the addressees have answered.
    #[serde(with = "by_seat", default)]
    pub answers: PerSeat<Answer>,
}

/// Who holds a special card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Award {
    /// As follows from the rest.
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
    type Err = String;
    /// A seat, or `nobody`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "nobody" {
            return Ok(Award::Nobody);
        }
        text.parse().map(Award::Held).map_err(|error| format!("{error}; or `nobody`"))
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
    /// How many of one kind.
    #[must_use]
    pub const fn count(self, card: DevelopmentCard) -> u8 {
        self.0[card.index()]
    }
    /// How many in all.
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
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut cards = DevelopmentCards::default();
        if words == ["nothing"] {
            return Ok(cards);
        }
        let (pairs, rest) = words.as_chunks::<2>();
        if pairs.is_empty() || !rest.is_empty() {
            return Err(format!(
                "`{text}` are not development cards: write counts and kinds, such as `2 knight 1 monopoly`, or \
                 `nothing`"
            ));
        }
        for [count, card] in pairs {
            let card: DevelopmentCard = card.parse()?;
            if cards.count(card) > 0 {
                return Err(format!("`{text}` names {card} twice"));
            }
            cards.0[card.index()] = count
                .parse()
                .ok()
                .filter(|count| (1..=25).contains(count))
                .ok_or_else(|| format!("`{count}` is not a number of development cards (1 to 25)"))?;
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

/// What is to be decided; the parts of [`Phase`] that do not follow from the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PhaseSetup {
    /// The island is not laid out yet.
    LayingOut,
    /// The starting seat is to be drawn.
    DrawingStart,
    /// Seats roll for the start.
    RollingForStart {
        /// Who has yet to roll.
        waiting: SeatSet,
        /// Who has the highest roll so far.
        leaders: SeatSet,
        /// That roll; 0 before the first.
        best: u8,
        /// How many rolls were made.
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
    /// Who holds too many cards hands in half.
    Discarding,
    /// The active seat moves the robber.
    MovingRobber,
    /// The active seat chooses whom to rob at the robber's hex.
    ChoosingVictim,
    /// A card is drawn from this seat's hand.
    Stealing {
        /// Whose card it will be.
        victim: Seat,
    },
    /// The active seat trades, builds and plays as it likes.
    #[default]
    Building,
    /// The active seat places free roads.
    FreeRoads {
        /// How many may still be placed.
        left: u8,
        /// Whether one was placed already, so that the seat may stop.
        #[serde(default)]
        may_stop: bool,
    },
    /// A development card is being drawn.
    BuyingCard,
    /// The game is over.
    Over {
        /// Who won, if anybody.
        winners: SeatSet,
    },
}

/// One thing that a setup says and the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupFault {
    /// The clause it contradicts, where there is one.
    pub clause: Option<Clause>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.clause {
            Some(clause) => write!(f, " ({clause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SetupFault {}

/// Everything that follows from a setup, beside the faults found on the way.
struct Checker<'a> {
    setup: &'a Setup,
    faults: Vec<SetupFault>,
}

/// What the check works out and the game needs.
struct Derived {
    supply: Cards,
    deck: [u8; 5],
    longest_road: Option<Seat>,
    largest_army: Option<Seat>,
    robber: HexId,
    phase: Phase,
}

impl Setup {
    /// The paths with roads along a chain of intersections, `16-22-17`, or the one path `P24`.
    ///
    /// # Errors
    /// If two neighbours in the chain are not joined by a path.
    pub fn chain(text: &str) -> Result<EdgeSet, String> {
        if text.starts_with('P') {
            return text.parse().map(EdgeSet::one);
        }
        let stops: Vec<&str> = text.split('-').collect();
        if stops.len() < 2 {
            return Err(format!("`{text}` is not a chain of roads; write P24, 16-22 or 16-22-17-23"));
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

    fn visible_points(&self, seat: Seat, derived: &Derived) -> u32 {
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

impl Checker<'_> {
    fn fault(&mut self, clause: Clause, message: impl Into<String>) {
        self.faults.push(SetupFault { clause: Some(clause), message: message.into() });
    }

    fn require(&mut self, holds: bool, clause: Clause, message: impl FnOnce() -> String) {
        if !holds {
            self.fault(clause, message());
        }
    }

    /// The seats that play; all four if the options do not say a possible number.
    fn seats(&self) -> usize {
        Some(usize::from(self.setup.options.players))
            .filter(|seats| (2..=SEATS).contains(seats))
            .unwrap_or(SEATS)
    }

    fn playing(&self) -> SeatSet {
        SeatSet::first(self.seats())
    }

    fn check(&mut self) -> Derived {
        self.options();
        self.board();
        let supply = self.supply();
        let deck = self.deck();
        let robber = self.setup.robber.unwrap_or_else(|| {
            let layout = self.setup.board.unwrap_or(Layout::beginner());
            HexId::all()
                .find(|&hex| layout.terrain[hex] == Terrain::Desert)
                .unwrap_or(HexId::all().next().expect("a hex"))
        });
        let mut derived = Derived {
            supply,
            deck,
            longest_road: self.longest_road(),
            largest_army: self.largest_army(),
            robber,
            phase: Phase::Building,
        };
        self.flags();
        derived.phase = self.phase(&derived);
        self.discards();
        self.trade();
        self.points(&derived);
        derived
    }

    fn options(&mut self) {
        if let Err(faults) = self.setup.options.validate() {
            let faults = faults.into_iter();
            self.faults.extend(
                faults.map(|fault| SetupFault { clause: fault.clause(), message: fault.to_string() }),
            );
        }
        let seats = self.seats();
        for (name, seat) in [("active", self.setup.active), ("start", self.setup.start)] {
            self.require(self.playing().contains(seat), "CATAN-OPT-17", || {
                format!("`{name}` is seat {seat}, who does not play in a game of {seats}")
            });
        }
        for (seat, has) in self.setup.seats.iter() {
            self.require(
                self.playing().contains(seat) || *has == SeatSetup::default(),
                "CATAN-OPT-17",
                || format!("seat {seat} has pieces or cards but does not play in a game of {seats}"),
            );
        }
    }

    fn board(&mut self) {
        let setup = self.setup;
        match &setup.board {
            Some(layout) => {
                if let Err((reason, clause)) = layout.check_components() {
                    self.fault(clause, reason);
                }
            }
            None => self.require(setup.phase == PhaseSetup::LayingOut, "CATAN-SETUP-1", || {
                "`board` is null, but the island is laid out in this phase".to_owned()
            }),
        }
        for seat in Seat::first(SEATS) {
            let has = &setup.seats[seat];
            for (piece, placed) in [
                (Piece::Road, has.roads.len()),
                (Piece::Settlement, has.settlements.len()),
                (Piece::City, has.cities.len()),
            ] {
                self.require(placed <= usize::from(piece.count()), "CATAN-COMP-7", || {
                    format!(
                        "seat {seat} has {placed} pieces of the kind {} on the board; there are {}",
                        piece.name(),
                        piece.count()
                    )
                });
            }
            for vertex in has.settlements & has.cities {
                self.fault("CATAN-CITY-1", format!("seat {seat} has a settlement and a city on {vertex}"));
            }
            for other in Seat::first(SEATS).filter(|&other| other > seat) {
                for edge in has.roads & setup.seats[other].roads {
                    self.fault(
                        "CATAN-ROAD-2",
                        format!("seats {seat} and {other} both have a road on {edge}"),
                    );
                }
                for vertex in setup.buildings(seat) & setup.buildings(other) {
                    self.fault(
                        "CATAN-SETT-3",
                        format!("seats {seat} and {other} both have a building on {vertex}"),
                    );
                }
            }
        }
        let buildings = Seat::first(SEATS).fold(VertexSet::EMPTY, |all, seat| all | setup.buildings(seat));
        for vertex in buildings {
            for neighbor in vertex.neighbors() & buildings {
                self.require(neighbor < vertex, "CATAN-SETT-3", || {
                    format!("the buildings on {vertex} and {neighbor} are next to each other")
                });
            }
        }
    }

    fn supply(&mut self) -> Cards {
        let mut held = [0u32; 5];
        for has in &self.setup.seats.0 {
            for (sum, count) in held.iter_mut().zip(has.hand.counts()) {
                *sum += u32::from(count);
            }
        }
        let mut supply = [0; 5];
        for kind in Resource::ALL {
            let held = held[kind.index()];
            let left = u32::from(Resource::CARDS).checked_sub(held);
            supply[kind.index()] = left.unwrap_or(0) as u8;
            match (left, self.setup.supply) {
                (None, _) => {
                    self.fault(
                        "CATAN-COMP-9",
                        format!("the hands hold {held} {kind}; there are {}", Resource::CARDS),
                    );
                }
                (Some(left), Some(given)) => {
                    self.require(u32::from(given.count(kind)) == left, "CATAN-COMP-9", || {
                        format!(
                            "the hands hold {held} {kind} and the supply {}; together they must be {}",
                            given.count(kind),
                            Resource::CARDS
                        )
                    });
                }
                (Some(_), None) => {}
            }
        }
        Cards::new(supply)
    }

    fn deck(&mut self) -> [u8; 5] {
        let mut deck = [0; 5];
        for card in DevelopmentCard::ALL {
            let in_hands: u32 =
                self.setup.seats.0.iter().map(|has| u32::from(has.development.count(card))).sum();
            let knights: u32 = self.setup.seats.0.iter().map(|has| u32::from(has.knights)).sum();
            let out = in_hands + if card == DevelopmentCard::Knight { knights } else { 0 };
            let in_box = u32::from(DevelopmentCard::BOX[card.index()]);
            let left = in_box.checked_sub(out);
            let given = self.setup.deck.map(|deck| u32::from(deck.count(card)));
            // Only progress cards leave the game (CATAN-DEV-5).
            let may_be_gone = !matches!(card, DevelopmentCard::Knight | DevelopmentCard::VictoryPoint);
            match (left, given) {
                (None, _) => {
                    self.fault(
                        "CATAN-COMP-9",
                        format!("{out} {card} cards are in hands or played; there are {in_box}"),
                    );
                }
                (Some(left), Some(given)) if given > left || (given < left && !may_be_gone) => {
                    self.fault(
                        "CATAN-COMP-9",
                        format!("the deck has {given} {card} cards; with {out} in hands or played it must have {left}"),
                    );
                }
                (Some(left), given) => deck[card.index()] = given.unwrap_or(left) as u8,
            }
        }
        let (active, bought) = (self.setup.active, self.setup.bought);
        if let Some(has) = self.setup.seats.0.get(active.index()) {
            let held = has.development;
            for card in DevelopmentCard::ALL {
                self.require(bought.count(card) <= held.count(card), "CATAN-DEV-3", || {
                    format!(
                        "{} {card} cards were bought in this turn, but seat {active} holds {}; `bought` counts cards \
                         among `development`",
                        bought.count(card),
                        held.count(card)
                    )
                });
            }
        }
        deck
    }

    fn longest_road(&mut self) -> Option<Seat> {
        let setup = self.setup;
        // Counting is for positions that can be; too many roads are reported, and could take for ever.
        if setup.seats.0.iter().any(|has| has.roads.len() > usize::from(Piece::Road.count())) {
            return None;
        }
        let mut lengths = PerSeat::default();
        for seat in Seat::first(SEATS) {
            lengths[seat] = longest_trail(setup.seats[seat].roads, setup.foreign_buildings(seat));
        }
        let given = match setup.longest_road {
            Award::Derived => return longest_road_holder(None, &lengths),
            Award::Nobody => None,
            Award::Held(seat) if !self.playing().contains(seat) => {
                self.fault("CATAN-OPT-17", format!("seat {seat}, who does not play, holds Longest Road"));
                return None;
            }
            Award::Held(seat) => Some(seat),
        };
        let right = longest_road_holder(given, &lengths);
        self.require(right == given, "CATAN-LR-6", || {
            let who =
                |holder: Option<Seat>| holder.map_or("nobody".to_owned(), |seat| format!("seat {seat}"));
            let lengths: Vec<String> =
                lengths.iter().map(|(seat, length)| format!("{seat} {length}")).collect();
            format!(
                "{} holds Longest Road, but by the lengths ({}) it must be {}",
                who(given),
                lengths.join(", "),
                who(right)
            )
        });
        given
    }

    fn largest_army(&mut self) -> Option<Seat> {
        let knights = |seat: Seat| self.setup.seats[seat].knights;
        let most = Seat::first(SEATS).map(knights).max().unwrap_or(0);
        let leaders: SeatSet = Seat::first(SEATS).filter(|&seat| knights(seat) == most).collect();
        match (self.setup.largest_army, most >= 3) {
            (Award::Derived, false) => None,
            (Award::Derived, true) => {
                self.require(leaders.len() == 1, "CATAN-LA-2", || {
                    format!(
                        "seats {leaders} have {most} knights each; say with `largest_army` who had them first"
                    )
                });
                leaders.lowest()
            }
            (Award::Nobody, enough) => {
                self.require(!enough, "CATAN-LA-1", || {
                    format!("nobody holds Largest Army, but seat {leaders} has played {most} knights")
                });
                None
            }
            (Award::Held(seat), enough) => {
                self.require(enough && leaders.contains(seat), "CATAN-LA-2", || {
                    format!(
                        "seat {seat} holds Largest Army, but has not played the most knights, at least three"
                    )
                });
                Some(seat).filter(|seat| seat.index() < SEATS)
            }
        }
    }

    fn flags(&mut self) {
        let setup = self.setup;
        let (rolled, built, played) = (setup.rolled(), setup.built(), setup.played_card());
        let phase = setup.phase;
        use PhaseSetup as P;
        match phase {
            P::Discarding | P::Building | P::BuyingCard => {
                self.require(rolled, "CATAN-TURN-6", || {
                    "this phase comes after the roll, but `rolled` is false".to_owned()
                });
            }
            P::BeforeRoll | P::Rolling => {
                self.require(!rolled, "CATAN-TURN-1", || {
                    "this phase comes before the roll, but `rolled` is true".to_owned()
                });
            }
            P::MovingRobber | P::ChoosingVictim | P::Stealing { .. } => {
                self.require(rolled || played, "CATAN-ROB-1", || {
                    "before the roll only a knight card moves the robber, but `played_card` is false"
                        .to_owned()
                });
            }
            P::FreeRoads { .. } => {
                self.require(played, "CATAN-DEV-8", || {
                    "free roads come from a card, but `played_card` is false".to_owned()
                });
            }
            _ => {}
        }
        if setup.in_set_up() {
            self.require(!rolled && !built && !played && setup.dice.is_none(), "CATAN-SETUP-3", || {
                "in the set-up phase nothing is rolled, bought or played".to_owned()
            });
            self.require(setup.turn() == 0, "CATAN-SETUP-7", || {
                "in the set-up phase no turn has begun".to_owned()
            });
        } else {
            self.require(setup.turn() > 0, "CATAN-TURN-2", || "`turn` counts turns begun, from 1".to_owned());
            self.require(rolled || !built, "CATAN-TURN-6", || {
                "before the roll nothing is built or bought".to_owned()
            });
            self.require(built || setup.bought.is_empty(), "CATAN-TURN-4", || {
                "a card was bought in this turn, but `built` is false".to_owned()
            });
        }
        if let Some((first, second)) = setup.dice {
            self.require((1..=6).contains(&first) && (1..=6).contains(&second), "CATAN-COMP-8", || {
                format!("the dice show {first} and {second}; a die shows 1 to 6")
            });
        }
    }

    fn phase(&mut self, derived: &Derived) -> Phase {
        let setup = self.setup;
        let active = setup.active;
        let playing = self.playing();
        if setup.before_founding() {
            let empty = setup.seats == PerSeat::default();
            self.require(empty, "CATAN-SETUP-3", || {
                "before the first settlement nobody has pieces or cards".to_owned()
            });
        }
        match setup.phase {
            PhaseSetup::LayingOut => {
                self.require(setup.board.is_none(), "CATAN-SETUP-1", || {
                    "the island is yet to be laid out: `board` must be null".to_owned()
                });
                Phase::LayingOut
            }
            PhaseSetup::DrawingStart => {
                self.require(setup.options.start_player == StartPlayer::Random, "CATAN-OPT-2", || {
                    "the starting seat is drawn only with `start_player` random".to_owned()
                });
                Phase::DrawingStart
            }
            PhaseSetup::RollingForStart { waiting, leaders, best, rolls } => {
                self.require(setup.options.start_player == StartPlayer::HighestRoll, "CATAN-OPT-2", || {
                    "seats roll for the start only with `start_player` highest_roll".to_owned()
                });
                let fits = !waiting.is_empty()
                    && waiting.union(leaders).is_subset(playing)
                    && waiting.intersection(leaders).is_empty()
                    && if leaders.is_empty() { best == 0 } else { (2..=12).contains(&best) };
                self.require(fits, "CATAN-SETUP-2", || {
                    "somebody must have yet to roll for the start, and the leaders must have rolled 2 to 12"
                        .to_owned()
                });
                Phase::RollingForStart { waiting, leaders, best, rolls }
            }
            PhaseSetup::FoundingSettlement => {
                let placed = self.founding(None);
                Phase::FoundingSettlement { placed }
            }
            PhaseSetup::FoundingRoad { settlement } => {
                let placed = self.founding(Some(settlement));
                Phase::FoundingRoad { placed, settlement }
            }
            PhaseSetup::BeforeRoll => Phase::BeforeRoll,
            PhaseSetup::Rolling => Phase::Rolling,
            PhaseSetup::Discarding => {
                let limit = u32::from(setup.options.discard_limit);
                let mut owed = PerSeat::default();
                for (seat, has) in setup.seats.iter() {
                    let cards = has.hand.len();
                    owed[seat] = if cards > limit { (cards / 2) as u8 } else { 0 };
                }
                self.require(setup.dice.is_none_or(|(a, b)| a.wrapping_add(b) == 7), "CATAN-SEVEN-2", || {
                    "discards follow a 7, but `dice` is another roll".to_owned()
                });
                Phase::Discarding { owed }
            }
            PhaseSetup::MovingRobber => {
                let targets = self.robber_targets(derived);
                self.require(targets > 1, "CATAN-TURN-10", || {
                    "the robber can go to one hex only, so it is there already".to_owned()
                });
                Phase::MovingRobber
            }
            PhaseSetup::ChoosingVictim => {
                let victims = self.victims(derived);
                self.require(victims.len() > 1, "CATAN-ROB-5", || {
                    format!(
                        "there is nobody to choose from: {} can be robbed at {}",
                        if victims.is_empty() { "nobody".to_owned() } else { format!("only seat {victims}") },
                        derived.robber
                    )
                });
                Phase::ChoosingVictim { victims }
            }
            PhaseSetup::Stealing { victim } => {
                let can = self.victims(derived).contains(victim)
                    && !setup.seats.0.get(victim.index()).is_none_or(|has| has.hand.is_empty());
                self.require(can, "CATAN-ROB-5", || {
                    format!(
                        "seat {victim} has no card, or no building at {}, and cannot be robbed there",
                        derived.robber
                    )
                });
                Phase::Stealing { victim }
            }
            PhaseSetup::Building => Phase::Building,
            PhaseSetup::FreeRoads { left, may_stop } => {
                let pieces = usize::from(Piece::Road.count())
                    .saturating_sub(setup.seats.0.get(active.index()).map_or(0, |has| has.roads.len()));
                let paths =
                    if active.index() < SEATS { setup.buildable_paths(active) } else { EdgeSet::EMPTY };
                self.require((1..=2).contains(&left) && usize::from(left) <= pieces && !paths.is_empty(), "CATAN-DEV-8", || {
                    format!("{left} free roads are left, with {pieces} road pieces and {} paths; there are 1 or 2, and they must fit", paths.len())
                });
                let option = setup.options.road_building_may_stop;
                self.require(!may_stop || (left == 1 && option), "CATAN-DEV-8", || {
                    "only the second free road may be left, and only with `road_building_may_stop`".to_owned()
                });
                self.require(may_stop || left == 2 || !option || pieces == 1, "CATAN-DEV-8", || {
                    "one free road is left, so one was placed: `may_stop` must be true".to_owned()
                });
                self.require(may_stop || paths.len() != 1, "CATAN-TURN-10", || {
                    "the free road has one path only, so it lies there already".to_owned()
                });
                Phase::FreeRoads { left, may_stop }
            }
            PhaseSetup::BuyingCard => {
                self.require(derived.deck != [0; 5], "CATAN-DEV-1", || {
                    "no development card is left to be drawn".to_owned()
                });
                self.require(setup.built(), "CATAN-TURN-4", || {
                    "a card was paid for, but `built` is false".to_owned()
                });
                Phase::BuyingCard
            }
            PhaseSetup::Over { winners } => {
                self.require(winners.is_empty() || winners == SeatSet::one(active), "CATAN-WIN-6", || {
                    format!("the winners are {winners}; only the active seat can win, and alone")
                });
                Phase::Over(Outcome { winners })
            }
        }
    }

    /// Checks the snake of the set-up phase, and says how many settlements were placed.
    fn founding(&mut self, waiting_for_road: Option<VertexId>) -> u8 {
        let setup = self.setup;
        let seats = self.seats();
        self.require(setup.options.setup != SetupKind::BeginnerFull, "CATAN-BEG-4", || {
            "the beginner set-up has no set-up phase".to_owned()
        });
        let total: usize = setup.seats.0.iter().map(|has| has.settlements.len()).sum();
        let turn_of = |n: usize| {
            let start = setup.start.index();
            let place = if n < seats { start + n } else { start + 2 * seats - 1 - n.min(2 * seats - 1) };
            Seat::new(place % seats).expect("a seat at the table")
        };
        let current = if waiting_for_road.is_some() { total.saturating_sub(1) } else { total };
        self.require(current < 2 * seats, "CATAN-SETUP-4", || {
            format!("{total} starting settlements lie; {seats} players place {} in all", 2 * seats)
        });
        if current >= 2 * seats {
            return 0;
        }
        self.require(turn_of(current) == setup.active, "CATAN-SETUP-4", || {
            format!(
                "after {current} starting settlements seat {} places, not {}",
                turn_of(current),
                setup.active
            )
        });
        for (seat, has) in setup.seats.iter() {
            let rounds = (0..current).filter(|&n| turn_of(n) == seat).count();
            let pending = usize::from(waiting_for_road.is_some() && seat == setup.active);
            let fits = has.settlements.len() == rounds + pending && has.roads.len() == rounds;
            self.require(fits, "CATAN-SETUP-3", || {
                format!(
                    "seat {seat} has {} settlements and {} roads; at this point of the set-up it must have {} and {rounds}",
                    has.settlements.len(),
                    has.roads.len(),
                    rounds + pending
                )
            });
            let nothing_else = has.cities.is_empty() && has.development.is_empty() && has.knights == 0;
            self.require(nothing_else, "CATAN-SETUP-3", || {
                format!("seat {seat} has cities or development cards, which nobody has in the set-up phase")
            });
        }
        if let Some(settlement) = waiting_for_road {
            let own = setup.seats.0.get(setup.active.index()).copied().unwrap_or_default();
            self.require(
                own.settlements.contains(settlement) && (settlement.edges() & own.roads).is_empty(),
                "CATAN-SETUP-4",
                || {
                    format!(
                        "{settlement} is not a starting settlement of seat {} without a road",
                        setup.active
                    )
                },
            );
            let free = settlement.edges() - setup.all_roads();
            self.require(free.len() > 1, "CATAN-TURN-10", || {
                format!("{settlement} has one free path only, so the road lies there already")
            });
        }
        total as u8
    }

    fn victims(&self, derived: &Derived) -> SeatSet {
        let any = self.setup.options.robber_victims == RobberVictims::AnyAdjacent;
        let corners = derived.robber.vertex_set();
        Seat::first(SEATS)
            .filter(|&seat| seat != self.setup.active)
            .filter(|&seat| !(self.setup.buildings(seat) & corners).is_empty())
            .filter(|&seat| any || !self.setup.seats[seat].hand.is_empty())
            .collect()
    }

    /// How many hexes the robber may go to (`CATAN-ROB-9`).
    fn robber_targets(&self, derived: &Derived) -> usize {
        let others = HexId::COUNT - 1;
        if !self.setup.options.friendly_robber {
            return others;
        }
        let layout = self.setup.board.unwrap_or(Layout::beginner());
        let spared = |hex: HexId| {
            layout.terrain[hex] != Terrain::Desert
                && Seat::first(self.seats()).any(|seat| {
                    seat != self.setup.active
                        && !(self.setup.buildings(seat) & hex.vertex_set()).is_empty()
                        && self.setup.visible_points(seat, derived) <= 2
                })
        };
        match HexId::all().filter(|&hex| hex != derived.robber && !spared(hex)).count() {
            0 => others,
            targets => targets,
        }
    }

    /// Discards that were handed in.
    fn discards(&mut self) {
        let setup = self.setup;
        let limit = u32::from(setup.options.discard_limit);
        let mut open = 0;
        for (seat, has) in setup.seats.iter() {
            let owed = if has.hand.len() > limit { has.hand.len() / 2 } else { 0 };
            let handed: u32 = has.handed_in.0.into_iter().map(u32::from).sum();
            if setup.phase != PhaseSetup::Discarding {
                self.require(handed == 0, "CATAN-SEVEN-7", || {
                    format!("seat {seat} has handed in a discard, but no discards are due in this phase")
                });
            } else if handed > 0 {
                let held = has.hand.contains(has.handed_in.into());
                self.require(handed == owed && held, "CATAN-SEVEN-7", || {
                    format!(
                        "seat {seat} has handed in {}; it must be {owed} cards of its hand",
                        has.handed_in
                    )
                });
            } else {
                open += u32::from(owed > 0);
            }
        }
        self.require(setup.phase != PhaseSetup::Discarding || open > 0, "CATAN-SEVEN-7", || {
            "nobody has to discard any more, so the discards are over".to_owned()
        });
    }

    fn trade(&mut self) {
        let setup = self.setup;
        let separate = setup.options.trade_build == TradeBuild::Separate;
        let over = matches!(setup.phase, PhaseSetup::Over { .. } | PhaseSetup::Discarding);
        let ended = setup.in_set_up() || over || (setup.built() && separate);
        let open = setup.rolled() && !ended;
        let proposers: SeatSet =
            setup.seats.iter().filter(|(_, has)| has.proposal.is_some()).map(|(seat, _)| seat).collect();
        self.require(open || (setup.offer.is_none() && proposers.is_empty()), "CATAN-DOM-9", || {
            "offers and proposals are open only in the trade step".to_owned()
        });
        self.require(!proposers.contains(setup.active), "CATAN-DOM-7", || {
            format!("seat {} is active and makes offers, not proposals", setup.active)
        });
        for (seat, has) in setup.seats.iter() {
            if let Some(limit) = setup.options.offer_limit {
                self.require(has.offers_made <= limit, "CATAN-OPT-18", || {
                    format!("seat {seat} has made {} offers; the limit is {limit}", has.offers_made)
                });
            }
            if let Some(proposal) = has.proposal {
                self.exchange(&format!("the proposal of seat {seat}"), proposal);
            }
        }
        let Some(offer) = setup.offer else { return };
        self.exchange("the open offer", Exchange { give: offer.give, want: offer.want });
        let opponents = self.playing().without(setup.active);
        self.require(!offer.to.is_empty() && offer.to.is_subset(opponents), "CATAN-DOM-7", || {
            "the open offer must go to one or more opponents at the table".to_owned()
        });
        for (seat, answer) in offer.answers.iter().filter(|(_, answer)| **answer != Answer::Open) {
            self.require(offer.to.contains(seat), "CATAN-DOM-7", || {
                format!("seat {seat} has answered an offer that was not made to it")
            });
            if let Answer::Countered(exchange) = answer {
                self.exchange(&format!("the counter-offer of seat {seat}"), *exchange);
            }
        }
    }

    fn exchange(&mut self, what: &str, Exchange { give, want }: Exchange) {
        let empty = Bundle::default();
        self.require(give != empty && want != empty, "CATAN-DOM-3", || {
            format!("{what} has nothing on one side")
        });
        let overlap =
            Resource::ALL.into_iter().find(|kind| give.0[kind.index()] > 0 && want.0[kind.index()] > 0);
        let one_kind = |bundle: Bundle| bundle.0.into_iter().filter(|count| *count > 0).count() == 1;
        let forbidden = match self.setup.options.trade_same_kind {
            TradeSameKind::ForbidAnyOverlap => true,
            TradeSameKind::ForbidIdenticalOnly => one_kind(give) && one_kind(want),
        };
        if let Some(kind) = overlap.filter(|_| forbidden) {
            self.fault("CATAN-DOM-4", format!("{what} has {kind} on both sides"));
        }
    }

    fn points(&mut self, derived: &Derived) {
        let setup = self.setup;
        if setup.in_set_up() || setup.active.index() >= SEATS {
            return;
        }
        let active = setup.active;
        let cards = u32::from(setup.seats[active].development.count(DevelopmentCard::VictoryPoint));
        let points = setup.visible_points(active, derived) + cards;
        let goal = u32::from(setup.options.victory_points);
        match setup.phase {
            PhaseSetup::Over { winners } => {
                self.require(winners.is_empty() || points >= goal, "CATAN-WIN-2", || {
                    format!("seat {active} has won with {points} points; the goal is {goal}")
                });
            }
            _ => self.require(points < goal || !setup.options.auto_declare, "CATAN-WIN-4", || {
                format!("seat {active} has {points} points in the own turn and the goal is {goal}: the game would be over")
            }),
        }
    }
}

impl Catan {
    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that contradicts a clause.
    pub fn from_setup(setup: &Setup) -> Result<Catan, Vec<SetupFault>> {
        let mut checker = Checker { setup, faults: Vec::new() };
        let derived = checker.check();
        if !checker.faults.is_empty() {
            return Err(checker.faults);
        }
        let mut game = Catan::new(&setup.options);
        for seat in Seat::first(SEATS) {
            let has = &setup.seats[seat];
            game.roads[seat] = has.roads;
            game.settlements[seat] = has.settlements;
            game.cities[seat] = has.cities;
            game.hands[seat] = has.hand;
            game.development[seat] = has.development.0;
            game.knights[seat] = has.knights;
            game.handed_in[seat] = has.handed_in;
        }
        game.supply = derived.supply;
        game.deck = derived.deck;
        game.longest_road = derived.longest_road;
        game.largest_army = derived.largest_army;
        game.active = setup.active;
        game.start = setup.start;
        game.rolled = setup.rolled();
        game.built = setup.built();
        game.played_card = setup.played_card();
        game.bought = setup.bought.0;
        game.dice = setup.dice.unwrap_or((0, 0));
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
                development: DevelopmentCards(self.development[seat]),
                knights: self.knights[seat],
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
            deck: Some(DevelopmentCards(self.deck)),
            longest_road: self.longest_road.into(),
            largest_army: self.largest_army.into(),
            active: self.active,
            start: self.start,
            phase: PhaseSetup::from(self.phase),
            rolled: (!in_set_up).then_some(self.rolled),
            built: (!in_set_up).then_some(self.built),
            played_card: (!in_set_up).then_some(self.played_card),
            bought: DevelopmentCards(self.bought),
            dice: (self.dice != (0, 0)).then_some(self.dice),
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
    fn trading(&self) -> Trading {
        let mut trading = Trading::CLOSED;
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
            Phase::FoundingRoad { settlement, .. } => PhaseSetup::FoundingRoad { settlement },
            Phase::BeforeRoll => PhaseSetup::BeforeRoll,
            Phase::Rolling => PhaseSetup::Rolling,
            Phase::Discarding { .. } => PhaseSetup::Discarding,
            Phase::MovingRobber => PhaseSetup::MovingRobber,
            Phase::ChoosingVictim { .. } => PhaseSetup::ChoosingVictim,
            Phase::Stealing { victim } => PhaseSetup::Stealing { victim },
            Phase::Building => PhaseSetup::Building,
            Phase::FreeRoads { left, may_stop } => PhaseSetup::FreeRoads { left, may_stop },
            Phase::BuyingCard => PhaseSetup::BuyingCard,
            Phase::Over(Outcome { winners }) => PhaseSetup::Over { winners },
        }
    }
}

impl Serialize for Bundle {
    /// As an object of counts, as [`Cards`] are.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = Resource::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0);
        serializer.collect_map(counts)
    }
}

impl<'de> Deserialize<'de> for Bundle {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bundle = Bundle::default();
        for (kind, count) in std::collections::BTreeMap::<Resource, u8>::deserialize(deserializer)? {
            bundle.0[kind.index()] = count;
        }
        Ok(bundle)
    }
}

/// The island as `"beginner"`, as a layout's text, or `null`.
mod board {
    use super::{Deserialize, Layout};
    use serde::{Deserializer, Serializer};
    use std::borrow::Cow;

    pub(super) fn serialize<S: Serializer>(board: &Option<Layout>, serializer: S) -> Result<S::Ok, S::Error> {
        match board {
            None => serializer.serialize_none(),
            Some(layout) if *layout == Layout::beginner() => serializer.serialize_str("beginner"),
            Some(layout) => serializer.collect_str(layout),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Layout>, D::Error> {
        match <Option<Cow<'de, str>>>::deserialize(deserializer)? {
            None => Ok(None),
            Some(text) if text == "beginner" => Ok(Some(Layout::beginner())),
            Some(text) => text.parse().map(Some).map_err(serde::de::Error::custom),
        }
    }
}

/// One value a seat as an object, seats with the default left out.
mod by_seat {
    use super::{BySeat, Deserialize, PerSeat, SEATS, Seat, Serialize};
    use serde::{Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer, T: Serialize + Default + PartialEq>(
        values: &PerSeat<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(values.iter().filter(|(_, value)| **value != T::default()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default + Copy>(
        deserializer: D,
    ) -> Result<PerSeat<T>, D::Error> {
        let mut values = BySeat([T::default(); SEATS]);
        for (seat, value) in BTreeMap::<Seat, T>::deserialize(deserializer)? {
            if seat.index() >= SEATS {
                return Err(serde::de::Error::custom(format!(
                    "seat {seat} is not one of catan's seats A to D"
                )));
            }
            values[seat] = value;
        }
        Ok(values)
    }
}

mod vertices {
    use super::{Deserialize, VertexId, VertexSet};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(set: &VertexSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*set)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<VertexSet, D::Error> {
        Ok(Vec::<VertexId>::deserialize(deserializer)?.into_iter().collect())
    }
}

mod paths {
    use super::{Deserialize, EdgeSet, Setup};
    use serde::{Deserializer, Serializer};
    use std::borrow::Cow;

    pub(super) fn serialize<S: Serializer>(set: &EdgeSet, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*set)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<EdgeSet, D::Error> {
        let mut set = EdgeSet::EMPTY;
        for text in Vec::<Cow<'de, str>>::deserialize(deserializer)? {
            set = set | Setup::chain(&text).map_err(serde::de::Error::custom)?;
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, DevelopmentCard};
    use game::{Draws, Seed, Substream, Turn};

    /// Plays a random game with many offers, and shows every position to `look`.
    fn random_game(options: &Options, seed: Seed, mut look: impl FnMut(&Catan)) {
        let mut draws = seed.substream("play", 0);
        let mut game = Catan::new(options);
        for _ in 0..20_000 {
            look(&game);
            match game.turn() {
                Turn::Over(_) => return,
                Turn::Chance(_) => {
                    let (purpose, index) = game.chance_key();
                    let chance = game.draw(&mut seed.substream(purpose, index));
                    game.resolve(chance, &mut ()).unwrap();
                }
                Turn::Decide(seats) => {
                    let talker = Seat::new(draws.below(u32::from(options.players)) as usize).unwrap();
                    if draws.below(4) == 0 {
                        let talk = talk(&game, talker, &mut draws);
                        if game.play(talker, talk, &mut ()).is_ok() {
                            continue;
                        }
                    }
                    let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
                    let legal = game.legal_actions(seat);
                    // Who was made an offer and cannot pay has no listed action once it is rejected.
                    let n = draws.below((legal.len() as u32).max(1)) as usize;
                    if let Some(action) = legal.get(n) {
                        game.play(seat, action, &mut ()).unwrap();
                    }
                }
            }
        }
    }

    fn talk(game: &Catan, seat: Seat, draws: &mut Substream) -> Action {
        let mut one = || {
            let mut bundle = Bundle::default();
            bundle.0[draws.below(5) as usize] = 1 + draws.below(2) as u8;
            bundle
        };
        let (give, want) = (one(), one());
        if seat == game.active {
            let to = SeatSet::from_bits(draws.below(16) as u8).without(seat);
            Action::Offer { give, want, to }
        } else if draws.below(2) == 0 {
            Action::CounterOffer { give, want }
        } else {
            Action::Propose { give, want }
        }
    }

    fn tables() -> Vec<Options> {
        let mut tables = vec![Options::default()];
        for set in [
            &[
                ("players", "2"),
                ("friendly_robber", "true"),
                ("victory_points", "15"),
                ("discard_limit", "3"),
            ][..],
            &[
                ("players", "3"),
                ("start_player", "highest_roll"),
                ("numbers", "random"),
                ("trade_build", "combined"),
            ],
            &[("setup", "beginner_full"), ("start_player", "random"), ("auto_declare", "false")],
            &[
                ("setup", "beginner_board_free_placement"),
                ("robber_victims", "any_adjacent"),
                ("turn_limit", "60"),
            ],
            &[
                ("road_building_may_stop", "false"),
                ("trade_same_kind", "forbid_identical_only"),
                ("offer_limit", "3"),
            ],
        ] {
            let mut options = Options::default();
            for (name, value) in set {
                options.set(name, value).unwrap();
            }
            tables.push(options);
        }
        tables
    }

    #[test]
    fn every_position_of_random_games_goes_through_a_setup_unchanged() {
        let mut positions = 0;
        for (n, options) in tables().into_iter().enumerate() {
            let mut kinds = std::collections::BTreeSet::new();
            for seed in 0..4 {
                let mut step = 0;
                random_game(&options, Seed(seed), |game| {
                    let setup = game.to_setup();
                    match Catan::from_setup(&setup) {
                        Ok(again) => assert_eq!(again, *game, "table {n}, seed {seed}, step {step}"),
                        Err(faults) => panic!("table {n}, seed {seed}, step {step}: {faults:?}\n{game:?}"),
                    }
                    if step % 10 == 0 {
                        let json = serde_json::to_string(&setup).unwrap();
                        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup, "{json}");
                    }
                    kinds.insert(
                        format!("{:?}", game.phase).split([' ', '(']).next().unwrap_or("").to_owned(),
                    );
                    step += 1;
                    positions += 1;
                });
            }
            assert!(kinds.len() > 10, "table {n} sees only {kinds:?}");
        }
        assert!(positions > 10_000);
    }

    #[test]
    fn every_derived_field_equals_its_value_from_scratch() {
        for options in tables() {
            for seed in 10..14 {
                random_game(&options, Seed(seed), |game| {
                    if game.phase != Phase::LayingOut {
                        let mut again = *game;
                        again.derive_all();
                        assert_eq!(again, *game);
                    }
                });
            }
        }
    }

    fn setup(json: &str) -> Setup {
        serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
    }

    #[test]
    fn the_shortest_setup_is_seat_a_after_the_roll() {
        let game = Catan::from_setup(&setup("{}")).unwrap();
        assert_eq!(game, Catan::from_setup(&Setup::default()).unwrap());
        assert_eq!(game.turn(), Turn::Decide(SeatSet::one(Seat::A)));
        assert!(game.rolled && game.phase == Phase::Building && game.turns == 1);
        assert_eq!(game.layout(), Some(&Layout::beginner()));
        assert_eq!(game.supply, Cards::BOX);
        assert_eq!(game.deck, DevelopmentCard::BOX);
    }

    #[test]
    fn chains_of_roads_and_derived_awards() {
        let game = Catan::from_setup(&setup(
            r#"{"seats": {"A": {"roads": ["16-22-17-23-18-24-19", "P71"], "knights": 3},
                          "B": {"roads": ["36-41-45"], "knights": 2, "development": {"monopoly": 1}}}}"#,
        ))
        .unwrap();
        assert_eq!((game.longest_road, game.largest_army), (Some(Seat::A), Some(Seat::A)));
        assert_eq!((game.roads[Seat::A].len(), game.road_lengths[Seat::A]), (7, 6));
        assert_eq!(game.deck, [9, 2, 2, 1, 5]);
        assert!(Setup::chain("16-23").unwrap_err().contains("`16-23` is not a path"));
        assert!(Setup::chain("16").unwrap_err().contains("write P24, 16-22 or 16-22-17-23"));
    }

    #[test]
    fn pending_decisions_can_be_described() {
        let game = Catan::from_setup(&setup(
            r#"{"phase": "discarding", "dice": [3, 4],
                "seats": {"A": {"hand": {"ore": 9}}, "B": {"hand": {"wool": 8}, "handed_in": {"wool": 4}}}}"#,
        ))
        .unwrap();
        assert_eq!(game.turn(), Turn::Decide(SeatSet::one(Seat::A)));
        let game = Catan::from_setup(&setup(
            r#"{"seats": {"A": {"hand": {"ore": 1}}, "B": {"hand": {"wool": 2}, "proposal": {"give": {"wool": 2}, "want": {"ore": 1}}}},
                "offer": {"give": {"ore": 1}, "want": {"wool": 1}, "to": ["B", "C"],
                          "answers": {"B": "accepted", "C": {"countered": {"give": {"brick": 1}, "want": {"ore": 1}}}}}}"#,
        ))
        .unwrap();
        let mut copy = game;
        assert_eq!(copy.play(Seat::A, Action::Execute(Seat::B), &mut ()), Ok(()));
        assert_eq!(copy.hands[Seat::B], Cards::new([0, 0, 1, 0, 1]));
    }

    #[test]
    fn every_fault_is_reported_with_its_clause() {
        for (json, clauses) in [
            (r#"{"options": {"players": 3}, "seats": {"D": {"hand": {"ore": 1}}}}"#, &["CATAN-OPT-17"][..]),
            (r#"{"options": {"players": 2}, "active": "C"}"#, &["CATAN-OPT-17"]),
            (r#"{"seats": {"A": {"settlements": ["I0", "I3"]}}}"#, &["CATAN-SETT-3"]),
            (r#"{"seats": {"A": {"settlements": ["I0"]}, "B": {"cities": ["I0"]}}}"#, &["CATAN-SETT-3"]),
            (r#"{"seats": {"A": {"settlements": ["I0"], "cities": ["I0"]}}}"#, &["CATAN-CITY-1"]),
            (r#"{"seats": {"A": {"roads": ["P5"]}, "B": {"roads": ["P5"]}}}"#, &["CATAN-ROAD-2"]),
            (
                r#"{"seats": {"A": {"cities": ["I0", "I1", "I2", "I7", "I9"]}}, "options": {"victory_points": 20}}"#,
                &["CATAN-COMP-7"],
            ),
            (r#"{"seats": {"A": {"hand": {"ore": 20}}}}"#, &["CATAN-COMP-9"]),
            (
                r#"{"seats": {"A": {"hand": {"ore": 2}}}, "supply": {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 18}}"#,
                &["CATAN-COMP-9"],
            ),
            (
                r#"{"seats": {"A": {"development": {"monopoly": 2}}, "B": {"development": {"monopoly": 1}}}}"#,
                &["CATAN-COMP-9"],
            ),
            (r#"{"deck": {"knight": 13, "road-building": 2, "victory-point": 5}}"#, &["CATAN-COMP-9"]),
            (r#"{"bought": {"knight": 1}}"#, &["CATAN-DEV-3"]),
            (r#"{"longest_road": "A"}"#, &["CATAN-LR-6"]),
            (
                r#"{"seats": {"A": {"roads": ["16-22-17-23-18-24"]}}, "longest_road": "nobody"}"#,
                &["CATAN-LR-6"],
            ),
            (r#"{"largest_army": "B"}"#, &["CATAN-LA-2"]),
            (r#"{"seats": {"A": {"knights": 3}}, "largest_army": "nobody"}"#, &["CATAN-LA-1"]),
            (r#"{"seats": {"A": {"knights": 3}, "B": {"knights": 3}}}"#, &["CATAN-LA-2"]),
            (r#"{"phase": "before-roll", "rolled": true}"#, &["CATAN-TURN-1"]),
            (r#"{"phase": "building", "rolled": false}"#, &["CATAN-TURN-6"]),
            (r#"{"phase": "moving-robber", "rolled": false, "played_card": false}"#, &["CATAN-ROB-1"]),
            (r#"{"phase": "choosing-victim"}"#, &["CATAN-ROB-5"]),
            (r#"{"phase": {"stealing": {"victim": "B"}}}"#, &["CATAN-ROB-5"]),
            (r#"{"phase": "discarding"}"#, &["CATAN-SEVEN-7"]),
            (
                r#"{"phase": "discarding", "dice": [1, 2], "seats": {"A": {"hand": {"ore": 8}}}}"#,
                &["CATAN-SEVEN-2"],
            ),
            (r#"{"seats": {"A": {"hand": {"ore": 8}, "handed_in": {"ore": 4}}}}"#, &["CATAN-SEVEN-7"]),
            (r#"{"phase": {"free-roads": {"left": 2}}}"#, &["CATAN-DEV-8"]),
            (r#"{"phase": {"over": {"winners": ["B"]}}}"#, &["CATAN-WIN-6", "CATAN-WIN-2"]),
            (r#"{"phase": {"over": {"winners": ["A"]}}}"#, &["CATAN-WIN-2"]),
            (
                r#"{"seats": {"A": {"development": {"victory-point": 5}, "settlements": ["I0", "I8", "I10", "I20", "I30"]}}}"#,
                &["CATAN-WIN-4"],
            ),
            (
                r#"{"phase": "founding-settlement", "seats": {"A": {"settlements": ["I0"], "roads": ["P0"]}}}"#,
                &["CATAN-SETUP-4"],
            ),
            (
                r#"{"phase": "founding-settlement", "active": "B", "seats": {"A": {"settlements": ["I0"]}}}"#,
                &["CATAN-SETUP-3"],
            ),
            (r#"{"phase": "founding-settlement", "turn": 3}"#, &["CATAN-SETUP-7"]),
            (r#"{"phase": "founding-settlement", "options": {"setup": "beginner_full"}}"#, &["CATAN-BEG-4"]),
            (r#"{"board": null}"#, &["CATAN-SETUP-1"]),
            (r#"{"dice": [0, 9]}"#, &["CATAN-COMP-8"]),
            (
                r#"{"offer": {"give": {"ore": 1}, "want": {"ore": 2}, "to": ["A"]}}"#,
                &["CATAN-DOM-4", "CATAN-DOM-7"],
            ),
            (
                r#"{"offer": {"give": {"ore": 1}, "want": {}, "to": ["B"]}, "phase": "before-roll"}"#,
                &["CATAN-DOM-9", "CATAN-DOM-3"],
            ),
            (r#"{"options": {"discard_limit": 7, "start_player": "D", "players": 3}}"#, &["CATAN-OPT-2"]),
        ] {
            let faults = Catan::from_setup(&setup(json)).expect_err(json);
            let found: Vec<_> = faults.iter().filter_map(|fault| fault.clause).collect();
            assert_eq!(found, clauses, "{json}: {faults:?}");
        }
    }

    #[test]
    fn all_faults_come_at_once() {
        let faults = Catan::from_setup(&setup(
            r#"{"options": {"players": 2}, "active": "D", "longest_road": "A", "largest_army": "A", "dice": [7, 7],
                "seats": {"A": {"settlements": ["I0", "I3"], "hand": {"ore": 30}}, "C": {"knights": 1}}}"#,
        ))
        .unwrap_err();
        assert_eq!(faults.len(), 7, "{faults:#?}");
    }

    #[test]
    fn faults_in_the_text_say_what_is_expected() {
        for (json, expected) in [
            (r#"{"seat": {}}"#, "unknown field `seat`"),
            (r#"{"board": "round"}"#, "a layout is 19 hexes"),
            (r#"{"seats": {"E": {}}}"#, "seat E is not one of catan's seats"),
            (r#"{"seats": {"A": {"roads": ["1-2"]}}}"#, "is not a path"),
            (r#"{"seats": {"A": {"hand": {"gold": 1}}}}"#, "unknown variant `gold`"),
            (r#"{"phase": "sleeping"}"#, "unknown variant `sleeping`"),
            (r#"{"longest_road": "X"}"#, "or `nobody`"),
        ] {
            let error = serde_json::from_str::<Setup>(json).unwrap_err().to_string();
            assert!(error.contains(expected), "{json}: {error}");
        }
    }
}
