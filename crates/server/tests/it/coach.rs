//! Luck and skill of finished games, as pages.

use crate::replay::finished;
use live::{BotPause, Capacity};
use serde_json::json;
use server::{Config, Limits};
use shelf::GameKind;
use std::sync::Arc;
use store::MemoryStore;
use testkit::{Client, RunningServer};

fn in_language(running: &RunningServer, lang: &str) -> Client {
    let mut client = running.client();
    client.headers.push(("accept-language".to_owned(), lang.to_owned()));
    client
}

/// Asks for a page of the coach until it has the result, as a browser does.
fn coached(client: &mut Client, path: &str) -> String {
    loop {
        let reply = client.get(path);
        assert_eq!(reply.status, 200, "{}", reply.text());
        if reply.header("refresh").is_none() {
            return reply.text();
        }
        assert!(reply.text().contains("role=\"status\""), "it says that it is at work");
    }
}

/// The addresses in a page that begin like this.
fn links<'a>(page: &'a str, begin: &str) -> Vec<&'a str> {
    page.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .filter(|it| it.starts_with(begin))
        .collect()
}

#[test]
fn every_finished_game_has_a_page_of_the_coach_in_both_languages() {
    let running = RunningServer::start();
    let (mut english, mut german) = (in_language(&running, "en"), in_language(&running, "de"));
    for (game, options) in [
        ("catan", json!({"turn_limit": 24})),
        ("cities-and-knights", json!({"turn_limit": 16})),
        ("carcassonne", json!({})),
        ("traders-and-builders", json!({})),
        ("mayflower", json!({})),
    ] {
        let table = finished(&mut english, game, &options);
        let replay = english.get(&format!("/t/{table}/replay/0")).text();
        let path = format!("/t/{table}/coach");
        assert!(replay.contains(&format!("href=\"{path}\"")), "the replay leads to it");
        let page = coached(&mut english, &path);
        assert!(page.contains(">Equal chances<") && page.contains(">50.0 %<"), "{game}: {page}");
        let there = coached(&mut german, &path);
        assert!(there.contains(">Gleiche Chancen<") && there.contains(">50,0 %<"), "{game}: {there}");
        assert_eq!(page.matches("<li").count(), there.matches("<li").count(), "{game}");
        for position in links(&page, &format!("/t/{table}/replay/")) {
            assert_eq!(english.get(position).status, 200, "{game}: {position}");
        }
        // The record of the same game, brought to the server, has the same result.
        let record = english.get(&format!("/t/{table}/record")).body;
        let reply = english.send("POST", "/replay", Some("application/x-ndjson"), &record);
        let base = reply.header("location").expect("a record").to_owned();
        let again = coached(&mut english, &format!("{base}/coach"));
        let split = |page: &str| page.split("<tbody>").nth(1).map(str::to_owned);
        assert_eq!(split(&again), split(&page), "{game}");
    }
}

#[test]
fn costly_moves_and_luck_lead_to_their_positions() {
    let running = RunningServer::start();
    let mut client = in_language(&running, "en");
    // Random moves from a fixed seed, so these are always the same.
    let record = crate::replay::record(GameKind::TradersAndBuilders, 5, usize::MAX);
    let reply = client.send("POST", "/replay", Some("application/x-ndjson"), record.as_bytes());
    let base = reply.header("location").expect("a record").to_owned();
    let page = coached(&mut client, &format!("{base}/coach"));
    assert!(page.contains("class=\"turning\"><li") && page.contains(">Better: "), "{page}");
    assert!(page.contains("class=\"ring\"") && page.contains("class=\"reasons\""), "{page}");
    let positions = links(&page, &format!("{base}/"));
    assert!(positions.len() > 10, "{positions:?}");
    for position in positions {
        // The exercises of a seat lead to the first of them.
        assert!(matches!(client.get(position).status, 200 | 303), "{position}");
    }
}

#[test]
fn a_game_that_is_not_over_is_not_analysed() {
    let running = RunningServer::start();
    let mut ada = running.client();
    let reply =
        ada.post("/api/v1/tables", &json!({"game": "catan", "seats": ["me", "bot:random"], "name": "Ada"}));
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    assert_eq!(ada.get(&format!("/t/{table}/coach")).status, 403);
    assert!(!ada.get(&format!("/t/{table}/replay/0")).text().contains("/coach\""), "no link leads to it");
    let body = json!({"game": "carcassonne", "seats": ["bot:random", "bot:random"]});
    let over = ada.post("/api/v1/tables", &body).json()["table"].as_str().unwrap().to_owned();
    testkit::until_over(&mut ada, &over);
    let record = ada.get(&format!("/t/{over}/record")).text();
    let begun: String = record.lines().take(12).map(|line| line.to_owned() + "\n").collect();
    let reply = ada.send("POST", "/replay", Some("application/x-ndjson"), begun.as_bytes());
    let base = reply.header("location").expect("a record").to_owned();
    assert!(coached(&mut ada, &format!("{base}/coach")).contains("role=\"alert\""), "it says why");
    assert_eq!(ada.get("/r/0123456789abcdef/coach").status, 404);
}

#[test]
fn a_host_can_switch_the_coach_off() {
    let room = Capacity { analyses: 0, ..Capacity::default() };
    let running = RunningServer::with(
        Config { room, bot_pause: BotPause::NONE, ..Config::default() },
        Arc::new(MemoryStore::default()),
    );
    let mut client = running.client();
    let table = finished(&mut client, "carcassonne", &json!({}));
    assert_eq!(client.get(&format!("/t/{table}/coach")).status, 404);
    assert!(!client.get(&format!("/t/{table}/replay/0")).text().contains("/coach\""));
}

#[test]
fn an_address_has_only_so_many_games_analysed() {
    let limits = Limits { spare_loopback: false, ..Limits::default() };
    let running = RunningServer::on(Arc::new(MemoryStore::default()), limits);
    let mut client = running.client();
    let table = finished(&mut client, "carcassonne", &json!({}));
    let record = client.get(&format!("/t/{table}/record")).text();
    let statuses: Vec<u16> = (0..40)
        .map(|n| {
            // Another name makes it another record.
            let named = record.replacen("\"seats\":[\"", &format!("\"seats\":[\"{n}"), 1);
            let reply = client.send("POST", "/replay", Some("application/x-ndjson"), named.as_bytes());
            let base = reply.header("location").expect("a record").to_owned();
            client.get(&format!("{base}/coach")).status
        })
        .collect();
    assert_eq!(statuses[0], 200);
    assert_eq!(statuses[39], 429, "{statuses:?}");
}

#[test]
fn a_costly_move_is_marked_on_the_board_and_the_game_has_a_card() {
    let running = RunningServer::start();
    let (mut client, mut german) = (in_language(&running, "en"), in_language(&running, "de"));
    let record = crate::replay::record(GameKind::TradersAndBuilders, 5, usize::MAX);
    let reply = client.send("POST", "/replay", Some("application/x-ndjson"), record.as_bytes());
    let base = reply.header("location").expect("a record").to_owned();
    let page = coached(&mut client, &format!("{base}/coach"));
    let pictures: Vec<&str> = page
        .split("src=\"")
        .filter(|it| it.contains("/coach/board/"))
        .filter_map(|it| it.split('"').next())
        .collect();
    assert!(pictures.len() > 5, "{page}");
    let mut both = 0;
    for picture in pictures {
        let reply = client.get(&picture.replace("&amp;", "&"));
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/svg+xml")), "{picture}");
        let svg = reply.text();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{svg}");
        // A cross in a dashed ring, and a tick on a full disc; a move that is no place on the board has none.
        let pins = [svg.contains("stroke-dasharray=\"9 6\""), svg.contains("fill=\"#0b4f6c\"")];
        assert!(pins.contains(&true), "{svg}");
        both += usize::from(pins == [true, true]);
    }
    assert!(both > 3, "both are marked, each by its own form");
    let card = format!("{base}/coach/card.svg");
    assert!(
        page.contains(&format!("src=\"{card}\"")) && page.contains(&format!("href=\"{card}\"")),
        "{page}"
    );
    for (client, title) in [(&mut client, "Luck and skill in "), (&mut german, "Glück und Können: ")] {
        let reply = client.get(&card);
        assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
        assert_eq!(reply.header("cache-control"), Some("private, max-age=600"), "it names people");
        let svg = reply.text();
        assert!(svg.contains(title) && svg.contains(">Ada<") && svg.contains("&lt;b&gt;Bob"), "{svg}");
    }
    for missing in ["board/0.svg", "board/x.svg", "board/1", "card.png"] {
        assert_eq!(client.get(&format!("{base}/coach/{missing}")).status, 404, "{missing}");
    }
}
