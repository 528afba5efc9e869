//! Any position as plain data, checked on the way in.

mod check;

use crate::cities_and_knights::phase::{RobberCause, TurnStage};
use crate::cities_and_knights::{
    Area, Bundle, CardKind, CitiesAndKnights, EventFace, Hand, Options, OwnPhase, Phase, Progress, Strength,
};
use crate::seats::{PerSeat, SEATS};
use crate::setup::{Award, board, paths};
use crate::trading::{Answer, Exchange};
use crate::{Die, EdgeId, EdgeSet, HexId, Layout, VertexId, VertexSet};
use game::{Seat, SeatSet, SetupError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as plain public data, which may be impossible; [`CitiesAndKnights::from_setup`] says so.
///
/// What is left out follows from the rest or has a sensible value. [`Setup::default`] is the beginner board of the base
/// game without pieces, seat A active, the dice rolled. Text form: a JSON object (`docs/setup.md`).
///
/// ```
/// use catan::cities_and_knights::{CitiesAndKnights, Setup};
/// use game::Seat;
/// let setup: Setup = serde_json::from_str(r#"{
///     "seats": {
///         "A": {"cities": ["I28"], "roads": ["28-34"], "knights": {"basic": ["I34"]}, "active": ["I34"],
///               "hand": {"ore": 2, "paper": 1}, "levels": {"science": 2}},
///         "B": {"settlements": ["I17"], "progress": {"spy": 1}}
///     },
///     "ship": 3
/// }"#).unwrap();
/// let game = CitiesAndKnights::from_setup(&setup).unwrap();
/// assert_eq!(game.points(Seat::A).total(), 2);
/// assert_eq!(CitiesAndKnights::from_setup(&game.to_setup()), Ok(game));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// Whether an attack is over, so that the robber moves (`CK-ROB-1`).
    pub attacked: bool,
    /// The ship's space, 0 to 6.
    pub ship: u8,
    /// The state of each seat.
    pub seats: BTreeMap<Seat, SeatSetup>,
    /// Cities with the metropolis of an area.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub metropolises: BTreeMap<Area, VertexId>,
    /// The seats that turned up Printer and Constitution.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub revealed: BTreeMap<Progress, Seat>,
    /// Progress cards under each deck, the next one first. What nobody holds and is not here lies on top, in an order
    /// that nobody knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub under: BTreeMap<Area, Vec<Progress>>,
    /// Cards drawn from each deck so far: the number of the next draw of a seed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drawn: BTreeMap<Area, u8>,
    /// The merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merchant: Option<MerchantSetup>,
    /// The supply; if left out, the cards that are in no hand (`CK-COMP-9`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<Hand>,
    /// The holder of Longest Road; if left out, the seat that alone has the longest road of at least five.
    #[serde(skip_serializing_if = "is_derived")]
    pub longest_road: Award,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The seat that placed first.
    pub start: Seat,
    /// The decision that is due.
    pub phase: PhaseSetup,
    /// The stage of the turn, where the phase does not determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<TurnStage>,
    /// Whether something was paid for in this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub built: bool,
    /// Knights that may still act in this turn; if left out, all active ones of the active seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<Vec<VertexId>>,
    /// Knights promoted in this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub promoted: VertexSet,
    /// Knights that fought in the attack that is being resolved; they are still active (`CK-BARB-17`).
    #[serde(skip_serializing_if = "is_default")]
    pub fighting: VertexSet,
    /// Cranes that wait for an improvement.
    #[serde(skip_serializing_if = "is_default")]
    pub cranes: u8,
    /// Kinds that Merchant Fleet lets go two for one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fleet: Vec<CardKind>,
    /// Commercial Harbors played in this turn.
    #[serde(rename = "harbors", skip_serializing_if = "is_default")]
    pub commercial_harbors: u8,
    /// The number of times that each opponent was forced in this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub forced: PerSeat<u8>,
    /// The last dice: event die, red die, the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<(EventFace, Die, Die)>,
    /// Turns begun; if left out 1, or 0 in the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Cards stolen so far.
    #[serde(skip_serializing_if = "is_default")]
    pub thefts: u16,
    /// The active seat's open offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferSetup>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_derived(award: &Award) -> bool {
    *award == Award::Derived
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            options: Options::default(),
            board: Some(Layout::beginner()),
            robber: None,
            attacked: false,
            ship: 0,
            seats: BTreeMap::new(),
            metropolises: BTreeMap::new(),
            revealed: BTreeMap::new(),
            under: BTreeMap::new(),
            drawn: BTreeMap::new(),
            merchant: None,
            supply: None,
            longest_road: Award::Derived,
            active: Seat::A,
            start: Seat::A,
            phase: PhaseSetup::Building,
            stage: None,
            built: false,
            ready: None,
            promoted: VertexSet::EMPTY,
            fighting: VertexSet::EMPTY,
            cranes: 0,
            fleet: Vec::new(),
            commercial_harbors: 0,
            forced: PerSeat::default(),
            dice: None,
            turn: None,
            thefts: 0,
            offer: None,
        }
    }
}

/// The state of one seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeatSetup {
    /// Intersections with its settlements, laid cities included.
    #[serde(skip_serializing_if = "is_default")]
    pub settlements: VertexSet,
    /// The settlements that are cities on their side (`CK-BARB-9`).
    #[serde(skip_serializing_if = "is_default")]
    pub laid: VertexSet,
    /// Intersections with its cities.
    #[serde(skip_serializing_if = "is_default")]
    pub cities: VertexSet,
    /// The cities with a wall.
    #[serde(skip_serializing_if = "is_default")]
    pub walls: VertexSet,
    /// Paths with its roads; in text also chains of intersections, `16-22-17`.
    #[serde(with = "paths", skip_serializing_if = "is_default")]
    pub roads: EdgeSet,
    /// Its knights.
    #[serde(skip_serializing_if = "is_default")]
    pub knights: KnightsSetup,
    /// The knights that are active.
    #[serde(skip_serializing_if = "is_default")]
    pub active: VertexSet,
    /// Hand cards.
    #[serde(skip_serializing_if = "is_default")]
    pub hand: Hand,
    /// Improvement levels.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<Area, u8>,
    /// Hidden progress cards.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub progress: BTreeMap<Progress, u8>,
    /// Defender cards.
    #[serde(skip_serializing_if = "is_default")]
    pub defenders: u8,
    /// Cards handed in, while others have yet to: still in the hand.
    #[serde(skip_serializing_if = "is_default")]
    pub handed_in: Bundle,
    /// The progress card handed in for discarding, while others have yet to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<Progress>,
    /// The open proposal to the active seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Exchange<CardKind>>,
    /// Offers and proposals made in this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub offers_made: u8,
}

/// Knights by strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KnightsSetup {
    /// Strength 1.
    #[serde(skip_serializing_if = "is_default")]
    pub basic: VertexSet,
    /// Strength 2.
    #[serde(skip_serializing_if = "is_default")]
    pub strong: VertexSet,
    /// Strength 3.
    #[serde(skip_serializing_if = "is_default")]
    pub mighty: VertexSet,
}

/// The merchant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MerchantSetup {
    /// The owner of the merchant.
    pub seat: Seat,
    /// The hex of the merchant.
    pub hex: HexId,
}

/// The active seat's open offer, with the answers to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    pub answers: BTreeMap<Seat, Answer<CardKind>>,
}

fn owed_map(owed: PerSeat<u8>) -> BTreeMap<Seat, u8> {
    Seat::first(SEATS).filter(|&seat| owed[seat] > 0).map(|seat| (seat, owed[seat])).collect()
}

fn per_seat(owed: &BTreeMap<Seat, u8>) -> PerSeat<u8> {
    let mut all = PerSeat::default();
    for (&seat, &owes) in owed.iter().filter(|(seat, _)| seat.index() < SEATS) {
        all[seat] = owes;
    }
    all
}

/// A phase of the base game, or one that only this game has.
macro_rules! phase {
    (base $($phase:tt)+) => { Phase::$($phase)+ };
    (own $($phase:tt)+) => { Phase::Own(OwnPhase::$($phase)+) };
}

/// Declares the setup form of the phases, and the ways there and back. Most phases have the same fields in both forms; the last
/// ones differ and say each way.
macro_rules! phases {
    (
        $($(#[$of:meta])* $kind:ident $Name:ident $({ $($field:ident: $Type:ty),+ })?;)+
        $([$Other:ident { $($other:ident: $OtherType:ty),+ }] { $($from:pat => $setup:expr, $back:pat => $phase:expr;)+ })+
    ) => {
        /// The decision that is due; see [`Phase`].
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        #[allow(missing_docs)]
        pub enum PhaseSetup {
            $($(#[$of])* $Name $({ $($field: $Type),+ })?,)+
            $($Other { $($other: $OtherType),+ },)+
        }

        impl From<Phase> for PhaseSetup {
            fn from(phase: Phase) -> PhaseSetup {
                match phase {
                    $(phase!($kind $Name $({ $($field),+ })?) => PhaseSetup::$Name $({ $($field),+ })?,)+
                    $($($from => $setup,)+)+
                }
            }
        }

        impl From<&PhaseSetup> for Phase {
            fn from(phase: &PhaseSetup) -> Phase {
                match *phase {
                    $(PhaseSetup::$Name $({ $($field),+ })? => phase!($kind $Name $({ $($field),+ })?),)+
                    $($($back => $phase,)+)+
                }
            }
        }
    };
}

phases! {
    base LayingOut;
    base DrawingStart;
    base RollingForStart { waiting: SeatSet, leaders: SeatSet, best: u8, rolls: u8 };
    base FoundingSettlement { placed: u8 };
    own FoundingCity { placed: u8 };
    base FoundingRoad { placed: u8, at: VertexId };
    base BeforeRoll;
    own Pillaging { losers: SeatSet };
    own ChoosingDeck { waiting: SeatSet };
    own OfferingDraw { waiting: SeatSet, area: Area };
    own DrawingCard { seat: Seat, area: Area, waiting: SeatSet, defence: bool };
    own DroppingCards { seats: SeatSet };
    own Aqueduct { waiting: SeatSet };
    base MovingRobber { cause: RobberCause };
    base ChoosingVictim { victims: SeatSet };
    base Stealing { victim: Seat, waiting: SeatSet };
    #[default]
    base Building;
    base FreeRoads { left: u8, may_stop: bool };
    own Retreating { seat: Seat, from: VertexId, strength: Strength, active: bool };
    own Deserting { victim: Seat };
    own PlacingDeserter { strength: Strength, active: bool };
    own ReplacingRoad { removed: EdgeId };
    own Spying { victim: Seat };
    own TakingCards { victim: Seat, count: u8 };
    own ForcedExchange { victim: Seat, kind: CardKind };
    own PlacingMetropolis { area: Area };
    own PlayOrDrop;
    own PlayingEarly;
    [Rolling { chosen: Option<(Die, Die)> }] {
        Phase::Rolling => PhaseSetup::Rolling { chosen: None },
        PhaseSetup::Rolling { chosen: None } => Phase::Rolling;
        Phase::Own(OwnPhase::RollingEventDie { red, other }) => PhaseSetup::Rolling { chosen: Some((red, other)) },
        PhaseSetup::Rolling { chosen: Some((red, other)) } => Phase::Own(OwnPhase::RollingEventDie { red, other });
    }
    [Mustering { waiting: SeatSet, fighting: Vec<VertexId> }] {
        Phase::Own(OwnPhase::Mustering { waiting, fighting }) =>
            PhaseSetup::Mustering { waiting, fighting: fighting.into_iter().collect() },
        PhaseSetup::Mustering { waiting, ref fighting } =>
            Phase::Own(OwnPhase::Mustering { waiting, fighting: fighting.iter().copied().collect() });
    }
    [Discarding { owed: BTreeMap<Seat, u8>, sabotage: bool }] {
        Phase::Discarding { owed } => PhaseSetup::Discarding { owed: owed_map(owed), sabotage: false },
        PhaseSetup::Discarding { ref owed, sabotage: false } => Phase::Discarding { owed: per_seat(owed) };
        Phase::Own(OwnPhase::Sabotage { owed }) => PhaseSetup::Discarding { owed: owed_map(owed), sabotage: true },
        PhaseSetup::Discarding { ref owed, sabotage: true } => Phase::Own(OwnPhase::Sabotage { owed: per_seat(owed) });
    }
    [Giving { owed: BTreeMap<Seat, u8> }] {
        Phase::Own(OwnPhase::Giving { owed }) => PhaseSetup::Giving { owed: owed_map(owed) },
        PhaseSetup::Giving { ref owed } => Phase::Own(OwnPhase::Giving { owed: per_seat(owed) });
    }
    [Over { winners: SeatSet }] {
        Phase::Over(outcome) => PhaseSetup::Over { winners: outcome.winners },
        PhaseSetup::Over { winners } => Phase::Over(game::Outcome { winners });
    }
}

impl CitiesAndKnights {
    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    pub fn from_setup(setup: &Setup) -> Result<CitiesAndKnights, Vec<SetupError>> {
        check::game_of(setup)
    }

    /// The position as plain data; [`CitiesAndKnights::from_setup`] makes it again.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let counts = |cards: &[u8; 25]| -> BTreeMap<Progress, u8> {
            let all = Progress::ALL.into_iter().zip(*cards);
            all.filter(|&(_, count)| count > 0).collect()
        };
        let seat_setup = |seat: Seat| SeatSetup {
            settlements: self.settlements[seat],
            laid: self.own.laid & self.settlements[seat],
            cities: self.cities[seat],
            walls: self.own.walls & self.cities[seat],
            roads: self.roads[seat],
            knights: KnightsSetup {
                basic: self.own.knights[seat][0],
                strong: self.own.knights[seat][1],
                mighty: self.own.knights[seat][2],
            },
            active: self.knights_of(seat) & self.own.active_knights,
            hand: self.hands[seat],
            levels: Area::ALL
                .into_iter()
                .map(|area| (area, self.own.levels[seat][area.index()]))
                .filter(|&(_, level)| level > 0)
                .collect(),
            progress: counts(&self.own.progress[seat].counts()),
            defenders: self.own.defenders[seat],
            handed_in: self.handed_in[seat],
            dropped: self.own.dropped[seat],
            proposal: self.trading.proposal(seat),
            offers_made: self.trading.made(seat),
        };
        let revealed = [Progress::Printer, Progress::Constitution].into_iter().zip(self.own.revealed);
        let under = |area: Area| -> Vec<Progress> { self.own.under[area.index()].iter().collect() };
        Setup {
            options: self.options,
            board: (self.phase != Phase::LayingOut).then_some(self.layout),
            robber: (self.phase != Phase::LayingOut).then_some(self.robber),
            attacked: self.own.attacked,
            ship: self.own.ship,
            seats: Seat::first(self.seats()).map(|seat| (seat, seat_setup(seat))).collect(),
            metropolises: Area::ALL
                .into_iter()
                .filter_map(|area| Some((area, self.own.metropolises[area.index()]?)))
                .collect(),
            revealed: revealed.filter_map(|(card, owner)| Some((card, owner?))).collect(),
            under: Area::ALL
                .into_iter()
                .map(|area| (area, under(area)))
                .filter(|(_, cards)| !cards.is_empty())
                .collect(),
            drawn: Area::ALL
                .into_iter()
                .map(|area| (area, self.own.drawn[area.index()]))
                .filter(|&(_, drawn)| drawn > 0)
                .collect(),
            merchant: self.own.merchant.map(|(seat, hex)| MerchantSetup { seat, hex }),
            supply: Some(self.supply),
            longest_road: Award::from(self.longest_road),
            active: self.active,
            start: self.start,
            phase: self.phase.into(),
            stage: Some(self.own.stage),
            built: self.built,
            ready: Some(self.own.ready.into_iter().collect()),
            promoted: self.own.promoted,
            fighting: self.own.fighting,
            cranes: self.own.cranes,
            fleet: CardKind::ALL.into_iter().filter(|kind| self.own.fleet >> kind.index() & 1 == 1).collect(),
            commercial_harbors: self.own.commercial_harbors,
            forced: self.own.forced,
            dice: self.own.event.zip(self.dice).map(|(event, (red, other))| (event, red, other)),
            turn: Some(self.turns),
            thefts: self.thefts,
            offer: self.trading.offer().map(|(Exchange { give, want }, to)| OfferSetup {
                give,
                want,
                to,
                answers: to
                    .into_iter()
                    .map(|seat| (seat, self.trading.answer(seat)))
                    .filter(|&(_, answer)| answer != Answer::Open)
                    .collect(),
            }),
        }
    }
}
