//! The types that a table exchanges with a store: entries as text, batches of them, and the errors of storing.

use crate::keys::{KeyHash, TableId};
use std::fmt;
use std::path::PathBuf;

/// One line of a table's log, as it is stored. The store does not look into the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// The running number, from 0, without gaps.
    pub seq: u64,
    /// The time at which it was appended, in milliseconds since 1970.
    pub at: u64,
    /// The command that caused it, if a client did: unique at its table, so that nothing is ever applied twice.
    pub command: Option<String>,
    /// The content, as JSON (see [`entry`](crate::entry)).
    pub body: String,
}

/// Something by which a table can be found again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    /// The holder of this key sits at, or opened, the table.
    Holder(KeyHash),
    /// This join code leads to the table.
    Code(String),
    /// The join code of the table is no longer valid, and is free for another table.
    NoCode(String),
    /// The table is one of these, until it is [`Batch::untag`]ged.
    Tag(Tag),
}

/// Tables that are looked for without anybody naming them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// Strangers may find it, and its game is not over.
    Public,
    /// It has clocks, and its game is not over.
    Clocked,
    /// Its game is not over, and it is not closed. Tables that earlier versions opened have no such tag.
    Open,
}

impl Tag {
    /// The name under which it is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tag::Public => "public",
            Tag::Clocked => "clocked",
            Tag::Open => "open",
        }
    }
}

/// Entries that are stored together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The table.
    pub table: TableId,
    /// The entries, with consecutive numbers.
    pub entries: Vec<StoredEntry>,
    /// The additions to the index by which the table is found.
    pub index: Vec<Index>,
    /// The tags that the table loses.
    pub untag: Vec<Tag>,
}

/// The mark that tells what a store is for.
///
/// Stores of servers in test mode have a mark of their own: their dice can be predicted, so nothing but such a server
/// opens them, and no such server opens the tables of others. The mark is part of the file, so copies and backups bear it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Tables at which people play: `Neul` in ASCII.
    Tables = 0x4e65_756c,
    /// Tables of a server in test mode: `Neut` in ASCII.
    Tests = 0x4e65_7574,
}

impl Mark {
    /// The number that stands for it in a file, as the `application_id` of SQLite.
    #[must_use]
    pub const fn application(self) -> i64 {
        self as i64
    }
}

/// An error of storing or reading, which says what the operator can do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The number or the command is taken, or a number is missing before it: somebody else writes the same table.
    Conflict {
        /// The table.
        table: TableId,
        /// The first number of the batch.
        seq: u64,
    },
    /// Another account has this name.
    NameTaken,
    /// A recovery code is unknown, used, or past its time.
    CodeSpent,
    /// The store has changed since it was read, and the write depends on what was read.
    Stale,
    /// The disk is full.
    Full {
        /// The file that cannot grow.
        path: PathBuf,
    },
    /// More is to be written than the disk can take.
    Overloaded,
    /// Another program holds the data folder or its file.
    InUse {
        /// The folder or file.
        path: PathBuf,
        /// The name of that program, or the source of this information.
        by: String,
    },
    /// The file is damaged, or is no store.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The file was written by a newer version.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
    },
    /// The operating system reported another error.
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
    /// A path of the data folder no longer leads to the file that the server has open.
    Displaced {
        /// The path.
        path: PathBuf,
    },
    /// The store is for tests and the server is not, or the other way round.
    OtherMark {
        /// The file.
        path: PathBuf,
        /// The mark that it bears.
        found: Mark,
    },
    /// The database cannot be reached.
    Unreachable {
        /// The database, without its password.
        database: String,
        /// The message of the system.
        reason: String,
    },
    /// The database refused something that is no fault of the caller.
    Database {
        /// The database, without its password.
        database: String,
        /// The message of the database.
        reason: String,
    },
    /// Another server owns the tables of the database.
    Owned {
        /// The database, without its password.
        database: String,
        /// The name of that server.
        by: String,
    },
    /// Another node owns the table, so this one must not write to it.
    Fenced {
        /// The table; `None` if the node has lost several.
        table: Option<TableId>,
    },
    /// The server is shutting down.
    Closed,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict { table, seq } => write!(
                f,
                "entry {seq} of table {table} is stored already or leaves a gap: another server writes the same \
                 tables; stop one of them"
            ),
            StoreError::NameTaken => write!(f, "another account has this name"),
            StoreError::Stale => write!(f, "what was read is not what is stored any more"),
            StoreError::CodeSpent => write!(f, "this code is unknown, used, or past its time"),
            StoreError::Full { path } => write!(
                f,
                "the disk is full, {} cannot grow; nothing stored is lost, make room and go on",
                path.display()
            ),
            StoreError::Overloaded => {
                write!(f, "the disk does not keep up with what is to be stored; try again in a moment")
            }
            StoreError::InUse { path, by } => write!(
                f,
                "{} is in use by another program ({by}); stop it, or give this server another folder with --data",
                path.display()
            ),
            StoreError::Damaged { path, reason } => write!(
                f,
                "{} is damaged or is not a store of Neuland ({reason}); move it away or put a backup in its place, \
                 then start again",
                path.display()
            ),
            StoreError::Newer { path, version } => write!(
                f,
                "{} was written by a newer Neuland (its format is version {version}); use that one",
                path.display()
            ),
            StoreError::Io { path, reason } => write!(
                f,
                "{}: {reason}; check that the folder exists, that it may be written to, and that the disk is well",
                path.display()
            ),
            StoreError::Displaced { path } => write!(
                f,
                "{} was deleted, moved or replaced while this server ran, so nothing more is stored; put the original back, \
                 and the server goes on; if it was deleted, save it before the server stops (docs/durability.md, \
                 \"Files taken away\")",
                path.display()
            ),
            StoreError::OtherMark { path, found: Mark::Tests } => write!(
                f,
                "{} belongs to a server in test mode, whose dice can be predicted; nothing else opens it",
                path.display()
            ),
            StoreError::OtherMark { path, found: Mark::Tables } => write!(
                f,
                "{} holds tables at which people play; a server in test mode needs a folder of its own, so choose another \
                 one with --data",
                path.display()
            ),
            StoreError::Unreachable { database, reason } => write!(
                f,
                "{database} cannot be reached ({reason}); nothing stored is lost: start the database, or correct its address, \
                 and the server goes on"
            ),
            StoreError::Database { database, reason } => {
                write!(f, "{database} refused this: {reason}; the log of the database says more")
            }
            StoreError::Owned { database, by } => write!(
                f,
                "another server ({by}) uses {database}; stop it, or give this server another database with --database"
            ),
            StoreError::Fenced { table: Some(table) } => write!(
                f,
                "table {table} belongs to another server now, so this one writes nothing there; if the two are not \
                 nodes of one cluster, stop one of them"
            ),
            StoreError::Fenced { table: None } => write!(
                f,
                "another server has taken over tables of this one, which writes nothing there; if the two are not nodes of \
                 one cluster, stop one of them"
            ),
            StoreError::Closed => write!(f, "the server is shutting down"),
        }
    }
}

impl std::error::Error for StoreError {}
