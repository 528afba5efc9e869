//! What is measured, and what the words mean; `docs/speed.md` has the figures.
//!
//! **The game**: four seats, a random board and everything else as the options are by default, no trade between
//! players; every seat chooses uniformly at random among its listed actions.
//!
//! **An action** is one decision of one seat. Every roll, every end of a turn and every discard is one, also where
//! there was only one thing to do. Nature's outcomes (dice, stolen cards, drawn cards, the layout) are drawn and
//! resolved in between; they do not count, but the time they take does.
//!
//! **By list**: who acts, the legal list, its length, a random number below it, the action at that number, play. One
//! action alone needs no random number. **Playout**: [`Catan::playout`], which plays the same games without the list.
//! **From mid-game**: a copy of a position after 500 actions, played to the end by playout.

#![allow(dead_code)] // each bench uses its part

use catan::{Catan, Options};
use game::{Draws, Seed, Substream, Turn};

/// How many actions a mid-game position lies after the beginning.
const MID_GAME: u32 = 500;

/// A series of games: the same for every measurement.
const SERIES: Seed = Seed(2026);

/// The draws of game number `index`: choices and outcomes alike.
fn draws(index: u64) -> Substream {
    SERIES.substream("random game", index)
}

/// Plays on until one action is played, by list; false if the game is over.
#[inline(always)]
fn act_by_list(game: &mut Catan, draws: &mut Substream) -> bool {
    loop {
        match game.turn() {
            Turn::Decide(seats) => {
                let seat = seats.lowest().expect("somebody decides");
                let legal = game.legal_actions(seat);
                let len = legal.len();
                let n = if len == 1 { 0 } else { draws.below(len as u32) as usize };
                let action = legal.get(n).expect("n is below len");
                game.play_unchecked(seat, action, &mut ());
                return true;
            }
            Turn::Chance(_) => {
                game.let_nature_act(draws, &mut ());
            }
            Turn::Over(_) => return false,
        }
    }
}

/// Plays game number `index` by list; how many actions it had.
#[inline(never)]
pub(crate) fn by_list(index: u64) -> u64 {
    let (mut game, mut draws) = (Catan::new(&Options::default()), draws(index));
    let mut actions = 0;
    while act_by_list(&mut game, &mut draws) {
        actions += 1;
    }
    actions
}

/// Plays game number `index` by playout; how many actions it had.
#[inline(never)]
pub(crate) fn by_playout(index: u64) -> u64 {
    let mut game = Catan::new(&Options::default());
    game.playout(&mut draws(index)).actions.into()
}

/// Positions after 500 actions, of games that last longer.
pub(crate) fn mid_games(count: usize) -> Vec<Catan> {
    let reach = |index| {
        let mut game = Catan::new(&Options::default());
        game.playout_within(MID_GAME, &mut draws(index)).outcome.is_none().then_some(game)
    };
    (0..).filter_map(reach).take(count).collect()
}

/// Plays a copy of `position` to the end by playout, with the draws of game number `index`; how many actions that took.
#[inline(never)]
pub(crate) fn from_mid_game(position: &Catan, index: u64) -> u64 {
    let mut copy = *position;
    copy.playout(&mut draws(index)).actions.into()
}

/// Games one after the other, action by action.
pub(crate) struct Walk {
    game: Catan,
    draws: Substream,
    index: u64,
}

impl Walk {
    /// From the first game of the series on.
    pub(crate) fn new() -> Walk {
        Walk { game: Catan::new(&Options::default()), draws: draws(0), index: 0 }
    }

    /// Plays one action by list, in a new game if the old one is over.
    #[inline(never)]
    pub(crate) fn act(&mut self) {
        while !act_by_list(&mut self.game, &mut self.draws) {
            self.index += 1;
            (self.game, self.draws) = (Catan::new(&Options::default()), draws(self.index));
        }
    }
}
