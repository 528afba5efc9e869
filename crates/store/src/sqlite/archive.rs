//! The archive of a SQLite store.

use super::SqliteStore;
use crate::archive::files::{ArchiveFile, Step, crc, new_name, pack};
use crate::archive::sqlite::ArchiveTask;
use crate::archive::{Archive, Erasure, Footprint, Place, RestingTable, RestingTables};
use crate::writer::{Job, PendingWrite};
use crate::{CommitCallback, StoreError, StoredEntry};
use std::fs;
#[cfg(feature = "conformance")]
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use table::keys::TableId;

impl SqliteStore {
    /// Has the writer do something for the archive, and waits for it.
    fn keep(&self, keeping: ArchiveTask) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        self.write(PendingWrite::Keeping(keeping), Box::new(move |result| drop(done.send(result))));
        answer.recv().unwrap_or(Err(StoreError::Closed))
    }

    fn archive_as(&self, file: String, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        let archives = self.archives();
        self.keep(ArchiveTask::Name(file.clone()))?;
        archives.reached(Step::Named);
        let bytes = pack(table, &log);
        archives.write(&file, &bytes)?;
        archives.reached(Step::Written);
        let filed = ArchiveFile {
            file,
            entries: log.len() as u64,
            bytes: bytes.len() as u64,
            crc: crc(&bytes),
            at: log.last().map_or(0, |entry| entry.at),
        };
        match self.keep(ArchiveTask::Move { table, filed, log }) {
            Ok(()) => Ok(true),
            Err(StoreError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Calls `watcher` at each step of archiving, so that a test can look at the files there.
    #[cfg(feature = "conformance")]
    pub fn watch_archiving(&self, watcher: impl Fn(Step) + Send + Sync + 'static) {
        self.archives().watch(Arc::new(watcher));
    }
}

impl Archive for SqliteStore {
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError> {
        // Each table costs two searches in the main file, however many entries it has.
        let select = match place {
            Place::Main => {
                "WITH RECURSIVE tables (id) AS (
                     SELECT min(table_id) FROM entries WHERE table_id > ?1
                     UNION ALL
                     SELECT (SELECT min(table_id) FROM entries WHERE table_id > id)
                     FROM tables WHERE id IS NOT NULL
                     LIMIT ?2
                 )
                 SELECT id, (
                     SELECT at FROM entries WHERE table_id = id ORDER BY seq DESC LIMIT 1
                 ) FROM tables WHERE id IS NOT NULL"
            }
            Place::Archive => {
                "SELECT table_id, at FROM archived WHERE table_id > ?1 ORDER BY table_id LIMIT ?2"
            }
        };
        let after = after.map_or(-1, |table| table.number().cast_signed());
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let found: Vec<(i64, i64)> = self.read(|connection| {
            connection
                .prepare_cached(select)?
                .query_map([after, limit], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })?;
        let is_full = found.len() as i64 == limit;
        let resting = |&(number, at): &(i64, i64)| {
            let table = TableId::new(number.cast_unsigned())?;
            Some(RestingTable { table, at: at.cast_unsigned() })
        };
        let last = found.last().filter(|_| is_full).and_then(resting).map(|rests| rests.table);
        let tables = found.iter().filter_map(resting).filter(|rests| rests.at <= until).collect();
        Ok(RestingTables { tables, last })
    }

    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        let archives = self.archives();
        let _turn = archives.turn();
        let file = new_name();
        archives.set_in_flight(Some(file.clone()));
        let moved = self.archive_as(file, table, log);
        archives.set_in_flight(None);
        match &moved {
            Ok(true) => archives.reached(Step::Moved),
            // The file does not count.
            _ => self.look_for_strays(),
        }
        moved
    }

    fn erase(&self, erasure: Erasure) -> Result<bool, StoreError> {
        match self.keep(ArchiveTask::Erase(erasure)) {
            Ok(()) => Ok(true),
            Err(StoreError::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn sweep(&self) -> Result<(), StoreError> {
        self.keep(ArchiveTask::Sweep)
    }

    fn settle(&self) -> Result<(), StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        let left = || {
            self.read(|connection| {
                let select = "SELECT (SELECT count(*) FROM stray), page, rest FROM to_sweep
                              UNION ALL SELECT count(*), NULL, NULL FROM stray ORDER BY 2 DESC LIMIT 1";
                let row = |row: &rusqlite::Row<'_>| {
                    Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?, row.get::<_, Option<i64>>(2)?))
                };
                let left = connection.query_row(select, (), row)?;
                Ok(Some(left).filter(|left| *left != (0, None, None)))
            })
        };
        let mut before = left()?;
        while before.is_some() {
            let (settled, answer) = sync_channel(1);
            let done: CommitCallback = Box::new(move |result| drop(settled.send(result)));
            queue.send(Job::Settle(done)).map_err(|_| StoreError::Closed)?;
            answer.recv().unwrap_or(Err(StoreError::Closed))?;
            let now = left()?;
            if now.is_some() && now == before {
                let reason = "what is left of forgotten people cannot be swept; take a copy and put it back"
                    .to_owned();
                return Err(StoreError::Io { path: self.path.clone(), reason });
            }
            before = now;
        }
        Ok(())
    }

    fn footprint(&self) -> Result<Footprint, StoreError> {
        let select = "SELECT tables, bytes FROM archive_size";
        let (archived, archive): (i64, i64) =
            self.read(|connection| connection.query_row(select, (), |row| Ok((row.get(0)?, row.get(1)?))))?;
        let size = |path: &std::path::Path| fs::metadata(path).map_or(0, |file| file.len());
        let mut journal = self.path().as_os_str().to_owned();
        journal.push("-wal");
        Ok(Footprint {
            folder: self.path().parent().map(std::path::Path::to_owned),
            main: size(self.path()),
            journal: size(journal.as_ref()),
            archive: archive.cast_unsigned(),
            archived: archived.cast_unsigned(),
        })
    }
}
