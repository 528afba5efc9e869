//! What clocks are charged, compared with who owned the table when.
//!
//! A table stands still from the last renewal of its owner up to the moment at which the next one learns that the table is its own.
//! The world knows both to within a request: charged is at least what passed under an owner that wrote, and at most all but the time
//! between a renewal or an entry and the next claim.

use super::ledger::Tenure;
use super::world::World;
use store::{Shard, Store as _, StoredEntry};
use table::host::Host;

/// The table with clocks. Somebody must always decide there.
pub(crate) const CLOCKED: usize = 0;
/// Its clock.
pub(crate) const CLOCK: &str = "bank 3000 2 replace";
/// The milliseconds that its seats have at first, and get for each decision.
const BANK: u64 = 3_000_000;
const INCREMENT: u64 = 2_000;

impl World {
    /// Checks that the time without an owner was charged to nobody, and all other time was.
    pub(crate) fn check_clocks(&self) {
        let id = self.tables[CLOCKED];
        let log = self.database.memory.load(id).expect("memory can be read");
        let (start, end) = (log[0].at, log[log.len() - 1].at);
        let host = Host::<()>::load(id, log.clone()).expect("it can be replayed").expect("it is there");
        let (left, _) = host.clocks(end).expect("it has clocks");
        let decisions = log.iter().filter(|entry| entry.body.starts_with("{\"action\"")).count() as u64;
        let charged = left.len() as u64 * BANK + decisions * INCREMENT - left.iter().sum::<u64>();
        let tenures = self.database.state().ledger.tenures[usize::from(Shard::of(id).number())].clone();
        let free = end - start - charged;
        let (least, most) = (unowned(&tenures, &log), uncertain(&tenures, end));
        assert!(
            (least..=most).contains(&free),
            "{free} ms were charged to nobody, and at least {least} and at most {most} should be: {tenures:?}"
        );
    }
}

/// The time that was under no owner: from a renewal, or from an entry that was written after it, to the next claim.
fn unowned(tenures: &[Tenure], log: &[StoredEntry]) -> u64 {
    let mut sum = 0;
    let mut is_known = false;
    for (before, next) in tenures.iter().zip(tenures.iter().skip(1)) {
        is_known |= before.alive.is_some();
        let written = log.iter().map(|entry| entry.at).filter(|at| *at <= next.claimed).max();
        let begin = written.map_or(before.kept, |written| written.max(before.kept));
        // After the last entry it is not known yet.
        let is_stored = log.last().is_some_and(|entry| entry.at > next.claimed);
        sum += if is_known && is_stored { next.claimed.saturating_sub(begin) } else { 0 };
    }
    sum
}

/// The time that may have been under no owner: from when a renewal was asked for up to the first one of the next owner by which the
/// table knows.
fn uncertain(tenures: &[Tenure], end: u64) -> u64 {
    let (mut sum, mut alive) = (0, None::<u64>);
    for tenure in tenures {
        if let (Some(begin), Some(informed)) = (alive, tenure.informed) {
            sum += informed.min(end).saturating_sub(begin);
        }
        alive = tenure.alive.or(alive);
    }
    // The last owner may not have said so yet.
    let is_open = tenures.last().is_some_and(|tenure| tenure.informed.is_none());
    sum + alive.filter(|_| is_open).map_or(0, |begin| end.saturating_sub(begin))
}
