//! What went wrong, in words.

use super::fluent::{Words, say};
use super::reader::Lang;

use game::Seat;

/// What can go wrong outside the rules of a game. Each has its words; see [`fault`](fn@fault).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The page or table does not exist.
    NotFound,
    /// There is no such table (any more).
    NoTable,
    /// A record that was brought along is not kept any more.
    RecordGone,
    /// There is no such clause.
    NoClause(String),
    /// The invitation is not valid.
    BadCode,
    /// Another account has this name.
    NameTaken,
    /// The password is too short, too long, or too easily guessed.
    BadPassword,
    /// There is no account with this name and this password.
    WrongPassword,
    /// The code for another device is not good, or not any more.
    BadTransfer,
    /// Something was tried too often.
    TooManyTries {
        /// When it is worth trying again.
        minutes: u32,
    },
    /// The seat is taken by now.
    SeatTaken(Seat),
    /// Only somebody with this seat may do that.
    NotYourSeat,
    /// The table moved on since the page was made; nothing was done.
    Stale,
    /// The same command id was used for something else.
    CommandReused,
    /// The text is not an action.
    NotAnAction(String),
    /// The game has not begun: seats are open.
    NotStarted,
    /// Nothing can be taken back.
    NothingToUndo,
    /// Every seat is taken.
    NoSeatOpen,
    /// The table was closed, or its game is over.
    Closed,
    /// Only who opened the table may do that.
    NotOpener,
    /// What is asked for holds secrets until the game is over.
    StillSecret,
    /// It was sent from a page of another site.
    CrossOrigin,
    /// It took too long to arrive or to be answered.
    Timeout,
    /// It could not be stored or read, and was not done.
    Storage,
    /// It could not be stored, since the disk is full.
    DiskFull,
    /// It could not be stored, since the disk does not keep up.
    Overloaded,
    /// The server is about to stop.
    Stopping,
    /// What is stored of the table cannot be read.
    TableDamaged,
    /// More has happened at the table than is kept.
    LogFull,
    /// A name is missing or too long.
    BadName,
    /// There is no such game.
    NoGame(String),
    /// There is no such kind of bot.
    NoBot(String),
    /// Too few or too many seats for the game.
    BadSeats {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// An option that does not exist, or a value it cannot have.
    BadOption {
        /// The option's name.
        name: String,
        /// The value that was sent.
        value: String,
    },
    /// The starting seat is not at the table.
    NoStartSeat(Seat),
    /// Options that must not be together; named as in [`game::options::Misfit`].
    Misfit {
        /// What is wrong.
        name: &'static str,
        /// The same in English.
        message: &'static str,
    },
    /// The game has begun: chairs stay where they are.
    Begun,
    /// Nobody asks to take something back.
    NothingAsked,
    /// Whoever has the seat is there and has time left, or a bot plays there already.
    NotAway,
    /// The game goes on.
    NotOver,
    /// What was said is empty, too long, or has characters that cannot be shown.
    BadText,
    /// Too much was said in a short time.
    TooFast,
    /// A time to think that no clock can have.
    BadClock,
    /// What was to be added to the dice is no nonce.
    BadNonce,
    /// The table that was promised is used, or the promise is no longer good.
    PromiseGone,
    /// What was sent cannot be read.
    BadRequest,
    /// What was sent is too large.
    TooLarge,
    /// Too many requests in a short time.
    TooMany,
    /// More work was asked for from one network, or by one person, than they may have.
    CostSpent {
        /// When there is more.
        seconds: u32,
    },
    /// More work was asked for at one table than it may have.
    TableCostSpent {
        /// When there is more.
        seconds: u32,
    },
    /// More is asked for at this moment than the server can do.
    Busy,
    /// Too many connections are open from one network.
    TooManyConnections,
    /// Too many tables were opened from one network.
    TooManyTables {
        /// When the next one may be.
        minutes: u32,
    },
    /// What is kept of a person was asked for too often.
    TooManyExports {
        /// When the next time may be.
        minutes: u32,
    },
    /// So much was written for one network that it fills its share of the disk.
    DiskShare {
        /// When there is room again.
        minutes: u32,
    },
    /// Our own mistake.
    Internal,
}

impl Fault {
    /// A short name that never changes, for programs: `seat-taken`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Fault::NotFound => "not-found",
            Fault::NoTable => "no-table",
            Fault::RecordGone => "record-gone",
            Fault::NoClause(_) => "no-clause",
            Fault::BadCode => "bad-code",
            Fault::NameTaken => "name-taken",
            Fault::BadPassword => "bad-password",
            Fault::WrongPassword => "wrong-password",
            Fault::BadTransfer => "bad-transfer",
            Fault::TooManyTries { .. } => "too-many-tries",
            Fault::SeatTaken(_) => "seat-taken",
            Fault::NotYourSeat => "not-your-seat",
            Fault::Stale => "stale",
            Fault::CommandReused => "command-reused",
            Fault::NotAnAction(_) => "not-an-action",
            Fault::NotStarted => "not-started",
            Fault::NothingToUndo => "nothing-to-undo",
            Fault::NoSeatOpen => "no-seat-open",
            Fault::Closed => "closed",
            Fault::NotOpener => "not-opener",
            Fault::StillSecret => "still-secret",
            Fault::CrossOrigin => "cross-origin",
            Fault::Timeout => "timeout",
            Fault::Storage => "storage",
            Fault::DiskFull => "disk-full",
            Fault::Overloaded => "overloaded",
            Fault::Stopping => "stopping",
            Fault::TableDamaged => "table-damaged",
            Fault::LogFull => "log-full",
            Fault::BadName => "bad-name",
            Fault::NoGame(_) => "no-game",
            Fault::NoBot(_) => "no-bot",
            Fault::BadSeats { .. } => "bad-seats",
            Fault::BadOption { .. } => "bad-option",
            Fault::NoStartSeat(_) => "no-start-seat",
            Fault::Misfit { .. } => "misfit",
            Fault::Begun => "begun",
            Fault::NothingAsked => "nothing-asked",
            Fault::NotAway => "not-away",
            Fault::NotOver => "not-over",
            Fault::BadText => "bad-text",
            Fault::TooFast => "too-fast",
            Fault::BadClock => "bad-clock",
            Fault::BadNonce => "bad-nonce",
            Fault::PromiseGone => "promise-gone",
            Fault::BadRequest => "bad-request",
            Fault::TooLarge => "too-large",
            Fault::TooMany => "too-many",
            Fault::CostSpent { .. } => "cost-spent",
            Fault::TableCostSpent { .. } => "table-cost-spent",
            Fault::Busy => "busy",
            Fault::TooManyConnections => "too-many-connections",
            Fault::TooManyTables { .. } => "too-many-tables",
            Fault::TooManyExports { .. } => "too-many-exports",
            Fault::DiskShare { .. } => "disk-share",
            Fault::Internal => "internal",
        }
    }
}

/// What went wrong, as a sentence.
#[must_use]
pub fn fault(lang: Lang, fault: &Fault) -> String {
    let w = Words::new(lang);
    match fault {
        Fault::NotFound => say!(w, "fault-not-found"),
        Fault::NoTable => say!(w, "fault-no-table"),
        Fault::RecordGone => say!(w, "upload-gone"),
        Fault::NoClause(clause) => say!(w, "fault-no-clause", clause = clause.as_str()),
        Fault::BadCode => say!(w, "fault-bad-code"),
        Fault::NameTaken => say!(w, "account-fault-name-taken"),
        Fault::BadPassword => say!(w, "account-fault-bad-password"),
        Fault::WrongPassword => say!(w, "account-fault-wrong-password"),
        Fault::BadTransfer => say!(w, "account-fault-bad-transfer"),
        Fault::TooManyTries { minutes } => say!(w, "account-fault-too-many-tries", minutes = *minutes),
        Fault::SeatTaken(seat) => say!(w, "fault-seat-taken", seat = seat.to_string()),
        Fault::NotYourSeat => say!(w, "fault-not-your-seat"),
        Fault::Stale => say!(w, "fault-stale"),
        Fault::CommandReused => say!(w, "fault-command-reused"),
        Fault::NotAnAction(text) => say!(w, "fault-not-an-action", text = text.as_str()),
        Fault::NotStarted => say!(w, "fault-not-started"),
        Fault::NothingToUndo => say!(w, "fault-nothing-to-undo"),
        Fault::NoSeatOpen => say!(w, "fault-no-seat-open"),
        Fault::Closed => say!(w, "fault-closed"),
        Fault::NotOpener => say!(w, "fault-not-opener"),
        Fault::StillSecret => say!(w, "fault-still-secret"),
        Fault::CrossOrigin => say!(w, "fault-cross-origin"),
        Fault::Timeout => say!(w, "fault-timeout"),
        Fault::Storage => say!(w, "fault-storage"),
        Fault::DiskFull => say!(w, "fault-disk-full"),
        Fault::Overloaded => say!(w, "fault-overloaded"),
        Fault::Stopping => say!(w, "fault-stopping"),
        Fault::TableDamaged => say!(w, "fault-table-damaged"),
        Fault::LogFull => say!(w, "fault-log-full"),
        Fault::BadName => say!(w, "fault-bad-name"),
        Fault::NoGame(game) => say!(w, "fault-no-game", game = game.as_str()),
        Fault::NoBot(kind) => say!(w, "fault-no-bot", kind = kind.as_str()),
        Fault::BadSeats { min, max } => say!(w, "fault-bad-seats", min = *min, max = *max),
        Fault::BadOption { name, value } => {
            let label = w.or(&format!("option-{name}"), name);
            say!(w, "fault-bad-option", name = label, value = value.as_str())
        }
        Fault::NoStartSeat(seat) => say!(w, "fault-no-start-seat", seat = seat.to_string()),
        Fault::Misfit { name, message } => w.or(&format!("misfit-{name}"), message),
        Fault::Begun => say!(w, "fault-begun"),
        Fault::NothingAsked => say!(w, "fault-nothing-asked"),
        Fault::NotAway => say!(w, "fault-not-away"),
        Fault::NotOver => say!(w, "fault-not-over"),
        Fault::BadText => say!(w, "fault-bad-text"),
        Fault::TooFast => say!(w, "fault-too-fast"),
        Fault::BadClock => say!(w, "fault-bad-clock"),
        Fault::BadNonce => say!(w, "fault-bad-nonce"),
        Fault::PromiseGone => say!(w, "fault-promise-gone"),
        Fault::BadRequest => say!(w, "fault-bad-request"),
        Fault::TooLarge => say!(w, "fault-too-large"),
        Fault::TooMany => say!(w, "fault-too-many"),
        Fault::CostSpent { seconds } => say!(w, "fault-cost-spent", seconds = *seconds),
        Fault::TableCostSpent { seconds } => say!(w, "fault-table-cost-spent", seconds = *seconds),
        Fault::Busy => say!(w, "fault-busy"),
        Fault::TooManyConnections => say!(w, "fault-too-many-connections"),
        Fault::TooManyTables { minutes } => say!(w, "fault-too-many-tables", minutes = *minutes),
        Fault::TooManyExports { minutes } => say!(w, "fault-too-many-exports", minutes = *minutes),
        Fault::DiskShare { minutes } => say!(w, "fault-disk-share", minutes = *minutes),
        Fault::Internal => say!(w, "fault-internal"),
    }
}
