//! The limits of the server: full queues, a disk that does not keep up, connections, readers that do not read, and the share of
//! one address in everything.

use live::metrics::{METRICS, Now};
use serde_json::{Value, json};
use server::Limits;
use std::io::{ErrorKind, Read};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::{Batch, Change, CommitCallback, MemoryStore, Store, StoreError};
use table::Key;
use testkit::{
    Browser, Client, EventStream, InterceptedStore, Reply, RunningServer, StoreInterceptor, hidden, join,
    open_table, until, until_over, until_turn,
};

/// A store that can be told to keep what it is given for later, as a disk does that stands still, or to read nothing.
#[derive(Default)]
struct Halting {
    inner: MemoryStore,
    held: Mutex<Option<Vec<(Batch, CommitCallback)>>>,
    unreadable: Mutex<Option<StoreError>>,
    /// The number of writes about people.
    changes: AtomicUsize,
}

impl Halting {
    fn halt(&self) {
        *self.held.lock().unwrap() = Some(Vec::new());
    }

    /// Lets all reading fail from now on.
    fn read_nothing(&self, error: StoreError) {
        *self.unreadable.lock().unwrap() = Some(error);
    }

    fn waiting(&self) -> usize {
        self.held.lock().unwrap().as_ref().map_or(0, Vec::len)
    }

    fn go_on(&self) {
        let held = self.held.lock().unwrap().take();
        for (batch, done) in held.into_iter().flatten() {
            self.inner.append(batch, done);
        }
    }
}

impl StoreInterceptor for Halting {
    fn inner(&self) -> &dyn Store {
        &self.inner
    }
    fn reads(&self) -> Result<(), StoreError> {
        self.unreadable.lock().unwrap().clone().map_or(Ok(()), Err)
    }
    fn append(&self, batch: Batch, done: CommitCallback) {
        let mut held = self.held.lock().unwrap();
        match &mut *held {
            Some(held) => held.push((batch, done)),
            None => {
                drop(held);
                self.inner.append(batch, done);
            }
        }
    }
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.inner.change(changes, done);
    }
}

fn say(client: &mut Client, table: &str, id: &str) -> testkit::Reply {
    // Another one each time: what changes nothing is not stored.
    static SAID: AtomicUsize = AtomicUsize::new(1);
    let n = SAID.fetch_add(1, Ordering::Relaxed);
    let from: Vec<String> = (0..6)
        .filter(|bit| n >> bit & 1 == 1)
        .map(|bit| ["A", "B", "C", "D", "E", "F"][bit].to_owned())
        .collect();
    let body = json!({"seq": 0, "id": id, "wish": {"decline": {"from": from}}});
    client.post(&format!("/api/v1/tables/{table}/wish"), &body)
}

/// A table holds so many commands that wait and no more; the others are asked to come again, and none is lost.
#[test]
fn a_full_queue_says_when_to_come_again() {
    let store = Arc::new(InterceptedStore(Halting::default()));
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    join(&running, &table, "Ben");
    let before = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();

    store.halt();
    let token = ada.token.clone().unwrap();
    let sent: Vec<_> = (0..80)
        .map(|n| {
            let (token, table, addr) = (token.clone(), table.clone(), running.addr);
            std::thread::spawn(move || say(&mut Client::with_token(addr, &token), &table, &format!("c{n}")))
        })
        .collect();
    // One is being stored, 64 wait, and 15 are refused at once; the others are answered when the store goes on.
    until("some are refused", || sent.iter().filter(|thread| thread.is_finished()).count() == 15);
    assert_eq!(store.waiting(), 1, "a table has one batch under way");
    store.go_on();
    let replies: Vec<_> = sent.into_iter().map(|thread| thread.join().unwrap()).collect();
    let (done, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((done.len(), refused.len()), (65, 15));
    for reply in refused {
        assert_eq!(
            (reply.status, reply.json()["error"].as_str()),
            (429, Some("too-many")),
            "{}",
            reply.text()
        );
        assert!(reply.header("retry-after").is_some());
    }
    let after = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap();
    assert_eq!(after, before + 65, "what was answered is there, once");
}

/// A disk that does not keep up is said to be so, with a time to come again; the command may be sent again.
#[test]
fn an_overloaded_store_says_when_to_come_again() {
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    store.fail_next(StoreError::Overloaded);
    let refused = say(&mut ada, &table, "a");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some("storage")));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(say(&mut ada, &table, "a").status, 200);
}

/// The number of connections is limited; a client that comes then waits until one is closed.
#[test]
fn connections_are_limited() {
    let running =
        RunningServer::on(Arc::new(MemoryStore::new()), Limits { connections: 3, ..Limits::default() });
    let mut clients: Vec<Client> = (0..3).map(|_| running.client()).collect();
    for client in &mut clients {
        assert_eq!(client.get("/healthz").text(), "ok\n");
    }
    let mut late = TcpStream::connect(running.addr).unwrap();
    std::io::Write::write_all(&mut late, b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    // Whoever is in is served, again and again, and nothing comes for the late one.
    for _ in 0..20 {
        clients.iter_mut().for_each(|client| assert_eq!(client.get("/healthz").text(), "ok\n"));
    }
    late.set_nonblocking(true).unwrap();
    assert_eq!(late.read(&mut [0; 64]).unwrap_err().kind(), ErrorKind::WouldBlock);
    late.set_nonblocking(false).unwrap();
    drop(clients.pop());
    let mut answer = String::new();
    late.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

/// One address has so many requests and streams; another table of the same address has none of its own.
#[test]
fn an_address_has_its_share_of_requests_and_streams() {
    let limits = Limits {
        requests_per_second: 1,
        burst: 12,
        streams_per_address: 2,
        spare_loopback: false,
        ..Limits::default()
    };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    let tables = [open_table(&mut ada, &["me", "open"]), open_table(&mut ada, &["me", "open"])];
    let events = |table: &str| format!("/api/v1/tables/{table}/events");
    let streams = [ada.follow(&events(&tables[0])), ada.follow(&events(&tables[1]))];
    let refused = ada.get(&events(&tables[1]));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(refused.header("retry-after").is_some());
    drop(streams);
    let refused = (0..1_000).map(|_| ada.get("/api/v1/games")).find(|reply| reply.status != 200);
    let refused = refused.expect("a limit is reached");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!((1..=10).contains(&seconds_to_wait(&refused)));
    until("after some time it goes on", || ada.get("/api/v1/games").status == 200);
}

/// The refusals by a limit in the metrics, from all tests of this process.
fn turned_away(limit: &str) -> u64 {
    let text = METRICS.render(0, 0.0, &Now::default());
    let line = format!("neuland_refused_total{{limit=\"{limit}\"}} ");
    let value = text.lines().find_map(|known| known.strip_prefix(&line)).expect("the limit is counted");
    value.parse().expect("a number")
}

/// A connection from another address of this machine, or with a receive buffer of its own.
fn connect(to: SocketAddr, from: &str, receive_buffer: Option<u32>) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        if let Some(bytes) = receive_buffer {
            socket.set_recv_buffer_size(bytes).unwrap();
        }
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream
}

/// Asks on a connection of its own, which the server closes.
fn ask_from(to: SocketAddr, from: &str, headers: &str) -> String {
    let mut stream = connect(to, from, None);
    let request = format!("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n");
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// One address has so many connections; one more is told so, in words, and closed. Others do not notice.
#[test]
fn an_address_has_its_share_of_connections() {
    let limits = Limits { connections_per_address: 3, spare_loopback: false, ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut clients: Vec<Client> = (0..3).map(|_| running.client()).collect();
    for client in &mut clients {
        assert_eq!(client.get("/healthz").text(), "ok\n");
    }
    let before = turned_away("connections-per-address");
    let page = ask_from(running.addr, "127.0.0.1", "accept: text/html\r\naccept-language: de\r\n");
    assert!(page.starts_with("HTTP/1.1 429") && page.contains("connection: close"), "{page}");
    assert!(page.contains("retry-after: 10") && page.contains("content-security-policy"), "{page}");
    assert!(page.contains("Aus deinem Netz sind zu viele Verbindungen offen"), "{page}");
    let answer = ask_from(running.addr, "127.0.0.1", "accept: application/json\r\n");
    let problem: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(problem["error"], "too-many");
    assert!(problem["message"].as_str().unwrap().contains("connections"), "{problem}");
    assert!(turned_away("connections-per-address") >= before + 2);
    // A flood of them is closed without a word to each, and keeps nobody else waiting.
    let flood: Vec<TcpStream> = (0..150).map(|_| connect(running.addr, "127.0.0.1", None)).collect();
    let other = ask_from(running.addr, "127.0.0.2", "");
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    assert_eq!(clients[1].get("/healthz").text(), "ok\n", "who is in is served");
    drop(flood);
    // One that is closed makes room.
    drop(clients.pop());
    until("there is room again", || {
        running.client().try_send("GET", "/healthz", None, b"").is_ok_and(|r| r.status == 200)
    });
}

/// The connections of a trusted proxy are those of many people. What each of them may have is counted by the address that
/// the proxy tells.
#[test]
fn behind_a_trusted_proxy_everybody_has_their_own_share() {
    let limits = Limits {
        connections_per_address: 2,
        streams_per_address: 1,
        tables_per_hour: 1,
        requests_per_second: 1,
        burst: 8,
        spare_loopback: false,
        ..Limits::default()
    };
    let running = RunningServer::behind(&["127.0.0.1"], Arc::new(MemoryStore::new()), limits);
    let behind = |address: &str| {
        let mut client = running.client();
        client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
        client
    };
    let (mut ada, mut ben) = (behind("203.0.113.7"), behind("203.0.113.8"));
    let table = open_table(&mut ada, &["me", "open"]);
    let another = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    assert_eq!(ada.post("/api/v1/tables", &another).status, 429, "she has opened one");
    open_table(&mut ben, &["me", "open"]);
    let events = format!("/api/v1/tables/{table}/events");
    let _stream = ada.follow(&events);
    assert!(ada.try_follow(&events).is_err(), "she has one");
    let _other = ben.follow(&events);
    // More connections than one address may have.
    let mut many: Vec<Client> = (20..40).map(|n| behind(&format!("203.0.113.{n}"))).collect();
    for client in &mut many {
        assert_eq!(client.get("/healthz").status, 200);
    }
    let limited = (0..10).map(|_| ada.get("/healthz").status).filter(|status| *status == 429).count();
    assert!(limited > 0, "her requests are counted");
    assert_eq!(ben.get("/healthz").status, 200, "his by themselves");
}

/// A user at the machine itself harms nobody else: `neuland play` counts no requests there.
#[test]
fn this_machine_itself_is_not_counted() {
    let limits = Limits {
        connections_per_address: 1,
        streams_per_address: 1,
        tables_per_hour: 1,
        requests_per_second: 1,
        burst: 1,
        ..Limits::default()
    };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut clients: Vec<Client> = (0..5).map(|_| running.client()).collect();
    let tables: Vec<String> = clients.iter_mut().map(|client| open_table(client, &["me", "open"])).collect();
    let _streams: Vec<EventStream> =
        tables.iter().map(|table| clients[0].follow(&format!("/api/v1/tables/{table}/events"))).collect();
    for client in &mut clients {
        assert_eq!(client.post("/api/v1/draws", &json!({})).status, 400, "it is looked at");
    }
}

fn seconds_to_wait(reply: &Reply) -> u64 {
    reply.header("retry-after").expect("when to come again").parse().expect("seconds")
}

/// One address opens so many tables in an hour. Whoever meets that is told in their language, and what they chose stays in
/// the form. What was not opened does not count, and who asks for the same again gets the first answer.
#[test]
fn an_address_opens_so_many_tables_an_hour() {
    let limits = Limits {
        tables_per_hour: 3,
        requests_per_second: 10_000,
        burst: 10_000,
        spare_loopback: false,
        ..Limits::default()
    };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    ada.token = Some(Key::random().reveal());
    let seats = json!(["me", "bot:novice"]);
    for wrong in [
        json!({"game": "chess", "seats": seats}),
        json!({"game": "carcassonne", "seats": ["me", "bot:x"], "name": "Ada"}),
    ] {
        for _ in 0..4 {
            let refused = ada.post("/api/v1/tables", &wrong).status;
            assert!((400..429).contains(&refused), "{refused}");
        }
    }
    let promised = ada.post("/api/v1/tables/promise", &json!({})).json()["table"].clone();
    let wish = json!({"game": "carcassonne", "seats": seats, "name": "Ada", "promised": promised});
    let first = ada.post("/api/v1/tables", &wish);
    assert_eq!(first.status, 201, "{}", first.text());
    let table = first.json()["table"].as_str().unwrap().to_owned();
    open_table(&mut ada, &["me", "open"]);
    let mut browser = Browser::new(&running);
    let page = browser.get("/?game=catan").text();
    let form = |page: &str| {
        let (promised, commitment) = (hidden(page, "promised"), hidden(page, "commitment"));
        format!("game=catan&name=Zo%C3%AB&seat-A=me&seat-B=open&promised={promised}&commitment={commitment}")
    };
    let made = browser.send("POST", "/tables", &form(&page));
    assert_eq!(made.status, 303, "{}", made.text());

    // The fourth.
    let before = turned_away("tables-per-address");
    let another = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    let refused = ada.post("/api/v1/tables", &another);
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!((1_100..=1_201).contains(&seconds_to_wait(&refused)), "{}", seconds_to_wait(&refused));
    ada.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let german = ada.post("/api/v1/tables", &another).json()["message"].clone();
    assert!(german.as_str().unwrap().starts_with("Aus deinem Netz wurden viele Tische eröffnet"), "{german}");
    for (language, words) in [
        ("en", "Many tables have been opened from your network. You can open the next one in 20 minutes"),
        ("de", "Den nächsten kannst du in 20 Minuten eröffnen"),
    ] {
        browser.client.headers.retain(|(name, _)| name != "accept-language");
        browser.client.headers.push(("accept-language".to_owned(), language.to_owned()));
        let page = browser.get("/?game=catan").text();
        let refused = browser.send("POST", "/tables", &form(&page));
        assert_eq!(refused.status, 429);
        assert!(seconds_to_wait(&refused) <= 1_201);
        let text = refused.text();
        assert!(text.contains(words) && text.contains("value=\"Zoë\""), "{text}");
    }
    assert!(turned_away("tables-per-address") >= before + 4);
    // The first once more, since the answer was lost.
    let again = ada.post("/api/v1/tables", &wish);
    assert_eq!((again.status, &again.json()["table"]), (201, &json!(table)));
    assert_eq!(browser.send("POST", "/tables", &form(&page)).header("location"), made.header("location"));
    // Another address has its own.
    let theirs = format!(
        "POST /api/v1/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{another}",
        another.to_string().len()
    );
    let mut stream = connect(running.addr, "127.0.0.2", None);
    std::io::Write::write_all(&mut stream, theirs.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    // Playing again opens one too.
    for n in 0.. {
        let Some(legal) = until_turn(&mut ada, &table) else { break };
        let act = json!({"seq": legal["version"], "id": format!("a{n}"), "action": legal["legal"][0]});
        ada.post(&format!("/api/v1/tables/{table}/act"), &act);
    }
    let again = ada.post(&format!("/api/v1/tables/{table}/again"), &json!({}));
    assert_eq!(again.status, 429, "{}", again.text());
}

/// Account, device and session operations cost more than a request, so fewer of them are allowed. Keys without data, which
/// anybody can make, cause no writes at all.
#[test]
fn strangers_write_nothing_about_people_and_costly_things_are_counted() {
    let store = Arc::new(InterceptedStore(Halting::default()));
    let limits =
        Limits { spare_loopback: false, burst: 1_000, requests_per_second: 1_000, ..Limits::default() };
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, limits);
    let mut stranger = running.client();
    for _ in 0..8 {
        stranger.token = Some(Key::random().reveal());
        assert_eq!(stranger.send("DELETE", "/api/v1/session", None, b"").status, 204);
        assert_eq!(stranger.send("DELETE", "/api/v1/me", Some("application/json"), b"{}").status, 204);
    }
    assert_eq!(store.changes.load(Ordering::SeqCst), 0, "nothing is kept of them that could be deleted");
    // Who has a table is signed out for good, and deleted with a trace in the store.
    let mut guest = running.client();
    open_table(&mut guest, &["me", "open"]);
    assert_eq!(guest.send("DELETE", "/api/v1/session", None, b"").status, 204);
    assert_eq!(guest.get("/api/v1/tables").status, 401, "the key is not good any more");
    assert!(store.changes.load(Ordering::SeqCst) > 0);

    let before = turned_away("accounts");
    let refused = (0..80).find_map(|_| {
        stranger.token = Some(Key::random().reveal());
        let reply = stranger.send("DELETE", "/api/v1/me", Some("application/json"), b"{}");
        (reply.status != 204).then_some(reply)
    });
    let refused = refused.expect("a limit is reached");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(seconds_to_wait(&refused) <= 301);
    // Codes for other devices fill a list that all share.
    let mut browser = Browser::new(&running);
    let mut made = 0;
    let status = loop {
        browser.cookies = vec![("neuland-key".to_owned(), Key::random().reveal())];
        match browser.send("POST", "/account/transfer", "").status {
            200 => made += 1,
            other => break other,
        }
    };
    assert!(status == 429 && (20..=60).contains(&made), "{made} codes, then {status}");
    assert!(turned_away("accounts") >= before + 2);
    // Then nothing is done with passwords either.
    let sent = json!({"name": "Eve", "password": "correct horse battery"});
    for path in ["/api/v1/session", "/api/v1/account"] {
        stranger.token = None;
        let refused = stranger.post(path, &sent);
        assert_eq!(refused.status, 429, "{}", refused.text());
    }
    assert!(turned_away("accounts") >= before + 4);
}

/// Clients are told what to do, and nothing of where the host keeps what.
#[test]
fn a_failing_store_is_told_without_the_paths_of_the_host() {
    let secret = "/srv/hidden-place/tables.sqlite";
    let path = || PathBuf::from(secret);
    let full = StoreError::Full { path: path() };
    let others = [
        StoreError::Io { path: path(), reason: "hidden-place: Input/output error (os error 5)".to_owned() },
        StoreError::InUse { path: path(), by: "the server with process number 4711".to_owned() },
        StoreError::Newer { path: path(), version: 4711 },
    ];
    let told = |reply: &Reply, words: &str| {
        let text = reply.text();
        assert_eq!(reply.status, 503, "{text}");
        assert!(reply.header("retry-after").is_some());
        assert!(text.contains(words), "{text}");
        for hidden in ["hidden-place", "sqlite", "4711", "os error"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    };
    let store = Arc::new(InterceptedStore(Halting::default()));
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let mut browser = Browser::new(&running);
    let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    let form = "game=catan&name=Ada&seat-A=me&seat-B=open";
    let general = ("could not store or read", "nicht speichern oder lesen");
    let errors = std::iter::once((&full, ("disk is full", "Speicher des Servers ist voll")));
    for (n, (error, (english, german))) in
        errors.chain(others.iter().map(|error| (error, general))).enumerate()
    {
        let fail = || store.inner.fail_next(error.clone());
        fail();
        told(&say(&mut ada, &table, &format!("c{n}")), english);
        ada.headers = vec![("accept-language".to_owned(), "de".to_owned())];
        fail();
        told(&say(&mut ada, &table, &format!("d{n}")), german);
        ada.headers.clear();
        fail();
        told(&ada.post("/api/v1/tables", &body), english);
        browser.client.headers = vec![("accept-language".to_owned(), "de".to_owned())];
        fail();
        told(&browser.send("POST", "/tables", form), german);
        fail();
        let account = json!({"name": format!("Eve{n}"), "password": "correct horse battery"});
        told(&running.client().post("/api/v1/account", &account), english);
        // It is done once it can be.
        assert_eq!(say(&mut ada, &table, &format!("c{n}")).status, 200);
    }
    store.read_nothing(others[0].clone());
    let mut stranger = Client::with_token(running.addr, &Key::random().reveal());
    for path in [
        "/api/v1/tables",
        "/api/v1/tables/public",
        "/api/v1/me",
        "/api/v1/tables/000000000001",
        "/api/v1/codes/aaaaaaaa",
    ] {
        told(&stranger.get(path), general.0);
    }
    for path in ["/", "/lobby", "/t/000000000001", "/account"] {
        browser.cookies = vec![("neuland-key".to_owned(), Key::random().reveal())];
        told(&browser.get(path), general.1);
    }
}

/// Input that is too large is refused at once, even while the store stands still: it never waits in a queue.
#[test]
fn nothing_large_waits_in_a_queue() {
    let store = Arc::new(InterceptedStore(Halting::default()));
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let mut ben = join(&running, &table, "Ben").0;
    store.halt();
    let under_way = {
        let (token, table, addr) = (ada.token.clone().unwrap(), table.clone(), running.addr);
        std::thread::spawn(move || say(&mut Client::with_token(addr, &token), &table, "first"))
    };
    until("something is being stored", || store.waiting() == 1);
    let large = "x".repeat(60_000);
    let path = |verb: &str| format!("/api/v1/tables/{table}/{verb}");
    let cases = [
        ("act", json!({"seq": 2, "id": "a", "action": large}), 422, "not-an-action"),
        ("wish", json!({"seq": 2, "id": "b", "wish": {"say": large}}), 422, "bad-text"),
        ("wish", json!({"seq": 2, "id": large, "wish": {"say": "x"}}), 400, "bad-command-id"),
        ("fill", json!({"id": "c", "bot": large}), 422, "no-bot"),
        ("join", json!({"name": large}), 422, "bad-name"),
    ];
    for (verb, body, status, error) in cases {
        let reply = ben.post(&path(verb), &body);
        assert_eq!((reply.status, reply.json()["error"].as_str()), (status, Some(error)), "{verb}");
        assert!(reply.body.len() < 20_000, "{} bytes come back", reply.body.len());
    }
    assert_eq!(store.waiting(), 1);
    store.go_on();
    assert_eq!(under_way.join().unwrap().status, 200);
}

/// A table of bots that play a long game by themselves.
fn bots_at_play(client: &mut Client) -> String {
    let seats = ["bot:random"; 4];
    let body = json!({"game": "cities-and-knights", "seats": seats, "options": {"victory_points": 22}});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["table"].as_str().unwrap().to_owned()
}

fn state(running: &RunningServer, table: &str) -> Value {
    running.client().get(&format!("/api/v1/tables/{table}")).json()
}

/// Limits under which a reader is soon behind: small buffers, and little patience.
fn impatient(stalled: Duration) -> Limits {
    Limits { stalled, behind: 4 * 1024, ..Limits::default() }
}

/// A stream on a connection that holds little.
fn follow_slowly(running: &RunningServer, client: &Client, path: &str) -> EventStream {
    client.try_follow_on(connect(running.addr, "127.0.0.1", Some(4 * 1024)), path).expect("a stream")
}

/// A reader who stops in the middle of a game is dropped, and later goes on from the last version they have. Both parts together
/// equal the stream of a reader who never stopped, without gap and repeat.
#[test]
fn a_reader_who_stops_is_dropped_and_goes_on_where_they_were() {
    let running = RunningServer::on(Arc::new(MemoryStore::new()), impatient(Duration::from_millis(500)));
    let mut watcher = running.client();
    let table = bots_at_play(&mut watcher);
    let events = format!("/api/v1/tables/{table}/events");
    let mut slow = follow_slowly(&running, &watcher, &format!("{events}?after=0"));
    let mut got: Vec<(u64, Value)> = (0..10).map(|_| slow.next().expect("it begins")).collect();

    // They read nothing any more, while the game goes on to its end. The server gives them up.
    until("the reader is dropped", || state(&running, &table)["spectators"] == 0);
    until_over(&mut watcher, &table);
    let last = state(&running, &table)["version"].as_u64().unwrap();

    // What had been sent is still on its way, the last of it perhaps broken off; then the connection ends.
    got.extend(slow);
    let seen = got.last().expect("some").0;
    assert!(seen < last, "all of {last} versions were on their way, so nobody was behind");

    let mut back = running.client();
    back.headers.push(("last-event-id".to_owned(), seen.to_string()));
    let mut rest = back.follow(&events);
    while got.last().is_none_or(|(version, _)| *version < last) {
        got.push(rest.next().expect("it goes on"));
    }
    let mut whole = watcher.follow(&format!("{events}?after=0"));
    let all: Vec<(u64, Value)> = (0..last).map(|_| whole.next().expect("all versions")).collect();
    assert_eq!(got.iter().map(|(version, _)| *version).collect::<Vec<_>>(), (1..=last).collect::<Vec<_>>());
    assert_eq!(got, all);
}

/// The resident memory of the process, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line for it");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
}

/// Many who stop reading cost little memory and nobody's time: a stream keeps what fits into one piece, and the rest stays
/// in the table, once for all.
#[cfg(target_os = "linux")]
#[test]
fn readers_who_stop_cost_little() {
    let running = RunningServer::on(Arc::new(MemoryStore::new()), impatient(Duration::from_secs(3_600)));
    let mut watcher = running.client();
    // A game that is long enough to be missed if every reader had it for themselves.
    let (table, bytes) = loop {
        let table = bots_at_play(&mut watcher);
        until_over(&mut watcher, &table);
        let last = state(&running, &table)["version"].as_u64().unwrap();
        let mut whole = watcher.follow(&format!("/api/v1/tables/{table}/events?after=0"));
        let bytes: usize = (0..last).map(|_| whole.next().expect("all versions").1.to_string().len()).sum();
        if bytes > 300 << 10 {
            break (table, bytes);
        }
    };
    let events = format!("/api/v1/tables/{table}/events?after=0");

    let before = resident();
    let readers = 300;
    let mut stopped: Vec<EventStream> =
        (0..readers).map(|_| follow_slowly(&running, &watcher, &events)).collect();
    for reader in &mut stopped {
        assert!(reader.next().is_some());
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        let asked = Instant::now();
        assert_eq!(running.client().get(&format!("/api/v1/tables/{table}/view")).status, 200);
        slowest = slowest.max(asked.elapsed());
    }
    let grown = resident().saturating_sub(before);
    println!(
        "{readers} readers of {} KiB each: {} KiB, slowest answer {slowest:?}",
        bytes / 1024,
        grown / 1024
    );
    assert_eq!(state(&running, &table)["spectators"], readers, "none was dropped yet");
    assert!(grown < readers * (100 << 10), "{} KiB for {readers} readers", grown / 1024);
}
