//! A place for files.

use std::path::PathBuf;

/// A folder that is not there when the test begins, and is removed when it is over.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A path that is this process's own; nothing is there yet.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("neuland-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
