//! Who plays the games on the island of Catan: bots of the same names in both.

use crate::{BotInfo, Contest, Player, RANDOM, Random};
use game::{Seat, SeatSet, Seed};

/// Every bot that plays these games, the weakest first.
pub const BOTS: &[BotInfo] = &[
    RANDOM,
    BotInfo {
        name: "settler",
        about_key: "bot-settler-about",
        about: "plans its turns, counts cards and trades",
    },
];

/// Any bot of the game that `S` is the settler of; asking one costs a branch, not a virtual call.
#[derive(Clone, Debug)]
pub enum Bot<S> {
    /// `random`
    Random(Random),
    /// `settler`
    Settler(Box<S>),
}

impl<S: Default> Bot<S> {
    /// The bot with this name for `seat` in the game with this seed; `None` if there is no such bot.
    #[must_use]
    pub fn new(name: &str, seat: Seat, seed: Seed) -> Option<Self> {
        match name {
            "random" => Some(Bot::Random(Random::new(seed.substream("bot", seat.index() as u64)))),
            "settler" => Some(Bot::Settler(Box::default())),
            _ => None,
        }
    }
}

impl<G: Contest, S: Player<G>> Player<G> for Bot<S> {
    #[inline]
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        match self {
            Bot::Random(bot) => Player::<G>::choose(bot, view, legal),
            Bot::Settler(bot) => bot.choose(view, legal),
        }
    }
    fn observe(&mut self, event: &G::Event) {
        match self {
            Bot::Random(_) => {}
            Bot::Settler(bot) => bot.observe(event),
        }
    }
    fn listens(&self) -> bool {
        match self {
            Bot::Random(_) => false,
            Bot::Settler(bot) => bot.listens(),
        }
    }
    fn meet(&mut self, people: SeatSet) {
        match self {
            Bot::Random(_) => {}
            Bot::Settler(bot) => bot.meet(people),
        }
    }
    fn remember(&mut self, told: &Self) {
        if let (Bot::Settler(bot), Bot::Settler(told)) = (self, told) {
            bot.remember(told);
        }
    }
}
