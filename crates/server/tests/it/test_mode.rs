//! Test mode: the same games every time, bots that move when told, time that passes when told, and no way to a real table.

use live::TestMode;
use serde_json::{Value, json};
use server::{Config, PublicAddress, Server, StartError};
use std::sync::Arc;
use store::{Mark, MemoryStore, SqliteStore, StoreError};
use testkit::{Client, Folder, RunningServer};

fn in_test_mode(seed: &str) -> Config {
    Config { test: Some(TestMode { seed: seed.parse().unwrap(), manual_bots: true }), ..Config::default() }
}

fn running(seed: &str) -> RunningServer {
    RunningServer::with(in_test_mode(seed), Arc::new(MemoryStore::new()))
}

/// Somebody at a new table, and the path of the table; the requests name this test.
fn sit_down(running: &RunningServer, test: &str, plan: &Value) -> (Client, String) {
    let mut client = running.client();
    client.headers.push(("neuland-test".to_owned(), test.to_owned()));
    let reply = client.post("/api/v1/tables", plan);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let seated = reply.json();
    client.token = seated["token"].as_str().map(str::to_owned);
    (client, seated["table"].as_str().unwrap().to_owned())
}

fn move_bots(client: &mut Client, table: &str, body: &Value) -> Value {
    let reply = client.post(&format!("/test/tables/{table}/bots"), body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Plays for a person who always does what is listed first, and for the bots in between; returns the log as programs read it.
fn play(client: &mut Client, table: &str, decisions: usize) -> String {
    for decision in 0..decisions {
        let legal = client.get(&format!("/api/v1/tables/{table}/legal")).json();
        let Some(action) = legal["legal"].get(0) else {
            if move_bots(client, table, &json!({}))["moves"] == 0 {
                let stage = client.get(&format!("/api/v1/tables/{table}")).json()["stage"].clone();
                assert_eq!(stage, "over", "somebody has something to decide");
                break;
            }
            continue;
        };
        let body = json!({"seq": legal["version"], "id": format!("move-{decision}"), "action": action});
        let reply = client.post(&format!("/api/v1/tables/{table}/act"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    client.get(&format!("/api/v1/tables/{table}/log")).text()
}

#[test]
fn the_same_seed_and_test_give_the_same_game_in_any_order() {
    let plan = |game: &str| {
        let bot = if game == "carcassonne" { "bot:surveyor" } else { "bot:settler" };
        json!({"game": game, "seats": ["me", bot, bot], "name": "Ada"})
    };
    let games = ["catan", "cities-and-knights", "carcassonne"];
    let log = |running: &RunningServer, game: &str| {
        let (mut ada, table) = sit_down(running, game, &plan(game));
        (play(&mut ada, &table, 60), table)
    };
    let (one, other) = (running("seed-1"), running("seed-1"));
    let forwards: Vec<_> = games.iter().map(|game| log(&one, game)).collect();
    let mut backwards: Vec<_> = games.iter().rev().map(|game| log(&other, game)).collect();
    backwards.reverse();
    for ((game, forwards), backwards) in games.iter().zip(&forwards).zip(&backwards) {
        assert!(forwards == backwards, "{game} differs:\n{}\n{}", forwards.0, backwards.0);
    }
    assert_ne!(log(&running("seed-2"), "catan").0, forwards[0].0, "another seed, another game");
}

#[test]
fn bots_move_when_they_are_told_to_and_not_before() {
    let running = running("bots");
    let plan = json!({"game": "catan", "seats": ["bot:random", "bot:random"]});
    let (mut client, table) = sit_down(&running, "bots", &plan);
    let version =
        |client: &mut Client| client.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let start = version(&mut client).as_u64().unwrap();
    let one = move_bots(&mut client, &table, &json!({"moves": 1}));
    assert_eq!(one["moves"], 1);
    assert!(one["version"].as_u64().unwrap() > start);
    assert_eq!(version(&mut client), one["version"], "nothing moves between two requests");
    let rest = move_bots(&mut client, &table, &json!({}));
    assert_eq!(client.get(&format!("/api/v1/tables/{table}")).json()["stage"], "over", "{rest}");
    assert_eq!(move_bots(&mut client, &table, &json!({}))["moves"], 0);
}

#[test]
fn clocks_run_when_time_is_advanced() {
    let running = running("time");
    let plan =
        json!({"game": "catan", "seats": ["me", "bot:settler"], "name": "Ada", "clock": "decision 5 bot"});
    let (mut ada, table) = sit_down(&running, "time", &plan);
    let version =
        |ada: &mut Client| ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();
    let before = version(&mut ada);
    let pass = |ada: &mut Client, ms: u64| assert_eq!(ada.post("/test/time", &json!({"ms": ms})).status, 200);
    pass(&mut ada, 4_999);
    assert_eq!(version(&mut ada), before, "there is time left");
    pass(&mut ada, 1);
    assert_eq!(version(&mut ada), before + 1, "the time is up, as soon as the answer is there");
    assert!(move_bots(&mut ada, &table, &json!({"moves": 1}))["moves"] == 1, "a bot plays for Ada");
    assert_eq!(ada.post("/test/time", &json!({"ms": 1_u64 << 40})).status, 400);
}

#[test]
fn other_servers_have_neither_the_routes_nor_predictable_ids() {
    let running = RunningServer::with_chance();
    let (mut ada, table) =
        sit_down(&running, "x", &json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"}));
    assert_eq!(ada.post(&format!("/test/tables/{table}/bots"), &json!({})).status, 404);
    assert_eq!(ada.post("/test/time", &json!({"ms": 1})).status, 404);
    let (_, again) = sit_down(
        &RunningServer::with_chance(),
        "x",
        &json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"}),
    );
    assert_ne!(table, again);
}

#[test]
fn a_server_that_others_reach_does_not_start_in_test_mode() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let public_url = Some("https://games.example".parse().unwrap());
    let outside = PublicAddress { public_url, ..PublicAddress::default() };
    for config in [
        Config { addr: "0.0.0.0:0".parse().unwrap(), ..in_test_mode("x") },
        Config { outside, addr: "127.0.0.1:0".parse().unwrap(), ..in_test_mode("x") },
    ] {
        let started = runtime.block_on(Server::start(&config, Arc::new(MemoryStore::new())));
        assert!(matches!(started, Err(StartError::NotForTests(_))), "{config:?}");
        // Nor is its folder made.
        let folder = Folder::new("public");
        let config = Config { data: folder.0.join("data"), ..config };
        assert!(matches!(server::run(&config, |_| {}), Err(StartError::NotForTests(_))));
        assert!(!config.data.exists());
    }
}

/// Nobody plays on at a table whose dice can be predicted, and no table of people comes to a server that can predict them.
#[test]
fn stores_of_test_mode_and_others_are_told_apart_also_in_copies() {
    let (real, test) = (Folder::new("real"), Folder::new("test"));
    let open = |folder: &Folder, mark| SqliteStore::open_marked(&folder.0, mark, Arc::new(()));
    drop(open(&real, Mark::Tables).unwrap());
    drop(open(&test, Mark::Tests).unwrap());
    drop(open(&test, Mark::Tests).expect("a test server finds its tables again"));
    for (folder, mark, found) in [(&real, Mark::Tests, Mark::Tables), (&test, Mark::Tables, Mark::Tests)] {
        let Err(error) = open(folder, mark) else { panic!("{mark:?} opened") };
        assert!(matches!(&error, StoreError::OtherMark { found: other, .. } if *other == found), "{error:?}");
    }
    let Err(error) = SqliteStore::open_to_read(&test.0) else { panic!("opened to read") };
    assert!(error.to_string().contains("test mode"), "{error}");
    let copy = real.0.join("copy.sqlite");
    assert!(live::backup::backup(&test.0, &copy).is_err(), "no backup of a test store becomes a real one");
}
