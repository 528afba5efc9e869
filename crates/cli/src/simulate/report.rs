//! Counting games, and saying what came out.

use super::Series;
use crate::series;
use arena::stats::{Z95, wilson};
use arena::{Faults, Stopwatch};
use bots::Played;
use game::record::Object;
use game::{Seat, SeatSet};
use pages::{Words, say};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// What was counted so far. Bots are numbered as they were named, wherever they sat.
pub(super) struct Tally {
    games: u64,
    actions: u64,
    unfinished: u64,
    bots: Vec<BotTally>,
    /// `turns[n]`: games that lasted n turns.
    turns: Histogram,
    decisions: Histogram,
}

#[derive(Clone, Default)]
struct BotTally {
    wins: u64,
    points: i64,
    times: Stopwatch,
    /// The games that it lost by a fault, and all its faults.
    lost: u64,
    faults: Faults,
}

#[derive(Clone, Default)]
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

impl Tally {
    pub(super) fn new(seats: usize) -> Tally {
        Tally {
            games: 0,
            actions: 0,
            unfinished: 0,
            bots: vec![BotTally::default(); seats],
            turns: Histogram::default(),
            decisions: Histogram::default(),
        }
    }

    /// Counts a game. Its `winners` differ from those of the rules where a bot lost by a fault.
    pub(super) fn add_game(&mut self, played: &Played, winners: SeatSet, bot_at: impl Fn(Seat) -> usize) {
        self.games += 1;
        self.actions += u64::from(played.actions);
        self.turns.count(played.turns as usize);
        self.decisions.count(played.actions as usize);
        self.unfinished += u64::from(winners.is_empty());
        for seat in Seat::first(self.bots.len()) {
            let bot = &mut self.bots[bot_at(seat)];
            bot.wins += u64::from(winners.contains(seat));
            bot.points += i64::from(played.points[seat]);
        }
    }

    pub(super) fn add_times(&mut self, bot: usize, timed: &Stopwatch) {
        self.bots[bot].times += *timed;
    }

    #[cfg(unix)]
    pub(super) fn add_faults(&mut self, bot: usize, faults: Faults, is_lost: bool) {
        self.bots[bot].faults += faults;
        self.bots[bot].lost += u64::from(is_lost);
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.actions += other.actions;
        self.unfinished += other.unfinished;
        self.turns.add(&other.turns);
        self.decisions.add(&other.decisions);
        for (own, other) in self.bots.iter_mut().zip(&other.bots) {
            own.wins += other.wins;
            own.points += other.points;
            own.times += other.times;
            own.lost += other.lost;
            own.faults += other.faults;
        }
    }
}

/// How long games were.
#[derive(Serialize)]
struct Lengths {
    mean: f64,
    min: u64,
    p5: u64,
    median: u64,
    p95: u64,
    max: u64,
}

/// How long one bot took.
#[derive(Serialize)]
struct Times {
    decisions: u64,
    mean_ms: f64,
    max_ms: f64,
}

/// The result of a series. Its JSON form is what other programs read; arrays are by bot, as named.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    game: &'static str,
    bots: &'a [String],
    options: Object,
    seed: game::Seed,
    threads: usize,
    rotate: bool,
    games: u64,
    /// Games that ended without a winner, by the option `turn_limit`.
    unfinished: u64,
    actions: u64,
    seconds: f64,
    games_per_second: f64,
    actions_per_second: f64,
    wins: Vec<u64>,
    /// The 95 % Wilson interval of each bot's share of wins.
    win_interval: Vec<[f64; 2]>,
    /// Mean points.
    points: Vec<f64>,
    lengths: ByUnit,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<Vec<Times>>,
    /// Where a bot ran in a process of its own: the games that each bot lost by a fault, and its faults.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<Faults>>,
}

#[derive(Serialize)]
struct ByUnit {
    turns: Lengths,
    actions: Lengths,
}

impl<'a> Report<'a> {
    pub(super) fn new(series: &'a Series, threads: usize, tally: &Tally, elapsed: Duration) -> Report<'a> {
        let seconds = elapsed.as_secs_f64();
        #[cfg(unix)]
        let has_processes = series.launches.iter().any(Option::is_some);
        #[cfg(not(unix))]
        let has_processes = false;
        let per_second = |count: u64| count as f64 / seconds.max(1e-9);
        Report {
            game: series.kind.name(),
            bots: &series.bots,
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
            wins: tally.bots.iter().map(|bot| bot.wins).collect(),
            win_interval: tally.bots.iter().map(|bot| interval(bot.wins, tally.games)).collect(),
            points: tally.bots.iter().map(|bot| bot.points as f64 / tally.games.max(1) as f64).collect(),
            lengths: ByUnit { turns: tally.turns.lengths(), actions: tally.decisions.lengths() },
            times: series.times.then(|| {
                let times = |bot: &BotTally| Times {
                    decisions: bot.times.decisions,
                    mean_ms: bot.times.mean_ms(),
                    max_ms: bot.times.max_ms(),
                };
                tally.bots.iter().map(times).collect()
            }),
            lost: has_processes.then(|| tally.bots.iter().map(|bot| bot.lost).collect()),
            faults: has_processes.then(|| tally.bots.iter().map(|bot| bot.faults).collect()),
        }
    }
}

impl Report<'_> {
    /// For the person at the terminal.
    pub(super) fn in_words(&self, words: Words) -> String {
        // Numbers come as texts, so that what is aligned here stays aligned in every language.
        let whole = |number: f64| format!("{number:.0}");
        let tenths = |number: f64| format!("{number:.1}");
        let mut out = say!(
            words,
            "cli-report-series",
            games = self.games,
            game = self.game,
            seconds = format!("{:.2}", self.seconds),
            threads = self.threads,
            games_per_second = whole(self.games_per_second),
            actions_per_second = whole(self.actions_per_second)
        );
        out.push('\n');
        let turns = &self.lengths.turns;
        out += &say!(
            words,
            "cli-report-lengths",
            mean = tenths(turns.mean),
            median = turns.median.to_string(),
            p5 = turns.p5.to_string(),
            p95 = turns.p95.to_string(),
            max = turns.max.to_string(),
            actions = whole(self.lengths.actions.mean)
        );
        out.push('\n');
        if self.unfinished > 0 {
            out += &say!(words, "cli-report-unfinished", games = self.unfinished);
            out.push('\n');
        }
        let seat_or_bot = if self.rotate { "cli-report-bot" } else { "cli-report-seat" };
        let _ = writeln!(
            out,
            "\n{:<6}{:<16}{:>8}{:>8}   {:<17}{:>8}",
            say!(words, seat_or_bot),
            say!(words, "cli-report-name"),
            say!(words, "cli-report-wins"),
            say!(words, "cli-report-share"),
            say!(words, "cli-report-interval"),
            say!(words, "cli-report-points")
        );
        for (n, name) in self.bots.iter().enumerate() {
            let [low, high] = self.win_interval[n];
            let place = if self.rotate {
                (n + 1).to_string()
            } else {
                Seat::new(n).map_or(String::new(), |seat| seat.to_string())
            };
            let _ = writeln!(
                out,
                "{place:<6}{name:<16}{:>8}{:>7.1}%   {:>5.1}% – {:>5.1}%   {:>8.2}",
                self.wins[n],
                100.0 * self.wins[n] as f64 / self.games.max(1) as f64,
                100.0 * low,
                100.0 * high,
                self.points[n]
            );
        }
        for (name, times) in self.bots.iter().zip(self.times.iter().flatten()) {
            out.push('\n');
            out += &say!(
                words,
                "cli-report-times",
                name = name.as_str(),
                decisions = times.decisions.to_string(),
                mean = format!("{:.3}", times.mean_ms),
                max = format!("{:.3}", times.max_ms)
            );
        }
        if self.times.is_some() {
            out.push('\n');
        }
        let faults = self.lost.iter().flatten().zip(self.faults.iter().flatten());
        for (name, (lost, faults)) in self.bots.iter().zip(faults) {
            if *lost > 0 || faults.total() > 0 {
                out.push('\n');
                out += &series::faults_in_words(name, *lost, faults, words);
                out.push('\n');
            }
        }
        out
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
