//! The conformance kit: plays odd games with a bot in a process of its own, and reports what it does wrong.
//!
//! [`examine`] starts the bot many times. It first plays whole games of every kind that the bot names, with every number of
//! seats, on every seat and with unusual options; then short ones in which the host says the same in every way that
//! `docs/bot-protocol.md` allows. What a bot does wrong in such a game alone counts for that [`Check`]; what it does wrong
//! in a plain game of the same seed too counts for the check of that fault.
//!
//! ```no_run
//! use arena::check::{Settings, Verdict, examine};
//! let report = examine(&Settings::new("python3 my_bot.py"), &mut |_| {});
//! for result in &report.results {
//!     if result.verdict() == Verdict::Fail {
//!         println!("{}: {:?}", result.check, result.findings);
//!     }
//! }
//! ```

mod rule;
mod problem;
mod manner;
mod conversation;
mod table;
mod plans;
mod examiner;

pub use examiner::examine;
pub use problem::{Difference, Problem};
pub use rule::Check;

use crate::protocol::BotHello;
use game::{Seat, Seed};
use shelf::GameKind;
use std::time::Duration;

/// The settings of an examination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The command line of the bot, which `sh -c` runs.
    pub command: String,
    /// The games that are played; `None` is every one that the bot plays.
    pub games: Option<Vec<GameKind>>,
    /// The seed that all games are derived from.
    pub seed: Seed,
    /// The time limit of a decision.
    pub decision: Duration,
    /// The time limit of the answers to `hello` and to each `new-game`.
    pub start: Duration,
    /// The time limit of all whole games together. Games of a slow bot are broken off so that all of them are begun.
    pub whole_games: Duration,
    /// The time for which the host leaves an answer unread when it is slow on purpose.
    pub slowness: Duration,
    /// The time within which the bot must end by itself to avoid a warning. After four times as long it has failed.
    pub end: Duration,
}

impl Settings {
    /// Every game, seed 1, five seconds a decision, ten for a start and for whole games, a quarter of a second where the
    /// host is slow, half a second for the end.
    #[must_use]
    pub fn new(command: impl Into<String>) -> Settings {
        Settings {
            command: command.into(),
            games: None,
            seed: Seed(1),
            decision: Duration::from_secs(5),
            start: Duration::from_secs(10),
            whole_games: Duration::from_secs(10),
            slowness: Duration::from_millis(250),
            end: Duration::from_millis(500),
        }
    }
}

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// It costs the bot nothing, but its author should know.
    Warn,
    /// It violates the specification.
    Fail,
}

/// The verdict of a check. Text form: `pass`, `warn`, `fail`, `skip`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It was not made: something before it failed, or it concerns no game that the bot plays.
    Skip,
    /// Nothing was found.
    Pass,
    /// There are warnings alone.
    Warn,
    /// The bot violates the specification.
    Fail,
}

impl Verdict {
    /// The text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Skip => "skip",
            Verdict::Pass => "pass",
            Verdict::Warn => "warn",
            Verdict::Fail => "fail",
        }
    }
}

/// Something that the bot did.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// The problem.
    pub problem: Problem,
    /// The game in which it happened; `None` before the first game.
    pub scene: Option<Scene>,
    /// The last message sent to the bot, shortened.
    pub sent: Option<String>,
    /// The line of the bot, shortened.
    pub line: Option<String>,
}

/// The game of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The name of the game.
    pub game: &'static str,
    /// The options that are not the default.
    pub options: Vec<(String, String)>,
    /// The number of seats.
    pub seats: usize,
    /// The first seat of the bot.
    pub seat: Seat,
}

/// The result of one check.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckResult {
    /// The check.
    pub check: Check,
    /// Whether it was made.
    pub was_made: bool,
    /// The findings.
    pub findings: Vec<Finding>,
}

impl CheckResult {
    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.findings.iter().map(|finding| finding.severity).max() {
            Some(Severity::Fail) => Verdict::Fail,
            Some(Severity::Warn) => Verdict::Warn,
            None if self.was_made => Verdict::Pass,
            None => Verdict::Skip,
        }
    }
}

/// The report on a bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The bot's introduction; `None` if it was not valid.
    pub hello: Option<BotHello>,
    /// Every check, in the order of [`Check::ALL`].
    pub results: Vec<CheckResult>,
    /// The number of games played to their end.
    pub games_whole: u32,
    /// The number of whole games that were broken off because of time or length.
    pub games_cut: u32,
    /// The times of its decisions in these games, in ascending order.
    pub times: Vec<Duration>,
}

impl Report {
    /// Whether nothing failed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.results.iter().all(|result| result.verdict() != Verdict::Fail)
    }

    /// The number of checks with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.results.iter().filter(|result| result.verdict() == verdict).count()
    }

    /// The result of a check.
    ///
    /// # Panics
    /// Never: every check has a result.
    #[must_use]
    pub fn result(&self, check: Check) -> &CheckResult {
        self.results.iter().find(|result| result.check == check).expect("every check has a result")
    }

    /// The time of the decision in the middle.
    #[must_use]
    pub fn median(&self) -> Option<Duration> {
        self.times.get(self.times.len() / 2).copied()
    }

    /// The longest time of a decision.
    #[must_use]
    pub fn longest(&self) -> Option<Duration> {
        self.times.last().copied()
    }
}
