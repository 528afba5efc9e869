//! Shared by the commands that let bots play many games.

use crate::failure::Failure;
use crate::files::{refused, shown, unwritable, why};
use arena::{FaultKind, Faults};
use bots::any::roster;
use indicatif::{ProgressBar, ProgressStyle};
use pages::{Words, say};
use shelf::{AnyGame, GameKind};
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

/// The game before its first step, with the options of `--set` and so many seats: those of the argument `seats` or of
/// `--set players`, else `by_default`.
pub(crate) fn start(
    kind: GameKind,
    options: &[String],
    seats: Option<usize>,
    by_default: impl FnOnce() -> String,
    words: Words,
) -> Result<AnyGame, Failure> {
    let mut settings = Vec::new();
    let mut players = seats.map(|seats| seats.to_string());
    for setting in options {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| Failure::usage(say!(words, "cli-series-set", setting = setting.as_str())))?;
        if name != "players" {
            settings.push((name, value));
        } else if players.replace(value.to_owned()).is_some_and(|given| given != value) {
            return Err(Failure::usage(say!(words, "cli-series-seats-twice")));
        }
    }
    let players = players.unwrap_or_else(by_default);
    settings.push(("players", &players));
    AnyGame::with_options(kind, settings).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| refused(fault, words)).collect();
        Failure::usage(lines.join("\n"))
    })
}

/// None of these games has a bot of this name; the failure names those that they have.
pub(crate) fn unknown_bot(kinds: &[GameKind], name: &str, words: Words) -> Failure {
    let mut names: Vec<&str> = Vec::new();
    for bot in kinds.iter().flat_map(|&kind| roster(kind)) {
        if !names.contains(&bot.name) {
            names.push(bot.name);
        }
    }
    Failure::usage(say!(words, "cli-series-bot", name = name, names = names.join(", ")))
}

/// What a bot did wrong.
pub(crate) fn faults_in_words(name: &str, lost: u64, faults: &Faults, words: Words) -> String {
    let counts =
        FaultKind::ALL.iter().map(|&kind| (kind, faults.count(kind))).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = counts.map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    let kinds = if kinds.is_empty() { "0".to_owned() } else { kinds.join(", ") };
    say!(words, "cli-match-faults", name = name, lost = lost.to_string(), faults = kinds)
}

/// The number of threads: as many as were asked for, else one a processor.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The progress bar of so many games; hidden where nobody would see it.
pub(crate) fn bar(games: u64, is_quiet: bool, words: Words) -> ProgressBar {
    if is_quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&say!(words, "cli-series-progress"));
    ProgressBar::new(games).with_style(style.expect("the template is well-formed"))
}

/// Refuses to overwrite: fails if one of these files exists.
pub(crate) fn refuse_existing(mut paths: impl Iterator<Item = PathBuf>, words: Words) -> Result<(), Failure> {
    match paths.find(|path| path.exists()) {
        Some(path) => Err(unwritable(&path, &ErrorKind::AlreadyExists.into(), words)),
        None => Ok(()),
    }
}

/// Makes the folder for records.
pub(crate) fn make_folder(folder: &Path, words: Words) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let why = why(&error, words);
        Failure::failed(say!(words, "cli-series-folder", folder = shown(folder), why = why))
    })
}
