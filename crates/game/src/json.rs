//! JSON that people write by hand: a key stands once in an object, and a byte order mark in front is no part of it.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Reads a JSON text. A key that stands twice in an object is a fault: otherwise one of the two values would silently hold.
///
/// ```
/// assert!(game::json::read("\u{feff}{\"rules\": 1}").is_ok());
/// let error = game::json::read(r#"{"rules": 1, "rules": 2}"#).unwrap_err();
/// assert!(error.to_string().starts_with("the key `rules` stands twice"));
/// ```
///
/// # Errors
/// If the text is not JSON, or has a key twice in one object.
pub fn read(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(without_mark(text)).map(|Unique(value)| value)
}

/// The text without the byte order mark that some editors put in front of it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

struct Unique(Value);

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
        while let Some((key, Unique(value))) = entries.next_entry::<String, Unique>()? {
            if object.contains_key(&key) {
                return Err(serde::de::Error::custom(format!("the key `{key}` stands twice")));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
