//! The JSON API over real sockets: whole games, retries, streams, and what nobody may see.

use game::{Draws, Seed};
use serde_json::json;
use server::Limits;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store, StoreError};
use testkit::{Client, RunningServer, join, open_table};

/// One random choice of the legal list for whoever is to decide; `None` when nobody is.
fn play_one(clients: &mut [Client], table: &str, draws: &mut impl Draws, n: u64) -> Option<u64> {
    let path = format!("/api/v1/tables/{table}");
    let state = clients[0].get(&path).json();
    if state["stage"] != "playing" {
        return None;
    }
    let seat = state["to_decide"][0].as_str()?.to_owned();
    let index = usize::from(seat.as_bytes()[0] - b'A');
    let client = clients.get_mut(index)?;
    let legal = client.get(&format!("{path}/legal")).json();
    assert_eq!(legal["seat"], seat.as_str());
    let list = legal["legal"].as_array().unwrap();
    let action = &list[draws.below(list.len() as u32) as usize];
    let command = json!({"seq": legal["version"], "id": format!("c{n}"), "action": action});
    let reply = client.post(&format!("{path}/act"), &command);
    assert_eq!(reply.status, 200, "{command}: {}", reply.text());
    // A blind retry gets the same answer.
    if n.is_multiple_of(5) {
        let again = client.post(&format!("{path}/act"), &command);
        assert_eq!((again.status, again.json()), (200, reply.json()));
    }
    reply.json()["seq"].as_u64()
}

#[test]
fn a_whole_game_over_the_api() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open", "open"]);
    let path = format!("/api/v1/tables/{table}");
    assert_eq!(ada.get(&path).json()["stage"], "waiting");
    let code = ada.get(&path).json()["code"].as_str().unwrap().to_owned();
    let found = running.client().get(&format!("/api/v1/codes/{}", code.to_uppercase())).json();
    assert_eq!(found["table"], table.as_str());
    let (ben, seat) = join(&running, &table, "Ben");
    assert_eq!(seat, "B");
    let (cy, _) = join(&running, &table, "Cy");
    let state = ada.get(&path).json();
    assert_eq!((state["stage"].as_str(), state["code"].as_str()), (Some("playing"), None));
    assert_eq!(state["seats"][1], json!({"seat": "B", "kind": "person", "name": "Ben", "online": true}));

    // Two streams: one from the beginning, one that begins now.
    let mut from_start = ada.follow(&format!("{path}/events?after=0"));
    let mut spectator = running.client().follow(&format!("{path}/events"));
    let first = spectator.next().unwrap();
    assert_eq!(first.0, state["version"].as_u64().unwrap());
    assert_eq!(ada.get(&path).json()["seats"][0]["online"], true);

    let mut clients = [ada, ben, cy];
    let mut draws = Seed(7).substream("test", 0);
    assert_eq!(clients[0].get(&format!("{path}/record")).status, 403);
    let mut last = 0;
    for n in 0..60 {
        last = play_one(&mut clients, &table, &mut draws, n).unwrap();
    }
    for expected in 1..=last {
        let (id, data) = from_start.next().unwrap();
        assert_eq!((id, data["version"].as_u64()), (expected, Some(expected)), "no gaps");
    }
    for expected in first.0 + 1..=last {
        assert_eq!(spectator.next().unwrap().0, expected);
    }
    // A reader who was away resumes after the last version seen.
    let mut back = running.client();
    back.headers.push(("last-event-id".to_owned(), (last - 3).to_string()));
    let mut back = back.follow(&format!("{path}/events"));
    assert_eq!(
        [back.next().unwrap().0, back.next().unwrap().0, back.next().unwrap().0],
        [last - 2, last - 1, last]
    );
    drop((from_start, spectator, back));

    let mut n = 60;
    while play_one(&mut clients, &table, &mut draws, n).is_some() {
        n += 1;
    }
    let state = clients[0].get(&path).json();
    assert_eq!(state["stage"], "over");
    let record = clients[2].get(&format!("{path}/record"));
    assert_eq!(record.status, 200);
    assert!(record.header("content-disposition").unwrap().contains(".neuland"));
    let mut replay = shelf::Replay::new(&record.body[..]).unwrap();
    for position in replay.by_ref() {
        position.unwrap();
    }
    assert_eq!(json!(replay.result().unwrap().winners), state["winners"]);
    assert!(clients[1].get(&format!("{path}/legal")).json()["legal"].as_array().unwrap().is_empty());
}

#[test]
fn bots_play_by_themselves_and_everybody_finds_their_tables() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["bot:random", "bot:random", "bot:random", "bot:random"]);
    let mut stream = ada.follow(&format!("/api/v1/tables/{table}/events?after=0"));
    let mut expected = 1;
    loop {
        let (version, data) = stream.next().unwrap();
        assert_eq!(version, expected);
        expected += 1;
        if data["events"].as_array().unwrap().iter().any(|event| event["event"] == "over") {
            break;
        }
    }
    let mine = ada.get("/api/v1/tables").json();
    assert_eq!(mine["tables"][0]["table"], table.as_str());
    assert_eq!(mine["tables"][0]["stage"], "over");
    let second = open_table(&mut ada, &["me", "bot:random"]);
    let mine = ada.get("/api/v1/tables").json();
    let ids: Vec<&str> =
        mine["tables"].as_array().unwrap().iter().filter_map(|t| t["table"].as_str()).collect();
    assert_eq!(ids.len(), 2);
    assert!(ids.contains(&second.as_str()));
}

#[test]
fn a_refusal_says_why_names_the_clause_and_lists_what_is_allowed() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (mut ben, _) = join(&running, &table, "Ben");
    let act = format!("/api/v1/tables/{table}/act");
    let version = ada.get(&format!("/api/v1/tables/{table}")).json()["version"].clone();
    let reply = ada.post(&act, &json!({"seq": version, "id": "a", "action": "roll"}));
    assert_eq!(reply.status, 422);
    let problem = reply.json();
    assert_eq!((&problem["error"], &problem["clause"]), (&json!("illegal"), &json!("CATAN-SETUP-3")));
    assert_eq!(problem["legal"].as_array().unwrap().len(), 54);
    assert_eq!(problem["seq"], version);

    let settlement = json!({"seq": version, "id": "b", "action": "settlement I17"});
    assert_eq!(ada.post(&act, &settlement).status, 200);
    let late = ada.post(&act, &json!({"seq": version, "id": "c", "action": "road P25"}));
    assert_eq!((late.status, late.json()["error"].as_str()), (409, Some("stale")));
    assert!(!late.json()["legal"].as_array().unwrap().is_empty());
    let turn =
        ben.post(&act, &json!({"seq": version.as_u64().unwrap() + 1, "id": "c", "action": "settlement I0"}));
    assert_eq!((turn.status, turn.json()["clause"].as_str()), (422, Some("CATAN-TURN-8")));

    // Taking back.
    let undo = format!("/api/v1/tables/{table}/undo");
    let seq = version.as_u64().unwrap() + 1;
    assert_eq!(ben.post(&undo, &json!({"seq": seq, "id": "u"})).json()["error"], "nothing-to-undo");
    assert_eq!(ada.post(&undo, &json!({"seq": seq, "id": "u"})).status, 200);
    assert_eq!(ada.post(&act, &settlement).status, 200, "still known, and not done again");
    let view = ada.get(&format!("/api/v1/tables/{table}/view")).json();
    assert_eq!(view["view"]["seats"]["A"]["settlements"], json!([]));
}

/// Plays until several seats owe a discard, and answers with those seats.
fn until_discards(clients: &mut [Client], table: &str, draws: &mut impl Draws) -> bool {
    for n in 0.. {
        let view = clients[0].get(&format!("/api/v1/tables/{table}/view")).json();
        let owing = view["view"]["seats"].as_object().unwrap().values().filter(|seat| seat["owes"] != 0);
        if owing.count() >= 2 {
            return true;
        }
        if play_one(clients, table, draws, n).is_none() {
            return false;
        }
    }
    unreachable!()
}

#[test]
fn discards_that_arrive_at_the_same_time_are_both_kept() {
    let running = RunningServer::start();
    for seed in 0.. {
        let mut ada = running.client();
        let table = open_table(&mut ada, &["me", "open", "open", "open"]);
        let mut clients = vec![ada];
        clients.extend(["Ben", "Cy", "Di"].map(|name| join(&running, &table, name).0));
        if !until_discards(&mut clients, &table, &mut Seed(seed).substream("test", 0)) {
            continue;
        }
        let path = format!("/api/v1/tables/{table}");
        let state = clients[0].get(&path).json();
        let seen = state["version"].as_u64().unwrap();
        let owing: Vec<usize> = state["to_decide"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seat| usize::from(seat.as_str().unwrap().as_bytes()[0] - b'A'))
            .collect();
        let count = owing.len() as u64;
        std::thread::scope(|scope| {
            for (index, client) in clients.iter_mut().enumerate().filter(|(index, _)| owing.contains(index)) {
                let path = path.clone();
                scope.spawn(move || {
                    let legal = client.get(&format!("{path}/legal")).json()["legal"][0].clone();
                    let command = json!({"seq": seen, "id": format!("d{index}"), "action": legal});
                    for _ in 0..2 {
                        let reply = client.post(&format!("{path}/act"), &command);
                        assert_eq!(reply.status, 200, "{}", reply.text());
                    }
                });
            }
        });
        let state = clients[0].get(&path).json();
        assert_eq!(state["version"], seen + count, "each discard once");
        let view = clients[0].get(&format!("{path}/view")).json();
        assert_eq!(view["view"]["phase"], "moving-robber");
        return;
    }
}

#[test]
fn what_cannot_be_stored_is_not_acknowledged() {
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let full = || StoreError::Full { path: "/data/tables.sqlite".into() };
    let mut ada = running.client();
    store.fail_next(full());
    let refused =
        ada.post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"}));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (503, Some("storage")));
    assert!(refused.json()["message"].as_str().unwrap().contains("make room"));
    assert_eq!(refused.header("retry-after"), Some("2"));

    let table = open_table(&mut ada, &["me", "open"]);
    let _ben = join(&running, &table, "Ben");
    let path = format!("/api/v1/tables/{table}");
    let before = ada.get(&format!("{path}/view")).json();
    let command = json!({"seq": before["version"], "id": "a", "action": "settlement I17"});
    store.fail_next(full());
    assert_eq!(ada.post(&format!("{path}/act"), &command).status, 503);
    assert_eq!(ada.get(&format!("{path}/view")).json(), before, "nothing happened");
    assert_eq!(ada.post(&format!("{path}/act"), &command).status, 200, "the same command, with room again");
}

#[test]
fn a_bot_goes_on_after_its_move_could_not_be_stored() {
    let store = Arc::new(MemoryStore::new());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let mut ada = running.client();
    let table = open_table(&mut ada, &["bot:random", "open"]);
    store.fail_next(StoreError::Overloaded);
    store.fail_next(StoreError::Overloaded);
    // The first failure meets the one who sits down, the second the bot's first move.
    let mut ben = running.client();
    let join = json!({"name": "Ben"});
    assert_eq!(ben.post(&format!("/api/v1/tables/{table}/join"), &join).status, 503);
    assert_eq!(ben.post(&format!("/api/v1/tables/{table}/join"), &join).status, 503);
    let seated = ben.post(&format!("/api/v1/tables/{table}/join"), &join);
    assert_eq!(seated.status, 200);
    let mut stream = ben.follow(&format!("/api/v1/tables/{table}/events?after={}", seated.json()["version"]));
    assert_eq!(stream.next().unwrap().1["what"], "played");
}

#[test]
fn tables_that_nobody_uses_leave_the_memory_and_come_back() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "open"]);
    let (ben, _) = join(&running, &table, "Ben");
    let path = format!("/api/v1/tables/{table}");
    let before = ada.get(&format!("{path}/view")).json();
    let mut stream = ben.follow(&format!("{path}/events"));
    stream.next().unwrap();
    assert_eq!(running.hub().forget_idle(Duration::ZERO), 1, "a table that is followed stays");
    assert_eq!(running.hub().forget_idle(Duration::from_secs(600)), 1, "and one that was just used");
    drop(stream);
    // That a stream was closed is noticed when it is written to next: at the latest with its next sign of life.
    testkit::until("the table is forgotten", || running.hub().forget_idle(Duration::ZERO) == 0);
    assert_eq!(ada.get(&format!("{path}/view")).json(), before, "as it was");
    let command = json!({"seq": before["version"], "id": "a", "action": "settlement I17"});
    assert_eq!(ada.post(&format!("{path}/act"), &command).status, 200);
    testkit::until("the table is forgotten", || running.hub().forget_idle(Duration::ZERO) == 0);
    assert_eq!(ada.post(&format!("{path}/act"), &command).status, 200, "a retry is known from the log");
}

#[test]
fn errors_speak_the_language_that_is_asked_for() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let table = open_table(&mut ada, &["me", "bot:random"]);
    ada.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let act = format!("/api/v1/tables/{table}/act");
    for (command, word) in [
        (json!({"seq": 1, "id": "a", "action": "roll"}), "Gründungsphase"),
        (json!({"seq": 0, "id": "b", "action": "settlement I17"}), "inzwischen weiter"),
    ] {
        let problem = ada.post(&act, &command).json();
        assert!(problem["message"].as_str().unwrap().contains(word), "{problem}");
    }
    let missing = ada.get("/api/v1/tables/000000000000").json();
    assert_eq!(
        missing["message"],
        "Diesen Tisch gibt es hier nicht. Prüfe die Adresse, oder lass dir den Link noch einmal schicken. \
         Ein Tisch, an dem niemand mit Konto sitzt, kann nach langer Zeit gelöscht worden sein."
    );
}

#[test]
fn the_description_is_the_committed_one() {
    let running = RunningServer::start();
    let reply = running.client().get("/api/v1/openapi.json");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    if std::env::var_os("NEULAND_BLESS").is_some() {
        std::fs::write(path, &reply.body).unwrap();
    }
    let committed = std::fs::read_to_string(path).expect("docs/openapi.json; NEULAND_BLESS=1 writes it");
    assert!(
        reply.text() == committed,
        "the API and docs/openapi.json differ; if the change is meant, run NEULAND_BLESS=1 cargo test -p server --test it api::"
    );
    let description = reply.json();
    assert!(description["openapi"].as_str().unwrap().starts_with("3."));
    // Every path that is described answers with something else than "nothing at this address"; people find themselves.
    let account = json!({"name": "Ada", "password": "correct horse battery"});
    let token =
        running.client().post("/api/v1/account", &account).json()["token"].as_str().map(str::to_owned);
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let mut client = running.client();
            client.token = token.clone().filter(|_| path.contains("{name}"));
            let path =
                path.replace("{id}", "000000000000").replace("{code}", "00000000").replace("{name}", "Ada");
            let reply = client.send(&method.to_uppercase(), &path, Some("application/json"), b"{}");
            assert_ne!(reply.json()["error"], "not-found", "{method} {path}");
            assert_ne!(reply.status, 405, "{method} {path}");
        }
    }
}

/// Lists say the same of a table whether or not it is in memory, and bring none there but those at which something goes on
/// by itself.
#[test]
fn lists_need_no_tables_in_memory() {
    let running = RunningServer::with_chance();
    let mut ada = running.client();
    let open = |ada: &mut Client, more: serde_json::Value| {
        let mut body = json!({"game": "carcassonne", "seats": ["me", "open"], "name": "Ada", "public": true});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = ada.post("/api/v1/tables", &body);
        assert_eq!(reply.status, 201, "{}", reply.text());
        if let Some(token) = reply.json()["token"].as_str() {
            ada.token = Some(token.to_owned());
        }
        reply.json()["table"].as_str().unwrap().to_owned()
    };
    let waiting = open(&mut ada, json!({}));
    let alone = open(&mut ada, json!({"seats": ["open", "open"], "public": false}));
    let playing = open(&mut ada, json!({"game": "catan", "options": {"players": "2"}}));
    let (mut ben, _) = join(&running, &playing, "Ben");
    let clocked = open(&mut ada, json!({"clock": "decision 259200 replace"}));
    let reply = ben.post(&format!("/api/v1/tables/{clocked}/join"), &json!({"name": "Ben"}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    let closed = open(&mut ada, json!({}));
    assert_eq!(ada.post(&format!("/api/v1/tables/{closed}/close"), &json!({"id": "close"})).status, 200);
    let over = open(&mut ada, json!({"seats": ["bot:random", "bot:random"]}));
    let one = |id: &str| running.client().get(&format!("/api/v1/tables/{id}")).json();
    testkit::until_over(&mut running.client(), &over);
    let all = [&waiting, &alone, &playing, &clocked, &closed, &over];

    // What is of the moment: who is there, and what the clock that runs has left.
    let lists = |ada: &mut Client| {
        ["/api/v1/tables", "/api/v1/tables/public"].map(|path| {
            let mut list = ada.get(path).json();
            for table in list["tables"].as_array_mut().unwrap() {
                table.as_object_mut().unwrap().remove("spectators");
                for seat in table["seats"].as_array_mut().unwrap() {
                    let seat = seat.as_object_mut().unwrap();
                    seat.remove("online");
                    seat.remove("clock");
                }
            }
            list
        })
    };
    let out_of_memory = |left: usize| {
        testkit::until("the others leave the memory", || running.hub().forget_idle(Duration::ZERO) <= left);
    };
    let before = lists(&mut ada);
    assert_eq!(before[0]["tables"].as_array().unwrap().len(), all.len());
    assert_eq!(before[1]["tables"].as_array().unwrap().len(), 3, "{}", before[1]);
    assert_eq!(one(&closed)["stage"], "closed");
    out_of_memory(0);
    assert_eq!(lists(&mut ada), before);
    assert_eq!(running.hub().tables_in_memory(), 1, "that with a clock");
    let key = ada.token.clone().unwrap();
    let mut browser = running.client();
    browser.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    let page = browser.get("/").text();
    assert!(all.iter().all(|id| page.contains(&format!("/t/{id}"))), "{page}");
    assert_eq!(running.hub().tables_in_memory(), 1);

    // What changes at a table is in the next list, in memory or not.
    let path = format!("/api/v1/tables/{playing}");
    let legal = ada.get(&format!("{path}/legal")).json();
    let act = json!({"seq": legal["version"], "id": "first", "action": legal["legal"][0]});
    assert_eq!(ada.post(&format!("{path}/act"), &act).status, 200);
    let version = one(&playing)["version"].clone();
    for _ in 0..2 {
        let [mine, _] = lists(&mut ada);
        assert_eq!(mine["tables"][0]["table"], json!(playing), "the latest first");
        assert_eq!(mine["tables"][0]["version"], version);
        out_of_memory(0);
    }
    // Also that somebody is forgotten.
    let [mine, _] = lists(&mut ada);
    assert!(mine.to_string().contains("Ben"));
    out_of_memory(0);
    assert_eq!(ben.send("DELETE", "/api/v1/me", Some("application/json"), b"{}").status, 204);
    for _ in 0..2 {
        let [mine, public] = lists(&mut ada);
        assert!(!mine.to_string().contains("Ben") && mine.to_string().contains("N. N."), "{mine}");
        assert!(!public.to_string().contains("Ben"), "{public}");
        out_of_memory(0);
    }
}
