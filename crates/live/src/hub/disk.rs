//! The payers of what tables write.

use super::LiveTable;
use crate::lock::lock;
use crate::write_quota::WriteQuota;
use std::time::{Duration, Instant};

/// The longest time after which bots check again whether they may go on: another user may pay by then.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

impl LiveTable {
    /// Bills `payer` for what is written here; `None` exempts the table.
    pub fn charge_to(&self, payer: Option<WriteQuota>) {
        lock(&self.bill).charge_to(payer);
    }

    /// Returns the time for which a bot must wait before it asks again whether it may write.
    pub(super) fn bots_rest(&self) -> Option<Duration> {
        lock(&self.bill).wait(Instant::now()).map(|wait| wait.min(LOOK_AGAIN))
    }
}
