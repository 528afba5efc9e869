//! Tables that are played on from a position: of a record, of a finished table, or of a setup.

use game::{Seed, Turn};
use serde_json::{Value, json};
use server::Limits;
use shelf::{AnyGame, GameKind, Recorder, Timeline};
use std::sync::Arc;
use store::{MemoryStore, Store};
use testkit::{Browser, Client, RunningServer, hidden};

/// A random game for three, as its record and its timeline.
fn played(kind: GameKind, seed: u64) -> (String, Timeline) {
    let mut game = AnyGame::with_options(kind, [("players", "3")]).unwrap();
    let mut recorder = Recorder::new(&game).named(["Ada", "Ben", "Cy"]);
    let mut choice = Seed(seed).substream("choice", 0);
    while let Some(step) = game.random_step(Seed(seed), &mut choice) {
        game.apply(&step).unwrap();
        recorder.push(step);
    }
    let record = recorder.finish(&game).to_string();
    let (_, timeline, _) = Timeline::read(record.as_bytes()).unwrap();
    (record, timeline)
}

/// A number of steps after which a seat decides, in the second half of the game.
fn middle(timeline: &Timeline) -> usize {
    let half = timeline.steps().len() / 2;
    (half..).find(|&at| matches!(timeline.at(at).unwrap().turn(), Turn::Decide(_))).unwrap()
}

/// Opens a table; the client holds the token afterwards. Returns the id.
fn open(client: &mut Client, body: &Value) -> String {
    let reply = client.post("/api/v1/tables", body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let seated = reply.json();
    if let Some(token) = seated["token"].as_str() {
        client.token = Some(token.to_owned());
    }
    seated["table"].as_str().unwrap().to_owned()
}

/// The status, code and message with which the server refuses to open a table.
fn refused(client: &mut Client, body: &Value) -> (u16, String, String) {
    let reply = client.post("/api/v1/tables", body);
    let problem = reply.json();
    let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
    (reply.status, text("error"), text("message"))
}

/// Waits until the bots at a table have played its game to the end.
fn until_over(running: &RunningServer, table: &str) {
    let live = running.table(table);
    let mut versions = live.follow();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    while !live.look().is_revealed() {
        runtime.block_on(versions.changed()).unwrap();
    }
}

const BOTS: [&str; 3] = ["bot:random", "bot:random", "bot:random"];

#[test]
fn a_record_is_played_on_in_every_game() {
    let running = RunningServer::start();
    for (&kind, seed) in GameKind::ALL.iter().zip(1..) {
        let (record, timeline) = played(kind, seed);
        let at = middle(&timeline);
        let mut client = running.client();
        let table = open(&mut client, &json!({"from": {"record": record, "at": at}, "seats": BOTS}));
        until_over(&running, &table);
        let state = client.get(&format!("/api/v1/tables/{table}")).json();
        assert_eq!((&state["game"], &state["from_position"]), (&json!(kind.name()), &json!(true)));
        let written = client.get(&format!("/api/v1/tables/{table}/record")).text();
        let (header, again, result) = Timeline::read(written.as_bytes()).unwrap();
        assert_eq!(Some(*again.start()), timeline.at(at), "{kind}: step {at}");
        assert!(header.setup.is_some() && result.is_some(), "{kind}");
    }
}

#[test]
fn a_finished_table_is_played_on_by_its_id() {
    let running = RunningServer::start();
    let mut client = running.client();
    let options = json!({"turn_limit": 30});
    let first = open(&mut client, &json!({"game": "catan", "seats": BOTS, "options": options}));
    until_over(&running, &first);
    let record = client.get(&format!("/api/v1/tables/{first}/record")).text();
    let (_, timeline, _) = Timeline::read(record.as_bytes()).unwrap();
    let at = middle(&timeline);
    // Its options may be named as long as they are the same.
    let body =
        json!({"from": {"table": first, "at": at}, "game": "catan", "options": options, "seats": BOTS});
    let second = open(&mut client, &body);
    until_over(&running, &second);
    let (live, before) = (running.table(&second), running.table(&first));
    let host = live.look();
    assert_eq!(host.start(), timeline.at(at));
    assert!(host.is_from_position() && !before.look().is_from_position());
    // Other dice: nothing that the first game drew later says what this one draws.
    assert_ne!(host.commitment(), before.look().commitment());
    assert_ne!(host.steps().into_iter().map(|(_, step)| step).collect::<Vec<_>>(), timeline.steps()[at..]);
}

#[test]
fn a_game_that_goes_on_is_not_played_on() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open(&mut ada, &json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"}));
    let mut client = running.client();
    for from in
        [json!({"table": table}), json!({"table": table, "at": 0}), json!({"table": table, "at": 1_000_000})]
    {
        let (status, error, message) = refused(&mut client, &json!({"from": from, "seats": BOTS}));
        assert_eq!((status, error.as_str()), (403, "still-secret"), "{message}");
    }
    let (status, error, _) = refused(&mut client, &json!({"from": {"table": "0000000000zz"}, "seats": BOTS}));
    assert_eq!((status, error.as_str()), (404, "no-table"));
    // Once it is closed, all of it may be known.
    assert_eq!(ada.post(&format!("/api/v1/tables/{table}/close"), &json!({"id": "close"})).status, 200);
    let body = json!({"from": {"table": table, "at": 1}, "seats": ["bot:random", "bot:random"]});
    open(&mut client, &body);
}

#[test]
fn a_setup_is_played_on() {
    let running = RunningServer::start();
    for (&kind, seed) in GameKind::ALL.iter().zip(1..) {
        let (_, timeline) = played(kind, seed);
        let position = timeline.at(middle(&timeline)).unwrap();
        let (named, bare) = (position.to_named_setup(), position.to_setup());
        let mut client = running.client();
        for body in [
            json!({"from": {"setup": named}, "seats": ["me", "open", "bot:random"], "name": "Ada"}),
            json!({"from": {"setup": bare}, "game": kind.name(), "seats": ["me", "open", "bot:random"], "name": "Ada"}),
        ] {
            let table = open(&mut client, &body);
            let live = running.table(&table);
            assert_eq!(live.look().start(), Some(position), "{kind}");
            assert_eq!(live.look().game(), None, "{kind}");
            // While a seat is open nobody sees what it holds, not even whoever sits elsewhere for the time being.
            let page = client.get(&format!("/api/v1/tables/{table}/view")).json();
            assert_eq!(page["view"], Value::Null, "{kind}");
            let (_, seat) = testkit::join(&running, &table, "Ben");
            assert_eq!((seat.as_str(), live.look().game()), ("B", Some(&position)), "{kind}");
        }
    }
}

#[test]
fn what_cannot_be_played_on_is_refused_with_all_that_is_wrong() {
    let running = RunningServer::start();
    let mut client = running.client();
    let (record, timeline) = played(GameKind::Catan, 3);
    let steps = timeline.steps().len();
    let at = middle(&timeline);
    let broken = record.replacen("\"do\":\"road", "\"do\":\"raod", 1);
    let hands = json!({"seats": {"A": {"hand": {"ore": 20}}, "B": {"hand": {"wool": 20}}}});
    let seats = |from: Value| json!({"from": from, "seats": BOTS});
    let mut named = seats(json!({"record": record, "at": at}));
    named["game"] = "carcassonne".into();
    let mut other = seats(json!({"record": record, "at": at}));
    other["options"] = json!({"victory_points": 13});
    let cases = [
        (seats(json!({"record": record})), "bad-request", &["the game is over"][..]),
        (seats(json!({"record": record, "at": steps + 1})), "bad-request", &["has", "steps"]),
        (seats(json!({"record": "{}"})), "bad-request", &["line 1"]),
        (seats(json!({"record": broken})), "bad-request", &["raod"]),
        (seats(json!({"setup": hands})), "bad-request", &["20 ore", "20 wool", "CATAN-COMP-9"]),
        (seats(json!({"setup": {"game": "chess"}})), "bad-request", &["chess"]),
        (seats(json!({"setup": {}, "at": 3})), "bad-request", &["`at`"]),
        (seats(json!({"setup": {}, "record": record})), "bad-request", &["exactly one"]),
        (seats(json!({})), "bad-request", &["exactly one"]),
        (seats(json!({"record": record, "moves": 3})), "bad-request", &["moves"]),
        (named, "bad-request", &["carcassonne", "catan"]),
        (other, "bad-option", &["`options`"]),
        (json!({"from": {"record": record, "at": at}, "seats": ["bot:random"]}), "bad-seats", &["3 to 3"]),
        (
            json!({"from": {"record": record, "at": at}, "seats": ["bot:random", "bot:x", "open"]}),
            "no-bot",
            &["`x`"],
        ),
        (json!({"seats": BOTS}), "bad-request", &["`game` is missing"]),
    ];
    let tables = running.hub().tables_in_memory();
    for (body, code, parts) in cases {
        let (status, error, message) = refused(&mut client, &body);
        assert!((400..500).contains(&status), "{message}");
        assert_eq!(error, code, "{message}");
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
    assert_eq!(running.hub().tables_in_memory(), tables, "nothing was opened");
}

/// A setup that comes by the API is read as carefully as one in a file, and what is wrong is told in the caller's language,
/// with its place, in words of JSON and of the game.
#[test]
fn setups_from_outside_are_checked_as_files_are() {
    let running = RunningServer::start();
    let from = |setup: &str| format!(r#"{{"from":{{"setup":{setup}}},"seats":["bot:random","bot:random"]}}"#);
    let table: [(String, &str, &str); 9] = [
        (
            from(r#"{"seats":{},"seats":{}}"#),
            "line 1, column 36: the key `seats` appears twice",
            "Zeile 1, Spalte 36: der Schlüssel „seats“ steht zweimal da",
        ),
        (
            from(r#"{"seats":{"A":{"roads":[],"roads":[]}}}"#),
            "the key `roads` appears twice",
            "der Schlüssel „roads“ steht zweimal da",
        ),
        (
            from(r#"{"seats":{"A":{"cities":["I8","I8"]}}}"#),
            "`seats.A.cities`: I8 is named twice",
            "`seats.A.cities`: „I8“ steht zweimal in einer Liste",
        ),
        (
            from(r#"{"robber":"H\u0000"}"#),
            "`robber`: `H\\u{0}` is not a hex",
            "`robber`: „H\\u{0}“ ist nicht zu lesen; erwartet wird ein Feld, H0 bis H18",
        ),
        (
            from(r#"{"seats":{"A":{"hand":{"ore":300}}}}"#),
            "`seats.A.hand.ore` is `300`; it must be a whole number from 0 to 255",
            "`seats.A.hand.ore`: gefunden `300`, erwartet eine ganze Zahl von 0 bis 255",
        ),
        (from("7"), "an object in braces", "ein Objekt in geschweiften Klammern"),
        (
            r#"{"from":{"record":"{}"},"seats":["me"]}"#.to_owned(),
            "line 1: this is not a record",
            "die Aufzeichnung, Zeile 1: ",
        ),
        (
            r#"{"seats":"me"}"#.to_owned(),
            "`seats` is `\"me\"`; it must be a list in brackets",
            "`seats`: gefunden `\"me\"`, erwartet eine Liste in eckigen Klammern",
        ),
        (r#"{"seats":["me"#.to_owned(), "the text ends too early", "der Text bricht ab"),
    ];
    for (lang, german) in [("en", false), ("de", true)] {
        let mut client = in_language(&running, lang);
        for (body, in_english, in_german) in &table {
            // A byte order mark in front is skipped.
            for mark in ["", "\u{feff}"] {
                let body = format!("{mark}{body}");
                let reply = client.send("POST", "/api/v1/tables", Some("application/json"), body.as_bytes());
                assert_eq!(reply.status, 400, "{body}: {}", reply.text());
                let message = reply.json()["message"].as_str().unwrap().to_owned();
                let expected = if german { in_german } else { in_english };
                assert!(message.contains(expected), "{lang}: {body}: {message}");
                for foreign in ["u8", "u32", "struct", "a map", "a sequence", "missing field", "invalid"] {
                    assert!(!message.contains(foreign), "{lang}: {body}: {message}");
                }
            }
        }
    }
    for (lang, expected) in [
        ("en", "the header: `game` is `7`"),
        ("de", "die Aufzeichnung, Zeile 1: die Zeile hat nicht die Form"),
    ] {
        let record = br#"{"neuland":1,"game":7}"#;
        let reply =
            in_language(&running, lang).send("POST", "/api/v1/draws", Some("application/x-ndjson"), record);
        assert!(reply.status == 400 && reply.text().contains(expected), "{lang}: {}", reply.text());
    }
    let good = format!("\u{feff}{}", from("{}").replace("[\"bot", "[\"bot:random\",\"bot:random\",\"bot"));
    let reply = running.client().send("POST", "/api/v1/tables", Some("application/json"), good.as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.text());
}

/// The page that takes records and setups reads setups as carefully.
#[test]
fn setups_on_the_page_of_replays_are_checked_as_files_are() {
    let running = RunningServer::start();
    for (lang, twice, again) in [
        ("en", "the key `seats` appears twice", "I8 is named twice"),
        ("de", "der Schlüssel „seats“ steht zweimal da", "„I8“ steht zweimal in einer Liste"),
    ] {
        for (setup, expected) in [
            ("{\"seats\":{},\"seats\":{}}", twice),
            ("{\n\"seats\":{},\n\"seats\":{}}", twice),
            ("\u{feff}{\"seats\":{\"A\":{\"cities\":[\"I8\",\"I8\"]}}}", again),
        ] {
            let mut client = in_language(&running, lang);
            let reply = client.send("POST", "/replay", Some("application/x-ndjson"), setup.as_bytes());
            assert_eq!(reply.status, 422, "{setup}");
            assert!(reply.text().contains(expected), "{lang}: {setup}: {}", reply.text());
        }
    }
}

/// Records are larger than other bodies, and count as brought along.
#[test]
fn large_records_are_taken_within_bounds() {
    let running = RunningServer::start();
    let mut client = running.client();
    let (record, timeline) = played(GameKind::CitiesAndKnights, 5);
    let at = middle(&timeline);
    let padded = |bytes: usize| record.replacen('\n', &format!("\n{}", "\n".repeat(bytes)), 1);
    let body = |record: String| json!({"from": {"record": record, "at": at}, "seats": BOTS});
    open(&mut client, &body(padded(200 * 1024)));
    assert_eq!(refused(&mut client, &body(padded(1024 * 1024))).1, "too-large");
    let most = running.client().post("/api/v1/tables", &body(padded(1100 * 1024)));
    assert_eq!(most.status, 413, "{}", most.text());
}

fn in_language(running: &RunningServer, lang: &str) -> Client {
    let mut client = running.client();
    client.headers.push(("accept-language".to_owned(), lang.to_owned()));
    client
}

#[test]
fn a_table_that_was_played_on_says_so() {
    let running = RunningServer::start();
    let (record, timeline) = played(GameKind::Catan, 8);
    let mut ada = running.client();
    let body = json!({"from": {"record": record, "at": middle(&timeline)}, "seats": ["me", "open", "bot:random"],
        "name": "Ada", "public": true});
    let table = open(&mut ada, &body);
    let normal =
        open(&mut ada, &json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "public": true}));
    for path in ["/api/v1/tables", "/api/v1/tables/public"] {
        let list = ada.get(path).json();
        let marked = |id: &str| {
            let found = list["tables"].as_array().unwrap().iter().find(|state| state["table"] == id).unwrap();
            found["from_position"].as_bool().unwrap()
        };
        assert_eq!((marked(&table), marked(&normal)), (true, false), "{path}");
    }
    let marks = [
        ("en", "Continued from a position", "The game continues from a position."),
        ("de", "Aus einer Stellung weitergespielt", "Die Partie wird aus einer Stellung weitergespielt."),
    ];
    for (lang, line, _) in marks {
        let mut reader = in_language(&running, lang);
        assert_eq!(reader.get("/lobby").text().matches(line).count(), 1, "{lang}: one of two tables");
        assert!(reader.get(&format!("/t/{table}")).text().contains(line), "{lang}: the waiting room");
        assert!(!reader.get(&format!("/t/{normal}")).text().contains(line), "{lang}");
    }
    testkit::join(&running, &table, "Ben");
    for (lang, line, event) in marks {
        let page = in_language(&running, lang).get(&format!("/t/{table}")).text();
        assert!(page.contains(event) && page.contains(line), "{lang}: the log and the rules of the table");
        assert!(!in_language(&running, lang).get(&format!("/t/{normal}")).text().contains(event), "{lang}");
    }
}

/// The dice after the position are proved; the position was given.
#[test]
fn the_dice_of_a_table_that_was_played_on_can_be_verified() {
    let running = RunningServer::start();
    for (&kind, seed) in GameKind::ALL.iter().zip(20..) {
        let (record, timeline) = played(kind, seed);
        let mut client = running.client();
        let table =
            open(&mut client, &json!({"from": {"record": record, "at": middle(&timeline)}, "seats": BOTS}));
        until_over(&running, &table);
        let written = client.get(&format!("/api/v1/tables/{table}/record")).body;
        let verified = client.send("POST", "/api/v1/draws", Some("application/x-ndjson"), &written);
        assert_eq!(verified.status, 200, "{kind}: {}", verified.text());
        assert_eq!(verified.json()["from_position"], true, "{kind}");
        // Its record is played on like any other.
        let text = String::from_utf8(written).unwrap();
        let again = open(&mut client, &json!({"from": {"record": text, "at": 0}, "seats": BOTS}));
        assert_eq!(running.table(&again).look().start(), timeline.at(middle(&timeline)), "{kind}");
    }
}

/// Without scripts: a record is brought along, a seat is chosen at a position, and the table is there.
#[test]
fn the_replay_has_a_form_that_plays_on() {
    let running = RunningServer::start();
    for (&kind, seed) in GameKind::ALL.iter().zip(30..) {
        let (record, timeline) = played(kind, seed);
        let (at, steps) = (middle(&timeline), timeline.steps().len());
        let mut browser = Browser::new(&running);
        let base = bring(&running, record.as_bytes());
        let page = browser.get(&format!("{base}/{at}")).text();
        let turn = timeline.at(at).unwrap().to_decide().into_iter().next().unwrap();
        let own = format!("name=\"seat-{turn}\"");
        let select = page.split(&own).nth(1).unwrap().split("</select>").next().unwrap();
        assert!(select.contains("value=\"me\" selected"), "{kind}: the reader has the seat whose turn it is");
        assert_eq!(page.matches("value=\"me\" selected").count(), 1, "{kind}");
        let over = browser.get(&format!("{base}/{steps}")).text();
        assert!(over.contains("The game is over here.") && !over.contains("name=\"promised\""), "{kind}");

        // Two seats are one too many; the form is there again, unfolded.
        let promised = (hidden(&page, "promised"), hidden(&page, "commitment"));
        let fields = format!("name=Ada&promised={}&commitment={}&nonce=", promised.0, promised.1);
        let reply = browser.send(
            "POST",
            &format!("{base}/{at}"),
            &format!("{fields}&seat-A=me&seat-B=me&seat-C=open"),
        );
        assert_eq!(reply.status, 422, "{kind}");
        let again = reply.text();
        assert!(
            again.contains("id=\"play-on\" class=\"panel\" open") && again.contains("role=\"alert\""),
            "{kind}"
        );

        let reply = browser.send(
            "POST",
            &format!("{base}/{steps}"),
            &format!("{fields}&seat-A=me&seat-B=open&seat-C=open"),
        );
        assert_eq!(reply.status, 422, "{kind}: over");
        let (path, _) = browser
            .submit(&format!("{base}/{at}"), &format!("{fields}&seat-A=me&seat-B=open&seat-C=bot:random"));
        assert_eq!(path, format!("/t/{}", promised.0), "{kind}: the table that was promised");
        let live = running.table(&promised.0);
        assert_eq!(live.look().start(), timeline.at(at), "{kind}");
        assert_eq!(live.look().commitment().unwrap().to_string(), promised.1, "{kind}");
    }
}

#[test]
fn the_replay_of_a_table_has_the_form_once_its_game_is_over() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    let start = ada.get("/").text();
    let fields = format!(
        "game=catan&name=Ada&promised={}&commitment={}&seat-A=me&seat-B=bot:random",
        hidden(&start, "promised"),
        hidden(&start, "commitment")
    );
    let (path, _) = ada.submit("/tables", &fields);
    let replay = format!("{path}/replay/1");
    assert!(!ada.get(&replay).text().contains("id=\"play-on\""));
    let form = "name=Ada&seat-A=me&seat-B=bot:random";
    assert_eq!(ada.send("POST", &replay, form).status, 403);
    let page = ada.get(&path).text();
    let close = format!("seq={}&id=close&wish=close", hidden(&page, "seq"));
    ada.submit(&format!("{path}/wish"), &close);
    assert!(ada.get(&replay).text().contains("id=\"play-on\""));
    let (next, _) = ada.submit(&replay, form);
    assert_ne!(next, path);
}

/// A setup is brought along as a record is, and shows its position.
#[test]
fn a_setup_is_shown_and_played_on() {
    let running = RunningServer::start();
    for (&kind, seed) in GameKind::ALL.iter().zip(40..) {
        let (_, timeline) = played(kind, seed);
        let position = timeline.at(middle(&timeline)).unwrap();
        let setup = Value::Object(position.to_named_setup());
        let base = bring(&running, format!("{setup:#}").as_bytes());
        let mut browser = Browser::new(&running);
        let page = browser.get(&format!("{base}/0")).text();
        assert!(page.contains("id=\"play-on\""), "{kind}");
        let (path, _) =
            browser.submit(&format!("{base}/0"), "name=Ada&seat-A=me&seat-B=bot:random&seat-C=bot:random");
        assert_eq!(running.table(path.strip_prefix("/t/").unwrap()).look().start(), Some(position), "{kind}");
    }
    let wrong = json!({"seats": {"A": {"hand": {"ore": 20}}, "B": {"hand": {"wool": 20}}}}).to_string();
    let reply = running.client().send("POST", "/replay", Some("application/json"), wrong.as_bytes());
    let text = reply.text();
    assert_eq!(reply.status, 422);
    assert!(text.contains("20 ore") && text.contains("20 wool") && text.contains("CATAN-COMP-9"), "{text}");
}

/// Brings a record or a setup along; gives where it is.
fn bring(running: &RunningServer, text: &[u8]) -> String {
    let reply = running.client().send("POST", "/replay", Some("application/x-ndjson"), text);
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.header("location").unwrap().to_owned()
}

/// A server that starts again finds the table as it was.
#[test]
fn the_position_is_there_after_a_restart() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (record, timeline) = played(GameKind::Mayflower, 50);
    let at = middle(&timeline);
    let running = RunningServer::on(Arc::clone(&store), Limits::default());
    let mut ada = running.client();
    let body = json!({"from": {"record": record, "at": at}, "seats": ["me", "open", "open"], "name": "Ada"});
    let table = open(&mut ada, &body);
    drop(running);
    let running = RunningServer::on(store, Limits::default());
    testkit::join(&running, &table, "Ben");
    testkit::join(&running, &table, "Cy");
    assert_eq!(running.table(&table).look().game().copied(), timeline.at(at));
    assert!(
        running.client().get(&format!("/api/v1/tables/{table}")).json()["from_position"].as_bool().unwrap()
    );
}
