//! The bot's side of the protocol: a bot of ours in a process of its own.
//!
//! [`serve`] lets a bot speak the protocol over two streams, usually the standard ones. It plays as it does inside the
//! process of a match. [`converse`] does so for any [`BotHandler`].
//!
//! ```
//! use arena::serve::serve;
//! use shelf::GameKind;
//! let input = r#"{"type":"hello","protocol":1,"protocols":[1],"host":"a test"}
//! {"type":"quit"}
//! "#;
//! let mut output = Vec::new();
//! serve("surveyor", &[GameKind::Mayflower], input.as_bytes(), &mut output).unwrap();
//! assert!(output.starts_with(br#"{"type":"hello","protocol":1,"name":"surveyor""#));
//! ```

mod own;

pub use own::OwnBotHandler;

use crate::protocol::{
    Action, BotHello, BotMessage, Decide, Document, GameOver, HostHello, HostMessage, LINE_BYTES_MAX,
    NewGame, VERSIONS, line,
};
use shelf::GameKind;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// A decision maker behind the protocol. An error of any method ends the conversation, and is reported to the person who runs the
/// bot.
pub trait BotHandler {
    /// Its introduction.
    fn hello(&self) -> BotHello;

    /// Begins a game.
    ///
    /// # Errors
    /// The reason why it cannot play this game, in English.
    fn begin(&mut self, game: &NewGame) -> Result<(), String>;

    /// Hears events. The default ignores them.
    ///
    /// # Errors
    /// A description of the event that it cannot read.
    fn hear(&mut self, events: &[Document]) -> Result<(), String> {
        let _ = events;
        Ok(())
    }

    /// Chooses an action.
    ///
    /// # Errors
    /// A description of the part of the question that it cannot read.
    fn decide(&mut self, question: &Decide) -> Result<Action, String>;

    /// Hears the result of the game.
    fn end(&mut self, over: &GameOver) {
        let _ = over;
    }
}

/// The reason why a conversation ended before the host ended it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// A stream failed.
    Stream(io::Error),
    /// No game has a bot of this name, or not the one that was asked for.
    UnknownBot {
        /// The name.
        name: String,
    },
    /// The host and the bot have no version of the protocol in common.
    Version {
        /// The versions of the host.
        host: Vec<u32>,
    },
    /// A line is no message, or not one that can come now.
    Message {
        /// The number of the line, from 1.
        line: usize,
        /// The error.
        why: String,
    },
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Stream(error) => write!(f, "the connection to the host failed: {error}"),
            ServeError::UnknownBot { name } => write!(f, "`{name}` is not a bot of these games"),
            ServeError::Version { host } => {
                write!(f, "the host speaks the protocols {host:?}; this bot speaks {VERSIONS:?}")
            }
            ServeError::Message { line, why } => write!(f, "line {line} of the host: {why}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::Stream(error)
    }
}

/// Lets our bot of this name play the games of these kinds that have it, until the host ends the conversation or its
/// stream.
///
/// # Errors
/// If none of the games has such a bot, a stream fails, or the host says what cannot be.
pub fn serve(
    name: &str,
    kinds: &[GameKind],
    input: impl BufRead,
    output: impl Write,
) -> Result<(), ServeError> {
    let unknown = || ServeError::UnknownBot { name: name.to_owned() };
    converse(&mut OwnBotHandler::new(name, kinds).ok_or_else(unknown)?, input, output)
}

/// Lets a mind speak the bot's side of the protocol, until the host ends the conversation or its stream.
///
/// # Errors
/// If a stream fails, the mind does, or the host says what cannot be.
pub fn converse(
    mind: &mut impl BotHandler,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        input.by_ref().take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut text)?;
        if text.is_empty() {
            break;
        }
        let wrong = |why: String| ServeError::Message { line: number, why };
        if text.len() > LINE_BYTES_MAX {
            return Err(wrong(format!("it has more than {LINE_BYTES_MAX} bytes")));
        }
        if text.trim_ascii().is_empty() {
            continue;
        }
        let message = std::str::from_utf8(&text).map_err(|error| error.to_string());
        let message = message.and_then(HostMessage::read).map_err(wrong)?;
        let answer = match message {
            Some(HostMessage::Hello(host)) => {
                let protocol = agree(&host).ok_or(ServeError::Version { host: host.protocols })?;
                BotMessage::Hello(BotHello { protocol, ..mind.hello() })
            }
            Some(HostMessage::NewGame(game)) => {
                mind.begin(&game).map_err(wrong)?;
                BotMessage::Ready
            }
            Some(HostMessage::Events(batch)) => {
                mind.hear(&batch.events).map_err(wrong)?;
                continue;
            }
            Some(HostMessage::Decide(question)) => BotMessage::Action(mind.decide(&question).map_err(wrong)?),
            Some(HostMessage::GameOver(over)) => {
                mind.end(&over);
                continue;
            }
            Some(HostMessage::Quit) => break,
            // The person at the host is told of faults; types that are unknown here may be added.
            Some(HostMessage::Fault(_)) | None => continue,
        };
        output.write_all(line(&answer).as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// The newest version that both speak.
fn agree(host: &HostHello) -> Option<u32> {
    VERSIONS.iter().rev().copied().find(|version| host.protocols.contains(version))
}
