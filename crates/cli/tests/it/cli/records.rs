//! Records: what simulate writes, replay reads.

use super::{file, folder, neuland};
use serde_json::Value;
use shelf::{AnyGame, GameKind};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn simulate_writes_records_that_replay_to_the_same_result() {
    let folder = folder("simulated");
    let records = folder.to_str().expect("UTF-8");
    let mut wins = [0; 3];
    let args = ["simulate", "catan", "--players", "3", "--bots", "settler,random,settler", "--games", "6"];
    let mut args = args.to_vec();
    args.extend(["--seed", "11", "--set", "victory_points=8", "--json", "--records", records]);
    let series: Value = serde_json::from_str(&neuland(&args).ok()).expect("one document");
    let mut points = [0; 3];
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert_eq!(files.len(), 6);
    for path in files {
        let path = path.to_str().expect("UTF-8");
        let document: Value =
            serde_json::from_str(&neuland(&["replay", path, "--json"]).ok()).expect("one document");
        assert_eq!(document["options"]["victory_points"], 8);
        assert_eq!(document["seats"], serde_json::json!(["settler", "random", "settler"]));
        assert_eq!(document["result"]["points"], document["points"]);
        assert_eq!(document["turn"]["over"]["winners"], document["result"]["winners"]);
        for (index, seat) in ["A", "B", "C"].into_iter().enumerate() {
            points[index] += document["points"][seat].as_i64().expect("points");
            let winners = document["result"]["winners"].as_array().expect("winners");
            wins[index] += i64::from(winners.contains(&seat.into()));
        }
    }
    // The series counted what the records say.
    assert_eq!(series["wins"], serde_json::json!(wins));
    for (index, points) in points.into_iter().enumerate() {
        let mean = series["points"][index].as_f64().expect("a mean");
        assert!((mean - points as f64 / 6.0).abs() < 1e-9, "{index}: {mean} {points}");
    }
}

/// Whole games that must replay for ever, under whatever rules come after: name, steps, points.
///
/// Together they hold every kind of decision, with and without domestic trade, and options far from the defaults.
const GOLDEN: [(&str, usize, &str); 3] = [
    ("four-seats-trading", 493, r#"{"A":5,"B":9,"C":10,"D":7}"#),
    ("three-seats-beginner", 350, r#"{"A":7,"B":5,"C":10}"#),
    ("two-seats-options", 528, r#"{"A":10,"B":13}"#),
];

/// Golden records of Cities & Knights: with every card, knights that choose whether they fight, draws that may be declined, the
/// beginner map.
const GOLDEN_KNIGHTS: [(&str, usize, &str); 4] = [
    ("knights-four-seats", 1001, r#"{"A":12,"B":2,"C":13,"D":10}"#),
    ("knights-three-seats-choose", 329, r#"{"A":5,"B":14,"C":2}"#),
    ("knights-four-seats-drawn", 648, r#"{"A":13,"B":3,"C":10,"D":9}"#),
    ("knights-two-seats-beginner", 445, r#"{"A":13,"B":2}"#),
];

#[test]
fn golden_records_replay_for_ever() {
    let mut kinds = replay_golden(GameKind::Catan, &GOLDEN);
    kinds.retain(|kind| KINDS.contains(&kind.as_str()));
    assert_eq!(kinds.len(), KINDS.len(), "no golden record has some of {KINDS:?}: {kinds:?}");
}

#[test]
fn golden_records_of_cities_and_knights_replay_for_ever() {
    let kinds = replay_golden(GameKind::CitiesAndKnights, &GOLDEN_KNIGHTS);
    let missing: Vec<&str> = KNIGHTS_KINDS.into_iter().filter(|&kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "no golden record has {missing:?}");
    let cards = kinds.iter().filter(|kind| kind.starts_with("play ")).count();
    assert_eq!(cards, 23, "every card that is played: {kinds:?}");
}

#[test]
fn a_record_under_the_header_of_another_game_is_one_fault() {
    let folder = folder("other-game");
    let record = r#"{"neuland":1,"game":"catan","rules":1,"options":{"edition":"current","farmers":true,"six_players":true,"players":2},"seats":[null,null]}"#;
    let path = file(&folder, "other.neuland", record);
    for (lang, said) in [
        ("en", "the header names catan, but these are options of carcassonne"),
        ("de", "der Kopf nennt catan, aber dies sind Optionen von carcassonne"),
    ] {
        let answer = neuland(&["--lang", lang, "replay", &path]);
        assert_eq!(answer.code, 1, "{answer:?}");
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        assert!(
            answer.err.contains(said) && answer.err.contains("edition, farmers, six_players"),
            "{}",
            answer.err
        );
    }
}

/// Replays records and compares each step count, the points and the last position; answers with the kinds of decisions.
fn replay_golden(kind: GameKind, records: &[(&str, usize, &str)]) -> BTreeSet<String> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut kinds = BTreeSet::new();
    for &(name, steps, points) in records {
        let path = golden.join(format!("{name}.neuland"));
        let record = path.to_str().expect("UTF-8");
        let document: Value =
            serde_json::from_str(&neuland(&["replay", record, "--json"]).ok()).expect("one document");
        assert_eq!(document["steps"], steps, "{name}");
        assert_eq!(document["points"].to_string(), points, "{name}");
        // The last position, in every detail: each card, piece and count. It is read as a setup, since documents may
        // get new fields.
        let text = std::fs::read_to_string(golden.join(format!("{name}.json"))).expect(name);
        let expected = AnyGame::from_setup(kind, &serde_json::from_str(&text).expect(name)).expect(name);
        let reached = AnyGame::from_named_setup(document["setup"].clone()).expect(name);
        assert_eq!(reached, expected, "{name}");
        let text = std::fs::read_to_string(&path).expect(name);
        for line in text.lines().skip(1) {
            let line: Value = serde_json::from_str(line).expect(name);
            let words: Vec<&str> = line["do"].as_str().unwrap_or_default().split(' ').collect();
            kinds.insert(match words[..] {
                ["play", card, ..] => format!("play {card}"),
                ref words => words[0].to_owned(),
            });
        }
    }
    kinds
}

/// Every kind of decision that Catan does not have.
const KNIGHTS_KINDS: [&str; 24] = [
    "activate",
    "chase",
    "deck",
    "displace",
    "draw",
    "drop",
    "fight",
    "force",
    "give",
    "improve",
    "knight",
    "metropolis",
    "move",
    "pillage",
    "place-knight",
    "promote",
    "remove",
    "retreat",
    "take",
    "take-card",
    "wall",
    "discard",
    "stop",
    "bank",
];

/// Every kind of decision of Catan.
const KINDS: [&str; 26] = [
    "roll",
    "end",
    "declare-victory",
    "road",
    "settlement",
    "city",
    "buy",
    "knight",
    "road-building",
    "stop",
    "year-of-plenty",
    "monopoly",
    "discard",
    "robber",
    "steal",
    "bank",
    "offer",
    "accept",
    "reject",
    "counter",
    "execute",
    "withdraw",
    "propose",
    "withdraw-proposal",
    "accept-proposal",
    "reject-proposal",
];

/// A table that two seats played over the API: its dice were promised before seat A added to them.
#[test]
fn verify_proves_the_dice_of_a_table_and_finds_what_was_changed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fair-table.neuland");
    let record = path.to_str().expect("UTF-8");
    let text = neuland(&["verify", record]).ok();
    assert!(text.contains("All 23 draws are what the dice gave."), "{text}");
    assert!(text.contains("Seats that added to the dice: A."), "{text}");
    let german = neuland(&["verify", record, "--lang", "de"]).ok();
    assert!(german.contains("Alle 23 Ziehungen"), "{german}");
    let document: Value =
        serde_json::from_str(&neuland(&["verify", record, "--json"]).ok()).expect("one document");
    assert_eq!(document["draws"].as_array().map(Vec::len), Some(23));
    let roll = &document["draws"][1];
    assert_eq!((&roll["purpose"], &roll["numbers"][0][0]), (&"roll".into(), &36.into()), "{roll}");

    let refused = |args: &[&str]| {
        let answer = neuland(args);
        assert_eq!((answer.code, answer.out.as_str()), (1, ""), "{answer:?}");
        answer.err
    };
    let changed = |what: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(&path).expect("the record");
        let other = text.replacen(from, to, 1);
        assert_ne!(text, other, "{what}");
        refused(&["verify", &file(&folder(&format!("verify-{what}")), "changed.neuland", &other)])
    };
    let other_roll = changed("roll", "dice ship 3", "dice ship 4");
    assert!(other_roll.contains("the dice gave “dice ship 3"), "{other_roll}");
    let other_nonce = changed("nonce", "00112233", "10112233");
    assert!(other_nonce.contains("the dice gave"), "{other_nonce}");
    let other_secret = changed("secret", "\"secret\":\"", "\"secret\":\"00").replace('\n', " ");
    assert!(other_secret.contains("cannot be read"), "{other_secret}");
    let unproved = refused(&["verify", &record.replace("fair-table", "two-seats-options")]);
    assert!(unproved.contains("has no proof"), "{unproved}");
}

/// `--as` tells a seat what it may know, and every position lists what may be done.
#[test]
fn replay_lists_actions_and_keeps_to_what_a_seat_may_know() {
    for (name, at) in [("four-seats-trading", 300), ("knights-four-seats", 700)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.neuland"));
        let record = path.to_str().expect("UTF-8");
        let document = |more: &[&str]| -> Value {
            let at = at.to_string();
            let mut args = vec!["replay", record, "--json", "--at", &at];
            args.extend(more);
            serde_json::from_str(&neuland(&args).ok()).expect("one document")
        };
        let open = document(&[]);
        let decides = open["turn"]["decide"].as_array().cloned().unwrap_or_default();
        for (seat, listed) in open["legal"].as_object().expect("lists by seat") {
            let listed = listed.as_array().expect("a list");
            assert!(listed.is_empty() || decides.contains(&seat.as_str().into()), "{name}: {seat}");
        }
        let own = document(&["--as", "B"]);
        assert_eq!((&own["seed"], &own["setup"]), (&Value::Null, &Value::Null));
        assert_eq!((&own["view"]["viewer"], &own["view"]["seats"]["A"]["hand"]), (&"B".into(), &Value::Null));
        assert_eq!(own["view"]["seats"]["B"]["hand"], open["view"]["seats"]["B"]["hand"]);
        let lists = own["legal"].as_object().expect("lists by seat");
        assert_eq!(lists.keys().collect::<Vec<_>>(), ["B"]);
        assert_eq!(lists["B"], open["legal"]["B"]);
    }
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/three-seats-beginner.neuland");
    let answer = neuland(&["replay", record.to_str().expect("UTF-8"), "--json", "--as", "D"]);
    assert!(answer.code == 2 && answer.err.contains("seat D is not in this game"), "{answer:?}");
}
