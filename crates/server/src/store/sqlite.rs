//! Tables in one SQLite file: one thread writes and commits what is waiting in groups, others read.

use super::{Batch, Done, Index, Store, StoreError, StoredEntry, Tag};
use crate::keys::{KeyHash, TableId};
use crate::metrics::METRICS;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

/// The format of the file, counted up when the schema below changes.
const VERSION: i64 = 2;
/// Marks the file as ours: `Neul` in ASCII.
const APPLICATION: i64 = 0x4e65_756c;
/// Batches that may wait for the writer. A table has one under way, so this is also how many tables may move at once.
const QUEUE: usize = 4096;
/// Batches committed together at most: beyond that, waiting longer gains nothing.
const GROUP: usize = 256;

/// `entries` is the truth; `holders` and `codes` only find it.
const SCHEMA: &str = "
    CREATE TABLE entries (
        table_id INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        command TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID, STRICT;
    CREATE UNIQUE INDEX commands ON entries (table_id, command) WHERE command IS NOT NULL;
    CREATE TABLE holders (
        holder BLOB NOT NULL,
        table_id INTEGER NOT NULL,
        PRIMARY KEY (holder, table_id)
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE codes (
        code TEXT NOT NULL PRIMARY KEY,
        table_id INTEGER NOT NULL
    ) WITHOUT ROWID, STRICT;
";

/// What version 2 has that version 1 had not.
const SCHEMA_2: &str = "
    CREATE TABLE tags (
        tag TEXT NOT NULL,
        at INTEGER NOT NULL,
        table_id INTEGER NOT NULL,
        PRIMARY KEY (tag, at, table_id)
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX tags_of ON tags (table_id);
    CREATE TABLE alive (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
        at INTEGER NOT NULL
    ) STRICT;
";

/// What the writer is asked to do.
enum Job {
    /// To store a batch.
    Append(Batch, Done),
    /// To note that the server runs at this moment.
    Alive(u64, SyncSender<Result<(), StoreError>>),
}

/// A data folder with one SQLite file in it, locked against a second server.
#[derive(Debug)]
pub struct SqliteStore {
    queue: Option<SyncSender<Job>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    path: PathBuf,
    /// Held open, because the lock ends with it.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store in a folder; makes both if they do not exist.
    ///
    /// # Errors
    /// If the folder cannot be used, another server uses it, or the file in it is damaged or too new.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_limited(folder, None)
    }

    /// As [`SqliteStore::open`], but the file may not grow beyond so many pages of 4 KiB: a disk that fills up, for
    /// tests and for hosts with a quota.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub fn open_with_page_limit(folder: &Path, pages: u32) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_limited(folder, Some(pages))
    }

    fn open_limited(folder: &Path, pages: Option<u32>) -> Result<SqliteStore, StoreError> {
        let io = |path: &Path, error: std::io::Error| match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::Full { path: path.to_owned() },
            _ => StoreError::Io { path: path.to_owned(), reason: error.to_string() },
        };
        fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
        let lock = lock(folder)?;
        let path = folder.join("tables.sqlite");
        // Touched first, so that a folder that cannot be written to is reported as what it is.
        File::options().append(true).create(true).open(&path).map_err(|error| io(&path, error))?;
        let connection = open_writer(&path).map_err(|error| explain(&path, error))?;
        prepare(&connection, &path)?;
        make_durable(&connection).map_err(|error| explain(&path, error))?;
        if let Some(pages) = pages {
            connection.pragma_update(None, "max_page_count", pages).map_err(|error| explain(&path, error))?;
        }
        let (queue, waiting) = sync_channel(QUEUE);
        let writer = {
            let path = path.clone();
            std::thread::Builder::new()
                .name("neuland-writer".to_owned())
                .spawn(move || write_all(connection, &path, &waiting))
                .map_err(|error| io(folder, error))?
        };
        Ok(SqliteStore {
            queue: Some(queue),
            writer: Some(writer),
            readers: Mutex::new(Vec::new()),
            path,
            _lock: lock,
        })
    }

    /// The SQLite file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `read` on a connection of its own; connections are kept for the next reader.
    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        let result = kept.map_or_else(|| open_reader(&self.path), Ok).and_then(|connection| {
            let result = read(&connection)?;
            self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(connection);
            Ok(result)
        });
        result.map_err(|error| explain(&self.path, error))
    }
}

impl Drop for SqliteStore {
    /// Waits until everything that was accepted is stored.
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(writer) = self.writer.take() {
            // The last answer may be what drops the store: then the writer is here, and ends when this returns.
            if writer.thread().id() != std::thread::current().id() {
                // The writer does not panic; if it did, its answers were dropped, which their owners notice.
                let _ = writer.join();
            }
        }
    }
}

/// Takes the lock of a data folder; whoever holds it writes its process number into the file.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("neuland.lock");
    let io = |error: std::io::Error| StoreError::Io { path: path.clone(), reason: error.to_string() };
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0).and_then(|()| file.rewind()).map_err(io)?;
            // The number only helps people; a full disk is reported where it matters.
            let _ = writeln!(file, "{}", std::process::id());
            Ok(file)
        }
        Err(fs::TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let by = match holder.trim() {
                "" => "another server".to_owned(),
                process => format!("the server with process number {process}"),
            };
            Err(StoreError::InUse { path: folder.to_owned(), by })
        }
        Err(fs::TryLockError::Error(error)) => Err(io(error)),
    }
}

fn open_writer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// How the writer writes. The journal mode is kept in the file, so this comes after the file is known to be ours.
fn make_durable(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a commit that was answered survives a power cut. NORMAL would only survive a killed process.
    connection.pragma_update(None, "synchronous", "FULL")
}

fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

/// Checks that the file is ours and sound, or makes it ours if it is empty.
fn prepare(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let ask = |pragma: &str| -> Result<i64, StoreError> {
        connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|error| explain(path, error))
    };
    let (application, version) = (ask("application_id")?, ask("user_version")?);
    let objects: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))
        .map_err(|error| explain(path, error))?;
    let damaged = |reason: &str| StoreError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
    match (application, version) {
        (0, 0) if objects == 0 => connection
            .execute_batch(&format!(
                "BEGIN IMMEDIATE; {SCHEMA} {SCHEMA_2} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
            ))
            .map_err(|error| explain(path, error)),
        (APPLICATION, 1 | VERSION) => {
            let verdict: String = connection
                .query_row("PRAGMA quick_check(1)", (), |row| row.get(0))
                .map_err(|error| explain(path, error))?;
            if verdict != "ok" {
                return Err(damaged(&verdict));
            }
            if version == VERSION {
                return Ok(());
            }
            connection
                .execute_batch(&format!(
                    "BEGIN IMMEDIATE; {SCHEMA_2} PRAGMA user_version = {VERSION}; COMMIT;"
                ))
                .map_err(|error| explain(path, error))
        }
        (APPLICATION, version) if version > VERSION => {
            Err(StoreError::Newer { path: path.to_owned(), version })
        }
        _ => Err(damaged("it is an SQLite file of another program")),
    }
}

/// What SQLite's errors mean for a person.
fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    let reason = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse { path, by: reason },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged { path, reason },
        _ => match error {
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..) => StoreError::Damaged { path, reason },
            _ => StoreError::Io { path, reason },
        },
    }
}

/// The writer: takes everything that waits, stores it in one transaction, answers.
fn write_all(mut connection: Connection, path: &Path, waiting: &Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let (mut batches, mut answers, mut alive) = (Vec::new(), Vec::new(), Vec::new());
        for job in std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1)) {
            match job {
                Job::Append(batch, done) => {
                    batches.push(batch);
                    answers.push(done);
                }
                Job::Alive(now, noted) => alive.push((now, noted)),
            }
        }
        let began = Instant::now();
        let latest = alive.iter().map(|(now, _)| *now).max();
        let written = write_group(&mut connection, &batches, latest);
        METRICS.commit_times.note_time(began.elapsed());
        METRICS.commit_batches.note(batches.len() as u64);
        // Whoever noted that the server runs may have gone; batches are answered always.
        match written {
            Ok(results) => {
                answers.into_iter().zip(results).for_each(|(done, result)| answer(done, result));
                alive.into_iter().for_each(|(_, noted)| drop(noted.send(Ok(()))));
            }
            Err(error) => {
                let error = explain(path, error);
                tracing::error!(%error, "entries could not be stored");
                METRICS.store_errors.add(answers.len().max(1) as u64);
                answers.into_iter().for_each(|done| answer(done, Err(error.clone())));
                alive.into_iter().for_each(|(_, noted)| drop(noted.send(Err(error.clone()))));
            }
        }
    }
}

/// Answers one batch. A mistake of whoever is answered must not stop the writer, which others rely on.
fn answer(done: Done, result: Result<(), StoreError>) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| done(result))).is_err() {
        tracing::error!("the answer to a stored batch failed");
    }
}

/// One transaction for all batches, and for the moment at which the server runs; each batch is stored or refused for
/// itself. An error means that nothing is stored.
fn write_group(
    connection: &mut Connection,
    batches: &[Batch],
    alive: Option<u64>,
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(now) = alive {
        transaction
            .prepare_cached(
                "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
            )?
            .execute([now.cast_signed()])?;
    }
    let mut results = Vec::with_capacity(batches.len());
    for batch in batches {
        // A savepoint takes back the first half of a batch whose second half is refused.
        let savepoint = transaction.savepoint()?;
        match write_batch(&savepoint, batch) {
            Ok(true) => {
                savepoint.commit()?;
                results.push(Ok(()));
            }
            refused => {
                drop(savepoint);
                match refused {
                    Err(error) if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) => {
                        return Err(error);
                    }
                    _ => {
                        let seq = batch.entries.first().map_or(0, |entry| entry.seq);
                        results.push(Err(StoreError::Conflict { table: batch.table, seq }));
                    }
                }
            }
        }
    }
    transaction.commit()?;
    Ok(results)
}

/// `false`: the batch does not begin right after what is stored.
fn write_batch(connection: &Connection, batch: &Batch) -> rusqlite::Result<bool> {
    let table = batch.table.number().cast_signed();
    let next: i64 = connection
        .prepare_cached("SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE table_id = ?1")?
        .query_row([table], |row| row.get(0))?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (table_id, seq, at, command, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (entry, next) in batch.entries.iter().zip(next..) {
        if entry.seq.cast_signed() != next {
            return Ok(false);
        }
        insert.execute(params![table, next, entry.at.cast_signed(), entry.command, entry.body])?;
    }
    for index in &batch.index {
        match index {
            Index::Holder(holder) => connection
                .prepare_cached("INSERT OR IGNORE INTO holders (holder, table_id) VALUES (?1, ?2)")?
                .execute(params![&holder.0[..], table])?,
            Index::Code(code) => connection
                .prepare_cached("INSERT INTO codes (code, table_id) VALUES (?1, ?2)")?
                .execute(params![code, table])?,
            Index::Tag(tag) => connection
                .prepare_cached("INSERT OR IGNORE INTO tags (tag, at, table_id) VALUES (?1, ?2, ?3)")?
                .execute(params![
                    tag.name(),
                    batch.entries.first().map_or(0, |entry| entry.at.cast_signed()),
                    table
                ])?,
        };
    }
    for tag in &batch.untag {
        connection
            .prepare_cached("DELETE FROM tags WHERE table_id = ?1 AND tag = ?2")?
            .execute(params![table, tag.name()])?;
    }
    Ok(true)
}

impl Store for SqliteStore {
    fn append(&self, batch: Batch, done: Done) {
        let Some(queue) = &self.queue else { return done(Err(StoreError::Closed)) };
        let (refused, error) = match queue.try_send(Job::Append(batch, done)) {
            Ok(()) => return,
            Err(TrySendError::Full(job)) => (job, StoreError::Overloaded),
            Err(TrySendError::Disconnected(job)) => (job, StoreError::Closed),
        };
        METRICS.store_errors.add_one();
        if let Job::Append(_, done) = refused {
            done(Err(error));
        }
    }

    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let entries: Vec<StoredEntry> = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT seq, at, command, body FROM entries WHERE table_id = ?1 ORDER BY seq",
                )?
                .query_map([table.number().cast_signed()], |row| {
                    Ok(StoredEntry {
                        seq: row.get::<_, i64>(0)?.cast_unsigned(),
                        at: row.get::<_, i64>(1)?.cast_unsigned(),
                        command: row.get(2)?,
                        body: row.get(3)?,
                    })
                })?
                .collect()
        })?;
        match entries.iter().zip(0..).find(|(entry, seq)| entry.seq != *seq) {
            None => Ok(entries),
            Some((_, seq)) => Err(StoreError::Damaged {
                path: self.path.clone(),
                reason: format!("entry {seq} of table {table} is missing"),
            }),
        }
    }

    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let numbers: Vec<i64> = self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT table_id FROM holders WHERE holder = ?1 ORDER BY (
                         SELECT at FROM entries WHERE entries.table_id = holders.table_id
                         ORDER BY seq DESC LIMIT 1
                     ) DESC LIMIT ?2",
                )?
                .query_map(params![&holder.0[..], limit], |row| row.get(0))?
                .collect()
        })?;
        Ok(numbers.into_iter().filter_map(|number| TableId::new(number.cast_unsigned())).collect())
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        let number: Option<i64> = self.read(|connection| {
            connection
                .prepare_cached("SELECT table_id FROM codes WHERE code = ?1")?
                .query_row([code], |row| row.get(0))
                .optional()
        })?;
        Ok(number.and_then(|number| TableId::new(number.cast_unsigned())))
    }

    fn tagged(&self, tag: Tag, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let numbers: Vec<i64> = self.read(|connection| {
            connection
                .prepare_cached("SELECT table_id FROM tags WHERE tag = ?1 ORDER BY at DESC LIMIT ?2")?
                .query_map(params![tag.name(), limit], |row| row.get(0))?
                .collect()
        })?;
        Ok(numbers.into_iter().filter_map(|number| TableId::new(number.cast_unsigned())).collect())
    }

    fn alive(&self, now: u64) -> Result<(), StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        let (noted, answer) = sync_channel(1);
        match queue.try_send(Job::Alive(now, noted)) {
            Ok(()) => answer.recv().unwrap_or(Err(StoreError::Closed)),
            Err(TrySendError::Full(_)) => Err(StoreError::Overloaded),
            Err(TrySendError::Disconnected(_)) => Err(StoreError::Closed),
        }
    }

    fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        self.read(|connection| {
            connection.query_row("SELECT at FROM alive", (), |row| row.get::<_, i64>(0)).optional()
        })
        .map(|at| at.map(i64::cast_unsigned))
    }
}
