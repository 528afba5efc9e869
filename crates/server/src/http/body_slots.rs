//! The concurrency limit of large request bodies.
//!
//! A body may take megabytes, so only a few are received at the same time. Slow senders could hold every place. Each address
//! therefore has a maximum, and when no place is left a new body evicts the slowest one.

use live::lock::lock;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The maximum number of bodies that are being received or checked.
const PLACES: usize = 16;
/// The maximum from one address.
const PLACES_PER_ADDRESS: usize = 4;
/// The bytes credited to every body, so that one that has just begun is not the slowest. They are few: a sender who begins again
/// and again must not look faster than one with a slow line. Another address never evicts a body that arrives at this many bytes
/// a second.
const HEAD_START: u64 = 4 * 1024;

/// All places.
#[derive(Debug, Default)]
pub(crate) struct BodySlots {
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    places: Vec<IncomingBody>,
    numbers: u64,
}

/// A body that arrives, or has arrived.
#[derive(Debug)]
struct IncomingBody {
    number: u64,
    /// The address it is counted under; `None` if its sender is exempt.
    address: Option<IpAddr>,
    since: Instant,
    bytes: u64,
    /// Tells the receiver that the body is evicted; `None` once the body is complete.
    give_way: Option<oneshot::Sender<()>>,
}

impl IncomingBody {
    /// The rate at which it arrives, in bytes a second.
    fn pace(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.since) + Duration::from_secs(1);
        (self.bytes + HEAD_START) as f64 / passed.as_secs_f64()
    }
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct BodyPermit {
    arrivals: Arc<BodySlots>,
    number: u64,
    /// Completes when another body evicts this one.
    pub(crate) gone: oneshot::Receiver<()>,
}

impl BodySlots {
    /// Takes a place for a body from this address; `None` if none is free and no body is slow enough to be evicted.
    pub(crate) fn take(self: &Arc<Self>, address: Option<IpAddr>, now: Instant) -> Option<BodyPermit> {
        let mut taken = lock(&self.taken);
        let own = |place: &IncomingBody| address.is_some() && place.address == address;
        let from_here = taken.places.iter().filter(|place| own(place)).count();
        if from_here >= PLACES_PER_ADDRESS {
            taken.give_way(own, f64::INFINITY, now)?;
        } else if taken.places.len() >= PLACES {
            taken.give_way(|_| true, HEAD_START as f64, now)?;
        }
        taken.numbers += 1;
        let (give_way, gone) = oneshot::channel();
        let number = taken.numbers;
        taken.places.push(IncomingBody { number, address, since: now, bytes: 0, give_way: Some(give_way) });
        Some(BodyPermit { arrivals: Arc::clone(self), number, gone })
    }
}

impl Taken {
    /// Evicts the slowest of these bodies if it is slower than `pace`; `None` if there is none.
    fn give_way(&mut self, of: impl Fn(&IncomingBody) -> bool, pace: f64, now: Instant) -> Option<()> {
        let receiving =
            self.places.iter().enumerate().filter(|(_, place)| of(place) && place.give_way.is_some());
        let slowest = receiving.min_by(|(_, one), (_, other)| one.pace(now).total_cmp(&other.pace(now)));
        let (at, _) = slowest.filter(|(_, place)| place.pace(now) < pace)?;
        // Its receiver may have ended already.
        if let Some(give_way) = self.places.remove(at).give_way {
            let _ = give_way.send(());
        }
        Some(())
    }
}

impl BodyPermit {
    /// Records the arrival of `bytes` bytes.
    pub(crate) fn note(&self, bytes: usize) {
        self.with(|place| place.bytes += bytes as u64);
    }

    /// Records that the body is complete: it is not evicted any more.
    pub(crate) fn arrived(&self) {
        self.with(|place| place.give_way = None);
    }

    fn with(&self, change: impl FnOnce(&mut IncomingBody)) {
        let mut taken = lock(&self.arrivals.taken);
        taken.places.iter_mut().find(|place| place.number == self.number).map(change);
    }
}

impl Drop for BodyPermit {
    fn drop(&mut self) {
        lock(&self.arrivals.taken).places.retain(|place| place.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: usize) -> Option<IpAddr> {
        Some(IpAddr::V4((0x0a00_0000 + n as u32).into()))
    }

    fn is_gone(place: &mut BodyPermit) -> bool {
        place.gone.try_recv().is_ok()
    }

    #[test]
    fn the_slowest_gives_way() {
        let (arrivals, start) = (Arc::new(BodySlots::default()), Instant::now());
        let mut slow: Vec<BodyPermit> =
            (0..PLACES).map(|n| arrivals.take(address(n), start).expect("there is room")).collect();
        assert!(arrivals.take(address(99), start).is_none(), "nobody is slow yet");
        for _ in 0..9 {
            slow.iter().for_each(|place| place.note(1));
        }
        // One of them sends: a megabyte in ten seconds.
        slow[3].note(1024 * 1024);
        let later = start + Duration::from_secs(10);
        let mut honest: Vec<BodyPermit> =
            (0..15).map(|n| arrivals.take(address(100 + n), later).expect("a slow one gives way")).collect();
        let gone: Vec<bool> = slow.iter_mut().map(is_gone).collect();
        assert!(!gone[3] && gone.iter().filter(|gone| **gone).count() == 15, "{gone:?}");
        assert!(arrivals.take(address(200), later).is_none(), "all of them send");
        assert!(honest.iter_mut().all(|place| !is_gone(place)));
        drop(honest.pop());
        assert!(arrivals.take(address(200), later).is_some());
    }

    /// Slow senders who start over as soon as they are evicted, against one who sends 20 KB a second.
    #[test]
    fn whoever_begins_again_and_again_evicts_nobody_who_sends() {
        let (arrivals, start) = (Arc::new(BodySlots::default()), Instant::now());
        let mut dripping: Vec<BodyPermit> =
            (0..PLACES).filter_map(|n| arrivals.take(address(n), start)).collect();
        let mut honest =
            arrivals.take(address(99), start + Duration::from_millis(50)).expect("they are slow");
        for n in 1..200 {
            let now = start + Duration::from_millis(50 + 50 * n as u64);
            honest.note(1_000);
            dripping.extend(arrivals.take(address(100 + n), now));
            assert!(!is_gone(&mut honest), "after {n} others");
        }
        dripping.retain_mut(|place| !is_gone(place));
        assert_eq!(dripping.len(), PLACES - 1);
    }

    #[test]
    fn an_address_has_a_few_places() {
        let (arrivals, now) = (Arc::new(BodySlots::default()), Instant::now());
        let mut own: Vec<BodyPermit> = (0..9).map(|_| arrivals.take(address(1), now).unwrap()).collect();
        assert_eq!(own.iter_mut().filter_map(|place| is_gone(place).then_some(())).count(), 5);
        // What has arrived is done, and makes room for nobody before that.
        own.iter().for_each(BodyPermit::arrived);
        assert!(arrivals.take(address(1), now).is_none());
        assert!(arrivals.take(address(2), now).is_some());
        drop(own);
        assert!(arrivals.take(address(1), now).is_some());
        // Who is not counted has as many as there are.
        let all: Vec<BodyPermit> = (0..PLACES).filter_map(|_| arrivals.take(None, now)).collect();
        assert_eq!(all.len(), PLACES);
    }
}
