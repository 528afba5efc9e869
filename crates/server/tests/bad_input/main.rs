//! What strangers send: each kind of nonsense gets a clear error, and nothing is lost by any of it.

use serde_json::{Value, json};
use server::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::MemoryStore;
use table::Key;
use testkit::{Client, Reply, Running, join, open_table};

/// A table in its first turn: Ada at A, Ben at B, and another table of other people.
struct Scene {
    running: Running,
    ada: Client,
    table: String,
    foreign: Client,
    foreign_table: String,
}

impl Scene {
    fn new() -> Scene {
        let running = Running::start();
        let mut ada = running.client();
        let table = open_table(&mut ada, &["me", "open"]);
        join(&running, &table, "Ben");
        let mut foreign = running.client();
        let foreign_table = open_table(&mut foreign, &["me", "open"]);
        join(&running, &foreign_table, "Zoe");
        Scene { running, ada, table, foreign, foreign_table }
    }

    fn state(&mut self) -> (Value, Value) {
        let path = format!("/api/v1/tables/{}", self.table);
        let mut table = self.ada.get(&path).json();
        table["seats"] = Value::Null; // who is online may change
        (table, self.ada.get(&format!("{path}/view")).json())
    }
}

/// What is sent and what must come back.
struct Case {
    name: &'static str,
    method: &'static str,
    path: String,
    content_type: Option<&'static str>,
    body: Vec<u8>,
    /// `None`: nobody; else the token that is sent.
    token: Option<String>,
    headers: Vec<(&'static str, String)>,
    status: u16,
    error: &'static str,
    /// A word that the message must have, so that it helps.
    says: &'static str,
}

const JSON: Option<&str> = Some("application/json");
const FORM: Option<&str> = Some("application/x-www-form-urlencoded");

fn cases(scene: &mut Scene) -> Vec<Case> {
    let table = scene.table.clone();
    let seq = scene.ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();
    let ada = scene.ada.token.clone();
    let act = format!("/api/v1/tables/{table}/act");
    let mut cases = Vec::new();
    let mut case = |name, method, path: &str, body: &str, token: &Option<String>, status, error, says| {
        cases.push(Case {
            name,
            method,
            path: path.to_owned(),
            content_type: JSON,
            body: body.as_bytes().to_vec(),
            token: token.clone(),
            headers: Vec::new(),
            status,
            error,
            says,
        });
    };
    let command =
        |seq: u64, id: &str, action: &str| json!({"seq": seq, "id": id, "action": action}).to_string();

    // Tables that cannot be.
    let open = "/api/v1/tables";
    let wish = |game: &str, seats: Value, options: Value| {
        json!({"game": game, "seats": seats, "name": "Ada", "options": options}).to_string()
    };
    let two = || json!(["me", "open"]);
    case("unknown game", "POST", open, &wish("chess", two(), json!({})), &None, 422, "no-game", "catan");
    case(
        "one seat",
        "POST",
        open,
        &wish("catan", json!(["me"]), json!({})),
        &None,
        422,
        "bad-seats",
        "2 to 4",
    );
    case(
        "seven seats",
        "POST",
        open,
        &wish("catan", json!(["open"; 7].as_slice()), json!({})),
        &None,
        422,
        "bad-seats",
        "2 to 4",
    );
    case(
        "a seat of another kind",
        "POST",
        open,
        &wish("catan", json!(["me", "ghost"]), json!({})),
        &None,
        422,
        "bad-seats",
        "ghost",
    );
    case(
        "two seats for one",
        "POST",
        open,
        &wish("catan", json!(["me", "me"]), json!({})),
        &None,
        422,
        "bad-seats",
        "once",
    );
    case(
        "unknown bot",
        "POST",
        open,
        &wish("catan", json!(["me", "bot:hal"]), json!({})),
        &None,
        422,
        "no-bot",
        "hal",
    );
    case(
        "unknown option",
        "POST",
        open,
        &wish("catan", two(), json!({"dragons": true})),
        &None,
        422,
        "bad-option",
        "dragons",
    );
    case(
        "option of a wrong value",
        "POST",
        open,
        &wish("catan", two(), json!({"victory_points": 99})),
        &None,
        422,
        "bad-option",
        "victory_points",
    );
    case(
        "option of a wrong type",
        "POST",
        open,
        &wish("catan", two(), json!({"setup": {"a": [1]}})),
        &None,
        422,
        "bad-option",
        "setup",
    );
    case(
        "options that contradict",
        "POST",
        open,
        &wish("catan", two(), json!({"start_player": "D"})),
        &None,
        422,
        "bad-option",
        "start_player",
    );
    case(
        "players against seats",
        "POST",
        open,
        &wish("catan", two(), json!({"players": 4})),
        &None,
        422,
        "bad-option",
        "2 seats",
    );
    case(
        "no name",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"]}).to_string(),
        &None,
        422,
        "bad-name",
        "name",
    );
    case(
        "a name that turns the line",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"], "name": "\u{202e}adA"}).to_string(),
        &None,
        422,
        "bad-name",
        "24",
    );
    case(
        "a name of 25",
        "POST",
        open,
        &json!({"game": "catan", "seats": ["me", "open"], "name": "x".repeat(25)}).to_string(),
        &None,
        422,
        "bad-name",
        "24",
    );

    // Bodies that cannot be read.
    case("no JSON", "POST", &act, "roll!", &ada, 400, "bad-request", "cannot be read");
    case("JSON cut off", "POST", &act, r#"{"seq":1,"id":"x","#, &ada, 400, "bad-request", "cannot be read");
    case("JSON of another shape", "POST", &act, "[1, 2, 3]", &ada, 400, "bad-request", "cannot be read");
    case("a field missing", "POST", &act, r#"{"seq":1,"id":"x"}"#, &ada, 400, "bad-request", "action");
    case(
        "a field too many",
        "POST",
        &act,
        r#"{"seq":1,"id":"x","action":"roll","seat":"B"}"#,
        &ada,
        400,
        "bad-request",
        "seat",
    );
    case(
        "a field of another type",
        "POST",
        &act,
        r#"{"seq":"one","id":"x","action":"roll"}"#,
        &ada,
        400,
        "bad-request",
        "column",
    );
    case(
        "a negative version",
        "POST",
        &act,
        r#"{"seq":-1,"id":"x","action":"roll"}"#,
        &ada,
        400,
        "bad-request",
        "column",
    );
    case(
        "a version beyond all numbers",
        "POST",
        &act,
        r#"{"seq":99999999999999999999,"id":"x","action":"roll"}"#,
        &ada,
        400,
        "bad-request",
        "column",
    );
    case(
        "JSON a thousand deep",
        "POST",
        &act,
        &"[".repeat(60_000),
        &ada,
        400,
        "bad-request",
        "cannot be read",
    );
    case(
        "an oversized body",
        "POST",
        &act,
        &format!(r#"{{"action":"{}"}}"#, "x".repeat(70_000)),
        &ada,
        413,
        "too-large",
        "65536",
    );

    // Commands that must not be carried out.
    case("no token", "POST", &act, &command(seq, "a", "settlement I17"), &None, 401, "bad-token", "Bearer");
    case(
        "a token that is none",
        "POST",
        &act,
        &command(seq, "a", "settlement I17"),
        &Some("letmein".to_owned()),
        401,
        "bad-token",
        "the token you got",
    );
    case(
        "a forged token",
        "POST",
        &act,
        &command(seq, "a", "settlement I17"),
        &Some(Key::random().reveal()),
        403,
        "not-seated",
        "seat",
    );
    case(
        "the token of another table",
        "POST",
        &act,
        &command(seq, "a", "settlement I17"),
        &scene.foreign.token,
        403,
        "not-seated",
        "seat",
    );
    case("an unknown action", "POST", &act, &command(seq, "b", "fly I17"), &ada, 422, "not-an-action", "fly");
    case(
        "an action without its place",
        "POST",
        &act,
        &command(seq, "c", "settlement"),
        &ada,
        422,
        "not-an-action",
        "settlement I17",
    );
    case(
        "a place off the board",
        "POST",
        &act,
        &command(seq, "d", "settlement I99"),
        &ada,
        422,
        "not-an-action",
        "I99",
    );
    case("an empty action", "POST", &act, &command(seq, "e", " "), &ada, 422, "not-an-action", "missing");
    case(
        "an endless action",
        "POST",
        &act,
        &command(seq, "f", &"offer ".repeat(9_000)),
        &ada,
        422,
        "not-an-action",
        "400 bytes",
    );
    case("an illegal action", "POST", &act, &command(seq, "g", "roll"), &ada, 422, "illegal", "set-up");
    case("a stale version", "POST", &act, &command(0, "h", "settlement I17"), &ada, 409, "stale", "moved on");
    case(
        "a version that was never",
        "POST",
        &act,
        &command(seq + 7, "i", "settlement I17"),
        &ada,
        409,
        "stale",
        "put back to a backup",
    );
    case(
        "no command id",
        "POST",
        &act,
        &command(seq, "", "settlement I17"),
        &ada,
        400,
        "bad-command-id",
        "1 to 64",
    );
    case(
        "a command id with a path in it",
        "POST",
        &act,
        &command(seq, "../x", "settlement I17"),
        &ada,
        400,
        "bad-command-id",
        "letters",
    );
    case(
        "an endless command id",
        "POST",
        &act,
        &command(seq, &"x".repeat(65), "settlement I17"),
        &ada,
        400,
        "bad-command-id",
        "64",
    );
    case(
        "nothing to take back",
        "POST",
        &format!("/api/v1/tables/{table}/undo"),
        &json!({"seq": seq, "id": "u"}).to_string(),
        &ada,
        409,
        "nothing-to-undo",
        "taken back",
    );
    case(
        "sitting down at a full table",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy"}"#,
        &None,
        409,
        "seat-taken",
        "no seat",
    );
    case(
        "sitting down on somebody",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy","seat":"B"}"#,
        &None,
        409,
        "seat-taken",
        "taken",
    );
    case(
        "a seat that is none",
        "POST",
        &format!("/api/v1/tables/{table}/join"),
        r#"{"name":"Cy","seat":"Z"}"#,
        &None,
        400,
        "bad-request",
        "A to F",
    );
    case(
        "closing somebody's table",
        "POST",
        &format!("/api/v1/tables/{table}/close"),
        r#"{"id":"x"}"#,
        &scene.foreign.token,
        403,
        "not-opener",
        "opened",
    );
    case(
        "the record of a game that goes on",
        "GET",
        &format!("/api/v1/tables/{table}/record"),
        "",
        &ada,
        403,
        "still-secret",
        "over",
    );
    case(
        "the legal list of nobody",
        "GET",
        &format!("/api/v1/tables/{table}/legal"),
        "",
        &None,
        403,
        "not-seated",
        "seat",
    );

    // Addresses that lead nowhere.
    for (name, path) in [
        ("a table that is none", "/api/v1/tables/000000000000".to_owned()),
        ("a table by a word", "/api/v1/tables/mine".to_owned()),
        ("a table by a path", "/api/v1/tables/..%2f..%2fetc%2fpasswd".to_owned()),
        ("a table by an endless name", format!("/api/v1/tables/{}", "9".repeat(5_000))),
        ("a table that is not UTF-8", "/api/v1/tables/%ff%fe".to_owned()),
        ("a join code that is none", "/api/v1/codes/00000000".to_owned()),
        ("a join code with SQL in it", "/api/v1/codes/'%20OR%201=1--".to_owned()),
    ] {
        let error = if path.contains("%ff") { "not-found" } else { "no-table" };
        case(name, "GET", &path, "", &ada, 404, error, "there is no");
    }
    case("an unknown address", "GET", "/api/v2/tables", "", &ada, 404, "not-found", "nothing");
    case(
        "another method",
        "DELETE",
        &format!("/api/v1/tables/{table}"),
        "",
        &ada,
        405,
        "bad-method",
        "method",
    );
    case(
        "a resume point that is no number",
        "GET",
        &format!("/api/v1/tables/{table}/events?after=soon"),
        "",
        &ada,
        400,
        "bad-request",
        "number",
    );

    // Requests that are spoilt in another way.
    let mut spoilt =
        |name, content_type, body: &[u8], headers: Vec<(&'static str, String)>, status, error, says| {
            cases.push(Case {
                name,
                method: "POST",
                path: act.clone(),
                content_type,
                body: body.to_vec(),
                token: ada.clone(),
                headers,
                status,
                error,
                says,
            });
        };
    let good = command(seq, "z", "settlement I17");
    spoilt("JSON without its type", None, good.as_bytes(), Vec::new(), 415, "bad-type", "application/json");
    spoilt(
        "a form where JSON belongs",
        FORM,
        b"seq=1&id=x&action=roll",
        Vec::new(),
        415,
        "bad-type",
        "application/json",
    );
    spoilt(
        "a body that is not UTF-8",
        JSON,
        b"{\"seq\":1,\"id\":\"\xff\xfe\",\"action\":\"roll\"}",
        Vec::new(),
        400,
        "bad-request",
        "cannot be read",
    );
    spoilt(
        "another site's page",
        JSON,
        good.as_bytes(),
        vec![("origin", "https://evil.example".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
    spoilt(
        "a page without an origin",
        JSON,
        good.as_bytes(),
        vec![("origin", "null".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
    spoilt(
        "a request across sites",
        JSON,
        good.as_bytes(),
        vec![("sec-fetch-site", "cross-site".to_owned())],
        403,
        "cross-origin",
        "another site",
    );
    cases
}

fn check(case: &Case, reply: &Reply) {
    let name = case.name;
    assert_eq!(reply.status, case.status, "{name}: {}", reply.text());
    let problem = reply.json();
    assert_eq!(problem["error"], case.error, "{name}: {problem}");
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains(case.says), "{name}: {message}");
    assert!(message.len() < 2_000, "{name}: a message of {} bytes", message.len());
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{name}");
    assert!(reply.header("content-security-policy").is_some(), "{name}");
}

#[test]
fn every_kind_of_nonsense_gets_a_clear_error_and_changes_nothing() {
    let mut scene = Scene::new();
    let before = scene.state();
    let cases = cases(&mut scene);
    assert!(cases.len() >= 60, "{}", cases.len());
    for case in &cases {
        let mut client = scene.running.client();
        client.token.clone_from(&case.token);
        client.headers =
            case.headers.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let reply = client.send(case.method, &case.path, case.content_type, &case.body);
        check(case, &reply);
        if case.error == "illegal" {
            assert_eq!(reply.json()["clause"], "CATAN-SETUP-3");
        }
        assert_eq!(scene.state(), before, "{} changed the table", case.name);
    }
    // The table is as well as before: the next good command is carried out.
    let seq = before.0["version"].clone();
    let table = scene.table.clone();
    let good = json!({"seq": seq, "id": "good", "action": "settlement I17"});
    assert_eq!(scene.ada.post(&format!("/api/v1/tables/{table}/act"), &good).status, 200);
    assert_eq!(scene.foreign.get(&format!("/api/v1/tables/{}/legal", scene.foreign_table)).status, 200);
}

/// The same from the pages: forms and links, answered as pages, or as JSON to the client in the browser.
#[test]
fn pages_refuse_in_words() {
    let scene = Scene::new();
    let table = &scene.table;
    let token = scene.ada.token.clone().unwrap();
    let long = format!("name={}", "x".repeat(70_000));
    let cases: Vec<(&str, &str, String, &str, u16, &str)> = vec![
        ("an unknown page", "GET", "/cellar".to_owned(), "", 404, "no such page"),
        ("an unknown table", "GET", "/t/000000000000".to_owned(), "", 404, "no such table"),
        ("a table with markup", "GET", "/t/%3Cscript%3E".to_owned(), "", 404, "no such table"),
        ("an unknown join code", "GET", "/j/zzzzzzzz".to_owned(), "", 404, "No table has this code"),
        ("an unknown clause", "GET", "/rules/CATAN-MAGIC-9".to_owned(), "", 404, "no clause CATAN-MAGIC-9"),
        ("a clause with markup", "GET", "/rules/%3Cscript%3Ealert(1)".to_owned(), "", 404, "&lt;script&gt;"),
        (
            "an asset that is none",
            "GET",
            format!("/assets/{}/evil.js", pages::assets_hash()),
            "",
            404,
            "no such page",
        ),
        (
            "an asset by a path",
            "GET",
            format!("/assets/{}/..%2f..%2fCargo.toml", pages::assets_hash()),
            "",
            404,
            "no such page",
        ),
        ("an asset by a plain path", "GET", "/assets/../../etc/passwd".to_owned(), "", 404, "no such page"),
        ("a picture that is none", "GET", format!("/t/{table}/board/last.svg"), "", 404, "no such page"),
        ("a picture of the future", "GET", format!("/t/{table}/board/999999.svg"), "", 404, "no such page"),
        (
            "a picture of no number",
            "GET",
            format!("/t/{table}/board/99999999999999999999.svg"),
            "",
            404,
            "no such page",
        ),
        ("a picture of a signed number", "GET", format!("/t/{table}/board/+1.svg"), "", 404, "no such page"),
        ("the record of a game that goes on", "GET", format!("/t/{table}/record"), "", 403, "secrets"),
        (
            "an action without its fields",
            "POST",
            format!("/t/{table}/act"),
            "action=roll",
            400,
            "cannot be read",
        ),
        (
            "an action with a bad version",
            "POST",
            format!("/t/{table}/act"),
            "action=roll&id=x&seq=now",
            400,
            "cannot be read",
        ),
        ("no action", "POST", format!("/t/{table}/act"), "id=x&seq=1", 400, "cannot be read"),
        (
            "an unknown action",
            "POST",
            format!("/t/{table}/act"),
            "action=fly&id=x&seq=2",
            422,
            "“fly” is not an action",
        ),
        (
            "an action with markup",
            "POST",
            format!("/t/{table}/act"),
            "action=<script>alert(1)</script>&id=y&seq=2",
            422,
            "&lt;script&gt;",
        ),
        (
            "an illegal action",
            "POST",
            format!("/t/{table}/act"),
            "action=roll&id=z&seq=2",
            422,
            "CATAN-SETUP-3",
        ),
        (
            "a stale action",
            "POST",
            format!("/t/{table}/act"),
            "action=settlement+I17&id=w&seq=0",
            409,
            "moved on",
        ),
        ("no name at a table", "POST", format!("/t/{table}/join"), "seat=A", 400, "cannot be read"),
        ("a seat that is none", "POST", format!("/t/{table}/join"), "name=Cy&seat=Q", 400, "cannot be read"),
        ("an oversized form", "POST", "/tables".to_owned(), &long, 413, "too large"),
        ("a table of nobody", "POST", "/tables".to_owned(), "game=catan", 422, "2 to 4 seats"),
        (
            "a game that is none",
            "POST",
            "/tables".to_owned(),
            "game=go&name=A&seat-A=me&seat-B=open",
            422,
            "no game “go”",
        ),
        (
            "a bot that is none",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=A&seat-A=me&seat-B=bot:hal",
            422,
            "no bot “hal”",
        ),
        (
            "an option that is none",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=A&seat-A=me&seat-B=open&option-x=y",
            422,
            "“y” is not possible",
        ),
        (
            "a name that is not UTF-8",
            "POST",
            "/tables".to_owned(),
            "game=catan&name=%ff%fe&seat-A=me&seat-B=open",
            422,
            "1 to 24 characters",
        ),
    ];
    for (name, method, path, body, status, says) in cases {
        let mut client = scene.running.client();
        client.headers.push(("cookie".to_owned(), format!("neuland-key={token}")));
        let content_type = (method == "POST").then_some("application/x-www-form-urlencoded");
        let reply = client.send(method, &path, content_type, body.as_bytes());
        assert_eq!(reply.status, status, "{name}: {}", reply.text());
        assert!(reply.header("content-type").unwrap().starts_with("text/html"), "{name}");
        let text = reply.text();
        assert!(text.contains(says), "{name}: {text}");
        assert!(!text.contains("<script>alert"), "{name}: markup came through");
    }
    // The client in the browser gets the same as JSON, in the reader's language.
    let mut client = scene.running.client();
    client.headers.push(("cookie".to_owned(), format!("neuland-key={token}; neuland-settings=lang=de")));
    client.headers.push(("accept".to_owned(), "application/json".to_owned()));
    let reply = client.post_form(&format!("/t/{table}/act"), "action=roll&id=q&seq=2");
    assert_eq!((reply.status, reply.json()["clause"].as_str()), (422, Some("CATAN-SETUP-3")));
    assert!(reply.json()["message"].as_str().unwrap().contains("Gründungsphase"), "{}", reply.text());
}

/// Whatever is not HTTP, or stops in the middle, ends that connection and nothing else.
#[test]
fn spoilt_connections_end_alone() {
    let scene = Scene::new();
    let addr = scene.running.addr;
    let act = format!("/api/v1/tables/{}/act", scene.table);
    let frames: Vec<Vec<u8>> = vec![
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"GET\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\nhost: x\r\n\r\n".to_vec(),
        b"GET /\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(100_000)).into_bytes(),
        format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x-header: y\r\n".repeat(5_000)).into_bytes(),
        format!("POST {act} HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n").into_bytes(),
        format!("POST {act} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\nxxxxxxx").into_bytes(),
        format!("POST {act} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n").into_bytes(),
        format!("POST {act} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{{").into_bytes(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        vec![0; 200_000],
    ];
    for frame in &frames {
        let mut stream = TcpStream::connect(addr).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
        let _ = stream.write_all(frame);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert_eq!(scene.running.client().get("/healthz").text(), "ok\n");
    }
}

#[test]
fn slow_and_greedy_clients_are_limited() {
    let limits = Limits {
        requests_per_second: 5,
        burst: 20,
        streams_per_address: 3,
        request: Duration::from_millis(400),
        spare_loopback: false,
        ..Limits::default()
    };
    let running = Running::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);

    // A body that does not arrive.
    let started = Instant::now();
    let head = format!(
        "POST /api/v1/tables/{table}/join HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{{",
        running.addr
    );
    let reply = running.client().raw(head.as_bytes()).unwrap();
    assert_eq!((reply.status, reply.json()["error"].as_str()), (408, Some("timeout")));
    assert!(started.elapsed() < Duration::from_secs(5));

    // Streams: so many and no more, and one that is closed makes room.
    let path = format!("/api/v1/tables/{table}/events");
    let mut streams: Vec<_> = (0..3).map(|_| ada.follow(&path)).collect();
    let refused = ada.get(&path);
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(refused.header("retry-after").is_some());
    streams.iter_mut().for_each(|stream| assert!(stream.next().is_some()));

    // Requests: a burst, then no more for a while.
    ada.headers.push(("accept".to_owned(), "application/json".to_owned()));
    let mut limited = None;
    for n in 0..200 {
        let reply = ada.get("/healthz");
        if reply.status == 429 {
            limited = Some((n, reply));
            break;
        }
    }
    let (served, reply) = limited.expect("a limit is reached");
    assert!(served <= 30, "{served} requests were served");
    assert_eq!(reply.json()["error"], "too-many");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(ada.get("/healthz").status, 200, "after a pause it goes on");
}
