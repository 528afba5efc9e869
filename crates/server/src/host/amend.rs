//! Somebody is forgotten, or goes on under another key: the one change of a log that is not an entry.

use super::{Answered, Host, Sender};
use crate::entry::Body;
use crate::keys::KeyHash;
use crate::personal::{Instead, amended};
use crate::table::What;
use std::sync::Arc;

impl<T> Host<T> {
    /// Puts `instead` in the place of a person, in what is stored and in what is being stored. Returns the version as of
    /// which the store has all that may still hold them.
    pub fn amend(&mut self, person: KeyHash, instead: Instead) -> u64 {
        let stored = self.table.log.len();
        let pending = self.pending.as_ref().map_or(&[][..], |pending| &pending.entries);
        let log = self.table.log.iter().chain(pending).map(|logged| &logged.body);
        let last = (stored + pending.len()).saturating_sub(1) as u64;
        for (seq, body) in amended((0..).zip(log), person, instead) {
            if let Body::Said { text: new, .. } = &body {
                for change in self.recent.iter_mut().filter(|change| change.seq == seq) {
                    if let What::Said { text, .. } = &mut Arc::make_mut(change).what {
                        text.clone_from(new);
                    }
                }
            }
            let seq = seq as usize;
            if let Some(logged) = self.table.log.get_mut(seq) {
                logged.body = body;
            } else if let Some(logged) =
                self.pending.as_mut().and_then(|pending| pending.entries.get_mut(seq - stored))
            {
                logged.body = body;
            }
        }
        for chair in &mut self.table.chairs {
            instead.take(chair, person);
        }
        let (before, after) = instead.commands(self.id, person);
        let renamed = |id: &str| id.strip_prefix(&before).map(|rest| format!("{after}{rest}"));
        let pending = self.pending.iter_mut().flat_map(|pending| &mut pending.entries);
        for id in self.table.log.iter_mut().chain(pending).filter_map(|logged| logged.command.as_mut()) {
            if let Some(new) = renamed(id) {
                *id = new.into_boxed_str();
            }
        }
        self.answered = Answered::of(&self.table.log);
        self.refused.forget(Sender::Holder(person));
        last
    }

    /// Whether everything up to a version is stored, or will not be.
    #[must_use]
    pub fn has_settled(&self, version: u64) -> bool {
        self.version() >= version || self.pending.is_none()
    }
}
