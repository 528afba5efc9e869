//! Base Catan: what distinguishes it from the other game on the island, development cards above all.

use crate::rules::Rules;
use crate::state::PerSeat;
use crate::{ByHex, Clause, EdgeSet, HexId, Options, Resource, action, event, illegal};
use game::{Seat, Viewer};
use std::fmt;

/// The rules of base Catan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Base;

impl Rules for Base {
    type Kind = Resource;
    type Options = Options;
    type Own = Development;
    type OwnAction = OwnAction;
    type OwnChance = OwnChance;
    type OwnChanceKind = OwnChanceKind;
    type OwnEvent = OwnEvent;
    type OwnPhase = OwnPhase;
    type Cause = ();
    type OwnIllegal = OwnIllegal;
    type Decision = Decision;
    fn own(_: &Options) -> Development {
        Development {
            reach: PerSeat::default(),
            weights: ByHex([0; HexId::COUNT]),
            development: PerSeat::default(),
            bought: [0; 5],
            deck: DevelopmentCard::BOX,
            knights: PerSeat::default(),
            largest_army: None,
            rolled: false,
            played_card: false,
            may_play_card: false,
        }
    }
    const SECOND_IS_CITY: bool = false;
    const POINTS_ARE_OPEN: bool = false;
}

/// What base Catan keeps beside the common things: development cards, and what its lists and its production look up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Development {
    /// Derived: paths that own pieces adjoin (`CATAN-ROAD-3`), occupied or not.
    pub(crate) reach: PerSeat<EdgeSet>,
    /// Derived: per hex, what each seat's buildings there are owed, 4 bits a seat.
    pub(crate) weights: ByHex<u16>,
    pub(crate) development: PerSeat<[u8; 5]>,
    /// Of the active seat's cards, those bought in this turn.
    pub(crate) bought: [u8; 5],
    pub(crate) deck: [u8; 5],
    pub(crate) knights: PerSeat<u8>,
    pub(crate) largest_army: Option<Seat>,
    pub(crate) rolled: bool,
    pub(crate) played_card: bool,
    /// Derived: the active seat may still play a card in this turn and holds one (`CATAN-DEV-2`, `CATAN-DEV-3`).
    pub(crate) may_play_card: bool,
}

/// A decision about development cards. Text form:
///
/// | action | text |
/// |---|---|
/// | `BuyDevelopmentCard` | `buy` |
/// | `PlayKnight`, `PlayRoadBuilding` | `knight`, `road-building` |
/// | `PlayYearOfPlenty` | `year-of-plenty ore wool`; one kind only if one card is left (`CATAN-DEV-9`) |
/// | `PlayMonopoly` | `monopoly wool` |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnAction {
    /// Buy the top development card.
    BuyDevelopmentCard,
    /// Play a knight card (`CATAN-DEV-7`); moving the robber is the next action.
    PlayKnight,
    /// Play Road Building (`CATAN-DEV-8`); the roads are the next actions.
    PlayRoadBuilding,
    /// Play Year of Plenty and take these (`CATAN-DEV-9`): two cards, or the last one of the supply.
    PlayYearOfPlenty(Resource, Option<Resource>),
    /// Play Monopoly on this kind (`CATAN-DEV-10`).
    PlayMonopoly(Resource),
}

const _: () = assert!(size_of::<action::Action<Base>>() <= 12);

impl fmt::Display for OwnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OwnAction::BuyDevelopmentCard => f.write_str("buy"),
            OwnAction::PlayKnight => f.write_str("knight"),
            OwnAction::PlayRoadBuilding => f.write_str("road-building"),
            OwnAction::PlayYearOfPlenty(first, Some(second)) => write!(f, "year-of-plenty {first} {second}"),
            OwnAction::PlayYearOfPlenty(only, None) => write!(f, "year-of-plenty {only}"),
            OwnAction::PlayMonopoly(kind) => write!(f, "monopoly {kind}"),
        }
    }
}

impl action::OwnAction for OwnAction {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("buy", "buy"),
        ("knight", "knight"),
        ("road-building", "road-building"),
        ("year-of-plenty", "year-of-plenty ore wool"),
        ("monopoly", "monopoly wool"),
    ];

    fn read(words: &[&str]) -> Result<Option<OwnAction>, String> {
        Ok(Some(match *words {
            ["buy"] => OwnAction::BuyDevelopmentCard,
            ["knight"] => OwnAction::PlayKnight,
            ["road-building"] => OwnAction::PlayRoadBuilding,
            ["year-of-plenty", kind] => OwnAction::PlayYearOfPlenty(kind.parse()?, None),
            ["year-of-plenty", first, second] => {
                OwnAction::PlayYearOfPlenty(first.parse()?, Some(second.parse()?))
            }
            ["monopoly", kind] => OwnAction::PlayMonopoly(kind.parse()?),
            _ => return Ok(None),
        }))
    }
}

/// Which development card is on top of the deck. Text form: `card`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChanceKind {
    /// Which development card is on top of the deck.
    DevelopmentCard,
}

impl fmt::Display for OwnChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("card")
    }
}

impl action::OwnText for OwnChanceKind {
    const EXAMPLES: &'static [&'static str] = &["card"];

    fn read(words: &[&str]) -> Result<Option<OwnChanceKind>, String> {
        Ok((*words == ["card"]).then_some(OwnChanceKind::DevelopmentCard))
    }
}

/// The card on top of the deck. Text form: `card knight`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChance {
    /// The card on top of the deck.
    DevelopmentCard(DevelopmentCard),
}

impl fmt::Display for OwnChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnChance::DevelopmentCard(card) = self;
        write!(f, "card {card}")
    }
}

impl action::OwnText for OwnChance {
    const EXAMPLES: &'static [&'static str] = &["card knight"];

    fn read(words: &[&str]) -> Result<Option<OwnChance>, String> {
        match *words {
            ["card", card] => Ok(Some(OwnChance::DevelopmentCard(card.parse()?))),
            _ => Ok(None),
        }
    }
}

/// What is to be decided in base Catan alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnPhase {
    /// A development card was paid for; nature is due.
    BuyingCard,
}

/// What only base Catan tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OwnEvent {
    /// Production dice.
    Rolled { seat: Seat, dice: (u8, u8) },
    /// A development card was bought; which one only the buyer knows.
    BoughtCard { seat: Seat, card: Option<DevelopmentCard> },
    /// A development card was played.
    PlayedCard { seat: Seat, card: DevelopmentCard },
    /// The Largest Army card went to a seat.
    LargestArmy { holder: Seat, knights: u8 },
}

impl event::OwnEvent for OwnEvent {
    /// Which card was bought only the buyer knows (`CATAN-INFO-8`).
    fn redact(self, viewer: Viewer) -> OwnEvent {
        match self {
            OwnEvent::BoughtCard { seat, .. } if !viewer.sees(seat) => {
                OwnEvent::BoughtCard { seat, card: None }
            }
            open => open,
        }
    }
}

/// What only base Catan refuses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are named in the sentence above them
pub enum OwnIllegal {
    /// Only pieces are placed in the set-up phase.
    InSetup,
    /// The deck is empty.
    DeckEmpty,
    /// The hand has no such development card.
    NoSuchCard { card: DevelopmentCard },
    /// All own copies were bought this turn.
    BoughtThisTurn { card: DevelopmentCard },
    /// One card a turn.
    AlreadyPlayedCard,
    /// No free road could be placed.
    NoRoadToPlace,
    /// The free road is not optional.
    MustPlaceRoad,
    /// Year of Plenty takes two cards while the supply holds two.
    TakeTwo,
    /// This seat has nothing to discard.
    NothingToDiscard,
}

impl illegal::OwnIllegal for OwnIllegal {
    fn clause(&self) -> Clause {
        use OwnIllegal as I;
        match self {
            I::InSetup => "CATAN-SETUP-3",
            I::DeckEmpty => "CATAN-DEV-1",
            I::NoSuchCard { .. } => "CATAN-DEV-4",
            I::BoughtThisTurn { .. } => "CATAN-DEV-3",
            I::AlreadyPlayedCard => "CATAN-DEV-2",
            I::NoRoadToPlace | I::MustPlaceRoad => "CATAN-DEV-8",
            I::TakeTwo => "CATAN-DEV-9",
            I::NothingToDiscard => "CATAN-SEVEN-2",
        }
    }
}

impl fmt::Display for OwnIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use OwnIllegal as I;
        match *self {
            I::InSetup => write!(f, "in the set-up phase settlements and roads are placed, nothing else"),
            I::DeckEmpty => write!(f, "no development card is left"),
            I::NoSuchCard { card } => write!(f, "there is no {card} card in the hand"),
            I::BoughtThisTurn { card } => write!(f, "the {card} card was bought in this turn"),
            I::AlreadyPlayedCard => write!(f, "a development card was played already in this turn"),
            I::NoRoadToPlace => write!(f, "there is no road piece or no path for a free road"),
            I::MustPlaceRoad => write!(f, "this free road must be placed"),
            I::TakeTwo => write!(f, "two cards must be taken while the supply holds two"),
            I::NothingToDiscard => write!(f, "the hand is within the limit: nothing is to be discarded"),
        }
    }
}

/// A decision that must be finished before anything else happens (`CATAN-TURN-7`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Decision {
    Settlement,
    Road,
    Discards,
    Robber,
    Victim,
    FreeRoad,
}

impl fmt::Display for Decision {
    /// As in "first the robber must be moved".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Settlement => "the starting settlement must be placed",
            Decision::Road => "the starting road must be placed",
            Decision::Discards => "all who hold too many cards must discard",
            Decision::Robber => "the robber must be moved",
            Decision::Victim => "one must choose whom to rob",
            Decision::FreeRoad => "the free roads of Road Building must be placed",
        })
    }
}

/// A development card (`CATAN-COMP-6`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum DevelopmentCard {
    Knight,
    RoadBuilding,
    YearOfPlenty,
    Monopoly,
    VictoryPoint,
}

impl DevelopmentCard {
    /// All five kinds.
    pub const ALL: [DevelopmentCard; 5] = [
        DevelopmentCard::Knight,
        DevelopmentCard::RoadBuilding,
        DevelopmentCard::YearOfPlenty,
        DevelopmentCard::Monopoly,
        DevelopmentCard::VictoryPoint,
    ];
    /// How many of each kind are in the box, in the order of [`DevelopmentCard::ALL`] (`CATAN-COMP-6`).
    pub const BOX: [u8; 5] = [14, 2, 2, 2, 5];
    /// 0 to 4.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The English name in kebab case: its text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DevelopmentCard::Knight => "knight",
            DevelopmentCard::RoadBuilding => "road-building",
            DevelopmentCard::YearOfPlenty => "year-of-plenty",
            DevelopmentCard::Monopoly => "monopoly",
            DevelopmentCard::VictoryPoint => "victory-point",
        }
    }
}

impl std::fmt::Display for DevelopmentCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for DevelopmentCard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        DevelopmentCard::ALL.into_iter().find(|card| card.name() == text).ok_or_else(|| {
            format!(
                "`{text}` is not a development card; the cards are knight, road-building, year-of-plenty, \
                 monopoly and victory-point"
            )
        })
    }
}
