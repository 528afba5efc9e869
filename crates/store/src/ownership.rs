//! The division of tables among the nodes of a cluster.
//!
//! Tables hash into shards. A node owns a shard for as long as it renews its lease; each change of owner raises the epoch of the
//! shard. A store checks the epoch in the statement that appends, so a node that was paused and wakes up after a takeover writes
//! nothing. A store in one file or in memory has one node, which owns every shard.

use super::StoreError;
use std::time::Duration;
use table::keys::TableId;

/// The number of shards. It is part of the stored data and never changes.
pub const SHARDS: u16 = 256;

/// A part of the tables, which has one owner at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard(u16);

impl Shard {
    /// Returns the shard of a table: its id, which is random, modulo [`SHARDS`].
    #[must_use]
    pub const fn of(table: TableId) -> Shard {
        Shard((table.number() % SHARDS as u64) as u16)
    }

    /// The shard with this number, if there is one.
    #[must_use]
    pub const fn new(number: u16) -> Option<Shard> {
        if number < SHARDS { Some(Shard(number)) } else { None }
    }

    /// The number, below [`SHARDS`].
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// Another node that owns shards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherOwner {
    /// Its name.
    pub name: String,
    /// The time for which its leases last unless it renews them.
    pub lease: Duration,
}

/// The shards after a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The number of shards that this node owns now.
    pub owned: u16,
    /// The other node that owns shards with the longest lease, if there is one.
    pub other: Option<OtherOwner>,
}

/// The part of a store that says which node owns which tables. The methods here suit a store with one node.
///
/// A lease is renewed by [`Store::alive`](super::Store::alive).
pub trait Ownership {
    /// Claims every shard that nobody owns, or whose owner has let its lease end.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn claim(&self) -> Result<Claim, StoreError> {
        Ok(Claim { owned: SHARDS, other: None })
    }

    /// Gives back all shards of this node, so that another one can claim them at once.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn release(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// The last moments at which the owner of each shard ran, in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastAlive(Vec<Option<u64>>);

impl LastAlive {
    /// One moment for all shards.
    #[must_use]
    pub fn everywhere(at: Option<u64>) -> LastAlive {
        LastAlive(vec![at; usize::from(SHARDS)])
    }

    /// A moment for each shard that has one.
    #[must_use]
    pub fn of_shards(moments: impl IntoIterator<Item = (Shard, u64)>) -> LastAlive {
        let mut all = LastAlive::everywhere(None);
        for (shard, at) in moments {
            all.0[usize::from(shard.number())] = Some(at);
        }
        all
    }

    /// Returns the last moment at which the owner of a table ran; `None` if it never did.
    #[must_use]
    pub fn of(&self, table: TableId) -> Option<u64> {
        self.0[usize::from(Shard::of(table).number())]
    }
}
