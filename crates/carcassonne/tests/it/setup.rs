//! Setups that cannot be: every fault with its clause, hostile ones, and damaged ones, which are refused or can be
//! played on. Options and outcomes beside them.

use crate::common;
use crate::common::{Naming, any_options, random_step};
use carcassonne::{
    Base, Cell, Event, Figure, FigureSetup, Game, Goods, MayflowerOptions, NewWorld, Options, PhaseSetup,
    Place, Points, Rotation, Rules, SeatSetup, Setup, TileKind, TileSetup, Traders, TradersOptions,
};
use game::options::{NamedOptions, Values};
use game::{Draws, Seat, Seed, Substream};

fn read<R: Rules>(json: &str) -> Setup<R> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// The clauses of all faults, in the order in which they are reported; a fault without one is `-`.
fn clauses<R: Rules>(json: &str) -> Vec<&'static str> {
    let Err(faults) = Game::<R>::from_setup(&read(json)) else { panic!("{json} was accepted") };
    for fault in &faults {
        assert!(!fault.to_string().is_empty(), "{json}");
        let known = |id| rulebook::clause(id, rulebook::Lang::En).is_some();
        assert!(fault.clause.is_none_or(known), "{json}: {fault:?}");
    }
    faults.iter().map(|fault| fault.clause.unwrap_or("-")).collect()
}

#[test]
fn every_fault_of_the_base_game_has_its_clause() {
    for (json, expected) in [
        // Tiles.
        (r#"{"tiles": ["TB-01@(0,-1)"]}"#, &["CARC-SETUP-2"][..]),
        (r#"{"tiles": ["C@(0,-1)", "C@(0,-2)"]}"#, &["CARC-SETUP-2"]),
        (r#"{"tiles": ["U@(5,5)"]}"#, &["CARC-TILE-2"]),
        (r#"{"tiles": ["U@(1,1)"]}"#, &["CARC-TILE-2"]),
        (r#"{"tiles": ["U@(1,0)"]}"#, &["CARC-TILE-3"]),
        (r#"{"tiles": ["U@(0,0)r1"]}"#, &["CARC-TILE-8"]),
        // Figures.
        (r#"{"figures": ["A (3,3).c1"]}"#, &["CARC-MEEPLE-2"]),
        (r#"{"tiles": ["U@(1,0)r1"], "figures": ["A (1,0).c1"]}"#, &["CARC-MEEPLE-2"]),
        (r#"{"tiles": ["U@(1,0)r1"], "figures": ["C (1,0).r1"]}"#, &["CARC-COMP-4"]),
        (r#"{"figures": ["A (0,0).r1"]}"#, &["CARC-SETUP-5"]),
        (r#"{"tiles": ["U@(1,0)r1"], "figures": ["A (1,0).r1", "B (1,0).f1"]}"#, &["CARC-MEEPLE-1"]),
        (r#"{"tiles": ["U@(1,0)r1"], "figures": ["A builder (1,0).r1"]}"#, &["CARC-TURN-1"]),
        (
            r#"{"tiles": ["U@(1,0)r1"], "figures": ["A (1,0).f1"], "options": {"farmers": false}}"#,
            &["CARC-OPT-FARMERS"],
        ),
        (
            r#"{"tiles": ["U@(1,0)r1", "U@(2,0)r1", "U@(3,0)r1", "U@(4,0)r1", "U@(5,0)r1", "U@(6,0)r1", "U@(7,0)r1",
                          "U@(8,0)r1"],
                "figures": ["A (1,0).f1", "A (2,0).f1", "A (3,0).f1", "A (4,0).f1", "A (5,0).f1", "A (6,0).f1",
                            "A (7,0).f1", "A (8,0).f1"]}"#,
            &["CARC-MEEPLE-1"],
        ),
        (r#"{"tiles": ["E@(0,-1)r2"], "figures": ["A (0,-1).c1"]}"#, &["CARC-SCORE-5"]),
        (r#"{"tiles": ["E@(0,-1)r2"], "figures": ["A (0,-1).c1"], "phase": "over"}"#, &["CARC-SCORE-5"]),
        // Seats.
        (r#"{"seats": {"C": {}}}"#, &["CARC-COMP-4"]),
        (r#"{"seats": {"A": {"followers": 8}}}"#, &["CARC-MEEPLE-1"]),
        (r#"{"seats": {"A": {"score": 10000}}}"#, &["-"]),
        (r#"{"seats": {"A": {"score": {"roads": 65535, "cities": 65535}}}}"#, &["-"]),
        (r#"{"seats": {"A": {"goods": {}}}}"#, &["TB-GOODS-7"]),
        (r#"{"active": "C"}"#, &["CARC-COMP-4"]),
        (r#"{"start": "F"}"#, &["CARC-COMP-4"]),
        // The stack.
        (r#"{"stack": {"A": 3}}"#, &["CARC-SETUP-2"]),
        (r#"{"stack": {"MF-25": 1}}"#, &["CARC-SETUP-2"]),
        (r#"{"removed": ["C", "C"]}"#, &["CARC-SETUP-2"]),
        (r#"{"removed": ["C"], "phase": {"placing": "C"}}"#, &["CARC-SETUP-2"]),
        (r#"{"phase": {"placing": "TB-01"}}"#, &["CARC-SETUP-2"]),
        // What only others have.
        (r#"{"part": 1}"#, &["TB-TERM-5"]),
        (r#"{"surveyors": [0, 0]}"#, &["MAY-TERM-16"]),
        (r#"{"tiles": ["U@(1,0)r1", "U@(2,0)r1"], "phase": "deploying-first"}"#, &["TB-TIMING-2"]),
        (r#"{"tiles": ["U@(1,0)r1"], "phase": "offering-second"}"#, &["TB-DOUBLE-16"]),
        (r#"{"phase": {"settling": ["(0,0).c1", "(0,0).r1"]}}"#, &["MAY-SCORE-8"]),
        // Turns and phases.
        (r#"{"turn": 0}"#, &["-"]),
        (r#"{"turn": 65535}"#, &["-"]),
        (r#"{"phase": "drawing-start"}"#, &["CARC-TURN-1"]),
        (
            r#"{"phase": "drawing-start", "options": {"start_player": "random"}, "tiles": ["U@(1,0)r1"]}"#,
            &["CARC-TURN-1"],
        ),
        (
            r#"{"phase": "drawing-start", "options": {"start_player": "random"}, "stack": {}}"#,
            &["CARC-END-1"],
        ),
        (r#"{"stack": {}}"#, &["CARC-END-1"]),
        (r#"{"tiles": ["E@(0,-1)r2"], "phase": {"placing": "C"}}"#, &["CARC-TILE-6"]),
        (r#"{"phase": "deploying"}"#, &["CARC-MEEPLE-2"]),
        (r#"{"tiles": ["U@(2,0)r1", "U@(1,0)r1"], "phase": "deploying"}"#, &["CARC-TURN-1"]),
        (r#"{"tiles": ["U@(1,0)r1"], "figures": ["A (1,0).r1"], "phase": "deploying"}"#, &["CARC-MEEPLE-1"]),
        (
            r#"{"tiles": ["U@(1,0)r1"], "seats": {"A": {"followers": 0}}, "phase": "deploying"}"#,
            &["CARC-MEEPLE-10"],
        ),
        // Options.
        (r#"{"options": {"players": 6, "six_players": false}}"#, &["CARC-OPT-SIX"]),
        (r#"{"options": {"players": 3, "start_player": "D"}}"#, &["CARC-OPT-START"]),
    ] {
        assert_eq!(clauses::<Base>(json), expected, "{json}");
    }
}

#[test]
fn every_fault_of_traders_and_builders_has_its_clause() {
    let row = r#""tiles": ["U@(1,0)r1", "U@(2,0)r1", "U@(-1,0)r1"]"#;
    for (rest, expected) in [
        (r#""seats": {"A": {"goods": {"wine": 5}}, "B": {"goods": {"wine": 5}}}"#, &["TB-COMP-2"][..]),
        (
            r#""seats": {"A": {"goods": {"wine": 255}}, "B": {"goods": {"grain": 7, "cloth": 6}}}"#,
            &["TB-COMP-2"; 3],
        ),
        (r#""figures": ["A builder (1,0).r1"]"#, &["TB-BUILDER-1"]),
        (r#""figures": ["B (2,0).r1", "A builder (1,0).r1"]"#, &["TB-BUILDER-1"]),
        (r#""figures": ["A (2,0).f1", "A builder (1,0).f1"]"#, &["TB-BUILDER-5"]),
        (r#""figures": ["A (2,0).r1", "A pig (1,0).r1"]"#, &["TB-PIG-1"]),
        (r#""figures": ["A (2,0).r1", "A pig (1,0).f1"]"#, &["TB-PIG-1"]),
        (r#""figures": ["A (2,0).r1", "A builder (1,0).r1", "A builder (-1,0).r1"]"#, &["TB-DEPLOY-2"]),
        (r#""figures": ["A (2,0).r1", "A builder (2,0).r1"]"#, &["CARC-MEEPLE-1"]),
        (r#""part": 0"#, &["TB-TERM-5"]),
        (r#""part": 3"#, &["TB-DOUBLE-9"]),
        (r#""part": 5, "options": {"house_builder_chain": true}"#, &["TB-TERM-5"]),
        (r#""part": 255, "options": {"house_builder_chain": true}, "phase": "deploying""#, &["TB-TERM-5"]),
        (r#""part": 2, "phase": "over""#, &["TB-TERM-5"]),
        (r#""part": 2, "phase": "offering-second""#, &["TB-DOUBLE-9"]),
        (r#""part": 2, "phase": "deploying-first""#, &["TB-TIMING-2"]),
        (
            r#""part": 1, "phase": "deploying-first", "options": {"second_tile": "immediate"}"#,
            &["TB-TIMING-2"],
        ),
        (r#""phase": "offering-second", "options": {"double_turn": "mandatory"}"#, &["TB-OPT-DOUBLE"]),
        (
            r#""part": 2, "phase": "offering-second",
               "options": {"double_turn": "mandatory_all", "house_builder_chain": true}"#,
            &["TB-OPT-DOUBLE"],
        ),
        (r#""phase": "offering-second", "stack": {}"#, &["TB-DOUBLE-16"]),
        (r#""phase": "offering-second", "options": {"second_tile": "immediate"}"#, &["TB-DOUBLE-1"]),
        (
            r#""phase": "offering-second", "options": {"second_tile": "immediate"},
               "figures": ["A (2,0).r1", "A builder (1,0).r1", "A (-1,0).f1"]"#,
            &["TB-TIMING-2"],
        ),
        (
            r#""part": 2, "options": {"second_tile": "immediate"}, "figures": ["B (-1,0).f1"]"#,
            &["TB-TIMING-2"],
        ),
        (
            r#""part": 2, "options": {"second_tile": "immediate"}, "phase": "deploying-first",
               "figures": ["B (-1,0).f1"]"#,
            &["TB-TIMING-2"],
        ),
        (r#""options": {"house_builder_chain": true, "second_tile": "immediate"}"#, &["TB-HOUSE-4"]),
        (r#""options": {"house_builder_chain": true, "traders_edition": "first"}"#, &["TB-HOUSE-4"]),
    ] {
        let json = format!("{{{row}, {rest}}}");
        assert_eq!(clauses::<Traders>(&json), expected, "{json}");
    }
    assert_eq!(clauses::<Traders>(r#"{"part": 2}"#), ["TB-TERM-5"]);
    assert_eq!(clauses::<Traders>(r#"{"phase": "offering-second"}"#), ["TB-TERM-5"]);
    // With `mandatory` the third tile is offered, and in a chain by the first edition the timing is said by itself.
    for options in [
        r#"{"double_turn": "mandatory", "house_builder_chain": true}"#,
        r#"{"house_builder_chain": true, "traders_edition": "first", "second_tile": "after_first_part"}"#,
    ] {
        let third = format!(r#"{{{row}, "part": 2, "phase": "offering-second", "options": {options}}}"#);
        assert!(Game::<Traders>::from_setup(&read(&third)).is_ok(), "{options}");
    }
    // By the rules of 2003 builder and pig may have stayed alone.
    for options in [
        r#"{"special_figures": "followers_2003"}"#,
        r#"{"special_figures": "followers_2003_counted"}"#,
        r#"{"traders_edition": "first"}"#,
    ] {
        let alone = format!(r#"{{{row}, "figures": ["A builder (1,0).r1"], "options": {options}}}"#);
        assert!(Game::<Traders>::from_setup(&read(&alone)).is_ok(), "{options}");
    }
    let current = format!(
        r#"{{{row}, "figures": ["A builder (1,0).r1"],
            "options": {{"traders_edition": "first", "special_figures": "no_followers"}}}}"#
    );
    assert_eq!(clauses::<Traders>(&current), ["TB-BUILDER-1"]);
}

#[test]
fn every_fault_of_mayflower_has_its_clause() {
    for (json, expected) in [
        (r#"{"tiles": ["MF-25@(1,3)"]}"#, &["MAY-TILE-4"][..]),
        (r#"{"tiles": ["MF-25@(0,3)"]}"#, &["MAY-TILE-4"]),
        (r#"{"tiles": ["MF-25@(-5,3)"]}"#, &["MAY-TILE-1"]),
        (r#"{"tiles": ["MF-25@(-1,4)"]}"#, &["MAY-TILE-2"]),
        (r#"{"tiles": ["A@(-1,3)"]}"#, &["MAY-SETUP-4"]),
        (
            r#"{"tiles": ["MF-25@(-1,10)", "MF-25@(-1,11)"], "options": {"layout_limit": "board"}}"#,
            &["MAY-OPT-NS"],
        ),
        (r#"{"figures": ["A (0,1).bf1"]}"#, &["MAY-SETTLER-4"]),
        (r#"{"seats": {"F": {}}}"#, &["MAY-COMP-5"]),
        (r#"{"surveyors": [1, 0]}"#, &["MAY-SURVEYOR-5"]),
        (r#"{"surveyors": [-2, 0]}"#, &["MAY-SURVEYOR-5"]),
        (r#"{"surveyors": [-128, 127]}"#, &["MAY-SURVEYOR-5"]),
        (r#"{"surveyors": [-128, -128]}"#, &["MAY-SURVEYOR-8"]),
        (r#"{"surveyors": [-127, -128]}"#, &["MAY-SURVEYOR-8"]),
        (r#"{"surveyors": [-96, -95]}"#, &["MAY-SURVEYOR-8"]),
        (r#"{"phase": {"settling": []}}"#, &["MAY-SCORE-8"]),
        (r#"{"phase": {"settling": ["(0,1).bf1"]}}"#, &["MAY-SCORE-8"]),
        (r#"{"phase": {"settling": ["(0,1).bf1", "(-1,3).c1"]}}"#, &["MAY-SCORE-8"; 2]),
        (r#"{"part": 1}"#, &["TB-TERM-5"]),
    ] {
        assert_eq!(clauses::<NewWorld>(json), expected, "{json}");
    }
    // The tiles that a surveyor walked over may be left out, up to the longest row.
    assert!(Game::<NewWorld>::from_setup(&read(r#"{"surveyors": [-95, -95]}"#)).is_ok());
}

/// Positions of play where buildings are to be chosen, with what waits told wrongly.
#[test]
fn what_waits_to_be_settled_is_told_exactly() {
    let mut met = 0;
    common::watch_games::<NewWorld>(0..200, |game, _| {
        let setup = game.to_setup();
        let PhaseSetup::Settling(places) = &setup.phase else { return };
        met += 1;
        let refused = |places: Vec<Place>, clause| {
            let wrong = Setup { phase: PhaseSetup::Settling(places), ..setup.clone() };
            let faults = Game::from_setup(&wrong).expect_err("it was told wrongly");
            assert!(faults.iter().all(|fault| fault.clause == Some(clause)), "{faults:?}");
        };
        refused(vec![places[0], places[0]], "MAY-SCORE-8");
        refused(vec![places[0]], "MAY-SCORE-8");
        if places.len() > 2 {
            refused(places[1..].to_vec(), "MAY-SCORE-5");
        }
        refused(vec![places[0]; 5000], "MAY-SCORE-8");
        // A building may be named by any of its segments.
        let otherwise = places.iter().map(|&place| {
            let id = game.land().feature_at(place).expect("a building");
            let (tile, index) = game.land().segments_of(id).next().expect("a segment");
            game.land().place_of(tile, index)
        });
        let renamed = Setup { phase: PhaseSetup::Settling(otherwise.collect()), ..setup.clone() };
        assert!(Game::from_setup(&renamed).is_ok_and(|again| again == *game));
    });
    assert!(met > 3, "{met} positions");
}

#[test]
fn all_faults_come_at_once() {
    let json = r#"{"active": "F", "start": "E", "surveyors": [0, 0], "part": 2, "removed": ["TB-01"],
        "tiles": ["U@(9,9)", "C@(0,-1)", "C@(0,-2)"], "figures": ["A (7,7).c1", "A (0,0).c1"],
        "seats": {"C": {}, "A": {"score": 60000, "followers": 200}}, "stack": {"C": 2}}"#;
    assert_eq!(clauses::<Base>(json).len(), 13);
}

#[test]
fn hostile_setups_get_clear_faults() {
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let tile = |text: String| format!("\"{text}\"");
    // Thousands of tiles, in lines that reach the ends of the world, and again and again the same.
    let far: Vec<String> =
        (-128..128).flat_map(|x| [tile(format!("U@({x},0)r1")), tile(format!("U@(0,{x})"))]).collect();
    let same = vec![tile("B@(0,1)".to_owned()); 5_000];
    for tiles in [
        list(far),
        list(same),
        list((0..5_000).map(|n| tile(format!("V@({},{})r{}", n % 128, n / 128, n % 4))).collect()),
    ] {
        let json = format!(r#"{{"tiles": {tiles}}}"#);
        let faults = Game::<Base>::from_setup(&read(&json)).expect_err("so many");
        assert!(faults.len() > 100 && faults.iter().all(|fault| fault.clause.is_some()));
        assert!(
            Game::<Traders>::from_setup(&read(&json)).is_err()
                && Game::<NewWorld>::from_setup(&read(&json)).is_err()
        );
    }
    // Corners of the world, where a neighbour's coordinates would not fit.
    for corner in ["(127,127)", "(-128,-128)", "(127,-128)", "(-128,127)", "(127,0)", "(0,-128)"] {
        let json =
            format!(r#"{{"tiles": ["V@{corner}r3"], "figures": ["A {corner}.r1", "B pig {corner}.f1"]}}"#);
        assert_eq!(clauses::<Base>(&json)[0], "CARC-TILE-2");
        assert_eq!(clauses::<Traders>(&json).len(), 3);
        let json = format!(
            r#"{{"tiles": ["MF-25@{corner}"], "phase": {{"settling": ["{corner}.farm", "{corner}.f1"]}}}}"#
        );
        assert!(!clauses::<NewWorld>(&json).is_empty());
    }
    // What is no setup at all says what one looks like.
    for (json, expected) in [
        (r#"{"tile": []}"#, "unknown field `tile`"),
        (r#"{"tiles": ["coast-1@(0,1)"]}"#, "is not a tile"),
        (r#"{"tiles": ["A"]}"#, "V@(1,-2)r3"),
        (r#"{"tiles": ["A@(128,0)"]}"#, "from (-128,-128) to (127,127)"),
        (r#"{"tiles": ["A@(1,0)r4"]}"#, "r0, r1, r2 or r3"),
        (r#"{"tiles": [""]}"#, "V@(1,-2)r3"),
        (r#"{"figures": ["A knight (1,0).c1"]}"#, "is not a figure"),
        (r#"{"figures": ["Z (1,0).c1"]}"#, "is not a figure"),
        (r#"{"figures": ["A (1,0).x1"]}"#, "is not a segment"),
        (r#"{"figures": ["A (1,0)"]}"#, "(1,-2).c1"),
        (r#"{"seats": {"G": {}}}"#, "seat"),
        (r#"{"seats": {"A": {"score": 65536}}}"#, "a score is a number"),
        (r#"{"seats": {"A": {"score": {"luck": 1}}}}"#, "a score is a number"),
        (r#"{"seats": {"A": {"followers": 256}}}"#, "256"),
        (r#"{"seats": {"A": {"goods": {"beer": 1}}}}"#, "unknown field `beer`"),
        (r#"{"stack": {"coast-1": 1}}"#, "is not a tile"),
        (r#"{"phase": "sleeping"}"#, "unknown variant `sleeping`"),
        (r#"{"phase": {"placing": "Z"}}"#, "is not a tile"),
        (r#"{"surveyors": [-129, 0]}"#, "-129"),
        (r#"{"surveyors": [0]}"#, "length 1"),
        (r#"{"options": {"players": 7}}"#, "number from 2 to 6"),
        (r#"{"options": {"pigs": 1}}"#, "pigs"),
        ("[]", ""),
        ("", "EOF"),
    ] {
        match serde_json::from_str::<Setup<Base>>(json) {
            Ok(setup) => assert!(json == "[]" && Game::from_setup(&setup).is_ok(), "{json} was read"),
            Err(error) => assert!(error.to_string().contains(expected), "{json}: {error}"),
        }
    }
    // Kinds that are no tiles, in setups that were never text.
    for tile in [TileKind::coast(1), TileKind::coast(10)] {
        let lies = TileSetup { tile, cell: Cell::new(1, 0), rotation: Rotation::new(0) };
        let setup = Setup::<NewWorld> {
            tiles: vec![lies],
            removed: vec![tile],
            stack: Some([(tile, 1)].into()),
            phase: PhaseSetup::Placing(tile),
            ..Setup::default()
        };
        let faults = Game::from_setup(&setup).expect_err("start spaces are no tiles");
        assert!(
            faults.len() >= 4 && faults.iter().all(|fault| fault.clause == Some("MAY-SETUP-4")),
            "{faults:?}"
        );
    }
    let wrong = Options { players: 200, ..Options::default() };
    assert!(Game::<Base>::from_setup(&Setup { options: wrong, ..Setup::default() }).is_err());
}

#[test]
fn the_shortest_setup_is_the_first_draw() {
    assert!(Game::<Base>::from_setup(&read("{}")).is_ok_and(|game| game == Game::new(&Options::default())));
    assert!(
        Game::<Traders>::from_setup(&read("{}"))
            .is_ok_and(|game| game == Game::new(&TradersOptions::default()))
    );
    assert!(
        Game::<NewWorld>::from_setup(&read("{}"))
            .is_ok_and(|game| game == Game::new(&MayflowerOptions::default()))
    );
}

/// A position with a few of its parts changed at random: possible or not.
fn damaged<R: Rules>(mut setup: Setup<R>, kinds: carcassonne::Kinds, draws: &mut Substream) -> Setup<R> {
    for _ in 0..=draws.below(3) {
        let seat = Seat::new(draws.below(6) as usize).expect("a seat");
        let kind = kinds.get(draws.below(kinds.len() as u32) as usize);
        let figure = Figure::ALL[draws.below(3) as usize];
        let at = draws.below(setup.tiles.len() as u32 + 1) as usize;
        let own = setup.seats.entry(if draws.below(4) > 0 { Seat::A } else { seat });
        match draws.below(20) {
            0 if at < setup.tiles.len() => setup.tiles[at].rotation = Rotation::new(draws.below(4) as usize),
            1 if at < setup.tiles.len() => setup.tiles[at].tile = kind,
            2 if at < setup.tiles.len() => drop(setup.tiles.remove(at)),
            3 if at < setup.tiles.len() => setup.tiles.truncate(at),
            4 if at < setup.tiles.len() => setup.tiles.swap(at, 0),
            5 => own.or_default().score = Points { roads: draws.below(65_536) as u16, ..Points::default() },
            6 => own.or_default().followers = Some(draws.below(9) as u8),
            7 => {
                let goods = Goods {
                    wine: draws.below(10) as u8,
                    grain: draws.below(7) as u8,
                    cloth: draws.below(256) as u8,
                };
                own.or_default().goods = Some(goods);
            }
            8 | 9 => {
                if let Some(tile) = setup.tiles.get(at) {
                    let segments = tile.tile.segments();
                    let segment = segments[draws.below(segments.len() as u32) as usize].id;
                    setup.figures.push(FigureSetup {
                        seat,
                        figure,
                        place: Place { cell: tile.cell, segment },
                    });
                }
            }
            10 => setup.figures.clear(),
            11 => setup.stack = Some([(kind, draws.below(3) as u8)].into()),
            12 => setup.removed.push(kind),
            13 => setup.active = seat,
            14 => setup.turn = [None, Some(draws.below(65_536) as u16)][draws.below(2) as usize],
            15 => setup.part = [None, Some(draws.below(256) as u8), Some(2)][draws.below(3) as usize],
            16 => {
                let column = -(draws.below(6) as i8);
                setup.surveyors = Some([column, column - draws.below(2) as i8]);
            }
            17 => setup.seats = [(Seat::B, SeatSetup::default())].into(),
            _ => {
                let waiting = setup.figures.iter().map(|figure| figure.place).collect();
                setup.phase = [
                    PhaseSetup::DrawingStart,
                    PhaseSetup::Drawing,
                    PhaseSetup::Placing(kind),
                    PhaseSetup::Deploying,
                    PhaseSetup::DeployingFirst,
                    PhaseSetup::OfferingSecond,
                    PhaseSetup::Settling(waiting),
                    PhaseSetup::Over,
                ][draws.below(8) as usize]
                    .clone();
            }
        }
    }
    setup
}

#[test]
fn damaged_positions_are_refused_or_can_be_played_on() {
    fn run<R: Rules>(seeds: std::ops::Range<u64>) {
        let (mut accepted, mut refused) = (0, 0);
        for seed in seeds {
            let _naming = Naming(R::NAME, Seed(seed));
            let options = any_options::<R>(seed);
            let mut positions: Vec<Setup<R>> = Vec::new();
            common::watch::<R>(Seed(seed), &options, |game, _| positions.push(game.to_setup()));
            let mut draws = Seed(seed).substream("damage", 0);
            for _ in 0..60 {
                let position = positions[draws.below(positions.len() as u32) as usize].clone();
                let setup = damaged(position, Game::<R>::new(&options).kinds(), &mut draws);
                let Ok(game) = Game::from_setup(&setup) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                play_to_the_end(game, &mut draws);
            }
        }
        assert!(accepted > 200 && refused > 200, "{accepted} accepted, {refused} refused");
    }
    run::<Base>(0..20);
    run::<Traders>(0..30);
    run::<NewWorld>(0..20);
}

/// To the end of the game, each position described and made again; the assertions of debug builds watch.
fn play_to_the_end<R: Rules>(mut game: Game<R>, draws: &mut Substream) {
    let mut events: Vec<Event> = Vec::new();
    loop {
        if draws.below(6) == 0 {
            let setup = game.to_setup();
            let text = || serde_json::to_string(&setup).expect("a setup as JSON");
            match Game::from_setup(&setup) {
                Ok(again) => assert!(again == game, "another position: {}", text()),
                Err(faults) => panic!("{faults:?}: {}", text()),
            }
        }
        if random_step(&mut game, draws, &mut events).is_none() {
            return;
        }
    }
}

#[test]
fn options_are_read_and_written_by_name() {
    fn run<O: NamedOptions + PartialEq + std::fmt::Debug>(clauses: &str, conflicts: &[&str]) {
        for info in O::TABLE {
            assert!(rulebook::clause(info.clause, rulebook::Lang::En).is_some(), "{}", info.clause);
            let values = match info.values {
                Values::Range(first, last) | Values::RangeOrNone(first, last) => {
                    (first..=last).map(|n| n.to_string()).collect()
                }
                Values::Counts(_) => vec!["default".to_owned(), "MF-01a:5,MF-24:0".to_owned()],
                _ => info.values.names(),
            };
            assert!(
                values.len() > 1
                    && info.clause.split('-').next().is_some_and(|chapter| clauses.contains(chapter))
            );
            for value in values {
                let mut options = O::default();
                options.set(info.name, &value).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(options.get(info.name).as_deref(), Ok(value.as_str()), "{}", info.name);
            }
            for wrong in ["", "never", "-1", "99999999999999999999", "a", " true", "TRUE\0"] {
                assert!(O::default().set(info.name, wrong).is_err(), "{}={wrong:?}", info.name);
            }
        }
        assert!(O::default().set("no_such_option", "true").is_err());
        let found: Vec<&str> = O::CONFLICTS.iter().map(|conflict| conflict.name).collect();
        assert_eq!(found, conflicts);
    }
    run::<Options>("CARC", &["no_sixth_player"]);
    run::<TradersOptions>("CARC TB", &["no_sixth_player", "chain_at_once"]);
    run::<MayflowerOptions>("MAY", &[]);
}
