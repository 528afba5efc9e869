//! Converts the data of moderation for the API and the pages.

use super::App;
use super::problem::Problem;
use game::Seat;
use live::moderation::{
    Actor, AuditEntry, Measure, Moderator, PersonSanctions, Report, Restriction, RoleGrant, Sanction, Subject,
};
use pages::{
    AuditInfo, ModeratedMessage, PersonName, ReportInfo, Restricted, Restrictions, RoleInfo, SanctionInfo,
    SeatedPerson,
};
use std::collections::HashMap;
use store::now;
use table::keys::KeyHash;
use table::moment::iso_8601;
use table::talk::Talk;

/// The names of accounts, read once for each list.
struct Names(HashMap<KeyHash, String>);

impl Names {
    /// Reads the account names of these people.
    async fn of(
        app: &App,
        by: Moderator,
        people: impl IntoIterator<Item = KeyHash>,
    ) -> Result<Names, Problem> {
        let mut people: Vec<KeyHash> =
            people.into_iter().filter(|person| *person != KeyHash::NOBODY).collect();
        people.sort_unstable_by_key(|person| person.0);
        people.dedup();
        let names = app.moderation.account_names(by, people.clone()).await?;
        Ok(Names(people.into_iter().zip(names).filter_map(|(person, name)| Some((person, name?))).collect()))
    }

    /// The person by id and account; `None` if their data was deleted.
    fn name(&self, person: KeyHash) -> Option<PersonName> {
        let account = self.0.get(&person).cloned();
        (person != KeyHash::NOBODY).then(|| PersonName { id: person.digits(), account })
    }

    /// The person who acted; `None` for the host, and for a person whose data was deleted.
    fn actor(&self, actor: Actor) -> Option<PersonName> {
        actor.person().and_then(|person| self.name(person))
    }
}

/// Converts reports.
pub(crate) async fn reports(app: &App, by: Moderator, of: Vec<Report>) -> Result<Vec<ReportInfo>, Problem> {
    let people = |report: &Report| {
        let resolver = report.resolved.and_then(|resolved| resolved.by.person());
        [report.reported, report.reporter].into_iter().chain(resolver)
    };
    let names = Names::of(app, by, of.iter().flat_map(people)).await?;
    let info = |report: Report| ReportInfo {
        number: report.id,
        at: iso_8601(report.at),
        table: report.table.to_string(),
        version: report.version,
        seat: Seat::new(report.seat.into()),
        reported: names.name(report.reported),
        name: report.name,
        line: report.line,
        said: report.said,
        reason: report.reason.name(),
        text: report.text,
        reporter: names.name(report.reporter),
        outcome: report.resolved.map(|resolved| resolved.outcome.name()),
        resolved_at: report.resolved.map(|resolved| iso_8601(resolved.at)),
        resolved_by: report.resolved.and_then(|resolved| names.actor(resolved.by)),
    };
    Ok(of.into_iter().map(info).collect())
}

/// Converts sanctions.
pub(crate) async fn sanctions(
    app: &App,
    by: Moderator,
    of: Vec<Sanction>,
) -> Result<Vec<SanctionInfo>, Problem> {
    let people = |sanction: &Sanction| {
        let lifter = sanction.lifted.and_then(|(_, by)| by.person());
        sanction.measure.person().into_iter().chain(sanction.by.person()).chain(lifter)
    };
    let names = Names::of(app, by, of.iter().flat_map(people)).await?;
    let info = |sanction: Sanction| SanctionInfo {
        number: sanction.id,
        measure: sanction.measure.act().name(),
        person: sanction.measure.person().and_then(|person| names.name(person)),
        since: iso_8601(sanction.since),
        until: sanction.until.map(iso_8601),
        in_force: sanction.is_in_force(now()),
        reason: sanction.reason.name(),
        by: names.actor(sanction.by),
        lifted_at: sanction.lifted.map(|(at, _)| iso_8601(at)),
        lifted_by: sanction.lifted.and_then(|(_, by)| names.actor(by)),
        table: if let Measure::HideTable(table) = sanction.measure { Some(table.to_string()) } else { None },
        network: if let Measure::SuspendNetwork(network) = sanction.measure { Some(network) } else { None },
        text: sanction.text,
    };
    Ok(of.into_iter().map(info).collect())
}

/// Converts grants of roles.
pub(crate) async fn roles(app: &App, by: Moderator, of: Vec<RoleGrant>) -> Result<Vec<RoleInfo>, Problem> {
    let people = |granted: &RoleGrant| std::iter::once(granted.person).chain(granted.by.person());
    let names = Names::of(app, by, of.iter().flat_map(people)).await?;
    let info = |granted: RoleGrant| {
        let (role, since) = (granted.role.name(), iso_8601(granted.at));
        Some(RoleInfo { person: names.name(granted.person)?, role, since, by: names.actor(granted.by) })
    };
    Ok(of.into_iter().filter_map(info).collect())
}

/// Converts entries of the audit log.
pub(crate) async fn audit(app: &App, by: Moderator, of: Vec<AuditEntry>) -> Result<Vec<AuditInfo>, Problem> {
    let subject = |entry: &AuditEntry| match entry.entry.subject {
        Subject::Person(person) => (Some(person), None),
        Subject::Table(table) => (None, Some(table)),
        Subject::Number => (None, None),
    };
    let people = |entry: &AuditEntry| entry.entry.by.person().into_iter().chain(subject(entry).0);
    let names = Names::of(app, by, of.iter().flat_map(people)).await?;
    let info = |entry: AuditEntry| {
        let (hash, (person, table)) = (KeyHash(entry.hash()).digits(), subject(&entry));
        let AuditEntry { seq, entry, .. } = entry;
        AuditInfo {
            number: seq,
            at: iso_8601(entry.at),
            by: names.actor(entry.by),
            act: entry.act.name(),
            person: person.and_then(|person| names.name(person)),
            table: table.map(|table| table.to_string()),
            about: entry.number,
            reason: entry.reason.map(|reason| reason.name()),
            detail: entry.detail.map(|detail| detail.text),
            hash,
        }
    };
    Ok(of.into_iter().map(info).collect())
}

/// Converts the people at a table and their chat.
pub(crate) async fn talk(
    app: &App,
    by: Moderator,
    of: Talk,
) -> Result<(Vec<SeatedPerson>, Vec<ModeratedMessage>), Problem> {
    let names = Names::of(app, by, of.people.iter().map(|person| person.key)).await?;
    let people = of.people.into_iter().map(|person| SeatedPerson {
        seat: person.seat,
        person: names.name(person.key),
        name: person.name,
    });
    let said = of.said.into_iter().map(|line| ModeratedMessage {
        line: line.seq,
        at: iso_8601(line.at),
        by: line.by,
        text: line.text,
    });
    Ok((people.collect(), said.collect()))
}

/// Converts a restriction.
pub(crate) fn restricted(of: Restriction) -> Restricted {
    Restricted { until: of.until.map(iso_8601), reason: of.reason.name(), text: of.text }
}

/// The restrictions in force against a person, and against the network from which they connect.
pub(crate) fn restrictions(of: PersonSanctions, network: Option<Restriction>) -> Restrictions {
    Restrictions {
        muted: of.muted.map(restricted),
        suspended: of.suspended.map(restricted),
        network: network.map(restricted),
    }
}
