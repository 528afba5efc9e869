//! The messages of a host.

use super::value::{ByLetter, Decimal, Document, SeatLetter, decimal};
use crate::fault::{FaultKind, Faults, OnFault};
use game::{Seat, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A message of the host. The type parameters are the representations of views and legal lists; a host that writes many messages
/// borrows them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schemars(rename = "HostMessage", description = "A message of the host.")]
pub enum HostMessage<V = Document, L = Vec<String>> {
    /// The first message to a process. The bot answers with `hello`.
    Hello(HostHello),
    /// A game begins. The bot answers with `ready`.
    NewGame(NewGame),
    /// The events since the last message. No answer.
    Events(EventBatch),
    /// The bot has to choose an action. It answers with `action`.
    Decide(Decide<V, L>),
    /// The bot did something wrong. No answer.
    Fault(FaultNotice),
    /// The game has ended. No answer.
    GameOver(GameOver),
    /// The bot has to end its process. No answer.
    Quit,
}

/// Introduces the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HostHello {
    /// The newest version of the protocol that the host speaks.
    pub protocol: u32,
    /// Every version that the host speaks, in ascending order.
    pub protocols: Vec<u32>,
    /// The name and version of the host, for people.
    pub host: String,
}

/// Describes a game that begins.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewGame {
    /// The host's id of the game; at most 64 characters.
    #[schemars(length(max = 64))]
    pub id: String,
    /// The name of the game, as in docs/record.md.
    pub game: String,
    /// The version of its rules, as in docs/record.md.
    pub rules: u32,
    /// Every option by name, as in docs/record.md.
    pub options: Document,
    /// The seat of the bot.
    #[schemars(with = "SeatLetter")]
    pub seat: Seat,
    /// The number of seats, from A on.
    #[schemars(range(min = 1, max = 6))]
    pub seats: u8,
    /// The seats on which people play; all others are bots.
    #[schemars(with = "Vec<SeatLetter>")]
    pub people: Vec<Seat>,
    /// The time limit of the bot.
    pub clock: GameClock,
    /// A number below 2^64 in decimal digits: the source of all randomness of the bot in this game.
    #[serde(with = "decimal")]
    #[schemars(with = "Decimal")]
    pub seed: Seed,
    /// The view of the seat, if the game starts from a position; omitted if it starts from the beginning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Document>,
}

/// The time limit of a bot in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameClock {
    /// The time for each decision in milliseconds; null if there is no limit.
    pub decision_ms: Option<u64>,
}

/// A batch of events.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EventBatch {
    /// The events in order, from the perspective of the seat; never empty.
    #[schemars(length(min = 1))]
    pub events: Vec<Document>,
}

/// Asks for an action.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Decide")]
pub struct Decide<V = Document, L = Vec<String>> {
    /// The number of the decision: 1 for the bot's first in a game, then one more each time.
    #[schemars(range(min = 1))]
    pub decision: u32,
    /// The listed actions in the game's order, never empty; omitted if the bot does not want them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<L>,
    /// The first words of the open-ended actions: they are legal too, but too many to list.
    #[schemars(with = "Vec<String>")]
    pub open: Vec<Cow<'static, str>>,
    /// The time limit of the decision.
    pub clock: DecisionClock,
    /// The position from the perspective of the seat; omitted if the bot does not want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<V>,
}

/// The time limit of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecisionClock {
    /// The time left in milliseconds; null if there is no limit.
    pub left_ms: Option<u64>,
}

/// Reports a fault to the bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FaultNotice {
    /// The kind of fault.
    pub kind: FaultKind,
    /// A description of the fault in English, for the author of the bot.
    pub message: String,
    /// The clause of the rules that forbids an illegal action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Cow<'static, str>>,
    /// The consequence of the fault.
    pub consequence: OnFault,
}

/// Reports the result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameOver {
    /// The seats that won; empty if nobody did.
    #[schemars(with = "Vec<SeatLetter>")]
    pub winners: Vec<Seat>,
    /// The points of each seat.
    #[schemars(with = "ByLetter<i32>")]
    pub points: BTreeMap<Seat, i32>,
    /// The way in which the game ended.
    pub reason: Reason,
    /// The number of the bot's faults in this game, by kind; kinds without faults are omitted.
    pub faults: Faults,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The game ended by the rules.
    Played,
    /// A seat lost it by a fault.
    Forfeit,
    /// The host stopped the game; it has no result.
    Stopped,
}

impl HostMessage {
    /// Reads a line, with or without its line break. `None` is a message of an unknown type, which bots ignore.
    ///
    /// # Errors
    /// A description of the defect, in English.
    pub fn read(line: &str) -> Result<Option<HostMessage>, String> {
        #[derive(Deserialize)]
        struct Typed<'a> {
            #[serde(borrow, rename = "type")]
            kind: Cow<'a, str>,
        }
        fn of<'a, T: Deserialize<'a>>(
            line: &'a str,
            message: fn(T) -> HostMessage,
        ) -> serde_json::Result<Option<HostMessage>> {
            serde_json::from_str(line).map(|body| Some(message(body)))
        }
        // Documents stay text, which serde's own tagged enums cannot do: the type is looked up first.
        let typed: Typed<'_> = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let message = match &*typed.kind {
            "hello" => of(line, HostMessage::Hello),
            "new-game" => of(line, HostMessage::NewGame),
            "events" => of(line, HostMessage::Events),
            "decide" => of(line, HostMessage::Decide),
            "fault" => of(line, HostMessage::Fault),
            "game-over" => of(line, HostMessage::GameOver),
            "quit" => Ok(Some(HostMessage::Quit)),
            _ => Ok(None),
        };
        message.map_err(|error| error.to_string())
    }
}
