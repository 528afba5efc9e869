//! The table host without anything around it: what it stores, answers, refuses and takes back.

use game::{Draws, ParseErrorKind, Seat, Seed, TableEvent, Turn, Viewer};
use shelf::{AnyGame, Events, Prompt};
use std::collections::HashMap;
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{
    Answer, Chance, Command, Effect, EventCursor, Host, Intent, Opening, RejectReason, Sender,
};
use table::stored::{StoreError, StoredEntry};
use table::{Key, KeyHash, TableId};

/// A table with a store that is just a list, driven step by step.
struct Driven {
    host: Host<u32>,
    log: Vec<StoredEntry>,
    answers: HashMap<u32, Answer>,
    appends: usize,
    tickets: u32,
}

const NOW: u64 = 1_795_250_000_000;

fn opening(chairs: Vec<SeatHolder>, opener: KeyHash, seed: u64) -> Opening {
    Opening::new(chairs, Chance::Seed(Seed(seed)), "k7mw2xqp".to_owned(), opener)
}

fn person(name: &str, key: KeyHash) -> SeatHolder {
    SeatHolder::Person { name: name.to_owned(), key }
}

impl Driven {
    fn open(opening: Opening) -> Driven {
        let game = new_game("catan", opening.chairs.len(), &[]).unwrap();
        let (host, effects) = Host::open(TableId::random(), &game, opening, NOW, 0).unwrap();
        let mut driven = Driven { host, log: Vec::new(), answers: HashMap::new(), appends: 0, tickets: 0 };
        driven.run(effects);
        assert!(driven.answers[&0].is_ok());
        driven
    }

    /// Four persons at a table, with their keys.
    fn four(seed: u64) -> (Driven, Vec<KeyHash>) {
        let keys: Vec<KeyHash> = (0..4).map(|_| Key::random().hash()).collect();
        let chairs =
            keys.iter().zip(["Ada", "Ben", "Cy", "Di"]).map(|(&key, name)| person(name, key)).collect();
        (Driven::open(opening(chairs, keys[0], seed)), keys)
    }

    /// Carries effects out until nothing is left to do; bots are left asleep.
    fn run(&mut self, effects: Vec<Effect<u32>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    self.appends += 1;
                    self.log.extend(batch.entries);
                    let effects = self.host.stored(Ok(()));
                    self.run(effects);
                }
                Effect::Reply(ticket, answer) => {
                    assert!(self.answers.insert(ticket, answer).is_none(), "answered twice");
                }
                Effect::Publish(_) | Effect::Wake { .. } | Effect::Alarm { .. } | Effect::Reread => {}
            }
        }
    }

    fn submit(&mut self, command: Command) -> Answer {
        self.tickets += 1;
        let ticket = self.tickets;
        let effects = self.host.submit(command, NOW, ticket);
        self.run(effects);
        self.answers.remove(&ticket).expect("every command is answered")
    }

    fn command(&self, key: KeyHash, id: &str, intent: Intent) -> Command {
        Command { sender: Sender::Holder(key), id: Some(id.to_owned()), seen: self.host.version(), intent }
    }

    fn act(&mut self, key: KeyHash, id: &str, text: &str) -> Answer {
        let command = self.command(key, id, Intent::Act(text.to_owned()));
        self.submit(command)
    }

    fn game(&self) -> AnyGame {
        *self.host.game().unwrap()
    }

    /// Lets random choices of the listed actions play until `stop` says so or the game is over.
    fn play_until(&mut self, keys: &[KeyHash], seed: u64, stop: impl Fn(&Driven) -> bool) -> bool {
        let mut draws = Seed(seed).substream("test", 0);
        loop {
            if stop(self) {
                return true;
            }
            let Turn::Decide(seats) = self.game().turn() else { return false };
            let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
            let legal = self.host.legal(seat, usize::MAX);
            if legal.is_empty() {
                continue;
            }
            let text = legal[draws.below(legal.len() as u32) as usize].clone();
            let before = self.host.version();
            let id = format!("r{}", self.tickets);
            let done = self.act(keys[seat.index()], &id, &text).unwrap();
            assert!(done.seq > before && done.seat == Some(seat));
        }
    }

    fn reloaded(&self) -> Host<u32> {
        Host::load(self.host.id(), self.log.clone()).unwrap().unwrap()
    }
}

fn why(answer: Answer) -> RejectReason {
    answer.expect_err("must be refused").reason
}

#[test]
fn a_whole_game_is_its_log() {
    let (mut table, keys) = Driven::four(5);
    assert!(table.host.record().is_none());
    assert!(!table.play_until(&keys, 1, |_| false), "the game ends");
    assert_eq!(table.log.len() as u64, table.host.version() + 1);
    let again = table.reloaded();
    assert_eq!(again.game(), table.host.game());
    assert_eq!(again.history(), table.host.history());
    let record = table.host.record().expect("over");
    assert_eq!(again.record().as_ref(), Some(&record));
    assert_eq!(record.header.seats[0].as_deref(), Some("Ada"));
    assert_eq!(record.header.seed, Some(Seed(5)));

    // The record replays to the same end, in a game that knows nothing of tables.
    let text = record.write(Vec::new()).unwrap();
    let mut replayed = shelf::Replay::new(&text[..]).unwrap();
    for position in replayed.by_ref() {
        position.unwrap();
    }
    assert_eq!(Some(replayed.game()), table.host.game());

    // Every version's position can be had, and changes come without gaps from any point.
    for seq in [0, 1, 17, table.host.version() - 1, table.host.version()] {
        let changes = table.host.changes_after(seq);
        assert!(changes.iter().map(|change| change.seq).eq(seq + 1..=table.host.version()), "{seq}");
        assert!(table.host.game_at(seq).is_some());
    }
    assert_eq!(table.host.game_at(table.host.version() + 1), None);
    // Who reads on in parts comes through all of it, from wherever they begin.
    let whole = table.host.changes_after(0);
    for (limit, from) in [(1, 0), (7, 0), (32, 17), (usize::MAX, 0)] {
        let (mut seen, mut read) = (from, Vec::new());
        loop {
            let part = table.host.read_on(seen, limit);
            let Some(last) = part.last() else { break };
            assert!(part.len() <= limit);
            seen = last.seq;
            read.extend(part);
        }
        assert!(read == whole[from as usize..], "{limit} from {from}");
    }
    let late = why(table.act(keys[0], "late", "roll"));
    assert!(matches!(late, RejectReason::Illegal(illegal) if illegal.clause == Some("CATAN-WIN-7")));
}

#[test]
fn nothing_is_shown_or_answered_before_it_is_stored() {
    let (mut table, keys) = Driven::four(5);
    let (before, version) = (table.game(), table.host.version());
    let first = table.host.legal(Seat::A, 1)[0].clone();
    let command = table.command(keys[0], "one", Intent::Act(first));
    let effects = table.host.submit(command.clone(), NOW, 77);
    assert!(matches!(effects[..], [Effect::Append(_)]), "{effects:?}");
    assert_eq!((table.game(), table.host.version()), (before, version));

    // The same command again while the first is under way: no second append, both answered alike.
    assert!(table.host.submit(command.clone(), NOW, 78).is_empty());
    // Others wait, and are decided on the position after it.
    let second = Command { id: Some("two".to_owned()), ..command.clone() };
    assert!(table.host.submit(second, NOW, 79).is_empty());
    let effects = table.host.stored(Ok(()));
    let replies: Vec<(u32, bool)> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Reply(ticket, answer) => Some((*ticket, answer.is_ok())),
            _ => None,
        })
        .collect();
    assert_eq!(replies, [(77, true), (78, true), (79, false)]);
    assert!(matches!(effects[0], Effect::Publish(v) if v == version + 1), "published before it is answered");
    assert_ne!(table.game(), before);
}

#[test]
fn what_cannot_be_stored_did_not_happen() {
    let (mut table, keys) = Driven::four(5);
    let (before, version) = (table.game(), table.host.version());
    let first = table.host.legal(Seat::A, 1)[0].clone();
    let command = table.command(keys[0], "one", Intent::Act(first));
    let effects = table.host.submit(command.clone(), NOW, 77);
    assert!(matches!(effects[..], [Effect::Append(_)]));
    let full = StoreError::Full { path: "tables.sqlite".into() };
    match &table.host.stored(Err(full.clone()))[..] {
        [Effect::Reply(77, Err(refusal))] => assert_eq!(refusal.reason, RejectReason::Storage(full)),
        other => panic!("{other:?}"),
    }
    assert_eq!((table.game(), table.host.version()), (before, version));
    assert!(table.submit(command).is_ok(), "with room again the same command goes through");
}

#[test]
fn a_bot_whose_move_was_not_stored_is_woken_again() {
    let opener = Key::random().hash();
    let chairs = vec![SeatHolder::Bot("random".to_owned()), person("Ada", opener)];
    let mut table = Driven::open(opening(chairs, opener, 3));
    let due = table.host.resume(None, NOW);
    let [Effect::Wake { seat: Seat::A, seq, prompt: Prompt::Turn, retry: false }] = due[..] else {
        panic!("{due:?}");
    };
    let text = table.host.legal(Seat::A, 1)[0].clone();
    let command = Command { sender: Sender::Bot(Seat::A), id: None, seen: seq, intent: Intent::Act(text) };
    let _ = table.host.submit(command, NOW, 5);
    let effects = table.host.stored(Err(StoreError::Overloaded));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Wake { retry: true, .. })), "{effects:?}");
}

#[test]
fn a_command_is_applied_once_and_a_retry_gets_the_first_answer() {
    let (mut table, keys) = Driven::four(5);
    let first = table.host.legal(Seat::A, 1)[0].clone();
    let command = table.command(keys[0], "one", Intent::Act(first.clone()));
    let answer = table.submit(command.clone());
    assert!(answer.is_ok());
    let appends = table.appends;
    assert!(table.play_until(&keys, 9, |table| table.host.version() > 60));
    let appends_later = table.appends;
    assert!(appends_later > appends);
    for _ in 0..3 {
        assert_eq!(table.submit(command.clone()), answer);
    }
    // The text need not be written alike to be the same command.
    let spaced =
        Command { intent: Intent::Act(format!("  {} ", first.replace(' ', "   "))), ..command.clone() };
    assert_eq!(table.submit(spaced), answer);
    assert_eq!(table.appends, appends_later);
    // Another command under the same id, and the same id of another seat.
    let other = Command { intent: Intent::Act("road P1".to_owned()), ..command.clone() };
    assert_eq!(why(table.submit(other)), RejectReason::CommandReused);
    let foreign = Command { sender: Sender::Holder(keys[1]), ..command.clone() };
    assert_eq!(why(table.submit(foreign)), RejectReason::Stale);

    // After a restart too.
    let mut again = table.reloaded();
    match &again.submit(command, NOW, 7)[..] {
        [Effect::Reply(7, same)] => assert_eq!(same, &answer),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refused_command_stays_refused_when_it_comes_again() {
    let (mut table, keys) = Driven::four(5);
    let command = table.command(keys[1], "early", Intent::Act(table.host.legal(Seat::A, 1)[0].clone()));
    let refused = table.submit(command.clone()).unwrap_err();
    assert!(
        matches!(&refused.reason, RejectReason::Illegal(illegal) if illegal.clause == Some("CATAN-TURN-8")),
        "{refused:?}"
    );
    assert_eq!(refused.seq, table.host.version());
    assert!(table.play_until(&keys, 2, |table| table.host.version() > 4));
    assert_eq!(table.submit(command).unwrap_err(), refused);
}

#[test]
fn strangers_and_spoilt_commands_are_refused_with_a_reason() {
    let (mut table, keys) = Driven::four(5);
    let stranger = Key::random().hash();
    let legal = table.host.legal(Seat::A, 1)[0].clone();
    assert_eq!(why(table.act(stranger, "x", &legal)), RejectReason::NotSeated);
    let RejectReason::NotAnAction(error) = why(table.act(keys[0], "x", "fly to the moon")) else {
        panic!("nobody can fly");
    };
    assert_eq!((error.kind(), error.found()), (ParseErrorKind::Unknown, Some("fly")));
    for id in ["", "spaced id", "a/b", &"x".repeat(65), "ü"] {
        assert_eq!(why(table.act(keys[0], id, &legal)), RejectReason::BadCommandId, "{id:?}");
    }
    let future = Command { seen: 9_999_999, ..table.command(keys[0], "f", Intent::Act(legal.clone())) };
    assert_eq!(why(table.submit(future)), RejectReason::Ahead);
    let fill = table.command(keys[1], "g", Intent::Fill { bot: "random".to_owned() });
    assert_eq!(why(table.submit(fill)), RejectReason::NotOpener);
    let close = table.command(keys[1], "h", Intent::Close);
    assert_eq!(why(table.submit(close)), RejectReason::NotOpener);
    assert!(matches!(why(table.act(keys[0], "i", "roll")), RejectReason::Illegal(_)));
    let instead = table.host.moves_of(keys[0]).listed(3);
    assert!(instead.actions[0].starts_with("settlement "), "{instead:?}");
    assert_eq!((instead.actions.len(), instead.total, instead.is_whole()), (3, 54, false));
    assert_eq!(table.host.moves_of(keys[1]).listed(3).total, 0, "it is not their turn");
}

#[test]
fn joining_fills_the_table_and_begins_the_game() {
    let (ada, ben, cy) = (Key::random().hash(), Key::random().hash(), Key::random().hash());
    let chairs = vec![person("Ada", ada), SeatHolder::Open, SeatHolder::Open];
    let mut table = Driven::open(opening(chairs, ada, 4));
    assert_eq!(table.host.code(), Some("k7mw2xqp"));
    assert_eq!(why(table.act(ada, "x", "roll")), RejectReason::NotStarted);
    let join = |seat, name: &str| Intent::Join { seat, name: name.to_owned(), nonce: None };
    let sit = |table: &mut Driven, key, intent| {
        let command = table.command(key, "j", intent);
        table.submit(command)
    };
    assert_eq!(why(sit(&mut table, ben, join(Some(Seat::A), "Ben"))), RejectReason::SeatTaken(Some(Seat::A)));
    assert_eq!(why(sit(&mut table, ben, join(Some(Seat::F), "Ben"))), RejectReason::SeatTaken(Some(Seat::F)));
    assert_eq!(why(sit(&mut table, ben, join(None, " "))), RejectReason::BadName);
    assert_eq!(sit(&mut table, ben, join(Some(Seat::C), "Ben")).unwrap().seat, Some(Seat::C));
    assert_eq!(sit(&mut table, ben, join(Some(Seat::B), "Ben")).unwrap().seat, Some(Seat::C), "sits already");
    assert!(table.host.game().is_none());
    assert_eq!(sit(&mut table, cy, join(None, "Cy")).unwrap().seat, Some(Seat::B));
    assert!(table.host.game().is_some() && table.host.code().is_none());
    assert!(matches!(table.game().turn(), Turn::Decide(_)), "nature has laid the island out");
    assert_eq!(why(sit(&mut table, Key::random().hash(), join(None, "Di"))), RejectReason::SeatTaken(None));
    assert_eq!(table.reloaded().game(), table.host.game());
}

#[test]
fn the_opener_fills_with_bots_and_closes() {
    let ada = Key::random().hash();
    let mut table =
        Driven::open(opening(vec![person("Ada", ada), SeatHolder::Open, SeatHolder::Open], ada, 4));
    let fill =
        |table: &Driven, id: &str, bot: &str| table.command(ada, id, Intent::Fill { bot: bot.to_owned() });
    let command = fill(&table, "a", "alphazero");
    assert_eq!(why(table.submit(command)), RejectReason::NoBot("alphazero".to_owned()));
    let command = fill(&table, "b", "random");
    assert!(table.submit(command.clone()).is_ok());
    assert!(table.submit(command).is_ok(), "a retry gets the first answer");
    assert_eq!(table.host.bot_at(Seat::B), Some("random"));
    let command = fill(&table, "c", "random");
    assert_eq!(why(table.submit(command)), RejectReason::SeatTaken(None));
    let close = table.command(ada, "d", Intent::AskClose);
    assert!(table.submit(close).is_ok());
    assert_eq!(why(table.act(ada, "e", "roll")), RejectReason::Closed);
    assert!(table.host.is_closed() && table.reloaded().is_closed());
    assert!(table.reloaded().resume(None, NOW).is_empty(), "no bot moves at a closed table");
}

/// A position where several seats owe a discard, with the keys of its table.
fn discarding() -> (Driven, Vec<KeyHash>) {
    for seed in 0.. {
        let (mut table, keys) = Driven::four(seed);
        let several = |table: &Driven| {
            let asked = table.game().awaited();
            asked.len() >= 2 && asked.iter().all(|(_, prompt)| *prompt == Prompt::Answer)
        };
        if table.play_until(&keys, seed, several) {
            return (table, keys);
        }
    }
    unreachable!()
}

#[test]
fn two_seats_discard_at_the_same_time_and_both_are_kept() {
    let (mut table, keys) = discarding();
    let seen = table.host.version();
    let seats: Vec<Seat> = table.game().awaited().into_iter().map(|(seat, _)| seat).collect();
    let commands: Vec<Command> = seats
        .iter()
        .map(|&seat| {
            let text = table.host.legal(seat, 1)[0].clone();
            Command {
                sender: Sender::Holder(keys[seat.index()]),
                id: Some("discard".to_owned()),
                seen,
                intent: Intent::Act(text),
            }
        })
        .collect();
    // All arrive while the first is being stored.
    let mut effects = Vec::new();
    for (n, command) in commands.iter().enumerate() {
        effects.extend(table.host.submit(command.clone(), NOW, 900 + n as u32));
    }
    table.run(effects);
    for n in 0..commands.len() {
        assert!(table.answers[&(900 + n as u32)].is_ok(), "{:?}", table.answers);
    }
    assert!(!table.game().awaited().iter().any(|(_, prompt)| *prompt == Prompt::Answer));
    // What one seat hands in is in nobody else's events until all have.
    let changes = table.host.changes_after(seen);
    let first = changes[0].events.as_ref().unwrap().documents(Viewer::Spectator);
    assert!(!serde_json::to_string(&first).unwrap().contains("cards"), "{first:?}");
}

/// A position in which an offer to two seats is open, made with cards that the active seat has.
fn offering() -> (Driven, Vec<KeyHash>, Seat, [Seat; 2]) {
    for seed in 0.. {
        let (mut table, keys) = Driven::four(seed);
        let rich = |table: &Driven| {
            let turn = table.game().awaited();
            let [(active, Prompt::Turn)] = turn[..] else { return false };
            let view = table.game().view(Viewer::Seat(active));
            let hand = view["seats"][active.to_string()]["hand"]["wool"].as_u64();
            hand.is_some_and(|wool| wool > 0) && view["trade_is_open"] == true && view["offer"].is_null()
        };
        if table.play_until(&keys, seed, rich) {
            let active = table.game().awaited()[0].0;
            let others = [active.next(4), active.next(4).next(4)];
            let offer = format!("offer 1 wool for 1 brick to {} {}", others[0], others[1]);
            table.act(keys[active.index()], "offer", &offer).unwrap();
            return (table, keys, active, others);
        }
    }
    unreachable!()
}

#[test]
fn answers_of_several_seats_do_not_make_each_other_stale() {
    let (mut table, keys, active, [left, right]) = offering();
    let seen = table.host.version();
    assert!(table.game().awaited().contains(&(active, Prompt::Waiting)));
    let by = |seat: Seat, id: &str, text: &str| Command {
        sender: Sender::Holder(keys[seat.index()]),
        id: Some(id.to_owned()),
        seen,
        intent: Intent::Act(text.to_owned()),
    };
    assert!(table.submit(by(left, "no", "reject")).is_ok());
    assert!(
        table.submit(by(right, "no", "reject")).is_ok(),
        "the first answer does not make the second stale"
    );
    // The active seat had not seen the answers: what does not refer to them goes on.
    assert_eq!(why(table.submit(by(active, "x", &format!("execute {left}")))), RejectReason::Stale);
    assert!(table.submit(by(active, "w", "withdraw")).is_ok());
    // An answer to an offer that is gone is stale, and not taken for an answer to the next one.
    let again = format!("offer 1 wool for 2 brick to {left}");
    table.act(keys[active.index()], "offer-2", &again).unwrap();
    assert_eq!(why(table.submit(by(left, "no-2", "reject"))), RejectReason::Stale);
}

#[test]
fn undo_until_something_was_shown_or_somebody_acted() {
    let (mut table, keys) = Driven::four(5);
    let undo = |table: &mut Driven, key, id: &str| {
        let command = table.command(key, id, Intent::Undo);
        table.submit(command)
    };
    assert_eq!(why(undo(&mut table, keys[0], "u0")), RejectReason::NothingToUndo, "the island stays");
    let start = table.game();
    let settlement = table.host.legal(Seat::A, 9)[8].clone();
    table.act(keys[0], "s", &settlement).unwrap();
    let with_settlement = table.game();
    assert_eq!(why(undo(&mut table, keys[1], "u1")), RejectReason::NothingToUndo, "not somebody else's");
    let road = table.host.legal(Seat::A, 1)[0].clone();
    table.act(keys[0], "r", &road).unwrap();
    assert!(table.host.can_undo(Seat::A) && !table.host.can_undo(Seat::B));

    // One at a time, in any number; taking back is an entry of its own and can be retried.
    let command = table.command(keys[0], "u2", Intent::Undo);
    let answer = table.submit(command.clone());
    assert!(answer.is_ok());
    assert_eq!(table.submit(command), answer);
    assert_eq!(table.game(), with_settlement);
    undo(&mut table, keys[0], "u3").unwrap();
    assert_eq!(table.game(), start);
    assert_eq!(why(undo(&mut table, keys[0], "u4")), RejectReason::NothingToUndo);
    let last = table.host.changes_after(table.host.version() - 1);
    assert!(matches!(last[0].what, TableEvent::Undone { seat: Seat::A, .. }));

    // The first command is still known, though what it did was taken back.
    let retry = Command {
        sender: Sender::Holder(keys[0]),
        id: Some("s".to_owned()),
        seen: 1,
        intent: Intent::Act(settlement.clone()),
    };
    assert!(table.submit(retry).is_ok());
    assert_eq!(table.game(), start, "and is not done again");

    table.act(keys[0], "s2", &settlement).unwrap();
    table.act(keys[0], "r2", &road).unwrap();
    let theirs = table.host.legal(Seat::B, 1)[0].clone();
    table.act(keys[1], "s", &theirs).unwrap();
    assert_eq!(why(undo(&mut table, keys[0], "u5")), RejectReason::NothingToUndo, "Ben has acted");
    undo(&mut table, keys[1], "u").unwrap();
    assert!(table.host.can_undo(Seat::A), "Ben's move is gone, so Ada's is the last again");
    assert!(table.play_until(&keys, 3, |table| table.game().turns() > 3));
    let rolled = table
        .host
        .history()
        .into_iter()
        .rev()
        .take_while(|change| !change.events.as_ref().is_some_and(Events::reveal));
    let may = Seat::first(4).any(|seat| table.host.can_undo(seat));
    assert_eq!(may, rolled.count() > 0);

    let again = table.reloaded();
    assert_eq!(again.game(), table.host.game());
    let steps: Vec<u64> = table.host.steps().into_iter().map(|(seq, _)| seq).collect();
    assert_eq!(again.steps().into_iter().map(|(seq, _)| seq).collect::<Vec<_>>(), steps);
    assert!(!steps.contains(&2) && !steps.contains(&3), "what was taken back does not count: {steps:?}");
}

#[test]
fn random_play_with_random_undo_is_still_its_log() {
    for seed in 0..20 {
        let (mut table, keys) = Driven::four(seed);
        let mut draws = Seed(seed).substream("undo", 0);
        for n in 0..400 {
            let who = Seat::new(draws.below(4) as usize).unwrap();
            if table.host.can_undo(who) && draws.below(4) == 0 {
                let to = *table.host.steps().iter().map(|(seq, _)| seq).next_back().unwrap() - 1;
                let before = table.host.game_at(to).unwrap();
                let command = table.command(keys[who.index()], &format!("u{n}"), Intent::Undo);
                table.submit(command).unwrap();
                assert_eq!(table.game(), before, "seed {seed}, step {n}");
                continue;
            }
            let Turn::Decide(seats) = table.game().turn() else { break };
            let seat = seats.nth(draws.below(seats.len() as u32) as usize).unwrap();
            let legal = table.host.legal(seat, usize::MAX);
            if let Some(text) = legal.get(draws.below(legal.len().max(1) as u32) as usize).cloned() {
                table.act(keys[seat.index()], &format!("a{n}"), &text).unwrap();
            }
        }
        let again = table.reloaded();
        assert_eq!(again.game(), table.host.game(), "seed {seed}");
        assert_eq!(again.history(), table.host.history(), "seed {seed}");
    }
}

#[test]
fn the_queue_is_bounded() {
    let (mut table, keys) = Driven::four(5);
    let text = table.host.legal(Seat::A, 1)[0].clone();
    let mut refused = 0;
    for n in 0..200u32 {
        let command = table.command(keys[0], &format!("c{n}"), Intent::Act(text.clone()));
        for effect in table.host.submit(command, NOW, n) {
            if let Effect::Reply(_, answer) = effect {
                assert_eq!(why(answer), RejectReason::Busy);
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 200 - 1 - 64);
}

#[test]
fn a_damaged_log_is_refused_with_its_entry() {
    let (mut table, keys) = Driven::four(5);
    assert!(table.play_until(&keys, 1, |table| table.host.version() > 30));
    let log = table.log.clone();
    type Spoil = fn(&mut Vec<StoredEntry>);
    let cases: [(&str, u64, Spoil); 7] = [
        ("not JSON", 7, |log| log[7].body.truncate(5)),
        ("another body", 7, |log| log[7].body = r#"{"danced":{}}"#.to_owned()),
        ("an illegal action", 7, |log| log[7].body = r#"{"action":{"seat":"A","do":"roll"}}"#.to_owned()),
        ("a nonsense action", 7, |log| log[7].body = r#"{"action":{"seat":"A","do":"fly"}}"#.to_owned()),
        ("a second creation", 7, |log| log[7].body = log[0].body.clone()),
        ("a missing beginning", 0, |log| {
            log.remove(0);
        }),
        ("unknown rules", 0, |log| log[0].body = log[0].body.replace("\"rules\":1", "\"rules\":99")),
    ];
    for (name, seq, spoil) in cases {
        let mut log = log.clone();
        spoil(&mut log);
        let damage = Host::<u32>::load(table.host.id(), log).expect_err(name);
        assert_eq!(damage.seq, seq, "{name}: {damage}");
        // What is not known may be the work of a newer version.
        assert_eq!(damage.is_newer, ["another body", "unknown rules"].contains(&name), "{name}: {damage}");
        let advice = if damage.is_newer { "a newer one reads it" } else { "put a backup in its place" };
        assert!(damage.to_string().contains(advice), "{damage}");
        // In our words, without those of the library that reads it.
        for foreign in ["EOF", "at line", "unknown variant", "expected"] {
            assert!(!damage.reason.contains(foreign), "{name}: {damage}");
        }
    }
    assert!(Host::<u32>::load(table.host.id(), Vec::new()).unwrap().is_none());
}

/// The store says that a batch is not stored, and it is: what follows would be stored in its place.
#[test]
fn what_is_stored_against_all_reports_is_found_and_gone_on_from() {
    let (mut table, keys) = Driven::four(5);
    let first = table.host.legal(Seat::A, 1)[0].clone();
    let command = table.command(keys[0], "one", Intent::Act(first));
    let [Effect::Append(batch)] = &table.host.submit(command.clone(), NOW, 1)[..] else { panic!() };
    table.log.extend(batch.entries.clone());
    let broken = StoreError::Io { path: "tables.sqlite".into(), reason: "input/output error".to_owned() };
    let effects = table.host.stored(Err(broken.clone()));
    assert!(
        matches!(&effects[..], [Effect::Reply(1, Err(refusal))] if refusal.reason == RejectReason::Storage(broken))
    );

    // The retry cannot be stored once more. What is there is read, and gives the answer; what came meanwhile waits.
    let effects = table.host.submit(command.clone(), NOW, 2);
    assert!(matches!(effects[..], [Effect::Append(_)]));
    let conflict = StoreError::Conflict { table: table.host.id(), seq: 1 };
    assert!(matches!(table.host.stored(Err(conflict.clone()))[..], [Effect::Reread]));
    assert!(table.host.submit(command.clone(), NOW, 3).is_empty());
    let version = table.log.len() as u64 - 1;
    let effects = table.host.reread(Ok(table.log.clone()));
    let done = Ok(table::host::Accepted { seq: version, seat: Some(Seat::A) });
    match &effects[..] {
        [Effect::Publish(seen), Effect::Reply(2, two), Effect::Reply(3, three)] => {
            assert_eq!((seen, two, three), (&version, &done, &done));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(table.host.history(), table.reloaded().history());

    // A store that cannot be read is asked again with the next command.
    let again =
        Command { id: Some("two".to_owned()), intent: Intent::Say("Hello".to_owned()), ..command.clone() };
    assert!(matches!(table.host.submit(again.clone(), NOW, 4)[..], [Effect::Append(_)]));
    assert!(matches!(table.host.stored(Err(conflict))[..], [Effect::Reread]));
    let effects = table.host.reread(Err(StoreError::Closed));
    assert!(
        matches!(&effects[..], [Effect::Reply(4, Err(refusal))] if refusal.reason == RejectReason::Storage(StoreError::Closed))
    );
    assert!(matches!(table.host.submit(again, NOW, 5)[..], [Effect::Reread]));
    // What was confirmed is gone: that is said, and nothing goes on from there.
    let shorter = table.log[..table.log.len() - 1].to_vec();
    let effects = table.host.reread(Ok(shorter));
    match &effects[..] {
        [Effect::Reply(5, Err(refusal))] => {
            let RejectReason::Storage(StoreError::Damaged { reason, .. }) = &refusal.reason else {
                panic!("{refusal:?}")
            };
            assert!(reason.contains("confirmed"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(table.host.version(), version);
}

#[test]
fn who_has_seen_more_than_there_is_is_told_so() {
    let (mut table, keys) = Driven::four(5);
    let command = table.command(keys[0], "one", Intent::Say("Hello".to_owned()));
    assert_eq!(why(table.submit(Command { seen: 99, ..command })), RejectReason::Ahead);
}

/// The most steps that lie between a position and the nearest one that the table keeps.
const APART: u64 = 32;

/// Any query of a table and any undo costs a few game steps, however long its log is and however much of it was taken back.
#[test]
fn long_logs_cost_no_more_steps_than_short_ones() {
    let (mut table, keys) = Driven::four(5);
    assert!(table.play_until(&keys, 3, |table| table.host.steps().len() >= 150));
    assert!(table.play_until(&keys, 3, |table| Seat::first(4).any(|seat| table.host.can_undo(seat))));
    let seat = Seat::first(4).find(|&seat| table.host.can_undo(seat)).unwrap();
    let last = table.host.steps().pop().unwrap().1;
    let game::record::Step::Action { action, .. } = last else { panic!("{last} cannot be undone") };
    let undo = |table: &mut Driven, n: usize| {
        let command = table.command(keys[seat.index()], &format!("undo{n}"), Intent::Undo);
        table.submit(command).unwrap();
    };
    undo(&mut table, 0);
    // The first undo looks for its position; the others find it where the first left it.
    let before = table.host.replayed();
    let position = table.game();
    for n in 1..=500 {
        table.act(keys[seat.index()], &format!("act{n}"), &action).unwrap();
        undo(&mut table, n);
    }
    assert_eq!(table.host.replayed(), before, "taking the same back again replays nothing");
    assert_eq!(table.game(), position);

    let again = table.reloaded();
    assert!(again.replayed() <= APART, "loading replayed {} steps", again.replayed());
    assert_eq!(again.game(), table.host.game());
    let cost = |read: &dyn Fn(&Host<u32>)| {
        let before = again.replayed();
        read(&again);
        again.replayed() - before
    };
    let version = again.version();
    let counts: Vec<u64> = again.steps().into_iter().map(|(seq, _)| seq).collect();
    for seq in counts.iter().copied().chain([0, 1, version]) {
        assert!(cost(&|host| assert!(host.game_at(seq).is_some())) < APART, "the picture of version {seq}");
    }
    assert!(cost(&|host| assert!(host.log_tail(version, 120).len() >= 120)) < APART + 120);
    assert!(cost(&|host| assert_eq!(host.read_on(3, 7).len(), 7)) < APART + 7);
    assert!(cost(&|host| assert!(host.change(40).is_some())) <= APART);
    assert_eq!(cost(&|host| drop((host.course().len(), host.rolls()[7], host.steps()))), 0);
    // Whoever listens hears only what is new.
    let mut heard = EventCursor::default();
    assert_eq!(again.events_since(&mut heard).unwrap().len(), counts.len());
    assert_eq!(cost(&|host| assert_eq!(host.events_since(&mut heard.clone()).unwrap().len(), 0)), 0);
    table.act(keys[seat.index()], "once-more", &action).unwrap();
    let before = table.host.replayed();
    assert_eq!(table.host.events_since(&mut heard).unwrap().len(), 1);
    assert!(table.host.replayed() - before <= APART);
    undo(&mut table, 501);
    assert!(table.host.events_since(&mut heard).is_none(), "what was heard last was taken back");
    // What was taken back is not there any more, and costs nothing to refuse.
    let undone = counts.last().unwrap() + 1;
    assert!(again.change(undone).unwrap().events.is_none());
    assert_eq!(cost(&|host| assert!(host.game_at(undone).is_none())), 0);
}

/// The projection equals a replay of the effective steps: positions, standings and rolls.
#[test]
fn what_is_kept_is_what_a_replay_gives() {
    for seed in 0..12 {
        let (mut table, keys) = Driven::four(seed);
        let mut draws = Seed(seed).substream("kept", 0);
        let mut asked = 0;
        for n in 0..30 {
            let goal = table.host.version() + u64::from(draws.below(40)) + 1;
            if !table.play_until(&keys, seed << 8 | n, |table| table.host.version() >= goal) {
                break;
            }
            // One asks to go back to before its last action, and all agree.
            let first = draws.below(4) as usize;
            let mut seats = (0..4).filter_map(|n| Seat::new((first + n) % 4));
            let Some(seat) = seats.find(|&seat| table.host.can_ask_undo(seat)) else { continue };
            asked += 1;
            let command = table.command(keys[seat.index()], &format!("ask{n}"), Intent::AskUndo);
            table.submit(command).unwrap();
            for other in table.host.to_agree(seat) {
                let agrees = Intent::AnswerUndo { agrees: true };
                let command = table.command(keys[other.index()], &format!("yes{n}{other}"), agrees);
                table.submit(command).unwrap();
            }
        }
        assert!(asked > 5, "seed {seed}: only {asked} went back");
        let host = &table.host;
        let steps = host.steps();
        let timeline = shelf::Timeline::of(host.start().unwrap(), steps.iter().map(|(_, step)| step.clone()))
            .unwrap_or_else(|(n, why)| panic!("seed {seed}: step {n}: {why}"));
        for (n, (seq, _)) in steps.iter().enumerate() {
            assert_eq!(host.game_at(*seq), timeline.at(n + 1), "seed {seed}: after entry {seq}");
        }
        assert_eq!(host.statistics().as_ref(), Some(timeline.statistics()), "seed {seed}");
        assert_eq!(host.course(), timeline.statistics().course, "seed {seed}");
        assert_eq!(Some(*host.rolls()), timeline.statistics().rolls, "seed {seed}");
        let events: Vec<Events> = host.past();
        assert_eq!(events, timeline.events(), "seed {seed}");
        for at in [0, 1, 31, 32, 33, steps.len() / 2, steps.len()] {
            excerpt(host, &timeline, at);
        }
        let again = table.reloaded();
        assert_eq!(again.statistics(), host.statistics(), "seed {seed}");
        assert_eq!(again.history(), host.history(), "seed {seed}");
    }
}

/// Checks that an excerpt around a position can be replayed without the table: the positions and the events of the steps.
fn excerpt(host: &Host<u32>, timeline: &shelf::Timeline, at: usize) {
    let around = host.steps_around(at, 12);
    assert!(around.start <= at && at <= around.end);
    let told = |steps: &[Events]| steps.iter().map(Events::len).sum::<usize>();
    let (before, after) = (&timeline.events()[around.start..at], &timeline.events()[at..around.end]);
    assert!(told(before) >= 12 || around.start == 0, "before {at}: {around:?}");
    assert!(told(after) >= 12 || around.end == timeline.steps().len(), "after {at}: {around:?}");
    assert!(before.is_empty() || told(&before[1..]) < 12, "no more than is needed before {at}: {around:?}");
    assert!(after.is_empty() || told(&after[..after.len() - 1]) < 12, "after {at}: {around:?}");
    let mut next = None;
    host.excerpt(around.clone()).unwrap().replay(|number, game, events| {
        assert!(next.is_none_or(|next| next == number) && number <= around.end);
        assert!(next.is_some() || around.start - number < APART as usize, "from {number} for {around:?}");
        assert_eq!(Some(game), timeline.at(number).as_ref());
        assert_eq!(events.as_ref(), next.map(|_| &timeline.events()[number - 1]));
        next = Some(number + 1);
    });
    assert_eq!(next, Some(around.end + 1));
    assert!(host.excerpt(at..timeline.steps().len() + 1).is_none());
}
