//! The store that all nodes of a world share, in place of PostgreSQL: leases that end by its own clock, epochs, and appends that are
//! fenced. Its statements are those of `crates/postgres/src/shards.rs` and `batch.rs`, each at one moment, and it passes the same
//! conformance suite.

use super::due::{DueRows, RowChange};
use super::ledger::Ledger;
use super::mistakes::Mistake;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use store::{
    Batch, Change, ChangeCounts, Claim, Division, Erasure, GainedShard, MemoryStore, Node, OtherOwner,
    SHARDS, Shard, ShardSet, ShareRequest, Store as _, StoreError, StoredEntry, Topic,
};
use table::TableId;

/// The time for which a node owns its shards unless it renews the lease, in milliseconds, as in PostgreSQL.
pub(crate) const LEASE: u64 = 3_000;
/// The time by which a copy of the store that a mistake reads lags behind.
const LAG: u64 = 1_500;
/// The time that a lazy commit takes to reach the disk.
const LAZY: u64 = 400;

/// The epochs of the shards that a node owns, as it knows them.
pub(crate) type Epochs = Vec<Option<i64>>;

struct Row {
    owner: Option<String>,
    epoch: i64,
    expires: u64,
    alive: Option<u64>,
    /// The format of logs that a node must read to serve all its tables.
    needs: u32,
}

struct NodeRow {
    address: String,
    expires: u64,
    reads: u32,
}

/// The formats of logs that a node reads, and those of the running nodes that read least and most.
#[derive(Clone, Copy)]
struct Formats {
    own: u32,
    oldest: u32,
    newest: u32,
}

/// A claim of shards.
struct Wish {
    /// The most.
    most: usize,
    formats: Formats,
    /// The time on the clock of the node.
    asked: u64,
    until: u64,
}

pub(crate) struct State {
    pub(crate) now: u64,
    rows: Vec<Row>,
    pub(crate) due: DueRows,
    nodes: BTreeMap<String, NodeRow>,
    changes: ChangeCounts,
    reports: u64,
    /// The moments at which the entries of each table were stored.
    stored: HashMap<TableId, Vec<u64>>,
    /// The writes that are on no disk yet, with a mistake.
    unsafe_since: HashMap<TableId, Vec<(u64, usize)>>,
    first_owners: Option<Vec<Option<usize>>>,
    pub(crate) ledger: Ledger,
    down_until: u64,
}

impl State {
    /// The epoch of a shard.
    pub(crate) fn epoch(&self, shard: Shard) -> u64 {
        self.rows[usize::from(shard.number())].epoch.cast_unsigned()
    }

    /// Whether a node owns a shard under this epoch.
    pub(crate) fn is_owner_of(&self, shard: Shard, name: &str, epoch: u64) -> bool {
        let row = &self.rows[usize::from(shard.number())];
        row.owner.as_deref() == Some(name) && self.epoch(shard) == epoch
    }
}

/// The store.
pub(crate) struct Database {
    pub(crate) memory: MemoryStore,
    pub(crate) mistake: Option<Mistake>,
    state: Mutex<State>,
}

impl Database {
    pub(crate) fn new(now: u64, mistake: Option<Mistake>) -> Database {
        let row = || Row { owner: None, epoch: 0, expires: 0, alive: None, needs: 0 };
        let state = State {
            now,
            rows: (0..SHARDS).map(|_| row()).collect(),
            due: DueRows::default(),
            nodes: BTreeMap::new(),
            changes: ChangeCounts::default(),
            reports: 0,
            stored: HashMap::new(),
            unsafe_since: HashMap::new(),
            first_owners: None,
            ledger: Ledger::new(),
            down_until: 0,
        };
        Database { memory: MemoryStore::new(), mistake, state: Mutex::new(state) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody failed with it")
    }

    pub(crate) fn has(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// Lets the leases of all nodes end.
    pub(crate) fn end_leases(&self) {
        self.state().now += 100_000;
    }

    /// Whether nobody reaches it.
    pub(crate) fn is_down(&self) -> bool {
        let state = self.state();
        state.down_until > state.now
    }

    /// The number of entries of a table.
    pub(crate) fn len(&self, table: TableId) -> u64 {
        self.memory.load(table).map_or(0, |log| log.len() as u64)
    }

    /// The nodes that run, each with the number of shards that it owns.
    pub(crate) fn shares(&self) -> Vec<usize> {
        let state = self.state();
        let of = |name: &String| {
            let owns = |row: &&Row| row.owner.as_ref() == Some(name) && row.expires > state.now;
            state.rows.iter().filter(owns).count()
        };
        state.nodes.iter().filter(|(_, node)| node.expires > state.now).map(|(name, _)| of(name)).collect()
    }

    /// Stops and starts again, which loses what is on no disk.
    pub(crate) fn restart(&self, pause: u64) {
        let mut state = self.state();
        state.down_until = state.now + pause;
        let now = state.now;
        for (table, writes) in std::mem::take(&mut state.unsafe_since) {
            let Some((_, len)) = writes.into_iter().find(|(at, _)| at + LAZY > now) else { continue };
            let log = self.memory.load(table).expect("memory can be read");
            let erasure =
                Erasure { table, entries: log.len() as u64, holders: Vec::new(), codes: Vec::new() };
            store::Archive::erase(&self.memory, erasure).expect("memory takes it");
            let batch = Batch { table, entries: log[..len].to_vec(), index: Vec::new(), untag: Vec::new() };
            self.memory.append(batch, Box::new(|stored| stored.expect("memory takes it")));
        }
    }
}

/// Logs.
impl Database {
    fn write(&self, batch: Batch) -> Result<(), StoreError> {
        let result = std::sync::Arc::new(Mutex::new(None));
        let answer = std::sync::Arc::clone(&result);
        self.memory.append(batch, Box::new(move |stored| *answer.lock().expect("alone") = Some(stored)));
        let stored = result.lock().expect("alone").take();
        stored.expect("memory answers at once")
    }

    /// Whether a node with these epochs may write a table.
    pub(crate) fn is_owner(&self, state: &State, name: &str, epoch: Option<i64>, table: TableId) -> bool {
        let row = &state.rows[usize::from(Shard::of(table).number())];
        let (is_owner, is_epoch) = (row.owner.as_deref() == Some(name), epoch == Some(row.epoch));
        match self.mistake {
            Some(Mistake::AppendUnfenced) => true,
            Some(Mistake::AppendWithoutEpoch) => is_owner,
            _ => is_owner && is_epoch,
        }
    }

    /// Appends a batch of the node with this name, which had this epoch of its shard when it sent it. `passed` says that it passed the
    /// fence already.
    pub(crate) fn append(
        &self,
        name: &str,
        epoch: Option<i64>,
        mut batch: Batch,
        passed: bool,
    ) -> Result<(), StoreError> {
        let mut state = self.state();
        let (table, len) = (batch.table, self.len(batch.table));
        let may = passed || self.is_owner(&state, name, epoch, table);
        if !may && !self.has(Mistake::FencedLate) {
            return Err(StoreError::Fenced { table: Some(table) });
        }
        let first = batch.entries.first().map_or(0, |entry| entry.seq);
        if first < len && self.has(Mistake::NumberNotUnique) {
            let bodies = batch.entries.iter().map(|entry| (entry.seq, entry.body.clone())).collect();
            let commands = (String::new(), String::new());
            let change = Change::Amend { table, bodies, commands, numbers: 0..=u64::MAX };
            self.memory.change(vec![change], Box::new(|_| {}));
            batch.entries.retain(|entry| entry.seq >= len);
        } else if first < len && self.has(Mistake::NumberIgnored) {
            (len..).zip(&mut batch.entries).for_each(|(seq, entry)| (entry.seq, entry.command) = (seq, None));
        }
        let count = batch.entries.len();
        let now = state.now;
        if self.has(Mistake::HalfBatch) && count > 1 && (now / 20 + len).is_multiple_of(3) {
            batch.entries.truncate(1);
            self.write(batch)?;
            state.ledger.wrote(name, epoch, table, count);
            return Err(unreachable());
        }
        let row = RowChange::of(&batch);
        let result = self.write(batch);
        if result.is_ok() {
            row.make(&mut state);
            state.stored.entry(table).or_default().resize(len as usize + count, now);
            if self.has(Mistake::LazyCommit) {
                state.unsafe_since.entry(table).or_default().push((now, len as usize));
            }
            state.ledger.wrote(name, epoch, table, count);
        }
        match result {
            Err(_) if self.has(Mistake::FailureAcknowledged) => Ok(()),
            Ok(()) if !may => Err(StoreError::Fenced { table: Some(table) }),
            result => result,
        }
    }

    /// Reads a log.
    pub(crate) fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let mut log = self.memory.load(table)?;
        let state = self.state();
        match self.mistake {
            Some(Mistake::LaggingCopy) => {
                let stored = state.stored.get(&table).map_or(&[][..], Vec::as_slice);
                let is_copied = |at: &usize| stored.get(*at).is_none_or(|at| at + LAG <= state.now);
                log.truncate((0..log.len()).take_while(is_copied).count());
            }
            Some(Mistake::ReadCutOff) => log.truncate(12),
            Some(Mistake::ReadWithoutIds) => log.iter_mut().for_each(|entry| entry.command = None),
            _ => {}
        }
        Ok(log)
    }
}

/// Shards.
impl Database {
    /// Renews the leases of a node, claims shards up to its fair share, and returns who owns what.
    pub(crate) fn keep_share(
        &self,
        name: &str,
        epochs: &mut Epochs,
        request: &ShareRequest,
    ) -> Result<Division, StoreError> {
        let mut state = self.state();
        let now = state.now;
        let until = match self.mistake {
            Some(Mistake::NodeClockAtRenewal) => request.now + LEASE,
            _ => now + LEASE,
        };
        if !self.has(Mistake::NodeNotRenewed) || !state.nodes.contains_key(name) {
            let row =
                NodeRow { address: request.address.clone(), expires: now + LEASE, reads: request.reads };
            state.nodes.insert(name.to_owned(), row);
        }
        let lost = self.renew(&mut state, name, epochs, request, until);
        let is_there = |node: &NodeRow| node.expires > now || self.has(Mistake::DeadCount);
        let running: Vec<(String, String)> = state
            .nodes
            .iter()
            .filter(|(_, node)| is_there(node))
            .map(|(name, node)| (name.clone(), node.address.clone()))
            .collect();
        let reads: Vec<u32> =
            state.nodes.values().filter(|node| is_there(node)).map(|node| node.reads).collect();
        let formats = Formats {
            own: request.reads,
            oldest: reads.iter().copied().min().unwrap_or_default(),
            newest: reads.iter().copied().max().unwrap_or_default(),
        };
        for shard in request.beyond.iter() {
            let row = &mut state.rows[usize::from(shard.number())];
            if row.owner.as_deref() == Some(name) {
                row.needs = row.needs.max(request.reads + 1);
            }
        }
        let share = usize::from(SHARDS).div_ceil(running.len().max(1));
        let held = epochs.iter().flatten().count();
        let most = if self.has(Mistake::ClaimOfOne) { 1 } else { share };
        let wish = Wish { most: share.saturating_sub(held).min(most), formats, asked: request.now, until };
        let gained = self.claim_free(&mut state, name, epochs, &wish);
        let place = |owner: &str| running.iter().position(|(name, _)| name == owner);
        let owner_of = |row: &Row| row.owner.as_deref().filter(|_| row.expires > now).and_then(place);
        let mut owners: Vec<Option<usize>> = state.rows.iter().map(owner_of).collect();
        let own = place(name).unwrap_or(0);
        match self.mistake {
            Some(Mistake::OldDirectory) => {
                let first = state.first_owners.get_or_insert_with(|| owners.clone());
                if first.iter().any(Option::is_none) || first.iter().all(|owner| *owner == first[0]) {
                    first.clone_from(&owners);
                }
                let others = |now: Option<usize>, then: Option<usize>| {
                    if now == Some(own) { now } else { then.filter(|then| *then < running.len()) }
                };
                owners = owners.iter().zip(first.iter()).map(|(now, then)| others(*now, *then)).collect();
            }
            Some(Mistake::ShiftedDirectory) if running.len() > 2 => {
                for owner in owners.iter_mut().flatten().filter(|owner| **owner != own) {
                    *owner = (*owner + 1) % running.len();
                    if *owner == own {
                        *owner = (*owner + 1) % running.len();
                    }
                }
            }
            _ => {}
        }
        for (number, epoch) in epochs.iter().enumerate() {
            if epoch.is_some() && state.rows[number].owner.as_deref() == Some(name) {
                state.ledger.kept(number, name, (now, now + LEASE), informed(request, number));
            }
        }
        let of_own = |which: &dyn Fn(u32) -> bool| -> ShardSet {
            let shards = (0..SHARDS).filter_map(Shard::new);
            let is_it = |shard: &Shard| {
                let place = usize::from(shard.number());
                owners[place] == Some(own) && which(state.rows[place].needs)
            };
            shards.filter(is_it).collect()
        };
        Ok(Division {
            nodes: running
                .iter()
                .map(|(name, address)| Node { name: name.clone(), address: address.clone() })
                .collect(),
            own,
            owners: owners.clone(),
            lost,
            excess: (held + gained.len()).saturating_sub(share),
            gained,
            reserved: of_own(&|needs| formats.oldest < needs && needs <= formats.own),
            beyond: of_own(&|needs| formats.own < needs && needs <= formats.newest),
            newest: formats.newest,
            lease: Duration::from_millis(if self.has(Mistake::LeaseOverstated) { 3 * LEASE } else { LEASE }),
            changes: state.changes,
            key: [7; 32],
            workers: 0,
        })
    }

    /// Renews the leases of a node, and returns what it has lost.
    fn renew(
        &self,
        state: &mut State,
        name: &str,
        epochs: &mut Epochs,
        request: &ShareRequest,
        until: u64,
    ) -> Vec<Shard> {
        let mut lost = Vec::new();
        for shard in (0..SHARDS).filter_map(Shard::new) {
            let number = usize::from(shard.number());
            let Some(epoch) = epochs[number] else { continue };
            let row = &mut state.rows[number];
            if self.has(Mistake::RenewalTakesBack) {
                row.owner = Some(name.to_owned());
                row.epoch = epoch;
            }
            if row.owner.as_deref() != Some(name) || row.epoch != epoch {
                epochs[number] = None;
                lost.push(shard);
                continue;
            }
            if !self.has(Mistake::RenewalWithoutEffect) {
                row.expires = until;
            }
            if request.informed.contains(shard) {
                let first = row.alive.filter(|_| self.has(Mistake::FirstMomentKept));
                row.alive = first.or(Some(request.now));
            }
        }
        lost
    }

    /// Renews the leases of a node that looks at nothing else, with a mistake.
    pub(crate) fn renew_only(&self, name: &str, epochs: &mut Epochs, request: &ShareRequest) {
        let mut state = self.state();
        let now = state.now;
        state.nodes.insert(
            name.to_owned(),
            NodeRow { address: request.address.clone(), expires: now + LEASE, reads: request.reads },
        );
        self.renew(&mut state, name, epochs, request, now + LEASE);
        let held = epochs.iter().enumerate().filter(|(_, epoch)| epoch.is_some());
        held.for_each(|(number, _)| {
            state.ledger.kept(number, name, (now, now + LEASE), informed(request, number));
        });
    }

    /// Claims shards without an owner for a node: first those that not every node can serve, beyond its share as well.
    fn claim_free(
        &self,
        state: &mut State,
        name: &str,
        epochs: &mut Epochs,
        wish: &Wish,
    ) -> Vec<GainedShard> {
        let now = state.now;
        let Wish { most, formats: Formats { own, oldest, newest }, asked, until } = *wish;
        let mut gained: Vec<GainedShard> = Vec::new();
        let all = || (0..SHARDS).filter_map(Shard::new);
        for (shard, is_reserved) in all().map(|shard| (shard, true)).chain(all().map(|shard| (shard, false)))
        {
            let number = usize::from(shard.number());
            let row = &mut state.rows[number];
            let may = if is_reserved {
                oldest < row.needs && row.needs <= own
            } else {
                (row.needs <= own || row.needs > newest) && gained.len() < most
            };
            if !may {
                continue;
            }
            let has_ended = match self.mistake {
                Some(Mistake::LeaseIgnored) => row.owner.as_deref() != Some(name),
                Some(Mistake::NodeClockAtClaim) => row.expires < asked,
                Some(Mistake::DeadKeepShards) => false,
                _ => row.expires < now,
            };
            if row.owner.is_some() && !has_ended {
                continue;
            }
            row.owner = Some(name.to_owned());
            if !self.has(Mistake::EpochKept) {
                row.epoch += 1;
            }
            if !self.has(Mistake::LeaseNotBegun) {
                row.expires = until;
            }
            epochs[number] = Some(row.epoch);
            let last_alive = row.alive.filter(|_| !self.has(Mistake::DowntimeForgotten));
            gained.push(GainedShard { shard, epoch: row.epoch.cast_unsigned(), last_alive });
            let epoch = row.epoch;
            state.ledger.claimed(number, name, epoch, now, now + LEASE);
        }
        gained
    }

    /// Gives shards of a node back.
    pub(crate) fn give(&self, name: &str, epochs: &mut Epochs, shards: ShardSet) {
        let mut state = self.state();
        for shard in shards.iter() {
            let number = usize::from(shard.number());
            let row = &mut state.rows[number];
            let owns = row.owner.as_deref() == Some(name) && epochs[number] == Some(row.epoch);
            if owns && !self.has(Mistake::GiveWithoutEffect) {
                row.owner = None;
                state.ledger.given(number);
            }
            epochs[number] = None;
        }
    }

    /// Gives all shards of a node back, which leaves.
    pub(crate) fn release(&self, name: &str, epochs: &mut Epochs) {
        let mut state = self.state();
        let all = self.has(Mistake::ReleaseOfAll);
        for number in 0..usize::from(SHARDS) {
            let is_own = state.rows[number].owner.as_deref() == Some(name);
            if (is_own || all) && !self.has(Mistake::ReleaseWithoutEffect) {
                state.rows[number].owner = None;
                if is_own {
                    state.ledger.given(number);
                }
            }
        }
        state.nodes.remove(name);
        epochs.fill(None);
    }

    /// Claims every free shard, as a lone server does; no world has one.
    pub(crate) fn claim(&self, name: &str, epochs: &mut Epochs) -> Claim {
        let mut state = self.state();
        let now = state.now;
        let formats = Formats { own: u32::MAX, oldest: u32::MAX, newest: u32::MAX };
        let wish = Wish { most: usize::from(SHARDS), formats, asked: now, until: now + LEASE };
        self.claim_free(&mut state, name, epochs, &wish);
        let others = state.rows.iter().filter(|row| row.owner.as_deref() != Some(name));
        let other = others.max_by_key(|row| row.expires).and_then(|row| {
            let lease = Duration::from_millis(row.expires.saturating_sub(now));
            Some(OtherOwner { name: row.owner.clone()?, lease })
        });
        Claim { owned: epochs.iter().flatten().count() as u16, other }
    }

    /// The same: renews the leases of a lone server; `false` if it has lost a shard.
    pub(crate) fn alive(&self, name: &str, epochs: &mut Epochs, at: u64) -> bool {
        let mut state = self.state();
        let until = state.now + LEASE;
        let request = ShareRequest {
            address: String::new(),
            now: at,
            informed: ShardSet::ALL,
            reads: 0,
            beyond: ShardSet::default(),
        };
        self.renew(&mut state, name, epochs, &request, until);
        epochs.iter().all(Option::is_some)
    }

    /// The last moments that were noted for the shards.
    pub(crate) fn last_alive(&self) -> store::LastAlive {
        let state = self.state();
        let rows = (0..SHARDS).filter_map(Shard::new).zip(&state.rows);
        store::LastAlive::of_shards(rows.filter_map(|(shard, row)| Some((shard, row.alive?))))
    }

    /// Counts the changes of what nodes cache.
    pub(crate) fn count(&self, changes: &[Change]) {
        let mut state = self.state();
        for (n, topic) in Topic::ALL.into_iter().enumerate() {
            state.changes[n] += u64::from(changes.iter().any(|change| topic.is_changed_by(change)));
        }
    }

    pub(crate) fn next_report(&self) -> u64 {
        let mut state = self.state();
        state.reports += 1;
        state.reports
    }

    pub(crate) fn reports(&self) -> u64 {
        self.state().reports
    }
}

/// The moment of a request, if all tables of a shard know how long they had no owner.
fn informed(request: &ShareRequest, shard: usize) -> Option<u64> {
    let shard = u16::try_from(shard).ok().and_then(Shard::new).expect("a shard");
    request.informed.contains(shard).then_some(request.now)
}

/// What a node is told if the store does not answer.
pub(crate) fn unreachable() -> StoreError {
    StoreError::Unreachable { database: "simulated".to_owned(), reason: "it does not answer".to_owned() }
}
