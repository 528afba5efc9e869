//! The games on the shelf.

pub use crate::registry::GameKind;

use crate::of_kind;
use game::options::{self, NamedOptions, OptionConflict, Values};
use game::{Game, ParseError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

impl GameKind {
    /// The game that came first: texts that name no game belong to it.
    pub const FIRST: GameKind = GameKind::ALL[0];

    /// Its options as the game itself describes them.
    #[must_use]
    pub fn options(self) -> &'static [options::OptionInfo] {
        of_kind!(self, G => <G as Game>::Options::TABLE)
    }

    /// Whether a position holds what not every viewer may know.
    #[must_use]
    pub fn has_secrets(self) -> bool {
        of_kind!(self, G => G::HAS_SECRETS)
    }

    /// Returns the combinations of its options that are not allowed.
    #[must_use]
    pub fn conflicts(self) -> &'static [OptionConflict] {
        of_kind!(self, G => <G as Game>::Options::CONFLICTS)
    }

    /// Returns the facts to know before playing.
    #[must_use]
    pub fn info(self) -> GameInfo {
        of_kind!(self, G => info::<G>())
    }
}

fn info<G: Game>() -> GameInfo {
    GameInfo {
        name: G::NAME,
        seats_min: *G::SEATS.start(),
        seats_max: *G::SEATS.end(),
        rules: G::RULES,
        options: G::Options::TABLE
            .iter()
            .map(|option| OptionInfo {
                name: option.name,
                clause: option.clause,
                default: option.default,
                values: option.values.names(),
                range: option.values.range(),
                none: option.values.allows_none().filter(|_| !matches!(option.values, Values::Counts(_))),
                counts: match option.values {
                    Values::Counts(kinds) => Some(kinds.iter().copied().collect()),
                    _ => None,
                },
                about: option.about,
            })
            .collect(),
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameKind {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        GameKind::ALL.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
            ParseError::unknown(text, "a game on the shelf", format!("the shelf has {}", names.join(", ")))
        })
    }
}

/// The facts to know about a game before playing it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The name.
    pub name: &'static str,
    /// The fewest seats.
    pub seats_min: usize,
    /// The most seats.
    pub seats_max: usize,
    /// The versions of its rules under which records replay; the last is the one new games are played under.
    pub rules: &'static [u32],
    /// Its options with values, defaults and clauses.
    pub options: Vec<OptionInfo>,
}

/// One option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    /// The name: `discard_limit`.
    pub name: &'static str,
    /// The clause that names it.
    pub clause: &'static str,
    /// The default, as text.
    pub default: &'static str,
    /// The values, where they have names; empty for numbers.
    pub values: Vec<String>,
    /// The smallest and the greatest number, where numbers are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u16, u16)>,
    /// The word for "no value", where that is allowed: `none`, or `default` where another option decides then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<&'static str>,
    /// The kinds with their usual counts, where counts are allowed that have the same sum: `MF-01a:5,MF-24:0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<BTreeMap<&'static str, u8>>,
    /// The meaning of the option, in one line.
    pub about: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_they_are_written() {
        for &kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert_eq!(kind.info().name, kind.name());
        }
        assert!("chess".parse::<GameKind>().unwrap_err().to_string().contains("the shelf has catan"));
    }

    #[test]
    fn every_option_of_every_game_accepts_its_default_and_its_values() {
        for &kind in GameKind::ALL {
            for option in kind.info().options {
                let mut values = option.values.clone();
                values.push(option.default.to_owned());
                values.extend(option.none.map(str::to_owned));
                values.extend(
                    option.range.into_iter().flat_map(|(min, max)| [min.to_string(), max.to_string()]),
                );
                for value in values {
                    let full = kind.info().seats_max.to_string();
                    let mut pairs = vec![("players", full.as_str()), (option.name, value.as_str())];
                    // A full table would need its last seat admitted.
                    if option.name == "six_players" {
                        pairs[0].1 = "5";
                    }
                    let game = crate::AnyGame::with_options(kind, pairs);
                    assert!(game.is_ok(), "{kind} {} {value}: {game:?}", option.name);
                }
                let clause = rulebook::clause(option.clause, rulebook::Lang::En);
                assert!(clause.is_some() && !option.about.is_empty(), "{kind} {}", option.name);
            }
        }
    }
}
