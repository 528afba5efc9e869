//! Bots that another program brings along in this process, such as a bot written in Python.
//!
//! A [`Guest`] knows no type of a game: it gets a question with the document of its seat's view and the legal list as values, and
//! answers with one of the actions. [`GuestPlayer`] is the player of a match that asks it.

use bots::{BotGame, Player};
use game::{Legal, Seat, Seed};
use serde_json::value::{RawValue, to_raw_value};
use shelf::{ActionsOnShelf, AnyAction, AnyLegal, Events, GameKind};
use std::fmt;

/// A decision that a guest has to make.
#[derive(Clone, Debug)]
pub struct Question {
    /// The seat that decides.
    pub seat: Seat,
    /// The view of the seat, as the document of `docs/view.md`.
    pub view: Box<RawValue>,
    /// The legal actions of the seat, without open-ended ones.
    pub legal: AnyLegal,
}

/// A bot of another program, at one seat of one game.
pub trait Guest: Send {
    /// Chooses an action. `None` if the bot cannot go on: it then gives the game up. An action that is not legal ends the game with
    /// an error, as it does for our own bots.
    fn choose(&mut self, question: Question) -> Option<AnyAction>;

    /// Whether it wants to hear events.
    fn listens(&self) -> bool {
        false
    }

    /// Hears events, as its seat may know them.
    fn hear(&mut self, events: Events) {
        let _ = events;
    }
}

/// The place that a guest takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuestSeat {
    /// The game.
    pub kind: GameKind,
    /// The seat.
    pub seat: Seat,
    /// The seed of the game. It gives the dice away, so a bot gets its own seed instead
    /// ([`bot_seed`](crate::external::bot_seed)).
    pub seed: Seed,
}

/// Makes a guest for each of its games. Several threads ask it at once.
pub trait GuestFactory: Send + Sync + fmt::Debug {
    /// A guest for this place.
    fn make(&self, place: GuestSeat) -> Box<dyn Guest>;
}

/// A guest as a player of a match.
pub struct GuestPlayer {
    guest: Box<dyn Guest>,
    seat: Seat,
    has_given_up: bool,
}

impl GuestPlayer {
    /// The guest at this place.
    #[must_use]
    pub fn new(factory: &dyn GuestFactory, place: GuestSeat) -> GuestPlayer {
        GuestPlayer { guest: factory.make(place), seat: place.seat, has_given_up: false }
    }
}

impl<G: BotGame + ActionsOnShelf> Player<G> for GuestPlayer {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        let view = to_raw_value(view).expect("views have a document");
        let question = Question { seat: self.seat, view, legal: G::any_legal(*legal) };
        let chosen = self.guest.choose(question).and_then(|action| G::of_action(&action));
        chosen.unwrap_or_else(|| {
            self.has_given_up = true;
            legal.get(0).expect("a match asks only seats that can do something")
        })
    }

    fn observe(&mut self, event: &G::Event) {
        self.guest.hear(G::events(vec![*event]));
    }

    fn listens(&self) -> bool {
        self.guest.listens()
    }

    fn has_given_up(&self) -> bool {
        self.has_given_up
    }
}

impl fmt::Debug for GuestPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuestPlayer")
            .field("seat", &self.seat)
            .field("has_given_up", &self.has_given_up)
            .finish_non_exhaustive()
    }
}
