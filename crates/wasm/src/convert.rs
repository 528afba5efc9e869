//! Values of JavaScript as ours, with errors that say what was expected.

use crate::fault::{Fault, Kind};
use game::record::Object;
use game::view_document::DOCUMENT_MAX;
use game::{Seat, Seed, Viewer};
use serde::Serialize;
use serde_json::Value;
use shelf::{AnyGame, Events, GameKind};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    fn json_parse(text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn json_stringify(value: &JsValue) -> Result<JsValue, JsValue>;
}

/// The greatest whole number that a `number` holds exactly.
const INTEGER_MAX: f64 = 9_007_199_254_740_991.0;

/// A document as a value of JavaScript.
pub(crate) fn document(value: &impl Serialize) -> Result<JsValue, Fault> {
    parsed(&serde_json::to_string(value).map_err(Fault::parse)?)
}

/// The value of JavaScript that a JSON text stands for.
pub(crate) fn parsed(text: &str) -> Result<JsValue, Fault> {
    json_parse(text).map_err(|_| Fault::parse("a document is not JSON"))
}

/// The JSON text of a value of JavaScript; a text is taken for JSON already.
pub(crate) fn text_of(value: &JsValue, what: &str) -> Result<String, Fault> {
    let written = match value.as_string() {
        Some(text) => Some(text),
        None => json_stringify(value).ok().and_then(|text| text.as_string()),
    };
    let written = written.ok_or_else(|| {
        Fault::parse(format!("{what} is made of objects, lists, texts, numbers, booleans and null"))
    })?;
    bounded(written, what)
}

fn bounded(text: String, what: &str) -> Result<String, Fault> {
    if text.len() > DOCUMENT_MAX {
        let bytes = text.len();
        return Err(Fault::parse(format!("{what} has {bytes} bytes; at most {DOCUMENT_MAX} are read")));
    }
    Ok(text)
}

/// The game of this name.
pub(crate) fn game(name: &str) -> Result<GameKind, Fault> {
    Ok(name.parse::<GameKind>()?)
}

/// The options of a game from an object; `undefined` and `null` are no options.
pub(crate) fn options(value: &JsValue) -> Result<Object, Fault> {
    if value.is_undefined() || value.is_null() {
        return Ok(Object::new());
    }
    read_options(&text_of(value, "the options")?)
}

fn read_options(text: &str) -> Result<Object, Fault> {
    match game::json::read(text).map_err(Fault::parse)? {
        Value::Object(options) => Ok(options),
        _ => Err(Fault::parse("options are an object from names to values, such as { players: 3 }")),
    }
}

/// A seed: a whole number of 64 bits, or its 16 hexadecimal digits.
pub(crate) fn seed(value: &JsValue) -> Result<Seed, Fault> {
    if let Some(text) = value.as_string() {
        return Ok(text.parse::<Seed>()?);
    }
    if let Some(number) = value.as_f64() {
        return seed_of_number(number);
    }
    u64::try_from(value.clone()).map(Seed).map_err(|_| bad_seed())
}

fn seed_of_number(number: f64) -> Result<Seed, Fault> {
    let is_whole = number.fract() == 0.0 && (0.0..=INTEGER_MAX).contains(&number);
    // A whole number in this range is exact.
    let whole = number as u64;
    if is_whole { Ok(Seed(whole)) } else { Err(bad_seed()) }
}

fn bad_seed() -> Fault {
    Fault::parse(
        "a seed is a whole number from 0 to 2^53 - 1, a bigint from 0n to 2n ** 64n - 1n, or 16 hexadecimal digits as text",
    )
}

/// A seat by its letter, at a table of so many.
pub(crate) fn seat(letter: &str, seats: usize) -> Result<Seat, Fault> {
    let found = letter.parse::<Seat>().ok().filter(|seat| seat.index() < seats);
    found.ok_or_else(|| {
        let last = Seat::first(seats).last().unwrap_or(Seat::A);
        Fault::parse(format!("`{letter}` is not a seat of this game; seats are \"A\" to \"{last}\""))
    })
}

/// The seat that a host asks next; `None` where no seat is to decide.
pub(crate) fn asked(game: &AnyGame) -> Option<Seat> {
    match game.turn() {
        game::Turn::Decide(_) => Some(shelf::each!(game, game => bots::BotGame::next_to_ask(game))),
        _ => None,
    }
}

/// The named seat, or the one that is asked next; A where no seat is to decide.
pub(crate) fn seat_or_asked(letter: Option<&str>, game: &AnyGame) -> Result<Seat, Fault> {
    match letter {
        Some(letter) => seat(letter, game.seats()),
        None => Ok(asked(game).unwrap_or(Seat::A)),
    }
}

/// A viewer: a seat, `"spectator"` or `"everything"`.
pub(crate) fn viewer(name: &str, seats: usize) -> Result<Viewer, Fault> {
    match name {
        "spectator" => Ok(Viewer::Spectator),
        "everything" => Ok(Viewer::Everything),
        letter => seat(letter, seats)
            .map(Viewer::Seat)
            .map_err(|fault| Fault::parse(format!("{fault}, \"spectator\" or \"everything\""))),
    }
}

/// The events of a list of documents.
pub(crate) fn events(kind: GameKind, value: &JsValue) -> Result<Events, Fault> {
    Ok(Events::from_documents(kind, &text_of(value, "a list of events")?)?)
}

/// The element `n` of a list with `len` of them; negative numbers count from the end.
pub(crate) fn place(n: f64, len: usize, what: &str) -> Result<usize, Fault> {
    let at = if n < 0.0 { n + len as f64 } else { n };
    let is_there = at.fract() == 0.0 && at >= 0.0 && at < len as f64;
    let index = at as usize;
    if is_there {
        Ok(index)
    } else {
        Err(Fault::new(Kind::Range, format!("there is no {what} {n}; there are {len}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_whole_numbers() {
        assert_eq!(seed_of_number(7.0), Ok(Seed(7)));
        assert_eq!(seed_of_number(INTEGER_MAX), Ok(Seed((1 << 53) - 1)));
        for wrong in [-1.0, 0.5, f64::NAN, f64::INFINITY, INTEGER_MAX + 1.0] {
            assert!(seed_of_number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn places_count_from_either_end() {
        assert_eq!(place(0.0, 3, "step"), Ok(0));
        assert_eq!(place(-1.0, 3, "step"), Ok(2));
        for wrong in [3.0, -4.0, 0.5, f64::NAN] {
            assert!(place(wrong, 3, "step").is_err(), "{wrong}");
        }
    }

    #[test]
    fn viewers_and_seats_are_those_of_the_table() {
        assert_eq!(viewer("spectator", 2), Ok(Viewer::Spectator));
        assert_eq!(viewer("B", 2), Ok(Viewer::Seat(Seat::B)));
        let refused = viewer("C", 2).unwrap_err().to_string();
        assert!(refused.contains("\"A\" to \"B\"") && refused.contains("spectator"), "{refused}");
    }

    #[test]
    fn options_are_an_object() {
        assert_eq!(read_options(r#"{"players":3}"#).unwrap()["players"], 3);
        assert!(read_options("[]").is_err());
        assert!(read_options(r#"{"players":3,"players":4}"#).is_err());
    }

    #[test]
    fn long_documents_are_refused() {
        assert!(bounded("x".repeat(DOCUMENT_MAX), "it").is_ok());
        assert!(bounded("x".repeat(DOCUMENT_MAX + 1), "it").is_err());
    }
}
