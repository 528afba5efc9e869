//! Reading and removing files, with errors that name them.

use crate::root;
use std::fs;
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
