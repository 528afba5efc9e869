//! What is kept of one person, beside the logs of their tables and in them, as a document for them.

use crate::accounts::Kept;
use serde_json::{Value, json};
use store::{Store, StoreError, Who};
use table::keys::KeyHash;
use table::moment::iso_8601;
use table::personal;

/// Tables that one export tells of at most.
const TABLES: usize = 100_000;

/// Everything that is kept of a person, as a document. Blocks.
///
/// # Errors
/// If the store cannot be read.
pub fn export(store: &dyn Store, person: KeyHash) -> Result<Value, StoreError> {
    let known = store.person(Who::Id(person))?;
    let account = known.as_ref().and_then(|person| person.account.as_ref());
    let sessions: Vec<Value> = store
        .sessions(person)?
        .into_iter()
        .map(|session| {
            json!({
                "device": session.device,
                "since": iso_8601(session.since),
                "last_used": iso_8601(session.seen),
                "until": iso_8601(session.until),
            })
        })
        .collect();
    let mut tables = Vec::new();
    for id in store.tables_of(person, TABLES)? {
        tables.push(personal::export(id, &store.load(id)?, person));
    }
    Ok(json!({
        "account": account.map(|account| json!({
            "name": account.name,
            "compared_as": account.folded,
            "password": "only a hash of it is kept (argon2id)",
        })),
        "kept_since": known.map(|person| iso_8601(person.since)),
        "sessions": sessions,
        "tables": tables,
    }))
}

/// Whether nothing but the key is kept of somebody.
#[must_use]
pub fn is_plain_guest(kept: &Kept) -> bool {
    kept.name.is_none() && kept.sessions.len() <= 1
}
