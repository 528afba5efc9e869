//! The games for JavaScript: states, legal actions, views, events, bots, records and pictures as one WebAssembly module, from which
//! `cargo xtask npm` makes the package `neuland` (`docs/npm.md`).
//!
//! The module adds no rule. It reads the caller's values, calls the shelf, the bots, the pictures and the encodings, and returns texts,
//! numbers and documents. Bad input becomes a [`fault`], which JavaScript gets as a `NeulandError` with its clause. A panic ends the
//! module: the script `npm/guard.js` reports it as an `AbortedError`, refuses further calls, and can start the module anew.
//!
//! Reading order: [`convert`] (values from JavaScript), [`fault`], [`info`], [`state`], [`bot`], [`play`], [`record`], [`table`].

mod convert;
mod fault;
pub mod info;
pub mod state;
pub mod bot;
pub mod play;
pub mod record;
pub mod table;

use wasm_bindgen::prelude::*;

/// The types that the documentation of formats describes (`docs/view.md`, `docs/record.md`).
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

#[wasm_bindgen(raw_module = "./errors.js")]
extern "C" {
    /// Keeps the message of a panic for the error that the guard throws.
    #[wasm_bindgen(js_name = notePanic)]
    fn note_panic(message: &str);
}

/// Begins the module: the message of a panic goes to the guard.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| note_panic(&panic.to_string())));
}

/// Ends the module as a defect in it would, so that programs can test how they recover: it throws an `AbortedError`, as every later
/// call does until `restart()`.
///
/// # Panics
/// Always.
#[wasm_bindgen]
pub fn abort() {
    panic!("abort() was called");
}
