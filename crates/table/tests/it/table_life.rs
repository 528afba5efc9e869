//! The life around a game, on the host alone: chairs, coming and going, clocks, talk, going back by consent, offers that
//! are not wanted, fair dice. Whatever happens, the log gives the same table again.

use crate::common::{NOW, Table, why};
use fair::Nonce;
use game::{Closing, Draws, Seat, SeatSet, Seed, TableEvent};
use shelf::Prompt;
use std::collections::BTreeMap;
use table::entry::{Declined, SeatHolder};
use table::host::{Command, Effect, Host, Intent, Occupant, Opening, RejectReason, Sender};
use table::stored::Tag;
use table::{Key, TableId};

#[test]
fn chairs_change_until_the_game_begins() {
    let mut table = Table::open("catan", &["Ada", "Ben", ""], |_| {});
    let name = |table: &Table, seat: usize| match &table.host.occupants()[seat] {
        Occupant::Person { name, .. } => name.clone(),
        _ => String::new(),
    };
    // Ben goes to the open chair; nobody but the opener changes two who sit.
    assert!(table.submit(1, Intent::Swap { one: Seat::B, other: Seat::C }).is_ok());
    assert_eq!((name(&table, 1).as_str(), name(&table, 2).as_str()), ("", "Ben"));
    assert!(matches!(
        why(table.submit(1, Intent::Swap { one: Seat::A, other: Seat::C })),
        RejectReason::SeatTaken(_)
    ));
    assert!(table.submit(0, Intent::Swap { one: Seat::A, other: Seat::C }).is_ok());
    assert_eq!((name(&table, 0).as_str(), name(&table, 2).as_str()), ("Ben", "Ada"));
    // Who goes leaves the chair open.
    assert!(table.submit(1, Intent::Leave).is_ok());
    assert_eq!(table.last(), TableEvent::Left { seat: Seat::A, bot: false });
    assert_eq!(table.host.occupants()[0], Occupant::Open);
    assert_eq!(why(table.submit(1, Intent::Leave)), RejectReason::NotSeated);
    table.submit(0, Intent::Fill { bot: "random".to_owned() }).unwrap();
    assert_eq!(why(table.submit(0, Intent::Swap { one: Seat::A, other: Seat::C })), RejectReason::Begun);
}

/// A table whose opener left stays usable: the right to begin, to close and to swap passes on, and only once.
#[test]
fn who_leaves_before_the_game_leaves_the_charge_to_the_others() {
    let fill = || Intent::Fill { bot: "random".to_owned() };
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy", ""], |_| {});
    let charge = |table: &Table| table.keys.iter().position(|&key| table.host.is_in_charge(key));
    assert_eq!(charge(&table), Some(0));
    // The longest at the table comes next, wherever they sit.
    table.submit(0, Intent::Swap { one: Seat::B, other: Seat::C }).unwrap();
    table.submit(0, Intent::Leave).unwrap();
    assert_eq!(charge(&table), Some(1));
    table.check_log();
    for intent in [fill(), Intent::Close] {
        assert_eq!(why(table.submit(0, intent.clone())), RejectReason::NotOpener);
        assert_eq!(why(table.submit(2, intent)), RejectReason::NotOpener);
    }
    table.submit(1, Intent::Swap { one: Seat::B, other: Seat::C }).unwrap();
    // Coming back does not take it away.
    table.submit(0, Intent::Join { seat: None, name: "Ada".to_owned(), nonce: None }).unwrap();
    assert_eq!(charge(&table), Some(1));
    table.submit(1, Intent::Leave).unwrap();
    assert_eq!(charge(&table), Some(2));
    table.submit(2, Intent::Leave).unwrap();
    assert_eq!(charge(&table), Some(0));
    // At an empty table it is the opener's, until somebody sits down.
    table.submit(0, Intent::Leave).unwrap();
    assert_eq!(charge(&table), Some(0));
    table.submit(2, Intent::Join { seat: None, name: "Cy".to_owned(), nonce: None }).unwrap();
    assert_eq!(charge(&table), Some(2));
    assert_eq!(why(table.submit(0, fill())), RejectReason::NotOpener);
    table.submit(2, fill()).unwrap();
    assert!(table.host.game().is_some());
    let mut table = Table::open("catan", &["Ada", "Ben", ""], |_| {});
    table.submit(0, Intent::Leave).unwrap();
    table.submit(1, Intent::Close).unwrap();
    assert_eq!(table.last(), TableEvent::Closed(Closing::Opener));
}

#[test]
fn a_bot_plays_for_who_went_until_they_are_back() {
    let mut table = Table::open("catan", &["Ada", "Ben"], |_| {});
    assert_eq!(table.host.bot_at(Seat::A), None);
    table.submit(0, Intent::Leave).unwrap();
    assert_eq!(table.last(), TableEvent::Left { seat: Seat::A, bot: true });
    assert_eq!(table.host.bot_at(Seat::A), Some("settler"));
    assert_eq!(table.wakes, [Seat::A], "the bot is asked for the turn of who went");
    assert!(table.send(Sender::Bot(Seat::A), Intent::Act("settlement I17".to_owned())).is_ok());
    // Who acts is back.
    assert!(table.act(0, "road 17-22").is_ok());
    assert_eq!(table.host.bot_at(Seat::A), None);
    let whats: Vec<TableEvent> = table.host.history().into_iter().map(|change| change.what).collect();
    assert!(whats.contains(&TableEvent::Returned(Seat::A)));
    table.submit(0, Intent::Leave).unwrap();
    table.submit(0, Intent::Return).unwrap();
    assert_eq!(table.last(), TableEvent::Returned(Seat::A));
    // Others may replace who is not there, and only them.
    assert_eq!(why(table.submit(1, Intent::Replace { seat: Seat::A, online: true })), RejectReason::NotAway);
    assert_eq!(why(table.submit(1, Intent::Replace { seat: Seat::B, online: false })), RejectReason::NotAway);
    assert!(table.submit(1, Intent::Replace { seat: Seat::A, online: false }).is_ok());
    assert_eq!(table.last(), TableEvent::Replaced { seat: Seat::A, by: Seat::B });
}

#[test]
fn a_clock_at_zero_lets_a_bot_play() {
    let clock = "decision 60 bot".parse().unwrap();
    let mut table = Table::open("catan", &["Ada", "Ben"], |opening| opening.clock = Some(clock));
    assert_eq!(table.alarm, Some(NOW + 60_000));
    table.now += 30_000;
    assert_eq!(table.host.clocks(table.now).unwrap(), (vec![30_000, 60_000], SeatSet::one(Seat::A)));
    table.act(0, "settlement I17").unwrap();
    assert_eq!(table.alarm, Some(table.now + 60_000), "each decision has its own time");
    table.tick(59_999);
    assert_eq!(table.host.bot_at(Seat::A), None);
    table.tick(1);
    assert_eq!(table.last(), TableEvent::TimeUp { seat: Seat::A, bot: true });
    assert_eq!(table.host.bot_at(Seat::A), Some("settler"));
    assert_eq!(table.wakes, [Seat::A]);
    assert!(table.act(0, "road 17-22").is_ok());
    assert!(!table.host.is_out_of_time(Seat::A));
}

#[test]
fn a_bank_stands_still_while_the_server_is_down() {
    let clock = "bank 100 5 replace".parse().unwrap();
    let mut table = Table::open("catan", &["Ada", "Ben"], |opening| opening.clock = Some(clock));
    table.now += 3_600_000;
    // The server was started again: before anything else, it is entered that no clock ran.
    let down = Some((NOW + 10_000, table.now));
    let effects = table.host.resume(down, table.now);
    assert_eq!(table.host.clocks(table.now).unwrap().0, [90_000, 100_000], "also while it is being entered");
    table.run(effects);
    assert_eq!(table.last(), TableEvent::StoodStill);
    assert_eq!(table.host.clocks(table.now).unwrap().0, [90_000, 100_000]);
    // The same again changes nothing.
    assert!(!table.host.resume(down, table.now).iter().any(|effect| matches!(effect, Effect::Append(_))));
    table.tick(90_000);
    assert_eq!(table.last(), TableEvent::TimeUp { seat: Seat::A, bot: false });
    assert_eq!(table.host.bot_at(Seat::A), None);
    // The others may let a bot play on, though who sits there follows the table.
    assert!(table.submit(1, Intent::Replace { seat: Seat::A, online: true }).is_ok());
    assert_eq!(table.host.bot_at(Seat::A), Some("settler"));
}

#[test]
fn going_back_further_needs_everybody() {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    table.act(0, "settlement I17").unwrap();
    table.act(0, "road 17-22").unwrap();
    table.act(1, "settlement I40").unwrap();
    assert_eq!(why(table.submit(0, Intent::Undo)), RejectReason::NothingToUndo);
    assert_eq!(why(table.submit(2, Intent::AskUndo)), RejectReason::NothingToUndo);
    table.submit(0, Intent::AskUndo).unwrap();
    assert_eq!(table.host.undo_request().unwrap().seat, Seat::A);
    assert_eq!(why(table.submit(0, Intent::AnswerUndo { agrees: true })), RejectReason::NothingAsked);
    table.submit(1, Intent::AnswerUndo { agrees: true }).unwrap();
    assert_eq!(table.host.game().unwrap().legal_actions(Seat::A), Vec::<String>::new());
    table.submit(2, Intent::AnswerUndo { agrees: true }).unwrap();
    assert!(matches!(table.last(), TableEvent::Undone { seat: Seat::A, .. }));
    assert!(table.act(0, "road 17-21").is_ok() || table.act(0, "road 17-22").is_ok());
    // One who does not agree ends the request, and so does going on.
    table.submit(0, Intent::AskUndo).unwrap();
    table.submit(1, Intent::AnswerUndo { agrees: false }).unwrap();
    assert_eq!(table.host.undo_request(), None);
    table.submit(0, Intent::AskUndo).unwrap();
    table.act(1, "settlement I40").unwrap();
    assert_eq!(table.host.undo_request(), None);
    // Bots do not mind.
    let mut alone = Table::open("catan", &["Ada", "bot:random"], |_| {});
    alone.act(0, "settlement I17").unwrap();
    alone.act(0, "road 17-22").unwrap();
    alone.send(Sender::Bot(Seat::B), Intent::Act("settlement I40".to_owned())).unwrap();
    alone.submit(0, Intent::AskUndo).unwrap();
    assert!(matches!(alone.last(), TableEvent::Undone { seat: Seat::A, .. }));
}

#[test]
fn talk_is_heard_and_bounded_and_makes_nothing_stale() {
    let mut table = Table::open("catan", &["Ada", "Ben"], |_| {});
    let seen = table.host.version();
    table.submit(1, Intent::Say("  Hello   <b>Ada</b> ".to_owned())).unwrap();
    assert_eq!(table.last(), TableEvent::Said { seat: Seat::B, text: "Hello <b>Ada</b>".to_owned() });
    let command = Command {
        sender: Sender::Holder(table.keys[0]),
        id: None,
        seen,
        intent: Intent::Act("settlement I17".to_owned()),
    };
    let effects = table.host.submit(command, table.now, 1);
    table.run(effects);
    assert!(table.answers.remove(&1).unwrap().is_ok());
    for wrong in ["", "  ", "\u{202e}x", &"x".repeat(301)] {
        assert_eq!(why(table.submit(1, Intent::Say(wrong.to_owned()))), RejectReason::BadText);
    }
    for n in 1..5 {
        table.submit(1, Intent::Say(n.to_string())).unwrap();
    }
    assert_eq!(why(table.submit(1, Intent::Say("too fast".to_owned()))), RejectReason::TooFast);
    assert!(table.submit(0, Intent::Say("not me".to_owned())).is_ok());
    table.now += 10_000;
    assert!(table.submit(1, Intent::Say("slow".to_owned())).is_ok());
}

#[test]
fn unwanted_offers_are_rejected_at_once() {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    let mut draws = Seed(4).substream("choice", 0);
    // To a turn of somebody who has a card to offer.
    let offer = loop {
        table.step(&mut draws);
        let game = *table.host.game().unwrap();
        let [(seat, Prompt::Turn)] = game.awaited()[..] else { continue };
        let kinds = ["brick", "lumber", "wool", "grain", "ore"];
        let others: Vec<String> =
            Seat::first(3).filter(|&other| other != seat).map(|other| other.to_string()).collect();
        let text = |give: &str, want: &str| format!("offer 1 {give} for 1 {want} to {}", others.join(" "));
        let offers = kinds.iter().flat_map(|give| kinds.iter().map(move |want| (give, want)));
        if let Some((give, want)) =
            offers.into_iter().find(|(give, want)| game.check(seat, &text(give, want)).is_ok())
        {
            break (seat, text(give, want));
        }
    };
    let (from, text) = offer;
    let other = from.next(3);
    let declines = Declined { turn: false, from: SeatSet::one(from) };
    table.submit(other.index(), Intent::Decline(declines)).unwrap();
    assert_eq!(table.last(), TableEvent::Declines);
    table.act(from.index(), &text).unwrap();
    let waits = table.host.game().unwrap().awaited();
    assert!(!waits.contains(&(other, Prompt::Answer)), "{waits:?}");
    assert!(waits.contains(&(other.next(3), Prompt::Answer)), "{waits:?}");
    // For this turn only.
    let third = other.next(3);
    table.submit(third.index(), Intent::Decline(Declined { turn: true, from: SeatSet::EMPTY })).unwrap();
    assert!(table.host.declined(third).unwrap().turn);
    // The offer that was open is the first that it rejects, and the log holds that as the seat's own answer.
    let waits = table.host.game().unwrap().awaited();
    assert!(!waits.contains(&(third, Prompt::Answer)), "{waits:?}");
    assert_eq!(table.last(), TableEvent::Played);
    let again = Host::<u32>::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    assert_eq!(again.game(), table.host.game());
}

#[test]
fn what_seats_add_makes_the_dice_and_the_record_proves_it() {
    let nonce: Nonce = "00112233445566778899".parse().unwrap();
    let roll = |nonce: Option<Nonce>| {
        let mut table = Table::open("carcassonne", &["Ada", ""], |_| {});
        assert!(table.host.commitment().is_some());
        let key = Key::random().hash();
        table.keys[1] = key;
        table.submit(1, Intent::Join { seat: None, name: "Ben".to_owned(), nonce }).unwrap();
        table
    };
    let mut table = roll(Some(nonce.clone()));
    assert_eq!(table.host.nonces()[&Seat::B], nonce);
    let mut draws = Seed(8).substream("choice", 0);
    while table.host.game().unwrap().outcome().is_none() {
        assert_eq!(table.host.record(), None, "the secret is kept until the end");
        table.step(&mut draws);
    }
    let text = table.host.record().unwrap().to_string();
    let verified = shelf::verify::verify(text.as_bytes()).unwrap();
    assert!(verified.draws.len() > 60);
    assert_eq!(verified.proof.commitment, table.host.commitment().unwrap());
    assert_eq!(table.untagged, [Tag::Public, Tag::Clocked, Tag::Open], "nobody looks for an over game");
}

#[test]
fn the_same_people_play_again_one_seat_on() {
    let mut table = Table::open("carcassonne", &["Ada", "bot:random"], |opening| opening.public = true);
    let holder = table.keys[0];
    assert_eq!(table.host.again(holder).unwrap_err(), RejectReason::NotOver);
    assert_eq!(why(table.submit(0, Intent::Next(TableId::random()))), RejectReason::NotOver);
    let mut draws = Seed(8).substream("choice", 0);
    while table.host.game().unwrap().outcome().is_none() {
        let (seat, _) = table.host.game().unwrap().awaited()[0];
        let legal = table.host.legal(seat, usize::MAX);
        let action = legal[draws.below(legal.len() as u32) as usize].clone();
        let sender = if seat == Seat::A { Sender::Holder(holder) } else { Sender::Bot(seat) };
        table.send(sender, Intent::Act(action)).unwrap();
    }
    let (start, plan) = table.host.again(holder).unwrap();
    assert_eq!(start.seats(), 2);
    assert!(plan.public && matches!(plan.chairs[..], [SeatHolder::Bot(_), SeatHolder::Person { .. }]));
    let next = TableId::random();
    table.submit(0, Intent::Next(next)).unwrap();
    assert_eq!(table.host.next(), Some(next));
}

fn join(seat: Option<Seat>, name: &str, nonce: Option<&Nonce>) -> Intent {
    Intent::Join { seat, name: name.to_owned(), nonce: nonce.cloned() }
}

#[test]
fn a_game_waits_until_all_who_are_expected_have_come_and_added_to_its_dice() {
    let nonces: Vec<Nonce> = (0..3).map(|n| format!("{n:032x}").parse().unwrap()).collect();
    let mut table = Table::open("carcassonne", &["Ada", "Ben", "Cem"], |opening| {
        opening.expected = SeatSet::first(3).without(Seat::A);
        opening.nonces = BTreeMap::from([(Seat::A, nonces[0].clone())]);
    });
    assert!(table.host.game().is_none() && table.host.code().is_none());
    assert_eq!(why(table.act(0, "place (0,1)")), RejectReason::NotStarted);
    // The chairs are kept: nobody else gets one.
    let eve = Sender::Holder(Key::random().hash());
    assert_eq!(why(table.send(eve, join(None, "Eve", None))), RejectReason::SeatTaken(None));
    assert_eq!(
        why(table.send(eve, join(Some(Seat::B), "Eve", None))),
        RejectReason::SeatTaken(Some(Seat::B))
    );
    // Who opened the table changes two seats; what is expected moves along.
    table.submit(0, Intent::Swap { one: Seat::A, other: Seat::C }).unwrap();
    assert_eq!(table.host.expected(), SeatSet::first(2));
    assert_eq!(table.host.nonces()[&Seat::C], nonces[0]);
    // Ben comes, to his own chair, and only once.
    assert_eq!(table.submit(1, join(Some(Seat::A), "Ben", Some(&nonces[1]))).unwrap().seat, Some(Seat::B));
    assert_eq!(table.submit(1, join(None, "Ben", Some(&nonces[2]))).unwrap().seat, Some(Seat::B));
    assert_eq!((table.host.expected(), table.host.game().is_none()), (SeatSet::one(Seat::A), true));
    table.submit(2, join(None, "Cem", Some(&nonces[2]))).unwrap();
    assert!(table.host.game().is_some() && table.host.expected().is_empty());
    let order = [Seat::C, Seat::B, Seat::A];
    assert_eq!(*table.host.nonces(), order.into_iter().zip(nonces).collect());
    // The seats changed places, and with them the keys.
    table.keys.swap(0, 2);
    let mut draws = Seed(9).substream("choice", 0);
    while table.host.game().unwrap().outcome().is_none() {
        table.step(&mut draws);
    }
    let text = table.host.record().unwrap().to_string();
    let verified = shelf::verify::verify(text.as_bytes()).unwrap();
    assert_eq!(verified.proof.nonces.len(), 3, "all three are in the proof");
}

#[test]
fn a_game_can_begin_without_those_who_are_missing() {
    let expects = |opening: &mut Opening| opening.expected = SeatSet::first(3).without(Seat::A);
    let mut table = Table::open("carcassonne", &["Ada", "Ben", "Cem"], expects);
    // Ben does not want to; his chair is free for others then.
    table.submit(1, Intent::Leave).unwrap();
    assert_eq!((table.host.expected(), table.host.code().is_some()), (SeatSet::one(Seat::C), true));
    let eve = Sender::Holder(Key::random().hash());
    assert_eq!(table.send(eve, join(None, "Eve", None)).unwrap().seat, Some(Seat::B));
    assert!(table.host.game().is_none());
    assert_eq!(why(table.submit(2, Intent::Fill { bot: "random".to_owned() })), RejectReason::NotOpener);
    table.submit(0, Intent::Fill { bot: "random".to_owned() }).unwrap();
    assert!(table.host.game().is_some() && table.host.expected().is_empty());
    let occupants = table.host.occupants();
    assert!(
        matches!(&occupants[2], Occupant::Person { name, stand_in: Some(_) } if name == "Cem"),
        "a bot plays for who is missing: {occupants:?}"
    );
    table.submit(2, Intent::Return).unwrap();
    assert!(table.host.bot_at(Seat::C).is_none());
}

#[test]
fn what_others_do_in_the_same_moment_is_not_part_of_an_answer() {
    let mut table = Table::open("catan", &["Ada", "bot:random"], |_| {});
    table.act(0, "settlement I17").unwrap();
    let command = Command {
        sender: Sender::Holder(table.keys[0]),
        id: Some("mine".to_owned()),
        seen: table.host.version(),
        intent: Intent::Act("road 17-22".to_owned()),
    };
    let send = |table: &mut Table| {
        let effects = table.host.submit(command.clone(), table.now, 1);
        table.run(effects);
        table.answers.remove(&1).unwrap()
    };
    let first = send(&mut table).unwrap();
    table.send(Sender::Bot(Seat::B), Intent::Act("settlement I40".to_owned())).unwrap();
    let bots = Command {
        sender: Sender::Bot(Seat::B),
        id: None,
        seen: table.host.version(),
        intent: Intent::Act("road 40-45".to_owned()),
    };
    let effects = table.host.submit(bots, table.now, 2);
    table.run(effects);
    assert_eq!(send(&mut table), Ok(first), "the answer of the first time");
}

/// A repeated command gets the first answer, even if its sender sits elsewhere by then, or nowhere.
#[test]
fn changing_chairs_and_leaving_are_done_once() {
    let mut table = Table::open("catan", &["Ada", "Ben", ""], |_| {});
    let command = |table: &Table, seat: usize, id: &str, intent: Intent| Command {
        sender: Sender::Holder(table.keys[seat]),
        id: Some(id.to_owned()),
        seen: table.host.version(),
        intent,
    };
    let send = |table: &mut Table, command: &Command| {
        let effects = table.host.submit(command.clone(), table.now, 1);
        table.run(effects);
        table.answers.remove(&1).unwrap()
    };
    let swap = command(&table, 1, "swap", Intent::Swap { one: Seat::B, other: Seat::C });
    let first = send(&mut table, &swap).unwrap();
    assert_eq!(send(&mut table, &swap).map(|done| done.seq), Ok(first.seq));
    assert_eq!(table.host.seat_of(table.keys[1]), Some(Seat::C), "gone there once");
    let leave = command(&table, 1, "leave", Intent::Leave);
    let first = send(&mut table, &leave).unwrap();
    // Somebody else takes the chair, and numbers commands alike.
    let cy = Key::random().hash();
    let join = Intent::Join { seat: Some(Seat::C), name: "Cy".to_owned(), nonce: None };
    let join = Command { sender: Sender::Holder(cy), id: Some("join".to_owned()), seen: 0, intent: join };
    let joined = send(&mut table, &join).unwrap();
    assert_eq!(send(&mut table, &leave), Ok(first));
    assert_eq!(table.host.seat_of(cy), Some(Seat::C));
    let leave = Command { sender: Sender::Holder(cy), ..leave };
    assert!(send(&mut table, &leave).unwrap().seq > first.seq, "another one's command under the same id");
    assert_eq!(table.host.seat_of(cy), None);
    // A late copy does not sit down again.
    assert_eq!(send(&mut table, &join), Ok(joined));
    assert_eq!(table.host.seat_of(cy), None);
}

#[test]
fn a_bot_that_thinks_does_not_play_for_who_is_back() {
    let mut table = Table::open("catan", &["Ada", "Ben"], |_| {});
    table.submit(0, Intent::Leave).unwrap();
    let action = table.host.legal(Seat::A, 1)[0].clone();
    let late = |table: &Table| Command {
        sender: Sender::Bot(Seat::A),
        id: None,
        seen: table.host.version(),
        intent: Intent::Act(action.clone()),
    };
    let bot = late(&table);
    let back = Command {
        sender: Sender::Holder(table.keys[0]),
        id: Some("back".to_owned()),
        seen: table.host.version(),
        intent: Intent::Return,
    };
    let effects = table.host.submit(back.clone(), table.now, 1);
    table.run(effects);
    let first = table.answers.remove(&1).unwrap();
    let effects = table.host.submit(bot, table.now, 1);
    table.run(effects);
    assert!(table.answers.remove(&1).unwrap().is_err());
    assert_eq!(table.last(), TableEvent::Returned(Seat::A));
    // What comes next, even of a bot, is not part of the answer to who came back.
    table.act(0, &action).unwrap();
    table.submit(1, Intent::Leave).unwrap();
    let effects = table.host.submit(back, table.now, 1);
    table.run(effects);
    assert_eq!(table.answers.remove(&1), Some(first));
}

#[test]
fn an_answer_is_to_the_request_that_was_seen() {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    let settlement = table.host.legal(Seat::A, 1)[0].clone();
    table.act(0, &settlement).unwrap();
    let before = table.host.version();
    table.submit(0, Intent::AskUndo).unwrap();
    let late = Command {
        sender: Sender::Holder(table.keys[1]),
        id: Some("late".to_owned()),
        seen: before,
        intent: Intent::AnswerUndo { agrees: true },
    };
    let effects = table.host.submit(late, table.now, 1);
    table.run(effects);
    assert_eq!(why(table.answers.remove(&1).unwrap()), RejectReason::Stale);
    assert!(table.submit(1, Intent::AnswerUndo { agrees: true }).is_ok());
}

/// An entry that clocks stood still, if it could not be stored, comes before the next entries that are.
#[test]
fn clocks_stand_still_before_anything_else_is_entered() {
    let clock = "bank 100 5 replace".parse().unwrap();
    let mut table = Table::open("catan", &["Ada", "Ben"], |opening| opening.clock = Some(clock));
    table.now += 3_600_000;
    let mut host = Host::<u32>::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    let effects = host.resume(Some((NOW + 10_000, table.now)), table.now);
    assert!(matches!(effects[..], [Effect::Append(_)]));
    let _ = host.stored(Err(table::stored::StoreError::Overloaded));
    table.host = host;
    table.now += 5_000;
    let action = table.host.legal(Seat::A, 1)[0].clone();
    let done = table.act(0, &action).unwrap();
    assert_eq!(table.host.change(done.seq - 1).unwrap().what, TableEvent::StoodStill);
    assert_eq!(
        table.host.clocks(table.now).unwrap().0,
        [90_000, 100_000],
        "15 seconds of it were Ada's, 5 came back"
    );
    // Time that is up only seems so, until it is entered.
    let down = Some((table.now + 1_000, table.now + 500_000));
    table.now += 500_000;
    let mut host = Host::<u32>::load(table.host.id(), table.log.clone()).unwrap().unwrap();
    let _ = host.resume(down, table.now);
    let _ = host.stored(Err(table::stored::StoreError::Overloaded));
    table.host = host;
    table.tick(0);
    assert_eq!(table.last(), TableEvent::StoodStill);
}

/// To decide and take back, or to go and come back, is no way to think for ever.
#[test]
fn clocks_give_nothing_for_what_is_taken_back() {
    for (rule, after) in [("bank 100 10 bot", 70_000), ("decision 100 bot", 70_000)] {
        let mut table = Table::open("carcassonne", &["Ada", "Ben"], |opening| {
            opening.clock = Some(rule.parse().unwrap());
        });
        let left = |table: &Table| table.host.clocks(table.now).unwrap().0[0];
        for _ in 0..3 {
            table.now += 10_000;
            let action = table.host.legal(Seat::A, 1)[0].clone();
            table.act(0, &action).unwrap();
            assert!(table.host.can_undo(Seat::A), "{rule}: {action} cannot be taken back");
            table.submit(0, Intent::Undo).unwrap();
        }
        assert_eq!(left(&table), after, "{rule}: thirty seconds have passed");
        for _ in 0..3 {
            table.now += 10_000;
            table.submit(0, Intent::Leave).unwrap();
            table.submit(0, Intent::Return).unwrap();
        }
        assert_eq!(left(&table), after - 30_000, "{rule}: and thirty more");
        table.tick(40_000);
        assert_eq!(table.last(), TableEvent::TimeUp { seat: Seat::A, bot: true });
    }
}

/// A player whose time is up comes back once the bot has decided, or by deciding: coming back must not make the others wait
/// longer.
#[test]
fn who_is_out_of_time_waits_for_the_bot_or_decides() {
    let clock = "bank 60 5 bot".parse().unwrap();
    let mut table = Table::open("catan", &["Ada", "Ben"], |opening| opening.clock = Some(clock));
    table.tick(60_000);
    assert_eq!(table.last(), TableEvent::TimeUp { seat: Seat::A, bot: true });
    assert!(table.submit(0, Intent::Return).is_ok());
    assert_eq!(
        (table.last(), table.host.bot_at(Seat::A)),
        (TableEvent::Unchanged, Some("settler")),
        "nothing has changed"
    );
    let action = table.host.legal(Seat::A, 1)[0].clone();
    table.send(Sender::Bot(Seat::A), Intent::Act(action)).unwrap();
    table.submit(0, Intent::Return).unwrap();
    assert_eq!(table.host.bot_at(Seat::A), None);
    assert_eq!(table.host.clocks(table.now).unwrap().0[0], 15_000, "with a moment to look");
    table.tick(15_000);
    assert_eq!(table.host.bot_at(Seat::A), Some("settler"));
    let action = table.host.legal(Seat::A, 1)[0].clone();
    assert!(table.act(0, &action).is_ok(), "who decides is back at once");
    assert_eq!(table.host.bot_at(Seat::A), None);
}

/// The bot in the place of somebody who went cannot agree for them.
#[test]
fn a_request_waits_for_persons_who_are_away() {
    for leaves in [true, false] {
        let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
        table.act(0, "settlement I17").unwrap();
        table.submit(0, Intent::AskUndo).unwrap();
        table.submit(1, Intent::AnswerUndo { agrees: true }).unwrap();
        assert!(table.host.undo_request().is_some());
        let gone = if leaves {
            table.submit(2, Intent::Leave)
        } else {
            table.submit(0, Intent::Replace { seat: Seat::C, online: false })
        };
        gone.unwrap();
        assert!(table.host.undo_request().is_some(), "it still waits");
        assert_eq!(table.host.to_agree(Seat::A), [Seat::B, Seat::C].into_iter().collect());
        table.submit(2, Intent::Return).unwrap();
        table.submit(2, Intent::AnswerUndo { agrees: true }).unwrap();
        assert!(matches!(table.last(), TableEvent::Undone { seat: Seat::A, .. }));
        // A player who asks and leaves does not answer for themselves.
        table.act(0, "settlement I17").unwrap();
        table.submit(0, Intent::AskUndo).unwrap();
        table.submit(0, Intent::Leave).unwrap();
        assert!(table.host.undo_request().is_some());
    }
}

/// A decision that a person made or saw is not taken back without their consent; a person who was away all the time is not asked.
#[test]
fn only_persons_who_were_there_are_asked() {
    let mut table = Table::open("catan", &["Ada", "Ben", "Cy"], |_| {});
    table.submit(2, Intent::Leave).unwrap();
    table.act(0, "settlement I17").unwrap();
    assert_eq!(table.host.to_agree(Seat::A), SeatSet::one(Seat::B), "Cy has not seen it");
    table.submit(1, Intent::Leave).unwrap();
    assert_eq!(table.host.to_agree(Seat::A), SeatSet::one(Seat::B), "Ben has");
    table.submit(0, Intent::AskUndo).unwrap();
    assert!(table.host.undo_request().is_some());
}

/// A draw that somebody has seen stays, even if everybody would agree.
#[test]
fn going_back_never_crosses_a_draw() {
    let mut table = Table::open("carcassonne", &["Ada", "bot:random"], |_| {});
    let first = |table: &Table, seat| table.host.legal(seat, 1)[0].clone();
    let mut seat = Seat::A;
    if table.host.legal(seat, 1).is_empty() {
        seat = Seat::B;
        for _ in 0..2 {
            let action = first(&table, seat);
            table.send(Sender::Bot(seat), Intent::Act(action)).unwrap();
        }
        seat = Seat::A;
    }
    table.act(0, &first(&table, seat)).unwrap();
    assert!(table.host.can_ask_undo(Seat::A), "the tile is placed, and its meeple is not");
    table.act(0, &first(&table, seat)).unwrap();
    assert!(!table.host.can_ask_undo(Seat::A), "the next tile is drawn");
    assert_eq!(why(table.submit(0, Intent::AskUndo)), RejectReason::NothingToUndo);
}
