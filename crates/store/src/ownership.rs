//! The division of tables among the nodes of a cluster.
//!
//! Tables hash into shards. A node owns a shard for as long as it renews its lease; each change of owner raises the epoch of the
//! shard. A store checks the epoch in the statement that appends, so a node that was paused and wakes up after a takeover writes
//! nothing. A store in one file or in memory has one node, which owns every shard.

use super::{Change, DueNote, DueRequest, DueTables, OwnedShard, ResultChange, StoreError, Thinking};
use std::sync::Arc;
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

/// A set of shards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ShardSet([u64; SHARDS as usize / 64]);

impl ShardSet {
    /// All shards.
    pub const ALL: ShardSet = ShardSet([u64::MAX; SHARDS as usize / 64]);

    const fn place(shard: Shard) -> (usize, u64) {
        (shard.0 as usize / 64, 1 << (shard.0 % 64))
    }

    /// Whether a shard is in the set.
    #[must_use]
    pub fn contains(&self, shard: Shard) -> bool {
        let (word, bit) = ShardSet::place(shard);
        self.0[word] & bit != 0
    }

    /// Adds a shard.
    pub fn insert(&mut self, shard: Shard) {
        let (word, bit) = ShardSet::place(shard);
        self.0[word] |= bit;
    }

    /// Removes a shard.
    pub fn remove(&mut self, shard: Shard) {
        let (word, bit) = ShardSet::place(shard);
        self.0[word] &= !bit;
    }

    /// Returns the number of shards in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The shards in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Shard> + '_ {
        (0..SHARDS).map(Shard).filter(|shard| self.contains(*shard))
    }
}

impl FromIterator<Shard> for ShardSet {
    fn from_iter<I: IntoIterator<Item = Shard>>(shards: I) -> ShardSet {
        let mut set = ShardSet::default();
        shards.into_iter().for_each(|shard| set.insert(shard));
        set
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

/// A node of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its name, which no other process has or had.
    pub name: String,
    /// The address at which the other nodes reach it.
    pub address: String,
}

/// A kind of data that nodes cache, and whose changes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// Keys, sessions and accounts.
    People,
    /// The blocks between people.
    Blocks,
    /// Roles, reports and sanctions.
    Moderation,
    /// The results of games, unless one was added, and the names and holders at tables.
    Results,
}

impl Topic {
    /// All of them, in the order in which a change counts them.
    pub const ALL: [Topic; 4] = [Topic::People, Topic::Blocks, Topic::Moderation, Topic::Results];

    /// The name under which a store counts its changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Topic::People => "people",
            Topic::Blocks => "blocks",
            Topic::Moderation => "moderation",
            Topic::Results => "results",
        }
    }

    /// Whether a change makes what nodes cache of this topic stale.
    #[must_use]
    pub fn is_changed_by(self, change: &Change) -> bool {
        match self {
            Topic::People => matches!(
                change,
                Change::Keep(_)
                    | Change::Begin(_)
                    | Change::End(_)
                    | Change::EndOthers { .. }
                    | Change::Forget(_)
                    | Change::Code(_)
            ),
            Topic::Blocks => matches!(change, Change::Blocks(_) | Change::Forget(_)),
            Topic::Moderation => matches!(change, Change::Moderate(_) | Change::Forget(_)),
            Topic::Results => match change {
                Change::Results(result) => !matches!(result, ResultChange::Add(_)),
                Change::Amend { .. } | Change::HandOn { .. } | Change::Forget(_) => true,
                _ => false,
            },
        }
    }
}

/// The numbers of changes that a store has counted, in the order of [`Topic::ALL`].
pub type ChangeCounts = [u64; Topic::ALL.len()];

/// A node's request to keep its share of the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareRequest {
    /// The address at which the other nodes reach this one.
    pub address: String,
    /// This moment, in milliseconds since 1970.
    pub now: u64,
    /// The shards whose tables know how long they stood still before this node owned them. For the others, the moment at which
    /// they last had an owner stays as it is.
    pub informed: ShardSet,
    /// The newest format of logs that the node reads.
    pub reads: u32,
    /// The shards with tables of a newer format, as far as the node has met them.
    pub beyond: ShardSet,
}

/// A shard that a node has just begun to own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GainedShard {
    /// The shard.
    pub shard: Shard,
    /// Its epoch from now on.
    pub epoch: u64,
    /// The last moment at which an owner was noted, in milliseconds since 1970.
    pub last_alive: Option<u64>,
}

/// The division of the tables among the nodes, as one node learns it when it renews its leases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The nodes that run, in the order of their names.
    pub nodes: Vec<Node>,
    /// The place of this node among them.
    pub own: usize,
    /// For each shard, the place of its owner among the nodes; `None` if no running node owns it.
    pub owners: Vec<Option<usize>>,
    /// The shards that this node has lost since the last time: another node has taken them over meanwhile.
    pub lost: Vec<Shard>,
    /// The shards that it owns from now on. One that it lost and got back is in both lists.
    pub gained: Vec<GainedShard>,
    /// The number of shards beyond its fair share, which it should give to others.
    pub excess: usize,
    /// The shards of this node that some running node could not serve. It keeps them, even beyond its fair share.
    pub reserved: ShardSet,
    /// The shards of this node with tables that it cannot read and another running node can. That node should have them.
    pub beyond: ShardSet,
    /// The newest format of logs that a running node reads.
    pub newest: u32,
    /// The time for which this node owns its shards, from the moment at which it asked.
    pub lease: Duration,
    /// The numbers of changes of what nodes cache.
    pub changes: ChangeCounts,
    /// A secret that all nodes of the store share, and nobody else knows.
    pub key: [u8; 32],
    /// The number of workers of this version that run.
    pub workers: u64,
}

impl Division {
    /// The division of a store with one node.
    fn alone(address: String) -> Division {
        Division {
            nodes: vec![Node { name: String::new(), address }],
            own: 0,
            owners: vec![Some(0); usize::from(SHARDS)],
            lost: Vec::new(),
            gained: Vec::new(),
            excess: 0,
            reserved: ShardSet::default(),
            beyond: ShardSet::default(),
            newest: table::entry::FORMAT,
            lease: Duration::from_secs(365 * 24 * 3600),
            changes: ChangeCounts::default(),
            key: [0; 32],
            workers: 0,
        }
    }

    /// Returns the shards that this node owns.
    #[must_use]
    pub fn owned(&self) -> ShardSet {
        let own = |(_, owner): &(u16, &Option<usize>)| **owner == Some(self.own);
        (0..SHARDS).zip(&self.owners).filter(own).map(|(shard, _)| Shard(shard)).collect()
    }

    /// Returns the node that owns a shard.
    #[must_use]
    pub fn owner(&self, shard: Shard) -> Option<&Node> {
        self.owners[usize::from(shard.0)].map(|owner| &self.nodes[owner])
    }
}

/// The part of a store that says which node owns which tables. The methods here suit a store with one node.
///
/// A lone node claims everything, and renews its lease by [`Store::alive`](super::Store::alive). A node of a cluster calls
/// [`Ownership::keep_share`] instead, again and again.
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

    /// Renews the leases of this node, claims shards without an owner up to its fair share, and returns the division that results.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        Ok(Division::alone(request.address))
    }

    /// Calls `ring` after each change of what other nodes cache that this node has stored, from now on. It runs on the store's own
    /// thread, so it must not block.
    fn on_change(&self, ring: Box<dyn Fn() + Send + Sync>) {
        let _ = ring;
    }

    /// Returns the way to workers that think for bots, if the store has one.
    fn thinking(&self) -> Option<Arc<dyn Thinking>> {
        None
    }

    /// Claims rows of this node's shards at whose tables something is due. No row is given to two claims at once. A store with one node
    /// keeps no such rows.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        let _ = request;
        Ok(DueTables::default())
    }

    /// Notes that the owner of these shards has looked at tables, and when it does so again, at most once for each table. Notes about a
    /// shard that has another owner or epoch by now change nothing.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn note_due(&self, share: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        let _ = (share, notes);
        Ok(())
    }

    /// Gives shards back, so that another node can claim them at once. What was given to the store before is stored first.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn give(&self, shards: ShardSet) -> Result<(), StoreError> {
        let _ = shards;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_people_play_again_in_the_same_shard() {
        for _ in 0..1_000 {
            let table = TableId::random();
            assert_ne!(table.after(), table);
            assert_eq!(Shard::of(table.after()), Shard::of(table));
        }
    }

    #[test]
    fn sets_of_shards() {
        let some: ShardSet = [0, 63, 64, 255].into_iter().filter_map(Shard::new).collect();
        assert_eq!(some.iter().map(Shard::number).collect::<Vec<_>>(), [0, 63, 64, 255]);
        let mut rest = ShardSet::ALL;
        some.iter().for_each(|shard| rest.remove(shard));
        assert_eq!((some.len(), rest.len(), rest.is_empty()), (4, 252, false));
        assert!(rest.iter().all(|shard| !some.contains(shard)));
    }
}
