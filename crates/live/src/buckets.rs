//! Token buckets, one for each key: the mechanism behind every rate limit of the server.
//!
//! A bucket is full after a pause and fills again at a steady rate. What is counted beforehand, such as requests and
//! attempts, [takes](Buckets::take) tokens that are there. What is known only afterwards, such as processor time, is
//! [charged](Buckets::charge): the bucket may then owe tokens, at most as many as it holds when it is full, so that
//! nobody waits longer than a full bucket takes to fill.
//!
//! The nodes of a cluster [send](SharedState) each other the tokens taken at each, so that a limit holds for the cluster as a whole.

use crate::lock::lock;
use crate::shared_state::{KEYS_PER_UPDATE, SharedState, UpdateKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Keys that are remembered at most.
pub const REMEMBERED: usize = 10_000;

/// The share of a full bucket from which a change is sent to the other nodes: a sixteenth.
const SENT_FROM: f64 = 1.0 / 16.0;

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

    /// Takes `tokens`, even if there are fewer, or gives some back; the bucket owes at most as many as it can hold.
    pub fn charge(&mut self, rate: Rate, tokens: f64, now: Instant) {
        let left = self.tokens(rate, now) - tokens;
        *self = Bucket { tokens: left.clamp(-rate.burst, rate.burst), at: now };
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

/// A bucket, and the tokens taken from it that were not sent to the other nodes of a cluster yet.
#[derive(Clone, Copy, Debug)]
struct Counted {
    bucket: Bucket,
    unsent: f64,
}

/// Buckets by key, of which a bounded number is remembered.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Counted>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Creates buckets of this rate, all of them full.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    fn with<T>(&self, key: &K, now: Instant, change: impl FnOnce(&mut Counted) -> T) -> T {
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(key) {
            self.forget(&mut buckets, now);
        }
        let full = || Counted { bucket: Bucket::full(self.rate, now), unsent: 0.0 };
        change(buckets.entry(key.clone()).or_insert_with(full))
    }

    /// Makes room. Full buckets are as good as new ones. If all are in use, the fuller half goes, so that many others do
    /// not free one key from its limit, and looking through all of them is rare.
    fn forget(&self, buckets: &mut HashMap<K, Counted>, now: Instant) {
        let level = |counted: &Counted| counted.bucket.tokens(self.rate, now);
        buckets.retain(|_, counted| !counted.bucket.is_full(self.rate, now));
        if buckets.len() <= REMEMBERED / 2 {
            return;
        }
        let mut levels: Vec<f64> = buckets.values().map(level).collect();
        let (_, &mut middle, _) = levels.select_nth_unstable_by(REMEMBERED / 2, f64::total_cmp);
        let emptier = buckets.values().filter(|counted| level(counted) < middle).count();
        // Of those that are equally full as many stay as there is room for.
        let mut room = REMEMBERED / 2 - emptier;
        buckets.retain(|_, counted| {
            let tokens = level(counted);
            let is_equal = tokens == middle && room > 0;
            room -= usize::from(is_equal);
            tokens < middle || is_equal
        });
    }

    /// Takes a token; the time until there is one, if there is none.
    pub fn take(&self, key: &K, now: Instant) -> Result<(), Duration> {
        self.with(key, now, |counted| {
            counted.bucket.take(self.rate, now)?;
            counted.unsent += 1.0;
            Ok(())
        })
    }

    /// Gives a token back.
    pub fn refund(&self, key: &K) {
        if let Some(counted) = lock(&self.buckets).get_mut(key) {
            counted.bucket.tokens = (counted.bucket.tokens + 1.0).min(self.rate.burst);
            counted.unsent -= 1.0;
        }
    }

    /// Whether the bucket holds more than this share of what it can hold; the time until it does, if it does not.
    pub fn holds(&self, key: &K, share: f64, now: Instant) -> Result<(), Duration> {
        let Some(counted) = lock(&self.buckets).get(key).copied() else { return Ok(()) };
        counted.bucket.holds(self.rate, share, now)
    }

    /// Counts the keys that owe tokens.
    pub fn debtors(&self, now: Instant) -> usize {
        lock(&self.buckets).values().filter(|counted| counted.bucket.tokens(self.rate, now) < 0.0).count()
    }

    /// Takes `tokens`, even if there are fewer.
    pub fn charge(&self, key: &K, tokens: f64, now: Instant) {
        self.with(key, now, |counted| {
            counted.bucket.charge(self.rate, tokens, now);
            counted.unsent += tokens;
        });
    }

    /// Takes out the tokens taken since the last update, where they are a sixteenth of a full bucket or more.
    fn take_delta(&self, now: Instant) -> Vec<(K, f64)> {
        let mut delta = Vec::new();
        for (key, counted) in lock(&self.buckets).iter_mut() {
            if counted.bucket.is_full(self.rate, now) {
                // Nothing is missing any more, but what was given back may be missing elsewhere.
                counted.unsent = counted.unsent.min(0.0);
            }
            if counted.unsent.abs() >= SENT_FROM * self.rate.burst && delta.len() < KEYS_PER_UPDATE {
                delta.push((key.clone(), std::mem::take(&mut counted.unsent)));
            }
        }
        delta
    }

    /// Returns the tokens missing from each bucket, where they are a sixteenth of a full bucket or more.
    fn missing(&self, now: Instant) -> Vec<(K, f64)> {
        let buckets = lock(&self.buckets);
        let missing = |counted: &Counted| self.rate.burst - counted.bucket.tokens(self.rate, now);
        let keys = buckets.iter().map(|(key, counted)| (key.clone(), missing(counted)));
        keys.filter(|(_, missing)| *missing >= SENT_FROM * self.rate.burst).take(KEYS_PER_UPDATE).collect()
    }
}

impl<K: Hash + Eq + Clone + Serialize + DeserializeOwned + Send> SharedState for Buckets<K> {
    fn update(&self, kind: UpdateKind, now: Instant) -> Option<Value> {
        let changes = match kind {
            UpdateKind::Delta => self.take_delta(now),
            UpdateKind::Snapshot => self.missing(now),
        };
        if changes.is_empty() { None } else { serde_json::to_value(changes).ok() }
    }

    fn apply(&self, kind: UpdateKind, update: &Value, now: Instant) {
        let changes = Vec::<(K, f64)>::deserialize(update).unwrap_or_default();
        for (key, tokens) in changes.into_iter().take(KEYS_PER_UPDATE) {
            self.with(&key, now, |Counted { bucket, .. }| {
                let more = match kind {
                    UpdateKind::Delta => tokens,
                    // At least as many are missing afterwards, wherever they were taken.
                    UpdateKind::Snapshot => {
                        (tokens - (self.rate.burst - bucket.tokens(self.rate, now))).max(0.0)
                    }
                };
                bucket.charge(self.rate, more, now);
            });
        }
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

    /// Sends an update from one node to another; returns whether there was one.
    fn send(from: &Buckets<String>, to: &Buckets<String>, kind: UpdateKind, now: Instant) -> bool {
        let update = from.update(kind, now);
        update
            .inspect(|update| to.apply(kind, &serde_json::from_str(&update.to_string()).unwrap(), now))
            .is_some()
    }

    #[test]
    fn nodes_share_a_limit_and_one_that_comes_learns_what_is_missing() {
        let ([here, there, new], start) =
            ([(); 3].map(|()| Buckets::new(Rate::one_per(SECOND, 10))), Instant::now());
        let (ada, ben) = ("Ada".to_owned(), "Ben".to_owned());
        for _ in 0..6 {
            assert_eq!(here.take(&ada, start), Ok(()));
        }
        assert!(send(&here, &there, UpdateKind::Delta, start));
        assert!(!send(&here, &there, UpdateKind::Delta, start), "told once");
        assert!(!send(&there, &here, UpdateKind::Delta, start), "what was heard is not told again");
        assert_eq!((0..9).filter(|_| there.take(&ada, start).is_ok()).count(), 4);
        assert_eq!(there.take(&ben, start), Ok(()), "others are not slowed");
        there.refund(&ben);
        assert!(send(&there, &here, UpdateKind::Delta, start) && here.take(&ada, start).is_err());
        // Both tell the new node all that is missing, which counts once.
        for node in [&here, &there] {
            assert!(send(node, &new, UpdateKind::Snapshot, start));
        }
        assert!(new.take(&ada, start).is_err());
        assert_eq!(new.take(&ada, start + SECOND), Ok(()));
        assert_eq!((0..20).filter(|_| new.take(&ben, start).is_ok()).count(), 10);
    }

    #[test]
    fn a_token_that_is_given_back_later_is_given_back_everywhere() {
        let ([here, there], start) =
            ([(); 2].map(|()| Buckets::new(Rate::one_per(SECOND, 10))), Instant::now());
        let ada = "Ada".to_owned();
        assert_eq!(here.take(&ada, start), Ok(()));
        assert!(send(&here, &there, UpdateKind::Delta, start));
        here.refund(&ada);
        assert!(send(&here, &there, UpdateKind::Delta, start) && there.missing(start).is_empty());
        for _ in 0..3 {
            assert_eq!(here.take(&ada, start), Ok(()));
        }
        assert!(send(&here, &there, UpdateKind::Delta, start));
        here.refund(&ada);
        assert!(send(&here, &there, UpdateKind::Delta, start));
        let missing: f64 = there.missing(start).iter().map(|(_, missing)| missing).sum();
        assert_eq!(missing.round(), 2.0, "two of three");
        here.take(&ada, start).unwrap();
        assert!(
            !send(&here, &there, UpdateKind::Delta, start + 20 * SECOND),
            "what is back by then is not told"
        );
    }

    #[test]
    fn an_unreadable_update_is_ignored_and_a_flood_takes_several() {
        let (buckets, start) = (Buckets::<String>::new(Rate::one_per(SECOND, 1)), Instant::now());
        for update in ["null", "{}", "[1]", r#"[["Ada"]]"#, r#"[["Ada", "1"]]"#, r#"[[1, 1]]"#] {
            buckets.apply(UpdateKind::Delta, &serde_json::from_str(update).unwrap(), start);
        }
        assert!(lock(&buckets.buckets).is_empty());
        for n in 0..2 * KEYS_PER_UPDATE {
            assert_eq!(buckets.take(&n.to_string(), start), Ok(()));
        }
        assert_eq!([0; 3].map(|_| buckets.take_delta(start).len()), [KEYS_PER_UPDATE, KEYS_PER_UPDATE, 0]);
        assert_eq!(buckets.missing(start).len(), KEYS_PER_UPDATE);
    }
}
