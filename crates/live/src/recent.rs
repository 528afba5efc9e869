//! Values by key that are remembered for a while, and of which a bounded number is kept.
//!
//! The keys are in two generations. When the young one is full, it becomes the old one, and those that were not noted since
//! the last time are forgotten.
//!
//! The nodes of a cluster [send](SharedState) each other what they note, so each knows what all of them noted.

use crate::lock::lock;
use crate::shared_state::{KEYS_PER_UPDATE, SharedState, UpdateKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A value is sent again when it is noted after this part of the time for which it lasts: an eighth.
const SENT_AGAIN: u32 = 8;

/// A value, or that it was removed.
#[derive(Clone)]
struct Noted<V> {
    value: Option<V>,
    at: Instant,
    /// The time at which it was sent to the other nodes, or came from one.
    sent: Option<Instant>,
}

struct Generations<K, V> {
    young: HashMap<K, Noted<V>>,
    old: HashMap<K, Noted<V>>,
    /// Whether something may have to be sent.
    has_unsent: bool,
}

/// Values by key, each of which lasts for a while after it was noted.
///
/// A key whose value was removed takes no other value in that time: what another node sends late brings nothing back.
pub(crate) struct Recent<K, V> {
    lasts: Duration,
    size: usize,
    generations: Mutex<Generations<K, V>>,
}

impl<K, V> fmt::Debug for Recent<K, V> {
    /// Without keys and values, so that no log ever holds them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recent")
    }
}

impl<K: Hash + Eq + Clone, V: Clone + PartialEq> Generations<K, V> {
    fn get(&self, key: &K) -> Option<&Noted<V>> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    fn put(&mut self, key: K, noted: Noted<V>, size: usize) {
        if self.young.len() >= size && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.has_unsent |= noted.sent.is_none();
        self.old.remove(&key);
        self.young.insert(key, noted);
    }
}

impl<K: Hash + Eq + Clone, V: Clone + PartialEq> Recent<K, V> {
    /// Remembers values for `lasts`, and up to twice `size` of them.
    pub(crate) fn new(lasts: Duration, size: usize) -> Recent<K, V> {
        let generations = Generations { young: HashMap::new(), old: HashMap::new(), has_unsent: false };
        Recent { lasts, size, generations: Mutex::new(generations) }
    }

    /// The time for which a value is remembered.
    pub(crate) fn lasts(&self) -> Duration {
        self.lasts
    }

    fn is_fresh(&self, noted: &Noted<V>, now: Instant) -> bool {
        now.saturating_duration_since(noted.at) < self.lasts
    }

    /// Notes a value, which replaces the previous one of the key.
    pub(crate) fn note(&self, key: K, value: V, now: Instant) {
        let mut generations = lock(&self.generations);
        let before = generations.get(&key).filter(|noted| self.is_fresh(noted, now));
        if before.is_some_and(|noted| noted.value.is_none()) {
            return;
        }
        let is_known = |sent: &Instant| now.saturating_duration_since(*sent) < self.lasts / SENT_AGAIN;
        let same = before.filter(|noted| noted.value.as_ref() == Some(&value));
        let sent = same.and_then(|noted| noted.sent).filter(is_known);
        generations.put(key, Noted { value: Some(value), at: now, sent }, self.size);
    }

    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &K, now: Instant) -> Option<V> {
        let generations = lock(&self.generations);
        generations.get(key).filter(|noted| self.is_fresh(noted, now))?.value.clone()
    }

    /// Removes the value of a key and returns it.
    pub(crate) fn remove(&self, key: &K, now: Instant) -> Option<V> {
        let mut generations = lock(&self.generations);
        let value = generations.get(key).filter(|noted| self.is_fresh(noted, now))?.value.clone()?;
        generations.put(key.clone(), Noted { value: None, at: now, sent: None }, self.size);
        Some(value)
    }

    /// Removes all values that `goes` accepts.
    pub(crate) fn remove_all(&self, goes: impl Fn(&V) -> bool, now: Instant) {
        let mut generations = lock(&self.generations);
        let Generations { young, old, has_unsent } = &mut *generations;
        for noted in young.values_mut().chain(old.values_mut()) {
            if noted.value.as_ref().is_some_and(&goes) {
                *noted = Noted { value: None, at: now, sent: None };
                *has_unsent = true;
            }
        }
    }

    /// Counts the values.
    pub(crate) fn count(&self, now: Instant) -> usize {
        let generations = lock(&self.generations);
        let all = generations.young.values().chain(generations.old.values());
        all.filter(|noted| noted.value.is_some() && self.is_fresh(noted, now)).count()
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        let mut generations = lock(&self.generations);
        generations.young.clear();
        generations.old.clear();
    }
}

/// A key, its value or nothing if that was removed, and the milliseconds since then. (JSON does not tell `Some(())` from `None`.)
type Sent<K, V> = (K, Vec<V>, u64);

impl<K, V> SharedState for Recent<K, V>
where
    K: Hash + Eq + Clone + Serialize + DeserializeOwned + Send,
    V: Clone + PartialEq + Serialize + DeserializeOwned + Send,
{
    fn update(&self, kind: UpdateKind, now: Instant) -> Option<Value> {
        let mut generations = lock(&self.generations);
        let Generations { young, old, has_unsent } = &mut *generations;
        let all = young.iter_mut().chain(old.iter_mut()).filter(|(_, noted)| self.is_fresh(noted, now));
        if kind == UpdateKind::Snapshot {
            // The next updates hold everything, and go to all nodes.
            all.for_each(|(_, noted)| noted.sent = None);
            *has_unsent = true;
            return None;
        }
        if !*has_unsent {
            return None;
        }
        let mut unsent = all.filter(|(_, noted)| noted.sent.is_none());
        let mut update: Vec<Sent<K, V>> = Vec::new();
        for (key, noted) in unsent.by_ref().take(KEYS_PER_UPDATE) {
            let age = now.saturating_duration_since(noted.at).as_millis();
            let value = noted.value.iter().cloned().collect();
            update.push((key.clone(), value, u64::try_from(age).unwrap_or(u64::MAX)));
            noted.sent = Some(now);
        }
        *has_unsent = unsent.next().is_some();
        if update.is_empty() { None } else { serde_json::to_value(update).ok() }
    }

    fn apply(&self, _: UpdateKind, update: &Value, now: Instant) {
        let update = Vec::<Sent<K, V>>::deserialize(update).unwrap_or_default();
        let mut generations = lock(&self.generations);
        for (key, value, age) in update.into_iter().take(KEYS_PER_UPDATE) {
            let Some(at) = now.checked_sub(Duration::from_millis(age)) else { continue };
            let noted = Noted { value: value.into_iter().next(), at, sent: Some(now) };
            let is_news = match generations.get(&key).filter(|before| self.is_fresh(before, now)) {
                Some(Noted { value: None, .. }) => false,
                Some(before) => noted.value.is_none() || before.at < at,
                None => true,
            };
            if is_news && self.is_fresh(&noted, now) {
                generations.put(key, noted, self.size);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn recent() -> Recent<String, u32> {
        Recent::new(8 * MINUTE, 3)
    }

    fn key(text: &str) -> String {
        text.to_owned()
    }

    /// Sends an update from one node to another; returns how many keys it held.
    fn send(from: &Recent<String, u32>, to: &Recent<String, u32>, now: Instant) -> usize {
        let Some(update) = from.update(UpdateKind::Delta, now) else { return 0 };
        to.apply(UpdateKind::Delta, &serde_json::from_str(&update.to_string()).unwrap(), now);
        update.as_array().unwrap().len()
    }

    #[test]
    fn a_value_lasts_for_a_while_and_a_removed_one_does_not_come_back() {
        let (recent, start) = (recent(), Instant::now());
        recent.note(key("Ada"), 1, start);
        recent.note(key("Ben"), 2, start + MINUTE);
        assert_eq!(recent.get(&key("Ada"), start + 7 * MINUTE), Some(1));
        assert_eq!(recent.get(&key("Ada"), start + 8 * MINUTE), None);
        assert_eq!(recent.count(start + 8 * MINUTE), 1);
        assert_eq!(recent.remove(&key("Ben"), start + 2 * MINUTE), Some(2));
        assert_eq!(recent.remove(&key("Ben"), start + 2 * MINUTE), None);
        recent.note(key("Ben"), 3, start + 3 * MINUTE);
        assert_eq!(recent.get(&key("Ben"), start + 3 * MINUTE), None);
        recent.note(key("Ada"), 4, start + 3 * MINUTE);
        recent.remove_all(|value| *value == 4, start + 3 * MINUTE);
        assert_eq!(recent.count(start + 3 * MINUTE), 0);
    }

    #[test]
    fn a_flood_is_forgotten_and_what_is_used_stays() {
        let (recent, start) = (recent(), Instant::now());
        for n in 0..100 {
            recent.note(n.to_string(), n, start);
            if n % 2 == 0 {
                recent.note(key("Ada"), 1, start);
            }
            assert!(recent.count(start) <= 6);
            assert_eq!(recent.get(&key("Ada"), start), Some(1), "{n}");
        }
        assert_eq!(recent.get(&key("0"), start), None);
        recent.clear();
        assert_eq!(recent.count(start), 0);
    }

    #[test]
    fn nodes_know_what_others_noted_and_removed() {
        let ([here, there], start) = ([(); 2].map(|()| recent()), Instant::now());
        here.note(key("Ada"), 1, start);
        assert_eq!(send(&here, &there, start), 1);
        assert_eq!(there.get(&key("Ada"), start), Some(1));
        assert_eq!(send(&here, &there, start) + send(&there, &here, start), 0, "told once");
        here.note(key("Ada"), 1, start + Duration::from_secs(59));
        assert_eq!(send(&here, &there, start), 0, "nothing is new");
        here.note(key("Ada"), 1, start + MINUTE);
        assert_eq!(send(&here, &there, start + MINUTE), 1, "it lasts longer");
        assert_eq!(there.get(&key("Ada"), start + 8 * MINUTE), Some(1));
        there.note(key("Ada"), 2, start + 2 * MINUTE);
        assert_eq!(send(&there, &here, start + 2 * MINUTE), 1);
        assert_eq!(here.get(&key("Ada"), start + 2 * MINUTE), Some(2), "the last one counts");
        // What is older than what the other node knows changes nothing there.
        here.note(key("Ben"), 1, start);
        there.note(key("Ben"), 2, start + MINUTE);
        assert_eq!(send(&here, &there, start + 2 * MINUTE), 1);
        assert_eq!(there.get(&key("Ben"), start + 2 * MINUTE), Some(2));
        // A message that was late does not bring back what was removed.
        let late = there.update(UpdateKind::Delta, start + 2 * MINUTE).unwrap();
        assert_eq!(here.remove(&key("Ben"), start + 3 * MINUTE), Some(1));
        here.apply(UpdateKind::Delta, &late, start + 4 * MINUTE);
        assert_eq!(here.get(&key("Ben"), start + 4 * MINUTE), None);
        assert_eq!(send(&here, &there, start + 4 * MINUTE), 1);
        assert_eq!(there.get(&key("Ben"), start + 4 * MINUTE), None);
    }

    #[test]
    fn a_node_that_comes_is_told_everything_that_lasts() {
        let ([here, new], start) = ([(); 2].map(|()| Recent::new(8 * MINUTE, 2_000)), Instant::now());
        here.note(key("Ada"), 0, start);
        for n in 0..1_200 {
            here.note(n.to_string(), n, start + MINUTE);
        }
        let later = start + 8 * MINUTE;
        while here.update(UpdateKind::Delta, later).is_some() {}
        assert!(here.update(UpdateKind::Snapshot, later).is_none());
        let counts = [(); 4].map(|()| send(&here, &new, later));
        assert_eq!(counts, [500, 500, 200, 0], "in several messages");
        assert_eq!((new.count(later), new.get(&key("1199"), later)), (1_200, Some(1_199)));
        assert_eq!(new.count(later + MINUTE), 0, "and not for longer");
    }

    #[test]
    fn an_unreadable_update_is_ignored() {
        let (recent, start) = (recent(), Instant::now());
        for update in ["null", "{}", "[1]", r#"[["Ada", [1]]]"#, r#"[["Ada", [1], 18446744073709551615]]"#] {
            recent.apply(UpdateKind::Delta, &serde_json::from_str(update).unwrap(), start);
        }
        assert_eq!(recent.count(start), 0);
        assert_eq!(lock(&recent.generations).young.len(), 0);
    }
}
