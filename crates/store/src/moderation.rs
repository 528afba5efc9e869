//! Reports, sanctions, roles and the audit log: the stored data with which an open site is moderated.
//!
//! Every change is a [`Step`] and goes through [`Store::change`](super::Store::change), so that an effect and its entry in the
//! audit log are stored in one transaction.
//!
//! The audit log is append-only: the file refuses to change or remove an entry, and each [`AuditEntry`] holds the SHA-256 of the
//! one before it, so [`AuditCheck`] finds an entry that was removed or changed by other means. The words of an entry (its detail)
//! lie beside the log, and the entry holds their salted hash: they can be forgotten with the person they are about, and the chain
//! still holds.

mod chain;
mod memory;
mod sqlite;

pub use chain::{AuditCheck, Chain, START};
pub(super) use memory::State;
pub(super) use sqlite::{SCHEMA, forget, write};

use super::StoreError;
use std::fmt;
use std::str::FromStr;
use table::keys::{KeyHash, TableId};

/// A text that is none of these words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownWord(pub &'static [&'static str]);

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", self.0.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// Declares an enum whose values have a text form that never changes.
macro_rules! words {
    ($(#[$about:meta])* $Name:ident { $($(#[$of:meta])* $Value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {
            $($(#[$of])* $Value,)+
        }

        impl $Name {
            /// Every value.
            pub const ALL: &'static [$Name] = &[$($Name::$Value,)+];
            /// The text form of every value.
            pub const NAMES: [&'static str; $Name::ALL.len()] = [$($word,)+];

            /// The text form.
            #[must_use]
            pub const fn name(self) -> &'static str {
                $Name::NAMES[self as usize]
            }
        }

        impl FromStr for $Name {
            type Err = UnknownWord;
            fn from_str(text: &str) -> Result<$Name, UnknownWord> {
                $Name::ALL.iter().copied().find(|value| value.name() == text).ok_or(UnknownWord(&$Name::NAMES))
            }
        }
    };
}

words! {
    /// The powers of an account beyond playing.
    Role {
        /// Everything.
        Admin = "admin",
        /// Everything but granting roles and suspending networks.
        Moderator = "moderator",
    }
}

words! {
    /// The reason for a report or a sanction.
    Reason {
        /// Abuse in the chat.
        Abuse = "abuse",
        /// An offensive or misleading name.
        Name = "name",
        /// Cheating or collusion.
        Cheating = "cheating",
        /// Stalling: keeping others waiting on purpose.
        Stalling = "stalling",
        /// Advertising, flooding.
        Spam = "spam",
        /// Anything else.
        Other = "other",
    }
}

words! {
    /// The outcome of a report.
    Outcome {
        /// Something was done.
        Acted = "acted",
        /// The report was right; nothing had to be done.
        Noted = "noted",
        /// The report was not right.
        Unfounded = "unfounded",
    }
}

words! {
    /// The property that open reports share when a moderator resolves them together.
    ReportGroup {
        /// The reporter.
        Reporter = "reporter",
        /// The reported person.
        Reported = "reported",
        /// The table.
        Table = "table",
        /// The network from which they were made: 24 bits of IPv4, 48 bits of IPv6.
        Network = "network",
    }
}

words! {
    /// An act of a moderator, as the audit log names it.
    Act {
        /// Gave somebody a role.
        Grant = "grant",
        /// Took a role away.
        Revoke = "revoke",
        /// Resolved a report.
        Resolve = "resolve",
        /// Looked at a table.
        ViewTable = "view-table",
        /// Muted a person.
        Mute = "mute",
        /// Suspended a person.
        Suspend = "suspend",
        /// Suspended a network.
        SuspendNetwork = "suspend-network",
        /// Lifted a sanction.
        Lift = "lift",
        /// Gave a person another name.
        Rename = "rename",
        /// Made a code by which a person sets a new password.
        ResetPassword = "reset-password",
        /// Closed a table.
        CloseTable = "close-table",
        /// Took a table out of the lobby.
        HideTable = "hide-table",
    }
}

impl Act {
    /// Whether the detail of its entry names a network.
    fn is_of_network(self) -> bool {
        self == Act::SuspendNetwork
    }
}

/// The actor behind an act of moderation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A person with a role.
    Person(KeyHash),
    /// The host, who has the data folder.
    Host,
}

impl Actor {
    /// The person, unless it is the host.
    #[must_use]
    pub const fn person(&self) -> Option<KeyHash> {
        match self {
            Actor::Person(person) => Some(*person),
            Actor::Host => None,
        }
    }
}

/// A person's report about somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number, counted from 1.
    pub id: u64,
    /// The time of the report, in milliseconds since 1970.
    pub at: u64,
    /// The table.
    pub table: TableId,
    /// The version of the table at that time.
    pub version: u64,
    /// The index of the seat.
    pub seat: u8,
    /// The reported person; [`KeyHash::NOBODY`] once they are forgotten.
    pub reported: KeyHash,
    /// The name that they played under.
    pub name: String,
    /// The number of the log entry with the reported message, if there is one.
    pub line: Option<u64>,
    /// The reported message.
    pub said: Option<String>,
    /// The reason.
    pub reason: Reason,
    /// The explanation in the reporter's words.
    pub text: Option<String>,
    /// The person who reports; [`KeyHash::NOBODY`] once they are forgotten.
    pub reporter: KeyHash,
    /// The resolution; `None` while the report is open.
    pub resolved: Option<ReportResolution>,
}

/// The resolution of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportResolution {
    /// The time of the resolution.
    pub at: u64,
    /// The actor who resolved the report.
    pub by: Actor,
    /// The outcome.
    pub outcome: Outcome,
}

/// The effect of a sanction, with its target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Measure {
    /// This person cannot say anything.
    Mute(KeyHash),
    /// This person cannot do anything but read.
    Suspend(KeyHash),
    /// Nobody can do anything from this network, such as `192.0.2.0/24`.
    SuspendNetwork(String),
    /// This table is not in the lobby.
    HideTable(TableId),
}

impl Measure {
    /// The act that imposes it.
    #[must_use]
    pub const fn act(&self) -> Act {
        match self {
            Measure::Mute(_) => Act::Mute,
            Measure::Suspend(_) => Act::Suspend,
            Measure::SuspendNetwork(_) => Act::SuspendNetwork,
            Measure::HideTable(_) => Act::HideTable,
        }
    }

    /// The person, if it is about one.
    #[must_use]
    pub const fn person(&self) -> Option<KeyHash> {
        match self {
            Measure::Mute(person) | Measure::Suspend(person) => Some(*person),
            Measure::SuspendNetwork(_) | Measure::HideTable(_) => None,
        }
    }

    /// A guest goes on as another person.
    pub fn reassign(&mut self, from: KeyHash, to: KeyHash) {
        if let Measure::Mute(person) | Measure::Suspend(person) = self
            && *person == from
        {
            *person = to;
        }
    }
}

/// A sanction against a person, a network or a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanction {
    /// Its number, counted from 1.
    pub id: u64,
    /// The effect.
    pub measure: Measure,
    /// The time at which it began, in milliseconds since 1970.
    pub since: u64,
    /// The time at which it ends; `None` if it never does.
    pub until: Option<u64>,
    /// The reason.
    pub reason: Reason,
    /// The explanation, for moderators and for the person.
    pub text: Option<String>,
    /// The actor who imposed it.
    pub by: Actor,
    /// The time at which it was lifted, and the actor who lifted it.
    pub lifted: Option<(u64, Actor)>,
}

impl Sanction {
    /// Whether it has effect at this moment.
    #[must_use]
    pub fn is_in_force(&self, now: u64) -> bool {
        self.lifted.is_none() && self.until.is_none_or(|until| until > now)
    }

    /// Returns the time at which it ended, if it has by `now`.
    fn ended(&self, now: u64) -> Option<u64> {
        self.lifted.map(|(at, _)| at).or(self.until.filter(|until| *until <= now))
    }
}

/// A person with a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoleGrant {
    /// The person.
    pub person: KeyHash,
    /// The role.
    pub role: Role,
    /// The time at which it was granted.
    pub at: u64,
    /// The actor who granted it.
    pub by: Actor,
}

/// The subject of an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A person. After they are forgotten their hash alone is left.
    Person(KeyHash),
    /// A table.
    Table(TableId),
    /// The report or sanction with the number in the entry.
    Number,
}

/// Words of an audit entry, which can be forgotten without breaking the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detail {
    /// Random bytes that are hashed along, so that a short text cannot be guessed from its hash.
    pub salt: [u8; 32],
    /// The words.
    pub text: String,
}

/// A new entry for the audit log. The store gives it its number and its place in the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAuditEntry {
    /// The time of the act, in milliseconds since 1970.
    pub at: u64,
    /// The actor behind the act.
    pub by: Actor,
    /// The act.
    pub act: Act,
    /// The subject of the act.
    pub subject: Subject,
    /// The number of the report or sanction.
    pub number: Option<u64>,
    /// The reason.
    pub reason: Option<Reason>,
    /// Further words: a reason, a network, a role, a name.
    pub detail: Option<Detail>,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// Its number: 1, 2, 3, … without a gap.
    pub seq: u64,
    /// The act that was recorded. Its detail is also `None` if it was forgotten.
    pub entry: NewAuditEntry,
    /// The hash of the detail, if there was one.
    pub digest: Option<[u8; 32]>,
    /// The hash of the entry before.
    pub before: [u8; 32],
}

/// A part of a list, the latest items first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The bound of the page: only smaller numbers; all of them if `None`.
    pub before: Option<u64>,
    /// The most items.
    pub limit: usize,
}

impl Page {
    /// The latest items, at most `limit` of them.
    #[must_use]
    pub const fn first(limit: usize) -> Page {
        Page { before: None, limit }
    }
}

/// A selection of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFilter {
    /// Open reports.
    Open,
    /// Resolved reports.
    Resolved,
    /// Reports about a person.
    About(KeyHash),
    /// Reports by a person.
    By(KeyHash),
    /// Reports about a table.
    At(TableId),
}

/// A selection of sanctions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanctionFilter {
    /// Sanctions in force at this time, in milliseconds since 1970.
    InForce(u64),
    /// All stored sanctions.
    All,
    /// All stored sanctions against a person.
    On(KeyHash),
}

/// A change of the data for moderation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Give a person this role in place of any other.
    Grant(RoleGrant),
    /// Take a person's role away.
    Revoke(KeyHash),
    /// Keep this report.
    Report(Box<Report>),
    /// Resolve a report.
    Resolve {
        /// Its number.
        id: u64,
        /// The resolution.
        resolved: ReportResolution,
    },
    /// Drop the report with this number, if it is open.
    Drop(u64),
    /// Keep this sanction.
    Impose(Box<Sanction>),
    /// Lift a sanction.
    Lift {
        /// Its number.
        id: u64,
        /// The time at which it is lifted.
        at: u64,
        /// The actor who lifts it.
        by: Actor,
    },
    /// Hand the reports and sanctions of a guest on to another person.
    HandOn {
        /// The guest.
        from: KeyHash,
        /// The other person.
        to: KeyHash,
    },
    /// Append this to the audit log.
    Audit(Box<NewAuditEntry>),
    /// Forget reports that were resolved and sanctions that ended before this moment, the details of entries about those
    /// networks, and, of what is left of resolved reports, all but the latest.
    Purge {
        /// The end of the period to forget, in milliseconds since 1970.
        before: u64,
        /// The most resolved reports that stay.
        resolved_max: usize,
    },
}

/// The part of a store that keeps the data for moderation. Everything here blocks.
pub trait Moderation {
    /// Returns everybody with a role, the longest holder first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError>;

    /// Some reports, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError>;

    /// The report with this number.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn report(&self, id: u64) -> Result<Option<Report>, StoreError>;

    /// Some sanctions, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError>;

    /// The highest numbers that a report and a sanction ever had; 0 if there was none.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn last_numbers(&self) -> Result<(u64, u64), StoreError>;

    /// Chooses the number of a new report. Of several nodes that ask at the same moment, each gets another one.
    ///
    /// # Errors
    /// If the store cannot be reached.
    fn next_report(&self) -> Result<u64, StoreError> {
        // The only node gives its numbers in turn.
        self.last_numbers().map(|(last, _)| last + 1)
    }

    /// A part of the audit log, the latest entry first.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError>;

    /// Reads the whole audit log and says whether it is unbroken.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn check_audit(&self) -> Result<AuditCheck, StoreError>;
}
