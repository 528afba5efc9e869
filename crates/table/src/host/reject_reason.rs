//! The reasons why a table rejects a command, each with its code and its words for programs.

use crate::moment::iso_8601;
use crate::stored::StoreError;
use game::{ErrorCode, ParseError, Seat};
use shelf::Refusal;
use std::borrow::Cow;

/// The reason why a command was rejected.
#[derive(Clone, PartialEq, Debug)]
pub enum RejectReason {
    /// The sender has no seat here.
    NotSeated,
    /// Only the person in charge ([`Host::is_in_charge`](super::Host::is_in_charge)) may do that.
    NotOpener,
    /// The table has changed since the version that the sender saw.
    Stale,
    /// The sender saw a later version than the table has: entries that were acknowledged are lost, or it was another table.
    Ahead,
    /// The rules forbid it.
    Illegal(Refusal),
    /// The text is not an action.
    NotAnAction(ParseError),
    /// The game has not begun: seats are open.
    NotStarted,
    /// The table was closed.
    Closed,
    /// The sender has used up their share of the log, or, before the game begins, all have used up theirs.
    LogFull,
    /// The last action is not the sender's, or it revealed something.
    NothingToUndo,
    /// The seat does not exist or is taken.
    SeatTaken(Option<Seat>),
    /// The name is empty, too long, or has characters that cannot be shown.
    BadName,
    /// No such kind of bot plays this game.
    NoBot(String),
    /// The command id is empty, too long, or has characters other than letters, digits, `-` and `_`.
    BadCommandId,
    /// This id was used for another command.
    CommandReused,
    /// The game has begun: chairs can no longer be swapped.
    Begun,
    /// There is no request to answer, or it is the sender's own.
    NothingAsked,
    /// The sender asked to close the table a short time ago, and somebody refused.
    CloseRefused,
    /// The owner of the seat is present, or a bot plays there already.
    NotAway,
    /// The game is not over.
    NotOver,
    /// The person who opened the table has blocked the sender. The driver of the table decides this.
    Blocked,
    /// The sender is muted until this moment, or for ever. The driver of the table decides this.
    Muted {
        /// In milliseconds since 1970.
        until: Option<u64>,
    },
    /// The sender is suspended until this moment, or for ever. The driver of the table decides this.
    Suspended {
        /// In milliseconds since 1970.
        until: Option<u64>,
    },
    /// The remark is empty, too long, or has characters that cannot be shown.
    BadText,
    /// The seat said too much in a short time.
    TooFast,
    /// The queue of commands is full.
    Busy,
    /// The store failed.
    Storage(StoreError),
}

impl RejectReason {
    /// The code that programs get, and the words for them, in English. Where the words depend on the contents,
    /// [`RejectReason::message`] adds them; a store has words of its own.
    const fn code_and_words(&self) -> (ErrorCode, &'static str) {
        use ErrorCode as C;
        match self {
            Self::NotSeated => {
                (C::NotSeated, "you have no seat at this table; join it, or send the token of your seat")
            }
            Self::NotOpener => (
                C::NotOpener,
                "only the player who opened the table may do that, or once they have left, the one who has been there longest",
            ),
            Self::Stale => (C::Stale, "the table has moved on since then; look at it again and decide anew"),
            Self::Ahead => (
                C::Stale,
                "you have seen a later version than this table has: the server lost what it had confirmed, or was put back to a \
                 backup; look at the table again and go on from there",
            ),
            Self::Illegal(_) => (C::Illegal, "the rules forbid it"),
            Self::NotAnAction(_) => (C::NotAnAction, "this is not an action"),
            Self::NotStarted => (C::NotStarted, "the game begins when all seats are taken"),
            Self::Closed => (C::Closed, "the table is closed, or its game is over"),
            Self::LogFull => (C::Closed, "the share of the table's storage is used up"),
            Self::NothingToUndo => (
                C::NothingToUndo,
                "your last action cannot be taken back: it showed something, or somebody has acted since",
            ),
            Self::SeatTaken(_) => (C::SeatTaken, "no seat is open at this table"),
            Self::BadName => (C::BadName, "a name has 1 to 24 visible characters"),
            Self::NoBot(_) => (C::NoBot, "this is not a bot that plays this game"),
            Self::BadCommandId => {
                (C::BadCommandId, "`id` must be 1 to 64 letters, digits, `-` or `_`, new for every command")
            }
            Self::CommandReused => {
                (C::CommandReused, "this `id` was used for another command; send a new one")
            }
            Self::Begun => (C::Begun, "the game has begun, so nobody can change seats"),
            Self::NothingAsked => {
                (C::NothingAsked, "there is no request to take something back or to close the table")
            }
            Self::CloseRefused => (
                C::TooMany,
                "somebody did not want to close the table a short time ago; ask again ten minutes after that",
            ),
            Self::NotAway => (
                C::NotAway,
                "the player in this seat is there and has time left, or a bot plays there already; without clocks, a bot can \
                 play on once the game has waited for them for ten minutes",
            ),
            Self::NotOver => (C::NotOver, "the game is not over yet"),
            Self::Blocked => (C::Blocked, "you cannot sit down at this table; join another one, or open one"),
            Self::Muted { .. } => (C::Muted, "you are muted: you can play, but you cannot write in the chat"),
            Self::Suspended { .. } => {
                (C::Suspended, "you are suspended: you can read, sign in, and download or delete your data")
            }
            Self::BadText => (C::BadText, "a message has 1 to 300 visible characters"),
            Self::TooFast => (C::TooMany, "too much was said in a short time"),
            Self::Busy => (C::TooMany, "too many commands wait at this table; try again in a moment"),
            Self::Storage(StoreError::Damaged { .. }) => (C::Damaged, "the stored data is damaged"),
            Self::Storage(_) => (C::Storage, "this could not be stored or read"),
        }
    }

    /// The code that programs get.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        self.code_and_words().0
    }

    /// Returns the words that programs get, in English.
    #[must_use]
    pub fn message(&self) -> Cow<'static, str> {
        match self {
            Self::Illegal(illegal) => illegal.message.clone().into(),
            Self::NotAnAction(error) => error.to_string().into(),
            Self::SeatTaken(Some(seat)) => {
                format!("seat {seat} is taken or does not exist; choose another").into()
            }
            Self::Muted { until: Some(until) } => {
                let until = iso_8601(*until);
                format!("you are muted until {until}: you can play, but you cannot write in the chat").into()
            }
            Self::Suspended { until: Some(until) } => {
                let until = iso_8601(*until);
                let words = "you can read, sign in, and download or delete your data";
                format!("you are suspended until {until}: {words}").into()
            }
            Self::NoBot(kind) => format!("`{kind}` is not a bot that plays this game").into(),
            _ => self.code_and_words().1.into(),
        }
    }
}
