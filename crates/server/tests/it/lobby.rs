//! The lobby: nobody fills the list of public tables alone, nobody has more tables under way than a server can bear, and join
//! codes lead to tables that wait and nowhere else.

use live::time::Time;
use live::{BotPause, TableLimits};
use serde_json::{Value, json};
use server::{Config, Limits, PublicAddress};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::{Batch, Index, MemoryStore, SqliteStore, Store};
use testkit::{Browser, Client, EventStream, Folder, Reply, RunningServer, join, open_table};

/// A server behind a proxy that is trusted, which counts everybody.
fn server(store: Arc<dyn Store>, tables: TableLimits) -> RunningServer {
    server_at(store, tables, Time::start())
}

/// A server behind a trusted proxy, with this clock.
fn server_at(store: Arc<dyn Store>, tables: TableLimits, time: Time) -> RunningServer {
    let limits = Limits { spare_loopback: false, tables, ..Limits::default() };
    let outside =
        PublicAddress { trusted_proxies: vec!["127.0.0.1".parse().unwrap()], ..PublicAddress::default() };
    RunningServer::at(Config { bot_pause: BotPause::NONE, limits, outside, ..Config::default() }, store, time)
}

/// Somebody at this address.
fn at(running: &RunningServer, address: &str) -> Client {
    let mut client = running.client();
    client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
    client
}

fn open(client: &mut Client, public: bool, seats: &[&str]) -> Reply {
    let body = json!({"game": "catan", "seats": seats, "name": "Ada", "public": public});
    let reply = client.post("/api/v1/tables", &body);
    if let Some(token) = reply.json()["token"].as_str() {
        client.token = Some(token.to_owned());
    }
    reply
}

fn id(reply: &Reply) -> String {
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["table"].as_str().unwrap().to_owned()
}

fn listed(running: &RunningServer) -> Vec<String> {
    let tables = at(running, "203.0.113.99").get("/api/v1/tables/public").json()["tables"].clone();
    let tables = tables.as_array().unwrap().iter();
    tables.map(|table| table["table"].as_str().unwrap().to_owned()).collect()
}

/// Follows a table; somebody is there as long as this is held.
fn follow(client: &Client, table: &str) -> EventStream {
    let mut follow = client.follow(&format!("/api/v1/tables/{table}/events"));
    follow.next();
    follow
}

fn is_refused(reply: &Reply, what: &str) {
    let body = reply.json();
    assert_eq!((reply.status, body["error"].as_str()), (429, Some("too-many")), "{what}: {body}");
    assert!(body["message"].as_str().unwrap().contains(what), "{what}: {body}");
}

const WAITS: [&str; 2] = ["me", "open"];

#[test]
fn one_address_cannot_fill_the_lobby() {
    let running = server(Arc::new(MemoryStore::new()), TableLimits::default());
    let stranger = id(&open(&mut at(&running, "198.51.100.9"), true, &WAITS));
    // Sixty fresh keys at one address, each as good as a new person.
    let replies: Vec<Reply> = (0..60).map(|_| open(&mut at(&running, "192.0.2.7"), true, &WAITS)).collect();
    let tables = listed(&running);
    assert!(tables.contains(&stranger), "the table of somebody else is crowded out");
    assert!(tables.len() <= 9, "{} tables, eight of them from one address", tables.len());
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 8);
    is_refused(&replies[20], "from your address");
    // What is not public, or waits for nobody, is no matter of the list.
    id(&open(&mut at(&running, "192.0.2.7"), false, &WAITS));
    id(&open(&mut at(&running, "192.0.2.7"), true, &["me", "bot:random"]));
    // A program that asks in German is told in German.
    let mut german = at(&running, "192.0.2.7");
    german.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let message = open(&mut german, true, &WAITS).json()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("aus deinem Netz"), "{message}");
}

#[test]
fn one_person_has_few_public_tables() {
    let running = server(Arc::new(MemoryStore::new()), TableLimits::default());
    let mut ada = at(&running, "192.0.2.7");
    let tables: Vec<String> = (0..3).map(|_| id(&open(&mut ada, true, &WAITS))).collect();
    is_refused(&open(&mut ada, true, &WAITS), "close one");
    // The same key at other addresses is the same person.
    let mut elsewhere = at(&running, "198.51.100.9");
    elsewhere.token.clone_from(&ada.token);
    is_refused(&open(&mut elsewhere, true, &WAITS), "close one");
    // One that begins, and one that is closed, make room.
    let (_, seat) = join(&running, &tables[0], "Ben");
    assert_eq!(seat, "B");
    id(&open(&mut ada, true, &WAITS));
    is_refused(&open(&mut ada, true, &WAITS), "close one");
    let reply = ada.post(&format!("/api/v1/tables/{}/close", tables[1]), &json!({"id": "c"}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    id(&open(&mut ada, true, &WAITS));
    let shown = listed(&running);
    assert!(shown.contains(&tables[0]), "the game that goes on is listed: {shown:?}");
    assert!(!shown.contains(&tables[1]), "the closed one is not");
}

#[test]
fn a_table_at_which_nobody_is_leaves_the_list() {
    let absence = TableLimits::default().absence;
    let (passed, pass) = (Arc::new(AtomicU64::new(0)), absence.as_millis() as u64 * 5 / 4);
    let time = Time::planted(store::now, Arc::clone(&passed));
    let running = server_at(Arc::new(MemoryStore::new()), TableLimits::default(), time);
    let mut ada = at(&running, "192.0.2.7");
    let (left, kept) = (id(&open(&mut ada, true, &WAITS)), id(&open(&mut ada, true, &WAITS)));
    let stream = follow(&ada, &kept);
    passed.fetch_add(pass, Ordering::Relaxed);
    assert_eq!(listed(&running), [kept]);
    // Who is away takes nobody's place, and may open as many as anybody else.
    let more: Vec<String> = (0..2).map(|_| id(&open(&mut ada, true, &WAITS))).collect();
    assert_eq!(listed(&running).len(), 3, "{more:?}");
    drop(stream);
    // That a stream is gone is noticed some time later, and the absence counts from then on.
    testkit::until("nobody is there", || {
        passed.fetch_add(pass, Ordering::Relaxed);
        listed(&running).is_empty()
    });
    // Who comes back is listed again.
    let stream = follow(&ada, &left);
    assert_eq!(listed(&running), [left]);
    drop(stream);
}

#[test]
fn games_that_are_not_over_are_counted_for_good() {
    let folder = Folder::new("unfinished");
    let limits = TableLimits { unfinished_per_person: 3, ..TableLimits::default() };
    let (token, tables) = {
        let running = server(Arc::new(SqliteStore::open(&folder.0).unwrap()), limits);
        let mut ada = at(&running, "192.0.2.7");
        let tables: Vec<String> = (0..3).map(|_| id(&open(&mut ada, false, &WAITS))).collect();
        is_refused(&open(&mut ada, false, &WAITS), "3 games of yours");
        (ada.token.clone(), tables)
    };
    // A restart forgets addresses, and no tables.
    let running = server(Arc::new(SqliteStore::open(&folder.0).unwrap()), limits);
    let mut ada = at(&running, "198.51.100.9");
    ada.token = token;
    is_refused(&open(&mut ada, false, &WAITS), "3 games of yours");
    let reply = ada.post(&format!("/api/v1/tables/{}/close", tables[1]), &json!({"id": "c"}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    id(&open(&mut ada, false, &WAITS));
}

#[test]
fn an_address_has_so_many_games_under_way() {
    let limits = TableLimits { unfinished_per_address: 4, ..TableLimits::default() };
    let running = server(Arc::new(MemoryStore::new()), limits);
    for _ in 0..4 {
        id(&open(&mut at(&running, "192.0.2.7"), false, &WAITS));
    }
    is_refused(&open(&mut at(&running, "192.0.2.7"), false, &WAITS), "4 games from your address");
    id(&open(&mut at(&running, "192.0.2.8"), false, &WAITS));
    // What was chosen is shown again, with what is wrong.
    let mut browser = Browser::new(&running);
    browser.client.headers.push(("x-forwarded-for".to_owned(), "192.0.2.7".to_owned()));
    let reply = browser.send("POST", "/tables", "game=catan&name=Eve&seat-A=me&seat-B=open");
    assert_eq!(reply.status, 429);
    assert!(reply.text().contains("from your network are not over yet"), "{}", reply.text());
    assert_eq!(reply.header("retry-after"), None, "waiting helps nothing, so nothing asks again by itself");
}

#[test]
fn a_code_is_read_as_people_write_it() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &WAITS);
    let state = ada.get(&format!("/api/v1/tables/{table}")).json();
    // Whoever has just opened it is there, before any page of it was asked for.
    assert_eq!(state["seats"][0]["online"], true, "{state}");
    let code = state["code"].as_str().unwrap().to_owned();
    let (begin, end) = code.split_at(4);
    for written in [
        format!("{code}/"),
        format!("{begin}-{end}"),
        format!("{begin}%20{end}"),
        format!("%20{begin}%E2%80%93{end}%20/"),
        code.to_uppercase(),
    ] {
        assert_eq!(Browser::new(&running).get(&format!("/j/{written}")).status, 200, "/j/{written}");
        let sent = running.client().get(&format!("/j?code={}", written.trim_end_matches('/')));
        let to = sent.header("location").unwrap_or_default().to_owned();
        assert_eq!(Browser::new(&running).get(&to).status, 200, "{written} leads to {to}");
    }
    for written in [format!("{begin}-{end}"), format!("{begin}%20{end}")] {
        let found = running.client().get(&format!("/api/v1/codes/{written}"));
        assert_eq!(found.json()["table"].as_str(), Some(table.as_str()), "{written}");
    }
    assert_eq!(Browser::new(&running).get(&format!("/j/{begin}/{end}")).status, 404);
}

#[test]
fn a_code_ends_when_the_game_begins() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &WAITS);
    let code = ada.get(&format!("/api/v1/tables/{table}")).json()["code"].as_str().unwrap().to_owned();
    let find = |running: &RunningServer| running.client().get(&format!("/api/v1/codes/{code}"));
    assert_eq!(find(&running).json()["table"].as_str(), Some(table.as_str()));
    let page = Browser::new(&running).get(&format!("/j/{code}"));
    assert_eq!(page.status, 200);
    let (_, seat) = join(&running, &table, "Ben");
    assert_eq!(seat, "B");
    let found = find(&running);
    assert_eq!((found.status, found.json()["error"].as_str()), (404, Some("no-table")), "{}", found.text());
    let page = Browser::new(&running).get(&format!("/j/{code}"));
    assert_eq!(page.status, 404);
    assert!(page.text().contains("has begun already") && !page.text().contains(&table), "not the table");
    // Whoever sits there comes by its address.
    assert_eq!(ada.get(&format!("/api/v1/tables/{table}")).json()["you"], "A");
}

/// A log whose code is still in the index, as those before this version are.
#[test]
fn the_code_of_an_old_table_that_has_begun_leads_nowhere() {
    let (store, code) = (Arc::new(MemoryStore::new()), "c0dec0de");
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "bot:random"]);
    let version = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64();
    assert!(version.is_some_and(|version| version > 0), "it has begun");
    let other = open_table(&mut running.client(), &WAITS);
    let plant = |table: &str| {
        let table = table.parse().unwrap();
        let entries = Vec::new();
        let index = vec![Index::Code(code.to_owned())];
        let batch = Batch { table, entries, index, untag: Vec::new() };
        store::conformance::append(&*store, batch)
    };
    plant(&table).unwrap();
    let found = running.client().get(&format!("/api/v1/codes/{code}"));
    assert_eq!(found.status, 404, "{}", found.text());
    assert!(plant(&other).is_err(), "a code leads to one table");
    let found: Value = running.client().get("/api/v1/codes/zzzzzzzz").json();
    assert_eq!(found["error"], "no-table");
}
