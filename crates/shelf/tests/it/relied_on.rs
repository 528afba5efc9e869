//! The facts that records rely on without naming them, stored in `records/relied-on.json`: defaults of options under each version
//! of the rules, numbers of hexes and paths, the contents of the boxes, the print of tiles and of the start board.
//!
//! `NEULAND_BLESS=1 cargo test -p shelf --test it relied_on::` adds new facts. It never changes existing ones: a correction needs
//! a new version of the rules that keeps the old value under the old one, or a new id for the corrected tile.

use carcassonne::options::TileCounts;
use carcassonne::{Kinds, Rotation, TileKind};
use catan::topology::{EdgeId, HexId};
use game::record::Object;
use game::{Seed, Viewer, options::Values};
use serde_json::{Map, Value, json};
use shelf::{AnyGame, GameKind};
use std::path::PathBuf;

/// Fields of a view that say nothing about a box.
const NOT_OF_A_BOX: [&str; 7] = ["game", "viewer", "options", "features", "turn", "phase", "stack_size"];

/// The first position of a game with these options, after the island was laid out.
fn beginning(kind: GameKind, options: &[(&str, &str)]) -> Value {
    let mut game = AnyGame::with_options(kind, options.iter().copied()).expect("options of the game");
    if matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights) {
        let layout = game.draw(game::Seed(0)).expect("the island is laid out first");
        game.resolve(&layout).expect("it is due");
    }
    let mut view = game.view(Viewer::Everything);
    let fields = view.as_object_mut().expect("a view is an object");
    NOT_OF_A_BOX.iter().for_each(|name| drop(fields.remove(*name)));
    view
}

/// Returns the print of a tile or a start space.
fn printed(kind: TileKind) -> Value {
    let segments = kind.segments().iter().enumerate().filter(|(index, _)| kind.shows(*index));
    let segments: Vec<Value> = segments
        .map(|(index, segment)| {
            let ring = kind.ring(Rotation::ALL[0]).iter().enumerate();
            let contacts: Vec<usize> =
                ring.filter(|(_, of)| usize::from(**of) == index).map(|(contact, _)| contact).collect();
            json!({
                "id": segment.id.to_string(), "kind": segment.kind, "contacts": contacts, "open": segment.open,
                "tiles": segment.tiles, "symbols": segment.symbols, "good": segment.good, "borders": segment.borders,
                "end": segment.end.map(|end| format!("{end:?}")), "over": segment.over,
            })
        })
        .collect();
    json!(segments)
}

/// Returns the number of tokens of each good: the most that one seat may hold.
fn goods() -> Value {
    let most = |good: &str| {
        let holds = |count: u8| json!({"seats": {"A": {"goods": {good: count}}}});
        (0..=u8::MAX)
            .take_while(|&count| AnyGame::from_setup(GameKind::TradersAndBuilders, &holds(count)).is_ok())
            .last()
    };
    json!({"wine": most("wine"), "grain": most("grain"), "cloth": most("cloth")})
}

/// Everything that is relied on, by name.
fn today() -> Map<String, Value> {
    let mut all = Map::new();
    let mut add = |name: String, what: Value| all.insert(name, what);
    // The sample game of tests has no records to keep.
    for &kind in GameKind::ALL.iter().filter(|kind| kind.name() != "kerbe") {
        for &rules in kind.info().rules {
            let game = AnyGame::under(kind, rules, &Object::new()).expect("the defaults");
            add(format!("{kind} {rules} defaults"), Value::Object(game.options()));
        }
    }
    let ends = |path: EdgeId| path.ends().map(|end| end.to_string()).join("-");
    add("catan paths".to_owned(), json!(EdgeId::all().map(ends).collect::<Vec<_>>()));
    let corners = |hex: HexId| hex.vertices().map(|corner| corner.to_string()).join(" ");
    add("catan hexes".to_owned(), json!(HexId::all().map(corners).collect::<Vec<_>>()));
    for (kind, options) in [
        (GameKind::Catan, &[("setup", "beginner_full")][..]),
        (GameKind::CitiesAndKnights, &[("ck_board", "ck_beginner")]),
        (GameKind::Carcassonne, &[]),
        (GameKind::TradersAndBuilders, &[]),
        (GameKind::Mayflower, &[("tiles", "default")]),
    ] {
        let Value::Object(mut fields) = beginning(kind, options) else { unreachable!() };
        if kind == GameKind::Mayflower {
            // Records name the counts of this box.
            fields.remove("stack");
        }
        fields.into_iter().for_each(|(name, what)| drop(add(format!("{kind} start {name}"), what)));
    }
    add("traders-and-builders goods".to_owned(), goods());
    let coast = (1..=TileKind::COAST_SPACES).map(TileKind::coast);
    for kind in Kinds::TRADERS_AND_BUILDERS.iter().chain(Kinds::MAYFLOWER.iter()).chain(coast) {
        add(format!("tile {kind}"), printed(kind));
    }
    all
}

/// Compares what is kept with what is there now; more fields than are kept are no difference.
fn differences(name: &str, kept: &Value, now: &Value, found: &mut Vec<String>) {
    match (kept, now) {
        (Value::Object(kept), Value::Object(now)) => {
            for (field, kept) in kept {
                differences(&format!("{name} {field}"), kept, now.get(field).unwrap_or(&Value::Null), found);
            }
        }
        _ if kept == now => {}
        _ => found.push(format!("{name}: records rely on {kept}, and it is {now}")),
    }
}

/// Adds to `kept` the fields that only `now` has.
fn extend(kept: &mut Value, now: &Value) {
    if let (Value::Object(kept), Value::Object(now)) = (kept, now) {
        for (field, now) in now {
            extend(kept.entry(field).or_insert_with(|| now.clone()), now);
        }
    }
}

#[test]
fn what_records_rely_on_without_naming_it_never_changes() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records/relied-on.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| "{}".to_owned());
    let mut kept: Value = serde_json::from_str(&text).expect("relied-on.json is JSON");
    let now = Value::Object(today());
    let mut found = Vec::new();
    differences("", &kept, &now, &mut found);
    assert!(
        found.is_empty(),
        "raise the version of the rules, or give a tile a new id:\n{}",
        found.join("\n")
    );
    let before = kept.clone();
    extend(&mut kept, &now);
    if std::env::var_os("NEULAND_BLESS").is_some() {
        let lines = kept.as_object().expect("an object").iter();
        let lines: Vec<String> = lines.map(|(name, what)| format!("{}: {what}", json!(name))).collect();
        std::fs::write(&path, format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("relied-on.json");
    } else {
        assert!(
            before == kept,
            "records may rely on something new: NEULAND_BLESS=1 adds it to relied-on.json"
        );
    }
}

/// `MAY-OPT-TILES`: the counts of the usual box may be corrected. So whatever is written says them all, and what was written
/// before that means the counts of then.
#[test]
fn records_of_mayflower_do_not_depend_on_the_usual_counts() {
    let mayflower = GameKind::Mayflower;
    let sum = |options: &Object| -> u32 {
        let text = options["tiles"].as_str().expect("counts are text");
        text.split(',')
            .map(|pair| pair.split_once(':').expect("a count").1.parse::<u32>().expect("a number"))
            .sum()
    };
    let game = AnyGame::new(mayflower, &Object::new()).unwrap();
    let in_setup = game.to_setup()["options"].as_object().expect("options").clone();
    for written in [game.options(), shelf::Recorder::new(&game).finish(&game).header.options, in_setup] {
        assert_eq!(sum(&written), 95);
    }
    // A table or a record that says nothing, or only what differs.
    let under = |options: Value| {
        AnyGame::under(mayflower, 1, options.as_object().expect("an object")).unwrap().options()
    };
    let then = Values::Counts(&TileCounts::OF_VERSION_1);
    let usual = then.counts_complete(&then.counts("default").expect("95 tiles"));
    for left_out in
        [json!({}), json!({"tiles": null}), json!({"tiles": "default"}), json!({"tiles": "MF-24:2"})]
    {
        assert_eq!(under(left_out.clone())["tiles"], usual.as_str(), "{left_out}");
    }
    let differing = under(json!({"tiles": "MF-01a:5,MF-24:0"}));
    assert!(
        differing["tiles"]
            .as_str()
            .is_some_and(|text| text.starts_with("MF-01a:5,MF-01b:3") && !text.contains("MF-24"))
    );
    let setup = json!({"tiles": ["MF-24@(-1,4)"]}).as_object().expect("an object").clone();
    assert_eq!(AnyGame::from_setup_under(mayflower, 1, setup).unwrap().options()["tiles"], usual.as_str());
}

/// `MAY-OPT-KINDS`: what is written holds the descriptions of kinds that no list has, also where an old record names only what
/// differs, and is read again.
#[test]
fn records_of_mayflower_hold_the_kinds_that_were_described() {
    let mayflower = GameKind::Mayflower;
    let kind = r#"{"id":"MY-1","count":2,"edges":["city","field","road","field"],"cities":[{"id":"c1","edges":["N"],"flags":1}],"roads":[{"id":"r1","edges":["S"],"end":"city:c1","trading_posts":1}],"fields":[{"id":"f1","halves":["En","Es","Se"],"cities":["c1"],"animals":3},{"id":"f2","halves":["Sw","Ws","Wn"],"cities":["c1"]}]}"#;
    let text = format!("MF-24:0,{kind}");
    let start = AnyGame::with_options(mayflower, [("players", "2"), ("tiles", &text)]).expect("a box");
    let written = start.options()["tiles"].as_str().expect("a text").to_owned();
    assert!(
        written.starts_with("MF-01a:3,") && written.ends_with(kind) && !written.contains("MF-24"),
        "{written}"
    );
    let old = json!({"tiles": text}).as_object().expect("an object").clone();
    assert_eq!(AnyGame::under(mayflower, 1, &old).unwrap().options()["tiles"], written.as_str());

    let (mut game, mut recorder) = (start, shelf::Recorder::new(&start).seeded(Seed(7)));
    let mut choice = Seed(7).substream("choice", 0);
    while let Some(step) = game.random_step(Seed(7), &mut choice) {
        game.apply(&step).expect("it is possible");
        recorder.push(step);
    }
    let record = recorder.finish(&game).to_string();
    assert!(record.contains("tile MY-1"), "{record}");
    let last = shelf::replay::replay(record.as_bytes()).unwrap().last().unwrap().unwrap();
    assert_eq!(last.game, game);
    let setup = Value::Object(game.to_named_setup());
    assert_eq!(AnyGame::from_named_setup(setup).unwrap(), game);
}

/// A complete list of counts means the same box, whatever the usual one is.
#[test]
fn a_complete_list_of_counts_means_the_same_with_every_default() {
    const USUAL: Values = Values::Counts(&[("A", 2), ("B", 3), ("C", 0)]);
    const CORRECTED: Values = Values::Counts(&[("A", 1), ("B", 3), ("C", 1)]);
    for text in ["default", "A:0,C:2", "B:5", "A:2,B:3"] {
        let counts = USUAL.counts(text).expect(text);
        assert_eq!(CORRECTED.counts(&USUAL.counts_complete(&counts)), Ok(counts), "{text}");
    }
    assert_eq!(USUAL.counts("A:1,C:1"), Ok(vec![1, 3, 1]), "what differs is enough");
    for wrong in ["A:1", "A:5,B:1", "A:2,A:2", "D:5", "A:+2", "A:"] {
        assert!(USUAL.counts(wrong).is_err(), "{wrong}");
    }
}
