//! Clocks of tables: when to look at them, and how long the server was down.

use super::{Hub, LiveTable, LoadError, RETRY};
use crate::lock::lock;
use crate::storing::read;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};
use store::{LastAlive, Shard, ShardSet, StoreError, Tag};
use table::keys::TableId;

/// The interval at which clocks are checked.
const TICK: Duration = Duration::from_millis(200);
/// The interval at which the server records that it is running: clocks may lose as much when it is killed.
const ALIVE: Duration = Duration::from_secs(2);
/// The most tables with clocks that a lone server loads when it starts.
const CLOCKED: usize = 20_000;

/// The progress in telling the tables with clocks how long the server was down.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Informed {
    /// No table was told yet.
    No,
    /// The store failed for some tables.
    NotAll,
    /// Every table was told.
    All,
}

/// The alarms for the clocks of tables, one for each table: a new alarm replaces the last one.
#[derive(Default, Debug)]
pub(super) struct Alarms {
    by_time: BTreeSet<(u64, TableId)>,
    of: HashMap<TableId, u64>,
}

impl Alarms {
    pub(super) fn set(&mut self, table: TableId, at: u64) {
        if let Some(before) = self.of.insert(table, at) {
            self.by_time.remove(&(before, table));
        }
        self.by_time.insert((at, table));
    }

    pub(super) fn forget(&mut self, table: TableId) {
        if let Some(at) = self.of.remove(&table) {
            self.by_time.remove(&(at, table));
        }
    }

    /// Forgets the alarms of the tables of these shards.
    pub(super) fn forget_all(&mut self, shards: &ShardSet) {
        self.of.retain(|table, _| !shards.contains(Shard::of(*table)));
        self.by_time.retain(|(_, table)| !shards.contains(Shard::of(*table)));
    }

    /// Returns the moment of a table's alarm.
    pub(super) fn of(&self, table: TableId) -> Option<u64> {
        self.of.get(&table).copied()
    }

    /// Takes out the tables whose alarm is due.
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

impl Hub {
    /// Returns the downtime of a table before this start: the moments between which no server ran that owned it. The first caller
    /// reads it for all tables, so that none comes into memory before it is known how long its clocks stood still.
    pub async fn down(&self, table: TableId) -> Result<Option<(u64, u64)>, StoreError> {
        if let Some(nodes) = &self.nodes {
            return Ok(nodes.down(table));
        }
        let started = self.time.began_at();
        let last = self.last_alive().await?.of(table);
        Ok(last.filter(|&last| last < started).map(|last| (last, started)))
    }

    /// Returns the last moments before this start at which the owner of each table ran.
    async fn last_alive(&self) -> Result<&LastAlive, StoreError> {
        self.before.get_or_try_init(|| read(&self.store, |store| store.last_alive())).await
    }

    /// Keeps time: loads the tables with clocks, which learn how long the server was down; records that the server runs; and
    /// checks the clocks whose time may be up.
    pub(super) async fn run_clock(hub: std::sync::Weak<Hub>) {
        let mut told = Informed::No;
        let mut noted: Option<Instant> = None;
        loop {
            let Some(this) = hub.upgrade() else { return };
            // A node of a cluster looks for them in rows (`hub/due.rs`).
            let is_alone = this.nodes.is_none();
            if is_alone && told != Informed::All {
                told = this.tell_clocks(told).await;
            }
            // As long as a table was not told, it has to be known after the next start that the server was down now.
            if told == Informed::All && noted.is_none_or(|noted| noted.elapsed() >= ALIVE) {
                noted = Some(Instant::now());
                let now = this.time.now();
                this.note_store(read(&this.store, move |store| store.alive(now)).await);
            }
            // In test mode alarms ring as part of the request that lets time pass.
            if this.testing.is_none() {
                this.ring_alarms().await;
            }
            drop(this);
            tokio::time::sleep(TICK).await;
        }
    }

    /// Notes what the store answered last, for whoever asks whether the server is ready.
    pub(super) fn note_store(&self, done: Result<(), StoreError>) {
        let mut last = lock(&self.noted);
        let was_well = !matches!(&*last, Some((_, Err(_))));
        match &done {
            Err(error) if was_well => tracing::error!(%error, "the store takes nothing"),
            Ok(()) if !was_well => tracing::info!("the store takes entries again"),
            _ => {}
        }
        *last = Some((Instant::now(), done));
    }

    /// Looks at the clocks whose alarm has come.
    async fn ring_alarms(self: &Arc<Self>) {
        let due = self.alarms().take_due(self.time.now());
        for id in due {
            match self.table(id).await {
                Ok(live) => {
                    self.tick(&live);
                }
                // Its owner looks at them.
                Err(LoadError::Store(StoreError::Fenced { .. }) | LoadError::Newer { .. }) => {}
                Err(trouble) => {
                    tracing::warn!(table = id.brief(), ?trouble, "a table's clocks cannot be looked at");
                    // What is damaged stays so; a store that fails, or a lack of room, does not.
                    if !matches!(trouble, LoadError::Unknown | LoadError::Damage(_)) {
                        self.alarms().set(id, self.time.now() + RETRY.as_millis() as u64);
                    }
                }
            }
        }
    }

    /// Does what time, or the absence of people, makes possible at a table.
    pub(super) fn tick(self: &Arc<Self>, live: &Arc<LiveTable>) {
        let effects = live.look_judged().tick(self.time.now());
        self.run(live, effects);
    }

    /// Whether this hub is in test mode.
    pub fn is_in_test_mode(&self) -> bool {
        self.testing.is_some()
    }

    /// Lets time pass in test mode. When this returns, the alarms that became due have rung, and what they caused is
    /// stored.
    pub async fn pass_time(self: &Arc<Self>, by: Duration) {
        let Some(testing) = &self.testing else { return };
        testing.advance(by);
        self.ring_alarms().await;
        // The writer takes what it is given in order: once this is stored, so is everything before it.
        let now = self.time.now();
        let _ = read(&self.store, move |store| store.alive(now)).await;
        self.in_memory().iter().for_each(|live| live.presence.changed());
    }

    /// Loads the tables with clocks, so that they learn how long the server was down and set their alarms.
    async fn tell_clocks(self: &Arc<Self>, before: Informed) -> Informed {
        // Before anything is noted over it. Tables without clocks ask for it later.
        match self.last_alive().await {
            Ok(_) => self.tell_all_clocks(before).await,
            Err(error) => {
                if before == Informed::No {
                    tracing::error!(%error, "the clocks of tables cannot be read");
                }
                Informed::NotAll
            }
        }
    }

    async fn tell_all_clocks(self: &Arc<Self>, before: Informed) -> Informed {
        let tables = read(&self.store, |store| store.tagged(Tag::Clocked, ShardSet::ALL, CLOCKED)).await;
        let tables = match tables {
            Ok(tables) => tables,
            Err(error) => {
                if before == Informed::No {
                    tracing::error!(%error, "the clocks of tables cannot be read");
                }
                return Informed::NotAll;
            }
        };
        let mut told = Informed::All;
        for id in tables {
            match self.table(id).await {
                Ok(live) => {
                    // It has to be stored, or the next server does not know of the time before this one.
                    let effects = {
                        let mut host = live.look();
                        host.owes_time().then(|| host.tick(self.time.now()))
                    };
                    if let Some(effects) = effects {
                        told = Informed::NotAll;
                        self.run(&live, effects);
                    }
                }
                Err(LoadError::Store(error)) => {
                    if before == Informed::No {
                        tracing::error!(table = id.brief(), %error, "the clocks of a table cannot be read");
                    }
                    told = Informed::NotAll;
                }
                // What is damaged is so at the next start too.
                Err(_) => {}
            }
        }
        told
    }

    pub(super) fn alarms(&self) -> MutexGuard<'_, Alarms> {
        lock(&self.alarms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::{BotPause, Capacity};
    use crate::test_mode::TestMode;
    use store::{MemoryStore, Store};
    use table::entry::SeatHolder;
    use table::host::Plan;
    use table::keys::Key;

    /// Opens a table of two people with this clock, once what was held before is let go.
    async fn open(hub: &Arc<Hub>, clock: Option<&str>) -> Arc<LiveTable> {
        let start = table::games::new_game("catan", 2, &[]).unwrap();
        let person = |name: &str| SeatHolder::Person { name: name.to_owned(), key: Key::random().hash() };
        let clock = clock.map(|clock| clock.parse().unwrap());
        let plan = Plan { chairs: vec![person("Ada"), person("Ben")], clock, ..Plan::default() };
        loop {
            if let Ok((live, _)) = hub.open(&start, plan.clone(), Key::random().hash()).await {
                return live;
            }
            tokio::task::yield_now().await;
        }
    }

    #[test]
    fn a_clock_for_whose_table_there_is_no_room_is_looked_at_later() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let mode = TestMode { seed: "no-room".parse().unwrap(), manual_bots: true };
            let room = Capacity { tables: 1, ..Capacity::default() };
            let store = Arc::new(MemoryStore::new());
            let hub = Hub::with_test_mode(Arc::clone(&store) as _, BotPause::NONE, room, &mode);
            let clocked = open(&hub, Some("decision 60 bot")).await.id();
            let other = open(&hub, None).await;
            let opened = store.load(clocked).unwrap().len();
            hub.pass_time(Duration::from_secs(61)).await;
            assert_eq!(store.load(clocked).unwrap().len(), opened, "only one table fits in");
            drop(other);
            while store.load(clocked).unwrap().len() == opened {
                hub.pass_time(RETRY).await;
            }
        });
    }
}
