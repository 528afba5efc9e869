//! The presence at a table: the people whose browsers or programs follow it, with a seat or as spectators.

use crate::lock::lock;
use crate::time::Time;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use table::keys::KeyHash;
use tokio::sync::watch;

/// The time for which a person counts as present after asking for a page if they follow no stream, as browsers without scripts
/// do; in milliseconds.
const ASKING: u64 = 120_000;
/// The time for which a person must be away before the others may let a bot play on for them. Reloading a page, a train in a
/// tunnel or a restart of the server takes less. In milliseconds.
pub(crate) const GRACE: u64 = 30_000;
/// The time for which the game must have waited, at a table without clocks, for a person who is there before the others may let a
/// bot play on for them. Otherwise a player who keeps the page open and never decides would stop the game for ever. In
/// milliseconds.
pub(crate) const STALLED: u64 = 600_000;
/// The number of people at a table from which on absent ones are forgotten: anybody can make keys, and come with another one each
/// time.
const REMEMBERED: usize = 64;

/// See [the module](self).
#[derive(Debug)]
pub(crate) struct Presence {
    people: Mutex<People>,
    /// The time since which presence is observed.
    since: u64,
    time: Time,
    changes: watch::Sender<u64>,
}

#[derive(Debug)]
struct People {
    here: HashMap<Option<KeyHash>, HolderPresence>,
    /// The number of entries at which absent people are next forgotten.
    crowded: usize,
}

impl People {
    /// Returns the presence of a holder, which is created if nothing is known yet.
    fn entry(&mut self, holder: Option<KeyHash>, now: u64) -> &mut HolderPresence {
        if self.here.len() >= self.crowded && !self.here.contains_key(&holder) {
            self.here.retain(|_, here| here.streams > 0 || here.asked_lately(now) || here.left_lately(now));
            self.crowded = REMEMBERED.max(2 * self.here.len());
        }
        self.here.entry(holder).or_default()
    }
}

/// The presence of one holder; everybody without a key shares the entry for `None`.
#[derive(Debug, Default)]
struct HolderPresence {
    /// Streams that are open.
    streams: u32,
    /// Whether there ever was one: then streams alone say whether they are there.
    streamed: bool,
    /// The time at which they last asked for a page or sent something.
    asked: Option<u64>,
    /// The time at which the last stream ended.
    left: Option<u64>,
}

impl HolderPresence {
    fn is_present(&self, now: u64) -> bool {
        self.streams > 0 || (!self.streamed && self.asked_lately(now))
    }

    /// Returns the time at which they were last known to be there.
    fn seen(&self) -> Option<u64> {
        // Who has only asked for pages counts as there for a while after that.
        let asked = self.asked.filter(|_| !self.streamed).map(|asked| asked + ASKING);
        self.left.max(asked)
    }

    fn left_lately(&self, now: u64) -> bool {
        self.left.is_some_and(|left| now.saturating_sub(left) < GRACE)
    }

    fn asked_lately(&self, now: u64) -> bool {
        self.asked.is_some_and(|asked| now.saturating_sub(asked) < ASKING)
    }
}

impl Presence {
    pub(crate) fn new(time: Time) -> Presence {
        let people = People { here: HashMap::new(), crowded: REMEMBERED };
        Presence { people: Mutex::new(people), since: time.now(), time, changes: watch::channel(0).0 }
    }

    fn people(&self) -> MutexGuard<'_, People> {
        lock(&self.people)
    }

    /// This moment, as it counts here.
    pub(crate) fn now(&self) -> u64 {
        self.time.now()
    }

    /// A stream was opened.
    pub(crate) fn enter(&self, holder: Option<KeyHash>) {
        let mut people = self.people();
        let here = people.entry(holder, self.time.now());
        here.streams += 1;
        here.streamed = true;
        drop(people);
        self.changes.send_modify(|count| *count += 1);
    }

    /// A stream has ended.
    pub(crate) fn leave(&self, holder: Option<KeyHash>) {
        let mut people = self.people();
        if let Some(here) = people.here.get_mut(&holder) {
            here.streams = here.streams.saturating_sub(1);
            if here.streams == 0 {
                here.left = Some(self.time.now());
            }
        }
        drop(people);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Makes every follower evaluate the presence again.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Notes that a person with a seat asked for a page or sent something.
    pub(crate) fn note(&self, holder: KeyHash) {
        let now = self.time.now();
        self.people().entry(Some(holder), now).asked = Some(now);
    }

    pub(crate) fn is_present(&self, holder: KeyHash) -> bool {
        let now = self.time.now();
        self.people().here.get(&Some(holder)).is_some_and(|here| here.is_present(now))
    }

    /// Returns the time at which a person will have been away for long enough to be replaced; `None` while they are there.
    pub(crate) fn replaceable_at(&self, holder: KeyHash) -> Option<u64> {
        let people = self.people();
        let here = people.here.get(&Some(holder));
        if here.is_some_and(|here| here.is_present(self.time.now())) {
            return None;
        }
        let seen = here.and_then(HolderPresence::seen).unwrap_or(self.since).max(self.since);
        Some(seen + GRACE)
    }

    /// Returns the time since which presence is observed.
    pub(crate) fn since(&self) -> u64 {
        self.since
    }

    /// Returns the time at which a person was last seen here, as far as that is remembered.
    pub(crate) fn seen(&self, holder: KeyHash) -> Option<u64> {
        let people = self.people();
        let here = people.here.get(&Some(holder))?;
        if here.streams > 0 { Some(self.time.now()) } else { here.seen() }
    }

    /// Counts the followers without a seat: each holder of a key once, others by their streams.
    pub(crate) fn spectators(&self, is_seated: impl Fn(KeyHash) -> bool) -> usize {
        self.people()
            .here
            .iter()
            .map(|(holder, here)| match holder {
                None => here.streams as usize,
                Some(key) => usize::from(here.streams > 0 && !is_seated(*key)),
            })
            .sum()
    }

    /// Returns a receiver that changes when people come or go.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use table::keys::Key;

    #[test]
    fn people_are_there_while_they_follow() {
        let presence = Presence::new(Time::start());
        let (ada, ben) = (Key::random().hash(), Key::random().hash());
        let mut changes = presence.follow();
        // Who only asks for pages counts for a while.
        presence.note(ada);
        assert!(presence.is_present(ada) && !presence.is_present(ben));
        // Two windows of one person.
        presence.enter(Some(ada));
        presence.enter(Some(ada));
        presence.leave(Some(ada));
        assert!(presence.is_present(ada));
        assert!(changes.has_changed().unwrap());
        changes.mark_unchanged();
        presence.leave(Some(ada));
        assert!(!presence.is_present(ada), "who followed and stopped has gone, whatever they asked for");
        assert!(changes.has_changed().unwrap());
        // Who has no seat looks on: without a key each stream, with one each person.
        presence.enter(None);
        presence.enter(None);
        presence.enter(Some(ben));
        presence.enter(Some(ben));
        presence.enter(Some(ada));
        assert_eq!(presence.spectators(|key| key == ada), 3);
    }

    #[test]
    fn who_loses_the_connection_is_gone_after_a_while() {
        let passed = Arc::new(AtomicU64::new(0));
        let presence = Presence::new(Time::planted(|| 1_000, Arc::clone(&passed)));
        let ada = Key::random().hash();
        let is_gone_at = |moment| {
            passed.store(moment, Ordering::Relaxed);
            presence.replaceable_at(ada).is_some_and(|at| at <= presence.time.now())
        };
        assert!(!is_gone_at(GRACE - 1), "the server has just started");
        assert!(is_gone_at(GRACE));
        presence.enter(Some(ada));
        assert!(!is_gone_at(100_000));
        presence.leave(Some(ada));
        assert!(!is_gone_at(100_000 + GRACE - 1));
        // Who comes back in time was never gone, and has all of it again.
        presence.enter(Some(ada));
        presence.leave(Some(ada));
        assert!(!is_gone_at(100_000 + GRACE));
        assert!(is_gone_at(100_000 + 2 * GRACE - 1));
        // A flood of others does not make somebody gone who has just left.
        presence.enter(Some(ada));
        presence.leave(Some(ada));
        for _ in 0..1_000 {
            let key = Key::random().hash();
            presence.enter(Some(key));
            presence.leave(Some(key));
        }
        assert!(!is_gone_at(100_000 + 3 * GRACE - 2));
        // A browser without scripts asks now and then.
        let ben = Key::random().hash();
        presence.note(ben);
        let asked = presence.time.now();
        assert_eq!(presence.replaceable_at(ben), None);
        passed.fetch_add(ASKING, Ordering::Relaxed);
        assert_eq!(presence.replaceable_at(ben), Some(asked + ASKING + GRACE));
    }

    #[test]
    fn a_flood_of_keys_is_forgotten() {
        let passed = Arc::new(AtomicU64::new(0));
        let presence = Presence::new(Time::planted(|| 1_000, Arc::clone(&passed)));
        let (ada, ben) = (Key::random().hash(), Key::random().hash());
        presence.enter(Some(ada));
        presence.note(ben);
        for n in 0..1_000 {
            // A hundred come and go in a second.
            passed.store(n * 10, Ordering::Relaxed);
            let key = Key::random().hash();
            presence.enter(Some(key));
            presence.leave(Some(key));
        }
        for n in 0..1_000 {
            // One a second: of all others only those of the last half minute are known.
            passed.store(10_000 + n * 1_000, Ordering::Relaxed);
            presence.note(ben);
            let key = Key::random().hash();
            presence.enter(Some(key));
            presence.leave(Some(key));
        }
        assert!(presence.people().here.len() <= 2 * REMEMBERED, "{}", presence.people().here.len());
        assert!(presence.is_present(ada) && presence.is_present(ben), "who is there stays");
    }
}
