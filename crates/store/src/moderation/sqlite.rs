//! The data for moderation, in SQLite.

use super::chain::START;
use super::{
    Act, Actor, AuditCheck, AuditEntry, Chain, Detail, Measure, Moderation, NewAuditEntry, Outcome, Page,
    Reason, Report, ReportFilter, ReportResolution, RoleGrant, Sanction, SanctionFilter, Step, Subject,
};
use crate::{SqliteStore, StoreError};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use std::str::FromStr;
use table::keys::{KeyHash, TableId};
use table::personal::NOBODYS_NAME;

/// The columns of an audit entry in the order in which they are read.
const AUDIT: &str = "SELECT seq, at, by, act, person, table_id, number, reason, digest, before, salt, text
     FROM audit LEFT JOIN audit_details USING (seq)";

/// The schema of reports, sanctions, roles, and the audit log, whose entries no statement can change or remove. `AUTOINCREMENT`
/// keeps a number from being used again after its row is gone: the audit log names it.
pub(crate) const SCHEMA: &str = "
    CREATE TABLE roles (
        person BLOB NOT NULL PRIMARY KEY,
        role TEXT NOT NULL,
        at INTEGER NOT NULL,
        by BLOB
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE reports (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        table_id INTEGER NOT NULL,
        version INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        reported BLOB NOT NULL,
        name TEXT NOT NULL,
        line INTEGER,
        said TEXT,
        reason TEXT NOT NULL,
        text TEXT,
        reporter BLOB NOT NULL,
        resolved_at INTEGER,
        resolved_by BLOB,
        outcome TEXT
    ) STRICT;
    CREATE INDEX reports_open ON reports (id) WHERE outcome IS NULL;
    CREATE INDEX reports_resolved ON reports (id, resolved_at) WHERE outcome IS NOT NULL;
    CREATE INDEX reports_about ON reports (reported, id);
    CREATE INDEX reports_by ON reports (reporter, id);
    CREATE INDEX reports_at ON reports (table_id, id);
    CREATE TABLE sanctions (
        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        measure TEXT NOT NULL,
        person BLOB,
        network TEXT,
        table_id INTEGER,
        since INTEGER NOT NULL,
        until INTEGER,
        reason TEXT NOT NULL,
        text TEXT,
        by BLOB,
        lifted_at INTEGER,
        lifted_by BLOB
    ) STRICT;
    CREATE INDEX sanctions_on ON sanctions (person, id) WHERE person IS NOT NULL;
    CREATE INDEX sanctions_not_lifted ON sanctions (id) WHERE lifted_at IS NULL;
    CREATE TABLE audit (
        seq INTEGER NOT NULL PRIMARY KEY,
        at INTEGER NOT NULL,
        by BLOB,
        act TEXT NOT NULL,
        person BLOB,
        table_id INTEGER,
        number INTEGER,
        reason TEXT,
        digest BLOB,
        before BLOB NOT NULL
    ) STRICT;
    CREATE INDEX audit_of ON audit (person) WHERE person IS NOT NULL;
    CREATE TABLE audit_details (
        seq INTEGER NOT NULL PRIMARY KEY,
        salt BLOB NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit BEGIN
        SELECT RAISE(ABORT, 'the audit log is append-only');
    END;
    CREATE TRIGGER audit_is_never_shortened BEFORE DELETE ON audit BEGIN
        SELECT RAISE(ABORT, 'the audit log is append-only');
    END;
    CREATE TRIGGER audit_has_no_gap BEFORE INSERT ON audit
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit) BEGIN
        SELECT RAISE(ABORT, 'the audit log is append-only');
    END;
    CREATE TRIGGER audit_details_are_never_changed BEFORE UPDATE ON audit_details BEGIN
        SELECT RAISE(ABORT, 'the details of the audit log are only ever forgotten');
    END;
";

/// A host is NULL.
fn by(actor: &Actor) -> Option<&[u8]> {
    match actor {
        Actor::Person(person) => Some(&person.0),
        Actor::Host => None,
    }
}

fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Makes a change.
pub(crate) fn write(connection: &Connection, step: &Step) -> rusqlite::Result<()> {
    let execute =
        |sql: &str, values: &[&dyn ToSql]| connection.prepare_cached(sql)?.execute(values).map(drop);
    match step {
        Step::Grant(RoleGrant { person, role, at, by: granter }) => execute(
            "INSERT INTO roles (person, role, at, by) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (person) DO UPDATE SET role = excluded.role, at = excluded.at, by = excluded.by",
            params![&person.0[..], role.name(), int(*at), by(granter)],
        ),
        Step::Revoke(person) => execute("DELETE FROM roles WHERE person = ?1", params![&person.0[..]]),
        Step::Report(report) => execute(
            "INSERT INTO reports (id, at, table_id, version, seat, reported, name, line, said, reason, text, reporter,
                 resolved_at, resolved_by, outcome)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            params![
                int(report.id),
                int(report.at),
                report.table.number().cast_signed(),
                int(report.version),
                report.seat,
                &report.reported.0[..],
                report.name,
                report.line.map(int),
                report.said,
                report.reason.name(),
                report.text,
                &report.reporter.0[..],
                report.resolved.map(|resolved| int(resolved.at)),
                report.resolved.as_ref().and_then(|resolved| by(&resolved.by)),
                report.resolved.map(|resolved| resolved.outcome.name()),
            ],
        ),
        Step::Resolve { id, resolved } => execute(
            "UPDATE reports SET resolved_at = ?2, resolved_by = ?3, outcome = ?4 WHERE id = ?1",
            params![int(*id), int(resolved.at), by(&resolved.by), resolved.outcome.name()],
        ),
        Step::Drop(id) => execute("DELETE FROM reports WHERE id = ?1 AND outcome IS NULL", params![int(*id)]),
        Step::Impose(sanction) => impose(connection, sanction),
        Step::Lift { id, at, by: lifter } => execute(
            "UPDATE sanctions SET lifted_at = ?2, lifted_by = ?3 WHERE id = ?1",
            params![int(*id), int(*at), by(lifter)],
        ),
        Step::HandOn { from, to } => [
            "UPDATE reports SET reported = ?2 WHERE reported = ?1",
            "UPDATE reports SET reporter = ?2 WHERE reporter = ?1",
            "UPDATE sanctions SET person = ?2 WHERE person = ?1",
        ]
        .into_iter()
        .try_for_each(|sql| execute(sql, params![&from.0[..], &to.0[..]])),
        Step::Audit(entry) => append(connection, entry),
        Step::Purge { before, resolved_max } => {
            let ended = "coalesce(lifted_at, until) < ?1";
            execute("DELETE FROM reports WHERE outcome IS NOT NULL AND resolved_at < ?1", params![int(*before)])?;
            execute(
                "DELETE FROM reports WHERE outcome IS NOT NULL AND id <= (
                     SELECT id FROM reports WHERE outcome IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?1)",
                params![i64::try_from(*resolved_max).unwrap_or(i64::MAX)],
            )?;
            execute(
                &format!(
                    "DELETE FROM audit_details WHERE seq IN (SELECT seq FROM audit WHERE act = ?2 AND number IN (
                         SELECT id FROM sanctions WHERE measure = ?2 AND {ended}))"
                ),
                params![int(*before), Act::SuspendNetwork.name()],
            )?;
            execute(&format!("DELETE FROM sanctions WHERE {ended}"), params![int(*before)])
        }
    }
}

fn impose(connection: &Connection, sanction: &Sanction) -> rusqlite::Result<()> {
    let (network, table) = match &sanction.measure {
        Measure::SuspendNetwork(network) => (Some(network), None),
        Measure::HideTable(table) => (None, Some(table.number().cast_signed())),
        Measure::Mute(_) | Measure::Suspend(_) => (None, None),
    };
    let person = sanction.measure.person();
    connection
        .prepare_cached(
            "INSERT INTO sanctions (id, measure, person, network, table_id, since, until, reason, text, by, lifted_at,
                 lifted_by)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            int(sanction.id),
            sanction.measure.act().name(),
            person.as_ref().map(|person| &person.0[..]),
            network,
            table,
            int(sanction.since),
            sanction.until.map(int),
            sanction.reason.name(),
            sanction.text,
            by(&sanction.by),
            sanction.lifted.map(|(at, _)| int(at)),
            sanction.lifted.as_ref().and_then(|(_, lifter)| by(lifter)),
        ])
        .map(drop)
}

/// Appends an entry to the audit log, behind the last one.
fn append(connection: &Connection, entry: &NewAuditEntry) -> rusqlite::Result<()> {
    let last = connection
        .prepare_cached(&format!("{AUDIT} ORDER BY seq DESC LIMIT 1"))?
        .query_row((), read_entry)
        .optional()?;
    let (seq, before) = last.map_or((1, START), |last| (last.seq + 1, last.hash()));
    let AuditEntry { entry, digest, .. } = entry.clone().placed(seq, before);
    let (person, table) = match &entry.subject {
        Subject::Person(person) => (Some(&person.0[..]), None),
        Subject::Table(table) => (None, Some(table.number().cast_signed())),
        Subject::Number => (None, None),
    };
    connection
        .prepare_cached(
            "INSERT INTO audit (seq, at, by, act, person, table_id, number, reason, digest, before)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            int(seq),
            int(entry.at),
            by(&entry.by),
            entry.act.name(),
            person,
            table,
            entry.number.map(int),
            entry.reason.map(Reason::name),
            digest.as_ref().map(|digest| &digest[..]),
            &before[..],
        ])?;
    if let Some(Detail { salt, text }) = &entry.detail {
        connection
            .prepare_cached("INSERT INTO audit_details (seq, salt, text) VALUES (?1, ?2, ?3)")?
            .execute(params![int(seq), &salt[..], text])?;
    }
    Ok(())
}

/// Forgets the texts and names of a person. A sanction keeps the hash of a forgotten person, so that it does not end with that;
/// the audit log keeps it as well.
pub(crate) fn forget(connection: &Connection, person: KeyHash) -> rusqlite::Result<()> {
    let execute =
        |sql: &str, values: &[&dyn ToSql]| connection.prepare_cached(sql)?.execute(values).map(drop);
    let (person, nobody) = (&person.0[..], &KeyHash::NOBODY.0[..]);
    execute("DELETE FROM roles WHERE person = ?1", params![person])?;
    execute("UPDATE reports SET reporter = ?2, text = NULL WHERE reporter = ?1", params![person, nobody])?;
    execute(
        "UPDATE reports SET reported = ?2, name = ?3, said = NULL, text = NULL WHERE reported = ?1",
        params![person, nobody, NOBODYS_NAME],
    )?;
    execute("UPDATE sanctions SET text = NULL WHERE person = ?1", params![person])?;
    execute(
        "DELETE FROM audit_details WHERE seq IN (SELECT seq FROM audit WHERE person = ?1)",
        params![person],
    )
}

/// A column whose text is one of the words of a type.
struct Word<T>(T);

impl<T: FromStr<Err: std::error::Error + Send + Sync + 'static>> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map(Word).map_err(|error: T::Err| FromSqlError::Other(Box::new(error)))
    }
}

/// A word that is stored.
fn word<T: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    row.get(column).map(|Word(value)| value)
}

fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

fn maybe(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned))
}

fn person(row: &Row<'_>, column: usize) -> rusqlite::Result<KeyHash> {
    row.get(column).map(KeyHash)
}

fn actor(row: &Row<'_>, column: usize) -> rusqlite::Result<Actor> {
    let person: Option<[u8; 32]> = row.get(column)?;
    Ok(person.map_or(Actor::Host, |person| Actor::Person(KeyHash(person))))
}

fn table(row: &Row<'_>, column: usize) -> rusqlite::Result<TableId> {
    TableId::new(number(row, column)?).ok_or_else(|| {
        let reason = "no table has this number";
        rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, reason.into())
    })
}

/// The columns of a report in the order in which they are read.
const REPORT: &str =
    "SELECT id, at, table_id, version, seat, reported, name, line, said, reason, text, reporter, resolved_at,
     resolved_by, outcome FROM reports";

fn read_report(row: &Row<'_>) -> rusqlite::Result<Report> {
    let outcome: Option<Word<Outcome>> = row.get(14)?;
    let resolved = match outcome {
        Some(Word(outcome)) => Some(ReportResolution { at: number(row, 12)?, by: actor(row, 13)?, outcome }),
        None => None,
    };
    Ok(Report {
        id: number(row, 0)?,
        at: number(row, 1)?,
        table: table(row, 2)?,
        version: number(row, 3)?,
        seat: row.get(4)?,
        reported: person(row, 5)?,
        name: row.get(6)?,
        line: maybe(row, 7)?,
        said: row.get(8)?,
        reason: word(row, 9)?,
        text: row.get(10)?,
        reporter: person(row, 11)?,
        resolved,
    })
}

fn read_sanction(row: &Row<'_>) -> rusqlite::Result<Sanction> {
    let measure = match word(row, 1)? {
        Act::Mute => Measure::Mute(person(row, 2)?),
        Act::Suspend => Measure::Suspend(person(row, 2)?),
        Act::SuspendNetwork => Measure::SuspendNetwork(row.get(3)?),
        Act::HideTable => Measure::HideTable(table(row, 4)?),
        _ => {
            let reason = "this is no sanction";
            return Err(rusqlite::Error::FromSqlConversionFailure(1, Type::Text, reason.into()));
        }
    };
    let lifted = match maybe(row, 10)? {
        Some(at) => Some((at, actor(row, 11)?)),
        None => None,
    };
    Ok(Sanction {
        id: number(row, 0)?,
        measure,
        since: number(row, 5)?,
        until: maybe(row, 6)?,
        reason: word(row, 7)?,
        text: row.get(8)?,
        by: actor(row, 9)?,
        lifted,
    })
}

fn read_entry(row: &Row<'_>) -> rusqlite::Result<AuditEntry> {
    let reason: Option<Word<Reason>> = row.get(7)?;
    let subject = match (row.get::<_, Option<[u8; 32]>>(4)?, row.get::<_, Option<i64>>(5)?) {
        (Some(person), _) => Subject::Person(KeyHash(person)),
        (None, Some(_)) => Subject::Table(table(row, 5)?),
        (None, None) => Subject::Number,
    };
    let detail = match (row.get(10)?, row.get(11)?) {
        (Some(salt), Some(text)) => Some(Detail { salt, text }),
        _ => None,
    };
    Ok(AuditEntry {
        seq: number(row, 0)?,
        entry: NewAuditEntry {
            at: number(row, 1)?,
            by: actor(row, 2)?,
            act: word(row, 3)?,
            subject,
            number: maybe(row, 6)?,
            reason: reason.map(|Word(reason)| reason),
            detail,
        },
        digest: row.get(8)?,
        before: row.get(9)?,
    })
}

/// The bounds of a page as SQL has them.
fn bounds(page: Page) -> (i64, i64) {
    (page.before.map_or(i64::MAX, int), i64::try_from(page.limit).unwrap_or(i64::MAX))
}

impl Moderation for SqliteStore {
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError> {
        self.read(|connection| {
            let mut select =
                connection.prepare_cached("SELECT person, role, at, by FROM roles ORDER BY at")?;
            let granted = |row: &Row<'_>| {
                Ok(RoleGrant {
                    person: person(row, 0)?,
                    role: word(row, 1)?,
                    at: number(row, 2)?,
                    by: actor(row, 3)?,
                })
            };
            select.query_map((), granted)?.collect()
        })
    }

    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError> {
        let (before, limit) = bounds(page);
        let (condition, value): (_, Box<dyn ToSql>) = match which {
            ReportFilter::Open => ("outcome IS NULL AND ?3 IS NULL", Box::new(None::<i64>)),
            ReportFilter::Resolved => ("outcome IS NOT NULL AND ?3 IS NULL", Box::new(None::<i64>)),
            ReportFilter::About(person) => ("reported = ?3", Box::new(person.0.to_vec())),
            ReportFilter::By(person) => ("reporter = ?3", Box::new(person.0.to_vec())),
            ReportFilter::At(table) => ("table_id = ?3", Box::new(table.number().cast_signed())),
        };
        let select = format!("{REPORT} WHERE {condition} AND id < ?1 ORDER BY id DESC LIMIT ?2");
        self.read(|connection| {
            connection
                .prepare_cached(&select)?
                .query_map(params![before, limit, value], read_report)?
                .collect()
        })
    }

    fn report(&self, id: u64) -> Result<Option<Report>, StoreError> {
        let select = format!("{REPORT} WHERE id = ?1");
        self.read(|connection| {
            connection.prepare_cached(&select)?.query_row([int(id)], read_report).optional()
        })
    }

    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError> {
        let (before, limit) = bounds(page);
        let (condition, value): (_, Box<dyn ToSql>) = match which {
            SanctionFilter::InForce(now) => {
                ("lifted_at IS NULL AND (until IS NULL OR until > ?3)", Box::new(int(now)))
            }
            SanctionFilter::All => ("?3 IS NULL", Box::new(None::<i64>)),
            SanctionFilter::On(person) => ("person = ?3", Box::new(person.0.to_vec())),
        };
        let select = format!(
            "SELECT id, measure, person, network, table_id, since, until, reason, text, by, lifted_at, lifted_by
             FROM sanctions WHERE {condition} AND id < ?1 ORDER BY id DESC LIMIT ?2"
        );
        self.read(|connection| {
            connection
                .prepare_cached(&select)?
                .query_map(params![before, limit, value], read_sanction)?
                .collect()
        })
    }

    fn last_numbers(&self) -> Result<(u64, u64), StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare_cached("SELECT seq FROM sqlite_sequence WHERE name = ?1")?;
            let mut last = |name: &str| {
                let last = select.query_row([name], |row| number(row, 0)).optional();
                last.map(Option::unwrap_or_default)
            };
            Ok((last("reports")?, last("sanctions")?))
        })
    }

    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError> {
        let (before, limit) = bounds(page);
        let select = format!("{AUDIT} WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2");
        self.read(|connection| {
            connection.prepare_cached(&select)?.query_map([before, limit], read_entry)?.collect()
        })
    }

    fn check_audit(&self) -> Result<AuditCheck, StoreError> {
        let select = format!("{AUDIT} ORDER BY seq");
        self.read(|connection| {
            let mut chain = Chain::default();
            for entry in connection.prepare_cached(&select)?.query_map((), read_entry)? {
                chain.follow(&entry?);
            }
            Ok(chain.finish())
        })
    }
}
