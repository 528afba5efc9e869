//! The ladder of bots in docs/bots.md, made anew: bots of each game that do not search meet in a match, always with the same seeds.

use crate::files;
use serde_json::Value;
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

/// Plays the matches and writes the page.
pub(crate) fn write() -> Result<(), String> {
    let path = crate::root().join(PAGE);
    let page = files::text(PAGE)?;
    let (before, rest) = page.split_once(BEGIN).ok_or(format!("{PAGE} has no line {BEGIN}"))?;
    let (_, after) = rest.split_once(END).ok_or(format!("{PAGE} has no line {END}"))?;
    let mut ladder = String::from("\n\n");
    for line in MATCHES {
        println!("neuland {line}");
        ladder += &table(line, &play(line)?)?;
        ladder.push('\n');
    }
    std::fs::write(&path, format!("{before}{BEGIN}{ladder}{END}{after}"))
        .map_err(|error| format!("{PAGE}: {error}"))
}

/// Plays a match with the program as released.
fn play(line: &str) -> Result<Value, String> {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "-p", "neuland", "--"]);
    let output = command.args(line.split(' ')).arg("--json").current_dir(crate::root()).output();
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
