//! Bots that misbehave in every way, under every policy: the host notices, counts, goes on, and never hangs.

use crate::outside::{
    PATIENT, QUICK, against_random, assert_groups_are_gone, faults, hostile, needs, scratch, terms,
};
use arena::external::{BotStanding, External, Setting, Terms};
use arena::process::Launch;
use arena::protocol::LINE_BYTES_MAX;
use arena::{Fault, FaultKind, OnFault};
use bots::{BotGame, Player};
use carcassonne::Carcassonne;
use catan::Catan;
use game::{Observer, Seat, SeatSet, Seed, Turn, Viewer};
use std::time::Duration;

/// The number of times that a fault occurs in a game that goes on after it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Repeats {
    /// Once: it breaks the process.
    Never,
    /// Three times: the bot is late, and is given up then.
    Thrice,
    /// Each time the host asks it.
    Always,
}

/// Plays two games in a mode under every policy.
fn misbehaves<G: BotGame>(mode: &str, kind: FaultKind, repeats: Repeats) {
    for &policy in OnFault::ALL {
        let groups = scratch(&format!("{mode}-{}-{policy}", G::NAME));
        let mut terms = terms(policy);
        // A bot that is silent answers no decision at all: a slow machine makes no difference.
        terms.decision = if kind == FaultKind::Silence { QUICK } else { PATIENT };
        let mut bot = External::<G>::new(hostile(mode, &groups), terms);
        for game in 1..=2 {
            let (finished, played) = against_random(bot, game);
            bot = played;
            let context = format!("{mode}, {}, {policy}, game {game}: {:?}", G::NAME, bot.last_fault());
            let counted = finished.faults[Seat::A];
            assert_eq!(counted.count(kind), counted.total(), "{context}: {counted:?}");
            let lost = SeatSet::one(Seat::A);
            match policy {
                OnFault::Forfeit => {
                    assert_eq!(finished.played.gave_up, Some(Seat::A), "{context}");
                    assert_eq!((finished.lost, finished.winners), (lost, SeatSet::one(Seat::B)), "{context}");
                    assert_eq!(counted, faults(kind, 1), "{context}");
                }
                OnFault::Resign => {
                    assert_eq!(finished.played.gave_up, None, "{context}");
                    assert_eq!((finished.lost, finished.winners), (lost, SeatSet::one(Seat::B)), "{context}");
                    assert_eq!(counted, faults(kind, 1), "{context}");
                }
                OnFault::Random => {
                    assert_eq!(finished.played.gave_up, None, "{context}");
                    assert!(finished.lost.is_empty(), "{context}");
                    match repeats {
                        Repeats::Never => assert_eq!(counted, faults(kind, 1), "{context}"),
                        Repeats::Thrice => assert_eq!(counted, faults(kind, 3), "{context}"),
                        Repeats::Always => assert!(counted.total() > 3, "{context}: {counted:?}"),
                    }
                }
            }
            assert_eq!(bot.standing(), BotStanding::Playing, "{context}: the game is over");
            assert!(!bot.is_out(), "{context}");
        }
        drop(bot);
        assert_groups_are_gone(&groups);
    }
}

macro_rules! misbehaviours {
    ($($name:ident: $mode:literal is $kind:ident, $repeats:ident;)+) => {
        $(
            #[test]
            fn $name() {
                misbehaves::<Catan>($mode, FaultKind::$kind, Repeats::$repeats);
                misbehaves::<Carcassonne>($mode, FaultKind::$kind, Repeats::$repeats);
            }
        )+
    };
}
misbehaviours! {
    a_bot_that_ends: "dies" is Crash, Never;
    a_bot_that_is_killed: "is-killed" is Crash, Never;
    a_bot_that_closes_its_output: "closes-output" is Crash, Never;
    a_bot_that_closes_its_input: "closes-input" is Crash, Never;
    a_bot_that_says_nothing: "silent" is Silence, Thrice;
    a_bot_that_does_not_read: "never-reads" is Silence, Thrice;
    a_bot_that_writes_half_a_line: "half-a-line" is Silence, Thrice;
    a_bot_that_writes_an_endless_line: "endless-line" is TooLong, Never;
    a_bot_that_writes_a_long_line: "long-line" is TooLong, Never;
    a_bot_that_writes_lines_without_end: "many-lines" is Flood, Never;
    a_bot_that_writes_blank_lines_without_end: "blank-lines" is Flood, Never;
    a_bot_that_writes_errors_without_end: "endless-errors" is Silence, Thrice;
    a_bot_that_writes_no_utf_8: "not-utf-8" is Garbage, Always;
    a_bot_that_writes_no_json: "not-json" is Garbage, Always;
    a_bot_that_writes_no_object: "not-an-object" is Garbage, Always;
    a_bot_that_writes_an_unknown_type: "unknown-type" is Garbage, Always;
    a_bot_that_writes_no_action: "no-action" is Garbage, Always;
    a_bot_that_prints_beside_its_answers: "prints-before" is Garbage, Always;
    a_bot_that_answers_twice: "twice" is WrongDecision, Always;
    a_bot_that_answers_another_decision: "wrong-number" is WrongDecision, Always;
    a_bot_that_is_ready_again: "ready-again" is WrongDecision, Always;
    a_bot_whose_actions_cannot_be_read: "unreadable" is IllegalAction, Always;
    a_bot_whose_actions_are_illegal: "illegal" is IllegalAction, Always;
}

/// A bot that fails before its first game forfeits every game, and is out after three.
#[test]
fn bots_that_do_not_start() {
    let cases = [
        ("exits-at-once", "ended with exit status: 4; its last words: no licence found"),
        ("never-hello", "did not answer within 150 ms"),
        ("garbage-hello", "sent something that is not a message"),
        ("protocol-2", "it speaks protocol 2; this host speaks [1]"),
        ("no-name", "`name` is missing"),
        ("ready-at-once", "sent ready where hello was expected"),
        ("plays-chess", "it does not play carcassonne; it plays chess"),
    ];
    for (mode, message) in cases {
        let groups = scratch(mode);
        let mut terms = terms(OnFault::Forfeit);
        if mode == "never-hello" {
            terms.start = QUICK;
        }
        let mut bot = External::<Carcassonne>::new(hostile(mode, &groups), terms);
        for game in 1..=5 {
            assert_eq!(bot.is_out(), game > 3, "{mode}, game {game}");
            let (finished, played) = against_random(bot, game);
            bot = played;
            assert_eq!((finished.played.gave_up, finished.played.actions), (Some(Seat::A), 0), "{mode}");
        }
        assert_eq!(
            bot.faults(),
            faults(FaultKind::StartFailure, 3),
            "{mode}: a bot that is out is not started"
        );
        let last = bot.last_fault().expect("a fault").to_string();
        assert!(last.contains(message), "{mode}: {last}");
        // A bot that never says hello may be killed before it has noted its group.
        let starts = std::fs::read_to_string(&groups).unwrap_or_default().lines().count();
        assert!(starts == 3 || (mode == "never-hello" && starts < 3), "{mode}: {starts}");
        assert_groups_are_gone(&groups);
    }
}

/// A line that nobody asked for counts, also before the bot was asked for anything; and then the game goes on.
#[test]
fn rubbish_before_the_first_decision_counts() {
    let bot = |place: &str| {
        let say = |here: &str| if here == place { "echo rubbish;" } else { "" };
        format!(
            r#"while read -r line; do case $line in
                *'"type":"hello"'*) echo '{{"type":"hello","protocol":1,"name":"first","events":false,"view":false}}'; {} ;;
                *'"type":"new-game"'*) {} echo '{{"type":"ready"}}' ;;
                *'"type":"decide"'*) printf '%s\n' "$line" | sed -E \
                    's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{{"type":"action","decision":\1,"action":"\2"}}/' ;;
                *'"type":"game-over"'*) {} ;;
            esac; done"#,
            say("hello"),
            say("new-game"),
            say("game-over")
        )
    };
    for (place, rubbish) in [("hello", [1, 0]), ("new-game", [1, 1]), ("game-over", [0, 1])] {
        for policy in [OnFault::Random, OnFault::Forfeit] {
            let mut outside = External::<Carcassonne>::new(Launch::new(bot(place)), terms(policy));
            for (game, count) in [1, 2].into_iter().zip(rubbish) {
                let (finished, played) = against_random(outside, game);
                outside = played;
                let context = format!("{place}, {policy}, game {game}: {:?}", outside.last_fault());
                assert_eq!(finished.faults[Seat::A], faults(FaultKind::Garbage, count), "{context}");
                let is_lost = count > 0 && policy == OnFault::Forfeit;
                assert_eq!(finished.lost.contains(Seat::A), is_lost, "{context}");
                assert_eq!(finished.played.actions == 0, is_lost, "{context}");
            }
        }
    }
}

/// Under the other policies the games of such a bot are played.
#[test]
fn games_of_bots_that_do_not_start_are_played() {
    for policy in [OnFault::Random, OnFault::Resign] {
        let groups = scratch(&format!("no-start-{policy}"));
        let bot = External::<Catan>::new(hostile("exits-at-once", &groups), terms(policy));
        let (finished, bot) = against_random(bot, 1);
        assert_eq!(finished.played.gave_up, None);
        assert_eq!(finished.lost.contains(Seat::A), policy == OnFault::Resign);
        assert_eq!(bot.faults(), faults(FaultKind::StartFailure, 1));
    }
}

#[test]
fn a_command_that_does_not_exist_says_so() {
    let launch = Launch::new("no-such-program --fast");
    let (finished, bot) = against_random(External::<Catan>::new(launch, terms(OnFault::Forfeit)), 1);
    assert_eq!(finished.faults[Seat::A], faults(FaultKind::StartFailure, 1));
    let message = bot.last_fault().expect("a fault").to_string();
    assert!(message.contains("exit status: 127") && message.contains("no-such-program"), "{message}");
    assert!(bot.errors().contains("no-such-program"), "{}", bot.errors());
}

/// A bot that is not ready has missed no decision: it is silent for the game, and started anew for the next one.
#[test]
fn a_bot_that_is_never_ready() {
    let groups = scratch("never-ready");
    // The duration is the subject: `hello` comes from a shell that does nothing else, and `ready` never does.
    let terms = Terms { start: Duration::from_secs(3), ..terms(OnFault::Random) };
    let shell = r#"echo '{"type":"hello","protocol":1,"name":"never"}'; exec sleep 600"#;
    let launch = Launch::new(format!("echo $$ >'{}'; {shell}", groups.display()));
    let (finished, bot) = against_random(External::<Catan>::new(launch, terms), 1);
    assert_eq!(finished.faults[Seat::A], faults(FaultKind::Silence, 1));
    assert_eq!(bot.process_id(), None);
    assert_groups_are_gone(&groups);
}

/// Late answers are ignored, and the bot plays on where it is let.
#[test]
fn a_bot_that_is_late() {
    for &policy in OnFault::ALL {
        let groups = scratch(&format!("late-{policy}"));
        let terms = Terms { decision: QUICK, ..terms(policy) };
        let bot = External::<Carcassonne>::new(hostile("late", &groups), terms);
        let (finished, _) = against_random(bot, 1);
        let counted = finished.faults[Seat::A];
        assert_eq!(counted.count(FaultKind::Silence), counted.total(), "{policy}: {counted:?}");
        assert!(counted.total() >= 1, "{policy}");
        assert_groups_are_gone(&groups);
    }
}

/// After three games in a row in which its process broke, a bot is out.
#[test]
fn a_bot_that_crashes_in_every_game() {
    let groups = scratch("crashes");
    let mut bot = External::<Carcassonne>::new(hostile("dies", &groups), terms(OnFault::Forfeit));
    for game in 1..=4 {
        let (finished, played) = against_random(bot, game);
        bot = played;
        assert_eq!(finished.winners, SeatSet::one(Seat::B));
        assert_eq!(bot.is_out(), game >= 3);
    }
    assert_eq!(bot.faults(), faults(FaultKind::Crash, 3));
    let (how, last_words) = ("ended with exit status: 3".into(), "out of ideas".into());
    let crash = Fault::Crash { how, is_success: false, last_words };
    assert_eq!(bot.last_fault(), Some(&crash));
    assert!(bot.errors().contains("out of ideas"));
    assert_groups_are_gone(&groups);
}

/// The host reads a bot's standard error, and keeps only its end.
#[test]
fn a_bot_may_write_many_errors() {
    let groups = scratch("many-errors");
    let terms = terms(OnFault::Forfeit);
    let (finished, bot) =
        against_random(External::<Carcassonne>::new(hostile("many-errors", &groups), terms), 1);
    assert_eq!(finished.faults[Seat::A].total(), 0, "{:?}", bot.last_fault());
    let errors = bot.errors();
    assert!(errors.ends_with("the end\n") && errors.len() <= 64 << 10, "{} bytes", errors.len());
}

/// A bot may end its process after a game: it is started anew without a fault.
#[test]
fn a_bot_may_play_one_game_a_process() {
    let groups = scratch("one-game");
    let terms = terms(OnFault::Forfeit);
    let mut bot = External::<Carcassonne>::new(hostile("one-game-a-process", &groups), terms);
    for game in 1..=4 {
        let (finished, played) = against_random(bot, game);
        bot = played;
        assert_eq!(finished.faults[Seat::A].total(), 0, "game {game}: {:?}", bot.last_fault());
        assert_eq!(finished.played.gave_up, None);
    }
    drop(bot);
    assert_eq!(std::fs::read_to_string(&groups).expect("it ran").lines().count(), 4);
    assert_groups_are_gone(&groups);
}

/// A bot's remarks are cut to their limits, and unknown fields are ignored.
#[test]
fn remarks_are_cut_and_never_a_fault() {
    let groups = scratch("all-fields");
    let terms = terms(OnFault::Forfeit);
    let mut bot = External::<Carcassonne>::new(hostile("all-fields", &groups), terms);
    let mut game = started::<Carcassonne>();
    bot.begin(&game, Seat::A, &Setting::new("1", Seed(5)));
    for _ in 0..4 {
        let seat = game.next_to_ask();
        let action = bot.choose(&game.view(Viewer::Seat(seat)), &game.legal_actions(seat));
        game.play_unchecked(seat, action, &mut ());
        draw_all(&mut game, &mut ());
    }
    let thought = bot.thought().expect("it said what it thinks");
    assert_eq!(thought.comment.as_ref().map(|comment| comment.chars().count()), Some(1000));
    assert_eq!(thought.candidates.as_ref().map(Vec::len), Some(64));
    assert_eq!(thought.evaluation.as_ref().and_then(|seats| seats.get(&Seat::A)), Some(&0.75));
    assert_eq!(bot.faults().total(), 0, "{:?}", bot.last_fault());
}

/// Events that pile up between two decisions are sent in batches that are bounded, each event once. A bot that does not
/// read them is noticed at its next decision.
#[test]
fn events_are_sent_in_bounded_batches() {
    needs("tee");
    let mut events = Vec::new();
    let mut game = Catan::new(&catan::Options::default());
    draw_all(&mut game, &mut events);
    for mode in ["plays", "never-reads"] {
        let (groups, sent) = (scratch(&format!("batches-{mode}")), scratch(&format!("sent-{mode}")));
        let mut launch = hostile(mode, &groups);
        if mode == "plays" {
            launch.command = format!("tee '{}' | {}", sent.display(), launch.command.replace("exec ", ""));
        }
        let decision = if mode == "plays" { PATIENT } else { QUICK };
        let terms = Terms { decision, ..terms(OnFault::Forfeit) };
        let mut bot = External::<Catan>::new(launch, terms);
        bot.begin(&game, Seat::A, &Setting::new("1", Seed(5)));
        for _ in 0..10_000 {
            bot.observe(&events[0]);
        }
        let action = bot.choose(&game.view(Viewer::Seat(Seat::A)), &game.legal_actions(Seat::A));
        if mode == "never-reads" {
            let fault = Fault::Silence { waited: QUICK, heard: false };
            assert_eq!((bot.last_fault(), bot.standing()), (Some(&fault), BotStanding::Forfeited));
            continue;
        }
        assert_eq!((action.to_string().as_str(), bot.faults().total()), ("settlement I0", 0));
        let text = std::fs::read_to_string(&sent).expect("what was sent");
        let lines: Vec<&str> = text.lines().filter(|line| line.contains(r#""type":"events""#)).collect();
        assert!(
            lines.len() > 2 && lines.iter().all(|line| line.len() < LINE_BYTES_MAX / 2),
            "{}",
            lines.len()
        );
        let told: usize = lines.iter().map(|line| line.matches(r#"{"event":"#).count()).sum();
        assert_eq!(told, 10_000);
    }
}

/// A game at its first decision.
fn started<G: BotGame>() -> G {
    let mut game = G::new(&G::Options::default());
    draw_all(&mut game, &mut ());
    game
}

/// Lets nature do what it is due to do.
fn draw_all<G: BotGame>(game: &mut G, observer: &mut impl Observer<G::Event>) {
    while let Turn::Chance(_) = game.turn() {
        let (purpose, index) = game.chance_key();
        let chance = game.draw(&mut Seed(5).substream(purpose, index));
        game.resolve(chance, observer).expect("it was drawn");
    }
}
