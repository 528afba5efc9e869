//! Versions of a table for its spectators, sent by its owner to the nodes that serve some of them.
//!
//! A node that has spectators of a table asks its owner now and then; for as long as it does, the owner renders each version once, as
//! everybody may see it, and sends it to all nodes by the broker. What does not arrive is asked for.

use super::NodeState;
use crate::http::events::Version;
use live::hub::{Attendance, LiveTable};
use live::lock::lock;
use present::view::viewer_of;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::keys::TableId;
use tokio::sync::watch;
use tokio::time::Instant;

/// The most versions of an answer.
const CHUNK: usize = 64;
/// The time for which a node is told what happens at a table after it has asked.
const GOOD: Duration = Duration::from_secs(10);
/// The most spectators of one node that are counted as present.
const COUNTED: usize = 10_000;

/// A question of a node that has spectators of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct SpectatorQuestion {
    /// The kind of question: `spectate`.
    pub(super) ask: String,
    pub(super) table: String,
    /// The name of the node.
    pub(super) from: String,
    /// The number of its spectators.
    pub(super) readers: usize,
    /// The last version that it knows; `None` to begin with the current one.
    pub(super) after: Option<u64>,
}

/// The kind of question.
pub(super) const SPECTATE: &str = "spectate";

/// The versions that follow, as far as they fit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct SpectatorAnswer {
    /// The current version.
    pub(super) version: u64,
    /// Numbers and documents of versions, in order and without gaps.
    pub(super) versions: Vec<(u64, String)>,
}

/// A node that is told what happens at a table.
#[derive(Debug)]
struct Watcher {
    until: Instant,
    /// Its spectators, who count as present.
    present: Vec<Attendance>,
}

/// The tables of this node with spectators at other nodes.
#[derive(Default, Debug)]
pub(crate) struct Published(Mutex<HashMap<TableId, HashMap<String, Watcher>>>);

impl Published {
    /// Notes that a node has this number of spectators of a table; returns whether nobody is told of it yet.
    fn note(&self, live: &Arc<LiveTable>, node: &str, readers: usize) -> bool {
        let mut tables = lock(&self.0);
        // Where nobody is left, whoever tells them goes on until that is noticed.
        let is_first = !tables.contains_key(&live.id());
        let watchers = tables.entry(live.id()).or_default();
        let until = Instant::now() + GOOD;
        let watcher =
            watchers.entry(node.to_owned()).or_insert_with(|| Watcher { until, present: Vec::new() });
        watcher.until = until;
        watcher.present.resize_with(readers.min(COUNTED), || live.attend(None));
        is_first
    }

    /// Whether some node still wants to be told about a table; it is forgotten if none does.
    fn is_watched(&self, table: TableId) -> bool {
        let mut tables = lock(&self.0);
        let now = Instant::now();
        let is_watched = tables.get_mut(&table).is_some_and(|watchers| {
            watchers.retain(|_, watcher| now < watcher.until);
            !watchers.is_empty()
        });
        if !is_watched {
            tables.remove(&table);
        }
        is_watched
    }

    /// Notes that a node has no spectators of a table any more.
    fn leave(&self, table: TableId, node: &str) {
        if let Some(watchers) = lock(&self.0).get_mut(&table) {
            watchers.remove(node);
        }
    }

    fn forget(&self, table: TableId) {
        lock(&self.0).remove(&table);
    }
}

/// The versions after this one as everybody may see them, at most [`CHUNK`]; the current one for `None`.
fn versions(live: &LiveTable, after: Option<u64>) -> SpectatorAnswer {
    let (version, changes, viewer) = {
        let host = live.look();
        let version = host.version();
        let changes = match after {
            Some(after) => host.read_on(after, CHUNK),
            None => host.change(version).into_iter().collect(),
        };
        (version, changes, viewer_of(&host, None))
    };
    let document = |change: &Arc<table::host::Change>| {
        let version = Version::new(change, viewer, false);
        (change.seq, serde_json::to_string(&version).expect("a version can be written"))
    };
    SpectatorAnswer { version, versions: changes.iter().map(document).collect() }
}

/// Answers a node that has spectators of a table of this one.
pub(super) async fn answer(state: &NodeState, question: &SpectatorQuestion) -> Result<String, String> {
    let table: TableId = question.table.parse().map_err(|_| "no table has this id")?;
    let live = state.app.hub.table(table).await.map_err(|error| format!("{error:?}"))?;
    // From here on nothing is missed: what is new is told, what was there before is in the answer.
    let mut version = live.follow();
    let last = *version.borrow_and_update();
    if question.readers == 0 {
        state.published.leave(table, &question.from);
    } else if state.published.note(&live, &question.from, question.readers) {
        tokio::spawn(publish(state.clone(), Arc::clone(&live), version, last));
    }
    Ok(serde_json::to_string(&versions(&live, question.after)).expect("it can be written"))
}

/// Tells the other nodes what happens at a table, for as long as one of them has spectators there.
async fn publish(state: NodeState, live: Arc<LiveTable>, mut version: watch::Receiver<u64>, mut last: u64) {
    let mut dismissed = live.follow_dismissal();
    loop {
        tokio::select! {
            biased;
            changed = version.changed() => if changed.is_err() { break },
            _ = dismissed.wait_for(|dismissed| *dismissed) => break,
            () = tokio::time::sleep(GOOD) => {}
        }
        if !state.published.is_watched(live.id()) {
            return;
        }
        loop {
            let next = versions(&live, Some(last)).versions;
            let Some((newest, _)) = next.last() else { break };
            last = *newest;
            for (number, document) in &next {
                // Whoever does not hear it asks.
                state.nodes.tell_spectators(live.id(), *number, document);
            }
        }
    }
    state.published.forget(live.id());
}
