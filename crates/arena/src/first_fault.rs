//! The first fault of each kind, kept for the person who runs the games.

use crate::fault::FaultKind;
use game::Seat;
use serde::{Deserialize, Serialize};

/// The most lines of a bot's standard error that are kept beside a fault.
#[cfg(unix)]
const LINES_MAX: usize = 20;
/// The most characters of them.
#[cfg(unix)]
const CHARACTERS_MAX: usize = 4000;

/// The first fault of its kind in a game, with the details that its author needs to find the cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstFault {
    /// Its kind.
    pub kind: FaultKind,
    /// The seat of the bot.
    pub seat: Seat,
    /// A description of the fault in English, with the bot's line where a line was wrong.
    pub message: String,
    /// The last lines that it wrote to its standard error in this game; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub errors: String,
}

/// The last lines that a bot wrote to its standard error, without control characters.
#[cfg(unix)]
#[must_use]
pub(crate) fn last_words(errors: &str) -> String {
    let errors = errors.trim_end();
    let lines = errors.rmatch_indices('\n').nth(LINES_MAX - 1).map_or(0, |(at, _)| at + 1);
    let characters = errors.char_indices().rev().nth(CHARACTERS_MAX - 1).map_or(0, |(at, _)| at);
    let end = &errors[lines.max(characters)..];
    end.chars()
        .filter(|&c| c != '\r')
        .map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_in_bounds() {
        assert_eq!(last_words("a\r\n\u{1b}[2Jb\n\n"), "a\n\u{fffd}[2Jb");
        let long: String = (0..50).map(|n| format!("line {n}\n")).collect();
        let kept = last_words(&long);
        assert_eq!((kept.lines().count(), kept.lines().next()), (LINES_MAX, Some("line 30")));
        assert_eq!(last_words(&"ü".repeat(9000)).chars().count(), CHARACTERS_MAX);
        assert_eq!(last_words(""), "");
    }
}
