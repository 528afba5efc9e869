//! Options of games in words.

use super::fluent::Words;
use game::options::OptionInfo;

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
