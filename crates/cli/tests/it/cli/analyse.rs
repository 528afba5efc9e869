//! `neuland analyse`: what was luck and what was skill.

use super::{file, folder, neuland, neuland_reading};
use serde_json::Value;
use std::path::Path;

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.neuland"));
    path.to_str().expect("UTF-8").to_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one document")
}

/// The sum of the parts of a seat's split.
fn sum(seat: &Value) -> f64 {
    let number = |value: &Value| value.as_f64().expect("a number");
    let all = |value: &Value| value.as_object().expect("an object").values().map(number).sum::<f64>();
    number(&seat["prior"])
        + all(&seat["luck"])
        + number(&seat["mistakes"])
        + number(&seat["unforeseen"])
        + all(&seat["others"])
}

#[test]
fn a_game_is_split_into_luck_and_skill() {
    let record = golden("three-seats-beginner");
    let text = neuland(&["analyse", &record]).ok();
    for part in
        ["350 steps, won by C", "Equal chances", "33.3 %", "Luck: dice", "Own mistakes", "Result", "100.0 %"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let german = neuland(&["analyse", &record, "--lang", "de"]).ok();
    for part in ["gewonnen von C", "Gleiche Chancen", "Glück: Würfel", "Eigene Fehler", "Ergebnis"] {
        assert!(german.contains(part), "{part}: {german}");
    }
    let one = neuland(&["analyse", &record, "--json", "--threads", "1"]).ok();
    assert_eq!(
        one,
        neuland(&["analyse", &record, "--json", "--threads", "3"]).ok(),
        "threads change nothing"
    );
    let document = json(&one);
    let game = &document["games"][0];
    assert_eq!((&game["file"], &game["winners"]), (&record.as_str().into(), &serde_json::json!(["C"])));
    for seat in game["seats"].as_array().expect("seats") {
        assert!((sum(seat) - seat["outcome"].as_f64().expect("a share")).abs() < 1e-9, "{seat}");
    }
    assert_eq!(game["course"].as_array().map(Vec::len), Some(351));
    let stdin = std::fs::read_to_string(&record).expect("the record");
    assert_eq!(neuland_reading(&stdin, &["analyse", "-"]).ok(), text);
}

#[test]
fn rollouts_have_an_error_and_a_graph_shows_every_seat() {
    let record = golden("three-seats-beginner");
    let picture = folder("analyse").join("chances.svg");
    let picture = picture.to_str().expect("UTF-8");
    let document = json(&neuland(&["analyse", &record, "--deep", "100", "--json", "--svg", picture]).ok());
    let decisions = document["games"][0]["decisions"].as_array().expect("decisions");
    assert!(decisions.iter().any(|it| it["error"].is_number()), "nothing was measured");
    let svg = std::fs::read_to_string(picture).expect("the picture");
    assert!(svg.starts_with("<svg xmlns") && svg.matches("stroke-width=\"3\"").count() == 3, "{svg}");
}

#[test]
fn a_card_sums_up_a_game_in_either_language() {
    let record = golden("three-seats-beginner");
    let picture = folder("analyse-card").join("card.svg");
    let picture = picture.to_str().expect("UTF-8");
    for (lang, title, luck) in
        [("en", "Luck and skill in Catan", ">Luck<"), ("de", "Glück und Können: Catan", ">Glück<")]
    {
        neuland(&["analyse", &record, "--lang", lang, "--card", picture]).ok();
        let svg = std::fs::read_to_string(picture).expect("the picture");
        assert!(svg.starts_with("<svg xmlns") && svg.contains(title) && svg.contains(luck), "{svg}");
        assert_eq!(svg.matches("stroke-width=\"6\"").count(), 3, "a line for each seat: {svg}");
        assert!(svg.len() < 40_000, "{} bytes", svg.len());
    }
}

#[test]
fn several_games_are_summed_up_by_player_and_a_bad_one_stops_nobody() {
    let (one, other) = (golden("three-seats-beginner"), golden("two-seats-options"));
    let text = neuland(&["analyse", &one, &other]).ok();
    assert!(text.contains("Cost a decision") && text.contains("The estimate is unsure"), "{text}");
    let whole = std::fs::read_to_string(&one).expect("the record");
    let cut = whole.lines().take(100).collect::<Vec<_>>().join("\n");
    let cut = file(&folder("analyse-cut"), "cut.neuland", &cut);
    let answer = neuland(&["analyse", &one, &cut, "--json"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("cut.neuland: the game is not over"), "{}", answer.err);
    let document = json(&answer.out);
    assert_eq!(document["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["players"].as_array().map(Vec::len), Some(2), "two seats have one name");
}

#[test]
fn what_cannot_be_analysed_is_refused_in_both_languages() {
    let whole = std::fs::read_to_string(golden("three-seats-beginner")).expect("the record");
    let cut = whole.lines().take(100).collect::<Vec<_>>().join("\n");
    let folder = folder("analyse-refused");
    let (cut, foreign) = (file(&folder, "cut.neuland", &cut), file(&folder, "foreign.pgn", "1. e4 e5\n"));
    let refused = |args: &[&str], code: i32, words: &str| {
        let answer = neuland(args);
        assert_eq!((answer.code, answer.out.as_str()), (code, ""), "{answer:?}");
        assert!(answer.err.contains(words), "{}", answer.err);
    };
    refused(&["analyse", &cut], 1, "only a finished game has a result to split");
    refused(&["analyse", &cut, "--lang", "de"], 1, "die Partie ist nicht zu Ende");
    refused(&["analyse", &foreign], 1, "line 1");
    refused(&["analyse", &cut, &cut, "--svg", "x.svg"], 2, "--svg draws one game");
    refused(&["analyse", &cut, "--svg", "-"], 2, "--svg");
    refused(&["analyse", &cut, &cut, "--card", "x.svg"], 2, "--card draws one game");
    refused(&["analyse", &cut, "--deep", "5"], 2, "100");
}

/// A run that was stopped in the middle of a game goes on from its journal, measures only the rest, and ends with the same result.
#[test]
fn a_deep_analysis_goes_on_where_it_was_stopped() {
    let record = golden("two-seats-options");
    let journal = folder("analyse-journal").join("deep.journal");
    let journal = journal.to_str().expect("UTF-8");
    let words = ["analyse", &record, "--deep", "100", "--json", "--journal", journal];
    let first = neuland(&words).ok();
    let whole = std::fs::read_to_string(journal).expect("a journal");
    let lines: Vec<&str> = whole.lines().collect();
    assert!(lines.len() > 3, "marked decisions and the game: {whole}");
    assert_eq!(neuland(&words).ok(), first);
    assert_eq!(std::fs::read_to_string(journal).expect("a journal"), whole, "nothing is measured anew");
    // Killed in the middle of a line. One of the decisions is changed, so that it shows who is believed.
    let (step, measured) = lines[0].split_once("\"cost\":").expect("a decision");
    let cost = measured.split(',').next().expect("a number");
    let planted = lines[0].replace(&format!("\"cost\":{cost}"), "\"cost\":-0.987654321");
    std::fs::write(journal, format!("{planted}\n{}\n{}", lines[1], &lines[2][..lines[2].len() / 2]))
        .expect("a file");
    let second = neuland(&words).ok();
    assert!(second.contains("-0.987654321"), "{step}: {second}");
    let rest = std::fs::read_to_string(journal).expect("a journal");
    assert_eq!(rest.lines().skip(1).take(lines.len() - 2).collect::<Vec<_>>(), lines[1..lines.len() - 1]);
    // Another budget is other work, and another file stays as it is.
    let other = neuland(&["analyse", &record, "--deep", "101", "--json", "--journal", journal]).ok();
    assert!(!other.contains("-0.987654321"));
    let foreign = folder("analyse-journal-foreign").join("notes.txt");
    std::fs::write(&foreign, "my notes").expect("a file");
    let foreign = foreign.to_str().expect("UTF-8");
    let refused = neuland(&["analyse", &record, "--journal", foreign]);
    assert!(refused.code == 1 && refused.err.contains("not a journal"), "{refused:?}");
    assert_eq!(std::fs::read_to_string(foreign).expect("a file"), "my notes");
}
