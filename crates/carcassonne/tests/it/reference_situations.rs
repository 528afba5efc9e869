//! The slow reference against the situations of `rulebook/carcassonne-questions.md`: before it judges the engine, it is
//! judged itself. Red is seat A, Blue B, Green C, Yellow D, unless a situation names another order.

use crate::reference;
use crate::reference::{Table, TurnStage, Which};
use serde_json::{Value, json};

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;

/// A position of three seats: tiles and figures divided by `;`, and the options.
fn position(which: Which, tiles: &str, figures: &str, options: Value) -> Table {
    let list = |text: &str| {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut options = options;
    if options["players"].is_null() {
        options["players"] = json!(3);
    }
    Table::at(which, &json!({ "options": options, "tiles": list(tiles), "figures": list(figures) }))
}

fn base(tiles: &str, figures: &str) -> Table {
    position(Which::Base, tiles, figures, json!({}))
}

fn traders(tiles: &str, figures: &str) -> Table {
    position(Which::Traders, tiles, figures, json!({}))
}

fn mayflower(surveyors: [i32; 2], tiles: &str, figures: &str) -> Table {
    Table { surveyors, ..position(Which::Mayflower, tiles, figures, json!({})) }
}

/// Gives a seat a tile in hand.
fn hand(table: &mut Table, seat: usize, kind: &str) {
    let kind = table.kind_named(kind);
    table.stack[kind] -= 1;
    (table.active, table.stage) = (seat, TurnStage::Placing(kind));
}

/// The seat places a tile: `U@(1,0)r1`.
fn lay(table: &mut Table, seat: usize, tile: &str) {
    let (kind, place) = tile.split_once('@').expect("a tile and its place");
    hand(table, seat, kind);
    table.play(&format!("place {place}{}", if place.contains(")r") { "" } else { "r0" }));
}

/// The seat places a tile and deploys: `c1`, `builder r1`, or nothing.
fn turn(table: &mut Table, seat: usize, tile: &str, figure: &str) {
    lay(table, seat, tile);
    if figure.is_empty() {
        if matches!(table.stage, TurnStage::Deploying(_)) {
            table.play("pass");
        }
    } else {
        table.play(&format!("deploy {figure}"));
    }
}

fn points(table: &Table) -> Vec<u32> {
    table.points.iter().map(reference::Points::total).collect()
}

/// The points of a game that ends now.
fn at_the_end(table: &Table) -> Vec<u32> {
    let mut table = table.clone();
    table.finish();
    points(&table)
}

fn with_option(table: &Table, name: &str, value: &str) -> Table {
    let options = reference::Options::from_json(&json!({ "players": 3, name: value }));
    Table { options, ..table.clone() }
}

/// The rotations in which a tile fits at a place.
fn rotations(table: &Table, kind: &str, x: i32, y: i32) -> Vec<usize> {
    let places = table.placements(table.kind_named(kind));
    places.into_iter().filter(|place| (place.0, place.1) == (x, y)).map(|place| place.2).collect()
}

// A. Base game.

#[test]
fn c_01_to_04_placing() {
    assert!(rotations(&base("", ""), "U", 1, 1).is_empty());
    let table = base("E@(0,-1)r2; V@(1,0)", "");
    assert!(rotations(&table, "U", 1, -1).is_empty());
    assert_eq!(rotations(&table, "E", 1, -1), [0, 1]);
    let mut table = base("E@(0,-1)r2", "");
    table.play("tile C");
    assert_eq!((&table.stage, table.active, table.removed.len()), (&TurnStage::Drawing, A, 1));
    let mut table = base("E@(0,-1)r2", "A (0,-1).f1");
    table.stack.fill(0);
    table.stack[2] = 1;
    table.play("tile C");
    assert_eq!((table.turn_of(), points(&table)), ("over A".to_owned(), vec![3, 0, 0]));
}

#[test]
fn c_05_to_08_deploying() {
    for seat in [A, B] {
        let mut table = base("U@(1,0)r1", "A (1,0).r1");
        lay(&mut table, seat, "U@(2,0)r1");
        assert_eq!(table.legal(), ["deploy f1", "deploy f2", "pass"]);
    }
    let mut table = base("", "");
    lay(&mut table, A, "U@(1,0)r1");
    assert_eq!(table.legal(), ["deploy r1", "deploy f1", "deploy f2", "pass"]);
    let road = table.layout.feature_of(table.part_at("(1,0).r1"));
    assert_eq!(table.layout.feature_of(table.part_at("(0,0).r1")), road);
    for (option, expected) in [("full", 4), ("half", 2)] {
        let mut table = with_option(&base("", ""), "small_city", option);
        turn(&mut table, A, "E@(0,-1)r2", "c1");
        assert_eq!((points(&table), table.supply(A)), (vec![expected, 0, 0], [7, 0, 0]));
    }
    let mut table = base("N@(0,-1)r2", "A (0,-1).c1");
    table.owned[A] = [1, 0, 0];
    lay(&mut table, A, "E@(1,-1)r3");
    assert_eq!((points(&table), table.supply(A), table.active), (vec![6, 0, 0], [1, 0, 0], B));
}

#[test]
fn c_09_to_14_completing() {
    let mut table = base("N@(0,-1)r2; K@(1,0)", "A (0,-1).c1; B (1,0).c1");
    turn(&mut table, A, "N@(1,-1)r3", "");
    assert_eq!((points(&table), table.figures.len()), (vec![8, 8, 0], 0));
    let mut table =
        base("R@(0,-1)r2; J@(-1,0); K@(1,0); N@(-1,-1)r2", "A (0,-1).c1; A (-1,0).c1; B (1,0).c1");
    turn(&mut table, B, "N@(1,-1)r3", "");
    assert_eq!((points(&table), table.figures.len()), (vec![12, 0, 0], 0));
    let mut table = base("", "");
    turn(&mut table, A, "E@(0,-1)r2", "");
    assert_eq!(points(&table), [0, 0, 0]);
    let mut table = base("V@(0,1)r3; V@(1,1); V@(1,2)r1", "A (0,1).r1");
    lay(&mut table, B, "V@(0,2)r2");
    let field = |text: &str| table.layout.feature_of(table.part_at(text));
    assert_ne!(field("(0,2).f1"), field("(0,2).f2"));
    table.play("pass");
    assert_eq!(points(&table), [4, 0, 0]);
    let mut table = base("W@(0,1); V@(1,1); V@(1,2)r1", "A (1,1).r1");
    turn(&mut table, B, "V@(0,2)r2", "");
    assert_eq!(points(&table), [4, 0, 0]);
    assert!(!table.layout.is_completed(table.layout.feature_of(table.part_at("(0,1).r3"))));
    let mut table = base(C_14, "A (0,1).c1; B (0,2).m");
    assert_eq!(at_the_end(&table), [1, 8, 0], "C-15");
    turn(&mut table, C, "E@(-1,1)r1", "");
    assert_eq!((points(&table), table.figures.len()), (vec![4, 9, 0], 0));
}

const C_14: &str = "E@(0,1)r3; B@(0,2); E@(1,1); E@(1,2)r1; U@(1,3)r1; U@(0,3)r1; U@(-1,3)r1; E@(-1,2)r3";

#[test]
fn c_16_to_20_the_end() {
    let mut table = base("M@(0,-1)r2; F@(1,-1)", "A (0,-1).c1");
    assert_eq!(at_the_end(&table), [5, 0, 0]);
    turn(&mut table, B, "E@(2,-1)r3", "");
    assert_eq!(points(&table), [12, 0, 0]);
    let table = base("E@(0,-1)r2; U@(1,0)r1", "A (0,-1).f1; A (1,0).f2");
    let by = |table: &Table| {
        ["third", "second", "first"].map(|value| at_the_end(&with_option(table, "farm_scoring", value)))
    };
    assert_eq!(by(&table), [[6, 0, 0], [3, 0, 0], [4, 0, 0]]);
    let table = base("E@(0,-1)r2; U@(1,0)r1; U@(-1,0)r1", "B (0,-1).f1; A (1,0).f2; C (-1,0).f1");
    assert_eq!(by(&table), [[3, 3, 0], [3, 3, 0], [4, 4, 0]]);
    assert_eq!(at_the_end(&base("N@(0,-1)r2; K@(1,0); N@(1,-1)r3", "A (1,0).f1")), [3, 0, 0]);
    assert_eq!(at_the_end(&base("E@(0,-1)r2; U@(1,0)r1", "A (1,0).f1")), [0, 0, 0]);
}

/// Seat A places the last tile of the stack and deploys nothing.
fn hand_last(table: &mut Table, tile: &str) {
    let kind = table.kind_named(tile.split('@').next().expect("a kind"));
    table.stack.fill(0);
    table.stack[kind] = 1;
    turn(table, A, tile, "");
}

#[test]
fn c_21_to_24_segments_and_the_last_turn() {
    let table = base("T@(0,-1)r2; A@(1,0)r1", "");
    let feature = |text: &str| table.layout.feature_of(table.part_at(text));
    assert_ne!(feature("(0,-1).f1"), feature("(0,-1).f2"));
    assert_eq!(feature("(0,0).f1"), feature("(0,0).f2"));
    let mut table = base("U@(1,0)r1", "A (1,0).r1");
    table.points[B].earlier = 3;
    hand_last(&mut table, "U@(2,0)r1");
    assert_eq!((table.turn_of(), points(&table)), ("over AB".to_owned(), vec![3, 3, 0]));
    let mut table = base("", "");
    turn(&mut table, A, "H@(0,-1)", "c2");
    assert_eq!((points(&table), table.supply(A)), (vec![4, 0, 0], [7, 0, 0]));
    let mut table = base("A@(1,0)r1", "");
    lay(&mut table, A, "U@(-1,0)r1");
    assert_eq!(table.legal(), ["deploy r1", "deploy f1", "deploy f2", "pass"]);
    let mut table = base("A@(1,0)r1", "B (1,0).f1");
    lay(&mut table, A, "U@(-1,0)r1");
    assert_eq!(table.legal(), ["deploy r1", "pass"]);
}

// B. Traders & Builders.

const P1: &str = "A@(-1,0)r3; U@(1,0)r1";
const P1_FIGURES: &str = "A (-1,0).r1; A builder (1,0).r1";

#[test]
fn t_01_to_03_the_builder() {
    let mut table = traders("", "");
    turn(&mut table, A, "U@(1,0)r1", "r1");
    assert_eq!(table.stage, TurnStage::Drawing);
    turn(&mut table, A, "U@(2,0)r1", "builder r1");
    assert_eq!(table.stage, TurnStage::Drawing);
    turn(&mut table, A, "U@(3,0)r1", "");
    assert_eq!((table.legal(), table.supply(A)), (vec!["second".into(), "end".into()], [6, 0, 1]));
    let mut table = traders(P1, P1_FIGURES);
    turn(&mut table, A, "S@(2,0)r1", "c1");
    assert_eq!(
        (points(&table), table.supply(A), &table.stage),
        (vec![4, 0, 0], [6, 1, 1], &TurnStage::OfferingSecond)
    );
    table.play("second");
    assert_eq!((table.active, table.part), (A, 2));
    turn(&mut table, A, "M@(2,-1)r2", "builder c1");
    assert_eq!((table.supply(A), &table.stage, table.active), ([6, 0, 1], &TurnStage::Drawing, B));
    let mut table = traders("U@(1,0)r1; U@(2,0)r1", "B (1,0).r1; B builder (2,0).r1");
    lay(&mut table, A, "U@(3,0)r1");
    assert_eq!(table.legal(), ["deploy f1", "deploy f2", "pass"]);
    table.play("deploy f1");
    assert_eq!((&table.stage, table.active), (&TurnStage::Drawing, B));
}

#[test]
fn t_04_to_09_double_turns() {
    let tiles = format!("{P1}; E@(1,1)r2; E@(2,1)r2; E@(3,1)r2; A@(3,0)r1");
    let figures = format!("{P1_FIGURES}; B (3,0).r1");
    let mut table = traders(&tiles, &figures);
    turn(&mut table, C, "U@(2,0)r1", "");
    assert_eq!((points(&table), table.figures.len(), &table.stage), (vec![5, 5, 0], 0, &TurnStage::Drawing));
    let mut table = traders(&tiles, &figures);
    turn(&mut table, A, "U@(2,0)r1", "");
    assert_eq!(
        (points(&table), table.supply(A), &table.stage),
        (vec![5, 5, 0], [7, 1, 1], &TurnStage::OfferingSecond)
    );
    // T-05, T-07, T-08
    let mut table = traders(&format!("{P1}; E@(0,-1)r2"), P1_FIGURES);
    turn(&mut table, A, "U@(2,0)r1", "");
    let mut declined = table.clone();
    declined.play("end");
    assert_eq!((declined.active, &declined.stage), (B, &TurnStage::Drawing));
    table.play("second");
    table.play("tile C");
    assert_eq!((table.active, table.part, &table.stage), (A, 2, &TurnStage::Drawing));
    turn(&mut table, A, "U@(3,0)r1", "");
    assert_eq!((table.active, &table.stage), (B, &TurnStage::Drawing));
    let mut table = with_option(&traders(P1, P1_FIGURES), "double_turn", "mandatory");
    turn(&mut table, A, "U@(2,0)r1", "");
    assert_eq!((table.active, table.part, &table.stage), (A, 2, &TurnStage::Drawing));
    let mut table = traders(P1, P1_FIGURES);
    hand_last(&mut table, "U@(2,0)r1");
    assert!(table.turn_of().starts_with("over"));
}

#[test]
fn t_10_to_12_goods() {
    for figures in ["B (0,-1).c1", ""] {
        let mut table = traders("TB-10@(0,-1)r2; TB-09@(1,-1)r3", figures);
        turn(&mut table, A, "K@(1,0)", "");
        assert_eq!((points(&table)[B], table.goods[A]), (if figures.is_empty() { 0 } else { 8 }, [1, 1, 0]));
        assert_eq!(points(&table)[A], 0);
    }
    let mut table = traders("K@(-1,0)r2; TB-10@(-1,1)r1; J@(1,0)r2; TB-09@(1,1)", "B (-1,1).c1; A (1,1).c1");
    turn(&mut table, C, "H@(0,1)r1", "");
    assert_eq!((points(&table), table.goods[C]), (vec![6, 6, 0], [1, 1, 0]));
    let mut table = traders("E@(0,-1)r2", "");
    table.goods = vec![[3, 0, 0], [3, 0, 0], [0, 1, 0]];
    assert_eq!(at_the_end(&table), [10, 10, 10]);
    table.points[A].earlier = 137;
    assert_eq!(at_the_end(&with_option(&table, "house_goods_percent", "on")), [150, 10, 10]);
    table.goods[B][0] = 2;
    assert_eq!(at_the_end(&with_option(&table, "house_goods_consolation", "on")), [147, 4, 10]);
}

const P2: &str = "E@(0,-1)r2; U@(-1,0)r1; E@(0,1)r2; E@(1,1)r2; E@(2,1)r2; U@(2,0)r1";

#[test]
fn t_13_to_16_pigs_and_bridges() {
    let mut table = traders(P2, "A (-1,0).f2; B (2,0).f2");
    lay(&mut table, C, "U@(1,0)r1");
    assert!(!table.legal().iter().any(|text| text.contains("pig")));
    let mut table = traders(P2, "A (-1,0).f2; B (2,0).f2");
    lay(&mut table, A, "U@(1,0)r1");
    assert_eq!(table.legal(), ["deploy r1", "deploy f1", "deploy pig f2", "pass"]);
    table.play("deploy pig f2");
    assert_eq!(at_the_end(&table), [4, 3, 0]);
    let tiles = format!("{P2}; U@(1,0)r1; B@(3,1); B@(4,1); U@(4,0)r1; U@(3,0)r1");
    let table = traders(&tiles, "A (-1,0).f2; B (2,0).f2; A pig (1,0).f2; B (4,0).f2");
    assert_eq!(at_the_end(&table), [0, 3, 0]);
    let mut table = traders("U@(-1,0)r1", "A (-1,0).r1");
    lay(&mut table, B, "TB-24@(1,0)");
    assert_eq!(table.legal(), ["deploy r1", "deploy f1", "deploy f2", "deploy f3", "deploy f4", "pass"]);
    assert_eq!(at_the_end(&traders("TB-01@(0,-1)r2; E@(-1,-1)r1; E@(0,-2)r2", "A (0,-1).f1")), [6, 0, 0]);
}

#[test]
fn t_17_to_19_odd_cases() {
    let mut table = traders("U@(1,0)r1", "A (1,0).r1");
    table.owned[A] = [1, 1, 1];
    lay(&mut table, A, "U@(2,0)r1");
    assert_eq!(table.legal(), ["deploy builder r1", "pass"]);
    let mut table = with_option(&traders(P1, P1_FIGURES), "second_tile", "immediate");
    hand_last(&mut table, "U@(2,0)r1");
    assert!(table.turn_of().starts_with("over"));
    let mut table = traders("TB-24@(1,0); V@(2,0); V@(2,1)r1", "A (1,0).r2");
    turn(&mut table, B, "V@(1,1)r2", "");
    let road = table.layout.feature_of(table.part_at("(1,0).r1"));
    assert_eq!((table.layout.features[road].open, table.layout.pieces_of(road).len()), (2, 5));
    assert_eq!(at_the_end(&table), [5, 0, 0]);
}

#[test]
fn the_second_tile_at_once() {
    let mut table = with_option(&traders(P1, P1_FIGURES), "second_tile", "immediate");
    lay(&mut table, A, "S@(2,0)r1");
    assert_eq!((table.legal(), points(&table)), (vec!["second".into(), "end".into()], vec![0, 0, 0]));
    let mut declined = table.clone();
    declined.play("end");
    assert_eq!(declined.legal(), ["deploy c1", "deploy f1", "deploy f2", "pass"]);
    table.play("second");
    lay(&mut table, A, "M@(2,-1)r2");
    table.play("deploy c1");
    // TB-TIMING-2: the knight on the first tile is already there; the builder is still on the road (TB-TIMING-3).
    assert_eq!(table.legal(), ["deploy f1", "pass"]);
    table.play("pass");
    assert_eq!((points(&table), table.active), (vec![4, 0, 0], B));
}

// C. Mayflower.

#[test]
fn m_01_the_first_tile() {
    let table = mayflower([0, 0], "", "");
    assert!(rotations(&table, "MF-21a", -1, 4).contains(&1));
    assert!(!rotations(&table, "MF-21a", -1, 4).contains(&0));
    for (x, y) in [(-1, 5), (1, 4), (0, 5), (-2, 4)] {
        assert!(rotations(&table, "MF-21a", x, y).is_empty());
    }
    assert_eq!(rotations(&table, "MF-25", 0, 0), [0, 1, 2, 3]);
    assert!(rotations(&with_option(&table, "layout_limit", "board"), "MF-25", 0, 0).is_empty());
}

#[test]
fn m_02_to_04_extra_points() {
    let mut table = mayflower([0, 0], "", "");
    turn(&mut table, A, "MF-16a@(-1,2)r1", "c1");
    assert_eq!((points(&table), surveyors(&table), table.supply(A)), (vec![4, 0, 0], [-1, 0], [5, 0, 0]));
    turn(&mut table, B, "MF-23b@(-1,4)", "r1");
    assert_eq!((points(&table), surveyors(&table)), (vec![4, 8, 0], [-1, -1]));
    turn(&mut table, C, "MF-19a@(-1,5)r1", "c1");
    assert_eq!((points(&table), surveyors(&table)), (vec![4, 8, 12], [-1, -1]));
    assert_eq!(table.points[B].extra, 4);
}

fn surveyors(table: &Table) -> [i32; 2] {
    let [one, other] = table.surveyors;
    [one.min(other), one.max(other)]
}

#[test]
fn m_05_and_m_17_the_order_decides() {
    let start = || {
        let tiles = "MF-25@(-1,3); MF-21a@(-1,4)r1; MF-16a@(-2,3)r2";
        let mut table = mayflower([-1, -2], tiles, "B (-1,4).r1; A (-2,3).c1");
        turn(&mut table, C, "MF-20@(-2,4)", "");
        table
    };
    let mut table = start();
    assert_eq!(table.legal(), ["settle (-2,4).r1", "settle (-2,4).c1"], "in any order");
    table.play("settle (-2,4).c1");
    assert_eq!((points(&table), surveyors(&table), table.figures.len()), (vec![8, 0, 0], [-2, -2], 0));
    assert_eq!(table.stage, TurnStage::Drawing);
    let mut table = start();
    table.play("settle (-2,4).r1");
    assert_eq!((points(&table), surveyors(&table)), (vec![12, 7, 0], [-2, -2]));
    let start = || {
        let tiles = "MF-25@(-1,3); MF-21a@(-1,4)r1; MF-16a@(-2,3)r2; MF-25@(-3,3); MF-02a@(-3,4)r3";
        let mut table = mayflower([-1, -2], tiles, "A (-1,4).r1; C (-2,3).c1; B (-3,4).r1");
        turn(&mut table, C, "MF-17a@(-2,4)", "");
        table
    };
    let mut table = start();
    table.play("settle (-2,4).c1");
    assert_eq!((points(&table), surveyors(&table)), (vec![0, 4, 8], [-3, -2]));
    let mut table = start();
    table.play("settle (-2,4).r1");
    assert_eq!((points(&table), surveyors(&table)), (vec![8, 4, 12], [-3, -2]));
}

#[test]
fn m_06_to_08_removal() {
    let tiles = "MF-25@(-1,3); MF-21a@(-1,4)r1; MF-25@(-2,3); MF-21a@(-1,7)r1";
    let mut table = mayflower([-2, -2], tiles, "B (-1,4).f1; A (-1,7).r1");
    turn(&mut table, C, "MF-23a@(-2,4)", "");
    assert_eq!((points(&table), surveyors(&table), table.figures.len()), (vec![0, 0, 0], [-2, -2], 2));
    let tiles = "MF-25@(-1,3); MF-25@(-2,3); MF-21a@(-1,7)r1";
    let mut table = mayflower([-1, -1], tiles, "B (-1,7).r1");
    turn(&mut table, A, "MF-16a@(-1,2)r1", "c1");
    assert_eq!((points(&table), surveyors(&table), table.supply(B)), (vec![12, 0, 0], [-2, -1], [4, 0, 0]));
    turn(&mut table, A, "MF-22c@(-1,4)r3", "");
    turn(&mut table, C, "MF-19a@(-1,5)r1", "c1");
    assert_eq!((points(&table), surveyors(&table), table.supply(B)), (vec![12, 0, 8], [-2, -2], [5, 0, 0]));
    let tiles = "MF-25@(-1,3); MF-16b@(-2,3); MF-16a@(-3,3); MF-21a@(-1,7)r1";
    let mut table = mayflower([-2, -2], tiles, "B (-1,3).f1; C (-1,7).r1");
    turn(&mut table, A, "MF-16a@(-2,2)r2", "c1");
    assert_eq!((points(&table), surveyors(&table)), (vec![12, 0, 0], [-3, -2]));
    assert_eq!(table.figure_texts(), ["B (-1,3).f1"]);
}

#[test]
fn m_09_like_the_example_of_the_seed() {
    let tiles = "MF-16b@(-1,5)r1; MF-02a@(-1,6)r1; MF-21a@(-1,7)r1; MF-16a@(-2,5)r2; MF-25@(-3,5)";
    let figures = "D (-1,5).f1; A (-1,6).r1; C (-1,7).r1; B (-2,5).c1";
    let mut table = position(Which::Mayflower, tiles, figures, json!({ "players": 4 }));
    table.surveyors = [-1, -2];
    turn(&mut table, A, "MF-20@(-2,6)", "");
    table.play("settle (-2,6).r1");
    assert_eq!((points(&table), surveyors(&table)), (vec![6, 12, 0, 0], [-3, -2]));
    assert_eq!(table.figure_texts(), ["D (-1,5).f1"]);
}

#[test]
fn m_10_to_13_plains_farms_and_the_end() {
    let tiles = "MF-25@(-1,3); MF-21c@(-1,4)r1; MF-12@(-1,5); MF-16a@(-2,5)r1";
    let mut table = mayflower([0, 0], tiles, "A (-1,3).f1; B (-1,5).f1; C (-2,5).f1");
    lay(&mut table, A, "MF-02b@(-2,4)r3");
    assert_eq!(table.legal(), ["deploy r1", "deploy farm", "pass"]);
    table.play("pass");
    assert_eq!(at_the_end(&table), [5, 5, 5]);
    let tiles = "MF-01a@(-1,3); MF-16a@(-1,2)r1; MF-21a@(-1,4)r1; MF-25@(-2,2); MF-22a@(-2,4)r3";
    let mut table = mayflower([-1, -2], tiles, "A (-1,3).farm");
    assert_eq!(at_the_end(&table), [8, 0, 0]);
    turn(&mut table, B, "MF-25@(-2,3)", "");
    assert_eq!((points(&table), surveyors(&table)), (vec![13, 0, 0], [-2, -2]));
    let table = mayflower([0, 0], "MF-21c@(-1,4)r1; MF-13@(-1,5)", "A (-1,4).r1; B (-1,5).c1");
    for (name, value, expected) in [
        ("final_symbol_points", "1", 3),
        ("final_symbol_points", "0", 2),
        ("final_symbol_points", "2", 4),
        ("start_spaces_count", "false", 2),
    ] {
        assert_eq!(at_the_end(&with_option(&table, name, value)), [expected, expected, 0], "{name} {value}");
    }
}

#[test]
fn m_14_to_18_options_and_the_sea() {
    let tiles = "MF-22a@(-1,4)r3; MF-17a@(-1,5)r1; MF-22a@(-1,7)r2";
    for (value, expected) in [("per_settler", 22), ("per_player", 14)] {
        let table = mayflower([-1, -1], tiles, "A (-1,4).r1; A (-1,7).r1");
        let mut table = with_option(&table, "bonus", value);
        turn(&mut table, C, "MF-21a@(-1,6)", "");
        assert_eq!(points(&table), [expected, 0, 0]);
    }
    for (value, left) in [("true", 0), ("false", 1)] {
        let table = mayflower([-1, -1], "MF-25@(-1,3); MF-17a@(0,0)", "B (0,0).r1");
        let mut table = with_option(&table, "remove_without_move", value);
        turn(&mut table, A, "MF-16a@(-1,2)r1", "c1");
        assert_eq!((points(&table), table.figures.len()), (vec![12, 0, 0], left));
    }
    let mut table = mayflower([0, 0], "MF-17a@(0,0)", "A (0,0).r1");
    turn(&mut table, B, "MF-23a@(-1,0)", "");
    assert_eq!((points(&table), surveyors(&table)), (vec![0, 0, 0], [0, 0]));
    assert_eq!(table.figures.len(), 1);
    assert_eq!(at_the_end(&table), [2, 0, 0]);
    // M-18: with the three towns closed nothing fits a tile that is town on all sides.
    let tiles = "MF-16a@(-1,2)r1; MF-16a@(-1,5)r1; MF-16a@(-1,9)r1";
    let mut table = mayflower([0, 0], tiles, "A (-1,2).f1");
    table.stack = table.kinds.iter().map(|kind| u32::from(kind.id == "MF-03")).collect();
    table.play("tile MF-03");
    assert_eq!((table.turn_of(), points(&table)), ("over A".to_owned(), vec![1, 0, 0]));
}
