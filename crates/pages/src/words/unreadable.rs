//! Faults of unreadable texts and documents in the reader's language.

use super::fluent::{Words, msg};
use super::reader::{Lang, rulebook_lang};
use game::json::{JsonError, JsonErrorKind, Shape, UnexpectedValue, shown};
use game::{ParseError, ParseErrorKind};
use shelf::Contradiction;

/// Describes a JSON fault: its place, what stands there, and what belongs there.
#[must_use]
pub fn json_error(words: Words, fault: &JsonError) -> String {
    use JsonErrorKind as K;
    let what = match fault.kind() {
        K::NotUtf8 { valid } => msg!(words, "json-not-utf8", valid = valid.to_string()),
        K::ByteOrderMark => msg!(words, "json-byte-order-mark"),
        K::Syntax { line, column, found } => {
            let (line, column) = (line.to_string(), column.to_string());
            match found.map(|found| shown(&found.to_string())) {
                Some(found) => msg!(words, "json-syntax", line = line, column = column, found = found),
                None => msg!(words, "json-breaks-off", line = line, column = column),
            }
        }
        K::KeyTwice { line, column, key } => {
            let (line, column) = (line.to_string(), column.to_string());
            msg!(words, "json-key-twice", line = line, column = column, key = key.as_str())
        }
        K::Missing { key } => msg!(words, "json-missing", key = key.as_str()),
        K::UnknownKey { key, known } if known.is_empty() => {
            msg!(words, "json-no-key", key = key.as_str())
        }
        K::UnknownKey { key, known } => {
            msg!(words, "json-unknown-key", key = key.as_str(), known = known.join(", "))
        }
        K::UnknownName { found, known } => {
            msg!(words, "json-unknown-name", found = found.as_str(), known = known.join(", "))
        }
        K::Wrong { found, expected } => {
            let found = match found {
                UnexpectedValue::Value(text) => format!("`{text}`"),
                UnexpectedValue::List => msg!(words, "json-a-list"),
                UnexpectedValue::Object => msg!(words, "json-an-object"),
            };
            msg!(words, "json-wrong", found = found, expected = shape(words, expected))
        }
        K::Length { found, expected } => match expected {
            Some(expected) => {
                let (found, expected) = (found.to_string(), expected.to_string());
                msg!(words, "json-length", found = found, expected = expected)
            }
            None => msg!(words, "json-bad-length", found = found.to_string()),
        },
        K::Text(error) => parse_error(words, error),
        K::Other(message) if words.lang() == Lang::En => message.clone(),
        _ => msg!(words, "json-otherwise"),
    };
    match fault.path() {
        "" => what,
        path => format!("`{path}`: {what}"),
    }
}

fn shape(words: Words, shape: &Shape) -> String {
    match shape {
        Shape::Object => msg!(words, "json-object"),
        Shape::List => msg!(words, "json-list"),
        Shape::Text => msg!(words, "json-text"),
        Shape::Switch => msg!(words, "json-switch"),
        Shape::Null => msg!(words, "json-null"),
        Shape::Number => msg!(words, "json-number"),
        Shape::Whole => msg!(words, "json-whole"),
        Shape::WholeWithin(least, most) => {
            msg!(words, "json-whole-within", least = least.to_string(), most = most.to_string())
        }
        Shape::Single => msg!(words, "json-single"),
        Shape::Name => msg!(words, "json-name"),
        _ => msg!(words, "json-another"),
    }
}

/// Returns the key of what was expected: `text-a-seat`.
pub(crate) fn key_of(expected: &str) -> String {
    let words: String = expected.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    format!("text-{words}")
}

/// Describes why a text is not the text form of what was expected.
#[must_use]
pub fn parse_error(words: Words, error: &ParseError) -> String {
    // In English the error says itself what would be right, with examples of its own.
    if words.lang() == Lang::En {
        return error.to_string();
    }
    let what = words.or(&key_of(error.expected()), &msg!(words, "text-otherwise"));
    let Some(found) = error.found().map(shown) else {
        return msg!(words, "text-missing", what = what);
    };
    match error.kind() {
        ParseErrorKind::Incomplete => {
            msg!(words, "text-incomplete", found = found, example = error.hint())
        }
        ParseErrorKind::OutOfRange => match error.range() {
            Some((least, most)) => {
                let (least, most) = (least.to_string(), most.to_string());
                msg!(words, "text-out-of-range", found = found, what = what, least = least, most = most)
            }
            None => msg!(words, "text-wrong", found = found, what = what),
        },
        ParseErrorKind::Repeated => msg!(words, "text-repeated", found = found, twice = error.hint()),
        ParseErrorKind::ListedTwice => msg!(words, "text-listed-twice", found = found),
        _ => msg!(words, "text-wrong", found = found, what = what),
    }
}

/// Describes an impossible position by the text of the clause that it contradicts. `None` in English, where the engine's own
/// message is more exact.
#[must_use]
pub(crate) fn position_error(words: Words, fault: &Contradiction) -> Option<String> {
    let Contradiction { clause, subject } = fault;
    if words.lang() == Lang::En {
        return None;
    }
    let text = &rulebook::clause(clause, rulebook_lang(words.lang()))?.text;
    let first = text.split(". ").next().unwrap_or_default().replace(['*', '`'], "");
    let first = first.trim_end_matches('.');
    let mut about: Vec<String> =
        subject.seats.into_iter().map(|seat| msg!(words, "text-of-seat", seat = seat.to_string())).collect();
    about.extend(subject.places.iter().cloned());
    Some(match about.as_slice() {
        [] => msg!(words, "text-position", rule = first),
        about => msg!(words, "text-position-at", rule = first, at = about.join(", ")),
    })
}
