//! Options of a game in words: what they can be, and what is wrong with one.

use crate::near::nearest;
use game::options::{OptionError, Values};
use pages::{Lang, Words, count_error, msg};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The values an option can have: names, counts, a range, and the word for none of them.
pub(crate) fn values(
    names: &[String],
    range: Option<(u16, u16)>,
    none: Option<&str>,
    counts: Option<&BTreeMap<&str, u8>>,
    words: Words,
) -> String {
    let mut values = names.to_vec();
    if let Some(counts) = counts {
        let example: Vec<String> =
            counts.keys().take(2).zip([3, 1]).map(|(kind, count)| format!("{kind}:{count}")).collect();
        let total: u32 = counts.values().map(|&count| u32::from(count)).sum();
        values.push(msg!(
            words,
            "cli-options-counts",
            example = example.join(","),
            total = total.to_string()
        ));
    }
    if let Some((least, most)) = range {
        values.push(msg!(words, "cli-options-range", least = least.to_string(), most = most.to_string()));
    }
    values.extend(none.map(str::to_owned));
    values.join(", ")
}

/// A text in each language, by the tag of the language: JSON is the same whoever asks for it.
pub(crate) fn in_each_language(text: impl Fn(Lang) -> String) -> Value {
    Lang::ALL
        .iter()
        .map(|&lang| (lang.code().to_owned(), Value::String(text(lang))))
        .collect::<Map<_, _>>()
        .into()
}

/// Describes an invalid option, with the clause.
pub(crate) fn wrong(error: &OptionError, words: Words) -> String {
    let message = match error {
        OptionError::Unknown { options, name, .. } => {
            let names = options.iter().map(|option| option.name);
            let near = nearest(name, names.clone());
            let unknown = msg!(words, "cli-options-unknown", name = name.as_str());
            let help = if near.is_empty() {
                msg!(words, "cli-options-are", names = names.collect::<Vec<_>>().join(", "))
            } else {
                msg!(words, "cli-usage-near", near = near.join(", "))
            };
            format!("{unknown}\n{help}")
        }
        OptionError::BadValue { option, value } => {
            let possible = &option.values;
            let counts = match possible {
                Values::Counts(kinds) => Some(kinds.iter().copied().collect()),
                _ => None,
            };
            let none = possible.allows_none().filter(|_| counts.is_none());
            let values = values(&possible.names(), possible.range(), none, counts.as_ref(), words);
            msg!(words, "cli-options-value", name = option.name, value = value.as_str(), values = values)
        }
        OptionError::Counts { option, faults, .. } => {
            let faults: Vec<String> = faults.iter().map(|fault| count_error(words, fault)).collect();
            format!("{}: {}", option.name, faults.join("; "))
        }
        OptionError::Twice { option } => msg!(words, "cli-options-twice", name = option.name),
        OptionError::NoSeat { seat, players, .. } => {
            msg!(words, "cli-options-start-seat", seat = seat.to_string(), players = players.to_string())
        }
        OptionError::Conflict(conflict) => words.or(&format!("conflict-{}", conflict.name), conflict.message),
    };
    match error.clause() {
        Some(clause) => format!("{message} ({clause})"),
        None => message,
    }
}

/// The message that says what an option decides. Of who begins each family of games has its own rule.
pub(crate) fn about_key(name: &str, clause: &str) -> String {
    match clause {
        "CATAN-OPT-2" => "cli-option-start-player-catan".to_owned(),
        _ => format!("cli-option-{}", name.replace('_', "-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catan::Options;
    use shelf::GameKind;

    #[test]
    fn every_option_says_what_it_decides_and_what_it_can_be() {
        for lang in Lang::ALL {
            let words = Words::new(lang);
            for option in GameKind::ALL.iter().flat_map(|kind| kind.options()) {
                let about = msg!(words, &about_key(option.name, option.clause));
                assert!(!about.is_empty());
            }
            for option in Options::TABLE {
                let error = Options::default().set(option.name, "wrong").unwrap_err();
                let text = super::wrong(&error, words);
                assert!(text.contains(option.name) && text.contains(option.clause), "{text}");
            }
            let near = super::wrong(&Options::default().set("victory_point", "9").unwrap_err(), words);
            assert!(near.contains("victory_points") && !near.contains("harbours"), "{near}");
        }
    }
}
