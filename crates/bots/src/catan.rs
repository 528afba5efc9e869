//! Bots that play Catan.
//!
//! Reading order: [`CatanBot`], the interface; [`Random`]; [`host`], which lets bots play a whole game.

pub mod host;
mod random;
mod settler;

pub use host::{Match, Played, Recorder};
pub use random::Random;
pub use settler::{Settler, Weights};

use catan::{Action, Event, LegalActions, View};
use game::{Seat, Seed};

/// A player of Catan.
///
/// It sees a [`View`] of its seat and nothing else. Its randomness is its own, given to it when it is made, so a bot
/// with the same seed that is shown the same things does the same.
pub trait CatanBot {
    /// Chooses one of the actions that are legal now: a listed one, or an offer, a counter-offer or a proposal that
    /// [`View::check`] accepts. `legal` is never empty.
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action;

    /// Is told what happened, in the form that this seat may know. Called only if [`CatanBot::listens`].
    fn observe(&mut self, event: &Event) {
        let _ = event;
    }

    /// Whether this bot wants to be told what happens.
    fn listens(&self) -> bool {
        false
    }
}

/// A bot that can be asked for by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name, the same everywhere: `random`.
    pub name: &'static str,
    /// The key of its one-line description in the word lists of `locales/`.
    pub about_key: &'static str,
    /// That description in English.
    pub about: &'static str,
}

/// Every bot that plays Catan, the weakest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "random",
        about_key: "bot-random-about",
        about: "does anything that is allowed, without a plan",
    },
    BotInfo {
        name: "settler",
        about_key: "bot-settler-about",
        about: "plans its turns, counts cards and trades",
    },
];

/// Any bot of [`BOTS`]; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug)]
pub enum Bot {
    /// `random`
    Random(Random),
    /// `settler`
    Settler(Box<Settler>),
}

impl Bot {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        let draws = seed.substream("bot", seat.index() as u64);
        match name {
            "random" => Some(Bot::Random(Random::new(draws))),
            "settler" => Some(Bot::Settler(Box::new(Settler::new(Weights::default())))),
            _ => None,
        }
    }
}

impl CatanBot for Bot {
    #[inline]
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        match self {
            Bot::Random(bot) => bot.choose(view, legal),
            Bot::Settler(bot) => bot.choose(view, legal),
        }
    }
    fn observe(&mut self, event: &Event) {
        match self {
            Bot::Random(bot) => bot.observe(event),
            Bot::Settler(bot) => bot.observe(event),
        }
    }
    fn listens(&self) -> bool {
        match self {
            Bot::Random(bot) => bot.listens(),
            Bot::Settler(bot) => bot.listens(),
        }
    }
}
