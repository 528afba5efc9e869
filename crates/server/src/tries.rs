//! How often something may be tried: passwords and transfer codes must not be guessed.

use crate::buckets::{Buckets, Rate};
use std::hash::Hash;
use std::time::{Duration, Instant};

/// Tries for each key: so many at once, then one in a while.
#[derive(Debug)]
pub(crate) struct Tries<K>(Buckets<K>);

impl<K: Hash + Eq + Clone> Tries<K> {
    pub(crate) fn new(burst: u32, every: Duration) -> Tries<K> {
        Tries(Buckets::new(Rate::new(f64::from(burst), 1.0 / every.as_secs_f64())))
    }

    /// Takes a try; the time until there is one again, if there is none.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        self.0.take(key, now)
    }

    /// Gives a try back: it was no guess.
    pub(crate) fn give_back(&self, key: &K) {
        self.0.give_back(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_run_out_and_come_back() {
        let (tries, start) = (Tries::new(3, Duration::from_secs(30)), Instant::now());
        for _ in 0..3 {
            assert_eq!(tries.take(&"ada", start), Ok(()));
        }
        assert_eq!(tries.take(&"ada", start).map_err(|wait| wait.as_secs_f64().round()), Err(30.0));
        assert_eq!(tries.take(&"ben", start), Ok(()), "others are not held up");
        tries.give_back(&"ada");
        assert_eq!(tries.take(&"ada", start), Ok(()));
        assert!(tries.take(&"ada", start + Duration::from_secs(29)).is_err());
        assert_eq!(tries.take(&"ada", start + Duration::from_secs(31)), Ok(()));
    }
}
