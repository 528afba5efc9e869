//! Faults of bots in processes of their own, and their consequences.

use bots::IllegalMove;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;
use std::time::Duration;

macro_rules! kinds {
    ($($(#[$about:meta])+ $Kind:ident, $field:ident, $text:literal;)+) => {
        /// A kind of fault. Text form: its name in kebab case, `illegal-action`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum FaultKind {
            $($(#[$about])+ $Kind,)+
        }

        impl FaultKind {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$Kind),+];

            /// The text form.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(FaultKind::$Kind => $text,)+
                }
            }
        }

        /// The number of faults of each kind. Faults can be added up. As JSON, kinds without faults are omitted:
        /// `{"silence": 2}`.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", default)]
        pub struct Faults {
            $($(#[$about])+ #[serde(skip_serializing_if = "is_zero")] pub $field: u32,)+
        }

        impl Faults {
            /// The number of faults of this kind.
            #[must_use]
            pub fn count(&self, kind: FaultKind) -> u32 {
                match kind {
                    $(FaultKind::$Kind => self.$field,)+
                }
            }

            /// The number of all faults.
            #[must_use]
            pub fn total(&self) -> u32 {
                0 $(+ self.$field)+
            }

            /// Counts one more.
            pub fn record(&mut self, kind: FaultKind) {
                match kind {
                    $(FaultKind::$Kind => self.$field += 1,)+
                }
            }
        }

        impl AddAssign for Faults {
            fn add_assign(&mut self, other: Faults) {
                $(self.$field += other.$field;)+
            }
        }
    };
}
kinds! {
    /// The bot's process ended, or closed its standard input or output, during a game.
    Crash, crash, "crash";
    /// The bot could not be started, or did not introduce itself with a valid `hello`.
    StartFailure, start_failure, "start-failure";
    /// The bot did not answer in time, or did not read its messages.
    Silence, silence, "silence";
    /// The bot sent a line that is not a message of the protocol.
    Garbage, garbage, "garbage";
    /// The bot chose an action that cannot be read or that the rules refuse.
    IllegalAction, illegal_action, "illegal-action";
    /// The bot sent a message out of turn, such as a second action.
    WrongDecision, wrong_decision, "wrong-decision";
    /// The bot sent far more than the host asked for.
    Flood, flood, "flood";
    /// The bot sent a line above the limit.
    TooLong, too_long, "too-long";
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl FaultKind {
    /// Whether its process cannot go on: the host kills it, and starts it anew for the next game.
    #[must_use]
    pub fn breaks_process(self) -> bool {
        match self {
            FaultKind::Crash
            | FaultKind::StartFailure
            | FaultKind::Silence
            | FaultKind::Flood
            | FaultKind::TooLong => true,
            FaultKind::Garbage | FaultKind::IllegalAction | FaultKind::WrongDecision => false,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Add for Faults {
    type Output = Faults;
    fn add(mut self, other: Faults) -> Faults {
        self += other;
        self
    }
}

impl Sum for Faults {
    fn sum<I: Iterator<Item = Faults>>(faults: I) -> Faults {
        faults.fold(Faults::default(), Add::add)
    }
}

/// One fault, with the details that a person needs to find its cause. `Display` is a clause without a subject:
/// `did not answer within 1000 ms`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The process ended or closed a pipe.
    Crash {
        /// The way it ended: `ended with exit status: 1`.
        how: String,
        /// Whether it ended by itself, with exit status 0.
        is_success: bool,
        /// The last line of its standard error, shortened; empty if there is none.
        last_words: String,
    },
    /// The process did not start or not introduce itself.
    StartFailure {
        /// The reason, as a clause without a subject.
        why: String,
    },
    /// No answer within the time.
    Silence {
        /// The time that the host waited.
        waited: Duration,
        /// Whether the bot had at least read all that the host sent.
        heard: bool,
    },
    /// A line that is no message.
    Garbage {
        /// The reason why it is no message.
        why: String,
        /// The line, shortened.
        line: String,
    },
    /// An action that cannot be read or is refused.
    IllegalAction {
        /// The action as the bot wrote it, shortened.
        action: String,
        /// The reason for the refusal.
        why: String,
        /// The clause that forbids it; `None` for an action that cannot be read.
        clause: Option<&'static str>,
    },
    /// A message at the wrong time.
    WrongDecision {
        /// The message that was sent: `an action for decision 3`.
        sent: String,
        /// The message that was expected: `decision 4`, `nothing`.
        expected: String,
    },
    /// Far more than was asked for.
    Flood {
        /// The number of bytes read before the host gave up.
        bytes: usize,
    },
    /// A line above the limit.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

impl Fault {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Crash { .. } => FaultKind::Crash,
            Fault::StartFailure { .. } => FaultKind::StartFailure,
            Fault::Silence { .. } => FaultKind::Silence,
            Fault::Garbage { .. } => FaultKind::Garbage,
            Fault::IllegalAction { .. } => FaultKind::IllegalAction,
            Fault::WrongDecision { .. } => FaultKind::WrongDecision,
            Fault::Flood { .. } => FaultKind::Flood,
            Fault::TooLong { .. } => FaultKind::TooLong,
        }
    }

    /// The clause that forbids an illegal action.
    #[must_use]
    pub fn clause(&self) -> Option<&'static str> {
        match self {
            Fault::IllegalAction { clause, .. } => *clause,
            _ => None,
        }
    }

    /// The start failure of a bot that plays these games and not `game`.
    #[cfg(unix)]
    pub(crate) fn other_games(games: Option<&[String]>, game: &str) -> Fault {
        let games = games.unwrap_or_default().join(", ");
        Fault::StartFailure { why: format!("it does not play {game}; it plays {games}") }
    }

    /// The fault as a start failure, for a bot that was only being started.
    #[must_use]
    pub(crate) fn at_start(self) -> Fault {
        match self {
            Fault::StartFailure { .. } => self,
            other => Fault::StartFailure { why: other.to_string() },
        }
    }
}

impl From<&IllegalMove> for Fault {
    fn from(refused: &IllegalMove) -> Fault {
        Fault::IllegalAction {
            action: excerpt(&refused.action),
            why: refused.illegal.clone(),
            clause: Some(refused.clause),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash { how, last_words, .. } if last_words.is_empty() => f.write_str(how),
            Fault::Crash { how, last_words, .. } => write!(f, "{how}; its last words: {last_words}"),
            Fault::StartFailure { why } => write!(f, "failed to start: {why}"),
            Fault::Silence { waited, heard: true } => {
                write!(f, "did not answer within {} ms", waited.as_millis())
            }
            Fault::Silence { waited, heard: false } => {
                write!(f, "did not read its messages for {} ms", waited.as_millis())
            }
            Fault::Garbage { why, line } => {
                write!(f, "sent something that is not a message: {why}, in `{line}`")
            }
            Fault::IllegalAction { action, why, clause: Some(clause) } => {
                write!(f, "chose `{action}`, which is illegal: {why} ({clause})")
            }
            Fault::IllegalAction { action, why, clause: None } => {
                write!(f, "chose `{action}`, which is not an action: {why}")
            }
            Fault::WrongDecision { sent, expected } => {
                write!(f, "sent {sent} where {expected} was expected")
            }
            Fault::Flood { bytes } => write!(f, "sent {bytes} bytes that nobody asked for"),
            Fault::TooLong { limit } => write!(f, "sent a line of more than {limit} bytes"),
        }
    }
}

impl std::error::Error for Fault {}

/// The beginning of a text, at most 120 characters, without control characters.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARACTERS: usize = 120;
    let mut characters = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut excerpt: String = characters.by_ref().take(CHARACTERS).collect();
    if characters.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// The consequence of a fault. Text form: `forfeit`, `random`, `resign`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// The game ends at once, and the seat loses it.
    #[default]
    Forfeit,
    /// The host plays a random listed action for this decision, and the bot goes on. After a fault that breaks the
    /// process, the host plays so to the end of the game.
    Random,
    /// The strongest bot of the host that does not search plays the seat to the end, and the game counts as lost for the bot.
    Resign,
}

impl OnFault {
    /// Every policy.
    pub const ALL: &'static [OnFault] = &[OnFault::Forfeit, OnFault::Random, OnFault::Resign];

    /// The text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OnFault::Forfeit => "forfeit",
            OnFault::Random => "random",
            OnFault::Resign => "resign",
        }
    }
}

impl fmt::Display for OnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OnFault {
    type Err = game::ParseError;
    fn from_str(text: &str) -> Result<OnFault, game::ParseError> {
        OnFault::ALL.iter().copied().find(|policy| policy.name() == text).ok_or_else(|| {
            game::ParseError::unknown(text, "a policy", "policies are `forfeit`, `random` and `resign`")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_add_up_and_are_brief_as_json() {
        let mut faults = Faults::default();
        faults.record(FaultKind::Silence);
        faults.record(FaultKind::IllegalAction);
        let sum: Faults = [faults, faults].into_iter().sum();
        assert_eq!((sum.total(), sum.count(FaultKind::Silence)), (4, 2));
        let text = serde_json::to_string(&sum).unwrap();
        assert_eq!(text, r#"{"silence":2,"illegal-action":2}"#);
        assert_eq!(serde_json::from_str::<Faults>(&text).unwrap(), sum);
        assert_eq!(serde_json::from_str::<Faults>("{}").unwrap(), Faults::default());
    }

    #[test]
    fn every_kind_has_one_name() {
        for &kind in FaultKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for &policy in OnFault::ALL {
            assert_eq!(serde_json::to_value(policy).unwrap(), policy.name());
            assert_eq!(policy.name().parse(), Ok(policy));
        }
    }

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt("a\u{1b}[2J"), "a\u{fffd}[2J");
        assert_eq!(excerpt(&"x".repeat(500)).chars().count(), 121);
    }
}
