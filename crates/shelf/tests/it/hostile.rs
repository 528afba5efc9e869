//! Broken inputs for everything that reads text: well-formed setups, views, records, events, case files and notations are
//! damaged at random, and nothing may panic. The functions are those of the fuzz targets in `fuzz/`; a fuzzer goes deeper, this
//! keeps them working in every test run.
//!
//! The inputs are the same in every run. `NEULAND_HOSTILE_SECONDS` goes on with more of each kind for so long. A failure
//! prints the input as a file to run again.

#[allow(unreachable_pub)] // they are public for the fuzz targets
#[path = "../../../../fuzz/src/targets.rs"]
mod targets;

use game::{Draws, Seed, Substream};
use std::time::{Duration, Instant};

/// The number of damaged inputs of each kind that every run tries.
const INPUTS: u32 = 300;

/// Damages the inputs and feeds them to the target.
fn feed(name: &str, inputs: &[Vec<u8>], target: fn(&[u8])) {
    let seconds = std::env::var("NEULAND_HOSTILE_SECONDS").ok().and_then(|text| text.parse().ok());
    // The time is what is asked for here: nothing but how many more inputs are tried depends on it.
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(0));
    let mut draws = Seed(0x5eed).substream(name, 0);
    for input in inputs {
        run(name, input, target);
    }
    let mut tried = 0;
    while tried < INPUTS || Instant::now() < end {
        let mut input = pick(inputs, &mut draws).clone();
        for _ in 0..=draws.below(4) {
            let other = pick(inputs, &mut draws);
            damage(&mut input, other, &mut draws);
        }
        run(name, &input, target);
        tried += 1;
    }
}

fn run(name: &str, input: &[u8], target: fn(&[u8])) {
    struct Tell<'a>(&'a str, &'a [u8]);
    impl Drop for Tell<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                let path = std::env::temp_dir().join(format!("neuland-hostile-{}", self.0));
                let _ = std::fs::write(&path, self.1);
                eprintln!("the input is in {}", path.display());
            }
        }
    }
    let _tell = Tell(name, input);
    target(input);
}

fn pick<'a, T>(items: &'a [T], draws: &mut Substream) -> &'a T {
    &items[draws.below(items.len() as u32) as usize]
}

/// One change: a byte, a number, a piece cut out, doubled, swapped with another input's, or a whole line. It is long
/// because each kind of damage has an arm.
fn damage(input: &mut Vec<u8>, other: &[u8], draws: &mut Substream) {
    fn span(length: usize, longest: u32, draws: &mut Substream) -> std::ops::Range<usize> {
        let start = draws.below(length as u32 + 1) as usize;
        start..(start + draws.below(longest) as usize).min(length)
    }
    let lines =
        |bytes: &[u8]| bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    match draws.below(9) {
        0 if !input.is_empty() => {
            let at = draws.below(input.len() as u32) as usize;
            input[at] = draws.below(256) as u8;
        }
        1 => {
            let at = draws.below(input.len() as u32 + 1) as usize;
            const PIECES: [&[u8]; 36] = [
                b"0",
                b"-1",
                b"255",
                b"256",
                b"99999999999999999999",
                b"\"",
                b"{",
                b"}",
                b"[",
                b"null",
                b"\xff",
                b"\n",
                b"\0",
                b" ",
                b"A",
                b"F",
                b"I54",
                b"P72",
                b"H19",
                b"nothing",
                b"1e9",
                b"\xc3\xa4",
                b"-",
                b"|",
                b"65535",
                b"-128",
                b"127",
                b"(127,-128)",
                b"r3",
                b".c1",
                b"farm",
                b"builder ",
                b"MF-25",
                b"TB-01",
                b"\"part\":2,",
                b"\"stack\":{},",
            ];
            let piece = pick(&PIECES, draws);
            input.splice(at..at, piece.iter().copied());
        }
        2 | 3 => {
            // A number becomes another one.
            let digits: Vec<usize> = (0..input.len()).filter(|&i| input[i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = *pick(&digits, draws);
                input[at] = b'0' + draws.below(10) as u8;
            }
        }
        4 => {
            let cut = span(input.len(), 20, draws);
            input.drain(cut);
        }
        5 => {
            let piece = input[span(input.len(), 40, draws)].to_vec();
            let at = draws.below(input.len() as u32 + 1) as usize;
            input.splice(at..at, piece);
        }
        6 => {
            let piece = other[span(other.len(), 60, draws)].to_vec();
            let gone = span(input.len(), 60, draws);
            input.splice(gone, piece);
        }
        7 => {
            let (mut own, foreign) = (lines(input), lines(other));
            if !own.is_empty() && !foreign.is_empty() {
                let at = draws.below(own.len() as u32) as usize;
                own[at] = pick(&foreign, draws).clone();
                *input = own.concat();
            }
        }
        _ => {
            let mut own = lines(input);
            if own.len() > 1 {
                let (a, b) = (draws.below(own.len() as u32) as usize, draws.below(own.len() as u32) as usize);
                own.swap(a, b);
                *input = own.concat();
            } else {
                // Words of a single line change places.
                let mut words: Vec<Vec<u8>> = input.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
                let (a, b) =
                    (draws.below(words.len() as u32) as usize, draws.below(words.len() as u32) as usize);
                words.swap(a, b);
                *input = words.join(&b' ');
            }
        }
    }
}

/// Games under several options, played for some steps: their positions and their records.
fn games() -> Vec<(shelf::AnyGame, Vec<u8>)> {
    use game::{Turn, record::Step};
    use shelf::{AnyGame, GameKind, Recorder};
    let tables: [(GameKind, &[(&str, &str)]); 10] = [
        (GameKind::Catan, &[("players", "2"), ("turn_limit", "9")]),
        (GameKind::Catan, &[("players", "3"), ("setup", "beginner_full"), ("discard_limit", "3")]),
        (GameKind::Catan, &[("start_player", "highest_roll"), ("friendly_robber", "true")]),
        (GameKind::Catan, &[("auto_declare", "false"), ("trade_build", "combined"), ("numbers", "random")]),
        (GameKind::CitiesAndKnights, &[("players", "3")]),
        (GameKind::CitiesAndKnights, &[("ck_barbarian_variant", "choose"), ("trade_build", "separate")]),
        (GameKind::Carcassonne, &[("players", "5"), ("start_player", "random")]),
        (GameKind::TradersAndBuilders, &[("players", "3")]),
        (
            GameKind::TradersAndBuilders,
            &[("second_tile", "immediate"), ("special_figures", "followers_2003")],
        ),
        (GameKind::Mayflower, &[("players", "4")]),
    ];
    let mut made = Vec::new();
    for (n, (kind, table)) in tables.iter().enumerate() {
        for steps in [0, 1, 10, 60, 200, 900] {
            let seed = Seed(100 * n as u64 + steps);
            let mut draws = seed.substream("choice", 0);
            let mut game = AnyGame::with_options(*kind, table.iter().copied()).expect("options");
            let mut recorder = Recorder::new(&game).seeded(seed);
            for _ in 0..steps {
                let step = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance(_) => Step::Outcome(game.draw(seed).expect("an outcome is due")),
                    Turn::Decide(seats) => {
                        let seat = seats.lowest().expect("a seat");
                        let action = pick(&game.legal_actions(seat), &mut draws).clone();
                        Step::Action { seat, action }
                    }
                };
                game.apply(&step).expect("a listed step");
                recorder.push(step);
            }
            made.push((game, recorder.finish(&game).to_string().into_bytes()));
        }
    }
    made
}

/// Positions of games with tiles that random play seldom comes to, and such as only somebody who means harm writes.
const RARE_SETUPS: [&str; 6] = [
    r#"{"options":{"second_tile":"immediate"},"tiles":["U@(1,0)r1","U@(2,0)r1","U@(-1,0)r1"],"figures":["A (2,0).r1","A builder (1,0).r1"],"phase":"offering-second"}"#,
    r#"{"options":{"second_tile":"immediate"},"tiles":["U@(1,0)r1","U@(2,0)r1","U@(-1,0)r1"],"figures":["A (1,0).r1"],"part":2,"phase":"deploying-first"}"#,
    r#"{"options":{"house_builder_chain":true,"house_goods_percent":true},"tiles":["U@(1,0)r1","U@(2,0)r1","U@(-1,0)r1"],"part":3,"turn":1,"seats":{"A":{"score":8000,"goods":{"wine":9,"grain":6,"cloth":5}}}}"#,
    r#"{"options":{"start_player":"random"},"phase":"drawing-start","turn":9999,"stack":{"A":1}}"#,
    r#"{"tiles":["MF-25@(-1,3)","MF-25@(-2,3)"],"surveyors":[-2,-2],"seats":{"A":{"score":{"roads":4000,"extra":4000},"followers":0}},"phase":{"placing":"MF-22a"}}"#,
    r#"{"tiles":["C@(0,-1)"],"stack":{"V":1},"seats":{"A":{"score":8400},"B":{"followers":0}},"phase":"over"}"#,
];

#[test]
fn broken_setups_are_refused() {
    let mut inputs: Vec<Vec<u8>> =
        games().iter().map(|(game, _)| serde_json::to_vec(&game.to_setup()).expect("a setup")).collect();
    inputs.extend(RARE_SETUPS.map(|setup| setup.as_bytes().to_vec()));
    for setup in RARE_SETUPS {
        let setup: serde_json::Value = serde_json::from_str(setup).expect("JSON");
        let accepted = shelf::GameKind::ALL
            .iter()
            .filter(|&&kind| shelf::AnyGame::from_setup(kind, &setup).is_ok())
            .count();
        assert!(accepted > 0, "nothing accepts {setup}, so damaging it shows little");
    }
    feed("setup", &inputs, targets::setup);
}

#[test]
fn broken_views_are_refused() {
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for (game, _) in games() {
        for seat in game::Seat::first(game.seats()) {
            inputs.push(game.view_text(game::Viewer::Seat(seat)).get().as_bytes().to_vec());
        }
    }
    feed("view", &inputs, targets::view);
}

#[test]
fn broken_records_are_refused() {
    let mut inputs: Vec<Vec<u8>> = games().into_iter().map(|(_, record)| record).collect();
    // A number that the fuzzer found: read and written, it was another one.
    let number = "4".repeat(93);
    let record = format!(
        r#"{{"neuland":1,"game":"catan","rules":1,"options":{{"players":{number}}},"seats":["Ada","Bob",null]}}"#
    );
    inputs.push(format!("{record}\n").into_bytes());
    feed("record", &inputs, targets::record);
}

/// Returns the events in the steps of a record, as lists of a few documents.
fn events_of(record: &[u8]) -> Vec<Vec<serde_json::Value>> {
    let replay = shelf::replay::replay(record).expect("a record");
    let told = replay.filter_map(|position| position.expect("a legal step").events);
    let documents: Vec<serde_json::Value> =
        told.flat_map(|events| events.documents(game::Viewer::Everything)).collect();
    documents.chunks(6).map(<[_]>::to_vec).collect()
}

#[test]
fn broken_events_are_refused() {
    let mut draws = Seed(4).substream("crossed", 0);
    let lists: Vec<_> = games().iter().flat_map(|(_, record)| events_of(record)).collect();
    let text = |list: &[serde_json::Value]| serde_json::to_vec(list).expect("JSON");
    let mut inputs: Vec<Vec<u8>> =
        (0..lists.len()).step_by(7).map(|number| text(lists[number].as_slice())).collect();
    // Well-formed documents whose fields have the values of others.
    let documents = lists.concat();
    let wild =
        r#"[null, true, "", "F", "I54", "(127,-128)", -1, 0, 255, 256, 1.5, [], ["A", "F"], {}, {"F": 1}]"#;
    let wild: Vec<serde_json::Value> = serde_json::from_str(wild).expect("JSON");
    for _ in 0..3000 {
        let mut document = pick(&documents, &mut draws).clone();
        let other = pick(&documents, &mut draws).as_object().expect("an object");
        let fields = document.as_object_mut().expect("an object");
        let values: Vec<&serde_json::Value> = other.values().chain(&wild).collect();
        let names: Vec<String> = fields.keys().chain(other.keys()).cloned().collect();
        fields.insert(pick(&names, &mut draws).clone(), (*pick(&values, &mut draws)).clone());
        inputs.push(text(&[document]));
    }
    feed("events", &inputs, targets::events);
}

#[test]
fn broken_case_files_are_refused() {
    let folders = ["catan", "carcassonne"];
    let folders = folders.map(|game| format!("{}/../{game}/tests/clauses", env!("CARGO_MANIFEST_DIR")));
    let mut files: Vec<_> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).expect("the folder"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    // Some cases of a file at a time: a whole file is too much for one input.
    let mut inputs = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a case file");
        let game = text.lines().find(|line| line.starts_with("game ")).expect("the game").to_owned();
        let cases: Vec<&str> = text.split("\n\n").collect();
        inputs.extend(cases.chunks(3).map(|some| format!("{game}\n\n{}\n", some.join("\n\n")).into_bytes()));
    }
    feed("cases", &inputs, targets::cases);
}

#[test]
fn broken_notation_is_refused() {
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for (game, record) in games() {
        let steps: Vec<String> = record
            .split(|&byte| byte == b'\n')
            .flat_map(|line| String::from_utf8_lossy(line).split('"').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        inputs.push(steps.join("\n").into_bytes());
        inputs.push(serde_json::to_vec(&game.options()).expect("options"));
    }
    inputs.push(
        b"offer 1 wool for 2 brick to B C\ncounter 1 ore for 1 wool\npropose 3 grain for 1 ore\nyear-of-plenty ore wool\n\
          bank 4 ore for wool\ndiscard 2 ore 1 wool\nroad 17-22\nlayout hills:5\n2 knight 1 monopoly\n00000000000000ff\n\
          place (1,-2)r3\ndeploy builder r1\ndeploy pig f2\nsettle (-2,4).c1\ntile TB-01\nstart B\nMF-16a\nfarm"
            .to_vec(),
    );
    feed("notation", &inputs, targets::notation);
}

#[test]
fn wild_actions_are_legal_exactly_if_listed() {
    let mut draws = Seed(1).substream("bytes", 0);
    let inputs: Vec<Vec<u8>> = (0..40).map(|_| (0..800).map(|_| draws.below(256) as u8).collect()).collect();
    feed("check", &inputs, targets::check_equals_legal);
}

#[test]
fn wild_actions_with_knights_are_legal_exactly_if_listed() {
    let mut draws = Seed(3).substream("bytes", 0);
    let inputs: Vec<Vec<u8>> = (0..40).map(|_| (0..4000).map(|_| draws.below(256) as u8).collect()).collect();
    feed("check-knights", &inputs, targets::check_equals_legal_knights);
}

#[test]
fn wild_actions_with_tiles_are_legal_exactly_if_listed() {
    let mut draws = Seed(2).substream("bytes", 0);
    let inputs: Vec<Vec<u8>> = (0..40).map(|_| (0..900).map(|_| draws.below(256) as u8).collect()).collect();
    feed("check-tiles", &inputs, targets::check_equals_legal_tiles);
}

/// The inputs that are kept in `fuzz/corpus`, in a folder for each target: what a fuzzer found worth keeping, and
/// well-formed inputs that it begins from.
#[test]
fn kept_inputs_break_nothing() {
    type Target = fn(&[u8]);
    let targets: [(&str, Target); 9] = [
        ("setup_never_panics", targets::setup),
        ("view_never_panics", targets::view),
        ("record_never_panics", targets::record),
        ("events_never_panic", targets::events),
        ("cases_never_panic", targets::cases),
        ("notation_roundtrip", targets::notation),
        ("check_equals_legal", targets::check_equals_legal),
        ("check_equals_legal_knights", targets::check_equals_legal_knights),
        ("check_equals_legal_tiles", targets::check_equals_legal_tiles),
    ];
    let fuzz = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let files_in = |folder: std::path::PathBuf| {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let names = files_in(fuzz.join("fuzz_targets"));
    assert_eq!(names.len(), targets.len(), "a fuzz target without kept inputs");
    for (name, target) in targets {
        let inputs = files_in(fuzz.join("corpus").join(name));
        assert!(inputs.len() >= 20, "{name} has {} kept inputs", inputs.len());
        for input in inputs {
            run(&format!("kept-{name}"), &std::fs::read(input).expect("a file"), target);
        }
    }
}
