//! How much one address may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests that an address may make in a second, on average.
    pub requests_per_second: u32,
    /// Requests that an address may make at once after a pause.
    pub burst: u32,
    /// Event streams that an address may have open.
    pub streams_per_address: u32,
    /// Connections in all.
    pub connections: usize,
    /// The largest body, in bytes.
    pub body: usize,
    /// How long a request may take, its body included; streams are not bound by it.
    pub request: Duration,
    /// How long a connection may take none of what is sent to it.
    pub stalled: Duration,
    /// How long a code that takes somebody to another device is good.
    pub transfer: Duration,
    /// Whether this machine itself may ask as often as it likes: its owner harms nobody else.
    pub spare_loopback: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_second: 40,
            burst: 200,
            streams_per_address: 64,
            connections: 16_384,
            body: 64 * 1024,
            request: Duration::from_secs(30),
            stalled: Duration::from_secs(30),
            transfer: Duration::from_secs(600),
            spare_loopback: true,
        }
    }
}

/// Addresses that are remembered before those with nothing left to remember are forgotten.
const REMEMBERED: usize = 10_000;

/// A token bucket and a count of streams for each address.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    limits: Limits,
    addresses: Arc<Mutex<HashMap<IpAddr, Usage>>>,
}

#[derive(Debug)]
struct Usage {
    tokens: f64,
    at: Instant,
    streams: u32,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Meter {
        Meter { limits, addresses: Arc::default() }
    }

    fn usage<T>(&self, address: IpAddr, now: Instant, change: impl FnOnce(&mut Usage) -> T) -> T {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let burst = f64::from(self.limits.burst);
        let rate = f64::from(self.limits.requests_per_second);
        if addresses.len() >= REMEMBERED && !addresses.contains_key(&address) {
            // Whoever has no stream and a full bucket again is as good as new.
            let full = Duration::from_secs_f64(burst / rate.max(0.1));
            addresses.retain(|_, usage| usage.streams > 0 || now.duration_since(usage.at) < full);
        }
        let usage = addresses.entry(address).or_insert(Usage { tokens: burst, at: now, streams: 0 });
        let passed = now.saturating_duration_since(usage.at).as_secs_f64();
        usage.tokens = (usage.tokens + passed * rate).min(burst);
        usage.at = now;
        change(usage)
    }

    pub(crate) fn is_spared(&self, address: IpAddr) -> bool {
        self.limits.spare_loopback && address.to_canonical().is_loopback()
    }

    /// Takes a token for one request; the time after which there is one again, if there is none.
    pub(crate) fn request(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        if self.is_spared(address) {
            return Ok(());
        }
        self.usage(network(address), now, |usage| {
            if usage.tokens >= 1.0 {
                usage.tokens -= 1.0;
                return Ok(());
            }
            let rate = f64::from(self.limits.requests_per_second).max(0.1);
            Err(Duration::from_secs_f64((1.0 - usage.tokens) / rate))
        })
    }

    /// Counts a stream in until the guard is dropped; `None` if the address has too many.
    pub(crate) fn stream(&self, address: IpAddr, now: Instant) -> Option<StreamGuard> {
        let spared = self.is_spared(address);
        let network = network(address);
        self.usage(network, now, |usage| {
            if usage.streams >= self.limits.streams_per_address && !spared {
                return None;
            }
            usage.streams += 1;
            Some(StreamGuard { meter: self.clone(), network })
        })
    }
}

/// What one subscriber has: an IPv4 address, or an IPv6 network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        v4 => v4,
    }
}

/// That an address has a stream open.
#[derive(Debug)]
pub(crate) struct StreamGuard {
    meter: Meter,
    network: IpAddr,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.meter.usage(self.network, Instant::now(), |usage| usage.streams -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter() -> Meter {
        let limits = Limits { requests_per_second: 2, burst: 3, streams_per_address: 2, ..Limits::default() };
        Meter::new(limits)
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (meter, start) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        for _ in 0..3 {
            assert_eq!(meter.request(address, start), Ok(()));
        }
        assert_eq!(meter.request(address, start), Err(Duration::from_millis(500)));
        assert_eq!(meter.request("192.0.2.8".parse().unwrap(), start), Ok(()), "others are not slowed");
        let later = start + Duration::from_millis(600);
        assert_eq!(meter.request(address, later), Ok(()));
        assert!(meter.request(address, later).is_err());
    }

    #[test]
    fn a_home_network_counts_once_and_this_machine_not_at_all() {
        let (meter, now) = (meter(), Instant::now());
        for n in 0..3u16 {
            let address = format!("2001:db8::{n}").parse().unwrap();
            assert_eq!(meter.request(address, now), Ok(()));
        }
        assert!(meter.request("2001:db8::9".parse().unwrap(), now).is_err());
        assert!(meter.request("2001:db8:0:1::9".parse().unwrap(), now).is_ok());
        for _ in 0..100 {
            assert!(meter.request("127.0.0.1".parse().unwrap(), now).is_ok());
            assert!(meter.request("::ffff:127.0.0.1".parse().unwrap(), now).is_ok());
        }
    }

    #[test]
    fn streams_are_counted_while_they_last() {
        let (meter, now) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        let first = meter.stream(address, now).unwrap();
        let _second = meter.stream(address, now).unwrap();
        assert!(meter.stream(address, now).is_none());
        drop(first);
        assert!(meter.stream(address, now).is_some());
    }
}
