//! The live tables: carries out what the hosts ask for, lets bots think, and tells who follows.

mod lists;
mod people;

pub use lists::{Glance, Stage};

use crate::bots::Question;
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::presence::Presence;
use crate::storing::read;
use fair::{Commitment, Nonce, Secret};
use game::{Draws, Seat, Seed};
use lists::Glances;
use shelf::{AnyGame, Prompt};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use store::{Store, StoreError, Tag, now};
use table::entry::Chair;
use table::games::BadGame;
use table::host::{
    Answer, Chance, Command, Damage, Done, Effect, Host, Opening, Plan, Refusal, Sender, Why, Wish,
};
use table::keys::{KeyHash, TableId, join_code, random_bytes, random_u64, read_join_code};
use tokio::runtime::Handle;
use tokio::sync::{OnceCell, Semaphore, oneshot, watch};

/// How long bots wait before they move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotPause {
    /// At least so long.
    pub min: Duration,
    /// At most so long.
    pub max: Duration,
    /// How long a bot waits for answers to its offer.
    pub patience: Duration,
}

impl BotPause {
    /// No pause at all, for tests and bots among themselves.
    pub const NONE: BotPause =
        BotPause { min: Duration::ZERO, max: Duration::ZERO, patience: Duration::from_secs(30) };

    /// About as long as this.
    #[must_use]
    pub fn around(pause: Duration) -> BotPause {
        BotPause { min: pause * 2 / 3, max: pause * 4 / 3, ..BotPause::NONE }
    }

    /// About so many milliseconds; as usual if nothing is said.
    #[must_use]
    pub fn of_millis(millis: Option<u64>) -> BotPause {
        match millis {
            None => BotPause::default(),
            Some(0) => BotPause::NONE,
            Some(millis) => BotPause::around(Duration::from_millis(millis)),
        }
    }
}

impl Default for BotPause {
    /// As long as a person takes who knows what to do.
    fn default() -> Self {
        BotPause::around(Duration::from_millis(900))
    }
}

/// How long a table that nobody asks for stays in memory.
const IDLE: Duration = Duration::from_secs(600);
/// The pause after a bot's move could not be stored.
const RETRY: Duration = Duration::from_secs(2);

/// How many bits of a promised id say that this server has promised it.
const MARK: u32 = 20;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(200);
/// How often it is noted that the server runs: clocks may lose so much when it is killed.
const ALIVE: Duration = Duration::from_secs(2);
/// Tables with clocks that are looked at when the server starts.
const CLOCKED: usize = 20_000;

/// How long ago the store may have answered last, for the server to be ready.
const READY: Duration = Duration::from_secs(10);

/// How much of the machine the tables may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Tables in memory at once; more can be looked at when others are idle.
    pub tables: usize,
    /// Bots that think at the same time; the others wait for their turn.
    pub bots: usize,
}

impl Default for Room {
    /// As many tables as a small machine holds, and as many bots as it has processors.
    fn default() -> Self {
        Room { tables: 20_000, bots: std::thread::available_parallelism().map_or(2, usize::from) }
    }
}

type Ticket = oneshot::Sender<Answer>;

/// Which tables with clocks were told how long the server was down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// Nobody tried yet.
    No,
    /// The store failed for some.
    NotAll,
    /// All that are there.
    All,
}

/// A table that is in memory.
pub struct Live {
    id: TableId,
    host: Mutex<Host<Ticket>>,
    version: watch::Sender<u64>,
    presence: Presence,
    /// When somebody last asked for it.
    asked: Mutex<Instant>,
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Live({})", self.id.brief())
    }
}

/// Why a table is not there.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// There is no such table.
    Unknown,
    /// The store cannot be read.
    Store(StoreError),
    /// Its log cannot be replayed.
    Damage(Damage),
    /// It is not in memory, and no more tables may be.
    Full,
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

/// Why a table could not be opened.
#[derive(Clone, PartialEq, Debug)]
pub enum NotOpened {
    /// What was asked for is not possible.
    Bad(BadGame),
    /// No table is promised under the id, or somebody else has opened it.
    NotPromised,
    /// It could not be stored.
    Store(StoreError),
    /// No more tables may be in memory.
    Full,
    /// Whoever asks has opened too many; the next one may be after this time.
    TooMany(Duration),
}

impl Live {
    fn new(id: TableId, host: Host<Ticket>) -> Arc<Live> {
        Arc::new(Live {
            id,
            version: watch::channel(host.version()).0,
            host: Mutex::new(host),
            presence: Presence::new(),
            asked: Mutex::new(Instant::now()),
        })
    }

    /// The table's id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The table as it is stored. Hold it only for as long as it takes to look.
    pub fn look(&self) -> MutexGuard<'_, Host<Ticket>> {
        // A panic while the table was held is answered with an internal error to who caused it. What is shown
        // is only ever changed by entries that are stored, one by one, so the others can go on.
        lock(&self.host)
    }

    /// The version, and a way to wait for the next.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Counts a stream in, until the guard is dropped. `holder` is who reads it, if they have a key.
    #[must_use]
    pub fn attend(self: &Arc<Self>, holder: Option<KeyHash>) -> Attendance {
        self.presence.enter(holder);
        Attendance { live: Arc::clone(self), holder }
    }

    /// Notes that the holder of a seat asks for something.
    pub(crate) fn note(&self, holder: KeyHash) {
        self.presence.note(holder);
    }

    /// Whether the person of a seat follows the table at this moment.
    #[must_use]
    pub fn is_online<T>(&self, host: &Host<T>, seat: Seat) -> bool {
        host.holder_of(seat).is_some_and(|holder| self.presence.is_there(holder))
    }

    /// How many look on.
    #[must_use]
    pub fn spectators<T>(&self, host: &Host<T>) -> usize {
        self.presence.spectators(|key| host.seat_of(key).is_some())
    }

    /// Who is there and how many look on, in a few letters.
    #[must_use]
    pub fn presence<T>(&self, host: &Host<T>) -> String {
        let there: String = Seat::first(Seat::MAX)
            .filter(|&seat| self.is_online(host, seat))
            .map(|seat| seat.to_string())
            .collect();
        format!("{there}+{}", self.spectators(host))
    }

    /// A way to wait for somebody to come or go.
    pub(crate) fn follow_presence(&self) -> watch::Receiver<u64> {
        self.presence.follow()
    }
}

/// That somebody follows a table.
#[derive(Debug)]
pub struct Attendance {
    live: Arc<Live>,
    holder: Option<KeyHash>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.live.presence.leave(self.holder);
    }
}

/// When to look at which table's clocks: once for each table, however often that changes.
#[derive(Default, Debug)]
struct Alarms {
    by_time: BTreeSet<(u64, TableId)>,
    of: HashMap<TableId, u64>,
}

impl Alarms {
    fn set(&mut self, table: TableId, at: u64) {
        if let Some(before) = self.of.insert(table, at) {
            self.by_time.remove(&(before, table));
        }
        self.by_time.insert((at, table));
    }

    /// The tables whose time has come; their alarms are gone then.
    fn take_due(&mut self, now: u64) -> Vec<TableId> {
        let mut due = Vec::new();
        while let Some(&(at, table)) = self.by_time.first()
            && at <= now
        {
            self.by_time.pop_first();
            self.of.remove(&table);
            due.push(table);
        }
        due
    }
}

/// All tables of one server.
pub struct Hub {
    store: Arc<dyn Store>,
    tables: Mutex<HashMap<TableId, Arc<Live>>>,
    /// What lists say of tables that are not in memory.
    glances: Mutex<Glances>,
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
        let hub = Arc::new(Hub {
            store,
            tables: Mutex::default(),
            glances: Mutex::default(),
            pause,
            bot_seed: Seed(random_u64()),
            secret: Secret::from_bytes(random_bytes()),
            alarms: Mutex::default(),
            started: now(),
            down: OnceCell::new(),
            tables_max: room.tables,
            thinking: Arc::new(Semaphore::new(room.bots.clamp(1, Semaphore::MAX_PERMITS))),
            resting: AtomicBool::new(false),
            noted: Mutex::default(),
            runtime: Handle::current(),
        });
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
                self.keep_glance(live);
            }
            stays
        });
        tables.len()
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

    /// The id of a table that may be opened, and the commitment to the secret that its dice will have: shown before
    /// anybody adds anything to them. The promise holds until the server stops.
    #[must_use]
    pub fn promise(&self) -> (TableId, Commitment) {
        let id = self.marked(TableId::random());
        (id, self.commitment_of(id))
    }

    /// The commitment to the secret that a table with this id would have if it were opened now.
    #[must_use]
    pub fn commitment_of(&self, id: TableId) -> Commitment {
        self.secret_of(id).commitment()
    }

    /// The commitment of the table at which the same people would play again, as long as nobody has opened it.
    #[must_use]
    pub fn commitment_after<T>(&self, live: &Live, host: &Host<T>) -> Option<Commitment> {
        let is_over = host.game().is_some_and(|game| game.outcome().is_some());
        (is_over && host.next().is_none()).then(|| self.commitment_of(live.id.after()))
    }

    /// The commitment of the table where the same people play again, if whoever holds this key is expected there.
    #[must_use]
    pub fn expected_after(&self, live: &Live, holder: KeyHash) -> Option<Commitment> {
        let next = live.look().next()?;
        let next = self.tables().get(&next).map(Arc::clone)?;
        let host = next.look();
        host.expected_name(holder).and_then(|_| host.commitment())
    }

    /// The id with the mark of those that this server promises. Nobody else can make one, so nobody can choose an id, such
    /// as that at which others are about to play again; and no promise needs to be remembered.
    fn marked(&self, id: TableId) -> TableId {
        let rest = id.number() >> MARK;
        let mark = self.secret.derive(&format!("promised {rest}")).reveal();
        let mark = u64::from_str_radix(&mark[..MARK as usize / 4], 16).expect("hexadecimal digits");
        TableId::new(rest << MARK | mark).expect("below 2 to the 60")
    }

    fn secret_of(&self, id: TableId) -> Secret {
        self.secret.derive(&id.to_string())
    }

    /// Opens a table; it is stored when this returns. Who has opened a promised table and asks again, because the answer
    /// was lost or a button was pressed twice, gets that table and the same answer.
    ///
    /// # Errors
    /// What cannot be, or that it cannot be stored; a promised table can be opened once, and no other id be chosen.
    pub async fn open(
        self: &Arc<Self>,
        start: &AnyGame,
        plan: Plan,
        opener: KeyHash,
    ) -> Result<(Arc<Live>, Done), NotOpened> {
        let Some(id) = plan.promised else {
            return self.open_as(TableId::random(), start, plan, opener).await;
        };
        if self.marked(id) == id {
            match self.open_as(id, start, plan, opener).await {
                Err(NotOpened::Store(StoreError::Conflict { .. })) => {}
                opened => return opened,
            }
        }
        self.opened_before(id, opener).await.ok_or(NotOpened::NotPromised)
    }

    /// Opens a table with this id.
    async fn open_as(
        self: &Arc<Self>,
        id: TableId,
        start: &AnyGame,
        plan: Plan,
        opener: KeyHash,
    ) -> Result<(Arc<Live>, Done), NotOpened> {
        let (ticket, answer) = oneshot::channel();
        let opening = Opening {
            chairs: plan.chairs,
            chance: Chance::Secret(self.secret_of(id)),
            nonces: plan.nonces,
            expected: plan.expected,
            code: join_code(),
            opener,
            aids: plan.aids,
            public: plan.public,
            clock: plan.clock,
        };
        let (host, effects) = Host::open(id, start, opening, now(), ticket).map_err(NotOpened::Bad)?;
        if !self.has_room() {
            return Err(NotOpened::Full);
        }
        let live = Live::new(id, host);
        // Who finds the table before it is stored is told that there is none.
        match self.tables().entry(id) {
            Entry::Vacant(vacant) => drop(vacant.insert(Arc::clone(&live))),
            // Two live tables with one log would take each other's numbers.
            Entry::Occupied(_) => return Err(NotOpened::Store(StoreError::Conflict { table: id, seq: 0 })),
        }
        self.run(&live, effects);
        let error = match answer.await {
            Ok(Ok(done)) => {
                METRICS.tables_opened.add_one();
                tracing::info!(table = id.brief(), game = %start.kind(), seats = start.seats(), "a table was opened");
                return Ok((live, done));
            }
            Ok(Err(Refusal { why: Why::Storage(error), .. })) => error,
            _ => StoreError::Closed,
        };
        self.tables().remove(&id);
        Err(NotOpened::Store(error))
    }

    /// The table that the holder of a key has opened under this id before, and what was answered then.
    pub(crate) async fn opened_before(
        self: &Arc<Self>,
        id: TableId,
        opener: KeyHash,
    ) -> Option<(Arc<Live>, Done)> {
        let live = self.table(id).await.ok()?;
        let done = {
            let host = live.look();
            host.is_opener(opener).then(|| host.opened())?
        };
        Some((live, done))
    }

    /// The table with this id.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub async fn table(self: &Arc<Self>, id: TableId) -> Result<Arc<Live>, Trouble> {
        if let Some(live) = self.tables().get(&id).cloned() {
            *lock(&live.asked) = Instant::now();
            return if live.look().exists() { Ok(live) } else { Err(Trouble::Unknown) };
        }
        let down = self.down().await?;
        if !self.has_room() {
            return Err(Trouble::Full);
        }
        let host = read(&self.store, move |store| store.load(id)).await?;
        let host = Host::load(id, host).map_err(|damage| {
            let (seq, reason) = (damage.seq, &damage.reason);
            tracing::error!(
                table = id.brief(),
                seq,
                reason,
                "a table cannot be replayed; put a backup in its place"
            );
            Trouble::Damage(damage)
        })?;
        let mut host = host.ok_or(Trouble::Unknown)?;
        METRICS.tables_loaded.add_one();
        let (live, effects) = {
            let mut tables = self.tables();
            if let Some(live) = tables.get(&id) {
                // Somebody else loaded it meanwhile, and may have gone on already.
                return Ok(Arc::clone(live));
            }
            let effects = host.resume(down, now());
            let live = Live::new(id, host);
            tables.insert(id, Arc::clone(&live));
            self.glances().forget(id);
            (live, effects)
        };
        self.run(&live, effects);
        Ok(live)
    }

    /// Between which moments no server ran before this one. Whoever is first reads it, so that no table is there before
    /// it is known how long its clocks stood still.
    async fn down(&self) -> Result<Option<(u64, u64)>, StoreError> {
        let started = self.started;
        let down = self.down.get_or_try_init(|| async move {
            let last = read(&self.store, |store| store.last_alive()).await?;
            Ok(last.filter(|&last| last < started).map(|last| (last, started)))
        });
        down.await.copied()
    }

    /// Lets clocks run: loads the tables with clocks, which are told then how long the server was down; notes that the
    /// server runs, and looks at the clocks whose time may be up.
    async fn keep_time(hub: std::sync::Weak<Hub>) {
        let mut told = Told::No;
        let mut noted: Option<Instant> = None;
        loop {
            let Some(this) = hub.upgrade() else { return };
            if told != Told::All {
                told = this.tell_clocks(told).await;
            }
            // As long as a table was not told, it has to be known after the next start that the server was down now.
            if told == Told::All && noted.is_none_or(|noted| noted.elapsed() >= ALIVE) {
                noted = Some(Instant::now());
                let done = read(&this.store, |store| store.alive(now())).await;
                let mut last = lock(&this.noted);
                let was_well = !matches!(&*last, Some((_, Err(_))));
                match &done {
                    Err(error) if was_well => tracing::error!(%error, "the store takes nothing"),
                    Ok(()) if !was_well => tracing::info!("the store takes entries again"),
                    _ => {}
                }
                *last = Some((Instant::now(), done));
            }
            let due = this.alarms().take_due(now());
            for id in due {
                match this.table(id).await {
                    Ok(live) => {
                        let effects = live.look().tick(now());
                        this.run(&live, effects);
                    }
                    Err(trouble) => {
                        tracing::warn!(table = id.brief(), ?trouble, "a table's clocks cannot be looked at");
                        if matches!(trouble, Trouble::Store(_)) {
                            this.alarms().set(id, now() + RETRY.as_millis() as u64);
                        }
                    }
                }
            }
            drop(this);
            tokio::time::sleep(TICK).await;
        }
    }

    /// Loads the tables with clocks, so that they are told how long the server was down and set their alarms.
    async fn tell_clocks(self: &Arc<Self>, before: Told) -> Told {
        let tables = match read(&self.store, |store| store.tagged(Tag::Clocked, CLOCKED)).await {
            Ok(tables) => tables,
            Err(error) => {
                if before == Told::No {
                    tracing::error!(%error, "the clocks of tables cannot be read");
                }
                return Told::NotAll;
            }
        };
        let mut told = Told::All;
        for id in tables {
            match self.table(id).await {
                Ok(live) => {
                    // It has to be stored, or the next server does not know of the time before this one.
                    let effects = {
                        let mut host = live.look();
                        host.owes_time().then(|| host.tick(now()))
                    };
                    if let Some(effects) = effects {
                        told = Told::NotAll;
                        self.run(&live, effects);
                    }
                }
                Err(Trouble::Store(error)) => {
                    if before == Told::No {
                        tracing::error!(table = id.brief(), %error, "the clocks of a table cannot be read");
                    }
                    told = Told::NotAll;
                }
                // What is damaged is so at the next start too.
                Err(_) => {}
            }
        }
        told
    }

    fn alarms(&self) -> MutexGuard<'_, Alarms> {
        lock(&self.alarms)
    }

    /// Opens a table for the same people and bots, each one seat on, where an over game was played; once only. The others
    /// are expected there: who asks later comes to it. `nonce` is what the one who asks adds to its dice.
    ///
    /// # Errors
    /// If the game is not over, the sender has no seat, or it cannot be stored.
    pub async fn play_again(
        self: &Arc<Self>,
        live: &Arc<Live>,
        holder: KeyHash,
        nonce: Option<Nonce>,
    ) -> Result<TableId, Why> {
        let (next, again) = {
            let host = live.look();
            (host.next(), host.again(holder))
        };
        if let Some(next) = next {
            self.come(next, holder, nonce).await;
            return Ok(next);
        }
        let (start, mut plan) = again?;
        let own = |chair: &Chair| matches!(chair, Chair::Person { key, .. } if *key == holder);
        let own = plan.chairs.iter().position(own).and_then(Seat::new);
        plan.nonces = own.zip(nonce.clone()).into_iter().collect();
        // The same table from whoever asks, so that two who ask at once come to the same.
        let id = live.id.after();
        let opened = self.open_as(id, &start, plan, holder).await;
        if let Err(NotOpened::Bad(_)) = opened {
            return Err(Why::NotOver);
        }
        if self.table(id).await.is_err() {
            return Err(Why::Storage(StoreError::Closed));
        }
        if opened.is_err() {
            self.come(id, holder, nonce).await;
        }
        let seen = live.look().version();
        let command = Command { sender: Sender::Holder(holder), id: None, seen, wish: Wish::Next(id) };
        match self.submit(live, command).await {
            Ok(_) => Ok(live.look().next().unwrap_or(id)),
            Err(refusal) => Err(refusal.why),
        }
    }

    /// Comes to a table where one is expected. Where that fails, its page says why.
    async fn come(self: &Arc<Self>, id: TableId, holder: KeyHash, nonce: Option<Nonce>) {
        let Ok(live) = self.table(id).await else { return };
        let expected = live.look().expected_name(holder);
        let Some((seat, name)) = expected else { return };
        let wish = Wish::Join { seat: Some(seat), name, nonce };
        let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, wish };
        if let Err(refusal) = self.submit(&live, command).await {
            tracing::debug!(table = %id, %seat, why = ?refusal.why, "somebody cannot come");
        }
    }

    /// The table to which a join code leads.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn table_by_code(self: &Arc<Self>, code: &str) -> Result<TableId, Trouble> {
        let code = read_join_code(code).ok_or(Trouble::Unknown)?;
        read(&self.store, move |store| store.table_by_code(&code)).await?.ok_or(Trouble::Unknown)
    }

    /// Carries a command out; answered when it is stored or refused.
    pub async fn submit(self: &Arc<Self>, live: &Arc<Live>, command: Command) -> Answer {
        let (ticket, answer) = oneshot::channel();
        let effects = {
            let mut host = live.look();
            if let Sender::Holder(key) = command.sender
                && (host.seat_of(key).is_some() || matches!(command.wish, Wish::Join { .. }))
            {
                live.note(key);
            }
            host.submit(command, now(), ticket)
        };
        self.run(live, effects);
        let answer = answer.await.unwrap_or_else(|_| {
            let seq = live.look().version();
            Err(Refusal { why: Why::Storage(StoreError::Closed), seq, legal: Vec::new() })
        });
        match &answer {
            Ok(_) => METRICS.acknowledged.add_one(),
            Err(Refusal { why: Why::Busy | Why::TooFast | Why::LogFull, .. }) => {
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
                    let (hub, live) = (Arc::clone(self), Arc::clone(live));
                    self.store.append(
                        batch,
                        Box::new(move |result| {
                            let effects = live.look().stored(result);
                            hub.run(&live, effects);
                        }),
                    );
                }
                // Who went away does not wait for an answer.
                Effect::Reply(ticket, answer) => drop(ticket.send(answer)),
                Effect::Publish(version) => {
                    live.version.send_if_modified(|last| {
                        let is_newer = version > *last;
                        *last = version.max(*last);
                        is_newer
                    });
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

    /// How long a bot takes: a moment for its turn, less for an answer for which others wait.
    fn pause(&self, live: &Live, seat: Seat, seq: u64, prompt: Prompt) -> Duration {
        let spread = (self.pause.max.saturating_sub(self.pause.min)).as_millis() as u32;
        let mut draws =
            Seed(self.bot_seed.0 ^ live.id.number()).substream("pause", seq << 3 | seat.index() as u64);
        let pause = self.pause.min + Duration::from_millis(u64::from(draws.below(spread + 1)));
        match prompt {
            Prompt::Turn => pause,
            Prompt::Answer => pause / 4,
            Prompt::Waiting => self.pause.patience,
        }
    }

    async fn let_bot_play(self: Arc<Self>, live: &Arc<Live>, seat: Seat, seq: u64, pause: Duration) {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        if self.resting.load(Ordering::Relaxed) {
            return;
        }
        let question = {
            let host = live.look();
            if host.version() != seq {
                // Something happened meanwhile; whoever is due was woken again.
                return;
            }
            let (Some(&game), Some(kind)) = (host.game(), host.bot_at(seat)) else { return };
            let past = if ::bots::any::listens(game.kind(), kind) { host.past() } else { Vec::new() };
            let seed = Seed(self.bot_seed.0 ^ live.id.number()).derive(seq << 3 | seat.index() as u64);
            Question { game, seat, kind: kind.to_owned(), seed, past }
        };
        let asked = question.clone();
        let Ok(permit) = Arc::clone(&self.thinking).acquire_owned().await else { return };
        // Thinking takes a while and must not keep sockets waiting.
        let thinking = self.runtime.spawn_blocking(move || {
            let _counted = METRICS.bots_thinking.enter();
            let began = Instant::now();
            let chosen = asked.ask();
            METRICS.bot_times.note_time(began.elapsed());
            drop(permit);
            chosen
        });
        let chosen = match thinking.await {
            Ok(chosen) => chosen,
            Err(error) if error.is_panic() => {
                tracing::error!(table = live.id.brief(), %seat, seq, kind = question.kind, "a bot failed; its first choice is played");
                question.first_listed()
            }
            Err(_) => return,
        };
        let Some(action) = chosen else { return };
        let command =
            |action| Command { sender: Sender::Bot(seat), id: None, seen: seq, wish: Wish::Act(action) };
        let answer = self.submit(live, command(action.clone())).await;
        if let Err(refusal) = answer
            && let Why::Illegal(illegal) = &refusal.why
        {
            tracing::error!(table = live.id.brief(), %seat, seq, action, %illegal, "a bot chose what is not allowed");
            if let Some(action) = question.first_listed() {
                let _ = self.submit(live, command(action)).await;
            }
        }
    }
}
