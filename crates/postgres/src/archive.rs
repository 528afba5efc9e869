//! Tables at rest: a log becomes one compressed value in a row of its own, and its entries come back when somebody writes.

use crate::connection::DatabaseUrl;
use crate::shards::{self, Owned};
use crate::work::{Refusal, Work};
use crate::{PostgresStore, parameters};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use store::{
    Archive, Erasure, Footprint, Place, RestingTable, RestingTables, StoreError, StoredEntry, pack, unpack,
};
use table::keys::TableId;
use tokio_postgres::Row;

/// A task of the writer for the archive.
pub(crate) enum Task {
    /// Moves a table whose log is still this one into the archive, as these bytes.
    Move { table: TableId, log: Vec<StoredEntry>, packed: Vec<u8> },
    /// Deletes a table.
    Erase(Erasure),
}

/// An entry whose columns are number, time, command and body.
pub(crate) fn entry(row: &Row) -> StoredEntry {
    StoredEntry {
        seq: row.get::<_, i64>(0).cast_unsigned(),
        at: row.get::<_, i64>(1).cast_unsigned(),
        command: row.get(2),
        body: row.get(3),
    }
}

/// The log in a packed value.
pub(crate) fn unpacked(
    url: &DatabaseUrl,
    table: TableId,
    entries: i64,
    packed: &[u8],
) -> Result<Vec<StoredEntry>, StoreError> {
    let damaged = |reason: &str| url.damaged(format!("the archive of table {table}: {reason}"));
    let log = unpack(table, packed).map_err(|reason| damaged(&reason))?;
    if log.len() as i64 == entries {
        Ok(log)
    } else {
        Err(damaged(&format!("it has {} entries of {entries}", log.len())))
    }
}

async fn count(transaction: &Work<'_>, tables: i64, bytes: i64) -> Result<(), Refusal> {
    const COUNT: &str = "UPDATE archive_size SET tables = tables + $1, bytes = bytes + $2";
    transaction.execute(COUNT, &[&tables, &bytes]).await?;
    Ok(())
}

/// Brings the log of a table back if it is in the archive, for a write whose first number is this one.
pub(crate) async fn bring_back(
    transaction: &Work<'_>,
    url: &DatabaseUrl,
    table: TableId,
    first: u64,
) -> Result<(), Refusal> {
    let number = table.number().cast_signed();
    let find = "SELECT entries FROM archived WHERE table_id = $1 FOR UPDATE";
    let Some(row) = transaction.query_opt(find, &[&number]).await? else { return Ok(()) };
    let entries: i64 = row.get(0);
    // Whoever opens a table again is refused without reading anything.
    if first < entries.cast_unsigned() {
        return Err(StoreError::Conflict { table, seq: first }.into());
    }
    let take = "DELETE FROM archived WHERE table_id = $1 RETURNING log";
    let packed: Vec<u8> = transaction.query_one(take, &[&number]).await?.get(0);
    let log = unpacked(url, table, entries, &packed)?;
    insert(transaction, number, &log).await?;
    count(transaction, -1, -(packed.len() as i64)).await
}

async fn insert(transaction: &Work<'_>, table: i64, log: &[StoredEntry]) -> Result<(), Refusal> {
    const INSERT: &str = "
        INSERT INTO entries (table_id, seq, at, command, body)
        SELECT $1::bigint, e.* FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS e";
    let seqs: Vec<i64> = log.iter().map(|entry| entry.seq.cast_signed()).collect();
    let times: Vec<i64> = log.iter().map(|entry| entry.at.cast_signed()).collect();
    let commands: Vec<Option<&str>> = log.iter().map(|entry| entry.command.as_deref()).collect();
    let bodies: Vec<&str> = log.iter().map(|entry| entry.body.as_str()).collect();
    transaction.execute(INSERT, &[&table, &seqs, &times, &commands, &bodies]).await?;
    Ok(())
}

/// Does something for the archive.
///
/// # Errors
/// [`StoreError::Stale`] if the table has another log.
pub(crate) async fn write(transaction: &Work<'_>, task: &Task, owned: &Owned) -> Result<(), Refusal> {
    match task {
        Task::Move { table, log, packed } => {
            shards::hold(transaction, owned, *table).await?;
            move_away(transaction, *table, log, packed).await
        }
        Task::Erase(erasure) => {
            shards::hold(transaction, owned, erasure.table).await?;
            erase(transaction, erasure).await
        }
    }
}

async fn move_away(
    transaction: &Work<'_>,
    table: TableId,
    log: &[StoredEntry],
    packed: &[u8],
) -> Result<(), Refusal> {
    let number = table.number().cast_signed();
    let take = "DELETE FROM entries WHERE table_id = $1 RETURNING seq, at, command, body";
    let mut stored: Vec<StoredEntry> = transaction.query(take, &[&number]).await?.iter().map(entry).collect();
    stored.sort_by_key(|entry| entry.seq);
    // Something may have been added or amended since the log was read.
    if stored != log {
        return Err(StoreError::Stale.into());
    }
    let Some(last) = log.last() else { return Err(StoreError::Stale.into()) };
    let (entries, at) = (log.len() as i64, last.at.cast_signed());
    let put = "INSERT INTO archived (table_id, entries, at, log) VALUES ($1, $2, $3, $4)";
    transaction.execute(put, &[&number, &entries, &at, &packed]).await?;
    count(transaction, 1, packed.len() as i64).await
}

async fn erase(transaction: &Work<'_>, erasure: &Erasure) -> Result<(), Refusal> {
    const LENGTH: &str = "
        SELECT coalesce(
            (SELECT entries FROM archived WHERE table_id = $1),
            (SELECT max(seq) + 1 FROM entries WHERE table_id = $1),
            0
        )";
    let Erasure { table, entries, holders, codes } = erasure;
    let number = table.number().cast_signed();
    let length: i64 = transaction.query_one(LENGTH, &[&number]).await?.get(0);
    if length != entries.cast_signed() || length == 0 {
        return Err(StoreError::Stale.into());
    }
    let from_archive = "DELETE FROM archived WHERE table_id = $1 RETURNING octet_length(log)::bigint";
    if let Some(row) = transaction.query_opt(from_archive, &[&number]).await? {
        count(transaction, -1, -row.get::<_, i64>(0)).await?;
    }
    transaction.execute("DELETE FROM entries WHERE table_id = $1", &[&number]).await?;
    transaction.execute("DELETE FROM tags WHERE table_id = $1", &[&number]).await?;
    let holders: Vec<&[u8]> = holders.iter().map(|holder| &holder.0[..]).collect();
    let held = "DELETE FROM holders WHERE holder = ANY ($2) AND table_id = $1";
    transaction.execute(held, &[&number, &holders]).await?;
    let coded = "DELETE FROM codes WHERE code = ANY ($2) AND table_id = $1";
    transaction.execute(coded, &[&number, codes]).await?;
    Ok(())
}

impl PostgresStore {
    /// Has the writer do something for the archive, and waits for it; `false` if the table has another log.
    fn keep(&self, task: Task) -> Result<bool, StoreError> {
        let (done, answer) = std::sync::mpsc::sync_channel(1);
        self.write_archive(task, Box::new(move |result| drop(done.send(result))));
        match answer.recv().unwrap_or(Err(StoreError::Closed)) {
            Ok(()) => Ok(true),
            Err(StoreError::Stale) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Archive for PostgresStore {
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError> {
        // Each table costs two searches, however many entries it has.
        let select = match place {
            Place::Main => {
                "WITH RECURSIVE tables (id) AS (
                     SELECT min(table_id) FROM entries WHERE table_id > $1
                     UNION ALL
                     SELECT (SELECT min(table_id) FROM entries WHERE table_id > id) FROM tables WHERE id IS NOT NULL
                 ), few AS (SELECT id FROM tables LIMIT $2)
                 SELECT id, (SELECT at FROM entries WHERE table_id = id ORDER BY seq DESC LIMIT 1)
                 FROM few WHERE id IS NOT NULL"
            }
            Place::Archive => "SELECT table_id, at FROM archived WHERE table_id > $1 ORDER BY table_id LIMIT $2",
        };
        let after = after.map_or(-1, |table| table.number().cast_signed());
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.query(select, parameters![after, limit])?;
        let resting = |row: &Row| {
            let table = TableId::new(row.get::<_, i64>(0).cast_unsigned())?;
            Some(RestingTable { table, at: row.get::<_, i64>(1).cast_unsigned() })
        };
        let is_full = rows.len() as i64 == limit;
        let last = rows.last().filter(|_| is_full).and_then(resting).map(|rests| rests.table);
        let tables = rows.iter().filter_map(resting).filter(|rests| rests.at <= until).collect();
        Ok(RestingTables { tables, last })
    }

    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        let packed = pack(table, &log);
        self.keep(Task::Move { table, log, packed })
    }

    fn erase(&self, erasure: Erasure) -> Result<bool, StoreError> {
        self.keep(Task::Erase(erasure))
    }

    fn sweep(&self) -> Result<(), StoreError> {
        self.sweep.notify_one();
        Ok(())
    }

    fn settle(&self) -> Result<(), StoreError> {
        let (done, answer) = sync_channel(1);
        let readers = Arc::clone(&self.readers);
        self.reading.spawn(async move {
            // Whoever asked waits.
            drop(done.send(readers.sweep().await));
        });
        answer.recv().unwrap_or(Err(StoreError::Closed))
    }

    fn footprint(&self) -> Result<Footprint, StoreError> {
        let select = "SELECT pg_database_size(current_database()), tables, bytes FROM archive_size";
        let rows = self.query(select, parameters![])?;
        let number = |column| rows.first().map_or(0, |row| row.get::<_, i64>(column).cast_unsigned());
        let (whole, archived, archive) = (number(0), number(1), number(2));
        Ok(Footprint { folder: None, main: whole.saturating_sub(archive), journal: 0, archive, archived })
    }
}
