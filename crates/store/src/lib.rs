//! The storage of tables, an append-only log of entries keyed by table and running number, and of people.
//!
//! The trait is narrow on purpose. Every implementation passes the suite `conformance` (behind the feature of that name, so that
//! tests of other crates and other implementations can run it), and nothing outside this crate knows SQL, files or locks. A store
//! knows no game: it keeps bodies as texts, and the caller of a backup says how its logs are replayed.

#![forbid(unsafe_code)]

mod anchors;
mod archive;
pub mod backup;
mod blocks;
#[cfg(feature = "conformance")]
pub mod conformance;
mod due;
mod people;
pub mod moderation;
mod memory;
mod file;
mod journal;
mod location;
mod ownership;
mod recovery;
mod results;
pub mod rows;
mod sqlite;
mod thinking;
mod writer;
mod sweep;

#[cfg(feature = "conformance")]
pub use archive::files::Step;
pub use archive::files::{pack, unpack};
pub use archive::{Archive, Erasure, Footprint, Place, RestingTable, RestingTables};
pub use blocks::{BLOCKS_MAX, Block, BlockChange, Blocks};
pub use due::{DueNote, DueRequest, DueTable, DueTables, OwnedShard};
pub use location::Location;
pub use memory::MemoryStore;
pub use ownership::{
    ChangeCounts, Claim, Division, GainedShard, LastAlive, Node, OtherOwner, Ownership, SHARDS, Shard,
    ShardSet, ShareRequest, Topic,
};
pub use people::{Account, Change, KeyState, Person, PersonLookup, Session};
pub use recovery::{Code, CodeChange, CodeKind, Recovery};
pub use results::{GameResult, ResultChange, Results};
pub use sqlite::SqliteStore;
pub use table::stored::{Batch, Index, Mark, StoreError, StoredEntry, Tag};
pub use thinking::{Claimed, Decision, Decisions, QuestionId, Thinking, Thought};

use std::path::Path;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use table::keys::{KeyHash, TableId};

/// Is called once, when the fate of a batch is known: durable, or not stored at all.
///
/// It runs on the store's own thread, so it should hand work on rather than do it.
pub type CommitCallback = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// The time that a question to a simulated store, or its answer, is on its way.
pub type Way = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A place for tables.
///
/// What reads blocks; `append` and `change` do not.
pub trait Store:
    Archive + Blocks + moderation::Moderation + Ownership + Recovery + Results + Send + Sync + 'static
{
    /// Stores a batch, and calls `done` once it would survive a crash of the machine, or has failed as a whole.
    ///
    /// A batch is refused with [`StoreError::Conflict`] if one of its numbers or commands is stored already, or if
    /// it would leave a gap; with [`StoreError::Fenced`] if another node owns the table.
    fn append(&self, batch: Batch, done: CommitCallback);

    /// Returns what a task waits for before it reads, and once more before it has the answer. Only a simulated store has that: it is
    /// read on the thread of the task, which no other store is, since that could block.
    fn way(&self) -> Option<Way> {
        None
    }

    /// The whole log of a table in order; empty if there is no such table.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError>;

    /// A part of the log of a table: its entries from number `from` on, about `most` of them; empty if there are none. An archived
    /// table comes whole.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError>;

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

    /// The tables of these shards with this tag, the latest opened first, at most `limit`.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError>;

    /// Counts the tables with [`Tag::Open`] this key is a holder of, up to `limit`. Tables that were opened before there was this
    /// tag are not counted.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError>;

    /// Notes that this node runs at this moment, in milliseconds since 1970, and renews the lease of its shards.
    ///
    /// # Errors
    /// If it cannot be stored; [`StoreError::Fenced`] if another node has taken over shards of this one.
    fn alive(&self, now: u64) -> Result<(), StoreError>;

    /// The last moment that was noted for each shard.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn last_alive(&self) -> Result<LastAlive, StoreError>;

    /// Makes all of these changes or none, and calls `done` once they would survive a crash of the machine, or have
    /// failed. What is forgotten or written over leaves no trace in the store's files, as far as that is in its hands.
    fn change(&self, changes: Vec<Change>, done: CommitCallback);

    /// Returns the people who are being forgotten, and of whom something is still stored.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError>;

    /// Returns the store's knowledge of a key.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError>;

    /// Returns a person, if anything is stored of them.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError>;

    /// The sessions of a person, the one that was used last first; those past their time as well.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError>;
}

/// An observer of a store that counts what it does. The store calls it on its own threads, so it must not block.
pub trait StoreObserver: Send + Sync {
    /// Called after a commit, with its duration and the number of its batches.
    fn committed(&self, time: Duration, batches: usize);

    /// Called when batches could not be stored, with their number.
    fn failed(&self, batches: usize);

    /// Called when the journal was taken into the main file, with the time that took.
    fn checkpointed(&self, time: Duration);
}

/// Ignores every call.
impl StoreObserver for () {
    fn committed(&self, _: Duration, _: usize) {}
    fn failed(&self, _: usize) {}
    fn checkpointed(&self, _: Duration) {}
}

/// Whether an error is about one table alone, whose archive file is damaged, missing or cannot be read.
#[must_use]
pub fn is_of_archive_file(error: &StoreError) -> bool {
    let name =
        |path: &Path| path.file_name().is_some_and(|name| archive::files::is_name(&name.to_string_lossy()));
    matches!(error, StoreError::Damaged { path, .. } if name(path))
}

/// This moment, in milliseconds since 1970 as the logs of tables have it.
#[must_use]
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Returns the error for an operation on a file or folder that the operating system refused.
fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull => StoreError::Full { path: path.to_owned() },
        _ => StoreError::Io { path: path.to_owned(), reason: error.to_string() },
    }
}
