//! Every subcommand with valid input.

use super::{RECORD, bare, file, folder, neuland, neuland_reading};
use serde_json::Value;
use std::io::Read;
use std::process::Stdio;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn rules_reads_a_clause_a_section_a_chapter_and_the_contents() {
    let clause = neuland(&["rules", "CATAN-ROB-5"]).ok();
    assert!(clause.starts_with("CATAN-ROB-5 Robber (Räuber)\n\nEligible victims: "), "{clause}");
    assert_eq!(neuland(&["rules", "catan-rob-5"]).ok(), clause);
    let german = neuland(&["rules", "CATAN-ROB-5", "--lang", "de"]).ok();
    assert!(german.starts_with("CATAN-ROB-5 ") && german.contains("Als Opfer"), "{german}");
    assert_eq!(neuland(&["--lang=de", "rules", "CATAN-ROB-5"]).ok(), german);
    // A row of a table is a clause as well.
    let row = neuland(&["rules", "CATAN-OPT-11"]).ok();
    assert!(row.contains("`discard_limit`"), "{row}");
    let section = neuland(&["rules", "CATAN-ROB"]).ok();
    assert!(section.contains("\n- CATAN-ROB-1 ") && !section.contains("CATAN-TURN-1 "), "{section}");
    let chapter = neuland(&["rules", "catan"]).ok();
    assert!(chapter.contains("- CATAN-ROB-5 Eligible victims: "), "a clause is one line for grep");
    let contents = neuland(&["rules"]).ok();
    for game in ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"] {
        assert!(contents.contains(&format!("- {game} ")), "{contents}");
        assert!(neuland(&["rules", game]).ok().lines().count() > 100);
    }
    // Notes of the authors are for the authors.
    for (game, lang) in
        [("catan", "en"), ("cities-and-knights", "de"), ("mayflower", "en"), ("carcassonne", "de")]
    {
        let chapter = neuland(&["rules", game, "--lang", lang]).ok();
        for note in ["<!--", "seed 0", "[seed", "[official", "[engine"] {
            assert!(!chapter.contains(note), "{game} shows {note}");
        }
    }
    // Rules that build on others say how to read those.
    assert!(neuland(&["rules", "traders-and-builders"]).ok().contains("neuland rules carcassonne\n"));
    let german = neuland(&["rules", "MAY-EAST-3", "--lang", "de"]).ok();
    assert!(german.contains("Trapper sind davon ausgenommen"), "{german}");
    let german = neuland(&["rules", "cities-and-knights", "--lang", "de"]).ok();
    assert!(german.starts_with("CATAN – Städte & Ritter"), "{german}");
    // The clauses of cards have a title.
    let card = neuland(&["rules", "CK-SCI-2", "--lang", "de"]).ok();
    assert!(card.starts_with("CK-SCI-2 ") && card.contains("Kran (Crane)"), "{card}");
}

#[test]
fn games_lists_every_option_with_its_clause() {
    let text = neuland(&["games"]).ok();
    assert!(text.starts_with("catan: 2 to 4 seats\n"), "{text}");
    let document = json(&neuland(&["games", "--json"]).ok());
    let game = &document["games"][0];
    assert_eq!(
        (&game["name"], &game["seats_min"], &game["seats_max"]),
        (&"catan".into(), &2.into(), &4.into())
    );
    let options = game["options"].as_array().expect("options");
    assert_eq!(options.len(), 22);
    for option in options {
        let field = |name: &str| option[name].as_str().expect(name).to_owned();
        let line = format!("  {} = {}  ({})\n", field("name"), field("default"), field("clause"));
        assert!(text.contains(&line), "{line}");
        assert!(!field("about").is_empty());
        // The clause it names can be read.
        assert!(neuland(&["rules", &field("clause")]).ok().contains(&field("name")));
    }
    let german = neuland(&["games", "--lang", "de"]).ok();
    assert!(german.contains("wer mehr Karten hat, gibt bei einer 7 die Hälfte ab"), "{german}");
}

#[test]
fn games_says_what_each_value_of_a_game_means() {
    let text = neuland(&["games", "catan"]).ok();
    assert!(text.starts_with("catan: 2 to 4 seats\n") && !text.contains("carcassonne"), "{text}");
    for part in [
        "\n  bank_rates = all  (CATAN-OPT-20)\n      Rates at the bank: which rates",
        "\n      all    Every rate a player has\n      best   Only the best\n",
        "\n      A, B, C, D     the player of this seat\n      random         Chance decides\n",
        "\n      0 to 255\n      none       no limit\n",
        "\n      true    yes\n      false   no\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let german = neuland(&["games", "catan", "--lang", "de"]).ok();
    assert!(german.contains("\n      best   Nur der beste\n"), "{german}");
    let whole = json(&neuland(&["games", "--json"]).ok());
    for game in whole["games"].as_array().expect("games") {
        let name = game["name"].as_str().expect("a name");
        for lang in ["en", "de"] {
            let one = json(&neuland(&["games", name, "--json", "--lang", lang]).ok());
            assert_eq!(one, serde_json::json!({ "games": [game] }), "{lang}");
            let text = neuland(&["games", name, "--lang", lang]).ok();
            // Every option and every value that has a name has words in this language, in both forms.
            for option in game["options"].as_array().expect("options") {
                assert!(text.contains(option["title"][lang].as_str().expect("a title")), "{option}");
                let meanings = option["meanings"].as_object().expect("meanings");
                let named = option["values"].as_array().expect("values").iter().chain(option.get("none"));
                for value in named.map(|value| value.as_str().expect("text")) {
                    let meaning = meanings[value][lang].as_str().expect("a meaning");
                    assert!(!meaning.is_empty() && meaning != value, "{name}: {value}");
                    assert!(text.contains(meaning) || value.len() == 1, "{name}: {value}: {meaning}");
                }
            }
        }
    }
    let answer = neuland(&["games", "chess"]);
    assert!(answer.code == 2 && answer.err.contains("there is no game chess"), "{answer:?}");
}

#[test]
fn rules_is_one_json_document_with_both_languages() {
    let contents = json(&neuland(&["rules", "--json"]).ok());
    let catan = &contents["chapters"][0];
    assert_eq!(
        (&catan["game"], &catan["prefix"], &catan["builds_on"]),
        (&"catan".into(), &"CATAN".into(), &Value::Null)
    );
    assert!(contents["clauses"].as_array().expect("clauses").is_empty());
    let count = |name: &str| {
        let found = json(&neuland(&["rules", name, "--json"]).ok());
        assert_eq!(found["chapters"].as_array().expect("chapters").len(), 1, "{name}");
        found["clauses"].as_array().expect("clauses").len() as u64
    };
    assert_eq!(Some(count("catan")), catan["clauses"].as_u64());
    assert!((5..30).contains(&count("catan-rob")));
    let one = neuland(&["rules", "catan-rob-5", "--json"]).ok();
    assert_eq!(neuland(&["rules", "CATAN-ROB-5", "--json", "--lang", "de"]).ok(), one);
    let clause = &json(&one)["clauses"][0];
    assert_eq!((&clause["id"], &clause["kind"]), (&"CATAN-ROB-5".into(), &"rule".into()));
    for (lang, text) in [("en", "Eligible victims"), ("de", "Als Opfer")] {
        assert!(clause["text"][lang].as_str().expect("a text").contains(text), "{clause}");
        assert!(clause["heading"][lang].as_str().is_some_and(|heading| !heading.is_empty()), "{clause}");
    }
    let answer = neuland(&["rules", "CATAN-ROB-55", "--json"]);
    assert!(answer.code == 2 && answer.out.is_empty() && answer.err.contains("Did you mean"), "{answer:?}");
}

#[test]
fn simulate_counts_the_same_games_for_the_same_seed() {
    let args = ["simulate", "catan", "--bots", "random", "--players", "3", "--games", "8", "--seed", "7"];
    let counted = |threads: &str| {
        let mut args = args.to_vec();
        args.extend(["--json", "--threads", threads]);
        let mut document = json(&neuland(&args).ok());
        let fields = document.as_object_mut().expect("one object");
        for timed in [
            "seconds",
            "games_per_second",
            "actions_per_second",
            "cpu_seconds",
            "games_per_cpu_second",
            "threads",
        ] {
            assert!(fields.remove(timed).expect(timed).as_f64().expect(timed) > 0.0);
        }
        document
    };
    let document = counted("1");
    assert_eq!(document["games"], 8);
    assert_eq!(document["bots"].as_array().expect("bots").len(), 3);
    let wins: u64 = document["wins"].as_array().expect("wins").iter().filter_map(Value::as_u64).sum();
    assert_eq!(wins, 8);
    assert!(document["lengths"].is_object() && document["points"].is_array());
    assert_eq!(counted("2"), document);
    let text = neuland(&args).ok();
    assert!(text.starts_with("8 games of catan in "), "{text}");
    let mut german = args.to_vec();
    german.extend(["--lang", "de"]);
    assert!(neuland(&german).ok().starts_with("8 Partien catan in "));
}

#[test]
fn simulate_names_the_bots_that_nobody_named() {
    let args = ["simulate", "carcassonne", "--games", "1", "--players", "2"];
    let text = neuland(&args).ok();
    assert!(
        text.contains("\ncarcassonne: surveyor at each of the 2 seats, because no bot was named (--bots)\n"),
        "{text}"
    );
    assert!(text.lines().any(|line| line.contains(" s of processor time: ")), "{text}");
    let named = neuland(&[&args[..], &["--bots", "surveyor"]].concat()).ok();
    assert!(!named.contains("because no bot was named"), "{named}");
    let help = neuland(&["simulate", "--help"]).ok().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("[default: the strongest bot of the game, at every seat]"), "{help}");
}

#[test]
fn progress_is_on_standard_error_where_it_is_asked_for() {
    let simulate = ["simulate", "catan", "--games", "4", "--bots", "random", "--json"];
    for (lang, said) in [("en", "catan: random, random, random, random\n"), ("de", "catan: random, ")] {
        let answer = neuland(&[&simulate[..], &["--progress", "--lang", lang]].concat());
        assert!(answer.code == 0 && answer.err.starts_with(said), "{answer:?}");
        assert_eq!(json(&answer.out)["games"], 4, "standard output has the result alone");
    }
    let by_default = neuland(&["simulate", "carcassonne", "--games", "1", "--players", "2", "--progress"]);
    assert!(by_default.err.starts_with("carcassonne: surveyor at each of the 2 seats"), "{by_default:?}");
    // A pipe is no terminal: `ok` wants standard error to be empty.
    neuland(&simulate).ok();
    #[cfg(unix)]
    {
        let args = ["match", "catan", "--bots", "random,settler", "--games", "2", "--progress"];
        let answer = neuland(&args);
        assert!(answer.code == 0 && answer.err.starts_with("catan: random, settler\n"), "{answer:?}");
    }
}

#[test]
fn replay_prints_the_position_in_words() {
    let folder = folder("replay");
    let record = file(&folder, "a.neuland", RECORD);
    let last = neuland(&["replay", &record]).ok();
    assert!(last.starts_with("catan, rules 1. Position 3 of 3. Line 4: A: road P25.\n"), "{last}");
    assert!(last.contains("B places a starting settlement."), "{last}");
    assert!(last.contains("A (Ada): 1 point (settlements 1)\n"), "{last}");
    assert!(last.contains("  settlements: I17\n  roads: P25\n"), "{last}");
    assert!(last.contains("The record is sound; its game was not finished."), "{last}");
    // The island in letters: the road and the settlement of A, the robber on the desert.
    assert!(last.contains("AA (A)") || last.contains("(A)"), "{last}");
    assert!(last.contains("*H9*"), "{last}");
    let first = neuland(&["replay", &record, "--at", "0"]).ok();
    assert!(
        first.contains("Position 0 of 3.") && first.contains("The island has yet to be laid out."),
        "{first}"
    );
    let german = neuland(&["replay", &record, "--lang", "de", "--at", "2"]).ok();
    assert!(german.contains("A (Ada) setzt die Straße der neuen Siedlung."), "{german}");
    // Standard input is a file like any other.
    assert_eq!(neuland_reading(RECORD, &["replay", "-"]).ok(), last);
}

#[test]
fn replay_prints_knights_and_improvements_in_words() {
    let folder = folder("replay-knights");
    let setup = serde_json::json!({
        "seats": {
            "A": {"cities": ["I28", "I17"], "walls": ["I28"], "roads": ["28-34"], "knights": {"strong": ["I34"]},
                  "active": ["I34"], "hand": {"ore": 2, "coin": 1}, "levels": {"science": 4},
                  "progress": {"spy": 2}},
            "B": {"settlements": ["I40"], "defenders": 1}
        },
        "metropolises": {"science": "I17"}, "revealed": {"printer": "B"}, "ship": 3,
        "merchant": {"seat": "B", "hex": "H5"}
    });
    let header = serde_json::json!({
        "neuland": 1, "game": "cities-and-knights", "rules": 1, "options": {}, "seats": ["Ada", "Ben", null, null],
        "setup": setup
    });
    let record = file(&folder, "a.neuland", &format!("{header}\n"));
    let english = neuland(&["replay", &record]).ok();
    for part in [
        "<A>",
        "A2!",
        "A (Ada): 6 points (cities 4, metropolises 2)\n",
        "  hand: 2 ore and 1 coin\n  progress cards: 2 Spy\n  improvements: science 4 (Theater)\n",
        "  knights: I34 (strong knight, active)\n",
        "  metropolises: science I17\n  city walls: I28\n",
        "  turned up: Printer\n",
        "The ship of the barbarians is on space 3 of 7; barbarians 2, knights 2.",
        "Nothing moves the robber before the first attack.",
    ] {
        assert!(english.contains(part), "{part} is not in {english}");
    }
    let german = neuland(&["replay", &record, "--lang", "de"]).ok();
    assert!(german.contains("  Ritter: I34 (starker Ritter, aktiv)\n"), "{german}");
    assert!(german.contains("A (Ada) handelt und baut."), "{german}");
}

#[test]
fn replay_prints_one_json_document() {
    let document = json(&neuland_reading(RECORD, &["replay", "-", "--json", "--at", "2"]).ok());
    assert_eq!(document["at"], 2);
    assert_eq!(document["steps"], 3);
    assert_eq!(document["line"], 3);
    assert_eq!(document["step"]["do"], "settlement I17");
    assert_eq!(document["events"][0]["event"], "built-settlement");
    assert_eq!(document["turn"]["decide"], serde_json::json!(["A"]));
    assert_eq!(document["points"]["A"], 1);
    assert_eq!(document["view"]["seats"]["A"]["settlements"], serde_json::json!(["I17"]));
    assert_eq!(document["result"], Value::Null);
    // What one command prints another takes: the setup is the same position.
    let folder = folder("replay-json");
    let setup = file(&folder, "setup.json", &document["setup"].to_string());
    let (from_setup, from_record) = (folder.join("setup.svg"), folder.join("record.svg"));
    let path = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    neuland(&["draw", &setup, "-o", &path(&from_setup)]).ok();
    neuland_reading(RECORD, &["draw", "-", "--at", "2", "-o", &path(&from_record)]).ok();
    let pieces = |path| {
        let svg = std::fs::read_to_string(path).expect("a picture");
        svg.matches("piece settlement seat-A").count()
    };
    assert_eq!((pieces(from_setup), pieces(from_record)), (1, 1));
}

#[test]
fn draw_writes_svg_and_png() {
    let folder = folder("draw");
    let record = file(&folder, "a.neuland", RECORD);
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    neuland(&["draw", &record, "-o", &path("a.svg")]).ok();
    let svg = std::fs::read_to_string(path("a.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("board-light") && !svg.contains(">I17<"));
    neuland(&[
        "draw",
        &record,
        "-o",
        &path("b.SVG"),
        "--theme",
        "dark",
        "--coordinates",
        "--lang",
        "de",
        "--at",
        "1",
    ])
    .ok();
    let svg = std::fs::read_to_string(path("b.SVG")).expect("a picture");
    assert!(svg.contains("board-dark") && svg.contains("Eine Partie catan"), "{}", &svg[..600]);
    assert!(!svg.contains("piece settlement seat-A"));
    neuland(&["draw", &record, "--output", &path("a.png"), "--width", "300"]).ok();
    let png = std::fs::read(path("a.png")).expect("a picture");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().expect("four bytes")), 300);
}

#[test]
fn draw_knows_the_tile_games() {
    let folder = folder("draw-tiles");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    for (game, older) in [("carcassonne", 2), ("traders-and-builders", 2), ("mayflower", 10)] {
        let land = if game == "mayflower" {
            r#""tiles": ["MF-14@(-1,3)"], "figures": ["B (-1,3).f1"]"#
        } else {
            r#""tiles": ["E@(0,-1)r2", "U@(1,0)r1"], "figures": ["B (0,-1).f1"], "phase": {"placing": "V"}"#
        };
        let setup = file(&folder, "setup.json", &format!("{{\"game\": \"{game}\", {land}}}"));
        neuland(&["draw", &setup, "-o", &path("a.svg")]).ok();
        let svg = std::fs::read_to_string(path("a.svg")).expect("a picture");
        assert_eq!(svg.matches("class=\"tile\"").count(), older, "{game}");
        assert!(svg.contains("class=\"tile last\"") && svg.contains("piece lying seat-B"), "{game}");
        assert_eq!(svg.contains("class=\"space lit\""), game != "mayflower", "{game}");
        neuland(&["draw", &setup, "-o", &path("a.png"), "--width", "360"]).ok();
        assert_eq!(&std::fs::read(path("a.png")).expect("a picture")[..8], b"\x89PNG\r\n\x1a\n");
    }
}

#[test]
fn draw_knows_cities_and_knights() {
    let folder = folder("draw-knights");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let setup = file(
        &folder,
        "setup.json",
        r#"{"game": "cities-and-knights", "ship": 4,
            "seats": {"A": {"cities": ["I28"], "walls": ["I28"], "roads": ["28-34"],
                            "knights": {"strong": ["I34"]}, "active": ["I34"]}}}"#,
    );
    neuland(&["draw", &setup, "-o", &path("a.svg")]).ok();
    let svg = std::fs::read_to_string(path("a.svg")).expect("a picture");
    for shown in
        ["piece knight knight-2 active seat-A", "piece city seat-A", "class=\"wall\"", "class=\"ship\""]
    {
        assert_eq!(svg.matches(shown).count(), 1, "{shown}");
    }
    neuland(&["draw", &setup, "-o", &path("a.png"), "--width", "360"]).ok();
    let png = std::fs::read(path("a.png")).expect("a picture");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().expect("four bytes")), 360);
}

#[test]
fn draw_shows_the_position_of_a_case() {
    let folder = folder("draw-case");
    let all = file(
        &folder,
        "all.cases",
        &(CASES.to_owned() + "\nagain with a city\nclauses CATAN-ROAD-4\nC city I40\nA: road 17-22\n"),
    );
    let picture = folder.join("x.svg");
    let draw = |more: &[&str]| {
        let mut args = vec!["draw", &all, "-o", picture.to_str().expect("UTF-8")];
        args.extend(more);
        neuland(&args).ok();
        std::fs::read_to_string(&picture).expect("a picture")
    };
    let pieces = |svg: &str| {
        ["road", "settlement", "city"].map(|kind| svg.matches(&format!("class=\"piece {kind} ")).count())
    };
    assert_eq!(pieces(&draw(&[])), [1, 1, 0]);
    assert_eq!(pieces(&draw(&["--at", "1"])), [2, 1, 0]);
    assert_eq!(pieces(&draw(&["--case", "with a city"])), [1, 1, 1]);
    let answer = neuland(&["draw", &all, "-o", picture.to_str().expect("UTF-8"), "--case", "nowhere"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{answer:?}");
    assert!(answer.err.contains("all.cases has no case nowhere"), "{answer:?}");
}

const CASES: &str = "game catan\n\ncase a settlement blocks the road\nclauses CATAN-ROAD-4\nA road 17-23\n\
                     A hand 1 brick 1 lumber\nB settlement I23\nA? road 23-29 -> illegal CATAN-ROAD-4\n\
                     A: road 17-22 -> ok\nexpect A hand nothing\n";

#[test]
fn cases_runs_files_and_folders() {
    let folder = folder("cases");
    std::fs::create_dir_all(folder.join("inner")).expect("a folder");
    let good = file(&folder, "good.cases", CASES);
    assert_eq!(neuland(&["cases", &good]).ok(), "1 passed, 0 failed\n");
    assert_eq!(neuland_reading(CASES, &["cases", "-"]).ok(), "1 passed, 0 failed\n");
    file(&folder.join("inner"), "bad.cases", &CASES.replace("hand nothing", "hand 1 ore"));
    file(&folder.join("inner"), "other.txt", "not a case file");
    for lang in ["en", "de"] {
        let answer = neuland(&["cases", folder.to_str().expect("UTF-8"), &good, "--lang", lang]);
        assert_eq!((answer.code, answer.err.as_str()), (1, ""), "{answer:?}");
        let lines: Vec<&str> = answer.out.lines().collect();
        assert_eq!(lines.len(), 2, "{answer:?}");
        assert!(lines[0].contains("bad.cases:10: a settlement blocks the road: "), "{answer:?}");
        let holds_not = if lang == "en" {
            "`expect A hand 1 ore` does not hold: found nothing, expected 1 ore"
        } else {
            "`expect A hand 1 ore` gilt nicht: gefunden nothing, erwartet 1 ore"
        };
        assert!(lines[0].ends_with(holds_not), "{answer:?}");
        assert_eq!(lines[1], "2 passed, 1 failed");
    }
    // Refusals have the words of the game, in the language that was asked for.
    for (from, to, english, german) in [
        (
            "-> ok",
            "-> illegal",
            "`road 17-22` is allowed, but should be refused",
            "`road 17-22` ist erlaubt; es sollte",
        ),
        ("A: road 17-22", "A: road 40-45", "is refused: P", "wird abgelehnt: "),
        (
            "ROAD-4\nA road",
            "ROAD-44\nA road",
            "the rulebook has no clause CATAN-ROAD-44",
            "keinen Regelpunkt CATAN-ROAD-44",
        ),
    ] {
        let text = CASES.replacen(from, to, 1);
        for (lang, expected) in [("en", english), ("de", german)] {
            let answer = neuland_reading(&text, &["cases", "-", "--lang", lang]);
            assert!(answer.code == 1 && answer.out.contains(expected), "{expected}: {answer:?}");
        }
    }
    // The same as one document, in every language.
    let bad = CASES.replace("hand nothing", "hand 1 ore");
    for lang in ["en", "de"] {
        let answer = neuland_reading(&bad, &["cases", "-", "--json", "--lang", lang]);
        assert_eq!((answer.code, answer.err.as_str()), (1, ""), "{answer:?}");
        let failure = serde_json::json!({
            "file": "stdin", "line": 10, "case": "a settlement blocks the road", "text": "expect A hand 1 ore",
            "kind": "differs", "message": "the hand of seat A: nothing, expected 1 ore"
        });
        let expected = serde_json::json!({ "passed": 0, "failed": 1, "failures": [failure] });
        assert_eq!(json(&answer.out), expected);
    }
    assert_eq!(json(&neuland(&["cases", &good, "--json"]).ok())["passed"], 1);
    let answer = neuland_reading("", &["cases", "-", "--json"]);
    assert_eq!((answer.code, &json(&answer.out)["passed"]), (1, &0.into()), "{answer:?}");
    // Nothing to run is no success.
    let answer = neuland_reading("", &["cases", "-"]);
    assert_eq!((answer.code, answer.out.as_str()), (1, "0 passed, 0 failed\n"), "{answer:?}");
    assert!(answer.err.contains("there are no cases"), "{answer:?}");
}

#[test]
fn help_and_version_go_to_standard_output() {
    let help = neuland(&["--help"]).ok();
    for command in ["games", "simulate", "match", "replay", "cases", "draw", "rules"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let of_command = neuland(&[command, "-h"]).ok();
        assert!(of_command.contains(&format!("Usage: neuland {command}")), "{of_command}");
        let german = neuland(&[command, "--help", "--lang", "de"]).ok();
        assert!(german.contains(&format!("Aufruf: neuland {command}")), "{german}");
        assert!(!german.contains("Prints") && !german.contains("Options:"), "{german}");
    }
    assert_eq!(neuland(&["--version"]).ok(), format!("neuland {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_of_a_command_is_what_its_argument_prints() {
    for command in ["", "simulate", "admin", "admin mute"] {
        let names: Vec<&str> = command.split_whitespace().collect();
        for lang in ["en", "de"] {
            let asked = neuland(&[&["help"], &names[..], &["--lang", lang]].concat()).ok();
            assert_eq!(asked, neuland(&[&names[..], &["--help", "--lang", lang]].concat()).ok());
        }
    }
    let help = neuland(&["help"]).ok();
    assert!(help.contains("\n  help ") && help.contains("\n  completions "), "{help}");
    for (args, hint) in [
        (&["help", "simulat"][..], "Did you mean simulate?\nFor more information, run neuland --help"),
        (&["help", "admin", "mut"], "Did you mean mute?\nFor more information, run neuland admin --help"),
        (
            &["help", "rules", "catan"],
            "there is no command catan\nFor more information, run neuland rules --help",
        ),
    ] {
        let answer = neuland(args);
        assert!(answer.code == 2 && answer.out.is_empty() && answer.err.contains(hint), "{answer:?}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = neuland(&["completions", shell]).ok();
        for word in ["simulate", "--trusted-proxy", "reset-password", "traders-and-builders", "surveyor"] {
            // In fish, options stand without their dashes.
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            // The generators for these two know commands and options, but no values.
            let is_value = matches!(word, "traders-and-builders" | "surveyor");
            let has_values = !matches!(shell, "elvish" | "powershell");
            assert_eq!(script.contains(word), has_values || !is_value, "{shell}: {word}");
        }
        let german = neuland(&["completions", shell, "--lang", "de"]).ok();
        // Bash shows no descriptions.
        let described = german.contains("Zeigt die Spiele");
        assert_eq!(described, shell != "bash", "{shell}: {german}");
    }
    let answer = neuland(&["completions", "tcsh"]);
    assert!(answer.code == 2 && answer.err.contains("bash, elvish, fish, powershell, zsh"), "{answer:?}");
}

#[test]
fn every_command_has_a_manual_page_in_both_languages() {
    let help = neuland(&["help"]).ok();
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let listed = listed.lines().take_while(|line| !line.is_empty());
    let commands: Vec<&str> = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let commands: Vec<&str> = commands.into_iter().filter(|name| !name.is_empty()).collect();
    assert!(commands.len() > 15 && commands.contains(&"man"), "{commands:?}");
    for (lang, headings) in [
        ("en", [".SH \"NAME\"", ".SH \"USAGE\"", ".SH \"DESCRIPTION\"", ".SH OPTIONS", ".SH \"COMMANDS\""]),
        (
            "de",
            [
                ".SH \"BEZEICHNUNG\"",
                ".SH \"AUFRUF\"",
                ".SH \"BESCHREIBUNG\"",
                ".SH OPTIONEN",
                ".SH \"BEFEHLE\"",
            ],
        ),
    ] {
        let folder = folder(&format!("man-{lang}"));
        assert_eq!(neuland(&["man", &folder.display().to_string(), "--lang", lang]).ok(), "");
        let read =
            |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|_| panic!("{name}"));
        for command in &commands {
            let page = read(&format!("neuland-{command}.1"));
            let name = format!("neuland\\-{command} \\- ").replace("bot-check", "bot\\-check");
            assert!(page.contains(&name) && page.contains(headings[0]), "{page}");
        }
        let whole = read("neuland.1");
        for heading in headings {
            assert!(whole.contains(heading), "{heading}: {whole}");
        }
        assert!(whole.contains("neuland\\-simulate(1)"), "{whole}");
        assert!(read("neuland-serve.1").contains("[env: NEULAND_PUBLIC_URL]"));
        assert!(read("neuland-admin-reset-password.1").contains(headings[2]));
    }
    let answer = neuland(&["man", "-"]);
    assert!(answer.code == 2 && answer.out.is_empty() && answer.err.contains("FOLDER"), "{answer:?}");
}

/// The script of bash does what it is for.
#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_games() {
    let folder = folder("completions");
    let script = file(&folder, "neuland.bash", &neuland(&["completions", "bash"]).ok());
    let complete = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = (words.len() - 1, words[words.len() - 2]);
        let code = format!(
            "source '{script}'; COMP_WORDS=({line}); COMP_CWORD={last}; _neuland neuland '{}' '{before}'; \
             echo \"${{COMPREPLY[*]}}\"",
            words[last]
        );
        let output = std::process::Command::new("bash").args(["-c", &code]).output().expect("bash runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(complete("neuland sim"), "simulate");
    assert_eq!(complete("neuland simulate car"), "carcassonne");
    assert_eq!(complete("neuland simulate catan --rot"), "--rotate");
    assert_eq!(complete("neuland match catan --format "), "one half round-robin");
    assert_eq!(complete("neuland simulate catan --bots sett"), "settler");
    assert_eq!(complete("neuland admin reset"), "reset-password");
    assert_eq!(complete("neuland help ver"), "verify");
}

#[test]
fn the_language_comes_from_the_environment_too() {
    for (variable, value, expected) in [
        ("NEULAND_LANG", "de", "gibt es nicht"),
        ("LANG", "de_DE.UTF-8", "gibt es nicht"),
        ("LC_ALL", "en_GB.UTF-8", "there is no game"),
        ("LANG", "fr_FR.UTF-8", "there is no game"),
    ] {
        let output =
            bare().args(["simulate", "chess"]).env(variable, value).output().expect("the program runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(err.contains(expected), "{variable}={value}: {err}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [&["rules", "catan"][..], &["games", "--json"], &["simulate", "catan", "--games", "1"]] {
        let mut child = bare()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
        let status = child.wait().expect("the program ends");
        assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn the_examples_of_the_documentation_work() {
    let page = include_str!("../../../../../docs/command-line.md");
    let examples = page.split("```").nth(1).expect("a block of examples");
    let folder = folder("examples");
    let lines: Vec<&str> = examples.lines().filter_map(|line| line.strip_prefix("neuland ")).collect();
    assert!(lines.len() >= 9);
    for line in lines {
        let output = bare().args(line.split(' ')).current_dir(&folder).output().expect("the program runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
    }
    assert!(folder.join("position.svg").exists() && folder.join("end.png").exists());
}

#[test]
fn the_documentation_names_the_fields_of_every_document() {
    let page = include_str!("../../../../../docs/command-line.md");
    let folder = folder("fields");
    let record = file(&folder, "a.neuland", RECORD);
    let simulate = ["simulate", "catan", "--bots", "random", "--games", "1", "--json", "--times"];
    let cases = file(&folder, "a.cases", CASES);
    for args in [
        &simulate[..],
        &["replay", &record, "--json"],
        &["games", "--json"],
        &["rules", "CATAN-ROB-5", "--json"],
        &["cases", &cases, "--json"],
    ] {
        let document = json(&neuland(args).ok());
        let fields = document.as_object().expect("one object").iter();
        // Those of the rows as well; those of steps and events have pages of their own.
        let is_record = args[0] == "replay";
        let rows = fields
            .clone()
            .filter(|_| !is_record)
            .filter_map(|(_, value)| value.as_array()?.first()?.as_object());
        let in_rows = rows.flat_map(serde_json::Map::keys);
        for field in fields.map(|(field, _)| field).chain(in_rows) {
            assert!(page.contains(&format!("`{field}`")), "{args:?}: {field} is not documented");
        }
    }
}
