//! More than anybody needs.

use super::*;
use live::BotPause;
use server::{Config, PublicAddress};

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

/// A server behind a trusted proxy, which counts everybody, and somebody at an address of their own.
fn behind_a_proxy() -> (RunningServer, impl Fn(&str) -> Client) {
    count_panics();
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let outside =
        PublicAddress { trusted_proxies: vec!["127.0.0.1".parse().unwrap()], ..PublicAddress::default() };
    let config = Config { bot_pause: BotPause::NONE, limits, outside, ..Config::default() };
    let running = RunningServer::at(config, Arc::new(MemoryStore::new()), live::time::Time::start());
    let addr = running.addr;
    let at = move |address: &str| {
        let mut client = Client::with_token(addr, &Key::random().reveal());
        client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
        client
    };
    (running, at)
}

fn open_public(client: &mut Client) -> String {
    let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Eve", "public": true});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["table"].as_str().unwrap().to_owned()
}

/// Guests at their own tables, with the addresses of one provider, against whoever has something to report.
#[test]
fn a_flood_of_reports_closes_the_queue_to_nobody() {
    let (_running, at) = behind_a_proxy();
    let report = json!({"seat": "A", "reason": "spam"});
    let mut taken = 0;
    for n in 0..150 {
        let mut eve = at(&format!("2001:db8:{:x}:{n:x}::1", n % 2));
        let table = open_public(&mut eve);
        let mut other = at(&format!("2001:db8:{:x}:{n:x}::2", n % 2));
        taken += u32::from(other.post(&format!("/api/v1/tables/{table}/reports"), &report).status == 201);
    }
    assert!((100..=125).contains(&taken), "{taken} of 150, from two networks with sixty at once each");
    for n in 0..10 {
        let mut ada = at(&format!("198.51.{n}.9"));
        let table = open_public(&mut ada);
        let reply = at(&format!("198.51.{n}.10")).post(&format!("/api/v1/tables/{table}/reports"), &report);
        assert_eq!(reply.status, 201, "{n}: {}", reply.text());
    }
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}

/// The tables of one provider's networks against those of everybody else.
#[test]
fn a_flood_of_tables_leaves_everybody_a_place_in_the_lobby() {
    let (_running, at) = behind_a_proxy();
    let honest: Vec<String> = (0..30).map(|n| open_public(&mut at(&format!("198.{n}.7.9")))).collect();
    for n in 0..122 {
        open_public(&mut at(&format!("2001:db8:{:x}:{:x}::1", n % 61, n / 61)));
    }
    let listed = at("203.0.113.99").get("/api/v1/tables/public").json()["tables"].clone();
    let listed: BTreeSet<&str> =
        listed.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap()).collect();
    assert!(honest.iter().all(|table| listed.contains(table.as_str())), "{} are listed", listed.len());
    assert_eq!(listed.len(), 50);
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
}
