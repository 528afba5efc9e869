//! Options as a JSON object.

use super::{NamedOptions, OptionError, Values};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// Writes one object with every option by its name, in the order of the table; an option that is left to another
/// ([`Values::NamesOrDefault`]) is left out. Counts name all kinds ([`NamedOptions::text_complete`]): the usual ones may be
/// corrected, and a record must not change with them.
///
/// # Errors
/// As the serializer has them.
pub fn serialize<O: NamedOptions, S: Serializer>(options: &O, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for option in O::TABLE {
        let text = options.text(option).expect("every row of the table is a field");
        match option.values {
            Values::NamesOrDefault(_) if text == "default" => {}
            Values::Counts(_) => {
                map.serialize_entry(option.name, &options.text_complete(option))?;
            }
            Values::Switch => map.serialize_entry(option.name, &(text == "true"))?,
            Values::Range(..) | Values::RangeOrNone(..) => {
                map.serialize_entry(option.name, &text.parse::<u16>().ok())?;
            }
            Values::Names(_) | Values::NamesOrDefault(_) | Values::SeatOr(..) => {
                map.serialize_entry(option.name, &text)?;
            }
        }
    }
    map.end()
}

/// Reads an object: options that are left out have their default, unknown names are refused, and a value may be
/// written as text too (`"players": "3"`). Does not [`validate`](NamedOptions::validate) how options fit together.
///
/// # Errors
/// If it is no object, or an option is unknown, given twice or cannot have its value.
pub fn deserialize<'de, O: NamedOptions, D: Deserializer<'de>>(deserializer: D) -> Result<O, D::Error> {
    deserializer.deserialize_map(ByName(PhantomData))
}

struct ByName<O>(PhantomData<O>);

impl<'de, O: NamedOptions> Visitor<'de> for ByName<O> {
    type Value = O;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of options by name, such as {\"players\": 3}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<O, A::Error> {
        let mut options = O::default();
        let mut seen: Vec<&str> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let option = O::info(&name).map_err(serde::de::Error::custom)?;
            let Text(value) = map.next_value()?;
            if seen.contains(&option.name) {
                return Err(serde::de::Error::custom(OptionError::Twice { option }));
            }
            seen.push(option.name);
            options.set_or_none(option.name, value.as_deref()).map_err(serde::de::Error::custom)?;
        }
        Ok(options)
    }
}

/// A JSON string, number or boolean as the text of an option's value; `None` for null.
struct Text(Option<String>);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyText;
        impl Visitor<'_> for AnyText {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the value of an option: a string, a whole number, a boolean or null")
            }
            fn visit_str<E>(self, value: &str) -> Result<Text, E> {
                Ok(Text(Some(value.to_owned())))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Text, E> {
                Ok(Text(Some(value.to_string())))
            }
            fn visit_unit<E>(self) -> Result<Text, E> {
                Ok(Text(None))
            }
        }
        deserializer.deserialize_any(AnyText)
    }
}
