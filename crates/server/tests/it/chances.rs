//! The chances to win over HTTP: a table that allows them shows them to its spectators, on pages and in patches, and to nobody who
//! sits there.

use crate::follow::play;
use pages::{Aid, Aids};
use serde_json::{Value, json};
use testkit::{Browser, Client, RunningServer, join};

/// Opens a table of Catan for two people, with further fields; gives its id.
fn open(running: &RunningServer, ada: &mut Client, fields: &Value) -> (String, Client) {
    let mut wanted = json!({"game": "catan", "seats": ["me", "open"], "name": "Ada"});
    for (name, value) in fields.as_object().unwrap() {
        wanted[name] = value.clone();
    }
    let reply = ada.post("/api/v1/tables", &wanted);
    assert_eq!(reply.status, 201, "{}", reply.text());
    ada.token = reply.json()["token"].as_str().map(str::to_owned).or(ada.token.take());
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    let (ben, _) = join(running, &table, "Ben");
    (table, ben)
}

/// A page of a table as the holder of this key sees it; as a spectator does without one.
fn page(running: &RunningServer, table: &str, token: Option<&str>) -> String {
    let mut client = running.client();
    client.headers.extend(token.map(|token| ("cookie".to_owned(), format!("neuland-key={token}"))));
    client.get(&format!("/t/{table}/main")).text()
}

/// The element with the chances.
fn chances(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("<section id=\"chances\"")?;
    rest.split("</section>").next()
}

#[test]
fn spectators_alone_see_the_chances_of_a_table_that_allows_them() {
    let running = RunningServer::start();
    for game in ["catan", "cities-and-knights", "carcassonne"] {
        let mut ada = running.client();
        let fields = json!({"game": game, "aids": ["chances"]});
        let (table, mut ben) = open(&running, &mut ada, &fields);
        assert_eq!(running.table(&table).look().aids(), Some("chances"));
        let mut seen = Vec::new();
        for number in 0..8 {
            let watched = page(&running, &table, None);
            seen.push(chances(&watched).unwrap_or_else(|| panic!("{game}: {watched}")).to_owned());
            for seated in [&ada, &ben] {
                let own = page(&running, &table, seated.token.as_deref());
                assert!(own.contains("data-seq=") && chances(&own).is_none(), "{game}");
            }
            play(&table, &mut [&mut ada, &mut ben], number);
        }
        seen.dedup();
        assert!(seen.len() > 1, "{game}: the chances change with the moves: {seen:?}");
        // Everybody who looks on sees the same, as a bar or in words.
        let one = page(&running, &table, None);
        let mut reader = Browser::new(&running);
        assert_eq!(chances(&reader.get(&format!("/t/{table}/main")).text()), chances(&one));
        reader.send("POST", "/settings", "back=/&mode=text&lang=de");
        let words = reader.get(&format!("/t/{table}")).text();
        assert!(chances(&words).is_some_and(|part| part.contains("Gewinnchancen")), "{game}");
    }
}

#[test]
fn other_tables_show_no_chances() {
    let running = RunningServer::start();
    for fields in [json!({}), json!({"hints": true}), json!({"aids": []}), json!({"aids": ["tiles", "hint"]})]
    {
        let mut ada = running.client();
        let (table, _) = open(&running, &mut ada, &fields);
        let page = page(&running, &table, None);
        assert!(page.contains("id=\"watching\"") && chances(&page).is_none(), "{fields}");
    }
}

#[test]
fn the_stream_of_a_spectator_brings_the_chances() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let (table, mut ben) = open(&running, &mut ada, &json!({"game": "carcassonne", "aids": ["chances"]}));
    let html = page(&running, &table, None);
    let attribute = |html: &str, name: &str| -> String {
        let value = html.split(&format!(" {name}=\"")).nth(1).unwrap_or_else(|| panic!("no {name}"));
        value.split('"').next().unwrap().to_owned()
    };
    let (version, state) = (attribute(&html, "data-version"), attribute(&html, "data-state"));
    let mut stream = running.client().follow(&format!("/t/{table}/events?after={version}&state={state}"));
    let mut brought = 0;
    for number in 0..6 {
        let made = play(&table, &mut [&mut ada, &mut ben], number);
        let event = std::iter::from_fn(|| stream.next_event())
            .find(|event| event.kind == "page" && event.id.is_some_and(|id| id >= made))
            .expect("a patch");
        let patch = event.data.split_once('\n').expect("a line before the page").1;
        let fetched = page(&running, &table, None);
        if let Some(part) = chances(patch) {
            assert_eq!(Some(part), chances(&fetched), "the patch shows what a page shows");
            brought += 1;
        }
    }
    assert!(brought > 1, "{brought} of 6 patches");
}

#[test]
fn the_form_offers_chances_and_a_rematch_keeps_them() {
    let running = RunningServer::start();
    for game in ["catan", "mayflower"] {
        let mut ada = Browser::new(&running);
        let start = ada.get(&format!("/?game={game}")).text();
        let switch = "<input type=\"checkbox\" id=\"allow-chances\" name=\"allow-chances\" value=\"on\">";
        assert!(start.contains(switch), "{game}: a switch that is off: {start}");
        let form = format!("game={game}&name=Ada&seat-A=me&seat-B=bot:random");
        let id = |path: String| path.trim_start_matches("/t/").to_owned();
        let allows = |table: &str| Aids::allowed(running.table(table).look().aids()).contains(Aid::Chances);
        let without = id(ada.submit("/tables", &form).0);
        assert!(!allows(&without), "{game}: nobody has switched it on");
        let off = id(ada.submit("/tables", &format!("{form}&allow-chances=off")).0);
        assert!(!allows(&off), "{game}");
        let on = id(ada.submit("/tables", &format!("{form}&allow-chances=off&allow-chances=on")).0);
        assert!(allows(&on), "{game}");
        // Those who play are told.
        let tells = |ada: &mut Browser, table: &str| {
            ada.get(&format!("/t/{table}")).text().contains("id=\"shows-chances\"")
        };
        assert_eq!([tells(&mut ada, &on), tells(&mut ada, &off)], [true, false], "{game}");
    }
    let mut ada = running.client();
    let fields = json!({"game": "catan", "aids": ["chances"], "options": {"victory_points": 3}});
    let (table, mut ben) = open(&running, &mut ada, &fields);
    for n in 0.. {
        let live = running.table(&table);
        let (seat, action, version) = {
            let host = live.look();
            let game = host.game().expect("a game that began");
            let Some(seat) = game.to_decide().lowest() else { break };
            let action = bots::any::choose(game, "settler", seat, game::Seed(n), &[]).expect("an action");
            (seat, action, host.version())
        };
        let client = if seat == game::Seat::A { &mut ada } else { &mut ben };
        let body = json!({"seq": version, "id": format!("a{version}"), "action": action});
        let reply = client.post(&format!("/api/v1/tables/{table}/act"), &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    // Now everybody knows.
    assert!(chances(&page(&running, &table, None)).is_none(), "the game is over");
    let again = ada.post(&format!("/api/v1/tables/{table}/again"), &json!({})).json();
    let next = again["table"].as_str().expect("a rematch").to_owned();
    assert_eq!(running.table(&next).look().aids(), Some("chances"));
}
