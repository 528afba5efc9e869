//! The places that hold tables, as commands of the host open them.

use crate::{SqliteStore, Store, StoreError};
use std::path::PathBuf;
use std::sync::Arc;

/// A place that holds tables: a data folder, or a database. The host works on it by commands, most of them while no server runs.
pub trait Location {
    /// Returns the place as people read it, without a password.
    fn name(&self) -> String;

    /// Opens the store to read it; a server may run on it.
    ///
    /// # Errors
    /// If there is no store, or it cannot be read.
    fn open_to_read(&self) -> Result<Arc<dyn Store>, StoreError>;

    /// Opens the store to change it, and brings it up to date. Makes none where there is none.
    ///
    /// # Errors
    /// If there is no store, a server runs on it, or it cannot be used.
    fn open(&self) -> Result<Arc<dyn Store>, StoreError>;
}

/// A data folder.
impl Location for PathBuf {
    fn name(&self) -> String {
        self.display().to_string()
    }

    fn open_to_read(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(Arc::new(SqliteStore::open_to_read(self)?))
    }

    fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        match SqliteStore::open_to_read(self) {
            // A store of an older version cannot be read as it is.
            Ok(_) | Err(StoreError::Damaged { .. }) => Ok(Arc::new(SqliteStore::open(self)?)),
            Err(error) => Err(error),
        }
    }
}
