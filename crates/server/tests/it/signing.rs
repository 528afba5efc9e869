//! Signing in where others try to: whoever guesses is slowed down, and the owner of the account is not kept out.

use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use store::{MemoryStore, Store};
use testkit::{Browser, RunningServer};

const PASSWORD: &str = "correct horse battery";
const HOME: &str = "192.0.2.7";
const CAFE: &str = "198.51.100.9";

fn server(store: &Arc<MemoryStore>) -> RunningServer {
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    RunningServer::behind(&["127.0.0.1"], Arc::clone(store) as Arc<dyn Store>, limits)
}

/// A browser at this address.
fn at(running: &RunningServer, address: &str) -> Browser {
    let mut browser = Browser::new(running);
    move_to(&mut browser, address);
    browser
}

fn move_to(browser: &mut Browser, address: &str) {
    browser.client.headers.retain(|(name, _)| name != "x-forwarded-for");
    browser.client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
}

/// A browser that has made an account at home.
fn owner(running: &RunningServer, name: &str) -> Browser {
    let mut browser = at(running, HOME);
    browser.submit("/account/sign-up", &format!("name={name}&password={PASSWORD}"));
    browser
}

fn sign_in(browser: &mut Browser, name: &str, password: &str) -> u16 {
    browser.send("POST", "/account/sign-in", &format!("name={name}&password={password}")).status
}

/// Tries wrong passwords from everywhere until nobody may try another one. Returns how many were tried.
fn guess(running: &RunningServer, name: &str, addresses: impl Iterator<Item = String>) -> usize {
    let statuses = addresses.map(|address| sign_in(&mut at(running, &address), name, "not+the+right+one"));
    let statuses: Vec<u16> = statuses.collect();
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
    statuses.iter().filter(|&&status| status == 403).count()
}

fn strangers() -> impl Iterator<Item = String> {
    (1..=14).map(|n| format!("203.0.113.{n}"))
}

#[test]
fn a_stranger_does_not_keep_the_owner_out() {
    let store = Arc::new(MemoryStore::new());
    let cookies = {
        let running = server(&store);
        let mut ada = owner(&running, "Ada");
        ada.submit("/account/sign-out", "");
        assert_eq!(guess(&running, "Ada", strangers()), 10);
        // At a device that she has used, wherever it is now.
        move_to(&mut ada, CAFE);
        assert_eq!(sign_in(&mut ada, "Ada", PASSWORD), 303, "the owner is locked out");
        // At a device that is new, where she has signed in before.
        assert_eq!(sign_in(&mut at(&running, HOME), "Ada", PASSWORD), 303, "known by her network");
        assert_eq!(sign_in(&mut at(&running, CAFE), "Ada", PASSWORD), 303, "known by her network");
        // Others wait, whatever they know.
        assert_eq!(sign_in(&mut at(&running, "203.0.113.77"), "Ada", PASSWORD), 429);
        ada.submit("/account/sign-out", "");
        ada.cookies
    };
    // A restart forgets the networks and knows the device.
    let running = server(&store);
    guess(&running, "Ada", strangers());
    assert_eq!(sign_in(&mut at(&running, HOME), "Ada", PASSWORD), 429);
    let mut ada = at(&running, CAFE);
    ada.cookies = cookies;
    assert_eq!(sign_in(&mut ada, "Ada", PASSWORD), 303);
    // With another password the device is known again, and only it.
    let mut thief = at(&running, "203.0.113.77");
    thief.cookies = ada.cookies.iter().filter(|(name, _)| name == "neuland-known").cloned().collect();
    ada.submit("/account/password", &format!("old={PASSWORD}&password=another+good+one"));
    assert_eq!(sign_in(&mut thief, "Ada", "another+good+one"), 429);
    ada.submit("/account/sign-out", "");
    move_to(&mut ada, "203.0.113.78");
    assert_eq!(sign_in(&mut ada, "Ada", "another+good+one"), 303);
}

#[test]
fn a_neighbour_does_not_keep_the_owner_out() {
    let running = server(&Arc::new(MemoryStore::new()));
    let mut ada = owner(&running, "Ada");
    ada.submit("/account/sign-out", "");
    // Somebody at home tries her password too, at a device of their own, as often as one may from there.
    assert_eq!(guess(&running, "Ada", (0..12).map(|_| HOME.to_owned())), 10);
    assert_eq!(sign_in(&mut ada, "Ada", PASSWORD), 303, "her device counts for itself");
    // And what they try for other names does not count for her.
    assert_eq!(sign_in(&mut at(&running, CAFE), "Ada", PASSWORD), 303);
}

#[test]
fn what_a_device_is_known_by_is_worth_nothing_else() {
    let running = server(&Arc::new(MemoryStore::new()));
    let ada = owner(&running, "Ada");
    let known = ada.cookies.iter().find(|(name, _)| name == "neuland-known").unwrap().1.clone();
    // It is no key.
    let mut thief = at(&running, CAFE);
    thief.cookies.push(("neuland-key".to_owned(), known.clone()));
    assert!(!thief.get("/account").text().contains("Ada"), "a key was made of it");
    thief.client.token = Some(known.clone());
    assert_eq!(thief.client.get("/api/v1/me").status, 401);
    thief.client.token = None;
    // It slows down the guesses of whoever has it, as the name does.
    thief.cookies = vec![("neuland-known".to_owned(), known.clone())];
    let mut statuses: Vec<u16> = (0..12).map(|_| sign_in(&mut thief, "Ada", "not+the+right+one")).collect();
    statuses.dedup();
    assert_eq!(statuses, [403, 429]);
    // That of another account helps nobody.
    owner(&running, "Ben");
    guess(&running, "Ben", strangers());
    let mut stranger = at(&running, "203.0.113.99");
    stranger.cookies = vec![("neuland-known".to_owned(), known)];
    assert_eq!(sign_in(&mut stranger, "Ben", PASSWORD), 429);
}

#[test]
fn unknown_names_count_alike() {
    let running = server(&Arc::new(MemoryStore::new()));
    owner(&running, "Ada");
    for name in ["Ada", "Nobody+at+all"] {
        assert_eq!(guess(&running, name, strangers()), 10, "{name}");
    }
}

#[test]
fn a_weak_password_is_refused_with_its_reason_in_the_language_of_the_reader() {
    let running = RunningServer::start();
    let sign_up = |language: &str, password: &str| {
        let mut client = running.client();
        client.headers.push(("accept-language".to_owned(), language.to_owned()));
        let reply = client.post("/api/v1/account", &json!({ "name": "Eveline", "password": password }));
        let problem: Value = reply.json();
        assert_eq!((reply.status, problem["error"].as_str()), (422, Some("bad-password")), "{password}");
        problem["message"].as_str().unwrap().to_owned()
    };
    for (password, english, german) in [
        ("short", "8 to 200 characters", "8 bis 200 Zeichen"),
        ("password1234", "on the lists", "auf den Listen"),
        ("abcabcabcabc", "Repeating", "Wiederholungen"),
        ("12.03.1987", "Dates", "Jahreszahlen"),
        ("Eveline.", "Your name", "Deinen Namen"),
        ("K7mw2xqp", "Make it longer", "Mach es länger"),
    ] {
        let (en, de) = (sign_up("en", password), sign_up("de", password));
        assert!(en.contains(english) && de.contains(german), "{password}: {en} / {de}");
        assert!(!en.contains(password) && !de.contains(password), "it is not sent back");
    }
}
