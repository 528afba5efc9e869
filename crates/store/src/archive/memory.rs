//! The archive of a store in memory: a table that is in it is only marked.

use super::super::MemoryStore;
use super::{Archive, Erasure, Footprint, Place, RestingTable, RestingTables};
use crate::{StoreError, StoredEntry};
use table::keys::TableId;

impl Archive for MemoryStore {
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError> {
        let inner = self.inner();
        let mut tables: Vec<RestingTable> = inner
            .tables
            .iter()
            .filter(|(table, _)| (place == Place::Archive) == inner.archived.contains(table))
            .filter(|(table, _)| after.is_none_or(|after| **table > after))
            .map(|(&table, log)| RestingTable { table, at: log.last().map_or(0, |entry| entry.at) })
            .collect();
        tables.sort_by_key(|rests| rests.table);
        let has_more = tables.len() > limit;
        tables.truncate(limit);
        let last = tables.last().map(|rests| rests.table).filter(|_| has_more);
        tables.retain(|rests| rests.at <= until);
        Ok(RestingTables { tables, last })
    }

    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        let mut inner = self.inner();
        if let Some(error) = inner.failures.pop_front() {
            return Err(error);
        }
        let same = inner.tables.get(&table).is_some_and(|stored| !stored.is_empty() && *stored == log);
        Ok(same && inner.archived.insert(table))
    }

    fn erase(&self, Erasure { table, entries, holders, codes }: Erasure) -> Result<bool, StoreError> {
        let mut inner = self.inner();
        if let Some(error) = inner.failures.pop_front() {
            return Err(error);
        }
        if inner.tables.get(&table).is_none_or(|log| log.len() as u64 != entries) {
            return Ok(false);
        }
        inner.tables.remove(&table);
        inner.archived.remove(&table);
        for holder in holders {
            if let Some(tables) = inner.holders.get_mut(&holder) {
                tables.retain(|other| *other != table);
            }
        }
        for code in codes {
            if inner.codes.get(&code) == Some(&table) {
                inner.codes.remove(&code);
            }
        }
        inner.tags.retain(|(_, other)| *other != table);
        Ok(true)
    }

    fn sweep(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn settle(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn footprint(&self) -> Result<Footprint, StoreError> {
        Ok(Footprint { archived: self.inner().archived.len() as u64, ..Footprint::default() })
    }
}
