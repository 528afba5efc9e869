//! Bots that play Catan.
//!
//! Reading order: [`Bot`], any of them; [`Random`]; [`Settler`].

mod random;
pub(crate) mod settler;

pub use random::Random;
pub use settler::{Settler, Weights};

use crate::{BotInfo, Contest, Player, RANDOM};
use catan::{Action, Catan, Chance, Event, Illegal, LegalActions, Options, Phase, View};
use game::{Clause, Observer, Seat, Seed, Viewer};

/// Every bot that plays Catan, the weakest first.
pub const BOTS: &[BotInfo] = &[RANDOM, SETTLER];

/// The bot that plays both games on the island.
pub(crate) const SETTLER: BotInfo = BotInfo {
    name: "settler",
    about_key: "bot-settler-about",
    about: "plans its turns, counts cards and trades",
};

/// A game of Catan between bots.
pub type Match = crate::Match<Catan>;

impl Match {
    /// A new game; the seed decides all chance.
    ///
    /// # Panics
    /// If the options are not valid for the table.
    #[must_use]
    pub fn new(options: &Options, seed: Seed) -> Match {
        Match::from_position(Catan::new(options), seed)
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

impl Player<Catan> for Bot {
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

impl Contest for Catan {
    type Bot = Bot;
    const BOTS: &'static [BotInfo] = BOTS;
    const END_TURN: Option<Action> = Some(Action::EndTurn);

    fn bot(name: &str, seat: Seat, seed: Seed) -> Option<Bot> {
        Bot::new(name, seat, seed)
    }

    /// Addressees of an open offer answer first, then the active seat decides; seats that owe a discard are asked in
    /// their order.
    #[inline]
    fn next_to_ask(&self) -> Seat {
        match self.phase() {
            Phase::Building => {
                let trading = self.view(Viewer::Spectator).trading();
                trading.unanswered().lowest().unwrap_or(self.active())
            }
            Phase::Discarding { .. } => {
                let seats = self.view(Viewer::Spectator).seats_to_discard();
                seats.lowest().expect("somebody owes a discard")
            }
            _ => self.active(),
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
