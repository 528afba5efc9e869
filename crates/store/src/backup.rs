//! Copies of a store, taken while a server writes to it, and put back in its place.
//!
//! A copy is made by SQLite in one read transaction (`VACUUM INTO`): it is the store as it was at one moment, in one
//! file, and nobody who plays has to wait. It gets its name only after it was read back: every page, and every table's
//! log replayed from its first entry. What is replaced is moved aside, never deleted. The archive files that belong to a
//! copy lie beside it.

mod archive;

use super::file::{FILE, INCREMENTAL, entry, explain, lock, make_folder, open_reader, own, version};
use super::{StoreError, StoredEntry, failed, now};
use archive::{Copied, REPLACED, StagedFiles};
use rusqlite::Connection;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use table::keys::TableId;
use table::moment::iso_8601;

/// A check whether the log of a table can be replayed; its error says what is wrong with the log. A store does not know the
/// games, so the caller supplies the check.
pub type Replay = fn(TableId, Vec<StoredEntry>) -> Result<(), String>;

/// The contents of a store, as far as they were read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Checked {
    /// The file.
    pub path: PathBuf,
    /// The number of tables.
    pub tables: u64,
    /// The number of their entries.
    pub entries: u64,
    /// The number of tables in archive files.
    pub archived: u64,
    /// The number of archive files that were not there yet.
    pub copied: u64,
    /// The folder of the archive files.
    pub archive: PathBuf,
    /// The total size of the files in bytes.
    pub bytes: u64,
    /// Tables whose logs cannot be replayed, and why. The other tables are not affected.
    pub spoilt: Vec<(TableId, String)>,
    /// The new place of the files that were in the way.
    pub moved: Option<PathBuf>,
}

/// The reason a backup or a restore failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackupError {
    /// The file is there already, and is not overwritten.
    Exists(PathBuf),
    /// The folder has tables already, and they are not replaced unasked.
    HasTables(PathBuf),
    /// There are no tables.
    NoTables(PathBuf),
    /// A file cannot be read, written or understood.
    Store(StoreError),
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::Exists(path) => {
                write!(f, "{} already exists and is not overwritten; name another file", path.display())
            }
            BackupError::HasTables(path) => write!(
                f,
                "{} has tables already; with --replace they are moved aside, or name another folder",
                path.display()
            ),
            BackupError::NoTables(path) => write!(f, "there are no tables in {}", path.display()),
            BackupError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BackupError {}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> BackupError {
        BackupError::Store(error)
    }
}

/// Copies the store of a data folder into a file that does not exist yet. A server may go on writing meanwhile.
///
/// If `target` is a folder, the file in it is named by the time.
///
/// # Errors
/// If there is nothing to copy, the file exists, or the copy cannot be made or does not read back. Then there is no
/// file of that name.
pub fn backup(folder: &Path, target: &Path, replay: Replay) -> Result<Checked, BackupError> {
    let source = folder.join(FILE);
    if !source.is_file() {
        return Err(BackupError::NoTables(folder.to_owned()));
    }
    let target = if target.is_dir() { target.join(name_for(now())) } else { target.to_owned() };
    if target.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(target));
    }
    let part = Part::new(&target)?;
    let (checked, turn) = whole(folder, &source, &part.0, replay)?;
    sync(&part.0)?;
    // A link fails where a rename would overwrite what somebody else put there meanwhile.
    match fs::hard_link(&part.0, &target) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(BackupError::Exists(target));
        }
        // Not every file system has links.
        Err(_) => fs::rename(&part.0, &target).map_err(|error| failed(&target, &error))?,
    }
    drop(part);
    sync_folder(&target)?;
    drop(turn);
    Ok(Checked { path: target, ..checked })
}

/// The most attempts at a copy: it begins again if a table has come back from the archive meanwhile.
const TRIES: usize = 8;

/// Copies a store into an empty file and its archive files beside it, and reads all of that back.
fn whole(
    folder: &Path,
    source: &Path,
    part: &Path,
    replay: Replay,
) -> Result<(Checked, Option<archive::ArchiveLock>), BackupError> {
    for _ in 0..TRIES {
        File::options().write(true).truncate(true).open(part).map_err(|error| failed(part, &error))?;
        copy(source, part)?;
        let mut archived = Checked::default();
        if let Copied::All(turn) = archive::add(folder, part, replay, &mut archived)? {
            let mut checked = check(part, replay)?;
            checked.tables += archived.tables;
            checked.entries += archived.entries;
            checked.bytes += archived.bytes;
            checked.spoilt.extend(archived.spoilt);
            (checked.archived, checked.copied) = (archived.archived, archived.copied);
            checked.archive = archived.archive;
            return Ok((checked, turn));
        }
    }
    Err(StoreError::Overloaded.into())
}

/// The name of a copy made at a moment; names in alphabetical order are in order of time.
fn name_for(millis: u64) -> String {
    format!("{PREFIX}{}{SUFFIX}", iso_8601(millis).replace(':', ""))
}

/// The beginning and the end of the names of copies that were named by their time.
const PREFIX: &str = "neuland-";
const SUFFIX: &str = ".sqlite";

/// Deletes all but the latest copies in a folder, among those that were named by their time, and the archive files that
/// none of the copies that stay needs; says how many copies.
///
/// # Errors
/// If the folder cannot be read or a file cannot be deleted.
pub fn forget_old(folder: &Path, keep: usize) -> Result<usize, BackupError> {
    let is_dated = |name: &str| {
        let date = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
        date.is_some_and(|date| {
            let shape = |(letter, like): (u8, u8)| {
                if like == b'0' { letter.is_ascii_digit() } else { letter == like }
            };
            date.len() == 18 && date.bytes().zip(*b"0000-00-00T000000Z").all(shape)
        })
    };
    let mut names: Vec<String> = fs::read_dir(folder)
        .map_err(|error| failed(folder, &error))?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| is_dated(name))
        .collect();
    names.sort();
    let old = names.len().saturating_sub(keep);
    for name in &names[..old] {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|error| failed(&path, &error))?;
    }
    archive::forget(folder)?;
    Ok(old)
}

/// Puts a copy into a data folder. Tables that are there are moved aside if `replace` says so.
///
/// # Errors
/// If a server uses the folder, tables are in the way, or the copy is damaged. Then the folder is as it was.
pub fn restore(file: &Path, folder: &Path, replace: bool, replay: Replay) -> Result<Checked, BackupError> {
    let missing = fs::metadata(file).map_err(|error| failed(file, &error))?;
    if !missing.is_file() {
        return Err(failed(file, &io::ErrorKind::IsADirectory.into()).into());
    }
    make_folder(folder).map_err(|error| failed(folder, &error))?;
    let _lock = lock(folder)?;
    let target = folder.join(FILE);
    let in_the_way = fs::metadata(&target).is_ok_and(|found| found.len() > 0);
    if in_the_way && !replace {
        return Err(BackupError::HasTables(folder.to_owned()));
    }
    let part = Part::new(&target)?;
    // Through SQLite, so that a copy that somebody made of all files of a running server is whole as well.
    copy(file, &part.0)?;
    let mut checked = check(&part.0, replay)?;
    let staged = StagedFiles::of(file, &part.0, folder, replay, &mut checked)?;
    sync(&part.0)?;
    let moved = move_aside(&target, in_the_way)?.filter(|_| in_the_way);
    staged.put(moved.as_deref(), now() / 1000)?;
    fs::rename(&part.0, &target).map_err(|error| failed(&target, &error))?;
    sync_folder(&target)?;
    Ok(Checked { path: target, moved, ..checked })
}

/// Renames the files of a store; returns the new name of the first that was there. A journal whose file is gone is in the way as well: SQLite would take it
/// for that of the file that comes in its place.
fn move_aside(file: &Path, is_store: bool) -> Result<Option<PathBuf>, StoreError> {
    // What is still in the journal goes into the file first, if it can, so that one file has everything.
    if is_store && let Ok(connection) = Connection::open(file) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
    }
    let seconds = now() / 1000;
    let with = |path: &Path, ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let free = |n: &u64| with(file, &format!("{REPLACED}{n}"));
    let aside = (seconds..).map(|n| free(&n)).find(|path| path.symlink_metadata().is_err());
    let aside = aside.unwrap_or_else(|| free(&seconds));
    let mut moved = None;
    for ending in ["", "-wal", "-shm"] {
        let (from, to) = (with(file, ending), with(&aside, ending));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&from, &error)),
            Ok(()) => moved = moved.or(Some(to)),
        }
    }
    Ok(moved)
}

/// A file that is not finished; deleted when dropped.
struct Part(PathBuf);

impl Part {
    /// An empty file beside `target`, which only its owner may read: it holds the secrets of tables.
    fn new(target: &Path) -> Result<Part, StoreError> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".part-{}", std::process::id()));
        let path = target.with_file_name(name);
        own(File::options().write(true).create_new(true))
            .open(&path)
            .map_err(|error| failed(&path, &error))?;
        Ok(Part(path))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Copies a store as it is at one moment into an empty file.
fn copy(source: &Path, part: &Path) -> Result<(), StoreError> {
    let connection = open_reader(source).map_err(|error| explain(source, error))?;
    version(&connection, source)?;
    let name = part.to_str().ok_or_else(|| failed(part, &io::ErrorKind::InvalidInput.into()))?;
    // A copy is one whose free pages can be given back a few at a time, also where the source was made before that was so.
    let mode = "auto_vacuum";
    let before: i64 = connection
        .pragma_query_value(None, mode, |row| row.get(0))
        .map_err(|error| explain(source, error))?;
    if before != INCREMENTAL {
        connection.pragma_update(None, mode, INCREMENTAL).map_err(|error| explain(source, error))?;
    }
    connection.execute("VACUUM INTO ?1", [name]).map_err(|error| {
        // What is damaged is the source; what cannot be written is the copy.
        match explain(source, error) {
            StoreError::Full { .. } => StoreError::Full { path: part.to_owned() },
            StoreError::Io { reason, .. } => StoreError::Io { path: part.to_owned(), reason },
            other => other,
        }
    })?;
    Ok(())
}

/// Reads a store to its last byte, and replays every table.
///
/// # Errors
/// If the file is damaged. A table whose log does not fit the rules is no error, but named.
pub fn check(file: &Path, replay: Replay) -> Result<Checked, StoreError> {
    let connection = open_reader(file).map_err(|error| explain(file, error))?;
    version(&connection, file)?;
    let wrong = |error| explain(file, error);
    let verdict: String =
        connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0)).map_err(wrong)?;
    if verdict != "ok" {
        return Err(StoreError::Damaged { path: file.to_owned(), reason: verdict });
    }
    let mut checked = Checked { path: file.to_owned(), ..Checked::default() };
    let mut select = connection
        .prepare("SELECT table_id, seq, at, command, body FROM entries ORDER BY table_id, seq")
        .map_err(wrong)?;
    let mut rows = select.query(()).map_err(wrong)?;
    let mut log: (i64, Vec<StoredEntry>) = (0, Vec::new());
    while let Some(row) = rows.next().map_err(wrong)? {
        let table = row.get(0).map_err(wrong)?;
        let entry = entry(row, 1).map_err(wrong)?;
        if table != log.0 {
            count(std::mem::take(&mut log), replay, &mut checked);
            log.0 = table;
        }
        log.1.push(entry);
    }
    count(log, replay, &mut checked);
    checked.bytes = fs::metadata(file).map_err(|error| failed(file, &error))?.len();
    Ok(checked)
}

/// Counts one table, and replays its log.
fn count((table, log): (i64, Vec<StoredEntry>), replay: Replay, checked: &mut Checked) {
    if log.is_empty() {
        return;
    }
    checked.tables += 1;
    checked.entries += log.len() as u64;
    let Some(id) = TableId::new(table.cast_unsigned()) else {
        // No address can name it, so nobody misses it.
        return;
    };
    if let Err(reason) = replay(id, log) {
        checked.spoilt.push((id, reason));
    }
}

fn sync(file: &Path) -> Result<(), StoreError> {
    let synced = File::options().read(true).write(true).open(file).and_then(|file| file.sync_all());
    synced.map_err(|error| failed(file, &error))
}

/// Makes the name of a file survive a power cut.
fn sync_folder(file: &Path) -> Result<(), StoreError> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_named_by_their_time() {
        for (seconds, name) in [
            (0, "neuland-1970-01-01T000000Z.sqlite"),
            (951_782_400, "neuland-2000-02-29T000000Z.sqlite"),
            (1_795_315_689, "neuland-2026-11-22T024809Z.sqlite"),
            (4_107_542_399, "neuland-2100-02-28T235959Z.sqlite"),
        ] {
            assert_eq!(name_for(seconds * 1000), name);
        }
    }
}
