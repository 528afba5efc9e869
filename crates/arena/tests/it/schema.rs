//! The JSON Schema of the bot protocol is the committed one.

use serde_json::Value;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bot-protocol.schema.json");

#[test]
fn the_schema_is_the_committed_one() {
    let schema = arena::protocol::schema();
    if std::env::var_os("NEULAND_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        std::fs::write(PATH, text + "\n").expect("docs can be written");
    }
    let committed =
        std::fs::read_to_string(PATH).expect("docs/bot-protocol.schema.json; NEULAND_BLESS=1 writes it");
    let committed: Value = serde_json::from_str(&committed).expect("the committed schema is JSON");
    assert!(
        schema == committed,
        "the messages and docs/bot-protocol.schema.json differ; if the change is meant, run \
         NEULAND_BLESS=1 cargo test -p arena --test it schema::"
    );
}
