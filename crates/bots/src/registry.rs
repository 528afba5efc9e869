//! The bots of each game by name: ours, and those that a program adds when it starts, which play at its tables under names of their
//! own.

use crate::{BotGame, BotInfo};
use game::{Seat, SeatSet, Seed};
use shelf::{AnyGame, Events, GameKind, of_kind};
use std::fmt;
use std::sync::OnceLock;

/// Every bot of ours that plays a game, the weakest first.
#[must_use]
pub fn roster(kind: GameKind) -> &'static [BotInfo] {
    of_kind!(kind, G => G::BOTS)
}

/// A registered bot on one seat of one table.
///
/// It chooses by the position, the seed and the events it has heard. So the caller may drop it at any time, make it again
/// and let it hear the whole past.
pub trait TableBot: Send + fmt::Debug {
    /// Hears from which position the game begins, before anything else, where that is not its start.
    fn begin(&mut self, start: &AnyGame);
    /// Hears what happened, unredacted. The implementation redacts it for its seat before anything leaves the program.
    fn hear(&mut self, events: &Events);
    /// Hears on which seats people play.
    fn meet(&mut self, people: SeatSet);
    /// Chooses a legal action, as text; `None` if there is nothing to decide.
    fn choose(&mut self, game: &AnyGame, seed: Seed) -> Option<String>;
    /// Hears that the game is over. Nothing follows.
    fn end(&mut self, game: &AnyGame);
}

/// Makes the bot for a seat of a game.
pub type MakeBot = Box<dyn Fn(GameKind, Seat) -> Box<dyn TableBot> + Send + Sync>;

/// A bot to be registered.
pub struct Registration {
    /// Its name at tables: 1 to 32 of `a` to `z`, `0` to `9` and `-`, and not the name of one of ours.
    pub name: String,
    /// The games it plays.
    pub games: Vec<GameKind>,
    /// Makes it.
    pub make: MakeBot,
}

/// The reason why bots cannot be registered.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RegisterError {
    /// The name has a form that no bot has.
    Form(String),
    /// A bot has this name already.
    Taken(String),
    /// Bots were registered before.
    Again,
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegisterError::Form(name) => {
                write!(f, "`{name}` is no name for a bot: it takes 1 to 32 of a to z, 0 to 9 and -")
            }
            RegisterError::Taken(name) => {
                write!(f, "there is a bot called `{name}` already; choose another name")
            }
            RegisterError::Again => f.write_str("bots are added only once, when the program starts"),
        }
    }
}

impl std::error::Error for RegisterError {}

static REGISTERED: OnceLock<Vec<Registration>> = OnceLock::new();

/// Registers bots for as long as the program runs. A program does this once, before its first table.
///
/// # Errors
/// If a name is not allowed, or bots were registered before; then none is added.
pub fn register(bots: Vec<Registration>) -> Result<(), RegisterError> {
    for (n, Registration { name, .. }) in bots.iter().enumerate() {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !(1..=32).contains(&name.len()) || !name.chars().all(fits) {
            return Err(RegisterError::Form(name.clone()));
        }
        let mut ours = GameKind::ALL.iter().flat_map(|&kind| roster(kind));
        if ours.any(|bot| bot.name == name) || bots[..n].iter().any(|other| other.name == *name) {
            return Err(RegisterError::Taken(name.clone()));
        }
    }
    REGISTERED.set(bots).map_err(|_| RegisterError::Again)
}

/// The registered bots that play a game.
pub(crate) fn registered(kind: GameKind) -> impl Iterator<Item = &'static Registration> {
    REGISTERED.get().into_iter().flatten().filter(move |bot| bot.games.contains(&kind))
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration")
            .field("name", &self.name)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}
