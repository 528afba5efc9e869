//! The tables of docs/bots.md that matches write, always with the same seeds: the ladder of the bots that do not search, and the
//! levels of each game, each against the one below.

use crate::files;
use crate::tools::target;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The page, and the lines between which the ladder is.
const PAGE: &str = "docs/bots.md";
const BEGIN: &str = "<!-- ladder: written by cargo xtask ladder -->";
const END: &str = "<!-- end of the ladder -->";

/// The matches: of games for four, two bots share a table; of games of tiles, each two bots meet.
const MATCHES: [&str; 5] = [
    "match catan --bots random,settler --seats 4 --games 1000",
    "match cities-and-knights --bots random,settler --seats 4 --games 1000",
    "match carcassonne --bots random,novice,surveyor --games 600",
    "match traders-and-builders --bots random,novice,surveyor --games 600",
    "match mayflower --bots random,novice,surveyor --games 600",
];

/// The lines between which the levels are.
const LEVELS_BEGIN: &str = "<!-- levels: written by cargo xtask levels -->";
const LEVELS_END: &str = "<!-- end of the levels -->";

/// The games, with how each level meets the one below: on the island two of each sit at a table.
const MEETINGS: [(&str, &str); 5] = [
    ("catan", " --format half --seats 4"),
    ("cities-and-knights", " --format half --seats 4"),
    ("carcassonne", ""),
    ("traders-and-builders", ""),
    ("mayflower", ""),
];

/// The test of each level: does it win 50 % or 55 % of its games against the one below?
const TEST: &str = "--sprt 0,35";

/// Plays the matches of the ladder and writes them into the page.
pub(crate) fn write() -> Result<(), String> {
    let mut ladder = String::new();
    for line in MATCHES {
        println!("neuland {line}");
        ladder += &table(line, &play(line, None)?)?;
        ladder.push('\n');
    }
    put(BEGIN, END, ladder.trim_end())
}

/// Plays each level of each game against the one below until a test decides, and writes the table. Takes hours; the same command goes
/// on where it was stopped.
pub(crate) fn write_levels() -> Result<(), String> {
    let journals = target().join("levels");
    std::fs::create_dir_all(&journals).map_err(|error| format!("{}: {error}", journals.display()))?;
    let mut table = String::from("| match | games | won | test |\n|---|---|---|---|\n");
    for (game, way) in MEETINGS {
        let strongest = if way.is_empty() { "surveyor" } else { "settler" };
        let levels = ["beginner", "novice", "apprentice", strongest, "expert", "master"];
        for pair in levels.windows(2) {
            let line = format!("match {game} --bots {},{}{way} {TEST}", pair[1], pair[0]);
            println!("neuland {line}");
            let journal = journals.join(format!("{game}-{}.journal", pair[1]));
            let result = play(&line, Some(&journal))?;
            let row = level(&line, &result)?;
            println!("{row}");
            table += &row;
            table.push('\n');
        }
    }
    put(LEVELS_BEGIN, LEVELS_END, table.trim_end())
}

/// Puts a text between two lines of the page.
fn put(begin: &str, end: &str, text: &str) -> Result<(), String> {
    let path = crate::root().join(PAGE);
    let page = files::text(PAGE)?;
    let (before, rest) = page.split_once(begin).ok_or(format!("{PAGE} has no line {begin}"))?;
    let (_, after) = rest.split_once(end).ok_or(format!("{PAGE} has no line {end}"))?;
    std::fs::write(&path, format!("{before}{begin}\n\n{text}\n\n{end}{after}"))
        .map_err(|error| format!("{PAGE}: {error}"))
}

/// The row of a level: its games, its share of them, and what the test says.
fn level(line: &str, result: &Value) -> Result<String, String> {
    let missing = || format!("the result of `neuland {line}` is not as expected");
    let percent = |value: &Value| value.as_f64().map(|share| 100.0 * share).ok_or_else(missing);
    let bot = &result["bots"][0];
    let decision = match result["sprt"]["decision"].as_str().ok_or_else(missing)? {
        "accept-h1" => "55 %",
        "accept-h0" => "50 %",
        _ => "open",
    };
    let interval = &bot["share_wilson"];
    Ok(format!(
        "| `{line}` | {} | {:.1} % ({:.1} to {:.1} %) | {decision} |",
        bot["games"],
        percent(&bot["share"])?,
        percent(&interval["low"])?,
        percent(&interval["high"])?,
    ))
}

/// Plays a match with the program as released, or goes on with that in a journal.
fn play(line: &str, journal: Option<&Path>) -> Result<Value, String> {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "-p", "neuland", "--"]);
    command.args(line.split(' ')).arg("--json");
    if let Some(journal) = journal {
        command.arg("--journal").arg(journal);
    }
    let output = command.current_dir(crate::root()).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// The bots of a match, the strongest first.
fn table(line: &str, result: &Value) -> Result<String, String> {
    let missing = || format!("the result of `neuland {line}` is not as expected");
    let number = |value: &Value| value.as_f64().ok_or_else(missing);
    let bots = result["bots"].as_array().ok_or_else(missing)?;
    let ratings = result["ratings"].as_array().ok_or_else(missing)?;
    let mut rows = Vec::new();
    for (bot, rating) in bots.iter().zip(ratings) {
        let (name, elo) = (bot["name"].as_str().ok_or_else(missing)?, number(&rating["elo"])?);
        let interval = &bot["share_wilson"];
        let numbers = format!(
            "{elo:.0} ± {:.0} | {} | {:.1} % ({:.1} to {:.1} %) | {:.1} | {:+.1}",
            1.96 * number(&rating["error"])?,
            bot["games"],
            100.0 * number(&bot["share"])?,
            100.0 * number(&interval["low"])?,
            100.0 * number(&interval["high"])?,
            number(&bot["points"]["mean"])?,
            number(&bot["margin"]["value"])?,
        );
        rows.push((elo, format!("| `{name}` | {} |", numbers.replace('-', "−"))));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = format!(
        "`neuland {line}`\n\n| bot | rating | games | won | points | margin |\n|---|---|---|---|---|---|\n"
    );
    rows.iter().for_each(|(_, row)| text += &format!("{row}\n"));
    Ok(text)
}
