//! How often something may be tried: passwords and transfer codes must not be guessed.

use crate::lock::lock;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Keys that are remembered at most.
const REMEMBERED: usize = 10_000;

/// A bucket of tries for each key: so many at once, then one in a while.
#[derive(Debug)]
pub(crate) struct Tries<K> {
    burst: f64,
    every: Duration,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq + Clone> Tries<K> {
    pub(crate) fn new(burst: u32, every: Duration) -> Tries<K> {
        Tries { burst: f64::from(burst), every, buckets: Mutex::default() }
    }

    /// Takes a try; the time until there is one again, if there is none.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(key) {
            let filled = |(tokens, at): (f64, Instant)| tokens + self.gained(at, now);
            buckets.retain(|_, &mut bucket| filled(bucket) < self.burst);
            // Whoever tried least is the first to be forgotten, so that many others do not free one from its limit.
            if buckets.len() >= REMEMBERED
                && let Some(least) = buckets
                    .iter()
                    .max_by(|a, b| filled(*a.1).total_cmp(&filled(*b.1)))
                    .map(|(key, _)| key.clone())
            {
                buckets.remove(&least);
            }
        }
        let (tokens, at) = buckets.entry(key.clone()).or_insert((self.burst, now));
        *tokens = (*tokens + self.gained(*at, now)).min(self.burst);
        *at = now;
        if *tokens >= 1.0 {
            *tokens -= 1.0;
            return Ok(());
        }
        Err(self.every.mul_f64(1.0 - *tokens))
    }

    /// Gives a try back: it was no guess.
    pub(crate) fn give_back(&self, key: &K) {
        let mut buckets = lock(&self.buckets);
        if let Some((tokens, _)) = buckets.get_mut(key) {
            *tokens = (*tokens + 1.0).min(self.burst);
        }
    }

    fn gained(&self, since: Instant, now: Instant) -> f64 {
        now.saturating_duration_since(since).as_secs_f64() / self.every.as_secs_f64()
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
        assert_eq!(tries.take(&"ada", start), Err(Duration::from_secs(30)));
        assert_eq!(tries.take(&"ben", start), Ok(()), "others are not held up");
        tries.give_back(&"ada");
        assert_eq!(tries.take(&"ada", start), Ok(()));
        assert!(tries.take(&"ada", start + Duration::from_secs(29)).is_err());
        assert_eq!(tries.take(&"ada", start + Duration::from_secs(31)), Ok(()));
    }

    #[test]
    fn a_flood_of_others_frees_nobody() {
        let (tries, start) = (Tries::new(2, Duration::from_secs(30)), Instant::now());
        for _ in 0..2 {
            assert_eq!(tries.take(&u32::MAX, start), Ok(()));
        }
        for n in 0..2 * REMEMBERED as u32 {
            assert_eq!(tries.take(&n, start), Ok(()));
        }
        assert!(tries.take(&u32::MAX, start).is_err());
        assert!(tries.buckets.lock().unwrap().len() <= REMEMBERED);
    }
}
