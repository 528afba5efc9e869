//! The disk: what is stored, what is being written, and when the server last said that it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Batch, Index, MemoryStore, Store, StoreError, StoredEntry, Tag};
use table::TableId;
use testkit::{InterceptedStore, StoreInterceptor};

/// A copy of the disk, which servers read for exports.
#[derive(Default)]
pub(crate) struct Copy {
    inner: MemoryStore,
    fails: AtomicBool,
}

impl Copy {
    /// Whether reads fail from now on.
    pub(crate) fn fail(&self, fails: bool) {
        self.fails.store(fails, Ordering::SeqCst);
    }
}

impl StoreInterceptor for Copy {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }
    fn loads(&self) -> Result<(), StoreError> {
        if self.fails.load(Ordering::SeqCst) { Err(StoreError::Closed) } else { Ok(()) }
    }
}

#[derive(Default)]
pub(crate) struct Disk {
    pub(crate) tables: BTreeMap<TableId, Vec<StoredEntry>>,
    pub(crate) clocked: BTreeSet<TableId>,
    pub(crate) alive: Option<u64>,
    /// The batches being written, by the number of the request.
    writing: BTreeMap<u64, Batch>,
    requests: u64,
    copy: Arc<InterceptedStore<Copy>>,
    /// The tables that were in the archive when that was last looked at.
    pub(crate) archived: BTreeSet<TableId>,
    /// The last batches that were confirmed, as table and length before; a disk that lies forgets them.
    confirmed: Vec<(TableId, usize)>,
}

/// The outcome of a write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Stored,
    Fails,
    /// It is stored, and the disk says that it failed.
    SeemsToFail,
}

impl Disk {
    pub(crate) fn begin(&mut self, batch: Batch) -> u64 {
        let same = self.writing.values().filter(|other| other.table == batch.table);
        assert_eq!(same.count(), 0, "two batches of one table at a time");
        self.requests += 1;
        self.writing.insert(self.requests, batch);
        self.requests
    }

    /// Ends a write; `None` if it was given up by a crash.
    pub(crate) fn end(&mut self, request: u64, fate: Fate) -> Option<(TableId, Result<(), StoreError>)> {
        let batch = self.writing.remove(&request)?;
        let table = batch.table;
        let failed = || StoreError::Io { path: "tables.sqlite".into(), reason: "simulated".to_owned() };
        let result = match fate {
            Fate::Fails if request.is_multiple_of(2) => {
                Err(StoreError::Full { path: "tables.sqlite".into() })
            }
            Fate::Fails => Err(failed()),
            Fate::Stored => self.store(batch),
            Fate::SeemsToFail => self.store(batch).and(Err(failed())),
        };
        Some((table, result))
    }

    fn store(&mut self, batch: Batch) -> Result<(), StoreError> {
        let log = self.tables.entry(batch.table).or_default();
        let seq = batch.entries[0].seq;
        let conflict = Err(StoreError::Conflict { table: batch.table, seq });
        if seq != log.len() as u64 {
            return conflict;
        }
        let commands = batch.entries.iter().filter_map(|entry| entry.command.as_ref());
        for command in commands {
            if log.iter().any(|entry| entry.command.as_ref() == Some(command)) {
                return conflict;
            }
        }
        self.confirmed.push((batch.table, log.len()));
        log.extend(batch.entries.iter().cloned());
        Store::append(&*self.copy, batch.clone(), Box::new(|_| ()));
        if batch.index.contains(&Index::Tag(Tag::Clocked)) {
            self.clocked.insert(batch.table);
        }
        if batch.untag.contains(&Tag::Clocked) {
            self.clocked.remove(&batch.table);
        }
        Ok(())
    }

    /// The machine dies: each write that was under way is stored or lost, and nobody was told. A disk that lies forgets
    /// the last batches too. Returns how many of those.
    pub(crate) fn crash(&mut self, mut is_stored: impl FnMut() -> bool, lies: usize) -> usize {
        for batch in std::mem::take(&mut self.writing).into_values() {
            if is_stored() {
                let _ = self.store(batch);
            }
        }
        let from = self.confirmed.len().saturating_sub(lies);
        let mut forgotten = 0;
        for (table, length) in self.confirmed.split_off(from).into_iter().rev() {
            // The creation of a table stays, so that there is one to look at.
            if length > 0 {
                self.tables.get_mut(&table).expect("it was stored").truncate(length);
                forgotten += 1;
            }
        }
        forgotten
    }

    /// The copy of the disk for servers that read it. It does not forget what a lying disk forgets.
    pub(crate) fn copy(&self) -> Arc<InterceptedStore<Copy>> {
        Arc::clone(&self.copy)
    }

    /// The tables to which something is being written.
    pub(crate) fn written_to(&self) -> BTreeSet<TableId> {
        self.writing.values().map(|batch| batch.table).collect()
    }

    pub(crate) fn len(&self, table: TableId) -> u64 {
        self.tables.get(&table).map_or(0, Vec::len) as u64
    }
}
