//! Tables at rest: their logs leave the main file for compressed archive files, and come back when somebody writes.
//!
//! Each archived log is one file of its own (see [`files`]): it is written once under a name that is never used again,
//! and never changed, so a backup copies it once. The main file says which file holds which table.
//!
//! The main file also names every archive file that does not count, in the table `stray`: a file is named there before
//! it is written, and a log that comes back moves its file there in the same transaction. So each archive file is named
//! by exactly one of the two tables at any time, whatever crashes; strays are overwritten with zeros and deleted. A table
//! is read from the main file or from its archive file, never from both, and nothing that was forgotten stays in a file
//! that nobody knows of.

pub(super) mod files;
mod memory;
pub(super) mod sqlite;

use super::{StoreError, StoredEntry};
use std::path::PathBuf;
use table::keys::{KeyHash, TableId};

/// The place of a table's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the main file.
    Main,
    /// In an archive file.
    Archive,
}

/// A table to which nothing was added for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestingTable {
    /// The table.
    pub table: TableId,
    /// The time of its last entry, in milliseconds since 1970.
    pub at: u64,
}

/// A part of the tables, in the order of their ids.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RestingTables {
    /// The tables at rest among them.
    pub tables: Vec<RestingTable>,
    /// The last table of this part; `None` if no table comes after it.
    pub last: Option<TableId>,
}

/// The deletion of a table with all its traces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Erasure {
    /// The table.
    pub table: TableId,
    /// The number of entries in its log. If it has more by now, the table stays.
    pub entries: u64,
    /// The people who hold, or held, something there.
    pub holders: Vec<KeyHash>,
    /// The join codes that lead there.
    pub codes: Vec<String>,
}

/// The disk space of a store.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Footprint {
    /// The folder in which its files are, if it has any.
    pub folder: Option<PathBuf>,
    /// Bytes of the main file.
    pub main: u64,
    /// Bytes of its journal (WAL).
    pub journal: u64,
    /// Bytes of the archive files.
    pub archive: u64,
    /// Tables in the archive.
    pub archived: u64,
}

/// The part of a [`Store`](super::Store) that keeps it small. All of it blocks.
pub trait Archive {
    /// The tables in this place whose last entries are not later than `until`, among the next `limit` after `after`.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError>;

    /// Moves a table with this log into the archive; `false` if its log is another one, or is there already. The table is
    /// read as before, and comes back by itself when something is added or amended.
    ///
    /// # Errors
    /// If it cannot be stored; then the table is where it was.
    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError>;

    /// Deletes a table with all by which it is found; `false` if its log has another length. What is left of it in free parts
    /// of the store's files goes with the next [`Archive::sweep`], to be called after the last of several, or after the next
    /// start of the store if nobody calls that.
    ///
    /// # Errors
    /// If it cannot be stored; then the table is still there.
    fn erase(&self, erasure: Erasure) -> Result<bool, StoreError>;

    /// Sweeps what deleted tables left behind in the store's files, in the background.
    ///
    /// # Errors
    /// If it cannot be noted.
    fn sweep(&self) -> Result<(), StoreError>;

    /// Waits until nothing that was deleted is left in the store's files, as far as that is in its hands.
    ///
    /// # Errors
    /// If the store only reads, its writer ended, or its files cannot be swept.
    fn settle(&self) -> Result<(), StoreError>;

    /// Returns the disk space of the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn footprint(&self) -> Result<Footprint, StoreError>;
}
