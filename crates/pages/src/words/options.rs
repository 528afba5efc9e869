//! Options of games in words.

use super::fluent::{Words, msg};
use super::unreadable::json_error;
use crate::FluentArgs;
use game::Seat;
use game::options::{CountError, KindError, OptionInfo};
use shelf::{OwnBoxOptions, TileCounts};

/// Returns the meaning of an option's value, or the value itself if it has no text, as with numbers.
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
        Ok(seat) => msg!(words, "seat-letter", seat = seat.to_string()),
        Err(_) => option_value(words, name, value),
    }
}

/// Returns the value of an option in words.
pub(crate) fn option_value(words: Words, name: &str, value: &str) -> String {
    if let Some(value) = by_ids(name, value) {
        return value;
    }
    let key = match value {
        "true" => "option-true".to_owned(),
        "false" => "option-false".to_owned(),
        _ => format!("option-{name}-{value}"),
    };
    words.or(&key, value)
}

/// Names the kinds of a box by their ids instead of their descriptions (`MAY-OPT-KINDS`), which nobody wants to read.
fn by_ids(name: &str, value: &str) -> Option<String> {
    if name != "tiles" || !value.contains('{') {
        return None;
    }
    let values = OwnBoxOptions::info(name).ok()?.values;
    TileCounts::parse(value, &values).ok().map(|counts| counts.by_ids(&values))
}

/// Returns the key of the message that explains an option. Each family of games has its own rule of who begins.
pub(crate) fn about_key(option: &OptionInfo) -> String {
    match option.clause {
        "CATAN-OPT-2" => "option-start_player-about-catan".to_owned(),
        _ => format!("option-{}-about", option.name),
    }
}

/// Describes a fault in the counts of a box, as a part of a sentence.
#[must_use]
pub fn count_error(words: Words, fault: &CountError) -> String {
    match fault {
        CountError::Pair { text, example: (kind, count) } => {
            let example = format!("{kind}:{count}");
            msg!(words, "count-fault-pair", text = text.as_str(), example = example)
        }
        CountError::UnknownKind { kind, kinds } => {
            let [first, last] = [kinds.first(), kinds.last()].map(|kind| kind.map_or("", |(kind, _)| *kind));
            msg!(words, "count-fault-unknown", kind = kind.as_str(), first = first, last = last)
        }
        CountError::NoDescription { fault } => {
            msg!(words, "count-fault-no-description", fault = json_error(words, fault))
        }
        CountError::Description { kind, faults } => {
            let faults: Vec<String> = faults.iter().map(|fault| kind_fault(words, fault)).collect();
            msg!(words, "count-fault-description", kind = kind.as_str(), fault = faults.join("; "))
        }
        CountError::NotGiven { kind } => msg!(words, "count-fault-not-given", kind = kind.as_str()),
        CountError::MoreKinds { found, most } => {
            msg!(words, "count-fault-more-kinds", found = *found, most = *most)
        }
        CountError::NoMoreKinds { kind } => msg!(words, "count-fault-no-more-kinds", kind = kind.as_str()),
        CountError::Twice { kind } => msg!(words, "count-fault-twice", kind = *kind),
        CountError::Count { kind, count, most } => {
            msg!(words, "count-fault-count", kind = kind.as_str(), count = count.as_str(), most = *most)
        }
        &CountError::Total { listed, usual, needed } => {
            let found = listed + usual;
            let (by, more) = (found.abs_diff(needed), if found > needed { "more" } else { "fewer" });
            if usual == 0 {
                msg!(words, "count-fault-total", found = found, by = by, more = more, needed = needed)
            } else {
                msg!(
                    words,
                    "count-fault-total-usual",
                    listed = listed,
                    usual = usual,
                    found = found,
                    by = by,
                    more = more,
                    needed = needed
                )
            }
        }
        CountError::Room { what, found, most } => {
            msg!(words, "count-fault-room", what = *what, found = *found, by = found - most, most = *most)
        }
    }
}

/// Describes a fault in the description of a kind, as a part of a sentence.
fn kind_fault(words: Words, fault: &KindError) -> String {
    let mut args = FluentArgs::new();
    fault.args.iter().for_each(|(name, value)| args.set(*name, value.as_str()));
    words.format(&format!("kind-fault-{}", fault.name), &args)
}

/// Describes all faults in the counts of a box, as a sentence that names the option.
#[must_use]
pub fn count_errors(words: Words, option: &str, faults: &[CountError]) -> String {
    let label = words.option_title(option);
    let faults: Vec<String> = faults.iter().map(|fault| count_error(words, fault)).collect();
    msg!(words, "fault-counts", name = label, faults = faults.join("; "))
}
