//! Bots for any game of the shelf, by their names.

use crate::advice::Advised;
pub use crate::registry::roster;
use crate::registry::{TableBot, registered};
use crate::{BotGame, Player, levels};
use game::{Game, Legal, Seat, SeatPosition, SeatSet, Seed, ViewError, Viewer};
use serde::Deserialize;
use serde_json::Value;
use shelf::{AnyGame, AnySeatPosition, Events, GameKind, OnShelf, for_each_game};
use std::fmt;

/// The names of all bots that can sit at a table of this game: ours, the strongest first but those that search last, then the
/// registered ones ([`crate::registry`]).
#[must_use]
pub fn names(kind: GameKind) -> Vec<&'static str> {
    let ours = |searches: bool| {
        let bots = roster(kind).iter().rev().filter(move |bot| bot.searches() == searches);
        bots.map(|bot| bot.name)
    };
    ours(false).chain(ours(true)).chain(registered(kind).map(|bot| bot.name.as_str())).collect()
}

/// Whether the bot of this name is one of ours that search, whose decisions take long.
#[must_use]
pub fn searches(kind: GameKind, name: &str) -> bool {
    roster(kind).iter().any(|bot| bot.name == name && bot.searches())
}

/// Returns the weakest level of a game that is stronger than this bot of ours; `None` above the strongest level, and for other bots.
///
/// ```
/// use bots::any::level_above;
/// let catan = "catan".parse().unwrap();
/// assert_eq!([level_above(catan, "random"), level_above(catan, "merchant")], [Some("beginner"), Some("settler")]);
/// assert_eq!([level_above(catan, "master"), level_above(catan, "stranger")], [None, None]);
/// ```
#[must_use]
pub fn level_above(kind: GameKind, bot: &str) -> Option<&'static str> {
    let mut stronger = roster(kind).iter().map(|info| info.name);
    stronger.find(|name| *name == bot)?;
    stronger.find(|name| levels::OF_TILES.contains(name) || levels::OF_ISLAND.contains(name))
}

/// Returns the action that the bot of this name chooses in a position, as text; `None` if there is no such bot, or nothing to
/// decide.
///
/// A new bot is created with this seed, and hears the past as `seat` may know it; `past` itself is unredacted.
#[must_use]
pub fn choose(game: &AnyGame, name: &str, seat: Seat, seed: Seed, past: &[Events]) -> Option<String> {
    let mut listener = Listener::new(game.kind(), name, seat)?;
    past.iter().for_each(|events| listener.hear(events));
    listener.choose(game, seed)
}

/// Returns what the bot of this name advises a seat in a position: what it would do, why, and what it would do next best; empty if
/// there is no such bot of ours, or nothing to decide.
///
/// A new bot is created with this seed, and hears the past as `seat` may know it, as in [`choose`]; the choice is the same.
#[must_use]
pub fn advise(game: &AnyGame, name: &str, seat: Seat, seed: Seed, past: &[Events]) -> Vec<Advised<String>> {
    let Some(mut listener) = Listener::new(game.kind(), name, seat) else { return Vec::new() };
    past.iter().for_each(|events| listener.hear(events));
    listener.bot.advise(game, name, seat, seed)
}

/// The reason why no bot chooses an action for the document of a view.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum NoChoice {
    /// The document is no view of a position.
    View(Vec<ViewError>),
    /// No bot of this game has this name.
    UnknownBot {
        /// The game.
        kind: GameKind,
        /// The name.
        name: String,
    },
    /// The seat that looks has nothing to decide.
    NothingToDecide {
        /// The seat whose view it is.
        seat: Seat,
    },
}

impl fmt::Display for NoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoChoice::View(faults) => {
                let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            NoChoice::UnknownBot { kind, name } => {
                write!(f, "`{name}` is not a bot of {kind}; bots are {}", names(*kind).join(", "))
            }
            NoChoice::NothingToDecide { seat } => write!(f, "seat {seat} has nothing to decide"),
        }
    }
}

impl std::error::Error for NoChoice {}

/// Returns the action that the bot of this name chooses in the position of which `document` is the view of its seat
/// (`docs/view.md`), as text.
///
/// A new bot is created with this seed, and hears nothing of the past; to tell it, keep a [`Listener`].
///
/// # Errors
/// If the document is no such view, there is no such bot, or the seat has nothing to decide.
///
/// ```
/// use bots::any::choose_in_view;
/// use game::{Seat, Seed, Viewer};
/// use shelf::{AnyGame, GameKind};
/// let game = AnyGame::with_options(GameKind::Carcassonne, []).unwrap();
/// let document = game.view_text(Viewer::Seat(Seat::A));
/// let refusal = choose_in_view(GameKind::Carcassonne, document.get(), "surveyor", Seed(1)).unwrap_err();
/// assert_eq!(refusal.to_string(), "seat A has nothing to decide");
/// let mut game = game;
/// game.resolve("tile V").unwrap();
/// let document = game.view_text(Viewer::Seat(Seat::A));
/// let action = choose_in_view(GameKind::Carcassonne, document.get(), "surveyor", Seed(1)).unwrap();
/// game.play(Seat::A, &action).unwrap();
/// ```
pub fn choose_in_view(kind: GameKind, document: &str, name: &str, seed: Seed) -> Result<String, NoChoice> {
    let position = AnySeatPosition::from_document(kind, document).map_err(NoChoice::View)?;
    let seat = position.seat();
    let unknown = || NoChoice::UnknownBot { kind, name: name.to_owned() };
    let listener = Listener::new(kind, name, seat).ok_or_else(unknown)?;
    listener.choose_in_view(&position, seed).ok_or(NoChoice::NothingToDecide { seat })
}

/// A bot's memory of the events it heard at a table, kept from one decision to the next.
///
/// It chooses as a new bot would that hears the whole past again for each decision ([`choose`]), but hears each event only once.
#[derive(Debug)]
pub struct Listener {
    name: String,
    seat: Seat,
    bot: AnyBot,
}

macro_rules! any_bot {
    ({} $($(#[$about:meta])+ $Name:ident = $name:literal: $Game:ty;)+) => {
        #[derive(Debug)]
        enum AnyBot {
            $($Name(<$Game as BotGame>::Bot),)+
            Registered(Box<dyn TableBot>),
        }

        impl AnyBot {
            /// The bot of this name, which has heard nothing yet; `None` if there is no such bot.
            fn new(kind: GameKind, name: &str, seat: Seat) -> Option<AnyBot> {
                // Each decision has a seed of its own.
                let own = match kind {
                    $(GameKind::$Name => <$Game>::bot(name, seat, Seed(0)).map(AnyBot::$Name),)+
                };
                let registered = || registered(kind).find(|bot| bot.name == name);
                own.or_else(|| registered().map(|bot| AnyBot::Registered((bot.make)(kind, seat))))
            }

            fn listens(&self) -> bool {
                match self {
                    $(AnyBot::$Name(bot) => Player::<$Game>::listens(bot),)+
                    AnyBot::Registered(_) => true,
                }
            }

            fn hear(&mut self, seat: Seat, events: &Events) {
                match self {
                    $(AnyBot::$Name(bot) => tell::<$Game>(bot, seat, events),)+
                    AnyBot::Registered(bot) => bot.hear(events),
                }
            }

            /// Returns everything it has heard; `None` for registered bots.
            fn memory(&self) -> Option<Value> {
                match self {
                    $(AnyBot::$Name(bot) => serde_json::to_value(bot).ok(),)+
                    AnyBot::Registered(_) => None,
                }
            }

            fn recall(&mut self, memory: &Value) -> Result<(), String> {
                match self {
                    $(AnyBot::$Name(bot) => *bot = with_memory::<$Game>(bot, memory)?,)+
                    AnyBot::Registered(_) => return Err("a registered bot has no memory as a document".to_owned()),
                }
                Ok(())
            }

            fn meet(&mut self, people: SeatSet) {
                match self {
                    $(AnyBot::$Name(bot) => Player::<$Game>::meet(bot, people),)+
                    AnyBot::Registered(bot) => bot.meet(people),
                }
            }

            fn begin(&mut self, start: &AnyGame) {
                if let AnyBot::Registered(bot) = self {
                    bot.begin(start);
                }
            }

            fn end(&mut self, game: &AnyGame) {
                if let AnyBot::Registered(bot) = self {
                    bot.end(game);
                }
            }

            fn choose(&mut self, game: &AnyGame, name: &str, seat: Seat, seed: Seed) -> Option<String> {
                match self {
                    $(AnyBot::$Name(told) => {
                        let game: &$Game = game.of()?;
                        let (view, legal) = (Game::view(game, Viewer::Seat(seat)), Game::legal_actions(game, seat));
                        ask::<$Game>(told, &view, &legal, name, seat, seed)
                    })+
                    AnyBot::Registered(bot) => bot.choose(game, seed),
                }
            }

            fn advise(&mut self, game: &AnyGame, name: &str, seat: Seat, seed: Seed) -> Vec<Advised<String>> {
                match self {
                    $(AnyBot::$Name(told) => {
                        let Some(game) = game.of::<$Game>() else { return Vec::new() };
                        let (view, legal) = (Game::view(game, Viewer::Seat(seat)), Game::legal_actions(game, seat));
                        consult::<$Game>(told, &view, &legal, name, seat, seed)
                    })+
                    AnyBot::Registered(_) => Vec::new(),
                }
            }

            fn choose_in_view(&self, position: &AnySeatPosition, name: &str, seat: Seat, seed: Seed) -> Option<String> {
                match (self, position) {
                    $((AnyBot::$Name(told), AnySeatPosition::$Name(position)) if position.seat() == seat => {
                        ask_in_view(told, position, name, seed)
                    })+
                    _ => None,
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

    /// Whether the bot is one of ours that search, whose decisions take long.
    #[must_use]
    pub fn searches(&self, kind: GameKind) -> bool {
        searches(kind, &self.name)
    }

    /// Whether the bot listens to events.
    #[must_use]
    pub fn listens(&self) -> bool {
        self.bot.listens()
    }

    /// Tells the bot, before anything else, from which position the game begins, where that is not its start. Bots of ours see
    /// that in the view.
    pub fn begin(&mut self, start: &AnyGame) {
        self.bot.begin(start);
    }

    /// Tells the bot what happened, unredacted; it hears what its seat may know. Events of another game are not heard.
    pub fn hear(&mut self, events: &Events) {
        self.bot.hear(self.seat, events);
    }

    /// Returns everything the bot has heard so far, as a document; `None` for registered bots.
    #[must_use]
    pub fn memory(&self) -> Option<Value> {
        self.bot.memory()
    }

    /// Replaces what the bot has heard by a document of [`Listener::memory`].
    ///
    /// # Errors
    /// If the document is not one of this bot: what is wrong.
    pub fn recall(&mut self, memory: &Value) -> Result<(), String> {
        self.bot.recall(memory)
    }

    /// Tells the bot on which seats people play.
    pub fn meet(&mut self, people: SeatSet) {
        self.bot.meet(people);
    }

    /// Returns the action that the bot chooses in a position, as text, with this seed for its own randomness; `None` if there is
    /// nothing to decide, or it is another game.
    #[must_use]
    pub fn choose(&mut self, game: &AnyGame, seed: Seed) -> Option<String> {
        self.bot.choose(game, &self.name, self.seat, seed)
    }

    /// Tells the bot that the game is over, or that its table was closed before. Bots of ours learn it from the last event.
    pub fn end(&mut self, game: &AnyGame) {
        self.bot.end(game);
    }

    /// Returns the action that the bot chooses in a position as its seat knows it, like [`Listener::choose`]; `None` also if it
    /// is another seat's position, and for registered bots, which sit at whole tables.
    #[must_use]
    pub fn choose_in_view(&self, position: &AnySeatPosition, seed: Seed) -> Option<String> {
        self.bot.choose_in_view(position, &self.name, self.seat, seed)
    }
}

/// The bot that a document describes, if it is a bot of the same name as `like`.
///
/// # Errors
/// If it is none: what is wrong.
pub fn with_memory<G: BotGame>(like: &G::Bot, memory: &Value) -> Result<G::Bot, String> {
    let wanted = serde_json::to_value(like).map_err(|error| error.to_string())?;
    let keys = |value: &Value| value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
    if keys(&wanted) != keys(memory) {
        return Err("it is the memory of another bot".to_owned());
    }
    G::Bot::deserialize(memory).map_err(|error| error.to_string())
}

fn ask_in_view<G: BotGame>(
    told: &G::Bot,
    position: &SeatPosition<G>,
    name: &str,
    seed: Seed,
) -> Option<String> {
    ask::<G>(told, &position.view(), &position.legal_actions(), name, position.seat(), seed)
}

fn consult<G: BotGame>(
    told: &G::Bot,
    view: &G::View<'_>,
    legal: &G::LegalActions,
    name: &str,
    seat: Seat,
    seed: Seed,
) -> Vec<Advised<String>> {
    let bot = G::bot(name, seat, seed).filter(|_| !legal.is_empty());
    let Some(mut bot) = bot else { return Vec::new() };
    bot.remember(told);
    let text = |it: Advised<G::Action>| Advised { action: it.action.to_string(), reasons: it.reasons };
    bot.advise(view, legal).into_iter().map(text).collect()
}

fn ask<G: BotGame>(
    told: &G::Bot,
    view: &G::View<'_>,
    legal: &G::LegalActions,
    name: &str,
    seat: Seat,
    seed: Seed,
) -> Option<String> {
    if legal.is_empty() {
        return None;
    }
    let mut bot = G::bot(name, seat, seed)?;
    bot.remember(told);
    Some(bot.choose(view, legal).to_string())
}

fn tell<G: BotGame + OnShelf>(bot: &mut G::Bot, seat: Seat, events: &Events) {
    if bot.listens() {
        let events = events.of::<G>().unwrap_or_default().iter();
        events.for_each(|&event| bot.observe(&G::redact(event, Viewer::Seat(seat))));
    }
}
