//! Sanctions: what they stop, what they do not, and how they end.

use super::{PASSWORD, Site, act, done, impose, refused, say, sign_up, text};
use serde_json::{Value, json};
use server::Limits;
use testkit::{Browser, Client, RunningServer};

#[test]
fn who_is_muted_plays_and_says_nothing() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    done(&say(&mut eve, &table, "hello"), 200);
    let who = format!("{table}/B");
    let mute = json!({"measure": "mute", "who": who, "seconds": 3600, "reason": "abuse", "text": "be kind"});
    let number = impose(&mut site.root, &mute);
    let problem = refused(&say(&mut eve, &table, "you sheep"), 403, "muted");
    assert!(text(&problem["message"]).starts_with("you are muted until 20"), "{problem}");
    let (.., other) = site.table(true);
    refused(&say(&mut eve, &other, "you sheep"), 403, "muted");
    // It is no secret why, and they play on.
    let me = done(&eve.get("/api/v1/me"), 200);
    assert_eq!((&me["muted"]["reason"], &me["muted"]["text"]), (&json!("abuse"), &json!("be kind")));
    assert!(me["muted"]["until"].is_string() && me["suspended"].is_null());
    let plays = if act(&mut eve, &table).status == 200 { &mut eve } else { &mut ada };
    done(&act(plays, &table), 200);
    let said = done(&site.root.get(&format!("/api/v1/admin/tables/{table}")), 200)["said"].clone();
    assert_eq!(said.as_array().unwrap().len(), 1);

    done(&site.root.post(&format!("/api/v1/admin/sanctions/{number}/lift"), &json!({})), 200);
    done(&say(&mut eve, &table, "sorry"), 200);
    assert!(done(&eve.get("/api/v1/me"), 200)["muted"].is_null());
    refused(&site.root.post(&format!("/api/v1/admin/sanctions/{number}/lift"), &json!({})), 409, "not-now");
}

/// A guest who signs in and brings their tables along brings along what is in force against them, and reports.
#[test]
fn a_guest_is_muted_as_the_account_too() {
    let mut site = Site::new();
    let (mut ada, eve, table) = site.table(false);
    sign_up(&mut site.running.client(), "Evelyn");
    let mute = json!({"measure": "mute", "who": format!("{table}/B"), "reason": "abuse"});
    impose(&mut site.root, &mute);
    let report = json!({"seat": "B", "reason": "abuse", "text": "rude"});
    done(&ada.post(&format!("/api/v1/tables/{table}/reports"), &report), 201);
    let mut browser = Browser::new(&site.running);
    browser.cookies.push(("neuland-key".to_owned(), eve.token.unwrap()));
    let form = format!("name=Evelyn&password={PASSWORD}&bring=on");
    browser.submit("/account/sign-in", &form.replace(' ', "+"));
    let key = browser.cookies.iter().rev().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let mut site = site.restarted();
    let mut evelyn = Client::with_token(site.running.addr, &key);
    assert_eq!(done(&evelyn.get(&format!("/api/v1/tables/{table}")), 200)["you"], "B");
    refused(&say(&mut evelyn, &table, "you sheep"), 403, "muted");
    let reports = done(&site.root.get("/api/v1/admin/reports"), 200)["reports"].clone();
    assert_eq!(reports[0]["reported"]["account"], "Evelyn", "{reports}");
}

#[test]
fn who_is_suspended_reads_and_does_nothing_else() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    sign_up(&mut eve, "Evelyn");
    let path = format!("/api/v1/tables/{table}");
    let mut stream = eve.follow(&format!("{path}/events"));
    stream.next().expect("she is there");
    let online = |ada: &mut Client| ada.get(&path).json()["seats"][1]["online"].clone();
    assert_eq!(online(&mut ada), true);
    let replace = |ada: &mut Client| {
        let seq = ada.get(&path).json()["version"].clone();
        let id = table::Key::random().reveal();
        ada.post(&format!("{path}/wish"), &json!({"seq": seq, "id": id, "wish": {"replace": {"seat": "B"}}}))
    };
    refused(&replace(&mut ada), 409, "not-away");
    let suspend = json!({"measure": "suspend", "who": "evelyn", "reason": "cheating"});
    impose(&mut site.root, &suspend);

    for reply in [
        say(&mut eve, &table, "but why"),
        eve.post(&format!("{path}/act"), &json!({"seq": 0, "id": "a1", "action": "end"})),
        eve.post(&format!("{path}/undo"), &json!({"seq": 0, "id": "u1"})),
        eve.post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Eve"})),
        eve.post(&format!("/api/v1/tables/{}/join", site.table(true).2), &json!({"name": "Eve"})),
        eve.post(&format!("{path}/reports"), &json!({"seat": "A", "reason": "spam"})),
        eve.post(&format!("{path}/wish"), &json!({"seq": 0, "id": "w1", "wish": "leave"})),
        eve.post(&format!("{path}/block"), &json!({"seat": "A"})),
        eve.send("DELETE", "/api/v1/me/blocks/0123456789abcdef", None, b""),
        eve.post("/api/v1/me/recovery-codes", &json!({"password": PASSWORD})),
    ] {
        refused(&reply, 403, "suspended");
    }
    // They read, and the others need not wait.
    assert_eq!(eve.get(&format!("{path}/view")).status, 200);
    assert_eq!(online(&mut ada), false, "who is suspended counts as away");
    done(&replace(&mut ada), 200);
    // They sign in, see why, take their data, and go.
    let reply =
        site.running.client().post("/api/v1/session", &json!({"name": "Evelyn", "password": PASSWORD}));
    let mut again = Client::with_token(site.running.addr, &text(&done(&reply, 201)["token"]));
    assert_eq!(done(&again.get("/api/v1/me"), 200)["suspended"], json!({"reason": "cheating"}));
    let data = again.get("/api/v1/me/data").text();
    assert!(data.contains("cheating"), "{data}");
    let deletion = json!({"password": PASSWORD}).to_string();
    let reply = again.send("DELETE", "/api/v1/me", Some("application/json"), deletion.as_bytes());
    assert_eq!(reply.status, 204, "{}", reply.text());
    assert_eq!(ada.get(&path).json()["seats"][1]["name"], "N. N.");
}

/// A game that is over is not played again by who is suspended, and nobody else is stopped.
#[test]
fn others_are_not_touched() {
    let mut site = Site::new();
    let (mut ada, _eve, table) = site.table(false);
    impose(&mut site.root, &json!({"measure": "suspend", "who": format!("{table}/B"), "reason": "spam"}));
    done(&say(&mut ada, &table, "hello"), 200);
    impose(&mut site.root, &json!({"measure": "mute", "who": format!("{table}/A"), "reason": "spam"}));
    let sanctions = done(&site.root.get("/api/v1/admin/sanctions"), 200);
    let measures: Vec<&str> =
        sanctions["sanctions"].as_array().unwrap().iter().map(|of| of["measure"].as_str().unwrap()).collect();
    assert_eq!(measures, ["mute", "suspend"]);
}

#[test]
fn sanctions_end_by_themselves_and_survive_a_restart() {
    let mut site = Site::new();
    let (_ada, mut eve, table) = site.table(false);
    let who = format!("{table}/B");
    let for_ever = json!({"measure": "mute", "who": who, "reason": "spam"});
    impose(&mut site.root, &for_ever);
    // Sanctions follow the wall clock, which other servers share: here some seconds really pass.
    impose(&mut site.root, &json!({"measure": "suspend", "who": who, "seconds": 4, "reason": "spam"}));
    refused(&say(&mut eve, &table, "x"), 403, "suspended");
    let mut site = site.restarted();
    let mut eve = Client::with_token(site.running.addr, &eve.token.unwrap());
    testkit::until("it ends after some seconds", || {
        say(&mut eve, &table, "x").json()["error"] != "suspended"
    });
    refused(&say(&mut eve, &table, "x"), 403, "muted");
    let all = done(&site.root.get("/api/v1/admin/sanctions?which=all"), 200);
    let in_force: Vec<&Value> =
        all["sanctions"].as_array().unwrap().iter().map(|of| &of["in_force"]).collect();
    assert_eq!(in_force, [&json!(false), &json!(true)]);
}

#[test]
fn what_cannot_be_imposed_is_refused() {
    let mut site = Site::new();
    let (.., table) = site.table(false);
    let who = format!("{table}/B");
    let at = "/api/v1/admin/sanctions";
    for (sent, status, code) in [
        (json!({"measure": "ban", "who": who, "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "mute", "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "mute", "who": who, "table": table, "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "mute", "who": who, "reason": "dislike"}), 400, "bad-request"),
        (json!({"measure": "mute", "who": who, "seconds": 0, "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "mute", "who": "Nobody", "reason": "spam"}), 404, "not-found"),
        (json!({"measure": "mute", "who": format!("{table}/F"), "reason": "spam"}), 404, "not-found"),
        (json!({"measure": "mute", "who": "a/b", "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "mute", "who": "Rosa", "reason": "spam"}), 403, "not-allowed"),
        (json!({"measure": "suspend-network", "network": "0.0.0.0/0", "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "suspend-network", "network": "::/0", "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "suspend-network", "network": "home", "reason": "spam"}), 400, "bad-request"),
        (json!({"measure": "suspend-network", "who": who, "reason": "spam"}), 409, "not-now"),
        (json!({"measure": "hide-table", "table": "000000000000", "reason": "spam"}), 404, "no-table"),
    ] {
        refused(&site.root.post(at, &sent), status, code);
    }
    assert_eq!(done(&site.root.get(&format!("{at}?which=all")), 200), json!({"sanctions": []}));
    assert_eq!(done(&site.root.get("/api/v1/admin/audit"), 200), json!({"entries": []}));
    refused(&site.root.post(&format!("{at}/7/lift"), &json!({})), 404, "not-found");
}

/// Behind a proxy, so that clients have addresses.
fn behind_a_proxy() -> Site {
    let mut site = Site::new();
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let running = RunningServer::behind(&["127.0.0.1"], std::sync::Arc::clone(&site.store), limits);
    site.root = Client::with_token(running.addr, &site.root.token.unwrap());
    site.running = running;
    site
}

fn from(site: &Site, address: &str) -> Client {
    let mut client = site.running.client();
    client.headers.push(("x-forwarded-for".to_owned(), address.to_owned()));
    client
}

#[test]
fn nothing_is_done_that_a_suspended_network_sends() {
    let mut site = behind_a_proxy();
    let new = json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Eve"});
    let mut eve = from(&site, "203.0.113.9");
    let seated = done(&eve.post("/api/v1/tables", &new), 201);
    let suspend = json!({"measure": "suspend-network", "network": "203.0.113.77/24", "reason": "spam"});
    let shown = done(&site.root.post("/api/v1/admin/sanctions", &suspend), 201);
    assert_eq!(shown["network"], "203.0.113.0/24", "as networks are written");
    let number = shown["number"].as_u64().unwrap();
    refused(&eve.post("/api/v1/tables", &new), 403, "suspended");
    refused(&from(&site, "203.0.113.200").post("/api/v1/tables", &new), 403, "suspended");
    refused(&from(&site, "203.0.113.200").post("/api/v1/tables/promise", &json!({})), 403, "suspended");
    let account = json!({"name": "Evelyn", "password": PASSWORD});
    refused(&from(&site, "203.0.113.1").post("/api/v1/account", &account), 403, "suspended");
    // Pages say so in the reader's language.
    eve.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let page = eve.post_form("/tables", "game=catan");
    assert!(page.status == 403 && page.text().contains("Du bist gesperrt"), "{}", page.text());
    // They read, sign in and go; neighbours are not touched.
    assert_eq!(eve.get("/").status, 200);
    let wrong = eve.post("/api/v1/session", &json!({"name": "Nobody", "password": PASSWORD}));
    refused(&wrong, 403, "wrong-password");
    eve.token = Some(text(&seated["token"]));
    let reply = eve.send("DELETE", "/api/v1/me", Some("application/json"), b"{}");
    assert_eq!(reply.status, 204, "{}", reply.text());
    done(&from(&site, "203.0.114.9").post("/api/v1/tables", &new), 201);
    // An admin who is caught by it can lift it.
    let mut caught = from(&site, "203.0.113.5");
    caught.token.clone_from(&site.root.token);
    done(&caught.post(&format!("/api/v1/admin/sanctions/{number}/lift"), &json!({})), 200);
    done(&from(&site, "203.0.113.9").post("/api/v1/tables", &new), 201);
}

/// An admin suspends the network of a person without seeing it; nobody sees it who is not suspended.
#[test]
fn the_network_of_a_person_is_suspended_unseen() {
    let mut site = behind_a_proxy();
    let new = json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Eve"});
    let mut eve = from(&site, "2001:db8:1:2::9");
    let seated = done(&eve.post("/api/v1/tables", &new), 201);
    eve.token = Some(text(&seated["token"]));
    let table = text(&seated["table"]);
    done(&say(&mut eve, &table, "hello"), 200);
    let who = format!("{table}/A");
    let seen = site.root.get(&format!("/api/v1/admin/person?who={who}"));
    assert_eq!(done(&seen, 200)["network_known"], true);
    assert!(!seen.text().contains("2001:db8"), "{}", seen.text());
    let suspend = json!({"measure": "suspend-network", "who": who, "reason": "spam"});
    let shown = done(&site.root.post("/api/v1/admin/sanctions", &suspend), 201);
    assert_eq!(shown["network"], "2001:db8:1:2::/64");
    refused(&say(&mut eve, &table, "hello"), 403, "suspended");
    refused(&from(&site, "2001:db8:1:2::77").post("/api/v1/tables", &new), 403, "suspended");
    done(&from(&site, "2001:db8:1:3::77").post("/api/v1/tables", &new), 201);
    // A restart forgets networks that are not suspended, and keeps those that are.
    let site = site.restarted();
    let mut root = site.root;
    assert_eq!(done(&root.get(&format!("/api/v1/admin/person?who={who}")), 200)["network_known"], false);
    assert_eq!(
        done(&root.get("/api/v1/admin/sanctions"), 200)["sanctions"][0]["network"],
        "2001:db8:1:2::/64"
    );
}

#[test]
fn a_hidden_table_is_not_in_the_lobby() {
    let mut site = Site::new();
    let mut ada = site.running.client();
    let body = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada", "public": true});
    let table = text(&done(&ada.post("/api/v1/tables", &body), 201)["table"]);
    let listed =
        |client: &mut Client| client.get("/api/v1/tables/public").json()["tables"].as_array().unwrap().len();
    assert_eq!(listed(&mut ada), 1);
    let number = impose(&mut site.root, &json!({"measure": "hide-table", "table": table, "reason": "name"}));
    assert_eq!(listed(&mut ada), 0);
    assert!(!site.running.client().get("/").text().contains(&table));
    assert_eq!(ada.get(&format!("/api/v1/tables/{table}")).status, 200, "who knows its address comes in");
    done(&site.root.post(&format!("/api/v1/admin/sanctions/{number}/lift"), &json!({})), 200);
    assert_eq!(listed(&mut ada), 1);
}

#[test]
fn nobody_waits_for_the_consent_of_who_is_suspended() {
    let mut site = Site::new();
    let (mut ada, mut eve, table) = site.table(false);
    let path = format!("/api/v1/tables/{table}");
    let ask = |ada: &mut Client| {
        let seq = ada.get(&path).json()["version"].clone();
        let id = table::Key::random().reveal();
        ada.post(&format!("{path}/wish"), &json!({"seq": seq, "id": id[..20], "wish": "ask-close"}))
    };
    if act(&mut eve, &table).status != 200 {
        done(&act(&mut ada, &table), 200);
    }
    done(&ask(&mut ada), 200);
    assert!(ada.get(&path).json()["closed"].is_null(), "Eve is asked");
    impose(&mut site.root, &json!({"measure": "suspend", "who": format!("{table}/B"), "reason": "stalling"}));
    testkit::until_table(&mut ada, &table, |table| table["closed"] == "agreement");
}
