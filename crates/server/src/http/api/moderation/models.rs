//! The JSON representations of what moderators see.

use crate::http::App;
use crate::http::problem::Problem;
use crate::moderation::{
    Actor, AuditEntry, Measure, Moderator, Report, ReportResolution, Restriction, Sanction, Subject,
};
use game::Seat;
use serde::Serialize;
use std::collections::HashMap;
use table::keys::KeyHash;
use table::moment::iso_8601;
use utoipa::ToSchema;

/// A person as moderators identify them.
#[derive(Clone, Serialize, ToSchema)]
pub(in crate::http::api) struct Named {
    /// The server's id of the person: 64 hexadecimal digits, which `who` accepts.
    pub(super) id: String,
    /// The name of their account, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<String>,
}

/// The names of accounts, read once for each response.
pub(super) struct Accounts(HashMap<KeyHash, String>);

impl Accounts {
    /// Reads the account names of these people.
    pub(super) async fn of(
        app: &App,
        by: Moderator,
        people: impl IntoIterator<Item = KeyHash>,
    ) -> Result<Accounts, Problem> {
        let mut people: Vec<KeyHash> =
            people.into_iter().filter(|person| *person != KeyHash::NOBODY).collect();
        people.sort_unstable_by_key(|person| person.0);
        people.dedup();
        let names = app.moderation.account_names(by, people.clone()).await?;
        let known = people.into_iter().zip(names).filter_map(|(person, name)| Some((person, name?)));
        Ok(Accounts(known.collect()))
    }

    /// The person by id and account; `None` if their data was deleted.
    pub(super) fn name(&self, person: KeyHash) -> Option<Named> {
        let account = self.0.get(&person).cloned();
        (person != KeyHash::NOBODY).then(|| Named { id: person.digits(), account })
    }

    /// The person who acted; `None` for the host, and for a person whose data was deleted.
    pub(super) fn actor(&self, actor: Actor) -> Option<Named> {
        match actor {
            Actor::Person(person) => self.name(person),
            Actor::Host => None,
        }
    }
}

fn of_actor(actor: Actor) -> Option<KeyHash> {
    match actor {
        Actor::Person(person) => Some(person),
        Actor::Host => None,
    }
}

/// A report.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct ReportState {
    /// Its number.
    number: u64,
    /// The time of the report.
    at: String,
    /// The id of the table. Anybody who knows it can watch the table.
    table: String,
    /// The version of the table at that time.
    version: u64,
    /// The seat.
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The reported person; omitted once their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported: Option<Named>,
    /// The name that they played under.
    name: String,
    /// The version at which the reported line was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// The reported line.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    reason: &'static str,
    /// The reason in the reporter's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The reporter; omitted once their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    reporter: Option<Named>,
    /// The outcome: `acted`, `noted` or `unfounded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    /// The time of its resolution.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_at: Option<String>,
    /// The person who resolved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_by: Option<Named>,
}

impl ReportState {
    /// The people that it names.
    pub(super) fn people(report: &Report) -> impl Iterator<Item = KeyHash> {
        let resolver = report.resolved.and_then(|resolved| of_actor(resolved.by));
        [report.reported, report.reporter].into_iter().chain(resolver)
    }

    pub(super) fn new(report: Report, accounts: &Accounts) -> ReportState {
        let resolved: Option<ReportResolution> = report.resolved;
        ReportState {
            number: report.id,
            at: iso_8601(report.at),
            table: report.table.to_string(),
            version: report.version,
            seat: Seat::new(report.seat.into()),
            reported: accounts.name(report.reported),
            name: report.name,
            line: report.line,
            said: report.said,
            reason: report.reason.name(),
            text: report.text,
            reporter: accounts.name(report.reporter),
            outcome: resolved.map(|resolved| resolved.outcome.name()),
            resolved_at: resolved.map(|resolved| iso_8601(resolved.at)),
            resolved_by: resolved.and_then(|resolved| accounts.actor(resolved.by)),
        }
    }
}

/// A sanction.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct SanctionState {
    /// Its number.
    number: u64,
    /// `mute`, `suspend`, `suspend-network` or `hide-table`.
    measure: &'static str,
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Named>,
    /// The network.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<String>,
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The time at which it began.
    since: String,
    /// The time at which it expires; omitted if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// Whether it is in force now.
    in_force: bool,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    reason: &'static str,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The person who imposed it; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Named>,
    /// The time at which it was lifted.
    #[serde(skip_serializing_if = "Option::is_none")]
    lifted_at: Option<String>,
    /// The person who lifted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    lifted_by: Option<Named>,
}

impl SanctionState {
    /// The people that it names.
    pub(super) fn people(sanction: &Sanction) -> impl Iterator<Item = KeyHash> {
        let lifter = sanction.lifted.and_then(|(_, by)| of_actor(by));
        sanction.measure.person().into_iter().chain(of_actor(sanction.by)).chain(lifter)
    }

    pub(super) fn new(sanction: Sanction, accounts: &Accounts) -> SanctionState {
        let (network, table) = match &sanction.measure {
            Measure::SuspendNetwork(network) => (Some(network.clone()), None),
            Measure::HideTable(table) => (None, Some(table.to_string())),
            Measure::Mute(_) | Measure::Suspend(_) => (None, None),
        };
        SanctionState {
            number: sanction.id,
            measure: sanction.measure.name(),
            person: sanction.measure.person().and_then(|person| accounts.name(person)),
            network,
            table,
            since: iso_8601(sanction.since),
            until: sanction.until.map(iso_8601),
            in_force: sanction.is_in_force(store::now()),
            reason: sanction.reason.name(),
            text: sanction.text,
            by: accounts.actor(sanction.by),
            lifted_at: sanction.lifted.map(|(at, _)| iso_8601(at)),
            lifted_by: sanction.lifted.and_then(|(_, by)| accounts.actor(by)),
        }
    }
}

/// A restriction in force against a person, as they see it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct Restricted {
    /// The time at which it expires; omitted if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    reason: &'static str,
    /// The reason in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl From<Restriction> for Restricted {
    fn from(by: Restriction) -> Restricted {
        Restricted { until: by.until.map(iso_8601), reason: by.reason.name(), text: by.text }
    }
}

/// An entry of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditState {
    /// Its number: 1, 2, 3, … without a gap.
    number: u64,
    /// The time of the action.
    at: String,
    /// The person who acted; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Named>,
    /// The action: `grant`, `revoke`, `resolve`, `view-table`, `mute`, `suspend`, `suspend-network`, `lift`, `rename`,
    /// `reset-password`, `close-table` or `hide-table`.
    act: &'static str,
    /// The person it concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Named>,
    /// The table it concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The number of the report or the sanction.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<u64>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Details in words; omitted if there are none, or if they were deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// The SHA-256 of the entry, which the next entry includes.
    hash: String,
}

impl AuditState {
    /// The people that it names.
    pub(super) fn people(entry: &AuditEntry) -> impl Iterator<Item = KeyHash> {
        let subject = match entry.entry.subject {
            Subject::Person(person) => Some(person),
            Subject::Table(_) | Subject::Number => None,
        };
        of_actor(entry.entry.by).into_iter().chain(subject)
    }

    pub(super) fn new(entry: AuditEntry, accounts: &Accounts) -> AuditState {
        let hash = KeyHash(entry.hash()).digits();
        let store::moderation::NewAuditEntry { at, by, act, subject, number, reason, detail } = entry.entry;
        let (person, table) = match subject {
            Subject::Person(person) => (accounts.name(person), None),
            Subject::Table(table) => (None, Some(table.to_string())),
            Subject::Number => (None, None),
        };
        AuditState {
            number: entry.seq,
            at: iso_8601(at),
            by: accounts.actor(by),
            act: act.name(),
            person,
            table,
            about: number,
            reason: reason.map(|reason| reason.name()),
            detail: detail.map(|detail| detail.text),
            hash,
        }
    }
}
