//! Where tables are kept: an append-only log of entries, keyed by table and running number; and what is kept of people.
//!
//! The trait is narrow on purpose. Whatever implements it passes [`conformance`], and nothing outside this folder
//! knows SQL, files or locks.

pub mod backup;
pub mod conformance;
mod people;
mod memory;
mod sqlite;

pub use memory::MemoryStore;
pub use people::{Account, Change, Known, Person, Session, Who};
pub use sqlite::SqliteStore;

use crate::keys::{KeyHash, TableId};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::oneshot;

/// One line of a table's log, as it is stored. The store does not look into the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// The running number, from 0, without gaps.
    pub seq: u64,
    /// When it was appended, in milliseconds since 1970.
    pub at: u64,
    /// The command that caused it, if a client did: unique at its table, so that nothing is ever applied twice.
    pub command: Option<String>,
    /// What happened, as JSON (see [`the log entries of a table`]).
    pub body: String,
}

/// Something by which a table can be found again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    /// The holder of this key sits at, or opened, the table.
    Holder(KeyHash),
    /// This join code leads to the table.
    Code(String),
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
}

impl Tag {
    /// The name under which it is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tag::Public => "public",
            Tag::Clocked => "clocked",
        }
    }
}

/// Entries that are stored together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// At which table.
    pub table: TableId,
    /// The entries, with consecutive numbers.
    pub entries: Vec<StoredEntry>,
    /// By what the table can be found from now on.
    pub index: Vec<Index>,
    /// What it is no longer.
    pub untag: Vec<Tag>,
}

/// Is called once, when the fate of a batch is known: durable, or not stored at all.
///
/// It runs on the store's own thread, so it should hand work on rather than do it.
pub type Done = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A place for tables.
///
/// What reads blocks; `append` and `change` do not.
pub trait Store: Send + Sync + 'static {
    /// Stores a batch, and calls `done` once it would survive a crash of the machine, or has failed as a whole.
    ///
    /// A batch is refused with [`StoreError::Conflict`] if one of its numbers or commands is stored already, or if
    /// it would leave a gap.
    fn append(&self, batch: Batch, done: Done);

    /// The whole log of a table in order; empty if there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError>;

    /// The tables this key is an [`Index::Holder`] of, those with the latest entries first, at most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError>;

    /// The table to which this join code leads.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError>;

    /// The tables with this tag, the latest opened first, at most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn tagged(&self, tag: Tag, limit: usize) -> Result<Vec<TableId>, StoreError>;

    /// Notes that the server runs at this moment, in milliseconds since 1970.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn alive(&self, now: u64) -> Result<(), StoreError>;

    /// The last moment that was noted; `None` if there was none.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn last_alive(&self) -> Result<Option<u64>, StoreError>;

    /// Makes all of these changes or none, and calls `done` once they would survive a crash of the machine, or have
    /// failed. What is forgotten or written over leaves no trace in the store's files, as far as that is in its hands.
    fn change(&self, changes: Vec<Change>, done: Done);

    /// What is known of a key.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn known(&self, key: KeyHash) -> Result<Known, StoreError>;

    /// What is kept of a person, if anything is.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn person(&self, who: Who<'_>) -> Result<Option<Person>, StoreError>;

    /// The sessions of a person, the one that was used last first; those past their time as well.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError>;
}

/// Reads a store where that keeps nobody waiting.
///
/// # Errors
/// If it cannot be read.
pub(crate) async fn read<T: Send + 'static>(
    store: &Arc<dyn Store>,
    work: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let store = Arc::clone(store);
    tokio::task::spawn_blocking(move || work(&*store)).await.unwrap_or(Err(StoreError::Closed))
}

/// Changes what a store keeps of people.
///
/// # Errors
/// If it cannot be stored; then nothing is changed.
pub(crate) async fn change(store: &Arc<dyn Store>, changes: Vec<Change>) -> Result<(), StoreError> {
    let (sender, receiver) = oneshot::channel();
    // Who went away does not wait for the answer.
    store.change(changes, Box::new(move |result| drop(sender.send(result))));
    receiver.await.unwrap_or(Err(StoreError::Closed))
}

/// Why something could not be stored or read, and what a person can do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// The number or the command is taken, or a number is missing before it: somebody else writes the same table.
    Conflict {
        /// At which table.
        table: TableId,
        /// The first number of the batch.
        seq: u64,
    },
    /// Another account has this name.
    NameTaken,
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
        /// Who says so, or who it is.
        by: String,
    },
    /// The file is damaged, or is no store.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file was written by a newer version.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
    },
    /// Anything else the operating system says.
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
    /// The server is shutting down.
    Closed,
}

/// Why the operating system did not do something with a file or folder.
fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full { path: path.to_owned() },
        _ => StoreError::Io { path: path.to_owned(), reason: error.to_string() },
    }
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
            StoreError::Closed => write!(f, "the server is shutting down"),
        }
    }
}

impl std::error::Error for StoreError {}
