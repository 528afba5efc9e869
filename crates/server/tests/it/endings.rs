//! Tables that end before their game does, seats that are replaced, and the time by which that is decided.

use live::time::Time;
use live::{BotPause, Retention};
use serde_json::{Value, json};
use server::Config;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{MemoryStore, Store};
use testkit::{Browser, Client, InterceptedStore, RunningServer, StoreInterceptor, hidden, until};

const START: u64 = 1_795_250_000_000;
const DAY: u64 = 24 * 3600 * 1000;

/// A server with clocks that the test sets.
struct Clocked {
    running: RunningServer,
    /// The wall clock, in milliseconds since 1970.
    wall: Arc<AtomicU64>,
    /// The monotonic clock.
    passed: Arc<AtomicU64>,
    looks: Arc<InterceptedStore<Looks>>,
}

/// A store that counts how often tables at rest were looked for.
struct Looks {
    inner: Arc<MemoryStore>,
    count: AtomicU64,
}

impl StoreInterceptor for Looks {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn rests(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
    }
}

impl Clocked {
    fn start(store: &Arc<MemoryStore>, at: u64) -> Clocked {
        let (wall, passed) = (Arc::new(AtomicU64::new(at)), Arc::new(AtomicU64::new(0)));
        let time = {
            let wall = Arc::clone(&wall);
            Time::planted(move || wall.load(Ordering::Relaxed), Arc::clone(&passed))
        };
        // It looks after its tables all the time, also long before one of them is closed.
        let month = Some(Duration::from_millis(30 * DAY));
        let retention = Retention {
            close_after: month,
            archive_after: Some(Duration::from_millis(DAY)),
            every: Duration::from_millis(10),
            pause: Duration::ZERO,
            ..Retention::default()
        };
        let config = Config { bot_pause: BotPause::NONE, retention, ..Config::default() };
        let looks = Arc::new(InterceptedStore(Looks { inner: Arc::clone(store), count: AtomicU64::new(0) }));
        let running = RunningServer::at(config, Arc::clone(&looks) as Arc<dyn Store>, time);
        Clocked { running, wall, passed, looks }
    }

    /// Waits until the server has looked after all its tables at the present time: once more to the end of the round that
    /// may have begun before, and then a whole one. A round looks for tables at rest at most three times here.
    fn rounds(&self) {
        let before = self.looks.count.load(Ordering::SeqCst);
        until("the tables are looked after", || self.looks.count.load(Ordering::SeqCst) > before + 8);
    }

    /// Time passes, on both clocks.
    fn pass(&self, time: u64) {
        self.wall.fetch_add(time, Ordering::Relaxed);
        self.passed.fetch_add(time, Ordering::Relaxed);
    }
}

/// A table of two persons with these options, and who sits there.
fn two(running: &RunningServer, options: &Value) -> (Client, Client, String) {
    let mut plan = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    plan.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let mut ada = running.client();
    let reply = ada.post("/api/v1/tables", &plan);
    assert_eq!(reply.status, 201, "{}", reply.text());
    ada.token = reply.json()["token"].as_str().map(str::to_owned);
    let path = format!("/api/v1/tables/{}", reply.json()["table"].as_str().unwrap());
    let mut ben = running.client();
    let reply = ben.post(&format!("{path}/join"), &json!({"name": "Ben"}));
    ben.token = reply.json()["token"].as_str().map(str::to_owned);
    (ada, ben, path)
}

fn wish(client: &mut Client, path: &str, wish: &Value) -> (u16, Value) {
    let seq = client.get(path).json()["version"].clone();
    let id = table::Key::random().reveal();
    let reply = client.post(&format!("{path}/wish"), &json!({"seq": seq, "id": id, "wish": wish}));
    (reply.status, reply.json())
}

fn act(client: &mut Client, path: &str) -> u16 {
    let legal = client.get(&format!("{path}/legal")).json();
    let body =
        json!({"seq": legal["version"], "id": table::Key::random().reveal(), "action": legal["legal"][0]});
    client.post(&format!("{path}/act"), &body).status
}

#[test]
fn a_table_closes_when_all_agree_and_its_record_proves_the_dice() {
    let running = RunningServer::start();
    let (mut ada, mut ben, path) = two(&running, &json!({}));
    assert_eq!(act(&mut ada, &path), 200);
    assert_eq!(ben.get(&format!("{path}/record")).status, 403);
    // The person who opened it cannot close it alone any more.
    assert_eq!(ada.post(&format!("{path}/close"), &json!({"id": "close"})).status, 200);
    let state = ben.get(&path).json();
    assert_eq!((&state["stage"], &state["close_asked"]), (&json!("playing"), &json!("A")));
    assert_eq!(ben.get(&format!("{path}/record")).status, 403, "and nothing is revealed by asking");
    assert_eq!(wish(&mut ben, &path, &json!({"answer-close": {"agrees": false}})).0, 200);
    let (status, refused) = wish(&mut ada, &path, &json!("ask-close"));
    assert_eq!((status, &refused["error"]), (429, &json!("too-many")), "{refused}");
    assert_eq!(wish(&mut ben, &path, &json!("ask-close")).0, 200);
    assert_eq!(wish(&mut ada, &path, &json!({"answer-close": {"agrees": true}})).0, 200);
    let state = ada.get(&path).json();
    assert_eq!((&state["stage"], &state["closed"]), (&json!("closed"), &json!("agreement")));
    let record = running.client().get(&format!("{path}/record"));
    assert_eq!(record.status, 200);
    let text = record.text();
    let verified = shelf::verify::verify(text.as_bytes()).unwrap();
    assert_eq!(verified.closed, Some(game::Closing::Agreement));
    // The server says the same to the page that checks it.
    for mark in ["", "\u{feff}"] {
        let text = format!("{mark}{text}");
        let drawn =
            running.client().send("POST", "/api/v1/draws", Some("application/x-ndjson"), text.as_bytes());
        assert_eq!((drawn.status, &drawn.json()["closed"]), (200, &json!("agreement")));
    }
    // Everybody may look through any eyes, and at all numbers.
    let statistics = running.client().get(&format!("{path}/statistics")).json();
    assert_eq!(statistics["over"], true);
    assert_eq!(running.client().get(&format!("{path}/positions/1?eyes=all")).status, 200);
    // The same people play again.
    assert_eq!(ben.post(&format!("{path}/again"), &json!({})).status, 200);
}

#[test]
fn pages_ask_whether_to_close() {
    let running = RunningServer::start();
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    let (table, _) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    let send = |browser: &mut Browser, wish: &str| {
        let page = browser.get(&table).text();
        let body = format!("seq={}&id={}&{wish}", hidden(&page, "seq"), table::Key::random().reveal());
        assert_eq!(browser.send("POST", &format!("{table}/wish"), &body).status, 303, "{wish}");
        browser.get(&table).text()
    };
    let page = send(&mut ada, "wish=close");
    assert!(page.contains("id=\"close-request\"") && page.contains("Withdraw"), "{page}");
    let page = ben.get(&table).text();
    assert!(page.contains("Ada asks to close the table") && page.contains("data-call=\"close A "), "{page}");
    let page = send(&mut ben, "wish=answer-close&agrees=yes");
    assert!(page.contains("id=\"ended\"") && page.contains("Everybody agreed"), "{page}");
    assert!(page.contains(&format!("{table}/record")) && page.contains("id=\"again\""), "{page}");
    assert!(running.client().get(&format!("{table}/replay/1?eyes=all")).status == 200);
}

#[test]
fn a_lost_connection_has_half_a_minute() {
    let clocked = Clocked::start(&Arc::default(), START);
    let running = &clocked.running;
    let (mut ada, ben, path) = two(running, &json!({}));
    let live = running.table(path.rsplit('/').next().unwrap());
    let seat = game::Seat::B;
    let is_there = || live.is_online(&live.look(), seat);
    let replace = json!({"replace": {"seat": "B"}});
    let offered = {
        let (token, id) = (ada.token.clone().unwrap(), live.id());
        move || {
            let cookie = format!("neuland-key={token}");
            let request = format!("GET /t/{id} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n");
            let page = running.client().raw(request.as_bytes()).unwrap().text();
            assert!(page.contains("id=\"players\""), "{page}");
            page.contains("value=\"replace\"")
        }
    };
    for come_back in [true, false] {
        let stream = ben.follow(&format!("{path}/events"));
        until("Ben is there", is_there);
        clocked.pass(1_000_000);
        assert_eq!(wish(&mut ada, &path, &replace).1["error"], "not-away");
        drop(stream);
        until("Ben's connection is lost", || !is_there());
        clocked.pass(29_999);
        assert!(!offered());
        assert_eq!(wish(&mut ada, &path, &replace).1["error"], "not-away");
        if come_back {
            // In time: the next loss has all of it again.
            continue;
        }
        clocked.pass(1);
        assert!(offered());
        assert_eq!(wish(&mut ada, &path, &replace).0, 200);
        assert_eq!(ada.get(&path).json()["seats"][1]["bot"], "settler");
    }
}

#[test]
fn a_wall_clock_that_jumps_takes_no_time_from_anybody() {
    let clocked = Clocked::start(&Arc::default(), START);
    let (mut ada, mut ben, path) = two(&clocked.running, &json!({"clock": "bank 600 0 bot"}));
    let live = clocked.running.table(path.rsplit('/').next().unwrap());
    let left = |client: &mut Client| client.get(&path).json()["seats"][0]["clock"].as_u64().unwrap();
    clocked.pass(10_000);
    assert_eq!(left(&mut ada), 590_000);
    // Forward by two days, back by three.
    for wall in [START + 2 * DAY, START - DAY] {
        clocked.wall.store(wall, Ordering::Relaxed);
        let before = left(&mut ada);
        clocked.pass(10_000);
        assert_eq!(left(&mut ada), before - 10_000, "only the time that passed");
        assert_eq!(wish(&mut ben, &path, &json!({"say": "Tick"})).0, 200);
        assert_eq!(live.look().bot_at(game::Seat::A), None);
    }
    let times: Vec<u64> = live.look().history().iter().map(|change| change.at).collect();
    assert!(times.is_sorted() && *times.last().unwrap() == START + 30_000, "{times:?}");
}

#[test]
fn a_server_that_starts_with_an_earlier_wall_clock_goes_on_where_the_log_ends() {
    let store: Arc<MemoryStore> = Arc::default();
    let before = Clocked::start(&store, START);
    let (mut ada, mut ben, path) = two(&before.running, &json!({"clock": "bank 600 0 bot"}));
    before.pass(100_000);
    assert_eq!(act(&mut ada, &path), 200);
    drop(before);
    let after = Clocked::start(&store, START - DAY);
    let client = |old: &Client| Client::with_token(after.running.addr, old.token.as_deref().unwrap());
    (ada, ben) = (client(&ada), client(&ben));
    let left = |client: &mut Client| client.get(&path).json()["seats"][0]["clock"].as_u64().unwrap();
    assert_eq!(left(&mut ada), 500_000);
    // Time goes on for a table that is ahead of the clock, also when it is read again.
    let live = after.running.table(path.rsplit('/').next().unwrap());
    after.pass(100_000);
    assert_eq!(left(&mut ada), 400_000);
    assert_eq!(wish(&mut ben, &path, &json!({"say": "Tick"})).0, 200);
    after.pass(500_000);
    until("the time is up, and a bot plays", || live.look().bot_at(game::Seat::A).is_some());
    let times: Vec<u64> = live.look().history().iter().map(|change| change.at).collect();
    assert!(times.is_sorted() && *times.last().unwrap() >= START + 600_000, "{times:?}");
}

#[test]
fn tables_that_nobody_comes_to_any_more_are_closed() {
    let store: Arc<MemoryStore> = Arc::default();
    let first = Clocked::start(&store, START);
    let (mut ada, _, deserted) = two(&first.running, &json!({}));
    let (mut eve, _, played) = two(&first.running, &json!({}));
    let waiting = first
        .running
        .client()
        .post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Cleo"}));
    let waiting = format!("/api/v1/tables/{}", waiting.json()["table"].as_str().unwrap());
    assert_eq!((act(&mut ada, &deserted), act(&mut eve, &played)), (200, 200));
    first.pass(29 * DAY);
    let closed = |clocked: &Clocked, path: &str| clocked.running.client().get(path).json()["closed"].clone();
    first.rounds();
    first.pass(DAY - 1);
    assert_eq!(wish(&mut eve, &played, &json!({"say": "I think"})).0, 200);
    first.rounds();
    assert_eq!(closed(&first, &deserted), json!(null));
    first.pass(1);
    until("it is closed in its time", || closed(&first, &deserted) == "absence");
    until("also where nobody sat down", || closed(&first, &waiting) == "absence");
    first.rounds();
    assert_eq!(closed(&first, &played), json!(null));
    let record = first.running.client().get(&format!("{deserted}/record")).text();
    assert_eq!(shelf::verify::verify(record.as_bytes()).unwrap().closed, Some(game::Closing::Absence));
    drop(first);
    // Tables are found without being in memory, and closed once.
    let entries = |path: &str| store.load(path.rsplit('/').next().unwrap().parse().unwrap()).unwrap().len();
    let before = entries(&deserted);
    // A month without a server is nobody's absence.
    let second = Clocked::start(&store, START + 61 * DAY);
    second.rounds();
    second.pass(29 * DAY);
    second.rounds();
    assert_eq!(closed(&second, &played), json!(null));
    second.pass(DAY);
    until("it is closed as well", || closed(&second, &played) == "absence");
    second.rounds();
    assert_eq!(entries(&deserted), before);
}
