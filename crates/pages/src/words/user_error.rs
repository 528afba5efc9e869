//! Errors in words.

use super::fluent::{Words, msg};
use super::options::count_errors;
use super::reader::Lang;
use super::record::{record_error, setup_error};
use super::unreadable::json_error;
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
    /// The rules of the game refuse it.
    Illegal(Refusal),
    /// An uploaded record is no longer stored.
    RecordGone,
    /// There is no such clause.
    NoClause(String),
    /// The table allows no hints.
    NoHints,
    /// The reader has nothing to decide, so there is nothing to give a hint about.
    NothingToDecide,
    /// The invitation is not valid.
    BadCode,
    /// The reader tried something too often.
    TooManyTries {
        /// The minutes until a retry is worthwhile.
        minutes: u32,
    },
    /// The seat has been taken in the meantime.
    SeatTaken(Seat),
    /// The text is not an action of the game.
    NotAnAction(String),
    /// The disk is full.
    DiskFull,
    /// The data folder has been removed.
    Displaced,
    /// The disk does not keep up.
    Overloaded,
    /// The server is stopping.
    Stopping,
    /// The stored data of the table cannot be read.
    TableDamaged,
    /// The reader's share of the table's log is used up.
    LogFull,
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
    /// The game is already over in the position that the reader wants to play on.
    PositionOver,
    /// The game has no position after that many steps.
    NoStep {
        /// The number of steps it has.
        steps: usize,
    },
    /// The reader chose more than one seat for themselves.
    TwoSeats,
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
    /// The reader sent too many chat messages in a short time.
    TooFast,
    /// A report has no reason.
    NoReason,
    /// The reader has blocked as many people as the server allows.
    BlocksFull,
    /// The others refused to close the table a short time ago.
    CloseRefused {
        /// The minutes until the reader may ask again.
        minutes: u32,
    },
    /// No clock can have this time control.
    BadClock,
    /// The reader's share of the dice is no nonce.
    BadNonce,
    /// The promised table id has been used, or the promise has expired.
    PromiseGone,
    /// One network or one person asked for more work than they may have.
    CostSpent {
        /// The seconds until there is budget again.
        seconds: u32,
    },
    /// One table asked for more work than it may have.
    TableCostSpent {
        /// The seconds until there is budget again.
        seconds: u32,
    },
    /// Too many connections from one network are open.
    TooManyConnections,
    /// A new password is easily guessed.
    WeakPassword(Weakness),
    /// The reader has too many unfinished games.
    TooManyUnfinished {
        /// The maximum.
        most: usize,
    },
    /// The reader's network has too many unfinished games.
    TooManyFromHere {
        /// The maximum.
        most: usize,
    },
    /// The reader has too many public tables that wait for players.
    TooManyPublic {
        /// The maximum.
        most: usize,
    },
    /// The reader's network has too many public tables that wait for players.
    TooManyPublicFromHere {
        /// The maximum.
        most: usize,
    },
    /// Too many tables were opened from one network.
    TooManyTables {
        /// The minutes until the next table may be opened.
        minutes: u32,
    },
    /// A person asked for an export of their data too often.
    TooManyExports {
        /// The minutes until the next export.
        minutes: u32,
    },
    /// The data written for one network fill its share of the disk.
    DiskShare {
        /// The minutes until there is room again.
        minutes: u32,
    },
}

/// The reason why a report or an act of moderation is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModerationFault {
    /// There is no such report, sanction or person, or nobody to report.
    Unknown,
    /// Only somebody with a seat can report somebody at a private table.
    NotSeated,
    /// The network is too wide.
    TooWide,
    /// The network of the person is unknown.
    NoNetwork,
    /// The end of the sanction has passed already.
    BadTime,
    /// The person has a role.
    HasRole,
    /// The person is muted or suspended.
    Sanctioned,
    /// The person has no account.
    NoAccount,
    /// There would be no admin left.
    LastAdmin,
    /// The act is done already.
    Done,
    /// The number of sanctions in force has reached the server's limit.
    Full,
}

impl ModerationFault {
    /// All of them.
    pub const ALL: [ModerationFault; 11] = {
        use ModerationFault as F;
        [
            F::Unknown,
            F::NotSeated,
            F::TooWide,
            F::NoNetwork,
            F::BadTime,
            F::HasRole,
            F::Sanctioned,
            F::NoAccount,
            F::LastAdmin,
            F::Done,
            F::Full,
        ]
    };

    /// Returns the code for programs.
    const fn code(self) -> ErrorCode {
        match self {
            ModerationFault::Unknown => ErrorCode::NotFound,
            ModerationFault::NotSeated => ErrorCode::NotSeated,
            ModerationFault::TooWide | ModerationFault::BadTime => ErrorCode::BadRequest,
            ModerationFault::Full => ErrorCode::TooMany,
            ModerationFault::HasRole | ModerationFault::LastAdmin => ErrorCode::NotAllowed,
            ModerationFault::Sanctioned
            | ModerationFault::NoNetwork
            | ModerationFault::NoAccount
            | ModerationFault::Done => ErrorCode::NotNow,
        }
    }

    /// Returns the key of its message.
    const fn key(self) -> &'static str {
        match self {
            ModerationFault::Unknown => "fault-moderation-unknown",
            ModerationFault::NotSeated => "fault-moderation-not-seated",
            ModerationFault::TooWide => "fault-moderation-too-wide",
            ModerationFault::NoNetwork => "fault-moderation-no-network",
            ModerationFault::BadTime => "fault-moderation-bad-time",
            ModerationFault::HasRole => "fault-moderation-has-role",
            ModerationFault::Sanctioned => "fault-moderation-sanctioned",
            ModerationFault::NoAccount => "fault-moderation-no-account",
            ModerationFault::LastAdmin => "fault-moderation-last-admin",
            ModerationFault::Done => "fault-moderation-done",
            ModerationFault::Full => "fault-moderation-full",
        }
    }
}

/// The reason why a password is easily guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weakness {
    /// It is too short or too long.
    Length,
    /// It is the name of the account.
    Name,
    /// Many people use it, or one like it.
    Common,
    /// It is a row or a pattern of keys.
    Keys,
    /// It repeats itself.
    Repeats,
    /// It is a row of letters or digits.
    Sequence,
    /// It is a date or a year.
    Date,
    /// It is the name of a person.
    PersonName,
    /// It is one word.
    Word,
    /// It is too short, given how easily its parts are guessed.
    Guessable,
}

impl Weakness {
    /// Returns the key of its message.
    const fn message(self) -> &'static str {
        match self {
            Weakness::Length => "account-fault-bad-password",
            Weakness::Name => "account-fault-weak-name",
            Weakness::Common => "account-fault-weak-common",
            Weakness::Keys => "account-fault-weak-keys",
            Weakness::Repeats => "account-fault-weak-repeats",
            Weakness::Sequence => "account-fault-weak-sequence",
            Weakness::Date => "account-fault-weak-date",
            Weakness::PersonName => "account-fault-weak-person-name",
            Weakness::Word => "account-fault-weak-word",
            Weakness::Guessable => "account-fault-weak-guessable",
        }
    }
}

impl From<ErrorCode> for UserError {
    fn from(code: ErrorCode) -> UserError {
        UserError::Code(code)
    }
}

impl UserError {
    /// Returns the code for programs, which may be less specific.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        use ErrorCode as C;
        match self {
            UserError::Code(code) => *code,
            UserError::Illegal(_) => C::Illegal,
            UserError::RecordGone | UserError::NoClause(_) => C::NotFound,
            UserError::NoHints => C::NotAllowed,
            UserError::NothingToDecide => C::NotNow,
            UserError::BadCode => C::NoTable,
            UserError::WeakPassword(_) => C::BadPassword,
            UserError::SeatTaken(_) => C::SeatTaken,
            UserError::NotAnAction(_) => C::NotAnAction,
            UserError::DiskFull | UserError::Displaced | UserError::Overloaded | UserError::Stopping => {
                C::Storage
            }
            UserError::TableDamaged => C::Damaged,
            UserError::LogFull => C::Closed,
            UserError::Muted { .. } => C::Muted,
            UserError::Suspended { .. } => C::Suspended,
            UserError::Moderation(fault) => fault.code(),
            UserError::NoGame(_) => C::NoGame,
            UserError::NoBot(_) => C::NoBot,
            UserError::BadSeats { .. } => C::BadSeats,
            UserError::BadOption { .. }
            | UserError::Counts { .. }
            | UserError::NoStartSeat(_)
            | UserError::OptionConflict { .. } => C::BadOption,
            UserError::NoReason
            | UserError::BadClock
            | UserError::BadNonce
            | UserError::TwoSeats
            | UserError::PositionOver
            | UserError::Json(_)
            | UserError::Setup(_)
            | UserError::Record(_)
            | UserError::NoStep { .. } => C::BadRequest,
            UserError::PromiseGone => C::Stale,
            UserError::TooFast
            | UserError::BlocksFull
            | UserError::CloseRefused { .. }
            | UserError::TooManyTries { .. }
            | UserError::CostSpent { .. }
            | UserError::TableCostSpent { .. }
            | UserError::TooManyConnections
            | UserError::TooManyUnfinished { .. }
            | UserError::TooManyFromHere { .. }
            | UserError::TooManyPublic { .. }
            | UserError::TooManyPublicFromHere { .. }
            | UserError::TooManyTables { .. }
            | UserError::TooManyExports { .. }
            | UserError::DiskShare { .. } => C::TooMany,
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
    match fault {
        UserError::Code(code) => of_code(w, *code),
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
        UserError::RecordGone => msg!(w, "upload-gone"),
        UserError::NoClause(clause) => msg!(w, "fault-no-clause", clause = clause.as_str()),
        UserError::NoHints => msg!(w, "hint-off"),
        UserError::NothingToDecide => msg!(w, "hint-not-now"),
        UserError::BadCode => msg!(w, "fault-bad-code"),
        UserError::WeakPassword(weakness) => w.or(weakness.message(), "this password is easily guessed"),
        UserError::TooManyTries { minutes } => msg!(w, "account-fault-too-many-tries", minutes = *minutes),
        UserError::SeatTaken(seat) => msg!(w, "fault-seat-taken", seat = seat.to_string()),
        UserError::NotAnAction(text) => msg!(w, "fault-not-an-action", text = text.as_str()),
        UserError::DiskFull => msg!(w, "fault-disk-full"),
        UserError::Displaced => msg!(w, "fault-displaced"),
        UserError::Overloaded => msg!(w, "fault-overloaded"),
        UserError::Stopping => msg!(w, "fault-stopping"),
        UserError::TableDamaged => msg!(w, "fault-table-damaged"),
        UserError::LogFull => msg!(w, "fault-log-full"),
        UserError::Muted { until: Some(until) } => msg!(w, "fault-muted-until", until = until.as_str()),
        UserError::Muted { until: None } => msg!(w, "fault-muted"),
        UserError::Suspended { until: Some(until) } => {
            msg!(w, "fault-suspended-until", until = until.as_str())
        }
        UserError::Suspended { until: None } => msg!(w, "fault-suspended"),
        UserError::Moderation(fault) => w.format(fault.key(), &crate::FluentArgs::new()),
        UserError::NoGame(game) => msg!(w, "fault-no-game", game = game.as_str()),
        UserError::NoBot(kind) => msg!(w, "fault-no-bot", kind = kind.as_str()),
        UserError::BadSeats { min, max } => msg!(w, "fault-bad-seats", min = *min, max = *max),
        UserError::BadOption { name, value } => {
            let label = w.option_title(name);
            msg!(w, "fault-bad-option", name = label, value = value.as_str())
        }
        UserError::Counts { name, faults } => count_errors(w, name, faults),
        UserError::PositionOver => msg!(w, "fault-position-over"),
        UserError::NoStep { steps } => msg!(w, "fault-no-step", steps = *steps),
        UserError::TwoSeats => msg!(w, "fault-two-seats"),
        UserError::NoStartSeat(seat) => msg!(w, "fault-no-start-seat", seat = seat.to_string()),
        UserError::OptionConflict { name, message } => w.or(&format!("conflict-{name}"), message),
        UserError::TooFast => msg!(w, "fault-too-fast"),
        UserError::NoReason => msg!(w, "fault-no-reason"),
        UserError::BlocksFull => msg!(w, "fault-blocks-full"),
        UserError::CloseRefused { minutes } => msg!(w, "fault-close-refused", minutes = *minutes),
        UserError::BadClock => msg!(w, "fault-bad-clock"),
        UserError::BadNonce => msg!(w, "fault-bad-nonce"),
        UserError::PromiseGone => msg!(w, "fault-promise-gone"),
        UserError::CostSpent { seconds } => msg!(w, "fault-cost-spent", seconds = *seconds),
        UserError::TableCostSpent { seconds } => msg!(w, "fault-table-cost-spent", seconds = *seconds),
        UserError::TooManyConnections => msg!(w, "fault-too-many-connections"),
        UserError::TooManyUnfinished { most } => msg!(w, "fault-too-many-unfinished", most = *most),
        UserError::TooManyFromHere { most } => msg!(w, "fault-too-many-from-here", most = *most),
        UserError::TooManyPublic { most } => msg!(w, "fault-too-many-public", most = *most),
        UserError::TooManyPublicFromHere { most } => msg!(w, "fault-too-many-public-from-here", most = *most),
        UserError::TooManyTables { minutes } => msg!(w, "fault-too-many-tables", minutes = *minutes),
        UserError::TooManyExports { minutes } => msg!(w, "fault-too-many-exports", minutes = *minutes),
        UserError::DiskShare { minutes } => msg!(w, "fault-disk-share", minutes = *minutes),
    }
}

/// Describes an error that has nothing but its code.
fn of_code(w: Words, code: ErrorCode) -> String {
    use ErrorCode as C;
    match code {
        C::NotFound | C::BadMethod => msg!(w, "fault-not-found"),
        C::NoTable => msg!(w, "fault-no-table"),
        C::NameTaken => msg!(w, "account-fault-name-taken"),
        C::BadPassword => msg!(w, "account-fault-bad-password"),
        C::WrongPassword => msg!(w, "account-fault-wrong-password"),
        C::BadTransfer => msg!(w, "account-fault-bad-transfer"),
        C::BadCode => msg!(w, "account-fault-bad-code"),
        C::NotSeated => msg!(w, "fault-not-your-seat"),
        C::Stale => msg!(w, "fault-stale"),
        C::CommandReused => msg!(w, "fault-command-reused"),
        C::NotStarted => msg!(w, "fault-not-started"),
        C::NothingToUndo => msg!(w, "fault-nothing-to-undo"),
        C::SeatTaken => msg!(w, "fault-no-seat-open"),
        C::Closed => msg!(w, "fault-closed"),
        C::Suspended => msg!(w, "fault-suspended"),
        C::Muted => msg!(w, "fault-muted"),
        C::NotAllowed => msg!(w, "fault-not-allowed"),
        C::AlreadyReported => msg!(w, "fault-already-reported"),
        C::NotNow => msg!(w, "fault-moderation-done"),
        C::NotOpener => msg!(w, "fault-not-opener"),
        C::StillSecret => msg!(w, "fault-still-secret"),
        C::CrossOrigin => msg!(w, "fault-cross-origin"),
        C::ForeignHost => msg!(w, "fault-foreign-host"),
        C::Timeout => msg!(w, "fault-timeout"),
        C::Storage => msg!(w, "fault-storage"),
        C::Damaged => msg!(w, "fault-damaged"),
        C::BadName => msg!(w, "fault-bad-name"),
        C::Begun => msg!(w, "fault-begun"),
        C::NothingAsked => msg!(w, "fault-nothing-asked"),
        C::NotAway => msg!(w, "fault-not-away"),
        C::NotOver => msg!(w, "fault-not-over"),
        C::Blocked => msg!(w, "fault-blocked"),
        C::BadText => msg!(w, "fault-bad-text"),
        C::BadRequest | C::BadToken | C::BadType | C::BadCommandId => msg!(w, "fault-bad-request"),
        C::TooLarge => msg!(w, "fault-too-large"),
        C::TooMany => msg!(w, "fault-too-many"),
        C::Busy => msg!(w, "fault-busy"),
        C::Internal => msg!(w, "fault-internal"),
        // What these lack is in a fault of its own.
        C::Illegal | C::NotAnAction | C::NoGame | C::NoBot | C::BadSeats | C::BadOption => {
            msg!(w, "fault-bad-request")
        }
    }
}
