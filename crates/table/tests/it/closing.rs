//! Closing a table: by agreement of all persons, after a long absence, and by the host of the server. Whatever closes it, its
//! record verifies up to there.

use crate::common::{NOW, Table, why};
use game::{Closing, HostReason, Seat, SeatSet, Seed, TableEvent};
use shelf::verify::{VerifyError, verify};
use table::closing::{ASK_CLOSE_AGAIN, AWAY_FOR_CLOSING};
use table::host::{Command, Host, Intent, RejectReason, Sender};
use table::personal::Replacement;
use table::stored::Tag;
use table::{Key, TableId};

const AGREE: Intent = Intent::AnswerClose { agrees: true };
const REFUSE: Intent = Intent::AnswerClose { agrees: false };

/// A game of three persons in which some steps were made.
fn begun(steps: usize) -> Table {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    let mut draws = Seed(11).substream("choice", 0);
    (0..steps).for_each(|_| table.step(&mut draws));
    table
}

/// Whether everything may be known now, and can be checked.
fn check_closed(table: &Table, why: Closing) {
    assert_eq!((table.host.closed(), table.host.is_revealed()), (Some(why), true));
    let record = table.host.record().expect("it is kept");
    let closed = record.header.closed.expect("the record says so");
    assert_eq!((closed.why, closed.steps, record.result.as_ref()), (why, record.steps.len() as u64, None));
    let verified = verify(record.to_string().as_bytes()).expect("every draw up to there is right");
    assert_eq!(verified.closed, Some(why));
    assert!(!verified.draws.is_empty());
    let again = Host::<u32>::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    assert_eq!((again.closed(), again.record()), (Some(why), Some(record)));
    assert!(table.untagged.contains(&Tag::Open), "nobody looks for it any more");
}

#[test]
fn a_running_game_closes_when_all_persons_agree() {
    let mut table = begun(30);
    // Neither the person who opened it nor anybody else closes it alone.
    assert_eq!(why(table.submit(0, Intent::Close)), RejectReason::Begun);
    assert_eq!(why(table.submit(1, AGREE)), RejectReason::NothingAsked);
    table.submit(0, Intent::AskClose).unwrap();
    assert_eq!(table.last(), TableEvent::CloseAsked(Seat::A));
    assert_eq!(table.host.to_close(Seat::A, table.now), [Seat::B, Seat::C].into_iter().collect());
    assert_eq!(table.host.record(), None, "nothing is revealed before");
    let asked = table.host.close_request();
    // Saying the same again changes nothing.
    for again in [Intent::AskClose, AGREE] {
        table.submit(0, again).unwrap();
        assert_eq!((table.last(), table.host.close_request()), (TableEvent::Unchanged, asked));
    }
    table.submit(1, AGREE).unwrap();
    let asked = table.host.close_request();
    for again in [AGREE, Intent::AskClose] {
        table.submit(1, again).unwrap();
        assert_eq!((table.last(), table.host.close_request()), (TableEvent::Unchanged, asked));
    }
    // The game goes on meanwhile, and the request with it.
    table.step(&mut Seed(1).substream("choice", 0));
    assert!(table.host.close_request().is_some());
    // Who asks while another one does agrees.
    table.submit(2, Intent::AskClose).unwrap();
    assert_eq!(table.last(), TableEvent::Closed(Closing::Agreement));
    check_closed(&table, Closing::Agreement);
    assert_eq!(why(table.submit(0, Intent::AskClose)), RejectReason::Closed);
    assert_eq!(why(table.submit(0, Intent::Say("so".to_owned()))), RejectReason::Closed);
    // The same people may play again.
    assert!(table.host.again(table.keys[1]).is_ok());
    table.submit(1, Intent::Next(TableId::random())).unwrap();
}

#[test]
fn one_refusal_ends_a_request_and_it_takes_a_while_to_ask_again() {
    let mut table = begun(5);
    table.submit(0, Intent::AskClose).unwrap();
    table.submit(1, AGREE).unwrap();
    table.submit(2, REFUSE).unwrap();
    assert_eq!(table.host.close_request(), None);
    assert_eq!(why(table.submit(0, Intent::AskClose)), RejectReason::CloseRefused);
    // That is about the seat that asked. Who agreed may think again, and who asked may withdraw.
    table.submit(1, Intent::AskClose).unwrap();
    table.submit(0, AGREE).unwrap();
    table.submit(0, REFUSE).unwrap();
    assert_eq!(table.host.close_request(), None);
    table.submit(2, Intent::AskClose).unwrap();
    table.submit(2, REFUSE).unwrap();
    assert_eq!(table.host.close_request(), None);
    assert_eq!(why(table.submit(2, Intent::AskClose)), RejectReason::CloseRefused);
    table.now += ASK_CLOSE_AGAIN;
    table.submit(0, Intent::AskClose).unwrap();
    assert!(table.host.close_request().is_some());
    // An answer to an earlier request is none to this one.
    let late = Command { sender: Sender::Holder(table.keys[1]), id: None, seen: 7, intent: AGREE };
    let effects = table.host.submit(late, table.now, 1);
    table.run(effects);
    assert_eq!(why(table.answers.remove(&1).unwrap()), RejectReason::Stale);
}

#[test]
fn a_person_who_is_away_is_asked_for_a_day() {
    let mut table = begun(5);
    table.submit(2, Intent::Leave).unwrap();
    table.now += AWAY_FOR_CLOSING - 1_000;
    table.submit(0, Intent::AskClose).unwrap();
    table.submit(1, AGREE).unwrap();
    assert_eq!(table.host.close_request().map(|asked| asked.seat), Some(Seat::A), "Cy may still come");
    // The bot cannot agree for them.
    assert_eq!(why(table.send(Sender::Bot(Seat::C), AGREE)), RejectReason::NotSeated);
    assert_eq!(table.alarm, Some(NOW + AWAY_FOR_CLOSING), "the table is looked at again then");
    table.tick(999);
    assert_eq!(table.host.closed(), None);
    // Coming back and going again begins anew.
    table.submit(2, Intent::Return).unwrap();
    table.submit(2, Intent::Leave).unwrap();
    table.tick(1);
    assert_eq!(table.host.closed(), None);
    table.tick(AWAY_FOR_CLOSING);
    check_closed(&table, Closing::Agreement);
}

#[test]
fn who_plays_alone_with_bots_closes_at_once() {
    let mut table = Table::open("carcassonne", &["Ada", "bot:random"], |_| {});
    table.submit(0, Intent::AskClose).unwrap();
    check_closed(&table, Closing::Agreement);
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    table.submit(1, Intent::Leave).unwrap();
    table.submit(2, Intent::Leave).unwrap();
    table.now += AWAY_FOR_CLOSING;
    assert_eq!(table.host.to_close(Seat::A, table.now), SeatSet::EMPTY);
    table.submit(0, Intent::AskClose).unwrap();
    check_closed(&table, Closing::Agreement);
    // Who was forgotten does not come back to agree.
    let mut table = Table::open("catan", &["Ada", "Ben"], |_| {});
    table.submit(1, Intent::Leave).unwrap();
    let _ = table.host.amend(table.keys[1], Replacement::Nobody);
    assert_eq!(table.host.to_close(Seat::A, table.now), SeatSet::EMPTY);
}

#[test]
fn before_the_game_begins_the_opener_closes() {
    let mut table = Table::open("catan", &["Ada", "Ben", ""], |_| {});
    assert_eq!(why(table.submit(1, Intent::Close)), RejectReason::NotOpener);
    assert_eq!(why(table.submit(0, Intent::AskClose)), RejectReason::NotStarted);
    table.submit(0, Intent::Close).unwrap();
    assert_eq!(table.last(), TableEvent::Closed(Closing::Opener));
    assert!(!table.host.is_revealed() && table.host.record().is_none(), "nothing was played");
    assert_eq!(why(table.submit(0, Intent::Next(TableId::random()))), RejectReason::NotOver);
}

#[test]
fn a_deserted_table_is_closed() {
    let day = 24 * 3600 * 1000;
    let clock = "decision 60 bot".parse().unwrap();
    let mut table = Table::open("catan", &["Ada", "Ben"], |opening| opening.clock = Some(clock));
    // Clocks and bots are no persons.
    table.tick(60_000);
    let action = table.host.legal(Seat::A, 1)[0].clone();
    table.send(Sender::Bot(Seat::A), Intent::Act(action)).unwrap();
    table.now = NOW + 30 * day - 1;
    assert!(table.host.close_deserted(30 * day, table.now).is_empty());
    table.submit(1, Intent::Say("still here".to_owned())).unwrap();
    table.now += 1;
    assert!(table.host.close_deserted(30 * day, table.now).is_empty(), "Ben was there");
    table.now += 30 * day;
    let effects = table.host.close_deserted(30 * day, table.now);
    table.run(effects);
    check_closed(&table, Closing::Absence);
    assert!(table.host.close_deserted(30 * day, table.now).is_empty());
}

#[test]
fn the_host_closes_whatever_has_not_ended() {
    let close = |reason| Intent::CloseByHost { reason };
    for reason in HostReason::ALL {
        let mut table = begun(20);
        // Nobody else can say that they are the host.
        for sender in
            [Sender::Holder(table.keys[0]), Sender::Holder(Key::random().hash()), Sender::Bot(Seat::A)]
        {
            assert_eq!(why(table.send(sender, close(reason))), RejectReason::NotOpener);
        }
        table.send(Sender::Host, close(reason)).unwrap();
        check_closed(&table, Closing::Host(reason));
        assert_eq!(why(table.send(Sender::Host, close(reason))), RejectReason::Closed);
        assert!(table.host.again(table.keys[0]).is_err(), "what the host ended does not go on by itself");
    }
    let mut waiting = Table::open("catan", &["Ada", ""], |_| {});
    waiting.send(Sender::Host, close(HostReason::Content)).unwrap();
    assert!(!waiting.host.is_revealed());
}

/// A table that its opener closed before all had to agree: its log has the words of that version.
#[test]
fn tables_that_earlier_versions_closed_reveal_their_dice_as_well() {
    let mut table = begun(30);
    let seq = table.host.version() + 1;
    let body = format!(
        r#"{{"closed":{{"by":"{}"}}}}"#,
        serde_json::to_value(table.keys[0]).unwrap().as_str().unwrap()
    );
    table.log.push(table::stored::StoredEntry { seq, at: table.now, command: None, body });
    table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    table.untagged.push(Tag::Open);
    check_closed(&table, Closing::Opener);
}

/// Each way to tamper with the end of such a record is found.
#[test]
fn the_end_of_a_closed_game_cannot_be_cut_off() {
    let mut table = begun(40);
    let unfinished = {
        table.submit(0, Intent::AskClose).unwrap();
        table.submit(1, AGREE).unwrap();
        table.submit(2, AGREE).unwrap();
        table.host.record().unwrap()
    };
    let text = unfinished.to_string();
    let lines: Vec<&str> = text.lines().collect();
    for until in 1..lines.len() {
        let cut = lines[..until].join("\n");
        assert!(matches!(verify(cut.as_bytes()), Err(VerifyError::Unfinished { .. })), "{until} lines");
    }
    let without = text.replacen(r#","closed":{"why":"agreement","#, r#","clothed":{"why":"agreement","#, 1);
    assert!(verify(without.as_bytes()).is_err());
    // A log that says so although not all have agreed is damaged.
    let mut log = begun(5);
    log.submit(0, Intent::AskClose).unwrap();
    let (seq, body) = (log.host.version() + 1, r#"{"closed":{"why":"agreement"}}"#.to_owned());
    log.log.push(table::stored::StoredEntry { seq, at: log.now, command: None, body });
    assert!(Host::<u32>::load(log.host.id(), log.log.clone()).is_err());
}

const ASK_UNDO: Intent = Intent::AskUndo;

/// A table at which Ada asks to undo, or to close it, and only Ben's consent is missing.
fn waits_for_ben(closes: bool) -> Table {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    table.act(0, "settlement I17").unwrap();
    table.act(0, "road 17-22").unwrap();
    table.act(1, "settlement I40").unwrap();
    table.submit(0, if closes { Intent::AskClose } else { ASK_UNDO }).unwrap();
    let answer = if closes { AGREE } else { Intent::AnswerUndo { agrees: true } };
    table.submit(2, answer).unwrap();
    table.tick(1_000);
    assert!(table.host.undo_request().is_some() || table.host.close_request().is_some(), "Ben is missing");
    table
}

fn is_carried_out(table: &Table, closes: bool) {
    if closes {
        check_closed(table, Closing::Agreement);
    } else {
        assert!(matches!(table.last(), TableEvent::Undone { seat: Seat::A, .. }), "{:?}", table.last());
        assert_eq!(table.host.undo_request(), None);
    }
}

#[test]
fn nobody_waits_for_who_may_do_nothing() {
    for closes in [false, true] {
        // Suspended, after a bot took over or before: it is done when the table is looked at, or asked once more.
        for replaced in [false, true] {
            for asks in [false, true] {
                let mut table = waits_for_ben(closes);
                if replaced {
                    table.submit(0, Intent::Replace { seat: Seat::B, online: false }).unwrap();
                }
                table.host.bar(SeatSet::one(Seat::B));
                assert!(!table.host.to_agree(Seat::A).contains(Seat::B));
                assert!(!table.host.to_close(Seat::A, table.now).contains(Seat::B));
                if asks {
                    table.submit(0, if closes { Intent::AskClose } else { ASK_UNDO }).unwrap();
                } else {
                    table.tick(0);
                }
                is_carried_out(&table, closes);
                assert_eq!(
                    table.host.bot_at(Seat::B),
                    Some("settler"),
                    "a bot plays for whoever was not asked"
                );
            }
        }
        // Forgotten: a bot plays there, and nobody comes back.
        let mut table = waits_for_ben(closes);
        table.submit(1, Intent::Leave).unwrap();
        // The list that stands for a store is not amended.
        table.reloads = false;
        let _ = table.host.amend(table.keys[1], Replacement::Nobody);
        table.tick(0);
        assert_eq!((table.host.closed().is_some(), table.host.undo_request()), (closes, None));
        assert_eq!(matches!(table.last(), TableEvent::Undone { .. }), !closes);
    }
}

#[test]
fn a_retry_of_what_carried_a_request_out_gets_the_first_answer() {
    for closes in [false, true] {
        // Whoever asks once more, and whoever agrees last.
        for asks in [false, true] {
            let mut table = waits_for_ben(closes);
            let (seat, intent) = match (closes, asks) {
                (true, true) => (0, Intent::AskClose),
                (false, true) => (0, ASK_UNDO),
                (true, false) => (1, AGREE),
                (false, false) => (1, Intent::AnswerUndo { agrees: true }),
            };
            // Where Ben agrees last, Ada asks anew and Cy is suspended.
            if asks {
                table.host.bar(SeatSet::one(Seat::B));
            } else {
                let ask = if closes { Intent::AskClose } else { ASK_UNDO };
                table.submit(0, if closes { REFUSE } else { Intent::AnswerUndo { agrees: false } }).unwrap();
                table.now += ASK_CLOSE_AGAIN;
                table.submit(0, ask).unwrap();
                table.host.bar(SeatSet::one(Seat::C));
            }
            let command = Command {
                sender: Sender::Holder(table.keys[seat]),
                id: Some("once".to_owned()),
                seen: table.host.version(),
                intent,
            };
            let mut answers = [(); 2].map(|()| {
                let effects = table.host.submit(command.clone(), table.now, 1);
                table.run(effects);
                table.answers.remove(&1).unwrap()
            });
            assert_eq!(answers[0].as_ref().unwrap().seq, table.host.version(), "{closes} {asks}");
            assert_eq!(answers[0], answers[1], "{closes} {asks}");
            // Also after a restart.
            table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
            let effects = table.host.submit(command, table.now, 1);
            table.run(effects);
            answers[1] = table.answers.remove(&1).unwrap();
            assert_eq!(answers[0], answers[1], "{closes} {asks}");
            is_carried_out(&table, closes);
        }
    }
}

#[test]
fn whoever_asks_to_undo_may_withdraw() {
    let mut table = waits_for_ben(false);
    table.submit(0, Intent::AnswerUndo { agrees: false }).unwrap();
    assert_eq!(table.last(), TableEvent::UndoAnswered { seat: Seat::A, agrees: false });
    assert_eq!(table.host.undo_request(), None);
    assert_eq!(why(table.submit(1, Intent::AnswerUndo { agrees: true })), RejectReason::NothingAsked);
    table.submit(0, ASK_UNDO).unwrap();
    assert!(table.host.undo_request().is_some());
}
