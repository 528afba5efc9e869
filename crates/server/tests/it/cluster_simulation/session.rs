//! A node's connection to the store of its world, in place of `PostgresStore`: questions and answers take their time, are lost, or
//! arrive when nobody expects them any more.

use super::database::{Database, Epochs, unreachable};
use super::dice::Dice;
use super::mistakes::Mistake;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use store::moderation::{
    AuditCheck, AuditEntry, Moderation, Page, Report, ReportFilter, RoleGrant, Sanction, SanctionFilter,
};
use store::{
    Archive, Batch, Block, Blocks, Change, Claim, Code, CommitCallback, Division, DueNote, DueRequest,
    DueTables, Erasure, Footprint, GameResult, KeyState, LastAlive, OwnedShard, Ownership, Person,
    PersonLookup, Place, Recovery, RestingTables, Results, SHARDS, Shard, ShardSet, ShareRequest, Store,
    StoreError, StoredEntry, Tag, Way,
};
use table::{KeyHash, TableId};

/// The time after which a node gives up waiting for the store, in milliseconds.
const PATIENCE: u64 = 3_000;

/// How the way to the store is at the moment.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Weather {
    /// The longest time that a message to or from the store takes; `lag` is that of some.
    pub(crate) latency: u64,
    pub(crate) lag: u64,
    /// One answer in so many is lost; 0 for none.
    pub(crate) lost: u64,
    /// One write in so many arrives when its sender has given it up.
    pub(crate) stray: u64,
    /// Whether nothing comes through.
    pub(crate) is_cut: bool,
}

/// An append on its way.
struct Sent {
    due: u64,
    batch: Batch,
    epoch: Option<i64>,
    /// Whether it passed the fence when it was sent, with a mistake.
    passed: bool,
    /// What is done with the result; `None` if the answer does not come.
    reply: Option<CommitCallback>,
    is_repeated: bool,
}

/// An answer on its way back.
pub(crate) struct Answered {
    pub(crate) due: u64,
    pub(crate) done: CommitCallback,
    pub(crate) result: Result<(), StoreError>,
}

#[derive(Default)]
struct LineState {
    weather: Weather,
    queue: VecDeque<Sent>,
    /// Appends that their sender has given up.
    strays: Vec<Sent>,
    answers: Vec<Answered>,
    last_due: u64,
    loaded: HashMap<TableId, Vec<StoredEntry>>,
    division: Option<Division>,
    is_rung: bool,
}

impl LineState {
    fn take_due(&mut self, now: u64) -> Option<Sent> {
        self.queue.front().filter(|sent| sent.due <= now)?;
        self.queue.pop_front()
    }
}

/// The connection.
pub(crate) struct Session {
    database: Arc<Database>,
    name: String,
    dice: Dice,
    epochs: Mutex<Epochs>,
    line: Mutex<LineState>,
    /// Whether everything happens at once.
    is_direct: bool,
}

impl Session {
    /// A connection of a node with this name, which no other has or had.
    pub(crate) fn new(database: Arc<Database>, name: String, seed: u64) -> Session {
        Session {
            database,
            name,
            dice: Dice(seed),
            epochs: Mutex::new(vec![None; usize::from(SHARDS)]),
            line: Mutex::default(),
            is_direct: false,
        }
    }

    /// One without delays, for the conformance suite.
    pub(crate) fn direct(database: Arc<Database>, name: String) -> Session {
        let mut session = Session::new(database, name, 0);
        session.is_direct = true;
        session
    }

    fn line(&self) -> MutexGuard<'_, LineState> {
        self.line.lock().expect("nobody failed with it")
    }

    fn epochs(&self) -> MutexGuard<'_, Epochs> {
        self.epochs.lock().expect("nobody failed with it")
    }

    fn now(&self) -> u64 {
        self.database.state().now
    }

    pub(crate) fn set_weather(&self, weather: Weather) {
        self.line().weather = weather;
    }

    /// Notes that somebody has rung.
    pub(crate) fn ring(&self) {
        self.line().is_rung = true;
    }

    /// Whether nothing is on its way.
    pub(crate) fn is_idle(&self) -> bool {
        let line = self.line();
        line.queue.is_empty() && line.strays.is_empty()
    }

    /// The time that something takes which is sent now.
    fn delay(&self, weather: Weather, what: impl Hash) -> u64 {
        let decision = (&self.name, self.now(), what);
        let lags = weather.lag > 0 && self.dice.one_in(12, (&decision, "lags"));
        let longest = if lags { weather.lag } else { weather.latency };
        1 + self.dice.below(longest, decision)
    }

    /// Lets appends arrive whose time has come, and returns the answers that are there.
    pub(crate) fn step(&self, now: u64) -> Vec<Answered> {
        while let Some(sent) = { self.line().take_due(now) } {
            self.arrive(sent);
        }
        let strays: Vec<Sent> = self.line().strays.extract_if(.., |sent| sent.due <= now).collect();
        strays.into_iter().for_each(|sent| self.arrive(sent));
        let mut answers: Vec<Answered> =
            self.line().answers.extract_if(.., |answer| answer.due <= now).collect();
        answers.sort_by_key(|answer| answer.due);
        answers
    }

    fn arrive(&self, sent: Sent) {
        let Sent { batch, epoch, passed, reply, is_repeated, .. } = sent;
        let place = (batch.table, batch.entries.first().map(|entry| entry.seq));
        let again = is_repeated.then(|| batch.clone());
        let mut result = self.database.append(&self.name, epoch, batch, passed);
        if let Some(mut again) = again {
            let next = self.database.len(again.table);
            for (seq, entry) in (next..).zip(&mut again.entries) {
                (entry.seq, entry.command) = (seq, None);
            }
            result = self.database.append(&self.name, epoch, again, passed);
        }
        if let Err(StoreError::Fenced { .. }) = result
            && self.database.has(Mistake::FenceAcknowledged)
        {
            result = Ok(());
        }
        let now = self.now();
        let mut line = self.line();
        let due = now + self.delay(line.weather, ("stored", place));
        line.answers.extend(reply.map(|done| Answered { due, done, result }));
    }

    /// Lets everything arrive that was sent before.
    fn flush(&self) {
        while let Some(sent) = { self.line().queue.pop_front() } {
            self.arrive(sent);
        }
    }

    /// Asks the store for something. What it does there stays done, even if the answer is lost.
    fn ask<T>(
        &self,
        what: impl Hash,
        question: impl FnOnce(&Database, &mut Epochs) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.is_direct {
            return question(&self.database, &mut self.epochs());
        }
        let is_down = self.database.is_down();
        let (is_cut, is_lost) = {
            let weather = self.line().weather;
            (weather.is_cut, self.dice.one_in(weather.lost, (&self.name, self.now(), what, "lost")))
        };
        if is_cut || is_down {
            return Err(unreachable());
        }
        let mut epochs = self.epochs().clone();
        let answer = question(&self.database, &mut epochs);
        if is_lost {
            return Err(unreachable());
        }
        *self.epochs() = epochs;
        answer
    }

    fn check_owner(&self, table: TableId) -> Result<(), StoreError> {
        let epoch = self.epochs()[usize::from(Shard::of(table).number())];
        let state = self.database.state();
        match self.database.is_owner(&state, &self.name, epoch, table) {
            true => Ok(()),
            false => Err(StoreError::Fenced { table: Some(table) }),
        }
    }

    /// Changes a division as a node with a mistake takes it.
    fn mistaken(&self, mut division: Division) -> Division {
        match self.database.mistake {
            Some(Mistake::NothingGiven) => division.excess = 0,
            Some(Mistake::OldDivision) => {
                return self.line().division.replace(division.clone()).unwrap_or(division);
            }
            Some(Mistake::NoPolling) => self.line().division = Some(division.clone()),
            _ => {}
        }
        division
    }
}

impl Drop for Session {
    /// Closes the connection in order. One of a world breaks.
    fn drop(&mut self) {
        if self.is_direct {
            self.database.release(&self.name, &mut self.epochs());
        }
    }
}

impl Ownership for Session {
    fn claim(&self) -> Result<Claim, StoreError> {
        self.ask("claim", |database, epochs| Ok(database.claim(&self.name, epochs)))
    }

    fn release(&self) -> Result<(), StoreError> {
        self.flush();
        self.ask("release", |database, epochs| {
            database.release(&self.name, epochs);
            Ok(())
        })
    }

    fn keep_share(&self, request: ShareRequest) -> Result<Division, StoreError> {
        self.flush();
        if self.database.has(Mistake::NoPolling) {
            let known = {
                let mut line = self.line();
                if std::mem::take(&mut line.is_rung) { None } else { line.division.clone() }
            };
            if let Some(known) = known {
                self.ask("renew", |database, epochs| {
                    let mut own = epochs.clone();
                    database.renew_only(&self.name, &mut own, &request);
                    Ok(())
                })?;
                return Ok(Division { lost: Vec::new(), gained: Vec::new(), excess: 0, ..known });
            }
        }
        let division =
            self.ask("share", |database, epochs| database.keep_share(&self.name, epochs, &request))?;
        Ok(self.mistaken(division))
    }

    fn claim_due(&self, request: DueRequest) -> Result<DueTables, StoreError> {
        self.ask("due", |database, _| Ok(database.claim_due(&self.name, &request)))
    }

    fn note_due(&self, share: Vec<OwnedShard>, notes: Vec<DueNote>) -> Result<(), StoreError> {
        self.flush();
        self.ask("noted", |database, _| {
            database.note_due(&self.name, &share, notes);
            Ok(())
        })
    }

    fn give(&self, shards: ShardSet) -> Result<(), StoreError> {
        self.flush();
        self.ask("give", |database, epochs| {
            database.give(&self.name, epochs, shards);
            Ok(())
        })
    }
}

impl Store for Session {
    fn append(&self, batch: Batch, done: CommitCallback) {
        let epoch = self.epochs()[usize::from(Shard::of(batch.table).number())];
        if self.is_direct {
            return done(self.database.append(&self.name, epoch, batch, false));
        }
        let passed = self.database.has(Mistake::FencedEarly) && self.check_owner(batch.table).is_ok();
        let now = self.now();
        let is_down = self.database.is_down();
        let mut line = self.line();
        let weather = line.weather;
        let place = (batch.table, batch.entries.first().map(|entry| entry.seq));
        let decision = (&self.name, now, place);
        let way = self.delay(weather, ("append", place));
        let silence = now + PATIENCE;
        let reply: Option<CommitCallback> = if self.database.has(Mistake::AcknowledgedEarly) {
            drop(line);
            done(Ok(()));
            line = self.line();
            None
        } else {
            Some(done)
        };
        let answer = |line: &mut LineState, reply: Option<CommitCallback>| {
            let acknowledges = self.database.has(Mistake::SilenceAcknowledged);
            let result = if acknowledges { Ok(()) } else { Err(unreachable()) };
            line.answers.extend(reply.map(|done| Answered { due: silence, done, result }));
        };
        let sent = |due, reply| Sent { due, batch, epoch, passed, reply, is_repeated: false };
        line.last_due = line.last_due.max(now + way);
        let due = line.last_due;
        if weather.is_cut || is_down {
            answer(&mut line, reply);
        } else if self.dice.one_in(weather.stray, (decision, "stray")) {
            answer(&mut line, reply);
            let due = silence + self.dice.below(6_000, (decision, "late"));
            line.strays.push(sent(due, None));
        } else if self.dice.one_in(weather.lost, (decision, "answer")) {
            if self.database.has(Mistake::RepeatedWithoutId) {
                line.queue.push_back(Sent { is_repeated: true, ..sent(due, reply) });
            } else {
                answer(&mut line, reply);
                line.queue.push_back(sent(due, None));
            }
        } else {
            line.queue.push_back(sent(due, reply));
        }
    }

    fn way(&self) -> Option<Way> {
        if self.is_direct {
            return None;
        }
        let weather = self.line().weather;
        let way = if weather.is_cut { PATIENCE } else { self.delay(weather, "way") };
        Some(Box::pin(tokio::time::sleep(Duration::from_millis(way))))
    }

    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        if self.database.has(Mistake::OldLog)
            && let Some(log) = self.line().loaded.get(&table)
        {
            return Ok(log.clone());
        }
        let log = self.ask(("load", table), |database, _| database.load(table))?;
        if self.database.has(Mistake::OldLog) && !log.is_empty() {
            self.line().loaded.insert(table, log.clone());
        }
        Ok(log)
    }

    fn load_part(&self, table: TableId, from: u64, most: usize) -> Result<Vec<StoredEntry>, StoreError> {
        self.ask(("part", table, from), |database, _| database.memory.load_part(table, from, most))
    }

    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.ask(("tables", holder), |database, _| database.memory.tables_of(holder, limit))
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        self.ask(("code", code), |database, _| database.memory.table_by_code(code))
    }

    fn tagged(&self, tag: Tag, shards: ShardSet, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.ask("tagged", |database, _| database.memory.tagged(tag, shards, limit))
    }

    fn unfinished_of(&self, holder: KeyHash, limit: usize) -> Result<usize, StoreError> {
        self.ask(("unfinished", holder), |database, _| database.memory.unfinished_of(holder, limit))
    }

    fn alive(&self, now: u64) -> Result<(), StoreError> {
        match self.ask("alive", |database, epochs| Ok(database.alive(&self.name, epochs, now)))? {
            true => Ok(()),
            false => Err(StoreError::Fenced { table: None }),
        }
    }

    fn last_alive(&self) -> Result<LastAlive, StoreError> {
        self.ask("last", |database, _| Ok(database.last_alive()))
    }

    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        let amended = changes.iter().filter_map(|change| match change {
            Change::Amend { table, .. } | Change::HandOn { table, .. } => Some(*table),
            _ => None,
        });
        if let Some(error) = amended.into_iter().find_map(|table| self.check_owner(table).err()) {
            return done(Err(error));
        }
        self.database.count(&changes);
        self.database.memory.change(changes, done);
    }

    fn forgetting(&self) -> Result<Vec<KeyHash>, StoreError> {
        self.ask("forgetting", |database, _| database.memory.forgetting())
    }

    fn known(&self, key: KeyHash) -> Result<KeyState, StoreError> {
        self.ask(("known", key), |database, _| database.memory.known(key))
    }

    fn person(&self, who: PersonLookup<'_>) -> Result<Option<Person>, StoreError> {
        self.ask("person", |database, _| database.memory.person(who))
    }

    fn sessions(&self, person: KeyHash) -> Result<Vec<store::Session>, StoreError> {
        self.ask(("sessions", person), |database, _| database.memory.sessions(person))
    }
}

impl Archive for Session {
    fn resting(
        &self,
        place: Place,
        after: Option<TableId>,
        until: u64,
        limit: usize,
    ) -> Result<RestingTables, StoreError> {
        self.database.memory.resting(place, after, until, limit)
    }

    fn archive(&self, table: TableId, log: Vec<StoredEntry>) -> Result<bool, StoreError> {
        self.check_owner(table)?;
        self.database.memory.archive(table, log)
    }

    fn erase(&self, erasure: Erasure) -> Result<bool, StoreError> {
        self.check_owner(erasure.table)?;
        self.database.memory.erase(erasure)
    }

    fn sweep(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn settle(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn footprint(&self) -> Result<Footprint, StoreError> {
        self.database.memory.footprint()
    }
}

impl Blocks for Session {
    fn blocks_of(&self, person: KeyHash) -> Result<Vec<Block>, StoreError> {
        self.ask(("blocks", person), |database, _| database.memory.blocks_of(person))
    }

    fn blocked_by(&self, person: KeyHash, others: &[KeyHash]) -> Result<Vec<KeyHash>, StoreError> {
        self.ask(("blocked", person), |database, _| database.memory.blocked_by(person, others))
    }
}

impl Recovery for Session {
    fn codes(&self, person: KeyHash) -> Result<Vec<Code>, StoreError> {
        self.ask(("codes", person), |database, _| database.memory.codes(person))
    }
}

impl Results for Session {
    fn results(&self, after: u64, limit: usize) -> Result<Vec<(u64, GameResult)>, StoreError> {
        self.ask("results", |database, _| database.memory.results(after, limit))
    }

    fn is_shown(&self, person: KeyHash) -> Result<bool, StoreError> {
        self.ask(("shown", person), |database, _| database.memory.is_shown(person))
    }
}

impl Moderation for Session {
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError> {
        self.database.memory.roles()
    }

    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError> {
        self.database.memory.reports(which, page)
    }

    fn report(&self, id: u64) -> Result<Option<Report>, StoreError> {
        self.database.memory.report(id)
    }

    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError> {
        self.database.memory.sanctions(which, page)
    }

    fn last_numbers(&self) -> Result<(u64, u64), StoreError> {
        self.database.memory.last_numbers().map(|(_, sanctions)| (self.database.reports(), sanctions))
    }

    fn next_report(&self) -> Result<u64, StoreError> {
        Ok(self.database.next_report())
    }

    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError> {
        self.database.memory.audit(page)
    }

    fn check_audit(&self) -> Result<AuditCheck, StoreError> {
        self.database.memory.check_audit()
    }
}
