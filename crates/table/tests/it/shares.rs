//! A player cannot end a game by filling its log: each seat has a share of it, and a command that changes nothing enters its id
//! at most.

use crate::common::{Table, why};
use game::{Draws, Seat, SeatSet, Seed, TableEvent};
use shelf::Prompt;
use table::entry::Declined;
use table::host::{Command, Host, Intent, RejectReason, Sender};
use table::shares::{BOTS_ALONE, SHARE, WAITING_MAX};
use table::stored::StoredEntry;

/// A game in which nothing is read again after each step, as it gets long.
fn long(game: &str, names: &[&str]) -> Table {
    let mut table = Table::open(game, names, |_| {});
    table.reloads = false;
    table
}

/// Lets everybody play at random until the game is over; seats of bots play as their bots.
fn play_to_the_end(table: &mut Table, seed: u64) {
    let mut draws = Seed(seed).substream("choice", 0);
    while table.host.game().unwrap().outcome().is_none() {
        let awaited = table.host.game().unwrap().awaited();
        let (seat, _) = awaited[draws.below(awaited.len() as u32) as usize];
        let legal = table.host.legal(seat, usize::MAX);
        let action = Intent::Act(legal[draws.below(legal.len() as u32) as usize].clone());
        let sender = match table.host.bot_at(seat) {
            Some(_) => Sender::Bot(seat),
            None => Sender::Holder(table.keys[seat.index()]),
        };
        table.send(sender, action).unwrap();
    }
}

/// Does the same again and again as seat A until its share is used up; returns how many times.
fn fill(table: &mut Table, mut once: impl FnMut(&mut Table, usize)) -> usize {
    let mut times = 0;
    while !table.host.spent().contains(Seat::A) {
        once(table, times);
        times += 1;
        assert!(times <= SHARE as usize, "it has no end");
    }
    times
}

/// An action that a player repeats; it gets the number of the repetition.
type Way = fn(&mut Table, usize);

/// A losing player fills the log in every way that there is: a bot takes over, and the others play to the end.
#[test]
fn a_player_who_fills_the_log_is_replaced_and_the_others_play_on() {
    let ways: [(&str, Way); 4] = [
        ("leave and return", |table, n| {
            let intent = if n.is_multiple_of(2) { Intent::Leave } else { Intent::Return };
            table.submit(0, intent).unwrap();
        }),
        ("decline", |table, n| {
            let from = if n.is_multiple_of(2) { SeatSet::one(Seat::B) } else { SeatSet::EMPTY };
            table.submit(0, Intent::Decline(Declined { turn: false, from })).unwrap();
        }),
        ("talk", |table, n| {
            table.now += 2_000;
            table.submit(0, Intent::Say(format!("la {n}"))).unwrap();
        }),
        ("act and take back", |table, _| {
            let action = table.host.legal(Seat::A, 1)[0].clone();
            table.act(0, &action).unwrap();
            if !table.host.spent().contains(Seat::A) {
                table.submit(0, Intent::Undo).unwrap();
            }
        }),
    ];
    for (way, once) in ways {
        let mut table = long("carcassonne", &["Ada", "Ben"]);
        // To a turn of hers.
        let mut draws = Seed(5).substream("choice", 0);
        while !table.host.awaited().contains(Seat::A) {
            table.step(&mut draws);
        }
        let before = table.log.len();
        fill(&mut table, once);
        assert!(table.log.len() - before <= SHARE as usize + 10, "{way}: {} entries", table.log.len());
        assert_eq!(table.last(), TableEvent::ShareSpent(Seat::A), "{way}");
        assert!(table.host.bot_at(Seat::A).is_some(), "{way}");
        assert!(table.wakes.contains(&Seat::A), "{way}: the bot goes on");
        // She does nothing more here, and comes not back.
        let legal = table.host.legal(Seat::A, 1).first().cloned().unwrap_or_else(|| "pass".to_owned());
        let version = table.host.version();
        for intent in [
            Intent::Return,
            Intent::Leave,
            Intent::Act(legal),
            Intent::Undo,
            Intent::AskUndo,
            Intent::AskClose,
            Intent::Say("la".to_owned()),
            Intent::Decline(Declined { turn: true, from: SeatSet::EMPTY }),
        ] {
            assert_eq!(why(table.submit(0, intent.clone())), RejectReason::LogFull, "{way}: {intent:?}");
        }
        assert_eq!(table.host.version(), version);
        // Her consent still counts: asking the others is not for her, answering them is.
        table.submit(1, Intent::AskClose).unwrap();
        table.submit(0, Intent::AnswerClose { agrees: false }).unwrap();
        play_to_the_end(&mut table, 7);
        assert!(table.host.game().unwrap().outcome().is_some(), "{way}");
        assert!(table.host.record().unwrap().result.is_some());
        table.check_log();
    }
}

/// The asker pays for the answers of others: questions and offers drive nobody out.
#[test]
fn asking_is_paid_for_by_who_asks() {
    let mut table = long("catan", &["Ada", "Ben"]);
    let settlement = table.host.legal(Seat::A, 1)[0].clone();
    table.act(0, &settlement).unwrap();
    fill(&mut table, |table, _| {
        table.submit(0, Intent::AskUndo).unwrap();
        if table.host.undo_request().is_some() {
            table.submit(1, Intent::AnswerUndo { agrees: false }).unwrap();
        }
    });
    assert_eq!(table.host.entries_of(Seat::B), 0);
    let mut table = Table::open("catan", &["Ada", "Ben"], |_| {});
    table.submit(0, Intent::AskClose).unwrap();
    table.submit(1, Intent::AnswerClose { agrees: false }).unwrap();
    assert_eq!((table.host.entries_of(Seat::A), table.host.entries_of(Seat::B)), (2, 0));
}

/// Offers and withdrawals, with a seat that rejects them by itself.
#[test]
fn offers_are_paid_for_with_the_answers_that_come_by_themselves() {
    let mut table = long("catan", &["Ada", "Ben", "Cy"]);
    let mut draws = Seed(4).substream("choice", 0);
    let (seat, offer) = loop {
        table.step(&mut draws);
        let game = *table.host.game().unwrap();
        let [(seat, Prompt::Turn)] = game.awaited()[..] else { continue };
        let kinds = ["brick", "lumber", "wool", "grain", "ore"];
        let to: Vec<String> =
            Seat::first(3).filter(|other| *other != seat).map(|other| other.to_string()).collect();
        let text = |give: &str, want: &str| format!("offer 1 {give} for 1 {want} to {}", to.join(" "));
        let mut offers = kinds.iter().flat_map(|give| kinds.iter().map(move |want| text(give, want)));
        if let Some(offer) = offers.find(|offer| game.check(seat, offer).is_ok()) {
            break (seat, offer);
        }
    };
    for other in Seat::first(3).filter(|other| *other != seat) {
        let declines = Declined { turn: false, from: SeatSet::one(seat) };
        table.submit(other.index(), Intent::Decline(declines)).unwrap();
    }
    let before = Seat::first(3).map(|seat| table.host.entries_of(seat)).collect::<Vec<_>>();
    while !table.host.spent().contains(seat) {
        table.act(seat.index(), &offer).unwrap();
        if !table.host.spent().contains(seat)
            && table.host.legal(seat, usize::MAX).contains(&"withdraw".to_owned())
        {
            table.act(seat.index(), "withdraw").unwrap();
        }
        assert!(table.log.len() < 3 * SHARE as usize);
    }
    for other in Seat::first(3).filter(|other| *other != seat) {
        assert_eq!(table.host.entries_of(other), before[other.index()], "{other} has done nothing");
    }
    table.check_log();
}

/// A player's decision is not taken back without them, even if their share was used up with it.
#[test]
fn who_has_no_share_left_is_asked_before_their_action_is_taken_back() {
    let mut table = long("catan", &["Ada", "Ben"]);
    let next = table.log.len() as u64;
    let said = (next..next + u64::from(SHARE) - 1).map(|seq| StoredEntry {
        seq,
        at: table.now,
        command: None,
        body: r#"{"said":{"seat":"B","text":"on and on"}}"#.to_owned(),
    });
    table.log.extend(said);
    table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    for seat in [Seat::A, Seat::A, Seat::B] {
        let action = table.host.legal(seat, 1)[0].clone();
        table.act(seat.index(), &action).unwrap();
    }
    assert_eq!(table.last(), TableEvent::ShareSpent(Seat::B));
    assert_eq!(table.host.to_agree(Seat::A), SeatSet::one(Seat::B));
    table.submit(0, Intent::AskUndo).unwrap();
    assert!(table.host.undo_request().is_some(), "Ben has decided since");
    table.submit(1, Intent::AnswerUndo { agrees: true }).unwrap();
    assert!(matches!(table.last(), TableEvent::Undone { seat: Seat::A, .. }));
    table.check_log();
}

/// A command that changes nothing enters only its id. Without an id it enters nothing.
#[test]
fn what_changes_nothing_keeps_its_id_alone() {
    let mut table = Table::open("catan", &["Ada", "Ben", "", ""], |_| {});
    let same = |table: &mut Table, seat: usize, intent: Intent| {
        let before = table.host.version();
        let command = Command {
            sender: Sender::Holder(table.keys[seat]),
            id: None,
            seen: before,
            intent: intent.clone(),
        };
        let is_entered = matches!(intent, Intent::Decline(_));
        let effects = table.host.submit(command, table.now, 1);
        table.run(effects);
        assert!(table.answers.remove(&1).unwrap().is_ok(), "{intent:?}");
        assert_eq!(table.host.version(), before + u64::from(is_entered), "{intent:?}");
        let before = table.host.version();
        let done = table.submit(seat, intent.clone()).unwrap();
        assert_eq!((table.host.version(), done.seq), (before + 1, before + 1), "{intent:?}");
        assert!(matches!(table.last(), TableEvent::Unchanged | TableEvent::Declines), "{intent:?}");
    };
    same(&mut table, 0, Intent::Swap { one: Seat::C, other: Seat::D });
    same(&mut table, 1, Intent::Join { seat: Some(Seat::B), name: "Ben".to_owned(), nonce: None });
    same(&mut table, 0, Intent::Return);
    table.submit(0, Intent::Fill { bot: "random".to_owned() }).unwrap();
    let declines = |turn, from| Intent::Decline(Declined { turn, from });
    same(&mut table, 1, declines(false, SeatSet::EMPTY));
    table.submit(1, declines(true, SeatSet::one(Seat::A))).unwrap();
    same(&mut table, 1, declines(true, SeatSet::one(Seat::A)));
    table.submit(1, declines(false, SeatSet::EMPTY)).unwrap();
    same(&mut table, 1, declines(false, SeatSet::EMPTY));
    same(&mut table, 0, Intent::Return);
    table.submit(1, Intent::Leave).unwrap();
    same(&mut table, 1, Intent::Leave);
    let settlement = table.host.legal(Seat::A, 1)[0].clone();
    table.act(0, &settlement).unwrap();
    // Ben was away all the time, so it is not for him to agree.
    let mut three = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    three.submit(1, Intent::Leave).unwrap();
    three.act(0, &settlement).unwrap();
    three.submit(0, Intent::AskUndo).unwrap();
    same(&mut three, 1, Intent::AnswerUndo { agrees: true });
    three.submit(0, Intent::AskClose).unwrap();
    same(&mut three, 0, Intent::AskClose);
    three.submit(2, Intent::AnswerClose { agrees: true }).unwrap();
    same(&mut three, 2, Intent::AnswerClose { agrees: true });
    same(&mut three, 2, Intent::AskClose);
}

/// Before the game begins people cannot get up any more after a while, so that sitting down has an end as well.
#[test]
fn a_waiting_table_has_an_end_too() {
    let mut table = long("catan", &["Ada", "Ben", ""]);
    let mut swaps = 0;
    while table.log.len() < WAITING_MAX {
        table.submit(0, Intent::Swap { one: Seat::A, other: Seat::B }).unwrap();
        swaps += 1;
    }
    assert!(swaps > 900);
    for intent in
        [Intent::Swap { one: Seat::A, other: Seat::B }, Intent::Say("more".to_owned()), Intent::Leave]
    {
        assert_eq!(why(table.submit(1, intent)), RejectReason::LogFull);
    }
    // The game can begin all the same, and everybody has a whole share for it.
    table.submit(0, Intent::Fill { bot: "random".to_owned() }).unwrap();
    assert_eq!(table.host.entries_of(Seat::A), 0);
    let (first, action) = (table.host.holder_of(Seat::A).unwrap(), table.host.legal(Seat::A, 1)[0].clone());
    table.send(Sender::Holder(first), Intent::Act(action)).unwrap();
}

/// Bots alone pause after a while; whatever a person does lets them go on.
#[test]
fn bots_alone_pause() {
    let mut table = long("catan", &["Ada", "bot:random"]);
    table.submit(0, Intent::Leave).unwrap();
    // So many entries of bots that nobody would wait for: the log is written by hand, since that takes long.
    let mut draws = Seed(3).substream("choice", 0);
    for _ in 0..20 {
        let (seat, _) = table.host.game().unwrap().awaited()[0];
        let legal = table.host.legal(seat, usize::MAX);
        let action = legal[draws.below(legal.len() as u32) as usize].clone();
        table.send(Sender::Bot(seat), Intent::Act(action)).unwrap();
    }
    let body = r#"{"stood-still":{"from":1,"to":2}}"#.to_owned();
    let next = table.log.len() as u64;
    let more = next..next + u64::from(BOTS_ALONE);
    table.log.extend(more.map(|seq| StoredEntry { seq, at: table.now, command: None, body: body.clone() }));
    table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    table.wakes.clear();
    let effects = table.host.resume(None, table.now);
    table.run(effects);
    assert!(table.wakes.is_empty() && table.host.rests(), "nothing happens by itself");
    table.submit(0, Intent::Return).unwrap();
    table.submit(0, Intent::Leave).unwrap();
    assert!(!table.wakes.is_empty(), "a person was here");
}

/// A log of an earlier version, in which a seat has caused more than its share: it may do one thing more.
#[test]
fn long_logs_of_earlier_versions_load() {
    let mut table = long("catan", &["Ada", "Ben"]);
    let body = r#"{"said":{"seat":"A","text":"on and on"}}"#;
    let next = table.log.len() as u64;
    let more = next..next + u64::from(SHARE) + 7_000;
    table.log.extend(more.map(|seq| StoredEntry {
        seq,
        at: table.now,
        command: None,
        body: body.to_owned(),
    }));
    table.host = Host::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    table.now += 60_000;
    assert_eq!((table.host.spent(), table.host.entries_of(Seat::A)), (SeatSet::EMPTY, SHARE + 7_000));
    table.submit(0, Intent::Say("the last word".to_owned())).unwrap();
    assert_eq!(table.last(), TableEvent::ShareSpent(Seat::A));
    assert_eq!(why(table.submit(0, Intent::Say("more".to_owned()))), RejectReason::LogFull);
    table.submit(1, Intent::Say("at last".to_owned())).unwrap();
    table.check_log();
}
