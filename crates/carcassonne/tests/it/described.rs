//! Kinds of tiles that somebody describes: the kinds of the box pass the same checks, and each fault is told.

use carcassonne::described::{DescribedTile, TileError};
use serde_json::{Value, json};

fn faults(tile: &Value) -> Vec<TileError> {
    DescribedTile::read(tile).expect("the keys are known").err().unwrap_or_default()
}

fn sentences(tile: &Value) -> Vec<String> {
    faults(tile).iter().map(ToString::to_string).collect()
}

/// A town in the north with a road that ends at its wall, and a plain on both sides of the road.
fn sound() -> Value {
    json!({
        "id": "MY-1", "count": 2, "edges": ["city", "field", "road", "field"],
        "cities": [{"id": "c1", "edges": ["N"], "flags": 1}],
        "roads": [{"id": "r1", "edges": ["S"], "end": "city:c1", "trading_posts": 1}],
        "fields": [
            {"id": "f1", "halves": ["En", "Es", "Se"], "cities": ["c1"], "animals": 3},
            {"id": "f2", "halves": ["Sw", "Ws", "Wn"], "cities": ["c1"], "animals": 0},
        ],
        "picture": "A town with a gate.",
    })
}

#[test]
fn a_sound_description_is_taken() {
    let tile = DescribedTile::read(&sound()).expect("the keys are known").expect("no fault");
    assert_eq!((tile.id(), tile.count()), ("MY-1", 2));
}

#[test]
fn each_kind_of_the_box_is_told_to_be_there_already() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebook/tiles/mayflower.json");
    let text = std::fs::read_to_string(path).expect("the rulebook's data");
    let set: Value = serde_json::from_str(&text).expect("JSON");
    for tile in set["tiles"].as_array().expect("tiles") {
        let id = tile["id"].as_str().expect("an id").to_owned();
        assert_eq!(faults(tile), [TileError::IdTaken { id: id.clone() }]);
        let mut renamed = tile.clone();
        renamed["id"] = "MY-1".into();
        assert_eq!(faults(&renamed), [TileError::Twin { twin: id }]);
    }
}

#[test]
fn a_turned_twin_is_a_twin() {
    let turned = json!({
        "id": "MY-1", "count": 1, "edges": ["field", "city", "city", "field"],
        "cities": [{"id": "c1", "edges": ["S"]}, {"id": "c2", "edges": ["E"]}], "roads": [],
        "fields": [{"id": "f1", "halves": ["Ws", "Wn", "Nw", "Ne"], "cities": ["c1", "c2"], "animals": 1}],
    });
    assert_eq!(faults(&turned), [TileError::Twin { twin: "MF-15".to_owned() }]);
}

#[test]
fn a_key_that_there_is_not_is_refused_before_the_tile() {
    let mut tile = sound();
    tile["cities"][0]["flag"] = 1.into();
    let error = DescribedTile::read(&tile).expect_err("an unknown key");
    assert!(error.to_string().contains("unknown field `flag`"), "{error}");
}

#[test]
fn every_fault_is_told_in_a_sentence() {
    let cases: [(&str, Value, &str); 28] = [
        (
            "/id",
            json!("MF 1"),
            r#"the id "MF 1" must be 1 to 12 capital letters, digits and hyphens, starting with a letter"#,
        ),
        (
            "/id",
            json!("my-1"),
            r#"the id "my-1" must be 1 to 12 capital letters, digits and hyphens, starting with a letter"#,
        ),
        ("/id", json!("TB-01"), "there is a kind TB-01 already"),
        ("/edges/1", json!("wood"), r#"an edge is field, road or city, not "wood""#),
        ("/edges/1", json!("road"), "E belongs to no segment"),
        ("/cities/0/id", json!("t1"), r#""t1" must be called c1 to c9"#),
        ("/fields/1/id", json!("f1"), "two segments are called f1"),
        ("/cities/0/edges", json!(["North"]), r#"c1 reaches "North"; the edges are N, E, S and W"#),
        ("/cities/0/edges", json!([]), "c1 reaches no edge"),
        ("/cities/0/flags", json!(10), "c1 has 10 symbols; there may be 9"),
        ("/cities/0/pennants", json!(1), "Mayflower has no coats of arms"),
        ("/cities/0/good", json!("wine"), "Mayflower has no goods"),
        ("/cities/0/good", json!("beer"), r#"goods are wine, grain or cloth, not "beer""#),
        ("/monastery", json!(true), "Mayflower has no monasteries"),
        ("/start_copies", json!(1), "Mayflower has no start tile"),
        ("/roads/0/end", json!(null), "r1 has one edge, so its end must be named"),
        ("/roads/0/end", json!("farm"), r#"r1 ends at "farm", which this tile does not have"#),
        ("/roads/0/end", json!("junction"), "a junction has three or four roads, not 1"),
        ("/roads/0/crosses", json!("r2"), "r1 names r2 at a bridge, and r2 does not name r1"),
        ("/roads/0/crossed_by", json!("r1"), "r1 names r1 at a bridge, and r1 does not name r1"),
        ("/roads/0/end_fields", json!(["f9"]), "r1 ends beside f9, and there is no such field"),
        ("/roads/0/edges", json!(["S", "N"]), "N belongs to c1 and r1; it must be one"),
        ("/fields/0/halves", json!(["En", "Es"]), "Se belongs to no segment"),
        (
            "/fields/0/halves/0",
            json!("E"),
            r#"f1 touches "E"; the halves are Nw, Ne, En, Es, Se, Sw, Ws and Wn"#,
        ),
        ("/fields/0/cities", json!([]), "f1 names as its cities none, but borders c1"),
        ("/fields/0/cities", json!(["c1", "c1"]), "f1 names c1 twice"),
        ("/fields/0/cities", json!(["c1", "c2"]), "f1 borders c2, and there is no such city"),
        ("/fields/0/interior", json!(true), "f1 is marked interior, but touches an edge"),
    ];
    for (at, value, sentence) in cases {
        let mut tile = sound();
        match tile.pointer_mut(at) {
            Some(place) => *place = value,
            None => {
                let (parent, key) = at.rsplit_once('/').expect("a pointer");
                tile.pointer_mut(parent).expect("a parent")[key] = value;
            }
        }
        assert!(sentences(&tile).iter().any(|told| told == sentence), "{at}: {:?}", sentences(&tile));
    }
}

#[test]
fn what_the_build_would_stop_at_is_told_too() {
    let mut crowded = sound();
    crowded["farm"] = true.into();
    crowded["monastery"] = true.into();
    assert!(faults(&crowded).contains(&TileError::MonasteryAndFarm));

    let mut enclosed = sound();
    let patch = json!({"id": "f3", "halves": [], "cities": ["c1"], "interior": true});
    enclosed["fields"].as_array_mut().expect("fields").push(patch.clone());
    assert_eq!(faults(&enclosed), [TileError::NotEnclosed { field: "f3".to_owned() }]);

    let mut full = sound();
    for n in 3..8 {
        let mut more = patch.clone();
        more["id"] = format!("f{n}").into();
        full["fields"].as_array_mut().expect("fields").push(more);
    }
    assert_eq!(faults(&full), [TileError::Segments { segments: 9, most: 8 }]);

    let crossing = json!({
        "id": "MY-1", "count": 1, "edges": ["road", "road", "road", "road"], "cities": [],
        "roads": [{"id": "r1", "edges": ["N", "S"]}, {"id": "r2", "edges": ["E", "W"]}],
        "fields": [
            {"id": "f1", "halves": ["Nw", "Wn"], "cities": []}, {"id": "f2", "halves": ["Ne", "En"], "cities": []},
            {"id": "f3", "halves": ["Es", "Se"], "cities": []}, {"id": "f4", "halves": ["Sw", "Ws"], "cities": []},
        ],
    });
    let told = TileError::Crossing { one: "r1".to_owned(), other: "r2".to_owned() };
    assert_eq!(faults(&crossing), [told]);
}
