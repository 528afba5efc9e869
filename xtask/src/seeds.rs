//! The browser tests with many seeds.
//!
//! Many files of tests throw no dice, or begin at recorded positions, so another seed changes nothing in them. No list says which: each
//! file leaves a log of what was played at its tables (`tests/browser/lib/house.js`), and two whole runs with different seeds tell. Only
//! files whose logs differ are run with the other seeds, and several times with the first one, when their logs must be the same to the
//! byte. A file whose two logs are alike leaves nothing to chance.
//!
//! Then everything once more with all the repetition that the gate samples, in the whole of Chromium, and once for each kind of message
//! that can be late (`tests/browser/lib/lag.js`): a test that depends on which of two comes first fails there each time, and elsewhere once
//! in a hundred runs.

use crate::browser::{self, LOGS};
use crate::tools::target;
use crate::{cargo, root, run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The number of seeds.
const SEEDS: usize = 20;

/// The number of runs with the first seed.
const SAME: usize = 5;

/// The kinds of messages that are held back.
const LAGS: [&str; 3] = ["answers", "streams", "loads"];

/// What was played in each file of tests.
type Logs = BTreeMap<String, String>;

/// Runs the browser tests with all seeds and lags at the program as it ships, and once with all the repetition that the gate samples. A
/// failure names its seed, and the others are played all the same.
pub(crate) fn play() -> Result<(), String> {
    browser::prepare()?;
    cargo(&["build", "--release", "--bin", "neuland"])?;
    let mut failed = Vec::new();
    let all = BTreeSet::new();
    let first = play_one(1, &all, &mut failed)?;
    let second = play_one(2, &all, &mut failed)?;
    let dependent = differing(&without_ids(&first), &without_ids(&second));
    if dependent.is_empty() {
        return Err("two seeds play the same games in all files".into());
    }
    println!("{} files play other games with another seed, and are run with all", dependent.len());
    let expected = first.into_iter().filter(|(file, _)| dependent.contains(file)).collect();
    for _ in 1..SAME {
        let other = differing(&expected, &play_one(1, &dependent, &mut failed)?);
        failed.extend(other.iter().map(|file| format!("{} (another game in {file})", name(1))));
    }
    for number in 3..=SEEDS {
        play_one(number, &dependent, &mut failed)?;
    }
    let lags = LAGS.map(|lag| ("NEULAND_LAG", lag));
    for (variable, value) in [("NEULAND_FULL", "1")].into_iter().chain(lags) {
        println!("{variable}={value}");
        if run(tests(&name(1)).env(variable, value)).is_err() {
            failed.push(format!("{} {variable}={value}", name(1)));
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed with NEULAND_TEST_SEED={}", failed.join(", ")))
    }
}

fn name(number: usize) -> String {
    format!("night-{number}")
}

/// Runs these files, or all, with a seed; returns their logs.
fn play_one(number: usize, files: &BTreeSet<String>, failed: &mut Vec<String>) -> Result<Logs, String> {
    let seed = name(number);
    println!("NEULAND_TEST_SEED={seed}");
    if run(tests(&seed).arg("--").args(files)).is_err() {
        failed.push(seed);
    }
    read(&root().join(LOGS))
}

/// The tests with a seed, at the program as it ships.
fn tests(seed: &str) -> Command {
    let mut tests = browser::npm_test();
    tests.env("NEULAND_TEST_SEED", seed).env("NEULAND_BIN", target().join("release/neuland"));
    tests
}

/// Reads the logs of the last run.
fn read(folder: &Path) -> Result<Logs, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut logs = Logs::new();
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        logs.insert(file, std::fs::read_to_string(&path).map_err(wrong)?);
    }
    Ok(logs)
}

/// The files that left a log in one of two runs alone, or another log.
fn differing(one: &Logs, other: &Logs) -> BTreeSet<String> {
    let files = one.keys().chain(other.keys());
    files.filter(|&file| one.get(file) != other.get(file)).cloned().collect()
}

/// The logs without what follows from the seed where nothing is played: the ids of the tables, and so their order.
fn without_ids(logs: &Logs) -> Logs {
    let games = |log: &str| {
        let mut games: Vec<String> = Vec::new();
        for line in log.lines() {
            match (line.starts_with(' '), games.last_mut()) {
                (true, Some(game)) => game.extend([line, "\n"]),
                _ => games.push("table\n".to_owned()),
            }
        }
        games.sort();
        games.concat()
    };
    logs.iter().map(|(file, log)| (file.clone(), games(log))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logs(logs: &[(&str, &str)]) -> Logs {
        logs.iter().map(|&(file, log)| (file.to_owned(), log.to_owned())).collect()
    }

    #[test]
    fn a_file_depends_on_the_seed_if_its_games_do() {
        let games = "aaaa\n  chance dice 6\n  A: end\nbbbb\n  A: end\ncccc\n";
        let first = logs(&[("same", games), ("other", games), ("more", games), ("lost", games)]);
        let second = logs(&[
            ("same", "dddd\neeee\n  A: end\nffff\n  chance dice 6\n  A: end\n"),
            ("other", "aaaa\n  chance dice 7\n  A: end\nbbbb\n  A: end\ncccc\n"),
            ("more", "aaaa\n  chance dice 6\n  A: end\nbbbb\n  A: end\ncccc\ndddd\n"),
        ]);
        let dependent = differing(&without_ids(&first), &without_ids(&second));
        assert_eq!(dependent, ["lost", "more", "other"].map(str::to_owned).into());
        assert_eq!(differing(&first, &first), BTreeSet::new(), "and with the same seed no byte differs");
        assert!(differing(&first, &second).contains("same"));
    }
}
