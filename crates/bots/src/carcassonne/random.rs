//! The bot that has no plan.

use crate::Player;
use carcassonne::{Action, Game, LegalActions, Rules, View};
use game::{Draws, Substream};

/// Chooses uniformly among the listed actions.
#[derive(Clone, Debug)]
pub struct Random {
    draws: Substream,
}

impl Random {
    /// A random bot with this randomness.
    #[must_use]
    pub fn new(draws: Substream) -> Random {
        Random { draws }
    }
}

impl<R: Rules> Player<Game<R>> for Random {
    #[inline]
    fn choose(&mut self, _view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        let len = legal.len() as u32;
        // A single choice is no choice; a draw would be wasted on it.
        let n = if len > 1 { self.draws.below(len) } else { 0 };
        legal.get(n as usize).expect("a host asks only seats that can do something")
    }
}
