//! The games with tiles at a table: whole games with bots, taking back, refusals, and options that do not fit.

use game::Draws;
use serde_json::{Value, json};
use testkit::{Client, RunningServer};

/// A table of a game; the client sits at seat A.
fn open(running: &RunningServer, game: &str, bots: usize, options: &Value) -> (Client, String) {
    let mut client = running.client();
    let seats: Vec<&str> = std::iter::once("me").chain(std::iter::repeat_n("bot:random", bots)).collect();
    let body = json!({"game": game, "seats": seats, "name": "Ada", "options": options});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    client.token = Some(reply.json()["token"].as_str().unwrap().to_owned());
    (client, format!("/api/v1/tables/{}", reply.json()["table"].as_str().unwrap()))
}

/// Waits until it is seat A's turn, and gives its legal list; `None` once the game is over.
fn turn(client: &mut Client, path: &str) -> Option<Value> {
    testkit::until_turn(client, path.rsplit('/').next().unwrap())
}

#[test]
fn whole_games_with_bots_end_in_records_that_replay() {
    let running = RunningServer::start();
    for (game, bots, options) in [
        ("carcassonne", 5, json!({"edition": "c1_2001"})),
        ("traders-and-builders", 1, json!({"second_tile": "immediate", "start_player": "random"})),
        ("mayflower", 4, json!({"layout_limit": "board"})),
    ] {
        let (mut ada, path) = open(&running, game, bots, &options);
        let mut draws = testkit::seed("tiles").substream(game, 0);
        let mut n = 0;
        while let Some(legal) = turn(&mut ada, &path) {
            let list = legal["legal"].as_array().unwrap();
            let action = &list[draws.below(list.len() as u32) as usize];
            let command = json!({"seq": legal["version"], "id": format!("c{n}"), "action": action});
            let reply = ada.post(&format!("{path}/act"), &command);
            assert_eq!(reply.status, 200, "{command}: {}", reply.text());
            n += 1;
        }
        assert!(n >= 10, "{game}: only {n} decisions");
        let record = ada.get(&format!("{path}/record"));
        assert_eq!(record.status, 200, "{}", record.text());
        let mut replay = shelf::Replay::new(&record.body[..]).unwrap();
        assert_eq!(replay.header().game, game);
        assert!(replay.by_ref().all(|position| position.is_ok()), "{game}");
        assert!(!replay.result().unwrap().winners.is_empty());
        // What is over can be looked at as a page, with the course of the points.
        let page = running.client().get(&path.replace("/api/v1/tables", "/t")).text();
        assert!(page.contains("id=\"log-lines\"") && page.contains("class=\"course\""), "{page}");
    }
}

#[test]
fn a_placed_tile_may_be_taken_back_until_the_next_is_drawn() {
    let running = RunningServer::start();
    let (mut ada, path) = open(&running, "carcassonne", 1, &json!({}));
    let act = |ada: &mut Client, seq: &Value, id: &str, action: &Value| {
        let reply = ada.post(&format!("{path}/act"), &json!({"seq": seq, "id": id, "action": action}));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["seq"].clone()
    };
    let before = turn(&mut ada, &path).unwrap();
    let seq = act(&mut ada, &before["version"], "a", &before["legal"][0]);
    let figures = turn(&mut ada, &path).unwrap();
    assert!(figures["legal"].as_array().unwrap().contains(&json!("pass")), "{figures}");
    let undone = ada.post(&format!("{path}/undo"), &json!({"seq": seq, "id": "u"}));
    assert_eq!(undone.status, 200, "{}", undone.text());
    let after = turn(&mut ada, &path).unwrap();
    assert_eq!(after["legal"], before["legal"], "the same tile is in hand again");
    act(&mut ada, &after["version"], "b", &after["legal"][1]);
    // With the figure the turn is over, and the next tile is drawn for everybody to see.
    let figures = turn(&mut ada, &path).unwrap();
    let seq = act(&mut ada, &figures["version"], "c", &json!("pass"));
    let late = ada.post(&format!("{path}/undo"), &json!({"seq": seq, "id": "v"}));
    assert!(matches!(late.json()["error"].as_str(), Some("nothing-to-undo" | "stale")), "{}", late.text());
}

#[test]
fn the_page_tells_what_a_placement_leads_to_as_long_as_it_is_possible() {
    let running = RunningServer::start();
    let (mut ada, path) = open(&running, "carcassonne", 1, &json!({}));
    let page = path.replace("/api/v1/tables", "/t");
    let legal = turn(&mut ada, &path).unwrap();
    let place = legal["legal"][0].as_str().unwrap();
    let preview = |client: &mut Client| {
        let reply = client.get(&format!("{page}/preview?action={}", place.replace(' ', "+")));
        (reply.status, reply.text())
    };
    let cookie = format!("neuland-key={}", ada.token.clone().unwrap());
    ada.headers.push(("cookie".to_owned(), cookie));
    let (status, text) = preview(&mut ada);
    assert_eq!(status, 200, "{text}");
    assert!(text.contains("class=\"preview\""), "{text}");
    assert_eq!(preview(&mut running.client()), (204, String::new()), "only who is to move has a choice");
    let command = json!({"seq": legal["version"], "id": "a", "action": place});
    assert_eq!(ada.post(&format!("{path}/act"), &command).status, 200);
    assert_eq!(preview(&mut ada), (204, String::new()), "the tile has been placed");
}

#[test]
fn refusals_name_the_clause_in_both_languages() {
    let running = RunningServer::start();
    let (mut ada, path) = open(&running, "carcassonne", 1, &json!({}));
    let legal = turn(&mut ada, &path).unwrap();
    let command = json!({"seq": legal["version"], "id": "a", "action": "place (0,0)"});
    let english = ada.post(&format!("{path}/act"), &command).json();
    assert_eq!(english["clause"], "CARC-TILE-8", "{english}");
    ada.headers.push(("accept-language".to_owned(), "de".to_owned()));
    let german = ada.post(&format!("{path}/act"), &command).json();
    assert_eq!(german["clause"], "CARC-TILE-8");
    assert_ne!(german["message"], english["message"]);
}

#[test]
fn options_that_do_not_fit_are_all_named() {
    let running = RunningServer::start();
    let open = |game: &str, seats: usize, options: Value| {
        let seats = vec!["bot:random"; seats];
        let body = json!({"game": game, "seats": seats, "name": "Ada", "options": options});
        running.client().post("/api/v1/tables", &body).json()
    };
    let six = open("carcassonne", 6, json!({"six_players": false}));
    assert_eq!((six["error"].as_str(), six["clause"].as_str()), (Some("bad-option"), Some("CARC-OPT-SIX")));
    let seat = open("carcassonne", 2, json!({"start_player": "F"}));
    assert_eq!(seat["clause"], "CARC-OPT-START");
    assert_eq!(open("carcassonne", 6, json!({"start_player": "F"}))["error"], Value::Null);
    let both = open("traders-and-builders", 2, json!({"double_turn": "never", "second_tile": "later"}));
    let message = both["message"].as_str().unwrap();
    assert!(message.contains("double_turn") && message.contains("second_tile"), "{message}");
    assert_eq!(open("mayflower", 6, json!({}))["error"], "bad-seats");
}

#[test]
fn the_start_page_has_a_form_for_every_game() {
    let running = RunningServer::start();
    for (game, seats, option) in [
        ("catan", 4, "option-victory_points"),
        ("carcassonne", 6, "option-farm_scoring"),
        ("traders-and-builders", 6, "option-double_turn"),
        ("mayflower", 5, "option-layout_limit"),
    ] {
        let page = running.client().get(&format!("/?game={game}")).text();
        assert_eq!(page.matches("name=\"seat-").count(), seats, "{game}");
        assert!(page.contains(option) && page.contains(&format!("name=\"game\" value=\"{game}\"")), "{game}");
    }
}
