//! Error codes for programs: rejections at a table, the API and pages use the same ones.

use serde::{Serialize, Serializer};

macro_rules! error_codes {
    ($($(#[$about:meta])+ $Code:ident = $name:literal, $status:literal, $key:literal;)+) => {
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

            /// The HTTP status that goes with it.
            #[must_use]
            pub const fn status(self) -> u16 {
                match self {
                    $(ErrorCode::$Code => $status,)+
                }
            }

            /// The key of its message to people, in `locales/`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(ErrorCode::$Code => $key,)+
                }
            }
        }
    };
}

error_codes! {
    /// The request cannot be read: not JSON, a field missing, unknown or of the wrong type.
    BadRequest = "bad-request", 400, "fault-bad-request";
    /// The `Authorization` header does not hold a token.
    BadToken = "bad-token", 401, "fault-bad-request";
    /// Only a player with a seat at this table may do that.
    NotSeated = "not-seated", 403, "fault-not-your-seat";
    /// You cannot sit down at this table; choose another one.
    Blocked = "blocked", 403, "fault-blocked";
    /// You are suspended, or your network is: you can read, and export or delete the data that is stored about you.
    Suspended = "suspended", 403, "fault-suspended";
    /// You are muted: you can play, but you cannot write in the chat.
    Muted = "muted", 403, "fault-muted";
    /// Only an account with another role may do that.
    NotAllowed = "not-allowed", 403, "fault-not-allowed";
    /// You have reported this seat already; a moderator will look at it.
    AlreadyReported = "already-reported", 409, "fault-already-reported";
    /// The moderation step is not possible now: it has been taken already, or something that it needs is missing.
    NotNow = "not-now", 409, "fault-moderation-done";
    /// Only the person who opened the table may do that.
    NotOpener = "not-opener", 403, "fault-not-opener";
    /// The request comes from a page of another site.
    CrossOrigin = "cross-origin", 403, "fault-cross-origin";
    /// The request names a host that is not this server.
    ForeignHost = "foreign-host", 421, "fault-foreign-host";
    /// The record stays secret until the game is over.
    StillSecret = "still-secret", 403, "fault-still-secret";
    /// Nothing exists at this address.
    NotFound = "not-found", 404, "fault-not-found";
    /// There is no such table, or no table waits for players under the join code.
    NoTable = "no-table", 404, "fault-no-table";
    /// The address does not answer to this method.
    BadMethod = "bad-method", 405, "fault-not-found";
    /// The table has moved on since `seq`.
    Stale = "stale", 409, "fault-stale";
    /// The command id was used for something else.
    CommandReused = "command-reused", 409, "fault-command-reused";
    /// The command id is empty, longer than 64 characters, or has other characters than letters, digits, `-` and `_`.
    BadCommandId = "bad-command-id", 400, "fault-bad-request";
    /// Seats are open; the game has not begun.
    NotStarted = "not-started", 409, "fault-not-started";
    /// The table was closed.
    Closed = "closed", 409, "fault-closed";
    /// You have no action that could be taken back.
    NothingToUndo = "nothing-to-undo", 409, "fault-nothing-to-undo";
    /// The seat is taken or does not exist.
    SeatTaken = "seat-taken", 409, "fault-no-seat-open";
    /// The game has begun, so chairs stay where they are.
    Begun = "begun", 409, "fault-begun";
    /// No request to take something back is open, or the open one is your own.
    NothingAsked = "nothing-asked", 409, "fault-nothing-asked";
    /// The owner of the seat is there and has time left, or a bot plays there already.
    NotAway = "not-away", 409, "fault-not-away";
    /// The game goes on.
    NotOver = "not-over", 409, "fault-not-over";
    /// The message is empty, longer than 300 characters, or has characters that cannot be shown.
    BadText = "bad-text", 422, "fault-bad-text";
    /// The rules forbid it; `clause` says which.
    Illegal = "illegal", 422, "fault-bad-request";
    /// The text is not an action.
    NotAnAction = "not-an-action", 422, "fault-bad-request";
    /// A name is empty, longer than 24 characters, or has characters that cannot be shown.
    BadName = "bad-name", 422, "fault-bad-name";
    /// Another account has the name, or one that looks like it, or nobody may have it.
    NameTaken = "name-taken", 409, "account-fault-name-taken";
    /// A password has 8 to 200 characters, and is not easily guessed; `message` says why this one is.
    BadPassword = "bad-password", 422, "account-fault-bad-password";
    /// There is no account with this name and this password.
    WrongPassword = "wrong-password", 403, "account-fault-wrong-password";
    /// The code for another device is wrong, was used, or is past its time.
    BadTransfer = "bad-transfer", 403, "account-fault-bad-transfer";
    /// The recovery code or reset code is not one of the account, was used, or is past its time.
    BadCode = "bad-code", 403, "account-fault-bad-code";
    /// There is no such game.
    NoGame = "no-game", 422, "fault-bad-request";
    /// No such kind of bot plays this game.
    NoBot = "no-bot", 422, "fault-bad-request";
    /// Too few or too many seats, or seats that are not written as they should be.
    BadSeats = "bad-seats", 422, "fault-bad-request";
    /// An option does not exist, has no such value, or does not fit the others.
    BadOption = "bad-option", 422, "fault-bad-request";
    /// The body is larger than 64 KiB.
    TooLarge = "too-large", 413, "fault-too-large";
    /// The body is not of the type that belongs here.
    BadType = "bad-type", 415, "fault-bad-request";
    /// Too many requests, streams, connections, new tables, records or documents from one address, more written for it than a
    /// day allows, too many tries, too many commands at one table, or more work than an address, a person or a table may
    /// ask for.
    TooMany = "too-many", 429, "fault-too-many";
    /// The request took too long to arrive or to be answered.
    Timeout = "timeout", 408, "fault-timeout";
    /// The data could not be stored or read; nothing was done.
    Storage = "storage", 503, "fault-storage";
    /// The stored data is damaged. A retry does not help: the host has to restore a backup.
    Damaged = "damaged", 500, "fault-damaged";
    /// The server has more requests at the moment than it can handle; nothing was done.
    Busy = "busy", 503, "fault-busy";
    /// An error of the server itself.
    Internal = "internal", 500, "fault-internal";
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
