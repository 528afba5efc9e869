//! The data for moderation, in memory.

use super::chain::START;
use super::{
    AuditCheck, AuditEntry, Chain, Measure, Page, Report, ReportFilter, RoleGrant, Sanction, SanctionFilter,
    Step, Subject,
};
use table::keys::KeyHash;
use table::personal::NOBODYS_NAME;

/// All of it.
#[derive(Default, Debug)]
pub(crate) struct State {
    roles: Vec<RoleGrant>,
    reports: Vec<Report>,
    sanctions: Vec<Sanction>,
    audit: Vec<AuditEntry>,
    last: (u64, u64),
}

/// The latest of a list first, by number, as far as a page wants them.
fn page<T: Clone>(list: &[T], number: impl Fn(&T) -> u64, page: Page) -> Vec<T> {
    let earlier = |item: &&T| page.before.is_none_or(|before| number(item) < before);
    list.iter().rev().filter(earlier).take(page.limit).cloned().collect()
}

impl State {
    pub(crate) fn step(&mut self, step: Step) {
        match step {
            Step::Grant(granted) => {
                self.roles.retain(|other| other.person != granted.person);
                self.roles.push(granted);
            }
            Step::Revoke(person) => self.roles.retain(|other| other.person != person),
            Step::Report(report) => {
                self.last.0 = self.last.0.max(report.id);
                self.reports.push(*report);
            }
            Step::Resolve { id, resolved } => {
                for report in self.reports.iter_mut().filter(|report| report.id == id) {
                    report.resolved = Some(resolved);
                }
            }
            Step::Drop(id) => self.reports.retain(|report| report.id != id || report.resolved.is_some()),
            Step::Impose(sanction) => {
                self.last.1 = self.last.1.max(sanction.id);
                self.sanctions.push(*sanction);
            }
            Step::Lift { id, at, by } => {
                for sanction in self.sanctions.iter_mut().filter(|sanction| sanction.id == id) {
                    sanction.lifted = Some((at, by));
                }
            }
            Step::HandOn { from, to } => {
                for report in &mut self.reports {
                    for person in [&mut report.reported, &mut report.reporter] {
                        if *person == from {
                            *person = to;
                        }
                    }
                }
                self.sanctions.iter_mut().for_each(|sanction| sanction.measure.reassign(from, to));
            }
            Step::Audit(entry) => {
                let before = self.audit.last().map_or(START, AuditEntry::hash);
                self.audit.push(entry.placed(self.audit.len() as u64 + 1, before));
            }
            Step::Purge { before, resolved_max } => self.purge(before, resolved_max),
        }
    }

    fn purge(&mut self, before: u64, resolved_max: usize) {
        self.reports.retain(|report| report.resolved.is_none_or(|resolved| resolved.at >= before));
        let resolved = self.reports.iter().filter(|report| report.resolved.is_some()).count();
        let mut surplus = resolved.saturating_sub(resolved_max);
        self.reports.retain(|report| {
            let goes = report.resolved.is_some() && surplus > 0;
            surplus -= usize::from(goes);
            !goes
        });
        let has_ended = |sanction: &Sanction| sanction.ended(before).is_some_and(|at| at < before);
        let is_network = |measure: &Measure| matches!(measure, Measure::SuspendNetwork(_));
        let ended = self.sanctions.iter().filter(|sanction| has_ended(sanction));
        let networks: Vec<u64> =
            ended.filter(|sanction| is_network(&sanction.measure)).map(|sanction| sanction.id).collect();
        for entry in &mut self.audit {
            let is_about = entry.entry.number.is_some_and(|number| networks.contains(&number));
            if entry.entry.act.is_of_network() && is_about {
                entry.entry.detail = None;
            }
        }
        self.sanctions.retain(|sanction| !has_ended(sanction));
    }

    pub(crate) fn forget(&mut self, person: KeyHash) {
        self.roles.retain(|other| other.person != person);
        for report in &mut self.reports {
            if report.reporter == person {
                (report.reporter, report.text) = (KeyHash::NOBODY, None);
            }
            if report.reported == person {
                (report.reported, report.text, report.said) = (KeyHash::NOBODY, None, None);
                NOBODYS_NAME.clone_into(&mut report.name);
            }
        }
        for sanction in self.sanctions.iter_mut().filter(|of| of.measure.person() == Some(person)) {
            sanction.text = None;
        }
        for entry in self.audit.iter_mut().filter(|of| of.entry.subject == Subject::Person(person)) {
            entry.entry.detail = None;
        }
    }

    pub(crate) fn roles(&self) -> Vec<RoleGrant> {
        self.roles.clone()
    }

    pub(crate) fn reports(&self, which: ReportFilter, of: Page) -> Vec<Report> {
        let is_meant = |report: &&Report| match which {
            ReportFilter::Open => report.resolved.is_none(),
            ReportFilter::Resolved => report.resolved.is_some(),
            ReportFilter::About(person) => report.reported == person,
            ReportFilter::By(person) => report.reporter == person,
            ReportFilter::At(table) => report.table == table,
        };
        let meant: Vec<Report> = self.reports.iter().filter(is_meant).cloned().collect();
        page(&meant, |report| report.id, of)
    }

    pub(crate) fn report(&self, id: u64) -> Option<Report> {
        self.reports.iter().find(|report| report.id == id).cloned()
    }

    pub(crate) fn sanctions(&self, which: SanctionFilter, of: Page) -> Vec<Sanction> {
        let is_meant = |sanction: &&Sanction| match which {
            SanctionFilter::InForce(now) => sanction.is_in_force(now),
            SanctionFilter::All => true,
            SanctionFilter::On(person) => sanction.measure.person() == Some(person),
        };
        let meant: Vec<Sanction> = self.sanctions.iter().filter(is_meant).cloned().collect();
        page(&meant, |sanction| sanction.id, of)
    }

    pub(crate) fn last_numbers(&self) -> (u64, u64) {
        self.last
    }

    pub(crate) fn audit(&self, of: Page) -> Vec<AuditEntry> {
        page(&self.audit, |entry| entry.seq, of)
    }

    pub(crate) fn check_audit(&self) -> AuditCheck {
        let mut chain = Chain::default();
        self.audit.iter().for_each(|entry| chain.follow(entry));
        chain.finish()
    }
}
