//! Forgetting people everywhere: at their tables, in their accounts and in memory.

use crate::accounts::Accounts;
use crate::hub::{Hub, LoadError};
use crate::moderation::Moderation;
use crate::storing::read;
use std::sync::Arc;
use std::time::Duration;
use table::keys::KeyHash;

/// Forgets a person everywhere: at their tables, then their account and sessions. It is noted first, so that a server that
/// stops in the middle goes on after its next start.
///
/// # Errors
/// If something cannot be stored or read. What is done is done; the rest can be tried again.
pub async fn forget_everywhere(
    hub: &Arc<Hub>,
    accounts: &Accounts,
    person: KeyHash,
) -> Result<(), LoadError> {
    // Anybody can make a key of which nothing was ever kept. Sweeping the store for it would be work for nothing.
    if !accounts.mark_for_forgetting(person).await? {
        return Ok(());
    }
    // The sessions end last: as long as anything is left, its owner can try again.
    hub.forget(person).await?;
    accounts.forget(person).await?;
    hub.blocks().forget(person);
    hub.ratings().recompute();
    // Another device may have sat down in between.
    hub.forget(person).await?;
    Ok(())
}

/// Goes on forgetting those with whom a server before this one did not come to an end. A node of a cluster does so for as long as
/// it runs, whenever it is the one that looks after accounts.
pub async fn resume_forgetting(hub: Arc<Hub>, accounts: Arc<Accounts>, moderation: Arc<Moderation>) {
    loop {
        let left = async {
            let mut left = Ok(());
            if !hub.is_home() {
                return Ok(());
            }
            for person in read(hub.store(), |store| store.forgetting()).await? {
                match forget_everywhere(&hub, &accounts, person).await {
                    Ok(()) => moderation.forget(person),
                    // Nobody waits for somebody else.
                    trouble => left = trouble,
                }
            }
            left
        };
        let left: Result<(), LoadError> = left.await;
        match left {
            Ok(()) if hub.nodes().is_none() => return,
            Ok(()) => {}
            Err(trouble) => tracing::warn!(?trouble, "somebody could not be forgotten; it is tried again"),
        }
        tokio::time::sleep(Duration::from_secs(60)).await;
    }
}
