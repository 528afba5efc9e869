//! Copies of a store that are read back by the rules: each log in them is replayed from its first entry.

use std::path::Path;
use store::backup;
use store::{StoreError, StoredEntry};
use table::host::Host;
use table::keys::TableId;

pub use store::backup::{BackupError, Checked, forget_old};

/// Makes a backup with [`backup::backup`], replaying logs with the games of this server.
///
/// # Errors
/// The same as [`backup::backup`].
pub fn backup(folder: &Path, target: &Path) -> Result<Checked, BackupError> {
    backup::backup(folder, target, replay)
}

/// Restores a backup with [`backup::restore`], replaying logs with the games of this server.
///
/// # Errors
/// The same as [`backup::restore`].
pub fn restore(file: &Path, folder: &Path, replace: bool) -> Result<Checked, BackupError> {
    backup::restore(file, folder, replace, replay)
}

/// Checks a backup with [`backup::check`], replaying logs with the games of this server.
///
/// # Errors
/// The same as [`backup::check`].
pub fn check(file: &Path) -> Result<Checked, StoreError> {
    backup::check(file, replay)
}

fn replay(id: TableId, log: Vec<StoredEntry>) -> Result<(), String> {
    Host::<()>::load(id, log).map(drop).map_err(|damage| damage.to_string())
}
