//! The public tables that strangers are shown, and the limits on tables under way.
//!
//! A key costs nothing, so tables are counted by network as well as by person. The server stores no address: it knows only in
//! memory which table came from which network, and a restart forgets it. The store counts what is durable.

use super::{Hub, LiveTable, OpenError};
use crate::accounts::established;
use crate::cost::{network_of, wide_network_of};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::storing::read;
use pages::TableLimit;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;
use store::{Batch, Index, Tag};
use table::keys::{KeyHash, TableId};

/// The most tables that are remembered; beyond that, those without visitors for the longest time are forgotten.
const REMEMBERED: usize = 20_000;

/// The limits on the tables that one user has under way, and on the time for which an unattended public table is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLimits {
    /// Public tables of one person that wait for players.
    pub waiting_per_person: usize,
    /// Public tables from one address that wait for players.
    pub waiting_per_address: usize,
    /// Tables of one person whose games are not over; this is counted in the store.
    pub unfinished_per_person: usize,
    /// Tables from one address whose games are not over, since the server started.
    pub unfinished_per_address: usize,
    /// The time for which a public table that waits for players stays listed after everybody who sits there has gone.
    pub absence: Duration,
}

impl Default for TableLimits {
    fn default() -> Self {
        TableLimits {
            waiting_per_person: 3,
            waiting_per_address: 8,
            unfinished_per_person: 50,
            unfinished_per_address: 200,
            absence: Duration::from_secs(15 * 60),
        }
    }
}

/// A table that is under way, as far as lists need to know it.
#[derive(Clone, Copy, Debug)]
struct LobbyEntry {
    opener: KeyHash,
    /// The network from which it was opened, if that is known and counted.
    network: Option<IpAddr>,
    /// Whether its opener is known to have an established account.
    is_established: bool,
    public: bool,
    /// Whether it waits for players.
    waiting: bool,
    /// The order in which tables were opened or loaded.
    number: u64,
    /// The time at which somebody who sits there was last seen there, in milliseconds of the server's time.
    seen: u64,
}

impl LobbyEntry {
    /// Whether somebody who sits there was there within this time.
    fn is_attended(&self, absence: Duration, now: u64) -> bool {
        now.saturating_sub(self.seen) < absence.as_millis() as u64
    }
}

/// A table under way, as one node tells another.
#[derive(Clone, Copy, Debug)]
pub(super) struct LobbyRow {
    id: TableId,
    entry: LobbyEntry,
}

impl LobbyRow {
    /// The row as JSON.
    pub(super) fn document(&self) -> Value {
        let LobbyEntry { opener, network, is_established, public, waiting, number, seen } = self.entry;
        json!({
            "table": self.id.to_string(), "opener": opener, "network": network, "established": is_established,
            "public": public, "waiting": waiting, "number": number, "seen": seen,
        })
    }

    /// Reads a row; `None` if it is none.
    pub(super) fn read(value: &Value) -> Option<LobbyRow> {
        let entry = LobbyEntry {
            opener: serde_json::from_value(value["opener"].clone()).ok()?,
            network: value["network"].as_str().and_then(|text| text.parse().ok()),
            is_established: value["established"].as_bool()?,
            public: value["public"].as_bool()?,
            waiting: value["waiting"].as_bool()?,
            number: value["number"].as_u64()?,
            seen: value["seen"].as_u64()?,
        };
        Some(LobbyRow { id: value["table"].as_str()?.parse().ok()?, entry })
    }
}

/// The tables under way that this server has seen.
#[derive(Default, Debug)]
pub(super) struct Lobby {
    tables: HashMap<TableId, LobbyEntry>,
    /// The rows of the other nodes of a cluster, from their last answers.
    foreign: HashMap<TableId, LobbyEntry>,
    numbers: u64,
}

impl Lobby {
    fn insert(&mut self, id: TableId, mut under: LobbyEntry) {
        if self.tables.len() >= REMEMBERED && !self.tables.contains_key(&id) {
            let mut times: Vec<u64> = self.tables.values().map(|under| under.seen).collect();
            let (_, &mut middle, _) = times.select_nth_unstable(REMEMBERED / 2);
            self.tables.retain(|_, under| under.seen > middle);
        }
        // The nodes of a cluster number their tables in about the same order.
        self.numbers = (self.numbers + 1).max(under.seen);
        under.number = self.numbers;
        self.tables.insert(id, under);
    }

    pub(super) fn forget(&mut self, id: TableId) {
        self.tables.remove(&id);
    }

    /// Forgets the tables that do not stay.
    pub(super) fn retain(&mut self, stays: impl Fn(TableId) -> bool) {
        self.tables.retain(|id, _| stays(*id));
    }

    /// Takes these for the tables of the other nodes.
    pub(super) fn replace_foreign(&mut self, rows: Vec<LobbyRow>) {
        self.foreign = rows.into_iter().map(|row| (row.id, row.entry)).collect();
    }

    /// The tables of this node, and those of the others that this one does not know better.
    fn all(&self) -> impl Iterator<Item = (&TableId, &LobbyEntry)> {
        let foreign = self.foreign.iter().filter(|(id, _)| !self.tables.contains_key(id));
        self.tables.iter().chain(foreign)
    }

    /// The tables that are public, wait for players and are listed, or go on; the latest first.
    fn public(&self, waiting: bool, absence: Duration, now: u64) -> Vec<(TableId, LobbyEntry)> {
        let is_listed = |under: &LobbyEntry| !waiting || under.is_attended(absence, now);
        let mut tables: Vec<(TableId, LobbyEntry)> = self
            .all()
            .filter(|(_, under)| under.public && under.waiting == waiting && is_listed(under))
            .map(|(&id, &under)| (id, under))
            .collect();
        tables.sort_unstable_by_key(|(_, under)| std::cmp::Reverse(under.number));
        tables
    }

    /// Counts the tables that match `of`, by person and by address.
    fn count(&self, person: KeyHash, network: IpAddr, of: impl Fn(&LobbyEntry) -> bool) -> (usize, usize) {
        let entries = self.all().map(|(_, under)| under);
        entries.filter(|under| of(under)).fold((0, 0), |(own, from), under| {
            (own + usize::from(under.opener == person), from + usize::from(under.network == Some(network)))
        })
    }
}

/// A party that takes turns in the list.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Party {
    /// A provider: 16 bits of IPv4, 32 bits of IPv6.
    Provider(IpAddr),
    /// A network: 24 bits of IPv4, 48 bits of IPv6.
    Network(IpAddr),
    Person(KeyHash),
    /// Everybody whose address is unknown.
    Unknown,
}

impl Party {
    /// The party whose turn a table waits for, and the party within that one.
    fn of(under: &LobbyEntry) -> (Party, Party) {
        let person = Party::Person(under.opener);
        match under.network {
            // Nobody can make hundreds of established accounts.
            _ if under.is_established => (person, person),
            Some(network) => (Party::Provider(wide_network_of(network)), Party::Network(network_of(network))),
            None => (Party::Unknown, person),
        }
    }
}

/// The parties that take turns, in the order in which they came, each with its entries.
#[derive(Default)]
struct RoundRobin<T>(Vec<(Party, T)>);

impl<T: Default> RoundRobin<T> {
    fn of(&mut self, party: Party) -> &mut T {
        let at = self.0.iter().position(|(other, _)| *other == party).unwrap_or_else(|| {
            self.0.push((party, T::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }
}

impl RoundRobin<VecDeque<TableId>> {
    /// Takes the next table of the party that has waited for longest.
    fn next(&mut self) -> Option<TableId> {
        if self.0.is_empty() {
            return None;
        }
        let (party, mut tables) = self.0.remove(0);
        let next = tables.pop_front();
        if !tables.is_empty() {
            self.0.push((party, tables));
        }
        next
    }
}

/// Takes turns: the latest table of each provider, old account, or person, then the second of each, as long as there is room;
/// within a provider its networks take turns. Nobody has more than their share in the list, and nobody's table is crowded out
/// by those of one other, however many addresses they have.
fn in_turn(tables: Vec<(TableId, LobbyEntry)>, limit: usize, limits: &TableLimits) -> Vec<TableId> {
    let (mut of_person, mut of_address) = (HashMap::new(), HashMap::new());
    let mut turns: RoundRobin<RoundRobin<VecDeque<TableId>>> = RoundRobin::default();
    for (id, under) in tables {
        let own: &mut usize = of_person.entry(under.opener).or_default();
        let mut has_room = *own < limits.waiting_per_person;
        if let Some(network) = under.network {
            let from: &mut usize = of_address.entry(network).or_default();
            has_room = has_room && *from < limits.waiting_per_address;
            *from += usize::from(has_room);
        }
        *own += usize::from(has_room);
        if has_room {
            let (party, within) = Party::of(&under);
            turns.of(party).of(within).push_back(id);
        }
    }
    let mut listed = Vec::new();
    while listed.len() < limit && !turns.0.is_empty() {
        listed.extend(turns.0.iter_mut().filter_map(|(_, within)| within.next()));
        turns.0.retain(|(_, within)| !within.0.is_empty());
    }
    listed.truncate(limit);
    listed
}

/// The changes of a table's stage that a stored batch makes.
#[derive(Clone, Copy)]
pub(super) struct Step {
    opens: bool,
    begins: bool,
    ends: bool,
}

impl Step {
    pub(super) fn of(batch: &Batch) -> Step {
        Step {
            opens: batch.index.contains(&Index::Tag(Tag::Open)),
            begins: batch.index.iter().any(|index| matches!(index, Index::NoCode(_))),
            ends: batch.untag.contains(&Tag::Open),
        }
    }
}

/// A reservation for one more table, counted as long as it is held.
#[derive(Debug)]
pub struct TableReservation {
    hub: Arc<Hub>,
    /// The id under which it is counted until the table is there.
    id: TableId,
    network: Option<IpAddr>,
    is_established: bool,
}

impl TableReservation {
    /// The table is open.
    pub fn take(self, id: TableId) {
        if let Some(under) = self.hub.lobby().tables.get_mut(&id) {
            under.network = self.network;
            under.is_established = self.is_established;
        }
    }
}

impl Drop for TableReservation {
    fn drop(&mut self) {
        self.hub.lobby().tables.remove(&self.id);
    }
}

impl LiveTable {
    /// Returns the time at which the opener, or somebody who sits here, was last seen here.
    fn last_seen(&self) -> Option<u64> {
        let host = self.look();
        let people = host.holders().chain(host.opener());
        people.filter_map(|key| self.presence.seen(key)).max()
    }
}

impl Hub {
    pub(super) fn lobby(&self) -> MutexGuard<'_, Lobby> {
        lock(&self.lobby)
    }

    /// Notes a table that comes into memory, if it is under way.
    pub(super) fn note_loaded(&self, live: &LiveTable) {
        let under = {
            let host = live.look();
            let is_over = host.game().is_some_and(|game| game.outcome().is_some());
            let opener = host.opener().filter(|_| !is_over && !host.is_closed());
            opener.map(|opener| LobbyEntry {
                opener,
                network: None,
                is_established: false,
                public: host.is_public(),
                waiting: host.game().is_none(),
                number: 0,
                seen: self.time.now(),
            })
        };
        let Some(under) = under else { return };
        let mut lobby = self.lobby();
        if !lobby.tables.contains_key(&live.id()) {
            lobby.insert(live.id(), under);
        }
    }

    /// Notes what a batch that was stored made of its table.
    pub(super) fn note_step(&self, live: &LiveTable, step: Step) {
        if step.ends {
            self.lobby().tables.remove(&live.id());
        } else if step.opens {
            self.note_loaded(live);
        } else if step.begins
            && let Some(under) = self.lobby().tables.get_mut(&live.id())
        {
            under.waiting = false;
        }
    }

    /// Notes when somebody was last at a table that goes out of memory.
    pub(super) fn note_unloaded(&self, live: &LiveTable) {
        let seen = live.last_seen();
        if let (Some(under), Some(seen)) = (self.lobby().tables.get_mut(&live.id()), seen) {
            under.seen = under.seen.max(seen);
        }
    }

    /// Records the presence at the public tables that wait for players and are in memory.
    fn look_around(&self) {
        let ids: Vec<TableId> = {
            let lobby = self.lobby();
            let waiting = lobby.tables.iter().filter(|(_, under)| under.public && under.waiting);
            waiting.map(|(&id, _)| id).collect()
        };
        let lives: Vec<Arc<LiveTable>> = {
            let tables = self.tables();
            ids.iter().filter_map(|id| tables.get(id).cloned()).collect()
        };
        for live in lives {
            self.note_unloaded(&live);
        }
    }

    /// The public tables to be listed: those that wait for players, then those whose games go on.
    pub(super) fn listed(&self, limit: usize, limits: &TableLimits) -> (Vec<TableId>, Vec<TableId>) {
        self.look_around();
        let lobby = self.lobby();
        let now = self.time.now();
        let waiting = in_turn(lobby.public(true, limits.absence, now), limit, limits);
        let playing = in_turn(lobby.public(false, limits.absence, now), limit, limits);
        (waiting, playing)
    }

    /// The tables under way that this node owns, for the lists of other nodes.
    pub(super) fn lobby_rows(&self) -> Vec<LobbyRow> {
        self.look_around();
        self.lobby().tables.iter().map(|(&id, &entry)| LobbyRow { id, entry }).collect()
    }

    /// Returns the tables whose listing status the lobby does not know yet.
    pub(super) fn unknown_to_lobby(&self, ids: Vec<TableId>) -> Vec<TableId> {
        let lobby = self.lobby();
        let known: HashSet<TableId> = lobby.all().map(|(id, _)| *id).filter(|id| ids.contains(id)).collect();
        ids.into_iter().filter(|id| !known.contains(id)).collect()
    }

    /// Reserves a place for one more table of `opener`. `network` is where they ask from; a caller who is not counted there may
    /// have any number. `is_listed` says whether strangers are to find the table while it waits for players.
    ///
    /// # Errors
    /// The limit that is reached.
    pub async fn place(
        self: &Arc<Self>,
        opener: KeyHash,
        network: Option<IpAddr>,
        is_listed: bool,
        limits: &TableLimits,
    ) -> Result<Option<TableReservation>, OpenError> {
        let Some(network) = network else { return Ok(None) };
        let refused = |limit, most| {
            METRICS.note_refused(Limit::OpenTables);
            Err(OpenError::TooManyOpen { limit, most })
        };
        let most = limits.unfinished_per_person;
        let known = read(&self.store, move |store| {
            let old = established(store, std::iter::once(opener))?;
            Ok((store.unfinished_of(opener, most)?, old.contains(&opener)))
        });
        let (unfinished, is_established) = known.await.map_err(OpenError::Store)?;
        if unfinished >= most {
            return refused(TableLimit::Unfinished, most);
        }
        self.ask_for_lobbies().await;
        self.look_around();
        let mut lobby = self.lobby();
        let (_, from) = lobby.count(opener, network, |_| true);
        if from >= limits.unfinished_per_address {
            return refused(TableLimit::UnfinishedHere, limits.unfinished_per_address);
        }
        if is_listed {
            let now = self.time.now();
            let listed =
                |under: &LobbyEntry| under.public && under.waiting && under.is_attended(limits.absence, now);
            let (own, from) = lobby.count(opener, network, listed);
            if own >= limits.waiting_per_person {
                return refused(TableLimit::Waiting, limits.waiting_per_person);
            }
            if from >= limits.waiting_per_address {
                return refused(TableLimit::WaitingHere, limits.waiting_per_address);
            }
        }
        let id = TableId::random();
        let seen = self.time.now();
        let network = Some(network);
        let under =
            LobbyEntry { opener, network, is_established, public: is_listed, waiting: true, number: 0, seen };
        lobby.insert(id, under);
        Ok(Some(TableReservation { hub: Arc::clone(self), id, network, is_established }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub::LoadError;
    use crate::time::Time;
    use table::Key;
    use table::host::{Command, Intent, Sender};

    fn under(opener: KeyHash, network: Option<&str>, number: u64) -> (TableId, LobbyEntry) {
        let network = network.map(|text| text.parse().unwrap());
        let under = LobbyEntry {
            opener,
            network,
            is_established: false,
            public: true,
            waiting: true,
            number,
            seen: 0,
        };
        (TableId::new(number).unwrap(), under)
    }

    #[test]
    fn tables_of_other_nodes_are_listed_and_counted() {
        let limits = TableLimits::default();
        let ada = Key::random().hash();
        let [(own, entry), (other, elsewhere)] = [1, 2].map(|n| under(ada, Some("192.0.2.7"), n));
        let mut lobby = Lobby::default();
        lobby.insert(own, entry);
        let told = LobbyRow { id: other, entry: elsewhere }.document().to_string();
        let row = LobbyRow::read(&serde_json::from_str(&told).unwrap()).unwrap();
        // What a node owns itself it knows better than others do.
        let stale = LobbyRow { id: own, entry: LobbyEntry { waiting: false, ..entry } };
        lobby.replace_foreign(vec![row, stale]);
        let listed: Vec<TableId> =
            lobby.public(true, limits.absence, 0).into_iter().map(|(id, _)| id).collect();
        assert_eq!(listed, [other, own]);
        assert_eq!(lobby.count(ada, "192.0.2.7".parse().unwrap(), |_| true), (2, 2));
        lobby.replace_foreign(Vec::new());
        assert_eq!(lobby.count(ada, "192.0.2.7".parse().unwrap(), |_| true), (1, 1));
        assert!(LobbyRow::read(&json!({"table": "x"})).is_none());
    }

    #[test]
    fn the_places_are_shared() {
        let limits = TableLimits::default();
        // Forty tables of forty keys at one address, and before them one of somebody else and one of unknown origin.
        let key = || Key::random().hash();
        let mut tables: Vec<_> = (100..140).rev().map(|n| under(key(), Some("192.0.2.7"), n)).collect();
        tables.push(under(key(), Some("198.51.100.9"), 2));
        tables.push(under(key(), None, 1));
        let listed = in_turn(tables, 5, &limits);
        let numbers: Vec<u64> = listed.iter().map(|id| id.number()).collect();
        assert_eq!(numbers, [139, 2, 1, 138, 137], "each in turn, the latest first");
    }

    /// Seven hundred tables of sixty-one networks of one provider, and thirty of honest people elsewhere.
    #[test]
    fn a_provider_full_of_networks_crowds_nobody_out() {
        let limits = TableLimits::default();
        let mut tables = Vec::new();
        for n in 0..720 {
            let network = format!("2001:db8:{:x}:{:x}::", n % 61, n / 61);
            tables.push(under(Key::random().hash(), Some(&network), 10_000 - n));
        }
        for n in 0..30 {
            tables.push(under(Key::random().hash(), Some(&format!("198.{n}.7.9")), 30 - n));
        }
        // A neighbour in the same provider's network whose account is old, and those of whom nothing is known.
        let (id, neighbour) = under(Key::random().hash(), Some("2001:db8:ffff::"), 9_000);
        tables.push((id, LobbyEntry { is_established: true, ..neighbour }));
        tables.push(under(Key::random().hash(), None, 8_000));
        let listed = in_turn(tables, 50, &limits);
        let has = |number: u64| listed.iter().any(|id| id.number() == number);
        assert!((1..=30).all(has) && has(9_000) && has(8_000), "{listed:?}");
        assert_eq!(listed.len(), 50);
    }

    #[test]
    fn nobody_has_more_than_their_share() {
        let limits = TableLimits::default();
        let ada = Key::random().hash();
        let tables = (1..=9).rev().map(|n| under(ada, None, n)).collect();
        assert_eq!(in_turn(tables, 50, &limits).len(), 3, "of a person");
        let tables = (1..=40).map(|n| under(Key::random().hash(), Some("192.0.2.7"), n)).collect();
        assert_eq!(in_turn(tables, 50, &limits).len(), 8, "of an address");
        // A neighbour in the same wider network has a count of its own, and shares its turn.
        let mut tables: Vec<_> =
            (10..40).rev().map(|n| under(Key::random().hash(), Some("192.0.2.7"), n)).collect();
        tables.push(under(Key::random().hash(), Some("192.0.2.8"), 1));
        assert_eq!(in_turn(tables, 50, &limits).len(), 9);
    }

    #[test]
    fn what_is_remembered_stays_bounded() {
        let mut lobby = Lobby::default();
        let key = Key::random().hash();
        for n in 1..3 * REMEMBERED as u64 {
            let (id, under) = under(key, None, n);
            lobby.insert(id, under);
            assert!(lobby.tables.len() <= REMEMBERED);
        }
        let (latest, _) = under(key, None, 3 * REMEMBERED as u64 - 1);
        assert!(lobby.tables.contains_key(&latest));
    }

    /// Codes come from a planted source: the first table has the first, and the second must not have it too.
    #[test]
    fn a_code_that_is_taken_gives_way() {
        use crate::hub::{BotPause, Capacity};
        use std::sync::atomic::{AtomicUsize, Ordering};
        use table::entry::SeatHolder;
        use table::host::Plan;

        static NEXT: AtomicUsize = AtomicUsize::new(0);
        const CODES: [&str; 5] = ["aaaaaaaa", "aaaaaaaa", "aaaaaaaa", "bbbbbbbb", "aaaaaaaa"];
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let store = Arc::new(store::MemoryStore::new());
            let next = || CODES[NEXT.fetch_add(1, Ordering::SeqCst)].to_owned();
            let hub = Hub::with_codes(store, BotPause::NONE, Capacity::default(), Time::start(), next);
            let start = table::games::new_game("catan", 2, &[]).unwrap();
            let opener = Key::random().hash();
            let open = async |hub: &Arc<Hub>| {
                let ada = SeatHolder::Person { name: "Ada".to_owned(), key: opener };
                let plan = Plan { chairs: vec![ada, SeatHolder::Open], ..Plan::default() };
                hub.open(&start, plan, opener).await.unwrap().0
            };
            let (first, second) = (open(&hub).await, open(&hub).await);
            let code = |live: &LiveTable| live.look().code().map(str::to_owned);
            assert_eq!(
                (code(&first).as_deref(), code(&second).as_deref()),
                (Some("aaaaaaaa"), Some("bbbbbbbb"))
            );
            assert_eq!(hub.table_by_code("aaaaaaaa").await, Ok(first.id()));
            assert_eq!(hub.table_by_code("bbbbbbbb").await, Ok(second.id()));
            // Once the first has begun its code is free.
            let sender = Sender::Holder(Key::random().hash());
            let intent = Intent::Join { seat: None, name: "Ben".to_owned(), nonce: None };
            hub.submit(&first, Command { sender, id: None, seen: 0, intent }).await.unwrap();
            assert_eq!(hub.table_by_code("aaaaaaaa").await, Err(LoadError::NoCode));
            let third = open(&hub).await;
            assert_eq!(hub.table_by_code("aaaaaaaa").await, Ok(third.id()));
        });
    }
}
