//! Kinds of tiles that no box has, for games that are played with them.

use game::{Draws, Substream};
use serde_json::{Value, json};

/// Everything at an edge of a tile that a field can have.
const ALL: [&str; 8] = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];

/// Ten kinds: gates, bridges, crossings, farms, towns around a patch. `animals` is on a field of each, so that they look different
/// from number to number.
pub(crate) fn kinds(animals: u32) -> [Value; 10] {
    let field = |id: &str, halves: &[&str], cities: &[&str], animals: u32| json!({"id": id, "halves": halves, "cities": cities, "animals": animals});
    let road = |id: &str, edges: &[&str], end: Option<&str>, posts: u32| json!({"id": id, "edges": edges, "end": end, "trading_posts": posts});
    let town = |id: &str, edges: &[&str], flags: u32| json!({"id": id, "edges": edges, "flags": flags});
    let junction = Some("junction");
    [
        json!({"id": "MY-1", "edges": ["city", "field", "road", "field"], "cities": [town("c1", &["N"], 1)],
            "roads": [road("r1", &["S"], Some("city:c1"), 1)],
            "fields": [field("f1", &["En", "Es", "Se"], &["c1"], animals), field("f2", &["Sw", "Ws", "Wn"], &["c1"], 0)]}),
        json!({"id": "MY-2", "edges": ["road", "field", "field", "field"], "cities": [], "farm": true,
            "roads": [road("r1", &["N"], Some("farm"), 3)], "fields": [field("f1", &ALL, &[], animals)]}),
        json!({"id": "MY-3", "edges": ["road", "road", "road", "road"], "cities": [],
            "roads": [{"id": "r1", "edges": ["N", "S"], "crosses": "r2"}, {"id": "r2", "edges": ["E", "W"], "crossed_by": "r1", "trading_posts": 2}],
            "fields": [field("f1", &["Nw", "Wn"], &[], animals), field("f2", &["Ne", "En"], &[], 0),
                field("f3", &["Es", "Se"], &[], 1), field("f4", &["Sw", "Ws"], &[], 0)]}),
        json!({"id": "MY-4", "edges": ["city", "city", "city", "city"], "roads": [],
            "cities": [town("c1", &["N"], 0), town("c2", &["E"], 2), town("c3", &["S"], 0), town("c4", &["W"], 0)],
            "fields": [{"id": "f1", "cities": ["c1", "c2", "c3", "c4"], "halves": [], "interior": true, "animals": animals}]}),
        json!({"id": "MY-5", "edges": ["road", "road", "road", "city"], "cities": [town("c1", &["W"], 2)],
            "roads": [road("r1", &["N"], junction, 1), road("r2", &["E"], junction, 0), road("r3", &["S"], junction, 1)],
            "fields": [field("f1", &["Ne", "En"], &[], animals), field("f2", &["Es", "Se"], &[], 0),
                field("f3", &["Sw"], &["c1"], 0), field("f4", &["Nw"], &["c1"], 2)]}),
        json!({"id": "MY-6", "edges": ["road", "field", "road", "field"], "cities": [],
            "roads": [road("r1", &["N"], Some("house"), 1), road("r2", &["S"], Some("house"), 0)],
            "fields": [field("f1", &ALL, &[], animals)]}),
        json!({"id": "MY-7", "edges": ["city", "road", "road", "city"], "cities": [town("c1", &["N", "W"], 3)],
            "roads": [road("r1", &["E", "S"], None, 2)],
            "fields": [field("f1", &["Es", "Se"], &[], animals), field("f2", &["En", "Sw"], &["c1"], 0)]}),
        json!({"id": "MY-8", "edges": ["field", "field", "field", "field"], "cities": [], "roads": [], "farm": true,
            "fields": [field("f1", &ALL, &[], 5 + animals % 4)]}),
        json!({"id": "MY-9", "edges": ["city", "field", "city", "field"], "roads": [],
            "cities": [town("c1", &["N"], 1), town("c2", &["S"], 1)],
            "fields": [field("f1", &["En", "Es", "Ws", "Wn"], &["c1", "c2"], animals)]}),
        json!({"id": "MY-10", "edges": ["road", "road", "road", "road"], "cities": [],
            "roads": [road("r1", &["N"], junction, 2), road("r2", &["E"], junction, 0), road("r3", &["S"], junction, 2), road("r4", &["W"], junction, 0)],
            "fields": [field("f1", &["Nw", "Wn"], &[], animals), field("f2", &["Ne", "En"], &[], 3),
                field("f3", &["Es", "Se"], &[], 0), field("f4", &["Sw", "Ws"], &[], 3)]}),
    ]
}

/// A value of the option `tiles`: up to ten of these kinds, in any order, for which tiles of the usual kinds stay in the box.
pub(crate) fn any_box(draws: &mut Substream) -> String {
    let animals = draws.below(5) + 1;
    let mut described: Vec<Value> = kinds(animals).to_vec();
    while described.len() > 10 || (described.len() > 1 && draws.below(6) > 0) {
        described.remove(draws.below(described.len() as u32) as usize);
    }
    if draws.below(2) == 0 {
        described.reverse();
    }
    let mut usual = [
        ("MF-22c", 4),
        ("MF-20", 4),
        ("MF-21a", 4),
        ("MF-22a", 4),
        ("MF-21c", 3),
        ("MF-18a", 3),
        ("MF-19a", 3),
    ];
    let mut parts = Vec::new();
    for mut kind in described {
        let mut count = draws.below(4) * draws.below(2) + 1;
        for (_, left) in &mut usual {
            let taken = count.min(*left);
            *left -= taken;
            count -= taken;
        }
        let all: u32 = usual.iter().map(|&(_, left)| left).sum();
        let before: u32 =
            parts.iter().map(|kind: &Value| kind["count"].as_u64().expect("a count") as u32).sum();
        kind["count"] = (25 - all - before).into();
        parts.push(kind);
    }
    let usual = usual.iter().map(|(kind, left)| format!("{kind}:{left}"));
    usual.chain(parts.iter().map(Value::to_string)).collect::<Vec<_>>().join(",")
}
