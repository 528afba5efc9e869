//! What strangers send on purpose: every route that there is, bent in every way that came to mind, and then at random.
//! Nothing may fail inside, hang, leak or end the server, and afterwards a game is played as if nothing had been.
//!
//! The routes are read from the source of the server: one that is not in the table below fails a test. `bad_input.rs` says
//! what the answers to plain mistakes are; here it matters that nothing breaks.
//!
//! `NEULAND_HOSTILE_SEED=17 cargo test -p server --test hostile` repeats what a failure prints;
//! `NEULAND_HOSTILE_ROUNDS=50` sends more.

mod common;

use common::{Browser, Client, Reply, Running, hidden, join, open_table};
use game::{Draws, Seed, Substream};
use serde_json::{Value, json};
use server::store::MemoryStore;
use server::{Key, Limits};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

/// What is sent to a route.
#[derive(Clone, Debug)]
enum Sent {
    Nothing,
    Json(Value),
    Form(&'static str),
    /// A file as it is.
    File(&'static str),
}

/// A route with something that it could take.
struct Route {
    method: &'static str,
    path: &'static str,
    sent: Sent,
}

/// The record of a game that was left after its first steps.
const RECORD: &str = "{\"neuland\":1,\"game\":\"carcassonne\",\"rules\":1,\"options\":{\"players\":2},\"seats\":[\"Ada\",\"Ben\"]}\nstart A\n";

/// Every route of the server. What stands in braces is filled in from the scene.
fn routes() -> Vec<Route> {
    use Sent::{File, Form, Json, Nothing};
    let get = |path| Route { method: "GET", path, sent: Nothing };
    let post = |path, sent| Route { method: "POST", path, sent };
    let delete = |path, sent| Route { method: "DELETE", path, sent };
    let wish = |wish: Value| Json(json!({"seq": 2, "id": "w", "wish": wish}));
    let api = [
        get("/api/v1/games"),
        get("/api/v1/tables"),
        post(
            "/api/v1/tables",
            Json(
                json!({"game": "catan", "seats": ["me", "open"], "name": "Eve", "options": {"victory_points": 10},
                "public": false, "clock": "bank 600 10 bot", "promised": "000000000000", "nonce": "00112233445566778899"}),
            ),
        ),
        get("/api/v1/tables/public"),
        post("/api/v1/tables/promise", Json(json!({}))),
        get("/api/v1/tables/{id}"),
        post(
            "/api/v1/tables/{id}/join",
            Json(json!({"name": "Eve", "seat": "B", "nonce": "00112233445566778899"})),
        ),
        post("/api/v1/tables/{id}/fill", Json(json!({"id": "f", "bot": "random"}))),
        post("/api/v1/tables/{id}/close", Json(json!({"id": "c"}))),
        get("/api/v1/tables/{id}/view"),
        get("/api/v1/tables/{id}/legal"),
        post("/api/v1/tables/{id}/act", Json(json!({"seq": 2, "id": "a", "action": "settlement I17"}))),
        post("/api/v1/tables/{id}/undo", Json(json!({"seq": 2, "id": "u"}))),
        post("/api/v1/tables/{id}/wish", wish(json!({"say": "Hello"}))),
        post("/api/v1/tables/{id}/wish", wish(json!("leave"))),
        post("/api/v1/tables/{id}/wish", wish(json!("return"))),
        post("/api/v1/tables/{id}/wish", wish(json!("ask-undo"))),
        post("/api/v1/tables/{id}/wish", wish(json!({"replace": {"seat": "B"}}))),
        post("/api/v1/tables/{id}/wish", wish(json!({"swap": {"one": "A", "other": "B"}}))),
        post("/api/v1/tables/{id}/wish", wish(json!({"answer-undo": {"agrees": true}}))),
        post("/api/v1/tables/{id}/wish", wish(json!({"decline": {"turn": true, "from": ["B"]}}))),
        post("/api/v1/tables/{id}/again", Json(json!({}))),
        get("/api/v1/tables/{id}/events"),
        get("/api/v1/tables/{id}/record"),
        get("/api/v1/tables/{id}/positions/{n}"),
        get("/api/v1/tables/{id}/statistics"),
        post("/api/v1/draws", File(RECORD)),
        get("/api/v1/codes/{code}"),
        get("/api/v1/openapi.json"),
        post("/api/v1/account", Json(json!({"name": "Eve", "password": "correct horse battery"}))),
        post("/api/v1/session", Json(json!({"name": "Eve", "password": "correct horse battery"}))),
        delete("/api/v1/session", Nothing),
        get("/api/v1/me"),
        delete("/api/v1/me", Json(json!({"password": "correct horse battery"}))),
        get("/api/v1/me/data"),
    ];
    let pages = [
        get("/"),
        get("/lobby"),
        get("/fairness"),
        post(
            "/tables",
            Form("game=catan&name=Eve&seat-A=me&seat-B=open&option-victory_points=10&allow-tiles=on"),
        ),
        get("/t/{id}"),
        get("/t/{id}/main"),
        post("/t/{id}/join", Form("name=Eve&seat=B")),
        post("/t/{id}/fill", Form("bot=random")),
        post("/t/{id}/act", Form("seq=2&id=pa&action=settlement+I17")),
        post("/t/{id}/undo", Form("seq=2&id=pu")),
        post("/t/{id}/wish", Form("seq=2&id=pw1&wish=say&text=Hello")),
        post("/t/{id}/wish", Form("seq=2&id=pw2&wish=replace&seat=B")),
        post("/t/{id}/wish", Form("seq=2&id=pw3&wish=swap&one=A&other=B")),
        post("/t/{id}/wish", Form("seq=2&id=pw4&wish=answer-undo&agrees=yes")),
        post("/t/{id}/wish", Form("seq=2&id=pw5&wish=decline&turn=on&from=B")),
        post("/t/{id}/wish", Form("seq=2&id=pw6&wish=ask-undo")),
        post("/t/{id}/again", Form("nonce=00112233445566778899")),
        get("/t/{id}/events"),
        get("/t/{id}/board/{picture}"),
        get("/t/{id}/record"),
        get("/j"),
        get("/j/{code}"),
        get("/rules"),
        get("/rules/{what}"),
        get("/assets/{hash}/{name}"),
        post("/settings", Form("back=/rules/catan&lang=de&theme=dark&mode=text")),
        get("/account"),
        post("/account/transfer", Form("")),
        post("/account/sign-up", Form("name=Eve&password=correct+horse+battery")),
        post("/account/sign-in", Form("name=Eve&password=correct+horse+battery")),
        post("/account/sign-out", Form("")),
        post("/account/sign-out-others", Form("")),
        post("/account/end", Form("device=00000000")),
        post("/account/password", Form("old=correct+horse+battery&password=another+horse+battery")),
        get("/account/data"),
        post("/account/delete", Form("sure=on&password=correct+horse+battery")),
        get("/continue"),
        post("/continue", Form("code=00000000&bring=on")),
        post("/t/{id}/mute", Form("mute=00000000&unmute=11111111")),
        get("/t/{id}/replay"),
        get("/t/{id}/replay/{n}"),
        get("/t/{id}/replay/{n}/main"),
        get("/replay"),
        post("/replay", File(RECORD)),
        get("/r/{hash}"),
        get("/r/{hash}/{n}"),
        get("/r/{hash}/{n}/main"),
        get("/r/{hash}/board/{picture}"),
        get("/r/{hash}/record"),
        get("/healthz"),
        get("/readyz"),
        // For the host alone, at an address of its own: here nothing is there.
        get("/metrics"),
    ];
    api.into_iter().chain(pages).collect()
}

/// A table in its first turn: Ada at A, Ben at B; another one with a seat that is open; a third one of strangers.
struct Scene {
    running: Running,
    ada: Client,
    table: String,
    open: String,
    code: String,
    foreign: Client,
}

impl Scene {
    fn new() -> Scene {
        Scene::on(Limits::default())
    }

    fn on(limits: Limits) -> Scene {
        count_panics();
        let running = Running::on(Arc::new(MemoryStore::new()), limits);
        let mut ada = running.client();
        let table = open_table(&mut ada, &["me", "open"]);
        join(&running, &table, "Ben");
        let open = open_table(&mut ada, &["me", "open", "open"]);
        let code = ada.get(&format!("/api/v1/tables/{open}")).json()["code"].as_str().unwrap().to_owned();
        let mut foreign = running.client();
        let foreign_table = open_table(&mut foreign, &["me", "open"]);
        join(&running, &foreign_table, "Zoe");
        Scene { running, ada, table, open, code, foreign }
    }

    fn fill(&self, path: &str) -> String {
        path.replace("{id}", &self.table)
            .replace("{code}", &self.code)
            .replace("{picture}", "1.svg")
            .replace("{what}", "catan")
            .replace("{hash}", pages::assets_hash())
            .replace("{name}", pages::assets()[0].name)
            .replace("{n}", "1")
    }

    /// The position as Ada sees it, and who sits where.
    fn state(&mut self) -> (Value, Value) {
        let path = format!("/api/v1/tables/{}", self.table);
        // A connection that nothing was sent over for long is closed.
        self.ada = Client::with_token(self.running.addr, &self.ada.token.clone().unwrap());
        let mut table = self.ada.get(&path).json();
        let seats = table["seats"].as_array_mut().unwrap();
        // Who is online may change.
        seats.iter_mut().for_each(|seat| seat["online"] = Value::Null);
        (table, self.ada.get(&format!("{path}/view")).json())
    }

    /// As Ada, with the pages' cookie too.
    fn as_ada(&self) -> Client {
        let token = self.ada.token.clone().unwrap();
        let mut client = Client::with_token(self.running.addr, &token);
        client.headers.push(("cookie".to_owned(), format!("neuland-key={token}")));
        client
    }

    /// Nothing is broken: nobody's mistake inside, and a game against a bot goes on for a while.
    fn is_well(&self) {
        assert_eq!(PANICS.load(Ordering::SeqCst), 0, "something failed inside the server");
        let mut ada = self.running.client();
        let table = open_table(&mut ada, &["me", "bot:random"]);
        let path = format!("/api/v1/tables/{table}");
        let mut played = 0;
        let until = Instant::now() + Duration::from_secs(20);
        while played < 12 && Instant::now() < until {
            let legal = ada.get(&format!("{path}/legal")).json();
            let Some(action) = legal["legal"].as_array().unwrap().first() else {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            };
            let command = json!({"seq": legal["version"], "id": format!("p{played}"), "action": action});
            let reply = ada.post(&format!("{path}/act"), &command);
            // The bot may have been faster.
            assert!(matches!(reply.status, 200 | 409), "{}", reply.text());
            played += u32::from(reply.status == 200);
        }
        assert_eq!(played, 12, "the game does not go on");
        assert_eq!(self.running.client().get(&format!("/t/{table}")).status, 200);
    }
}

static PANICS: AtomicU32 = AtomicU32::new(0);

/// Panics in the server's own threads are counted; those of tests are the tests' own.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name().is_some_and(|name| name.starts_with("tokio")) {
                PANICS.fetch_add(1, Ordering::SeqCst);
            }
            usual(panic);
        }));
    });
}

/// The seed of what is random here.
fn seed() -> Seed {
    let set = std::env::var("NEULAND_HOSTILE_SEED").ok();
    let seed = set.map_or_else(
        || {
            u64::from(
                Key::random().reveal().bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte)),
            )
        },
        |text| text.parse().expect("NEULAND_HOSTILE_SEED is a number"),
    );
    println!("NEULAND_HOSTILE_SEED={seed}");
    Seed(seed)
}

fn rounds() -> u32 {
    let set = std::env::var("NEULAND_HOSTILE_ROUNDS").ok();
    set.map_or(3, |text| text.parse().expect("NEULAND_HOSTILE_ROUNDS is a number"))
}

/// What holds for every answer, whatever was asked.
fn check(reply: &Reply, what: &str) {
    assert!(reply.status < 500, "{what}: {} {}", reply.status, String::from_utf8_lossy(&reply.body));
    is_guarded(reply, what);
    for (name, value) in &reply.headers {
        assert!(!value.contains(['\r', '\n']), "{what}: {name}");
    }
    if let Some(location) = reply.header("location") {
        let own = location.starts_with('/') && !location[1..].starts_with(['/', '\\']);
        assert!(own && !location.contains(char::is_whitespace), "{what}: leads to {location}");
    }
    let text = String::from_utf8_lossy(&reply.body);
    // JSON is no page, and browsers do not take it for one: its type is said, and not to be guessed.
    let is_json = reply.header("content-type") == Some("application/json");
    assert!(is_json || !text.contains("<script>alert"), "{what}: markup came through: {text}");
    assert!(!text.contains("root:x:0"), "{what}: a file of this machine came through");
    assert!(!text.contains("panicked at"), "{what}: {text}");
}

/// The headers that keep browsers safe.
fn is_guarded(reply: &Reply, what: &str) {
    let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{what}: no policy"));
    // Pictures are for themselves: they load nothing and run nothing.
    let shut = policy.contains("default-src 'none'") && policy.contains("sandbox");
    let parts = ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"];
    assert!(shut || parts.iter().all(|part| policy.contains(part)), "{what}: {policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{what}: {policy}");
    let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap_or(policy);
    assert!(!scripts.contains("'unsafe-eval'"), "{what}: {policy}");
    assert!(scripts == policy || !scripts.contains("'unsafe-inline'"), "{what}: {policy}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{what}");
    assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{what}");
    assert!(reply.header("referrer-policy").is_some(), "{what}");
    assert!(
        !reply.headers.iter().any(|(name, _)| name.starts_with("access-control")),
        "{what}: other sites may read"
    );
    for (_, cookie) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
        let safe = cookie.contains("HttpOnly")
            && (cookie.contains("SameSite=Lax") || cookie.contains("SameSite=Strict"));
        assert!(safe && cookie.contains("Path=/"), "{what}: {cookie}");
    }
}

fn is_stream(path: &str) -> bool {
    path.ends_with("/events")
}

fn send(client: &mut Client, route: &Route, path: &str) -> std::io::Result<Reply> {
    match &route.sent {
        Sent::Nothing => client.try_send(route.method, path, None, b""),
        Sent::Json(body) => client.try_send(route.method, path, Some(JSON), body.to_string().as_bytes()),
        Sent::Form(body) => client.try_send(route.method, path, Some(FORM), body.as_bytes()),
        Sent::File(body) => {
            client.try_send(route.method, path, Some("application/x-ndjson"), body.as_bytes())
        }
    }
}

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// The routes that the source of the server names, as method and path.
fn routes_in_source() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for part in text.split(".route(").skip(1) {
            let Some((_, rest)) = part.split_once('"') else { continue };
            let (path, rest) = rest.split_once('"').unwrap();
            // What follows belongs to this route up to the end of its line or statement.
            let handlers = rest.split(".route(").next().unwrap();
            let handlers = handlers.split(['\n', ';', '}']).next().unwrap();
            for method in ["get", "post", "put", "delete", "patch", "any"] {
                if handlers.contains(&format!("{method}(")) {
                    found.insert((method.to_uppercase(), path.to_owned()));
                }
            }
        }
    }
    assert!(found.len() > 30, "{found:?}");
    found
}

#[test]
fn no_route_is_forgotten() {
    let known: BTreeSet<(String, String)> =
        routes().iter().map(|route| (route.method.to_owned(), route.path.to_owned())).collect();
    let source = routes_in_source();
    let has = |set: &BTreeSet<(String, String)>, method: &str, path: &str| {
        set.contains(&(method.to_owned(), path.to_owned()))
    };
    for (method, path) in &source {
        let there = has(&known, method, path) || has(&known, method, &format!("/api/v1{path}"));
        assert!(
            there,
            "{method} {path} is not in the table of routes of this test: add it with what it takes"
        );
    }
    for (method, path) in &known {
        let there = has(&source, method, path) || has(&source, method, path.trim_start_matches("/api/v1"));
        assert!(there, "{method} {path} is in the table of this test, but not in the server");
    }
    // The description of the API names the same.
    let described: Value = serde_json::from_str(&server::http::api::description()).unwrap();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| ["get", "post", "put", "delete"].contains(&key.as_str()))
        {
            assert!(
                has(&known, &method.to_uppercase(), path),
                "{method} {path} is described, but not in the table"
            );
        }
    }
}

#[test]
fn every_answer_is_guarded_and_no_other_method_does_anything() {
    let mut scene = Scene::new();
    let before = scene.state();
    for route in routes() {
        let path = scene.fill(route.path);
        for method in
            ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get"]
        {
            if (method == "GET" || method == "HEAD") && is_stream(&path) {
                continue;
            }
            // A HEAD has no body, whatever its length says; the connection is of no more use to our client.
            let mut client = scene.running.client();
            let what = format!("{method} {path}");
            let raw = format!(
                "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
                scene.running.addr
            );
            let answer = raw_answer(scene.running.addr, raw.as_bytes(), false);
            let head = String::from_utf8_lossy(&answer).into_owned();
            if method == "CONNECT" && head.is_empty() {
                continue;
            }
            let status: u16 = head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .unwrap_or_else(|| panic!("{what}: {head}"));
            assert!(status < 500, "{what}: {head}");
            if status != 400 {
                assert!(head.contains("content-security-policy: "), "{what}: {head}");
            }
            assert!(!head.contains("access-control-"), "{what}: {head}");
            if method == "GET" {
                check(&client.get(&path), &what);
            }
        }
    }
    assert_eq!(scene.running.client().get("/metrics").status, 404, "that is for the host alone");
    assert_eq!(scene.state(), before);
    scene.is_well();
}

/// Sends bytes and reads what comes until the other side closes, or nothing comes for a while.
fn raw_answer(addr: SocketAddr, bytes: &[u8], half_close: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(1_500))).unwrap();
    let _ = stream.write_all(bytes);
    if half_close {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

#[test]
fn other_sites_change_nothing() {
    let mut scene = Scene::new();
    let before = scene.state();
    let host = scene.running.addr.to_string();
    let other_port = format!("http://127.0.0.1:{}", scene.running.addr.port() ^ 1);
    let signs: Vec<Vec<(&str, String)>> = vec![
        vec![("origin", "https://evil.example".to_owned())],
        vec![("origin", "null".to_owned())],
        vec![("origin", String::new())],
        vec![("origin", format!("http://{host}.evil.example"))],
        vec![("origin", format!("http://evil.example/{host}"))],
        vec![("origin", format!("http://evil@{host}"))],
        vec![("origin", other_port)],
        vec![("origin", host.clone())],
        vec![("origin", "file://".to_owned())],
        vec![("sec-fetch-site", "cross-site".to_owned())],
        vec![("sec-fetch-site", "same-site".to_owned())],
        vec![("sec-fetch-site", "SAME-ORIGIN".to_owned())],
        vec![("sec-fetch-site", "cross-site".to_owned()), ("origin", format!("http://{host}"))],
        vec![("sec-fetch-site", "same-origin".to_owned()), ("origin", "https://evil.example".to_owned())],
    ];
    let mut refused = 0;
    for route in routes().iter().filter(|route| route.method != "GET") {
        for sign in &signs {
            let mut client = scene.as_ada();
            client.headers.extend(sign.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
            let path = scene.fill(route.path);
            let reply = send(&mut client, route, &path).unwrap();
            let what = format!("{} {path} with {sign:?}", route.method);
            check(&reply, &what);
            assert_eq!(reply.status, 403, "{what}: {}", reply.text());
            assert!(!reply.headers.iter().any(|(name, _)| name == "set-cookie"), "{what}");
            refused += 1;
        }
    }
    assert_eq!(scene.state(), before);
    assert!(refused > 300, "{refused}");
    // Our own pages may.
    let mut client = scene.as_ada();
    client.headers.push(("origin".to_owned(), format!("http://{host}")));
    client.headers.push(("sec-fetch-site".to_owned(), "same-origin".to_owned()));
    let reply = client.post_form(&format!("/t/{}/wish", scene.table), "seq=2&id=own&wish=say&text=Hello");
    assert_eq!(reply.status, 303, "{}", reply.text());
}

/// Values that stand in for one that is expected.
fn odd_values() -> Vec<String> {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    [
        "null",
        "true",
        "[]",
        "{}",
        "0",
        "-1",
        "-0",
        "0.5",
        "1e2",
        "1e999",
        "-1e999",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775809",
        "999999999999999999999999999999999999",
        "\"\"",
        "\" \"",
        "\"0\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\u202eabc\"",
        "\"A\"",
        "\"Z\"",
        "\"G\"",
        "\"é\"",
        "\"../../etc/passwd\"",
        "\"<script>alert(1)</script>\"",
        "\"' OR 1=1 --\"",
        "\"%s%n%x\"",
        "\"settlement I17\"",
        "[\"me\"]",
        "[null]",
        "[[[[]]]]",
        "{\"a\":{\"a\":{\"a\":{}}}}",
        "\"bank 99999999999999999999 1 bot\"",
        "\"decision 0 bot\"",
        "\"bank 1 18446744073709551615 replace\"",
        "\"bot:\"",
        "nul",
        "NaN",
        "Infinity",
        "'x'",
        "01",
    ]
    .iter()
    .map(|text| (*text).to_owned())
    .chain([
        deep(100),
        deep(5_000),
        format!("\"{}\"", "x".repeat(60_000)),
        format!("\"{}\"", "\\u0301".repeat(9_000)),
    ])
    .chain([format!("[{}]", vec!["\"open\""; 6_000].join(",")), format!("[{}1]", "1,".repeat(30_000))])
    .collect()
}

/// A body with something wrong in it.
fn bent_json(body: &Value, draws: &mut Substream) -> Vec<u8> {
    let odd = odd_values();
    let some = |draws: &mut Substream| odd[draws.below(odd.len() as u32) as usize].clone();
    let fields: Vec<(String, String)> = body
        .as_object()
        .map(|fields| fields.iter().map(|(name, value)| (format!("\"{name}\""), value.to_string())).collect())
        .unwrap_or_default();
    let write = |fields: &[(String, String)]| {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        format!("{{{}}}", fields.join(",")).into_bytes()
    };
    let mut bent = fields.clone();
    let at = draws.below(fields.len().max(1) as u32) as usize;
    match draws.below(12) {
        0..=3 if !bent.is_empty() => bent[at].1 = some(draws),
        4 if !bent.is_empty() => drop(bent.remove(at)),
        // Twice the same: which one counts?
        5 if !bent.is_empty() => bent.push((bent[at].0.clone(), some(draws))),
        6 => bent.push((some(draws), some(draws))),
        7 => bent.push(("\"__proto__\"".to_owned(), some(draws))),
        8 => return some(draws).into_bytes(),
        9 => {
            let mut bytes = write(&bent);
            bytes.truncate(draws.below(bytes.len() as u32 + 1) as usize);
            return bytes;
        }
        10 => {
            let mut bytes = write(&bent);
            for _ in 0..=draws.below(4) {
                let at = draws.below(bytes.len() as u32) as usize;
                bytes[at] = draws.below(256) as u8;
            }
            return bytes;
        }
        _ => {
            let around: [&[u8]; 5] = [b"\xef\xbb\xbf", b"\0", b"\xff\xfe", b" \n\t", b"{}"];
            let around = around[draws.below(5) as usize];
            return [around, &write(&bent), around].concat();
        }
    }
    write(&bent)
}

/// A form with something wrong in it.
fn bent_form(body: &str, draws: &mut Substream) -> Vec<u8> {
    let odd = [
        "",
        "%",
        "%zz",
        "%00",
        "%ff%fe",
        "%C3%28",
        "%e2%80%ae",
        "+",
        "-1",
        "99999999999999999999",
        "A",
        "Z",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "//evil.example",
        "/%5Cevil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "https://evil.example/",
        "/a%0d%0aset-cookie:x=y",
        "on",
        "de",
        "none",
        "bot:",
        "bot:random",
        "settlement+I17",
        "0e0",
        "null",
    ];
    let mut fields: Vec<(String, String)> = body
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let at = draws.below(fields.len().max(1) as u32) as usize;
    let some = |draws: &mut Substream| odd[draws.below(odd.len() as u32) as usize].to_owned();
    match draws.below(10) {
        0..=4 if !fields.is_empty() => fields[at].1 = some(draws),
        5 if !fields.is_empty() => drop(fields.remove(at)),
        6 if !fields.is_empty() => fields.push((fields[at].0.clone(), some(draws))),
        7 => fields.extend((0..5_000).map(|n| (format!("f{n}"), some(draws)))),
        8 if !fields.is_empty() => fields[at].1 = "x".repeat(draws.below(70_000) as usize),
        _ => {
            let mut bytes = [body.as_bytes(), b"&"].concat();
            for _ in 0..=draws.below(4) {
                let at = draws.below(bytes.len() as u32) as usize;
                bytes[at] = draws.below(256) as u8;
            }
            return bytes;
        }
    }
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join("&").into_bytes()
}

#[test]
fn bent_bodies_break_nothing() {
    let scene = Scene::new();
    let mut draws = seed().substream("bodies", 0);
    let (mut sent, mut refused) = (0, 0);
    for round in 0..rounds() {
        for route in routes().iter().filter(|route| route.method != "GET") {
            for n in 0..16 {
                let (kind, body) = match &route.sent {
                    Sent::Json(body) => (JSON, bent_json(body, &mut draws)),
                    Sent::Form(body) => (FORM, bent_form(body, &mut draws)),
                    Sent::File(body) => ("application/x-ndjson", bent_form(body, &mut draws)),
                    Sent::Nothing => (JSON, b"{}".to_vec()),
                };
                // Now and then under another name.
                let kinds = [
                    kind,
                    kind,
                    kind,
                    kind,
                    kind,
                    kind,
                    "text/plain",
                    "application/json; charset=utf-7",
                    "multipart/form-data; boundary=x",
                    "",
                ];
                let kind = kinds[draws.below(kinds.len() as u32) as usize];
                let mut client = if n % 2 == 0 { scene.as_ada() } else { scene.running.client() };
                if n % 3 == 0 {
                    client.headers.push(("accept".to_owned(), "application/json".to_owned()));
                }
                // The first table is left alone, so that the others see a position.
                let path = route.path.replace("{id}", &scene.open);
                let path = scene.fill(&path);
                let what = format!("round {round}: {} {path} {kind}: {}", route.method, excerpt(&body));
                let reply = client
                    .try_send(route.method, &path, Some(kind), &body)
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
                check(&reply, &what);
                assert!(reply.body.len() < 400_000, "{what}: an answer of {} bytes", reply.body.len());
                sent += 1;
                refused += u32::from(reply.status >= 400);
            }
        }
    }
    println!("{sent} bent bodies, {refused} refused");
    assert!(refused * 2 > sent, "{refused} of {sent} were refused");
    scene.is_well();
}

fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().take(300).flat_map(char::escape_default).collect()
}

#[test]
fn nobody_is_believed_to_be_somebody_else() {
    let mut scene = Scene::new();
    let before = scene.state();
    let table = format!("/api/v1/tables/{}", scene.table);
    let anybody = scene.running.client().get(&format!("{table}/view")).text();
    let own = scene.ada.get(&format!("{table}/view")).text();
    assert_ne!(anybody, own, "Ada sees more than others");
    let ada = scene.ada.token.clone().unwrap();
    let foreign = scene.foreign.token.clone().unwrap();
    let hash = serde_json::to_value(ada.parse::<Key>().unwrap().hash()).unwrap();
    let hash = hash.as_str().unwrap_or_default().to_owned();
    let tokens: Vec<String> = vec![
        String::new(),
        "0".repeat(32),
        "f".repeat(32),
        foreign.clone(),
        Key::random().reveal(),
        hash.clone(),
        hash.chars().take(32).collect(),
        ada[..31].to_owned(),
        format!("{ada}0"),
        format!("{}{}", &ada[..31], if ada.ends_with('0') { '1' } else { '0' }),
        format!("{ada}{ada}"),
        format!("{ada},{ada}"),
        format!("\"{ada}\""),
        ada.chars().rev().collect(),
        "A".to_owned(),
        "x".repeat(20_000),
        "\u{e9}".repeat(16),
        "null".to_owned(),
        "' OR 1=1 --".to_owned(),
    ];
    let schemes = ["Bearer", "Basic", "Token", "", "Digest"];
    for token in &tokens {
        for scheme in schemes {
            let mut client = scene.running.client();
            client.headers.push(("authorization".to_owned(), format!("{scheme} {token}")));
            for path in [format!("{table}/view"), table.clone()] {
                let reply = client.get(&path);
                let what = format!("{scheme} {}: {path}", excerpt(token.as_bytes()));
                if reply.status == 431 || reply.status == 400 && reply.body.is_empty() {
                    continue;
                }
                check(&reply, &what);
                assert!(
                    reply.status != 200 || !reply.text().contains("\"you\":\""),
                    "{what}: {}",
                    reply.text()
                );
                assert!(reply.status != 200 || path == table || reply.text() == anybody, "{what}");
            }
            let act = json!({"seq": 2, "id": "forged", "action": "settlement I17"});
            let reply = client.post(&format!("{table}/act"), &act);
            assert!(matches!(reply.status, 400 | 401 | 403 | 431), "{scheme} {token}: {}", reply.status);
        }
        // The same as a cookie: beside others, twice, cut, quoted.
        let spectator = scene.running.client().get(&format!("/t/{}/main", scene.table)).text();
        for cookie in [
            format!("neuland-key={token}"),
            format!("neuland-key={token}; neuland-key={token}"),
            format!("x=y; neuland-key={token}; neuland-settings=lang=en; neuland-name=Ada"),
            format!("neuland-key=\"{token}\""),
            format!("neuland-key={token}{}", "; a=b".repeat(200)),
        ] {
            let mut client = scene.running.client();
            client.headers.push(("cookie".to_owned(), cookie.clone()));
            let reply = client.get(&format!("/t/{}/main", scene.table));
            if matches!(reply.status, 400 | 431) {
                continue;
            }
            check(&reply, &cookie);
            assert_eq!(without_ids(&reply.text()), without_ids(&spectator), "{}", excerpt(cookie.as_bytes()));
            let reply =
                client.post_form(&format!("/t/{}/act", scene.table), "seq=2&id=forged&action=settlement+I17");
            assert!(reply.status >= 400, "{}: {}", excerpt(cookie.as_bytes()), reply.status);
        }
    }
    // Seats that are not the sender's, or not there at all, in what a seat may say.
    let mut ada = scene.as_ada();
    for seat in ["B", "C", "D", "F", "G", "Z", "a", "", "AB", "\u{0391}", "0", "65"] {
        for wish in [
            json!({"replace": {"seat": seat}}),
            json!({"swap": {"one": seat, "other": "A"}}),
            json!({"decline": {"from": [seat, seat]}}),
        ] {
            let body = json!({"seq": 2, "id": format!("s{}", excerpt(seat.as_bytes()).len()), "wish": wish, "seat": "B"});
            check(&ada.post(&format!("{table}/wish"), &body), &format!("{body}"));
        }
        let reply =
            scene.running.client().post(&format!("{table}/join"), &json!({"name": "Eve", "seat": seat}));
        assert!((400..500).contains(&reply.status), "{seat}: {}", reply.text());
    }
    assert_eq!(scene.state().1, before.1, "the position is as it was");
    scene.is_well();
}

/// Command ids are made anew for every page: 32 hexadecimal digits.
fn without_ids(text: &str) -> String {
    text.split(|c: char| !c.is_ascii_hexdigit()).filter(|run| run.len() != 32).collect::<Vec<_>>().join(" ")
}

#[test]
fn odd_addresses_lead_nowhere_else() {
    let mut scene = Scene::new();
    let before = scene.state();
    let mut draws = seed().substream("addresses", 0);
    let odd = [
        "..",
        "%2e%2e",
        "..%2f..%2f..%2fetc%2fpasswd",
        "..%5c..%5cwindows",
        "%00",
        "a%00.svg",
        "%ff%fe",
        "%",
        "%zz",
        "%25%32%66",
        "//",
        "/evil.example",
        "%2f%2fevil.example",
        "%5c%5cevil.example",
        "@evil.example",
        ":80",
        "~",
        "*",
        "'",
        "\"",
        "<script>alert(1)</script>",
        "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "%0d%0aset-cookie:%20x=y",
        "%E2%80%AE",
        "%F0%9F%90%91",
        "000000000000",
        "00000000",
        "-1",
        "+1",
        "1e9",
        "18446744073709551616",
        "99999999999999999999999999",
        "1.svg",
        "1.svg/",
        "1.svg.svg",
        ".svg",
        "1.SVG",
        "1.png",
        "1.svg%00.html",
        ";a=b",
        "catan;x",
        "CATAN-SETT-3",
        "CATAN-SETT-3%0a",
        "con",
        "null",
        "undefined",
        "{id}",
        "${7*7}",
        "{{7*7}}",
        "%24%7B7*7%7D",
        "index.html",
        ".git",
        ".env",
    ];
    let long = [
        "a".repeat(3_000),
        "%2e%2e%2f".repeat(900),
        "/".repeat(2_000),
        "a/".repeat(1_500),
        "%F0%9F%90%91".repeat(400),
    ];
    let queries = [
        "",
        "?",
        "?a",
        "?=",
        "?&&&&",
        "?mode=text&mode=<script>alert(1)</script>",
        "?lang=%ff",
        "?game=../../x",
        "?after=-1",
        "?after=18446744073709551616",
        "?after=",
        "?code=//evil.example",
        "?code=%2f%2fevil.example",
        "?code=https://evil.example/x",
        "?code=%0d%0alocation:%20//evil.example",
        "?code=..",
        "?code=%5c%5cevil.example",
        "?theme=</style><script>alert(1)</script>",
        "?names=\"onload=\"alert(1)",
        "?back=//evil.example",
    ];
    let long_query = format!("?{}", "a=b&".repeat(5_000));
    let mut sent = 0;
    let mut ask = |scene: &Scene, method: &str, path: &str| {
        // Bytes that no client would send in a request line end the connection with 400; that is tried elsewhere.
        if path.contains([' ', '\r', '\n']) || !path.is_ascii() {
            return;
        }
        sent += 1;
        let mut client = scene.as_ada();
        let reply = client.try_send(method, path, (method == "POST").then_some(FORM), b"seq=2&id=odd");
        let what = format!("{method} {}", excerpt(path.as_bytes()));
        let reply = reply.unwrap_or_else(|error| panic!("{what}: {error}"));
        if matches!(reply.status, 400 | 414 | 431) && reply.header("content-security-policy").is_none() {
            return;
        }
        check(&reply, &what);
    };
    for route in routes() {
        if is_stream(route.path) {
            continue;
        }
        let parts: Vec<&str> = route.path.split('/').collect();
        let holes: Vec<usize> = (0..parts.len()).filter(|&n| parts[n].starts_with('{')).collect();
        for hole in holes {
            for text in odd.iter().copied().chain(long.iter().map(String::as_str)) {
                let mut parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
                parts[hole] = text.to_owned();
                ask(&scene, route.method, &scene.fill(&parts.join("/")));
            }
        }
        if route.method == "GET" {
            for query in queries.iter().copied().chain([long_query.as_str()]) {
                ask(&scene, "GET", &format!("{}{query}", scene.fill(route.path)));
            }
        }
    }
    for _ in 0..rounds() * 100 {
        let mut path = String::new();
        for _ in 0..=draws.below(5) {
            let parts = [
                "t", "api", "v1", "tables", "j", "rules", "assets", "board", "events", "record", "main", "r",
                "replay", "account",
            ];
            path.push('/');
            path += match draws.below(3) {
                0 => odd[draws.below(odd.len() as u32) as usize],
                1 => &scene.table,
                _ => parts[draws.below(parts.len() as u32) as usize],
            };
        }
        if path.ends_with("/events") {
            continue;
        }
        path += queries[draws.below(queries.len() as u32) as usize];
        ask(&scene, if draws.below(3) == 0 { "POST" } else { "GET" }, &path);
    }
    println!("{sent} odd addresses");
    // The form that leads back leads to own pages only.
    for back in [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "javascript:alert(1)",
        "/%09/evil.example",
        "/%0d%0aset-cookie:x=y",
        "%2f%2fevil.example",
        "%2f%5cevil.example",
        " //evil.example",
        "%20//evil.example",
        "data:text/html,x",
        "/%00",
        "evil.example",
        "?x",
        "#x",
        ".//evil",
    ] {
        let mut client = scene.running.client();
        let reply = client.post_form("/settings", &format!("back={back}&lang=de"));
        check(&reply, back);
        assert_eq!(reply.status, 303, "{back}");
    }
    let lang = "neuland-settings=lang=%3Cscript%3E; neuland-name=%3Cscript%3Ealert(1)%3C/script%3E";
    for path in ["/", "/rules/catan", "/nowhere"] {
        let mut client = scene.running.client();
        client.headers.push(("cookie".to_owned(), lang.to_owned()));
        client
            .headers
            .push(("accept-language".to_owned(), "<script>alert(1)</script>,*;q=9e99,xx-".repeat(20)));
        check(&client.get(path), path);
    }
    // Other hosts in the request do not get into the page as markup.
    for host in [
        "evil.example",
        "a\"><script>alert(1)</script>",
        "",
        "[::1",
        "a b",
        "a:99999999",
        "x".repeat(4_000).as_str(),
    ] {
        let raw = format!(
            "GET /t/{} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-host: evil.example\r\nx-forwarded-proto: javascript\r\nconnection: close\r\n\r\n",
            scene.open
        );
        let answer =
            String::from_utf8_lossy(&raw_answer(scene.running.addr, raw.as_bytes(), false)).into_owned();
        assert!(!answer.contains("<script>alert") && !answer.starts_with("HTTP/1.1 5"), "{host}: {answer}");
        assert!(!answer.contains("javascript://"), "{host}");
    }
    assert_eq!(scene.state(), before);
    scene.is_well();
}

/// Names and chat with markup, both quotes and everything that turns or hides letters.
#[test]
fn what_people_write_stays_text() {
    let scene = Scene::new();
    let names = [
        "<script>alert(1)</script>",
        "<img src=x onerror=a()>",
        "\"><svg onload=a()>",
        "' onclick='a()' x='",
        "\" autofocus onfocus=\"a()",
        "</title><b>x",
        "]]><!--",
        "--><b>",
        "&lt;b&gt; & &amp;",
        "{{7*7}}${7*7}",
        "%3Cb%3E",
        "`a` \\ \\u003cb",
        "Zoë 🐑 ÄÖÜß",
        "\u{5d0}\u{5d1}\u{5d2}",
    ];
    for (n, name) in names.iter().enumerate() {
        let name: String = name.chars().take(24).collect();
        let mut browser = Browser::new(&scene.running);
        let form: String = form_urlencoded::Serializer::new(String::new())
            .append_pair("game", server_games()[n % server_games().len()])
            .append_pair("name", &name)
            .append_pair("seat-A", "me")
            .append_pair("seat-B", "open")
            .finish();
        let reply = browser.send("POST", "/tables", &form);
        assert_eq!(reply.status, 303, "{name}: {}", reply.text());
        let page = reply.header("location").unwrap().to_owned();
        let id = page.rsplit('/').next().unwrap().to_owned();
        let (_, _) = join(&scene.running, &id, &name);
        for text in
            [name.as_str(), "<script>alert(1)</script> \"'<b>&", "\u{301}\u{302}x <a href=javascript:a()>"]
        {
            let form: String = form_urlencoded::Serializer::new(String::new())
                .append_pair("seq", "2")
                .append_pair("id", &Key::random().reveal())
                .append_pair("wish", "say")
                .append_pair("text", text)
                .finish();
            let reply = browser.send("POST", &format!("{page}/wish"), &form);
            check(&reply, &name);
        }
        let api = format!("/api/v1/tables/{id}");
        let state = browser.get(&api);
        assert_eq!(state.json()["seats"][0]["name"], name.as_str(), "as JSON it is what was written");
        let version = state.json()["version"].as_u64().unwrap();
        let refused = browser.send(
            "POST",
            &format!("{page}/act"),
            &format!("seq={version}&id=q&action={}", "%3Cscript%3Ealert(1)%3C/script%3E"),
        );
        for path in [
            page.clone(),
            format!("{page}?mode=text"),
            format!("{page}?mode=picture"),
            format!("{page}/main"),
            "/".to_owned(),
            format!("{page}/board/{version}.svg"),
        ] {
            for lang in ["en", "de"] {
                browser.cookies.retain(|(name, _)| name != "neuland-settings");
                browser.cookies.push(("neuland-settings".to_owned(), format!("lang={lang}")));
                let reply = browser.get(&path);
                is_text(&reply, &format!("{name}: {path}"));
            }
        }
        is_text(&refused, &name);
        let mut stream = scene.running.client().follow(&format!("{api}/events?after=0"));
        for _ in 0..version {
            // Every frame is one line of JSON: nothing in a name or in what was said breaks out of it.
            assert!(stream.next().is_some());
        }
    }
    // What looks like another name, or like none, is refused; so is what covers its surroundings.
    let zalgo = format!("Z{}", "\u{0353}\u{0321}\u{0489}\u{033a}".repeat(5));
    for name in [
        "",
        " ",
        "\u{a0}",
        "\u{2003}",
        "\u{200b}",
        "\u{200d}",
        "\u{202e}adA",
        "\u{2066}x\u{2069}",
        "a\u{0}b",
        "a\nb\u{7}",
        "\u{feff}Ada",
        "\u{ad}Ada",
        "\u{3164}",
        "A\u{e0041}",
        "\u{fff9}x",
        "\u{1f3f4}\u{e0067}\u{e007f}",
        "xxxxxxxxxxxxxxxxxxxxxxxxx",
        zalgo.as_str(),
    ] {
        let plan = json!({"game": "catan", "seats": ["me", "open"], "name": name});
        let reply = scene.running.client().post("/api/v1/tables", &plan);
        assert_eq!(reply.status, 422, "{:?}: {}", name, reply.text());
        let mut ada = scene.as_ada();
        let said = json!({"seq": 2, "id": Key::random().reveal(), "wish": {"say": name}});
        let reply = ada.post(&format!("/api/v1/tables/{}/wish", scene.table), &said);
        // Twenty-five letters are no name, but may be said.
        let long = name.chars().all(|c| c == 'x') && !name.is_empty();
        assert!(long || matches!(reply.status, 422 | 429), "{name:?}: {}", reply.text());
    }
    scene.is_well();
}

fn server_games() -> Vec<&'static str> {
    shelf::GameKind::ALL.iter().map(|kind| kind.name()).collect()
}

/// A page in which nothing that people wrote has become markup.
fn is_text(reply: &Reply, what: &str) {
    check(reply, what);
    let text = reply.text();
    for wrong in
        ["<img src=x", "<svg onload", "<b>x", "<b>&", "\" onfocus=\"", "<a href=javascript", "<script>a"]
    {
        assert!(!text.contains(wrong), "{what}: {wrong}");
    }
    // Attributes are in double quotes everywhere, so that a single quote ends none.
    let is_html = reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
    let written = what.split(':').next().unwrap_or_default();
    assert!(
        !is_html || written.contains('\'') || !text.contains("='"),
        "{what}: an attribute in single quotes"
    );
}

/// Whatever is not HTTP, or breaks off, or goes on for ever, ends that connection and nothing else.
#[test]
fn broken_frames_end_alone() {
    let limits = Limits {
        request: Duration::from_millis(700),
        stalled: Duration::from_millis(700),
        ..Limits::default()
    };
    let mut scene = Scene::on(limits);
    let before = scene.state();
    let addr = scene.running.addr;
    let act = format!("/api/v1/tables/{}/act", scene.table);
    let token = scene.ada.token.clone().unwrap();
    let head = |extra: &str| {
        format!(
            "POST {act} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n{extra}\r\n"
        )
    };
    let body = r#"{"seq":0,"id":"frame","action":"roll"}"#;
    let mut frames: Vec<Vec<u8>> = [
        "\r\n\r\n\r\n\r\n".to_owned(),
        " GET / HTTP/1.1\r\n\r\n".to_owned(),
        "GET  / HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\nhost: x\n\n".to_owned(),
        "GET / HTTP/1.0\r\n\r\n".to_owned(),
        "GET / HTTP/0.9\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n".to_owned(),
        "GET http://evil.example/ HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET * HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost : x\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nx\0y: z\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\ncookie: \x07\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nhost: x\r\nrange: bytes=0-0,1-1,5-2\r\n\r\n".to_owned(),
        // Lengths that are wrong, doubled, or in two ways at once.
        head("content-length: 0\r\n") + body,
        head("content-length: 99999999999999999999\r\n") + body,
        head("content-length: +5\r\n") + body,
        head("content-length: 5, 5\r\n") + body,
        head("content-length: 0x10\r\n") + body,
        head("content-length: 38\r\ntransfer-encoding: chunked\r\n") + "0\r\n\r\n",
        head("transfer-encoding: gzip, chunked\r\n") + "0\r\n\r\n",
        head("transfer-encoding: chunked, identity\r\n") + "0\r\n\r\n",
        head("transfer-encoding: xchunked\r\n") + "0\r\n\r\n",
        // Chunks that are wrong or never end.
        head("transfer-encoding: chunked\r\n") + "ffffffffffffffffff\r\n",
        head("transfer-encoding: chunked\r\n") + "-1\r\n",
        head("transfer-encoding: chunked\r\n") + "5\r\nabcdefgh\r\n0\r\n\r\n",
        head("transfer-encoding: chunked\r\n") + &format!("1;{}\r\n", "x".repeat(70_000)),
        head("transfer-encoding: chunked\r\n") + &"1\r\nx\r\n".repeat(90_000),
        head("transfer-encoding: chunked\r\n") + &format!("0\r\n{}\r\n", "trailer: x\r\n".repeat(9_000)),
        head("transfer-encoding: chunked\r\n") + "26\r\n{\"seq\":0,\"id\":\"chunk\",\"action\":\"roll\"}\r\n",
        head("content-length: 38\r\ncontent-encoding: gzip\r\n") + body,
        // Another request hidden in the body of one.
        head("content-length: 5\r\n") + &format!("{{}}\r\nPOST {act} HTTP/1.1\r\nhost: x\r\n\r\n"),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    // Many at once, without waiting.
    frames.push("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300).into_bytes());
    frames.push([head("content-length: 2\r\n").repeat(2), "{}".to_owned()].concat().into_bytes());
    let good = head(&format!("content-length: {}\r\n", body.len())) + body;
    let mut draws = seed().substream("frames", 0);
    for _ in 0..rounds() * 30 {
        let mut bytes = good.clone().into_bytes();
        match draws.below(4) {
            0 => bytes.truncate(draws.below(bytes.len() as u32) as usize),
            1 => bytes.iter_mut().for_each(|byte| {
                if draws.below(40) == 0 {
                    *byte = draws.below(256) as u8;
                }
            }),
            2 => {
                let at = draws.below(bytes.len() as u32) as usize;
                let some: Vec<u8> = (0..draws.below(2_000)).map(|_| draws.below(256) as u8).collect();
                bytes.splice(at..at, some);
            }
            _ => bytes = (0..draws.below(4_000)).map(|_| draws.below(256) as u8).collect(),
        }
        frames.push(bytes);
    }
    let count = frames.len();
    for (n, frame) in frames.into_iter().enumerate() {
        let started = Instant::now();
        let answer = raw_answer(addr, &frame, n % 2 == 0);
        let text = String::from_utf8_lossy(&answer);
        let what = format!("frame {n}: {}", excerpt(&frame));
        assert!(answer.is_empty() || text.starts_with("HTTP/1."), "{what}: {text}");
        assert!(!text.contains("HTTP/1.1 5"), "{what}: {text}");
        assert!(!text.contains("101 Switching"), "{what}: {text}");
        assert!(started.elapsed() < Duration::from_secs(10), "{what}: took {:?}", started.elapsed());
        if n % 8 == 0 {
            assert_eq!(scene.running.client().get("/healthz").status, 200, "{what}");
        }
    }
    println!("{count} broken frames");
    assert_eq!(scene.state(), before);
    scene.is_well();
}

/// Those who send or read byte by byte, or not at all, are given up; others do not notice.
#[test]
fn slow_ones_keep_nobody_waiting() {
    let limits = Limits {
        request: Duration::from_millis(800),
        stalled: Duration::from_millis(800),
        ..Limits::default()
    };
    let scene = Scene::on(limits);
    let addr = scene.running.addr;
    let connect = || {
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(8))).unwrap();
        stream
    };
    let mut all = Vec::new();
    // Heads and bodies that never come to their end, and streams that nobody reads.
    for n in 0..120 {
        let mut stream = connect();
        let start = match n % 3 {
            0 => "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ".to_owned(),
            1 => format!(
                "POST /api/v1/tables/{}/act HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{{",
                scene.table
            ),
            _ => format!("GET /api/v1/tables/{}/events?after=0 HTTP/1.1\r\nhost: x\r\n\r\n", scene.table),
        };
        stream.write_all(start.as_bytes()).unwrap();
        all.push(stream);
    }
    // Meanwhile they send a byte now and then, and others are served at once.
    let mut ada = scene.as_ada();
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        for stream in &mut all {
            let _ = stream.write_all(b"x");
        }
        let started = Instant::now();
        assert_eq!(ada.get(&format!("/api/v1/tables/{}/view", scene.table)).status, 200);
        slowest = slowest.max(started.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(slowest < Duration::from_secs(2), "somebody waited {slowest:?}");
    // Bodies that did not come are answered so, although bytes kept coming.
    let mut answered = 0;
    for stream in all.iter_mut().skip(1).step_by(3) {
        let mut answer = [0; 12];
        answered += usize::from(stream.read_exact(&mut answer).is_ok() && answer.ends_with(b"408"));
    }
    assert_eq!(answered, 40, "of 40 bodies that never end");
    // Whoever asks and takes nothing is dropped: what is asked for is more than any socket holds.
    let asset = pages::assets().iter().max_by_key(|asset| asset.bytes.len()).expect("an asset");
    let times = (64 << 20) / asset.bytes.len();
    let mut deaf = connect();
    deaf.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    let _ = deaf.write_all(
        format!("GET {} HTTP/1.1\r\nhost: x\r\n\r\n", pages::asset_url(asset.name)).repeat(times).as_bytes(),
    );
    deaf.peek(&mut [0]).expect("it begins");
    std::thread::sleep(Duration::from_secs(6));
    let mut taken = 0;
    let mut buffer = vec![0; 1 << 16];
    let dropped = loop {
        match deaf.read(&mut buffer) {
            Ok(0) => break true,
            Ok(n) => taken += n,
            Err(error) => break error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    };
    assert!(dropped && taken < 48 << 20, "{taken} of 64 MiB were sent to somebody who reads nothing");
    drop(all);
    scene.is_well();
}

/// A client at another address of this machine.
fn from(address: &str, to: SocketAddr, request: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        use tokio::time::timeout;
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
        let stream = socket.connect(to).await.unwrap();
        stream.writable().await.unwrap();
        let mut sent = 0;
        while sent < request.len() {
            stream.writable().await.unwrap();
            sent += stream.try_write(&request.as_bytes()[sent..]).unwrap_or(0);
        }
        let mut answer = Vec::new();
        let read = async {
            let mut buffer = [0; 4_096];
            loop {
                stream.readable().await.unwrap();
                match stream.try_read(&mut buffer) {
                    Ok(0) => break,
                    Ok(n) => answer.extend_from_slice(&buffer[..n]),
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    Err(_) => break,
                }
            }
        };
        let _ = timeout(Duration::from_secs(5), read).await;
        String::from_utf8_lossy(&answer).into_owned()
    })
}

#[test]
fn a_flood_from_one_address_slows_nobody_else() {
    let limits = Limits { requests_per_second: 5, burst: 40, spare_loopback: false, ..Limits::default() };
    let scene = Scene::on(limits);
    let addr = scene.running.addr;
    let mut limited = 0;
    let mut client = scene.running.client();
    for n in 0..200 {
        let path = ["/", "/healthz", "/nowhere", "/api/v1/games", "/t/000000000000"][n % 5];
        let reply = client.get(path);
        if reply.status == 429 {
            limited += 1;
            let wait: u32 = reply.header("retry-after").expect("how long to wait").parse().unwrap();
            assert!((1..=60).contains(&wait), "{wait}");
            is_guarded(&reply, path);
        }
    }
    assert!(limited > 100, "{limited} of 200 were too many");
    // Posts are counted as well, before anything is done.
    let reply =
        client.post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Eve"}));
    assert_eq!(reply.status, 429);
    let request = "GET /api/v1/games HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    for other in ["127.0.0.2", "127.0.0.3"] {
        let answer = from(other, addr, request);
        assert!(answer.starts_with("HTTP/1.1 200"), "{other}: {answer}");
    }
    // Said to come from elsewhere, the flood is the same.
    let lie = "GET /healthz HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.9\r\nforwarded: for=192.0.2.9\r\nx-real-ip: 192.0.2.9\r\nconnection: close\r\n\r\n";
    let answers: Vec<Vec<u8>> = (0..8).map(|_| raw_answer(addr, lie.as_bytes(), false)).collect();
    assert!(answers.iter().any(|answer| answer.starts_with(b"HTTP/1.1 429")), "another address was believed");
    std::thread::sleep(Duration::from_millis(3_000));
    assert_eq!(client.get("/healthz").status, 200, "after a pause it goes on");
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

/// Chat is limited by seat, commands by table: a flood is refused and the table goes on.
#[test]
fn a_flood_at_a_table_is_refused() {
    let mut scene = Scene::new();
    let table = format!("/api/v1/tables/{}", scene.table);
    let mut statuses = BTreeSet::new();
    let mut said = 0;
    for n in 0..60 {
        let body = json!({"seq": 2, "id": format!("t{n}"), "wish": {"say": format!("spam {n}")}});
        let reply = scene.ada.post(&format!("{table}/wish"), &body);
        check(&reply, "chat");
        said += u32::from(reply.status == 200);
        statuses.insert(reply.status);
    }
    assert!((1..=15).contains(&said) && statuses.contains(&429), "{said} of 60 were said: {statuses:?}");
    // A hundred at once, most of them wrong.
    let (addr, token) = (scene.running.addr, scene.ada.token.clone().unwrap());
    let threads: Vec<_> = (0..8)
        .map(|thread| {
            let (token, table) = (token.clone(), table.clone());
            std::thread::spawn(move || {
                let mut client = Client::with_token(addr, &token);
                for n in 0..25 {
                    let body = json!({"seq": n, "id": format!("f{thread}-{n}"), "action": "roll"});
                    let reply = client.post(&format!("{table}/act"), &body);
                    assert!((400..500).contains(&reply.status), "{}", reply.text());
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let state = scene.state().0;
    let good = json!({"seq": state["version"], "id": "good", "action": "settlement I17"});
    assert_eq!(scene.ada.post(&format!("{table}/act"), &good).status, 200);
    scene.is_well();
}

/// Names in files for the browser, and what it is to do with them.
#[test]
fn nothing_can_be_kept_or_shown_elsewhere() {
    let scene = Scene::new();
    // What is for one reader is not kept on the way; what is for all may be.
    for path in [
        format!("/t/{}", scene.table),
        "/".to_owned(),
        format!("/t/{}/main", scene.table),
        format!("/api/v1/tables/{}/view", scene.table),
    ] {
        let reply = scene.as_ada().get(&path);
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
    let mut browser = Browser::new(&scene.running);
    let reply = browser.send("POST", "/tables", "game=catan&name=Eve&seat-A=me&seat-B=open");
    let cookies: Vec<_> = reply.headers.iter().filter(|(name, _)| name == "set-cookie").collect();
    assert!(cookies.iter().any(|(_, cookie)| cookie.starts_with("neuland-key=")), "{cookies:?}");
    is_guarded(&reply, "a key in a cookie");
    // A key is in no page, no address and no answer but the first.
    let key = browser.cookies.iter().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let location = reply.header("location").unwrap().to_owned();
    assert!(!location.contains(&key));
    for path in [location.clone(), format!("{location}/main"), "/".to_owned()] {
        assert!(!browser.get(&path).text().contains(&key), "{path}");
    }
    let page = browser.get(&location).text();
    let _ = hidden(&page, "lang");
}
