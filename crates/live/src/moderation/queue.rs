//! The queue of open reports: its limits, evictions and ranking.
//!
//! A key costs nothing and an IPv6 subscriber has many addresses, so no limit may close the queue to everybody. Each network
//! has a share of the queue, and so has the wider network around it. A guest's report beyond a share evicts the oldest guest
//! report from that network. Reports by people with established accounts are never evicted.

use super::{ModerationError, Report};
use crate::buckets::{Buckets, Rate};
use crate::cost::{network_of, wide_network_of};
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::shared_state::SharedState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use store::moderation::ReportGroup;
use table::keys::{KeyHash, TableId};

/// The maximum number of open reports.
pub(super) const OPEN_MAX: usize = 5_000;
/// The maximum number of open reports about one table.
const OPEN_AT_TABLE: usize = 20;
/// The maximum number of open reports by guests of one network: 24 bits of IPv4 or 48 bits of IPv6.
const OPEN_NEAR: usize = 100;
/// The maximum number of open reports by guests of one provider: 16 bits of IPv4 or 32 bits of IPv6.
const OPEN_WIDE: usize = 500;
/// The time to wait before trying again if no report can be evicted.
const LATER: Duration = Duration::from_secs(3600);

/// One report for each reporter, table and seat can be open.
pub(super) type ReportKey = (KeyHash, TableId, u8);

/// The part of an open report that the queue needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) once: ReportKey,
    /// The reported person.
    pub(super) reported: KeyHash,
    /// The address of the reporter, if it is known and counted. It is kept in memory only.
    pub(super) network: Option<IpAddr>,
    /// Whether the reporter has an established account.
    pub(super) is_established: bool,
    /// Whether the reporter sat at the table, as far as that is known.
    pub(super) is_seated: bool,
}

impl Entry {
    fn near(&self) -> Option<IpAddr> {
        self.network.map(network_of)
    }

    fn wide(&self) -> Option<IpAddr> {
        self.network.map(wide_network_of)
    }
}

/// The open reports by number, and the rate limits of new ones.
#[derive(Debug)]
pub(super) struct Open {
    reports: Mutex<BTreeMap<u64, Entry>>,
    people: Buckets<KeyHash>,
    addresses: Buckets<IpAddr>,
    networks: Buckets<IpAddr>,
    tables: Buckets<TableId>,
}

impl Default for Open {
    fn default() -> Open {
        Open {
            reports: Mutex::default(),
            people: Buckets::new(Rate::one_per(Duration::from_secs(300), 5)),
            addresses: Buckets::new(Rate::one_per(Duration::from_secs(60), 20)),
            networks: Buckets::new(Rate::one_per(Duration::from_secs(20), 60)),
            tables: Buckets::new(Rate::one_per(Duration::from_secs(60), 10)),
        }
    }
}

impl Open {
    /// The limits that the nodes of a cluster have in common.
    pub(super) fn shared(&self) -> [(&'static str, &dyn SharedState); 4] {
        [
            ("reports by people", &self.people),
            ("reports from addresses", &self.addresses),
            ("reports from networks", &self.networks),
            ("reports at tables", &self.tables),
        ]
    }

    /// Replaces all reports; `established` holds the reporters with established accounts.
    pub(super) fn replace(&self, reports: &[Report], established: &HashSet<KeyHash>) {
        let mut open = lock(&self.reports);
        let entry = |report: &Report| {
            let known = open.get(&report.id);
            let entry = Entry {
                once: (report.reporter, report.table, report.seat),
                reported: report.reported,
                network: known.and_then(|known| known.network),
                is_established: established.contains(&report.reporter),
                is_seated: known.is_some_and(|known| known.is_seated),
            };
            (report.id, entry)
        };
        let all = reports.iter().map(entry).collect();
        *open = all;
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.reports).len()
    }

    pub(super) fn insert(&self, id: u64, entry: Entry) {
        lock(&self.reports).insert(id, entry);
    }

    pub(super) fn remove(&self, ids: &[u64]) {
        let mut reports = lock(&self.reports);
        reports.retain(|id, _| !ids.contains(id));
    }

    /// Moves the reports by or about one person to another.
    pub(super) fn reassign(&self, from: KeyHash, to: KeyHash) {
        for entry in lock(&self.reports).values_mut() {
            for person in [&mut entry.once.0, &mut entry.reported] {
                if *person == from {
                    *person = to;
                }
            }
        }
    }

    /// Admits a new report. Returns the numbers of the reports that it evicts.
    pub(super) fn admit(&self, new: &Entry, now: Instant) -> Result<Vec<u64>, ModerationError> {
        let too_many = |wait| {
            METRICS.note_refused(Limit::Reports);
            ModerationError::TooMany(wait)
        };
        let evicted = {
            let reports = lock(&self.reports);
            if reports.values().any(|open| open.once == new.once) {
                return Err(ModerationError::AlreadyReported);
            }
            evictions(&reports, new).ok_or_else(|| too_many(LATER))?
        };
        let (person, table, _) = new.once;
        self.people.take(&person, now).map_err(too_many)?;
        if let (Some(address), Some(network)) = (&new.network, new.near()) {
            self.addresses.take(address, now).map_err(too_many)?;
            self.networks.take(&network, now).map_err(too_many)?;
        }
        // Seats are few. Spectators must not use up the rate limit of those who sit there.
        if !new.is_seated {
            self.tables.take(&table, now).map_err(too_many)?;
        }
        Ok(evicted)
    }

    /// The open reports that have something in common with this one, itself included.
    pub(super) fn like(&self, id: u64, same: ReportGroup) -> Vec<u64> {
        let reports = lock(&self.reports);
        let Some(one) = reports.get(&id) else { return Vec::new() };
        let is_like = |other: &Entry| match same {
            ReportGroup::Reporter => other.once.0 == one.once.0 && one.once.0 != KeyHash::NOBODY,
            ReportGroup::Reported => other.reported == one.reported && one.reported != KeyHash::NOBODY,
            ReportGroup::Table => other.once.1 == one.once.1,
            ReportGroup::Network => other.near() == one.near() && one.network.is_some(),
        };
        reports
            .iter()
            .filter(|&(other, entry)| *other == id || is_like(entry))
            .map(|(&other, _)| other)
            .collect()
    }

    /// The open reports, most urgent first: by the number of reporters with established accounts, then of seated reporters, then
    /// of networks, and the latest first among equals.
    pub(super) fn ranked(&self, limit: usize) -> Vec<u64> {
        let reports = lock(&self.reports);
        let mut voices: HashMap<KeyHash, Voices> = HashMap::new();
        for entry in reports.values() {
            let voices = voices.entry(entry.reported).or_default();
            if entry.is_established {
                voices.established.insert(entry.once.0);
            }
            voices.seated += usize::from(entry.is_seated);
            voices.networks.insert(entry.near());
        }
        let rank = |entry: &Entry| {
            let Voices { established, seated, networks } = &voices[&entry.reported];
            (established.len(), *seated, networks.len(), entry.is_established, entry.is_seated)
        };
        let mut ranked: Vec<_> = reports.iter().map(|(&id, entry)| (rank(entry), id)).collect();
        ranked.sort_unstable_by(|one, other| other.cmp(one));
        ranked.into_iter().take(limit).map(|(_, id)| id).collect()
    }
}

/// The reporters of one person.
#[derive(Default)]
struct Voices {
    established: HashSet<KeyHash>,
    seated: usize,
    networks: HashSet<Option<IpAddr>>,
}

/// A function from an entry to the network whose share it counts against.
type NetworkOf = fn(&Entry) -> Option<IpAddr>;

/// The reports that a new one evicts; `None` if there is no room and none can be evicted.
fn evictions(reports: &BTreeMap<u64, Entry>, new: &Entry) -> Option<Vec<u64>> {
    let mut gone: Vec<u64> = Vec::new();
    let at_table = reports.iter().filter(|(_, entry)| entry.once.1 == new.once.1);
    if at_table.clone().count() >= OPEN_AT_TABLE {
        // People at the table have precedence over spectators.
        let may_go = |entry: &Entry| new.is_seated && !entry.is_seated && !entry.is_established;
        gone.push(at_table.into_iter().find(|(_, entry)| may_go(entry)).map(|(&id, _)| id)?);
    }
    let mut shares: Vec<(usize, NetworkOf)> = Vec::new();
    if !new.is_established && new.network.is_some() {
        shares = vec![(OPEN_NEAR, Entry::near), (OPEN_WIDE, Entry::wide)];
    }
    for (share, of) in shares {
        let same = |(id, entry): &(&u64, &Entry)| {
            !entry.is_established && of(entry) == of(new) && !gone.contains(id)
        };
        let mut same = reports.iter().filter(same);
        if let Some((&oldest, _)) = same.next()
            && same.count() + 1 >= share
        {
            gone.push(oldest);
        }
    }
    if reports.len() - gone.len() >= OPEN_MAX {
        // The oldest in the network that fills the queue most.
        let mut crowds: HashMap<Option<IpAddr>, (usize, u64)> = HashMap::new();
        for (&id, entry) in reports.iter().filter(|(_, entry)| !entry.is_established) {
            crowds.entry(entry.wide()).or_insert((0, id)).0 += 1;
        }
        let (_, oldest) =
            crowds.into_values().max_by_key(|&(many, oldest)| (many, std::cmp::Reverse(oldest)))?;
        gone.push(oldest);
    }
    Some(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Key;

    fn entry(network: &str, table: u64) -> Entry {
        Entry {
            once: (Key::random().hash(), TableId::new(table).unwrap(), 0),
            reported: Key::random().hash(),
            network: Some(network.parse().unwrap()),
            is_established: false,
            is_seated: false,
        }
    }

    /// Takes a report in; whether it was taken.
    fn report(open: &Open, number: &mut u64, entry: Entry, now: Instant) -> bool {
        let Ok(gone) = open.admit(&entry, now) else { return false };
        open.remove(&gone);
        *number += 1;
        open.insert(*number, entry);
        true
    }

    /// One attacker with a /32 of IPv6: 65,536 networks of 48 bits, as many addresses in each, tables and keys for nothing.
    #[test]
    fn a_provider_full_of_addresses_closes_the_queue_to_nobody() {
        let (open, mut number) = (Open::default(), 0);
        let start = Instant::now();
        let honest = Entry { is_seated: true, ..entry("198.51.100.9", 1) };
        assert!(report(&open, &mut number, honest, start));
        let mut taken = 0;
        for n in 0..30_000u64 {
            let address = format!("2001:db8:{:x}:{:x}::1", n % 61, n / 61);
            let now = start + Duration::from_millis(n);
            taken += usize::from(report(&open, &mut number, entry(&address, 100 + n), now));
        }
        assert!(taken > 3_000, "{taken}");
        assert_eq!(open.len(), OPEN_WIDE + 1, "all of them together have the share of one provider");
        assert_eq!(open.like(1, ReportGroup::Table), [1], "what somebody else reported is still there");
        for n in 0..30 {
            let honest = entry(&format!("198.51.{n}.9"), 100_000 + n);
            assert!(report(&open, &mut number, honest, start), "{n}");
        }
    }

    #[test]
    fn a_full_queue_drops_the_oldest_of_whoever_fills_it() {
        let (open, mut number) = (Open::default(), 0);
        let now = Instant::now();
        for n in 0..OPEN_MAX as u64 {
            // Sixteen providers, of which one has a few more than the others.
            let wide = if n < 350 { 0 } else { 1 + n % 15 };
            let address = format!("10.{wide}.{}.{}", n / 15 % 250, n / 4_000);
            open.insert(n + 1, entry(&address, n));
            number = n + 1;
        }
        let established = Entry { is_established: true, ..entry("10.0.1.1", 9_999) };
        open.insert(1, established);
        assert!(report(&open, &mut number, entry("203.0.113.9", 10_000), now));
        assert_eq!(open.len(), OPEN_MAX);
        assert!(lock(&open.reports).contains_key(&1), "an old account gives way to nobody");
        assert!(!lock(&open.reports).contains_key(&2), "the oldest of those who have most");
    }

    #[test]
    fn spectators_do_not_take_the_turn_of_those_who_sit_there() {
        let (open, mut number) = (Open::default(), 0);
        let now = Instant::now();
        for n in 0..OPEN_AT_TABLE as u64 {
            open.insert(n + 1, entry(&format!("10.{n}.0.1"), 7));
            number = n + 1;
        }
        assert!(!report(&open, &mut number, entry("192.0.2.7", 7), now), "there are enough");
        let seated = Entry { is_seated: true, ..entry("192.0.2.7", 7) };
        assert!(report(&open, &mut number, seated, now));
        assert_eq!(open.len(), OPEN_AT_TABLE);
        let again = Entry { once: (Key::random().hash(), seated.once.1, 0), ..seated };
        assert!(report(&open, &mut number, again, now));
        let ranked = open.ranked(3);
        assert_eq!(ranked[..2], [number, number - 1], "those who sat there are looked at first");
    }

    #[test]
    fn reports_that_are_alike_are_found_together() {
        let open = Open::default();
        let first = entry("2001:db8:1:2::9", 1);
        let same_network = entry("2001:db8:1:7::9", 2);
        let same_person = Entry { reported: first.reported, ..entry("192.0.2.7", 3) };
        let same_reporter =
            Entry { once: (first.once.0, TableId::new(4).unwrap(), 1), ..entry("192.0.3.7", 4) };
        let same_table = entry("192.0.4.7", 1);
        for (id, entry) in
            [first, same_network, same_person, same_reporter, same_table].into_iter().enumerate()
        {
            open.insert(id as u64 + 1, entry);
        }
        let like = |same| open.like(1, same);
        assert_eq!(like(ReportGroup::Network), [1, 2]);
        assert_eq!(like(ReportGroup::Reported), [1, 3]);
        assert_eq!(like(ReportGroup::Reporter), [1, 4]);
        assert_eq!(like(ReportGroup::Table), [1, 5]);
        assert!(open.like(9, ReportGroup::Table).is_empty());
        open.replace(&[], &HashSet::new());
        assert_eq!(open.len(), 0);
    }
}
