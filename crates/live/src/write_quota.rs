//! The disk space that an address may fill in a day, in bytes.

use crate::buckets::{Buckets, Rate};
use crate::shared_state::SharedState;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Batch, Index};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The bytes that addresses may still write, as buckets. Each begins with a day's worth, and gets as much again spread evenly over
/// each day. Writes are charged afterwards, so an address may be overdrawn, by a day's worth at most; then nothing more is accepted
/// from it until it is positive again.
#[derive(Clone, Debug)]
pub struct WriteQuotas(Arc<Buckets<IpAddr>>);

impl WriteQuotas {
    /// Creates unused quotas of so many bytes a day.
    #[must_use]
    pub fn new(daily: u64) -> WriteQuotas {
        let daily = daily.max(1) as f64;
        WriteQuotas(Arc::new(Buckets::new(Rate::new(daily, daily / DAY.as_secs_f64()))))
    }

    /// Returns the quota of an address.
    #[must_use]
    pub fn of(&self, address: IpAddr) -> WriteQuota {
        WriteQuota { quotas: self.clone(), address }
    }

    /// The buckets, for the other nodes of a cluster.
    #[must_use]
    pub fn shared(&self) -> &dyn SharedState {
        &*self.0
    }
}

/// The bytes that one address may still write.
#[derive(Clone, Debug)]
pub struct WriteQuota {
    quotas: WriteQuotas,
    address: IpAddr,
}

impl WriteQuota {
    /// Charges for bytes that were written.
    pub fn charge(&self, bytes: u64) {
        self.quotas.0.charge(&self.address, bytes as f64, Instant::now());
    }

    /// Whether something may be written.
    ///
    /// # Errors
    /// The time after which something may.
    pub fn check(&self, now: Instant) -> Result<(), Duration> {
        self.quotas.0.holds(&self.address, 0.0, now).map_err(|wait| wait.max(Duration::from_secs(1)))
    }
}

/// The bill for what a table writes. The user who opened it or sent the last command pays; bots and clocks write on their
/// account.
#[derive(Debug, Default)]
pub(crate) struct Bill {
    payer: Option<WriteQuota>,
    /// The bytes written before anybody paid.
    unpaid: u64,
}

impl Bill {
    /// Bills `payer` from here on, including what is still unbilled; `None` exempts the table.
    pub(crate) fn charge_to(&mut self, payer: Option<WriteQuota>) {
        let unpaid = std::mem::take(&mut self.unpaid);
        if let Some(payer) = &payer {
            payer.charge(unpaid);
        }
        self.payer = payer;
    }

    /// Notes what is written.
    pub(crate) fn note(&mut self, batch: &Batch) {
        let bytes = size_of(batch);
        match &self.payer {
            Some(payer) => payer.charge(bytes),
            None => self.unpaid += bytes,
        }
    }

    /// Returns the time for which the table's bots have to wait until there is something left for what they write.
    pub(crate) fn wait(&self, now: Instant) -> Option<Duration> {
        self.payer.as_ref()?.check(now).err()
    }
}

/// The size of a row beside its contents: its numbers, and its share of half-full pages.
const ROW: u64 = 48;
/// The size of a stored account or session, with its indexes.
pub const ACCOUNT: u64 = 1024;
/// The size of a stored block, with its index.
pub const BLOCK: u64 = 256;

/// About how much room a batch takes on the disk. A command's id is in an index as well.
fn size_of(batch: &Batch) -> u64 {
    let entries = batch.entries.iter().map(|entry| {
        let command = entry.command.as_ref().map_or(0, |command| 2 * command.len() as u64 + ROW);
        ROW + entry.body.len() as u64 + command
    });
    let index = batch.index.iter().map(|index| match index {
        Index::Code(code) => ROW + code.len() as u64,
        Index::NoCode(_) => 0,
        Index::Holder(_) | Index::Tag(_) => ROW + 32,
    });
    entries.sum::<u64>() + index.sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ration_is_spent_and_comes_back_over_the_day() {
        let start = Instant::now();
        let ration = WriteQuotas::new(24_000).of("192.0.2.7".parse().unwrap());
        ration.charge(23_999);
        assert_eq!(ration.check(start), Ok(()));
        ration.charge(2_000);
        let wait = ration.check(start).unwrap_err();
        assert!((7_196..=7_201).contains(&wait.as_secs()), "{wait:?}");
        assert!(ration.check(start + Duration::from_secs(7_000)).is_err());
        assert_eq!(ration.check(start + wait + Duration::from_secs(1)), Ok(()));
        let holds = |share, when| ration.quotas.0.holds(&ration.address, share, when).is_ok();
        assert!(!holds(0.999, start + DAY) && holds(0.999, start + 2 * DAY));
        assert!(!holds(1.0, start + 9 * DAY), "nothing is saved up");
    }

    #[test]
    fn what_was_written_before_is_paid_by_whoever_comes() {
        let now = Instant::now();
        let entry = store::conformance::entry(0, Some("abc:def"));
        let batch = Batch {
            table: table::TableId::random(),
            entries: vec![entry],
            index: vec![Index::Code("code0001".to_owned())],
            untag: Vec::new(),
        };
        let mut bill = Bill::default();
        bill.note(&batch);
        let ration = WriteQuotas::new(1_000).of("192.0.2.7".parse().unwrap());
        ration.charge(950);
        bill.charge_to(Some(ration.clone()));
        let wait = bill.wait(now).expect("it is overdrawn");
        bill.charge_to(Some(ration.clone()));
        assert!(bill.wait(now).is_some_and(|again| again <= wait), "paid once");
        bill.charge_to(None);
        assert_eq!(bill.wait(now), None, "who is not counted is not held up");
    }
}
