//! What a host does for a person who asks, on the data folder itself: tell what is kept, delete it.

use crate::accounts::Accounts;
use crate::hub::{BotPause, Hub, LoadError, forget_everywhere};
use crate::kept::Export;
use crate::names::fold;
use game::Seat;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{SqliteStore, Store, StoreError, Who};
use table::keys::{KeyHash, TableId};
use table::personal;

/// How a host names a person: by their account, or, since guests have none, by a seat they have.
///
/// ```
/// use server::admin::Named;
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
    /// What tables call them: 64 hexadecimal digits, which are no name of an account.
    Id(KeyHash),
}

impl fmt::Display for Named {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Account(name) => f.write_str(name),
            Named::Seat(table, seat) => write!(f, "{table}/{seat}"),
            Named::Id(person) => f.write_str(&person.digits()),
        }
    }
}

impl std::str::FromStr for Named {
    type Err = NotNamed;
    fn from_str(text: &str) -> Result<Self, NotNamed> {
        match text.split_once('/') {
            Some((table, seat)) => match (table.parse(), seat.parse()) {
                (Ok(table), Ok(seat)) => Ok(Named::Seat(table, seat)),
                _ => Err(NotNamed),
            },
            None => Ok(KeyHash::of_digits(text).map_or_else(|| Named::Account(text.to_owned()), Named::Id)),
        }
    }
}

/// A text with a stroke that is not a table and a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotNamed;

impl fmt::Display for NotNamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an account belongs here, or a table and a seat such as k7mw2xqp4d01/B")
    }
}

impl std::error::Error for NotNamed {}

fn find(store: &dyn Store, named: &Named) -> Result<Option<KeyHash>, StoreError> {
    match named {
        Named::Account(name) => {
            let person = fold(name).map(|folded| store.person(Who::Name(&folded))).transpose()?;
            Ok(person.flatten().map(|person| person.id))
        }
        Named::Seat(table, seat) => Ok(personal::holder_of_seat(&store.load(*table)?, *seat)),
        Named::Id(person) => Ok(Some(*person)),
    }
}

/// Writes everything that is kept of a person in a data folder, piece by piece; `false` if there is no such person. A server
/// may run on it.
///
/// # Errors
/// If the folder cannot be read.
pub fn export(folder: &Path, named: &Named, mut write: impl FnMut(&str)) -> Result<bool, StoreError> {
    let store = SqliteStore::open_to_read(folder)?;
    let Some(person) = find(&store, named)? else { return Ok(false) };
    let mut export = Export::of(&store, person)?;
    while let Some(piece) = export.next_piece(&store)? {
        write(&piece);
    }
    Ok(true)
}

/// What came of a request to delete somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deleted {
    /// There is no such person.
    Nobody,
    /// It was not meant after all.
    Kept,
    /// Nothing names that person any more.
    Done,
}

/// Deletes a person in a data folder, as they could themselves. No server may run on it. `is_sure` is asked when nothing
/// stands against it any more.
///
/// # Errors
/// If the folder cannot be used.
pub fn delete(folder: &Path, named: &Named, is_sure: impl FnOnce() -> bool) -> Result<Deleted, StoreError> {
    // Only read at first: opening makes a store where there is none.
    drop(SqliteStore::open_to_read(folder)?);
    let store = Arc::new(SqliteStore::open(folder)?);
    let Some(person) = find(&*store, named)? else { return Ok(Deleted::Nobody) };
    if !is_sure() {
        return Ok(Deleted::Kept);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StoreError::Io { path: folder.to_owned(), reason: error.to_string() })?;
    runtime.block_on(async {
        // Bots sit still meanwhile.
        let hub = Hub::new(Arc::clone(&store) as Arc<dyn Store>, BotPause::around(Duration::from_secs(3600)));
        let accounts = Accounts::new(Arc::clone(&store) as Arc<dyn Store>, Duration::ZERO);
        forget_everywhere(&hub, &accounts, person).await.map_err(|trouble| match trouble {
            LoadError::Store(error) => error,
            other => StoreError::Damaged { path: folder.to_owned(), reason: format!("{other:?}") },
        })
    })?;
    drop(runtime);
    // Also a large file is swept before this ends.
    store.settle().map(|()| Deleted::Done)
}
