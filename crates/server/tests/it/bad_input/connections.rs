//! Connections that do not speak HTTP, are cut off, slow or greedy.

use super::Scene;
use server::Limits;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store};
use testkit::{RunningServer, open_table};

/// A connection that does not speak HTTP or stops in the middle is closed; nothing else is affected.
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
        // Whatever it makes of this, the server closes: nothing more can come.
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
        requests_per_second: 1,
        burst: 20,
        streams_per_address: 3,
        spare_loopback: false,
        ..Limits::default()
    };
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, limits);
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);

    // A body that does not arrive. Everything else is served without this limit.
    let hasty = RunningServer::on(store, Limits { request: Duration::from_millis(400), ..Limits::default() });
    let head = format!(
        "POST /api/v1/tables/{table}/join HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{{",
        hasty.addr
    );
    let reply = hasty.client().raw(head.as_bytes()).unwrap();
    assert_eq!((reply.status, reply.json()["error"].as_str()), (408, Some("timeout")));

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
    for _ in 0..1_000 {
        let reply = ada.get("/healthz");
        if reply.status == 429 {
            limited = Some(reply);
            break;
        }
    }
    assert_eq!(limited.expect("a limit is reached").json()["error"], "too-many");
    testkit::until("after a pause it goes on", || ada.get("/healthz").status == 200);
}
