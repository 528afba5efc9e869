//! Tables that are played on from a position: of a record, of a finished table, or of a setup.

use game::{Seed, Turn};
use serde_json::{Value, json};
use shelf::{AnyGame, GameKind, Recorder, Timeline};
use testkit::{Client, Running};

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

/// What is wrong with a table that is not opened.
fn refused(client: &mut Client, body: &Value) -> (u16, String, String) {
    let reply = client.post("/api/v1/tables", body);
    let problem = reply.json();
    let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
    (reply.status, text("error"), text("message"))
}

/// Waits until the bots at a table have played its game to the end.
fn until_over(running: &Running, table: &str) {
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
    let running = Running::start();
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
