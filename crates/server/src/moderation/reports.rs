//! Reports: made by players, looked at and resolved by moderators.

use super::{
    Act, Moderation, ModerationError, Moderator, Outcome, Page, Reason, Report, Reports, Resolved, Subject,
    bounded, cleaned, detail,
};
use crate::buckets::{Buckets, Rate};
use crate::hub::Live;
use crate::lock::lock;
use crate::metrics::{Limit, METRICS};
use crate::storing::read;
use game::Seat;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::moderation::{NewAuditEntry, Step};
use store::{Change, now};
use table::host::Host;
use table::keys::{KeyHash, TableId};

/// Reports that are open at most; further ones are refused until some are resolved.
pub(super) const OPEN_MAX: usize = 5_000;
/// Reports about one table that are open at most.
const OPEN_AT_TABLE: usize = 20;
/// When it is worth trying again if too many are open.
const LATER: Duration = Duration::from_secs(3600);

/// Who reports, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    /// Who.
    pub person: KeyHash,
    /// The network they ask from; `None` for who need not be limited.
    pub network: Option<IpAddr>,
}

/// What is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Whoever has this seat.
    Seat(Seat),
    /// A line that was said, by the number of its entry.
    Line(u64),
}

/// One report for each reporter, table and seat can be open.
type Once = (KeyHash, TableId, u8);

/// The reports that are open, and how often somebody may make one.
#[derive(Debug)]
pub(super) struct Open {
    reports: Mutex<HashMap<u64, Once>>,
    people: Buckets<KeyHash>,
    networks: Buckets<IpAddr>,
    tables: Buckets<TableId>,
}

impl Default for Open {
    fn default() -> Open {
        Open {
            reports: Mutex::default(),
            people: Buckets::new(Rate::one_per(Duration::from_secs(300), 5)),
            networks: Buckets::new(Rate::one_per(Duration::from_secs(60), 20)),
            tables: Buckets::new(Rate::one_per(Duration::from_secs(60), 10)),
        }
    }
}

impl Open {
    /// Takes these in place of all others.
    pub(super) fn replace(&self, reports: &[Report]) {
        let once = |report: &Report| (report.id, (report.reporter, report.table, report.seat));
        *lock(&self.reports) = reports.iter().map(once).collect();
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.reports).len()
    }

    /// Reports of a person are those of another one from now on.
    pub(super) fn hand_on(&self, from: KeyHash, to: KeyHash) {
        for (reporter, ..) in lock(&self.reports).values_mut() {
            if *reporter == from {
                *reporter = to;
            }
        }
    }

    /// Whether one more report may be made.
    fn check(&self, from: &Reporter, once: Once) -> Result<(), ModerationError> {
        let too_many = |wait| {
            METRICS.note_refused(Limit::Reports);
            ModerationError::TooMany(wait)
        };
        let (_, table, _) = once;
        {
            let reports = lock(&self.reports);
            if reports.values().any(|open| *open == once) {
                return Err(ModerationError::AlreadyReported);
            }
            let at_table = reports.values().filter(|(_, other, _)| *other == table).count();
            if reports.len() >= OPEN_MAX || at_table >= OPEN_AT_TABLE {
                return Err(too_many(LATER));
            }
        }
        let now = Instant::now();
        self.people.take(&from.person, now).map_err(too_many)?;
        if let Some(network) = &from.network {
            self.networks.take(network, now).map_err(too_many)?;
        }
        self.tables.take(&table, now).map_err(too_many)
    }
}

/// Who is reported: their key and name, their seat, and what they said.
struct Reported {
    person: KeyHash,
    name: String,
    seat: Seat,
    said: Option<(u64, String)>,
}

impl Reported {
    /// Finds who is meant; `None` if nobody is, or somebody who was forgotten.
    fn find<T>(host: &Host<T>, about: About) -> Option<Reported> {
        let talk = host.talk();
        let (talker, seat, said) = match about {
            About::Seat(seat) => {
                (talk.people.into_iter().find(|person| person.seat == Some(seat))?, seat, None)
            }
            About::Line(seq) => {
                let remark = talk.said.into_iter().find(|remark| remark.seq == seq)?;
                let seat = host.said_from(seq)?;
                (talk.people.into_iter().nth(remark.by)?, seat, Some((seq, remark.text)))
            }
        };
        let reported = Reported { person: talker.key, name: talker.name, seat, said };
        Some(reported).filter(|reported| reported.person != KeyHash::NOBODY)
    }
}

impl Moderation {
    /// Keeps a report about a seat or a said line. Returns its number.
    ///
    /// # Errors
    /// If the reporter is suspended or reports too much, has no business at the table, or nobody is meant.
    pub async fn report(
        &self,
        live: &Arc<Live>,
        from: Reporter,
        about: About,
        reason: Reason,
        text: Option<&str>,
    ) -> Result<u64, ModerationError> {
        if let Some(suspended) = self.standing(from.person).suspended {
            return Err(ModerationError::Suspended(suspended));
        }
        let text = cleaned(text)?;
        let (version, reported) = {
            let host = live.look();
            if !host.is_public() && host.seat_of(from.person).is_none() {
                return Err(ModerationError::NotSeated);
            }
            (host.version(), Reported::find(&host, about).ok_or(ModerationError::Unknown)?)
        };
        if reported.person == from.person {
            return Err(ModerationError::Unknown);
        }
        let seat = reported.seat.index() as u8;
        let once = (from.person, live.id(), seat);
        let mut turn = self.begin().await?;
        self.open.check(&from, once)?;
        turn.numbers.report += 1;
        let id = turn.numbers.report;
        let (line, said) = reported.said.unzip();
        let report = Report {
            id,
            at: now(),
            table: live.id(),
            version,
            seat,
            reported: reported.person,
            name: reported.name,
            line,
            said,
            reason,
            text,
            reporter: from.person,
            resolved: None,
        };
        let open = Arc::clone(&self.open);
        let then = move || {
            lock(&open.reports).insert(id, once);
        };
        self.keep(turn, vec![Change::Moderate(Step::Report(Box::new(report)))], then).await?;
        tracing::info!(
            report = id,
            table = live.id().brief(),
            reason = reason.name(),
            "somebody was reported"
        );
        Ok(id)
    }

    /// Some reports, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn reports(
        &self,
        _: Moderator,
        which: Reports,
        page: Page,
    ) -> Result<Vec<Report>, ModerationError> {
        let page = bounded(page);
        Ok(read(&self.store, move |store| store.reports(which, page)).await?)
    }

    /// The report with this number.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn report_numbered(&self, _: Moderator, id: u64) -> Result<Report, ModerationError> {
        read(&self.store, move |store| store.report(id)).await?.ok_or(ModerationError::Unknown)
    }

    /// Resolves a report.
    ///
    /// # Errors
    /// If there is none, it is resolved already, or it cannot be stored.
    pub async fn resolve(
        &self,
        by: Moderator,
        id: u64,
        outcome: Outcome,
        text: Option<&str>,
    ) -> Result<(), ModerationError> {
        let text = cleaned(text)?;
        let turn = self.begin().await?;
        let report = self.report_numbered(by, id).await?;
        if report.resolved.is_some() {
            return Err(ModerationError::Done);
        }
        let at = now();
        let effect = Step::Resolve { id, resolved: Resolved { at, by: by.actor, outcome } };
        let note =
            text.map_or_else(|| outcome.name().to_owned(), |text| format!("{}: {text}", outcome.name()));
        let subject = if report.reported == KeyHash::NOBODY {
            Subject::Number
        } else {
            Subject::Person(report.reported)
        };
        let entry = NewAuditEntry {
            at,
            by: by.actor,
            act: Act::Resolve,
            subject,
            number: Some(id),
            reason: Some(report.reason),
            detail: detail(Some(note)),
        };
        let open = Arc::clone(&self.open);
        let then = move || {
            lock(&open.reports).remove(&id);
        };
        Ok(self.enter(turn, effect, entry, then).await?)
    }
}
