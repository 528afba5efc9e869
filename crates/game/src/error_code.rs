//! Error codes for programs: rejections at a table, the API and pages use the same ones.

use serde::{Serialize, Serializer};

macro_rules! error_codes {
    ($($(#[$about:meta])+ $Code:ident = $name:literal,)+) => {
        /// The reason for a failure. The text form, in kebab case, never changes; new codes may be added.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum ErrorCode {
            $($(#[$about])+ $Code,)+
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$Code,)+];

            /// The text form: `not-seated`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(ErrorCode::$Code => $name,)+
                }
            }
        }
    };
}

error_codes! {
    /// The request cannot be read: not JSON, a field missing, unknown or of the wrong type.
    BadRequest = "bad-request",
    /// The `Authorization` header does not hold a token.
    BadToken = "bad-token",
    /// Only a player with a seat at this table may do that.
    NotSeated = "not-seated",
    /// You cannot sit down at this table; choose another one.
    Blocked = "blocked",
    /// You are suspended, or your network is: you can read, and export or delete the data that is stored about you.
    Suspended = "suspended",
    /// You are muted: you can play, but you cannot write in the chat.
    Muted = "muted",
    /// Only an account with another role may do that.
    NotAllowed = "not-allowed",
    /// You have reported this seat already; a moderator will look at it.
    AlreadyReported = "already-reported",
    /// The moderation step is not possible now: it has been taken already, or something that it needs is missing.
    NotNow = "not-now",
    /// Only the person who opened the table may do that.
    NotOpener = "not-opener",
    /// The request comes from a page of another site.
    CrossOrigin = "cross-origin",
    /// The request names a host that is not this server.
    ForeignHost = "foreign-host",
    /// The record stays secret until the game is over.
    StillSecret = "still-secret",
    /// Nothing exists at this address.
    NotFound = "not-found",
    /// There is no such table, or no table waits for players under the join code.
    NoTable = "no-table",
    /// The address does not answer to this method.
    BadMethod = "bad-method",
    /// The table has moved on since `seq`.
    Stale = "stale",
    /// The command id was used for something else.
    CommandReused = "command-reused",
    /// The command id is empty, longer than 64 characters, or has other characters than letters, digits, `-` and `_`.
    BadCommandId = "bad-command-id",
    /// Seats are open; the game has not begun.
    NotStarted = "not-started",
    /// The table was closed.
    Closed = "closed",
    /// You have no action that could be taken back.
    NothingToUndo = "nothing-to-undo",
    /// The seat is taken or does not exist.
    SeatTaken = "seat-taken",
    /// The game has begun, so chairs stay where they are.
    Begun = "begun",
    /// No request to take something back is open, or the open one is your own.
    NothingAsked = "nothing-asked",
    /// The owner of the seat is there and has time left, or a bot plays there already.
    NotAway = "not-away",
    /// The game goes on.
    NotOver = "not-over",
    /// The message is empty, longer than 300 characters, or has characters that cannot be shown.
    BadText = "bad-text",
    /// The rules forbid it; `clause` says which.
    Illegal = "illegal",
    /// The text is not an action.
    NotAnAction = "not-an-action",
    /// A name is empty, longer than 24 characters, or has characters that cannot be shown.
    BadName = "bad-name",
    /// Another account has the name, or one that looks like it, or nobody may have it.
    NameTaken = "name-taken",
    /// A password has 8 to 200 characters, and is not easily guessed; `message` says why this one is.
    BadPassword = "bad-password",
    /// There is no account with this name and this password.
    WrongPassword = "wrong-password",
    /// The code for another device is wrong, was used, or is past its time.
    BadTransfer = "bad-transfer",
    /// The recovery code or reset code is not one of the account, was used, or is past its time.
    BadCode = "bad-code",
    /// There is no such game.
    NoGame = "no-game",
    /// No such kind of bot plays this game.
    NoBot = "no-bot",
    /// Too few or too many seats, or seats that are not written as they should be.
    BadSeats = "bad-seats",
    /// An option does not exist, has no such value, or does not fit the others.
    BadOption = "bad-option",
    /// The body is larger than 64 KiB.
    TooLarge = "too-large",
    /// The body is not of the type that belongs here.
    BadType = "bad-type",
    /// Too many requests, streams, connections, new tables, records or documents from one address, more written for it than a
    /// day allows, too many tries, too many commands at one table, or more work than an address, a person or a table may
    /// ask for.
    TooMany = "too-many",
    /// The request took too long to arrive or to be answered.
    Timeout = "timeout",
    /// The data could not be stored or read; nothing was done.
    Storage = "storage",
    /// The stored data is damaged. A retry does not help: the host has to restore a backup.
    Damaged = "damaged",
    /// The server has more requests at the moment than it can handle; nothing was done.
    Busy = "busy",
    /// An error of the server itself.
    Internal = "internal",
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
