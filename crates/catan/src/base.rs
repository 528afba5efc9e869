//! Base Catan: what distinguishes it from the other game on the island, development cards above all.

use crate::Resource;
use crate::action;
use crate::rules::Rules;
use std::fmt;

/// The rules of base Catan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Base;

impl Rules for Base {
    type Kind = Resource;
    type OwnAction = OwnAction;
    type OwnChance = OwnChance;
    type OwnChanceKind = OwnChanceKind;
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
