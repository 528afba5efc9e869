//! Commands that ask for what is so already: their ids are stored, so that a late copy gets the first answer.

use crate::common::{Table, why};
use game::{Seat, SeatSet, Seed, TableEvent};
use table::entry::Declined;
use table::host::{Answer, Command, Effect, Host, Intent, RejectReason, Sender};
use table::shares::{SHARE, WAITING_MAX};
use table::stored::StoreError;
use table::{Key, TableId};

const ALL: Intent = Intent::Decline(Declined { turn: true, from: SeatSet::EMPTY });
const NONE: Intent = Intent::Decline(Declined { turn: false, from: SeatSet::EMPTY });

fn command(table: &Table, seat: usize, id: &str, intent: Intent) -> Command {
    let sender = Sender::Holder(table.keys[seat]);
    Command { sender, id: Some(id.to_owned()), seen: table.host.version(), intent }
}

fn send(table: &mut Table, command: Command) -> Answer {
    let effects = table.host.submit(command, table.now, 1);
    table.run(effects);
    table.answers.remove(&1).expect("every command is answered")
}

/// A table as a later server finds it in the store.
fn restart(table: &mut Table) {
    table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
}

/// The state that a command can change, except for the log.
fn state(table: &Table) -> String {
    let host = &table.host;
    let declined: Vec<_> = Seat::first(3).map(|seat| host.declined(seat).unwrap_or_default()).collect();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {declined:?}",
        host.occupants(),
        host.undo_request(),
        host.close_request(),
        host.next(),
        host.expected(),
    )
}

/// Sends what is so already, then something else that changes it, and then a late copy of the first, in the same server and
/// in a later one.
fn check(mut table: Table, seat: usize, unchanged: Intent, changes: &[(usize, Intent)]) {
    let (before, game) = (state(&table), table.host.game().copied());
    let first = command(&table, seat, "late", unchanged.clone());
    let answer = send(&mut table, first.clone());
    assert!(answer.is_ok(), "{unchanged:?}: {answer:?}");
    assert_eq!((state(&table), table.host.game().copied()), (before, game), "{unchanged:?} changes nothing");
    assert_eq!(send(&mut table, first.clone()), answer, "{unchanged:?} sent again at once");
    for (n, (seat, change)) in changes.iter().enumerate() {
        let change = command(&table, *seat, &format!("change-{n}"), change.clone());
        send(&mut table, change).unwrap();
    }
    let after = (state(&table), table.log.len());
    for _ in 0..2 {
        assert_eq!(send(&mut table, first.clone()), answer, "{unchanged:?} comes late");
        assert_eq!((state(&table), table.log.len()), after, "{unchanged:?} is not carried out late");
        restart(&mut table);
    }
    let other = Command { intent: Intent::Say("Hello".to_owned()), ..first };
    assert_eq!(why(send(&mut table, other)), RejectReason::CommandReused);
}

fn begun() -> Table {
    Table::open("catan", &["Ada", "Ben", "Cy"], |_| {})
}

#[test]
fn a_late_copy_gets_the_first_answer() {
    check(begun(), 0, NONE, &[(0, ALL)]);
    check(begun(), 0, Intent::Return, &[(0, Intent::Leave)]);
    let mut left = begun();
    left.submit(0, Intent::Leave).unwrap();
    check(left, 0, Intent::Leave, &[(0, Intent::Return)]);

    // Two empty chairs are swapped, and then somebody sits down on one of them.
    let mut waiting = Table::open("catan", &["Ada", "", ""], |_| {});
    waiting.keys[1] = Key::random().hash();
    let join = Intent::Join { seat: Some(Seat::B), name: "Ben".to_owned(), nonce: None };
    check(waiting, 0, Intent::Swap { one: Seat::B, other: Seat::C }, &[(1, join)]);

    // Who sits there says so, and gets up.
    let seated = Table::open("catan", &["Ada", "", ""], |_| {});
    let join = Intent::Join { seat: None, name: "Ada".to_owned(), nonce: None };
    check(seated, 0, join, &[(0, Intent::Leave)]);
}

#[test]
fn late_answers_to_requests_get_the_first_answer() {
    const AGREE: Intent = Intent::AnswerClose { agrees: true };
    const REFUSE: Intent = Intent::AnswerClose { agrees: false };
    let asked = || {
        let mut table = begun();
        table.submit(0, Intent::AskClose).unwrap();
        table.submit(1, AGREE).unwrap();
        table
    };
    check(asked(), 0, Intent::AskClose, &[(0, REFUSE)]);
    check(asked(), 1, Intent::AskClose, &[(1, REFUSE)]);
    check(asked(), 1, AGREE, &[(1, REFUSE)]);

    let mut table = begun();
    table.act(0, "settlement I17").unwrap();
    table.act(0, "road 17-22").unwrap();
    table.act(1, "settlement I40").unwrap();
    table.submit(0, Intent::AskUndo).unwrap();
    table.submit(1, Intent::AnswerUndo { agrees: true }).unwrap();
    check(table, 1, Intent::AnswerUndo { agrees: true }, &[(2, Intent::AnswerUndo { agrees: false })]);

    let mut over = begun();
    for (seat, intent) in [(0, Intent::AskClose), (1, AGREE), (2, AGREE)] {
        over.submit(seat, intent).unwrap();
    }
    over.submit(0, Intent::Next(TableId::random())).unwrap();
    let mut again = over;
    let first = command(&again, 1, "late", Intent::Next(TableId::random()));
    let answer = send(&mut again, first.clone());
    assert_eq!((answer.is_ok(), again.last()), (true, TableEvent::Unchanged));
    restart(&mut again);
    assert_eq!(send(&mut again, first), answer);
}

#[test]
fn without_room_on_the_disk_nothing_is_acknowledged() {
    for intent in [NONE, Intent::Return] {
        let mut table = begun();
        let first = command(&table, 0, "late", intent);
        let effects = table.host.submit(first.clone(), table.now, 1);
        assert!(matches!(effects[..], [Effect::Append(_)]), "{effects:?}");
        let full = StoreError::Full { path: "tables.sqlite".into() };
        let effects = table.host.stored(Err(full.clone()));
        table.run(effects);
        assert_eq!(why(table.answers.remove(&1).unwrap()), RejectReason::Storage(full));
        assert!(send(&mut table, first).is_ok(), "once there is room again");
    }
}

/// Commands that change nothing count towards the share like all others; once it is used up, they are only answered.
#[test]
fn the_log_stays_within_its_bounds() {
    let mut table = begun();
    table.reloads = false;
    for _ in 0..SHARE {
        table.submit(0, Intent::Return).unwrap();
        if table.host.spent().contains(Seat::A) {
            break;
        }
    }
    assert_eq!((table.host.spent(), table.last()), (SeatSet::one(Seat::A), TableEvent::ShareSpent(Seat::A)));
    assert_eq!(why(table.submit(0, Intent::Return)), RejectReason::LogFull);

    let mut waiting = Table::open("catan", &["Ada", ""], |_| {});
    waiting.reloads = false;
    let sit = || Intent::Join { seat: None, name: "Ada".to_owned(), nonce: None };
    for _ in 0..2 * WAITING_MAX {
        waiting.submit(0, sit()).unwrap();
    }
    assert_eq!(waiting.log.len(), WAITING_MAX);
    assert_eq!(why(waiting.submit(0, Intent::Leave)), RejectReason::LogFull);
    waiting.keys[1] = Key::random().hash();
    waiting.submit(1, Intent::Join { seat: None, name: "Ben".to_owned(), nonce: None }).unwrap();
    // Other people's games are as they were.
    let mut draws = Seed(3).substream("choice", 0);
    (0..4).for_each(|_| waiting.step(&mut draws));
}
