//! `neuland play`: starts, serves, stops, starts again; and what is said where it cannot.

use super::{Answer, bare, file, folder, neuland};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server under test; it is stopped at the end of the test, whatever happens.
struct Server {
    child: Child,
    /// The message it printed when it was ready.
    greeting: String,
    /// The address at which it listens, as `127.0.0.1:40123`.
    address: String,
}

impl Server {
    fn start(args: &[&str], data: &Path) -> Server {
        Server::start_at("127.0.0.1:0", args, data)
    }

    fn start_at(addr: &str, args: &[&str], data: &Path) -> Server {
        let mut child = bare()
            .args(args)
            .args(["--no-open", "--addr", addr, "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut greeting = String::new();
        // The last line says how it is stopped.
        while !greeting.contains("Ctrl-C") && !greeting.contains("Strg") {
            greeting += &lines.next().expect("a line").expect("UTF-8");
            greeting.push('\n');
        }
        let address = greeting.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {greeting}")).0.to_owned();
        Server { child, address, greeting }
    }

    fn get(&self, path: &str) -> String {
        self.get_as(path, &self.address)
    }

    fn get_as(&self, path: &str, host: &str) -> String {
        self.get_with(path, host, "")
    }

    /// With further headers, each with the end of its line.
    fn get_with(&self, path: &str, host: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it takes a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in UTF-8");
        answer
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (host, length) = (&self.address, body.len());
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        let kind = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all([head, kind, body.to_owned()].concat().as_bytes()).expect("it takes a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in UTF-8");
        answer
    }

    /// Ctrl-C, and the exit code.
    fn stop(mut self) -> i32 {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        self.child.wait().expect("it ends").code().expect("an exit code")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn neuland_alone_serves_pages_until_it_is_stopped() {
    let data = folder("play").join("data");
    let server = Server::start(&[], &data);
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<html"), "{page}");
    assert!(server.greeting.contains("Only this machine can connect."), "{}", server.greeting);
    assert_eq!(server.stop(), 0);
    // The same folder serves again, and the command has a name too.
    let server = Server::start(&["--lang", "de", "play"], &data);
    assert!(server.greeting.contains("Strg"), "{}", server.greeting);
    assert!(server.get("/").starts_with("HTTP/1.1 200 OK"));
    // Only one server at a time.
    let folder = data.to_str().expect("UTF-8");
    let taken = neuland(&["--no-open", "--addr", "0", "--data", folder]);
    refused(&taken, 1, "is in use by another program");
    assert_eq!(server.stop(), 0);
}

/// Plays the first listed action.
#[cfg(unix)]
const FIRST: &str = r#"first=while read -r line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"first","events":false,"view":false,"games":["carcassonne"]}' ;;
    *'"type":"new-game"'*) echo '{"type":"ready"}' ;;
    *'"type":"decide"'*) printf '%s\n' "$line" | sed -E \
        's/.*"decision":([0-9]+).*"legal":\["([^"]*)".*/{"type":"action","decision":\1,"action":"\2"}/' ;;
esac; done"#;

#[cfg(unix)]
#[test]
fn bots_in_processes_of_their_own_sit_at_tables() {
    let data = folder("guests").join("data");
    let server = Server::start(&["play", "--bot-pause", "0", "--bot", FIRST], &data);
    assert!(server.get("/?game=carcassonne").contains("value=\"bot:first\""), "a person can choose it");
    assert!(!server.get("/?game=catan").contains("bot:first"), "it plays one game only");
    let body = r#"{"game": "carcassonne", "seats": ["bot:first", "bot:first"], "options": {}}"#;
    let opened = server.post("/api/v1/tables", body);
    let table = opened.split_once("\"table\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let table = table.unwrap_or_else(|| panic!("no table: {opened}")).0;
    testkit::until_over(&mut testkit::Client::new(server.address.parse().expect("an address")), table);
    let over = server.get(&format!("/api/v1/tables/{table}"));
    assert!(over.contains("\"bot\":\"first\""), "{over}");
    assert_eq!(server.stop(), 0);
}

#[cfg(unix)]
#[test]
fn bots_that_cannot_play_are_refused_at_the_start() {
    let data = folder("refused-guests");
    let folder = data.to_str().expect("UTF-8");
    let start = |bot: &str| neuland(&["play", "--no-open", "--addr", "0", "--data", folder, "--bot", bot]);
    refused(&start("mole"), 2, "write NAME=COMMAND");
    refused(&start("mole="), 2, "write NAME=COMMAND");
    refused(&start(&FIRST.replacen("first", "settler", 1)), 2, "there is a bot called `settler` already");
    refused(&start(&FIRST.replacen("first", "The Mole", 1)), 2, "is no name for a bot");
}

/// A bot that fails its handshake is missing at the tables; the server and the other bots are there.
#[cfg(unix)]
#[test]
fn a_bot_that_does_not_start_keeps_nobody_out() {
    let data = folder("missing-guest").join("data");
    let mole = "mole=echo 'no such file' >&2; exit 3";
    let server = Server::start(&["play", "--bot-pause", "0", "--bot", mole, "--bot", FIRST], &data);
    let page = server.get("/?game=carcassonne");
    assert!(page.contains("value=\"bot:first\"") && !page.contains("bot:mole"));
    assert_eq!(server.stop(), 0);
}

#[track_caller]
fn refused(answer: &Answer, code: i32, expected: &str) {
    assert_eq!((answer.code, answer.out.as_str()), (code, ""), "{answer:?}");
    let error = answer.err.lines().find_map(|line| line.strip_prefix("error: "));
    assert!(error.is_some() && answer.err.contains(expected), "{answer:?}");
}

#[test]
fn play_says_why_it_cannot_start() {
    let folder = folder("play-bad");
    let no_folder = file(&folder, "file", "not a folder");
    let damaged = folder.join("damaged");
    std::fs::create_dir(&damaged).expect("a folder");
    std::fs::write(
        damaged.join("tables.sqlite"),
        "this is no database, and long enough to say so".repeat(100),
    )
    .expect("a file");
    let path = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let start = |addr: &str, data: &str| neuland(&["play", "--no-open", "--addr", addr, "--data", data]);
    let fresh = path(&folder.join("fresh"));
    let held = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = held.local_addr().expect("an address").to_string();
    refused(&start(&taken, &fresh), 1, "something is already listening on");
    refused(&start("192.0.2.1:7170", &fresh), 1, "cannot listen on 192.0.2.1:7170");
    for below in ["", "/below/it"] {
        let said = format!("{no_folder} is a file. Choose a folder with --data");
        refused(&start("127.0.0.1:0", &format!("{no_folder}{below}")), 1, &said);
        for args in [&["backup", "-o", "copy"][..], &["person", "export", "Ada"], &["serve"]] {
            let data = format!("{no_folder}{below}");
            refused(&neuland(&[args, &["--data", &data]].concat()), 1, &said);
        }
    }
    refused(&start("127.0.0.1:0", &path(&damaged)), 1, "is damaged, or is not a store of Neuland");
    for addr in ["nonsense", "127.0.0.1:99999", ":7170", ""] {
        refused(&start(addr, &fresh), 2, "give an address");
    }
    refused(&neuland(&["play", "--bot-pause", "-1"]), 2, "a whole number from 0 to 60000");
    refused(&neuland(&["--bogus"]), 2, "unexpected argument --bogus");
    refused(&neuland(&["play", "catan"]), 2, "unexpected argument catan");
    refused(&neuland(&["--"]), 2, "a command is missing");
}

/// A page of another site that reaches this machine under a name of its own (DNS rebinding) learns nothing.
#[test]
fn play_answers_to_its_own_names_only() {
    let server = Server::start(&["play", "--allow-host", "games.example"], &folder("own-names"));
    for host in ["localhost", "games.example:7170"] {
        assert!(server.get_as("/", host).starts_with("HTTP/1.1 200"), "{host}");
    }
    for path in ["/", "/api/v1/games", "/assets/app.js"] {
        let answer = server.get_as(path, "rebound.example");
        assert!(answer.starts_with("HTTP/1.1 421"), "{path}: {answer}");
        assert!(!answer.contains("carcassonne"), "{path}: {answer}");
    }
    let answer = server.get_as("/api/v1/games", "rebound.example");
    assert!(answer.contains("\"foreign-host\"") && answer.contains("--allow-host"), "{answer}");
    server.stop();
}

/// A host on this machine invites others to the address at which the server listens for them.
#[test]
fn the_host_invites_to_the_address_in_the_network() {
    const TABLE: &str = r#"{"game": "catan", "seats": ["me", "open"], "name": "Ada"}"#;
    for (addr, is_open) in [("127.0.0.1:0", false), ("0.0.0.0:0", true)] {
        let server = Server::start_at(addr, &["play"], &folder("invites"));
        let seated = server.post("/api/v1/tables", TABLE);
        let field = |name: &str| {
            let text =
                seated.split(&format!("\"{name}\":\"")).nth(1).unwrap_or_else(|| panic!("{name}: {seated}"));
            text.split('"').next().expect("a value").to_owned()
        };
        let (table, code) = (format!("/t/{}", field("table")), field("code"));
        let cookie = format!("Cookie: neuland-key={}\r\n", field("token"));
        let page = server.get_with(&table, &server.address, &cookie);
        // Where no network is, none is named, neither at the start nor here.
        let named =
            server.greeting.split("connect at http://").nth(1).and_then(|rest| rest.split('/').next());
        assert!(named.is_none() || is_open, "{}", server.greeting);
        assert_eq!(page.contains("class=\"qr\""), named.is_some(), "{page}");
        if let Some(named) = named {
            let link = format!("href=\"http://{named}/j/{code}\"");
            assert!(page.contains(&link) && !page.contains("works on this machine only"), "{page}");
        } else {
            assert!(page.contains("works on this machine only"), "{page}");
        }
        // Who came in by that address invites to it as well.
        let page = server.get_with(&table, "192.0.2.7:7170", &cookie);
        assert!(page.contains("http://192.0.2.7:7170/j/") && page.contains("class=\"qr\""), "{page}");
        server.stop();
    }
}

/// Browsers ignore the policy, and say so on every page, where they do not trust the connection.
#[test]
fn the_opener_policy_is_sent_where_browsers_trust_the_connection() {
    let server = Server::start(&["play"], &folder("opener"));
    let has_policy = |host: &str, headers: &str| {
        let answer = server.get_with("/", host, headers);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer.contains("\r\ncross-origin-opener-policy: same-origin\r\n")
    };
    for host in ["localhost:7170", "127.0.0.1", "[::1]:7170"] {
        assert!(has_policy(host, ""), "{host}");
    }
    for host in ["192.0.2.7:7170", "box.local"] {
        assert!(!has_policy(host, ""), "{host}");
        assert!(!has_policy(host, "X-Forwarded-Proto: https\r\n"), "{host}, by a proxy that is not trusted");
    }
    server.stop();
}
