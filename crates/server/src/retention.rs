//! What becomes of tables that nobody uses: finished ones move into the archive, those of guests are deleted.
//!
//! A task looks through the tables now and then, in the order of their ids, one at a time. It works for a small part of
//! the time only, however slow the machine is: after each piece it rests many times as long as that took.

use crate::hub::Hub;
use crate::log_throttle::LogThrottle;
use crate::metrics::METRICS;
use crate::storing::read;
use shelf::AnyGame;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use store::{Erasure, Place, Resting, StoreError, StoredEntry, Who, now};
use table::host::Host;
use table::keys::{KeyHash, TableId};
use table::personal::{Traces, traces};

/// Tables that are looked for at once.
const CHUNK: usize = 64;
/// How many times as long as it worked the task rests.
const REST: u32 = 9;
/// Tables that are remembered as staying as they are.
const REMEMBERED: usize = 250_000;
/// After how many rounds all of them are looked at again: somebody may have deleted an account.
const ROUNDS: u32 = 7 * 24;

/// How long tables are kept, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// How long after its last entry a finished table moves into the archive; never if `None`.
    pub archive_after: Option<Duration>,
    /// How long after its last entry a table at which no account sits is deleted, unless its game goes on; never if `None`.
    pub guest_tables: Option<Duration>,
    /// The pause between two rounds, and before the first a tenth of it.
    pub every: Duration,
    /// The shortest pause between two tables: what bounds how many are looked at in a second.
    pub pause: Duration,
}

impl Default for Retention {
    /// Everything stays where it is.
    fn default() -> Self {
        let (every, pause) = (Duration::from_secs(3600), Duration::from_millis(50));
        Retention { archive_after: None, guest_tables: None, every, pause }
    }
}

/// What a round came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Round {
    archived: u64,
    deleted: u64,
}

/// How far a table is, as far as that decides what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Seats are open, and nobody has played.
    NeverBegun,
    /// The game goes on.
    GoesOn,
    /// It is over or closed.
    Finished,
}

/// A table that was read.
struct Looked {
    stage: Stage,
    log: Vec<StoredEntry>,
    traces: Traces,
}

/// Why a round ended early.
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

/// The task.
pub(crate) struct Keeper {
    hub: Weak<Hub>,
    retention: Retention,
    /// Tables that stay as they are until something is added to them: when their last entries were added.
    stay: HashMap<TableId, u64>,
    troubles: LogThrottle,
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keeper")
    }
}

/// The moment so long ago, in milliseconds since 1970; before all time if that never comes.
fn ago(period: Option<Duration>) -> Option<u64> {
    let millis = u64::try_from(period?.as_millis()).unwrap_or(u64::MAX);
    now().checked_sub(millis)
}

impl Keeper {
    pub(crate) fn new(hub: &Arc<Hub>, retention: Retention) -> Keeper {
        let troubles = LogThrottle::new(LogThrottle::MINUTE);
        Keeper { hub: Arc::downgrade(hub), retention, stay: HashMap::new(), troubles }
    }

    /// Looks after the tables until the server stops.
    pub(crate) async fn run(mut self) {
        if self.retention.archive_after.is_none() && self.retention.guest_tables.is_none() {
            return;
        }
        tokio::time::sleep(self.retention.every / 10).await;
        for rounds in 1.. {
            if rounds % ROUNDS == 0 {
                self.stay.clear();
            }
            let mut round = Round::default();
            let ended = self.round(&mut round).await;
            if round != Round::default() {
                let Round { archived, deleted } = round;
                tracing::info!(archived, deleted, "tables at rest were archived or deleted");
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
        self.hub.upgrade().filter(|hub| !hub.is_resting()).ok_or(Ended::Stopped)
    }

    /// Rests after a piece of work that began then.
    async fn rest(&self, began: Instant) {
        tokio::time::sleep((began.elapsed() * REST).max(self.retention.pause)).await;
    }

    async fn round(&mut self, round: &mut Round) -> Result<(), Ended> {
        let (archive, guests) = (ago(self.retention.archive_after), ago(self.retention.guest_tables));
        for (place, until) in [(Place::Main, archive.max(guests)), (Place::Archive, guests)] {
            let Some(until) = until else { continue };
            let mut after = None;
            loop {
                let began = Instant::now();
                let part = {
                    let hub = self.hub()?;
                    read(hub.store(), move |store| store.resting(place, after, until, CHUNK)).await?
                };
                self.rest(began).await;
                for rests in part.tables {
                    if self.stay.get(&rests.table) != Some(&rests.at) {
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
        if round.deleted > 0 {
            let hub = self.hub()?;
            read(hub.store(), |store| store.sweep()).await?;
        }
        Ok(())
    }

    /// Moves a table, deletes it, or leaves it where it is.
    async fn decide(&mut self, place: Place, rests: Resting, round: &mut Round) -> Result<(), Ended> {
        let hub = self.hub()?;
        let (id, at) = (rests.table, rests.at);
        let Some(Looked { stage, log, traces }) = self.look(&hub, id).await? else {
            self.leave(rests);
            return Ok(());
        };
        let is_due = |period| ago(period).is_some_and(|until| at <= until);
        let may_go = stage != Stage::GoesOn && self.retention.guest_tables.is_some();
        if may_go && is_due(self.retention.guest_tables) {
            if !has_account(&hub, &traces.holders).await? {
                let Traces { holders, codes } = traces;
                let erasure = Erasure { table: id, entries: log.len() as u64, holders, codes };
                if hub.erase(erasure).await? {
                    round.deleted += 1;
                    METRICS.tables_deleted.add_one();
                }
                return Ok(());
            }
        } else if may_go {
            // Its time comes, and then it must be looked at again.
            self.stay.remove(&id);
        }
        let may_move = stage == Stage::Finished && place == Place::Main;
        if may_move && is_due(self.retention.archive_after) {
            if read(hub.store(), move |store| store.archive(id, log)).await? {
                round.archived += 1;
                METRICS.tables_archived.add_one();
            }
            return Ok(());
        }
        let waits = (may_go && !is_due(self.retention.guest_tables))
            || (may_move && self.retention.archive_after.is_some());
        if !waits {
            self.leave(rests);
        }
        Ok(())
    }

    /// Does not look at a table again until something is added to it.
    fn leave(&mut self, Resting { table, at }: Resting) {
        if self.stay.len() < REMEMBERED {
            self.stay.insert(table, at);
        }
    }

    /// Reads a table; `None` if it cannot be read or replayed, which is for a person to look at.
    async fn look(&self, hub: &Arc<Hub>, id: TableId) -> Result<Option<Looked>, Ended> {
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
                _ if is_over || host.is_closed() => Stage::Finished,
                None => Stage::NeverBegun,
                Some(_) => Stage::GoesOn,
            };
            Some((stage, log))
        });
        // Work that is the server's own is never refused; where it failed, nothing is decided.
        let looked = looked.await.unwrap_or_default();
        if looked.is_none() {
            tracing::warn!(table = id.brief(), "a table cannot be replayed and stays where it is");
        }
        Ok(looked.map(|(stage, log)| Looked { stage, log, traces }))
    }
}

/// Whether one of these persons has an account.
async fn has_account(hub: &Hub, holders: &[KeyHash]) -> Result<bool, StoreError> {
    let holders = holders.to_vec();
    read(hub.store(), move |store| {
        for holder in holders {
            if store.person(Who::Id(holder))?.is_some_and(|person| person.account.is_some()) {
                return Ok(true);
            }
        }
        Ok(false)
    })
    .await
}
