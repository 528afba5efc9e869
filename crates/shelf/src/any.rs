//! Any game of the shelf, driven by text.

use crate::GameKind;
use catan::{Action, Catan, Setup};
use game::options::{NamedOptions, OptionError};
use game::record::{Object, Step};
use game::{Outcome, Seat, Seed, Turn, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A game of any kind on the shelf.
///
/// The text path is for the edges, where a text comes in or goes out anyway. Whoever plays fast takes the concrete
/// game out with [`AnyGame::as_catan`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyGame {
    /// A game of Catan.
    Catan(Catan),
}

/// Why something from outside is not accepted: what is wrong, and the clause where a rule stands against it.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// What is wrong and what is expected, in English.
    pub message: String,
    /// The clause, if a rule stands against it; `None` if the text itself cannot be read.
    pub clause: Option<&'static str>,
    reason: Reason,
}

/// What a refusal is about, for whoever says it in another language than English.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A text that cannot be read, or a position that cannot be: there is only the message.
    Message,
    /// A rule of Catan.
    Catan(catan::Illegal),
    /// An option of a game.
    Option(Box<OptionError>),
    /// The shelf has no game of this name.
    UnknownGame {
        /// The name.
        name: String,
    },
    /// This program does not know this version of the game's rules.
    UnknownRules {
        /// The game.
        game: GameKind,
        /// The version.
        rules: u32,
    },
    /// A record names more or fewer seats than its game has.
    SeatNames {
        /// How many it names.
        named: usize,
        /// How many there are.
        seats: usize,
    },
    /// The options of a record are not those of the position it begins with.
    OptionsDiffer,
}

impl Refusal {
    /// A refusal of a text that cannot be read.
    #[must_use]
    pub fn of_text(message: impl Into<String>) -> Refusal {
        Refusal::because(Reason::Message, message)
    }

    /// A refusal that no clause stands behind.
    pub(crate) fn because(reason: Reason, message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), clause: None, reason }
    }

    /// What it is about.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The reason in Catan's own terms, for whoever speaks another language than English.
    #[must_use]
    pub fn as_catan(&self) -> Option<catan::Illegal> {
        match self.reason {
            Reason::Catan(illegal) => Some(illegal),
            _ => None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.clause {
            Some(clause) => write!(f, " ({clause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<catan::Illegal> for Refusal {
    fn from(illegal: catan::Illegal) -> Refusal {
        Refusal {
            message: illegal.to_string(),
            clause: Some(illegal.clause()),
            reason: Reason::Catan(illegal),
        }
    }
}

impl From<catan::SetupFault> for Refusal {
    fn from(fault: catan::SetupFault) -> Refusal {
        Refusal { message: fault.message, clause: fault.clause, reason: Reason::Message }
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Refusal {
            message: error.to_string(),
            clause: error.clause(),
            reason: Reason::Option(Box::new(error)),
        }
    }
}

/// What happened in one step, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Events {
    /// In a game of Catan.
    Catan(Vec<catan::Event>),
}

impl Events {
    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Events::Catan(events) => events.len(),
        }
    }

    /// Whether nothing happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The events as documents, as `viewer` may know them.
    ///
    /// # Panics
    /// Never: events always have a document.
    #[must_use]
    pub fn documents(&self, viewer: Viewer) -> Vec<Value> {
        match self {
            Events::Catan(events) => events
                .iter()
                .map(|event| serde_json::to_value(event.redact(viewer)).expect("an event has a document"))
                .collect(),
        }
    }

    /// The events in Catan's own terms.
    #[must_use]
    pub fn as_catan(&self) -> Option<&[catan::Event]> {
        match self {
            Events::Catan(events) => Some(events),
        }
    }
}

impl AnyGame {
    /// A new game with these options, given as a JSON object.
    ///
    /// # Errors
    /// Every option that is unknown, has a wrong value, or does not fit the others.
    pub fn new(kind: GameKind, options: &Object) -> Result<AnyGame, Vec<Refusal>> {
        match kind {
            GameKind::Catan => {
                let mut given = catan::Options::default();
                let faults: Vec<Refusal> = options
                    .iter()
                    .filter_map(|(name, value)| set_catan_option(&mut given, name, value).err())
                    .collect();
                if faults.is_empty() { new_catan(&given) } else { Err(faults) }
            }
        }
    }

    /// A new game under a version of its rules, as a record asks for it.
    ///
    /// # Errors
    /// If this program does not know the version; else as [`AnyGame::new`].
    pub fn under(kind: GameKind, rules: u32, options: &Object) -> Result<AnyGame, Vec<Refusal>> {
        check_rules(kind, rules)?;
        AnyGame::new(kind, options)
    }

    /// A new game with options given as names and values.
    ///
    /// # Errors
    /// Every option that is unknown, has a wrong value, or does not fit the others.
    pub fn with_options<'a>(
        kind: GameKind,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<AnyGame, Vec<Refusal>> {
        match kind {
            GameKind::Catan => {
                let mut given = catan::Options::default();
                let faults: Vec<Refusal> = options
                    .into_iter()
                    .filter_map(|(name, value)| given.set(name, value).err().map(Refusal::from))
                    .collect();
                if faults.is_empty() { new_catan(&given) } else { Err(faults) }
            }
        }
    }

    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    pub fn from_setup(kind: GameKind, setup: &Value) -> Result<AnyGame, Vec<Refusal>> {
        match kind {
            GameKind::Catan => {
                let setup: Setup = serde_json::from_value(setup.clone())
                    .map_err(|error| vec![Refusal::of_text(format!("the setup cannot be read: {error}"))])?;
                Catan::from_setup(&setup)
                    .map(AnyGame::Catan)
                    .map_err(|faults| faults.into_iter().map(Refusal::from).collect())
            }
        }
    }

    /// The position as a setup.
    ///
    /// # Panics
    /// Never: every position has a setup, and every setup a JSON form.
    #[must_use]
    pub fn to_setup(&self) -> Object {
        match self {
            AnyGame::Catan(game) => object(&game.to_setup()),
        }
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            AnyGame::Catan(_) => GameKind::Catan,
        }
    }

    /// The version of the rules it is played under.
    #[must_use]
    pub fn rules(&self) -> u32 {
        match self {
            AnyGame::Catan(_) => *catan::RULES_VERSIONS.last().expect("there is a version"),
        }
    }

    /// How many seats play.
    #[must_use]
    pub fn seats(&self) -> usize {
        match self {
            AnyGame::Catan(game) => game.seats(),
        }
    }

    /// Every option with its value.
    #[must_use]
    pub fn options(&self) -> Object {
        match self {
            AnyGame::Catan(game) => object(game.options()),
        }
    }

    /// Who acts now; nature's kind of outcome as text.
    #[must_use]
    pub fn turn(&self) -> Turn<String> {
        match self {
            AnyGame::Catan(game) => match game.turn() {
                Turn::Decide(seats) => Turn::Decide(seats),
                Turn::Chance(kind) => Turn::Chance(kind.to_string()),
                Turn::Over(outcome) => Turn::Over(outcome),
            },
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The listed actions of a seat as texts, in the game's order.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> Vec<String> {
        match self {
            AnyGame::Catan(game) if seat.index() < game.seats() => {
                game.legal_actions(seat).into_iter().map(|action| action.to_string()).collect()
            }
            AnyGame::Catan(_) => Vec::new(),
        }
    }

    /// Whether a seat may do this now.
    ///
    /// # Errors
    /// Why not: the text cannot be read, or a clause stands against it.
    pub fn check(&self, seat: Seat, action: &str) -> Result<(), Refusal> {
        match self {
            AnyGame::Catan(game) => {
                let action = action.parse().map_err(Refusal::of_text)?;
                Ok(game.check(seat, action)?)
            }
        }
    }

    /// Whether an action is in the seat's legal list; `None` for open-ended actions, which are never listed, and for
    /// texts that are no action.
    #[must_use]
    pub fn is_listed(&self, seat: Seat, action: &str) -> Option<bool> {
        match self {
            AnyGame::Catan(game) => match action.parse().ok()? {
                Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => None,
                action => Some(seat.index() < game.seats() && game.legal_actions(seat).contains(action)),
            },
        }
    }

    /// Does it, and says what happened.
    ///
    /// # Errors
    /// As [`AnyGame::check`]; the game is then untouched.
    pub fn play(&mut self, seat: Seat, action: &str) -> Result<Events, Refusal> {
        match self {
            AnyGame::Catan(game) => {
                let action = action.parse().map_err(Refusal::of_text)?;
                let mut events = Vec::new();
                game.play(seat, action, &mut events)?;
                Ok(Events::Catan(events))
            }
        }
    }

    /// The outcome of nature that is due, as this seed has it; `None` if none is due.
    #[must_use]
    pub fn draw(&self, seed: Seed) -> Option<String> {
        match self {
            AnyGame::Catan(game) => {
                let Turn::Chance(_) = game.turn() else { return None };
                let (purpose, index) = game.chance_key();
                Some(game.draw(&mut seed.substream(purpose, index)).to_string())
            }
        }
    }

    /// Which draw of a seed the due outcome is: a purpose and its running number; `None` if none is due.
    #[must_use]
    pub fn chance_key(&self) -> Option<(&'static str, u64)> {
        match self {
            AnyGame::Catan(game) => matches!(game.turn(), Turn::Chance(_)).then(|| game.chance_key()),
        }
    }

    /// Applies an outcome of nature, and says what happened.
    ///
    /// # Errors
    /// If the text cannot be read, no such outcome is due, or it cannot happen; the game is then untouched.
    pub fn resolve(&mut self, outcome: &str) -> Result<Events, Refusal> {
        match self {
            AnyGame::Catan(game) => {
                let chance = outcome.parse().map_err(Refusal::of_text)?;
                let mut events = Vec::new();
                game.resolve(chance, &mut events)?;
                Ok(Events::Catan(events))
            }
        }
    }

    /// Does one step of a record.
    ///
    /// # Errors
    /// As [`AnyGame::play`] and [`AnyGame::resolve`].
    pub fn apply(&mut self, step: &Step) -> Result<Events, Refusal> {
        match step {
            Step::Action { seat, action } => self.play(*seat, action),
            Step::Outcome(outcome) => self.resolve(outcome),
        }
    }

    /// What a viewer may know, as a document.
    ///
    /// # Panics
    /// Never: a view always has a document.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> Value {
        match self {
            AnyGame::Catan(game) => serde_json::to_value(game.view(viewer)).expect("a view has a document"),
        }
    }

    /// The points of every seat, hidden ones included.
    #[must_use]
    pub fn points(&self) -> BTreeMap<Seat, i32> {
        match self {
            AnyGame::Catan(game) => {
                Seat::first(game.seats()).map(|seat| (seat, i32::from(game.points(seat).total()))).collect()
            }
        }
    }

    /// The concrete game, if it is Catan.
    #[must_use]
    pub fn as_catan(&self) -> Option<&Catan> {
        match self {
            AnyGame::Catan(game) => Some(game),
        }
    }
}

impl From<Catan> for AnyGame {
    fn from(game: Catan) -> AnyGame {
        AnyGame::Catan(game)
    }
}

/// Sets an option as JSON has it; a value may be written as text too.
fn set_catan_option(options: &mut catan::Options, name: &str, value: &Value) -> Result<(), Refusal> {
    let text = match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    Ok(options.set_or_none(name, text.as_deref())?)
}

fn new_catan(options: &catan::Options) -> Result<AnyGame, Vec<Refusal>> {
    options.validate().map_err(|faults| faults.into_iter().map(Refusal::from).collect::<Vec<_>>())?;
    Ok(AnyGame::Catan(Catan::new(options)))
}

pub(crate) fn check_rules(kind: GameKind, rules: u32) -> Result<(), Vec<Refusal>> {
    let known = kind.info().rules;
    if known.contains(&rules) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(u32::to_string).collect();
    Err(vec![Refusal::because(
        Reason::UnknownRules { game: kind, rules },
        format!(
            "rules version {rules} of {kind} is not known; this program knows {}, a newer one may know more",
            known.join(", ")
        ),
    )])
}

fn object(value: &impl serde::Serialize) -> Object {
    match serde_json::to_value(value).expect("this has a JSON form") {
        Value::Object(object) => object,
        other => unreachable!("{other} is not an object"),
    }
}
