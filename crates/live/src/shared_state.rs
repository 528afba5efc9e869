//! What the nodes of a cluster have in common in memory.

use serde_json::Value;
use std::time::Instant;

/// The most keys in one update; the others follow in the next.
pub(crate) const KEYS_PER_UPDATE: usize = 500;

/// A kind of update that one node sends another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpdateKind {
    /// What has changed at the sender since its last update.
    Delta,
    /// What a node that has just started has to know of the time before.
    Snapshot,
}

/// Values by key that the nodes of a cluster have in common, whatever keys and values are.
pub trait SharedState: Send + Sync {
    /// Writes an update; `None` if it is empty.
    fn update(&self, kind: UpdateKind, now: Instant) -> Option<Value>;

    /// Applies an update of another node. An update in the format of a later version is ignored.
    fn apply(&self, kind: UpdateKind, update: &Value, now: Instant);
}
