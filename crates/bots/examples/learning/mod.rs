//! Positions of games between bots, kept in files, and a network that learns from them who won.

mod fit;
mod samples;

pub(crate) use fit::{fit, measure};
pub(crate) use samples::play;

use bots::BotGame;
use bots::net::Row;
use game::{Seat, Seed};

/// A game with a network to be taught.
pub(crate) trait Learnt: BotGame {
    /// The numbers of seats of five games in a row.
    const TABLES: [usize; 5];
    /// One in so many positions before an outcome is kept, and of those before an action.
    const ONE_IN: [u32; 2];
    /// The bot that plays, which errs a little or not.
    fn learner(errs: bool, seat: Seat, seed: Seed) -> Self::Bot;
    /// The fitted strength of each seat and its description; `None` for a position that teaches nothing.
    fn rows(referee: &mut Self::Estimator, game: &Self) -> Option<Vec<(f64, Row)>>;
}
