//! What a browser keeps for its visitor beside the logs of tables: values by name.

use fair::Secret;
use game::Seed;
use present::progress::LessonProgress;
use std::collections::BTreeMap;
use table::keys::{Key, TableId, random_bytes, random_u64};

/// The names of values, each with what it is for.
pub(crate) mod name {
    /// The settings, in their text form.
    pub(crate) const SETTINGS: &str = "settings";
    /// The name of the visitor for the next form.
    pub(crate) const NAME: &str = "name";
    /// The key of the visitor.
    pub(crate) const KEY: &str = "key";
    /// How far the visitor has come in the lessons.
    pub(crate) const LESSONS: &str = "lessons";
    /// The secret from which those of tables are made.
    pub(crate) const SECRET: &str = "secret";
    /// The seed of the bots.
    pub(crate) const BOTS: &str = "bots";
    /// The beginning of the name of the keys of those who share a table at this device.
    pub(crate) const HERE: &str = "here/";
    /// The beginning of the name of the seat that is uncovered at a table.
    pub(crate) const AT: &str = "at/";
    /// How far the visitor has come in the exercises of the latest games.
    pub(crate) const EXERCISES: &str = "exercises";
    /// The keys of the coach's results that are kept, the latest first.
    pub(crate) const COACHED_LIST: &str = "coached";
    /// The beginning of the name of a result of the coach: it is large, so it is read like a record when it is needed.
    pub(crate) const COACHED: &str = "record/coach/";
    /// The beginning of the name of a record.
    pub(crate) const RECORD: &str = "record/";
}

/// The values that the browser has kept, except records.
#[derive(Clone, Debug, Default)]
pub struct Kept(pub BTreeMap<String, String>);

impl Kept {
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The visitor's own key; `None` if there is none that can be read.
    pub(crate) fn key(&self) -> Option<Key> {
        self.text(name::KEY)?.parse().ok()
    }

    /// The keys of the others who share a table at this device.
    pub(crate) fn here(&self, table: TableId) -> Vec<Key> {
        let keys = self.text(&format!("{}{table}", name::HERE)).unwrap_or_default();
        keys.split('.').filter_map(|key| key.parse().ok()).collect()
    }

    pub(crate) fn lessons(&self) -> LessonProgress {
        LessonProgress::read(self.text(name::LESSONS).unwrap_or_default())
    }

    /// The secret from which those of tables are made.
    pub(crate) fn secret(&self) -> Option<Secret> {
        let text = self.text(name::SECRET)?;
        let bytes: Option<Vec<u8>> =
            (0..32).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()).collect();
        Some(Secret::from_bytes(bytes?.try_into().ok()?))
    }

    pub(crate) fn bots(&self) -> Option<Seed> {
        u64::from_str_radix(self.text(name::BOTS)?, 16).ok().map(Seed)
    }

    /// The values that a visitor needs from the start, as far as they are missing: key, secret and seed.
    pub(crate) fn missing(&self) -> Vec<(&'static str, String)> {
        let mut missing = Vec::new();
        if self.key().is_none() {
            missing.push((name::KEY, Key::random().reveal()));
        }
        if self.secret().is_none() {
            missing.push((name::SECRET, random_bytes().iter().map(|byte| format!("{byte:02x}")).collect()));
        }
        if self.bots().is_none() {
            missing.push((name::BOTS, format!("{:016x}", random_u64())));
        }
        missing
    }
}
