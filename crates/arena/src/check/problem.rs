//! The problems that a check can find.

use crate::fault::Fault;
use std::time::Duration;

/// A problem: the key of its sentence, and the arguments of that.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A fault, as in a match.
    Fault(Fault),
    /// An answer came only when the host had closed the input of the bot.
    Unflushed,
    /// A message has no line feed at its end.
    NoLineFeed,
    /// The name is empty or too long.
    NameLength {
        /// The number of characters.
        characters: usize,
    },
    /// It speaks a version that the host did not list.
    Version {
        /// The value.
        said: u32,
        /// The versions that the host listed.
        offered: Vec<u32>,
    },
    /// It names a game that this host does not know.
    UnknownGame {
        /// The name.
        name: String,
    },
    /// It plays none of the games of this host.
    PlaysNone,
    /// It does not play a game that was asked for.
    NotPlayed {
        /// The game.
        game: String,
    },
    /// Its process goes on after the host has ended the conversation.
    GoesOn {
        /// The time that the host waited.
        waited: Duration,
    },
    /// Its process took longer to end than a host waits.
    SlowEnd {
        /// The time it took.
        took: Duration,
    },
    /// It chose something else in the same game with the same seed.
    OtherAction(Difference),
    /// It did so after another game in the same process.
    OtherAfterGame(Difference),
    /// It did so where the events came in other messages.
    OtherByParts(Difference),
    /// A comment is too long.
    LongComment {
        /// The number of characters.
        characters: usize,
    },
    /// It names too many candidates.
    ManyCandidates {
        /// The number.
        count: usize,
    },
    /// A winning probability is not from 0 to 1.
    NoProbability {
        /// The value.
        value: String,
    },
}

/// The first difference of two games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the decision.
    pub decision: usize,
    /// The action of the first game.
    pub first: String,
    /// The action of the second game.
    pub second: String,
}

impl Difference {
    /// The first difference between the two games, as far as both went.
    pub(super) fn between(first: &[String], second: &[String]) -> Option<Difference> {
        let at = first.iter().zip(second).position(|(one, other)| one != other)?;
        Some(Difference { decision: at + 1, first: first[at].clone(), second: second[at].clone() })
    }
}

impl Problem {
    /// Every [`Problem::key`].
    pub const KEYS: &'static [&'static str] = &[
        "crash",
        "crash-with-words",
        "start-failure",
        "silence",
        "unread",
        "garbage",
        "illegal-action",
        "no-action",
        "wrong-decision",
        "flood",
        "too-long",
        "unflushed",
        "no-line-feed",
        "name-length",
        "version",
        "unknown-game",
        "plays-none",
        "not-played",
        "goes-on",
        "slow-end",
        "other-action",
        "other-after-game",
        "other-by-parts",
        "long-comment",
        "many-candidates",
        "no-probability",
    ];

    /// The key of its sentence, in kebab case.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Problem::Fault(fault) => match fault {
                Fault::Crash { last_words, .. } if last_words.is_empty() => "crash",
                Fault::Crash { .. } => "crash-with-words",
                Fault::StartFailure { .. } => "start-failure",
                Fault::Silence { heard: true, .. } => "silence",
                Fault::Silence { heard: false, .. } => "unread",
                Fault::Garbage { .. } => "garbage",
                Fault::IllegalAction { clause: Some(_), .. } => "illegal-action",
                Fault::IllegalAction { clause: None, .. } => "no-action",
                Fault::WrongDecision { .. } => "wrong-decision",
                Fault::Flood { .. } => "flood",
                Fault::TooLong { .. } => "too-long",
            },
            Problem::Unflushed => "unflushed",
            Problem::NoLineFeed => "no-line-feed",
            Problem::NameLength { .. } => "name-length",
            Problem::Version { .. } => "version",
            Problem::UnknownGame { .. } => "unknown-game",
            Problem::PlaysNone => "plays-none",
            Problem::NotPlayed { .. } => "not-played",
            Problem::GoesOn { .. } => "goes-on",
            Problem::SlowEnd { .. } => "slow-end",
            Problem::OtherAction(_) => "other-action",
            Problem::OtherAfterGame(_) => "other-after-game",
            Problem::OtherByParts(_) => "other-by-parts",
            Problem::LongComment { .. } => "long-comment",
            Problem::ManyCandidates { .. } => "many-candidates",
            Problem::NoProbability { .. } => "no-probability",
        }
    }

    /// The arguments of its sentence: the placeables of the message with its key.
    #[must_use]
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        let millis = |time: &Duration| time.as_millis().to_string();
        match self {
            Problem::Fault(fault) => match fault {
                Fault::Crash { how, last_words, .. } if last_words.is_empty() => vec![("how", how.clone())],
                Fault::Crash { how, last_words, .. } => {
                    vec![("how", how.clone()), ("words", last_words.clone())]
                }
                Fault::StartFailure { why } => vec![("why", why.clone())],
                Fault::Silence { waited, .. } => vec![("ms", millis(waited))],
                Fault::Garbage { why, .. } => vec![("why", why.clone())],
                Fault::IllegalAction { action, why, clause } => {
                    let mut arguments = vec![("action", action.clone()), ("why", why.clone())];
                    arguments.extend(clause.map(|clause| ("clause", clause.to_owned())));
                    arguments
                }
                Fault::WrongDecision { sent, expected } => {
                    vec![("sent", sent.clone()), ("expected", expected.clone())]
                }
                Fault::Flood { bytes } => vec![("bytes", bytes.to_string())],
                Fault::TooLong { limit } => vec![("limit", limit.to_string())],
            },
            Problem::Unflushed | Problem::NoLineFeed | Problem::PlaysNone => Vec::new(),
            Problem::NameLength { characters } | Problem::LongComment { characters } => {
                vec![("characters", characters.to_string())]
            }
            Problem::Version { said, offered } => {
                let offered: Vec<String> = offered.iter().map(ToString::to_string).collect();
                vec![("said", said.to_string()), ("offered", offered.join(", "))]
            }
            Problem::UnknownGame { name } => vec![("name", name.clone())],
            Problem::NotPlayed { game } => vec![("game", game.clone())],
            Problem::GoesOn { waited } => vec![("ms", millis(waited))],
            Problem::SlowEnd { took } => vec![("ms", millis(took))],
            Problem::OtherAction(found) | Problem::OtherAfterGame(found) | Problem::OtherByParts(found) => {
                vec![
                    ("decision", found.decision.to_string()),
                    ("first", found.first.clone()),
                    ("second", found.second.clone()),
                ]
            }
            Problem::ManyCandidates { count } => vec![("count", count.to_string())],
            Problem::NoProbability { value } => vec![("value", value.clone())],
        }
    }
}
