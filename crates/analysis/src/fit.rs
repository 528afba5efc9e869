//! How the estimator is fitted to games between bots, and how far it can be trusted on other games.

use crate::analysed::Analysed;
use crate::estimate::{Chances, FEATURES, Features, shares_of};
use bots::luck::{Shares, won};
use bots::{BotGame, Match, Recorder};
use game::options::NamedOptions as _;
use game::record::Record;
use game::{Draws, Game, Points as _, Seat, Seed, Substream};

/// A position of a game that was played to its end.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The features of each seat.
    pub rows: Vec<Features>,
    /// The points of each seat.
    pub points: Vec<f64>,
    /// The part of the game that was over.
    pub stage: f64,
    /// The share of the win that each seat had in the end.
    pub result: Shares,
}

/// Takes some of the positions of a game, each with the same chance.
struct Sampler<G: Analysed> {
    chances: Chances<G>,
    draws: Substream,
    one_in: u32,
    samples: Vec<Sample>,
}

impl<G: Analysed> Sampler<G> {
    fn look(&mut self, game: &G) {
        if self.draws.below(self.one_in) == 0 {
            let seats = Seat::first(Game::seats(game));
            self.samples.push(Sample {
                rows: self.chances.rows(game),
                points: seats.map(|seat| f64::from(Game::points(game, seat).total())).collect(),
                stage: game.stage(),
                result: Shares::default(),
            });
        }
    }
}

impl<G: Analysed> Recorder<G> for Sampler<G> {
    const EVENTS: bool = false;
    fn action(&mut self, game: &G, _: Seat, _: G::Action) {
        self.look(game);
    }
    fn outcome(&mut self, game: &G, _: &G::Chance) {
        self.look(game);
    }
}

/// Plays the game with this number between the strongest bots that do not search, and returns one in `one_in` of its
/// positions.
///
/// # Panics
/// If the game does not have so many seats, or one of our bots plays something illegal.
#[must_use]
pub fn play<G: Analysed>(seats: usize, seed: Seed, number: u64, one_in: u32) -> Vec<Sample> {
    let mut options = G::Options::default();
    options.set("players", &seats.to_string()).expect("a number of seats of the game");
    let name = <G as BotGame>::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
    let seed = seed.derive(number);
    let mut bots: Vec<G::Bot> =
        Seat::first(seats).map(|seat| G::bot(name, seat, seed).expect("a bot of the game")).collect();
    let mut sampler = Sampler::<G> {
        chances: Chances::default(),
        draws: seed.substream("sample", 0),
        one_in,
        samples: Vec::new(),
    };
    let played =
        Match::<G>::new(&options, seed).play(&mut bots, &mut sampler).expect("our bots play by the rules");
    let result = won(played.outcome, seats);
    sampler.samples.iter_mut().for_each(|sample| sample.result = result);
    sampler.samples
}

/// Writes the record of a game as it is played.
struct Writer(shelf::Recorder);

impl<G: Game> Recorder<G> for Writer {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, seat: Seat, action: G::Action) {
        self.0.action(seat, action);
    }
    fn outcome(&mut self, _: &G, chance: &G::Chance) {
        self.0.outcome(chance);
    }
}

/// Plays a game between the bots of these names, from seat A on, and returns its record.
///
/// # Panics
/// If there is no such bot or number of seats, or one of our bots plays something illegal.
#[must_use]
pub fn record<G: Analysed>(names: &[&str], seed: Seed) -> Record {
    let mut options = G::Options::default();
    options.set("players", &names.len().to_string()).expect("a number of seats of the game");
    let mut bots: Vec<G::Bot> = Seat::first(names.len())
        .zip(names)
        .map(|(seat, name)| G::bot(name, seat, seed).expect("a bot of the game"))
        .collect();
    let mut table = Match::<G>::new(&options, seed);
    let mut writer = Writer(shelf::Recorder::new(&(*table.game()).into()).named(names.iter().copied()));
    table.play(&mut bots, &mut writer).expect("our bots play by the rules");
    writer.0.finish(&(*table.game()).into())
}

/// The penalty on the square of a coefficient, which keeps those that the games say nothing about at 0.
const RIDGE: f64 = 1.0;

/// Returns the coefficients that make the results of these samples likeliest (Newton's method).
#[must_use]
pub fn fit(samples: &[Sample]) -> Features {
    let mut weights = crate::estimate::TRUSTING;
    for _ in 0..STEPS {
        let (gradient, hessian) = slope(samples, &weights);
        let step = solve(hessian, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Steps of Newton's method: it doubles the number of right digits with each, once it is near.
const STEPS: u32 = 12;

/// The gradient of the logarithm of the likelihood, and its curvature with the sign changed.
fn slope(samples: &[Sample], weights: &Features) -> (Features, [Features; FEATURES]) {
    let mut gradient: Features =
        std::array::from_fn(|n| -RIDGE * (weights[n] - crate::estimate::TRUSTING[n]));
    let mut hessian = [[0.0; FEATURES]; FEATURES];
    for (n, row) in hessian.iter_mut().enumerate() {
        row[n] = RIDGE;
    }
    for sample in samples {
        let shares = shares_of(&sample.rows, weights);
        let mut mean = [0.0; FEATURES];
        for (row, share) in sample.rows.iter().zip(shares.0) {
            mean.iter_mut().zip(row).for_each(|(mean, value)| *mean += share * value);
        }
        for ((row, share), result) in sample.rows.iter().zip(shares.0).zip(sample.result.0) {
            for (n, line) in hessian.iter_mut().enumerate() {
                gradient[n] += (result - share) * row[n];
                let off = share * (row[n] - mean[n]);
                line.iter_mut().enumerate().for_each(|(m, cell)| *cell += off * (row[m] - mean[m]));
            }
        }
    }
    (gradient, hessian)
}

/// Solves a system of equations with a positive definite matrix, by Gaussian elimination.
fn solve(mut matrix: [Features; FEATURES], mut right: Features) -> Features {
    for n in 0..FEATURES {
        let (pivots, rows) = matrix.split_at_mut(n + 1);
        let (done, values) = right.split_at_mut(n + 1);
        let (pivot, value) = (&pivots[n], done[n]);
        for (row, other) in rows.iter_mut().zip(values) {
            let factor = row[n] / pivot[n];
            row.iter_mut().zip(pivot).for_each(|(cell, above)| *cell -= factor * above);
            *other -= factor * value;
        }
    }
    for n in (0..FEATURES).rev() {
        let known: f64 = (n + 1..FEATURES).map(|m| matrix[n][m] * right[m]).sum();
        right[n] = (right[n] - known) / matrix[n][n];
    }
    right
}

/// The bins of a reliability diagram.
pub const BINS: usize = 10;

/// The measured quality of estimates.
#[derive(Clone, Copy, Default, Debug)]
pub struct Calibration {
    /// The positions that were judged.
    pub positions: u64,
    /// The sum of the squared errors of all seats' shares.
    brier: f64,
    /// The sum of −ln of the share of the winner.
    log_loss: f64,
    /// The number of shares in each tenth of the range, their sum, and the sum of the results.
    pub bins: [(u64, f64, f64); BINS],
}

impl Calibration {
    /// Counts an estimate whose result is known.
    pub fn add(&mut self, shares: &Shares, result: &Shares, seats: usize) {
        self.positions += 1;
        for seat in Seat::first(seats) {
            let (share, result) = (shares[seat], result[seat]);
            self.brier += (share - result).powi(2);
            self.log_loss -= result * share.max(1e-9).ln();
            let bin = &mut self.bins[((share * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + 1, bin.1 + share, bin.2 + result);
        }
    }

    /// The mean Brier score: the squared errors of all seats, added up.
    #[must_use]
    pub fn brier(&self) -> f64 {
        self.brier / self.positions.max(1) as f64
    }

    /// The mean logarithmic loss, in nats.
    #[must_use]
    pub fn log_loss(&self) -> f64 {
        self.log_loss / self.positions.max(1) as f64
    }

    /// The expected calibration error: the mean distance of the estimate of a bin from what happened, weighted by shares.
    #[must_use]
    pub fn error(&self) -> f64 {
        let all: u64 = self.bins.iter().map(|bin| bin.0).sum();
        let off: f64 = self.bins.iter().map(|(_, share, result)| (share - result).abs()).sum();
        off / all.max(1) as f64
    }
}

/// Shares from the points alone: the naive estimator with which the other is compared. Its only coefficient is fitted to the same
/// games.
#[must_use]
pub fn naive_shares(points: &[f64], weight: f64) -> Shares {
    let rows: Vec<Features> = points.iter().map(|&points| naive_row(points)).collect();
    shares_of(&rows, &std::array::from_fn(|n| if n == 0 { weight } else { 0.0 }))
}

/// The points in units of a large lead, so that the fit begins near where it ends in games of ten points and of a hundred.
fn naive_row(points: f64) -> Features {
    std::array::from_fn(|n| if n == 0 { points / 30.0 } else { 0.0 })
}

/// Returns the coefficient of the points that makes the results likeliest.
#[must_use]
pub fn fit_naive(samples: &[Sample]) -> f64 {
    let rows = |sample: &Sample| sample.points.iter().map(|&points| naive_row(points)).collect();
    let plain: Vec<Sample> = samples.iter().map(|it| Sample { rows: rows(it), ..it.clone() }).collect();
    fit(&plain)[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that follow known coefficients give them back.
    #[test]
    fn a_fit_finds_the_coefficients_behind_results() {
        let wanted: Features = std::array::from_fn(|n| {
            if n == 0 {
                1.5
            } else if n == 3 {
                -0.8
            } else {
                0.0
            }
        });
        let mut draws = Seed(5).substream("fit", 0);
        let mut some = |bound: u32| f64::from(draws.below(bound)) / f64::from(bound);
        let samples: Vec<Sample> = (0..4000)
            .map(|_| {
                let rows: Vec<Features> = (0..3)
                    .map(|_| {
                        std::array::from_fn(|n| if n == 0 || n == 3 { 4.0 * some(1000) - 2.0 } else { 0.0 })
                    })
                    .collect();
                let result = shares_of(&rows, &wanted);
                Sample { rows, points: Vec::new(), stage: 0.0, result }
            })
            .collect();
        let found = fit(&samples);
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 0.01, "{found} instead of {wanted}");
        }
    }

    #[test]
    fn the_calibration_error_is_0_only_for_shares_that_come_true() {
        let shares = |first: f64| {
            let mut shares = Shares::default();
            (shares[Seat::A], shares[Seat::B]) = (first, 1.0 - first);
            shares
        };
        let (mut honest, mut boastful) = (Calibration::default(), Calibration::default());
        for n in 0..10 {
            let result = shares(if n < 7 { 1.0 } else { 0.0 });
            honest.add(&shares(0.7), &result, 2);
            boastful.add(&shares(0.95), &result, 2);
        }
        assert!(honest.error() < 1e-9, "{}", honest.error());
        assert!((boastful.error() - 0.25).abs() < 1e-9, "{}", boastful.error());
        assert!(honest.brier() < boastful.brier() && honest.log_loss() < boastful.log_loss());
    }
}
