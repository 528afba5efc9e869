//! What readers upload: records, and setups that become records.

use serde_json::Value;
use shelf::{AnyGame, Recorder, Refusal};

/// Returns the record of a game that begins at a setup and has no steps yet; `None` for a text that is no setup.
///
/// # Errors
/// Everything that is wrong with a setup that describes no position.
pub fn record_of_setup(text: &str) -> Result<Option<String>, Vec<Refusal>> {
    match game::json::read(text) {
        Err(fault) if looks_like_setup(text) => Err(vec![fault.into()]),
        Ok(setup @ Value::Object(_)) if setup.get("neuland").is_none() => {
            let game = AnyGame::from_named_setup(setup)?;
            Ok(Some(Recorder::new(&game).finish(&game).to_string()))
        }
        _ => Ok(None),
    }
}

/// Whether a text that is no JSON was to be a setup: an object whose first line neither is whole nor names a format, as every
/// line of a record would be.
fn looks_like_setup(text: &str) -> bool {
    let text = game::json::without_mark(text).trim_start();
    let first = text.lines().next().unwrap_or_default();
    text.starts_with('{') && !first.contains("\"neuland\"") && game::json::read(first).is_err()
}
