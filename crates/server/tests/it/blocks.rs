//! Blocking people: what they say is hidden at every table, they get no seat where the one who blocked them opened, and
//! neither finds the public tables of the other. They are not told.

use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use store::{Archive, SqliteStore, Store};
use table::Key;
use testkit::{Browser, Client, Folder, RunningServer, join, open_table};

/// Blocks whoever has a seat.
fn block(client: &mut Client, table: &str, seat: &str) -> Value {
    let reply = client.post(&format!("/api/v1/tables/{table}/block"), &json!({"seat": seat}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

fn say(client: &mut Client, table: &str, text: &str) {
    let id = Key::random().reveal();
    let wish = json!({"seq": 0, "id": id, "wish": {"say": text}});
    let reply = client.post(&format!("/api/v1/tables/{table}/wish"), &wish);
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// A client whose token is that of nobody yet.
fn guest(running: &RunningServer) -> Client {
    let mut client = running.client();
    client.token = Some(Key::random().reveal());
    client
}

/// A browser with the key of a client.
fn browser(running: &RunningServer, client: &Client) -> Browser {
    let mut browser = Browser::new(running);
    browser.cookies.push(("neuland-key".to_owned(), client.token.clone().unwrap()));
    browser
}

/// The texts that a stream of the API gives of what was said, until a version.
fn heard(client: &Client, table: &str, until: u64) -> Vec<Value> {
    let mut follow = client.follow(&format!("/api/v1/tables/{table}/events?after=0"));
    let mut heard = Vec::new();
    loop {
        let (version, event) = follow.next().expect("a version");
        if event["what"] == "said" {
            heard.push(event["text"].clone());
        }
        if version >= until {
            return heard;
        }
    }
}

fn version(client: &mut Client, table: &str) -> u64 {
    client.get(&format!("/api/v1/tables/{table}")).json()["version"].as_u64().unwrap()
}

#[test]
fn what_a_blocked_person_says_is_hidden_at_every_table() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open", "open"]);
    let (mut eve, seat) = join(&running, &table, "Eve");
    say(&mut eve, &table, "zxqvone");
    let before = version(&mut ada, &table);
    block(&mut ada, &table, &seat);
    assert_eq!(version(&mut ada, &table), before, "nothing is entered in the log");
    let (mut ben, _) = join(&running, &table, "Ben");
    say(&mut eve, &table, "zxqvtwo");
    say(&mut ben, &table, "hello");

    // On the page and on its streams; others read all of it, and so does she.
    let path = format!("/t/{table}");
    let mut page = browser(&running, &ada);
    for part in [path.clone(), format!("{path}/main"), format!("{path}?mode=text")] {
        let text = page.get(&part).text();
        assert!(!text.contains("zxqv") && text.contains("hello"), "{part}: {text}");
    }
    for other in [&ben, &eve] {
        let text = browser(&running, other).get(&path).text();
        assert!(text.contains("zxqvone") && text.contains("zxqvtwo"), "{text}");
    }
    let last = version(&mut ada, &table);
    assert_eq!(heard(&ada, &table, last), [Value::Null, Value::Null, json!("hello")], "each is a version");
    assert_eq!(heard(&ben, &table, last), ["zxqvone", "zxqvtwo", "hello"]);
    assert_eq!(heard(&eve, &table, last).len(), 3);
    // A stream that begins with the version of now hides it, too.
    say(&mut eve, &table, "zxqvthree");
    let mut now = ada.follow(&format!("/api/v1/tables/{table}/events"));
    let (_, event) = now.next().unwrap();
    assert_eq!((&event["what"], &event["text"]), (&json!("said"), &Value::Null));

    // At a table of somebody else as well, where Ada only looks on; also after Eve has left her chair.
    let other = open_table(&mut ben, &["me", "open", "open"]);
    eve.post(&format!("/api/v1/tables/{other}/join"), &json!({"name": "Someone else"}));
    say(&mut eve, &other, "zxqvfour");
    let id = Key::random().reveal();
    eve.post(&format!("/api/v1/tables/{other}/wish"), &json!({"seq": 0, "id": id, "wish": "leave"}));
    assert!(!page.get(&format!("/t/{other}")).text().contains("zxqv"));
    assert!(Browser::new(&running).get(&format!("/t/{other}")).text().contains("zxqvfour"));
}

#[test]
fn an_open_page_follows_what_is_blocked_meanwhile() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open", "open"]);
    let (mut eve, seat) = join(&running, &table, "Eve");
    let page = browser(&running, &ada).get(&format!("/t/{table}/main")).text();
    let attribute = |name: &str| {
        let main = page.split("<main").nth(1).unwrap();
        main.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let mut reader = running.client();
    reader.headers.push(("cookie".to_owned(), format!("neuland-key={}", ada.token.as_deref().unwrap())));
    let (version, state) = (attribute("data-version"), attribute("data-state"));
    let mut follow = reader.follow(&format!("/t/{table}/events?after={version}&state={state}"));
    block(&mut ada, &table, &seat);
    say(&mut eve, &table, "zxqv");
    let event = follow.next_event().unwrap();
    assert!(!event.data.contains("zxqv"), "{event:?}");
    // Who looks on with the same settings, and has blocked nobody, is another audience.
    assert!(Browser::new(&running).get(&format!("/t/{table}")).text().contains("zxqv"));
}

#[test]
fn a_blocked_person_gets_no_seat_where_the_other_opened() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let first = open_table(&mut ada, &["me", "open", "open"]);
    let (mut eve, seat) = join(&running, &first, "Eve");
    let known = block(&mut ada, &first, &seat);
    assert_eq!(known["name"], "Eve");
    assert_eq!(block(&mut ada, &first, &seat)["block"], known["block"], "twice is once");

    // Where she sits she stays, and asking again changes nothing.
    let again = eve.post(&format!("/api/v1/tables/{first}/join"), &json!({"name": "Eve"}));
    assert_eq!((again.status, &again.json()["seat"]), (200, &json!(seat)));

    // At the next one she gets no seat: by its id, by its code, by the form, under any name.
    let table = open_table(&mut ada, &["me", "open", "open"]);
    let refused = eve.post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Nobody"}));
    assert_eq!((refused.status, &refused.json()["error"]), (403, &json!("blocked")));
    let code = ada.get(&format!("/api/v1/tables/{table}")).json()["code"].as_str().unwrap().to_owned();
    let mut page = browser(&running, &eve);
    assert_eq!(page.get(&format!("/j/{code}")).status, 200, "the page is that of everybody");
    let refused = page.send("POST", &format!("/t/{table}/join"), "name=Nobody&seat=B");
    let text = refused.text();
    assert!(refused.status == 403 && text.contains("You cannot sit down at this table."), "{text}");
    assert!(!text.to_lowercase().contains("block"), "nobody is named, and nothing is explained: {text}");
    // Others do, and once the block is lifted she does as well.
    join(&running, &table, "Ben");
    let lifted =
        ada.send("DELETE", &format!("/api/v1/me/blocks/{}", known["block"].as_str().unwrap()), None, b"");
    assert_eq!(lifted.status, 204);
    let seated = eve.post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Eve"}));
    assert_eq!(seated.status, 200, "{}", seated.text());
    assert_eq!(ada.get("/api/v1/me/blocks").json(), json!({"blocks": []}));
}

#[test]
fn neither_finds_the_public_tables_of_the_other() {
    let running = RunningServer::start();
    let [mut ada, mut eve, mut ben] = [guest(&running), guest(&running), guest(&running)];
    let open = |client: &mut Client, name: &str| {
        let plan = json!({"game": "catan", "seats": ["me", "open", "open"], "name": name, "public": true});
        client.post("/api/v1/tables", &plan).json()["table"].as_str().unwrap().to_owned()
    };
    let (of_ada, of_eve, of_ben) = (open(&mut ada, "Ada"), open(&mut eve, "Eve"), open(&mut ben, "Ben"));
    let listed = |client: &mut Client| -> Vec<String> {
        let tables = client.get("/api/v1/tables/public").json()["tables"].clone();
        let id = |table: &Value| table["table"].as_str().unwrap().to_owned();
        tables.as_array().unwrap().iter().map(id).collect()
    };
    assert_eq!(listed(&mut eve).len(), 3);
    block(&mut ada, &of_eve, "A");
    assert_eq!(listed(&mut ada), [of_ben.clone(), of_ada.clone()]);
    assert_eq!(listed(&mut eve), [of_ben.clone(), of_eve.clone()]);
    assert_eq!(listed(&mut ben).len(), 3);
    assert_eq!(listed(&mut running.client()).len(), 3);
    for (client, hidden) in [(&ada, &of_eve), (&eve, &of_ada)] {
        for path in ["/lobby", "/"] {
            let text = browser(&running, client).get(path).text();
            let public = text.split("public").collect::<String>();
            assert!(!public.contains(hidden.as_str()) && public.contains(of_ben.as_str()), "{path}: {text}");
        }
    }
}

#[test]
fn who_plays_again_keeps_no_chair_for_whom_they_blocked() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let plan = json!({"game": "catan", "seats": ["me", "open", "open"], "name": "Ada", "options": {"victory_points": 3}});
    let opened = ada.post("/api/v1/tables", &plan).json();
    ada.token = opened["token"].as_str().map(str::to_owned);
    let table = opened["table"].as_str().unwrap().to_owned();
    let ((mut ben, _), (mut eve, seat)) = (join(&running, &table, "Ben"), join(&running, &table, "Eve"));
    block(&mut ada, &table, &seat);
    for client in [&mut ada, &mut ben, &mut eve] {
        let id = Key::random().reveal();
        let wish = json!({"seq": 0, "id": id, "wish": "leave"});
        assert_eq!(client.post(&format!("/api/v1/tables/{table}/wish"), &wish).status, 200);
    }
    testkit::until_over(&mut ada, &table);
    let next = ada.post(&format!("/api/v1/tables/{table}/again"), &json!({})).json();
    let next = next["table"].as_str().unwrap().to_owned();
    let told = ada.get(&format!("/api/v1/tables/{next}")).json();
    // Each one seat on: Eve would have the first.
    assert_eq!((&told["expected"], &told["seats"][0]["kind"]), (&json!(["C"]), &json!("open")), "{told}");
    assert_eq!(ben.post(&format!("/api/v1/tables/{table}/again"), &json!({})).status, 200);
    let came = eve.post(&format!("/api/v1/tables/{table}/again"), &json!({}));
    assert_eq!(came.status, 200, "she is led to the table, and looks on");
    let told = ada.get(&format!("/api/v1/tables/{next}")).json();
    assert_eq!((&told["seats"][0]["kind"], &told["seats"][2]["name"]), (&json!("open"), &json!("Ben")));
    let refused = eve.post(&format!("/api/v1/tables/{next}/join"), &json!({"name": "Eve"}));
    assert_eq!(refused.json()["error"], "blocked");
}

#[test]
fn forms_block_and_the_account_page_lists_and_lifts() {
    let running = RunningServer::start();
    let (mut ada, mut eve) = (Browser::new(&running), Browser::new(&running));
    let (table, _) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open");
    eve.submit(&format!("{table}/join"), "name=Eve&seat=B");
    let page = ada.get(&table).text();
    let button = page.split("name=\"block\" value=\"").nth(1).expect("a button that blocks Eve");
    let id = button.split('"').next().unwrap().to_owned();
    assert!(button.contains("Block Eve"), "{button}");
    assert!(!ada.get("/account").text().contains("id=\"blocks\""));
    let (path, page) = ada.submit(&format!("{table}/block"), &format!("block={id}"));
    assert_eq!(path, format!("{table}#talk"));
    assert!(page.contains("Unblock Eve") && page.contains("Muted: Eve<"), "{page}");
    let page = ada.get("/account").text();
    assert!(page.contains("People you have blocked") && page.contains(">Eve<"), "{page}");
    let block = page.split("name=\"block\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    // Somebody else cannot lift it, nor anybody from another site.
    eve.submit("/account/unblock", &format!("block={block}"));
    ada.client.headers.push(("sec-fetch-site".to_owned(), "cross-site".to_owned()));
    for form in ["/account/unblock".to_owned(), format!("{table}/block")] {
        assert_eq!(ada.send("POST", &form, &format!("block={block}")).status, 403, "{form}");
    }
    ada.client.headers.retain(|(name, _)| name != "sec-fetch-site");
    assert!(ada.get("/account").text().contains(">Eve<"));
    let (_, page) = ada.submit("/account/unblock", &format!("block={block}"));
    assert!(page.contains("The block is lifted.") && !page.contains("id=\"blocks\""), "{page}");
    // At the table, too, what is blocked can be lifted.
    ada.submit(&format!("{table}/block"), &format!("block={id}"));
    let (_, page) = ada.submit(&format!("{table}/block"), &format!("unblock={id}"));
    assert!(page.contains("Block Eve"), "{page}");
    // Nobody blocks themselves, bots, or whom there is not.
    let own = eve.get(&table).text().split("name=\"mute\" value=\"").nth(1).unwrap().to_owned();
    let ada_is = own.split('"').next().unwrap();
    assert_eq!(ada.send("POST", &format!("{table}/block"), &format!("block={ada_is}")).status, 400);
    assert_eq!(ada.send("POST", &format!("{table}/block"), "block=99Z").status, 404);
    for spoilt in ["block=x", "block=", "", "block=+123456789abcdef"] {
        assert_eq!(ada.send("POST", "/account/unblock", spoilt).status, 400, "{spoilt}");
    }
    // Whoever only looks on becomes somebody with it.
    let mut cleo = Browser::new(&running);
    cleo.submit(&format!("{table}/block"), &format!("block={id}"));
    assert!(cleo.cookies.iter().any(|(name, _)| name == "neuland-key"));
    assert!(cleo.get("/account").text().contains(">Eve<"));
}

#[test]
fn one_person_blocks_a_bounded_number_and_nobody_without_a_token() {
    let store = Arc::new(store::MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "bot:random", "open"]);
    join(&running, &table, "Eve");
    let path = format!("/api/v1/tables/{table}/block");
    assert_eq!(running.client().post(&path, &json!({"seat": "C"})).status, 401);
    assert_eq!(running.client().get("/api/v1/me/blocks").status, 401);
    let refusals = [
        (json!({"seat": "B"}), 404),
        (json!({"seat": "A"}), 400),
        (json!({"seat": "F"}), 404),
        (json!({"said": 4711}), 404),
        (json!({"seat": "C", "said": 1}), 400),
        (json!({}), 400),
    ];
    for (body, status) in refusals {
        assert_eq!(ada.post(&path, &body).status, status, "{body}");
    }
    let person = ada.token.as_deref().unwrap().parse::<Key>().unwrap().hash();
    let rows = (0..store::BLOCKS_MAX as u64).map(|id| {
        let blocked = Key::random().hash();
        let block = store::Block { person, blocked, id, name: "N".to_owned(), at: 1 };
        store::Change::Blocks(store::BlockChange::Add(block))
    });
    store::conformance::change(&*store, rows.collect()).unwrap();
    let full = ada.post(&path, &json!({"seat": "C"}));
    assert_eq!((full.status, &full.json()["error"]), (429, &json!("too-many")), "{}", full.text());
    assert_eq!(ada.get("/api/v1/me/blocks").json()["blocks"].as_array().unwrap().len(), store::BLOCKS_MAX);
}

#[test]
fn blocks_outlast_a_restart_move_to_an_account_and_end_with_the_person() {
    let folder = Folder::new("blocks");
    let (mut ada, mut eve, table);
    {
        let running = RunningServer::on(Arc::new(SqliteStore::open(&folder.0).unwrap()), Limits::default());
        ada = Browser::new(&running);
        let mut opener = running.client();
        table = open_table(&mut opener, &["me", "open", "open"]);
        ada.submit(&format!("/t/{table}/join"), "name=Ada&seat=B");
        eve = join(&running, &table, "Evezxqv").0;
        say(&mut eve, &table, "zxqvone");
        let page = ada.get(&format!("/t/{table}")).text();
        let of = page.split("name=\"block\" value=\"").skip(1).find(|rest| rest.contains("Block Evezxqv"));
        let id = of.unwrap().split('"').next().unwrap().to_owned();
        ada.submit(&format!("/t/{table}/block"), &format!("block={id}"));
    }
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    ada.client = running.client();
    let token = eve.token.take();
    eve = running.client();
    eve.token = token;
    assert!(!ada.get(&format!("/t/{table}")).text().contains("zxqvone"));
    // The account that the guest goes on as has what the guest had.
    let credentials = json!({"name": "Adalina", "password": "correct horse 7"});
    assert_eq!(running.client().post("/api/v1/account", &credentials).status, 201);
    let form = "name=Adalina&password=correct+horse+7&bring=on";
    let (_, page) = ada.submit("/account/sign-in", form);
    assert!(page.contains("People you have blocked") && page.contains("Evezxqv"), "{page}");
    assert!(!ada.get(&format!("/t/{table}")).text().contains("zxqvone"));
    let document = ada.get("/account/data").json();
    assert_eq!(document["blocks"][0]["name"], "Evezxqv");
    // Who is forgotten stands on nobody's list, not even by name.
    let forgotten = eve.send("DELETE", "/api/v1/me", Some("application/json"), b"{}");
    assert_eq!(forgotten.status, 204, "{}", forgotten.text());
    assert!(!ada.get("/account").text().contains("id=\"blocks\""));
    drop(running);
    let store = Arc::into_inner(store).expect("nobody else has it");
    store.settle().unwrap();
    drop(store);
    for file in std::fs::read_dir(&folder.0).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(7).any(|window| window == b"Evezxqv"), "the name is in no file");
    }
}
