//! The legal actions of a seat as texts: no more of them than asked for, and the rest in a few words.
//!
//! A list of legal actions knows its length and its n-th member without being written out. Only a choice of cards can be long:
//! from a hand with the whole box, "any 39 of these" stands for millions of actions. Such a choice is described instead.

pub use crate::choose::Choose;
use crate::shelved::Shelved;
use crate::{AnyGame, each};
use game::{Game, Legal, Seat};

/// The greatest number of actions that are written out where all that a seat may do is some choice of cards. No hand of eleven
/// cards has more of them.
pub const CHOICES_MAX: usize = 512;

/// The legal actions of a seat, as far as they are written out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listed {
    /// The first of them, in the game's order, ready to be sent.
    pub actions: Vec<String>,
    /// The number of all legal actions.
    pub total: usize,
    /// All of them in a few words, if they are a choice of cards that is not written out whole.
    pub choose: Option<Choose>,
}

impl Listed {
    /// Whether all that the seat may do is written out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.actions.len() == self.total
    }
}

impl AnyGame {
    /// The legal actions of a seat: at most `limit` texts are made, and at most [`CHOICES_MAX`] where all of them are some
    /// choice of cards.
    #[must_use]
    pub fn listed(&self, seat: Seat, limit: usize) -> Listed {
        each!(self, game => listed(game, seat, limit))
    }

    /// Returns the number of actions listed for a seat.
    #[must_use]
    pub fn legal_len(&self, seat: Seat) -> usize {
        each!(self, game => list_of(game, seat).map_or(0, |legal| legal.len()))
    }

    /// The listed action number `n` of a seat, in the game's order; no other is made for it.
    #[must_use]
    pub fn legal_action(&self, seat: Seat, n: usize) -> Option<String> {
        each!(self, game => list_of(game, seat)?.get(n).map(|action| action.to_string()))
    }

    /// The listed actions of a seat one after the other, until one of them is what is looked for.
    pub(crate) fn any_legal(&self, seat: Seat, mut is_it: impl FnMut(&str) -> bool) -> bool {
        each!(self, game => {
            list_of(game, seat).is_some_and(|legal| legal.into_iter().any(|action| is_it(&action.to_string())))
        })
    }
}

fn list_of<G: Shelved>(game: &G, seat: Seat) -> Option<G::LegalActions> {
    (seat.index() < Game::seats(game)).then(|| Game::legal_actions(game, seat))
}

fn listed<G: Shelved>(game: &G, seat: Seat, limit: usize) -> Listed {
    let Some(legal) = list_of(game, seat) else { return Listed::default() };
    let choice = G::choice(&legal);
    let total = legal.len();
    let limit = if choice.is_some() { limit.min(CHOICES_MAX) } else { limit };
    let actions = legal.into_iter().take(limit).map(|action| action.to_string()).collect();
    Listed { actions, total, choose: choice.filter(|_| limit < total) }
}
