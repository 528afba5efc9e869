//! Any game of the shelf, driven by text.

use crate::registry::{AnyGame, AnyIllegal, Events, OnShelf};
use crate::shelved::Shelved;
use crate::{GameKind, each, of_kind};
use game::json::{self, JsonError};
use game::options::{NamedOptions, OptionError, OptionInfo};
use game::record::{Object, Step};
use game::{
    Draws, Game, IllegalReason, Legal, Outcome, ParseError, Points, Seat, SetupError, Source, Subject, Turn,
    Viewer,
};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::fmt;

/// The reason why input is not accepted: what is wrong, and the clause where a rule stands against it.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The fault and what is expected instead, in English.
    pub message: String,
    /// The clause, if a rule stands against it; `None` if the text itself cannot be read.
    pub clause: Option<&'static str>,
    reason: Reason,
}

/// The contradiction between a position and a clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Contradiction {
    /// The clause.
    pub clause: &'static str,
    /// The parts of the position that contradict it.
    pub subject: Subject,
}

/// The subject of a refusal, for callers that show it in another language than English.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// There is only the message.
    Message,
    /// A document that cannot be read.
    Json(Box<JsonError>),
    /// A position that cannot be.
    Position(Box<Contradiction>),
    /// The version of the rules in a setup is no number.
    BadRules {
        /// The value in the setup.
        found: String,
    },
    /// A text that is not an action or an outcome.
    Text(Box<ParseError>),
    /// A rule of a game.
    Rule(Box<AnyIllegal>),
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
    /// A record names one game and the options of another.
    OtherGame(Box<OtherGame>),
    /// A record names more or fewer seats than its game has.
    SeatNames {
        /// The number of seats it names.
        named: usize,
        /// The number of seats that the game has.
        seats: usize,
    },
    /// The options of a record are not those of the position it begins with.
    OptionsDiffer,
}

/// The header of a record that names one game and the options of another.
#[derive(Clone, PartialEq, Debug)]
pub struct OtherGame {
    /// The game that it names.
    pub game: GameKind,
    /// The options that this game does not have.
    pub options: Vec<String>,
    /// The games that have them.
    pub fits: Vec<GameKind>,
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

    /// A refusal by a rule of a game.
    #[must_use]
    pub fn by_rule<G: OnShelf>(illegal: G::Illegal) -> Refusal {
        Refusal {
            message: illegal.to_string(),
            clause: Some(illegal.clause()),
            reason: Reason::Rule(Box::new(G::illegal(illegal))),
        }
    }

    /// Returns the subject of the refusal.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The reason in the game's own terms, if it is a rule of this game.
    #[must_use]
    pub fn as_illegal<G: OnShelf>(&self) -> Option<&G::Illegal> {
        match &self.reason {
            Reason::Rule(illegal) => illegal.of::<G>(),
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

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Refusal {
        Refusal::because(Reason::Text(Box::new(error.clone())), error.to_string())
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

impl From<SetupError> for Refusal {
    fn from(fault: SetupError) -> Refusal {
        let reason = fault.clause.map_or(Reason::Message, |clause| {
            Reason::Position(Box::new(Contradiction { clause, subject: fault.subject }))
        });
        Refusal { message: fault.message, clause: fault.clause, reason }
    }
}

impl From<JsonError> for Refusal {
    /// Returns the refusal of a setup that cannot be read.
    fn from(fault: JsonError) -> Refusal {
        let message = format!("the setup cannot be read: {fault}");
        Refusal::because(Reason::Json(Box::new(fault)), message)
    }
}

impl Events {
    /// The events in the game's own terms, if they are of this game.
    #[must_use]
    pub fn of<G: OnShelf>(&self) -> Option<&[G::Event]> {
        G::of_events(self)
    }

    /// Returns the number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        of_kind!(self.kind(), G => self.list::<G>().len())
    }

    /// Whether nothing happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The sum of the two production dice, if they were rolled.
    #[must_use]
    pub fn rolled(&self) -> Option<u8> {
        of_kind!(self.kind(), G => self.list::<G>().iter().find_map(G::rolled))
    }

    /// The events as documents, as `viewer` may know them.
    ///
    /// # Panics
    /// Never: events always have a document.
    #[must_use]
    pub fn documents(&self, viewer: Viewer) -> Vec<Value> {
        serde_json::from_str(self.documents_text(viewer).get()).expect("a document is JSON")
    }

    /// Returns these documents as the text of a list.
    ///
    /// # Panics
    /// Never: events always have a document.
    #[must_use]
    pub fn documents_text(&self, viewer: Viewer) -> Box<RawValue> {
        of_kind!(self.kind(), G => {
            let events: Vec<_> = self.list::<G>().iter().map(|&event| G::redact(event, viewer)).collect();
            document(&events)
        })
    }

    /// Whether somebody learned by this what cannot be unlearned, so that it cannot be taken back.
    #[must_use]
    pub fn reveal(&self) -> bool {
        of_kind!(self.kind(), G => self.list::<G>().iter().any(G::reveals))
    }

    /// The events, which are of this game.
    pub(crate) fn list<G: OnShelf>(&self) -> &[G::Event] {
        self.of::<G>().expect("the events are of their own game")
    }
}

/// The JSON text of a view or of events. Written at once: a tree of values in between takes several times as long.
pub(crate) fn document(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("views and events have a document")
}

impl AnyGame {
    /// A new game with these options, given as a JSON object.
    ///
    /// # Errors
    /// Every option that is unknown, has a wrong value, or does not fit the others.
    pub fn new(kind: GameKind, options: &Object) -> Result<AnyGame, Vec<Refusal>> {
        // A value may be written as text too.
        let text = |value: &Value| match value {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let pairs = options.iter().map(|(name, value)| (name.as_str(), text(value)));
        of_kind!(kind, G => begin::<G>(pairs).map(AnyGame::from))
    }

    /// A new game under a version of its rules, as a record asks for it.
    ///
    /// # Errors
    /// If this program does not know the version, or several options are those of another game; else as [`AnyGame::new`].
    pub fn under(kind: GameKind, rules: u32, options: &Object) -> Result<AnyGame, Vec<Refusal>> {
        check_rules(kind, rules)?;
        let mut options = options.clone();
        of_kind!(kind, G => G::upgrade_options(rules, &mut options));
        AnyGame::new(kind, &options).map_err(|faults| of_another_game(kind, faults))
    }

    /// A new game with options given as names and values.
    ///
    /// # Errors
    /// Every option that is unknown, has a wrong value, or does not fit the others.
    pub fn with_options<'a>(
        kind: GameKind,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<AnyGame, Vec<Refusal>> {
        let pairs = options.into_iter().map(|(name, value)| (name, Some(value.to_owned())));
        of_kind!(kind, G => begin::<G>(pairs).map(AnyGame::from))
    }

    /// The position that a setup describes. One that names the version of the rules in the field `rules` means the
    /// defaults of that version where it leaves options out, any other one those of today.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    pub fn from_setup(kind: GameKind, setup: &Value) -> Result<AnyGame, Vec<Refusal>> {
        let mut setup = setup.clone();
        if let Value::Object(fields) = &mut setup {
            upgrade_setup(kind, None, fields)?;
        }
        of_kind!(kind, G => from_setup::<G>(setup).map(AnyGame::from))
    }

    /// The position that a setup describes, under a version of the game's rules, as a record asks for it; one that names a
    /// version itself is read under that.
    ///
    /// # Errors
    /// If this program does not know the version; else as [`AnyGame::from_setup`].
    pub fn from_setup_under(kind: GameKind, rules: u32, mut setup: Object) -> Result<AnyGame, Vec<Refusal>> {
        check_rules(kind, rules)?;
        upgrade_setup(kind, Some(rules), &mut setup)?;
        of_kind!(kind, G => from_setup::<G>(Value::Object(setup)).map(AnyGame::from))
    }

    /// The position of a setup that names its game in the field `game` beside its own fields; one without it is of
    /// [`GameKind::FIRST`].
    ///
    /// # Errors
    /// If there is no such game, or everything in the setup that cannot be.
    pub fn from_named_setup(mut setup: Value) -> Result<AnyGame, Vec<Refusal>> {
        let named = setup.as_object_mut().and_then(|fields| fields.remove("game"));
        let kind = match named {
            None => GameKind::FIRST,
            Some(name) => json::from_value(&name).map_err(|fault| vec![fault.under("game").into()])?,
        };
        AnyGame::from_setup(kind, &setup)
    }

    /// The position as a setup, which names the version of the rules.
    ///
    /// # Panics
    /// Never: every position has a setup, and every setup a JSON form.
    #[must_use]
    pub fn to_setup(&self) -> Object {
        let mut setup = self.setup_without_rules();
        setup.insert("rules".to_owned(), self.rules().into());
        setup
    }

    /// The position as a setup, for records and tables, which name the version of the rules themselves; `None` where it is the
    /// start of a game, which its options describe already.
    #[must_use]
    pub fn setup_of_position(&self) -> Option<Object> {
        let is_start = AnyGame::new(self.kind(), &self.options()).is_ok_and(|start| start == *self);
        (!is_start).then(|| self.setup_without_rules())
    }

    fn setup_without_rules(&self) -> Object {
        each!(self, game => object(&game.to_setup()))
    }

    /// The position as a setup that names its game, as [`AnyGame::from_named_setup`] reads it.
    #[must_use]
    pub fn to_named_setup(&self) -> Object {
        let mut setup = self.to_setup();
        if self.kind() != GameKind::FIRST {
            setup.insert("game".to_owned(), self.kind().name().into());
        }
        setup
    }

    /// The version of the rules it is played under.
    #[must_use]
    pub fn rules(&self) -> u32 {
        *self.kind().info().rules.last().expect("there is a version")
    }

    /// Returns the number of seats that play.
    #[must_use]
    pub fn seats(&self) -> usize {
        each!(self, game => Game::seats(game))
    }

    /// Every option with its value.
    #[must_use]
    pub fn options(&self) -> Object {
        each!(self, game => object(game.options()))
    }

    /// The options that differ from their defaults, with their values as text.
    #[must_use]
    pub fn options_changed(&self) -> Vec<(&'static OptionInfo, String)> {
        each!(self, game => game.options().changed().collect())
    }

    /// Returns whose move it is: a seat's, or nature's with the kind of outcome as text; or how the game ended.
    #[must_use]
    pub fn turn(&self) -> Turn<String> {
        each!(self, game => match Game::turn(game) {
            Turn::Decide(seats) => Turn::Decide(seats),
            Turn::Chance(kind) => Turn::Chance(kind.to_string()),
            Turn::Over(outcome) => Turn::Over(outcome),
        })
    }

    /// Returns the outcome of the game, if it has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// All listed actions of a seat as texts, in the game's order: for tests and for games that are known to be ordinary.
    /// There may be millions; [`AnyGame::listed`] makes no more than asked for.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> Vec<String> {
        if seat.index() >= self.seats() {
            return Vec::new();
        }
        each!(self, game => {
            Game::legal_actions(game, seat).into_iter().map(|action| action.to_string()).collect()
        })
    }

    /// Whether a seat may do this now.
    ///
    /// # Errors
    /// Why not: the text cannot be read, or a clause stands against it.
    pub fn check(&self, seat: Seat, action: &str) -> Result<(), Refusal> {
        each!(self, game => check(game, seat, action))
    }

    /// Whether an action is in the seat's legal list; `None` for open-ended actions, which are never listed, and for
    /// texts that are no action.
    #[must_use]
    pub fn is_listed(&self, seat: Seat, action: &str) -> Option<bool> {
        each!(self, game => {
            is_listed(game, seat, read_action(game, action).ok()?)
        })
    }

    /// Does it, and says what happened.
    ///
    /// # Errors
    /// As [`AnyGame::check`]; the game is then untouched.
    pub fn play(&mut self, seat: Seat, action: &str) -> Result<Events, Refusal> {
        each!(self, game => play(game, seat, action))
    }

    /// The outcome of nature that is due, as this source has it; `None` if none is due.
    #[must_use]
    pub fn draw(&self, source: impl Source) -> Option<String> {
        let (purpose, index) = self.chance_key()?;
        each!(self, game => Some(Game::draw(game, &mut source.stream(purpose, index)).to_string()))
    }

    /// Returns the draw of a seed that the due outcome is: a purpose and its running number; `None` if none is due.
    #[must_use]
    pub fn chance_key(&self) -> Option<(&'static str, u64)> {
        each!(self, game => matches!(Game::turn(game), Turn::Chance(_)).then(|| Game::chance_key(game)))
    }

    /// Every outcome of nature that is possible now, with its weight; empty if none is due.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<(String, u32)> {
        each!(self, game => chance_outcomes(game))
    }

    /// Applies an outcome of nature, and says what happened.
    ///
    /// # Errors
    /// If the text cannot be read, no such outcome is due, or it cannot happen; the game is then untouched.
    pub fn resolve(&mut self, outcome: &str) -> Result<Events, Refusal> {
        each!(self, game => resolve(game, outcome))
    }

    /// A step that goes on with the game: the outcome of nature that is due, or one of the listed actions of one of the
    /// seats that decide, as `choice` picks them; `None` if it is over. For tests and examples: bots play better.
    #[must_use]
    pub fn random_step(&self, nature: impl Source, choice: &mut impl Draws) -> Option<Step> {
        let seats = match self.turn() {
            Turn::Over(_) => return None,
            Turn::Chance(_) => return self.draw(nature).map(Step::Outcome),
            Turn::Decide(seats) => seats,
        };
        let mut pick = |len: usize| choice.below(len as u32) as usize;
        loop {
            let seat = seats.nth(pick(seats.len()))?;
            let len = self.legal_len(seat);
            // Who may only do what is not listed is passed over.
            if len > 0 {
                return Some(Step::Action { seat, action: self.legal_action(seat, pick(len))? });
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

    /// Returns a viewer's view, as a document.
    ///
    /// # Panics
    /// Never: a view always has a document.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> Value {
        each!(self, game => serde_json::to_value(game.view(viewer)).expect("views have a document"))
    }

    /// Returns a viewer's view, as the text of a document.
    ///
    /// # Panics
    /// Never: a view always has a document.
    #[must_use]
    pub fn view_text(&self, viewer: Viewer) -> Box<RawValue> {
        each!(self, game => document(&game.view(viewer)))
    }

    /// The points of every seat, hidden ones included.
    #[must_use]
    pub fn points(&self) -> BTreeMap<Seat, i32> {
        each!(self, game => {
            Seat::first(Game::seats(game)).map(|seat| (seat, total(game.points(seat)))).collect()
        })
    }

    /// The points of every seat that everybody sees: all of them once the game is over.
    #[must_use]
    pub fn points_open(&self) -> BTreeMap<Seat, i32> {
        if self.outcome().is_some() {
            return self.points();
        }
        each!(self, game => {
            Seat::first(Game::seats(game)).map(|seat| (seat, total(Game::visible_points(game, seat)))).collect()
        })
    }

    /// The concrete game, if it is this one.
    #[must_use]
    pub fn of<G: OnShelf>(&self) -> Option<&G> {
        G::of_game(self)
    }
}

/// An action of this game from its text, by the name that the legal list has for it.
pub(crate) fn read_action<G: OnShelf>(game: &G, text: &str) -> Result<G::Action, ParseError> {
    Ok(game.canonical(text.parse()?))
}

fn check<G: OnShelf>(game: &G, seat: Seat, text: &str) -> Result<(), Refusal> {
    let action = read_action(game, text)?;
    game.check(seat, action).map_err(Refusal::by_rule::<G>)
}

fn play<G: OnShelf>(game: &mut G, seat: Seat, text: &str) -> Result<Events, Refusal> {
    let action = read_action(game, text)?;
    let mut events = Vec::new();
    game.play(seat, action, &mut events).map_err(Refusal::by_rule::<G>)?;
    Ok(G::events(events))
}

fn resolve<G: OnShelf>(game: &mut G, text: &str) -> Result<Events, Refusal> {
    let chance = text.parse()?;
    let mut events = Vec::new();
    game.resolve(chance, &mut events).map_err(Refusal::by_rule::<G>)?;
    Ok(G::events(events))
}

fn chance_outcomes<G: Game>(game: &G) -> Vec<(String, u32)> {
    game.chance_outcomes().into_iter().map(|(chance, weight)| (chance.to_string(), weight)).collect()
}

fn is_listed<G: Game>(game: &G, seat: Seat, action: G::Action) -> Option<bool> {
    let listed = || seat.index() < game.seats() && game.legal_actions(seat).contains(action);
    (!G::is_open_ended(action)).then(listed)
}

fn total(points: impl Points) -> i32 {
    points.total()
}

pub(crate) fn refusals<E: Into<Refusal>>(faults: impl IntoIterator<Item = E>) -> Vec<Refusal> {
    faults.into_iter().map(Into::into).collect()
}

/// The faults of options, or one that stands for all where the options are those of another game.
fn of_another_game(game: GameKind, faults: Vec<Refusal>) -> Vec<Refusal> {
    let unknown = |fault: &Refusal| match &fault.reason {
        Reason::Option(error) => match &**error {
            OptionError::Unknown { name, .. } => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    let options: Vec<String> = faults.iter().filter_map(unknown).collect();
    let has = |kind: &GameKind, name: &String| kind.options().iter().any(|option| option.name == name);
    let fits: Vec<GameKind> =
        GameKind::ALL.iter().filter(|kind| options.iter().all(|name| has(kind, name))).copied().collect();
    // One unknown option may as well be a slip.
    if options.len() < 2 || fits.is_empty() {
        return faults;
    }
    let names: Vec<&str> = fits.iter().map(|kind| kind.name()).collect();
    let message =
        format!("{} has no options {}; {} has them", game.name(), options.join(", "), names.join(" or "));
    vec![Refusal::because(Reason::OtherGame(Box::new(OtherGame { game, options, fits })), message)]
}

/// A new game; an option without a value is one that JSON has as null.
pub(crate) fn begin<'a, G: OnShelf>(
    pairs: impl Iterator<Item = (&'a str, Option<String>)>,
) -> Result<G, Vec<Refusal>> {
    let mut options = G::Options::default();
    let faults: Vec<Refusal> = pairs
        .filter_map(|(name, value)| options.set_or_none(name, value.as_deref()).err().map(Refusal::from))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    options.validate().map_err(refusals)?;
    Ok(G::new(&options))
}

pub(crate) fn from_setup<G: OnShelf>(setup: Value) -> Result<G, Vec<Refusal>> {
    // Options have words of their own for what is wrong with them.
    if let Some(Value::Object(options)) = setup.get("options") {
        let mut read = G::Options::default();
        let faults: Vec<Refusal> = options
            .iter()
            .filter_map(|(name, value)| read.set_or_none(name, option_text(value)?.as_deref()).err())
            .map(Refusal::from)
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
    }
    let setup: G::Setup = json::from_value(&setup).map_err(|fault| vec![fault.into()])?;
    G::from_setup(&setup).map_err(refusals)
}

/// The value of an option as text, with nothing for `null`; nothing at all for a list or an object that is no such value.
fn option_text(value: &Value) -> Option<Option<String>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) => Some(Some(text.clone())),
        Value::Bool(_) | Value::Number(_) => Some(Some(value.to_string())),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Takes the version of the rules out of a setup; `rules` is the version of one that names none. Options that such a version
/// meant otherwise become those of today.
pub(crate) fn upgrade_setup(
    kind: GameKind,
    rules: Option<u32>,
    setup: &mut Object,
) -> Result<(), Vec<Refusal>> {
    let named = match setup.remove("rules") {
        None | Some(Value::Null) => rules,
        Some(version) => match version.as_u64().and_then(|version| u32::try_from(version).ok()) {
            None => {
                let message =
                    format!("the field `rules` of the setup is {version}; it is a number, such as 1");
                return Err(vec![Refusal::because(Reason::BadRules { found: version.to_string() }, message)]);
            }
            rules => rules,
        },
    };
    let Some(rules) = named else { return Ok(()) };
    check_rules(kind, rules)?;
    let options = setup.entry("options").or_insert_with(|| Value::Object(Object::new()));
    if let Value::Object(options) = options {
        of_kind!(kind, G => G::upgrade_options(rules, options));
    }
    Ok(())
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
            "rules version {rules} of {kind} is not known; this program knows {}, a newer version may know more",
            known.join(", ")
        ),
    )])
}

pub(crate) fn object(value: &impl serde::Serialize) -> Object {
    match serde_json::to_value(value).expect("this has a JSON form") {
        Value::Object(object) => object,
        other => unreachable!("{other} is not an object"),
    }
}
