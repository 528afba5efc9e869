//! Hostile requests: every route of the server, with every distortion that came to mind, and then at random. Nothing may fail
//! inside, hang, leak or end the server, and afterwards a game is played as if nothing had been.
//!
//! The routes are read from the source of the server: one that is not in the table below fails a test. `it/bad_input` says what
//! the answers to plain mistakes are; here it matters that nothing breaks.
//!
//! `NEULAND_TEST_SEED=17 cargo test -p server --test hostile` sends others; `NEULAND_HOSTILE_ROUNDS=50` sends more.

mod routes;
mod browsers;
mod bodies;
mod people;
mod addresses;
mod frames;
mod floods;
mod early;

use game::{Draws, Substream};
use serde_json::{Value, json};
use server::Limits;
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;
use store::MemoryStore;
use table::Key;
use testkit::{Browser, Client, Reply, RunningServer, hidden, join, open_table};

/// The body of a request.
#[derive(Clone, Debug)]
enum Sent {
    Nothing,
    Json(Value),
    Form(&'static str),
    /// A file as it is.
    File(&'static str),
}

/// A route with something that it could take.
#[derive(Clone)]
struct Route {
    method: &'static str,
    path: &'static str,
    sent: Sent,
}

/// The record of a game that was left after its first steps.
const RECORD: &str = "{\"neuland\":1,\"game\":\"carcassonne\",\"rules\":1,\"options\":{\"players\":2},\"seats\":[\"Ada\",\"Ben\"]}\nstart A\n";

fn get(path: &'static str) -> Route {
    Route { method: "GET", path, sent: Sent::Nothing }
}

fn post(path: &'static str, sent: Sent) -> Route {
    Route { method: "POST", path, sent }
}

fn delete(path: &'static str, sent: Sent) -> Route {
    Route { method: "DELETE", path, sent }
}

/// Every route of the server. What stands in braces is filled in from the scene.
fn routes() -> Vec<Route> {
    [api_routes(), page_routes(), rules_routes()].concat()
}

fn api_routes() -> Vec<Route> {
    use Sent::{File, Json, Nothing};
    let wish = |wish: Value| Json(json!({"seq": 2, "id": "w", "wish": wish}));
    vec![
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
        get("/api/v1/tables/{id}/words"),
        get("/api/v1/tables/{id}/log"),
        get("/api/v1/tables/{id}/hint"),
        post("/api/v1/tables/{id}/check", Json(json!({"action": "settlement I17"}))),
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
        post("/api/v1/me/recovery-codes", Json(json!({"password": "correct horse battery"}))),
        post(
            "/api/v1/recovery",
            Json(json!({"name": "Eve", "code": "00000-00000-00000", "password": "another horse battery"})),
        ),
        delete("/api/v1/me", Json(json!({"password": "correct horse battery"}))),
        get("/api/v1/me/data"),
        post("/api/v1/tables/{id}/block", Json(json!({"seat": "B"}))),
        post("/api/v1/tables/{id}/reports", Json(json!({"seat": "B", "reason": "abuse", "text": "hello"}))),
        get("/api/v1/admin/reports"),
        get("/api/v1/admin/reports/{number}"),
        post("/api/v1/admin/reports/{number}/resolve", Json(json!({"outcome": "acted", "text": "x"}))),
        get("/api/v1/admin/tables/{id}"),
        post("/api/v1/admin/tables/{id}/close", Json(json!({"reason": "spam", "text": "x"}))),
        get("/api/v1/admin/person"),
        post("/api/v1/admin/person/rename", Json(json!({"who": "Ada", "name": "New", "reason": "name"}))),
        post("/api/v1/admin/person/reset-password", Json(json!({"who": "Ada", "text": "x"}))),
        post("/api/v1/admin/person/role", Json(json!({"who": "Ada", "role": "admin"}))),
        get("/api/v1/admin/roles"),
        get("/api/v1/admin/sanctions"),
        post("/api/v1/admin/sanctions", Json(json!({"measure": "mute", "who": "Ada", "reason": "spam"}))),
        post("/api/v1/admin/sanctions/{number}/lift", Json(json!({"text": "x"}))),
        get("/api/v1/admin/audit"),
        get("/api/v1/admin/audit/check"),
        get("/api/v1/people/{name}"),
        get("/api/v1/me/blocks"),
        delete("/api/v1/me/blocks/{block}", Nothing),
    ]
}

fn rules_routes() -> Vec<Route> {
    vec![
        get("/rules"),
        get("/rules/search"),
        get("/rules/{what}"),
        get("/rules/{what}/how-to-play"),
        get("/rules/{what}/kinds"),
    ]
}

/// The routes of pages: a long list.
fn page_routes() -> Vec<Route> {
    use Sent::{File, Form};
    vec![
        get("/"),
        get("/lobby"),
        get("/fairness"),
        get("/games"),
        post("/games/page", Form("shown=yes")),
        get("/people/{name}"),
        post(
            "/tables",
            Form("game=catan&name=Eve&seat-A=me&seat-B=open&option-victory_points=10&allow-tiles=on"),
        ),
        get("/t/{id}"),
        get("/t/{id}/main"),
        get("/t/{id}/preview"),
        get("/t/{id}/hint"),
        post("/t/{id}/join", Form("name=Eve&seat=B")),
        post("/t/{id}/fill", Form("bot=random")),
        post("/t/{id}/act", Form("seq=2&id=pa&action=settlement+I17")),
        post("/t/{id}/undo", Form("seq=2&id=pu")),
        post("/t/{id}/here", Form("seat=A")),
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
        get("/j/{code}/"),
        get("/manifest.webmanifest"),
        get("/sw.js"),
        get("/offline"),
        get("/t/{id}/picture.png"),
        get("/contact"),
        get("/notice"),
        get("/learn/{what}"),
        get("/learn/{what}/main"),
        get("/learn/{what}/preview"),
        get("/learn/{what}/board/{picture}"),
        post("/learn/{what}/act", Form("seq=1&id=pw7&action=settlement+I28")),
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
        post("/account/recovery-codes", Form("password=correct+horse+battery")),
        get("/account/recover"),
        post("/account/recover", Form("name=Eve&code=00000-00000-00000&password=another+horse+battery")),
        post("/account/delete", Form("sure=on&password=correct+horse+battery")),
        get("/continue"),
        post("/continue", Form("code=00000000&bring=on")),
        post("/t/{id}/mute", Form("mute=00000000&unmute=11111111")),
        post("/t/{id}/block", Form("block=00000000&unblock=11111111")),
        post("/account/unblock", Form("block=0123456789abcdef")),
        get("/t/{id}/report"),
        post("/t/{id}/report", Form("seat=B&said=3&reason=abuse&text=hello")),
        get("/admin"),
        get("/admin/reports/{number}"),
        post("/admin/reports/{number}/resolve", Form("outcome=acted&text=x&back=/admin")),
        get("/admin/tables/{id}"),
        post("/admin/tables/{id}/close", Form("reason=spam&text=x&back=/admin")),
        get("/admin/person"),
        post("/admin/person/rename", Form("who={id}/B&name=New&reason=name&text=x&back=/admin")),
        post("/admin/person/reset-password", Form("who=Ada&reason=other&text=x&back=/admin")),
        post("/admin/person/role", Form("who=Ada&role=admin&back=/admin/roles")),
        get("/admin/sanctions"),
        post("/admin/sanctions", Form("measure=mute&who={id}/B&seconds=60&reason=spam&text=x&back=/admin")),
        post("/admin/sanctions/{number}/lift", Form("text=x&back=/admin/sanctions")),
        get("/admin/roles"),
        get("/admin/audit"),
        get("/t/{id}/replay"),
        get("/t/{id}/replay/{n}"),
        post("/t/{id}/replay/{n}", Form("name=Ada&seat-A=me&seat-B=open")),
        get("/t/{id}/replay/{n}/main"),
        get("/t/{id}/coach"),
        get("/t/{id}/coach/card.svg"),
        get("/t/{id}/coach/board/{picture}"),
        get("/t/{id}/coach/{seat}"),
        post("/t/{id}/coach/{seat}/again", Form("")),
        get("/t/{id}/coach/{seat}/{n}"),
        get("/t/{id}/coach/{seat}/{n}/main"),
        get("/t/{id}/coach/{seat}/{n}/preview"),
        post("/t/{id}/coach/{seat}/{n}/act", Form("action=show-hint")),
        get("/puzzles"),
        get("/puzzles/{what}/{n}"),
        get("/puzzles/{what}/{n}/main"),
        get("/puzzles/{what}/{n}/preview"),
        get("/puzzles/{what}/{n}/board.svg"),
        post("/puzzles/{what}/{n}/act", Form("action=show-hint")),
        get("/replay"),
        post("/replay", File(RECORD)),
        get("/r/{hash}"),
        get("/r/{hash}/{n}"),
        post("/r/{hash}/{n}", Form("name=Ada&seat-A=me&seat-B=open")),
        get("/r/{hash}/{n}/main"),
        get("/r/{hash}/board/{picture}"),
        get("/r/{hash}/coach"),
        get("/r/{hash}/coach/card.svg"),
        get("/r/{hash}/coach/board/{picture}"),
        get("/r/{hash}/coach/{seat}"),
        post("/r/{hash}/coach/{seat}/again", Form("")),
        get("/r/{hash}/coach/{seat}/{n}"),
        get("/r/{hash}/coach/{seat}/{n}/main"),
        get("/r/{hash}/coach/{seat}/{n}/preview"),
        post("/r/{hash}/coach/{seat}/{n}/act", Form("action=show-hint")),
        get("/r/{hash}/record"),
        get("/healthz"),
        get("/readyz"),
        // For the host alone, at an address of its own: here nothing is there.
        get("/metrics"),
    ]
}

/// A table in its first turn: Ada at A, Ben at B; another one with a seat that is open; a third one of strangers.
struct Scene {
    running: RunningServer,
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
        let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
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
            .replace("{seat}", "A")
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

    /// A client with Ada's token, and with the pages' cookie too.
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
        for played in 0..12 {
            let legal = testkit::until_turn(&mut ada, &table).expect("the game goes on");
            let action = &legal["legal"][0];
            let command = json!({"seq": legal["version"], "id": format!("p{played}"), "action": action});
            let reply = ada.post(&format!("{path}/act"), &command);
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
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

fn rounds() -> u32 {
    let set = std::env::var("NEULAND_HOSTILE_ROUNDS").ok();
    set.map_or(3, |text| text.parse().expect("NEULAND_HOSTILE_ROUNDS is a number"))
}

/// Checks the invariants of every answer to any request.
fn check(reply: &Reply, what: &str) {
    // How long the coach looks at a game depends on the machine.
    let is_coach_busy = reply.status == 503 && what.contains("/coach") && reply.json()["error"] == "busy";
    assert!(
        reply.status < 500 || is_coach_busy,
        "{what}: {} {}",
        reply.status,
        String::from_utf8_lossy(&reply.body)
    );
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

/// Sends bytes, then nothing more, and reads all that comes. Without `half_close` the connection stays open both ways until
/// the server has answered somebody else.
fn raw_answer(addr: SocketAddr, bytes: &[u8], half_close: bool) -> Vec<u8> {
    let mut stream = TcpStream::connect(addr).unwrap();
    let _ = stream.write_all(bytes);
    if !half_close {
        let _ = Client::new(addr).try_send("GET", "/healthz", None, b"");
    }
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

/// Sends a request that asks to close the connection, and reads until the server does.
fn closing_answer(addr: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(addr).unwrap();
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().take(300).flat_map(char::escape_default).collect()
}
