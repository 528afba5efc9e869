//! Views that other programs write: the fields that they may leave out, and the faults of a document, at their paths.

use catan::{Catan, CitiesAndKnights};
use game::{Game, Seat, SeatPosition, Viewer};
use serde_json::{Value, json};

fn view<G: Game>(setup: Value) -> Value {
    let setup: G::Setup = serde_json::from_value(setup).expect("a setup");
    let game = G::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    serde_json::to_value(game.view(Viewer::Seat(Seat::A))).expect("a document")
}

fn base() -> Value {
    view::<Catan>(json!({
        "seats": {
            "A": {"settlements": ["I39"], "roads": ["39-44-48"], "hand": {"ore": 2, "wool": 1}, "development": {"knight": 1}},
            "B": {"cities": ["I28"], "roads": ["28-34"], "hand": {"brick": 3}, "development": {"victory-point": 2}, "knights": 1},
            "C": {"settlements": ["I17"]}
        },
        "options": {"players": 3}, "dice": [2, 3], "turn": 9
    }))
}

/// The fault of a document in which the value at a pointer is another one; without a value the field is removed.
fn fault<G: Game>(mut document: Value, pointer: &str, value: Option<Value>) -> String {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    let parent = document.pointer_mut(parent).expect("a parent");
    match (parent, value) {
        (Value::Object(fields), Some(value)) => drop(fields.insert(name.to_owned(), value)),
        (Value::Object(fields), None) => drop(fields.remove(name).expect("a field")),
        (Value::Array(items), Some(value)) => items[name.parse::<usize>().expect("a number")] = value,
        _ => panic!("{pointer}"),
    }
    let faults = SeatPosition::<G>::from_document(&document.to_string()).expect_err(pointer);
    faults[0].to_string()
}

/// Changes of a document, and how the message begins that they bring: the pointer of a value, another value or `-` to remove
/// it, and the message.
const FAULTS: &str = r#"
/game "kerbe" => $.game: this is a view of `kerbe`, not of `catan`
/game - => $.game: this field is missing
/viewer "D" => $.viewer: seat D does not play; there are 3 seats
/viewer "everything" => $.viewer: `everything` is not a seat; seats are the letters A to F
/viewer - => $.viewer: this field is missing
/options/players 9 => $.options: `9` is not a value of players; it must be a number from 2 to 4
/options/colour 9 => $.options: `colour` is not an option of catan; the options are setup
/phase "dancing" => $.phase: `dancing` is not one of laying-out
/phase - => $.phase: this field is missing
/phase "before-roll" => $.rolled: this phase comes before the roll, but `rolled` is true (CATAN-TURN-1)
/phase "moving-robber" => $.robber_victims.H0: this field is missing
/board/hexes/3/terrain "swamp" => $.board.hexes[3].terrain: `swamp` is not one of hills, forest, pasture, fields, mountains, desert
/board/hexes/3/number 7 => $.board: the number tokens are not the 18 of the box (CATAN-COMP-2)
/board/hexes/3/hex "H4" => $.board.hexes[3].hex: is "H4"; with the rest of the document it must be "H3"
/board/harbours [] => $.board.harbours: there are 9 harbours, S1 to S9; not 0
/board null => $.board: `board` is null, but the island is laid out in this phase (CATAN-SETUP-1)
/robber "H19" => $.robber: `H19` is not a hex; hexes are H0 to H18
/active "D" => $.active: `active` is seat D, who does not play in a game of 3 (CATAN-OPT-17)
/seats 5 => $.seats: this is `5`; it must be an object in braces
/seats/B - => $.seats.B: this field is missing
/seats/D {} => $.seats.D: there is no such field; fields are A, B, C
/seats/B/cities/0 "I54" => $.seats.B.cities[0]: `I54` is not an intersection; intersections are I0 to I53
/seats/B/cities/0 28 => $.seats.B.cities[0]: this is `28`; it must be a text in quotation marks
/seats/B/cities/0 "I39" => $.seats.A.settlements[0]: seats A and B both have a building on I39 (CATAN-SETT-3)
/seats/C/settlements/0 "I38" => $.seats.C.rates.brick: is 4; with the rest of the document it must be 2
/seats/B/roads/0 "P56" => $.seats.A.roads[0]: seats A and B both have a road on P56 (CATAN-ROAD-2)
/seats/C/settlements ["I17","I0","I2","I7","I9","I11"] => $.seats.C: seat C has 6 pieces of the kind settlement on the board; there are 5 (CATAN-COMP-7)
/seats/A/hand - => $.seats.A.hand: this field is missing
/seats/A/hand/ore 20 => $.supply: supply and hands that are shown have 37 ore together; there are 19 (CATAN-COMP-9)
/seats/A/hand/ore 3 => $.supply: supply and hands that are shown have 20 ore together; there are 19 (CATAN-COMP-9)
/seats/A/hand/gold 1 => $.seats.A.hand: `gold` is not one of brick, lumber, wool, grain, ore
/seats/B/hand {"brick":3} => $.seats.B.hand: is {"brick":3}; it must be null, as it does not apply or the viewer may not know it
/seats/B/hand_size 4 => $.seats: the hands that are not shown have 4 cards by their `hand_size`; 3 cards are neither in the supply nor in a hand that is shown (CATAN-COMP-9)
/seats/B/hand_size -4 => $.seats.B.hand_size: this is `-4`; it must be a whole number from 0 to 4294967295
/seats/B/hand_size - => $.seats.B.hand_size: this field is missing
/seats/A/development {"knight":15} => $.seats.A.development: with 15 knight there are more than the 14 of the box (CATAN-COMP-9)
/seats/B/development_size 30 => $.deck_size: the deck has 21 cards and seats hold 30 that are not shown; together they must be 23 (CATAN-COMP-9)
/seats/B/knights 2 => $.played: the seats have played 2 knights, so `knight` must be that number (CATAN-COMP-9)
/seats/B/points/total 9 => $.seats.B.points.total: is 9; with the rest of the document it must be 2
/seats/A/road_length 5 => $.seats.A.road_length: is 5; with the rest of the document it must be 2
/seats/A/color "red" => $.seats.A.color: there is no such field; fields are answer, bought
/longest_road "B" => $.longest_road: seat B holds Longest Road, but by the lengths (A 2, B 1, C 0, D 0) it must be nobody (CATAN-LR-6)
/largest_army "B" => $.largest_army: seat B holds Largest Army, but has not played the most knights, at least three (CATAN-LA-2)
/supply/ore - => $.seats: the hands that are not shown have 3 cards by their `hand_size`; 20 cards are neither in the supply nor in a hand that is shown (CATAN-COMP-9)
/deck_size 22 => $.deck_size: the deck has 22 cards and seats hold 2 that are not shown; together they must be 23 (CATAN-COMP-9)
/deck {"knight":1} => $.deck: is {"knight":1}; it must be null, as it does not apply or the viewer may not know it
/turn {"decide":["B"]} => $.turn.decide: is ["B"]; with the rest of the document it must be ["A"]
/built - => $.built: this field is missing
/offer {"give":{"ore":1},"to":["B"],"want":{"ore":1}} => $.offer: the open offer has ore on both sides (CATAN-DOM-4)
/offer {"give":{"ore":1},"to":["A"],"want":{"wool":1}} => $.offer: the open offer must go to one or more opponents at the table (CATAN-DOM-7)
"#;

#[test]
fn a_fault_is_told_with_its_path_and_what_is_right() {
    for line in FAULTS.lines().filter(|line| !line.is_empty()) {
        let (change, told) = line.split_once(" => ").expect(line);
        let (pointer, value) = change.split_once(' ').expect(line);
        let value = (value != "-").then(|| serde_json::from_str(value).expect(line));
        let fault = fault::<Catan>(base(), pointer, value);
        assert!(fault.starts_with(told), "{pointer}: {fault}");
    }
}

/// A document may leave out whatever follows from the rest or has its usual value.
#[test]
fn short_documents_are_the_same_positions() {
    let short = |mut document: Value, root: &[&str], seat: &[&str]| {
        let fields = document.as_object_mut().expect("an object");
        let left_out = |fields: &mut serde_json::Map<String, Value>, names: &[&str]| {
            names.iter().for_each(|&name| drop(fields.remove(name).expect(name)));
        };
        left_out(fields, root);
        for has in fields["seats"].as_object_mut().expect("an object").values_mut() {
            left_out(has.as_object_mut().expect("an object"), seat);
        }
        for list in ["hexes", "harbours"] {
            for item in fields["board"][list].as_array_mut().expect("an array") {
                let names: &[&str] =
                    if list == "hexes" { &["hex"] } else { &["spot", "path", "intersections"] };
                left_out(item.as_object_mut().expect("an object"), names);
            }
        }
        document
    };
    let root = ["players", "turn", "victims", "robber_victims", "trade_is_open"];
    let open = ["longest_road", "offer"];
    let seat = ["pieces_left", "road_length", "points", "rates", "owes", "answer", "proposal", "offers_made"];
    let base_root = [&root[..], &open, &["largest_army", "deck"]].concat();
    let base_seat = [&seat[..], &["has_discarded", "discarded"]].concat();
    same::<Catan>(&base(), &short(base(), &base_root, &base_seat));
    let knights = view::<CitiesAndKnights>(json!({
        "seats": {
            "A": {"cities": ["I28"], "knights": {"strong": ["I34"]}, "active": ["I34"], "hand": {"ore": 2, "paper": 1},
                  "levels": {"science": 2}, "progress": {"spy": 1, "smith": 1}},
            "B": {"settlements": ["I17"], "progress": {"crane": 1}, "hand": {"coin": 2}}
        },
        "ship": 3, "dice": ["science", 2, 3], "merchant": {"seat": "B", "hex": "H5"}
    }));
    let own = ["barbarian_strength", "knight_strength", "deck_sizes", "decks", "fighting_knights"];
    let more = ["walls_left", "knights_left", "hand_limit", "has_handed_in", "handed_in", "dropped"];
    let short_knights =
        short(knights.clone(), &[&root[..], &open, &own].concat(), &[&seat[..], &more].concat());
    same::<CitiesAndKnights>(&knights, &short_knights);
}

fn same<G: Game>(whole: &Value, short: &Value) {
    let position = SeatPosition::<G>::from_document(&short.to_string());
    let position = position.unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(&serde_json::to_value(position.view()).expect("a document"), whole);
}

/// Lists of places are sets: another program may write them in any order.
#[test]
fn the_order_of_places_does_not_matter() {
    let mut document = base();
    document["seats"]["A"]["roads"].as_array_mut().expect("an array").reverse();
    same::<Catan>(&base(), &document);
}
