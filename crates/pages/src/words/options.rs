//! Options of games in words.

use super::fluent::{Words, say};
use game::Seat;
use game::options::OptionInfo;

/// What an option is called in words: `Who begins` for `start_player`.
#[must_use]
pub fn option_title(words: Words, option: &OptionInfo) -> String {
    words.or(&format!("option-{}", option.name), option.name)
}

/// What a value of an option means; the value itself where it says that, as a number does.
///
/// ```
/// use pages::{Lang, Words, option_meaning};
/// let words = Words::new(Lang::En);
/// assert_eq!(option_meaning(words, "bank_rates", "best"), "Only the best");
/// assert_eq!(option_meaning(words, "start_player", "B"), "seat B");
/// assert_eq!(option_meaning(words, "discard_limit", "9"), "9");
/// ```
#[must_use]
pub fn option_meaning(words: Words, name: &str, value: &str) -> String {
    match value.parse::<Seat>() {
        Ok(seat) => say!(words, "seat-letter", seat = seat.to_string()),
        Err(_) => option_value(words, name, value),
    }
}

/// The value of an option in words.
pub(crate) fn option_value(words: Words, name: &str, value: &str) -> String {
    let key = match value {
        "true" => "option-true".to_owned(),
        "false" => "option-false".to_owned(),
        _ => format!("option-{name}-{value}"),
    };
    words.or(&key, value)
}

/// The message that explains an option. Of who begins each family of games has its own rule.
pub(crate) fn about_key(option: &OptionInfo) -> String {
    match option.clause {
        "CATAN-OPT-2" => "option-start_player-about-catan".to_owned(),
        _ => format!("option-{}-about", option.name),
    }
}
