//! Records: what simulate writes, replay reads.

use crate::{folder, neuland};
use serde_json::Value;

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
