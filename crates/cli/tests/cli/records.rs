//! Records: what simulate writes, replay reads.

use crate::{folder, neuland};
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

#[test]
fn golden_records_replay_for_ever() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut kinds = BTreeSet::new();
    for (name, steps, points) in GOLDEN {
        let path = golden.join(format!("{name}.neuland"));
        let record = path.to_str().expect("UTF-8");
        let document: Value =
            serde_json::from_str(&neuland(&["replay", record, "--json"]).ok()).expect("one document");
        assert_eq!(document["steps"], steps, "{name}");
        assert_eq!(document["points"].to_string(), points, "{name}");
        // The last position, in every detail: each card, piece and count. It is read as a setup, since documents may
        // get new fields.
        let text = std::fs::read_to_string(golden.join(format!("{name}.json"))).expect(name);
        let game = |setup: &Value| AnyGame::from_setup(GameKind::Catan, setup).expect(name);
        let expected = game(&serde_json::from_str(&text).expect(name));
        assert_eq!(game(&document["setup"]), expected, "{name}");
        let text = std::fs::read_to_string(&path).expect(name);
        for line in text.lines().skip(1) {
            let line: Value = serde_json::from_str(line).expect(name);
            kinds.extend(line["do"].as_str().and_then(|action| action.split(' ').next()).map(str::to_owned));
        }
    }
    let missing: Vec<&str> = KINDS.into_iter().filter(|&kind| !kinds.contains(kind)).collect();
    assert!(missing.is_empty(), "no golden record has {missing:?}");
}

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
