//! The messages between a host and a bot in a process of its own: JSON lines over the bot's standard input and output.
//!
//! `docs/bot-protocol.md` is the specification, [`schema`] the JSON Schema of all messages. [`HostMessage`] goes to the
//! bot, [`BotMessage`] comes from it. A message is one line of at most [`LINE_BYTES_MAX`] bytes.
//!
//! ```
//! use arena::protocol::{BotMessage, HostMessage, line};
//! let message = BotMessage::read(br#"{"type":"action","decision":1,"action":"roll"}"#).unwrap();
//! assert!(matches!(message, BotMessage::Action(action) if action.decision == 1));
//! let quit = HostMessage::read(r#"{"type":"quit"}"#).unwrap().expect("a known type");
//! assert_eq!(line(&quit), "{\"type\":\"quit\"}\n");
//! ```

mod bot;
mod host;
mod schema;
mod value;

pub use bot::{Action, BotHello, BotMessage, Candidate};
pub use host::{
    Decide, DecisionClock, EventBatch, FaultNotice, GameClock, GameOver, HostHello, HostMessage, NewGame,
    Reason,
};
pub use schema::schema;
pub use value::{Document, SeatLetter};

use serde::Serialize;

/// The newest version of the protocol that this library speaks.
pub const VERSION: u32 = 1;

/// Every version that this library speaks, in ascending order.
pub const VERSIONS: &[u32] = &[1];

/// The most bytes a line may have, its line break included: 1 MiB.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// The most characters of a comment.
pub const COMMENT_CHARS_MAX: usize = 1000;

/// The most candidates of an action.
pub const CANDIDATES_MAX: usize = 64;

/// A message as a line, its line break included.
///
/// # Panics
/// If the message holds what JSON cannot say, such as a number that is not finite.
#[must_use]
pub fn line(message: &impl Serialize) -> String {
    let mut line = serde_json::to_string(message).expect("messages can be written as JSON");
    line.push('\n');
    line
}

/// Appends a message and its line break to `out`.
pub(crate) fn write_line(message: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(&mut *out, message).expect("messages can be written as JSON");
    out.push(b'\n');
}
