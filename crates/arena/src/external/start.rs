//! Whether the bots of a match start at all.

use super::at_table::probe;
use crate::fault::Fault;
use crate::first_fault::last_words;
use crate::process::Launch;
use std::fmt;
use std::time::Duration;

/// A bot in a process of its own that does not start, or does not play the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotStartError {
    /// Its name in the match.
    pub name: String,
    /// The fault that it made.
    pub fault: Fault,
    /// The last lines of its standard error.
    pub errors: String,
}

impl fmt::Display for BotStartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BotStartError { name, fault, errors } = self;
        write!(f, "the bot `{name}` cannot play: it {fault}")?;
        if errors.is_empty() { Ok(()) } else { write!(f, "\n{errors}") }
    }
}

impl std::error::Error for BotStartError {}

/// Starts each of these bots once, and ends it again.
///
/// # Errors
/// The first that does not introduce itself within `patience`, or does not play the game of this name.
pub(crate) fn start_each<'a>(
    bots: impl Iterator<Item = (&'a str, Launch)>,
    game: &str,
    patience: Duration,
) -> Result<(), BotStartError> {
    let mut started: Vec<Launch> = Vec::new();
    for (name, launch) in bots {
        if started.contains(&launch) {
            continue;
        }
        let failed = |fault, errors: &str| {
            Err(BotStartError { name: name.to_owned(), fault, errors: last_words(errors) })
        };
        match probe(&launch, patience) {
            Ok(hello) if hello.plays(game) => started.push(launch),
            Ok(hello) => return failed(Fault::other_games(hello.games.as_deref(), game), ""),
            Err((fault, errors)) => return failed(fault, &errors),
        }
    }
    Ok(())
}
