//! What becomes due at tables without anybody asking, as rows that several nodes share.
//!
//! A table with clocks has a row from its opening to its end; a node adds rows for tables at which a bot or something else is due. A row
//! says when its owner looks at the table again, on the clock of the store, and under which epoch of the shard an owner last did. So the
//! next owner finds every table that has to go on by itself. A row is a hint that may come early: what is due follows from the log.

use super::{Shard, ShardSet};
use std::time::Duration;
use table::keys::TableId;

/// A shard that a node owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnedShard {
    /// The shard.
    pub shard: Shard,
    /// Its epoch, which each change of owner raises.
    pub epoch: u64,
}

/// A node's claim of rows that are due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueRequest {
    /// The shards that the node owns. Rows of a shard that has another owner or epoch by now are not claimed.
    pub share: Vec<OwnedShard>,
    /// The shards of which it claims rows that no owner has looked at under this epoch, however far off their time is.
    pub taken_over: ShardSet,
    /// The most rows.
    pub most: usize,
    /// The time for which nobody else claims them under the same epoch.
    pub hold: Duration,
}

/// A table whose row was claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueTable {
    /// The table.
    pub table: TableId,
    /// Whether its owner has looked at it under this epoch before.
    pub is_seen: bool,
}

/// The rows that a node has claimed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DueTables {
    /// Their tables: those whose time has come first, the earliest before the others.
    pub tables: Vec<DueTable>,
    /// The shards among those taken over that have rows which no owner has looked at under this epoch, claimed or not.
    pub unseen: ShardSet,
}

/// An owner's note that it has looked at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueNote {
    /// The table.
    pub table: TableId,
    /// The time after which it looks again; `None` if nothing becomes due there by itself.
    pub after: Option<Duration>,
}
