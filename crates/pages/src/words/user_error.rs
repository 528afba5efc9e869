//! Errors in words.

use super::faults::{AccountFault, Fault, ModerationFault, TableLimit, Wait, Weakness};
use super::fluent::{Words, msg};
use super::options::count_errors;
use super::reader::Lang;
use super::record::{record_error, setup_error};
use super::unreadable::json_error;
use crate::FluentArgs;
use game::json::JsonError;
use game::options::CountError;
use game::{ErrorCode, Seat};
use shelf::{Refusal, ReplayError};
use std::sync::Arc;

/// Everything that can go wrong, from the rules of a game to the disk. Each fault has its words; see [`fault`](fn@crate::fault).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum UserError {
    /// An error that its code alone describes.
    Code(ErrorCode),
    /// An error without details.
    Fault(Fault),
    /// The reader has to wait, for so many seconds.
    Wait(Wait, u32),
    /// The reader, or the network they connect from, has as many tables as this limit allows.
    TooManyOpen {
        /// The limit.
        limit: TableLimit,
        /// The maximum.
        most: usize,
    },
    /// The rules of the game refuse it.
    Illegal(Refusal),
    /// There is no such clause.
    NoClause(String),
    /// The seat has been taken in the meantime.
    SeatTaken(Seat),
    /// The text is not an action of the game.
    NotAnAction(String),
    /// The reader is muted.
    Muted {
        /// The end of the mute, in words; `None` if it is permanent.
        until: Option<String>,
    },
    /// The reader, or the network they connect from, is suspended.
    Suspended {
        /// The end of the suspension, in words; `None` if it is permanent.
        until: Option<String>,
    },
    /// An operation on an account is refused.
    Account(AccountFault),
    /// An act of moderation is impossible.
    Moderation(ModerationFault),
    /// There is no such game.
    NoGame(String),
    /// There is no such kind of bot.
    NoBot(String),
    /// The game cannot have that many seats.
    BadSeats {
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// The option does not exist, or cannot have that value.
    BadOption {
        /// The option's name.
        name: String,
        /// The value that was sent.
        value: String,
    },
    /// The counts of the tiles in a box are impossible.
    Counts {
        /// The option's name.
        name: String,
        /// The faults of the counts.
        faults: Vec<CountError>,
    },
    /// The game has no position after that many steps.
    NoStep {
        /// The number of steps it has.
        steps: usize,
    },
    /// The starting seat is not at the table.
    NoStartSeat(Seat),
    /// Two options exclude each other; named as in [`game::options::OptionConflict`].
    OptionConflict {
        /// The conflict's name.
        name: &'static str,
        /// The conflict's description in English.
        message: &'static str,
    },
    /// The request is not the expected JSON.
    Json(Box<JsonError>),
    /// A setup in the request cannot be read, or describes no position.
    Setup(Vec<Refusal>),
    /// A record in the request cannot be replayed.
    Record(Arc<ReplayError>),
    /// A new password is easily guessed.
    WeakPassword(Weakness),
}

impl From<ErrorCode> for UserError {
    fn from(code: ErrorCode) -> UserError {
        UserError::Code(code)
    }
}

impl From<Fault> for UserError {
    fn from(fault: Fault) -> UserError {
        UserError::Fault(fault)
    }
}

impl From<AccountFault> for UserError {
    fn from(fault: AccountFault) -> UserError {
        UserError::Account(fault)
    }
}

impl From<ModerationFault> for UserError {
    fn from(fault: ModerationFault) -> UserError {
        UserError::Moderation(fault)
    }
}

impl UserError {
    /// Returns the code for programs, which may be less specific.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        use ErrorCode as C;
        match self {
            UserError::Code(code) => *code,
            UserError::Fault(fault) => fault.code(),
            UserError::Wait(fault, _) => fault.code(),
            UserError::TooManyOpen { limit, .. } => limit.code(),
            UserError::Account(fault) => fault.code(),
            UserError::Moderation(fault) => fault.code(),
            UserError::WeakPassword(weakness) => weakness.code(),
            UserError::Illegal(_) => C::Illegal,
            UserError::NoClause(_) => C::NotFound,
            UserError::SeatTaken(_) => C::SeatTaken,
            UserError::NotAnAction(_) => C::NotAnAction,
            UserError::Muted { .. } => C::Muted,
            UserError::Suspended { .. } => C::Suspended,
            UserError::NoGame(_) => C::NoGame,
            UserError::NoBot(_) => C::NoBot,
            UserError::BadSeats { .. } => C::BadSeats,
            UserError::BadOption { .. }
            | UserError::Counts { .. }
            | UserError::NoStartSeat(_)
            | UserError::OptionConflict { .. } => C::BadOption,
            UserError::Json(_) | UserError::Setup(_) | UserError::Record(_) | UserError::NoStep { .. } => {
                C::BadRequest
            }
        }
    }

    /// Returns its words for programs, in English, where they say more than its message.
    #[must_use]
    pub fn message(&self) -> Option<&'static str> {
        match self {
            UserError::Fault(fault) => fault.message(),
            UserError::Account(fault) => fault.message(),
            UserError::Moderation(fault) => fault.message(),
            _ => None,
        }
    }

    /// Whether the pages have a message for it other than "the request cannot be read".
    #[must_use]
    pub const fn has_words(&self) -> bool {
        use ErrorCode as C;
        !matches!(
            self,
            UserError::Code(C::Illegal | C::NotAnAction | C::NoGame | C::NoBot | C::BadSeats | C::BadOption)
        )
    }
}

/// Describes a fault in a sentence; `refusal` describes why the rules refuse something.
pub(crate) fn sentence(lang: Lang, fault: &UserError, refusal: impl Fn(&Refusal) -> String) -> String {
    let w = Words::new(lang);
    let plain = |key| w.format(key, &FluentArgs::new());
    match fault {
        UserError::Code(code) => plain(code.key()),
        UserError::Fault(fault) => plain(fault.key()),
        UserError::Wait(fault, seconds) => {
            let mut args = FluentArgs::new();
            args.set("seconds", *seconds);
            args.set("minutes", seconds.div_ceil(60));
            w.format(fault.key(), &args)
        }
        UserError::TooManyOpen { limit, most } => {
            let mut args = FluentArgs::new();
            args.set("most", *most);
            w.format(limit.key(), &args)
        }
        UserError::Illegal(illegal) => refusal(illegal),
        UserError::Json(fault) => msg!(w, "text-request", why = json_error(w, fault)),
        UserError::Setup(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| setup_error(w, fault, &refusal)).collect();
            msg!(w, "text-wrong-setup", faults = faults.join("; "))
        }
        UserError::Record(error) => {
            msg!(
                w,
                "text-wrong-record",
                line = error.line().to_string(),
                why = record_error(w, error, &refusal)
            )
        }
        UserError::NoClause(clause) => msg!(w, "fault-no-clause", clause = clause.as_str()),
        UserError::WeakPassword(weakness) => plain(weakness.key()),
        UserError::SeatTaken(seat) => msg!(w, "fault-seat-taken", seat = seat.to_string()),
        UserError::NotAnAction(text) => msg!(w, "fault-not-an-action", text = text.as_str()),
        UserError::Muted { until: Some(until) } => msg!(w, "fault-muted-until", until = until.as_str()),
        UserError::Muted { until: None } => msg!(w, "fault-muted"),
        UserError::Suspended { until: Some(until) } => {
            msg!(w, "fault-suspended-until", until = until.as_str())
        }
        UserError::Suspended { until: None } => msg!(w, "fault-suspended"),
        UserError::Account(fault) => plain(fault.key()),
        UserError::Moderation(fault) => plain(fault.key()),
        UserError::NoGame(game) => msg!(w, "fault-no-game", game = game.as_str()),
        UserError::NoBot(kind) => msg!(w, "fault-no-bot", kind = kind.as_str()),
        UserError::BadSeats { min, max } => msg!(w, "fault-bad-seats", min = *min, max = *max),
        UserError::BadOption { name, value } => {
            let label = w.option_title(name);
            msg!(w, "fault-bad-option", name = label, value = value.as_str())
        }
        UserError::Counts { name, faults } => count_errors(w, name, faults),
        UserError::NoStep { steps } => msg!(w, "fault-no-step", steps = *steps),
        UserError::NoStartSeat(seat) => msg!(w, "fault-no-start-seat", seat = seat.to_string()),
        UserError::OptionConflict { name, message } => w.or(&format!("conflict-{name}"), message),
    }
}
