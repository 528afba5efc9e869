//! The measured workloads and the terms that describe them; `docs/speed.md` has the figures.
//!
//! **The games**: base Catan and Cities & Knights, each with four seats, a random board and the default options otherwise,
//! no trade between players; every seat chooses uniformly at random among its listed actions.
//!
//! **An action** is one decision of one seat. Every roll, every end of a turn and every discard is one, even without an
//! alternative. Nature's outcomes (dice, stolen cards, drawn cards, the layout) are drawn and resolved in between; they do not
//! count, but the time they take does.
//!
//! **By list**: the turn, the legal list, its length, a random number below it, the action at that number, play. A list of one
//! action needs no random number. **Through views**: the same games with the same draws, but a function of its own chooses: a bot,
//! which gets the view of its seat and the list. **Playout**: `playout`, which plays the same games with the same draws.
//! **From mid-game**: a copy of a position after 500 actions, played to the end by playout.

#![allow(dead_code)] // each bench uses its part

use catan::{Catan, CitiesAndKnights, Playout, cities_and_knights};
use game::{Draws, Game, Legal as _, Seat, Seed, Substream, Turn, Viewer};
use std::hint::black_box;

/// The number of actions before a mid-game position.
const MID_GAME: u32 = 500;

/// A series of games: the same for every measurement.
const SERIES: Seed = Seed(2026);

/// The draws of game number `index`: choices and outcomes alike.
fn draws(index: u64) -> Substream {
    SERIES.substream("random game", index)
}

/// A game that is measured.
pub(crate) trait Measured: Game {
    /// The table before anything lies on it.
    fn start() -> Self;
    /// Plays on until one action is played, by list; false if the game is over.
    fn act_by_list(&mut self, draws: &mut Substream) -> bool;
    /// Plays on as `act_by_list` does, but lets a bot choose.
    fn act_through_view(&mut self, draws: &mut Substream) -> bool;
    /// Plays on until one action is played, as it is decided; false if the game is over.
    fn act(
        &mut self,
        draws: &mut Substream,
        decide: impl FnOnce(&Self, Seat, &mut Substream) -> Self::Action,
    ) -> bool;
    /// Plays at most `limit` actions by playout.
    fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout;
}

/// The verbs of both games have the same names, and no trait has those that skip judgement.
macro_rules! measured {
    ($($Game:ty, $Options:ty;)*) => {$(
        impl Measured for $Game {
            fn start() -> Self {
                <$Game>::new(&<$Options>::default())
            }

            #[inline(always)]
            fn act_by_list(&mut self, draws: &mut Substream) -> bool {
                self.act(draws, |game, seat, draws| choose::<$Game>(&game.legal_actions(seat), draws))
            }

            #[inline(always)]
            fn act_through_view(&mut self, draws: &mut Substream) -> bool {
                self.act(draws, |game, seat, draws| {
                    bot::<$Game>(&game.view(Viewer::Seat(seat)), &game.legal_actions(seat), draws)
                })
            }

            #[inline(always)]
            fn act(
                &mut self,
                draws: &mut Substream,
                decide: impl FnOnce(&Self, Seat, &mut Substream) -> Self::Action,
            ) -> bool {
                loop {
                    match self.turn() {
                        Turn::Decide(seats) => {
                            let seat = seats.lowest().expect("somebody decides");
                            let action = decide(self, seat, draws);
                            self.play_unchecked(seat, action, &mut ());
                            return true;
                        }
                        Turn::Chance(_) => self.draw_and_resolve(draws, &mut ()),
                        Turn::Over(_) => return false,
                    }
                }
            }

            fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout {
                self.playout_within(limit, draws)
            }
        }
    )*};
}
measured! {
    Catan, catan::Options;
    CitiesAndKnights, cities_and_knights::Options;
}

/// Chooses an action of the list at random.
#[inline(always)]
fn choose<G: Game>(legal: &G::LegalActions, draws: &mut Substream) -> G::Action {
    let len = legal.len();
    let n = if len == 1 { 0 } else { draws.below(len as u32) as usize };
    legal.get(n).expect("n is below len")
}

/// Chooses at random. What it is told reaches it as it reaches any bot: by a call that is not inlined.
#[inline(never)]
fn bot<G: Game>(view: &G::View<'_>, legal: &G::LegalActions, draws: &mut Substream) -> G::Action {
    black_box(view);
    choose::<G>(legal, draws)
}

/// Plays game number `index` by list; how many actions it had.
#[inline(never)]
pub(crate) fn by_list<G: Measured>(index: u64) -> u64 {
    whole(index, G::act_by_list)
}

/// Plays game number `index` by list, each action chosen by a bot that gets the view of its seat; how many actions it had.
#[inline(never)]
pub(crate) fn through_views<G: Measured>(index: u64) -> u64 {
    whole(index, G::act_through_view)
}

#[inline(always)]
fn whole<G: Measured>(index: u64, act: impl Fn(&mut G, &mut Substream) -> bool) -> u64 {
    let (mut game, mut draws) = (G::start(), draws(index));
    let mut actions = 0;
    while act(&mut game, &mut draws) {
        actions += 1;
    }
    actions
}

/// Plays game number `index` by playout; how many actions it had.
#[inline(never)]
pub(crate) fn by_playout<G: Measured>(index: u64) -> u64 {
    G::start().playout_within(u32::MAX, &mut draws(index)).actions.into()
}

/// Positions after 500 actions, of games that last longer.
pub(crate) fn mid_games<G: Measured>(count: usize) -> Vec<G> {
    let reach = |index| {
        let mut game = G::start();
        game.playout_within(MID_GAME, &mut draws(index)).outcome.is_none().then_some(game)
    };
    (0..).filter_map(reach).take(count).collect()
}

/// Plays a copy of `position` to the end by playout, with the draws of game number `index`; how many actions that took.
#[inline(never)]
pub(crate) fn from_mid_game<G: Measured>(position: &G, index: u64) -> u64 {
    let mut copy = *position;
    copy.playout_within(u32::MAX, &mut draws(index)).actions.into()
}

/// Games one after the other, action by action.
pub(crate) struct Walk<G> {
    game: G,
    draws: Substream,
    index: u64,
}

impl<G: Measured> Walk<G> {
    /// From the first game of the series on.
    pub(crate) fn new() -> Walk<G> {
        Walk { game: G::start(), draws: draws(0), index: 0 }
    }

    /// Plays one action by list, in a new game if the old one is over.
    #[inline(never)]
    pub(crate) fn act(&mut self) {
        while !self.game.act_by_list(&mut self.draws) {
            self.index += 1;
            (self.game, self.draws) = (G::start(), draws(self.index));
        }
    }
}
