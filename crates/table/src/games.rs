//! Asking the shelf for a game: what a table may be opened with, and which bots play there.

use game::record::Object;
use serde_json::Value;
use shelf::{AnyGame, GameKind, Reason, Refusal};
use std::fmt;

/// The reason why a game cannot be opened.
#[derive(Clone, PartialEq, Debug)]
pub enum BadGame {
    /// There is no such game.
    Unknown(String),
    /// Too few or too many seats.
    Seats {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// Options that do not exist, have no such value, or do not fit together; all of them.
    Options(Vec<BadOption>),
    /// No such kind of bot plays it.
    Bot(String),
    /// The game is over in the position from which it was to begin.
    Over,
}

/// An option that cannot be.
#[derive(Clone, PartialEq, Debug)]
pub struct BadOption {
    /// Its name.
    pub name: String,
    /// The value that was sent.
    pub value: String,
    /// The fault and the clause of the option.
    pub refusal: Refusal,
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Unknown(name) => {
                let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.name()).collect();
                write!(f, "`{name}` is not a game on the shelf; the shelf has {}", names.join(", "))
            }
            BadGame::Seats { min, max } => write!(f, "the game is for {min} to {max} seats"),
            BadGame::Bot(kind) => write!(f, "`{kind}` is not a bot that plays this game"),
            BadGame::Over => write!(f, "the game is over in this position, so it cannot be played on"),
            BadGame::Options(faults) => {
                for (n, fault) in faults.iter().enumerate() {
                    write!(f, "{}{}", if n > 0 { "; " } else { "" }, fault.refusal.message)?;
                }
                Ok(())
            }
        }
    }
}

/// The kinds of bots that play a game: ours, the strongest first but those that search last, then those that the program was given.
#[must_use]
pub fn bots_for(kind: GameKind) -> Vec<&'static str> {
    bots::any::names(kind)
}

/// Creates a game for this number of seats with these options by name. All faulty options are reported at once.
///
/// # Errors
/// What is wrong with the game, the number of seats, or the options.
pub fn new_game(name: &str, seats: usize, options: &[(String, String)]) -> Result<AnyGame, BadGame> {
    let kind: GameKind = name.parse().map_err(|_| BadGame::Unknown(name.to_owned()))?;
    let info = kind.info();
    if !(info.seats_min..=info.seats_max).contains(&seats) {
        return Err(BadGame::Seats { min: info.seats_min, max: info.seats_max });
    }
    let players = seats.to_string();
    let bad = |refusal: Refusal| {
        let name = match refusal.reason() {
            Reason::Option(error) => error.name().to_owned(),
            _ => String::new(),
        };
        let value = options.iter().rfind(|(option, _)| *option == name).map(|(_, value)| value.clone());
        BadOption { name, value: value.unwrap_or_default(), refusal }
    };
    let mut faults: Vec<BadOption> = Vec::new();
    // The chairs say how many play; naming the number as well is no contradiction as long as it agrees.
    if let Some((name, value)) = options.iter().find(|(name, value)| name == "players" && *value != players) {
        let message = format!("players is {value}, but the table has {seats} seats");
        let refusal = Refusal::of_text(message);
        faults.push(BadOption { name: name.clone(), value: value.clone(), refusal });
    }
    let chosen = options.iter().filter(|(name, _)| name != "players");
    let given =
        chosen.map(|(name, value)| (name.as_str(), value.as_str())).chain([("players", players.as_str())]);
    match AnyGame::with_options(kind, given) {
        Ok(game) if faults.is_empty() => Ok(game),
        Ok(_) => Err(BadGame::Options(faults)),
        Err(refusals) => {
            faults.extend(refusals.into_iter().map(bad));
            Err(BadGame::Options(faults))
        }
    }
}

/// A JSON object of options as names and texts.
#[must_use]
pub fn option_texts(options: &Object) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    };
    options.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}
