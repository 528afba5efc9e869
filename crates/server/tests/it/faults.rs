//! A store that fails, at every point where it can: clear words for whoever waits, nothing lost that was acknowledged,
//! nothing done twice, and the table goes on when the store is well again.

use serde_json::{Value, json};
use server::Limits;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Batch, Change, CommitCallback, MemoryStore, SqliteStore, Store, StoreError, conformance};
use table::host::Host;
use table::{Key, TableId};
use testkit::{Client, Folder, InterceptedStore, RunningServer, StoreInterceptor};

/// A fault at one operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DiskFault {
    /// The operating system reports an error, and nothing is stored or read.
    Fails,
    /// The disk is full, now and for the next two operations.
    Full,
    /// A write is stored, and its failure reported.
    SeemsToFail,
    /// It takes a while.
    Slow,
    /// It is refused at once, because too much waits.
    Overloaded,
}

/// A store around another one that fails at one operation; reads and writes are counted alike.
struct Faulty {
    inner: Arc<dyn Store>,
    count: AtomicUsize,
    /// At which operation, counted from when this is set, and how.
    plan: Mutex<Option<(usize, DiskFault)>>,
    failed: AtomicUsize,
}

impl Faulty {
    fn new(inner: Arc<dyn Store>) -> Arc<InterceptedStore<Faulty>> {
        Arc::new(InterceptedStore(Faulty {
            inner,
            count: AtomicUsize::new(0),
            plan: Mutex::default(),
            failed: AtomicUsize::new(0),
        }))
    }

    fn plan(&self, at: usize, fault: DiskFault) {
        self.count.store(0, Ordering::SeqCst);
        *self.plan.lock().unwrap() = Some((at, fault));
    }

    fn fault(&self) -> Option<DiskFault> {
        let count = self.count.fetch_add(1, Ordering::SeqCst);
        let (at, fault) = (*self.plan.lock().unwrap())?;
        let length = if fault == DiskFault::Full { 3 } else { 1 };
        let now = (at..at + length).contains(&count).then_some(fault)?;
        self.failed.fetch_add(1, Ordering::SeqCst);
        Some(now)
    }
}

fn error(fault: DiskFault) -> StoreError {
    let path = PathBuf::from("tables.sqlite");
    match fault {
        DiskFault::Full => StoreError::Full { path },
        DiskFault::Overloaded => StoreError::Overloaded,
        _ => StoreError::Io { path, reason: "input/output error".to_owned() },
    }
}

/// Lets other threads run: what is slow comes later than what they do meanwhile.
fn others_go_first() {
    (0..1_000).for_each(|_| std::thread::yield_now());
}

impl Faulty {
    fn write(&self, done: CommitCallback, write: impl FnOnce(&dyn Store, CommitCallback) + Send + 'static) {
        match self.fault() {
            None => write(&*self.inner, done),
            Some(DiskFault::SeemsToFail) => {
                let done: CommitCallback =
                    Box::new(|result| done(result.and(Err(error(DiskFault::SeemsToFail)))));
                write(&*self.inner, done);
            }
            Some(DiskFault::Slow) => {
                let inner = Arc::clone(&self.inner);
                std::thread::spawn(move || {
                    others_go_first();
                    write(&*inner, done);
                });
            }
            Some(fault) => done(Err(error(fault))),
        }
    }
}

impl StoreInterceptor for Faulty {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn reads(&self) -> Result<(), StoreError> {
        match self.fault() {
            Some(DiskFault::Slow) => others_go_first(),
            Some(fault) => return Err(error(fault)),
            None => {}
        }
        Ok(())
    }
    fn append(&self, batch: Batch, done: CommitCallback) {
        self.write(done, |store, done| store.append(batch, done));
    }
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        self.write(done, |store, done| store.change(changes, done));
    }
    fn alive(&self, now: u64) -> Result<(), StoreError> {
        self.reads()?;
        self.inner.alive(now)
    }
}

/// Sends until it is done, and says how often the store was blamed; that has to be in the words agreed on.
fn insist(client: &mut Client, method: &str, path: &str, body: &Value, blamed: &mut usize) -> Value {
    for _ in 0..20 {
        let bytes = body.to_string();
        let kind = (method == "POST").then_some("application/json");
        let bytes = if method == "POST" { bytes.as_bytes() } else { b"" };
        let reply = client.send(method, path, kind, bytes);
        if reply.status < 300 {
            return reply.json();
        }
        assert_eq!(reply.status, 503, "{path}: {}", reply.text());
        assert!(reply.header("retry-after").is_some(), "{path}");
        let problem = reply.json();
        assert_eq!(problem["error"], "storage", "{problem}");
        let words = problem["message"].as_str().unwrap();
        assert!(
            ["disk is full", "could not store or read", "cannot keep up"]
                .iter()
                .any(|word| words.contains(word)),
            "{words}"
        );
        *blamed += 1;
    }
    panic!("{path} {body}: the store is well, and it cannot be done");
}

/// Moves in a session; each reads the table anew.
const MOVES: usize = 9;

/// A table is opened and played at while the store fails at one operation. Returns how often somebody heard of it.
fn session(faulty: &Arc<InterceptedStore<Faulty>>, moves: usize) -> (usize, usize) {
    let running = RunningServer::on(Arc::clone(faulty) as Arc<dyn Store>, Limits::default());
    let (ada, ben) = (Key::random(), Key::random());
    let mut people = [&ada, &ben].map(|key| Client::with_token(running.addr, &key.reveal()));
    let mut blamed = 0;
    let promised = people[0].post("/api/v1/tables/promise", &json!({})).json()["table"].clone();
    let wish = json!({"game": "carcassonne", "seats": ["me", "open"], "name": "Ada", "promised": promised});
    let opened = insist(&mut people[0], "POST", "/api/v1/tables", &wish, &mut blamed);
    assert_eq!(opened["table"], promised);
    let path = format!("/api/v1/tables/{}", promised.as_str().unwrap());
    let join = json!({"name": "Ben", "id": "join"});
    assert_eq!(insist(&mut people[1], "POST", &format!("{path}/join"), &join, &mut blamed)["seat"], "B");
    let mut done = Vec::new();
    for n in 0..moves {
        // Read from the store again, as after a pause.
        running.hub().forget_idle(Duration::ZERO);
        for (seat, client) in people.iter_mut().enumerate() {
            let legal = insist(client, "GET", &format!("{path}/legal"), &Value::Null, &mut blamed);
            let Some(action) = legal["legal"].as_array().unwrap().first() else { continue };
            let command = json!({"seq": legal["version"], "id": format!("m{n}"), "action": action});
            let answer = insist(client, "POST", &format!("{path}/act"), &command, &mut blamed);
            let again = insist(client, "POST", &format!("{path}/act"), &command, &mut blamed);
            assert_eq!(answer, again, "a retry gets the first answer");
            done.push((seat, format!("m{n}"), answer["seq"].as_u64().unwrap()));
            break;
        }
    }
    let shown = insist(&mut people[0], "GET", &format!("{path}/view"), &Value::Null, &mut blamed);
    let mine = insist(&mut people[0], "GET", "/api/v1/tables", &Value::Null, &mut blamed);
    assert_eq!(mine["tables"].as_array().unwrap().len(), 1, "opened once");
    drop(running);
    let id: TableId = promised.as_str().unwrap().parse().unwrap();
    let log = faulty.inner.load(id).unwrap();
    let host = Host::<()>::load(id, log.clone()).unwrap().unwrap();
    assert_eq!(shown["version"], host.version());
    assert_eq!(shown["view"], host.game().unwrap().view(game::Viewer::Seat(game::Seat::A)));
    assert_eq!(host.occupants().len(), 2);
    for (seat, id, seq) in done {
        let key = serde_json::to_value([&ada, &ben][seat].hash()).unwrap();
        let scoped = format!("{}:{id}", &key.as_str().unwrap()[..16]);
        let found: Vec<u64> = log
            .iter()
            .filter(|entry| entry.command.as_deref() == Some(&scoped))
            .map(|entry| entry.seq)
            .collect();
        assert!(found.len() == 1 && found[0] <= seq, "{scoped}: {found:?} and {seq}");
    }
    (blamed, faulty.count.load(Ordering::SeqCst))
}

#[test]
fn a_store_that_fails_at_any_operation_loses_nothing_and_is_gone_on_with() {
    // How many operations there are when nothing fails.
    let (blamed, operations) = session(&Faulty::new(Arc::new(MemoryStore::new())), MOVES);
    assert_eq!(blamed, 0);
    assert!(operations >= 20, "only {operations} operations");
    let (mut points, mut heard) = (0, 0);
    for fault in
        [DiskFault::Fails, DiskFault::Full, DiskFault::SeemsToFail, DiskFault::Slow, DiskFault::Overloaded]
    {
        let mut of_these = 0;
        for at in 0..operations {
            let faulty = Faulty::new(Arc::new(MemoryStore::new()));
            faulty.plan(at, fault);
            let (blamed, _) = session(&faulty, MOVES);
            points += faulty.failed.load(Ordering::SeqCst).min(1);
            of_these += blamed;
        }
        assert!(of_these > 0 || fault == DiskFault::Slow, "{fault:?} was never felt");
        heard += of_these;
    }
    println!("{points} points of failure, {heard} answers that say so; 0 lost, 0 twice");
}

/// A real file that cannot grow: the same words, and everything acknowledged is there when there is room again.
#[test]
fn a_full_disk_is_told_and_gone_on_from_with_room() {
    let folder = Folder::new("full");
    let key = Key::random();
    let say = |client: &mut Client, table: &str, n: usize| {
        let wish = json!({"say": format!("{n} {}", "x".repeat(280))});
        client.post(
            &format!("/api/v1/tables/{table}/wish"),
            &json!({"seq": 0, "id": format!("s{n}"), "wish": wish}),
        )
    };
    let mut done = Vec::new();
    let mut tables = Vec::new();
    {
        let store = SqliteStore::open_with_page_limit(&folder.0, 60).unwrap();
        let running = RunningServer::on(Arc::new(store), Limits::default());
        let mut client = Client::with_token(running.addr, &key.reveal());
        let full = 'full: loop {
            assert!(tables.len() < 400, "the limit was not felt");
            let wish = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
            let opened = client.post("/api/v1/tables", &wish);
            if opened.status != 201 {
                break 'full opened;
            }
            let table = opened.json()["table"].as_str().unwrap().to_owned();
            for n in 0..4 {
                let reply = say(&mut client, &table, n);
                if reply.status != 200 {
                    break 'full reply;
                }
                done.push((table.clone(), n));
            }
            tables.push(table);
        };
        assert_eq!((full.status, full.json()["error"].clone()), (503, json!("storage")), "{}", full.text());
        let words = full.json()["message"].as_str().unwrap().to_owned();
        assert!(words.contains("disk is full") && words.contains("make room"), "{words}");
        // What is there can be looked at all the same.
        let path = format!("/api/v1/tables/{}", tables[0]);
        assert_eq!(client.get(&path).json()["version"], 4);
    }
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    for (table, n) in &done {
        let log = store.load(table.parse().unwrap()).unwrap();
        let body = format!("{n} xxx");
        assert_eq!(log.iter().filter(|entry| entry.body.contains(&body)).count(), 1, "{table} {n}");
    }
    let running = RunningServer::on(store, Limits::default());
    let mut client = Client::with_token(running.addr, &key.reveal());
    assert_eq!(say(&mut client, &tables[0], 3).status, 200, "the first answer again");
    assert_eq!(say(&mut client, tables.last().unwrap(), 9).status, 200, "with room it goes on");
    println!("{} acknowledged before the disk was full, 0 lost", done.len() + tables.len());
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for file in ["tables.sqlite", "tables.sqlite-wal"] {
        if from.join(file).exists() {
            fs::copy(from.join(file), to.join(file)).unwrap();
        }
    }
}

/// A disk that confirms what it has not written: wherever the write-ahead log breaks off, what is left is the beginning
/// of what was stored, in whole batches.
#[test]
fn wherever_the_files_break_off_whole_batches_are_left() {
    let (folder, cut) = (Folder::new("wal"), Folder::new("cut"));
    let store = SqliteStore::open(&folder.0).unwrap();
    let table = TableId::random();
    for batch in 0..40 {
        let entries = (3 * batch..3 * batch + 3).map(|seq| conformance::entry(seq, None)).collect();
        conformance::append(&store, Batch { table, entries, index: Vec::new(), untag: Vec::new() }).unwrap();
    }
    let full = store.load(table).unwrap();
    copy(&folder.0, &cut.0);
    let wal = fs::read(cut.0.join("tables.sqlite-wal")).unwrap();
    let (mut lengths, mut points) = (std::collections::BTreeSet::new(), 0);
    for end in (0..wal.len()).step_by(1_531).chain([wal.len()]) {
        for torn in [false, true] {
            copy(&folder.0, &cut.0);
            let mut kept = wal[..end].to_vec();
            if torn {
                // The end of the file is there, but not what was written to it.
                kept.resize(wal.len(), 0);
            }
            fs::write(cut.0.join("tables.sqlite-wal"), kept).unwrap();
            let left = match SqliteStore::open(&cut.0) {
                Ok(store) => store.load(table).unwrap(),
                Err(error) => panic!("{end} of {}: {error}", wal.len()),
            };
            assert!(full.starts_with(&left) && left.len() % 3 == 0, "{end}: {} entries", left.len());
            lengths.insert(left.len());
            points += 1;
        }
    }
    assert!(lengths.len() > 20 && lengths.contains(&full.len()), "{lengths:?}");
    println!("{points} places to break off: the beginning is left, in whole batches");
}

/// Entries that a disk had confirmed and lost cannot come back, but everybody who knows of them is told.
#[test]
fn who_knows_of_what_was_lost_hears_so_and_goes_on() {
    let (folder, before) = (Folder::new("lies"), Folder::new("before"));
    let key = Key::random();
    let say = |client: &mut Client, table: &str, seq: u64, id: &str| {
        let command = json!({"seq": seq, "id": id, "wish": {"say": format!("this is {id}")}});
        client.post(&format!("/api/v1/tables/{table}/wish"), &command)
    };
    let table = {
        let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
        let mut client = Client::with_token(running.addr, &key.reveal());
        let table = testkit::open_table(&mut client, &["me", "open"]);
        assert_eq!(say(&mut client, &table, 0, "kept").json()["seq"], 1);
        copy(&folder.0, &before.0);
        assert_eq!(say(&mut client, &table, 1, "lost").json()["seq"], 2);
        assert_eq!(say(&mut client, &table, 2, "too").json()["seq"], 3);
        table
    };
    let running = RunningServer::on(Arc::new(SqliteStore::open(&before.0).unwrap()), Limits::default());
    let mut client = Client::with_token(running.addr, &key.reveal());
    let next = say(&mut client, &table, 3, "next");
    assert_eq!((next.status, next.json()["error"].clone()), (409, json!("stale")), "{}", next.text());
    assert!(
        next.json()["message"].as_str().unwrap().contains("lost what it had confirmed"),
        "{}",
        next.text()
    );
    assert_eq!(next.json()["seq"], 1);
    let mut stream = client.follow(&format!("/api/v1/tables/{table}/events?after=3"));
    assert_eq!(stream.next().unwrap().0, 1, "the stream begins with what there is");
    assert_eq!(say(&mut client, &table, 0, "kept").json()["seq"], 1, "what was kept is done");
    assert_eq!(say(&mut client, &table, 1, "lost").json()["seq"], 2, "what was lost can be sent again");
    assert_eq!(stream.next().unwrap().0, 2);
}
