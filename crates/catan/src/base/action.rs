//! Decisions and outcomes that only base Catan has: about development cards.

use crate::base::{Base, DevelopmentCard};
use crate::{Resource, vocabulary};
use game::ParseError;
use std::fmt;

/// A decision about development cards. Text form:
///
/// | action | text |
/// |---|---|
/// | `BuyDevelopmentCard` | `buy` |
/// | `PlayKnight`, `PlayRoadBuilding` | `knight`, `road-building` |
/// | `PlayYearOfPlenty` | `year-of-plenty wool ore` (also read: `ore wool`); one kind only if one card is left (`CATAN-DEV-9`) |
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
    /// Play Monopoly on this kind (`CATAN-DEV-10`); like Year of Plenty it carries its choice (`CATAN-DEV-13`).
    PlayMonopoly(Resource),
}

const _: () = assert!(size_of::<crate::action::Action<Base>>() <= 12);

impl OwnAction {
    /// Builds a Year of Plenty with two cards in the order of the legal list: the other order means the same.
    pub(crate) fn year_of_plenty(first: Resource, second: Resource) -> OwnAction {
        let (first, second) = if first.index() <= second.index() { (first, second) } else { (second, first) };
        OwnAction::PlayYearOfPlenty(first, Some(second))
    }
}

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

impl vocabulary::OwnAction for OwnAction {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("buy", "buy"),
        ("knight", "knight"),
        ("road-building", "road-building"),
        ("year-of-plenty", "year-of-plenty wool ore"),
        ("monopoly", "monopoly wool"),
    ];

    fn read(words: &[&str]) -> Result<Option<OwnAction>, ParseError> {
        Ok(Some(match *words {
            ["buy"] => OwnAction::BuyDevelopmentCard,
            ["knight"] => OwnAction::PlayKnight,
            ["road-building"] => OwnAction::PlayRoadBuilding,
            ["year-of-plenty", kind] => OwnAction::PlayYearOfPlenty(kind.parse()?, None),
            ["year-of-plenty", first, second] => OwnAction::year_of_plenty(first.parse()?, second.parse()?),
            ["monopoly", kind] => OwnAction::PlayMonopoly(kind.parse()?),
            _ => return Ok(None),
        }))
    }
}

/// A kind of outcome that only base Catan has: the development card on top of the deck. Text form: `card`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnChanceKind {
    /// The development card on top of the deck.
    DevelopmentCard,
}

impl fmt::Display for OwnChanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("card")
    }
}

impl vocabulary::OwnText for OwnChanceKind {
    const EXAMPLES: &'static [&'static str] = &["card"];

    fn read(words: &[&str]) -> Result<Option<OwnChanceKind>, ParseError> {
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

impl vocabulary::OwnText for OwnChance {
    const EXAMPLES: &'static [&'static str] = &["card knight"];

    fn read(words: &[&str]) -> Result<Option<OwnChance>, ParseError> {
        match *words {
            ["card", card] => Ok(Some(OwnChance::DevelopmentCard(card.parse()?))),
            _ => Ok(None),
        }
    }
}
