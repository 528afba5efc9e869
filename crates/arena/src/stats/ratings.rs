//! Ratings of many bots that met at tables of two to six seats.

use super::matrix::{Matrix, inverse, times};
use super::{Estimate, Wins};
use serde::Serialize;
use std::collections::BTreeMap;
use std::f64::consts::LN_10;
use std::fmt;

/// The number of games that each bot has drawn, beside its real ones, against a virtual bot of average strength.
///
/// They keep the rating finite of a bot that won or lost everything, and of bots that never met. Among a thousand games they move
/// a rating by about a thousandth of its distance from the average.
pub const PRIOR_GAMES: f64 = 1.0;

/// Elo points for a strength that is e times as great.
const ELO: f64 = 400.0 / LN_10;

/// The results of games between many bots: who sat at each table, and who won.
///
/// Only counts are kept, so games may be added and merged in any order. See [`RoundRobin::rate`] for the model.
///
/// ```
/// use arena::stats::RoundRobin;
/// let mut games = RoundRobin::new(["random", "settler"]);
/// for game in 0..40 {
///     // One `settler` at three `random`; it loses every fourth game to the second seat.
///     games.add(&[1, 0, 0, 0], if game % 4 == 0 { &[1] } else { &[0] })?;
/// }
/// let ratings = games.rate().anchored("random").unwrap();
/// let settler = ratings.get("settler").unwrap();
/// // Nine times the odds of a fair share, 400·log10(9) = 382, less a little for the prior.
/// assert!((settler.elo - 382.0).abs() < 20.0 && settler.error > 30.0);
/// # Ok::<(), arena::stats::GameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRobin {
    names: Vec<String>,
    /// The number of games of each line-up: for every seat its bot, in ascending order.
    lineups: BTreeMap<Vec<usize>, u64>,
    won: Vec<Wins>,
}

impl RoundRobin {
    /// No games yet between bots of these names, which should differ; a bot's *number* is its place in the list.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        Self { won: vec![Wins::NONE; names.len()], names, lineups: BTreeMap::new() }
    }

    /// Adds a game: the number of the bot on each seat, and the seats that won it.
    ///
    /// Seats of one bot count together. A game in which one bot has all seats says nothing and is left out.
    ///
    /// # Errors
    /// Unless there are two to six seats, all bots are known, and one or more different seats win.
    pub fn add(&mut self, bots: &[usize], winners: &[usize]) -> Result<(), GameError> {
        if !(2..=6).contains(&bots.len()) {
            return Err(GameError::Seats { seats: bots.len() });
        }
        if let Some(&bot) = bots.iter().find(|&&bot| bot >= self.names.len()) {
            return Err(GameError::UnknownBot { bot });
        }
        let twice = (1..winners.len()).any(|place| winners[..place].contains(&winners[place]));
        let Some(share) =
            Wins::shared(winners.len()).filter(|_| !twice && winners.iter().all(|&seat| seat < bots.len()))
        else {
            return Err(GameError::Winners { winners: winners.to_vec() });
        };
        if bots.iter().all(|&bot| bot == bots[0]) {
            return Ok(());
        }
        let mut lineup = bots.to_vec();
        lineup.sort_unstable();
        *self.lineups.entry(lineup).or_insert(0) += 1;
        winners.iter().for_each(|&seat| self.won[bots[seat]] += share);
        Ok(())
    }

    /// Adds all games of `other`; in any order, with the same result.
    ///
    /// # Panics
    /// If its bots have other names.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.names, other.names, "results of the same bots");
        for (lineup, games) in &other.lineups {
            *self.lineups.entry(lineup.clone()).or_insert(0) += games;
        }
        self.won.iter_mut().zip(&other.won).for_each(|(won, &more)| *won += more);
    }

    /// Rates all bots, so that their mean is 0.
    ///
    /// Every bot has a strength g > 0, and a seat wins with probability g / (sum of the strengths of all seats): the
    /// model of Bradley and Terry for two seats, the first stage of Plackett and Luce for more. A shared win counts as
    /// that part of a win for each winner. The ratings 400·log10(g) maximise the likelihood of the games together with
    /// [`PRIOR_GAMES`]; errors come from the inverse of the Fisher information there.
    ///
    /// The model knows no advantage of a seat: let every bot sit on all seats equally often. The errors assume independent
    /// games. Those of one seed with rotated seats are not, and usually their luck cancels in part, so that the errors
    /// are then too large; [`Groups`](super::Groups) measure that for two bots.
    ///
    /// Source: Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32 (2004). His steps
    /// increase the likelihood from any start, but approach its top slowly where bots met rarely, so Newton's method
    /// takes the last steps.
    pub fn rate(&self) -> Ratings {
        let model = Model::new(self);
        let theta = model.newton(model.minorize(100));
        let covariance =
            inverse(model.information(&theta)).expect("the prior makes the information positive definite");
        let rows = self.names.iter().enumerate().map(|(bot, name)| Rating {
            name: name.clone(),
            elo: ELO * theta[bot],
            error: 0.0,
            games: self
                .lineups
                .iter()
                .filter(|(lineup, _)| lineup.contains(&bot))
                .map(|(_, games)| games)
                .sum(),
            won: self.won[bot],
        });
        let covariance =
            covariance.into_iter().map(|row| row.into_iter().map(|value| value * ELO * ELO).collect());
        Ratings { rows: rows.collect(), covariance: covariance.collect() }.centred()
    }
}

/// The reason why a game cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// A table has two to six seats.
    Seats {
        /// The number of seats.
        seats: usize,
    },
    /// No bot has this number.
    UnknownBot {
        /// The number.
        bot: usize,
    },
    /// No seat won, one is named twice, or one does not exist.
    Winners {
        /// The seats that were named.
        winners: Vec<usize>,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats { seats } => write!(f, "a game has two to six seats, not {seats}"),
            Self::UnknownBot { bot } => write!(f, "there is no bot number {bot}"),
            Self::Winners { winners } => write!(f, "the seats {winners:?} cannot have won the game"),
        }
    }
}

impl std::error::Error for GameError {}

/// The rating of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The bot's name.
    pub name: String,
    /// Its rating, in Elo points above the anchor.
    pub elo: f64,
    /// The standard error of that distance, in Elo points; 0 for the anchor itself.
    pub error: f64,
    /// The games that it played against other bots.
    pub games: u64,
    /// Its wins in them, in sixtieths of a game.
    pub won: Wins,
}

/// The ratings of all bots, in the order in which they were named.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    rows: Vec<Rating>,
    /// The covariance of the ratings relative to the anchor, in squared Elo points.
    covariance: Matrix,
}

impl Ratings {
    /// All ratings, in the order in which the bots were named.
    pub fn rows(&self) -> &[Rating] {
        &self.rows
    }

    /// The rating of a bot; `None` for a name that does not exist.
    pub fn get(&self, name: &str) -> Option<&Rating> {
        Some(&self.rows[self.number(name)?])
    }

    /// The ratings relative to one bot, which has 0; `None` for a name that does not exist.
    pub fn anchored(&self, name: &str) -> Option<Self> {
        let anchor = self.number(name)?;
        Some(self.shifted(|column| f64::from(u8::from(column == anchor))))
    }

    /// The lead of `bot` over `other` in Elo points, with its own error: the errors of the two ratings do not give it, since they
    /// are correlated. `None` for a name that does not exist.
    pub fn difference(&self, bot: &str, other: &str) -> Option<Estimate> {
        let (a, b) = (self.number(bot)?, self.number(other)?);
        let variance = self.covariance[a][a] + self.covariance[b][b] - 2.0 * self.covariance[a][b];
        Some(Estimate { value: self.rows[a].elo - self.rows[b].elo, error: variance.max(0.0).sqrt() })
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    fn centred(&self) -> Self {
        let share = 1.0 / self.rows.len() as f64;
        self.shifted(|_| share)
    }

    /// The ratings relative to the weighted mean with these weights, whose sum is 1.
    fn shifted(&self, weight: impl Fn(usize) -> f64) -> Self {
        let weights: Vec<f64> = (0..self.rows.len()).map(weight).collect();
        let dot =
            |values: &[f64]| values.iter().zip(&weights).map(|(value, weight)| value * weight).sum::<f64>();
        let shift: f64 = self.rows.iter().zip(&weights).map(|(row, weight)| row.elo * weight).sum();
        let along: Vec<f64> = self.covariance.iter().map(|row| dot(row)).collect();
        let both = dot(&along);
        let mut ratings = self.clone();
        for (i, row) in ratings.covariance.iter_mut().enumerate() {
            row.iter_mut().zip(&along).for_each(|(value, other)| *value += both - along[i] - other);
            ratings.rows[i].elo -= shift;
            ratings.rows[i].error = row[i].max(0.0).sqrt();
        }
        ratings
    }
}

/// The likelihood as a function of the logarithms of all strengths, `theta`. The virtual bot of the prior has 0.
struct Model {
    /// For each line-up its games, and each bot in it with its number of seats.
    lineups: Vec<(f64, Vec<(usize, f64)>)>,
    /// The wins of each bot, with its half of the prior's games.
    won: Vec<f64>,
}

impl Model {
    fn new(games: &RoundRobin) -> Self {
        let lineups = games.lineups.iter().map(|(lineup, &games)| {
            let bots = lineup.chunk_by(|a, b| a == b).map(|seats| (seats[0], seats.len() as f64));
            (games as f64, bots.collect())
        });
        let won = games.won.iter().map(|won| won.games() + PRIOR_GAMES / 2.0);
        Self { lineups: lineups.collect(), won: won.collect() }
    }

    /// Hunter's steps, from equal strengths.
    fn minorize(&self, steps: usize) -> Vec<f64> {
        let mut strengths = vec![1.0; self.won.len()];
        for _ in 0..steps {
            let mut weights: Vec<f64> =
                strengths.iter().map(|strength| PRIOR_GAMES / (strength + 1.0)).collect();
            for (games, bots) in &self.lineups {
                let sum: f64 = bots.iter().map(|&(bot, seats)| seats * strengths[bot]).sum();
                bots.iter().for_each(|&(bot, seats)| weights[bot] += games * seats / sum);
            }
            for ((strength, won), weight) in strengths.iter_mut().zip(&self.won).zip(&weights) {
                *strength = won / weight;
            }
        }
        strengths.into_iter().map(f64::ln).collect()
    }

    /// Newton's steps from `theta`, each halved until the likelihood does not fall. The likelihood is strictly concave.
    fn newton(&self, mut theta: Vec<f64>) -> Vec<f64> {
        for _ in 0..50 {
            let Some(inverse) = inverse(self.information(&theta)) else { break };
            let step = times(&inverse, &self.gradient(&theta));
            let size = step.iter().fold(0.0, |size: f64, part| size.max(part.abs()));
            let reached = self.log_likelihood(&theta);
            let ahead = |scale: f64| -> Vec<f64> {
                theta.iter().zip(&step).map(|(at, by)| at + scale * by).collect()
            };
            let climbs = |scale: f64| self.log_likelihood(&ahead(scale)) >= reached;
            let mut scale = 1.0;
            // A step below 1e-6 is right to twice as many digits, and the likelihood no longer tells.
            while size > 1e-6 && scale > 1e-9 && !climbs(scale) {
                scale /= 2.0;
            }
            theta = ahead(scale);
            if size < 1e-10 {
                break;
            }
        }
        theta
    }

    fn log_likelihood(&self, theta: &[f64]) -> f64 {
        let won: f64 = self.won.iter().zip(theta).map(|(won, theta)| won * theta).sum();
        let prior: f64 = theta.iter().map(|theta| PRIOR_GAMES * theta.exp().ln_1p()).sum();
        let games = self.lineups.iter().map(|(games, bots)| {
            games * bots.iter().map(|&(bot, seats)| seats * theta[bot].exp()).sum::<f64>().ln()
        });
        won - prior - games.sum::<f64>()
    }

    fn gradient(&self, theta: &[f64]) -> Vec<f64> {
        let prior = self.won.iter().zip(theta).map(|(won, theta)| won - PRIOR_GAMES * logistic(*theta));
        let mut gradient: Vec<f64> = prior.collect();
        for (games, bots) in &self.lineups {
            shares(bots, theta).for_each(|(bot, share)| gradient[bot] -= games * share);
        }
        gradient
    }

    /// The Fisher information, which is the negative second derivative of the log-likelihood.
    fn information(&self, theta: &[f64]) -> Matrix {
        let mut information = vec![vec![0.0; theta.len()]; theta.len()];
        for (bot, &theta) in theta.iter().enumerate() {
            information[bot][bot] = PRIOR_GAMES * logistic(theta) * logistic(-theta);
        }
        for (games, bots) in &self.lineups {
            for (a, share) in shares(bots, theta) {
                information[a][a] += games * share;
                shares(bots, theta).for_each(|(b, other)| information[a][b] -= games * share * other);
            }
        }
        information
    }
}

/// The probability of each bot at a table that one of its seats wins.
fn shares<'a>(bots: &'a [(usize, f64)], theta: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
    let weight = |&(bot, seats): &(usize, f64)| seats * theta[bot].exp();
    let sum: f64 = bots.iter().map(weight).sum();
    bots.iter().map(move |entry| (entry.0, weight(entry) / sum))
}

fn logistic(theta: f64) -> f64 {
    1.0 / (1.0 + (-theta).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Seating;

    #[test]
    fn two_bots_have_the_rating_of_the_closed_equation() {
        let mut games = RoundRobin::new(["a", "b"]);
        for game in 0..100 {
            games.add(&[0, 1], &[usize::from(game >= 75)]).unwrap();
        }
        let ratings = games.rate();
        let (a, b) = (ratings.get("a").unwrap(), ratings.get("b").unwrap());
        assert!((a.elo + b.elo).abs() < 1e-9 && (a.error - b.error).abs() < 1e-9);
        assert_eq!((a.games, a.won.games(), b.won.games()), (100, 75.0, 25.0));
        // By symmetry the strengths are g and 1/g: wins expected equal wins found, half a virtual one included.
        let g = 10f64.powf(a.elo / 400.0);
        assert!((100.0 * g * g / (g * g + 1.0) + g / (g + 1.0) - 75.5).abs() < 1e-9);
        // Without the prior the error of the difference would be ELO / √(100·¾·¼).
        let difference = ratings.difference("a", "b").unwrap();
        assert!((difference.error - ELO / 18.75f64.sqrt()).abs() < 0.01 * difference.error, "{difference:?}");
        assert!((difference.value - Seating::ONE_ON_ONE.elo(0.75)).abs() < 3.0);
    }

    #[test]
    fn newton_and_the_steps_of_hunter_agree() {
        let mut games = RoundRobin::new(["a", "b", "c", "d"]);
        for game in 0..60 {
            games.add(&[game % 4, (game + 1) % 4, (game / 4) % 4], &[game * 7 % 3]).unwrap();
            games.add(&[0, 1, 1, 2], &[0, 1 + game % 3]).unwrap();
        }
        let model = Model::new(&games);
        let (slow, fast) = (model.minorize(100_000), model.newton(vec![0.0; 4]));
        assert!(slow.iter().zip(&fast).all(|(a, b)| (a - b).abs() < 1e-9), "{slow:?} {fast:?}");
        assert!(model.gradient(&fast).iter().all(|part| part.abs() < 1e-9));
    }

    #[test]
    fn the_gradient_and_the_information_are_derivatives() {
        let mut games = RoundRobin::new(["a", "b", "c"]);
        games.add(&[0, 1, 1, 2], &[1]).unwrap();
        games.add(&[0, 2], &[0]).unwrap();
        let (model, theta, h) = (Model::new(&games), [0.3, -0.7, 0.1], 1e-5);
        for bot in 0..3 {
            let at = |shift: f64| {
                let mut theta = theta;
                theta[bot] += shift;
                theta
            };
            let slope = (model.log_likelihood(&at(h)) - model.log_likelihood(&at(-h))) / (2.0 * h);
            assert!((slope - model.gradient(&theta)[bot]).abs() < 1e-8);
            let (more, less) = (model.gradient(&at(h)), model.gradient(&at(-h)));
            for other in 0..3 {
                let curve = (less[other] - more[other]) / (2.0 * h);
                assert!((curve - model.information(&theta)[bot][other]).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn a_bot_that_won_everything_has_a_finite_rating() {
        let mut last = 0.0;
        for count in [1, 100, 100_000] {
            let mut games = RoundRobin::new(["champion", "loser", "absent"]);
            (0..count).for_each(|_| games.add(&[0, 1, 1, 1], &[0]).unwrap());
            let ratings = games.rate();
            let difference = ratings.difference("champion", "loser").unwrap();
            assert!(
                difference.value > last && difference.value < 3_000.0 && difference.error > 100.0,
                "{difference:?}"
            );
            last = difference.value;
            let absent = ratings.get("absent").unwrap();
            assert!(absent.games == 0 && absent.elo.is_finite() && absent.error > 200.0, "{absent:?}");
        }
    }

    #[test]
    fn an_anchor_has_zero_and_moves_no_difference() {
        let mut games = RoundRobin::new(["a", "b", "c"]);
        for game in 0..50 {
            games.add(&[0, 1, 2], &[usize::from(game % 3 == 0) + usize::from(game % 7 == 0)]).unwrap();
        }
        let (mean, anchored) = (games.rate(), games.rate().anchored("b").unwrap());
        assert!(mean.rows().iter().map(|row| row.elo).sum::<f64>().abs() < 1e-9);
        let b = anchored.get("b").unwrap();
        assert!(b.elo == 0.0 && b.error < 1e-9, "{b:?}");
        let (before, after) = (mean.difference("a", "b").unwrap(), anchored.difference("a", "b").unwrap());
        assert!((before.value - after.value).abs() < 1e-9 && (before.error - after.error).abs() < 1e-9);
        assert!((anchored.get("a").unwrap().error - after.error).abs() < 1e-9);
        assert_eq!((mean.anchored("d"), mean.difference("a", "d")), (None, None));
    }

    #[test]
    fn impossible_games_are_refused() {
        let mut games = RoundRobin::new(["a", "b"]);
        assert_eq!(games.add(&[0], &[0]), Err(GameError::Seats { seats: 1 }));
        assert_eq!(games.add(&[0; 7], &[0]), Err(GameError::Seats { seats: 7 }));
        assert_eq!(games.add(&[0, 2], &[0]), Err(GameError::UnknownBot { bot: 2 }));
        for winners in [&[][..], &[2], &[1, 1]] {
            assert_eq!(games.add(&[0, 1], winners), Err(GameError::Winners { winners: winners.to_vec() }));
        }
        games.add(&[0, 0, 0], &[2]).unwrap();
        assert_eq!(games, RoundRobin::new(["a", "b"]), "one bot on all seats says nothing");
    }
}
