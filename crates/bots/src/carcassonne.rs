//! Bots that play Carcassonne, Traders & Builders and Mayflower: the same bots for the three games, since they share
//! their vocabulary.
//!
//! Reading order: [`Bot`], any of them; [`Random`].

mod random;

pub use random::Random;

use crate::{BotInfo, Contest, Player, RANDOM};
use carcassonne::{Action, Chance, Event, Game, Illegal, LegalActions, Rules, View};
use game::{Clause, Observer, Seat, Seed, Viewer};

/// Every bot that plays these games, the weakest first.
pub const BOTS: &[BotInfo] = &[RANDOM];

/// A game of one of the three between bots.
pub type Match<R> = crate::Match<Game<R>>;

impl<R: Rules> Match<R> {
    /// A new game; the seed decides all chance.
    ///
    /// # Panics
    /// If the options are not valid for the table.
    #[must_use]
    pub fn new(options: &R::Options, seed: Seed) -> Match<R> {
        Match::from_position(Game::new(options), seed)
    }
}

/// Any bot of [`BOTS`]; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug)]
pub enum Bot {
    /// `random`
    Random(Random),
}

impl Bot {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        let draws = seed.substream("bot", seat.index() as u64);
        match name {
            "random" => Some(Bot::Random(Random::new(draws))),
            _ => None,
        }
    }
}

impl<R: Rules> Player<Game<R>> for Bot {
    #[inline]
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        match self {
            Bot::Random(bot) => bot.choose(view, legal),
        }
    }
}

impl<R: Rules> Contest for Game<R> {
    type Bot = Bot;
    const BOTS: &'static [BotInfo] = BOTS;

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }
    #[inline]
    fn next_to_ask(&self) -> Seat {
        self.active()
    }
    #[inline]
    fn lists(legal: &LegalActions<R>, action: Action) -> bool {
        legal.contains(action)
    }
    #[inline]
    fn listed(legal: &LegalActions<R>) -> usize {
        legal.len()
    }
    #[inline]
    fn play_legal(&mut self, seat: Seat, action: Action, observer: &mut impl Observer<Event>) {
        self.play_unchecked(seat, action, observer);
    }
    #[inline]
    fn resolve_drawn(&mut self, chance: Chance, observer: &mut impl Observer<Event>) {
        self.resolve_unchecked(chance, observer);
    }
    fn redact(event: &Event, _: Viewer) -> Event {
        *event
    }
    fn clause(illegal: &Illegal) -> Clause {
        illegal.clause()
    }
    #[inline]
    fn turns_begun(&self) -> u32 {
        self.turns()
    }
    fn points_total(&self, seat: Seat) -> i32 {
        self.points(seat).total().into()
    }
}
