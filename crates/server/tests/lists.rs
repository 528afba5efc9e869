//! The longest list there is: a hand with most of the cards of Cities & Knights, and a 7. What the server makes, sends and
//! remembers for it is bounded in bytes.

// A counting allocator cannot be had without `unsafe`; it passes everything on to the system's.
#![allow(unsafe_code)]

use game::{Seat, Seed, Turn, Viewer};
use serde_json::{Value, json};
use server::Limits;
use shelf::AnyGame;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{Batch, MemoryStore, Store};
use table::entry::SeatHolder;
use table::games::new_game;
use table::host::{Chance, Command, Effect, Host, Intent, Opening, Sender};
use table::{Key, TableId};
use testkit::{Browser, Client, Reply, RunningServer, hidden};

/// Bytes that all threads have asked for so far.
static ALLOCATED: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the promises.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, and the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocated(work: impl FnOnce() -> Reply) -> (u64, Reply) {
    let before = ALLOCATED.load(Ordering::Relaxed);
    let reply = work();
    (ALLOCATED.load(Ordering::Relaxed) - before, reply)
}

/// The cards of a hand must be more than this.
const LIMIT: u32 = 78;

/// The kinds of cards.
const KINDS: [&str; 8] = ["brick", "lumber", "wool", "grain", "ore", "cloth", "coin", "paper"];

/// A table at which Ada hoards until she has to discard half of a hand of more than [`LIMIT`] cards.
struct Hoard {
    host: Host<()>,
    keys: [Key; 2],
    batches: Vec<Batch>,
}

impl Hoard {
    fn open() -> Hoard {
        let keys = [Key::random(), Key::random()];
        let options = [("discard_limit".to_owned(), LIMIT.to_string())];
        let start = new_game("cities-and-knights", 2, &options).unwrap();
        let person = |name: &str, key: &Key| SeatHolder::Person { name: name.to_owned(), key: key.hash() };
        let chairs = vec![person("Ada", &keys[0]), person("Ben", &keys[1])];
        let opening = Opening::new(chairs, Chance::Seed(Seed(5)), "k7mw2xqp".to_owned(), keys[0].hash());
        let (host, effects) = Host::open(TableId::random(), &start, opening, 1, ()).unwrap();
        let mut hoard = Hoard { host, keys, batches: Vec::new() };
        hoard.carry_out(effects);
        hoard
    }

    fn carry_out(&mut self, effects: Vec<Effect<()>>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    self.batches.push(batch);
                    let effects = self.host.stored(Ok(()));
                    self.carry_out(effects);
                }
                Effect::Reply((), answer) => {
                    assert!(answer.is_ok(), "{answer:?}, Ada has {:?}", self.hand(Seat::A));
                }
                _ => {}
            }
        }
    }

    fn game(&self) -> &AnyGame {
        self.host.game().unwrap()
    }

    /// The number of cards of each kind in a seat's hand.
    fn hand(&self, seat: Seat) -> [(&'static str, u64); 8] {
        let view = self.game().view(Viewer::Everything);
        let hand = &view["seats"][seat.to_string()]["hand"];
        assert!(hand.is_object(), "{view}");
        KINDS.map(|kind| (kind, hand[kind].as_u64().unwrap_or(0)))
    }

    fn act(&mut self, seat: Seat, action: String) {
        let seen = self.host.version();
        let sender = Sender::Holder(self.keys[seat.index()].hash());
        let command = Command { sender, id: None, seen, intent: Intent::Act(action) };
        let effects = self.host.submit(command, 2, ());
        self.carry_out(effects);
    }

    /// The action that a seat takes: nobody builds or fights, and Ben gives Ada what he has for one card of hers.
    fn choice(&self, seat: Seat) -> Option<String> {
        let listed = self.game().listed(seat, 1_024).actions;
        let has = |action: &str| listed.iter().find(|text| *text == action).cloned();
        if let Some(action) = ["roll", "accept", "execute B"].into_iter().find_map(has) {
            return Some(action);
        }
        if has("end").is_some() {
            let offer = self.offer(seat).filter(|offer| self.game().check(seat, offer).is_ok());
            return offer.or_else(|| self.exchange(seat, &listed)).or_else(|| has("end"));
        }
        // What was accepted stays accepted.
        listed.get(listed.len() / 2).filter(|action| *action != "reject").cloned()
    }

    /// Ada's offer: one card of which she has most for everything else that Ben has.
    fn offer(&self, seat: Seat) -> Option<String> {
        let (own, theirs) = (self.hand(Seat::A), self.hand(Seat::B));
        let (most, _) = own.into_iter().max_by_key(|(_, count)| *count).filter(|_| seat == Seat::A)?;
        let wanted = theirs.into_iter().filter(|&(kind, count)| kind != most && count > 0);
        let total: u64 = wanted.clone().map(|(_, count)| count).sum();
        let wanted: Vec<String> = wanted.map(|(kind, count)| format!("{count} {kind}")).collect();
        // One for one would go on for ever.
        (total > 1).then(|| format!("offer 1 {most} for {} to B", wanted.join(" ")))
    }

    /// Ada's exchange with the supply: what she has most of for what she has least of, if that is far less.
    fn exchange(&self, seat: Seat, listed: &[String]) -> Option<String> {
        let own = self.hand(Seat::A);
        let (least, fewest) = own.into_iter().min_by_key(|(_, count)| *count).unwrap();
        let (most, count) = own.into_iter().max_by_key(|(_, count)| *count).unwrap();
        let is_it =
            |text: &&String| text.starts_with("bank ") && text.ends_with(&format!(" {most} for {least}"));
        listed.iter().find(is_it).filter(|_| seat == Seat::A && count > 15 && fewest < 12).cloned()
    }

    /// Goes on until Ada has to choose.
    fn fill(&mut self) {
        for _ in 0..20_000 {
            let Turn::Decide(seats) = self.game().turn() else { panic!("the game is over") };
            let due = self.game().listed(Seat::A, 1);
            if due.actions.first().is_some_and(|action| action.starts_with("discard ")) {
                return;
            }
            // Ben answers before Ada goes on.
            let asked = [Seat::B, Seat::A].into_iter().filter(|&seat| seats.contains(seat));
            let choice = asked.filter_map(|seat| Some((seat, self.choice(seat)?))).next();
            let (seat, action) = choice.expect("somebody has something to do");
            self.act(seat, action);
        }
        panic!("Ada has {:?} after {} versions", self.hand(Seat::A), self.host.version());
    }
}

/// Only one test allocates at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The hoard at a server of its own, with a client and a browser of Ada's.
fn at_a_server() -> (MutexGuard<'static, ()>, RunningServer, TableId, Client, Browser) {
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hoard = Hoard::open();
    hoard.fill();
    let store = Arc::new(MemoryStore::new());
    for batch in hoard.batches {
        let (sender, stored) = std::sync::mpsc::channel();
        store.append(batch, Box::new(move |result| sender.send(result).unwrap()));
        stored.recv().unwrap().unwrap();
    }
    let running = RunningServer::on(store, Limits::default());
    let client = Client::with_token(running.addr, &hoard.keys[0].reveal());
    let mut browser = Browser::new(&running);
    browser.cookies.push(("neuland-key".to_owned(), hoard.keys[0].reveal()));
    (alone, running, hoard.host.id(), client, browser)
}

/// A bundle that the description allows: as many as possible of one kind after the other.
fn described(choose: &Value) -> Vec<(String, u64)> {
    let mut left = choose["count"].as_u64().unwrap();
    let mut cards = Vec::new();
    for (kind, count) in choose["of"].as_object().unwrap() {
        let taken = left.min(count.as_u64().unwrap());
        left -= taken;
        if taken > 0 {
            cards.push((kind.clone(), taken));
        }
    }
    assert_eq!(left, 0, "{choose}");
    cards
}

/// A description by counts is all that such a list takes.
#[test]
fn a_choice_of_half_the_box_is_described_by_counts() {
    let (_alone, _running, table, mut ada, _) = at_a_server();
    let path = format!("/api/v1/tables/{table}");
    assert_eq!(ada.get(&path).status, 200); // loads the table
    let (bytes, reply) = allocated(|| ada.get(&format!("{path}/legal")));
    assert_eq!(reply.status, 200);
    assert!(reply.body.len() < 64 * 1024, "{} bytes are sent", reply.body.len());
    assert!(bytes < 512 * 1024, "{bytes} bytes are allocated");
    let legal = reply.json();
    let (total, choose) = (legal["total"].as_u64().unwrap(), &legal["choose"]);
    assert!(total > 900_000, "{legal}");
    assert_eq!(choose["verb"], "discard");
    assert!(choose["count"].as_u64().unwrap() >= u64::from(LIMIT / 2), "{choose}");
    assert_eq!(legal["legal"].as_array().unwrap().len(), 512);
    // What is described is accepted, whether it is among the examples or not.
    let cards: Vec<String> =
        described(choose).iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let discard = format!("discard {}", cards.join(" "));
    let command = json!({"seq": legal["version"], "id": "d", "action": discard});
    let reply = ada.post(&format!("{path}/act"), &command);
    assert_eq!(reply.status, 200, "{discard}: {}", reply.text());
}

/// A refusal makes at most 256 texts, and none where nobody reads them.
#[test]
fn a_refusal_makes_no_list_of_all() {
    let (_alone, _running, table, mut ada, mut browser) = at_a_server();
    let path = format!("/api/v1/tables/{table}");
    let seq = ada.get(&path).json()["version"].as_u64().unwrap();
    let cases = [
        ("illegal", "discard 39 paper", seq),
        ("illegal", "end", seq),
        ("not-an-action", "dance", seq),
        ("stale", "end", seq - 1),
        ("stale", "end", seq + 9),
    ];
    for (n, (error, action, seq)) in cases.into_iter().enumerate() {
        let command = json!({"seq": seq, "id": format!("r{n}"), "action": action});
        // The second time it is the same refusal, remembered.
        for _ in 0..2 {
            let (bytes, reply) = allocated(|| ada.post(&format!("{path}/act"), &command));
            assert_eq!(reply.json()["error"], error, "{}", reply.text());
            assert_eq!(reply.json()["legal"].as_array().unwrap().len(), 256);
            assert!(reply.json()["total"].as_u64().unwrap() > 900_000);
            assert_eq!(reply.json()["choose"]["verb"], "discard");
            assert!(reply.body.len() < 32 * 1024, "{} bytes are sent", reply.body.len());
            assert!(bytes < 256 * 1024, "{bytes} bytes are allocated for {error}");
        }
    }
    // Who only wants to sit down reads no list.
    let joined = ada.post(&format!("{path}/join"), &json!({"name": "Ada", "seat": "B", "id": "j"}));
    assert!(joined.json().get("legal").is_none(), "{}", joined.text());
    // A page that refuses is the page, and makes none either.
    let body = format!("seq={seq}&id=p&action=end");
    let (page, refused) = allocated(|| browser.get(&format!("/t/{table}")));
    assert_eq!(refused.status, 200);
    let (bytes, refused) = allocated(|| browser.send("POST", &format!("/t/{table}/act"), &body));
    assert_eq!(refused.status, 422);
    assert!(bytes < 2 * page, "{bytes} bytes for the refusal, {page} for the page");
    let told = browser.submit_in_place(&format!("/t/{table}/act"), &body.replace("id=p", "id=q"));
    assert_eq!(told.json()["legal"].as_array().unwrap().len(), 256);
}

/// The page asks for so many of each kind, with or without scripts.
#[test]
fn a_page_has_a_field_for_each_kind() {
    let (_alone, _running, table, mut ada, mut browser) = at_a_server();
    let legal = ada.get(&format!("/api/v1/tables/{table}/legal")).json();
    let seen = browser.get(&format!("/t/{table}"));
    assert!(seen.body.len() < 208 * 1024, "{} bytes", seen.body.len());
    let page = seen.text();
    assert!(page.matches("name=\"action\"").count() < 20 && !page.contains("value=\"discard 1"), "{page}");
    let mut body = format!("seq={}&id={}&action=discard", hidden(&page, "seq"), hidden(&page, "id"));
    for (kind, count) in described(&legal["choose"]) {
        assert!(page.contains(&format!("name=\"discard-{kind}\"")), "{kind}");
        body += &format!("&discard-{kind}={count}");
    }
    let reply = browser.send("POST", &format!("/t/{table}/act"), &body);
    assert_eq!(reply.status, 303, "{body}: {}", reply.text());
}
