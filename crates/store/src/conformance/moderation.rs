//! The behaviour required of every store for moderation.

use super::change;
use crate::moderation::{
    Act, Actor, AuditEntry, Chain, Detail, Measure, NewAuditEntry, Outcome, Page, Reason, Report,
    ReportFilter, ReportResolution, Role, RoleGrant, Sanction, SanctionFilter, Step, Subject,
};
use crate::{Account, Change, Person, Store, StoreError};
use table::keys::{Key, KeyHash, TableId, random_bytes};
use table::personal::NOBODYS_NAME;

const ALL: Page = Page::first(100);

fn person() -> KeyHash {
    Key::random().hash()
}

fn step(store: &dyn Store, step: Step) {
    assert_eq!(change(store, vec![Change::Moderate(step)]), Ok(()));
}

fn report(id: u64, table: TableId, reported: KeyHash, reporter: KeyHash) -> Report {
    Report {
        id,
        at: 1_000 + id,
        table,
        version: 7,
        seat: 1,
        reported,
        name: "Eve".to_owned(),
        line: Some(6),
        said: Some("ä €".to_owned()),
        reason: Reason::Abuse,
        text: Some("look".to_owned()),
        reporter,
        resolved: None,
    }
}

fn sanction(id: u64, measure: Measure, until: Option<u64>) -> Sanction {
    let text = Some("for that".to_owned());
    Sanction { id, measure, since: 1_000, until, reason: Reason::Spam, text, by: Actor::Host, lifted: None }
}

fn entry(act: Act, subject: Subject, number: Option<u64>, text: Option<&str>) -> NewAuditEntry {
    let detail = text.map(|text| Detail { salt: random_bytes(), text: text.to_owned() });
    let by = Actor::Person(KeyHash([7; 32]));
    NewAuditEntry { at: 2_000, by, act, subject, number, reason: Some(Reason::Spam), detail }
}

/// Runs the suite on a store without data for moderation.
pub(super) fn run(store: &dyn Store) {
    roles_come_and_go(store);
    reports_are_listed(store);
    sanctions_are_listed(store);
    the_audit_log_is_a_chain(store);
    an_effect_and_its_entry_are_stored_together(store);
    who_is_forgotten_leaves_hashes_alone(store);
    a_guest_takes_reports_and_sanctions_along(store);
    what_is_old_is_purged(store);
    accounts_are_renamed(store);
}

fn roles_come_and_go(store: &dyn Store) {
    let (ada, ben) = (person(), person());
    assert_eq!(store.roles(), Ok(vec![]));
    let first = RoleGrant { person: ada, role: Role::Admin, at: 1_000, by: Actor::Host };
    let second = RoleGrant { person: ben, role: Role::Moderator, at: 2_000, by: Actor::Person(ada) };
    step(store, Step::Grant(second));
    step(store, Step::Grant(RoleGrant { role: Role::Moderator, ..first }));
    step(store, Step::Grant(first));
    let mut roles = store.roles().unwrap();
    roles.sort_by_key(|granted| granted.at);
    assert_eq!(roles, [first, second], "one role for each");
    step(store, Step::Revoke(ada));
    assert_eq!(store.roles(), Ok(vec![second]));
    step(store, Step::Revoke(ben));
}

fn reports_are_listed(store: &dyn Store) {
    let (table, other) = (TableId::random(), TableId::random());
    let (eve, ada) = (person(), person());
    assert_eq!(store.last_numbers().map(|(last, _)| last), Ok(0));
    let made = [report(1, table, eve, ada), report(2, other, eve, ada), report(3, table, ada, eve)];
    for report in &made {
        step(store, Step::Report(Box::new(report.clone())));
    }
    let numbers = |which, page| -> Vec<u64> {
        store.reports(which, page).unwrap().iter().map(|report| report.id).collect()
    };
    assert_eq!(store.report(2), Ok(Some(made[1].clone())));
    assert_eq!(store.report(4), Ok(None));
    assert_eq!(numbers(ReportFilter::Open, ALL), [3, 2, 1], "the latest first");
    assert_eq!(numbers(ReportFilter::Open, Page { before: Some(3), limit: 1 }), [2]);
    assert_eq!(numbers(ReportFilter::About(eve), ALL), [2, 1]);
    assert_eq!(numbers(ReportFilter::By(eve), ALL), [3]);
    assert_eq!(numbers(ReportFilter::At(table), ALL), [3, 1]);
    let resolved = ReportResolution { at: 5_000, by: Actor::Person(ada), outcome: Outcome::Acted };
    step(store, Step::Resolve { id: 2, resolved });
    assert_eq!(numbers(ReportFilter::Open, ALL), [3, 1]);
    assert_eq!(store.reports(ReportFilter::Resolved, ALL).unwrap()[0].resolved, Some(resolved));
    // An open report can be dropped, a resolved one stays.
    step(store, Step::Drop(2));
    step(store, Step::Drop(3));
    assert_eq!((numbers(ReportFilter::Open, ALL), store.report(2).unwrap().is_some()), (vec![1], true));
    assert_eq!(store.last_numbers().map(|(last, _)| last), Ok(3), "numbers are not used again");
}

fn sanctions_are_listed(store: &dyn Store) {
    let (eve, table) = (person(), TableId::random());
    let made = [
        sanction(1, Measure::Mute(eve), Some(9_000)),
        sanction(2, Measure::Suspend(eve), None),
        sanction(3, Measure::SuspendNetwork("192.0.2.0/24".to_owned()), None),
        sanction(4, Measure::HideTable(table), Some(3_000)),
    ];
    for sanction in &made {
        step(store, Step::Impose(Box::new(sanction.clone())));
    }
    let numbers =
        |which| -> Vec<u64> { store.sanctions(which, ALL).unwrap().iter().map(|of| of.id).collect() };
    let mut all = store.sanctions(SanctionFilter::All, ALL).unwrap();
    all.reverse();
    assert_eq!(all, made);
    assert_eq!(numbers(SanctionFilter::InForce(2_999)), [4, 3, 2, 1]);
    assert_eq!(numbers(SanctionFilter::InForce(3_000)), [3, 2, 1], "until then, and no longer");
    assert_eq!(numbers(SanctionFilter::On(eve)), [2, 1]);
    assert_eq!(store.sanctions(SanctionFilter::All, Page { before: Some(3), limit: 1 }).unwrap()[0].id, 2);
    step(store, Step::Lift { id: 2, at: 4_000, by: Actor::Person(eve) });
    assert_eq!(numbers(SanctionFilter::InForce(3_000)), [3, 1]);
    let lifted = Some((4_000, Actor::Person(eve)));
    assert_eq!(store.sanctions(SanctionFilter::On(eve), ALL).unwrap()[0].lifted, lifted);
    assert_eq!(store.last_numbers().map(|(_, last)| last), Ok(4));
}

fn the_audit_log_is_a_chain(store: &dyn Store) {
    let empty = store.check_audit().unwrap();
    assert_eq!((empty.entries, empty.last, empty.broken), (0, [0; 32], None));
    let table = TableId::random();
    let made = [
        NewAuditEntry {
            by: Actor::Host,
            ..entry(Act::Grant, Subject::Person(person()), None, Some("admin"))
        },
        entry(Act::ViewTable, Subject::Table(table), None, None),
        NewAuditEntry { reason: None, ..entry(Act::Lift, Subject::Number, Some(3), Some("ä")) },
    ];
    for entry in &made {
        step(store, Step::Audit(Box::new(entry.clone())));
    }
    let mut log = store.audit(ALL).unwrap();
    log.reverse();
    assert_eq!(log.iter().map(|entry| entry.entry.clone()).collect::<Vec<_>>(), made);
    assert_eq!(log.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(log[1].before, log[0].hash());
    assert_eq!(store.audit(Page { before: Some(3), limit: 1 }).unwrap(), [log[1].clone()]);
    let check = store.check_audit().unwrap();
    assert_eq!((check.entries, check.last, check.broken), (3, log[2].hash(), None));
    a_change_shows(&log);
}

/// Checks that every change of a log, and every removal from it, shows.
fn a_change_shows(log: &[AuditEntry]) {
    let broken = |log: &[AuditEntry]| {
        let mut chain = Chain::default();
        log.iter().for_each(|entry| chain.follow(entry));
        chain.finish().broken
    };
    assert_eq!(broken(log), None);
    let spoilt = |at: usize, spoil: fn(&mut AuditEntry)| {
        let mut log = log.to_vec();
        spoil(&mut log[at]);
        broken(&log)
    };
    assert_eq!(spoilt(1, |entry| entry.entry.at += 1), Some(3), "what follows does not fit any more");
    assert_eq!(spoilt(1, |entry| entry.entry.by = Actor::Host), Some(3));
    assert_eq!(spoilt(1, |entry| entry.entry.act = Act::Mute), Some(3));
    assert_eq!(spoilt(1, |entry| entry.entry.subject = Subject::Number), Some(3));
    assert_eq!(spoilt(1, |entry| entry.entry.number = Some(1)), Some(3));
    assert_eq!(spoilt(1, |entry| entry.entry.reason = None), Some(3));
    assert_eq!(spoilt(0, |entry| entry.digest = None), Some(1), "its words have no hash");
    let other = |entry: &mut AuditEntry| entry.entry.detail.as_mut().unwrap().text.push('!');
    assert_eq!(spoilt(2, other), Some(3), "other words have another hash");
    assert_eq!(spoilt(2, |entry| entry.entry.detail = None), None, "words can be forgotten");
    assert_eq!(broken(&log[1..]), Some(1));
    assert_eq!(broken(&[log[0].clone(), log[2].clone()]), Some(2));
}

/// Checks that nothing is entered if the effect is refused.
fn an_effect_and_its_entry_are_stored_together(store: &dyn Store) {
    let account = |name: &str| Account {
        name: name.to_owned(),
        folded: name.to_lowercase(),
        password: "$argon2id$".to_owned(),
    };
    let kept = |name| Change::Keep(Person { id: person(), since: 1, account: Some(account(name)) });
    assert_eq!(change(store, vec![kept("Taken")]), Ok(()));
    let before = store.check_audit().unwrap();
    let audit = Step::Audit(Box::new(entry(Act::Rename, Subject::Number, None, None)));
    let refused = change(store, vec![Change::Moderate(audit.clone()), kept("TAKEN")]);
    assert_eq!(refused, Err(StoreError::NameTaken));
    assert_eq!(store.check_audit(), Ok(before));
    assert_eq!(change(store, vec![kept("Free"), Change::Moderate(audit)]), Ok(()));
    assert_eq!(store.check_audit().unwrap().entries, before.entries + 1);
}

fn who_is_forgotten_leaves_hashes_alone(store: &dyn Store) {
    let (eve, ada, table) = (person(), person(), TableId::random());
    step(store, Step::Report(Box::new(report(11, table, eve, ada))));
    step(store, Step::Report(Box::new(report(12, table, ada, eve))));
    step(store, Step::Impose(Box::new(sanction(11, Measure::Suspend(eve), None))));
    step(store, Step::Grant(RoleGrant { person: eve, role: Role::Moderator, at: 1, by: Actor::Host }));
    step(
        store,
        Step::Audit(Box::new(entry(Act::Suspend, Subject::Person(eve), Some(11), Some("about Eve")))),
    );
    step(store, Step::Audit(Box::new(entry(Act::Mute, Subject::Person(ada), None, Some("about Ada")))));
    let before = store.check_audit().unwrap();
    assert_eq!(change(store, vec![Change::Forget(eve)]), Ok(()));
    let about = store.report(11).unwrap().unwrap();
    assert_eq!((about.reported, about.name.as_str(), about.said), (KeyHash::NOBODY, NOBODYS_NAME, None));
    assert_eq!((about.text, about.reporter), (None, ada));
    let by = store.report(12).unwrap().unwrap();
    assert_eq!((by.reporter, by.text, by.reported, by.name.as_str()), (KeyHash::NOBODY, None, ada, "Eve"));
    let sanctions = store.sanctions(SanctionFilter::On(eve), ALL).unwrap();
    assert_eq!(
        sanctions,
        [Sanction { text: None, ..sanction(11, Measure::Suspend(eve), None) }],
        "it goes on"
    );
    assert!(store.roles().unwrap().iter().all(|granted| granted.person != eve));
    let log = store.audit(Page::first(2)).unwrap();
    assert_eq!(log[1].entry.subject, Subject::Person(eve), "the hash stays");
    assert_eq!(log[1].entry.detail, None, "what was written about them does not");
    assert!(log[0].entry.detail.is_some());
    assert_eq!(store.check_audit(), Ok(before), "the chain holds");
}

fn a_guest_takes_reports_and_sanctions_along(store: &dyn Store) {
    let (guest, ada, table) = (person(), person(), TableId::random());
    step(store, Step::Report(Box::new(report(13, table, guest, person()))));
    step(store, Step::Report(Box::new(report(14, table, person(), guest))));
    step(store, Step::Impose(Box::new(sanction(13, Measure::Mute(guest), None))));
    step(store, Step::HandOn { from: guest, to: ada });
    let find = |which| store.reports(which, ALL).unwrap().iter().map(|report| report.id).collect::<Vec<_>>();
    assert_eq!((find(ReportFilter::About(ada)), find(ReportFilter::By(ada))), (vec![13], vec![14]));
    assert_eq!((find(ReportFilter::About(guest)), find(ReportFilter::By(guest))), (vec![], vec![]));
    assert_eq!(
        store.sanctions(SanctionFilter::On(ada), ALL).unwrap(),
        [sanction(13, Measure::Mute(ada), None)]
    );
    assert_eq!(store.sanctions(SanctionFilter::On(guest), ALL), Ok(vec![]));
}

fn what_is_old_is_purged(store: &dyn Store) {
    let (eve, table) = (person(), TableId::random());
    let resolve = |id, at| Step::Resolve {
        id,
        resolved: ReportResolution { at, by: Actor::Host, outcome: Outcome::Noted },
    };
    for id in 21..=25 {
        step(store, Step::Report(Box::new(report(id, table, eve, person()))));
    }
    for (id, at) in [(21, 100), (22, 10_000), (23, 10_000), (24, 10_000)] {
        step(store, resolve(id, at));
    }
    let network = || Measure::SuspendNetwork("198.51.100.0/24".to_owned());
    step(store, Step::Impose(Box::new(sanction(21, network(), Some(100)))));
    step(store, Step::Impose(Box::new(sanction(22, network(), Some(10_000)))));
    for id in [21, 22] {
        let audit = entry(Act::SuspendNetwork, Subject::Number, Some(id), Some("198.51.100.0/24"));
        step(store, Step::Audit(Box::new(audit)));
    }
    let before = store.check_audit().unwrap();
    step(store, Step::Purge { before: 9_500, resolved_max: 2 });
    let ids: Vec<u64> =
        store.reports(ReportFilter::About(eve), ALL).unwrap().iter().map(|report| report.id).collect();
    assert_eq!(ids, [25, 24, 23], "open ones stay, and the latest of the resolved ones");
    let sanctions = store.sanctions(SanctionFilter::All, ALL).unwrap();
    assert!(
        sanctions.iter().any(|of| of.id == 22) && sanctions.iter().all(|of| of.id != 21),
        "{sanctions:?}"
    );
    let log = store.audit(Page::first(2)).unwrap();
    assert!(log[0].entry.detail.is_some() && log[1].entry.detail.is_none(), "networks are not kept for ever");
    assert_eq!(store.check_audit(), Ok(before));
    assert_eq!(store.last_numbers(), Ok((25, 22)), "numbers are not used again");
}

fn accounts_are_renamed(store: &dyn Store) {
    let (ada, guest) = (person(), person());
    let account = |name: &str| Account {
        name: name.to_owned(),
        folded: name.to_lowercase(),
        password: "$argon2id$".to_owned(),
    };
    let keep = |id, name| Change::Keep(Person { id, since: 1, account: Some(account(name)) });
    assert_eq!(change(store, vec![keep(ada, "Rude"), keep(person(), "Polite")]), Ok(()));
    let rename =
        |person, name: &str| Change::Rename { person, name: name.to_owned(), folded: name.to_lowercase() };
    assert_eq!(change(store, vec![rename(ada, "POLITE")]), Err(StoreError::NameTaken));
    assert_eq!(change(store, vec![rename(ada, "Kind"), rename(guest, "Nobody")]), Ok(()));
    let kept = |id| store.person(crate::PersonLookup::Id(id)).unwrap().and_then(|person| person.account);
    assert_eq!((kept(ada), kept(guest)), (Some(account("Kind")), None), "guests have no account");
    // A password changes alone, and nothing is done that depends on another one.
    let password = |person, password: &str| Change::Password { person, password: password.to_owned() };
    let expect = |person, password: &str| Change::Expect { person, password: password.to_owned() };
    let changes = vec![expect(ada, "$argon2id$"), password(ada, "new"), password(guest, "new")];
    assert_eq!(change(store, changes), Ok(()));
    let with_new = Account { password: "new".to_owned(), ..account("Kind") };
    assert_eq!((kept(ada), kept(guest)), (Some(with_new.clone()), None));
    for (person, old) in [(ada, "$argon2id$"), (guest, "new")] {
        let changes = vec![password(ada, "newer"), expect(person, old)];
        assert_eq!(change(store, changes), Err(StoreError::Stale));
    }
    assert_eq!(kept(ada), Some(with_new));
}
