//! The memory that expensive operations of the server take, in allocated bytes.

// An allocator that counts has to be one.
#![allow(unsafe_code)]

use live::accounts::{AccountError, Accounts, Requester};
use pages::AccountFault;
use serde_json::json;
use server::Limits;
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::{Batch, Index, MemoryStore, SqliteStore, Store, StoreError, StoredEntry, conformance};
use table::{Key, KeyHash, TableId};
use testkit::{Folder, InterceptedStore, OtherEnd, RunningServer, StoreInterceptor, open_table};

const MIB: usize = 1 << 20;

/// Bytes that are allocated now, and were at most; and how often a mebibyte or more was at once.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static LARGE: AtomicUsize = AtomicUsize::new(0);

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), SeqCst) + layout.size();
        PEAK.fetch_max(live, SeqCst);
        LARGE.fetch_add(usize::from(layout.size() >= MIB), SeqCst);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), SeqCst);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The tests of this file count the same bytes, so one runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Two buffers of 19 MiB for all passwords there ever are.
#[test]
fn passwords_are_hashed_in_two_buffers() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let accounts = Arc::new(Accounts::new(Arc::new(MemoryStore::new()), Duration::from_secs(1)));
        let (large, live) = (LARGE.load(SeqCst), LIVE.load(SeqCst));
        for round in 0..30 {
            let tries = (0..8).map(|n| {
                let accounts = Arc::clone(&accounts);
                tokio::spawn(async move {
                    let asker = Requester {
                        proofs: live::accounts::DeviceProofs::default(),
                        known: None,
                        network: None,
                        device: String::new(),
                    };
                    accounts.sign_in(&format!("Ada {round} {n}"), "wrong password", &asker).await
                })
            });
            for tried in tries.collect::<Vec<_>>() {
                assert!(matches!(
                    tried.await.unwrap(),
                    Err(AccountError::Fault(AccountFault::WrongPassword))
                ));
            }
        }
        let buffers = LARGE.load(SeqCst) - large;
        assert!((1..=2).contains(&buffers), "{buffers} blocks of a mebibyte or more");
        let kept = LIVE.load(SeqCst).saturating_sub(live);
        assert!(kept <= 40 * MIB, "{kept} bytes are kept");
    });
}

/// Tables with much of one person in them.
fn fill(store: &SqliteStore, first: &StoredEntry, person: KeyHash, tables: usize, entries: u64) {
    let body = format!(r#"{{"said":{{"seat":"A","text":"{}"}}}}"#, "x".repeat(280));
    for _ in 0..tables {
        let said =
            (1..entries).map(|seq| StoredEntry { seq, body: body.clone(), command: None, ..first.clone() });
        let batch = Batch {
            table: TableId::random(),
            entries: std::iter::once(first.clone()).chain(said).collect(),
            index: vec![Index::Holder(person)],
            untag: Vec::new(),
        };
        conformance::append(store, batch).unwrap();
    }
}

/// A store that counts the parts of logs that are read.
struct Counted {
    inner: Arc<SqliteStore>,
    loads: AtomicUsize,
}

impl StoreInterceptor for Counted {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn loads(&self) -> Result<(), StoreError> {
        self.loads.fetch_add(1, SeqCst);
        Ok(())
    }
}

/// An export of a person's data is read part by part, and only as fast as the client takes it: the log of one of these tables
/// takes 12 MiB.
#[test]
fn an_export_takes_the_memory_of_a_part_of_a_table() {
    const TABLES: usize = 4;
    const ENTRIES: u64 = 30_000;
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = Folder::new("export");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let counted =
        Arc::new(InterceptedStore(Counted { inner: Arc::clone(&store), loads: AtomicUsize::new(0) }));
    let running = RunningServer::on(Arc::clone(&counted) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table: TableId = open_table(&mut ada, &["me", "open"]).parse().unwrap();
    let token = ada.token.clone().unwrap();
    let person = token.parse::<Key>().unwrap().hash();
    fill(&store, &store.load(table).unwrap()[0], person, TABLES, ENTRIES);

    let mut socket = TcpStream::connect(running.addr).unwrap();
    write!(
        socket,
        "GET /api/v1/me/data HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let live = LIVE.load(SeqCst);
    PEAK.store(live, SeqCst);
    let mut buffer = vec![0; 64 * 1024];
    let mut taken = socket.read(&mut buffer).unwrap();
    // Nobody takes anything while others are served, and no more is read than sockets hold and one part.
    for _ in 0..200 {
        assert_eq!(running.client().get("/healthz").status, 200);
    }
    let ahead = counted.loads.load(SeqCst);
    assert!(ahead < 100, "{ahead} parts were read for a reader who takes nothing");
    let mut end = Vec::new();
    loop {
        match socket.read(&mut buffer).unwrap() {
            0 => break,
            more => {
                taken += more;
                end.extend_from_slice(&buffer[..more]);
                end.drain(..end.len().saturating_sub(16));
            }
        }
    }
    let peak = PEAK.load(SeqCst).saturating_sub(live);
    assert!(taken > TABLES * 10 * MIB, "{taken} bytes were sent");
    assert!(peak < 6 * MIB, "{peak} bytes at once for a document of {taken}");
    println!("{peak} bytes at once, {ahead} parts ahead");
    assert!(String::from_utf8_lossy(&end).contains("]\n}\n"), "the document is whole");
    assert_eq!(ada.get("/api/v1/me").json(), json!({ "sessions": [] }));
}

/// Reads what a socket brings until it ends so.
fn read_until(socket: &mut TcpStream, end: &[u8]) -> Vec<u8> {
    let mut read = Vec::new();
    let mut buffer = [0; 4096];
    while !read.ends_with(end) {
        match socket.read(&mut buffer).unwrap() {
            0 => panic!("the connection ended after {}", String::from_utf8_lossy(&read)),
            more => read.extend_from_slice(&buffer[..more]),
        }
    }
    read
}

/// A connection between two requests, and a stream between two events, hold no buffers: two of 8 KiB are usual.
#[test]
fn connections_that_are_quiet_hold_no_buffers() {
    const SOCKETS: usize = 60;
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let running = RunningServer::on(Arc::new(MemoryStore::new()), Limits::default());
    let table = open_table(&mut running.client(), &["me", "open"]);
    let open = |request: &str, end: &[u8]| -> TcpStream {
        let mut socket = TcpStream::connect(running.addr).unwrap();
        write!(socket, "{request}\r\nHost: x\r\n\r\n").unwrap();
        read_until(&mut socket, end);
        socket
    };
    let stream = format!("GET /api/v1/tables/{table}/events HTTP/1.1");
    for (request, end, most) in
        [("GET /healthz HTTP/1.1", &b"ok\n"[..], 4_096), (stream.as_str(), &b"\n\n\r\n"[..], 8_192)]
    {
        // What the first one brings into being stays for all.
        let first = open(request, end);
        let live = LIVE.load(SeqCst);
        let sockets: Vec<TcpStream> = (0..SOCKETS).map(|_| open(request, end)).collect();
        // What the last answers needed is given back some time after they were read.
        let each = || LIVE.load(SeqCst).saturating_sub(live) / SOCKETS;
        testkit::until(&format!("at most {most} bytes for each connection: {request}"), || each() <= most);
        let ends: Vec<OtherEnd> = sockets.iter().chain([&first]).map(OtherEnd::of).collect();
        drop((first, sockets));
        ends.into_iter().for_each(OtherEnd::until_closed);
    }
}
