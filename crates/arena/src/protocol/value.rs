//! Values that messages share.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A JSON object of a game, kept as text: a view or an event (`docs/view.md`), or options (`docs/record.md`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Document(pub Box<RawValue>);

impl Document {
    /// A value as a document.
    ///
    /// # Panics
    /// If the value has no JSON form.
    #[must_use]
    pub fn of(value: &impl Serialize) -> Document {
        Document(serde_json::value::to_raw_value(value).expect("views and events are documents"))
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

impl JsonSchema for Document {
    fn schema_name() -> Cow<'static, str> {
        "Document".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "A view or an event (docs/view.md), or options (docs/record.md)."
        })
    }
}

/// The schema of a [`game::Seat`] in messages: its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeatLetter;

impl JsonSchema for SeatLetter {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-F]$", "description": "The letter of a seat." })
    }
}

/// The schema of an object with one member for each seat.
pub(super) struct ByLetter<T>(std::marker::PhantomData<T>);

impl<T: JsonSchema> JsonSchema for ByLetter<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}BySeat", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": generator.subschema_for::<SeatLetter>(),
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// A probability, from 0 to 1.
pub(super) struct Probability;

impl JsonSchema for Probability {
    fn schema_name() -> Cow<'static, str> {
        "Probability".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// The schema of a seed.
pub(super) struct Decimal;

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$" })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// Seeds as decimal strings: readers whose numbers are floating-point lose no digit.
pub(super) mod decimal {
    use game::Seed;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::borrow::Cow;

    pub(crate) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&seed.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map(Seed).map_err(|_| D::Error::custom("a seed is a decimal number below 2^64"))
    }
}
