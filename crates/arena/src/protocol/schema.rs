//! The JSON Schema of the protocol.

use super::{BotMessage, HostMessage};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The schema of every message, draft 2020-12: the contents of `docs/bot-protocol.schema.json`. `#/$defs/HostMessage` and
/// `#/$defs/BotMessage` are those of one side.
#[must_use]
pub fn schema() -> Value {
    // Hosts write every member that is not optional; bots may leave out what has a default.
    let mut host = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut bot = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let sides = [host.subschema_for::<HostMessage>(), bot.subschema_for::<BotMessage>()];
    let mut definitions = host.take_definitions(true);
    definitions.append(&mut bot.take_definitions(true));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Neuland bot protocol, version 1",
        "description": "One line between a host and a bot; docs/bot-protocol.md says what it means.",
        "anyOf": sides,
        "$defs": definitions,
    })
}
