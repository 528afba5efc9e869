//! Records of whole games: written, replayed, damaged.

use game::Seed;
use shelf::{AnyGame, GameKind, Recorder, replay::replay};

/// A whole game of random listed actions, with its record.
fn play(kind: GameKind, seed: Seed, options: &[(&str, &str)]) -> (AnyGame, String) {
    let mut game = AnyGame::with_options(kind, options.iter().copied()).unwrap();
    play_on(&mut game, seed)
}

fn play_on(game: &mut AnyGame, seed: Seed) -> (AnyGame, String) {
    let mut recorder = Recorder::new(game).named(["Ada", "Bob"]).seeded(seed);
    let mut choice = seed.substream("choice", 0);
    while let Some(step) = game.random_step(seed, &mut choice) {
        game.apply(&step).unwrap();
        recorder.push(step);
    }
    (*game, recorder.finish(game).to_string())
}

#[test]
fn a_replayed_record_gives_the_same_game_and_the_same_positions() {
    use GameKind as K;
    for (seed, kind, options) in [
        (1, K::Catan, &[("players", "2")][..]),
        (2, K::Catan, &[("players", "3"), ("start_player", "highest_roll"), ("trade_build", "combined")]),
        (3, K::Catan, &[("setup", "beginner_full")]),
        (4, K::Catan, &[("turn_limit", "9")]),
        (10, K::CitiesAndKnights, &[("players", "2")]),
        (11, K::CitiesAndKnights, &[("trade_build", "separate"), ("start_player", "highest_roll")]),
        (12, K::CitiesAndKnights, &[("players", "3"), ("ck_barbarian_variant", "choose")]),
        (5, K::Carcassonne, &[("players", "6"), ("edition", "c1_2000")]),
        (6, K::Carcassonne, &[("farmers", "off"), ("start_player", "random")]),
        (7, K::TradersAndBuilders, &[("players", "4"), ("house_builder_chain", "on")]),
        (8, K::TradersAndBuilders, &[("second_tile", "immediate"), ("double_turn", "mandatory")]),
        (13, K::TradersAndBuilders, &[("players", "3"), ("traders_edition", "first")]),
        (14, K::TradersAndBuilders, &[("house_builder_chain", "on"), ("double_turn", "mandatory")]),
        (9, K::Mayflower, &[("players", "5"), ("bonus", "per_player")]),
    ] {
        let (game, text) = play(kind, Seed(seed), options);
        let mut replayed = replay(text.as_bytes()).unwrap();
        let positions: Vec<_> = replayed.by_ref().map(|position| position.unwrap()).collect();
        assert_eq!(positions.len(), text.lines().count() - 1, "header and result are no steps");
        assert_eq!(positions.last().unwrap().game, game);
        assert_eq!(replayed.result().unwrap().points, game.points());
        assert!(positions.iter().enumerate().all(|(n, position)| position.number == n));
        assert_eq!(positions[0].step, None);
        assert!(positions[1].events.as_ref().is_some_and(|events| !events.is_empty()));
    }
}

#[test]
fn a_record_may_begin_with_any_position() {
    let setup = serde_json::json!({
        "options": {"players": 2},
        "seats": {"A": {"settlements": ["I8", "I28"], "roads": ["8-13", "28-34"]},
                  "B": {"settlements": ["I14", "I40"], "roads": ["9-14", "40-45"]}},
        "phase": "before-roll"
    });
    let mut game = AnyGame::from_setup(GameKind::Catan, &setup).unwrap();
    let (end, text) = play_on(&mut game, Seed(5));
    assert!(text.lines().next().unwrap().contains("\"setup\":{"));
    assert_eq!(replay(text.as_bytes()).unwrap().last().unwrap().unwrap().game, end);
    let other = text.replacen("\"options\":{\"auto_declare\":true", "\"options\":{\"auto_declare\":false", 1);
    let error = replay(other.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("are not the same"), "{error}");
}

#[test]
fn a_record_may_begin_in_the_middle_of_a_tile_game() {
    for kind in [GameKind::Carcassonne, GameKind::TradersAndBuilders, GameKind::Mayflower] {
        let (whole, text) = play(kind, Seed(3), &[("players", "3")]);
        let middle = replay(text.as_bytes()).unwrap().nth(40).unwrap().unwrap().game;
        let mut game = AnyGame::from_setup(kind, &middle.to_setup().into()).unwrap();
        assert_eq!(game, middle);
        let (end, text) = play_on(&mut game, Seed(4));
        assert!(text.lines().next().unwrap().contains("\"setup\":{"));
        assert_eq!(replay(text.as_bytes()).unwrap().last().unwrap().unwrap().game, end);
        assert_ne!(end, whole);
    }
}

#[test]
fn damaged_and_illegal_records_are_refused_with_line_and_clause() {
    let (_, text) = play(GameKind::Catan, Seed(6), &[("players", "2")]);
    let lines: Vec<&str> = text.lines().collect();
    let replace = |n: usize, line: &str| {
        let mut lines = lines.clone();
        lines[n - 1] = line;
        lines.join("\n")
    };
    let last = lines.len();
    let header = lines[0];
    for (text, line, clause, expected) in [
        (
            replace(3, r#"{"seat":"B","do":"settlement I0"}"#),
            3,
            Some("CATAN-TURN-8"),
            "`B: settlement I0`: it is seat A's turn",
        ),
        (replace(3, r#"{"seat":"A","do":"settle I0"}"#), 3, None, "`settle` is not an action"),
        (replace(3, r#"{"chance":"dice 1 1"}"#), 3, Some("CATAN-INFO-14"), "no such outcome is due"),
        (replace(2, r#"{"chance":"layout desert"}"#), 2, None, "a layout is 19 hexes"),
        (replace(3, r#"{"seat":"A","do":"#), 3, None, "damaged or cut off"),
        (
            replace(last, r#"{"result":{"winners":[],"points":{}}}"#),
            last as u64,
            None,
            "differs from that of the game",
        ),
        (lines[..4].join("\n") + "\n" + lines[last - 1], 5, None, "the game is not over here"),
        (
            replace(1, &header.replace("\"rules\":1", "\"rules\":9")),
            1,
            None,
            "rules version 9 of catan is not known; this program knows 1",
        ),
        (
            replace(1, &header.replace("\"catan\"", "\"chess\"")),
            1,
            None,
            "`chess` is not a game on the shelf",
        ),
        (
            replace(1, &header.replace("\"players\":2", "\"players\":3")),
            1,
            None,
            "`seats` names 2 seats, but the game’s options give it 3",
        ),
        (
            replace(1, &header.replace("\"players\":2", "\"players\":9")),
            1,
            Some("CATAN-OPT-17"),
            "a number from 2 to 4",
        ),
        (
            replace(
                1,
                &header.replace("\"players\":2", "\"players\":2,\"start_player\":\"D\"").replacen(
                    "\"start_player\":\"A\",",
                    "",
                    1,
                ),
            ),
            1,
            Some("CATAN-OPT-2"),
            "only 2 seats play",
        ),
    ] {
        let error = match replay(text.as_bytes()) {
            Err(error) => error,
            Ok(mut positions) => positions.find_map(Result::err).expect(expected),
        };
        let message = error.to_string();
        assert!(message.starts_with(&format!("line {line}: ")) && message.contains(expected), "{message}");
        assert_eq!((error.line(), error.clause()), (line, clause), "{message}");
    }
}

/// The whole games of `carcassonne/tests/golden`, through the shelf: what reads a file by the name of its game replays
/// them too.
#[test]
fn the_kept_games_with_tiles_replay_by_name() {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../carcassonne/tests/golden");
    for kind in [GameKind::Carcassonne, GameKind::TradersAndBuilders, GameKind::Mayflower] {
        let folder = std::fs::read_dir(golden.join(kind.name())).expect("a folder for each game");
        let files = folder.map(|entry| entry.expect("a file").path());
        let records = files.filter(|path| path.extension().is_some_and(|ending| ending == "neuland"));
        let mut replayed = 0;
        for path in records {
            let bytes = std::fs::read(&path).expect("the record");
            let mut replay = replay(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut end = None;
            for position in replay.by_ref() {
                end = Some(position.unwrap_or_else(|error| panic!("{}: {error}", path.display())).game);
            }
            let end = end.expect("steps");
            assert_eq!(end.kind(), kind);
            let kept = std::fs::read_to_string(path.with_extension("json")).expect("the last position");
            let kept = serde_json::from_str(&kept).expect("JSON");
            assert!(AnyGame::from_setup(kind, &kept).is_ok_and(|kept| kept == end), "{}", path.display());
            assert_eq!(replay.result().expect("the game ended").points, end.points());
            replayed += 1;
        }
        let kept = if kind == GameKind::TradersAndBuilders { 8 } else { 6 };
        assert_eq!(replayed, kept, "{}", kind.name());
    }
}

/// The options of a game as a record writes them.
fn options_of(game: &AnyGame) -> serde_json::Value {
    serde_json::Value::Object(game.options())
}

/// A game that was played and recorded under version 1, when `double_turn = mandatory` left no choice after the second
/// tile of a chain either (`TB-OPT-DOUBLE`): it has third tiles without a line `second`.
#[test]
fn a_chain_of_version_1_replays_as_it_was_played() {
    let text = include_str!("../records/traders-and-builders-1-chain.neuland");
    assert!(text.starts_with(r#"{"neuland":1,"game":"traders-and-builders","rules":1,"#));
    assert!(text.contains(r#""double_turn":"mandatory","#) && !text.contains(r#""do":"second""#));
    let mut replayed = replay(text.as_bytes()).unwrap();
    let positions: Vec<_> = replayed.by_ref().map(|position| position.unwrap()).collect();
    assert_eq!(replayed.result().unwrap().points, positions.last().unwrap().game.points());
    let parts = |part: u32| {
        let told = serde_json::json!({"event": "took-second", "part": part});
        let is_told =
            |event: &serde_json::Value| event["event"] == told["event"] && event["part"] == told["part"];
        let events = positions.iter().filter_map(|position| position.events.as_ref());
        events.filter(|events| events.documents(game::Viewer::Everything).iter().any(is_told)).count()
    };
    assert!(parts(2) > 0 && parts(3) > 0, "{} second and {} third tiles", parts(2), parts(3));
    assert_eq!(options_of(&positions[0].game)["double_turn"], "mandatory_all");

    // Under today's rules the third tile is asked about, so the same lines are another game.
    let today = text.replacen("\"rules\":1", "\"rules\":2", 1);
    let error =
        replay(today.as_bytes()).unwrap().find_map(Result::err).expect("a question without an answer");
    assert!(
        error.to_string().contains("take another tile") || error.to_string().contains("no such outcome"),
        "{error}"
    );

    // The same from a position in the middle, written as version 1 wrote it; the header says less than the setup.
    let middle = &positions[60];
    let mut lines = vec![];
    let mut header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let mut setup = serde_json::Value::Object(middle.game.to_setup());
    setup["options"] = header["options"].clone();
    setup.as_object_mut().unwrap().remove("rules");
    header["setup"] = setup;
    header["options"] =
        serde_json::json!({"players": 3, "house_builder_chain": true, "double_turn": "mandatory"});
    lines.push(header.to_string());
    lines.extend(text.lines().skip(1 + middle.number).map(str::to_owned));
    let end = replay(lines.join("\n").as_bytes()).unwrap().last().unwrap().unwrap().game;
    assert_eq!(end.points(), positions.last().unwrap().game.points());
}

/// Options written under version 1 are played as they were then: `mandatory` without a chain stays, and options that are left out
/// mean today's edition.
#[test]
fn options_of_version_1_mean_what_they_meant() {
    let under = |rules: u32, options: serde_json::Value| {
        let serde_json::Value::Object(options) = options else { panic!("an object") };
        options_of(&AnyGame::under(GameKind::TradersAndBuilders, rules, &options).unwrap())
    };
    let (of_1, of_2) = (under(1, serde_json::json!({})), under(2, serde_json::json!({})));
    assert_eq!(of_1["special_figures"], "no_followers");
    assert_eq!(of_1["double_turn"], "optional");
    assert_eq!(of_1["second_tile"], "after_first_part");
    assert!(of_2.get("second_tile").is_none() && of_2["traders_edition"] == "current");
    for (options, expected) in [
        (serde_json::json!({"double_turn": "mandatory"}), "mandatory"),
        (serde_json::json!({"double_turn": "mandatory", "house_builder_chain": "on"}), "mandatory_all"),
        (serde_json::json!({"double_turn": "optional", "house_builder_chain": true}), "optional"),
    ] {
        assert_eq!(under(1, options.clone())["double_turn"], expected, "{options}");
        let same = under(2, options.clone());
        assert_eq!(same["double_turn"], options["double_turn"], "{options}");
    }
}

/// `CK-PROG-3`: under version 1 of these rules nobody was asked for a draw unless the options said so.
#[test]
fn a_record_of_version_1_that_leaves_the_draw_out_replays_as_before() {
    let knights = GameKind::CitiesAndKnights;
    let mut with_question = 0;
    for seed in 0..6 {
        let options = [("players", "3"), ("ck_progress_draw", "automatic"), ("turn_limit", "400")];
        let (game, text) = play(knights, Seed(seed), &options);
        assert!(text.contains("\"rules\":2") && !text.contains("\"do\":\"draw\""));
        let left_out = text.replacen("\"ck_progress_draw\":\"automatic\",", "", 1);
        let of_version_1 = left_out.replacen("\"rules\":2", "\"rules\":1", 1);
        assert!(!of_version_1.contains("ck_progress_draw"));
        assert_eq!(replay(of_version_1.as_bytes()).unwrap().last().unwrap().unwrap().game, game);
        // Under today's version the same lines go wrong as soon as somebody holds four cards at a gate.
        with_question += usize::from(replay(left_out.as_bytes()).unwrap().any(|position| position.is_err()));
    }
    assert!(with_question > 0, "in none of these games the question comes up");
}

/// A record that begins with a position replays as before, too.
#[test]
fn a_position_of_version_1_that_leaves_the_draw_out_replays_as_before() {
    let knights = GameKind::CitiesAndKnights;
    let setup = serde_json::json!({
        "options": {"players": 2, "ck_progress_draw": "automatic", "turn_limit": 60},
        "seats": {"A": {"cities": ["I8"], "levels": {"trade": 5}, "progress": {"merchant": 4}},
                  "B": {"cities": ["I40"], "levels": {"science": 5}, "progress": {"smith": 2, "mining": 2}}},
        "phase": "before-roll"
    });
    let mut game = AnyGame::from_setup(knights, &setup).unwrap();
    let (end, text) = play_on(&mut game, Seed(7));
    let left_out = text.replace("\"ck_progress_draw\":\"automatic\",", "");
    let of_version_1 = left_out.replacen("\"rules\":2", "\"rules\":1", 1);
    assert!(of_version_1.contains("\"setup\":{") && !of_version_1.contains("ck_progress_draw"));
    assert_eq!(replay(of_version_1.as_bytes()).unwrap().last().unwrap().unwrap().game, end);
}

/// `MAY-OPT-TILES`: until records named the counts of the usual box, the reconstruction of then was meant.
#[test]
fn a_record_of_mayflower_without_counts_replays_whatever_the_usual_box_is() {
    let text = include_str!("../records/mayflower-1-without-counts.neuland");
    assert!(text.starts_with(r#"{"neuland":1,"game":"mayflower","rules":1,"#) && !text.contains("\"tiles\""));
    let mut replayed = replay(text.as_bytes()).unwrap();
    let last = replayed.by_ref().last().unwrap().unwrap().game;
    assert_eq!(replayed.result().unwrap().points, last.points());
    assert!(last.options()["tiles"].as_str().is_some_and(|tiles| tiles.contains("MF-21a:4,")));
}

/// A place that is named twice is a slip: the place that was meant is missing.
#[test]
fn a_setup_names_each_place_once() {
    for (kind, seat, twice) in [
        (GameKind::Catan, serde_json::json!({"settlements": ["I8", "I8"]}), "I8"),
        (GameKind::Catan, serde_json::json!({"cities": ["I8", "I28", "I8"]}), "I8"),
        (GameKind::Catan, serde_json::json!({"roads": ["16-22-17", "17-22"]}), "P25"),
        (GameKind::CitiesAndKnights, serde_json::json!({"cities": ["I8"], "walls": ["I8", "I8"]}), "I8"),
        (GameKind::CitiesAndKnights, serde_json::json!({"knights": {"basic": ["I8", "I8"]}}), "I8"),
    ] {
        let faults = AnyGame::from_setup(kind, &serde_json::json!({"seats": {"A": seat}})).unwrap_err();
        assert!(faults[0].message.contains(&format!("{twice} is named twice")), "{faults:?}");
    }
}

/// A setup without a version means today's defaults; what is written names the version.
#[test]
fn a_setup_means_the_defaults_of_the_version_that_it_names() {
    let knights = GameKind::CitiesAndKnights;
    let draw = |rules: serde_json::Value| {
        let setup = serde_json::json!({"rules": rules, "options": {"players": 2}});
        AnyGame::from_setup(knights, &setup).map(|game| game.options()["ck_progress_draw"].clone())
    };
    assert_eq!(draw(1.into()).unwrap(), "automatic");
    for today in [2.into(), serde_json::Value::Null] {
        assert_eq!(draw(today).unwrap(), "when_fifth");
    }
    for (rules, message) in
        [(serde_json::json!(9), "rules version 9"), (serde_json::json!("2"), "it is a number")]
    {
        assert!(draw(rules).unwrap_err()[0].message.contains(message));
    }
    for &kind in GameKind::ALL {
        let game = AnyGame::new(kind, &Default::default()).unwrap();
        assert_eq!(
            (&game.to_setup()["rules"], &game.to_named_setup()["rules"]),
            (&game.rules().into(), &game.rules().into())
        );
        assert_eq!(AnyGame::from_setup(kind, &game.to_setup().into()), Ok(game));
        // Records and tables name the version beside the setup.
        assert!(game.setup_of_position().is_none_or(|setup| !setup.contains_key("rules")));
    }
}
