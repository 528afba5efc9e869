//! Records that the visitor opens, with their games.

use shelf::{ReplayError, Timeline};
use std::collections::VecDeque;
use std::rc::Rc;
use table::entry::clean_name;

/// The records whose games stay in memory.
const IN_MEMORY: usize = 4;

/// The game of a record.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) text: String,
    pub(crate) timeline: Timeline,
    pub(crate) names: Vec<Option<String>>,
}

/// The records that were looked at last, by their hashes.
#[derive(Debug, Default)]
pub(crate) struct Records(VecDeque<(String, Rc<Recording>)>);

impl Records {
    pub(crate) fn find(&self, hash: &str) -> Option<Rc<Recording>> {
        self.0.iter().find(|(known, _)| known == hash).map(|(_, recording)| Rc::clone(recording))
    }

    /// Keeps a record that can be read; returns whether it can.
    pub(crate) fn keep(&mut self, hash: &str, text: String) -> bool {
        let Ok(recording) = read(text) else { return false };
        self.put(hash.to_owned(), recording);
        true
    }

    pub(crate) fn put(&mut self, hash: String, recording: Recording) {
        self.0.retain(|(known, _)| *known != hash);
        self.0.push_front((hash, Rc::new(recording)));
        self.0.truncate(IN_MEMORY);
    }
}

/// Reads a record.
pub(crate) fn read(text: String) -> Result<Recording, ReplayError> {
    let (header, timeline, _) = Timeline::read(text.as_bytes())?;
    let names = header.seats.iter().map(|name| name.as_deref().and_then(clean_name)).collect();
    Ok(Recording { text, timeline, names })
}
