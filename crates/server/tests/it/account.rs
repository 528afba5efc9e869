//! People: guests at a second device, accounts, what is kept of somebody and how it goes.

use live::admin::{self, Deleted, PersonSelector};
use serde_json::{Value, json};
use server::Limits;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, SqliteStore, Store};
use table::{Key, KeyHash};
use testkit::{Browser, Client, Folder, RunningServer, hidden, join, open_table};

const PASSWORD: &str = "correct horse battery";

/// The key in a browser's cookie; programs send the same as their token.
fn key(browser: &Browser) -> String {
    browser
        .cookies
        .iter()
        .find(|(name, _)| name == "neuland-key")
        .map(|(_, key)| key.clone())
        .unwrap_or_default()
}

/// The seat of a key at a table.
fn seat(running: &RunningServer, table: &str, key: &str) -> Value {
    let mut client = Client::with_token(running.addr, key);
    let reply = client.get(&format!("/api/v1/tables/{table}"));
    if reply.status == 200 { reply.json()["you"].clone() } else { json!(reply.status) }
}

/// A guest who sits at a table of two; the table's id.
fn guest(running: &RunningServer, name: &str) -> (Browser, String) {
    let mut browser = Browser::new(running);
    let new = format!("game=catan&name={name}&seat-A=me&seat-B=open&seat-C=none&seat-D=none");
    let (table, _) = browser.submit("/tables", &new);
    (browser, table.trim_start_matches("/t/").to_owned())
}

fn code(browser: &mut Browser) -> String {
    let page = browser.send("POST", "/account/transfer", "");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let page = page.text();
    let code = page.split("id=\"transfer-code\" class=\"spelled\">").nth(1).unwrap()[..11].to_owned();
    assert!(
        page.contains(&format!("/continue#{code}")),
        "the code is in the part of the link that is not sent"
    );
    code
}

#[test]
fn a_guest_goes_on_at_another_device() {
    let running = RunningServer::start();
    let (mut desk, table) = guest(&running, "Ada");
    let code = code(&mut desk);

    // A preview of the link asks for the page and uses nothing up.
    let mut phone = Browser::new(&running);
    for _ in 0..3 {
        let page = phone.get("/continue");
        assert_eq!(page.status, 200);
        assert!(!page.text().contains(&code), "the server does not even know which code was followed");
    }
    let typed = code.to_uppercase().replace('-', "+");
    let (path, page) = phone.submit("/continue", &format!("code={typed}"));
    assert_eq!(path, "/");
    assert!(page.contains(&table) && page.contains("value=\"Ada\""), "tables and name came along");
    assert_eq!(seat(&running, &table, &key(&phone)), "A");
    assert_eq!(seat(&running, &table, &key(&desk)), "A", "the first device goes on as well");
    assert_ne!(key(&phone), key(&desk), "each device has a key of its own");

    // Once is once.
    let mut thief = Browser::new(&running);
    let reply = thief.send("POST", "/continue", &format!("code={code}"));
    assert_eq!((reply.status, key(&thief)), (403, String::new()));
    assert!(reply.text().contains("This code is not valid"));

    // What one does, the other sees; either may end the other.
    let page = desk.get("/account").text();
    let device = hidden(&page, "device");
    desk.submit("/account/end", &format!("device={device}"));
    assert_eq!(seat(&running, &table, &key(&phone)), 401, "nobody from now on");
    assert_eq!(seat(&running, &table, &key(&desk)), "A");
    // The first key is no better than others: it ends too.
    desk.submit("/account/sign-out", "");
    assert_eq!(key(&desk), "");
}

#[test]
fn a_first_key_can_be_ended() {
    let running = RunningServer::start();
    let (mut desk, table) = guest(&running, "Ada");
    let first = key(&desk);
    let code = code(&mut desk);
    let mut phone = Browser::new(&running);
    phone.submit("/continue", &format!("code={code}"));
    phone.submit("/account/sign-out-others", "");
    assert_eq!(seat(&running, &table, &first), 401);
    assert_eq!(seat(&running, &table, &key(&phone)), "A");
    assert!(desk.get("/").text().contains("No tables yet"), "the page says what is so");
    // Who sits down there again is somebody new.
    let (again, page) = desk.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=bot:random&seat-C=none");
    assert!(page.contains("Ada"));
    assert_ne!(key(&desk), first);
    assert_eq!(seat(&running, &again[3..], &key(&phone)), Value::Null);
}

#[test]
fn transfer_codes_end_and_cannot_be_guessed() {
    // Over as soon as they begin.
    let limits = Limits { transfer: Duration::ZERO, spare_loopback: false, ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let (mut ada, _) = guest(&running, "Ada");
    let late = code(&mut ada);
    let mut phone = Browser::new(&running);
    let reply = phone.send("POST", "/continue", &format!("code={late}"));
    assert_eq!(reply.status, 403);
    let mut statuses: Vec<u16> =
        (0..15).map(|n| phone.send("POST", "/continue", &format!("code=00000-{n:05}")).status).collect();
    statuses.dedup();
    assert_eq!(statuses, [403, 429], "after a few tries nobody is listened to");
    // A newer code replaces the one before, and signing out takes it along.
    let limits = Limits::default();
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let (mut ada, _) = guest(&running, "Ada");
    let (old, new) = (code(&mut ada), code(&mut ada));
    let mut phone = Browser::new(&running);
    assert_eq!(phone.send("POST", "/continue", &format!("code={old}")).status, 403);
    ada.submit("/account/sign-out", "");
    assert_eq!(phone.send("POST", "/continue", &format!("code={new}")).status, 403);
}

#[test]
fn a_guest_makes_an_account_and_signs_in_elsewhere() {
    let running = RunningServer::start();
    let (mut ada, table) = guest(&running, "Ada");
    let before = key(&ada);
    let (path, page) = ada.submit("/account/sign-up", &format!("name=Ada+L.&password={PASSWORD}"));
    assert_eq!(path, "/account?done=signed-up");
    assert!(page.contains("You are signed in as Ada L."), "{page}");
    // Whoever put the key there before has nothing of it.
    assert_ne!(key(&ada), before);
    assert_eq!(seat(&running, &table, &before), 401);
    assert_eq!(seat(&running, &table, &key(&ada)), "A");

    // Another browser, where a guest plays already: the tables come along.
    let (mut other, own) = guest(&running, "Gast");
    let page = other.get("/account").text();
    assert!(page.contains("name=\"bring\""), "{page}");
    let guest_key = key(&other);
    other.submit("/account/sign-in", &format!("name=%20ADA+l&password={PASSWORD}&bring=on"));
    assert_ne!(key(&other), guest_key);
    assert_eq!(seat(&running, &table, &key(&other)), "A", "the seats are found from any session");
    assert_eq!(seat(&running, &own, &key(&other)), "A");
    assert_eq!(seat(&running, &own, &key(&ada)), "A");
    assert_eq!(seat(&running, &own, &guest_key), Value::Null, "the guest has them no longer");
    // A session that is left behind at a device ends.
    let one = key(&other);
    other.submit("/account/sign-in", &format!("name=Ada+L&password={PASSWORD}"));
    assert_eq!(seat(&running, &table, &one), 401);

    // Out here, then everywhere.
    let gone = key(&other);
    other.submit("/account/sign-out", "");
    assert_eq!((seat(&running, &table, &gone), key(&other).as_str()), (json!(401), ""));
    other.submit("/account/sign-in", &format!("name=Ada+L&password={PASSWORD}"));
    let page = other.get("/account").text();
    assert!(page.matches("class=\"devices\"").count() == 1 && page.contains("this device"));
    ada.submit("/account/sign-out-others", "");
    assert_eq!(seat(&running, &table, &key(&other)), 401);

    // Another password ends all other sessions, and the old one is good no longer.
    let mut third = Browser::new(&running);
    third.submit("/account/sign-in", &format!("name=Ada+L&password={PASSWORD}"));
    let reply = ada.send("POST", "/account/password", "old=wrong+wrong&password=another+good+one");
    assert_eq!(reply.status, 403);
    let old = key(&ada);
    ada.submit("/account/password", &format!("old={PASSWORD}&password=another+good+one"));
    assert_eq!(seat(&running, &table, &key(&third)), 401);
    assert_eq!(seat(&running, &table, &old), 401, "also the one that asked gets a new key");
    assert_eq!(seat(&running, &table, &key(&ada)), "A");
    let reply = third.send("POST", "/account/sign-in", &format!("name=Ada+L&password={PASSWORD}"));
    assert_eq!(reply.status, 403);
    third.submit("/account/sign-in", "name=Ada+L&password=another+good+one");
}

/// Somebody has put a key into a browser and begun sessions with it elsewhere: once an account is made there, they have nothing
/// of it.
#[test]
fn what_a_key_led_to_ends_with_the_account() {
    let running = RunningServer::start();
    let (mut thief, table) = guest(&running, "Ada");
    let mut elsewhere = Browser::new(&running);
    let used = code(&mut thief);
    elsewhere.submit("/continue", &format!("code={used}"));
    let mut ada = Browser::new(&running);
    ada.cookies.push(("neuland-key".to_owned(), key(&thief)));
    let unused = code(&mut thief);
    let page = ada.get("/account").text();
    assert!(page.split("id=\"sign-up\"").nth(1).unwrap().contains("This signs out all other devices."));
    ada.submit("/account/sign-up", &format!("name=Ada+L.&password={PASSWORD}"));
    assert_eq!(seat(&running, &table, &key(&elsewhere)), 401);
    let late = Browser::new(&running).send("POST", "/continue", &format!("code={unused}"));
    assert_eq!(late.status, 403);
    assert_eq!(seat(&running, &table, &key(&ada)), "A");
}

#[test]
fn names_and_passwords_must_be_good() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let sign_up = |client: &mut Client, name: &str, password: &str| {
        let reply = client.post("/api/v1/account", &json!({ "name": name, "password": password }));
        (reply.status, reply.json()["error"].clone())
    };
    assert_eq!(sign_up(&mut ada, "Ada", PASSWORD).0, 201);
    for name in ["ada", "ADA", " A d a ", "Аdа", "ada_"] {
        assert_eq!(sign_up(&mut running.client(), name, PASSWORD), (409, json!("name-taken")), "{name}");
    }
    for name in ["Admin", "neuland", "N. N.", "Gast"] {
        assert_eq!(sign_up(&mut running.client(), name, PASSWORD), (409, json!("name-taken")), "{name}");
    }
    for name in ["", "🐑", "a\u{202e}b", "xxxxxxxxxxxxxxxxxxxxxxxxx"] {
        assert_eq!(sign_up(&mut running.client(), name, PASSWORD), (422, json!("bad-name")), "{name}");
    }
    for password in
        ["", "short", "aaaaaaaaaaaa", "password", "12345678", "Eveline E.", &"x1y2".repeat(60), "eveline12"]
    {
        assert_eq!(
            sign_up(&mut running.client(), "Eveline E", password),
            (422, json!("bad-password")),
            "{password}"
        );
    }
    // In German, on the page, where it was typed.
    let mut eve = Browser::new(&running);
    eve.client.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let reply = eve.send("POST", "/account/sign-up", "name=Ada&password=correct+horse");
    assert_eq!(reply.status, 409);
    assert!(reply.text().contains("Dieser Name ist vergeben"));
}

#[test]
fn passwords_are_not_guessed() {
    let running = RunningServer::start();
    running.client().post("/api/v1/account", &json!({ "name": "Ada", "password": PASSWORD }));
    for name in ["Ada", "Nobody at all"] {
        let mut answers = Vec::new();
        for n in 0..12 {
            let guess = json!({ "name": name, "password": format!("guess number {n}") });
            let reply = running.client().post("/api/v1/session", &guess);
            let problem = reply.json();
            answers.push((reply.status, problem["error"].as_str().unwrap().to_owned()));
            if reply.status == 429 {
                let wait: u32 = reply.header("retry-after").unwrap().parse().unwrap();
                assert!((1..=31).contains(&wait), "{wait}");
            }
        }
        let mut kinds = answers.clone();
        kinds.dedup();
        let expected = [(403, "wrong-password"), (429, "too-many")];
        assert_eq!(kinds, expected.map(|(status, error)| (status, error.to_owned())), "{name}");
        assert_eq!(answers.iter().filter(|(status, _)| *status == 403).count(), 10, "{name}");
    }
    // Then also the right one has to wait.
    let right = json!({ "name": "Ada", "password": PASSWORD });
    assert_eq!(running.client().post("/api/v1/session", &right).status, 429);
}

/// An address is held up whatever names it tries.
#[test]
fn one_address_cannot_try_all_names() {
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::new()), limits);
    let guess = |n: u32| {
        let guess = json!({ "name": format!("name{n}x"), "password": "a common password" });
        running.client().post("/api/v1/session", &guess).status
    };
    assert!((0..20).all(|n| guess(n) == 403));
    // A machine that takes seconds for a guess gives a few more meanwhile.
    let refused = (20..60).map(guess).find(|&status| status != 403);
    assert_eq!(refused, Some(429));
}

/// Whether a name exists cannot be told from the answer; that it costs the same work is for the tests of passwords.
#[test]
fn unknown_names_are_answered_alike() {
    let running = RunningServer::start();
    running.client().post("/api/v1/account", &json!({ "name": "Ada", "password": PASSWORD }));
    let answer = |name: &str| {
        let guess = json!({ "name": name, "password": "not this one" });
        let reply = running.client().post("/api/v1/session", &guess);
        (reply.status, reply.text())
    };
    assert_eq!(answer("Ada").0, 403);
    assert_eq!(answer("Ada"), answer("Somebody"));
}

#[test]
fn forms_of_other_sites_are_not_carried_out() {
    let running = RunningServer::start();
    let (mut ada, table) = guest(&running, "Ada");
    ada.client.headers.push(("origin".to_owned(), "https://evil.example".to_owned()));
    for (path, body) in [
        ("/account/sign-up", "name=Eve&password=correct+horse+battery"),
        ("/account/sign-in", "name=Eve&password=correct+horse+battery"),
        ("/account/sign-out", ""),
        ("/account/sign-out-others", ""),
        ("/account/end", "device=00000000"),
        ("/account/password", "old=x&password=y"),
        ("/account/transfer", ""),
        ("/account/delete", "sure=on"),
        ("/continue", "code=00000-00000"),
    ] {
        assert_eq!(ada.send("POST", path, body).status, 403, "{path}");
        // Following a link does nothing either.
        let status = ada.get(path).status;
        assert!(status == 405 || path == "/continue", "{path}: {status}");
    }
    assert_eq!(seat(&running, &table, &key(&ada)), "A");
}

#[test]
fn one_token_is_good_at_all_tables() {
    let running = RunningServer::start();
    let mut bot = running.client();
    let first = open_table(&mut bot, &["me", "bot:random"]);
    let second = open_table(&mut bot, &["open", "me"]);
    let (_, third) = {
        let mut ada = running.client();
        let third = open_table(&mut ada, &["me", "open"]);
        let reply = bot.post(&format!("/api/v1/tables/{third}/join"), &json!({ "name": "Bot" }));
        assert_eq!((reply.status, reply.json()["token"].clone()), (200, Value::Null), "no second token");
        (ada, third)
    };
    let tables = |client: &mut Client| {
        let tables = client.get("/api/v1/tables").json()["tables"].clone();
        let mut ids: Vec<String> = tables
            .as_array()
            .unwrap()
            .iter()
            .map(|table| table["table"].as_str().unwrap().to_owned())
            .collect();
        ids.sort();
        ids
    };
    let mut all = vec![first, second, third];
    all.sort();
    assert_eq!(tables(&mut bot), all);
    // An account takes them over; another token of it is as good.
    assert_eq!(bot.get("/api/v1/me").json(), json!({ "sessions": [] }));
    let reply = bot.post("/api/v1/account", &json!({ "name": "My bot", "password": PASSWORD }));
    assert_eq!(reply.status, 201, "{}", reply.text());
    assert_eq!(bot.get("/api/v1/tables").status, 401, "the old token is not good any more");
    bot.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
    let credentials = json!({ "name": "my BOT", "password": PASSWORD });
    let reply = running.client().post("/api/v1/session", &credentials);
    let mut twin = Client::with_token(running.addr, reply.json()["token"].as_str().unwrap());
    assert_eq!((tables(&mut bot), tables(&mut twin)), (all.clone(), all));
    let me = twin.get("/api/v1/me").json();
    assert_eq!((me["name"].as_str(), me["sessions"].as_array().unwrap().len()), (Some("My bot"), 2));
    assert_eq!(twin.send("DELETE", "/api/v1/session", None, b"").status, 204);
    assert_eq!(twin.get("/api/v1/me").status, 401);
    assert_eq!(bot.get("/api/v1/me").status, 200);
}

/// A stream ends with the session that opened it, so that a stolen one shows nothing more.
#[test]
fn streams_end_with_their_session() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let reply = ada.post("/api/v1/account", &json!({ "name": "Ada", "password": PASSWORD }));
    ada.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
    let mut stream = ada.follow(&format!("/api/v1/tables/{table}/events"));
    assert!(stream.next().is_some());
    let mut watcher = running.client().follow(&format!("/api/v1/tables/{table}/events"));
    assert!(watcher.next().is_some());
    assert_eq!(ada.send("DELETE", "/api/v1/session?all=true", None, b"").status, 204);
    assert!(stream.next().is_none());
    join(&running, &table, "Ben");
    assert!(watcher.next().is_some(), "others follow on");
}

/// The files of a folder that contain these bytes.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

fn say(client: &mut Client, table: &str, text: &str) {
    let version = client.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let id = format!("say-{}", text.len());
    let body = json!({ "seq": version, "id": id, "wish": { "say": text } });
    let reply = client.post(&format!("/api/v1/tables/{table}/wish"), &body);
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Plays the first listed action of whoever is due, so many times.
fn play(people: &mut [&mut Client], table: &str, times: u32) {
    for n in 0..times {
        let done = people.iter_mut().any(|client| {
            let legal = client.get(&format!("/api/v1/tables/{table}/legal")).json();
            let Some(action) = legal["legal"].as_array().and_then(|legal| legal.first()) else {
                return false;
            };
            let body = json!({ "seq": legal["version"], "id": format!("p{n}"), "action": action });
            client.post(&format!("/api/v1/tables/{table}/act"), &body).status == 200
        });
        assert!(done, "somebody is due");
    }
}

/// A deleted person leaves neither name nor words in any file, and the others' tables stay whole.
#[test]
fn deleting_leaves_no_trace_and_the_others_their_games() {
    const NAME: &str = "Zxqvwortnam";
    const SAID: &str = "Zxqvgesagtes";
    let folder = Folder::new("delete");
    let mut ada_tables = Vec::new();
    let (mut ada, mut ben, before, export);
    {
        let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
        ada = running.client();
        ben = running.client();
        // Many tables of others around it, so that pages split and move.
        for n in 0..30 {
            let mut other = running.client();
            let body = json!({ "game": "catan", "seats": ["me", "open"], "name": format!("Other {n}") });
            other.token =
                Some(other.post("/api/v1/tables", &body).json()["token"].as_str().unwrap().to_owned());
            let body = json!({ "game": "catan", "seats": ["me", "open"], "name": NAME });
            let opened = ada.post("/api/v1/tables", &body).json();
            if let Some(token) = opened["token"].as_str() {
                ada.token = Some(token.to_owned());
            }
            let table = opened["table"].as_str().unwrap().to_owned();
            if n % 3 > 0 {
                let reply = ben.post(&format!("/api/v1/tables/{table}/join"), &json!({ "name": "Ben" }));
                if let Some(token) = reply.json()["token"].as_str() {
                    ben.token = Some(token.to_owned());
                }
                for line in 0..3 {
                    say(&mut ada, &table, &format!("{SAID} {}", "x".repeat(60 * line)));
                }
                say(&mut ben, &table, "Ben says");
                play(&mut [&mut ada, &mut ben], &table, 6);
            }
            ada_tables.push(table);
        }
        let first = ada.token.clone().unwrap();
        assert!(files_with(&folder.0, &NAME.to_lowercase()).is_empty());
        let reply = ada.post("/api/v1/account", &json!({ "name": NAME, "password": PASSWORD }));
        ada.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
        export = ada.get("/api/v1/me/data").json();
        before = ben.get(&format!("/api/v1/tables/{}/view", ada_tables[1])).json();
        assert!(!files_with(&folder.0, NAME).is_empty() && !files_with(&folder.0, SAID).is_empty());

        // Without the password nothing goes.
        let refused =
            ada.send("DELETE", "/api/v1/me", Some("application/json"), b"{\"password\": \"wrong one\"}");
        assert_eq!(refused.status, 403);
        let body = json!({ "password": PASSWORD }).to_string();
        let reply = ada.send("DELETE", "/api/v1/me", Some("application/json"), body.as_bytes());
        assert_eq!(reply.status, 204, "{}", reply.text());
        // What the store called her is gone as well, in bodies and in the ids of commands.
        let called = first.parse::<Key>().unwrap().hash();
        let called = serde_json::to_string(&called).unwrap()[1..17].to_owned();
        for text in [NAME, &NAME.to_lowercase(), SAID, "$argon2id$", &called] {
            assert_eq!(files_with(&folder.0, text), Vec::<String>::new(), "{text} while the server runs");
        }
        // At once also for those who are there.
        let page = ben.get(&format!("/api/v1/tables/{}", ada_tables[1])).json();
        assert_eq!(page["seats"][0]["name"], "N. N.");
        assert!(page["seats"][0]["bot"].is_string(), "a bot plays on");
        let mut stream = ben.follow(&format!("/api/v1/tables/{}/events?after=0", ada_tables[1]));
        for _ in 0..8 {
            let (_, version) = stream.next().unwrap();
            assert!(!version.to_string().contains(SAID), "{version}");
        }
        assert_eq!(ada.get("/api/v1/me").status, 401);
        let again = running.client().post("/api/v1/session", &json!({ "name": NAME, "password": PASSWORD }));
        assert_eq!(again.status, 403);
    }
    for text in [NAME, &NAME.to_lowercase(), SAID] {
        assert_eq!(files_with(&folder.0, text), Vec::<String>::new(), "{text} after the end");
    }
    // What was told before was all of it.
    assert_eq!(export["account"]["name"], NAME);
    assert_eq!(export["tables"].as_array().unwrap().len(), 30);
    let text = export.to_string();
    assert!(text.contains(SAID) && text.contains("settlement"), "words and moves");
    for foreign in ["Ben", "secret", "Other", "\"key\""] {
        assert!(!text.contains(foreign), "{foreign} is not hers");
    }
    // The games of the others are as they were, also from the file.
    let store = SqliteStore::open(&folder.0).unwrap();
    let nobody = store.tables_of(KeyHash::NOBODY, 100).unwrap();
    assert_eq!(nobody, []);
    let running = RunningServer::on(Arc::new(store), Limits::default());
    let mut ben = Client::with_token(running.addr, ben.token.as_deref().unwrap());
    assert_eq!(ben.get("/api/v1/tables").json()["tables"].as_array().unwrap().len(), 20);
    let after = ben.get(&format!("/api/v1/tables/{}/view", ada_tables[1])).json();
    assert!(after["version"].as_u64() > before["version"].as_u64(), "a bot went on");
    play_on(&mut ben, &ada_tables[1]);
    // Tables where nobody else sat are closed.
    let closed = running.client().get(&format!("/api/v1/tables/{}", ada_tables[0])).json();
    assert_eq!(closed["stage"], "closed");
}

/// Ben goes on against the bot that plays for who was deleted.
fn play_on(ben: &mut Client, table: &str) {
    for n in 0..3 {
        let legal = testkit::until_turn(ben, table).expect("the game goes on");
        let body = json!({ "seq": legal["version"], "id": format!("on{n}"), "action": legal["legal"][0] });
        assert_eq!(ben.post(&format!("/api/v1/tables/{table}/act"), &body).status, 200);
    }
}

/// A guest needs no password to be forgotten, but must be sure.
#[test]
fn guests_delete_their_data() {
    let running = RunningServer::start();
    let (mut ada, table) = guest(&running, "Ada");
    let (mut ben, _) = join(&running, &table, "Ben");
    let data = ada.get("/account/data");
    assert_eq!(data.status, 200);
    assert!(data.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(data.json()["tables"][0]["seats"], json!([{ "seat": "A", "name": "Ada" }]));
    assert_eq!(ada.send("POST", "/account/delete", "").status, 400);
    let (path, page) = ada.submit("/account/delete", "sure=on");
    assert_eq!((path.as_str(), key(&ada)), ("/account?done=deleted", String::new()));
    assert!(page.contains("All your data has been deleted"));
    assert_eq!(ben.get(&format!("/api/v1/tables/{table}")).json()["seats"][0]["name"], "N. N.");
    assert_eq!(ada.get("/account/data").status, 401);
}

/// The host's export of a person's data; its text is formatted as other programs would.
fn told(folder: &Path, named: &PersonSelector) -> Option<serde_json::Value> {
    let mut text = String::new();
    let found = admin::export(&folder.to_path_buf(), named, |piece| text.push_str(piece)).unwrap();
    found.then(|| {
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(text, format!("{document:#}\n"));
        document
    })
}

/// A host does the same on the data folder, for accounts and for guests.
#[test]
fn hosts_export_and_delete() {
    let folder = Folder::new("office");
    let table;
    {
        let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
        let mut ada = running.client();
        table = open_table(&mut ada, &["me", "open"]);
        let (mut ben, _) = join(&running, &table, "Zxqvben");
        say(&mut ben, &table, "Zxqvwort");
        ada.post("/api/v1/account", &json!({ "name": "Zxqvada", "password": PASSWORD }));
        // Told while the server runs, deleted when it does not.
        let told = told(&folder.0, &PersonSelector::Account("zxqvADA".to_owned())).unwrap();
        assert_eq!(told["tables"][0]["table"], json!(table));
        assert!(admin::delete(&folder.0, &PersonSelector::Account("Zxqvada".to_owned()), || true).is_err());
    }
    let seat: PersonSelector = format!("{table}/B").parse().unwrap();
    let before = told(&folder.0, &seat).unwrap();
    assert!(before.to_string().contains("Zxqvwort") && before["account"].is_null());
    assert_eq!(admin::delete(&folder.0, &seat, || false), Ok(Deleted::Kept));
    assert_eq!(told(&folder.0, &seat), Some(before));
    assert_eq!(admin::delete(&folder.0, &seat, || true), Ok(Deleted::Done));
    assert_eq!(files_with(&folder.0, "Zxqvben"), Vec::<String>::new());
    assert_eq!(files_with(&folder.0, "Zxqvwort"), Vec::<String>::new());
    assert_eq!(admin::delete(&folder.0, &seat, || true), Ok(Deleted::Nobody), "nobody is there any more");
    assert_eq!(
        admin::delete(&folder.0, &PersonSelector::Account("Zxqvada".to_owned()), || true),
        Ok(Deleted::Done)
    );
    assert_eq!(files_with(&folder.0, "xqvada"), Vec::<String>::new());
    assert_eq!(told(&folder.0, &PersonSelector::Account("Zxqvada".to_owned())), None);
}
