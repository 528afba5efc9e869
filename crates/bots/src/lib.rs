//! Players that see only what a seat may see.
//!
//! A bot is given a view of its seat and the list of what the seat may do, never the game: cheating is impossible by
//! type. Each game has its own module with the bots that play it; [`host`] lets bots play whole games, and [`any`]
//! asks them by name.
//!
//! | feature | brings |
//! |---|---|
//! | `any`, the default | bots of all games by name; builds all rules, the shelf and verifiable dice |
//! | `catan` | the bots of Catan; builds the crates `game` and `catan` |
//! | `cities-and-knights` | those of Cities & Knights as well |
//! | `carcassonne` | those of Carcassonne, Traders & Builders and Mayflower; builds `game` and `carcassonne` |
//!
//! ```
//! use bots::catan::{Bot, Match};
//! use catan::Options;
//! use game::{Seat, Seed};
//!
//! let seed = Seed(7);
//! let options = Options { players: 2, ..Options::default() };
//! let mut bots: Vec<Bot> =
//!     Seat::first(2).map(|seat| Bot::new("random", seat, seed).expect("a bot of that name")).collect();
//! let played = Match::new(&options, seed).play(&mut bots, &mut ()).unwrap();
//! assert_eq!(played.outcome.winners.len(), 1);
//! ```

#![forbid(unsafe_code)]

pub mod advice;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
mod depth;
pub mod host;
pub mod luck;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
mod character;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
pub mod levels;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
#[doc(hidden)]
pub mod net;
mod random;
mod real;
#[cfg(any(feature = "catan", feature = "carcassonne"))]
mod weights;
#[cfg(feature = "catan")]
pub mod island;
#[cfg(feature = "catan")]
pub mod catan;
#[cfg(feature = "cities-and-knights")]
pub mod cities_and_knights;
#[cfg(feature = "carcassonne")]
pub mod carcassonne;
#[cfg(feature = "sample-game")]
pub mod kerbe;
#[cfg(feature = "any")]
pub mod any;
#[cfg(feature = "any")]
pub mod registry;

#[cfg(any(feature = "catan", feature = "carcassonne"))]
pub use depth::Depth;
pub use host::{BotGame, IllegalMove, Match, Played, Recorder};
pub use random::Random;

use advice::Advised;
use game::{Game, SeatSet};

/// A player of a game.
///
/// It sees a view of its seat and nothing else. Its randomness is its own, given to it when it is made, so a bot with
/// the same seed that is shown the same things does the same.
pub trait Player<G: Game> {
    /// Chooses one of the actions that are legal now: a listed one, or an open-ended one that the view's `check`
    /// accepts. `legal` is never empty.
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action;

    /// Returns what [`Player::choose`] would return, with the reasons, and then what it would do next best.
    fn advise(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> Vec<Advised<G::Action>> {
        vec![Advised { action: self.choose(view, legal), reasons: Vec::new() }]
    }

    /// Hears an event, in the form that this seat may know. Called only if [`Player::listens`].
    fn observe(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// Whether this bot listens to events.
    fn listens(&self) -> bool {
        false
    }

    /// Is asked again because the game refuses what [`Player::choose`] returned. A listed action replaces it; with
    /// `None`, the default, the match ends with the refusal as its error.
    fn choose_instead(
        &mut self,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        refused: &IllegalMove,
    ) -> Option<G::Action> {
        let _ = (view, legal, refused);
        None
    }

    /// Whether this player gives the game up. The match asks before its first action and after each choice, which it
    /// then does not carry out.
    #[inline]
    fn has_given_up(&self) -> bool {
        false
    }

    /// Hears on which seats people play: this changes how often the bot asks them for something.
    fn meet(&mut self, people: SeatSet) {
        let _ = people;
    }

    /// Takes over what another bot of its kind was told: it then does what it would do had it been told the same.
    fn remember(&mut self, told: &Self)
    where
        Self: Sized,
    {
        let _ = told;
    }
}

/// A bot that can be asked for by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name, the same everywhere: `random`.
    pub name: &'static str,
    /// The key of its one-line description in the word lists of `locales/`.
    pub about_key: &'static str,
    /// The description in English.
    pub about: &'static str,
}

impl BotInfo {
    /// Whether the bot searches: its decisions take up to some tenths of a second.
    #[must_use]
    pub fn searches(&self) -> bool {
        ["expert", "master"].contains(&self.name)
    }
}

/// The bot that every game has.
pub const RANDOM: BotInfo = BotInfo {
    name: "random",
    about_key: "bot-random-about",
    about: "does anything that is allowed, without a plan",
};
