//! The analysis of a game as values; as JSON it is the document of `docs/analysis.md`.

use crate::analysed::{Cause, Source};
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use shelf::ReplayError;
use std::collections::BTreeMap;
use std::fmt;

/// The most steps of a record that is analysed: far more than any game of people has.
pub const STEPS_MAX: usize = 20_000;

/// A mark of a decision, by what it cost in shares of a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It cost at least 2 %.
    Inaccuracy,
    /// It cost at least 5 %.
    Mistake,
    /// It cost at least 10 %.
    Blunder,
}

impl Mark {
    /// Every mark with the least cost that earns it, the worst first.
    pub const THRESHOLDS: [(Mark, f64); 3] =
        [(Mark::Blunder, 0.10), (Mark::Mistake, 0.05), (Mark::Inaccuracy, 0.02)];

    /// The mark of a cost, which is not positive.
    #[must_use]
    pub fn of(cost: f64) -> Option<Mark> {
        Mark::THRESHOLDS.iter().find(|(_, least)| -cost >= *least).map(|(mark, _)| *mark)
    }

    /// The name in documents: `blunder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

/// The least change of a seat's chances that makes an event lucky or unlucky, and very much so.
pub const LUCKY: [f64; 2] = [0.05, 0.10];

/// A decision with a choice, and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The number of the step, from 1.
    pub step: usize,
    /// The turn.
    pub turn: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The action that it played.
    pub action: String,
    /// The number of listed actions.
    pub choices: usize,
    /// The seat's chance to win before the decision, from what it knew.
    pub known: f64,
    /// The best action by the estimate; the played one if none is better.
    pub best: String,
    /// The loss against the best action, in shares of a win: never positive.
    pub cost: f64,
    /// The standard error of the cost, if rollouts measured it.
    pub error: Option<f64>,
    /// The mark.
    pub mark: Option<Mark>,
}

/// An outcome of nature, and what it changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LuckEvent {
    /// The number of the step, from 1; 0 for the position with which the game begins.
    pub step: usize,
    /// The turn.
    pub turn: u32,
    /// The source.
    pub source: Source,
    /// The outcome; empty for the position with which the game begins.
    pub outcome: String,
    /// The luck of each seat, from A on. It sums up to 0.
    pub luck: Vec<f64>,
}

/// An exchange between two seats, judged for both.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trade {
    /// The number of the step that carried it out.
    pub step: usize,
    /// The seat that carried it out.
    pub seat: Seat,
    /// The other seat.
    pub partner: Seat,
    /// The change of each seat's chances, from A on.
    pub gains: Vec<f64>,
    /// The gain of the two seats from what each of them knew: of `seat`, then of `partner`.
    pub known: [f64; 2],
}

/// The result of a seat, split.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatSplit {
    /// The seat.
    pub seat: Seat,
    /// The name of its player, if the record has it.
    pub name: Option<String>,
    /// The share before anything is known: the same for every seat.
    pub prior: f64,
    /// The luck by source.
    pub luck: BTreeMap<Source, f64>,
    /// The cost of own decisions: never positive.
    pub mistakes: f64,
    /// The change by own decisions beyond their cost: what the estimate had not foreseen of the best moves.
    pub unforeseen: f64,
    /// The effect of the others' decisions by kind.
    pub others: BTreeMap<Cause, f64>,
    /// The share of the win in the end.
    pub outcome: f64,
    /// The decisions with a choice.
    pub decisions: u64,
    /// The mean cost of such a decision, in thousandths of a win: the rating of play, 0 at best.
    pub rating: f64,
    /// The standard error of the rating; `None` below two decisions.
    pub rating_error: Option<f64>,
}

impl SeatSplit {
    /// All luck together.
    #[must_use]
    pub fn luck(&self) -> f64 {
        self.luck.values().sum()
    }

    /// All changes by own decisions.
    #[must_use]
    pub fn own(&self) -> f64 {
        self.mistakes + self.unforeseen
    }

    /// All effects of others.
    #[must_use]
    pub fn effects(&self) -> f64 {
        self.others.values().sum()
    }
}

/// The reason why the estimate may be off in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unsure {
    /// These options differ from those of the games to which it was fitted.
    Options(Vec<String>),
    /// The game begins from a given position.
    Position,
    /// It was not fitted to games with so many seats.
    Seats(usize),
}

/// The analysis of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The hash of the estimator's coefficients.
    pub estimator: String,
    /// The reasons why the estimate may be off.
    pub unsure: Vec<Unsure>,
    /// The number of steps.
    pub steps: usize,
    /// The winners.
    pub winners: SeatSet,
    /// The split for each seat, from A on.
    pub seats: Vec<SeatSplit>,
    /// The chances of each seat at every position, the first before the first step.
    pub course: Vec<Vec<f64>>,
    /// The decisions with a choice, in order.
    pub decisions: Vec<Decision>,
    /// The outcomes of nature, in order.
    pub luck: Vec<LuckEvent>,
    /// The exchanges between seats, in order.
    pub trades: Vec<Trade>,
}

/// The reason why a record is not analysed.
#[derive(PartialEq, Debug)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The record does not replay.
    Replay(ReplayError),
    /// Its game is not over.
    Unfinished,
    /// It has more than [`STEPS_MAX`] steps.
    TooLong,
    /// The caller stopped the analysis.
    Stopped,
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::Replay(error) => error.fmt(f),
            AnalysisError::Unfinished => {
                f.write_str("the game is not over; only a finished game has a result to be split")
            }
            AnalysisError::TooLong => {
                write!(f, "the record has more than {STEPS_MAX} steps; a longer one is not analysed")
            }
            AnalysisError::Stopped => f.write_str("the analysis was stopped"),
        }
    }
}

impl std::error::Error for AnalysisError {}

impl From<ReplayError> for AnalysisError {
    fn from(error: ReplayError) -> AnalysisError {
        AnalysisError::Replay(error)
    }
}
