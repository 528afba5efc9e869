//! Bots for any game of the shelf, by their names.

use crate::{BotInfo, Contest, Player};
use game::{Legal, Seat, SeatSet, Seed, Viewer};
use shelf::{AnyGame, Events, GameKind, OnShelf, for_each_game, of_kind};

/// Every bot that plays a game, the weakest first.
#[must_use]
pub fn roster(kind: GameKind) -> &'static [BotInfo] {
    of_kind!(kind, G => G::BOTS)
}

/// What the bot of this name does in a position, as text; `None` if there is no such bot, or nothing to decide.
///
/// The bot is made anew, with this seed, and told the past, unredacted, which it hears as `seat` may know it.
#[must_use]
pub fn choose(game: &AnyGame, name: &str, seat: Seat, seed: Seed, past: &[Events]) -> Option<String> {
    let mut listener = Listener::new(game.kind(), name, seat)?;
    past.iter().for_each(|events| listener.hear(events));
    listener.choose(game, seed)
}

/// A bot's memory of what it was told at a table, kept from one decision to the next.
///
/// It chooses as a bot would that is made anew for each decision and told the whole past again ([`choose`]); only, it is told
/// each thing once.
#[derive(Clone, Debug)]
pub struct Listener {
    name: String,
    seat: Seat,
    bot: AnyBot,
}

macro_rules! any_bot {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        #[derive(Clone, Debug)]
        enum AnyBot {
            $($Name(<$Game as Contest>::Bot),)+
        }

        impl AnyBot {
            /// The bot of this name, which was told nothing yet; `None` if there is no such bot.
            fn new(kind: GameKind, name: &str, seat: Seat) -> Option<AnyBot> {
                // Each decision has a seed of its own.
                match kind {
                    $(GameKind::$Name => <$Game>::bot(name, seat, Seed(0)).map(AnyBot::$Name),)+
                }
            }

            fn listens(&self) -> bool {
                match self {
                    $(AnyBot::$Name(bot) => Player::<$Game>::listens(bot),)+
                }
            }

            fn hear(&mut self, seat: Seat, events: &Events) {
                match self {
                    $(AnyBot::$Name(bot) => tell::<$Game>(bot, seat, events),)+
                }
            }

            fn meet(&mut self, people: SeatSet) {
                match self {
                    $(AnyBot::$Name(bot) => Player::<$Game>::meet(bot, people),)+
                }
            }

            fn choose(&self, game: &AnyGame, name: &str, seat: Seat, seed: Seed) -> Option<String> {
                match self {
                    $(AnyBot::$Name(told) => ask::<$Game>(told, game.of()?, name, seat, seed),)+
                }
            }
        }
    };
}
for_each_game!(any_bot {});

impl Listener {
    /// The bot of this name, which was told nothing yet; `None` if there is no such bot.
    #[must_use]
    pub fn new(kind: GameKind, name: &str, seat: Seat) -> Option<Listener> {
        Some(Listener { name: name.to_owned(), seat, bot: AnyBot::new(kind, name, seat)? })
    }

    /// The name of the bot.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it wants to be told what happens.
    #[must_use]
    pub fn listens(&self) -> bool {
        self.bot.listens()
    }

    /// Tells the bot what happened, unredacted; it hears what its seat may know. Events of another game are not heard.
    pub fn hear(&mut self, events: &Events) {
        self.bot.hear(self.seat, events);
    }

    /// Tells the bot on which seats people play.
    pub fn meet(&mut self, people: SeatSet) {
        self.bot.meet(people);
    }

    /// What the bot does in a position, as text, with this seed for its own randomness; `None` if there is nothing to
    /// decide, or it is another game.
    #[must_use]
    pub fn choose(&self, game: &AnyGame, seed: Seed) -> Option<String> {
        self.bot.choose(game, &self.name, self.seat, seed)
    }
}

fn ask<G: Contest>(told: &G::Bot, game: &G, name: &str, seat: Seat, seed: Seed) -> Option<String> {
    let legal = game.legal_actions(seat);
    if legal.is_empty() {
        return None;
    }
    let mut bot = G::bot(name, seat, seed)?;
    bot.remember(told);
    Some(bot.choose(&game.view(Viewer::Seat(seat)), &legal).to_string())
}

fn tell<G: Contest + OnShelf>(bot: &mut G::Bot, seat: Seat, events: &Events) {
    if bot.listens() {
        let events = events.of::<G>().unwrap_or_default().iter();
        events.for_each(|&event| bot.observe(&G::redact(event, Viewer::Seat(seat))));
    }
}
