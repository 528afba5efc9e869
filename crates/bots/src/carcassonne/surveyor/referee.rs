//! What a referee says about the chances of all seats: the points that a surveyor expects, as shares of the win.

use super::Thinker;
use super::Weights;
use super::ground::Ground;
use super::odds::Odds;
use super::plan::Plan;
use super::worth::{BySeat, Worth};
use crate::luck::{Estimator, Shares, softmax, won};
use carcassonne::{Game, Phase};
use game::Seat;

/// The estimator of the tile games.
#[derive(Clone, Debug, Default)]
pub struct Referee;

impl<R: Thinker> Estimator<Game<R>> for Referee {
    fn shares(&mut self, game: &Game<R>) -> Shares {
        let seats = game.seats();
        if let Phase::Over(outcome) = game.phase() {
            return won(outcome, seats);
        }
        let weights = R::weights();
        let mut plan = Plan::new(game, game.active(), &weights);
        let points = plan.expected(game);
        let env = |name: &str, or: f64| std::env::var(name).ok().map_or(or, |v| v.parse().unwrap());
        let scale = env("SCALE0", 4.0) + env("SCALE1", 2.0) * (game.stack_len() as f64).sqrt();
        softmax(seats, |seat| f64::from(points[seat.index()]) / scale)
    }
}
