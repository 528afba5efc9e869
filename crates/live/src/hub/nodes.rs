//! A hub that owns some of the tables: it keeps its share, drops what it has lost, and leaves when the server stops.

use super::peers::Question;
use super::{Hub, LiveTable, LoadError};
use crate::metrics::METRICS;
use crate::nodes::{DivisionChange, Nodes, RENEWAL, Whereabouts};
use crate::storing::read;
use std::sync::{Arc, Weak};
use std::time::Duration;
use store::{Node, Shard, ShardSet, StoreError};
use table::keys::TableId;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The shortest pause between two looks into the store, however often somebody rings.
const GAP: Duration = Duration::from_millis(50);

/// The time for which a node waits for another one to hear of something.
const TOLD: Duration = Duration::from_millis(500);

/// Waits until all tasks have ended.
async fn join_all(tasks: Vec<JoinHandle<()>>) {
    for task in tasks {
        // A panic was logged where it happened.
        let _ = task.await;
    }
}

impl Hub {
    /// This node among others; `None` for a server that is alone.
    #[must_use]
    pub fn nodes(&self) -> Option<&Arc<Nodes>> {
        self.nodes.as_ref()
    }

    /// Whether this server looks after what only one node may: always, if it is alone.
    #[must_use]
    pub fn is_home(&self) -> bool {
        self.nodes.as_ref().is_none_or(|nodes| nodes.owns(Nodes::HOME))
    }

    /// Whether this server owns a table: always, if it is alone.
    #[must_use]
    pub(crate) fn is_owner(&self, table: TableId) -> bool {
        self.nodes.as_ref().is_none_or(|nodes| nodes.find_table(table) == Whereabouts::Here)
    }

    /// Refuses a table that another node owns.
    pub(super) fn check_owner(&self, table: TableId) -> Result<(), StoreError> {
        if self.is_owner(table) { Ok(()) } else { Err(StoreError::Fenced { table: Some(table) }) }
    }

    /// Makes sure that there is a table, whichever node owns it.
    pub(crate) async fn find(self: &Arc<Self>, table: TableId) -> Result<(), LoadError> {
        if self.is_owner(table) {
            return self.table(table).await.map(drop);
        }
        let begins = read(&self.store, move |store| store.load_part(table, 0, 1)).await?;
        if begins.is_empty() { Err(LoadError::Unknown) } else { Ok(()) }
    }

    /// Makes ids until one is that of a table which this node would own.
    pub(super) fn own_id(&self, make: impl Fn() -> TableId) -> TableId {
        let Some(nodes) = &self.nodes else { return make() };
        let served = nodes.served();
        loop {
            let id = make();
            // Whoever opens it is told that the node owns nothing.
            if served.is_empty() || served.contains(Shard::of(id)) {
                return id;
            }
        }
    }

    /// Keeps the share of the node, until the hub is gone.
    pub(super) async fn run_node(hub: Weak<Hub>, nodes: Arc<Nodes>) {
        while let Some(this) = hub.upgrade() {
            this.keep_share(&nodes).await;
            drop(this);
            tokio::time::sleep(GAP).await;
            // An error means that the time is over.
            let _ = tokio::time::timeout(RENEWAL, nodes.rung()).await;
        }
    }

    /// Renews the leases of the node and does what the division of the tables then asks for.
    async fn keep_share(self: &Arc<Self>, nodes: &Arc<Nodes>) {
        let _turn = nodes.turn.lock().await;
        if nodes.is_leaving() {
            return;
        }
        let asked = Instant::now();
        let request = nodes.request(self.time.now());
        let division = match read(&self.store, move |store| store.keep_share(request)).await {
            Ok(division) => division,
            Err(error) => return self.note_store(Err(error)),
        };
        nodes.listen();
        METRICS.broker_missing.set(i64::from(nodes.lacks_broker()));
        let DivisionChange { lost, gained, begun, excess } = nodes.take_in(division, asked, self.time.now());
        self.drop_tables(lost);
        nodes.begin(&begun);
        METRICS.shards_lost.add(lost.len() as u64);
        METRICS.shards_gained.add(gained.len() as u64);
        METRICS.workers.set(nodes.workers() as i64);
        METRICS.shards_owned.set(nodes.served().len() as i64);
        if !lost.is_empty() || !gained.is_empty() {
            tracing::info!(
                gained = gained.len(),
                lost = lost.len(),
                "the node owns other shards than before"
            );
        }
        let given = if excess.is_empty() { Ok(()) } else { self.give(nodes, excess).await };
        self.note_store(given);
        self.tell_usage(nodes);
    }

    /// Tells the other nodes what addresses and people have used here. Does not wait.
    fn tell_usage(&self, nodes: &Arc<Nodes>) -> Vec<JoinHandle<()>> {
        let others = nodes.others();
        match nodes.tell_usage(&others) {
            Some((from, usage)) => self.ask_others(nodes, others, &Question::Usage { from, usage }),
            None => Vec::new(),
        }
    }

    /// Asks these other nodes something, in a task for each that ends after a moment. Does not wait.
    fn ask_others(&self, nodes: &Arc<Nodes>, others: Vec<Node>, question: &Question) -> Vec<JoinHandle<()>> {
        let text = question.text();
        let ask = |node: Node| {
            let (nodes, text) = (Arc::clone(nodes), text.clone());
            self.runtime.spawn(async move {
                let name = node.name.clone();
                if let Ok(Err(error)) = tokio::time::timeout(TOLD, nodes.ask(node, text)).await {
                    tracing::debug!(
                        name,
                        error,
                        "a node was not told; it counts less, or finds out by itself"
                    );
                }
            })
        };
        others.into_iter().map(ask).collect()
    }

    /// Gives shards to other nodes. What was accepted before is stored first.
    async fn give(self: &Arc<Self>, nodes: &Arc<Nodes>, shards: ShardSet) -> Result<(), StoreError> {
        self.drop_tables(shards);
        read(&self.store, move |store| store.give(shards)).await?;
        tracing::info!(shards = shards.len(), "the node gives shards to others");
        self.ring_others(nodes).await;
        Ok(())
    }

    /// Tells the other nodes that there is something new in the store.
    async fn ring_others(&self, nodes: &Arc<Nodes>) {
        if nodes.ring_by_broker() {
            return;
        }
        join_all(self.ask_others(nodes, nodes.others(), &Question::Ring)).await;
    }

    /// Tells the other nodes that this one has changed something that they cache. Does not wait.
    pub fn announce(self: &Arc<Self>) {
        if let Some(nodes) = self.nodes.clone() {
            let hub = Arc::clone(self);
            self.runtime.spawn(async move { hub.ring_others(&nodes).await });
        }
    }

    /// Takes the tables of these shards out of memory; their streams end, so that clients come back to the new owner.
    fn drop_tables(&self, shards: ShardSet) {
        if shards.is_empty() {
            return;
        }
        let mut dropped: Vec<Arc<LiveTable>> =
            self.tables().extract_if(|id, _| shards.contains(Shard::of(*id))).map(|(_, live)| live).collect();
        // In an order that does not change from run to run.
        dropped.sort_by_key(|live| live.id);
        dropped.iter().for_each(|live| self.let_go(live));
        self.alarms().forget_all(&shards);
        self.due().forget_all(&shards);
        self.lobby().retain(|id| !shards.contains(Shard::of(id)));
    }

    fn let_go(&self, live: &LiveTable) {
        live.leave();
        self.alarms().forget(live.id);
        self.due().forget(live.id);
        self.summaries().forget(live.id);
    }

    /// Notes that the store refused to write for a table since another node owns it.
    pub(super) fn note_fenced(&self, live: &Arc<LiveTable>) {
        METRICS.fenced.add_one();
        let Some(nodes) = &self.nodes else { return };
        {
            let mut tables = self.tables();
            if tables.get(&live.id).is_some_and(|known| Arc::ptr_eq(known, live)) {
                tables.remove(&live.id);
            }
        }
        self.let_go(live);
        self.lobby().forget(live.id);
        nodes.ring();
    }

    /// Leaves the cluster: stores what was accepted, and hands all tables over at once.
    pub async fn leave(self: &Arc<Self>) {
        let Some(nodes) = &self.nodes else { return };
        let _turn = nodes.turn.lock().await;
        let served = nodes.leave();
        self.drop_tables(served);
        // Whoever looks after accounts next knows the attempts that were counted here.
        join_all(self.tell_usage(nodes)).await;
        if let Err(error) = read(&self.store, |store| store.release()).await {
            tracing::warn!(%error, "the tables could not be handed over; other nodes get them when the leases end");
        }
        self.ring_others(nodes).await;
        tracing::info!(shards = served.len(), "the node has left the cluster");
    }
}
