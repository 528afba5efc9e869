//! Log lines about what comes in floods: one at once, then one in a while that says how often it was.

use crate::lock::lock;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// See [the module](self).
#[derive(Debug)]
pub struct LogThrottle {
    every: Duration,
    /// The time of the last log line, and the number of events since.
    said: Mutex<(Option<Instant>, u64)>,
}

impl LogThrottle {
    /// The interval at which a log may repeat the same message.
    pub const MINUTE: Duration = Duration::from_secs(60);

    /// Creates a throttle that lets a message pass once in this time.
    pub const fn new(every: Duration) -> LogThrottle {
        LogThrottle { every, said: Mutex::new((None, 0)) }
    }

    /// Counts an event; returns the number of events to log, if it is time for a log line.
    pub fn count(&self, now: Instant) -> Option<u64> {
        let mut said = lock(&self.said);
        said.1 += 1;
        if said.0.is_some_and(|last| now.saturating_duration_since(last) < self.every) {
            return None;
        }
        said.0 = Some(now);
        Some(std::mem::take(&mut said.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_said_once_and_then_summed_up() {
        let (throttle, start) = (LogThrottle::new(LogThrottle::MINUTE), Instant::now());
        assert_eq!(throttle.count(start), Some(1));
        for second in 0..59 {
            assert_eq!(throttle.count(start + Duration::from_secs(second)), None);
        }
        assert_eq!(throttle.count(start + Duration::from_secs(60)), Some(60));
        assert_eq!(throttle.count(start + Duration::from_secs(61)), None);
    }
}
