//! Shared by the commands that let bots play many games.

use crate::failure::{Failure, sanitized, tell};
use crate::files::{refused, shown, unwritable, why};
#[cfg(unix)]
use arena::external::BotStartError;
use arena::{FaultKind, Faults};
use bots::any::roster;
use game::Seat;
use indicatif::{ProgressBar, ProgressStyle};
use pages::{Words, msg};
use shelf::{AnyGame, GameKind};
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
            .ok_or_else(|| Failure::usage(msg!(words, "cli-series-set", setting = setting.as_str())))?;
        if name != "players" {
            settings.push((name, value));
        } else if players.replace(value.to_owned()).is_some_and(|given| given != value) {
            return Err(Failure::usage(msg!(words, "cli-series-seats-twice")));
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
    Failure::usage(msg!(words, "cli-series-bot", name = name, names = names.join(", ")))
}

/// Describes the faults of a bot.
pub(crate) fn faults_in_words(name: &str, lost: u64, faults: &Faults, words: Words) -> String {
    let counts =
        FaultKind::ALL.iter().map(|&kind| (kind, faults.count(kind))).filter(|(_, count)| *count > 0);
    let kinds: Vec<String> = counts.map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    let kinds = if kinds.is_empty() { "0".to_owned() } else { kinds.join(", ") };
    msg!(words, "cli-match-faults", name = name, lost = lost.to_string(), faults = kinds)
}

/// The first fault of its kind: where it happened, what the bot did, and what it wrote to its standard error.
pub(crate) struct FirstFault<'a> {
    pub(crate) kind: FaultKind,
    /// The game, as `new-game` and the file of its record name it.
    pub(crate) game: String,
    pub(crate) seat: Seat,
    pub(crate) message: &'a str,
    pub(crate) errors: &'a str,
}

impl FirstFault<'_> {
    /// A line, and below it those of the standard error, if they say more.
    pub(crate) fn in_words(&self, words: Words) -> String {
        let (kind, seat) = (self.kind.name(), self.seat.to_string());
        let (game, message) = (self.game.as_str(), sanitized(self.message));
        let said =
            msg!(words, "cli-match-first-fault", kind = kind, game = game, seat = seat, message = message);
        let errors = sanitized(self.errors);
        let says_more = errors.contains('\n') || !said.contains(errors.trim());
        let quoted = errors.lines().filter(|_| says_more).map(|line| format!("\n    | {line}"));
        format!("  {said}{}", quoted.collect::<String>())
    }
}

/// The failure for a bot in a process of its own that does not start.
#[cfg(unix)]
pub(crate) fn does_not_start(error: &BotStartError, words: Words) -> Failure {
    let BotStartError { name, fault, errors } = error;
    let said = msg!(words, "cli-match-bot-start", name = name.as_str(), kind = fault.kind().name());
    // What programs and the protocol say is English, and quoted.
    let fault = fault.to_string();
    let more = if fault.contains(errors.trim()) { "" } else { errors.as_str() };
    let quoted: String = fault.lines().chain(more.lines()).map(|line| format!("\n    | {line}")).collect();
    Failure::failed(format!("{said}{quoted}"))
}

/// The number of threads: as many as were asked for, else one a processor.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The progress of a series, on standard error: standard output is for the result.
pub(crate) enum Progress {
    /// On a terminal a bar, which draws itself at most 20 times a second.
    Bar(ProgressBar),
    /// Elsewhere, for those who ask for it, a line from time to time.
    Lines {
        /// The number of games to play.
        games: u64,
        /// The start of the series.
        started: Instant,
        /// The schedule of the lines.
        pace: Pace,
        /// The language.
        words: Words,
    },
    /// Nothing.
    Hidden,
}

impl Progress {
    /// The progress of so many games, of which `what` says what is played.
    pub(crate) fn new(games: u64, is_asked_for: bool, what: &str, words: Words) -> Progress {
        let what = sanitized(what);
        if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template(&msg!(words, "cli-series-progress"));
            let bar = ProgressBar::new(games).with_style(style.expect("the template is well-formed"));
            bar.println(what);
            return Progress::Bar(bar);
        }
        if !is_asked_for {
            return Progress::Hidden;
        }
        tell(&what);
        Progress::Lines { games, started: Instant::now(), pace: Pace::default(), words }
    }

    /// Shows the number of games played. Cheap enough to be called after every game.
    pub(crate) fn at(&mut self, played: u64) {
        match self {
            Progress::Bar(bar) => bar.set_position(played),
            Progress::Lines { games, started, pace, words } => {
                let elapsed = started.elapsed();
                if pace.is_due(elapsed) {
                    let (played, games) = (played.to_string(), games.to_string());
                    let seconds = elapsed.as_secs().to_string();
                    tell(&msg!(words, "cli-series-line", played = played, games = games, seconds = seconds));
                }
            }
            Progress::Hidden => {}
        }
    }

    /// All games are over.
    pub(crate) fn finish(self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// The schedule of progress lines: the first after a second, the others at intervals that double up to half a minute.
#[derive(Debug)]
pub(crate) struct Pace {
    next: Duration,
    wait: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { next: Duration::from_secs(1), wait: Duration::from_secs(1) }
    }
}

impl Pace {
    const LONGEST: Duration = Duration::from_secs(30);

    /// Whether a line is due after this time; if so, the next one is due later.
    fn is_due(&mut self, elapsed: Duration) -> bool {
        if elapsed < self.next {
            return false;
        }
        self.wait = (self.wait * 2).min(Pace::LONGEST);
        self.next = elapsed + self.wait;
        true
    }
}

/// Formats a rate per second, with decimals if it is small.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        rate if rate >= 10.0 => format!("{rate:.0}"),
        rate if rate >= 1.0 => format!("{rate:.1}"),
        rate => format!("{rate:.3}"),
    }
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
        Failure::failed(msg!(words, "cli-series-folder", folder = shown(folder), why = why))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_soon_and_then_seldom() {
        let mut pace = Pace::default();
        // As those who watch a series look: twenty times a second, here for an hour.
        let looks = (0..72_000).map(|look| Duration::from_millis(50 * look));
        let told: Vec<u64> = looks.filter(|&elapsed| pace.is_due(elapsed)).map(|at| at.as_secs()).collect();
        assert_eq!(told[..7], [1, 3, 7, 15, 31, 61, 91]);
        assert_eq!(told.len(), 5 + (3600 - 31) / 30);
        // Somebody who looks seldom gets no lines for what was missed.
        let mut pace = Pace::default();
        assert!(pace.is_due(Duration::from_secs(1000)) && !pace.is_due(Duration::from_secs(1001)));
    }

    #[test]
    fn slow_rates_are_no_zeros() {
        assert_eq!([1234.5, 12.4, 9.96, 1.25, 0.034].map(rate), ["1234", "12", "10.0", "1.2", "0.034"]);
    }
}
