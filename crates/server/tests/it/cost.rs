//! Requests are charged what they cost, work that takes a while is bounded, and one who asks for much slows nobody else.
//!
//! What work costs is declared here instead of measured, so that everything is counted, and budgets fill so slowly that
//! no test sees it.

use live::metrics::METRICS;
use live::{BotPause, Budget, Capacity, CostSource};
use serde_json::json;
use server::{Config, Limits, PublicAddress};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use store::{MemoryStore, Store, StoreError};
use testkit::{Client, InterceptedStore, Reply, RunningServer, StoreInterceptor, open_table};

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Budgets of so many milliseconds, of which each piece of work costs a hundred.
fn limits(each: u64, table: u64) -> Limits {
    let budget = |burst| Budget { per_second: Duration::from_micros(10), burst: millis(burst) };
    Limits {
        cost: budget(each),
        table_cost: budget(table),
        cost_source: CostSource::Declared(millis(100)),
        ..Limits::default()
    }
}

/// A server to which this machine is a proxy that says who asks; who comes without a word of it is this machine itself,
/// and not counted.
fn running(limits: Limits) -> RunningServer {
    RunningServer::behind(&["127.0.0.1"], Arc::new(MemoryStore::new()), limits)
}

fn from(running: &RunningServer, address: &str) -> Client {
    let mut client = running.client();
    client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
    client
}

/// A table that this machine has opened, with who sits there.
fn table(running: &RunningServer) -> (Client, String) {
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    (ada, table)
}

fn picture(client: &mut Client, table: &str) -> Reply {
    client.get(&format!("/t/{table}/board/0.svg"))
}

/// The number of pictures that this client gets before it is told to come again.
fn pictures(client: &mut Client, table: &str) -> usize {
    let served = (0..50).take_while(|_| picture(client, table).status == 200).count();
    assert_eq!(picture(client, table).status, 429);
    served
}

#[test]
fn an_address_that_asks_for_much_is_refused_and_another_is_served() {
    let running = running(limits(250, 1_000_000));
    let (_, table) = table(&running);
    let mut greedy = from(&running, "192.0.2.7");
    assert_eq!(pictures(&mut greedy, &table), 3, "the last one was begun when there was something left");
    let refused = greedy.get(&format!("/api/v1/tables/{table}"));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 1);
    for (language, words) in [("en", "a great deal to do"), ("de", "sehr viel Arbeit")] {
        greedy.headers.push(("accept-language".to_owned(), language.to_owned()));
        let page = greedy.get(&format!("/t/{table}"));
        assert!(page.status == 429 && page.text().contains(words), "{}", page.text());
        greedy.headers.pop();
    }
    assert_eq!(greedy.get("/healthz").status, 200);
    assert_eq!(picture(&mut from(&running, "198.51.100.7"), &table).status, 200);
}

/// A refused command is not carried out, and can be sent again.
#[test]
fn a_command_that_is_refused_is_not_lost() {
    let running = running(limits(250, 1_000_000));
    let (mut ada, table) = table(&running);
    let version =
        |client: &mut Client| client.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let before = version(&mut ada).as_u64().unwrap();
    let mut elsewhere = from(&running, "192.0.2.7");
    elsewhere.token.clone_from(&ada.token);
    pictures(&mut elsewhere, &table);
    let path = format!("/api/v1/tables/{table}/wish");
    let say = json!({"seq": before, "id": "once", "wish": {"say": "Hello"}});
    assert_eq!(elsewhere.post(&path, &say).status, 429);
    assert_eq!(version(&mut ada), before);
    for _ in 0..2 {
        assert_eq!(ada.post(&path, &say).json()["seq"], before + 1);
    }
    assert_eq!(version(&mut ada), before + 1);
}

/// A person pays wherever they are; nobody else does for them.
#[test]
fn a_person_does_not_get_more_by_coming_from_elsewhere() {
    let running = running(limits(250, 1_000_000));
    let (ada, table) = table(&running);
    let path = format!("/t/{table}/replay/0");
    let mut served = 0;
    for n in 0..9 {
        let mut client = from(&running, &format!("10.{n}.0.1"));
        // Pages know people by a cookie.
        client.headers.push(("cookie".to_owned(), format!("neuland-key={}", ada.token.as_ref().unwrap())));
        served += usize::from(client.get(&path).status == 200);
    }
    assert!((1..=3).contains(&served), "{served}");
    assert_eq!(from(&running, "10.9.0.1").get(&path).status, 200);
}

/// Sent bytes are charged too: a client that reads long logs again and again is refused at some point.
#[test]
fn streams_from_the_beginning_are_charged_what_they_send() {
    let running = running(limits(10, 1_000_000));
    let (mut ada, table) = table(&running);
    let path = format!("/api/v1/tables/{table}");
    let text = "x".repeat(280);
    for n in 0..5 {
        let say = json!({"seq": n, "id": format!("s{n}"), "wish": {"say": text}});
        assert_eq!(ada.post(&format!("{path}/wish"), &say).status, 200);
    }
    let greedy = from(&running, "192.0.2.7");
    let served = (0..1_000).take_while(|_| {
        let stream = greedy.try_follow(&format!("{path}/events?after=0"));
        stream.is_ok_and(|mut stream| stream.any(|(version, _)| version == 5))
    });
    // Ten milliseconds are a quarter of a megabyte.
    let served = served.count();
    assert!((10..400).contains(&served), "{served} streams");
    assert_eq!(from(&running, "198.51.100.7").get(&path).status, 200);
}

#[test]
fn passwords_are_charged_what_hashing_them_costs() {
    let running = running(limits(250, 1_000_000));
    let mut eve = from(&running, "192.0.2.7");
    let account = json!({"name": "Eve", "password": "correct horse battery"});
    assert_eq!(eve.post("/api/v1/account", &account).status, 201);
    eve.token = None;
    // To rate it, to hash it, and to hash it once more.
    let session = json!({"name": "Eve", "password": "correct horse battery"});
    assert!(eve.post("/api/v1/session", &session).status < 300);
    assert_eq!(eve.get("/api/v1/tables/public").status, 429);
    assert_eq!(from(&running, "198.51.100.7").get("/api/v1/tables/public").status, 200);
}

#[test]
fn networks_share_a_budget() {
    let running = running(limits(90, 1_000_000));
    let (_, table) = table(&running);
    // Each address has one picture and a network four times as much, and all begin with something left.
    for (network, other) in [("2001:db8:7:", "2001:db8:8:99::"), ("192.0.2.", "192.0.3.99")] {
        let end = if network.contains(':') { "::1" } else { "" };
        let mut served = 0;
        for n in 1..20 {
            served += usize::from(
                picture(&mut from(&running, &format!("{network}{n}{end}")), &table).status == 200,
            );
        }
        assert_eq!(served, 4, "{network}");
        assert_eq!(picture(&mut from(&running, other), &table).status, 200);
    }
}

/// Many who look on spend half of what a table has; its players have the rest; another table knows nothing of it.
#[test]
fn a_table_over_its_budget_does_not_slow_another() {
    let running = running(limits(1_000_000, 780));
    let ((ada, crowded), (_, quiet)) = (table(&running), table(&running));
    let mut looking = from(&running, "192.0.2.7");
    assert_eq!(pictures(&mut looking, &crowded), 4);
    let refused = looking.get(&format!("/t/{crowded}"));
    assert!(refused.status == 429 && refused.text().contains("This table"), "{}", refused.text());
    let mut player = from(&running, "198.51.100.7");
    player.token.clone_from(&ada.token);
    assert_eq!(pictures(&mut player, &crowded), 4);
    for client in [&mut looking, &mut player] {
        assert_eq!(picture(client, &quiet).status, 200);
    }
    // This machine itself is not counted.
    assert_eq!(picture(&mut running.client(), &crowded).status, 200);
}

/// A store whose reading of tables stands still until it is let go on.
struct Held {
    inner: Arc<MemoryStore>,
    open: Mutex<bool>,
    opened: Condvar,
    loads: AtomicUsize,
}

impl Held {
    fn go_on(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

impl StoreInterceptor for Held {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn loads(&self) -> Result<(), StoreError> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        drop(self.opened.wait_while(self.open.lock().unwrap(), |open| !*open).unwrap());
        Ok(())
    }
}

/// A server with one worker and tables that are not in memory and cannot be read for now.
fn held(
    queue: usize,
    request: Duration,
    tables: usize,
) -> (RunningServer, Arc<InterceptedStore<Held>>, Vec<String>) {
    let inner = Arc::new(MemoryStore::new());
    let tables = {
        let before = RunningServer::on(Arc::clone(&inner) as Arc<dyn Store>, Limits::default());
        (0..tables).map(|_| table(&before).1).collect()
    };
    let store = Arc::new(InterceptedStore(Held {
        inner,
        open: Mutex::new(false),
        opened: Condvar::new(),
        loads: AtomicUsize::new(0),
    }));
    let config = Config {
        bot_pause: BotPause::NONE,
        limits: Limits { request, ..limits(1_000_000, 1_000_000) },
        room: Capacity { workers: 1, queue, ..Capacity::default() },
        outside: PublicAddress {
            trusted_proxies: vec!["127.0.0.1".parse().unwrap()],
            ..PublicAddress::default()
        },
        ..Config::default()
    };
    (RunningServer::with(config, Arc::clone(&store) as Arc<dyn Store>), store, tables)
}

/// Asks for a table from an address of its own, on a thread of its own.
fn ask(running: &RunningServer, table: &str, n: usize) -> std::thread::JoinHandle<Reply> {
    let (mut client, path) = (from(running, &format!("10.{n}.0.1")), format!("/api/v1/tables/{table}"));
    std::thread::spawn(move || client.get(&path))
}

#[track_caller]
fn until(what: impl Fn() -> bool) {
    testkit::until("it happens", what);
}

#[test]
fn a_full_queue_refuses_and_keeps_nobody_else_waiting() {
    let (running, store, tables) = held(4, Duration::from_secs(60), 9);
    let mut asked = vec![ask(&running, &tables[0], 0)];
    until(|| store.loads.load(Ordering::SeqCst) == 1);
    asked.extend((1..9).map(|n| ask(&running, &tables[n], n)));
    // One is being read, four wait, and four are refused at once.
    until(|| asked.iter().filter(|asked| asked.is_finished()).count() == 4);
    assert_eq!(running.client().get("/healthz").status, 200);
    assert_eq!(store.loads.load(Ordering::SeqCst), 1, "one at a time");
    store.go_on();
    let replies: Vec<Reply> = asked.into_iter().map(|asked| asked.join().unwrap()).collect();
    let (done, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((done.len(), refused.len()), (5, 4));
    for reply in refused {
        assert_eq!((reply.status, reply.json()["error"].as_str()), (503, Some("busy")), "{}", reply.text());
        assert!(reply.header("retry-after").is_some());
    }
}

/// A request that ran out of time stops its work: what waited is never begun.
#[test]
fn work_of_requests_that_timed_out_never_starts() {
    let cancelled = METRICS.work_cancelled.get();
    let (running, store, tables) = held(8, millis(200), 5);
    let mut asked = vec![ask(&running, &tables[0], 0)];
    until(|| store.loads.load(Ordering::SeqCst) == 1);
    asked.extend((1..5).map(|n| ask(&running, &tables[n], n)));
    for reply in asked {
        assert_eq!(reply.join().unwrap().status, 408);
    }
    store.go_on();
    // What is asked for now is done after all that waited before.
    until(|| ask(&running, &tables[4], 4).join().unwrap().status == 200);
    assert_eq!(store.loads.load(Ordering::SeqCst), 2, "that which was under way, and the last one");
    assert!(METRICS.work_cancelled.get() >= cancelled + 5);
}
