//! Nobody stops a game for ever: whoever is there and does not decide can be replaced, and nobody waits for the consent of
//! people who can do nothing any more.

use live::BotPause;
use live::time::Time;
use serde_json::{Value, json};
use server::Config;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::MemoryStore;
use testkit::{Client, RunningServer, join};

fn open(client: &mut Client, body: &Value) -> String {
    let reply = client.post("/api/v1/tables", body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
    format!("/api/v1/tables/{}", reply.json()["table"].as_str().unwrap())
}

fn wish(client: &mut Client, table: &str, wish: &Value) -> testkit::Reply {
    let version = client.get(table).json()["version"].clone();
    let id = format!("{version}-{}", client.token.as_ref().unwrap());
    client.post(&format!("{table}/wish"), &json!({"seq": version, "id": id[..20], "wish": wish}))
}

/// Plays the first action that is listed.
fn act(client: &mut Client, table: &str) {
    let legal = client.get(&format!("{table}/legal")).json();
    let id = format!("a{}", legal["version"]);
    let body = json!({"seq": legal["version"], "id": id, "action": legal["legal"][0]});
    let reply = client.post(&format!("{table}/act"), &body);
    assert_eq!(reply.status, 200, "{}", reply.text());
}

#[test]
fn whoever_is_there_and_never_decides_can_be_replaced_after_ten_minutes() {
    const TEN_MINUTES: u64 = 600_000;
    for clock in [Value::Null, json!("bank 3600 0 replace")] {
        let passed = Arc::new(AtomicU64::new(0));
        let time = Time::planted(store::now, Arc::clone(&passed));
        let config = Config { bot_pause: BotPause::NONE, ..Config::default() };
        let running = RunningServer::at(config, Arc::new(MemoryStore::new()), time);
        let mut ada = running.client();
        let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "clock": clock});
        let table = open(&mut ada, &body);
        let (mut ben, _) = join(&running, table.rsplit('/').next().unwrap(), "Ben");
        // She has the page open all the time.
        let mut follow = ada.follow(&format!("{table}/events"));
        assert!(follow.next().is_some());
        let replace = json!({"replace": {"seat": "A"}});
        passed.store(TEN_MINUTES - 1, Ordering::SeqCst);
        let early = wish(&mut ben, &table, &replace);
        assert_eq!(
            (early.status, early.json()["error"].clone()),
            (409, json!("not-away")),
            "{}",
            early.text()
        );
        passed.store(TEN_MINUTES, Ordering::SeqCst);
        let seat = |table: &Value| table["seats"][0].clone();
        if !clock.is_null() {
            assert_eq!(wish(&mut ben, &table, &replace).status, 409, "a clock says when her time is up");
            continue;
        }
        // What somebody says is no decision.
        assert_eq!(wish(&mut ada, &table, &json!({"say": "soon"})).status, 200);
        assert_eq!(
            wish(&mut ada, &table, &json!({"replace": {"seat": "B"}})).status,
            409,
            "the game waits for her"
        );
        assert_eq!(wish(&mut ben, &table, &replace).status, 200);
        assert!(seat(&ben.get(&table).json()).to_string().contains("settler"), "{}", ben.get(&table).text());
        // She can come back, and is not replaced again before the game has waited again.
        assert_eq!(wish(&mut ada, &table, &json!("return")).status, 200);
    }
}

#[test]
fn nobody_waits_for_the_consent_of_a_deleted_person() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open(&mut ada, &json!({"game": "catan", "seats": ["me", "open", "open"], "name": "Ada"}));
    let id = table.rsplit('/').next().unwrap().to_owned();
    let (mut ben, _) = join(&running, &id, "Ben");
    let (mut cy, _) = join(&running, &id, "Cy");
    // It is Cy's turn: the bot that plays for Ben has nothing to decide, so it does not play on before Ada goes back.
    (0..2).for_each(|_| act(&mut ada, &table));
    (0..2).for_each(|_| act(&mut ben, &table));
    let before = ada.get(&table).json()["version"].as_u64().unwrap();
    assert_eq!(wish(&mut ada, &table, &json!("ask-undo")).status, 200);
    assert_eq!(wish(&mut cy, &table, &json!({"answer-undo": {"agrees": true}})).status, 200);
    assert_eq!(wish(&mut cy, &table, &json!("ask-close")).status, 200);
    assert_eq!(wish(&mut cy, &table, &json!({"answer-close": {"agrees": false}})).status, 200);
    let waits = ada.get(&table).json();
    assert!(waits["undo_asked"].is_string(), "Ben has not agreed: {waits}");
    let gone = ben.send("DELETE", "/api/v1/me", Some("application/json"), b"{}");
    assert_eq!(gone.status, 204, "{}", gone.text());
    let done = testkit::until_table(&mut ada, &id, |table| table["undo_asked"].is_null());
    assert!(done["version"].as_u64().unwrap() > before);
    let legal = ada.get(&format!("{table}/legal")).json();
    assert!(!legal["legal"].as_array().unwrap().is_empty(), "it is her turn again: {legal}");
}
