//! The tables of one visitor without a server: requests as the pages make them go in, answers, entries to be stored and bots to
//! be woken come out.
//!
//! A [`Site`] is to a browser what the server is to a network: it uses the same host of tables, the same pages and the same forms,
//! for a single visitor whose browser keeps everything. Like a host it does no input or output: [`Site::request`] and what its
//! driver reports back return [`Effect`]s, to be carried out in order. The driver of the static site is a worker
//! (`web/worker.js`) with a database of the browser; tests drive it natively.
//!
//! Nothing is answered or shown before it is stored: a table's answer follows from [`Effect::Store`].
//!
//! Reading order: [`message`], [`kept`], [`effect`], [`site`], then the pages; [`thinker`] is the bots' side, in a worker of its own.

#![deny(unsafe_code)]

mod coach;
mod coach_results;
mod desk;
pub mod effect;
pub mod kept;
mod lessons;
pub mod message;
mod pictures;
mod play;
mod puzzles;
mod records;
mod relocate;
mod replays;
mod rules;
pub mod site;
mod start;
mod state;
pub mod thinker;
mod request_error;
mod visitor;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use effect::Effect;
pub use message::{Request, Response};
pub use replays::RECORD_MAX;
pub use site::Site;
