//! Reading and removing files, with errors that name them.

use crate::root;
use std::fs::{self, File};
use std::path::Path;

/// Reads a file, whose path begins at the root of the workspace if it is relative.
pub(crate) fn bytes(path: impl AsRef<Path>) -> Result<Vec<u8>, String> {
    let path = path.as_ref();
    fs::read(root().join(path)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a text file like [`bytes`].
pub(crate) fn text(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    fs::read_to_string(root().join(path)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Removes a folder with everything in it, if it exists.
pub(crate) fn remove(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Copies a file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

/// Writes a text into a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Waits until no other process or thread holds the lock of this path, and holds it until the file is dropped.
pub(crate) fn lock(path: &Path) -> Result<File, String> {
    let open = || {
        fs::create_dir_all(path.parent().expect("it is in a folder"))?;
        let file = File::create(path)?;
        file.lock()?;
        Ok(file)
    };
    open().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}
