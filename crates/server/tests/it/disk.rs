//! The limit on the disk space that one address may fill in a day.

use serde_json::json;
use server::Limits;
use std::sync::Arc;
use store::MemoryStore;
use testkit::{RunningServer, join, open_table};

#[test]
fn an_address_fills_only_its_share_of_the_disk() {
    let limits = Limits { disk_per_day: 20_000, spare_loopback: false, ..Limits::default() };
    let proxy = "127.0.0.1/32";
    let running = RunningServer::behind(&[proxy], Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    ada.headers.push(("x-forwarded-for".to_owned(), "192.0.2.7".to_owned()));
    let table = open_table(&mut ada, &["me", "open"]);
    let more = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    let mut opened = 1;
    let refused = loop {
        let reply = ada.post("/api/v1/tables", &more);
        if reply.status != 201 {
            break reply;
        }
        opened += 1;
        assert!(opened < 60, "the limit was not felt");
    };
    assert!(opened > 3, "{opened} tables");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(
        refused.json()["message"].as_str().unwrap().contains("its share of the disk"),
        "{}",
        refused.text()
    );
    let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=86_401).contains(&seconds), "{seconds}");

    // What would write is refused, in words; what is there can be read, and nothing is lost.
    let path = format!("/api/v1/tables/{table}");
    let version = ada.get(&path).json()["version"].clone();
    let say = json!({ "seq": version, "id": "say", "wish": { "say": "hello" } });
    assert_eq!(ada.post(&format!("{path}/wish"), &say).status, 429);
    let account = json!({ "name": "Ada", "password": "correct horse battery" });
    assert_eq!(ada.post("/api/v1/account", &account).status, 429);
    ada.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let german = ada.post("/api/v1/tables", &more).json()["message"].clone();
    assert!(german.as_str().unwrap().contains("Anteil am Speicherplatz"), "{german}");
    assert_eq!(ada.get(&path).json()["version"], version);
    let mine = ada.get("/api/v1/tables").json()["tables"].as_array().unwrap().len();
    assert_eq!(mine, opened);

    // Others go on, at the same table too.
    let (mut ben, _) = join(&running, &table, "Ben");
    let version = ben.get(&path).json()["version"].clone();
    let say = json!({ "seq": version, "id": "say", "wish": { "say": "hello" } });
    assert_eq!(ben.post(&format!("{path}/wish"), &say).status, 200);
    // And whoever is refused can still be forgotten.
    let gone = ada.send("DELETE", "/api/v1/me", Some("application/json"), b"{}");
    assert_eq!(gone.status, 204, "{}", gone.text());
}

#[test]
fn bots_write_on_the_account_of_whoever_plays_with_them() {
    let limits = Limits {
        disk_per_day: 6_000,
        requests_per_second: 10_000,
        burst: 10_000,
        spare_loopback: false,
        ..Limits::default()
    };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    let body = json!({"game": "carcassonne", "seats": ["bot:random", "bot:random"], "name": "Ada"});
    let reply = ada.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let path = format!("/api/v1/tables/{}", reply.json()["table"].as_str().unwrap());
    let events = format!("{path}/events?after=0");
    assert!(ada.follow(&events).any(|(version, _)| version == 3), "they play");
    // What they write is her share of the disk, until it is spent.
    testkit::until("her share is spent", || ada.post("/api/v1/tables", &body).status == 429);
    let spent = ada.get(&path).json()["version"].as_u64().unwrap();
    // Then they rest. A move that was under way may still come; without a rest the game would be over after these requests.
    (0..300).for_each(|_| assert_eq!(ada.get("/healthz").status, 200));
    let table = ada.get(&path).json();
    let more = table["version"].as_u64().unwrap() - spent;
    assert!(more <= 4 && table["outcome"].is_null(), "{more} entries after {spent}: {table}");
    assert_eq!(ada.post("/api/v1/tables", &body).status, 429);
}
