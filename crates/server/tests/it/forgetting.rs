//! People are forgotten in small steps between which others go on; what was begun is finished after a crash; and a start
//! waits for none of that.

use live::backup;
use server::Limits;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use store::{
    Archive, Batch, Change, CommitCallback, MemoryStore, SqliteStore, Store, StoreError, StoredEntry,
    conformance,
};
use table::{Key, KeyHash, TableId};
use testkit::{Folder, InterceptedStore, RunningServer, StoreInterceptor, open_table};

/// A store that notes how many entries each change rewrites, and dies after so many changes.
struct Noting {
    inner: Arc<MemoryStore>,
    rewritten: Mutex<Vec<usize>>,
    left: AtomicUsize,
}

impl Noting {
    fn on(inner: &Arc<MemoryStore>, left: usize) -> Arc<InterceptedStore<Noting>> {
        let (inner, left) = (Arc::clone(inner), AtomicUsize::new(left));
        Arc::new(InterceptedStore(Noting { inner, rewritten: Mutex::default(), left }))
    }
}

impl StoreInterceptor for Noting {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        if self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_err() {
            return done(Err(StoreError::Closed));
        }
        let rewritten = changes.iter().map(|change| match change {
            Change::Amend { bodies, .. } => bodies.len(),
            _ => 0,
        });
        self.rewritten.lock().unwrap().push(rewritten.sum());
        self.inner.change(changes, done);
    }
}

/// The number of lines that somebody said.
const SAID: u64 = 2_000;

/// A store with a table at which its only person said much; their token.
fn talkative() -> (Arc<MemoryStore>, TableId, String) {
    let store = Arc::new(MemoryStore::new());
    let (table, token): (TableId, String) = {
        let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
        let mut ada = running.client();
        (open_table(&mut ada, &["me", "open"]).parse().unwrap(), ada.token.unwrap())
    };
    let next = store.load(table).unwrap().len() as u64;
    let short = token.parse::<Key>().unwrap().hash().short();
    let entries = (next..next + SAID).map(|seq| StoredEntry {
        seq,
        at: 1_000,
        command: (seq % 2 == 0).then(|| format!("{short}:say-{seq}")),
        body: r#"{"said":{"seat":"A","text":"zxqvwort"}}"#.to_owned(),
    });
    let batch = Batch { table, entries: entries.collect(), index: Vec::new(), untag: Vec::new() };
    conformance::append(&*store, batch).unwrap();
    (store, table, token)
}

fn delete(running: &RunningServer, token: &str) -> u16 {
    let mut ada = running.client();
    ada.token = Some(token.to_owned());
    ada.send("DELETE", "/api/v1/me", Some("application/json"), b"{}").status
}

/// Whether anything of the person is left.
fn is_left(store: &MemoryStore, table: TableId, person: KeyHash) -> bool {
    let short = person.short();
    let names = |entry: &StoredEntry| {
        entry.body.contains("zxqvwort")
            || entry.body.contains("Ada")
            || entry.command.as_ref().is_some_and(|command| command.starts_with(&short))
    };
    store.load(table).unwrap().iter().any(names) || !store.tables_of(person, 1).unwrap().is_empty()
}

#[test]
fn few_entries_are_rewritten_at_once() {
    let (store, table, token) = talkative();
    let noting = Noting::on(&store, usize::MAX);
    let running = RunningServer::on(Arc::clone(&noting) as Arc<dyn Store>, Limits::default());
    assert_eq!(delete(&running, &token), 204);
    let rewritten = noting.rewritten.lock().unwrap().clone();
    assert!(rewritten.iter().sum::<usize>() as u64 > SAID, "{rewritten:?}");
    assert!(rewritten.iter().all(|&entries| entries <= 256), "{rewritten:?}");
    assert!(!is_left(&store, table, token.parse::<Key>().unwrap().hash()));
    assert_eq!(store.forgetting(), Ok(vec![]));
}

/// After each of its changes the server dies; the next one goes on by itself.
#[test]
fn what_was_begun_is_finished_after_a_crash() {
    for changes in 1.. {
        let (store, table, token) = talkative();
        let person = token.parse::<Key>().unwrap().hash();
        let status = {
            let noting = Noting::on(&store, changes);
            delete(&RunningServer::on(noting as Arc<dyn Store>, Limits::default()), &token)
        };
        if status == 204 {
            assert!(changes > 8, "{changes} changes were enough");
            return;
        }
        assert_eq!(store.forgetting(), Ok(vec![person]), "after {changes} changes");
        let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
        testkit::until("the next server finishes it", || store.forgetting() == Ok(vec![]));
        assert!(!is_left(&store, table, person), "after {changes} changes");
        assert_eq!(store.load(table).unwrap().first().map(|entry| entry.seq), Some(0));
        drop(running);
    }
}

fn one(table: TableId, seq: u64, length: usize) -> Batch {
    let mut entry = conformance::entry(seq, None);
    entry.body = "x".repeat(length);
    Batch { table, entries: vec![entry], index: Vec::new(), untag: Vec::new() }
}

/// A file of some 30 MB.
fn large(store: &SqliteStore) {
    for _ in 0..60 {
        let table = TableId::random();
        let entries = (0..1_000)
            .map(|seq| {
                let mut entry = conformance::entry(seq, None);
                entry.body = "x".repeat(500);
                entry
            })
            .collect();
        conformance::append(store, Batch { table, entries, index: Vec::new(), untag: Vec::new() }).unwrap();
    }
}

/// While the file is swept for somebody, others commit.
#[test]
fn others_commit_while_somebody_is_forgotten() {
    let folder = Folder::new("sweeps");
    let store = SqliteStore::open(&folder.0).unwrap();
    large(&store);
    let order = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&order);
    let forget = vec![Change::Forget(Key::random().hash())];
    let (sender, receiver) = std::sync::mpsc::channel();
    store.change(
        forget,
        Box::new(move |result| {
            noted.lock().unwrap().push("forgotten");
            sender.send(result).unwrap();
        }),
    );
    let table = TableId::random();
    for seq in 0..20 {
        conformance::append(&store, one(table, seq, 100)).unwrap();
        order.lock().unwrap().push("committed");
    }
    assert_eq!(receiver.recv(), Ok(Ok(())));
    let order = order.lock().unwrap();
    let before = order.iter().take_while(|what| **what == "committed").count();
    assert!(before >= 10, "{before} commits while the file was swept: {order:?}");
    store.settle().unwrap();
}

fn ask(folder: &Folder, pragma: &str) -> i64 {
    let connection = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
    connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap()
}

/// A start reads no more of a file the larger it is: it neither checks it nor writes it anew. A sweep that waits goes on.
#[test]
fn a_start_neither_checks_nor_rewrites_the_file() {
    let folder = Folder::new("start");
    let table = TableId::new((1 << 60) - 1).unwrap();
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        large(&store);
        conformance::append(&store, one(table, 0, 100)).unwrap();
        store.settle().unwrap();
    }
    let file = folder.0.join("tables.sqlite");
    {
        // As a file of an older version: free pages lie about until it is written anew.
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM;").unwrap();
        let thinned = "DELETE FROM entries WHERE table_id <> ?1 AND table_id % 2 = 0";
        connection.execute(thinned, [table.number().cast_signed()]).unwrap();
        connection.execute("INSERT INTO to_sweep (one) VALUES (1)", ()).unwrap();
    }
    assert_eq!(ask(&folder, "auto_vacuum"), 0);
    let (pages, free) = (ask(&folder, "page_count"), ask(&folder, "freelist_count"));
    assert!(free > 100, "{free} free pages");
    let store = SqliteStore::open(&folder.0).unwrap();
    assert_eq!(store.load(table).unwrap().len(), 1);
    store.settle().unwrap();
    drop(store);
    assert_eq!(
        (ask(&folder, "page_count"), ask(&folder, "freelist_count")),
        (pages, free),
        "it was rewritten"
    );
    // A copy gives pages back a few at a time.
    let copy = Folder::new("start-copy");
    let made = backup::restore(&file, &copy.0, false).unwrap();
    assert!(made.bytes < fs::metadata(&file).unwrap().len());
    assert_eq!(ask(&copy, "auto_vacuum"), 2);
    // Pages that are damaged are found when they are read, and by whoever looks; the others can be read.
    let mut bytes = fs::read(&file).unwrap();
    // Leaves of the tables' entries with lower ids: of a dozen tables, since every other one lies in free pages.
    let quarter = bytes.len() / 4 / 4096 * 4096;
    let leaves = bytes[quarter..2 * quarter].chunks_exact_mut(4096).filter(|page| page[0] == 10);
    assert!(leaves.map(|page| page.fill(0x5a)).count() > 8);
    fs::write(&file, bytes).unwrap();
    assert!(matches!(backup::check(&file), Err(StoreError::Damaged { .. })));
    let store = SqliteStore::open(&folder.0).unwrap();
    assert_eq!(store.load(table).unwrap().len(), 1);
}

/// Free pages of a new file go back to the file system by themselves.
#[test]
fn free_pages_are_given_back() {
    let folder = Folder::new("given-back");
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        large(&store);
    }
    assert_eq!(ask(&folder, "auto_vacuum"), 2);
    let before = ask(&folder, "page_count");
    {
        let connection = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
        connection.execute("DELETE FROM entries WHERE table_id % 2 = 0", ()).unwrap();
        connection.execute("INSERT INTO to_sweep (one) VALUES (1)", ()).unwrap();
    }
    assert!(ask(&folder, "freelist_count") > 100);
    {
        let store = SqliteStore::open(&folder.0).unwrap();
        store.settle().unwrap();
        let table = TableId::random();
        conformance::append(&store, one(table, 0, 100)).unwrap();
    }
    assert_eq!(ask(&folder, "freelist_count"), 0);
    assert!(ask(&folder, "page_count") < before * 3 / 4);
}
