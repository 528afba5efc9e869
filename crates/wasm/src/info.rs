//! Facts about the games: options, bots, clauses.

use crate::convert::{self, document};
use crate::fault::{Fault, Kind};
use bots::any::roster;
use rulebook::Lang;
use serde_json::json;
use shelf::{GameInfo, GameKind};
use wasm_bindgen::prelude::*;

/// Returns every game with its options.
#[wasm_bindgen(unchecked_return_type = "GameInfo[]")]
pub fn games() -> Result<JsValue, Fault> {
    let games: Vec<GameInfo> = GameKind::ALL.iter().map(|kind| kind.info()).collect();
    document(&games)
}

/// Returns the bots of a game, the weakest first.
///
/// Throws a `NeulandError` if there is no such game.
#[wasm_bindgen(unchecked_return_type = "BotInfo[]")]
pub fn bots(#[wasm_bindgen(unchecked_param_type = "GameName")] game: &str) -> Result<JsValue, Fault> {
    let bots = roster(convert::game(game)?).iter();
    let info =
        |bot: &bots::BotInfo| json!({"name": bot.name, "about": bot.about, "searches": bot.searches()});
    document(&bots.map(info).collect::<Vec<_>>())
}

/// Returns a clause of the rulebook by its id, such as `"CATAN-ROB-5"`, in English or German.
///
/// Throws a `NeulandError` if there is no such clause.
#[wasm_bindgen(unchecked_return_type = "Clause")]
pub fn clause(
    id: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "\"en\" | \"de\"")] lang: Option<String>,
) -> Result<JsValue, Fault> {
    let lang = match lang.as_deref() {
        None | Some("en") => Lang::En,
        Some("de") => Lang::De,
        Some(other) => {
            return Err(Fault::parse(format!(
                "`{other}` is not a language here; there are \"en\" and \"de\""
            )));
        }
    };
    let found = rulebook::clause(id, lang).ok_or_else(|| {
        Fault::parse(format!("the rulebook has no clause `{id}`; ids look like CATAN-ROB-5"))
    })?;
    document(&json!({"id": found.id, "game": found.game, "heading": found.heading, "text": found.text}))
}

/// Returns the version of the package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the events of a list as another viewer may know them; they must not be redacted already for somebody else.
///
/// Throws a `NeulandError` if they are no events of this game, or there is no such viewer.
#[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
pub fn redact(
    #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
    #[wasm_bindgen(unchecked_param_type = "GameEvent[]")] events: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Viewer")] viewer: &str,
) -> Result<JsValue, Fault> {
    let kind = convert::game(game)?;
    let viewer = convert::viewer(viewer, kind.info().seats_max)?;
    convert::parsed(convert::events(kind, events)?.documents_text(viewer).get())
}

/// Refuses a name that no bot of a game has.
pub(crate) fn known_bot(kind: GameKind, name: &str) -> Result<(), Fault> {
    if roster(kind).iter().any(|bot| bot.name == name) {
        return Ok(());
    }
    let names: Vec<&str> = roster(kind).iter().map(|bot| bot.name).collect();
    Err(Fault::new(Kind::Parse, format!("`{name}` is not a bot of {kind}; bots are {}", names.join(", "))))
}
