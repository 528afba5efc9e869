//! Ways back to an account whose password is lost: recovery codes, and the codes of moderators.

use live::accounts::Accounts;
use pages::AccountFault;
use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use std::time::Duration;
use store::{Code, CodeChange, CodeKind, MemoryStore, Recovery, SqliteStore, Store};
use table::KeyHash;
use testkit::{Browser, Client, Folder, RunningServer};

const PASSWORD: &str = "correct horse battery";
const NEW: &str = "another horse battery";

/// An account; the client holds its token afterwards.
fn account(running: &RunningServer, name: &str) -> Client {
    let mut client = running.client();
    let reply = client.post("/api/v1/account", &json!({ "name": name, "password": PASSWORD }));
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = reply.json()["token"].as_str().map(str::to_owned);
    client
}

fn make_codes(client: &mut Client) -> Vec<String> {
    let reply = client.post("/api/v1/me/recovery-codes", &json!({ "password": PASSWORD }));
    assert_eq!(reply.status, 201, "{}", reply.text());
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let codes = reply.json()["codes"].clone();
    codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn recover(client: &mut Client, name: &str, code: &str, password: &str) -> (u16, Value) {
    let body = json!({ "name": name, "code": code, "password": password });
    let reply = client.post("/api/v1/recovery", &body);
    (reply.status, reply.json())
}

fn sign_in(running: &RunningServer, name: &str, password: &str) -> u16 {
    running.client().post("/api/v1/session", &json!({ "name": name, "password": password })).status
}

const REFUSED: (u16, &str) = (403, "bad-code");

fn is_refused((status, body): (u16, Value), what: &str) {
    assert_eq!((status, body["error"].as_str()), (REFUSED.0, Some(REFUSED.1)), "{what}: {body}");
}

#[test]
fn a_code_sets_a_new_password_once() {
    let folder = Folder::new("recovery");
    let codes = {
        let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
        let mut ada = account(&running, "Ada");
        assert_eq!(ada.get("/api/v1/me").json()["recovery_codes"], Value::Null);
        let reply = ada.post("/api/v1/me/recovery-codes", &json!({ "password": "not this one" }));
        assert_eq!(reply.status, 403, "a stolen device makes no codes: {}", reply.text());
        let old = make_codes(&mut ada);
        assert_eq!(old.len(), 10);
        let codes = make_codes(&mut ada);
        assert!(old.iter().all(|code| !codes.contains(code)));
        is_refused(recover(&mut running.client(), "Ada", &old[0], NEW), "codes are replaced as a set");
        assert_eq!(ada.get("/api/v1/me").json()["recovery_codes"], 10);
        codes
    };
    // A restart forgets nothing of it.
    let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
    let mut somebody = running.client();
    is_refused(recover(&mut somebody, "Ben", &codes[0], NEW), "another name");
    is_refused(recover(&mut somebody, "…", &codes[0], NEW), "no name");
    is_refused(recover(&mut somebody, "Ada", "00000-00000-00000", NEW), "another code");
    is_refused(recover(&mut somebody, "Ada", "", NEW), "no code");
    // A password that cannot be leaves the code as it is.
    let (status, body) = recover(&mut somebody, "Ada", &codes[0], "password1234");
    assert_eq!((status, body["error"].as_str()), (422, Some("bad-password")));
    let typed = codes[0].to_uppercase().replace('-', " ");
    let (status, body) = recover(&mut somebody, " aDa ", &typed, NEW);
    assert_eq!((status, body["name"].as_str()), (201, Some("Ada")), "{body}");
    let mut ada = Client::with_token(running.addr, body["token"].as_str().unwrap());
    let me = ada.get("/api/v1/me").json();
    assert_eq!((&me["recovery_codes"], me["sessions"].as_array().unwrap().len()), (&json!(9), 1));
    assert_eq!((sign_in(&running, "Ada", PASSWORD), sign_in(&running, "Ada", NEW)), (403, 201));
    is_refused(recover(&mut somebody, "Ada", &codes[0], PASSWORD), "a code is good once");
    assert_eq!(recover(&mut somebody, "Ada", &codes[9], PASSWORD).0, 201, "the others are good");
    assert_eq!(ada.get("/api/v1/me").status, 401, "all sessions end");
}

#[test]
fn two_who_use_a_code_at_once_are_one() {
    let running = RunningServer::start();
    let mut ada = account(&running, "Ada");
    let code = make_codes(&mut ada).remove(0);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..6)
            .map(|n| {
                let (running, code) = (&running, &code);
                scope.spawn(move || {
                    recover(&mut running.client(), "Ada", code, &format!("another horse battery {n}")).0
                })
            })
            .collect();
        tries.into_iter().map(|tried| tried.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|&&status| status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|&&status| status == 403).count(), 5, "{statuses:?}");
}

#[test]
fn guessing_is_slow_and_keeps_the_owner_nowhere() {
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let running = RunningServer::behind(&["127.0.0.1"], Arc::new(MemoryStore::new()), limits);
    let at = |address: &str| {
        let mut client = running.client();
        client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
        client
    };
    let mut ada = at("192.0.2.7");
    let reply = ada.post("/api/v1/account", &json!({ "name": "Ada", "password": PASSWORD }));
    ada.token = reply.json()["token"].as_str().map(str::to_owned);
    let codes = make_codes(&mut ada);
    let mut thief = at("203.0.113.9");
    let guesses: Vec<u16> =
        (0..12).map(|n| recover(&mut thief, "Ada", &format!("00000-00000-{n:05}"), NEW).0).collect();
    assert_eq!(guesses.iter().filter(|&&status| status == 403).count(), 10, "{guesses:?}");
    assert_eq!(guesses.last(), Some(&429));
    // Strangers who try passwords and codes do not keep the owner from using one, wherever she is.
    for n in 0..12 {
        let guess = json!({ "name": "Ada", "password": "not the right one" });
        at(&format!("203.0.113.{}", 20 + n)).post("/api/v1/session", &guess);
    }
    assert_eq!(recover(&mut at("198.51.100.9"), "Ada", &codes[0], NEW).0, 201);
}

#[test]
fn a_moderator_issues_a_code() {
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = account(&running, "Ada");
    let codes = make_codes(&mut ada);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let accounts = Accounts::new(Arc::clone(&store) as Arc<dyn Store>, Duration::from_secs(1));
    let ids = |name: &str| runtime.block_on(accounts.named(name)).unwrap();
    let id = ids("Ada").unwrap();
    let issue = |id: KeyHash| runtime.block_on(accounts.issue_reset(id));
    assert_eq!(issue(KeyHash::NOBODY), Err(AccountFault::NoAccount.into()));
    let (first, second) = (issue(id).unwrap(), issue(id).unwrap());
    let mut somebody = running.client();
    is_refused(recover(&mut somebody, "Ada", &first, NEW), "the next one replaces it");
    assert_eq!(recover(&mut somebody, "Ada", &second, NEW).0, 201);
    is_refused(recover(&mut somebody, "Ada", &second, PASSWORD), "it is good once");
    assert_eq!(ada.get("/api/v1/me").status, 401);
    assert_eq!(recover(&mut somebody, "Ada", &codes[3], PASSWORD).0, 201, "her own codes stay");
    // Whoever has set a password needs the code no more.
    let unused = issue(id).unwrap();
    assert_eq!(recover(&mut somebody, "Ada", &codes[4], NEW).0, 201);
    is_refused(recover(&mut somebody, "Ada", &unused, PASSWORD), "it went with the password");
    // It is good for a day.
    let late = issue(id).unwrap();
    let mut issued = store.codes(id).unwrap();
    issued.retain(|code| code.kind == CodeKind::Reset);
    let [issued]: [Code; 1] = issued.try_into().unwrap();
    assert_eq!(issued.until, Some(issued.since + 24 * 60 * 60 * 1000));
    let past = Code { until: Some(issued.since - 1), ..issued };
    let replace = CodeChange::Replace { person: id, kind: CodeKind::Reset, codes: vec![past] };
    store::conformance::change(&*store, vec![replace.into()]).unwrap();
    is_refused(recover(&mut somebody, "Ada", &late, PASSWORD), "it is past its time");
}

#[test]
fn codes_are_told_of_and_go_with_the_account() {
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = account(&running, "Ada");
    let codes = make_codes(&mut ada);
    let document = ada.get("/api/v1/me/data");
    let told = document.json()["recovery_codes"].as_array().unwrap().len();
    assert_eq!(told, 10);
    assert!(codes.iter().all(|code| !document.text().contains(code)));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let accounts = Accounts::new(Arc::clone(&store) as Arc<dyn Store>, Duration::from_secs(1));
    let id = runtime.block_on(accounts.named("Ada")).unwrap().unwrap();
    assert_eq!(store.codes(id).unwrap().len(), 10);
    let body = json!({ "password": PASSWORD }).to_string();
    assert_eq!(ada.send("DELETE", "/api/v1/me", Some("application/json"), body.as_bytes()).status, 204);
    assert_eq!(store.codes(id).unwrap(), []);
    is_refused(recover(&mut running.client(), "Ada", &codes[0], NEW), "nobody is left");
}

#[test]
fn a_person_makes_an_account_with_codes_and_comes_back_by_one() {
    let running = RunningServer::start();
    let mut desk = Browser::new(&running);
    let page = desk.send("POST", "/account/sign-up", &format!("name=Ada&password={PASSWORD}&codes=on"));
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")));
    let text = page.text();
    let list = text.split("id=\"recovery-codes\"").nth(1).unwrap().split("</ol>").next().unwrap().to_owned();
    let codes: Vec<&str> = list.split("<code>").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(codes.len(), 10, "{list}");
    let page = desk.get("/account").text();
    assert!(page.contains("You have 10 codes left") && !page.contains(codes[0]), "shown once");
    desk.submit("/account/sign-out", "");
    let page = desk.get("/account").text();
    assert!(page.contains("href=\"/account/recover\""), "the way back is where one signs in");
    let reply = desk.send("POST", "/account/recover", &format!("name=Ada&code=wrong&password={NEW}"));
    assert_eq!(reply.status, 403);
    assert!(reply.text().contains("value=\"Ada\"") && reply.text().contains("do not match"));
    let sent = format!("name=Ada&code={}&password={NEW}", codes[2]);
    let (path, page) = desk.submit("/account/recover", &sent);
    assert_eq!(path, "/account?done=recovered");
    assert!(page.contains("signed in as Ada") && page.contains("You have 9 codes left"), "{page}");
    // Whoever does not want codes gets none.
    let mut ben = Browser::new(&running);
    let (path, page) = ben.submit("/account/sign-up", &format!("name=Ben&password={PASSWORD}"));
    assert_eq!(path, "/account?done=signed-up");
    assert!(page.contains("You have no codes yet"));
}
