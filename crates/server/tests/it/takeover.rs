//! A node that has taken over every shard, on a store that says what a database would, and with a time of its own.

use game::Seat;
use live::hub::{BotPause, Capacity, Hub};
use live::nodes::Nodes;
use live::time::Time;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{
    Batch, ChangeCounts, CommitCallback, Division, DueNote, DueRequest, DueTable, DueTables, GainedShard,
    MemoryStore, Node, OwnedShard, SHARDS, Shard, ShardSet, ShareRequest, Store, StoreError,
};
use table::entry::{FORMAT, SeatHolder};
use table::host::{Command, Intent, Plan, RejectReason, Sender};
use table::{Key, TableId};
use testkit::{InterceptedStore, StoreInterceptor, until};

/// The moment at which the tables were opened.
const START: u64 = 1_700_000_000_000;
/// The epoch under which the node owns everything.
const EPOCH: u64 = 7;

/// A database whose shards the node has just got; their owner last ran four seconds after the start.
#[derive(Default)]
struct TakenOver {
    inner: Arc<MemoryStore>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    has_division: bool,
    informed: ShardSet,
    /// The rows, and whether they are claimed and looked at.
    rows: BTreeMap<TableId, (bool, bool)>,
    notes: Vec<DueNote>,
    /// The claims that were answered.
    claims: usize,
    /// Whether entries are stored.
    stores: bool,
    refused: usize,
}

impl StoreInterceptor for TakenOver {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn append(&self, batch: Batch, done: CommitCallback) {
        {
            let mut state = self.state.lock().unwrap();
            if !state.stores {
                state.refused += 1;
                drop(state);
                return done(Err(StoreError::Overloaded));
            }
        }
        self.inner.append(batch, done);
    }

    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        let mut state = self.state.lock().unwrap();
        state.informed = request.informed;
        let is_first = !std::mem::replace(&mut state.has_division, true);
        let gained = |shard| GainedShard { shard, epoch: EPOCH, last_alive: Some(START + 4_000) };
        let gained = ShardSet::ALL.iter().filter(|_| is_first).map(gained).collect();
        Ok(Division { gained, ..division(request) })
    }

    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        let mut state = self.state.lock().unwrap();
        let is_own = |owned: &OwnedShard| owned.epoch == EPOCH;
        assert!(request.share.iter().all(is_own) && request.most > 0);
        let unseen = state.rows.iter().filter(|(_, (_, seen))| !seen).map(|(table, _)| Shard::of(*table));
        let unseen = unseen.filter(|shard| request.taken_over.contains(*shard)).collect();
        state.claims += 1;
        let is_taken = |table: &TableId| request.taken_over.contains(Shard::of(*table));
        let free = state.rows.iter_mut().filter(|(table, row)| **row == (false, false) && is_taken(table));
        let tables = free.take(1).map(|(table, row)| {
            row.0 = true;
            DueTable { table: *table, is_seen: false }
        });
        Ok(DueTables { tables: tables.collect(), unseen })
    }

    fn note_due(&self, _: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        let mut state = self.state.lock().unwrap();
        for note in &notes {
            match note.after {
                Some(_) => drop(state.rows.insert(note.table, (false, true))),
                None => drop(state.rows.remove(&note.table)),
            }
        }
        state.notes.extend(notes);
        Ok(())
    }
}

/// The division of a node that owns everything.
fn division(request: ShareRequest) -> Division {
    Division {
        nodes: vec![Node { name: "own".to_owned(), address: request.address }],
        own: 0,
        owners: vec![Some(0); usize::from(SHARDS)],
        lost: Vec::new(),
        gained: Vec::new(),
        excess: 0,
        reserved: ShardSet::default(),
        beyond: ShardSet::default(),
        newest: FORMAT,
        lease: Duration::from_secs(3_600),
        changes: ChangeCounts::default(),
        key: [7; 32],
        workers: 0,
    }
}

/// A node that owns everything, a minute after the start.
fn node(database: &Arc<InterceptedStore<TakenOver>>, passed: &Arc<AtomicU64>) -> Arc<Hub> {
    let time = Time::planted(|| START + 60_000, Arc::clone(passed));
    let (store, nodes) = (Arc::clone(database) as Arc<dyn Store>, Nodes::new("http://own".to_owned()));
    Hub::of_node(store, BotPause::NONE, Capacity::default(), time, nodes)
}

/// Opens a table of two people with this clock.
async fn open(hub: &Arc<Hub>, clock: &str) -> TableId {
    let person = |name: &str| SeatHolder::Person { name: name.to_owned(), key: Key::random().hash() };
    let start = table::games::new_game("catan", 2, &[]).unwrap();
    let clock = Some(clock.parse().unwrap());
    let plan = Plan { chairs: vec![person("Ada"), person("Ben")], clock, ..Plan::default() };
    hub.open(&start, plan, Key::random().hash()).await.unwrap().0.id()
}

/// Whether the log of a table has an entry of a kind.
fn has(store: &MemoryStore, table: TableId, kind: &str) -> bool {
    store.load(table).unwrap().iter().any(|entry| entry.body.starts_with(&format!("{{\"{kind}\"")))
}

/// Checks that a node looks at the tables of others by itself; that a shard keeps the moment at which its last owner ran until all its
/// tables have stored how long they stood still; and that nobody pays for that time.
#[test]
fn tables_learn_how_long_they_had_no_owner_before_it_is_forgotten() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    let (passed, database) = (Arc::new(AtomicU64::new(0)), Arc::new(InterceptedStore(TakenOver::default())));
    let tables = {
        let before = Time::planted(|| START, Arc::new(AtomicU64::new(0)));
        let store = Arc::clone(&database.inner) as Arc<dyn Store>;
        let hub = Hub::without_tasks(store, BotPause::NONE, Capacity::default(), before);
        [(); 3].map(|()| runtime.block_on(open(&hub, "bank 10 0 replace")))
    };
    database.state.lock().unwrap().rows = tables.iter().map(|table| (*table, (false, false))).collect();
    let hub = node(&database, &passed);
    until("each table tries to store it", || hub.tables_in_memory() == 3);
    let shards: ShardSet = tables.iter().map(|table| Shard::of(*table)).collect();
    let others = usize::from(SHARDS) - shards.len();
    let informed = || database.state.lock().unwrap().informed;
    until("the other shards are known to have an owner", || informed().len() >= others);
    // Once more, with what the node knows by now.
    let refused = || database.state.lock().unwrap().refused;
    let tried = refused();
    until("they try again", || refused() > tried + 6);
    assert!(shards.iter().all(|shard| !informed().contains(shard)), "nothing is stored yet");
    assert_eq!(database.state.lock().unwrap().notes, [], "nor is it noted");
    database.state.lock().unwrap().stores = true;
    until("all shards are known to have an owner", || informed() == ShardSet::ALL);
    assert!(tables.iter().all(|table| has(&database.inner, *table, "stood-still")));
    // Of ten seconds four were used when the owner died, and none since. A row comes five seconds after the alarm.
    let notes = std::mem::take(&mut database.state.lock().unwrap().notes);
    assert_eq!(notes.len(), 3, "each is noted once: {notes:?}");
    assert!(notes.iter().all(|note| note.after == Some(Duration::from_secs(6 + 5))), "{notes:?}");
    passed.store(6_000, Ordering::Relaxed);
    until("the clocks run out", || tables.iter().all(|table| has(&database.inner, *table, "time-up")));
}

/// Checks that moves which put the end of a clock off write no rows: the store makes that of a new table, and deletes it at the end.
#[test]
fn moves_write_no_rows() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    let (passed, database) = (Arc::new(AtomicU64::new(0)), Arc::new(InterceptedStore(TakenOver::default())));
    database.state.lock().unwrap().stores = true;
    let hub = node(&database, &passed);
    let claims = || database.state.lock().unwrap().claims;
    until("the node owns its tables", || claims() > 0);
    let table = runtime.block_on(open(&hub, "decision 60 bot"));
    let live = runtime.block_on(hub.table(table)).unwrap();
    for _ in 0..8 {
        passed.fetch_add(5_000, Ordering::Relaxed);
        let (seen, action, sender) = {
            let host = live.look();
            let game = host.game().unwrap();
            let seat = game.awaited()[0].0;
            let action = game.legal_action(seat, 0).unwrap();
            (host.version(), action, Sender::Holder(host.holder_of(seat).unwrap()))
        };
        let command = Command { sender, id: None, seen, intent: Intent::Act(action) };
        runtime.block_on(hub.submit(&live, command)).unwrap();
    }
    let before = claims();
    until("the node looks for rows again", || claims() >= before + 2);
    assert_eq!(database.state.lock().unwrap().notes, []);
}

/// A database that answers appends when a test says so, and in which another node owned everything for a moment.
#[derive(Default)]
struct Slow {
    inner: Arc<MemoryStore>,
    /// The appends that were given to it, and are not answered.
    held: Mutex<Vec<CommitCallback>>,
    /// How often another node has taken over everything, and how often the node was told.
    losses: AtomicU64,
    told: AtomicU64,
    answers: AtomicBool,
}

impl StoreInterceptor for Slow {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn append(&self, batch: Batch, done: CommitCallback) {
        if self.answers.load(Ordering::SeqCst) {
            return self.inner.append(batch, done);
        }
        self.held.lock().unwrap().push(done);
    }

    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        let lost = self.losses.load(Ordering::SeqCst);
        let is_new = self.told.swap(lost, Ordering::SeqCst) != lost || lost == 0;
        let gained = |shard| GainedShard { shard, epoch: EPOCH + lost, last_alive: None };
        let mut division = division(request);
        division.gained = ShardSet::ALL.iter().filter(|_| is_new).map(gained).collect();
        division.lost = ShardSet::ALL.iter().filter(|_| is_new && lost > 0).collect();
        Ok(division)
    }
}

/// A node that owns everything, on such a database.
fn slow_node() -> (Arc<InterceptedStore<Slow>>, Arc<Hub>) {
    let database = Arc::new(InterceptedStore(Slow::default()));
    database.answers.store(true, Ordering::SeqCst);
    let store = Arc::clone(&database) as Arc<dyn Store>;
    let nodes = Nodes::new("http://own".to_owned());
    let hub = Hub::of_node(store, BotPause::NONE, Capacity::default(), Time::start(), Arc::clone(&nodes));
    until("the node owns its tables", || nodes.served() == ShardSet::ALL);
    (database, hub)
}

/// Checks that a table is opened under another id if its shard goes to another node at that moment.
#[test]
fn a_table_whose_shard_goes_while_it_is_opened_is_opened_elsewhere() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    let (database, hub) = slow_node();
    database.answers.store(false, Ordering::SeqCst);
    let lose = async {
        let mut held = std::mem::take(&mut *database.held.lock().unwrap());
        database.answers.store(true, Ordering::SeqCst);
        assert_eq!(held.len(), 1);
        held.remove(0)(Err(StoreError::Fenced { table: None }));
    };
    // In this order: the table is to be stored, and then its shard is lost.
    let (table, ()) = runtime.block_on(async { tokio::join!(open(&hub, "decision 60 bot"), lose) });
    assert!(runtime.block_on(hub.table(table)).is_ok());
    assert!(!database.inner.load(table).unwrap().is_empty());
}

/// Checks that a table which left memory enters nothing any more, though its node owns the shard again: what waited there for an append
/// is refused.
#[test]
fn what_waited_while_the_shard_was_away_is_refused() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _entered = runtime.enter();
    let (database, hub) = slow_node();
    let table = runtime.block_on(open(&hub, "decision 60 bot"));
    let live = runtime.block_on(hub.table(table)).unwrap();
    database.answers.store(false, Ordering::SeqCst);
    let sender = Sender::Holder(live.look().holder_of(Seat::A).unwrap());
    let say = |text: &str| {
        let command = Command { sender, id: None, seen: 0, intent: Intent::Say(text.to_owned()) };
        hub.submit(&live, command)
    };
    let lose = async {
        database.losses.store(1, Ordering::SeqCst);
        until("the table has left", || live.has_left());
        let held = std::mem::take(&mut *database.held.lock().unwrap());
        assert_eq!(held.len(), 1, "the other one waits");
        for done in held {
            done(Err(StoreError::Fenced { table: Some(table) }));
        }
        assert_eq!(database.held.lock().unwrap().len(), 0, "nothing more is given to the store");
    };
    // In this order: one is to be stored, and two waits for that.
    let (one, two, ()) = runtime.block_on(async { tokio::join!(say("one"), say("two"), lose) });
    for answer in [one, two] {
        let refused = answer.unwrap_err();
        assert!(matches!(refused.reason, RejectReason::Storage(StoreError::Fenced { .. })), "{refused:?}");
    }
}
