//! This node among the nodes of a cluster: which tables it owns, and where the others are.
//!
//! The store divides the tables ([`store::Ownership`]); this is what the node knows of that at the moment, and how it asks the other
//! nodes. Whatever it believes, the store refuses the writes of a node that is not the owner.

use crate::lock::lock;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use store::{ChangeCounts, Division, GainedShard, Node, OwnedShard, SHARDS, Shard, ShardSet, ShareRequest};
use table::entry::FORMAT;
use table::keys::TableId;
use tokio::sync::{Notify, watch};
// The clock of the runtime, which is that of the machine unless a test sets it.
use tokio::time::Instant;

/// An answer of another node, as text; an error says why there is none.
pub type PeerAnswer<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + Send + 'a>>;

/// A way to ask another node something.
pub trait Peers: Send + Sync {
    /// Asks a node. Question and answer are JSON.
    fn ask(&self, node: Node, question: String) -> PeerAnswer<'_>;
}

/// Is called with each message that has come.
pub type Heard = Box<dyn Fn(&str) + Send + Sync>;

/// A broker that tells all nodes at once that there is something new in the store.
pub trait Broker: Send + Sync {
    /// Calls `heard` for each message under a subject, from now on. Of those that follow it in a group of the same name, each message
    /// reaches one.
    fn follow(&self, subject: String, group: Option<&'static str>, heard: Heard);

    /// Sends a message; `false` if the broker cannot be reached.
    fn send(&self, subject: String, message: String) -> bool;

    /// Whether the broker can be reached.
    fn is_connected(&self) -> bool;
}

/// The counts of limits that the nodes tell each other, and what else they remember together, as JSON that only they read.
pub trait SharedUsage: Send + Sync {
    /// Takes out what the other nodes have to know; `None` if that is nothing. For a peer that has just started, it includes what was
    /// counted before.
    fn tell(&self, has_new_peer: bool) -> Option<serde_json::Value>;

    /// Takes in what a node of this name has told.
    fn hear(&self, node: &str, usage: &serde_json::Value);
}

/// A subject of messages within a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// There is something new in the store. Nodes follow it.
    Changes,
    /// There is a decision of a bot to make. Workers follow it.
    Decisions,
    /// A decision was made at this table and number. Nodes follow it.
    Thoughts,
    /// This version of a table is new, as everybody may see it. Nodes follow it.
    Spectators,
}

impl Subject {
    /// Returns the subject in the cluster with this secret, which nobody else can guess.
    pub(crate) fn of(self, key: &[u8; 32]) -> String {
        let key = blake3::derive_key("neuland: the subject of a cluster", key);
        let digits: String = key[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        match self {
            Subject::Changes => format!("neuland.{digits}"),
            Subject::Decisions => format!("neuland.{digits}.decisions"),
            Subject::Thoughts => format!("neuland.{digits}.thoughts"),
            Subject::Spectators => format!("neuland.{digits}.spectators"),
        }
    }
}

/// Writes a table and a number as a message.
pub(crate) fn place_text(table: TableId, number: u64) -> String {
    format!("{table} {number}")
}

fn read_place(message: &str) -> Option<(TableId, u64)> {
    let (table, number) = message.split_once(' ')?;
    Some((table.parse().ok()?, number.parse().ok()?))
}

/// Is called with each version of a table that its owner has told, as everybody may see it.
pub type HeardVersion = Box<dyn Fn(TableId, u64, &str) + Send + Sync>;

fn read_version(message: &str) -> Option<(TableId, u64, &str)> {
    let mut parts = message.splitn(3, ' ');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?))
}

/// The place of a table, or of anything else that one node looks after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// This node owns it.
    Here,
    /// Another node owns it.
    At(Node),
    /// Its owner is not known at the moment.
    Unknown,
}

/// The state of the cluster, as the node last read it from the store.
#[derive(Default)]
struct Known {
    division: Option<Division>,
    /// The shards that it serves: those that it owns, without those that it is about to give away.
    served: ShardSet,
    /// The moment up to which its leases last.
    until: Option<Instant>,
    /// For each shard that it owns, when the shard had no owner before.
    down: Vec<Option<(u64, u64)>>,
    /// For each shard that it owns, the epoch, once nothing of an earlier time as its owner is in memory.
    epochs: Vec<Option<u64>>,
    /// For each shard, how often the node has gained it.
    tenures: Vec<u64>,
    /// The shards whose tables know when they had no owner.
    informed: ShardSet,
    /// The shards with tables that only a newer version reads, as far as the node has met them.
    beyond: ShardSet,
    /// Whether it leaves the cluster.
    is_leaving: bool,
}

/// The changes that a new division brings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct DivisionChange {
    /// The shards that the node does not own any more, or lost and got back.
    pub(crate) lost: ShardSet,
    /// The shards that it owns now and did not own before.
    pub(crate) gained: ShardSet,
    /// The gained shards with their epochs.
    pub(crate) begun: Vec<OwnedShard>,
    /// The shards that it should give to others.
    pub(crate) excess: ShardSet,
}

/// This node and the others.
pub struct Nodes {
    address: String,
    /// The newest format of logs that the node reads.
    reads: u32,
    known: Mutex<Known>,
    /// Counts divisions that were learnt.
    divisions: watch::Sender<u64>,
    /// The numbers of changes of what nodes cache; `None` before the first division.
    changes: watch::Sender<Option<ChangeCounts>>,
    rung: Notify,
    /// Notified when the node has begun to own shards.
    begun: Notify,
    /// The table and number for which a worker has answered last.
    thoughts: watch::Sender<Option<(TableId, u64)>>,
    /// Held while the node keeps its share, or leaves.
    pub(crate) turn: tokio::sync::Mutex<()>,
    peers: OnceLock<Arc<dyn Peers>>,
    broker: OnceLock<Arc<dyn Broker>>,
    usage: OnceLock<Arc<dyn SharedUsage>>,
    /// The names of the nodes that were told of these counts last.
    told: Mutex<Vec<String>>,
    versions: OnceLock<HeardVersion>,
    /// Whether the node listens to the broker.
    listens: AtomicBool,
    /// The lobbies of the other nodes, and when they were asked for.
    pub(crate) lobbies: tokio::sync::Mutex<Option<Instant>>,
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nodes({})", self.address)
    }
}

impl Nodes {
    /// The shard whose owner looks after everything that only one node may do: accounts, moderation and uploaded records.
    pub const HOME: Shard = Shard::new(0).expect("there are more");

    /// A node that others reach at this address, and that knows nothing yet.
    #[must_use]
    pub fn new(address: String) -> Arc<Nodes> {
        Nodes::reading(address, FORMAT)
    }

    /// A node like [`Nodes::new`] that reads logs up to this format, as one of an earlier version would.
    #[must_use]
    pub fn reading(address: String, reads: u32) -> Arc<Nodes> {
        Arc::new(Nodes {
            address,
            reads: reads.min(FORMAT),
            known: Mutex::new(Known {
                down: vec![None; usize::from(SHARDS)],
                epochs: vec![None; usize::from(SHARDS)],
                tenures: vec![0; usize::from(SHARDS)],
                ..Known::default()
            }),
            divisions: watch::channel(0).0,
            changes: watch::channel(None).0,
            rung: Notify::new(),
            begun: Notify::new(),
            thoughts: watch::channel(None).0,
            turn: tokio::sync::Mutex::default(),
            peers: OnceLock::new(),
            broker: OnceLock::new(),
            usage: OnceLock::new(),
            told: Mutex::default(),
            versions: OnceLock::new(),
            listens: AtomicBool::new(false),
            lobbies: tokio::sync::Mutex::default(),
        })
    }

    /// Sets the way to the other nodes, once.
    pub fn connect(&self, peers: Arc<dyn Peers>) {
        let _ = self.peers.set(peers);
    }

    /// Sets the broker, once.
    pub fn use_broker(&self, broker: Arc<dyn Broker>) {
        let _ = self.broker.set(broker);
    }

    /// Sets the counts that the nodes share, once.
    pub fn share_usage(&self, usage: Arc<dyn SharedUsage>) {
        let _ = self.usage.set(usage);
    }

    /// Takes out what these other nodes have to know of these counts, with the name of this node; `None` if that is nothing.
    pub(crate) fn tell_usage(&self, others: &[Node]) -> Option<(String, serde_json::Value)> {
        let names: Vec<String> = others.iter().map(|node| node.name.clone()).collect();
        let before = std::mem::replace(&mut *lock(&self.told), names.clone());
        let has_new_peer = names.iter().any(|name| !before.contains(name));
        Some((self.own_name()?, self.usage.get()?.tell(has_new_peer)?))
    }

    /// The name of this node, once the store was asked.
    #[must_use]
    pub fn own_name(&self) -> Option<String> {
        let known = lock(&self.known);
        let division = known.division.as_ref()?;
        Some(division.nodes.get(division.own)?.name.clone())
    }

    /// Sets what is done with versions of tables that other nodes tell, once.
    pub fn hear_versions(&self, heard: HeardVersion) {
        let _ = self.versions.set(heard);
    }

    /// Tells the other nodes a version of a table as everybody may see it, if the broker can be reached.
    pub fn tell_spectators(&self, table: TableId, number: u64, document: &str) -> bool {
        self.send(Subject::Spectators, format!("{} {document}", place_text(table, number)))
    }

    /// Takes in what another node has told.
    pub(crate) fn hear_usage(&self, node: &str, usage: &serde_json::Value) {
        if let Some(shared) = self.usage.get() {
            shared.hear(node, usage);
        }
    }

    /// Whether there is a broker that cannot be reached: what other nodes change is then seen half a second later.
    #[must_use]
    pub fn lacks_broker(&self) -> bool {
        self.broker.get().is_some_and(|broker| !broker.is_connected())
    }

    /// Whether there is a broker that can be reached.
    #[must_use]
    pub fn has_broker(&self) -> bool {
        self.broker.get().is_some_and(|broker| broker.is_connected())
    }

    /// Begins to listen to the broker, if there is one and the store was asked.
    pub(crate) fn listen(self: &Arc<Self>) {
        let (Some(broker), Some(key)) = (self.broker.get(), self.key()) else { return };
        if !self.listens.swap(true, Ordering::SeqCst) {
            let nodes = Arc::downgrade(self);
            let heard = move |_: &str| nodes.upgrade().into_iter().for_each(|nodes| nodes.ring());
            broker.follow(Subject::Changes.of(&key), None, Box::new(heard));
            let nodes = Arc::downgrade(self);
            let heard = move |message: &str| {
                if let Some((nodes, place)) = nodes.upgrade().zip(read_place(message)) {
                    nodes.thoughts.send_replace(Some(place));
                }
            };
            broker.follow(Subject::Thoughts.of(&key), None, Box::new(heard));
            let nodes = Arc::downgrade(self);
            let heard = move |message: &str| {
                if let Some((nodes, version)) = nodes.upgrade().zip(read_version(message))
                    && let Some(heard) = nodes.versions.get()
                {
                    heard(version.0, version.1, version.2);
                }
            };
            broker.follow(Subject::Spectators.of(&key), None, Box::new(heard));
        }
    }

    fn send(&self, subject: Subject, message: String) -> bool {
        self.broker.get().zip(self.key()).is_some_and(|(broker, key)| broker.send(subject.of(&key), message))
    }

    /// Tells all nodes by the broker that there is something new; `false` if it cannot be reached.
    pub(crate) fn ring_by_broker(&self) -> bool {
        self.send(Subject::Changes, String::new())
    }

    /// Tells one worker that there is a decision to make, if the broker can be reached; otherwise it finds out by itself.
    pub(crate) fn ring_worker(&self) {
        self.send(Subject::Decisions, String::new());
    }

    /// The tables and numbers for which workers have answered, as far as the broker says it. Some may be missed.
    pub(crate) fn thoughts(&self) -> watch::Receiver<Option<(TableId, u64)>> {
        self.thoughts.subscribe()
    }

    /// The number of workers that run.
    pub(crate) fn workers(&self) -> u64 {
        lock(&self.known).division.as_ref().map_or(0, |division| division.workers)
    }

    /// Returns the place of what belongs to a shard.
    #[must_use]
    pub fn find(&self, shard: Shard) -> Whereabouts {
        let known = lock(&self.known);
        let Some(division) = &known.division else { return Whereabouts::Unknown };
        if known.served.contains(shard) {
            // A node that was paused does not know whether another one has taken over.
            let is_owner = known.until.is_some_and(|until| Instant::now() < until);
            return if is_owner { Whereabouts::Here } else { Whereabouts::Unknown };
        }
        match division.owner(shard) {
            Some(node) if division.owners[usize::from(shard.number())] != Some(division.own) => {
                Whereabouts::At(node.clone())
            }
            _ => Whereabouts::Unknown,
        }
    }

    /// Returns the place of a table.
    #[must_use]
    pub fn find_table(&self, table: TableId) -> Whereabouts {
        self.find(Shard::of(table))
    }

    /// Whether this node owns a shard.
    #[must_use]
    pub fn owns(&self, shard: Shard) -> bool {
        self.find(shard) == Whereabouts::Here
    }

    /// The shards that this node serves.
    #[must_use]
    pub fn served(&self) -> ShardSet {
        lock(&self.known).served
    }

    /// The other nodes that run.
    #[must_use]
    pub fn others(&self) -> Vec<Node> {
        let known = lock(&self.known);
        let Some(division) = &known.division else { return Vec::new() };
        let own = division.own;
        division.nodes.iter().enumerate().filter(|(n, _)| *n != own).map(|(_, node)| node.clone()).collect()
    }

    /// The secret that the nodes share, once the store was asked.
    #[must_use]
    pub fn key(&self) -> Option<[u8; 32]> {
        lock(&self.known).division.as_ref().map(|division| division.key)
    }

    /// Changes when a division was learnt.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.divisions.subscribe()
    }

    /// Changes when what nodes cache was changed, by any node.
    #[must_use]
    pub fn follow_changes(&self) -> watch::Receiver<Option<ChangeCounts>> {
        self.changes.subscribe()
    }

    /// Has the node ask the store at once.
    pub fn ring(&self) {
        self.rung.notify_one();
    }

    /// Waits until somebody rings.
    pub(crate) async fn rung(&self) {
        self.rung.notified().await;
    }

    /// Returns how often this node has gained the shard of a table. What it read of the table in an earlier tenure may be old.
    pub(crate) fn tenure(&self, table: TableId) -> u64 {
        lock(&self.known).tenures[usize::from(Shard::of(table).number())]
    }

    /// Returns when a table had no owner before this node owned it.
    pub(crate) fn down(&self, table: TableId) -> Option<(u64, u64)> {
        lock(&self.known).down[usize::from(Shard::of(table).number())]
    }

    /// Notes that nothing of an earlier time as the owner of these shards is in memory any more.
    pub(crate) fn begin(&self, shards: &[OwnedShard]) {
        let mut known = lock(&self.known);
        for OwnedShard { shard, epoch } in shards {
            known.epochs[usize::from(shard.number())] = Some(*epoch);
        }
        drop(known);
        if !shards.is_empty() {
            self.begun.notify_one();
        }
    }

    /// Waits until the node has begun to own shards.
    pub(crate) async fn begun(&self) {
        self.begun.notified().await;
    }

    /// Returns the shards that the node serves with their epochs, and those among them whose tables do not all know when they had no
    /// owner.
    pub(crate) fn share(&self) -> (Vec<OwnedShard>, ShardSet) {
        let known = lock(&self.known);
        let owned =
            |shard: Shard| Some(OwnedShard { shard, epoch: known.epochs[usize::from(shard.number())]? });
        let share: Vec<OwnedShard> = known.served.iter().filter_map(owned).collect();
        let uninformed =
            share.iter().map(|owned| owned.shard).filter(|shard| !known.informed.contains(*shard));
        let uninformed = uninformed.collect();
        (share, uninformed)
    }

    /// Notes that all tables of these shards know when they had no owner.
    pub(crate) fn note_informed(&self, shards: impl IntoIterator<Item = OwnedShard>) {
        let mut known = lock(&self.known);
        for OwnedShard { shard, epoch } in shards {
            // A shard that was lost and gained meanwhile has another downtime.
            // A table that could not be read does not know it either.
            let is_known =
                known.epochs[usize::from(shard.number())] == Some(epoch) && !known.beyond.contains(shard);
            if known.served.contains(shard) && is_known {
                known.informed.insert(shard);
            }
        }
    }

    pub(crate) fn request(&self, now: u64) -> ShareRequest {
        let known = lock(&self.known);
        ShareRequest {
            address: self.address.clone(),
            now,
            informed: known.informed,
            reads: self.reads,
            beyond: known.beyond,
        }
    }

    /// The newest format of logs that the node reads.
    pub(crate) fn reads(&self) -> u32 {
        self.reads
    }

    /// Notes that a shard has a table of a format that the node does not read. Whether a node runs that reads it is returned.
    pub(crate) fn note_beyond(&self, shard: Shard) -> bool {
        let mut known = lock(&self.known);
        if known.served.contains(shard) {
            known.beyond.insert(shard);
        }
        known.division.as_ref().is_some_and(|division| division.newest > self.reads)
    }

    /// Takes in a division that was asked for at this moment; `now` is when it came, by the clock of tables.
    pub(crate) fn take_in(&self, division: Division, asked: Instant, now: u64) -> DivisionChange {
        let (changes, excess) = (division.changes, division.excess);
        let change = {
            let mut known = lock(&self.known);
            let owned = division.owned();
            let mut lost: ShardSet = division.lost.iter().copied().collect();
            known.served.iter().filter(|shard| !owned.contains(*shard)).for_each(|shard| lost.insert(shard));
            let (mut gained, mut begun) = (ShardSet::default(), Vec::new());
            for GainedShard { shard, epoch, last_alive } in &division.gained {
                gained.insert(*shard);
                begun.push(OwnedShard { shard: *shard, epoch: *epoch });
                known.informed.remove(*shard);
                known.tenures[usize::from(shard.number())] += 1;
                let last = last_alive.filter(|&last| last < now);
                known.down[usize::from(shard.number())] = last.map(|last| (last, now));
            }
            // They begin once the tables that were lost have left memory.
            lost.iter()
                .chain(gained.iter())
                .for_each(|shard| known.epochs[usize::from(shard.number())] = None);
            let of_all: ShardSet = owned.iter().filter(|shard| !division.reserved.contains(*shard)).collect();
            let mut given: ShardSet = of_all.iter().skip(of_all.len() - excess.min(of_all.len())).collect();
            division.beyond.iter().for_each(|shard| given.insert(shard));
            known.served = owned.iter().filter(|shard| !given.contains(*shard)).collect();
            let served = known.served;
            known.informed = known.informed.iter().filter(|shard| served.contains(*shard)).collect();
            known.beyond = known.beyond.iter().filter(|shard| served.contains(*shard)).collect();
            known.until = Some(asked + division.lease);
            known.division = Some(division);
            DivisionChange { lost, gained, begun, excess: given }
        };
        self.divisions.send_modify(|count| *count += 1);
        self.changes.send_if_modified(|known| known.replace(changes) != Some(changes));
        change
    }

    /// Whether the node leaves the cluster.
    #[must_use]
    pub fn is_leaving(&self) -> bool {
        lock(&self.known).is_leaving
    }

    /// Notes that the node leaves, and owns nothing any more; returns what it served.
    pub(crate) fn leave(&self) -> ShardSet {
        let served = {
            let mut known = lock(&self.known);
            known.is_leaving = true;
            std::mem::take(&mut known.served)
        };
        self.divisions.send_modify(|count| *count += 1);
        served
    }

    /// Asks another node.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn ask(&self, node: Node, question: String) -> Result<String, String> {
        match self.peers.get() {
            Some(peers) => peers.ask(node, question).await,
            None => Err("no way leads to other nodes".to_owned()),
        }
    }
}

/// The interval at which a node renews its leases and looks for shards without an owner.
pub(crate) const RENEWAL: Duration = Duration::from_millis(500);

#[cfg(test)]
mod tests {
    use super::*;

    fn division(owned: ShardSet, lost: &[Shard], gained: &[GainedShard], excess: usize) -> Division {
        let node = |name: &str| Node { name: name.to_owned(), address: format!("http://{name}") };
        let owners = (0..SHARDS).map(|n| Some(usize::from(!owned.contains(Shard::new(n).unwrap()))));
        Division {
            nodes: vec![node("own"), node("other")],
            own: 0,
            owners: owners.collect(),
            lost: lost.to_vec(),
            gained: gained.to_vec(),
            excess,
            reserved: ShardSet::default(),
            beyond: ShardSet::default(),
            newest: FORMAT,
            lease: Duration::from_secs(3600),
            changes: ChangeCounts::default(),
            key: [7; 32],
            workers: 0,
        }
    }

    #[test]
    fn a_node_gives_away_what_it_cannot_read_and_keeps_what_others_cannot() {
        let nodes = Nodes::reading("http://own".to_owned(), 1);
        let [one, two, three] = [1, 2, 3].map(|n| Shard::new(n).unwrap());
        let set = |shards: &[Shard]| shards.iter().copied().collect::<ShardSet>();
        assert!(!nodes.note_beyond(one), "nobody is known yet");
        let owned = set(&[one, two, three]);
        let alone = Division { newest: 1, ..division(owned, &[], &[], 0) };
        assert_eq!(nodes.take_in(alone, Instant::now(), 100).excess, ShardSet::default());
        assert!(!nodes.note_beyond(two), "nobody reads it");
        assert_eq!((nodes.request(100).beyond, nodes.request(100).reads), (set(&[two]), 1));
        nodes.begin(&[one, two, three].map(|shard| OwnedShard { shard, epoch: 1 }));
        nodes.note_informed(nodes.share().0);
        assert_eq!(
            nodes.request(100).informed,
            set(&[one, three]),
            "a table there does not know how long it stood"
        );
        let newer = Division {
            newest: 2,
            beyond: set(&[two]),
            reserved: set(&[three]),
            ..division(owned, &[], &[], 1)
        };
        let given = nodes.take_in(newer, Instant::now(), 100).excess;
        assert_eq!(given, set(&[two]), "one too many, and not the one with the highest number");
        assert_eq!((nodes.served(), nodes.request(100).beyond), (set(&[one, three]), ShardSet::default()));
        assert!(nodes.note_beyond(two), "a newer node runs");
        assert_eq!(nodes.request(100).beyond, ShardSet::default(), "the shard is not its business any more");
    }

    #[test]
    fn a_node_knows_what_it_owns_and_who_owns_the_rest() {
        let nodes = Nodes::new("http://own".to_owned());
        let [one, two, three] = [1, 2, 3].map(|n| Shard::new(n).unwrap());
        assert_eq!(nodes.find(one), Whereabouts::Unknown);
        let gained = [one, two].map(|shard| GainedShard { shard, epoch: 3, last_alive: Some(100) });
        let change =
            nodes.take_in(division([one, two].into_iter().collect(), &[], &gained, 0), Instant::now(), 150);
        assert_eq!((change.gained.len(), change.lost.len(), change.excess.len()), (2, 0, 0));
        assert_eq!((nodes.find(one), nodes.key()), (Whereabouts::Here, Some([7; 32])));
        assert!(matches!(nodes.find(three), Whereabouts::At(node) if node.name == "other"));
        assert_eq!(lock(&nodes.known).down[1], Some((100, 150)));
        let table = std::iter::repeat_with(TableId::random).find(|id| Shard::of(*id) == one).unwrap();
        assert_eq!(nodes.tenure(table), 1);
        assert_eq!(nodes.share().0, [], "what was in memory has not left it");
        nodes.begin(&change.begun);
        let (share, uninformed) = nodes.share();
        assert_eq!((&share, uninformed), (&change.begun, change.gained));
        nodes.note_informed(share.clone());
        assert_eq!((nodes.request(160).informed.len(), nodes.share().1.len()), (2, 0));
        // One of two is to be given away: it is served no more, and its owner is not known before somebody takes it.
        let change =
            nodes.take_in(division([one, two].into_iter().collect(), &[], &[], 1), Instant::now(), 160);
        assert_eq!(change.excess.iter().collect::<Vec<_>>(), [two]);
        assert_eq!((nodes.find(one), nodes.find(two)), (Whereabouts::Here, Whereabouts::Unknown));
        // One that was lost and came back has lost its tables meanwhile, and has another downtime.
        let again = [GainedShard { shard: one, epoch: 5, last_alive: Some(170) }];
        let change =
            nodes.take_in(division([one].into_iter().collect(), &[one], &again, 0), Instant::now(), 180);
        assert!(change.lost.contains(one) && change.gained.contains(one));
        nodes.begin(&change.begun);
        nodes.note_informed(share);
        assert!(nodes.request(190).informed.is_empty(), "that was known of the time before");
        assert_eq!(nodes.tenure(table), 2, "what was read before may be old");
        assert_eq!(nodes.leave().len(), 1);
        assert_eq!(nodes.find(one), Whereabouts::Unknown);
    }

    /// A broker that hands each message to whoever follows its subject.
    #[derive(Default)]
    struct Wire(Mutex<Vec<(String, Heard)>>);

    impl Broker for Wire {
        fn follow(&self, subject: String, _: Option<&'static str>, heard: Heard) {
            lock(&self.0).push((subject, heard));
        }

        fn send(&self, subject: String, message: String) -> bool {
            let followed = lock(&self.0);
            followed.iter().filter(|(known, _)| *known == subject).for_each(|(_, heard)| heard(&message));
            true
        }

        fn is_connected(&self) -> bool {
            true
        }
    }

    #[test]
    fn the_nodes_of_one_cluster_hear_each_other() {
        let wire = Arc::new(Wire::default());
        let node = |key: u8| {
            let nodes = Nodes::new("http://own".to_owned());
            nodes.use_broker(Arc::clone(&wire) as Arc<dyn Broker>);
            let division = Division { key: [key; 32], ..division(ShardSet::ALL, &[], &[], 0) };
            nodes.take_in(division, Instant::now(), 1);
            nodes.listen();
            nodes.listen();
            nodes
        };
        let (one, two, stranger) = (node(1), node(1), node(2));
        assert_eq!(lock(&wire.0).len(), 9, "each listens once");
        assert!(one.ring_by_broker());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(two.rung());
        let heard = runtime.block_on(async { futures_ready(stranger.rung()) });
        assert!(!heard, "another cluster has another subject");
        let place = (TableId::random(), 7);
        for message in [place_text(place.0, place.1), "nonsense".to_owned(), format!("{} x", place.0)] {
            wire.send(Subject::Thoughts.of(&[1; 32]), message);
        }
        assert_eq!((*two.thoughts().borrow(), *stranger.thoughts().borrow()), (Some(place), None));
        // Versions as spectators see them, with their documents.
        type HeardVersions = Arc<Mutex<Vec<(TableId, u64, String)>>>;
        let heard: [HeardVersions; 2] = Default::default();
        for (node, heard) in [&two, &stranger].into_iter().zip(heard.clone()) {
            node.hear_versions(Box::new(move |table, number, document| {
                lock(&heard).push((table, number, document.to_owned()));
            }));
        }
        assert!(one.tell_spectators(place.0, 8, "{\"what\": \"played\"}"));
        wire.send(Subject::Spectators.of(&[1; 32]), format!("{} 9", place.0));
        assert_eq!(*lock(&heard[0]), [(place.0, 8, "{\"what\": \"played\"}".to_owned())]);
        assert!(lock(&heard[1]).is_empty());
    }

    /// Whether a future is ready at once.
    fn futures_ready(future: impl Future<Output = ()>) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::pin::pin!(future).poll(&mut context).is_ready()
    }

    #[test]
    fn a_node_whose_leases_may_have_ended_is_sure_of_nothing() {
        let nodes = Nodes::new("http://own".to_owned());
        let one = Shard::new(1).unwrap();
        let mut ended = division(ShardSet::ALL, &[], &[], 0);
        ended.lease = Duration::ZERO;
        nodes.take_in(ended, Instant::now(), 1);
        assert_eq!(nodes.find(one), Whereabouts::Unknown);
    }
}
