//! Archive files: one log each, compressed, with a name that says nothing about the table.
//!
//! A file is gzip; its lines are JSON, so that `zcat` shows it. The first names the table and the number of entries, each
//! other line is an entry: `[at, command, body]`. The main file knows the size and the CRC-32 of the whole file, so damage
//! is found before anything is unpacked.

use super::super::file::{make_folder, own};
use super::super::{StoreError, StoredEntry, failed};
use flate2::Crc;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::keys::{TableId, random_u64};

/// The folder in a data folder in which the archive files are.
pub(crate) const FOLDER: &str = "archive";
/// The suffix of the names of archive files.
const ENDING: &str = ".gz";
/// The number of hexadecimal digits before the suffix.
const DIGITS: usize = 16;

/// The errors by which the system says that the process or the machine has too many files open. Unix: `ENFILE` and `EMFILE`;
/// Windows: `ERROR_TOO_MANY_OPEN_FILES`.
const TOO_MANY_OPEN: &[i32] = if cfg!(windows) { &[4] } else { &[23, 24] };

/// The file of an archived log, with what shows that it is whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ArchiveFile {
    /// The name of the file.
    pub(crate) file: String,
    /// The number of entries in the log.
    pub(crate) entries: u64,
    /// The size of the file in bytes.
    pub(crate) bytes: u64,
    /// The CRC-32 of these bytes.
    pub(crate) crc: u32,
    /// The time of the last entry.
    pub(crate) at: u64,
}

/// A step in the archiving of a table, at which a test can let the machine die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "conformance"), allow(unreachable_pub))] // only tests see it
pub enum Step {
    /// The file is named as a stray, and not written yet.
    Named,
    /// The file is durable; the table is still in the main file.
    Written,
    /// The table is in the archive.
    Moved,
    /// The table is back in the main file; its archive file is a stray and still there.
    BroughtBack,
    /// The stray's file is gone; it is still named.
    Erased,
}

/// Is called at each step.
pub(crate) type Watcher = Arc<dyn Fn(Step) + Send + Sync>;

/// The archive files of one data folder.
#[derive(Default)]
pub(crate) struct Archives {
    folder: PathBuf,
    /// Held while a table is archived: one at a time.
    turn: Mutex<()>,
    /// The stray that is being written, and must not be deleted before its fate is known.
    in_flight: Mutex<Option<String>>,
    /// Whether there may be strays to delete.
    strays: AtomicBool,
    /// Whether a log was brought back since that was asked.
    brought_back: AtomicBool,
    watcher: Mutex<Option<Watcher>>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Archives {
    /// The archive files in this data folder.
    pub(crate) fn of(data: &Path) -> Archives {
        Archives { folder: data.join(FOLDER), strays: AtomicBool::new(true), ..Archives::default() }
    }

    /// Waits for the turn to archive.
    pub(crate) fn turn(&self) -> MutexGuard<'_, ()> {
        held(&self.turn)
    }

    /// Notes which file is being written.
    pub(crate) fn set_in_flight(&self, file: Option<String>) {
        *held(&self.in_flight) = file;
    }

    /// The file that is being written.
    pub(crate) fn in_flight(&self) -> Option<String> {
        held(&self.in_flight).clone()
    }

    /// Notes whether there may be strays to delete.
    pub(crate) fn set_strays(&self, there_are: bool) {
        self.strays.store(there_are, Ordering::SeqCst);
    }

    /// Whether there may be strays to delete.
    pub(crate) fn has_strays(&self) -> bool {
        self.strays.load(Ordering::SeqCst)
    }

    /// Notes that a log was brought back, and its file is a stray.
    pub(crate) fn note_brought_back(&self) {
        self.set_strays(true);
        self.brought_back.store(true, Ordering::SeqCst);
    }

    /// Whether a log was brought back since this was last asked.
    pub(crate) fn take_brought_back(&self) -> bool {
        self.brought_back.swap(false, Ordering::SeqCst)
    }

    /// Calls `watcher` at each step from now on.
    #[cfg(feature = "conformance")]
    pub(crate) fn watch(&self, watcher: Watcher) {
        *held(&self.watcher) = Some(watcher);
    }

    /// A step is done.
    pub(crate) fn reached(&self, step: Step) {
        // The lock is not held meanwhile: what the watcher waits for may be another step, on the writer's thread.
        let watcher = held(&self.watcher).clone();
        if let Some(watcher) = watcher {
            watcher(step);
        }
    }

    /// Reads an archived log.
    pub(crate) fn read(&self, table: TableId, filed: &ArchiveFile) -> Result<Vec<StoredEntry>, StoreError> {
        read(&self.folder, table, filed)
    }

    /// Writes the file of a log so that it survives a crash of the machine.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) -> Result<(), StoreError> {
        write(&self.folder, file, bytes)
    }

    /// Overwrites a file with zeros and deletes it; one that is not there is gone already.
    pub(crate) fn erase(&self, file: &str) -> Result<(), StoreError> {
        let path = path(&self.folder, file)?;
        let result = (|| {
            let mut open = File::options().write(true).open(&path)?;
            let mut left = open.metadata()?.len();
            let zeros = [0; 8192];
            while left > 0 {
                let piece = left.min(zeros.len() as u64);
                open.write_all(&zeros[..piece as usize])?;
                left -= piece;
            }
            open.sync_all()?;
            fs::remove_file(&path)?;
            sync_folder(path.parent())
        })();
        match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(|error| failed(&path, &error)),
        }
    }
}

/// A name that no file has or had.
pub(crate) fn new_name() -> String {
    format!("{:0DIGITS$x}{ENDING}", random_u64())
}

/// Whether a name is that of an archive file.
pub(crate) fn is_name(name: &str) -> bool {
    let digits = name.strip_suffix(ENDING).unwrap_or_default();
    digits.len() == DIGITS
        && digits.bytes().all(|letter| letter.is_ascii_digit() || (b'a'..=b'f').contains(&letter))
}

/// Returns the path of a file with this name. Files are spread over 256 folders, so that none becomes too large to list.
pub(crate) fn path(folder: &Path, file: &str) -> Result<PathBuf, StoreError> {
    if !is_name(file) {
        let reason = "the main file names an archive file that cannot exist".to_owned();
        return Err(StoreError::Damaged { path: folder.join("?"), reason });
    }
    Ok(folder.join(&file[..2]).join(file))
}

/// The CRC-32 of some bytes.
pub(crate) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The text of an archive file, compressed.
///
/// # Panics
/// Never: memory can be written to.
#[must_use]
pub fn pack(table: TableId, log: &[StoredEntry]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::default());
    let head = serde_json::json!({ "neuland": "table", "id": table.to_string(), "entries": log.len() });
    let line = |packed: &mut GzEncoder<Vec<u8>>, line: String| {
        packed.write_all(line.as_bytes()).and_then(|()| packed.write_all(b"\n"))
    };
    let mut written = line(&mut packed, head.to_string());
    for StoredEntry { at, command, body, .. } in log {
        let text = serde_json::to_string(&(at, command, body)).expect("numbers and texts can be written");
        written = written.and_then(|()| line(&mut packed, text));
    }
    written.and_then(|()| packed.finish()).expect("memory can be written to")
}

/// The log in the bytes of an archive file.
///
/// # Errors
/// The fault of the file, if it is not one of this table.
pub fn unpack(table: TableId, bytes: &[u8]) -> Result<Vec<StoredEntry>, String> {
    let mut lines = BufReader::new(GzDecoder::new(bytes)).lines();
    let head = lines.next().ok_or("it is empty")?.map_err(|error| error.to_string())?;
    let head: serde_json::Value = game::json::read(&head).map_err(|fault| fault.to_string())?;
    if head["id"].as_str() != Some(&table.to_string()) {
        return Err("it holds another table".to_owned());
    }
    let mut log = Vec::new();
    for (line, seq) in lines.zip(0..) {
        let line = line.map_err(|error| error.to_string())?;
        let (at, command, body) = game::json::parse(&line).map_err(|fault| fault.to_string())?;
        log.push(StoredEntry { seq, at, command, body });
    }
    Ok(log)
}

/// Returns the error for an archive file that could not be read. A bad sector or a missing right concerns that table alone, like
/// any other damage, and must hold up nothing else. A momentary shortage of the whole machine says nothing about the file.
fn unread(path: &Path, error: &io::Error) -> StoreError {
    let damaged = |reason: String| StoreError::Damaged { path: path.to_owned(), reason };
    match error.kind() {
        io::ErrorKind::NotFound => damaged("this archive file is missing".to_owned()),
        io::ErrorKind::OutOfMemory => failed(path, error),
        _ if error.raw_os_error().is_some_and(|code| TOO_MANY_OPEN.contains(&code)) => failed(path, error),
        _ => damaged(format!("this archive file cannot be read: {error}")),
    }
}

/// The bytes of an archive file, if they are those that the main file knows.
pub(crate) fn read_whole(folder: &Path, filed: &ArchiveFile) -> Result<Vec<u8>, StoreError> {
    let path = path(folder, &filed.file)?;
    let damaged = |reason: String| StoreError::Damaged { path: path.clone(), reason };
    let unread = |error: io::Error| unread(&path, &error);
    // Its size is asked for first, so that no file of another size is read into memory.
    let size = fs::metadata(&path).map_err(unread)?.len();
    if size != filed.bytes {
        return Err(damaged(format!("this archive file has {size} bytes and should have {}", filed.bytes)));
    }
    let bytes = fs::read(&path).map_err(unread)?;
    if crc(&bytes) != filed.crc {
        return Err(damaged("the checksum of this archive file is wrong".to_owned()));
    }
    Ok(bytes)
}

/// The log in an archive file.
pub(crate) fn read(
    folder: &Path,
    table: TableId,
    filed: &ArchiveFile,
) -> Result<Vec<StoredEntry>, StoreError> {
    let bytes = read_whole(folder, filed)?;
    let damaged = |reason| match path(folder, &filed.file) {
        Ok(path) => StoreError::Damaged { path, reason },
        Err(error) => error,
    };
    let log = unpack(table, &bytes).map_err(damaged)?;
    if log.len() as u64 != filed.entries {
        let reason = format!("this archive file has {} entries of {}", log.len(), filed.entries);
        return Err(damaged(reason));
    }
    Ok(log)
}

/// Writes an archive file under a name that no file has, so that it survives a crash of the machine.
pub(crate) fn write(folder: &Path, file: &str, bytes: &[u8]) -> Result<(), StoreError> {
    let path = path(folder, file)?;
    let within = path.parent().unwrap_or(folder);
    (|| {
        if !within.is_dir() {
            make_folder(within)?;
            sync_folder(Some(folder))?;
            sync_folder(folder.parent())?;
        }
        let mut open = own(File::options().write(true).create_new(true)).open(&path)?;
        open.write_all(bytes)?;
        open.sync_all()?;
        sync_folder(Some(within))
    })()
    .map_err(|error: io::Error| failed(&path, &error))
}

/// Makes the names in a folder survive a power cut.
fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    match folder {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let table = TableId::random();
        let entry = |seq, command: Option<&str>, body: &str| StoredEntry {
            seq,
            at: 1_000 + seq,
            command: command.map(str::to_owned),
            body: body.to_owned(),
        };
        let log =
            vec![entry(0, None, "{}"), entry(1, Some("a\tb"), "two\nlines \"ä\" \\"), entry(2, None, "")];
        let packed = pack(table, &log);
        assert_eq!(unpack(table, &packed), Ok(log));
        assert!(unpack(TableId::random(), &packed).is_err());
        for cut in 0..packed.len() {
            assert!(unpack(table, &packed[..cut]).is_err(), "{cut} bytes of {}", packed.len());
        }
    }

    #[test]
    fn only_what_passes_by_itself_is_no_damage() {
        let is_damage = |error: io::Error| {
            let error = unread(Path::new("/data/archive/01/0123456789abcdef.gz"), &error);
            assert_eq!(matches!(error, StoreError::Damaged { .. }), crate::is_of_archive_file(&error));
            crate::is_of_archive_file(&error)
        };
        for kind in [io::ErrorKind::NotFound, io::ErrorKind::PermissionDenied, io::ErrorKind::Other] {
            assert!(is_damage(kind.into()), "{kind}");
        }
        assert!(!is_damage(io::ErrorKind::OutOfMemory.into()));
        if cfg!(unix) {
            assert!(is_damage(io::Error::from_raw_os_error(5)), "EIO");
            assert!(![23, 24].map(io::Error::from_raw_os_error).into_iter().any(is_damage), "ENFILE, EMFILE");
        }
    }

    #[test]
    fn only_names_of_archive_files_are_paths() {
        let folder = Path::new("/data/archive");
        assert!(is_name(&new_name()));
        for name in ["", "../../etc/passwd", "0123456789abcdef", "0123456789ABCDEF.gz", "0123456789abcde.gz"]
        {
            assert!(path(folder, name).is_err(), "{name}");
        }
    }
}
