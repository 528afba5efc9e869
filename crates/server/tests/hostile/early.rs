//! Answers that are given before the request has come to its end: each says whether the connection goes on, and does as it
//! says.

use super::*;
use std::io::BufRead as _;
use std::io::BufReader;

/// A connection on which answers are read as they come.
struct Wire(BufReader<TcpStream>);

impl Wire {
    fn to(addr: SocketAddr) -> Wire {
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_nodelay(true).unwrap();
        Wire(BufReader::new(stream))
    }

    fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    /// The next answer: its status, and whether the connection closes after it.
    fn answer(&mut self, what: &str) -> (u16, bool) {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap_or_else(|error| panic!("{what}: {error}"));
        let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("{what}: {line:?}"));
        let status = status.parse().unwrap();
        let (mut length, mut closes) = (0, false);
        loop {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            let header = line.trim_end().to_ascii_lowercase();
            match header.split_once(": ") {
                Some(("content-length", text)) => length = text.parse().unwrap(),
                Some(("connection", text)) => closes = text == "close",
                _ if header.is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).unwrap_or_else(|error| panic!("{what}: {error}"));
        (status, closes)
    }

    /// The connection ends without an error, whatever is still sent over it.
    fn ends(mut self, unsent: &[u8], what: &str) {
        let _ = self.send(unsent);
        let _ = self.0.get_mut().shutdown(Shutdown::Write);
        let mut rest = Vec::new();
        let read = self.0.read_to_end(&mut rest);
        assert!(read.is_ok() && rest.is_empty(), "{what}: {read:?} {}", excerpt(&rest));
    }

    /// The connection takes another request.
    fn goes_on(mut self, what: &str) {
        self.send(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(self.answer(what), (200, false), "{what}");
    }
}

/// Headers for which a server refuses a request before it reads the body.
const REASONS: [&str; 4] = [
    "",
    "origin: https://evil.example\r\n",
    "authorization: Bearer nonsense\r\n",
    "accept: application/json\r\nsec-fetch-site: cross-site\r\n",
];

fn head(scene: &Scene, route: &Route, more: &str) -> (String, Vec<u8>) {
    let (kind, body) = match &route.sent {
        Sent::Json(body) => (JSON, body.to_string()),
        Sent::Nothing | Sent::Form("") => (JSON, "{}".to_owned()),
        Sent::Form(body) => (FORM, (*body).to_owned()),
        Sent::File(body) => ("application/x-ndjson", (*body).to_owned()),
    };
    // Where there is a body, a method that is not meant is refused before it.
    let method = if route.method == "GET" { "POST" } else { route.method };
    let (path, length) = (scene.fill(route.path), body.len());
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{more}\r\n"
    );
    (head, body.into_bytes())
}

/// The body comes when the server asks for it, or not at all.
#[test]
fn an_answer_without_the_body_closes_the_connection_and_says_so() {
    let scene = Scene::new();
    let mut early = 0;
    for route in routes() {
        for reason in REASONS {
            let (head, body) = head(&scene, &route, &format!("{reason}expect: 100-continue\r\n"));
            let what = format!("{} {} {reason:?}", route.method, route.path);
            let mut wire = Wire::to(scene.running.addr);
            wire.send(head.as_bytes()).unwrap();
            let (status, closes) = wire.answer(&what);
            if status == 100 {
                wire.send(&body).unwrap();
                let (_, closes) = wire.answer(&what);
                assert!(!closes, "{what}: the body was read");
                wire.goes_on(&what);
            } else {
                assert!(
                    closes,
                    "{what}: {status} before the body, and nothing says that the connection closes"
                );
                early += 1;
                wire.ends(&body, &what);
            }
        }
    }
    println!("{early} early answers");
    assert!(early > 200, "{early}");
    scene.is_well();
}

/// The body comes after the head, before or after the answer: the next request does not break.
#[test]
fn the_next_request_never_breaks() {
    let scene = Scene::new();
    for route in routes() {
        for reason in REASONS {
            let (head, body) = head(&scene, &route, reason);
            let what = format!("{} {} {reason:?}", route.method, route.path);
            let mut wire = Wire::to(scene.running.addr);
            wire.send(head.as_bytes()).unwrap();
            wire.send(&body).unwrap();
            let (_, closes) = wire.answer(&what);
            if closes { wire.ends(b"", &what) } else { wire.goes_on(&what) }
        }
    }
    scene.is_well();
}

/// Bodies that are too large are refused, and a client that sends one all the same can read the reason. The server does not wait
/// for a body that does not come.
#[test]
fn answers_are_read_however_much_is_sent() {
    let scene = Scene::new();
    let act = scene.fill("/api/v1/tables/{id}/act");
    let large = vec![b' '; 3 << 20];
    let length = large.len();
    for (path, kind) in [(act.as_str(), JSON), ("/replay", "application/x-ndjson"), ("/settings", FORM)] {
        for more in ["", "origin: https://evil.example\r\n"] {
            let what = format!("{path} {more:?}");
            let head = format!(
                "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{more}\r\n"
            );
            let mut wire = Wire::to(scene.running.addr);
            wire.send(head.as_bytes()).unwrap();
            let unsent = wire.send(&large).is_err();
            let (status, closes) = wire.answer(&what);
            assert!((400..500).contains(&status) && !unsent, "{what}: {status}");
            // A proxy that still sends when the connection closes would tell its client of a bad gateway.
            assert!(!closes, "{what}: it was not read to the end");
            wire.goes_on(&what);
        }
    }
    let head = format!(
        "POST {act} HTTP/1.1\r\nhost: x\r\ncontent-type: {JSON}\r\ncontent-length: 9\r\norigin: https://evil.example\r\n\r\n"
    );
    let mut wire = Wire::to(scene.running.addr);
    wire.send(head.as_bytes()).unwrap();
    assert_eq!(wire.answer("nothing comes"), (403, true));
    wire.ends(b"too late", "nothing comes");
    scene.is_well();
}
