//! Rows of tables at which something becomes due, as in `crates/postgres/src/due.rs`: the store adds that of a table with clocks and
//! removes it at the end of the game, and only the owner of a shard claims and writes its rows.

use super::database::{Database, State};
use std::collections::BTreeMap;
use store::{Batch, DueNote, DueRequest, DueTable, DueTables, Index, OwnedShard, Shard, ShardSet, Tag};
use table::TableId;

/// The time after which a new table with clocks is due, in milliseconds.
const FRESH: u64 = 60_000;

/// A moment, and the number of the write that named it: of the rows of one moment, the first comes first.
type Place = (u64, u64);

/// A row.
struct Row {
    at: Place,
    /// The epoch of the owner that has looked at it last.
    seen: u64,
    /// The epoch of the latest claim, and the moment up to which it holds.
    claimed: Option<(u64, u64)>,
}

/// The rows, by their tables.
#[derive(Default)]
pub(crate) struct DueRows {
    rows: BTreeMap<TableId, Row>,
    /// The number of rows that were written.
    written: u64,
}

impl DueRows {
    fn write(&mut self, table: TableId, at: u64, seen: u64) {
        self.written += 1;
        self.rows.insert(table, Row { at: (at, self.written), seen, claimed: None });
    }
}

/// The rows that a batch adds and removes.
pub(crate) struct RowChange {
    table: TableId,
    is_added: bool,
    is_removed: bool,
}

impl RowChange {
    pub(crate) fn of(batch: &Batch) -> RowChange {
        RowChange {
            table: batch.table,
            is_added: batch.index.contains(&Index::Tag(Tag::Clocked)),
            is_removed: batch.untag.contains(&Tag::Open),
        }
    }

    /// Makes the change.
    pub(crate) fn make(self, state: &mut State) {
        if self.is_added && !state.due.rows.contains_key(&self.table) {
            let (at, seen) = (state.now + FRESH, state.epoch(Shard::of(self.table)));
            state.due.write(self.table, at, seen);
        }
        if self.is_removed {
            state.due.rows.remove(&self.table);
        }
    }
}

impl Database {
    /// Claims rows for a node: those that are due, the earliest first, then those that no owner has looked at since its shard was taken
    /// over.
    pub(crate) fn claim_due(&self, name: &str, request: &DueRequest) -> DueTables {
        let mut state = self.state();
        let now = state.now;
        let epochs = mine(&state, name, &request.share);
        let epoch_of = |table: &TableId| epochs.get(&Shard::of(*table)).copied();
        let is_free = |row: &Row, epoch: u64| {
            row.claimed.is_none_or(|(claimed, until)| claimed < epoch || until <= now)
        };
        let free: Vec<(Place, TableId, bool)> = {
            let rows = state.due.rows.iter();
            let free = rows.filter_map(|(table, row)| {
                let epoch = epoch_of(table).filter(|&epoch| is_free(row, epoch))?;
                Some((row.at, *table, row.seen >= epoch))
            });
            free.collect()
        };
        let mut due: Vec<(Place, TableId, bool)> =
            free.iter().copied().filter(|(at, ..)| at.0 <= now).collect();
        due.sort_by_key(|(at, ..)| *at);
        let taken_over = free.into_iter().filter(|(at, table, is_seen)| {
            at.0 > now && !is_seen && request.taken_over.contains(Shard::of(*table))
        });
        let claimed: Vec<(Place, TableId, bool)> =
            due.into_iter().chain(taken_over).take(request.most).collect();
        let until = now + u64::try_from(request.hold.as_millis()).unwrap_or(u64::MAX / 2);
        for (_, table, _) in &claimed {
            let epoch = epochs[&Shard::of(*table)];
            state.due.rows.get_mut(table).expect("it was found").claimed = Some((epoch, until));
        }
        let is_unseen =
            |(table, row): &(&TableId, &Row)| epoch_of(table).is_some_and(|epoch| row.seen < epoch);
        let unseen: ShardSet =
            state.due.rows.iter().filter(is_unseen).map(|(table, _)| Shard::of(*table)).collect();
        DueTables {
            tables: claimed.into_iter().map(|(_, table, is_seen)| DueTable { table, is_seen }).collect(),
            unseen: unseen.iter().filter(|shard| request.taken_over.contains(*shard)).collect(),
        }
    }

    /// Notes when a node looks at tables again.
    pub(crate) fn note_due(&self, name: &str, share: &[OwnedShard], notes: Vec<DueNote>) {
        let mut state = self.state();
        let epochs = mine(&state, name, share);
        for DueNote { table, after } in notes {
            let Some(&epoch) = epochs.get(&Shard::of(table)) else { continue };
            match after {
                Some(after) => {
                    let at = state.now + u64::try_from(after.as_millis()).unwrap_or(u64::MAX / 2);
                    state.due.write(table, at, epoch);
                }
                None => drop(state.due.rows.remove(&table)),
            }
        }
    }
}

/// The shards among these that a node still owns under these epochs.
fn mine(state: &State, name: &str, share: &[OwnedShard]) -> BTreeMap<Shard, u64> {
    let owned = share.iter().filter(|owned| state.is_owner_of(owned.shard, name, owned.epoch));
    owned.map(|owned| (owned.shard, owned.epoch)).collect()
}
