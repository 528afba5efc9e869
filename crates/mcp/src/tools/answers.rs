//! The structured answers of the tools: these types are their `outputSchema`. The server's answers are parsed into them, so a
//! field that a later server adds changes no answer.

use crate::outcome::Refused;
use crate::tools::Caller;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Stage")]
pub(super) enum TableStage {
    /// Seats are open.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The table was closed before its game was over.
    Closed,
}

/// The kind of player on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Nobody yet.
    Open,
    /// A person, or a model.
    Person,
    /// A bot.
    Bot,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct SeatState {
    /// Its letter.
    pub(super) seat: String,
    pub(super) kind: Kind,
    /// The person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    /// The kind of bot; for a person, the bot that plays for them while they are away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<String>,
    /// Whether the person follows the table now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) online: Option<bool>,
    /// The time left on its clock, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<u64>,
}

/// A table without its position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct TableState {
    /// Its id.
    pub(super) table: String,
    /// The name of its game.
    pub(super) game: String,
    /// Every option of the game by name.
    #[serde(default)]
    pub(super) options: Map<String, Value>,
    pub(super) version: u64,
    /// The number of turns that have begun.
    pub(super) turns: u64,
    pub(super) seats: Vec<SeatState>,
    /// Your seat, if you have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) you: Option<String>,
    /// The link for people who want to join or look on.
    #[serde(default)]
    pub(super) page: String,
    /// The join code, while seats are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    /// The time limit of each seat, if the table has clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clock: Option<String>,
    /// Whether strangers find the table.
    pub(super) public: bool,
    /// The commitment to the secret of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) commitment: Option<String>,
    #[serde(flatten)]
    pub(super) progress: Progress,
}

/// The progress of the game at a table, and open requests of its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Progress {
    pub(super) stage: TableStage,
    /// The seats that can go on with the game now.
    pub(super) to_decide: Vec<String>,
    /// The seats that won, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) winners: Option<Vec<String>>,
    /// The seat that asks the others to take its last action back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) undo_asked: Option<String>,
    /// The seat that asks the others to close the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) close_asked: Option<String>,
    /// The reason why the table was closed before its game was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) closed: Option<String>,
    /// The table at which the same people play again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Line {
    /// The version with which it happened.
    pub(super) version: u64,
    /// The seat that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    pub(super) text: String,
}

/// The events at a table since a version.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Happened {
    /// The version of the table now.
    pub(super) version: u64,
    /// The lines of the log, oldest first.
    pub(super) lines: Vec<Line>,
    pub(super) state: Progress,
    /// Whether you have something to decide now.
    pub(super) your_decision: bool,
}

/// A table at which you sit.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Seated {
    /// Its id.
    pub(super) table: String,
    /// Your seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    /// The link for people who want to join or look on.
    pub(super) page: String,
    /// The join code, while seats are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    pub(super) version: u64,
    pub(super) state: TableState,
    /// Whether you have something to decide now.
    pub(super) your_decision: bool,
}

/// A table after a command.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Stands")]
pub(super) struct CommandResult {
    pub(super) state: TableState,
}

/// Several tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Tables {
    /// The latest first.
    pub(super) tables: Vec<TableState>,
}

/// The games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Games {
    pub(super) games: Vec<Game>,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Game {
    /// The name that other tools take.
    pub(super) name: String,
    /// The name for people.
    #[serde(default)]
    pub(super) title: String,
    pub(super) seats_min: u64,
    pub(super) seats_max: u64,
    /// The kinds of bots, the strongest first.
    pub(super) bots: Vec<String>,
    /// Its options, if this game was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) options: Option<Vec<GameOption>>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct GameOption {
    pub(super) name: String,
    /// A description of the option.
    pub(super) about: String,
    /// Its clause.
    pub(super) clause: String,
    pub(super) default: String,
    /// The values it can have, if they can be listed.
    #[serde(default)]
    pub(super) values: Vec<String>,
    /// The least and the largest number it can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) range: Option<(u64, u64)>,
    /// The word for having no value, where that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) none: Option<String>,
}

/// A position, in words or as data.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Position {
    /// The version it belongs to.
    pub(super) version: u64,
    /// The current situation in one line; with the format `words`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) headline: Option<String>,
    /// The position in words; with the format `words`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// The document of docs/view.md; with the format `data`. `null` until the game begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<Option<Map<String, Value>>>,
    pub(super) state: TableState,
}

/// The actions of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Actions {
    /// The version to act on.
    pub(super) version: u64,
    /// Your seat.
    pub(super) seat: String,
    /// The number of actions, including those not listed here.
    pub(super) total: u64,
    pub(super) actions: Vec<Listed>,
    /// Open offers, hands, the tile to be placed and its turns, and what everybody sees of the players. Left out if you have
    /// nothing to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) choose: Option<Choose>,
}

/// A listed action.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Its number, for `act`.
    pub(super) number: u64,
    /// Its text, for `act`.
    pub(super) action: String,
    /// The effect of the action in words; left out where the summary explains the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) meaning: Option<String>,
}

/// A choice of many cards: `verb` and any `count` of these are an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Choose {
    pub(super) verb: String,
    pub(super) count: u64,
    /// Out of which, by kind.
    pub(super) of: std::collections::BTreeMap<String, u64>,
}

/// Whether an action is legal.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Verdict {
    pub(super) legal: bool,
    /// The version of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<u64>,
    /// `illegal`, or `not-an-action` for a text that is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// The reason why the action is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The clause that stands against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clause: Option<String>,
    /// The text of that clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clause_text: Option<String>,
}

/// Clauses of the rulebooks.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct Clauses {
    pub(super) clauses: Vec<ClauseText>,
    /// The number of matching clauses, including those not listed here.
    pub(super) total: u64,
}

/// A clause.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(super) struct ClauseText {
    /// Its id.
    pub(super) clause: String,
    /// The game of its rulebook.
    pub(super) game: String,
    pub(super) heading: String,
    pub(super) text: String,
}

impl Caller<'_> {
    /// Reads an answer of the server.
    pub(super) fn read<T: DeserializeOwned>(&self, value: &Value) -> Result<T, Refused> {
        game::json::from_value(value).map_err(|fault| self.api.strange(&fault.to_string()))
    }
}
