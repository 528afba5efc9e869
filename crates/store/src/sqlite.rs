//! Tables in one SQLite file: one thread writes and commits what is waiting in groups, others read.

mod archive;

use super::anchors::Anchors;
use super::archive::files::Archives;
use super::archive::sqlite::{entries, find, next_seq, part};
use super::blocks::{self, Block, Blocks};
use super::file::{
    FILE, LOCK, VERSION, damaged, explain, lock, make_durable, make_folder, open_reader, open_writer, own,
    prepare, version,
};
use super::results::{self, GameResult, Results};
use super::writer::{Job, PendingWrite, write_all};
use super::{
    Account, Batch, Change, Code, CommitCallback, KeyState, LastAlive, Mark, Ownership, Person, PersonLookup,
    Recovery, Session, Shard, ShardSet, Store, StoreError, StoreObserver, StoredEntry, Tag, failed, recovery,
};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params};
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use table::keys::{KeyHash, TableId};

/// Batches that may wait for the writer. A table has one under way, so this is also how many tables may move at once.
const QUEUE: usize = 4096;

/// The most attempts to find a table that moves between main file and archive meanwhile.
const MOVES: usize = 4;

/// A data folder with one SQLite file in it, locked against a second server.
pub struct SqliteStore {
    queue: Option<SyncSender<Job>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    path: PathBuf,
    archives: Arc<Archives>,
    anchors: Arc<Anchors>,
    watch: Arc<dyn StoreObserver>,
    /// The open lock file, because the lock ends with it; `None` for a reader, which holds no lock.
    _lock: Option<File>,
}

impl SqliteStore {
    /// Opens the store in a folder; makes both if they do not exist.
    ///
    /// # Errors
    /// If the folder cannot be used, another server uses it, or the file in it is damaged or too new.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_watched(folder, Arc::new(()))
    }

    /// Opens a store like [`SqliteStore::open`], and tells `watch` of every commit.
    ///
    /// # Errors
    /// The same as [`SqliteStore::open`].
    pub fn open_watched(folder: &Path, watch: Arc<dyn StoreObserver>) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_marked(folder, Mark::Tables, watch)
    }

    /// Opens a store like [`SqliteStore::open_watched`], but one that bears this mark; a new store gets it.
    ///
    /// # Errors
    /// The same as [`SqliteStore::open`]; [`StoreError::OtherMark`] if the store bears another mark.
    pub fn open_marked(
        folder: &Path,
        mark: Mark,
        watch: Arc<dyn StoreObserver>,
    ) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_limited(folder, mark, None, watch)
    }

    /// Opens a store like [`SqliteStore::open`], whose file may not grow beyond `pages` pages of 4 KiB: a disk that fills up, for
    /// tests and for hosts with a quota.
    ///
    /// # Errors
    /// The same as [`SqliteStore::open`].
    pub fn open_with_page_limit(folder: &Path, pages: u32) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_limited(folder, Mark::Tables, Some(pages), Arc::new(()))
    }

    fn open_limited(
        folder: &Path,
        mark: Mark,
        pages: Option<u32>,
        watch: Arc<dyn StoreObserver>,
    ) -> Result<SqliteStore, StoreError> {
        make_folder(folder).map_err(|error| failed(folder, &error))?;
        let lock = lock(folder)?;
        let path = folder.join(FILE);
        // Touched first, so that a folder that cannot be written to is reported as what it is. SQLite gives the journal the
        // rights of the file.
        own(File::options().append(true).create(true)).open(&path).map_err(|error| failed(&path, &error))?;
        let connection = open_writer(&path).map_err(|error| explain(&path, error))?;
        prepare(&connection, &path, mark)?;
        make_durable(&connection).map_err(|error| explain(&path, error))?;
        if let Some(pages) = pages {
            connection.pragma_update(None, "max_page_count", pages).map_err(|error| explain(&path, error))?;
        }
        let anchors = Anchors::of(&path, Some(&folder.join(LOCK))).map_err(|error| failed(&path, &error))?;
        let (queue, waiting) = sync_channel(QUEUE);
        let (archives, anchors) = (Arc::new(Archives::of(folder)), Arc::new(anchors));
        let writer = {
            let (path, watch) = (path.clone(), Arc::clone(&watch));
            let (archives, anchors) = (Arc::clone(&archives), Arc::clone(&anchors));
            std::thread::Builder::new()
                .name("neuland-writer".to_owned())
                .spawn(move || write_all(connection, &path, &waiting, &*watch, &archives, &anchors))
                .map_err(|error| failed(folder, &error))?
        };
        Ok(SqliteStore {
            queue: Some(queue),
            writer: Some(writer),
            readers: Mutex::new(Vec::new()),
            path,
            archives,
            anchors,
            watch,
            _lock: Some(lock),
        })
    }

    /// Opens a store that is there to read from it, also while a server runs on it. What is written to it is refused.
    ///
    /// # Errors
    /// If there is none, or it is of another version.
    pub fn open_to_read(folder: &Path) -> Result<SqliteStore, StoreError> {
        let path = folder.join(FILE);
        let connection = open_reader(&path).map_err(|error| explain(&path, error))?;
        if version(&connection, &path)? < VERSION {
            let reason = "it is of an older version; start the server once to bring it up to date";
            return Err(damaged(&path, reason));
        }
        let anchors = Anchors::of(&path, None).map_err(|error| failed(&path, &error))?;
        Ok(SqliteStore {
            queue: None,
            writer: None,
            readers: Mutex::new(vec![connection]),
            path,
            archives: Arc::new(Archives::of(folder)),
            anchors: Arc::new(anchors),
            watch: Arc::new(()),
            _lock: None,
        })
    }

    /// The SQLite file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The archive files.
    pub(super) fn archives(&self) -> &Archives {
        &self.archives
    }

    /// Checks that no entry is missing from number `from` on.
    fn without_gap(
        &self,
        table: TableId,
        from: u64,
        entries: Vec<StoredEntry>,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        match entries.iter().zip(from..).find(|(entry, seq)| entry.seq != *seq) {
            None => Ok(entries),
            Some((_, seq)) => Err(damaged(&self.path, &format!("entry {seq} of table {table} is missing"))),
        }
    }

    /// Has the writer look for archive files that do not count.
    pub(super) fn look_for_strays(&self) {
        // If the writer has no time or has ended, they go at the next start or with the next that comes.
        if let Some(queue) = &self.queue {
            let _ = queue.try_send(Job::Strays);
        }
    }

    /// Runs `read` on a connection of its own; connections are kept for the next reader.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let kept = self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
        let connection = match kept {
            Some(connection) => Ok(connection),
            None => {
                let opened = open_reader(&self.path);
                // What another file at this path says is not ours, and its connection must not be kept.
                self.anchors.check_main()?;
                opened
            }
        };
        let result = connection.and_then(|connection| {
            let result = read(&connection)?;
            self.readers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(connection);
            Ok(result)
        });
        result.map_err(|error| explain(&self.path, error))
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SqliteStore({})", self.path.display())
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

/// Reads a stored hash.
fn hash(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<KeyHash> {
    row.get(column).map(KeyHash)
}

fn session(row: &rusqlite::Row<'_>) -> rusqlite::Result<Session> {
    let moment = |column| row.get(column).map(i64::cast_unsigned);
    Ok(Session {
        key: hash(row, 0)?,
        person: hash(row, 1)?,
        since: moment(2)?,
        seen: moment(3)?,
        until: moment(4)?,
        device: row.get(5)?,
    })
}

impl SqliteStore {
    /// The tables that are found by `select` for a key, at most `limit`.
    fn tables(
        &self,
        select: &str,
        key: &dyn rusqlite::ToSql,
        limit: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let numbers: Vec<i64> = self.read(|connection| {
            connection.prepare_cached(select)?.query_map(params![key, limit], |row| row.get(0))?.collect()
        })?;
        Ok(numbers.into_iter().filter_map(|number| TableId::new(number.cast_unsigned())).collect())
    }

    pub(super) fn write(&self, written: PendingWrite, done: CommitCallback) {
        let Some(queue) = &self.queue else { return done(Err(StoreError::Closed)) };
        let (refused, error) = match queue.try_send(Job::Write(written, done)) {
            Ok(()) => return,
            Err(TrySendError::Full(job)) => (job, StoreError::Overloaded),
            Err(TrySendError::Disconnected(job)) => (job, StoreError::Closed),
        };
        self.watch.failed(1);
        if let Job::Write(_, done) = refused {
            done(Err(error));
        }
    }
}

/// One server has the folder, so one node owns every shard.
impl Ownership for SqliteStore {}

impl Recovery for SqliteStore {
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError> {
        self.read(|connection| recovery::read(connection, person))
    }
}

impl Store for SqliteStore {
    fn append(&self, batch: Batch, done: CommitCallback) {
        self.write(PendingWrite::Batch(batch), done);
    }

    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let mut before = None;
        for _ in 0..MOVES {
            let (entries, filed) = self.read(|connection| {
                let log = entries(connection, table)?;
                if !log.is_empty() {
                    return Ok((log, None));
                }
                // Both are asked for at one moment, or a table that moves in between would be nowhere.
                let moment = connection.unchecked_transaction()?;
                Ok((entries(&moment, table)?, find(&moment, table)?))
            })?;
            let Some(filed) = filed else {
                return self.without_gap(table, 0, entries);
            };
            match self.archives.read(table, &filed) {
                // It may have moved before the file was opened; if it is still said to be there, the file is damaged.
                Err(error) if before.as_ref() == Some(&filed) => {
                    return Err(self.anchors.check().err().unwrap_or(error));
                }
                Err(_) => before = Some(filed),
                Ok(log) => return Ok(log),
            }
        }
        Err(StoreError::Overloaded)
    }

    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        let (part, is_here) = self.read(|connection| {
            // Both are asked for at one moment, or a table that moves in between would seem to end.
            let moment = connection.unchecked_transaction()?;
            let part = part(&moment, table, from, most)?;
            let is_here = !part.is_empty() || next_seq(&moment, table.number().cast_signed())? > 0;
            Ok((part, is_here))
        })?;
        if !is_here {
            return Ok(self.load(table)?.into_iter().skip_while(|entry| entry.seq < from).collect());
        }
        self.without_gap(table, from, part)
    }

    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.tables(
            "SELECT table_id FROM holders WHERE holder = ?1 ORDER BY (
                 SELECT coalesce(
                     (SELECT at FROM entries WHERE entries.table_id = holders.table_id ORDER BY seq DESC LIMIT 1),
                     (SELECT at FROM archived WHERE archived.table_id = holders.table_id)
                 )
             ) DESC LIMIT ?2",
            &&holder.0[..],
            limit,
        )
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        let found = self.tables("SELECT table_id FROM codes WHERE code = ?1 LIMIT ?2", &code, 1)?;
        Ok(found.first().copied())
    }

    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError> {
        let select = "SELECT table_id FROM tags WHERE tag = ?1 ORDER BY at DESC LIMIT ?2";
        if shards == ShardSet::ALL {
            return self.tables(select, &tag.name(), limit);
        }
        // Only tests ask for a part: the one node of a file has all shards.
        let mut tables = self.tables(select, &tag.name(), usize::MAX)?;
        tables.retain(|table| shards.contains(Shard::of(*table)));
        tables.truncate(limit);
        Ok(tables)
    }

    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read(|connection| {
            let count: i64 = connection
                .prepare_cached(
                    "SELECT count(*) FROM (
                         SELECT 1 FROM holders CROSS JOIN tags ON tags.table_id = holders.table_id
                         WHERE holders.holder = ?1 AND tags.tag = ?2 LIMIT ?3
                     )",
                )?
                .query_row(params![&holder.0[..], Tag::Open.name(), limit], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or(0))
        })
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

    fn last_alive(&self) -> Result<LastAlive, StoreError> {
        self.read(|connection| {
            connection.query_row("SELECT at FROM alive", (), |row| row.get::<_, i64>(0)).optional()
        })
        .map(|at| LastAlive::everywhere(at.map(i64::cast_unsigned)))
    }

    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.write(PendingWrite::Changes(changes), done);
    }

    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT person FROM forgetting")?;
            select.query_map((), |row| hash(row, 0))?.collect()
        })
    }

    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError> {
        self.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT key, person, since, seen, until, device FROM sessions WHERE key = ?1",
                )?
                .query_row([&key.0[..]], session)
                .optional()?;
            if let Some(session) = found {
                return Ok(KeyState::Session(session));
            }
            let ended =
                connection.prepare_cached("SELECT 1 FROM persons WHERE person = ?1")?.exists([&key.0[..]])?;
            Ok(if ended { KeyState::Ended } else { KeyState::Stranger })
        })
    }

    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError> {
        let read = |row: &rusqlite::Row<'_>| {
            let account = match (row.get(2)?, row.get(3)?, row.get(4)?) {
                (Some(name), Some(folded), Some(password)) => Some(Account { name, folded, password }),
                _ => None,
            };
            let since: i64 = row.get(1)?;
            Ok(Person { id: hash(row, 0)?, since: since.cast_unsigned(), account })
        };
        let (column, value) = match who {
            PersonLookup::Id(id) => ("person", Value::from(id.0.to_vec())),
            PersonLookup::Name(name) => ("folded", Value::from(name.to_owned())),
        };
        let select = format!("SELECT person, since, name, folded, password FROM persons WHERE {column} = ?1");
        self.read(|connection| connection.prepare_cached(&select)?.query_row([value], read).optional())
    }

    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError> {
        self.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT key, person, since, seen, until, device FROM sessions WHERE person = ?1
                     ORDER BY seen DESC",
                )?
                .query_map([&person.0[..]], session)?
                .collect()
        })
    }
}

impl Blocks for SqliteStore {
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        self.read(|connection| blocks::read_of(connection, person))
    }

    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError> {
        self.read(|connection| blocks::read_by(connection, person, others))
    }
}

impl Results for SqliteStore {
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError> {
        self.read(|connection| results::read(connection, after, limit))
    }

    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError> {
        self.read(|connection| results::read_shown(connection, person))
    }
}
