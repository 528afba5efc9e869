//! Rate limits by client address, and the exemptions from them.

mod shared;

use live::Network;
use live::buckets::{Buckets, Rate};
use live::cost::{Budget, CostAccount, CostSource, Costs};
use live::hub::TableLimits;
use live::lock::lock;
use live::shared_state::SharedState;
use live::write_quota::{WriteQuota, WriteQuotas};
pub(crate) use shared::AppUsage;
use shared::Elsewhere;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::keys::KeyHash;

/// The limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests that an address may make in a second, on average.
    pub requests_per_second: u32,
    /// Requests that an address may make at once after a pause.
    pub burst: u32,
    /// Event streams that an address may have open at once.
    pub streams_per_address: u32,
    /// Connections that an address may have open; a trusted proxy has those of many.
    pub connections_per_address: u32,
    /// Connections in all.
    pub connections: usize,
    /// Tables that an address may open in an hour.
    pub tables_per_hour: u32,
    /// Tables that a person and an address may have under way.
    pub tables: TableLimits,
    /// Bytes that an address may have written to the disk in a day.
    pub disk_per_day: u64,
    /// The largest body, in bytes.
    pub body: usize,
    /// The time limit of a request, including its body; streams are exempt.
    pub request: Duration,
    /// The time limit of a connection that reads nothing of what is sent to it.
    pub stalled: Duration,
    /// The operating system's send buffer for a connection whose reader is behind, in bytes. By default the system holds
    /// megabytes for each, which do not show up in the memory of the server.
    pub behind: u32,
    /// The lifetime of a code that takes a person to another device.
    pub transfer: Duration,
    /// The processor time of an address and of a person; the network around an address has four times as much.
    pub cost: Budget,
    /// The processor time of a table.
    pub table_cost: Budget,
    /// The way in which the cost of work is measured.
    pub cost_source: CostSource,
    /// Whether requests from this machine itself are exempt: its owner harms nobody else.
    pub spare_loopback: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_second: 40,
            burst: 200,
            streams_per_address: 64,
            connections_per_address: 256,
            connections: 16_384,
            tables_per_hour: 60,
            tables: TableLimits::default(),
            disk_per_day: 256 << 20,
            body: 64 * 1024,
            request: Duration::from_secs(30),
            stalled: Duration::from_secs(30),
            behind: 128 * 1024,
            transfer: Duration::from_secs(600),
            cost: Budget { per_second: Duration::from_millis(250), burst: Duration::from_secs(10) },
            table_cost: Budget { per_second: Duration::from_millis(500), burst: Duration::from_secs(20) },
            cost_source: CostSource::Processor,
            spare_loopback: true,
        }
    }
}

/// Uploaded records that an address may have checked in an hour.
pub(crate) const RECORDS_PER_HOUR: u32 = 60;

/// Finished games that an address may have analysed in an hour.
pub(crate) const ANALYSES_PER_HOUR: u32 = 30;

/// Exports of a person's data that one person, and one address, may request in an hour.
pub(crate) const EXPORTS_PER_HOUR: u32 = 6;

const HOUR: Duration = Duration::from_secs(3600);

/// The usage of each address, measured against the limits.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    limits: Limits,
    /// The trusted proxies: the clients behind them are counted, not the proxies.
    proxies: Arc<[Network]>,
    /// The streams and connections that each address has open.
    open: Arc<Mutex<HashMap<IpAddr, [u32; 2]>>>,
    elsewhere: Elsewhere,
    costs: Arc<Costs>,
    requests: Arc<Buckets<IpAddr>>,
    tables: Arc<Buckets<IpAddr>>,
    records: Arc<Buckets<IpAddr>>,
    analyses: Arc<Buckets<IpAddr>>,
    exports_to: Arc<Buckets<IpAddr>>,
    exports_of: Arc<Buckets<KeyHash>>,
    disk: WriteQuotas,
}

/// A kind of resource that an address has open.
#[derive(Clone, Copy, Debug)]
enum Resource {
    Stream = 0,
    Connection = 1,
}

impl Meter {
    pub(crate) fn new(limits: Limits, proxies: &[Network]) -> Meter {
        let hourly = |most: u32| Arc::new(Buckets::new(Rate::one_per(HOUR / most.max(1), most)));
        let requests = Rate::new(f64::from(limits.burst), f64::from(limits.requests_per_second));
        Meter {
            limits,
            proxies: proxies.into(),
            open: Arc::default(),
            elsewhere: Elsewhere::default(),
            costs: Arc::new(Costs::new(limits.cost_source, limits.cost, limits.table_cost)),
            requests: Arc::new(Buckets::new(requests)),
            tables: hourly(limits.tables_per_hour),
            records: hourly(RECORDS_PER_HOUR),
            analyses: hourly(ANALYSES_PER_HOUR),
            exports_to: hourly(EXPORTS_PER_HOUR),
            exports_of: Arc::new(Buckets::new(Rate::one_per(HOUR / EXPORTS_PER_HOUR, EXPORTS_PER_HOUR))),
            disk: WriteQuotas::new(limits.disk_per_day),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The address under which a client is counted: that of one subscriber, which is an IPv4 address or an IPv6 network of 64
    /// bits. `None` for an exempt client. Every limit by address calls this.
    pub(crate) fn counted(&self, address: IpAddr) -> Option<IpAddr> {
        match address.to_canonical() {
            address if self.limits.spare_loopback && address.is_loopback() => None,
            IpAddr::V6(address) => Some(IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into())),
            v4 => Some(v4),
        }
    }

    /// The tab of a request from this address.
    pub(crate) fn tab(&self, address: IpAddr) -> Arc<CostAccount> {
        CostAccount::new(&self.costs, self.counted(address))
    }

    /// Counts the addresses, networks, persons and tables that owe processor time.
    pub(crate) fn debtors(&self, now: Instant) -> Vec<(&'static str, usize)> {
        self.costs.debtors(now)
    }

    /// The limits that the nodes of a cluster have in common.
    fn shared(&self) -> Vec<(&'static str, &dyn SharedState)> {
        let mut shared: Vec<(&'static str, &dyn SharedState)> = vec![
            ("requests", &*self.requests),
            ("tables", &*self.tables),
            ("records", &*self.records),
            ("analyses", &*self.analyses),
            ("exports to addresses", &*self.exports_to),
            ("exports of people", &*self.exports_of),
            ("bytes written", self.disk.shared()),
        ];
        shared.extend(self.costs.shared());
        shared
    }

    /// Takes a token for one request. The error is the time until there is one again.
    pub(crate) fn request(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        self.counted(address).map_or(Ok(()), |network| self.requests.take(&network, now))
    }

    /// Counts a stream until the returned permit is dropped; `None` if the address has too many.
    pub(crate) fn stream(&self, address: IpAddr, now: Instant) -> Option<Open> {
        let network = self.counted(address);
        self.open(network, self.limits.streams_per_address, Resource::Stream, now)
    }

    /// Counts a connection until the returned permit is dropped; `None` if its address has too many. `peer` is the other end of
    /// the connection, whichever client it claims to act for.
    pub(crate) fn connection(&self, peer: IpAddr, now: Instant) -> Option<Open> {
        let is_proxy = self.proxies.iter().any(|network| network.contains(peer));
        let network = if is_proxy { None } else { self.counted(peer) };
        self.open(network, self.limits.connections_per_address, Resource::Connection, now)
    }

    fn open(&self, network: Option<IpAddr>, most: u32, of: Resource, now: Instant) -> Option<Open> {
        if let Some(network) = network {
            let elsewhere = self.elsewhere.open(network, of, now);
            let mut open = lock(&self.open);
            let here = open.get(&network).map_or(0, |open| open[of as usize]);
            if here.saturating_add(elsewhere) >= most {
                return None;
            }
            open.entry(network).or_default()[of as usize] += 1;
        }
        Some(Open { meter: self.clone(), network, of })
    }

    /// Counts a table that is to be opened. The error is the time until the next one may be.
    pub(crate) fn table(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        self.counted(address).map_or(Ok(()), |network| self.tables.take(&network, now))
    }

    /// Undoes [`Meter::table`], if the table was not opened after all.
    pub(crate) fn refund_table(&self, address: IpAddr) {
        if let Some(network) = self.counted(address) {
            self.tables.refund(&network);
        }
    }

    /// Counts a game that is to be analysed. The error is the time until the next one may be.
    pub(crate) fn analysis(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        self.counted(address).map_or(Ok(()), |network| self.analyses.take(&network, now))
    }

    /// Counts the upload of a record. The error is the time until the next one may come.
    pub(crate) fn record(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        self.counted(address).map_or(Ok(()), |network| self.records.take(&network, now))
    }

    /// Counts an export of a person's data, requested from a network as [`Meter::counted`] names it. The error is the time until
    /// the next one may be.
    pub(crate) fn export(
        &self,
        network: Option<IpAddr>,
        person: KeyHash,
        now: Instant,
    ) -> Result<(), Duration> {
        let Some(network) = network else { return Ok(()) };
        self.exports_to.take(&network, now)?;
        self.exports_of.take(&person, now)
    }

    /// The disk ration of a network, as [`Meter::counted`] names it; `None` for an exempt client.
    ///
    /// # Errors
    /// The time until it may write again, if the ration is used up.
    pub(crate) fn disk(&self, network: Option<IpAddr>, now: Instant) -> Result<Option<WriteQuota>, Duration> {
        let Some(network) = network else { return Ok(None) };
        let quota = self.disk.of(network);
        quota.check(now)?;
        Ok(Some(quota))
    }
}

/// A permit for an open stream or connection; dropping it releases the count.
#[derive(Debug)]
pub(crate) struct Open {
    meter: Meter,
    /// The address it counts for; `None` for an exempt client.
    network: Option<IpAddr>,
    of: Resource,
}

impl Drop for Open {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        if let Entry::Occupied(mut open) = lock(&self.meter.open).entry(network) {
            open.get_mut()[self.of as usize] -= 1;
            if *open.get() == [0; 2] {
                open.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use live::buckets::REMEMBERED;

    fn meter() -> Meter {
        let limits = Limits {
            requests_per_second: 2,
            burst: 3,
            streams_per_address: 2,
            connections_per_address: 2,
            tables_per_hour: 2,
            ..Limits::default()
        };
        Meter::new(limits, &["10.0.0.0/8".parse().unwrap()])
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
        let mut open = Vec::new();
        for text in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            let address = text.parse().unwrap();
            for _ in 0..100 {
                assert!(meter.request(address, now).is_ok() && meter.table(address, now).is_ok());
                assert!(meter.record(address, now).is_ok());
                open.extend([meter.stream(address, now).unwrap(), meter.connection(address, now).unwrap()]);
            }
        }
        let strict = Meter::new(Limits { spare_loopback: false, burst: 1, ..Limits::default() }, &[]);
        assert!(strict.request("::ffff:127.0.0.1".parse().unwrap(), now).is_ok());
        assert!(strict.request("127.0.0.1".parse().unwrap(), now).is_err(), "it counts where a host says so");
    }

    #[test]
    fn streams_and_connections_are_counted_while_they_last() {
        let (meter, now) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        let first = meter.stream(address, now).unwrap();
        let _second = meter.stream(address, now).unwrap();
        assert!(meter.stream(address, now).is_none());
        let connection = meter.connection(address, now).unwrap();
        let _other = meter.connection(address, now).unwrap();
        assert!(meter.connection(address, now).is_none(), "they have a count of their own");
        drop(first);
        assert!(meter.stream(address, now).is_some() && meter.connection(address, now).is_none());
        drop(connection);
        assert!(meter.connection(address, now).is_some());
    }

    #[test]
    fn the_connections_of_a_trusted_proxy_are_those_of_many() {
        let (meter, now) = (meter(), Instant::now());
        let proxy = "10.1.2.3".parse().unwrap();
        let open: Vec<_> = (0..100).map(|_| meter.connection(proxy, now).unwrap()).collect();
        assert!(meter.connection("::ffff:10.1.2.4".parse().unwrap(), now).is_some());
        drop(open);
        // What it says about who asks has the limits of that address; what it asks itself has its own.
        assert_eq!((0..9).filter(|_| meter.request(proxy, now).is_ok()).count(), 3);
    }

    #[test]
    fn tables_are_counted_by_the_hour() {
        let (meter, start) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        assert!(meter.table(address, start).is_ok() && meter.table(address, start).is_ok());
        assert_eq!(meter.table(address, start), Err(HOUR / 2));
        assert!(meter.table("192.0.2.8".parse().unwrap(), start).is_ok());
        meter.refund_table(address);
        assert!(meter.table(address, start).is_ok(), "what was not opened does not count");
        assert!(meter.table(address, start + HOUR / 2).is_ok());
        assert!(meter.table(address, start + HOUR / 2).is_err());
    }

    #[test]
    fn an_address_brings_only_so_many_records() {
        let (meter, start) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        let brought = (0..100).filter(|_| meter.record(address, start).is_ok()).count();
        assert_eq!(brought, RECORDS_PER_HOUR as usize);
        assert!(meter.record("192.0.2.8".parse().unwrap(), start).is_ok());
        assert!(meter.record(address, start + HOUR).is_ok());
    }

    #[test]
    fn documents_are_counted_by_person_and_by_address() {
        let (meter, start) = (meter(), Instant::now());
        let home = meter.counted("192.0.2.7".parse().unwrap());
        let [ada, ben] = [(); 2].map(|()| table::Key::random().hash());
        for n in 0..EXPORTS_PER_HOUR {
            let elsewhere = meter.counted(IpAddr::V4((0xc000_0300 + n).into()));
            assert_eq!(meter.export(elsewhere, ada, start), Ok(()));
        }
        assert_eq!(meter.export(home, ada, start), Err(HOUR / EXPORTS_PER_HOUR), "from everywhere together");
        for _ in 1..EXPORTS_PER_HOUR {
            assert_eq!(meter.export(home, table::Key::random().hash(), start), Ok(()));
        }
        assert!(meter.export(home, ben, start).is_err(), "keys cost nothing, so addresses count too");
        assert_eq!(meter.export(home, ben, start + HOUR), Ok(()));
        assert_eq!(meter.export(None, ada, start), Ok(()));
    }

    #[test]
    fn a_flood_of_addresses_frees_nobody_from_the_limit_of_the_disk() {
        let (meter, now) = (meter(), Instant::now());
        let home = Some("192.0.2.7".parse().unwrap());
        meter.disk(home, now).unwrap().unwrap().charge(u64::MAX);
        for n in 0..2 * REMEMBERED as u32 {
            meter.disk(Some(IpAddr::V4(n.into())), now).unwrap().unwrap().charge(1);
        }
        assert!(meter.disk(home, now).is_err());
        assert!(meter.disk(None, now).unwrap().is_none());
    }

    #[test]
    fn what_is_closed_is_forgotten() {
        let (meter, now) = (meter(), Instant::now());
        let address = "192.0.2.7".parse().unwrap();
        let open = (meter.connection(address, now).unwrap(), meter.stream(address, now).unwrap());
        assert_eq!(lock(&meter.open).len(), 1);
        drop(open);
        assert!(lock(&meter.open).is_empty());
    }
}
