//! Reports: made by players, reviewed and resolved by moderators.

use super::queue::Entry;
use super::{
    Act, Moderation, ModerationError, Moderator, Outcome, PAGE_MAX, Page, Reason, Report, ReportFilter,
    ReportGroup, ReportResolution, Subject, bounded, cleaned, detail, with_entry,
};
use crate::accounts::established;
use crate::hub::LiveTable;
use crate::storing::read;
use game::Seat;
use pages::ModerationFault;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use store::moderation::{NewAuditEntry, Step};
use store::{Change, now};
use table::host::Host;
use table::keys::KeyHash;

/// A person who makes a report, and the network they ask from.
#[derive(Clone, Copy, Debug)]
pub struct Reporter {
    /// The person.
    pub person: KeyHash,
    /// The network they ask from; `None` if it is exempt from rate limits.
    pub network: Option<IpAddr>,
}

/// The subject of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportSubject {
    /// The person at this seat.
    Seat(Seat),
    /// A line that was said, by the number of its entry.
    Line(u64),
}

/// A reported person: their key and name, their seat, and the message they wrote.
struct Reported {
    person: KeyHash,
    name: String,
    seat: Seat,
    said: Option<(u64, String)>,
}

impl Reported {
    /// Finds the reported person; `None` if there is none, or they were forgotten.
    fn find<T>(host: &Host<T>, about: ReportSubject) -> Option<Reported> {
        let talk = host.talk();
        let (talker, seat, said) = match about {
            ReportSubject::Seat(seat) => {
                (talk.people.into_iter().find(|person| person.seat == Some(seat))?, seat, None)
            }
            ReportSubject::Line(seq) => {
                let remark = talk.said.into_iter().find(|remark| remark.seq == seq)?;
                let seat = host.author_of(seq)?;
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
        live: &Arc<LiveTable>,
        from: Reporter,
        about: ReportSubject,
        reason: Reason,
        text: Option<&str>,
    ) -> Result<u64, ModerationError> {
        if let Some(suspended) = self.standing(from.person).suspended {
            return Err(ModerationError::Suspended(suspended));
        }
        let text = cleaned(text)?;
        let (version, is_seated, reported) = {
            let host = live.look();
            let is_seated = host.seat_of(from.person).is_some();
            if !host.is_public() && !is_seated {
                return Err(ModerationFault::NotSeated.into());
            }
            (host.version(), is_seated, Reported::find(&host, about).ok_or(ModerationFault::Unknown)?)
        };
        if reported.person == from.person {
            return Err(ModerationFault::Unknown.into());
        }
        let seat = reported.seat.index() as u8;
        let old = read(&self.store, move |store| established(store, std::iter::once(from.person))).await?;
        let entry = Entry {
            once: (from.person, live.id(), seat),
            reported: reported.person,
            network: from.network,
            is_established: old.contains(&from.person),
            is_seated,
        };
        let mut turn = self.begin().await?;
        let evicted = self.open.admit(&entry, Instant::now())?;
        // Other nodes keep reports at the same moment.
        turn.numbers.report = match self.hub.nodes() {
            Some(_) => read(&self.store, |store| store.next_report()).await?,
            None => turn.numbers.report + 1,
        };
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
        let dropped = evicted.iter().map(|&id| Change::Moderate(Step::Drop(id)));
        let changes = dropped.chain([Change::Moderate(Step::Report(Box::new(report)))]).collect();
        if !evicted.is_empty() {
            tracing::info!(reports = evicted.len(), "old reports of guests give way to a new one");
        }
        let open = Arc::clone(&self.open);
        let then = move || {
            open.remove(&evicted);
            open.insert(id, entry);
        };
        self.keep(turn, changes, then).await?;
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
        which: ReportFilter,
        page: Page,
    ) -> Result<Vec<Report>, ModerationError> {
        let page = bounded(page);
        Ok(read(&self.store, move |store| store.reports(which, page)).await?)
    }

    /// Returns the most urgent open reports, at most `limit` of them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn ranked_reports(&self, _: Moderator, limit: usize) -> Result<Vec<Report>, ModerationError> {
        let ids = self.open.ranked(limit.min(PAGE_MAX));
        let reports = read(&self.store, move |store| {
            ids.into_iter().filter_map(|id| store.report(id).transpose()).collect::<Result<Vec<_>, _>>()
        });
        Ok(reports.await?.into_iter().filter(|report| report.resolved.is_none()).collect())
    }

    /// The report with this number.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub async fn report_numbered(&self, _: Moderator, id: u64) -> Result<Report, ModerationError> {
        read(&self.store, move |store| store.report(id)).await?.ok_or(ModerationFault::Unknown.into())
    }

    /// Resolves a report, and all open ones that share the property `same` with it. Returns the number of resolved reports.
    ///
    /// # Errors
    /// If there is none, it is resolved already, or it cannot be stored.
    pub async fn resolve(
        &self,
        by: Moderator,
        id: u64,
        outcome: Outcome,
        text: Option<&str>,
        same: Option<ReportGroup>,
    ) -> Result<usize, ModerationError> {
        let text = cleaned(text)?;
        let turn = self.begin().await?;
        let report = self.report_numbered(by, id).await?;
        if report.resolved.is_some() {
            return Err(ModerationFault::Done.into());
        }
        let at = now();
        let mut ids = same.map_or_else(Vec::new, |same| self.open.like(id, same));
        if ids.is_empty() {
            ids.push(id);
        }
        let resolved = ReportResolution { at, by: by.actor, outcome };
        let effects = ids.iter().map(|&id| Change::Moderate(Step::Resolve { id, resolved })).collect();
        let mut note = outcome.name().to_owned();
        if ids.len() > 1 {
            note += &format!(" ({} reports)", ids.len());
        }
        if let Some(text) = text {
            note += &format!(": {text}");
        }
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
        let (open, many) = (Arc::clone(&self.open), ids.len());
        let then = move || open.remove(&ids);
        self.keep(turn, with_entry(effects, entry), then).await?;
        Ok(many)
    }
}
