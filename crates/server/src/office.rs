//! What a host does for a person who asks, on the data folder itself: tell what is kept, delete it.

use crate::accounts::Accounts;
use crate::hub::{BotPause, Hub, Trouble};
use crate::keys::{KeyHash, TableId};
use crate::names::fold;
use crate::personal;
use crate::store::{SqliteStore, Store, StoreError, Who};
use game::Seat;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How a host names a person: by their account, or, since guests have none, by a seat they have.
///
/// ```
/// use server::office::Named;
/// assert!(matches!("Ada".parse(), Ok(Named::Account(_))));
/// assert!(matches!("0000000000zz/B".parse(), Ok(Named::Seat(..))));
/// assert!("0000000000zz/X".parse::<Named>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// The name of an account.
    Account(String),
    /// A table and a seat.
    Seat(TableId, Seat),
}

impl std::str::FromStr for Named {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('/') {
            Some((table, seat)) => {
                let table = table.parse().map_err(|error| format!("{error}"))?;
                Ok(Named::Seat(table, seat.parse::<Seat>().map_err(|error| error.to_string())?))
            }
            None => Ok(Named::Account(text.to_owned())),
        }
    }
}

fn find(store: &dyn Store, named: &Named) -> Result<Option<KeyHash>, StoreError> {
    match named {
        Named::Account(name) => {
            let person = fold(name).map(|folded| store.person(Who::Name(&folded))).transpose()?;
            Ok(person.flatten().map(|person| person.id))
        }
        Named::Seat(table, seat) => Ok(personal::holder_of_seat(&store.load(*table)?, *seat)),
    }
}

/// Everything that is kept of a person in a data folder; `None` if there is no such person. A server may run on it.
///
/// # Errors
/// If the folder cannot be read.
pub fn export(folder: &Path, named: &Named) -> Result<Option<Value>, StoreError> {
    let store = SqliteStore::open_to_read(folder)?;
    find(&store, named)?.map(|person| personal::export(&store, person)).transpose()
}

/// Deletes a person in a data folder, as they could themselves; `false` if there is no such person. No server may run
/// on it.
///
/// # Errors
/// If the folder cannot be used.
pub fn delete(folder: &Path, named: &Named) -> Result<bool, StoreError> {
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder)?);
    let Some(person) = find(&*store, named)? else { return Ok(false) };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StoreError::Io { path: folder.to_owned(), reason: error.to_string() })?;
    runtime.block_on(async {
        // Bots sit still meanwhile.
        let hub = Hub::new(Arc::clone(&store), BotPause::around(Duration::from_secs(3600)));
        hub.forget(person).await.map_err(|trouble| match trouble {
            Trouble::Store(error) => error,
            other => StoreError::Damaged { path: folder.to_owned(), reason: format!("{other:?}") },
        })?;
        Accounts::new(store, Duration::ZERO).forget(person, true).await
    })?;
    drop(runtime);
    // Opened once more, so that also a large file is swept.
    SqliteStore::open(folder).map(|_| true)
}
