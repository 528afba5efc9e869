//! The writer of a SQLite store: takes everything that waits, stores it in one transaction, answers.

use super::anchors::Anchors;
use super::archive::files::{Archives, Step};
use super::archive::sqlite::{ArchiveError, ArchiveTask, bring_back, find, next_seq, write as write_keeping};
use super::file::{explain, note_to_sweep};
use super::journal::{checkpoint, count_pages, empty_journal, is_at_most};
use super::sweep::{Maintenance, release};
use super::{
    Batch, Change, CommitCallback, Index, StoreError, StoreObserver, blocks, moderation, recovery, results,
};
use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// The size up to which a file is swept before the caller who forgot somebody gets the answer; a larger one is swept afterwards.
/// Both in small steps, between which others are served.
const SWEPT_AT_ONCE: u64 = 64 * 1024 * 1024;
/// Batches committed together at most: beyond that, waiting longer gains nothing.
const GROUP: usize = 256;

/// The interval at which the writer checks whether files that were taken away are back, so that upkeep can go on.
const DISPLACED: Duration = Duration::from_millis(250);

/// A write that waits.
pub(super) enum PendingWrite {
    Batch(Batch),
    Changes(Vec<Change>),
    Keeping(ArchiveTask),
}

/// A job for the writer.
pub(super) enum Job {
    /// To write this.
    Write(PendingWrite, CommitCallback),
    /// To note that the server runs at this moment.
    Alive(u64, SyncSender<Result<(), StoreError>>),
    /// To answer when nothing is left to sweep.
    Settle(CommitCallback),
    /// To delete archive files that do not count.
    Strays,
}

/// Tells the upkeep what a write leaves to be done; returns whether a person was forgotten.
fn note(write: &PendingWrite, is_done: bool, upkeep: &mut Maintenance<'_>) -> bool {
    match write {
        PendingWrite::Changes(changes) if is_done => {
            if changes.iter().any(Change::erases) {
                upkeep.note_erased();
            }
            return changes.iter().any(|change| matches!(change, Change::Forget(_)));
        }
        PendingWrite::Keeping(ArchiveTask::Sweep) => upkeep.note_erased(),
        PendingWrite::Keeping(ArchiveTask::Erase(_)) => upkeep.note_deleted(),
        PendingWrite::Keeping(ArchiveTask::Move { .. }) => upkeep.note_freed(),
        _ => {}
    }
    false
}

/// The writer: takes everything that waits, stores it in one transaction, answers.
pub(super) fn write_all(
    mut connection: Connection,
    path: &Path,
    waiting: &Receiver<Job>,
    watch: &dyn StoreObserver,
    archives: &Archives,
    anchors: &Anchors,
) {
    let pages = count_pages(&mut connection);
    let mut upkeep = Maintenance::new(&connection, archives);
    loop {
        // Where the files were taken away, nothing is swept or deleted either.
        let at_least = if anchors.check().is_ok() { Duration::ZERO } else { DISPLACED };
        let next = match upkeep.pause().map(|pause| pause.max(at_least)) {
            Some(pause) => waiting.recv_timeout(pause),
            None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let first = match next {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = anchors.check() {
                    upkeep.take_waiting().into_iter().for_each(|done| answer(done, Err(error.clone())));
                    continue;
                }
                release(upkeep.step(&mut connection), answer);
                checkpoint(&connection, &pages, watch);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let (mut writes, mut answers, mut alive) = (Vec::new(), Vec::new(), Vec::new());
        for job in std::iter::once(first).chain(waiting.try_iter().take(GROUP - 1)) {
            match job {
                Job::Write(written, done) => {
                    writes.push(written);
                    answers.push(done);
                }
                Job::Alive(now, noted) => alive.push((now, noted)),
                Job::Settle(done) => {
                    upkeep.note_erased();
                    upkeep.answer_at_end(done);
                }
                Job::Strays => upkeep.look_for_strays(),
            }
        }
        if writes.is_empty() && alive.is_empty() {
            continue;
        }
        let began = Instant::now();
        let latest = alive.iter().map(|(now, _)| *now).max();
        // Checked again before anybody is answered: what is acknowledged is in the files that the paths lead to.
        let written = anchors.check().and_then(|()| {
            let results = write_group(&mut connection, &writes, latest, archives);
            results
                .map_err(|error| explain(path, error))
                .and_then(|results| anchors.check().map(|()| results))
        });
        let is_back = archives.take_brought_back();
        watch.committed(began.elapsed(), writes.len());
        // Whoever noted that the server runs may have gone; what is written is answered always.
        match written {
            Ok(results) => {
                // Report the step before answering, so that an answered caller never sees a step of an earlier write.
                if is_back {
                    archives.reached(Step::BroughtBack);
                }
                let is_small = is_at_most(&connection, SWEPT_AT_ONCE);
                for ((write, done), result) in writes.iter().zip(answers).zip(results) {
                    if note(write, result.is_ok(), &mut upkeep) && is_small {
                        upkeep.answer_at_end(done);
                    } else {
                        answer(done, result);
                    }
                }
                alive.into_iter().for_each(|(_, noted)| drop(noted.send(Ok(()))));
            }
            Err(error) => {
                tracing::error!(%error, "entries could not be stored");
                watch.failed(answers.len().max(1));
                answers.into_iter().for_each(|done| answer(done, Err(error.clone())));
                alive.into_iter().for_each(|(_, noted)| drop(noted.send(Err(error.clone()))));
                if matches!(error, StoreError::Displaced { .. }) {
                    continue;
                }
            }
        }
        checkpoint(&connection, &pages, watch);
        if upkeep.is_overdue() {
            release(upkeep.step(&mut connection), answer);
        }
    }
    // What is left of a sweep goes on at the next start.
    release(upkeep.take_waiting(), answer);
    empty_journal(&connection);
}

/// Answers one batch. A panic in the callback must not stop the writer, which others rely on.
fn answer(done: CommitCallback, result: Result<(), StoreError>) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| done(result))).is_err() {
        tracing::error!("the answer to a stored batch failed");
    }
}

/// Brings the log that a batch or change writes to back from the archive first.
fn restore_for(
    connection: &Connection,
    archives: &Archives,
    write: &PendingWrite,
) -> Result<(), ArchiveError> {
    match write {
        PendingWrite::Batch(Batch { table, entries, .. }) => {
            let seq = entries.first().map_or(0, |entry| entry.seq);
            match find(connection, *table)? {
                None => Ok(()),
                // Whoever opens a table again is refused without reading anything.
                Some(filed) if seq < filed.entries => {
                    Err(ArchiveError::Refused(StoreError::Conflict { table: *table, seq }))
                }
                Some(filed) => bring_back(connection, archives, *table, &filed),
            }
        }
        PendingWrite::Changes(changes) => changes.iter().try_for_each(|change| match change {
            Change::Amend { table, .. } => match find(connection, *table)? {
                None => Ok(()),
                Some(filed) => bring_back(connection, archives, *table, &filed),
            },
            _ => Ok(()),
        }),
        PendingWrite::Keeping(_) => Ok(()),
    }
}

/// Writes everything, and the time at which the server runs, in one transaction; each write is stored or refused for itself. An
/// error means that nothing is stored.
fn write_group(
    connection: &mut Connection,
    writes: &[PendingWrite],
    alive: Option<u64>,
    archives: &Archives,
) -> rusqlite::Result<Vec<Result<(), StoreError>>> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(now) = alive {
        transaction
            .prepare_cached(
                "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
            )?
            .execute([now.cast_signed()])?;
    }
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        // A savepoint takes back the first half of what is refused in its second half.
        let savepoint = transaction.savepoint()?;
        match restore_for(&savepoint, archives, write) {
            Ok(()) => {}
            Err(ArchiveError::Sql(error)) => return Err(error),
            Err(ArchiveError::Refused(error)) => {
                drop(savepoint);
                results.push(Err(error));
                continue;
            }
        }
        let written = match write {
            PendingWrite::Batch(batch) => write_batch(&savepoint, batch),
            PendingWrite::Keeping(keeping) => write_keeping(&savepoint, keeping),
            PendingWrite::Changes(changes) => {
                changes.iter().try_for_each(|change| write_change(&savepoint, change)).map(|()| true)
            }
        };
        match written {
            Ok(true) => {
                savepoint.commit()?;
                results.push(Ok(()));
            }
            refused => {
                drop(savepoint);
                match refused {
                    // An account has changed, or a code cannot be used: of all statements these alone look at the rows.
                    Err(rusqlite::Error::QueryReturnedNoRows) => results.push(Err(StoreError::Stale)),
                    Err(rusqlite::Error::StatementChangedRows(_)) => results.push(Err(StoreError::CodeSpent)),
                    Err(error) if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) => {
                        return Err(error);
                    }
                    _ => results.push(Err(match write {
                        PendingWrite::Batch(batch) => {
                            let seq = batch.entries.first().map_or(0, |entry| entry.seq);
                            StoreError::Conflict { table: batch.table, seq }
                        }
                        // Of all that is kept of people, only the names of accounts can be in each other's way.
                        PendingWrite::Changes(_) => StoreError::NameTaken,
                        PendingWrite::Keeping(keeping) => match keeping.table() {
                            Some(table) => StoreError::Conflict { table, seq: 0 },
                            None => StoreError::Closed,
                        },
                    })),
                }
            }
        }
    }
    transaction.commit()?;
    Ok(results)
}

/// `false`: the batch does not begin right after what is stored.
fn write_batch(connection: &Connection, batch: &Batch) -> rusqlite::Result<bool> {
    let table = batch.table.number().cast_signed();
    let next = next_seq(connection, table)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO entries (table_id, seq, at, command, body) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (entry, next) in batch.entries.iter().zip(next..) {
        if entry.seq.cast_signed() != next {
            return Ok(false);
        }
        insert.execute(params![table, next, entry.at.cast_signed(), entry.command, entry.body])?;
    }
    for index in &batch.index {
        match index {
            Index::Holder(holder) => connection
                .prepare_cached("INSERT OR IGNORE INTO holders (holder, table_id) VALUES (?1, ?2)")?
                .execute(params![&holder.0[..], table])?,
            Index::Code(code) => connection
                .prepare_cached("INSERT INTO codes (code, table_id) VALUES (?1, ?2)")?
                .execute(params![code, table])?,
            Index::NoCode(code) => connection
                .prepare_cached("DELETE FROM codes WHERE code = ?1 AND table_id = ?2")?
                .execute(params![code, table])?,
            Index::Tag(tag) => connection
                .prepare_cached("INSERT OR IGNORE INTO tags (tag, at, table_id) VALUES (?1, ?2, ?3)")?
                .execute(params![
                    tag.name(),
                    batch.entries.first().map_or(0, |entry| entry.at.cast_signed()),
                    table
                ])?,
        };
    }
    for tag in &batch.untag {
        connection
            .prepare_cached("DELETE FROM tags WHERE table_id = ?1 AND tag = ?2")?
            .execute(params![table, tag.name()])?;
    }
    Ok(true)
}

fn write_change(connection: &Connection, change: &Change) -> rusqlite::Result<()> {
    let execute = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        connection.prepare_cached(sql)?.execute(values).map(drop)
    };
    match change {
        Change::Keep(person) => {
            let account = person.account.as_ref();
            execute(
                "INSERT INTO persons (person, since, name, folded, password) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (person) DO UPDATE SET since = excluded.since, name = excluded.name,
                     folded = excluded.folded, password = excluded.password",
                params![
                    &person.id.0[..],
                    person.since.cast_signed(),
                    account.map(|account| &account.name),
                    account.map(|account| &account.folded),
                    account.map(|account| &account.password)
                ],
            )
        }
        Change::Rename { person, name, folded } => execute(
            "UPDATE persons SET name = ?2, folded = ?3 WHERE person = ?1 AND name IS NOT NULL",
            params![&person.0[..], name, folded],
        ),
        Change::Password { person, password } => execute(
            "UPDATE persons SET password = ?2 WHERE person = ?1 AND name IS NOT NULL",
            params![&person.0[..], password],
        ),
        Change::Expect { person, password } => connection
            .prepare_cached("SELECT 1 FROM persons WHERE person = ?1 AND password = ?2")?
            .query_row(params![&person.0[..], password], |_| Ok(())),
        Change::Begin(session) => execute(
            "INSERT OR REPLACE INTO sessions (key, person, since, seen, until, device)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                &session.key.0[..],
                &session.person.0[..],
                session.since.cast_signed(),
                session.seen.cast_signed(),
                session.until.cast_signed(),
                session.device
            ],
        ),
        Change::Used { key, at, until } => execute(
            "UPDATE sessions SET seen = ?2, until = ?3 WHERE key = ?1",
            params![&key.0[..], at.cast_signed(), until.cast_signed()],
        ),
        Change::End(key) => execute("DELETE FROM sessions WHERE key = ?1", params![&key.0[..]]),
        Change::EndOthers { person, but } => execute(
            "DELETE FROM sessions WHERE person = ?1 AND key IS NOT ?2",
            params![&person.0[..], but.as_ref().map(|key| &key.0[..])],
        ),
        Change::Forgetting(person) => {
            execute("INSERT OR IGNORE INTO forgetting (person) VALUES (?1)", params![&person.0[..]])
        }
        Change::Forget(person) => {
            note_to_sweep(connection)?;
            recovery::forget(connection, *person)?;
            execute("DELETE FROM sessions WHERE person = ?1", params![&person.0[..]])?;
            execute("DELETE FROM forgetting WHERE person = ?1", params![&person.0[..]])?;
            moderation::forget(connection, *person)?;
            blocks::forget(connection, *person)?;
            results::forget(connection, *person)?;
            execute("DELETE FROM persons WHERE person = ?1", params![&person.0[..]])
        }
        Change::Amend { table, bodies, commands: (before, after), numbers } => {
            let table = table.number().cast_signed();
            let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            execute(
                "UPDATE entries SET command = ?3 || substr(command, length(?2) + 1)
                 WHERE table_id = ?1 AND seq BETWEEN ?4 AND ?5 AND substr(command, 1, length(?2)) = ?2",
                params![table, before, after, bound(*numbers.start()), bound(*numbers.end())],
            )?;
            for (seq, body) in bodies {
                execute(
                    "UPDATE entries SET body = ?3 WHERE table_id = ?1 AND seq = ?2",
                    params![table, seq.cast_signed(), body],
                )?;
            }
            Ok(())
        }
        Change::Moderate(step) => moderation::write(connection, step),
        Change::Code(change) => change.write(connection),
        Change::HandOn { table, from, to } => {
            results::hand_on(connection, *table, *from, *to)?;
            let table = table.number().cast_signed();
            execute("DELETE FROM holders WHERE holder = ?1 AND table_id = ?2", params![&from.0[..], table])?;
            let Some(to) = to else { return note_to_sweep(connection) };
            execute(
                "INSERT OR IGNORE INTO holders (holder, table_id) VALUES (?1, ?2)",
                params![&to.0[..], table],
            )
        }
        Change::Blocks(change) => blocks::write(connection, change),
        Change::Results(change) => results::write(connection, change),
    }
}
