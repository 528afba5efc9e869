//! A scripted client plays all games to the end in both languages, by nothing but the tools.

use crate::common::{Model, ToolAnswer as Answer};
use game::{Draws, Seed};
use live::{BotPause, TestMode};
use mcp::Person;
use pages::Lang;
use serde_json::{Value, json};
use server::Config;
use shelf::GameKind;
use std::sync::Arc;
use store::MemoryStore;
use testkit::RunningServer;

/// Options that keep a game short.
fn short(kind: GameKind) -> Value {
    match kind {
        GameKind::Catan => json!({ "victory_points": 4, "turn_limit": 60 }),
        GameKind::CitiesAndKnights => json!({ "victory_points": 6, "turn_limit": 30 }),
        _ => json!({}),
    }
}

/// A word that positions of a game have in one language alone.
fn own_word(kind: GameKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (GameKind::Catan | GameKind::CitiesAndKnights, Lang::En) => "Harbours",
        (GameKind::Catan | GameKind::CitiesAndKnights, Lang::De) => "Häfen",
        (_, Lang::En) => "Players",
        (_, Lang::De) => "Spieler",
    }
}

/// The length of all answers of a game in the loop of list, act and follow, in characters.
#[derive(Default)]
struct AnswerLengths {
    decisions: usize,
    text: usize,
    data: usize,
}

impl AnswerLengths {
    /// Counts an answer, in characters.
    fn count(&mut self, answer: &Answer) {
        self.text += answer.text.chars().count();
        self.data += answer.data.to_string().chars().count();
    }

    /// The characters of a decision on average: of the text, and of the data.
    fn average(&self) -> [usize; 2] {
        [self.text / self.decisions, self.data / self.decisions]
    }
}

/// The most characters of text in the answers of a decision, on average over a game.
const TEXT: usize = 2_500;

/// The most characters of data in them, which has the names of fields beside what the text says.
const DATA: usize = 3_000;

/// Plays a game to its end.
fn play(running: &RunningServer, kind: GameKind, lang: Lang, seed: u64) -> AnswerLengths {
    let what = format!("{kind} in {lang}, seed {seed}");
    let token = format!("a-token-for-{kind}-{lang}-{seed}");
    let model = Model::of(running.addr, Person::of_token(&token).unwrap(), lang);
    let mut draws = Seed(seed).substream("model", 0);
    let seats: Vec<&str> = ["me", "bot:random"]
        .into_iter()
        .chain(std::iter::repeat("bot:random"))
        .take(kind.info().seats_min.max(2))
        .collect();
    let opened = model.does(
        "open_table",
        json!({ "game": kind.name(), "seats": seats, "name": "Mo", "options": short(kind) }),
    );
    let table = opened.data["table"].as_str().expect("an id").to_owned();
    let (mut told, mut seen) = (AnswerLengths::default(), 0);
    for step in 0..3_000 {
        let listed = model.does("list_actions", json!({ "table": table, "limit": 300 }));
        told.count(&listed);
        let actions = listed.data["actions"].as_array().expect("a list");
        let version = listed.data["version"].as_u64().expect("a version");
        if actions.is_empty() {
            let followed = model.does("follow", json!({ "table": table, "after": seen, "seconds": 10 }));
            told.count(&followed);
            seen = followed.data["version"].as_u64().expect("a version");
            if followed.data["state"]["stage"] == "over" {
                finished(&model, &table, kind, lang, &what);
                return told;
            }
            continue;
        }
        let chosen = &actions[draws.below(actions.len() as u32) as usize];
        let (action, meaning) = (chosen["action"].as_str().unwrap(), chosen["meaning"].as_str());
        let is_told = match (meaning, action.rsplit_once('r')) {
            (Some(meaning), _) => !meaning.is_empty() && listed.text.contains(meaning),
            // A placement: what its turn is called is explained once.
            (None, Some((_, turn))) => listed.text.contains(&format!("- r{turn}: ")),
            (None, None) => false,
        };
        assert!(is_told && listed.text.contains(action), "{what}: {action}: {}", listed.text);
        let summary = listed.data["summary"].as_str().expect("a summary");
        assert!(listed.text.starts_with(summary) && summary.contains("Mo ("), "{what}: {}", listed.text);
        told.decisions += 1;
        if step % 20 == 0 {
            look(&model, &table, kind, lang, &what);
        }
        let mut call = json!({ "table": table, "version": version });
        if draws.below(2) == 0 {
            call["action"] = action.into();
        } else {
            call["number"] = chosen["number"].clone();
        }
        let acting = model.call("act", call.clone());
        if acting.refused && acting.data["error"] == "stale" {
            // A bot acted meanwhile.
            continue;
        }
        assert!(!acting.refused, "{what}: {action}: {}", acting.text);
        if step % 25 == 0 && call.get("action").is_some() {
            // The same call again does nothing twice.
            let again = model.does("act", call);
            assert!(again.data["version"].as_u64() >= acting.data["version"].as_u64(), "{what}: {action}");
        }
        told.count(&acting);
        if acting.data["state"]["stage"] == "over" {
            finished(&model, &table, kind, lang, &what);
            return told;
        }
    }
    panic!("{what}: the game does not end");
}

/// Looks at a table in every way.
fn look(model: &Model, table: &str, kind: GameKind, lang: Lang, what: &str) {
    let position = model.does("read_position", json!({ "table": table }));
    assert!(position.text.contains(own_word(kind, lang)), "{what}: {}", position.text);
    assert!(!position.text.contains('<') && !position.text.contains('\u{1}'), "{what}: {}", position.text);
    assert!(position.text.len() < 60_000, "{what}: {} bytes", position.text.len());
    let data = model.does("read_position", json!({ "table": table, "format": "data" }));
    assert!(data.data["view"].is_object(), "{what}");
    let why = model.does("why_not", json!({ "table": table, "action": "settlement I0" }));
    assert!(why.data["legal"] == true || why.data["reason"].is_string(), "{what}: {}", why.text);
}

/// Checks the resources of a finished game.
fn finished(model: &Model, table: &str, kind: GameKind, lang: Lang, what: &str) {
    let record = model
        .read(&format!("neuland://table/{table}/record"))
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut replay =
        shelf::replay::replay(record.as_bytes()).unwrap_or_else(|error| panic!("{what}: {error}"));
    replay.by_ref().for_each(|position| drop(position.unwrap_or_else(|error| panic!("{what}: {error}"))));
    assert_eq!(replay.game().kind(), kind, "{what}");
    assert!(replay.game().outcome().is_some(), "{what}");
    assert!(model.resources().contains(&format!("neuland://table/{table}/record")), "{what}");
    let log = model.read(&format!("neuland://table/{table}/log/{lang}")).unwrap();
    assert!(log.lines().count() > 20, "{what}: {log}");
    let position = model.does("read_position", json!({ "table": table }));
    let over = if lang == Lang::En { "The game is over" } else { "Die Partie ist zu Ende" };
    assert!(position.text.contains(over), "{what}: {}", position.text);
}

/// One game of a kind in each language.
fn both_languages(kind: GameKind) {
    // The same games in every run.
    let test = TestMode { seed: "model".parse().unwrap(), manual_bots: false };
    let config = Config { bot_pause: BotPause::NONE, test: Some(test), ..Config::default() };
    let running = RunningServer::with(config, Arc::new(MemoryStore::new()));
    for (lang, seed) in Lang::ALL.into_iter().zip([3, 4]) {
        let told = play(&running, kind, lang, seed);
        let [text, data] = told.average();
        let decisions = told.decisions;
        println!(
            "{kind} in {lang}: {decisions} decisions, with {text} characters of text or {data} of data each"
        );
        assert!(decisions > 20, "{kind} in {lang}: {decisions} decisions");
        assert!(text <= TEXT && data <= DATA, "{kind} in {lang}: {text} and {data} characters a decision");
    }
}

#[test]
fn catan_is_played_to_its_end() {
    both_languages(GameKind::Catan);
}

#[test]
fn cities_and_knights_is_played_to_its_end() {
    both_languages(GameKind::CitiesAndKnights);
}

#[test]
fn carcassonne_is_played_to_its_end() {
    both_languages(GameKind::Carcassonne);
}

#[test]
fn traders_and_builders_is_played_to_its_end() {
    both_languages(GameKind::TradersAndBuilders);
}

#[test]
fn mayflower_is_played_to_its_end() {
    both_languages(GameKind::Mayflower);
}

#[test]
fn a_model_and_a_person_play_at_one_table() {
    let running = RunningServer::start();
    let (host, guest) = (Model::new(running.addr), Model::of(running.addr, Person::random(), Lang::De));
    let opened =
        host.does("open_table", json!({ "game": "carcassonne", "seats": ["me", "open"], "name": "Ada" }));
    let page = opened.data["page"].as_str().expect("a link");
    assert!(opened.text.contains(page), "{}", opened.text);
    let joined = guest.does("join_table", json!({ "table": page, "name": "Ben" }));
    assert_eq!(joined.data["seat"], "B");
    assert!(joined.text.contains("- B: Ben (du)"), "{}", joined.text);
    let table = opened.data["table"].clone();
    // Sitting down again keeps the seat.
    assert_eq!(guest.does("join_table", json!({ "table": table })).data["seat"], "B");
    host.does("say", json!({ "table": table, "text": "Hello" }));
    let listed = host.does("list_tables", json!({}));
    assert_eq!(listed.data["tables"][0]["table"], table);
    let left = guest.does("leave_table", json!({ "table": table }));
    assert!(left.text.contains("ist nicht da"), "{}", left.text);
    let closed = host.does("close_table", json!({ "table": table, "language": "de" }));
    // The guest may come back, and has to agree.
    assert_eq!(closed.data["state"]["close_asked"], "A", "{}", closed.text);
    let asked = guest.does("follow", json!({ "table": table, "seconds": 0 }));
    assert!(asked.text.contains("möchte den Tisch"), "{}", asked.text);
    let answer = |agrees: bool| json!({ "table": table, "request": "close", "agrees": agrees });
    let refused = guest.does("answer_request", answer(false));
    assert!(refused.data["state"]["close_asked"].is_null(), "{}", refused.data);
    let (code, _) = guest.refused("answer_request", answer(true));
    assert_eq!(code, "nothing-asked");
}

#[test]
fn rules_and_options_are_told_in_both_languages() {
    let running = RunningServer::start();
    let model = Model::new(running.addr);
    let games = model.does("list_games", json!({ "language": "de" }));
    assert!(games.text.contains("Catan: Städte & Ritter, 2 bis 4 Plätze"), "{}", games.text);
    assert_eq!(games.data["games"].as_array().unwrap().len(), GameKind::ALL.len());
    let catan = model.does("list_games", json!({ "game": "catan" }));
    assert!(catan.text.contains("- victory_points = 10"), "{}", catan.text);
    let clause = model.does("look_up_clause", json!({ "clause": "catan-sett-3", "language": "de" }));
    assert!(clause.text.contains("Abstandsregel"), "{}", clause.text);
    let section = model.does("look_up_clause", json!({ "clause": "CATAN-ROB" }));
    assert!(section.data["clauses"].as_array().unwrap().len() > 3, "{}", section.text);
    let found = model.does("look_up_clause", json!({ "search": "robber desert", "game": "catan" }));
    assert!(found.text.contains("CATAN-"), "{}", found.text);
    for lang in ["en", "de"] {
        let book = model.read(&format!("neuland://rulebook/mayflower/{lang}")).unwrap();
        assert!(book.contains("MAY-"), "{lang}");
    }
    assert!(model.read("neuland://clause/CATAN-SETT-3/en").unwrap().contains("distance rule"));
    assert_eq!(model.templates().len(), 5);
    assert!(model.resources().len() >= 2 * GameKind::ALL.len());
    let tools = model.tools();
    assert_eq!(tools.len(), 17);
    for tool in tools {
        let schema = Value::Object((*tool.input_schema).clone());
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert!(schema["properties"]["language"].is_object(), "{}: {schema}", tool.name);
        assert!(tool.description.as_ref().is_some_and(|about| about.len() > 30), "{}", tool.name);
    }
}
