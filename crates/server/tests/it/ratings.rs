//! Games, ratings and pages of people: which games count, who sees them, and what forgetting somebody leaves.

use game::{Seat, Seed, Turn};
use live::ratings;
use serde_json::{Value, json};
use server::Limits;
use std::sync::Arc;
use store::{Results as _, SqliteStore, Store};
use testkit::{Client, Folder, RunningServer};

const PASSWORD: &str = "correct horse battery";

/// A person with an account.
fn person(running: &RunningServer, name: &str) -> Client {
    let mut client = running.client();
    let reply = client.post("/api/v1/account", &json!({"name": name, "password": PASSWORD}));
    assert!(reply.status < 300, "{}", reply.text());
    client.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
    client
}

/// Opens a game of Catan for two; the second person sits down.
fn open(ada: &mut Client, ben: &mut Client, public: bool) -> String {
    open_with(ada, ben, &json!({"game": "catan", "public": public}))
}

/// Opens a table of two people like [`open`], with further fields such as the game, hints or options.
fn open_with(ada: &mut Client, ben: &mut Client, fields: &Value) -> String {
    let mut wanted = json!({"seats": ["me", "open"], "name": "Ada"});
    for (name, value) in fields.as_object().unwrap() {
        wanted[name] = value.clone();
    }
    let reply = ada.post("/api/v1/tables", &wanted);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    let reply = ben.post(&format!("/api/v1/tables/{table}/join"), &json!({"name": "Ben"}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    table
}

/// Plays the game on as `settler` would, or where there are no settlers `random`, until `is_enough`.
fn play(running: &RunningServer, table: &str, players: &mut [&mut Client], is_enough: impl Fn(u32) -> bool) {
    for n in 0.. {
        let live = running.table(table);
        let (seat, action, version) = {
            let host = live.look();
            let game = host.game().expect("a game that began");
            let Turn::Decide(seats) = game.turn() else { return };
            if is_enough(game.turns()) {
                return;
            }
            let bot = if game.kind().name() == "catan" { "settler" } else { "random" };
            let seat = game.to_decide().lowest().or(seats.lowest()).expect("somebody decides");
            let action = bots::any::choose(game, bot, seat, Seed(n), &[]).expect("an action");
            (seat, action, host.version())
        };
        let client = &mut players[seat.index()];
        let path = format!("/api/v1/tables/{table}/act");
        let reply =
            client.post(&path, &json!({"seq": version, "id": format!("a{version}"), "action": action}));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}

fn wish(client: &mut Client, running: &RunningServer, table: &str, wish: &Value) {
    let version = running.table(table).look().version();
    let path = format!("/api/v1/tables/{table}/wish");
    let reply = client.post(&path, &json!({"seq": version, "id": format!("w{version}"), "wish": wish}));
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// A browser with the key of a person.
fn browser(running: &RunningServer, person: &Client) -> Client {
    let mut browser = running.client();
    let key = person.token.as_deref().unwrap();
    browser.headers.push(("cookie".to_owned(), format!("neuland-key={key}")));
    browser
}

fn page(browser: &mut Client, path: &str) -> (u16, String) {
    let reply = browser.get(path);
    (reply.status, reply.text())
}

const TO_THE_END: fn(u32) -> bool = |_| false;

#[test]
fn public_games_of_tiles_are_rated_without_aids_and_so_are_their_rematches() {
    let folder = Folder::new("ratings-tiles");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let (mut ada, mut ben) = (person(&running, "Ada"), person(&running, "Ben"));
    let unknown =
        json!({"seats": ["me", "open"], "name": "Ada", "game": "carcassonne", "aids": ["fields", "stars"]});
    let refused = ada.post("/api/v1/tables", &unknown);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(refused.text().contains("`stars` is not an aid"), "{}", refused.text());

    let fields = json!({"game": "carcassonne", "public": true, "aids": []});
    let first = open_with(&mut ada, &mut ben, &fields);
    assert_eq!(running.table(&first).look().aids(), Some("none"));
    play(&running, &first, &mut [&mut ada, &mut ben], TO_THE_END);
    let again = |client: &mut Client| client.post(&format!("/api/v1/tables/{first}/again"), &json!({}));
    let rematch = again(&mut ada).json()["table"].as_str().unwrap().to_owned();
    assert_eq!(again(&mut ben).status, 200);
    // The seats have moved on.
    play(&running, &rematch, &mut [&mut ben, &mut ada], TO_THE_END);
    testkit::until("both results are stored", || store.results(0, 9).unwrap().len() == 2);
    let rated: Vec<String> =
        store.results(0, 9).unwrap().into_iter().map(|(_, result)| result.table.to_string()).collect();
    assert_eq!(rated, [first, rematch]);
}

#[test]
fn public_games_between_people_are_rated() {
    let folder = Folder::new("ratings");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let (mut ada, mut ben) = (person(&running, "Ada"), person(&running, "Ben"));

    let rated = open(&mut ada, &mut ben, true);
    play(&running, &rated, &mut [&mut ada, &mut ben], TO_THE_END);
    let private = open(&mut ada, &mut ben, false);
    play(&running, &private, &mut [&mut ada, &mut ben], TO_THE_END);
    let aided = open_with(&mut ada, &mut ben, &json!({"game": "catan", "public": true, "hints": true}));
    play(&running, &aided, &mut [&mut ada, &mut ben], TO_THE_END);
    let watched =
        open_with(&mut ada, &mut ben, &json!({"game": "catan", "public": true, "aids": ["chances"]}));
    play(&running, &watched, &mut [&mut ada, &mut ben], TO_THE_END);
    let by_house_rules = json!({"game": "catan", "public": true, "options": {"victory_points": 3}});
    let by_house_rules = open_with(&mut ada, &mut ben, &by_house_rules);
    play(&running, &by_house_rules, &mut [&mut ada, &mut ben], TO_THE_END);
    let tiles = json!({"game": "carcassonne", "public": true});
    let tiles_with_aids = open_with(&mut ada, &mut ben, &tiles);
    play(&running, &tiles_with_aids, &mut [&mut ada, &mut ben], TO_THE_END);
    // A bot plays a few turns for Ben, who then comes back.
    let stood_in = open(&mut ada, &mut ben, true);
    play(&running, &stood_in, &mut [&mut ada, &mut ben], |turns| turns >= 2);
    wish(&mut ben, &running, &stood_in, &json!("leave"));
    wish(&mut ben, &running, &stood_in, &json!("return"));
    play(&running, &stood_in, &mut [&mut ada, &mut ben], TO_THE_END);
    let closed = open(&mut ada, &mut ben, true);
    play(&running, &closed, &mut [&mut ada, &mut ben], |turns| turns >= 2);
    wish(&mut ada, &running, &closed, &json!("ask-close"));
    wish(&mut ben, &running, &closed, &json!({"answer-close": {"agrees": true}}));

    testkit::until("the result is stored", || !store.results(0, 9).unwrap().is_empty());
    let results: Vec<_> = store.results(0, 9).unwrap().into_iter().map(|(_, result)| result).collect();
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!((results[0].table.to_string(), results[0].game.as_str()), (rated.clone(), "catan"));
    let places: Vec<u8> = results[0].seats.iter().map(|(_, place)| *place).collect();
    let winner = running.table(&rated).look().game().and_then(|game| game.outcome()).unwrap().winners;
    assert_eq!(places, if winner.contains(Seat::A) { [1, 2] } else { [2, 1] });

    // What is stored follows from the logs, and only that.
    let compared = ratings::compare(&*store).unwrap();
    assert_eq!((compared.results, compared.differing), (results, vec![]));

    // The API tells the same as the page: to others once its owner shows it, to strangers too.
    let data = |client: &mut Client| {
        let reply = client.get("/api/v1/people/Ada");
        (reply.status, reply.json())
    };
    let (status, own) = data(&mut ada);
    let won = u32::from(winner.contains(Seat::A));
    let rating = &own["ratings"][0];
    assert_eq!((status, &own["name"], &own["ratings"][1]), (200, &json!("Ada"), &Value::Null));
    assert_eq!(
        (&rating["game"], &rating["seats"], &rating["games"]),
        (&json!("catan"), &json!(2), &json!(1))
    );
    assert_eq!((&rating["won"], rating["rating"].as_i64() > Some(1500)), (&json!(won), won == 1));
    assert_eq!(data(&mut ben).0, 404);
    let mut stranger = running.client();
    assert_eq!(data(&mut stranger).0, 404);

    let [mut ada, mut ben] = [&ada, &ben].map(|person| browser(&running, person));
    // The own page has all games and the rating; others see nothing until its owner shows it.
    let (status, games) = page(&mut ada, "/games");
    assert_eq!(status, 200);
    for table in [&rated, &private, &stood_in, &closed] {
        assert!(games.contains(&format!("/t/{table}\"")), "{table}");
    }
    assert!(games.contains(" ± "), "a rating with its uncertainty");
    let (_, lost) = page(&mut ada, "/games?result=closed&opponents=people&game=catan");
    assert!(lost.contains(&format!("/t/{closed}\"")) && !lost.contains(&format!("/t/{rated}\"")));
    assert_eq!(page(&mut ben, "/people/Ada").0, 404);
    assert_eq!(page(&mut ben, "/people/Zoe").0, 404, "like a name that nobody has");
    assert_eq!(page(&mut ada, "/people/Ada").0, 200, "the own page is always there");
    assert_eq!(ada.post_form("/games/page", "shown=yes").status, 303);
    let (status, shown) = page(&mut ben, "/people/ada");
    assert!(status == 200 && shown.contains(" ± "), "{shown}");
    assert!(!shown.contains(&private), "no table is named");
    assert_eq!(data(&mut stranger), (200, own), "nobody needs a token for it");
    assert_eq!(ada.post_form("/games/page", "shown=no").status, 303);
    assert_eq!(page(&mut ben, "/people/Ada").0, 404);
    assert_eq!(running.client().post_form("/games/page", "shown=yes").status, 400, "guests have none");
}

#[test]
fn forgetting_a_person_takes_their_games_out_of_the_ratings() {
    let folder = Folder::new("ratings-forgotten");
    let store = Arc::new(SqliteStore::open(&folder.0).unwrap());
    let running = RunningServer::on(Arc::clone(&store) as Arc<dyn Store>, Limits::default());
    let [mut ada, mut ben, mut eve] = ["Ada", "Ben", "Eve"].map(|name| person(&running, name));
    // Who begins changes no rule.
    let first = open_with(
        &mut ada,
        &mut ben,
        &json!({"game": "catan", "public": true, "options": {"start_player": "B"}}),
    );
    play(&running, &first, &mut [&mut ada, &mut ben], TO_THE_END);
    let second = open(&mut ada, &mut eve, true);
    play(&running, &second, &mut [&mut ada, &mut eve], TO_THE_END);
    testkit::until("both results are stored", || store.results(0, 9).unwrap().len() == 2);
    let mut ada = browser(&running, &ada);
    let before = page(&mut ada, "/games").1;
    assert_eq!(browser(&running, &ben).post_form("/games/page", "shown=yes").status, 303);
    let reply = ben.send(
        "DELETE",
        "/api/v1/me",
        Some("application/json"),
        json!({"password": PASSWORD}).to_string().as_bytes(),
    );
    assert_eq!(reply.status, 204, "{}", reply.text());
    let left: Vec<String> =
        store.results(0, 9).unwrap().into_iter().map(|(_, result)| result.table.to_string()).collect();
    assert_eq!(left, std::slice::from_ref(&second));
    assert_eq!(page(&mut ada, "/people/Ben").0, 404);
    let after = page(&mut ada, "/games").1;
    assert_ne!(before, after);
    assert!(
        after.contains(&format!("/t/{first}\"")) && after.contains("N. N."),
        "the game stays, without the name"
    );
    let compared = ratings::compare(&*store).unwrap();
    assert_eq!((compared.results.len(), compared.differing), (1, vec![]), "and the logs say the same");

    // A result that was lost is found by the logs.
    drop(running);
    drop(store);
    let check = || ratings::check(&folder.0).unwrap();
    assert_eq!(check().differing, []);
    let connection = rusqlite::Connection::open(folder.0.join("tables.sqlite")).unwrap();
    connection.execute_batch("DELETE FROM results; DELETE FROM result_seats;").unwrap();
    drop(connection);
    assert_eq!(check().differing.iter().map(ToString::to_string).collect::<Vec<_>>(), [second]);
    assert_eq!(ratings::recompute(&folder.0).unwrap().differing.len(), 1);
    assert_eq!(check().differing, []);
}
