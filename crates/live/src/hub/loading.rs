//! Tables as they are read from the store and come into memory.

use super::{Hub, LiveTable, Ticket};
use crate::lock::lock;
use crate::log_throttle::LogThrottle;
use crate::metrics::{METRICS, TableWork};
use crate::storing::way;
use crate::work::{Token, WorkError};
use std::sync::Arc;
use std::time::Instant;
use store::{Shard, StoreError};
use table::host::{Damage, Host};
use table::keys::TableId;

/// The reason a table could not be loaded.
#[derive(Clone, PartialEq, Debug)]
pub enum LoadError {
    /// There is no such table.
    Unknown,
    /// No table waits for players under this join code.
    NoCode,
    /// The store cannot be read.
    Store(StoreError),
    /// Its log cannot be replayed.
    Damage(Damage),
    /// Its log cannot be replayed by this version; `elsewhere` if a node runs that can, and gets the table.
    Newer {
        /// The table.
        table: TableId,
        /// Whether such a node runs.
        elsewhere: bool,
    },
    /// No more tables may be in memory.
    Full,
    /// The work of loading it was not done.
    Work(WorkError),
}

impl From<WorkError> for LoadError {
    fn from(undone: WorkError) -> LoadError {
        LoadError::Work(undone)
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        LoadError::Store(error)
    }
}

/// The state in which a table was read.
#[derive(Clone, Copy)]
struct Before {
    /// The number of tables that were deleted.
    deletions: u64,
    /// How often this node had gained the table's shard.
    tenure: u64,
}

impl Hub {
    /// The table with this id.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub async fn table(self: &Arc<Self>, id: TableId) -> Result<Arc<LiveTable>, LoadError> {
        // The list is not locked while the table is looked at, which somebody else may hold.
        let live = self.tables().get(&id).cloned();
        if let Some(live) = live {
            *lock(&live.asked) = Instant::now();
            let is_known = live.is_there();
            self.check_owner(id)?;
            return if is_known { Ok(live) } else { Err(LoadError::Unknown) };
        }
        self.check_owner(id)?;
        if !self.has_room() {
            return Err(LoadError::Full);
        }
        loop {
            let before = Before { deletions: self.erased().deletions(), tenure: self.tenure(id) };
            let down = self.down(id).await?;
            let host = self.load(id).await?;
            if let Some(live) = self.take_in(host, down, before)? {
                return Ok(live);
            }
        }
    }

    /// Reads a table and replays its log.
    async fn load(&self, id: TableId) -> Result<Host<Ticket>, LoadError> {
        let store = Arc::clone(&self.store);
        // Replaying its log is work.
        let load = move |_: &Token| {
            let began = Instant::now();
            let loaded = store
                .load(id)
                .map(|log| Host::load(id, log).map(|host| host.map(|host| (host.format(), host))));
            METRICS.note_table(TableWork::Replay, id, began.elapsed());
            loaded
        };
        way(&self.store).await;
        let loaded = self.work.run(load).await??;
        way(&self.store).await;
        let host = self.judged(id, loaded).inspect_err(|error| {
            if let LoadError::Damage(damage) = error {
                let (seq, reason) = (damage.seq, &damage.reason);
                let advice =
                    if damage.is_newer { "start a newer version" } else { "put a backup in its place" };
                tracing::error!(table = id.brief(), seq, reason, "a table cannot be replayed; {advice}");
            }
        })?;
        host.ok_or(LoadError::Unknown)
    }

    /// Judges the outcome of replaying a log, which has this format. What a newer version wrote is no damage to a node of a cluster: it
    /// hands the table over to a node that reads it, as soon as one runs.
    pub(super) fn judged<T>(
        &self,
        id: TableId,
        replayed: Result<Option<(u32, T)>, Damage>,
    ) -> Result<Option<T>, LoadError> {
        static SAID: LogThrottle = LogThrottle::new(LogThrottle::MINUTE);
        let Some(nodes) = &self.nodes else {
            return replayed.map(|found| found.map(|(_, found)| found)).map_err(LoadError::Damage);
        };
        let reason = match replayed {
            Ok(None) => return Ok(None),
            Ok(Some((format, found))) if format <= nodes.reads() => return Ok(Some(found)),
            Ok(Some((format, _))) => format!("format {format}"),
            Err(damage) if damage.is_newer => format!("entry {}: {}", damage.seq, damage.reason),
            Err(damage) => return Err(LoadError::Damage(damage)),
        };
        let elsewhere = nodes.note_beyond(Shard::of(id));
        METRICS.tables_beyond.add_one();
        if let Some(times) = SAID.count(Instant::now()) {
            let advice = if elsewhere { "a newer node serves it" } else { "start a newer node; none runs" };
            let table = id.brief();
            tracing::warn!(
                table,
                reason,
                times,
                "this node cannot read what a newer version wrote: {advice}"
            );
        }
        nodes.ring();
        Err(LoadError::Newer { table: id, elsewhere })
    }

    /// How often this node has gained the shard of a table.
    fn tenure(&self, id: TableId) -> u64 {
        self.nodes.as_ref().map_or(0, |nodes| nodes.tenure(id))
    }

    /// Takes in a table that was read in this state; `None` if it must be read again, as a table was deleted since,
    /// or another node owned the table meanwhile.
    fn take_in(
        self: &Arc<Self>,
        mut host: Host<Ticket>,
        down: Option<(u64, u64)>,
        before: Before,
    ) -> Result<Option<Arc<LiveTable>>, LoadError> {
        let id = host.id();
        let (live, effects) = {
            let mut tables = self.tables();
            if let Some(live) = tables.get(&id) {
                // Somebody else loaded it meanwhile, and may have gone on already.
                return Ok(Some(Arc::clone(live)));
            }
            self.check_owner(id)?;
            {
                let erased = self.erased();
                if erased.is_erased(id) {
                    return Err(LoadError::Unknown);
                }
                if erased.deletions() != before.deletions {
                    return Ok(None);
                }
            }
            if self.tenure(id) != before.tenure {
                return Ok(None);
            }
            let now = self.time.now();
            if host.changed_at() > now {
                let ahead = *lock(&self.ahead).entry(id).or_insert(host.changed_at() - now);
                host.go_ahead(ahead);
            }
            let effects = host.resume(down, now);
            let live = LiveTable::new(id, host, self.time.clone(), self.in_force());
            tables.insert(id, Arc::clone(&live));
            self.summaries().forget(id);
            (live, effects)
        };
        METRICS.tables_loaded.add_one();
        self.note_loaded(&live);
        self.run(&live, effects);
        Ok(Some(live))
    }
}
