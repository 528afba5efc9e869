//! The reasons why a case does not hold, in parts, so that callers can show them in their own words.

use crate::Refusal;
use game::ParseError;
use game::json::JsonError;
use std::fmt::{self, Display};

/// A fault of a case, or of the position or the game it is about. Text form: English.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum CaseError {
    /// The line cannot be understood; why, in English, as the words of the format are.
    Unreadable(String),
    /// The line holds a text that is not the text form that belongs there.
    Text(Box<ParseError>),
    /// The line holds JSON that cannot be read.
    Json {
        /// The part that it should be: `setup`, `phase`, `stage` or `value`.
        part: &'static str,
        /// The fault.
        fault: Box<JsonError>,
    },
    /// The case names no clauses.
    NoClauses,
    /// The rulebook has no such clause.
    UnknownClause(String),
    /// The case neither does nor expects anything.
    NoChecks,
    /// The position cannot be.
    Position(Vec<Refusal>),
    /// The position is accepted, and was to be refused.
    PositionAccepted,
    /// The position is refused, but under other clauses.
    PositionOtherwise(Vec<Refusal>),
    /// A value is not as expected.
    Differs {
        /// The name of the value, in English.
        what: String,
        /// The value found.
        found: String,
        /// The value expected.
        wanted: String,
    },
    /// An expectation does not hold.
    NotSo {
        /// The actual state, in English.
        message: String,
        /// The actual value, if it can be said in the words of the format; else empty.
        found: String,
    },
    /// An action is allowed, and was to be refused: under this clause, if one was named.
    Allowed {
        /// The action or outcome.
        action: String,
        /// The clause.
        clause: Option<String>,
    },
    /// An action is refused, and was to be allowed.
    Refused {
        /// The action or outcome.
        action: String,
        /// The reason.
        why: Box<Refusal>,
    },
    /// An action is refused, but under another clause.
    RefusedOtherwise {
        /// The action or outcome.
        action: String,
        /// The clause that was expected.
        clause: String,
        /// The reason why it is refused.
        why: Box<Refusal>,
    },
    /// Two parts of the engine disagree: a fault of the program, not of the case. In English.
    Engine(String),
}

impl CaseError {
    /// The name of its kind, for programs: it never changes.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            CaseError::Unreadable(_) | CaseError::Text(_) | CaseError::Json { .. } => "unreadable",
            CaseError::NoClauses => "no-clauses",
            CaseError::UnknownClause(_) => "unknown-clause",
            CaseError::NoChecks => "no-checks",
            CaseError::Position(_) => "position",
            CaseError::PositionAccepted => "position-accepted",
            CaseError::PositionOtherwise(_) => "position-otherwise",
            CaseError::Differs { .. } => "differs",
            CaseError::NotSo { .. } => "does-not-hold",
            CaseError::Allowed { .. } => "allowed",
            CaseError::Refused { .. } => "refused",
            CaseError::RefusedOtherwise { .. } => "refused-otherwise",
            CaseError::Engine(_) => "engine",
        }
    }

    /// JSON that cannot be read.
    pub(super) fn json(part: &'static str) -> impl FnOnce(JsonError) -> CaseError {
        move |fault| CaseError::Json { part, fault: Box::new(fault) }
    }

    /// Something does not hold, and there is nothing to show for it.
    pub(super) fn unmet(message: String) -> CaseError {
        CaseError::NotSo { message, found: String::new() }
    }
}

impl From<String> for CaseError {
    fn from(message: String) -> CaseError {
        CaseError::Unreadable(message)
    }
}

impl From<ParseError> for CaseError {
    fn from(error: ParseError) -> CaseError {
        CaseError::Text(Box::new(error))
    }
}

impl From<&str> for CaseError {
    fn from(message: &str) -> CaseError {
        CaseError::Unreadable(message.to_owned())
    }
}

impl Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |faults: &[Refusal]| faults.iter().map(Refusal::to_string).collect::<Vec<_>>().join("; ");
        match self {
            CaseError::Unreadable(message)
            | CaseError::NotSo { message, .. }
            | CaseError::Engine(message) => f.write_str(message),
            CaseError::Text(error) => error.fmt(f),
            CaseError::Json { part, fault } => write!(f, "the {part} cannot be read: {fault}"),
            CaseError::NoClauses => {
                f.write_str("a case names the clauses it stands for: `clauses CATAN-ROAD-4 …`")
            }
            CaseError::UnknownClause(id) => write!(f, "the rulebook has no clause {id}"),
            CaseError::NoChecks => f.write_str("the case expects nothing"),
            CaseError::Position(faults) => write!(f, "the position is not possible: {}", list(faults)),
            CaseError::PositionAccepted => f.write_str("the position is accepted, but should be refused"),
            CaseError::PositionOtherwise(faults) => {
                write!(f, "the position is refused for another reason: {}", list(faults))
            }
            CaseError::Differs { what, found, wanted } => write!(f, "{what}: {found}, expected {wanted}"),
            CaseError::Allowed { action, clause: Some(clause) } => {
                write!(f, "`{action}` is allowed, but {clause} should forbid it")
            }
            CaseError::Allowed { action, clause: None } => {
                write!(f, "`{action}` is allowed, but should be refused")
            }
            CaseError::Refused { action, why } => write!(f, "`{action}` is refused: {why}"),
            CaseError::RefusedOtherwise { action, clause, why } => {
                write!(f, "`{action}` is refused, but not because of {clause}: {why}")
            }
        }
    }
}

/// A value as failures show it, in the words of the case format.
pub(super) trait Shown {
    fn shown(&self) -> String;
}

/// Shows values as their text form has them.
macro_rules! shown_as_text {
    ($($Type:ty),* $(,)?) => {$(
        impl $crate::cases::error::Shown for $Type {
            fn shown(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

pub(super) use shown_as_text;

shown_as_text!(u8, u16, u32, usize, i8, i32,);

/// Nothing at all is shown as `nothing`.
impl Shown for String {
    fn shown(&self) -> String {
        if self.is_empty() { "nothing".to_owned() } else { self.clone() }
    }
}

impl Shown for &str {
    fn shown(&self) -> String {
        (*self).to_owned()
    }
}

impl Shown for bool {
    fn shown(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> String {
        self.as_ref().map_or("none".to_owned(), T::shown)
    }
}

impl<T: Shown> Shown for Vec<T> {
    fn shown(&self) -> String {
        list(self.iter().map(T::shown))
    }
}

impl<T: Shown, const N: usize> Shown for [T; N] {
    fn shown(&self) -> String {
        list(self.iter().map(T::shown))
    }
}

/// Counts of cards: `2 spy 1 smith`.
impl<T: Display> Shown for std::collections::BTreeMap<T, u8> {
    fn shown(&self) -> String {
        list(self.iter().map(|(card, count)| format!("{count} {card}")))
    }
}

impl Shown for game::SeatSet {
    fn shown(&self) -> String {
        if self.is_empty() {
            "nobody".to_owned()
        } else {
            list(self.into_iter().map(|seat| seat.to_string()))
        }
    }
}

impl Shown for game::Turn<String> {
    fn shown(&self) -> String {
        match self {
            game::Turn::Decide(seats) => format!("decides {}", seats.shown()),
            game::Turn::Chance(kind) => format!("due {kind}"),
            game::Turn::Over(outcome) => format!("over {}", outcome.winners.shown()),
        }
    }
}

/// A phase as a setup has it: its name, or an object.
macro_rules! shown_as_json {
    ($($Type:ty),* $(,)?) => {$(
        impl $crate::cases::error::Shown for $Type {
            fn shown(&self) -> String {
                match serde_json::to_value(self) {
                    Ok(serde_json::Value::String(name)) => name,
                    Ok(value) => value.to_string(),
                    Err(error) => error.to_string(),
                }
            }
        }
    )*};
}
pub(super) use shown_as_json;

/// The texts behind one another, or `none`.
pub(super) fn list(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}
