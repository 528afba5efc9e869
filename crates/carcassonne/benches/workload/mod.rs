//! The workloads of the benchmarks, and the meaning of their terms; `docs/speed.md` has the figures.
//!
//! **The game**: two seats, all options by default; every seat chooses uniformly at random among its listed actions. This is the
//! same for each of the three games.
//!
//! **A tile** is everything from one tile to the next: drawing it, placing it, the figure or none, the second tile of a double
//! turn or none, everything that is completed. The beginning and the final scoring are shared out among the tiles of the game.
//!
//! **By list**: who acts, the legal list, its length, a random number below it, the action at that number, play. **Playout**:
//! [`Game::play_out`], which plays the same distribution of games without the list. **From mid-game**: a copy of a position after
//! 35 tiles, played to the end by playout.

#![allow(dead_code)] // each bench uses its part

use carcassonne::{Game, Rules};
use game::{Draws, Seed, Substream, Turn};

/// The number of tiles at a mid-game position, beside those that lay there at the beginning.
const MID_GAME: usize = 35;

/// A series of games: the same for every measurement.
const SERIES: Seed = Seed(2026);

/// The draws of game number `index`: choices and outcomes alike.
fn draws(index: u64) -> Substream {
    SERIES.substream("random game", index)
}

fn new_game<R: Rules>() -> Game<R> {
    Game::new(&R::Options::default())
}

fn tiles<R: Rules>(game: &Game<R>) -> usize {
    game.land().tiles().len()
}

/// Plays on until `enough` says so or the game is over.
#[inline(always)]
fn play_by_list<R: Rules>(
    game: &mut Game<R>,
    draws: &mut Substream,
    mut enough: impl FnMut(&Game<R>) -> bool,
) {
    while !enough(game) {
        match game.turn() {
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                let legal = game.legal_actions(seat);
                let n = draws.below(legal.len() as u32) as usize;
                let action = legal.get(n).expect("n is below len");
                game.play_unchecked(seat, action, &mut ());
            }
            Turn::Chance(_) => {
                let chance = game.draw(draws);
                game.resolve_unchecked(chance, &mut ());
            }
            Turn::Over(_) => return,
        }
    }
}

/// Plays game number `index` by list; how many tiles were placed.
#[inline(never)]
pub(crate) fn by_list<R: Rules>(index: u64) -> u64 {
    let (mut game, mut draws) = (new_game::<R>(), draws(index));
    let before = tiles(&game);
    play_by_list(&mut game, &mut draws, |_| false);
    (tiles(&game) - before) as u64
}

/// Plays game number `index` by playout; how many tiles were placed.
#[inline(never)]
pub(crate) fn by_playout<R: Rules>(index: u64) -> u64 {
    let mut game = new_game::<R>();
    let before = tiles(&game);
    game.play_out(&mut draws(index));
    (tiles(&game) - before) as u64
}

/// Positions after 35 tiles, the next one not yet drawn.
pub(crate) fn mid_games<R: Rules>(count: u64) -> Vec<Game<R>> {
    let reach = |index| {
        let mut game = new_game::<R>();
        let enough = tiles(&game) + MID_GAME;
        play_by_list(&mut game, &mut draws(index), |game| {
            tiles(game) == enough && matches!(game.turn(), Turn::Chance(_))
        });
        game
    };
    (0..count).map(reach).collect()
}

/// Plays a copy of `position` to the end by playout, with the draws of game number `index`; how many tiles that took.
#[inline(never)]
pub(crate) fn from_mid_game<R: Rules>(position: &Game<R>, index: u64) -> u64 {
    let mut copy = *position;
    copy.play_out(&mut draws(index));
    (tiles(&copy) - tiles(position)) as u64
}
