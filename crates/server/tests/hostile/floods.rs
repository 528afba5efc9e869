//! More than anybody needs.

use super::*;

/// A client at another address of this machine.
fn from(address: &str, to: SocketAddr, request: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
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
        // It asked to close the connection, so the answer ends.
        {
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
        }
        String::from_utf8_lossy(&answer).into_owned()
    })
}

#[test]
fn a_flood_from_one_address_slows_nobody_else() {
    let limits = Limits { requests_per_second: 1, burst: 40, spare_loopback: false, ..Limits::default() };
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
    testkit::until("after a pause it goes on", || client.get("/healthz").status == 200);
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

/// Bodies that drip in hold no place: whoever sends a record has it checked.
#[test]
fn dripping_uploads_keep_nobody_out() {
    // Those of one address, which is not counted here, and those of several that are.
    for spare_loopback in [true, false] {
        let scene = Scene::on(Limits { spare_loopback, ..Limits::default() });
        let addr = scene.running.addr;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let drip = |n: usize| {
            runtime.block_on(async {
                let socket = tokio::net::TcpSocket::new_v4().unwrap();
                socket.bind(format!("127.0.0.{}:0", 2 + n % 8).parse().unwrap()).unwrap();
                let stream = socket.connect(addr).await.unwrap();
                let head = "POST /replay HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-ndjson\r\ncontent-length: 900000\r\nexpect: 100-continue\r\n\r\n";
                stream.writable().await.unwrap();
                assert_eq!(stream.try_write(head.as_bytes()).unwrap(), head.len());
                // It is asked for its body, so it has a place.
                stream.readable().await.unwrap();
                let mut answer = [0; 25];
                let read = stream.try_read(&mut answer).unwrap();
                (stream, answer[..read].to_vec())
            })
        };
        let dripping: Vec<_> = (0..32).map(drip).collect();
        let first = &dripping[0].1;
        assert!(first.starts_with(b"HTTP/1.1 100"), "{}", String::from_utf8_lossy(first));
        for n in 0..8 {
            let reply = scene.running.client().send(
                "POST",
                "/replay",
                Some("application/x-ndjson"),
                RECORD.as_bytes(),
            );
            // It was checked: its second line is no step.
            assert_eq!(reply.status, 422, "record {n}: {}", reply.text());
        }
        drop(dripping);
        scene.is_well();
    }
}
