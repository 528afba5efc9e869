//! Who is at a table at this moment: whose browser or program follows it, and who looks on.

use crate::lock::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};
use table::keys::KeyHash;
use tokio::sync::watch;

/// How long somebody counts as there who asks for pages and follows no stream, as browsers without scripts do.
const ASKING: Duration = Duration::from_secs(120);
/// People of a table who are remembered before those who are gone are forgotten: anybody can make keys, and come with
/// another one each time.
const REMEMBERED: usize = 64;

/// See [the module](self).
#[derive(Debug)]
pub(crate) struct Presence {
    people: Mutex<People>,
    changes: watch::Sender<u64>,
}

#[derive(Debug)]
struct People {
    here: HashMap<Option<KeyHash>, Here>,
    /// With so many it is looked again who is gone.
    crowded: usize,
}

impl People {
    /// What is known of somebody, also if that is nothing yet.
    fn entry(&mut self, holder: Option<KeyHash>) -> &mut Here {
        if self.here.len() >= self.crowded && !self.here.contains_key(&holder) {
            self.here.retain(|_, here| here.streams > 0 || here.asked_lately());
            self.crowded = REMEMBERED.max(2 * self.here.len());
        }
        self.here.entry(holder).or_default()
    }
}

/// What is known of somebody; `None` as a key is everybody without one.
#[derive(Debug, Default)]
struct Here {
    /// Streams that are open.
    streams: u32,
    /// Whether there ever was one: then streams alone say whether they are there.
    streamed: bool,
    /// When they last asked for a page or sent something.
    asked: Option<Instant>,
}

impl Here {
    fn is_there(&self) -> bool {
        self.streams > 0 || (!self.streamed && self.asked_lately())
    }

    fn asked_lately(&self) -> bool {
        self.asked.is_some_and(|asked| asked.elapsed() < ASKING)
    }
}

impl Presence {
    pub(crate) fn new() -> Presence {
        let people = People { here: HashMap::new(), crowded: REMEMBERED };
        Presence { people: Mutex::new(people), changes: watch::channel(0).0 }
    }

    fn people(&self) -> MutexGuard<'_, People> {
        lock(&self.people)
    }

    /// A stream was opened.
    pub(crate) fn enter(&self, holder: Option<KeyHash>) {
        let mut people = self.people();
        let here = people.entry(holder);
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
        }
        drop(people);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Who is there is to be looked at again.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Somebody with a seat asked for a page or sent something.
    pub(crate) fn note(&self, holder: KeyHash) {
        self.people().entry(Some(holder)).asked = Some(Instant::now());
    }

    pub(crate) fn is_there(&self, holder: KeyHash) -> bool {
        self.people().here.get(&Some(holder)).is_some_and(Here::is_there)
    }

    /// How many follow who have no seat: each holder of a key once, others by their streams.
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

    /// Changes whenever somebody comes or goes.
    pub(crate) fn follow(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::keys::Key;

    #[test]
    fn people_are_there_while_they_follow() {
        let presence = Presence::new();
        let (ada, ben) = (Key::random().hash(), Key::random().hash());
        let mut changes = presence.follow();
        // Who only asks for pages counts for a while.
        presence.note(ada);
        assert!(presence.is_there(ada) && !presence.is_there(ben));
        // Two windows of one person.
        presence.enter(Some(ada));
        presence.enter(Some(ada));
        presence.leave(Some(ada));
        assert!(presence.is_there(ada));
        assert!(changes.has_changed().unwrap());
        changes.mark_unchanged();
        presence.leave(Some(ada));
        assert!(!presence.is_there(ada), "who followed and stopped has gone, whatever they asked for");
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
    fn a_flood_of_keys_is_forgotten() {
        let presence = Presence::new();
        let (ada, ben) = (Key::random().hash(), Key::random().hash());
        presence.enter(Some(ada));
        presence.note(ben);
        for _ in 0..1_000 {
            let key = Key::random().hash();
            presence.enter(Some(key));
            presence.leave(Some(key));
        }
        assert!(presence.people().here.len() <= REMEMBERED);
        assert!(presence.is_there(ada) && presence.is_there(ben), "who is there stays");
    }
}
