//! Operations of the host on the data folder, at a person's request: exporting or deleting their data.

use crate::accounts::Accounts;
use crate::export::Export;
use crate::hub::{BotPause, Capacity, Hub, LoadError, forget_everywhere};
use crate::moderation::{ActReason, Moderation, ModerationError, Moderator, Reason, Role};
use crate::names::fold;
use crate::time::Time;
use game::Seat;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{PersonLookup, SqliteStore, Store, StoreError};
use table::keys::{KeyHash, TableId};
use table::personal;

/// A person as the host names them: by their account or, since guests have none, by one of their seats.
///
/// ```
/// use server::admin::PersonSelector;
/// assert!(matches!("Ada".parse(), Ok(PersonSelector::Account(_))));
/// assert!(matches!("0000000000zz/B".parse(), Ok(PersonSelector::Seat(..))));
/// assert!("0000000000zz/X".parse::<PersonSelector>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PersonSelector {
    /// The name of an account.
    Account(String),
    /// A table and a seat.
    Seat(TableId, Seat),
    /// The person's id at tables: 64 hexadecimal digits, which no account can have as its name.
    Id(KeyHash),
}

impl fmt::Display for PersonSelector {
    /// Writes the form that parses to the same value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PersonSelector::Account(name) => f.write_str(name),
            PersonSelector::Seat(table, seat) => write!(f, "{table}/{seat}"),
            PersonSelector::Id(person) => f.write_str(&person.digits()),
        }
    }
}

impl std::str::FromStr for PersonSelector {
    type Err = ParsePersonSelectorError;
    fn from_str(text: &str) -> Result<Self, ParsePersonSelectorError> {
        match text.split_once('/') {
            Some((table, seat)) => match (table.parse(), seat.parse()) {
                (Ok(table), Ok(seat)) => Ok(PersonSelector::Seat(table, seat)),
                _ => Err(ParsePersonSelectorError),
            },
            None => Ok(KeyHash::of_digits(text)
                .map_or_else(|| PersonSelector::Account(text.to_owned()), PersonSelector::Id)),
        }
    }
}

/// A text with a stroke that is not a table and a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePersonSelectorError;

impl fmt::Display for ParsePersonSelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("give the name of an account, or a table and a seat such as k7mw2xqp4d01/B")
    }
}

impl std::error::Error for ParsePersonSelectorError {}

fn find(store: &dyn Store, named: &PersonSelector) -> Result<Option<KeyHash>, StoreError> {
    match named {
        PersonSelector::Account(name) => {
            let person = fold(name).map(|folded| store.person(PersonLookup::Name(&folded))).transpose()?;
            Ok(person.flatten().map(|person| person.id))
        }
        PersonSelector::Seat(table, seat) => Ok(personal::holder_of_seat(&store.load(*table)?, *seat)),
        PersonSelector::Id(person) => Ok(Some(*person)),
    }
}

/// Writes all stored data of a person in a data folder, piece by piece; `false` if there is no such person. A server may run on
/// it.
///
/// # Errors
/// If the folder cannot be read.
pub fn export(
    folder: &Path,
    named: &PersonSelector,
    mut write: impl FnMut(&str),
) -> Result<bool, StoreError> {
    let store = SqliteStore::open_to_read(folder)?;
    let Some(person) = find(&store, named)? else { return Ok(false) };
    let mut export = Export::of(&store, person)?;
    while let Some(piece) = export.next_piece(&store)? {
        write(&piece);
    }
    Ok(true)
}

/// The outcome of a request to delete a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deleted {
    /// There is no such person.
    Nobody,
    /// The host did not confirm the deletion.
    Kept,
    /// Nothing refers to that person any more.
    Done,
}

/// Deletes a person in a data folder, as they could themselves. No server may run on it. `is_sure` is asked when nothing
/// stands against it any more.
///
/// # Errors
/// If the folder cannot be used.
pub fn delete(
    folder: &Path,
    named: &PersonSelector,
    is_sure: impl FnOnce() -> bool,
) -> Result<Deleted, StoreError> {
    // Only read at first: opening makes a store where there is none.
    drop(SqliteStore::open_to_read(folder)?);
    let store = Arc::new(SqliteStore::open(folder)?);
    let Some(person) = find(&*store, named)? else { return Ok(Deleted::Nobody) };
    if !is_sure() {
        return Ok(Deleted::Kept);
    }
    let runtime = runtime(folder)?;
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

fn runtime(folder: &Path) -> Result<tokio::runtime::Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| StoreError::Io { path: folder.to_owned(), reason: error.to_string() })
}

/// An operation of the host on an account in the data folder, to appoint the first admin or when nobody can sign in any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostAct {
    /// Gives it a role.
    Grant(Role),
    /// Takes its role away, also if it is the last admin.
    Revoke,
    /// Makes a code by which its owner sets a new password.
    ResetPassword,
}

/// Does something about an account in a data folder, and enters it in the audit log. No server may run on it. Returns the
/// code, if one was made.
///
/// # Errors
/// If there is no such account, or the folder cannot be used.
pub fn act(folder: &Path, named: &PersonSelector, act: HostAct) -> Result<Option<String>, ModerationError> {
    // Only read at first: opening makes a store where there is none.
    drop(SqliteStore::open_to_read(folder).or_else(|error| match error {
        // An older version is brought up to date.
        StoreError::Damaged { .. } => SqliteStore::open(folder),
        error => Err(error),
    })?);
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder)?);
    let runtime = runtime(folder)?;
    runtime.block_on(async {
        // Bots sit still meanwhile.
        let hub = Hub::without_tasks(Arc::clone(&store), BotPause::NONE, Capacity::default(), Time::start());
        let accounts = Arc::new(Accounts::new(Arc::clone(&store), Duration::ZERO));
        let moderation = Moderation::load(Arc::clone(&store), hub, accounts).await?;
        let by = Moderator::HOST;
        let person = moderation.find(by, named).await?;
        match act {
            HostAct::Grant(role) => moderation.grant(by, person, role).await.map(|()| None),
            HostAct::Revoke => moderation.revoke(by, person).await.map(|()| None),
            HostAct::ResetPassword => {
                let why = ActReason { reason: Reason::Other, text: None };
                moderation.reset_password(by, person, &why).await.map(Some)
            }
        }
    })
}
