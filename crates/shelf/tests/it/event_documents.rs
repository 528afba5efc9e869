//! Events are read back from their documents as they were, redacted or not; anything else is refused with its place.

use game::{Draws, Game, ReadEvent, Seat, Seed, Substream, Turn, Viewer};
use serde_json::{Value, json};
use shelf::{AnyGame, Events, GameKind, OnShelf, of_kind};
use std::collections::{BTreeMap, BTreeSet};

/// Games under options that lead to different events.
const TABLES: &[(GameKind, &[(&str, &str)])] = &[
    (GameKind::Catan, &[("players", "2"), ("turn_limit", "40")]),
    (GameKind::Catan, &[("players", "3"), ("setup", "beginner_full"), ("robber_theft", "may")]),
    (GameKind::Catan, &[("start_player", "highest_roll"), ("robber_victims", "any_adjacent")]),
    (GameKind::Catan, &[("auto_declare", "false"), ("trade_build", "combined"), ("numbers", "random")]),
    (GameKind::CitiesAndKnights, &[("players", "2"), ("robber_theft", "may")]),
    (GameKind::CitiesAndKnights, &[("players", "3"), ("robber_victims", "any_adjacent")]),
    (GameKind::CitiesAndKnights, &[("start_player", "highest_roll"), ("ck_metropolis_placing", "may")]),
    (GameKind::CitiesAndKnights, &[("ck_barbarian_variant", "choose"), ("trade_build", "separate")]),
    (GameKind::CitiesAndKnights, &[("ck_progress_draw", "optional"), ("start_player", "random")]),
    (GameKind::Carcassonne, &[("players", "6"), ("start_player", "random")]),
    (GameKind::TradersAndBuilders, &[("players", "3")]),
    (GameKind::TradersAndBuilders, &[("players", "2"), ("second_tile", "immediate")]),
    (GameKind::Mayflower, &[("players", "2")]),
    (GameKind::Mayflower, &[("players", "5")]),
    #[cfg(feature = "sample-game")]
    (GameKind::Kerbe, &[]),
];

/// The number of steps that each game is played.
const STEPS: usize = 2500;

fn viewers() -> impl Iterator<Item = Viewer> {
    Seat::first(Seat::MAX).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Everything])
}

/// The events as the viewer may know them.
fn redacted(events: &Events, viewer: Viewer) -> Events {
    fn each<G: OnShelf>(events: &Events, viewer: Viewer) -> Events {
        let events = events.of::<G>().expect("of its own game");
        G::events(events.iter().map(|&event| G::redact(event, viewer)).collect())
    }
    of_kind!(events.kind(), G => each::<G>(events, viewer))
}

fn names(kind: GameKind) -> BTreeSet<String> {
    of_kind!(kind, G => <G as Game>::Event::names()).into_iter().collect()
}

/// Documents of events by kind of game: one list of names where several games share their events.
#[derive(Default)]
struct SeenFields(BTreeMap<BTreeSet<String>, (GameKind, BTreeMap<String, Value>)>);

impl SeenFields {
    /// Reads the documents of these events back, for every viewer.
    fn round_trip(&mut self, events: &Events) {
        let kind = events.kind();
        for viewer in viewers() {
            let text = events.documents_text(viewer);
            let read = Events::from_documents(kind, text.get())
                .unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
            assert_eq!(read, redacted(events, viewer), "{text}");
            assert_eq!(read.documents_text(Viewer::Everything).get(), text.get());
            assert_eq!(read.documents_text(viewer).get(), text.get(), "redacted twice, it is something else");
        }
        let (_, examples) = self.0.entry(names(kind)).or_insert_with(|| (kind, BTreeMap::new()));
        for document in events.documents(Viewer::Everything) {
            examples.entry(name(&document)).or_insert(document);
        }
    }
}

fn name(document: &Value) -> String {
    document["event"].as_str().expect("a name").to_owned()
}

/// An open-ended action on the island, which no list has: half of these are refused.
fn trade(draws: &mut Substream) -> String {
    let mut kind = || ["brick", "lumber", "wool", "grain", "ore"][draws.below(5) as usize];
    let (give, want) = (kind(), kind());
    match draws.below(4) {
        0 | 1 => format!("offer 1 {give} for 1 {want} to A B C D"),
        2 => format!("propose 1 {give} for 1 {want}"),
        _ => format!("counter 1 {give} for 1 {want}"),
    }
}

/// A random game, with offers; what happens is handed on.
fn play(game: &mut AnyGame, seed: Seed, mut happened: impl FnMut(&Events)) {
    let mut draws = seed.substream("choice", 0);
    let is_island = matches!(game.kind(), GameKind::Catan | GameKind::CitiesAndKnights);
    for _ in 0..STEPS {
        if is_island && draws.below(6) == 0 {
            let text = trade(&mut draws);
            if let Turn::Decide(seats) = game.turn() {
                let traded = seats.into_iter().find_map(|seat| {
                    let others: String = text.replace(&format!(" {seat}"), "");
                    game.play(seat, &others).ok()
                });
                if let Some(events) = traded {
                    happened(&events);
                    continue;
                }
            }
        }
        let Some(step) = game.random_step(seed, &mut draws) else { return };
        happened(&game.apply(&step).expect("a listed step"));
    }
}

/// Many random games.
fn random_games() -> SeenFields {
    let mut seen = SeenFields::default();
    for (number, &(kind, options)) in TABLES.iter().enumerate() {
        for round in 0..3 {
            let seed = Seed(100 * number as u64 + round);
            let mut game = AnyGame::with_options(kind, options.iter().copied()).expect("options");
            play(&mut game, seed, |events| seen.round_trip(events));
        }
    }
    seen
}

/// Events that random games seldom come to.
fn rare() -> [Events; 3] {
    use carcassonne::{Event as Tiles, TileKind};
    use catan::cities_and_knights::{Area, Event as Knights, OwnEvent};
    use catan::{EdgeId, Event, VertexId};
    let seat = Seat::B;
    let vertices = [17, 53].map(|index| VertexId::new(index).expect("an intersection"));
    let edge = EdgeId::new(71).expect("a path");
    let tile = "V".parse::<TileKind>().expect("a tile");
    let placed = |from| OwnEvent::PlacedMetropolis { seat, area: Area::Science, vertex: vertices[0], from };
    [
        Events::Catan(vec![Event::Lapsed { seat }]),
        Events::CitiesAndKnights(vec![
            Knights::Lapsed { seat },
            Knights::Own(OwnEvent::LeftMetropolis { seat, area: Area::Trade }),
            Knights::Own(OwnEvent::LostRoad { seat, edge }),
            Knights::Own(placed(None)),
            Knights::Own(placed(Some(vertices[1]))),
        ]),
        Events::Mayflower(vec![
            Tiles::Removed { tile },
            Tiles::SurveyorStayed { column: -3 },
            Tiles::TookSecond { seat, part: 2 },
        ]),
    ]
}

#[test]
fn events_are_read_back_for_every_viewer() {
    let mut seen = random_games();
    rare().iter().for_each(|events| seen.round_trip(events));
    let mut missing = Vec::new();
    for (names, (kind, examples)) in &seen.0 {
        missing.extend(names.iter().filter(|name| !examples.contains_key(*name)).map(|name| (kind, name)));
    }
    assert!(missing.is_empty(), "these never occurred: {missing:?}");
    for (kind, examples) in seen.0.values() {
        examples.values().for_each(|document| fields_are_checked(*kind, document));
    }
}

fn read(kind: GameKind, document: &Value) -> Result<Events, String> {
    let list = Value::Array(vec![document.clone()]);
    Events::from_documents(kind, &list.to_string()).map_err(|refusal| refusal.to_string())
}

/// Every field of a document must be there and be of its type; other fields do not matter.
fn fields_are_checked(kind: GameKind, document: &Value) {
    let events = read(kind, document).expect("an event");
    let event = name(document);
    let mut more = document.clone();
    more["zz_new"] = json!({"event": [null, 1.5e300, {"seat": "Z"}]});
    assert_eq!(read(kind, &more), Ok(events), "{more}");
    for field in document.as_object().expect("an object").keys().filter(|field| *field != "event") {
        let mut damaged = document.clone();
        damaged.as_object_mut().expect("an object").remove(field);
        assert_eq!(read(kind, &damaged), Err(format!("event 1: `{event}` has no field `{field}`")));
        let mut wrong = vec![json!([[1]]), json!({"?": 1}), json!("?")];
        if document[field].is_number() {
            wrong.extend([
                json!(null),
                json!(1.5),
                json!(1_000_000_000_000_u64),
                json!(-1_000_000_000_000_i64),
            ]);
        }
        for value in wrong {
            damaged[field] = value;
            let refusal = read(kind, &damaged).expect_err("a wrong value");
            let place = format!("event 1: field `{field}` of `{event}`: ");
            assert!(refusal.starts_with(&place) && refusal.len() > place.len(), "{refusal}");
        }
    }
}

#[test]
fn what_is_no_event_is_refused_with_its_place() {
    for (kind, text, expected) in [
        (
            GameKind::Catan,
            r#"[{"event":"offers-ended"},{"event":"drew"}]"#,
            "event 2: `drew` is not an event of this game",
        ),
        (
            GameKind::Mayflower,
            r#"[{"event":"offers-ended"}]"#,
            "event 1: `offers-ended` is not an event of this game",
        ),
        (GameKind::Catan, r#"[{"event":"own"}]"#, "event 1: `own` is not an event of this game"),
        (
            GameKind::Catan,
            r#"[{"event":"rolled","seat":"A","dice":[1,7]}]"#,
            "event 1: field `dice` of `rolled`: `7` is not a die; a die shows 1 to 6",
        ),
        (
            GameKind::Catan,
            r#"[{"event":"built-city","seat":"A","vertex":"I54"}]"#,
            "event 1: field `vertex` of `built-city`: `I54` is not an intersection; intersections are I0 to I53",
        ),
        (
            GameKind::CitiesAndKnights,
            r#"[{"event":"improved","seat":"A","area":"trade","level":0}]"#,
            "event 1: field `level` of `improved`: 0 is out of range; the range is 1 to 5",
        ),
        (
            GameKind::Catan,
            r#"[{"event":"produced","cards":{"E":{"ore":1}}}]"#,
            "event 1: field `cards` of `produced`: `E` is not a seat that plays; seats are A to D",
        ),
        (
            GameKind::Catan,
            r#"[{"event":"over","outcome":{"winners":["F"]},"victory_cards":{}}]"#,
            "event 1: field `outcome` of `over`: seat F does not play; there are at most 4 seats",
        ),
        (
            GameKind::Mayflower,
            r#"[{"event":"starts","seat":"F"}]"#,
            "event 1: field `seat` of `starts`: seat F does not play; there are at most 5 seats",
        ),
        (
            GameKind::Catan,
            r#"[{"event":"starts","seat":"A","seat":"B"}]"#,
            "this is not a list of events: line 1, column 36: the key `seat` appears twice",
        ),
        (GameKind::Catan, r#"[{"seat":"A"}]"#, "this is not a list of events: `[0]`: `event` is missing"),
    ] {
        let refusal = Events::from_documents(kind, text).expect_err(text);
        assert_eq!(refusal.to_string(), expected);
    }
    for text in [
        "",
        "7",
        "{}",
        "[7]",
        "[[]]",
        "[{}]",
        r#"[{"event":7}]"#,
        r#"[{"event":"starts","seat":"A"}"#,
        "[] []",
    ] {
        let refusal = Events::from_documents(GameKind::Catan, text).expect_err(text).to_string();
        assert!(refusal.starts_with("this is not a list of events: "), "{text}: {refusal}");
    }
    assert_eq!(Events::from_documents(GameKind::Catan, " [ ] "), Ok(Events::Catan(Vec::new())));
}

#[test]
fn long_texts_and_long_names_do_not_make_long_refusals() {
    let long = format!(r#"[{{"event":"{}"}}]"#, "x".repeat(900_000));
    assert!(Events::from_documents(GameKind::Catan, &long).expect_err("no event").to_string().len() < 300);
    let long = format!(r#"[{{"event":"starts","seat":"{}"}}]"#, "ä".repeat(400_000));
    assert!(Events::from_documents(GameKind::Catan, &long).expect_err("no seat").to_string().len() < 400);
    let deep = format!(r#"[{{"event":"offers-ended","more":{}"#, "[".repeat(900_000));
    assert!(Events::from_documents(GameKind::Catan, &deep).is_err());
    let longest = format!("[{}]", " ".repeat((1 << 20) - 2));
    assert!(Events::from_documents(GameKind::Catan, &longest).is_ok());
    let refusal = Events::from_documents(GameKind::Catan, &format!("{longest} ")).expect_err("too long");
    assert_eq!(refusal.to_string(), "the events have 1048577 bytes; at most 1048576 are read");
}
