//! Winning chances of all seats in a position.

use crate::analysed::Analysed;
use bots::luck::{Estimator, Foresight, Horizon, Shares, won};
use game::{Game, Seat, Turn};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The number of features of a seat.
pub const FEATURES: usize = 10;

/// The features of a seat in a position.
pub type Features = [f64; FEATURES];

/// The fitted coefficients of one game at one number of seats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// The game.
    pub game: String,
    /// The number of seats.
    pub seats: usize,
    /// The games that were played for the fit.
    pub games: u64,
    /// The positions that were taken from them.
    pub positions: u64,
    /// The coefficients, in the order of [`features`].
    pub weights: Features,
}

/// Every fitted coefficient, and how it was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The seed of the games.
    pub seed: u64,
    /// The coefficients by game and number of seats.
    pub fitted: Vec<Fitted>,
    /// The hash of the coefficients, [`Model::hash_of`].
    pub hash: String,
}

impl Model {
    /// The model of this version of the program: `estimate.json` beside the code, which `examples/fit.rs` writes.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn built_in() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| serde_json::from_str(include_str!("estimate.json")).expect("the file is valid"))
    }

    /// The hash of coefficients: FNV-1a of their bits in order, as 16 hexadecimal digits.
    #[must_use]
    pub fn hash_of(fitted: &[Fitted]) -> String {
        let weights = fitted.iter().flat_map(|it| it.weights);
        let bytes = weights.flat_map(|weight| weight.to_bits().to_le_bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    /// The coefficients for a game at a number of seats, or at the nearest number that was fitted.
    #[must_use]
    pub fn of(&self, game: &str, seats: usize) -> Features {
        let fitted = self.fitted.iter().filter(|it| it.game == game);
        fitted.min_by_key(|it| it.seats.abs_diff(seats)).map_or(TRUSTING, |it| it.weights)
    }
}

/// The coefficients that leave the bots' estimate as it is.
pub const TRUSTING: Features = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];

/// The expected calibration error of the estimate on games of bots to which it was not fitted, over all stages and numbers of seats:
/// the figures of `docs/analysis.md`. `None` for a game that was not measured.
#[must_use]
pub fn calibration(game: &str) -> Option<f64> {
    const MEASURED: [(&str, f64); 5] = [
        ("catan", 0.008),
        ("cities-and-knights", 0.010),
        ("carcassonne", 0.002),
        ("traders-and-builders", 0.007),
        ("mayflower", 0.007),
    ];
    MEASURED.iter().find(|(name, _)| *name == game).map(|(_, error)| *error)
}

/// The least share that enters a logarithm.
const LEAST: f64 = 1e-6;

/// Returns the features of a seat: the logarithm of the bots' estimate of its share, the same by stage and by the square of the
/// stage; its points, the same by stage and by the square of the stage; the quality of its places while the game is set up; and
/// during that time its place in the order of the seats, once as it is and once squared, afterwards the turns until its own.
#[must_use]
pub fn features<G: Analysed>(game: &G, seat: Seat, share: f64) -> Features {
    let (stage, lead) = (game.stage(), game.lead(seat));
    let log = share.max(LEAST).ln();
    let seats = Game::seats(game);
    let after =
        |first: Seat| ((seat.index() + seats - first.index()) % seats) as f64 / (seats - 1).max(1) as f64;
    let order = after(game.beginner());
    let (places, early, wait) = match game.founding(seat) {
        Some(places) => (places, 1.0, 0.0),
        None => (0.0, 1.0 - stage, after(game.on_turn())),
    };
    [
        log,
        log * stage,
        log * stage * stage,
        lead,
        lead * stage,
        lead * stage * stage,
        places,
        order * early,
        order * order * early,
        wait,
    ]
}

/// Shares proportional to `exp` of the weighted features of each seat.
#[must_use]
pub fn shares_of(rows: &[Features], weights: &Features) -> Shares {
    let strength =
        |row: &Features| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>();
    let strengths: Vec<f64> = rows.iter().map(strength).collect();
    let most = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares = Shares::default();
    for (seat, strength) in Seat::first(rows.len()).zip(&strengths) {
        shares[seat] = (strength - most).exp();
    }
    let sum: f64 = shares.0.iter().sum();
    shares.0.iter_mut().for_each(|share| *share /= sum);
    shares
}

/// The estimator: the bots' estimate of each seat, calibrated on games between the strongest bots that do not search.
///
/// It is the referee's, which sees all cards; [`crate::split`] asks it in worlds that agree with what a seat knows where a decision is
/// judged. The shares are between 0 and 1, sum up to 1, and depend on the position alone.
#[derive(Debug)]
pub struct Chances<G: Analysed> {
    referee: G::Estimator,
    weights: Option<(usize, Features)>,
}

impl<G: Analysed> Default for Chances<G> {
    fn default() -> Self {
        Chances { referee: G::Estimator::default(), weights: None }
    }
}

impl<G: Analysed> Chances<G> {
    /// An estimator with these coefficients instead of the built-in ones, for a number of seats.
    #[must_use]
    pub fn with_weights(seats: usize, weights: Features) -> Chances<G> {
        Chances { referee: G::Estimator::default(), weights: Some((seats, weights)) }
    }

    /// Returns the features of all seats in a position that is not over.
    pub fn rows(&mut self, game: &G) -> Vec<Features> {
        let shares = self.referee.shares(game);
        Seat::first(Game::seats(game)).map(|seat| features(game, seat, shares[seat])).collect()
    }
}

impl<G: Analysed> Estimator<G> for Chances<G> {
    fn shares(&mut self, game: &G) -> Shares {
        let seats = Game::seats(game);
        if let Turn::Over(outcome) = game.turn() {
            return won(outcome, seats);
        }
        let weights = match self.weights {
            Some((fitted, weights)) if fitted == seats => weights,
            _ => {
                let weights = Model::built_in().of(G::NAME, seats);
                self.weights = Some((seats, weights));
                weights
            }
        };
        let rows = self.rows(game);
        shares_of(&rows, &weights)
    }

    fn class(game: &G, chance: &G::Chance) -> Option<u32> {
        G::Estimator::class(game, chance)
    }
}

impl<G: Analysed> Foresight<G> for Chances<G> {
    fn play_on(&mut self, game: &mut G) {
        self.referee.play_on(game);
    }

    fn horizon(game: &G) -> Horizon {
        G::Estimator::horizon(game)
    }
}
