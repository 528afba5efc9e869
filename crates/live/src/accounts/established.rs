//! Accounts that are old enough to count for more than a new key.

use std::collections::HashSet;
use store::{PersonLookup, Store, StoreError, now};
use table::keys::KeyHash;

/// The age from which on an account counts as established, in milliseconds.
const ESTABLISHED: u64 = 7 * 24 * 60 * 60 * 1000;

/// The people among these with established accounts.
pub(crate) fn established(
    store: &dyn Store,
    people: impl Iterator<Item = KeyHash>,
) -> Result<HashSet<KeyHash>, StoreError> {
    let mut old = HashSet::new();
    let people: HashSet<KeyHash> = people.filter(|person| *person != KeyHash::NOBODY).collect();
    for id in people {
        let person = store.person(PersonLookup::Id(id))?;
        if person.is_some_and(|of| of.account.is_some() && now().saturating_sub(of.since) >= ESTABLISHED) {
            old.insert(id);
        }
    }
    Ok(old)
}
