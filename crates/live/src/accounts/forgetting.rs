//! Deleting people.

use super::Accounts;
use crate::storing::{change, read};
use store::{Change, PersonLookup, StoreError};
use table::keys::KeyHash;

impl Accounts {
    /// Marks a person to be forgotten; `false` if nothing is stored of them.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub(crate) async fn mark_for_forgetting(&self, id: KeyHash) -> Result<bool, StoreError> {
        let is_kept = read(&self.store, move |store| {
            Ok(!store.tables_of(id, 1)?.is_empty()
                || !store.sessions(id)?.is_empty()
                || !store.blocks_of(id)?.is_empty()
                || store.person(PersonLookup::Id(id))?.is_some()
                || store.forgetting()?.contains(&id))
        });
        if !is_kept.await? {
            return Ok(false);
        }
        change(&self.store, vec![Change::Forgetting(id)]).await?;
        Ok(true)
    }

    /// Deletes a person with their account and sessions. Their tables are the hub's business.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn forget(&self, id: KeyHash) -> Result<(), StoreError> {
        self.forget_transfers(id);
        let keys: Vec<KeyHash> = self.sessions(id).await?.iter().map(|session| session.key).collect();
        self.change(id, &keys, vec![Change::Forget(id)]).await
    }
}
