//! Winning chances from what spectators may know.

use crate::analysed::Analysed;
use crate::estimate::Chances;
use bots::luck::{Estimator, Shares};
use game::{Game, Seat, Seed, Viewer};
use shelf::{AnyGame, each};

/// The number of worlds over which the chances are averaged where cards are hidden.
pub const SPECTATOR_WORLDS: u64 = 8;

/// The share of the win that each seat may expect, by what every spectator sees: the mean of the [estimates](Chances) of
/// [`SPECTATOR_WORLDS`] random worlds that look to spectators like this position, or the estimate of the position itself where
/// nothing is hidden.
///
/// The shares sum up to 1. They depend on nothing hidden while the game goes on: positions that spectators cannot tell apart
/// have the same shares, bit for bit. Worlds of one turn are drawn alike, so that a change of the shares comes from what was
/// played.
///
/// ```
/// use game::Seat;
/// use shelf::{AnyGame, GameKind};
///
/// let game = AnyGame::with_options(GameKind::Carcassonne, []).unwrap();
/// let shares = analysis::spectator_chances(&game);
/// assert!((Seat::first(game.seats()).map(|seat| shares[seat]).sum::<f64>() - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn spectator_chances(game: &AnyGame) -> Shares {
    each!(game, game => chances_in(game))
}

fn chances_in<G: Analysed>(game: &G) -> Shares {
    let mut chances = Chances::<G>::default();
    if !game.hides() {
        return chances.shares(game);
    }
    let seed = Seed(Game::turns(game).into());
    let mut mean = Shares::default();
    for number in 0..SPECTATOR_WORLDS {
        let draws = &mut seed.substream("spectator", number);
        let shares =
            chances.shares(&game.determinize_for(Viewer::Spectator, &G::Knowledge::default(), draws));
        for seat in Seat::first(Game::seats(game)) {
            mean[seat] += shares[seat] / SPECTATOR_WORLDS as f64;
        }
    }
    mean
}
