//! Mistakes of models and programs: the answer to each says what is wrong and what to do.

use crate::common::Model;
use mcp::http::{HttpAccess, HttpStartError, listen};
use mcp::{Api, Neuland, Person};
use pages::Lang;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use testkit::{Client, RunningServer};

/// A table of Catan in its first turn, at which the model sits at A.
fn catan(model: &Model) -> String {
    let opened = model.does("open_table", json!({ "game": "catan", "seats": ["me", "bot:random"] }));
    opened.data["table"].as_str().expect("an id").to_owned()
}

/// It is long because it is a table with a row for each mistake.
#[test]
fn every_tool_says_what_is_wrong() {
    let running = RunningServer::start();
    let (model, other) = (Model::new(running.addr), Model::new(running.addr));
    let table = catan(&model);
    let version = model.does("list_actions", json!({ "table": table })).data["version"].as_u64().unwrap();
    let long = "x".repeat(2_000);
    let cases = [
        (
            "list_games",
            json!({ "game": "chess" }),
            "no-game",
            "there is no game `chess`; the games are catan",
        ),
        ("list_games", json!({ "games": "catan" }), "bad-arguments", "`games` does not belong here"),
        ("list_games", json!({ "language": "fr" }), "bad-arguments", "`fr` is not one of"),
        ("open_table", json!({ "game": "chess", "seats": ["me", "open"] }), "no-game", "chess"),
        ("open_table", json!({ "game": "catan", "seats": ["me"] }), "bad-seats", "2 to 4"),
        ("open_table", json!({ "game": "catan", "seats": ["me", "me"] }), "bad-seats", "write `me` once"),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "robot"] }),
            "bad-seats",
            "`robot` is not a seat",
        ),
        ("open_table", json!({ "game": "catan", "seats": ["me", "bot:magician"] }), "no-bot", "magician"),
        ("open_table", json!({ "game": "catan", "seats": vec!["open"; 99] }), "bad-arguments", "at most 6"),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "open"], "options": { "victory_points": 999 } }),
            "bad-option",
            "victory_points",
        ),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "open"], "options": [] }),
            "bad-arguments",
            "`options`",
        ),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "open"], "clock": "sundial" }),
            "bad-request",
            "sundial",
        ),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "open"], "name": " " }),
            "bad-name",
            "1 to 24",
        ),
        (
            "open_table",
            json!({ "game": "catan", "seats": ["me", "open"], "name": long }),
            "bad-arguments",
            "`name` has 2000 characters; at most 24",
        ),
        ("open_table", json!({ "seats": ["me", "open"] }), "bad-arguments", "`game` is missing"),
        (
            "join_table",
            json!({ "table": "k7mw2xqp" }),
            "no-table",
            "no table with this code is waiting for players",
        ),
        (
            "join_table",
            json!({ "table": "http://elsewhere.example/j/k7mw2xqp" }),
            "bad-arguments",
            "elsewhere.example",
        ),
        // A person who sits there already keeps the seat.
        ("join_table", json!({ "table": table }), "", ""),
        ("join_table", json!({ "table": "../../games" }), "bad-arguments", "neither a link"),
        ("fill_table", json!({ "table": table, "bot": "random" }), "seat-taken", "no seat is open"),
        ("read_position", json!({ "table": "nothing" }), "bad-arguments", "twelve letters"),
        ("read_position", json!({ "table": "000000000000" }), "no-table", "no such table"),
        (
            "read_position",
            json!({ "table": table, "format": "picture" }),
            "bad-arguments",
            "`picture` is not one of",
        ),
        ("list_actions", json!({ "table": table, "limit": 0 }), "bad-arguments", "from 1 to 300"),
        (
            "list_actions",
            json!({ "table": table, "limit": "many" }),
            "bad-arguments",
            "it must be a whole number",
        ),
        ("act", json!({ "table": table, "version": version }), "bad-arguments", "either `action`"),
        (
            "act",
            json!({ "table": table, "version": version, "action": "roll", "number": 1 }),
            "bad-arguments",
            "either `action`",
        ),
        ("act", json!({ "table": table, "action": "roll" }), "bad-arguments", "`version` is missing"),
        ("act", json!({ "table": table, "version": -1, "action": "roll" }), "bad-arguments", "whole number"),
        (
            "act",
            json!({ "table": table, "version": version, "number": 0 }),
            "bad-arguments",
            "from 1 to 1024",
        ),
        ("act", json!({ "table": table, "version": version, "number": 999 }), "bad-arguments", "not 999"),
        ("act", json!({ "table": table, "version": 0, "number": 1 }), "stale", "list the actions again"),
        ("act", json!({ "table": table, "version": 0, "action": "end" }), "stale", "moved on"),
        (
            "act",
            json!({ "table": table, "version": version + 99, "action": "end" }),
            "stale",
            "later version",
        ),
        ("act", json!({ "table": table, "version": version, "action": "castle" }), "not-an-action", "castle"),
        ("act", json!({ "table": table, "version": version, "action": "end" }), "illegal", "CATAN-"),
        (
            "act",
            json!({ "table": table, "version": version, "action": long }),
            "bad-arguments",
            "`action` has 2000 characters; at most 400",
        ),
        ("why_not", json!({ "table": table, "action": long }), "bad-arguments", "at most 400"),
        ("why_not", json!({ "table": table }), "bad-arguments", "`action` is missing"),
        ("undo", json!({ "table": table, "version": version }), "nothing-to-undo", "cannot be taken back"),
        ("follow", json!({ "table": table, "seconds": 51 }), "bad-arguments", "from 0 to 50"),
        ("follow", json!({ "table": table, "seconds": -1 }), "bad-arguments", "whole number"),
        ("look_up_clause", json!({ "clause": "CATAN-XYZ-1" }), "unknown-clause", "CATAN-XYZ-1"),
        ("look_up_clause", json!({ "search": "zyzzyva" }), "unknown-clause", "zyzzyva"),
        (
            "look_up_clause",
            json!({ "search": "robber", "game": "chess" }),
            "no-game",
            "no rulebook of `chess`",
        ),
        ("look_up_clause", json!({}), "bad-arguments", "either `clause`"),
        ("say", json!({ "table": table, "text": "" }), "bad-arguments", "at least 1"),
        ("say", json!({ "table": table, "text": " " }), "bad-text", "1 to 300"),
        ("play_again", json!({ "table": table }), "not-over", "not over"),
    ];
    let mut wrong = Vec::new();
    for (tool, arguments, code, words) in cases {
        let told = model.call(tool, arguments.clone());
        let as_said = if code.is_empty() {
            !told.refused
        } else {
            told.refused && told.data["error"] == code && told.text.contains(words) && told.text.len() < 3_000
        };
        if !as_said {
            wrong.push(format!("{tool} {arguments}: {code}, {words}: {}", told.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A table of others: what lies open is seen, and nothing is done.
    assert!(
        other.does("read_position", json!({ "table": table, "format": "data" })).data["view"].is_object()
    );
    for (tool, more, code) in [
        ("list_actions", json!({}), "not-seated"),
        ("act", json!({ "version": version, "action": "end" }), "not-seated"),
        ("why_not", json!({ "action": "end" }), "not-seated"),
        ("undo", json!({ "version": version }), "not-seated"),
        ("say", json!({ "text": "Hello" }), "not-seated"),
        ("leave_table", json!({}), "not-seated"),
        ("close_table", json!({}), "not-seated"),
        ("answer_request", json!({ "request": "close", "agrees": true }), "not-seated"),
        ("join_table", json!({}), "seat-taken"),
    ] {
        let mut arguments = more;
        arguments["table"] = table.as_str().into();
        assert_eq!(other.refused(tool, arguments).0, code, "{tool}");
    }
    // An illegal action is refused in the language of the call, with what is legal instead.
    let refused =
        model.call("act", json!({ "table": table, "version": version, "action": "roll", "language": "de" }));
    assert!(refused.data["legal"].as_array().is_some_and(|legal| !legal.is_empty()), "{}", refused.data);
    assert!(refused.text.starts_with("illegal: ") && refused.text.contains("Siedlung"), "{}", refused.text);
    let why = model.does("why_not", json!({ "table": table, "action": "roll" }));
    assert!(why.data["clause"].is_string() && why.data["clause_text"].is_string(), "{}", why.data);
}

#[test]
fn what_is_no_tool_and_no_resource_is_an_error_of_the_protocol() {
    let running = RunningServer::start();
    let model = Model::new(running.addr);
    let error = model.try_call("castle", json!({})).unwrap_err().to_string();
    assert!(error.contains("there is no tool `castle`; the tools are list_games"), "{error}");
    let table = catan(&model);
    for (uri, words) in [
        ("file:///etc/passwd".to_owned(), "there is no resource `file:///etc/passwd`"),
        ("neuland://rulebook/chess/en".to_owned(), "there is no resource"),
        ("neuland://clause/CATAN-XYZ-1/en".to_owned(), "there is no resource"),
        ("neuland://table/000000000000/log/en".to_owned(), "no-table"),
        (format!("neuland://table/{table}/record"), "still-secret"),
    ] {
        let error = model.read(&uri).unwrap_err().to_string();
        assert!(error.contains(words), "{uri}: {error}");
    }
}

#[test]
fn a_server_that_is_away_or_none_is_named() {
    let model = {
        let running = RunningServer::start();
        let model = Model::new(running.addr);
        model.does("list_games", json!({}));
        model
    };
    let (code, text) = model.refused("list_games", json!({}));
    assert!(code == "unreachable" && text.contains("does not answer"), "{text}");
    // Something else listens there.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for (n, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let body = ["<html>", "{}", "[1,"][n % 3];
            let status = ["200 OK", "404 Not Found", "500 Oops"][n % 3];
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    let stranger = Model::new(addr);
    for _ in 0..3 {
        let (code, text) = stranger.refused("list_games", json!({}));
        assert!(code == "strange-answer" && text.contains("is no Neuland server"), "{text}");
    }
}

#[test]
fn following_ends_in_time() {
    let running = RunningServer::start();
    let model = Model::new(running.addr);
    let opened = model.does("open_table", json!({ "game": "carcassonne", "seats": ["me", "open"] }));
    let table = opened.data["table"].clone();
    let followed = model.does("follow", json!({ "table": table, "seconds": 1 }));
    assert!(followed.text.contains("Nothing has happened"), "{}", followed.text);
    // It ends at once when somebody comes.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let path = format!("/api/v1/tables/{}", table.as_str().unwrap());
            testkit::until("somebody follows", || {
                running.client().get(&path).json()["seats"][0]["online"] == true
            });
            let guest = Model::new(running.addr);
            guest.does("join_table", json!({ "table": table, "name": "Ben" }));
        });
        let followed = model.does("follow", json!({ "table": table, "seconds": 30 }));
        assert!(followed.text.contains("Ben"), "{}", followed.text);
    });
}

/// The tools over HTTP.
struct Listens {
    addr: SocketAddr,
    _runtime: tokio::runtime::Runtime,
}

fn over_http(server: SocketAddr, door: HttpAccess) -> Listens {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let api = Api::new(&format!("http://{server}")).unwrap();
    let neuland = Neuland::new(api, Person::random(), Lang::En);
    let listening = runtime.block_on(listen(neuland, "127.0.0.1:0".parse().unwrap(), door)).unwrap();
    let addr = listening.addr();
    runtime.spawn(listening.serve());
    Listens { addr, _runtime: runtime }
}

const JSON: Option<&str> = Some("application/json");

/// A client with the headers that the protocol asks for.
fn client(addr: SocketAddr) -> Client {
    let mut client = Client::new(addr);
    client.headers = vec![("accept".to_owned(), "application/json, text/event-stream".to_owned())];
    client
}

fn request(method: &str, params: Value) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string().into_bytes()
}

fn call(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let reply = client.send(
        "POST",
        "/mcp",
        JSON,
        &request("tools/call", json!({ "name": tool, "arguments": arguments })),
    );
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["result"]["structuredContent"].clone()
}

#[test]
fn over_http_each_token_is_a_person() {
    let running = RunningServer::start();
    let tokens = ["the-token-of-the-first", "the-token-of-the-second"].map(str::to_owned);
    let mcp = over_http(running.addr, HttpAccess { tokens: tokens.to_vec(), ..HttpAccess::default() });
    let mut stranger = client(mcp.addr);
    for token in [None, Some("a-token-that-nobody-has"), Some("")] {
        stranger.token = token.map(str::to_owned);
        let refused = stranger.send("POST", "/mcp", JSON, &request("tools/list", json!({})));
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, Some("Bearer")));
        assert!(refused.text().contains("NEULAND_MCP_TOKENS"), "{}", refused.text());
    }
    let [mut first, mut second] = tokens.clone().map(|token| {
        let mut client = client(mcp.addr);
        client.token = Some(token);
        client
    });
    let hello = request(
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } }),
    );
    let reply = first.send("POST", "/mcp", JSON, &hello);
    assert_eq!(reply.json()["result"]["serverInfo"]["name"], "neuland", "{}", reply.text());
    let opened = call(&mut first, "open_table", json!({ "game": "carcassonne", "seats": ["me", "open"] }));
    let joined = call(&mut second, "join_table", json!({ "table": opened["code"] }));
    assert_eq!((&opened["seat"], &joined["seat"]), (&json!("A"), &json!("B")));
    let own =
        |client: &mut Client| call(client, "list_tables", json!({}))["tables"].as_array().unwrap().len();
    assert_eq!((own(&mut first), own(&mut second)), (1, 1));
    // The same token elsewhere, as after a restart, is the same person.
    let again = over_http(running.addr, HttpAccess { tokens: tokens.to_vec(), ..HttpAccess::default() });
    let mut back = client(again.addr);
    back.token = Some(tokens[1].clone());
    assert_eq!(own(&mut back), 1);
}

#[test]
fn over_http_what_does_not_belong_is_refused() {
    let running = RunningServer::start();
    let mcp = over_http(running.addr, HttpAccess::default());
    let list = request("tools/list", json!({}));
    assert_eq!(client(mcp.addr).send("POST", "/mcp", JSON, &list).status, 200);
    // Pages of any site, and names that are not ours.
    let mut page = client(mcp.addr);
    page.headers.push(("origin".to_owned(), "https://evil.example".to_owned()));
    assert_eq!(page.send("POST", "/mcp", JSON, &list).status, 403);
    let rebound =
        b"POST /mcp HTTP/1.1\r\nhost: evil.example\r\naccept: application/json, text/event-stream\r\n\
        content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    let refused = Client::new(mcp.addr).raw(rebound).unwrap();
    assert_eq!(refused.status, 403, "{}", refused.text());
    let allowed = HttpAccess { origins: vec!["http://localhost:*".to_owned()], ..HttpAccess::default() };
    let open = over_http(running.addr, allowed);
    let mut page = client(open.addr);
    page.headers.push(("origin".to_owned(), "http://localhost:6274".to_owned()));
    assert_eq!(page.send("POST", "/mcp", JSON, &list).status, 200);
    // What is no message, too large, or at another place.
    for (method, path, kind, body, status) in [
        ("POST", "/mcp", JSON, b"{".to_vec(), 400..=400),
        ("POST", "/mcp", Some("text/plain"), list.clone(), 415..=415),
        ("POST", "/mcp", JSON, vec![b' '; 400_000], 413..=413),
        ("GET", "/mcp", None, Vec::new(), 405..=405),
        ("DELETE", "/mcp", None, Vec::new(), 405..=405),
        ("POST", "/", JSON, list.clone(), 404..=404),
        ("POST", "/mcp/more", JSON, list, 404..=404),
    ] {
        let mut client = client(mcp.addr);
        let reply = client.send(method, path, kind, &body);
        assert!(status.contains(&reply.status), "{method} {path}: {} {}", reply.status, reply.text());
    }
    // What is no request is answered as on standard input.
    for (body, status, code, id) in [
        (&b"{"[..], 400, -32700, json!(null)),
        (b"\xff\xfe", 400, -32700, json!(null)),
        (b"", 400, -32700, json!(null)),
        (b"[]", 400, -32600, json!(null)),
        (br#"{"id": 1, "method": "ping"}"#, 400, -32600, json!(1)),
        (br#"{"jsonrpc": "2.0", "id": 2, "method": "castle/build"}"#, 200, -32601, json!(2)),
        (br#"{"jsonrpc": "2.0", "id": 3, "method": "tools/call"}"#, 200, -32602, json!(3)),
    ] {
        let reply = client(mcp.addr).send("POST", "/mcp", Some("application/json; charset=utf-8"), body);
        let told = reply.json();
        assert_eq!((reply.status, told.get("id")), (status, Some(&id)), "{told}");
        assert_eq!(told["error"]["code"], code, "{told}");
    }
    // Half a head keeps nobody waiting for ever, and nothing above ended the server.
    let mut slow = TcpStream::connect(mcp.addr).unwrap();
    slow.write_all(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n").unwrap();
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(call(&mut client(mcp.addr), "list_games", json!({}))["games"].is_array());
}

#[test]
fn a_door_is_open_to_others_with_a_token_alone() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let neuland = || Neuland::new(Api::new("http://127.0.0.1:9").unwrap(), Person::random(), Lang::En);
    let try_at = |addr: &str, tokens: &[&str]| {
        let tokens = tokens.iter().map(|token| (*token).to_owned()).collect();
        let door = HttpAccess { tokens, ..HttpAccess::default() };
        runtime.block_on(listen(neuland(), addr.parse().unwrap(), door))
    };
    assert!(matches!(try_at("0.0.0.0:0", &[]), Err(HttpStartError::Open(_))));
    assert!(matches!(try_at("0.0.0.0:0", &["short"]), Err(HttpStartError::BadToken(_))));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    assert!(matches!(try_at(&addr, &[]), Err(HttpStartError::CannotListen(..))));
    let listening = try_at("127.0.0.1:0", &[]).unwrap();
    assert!(listening.url().starts_with("http://127.0.0.1:") && listening.url().ends_with("/mcp"));
}

/// Bodies that never arrive hold no place: as many as there are connections, and somebody else is served.
#[test]
fn dripping_bodies_keep_nobody_out() {
    let running = RunningServer::start();
    let mcp = over_http(running.addr, HttpAccess::default());
    let drip = |n: usize| {
        let mut stream = TcpStream::connect(mcp.addr).unwrap();
        let expects = if n.is_multiple_of(2) { "expect: 100-continue\r\n" } else { "" };
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900\r\n{expects}\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let dripping: Vec<TcpStream> = (0..150).map(drip).collect();
    for _ in 0..4 {
        assert!(call(&mut client(mcp.addr), "list_games", json!({}))["games"].is_array());
    }
    drop(dripping);
    // Without a token nothing of the body is read, and the refusal says that the connection closes.
    let tokens = vec!["0123456789abcdef0123456789abcdef".to_owned()];
    let closed = over_http(running.addr, HttpAccess { tokens, ..HttpAccess::default() });
    let head =
        b"POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n";
    let refused = Client::new(closed.addr).raw(head).unwrap();
    assert_eq!((refused.status, refused.header("connection")), (401, Some("close")));
}
