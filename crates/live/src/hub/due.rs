//! Rows of the store that say when something becomes due at the tables of a node, so that the next owner finds it.
//!
//! The owner itself goes by its alarms, in memory. It writes a row only where something becomes due before the row's time, or where a row's
//! time has come, so a row is often early, never late, and most moves write none. A node that takes shards over looks at each row of
//! theirs once, a few at a time, so that tables learn how long they had no owner and go on.

use super::{Hub, LiveTable, LoadError};
use crate::lock::lock;
use crate::metrics::METRICS;
use crate::nodes::Nodes;
use crate::storing::read;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, MutexGuard, Weak};
use std::time::Duration;
use store::{Batch, DueNote, DueRequest, DueTable, Index, OwnedShard, Shard, ShardSet, StoreError, Tag};
use table::keys::TableId;

/// The most tables that are looked at in one step, and that wait for the store to know how long they stood still.
const STEP: usize = 64;
/// The pause between two steps while there are more to make.
const PACE: Duration = Duration::from_millis(50);
/// The pause between two steps otherwise, unless the node begins to own shards.
const LOOK: Duration = Duration::from_secs(1);
/// The time within which a step is made: after that, its rows are claimed again.
const HOLD: Duration = Duration::from_secs(10);
/// The most rows that are written at once.
const NOTES: usize = 1_024;
/// The time, in milliseconds, by which a row comes after what is due: the owner's alarm has rung by then.
const GRACE: u64 = 5_000;
/// The time, in milliseconds, after which a new table with clocks is looked at.
const FRESH: u64 = 60_000;
/// The time, in milliseconds, after which a table is looked at again at which a bot is due or something is being stored.
const BUSY: u64 = 60_000;
/// The time, in milliseconds, after which a table is looked at again at which no clock runs, or which cannot be read.
const STANDING: u64 = 3_600_000;

/// The rows of this node.
#[derive(Default, Debug)]
pub(super) struct DueRows {
    /// The moments of those that this node has written or claimed, in milliseconds since 1970 on its own clock.
    known: HashMap<TableId, u64>,
    /// The tables whose rows may have to be written.
    changed: BTreeSet<TableId>,
}

/// A change of a row that the store makes with a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowChange {
    /// None.
    None,
    /// The table gets a row, as it has clocks.
    Added,
    /// Its row goes, as the game is over.
    Removed,
}

impl RowChange {
    pub(super) fn of(batch: &Batch) -> RowChange {
        if batch.untag.contains(&Tag::Open) {
            RowChange::Removed
        } else if batch.index.contains(&Index::Tag(Tag::Clocked)) {
            RowChange::Added
        } else {
            RowChange::None
        }
    }
}

impl DueRows {
    /// Notes that something is due at a table at this moment.
    fn expect(&mut self, table: TableId, at: u64) {
        if self.known.get(&table).is_none_or(|&known| at + GRACE < known) {
            self.changed.insert(table);
        }
    }

    /// Forgets the row of a table.
    pub(super) fn forget(&mut self, table: TableId) {
        self.known.remove(&table);
        self.changed.remove(&table);
    }

    /// Forgets the rows of the tables of these shards.
    pub(super) fn forget_all(&mut self, shards: &ShardSet) {
        self.known.retain(|table, _| !shards.contains(Shard::of(*table)));
        self.changed.retain(|table| !shards.contains(Shard::of(*table)));
    }
}

/// The tables that were looked at, of which that is still to be noted.
#[derive(Default)]
struct Looked {
    /// Tables in memory. Those stay that still have to store how long they stood still.
    tables: Vec<Arc<LiveTable>>,
    /// The moments at which others are to be looked at again; `None` where nothing becomes due by itself.
    next: BTreeMap<TableId, Option<u64>>,
}

impl Hub {
    pub(super) fn due(&self) -> MutexGuard<'_, DueRows> {
        lock(&self.due)
    }

    /// Has the next owner of a table know that something is due there at this moment.
    pub(super) fn expect_due(&self, table: TableId, at: u64) {
        if self.nodes.is_some() {
            self.due().expect(table, at);
        }
    }

    /// Notes what became of a table's row when a batch was stored.
    pub(super) fn note_row(&self, table: TableId, change: RowChange) {
        if self.nodes.is_none() {
            return;
        }
        match change {
            RowChange::None => {}
            RowChange::Added => drop(self.due().known.insert(table, self.time.now() + FRESH)),
            RowChange::Removed => self.due().forget(table),
        }
    }

    /// Has the next owner of a table know that a bot is due there.
    pub(super) fn expect_bot(&self, table: TableId) {
        self.expect_due(table, self.time.now() + BUSY);
    }

    /// Looks at the tables of a node at which something is due, until the hub is gone.
    pub(super) async fn run_due(hub: Weak<Hub>, nodes: Arc<Nodes>) {
        let mut looked = Looked::default();
        while let Some(this) = hub.upgrade() {
            let goes_on = this.look_at_due(&nodes, &mut looked).await;
            drop(this);
            if goes_on {
                tokio::time::sleep(PACE).await;
            } else {
                // An error means that the time is over.
                let _ = tokio::time::timeout(LOOK, nodes.begun()).await;
            }
        }
    }

    /// Makes one step: writes the rows that have changed, and claims some that are due. Returns whether there may be more to do at once.
    async fn look_at_due(self: &Arc<Self>, nodes: &Nodes, looked: &mut Looked) -> bool {
        // First, so that what is noted below of tables in memory is noted for no later time as their owner.
        let (share, taken_over) = nodes.share();
        if share.is_empty() {
            *looked = Looked::default();
            return false;
        }
        if let Err(error) = self.note_looked(&share, looked).await {
            tracing::debug!(%error, "it cannot be noted when tables are due");
            return false;
        }
        let most = STEP.saturating_sub(looked.tables.len());
        if most == 0 {
            return true;
        }
        let request = DueRequest { share: share.clone(), taken_over, most, hold: HOLD };
        let claimed = match read(&self.store, move |store| store.claim_due(request)).await {
            Ok(claimed) => claimed,
            Err(error) => {
                tracing::debug!(%error, "tables that are due cannot be claimed");
                return false;
            }
        };
        for due in &claimed.tables {
            self.due().known.insert(due.table, self.time.now());
            self.look_at(*due, looked).await;
        }
        METRICS.due_claimed.add(claimed.tables.len() as u64);
        let is_informed =
            |owned: &OwnedShard| taken_over.contains(owned.shard) && !claimed.unseen.contains(owned.shard);
        nodes.note_informed(share.into_iter().filter(is_informed));
        !claimed.tables.is_empty() || !looked.tables.is_empty()
    }

    /// Looks at a table whose row was claimed.
    async fn look_at(self: &Arc<Self>, due: DueTable, looked: &mut Looked) {
        let id = due.table;
        if let Some(at) = self.alarms().of(id).filter(|_| due.is_seen) {
            // It need not come into memory for that.
            looked.next.insert(id, Some(at));
            return;
        }
        let known = self.tables().get(&id).cloned().filter(|_| due.is_seen);
        if let Some(live) = known {
            // Sets an alarm that was lost.
            self.tick(&live);
            looked.tables.push(live);
            return;
        }
        match self.table(id).await {
            Ok(live) => looked.tables.push(live),
            Err(LoadError::Unknown) => drop(looked.next.insert(id, None)),
            Err(LoadError::Damage(_)) => drop(looked.next.insert(id, Some(self.time.now() + STANDING))),
            // Another node has it, or is to have it.
            Err(LoadError::Store(StoreError::Fenced { .. }) | LoadError::Newer { .. }) => {}
            // It is claimed again.
            Err(trouble) => {
                tracing::warn!(table = id.brief(), ?trouble, "a table that is due cannot be looked at");
            }
        }
    }

    /// Notes when the tables that were looked at, and those at which something is due earlier than their rows say, are to be looked at
    /// again.
    async fn note_looked(
        self: &Arc<Self>,
        share: &[OwnedShard],
        looked: &mut Looked,
    ) -> Result<(), StoreError> {
        let now = self.time.now();
        let changed: BTreeSet<TableId> = self.due().changed.iter().copied().take(NOTES).collect();
        let mut next = std::mem::take(&mut looked.next);
        let mut tables: BTreeMap<TableId, Arc<LiveTable>> =
            looked.tables.drain(..).map(|live| (live.id, live)).collect();
        for id in &changed {
            // A table that has left memory has a row, or its alarm is enough.
            if let Some(live) = self.tables().get(id) {
                tables.insert(*id, Arc::clone(live));
            }
        }
        for (id, live) in tables {
            if live.has_left() {
                next.remove(&id);
            } else if self.still_owes(&live) {
                looked.tables.push(live);
            } else {
                next.insert(id, self.next_look(&live, now));
            }
        }
        let notes: Vec<DueNote> = {
            let mut due = self.due();
            due.changed.retain(|id| !changed.contains(id));
            // Nothing is written where nothing becomes due and there is no row.
            next.retain(|id, at| at.is_some() || due.known.contains_key(id));
            let after = |at: u64| Duration::from_millis(at.saturating_sub(now) + GRACE);
            next.iter().map(|(id, at)| DueNote { table: *id, after: at.map(after) }).collect()
        };
        if notes.is_empty() {
            return Ok(());
        }
        let share = share.to_vec();
        let noted = read(&self.store, move |store| store.note_due(share, notes)).await;
        let mut due = self.due();
        if noted.is_err() {
            // Rows that were claimed are claimed again.
            due.changed.extend(changed);
            return noted;
        }
        for (id, at) in next {
            match at {
                Some(at) => drop(due.known.insert(id, at.max(now) + GRACE)),
                None => drop(due.known.remove(&id)),
            }
        }
        Ok(())
    }

    /// Whether a table still has to store how long it stood still; it tries again.
    fn still_owes(self: &Arc<Self>, live: &Arc<LiveTable>) -> bool {
        let effects = {
            let mut host = live.look();
            host.owes_time().then(|| host.tick(self.time.now()))
        };
        let owes = effects.is_some();
        self.run(live, effects.unwrap_or_default());
        owes
    }

    /// Returns the moment at which a table is to be looked at again; `None` if nothing becomes due there by itself.
    fn next_look(&self, live: &LiveTable, now: u64) -> Option<u64> {
        let alarm = self.alarms().of(live.id);
        let host = live.look();
        if host.is_revealed() || host.is_closed() {
            return None;
        }
        let standing = host.clock().map(|_| now + STANDING);
        alarm.or_else(|| if host.rests() { standing } else { Some(now + BUSY) })
    }
}
