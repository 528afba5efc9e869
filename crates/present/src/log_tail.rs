//! The tail of a table's log that its pages show.

use game::TableEvent;
use pages::{LOG_ENTRIES, bargain, needed_lines};
use std::sync::{Arc, Mutex, PoisonError};
use table::host::{Change, Host};

/// The entries that the log of a page shows, in order.
pub type LogTail = Arc<[Arc<Change>]>;

/// The last tail shown, with its version.
#[derive(Default, Debug)]
pub struct CachedLogTail(Mutex<Option<(u64, LogTail)>>);

impl CachedLogTail {
    /// Returns the current tail: reads it once, and then only new entries.
    pub fn current<T>(&self, host: &Host<T>) -> LogTail {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = host.version();
        let told = match kept.take() {
            Some((version, told)) if version == now => told,
            Some((version, told)) if version < now => {
                let new = host.read_on(version, usize::MAX);
                match new.iter().any(|change| matches!(change.what, TableEvent::Undone { .. })) {
                    // What was taken back has no events any more.
                    true => read(host),
                    false => {
                        let mut all: Vec<Arc<Change>> = told.iter().cloned().collect();
                        all.extend(new.into_iter().filter(|change| change.what.shows_in_log()));
                        last(needed(all))
                    }
                }
            }
            _ => read(host),
        };
        *kept = Some((now, Arc::clone(&told)));
        told
    }

    /// Forgets the tail, unless it is being read and so in use. Returns whether there was one to forget.
    pub fn forget(&self) -> bool {
        self.0.try_lock().is_ok_and(|mut kept| kept.take().is_some())
    }
}

fn read<T>(host: &Host<T>) -> LogTail {
    let mut most = LOG_ENTRIES;
    loop {
        let read = host.log_tail(host.version(), most);
        let told: Vec<Arc<Change>> =
            read.into_iter().filter(|change| change.what.shows_in_log()).map(Arc::new).collect();
        let is_all = told.len() < most;
        let needed = needed(told);
        if is_all || needed.len() >= LOG_ENTRIES {
            return last(needed);
        }
        // Somebody has changed answers again and again; how often is bounded by their share of the log.
        most *= 4;
    }
}

/// The changes that lines of the log are made of: without answers that others came in place of.
fn needed(changes: Vec<Arc<Change>>) -> Vec<Arc<Change>> {
    let bargains: Vec<_> = changes.iter().map(|change| change.events.as_ref().and_then(bargain)).collect();
    changes
        .into_iter()
        .zip(needed_lines(bargains))
        .filter_map(|(change, needed)| needed.then_some(change))
        .collect()
}

fn last(changes: Vec<Arc<Change>>) -> LogTail {
    changes[changes.len().saturating_sub(LOG_ENTRIES)..].into()
}
