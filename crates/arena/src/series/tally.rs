//! Counting the games of a series, and what came out.

use super::Series;
use crate::fault::{FaultKind, Faults};
use crate::first_fault::FirstFault;
use crate::stats::{Z95, wilson};
use crate::timed::Stopwatch;
use bots::Played;
use game::record::Object;
use game::{Seat, SeatSet, Seed};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The counts of the games played so far. Bots are numbered as they were named, wherever they sat.
#[derive(Clone, Debug)]
pub struct Tally {
    games: u64,
    actions: u64,
    unfinished: u64,
    /// Processor time of the threads that played.
    cpu: Duration,
    bots: Vec<BotTally>,
    /// `turns[n]`: games that lasted n turns.
    turns: Histogram,
    decisions: Histogram,
}

#[derive(Clone, Default, Debug)]
struct BotTally {
    wins: u64,
    points: i64,
    lost: u64,
    faults: Faults,
    /// The first fault of each kind, and in which game it was.
    first_faults: BTreeMap<FaultKind, (u64, FirstFault)>,
    times: Stopwatch,
}

impl BotTally {
    fn add_first(&mut self, number: u64, fault: &FirstFault) {
        let known = self.first_faults.get(&fault.kind);
        if known.is_none_or(|(first, _)| number < *first) {
            self.first_faults.insert(fault.kind, (number, fault.clone()));
        }
    }
}

#[derive(Clone, Default, Debug)]
struct Histogram(Vec<u64>);

impl Histogram {
    fn count(&mut self, value: usize) {
        if value >= self.0.len() {
            self.0.resize(value + 1, 0);
        }
        self.0[value] += 1;
    }

    fn add(&mut self, other: &Histogram) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own += other;
        }
    }

    fn lengths(&self) -> Lengths {
        let games: u64 = self.0.iter().sum();
        let at = |share: f64| {
            let wanted = (games as f64 * share).ceil().max(1.0) as u64;
            let mut seen = 0;
            self.0
                .iter()
                .position(|&count| {
                    seen += count;
                    seen >= wanted
                })
                .unwrap_or(0) as u64
        };
        let sum: u64 = self.0.iter().enumerate().map(|(value, &count)| value as u64 * count).sum();
        Lengths {
            mean: sum as f64 / games.max(1) as f64,
            min: at(0.0),
            p5: at(0.05),
            median: at(0.5),
            p95: at(0.95),
            max: at(1.0),
        }
    }
}

/// The result of one game for the tally.
pub(super) struct Counted {
    pub(super) played: Played,
    /// The seats that the win counts for.
    pub(super) winners: SeatSet,
    pub(super) lost: SeatSet,
    pub(super) faults: Vec<Faults>,
    pub(super) first_faults: Vec<FirstFault>,
    pub(super) times: Vec<Stopwatch>,
}

impl Tally {
    pub(super) fn new(seats: usize) -> Tally {
        Tally {
            games: 0,
            actions: 0,
            unfinished: 0,
            cpu: Duration::ZERO,
            bots: vec![BotTally::default(); seats],
            turns: Histogram::default(),
            decisions: Histogram::default(),
        }
    }

    pub(super) fn add_game(&mut self, number: u64, game: &Counted, bot_at: impl Fn(Seat) -> usize) {
        let played = &game.played;
        self.games += 1;
        self.actions += u64::from(played.actions);
        self.turns.count(played.turns as usize);
        self.decisions.count(played.actions as usize);
        self.unfinished += u64::from(game.winners.is_empty());
        for seat in Seat::first(self.bots.len()) {
            let bot = &mut self.bots[bot_at(seat)];
            bot.wins += u64::from(game.winners.contains(seat));
            bot.points += i64::from(played.points[seat]);
            bot.lost += u64::from(game.lost.contains(seat));
            if let Some(&faults) = game.faults.get(seat.index()) {
                bot.faults += faults;
            }
            if let Some(&times) = game.times.get(seat.index()) {
                bot.times += times;
            }
        }
        for fault in &game.first_faults {
            self.bots[bot_at(fault.seat)].add_first(number, fault);
        }
    }

    /// The processor time of the thread that played these games.
    pub(super) fn set_cpu(&mut self, cpu: Duration) {
        self.cpu = cpu;
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.cpu += other.cpu;
        self.games += other.games;
        self.actions += other.actions;
        self.unfinished += other.unfinished;
        self.turns.add(&other.turns);
        self.decisions.add(&other.decisions);
        for (own, other) in self.bots.iter_mut().zip(&other.bots) {
            own.wins += other.wins;
            own.points += other.points;
            own.lost += other.lost;
            own.faults += other.faults;
            own.times += other.times;
            other.first_faults.values().for_each(|(number, fault)| own.add_first(*number, fault));
        }
    }
}

/// The distribution of the lengths of games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub min: u64,
    /// One in twenty was not longer.
    pub p5: u64,
    /// Half of them were not longer.
    pub median: u64,
    /// One in twenty was longer.
    pub p95: u64,
    /// The longest.
    pub max: u64,
}

/// The lengths of games, in turns and in decisions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LengthsByUnit {
    /// Turns begun.
    pub turns: Lengths,
    /// Decisions made by seats.
    pub actions: Lengths,
}

/// The times of one bot's decisions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Times {
    /// The number of its decisions.
    pub decisions: u64,
    /// Their mean, in milliseconds.
    pub mean_ms: f64,
    /// The longest, in milliseconds.
    pub max_ms: f64,
}

/// The result of a series. As JSON it is what `neuland simulate --json` prints; arrays are by bot, as named.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeriesReport {
    /// The game.
    pub game: &'static str,
    /// The names of the bots.
    pub bots: Vec<String>,
    /// Every option with its value.
    pub options: Object,
    /// The seed of the series.
    pub seed: Seed,
    /// The number of threads.
    pub threads: usize,
    /// Whether bots moved one seat on from game to game.
    pub rotate: bool,
    /// The games that were played.
    pub games: u64,
    /// Games that ended without a winner, by the option `turn_limit`.
    pub unfinished: u64,
    /// Decisions made in all games.
    pub actions: u64,
    /// The duration of the series.
    pub seconds: f64,
    /// Games per second.
    pub games_per_second: f64,
    /// Decisions per second.
    pub actions_per_second: f64,
    /// Processor time of the threads that played: unlike the seconds, it hardly depends on what else the machine does. Not
    /// measured where bots have processes of their own, whose time it would lack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// Games per second of this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_per_cpu_second: Option<f64>,
    /// The games that each bot won; a shared win counts for each winner.
    pub wins: Vec<u64>,
    /// The 95 % Wilson interval of each bot's share of wins.
    pub win_interval: Vec<[f64; 2]>,
    /// Mean points.
    pub points: Vec<f64>,
    /// The lengths of the games.
    pub lengths: LengthsByUnit,
    /// The decision times of each bot, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<Times>>,
    /// Games that each bot lost by a fault, if a bot plays in a process of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Vec<u64>>,
    /// The faults of each bot, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<Vec<Faults>>,
    /// The first fault of each kind of each bot, likewise; in the order in which they happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_faults: Option<Vec<Vec<SeriesFault>>>,
}

/// The first fault of its kind that a bot made in a series.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeriesFault {
    /// The number of the game, from 0.
    pub game: u64,
    /// The fault.
    pub kind: FaultKind,
    /// The seat of the bot.
    pub seat: Seat,
    /// A description of the fault in English.
    pub message: String,
    /// The last lines of its standard error in this game.
    pub errors: String,
}

impl SeriesFault {
    /// The first faults of a bot.
    fn of(bot: &BotTally) -> Vec<SeriesFault> {
        let mut faults: Vec<SeriesFault> = bot
            .first_faults
            .values()
            .map(|(game, fault)| SeriesFault {
                game: *game,
                kind: fault.kind,
                seat: fault.seat,
                message: fault.message.clone(),
                errors: fault.errors.clone(),
            })
            .collect();
        faults.sort_by_key(|fault| fault.game);
        faults
    }
}

impl SeriesReport {
    /// The report of a series that so many threads played in this time.
    #[must_use]
    pub fn new(series: &Series, threads: usize, tally: &Tally, elapsed: Duration) -> SeriesReport {
        let seconds = elapsed.as_secs_f64();
        let per_second = |count: u64| count as f64 / seconds.max(1e-9);
        let cpu_seconds = (!series.has_external()).then_some(tally.cpu.as_secs_f64());
        let bots = &tally.bots;
        SeriesReport {
            game: series.start.kind().name(),
            bots: series.bots.iter().map(|bot| bot.name.clone()).collect(),
            options: series.start.options(),
            seed: series.seed,
            threads,
            rotate: series.rotate,
            games: tally.games,
            unfinished: tally.unfinished,
            actions: tally.actions,
            seconds,
            games_per_second: per_second(tally.games),
            actions_per_second: per_second(tally.actions),
            cpu_seconds,
            games_per_cpu_second: cpu_seconds.map(|seconds| tally.games as f64 / seconds.max(1e-9)),
            wins: bots.iter().map(|bot| bot.wins).collect(),
            win_interval: bots.iter().map(|bot| interval(bot.wins, tally.games)).collect(),
            points: bots.iter().map(|bot| bot.points as f64 / tally.games.max(1) as f64).collect(),
            lengths: LengthsByUnit { turns: tally.turns.lengths(), actions: tally.decisions.lengths() },
            times: series.times.then(|| {
                let times = |bot: &BotTally| Times {
                    decisions: bot.times.decisions,
                    mean_ms: bot.times.mean_ms(),
                    max_ms: bot.times.max_ms(),
                };
                bots.iter().map(times).collect()
            }),
            lost: series.has_external().then(|| bots.iter().map(|bot| bot.lost).collect()),
            faults: series.has_external().then(|| bots.iter().map(|bot| bot.faults).collect()),
            first_faults: series.has_external().then(|| bots.iter().map(SeriesFault::of).collect()),
        }
    }
}

/// The 95 % Wilson score interval of a share.
fn interval(wins: u64, games: u64) -> [f64; 2] {
    let interval = wilson(wins as f64, games, Z95);
    [interval.low, interval.high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_off_the_histogram() {
        let mut histogram = Histogram::default();
        for value in [3, 3, 4, 10] {
            histogram.count(value);
        }
        let lengths = histogram.lengths();
        assert_eq!((lengths.min, lengths.median, lengths.max), (3, 3, 10));
        assert!((lengths.mean - 5.0).abs() < 1e-9);
    }
}
