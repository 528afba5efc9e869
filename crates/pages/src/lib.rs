//! Everything a person sees and touches: a view and a language as HTML.
//!
//! Plain data goes in ([`model`]), HTML comes out; the crate does no input or output and does not know the server.
//! Pages work as plain links and forms. The browser client in `web/` turns the legal list of a page into highlights,
//! clicks, touch and keys; it knows no rule and no geometry.
//!
//! Reading order: [`reader`] (who reads), [`model`] (what is shown), [`forms`] (what comes back), [`mod@words`] (every
//! word), [`catan`] (the game).

#![forbid(unsafe_code)]

pub mod reader;
pub mod model;
pub mod forms;
pub mod words;
pub mod catan;

pub use model::*;
pub use reader::{Confirm, Lang, Mode, Motion, PlaceNames, Reader, Settings, Sounds, Theme};
pub use words::Words;

#[doc(hidden)] // for the macro `say!`
pub use fluent_bundle::FluentArgs;
