//! Texts that cannot be read: each way in which one can be handed to the command line says in both languages where the fault
//! is and what belongs there, in words of JSON and of the games.

use super::{file, folder, neuland};

const HEADER: &str =
    r#"{"neuland":1,"game":"catan","rules":1,"options":{"players":3},"seats":["Ada",null,"Bob"]}"#;

/// Words of Rust and serde that mean nothing to a person.
const FOREIGN: [&str; 22] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i32",
    "i64",
    "struct",
    "tuple",
    "enum",
    "variant",
    "missing field",
    "unknown field",
    "invalid type",
    "invalid value",
    "invalid length",
    "duplicate field",
    "untagged",
    "a map",
    "a sequence",
    "trailing",
    "EOF",
];

/// Words that no German sentence has.
const ENGLISH: [&str; 14] = [
    "the", "is", "not", "must", "cannot", "this", "expected", "are", "of", "or", "and", "there", "be",
    "field",
];

/// The sentence without what it quotes.
fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let (mut in_marks, mut in_ticks) = (false, false);
    for c in text.chars() {
        match c {
            '„' => in_marks = true,
            '“' => in_marks = false,
            '`' => in_ticks = !in_ticks,
            c if !in_marks && !in_ticks => out.push(c),
            _ => {}
        }
    }
    out
}

/// Runs in both languages. The English error contains the first part, the German one the second; what is wrong with them goes
/// into `wrong`.
fn told(wrong: &mut Vec<String>, args: &[&str], english: &str, german: &str) {
    for (lang, expected) in [("en", english), ("de", german)] {
        let mut args = args.to_vec();
        args.extend(["--lang", lang]);
        let answer = neuland(&args);
        let said = format!("{}{}", answer.out, answer.err);
        if answer.code == 0 {
            wrong.push(format!("{args:?} is accepted:\n{said}"));
        }
        if !said.contains(expected) {
            wrong.push(format!("{args:?} lacks {expected}:\n{said}"));
        }
        let has = |word: &&str| {
            said.match_indices(*word).any(|(at, _)| {
                let is_part = |c: char| c.is_alphanumeric();
                !said[..at].ends_with(is_part) && !said[at + word.len()..].starts_with(is_part)
            })
        };
        if let Some(word) = FOREIGN.iter().find(|word| has(word)) {
            wrong.push(format!("{args:?}: `{word}` in:\n{said}"));
        }
        if said.contains('\0') {
            wrong.push(format!("{args:?}: a control character in {said:?}"));
        }
        if lang == "de" {
            // The last line of a run of cases is for scripts, and the same in every language.
            let lines: Vec<&str> = said.lines().filter(|line| !line.ends_with("failed")).collect();
            let text = unquoted(&lines.join("\n"));
            let words =
                text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| ENGLISH.contains(word));
            for word in words {
                wrong.push(format!("{args:?}: `{word}` in:\n{said}"));
            }
        }
    }
}

#[test]
fn damaged_records_are_told_of_in_both_languages() {
    let folder = folder("unreadable-records");
    let with = |line: &str| format!("{HEADER}\n{line}\n");
    let table: [(String, &str, &str); 15] = [
        (HEADER.replace(r#""rules":1,"#, ""), "`rules` is missing", "„rules“ fehlt"),
        (
            HEADER.replace(r#""rules":1"#, r#""rules":"x""#),
            "`rules`: this is `\"x\"`; it must be a whole number from 0 to 4294967295",
            "`rules`: gefunden `\"x\"`, erwartet eine ganze Zahl von 0 bis 4294967295",
        ),
        (HEADER.replace(r#""rules":1"#, r#""rules":-1"#), "this is `-1`", "gefunden `-1`"),
        (
            HEADER.replace(r#""game":"catan""#, r#""game":7"#),
            "`game`: this is `7`; it must be a text in quotation marks",
            "`game`: gefunden `7`, erwartet ein Text in Anführungszeichen",
        ),
        (
            HEADER.replace("options", "optoins"),
            "`optoins` does not belong here; choose from neuland, game",
            "„optoins“ gehört nicht hierher; es gibt neuland, game",
        ),
        (
            HEADER.replace(r#"{"players":3}"#, "[3]"),
            "`options`: this is a list; it must be an object in braces",
            "`options`: gefunden eine Liste, erwartet ein Objekt in geschweiften Klammern",
        ),
        (
            HEADER.replace("\"Ada\"", "{}"),
            "`seats[0]`: this is an object; it must be a text",
            "`seats[0]`: gefunden ein Objekt, erwartet ein Text",
        ),
        (
            HEADER.replacen('{', r#"{"neuland":1,"#, 1),
            "line 1, column 22: the key `neuland` appears twice",
            "Zeile 1, Spalte 22: der Schlüssel „neuland“ steht zweimal da",
        ),
        (
            with(r#"{"seat":"A","do":"ro"#),
            "line 2, column 21: the text ends too early",
            "Zeile 2, Spalte 21: der Text bricht ab",
        ),
        (
            with(r#"{"seat":"A" "do":"roll"}"#),
            "line 2, column 13: `\"` is not allowed here",
            "Zeile 2, Spalte 13: „\"“ kann hier nicht stehen",
        ),
        (with(r#"{"seat":"A"}"#), "`do` is missing", "„do“ fehlt"),
        (
            with(r#"{"seat":"Z","do":"roll"}"#),
            "`seat`: `Z` is not a seat",
            "`seat`: „Z“ ist nicht zu lesen; erwartet wird ein Platz, A bis F",
        ),
        (with(r#"{"seat":"A","do":"raod"}"#), "`raod` is not an action", "„raod“ ist nicht zu lesen"),
        (
            with(r#"{"chance":"dice 9 9"}"#),
            "`9 9` are not two dice",
            "„9 9“ ist nicht zu lesen; erwartet wird ein Wurf mit zwei Würfeln",
        ),
        (
            with(r#"{"result":{"winners":["A"],"points":{"A":"x"}}}"#),
            "`result.points.A`: this is `\"x\"`; it must be a whole number",
            "`result.points.A`: gefunden `\"x\"`, erwartet eine ganze Zahl",
        ),
    ];
    let mut wrong = Vec::new();
    for (number, (text, english, german)) in table.iter().enumerate() {
        let path = file(&folder, &format!("{number}.neuland"), text);
        told(&mut wrong, &["replay", &path], english, german);
        // What has no proof is not read to the end.
        if text.lines().count() == 1 {
            told(&mut wrong, &["verify", &path], english, german);
        }
        let picture = folder.join("x.svg");
        told(&mut wrong, &["draw", &path, "--output", picture.to_str().expect("UTF-8")], english, german);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn damaged_setups_are_told_of_in_both_languages() {
    let folder = folder("unreadable-setups");
    let picture = folder.join("x.svg");
    let table: [(&str, &str, &str); 16] = [
        ("{\"seats\": ", "column 10: the text ends too early", "Spalte 10: der Text bricht ab"),
        ("{\n  \"seats\" 7}", "line 2, column 11: `7`", "Zeile 2, Spalte 11: „7“"),
        (
            r#"{"seats": {}, "seats": {}}"#,
            "column 21: the key `seats` appears twice",
            "Spalte 21: der Schlüssel „seats“ steht zweimal da",
        ),
        (
            r#"{"seats": {"A": {"settlements": ["I99"]}}}"#,
            "`seats.A.settlements[0]`: `I99` is not an intersection; intersections are I0 to I53",
            "`seats.A.settlements[0]`: „I99“ ist nicht zu lesen; erwartet wird eine Kreuzung, I0 bis I53",
        ),
        (
            r#"{"seats": {"A": {"settlements": ["I5", "I5"]}}}"#,
            "`seats.A.settlements`: I5 is named twice",
            "`seats.A.settlements`: „I5“ steht zweimal in einer Liste",
        ),
        (
            r#"{"seats": {"A": {"hand": {"ore": 300}}}}"#,
            "`seats.A.hand.ore`: this is `300`; it must be a whole number from 0 to 255",
            "`seats.A.hand.ore`: gefunden `300`, erwartet eine ganze Zahl von 0 bis 255",
        ),
        (
            r#"{"seats": {"A": "x"}}"#,
            "`seats.A`: this is `\"x\"`; it must be an object in braces",
            "`seats.A`: gefunden `\"x\"`, erwartet ein Objekt in geschweiften Klammern",
        ),
        (r#"{"seats": 7}"#, "`seats`: this is `7`", "`seats`: gefunden `7`"),
        (r#"{"robbre": "H1"}"#, "`robbre` does not belong here", "„robbre“ gehört nicht hierher"),
        (
            r#"{"game": "chess"}"#,
            "`game`: `chess` is not one of catan",
            "`game`: „chess“ gibt es hier nicht; möglich sind catan",
        ),
        (r#"{"game": 7}"#, "`game`: this is `7`", "`game`: gefunden `7`"),
        (r#"{"rules": "x"}"#, "the field `rules` of the setup is", "das Feld „rules“ der Stellung ist"),
        (r#"{"options": {"victory_points": "x"}}"#, "x is not a value", "x ist kein Wert"),
        (
            "{\"robber\": \"H\\u0000\"}",
            "`H\\u{0}` is not a hex",
            "„H\\u{0}“ ist nicht zu lesen; erwartet wird ein Feld, H0 bis H18",
        ),
        (
            r#"{"game": "carcassonne", "tiles": ["E@(0,-1)r7"]}"#,
            "`tiles[0]`",
            "`tiles[0]`: „r7“ ist nicht zu lesen; erwartet wird eine Drehung",
        ),
        (
            r#"{"seats": {"A": {"settlements": ["I8"]}, "B": {"settlements": ["I13"]}}}"#,
            "CATAN-SETT-3",
            "das widerspricht der Regel: ",
        ),
    ];
    let mut wrong = Vec::new();
    for (number, (text, english, german)) in table.iter().enumerate() {
        let path = file(&folder, &format!("{number}.json"), text);
        told(&mut wrong, &["draw", &path, "--output", picture.to_str().expect("UTF-8")], english, german);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn damaged_cases_are_told_of_in_both_languages() {
    let folder = folder("unreadable-cases");
    let case = |lines: &str| format!("game catan\ncase one\nclauses CATAN-ROAD-1\n{lines}\n");
    let table: [(String, &str, &str); 9] = [
        ("game chess\n".to_owned(), "`chess` is not a game", "„chess“ ist nicht zu lesen"),
        ("hello\n".to_owned(), "begins with the game", "„hello“ ist keine Zeile eines Falls"),
        ("game catan\ncase a\0b\n".to_owned(), "control characters", "ist keine Zeile eines Falls"),
        (
            case("setup {\"seats\": {\"A\": {\"hand\": {\"ore\": true}}}}"),
            "`seats.A.hand.ore`: this is `true`; it must be a whole number from 0 to 255",
            "`seats.A.hand.ore`: gefunden `true`, erwartet eine ganze Zahl von 0 bis 255",
        ),
        (case("setup {\"seats\": "), "the text ends too early", "der Text bricht ab"),
        (
            case("setup {\"rolled\": true, \"rolled\": false}"),
            "`rolled` appears twice",
            "„rolled“ steht zweimal",
        ),
        (case("phase dancing"), "`dancing` is not one of", "„dancing“ gibt es hier nicht"),
        (case("start\nA: raod\nexpect turn A"), "`raod` is not an action", "„raod“ ist nicht zu lesen"),
        (case("nonsense 7"), "", "keine Zeile eines Falls"),
    ];
    let mut wrong = Vec::new();
    for (number, (text, english, german)) in table.iter().enumerate() {
        let path = file(&folder, &format!("{number}.cases"), text);
        told(&mut wrong, &["cases", &path], english, german);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
