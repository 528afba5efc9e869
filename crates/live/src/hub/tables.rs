//! Tables as they are promised, opened, found and brought into memory.

use super::{Hub, LoadError, Ticket};
use crate::feeds::Feeds;
use crate::lock::lock;
use crate::metrics::METRICS;
use crate::presence::{Presence, STALLED};
use crate::sanctions::SanctionSet;
use crate::storing::read;
use crate::test_mode::Testing;
use crate::time::Time;
use crate::write_quota::Bill;
use fair::{Commitment, Nonce, Secret};
use game::{Seat, SeatSet};
use pages::TableLimit;
use present::chances::CachedChances;
use present::company::options_of;
use present::log_tail::{CachedLogTail, LogTail};
use present::names::disambiguated;
use shelf::AnyGame;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};
use store::StoreError;
use table::bot_session::BotSession;
use table::entry::SeatHolder;
use table::games::BadGame;
use table::host::{
    Accepted, Chance, Command, Host, Intent, Occupant, Opening, Plan, RejectReason, Rejection, Sender,
};
use table::keys::{KeyHash, TableId, join_code, read_join_code};
use tokio::sync::{oneshot, watch};

/// The number of bits of a promised id that prove this server has promised it.
const MARK: u32 = 20;
/// The most join codes that are tried for a table.
const CODE_TRIES: u32 = 8;
/// The most ids that are tried for a table whose shard goes to another node while it is opened.
const ID_TRIES: usize = 3;

/// A table that is in memory.
pub struct LiveTable {
    pub(super) id: TableId,
    host: Mutex<Host<Ticket>>,
    version: watch::Sender<u64>,
    pub(super) presence: Presence,
    /// Sanctions in force: suspended people count as away, wherever they are.
    in_force: Arc<SanctionSet>,
    pub(super) time: Time,
    /// The options that differ from their default: they are read from the log once.
    terms: OnceLock<Arc<[(&'static str, String)]>>,
    commitment: OnceLock<Arc<str>>,
    /// The tail of the log that its pages show.
    log_tail: CachedLogTail,
    /// The chances that its spectators see, where it allows them: computed once for all of them.
    pub chances: CachedChances,
    /// The occupants as they were last shown, and as equal names were told apart then.
    disambiguated: Mutex<[Vec<Occupant>; 2]>,
    /// The feeds of its open pages.
    pub feeds: Feeds,
    /// The bots that play here, as far as they are remembered.
    pub(super) bots: Mutex<BTreeMap<Seat, BotSession>>,
    /// The time at which the table was last asked for.
    pub(super) asked: Mutex<Instant>,
    /// The bill for what is written here.
    pub(super) bill: Mutex<Bill>,
    /// Whether its streams have to end, as it is about to be deleted.
    dismissed: watch::Sender<bool>,
    /// Whether its game was over when that was last looked at.
    ended: AtomicBool,
    /// Whether another node owns the table now.
    has_left: AtomicBool,
}

/// Whether the game of a table is over.
fn is_over(host: &Host<Ticket>) -> bool {
    host.game().is_some_and(|game| game.outcome().is_some())
}

impl fmt::Debug for LiveTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Live({})", self.id.brief())
    }
}

/// The reason a table could not be opened.
#[derive(Clone, PartialEq, Debug)]
pub enum OpenError {
    /// The requested game is not possible.
    Bad(BadGame),
    /// No table is promised under the id, or another person has opened it, or it was deleted.
    NotPromised,
    /// It could not be stored.
    Store(StoreError),
    /// No more tables may be in memory.
    Full,
    /// The caller may not open tables.
    Rejected(RejectReason),
    /// The caller, or their address, has as many tables as this limit allows.
    TooManyOpen {
        /// The limit.
        limit: TableLimit,
        /// The most.
        most: usize,
    },
    /// The caller has opened too many tables; the next may be opened after this time.
    TooMany(Duration),
    /// The caller's address has filled its share of the disk; there is room again after this time.
    DiskSpent(Duration),
}

impl LiveTable {
    /// Puts a host into memory.
    pub fn new(id: TableId, host: Host<Ticket>, time: Time, in_force: &Arc<SanctionSet>) -> Arc<Self> {
        let attended = time.clone();
        LiveTable::attended(id, host, time, attended, in_force)
    }

    /// Creates a table with its own clock for presence.
    pub fn attended(
        id: TableId,
        host: Host<Ticket>,
        time: Time,
        attended: Time,
        in_force: &Arc<SanctionSet>,
    ) -> Arc<LiveTable> {
        Arc::new(LiveTable {
            id,
            version: watch::channel(host.version()).0,
            ended: AtomicBool::new(is_over(&host)),
            host: Mutex::new(host),
            presence: Presence::new(attended),
            time,
            in_force: Arc::clone(in_force),
            terms: OnceLock::new(),
            commitment: OnceLock::new(),
            log_tail: CachedLogTail::default(),
            chances: CachedChances::default(),
            disambiguated: Mutex::default(),
            feeds: Feeds::default(),
            bots: Mutex::default(),
            asked: Mutex::new(Instant::now()),
            bill: Mutex::default(),
            dismissed: watch::channel(false).0,
            has_left: AtomicBool::new(false),
        })
    }

    /// Whether its game has ended since this was last asked, or since it was loaded.
    pub(super) fn newly_ended(&self) -> bool {
        !self.ended.load(Ordering::Relaxed)
            && is_over(&self.look())
            && !self.ended.swap(true, Ordering::Relaxed)
    }

    /// The table's id.
    #[must_use]
    pub fn id(&self) -> TableId {
        self.id
    }

    /// This moment, as the logs of tables have it.
    pub fn now(&self) -> u64 {
        self.time.now()
    }

    /// Locks the table as it is stored. Hold the guard only for as long as it takes to look.
    pub fn look(&self) -> MutexGuard<'_, Host<Ticket>> {
        // A panic while the table was held is answered with an internal error to who caused it. What is shown
        // is only ever changed by entries that are stored, one by one, so the others can go on.
        lock(&self.host)
    }

    /// The last changes that the log of a page tells of, without what is said: read once, then only what is new.
    pub fn log_tail<T>(&self, host: &Host<T>) -> LogTail {
        self.log_tail.current(host)
    }

    /// The occupants of the seats, with equal names told apart: worked out once, since they seldom change.
    pub fn disambiguated<T>(&self, host: &Host<T>) -> Vec<Occupant> {
        let now = host.occupants();
        let mut known = lock(&self.disambiguated);
        let [of, told] = &mut *known;
        if *of != now {
            *told = disambiguated(now.clone());
            *of = now;
        }
        told.clone()
    }

    /// Forgets what pages needed and did not use for this long: it is rebuilt on demand. Returns whether there was anything.
    pub(super) fn forget_pages(&self, age: Duration) -> bool {
        let rests = self.asked.try_lock().is_ok_and(|asked| asked.elapsed() >= age);
        let forgot = rests && (self.log_tail.forget() | self.chances.forget());
        self.feeds.forget(age) || forgot
    }

    /// The options that differ from their default.
    pub fn terms<T>(&self, host: &Host<T>) -> &Arc<[(&'static str, String)]> {
        self.terms.get_or_init(|| host.start().as_ref().map(options_of).unwrap_or_default().into())
    }

    /// The commitment to the secret of its dice, as text. It stays the same, and every page after a move shows it.
    pub fn commitment<T>(&self, host: &Host<T>) -> Option<Arc<str>> {
        if let Some(known) = self.commitment.get() {
            return Some(Arc::clone(known));
        }
        let commitment = host.commitment()?.to_string();
        Some(Arc::clone(self.commitment.get_or_init(|| commitment.into())))
    }

    /// Returns the intent of a user who closes the table: to do so before the game begins, to ask the others while it goes on.
    pub fn close_intent(&self) -> Intent {
        if self.look().game().is_some() { Intent::AskClose } else { Intent::Close }
    }

    /// The version, and a way to wait for the next.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Tells everybody who follows that the table has this version now.
    pub fn publish(&self, version: u64) {
        self.version.send_if_modified(|last| {
            let is_newer = version > *last;
            *last = version.max(*last);
            is_newer
        });
    }

    /// Ends all streams and hides the table, as it is about to be deleted; `false` takes that back.
    pub(super) fn dismiss(&self, ends: bool) {
        self.dismissed.send_replace(ends);
    }

    /// Ends all streams and takes no further command, as another node owns the table.
    pub(super) fn leave(&self) {
        self.has_left.store(true, Ordering::SeqCst);
        self.dismissed.send_replace(true);
    }

    /// Whether another node of the cluster owns the table now.
    pub fn has_left(&self) -> bool {
        self.has_left.load(Ordering::SeqCst)
    }

    /// Whether the table can be used: it is stored, and not about to leave.
    pub(super) fn is_there(&self) -> bool {
        self.look().exists() && !*self.dismissed.borrow()
    }

    /// Tells a stream when it has to end.
    pub fn follow_dismissal(&self) -> watch::Receiver<bool> {
        self.dismissed.subscribe()
    }

    /// Counts a stream in, until the guard is dropped. `holder` is who reads it, if they have a key.
    #[must_use]
    pub fn attend(self: &Arc<Self>, holder: Option<KeyHash>) -> Attendance {
        self.presence.enter(holder);
        Attendance { live: Arc::clone(self), holder }
    }

    /// Notes that the holder of a seat asks for something.
    pub fn note(&self, holder: KeyHash) {
        self.presence.note(holder);
    }

    /// Whether the person of a seat follows the table at this moment.
    #[must_use]
    pub fn is_online<T>(&self, host: &Host<T>, seat: Seat) -> bool {
        host.holder_of(seat).is_some_and(|holder| self.is_present(holder))
    }

    /// Whether a person follows the table now and could do something. A suspended person counts as away, so that the others need
    /// not wait.
    pub(super) fn is_present(&self, holder: KeyHash) -> bool {
        self.presence.is_present(holder) && !self.in_force.is_suspended(holder)
    }

    /// Makes the followers evaluate the presence again if the person has a seat here; returns whether they have one.
    pub(super) fn refresh_presence(&self, person: KeyHash) -> bool {
        let sits = self.look().seat_of(person).is_some();
        if sits {
            self.presence.changed();
        }
        sits
    }

    /// Whether the person of a seat has been away for so long that the others may let a bot play on.
    #[must_use]
    pub fn is_gone<T>(&self, host: &Host<T>, seat: Seat) -> bool {
        self.replaceable_at(host, seat).is_some_and(|at| at <= self.presence.now())
    }

    /// Returns the time from which the absent person of a seat counts as gone; `None` while they are there. A suspended person is
    /// gone already, and cannot come back in time.
    fn replaceable_at<T>(&self, host: &Host<T>, seat: Seat) -> Option<u64> {
        let holder = host.holder_of(seat)?;
        if self.in_force.is_suspended(holder) { Some(0) } else { self.presence.replaceable_at(holder) }
    }

    /// Returns the time from which the others may let a bot play on because the game has waited too long for the person of a
    /// seat; `None` if it does not wait for them, or the table has clocks, which do that by themselves. The time before this
    /// server looked after the table does not count.
    fn stalled_at<T>(&self, host: &Host<T>, seat: Seat) -> Option<u64> {
        host.holder_of(seat).filter(|_| {
            host.clock().is_none() && host.bot_at(seat).is_none() && host.awaited().contains(seat)
        })?;
        let now = self.presence.now();
        let since = now.saturating_sub(host.table_time(now).saturating_sub(host.due_since()));
        Some(since.max(self.presence.since()) + STALLED)
    }

    /// Whether the game has waited for the person of a seat, who may be there, for so long that the others may let a bot play on.
    #[must_use]
    pub fn is_stalled<T>(&self, host: &Host<T>, seat: Seat) -> bool {
        self.stalled_at(host, seat).is_some_and(|at| at <= self.presence.now())
    }

    /// A wish to let a bot play on for the person of a seat.
    pub fn replace_intent(&self, seat: Seat) -> Intent {
        let host = self.look();
        Intent::Replace { seat, online: !self.is_gone(&host, seat) && !self.is_stalled(&host, seat) }
    }

    /// The seats whose people may do nothing at present.
    fn suspended<T>(&self, host: &Host<T>) -> SeatSet {
        let is_suspended =
            |&seat: &Seat| host.holder_of(seat).is_some_and(|holder| self.in_force.is_suspended(holder));
        Seat::first(Seat::MAX).filter(is_suspended).collect()
    }

    /// Locks the table's state, after telling it which people are suspended now.
    pub(super) fn look_judged(&self) -> MutexGuard<'_, Host<Ticket>> {
        let mut host = self.look();
        let suspended = self.suspended(&host);
        host.bar(suspended);
        host
    }

    /// The time until the next person may be replaced; `None` if that does not come by time alone.
    #[must_use]
    pub fn until_next_replaceable<T>(&self, host: &Host<T>) -> Option<Duration> {
        let now = self.presence.now();
        let at = |seat| [self.replaceable_at(host, seat), self.stalled_at(host, seat)];
        let seats = Seat::first(Seat::MAX).flat_map(at).flatten();
        seats.filter(|at| *at > now).min().map(|at| Duration::from_millis(at - now))
    }

    /// Returns the number of spectators.
    #[must_use]
    pub fn spectators<T>(&self, host: &Host<T>) -> usize {
        self.presence.spectators(|key| host.seat_of(key).is_some())
    }

    /// Returns the people present and the number of spectators in a few letters: `Ab+2`, with small letters for those who left a
    /// moment ago.
    #[must_use]
    pub fn presence<T>(&self, host: &Host<T>) -> String {
        let now = self.presence.now();
        let letter = |seat: Seat| {
            host.holder_of(seat)?;
            match self.replaceable_at(host, seat) {
                None => Some(seat.to_string()),
                Some(at) if at > now => Some(seat.to_string().to_lowercase()),
                Some(_) => None,
            }
        };
        let there: String = Seat::first(Seat::MAX).filter_map(letter).collect();
        format!("{there}+{}", self.spectators(host))
    }

    /// The presence as a page shows it, which also says whom the game has waited for too long.
    pub fn shown_presence<T>(&self, host: &Host<T>) -> String {
        let stalled = Seat::first(Seat::MAX).filter(|&seat| self.is_stalled(host, seat));
        stalled.fold(self.presence(host), |shown, seat| format!("{shown}!{seat}"))
    }

    /// Returns a receiver that changes when people come or go.
    pub fn follow_presence(&self) -> watch::Receiver<u64> {
        self.presence.follow()
    }
}

/// A guard that makes its holder count as following a table until it is dropped.
#[derive(Debug)]
pub struct Attendance {
    live: Arc<LiveTable>,
    holder: Option<KeyHash>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.live.presence.leave(self.holder);
    }
}

impl Hub {
    /// Takes in a table that is driven from outside.
    pub fn adopt(&self, live: &Arc<LiveTable>) {
        self.tables().insert(live.id, Arc::clone(live));
        self.note_loaded(live);
    }

    /// Lets such a table go.
    pub fn release(&self, id: TableId) {
        self.tables().remove(&id);
        self.lobby().forget(id);
    }

    /// An id that no table has, of a table that this node would own.
    pub fn new_id(&self) -> TableId {
        self.own_id(|| self.testing.as_ref().map_or_else(TableId::random, Testing::table_id))
    }

    /// A join code for a table, another one at each attempt.
    fn join_code(&self, id: TableId, attempt: u32) -> String {
        match (self.next_code, &self.testing) {
            (Some(planted), _) => planted(),
            (None, Some(testing)) => testing.join_code(id, attempt),
            (None, None) => join_code(),
        }
    }

    /// The id of a table that may be opened, and the commitment to the secret that its dice will have: shown before
    /// anybody adds anything to them. The promise holds until the server stops.
    #[must_use]
    pub fn promise(&self) -> (TableId, Commitment) {
        let id = self.own_id(|| self.marked(self.new_id()));
        (id, self.commitment_of(id))
    }

    /// The commitment to the secret that a table with this id would have if it were opened now.
    #[must_use]
    pub fn commitment_of(&self, id: TableId) -> Commitment {
        self.secret_of(id).commitment()
    }

    /// The commitment of the table at which the same people would play again, as long as nobody has opened it.
    #[must_use]
    pub fn commitment_after<T>(&self, live: &LiveTable, host: &Host<T>) -> Option<Commitment> {
        (host.may_play_again() && host.next().is_none()).then(|| self.commitment_of(live.id.after()))
    }

    /// Returns the commitment of the rematch, if the holder of this key is expected there.
    #[must_use]
    pub fn expected_after(&self, live: &LiveTable, holder: KeyHash) -> Option<Commitment> {
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

    /// Opens a table; it is stored when this returns. A retry for a promised table, because the answer was lost or a button was
    /// pressed twice, returns that table and the same answer.
    ///
    /// # Errors
    /// If the game is not possible or cannot be stored; a promised table can be opened once, and no other id be chosen.
    pub async fn open(
        self: &Arc<Self>,
        start: &AnyGame,
        plan: Plan,
        opener: KeyHash,
    ) -> Result<(Arc<LiveTable>, Accepted), OpenError> {
        self.in_force().may_act(opener).map_err(OpenError::Rejected)?;
        let Some(id) = plan.promised else {
            let mut tries = ID_TRIES;
            loop {
                let opened = self.open_as(self.new_id(), start, plan.clone(), opener).await;
                tries -= 1;
                if tries == 0 || !matches!(opened, Err(OpenError::Store(StoreError::Fenced { .. }))) {
                    return opened;
                }
            }
        };
        if self.marked(id) == id {
            match self.open_as(id, start, plan, opener).await {
                Err(OpenError::Store(StoreError::Conflict { .. })) => {}
                opened => return opened,
            }
        }
        self.opened_before(id, opener).await.ok_or(OpenError::NotPromised)
    }

    /// Opens a table with this id. A join code that leads to another table, which is as good as impossible, gives way to
    /// the next one.
    pub(super) async fn open_as(
        self: &Arc<Self>,
        id: TableId,
        start: &AnyGame,
        plan: Plan,
        opener: KeyHash,
    ) -> Result<(Arc<LiveTable>, Accepted), OpenError> {
        let mut tries = CODE_TRIES;
        loop {
            let code = self.join_code(id, tries);
            let opened = self.open_with(id, start, plan.clone(), opener, code.clone()).await;
            let Err(OpenError::Store(StoreError::Conflict { .. })) = opened else { return opened };
            let found = read(&self.store, move |store| store.table_by_code(&code)).await;
            let is_taken = found.map_err(OpenError::Store)?.is_some_and(|table| table != id);
            tries -= 1;
            if !is_taken || tries == 0 {
                return opened;
            }
        }
    }

    async fn open_with(
        self: &Arc<Self>,
        id: TableId,
        start: &AnyGame,
        plan: Plan,
        opener: KeyHash,
        code: String,
    ) -> Result<(Arc<LiveTable>, Accepted), OpenError> {
        let (ticket, answer) = oneshot::channel();
        let opening = Opening {
            chairs: plan.chairs,
            chance: Chance::Secret(self.secret_of(id)),
            nonces: plan.nonces,
            expected: plan.expected,
            code,
            opener,
            aids: plan.aids,
            public: plan.public,
            clock: plan.clock,
        };
        let (host, effects) =
            Host::open(id, start, opening, self.time.now(), ticket).map_err(OpenError::Bad)?;
        if !self.has_room() {
            return Err(OpenError::Full);
        }
        let live = LiveTable::new(id, host, self.time.clone(), self.in_force());
        {
            let mut tables = self.tables();
            self.check_owner(id).map_err(OpenError::Store)?;
            if self.erased().is_erased(id) {
                return Err(OpenError::NotPromised);
            }
            // Who finds the table before it is stored is told that there is none.
            match tables.entry(id) {
                Entry::Vacant(vacant) => drop(vacant.insert(Arc::clone(&live))),
                // Two live tables with one log would take each other's numbers.
                Entry::Occupied(_) => {
                    return Err(OpenError::Store(StoreError::Conflict { table: id, seq: 0 }));
                }
            }
        }
        self.run(&live, effects);
        let error = match answer.await {
            Ok(Ok(done)) => {
                METRICS.tables_opened.add_one();
                live.note(opener);
                tracing::info!(table = id.brief(), game = %start.kind(), seats = start.seats(), "a table was opened");
                return Ok((live, done));
            }
            Ok(Err(Rejection { reason: RejectReason::Storage(error), .. })) => error,
            _ => StoreError::Closed,
        };
        self.tables().remove(&id);
        Err(OpenError::Store(error))
    }

    /// The table that the holder of a key has opened under this id before, and what was answered then.
    pub async fn opened_before(
        self: &Arc<Self>,
        id: TableId,
        opener: KeyHash,
    ) -> Option<(Arc<LiveTable>, Accepted)> {
        let live = self.table(id).await.ok()?;
        let done = {
            let host = live.look();
            host.is_opener(opener).then(|| host.opened())?
        };
        Some((live, done))
    }

    /// Closes a table if no person has done anything there for `after` milliseconds; returns whether it closed the table.
    pub(crate) async fn close_deserted(self: &Arc<Self>, id: TableId, after: u64) -> bool {
        let Ok(live) = self.table(id).await else { return false };
        let effects = live.look().close_deserted(after, self.time.now());
        let closes = !effects.is_empty();
        self.run(&live, effects);
        closes
    }

    /// Opens the rematch of a finished game, with each player one seat on; idempotent. The others are expected there: a later
    /// call returns the same table. `nonce` is the caller's contribution to its dice.
    ///
    /// # Errors
    /// If the game is not over, the sender has no seat, or it cannot be stored.
    pub async fn play_again(
        self: &Arc<Self>,
        live: &Arc<LiveTable>,
        holder: KeyHash,
        nonce: Option<Nonce>,
    ) -> Result<TableId, RejectReason> {
        self.in_force().may_act(holder)?;
        let (next, again) = {
            let host = live.look();
            (host.next(), host.again(holder))
        };
        if let Some(next) = next {
            self.come(next, holder, nonce).await;
            return Ok(next);
        }
        let (start, mut plan) = again?;
        self.leave_out_blocked(holder, &mut plan).await?;
        let own = |chair: &SeatHolder| matches!(chair, SeatHolder::Person { key, .. } if *key == holder);
        let own = plan.chairs.iter().position(own).and_then(Seat::new);
        plan.nonces = own.zip(nonce.clone()).into_iter().collect();
        // The same table from whoever asks, so that two who ask at once come to the same.
        let id = live.id.after();
        let opened = self.open_as(id, &start, plan, holder).await;
        if let Err(OpenError::Bad(_) | OpenError::NotPromised) = opened {
            return Err(RejectReason::NotOver);
        }
        if self.table(id).await.is_err() {
            return Err(RejectReason::Storage(StoreError::Closed));
        }
        if opened.is_err() {
            self.come(id, holder, nonce).await;
        }
        let seen = live.look().version();
        let command = Command { sender: Sender::Holder(holder), id: None, seen, intent: Intent::Next(id) };
        match self.submit(live, command).await {
            Ok(_) => Ok(live.look().next().unwrap_or(id)),
            Err(refusal) => Err(refusal.reason),
        }
    }

    /// Keeps no chair for those whom the opener of a table has blocked: they could not sit down.
    async fn leave_out_blocked(&self, opener: KeyHash, plan: &mut Plan) -> Result<(), RejectReason> {
        let blocked = self.blocks.of(Some(opener)).await.map_err(RejectReason::Storage)?;
        for (chair, seat) in plan.chairs.iter_mut().zip(Seat::first(Seat::MAX)) {
            if matches!(chair, SeatHolder::Person { key, .. } if blocked.contains(*key)) {
                *chair = SeatHolder::Open;
                plan.expected.remove(seat);
            }
        }
        Ok(())
    }

    /// Comes to a table where one is expected. Where that fails, its page says why.
    async fn come(self: &Arc<Self>, id: TableId, holder: KeyHash, nonce: Option<Nonce>) {
        let Ok(live) = self.table(id).await else { return };
        let expected = live.look().expected_name(holder);
        let Some((seat, name)) = expected else { return };
        let intent = Intent::Join { seat: Some(seat), name, nonce };
        let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, intent };
        if let Err(refusal) = self.submit(&live, command).await {
            tracing::debug!(table = %id, %seat, why = ?refusal.reason, "somebody cannot come");
        }
    }

    /// Returns the table that waits for players under a join code. A code ends when the game begins; the players find the table
    /// by its address.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn table_by_code(self: &Arc<Self>, code: &str) -> Result<TableId, LoadError> {
        let code = read_join_code(code).ok_or(LoadError::NoCode)?;
        let id =
            read(&self.store, move |store| store.table_by_code(&code)).await?.ok_or(LoadError::NoCode)?;
        // Tables that began before codes ended with that are still found by theirs.
        let live = self.table(id).await?;
        let host = live.look();
        if host.game().is_none() && !host.is_closed() { Ok(id) } else { Err(LoadError::NoCode) }
    }
}
