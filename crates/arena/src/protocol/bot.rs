//! The messages of a bot.

use super::value::{ByLetter, Probability};
use super::{CANDIDATES_MAX, COMMENT_CHARS_MAX};
use game::Seat;
use game::json::{self, JsonError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A message of a bot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum BotMessage {
    /// The answer to `hello`.
    Hello(BotHello),
    /// The answer to `new-game`.
    Ready,
    /// The answer to `decide`.
    Action(Action),
}

/// Introduces a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BotHello {
    /// The version of the protocol that both will speak: the newest that the host listed and the bot knows.
    pub protocol: u32,
    /// The name of the bot; 1 to 64 characters.
    #[schemars(length(min = 1, max = 64))]
    pub name: String,
    /// The version of the bot, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The author of the bot, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The names of the games that it plays; omitted if it plays all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// Whether the bot wants `events` messages.
    #[serde(default = "wanted")]
    pub events: bool,
    /// Whether the bot wants `view` in `decide`.
    #[serde(default = "wanted")]
    pub view: bool,
    /// Whether the bot wants `legal` in `decide`.
    #[serde(default = "wanted")]
    pub legal: bool,
}

/// The default of the flags: the bot wants the data.
fn wanted() -> bool {
    true
}

impl BotHello {
    /// The introduction of a bot of this name that plays all games and wants everything.
    #[must_use]
    pub fn new(name: &str) -> BotHello {
        BotHello {
            protocol: super::VERSION,
            name: name.to_owned(),
            version: None,
            author: None,
            games: None,
            events: true,
            view: true,
            legal: true,
        }
    }

    /// Whether the bot plays the game of this name.
    #[must_use]
    pub fn plays(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|name| name == game))
    }
}

/// A decision of a bot, with its remarks. The remarks change nothing in the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// The number of the decision that this answers.
    pub decision: u32,
    /// The action: a listed one, or an open-ended one, in the text form of docs/record.md.
    pub action: String,
    /// A remark for people; at most 1000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1000))]
    pub comment: Option<String>,
    /// The probability, from 0 to 1, that each seat wins. Seats may be omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ByLetter<Probability>>")]
    pub evaluation: Option<BTreeMap<Seat, f64>>,
    /// Actions that the bot considered, the best first; at most 64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub candidates: Option<Vec<Candidate>>,
}

/// An action that a bot considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The action in its text form.
    pub action: String,
    /// The bot's valuation of the action, on a scale of its own; larger is better.
    pub value: f64,
}

impl Action {
    /// The plain answer to a decision.
    #[must_use]
    pub fn new(decision: u32, action: impl Into<String>) -> Action {
        Action { decision, action: action.into(), comment: None, evaluation: None, candidates: None }
    }

    /// The action within the limits: its comment is cut, further candidates are dropped, and so is an evaluation with a number
    /// outside 0 to 1.
    #[must_use]
    pub fn within_limits(mut self) -> Action {
        if let Some(comment) = &mut self.comment
            && let Some((end, _)) = comment.char_indices().nth(COMMENT_CHARS_MAX)
        {
            comment.truncate(end);
        }
        if let Some(candidates) = &mut self.candidates {
            candidates.truncate(CANDIDATES_MAX);
        }
        let is_probability = |value: &f64| (0.0..=1.0).contains(value);
        self.evaluation = self.evaluation.filter(|seats| seats.values().all(is_probability));
        self
    }
}

impl BotMessage {
    /// Reads a line, without its line break.
    ///
    /// # Errors
    /// A description of the defect, in English: the line is not UTF-8, not JSON, or not a message.
    pub fn read(line: &[u8]) -> Result<BotMessage, String> {
        let text = std::str::from_utf8(line).map_err(|error| format!("not UTF-8: {error}"))?;
        json::parse(text).map_err(|fault| place(text).err().unwrap_or(fault).to_string())
    }
}

/// Reads a line once more by the type of its message, for a fault with its place: serde keeps none within a tagged enum.
fn place(text: &str) -> Result<(), JsonError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Type {
        Hello,
        Ready,
        Action,
    }
    #[derive(Deserialize)]
    struct Tagged {
        r#type: Type,
    }
    let value = json::read(text)?;
    match json::from_value::<Tagged>(&value)?.r#type {
        Type::Hello => json::from_value::<BotHello>(&value).map(drop),
        Type::Ready => Ok(()),
        Type::Action => json::from_value::<Action>(&value).map(drop),
    }
}
