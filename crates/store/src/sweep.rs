//! The sweep: it removes remains of forgotten people from free parts of the file, in small steps between commits.
//!
//! `secure_delete` overwrites every cell that is deleted. But where SQLite moves cells from one page of a b-tree to another, the
//! old page keeps a copy between its pointers and its first cell, which nothing refers to any more. After somebody was forgotten,
//! the sweep fills these gaps with zeros, page by page. `to_sweep` holds its position, so a sweep survives a crash and never has
//! to happen at a start. A commit may exchange the numbers of two neighbouring pages meanwhile; therefore every page's turn comes
//! twice.

use super::archive::files::Archives;
use super::archive::sqlite::{StrayPass, Strays, erase_stray};
use super::file::INCREMENTAL;
use super::journal::empty_journal;
use super::{CommitCallback, StoreError};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use std::time::{Duration, Instant};

/// Pages that one step sweeps: a mebibyte.
const PAGES: i64 = 256;
/// Pages that one step gives back to the file system.
const FREED: u32 = 64;
/// The longest time that a step waits for its turn while there is always something to commit.
const TURN: Duration = Duration::from_millis(50);
/// The time after which the sweep retries a journal that somebody still reads.
const RETRY: Duration = Duration::from_millis(250);
/// The time after which it retries the journal while somebody waits for the result.
const RETRY_SOON: Duration = Duration::from_millis(5);
/// The time without freed pages after which the journal is taken into the file, which only then gets shorter.
const SHRINK: Duration = Duration::from_secs(1);
/// The longest time that the caller who forgot somebody waits for the end of the sweep, which goes on after that.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of pages (128 GiB) from which on the first byte of an overflow page can look like that of a b-tree.
const TOO_MANY: i64 = 0x0200_0000;

/// The work of the writer between commits, one step at a time.
pub(super) struct Maintenance<'a> {
    /// The archive files, which know whether there are strays to delete.
    archives: &'a Archives,
    /// The progress of the pass over the strays.
    pass: StrayPass,
    /// Whether all strays had their turn but one, which is being written.
    in_flight: bool,
    sweeps: bool,
    frees: bool,
    /// Whether pages were given back of which the file does not know yet.
    shrinks: bool,
    /// Whether the journal may hold something that was overwritten in the file.
    erases: bool,
    /// Answers that wait for the end, and since when the first does.
    waiting: Vec<CommitCallback>,
    since: Instant,
    last: Instant,
}

impl<'a> Maintenance<'a> {
    /// Goes on where a server before this one stopped. What that left in the journal is taken out of it here, before
    /// anything is committed.
    pub(super) fn new(connection: &Connection, archives: &'a Archives) -> Maintenance<'a> {
        let now = Instant::now();
        let sweeps = connection.prepare("SELECT 1 FROM to_sweep").and_then(|mut rows| rows.exists(()));
        let sweeps = sweeps.unwrap_or(true);
        let erases = !empty_journal(connection) || sweeps;
        Maintenance {
            archives,
            pass: StrayPass::default(),
            in_flight: false,
            sweeps,
            frees: true,
            shrinks: false,
            erases,
            waiting: Vec::new(),
            since: now,
            last: now,
        }
    }

    /// Notes that something was deleted or written over.
    pub(super) fn note_erased(&mut self) {
        self.sweeps = true;
        self.note_deleted();
    }

    /// Notes that a table was deleted. The file already says that it is to be swept, which begins when the last of several is
    /// deleted.
    pub(super) fn note_deleted(&mut self) {
        (self.frees, self.erases) = (true, true);
        self.look_for_strays();
    }

    /// Notes that there may be archive files to delete. Those that could not be deleted before have another turn, also in a pass
    /// that goes on.
    pub(super) fn look_for_strays(&mut self) {
        self.pass = StrayPass::default();
        self.archives.set_strays(true);
    }

    /// Notes that free pages can be given back.
    pub(super) fn note_freed(&mut self) {
        self.frees = true;
    }

    /// Answers when nothing is left to do.
    pub(super) fn answer_at_end(&mut self, done: CommitCallback) {
        if self.waiting.is_empty() {
            self.since = Instant::now();
        }
        self.waiting.push(done);
    }

    /// Returns the time for which the writer may wait for something to commit before it takes a step; `None` if there is nothing
    /// to do.
    pub(super) fn pause(&self) -> Option<Duration> {
        if self.archives.has_strays() && !self.in_flight {
            return Some(Duration::ZERO);
        }
        match self {
            Maintenance { sweeps: false, frees: false, waiting, .. } if self.in_flight => {
                Some(if waiting.is_empty() { RETRY } else { RETRY_SOON })
            }
            Maintenance { sweeps: false, frees: false, erases: true, waiting, .. } => {
                Some(if waiting.is_empty() { RETRY } else { RETRY_SOON })
            }
            Maintenance { sweeps: false, frees: false, erases: false, waiting, shrinks, .. }
                if waiting.is_empty() =>
            {
                shrinks.then_some(SHRINK)
            }
            _ => Some(Duration::ZERO),
        }
    }

    /// Whether a step is due although there is always something to commit.
    pub(super) fn is_overdue(&self) -> bool {
        self.pause().is_some_and(|pause| self.last.elapsed() >= pause.max(TURN))
    }

    /// Takes a step. Returns those whose answer need not wait any longer.
    pub(super) fn step(&mut self, connection: &mut Connection) -> Vec<CommitCallback> {
        self.last = Instant::now();
        if self.archives.has_strays() {
            let strays = erase_stray(connection, self.archives, &mut self.pass).unwrap_or_else(|error| {
                tracing::warn!(%error, "archive files that are not needed any more could not be looked for; it is tried again later");
                self.pass = StrayPass::default();
                Strays::Done
            });
            self.in_flight = strays == Strays::InFlight;
            self.archives.set_strays(strays != Strays::Done);
            // What is being written keeps nothing else waiting.
            if strays == Strays::More {
                return Vec::new();
            }
        }
        if self.sweeps {
            self.sweeps = sweep(connection).unwrap_or_else(|error| {
                tracing::warn!(%error, "the file could not be swept; it is tried again when somebody is forgotten and at the next start");
                false
            });
        } else if self.frees {
            self.frees = free(connection).unwrap_or_else(|error| {
                tracing::warn!(%error, "free pages could not be given back");
                false
            });
            self.shrinks |= self.frees;
        } else if self.erases || self.shrinks {
            let left = !empty_journal(connection);
            (self.erases, self.shrinks) = (self.erases && left, self.shrinks && left);
        }
        let ended = !(self.sweeps || self.frees || self.erases || self.archives.has_strays());
        if ended || self.since.elapsed() >= PATIENCE { std::mem::take(&mut self.waiting) } else { Vec::new() }
    }

    /// The answers that still wait, when there will be no more steps.
    pub(super) fn take_waiting(&mut self) -> Vec<CommitCallback> {
        std::mem::take(&mut self.waiting)
    }
}

/// Sweeps some pages in one transaction; `false` if none are left.
fn sweep(connection: &mut Connection) -> Result<bool, rusqlite::Error> {
    let select = "SELECT page, rest FROM to_sweep";
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let row = transaction.query_row(select, (), |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((page, rest)): Option<(i64, Option<i64>)> = row else { return Ok(false) };
    let pages: i64 = transaction.pragma_query_value(None, "page_count", |row| row.get(0))?;
    if pages >= TOO_MANY {
        tracing::warn!("the file is too large to be swept; `neuland backup` writes one without leftovers");
        return Ok(false);
    }
    let from = if (1..=pages).contains(&page) { page } else { 1 };
    let to = pages.min(from + PAGES - 1);
    let rest = rest.unwrap_or(2 * pages) - (to - from + 1);
    {
        let layout = Layout::of(&transaction)?;
        let mut read = transaction.prepare_cached("SELECT data FROM sqlite_dbpage WHERE pgno = ?1")?;
        let mut write = transaction.prepare_cached("UPDATE sqlite_dbpage SET data = ?2 WHERE pgno = ?1")?;
        for number in (from..=to).filter(|&number| layout.may_be_tree(number)) {
            let mut data: Vec<u8> = read.query_row([number], |row| row.get(0))?;
            if layout.clear_gap(number, &mut data) {
                write.execute(params![number, data])?;
            }
        }
    }
    if rest > 0 {
        transaction.execute("UPDATE to_sweep SET page = ?1, rest = ?2", [to + 1, rest])?;
    } else {
        transaction.execute("DELETE FROM to_sweep", ())?;
    }
    transaction.commit()?;
    Ok(rest > 0)
}

/// Gives some free pages back to the file system; `false` if there are none, or the file was made by a version that could
/// not.
fn free(connection: &Connection) -> Result<bool, rusqlite::Error> {
    let ask = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    if ask("auto_vacuum")? != INCREMENTAL || ask("freelist_count")? == 0 {
        return Ok(false);
    }
    // Each row is one page, so all must be fetched.
    let mut free = connection.prepare(&format!("PRAGMA incremental_vacuum({FREED})"))?;
    let mut rows = free.query(())?;
    while rows.next()?.is_some() {}
    Ok(true)
}

/// The layout of an SQLite file (<https://www.sqlite.org/fileformat2.html>).
struct Layout {
    /// The bytes of a page that SQLite uses.
    usable: usize,
    /// The page that holds the byte by which files are locked.
    locked: i64,
    /// The number of pages from one pointer map to the next, if there are any.
    mapped: Option<i64>,
}

impl Layout {
    fn of(connection: &Connection) -> Result<Layout, rusqlite::Error> {
        let ask = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        let size = ask("page_size")?;
        let reserved: i64 = connection.query_row(
            "SELECT hex(substr(data, 21, 1)) = '00' FROM sqlite_dbpage WHERE pgno = 1",
            (),
            |row| row.get(0),
        )?;
        // We never reserve anything; a file in which somebody did is not ours to understand.
        let usable = if reserved == 1 { size } else { 0 };
        let mapped = (ask("auto_vacuum")? != 0).then_some(usable / 5 + 1);
        Ok(Layout {
            usable: usize::try_from(usable).unwrap_or(0),
            locked: (1 << 30) / size.max(1) + 1,
            mapped,
        })
    }

    /// Whether a page can be one of a b-tree: it is not the locked one and no pointer map.
    fn may_be_tree(&self, number: i64) -> bool {
        let is_map = self.mapped.is_some_and(|mapped| {
            let map = (number - 2) / mapped * mapped + 2;
            number >= 2 && number == if map == self.locked { map + 1 } else { map }
        });
        self.usable > 0 && number != self.locked && !is_map
    }

    /// Fills what lies between the pointers and the cells of a b-tree's page with zeros; whether anything was there. Other
    /// pages begin with the number of a page, whose first byte is 0 or 1 as long as there are not [`TOO_MANY`].
    fn clear_gap(&self, number: i64, data: &mut [u8]) -> bool {
        let head = if number == 1 { 100 } else { 0 };
        let two = |at: usize| Some(usize::from(u16::from_be_bytes([*data.get(at)?, *data.get(at + 1)?])));
        let gap = (|| {
            let pointers = head
                + match data.get(head)? {
                    2 | 5 => 12,
                    10 | 13 => 8,
                    _ => return None,
                };
            let begin = pointers + 2 * two(head + 3)?;
            let end = match two(head + 5)? {
                0 => 65_536,
                end => end,
            };
            let cells_fit = (pointers..begin)
                .step_by(2)
                .all(|at| two(at).is_some_and(|cell| (end..self.usable).contains(&cell)));
            (begin <= end && end <= self.usable && cells_fit).then_some(begin..end)
        })();
        let Some(gap) = gap.and_then(|gap| data.get_mut(gap)) else { return false };
        let is_dirty = gap.iter().any(|byte| *byte != 0);
        gap.fill(0);
        is_dirty
    }
}

/// Answers those who wait for the end of a sweep: everything is committed.
pub(super) fn release(waiting: Vec<CommitCallback>, answer: impl Fn(CommitCallback, Result<(), StoreError>)) {
    waiting.into_iter().for_each(|done| answer(done, Ok(())));
}
