//! The archive of a SQLite store: what its main file says of the archive files.

use super::Erasure;
use super::files::{ArchiveFile, Archives, Step};
use crate::file::{entry, note_to_sweep};
use crate::{StoreError, StoredEntry};
use rusqlite::{Connection, OptionalExtension, params};
use table::keys::TableId;

/// A task of the writer for the archive.
pub(crate) enum ArchiveTask {
    /// Names a file before it is written.
    Name(String),
    /// Moves a table whose log is still this one into its file.
    Move { table: TableId, filed: ArchiveFile, log: Vec<StoredEntry> },
    /// Deletes a table.
    Erase(Erasure),
    /// Has the file swept now.
    Sweep,
}

impl ArchiveTask {
    /// The table to name in the error that its log is another one.
    pub(crate) fn table(&self) -> Option<TableId> {
        match self {
            ArchiveTask::Move { table, .. } | ArchiveTask::Erase(Erasure { table, .. }) => Some(*table),
            ArchiveTask::Name(_) | ArchiveTask::Sweep => None,
        }
    }
}

/// The reason a log could not be brought back.
pub(crate) enum ArchiveError {
    /// The main file cannot be written.
    Sql(rusqlite::Error),
    /// The batch or change alone is refused.
    Refused(StoreError),
}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> ArchiveError {
        ArchiveError::Sql(error)
    }
}

fn filed(row: &rusqlite::Row<'_>, from: usize) -> rusqlite::Result<ArchiveFile> {
    Ok(ArchiveFile {
        file: row.get(from)?,
        entries: row.get(from + 1).map(i64::cast_unsigned)?,
        bytes: row.get(from + 2).map(i64::cast_unsigned)?,
        crc: row.get(from + 3)?,
        at: row.get(from + 4).map(i64::cast_unsigned)?,
    })
}

/// Returns the archive file of a table's log, if it is in the archive.
pub(crate) fn find(connection: &Connection, table: TableId) -> rusqlite::Result<Option<ArchiveFile>> {
    connection
        .prepare_cached("SELECT file, entries, bytes, crc, at FROM archived WHERE table_id = ?1")?
        .query_row([table.number().cast_signed()], |row| filed(row, 0))
        .optional()
}

/// Every archived table of a file, in order of their ids; files of older versions have none.
pub(crate) fn all(connection: &Connection) -> rusqlite::Result<Vec<(i64, ArchiveFile)>> {
    let has_archive = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'archived'";
    if !connection.prepare(has_archive)?.exists(())? {
        return Ok(Vec::new());
    }
    connection
        .prepare("SELECT table_id, file, entries, bytes, crc, at FROM archived ORDER BY table_id")?
        .query_map((), |row| Ok((row.get(0)?, filed(row, 1)?)))?
        .collect()
}

/// The entries of a table in the main file.
pub(crate) fn entries(connection: &Connection, table: TableId) -> rusqlite::Result<Vec<StoredEntry>> {
    part(connection, table, 0, usize::MAX)
}

/// Returns the entries of a table in the main file from number `from` on, at most `most` of them.
pub(crate) fn part(
    connection: &Connection,
    table: TableId,
    from: u64,
    most: usize,
) -> rusqlite::Result<Vec<StoredEntry>> {
    const PART: &str =
        "SELECT seq, at, command, body FROM entries WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3";
    // Numbers are whole and not negative in the file: none is beyond.
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    connection
        .prepare_cached(PART)?
        .query_map([table.number().cast_signed(), from, most], |row| entry(row, 0))?
        .collect()
}

/// The number of the next entry of a table in the main file.
pub(crate) fn next_seq(connection: &Connection, table: i64) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE table_id = ?1")?
        .query_row([table], |row| row.get(0))
}

/// Does something for the archive; `false`: the table has another log.
pub(crate) fn write(connection: &Connection, keeping: &ArchiveTask) -> rusqlite::Result<bool> {
    match keeping {
        ArchiveTask::Name(file) => {
            connection.prepare_cached("INSERT INTO stray (file) VALUES (?1)")?.execute([file])?;
            Ok(true)
        }
        ArchiveTask::Move { table, filed, log } => write_move(connection, *table, filed, log),
        ArchiveTask::Erase(erasure) => erase(connection, erasure),
        ArchiveTask::Sweep => note_to_sweep(connection).map(|()| true),
    }
}

fn write_move(
    connection: &Connection,
    table: TableId,
    filed: &ArchiveFile,
    log: &[StoredEntry],
) -> rusqlite::Result<bool> {
    let number = table.number().cast_signed();
    // Something may have been added or amended since the log was read.
    let mut select = connection
        .prepare_cached("SELECT seq, at, command, body FROM entries WHERE table_id = ?1 ORDER BY seq")?;
    let mut rows = select.query([number])?;
    let mut expected = log.iter();
    while let Some(row) = rows.next()? {
        if expected.next() != Some(&entry(row, 0)?) {
            return Ok(false);
        }
    }
    if expected.next().is_some() || log.is_empty() {
        return Ok(false);
    }
    let named = connection.prepare_cached("DELETE FROM stray WHERE file = ?1")?.execute([&filed.file])?;
    if named != 1 {
        return Ok(false);
    }
    connection.prepare_cached("DELETE FROM entries WHERE table_id = ?1")?.execute([number])?;
    connection
        .prepare_cached(
            "INSERT INTO archived (table_id, file, entries, bytes, crc, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            number,
            filed.file,
            filed.entries.cast_signed(),
            filed.bytes.cast_signed(),
            filed.crc,
            filed.at.cast_signed()
        ])?;
    count(connection, 1, filed.bytes.cast_signed())?;
    Ok(true)
}

fn count(connection: &Connection, tables: i64, bytes: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE archive_size SET tables = tables + ?1, bytes = bytes + ?2")?
        .execute([tables, bytes])?;
    Ok(())
}

/// Turns an archive file into a stray: it no longer counts.
fn stray(connection: &Connection, table: TableId, filed: &ArchiveFile) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM archived WHERE table_id = ?1")?
        .execute([table.number().cast_signed()])?;
    connection.prepare_cached("INSERT INTO stray (file) VALUES (?1)")?.execute([&filed.file])?;
    count(connection, -1, -filed.bytes.cast_signed())
}

/// Brings a log back from the archive.
pub(crate) fn bring_back(
    connection: &Connection,
    archives: &Archives,
    table: TableId,
    filed: &ArchiveFile,
) -> Result<(), ArchiveError> {
    let log = archives.read(table, filed).map_err(ArchiveError::Refused)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (table_id, seq, at, command, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for StoredEntry { seq, at, command, body } in &log {
        let number = table.number().cast_signed();
        insert.execute(params![number, seq.cast_signed(), at.cast_signed(), command, body])?;
    }
    stray(connection, table, filed)?;
    // If the transaction fails, nothing is found and nothing is lost.
    archives.note_brought_back();
    Ok(())
}

fn erase(connection: &Connection, erasure: &Erasure) -> rusqlite::Result<bool> {
    let Erasure { table, entries, holders, codes } = erasure;
    let number = table.number().cast_signed();
    let archived = find(connection, *table)?;
    let length: i64 = match &archived {
        Some(filed) => filed.entries.cast_signed(),
        None => next_seq(connection, number)?,
    };
    if length != entries.cast_signed() || length == 0 {
        return Ok(false);
    }
    if let Some(filed) = archived {
        stray(connection, *table, &filed)?;
    }
    connection.prepare_cached("DELETE FROM entries WHERE table_id = ?1")?.execute([number])?;
    connection.prepare_cached("DELETE FROM tags WHERE table_id = ?1")?.execute([number])?;
    for holder in holders {
        connection
            .prepare_cached("DELETE FROM holders WHERE holder = ?1 AND table_id = ?2")?
            .execute(params![&holder.0[..], number])?;
    }
    for code in codes {
        connection
            .prepare_cached("DELETE FROM codes WHERE code = ?1 AND table_id = ?2")?
            .execute(params![code, number])?;
    }
    // With the deletion itself: whoever deletes many tables has them swept together, and may not come to that.
    note_to_sweep(connection)?;
    Ok(true)
}

/// The state of the strays after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strays {
    /// One had its turn; there may be others.
    More,
    /// All had their turn but one, which is being written.
    InFlight,
    /// All had their turn.
    Done,
}

/// The progress of a pass over the strays, in the order of their names.
#[derive(Clone, Default, Debug)]
pub(crate) struct StrayPass {
    /// The first name whose turn is yet to come.
    from: String,
    /// The number of strays before it that could not be deleted.
    failed: i64,
}

/// Deletes the next archive file that does not count. One that cannot be deleted keeps none of the others; its turn comes
/// again when strays are looked for again.
pub(crate) fn erase_stray(
    connection: &Connection,
    archives: &Archives,
    pass: &mut StrayPass,
) -> rusqlite::Result<Strays> {
    let in_flight = archives.in_flight();
    let next = "SELECT file FROM stray WHERE file IS NOT ?1 AND file >= ?2 ORDER BY file LIMIT 1";
    let next: Option<String> = connection
        .prepare_cached(next)?
        .query_row(params![in_flight, pass.from], |row| row.get(0))
        .optional()?;
    let Some(file) = next else {
        let StrayPass { failed, .. } = std::mem::take(pass);
        let count = "SELECT count(*), count(*) FILTER (WHERE file IS ?1) FROM stray";
        let (all, writing): (i64, i64) =
            connection.prepare_cached(count)?.query_row([in_flight], |row| Ok((row.get(0)?, row.get(1)?)))?;
        return Ok(match all - writing {
            // Others were named meanwhile, whose names come before: they have their turn as well.
            others if others > failed => Strays::More,
            _ if writing > 0 => Strays::InFlight,
            _ => Strays::Done,
        });
    };
    match archives.erase(&file) {
        Ok(()) => {
            archives.reached(Step::Erased);
            connection.prepare_cached("DELETE FROM stray WHERE file = ?1")?.execute([&file])?;
        }
        Err(error) => {
            tracing::warn!(%error, "an archive file that is not needed any more could not be deleted; it is tried again later");
            pass.failed += 1;
            // The smallest name after this one.
            pass.from = file + "\0";
        }
    }
    Ok(Strays::More)
}
