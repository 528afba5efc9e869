//! Events while a change is on its way to the disk: the client goes away, another one changes the same item, the store fails.

use serde_json::json;
use server::Limits;
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use store::{Change, CommitCallback, KeyState, MemoryStore, Store, StoreError};
use table::{Key, TableId};
use testkit::{Browser, Client, InterceptedStore, RunningServer, StoreInterceptor, join, open_table};

const PASSWORD: &str = "correct horse battery";
const OTHER: &str = "another good staple";

/// The fate of the next change of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The next one waits until it is let go.
    Held,
    /// The next one fails.
    Lost,
}

/// Whether a change is of a kind.
type Kind = fn(&Change) -> bool;

/// A store in which one change waits or is lost.
#[derive(Default)]
struct Slow {
    inner: Arc<MemoryStore>,
    meant: Mutex<Option<(Fate, Kind)>>,
    waiting: Mutex<Option<(Vec<Change>, CommitCallback)>>,
    reads: AtomicUsize,
}

impl StoreInterceptor for Slow {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }
    fn reads(&self) -> Result<(), StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
    fn change(&self, changes: Vec<Change>, done: CommitCallback) {
        let mut meant = self.meant.lock().unwrap();
        match meant.take_if(|(_, is_meant)| changes.iter().any(*is_meant)) {
            None => self.inner.change(changes, done),
            Some((Fate::Held, _)) => *self.waiting.lock().unwrap() = Some((changes, done)),
            Some((Fate::Lost, _)) => done(Err(StoreError::Overloaded)),
        }
    }
}

impl Slow {
    fn next(&self, fate: Fate, is_meant: Kind) {
        *self.meant.lock().unwrap() = Some((fate, is_meant));
    }

    /// Waits until a change waits.
    fn holds(&self) {
        testkit::until("a change waits", || self.waiting.lock().unwrap().is_some());
    }

    fn release(&self) {
        let (changes, done) = self.waiting.lock().unwrap().take().expect("a change waits");
        self.inner.change(changes, done);
    }
}

fn server() -> (Arc<InterceptedStore<Slow>>, RunningServer) {
    let store: Arc<InterceptedStore<Slow>> = Arc::default();
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    (store, running)
}

fn key(browser: &Browser) -> String {
    browser.cookies.iter().find(|(name, _)| name == "neuland-key").expect("a key").1.clone()
}

/// The status that somebody with this key gets.
fn status(running: &RunningServer, key: &str) -> u16 {
    Client::with_token(running.addr, key).get("/api/v1/me").status
}

/// Somebody ends their other sessions and goes away before the answer: the sessions have ended all the same.
#[test]
fn sessions_end_also_if_whoever_asked_is_gone() {
    let (store, running) = server();
    let mut ada = Browser::new(&running);
    ada.submit("/account/sign-up", &format!("name=Adalina&password={PASSWORD}"));
    let mut thief = Browser::new(&running);
    thief.submit("/account/sign-in", &format!("name=Adalina&password={PASSWORD}"));
    assert_eq!((status(&running, &key(&ada)), status(&running, &key(&thief))), (200, 200));
    store.next(Fate::Held, |change| matches!(change, Change::EndOthers { .. }));
    let origin = format!("http://{}", running.addr);
    let request = format!(
        "POST /account/sign-out-others HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\ncookie: neuland-key={}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 0\r\n\r\n",
        running.addr,
        key(&ada)
    );
    let mut socket = TcpStream::connect(running.addr).unwrap();
    socket.write_all(request.as_bytes()).unwrap();
    store.holds();
    #[cfg(target_os = "linux")]
    let server = testkit::OtherEnd::of(&socket);
    drop(socket);
    #[cfg(target_os = "linux")]
    server.until_closed();
    store.release();
    testkit::until("the session ends", || status(&running, &key(&thief)) == 401);
    assert_eq!(status(&running, &key(&ada)), 200);
}

/// A session that begins with the old password while it is changed does not begin.
#[test]
fn an_old_password_is_worth_nothing_once_it_is_changed() {
    let (store, running) = server();
    let mut ada = Browser::new(&running);
    ada.submit("/account/sign-up", &format!("name=Adalina&password={PASSWORD}"));
    store.next(Fate::Held, |change| matches!(change, Change::Begin(_)));
    let addr = running.addr;
    let thief = std::thread::spawn(move || {
        let form = format!("name=Adalina&password={PASSWORD}");
        Client::new(addr).post_form("/account/sign-in", &form).status
    });
    store.holds();
    ada.submit("/account/password", &format!("old={PASSWORD}&password={OTHER}"));
    store.release();
    assert_eq!(thief.join().unwrap(), 403);
    assert_eq!(status(&running, &key(&ada)), 200);
    let Ok(KeyState::Session(session)) = store.known(key(&ada).parse::<Key>().unwrap().hash()) else {
        panic!("a session");
    };
    assert_eq!(store.sessions(session.person).unwrap().len(), 1, "and no other one");
}

/// The tables of a guest move to their account, also if the store fails for a moment in the middle.
#[test]
fn tables_are_handed_over_to_the_end() {
    let (store, running) = server();
    let credentials = json!({"name": "Adalina", "password": PASSWORD});
    assert_eq!(running.client().post("/api/v1/account", &credentials).status, 201);
    let mut guest = Browser::new(&running);
    let (table, _) =
        guest.submit("/tables", "game=catan&name=Gast&seat-A=me&seat-B=open&seat-C=none&seat-D=none");
    let table = table.trim_start_matches("/t/").to_owned();
    store.next(Fate::Lost, |change| matches!(change, Change::Amend { .. }));
    guest.submit("/account/sign-in", &format!("name=Adalina&password={PASSWORD}&bring=on"));
    drop(running);
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = Client::with_token(running.addr, &key(&guest));
    assert_eq!(ada.get(&format!("/api/v1/tables/{table}")).json()["you"], "A");
    assert!(ada.get("/api/v1/tables").text().contains(&table), "it is found by the person");
}

/// Two who sit at one table are deleted at the same moment: neither brings the other back.
#[test]
fn two_are_forgotten_at_once() {
    let (store, running) = server();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (ben, _) = join(&running, &table, "Ben");
    let hashes = [&ada, &ben].map(|of| of.token.as_ref().unwrap().parse::<Key>().unwrap().hash());
    store.next(Fate::Held, |change| matches!(change, Change::Amend { .. }));
    let delete = |mut client: Client| {
        std::thread::spawn(move || {
            client.send("DELETE", "/api/v1/me", Some("application/json"), b"{}").status
        })
    };
    let first = delete(ada);
    store.holds();
    let asked = store.reads.load(Ordering::SeqCst);
    let second = delete(ben);
    testkit::until("the server knows who asks", || store.reads.load(Ordering::SeqCst) > asked);
    store.release();
    assert_eq!((first.join().unwrap(), second.join().unwrap()), (204, 204));
    let id: TableId = table.parse().unwrap();
    for (hash, name) in hashes.into_iter().zip(["Ada", "Ben"]) {
        let hash = serde_json::to_value(hash).unwrap();
        for entry in store.load(id).unwrap() {
            assert!(!entry.body.contains(hash.as_str().unwrap()), "{name}: {}", entry.body);
        }
    }
}
