//! The archive files that belong to copies of a store.
//!
//! They lie beside the copies in a folder of their own, which all copies share: an archive file never changes, so it is
//! copied once, however many copies need it. A copy of the main file names those that belong to it, with their sizes and
//! checksums. Each is compared with them at every copy, and replayed when it is new.

use super::{BackupError, Checked, Replay};
use crate::archive::files::{ArchiveFile, FOLDER, is_name, path, read, read_whole, write};
use crate::archive::sqlite::{all, find};
use crate::file::{explain, make_folder, open_reader, own};
use crate::{StoreError, failed};
use rusqlite::Connection;
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use table::keys::TableId;

/// The folder beside copies that has their archive files.
const BESIDE: &str = "neuland-archive";
/// The file in it that is locked while archive files are copied or deleted.
const LOCK: &str = "lock";
/// The ending of the name of a replaced store, before the second at which it was replaced.
pub(super) const REPLACED: &str = ".replaced-";

/// The folder with the archive files of the copies that lie beside this file.
fn beside(file: &Path) -> PathBuf {
    file.with_file_name(BESIDE)
}

/// Returns the folder with the archive files of a file that is to be restored: a copy, the file of a data folder, or one that was
/// replaced.
fn belonging_to(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match name.strip_prefix(crate::file::FILE) {
        Some("") => file.with_file_name(FOLDER),
        Some(rest) if rest.starts_with(REPLACED) => file.with_file_name(format!("{FOLDER}{rest}")),
        _ => beside(file),
    }
}

/// The archived tables that a store names; those that no address can name are left out, since nobody misses them.
fn named_by(file: &Path) -> Result<Vec<(TableId, ArchiveFile)>, StoreError> {
    let wrong = |error| explain(file, error);
    let connection = open_reader(file).map_err(wrong)?;
    let named = all(&connection).map_err(wrong)?;
    let table = |(number, filed): (i64, ArchiveFile)| Some((TableId::new(number.cast_unsigned())?, filed));
    Ok(named.into_iter().filter_map(table).collect())
}

/// The right to add to the archive files of a folder, or to delete some.
pub(super) struct ArchiveLock {
    _lock: File,
}

impl ArchiveLock {
    /// Waits for it.
    fn at(folder: &Path) -> Result<ArchiveLock, StoreError> {
        let path = folder.join(LOCK);
        let locked = own(File::options().append(true).create(true)).open(&path).and_then(|lock| {
            lock.lock()?;
            Ok(lock)
        });
        locked.map(|lock| ArchiveLock { _lock: lock }).map_err(|error| failed(&path, &error))
    }
}

/// The outcome of copying archive files.
pub(super) enum Copied {
    /// All are there. Nobody may delete one as long as this is held.
    All(Option<ArchiveLock>),
    /// One has moved since the main file was copied, so the copy has to be made again.
    Moved,
}

/// Copies the archive files that a copy of a running store needs beside it, and counts them.
pub(super) fn add(
    data: &Path,
    copy: &Path,
    replay: Replay,
    checked: &mut Checked,
) -> Result<Copied, StoreError> {
    let named = named_by(copy)?;
    if named.is_empty() {
        return Ok(Copied::All(None));
    }
    let (from, to, main) = (data.join(FOLDER), beside(copy), data.join(crate::file::FILE));
    checked.archive.clone_from(&to);
    make_folder(&to).map_err(|error| failed(&to, &error))?;
    let turn = ArchiveLock::at(&to)?;
    let connection = open_reader(&main).map_err(|error| explain(&main, error))?;
    for (table, filed) in named {
        match carry(&from, &to, table, &filed, replay, checked)? {
            Ok(()) => {}
            Err(_) if has_moved(&connection, &main, table, &filed)? => return Ok(Copied::Moved),
            Err(reason) => checked.spoilt.push((table, reason)),
        }
    }
    Ok(Copied::All(Some(turn)))
}

/// Whether a running store does not have a table in this file any more.
fn has_moved(
    connection: &Connection,
    main: &Path,
    table: TableId,
    filed: &ArchiveFile,
) -> Result<bool, StoreError> {
    let now = find(connection, table).map_err(|error| explain(main, error))?;
    Ok(now.as_ref() != Some(filed))
}

/// Brings one archive file to another folder unless it is there, and counts it. The inner error is this table's alone.
fn carry(
    from: &Path,
    to: &Path,
    table: TableId,
    filed: &ArchiveFile,
    replay: Replay,
    checked: &mut Checked,
) -> Result<Result<(), String>, StoreError> {
    checked.tables += 1;
    checked.archived += 1;
    checked.entries += filed.entries;
    checked.bytes += filed.bytes;
    if read_whole(to, filed).is_ok() {
        return Ok(Ok(()));
    }
    let bytes = match read_whole(from, filed) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let target = path(to, &filed.file)?;
    match fs::remove_file(&target) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(&target, &error)),
        _ => {}
    }
    write(to, &filed.file, &bytes)?;
    checked.copied += 1;
    // As it lies there, so that what is replayed is what will be put back.
    Ok(read(to, table, filed).map_err(|error| error.to_string()).and_then(|log| replay(table, log)))
}

/// Archive files to be put into a data folder; they are deleted if this is dropped before.
pub(super) struct StagedFiles {
    folder: PathBuf,
    data: PathBuf,
}

impl StagedFiles {
    /// Brings those that belong to `file` into the data folder, under another name, and counts them. `main` is the copy of
    /// that file.
    pub(super) fn of(
        file: &Path,
        main: &Path,
        data: &Path,
        replay: Replay,
        checked: &mut Checked,
    ) -> Result<StagedFiles, BackupError> {
        let from = belonging_to(file);
        let folder = data.join(format!("{FOLDER}.part-{}", std::process::id()));
        let staged = StagedFiles { folder, data: data.to_owned() };
        let named = named_by(main)?;
        if !named.is_empty() && !from.is_dir() {
            let count = named.len();
            let reason = format!(
                "{count} archived tables belong to {}; this folder must lie beside it",
                file.display()
            );
            return Err(StoreError::Damaged { path: from, reason }.into());
        }
        checked.archive = data.join(FOLDER);
        for (table, filed) in named {
            if let Err(reason) = carry(&from, &staged.folder, table, &filed, replay, checked)? {
                checked.spoilt.push((table, reason));
            }
        }
        Ok(staged)
    }

    /// Puts them in their place. What was there is moved aside, as the main file was.
    pub(super) fn put(self, moved: Option<&Path>, second: u64) -> Result<(), StoreError> {
        let place = self.data.join(FOLDER);
        let suffix = moved.and_then(|moved| {
            let name = moved.file_name()?.to_str()?;
            Some(name.strip_prefix(crate::file::FILE)?.to_owned())
        });
        if place.is_dir() {
            let suffix = suffix.unwrap_or_else(|| format!("{REPLACED}{second}"));
            let aside = self.data.join(format!("{FOLDER}{suffix}"));
            fs::rename(&place, &aside).map_err(|error| failed(&place, &error))?;
        }
        if self.folder.is_dir() {
            fs::rename(&self.folder, &place).map_err(|error| failed(&place, &error))?;
        }
        Ok(())
    }
}

impl Drop for StagedFiles {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Deletes the archive files beside copies that none of the copies in the folder needs; says how many.
pub(super) fn forget(folder: &Path) -> Result<usize, BackupError> {
    let archive = folder.join(BESIDE);
    if !archive.is_dir() {
        return Ok(0);
    }
    let _turn = ArchiveLock::at(&archive)?;
    let files = |folder: &Path| -> Result<Vec<PathBuf>, StoreError> {
        let entries = fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
        Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
    };
    let mut needed = HashSet::new();
    for copy in files(folder)? {
        if copy.extension().is_none_or(|ending| ending != "sqlite") {
            continue;
        }
        match open_reader(&copy).map_err(|error| explain(&copy, error)).and_then(|connection| {
            crate::file::version(&connection, &copy)?;
            named_by(&copy)
        }) {
            Ok(named) => needed.extend(named.into_iter().map(|(_, filed)| filed.file)),
            // What is no copy needs nothing. A copy that cannot be read now may be readable elsewhere.
            Err(StoreError::Damaged { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut gone = 0;
    for within in files(&archive)?.into_iter().filter(|path| path.is_dir()) {
        for file in files(&within)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if is_name(&name) && !needed.contains(&name) {
                fs::remove_file(&file).map_err(|error| failed(&file, &error))?;
                gone += 1;
            }
        }
    }
    Ok(gone)
}
