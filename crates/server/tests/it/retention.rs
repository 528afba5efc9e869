//! Finished games go into the archive and are shown as before; tables of guests are deleted in time; and the pages that
//! the host writes, which say so.

use live::time::Time;
use live::{BotPause, Retention, TableLimits};
use pages::{HostPage, HostText, HostTexts, Lang};
use serde_json::json;
use server::site_folder::{self, SiteErrorKind, TEXT_MAX};
use server::{Config, Limits, PublicAddress};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use store::{Archive, Change, MemoryStore, SqliteStore, Store, StoreError, conformance};
use table::{Key, TableId};
use testkit::{Client, Folder, InterceptedStore, RunningServer, StoreInterceptor, until};

/// A server that looks after its tables all the time.
fn keeping(store: &Arc<SqliteStore>, archives: bool, expires: bool) -> RunningServer {
    keeping_in(Arc::clone(store) as Arc<dyn Store>, archives, expires)
}

fn keeping_in(store: Arc<dyn Store>, archives: bool, expires: bool) -> RunningServer {
    keeping_every(Duration::from_millis(20), store, archives, expires, free())
}

fn keeping_every(
    every: Duration,
    store: Arc<dyn Store>,
    archives: bool,
    expires: bool,
    limits: Limits,
) -> RunningServer {
    let at_once = |wanted: bool| wanted.then_some(Duration::ZERO);
    let retention = Retention {
        close_after: None,
        archive_after: at_once(archives),
        guest_tables: at_once(expires),
        every,
        pause: Duration::ZERO,
    };
    let config = Config { bot_pause: BotPause::NONE, retention, limits, ..Config::default() };
    RunningServer::with(config, store)
}

/// No limit that a test comes near.
fn free() -> Limits {
    Limits { requests_per_second: 1_000_000, burst: 1_000_000, ..Limits::default() }
}

fn plain(store: &Arc<SqliteStore>) -> RunningServer {
    RunningServer::on(Arc::clone(store) as Arc<dyn Store>, free())
}

fn open(client: &mut Client, seats: &[&str], name: &str) -> String {
    let body = json!({"game": "carcassonne", "seats": seats, "name": name});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let seated = reply.json();
    if let Some(token) = seated["token"].as_str() {
        client.token = Some(token.to_owned());
    }
    seated["table"].as_str().unwrap().to_owned()
}

/// Plays the first listed action so many times, or to the end.
fn play(client: &mut Client, table: &str, moves: usize) {
    let path = format!("/api/v1/tables/{table}");
    let mut done = 0;
    for n in 0..5_000 {
        let state = client.get(&path).json();
        if done == moves || state["stage"] == "over" {
            return;
        }
        let Some(legal) = testkit::until_turn(client, table) else { return };
        let act = json!({"seq": legal["version"], "id": format!("m{n}"), "action": legal["legal"][0]});
        done += usize::from(client.post(&format!("{path}/act"), &act).status == 200);
    }
    panic!("the game does not end: {}", client.get(&path).text());
}

/// A store that counts how often tables at rest were looked for.
struct Looks {
    store: Arc<SqliteStore>,
    count: AtomicUsize,
}

impl StoreInterceptor for Looks {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }
    fn rests(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
    }
}

impl Looks {
    fn on(store: &Arc<SqliteStore>) -> Arc<InterceptedStore<Looks>> {
        Arc::new(InterceptedStore(Looks { store: Arc::clone(store), count: AtomicUsize::new(0) }))
    }

    /// Waits until the server has looked after its tables twice more, from the first to the last: a round looks for tables
    /// at rest at most four times here.
    fn rounds(&self) {
        rounds(&self.count);
    }
}

fn rounds(looks: &AtomicUsize) {
    let before = looks.load(Ordering::SeqCst);
    until("the tables are looked after", || looks.load(Ordering::SeqCst) > before + 12);
}

fn archived(store: &SqliteStore) -> u64 {
    store.footprint().unwrap().archived
}

/// The answers to all requests about a table, without those parts that a server makes anew after each start.
fn shown(running: &RunningServer, token: &str, table: &str) -> Vec<(String, String)> {
    let mut client = Client::with_token(running.addr, token);
    let api = format!("/api/v1/tables/{table}");
    let mut paths: Vec<String> = ["/view", "/words", "/log", "/record", "/positions/7", "/statistics"]
        .into_iter()
        .map(|rest| format!("{api}{rest}"))
        .collect();
    paths.extend(["/replay/9", "/record"].map(|rest| format!("/t/{table}{rest}")));
    paths.push("/api/v1/me/data".to_owned());
    let answer = |path: String| {
        let reply = client.get(&path);
        assert_eq!(reply.status, 200, "{path}");
        // Who is there is of the moment, and each replay page promises another table that plays on.
        let text = reply.text();
        let promised = ["promised", "commitment"].map(|name| {
            let value = text
                .split_once(&format!("name=\"{name}\" value=\""))
                .and_then(|(_, rest)| rest.split_once('"'));
            value.map(|(value, _)| value.to_owned()).filter(|value| !value.is_empty())
        });
        let text = promised.iter().flatten().fold(text, |text, value| text.replace(value, "PROMISE"));
        (path, text.replace("<span class=\"tag away\">away</span>", ""))
    };
    paths.into_iter().map(answer).collect()
}

/// Says where two answers first differ.
#[track_caller]
fn same(before: &[(String, String)], now: &[(String, String)]) {
    for ((path, before), (_, now)) in before.iter().zip(now) {
        let at = before.bytes().zip(now.bytes()).take_while(|(one, other)| one == other).count();
        let near = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(60)..])
                .chars()
                .take(160)
                .collect::<String>()
        };
        assert!(before == now, "{path}: {} and {}", near(before), near(now));
    }
}

#[test]
fn archived_games_are_shown_as_before_and_go_on() {
    let folder = Folder::new("retention");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let (over, going_on, token, before);
    {
        let running = plain(&store);
        let mut ada = running.client();
        over = open(&mut ada, &["me", "bot:random"], "Ada");
        play(&mut ada, &over, usize::MAX);
        going_on = open(&mut ada, &["me", "bot:random"], "Ada");
        play(&mut ada, &going_on, 3);
        token = ada.token.clone().unwrap();
        before = shown(&running, &token, &over);
    }
    let log = store.load(over.parse().unwrap()).unwrap();
    {
        let looks = Looks::on(&store);
        let running = keeping_in(Arc::clone(&looks) as Arc<dyn Store>, true, false);
        until("one table is archived", || archived(&store) == 1);
        looks.rounds();
        assert_eq!(archived(&store), 1, "a game that goes on stays");
        same(&before, &shown(&running, &token, &over));
    }
    assert_eq!(store.load(over.parse().unwrap()), Ok(log));
    let running = plain(&store);
    assert_eq!(archived(&store), 1);
    same(&before, &shown(&running, &token, &over));
    let mut ada = Client::with_token(running.addr, &token);
    assert_eq!(ada.get(&format!("/t/{over}")).status, 200);
    let mine = ada.get("/api/v1/tables").json().to_string();
    assert!(mine.contains(&over) && mine.contains(&going_on), "{mine}");
    // Playing again names the next table in the log of this one, so it comes back.
    let again = ada.post(&format!("/api/v1/tables/{over}/again"), &json!({}));
    assert_eq!(again.status, 200, "{}", again.text());
    assert_eq!(archived(&store), 0);
    drop(running);
    let running = keeping(&store, true, false);
    until("it is archived again", || archived(&store) == 1);
    // Whoever is forgotten is so in archive files as well.
    assert_eq!(marks(&folder.0, "Ada"), 1, "the name stands in the archive file");
    let gone = Client::with_token(running.addr, &token).send(
        "DELETE",
        "/api/v1/me",
        Some("application/json"),
        b"{}",
    );
    assert_eq!(gone.status, 204, "{}", gone.text());
    until("it is archived once more", || archived(&store) == 3);
    assert_eq!(marks(&folder.0, "Ada"), 0);
    let short = token.parse::<Key>().unwrap().hash().short();
    assert_eq!(marks(&folder.0, &short), 0);
}

/// In how many archive files a word stands.
fn marks(data: &Path, word: &str) -> usize {
    let within = |folder: &Path| -> Vec<_> {
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    };
    let files = within(&data.join("archive")).into_iter().flat_map(|folder| within(&folder));
    files
        .filter(|file| {
            let mut text = String::new();
            let packed = fs::read(file).unwrap_or_default();
            let _ = std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut text);
            text.contains(word)
        })
        .count()
}

fn status(running: &RunningServer, table: &str) -> u16 {
    running.client().get(&format!("/api/v1/tables/{table}")).status
}

#[test]
fn tables_of_guests_are_deleted_and_others_stay() {
    let folder = Folder::new("expiry");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let (guest, account, over, goes_on, waits, kept, code);
    {
        let running = plain(&store);
        let (mut ada, mut ben) = (running.client(), running.client());
        over = open(&mut ada, &["me", "bot:random"], "Zxqvada");
        play(&mut ada, &over, usize::MAX);
        goes_on = open(&mut ada, &["me", "bot:random"], "Zxqvada");
        play(&mut ada, &goes_on, 2);
        let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Zxqvada", "public": true});
        let opened = ada.post("/api/v1/tables", &body).json();
        (waits, code) =
            (opened["table"].as_str().unwrap().to_owned(), opened["code"].as_str().unwrap().to_owned());
        kept = open(&mut ben, &["me", "bot:random"], "Ben");
        play(&mut ben, &kept, usize::MAX);
        let reply = ben.post("/api/v1/account", &json!({"name": "Ben", "password": "correct horse battery"}));
        assert!(reply.status < 300, "{}", reply.text());
        ben.token = Some(reply.json()["token"].as_str().expect("a new token").to_owned());
        (guest, account) = (ada.token.unwrap(), ben.token.unwrap());
    }
    let looks = Looks::on(&store);
    let running = keeping_in(Arc::clone(&looks) as Arc<dyn Store>, true, true);
    until("both are deleted", || status(&running, &over) == 404 && status(&running, &waits) == 404);
    until("the other one is archived", || archived(&store) == 1);
    looks.rounds();
    assert_eq!((status(&running, &goes_on), status(&running, &kept)), (200, 200));
    let mut ada = Client::with_token(running.addr, &guest);
    assert_eq!(ada.get(&format!("/api/v1/codes/{code}")).status, 404);
    assert_eq!(ada.get(&format!("/t/{over}")).status, 404);
    for path in ["/api/v1/tables", "/api/v1/tables/public", "/"] {
        let text = ada.get(path).text();
        assert!(!text.contains(&over) && !text.contains(&waits), "{path}");
    }
    assert!(ada.get("/api/v1/tables").text().contains(&goes_on));
    let mut ben = Client::with_token(running.addr, &account);
    assert!(ben.get("/api/v1/tables").text().contains(&kept), "{}", ben.get("/api/v1/tables").text());
    drop(running);
    // Nothing is left of them in the store either; the file is swept.
    let nobody = Change::Forget(Key::random().hash());
    assert_eq!(conformance::change(&*store, vec![nobody]), Ok(()));
    for table in [over, waits] {
        let table: TableId = table.parse().unwrap();
        assert_eq!(store.load(table), Ok(vec![]));
        assert!(!store.tables_of(guest.parse::<Key>().unwrap().hash(), 99).unwrap().contains(&table));
    }
    let bytes = fs::read(folder.0.join("tables.sqlite")).unwrap();
    let left = bytes.windows(7).filter(|window| *window == b"Zxqvada").count();
    assert_eq!(left, 1, "only the game that goes on names her");
}

#[test]
fn whoever_follows_a_table_does_not_keep_it() {
    let folder = Folder::new("expiry-followed");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let looks = Looks::on(&store);
    let passed = Arc::new(AtomicU64::new(0));
    let week = Duration::from_secs(7 * 24 * 3600);
    let (every, pause) = (Duration::from_millis(20), Duration::ZERO);
    let retention =
        Retention { close_after: None, archive_after: None, guest_tables: Some(week), every, pause };
    let config = Config { bot_pause: BotPause::NONE, retention, limits: free(), ..Config::default() };
    let time = Time::planted(store::now, Arc::clone(&passed));
    let running = RunningServer::at(config, Arc::clone(&looks) as Arc<dyn Store>, time);
    let mut ada = running.client();
    let table = open(&mut ada, &["me", "open"], "Ada");
    // One with a seat, one without, and a page.
    let events = format!("/api/v1/tables/{table}/events");
    let mut followed = [ada.follow(&events), running.client().follow(&events)];
    assert!(followed.iter_mut().all(|stream| stream.next().is_some()));
    let page = running.client().follow(&format!("/t/{table}/events"));
    passed.store(2 * week.as_millis() as u64, Ordering::SeqCst);
    looks.rounds();
    until("it is deleted all the same", || status(&running, &table) == 404);
    // All of them end.
    followed.into_iter().chain([page]).for_each(|stream| drop(stream.last()));
}

#[test]
fn the_pages_of_the_host_are_shown_and_linked() {
    let none = RunningServer::start();
    for path in ["/contact", "/notice"] {
        assert_eq!(none.client().get(path).status, 404);
    }
    assert!(!none.client().get("/").text().contains("host-links"));
    let mut texts = HostTexts::default();
    texts.put(
        HostPage::Contact,
        Lang::En,
        HostText::read("# Ada's house\n\n<b>Write</b> to [us](https://a.example)."),
    );
    texts.put(HostPage::Notice, Lang::De, HostText::read("Hallo"));
    let outside = PublicAddress { texts, ..PublicAddress::default() };
    let running =
        RunningServer::with(Config { outside, ..Config::default() }, Arc::new(store::MemoryStore::new()));
    let mut anybody = running.client();
    let page = anybody.get("/contact");
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("Ada's house") && text.contains("&lt;b&gt;Write"), "{text}");
    assert!(text.contains("rel=\"nofollow noopener\" href=\"https://a.example\""), "{text}");
    let notice = anybody.get("/notice").text();
    assert!(
        notice.contains("<html lang=\"en\"") && notice.contains("class=\"host-text\" lang=\"de\""),
        "{notice}"
    );
    let table = testkit::open_table(&mut anybody, &["me", "open"]);
    for path in ["/", "/rules/catan", "/replay", "/account", "/t/nothing", &format!("/t/{table}")] {
        let text = anybody.get(path).text();
        assert!(text.contains("href=\"/contact\"") && text.contains("href=\"/notice\""), "{path}");
    }
}

#[test]
fn a_folder_with_faults_is_named() {
    let folder = Folder::new("site-folder");
    let read = || site_folder::read(&folder.0).map_err(|error| (error.path, error.fault));
    let Err((path, SiteErrorKind::Unreadable(_))) = read() else { panic!("it is not there") };
    assert_eq!(path, folder.0);
    fs::create_dir_all(&folder.0).unwrap();
    assert_eq!(read(), Err((folder.0.clone(), SiteErrorKind::NoPage)));
    let long = vec![b'x'; TEXT_MAX as usize + 1];
    for (name, bytes, fault) in [
        ("contact.fr.md", &b"Bonjour"[..], SiteErrorKind::UnknownName),
        ("imprint.en.md", b"Hello", SiteErrorKind::UnknownName),
        ("contact.en.md", b" \n", SiteErrorKind::Empty),
        ("contact.en.md", b"\xff", SiteErrorKind::NotUtf8),
        ("contact.en.md", &long, SiteErrorKind::TooLarge),
    ] {
        let file = folder.0.join(name);
        fs::write(&file, bytes).unwrap();
        assert_eq!(read(), Err((file.clone(), fault)));
        fs::remove_file(file).unwrap();
    }
    fs::write(folder.0.join("README.txt"), "not a page").unwrap();
    fs::write(folder.0.join("contact.en.md"), &long[1..]).unwrap();
    assert!(read().is_ok());
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/site");
    let texts = site_folder::read(&examples).unwrap();
    for page in HostPage::ALL {
        for lang in Lang::ALL {
            assert_eq!(texts.find(page, lang).map(|(_, found)| found), Some(lang), "{page:?}");
        }
    }
}

#[test]
fn a_damaged_archive_file_holds_up_nobody() {
    holds_up_nobody("retention-damage", false, |file| fs::write(file, "damaged").unwrap());
}

#[test]
fn a_file_that_is_damaged_while_its_table_is_in_memory_holds_up_nobody() {
    holds_up_nobody("retention-damage-later", true, |file| fs::write(file, "damaged").unwrap());
}

#[cfg(unix)]
#[test]
fn an_archive_file_that_cannot_be_read_holds_up_nobody() {
    holds_up_nobody("retention-unread", false, |file| {
        fs::remove_file(file).unwrap();
        std::os::unix::fs::symlink(file, file).unwrap();
    });
}

/// An archive file to which this was done keeps nobody from being forgotten at all their other tables.
fn holds_up_nobody(name: &str, in_memory: bool, spoil: impl Fn(&Path)) {
    let folder = Folder::new(name);
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let (over, waits, token);
    {
        let running = plain(&store);
        let mut ada = running.client();
        over = open(&mut ada, &["me", "bot:random"], "Ada");
        play(&mut ada, &over, usize::MAX);
        waits = open(&mut ada, &["me", "open"], "Ada");
        token = ada.token.clone().unwrap();
    }
    let table: TableId = over.parse().unwrap();
    assert_eq!(store.archive(table, store.load(table).unwrap()), Ok(true));
    let within = |folder: &Path| fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let file = within(&within(&folder.0.join("archive")));
    let running = plain(&store);
    let mut ada = Client::with_token(running.addr, &token);
    if in_memory {
        assert_eq!(status(&running, &over), 200);
    }
    spoil(&file);
    assert_eq!(ada.get(&format!("/t/{over}")).status >= 500, !in_memory);
    assert_eq!(status(&running, &waits), 200);
    assert_eq!(ada.send("DELETE", "/api/v1/me", Some("application/json"), b"{}").status, 204);
    assert_eq!(store.tables_of(token.parse::<Key>().unwrap().hash(), 9), Ok(vec![]));
    let log = store.load(waits.parse().unwrap()).unwrap();
    assert!(log.iter().all(|entry| !entry.body.contains("Ada")));
}

/// The secret of its dice stood in its record, so no other game may have it again.
#[test]
fn a_deleted_table_is_not_opened_again() {
    let folder = Folder::new("expiry-again");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let running = keeping(&store, false, true);
    let mut ada = running.client();
    let promised = ada.post("/api/v1/tables/promise", &json!({})).json()["table"].clone();
    let wish = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "promised": promised});
    let opened = ada.post("/api/v1/tables", &wish);
    assert_eq!((opened.status, &opened.json()["table"]), (201, &promised));
    ada.token = opened.json()["token"].as_str().map(str::to_owned);
    let table = promised.as_str().unwrap();
    until("it is deleted", || status(&running, table) == 404);
    for mut client in [ada, running.client()] {
        let again = client.post("/api/v1/tables", &wish);
        assert!((400..500).contains(&again.status), "{}", again.text());
    }
    until("nothing is stored", || store.load(table.parse().unwrap()) == Ok(vec![]));
    // Other tables are opened as before.
    open(&mut running.client(), &["me", "open"], "Ada");
}

#[test]
fn a_deleted_table_counts_no_more_among_those_from_an_address() {
    let tables = TableLimits { unfinished_per_address: 1, ..TableLimits::default() };
    let limits = Limits { spare_loopback: false, tables, ..free() };
    let store = Arc::new(MemoryStore::new()) as Arc<dyn Store>;
    let running = keeping_every(Duration::from_millis(20), store, false, true, limits);
    let mut ada = running.client();
    let first = open(&mut ada, &["me", "open"], "Ada");
    until("it is deleted", || status(&running, &first) == 404);
    let another = json!({"game": "carcassonne", "seats": ["me", "open"], "name": "Ada"});
    until("there is room", || ada.post("/api/v1/tables", &another).status == 201);
}

/// A store in which the first who reads a table gets the answer only when the table was deleted.
struct Late {
    store: Arc<SqliteStore>,
    was_read: AtomicBool,
    swept: AtomicBool,
}

impl StoreInterceptor for Late {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }
    fn loaded(&self, table: TableId) {
        if !self.was_read.swap(true, Ordering::SeqCst) {
            until("it is deleted", || self.store.load(table) == Ok(vec![]));
            until("the round that deleted it ends", || self.swept.load(Ordering::SeqCst));
        }
    }
    fn rests(&self) {
        until("somebody else reads it first", || self.was_read.load(Ordering::SeqCst));
    }
    fn sweep(&self) -> Result<(), StoreError> {
        self.swept.store(true, Ordering::SeqCst);
        self.store.sweep()
    }
}

#[test]
fn a_table_that_was_read_before_it_was_deleted_stays_away() {
    let folder = Folder::new("expiry-late");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let table = open(&mut plain(&store).client(), &["me", "open"], "Ada");
    // The first round begins when the table is being read.
    let late = Arc::new(InterceptedStore(Late {
        store,
        was_read: AtomicBool::new(false),
        swept: AtomicBool::new(false),
    })) as Arc<dyn Store>;
    let running = keeping_every(Duration::from_millis(20), late, false, true, free());
    assert_eq!(status(&running, &table), 404);
    assert_eq!(status(&running, &table), 404);
}

/// A store that cannot read one table, and counts how many times it is asked to sweep.
struct Broken {
    store: Arc<SqliteStore>,
    broken: TableId,
    sweeps: AtomicUsize,
    looks: AtomicUsize,
}

impl StoreInterceptor for Broken {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }
    fn loads_table(&self, table: TableId) -> Result<(), StoreError> {
        let error = StoreError::Io { path: "/dev/sda".into(), reason: "it is broken".to_owned() };
        if table == self.broken { Err(error) } else { Ok(()) }
    }
    fn rests(&self) {
        self.looks.fetch_add(1, Ordering::SeqCst);
    }
    fn sweep(&self) -> Result<(), StoreError> {
        self.sweeps.fetch_add(1, Ordering::SeqCst);
        self.store.sweep()
    }
}

#[test]
fn a_round_that_ends_early_sweeps_too() {
    let folder = Folder::new("expiry-early");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let mut tables: Vec<TableId> = {
        let running = plain(&store);
        let open = |_| open(&mut running.client(), &["me", "open"], "Ada").parse().unwrap();
        (0..2).map(open).collect()
    };
    // They are looked at in the order of their ids.
    tables.sort_unstable();
    let (sweeps, looks) = Default::default();
    let broken = Broken { store: Arc::clone(&store), broken: tables[1], sweeps, looks };
    let broken = Arc::new(InterceptedStore(broken));
    let _running =
        keeping_every(Duration::from_millis(20), Arc::clone(&broken) as Arc<dyn Store>, false, true, free());
    until("one is deleted", || store.load(tables[0]) == Ok(vec![]));
    until("the store is asked to sweep", || broken.sweeps.load(Ordering::SeqCst) > 0);
    rounds(&broken.looks);
    assert_eq!(broken.sweeps.load(Ordering::SeqCst), 1, "later rounds have deleted nothing");
    assert!(store.load(tables[1]).is_ok_and(|log| !log.is_empty()));
}
