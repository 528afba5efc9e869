//! The live tables: carries out what the hosts ask for, lets bots think, and tells who follows.

mod alarms;
mod bots;
mod disk;
mod due;
mod erasing;
mod lists;
mod moderation;
mod loading;
mod lobby;
mod nodes;
mod peers;
mod people;
mod company;
mod tables;
mod workers;

pub use bots::Adviser;
pub use company::LiveCompany;
pub use loading::LoadError;
pub use lobby::{TableLimits, TableReservation};
pub use present::summary::{Stage as TableStage, Summary};
pub use table::bot_session::BotPause;
pub use tables::{Attendance, LiveTable, OpenError};

use crate::blocks::BlockLists;
use crate::coach::Coach;
use crate::lock::lock;
use crate::metrics::{Limit, METRICS, TableWork};
use crate::nodes::Nodes;
use crate::ratings::{LiveRatings, result_of};
use crate::sanctions::SanctionSet;
use crate::storing::read;
use crate::test_mode::{DueBot, TestMode, Testing};
use crate::time::Time;
use crate::work::Work;
use alarms::Alarms;
use due::{DueRows, RowChange};
use erasing::Erased;
use fair::Secret;
use game::Seed;
use lists::Summaries;
use lobby::{Lobby, Step};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Change, LastAlive, ResultChange, Store, StoreError};
use table::host::{Answer, Command, Effect, Intent, RejectReason, Rejection, Sender};
use table::keys::{TableId, random_bytes, random_u64};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, Semaphore, oneshot};
use workers::Workers;

/// The time for which an unused table stays in memory.
const IDLE: Duration = Duration::from_secs(600);
/// The time for which a table keeps what its pages need again, such as the log with its events, when nobody asks.
const PAGES_IDLE: Duration = Duration::from_secs(60);
/// The number of tables whose pages must have been forgotten for giving their memory back to be worth the time.
const WORTH: usize = 16;
/// The pause after a bot's move could not be stored.
const RETRY: Duration = Duration::from_secs(2);
/// The most tables that are read at the same time for exports.
const EXPORTING: usize = 2;
/// The longest time since the store's last answer for which the server counts as ready.
const READY: Duration = Duration::from_secs(10);

/// The share of the machine that the tables may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// The most tables in memory; more can be opened when others are idle.
    pub tables: usize,
    /// Bots that think at the same time; the others wait for their turn. Beside them half as many search, but at least one.
    pub bots: usize,
    /// Pieces of work that run at the same time: pages, pictures, replays and lists. 0 does each at once, which holds up everything
    /// else of the task's thread: for tests.
    pub workers: usize,
    /// Pieces of work that wait for that.
    pub queue: usize,
    /// Finished games that the coach analyses at the same time; 0 switches it off.
    pub analyses: usize,
}

impl Default for Capacity {
    /// Room for the tables that a small machine holds, as many bots as it has processors, and as many workers, but at least two,
    /// so that one long piece of work does not hold up all others.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Capacity { tables: 20_000, bots: processors, workers: processors.max(2), queue: 1_024, analyses: 1 }
    }
}

/// The sender through which a table answers a waiting command.
pub type Ticket = oneshot::Sender<Answer>;

/// All tables of one server.
pub struct Hub {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<TableId, Arc<LiveTable>>>,
    /// The summaries, for lists, of tables that are not in memory.
    summaries: Mutex<Summaries>,
    /// The tables that were deleted.
    erased: Mutex<Erased>,
    /// The tables under way, for lists and limits.
    lobby: Mutex<Lobby>,
    /// A source of join codes that a test sets.
    next_code: Option<fn() -> String>,
    /// The replacement for chance, and for the passing of time, in test mode.
    testing: Option<Testing>,
    pause: BotPause,
    /// The seed of the bots' random choices; it has nothing to do with any table's seed.
    bot_seed: Seed,
    /// The secret from which those of tables are made, until the server stops. A table's own is stored with it.
    secret: Secret,
    /// Sanctions in force: commands from these people are rejected.
    in_force: Arc<SanctionSet>,
    alarms: Mutex<Alarms>,
    /// The rows by which the next owner of a table finds it.
    due: Mutex<DueRows>,
    /// The time of its tables.
    time: Time,
    /// The lead of each table whose log is ahead of that time, in milliseconds: an earlier server's wall clock has since been set
    /// back. Such a table goes on from its last entry.
    ahead: Mutex<HashMap<TableId, u64>>,
    /// The last moments before this start at which the owner of each table ran, read lazily.
    before: OnceCell<LastAlive>,
    /// The most tables in memory.
    tables_max: usize,
    /// Limits how many bots think at once, but for those that search.
    thinking: Arc<Semaphore>,
    /// Limits how many bots search at once. They have a pool of their own, so that no quick bot ever waits for one.
    searching: Arc<Semaphore>,
    /// Lets only one task at a time change what logs hold of a person.
    amending: tokio::sync::Mutex<()>,
    /// Limits how many tables are read at once for exports.
    exporting: Arc<Semaphore>,
    /// The pool for work that takes a while.
    work: Work,
    coach: Coach,
    /// Whether bots start no new moves, as the server is about to stop.
    resting: AtomicBool,
    /// The time and the outcome of the last heartbeat that was written to the store.
    noted: Mutex<Option<(Instant, Result<(), StoreError>)>>,
    /// The block lists.
    blocks: BlockLists,
    /// The ratings of people.
    ratings: LiveRatings,
    /// This node among others; `None` for a server that is alone.
    nodes: Option<Arc<Nodes>>,
    /// The workers that may think for its bots.
    workers: Option<Workers>,
    runtime: Handle,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hub")
    }
}

/// Gives free memory back to the system, away from the sockets: it may take a while.
pub async fn give_back_memory() {
    let _ = tokio::task::spawn_blocking(heap::give_back).await;
}

impl Hub {
    /// Creates a hub without tables in memory; it loads them on demand. Must be called on a runtime.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, pause: BotPause) -> Arc<Hub> {
        Hub::with_room(store, pause, Capacity::default())
    }

    /// Creates a hub like [`Hub::new`], with this much room.
    #[must_use]
    pub fn with_room(store: Arc<dyn Store>, pause: BotPause, room: Capacity) -> Arc<Hub> {
        Hub::with_time(store, pause, room, Time::start())
    }

    /// Creates a hub like [`Hub::with_room`], with this clock.
    #[must_use]
    pub fn with_time(store: Arc<dyn Store>, pause: BotPause, room: Capacity, time: Time) -> Arc<Hub> {
        Hub::without_tasks(store, pause, room, time).running()
    }

    /// Creates the hub of a node of a cluster.
    #[must_use]
    pub fn of_node(
        store: Arc<dyn Store>,
        pause: BotPause,
        room: Capacity,
        time: Time,
        nodes: Arc<Nodes>,
    ) -> Arc<Hub> {
        let workers = store.thinking().map(|thinking| Workers::new(thinking, Arc::clone(&nodes)));
        let hub = Hub { nodes: Some(nodes), workers, ..Hub::made_of(store, pause, room, time, None) };
        Arc::new(hub).running()
    }

    /// Creates a hub like [`Hub::with_room`], in test mode.
    #[must_use]
    pub fn with_test_mode(
        store: Arc<dyn Store>,
        pause: BotPause,
        room: Capacity,
        mode: &TestMode,
    ) -> Arc<Hub> {
        let testing = Testing::new(mode);
        let time = testing.time();
        Arc::new(Hub::made_of(store, pause, room, time, Some(testing))).running()
    }

    /// Starts the tasks that keep time and memory.
    fn running(self: Arc<Hub>) -> Arc<Hub> {
        let hub = self;
        hub.runtime.spawn(Hub::run_clock(Arc::downgrade(&hub)));
        if let Some(nodes) = &hub.nodes {
            hub.runtime.spawn(Hub::run_node(Arc::downgrade(&hub), Arc::clone(nodes)));
            hub.runtime.spawn(Hub::run_due(Arc::downgrade(&hub), Arc::clone(nodes)));
        }
        // Ends with the hub.
        let watched = Arc::downgrade(&hub);
        let mut most = 0;
        hub.runtime.spawn(async move {
            loop {
                tokio::time::sleep(IDLE / 10).await;
                let Some(hub) = watched.upgrade() else { break };
                if hub.tidy(IDLE, PAGES_IDLE, &mut most) {
                    give_back_memory().await;
                }
            }
        });
        hub
    }

    /// Creates a hub without the tasks that keep time and memory: it does only what it is asked for.
    pub fn without_tasks(store: Arc<dyn Store>, pause: BotPause, room: Capacity, time: Time) -> Arc<Hub> {
        Arc::new(Hub::made_of(store, pause, room, time, None))
    }

    /// Creates a hub like [`Hub::without_tasks`], with this source of join codes.
    #[cfg(test)]
    fn with_codes(
        store: Arc<dyn Store>,
        pause: BotPause,
        room: Capacity,
        time: Time,
        next_code: fn() -> String,
    ) -> Arc<Hub> {
        Arc::new(Hub { next_code: Some(next_code), ..Hub::made_of(store, pause, room, time, None) })
    }

    fn made_of(
        store: Arc<dyn Store>,
        pause: BotPause,
        room: Capacity,
        time: Time,
        testing: Option<Testing>,
    ) -> Hub {
        let bot_seed = testing.as_ref().map_or_else(|| Seed(random_u64()), Testing::bot_seed);
        let secret = testing.as_ref().map_or_else(|| Secret::from_bytes(random_bytes()), Testing::secret);
        Hub {
            blocks: BlockLists::new(Arc::clone(&store)),
            ratings: LiveRatings::new(Arc::clone(&store)),
            store,
            tables: Mutex::default(),
            summaries: Mutex::default(),
            erased: Mutex::default(),
            lobby: Mutex::default(),
            next_code: None,
            testing,
            pause,
            bot_seed,
            secret,
            in_force: Arc::default(),
            alarms: Mutex::default(),
            due: Mutex::default(),
            time,
            ahead: Mutex::default(),
            before: OnceCell::new(),
            tables_max: room.tables,
            thinking: Arc::new(Semaphore::new(room.bots.clamp(1, Semaphore::MAX_PERMITS))),
            searching: Arc::new(Semaphore::new((room.bots / 2).clamp(1, Semaphore::MAX_PERMITS))),
            amending: tokio::sync::Mutex::default(),
            exporting: Arc::new(Semaphore::new(EXPORTING)),
            work: Work::new(room.workers, room.queue),
            coach: Coach::new(room.analyses),
            resting: AtomicBool::new(false),
            noted: Mutex::default(),
            nodes: None,
            workers: None,
            runtime: Handle::current(),
        }
    }

    /// Drops tables from memory that nobody has asked for in this time, and what the others keep for pages that nobody has
    /// asked for in `pages`. Says whether the memory is to be given back to the system: whether fewer tables are left than
    /// the `most` there were since that was last done, or pages of enough tables were forgotten.
    fn tidy(&self, idle: Duration, pages: Duration, most: &mut usize) -> bool {
        *most = (*most).max(self.tables_in_memory());
        let left = self.forget_idle(idle);
        let forgot = self.tables().values().filter(|live| live.forget_pages(pages)).count();
        let gives_back = left < *most || forgot >= WORTH;
        if gives_back {
            *most = left;
        }
        gives_back
    }

    /// Drops tables from memory that nobody has asked for in this time; they are loaded again on demand. Returns the number of
    /// tables left.
    pub fn forget_idle(&self, idle: Duration) -> usize {
        let mut tables = self.tables();
        // A table is in use as long as anybody else holds it: a stream, a request, a bot that thinks, a batch that is
        // being stored. Nobody can begin to while the list is locked.
        tables.retain(|_, live| {
            let asked = *lock(&live.asked);
            let stays = Arc::strong_count(live) > 1 || asked.elapsed() < idle;
            if !stays {
                self.keep_summary(live);
                self.note_unloaded(live);
            }
            stays
        });
        tables.len()
    }

    /// The time of its tables.
    #[must_use]
    pub fn time(&self) -> Time {
        self.time.clone()
    }

    /// The pool for work that takes a while.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// The coach, who analyses finished games.
    pub fn coach(&self) -> &Coach {
        &self.coach
    }

    /// The block lists.
    pub fn blocks(&self) -> &BlockLists {
        &self.blocks
    }

    /// The ratings.
    pub fn ratings(&self) -> &LiveRatings {
        &self.ratings
    }

    /// Stores the result of a game that has just ended, if it counts for ratings. A result that a crash loses can be recomputed.
    fn note_result(&self, live: &LiveTable) {
        let Some(result) = live.newly_ended().then(|| result_of(&live.look())).flatten() else { return };
        let id = live.id;
        self.store.change(
            vec![Change::Results(ResultChange::Add(result))],
            Box::new(move |stored| {
                if let Err(error) = stored {
                    tracing::error!(table = id.brief(), %error, "a result is missing in the ratings");
                }
            }),
        );
    }

    /// The tables in memory, in the order of their ids.
    pub fn in_memory(&self) -> Vec<Arc<LiveTable>> {
        let mut tables: Vec<_> = self.tables().values().cloned().collect();
        tables.sort_by_key(|live| live.id);
        tables
    }

    /// Returns the number of tables in memory.
    #[must_use]
    pub fn tables_in_memory(&self) -> usize {
        self.tables().len()
    }

    /// Whether one more table may come into memory; those that nobody needs go for it.
    fn has_room(&self) -> bool {
        let has_room = self.tables().len() < self.tables_max
            || self.forget_idle(IDLE / 20) < self.tables_max
            || self.forget_idle(Duration::ZERO) < self.tables_max;
        if !has_room {
            METRICS.note_refused(Limit::Tables);
        }
        has_room
    }

    /// Lets bots begin nothing more, since the server is about to stop. They go on when it is back.
    pub fn rest(&self) {
        self.resting.store(true, Ordering::Relaxed);
    }

    /// Whether the server is about to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.resting.load(Ordering::Relaxed)
    }

    /// The store that keeps the tables.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Whether the store takes what it is given: asked for every few seconds, so this costs nothing.
    ///
    /// # Errors
    /// What the store last said; [`StoreError::Overloaded`] if it has said nothing for too long.
    pub fn ready(&self) -> Result<(), StoreError> {
        match &*lock(&self.noted) {
            Some((at, Ok(()))) if at.elapsed() < READY => Ok(()),
            Some((_, Err(error))) => Err(error.clone()),
            _ => Err(StoreError::Overloaded),
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Arc<LiveTable>>> {
        lock(&self.tables)
    }

    /// The sanctions that are in force.
    #[must_use]
    pub fn in_force(&self) -> &Arc<SanctionSet> {
        &self.in_force
    }

    /// Carries a command out; the answer comes when it is stored or rejected. Commands of suspended people are rejected, and so
    /// are messages of muted ones.
    pub async fn submit(self: &Arc<Self>, live: &Arc<LiveTable>, command: Command) -> Answer {
        if let Sender::Holder(person) = command.sender {
            let talk = || match command.intent {
                Intent::Say(_) => self.in_force.may_talk(person),
                _ => Ok(()),
            };
            if let Err(reason) = self.in_force.may_act(person).and_then(|()| talk()) {
                return Err(Rejection { reason, seq: live.look().version() });
            }
        }
        self.may_join(live, &command).await?;
        self.carry_out(live, command).await
    }

    /// Carries out a command like [`Hub::submit`], but regardless of sanctions: for what the server does by itself.
    pub(crate) async fn carry_out(self: &Arc<Self>, live: &Arc<LiveTable>, command: Command) -> Answer {
        let (ticket, answer) = oneshot::channel();
        let effects = {
            let mut host = live.look_judged();
            if live.has_left() {
                let reason = RejectReason::Storage(StoreError::Fenced { table: Some(live.id) });
                return Err(Rejection { reason, seq: host.version() });
            }
            let began = Instant::now();
            if let Sender::Holder(key) = command.sender
                && (host.seat_of(key).is_some() || matches!(command.intent, Intent::Join { .. }))
            {
                live.note(key);
            }
            let effects = host.submit(command, self.time.now(), ticket);
            METRICS.note_table(TableWork::Command, live.id, began.elapsed());
            effects
        };
        self.run(live, effects);
        let answer = answer.await.unwrap_or_else(|_| {
            let seq = live.look().version();
            Err(Rejection { reason: RejectReason::Storage(StoreError::Closed), seq })
        });
        match &answer {
            Ok(_) => METRICS.acknowledged.add_one(),
            Err(Rejection {
                reason: RejectReason::Busy | RejectReason::TooFast | RejectReason::LogFull,
                ..
            }) => {
                METRICS.note_refused(Limit::Commands);
            }
            Err(_) => {}
        }
        answer
    }

    /// Rejects a person whom the opener of the table has blocked. A person who already sits there stays.
    async fn may_join(&self, live: &LiveTable, command: &Command) -> Result<(), Rejection> {
        let (Sender::Holder(key), Intent::Join { .. }) = (command.sender, &command.intent) else {
            return Ok(());
        };
        let (opener, sits, seq) = {
            let host = live.look();
            (host.opener(), host.seat_of(key).is_some(), host.version())
        };
        if sits {
            return Ok(());
        }
        match self.blocks.of(opener).await {
            Ok(blocked) if blocked.contains(key) => Err(Rejection { reason: RejectReason::Blocked, seq }),
            Ok(_) => Ok(()),
            Err(error) => Err(Rejection { reason: RejectReason::Storage(error), seq }),
        }
    }

    fn run(self: &Arc<Self>, live: &Arc<LiveTable>, mut effects: Vec<Effect<Ticket>>) {
        if self.testing.is_some() {
            // Whoever gets an answer may ask the bots to move: by then it is noted which of them are due.
            effects.sort_by_key(|effect| !matches!(effect, Effect::Wake { .. }));
        }
        for effect in effects {
            match effect {
                Effect::Wake { seat, seq, prompt, .. }
                    if self
                        .testing
                        .as_ref()
                        .is_some_and(|testing| testing.holds_back(live.id, DueBot { seat, seq, prompt })) => {
                }
                // What waited while the shard went and perhaps came back was decided on a log that may be old. The table that is in
                // memory by now would not hear of it.
                Effect::Append(_) if live.has_left() => {
                    let effects = live.look().stored(Err(StoreError::Fenced { table: Some(live.id) }));
                    self.run(live, effects);
                }
                Effect::Append(batch) => {
                    lock(&live.bill).note(&batch);
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    let (step, row) = (Step::of(&batch), RowChange::of(&batch));
                    let began = Instant::now();
                    self.store.append(
                        batch,
                        Box::new(move |result| {
                            METRICS.note_table(TableWork::Commit, live.id, began.elapsed());
                            let is_stored = result.is_ok();
                            let is_fenced = matches!(result, Err(StoreError::Fenced { .. }));
                            let effects = live.look().stored(result);
                            if is_stored {
                                hub.note_step(&live, step);
                                hub.note_row(live.id, row);
                            }
                            if is_fenced {
                                hub.note_fenced(&live);
                            }
                            hub.run(&live, effects);
                        }),
                    );
                }
                // Who went away does not wait for an answer.
                Effect::Reply(ticket, answer) => drop(ticket.send(answer)),
                Effect::Publish(version) => {
                    live.publish(version);
                    self.end_bots(live);
                    self.note_result(live);
                }
                Effect::Reread => {
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    self.runtime.spawn(async move {
                        let id = live.id;
                        tracing::warn!(
                            table = id.brief(),
                            "something else is stored than was believed; it is read again"
                        );
                        let result = read(&hub.store, move |store| store.load(id)).await;
                        let effects = live.look().reread(result);
                        hub.run(&live, effects);
                    });
                }
                Effect::Alarm { at } => {
                    self.alarms().set(live.id, at);
                    self.expect_due(live.id, at);
                }
                Effect::Wake { seat, seq, prompt, retry } => {
                    self.expect_bot(live.id);
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    // What was said meanwhile wakes it again, and does not hold it up: it has waited since its turn came.
                    let waited = {
                        let host = live.look();
                        host.table_time(self.time.now()).saturating_sub(host.due_since())
                    };
                    let pause =
                        self.pause(&live, seat, seq, prompt).saturating_sub(Duration::from_millis(waited));
                    let pause = pause + if retry { RETRY } else { Duration::ZERO };
                    self.runtime.spawn(async move { hub.let_bot_play(&live, seat, seq, pause).await });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::MemoryStore;
    use table::Key;
    use table::entry::SeatHolder;
    use table::host::Plan;

    #[test]
    fn memory_is_given_back_once_after_tables_have_left_it() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let hub = Hub::without_tasks(
                Arc::new(MemoryStore::new()),
                BotPause::NONE,
                Capacity::default(),
                Time::start(),
            );
            let start = table::games::new_game("catan", 2, &[]).unwrap();
            let opener = Key::random().hash();
            let mut most = 0;
            let open = async || {
                let ada = SeatHolder::Person { name: "Ada".to_owned(), key: opener };
                let plan = Plan { chairs: vec![ada, SeatHolder::Open], ..Plan::default() };
                hub.open(&start, plan, opener).await.unwrap().0
            };
            assert!(!hub.tidy(Duration::ZERO, IDLE, &mut most), "there was none");
            let used = open().await;
            drop(open().await);
            assert!(!hub.tidy(IDLE, IDLE, &mut most), "both stay");
            assert!(hub.tidy(Duration::ZERO, IDLE, &mut most), "one has left");
            assert!(!hub.tidy(Duration::ZERO, IDLE, &mut most), "that is done");
            drop(open().await);
            // Others may have had it dropped meanwhile, to make room.
            hub.tidy(IDLE, IDLE, &mut most);
            hub.forget_idle(Duration::ZERO);
            assert!(hub.tidy(IDLE, IDLE, &mut most));
            assert_eq!(used.look().version(), 0);
            // What pages need again is made again.
            let told = used.log_tail(&used.look());
            assert!(!used.forget_pages(IDLE));
            assert!(used.forget_pages(Duration::ZERO));
            assert!(!used.forget_pages(Duration::ZERO), "that is done");
            assert_eq!(used.log_tail(&used.look()), told);
        });
    }
}
