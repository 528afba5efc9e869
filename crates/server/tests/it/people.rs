//! People at tables by links and forms: coming and going, and why something is not done.

use live::BotPause;
use live::time::Time;
use serde_json::{Value, json};
use server::Config;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use store::MemoryStore;
use testkit::{Browser, Client, RunningServer, hidden};

/// Sends a wish as a plain form would, and gives the status with the page it leads to.
fn wish(browser: &mut Browser, table: &str, wish: &str) -> (u16, String) {
    let page = browser.get(table).text();
    let seq = page.split("data-seq=\"").nth(1).unwrap().split('"').next().unwrap();
    let id = table::Key::random().reveal();
    let reply = browser.send("POST", &format!("{table}/wish"), &format!("seq={seq}&id={id}&{wish}"));
    if reply.status == 303 {
        assert_eq!(reply.header("location"), Some(table));
        return (303, browser.get(table).text());
    }
    (reply.status, reply.text())
}

#[test]
fn wishes_are_carried_out_or_refused_with_words() {
    let running = RunningServer::start();
    let (mut ada, mut ben, mut eve) =
        (Browser::new(&running), Browser::new(&running), Browser::new(&running));
    let new = "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open";
    let (table, _) = ada.submit("/tables", new);
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");

    let refusals = [
        ("wish=say&text=", 422, "Write 1 to 300 characters."),
        ("wish=answer-undo&agrees=yes", 409, "There is no longer a request to take anything back."),
        ("wish=replace&seat=A", 409, "The game has not begun"),
        ("wish=swap&one=B&other=A", 409, "Seat A has just been taken."),
        ("wish=swap&one=B&other=F", 409, "Seat F has just been taken."),
        ("wish=ask-undo", 409, "The game has not begun"),
        ("wish=close", 403, "Only the player who opened the table can do this"),
    ];
    for (sent, status, words) in refusals {
        let (came, page) = wish(&mut ben, &table, sent);
        assert_eq!(came, status, "{sent}: {page}");
        assert!(page.contains("id=\"notice\"") && page.contains(words), "{sent}: {page}");
    }
    // Whoever only looks has no say.
    let (status, page) = wish(&mut eve, &table, "wish=say&text=Hello");
    assert!(status == 403 && page.contains("Only the player of that seat can do this."), "{page}");
    // What cannot be read is no wish.
    for spoilt in ["wish=dance", "wish=swap&one=B", "wish=say", ""] {
        assert_eq!(wish(&mut ben, &table, spoilt).0, 400, "{spoilt}");
    }

    // What can be done is done, and the page shows it.
    assert_eq!(wish(&mut ben, &table, "wish=swap&one=B&other=C").0, 303);
    let (_, page) = wish(&mut ben, &table, "wish=leave");
    assert!(page.contains("class=\"sit-down\""), "who left may sit down again: {page}");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    ada.submit(&format!("{table}/fill"), "bot=random");
    let (status, page) = wish(&mut ben, &table, "wish=swap&one=B&other=A");
    assert!(status == 409 && page.contains("nobody can change seats"), "{page}");
    let (status, page) = wish(&mut ben, &table, "wish=replace&seat=C");
    assert!(status == 409 && page.contains("a bot already plays for them"), "{page}");
    for sent in ["wish=leave", "wish=return", "wish=decline&turn=on&from=A&from=C", "wish=say&text=Hi"] {
        assert_eq!(wish(&mut ben, &table, sent).0, 303, "{sent}");
    }
    // Scripts get the same in place, and what is sent twice is done once.
    let seq = hidden(&ben.get(&table).text(), "seq");
    let body = format!("seq={seq}&id=hello&wish=say&text=Hello");
    let first = ben.submit_in_place(&format!("{table}/wish"), &body);
    assert_eq!((first.status, &first.json()["ok"]), (200, &true.into()));
    let again = ben.submit_in_place(&format!("{table}/wish"), &body);
    assert_eq!(first.json(), again.json());
    for n in 0..3 {
        assert_eq!(
            ben.submit_in_place(&format!("{table}/wish"), &body.replace("hello", &format!("h{n}"))).status,
            200
        );
    }
    let fast = ben.submit_in_place(&format!("{table}/wish"), &body.replace("hello", "h4"));
    assert_eq!((fast.status, fast.header("retry-after")), (429, Some("10")));
    assert!(fast.json()["message"].as_str().unwrap().contains("Wait a moment before you say more"));

    // The game goes on, so that closing is for both.
    let (status, page) = wish(&mut ada, &table, "wish=close");
    assert!(status == 303 && page.contains("You ask to close the table"), "{page}");
    let (_, page) = wish(&mut ben, &table, "wish=answer-close&agrees=no");
    assert!(!page.contains("id=\"close-request\""), "{page}");
    let (status, page) = wish(&mut ada, &table, "wish=close");
    assert!(status == 429 && page.contains("You can ask again 10 minutes after that"), "{page}");
    wish(&mut ben, &table, "wish=close");
    assert_eq!(wish(&mut ada, &table, "wish=answer-close&agrees=yes").0, 303);
    let (status, page) = wish(&mut ada, &table, "wish=leave");
    assert!(status == 409 && page.contains("This table is closed"), "{page}");
}

/// The state of a table as the API tells it.
fn state(running: &RunningServer, table: &str) -> Value {
    running.client().get(&format!("/api/v1/tables/{}", table.trim_start_matches("/t/"))).json()
}

/// The form of the start page with what the page itself puts into it.
fn new_table(browser: &mut Browser, wishes: &str) -> String {
    let page = browser.get("/").text();
    format!(
        "game=catan&name=Ada&promised={}&commitment={}&{wishes}",
        hidden(&page, "promised"),
        hidden(&page, "commitment")
    )
}

#[test]
fn a_public_table_is_found_and_its_terms_are_told() {
    let running = RunningServer::start();
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    let form = new_table(
        &mut ada,
        "seat-A=me&seat-B=open&public=yes&clock=decision&decision=3&decision-unit=d&at-zero=replace\
         &option-victory_points=12&nonce=00112233445566778899",
    );
    let commitment = form.split("commitment=").nth(1).unwrap()[..64].to_owned();
    let (table, page) = ada.submit("/tables", &form);
    assert!(page.contains("3 days for each decision") && page.contains("Public: listed on the start page"));
    assert!(page.contains(&commitment), "the dice are those that were promised");
    let told = state(&running, &table);
    assert_eq!((&told["clock"], &told["public"]), (&json!("decision 259200 replace"), &json!(true)));
    assert_eq!(
        (&told["commitment"], &told["nonces"]["A"]),
        (&json!(commitment), &json!("00112233445566778899"))
    );
    // The same form again, as after a double click, is the same table; from somebody else it is worth nothing.
    assert_eq!(ada.submit("/tables", &form).0, table);
    let reply = ben.send("POST", "/tables", &form);
    assert!(reply.status == 422 && reply.text().contains("so here is a new one"), "{}", reply.text());
    assert_ne!(hidden(&reply.text(), "commitment"), commitment);

    // Ben finds it, joins, and the list says that it is his.
    let list = ben.get("/lobby").text();
    assert!(list.starts_with("<section id=\"public\"") && !list.contains("<html"));
    assert!(list.contains("1 of 2 seats open") && list.contains("Points to win: 12"), "{list}");
    assert!(list.contains("3 days for each decision"));
    assert!(ben.get("/").text().contains("1 of 2 seats open"));
    let join = list.split("href=\"/j/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let page = ben.get(&format!("/j/{join}")).text();
    assert!(
        page.contains(&commitment) && page.contains("name=\"nonce\"") && page.contains("3 days"),
        "{page}"
    );
    let reply = ben.send("POST", &format!("{table}/join"), "name=Ben&seat=B&nonce=XYZ");
    assert!(reply.status == 400 && reply.text().contains("16 to 64 of the digits"), "{}", reply.text());
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B&nonce=ffeeddccbbaa9988");
    assert_eq!(state(&running, &table)["nonces"]["B"], "ffeeddccbbaa9988");
    let list = ben.get("/lobby").text();
    assert!(list.contains("Back to your seat") && !list.contains("/j/"), "{list}");
    // In their own lists it is said whose turn it is, and how long they have.
    let (own, other) = (ada.get("/").text(), ben.get("/").text());
    assert!(own.contains("Your turn · 3 d 0 h left") || own.contains("Your turn · 2 d 23 h left"), "{own}");
    assert!(other.contains("Ada to play · 3 d") || other.contains("Ada to play · 2 d"), "{other}");
    // A private table is in no list.
    ada.submit("/tables", &new_table(&mut Browser::new(&running), "seat-A=me&seat-B=open&public=no"));
    assert_eq!(ben.get("/lobby").text().matches("class=\"table-link").count(), 1);
}

#[test]
fn new_tables_are_refused_with_words() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    for (wrong, words) in [
        ("clock=decision&decision=4&decision-unit=s", "of 5 seconds to 30 days"),
        ("clock=decision&decision=31&decision-unit=d", "of 5 seconds to 30 days"),
        ("clock=bank&bank=x&bank-unit=m", "of 5 seconds to 30 days"),
        ("clock=bank&bank=5&bank-unit=m&increment=2&increment-unit=d", "of 5 seconds to 30 days"),
        ("clock=hourglass", "of 5 seconds to 30 days"),
        ("nonce=123", "16 to 64 of the digits"),
        ("nonce=00112233445566778899AABB", "16 to 64 of the digits"),
    ] {
        let form = new_table(&mut ada, &format!("seat-A=me&seat-B=bot:random&{wrong}"));
        let reply = ada.send("POST", "/tables", &form);
        assert!(reply.status == 422 && reply.text().contains(words), "{wrong}: {}", reply.text());
    }
    // What was chosen is still there.
    let form =
        new_table(&mut ada, "seat-A=me&seat-B=open&public=yes&clock=bank&bank=0&bank-unit=h&at-zero=replace");
    let page = ada.send("POST", "/tables", &form).text();
    for kept in [
        "name=\"public\" value=\"yes\" checked",
        "name=\"clock\" value=\"bank\" checked",
        "id=\"bank\" name=\"bank\" value=\"0\"",
        "<option value=\"h\" selected>",
        "<option value=\"replace\" selected>",
    ] {
        assert!(page.contains(kept), "{kept}: {page}");
    }
    // A promise of another life of the server is no promise.
    let form = "game=catan&name=Ada&seat-A=me&seat-B=open&promised=0123456789abc&commitment=00";
    let reply = ada.send("POST", "/tables", form);
    assert_eq!(reply.status, 422, "{}", reply.text());
}

#[test]
fn seats_are_left_replaced_and_taken_back() {
    let passed = Arc::new(AtomicU64::new(0));
    let time = Time::planted(store::now, Arc::clone(&passed));
    let config = Config { bot_pause: BotPause::NONE, ..Config::default() };
    let running = RunningServer::at(config, Arc::new(MemoryStore::new()), time);
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    let (table, _) =
        ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open&option-victory_points=3");
    ben.submit(&format!("{table}/join"), "name=Ben&seat=B");

    // Without scripts people are there as long as they ask for pages.
    let (status, page) = wish(&mut ada, &table, "wish=replace&seat=B");
    assert!(status == 409 && page.contains("The player cannot be replaced"), "{page}");
    assert!(!page.contains("value=\"replace\""));
    // Who followed and follows no more is away; the page offers to let a bot play on.
    let key = ben.cookies.iter().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let mut followed = running.client();
    followed.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    drop(followed.follow(&format!("{table}/events")));
    testkit::until("a connection that is gone is noticed", || {
        // A lost connection has half a minute, of which a test need not wait.
        passed.fetch_add(1_000, Ordering::Relaxed);
        ada.get(&table).text().contains("value=\"replace\"")
    });
    let (status, page) = wish(&mut ada, &table, "wish=replace&seat=B");
    assert!(status == 303 && page.contains("Bruno plays for Ben"), "{page}");
    assert_eq!(state(&running, &table)["seats"][1]["bot"], "settler");
    // Ben comes back with one button.
    let page = ben.get(&table).text();
    assert!(page.contains("Bruno plays for you") && page.contains("value=\"return\""), "{page}");
    let (_, page) = wish(&mut ben, &table, "wish=return");
    assert!(!page.contains("id=\"back\"") && page.contains("id=\"leave\""), "{page}");

    // Both go, bots end the game, and both find the way to the next table.
    wish(&mut ada, &table, "wish=leave");
    wish(&mut ben, &table, "wish=leave");
    testkit::until_over(&mut running.client(), table.rsplit('/').next().unwrap());
    // Whoever looks at the game again reads who played: at its end bots did.
    let end = ben.get(&format!("{table}/replay?n=99999"));
    let replay = ben.get(end.header("location").unwrap()).text();
    assert!(replay.contains("Bruno for Ben") && replay.contains("Alma for Ada"), "{replay}");
    let page = ben.get(&table).text();
    let promised = state(&running, &table)["next_commitment"].clone();
    assert!(page.contains("id=\"again\"") && page.contains(promised.as_str().unwrap()), "{page}");
    let reply = ben.send("POST", &format!("{table}/again"), "commitment=00&nonce=");
    assert!(reply.status == 409 && reply.text().contains("so here is a new one"), "{}", reply.text());
    let form = format!("commitment={}&nonce=0123456789abcdef", promised.as_str().unwrap());
    let (next, _) = ben.submit(&format!("{table}/again"), &form);
    let told = state(&running, &next);
    assert_eq!((&told["commitment"], &told["nonces"]), (&promised, &json!({"A": "0123456789abcdef"})));
    assert_eq!((&told["seats"][0]["name"], &told["seats"][1]["name"]), (&json!("Ben"), &json!("Ada")));
    assert!(state(&running, &table)["next_commitment"].is_null());
    assert_eq!((&told["stage"], &told["expected"]), (&json!("waiting"), &json!(["B"])));
    // Ben waits; Ada is asked, at the old table and in her list, and comes with one button.
    let page = ben.get(&next).text();
    assert!(
        page.contains("The game begins as soon as Ada is here.") && page.contains("not here yet"),
        "{page}"
    );
    assert!(page.contains("Begin without them"), "{page}");
    let page = ada.get(&table).text();
    assert!(page.contains("Join the next game") && page.contains(promised.as_str().unwrap()), "{page}");
    assert!(page.contains("data-call=\"again\""), "{page}");
    assert!(ada.get("/").text().contains("You are expected"));
    let page = ada.get(&next).text();
    assert!(page.contains("id=\"come\"") && page.contains("The others are waiting for you."), "{page}");
    // What was meant for other dice is not added to these.
    assert_eq!(ada.submit(&format!("{table}/again"), "commitment=00&nonce=fedcba9876543210").0, next);
    assert_eq!(state(&running, &next)["stage"], "waiting");
    let form = format!("commitment={}&nonce=fedcba9876543210", promised.as_str().unwrap());
    assert_eq!(ada.submit(&format!("{table}/again"), &form).0, next);
    let told = state(&running, &next);
    let nonces = json!({"A": "0123456789abcdef", "B": "fedcba9876543210"});
    assert_eq!((&told["stage"], &told["nonces"]), (&json!("playing"), &nonces));
    assert_eq!(ada.submit(&format!("{table}/again"), "nonce=").0, next, "once only");
    assert!(ada.get(&table).text().contains(&format!("href=\"{next}\"")));
    // Who only watched may not.
    let mut eve = Browser::new(&running);
    assert_eq!(eve.send("POST", &format!("{next}/again"), "nonce=").status, 403);
}

#[test]
fn who_looks_on_is_counted_and_told_to_those_who_follow() {
    let running = RunningServer::start();
    let mut ada = Browser::new(&running);
    let (table, page) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=bot:random");
    assert!(page.contains("Nobody is watching"));
    let key = ada.cookies.iter().find(|(name, _)| name == "neuland-key").unwrap().1.clone();
    let mut own = running.client();
    own.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    let _following = own.follow(&format!("{table}/events"));
    let eve = running.client().follow(&format!("{table}/events"));
    let count = |n: u64| {
        testkit::until(&format!("{n} look on"), || state(&running, &table)["spectators"] == n);
    };
    count(1);
    assert!(ada.get(&table).text().contains("1 person is watching"));
    assert_eq!(state(&running, &table)["seats"][0]["online"], true);
    drop(eve);
    count(0);
}

#[test]
fn who_leaves_before_the_game_begins_learns_no_secrets_by_an_old_stream() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let plan = json!({"game": "catan", "seats": ["me", "open", "open"], "name": "Ada"});
    let opened = ada.post("/api/v1/tables", &plan).json();
    ada.token = opened["token"].as_str().map(str::to_owned);
    let path = format!("/api/v1/tables/{}", opened["table"].as_str().unwrap());
    let sit_down = |name: &str| {
        let mut client: Client = running.client();
        let seated = client.post(&format!("{path}/join"), &json!({"name": name, "seat": "B"})).json();
        client.token = seated["token"].as_str().map(str::to_owned);
        client
    };
    let leave = |client: &mut Client, id: &str| {
        let reply = client.post(&format!("{path}/wish"), &json!({"seq": 0, "id": id, "wish": "leave"}));
        assert_eq!(reply.status, 200, "{}", reply.text());
    };
    let mut ben = sit_down("Ben");
    let mut seen = ben.follow(&format!("{path}/events?after=0"));
    leave(&mut ben, "b");
    // Cleo has the seat now, and Ben's stream is still open.
    let mut cleo = sit_down("Cleo");
    let mut known = cleo.follow(&format!("{path}/events?after=0"));
    assert_eq!(ada.post(&format!("{path}/fill"), &json!({"id": "f", "bot": "random"})).status, 200);
    // A begins, so nobody moves until she has left as well.
    leave(&mut cleo, "c");
    leave(&mut ada, "a");
    let mut secrets = 0;
    while secrets < 3 {
        let (seen, known) = (seen.next().expect("a version").1, known.next().expect("the same").1);
        assert!(!known.to_string().contains(r#""event":"over""#), "{secrets} secrets in the whole game");
        if seen != known {
            secrets += 1;
            assert!(
                seen.to_string().matches("null").count() > known.to_string().matches("null").count(),
                "{seen}"
            );
        }
    }
}

#[test]
fn whoever_opened_a_table_and_left_it_keeps_nobody_waiting() {
    let running = RunningServer::start();
    let (mut ada, mut ben) = (Browser::new(&running), Browser::new(&running));
    let (table, page) = ada.submit("/tables", "game=catan&name=Ada&seat-A=me&seat-B=open&seat-C=open");
    assert!(page.contains("id=\"fill\""), "{page}");
    let (_, page) = ben.submit(&format!("{table}/join"), "name=Ben&seat=B");
    assert!(!page.contains("id=\"fill\""), "Ada is in charge: {page}");
    assert_eq!(wish(&mut ada, &table, "wish=leave").0, 303);
    assert!(!ada.get(&table).text().contains("id=\"fill\""), "she has left");
    let page = ben.get(&table).text();
    assert!(page.contains("id=\"fill\"") && page.contains("id=\"swap\""), "Ben goes on: {page}");
    let fill = |browser: &mut Browser| {
        let page = browser.get(&table).text();
        let seq = page.split("data-seq=\"").nth(1).unwrap().split('"').next().unwrap();
        let id = table::Key::random().reveal();
        browser.send("POST", &format!("{table}/fill"), &format!("seq={seq}&id={id}&bot=random"))
    };
    let refused = fill(&mut ada);
    assert_eq!(refused.status, 403, "{}", refused.text());
    assert_eq!(fill(&mut ben).status, 303);
    assert!(ben.get(&table).text().contains("id=\"board-panel\""), "the game has begun");
}
