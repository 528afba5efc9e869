//! Positions of games between settlers, kept in files, and a network that learns from them who won.

mod fit;
mod samples;

pub(crate) use fit::{fit, measure};
pub(crate) use samples::play;

use bots::BotGame;
use bots::island::net::Row;

/// A game with a network to be taught.
pub(crate) trait Learnt: BotGame {
    /// A settler that errs by up to this many log odds.
    fn settler(blur: f32) -> Self::Bot;
    /// The fitted strength of each seat and its description; `None` for a position that teaches nothing.
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, Row)>>;
}
