//! The usage that the nodes of a cluster tell each other, so that an address and a person have their limits once, not at each node.
//!
//! Each node counts what it serves. Twice a second it sends the others the tokens taken from each limit since the last time, and the
//! streams and connections that each address has open. The others take as many tokens from their own buckets, and add the open streams
//! and connections to their own counts. Amounts too small to matter are not sent. A node that has just started receives a snapshot of
//! all buckets, and so knows of every lock-out.
//!
//! Accounts and moderation are looked after by one node at a time. They have the nodes tell each other in the same way what they
//! remember in memory alone, such as codes that take people to other devices, so that the next node knows it, too.

use super::{Meter, Resource};
use crate::http::App;
use live::accounts::Accounts;
use live::buckets::REMEMBERED;
use live::hub::Hub;
use live::lock::lock;
use live::moderation::Moderation;
use live::nodes::SharedUsage;
use live::shared_state::{SharedState, UpdateKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

/// The share of a limit from which it is told what an address has open: a sixteenth.
const TOLD_FROM: u64 = 16;
/// The most addresses of which this is told at once.
const ROWS: usize = 1_000;
/// The time for which a node is believed to have open what it said last.
const GOOD: Duration = Duration::from_secs(5);

/// The message that one node sends the others.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
struct UsageMessage {
    /// The streams and connections that addresses have open.
    open: Vec<(IpAddr, [u32; 2])>,
    /// By limit, the tokens taken since the last message; by its name, what else has changed since then.
    deltas: BTreeMap<String, Value>,
    /// By limit, the tokens missing, for a node that has just started.
    snapshots: BTreeMap<String, Value>,
}

/// The number of streams and connections that each address has open at one node, and when the node said so.
type Open = (Instant, HashMap<IpAddr, [u32; 2]>);

/// The streams and connections that addresses have open at the other nodes.
#[derive(Clone, Default, Debug)]
pub(super) struct Elsewhere {
    open: Arc<RwLock<HashMap<String, Open>>>,
    /// Whether the other nodes believe that somebody has something open here.
    is_believed: Arc<AtomicBool>,
}

impl Elsewhere {
    /// Returns how many of these an address has open at other nodes.
    pub(super) fn open(&self, network: IpAddr, which: Resource, now: Instant) -> u32 {
        let nodes = self.open.read().unwrap_or_else(PoisonError::into_inner);
        let good = nodes.values().filter(|(heard, _)| now.saturating_duration_since(*heard) < GOOD);
        good.filter_map(|(_, open)| open.get(&network)).map(|open| open[which as usize]).sum()
    }

    /// Takes in what addresses have open at another node.
    fn take_in(&self, node: &str, open: Vec<(IpAddr, [u32; 2])>, now: Instant) {
        let mut nodes = self.open.write().unwrap_or_else(PoisonError::into_inner);
        nodes.retain(|_, (heard, _)| now.saturating_duration_since(*heard) < GOOD);
        if nodes.len() < REMEMBERED {
            nodes.insert(node.to_owned(), (now, open.into_iter().take(ROWS).collect()));
        }
    }
}

impl Meter {
    /// Returns what each address has open that comes near a limit.
    fn open_here(&self) -> Vec<(IpAddr, [u32; 2])> {
        let most = [self.limits.streams_per_address, self.limits.connections_per_address];
        let is_near =
            |(count, most): (&u32, u32)| *count > 0 && u64::from(*count) * TOLD_FROM >= u64::from(most);
        let open = lock(&self.open);
        let near = open.iter().filter(|(_, open)| open.iter().zip(most).any(is_near));
        near.take(ROWS).map(|(network, open)| (*network, *open)).collect()
    }
}

/// The limits of a server that the nodes of a cluster have in common, and what else they remember together.
struct SharedLimits<'a> {
    meter: &'a Meter,
    state: Vec<(&'static str, &'a dyn SharedState)>,
}

impl SharedLimits<'_> {
    /// Takes out what the others have to know; `None` if that is nothing.
    fn tell(&self, has_new_peer: bool, now: Instant) -> Option<UsageMessage> {
        let updates = |kind: UpdateKind| -> BTreeMap<String, Value> {
            let updates = self.state.iter().map(|(name, state)| (name, state.update(kind, now)));
            updates.filter_map(|(name, update)| Some(((*name).to_owned(), update?))).collect()
        };
        let open = self.meter.open_here();
        let snapshots = if has_new_peer { updates(UpdateKind::Snapshot) } else { BTreeMap::new() };
        let deltas = updates(UpdateKind::Delta);
        // That the last stream is closed is told, too.
        let was_believed = self.meter.elsewhere.is_believed.swap(!open.is_empty(), Ordering::Relaxed);
        let message = UsageMessage { open, deltas, snapshots };
        (was_believed || message != UsageMessage::default()).then_some(message)
    }

    /// Takes in what another node has told.
    fn hear(&self, node: &str, message: UsageMessage, now: Instant) {
        for (name, state) in &self.state {
            let updates = [(UpdateKind::Delta, &message.deltas), (UpdateKind::Snapshot, &message.snapshots)];
            for (kind, updates) in updates {
                if let Some(update) = updates.get(*name) {
                    state.apply(kind, update, now);
                }
            }
        }
        self.meter.elsewhere.take_in(node, message.open, now);
    }
}

/// The usage of the limits of a server.
pub(crate) struct AppUsage {
    meter: Meter,
    hub: Weak<Hub>,
    accounts: Weak<Accounts>,
    moderation: Weak<Moderation>,
}

impl AppUsage {
    pub(crate) fn new(app: &App) -> AppUsage {
        AppUsage {
            meter: app.meter.clone(),
            hub: Arc::downgrade(&app.hub),
            accounts: Arc::downgrade(&app.accounts),
            moderation: Arc::downgrade(&app.moderation),
        }
    }

    /// Calls `then` with the limits, unless the server has stopped.
    fn with<T>(&self, then: impl FnOnce(&SharedLimits<'_>) -> T) -> Option<T> {
        let (hub, accounts) = (self.hub.upgrade()?, self.accounts.upgrade()?);
        let moderation = self.moderation.upgrade()?;
        if let Some(key) = hub.nodes().and_then(|nodes| nodes.key()) {
            accounts.join(&key);
        }
        let mut state = self.meter.shared();
        state.extend(accounts.shared());
        state.extend(moderation.shared());
        state.push(hub.blocks().shared());
        Some(then(&SharedLimits { meter: &self.meter, state }))
    }
}

impl SharedUsage for AppUsage {
    fn tell(&self, has_new_peer: bool) -> Option<Value> {
        let told = self.with(|limited| limited.tell(has_new_peer, Instant::now()))??;
        Some(serde_json::to_value(told).expect("a message can be written"))
    }

    fn hear(&self, node: &str, usage: &Value) {
        // What another version tells in another form is not counted here.
        let message = UsageMessage::deserialize(usage).unwrap_or_default();
        self.with(|limited| limited.hear(node, message, Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;
    use crate::http::nodes::QUESTION_MAX;

    fn meters() -> [Meter; 3] {
        let limits = Limits {
            requests_per_second: 1,
            burst: 64,
            streams_per_address: 32,
            connections_per_address: 32,
            tables_per_hour: 6,
            ..Limits::default()
        };
        [(); 3].map(|()| Meter::new(limits, &[]))
    }

    fn limited(meter: &Meter) -> SharedLimits<'_> {
        SharedLimits { meter, state: meter.shared() }
    }

    /// Has every node tell the others what is new.
    fn share(meters: &[Meter; 3], now: Instant) -> usize {
        let mut count = 0;
        for (n, meter) in meters.iter().enumerate() {
            let Some(told) = limited(meter).tell(false, now) else { continue };
            count += 1;
            let text = serde_json::to_value(&told).unwrap().to_string();
            let read: UsageMessage = serde_json::from_str(&text).unwrap();
            assert_eq!(read, told);
            for (_, other) in meters.iter().enumerate().filter(|(other, _)| *other != n) {
                limited(other).hear(&format!("node {n}"), read.clone(), now);
            }
        }
        count
    }

    #[test]
    fn an_address_has_its_requests_once() {
        let (meters, now) = (meters(), Instant::now());
        let (address, other) = ("192.0.2.7".parse().unwrap(), "192.0.2.8".parse().unwrap());
        assert_eq!(share(&meters, now), 0, "there is nothing to tell");
        let mut taken = 0;
        // In turn, and the nodes tell each other after every twelfth.
        for n in 0..200 {
            taken += u32::from(meters[n % 3].request(address, now).is_ok());
            if n % 12 == 11 {
                share(&meters, now);
            }
        }
        // Four requests for each node are less than is told, and eight may be under way.
        assert!((64..64 + 16).contains(&taken), "{taken}");
        for meter in &meters {
            assert!(meter.request(address, now).is_err());
            assert_eq!(meter.request(other, now), Ok(()), "others are not slowed");
        }
        let later = now + Duration::from_secs(200);
        assert_eq!(meters[0].request(address, later), Ok(()), "it is full again");
        assert_eq!(share(&meters, later), 0, "nothing that was too little before is told late");
    }

    #[test]
    fn what_is_open_elsewhere_counts_until_it_is_closed() {
        let (meters, now) = (meters(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        let open: Vec<_> = (0..30).map(|_| meters[0].stream(address, now).unwrap()).collect();
        let connection = meters[0].connection(address, now);
        assert_eq!(share(&meters, now), 1);
        let rest: Vec<_> = std::iter::from_fn(|| meters[1].stream(address, now)).collect();
        assert_eq!(rest.len(), 2);
        assert!(meters[1].connection(address, now).is_some(), "the other limit is another one");
        share(&meters, now);
        assert!(meters.iter().all(|meter| meter.stream(address, now).is_none()));
        drop((open, connection));
        assert_eq!(share(&meters, now), 2, "that nothing is open any more is told as well");
        assert!(meters[1].stream(address, now).is_some());
        drop(rest);
        assert_eq!(share(&meters, now), 1);
        assert_eq!(share(&meters, now), 0);
        // A node that says nothing any more has nothing open.
        let _open: Vec<_> = (0..32).map(|_| meters[2].stream(address, now).unwrap()).collect();
        share(&meters, now);
        assert!(meters[0].stream(address, now).is_none());
        assert!(meters[0].stream(address, now + GOOD).is_some());
    }

    #[test]
    fn new_tables_count_once() {
        let (meters, now) = (meters(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        for n in 0..6 {
            assert_eq!(meters[n % 3].table(address, now), Ok(()));
            share(&meters, now);
        }
        assert!(meters.iter().all(|meter| meter.table(address, now).is_err()));
        meters[0].refund_table(address);
        assert_eq!(meters[0].table(address, now), Ok(()), "one that was not opened after all");
    }

    #[test]
    fn every_limit_holds_once_and_for_nodes_that_come_later() {
        let (meters, now) = (meters(), Instant::now());
        let [first, second, late] = &meters;
        let address: IpAddr = "192.0.2.7".parse().unwrap();
        let person = table::Key::random().hash();
        first.disk(Some(address), now).unwrap().unwrap().charge(u64::MAX);
        first.tab(address).charge(first.limits.cost.burst * 2, now);
        while first.record(address, now).is_ok() {}
        while first.analysis(address, now).is_ok() {}
        while first.export(Some(address), person, now).is_ok() {}
        let is_spent = |meter: &Meter| {
            [
                meter.disk(Some(address), now).is_err(),
                meter.tab(address).check(now).is_err(),
                meter.record(address, now).is_err(),
                meter.analysis(address, now).is_err(),
                meter.export(Some("192.0.2.8".parse().unwrap()), person, now).is_err(),
            ]
        };
        let told = limited(first).tell(false, now).unwrap();
        limited(second).hear("first", told, now);
        assert_eq!(is_spent(second), [true; 5]);
        assert!(second.disk(Some("192.0.2.8".parse().unwrap()), now).is_ok(), "others are not slowed");
        let told = limited(second).tell(true, now).unwrap();
        limited(late).hear("second", told, now);
        assert_eq!(is_spent(late), [true; 5]);
    }

    #[test]
    fn what_is_told_in_a_flood_fits_into_a_question() {
        let (meters, now) = (meters(), Instant::now());
        let meter = &meters[0];
        for n in 0..2_000_u128 {
            let address = IpAddr::V6((u128::MAX - (n << 64)).into());
            let network = meter.counted(address);
            while meter.request(address, now).is_ok() {}
            while meter.table(address, now).is_ok() {}
            while meter.record(address, now).is_ok() {}
            while meter.analysis(address, now).is_ok() {}
            while meter.export(network, table::Key::random().hash(), now).is_ok() {}
            meter.disk(network, now).unwrap().unwrap().charge(u64::MAX);
            meter.tab(address).charge(meter.limits.cost.burst, now);
        }
        let bytes = |told: UsageMessage| serde_json::to_string(&told).unwrap().len();
        let told = bytes(limited(meter).tell(true, now).unwrap());
        // Those of accounts and moderation are about as many.
        assert!(2 * told < QUESTION_MAX, "{told}");
        assert!(limited(meter).tell(false, now).is_some(), "the others are told next time");
    }
}
