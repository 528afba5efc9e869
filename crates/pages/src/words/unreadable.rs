//! Faults of unreadable texts and documents in the reader's language.

use super::fluent::{Words, say};
use super::reader::{Lang, rulebook_lang};
use game::json::{JsonError, JsonErrorKind, Shape, UnexpectedValue, shown};
use game::{ParseError, ParseErrorKind};
use shelf::Contradiction;

/// Describes a JSON fault: its place, what stands there, and what belongs there.
#[must_use]
pub fn json_error(words: Words, fault: &JsonError) -> String {
    use JsonErrorKind as K;
    let what = match fault.kind() {
        K::NotUtf8 { valid } => say!(words, "json-not-utf8", valid = valid.to_string()),
        K::ByteOrderMark => say!(words, "json-byte-order-mark"),
        K::Syntax { line, column, found } => {
            let (line, column) = (line.to_string(), column.to_string());
            match found.map(|found| shown(&found.to_string())) {
                Some(found) => say!(words, "json-syntax", line = line, column = column, found = found),
                None => say!(words, "json-breaks-off", line = line, column = column),
            }
        }
        K::KeyTwice { line, column, key } => {
            let (line, column) = (line.to_string(), column.to_string());
            say!(words, "json-key-twice", line = line, column = column, key = key.as_str())
        }
        K::Missing { key } => say!(words, "json-missing", key = key.as_str()),
        K::UnknownKey { key, known } if known.is_empty() => {
            say!(words, "json-no-key", key = key.as_str())
        }
        K::UnknownKey { key, known } => {
            say!(words, "json-unknown-key", key = key.as_str(), known = known.join(", "))
        }
        K::UnknownName { found, known } => {
            say!(words, "json-unknown-name", found = found.as_str(), known = known.join(", "))
        }
        K::Wrong { found, expected } => {
            let found = match found {
                UnexpectedValue::Value(text) => format!("`{text}`"),
                UnexpectedValue::List => say!(words, "json-a-list"),
                UnexpectedValue::Object => say!(words, "json-an-object"),
            };
            say!(words, "json-wrong", found = found, expected = shape(words, expected))
        }
        K::Length { found, expected } => match expected {
            Some(expected) => {
                let (found, expected) = (found.to_string(), expected.to_string());
                say!(words, "json-length", found = found, expected = expected)
            }
            None => say!(words, "json-bad-length", found = found.to_string()),
        },
        K::Text(error) => parse_error(words, error),
        K::Other(message) if words.lang() == Lang::En => message.clone(),
        _ => say!(words, "json-otherwise"),
    };
    match fault.path() {
        "" => what,
        path => format!("`{path}`: {what}"),
    }
}

fn shape(words: Words, shape: &Shape) -> String {
    match shape {
        Shape::Object => say!(words, "json-object"),
        Shape::List => say!(words, "json-list"),
        Shape::Text => say!(words, "json-text"),
        Shape::Switch => say!(words, "json-switch"),
        Shape::Null => say!(words, "json-null"),
        Shape::Number => say!(words, "json-number"),
        Shape::Whole => say!(words, "json-whole"),
        Shape::WholeWithin(least, most) => {
            say!(words, "json-whole-within", least = least.to_string(), most = most.to_string())
        }
        Shape::Single => say!(words, "json-single"),
        Shape::Name => say!(words, "json-name"),
        _ => say!(words, "json-another"),
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
    let what = words.or(&key_of(error.expected()), &say!(words, "text-otherwise"));
    let Some(found) = error.found().map(shown) else {
        return say!(words, "text-missing", what = what);
    };
    match error.kind() {
        ParseErrorKind::Incomplete => {
            say!(words, "text-incomplete", found = found, example = error.hint())
        }
        ParseErrorKind::OutOfRange => match error.range() {
            Some((least, most)) => {
                let (least, most) = (least.to_string(), most.to_string());
                say!(words, "text-out-of-range", found = found, what = what, least = least, most = most)
            }
            None => say!(words, "text-wrong", found = found, what = what),
        },
        ParseErrorKind::Repeated => say!(words, "text-repeated", found = found, twice = error.hint()),
        ParseErrorKind::ListedTwice => say!(words, "text-listed-twice", found = found),
        _ => say!(words, "text-wrong", found = found, what = what),
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
        subject.seats.into_iter().map(|seat| say!(words, "text-of-seat", seat = seat.to_string())).collect();
    about.extend(subject.places.iter().cloned());
    Some(match about.as_slice() {
        [] => say!(words, "text-position", rule = first),
        about => say!(words, "text-position-at", rule = first, at = about.join(", ")),
    })
}
