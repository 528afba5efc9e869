//! Bots that a program adds to ours when it starts: they sit at its tables under a name of their own.

use game::{Seat, SeatSet, Seed};
use shelf::{AnyGame, Events, GameKind};
use std::fmt;
use std::sync::OnceLock;

/// A bot that is not one of ours, on one seat of one table.
///
/// It chooses by the position, the seed and what it was told. So it may be forgotten at any time, and is made anew and told
/// the whole past again.
pub trait Guest: Send + fmt::Debug {
    /// Is told what happened, unredacted: it must keep to itself only what its seat may know.
    fn hear(&mut self, events: &Events);
    /// Is told on which seats people play.
    fn meet(&mut self, people: SeatSet);
    /// What it does in a position, as text; always something legal. `None` if there is nothing to decide.
    fn choose(&mut self, game: &AnyGame, seed: Seed) -> Option<String>;
}

/// Makes the guest for a seat of a game.
pub type Make = Box<dyn Fn(GameKind, Seat) -> Box<dyn Guest> + Send + Sync>;

/// A guest by its name.
pub struct Invitation {
    /// What it is called at tables: 1 to 32 of `a` to `z`, `0` to `9` and `-`, and not the name of one of ours.
    pub name: String,
    /// Which games it plays.
    pub games: Vec<GameKind>,
    /// Makes it.
    pub make: Make,
}

/// Why guests cannot be invited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InviteError {
    /// The name has a form that no bot has.
    Form(String),
    /// A bot has this name already.
    Taken(String),
    /// Guests were invited before.
    Again,
}

impl fmt::Display for InviteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InviteError::Form(name) => {
                write!(f, "`{name}` is no name for a bot: it takes 1 to 32 of a to z, 0 to 9 and -")
            }
            InviteError::Taken(name) => {
                write!(f, "there is a bot called `{name}` already; choose another name")
            }
            InviteError::Again => f.write_str("bots are added only once, when the program starts"),
        }
    }
}

impl std::error::Error for InviteError {}

static INVITED: OnceLock<Vec<Invitation>> = OnceLock::new();

/// Adds bots to ours for as long as the program runs, once and before the first table.
///
/// # Errors
/// If a name cannot be, or guests were invited before; then nobody is added.
pub fn invite(guests: Vec<Invitation>) -> Result<(), InviteError> {
    for (n, Invitation { name, .. }) in guests.iter().enumerate() {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !(1..=32).contains(&name.len()) || !name.chars().all(fits) {
            return Err(InviteError::Form(name.clone()));
        }
        let ours = GameKind::ALL.iter().flat_map(|&kind| crate::any::roster(kind));
        if ours.into_iter().any(|bot| bot.name == name) || guests[..n].iter().any(|other| other.name == *name)
        {
            return Err(InviteError::Taken(name.clone()));
        }
    }
    INVITED.set(guests).map_err(|_| InviteError::Again)
}

/// The guests that play a game.
pub(crate) fn invited(kind: GameKind) -> impl Iterator<Item = &'static Invitation> {
    INVITED.get().into_iter().flatten().filter(move |guest| guest.games.contains(&kind))
}

impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invitation")
            .field("name", &self.name)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}
