//! Operations of the host on the place of the tables: exporting or deleting the data of a person at their request, and appointing admins.

pub use crate::person_selector::{ParsePersonSelectorError, PersonSelector};

use crate::accounts::Accounts;
use crate::export::Export;
use crate::forgetting::forget_everywhere;
use crate::hub::{BotPause, Capacity, Hub, LoadError};
use crate::moderation::{ActReason, Moderation, ModerationError, Moderator, Reason, Role};
use crate::time::Time;
use std::sync::Arc;
use std::time::Duration;
use store::{Location, StoreError};

/// Writes all stored data of a person, piece by piece; `false` if there is no such person. A server may run there.
///
/// # Errors
/// If the place cannot be read.
pub fn export(
    place: &dyn Location,
    named: &PersonSelector,
    mut write: impl FnMut(&str),
) -> Result<bool, StoreError> {
    let store = place.open_to_read()?;
    let Some(person) = named.find(&*store)? else { return Ok(false) };
    let mut export = Export::of(&*store, person)?;
    while let Some(piece) = export.next_piece(&*store)? {
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

/// Deletes a person, as they could themselves. No server may run there. `is_sure` is asked when nothing stands against it any
/// more.
///
/// # Errors
/// If the place cannot be used.
pub fn delete(
    place: &dyn Location,
    named: &PersonSelector,
    is_sure: impl FnOnce() -> bool,
) -> Result<Deleted, StoreError> {
    let store = place.open()?;
    let Some(person) = named.find(&*store)? else { return Ok(Deleted::Nobody) };
    if !is_sure() {
        return Ok(Deleted::Kept);
    }
    let runtime = runtime(place)?;
    runtime.block_on(async {
        // Bots sit still meanwhile.
        let hub = Hub::new(Arc::clone(&store), BotPause::around(Duration::from_secs(3600)));
        let accounts = Accounts::new(Arc::clone(&store), Duration::ZERO);
        forget_everywhere(&hub, &accounts, person).await.map_err(|trouble| match trouble {
            LoadError::Store(error) => error,
            other => StoreError::Damaged { path: place.name().into(), reason: format!("{other:?}") },
        })
    })?;
    drop(runtime);
    // Also a large file is swept before this ends.
    store.settle().map(|()| Deleted::Done)
}

fn runtime(place: &dyn Location) -> Result<tokio::runtime::Runtime, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| StoreError::Io { path: place.name().into(), reason: error.to_string() })
}

/// An operation of the host on an account, to appoint the first admin or when nobody can sign in any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostAct {
    /// Gives it a role.
    Grant(Role),
    /// Takes its role away, also if it is the last admin.
    Revoke,
    /// Makes a code by which its owner sets a new password.
    ResetPassword,
}

/// Does something about an account, and enters it in the audit log. No server may run there. Returns the code, if one was made.
///
/// # Errors
/// If there is no such account, or the place cannot be used.
pub fn act(
    place: &dyn Location,
    named: &PersonSelector,
    act: HostAct,
) -> Result<Option<String>, ModerationError> {
    let store = place.open()?;
    let runtime = runtime(place)?;
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
