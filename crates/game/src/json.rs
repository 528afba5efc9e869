//! JSON that people write by hand: an object has each key once, a leading byte order mark is no part of the text, and errors are
//! reported in terms of JSON, with their place.

mod fault;
mod reader;

pub use fault::{Found, JsonFault, JsonFaultKind, Shape, shown};
use reader::Reader;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Reads a JSON text. A key that stands twice in an object is a fault: otherwise one of the two values would silently hold.
///
/// ```
/// assert!(game::json::read("\u{feff}{\"rules\": 1}").is_ok());
/// let error = game::json::read(r#"{"rules": 1, "rules": 2}"#).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 20: the key `rules` appears twice");
/// ```
///
/// # Errors
/// If the text is not JSON, or has a key twice in one object.
pub fn read(text: &str) -> Result<Value, JsonFault> {
    let text = without_mark(text);
    serde_json::from_str(text).map(|Unique(value)| value).map_err(|error| fault(text, &error))
}

/// A value out of JSON that was read already.
///
/// # Errors
/// If the JSON is not of the form that the type has.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, JsonFault> {
    T::deserialize(Reader(value))
}

/// A value out of a JSON text of a few lines. A fault costs a second reading, which finds where it is.
///
/// # Errors
/// If the text is not JSON, has a key twice in one object, or is not of the form that the type has.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, JsonFault> {
    let text = without_mark(text);
    serde_json::from_str(text).map_err(|error| match read(text).and_then(|value| from_value::<T>(&value)) {
        Err(fault) => fault,
        // Only types that borrow from the text or keep it as it is are read otherwise here.
        Ok(_) => fault(text, &error),
    })
}

/// Parses a value from bytes.
///
/// # Errors
/// As [`parse`], and if the bytes are not UTF-8.
pub fn parse_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, JsonFault> {
    parse(std::str::from_utf8(bytes).map_err(JsonFault::not_utf8)?)
}

/// Converts an error of serde_json about a text.
fn fault(text: &str, error: &serde_json::Error) -> JsonFault {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let twice = message.strip_prefix(TWICE).and_then(|rest| rest.rsplit_once("` at line "));
    JsonFault::new(match twice {
        Some((key, _)) => JsonFaultKind::KeyTwice { line, column, key: shown(key) },
        None if error.is_data() => JsonFaultKind::Wrong { found: Found::Object, expected: Shape::Other },
        None if error.is_eof() => {
            let read = text.trim_end();
            let last = read.rsplit('\n').next().unwrap_or_default();
            let line = read.matches('\n').count() + 1;
            JsonFaultKind::Syntax { line, column: last.chars().count() + 1, found: None }
        }
        None => {
            let at = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
            // serde_json counts bytes.
            let start = (0..column).rev().find(|&at_byte| at.is_char_boundary(at_byte)).unwrap_or(0);
            let found = at.get(start..).and_then(|rest| rest.chars().next());
            let column = at.get(..start).map_or(column, |before| before.chars().count() + 1);
            JsonFaultKind::Syntax { line, column, found }
        }
    })
}

/// The beginning of the message that names a duplicate key.
const TWICE: &str = "twice: `";

/// The text without the byte order mark that some editors put in front of it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Rows as an array of arrays; `None` if their number or the length of one of them is another. Serde reads no arrays whose lengths are
/// parameters.
#[must_use]
pub fn rows<T, const COLUMNS: usize, const ROWS: usize>(rows: Vec<Vec<T>>) -> Option<[[T; COLUMNS]; ROWS]> {
    let rows: Option<Vec<[T; COLUMNS]>> = rows.into_iter().map(|row| row.try_into().ok()).collect();
    rows?.try_into().ok()
}

/// A value in which no key stands twice in one object.
#[derive(Clone, PartialEq, Debug)]
pub struct Unique(pub Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Unique)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(serde::de::Error::custom(format!("{TWICE}{key}`")));
            }
            let Unique(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
