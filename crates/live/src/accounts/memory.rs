//! A cache of the people to whom keys belong.

use std::collections::HashMap;
use table::keys::KeyHash;

/// The size of each of the two generations of the cache, in keys.
const REMEMBERED: usize = 20_000;

#[derive(Clone, Copy)]
pub(super) struct Remembered {
    pub(super) person: Option<KeyHash>,
    pub(super) until: u64,
    pub(super) seen: u64,
}

/// A cache of the people to whom recently used keys belong.
#[derive(Default)]
pub(super) struct KeyCache {
    young: HashMap<KeyHash, Remembered>,
    old: HashMap<KeyHash, Remembered>,
    /// Counts changes: what was read before one is not remembered after it.
    pub(super) changes: u64,
}

impl KeyCache {
    pub(super) fn get(&mut self, key: KeyHash) -> Option<Remembered> {
        if let Some(&found) = self.young.get(&key) {
            return Some(found);
        }
        let found = self.old.remove(&key)?;
        self.put(key, found);
        Some(found)
    }

    pub(super) fn put(&mut self, key: KeyHash, found: Remembered) {
        if self.young.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, found);
    }

    pub(super) fn clear(&mut self) {
        self.changes += 1;
        self.young.clear();
        self.old.clear();
    }

    pub(super) fn forget(&mut self, person: KeyHash, keys: &[KeyHash]) {
        self.changes += 1;
        for map in [&mut self.young, &mut self.old] {
            map.retain(|key, found| found.person != Some(person) && *key != person && !keys.contains(key));
        }
    }
}
