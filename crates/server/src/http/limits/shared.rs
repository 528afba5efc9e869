//! The usage of addresses that the nodes of a cluster tell each other, so that an address has its limits once, not at each node.
//!
//! Each node counts what it serves. Twice a second it tells the others which addresses come near a limit: how many requests and new
//! tables were counted since the last time, and how many streams and connections are open. The others charge the former to their
//! own buckets and add the latter to their own counts. What is too little to matter is not told.

use super::{Meter, Resource};
use live::buckets::REMEMBERED;
use live::lock::lock;
use live::nodes::SharedUsage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

/// The share of a limit from which an address is told: a sixteenth.
const TOLD_FROM: u64 = 16;
/// The most addresses that are told at once.
const ROWS: usize = 1_000;
/// The time for which a node is believed to have open what it said last.
const GOOD: Duration = Duration::from_secs(5);

/// The usage of one address at one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Row {
    #[serde(rename = "of")]
    network: IpAddr,
    /// Requests since the last time.
    requests: u32,
    /// Tables opened since the last time.
    tables: u32,
    /// Open streams and connections.
    open: [u32; 2],
}

/// The number of streams and connections that each address has open at one node, and when the node said so.
type Open = (Instant, HashMap<IpAddr, [u32; 2]>);

/// The usage of addresses at the other nodes.
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
}

impl Meter {
    /// Takes out what the others have to know; `None` if that is nothing.
    fn news(&self, now: Instant) -> Option<Vec<Row>> {
        let (rate, limits) = (self.requests(), self.limits());
        let most = [limits.streams_per_address, limits.connections_per_address];
        let is_near = |count: u32, limit: u32| u64::from(count) * TOLD_FROM >= u64::from(limit);
        let mut rows = Vec::new();
        for (network, usage) in &mut lock(&self.addresses).usage {
            if usage.requests.is_full(rate, now) {
                usage.unsaid.requests = 0;
            }
            let has_open = usage.open.iter().zip(most).any(|(open, most)| *open > 0 && is_near(*open, most));
            let unsaid = usage.unsaid;
            let is_busy = unsaid.requests > 0 && is_near(unsaid.requests, limits.burst);
            if rows.len() < ROWS && (has_open || is_busy || unsaid.tables > 0) {
                usage.unsaid = Default::default();
                let (requests, tables, open) = (unsaid.requests, unsaid.tables, usage.open);
                rows.push(Row { network: *network, requests, tables, open });
            }
        }
        // The last open stream that was closed is told, too.
        let believed = !rows.is_empty();
        let was_believed = self.elsewhere.is_believed.swap(believed, Ordering::Relaxed);
        (believed || was_believed).then_some(rows)
    }

    /// Takes in what another node has told.
    fn take_in(&self, node: &str, rows: &[Row], now: Instant) {
        let rate = self.requests();
        for row in rows.iter().take(ROWS) {
            self.usage(row.network, now, |usage| {
                usage.requests.charge(rate, f64::from(row.requests), now);
            });
            if row.tables > 0 {
                self.tables.charge(&row.network, f64::from(row.tables), now);
            }
        }
        let open = rows.iter().take(ROWS).map(|row| (row.network, row.open)).collect();
        let mut nodes = self.elsewhere.open.write().unwrap_or_else(PoisonError::into_inner);
        nodes.retain(|_, (heard, _)| now.saturating_duration_since(*heard) < GOOD);
        if nodes.len() < REMEMBERED {
            nodes.insert(node.to_owned(), (now, open));
        }
    }
}

impl SharedUsage for Meter {
    fn tell(&self) -> Option<Value> {
        let rows = self.news(Instant::now())?;
        Some(serde_json::to_value(rows).expect("rows can be written"))
    }

    fn hear(&self, node: &str, usage: &Value) {
        // What a later version tells in another form is not counted here.
        let rows = Vec::<Row>::deserialize(usage).unwrap_or_default();
        self.take_in(node, &rows, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Limits;
    use super::*;

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

    /// Has every node tell the others what is new.
    fn share(meters: &[Meter; 3], now: Instant) -> usize {
        let mut told = 0;
        for (n, meter) in meters.iter().enumerate() {
            let Some(rows) = meter.news(now) else { continue };
            told += 1;
            let text = serde_json::to_value(&rows).unwrap().to_string();
            let read: Vec<Row> = serde_json::from_str(&text).unwrap();
            assert_eq!(read, rows);
            for (_, other) in meters.iter().enumerate().filter(|(other, _)| *other != n) {
                other.take_in(&format!("node {n}"), &read, now);
            }
        }
        told
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
}
