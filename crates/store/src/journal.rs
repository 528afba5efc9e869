//! The journal (WAL) of the main file: how long it is, and how it is taken into the file.

use super::StoreObserver;
use super::file::BUSY;
use rusqlite::Connection;
use rusqlite::hooks::Wal;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The number of pages, 4 MiB, from which on the journal is taken into the main file: as many as SQLite does by itself, but
/// between two commits, so that nobody waits for it.
const CHECKPOINT: usize = 1_000;

/// Keeps count of the pages in the journal. From then on it is taken into the main file only by [`checkpoint`].
pub(super) fn count_pages(connection: &mut Connection) -> Arc<AtomicUsize> {
    let pages = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&pages);
    let hook = move |_: &mut Wal, pages: std::ffi::c_int| {
        counted.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
        Ok(())
    };
    if let Err(error) = connection.wal_hook(Some(hook)) {
        // Then SQLite does it by itself, at the end of a commit.
        tracing::warn!(%error, "the journal is taken into the main file while somebody waits");
    }
    pages
}

/// Takes the journal into the main file once it is long, as far as no reader needs it.
pub(super) fn checkpoint(connection: &Connection, pages: &AtomicUsize, watch: &dyn StoreObserver) {
    if pages.load(Ordering::Relaxed) < CHECKPOINT {
        return;
    }
    // The next commit says how long it is then.
    pages.store(0, Ordering::Relaxed);
    let began = Instant::now();
    match connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", (), |_| Ok(())) {
        Ok(()) => watch.checkpointed(began.elapsed()),
        Err(error) => {
            tracing::warn!(%error, "the journal could not be taken into the main file; it is tried again");
        }
    }
}

/// Whether the file has at most `bytes` bytes.
pub(super) fn is_at_most(connection: &Connection, bytes: u64) -> bool {
    let ask = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let size = ask("page_count").and_then(|pages| Ok(pages.saturating_mul(ask("page_size")?)));
    size.is_ok_and(|size| size.cast_unsigned() <= bytes)
}

/// Empties the journal of earlier writes; `false` if somebody still reads it, so that it must be tried again.
pub(super) fn empty_journal(connection: &Connection) -> bool {
    // Nobody who wants to commit waits for a reader.
    let emptied = connection.busy_timeout(Duration::ZERO).and_then(|()| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get::<_, i64>(0))
    });
    let restored = connection.busy_timeout(BUSY);
    emptied == Ok(0) && restored.is_ok()
}
