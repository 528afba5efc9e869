//! `--tiles FILE`: the box of Mayflower as its owner has counted and described it (`MAY-OPT-KINDS`).

use super::{file, folder, neuland};
use serde_json::Value;

/// A box with ten kinds that the list lacks.
const BOX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../carcassonne/tests/own-box.json");

#[test]
fn draw_shows_the_kinds_of_the_box() {
    let folder = folder("own-box-draw");
    for (lang, told) in [("en", "(north, 1 trading post"), ("de", "(Norden, 1 Handelsposten")] {
        let path = folder.join(format!("{lang}.svg"));
        let output = path.to_str().expect("UTF-8");
        neuland(&["--lang", lang, "draw", "--kinds", "mayflower", "--tiles", BOX, "-o", output]).ok();
        let svg = std::fs::read_to_string(&path).expect("a picture");
        for n in 1..=10 {
            assert!(svg.contains(&format!("-MY-{n}0\"")), "MY-{n}");
        }
        let words = svg.split("1 × MY-6: ").nth(1).expect("a description");
        assert!(words.split("; ").next().is_some_and(|road| road.contains(told)), "{}", &words[..60]);
        assert!(svg.contains("0 × MF-24"), "the counts of the box");
    }
}

#[test]
fn games_with_the_box_are_played_recorded_and_replayed_without_it() {
    let folder = folder("own-box-games");
    let records = folder.join("records");
    let path = records.to_str().expect("UTF-8");
    let args = [
        "simulate",
        "mayflower",
        "--tiles",
        BOX,
        "--games",
        "4",
        "--bots",
        "surveyor,random",
        "--threads",
        "1",
    ];
    neuland(&[&args[..], &["--records", path]].concat()).ok();
    let mut met = 0;
    for record in std::fs::read_dir(&records).expect("records") {
        let record = record.expect("a file").path();
        let text = std::fs::read_to_string(&record).expect("a record");
        met += text.matches("tile MY-").count();
        let record = record.to_str().expect("UTF-8");
        let document: Value =
            serde_json::from_str(&neuland(&["replay", record, "--json"]).ok()).expect("JSON");
        let tiles = document["setup"]["options"]["tiles"].as_str().expect("a text");
        assert!(tiles.contains(r#"{"id":"MY-10","count":1,"#) && !tiles.contains("MF-24"), "{tiles}");
        let picture = folder.join("last.svg");
        neuland(&["draw", record, "-o", picture.to_str().expect("UTF-8")]).ok();
        assert!(std::fs::read_to_string(&picture).expect("a picture").contains("-MY-"));
        let setup = file(&folder, "setup.json", &document["setup"].to_string());
        neuland(&["draw", &setup, "-o", picture.to_str().expect("UTF-8")]).ok();
    }
    assert_eq!(met, 40, "ten described tiles in each game");
    let again = neuland(&[&args[..], &["--set", "tiles=MF-20:3,MY-1:1", "--json"]].concat()).ok();
    assert!(again.contains("mayflower"), "{again}");
}

#[test]
fn what_is_wrong_with_a_box_is_told_in_both_languages() {
    let folder = folder("own-box-wrong");
    let text = std::fs::read_to_string(BOX).expect("the box");
    let faulty =
        file(&folder, "faulty.json", &text.replacen(r#""end": "city:c1""#, r#""end": "city:c2""#, 1));
    let short = file(&folder, "short.json", r#"{"counts": {"MF-24": 0}}"#);
    let no_json = file(&folder, "none.json", r#"{"tiles": ["#);
    for (path, english, german) in [
        (
            &faulty,
            "MY-1 cannot be described like this: r1 ends at “city:c2”",
            "so lässt sich MY-1 nicht beschreiben: r1 endet an „city:c2“",
        ),
        (&short, "93 in all: 2 fewer than the 95", "zusammen 93: 2 weniger als die 95"),
        (&no_json, "line 1", "Zeile 1"),
    ] {
        for (lang, told) in [("en", english), ("de", german)] {
            let answer = neuland(&["--lang", lang, "simulate", "mayflower", "--tiles", path, "--games", "1"]);
            let err = answer.err.replace(['\u{2068}', '\u{2069}'], "");
            assert!(answer.code == 1 && err.contains(told), "{err}");
        }
    }
    let answer = neuland(&["simulate", "carcassonne", "--tiles", BOX, "--games", "1"]);
    assert!(answer.code == 2 && answer.err.contains("--tiles describes a box of Mayflower"), "{answer:?}");
}
