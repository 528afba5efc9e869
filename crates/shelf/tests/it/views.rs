//! Documents of views from other programs: what is wrong is refused with its path, and nothing panics.

use game::{Draws, Faults, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use serde_json::{Value, json};
use shelf::{AnyGame, AnySeatPosition, GameKind, Reason, Refusal};

/// Positions of a random game where a seat decides, some steps apart.
fn positions(kind: GameKind, seed: Seed, apart: u32) -> Vec<AnyGame> {
    let mut game = AnyGame::with_options(kind, [("players", "3")]).expect("options");
    let mut draws = seed.substream("choice", 0);
    let mut found = Vec::new();
    for n in 0.. {
        if matches!(game.turn(), Turn::Decide(_)) && n % apart == 0 {
            found.push(game);
        }
        match game.random_step(seed, &mut draws) {
            Some(step) if n < 1500 => drop(game.apply(&step).expect("a legal step")),
            _ => break,
        }
    }
    found
}

/// The views of the deciding seats, as values.
fn views(kind: GameKind, seed: Seed) -> Vec<Value> {
    let view = |game: &AnyGame| match game.turn() {
        Turn::Decide(seats) => game.view(Viewer::Seat(seats.lowest().expect("a seat"))),
        _ => unreachable!("a seat decides"),
    };
    positions(kind, seed, 29).iter().map(view).collect()
}

fn read(kind: GameKind, document: &Value) -> Result<AnySeatPosition, Vec<String>> {
    let faults = |faults: Vec<game::ViewError>| faults.iter().map(ToString::to_string).collect();
    AnySeatPosition::from_document(kind, &document.to_string()).map_err(faults)
}

/// Any value within a document, by a random walk from its root.
fn somewhere<'a>(value: &'a mut Value, draws: &mut Substream) -> &'a mut Value {
    let len = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if len == 0 || draws.below(6) == 0 {
        return value;
    }
    let n = draws.below(len as u32) as usize;
    match value {
        Value::Array(items) => somewhere(&mut items[n], draws),
        Value::Object(fields) => somewhere(fields.values_mut().nth(n).expect("a field"), draws),
        _ => unreachable!("it has something within"),
    }
}

/// One change that leaves the document JSON: another value, one from elsewhere, one less, one more, one twice.
fn change(document: &mut Value, other: &Value, draws: &mut Substream) {
    let foreign = somewhere(&mut other.clone(), draws).clone();
    let target = somewhere(document, draws);
    match (draws.below(6), target) {
        (0, Value::Object(fields)) if !fields.is_empty() => {
            let n = draws.below(fields.len() as u32) as usize;
            let name = fields.keys().nth(n).expect("a field").clone();
            fields.remove(&name);
        }
        (1, Value::Object(fields)) => {
            fields.insert(["A", "E", "ore", "tiles", "x"][draws.below(5) as usize].to_owned(), foreign);
        }
        (0, Value::Array(items)) if !items.is_empty() => {
            items.remove(draws.below(items.len() as u32) as usize);
        }
        (1, Value::Array(items)) if !items.is_empty() => {
            items.push(items[draws.below(items.len() as u32) as usize].clone());
        }
        (2, target) => {
            let values = [
                json!(null),
                json!(255),
                json!(-1),
                json!(1e9),
                json!("I0"),
                json!([]),
                json!({}),
                json!(true),
            ];
            *target = values[draws.below(values.len() as u32) as usize].clone();
        }
        (3, Value::Number(number)) => {
            let changed = number.as_i64().unwrap_or(0) + i64::from(draws.below(3)) - 1;
            *number = changed.into();
        }
        (4, Value::String(text)) => {
            // Places have numbers: another one.
            let digit = char::from(b'0' + draws.below(10) as u8);
            *text = text.chars().map(|own| if own.is_ascii_digit() { digit } else { own }).collect();
        }
        (_, target) => *target = foreign,
    }
}

#[test]
fn changed_views_are_refused_or_are_views() {
    for &kind in GameKind::ALL {
        let documents = views(kind, Seed(5));
        let mut draws = Seed(6).substream("changes", 0);
        let (mut refused, mut taken) = (0, 0);
        for _ in 0..400 {
            let pick = |draws: &mut Substream| &documents[draws.below(documents.len() as u32) as usize];
            let mut document = pick(&mut draws).clone();
            let other = pick(&mut draws).clone();
            for _ in 0..=draws.below(2) {
                change(&mut document, &other, &mut draws);
            }
            match read(kind, &document) {
                Ok(position) => {
                    taken += 1;
                    let shown: Value = serde_json::from_str(position.view_text().get()).expect("JSON");
                    let again =
                        read(kind, &shown).unwrap_or_else(|faults| panic!("{kind}: {faults:#?} in {shown}"));
                    assert_eq!(again.view_text().get(), position.view_text().get(), "{kind}");
                }
                Err(faults) => {
                    refused += 1;
                    assert!(faults.iter().all(|fault| fault.starts_with('$')), "{kind}: {faults:?}");
                    assert!(faults.len() <= 60, "{kind}: {} faults", faults.len());
                }
            }
        }
        assert!(refused > 150, "{kind}: {refused} of the changed views are refused");
        assert!(taken > 10, "{kind}: {taken} of the changed views are taken");
    }
}

/// A document that is cut anywhere is no document.
#[test]
fn cut_views_are_refused() {
    for &kind in GameKind::ALL {
        let text = views(kind, Seed(7)).pop().expect("a view").to_string();
        for end in (0..text.len()).step_by(1 + text.len() / 97) {
            let faults = AnySeatPosition::from_document(kind, &text[..end]).unwrap_err();
            let told = faults[0].to_string();
            let cut = told.starts_with("$: this cannot be read: line 1, column ")
                && told.ends_with(": the text ends too early");
            assert!(cut, "{kind}: {told}");
        }
    }
}

/// Hidden or derived, a value is never taken that the seat's view would not show.
#[test]
fn hostile_documents_are_refused() {
    let say = |text: &str| AnySeatPosition::from_document(GameKind::Catan, text).unwrap_err()[0].to_string();
    assert_eq!(
        say(&" ".repeat((1 << 20) + 1)),
        "$: the document has 1048577 bytes; at most 1048576 are read"
    );
    assert!(say(&"[".repeat(1 << 20)).starts_with("$: this cannot be read: "));
    assert_eq!(say("[]"), "$: a view is an object, not []");
    assert_eq!(say("{}"), "$.options: this field is missing");
    assert!(say(&format!("\"{}\"", "a".repeat(1 << 19))).len() < 200);
    // A million placeholders for one tile are not worked through twice.
    for &kind in GameKind::ALL {
        let mut document = views(kind, Seed(8)).pop().expect("a view");
        let many = vec![json!({"cell": "(0,1)", "tile": "A", "rotation": "r0", "figure": null}); 10_000];
        document["tiles"] = many.into();
        let faults = read(kind, &document).unwrap_err();
        assert!(faults.len() <= 60, "{kind}: {} faults", faults.len());
    }
}

#[test]
fn faults_of_tiles_have_paths_too() {
    let setup = json!({"tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["A (1,0).r1"], "active": "B", "phase": {"placing": "V"}});
    let game = AnyGame::from_setup(GameKind::Carcassonne, &setup).expect("a position");
    let view = game.view(Viewer::Seat(Seat::B));
    for (pointer, value, told) in [
        ("/tiles/1/tile", json!("Z"), "$.tiles[1].tile: `Z` is not a tile; tiles are called A to X"),
        ("/tiles/1/cell", json!("(5,5)"), "$.tiles[1].cell: E@(5,5)r2: "),
        ("/tiles/2/figure/segment", json!("c9"), "$.tiles[2].cell: A (1,0).c9: tile U has no segment c9"),
        ("/tiles/2/figure/figure", json!("pig"), "$.tiles[2].cell: A pig (1,0).r1: "),
        (
            "/tiles/2/rotation",
            json!(1),
            "$.tiles[2].rotation: this is `1`; it must be a text in quotation marks",
        ),
        ("/seats/A/followers", json!(7), "$.seats.A.followers: seat A cannot have 7 followers in the supply"),
        ("/seats/A/points/total", json!(7), "$.seats.A.points.total: is 7; "),
        ("/stack", json!({}), "$.stack.A: this field is missing"),
        ("/surveyors", json!([0, 0]), "$.surveyors: carcassonne has no surveyors"),
    ] {
        let mut document = view.clone();
        *document.pointer_mut(pointer).expect(pointer) = value;
        let faults = read(GameKind::Carcassonne, &document).expect_err(pointer);
        assert!(faults[0].starts_with(told), "{pointer}: {faults:?}");
    }
}

/// The seats and places of a refusal come from the setup, whatever its message says.
#[test]
fn a_refused_position_names_its_seats_and_places() {
    let named = |refusal: &Refusal| match refusal.reason() {
        Reason::Position(fault) => (fault.subject.seats.to_string(), fault.subject.places.join(" ")),
        reason => panic!("{reason:?}"),
    };
    let refused = |kind, setup| {
        let faults = AnyGame::from_setup(kind, &setup).expect_err("no position");
        faults.iter().map(named).collect::<Vec<_>>()
    };
    let told = |seats: &str, places: &str| vec![(seats.to_owned(), places.to_owned())];
    let both = json!({"seats": {"A": {"cities": ["I8"]}, "C": {"cities": ["I8"]}}});
    assert_eq!(refused(GameKind::Catan, both.clone()), told("A C", "I8"));
    assert_eq!(refused(GameKind::CitiesAndKnights, both), told("", "I8"));
    let beside = json!({"seats": {"A": {"settlements": ["I8"]}, "B": {"settlements": ["I13"]}}});
    assert_eq!(refused(GameKind::Catan, beside), told("", "I8 I13"));
    let figure = json!({"tiles": ["E@(0,-1)r2"], "figures": ["B pig (0,-1).c1"]});
    assert_eq!(refused(GameKind::Carcassonne, figure), told("B", "(0,-1).c1"));
    let mut faults = Faults::default();
    faults.add("CATAN-LR-6", (Seat::B, SeatSet::one(Seat::C)), "seat A, at I17 and (0,-1), is not meant");
    let fault = faults.or(()).unwrap_err().remove(0);
    assert_eq!(named(&fault.into()), ("B C".to_owned(), String::new()));
}
