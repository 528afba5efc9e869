//! Invalid input: the exit code, the error in both languages, and nothing on standard output.

use super::{RECORD, file, folder, neuland};
use std::path::Path;

/// Runs with both languages; `english` and `german` are parts of the error.
#[track_caller]
fn refused(args: &[&str], code: i32, english: &str, german: &str) {
    for (lang, title, expected) in [("en", "error: ", english), ("de", "Fehler: ", german)] {
        let mut args = args.to_vec();
        args.extend(["--lang", lang]);
        let answer = neuland(&args);
        assert_eq!(answer.code, code, "{args:?}: {answer:?}");
        assert_eq!(answer.out, "", "{args:?}");
        assert!(answer.err.starts_with(title) && answer.err.contains(expected), "{args:?}: {}", answer.err);
        assert!(!answer.err.contains("panicked"), "{args:?}: {}", answer.err);
    }
}

#[test]
fn standard_output_is_no_file_or_folder_to_write() {
    let commands = [
        ("match catan --bots a=random,b=random --report -", "--report"),
        ("match catan --bots a=random,b=random --journal -", "--journal"),
        ("match catan --bots a=random,b=random --records -", "--records"),
        ("simulate catan --records -", "--records"),
        ("backup -o -", "--output"),
        ("backup --data - -o copy.sqlite", "--data"),
        ("play --data -", "--data"),
        ("serve --data -", "--data"),
    ];
    for (command, option) in commands {
        let english = format!("{option} cannot write to standard output");
        let german = format!("{option} kann nicht auf die Standardausgabe schreiben");
        refused(&command.split(' ').collect::<Vec<_>>(), 2, &english, &german);
    }
    assert!(!Path::new("-").exists());
}

/// Long because it is a list.
#[test]
fn wrong_command_lines_are_usage_errors() {
    let table: [(&str, &str, &str); 36] = [
        (
            "rulse",
            "there is no command rulse\nDid you mean rules?",
            "den Befehl rulse gibt es nicht\nIst rules gemeint?",
        ),
        ("games --verbose", "unexpected argument --verbose", "--verbose ist hier kein Argument"),
        ("games --jsn", "Did you mean --json?", "Ist --json gemeint?"),
        ("games catan more", "unexpected argument more", "more ist hier kein Argument"),
        ("replay", "a required argument is missing: <FILE>", "es fehlt etwas: <FILE>"),
        ("cases", "a required argument is missing: <FILE>", "es fehlt etwas: <FILE>"),
        ("draw x.neuland", "a required argument is missing: --output", "es fehlt etwas: --output"),
        ("replay x --at", "--at <N> needs a value", "--at <N> braucht einen Wert"),
        (
            "replay x --at -1",
            "-1 is not a valid value for --at <N>: give a whole number of at least 0",
            "hier gehört eine ganze Zahl ab 0 hin",
        ),
        ("replay x --at 1 --at 2", "--at <N> cannot be used like this", "--at <N> geht so nicht"),
        ("replay x --at=", "\"\" is not a valid value for --at <N>", "\"\" ist kein Wert von --at <N>"),
        ("replay x --at last", "last is not a valid value for --at <N>", "last ist kein Wert von --at <N>"),
        ("replay x --at 1e9", "1e9 is not a valid value", "1e9 ist kein Wert"),
        ("replay x --at 99999999999999999999", "is not a valid value for --at", "ist kein Wert von --at"),
        ("replay x y", "unexpected argument y", "y ist hier kein Argument"),
        ("simulate", "a required argument is missing: <GAME>", "es fehlt etwas: <GAME>"),
        (
            "simulate chess",
            "there is no game chess; the games are catan",
            "das Spiel chess gibt es nicht; die Spiele heißen catan",
        ),
        (
            "simulate catan --set discard=9",
            "there is no option discard\nThe options are setup, ",
            "die Option discard gibt es nicht\nDie Optionen heißen setup, ",
        ),
        (
            "simulate catan --set discard_limits=9",
            "Did you mean discard_limit?",
            "Ist discard_limit gemeint?",
        ),
        (
            "simulate catan --set discard_limit=0",
            "0 is not a value of discard_limit; choose from: 1 to 95 (CATAN-OPT-11)",
            "möglich sind: 1 bis 95 (CATAN-OPT-11)",
        ),
        (
            "simulate catan --set trade_build=mixed",
            "choose from: separate, combined (CATAN-OPT-8)",
            "möglich sind: separate, combined (CATAN-OPT-8)",
        ),
        ("simulate catan --set trade_build", "write --set OPTION=VALUE", "richtig ist --set OPTION=WERT"),
        (
            "simulate catan --set players=3 --players 4",
            "the number of seats and --set players disagree",
            "widersprechen sich",
        ),
        (
            "simulate catan --players 5",
            "choose from: 2 to 4 (CATAN-OPT-17)",
            "möglich sind: 2 bis 4 (CATAN-OPT-17)",
        ),
        (
            "simulate catan --players 1",
            "choose from: 2 to 4 (CATAN-OPT-17)",
            "möglich sind: 2 bis 4 (CATAN-OPT-17)",
        ),
        (
            "simulate catan --players 3 --set start_player=D",
            "seat D should begin, but only 3 seats play",
            "Platz D soll beginnen, aber es gibt nur 3 Plätze",
        ),
        (
            "simulate catan --bots deepthought",
            "there is no bot deepthought; the bots are ",
            "den Bot deepthought gibt es nicht; die Bots heißen ",
        ),
        (
            "simulate catan --bots random,random --players 3",
            "2 bots are named for 3 seats",
            "2 Bots sind für 3 Plätze genannt",
        ),
        (
            "simulate catan --games 0",
            "give a whole number of at least 1",
            "hier gehört eine ganze Zahl ab 1 hin",
        ),
        (
            "simulate catan --games -5",
            "-5 is not a valid value for --games <N>",
            "-5 ist kein Wert von --games <N>",
        ),
        ("simulate catan --threads 0", "a whole number from 1 to 1024", "eine ganze Zahl von 1 bis 1024"),
        (
            "simulate catan --threads 9999999",
            "a whole number from 1 to 1024",
            "eine ganze Zahl von 1 bis 1024",
        ),
        ("simulate catan --seed heads", "a seed is a whole number", "ein Startwert ist eine ganze Zahl"),
        (
            "rules CATAN-ROB-99",
            "CATAN-ROB-99 is neither a clause nor a game\nDid you mean CATAN-ROB-9",
            "ist weder ein Regelpunkt noch ein Spiel\nÄhnlich heißen: CATAN-ROB-9",
        ),
        ("rules mayflour", "Did you mean mayflower", "Ähnlich heißen: mayflower"),
        (
            "rules chess",
            "The games are catan, cities-and-knights",
            "Die Spiele heißen catan, cities-and-knights",
        ),
    ];
    for (args, english, german) in table {
        refused(&args.split(' ').collect::<Vec<_>>(), 2, english, german);
    }
    for args in [&["--lang", "fr", "games"][..], &["games", "--lang=klingon"]] {
        let answer = neuland(args);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{answer:?}");
        assert!(answer.err.contains("choose one of de, en"), "{answer:?}");
    }
}

#[test]
fn usage_errors_say_where_help_is() {
    for (args, help) in [("rulse", "neuland --help"), ("simulate", "neuland simulate --help")] {
        let answer = neuland(&[args]);
        assert!(answer.err.ends_with(&format!("For more information, run {help}\n")), "{answer:?}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let folder = folder("files");
    let record = file(&folder, "a.neuland", RECORD);
    let at = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (missing, here) = (at("missing.neuland"), at("."));
    let picture = at("x.svg");
    for args in [&["replay", &missing][..], &["cases", &missing], &["draw", &missing, "-o", &picture]] {
        refused(
            args,
            1,
            "missing.neuland cannot be read: there is no such file or folder",
            "missing.neuland lässt sich nicht lesen: die Datei oder den Ordner gibt es nicht",
        );
    }
    for args in [&["replay", &here][..], &["draw", &here, "-o", &picture]] {
        refused(args, 1, "it is a folder; name a file", "das ist ein Ordner; nötig ist eine Datei");
    }
    let empty = folder.join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    let empty = empty.to_str().expect("UTF-8");
    refused(&["cases", empty], 1, "contains no case files (*.cases)", "enthält keine Falldatei (*.cases)");
    let below = format!("{record}/x.neuland");
    refused(
        &["replay", &below],
        1,
        "a part of the path is not a folder",
        "ein Teil des Pfades ist kein Ordner",
    );
    refused(
        &["draw", &record, "-o", &at("nowhere/x.svg")],
        1,
        "x.svg cannot be written: there is no such file or folder",
        "x.svg lässt sich nicht schreiben: die Datei oder den Ordner gibt es nicht",
    );
    std::fs::create_dir(folder.join("folder.png")).expect("a folder");
    refused(
        &["draw", &record, "-o", &at("folder.png")],
        1,
        "it is a folder; name a file",
        "das ist ein Ordner; nötig ist eine Datei",
    );
    refused(
        &["simulate", "catan", "--games", "1", "--records", &format!("{record}/records")],
        1,
        "cannot be created: a part of the path is not a folder",
        "lässt sich nicht anlegen: ein Teil des Pfades ist kein Ordner",
    );
    // Records of another game stay, and so do those of the same one; a series that would overwrite one writes none.
    let records = at("records");
    let simulate = |game, games| {
        ["simulate", game, "--bots", "random", "--games", games, "--records", &records].map(str::to_owned)
    };
    for game in ["carcassonne", "mayflower"] {
        let args = simulate(game, "1");
        neuland(&args.each_ref().map(String::as_str)).ok();
    }
    let first =
        std::fs::read(folder.join("records/carcassonne-0000000000000001-000000.neuland")).expect("a record");
    let again = simulate("carcassonne", "3");
    refused(
        &again.each_ref().map(String::as_str),
        1,
        "carcassonne-0000000000000001-000000.neuland cannot be written: it already exists, and nothing is overwritten",
        "carcassonne-0000000000000001-000000.neuland lässt sich nicht schreiben: es gibt sie schon, und überschrieben wird nichts",
    );
    assert_eq!(
        std::fs::read(folder.join("records/carcassonne-0000000000000001-000000.neuland")).expect("it"),
        first
    );
    assert!(folder.join("records/mayflower-0000000000000001-000000.neuland").exists());
    assert!(!folder.join("records/carcassonne-0000000000000001-000001.neuland").exists());
    // A picture that was refused is not there.
    assert!(!Path::new(&picture).exists());
}

#[test]
fn draw_wants_a_picture_it_can_make() {
    let folder = folder("draw-bad");
    let record = file(&folder, "a.neuland", RECORD);
    let setup = file(&folder, "setup.json", r#"{"seats": {"A": {"settlements": ["I39"]}}}"#);
    let nothing = file(&folder, "nothing.json", "[1, 2]");
    let cut = file(&folder, "cut.json", r#"{"seats": {"A": {"settle"#);
    let empty = file(&folder, "empty", "");
    let impossible = file(
        &folder,
        "impossible.json",
        r#"{"seats": {"A": {"settlements": ["I17", "I22"]}, "B": {"hand": {"ore": 20}}}}"#,
    );
    let svg = folder.join("x.svg").to_str().expect("UTF-8").to_owned();
    let png = folder.join("x.png").to_str().expect("UTF-8").to_owned();
    let end = ["must end in .svg or .png", "muss auf .svg oder .png enden"];
    for name in ["x.jpg", "x", "svg"] {
        refused(&["draw", &record, "-o", name], 2, end[0], end[1]);
    }
    refused(
        &["draw", &record, "-o", &svg, "--width", "300"],
        2,
        "--width is only for .png",
        "--width gilt nur für .png",
    );
    for width in ["0", "-7", "8193", "wide"] {
        let range = ["a whole number from 1 to 8192", "eine ganze Zahl von 1 bis 8192"];
        refused(&["draw", &record, "-o", &png, "--width", width], 2, range[0], range[1]);
    }
    refused(
        &["draw", &record, "-o", &svg, "--theme", "pink"],
        2,
        "choose one of light, dark",
        "möglich sind light, dark",
    );
    refused(
        &["draw", &record, "-o", &svg, "--at", "4"],
        2,
        "has positions 0 to 3",
        "hat die Stellungen 0 bis 3",
    );
    refused(&["draw", &setup, "-o", &svg, "--at", "1"], 2, "leave --at out", "--at bitte weglassen");
    for file in [&nothing, &cut, &empty] {
        let neither = ["is neither a record nor a setup", "ist weder eine Aufzeichnung noch eine Stellung"];
        refused(&["draw", file, "-o", &svg], 1, neither[0], neither[1]);
    }
    // Every fault of a setup is told, with its clause.
    for expected in ["CATAN-SETT-3", "CATAN-COMP-9"] {
        refused(&["draw", &impossible, "-o", &svg], 1, expected, expected);
    }
    refused(&["draw", &impossible, "-o", &svg], 1, "impossible.json is not possible", "kann es nicht geben");
    assert!(!Path::new(&svg).exists() && !Path::new(&png).exists());
}

/// Long because it is a list.
#[test]
fn records_that_are_damaged_or_illegal() {
    let folder = folder("records-bad");
    let with = |line: &str| format!("{RECORD}{line}\n");
    let table: [(&str, String, &str, &str); 24] = [
        ("empty", String::new(), "line 1: this is not a record", "Zeile 1: das ist keine Aufzeichnung"),
        ("text", "Hello\n".to_owned(), "line 1: this is not a record", "Zeile 1: das ist keine Aufzeichnung"),
        (
            "no-header",
            "{}\n".to_owned(),
            "line 1: this is not a record",
            "Zeile 1: das ist keine Aufzeichnung",
        ),
        ("newer", RECORD.replace("\"neuland\":1", "\"neuland\":2"), "format version 2", "Formatversion 2"),
        (
            "rules",
            RECORD.replace("\"rules\":1", "\"rules\":7"),
            "rules version 7 of catan is not known",
            "Regelversion 7 von catan ist unbekannt",
        ),
        (
            "game",
            RECORD.replace("\"catan\"", "\"chess\""),
            "there is no game chess; the games are catan",
            "das Spiel chess gibt es nicht",
        ),
        ("option", RECORD.replace("\"setup\":\"", "\"setup\":\"x"), "(CATAN-OPT-1)", "(CATAN-OPT-1)"),
        (
            "seats",
            RECORD.replace("\"Ada\",null", "\"Ada\""),
            "the header names 1 seats, but the game’s options give it 2",
            "Plätzen (1), als die Partie nach ihren Optionen hat (2)",
        ),
        (
            "cut",
            with(r#"{"seat":"B","do":"settl"#),
            "line 5: the file is cut off in this line",
            "Zeile 5: die Datei ist in dieser Zeile abgeschnitten",
        ),
        (
            "field",
            with(r#"{"seat":"B","do":"roll","x":1}"#),
            "line 5: the line does not have the right form",
            "Zeile 5: die Zeile hat nicht die Form",
        ),
        (
            "long",
            with(&format!(r#"{{"seat":"B","do":"{}"}}"#, "x".repeat(70_000))),
            "line 5: the line is longer than 65536",
            "Zeile 5: die Zeile ist länger als 65536",
        ),
        (
            "nonsense",
            with(r#"{"seat":"B","do":"fly I3"}"#),
            "line 5: “B: fly I3” is refused",
            "Zeile 5: „B: fly I3“ wird abgelehnt",
        ),
        (
            "illegal",
            with(r#"{"seat":"B","do":"settlement I17"}"#),
            "line 5: “B: settlement I17” is refused: There is already a building on I17. (CATAN-SETT-3)",
            "Zeile 5: „B: settlement I17“ wird abgelehnt: ",
        ),
        ("close", with(r#"{"seat":"B","do":"settlement I22"}"#), "(CATAN-SETT-3)", "(CATAN-SETT-3)"),
        (
            "turn",
            with(r#"{"seat":"A","do":"roll"}"#),
            "line 5: “A: roll” is refused",
            "Zeile 5: „A: roll“ wird abgelehnt",
        ),
        (
            "chance",
            with(r#"{"chance":"dice 3 4"}"#),
            "line 5: “chance dice 3 4” is refused",
            "Zeile 5: „chance dice 3 4“ wird abgelehnt",
        ),
        ("steering", with("{\"seat\":\"B\",\"do\":\"\\u001b[2J\"}"), "\\u{1b}[2J", "\\u{1b}[2J"),
        (
            "stranger",
            with(r#"{"seat":"C","do":"roll"}"#),
            "line 5: seat C acts, but the number of seats in the header is 2",
            "Zeile 5: Platz C handelt, aber die Zahl der Plätze im Kopf ist 2",
        ),
        ("header", with(RECORD), "line 5: a second header", "Zeile 5: ein zweiter Kopf"),
        ("unknown", with(r#"{"dice":7}"#), "line 5: the line is neither", "Zeile 5: die Zeile ist weder"),
        ("array", with("[1]"), "line 5: the line is JSON, but not", "Zeile 5: die Zeile ist JSON, aber kein"),
        ("layout", RECORD.replace("mountains:10 ", "mountains:11 "), "line 2: ", "Zeile 2: "),
        (
            "result",
            with(r#"{"result":{"winners":["A"],"points":{"A":10,"B":2}}}"#),
            "the record has a result, but the game is not over here",
            "hat ein Ergebnis, aber die Partie ist hier nicht zu Ende",
        ),
        ("after", with("{\"result\":{\"winners\":[],\"points\":{}}}\n{}"), "line 5: ", "Zeile 5: "),
    ];
    for (name, text, english, german) in table {
        let path = file(&folder, &format!("{name}.neuland"), &text);
        refused(&["replay", &path], 1, english, german);
        refused(&["replay", &path, "--json"], 1, english, german);
    }
    let record = file(&folder, "good.neuland", RECORD);
    refused(
        &["replay", &record, "--at", "4"],
        2,
        "--at 4 is beyond the end; ",
        "--at 4 liegt hinter dem Ende; ",
    );
}
