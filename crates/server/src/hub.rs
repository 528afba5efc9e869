//! The live tables: carries out what the hosts ask for, lets bots think, and tells who follows.

mod alarms;
mod bots;
mod disk;
mod lists;
mod people;
mod tables;

pub use bots::BotPause;
pub use lists::{Stage, Summary};
pub(crate) use people::{forget_everywhere, go_on_forgetting};
pub use tables::{Attendance, Live, LoadError, OpenError};

use crate::lock::lock;
use crate::metrics::{Limit, METRICS, TableWork};
use crate::storing::read;
use crate::work::Work;
use alarms::Alarms;
use fair::Secret;
use game::Seed;
use lists::Summaries;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Store, StoreError, now};
use table::host::{Answer, Command, Effect, Intent, RejectReason, Rejection, Sender};
use table::keys::{TableId, random_bytes, random_u64};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, Semaphore, oneshot};

/// How long a table that nobody asks for stays in memory.
const IDLE: Duration = Duration::from_secs(600);
/// The pause after a bot's move could not be stored.
const RETRY: Duration = Duration::from_secs(2);
/// Tables that are read at the same time for documents of what is kept of people.
const EXPORTING: usize = 2;
/// How long ago the store may have answered last, for the server to be ready.
const READY: Duration = Duration::from_secs(10);

/// How much of the machine the tables may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Tables in memory at once; more can be looked at when others are idle.
    pub tables: usize,
    /// Bots that think at the same time; the others wait for their turn.
    pub bots: usize,
    /// Pieces of work that run at the same time: pages, pictures, replays and lists.
    pub workers: usize,
    /// Pieces of work that wait for that.
    pub queue: usize,
}

impl Default for Room {
    /// As many tables as a small machine holds, as many bots as it has processors, and as much work, but two pieces at
    /// least, so that a long one does not hold up all others.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Room { tables: 20_000, bots: processors, workers: processors.max(2), queue: 1_024 }
    }
}

pub(crate) type Ticket = oneshot::Sender<Answer>;

/// All tables of one server.
pub struct Hub {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<TableId, Arc<Live>>>,
    /// What lists say of tables that are not in memory.
    summaries: Mutex<Summaries>,
    pause: BotPause,
    /// Where bots' randomness comes from; it has nothing to do with any table's seed.
    bot_seed: Seed,
    /// From which the secrets of tables are made, until the server stops. A table's own is stored with it.
    secret: Secret,
    alarms: Mutex<Alarms>,
    /// When it was started, in milliseconds since 1970.
    started: u64,
    /// Between which moments no server ran before this one, once that is read.
    down: OnceCell<Option<(u64, u64)>>,
    /// How many tables may be in memory.
    tables_max: usize,
    /// The right to think, which bots take in turn.
    thinking: Arc<Semaphore>,
    /// The right to read a table for somebody's document.
    exporting: Arc<Semaphore>,
    /// Where whatever takes a while is done.
    work: Work,
    /// Whether bots begin nothing any more, as the server is about to stop.
    resting: AtomicBool,
    /// When the store last took something, and that it did not since.
    noted: Mutex<Option<(Instant, Result<(), StoreError>)>>,
    runtime: Handle,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hub")
    }
}

impl Hub {
    /// A hub without tables in memory; they are loaded when somebody asks for them. Must be called on a runtime.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, pause: BotPause) -> Arc<Hub> {
        Hub::with_room(store, pause, Room::default())
    }

    /// As [`Hub::new`], with room for so much.
    #[must_use]
    pub fn with_room(store: Arc<dyn Store>, pause: BotPause, room: Room) -> Arc<Hub> {
        let hub = Hub::at_rest(store, pause, room);
        hub.runtime.spawn(Hub::keep_time(Arc::downgrade(&hub)));
        // Ends with the hub.
        let watched = Arc::downgrade(&hub);
        hub.runtime.spawn(async move {
            loop {
                tokio::time::sleep(IDLE / 10).await;
                let Some(hub) = watched.upgrade() else { break };
                hub.forget_idle(IDLE);
            }
        });
        hub
    }

    /// The same without the tasks that keep time and memory: it does only what it is asked for.
    pub(crate) fn at_rest(store: Arc<dyn Store>, pause: BotPause, room: Room) -> Arc<Hub> {
        Arc::new(Hub {
            store,
            tables: Mutex::default(),
            summaries: Mutex::default(),
            pause,
            bot_seed: Seed(random_u64()),
            secret: Secret::from_bytes(random_bytes()),
            alarms: Mutex::default(),
            started: now(),
            down: OnceCell::new(),
            tables_max: room.tables,
            thinking: Arc::new(Semaphore::new(room.bots.clamp(1, Semaphore::MAX_PERMITS))),
            exporting: Arc::new(Semaphore::new(EXPORTING)),
            work: Work::new(room.workers, room.queue),
            resting: AtomicBool::new(false),
            noted: Mutex::default(),
            runtime: Handle::current(),
        })
    }

    /// Drops tables from memory that nobody has asked for in this time; they are loaded again when somebody does.
    /// Returns how many are left.
    pub fn forget_idle(&self, idle: Duration) -> usize {
        let mut tables = self.tables();
        // A table is in use as long as anybody else holds it: a stream, a request, a bot that thinks, a batch that is
        // being stored. Nobody can begin to while the list is locked.
        tables.retain(|_, live| {
            let asked = *lock(&live.asked);
            let stays = Arc::strong_count(live) > 1 || asked.elapsed() < idle;
            if !stays {
                self.keep_summary(live);
            }
            stays
        });
        tables.len()
    }

    /// Where whatever takes a while is done.
    pub(crate) fn work(&self) -> &Work {
        &self.work
    }

    /// How many tables are in memory.
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
    pub(crate) fn is_resting(&self) -> bool {
        self.resting.load(Ordering::Relaxed)
    }

    /// Where the tables are kept.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
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

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Live>>> {
        lock(&self.tables)
    }

    /// Carries a command out; answered when it is stored or refused.
    pub async fn submit(self: &Arc<Self>, live: &Arc<Live>, command: Command) -> Answer {
        let (ticket, answer) = oneshot::channel();
        let effects = {
            let mut host = live.look();
            let began = Instant::now();
            if let Sender::Holder(key) = command.sender
                && (host.seat_of(key).is_some() || matches!(command.intent, Intent::Join { .. }))
            {
                live.note(key);
            }
            let effects = host.submit(command, now(), ticket);
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

    fn run(self: &Arc<Self>, live: &Arc<Live>, effects: Vec<Effect<Ticket>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    lock(&live.bill).note(&batch);
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    let began = Instant::now();
                    self.store.append(
                        batch,
                        Box::new(move |result| {
                            METRICS.note_table(TableWork::Commit, live.id, began.elapsed());
                            let effects = live.look().stored(result);
                            hub.run(&live, effects);
                        }),
                    );
                }
                // Who went away does not wait for an answer.
                Effect::Reply(ticket, answer) => drop(ticket.send(answer)),
                Effect::Publish(version) => {
                    live.publish(version);
                    self.end_bots(live);
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
                Effect::Alarm { at } => self.alarms().set(live.id, at),
                Effect::Wake { seat, seq, prompt, retry } => {
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    // What was said meanwhile wakes it again, and does not hold it up: it has waited since its turn came.
                    let waited = now().saturating_sub(live.look().due_since());
                    let pause =
                        self.pause(&live, seat, seq, prompt).saturating_sub(Duration::from_millis(waited));
                    let pause = pause + if retry { RETRY } else { Duration::ZERO };
                    self.runtime.spawn(async move { hub.let_bot_play(&live, seat, seq, pause).await });
                }
            }
        }
    }
}
