//! Checks that the paths of a data folder still lead to the files that its server has open.
//!
//! Somebody may delete, move or replace the files of a running server. The server would go on in files that no path leads to, and
//! everything that it acknowledges would be lost when it ends. On Unix a file is identified by its device and inode. Other
//! systems do not let anybody take away an open file, so there only the existence of a file is checked.

use super::StoreError;
use super::archive::files::FOLDER;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// An identity that tells one file from another, whatever they are called.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}

/// The file at a path, held by what this server has open.
#[derive(Debug)]
struct Anchor {
    path: PathBuf,
    identity: Identity,
    /// The archive folder, which nothing else holds open: an inode of which nobody holds anything may be given to another file.
    _held: Option<File>,
}

impl Anchor {
    /// The file that is at a path now.
    fn drop_at(path: PathBuf) -> io::Result<Anchor> {
        let metadata = fs::metadata(&path)?;
        let held = if metadata.is_dir() { File::open(&path).ok() } else { None };
        Ok(Anchor { identity: identity(&metadata), path, _held: held })
    }

    fn check(&self) -> Result<(), StoreError> {
        match fs::metadata(&self.path) {
            Ok(metadata) if identity(&metadata) == self.identity => Ok(()),
            Ok(_) => Err(StoreError::Displaced { path: self.path.clone() }),
            Err(error) if is_gone(&error) => Err(StoreError::Displaced { path: self.path.clone() }),
            // What the system cannot say for a moment is no reason to stop.
            Err(_) => Ok(()),
        }
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The files of a data folder as its server opened them.
#[derive(Debug)]
pub(super) struct Anchors {
    main: Anchor,
    lock: Option<Anchor>,
    /// Files that are made only when they are needed, and belong to the store from when they are first seen.
    later: Mutex<Vec<(PathBuf, Option<Anchor>)>>,
}

impl Anchors {
    /// Returns the anchors of a store from its open main file and, if it holds one, its open lock file.
    pub(super) fn of(main: &Path, lock: Option<&Path>) -> io::Result<Anchors> {
        let beside = |ending: &str| {
            let mut name = main.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        let later = [beside("-wal"), beside("-shm"), main.with_file_name(FOLDER)];
        Ok(Anchors {
            main: Anchor::drop_at(main.to_owned())?,
            lock: lock.map(|path| Anchor::drop_at(path.to_owned())).transpose()?,
            later: Mutex::new(later.map(|path| (path, None)).into()),
        })
    }

    /// Checks that each path leads to the file that the server has open.
    ///
    /// # Errors
    /// [`StoreError::Displaced`] with the first path that does not.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.check_main()?;
        self.lock.as_ref().map_or(Ok(()), Anchor::check)?;
        let mut later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        later.iter_mut().try_for_each(|(path, anchor)| match anchor {
            Some(anchor) => anchor.check(),
            None => {
                *anchor = Anchor::drop_at(path.clone()).ok();
                Ok(())
            }
        })
    }

    /// Checks the main file alone.
    pub(super) fn check_main(&self) -> Result<(), StoreError> {
        self.main.check()
    }
}
