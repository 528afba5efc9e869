//! What bounds the server: full queues, a disk that does not keep up, connections.

mod common;

use common::{Client, Running, join, open_table};
use serde_json::json;
use server::store::{
    Batch, Change, Done, Known, MemoryStore, Person, Session, Store, StoreError, StoredEntry, Tag, Who,
};
use server::{KeyHash, Limits, TableId};
use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A store that can be told to keep what it is given for later, as a disk does that stands still.
#[derive(Default)]
struct Halting {
    inner: MemoryStore,
    held: Mutex<Option<Vec<(Batch, Done)>>>,
}

impl Halting {
    fn halt(&self) {
        *self.held.lock().unwrap() = Some(Vec::new());
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

impl Store for Halting {
    fn append(&self, batch: Batch, done: Done) {
        let mut held = self.held.lock().unwrap();
        match &mut *held {
            Some(held) => held.push((batch, done)),
            None => {
                drop(held);
                self.inner.append(batch, done);
            }
        }
    }
    fn load(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        self.inner.load(table)
    }
    fn tables_of(&self, holder: KeyHash, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.inner.tables_of(holder, limit)
    }
    fn table_by_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        self.inner.table_by_code(code)
    }
    fn tagged(&self, tag: Tag, limit: usize) -> Result<Vec<TableId>, StoreError> {
        self.inner.tagged(tag, limit)
    }
    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.inner.alive(now)
    }
    fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        self.inner.last_alive()
    }
    fn change(&self, changes: Vec<Change>, done: Done) {
        self.inner.change(changes, done);
    }
    fn known(&self, holder: KeyHash) -> Result<Known, StoreError> {
        self.inner.known(holder)
    }
    fn person(&self, who: Who<'_>) -> Result<Option<Person>, StoreError> {
        self.inner.person(who)
    }
    fn sessions(&self, person: KeyHash) -> Result<Vec<Session>, StoreError> {
        self.inner.sessions(person)
    }
}

fn say(client: &mut Client, table: &str, id: &str) -> common::Reply {
    let body = json!({"seq": 0, "id": id, "wish": {"decline": {}}});
    client.post(&format!("/api/v1/tables/{table}/wish"), &body)
}

/// A table holds so many commands that wait and no more; the others are asked to come again, and none is lost.
#[test]
fn a_full_queue_says_when_to_come_again() {
    let store = Arc::new(Halting::default());
    let running = Running::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
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
    let until = Instant::now() + Duration::from_secs(20);
    while sent.iter().filter(|thread| thread.is_finished()).count() < 15 {
        assert!(Instant::now() < until, "nobody is refused");
        std::thread::sleep(Duration::from_millis(20));
    }
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
    let running = Running::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    store.fail_next(StoreError::Overloaded);
    let refused = say(&mut ada, &table, "a");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some("storage")));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(say(&mut ada, &table, "a").status, 200);
}

/// So many connections and no more; whoever comes then waits until one is closed.
#[test]
fn connections_are_limited() {
    let running = Running::on(Arc::new(MemoryStore::new()), Limits { connections: 3, ..Limits::default() });
    let mut clients: Vec<Client> = (0..3).map(|_| running.client()).collect();
    for client in &mut clients {
        assert_eq!(client.get("/healthz").text(), "ok\n");
    }
    let mut late = TcpStream::connect(running.addr).unwrap();
    std::io::Write::write_all(&mut late, b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    late.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let refused = late.read(&mut [0; 64]).unwrap_err();
    assert!(matches!(refused.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{refused}");
    assert_eq!(clients[1].get("/healthz").text(), "ok\n", "who is in is served");
    drop(clients.pop());
    late.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
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
    let running = Running::on(Arc::new(MemoryStore::new()), limits);
    let mut ada = running.client();
    let tables = [open_table(&mut ada, &["me", "open"]), open_table(&mut ada, &["me", "open"])];
    let events = |table: &str| format!("/api/v1/tables/{table}/events");
    let streams = [ada.follow(&events(&tables[0])), ada.follow(&events(&tables[1]))];
    let refused = ada.get(&events(&tables[1]));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    assert!(refused.header("retry-after").is_some());
    drop(streams);
    let refused = (0..20).map(|_| ada.get("/api/v1/games")).find(|reply| reply.status != 200);
    let refused = refused.expect("a limit is reached");
    assert_eq!((refused.status, refused.json()["error"].as_str()), (429, Some("too-many")));
    let wait: u64 = refused.header("retry-after").expect("a time to come again").parse().unwrap();
    std::thread::sleep(Duration::from_secs(wait));
    assert_eq!(ada.get("/api/v1/games").status, 200, "after that time it goes on");
}
