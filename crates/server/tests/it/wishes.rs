//! Intents beside playing, over real sockets: promised dice, talk, coming and going, clocks, finding public tables, playing
//! again.

use live::BotPause;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Client, RunningServer};

fn open(running: &RunningServer, wish: &Value) -> (Client, String) {
    let mut client = running.client();
    let reply = client.post("/api/v1/tables", wish);
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = reply.json()["token"].as_str().map(str::to_owned);
    (client, reply.json()["table"].as_str().unwrap().to_owned())
}

fn join(running: &RunningServer, table: &str, body: &Value) -> Client {
    let mut client = running.client();
    let reply = client.post(&format!("/api/v1/tables/{table}/join"), body);
    assert_eq!(reply.status, 200, "{}", reply.text());
    client.token = reply.json()["token"].as_str().map(str::to_owned);
    client
}

fn wish(client: &mut Client, table: &str, id: &str, wish: &Value) -> (u16, Value) {
    let path = format!("/api/v1/tables/{table}");
    let seq = client.get(&path).json()["version"].clone();
    let reply = client.post(&format!("{path}/wish"), &json!({"seq": seq, "id": id, "wish": wish}));
    (reply.status, reply.json())
}

#[test]
fn dice_are_promised_before_anybody_adds_to_them() {
    let running = RunningServer::start();
    let promise = running.client().post("/api/v1/tables/promise", &json!({})).json();
    let plan = json!({"game": "carcassonne", "seats": ["me", "open"], "name": "Ada", "promised": promise["table"],
        "nonce": "00112233445566778899"});
    let (mut ada, table) = open(&running, &plan);
    assert_eq!(promise["table"], table.as_str());
    let state = ada.get(&format!("/api/v1/tables/{table}")).json();
    assert_eq!(state["commitment"], promise["commitment"], "the promise is kept");
    assert_eq!(state["nonces"], json!({"A": "00112233445566778899"}));
    // A promise is good for one table.
    let again = running.client().post("/api/v1/tables", &plan);
    assert_eq!((again.status, again.json()["error"].clone()), (409, json!("begun")), "{}", again.text());
    // Unless it is the same person who asks again, because the answer was lost.
    let same = ada.post("/api/v1/tables", &plan);
    assert_eq!(same.status, 201, "{}", same.text());
    assert_eq!((&same.json()["table"], &same.json()["seat"]), (&promise["table"], &json!("A")));
    let mut ben = join(&running, &table, &json!({"name": "Ben", "nonce": "ffeeddccbbaa9988"}));
    for client in [&mut ada, &mut ben] {
        let state = client.get(&format!("/api/v1/tables/{table}")).json();
        assert_eq!(state["nonces"]["B"], "ffeeddccbbaa9988");
        assert!(!state.to_string().contains("secret"));
    }
    // Nobody chooses an id: it could be the one at which others are about to play again.
    for chosen in ["000000000000", table.as_str(), "zzzzzzzzzzzz"] {
        let wish = json!({"game": "catan", "seats": ["me", "open"], "name": "Eve", "promised": chosen});
        let refused = running.client().post("/api/v1/tables", &wish);
        assert!(matches!(refused.status, 400 | 409), "{chosen}: {}", refused.text());
    }
    let wrong = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "nonce": "NOT HEX"});
    assert!(running.client().post("/api/v1/tables", &wrong).status >= 400);
}

#[test]
fn people_talk_come_and_go() {
    let running = RunningServer::start();
    let plan = json!({"game": "catan", "seats": ["me", "open", "open"], "name": "Ada", "public": true});
    let (mut ada, table) = open(&running, &plan);
    let listed = running.client().get("/api/v1/tables/public").json();
    assert_eq!(listed["tables"][0]["table"], table.as_str());
    let mut ben = join(&running, &table, &json!({"name": "Ben"}));
    let mut stream = running.client().follow(&format!("/api/v1/tables/{table}/events"));
    stream.next().unwrap();
    assert_eq!(wish(&mut ben, &table, "w1", &json!({"say": "Hello <b>Ada</b>"})).0, 200);
    let (_, said) = stream.next().unwrap();
    assert_eq!((&said["what"], &said["seat"]), (&json!("said"), &json!("B")));
    assert_eq!(said["text"], "Hello <b>Ada</b>");
    // The same command again is the same.
    let path = format!("/api/v1/tables/{table}");
    let version = ada.get(&path).json()["version"].clone();
    let command = json!({"seq": version, "id": "w1", "wish": {"say": "Hello <b>Ada</b>"}});
    assert_eq!(ben.post(&format!("{path}/wish"), &command).json()["seq"], version);
    // Ben goes to seat C, leaves, and the seat is open.
    assert_eq!(wish(&mut ben, &table, "w2", &json!({"swap": {"one": "B", "other": "C"}})).0, 200);
    assert_eq!(ada.get(&path).json()["seats"][2]["name"], "Ben");
    assert_eq!(wish(&mut ben, &table, "w3", &json!("leave")).0, 200);
    assert_eq!(ada.get(&path).json()["seats"][2]["kind"], "open");
    assert_eq!(wish(&mut ben, &table, "w4", &json!({"say": "I am gone"})).0, 403);
    // The game begins; who leaves now is played for, and comes back by acting.
    let filled = ada.post(&format!("{path}/fill"), &json!({"id": "f", "bot": "random"}));
    assert_eq!(filled.status, 200);
    assert_eq!(wish(&mut ada, &table, "w5", &json!("return")).0, 200);
    assert_eq!(
        wish(&mut ada, &table, "w6", &json!({"answer-undo": {"agrees": true}})).1["error"],
        "nothing-asked"
    );
    assert_eq!(
        wish(&mut ada, &table, "w7", &json!({"swap": {"one": "A", "other": "B"}})).1["error"],
        "begun"
    );
    assert_eq!(wish(&mut ada, &table, "w8", &json!({"replace": {"seat": "B"}})).1["error"], "not-away");
    assert_eq!(ada.post(&format!("{path}/again"), &json!({})).json()["error"], "not-over");
    assert_eq!(wish(&mut ada, &table, "w9", &json!("leave")).0, 200);
    // With bots alone the game goes to its end, and is then found by nobody.
    testkit::until_over(&mut ada, &table);
    assert_eq!(running.client().get("/api/v1/tables/public").json()["tables"], json!([]));
    let next = ada.post(&format!("{path}/again"), &json!({})).json()["table"].clone();
    assert_eq!(ada.post(&format!("{path}/again"), &json!({})).json()["table"], next, "once only");
    assert_eq!(ada.get(&path).json()["next"], next);
    let state = ada.get(&format!("/api/v1/tables/{}", next.as_str().unwrap())).json();
    assert_eq!((&state["you"], &state["public"]), (&json!("B"), &json!(true)), "each one seat on");
}

#[test]
fn a_clock_runs_out_by_itself() {
    let running = RunningServer::with_chance();
    let plan =
        json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada", "clock": "decision 5 bot"});
    let (mut ada, table) = open(&running, &plan);
    let path = format!("/api/v1/tables/{table}");
    let state = ada.get(&path).json();
    assert_eq!((&state["clock"], &state["seats"][0]["runs"]), (&json!("decision 5 bot"), &json!(true)));
    assert!(state["seats"][0]["clock"].as_u64().unwrap() <= 5_000);
    let mut stream = running.client().follow(&format!("{path}/events"));
    loop {
        let (_, data) = stream.next().unwrap();
        if data["what"] == "time-up" {
            assert_eq!(data["seat"], "A");
            break;
        }
    }
    assert_eq!(ada.get(&path).json()["seats"][0]["bot"], "settler");
    let wrong = json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada", "clock": "slow"});
    let reply = running.client().post("/api/v1/tables", &wrong);
    assert!(reply.status >= 400 && reply.text().contains("is not a clock"), "{}", reply.text());
}

/// A bot pauses before it moves, and moves, whatever else somebody sends all the time.
#[test]
fn nobody_keeps_a_bot_from_moving() {
    let running = RunningServer::with_pause(BotPause::around(Duration::from_millis(600)));
    let plan = json!({"game": "carcassonne", "seats": ["me", "bot:random"], "name": "Ada"});
    let (mut ada, table) = open(&running, &plan);
    let path = format!("/api/v1/tables/{table}");
    let mut moves = 0;
    while ada.get(&path).json()["to_decide"] == json!(["A"]) {
        let legal = ada.get(&format!("{path}/legal")).json();
        let command =
            json!({"seq": legal["version"], "id": format!("m{moves}"), "action": legal["legal"][0]});
        assert_eq!(ada.post(&format!("{path}/act"), &command).status, 200);
        moves += 1;
    }
    let mut sent = 0;
    testkit::until("the bot moves, whatever is sent", || {
        let (status, _) =
            wish(&mut ada, &table, &format!("d{sent}"), &json!({"decline": {"turn": sent % 2 == 0}}));
        // A table takes so many commands and no more.
        assert!(matches!(status, 200 | 429), "{status}");
        sent += 1;
        ada.get(&path).json()["to_decide"] != json!(["B"])
    });
}
