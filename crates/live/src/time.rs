//! The time of tables: their entries, clocks, alarms and absences.
//!
//! It follows the wall clock of the moment at which the server starts, and a monotonic clock from then on. A wall clock that
//! is set forward or back while the server runs takes no time from anybody and changes no order. A jump is not entered as
//! downtime either: for a table it does not exist. The alternative, to compare both clocks and to enter a forward jump as time
//! in which the clocks stood still, would have to tell a machine that slept from a clock that was set, and would write to every
//! table for each correction. On Linux the monotonic clock stands still while the machine sleeps, so that nobody loses time by
//! that; the dates of entries lag behind by as much until the server starts again.
//!
//! A start with a wall clock that lies behind the last entry of a table is for [`Hub`](crate::hub::Hub) to handle: such a table goes
//! on from its last entry ([`Host::go_ahead`](table::host::Host::go_ahead)).
//!
//! Sessions and transfers of people follow the wall clock: they last for days, and other servers of the same data folder must
//! agree about them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock that begins at the wall clock's time and never jumps. Clones are the same clock.
#[derive(Clone)]
pub struct Time {
    began_at: u64,
    passed: Passed,
}

/// The time that has passed on a clock since it began.
#[derive(Clone)]
enum Passed {
    Since(Instant),
    /// The milliseconds that a test has set.
    Planted(Arc<AtomicU64>),
}

impl Time {
    /// A clock that begins now.
    #[must_use]
    pub fn start() -> Time {
        Time::start_with(store::now)
    }

    /// A clock that begins at the time of this wall clock, in milliseconds since 1970.
    #[must_use]
    pub fn start_with(wall: impl Fn() -> u64) -> Time {
        Time { began_at: wall(), passed: Passed::Since(Instant::now()) }
    }

    /// A clock like [`Time::start_with`] for tests, with a monotonic clock that the test sets, in milliseconds.
    #[must_use]
    pub fn planted(wall: impl Fn() -> u64, passed: Arc<AtomicU64>) -> Time {
        Time { began_at: wall(), passed: Passed::Planted(passed) }
    }

    /// The time at which it began, in milliseconds since 1970.
    #[must_use]
    pub const fn began_at(&self) -> u64 {
        self.began_at
    }

    /// This moment, in milliseconds since 1970 as the logs of tables have it.
    #[must_use]
    pub fn now(&self) -> u64 {
        let passed = match &self.passed {
            Passed::Since(began) => millis(began.elapsed()),
            Passed::Planted(passed) => passed.load(Ordering::Relaxed),
        };
        self.began_at.saturating_add(passed)
    }
}

/// A period in milliseconds.
pub fn millis(period: Duration) -> u64 {
    u64::try_from(period.as_millis()).unwrap_or(u64::MAX)
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Time({})", self.now())
    }
}
