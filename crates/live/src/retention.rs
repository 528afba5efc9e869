//! The retention of unused tables: abandoned games are closed, finished ones move into the archive, and tables of guests are
//! deleted.
//!
//! A task looks through the tables now and then, in the order of their ids, one at a time. It works for only a small part of the
//! time, however slow the machine is: after each piece of work it rests many times as long as that took.

use crate::hub::Hub;
use crate::log_throttle::LogThrottle;
use crate::metrics::METRICS;
use crate::storing::read;
use crate::time::millis;
use fair::Commitment;
use shelf::AnyGame;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use store::{Erasure, PersonLookup, Place, RestingTable, StoreError, StoredEntry};
use table::host::Host;
use table::keys::{KeyHash, TableId};
use table::personal::{Traces, traces};

/// Tables that are looked for at once.
const CHUNK: usize = 64;
/// The length of the task's rest, as a multiple of the time it worked.
const REST: u32 = 9;
/// Tables that are remembered as staying as they are.
const REMEMBERED: usize = 250_000;
/// The time after which each of them is checked again, in milliseconds: an account may have been deleted.
const AGAIN: u64 = 7 * 24 * 3600 * 1000;

/// The periods after which tables are closed, archived and deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// The time without any person after which an unfinished table is closed; never if `None`.
    pub close_after: Option<Duration>,
    /// The time after its last entry at which a finished table moves into the archive; never if `None`.
    pub archive_after: Option<Duration>,
    /// The time after its last entry at which a table without an account is deleted, unless its game goes on; never if `None`.
    pub guest_tables: Option<Duration>,
    /// The pause between two rounds, and before the first a tenth of it.
    pub every: Duration,
    /// The shortest pause between two tables: it bounds the number of checks in a second.
    pub pause: Duration,
}

impl Default for Retention {
    /// Games are closed after 30 days; everything stays where it is.
    fn default() -> Self {
        Retention {
            close_after: Some(Duration::from_secs(30 * 24 * 3600)),
            archive_after: None,
            guest_tables: None,
            every: Duration::from_secs(3600),
            pause: Duration::from_millis(50),
        }
    }
}

/// The results of a round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Round {
    closed: u64,
    archived: u64,
    deleted: u64,
}

/// The stage of a table, as far as it decides what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RetentionStage {
    /// Seats are open, and nobody has played.
    NeverBegun,
    /// The game goes on.
    GoesOn,
    /// It is over or closed.
    Finished,
}

/// A table that was read.
struct InspectedTable {
    stage: RetentionStage,
    log: Vec<StoredEntry>,
    traces: Traces,
    /// To the secret of its dice.
    commitment: Option<Commitment>,
}

/// The reason a round ended early.
enum Ended {
    /// The server stops.
    Stopped,
    /// Nothing can be stored or read now.
    Store(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Ended {
        Ended::Store(error)
    }
}

/// A table's exemption from further checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stay {
    /// The time of its last entry, in milliseconds since 1970.
    last: u64,
    /// The time of the next check.
    until: u64,
}

/// The task.
pub struct RetentionTask {
    hub: Weak<Hub>,
    retention: Retention,
    /// Tables that stay as they are: until when, unless something is added after this last entry.
    stay: HashMap<TableId, Stay>,
    /// Whether tables were deleted since the store was last asked to sweep.
    unswept: bool,
    troubles: LogThrottle,
}

impl fmt::Debug for RetentionTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RetentionTask")
    }
}

impl RetentionTask {
    /// Creates the task for the tables of a hub; [`RetentionTask::run`] carries it out.
    pub fn new(hub: &Arc<Hub>, retention: Retention) -> RetentionTask {
        let troubles = LogThrottle::new(LogThrottle::MINUTE);
        RetentionTask { hub: Arc::downgrade(hub), retention, stay: HashMap::new(), unswept: false, troubles }
    }

    /// Looks after the tables until the server stops.
    pub async fn run(mut self) {
        let Retention { close_after, archive_after, guest_tables, .. } = self.retention;
        if close_after.or(archive_after).or(guest_tables).is_none() {
            return;
        }
        tokio::time::sleep(self.retention.every / 10).await;
        loop {
            let mut round = Round::default();
            let ended = self.round(&mut round).await;
            self.unswept |= round.deleted > 0;
            let ended = ended.and(self.sweep().await);
            if round != Round::default() {
                let Round { closed, archived, deleted } = round;
                tracing::info!(closed, archived, deleted, "tables at rest were closed, archived or deleted");
            }
            match ended {
                Ok(()) => {}
                Err(Ended::Stopped) => return,
                Err(Ended::Store(error)) => {
                    tracing::warn!(%error, "tables at rest cannot be looked after; it is tried again later");
                }
            }
            tokio::time::sleep(self.retention.every).await;
        }
    }

    fn hub(&self) -> Result<Arc<Hub>, Ended> {
        self.hub.upgrade().filter(|hub| !hub.is_stopping()).ok_or(Ended::Stopped)
    }

    /// Rests after a piece of work that began then.
    async fn rest(&self, began: Instant) {
        tokio::time::sleep((began.elapsed() * REST).max(self.retention.pause)).await;
    }

    async fn round(&mut self, round: &mut Round) -> Result<(), Ended> {
        let Retention { close_after, archive_after, guest_tables, .. } = self.retention;
        let first = [close_after, archive_after, guest_tables].into_iter().flatten().min();
        let now = self.hub()?.time().now();
        for (place, period) in [(Place::Main, first), (Place::Archive, guest_tables)] {
            let Some(until) = period.and_then(|period| now.checked_sub(millis(period))) else { continue };
            let mut after = None;
            loop {
                let began = Instant::now();
                let part = {
                    let hub = self.hub()?;
                    read(hub.store(), move |store| store.resting(place, after, until, CHUNK)).await?
                };
                self.rest(began).await;
                for rests in part.tables {
                    // Each node looks after its own tables.
                    if !self.hub()?.is_owner(rests.table) {
                        continue;
                    }
                    let stays = self.stay.get(&rests.table).copied();
                    if stays.is_none_or(|stay| stay.last != rests.at || stay.until <= now) {
                        let began = Instant::now();
                        self.decide(place, rests, round).await?;
                        self.rest(began).await;
                    }
                }
                match part.last {
                    Some(last) => after = Some(last),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Has the store swept once for all tables of a round, also of one that ended early. If the server stops before, the store
    /// sweeps by itself at the next start.
    async fn sweep(&mut self) -> Result<(), Ended> {
        if self.unswept {
            let hub = self.hub()?;
            read(hub.store(), |store| store.sweep()).await?;
            self.unswept = false;
        }
        Ok(())
    }

    /// Closes a table, moves it, deletes it, or leaves it as it is.
    async fn decide(&mut self, place: Place, rests: RestingTable, round: &mut Round) -> Result<(), Ended> {
        let hub = self.hub()?;
        let (id, now) = (rests.table, hub.time().now());
        self.stay.remove(&id);
        let again = now.saturating_add(AGAIN);
        let Some(InspectedTable { stage, log, traces, commitment }) = self.look(&hub, id).await? else {
            self.leave(rests, again);
            return Ok(());
        };
        let Retention { close_after, archive_after, guest_tables, .. } = self.retention;
        let at = |after: Option<u64>| after.map(|after| rests.at.saturating_add(after));
        let is_due = |moment: Option<u64>| moment.is_some_and(|moment| moment <= now);
        let goes = at(guest_tables.filter(|_| stage != RetentionStage::GoesOn).map(millis));
        // The time without a server is nobody's absence, as far as it is known: of several such times only the last is.
        let stood = hub.down(rests.table).await?.filter(|&(_, to)| rests.at < to);
        let stood = stood.map_or(0, |(from, to)| to - from.max(rests.at));
        let close_after = close_after.map(|period| millis(period).saturating_add(stood));
        let closes = at(close_after.filter(|_| stage != RetentionStage::Finished));
        let moves = at(archive_after
            .filter(|_| stage == RetentionStage::Finished && place == Place::Main)
            .map(millis));
        if is_due(goes) && !has_account(&hub, &traces.holders).await? {
            let Traces { holders, codes } = traces;
            let erasure = Erasure { table: id, entries: log.len() as u64, holders, codes };
            if hub.erase(erasure, commitment).await? {
                round.deleted += 1;
                METRICS.tables_deleted.add_one();
            }
        } else if let Some(after) = close_after.filter(|_| is_due(closes)) {
            round.closed += u64::from(hub.close_deserted(id, after).await);
        } else if is_due(moves) {
            if read(hub.store(), move |store| store.archive(id, log)).await? {
                round.archived += 1;
                METRICS.tables_archived.add_one();
            }
        } else {
            let next = [goes, closes, moves].into_iter().flatten().filter(|&moment| moment > now).min();
            self.leave(rests, next.map_or(again, |next| next.min(again)));
        }
        Ok(())
    }

    /// Does not look at a table again before then, unless something is added to it.
    fn leave(&mut self, RestingTable { table, at: last }: RestingTable, until: u64) {
        if self.stay.len() < REMEMBERED {
            self.stay.insert(table, Stay { last, until });
        }
    }

    /// Reads a table; `None` if it cannot be read or replayed, which is for a person to look at.
    async fn look(&self, hub: &Arc<Hub>, id: TableId) -> Result<Option<InspectedTable>, Ended> {
        let log = match read(hub.store(), move |store| store.load(id)).await {
            Ok(log) => log,
            Err(error @ StoreError::Damaged { .. }) => {
                if let Some(times) = self.troubles.count(Instant::now()) {
                    tracing::error!(table = id.brief(), times, %error, "a table cannot be read");
                }
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let traces = traces(&log);
        let looked = hub.work().run(move |_| {
            let host = Host::<()>::load(id, log.clone()).ok().flatten()?;
            let is_over = host.game().is_some_and(|game: &AnyGame| game.outcome().is_some());
            let stage = match host.game() {
                _ if is_over || host.is_closed() => RetentionStage::Finished,
                None => RetentionStage::NeverBegun,
                Some(_) => RetentionStage::GoesOn,
            };
            Some((stage, host.commitment(), log))
        });
        // Work that is the server's own is never refused; where it failed, nothing is decided.
        let looked = looked.await.unwrap_or_default();
        if looked.is_none() {
            tracing::warn!(table = id.brief(), "a table cannot be replayed and stays where it is");
        }
        Ok(looked.map(|(stage, commitment, log)| InspectedTable { stage, log, traces, commitment }))
    }
}

/// Whether one of these persons has an account.
async fn has_account(hub: &Hub, holders: &[KeyHash]) -> Result<bool, StoreError> {
    let holders = holders.to_vec();
    read(hub.store(), move |store| {
        for holder in holders {
            if store.person(PersonLookup::Id(holder))?.is_some_and(|person| person.account.is_some()) {
                return Ok(true);
            }
        }
        Ok(false)
    })
    .await
}
