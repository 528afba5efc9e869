//! Connections that do not speak HTTP, or are too slow.

use super::*;

/// Requests that are none, and many that were one until bytes in them changed.
fn frames(scene: &Scene) -> Vec<Vec<u8>> {
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
    let mut draws = testkit::seed("frames").substream("hostile", 0);
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
    frames
}

/// A connection that does not speak HTTP, breaks off or goes on for ever is closed; nothing else is affected.
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
    let frames = frames(&scene);
    let count = frames.len();
    for (n, frame) in frames.into_iter().enumerate() {
        let answer = raw_answer(addr, &frame, n % 2 == 0);
        let text = String::from_utf8_lossy(&answer);
        let what = format!("frame {n}: {}", excerpt(&frame));
        assert!(answer.is_empty() || text.starts_with("HTTP/1."), "{what}: {text}");
        assert!(!text.contains("HTTP/1.1 5"), "{what}: {text}");
        assert!(!text.contains("101 Switching"), "{what}: {text}");
        if n % 8 == 0 {
            assert_eq!(scene.running.client().get("/healthz").status, 200, "{what}");
        }
    }
    println!("{count} broken frames");
    assert_eq!(scene.state(), before);
    scene.is_well();
}

/// Clients that send or read byte by byte, or not at all, are dropped; others do not notice.
#[test]
fn slow_ones_keep_nobody_waiting() {
    let limits =
        Limits { request: Duration::from_secs(3), stalled: Duration::from_secs(3), ..Limits::default() };
    let scene = Scene::on(limits);
    let addr = scene.running.addr;
    let connect = || TcpStream::connect(addr).unwrap();
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
    // Meanwhile they send a byte now and then, and others are served, until the bodies that did not come are answered,
    // although bytes kept coming.
    let mut ada = scene.as_ada();
    testkit::until("the bodies that never end are answered", || {
        assert_eq!(ada.get(&format!("/api/v1/tables/{}/view", scene.table)).status, 200);
        all.iter_mut().skip(1).step_by(3).all(|stream| {
            let _ = stream.write_all(b"x");
            stream.set_nonblocking(true).unwrap();
            let waits = stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
            stream.set_nonblocking(false).unwrap();
            !waits
        })
    });
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
    let request = format!("GET {} HTTP/1.1\r\nhost: x\r\n\r\n", pages::asset_url(asset.name)).repeat(times);
    let mut asking = deaf.try_clone().unwrap();
    // All that is asked for may be more than the way to the server holds.
    let sender = std::thread::spawn(move || drop(asking.write_all(request.as_bytes())));
    deaf.peek(&mut [0]).expect("it begins");
    testkit::OtherEnd::of(&deaf).until_closed();
    sender.join().unwrap();
    let mut taken = 0;
    let mut buffer = vec![0; 1 << 16];
    let dropped = loop {
        match deaf.read(&mut buffer) {
            Ok(0) => break true,
            Ok(n) => taken += n,
            Err(error) => break error.kind() == ErrorKind::ConnectionReset,
        }
    };
    assert!(dropped && taken < 48 << 20, "{taken} of 64 MiB were sent to somebody who reads nothing");
    drop(all);
    scene.is_well();
}
