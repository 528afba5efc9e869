//! Bots in processes of their own at the tables of a program.

use arena::external::{ProcessPool, Terms, registration};
use arena::process::Launch;
use arena::{FaultKind, OnFault};
use bots::any::{Listener, names};
use bots::registry::{RegisterError, Registration, register};
use game::{Seat, Seed, Turn, Viewer};
use shelf::{AnyGame, Events, GameKind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Plays the first listed action, and writes how each game begins to the file `$BEGUN` and its result to the file `$LOG`, if
/// they are set.
const FIRST: &str = r#"
while read -r line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first","view":false,"games":["carcassonne"]}' ;;
    *'"type":"new-game"'*)
        if [ -n "$BEGUN" ]; then printf '%s\n' "$line" >> "$BEGUN"; fi
        echo '{"type":"ready"}' ;;
    *'"type":"decide"'*) printf '%s\n' "$line" | sed -E \
        's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{"type":"action","decision":\1,"action":"\2"}/' ;;
    *'"type":"game-over"'*) if [ -n "$LOG" ]; then printf '%s\n' "$line" >> "$LOG"; fi ;;
esac; done"#;

/// Ends when it is first asked.
const DYING: &str = r#"
while read -r line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"dying"}' ;;
    *'"type":"new-game"'*) echo '{"type":"ready"}' ;;
    *'"type":"decide"'*) exit 3 ;;
esac; done"#;

/// Never introduces itself.
const MUTE: &str = "sleep 30";

type ReportedFaults = Arc<Mutex<Vec<(String, Seat, FaultKind)>>>;

fn pool(most: usize) -> (Arc<ProcessPool>, ReportedFaults) {
    let told = ReportedFaults::default();
    let note = Arc::clone(&told);
    let report = move |name: &str, seat, fault: &arena::Fault| {
        note.lock().unwrap().push((name.to_owned(), seat, fault.kind()));
    };
    (ProcessPool::new(most, Box::new(report)), told)
}

/// Plays a game of two with these bots to its end; gives the actions, and tells bots that are made anew everything again
/// now and then, as a table does that was at rest.
fn play(bots: [&str; 2], seed: Seed) -> Vec<String> {
    let kind = GameKind::Carcassonne;
    let mut game = AnyGame::with_options(kind, [("players", "2")]).expect("a game of two");
    let listener = |seat: Seat| Listener::new(kind, bots[seat.index()], seat).expect("a bot");
    let mut listeners = [listener(Seat::A), listener(Seat::B)];
    let (mut past, mut actions): (Vec<Events>, Vec<String>) = (Vec::new(), Vec::new());
    loop {
        let events = match game.turn() {
            Turn::Over(_) => {
                listeners.iter_mut().for_each(|listener| listener.end(&game));
                return actions;
            }
            Turn::Chance(_) => game.resolve(&game.draw(seed).expect("nature is due")).expect("it was drawn"),
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                if actions.len() % 40 == 39 {
                    listeners[seat.index()] = listener(seat);
                    past.iter().for_each(|events| listeners[seat.index()].hear(events));
                }
                let draws = seed.derive(actions.len() as u64);
                let action = listeners[seat.index()].choose(&game, draws).expect("something to decide");
                let events = game.play(seat, &action).expect("a legal action");
                actions.push(action);
                events
            }
        };
        listeners.iter_mut().for_each(|listener| listener.hear(&events));
        past.push(events);
    }
}

/// The actions of the same game if every seat plays the first listed action.
fn expected(seed: Seed) -> Vec<String> {
    let mut game = AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).expect("a game of two");
    let mut actions = Vec::new();
    loop {
        match game.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let chance = game.draw(seed).expect("nature is due");
                game.resolve(&chance).expect("it was drawn");
            }
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                actions.push(game.legal_action(seat, 0).expect("something is listed"));
                game.play(seat, actions.last().expect("just added")).expect("it is listed");
            }
        }
    }
}

/// A bot at a table that was played on hears the position from which the game began, also when it comes later and hears again
/// what has happened since.
fn begins_at_the_position(bot: &str, begun: &std::path::Path, seed: Seed) {
    let kind = GameKind::Carcassonne;
    let mut start = AnyGame::with_options(kind, [("players", "2")]).expect("a game of two");
    let mut choice = seed.substream("choice", 0);
    let mut seat = None;
    for _ in 0..40 {
        start.apply(&start.random_step(seed, &mut choice).expect("it goes on")).expect("a legal step");
    }
    let mut listener = Listener::new(kind, bot, Seat::A).expect("a bot");
    listener.begin(&start);
    let mut game = start;
    while seat != Some(Seat::A) || game == start {
        let step = game.random_step(seed, &mut choice).expect("it goes on");
        listener.hear(&game.apply(&step).expect("a legal step"));
        seat = match game.turn() {
            Turn::Decide(seats) => seats.lowest(),
            _ => None,
        };
    }
    listener.choose(&game, seed).expect("something to decide");
    let told = std::fs::read_to_string(begun).expect("a log");
    std::fs::remove_file(begun).expect("it is there");
    let line: serde_json::Value = serde_json::from_str(told.trim()).expect("one line of JSON");
    assert_eq!(line["view"], start.view(Viewer::Seat(Seat::A)));
}

#[test]
fn registered_bots_play_at_tables_whatever_happens_to_their_processes() {
    let terms = Terms { on_fault: OnFault::Resign, ..Terms::default() };
    // One process alone: each of two bots takes the other's, and hears the game again.
    let (narrow, faults) = pool(1);
    let (wide, crashes) = pool(8);
    let bot =
        |name, command, pool| registration(name, &Launch::new(command), terms, pool).expect("it starts");
    let log = std::env::temp_dir().join(format!("neuland-at-tables-{}", std::process::id()));
    let logging = format!("LOG='{}'; {FIRST}", log.display());
    let begun = log.with_extension("begun");
    let noting = format!("BEGUN='{}'; {FIRST}", begun.display());
    let bots = vec![
        bot("first", FIRST, &narrow),
        bot("roomy", &logging, &wide),
        bot("dying", DYING, &wide),
        bot("noting", &noting, &wide),
    ];
    assert_eq!(bots[0].games, [GameKind::Carcassonne], "it said so itself");

    let again = |name: &str| Registration {
        name: name.to_owned(),
        games: Vec::new(),
        make: Box::new(|_, _| unreachable!("nobody is made")),
    };
    for (name, error) in [
        ("surveyor", RegisterError::Taken("surveyor".into())),
        ("", RegisterError::Form(String::new())),
        ("Ünsinn", RegisterError::Form("Ünsinn".into())),
        ("a b", RegisterError::Form("a b".into())),
    ] {
        assert_eq!(register(vec![again(name)]), Err(error));
    }
    assert_eq!(register(vec![again("x"), again("x")]), Err(RegisterError::Taken("x".into())));
    register(bots).expect("names that are free");
    assert_eq!(register(Vec::new()), Err(RegisterError::Again));
    let all_names = |kind, registered: &[&'static str]| {
        let ours = |searches: bool| {
            let bots = bots::any::roster(kind).iter().rev().filter(move |bot| bot.searches() == searches);
            bots.map(|bot| bot.name)
        };
        let expected = ours(false).chain(ours(true)).chain(registered.iter().copied());
        assert_eq!(names(kind), expected.collect::<Vec<_>>());
    };
    all_names(GameKind::Carcassonne, &["first", "roomy", "dying", "noting"]);
    all_names(GameKind::Catan, &["dying"]);

    let seed = Seed(5);
    assert_eq!(play(["roomy", "roomy"], seed), expected(seed));
    // Both hear how it ended.
    let told = std::fs::read_to_string(&log).expect("a log");
    std::fs::remove_file(&log).expect("it is there");
    let results: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(results.len(), 2, "{told}");
    for result in results {
        let points = |seat: &str| result["points"][seat].as_i64().expect("points");
        let winner = if points("A") > points("B") { "A" } else { "B" };
        assert!(result["winners"].as_array().expect("seats").contains(&winner.into()), "{told}");
        assert_eq!((&result["reason"], &result["faults"]), (&"played".into(), &serde_json::json!({})));
    }
    assert_eq!(play(["first", "first"], seed), expected(seed), "processes come and go");
    assert!(faults.lock().unwrap().is_empty());

    // Where such a bot fails our strongest bot plays to the end, and somebody is told.
    let played = play(["dying", "roomy"], seed);
    assert!(played.len() > 60, "the game went on");
    begins_at_the_position("noting", &begun, seed);
    let told = crashes.lock().unwrap();
    assert!(
        !told.is_empty() && told.iter().all(|told| *told == ("dying".to_owned(), Seat::A, FaultKind::Crash))
    );
}

#[test]
fn a_bot_that_does_not_start_is_not_registered() {
    let (pool, _) = pool(1);
    for (command, why) in [(MUTE, "in time"), ("exit 4", "4"), ("echo no JSON; cat > /dev/null", "JSON")] {
        // Only the first one is waited for to the end.
        let start = Duration::from_millis(if command == MUTE { 300 } else { 30_000 });
        let terms = Terms { on_fault: OnFault::Resign, start, ..Terms::default() };
        let (fault, _) = registration("mole", &Launch::new(command), terms, &pool).unwrap_err();
        assert_eq!(fault.kind(), FaultKind::StartFailure, "{command}");
        let message = fault.to_string();
        assert!(!message.is_empty() && (message.contains(why) || command == MUTE), "{command}: {message}");
    }
}
