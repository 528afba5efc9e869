//! The data for moderation, in PostgreSQL.

use crate::work::{Refusal, Work, execute};
use crate::{PostgresStore, parameters};
use std::str::FromStr;
use store::StoreError;
use store::moderation::{
    Act, Actor, AuditCheck, AuditEntry, Chain, Detail, Measure, Moderation, NewAuditEntry, Outcome, Page,
    Reason, Report, ReportFilter, ReportResolution, RoleGrant, START, Sanction, SanctionFilter, Step,
    Subject,
};
use table::keys::{KeyHash, TableId};
use table::personal::NOBODYS_NAME;
use tokio_postgres::Row;

/// The columns of an audit entry in the order in which they are read.
macro_rules! audit {
    ($rest:literal) => {
        concat!(
            "SELECT seq, at, by, act, person, table_id, number, reason, digest, before, salt, text
             FROM audit LEFT JOIN audit_details USING (seq) ",
            $rest
        )
    };
}

/// The columns of a report in the order in which they are read.
macro_rules! report {
    ($condition:literal) => {
        concat!(
            "SELECT id, at, table_id, version, seat, reported, name, line, said, reason, text, reporter, resolved_at,
                 resolved_by, outcome
             FROM reports WHERE ",
            $condition
        )
    };
}

/// The columns of a sanction in the order in which they are read.
macro_rules! sanction {
    ($condition:literal) => {
        concat!(
            "SELECT id, measure, person, network, table_id, since, until, reason, text, by, lifted_at, lifted_by
             FROM sanctions WHERE ",
            $condition,
            " AND id < $1 ORDER BY id DESC LIMIT $2"
        )
    };
}

/// Entries of the audit log that are checked at a time.
const PART: i64 = 1_000;

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
pub(crate) async fn write(transaction: &Work<'_>, step: &Step) -> Result<(), Refusal> {
    match step {
        Step::Grant(RoleGrant { person, role, at, by: granter }) => {
            execute(
                transaction,
                "INSERT INTO roles (person, role, at, by) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (person) DO UPDATE SET role = excluded.role, at = excluded.at, by = excluded.by",
                &[&&person.0[..], &role.name(), &int(*at), &by(granter)],
            )
            .await?;
        }
        Step::Revoke(person) => {
            execute(transaction, "DELETE FROM roles WHERE person = $1", &[&&person.0[..]]).await?;
        }
        Step::Report(report) => keep_report(transaction, report).await?,
        Step::Resolve { id, resolved } => {
            execute(
                transaction,
                "UPDATE reports SET resolved_at = $2, resolved_by = $3, outcome = $4 WHERE id = $1",
                &[&int(*id), &int(resolved.at), &by(&resolved.by), &resolved.outcome.name()],
            )
            .await?;
        }
        Step::Drop(id) => {
            execute(transaction, "DELETE FROM reports WHERE id = $1 AND outcome IS NULL", &[&int(*id)])
                .await?;
        }
        Step::Impose(sanction) => impose(transaction, sanction).await?,
        Step::Lift { id, at, by: lifter } => {
            let lift = "UPDATE sanctions SET lifted_at = $2, lifted_by = $3 WHERE id = $1";
            execute(transaction, lift, &[&int(*id), &int(*at), &by(lifter)]).await?;
        }
        Step::HandOn { from, to } => {
            for sql in [
                "UPDATE reports SET reported = $2 WHERE reported = $1",
                "UPDATE reports SET reporter = $2 WHERE reporter = $1",
                "UPDATE sanctions SET person = $2 WHERE person = $1",
            ] {
                execute(transaction, sql, &[&&from.0[..], &&to.0[..]]).await?;
            }
        }
        Step::Audit(entry) => append(transaction, entry).await?,
        Step::Purge { before, resolved_max } => {
            let most = i64::try_from(*resolved_max).unwrap_or(i64::MAX);
            purge(transaction, int(*before), most).await?;
        }
    }
    Ok(())
}

async fn keep_report(transaction: &Work<'_>, report: &Report) -> Result<(), Refusal> {
    let resolved = report.resolved.as_ref();
    execute(
        transaction,
        "INSERT INTO reports (id, at, table_id, version, seat, reported, name, line, said, reason, text, reporter,
             resolved_at, resolved_by, outcome)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        &[
            &int(report.id),
            &int(report.at),
            &report.table.number().cast_signed(),
            &int(report.version),
            &i64::from(report.seat),
            &&report.reported.0[..],
            &report.name,
            &report.line.map(int),
            &report.said,
            &report.reason.name(),
            &report.text,
            &&report.reporter.0[..],
            &resolved.map(|resolved| int(resolved.at)),
            &resolved.and_then(|resolved| by(&resolved.by)),
            &resolved.map(|resolved| resolved.outcome.name()),
        ],
    )
    .await?;
    // A number is not used again after its row is gone: the audit log names it.
    let note = "UPDATE last_numbers SET reports = greatest(reports, $1)";
    execute(transaction, note, &[&int(report.id)]).await.map(drop)
}

async fn impose(transaction: &Work<'_>, sanction: &Sanction) -> Result<(), Refusal> {
    let (network, table) = match &sanction.measure {
        Measure::SuspendNetwork(network) => (Some(network), None),
        Measure::HideTable(table) => (None, Some(table.number().cast_signed())),
        Measure::Mute(_) | Measure::Suspend(_) => (None, None),
    };
    let person = sanction.measure.person();
    execute(
        transaction,
        "INSERT INTO sanctions (id, measure, person, network, table_id, since, until, reason, text, by, lifted_at,
             lifted_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        &[
            &int(sanction.id),
            &sanction.measure.act().name(),
            &person.as_ref().map(|person| &person.0[..]),
            &network,
            &table,
            &int(sanction.since),
            &sanction.until.map(int),
            &sanction.reason.name(),
            &sanction.text,
            &by(&sanction.by),
            &sanction.lifted.map(|(at, _)| int(at)),
            &sanction.lifted.as_ref().and_then(|(_, lifter)| by(lifter)),
        ],
    )
    .await?;
    let note = "UPDATE last_numbers SET sanctions = greatest(sanctions, $1)";
    execute(transaction, note, &[&int(sanction.id)]).await.map(drop)
}

async fn purge(transaction: &Work<'_>, before: i64, resolved_max: i64) -> Result<(), Refusal> {
    let old = "DELETE FROM reports WHERE outcome IS NOT NULL AND resolved_at < $1";
    execute(transaction, old, &[&before]).await?;
    execute(
        transaction,
        "DELETE FROM reports WHERE outcome IS NOT NULL AND id <= (
             SELECT id FROM reports WHERE outcome IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET $1)",
        &[&resolved_max],
    )
    .await?;
    execute(
        transaction,
        "DELETE FROM audit_details WHERE seq IN (SELECT seq FROM audit WHERE act = $2 AND number IN (
             SELECT id FROM sanctions WHERE measure = $2 AND coalesce(lifted_at, until) < $1))",
        &[&before, &Act::SuspendNetwork.name()],
    )
    .await?;
    let ended = "DELETE FROM sanctions WHERE coalesce(lifted_at, until) < $1";
    execute(transaction, ended, &[&before]).await.map(drop)
}

/// Appends an entry to the audit log, behind the last one. Until the transaction ends nobody else appends.
async fn append(transaction: &Work<'_>, entry: &NewAuditEntry) -> Result<(), Refusal> {
    execute(transaction, "LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
    let last = transaction.query_opt(audit!("ORDER BY seq DESC LIMIT 1"), &[]).await?;
    let last = last.as_ref().map(read_entry).transpose()?;
    let (seq, before) = last.map_or((1, START), |last| (last.seq + 1, last.hash()));
    let AuditEntry { entry, digest, .. } = entry.clone().placed(seq, before);
    let (person, table) = match &entry.subject {
        Subject::Person(person) => (Some(&person.0[..]), None),
        Subject::Table(table) => (None, Some(table.number().cast_signed())),
        Subject::Number => (None, None),
    };
    execute(
        transaction,
        "INSERT INTO audit (seq, at, by, act, person, table_id, number, reason, digest, before)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            &int(seq),
            &int(entry.at),
            &by(&entry.by),
            &entry.act.name(),
            &person,
            &table,
            &entry.number.map(int),
            &entry.reason.map(Reason::name),
            &digest.as_ref().map(|digest| &digest[..]),
            &&before[..],
        ],
    )
    .await?;
    if let Some(Detail { salt, text }) = &entry.detail {
        let add = "INSERT INTO audit_details (seq, salt, text) VALUES ($1, $2, $3)";
        execute(transaction, add, &[&int(seq), &&salt[..], text]).await?;
    }
    Ok(())
}

/// Forgets the texts and names of a person. A sanction keeps the hash of a forgotten person, so that it does not end with that;
/// the audit log keeps it as well.
pub(crate) async fn forget(transaction: &Work<'_>, person: KeyHash) -> Result<(), Refusal> {
    let (person, nobody) = (&person.0[..], &KeyHash::NOBODY.0[..]);
    execute(transaction, "DELETE FROM roles WHERE person = $1", &[&person]).await?;
    let by_them = "UPDATE reports SET reporter = $2, text = NULL WHERE reporter = $1";
    execute(transaction, by_them, &[&person, &nobody]).await?;
    let about_them =
        "UPDATE reports SET reported = $2, name = $3, said = NULL, text = NULL WHERE reported = $1";
    execute(transaction, about_them, &[&person, &nobody, &NOBODYS_NAME]).await?;
    execute(transaction, "UPDATE sanctions SET text = NULL WHERE person = $1", &[&person]).await?;
    let details = "DELETE FROM audit_details WHERE seq IN (SELECT seq FROM audit WHERE person = $1)";
    execute(transaction, details, &[&person]).await.map(drop)
}

/// The error for a column with a value that nobody has stored.
fn wrong(what: &str) -> StoreError {
    StoreError::Damaged { path: "PostgreSQL".into(), reason: what.to_owned() }
}

/// A word that is stored.
fn word<T: FromStr>(row: &Row, column: usize) -> Result<T, StoreError> {
    let text: &str = row.get(column);
    text.parse().map_err(|_| wrong(&format!("`{text}` is no word of ours")))
}

fn number(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

fn maybe(row: &Row, column: usize) -> Option<u64> {
    row.get::<_, Option<i64>>(column).map(i64::cast_unsigned)
}

fn bytes<const N: usize>(bytes: &[u8]) -> Result<[u8; N], StoreError> {
    bytes.try_into().map_err(|_| wrong("a hash has the wrong length"))
}

/// Reads a stored hash.
pub(crate) fn hash(row: &Row, column: usize) -> Result<KeyHash, StoreError> {
    bytes(row.get(column)).map(KeyHash)
}

fn actor(row: &Row, column: usize) -> Result<Actor, StoreError> {
    let person: Option<&[u8]> = row.get(column);
    person.map_or(Ok(Actor::Host), |person| Ok(Actor::Person(KeyHash(bytes(person)?))))
}

/// Reads the id of a table.
pub(crate) fn table(row: &Row, column: usize) -> Result<TableId, StoreError> {
    TableId::new(number(row, column)).ok_or_else(|| wrong("no table has this number"))
}

fn read_report(row: &Row) -> Result<Report, StoreError> {
    let resolved = match row.get::<_, Option<&str>>(14) {
        Some(_) => {
            let outcome: Outcome = word(row, 14)?;
            Some(ReportResolution { at: number(row, 12), by: actor(row, 13)?, outcome })
        }
        None => None,
    };
    Ok(Report {
        id: number(row, 0),
        at: number(row, 1),
        table: table(row, 2)?,
        version: number(row, 3),
        seat: u8::try_from(number(row, 4)).map_err(|_| wrong("no seat has this number"))?,
        reported: hash(row, 5)?,
        name: row.get(6),
        line: maybe(row, 7),
        said: row.get(8),
        reason: word(row, 9)?,
        text: row.get(10),
        reporter: hash(row, 11)?,
        resolved,
    })
}

fn read_sanction(row: &Row) -> Result<Sanction, StoreError> {
    let measure = match word(row, 1)? {
        Act::Mute => Measure::Mute(hash(row, 2)?),
        Act::Suspend => Measure::Suspend(hash(row, 2)?),
        Act::SuspendNetwork => Measure::SuspendNetwork(row.get(3)),
        Act::HideTable => Measure::HideTable(table(row, 4)?),
        _ => return Err(wrong("this is no sanction")),
    };
    let lifted = match maybe(row, 10) {
        Some(at) => Some((at, actor(row, 11)?)),
        None => None,
    };
    Ok(Sanction {
        id: number(row, 0),
        measure,
        since: number(row, 5),
        until: maybe(row, 6),
        reason: word(row, 7)?,
        text: row.get(8),
        by: actor(row, 9)?,
        lifted,
    })
}

fn read_entry(row: &Row) -> Result<AuditEntry, StoreError> {
    let reason = row.get::<_, Option<&str>>(7).map(|_| word(row, 7)).transpose()?;
    let subject = match (row.get::<_, Option<&[u8]>>(4), maybe(row, 5)) {
        (Some(person), _) => Subject::Person(KeyHash(bytes(person)?)),
        (None, Some(_)) => Subject::Table(table(row, 5)?),
        (None, None) => Subject::Number,
    };
    let detail = match (row.get::<_, Option<&[u8]>>(10), row.get(11)) {
        (Some(salt), Some(text)) => Some(Detail { salt: bytes(salt)?, text }),
        _ => None,
    };
    Ok(AuditEntry {
        seq: number(row, 0),
        entry: NewAuditEntry {
            at: number(row, 1),
            by: actor(row, 2)?,
            act: word(row, 3)?,
            subject,
            number: maybe(row, 6),
            reason,
            detail,
        },
        digest: row.get::<_, Option<&[u8]>>(8).map(bytes).transpose()?,
        before: bytes(row.get(9))?,
    })
}

/// The bounds of a page as SQL has them.
fn bounds(page: Page) -> (i64, i64) {
    (page.before.map_or(i64::MAX, int), i64::try_from(page.limit).unwrap_or(i64::MAX))
}

impl Moderation for PostgresStore {
    fn roles(&self) -> Result<Vec<RoleGrant>, StoreError> {
        let rows = self.query("SELECT person, role, at, by FROM roles ORDER BY at", parameters![])?;
        let granted = |row: &Row| {
            Ok(RoleGrant {
                person: hash(row, 0)?,
                role: word(row, 1)?,
                at: number(row, 2),
                by: actor(row, 3)?,
            })
        };
        rows.iter().map(granted).collect()
    }

    fn reports(&self, which: ReportFilter, page: Page) -> Result<Vec<Report>, StoreError> {
        let (before, limit) = bounds(page);
        let rows = match which {
            ReportFilter::Open => self.query(
                report!("outcome IS NULL AND id < $1 ORDER BY id DESC LIMIT $2"),
                parameters![before, limit],
            ),
            ReportFilter::Resolved => self.query(
                report!("outcome IS NOT NULL AND id < $1 ORDER BY id DESC LIMIT $2"),
                parameters![before, limit],
            ),
            ReportFilter::About(person) => self.query(
                report!("reported = $3 AND id < $1 ORDER BY id DESC LIMIT $2"),
                parameters![before, limit, person.0.to_vec()],
            ),
            ReportFilter::By(person) => self.query(
                report!("reporter = $3 AND id < $1 ORDER BY id DESC LIMIT $2"),
                parameters![before, limit, person.0.to_vec()],
            ),
            ReportFilter::At(table) => self.query(
                report!("table_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2"),
                parameters![before, limit, table.number().cast_signed()],
            ),
        };
        rows?.iter().map(read_report).collect()
    }

    fn report(&self, id: u64) -> Result<Option<Report>, StoreError> {
        self.query(report!("id = $1"), parameters![int(id)])?.first().map(read_report).transpose()
    }

    fn sanctions(&self, which: SanctionFilter, page: Page) -> Result<Vec<Sanction>, StoreError> {
        let (before, limit) = bounds(page);
        let rows = match which {
            SanctionFilter::InForce(now) => self.query(
                sanction!("lifted_at IS NULL AND (until IS NULL OR until > $3)"),
                parameters![before, limit, int(now)],
            ),
            SanctionFilter::All => self.query(sanction!("true"), parameters![before, limit]),
            SanctionFilter::On(person) => {
                self.query(sanction!("person = $3"), parameters![before, limit, person.0.to_vec()])
            }
        };
        rows?.iter().map(read_sanction).collect()
    }

    fn last_numbers(&self) -> Result<(u64, u64), StoreError> {
        let rows = self.query("SELECT reports, sanctions FROM last_numbers", parameters![])?;
        Ok(rows.first().map_or((0, 0), |row| (number(row, 0), number(row, 1))))
    }

    fn next_report(&self) -> Result<u64, StoreError> {
        let take = "UPDATE last_numbers SET reports = reports + 1 RETURNING reports";
        let rows = self.query(take, parameters![])?;
        rows.first().map(|row| number(row, 0)).ok_or_else(|| self.url().damaged("it has no last numbers"))
    }

    fn audit(&self, page: Page) -> Result<Vec<AuditEntry>, StoreError> {
        let (before, limit) = bounds(page);
        let rows =
            self.query(audit!("WHERE seq < $1 ORDER BY seq DESC LIMIT $2"), parameters![before, limit])?;
        rows.iter().map(read_entry).collect()
    }

    fn check_audit(&self) -> Result<AuditCheck, StoreError> {
        let (mut chain, mut last) = (Chain::default(), 0);
        loop {
            let rows = self.query(audit!("WHERE seq > $1 ORDER BY seq LIMIT $2"), parameters![last, PART])?;
            for row in &rows {
                let entry = read_entry(row)?;
                last = int(entry.seq);
                chain.follow(&entry);
            }
            if rows.len() < PART as usize {
                return Ok(chain.finish());
            }
        }
    }
}
