//! Bots that play Cities & Knights.
//!
//! Reading order: [`Bot`], any of them; [`Settler`].

mod settler;

pub use settler::{Settler, Weights};

use crate::catan::{Random, SETTLER};
use crate::{BotInfo, Contest, Player, RANDOM};
use catan::cities_and_knights::{
    Action, Chance, CitiesAndKnights, Event, Illegal, LegalActions, Options, Phase, View,
};
use game::{Clause, Game, Observer, Seat, Seed, Turn, Viewer};

/// Every bot that plays Cities & Knights, the weakest first.
pub const BOTS: &[BotInfo] = &[RANDOM, SETTLER];

/// A game of Cities & Knights between bots.
pub type Match = crate::Match<CitiesAndKnights>;

impl Match {
    /// A new game; the seed decides all chance.
    ///
    /// # Panics
    /// If the options are not valid for the table.
    #[must_use]
    pub fn new(options: &Options, seed: Seed) -> Match {
        Match::from_position(CitiesAndKnights::new(options), seed)
    }
}

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

impl Player<CitiesAndKnights> for Bot {
    #[inline]
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions) -> Action {
        match self {
            Bot::Random(bot) => {
                legal.get(bot.pick(legal.len())).expect("a host asks only seats that can do something")
            }
            Bot::Settler(bot) => bot.choose(view, legal),
        }
    }
    fn observe(&mut self, event: &Event) {
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
}

impl Contest for CitiesAndKnights {
    type Bot = Bot;
    const BOTS: &'static [BotInfo] = BOTS;
    const END_TURN: Option<Action> = Some(Action::EndTurn);

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }

    /// Addressees of an open offer answer first, then the active seat decides; of several that are asked at the same
    /// time the lowest seat comes first.
    #[inline]
    fn next_to_ask(&self) -> Seat {
        match self.phase() {
            Phase::Building => {
                let trading = self.view(Viewer::Spectator).trading();
                trading.unanswered().lowest().unwrap_or(self.active())
            }
            _ => match Game::turn(self) {
                Turn::Decide(seats) => seats.lowest().expect("somebody decides"),
                _ => self.active(),
            },
        }
    }
    #[inline]
    fn lists(legal: &LegalActions, action: Action) -> bool {
        legal.contains(action)
    }
    #[inline]
    fn listed(legal: &LegalActions) -> usize {
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
    fn redact(event: &Event, viewer: Viewer) -> Event {
        event.redact(viewer)
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
