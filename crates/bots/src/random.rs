//! The bot that has no plan.

use crate::{BotGame, Player};
use game::{Draws, Legal, Substream};

/// Chooses uniformly among the listed actions. It makes no offers, counter-offers or proposals, since those are not
/// listed.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
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

impl<G: BotGame> Player<G> for Random {
    #[inline]
    fn choose(&mut self, _view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let len = legal.len() as u32;
        // A single choice is no choice; a draw would be wasted on it.
        let n = if len > 1 { self.draws.below(len) } else { 0 };
        legal.get(n as usize).expect("a host asks only seats that can do something")
    }
}
