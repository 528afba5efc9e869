//! Converts the data of moderation for its pages.

use crate::http::App;
use crate::http::problem::Problem;
use crate::moderation::{
    Actor, AuditEntry, Measure, Moderator, PersonSanctions, Report, Restriction, Sanction, Subject,
};
use game::Seat;
use pages::{
    AuditInfo, PersonName, ReportInfo, ResolvedInfo, Restricted, Restrictions, SanctionInfo, Target,
};
use std::collections::HashMap;
use store::now;
use table::keys::KeyHash;
use table::moment::iso_8601;

/// The names of accounts, read once for each page.
pub(super) struct Names(HashMap<KeyHash, String>);

impl Names {
    /// Reads the account names of these people.
    pub(super) async fn of(
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
    pub(super) fn name(&self, person: KeyHash) -> Option<PersonName> {
        let account = self.0.get(&person).cloned();
        (person != KeyHash::NOBODY).then(|| PersonName { id: person.digits(), account })
    }

    /// The person who acted; `None` for the host, and for a person whose data was deleted.
    pub(super) fn actor(&self, actor: Actor) -> Option<PersonName> {
        of_actor(actor).and_then(|person| self.name(person))
    }
}

fn of_actor(actor: Actor) -> Option<KeyHash> {
    match actor {
        Actor::Person(person) => Some(person),
        Actor::Host => None,
    }
}

/// The people that a report names.
fn in_report(report: &Report) -> impl Iterator<Item = KeyHash> {
    let resolver = report.resolved.and_then(|resolved| of_actor(resolved.by));
    [report.reported, report.reporter].into_iter().chain(resolver)
}

/// The people that a sanction names.
fn in_sanction(sanction: &Sanction) -> impl Iterator<Item = KeyHash> {
    sanction.measure.person().into_iter().chain(of_actor(sanction.by))
}

/// Some reports for a page.
pub(super) async fn reports(app: &App, by: Moderator, of: Vec<Report>) -> Result<Vec<ReportInfo>, Problem> {
    let names = Names::of(app, by, of.iter().flat_map(in_report)).await?;
    Ok(of.into_iter().map(|report| report_info(report, &names)).collect())
}

fn report_info(report: Report, names: &Names) -> ReportInfo {
    ReportInfo {
        number: report.id,
        at: iso_8601(report.at),
        table: report.table.to_string(),
        version: report.version,
        seat: Seat::new(report.seat.into()),
        reported: names.name(report.reported),
        name: report.name,
        said: report.line.zip(report.said),
        reason: report.reason.name(),
        text: report.text,
        reporter: names.name(report.reporter),
        resolved: report.resolved.map(|resolved| ResolvedInfo {
            at: iso_8601(resolved.at),
            by: names.actor(resolved.by),
            outcome: resolved.outcome.name(),
        }),
    }
}

/// Some sanctions for a page.
pub(super) async fn sanctions(
    app: &App,
    by: Moderator,
    of: Vec<Sanction>,
) -> Result<Vec<SanctionInfo>, Problem> {
    let names = Names::of(app, by, of.iter().flat_map(in_sanction)).await?;
    Ok(of.into_iter().map(|sanction| sanction_info(sanction, &names)).collect())
}

fn sanction_info(sanction: Sanction, names: &Names) -> SanctionInfo {
    SanctionInfo {
        number: sanction.id,
        measure: sanction.measure.name(),
        target: match &sanction.measure {
            Measure::Mute(person) | Measure::Suspend(person) => Target::Person(names.name(*person)),
            Measure::SuspendNetwork(network) => Target::Network(network.clone()),
            Measure::HideTable(table) => Target::Table(table.to_string()),
        },
        since: iso_8601(sanction.since),
        until: sanction.until.map(iso_8601),
        in_force: sanction.is_in_force(now()),
        reason: sanction.reason.name(),
        text: sanction.text,
        by: names.actor(sanction.by),
        lifted: sanction.lifted.map(|(at, _)| iso_8601(at)),
    }
}

/// Some entries of the audit log for a page.
pub(super) async fn audit(app: &App, by: Moderator, of: Vec<AuditEntry>) -> Result<Vec<AuditInfo>, Problem> {
    let people = |entry: &AuditEntry| {
        let subject = match entry.entry.subject {
            Subject::Person(person) => Some(person),
            Subject::Table(_) | Subject::Number => None,
        };
        of_actor(entry.entry.by).into_iter().chain(subject)
    };
    let names = Names::of(app, by, of.iter().flat_map(people)).await?;
    let info = |AuditEntry { seq, entry, .. }: AuditEntry| AuditInfo {
        number: seq,
        at: iso_8601(entry.at),
        by: names.actor(entry.by),
        act: entry.act.name(),
        target: match entry.subject {
            Subject::Person(person) => Target::Person(names.name(person)),
            Subject::Table(table) => Target::Table(table.to_string()),
            Subject::Number => Target::Number,
        },
        about: entry.number,
        reason: entry.reason.map(|reason| reason.name()),
        detail: entry.detail.map(|detail| detail.text),
    };
    Ok(of.into_iter().map(info).collect())
}

fn restricted(of: Restriction) -> Restricted {
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
