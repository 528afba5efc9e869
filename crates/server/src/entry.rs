//! The lines of a table's log: what was decided from outside, in order. Everything else is computed from them.
//!
//! | body | meaning |
//! |---|---|
//! | `{"created": {"game": "catan", "rules": 1, "options": {…}, "chairs": […], "seed": "…", "code": "…", "opener": "…", "aids": "tiles"}}` | the table was opened; always entry 0 |
//! | `{"joined": {"seat": "B", "name": "Ada", "key": "…"}}` | somebody sat down |
//! | `{"filled": {"bot": "random"}}` | bots took the open chairs |
//! | `{"action": {"seat": "A", "do": "road P25"}}` | a seat decided |
//! | `{"chance": "dice 3 4"}` | nature moved |
//! | `{"undo": {"seat": "A", "to": 17}}` | a seat took its last action back: the position is that after entry 17 |
//! | `{"closed": {"by": "…"}}` | the table was closed before the game was over |
//!
//! Keys are stored as hashes only. The seed is secret until the game is over.

use crate::keys::KeyHash;
use game::record::Object;
use game::{Seat, Seed};
use serde::{Deserialize, Serialize};

/// What stands in one line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// The table was opened.
    Created(Created),
    /// Somebody sat down.
    Joined {
        /// Where.
        seat: Seat,
        /// Under which name.
        name: String,
        /// The hash of the key that proves who it is.
        key: KeyHash,
    },
    /// Bots took the open chairs.
    Filled {
        /// Which kind.
        bot: String,
    },
    /// A seat decided.
    Action {
        /// Which seat.
        seat: Seat,
        /// What, as text.
        r#do: String,
    },
    /// Nature moved; the outcome as text.
    Chance(String),
    /// A seat took its last action back.
    Undo {
        /// Which seat.
        seat: Seat,
        /// The position is again that after this entry.
        to: u64,
    },
    /// The table was closed before the game was over.
    Closed {
        /// By whom.
        by: KeyHash,
    },
}

/// Entry 0: what was decided when the table was opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// The game's name on the shelf.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its options by name.
    pub options: Object,
    /// Who sits where from the start; as many as the game has seats.
    pub chairs: Vec<Chair>,
    /// From which nature's outcomes are drawn.
    pub seed: Seed,
    /// The word by which friends find the table.
    pub code: String,
    /// The hash of the key of whoever opened it.
    pub opener: KeyHash,
    /// Which aids its readers may have, as a text that the pages read; all if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aids: Option<String>,
}

/// A seat and who has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Somebody may take it.
    Open,
    /// A person has it.
    Person {
        /// The name they play under.
        name: String,
        /// The hash of the key that proves who it is.
        key: KeyHash,
    },
    /// A bot has it; its kind.
    Bot(String),
}

/// A name as it may be shown, or `None`: one to 24 characters without control and direction characters, with single
/// spaces inside and none around.
#[must_use]
pub fn clean_name(text: &str) -> Option<String> {
    // Characters that are invisible or turn the direction of what follows: names with them look like other names.
    let hidden = |c: char| {
        c.is_control()
            || matches!(
                c,
                '\u{00ad}'
                    | '\u{061c}'
                    | '\u{115f}'
                    | '\u{1160}'
                    | '\u{180e}'
                    | '\u{3164}'
                    | '\u{feff}'
                    | '\u{ffa0}'
            )
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff0}'..='\u{ffff}')
            || matches!(c, '\u{e0000}'..='\u{e0fff}')
    };
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    ((1..=NAME_MAX).contains(&name.chars().count()) && !name.contains(hidden)).then_some(name)
}

/// The longest name, in characters.
pub const NAME_MAX: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_have_the_documented_form() {
        let key = crate::Key::random().hash();
        let bodies = [
            (Body::Filled { bot: "random".to_owned() }, r#"{"filled":{"bot":"random"}}"#),
            (
                Body::Action { seat: Seat::A, r#do: "road P25".to_owned() },
                r#"{"action":{"seat":"A","do":"road P25"}}"#,
            ),
            (Body::Chance("dice 3 4".to_owned()), r#"{"chance":"dice 3 4"}"#),
            (Body::Undo { seat: Seat::A, to: 17 }, r#"{"undo":{"seat":"A","to":17}}"#),
        ];
        for (body, text) in bodies {
            assert_eq!(serde_json::to_string(&body).unwrap(), text);
            assert_eq!(serde_json::from_str::<Body>(text).unwrap(), body);
        }
        let joined = Body::Joined { seat: Seat::B, name: "Ada".to_owned(), key };
        let text = serde_json::to_string(&joined).unwrap();
        assert!(text.starts_with(r#"{"joined":{"seat":"B","name":"Ada","key":""#), "{text}");
        assert_eq!(serde_json::from_str::<Body>(&text).unwrap(), joined);
    }

    #[test]
    fn names_are_cleaned_or_refused() {
        assert_eq!(clean_name("  Ada   Lovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(
            clean_name("<b>Ada</b>"),
            Some("<b>Ada</b>".to_owned()),
            "markup is escaped where it is shown"
        );
        assert_eq!(clean_name("Jürgen 🐑"), Some("Jürgen 🐑".to_owned()));
        for wrong in ["", "   ", "a\u{0}b", "\u{202e}adA", "A\u{200b}da", &"x".repeat(25)] {
            assert_eq!(clean_name(wrong), None, "{wrong:?}");
        }
        assert!(clean_name(&"ä".repeat(24)).is_some());
    }
}
