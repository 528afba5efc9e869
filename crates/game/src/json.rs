//! JSON that people write by hand: an object has each key once, a leading byte order mark is no part of the text, and errors are
//! reported in terms of JSON, with their place.

mod error;
mod reader;

pub use error::{JsonError, JsonErrorKind, Shape, UnexpectedValue, shown};
use reader::Reader;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use std::cell::Cell;
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
pub fn read(text: &str) -> Result<Value, JsonError> {
    let text = without_mark(text);
    let twice = Cell::new(None);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = UniqueKeys(&twice).deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| fault(text, &error, twice.take()))
}

/// A value out of JSON that was read already.
///
/// # Errors
/// If the JSON is not of the form that the type has.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, JsonError> {
    T::deserialize(Reader(value))
}

/// A value out of a JSON text of a few lines. A fault costs a second reading, which finds where it is.
///
/// # Errors
/// If the text is not JSON, has a key twice in one object, or is not of the form that the type has.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    let text = without_mark(text);
    serde_json::from_str(text).map_err(|error| match read(text).and_then(|value| from_value::<T>(&value)) {
        Err(fault) => fault,
        // Only types that borrow from the text or keep it as it is are read otherwise here.
        Ok(_) => fault(text, &error, None),
    })
}

/// Parses a value from bytes.
///
/// # Errors
/// As [`parse`], and if the bytes are not UTF-8.
pub fn parse_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, JsonError> {
    parse(std::str::from_utf8(bytes).map_err(JsonError::not_utf8)?)
}

/// Converts an error of serde_json about a text, in which a key may stand twice.
fn fault(text: &str, error: &serde_json::Error, twice: Option<String>) -> JsonError {
    let (line, column) = (error.line(), error.column());
    JsonError::new(match twice {
        Some(key) => JsonErrorKind::KeyTwice { line, column, key: shown(&key) },
        None if error.is_data() => {
            JsonErrorKind::Wrong { found: UnexpectedValue::Object, expected: Shape::Other }
        }
        None if error.is_eof() => {
            let read = text.trim_end();
            let last = read.rsplit('\n').next().unwrap_or_default();
            let line = read.matches('\n').count() + 1;
            JsonErrorKind::Syntax { line, column: last.chars().count() + 1, found: None }
        }
        None => {
            let at = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
            // serde_json counts bytes.
            let start = (0..column).rev().find(|&at_byte| at.is_char_boundary(at_byte)).unwrap_or(0);
            let found = at.get(start..).and_then(|rest| rest.chars().next());
            let column = at.get(..start).map_or(column, |before| before.chars().count() + 1);
            JsonErrorKind::Syntax { line, column, found }
        }
    })
}

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
        UniqueKeys(&Cell::new(None)).deserialize(deserializer).map(Unique)
    }
}

/// A reader of such values, which remembers a key that stands twice: serde's errors carry nothing but words.
#[derive(Clone, Copy)]
struct UniqueKeys<'a>(&'a Cell<Option<String>>);

impl<'de> DeserializeSeed<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys<'_> {
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
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                self.0.set(Some(key));
                return Err(serde::de::Error::custom("a key stands twice"));
            }
            let value = entries.next_value_seed(self)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::Error;

    #[test]
    fn a_key_that_reads_like_an_error_stands_twice_where_it_does() {
        let key = "a` at line 7 column 9";
        let fault = read(&format!("{{\"{key}\": 1,\n \"{key}\": 2}}")).unwrap_err();
        assert_eq!(fault.to_string(), format!("line 2, column 24: the key `{key}` appears twice"));
    }

    /// A type whose words for what it expects are those of other types.
    #[derive(Debug)]
    struct Misleading;

    impl<'de> Deserialize<'de> for Misleading {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Misleading, D::Error> {
            deserializer.deserialize_tuple(2, Misleading)
        }
    }

    impl<'de> Visitor<'de> for Misleading {
        type Value = Misleading;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("struct u8 with 7 elements")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Misleading, A::Error> {
            let mut read = 0;
            while items.next_element::<u8>()?.is_some() {
                read += 1;
            }
            if read == 2 { Ok(Misleading) } else { Err(A::Error::invalid_length(read, &self)) }
        }
    }

    #[test]
    fn a_fault_says_what_the_type_asked_for_and_not_what_serde_says() {
        let told = |text: &str| parse::<Vec<Misleading>>(text).unwrap_err().to_string();
        assert_eq!(told("[[1, 2], 3]"), "`[1]` is `3`; it must be a list in brackets");
        assert_eq!(told("[[1, 2, 3]]"), "`[0]`: the list has 3 items; it must have 2");
        assert_eq!(told("[[1, 300]]"), "`[0][1]` is `300`; it must be a whole number from 0 to 255");
        assert_eq!(told("{}"), "this is an object; it must be a list in brackets");
    }
}
