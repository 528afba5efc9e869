//! Token buckets, one for each key: the mechanism behind every rate limit of the server.
//!
//! A bucket is full after a pause and fills again at a steady rate. What is counted beforehand, such as requests and
//! attempts, [takes](Buckets::take) tokens that are there. What is known only afterwards, such as processor time, is
//! [charged](Buckets::charge): the bucket may then owe tokens, at most as many as it holds when it is full, so that
//! nobody waits longer than a full bucket takes to fill.

use crate::lock::lock;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Keys that are remembered at most.
pub const REMEMBERED: usize = 10_000;

/// The smallest rate: a limit of nothing at all would divide by zero.
const SLOWEST: f64 = 1e-6;

/// The capacity of a bucket and the rate at which it fills.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    burst: f64,
    per_second: f64,
}

impl Rate {
    /// `burst` tokens at once after a pause, and `per_second` on average.
    pub fn new(burst: f64, per_second: f64) -> Rate {
        Rate { burst, per_second: per_second.max(SLOWEST) }
    }

    /// `burst` tokens at once after a pause, then one in each of these periods.
    pub fn one_per(period: Duration, burst: u32) -> Rate {
        Rate::new(f64::from(burst), 1.0 / period.as_secs_f64())
    }

    /// The time in which an empty bucket fills.
    pub fn full(&self) -> Duration {
        self.after(self.burst)
    }

    fn after(&self, tokens: f64) -> Duration {
        Duration::try_from_secs_f64(tokens.max(0.0) / self.per_second).unwrap_or(Duration::MAX)
    }
}

/// One bucket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// Creates a full bucket.
    pub fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { tokens: rate.burst, at: now }
    }

    /// The tokens that it holds now; below zero if it owes some.
    pub fn tokens(&self, rate: Rate, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.tokens + passed * rate.per_second).min(rate.burst)
    }

    /// Whether it holds as much as it can.
    pub fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.tokens(rate, now) >= rate.burst
    }

    /// Whether it holds more than this share of what it can hold; the time until it does, if it does not.
    pub fn holds(&self, rate: Rate, share: f64, now: Instant) -> Result<(), Duration> {
        let (tokens, floor) = (self.tokens(rate, now), share * rate.burst);
        if tokens > floor { Ok(()) } else { Err(rate.after(floor - tokens)) }
    }

    /// Takes `tokens`, even if there are fewer; the bucket owes at most as many as it can hold.
    pub fn charge(&mut self, rate: Rate, tokens: f64, now: Instant) {
        let left = self.tokens(rate, now) - tokens;
        *self = Bucket { tokens: left.max(-rate.burst), at: now };
    }

    /// Takes a token; the time until there is one, if there is none.
    pub fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        let tokens = self.tokens(rate, now);
        *self = Bucket { tokens, at: now };
        if tokens < 1.0 {
            return Err(rate.after(1.0 - tokens));
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

/// Buckets by key, of which a bounded number is remembered.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Creates buckets of this rate, all of them full.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    fn with<T>(&self, key: &K, now: Instant, change: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(key) {
            self.forget(&mut buckets, now);
        }
        change(buckets.entry(key.clone()).or_insert_with(|| Bucket::full(self.rate, now)))
    }

    /// Makes room. Full buckets are as good as new ones. If all are in use, the fuller half goes, so that many others do
    /// not free one key from its limit, and looking through all of them is rare.
    fn forget(&self, buckets: &mut HashMap<K, Bucket>, now: Instant) {
        buckets.retain(|_, bucket| !bucket.is_full(self.rate, now));
        if buckets.len() <= REMEMBERED / 2 {
            return;
        }
        let mut levels: Vec<f64> = buckets.values().map(|bucket| bucket.tokens(self.rate, now)).collect();
        let (_, &mut middle, _) = levels.select_nth_unstable_by(REMEMBERED / 2, f64::total_cmp);
        let emptier = buckets.values().filter(|bucket| bucket.tokens(self.rate, now) < middle).count();
        // Of those that are equally full as many stay as there is room for.
        let mut room = REMEMBERED / 2 - emptier;
        buckets.retain(|_, bucket| {
            let tokens = bucket.tokens(self.rate, now);
            let is_equal = tokens == middle && room > 0;
            room -= usize::from(is_equal);
            tokens < middle || is_equal
        });
    }

    /// Takes a token; the time until there is one, if there is none.
    pub fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        self.with(key, now, |bucket| bucket.take(self.rate, now))
    }

    /// Gives a token back.
    pub fn refund(&self, key: &K) {
        if let Some(bucket) = lock(&self.buckets).get_mut(key) {
            bucket.tokens = (bucket.tokens + 1.0).min(self.rate.burst);
        }
    }

    /// Whether the bucket holds more than this share of what it can hold; the time until it does, if it does not.
    pub fn holds(&self, key: &K, share: f64, now: Instant) -> Result<(), Duration> {
        let Some(bucket) = lock(&self.buckets).get(key).copied() else { return Ok(()) };
        bucket.holds(self.rate, share, now)
    }

    /// Counts the keys that owe tokens.
    pub fn debtors(&self, now: Instant) -> usize {
        lock(&self.buckets).values().filter(|bucket| bucket.tokens(self.rate, now) < 0.0).count()
    }

    /// Takes `tokens`, even if there are fewer.
    pub fn charge(&self, key: &K, tokens: f64, now: Instant) {
        self.with(key, now, |bucket| bucket.charge(self.rate, tokens, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn tokens_run_out_and_come_back() {
        let (buckets, start) = (Buckets::new(Rate::new(3.0, 2.0)), Instant::now());
        for _ in 0..3 {
            assert_eq!(buckets.take(&"ada", start), Ok(()));
        }
        assert_eq!(buckets.take(&"ada", start), Err(SECOND / 2));
        assert_eq!(buckets.take(&"ben", start), Ok(()), "others are not slowed");
        buckets.refund(&"ada");
        assert_eq!(buckets.take(&"ada", start), Ok(()));
        assert_eq!(buckets.take(&"ada", start + SECOND / 2), Ok(()));
        assert!(buckets.take(&"ada", start + SECOND / 2).is_err());
    }

    #[test]
    fn one_token_comes_back_in_each_period() {
        let (buckets, start) = (Buckets::new(Rate::one_per(SECOND * 30, 3)), Instant::now());
        for _ in 0..3 {
            assert_eq!(buckets.take(&"ada", start), Ok(()));
        }
        assert_eq!(buckets.take(&"ada", start).map_err(|wait| wait.as_secs_f64().round()), Err(30.0));
        assert!(buckets.take(&"ada", start + SECOND * 29).is_err());
        assert_eq!(buckets.take(&"ada", start + SECOND * 31), Ok(()));
        assert!(buckets.take(&"ada", start + SECOND * 31).is_err());
    }

    #[test]
    fn what_is_charged_is_owed_within_bounds() {
        let (buckets, start) = (Buckets::new(Rate::new(10.0, 2.0)), Instant::now());
        assert_eq!(buckets.holds(&"ada", 0.0, start), Ok(()));
        buckets.charge(&"ada", 6.0, start);
        assert_eq!(buckets.holds(&"ada", 0.0, start), Ok(()));
        assert_eq!(
            buckets.holds(&"ada", 0.5, start),
            Err(SECOND / 2),
            "four of ten are left, five are the half"
        );
        buckets.charge(&"ada", 8.0, start);
        assert_eq!(buckets.holds(&"ada", 0.0, start), Err(SECOND * 2), "four are owed");
        buckets.charge(&"ada", 1_000.0, start);
        assert_eq!(buckets.holds(&"ada", 0.0, start), Err(SECOND * 5), "no more is owed than a bucket holds");
        assert_eq!(buckets.holds(&"ada", 0.0, start + SECOND * 6), Ok(()));
        assert_eq!(buckets.holds(&"ben", 0.9, start), Ok(()));
    }

    #[test]
    fn a_flood_of_others_frees_nobody_and_stays_bounded() {
        let (buckets, start) = (Buckets::new(Rate::new(2.0, 0.03)), Instant::now());
        buckets.charge(&u32::MAX, 2.0, start);
        for n in 0..3 * REMEMBERED as u32 {
            assert_eq!(buckets.take(&n, start), Ok(()));
            assert!(lock(&buckets.buckets).len() <= REMEMBERED);
        }
        assert!(buckets.holds(&u32::MAX, 0.0, start).is_err());
        // Once all of them are full again only one is new.
        let later = start + SECOND * 100;
        while lock(&buckets.buckets).len() < REMEMBERED {
            let n = lock(&buckets.buckets).len() as u32;
            assert_eq!(buckets.take(&(10 * REMEMBERED as u32 + n), start), Ok(()));
        }
        assert_eq!(buckets.take(&(u32::MAX - 1), later), Ok(()));
        assert_eq!(lock(&buckets.buckets).len(), 1);
    }
}
