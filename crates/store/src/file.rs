//! The file of a data folder: its lock, its mark, and its schema with the upgrades.

use super::recovery;
use super::{Mark, StoreError, StoredEntry, blocks, failed};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// The format of the file, counted up when the schema below changes.
pub(super) const VERSION: i64 = 9;
/// The file in a data folder.
pub(super) const FILE: &str = "tables.sqlite";
/// The lock file in a data folder.
pub(super) const LOCK: &str = "neuland.lock";
/// The time for which another program's lock is waited for.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// The value of `auto_vacuum` with which free pages can be given back a few at a time.
pub(super) const INCREMENTAL: i64 = 2;

/// The schema that each version adds to the one before. `entries` is the truth; `holders` and `codes` only find it.
const SCHEMAS: [&str; VERSION as usize] = [
    "
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
    ",
    "
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
    ",
    "
    CREATE TABLE persons (
        person BLOB NOT NULL PRIMARY KEY,
        since INTEGER NOT NULL,
        name TEXT,
        folded TEXT UNIQUE,
        password TEXT
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE sessions (
        key BLOB NOT NULL PRIMARY KEY,
        person BLOB NOT NULL,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        until INTEGER NOT NULL,
        device TEXT NOT NULL
    ) WITHOUT ROWID, STRICT;
    CREATE INDEX sessions_of ON sessions (person);
    CREATE TABLE to_sweep (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1)
    ) STRICT;
    ",
    // The page at which sweeping goes on, and how many pages are to be swept; all of them twice if that is not set.
    "
    ALTER TABLE to_sweep ADD COLUMN page INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE to_sweep ADD COLUMN rest INTEGER;
    CREATE TABLE forgetting (
        person BLOB NOT NULL PRIMARY KEY
    ) WITHOUT ROWID, STRICT;
    ",
    super::moderation::SCHEMA,
    recovery::SCHEMA,
    blocks::SCHEMA,
    // The archive's tables in the main file. `archive_size` holds the sums, which would take too long to count in a large file.
    "
    CREATE TABLE archived (
        table_id INTEGER NOT NULL PRIMARY KEY,
        file TEXT NOT NULL,
        entries INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        crc INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE stray (
        file TEXT NOT NULL PRIMARY KEY
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE archive_size (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
        tables INTEGER NOT NULL,
        bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO archive_size (one, tables, bytes) VALUES (1, 0, 0);
",
    super::results::SCHEMA,
];

/// Makes a data folder, if it is not there, that is for its owner alone: it holds the secrets of tables and the hashes of
/// passwords.
pub(super) fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Options by which a file that is made is for its owner alone.
pub(super) fn own(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Takes the lock of a data folder; its holder writes its process number into the file.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let io = |error: std::io::Error| failed(&path, &error);
    let mut file =
        own(File::options().read(true).write(true).create(true).truncate(false)).open(&path).map_err(io)?;
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

pub(super) fn open_writer(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// Sets how the writer writes. The journal mode is stored in the file, so this comes after the file is known to be ours.
pub(super) fn make_durable(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a commit that was answered survives a power cut. NORMAL would only survive a killed process.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What is deleted or written over is overwritten with zeros: people may want to be forgotten.
    connection.pragma_update(None, "secure_delete", "ON")
}

pub(super) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(BUSY)?;
    Ok(connection)
}

/// Returns the mark of a file and the version of its format; both are 0 in an unmarked file.
fn marks(connection: &Connection, path: &Path) -> Result<(i64, i64), StoreError> {
    let ask = |pragma| connection.pragma_query_value(None, pragma, |row| row.get(0));
    let marks = ask("application_id").and_then(|application| Ok((application, ask("user_version")?)));
    marks.map_err(|error| explain(path, error))
}

/// The version of a store that we can read.
pub(super) fn version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    version_of(connection, path, Mark::Tables)
}

/// The version of a store that bears this mark.
pub(super) fn version_of(connection: &Connection, path: &Path, mark: Mark) -> Result<i64, StoreError> {
    let (application, version) = marks(connection, path)?;
    let bears = |mark: Mark| application == mark.application();
    match version {
        1..=VERSION if bears(mark) => Ok(version),
        _ if bears(mark) && version > VERSION => Err(StoreError::Newer { path: path.to_owned(), version }),
        _ if bears(Mark::Tests) => Err(StoreError::OtherMark { path: path.to_owned(), found: Mark::Tests }),
        _ if bears(Mark::Tables) => Err(StoreError::OtherMark { path: path.to_owned(), found: Mark::Tables }),
        _ => Err(damaged(path, "nothing marks it as a store of Neuland")),
    }
}

/// The mark of a store.
pub(super) fn mark_of(connection: &Connection, path: &Path) -> Result<Mark, StoreError> {
    let (application, _) = marks(connection, path)?;
    let known = [Mark::Tables, Mark::Tests].into_iter().find(|mark| mark.application() == application);
    known.ok_or_else(|| damaged(path, "nothing marks it as a store of Neuland"))
}

pub(super) fn damaged(path: &Path, reason: &str) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), reason: reason.to_owned() }
}

/// Checks that the file is ours, or makes it ours if it is empty; brings it up to our version. Whether all of it is sound is
/// not checked here: that would take the longer the more there is. What is damaged is found when it is read, and by
/// [`backup`](super::backup).
pub(super) fn prepare(connection: &Connection, path: &Path, mark: Mark) -> Result<(), StoreError> {
    let explained = |error| explain(path, error);
    let count = "SELECT count(*) FROM sqlite_schema";
    let objects: i64 = connection.query_row(count, (), |row| row.get(0)).map_err(explained)?;
    let version = if objects == 0 && marks(connection, path)? == (0, 0) {
        // Must come before the first table; in a file that has some, only writing it anew changes this.
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL).map_err(explained)?;
        0
    } else {
        version_of(connection, path, mark)?
    };
    if version == VERSION {
        return Ok(());
    }
    let missing: String =
        SCHEMAS.iter().zip(1..).filter(|(_, of)| *of > version).map(|(sql, _)| *sql).collect();
    connection
        .execute_batch(&format!(
            "BEGIN IMMEDIATE; {missing} PRAGMA application_id = {}; PRAGMA user_version = {VERSION}; COMMIT;",
            mark.application()
        ))
        .map_err(explained)
}

/// Translates an error of SQLite.
pub(super) fn explain(path: &Path, error: rusqlite::Error) -> StoreError {
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

/// Notes in the file that the whole of it is to be swept, which goes on after a crash. A sweep that is under way begins anew.
pub(super) fn note_to_sweep(connection: &Connection) -> rusqlite::Result<()> {
    let sweep = "INSERT INTO to_sweep (one) VALUES (1) ON CONFLICT (one) DO UPDATE SET rest = NULL";
    connection.prepare_cached(sweep)?.execute(()).map(drop)
}

/// An entry whose columns begin with this one.
pub(super) fn entry(row: &rusqlite::Row<'_>, from: usize) -> rusqlite::Result<StoredEntry> {
    Ok(StoredEntry {
        seq: row.get(from).map(i64::cast_unsigned)?,
        at: row.get(from + 1).map(i64::cast_unsigned)?,
        command: row.get(from + 2)?,
        body: row.get(from + 3)?,
    })
}
