//! The games as a table drives them: one closed enum over what it needs, and the few questions that only a table
//! asks of a game.

use catan::{Action, Catan, Chance, Event, Illegal, Options, Phase};
use game::record::Object;
use game::{Outcome, Seat, SeatSet, Seed, Turn, Viewer};
use std::fmt;

/// A position of any game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyGame {
    /// Catan.
    Catan(Catan),
}

/// An action of any game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyAction {
    /// Catan.
    Catan(Action),
}

/// An outcome of nature in any game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyChance {
    /// Catan.
    Catan(Chance),
}

/// What happened in any game.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum AnyEvent {
    /// Catan.
    Catan(Event),
}

/// Why a game refuses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyIllegal {
    /// Catan.
    Catan(Illegal),
}

/// The options of any game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyOptions {
    /// Catan.
    Catan(Options),
}

/// What is wrong with the wish for a game.
#[derive(Clone, PartialEq, Debug)]
pub enum BadGame {
    /// There is no such game.
    Unknown(String),
    /// Its rules of this version are not known.
    UnknownRules(u32),
    /// Too few or too many seats.
    Seats {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// Options that do not exist, have no such value, or do not fit together.
    Options(Vec<catan::options::OptionError>),
    /// No such kind of bot plays it.
    Bot(String),
}

impl fmt::Display for BadGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadGame::Unknown(name) => {
                write!(f, "`{name}` is not a game on the shelf; the games are {}", GAMES.join(", "))
            }
            BadGame::UnknownRules(version) => write!(
                f,
                "the game follows rules version {version}, which this server does not know; a newer one may"
            ),
            BadGame::Seats { min, max } => write!(f, "the game is for {min} to {max} seats"),
            BadGame::Bot(kind) => {
                write!(f, "`{kind}` is not a bot; the bots are {}", bots_for("catan").join(", "))
            }
            BadGame::Options(faults) => {
                for (n, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if n > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

/// The names of the games on the shelf.
pub const GAMES: &[&str] = &["catan"];

/// The kinds of bots that play a game, the strongest first.
#[must_use]
pub fn bots_for(game: &str) -> Vec<&'static str> {
    match game {
        "catan" => bots::catan::BOTS.iter().rev().map(|bot| bot.name).collect(),
        _ => Vec::new(),
    }
}

impl AnyOptions {
    /// Reads options by name for a game with so many seats. All faults are reported at once.
    ///
    /// # Errors
    /// What is wrong with the game, the number of seats, or the options.
    pub fn read<'a>(
        game: &str,
        seats: usize,
        options: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<AnyOptions, BadGame> {
        if !GAMES.contains(&game) {
            return Err(BadGame::Unknown(game.to_owned()));
        }
        let players = Options::info("players").ok().and_then(|option| option.values.range());
        let (min, max) = players.map_or((2, 4), |(min, max)| (usize::from(min), usize::from(max)));
        if !(min..=max).contains(&seats) {
            return Err(BadGame::Seats { min, max });
        }
        let mut read = Options { players: seats as u8, ..Options::default() };
        let mut faults = Vec::new();
        for (name, value) in options {
            // The chairs say how many play; naming the number too is no contradiction as long as it agrees.
            if name == "players" && value == seats.to_string() {
                continue;
            }
            faults.extend(read.set(name, &value).err());
        }
        read.players = seats as u8;
        faults.extend(read.validate().err().into_iter().flatten());
        if faults.is_empty() { Ok(AnyOptions::Catan(read)) } else { Err(BadGame::Options(faults)) }
    }

    /// The options as a JSON object by name: what a log and a record keep.
    #[must_use]
    pub fn to_object(&self) -> Object {
        let AnyOptions::Catan(options) = self;
        match serde_json::to_value(options) {
            Ok(serde_json::Value::Object(object)) => object,
            _ => unreachable!("options are written as an object"),
        }
    }

    /// The options that differ from their default, as name and value.
    #[must_use]
    pub fn changed(&self) -> Vec<(&'static str, String)> {
        let AnyOptions::Catan(options) = self;
        options.changed().map(|(option, value)| (option.name, value)).collect()
    }

    /// The version of the rules that a new game with these options follows.
    #[must_use]
    pub fn rules(&self) -> u32 {
        1
    }
}

/// A JSON value as the text of an option.
pub(crate) fn option_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

impl AnyGame {
    /// A new game. Nature moves first.
    #[must_use]
    pub fn new(options: &AnyOptions) -> AnyGame {
        let AnyOptions::Catan(options) = options;
        AnyGame::Catan(Catan::new(options))
    }

    /// How many seats play.
    #[must_use]
    pub fn seats(&self) -> usize {
        let AnyGame::Catan(game) = self;
        game.seats()
    }

    /// Who acts now.
    #[must_use]
    pub fn turn(&self) -> Turn<()> {
        let AnyGame::Catan(game) = self;
        match game.turn() {
            Turn::Decide(seats) => Turn::Decide(seats),
            Turn::Chance(_) => Turn::Chance(()),
            Turn::Over(outcome) => Turn::Over(outcome),
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

    /// Turns begun.
    #[must_use]
    pub fn turns(&self) -> u32 {
        let AnyGame::Catan(game) = self;
        game.turns()
    }

    /// Reads an action of this game from its text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_action(&self, text: &str) -> Result<AnyAction, String> {
        let AnyGame::Catan(_) = self;
        text.parse().map(AnyAction::Catan)
    }

    /// Reads an outcome of nature of this game from its text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_chance(&self, text: &str) -> Result<AnyChance, String> {
        let AnyGame::Catan(_) = self;
        text.parse().map(AnyChance::Catan)
    }

    /// How many actions are listed for a seat.
    #[must_use]
    pub fn legal_len(&self, seat: Seat) -> usize {
        let AnyGame::Catan(game) = self;
        game.legal_actions(seat).len()
    }

    /// The listed actions of a seat as texts, at most `limit` of them.
    #[must_use]
    pub fn legal_texts(&self, seat: Seat, limit: usize) -> Vec<String> {
        let AnyGame::Catan(game) = self;
        game.legal_actions(seat).into_iter().take(limit).map(|action| action.to_string()).collect()
    }

    /// Does an action and tells what happened.
    ///
    /// # Errors
    /// Why not; the game is then untouched.
    pub fn play(
        &mut self,
        seat: Seat,
        action: AnyAction,
        events: &mut Vec<AnyEvent>,
    ) -> Result<(), AnyIllegal> {
        let AnyGame::Catan(game) = self;
        let AnyAction::Catan(action) = action;
        game.play(seat, action, &mut Collect(events)).map_err(AnyIllegal::Catan)
    }

    /// The outcome that is due, from a seed.
    #[must_use]
    pub fn draw(&self, seed: Seed) -> AnyChance {
        let AnyGame::Catan(game) = self;
        let (purpose, index) = game.chance_key();
        AnyChance::Catan(game.draw(&mut seed.substream(purpose, index)))
    }

    /// Applies an outcome of nature and tells what happened.
    ///
    /// # Errors
    /// Why not; the game is then untouched.
    pub fn resolve(&mut self, chance: AnyChance, events: &mut Vec<AnyEvent>) -> Result<(), AnyIllegal> {
        let AnyGame::Catan(game) = self;
        let AnyChance::Catan(chance) = chance;
        game.resolve(chance, &mut Collect(events)).map_err(AnyIllegal::Catan)
    }

    /// What a viewer may know, as a JSON document.
    ///
    /// # Panics
    /// Never: views can always be written.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> serde_json::Value {
        let AnyGame::Catan(game) = self;
        serde_json::to_value(game.view(viewer)).expect("a view is a JSON document")
    }

    /// The points of every seat that plays, hidden ones included.
    #[must_use]
    pub fn points(&self) -> Vec<(Seat, i32)> {
        let AnyGame::Catan(game) = self;
        Seat::first(game.seats()).map(|seat| (seat, i32::from(game.points(seat).total()))).collect()
    }

    /// Which seats the game waits for, and for what.
    #[must_use]
    pub fn awaited(&self) -> Vec<(Seat, Prompt)> {
        let AnyGame::Catan(game) = self;
        let Turn::Decide(seats) = game.turn() else { return Vec::new() };
        match game.phase() {
            Phase::Building => {
                let view = game.view(Viewer::Spectator);
                let asked = view.trading().unanswered();
                let turn = if asked.is_empty() { Prompt::Turn } else { Prompt::Waiting };
                let answers = asked.into_iter().map(|seat| (seat, Prompt::Answer));
                answers.chain([(game.active(), turn)]).collect()
            }
            Phase::Discarding { .. } => seats.into_iter().map(|seat| (seat, Prompt::Answer)).collect(),
            _ => seats.into_iter().map(|seat| (seat, Prompt::Turn)).collect(),
        }
    }

    /// The seats that have something to decide and can be shown as "your turn".
    #[must_use]
    pub fn to_decide(&self) -> SeatSet {
        self.awaited().into_iter().filter(|(_, prompt)| *prompt != Prompt::Waiting).map(|(seat, _)| seat).collect()
    }

    /// Whether `later`, decided by `seat` without knowing of `earlier`, is what that seat would have decided anyway.
    ///
    /// So it is with discards of several seats, with answers to an offer by several seats, and with what the active
    /// player does while others answer, as long as it does not refer to the answer that changed.
    #[must_use]
    pub fn commutes(&self, (by, earlier): (Seat, AnyAction), (seat, later): (Seat, AnyAction)) -> bool {
        use Action as A;
        let AnyAction::Catan(earlier) = earlier;
        let AnyAction::Catan(later) = later;
        let answers = |action| {
            matches!(
                action,
                A::AcceptOffer
                    | A::RejectOffer
                    | A::CounterOffer { .. }
                    | A::Propose { .. }
                    | A::WithdrawProposal
            )
        };
        if by == seat {
            return false;
        }
        match (earlier, later) {
            (A::Discard(_), A::Discard(_)) => true,
            (earlier, A::Execute(with) | A::AcceptProposal(with) | A::RejectProposal(with)) => {
                answers(earlier) && with != by
            }
            (earlier, _) => answers(earlier),
        }
    }
}

/// Hands a game's events on as events of any game.
struct Collect<'a>(&'a mut Vec<AnyEvent>);

impl game::Observer<Event> for Collect<'_> {
    fn observe(&mut self, event: Event) {
        self.0.push(AnyEvent::Catan(event));
    }
}

/// For what the game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prompt {
    /// The seat's own turn.
    Turn,
    /// An answer that others wait for: to an offer, or a discard.
    Answer,
    /// It is the seat's turn, but others have yet to answer its offer.
    Waiting,
}

impl AnyEvent {
    /// The event as a viewer may know it.
    #[must_use]
    pub fn redact(self, viewer: Viewer) -> AnyEvent {
        let AnyEvent::Catan(event) = self;
        AnyEvent::Catan(event.redact(viewer))
    }

    /// Whether somebody learned by this what cannot be unlearned, so that it cannot be taken back.
    #[must_use]
    pub fn reveals(&self) -> bool {
        use Event as E;
        let AnyEvent::Catan(event) = self;
        matches!(
            event,
            E::LaidOut { .. }
                | E::RolledForStart { .. }
                | E::Starts { .. }
                | E::Rolled { .. }
                | E::Discarded { .. }
                | E::Stole { .. }
                | E::StoleNothing { .. }
                | E::BoughtCard { .. }
                | E::Monopolized { .. }
                | E::Lapsed { .. }
                | E::Over { .. }
        )
    }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnyAction::Catan(action) = self;
        action.fmt(f)
    }
}

impl fmt::Display for AnyChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnyChance::Catan(chance) = self;
        chance.fmt(f)
    }
}

impl AnyIllegal {
    /// The clause that stands against it.
    #[must_use]
    pub fn clause(self) -> &'static str {
        let AnyIllegal::Catan(illegal) = self;
        illegal.clause()
    }
}

impl fmt::Display for AnyIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnyIllegal::Catan(illegal) = self;
        illegal.fmt(f)
    }
}
