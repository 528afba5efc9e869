//! The cost of requests, and the budgets that pay for it.
//!
//! The server charges a request the processor time of everything it does for it: each time its handler runs, and the work that
//! the handler puts into the [pool](crate::work). Each byte of the response has a fixed price. Four budgets pay together: those
//! of the address, of the network around it, of the person and of the table. A budget may be overdrawn, since the cost of work is
//! not known beforehand; it then pays for nothing until it has filled again, and the refusal tells the caller when that will be.
//!
//! The [`CostAccount`] of a request travels with its task, not through signatures: charges arise deep in the hub, where nobody else needs
//! to know of addresses.

use crate::buckets::{Buckets, Rate};
use crate::metrics::{METRICS, Payer};
use crate::shared_state::SharedState;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use table::keys::{KeyHash, TableId};

/// A budget of processor time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The processor time in each second, on average.
    pub per_second: Duration,
    /// The processor time available at once after a pause.
    pub burst: Duration,
}

impl Budget {
    fn rate(self, times: u32) -> Rate {
        let times = f64::from(times);
        Rate::new(times * self.burst.as_secs_f64(), times * self.per_second.as_secs_f64())
    }
}

/// The way in which the cost of work is determined.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CostSource {
    /// By the processor time of the thread that does it.
    #[default]
    Processor,
    /// Each piece of work in the pool costs this much, and beside that only what is sent costs anything: the same on every
    /// machine.
    Declared(Duration),
}

impl CostSource {
    fn began(self) -> Duration {
        match self {
            CostSource::Processor => processor_time(),
            CostSource::Declared(_) => Duration::ZERO,
        }
    }

    /// The cost of a handler that has run on this thread since `began`.
    fn handling(self, began: Duration) -> Duration {
        match self {
            CostSource::Processor => processor_time().saturating_sub(began),
            CostSource::Declared(_) => Duration::ZERO,
        }
    }

    /// The cost of a piece of work that has run on this thread since `began`.
    fn working(self, began: Duration) -> Duration {
        match self {
            CostSource::Processor => processor_time().saturating_sub(began),
            CostSource::Declared(each) => each,
        }
    }
}

/// The processor time that this thread has used.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanos.unwrap_or_default())
}

/// The elapsed time, for systems that do not report processor time: no less than the thread can have used.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The cost of a sent byte, in nanoseconds: handing it to the system takes a part of that, and the line has its bound too. An
/// address that does nothing else gets some 6 MB in each second.
const SENT: u64 = 40;

/// The budget of a network, as a multiple of an address's: the 256 addresses of an IPv4 network share it, and so do the 65,536
/// home networks that may be behind 48 bits of IPv6.
const NETWORK: u32 = 4;

/// The share of a table's budget that is reserved for people with a seat there.
const RESERVED: f64 = 0.5;

/// The budgets of a server.
#[derive(Debug)]
pub struct Costs {
    source: CostSource,
    addresses: Buckets<IpAddr>,
    networks: Buckets<IpAddr>,
    people: Buckets<KeyHash>,
    tables: Buckets<TableId>,
}

impl Costs {
    /// `each` is for an address and for a person.
    pub fn new(source: CostSource, each: Budget, table: Budget) -> Costs {
        Costs {
            source,
            addresses: Buckets::new(each.rate(1)),
            networks: Buckets::new(each.rate(NETWORK)),
            people: Buckets::new(each.rate(1)),
            tables: Buckets::new(table.rate(1)),
        }
    }

    /// The buckets that the nodes of a cluster have in common. A table has one owner, which counts for it.
    pub fn shared(&self) -> [(&'static str, &dyn SharedState); 3] {
        [
            ("processor time of addresses", &self.addresses),
            ("processor time of networks", &self.networks),
            ("processor time of people", &self.people),
        ]
    }

    /// Counts the payers of each kind that owe processor time.
    pub fn debtors(&self, now: Instant) -> Vec<(&'static str, usize)> {
        let count = |payer| match payer {
            Payer::Address => self.addresses.debtors(now),
            Payer::Network => self.networks.debtors(now),
            Payer::Person => self.people.debtors(now),
            Payer::Table => self.tables.debtors(now),
        };
        Payer::ALL.into_iter().map(|(payer, whose)| (whose, count(payer))).collect()
    }
}

/// Counts and returns the error for a payer whose budget is spent.
fn spent(payer: Payer, wait: Duration) -> BudgetExceeded {
    METRICS.note_spent(payer);
    let whose = if payer == Payer::Table { BudgetOwner::Table } else { BudgetOwner::Requester };
    BudgetExceeded { whose, wait }
}

/// The network around an address: 24 bits of IPv4, 48 bits of IPv6.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => IpAddr::V4((u32::from(address) & !0xff).into()),
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !0 << 80).into()),
    }
}

/// The provider's network around an address: 16 bits of IPv4, 32 bits of IPv6.
pub(crate) fn wide_network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => IpAddr::V4((u32::from(address) & !0xffff).into()),
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !0 << 96).into()),
    }
}

/// The owner of a spent budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BudgetOwner {
    /// The caller: the address, the network around it, or the person.
    Requester,
    /// The table.
    Table,
}

/// The error for a spent budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetExceeded {
    /// The owner of the budget.
    pub whose: BudgetOwner,
    /// The time until it pays again.
    pub wait: Duration,
}

/// The account of one request: everyone its cost is charged to.
#[derive(Debug)]
pub struct CostAccount {
    costs: Arc<Costs>,
    /// The address that pays for the request; `None` if nobody does.
    address: Option<IpAddr>,
    person: OnceLock<KeyHash>,
    table: OnceLock<TableId>,
}

tokio::task_local! {
    static TAB: Arc<CostAccount>;
}

impl CostAccount {
    /// Creates the tab of a request that this address pays for.
    pub fn new(costs: &Arc<Costs>, address: Option<IpAddr>) -> Arc<CostAccount> {
        let costs = Arc::clone(costs);
        Arc::new(CostAccount { costs, address, person: OnceLock::new(), table: OnceLock::new() })
    }

    /// The tab of the request for which this task runs.
    pub fn current() -> Option<Arc<CostAccount>> {
        TAB.try_with(Arc::clone).ok()
    }

    /// Returns the address, or the 48 bits of IPv6, under which work queues; `None` for a caller who is not counted.
    pub(crate) fn lane(&self) -> Option<IpAddr> {
        self.address.map(|address| if address.is_ipv6() { network_of(address) } else { address })
    }

    /// Checks that the known payers can still pay.
    pub fn check(&self, now: Instant) -> Result<(), BudgetExceeded> {
        let Some(address) = self.address else { return Ok(()) };
        let costs = &self.costs;
        costs.addresses.holds(&address, 0.0, now).map_err(|wait| spent(Payer::Address, wait))?;
        let network = costs.networks.holds(&network_of(address), 0.0, now);
        network.map_err(|wait| spent(Payer::Network, wait))?;
        let person = self.person.get().map_or(Ok(()), |key| costs.people.holds(key, 0.0, now));
        person.map_err(|wait| spent(Payer::Person, wait))?;
        let table = self.table.get().map_or(Ok(()), |table| costs.tables.holds(table, 0.0, now));
        table.map_err(|wait| spent(Payer::Table, wait))
    }

    /// Adds the person who asks to the payers.
    pub fn is_of(&self, person: KeyHash, now: Instant) -> Result<(), BudgetExceeded> {
        // The first key that was looked at is the one that counts.
        let _ = self.person.set(person);
        self.check(now)
    }

    /// Adds a table to the payers, for a caller without a seat: they leave a part of its budget to the players. Use
    /// [`CostAccount::check`] for players.
    pub fn is_at(&self, table: TableId, now: Instant) -> Result<(), BudgetExceeded> {
        let _ = self.table.set(table);
        if self.address.is_none() {
            return Ok(());
        }
        let left = self.costs.tables.holds(&table, RESERVED, now);
        left.map_err(|wait| spent(Payer::Table, wait))
    }

    /// Charges all who pay.
    pub fn charge(&self, cost: Duration, now: Instant) {
        METRICS.cost.add(u64::try_from(cost.as_micros()).unwrap_or(u64::MAX));
        self.bill(cost, now);
    }

    fn bill(&self, cost: Duration, now: Instant) {
        let Some(address) = self.address else { return };
        if cost.is_zero() {
            return;
        }
        let (costs, cost) = (&self.costs, cost.as_secs_f64());
        costs.addresses.charge(&address, cost, now);
        costs.networks.charge(&network_of(address), cost, now);
        if let Some(person) = self.person.get() {
            costs.people.charge(person, cost, now);
        }
        if let Some(table) = self.table.get() {
            costs.tables.charge(table, cost, now);
        }
    }

    /// Charges for `bytes` that are sent.
    pub fn sends(&self, bytes: u64) {
        self.bill(Duration::from_nanos(bytes.saturating_mul(SENT)), Instant::now());
    }

    /// Runs a request at the cost of this tab, also if it is not finished.
    pub async fn pay_for<T>(self: &Arc<Self>, request: impl Future<Output = T>) -> T {
        struct Bill<'a>(&'a CostAccount, Duration);
        impl Drop for Bill<'_> {
            fn drop(&mut self) {
                self.0.charge(self.1, Instant::now());
            }
        }
        let mut request = pin!(TAB.scope(Arc::clone(self), request));
        let mut bill = Bill(self, Duration::ZERO);
        poll_fn(|context| {
            let began = self.costs.source.began();
            let polled = request.as_mut().poll(context);
            bill.1 += self.costs.source.handling(began);
            polled
        })
        .await
    }
}

/// The cost of a piece of work, charged when this is dropped: also if the work panics.
pub(crate) struct Metered {
    tab: Option<Arc<CostAccount>>,
    began: Duration,
}

impl Metered {
    /// Begins to measure on this thread.
    pub(crate) fn begin(tab: Option<Arc<CostAccount>>) -> Metered {
        let began = tab.as_ref().map_or(Duration::ZERO, |tab| tab.costs.source.began());
        Metered { tab, began }
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        if let Some(tab) = &self.tab {
            tab.charge(tab.costs.source.working(self.began), Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::keys::Key;

    const SECOND: Duration = Duration::from_secs(1);

    fn costs() -> Arc<Costs> {
        let each = Budget { per_second: SECOND / 10, burst: SECOND };
        Arc::new(Costs::new(CostSource::Processor, each, Budget { burst: SECOND * 4, ..each }))
    }

    fn tab(costs: &Arc<Costs>, address: &str) -> Arc<CostAccount> {
        CostAccount::new(costs, Some(address.parse().unwrap()))
    }

    fn spent(whose: BudgetOwner, seconds: u64) -> Result<(), BudgetExceeded> {
        Err(BudgetExceeded { whose, wait: Duration::from_secs(seconds) })
    }

    #[test]
    fn an_address_pays_until_its_budget_is_spent_and_others_are_served() {
        let (costs, start) = (costs(), Instant::now());
        let ada = tab(&costs, "192.0.2.7");
        ada.charge(SECOND / 2, start);
        assert_eq!(ada.check(start), Ok(()));
        ada.charge(SECOND, start);
        assert_eq!(tab(&costs, "192.0.2.7").check(start), spent(BudgetOwner::Requester, 5));
        assert_eq!(tab(&costs, "192.0.2.8").check(start), Ok(()));
        assert_eq!(ada.check(start + SECOND * 6), Ok(()), "it fills again");
        assert_eq!(CostAccount::new(&costs, None).check(start), Ok(()));
    }

    #[test]
    fn networks_of_24_and_of_48_bits_share_a_budget() {
        let (costs, start) = (costs(), Instant::now());
        for n in 0..8 {
            tab(&costs, &format!("192.0.2.{n}")).charge(SECOND / 2, start);
            tab(&costs, &format!("2001:db8:7:{n}::")).charge(SECOND / 2, start);
        }
        for (address, is_served) in [
            ("192.0.2.99", false),
            ("192.0.3.99", true),
            ("2001:db8:7:99::", false),
            ("2001:db8:8:99::", true),
        ] {
            assert_eq!(tab(&costs, address).check(start).is_ok(), is_served, "{address}");
        }
    }

    #[test]
    fn a_person_pays_wherever_they_are() {
        let (costs, start, key) = (costs(), Instant::now(), Key::random().hash());
        let home = tab(&costs, "192.0.2.7");
        home.is_of(key, start).unwrap();
        home.charge(SECOND, start);
        let away = tab(&costs, "198.51.100.7");
        assert_eq!(away.check(start), Ok(()));
        assert_eq!(away.is_of(key, start).map_err(|spent| spent.whose), Err(BudgetOwner::Requester));
        let other = tab(&costs, "198.51.100.7");
        assert_eq!(other.is_of(Key::random().hash(), start), Ok(()));
    }

    #[test]
    fn a_table_has_a_budget_of_which_players_have_the_last_half() {
        let (costs, start) = (costs(), Instant::now());
        let (table, other) = (TableId::new(7).unwrap(), TableId::new(8).unwrap());
        for n in 0..4 {
            let tab = tab(&costs, &format!("10.{n}.0.1"));
            assert_eq!(tab.is_at(table, start), Ok(()));
            tab.charge(SECOND / 2, start);
        }
        let late = tab(&costs, "10.9.0.1");
        assert_eq!(late.is_at(table, start), spent(BudgetOwner::Table, 0), "for those without a seat");
        assert_eq!(late.check(start), Ok(()), "for those with one");
        assert_eq!(tab(&costs, "10.9.0.1").is_at(other, start), Ok(()));
        tab(&costs, "10.8.0.1").charge(SECOND, start);
        late.charge(SECOND * 3 / 4, start);
        let player = tab(&costs, "10.7.0.1");
        assert!(player.is_at(table, start).is_err() && player.check(start).is_ok());
        player.charge(SECOND * 5 / 4, start);
        let player = tab(&costs, "10.6.0.1");
        assert!(player.is_at(table, start).is_err());
        assert_eq!(player.check(start).map_err(|spent| spent.whose), Err(BudgetOwner::Table));
    }

    #[test]
    fn what_is_not_finished_is_charged_too() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let costs = costs();
        let tab = tab(&costs, "192.0.2.7");
        runtime.block_on(async {
            let burns = async {
                assert!(CostAccount::current().is_some());
                let began = processor_time();
                while processor_time() < began + Duration::from_millis(5) {}
                std::future::pending::<()>().await;
            };
            assert!(tokio::time::timeout(Duration::ZERO, tab.pay_for(burns)).await.is_err());
            assert!(CostAccount::current().is_none());
        });
        assert_ne!(costs.addresses.holds(&"192.0.2.7".parse().unwrap(), 0.996, Instant::now()), Ok(()));
    }
}
