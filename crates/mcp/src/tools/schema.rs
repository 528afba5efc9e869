//! The schemas of arguments and answers. What the schema of an argument says is what the tool enforces: it is read from there.

use crate::outcome::Refused;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Number, Value, json};
use std::borrow::Cow;

/// The largest whole number that every client can write: JavaScript has no larger ones.
pub(super) const WHOLE_MAX: u64 = (1 << 53) - 1;

/// The id of a table: nothing else is a part of an address, so no argument leads elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct TableId(String);

impl TryFrom<String> for TableId {
    type Error = String;

    fn try_from(text: String) -> Result<TableId, String> {
        match super::table_id(&text) {
            Ok(_) => Ok(TableId(text)),
            Err(refused) => Err(refused.message),
        }
    }
}

impl std::ops::Deref for TableId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for TableId {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "TableId".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9A-Za-z]{12}$" })
    }
}

/// The schema of a type, as one object without references and without the formats of Rust's numbers, which no client knows.
pub(super) fn schema_of<T: JsonSchema>(is_answer: bool) -> Map<String, Value> {
    let mut settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    if is_answer {
        settings = settings.for_serialize();
    }
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    without_formats(&mut schema);
    let Value::Object(mut schema) = schema else { return Map::new() };
    schema.remove("title");
    schema.remove("description");
    schema
}

fn without_formats(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.remove("format");
            object.values_mut().for_each(without_formats);
        }
        Value::Array(list) => list.iter_mut().for_each(without_formats),
        _ => {}
    }
}

/// The schema of what a tool answers: its data, or a refusal.
pub(super) fn answer_schema<T: JsonSchema>() -> Map<String, Value> {
    let refusal = json!({
        "description": "Why nothing was done.",
        "type": "object",
        "properties": {
            "error": { "type": "string", "description": "A code in kebab case." },
            "message": { "type": "string", "description": "What is wrong and what to do." },
            "clause": { "type": "string", "description": "The clause of the rulebook that stands against it." },
            "version": { "type": "integer", "minimum": 0, "description": "The version of the table now." },
            "legal": { "type": "array", "items": { "type": "string" }, "description": "What is legal instead." },
            "total": { "type": "integer", "minimum": 0, "description": "How many actions are legal, if these are not all." },
            "choose": { "type": "object", "description": "All legal actions, if they are a choice of many cards." },
        },
        "required": ["error", "message"],
        "additionalProperties": false,
    });
    let schema = json!({ "type": "object", "anyOf": [schema_of::<T>(true), refusal] });
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// Whole numbers as such, also where a client has written `1.0`: JSON Schema knows no difference.
pub(super) fn whole(arguments: &mut Map<String, Value>) {
    for value in arguments.values_mut() {
        let float = value.as_f64().filter(|_| value.is_f64());
        if let Some(float) = float.filter(|it| it.fract() == 0.0 && it.abs() <= WHOLE_MAX as f64) {
            *value = Value::Number(Number::from(float as i64));
        }
    }
}

/// Refuses arguments that are outside the limits of their schema: numbers and lengths. Their kinds are checked by reading them.
pub(super) fn check_limits(
    schema: &Map<String, Value>,
    arguments: &Map<String, Value>,
) -> Result<(), Refused> {
    for (name, value) in arguments {
        let limits = &schema["properties"][name];
        match value {
            Value::Number(number) => check_number(name, number, limits)?,
            Value::String(text) => check_length(name, text.chars().count(), limits, "Length")?,
            Value::Array(items) => {
                check_length(name, items.len(), limits, "Items")?;
                for item in items.iter().filter_map(Value::as_str) {
                    check_length(name, item.chars().count(), &limits["items"], "Length")?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_number(name: &str, number: &Number, limits: &Value) -> Result<(), Refused> {
    let (Some(least), Some(most)) = (limits["minimum"].as_u64(), limits["maximum"].as_u64()) else {
        return Ok(());
    };
    // Other numbers than whole ones from 0 on are no numbers of any tool.
    if number.as_u64().is_some_and(|number| (least..=most).contains(&number)) {
        return Ok(());
    }
    Err(Refused::arguments(format!("`{name}` is {number}; it is a whole number from {least} to {most}")))
}

/// Checks `minLength` and `maxLength`, or `minItems` and `maxItems`.
fn check_length(name: &str, found: usize, limits: &Value, what: &str) -> Result<(), Refused> {
    let limit = |side: &str| limits[format!("{side}{what}")].as_u64();
    let (least, most) = (limit("min").unwrap_or(0), limit("max").unwrap_or(u64::MAX));
    if (least..=most).contains(&(found as u64)) {
        return Ok(());
    }
    let unit = if what == "Length" { "characters" } else { "items" };
    Err(Refused::arguments(match found as u64 > most {
        true => format!("`{name}` has {found} {unit}; at most {most} are read"),
        false => format!("`{name}` has {found} {unit}; it needs at least {least}"),
    }))
}
