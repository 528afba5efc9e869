//! The bot that has no plan.

use crate::Player;
use catan::{Action, Catan, LegalActions, View};
use game::{Draws, Substream};

/// Chooses uniformly among the listed actions. It makes no offers, counter-offers or proposals, since those are not
/// listed.
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

    /// One of so many, by its number.
    #[inline]
    pub(crate) fn pick(&mut self, choices: usize) -> usize {
        // A single choice is no choice; a draw would be wasted on it.
        if choices > 1 { self.draws.below(choices as u32) as usize } else { 0 }
    }
}

impl Player<Catan> for Random {
    #[inline]
    fn choose(&mut self, _view: &View<'_>, legal: &LegalActions) -> Action {
        legal.get(self.pick(legal.len())).expect("a host asks only seats that can do something")
    }
}
