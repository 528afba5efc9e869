//! Keys of positions, for transposition tables.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use shelf::AnyGame;

/// The number of bytes of the digest that are the key.
const BYTES: usize = 16;

/// The key of a position: a digest of its setup without what play cannot depend on.
pub(crate) fn key(game: &AnyGame) -> String {
    let mut setup = game.to_setup();
    setup.insert("game".to_owned(), game.kind().name().into());
    match game {
        AnyGame::Catan(_) | AnyGame::CitiesAndKnights(_) => forget_counters(&mut setup),
        _ => forget_order(&mut setup),
    }
    crate::saved::hex(&Sha256::digest(Value::Object(setup).to_string())[..BYTES])
}

/// On the island: the numbers of the next roll, theft and draw of a seed, and the dice, once nothing follows from them any more. The number
/// of turns stays where the game ends after some.
fn forget_counters(setup: &mut Map<String, Value>) {
    let has_limit = setup.get("options").is_some_and(|options| !options["turn_limit"].is_null());
    if !has_limit && let Some(turn) = setup.get("turn").and_then(Value::as_u64) {
        setup.insert("turn".to_owned(), turn.min(1).into());
    }
    setup.remove("thefts");
    setup.remove("drawn");
    let stage = setup.get("stage").and_then(Value::as_str);
    if stage.is_none_or(|stage| ["before-roll", "main", "ending"].contains(&stage)) {
        setup.remove("dice");
    }
}

/// On a land of tiles: the order in which tiles and figures came. The last tiles stay where a figure may go on them.
fn forget_order(setup: &mut Map<String, Value>) {
    let is_phase =
        |name: &str| setup.get("phase").is_some_and(|phase| *phase == name || !phase[name].is_null());
    let is_between = ["drawing-start", "drawing", "placing", "over"].into_iter().any(is_phase);
    let is_first = setup.get("part").and_then(Value::as_u64).is_none_or(|part| part <= 1);
    if let Some(Value::Array(tiles)) = setup.get("tiles")
        && !(is_between && is_first)
    {
        let last = tiles[tiles.len().saturating_sub(2)..].to_vec();
        setup.insert("last".to_owned(), json!(last));
    }
    for field in ["tiles", "figures"] {
        if let Some(Value::Array(placed)) = setup.get_mut(field) {
            placed.sort_by_key(Value::to_string);
        }
    }
}
