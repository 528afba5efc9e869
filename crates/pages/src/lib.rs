//! Everything a person sees and touches: a view and a language as HTML.
//!
//! Plain data goes in ([`model`]), HTML comes out; the crate does no input or output and does not know the server.
//! Pages work as plain links and forms. The browser client in `web/` turns the legal list of a page into highlights,
//! clicks, touch and keys; it knows no rule and no geometry.
//!
//! Reading order: [`reader`] (who reads), [`model`] (what is shown), [`forms`] (what comes back), [`mod@words`] (every
//! word), [`catan`], [`cities_and_knights`] and [`carcassonne`] (the games); `island` is what the tables of the first two
//! share.

#![forbid(unsafe_code)]

pub mod reader;
pub mod model;
pub mod forms;
pub mod words;
mod assets;
mod fault;
mod shell;
mod part;
mod seats;
mod charts;
mod record;
mod replay;
mod log;
mod clocks;
mod talk;
mod asks;
mod start;
mod join;
mod people;
mod fairness;
mod verify;
mod table;
mod rules;
mod error;
mod account;
mod island;
pub mod catan;
pub mod cities_and_knights;
pub mod carcassonne;

pub use account::{
    AccountDone, AccountForm, AccountPage, ArrivePage, Device, TransferCode, You, account, arrive,
};
pub use assets::{Asset, asset_url, assets, assets_hash};
pub use error::error;
pub use fairness::fairness;
pub use fault::fault;
pub use join::join;
pub use log::LOG_LINES;
pub use model::*;
pub use people::{Pace, People, PublicTable, lobby};
pub use reader::{Aid, Aids, Confirm, Keys, Lang, Mode, Motion, PlaceNames, Reader, Settings, Sounds, Theme};
pub use record::{record_damage, record_fault};
pub use replay::{
    Lines, REPLAY_LINES, ReplayCharts, ReplayPage, UploadFault, UploadPage, eyes_text, read_eyes, replay,
    replay_main, shows_last_turn, upload,
};
pub use rules::{clause_url, rules};
pub use start::start;
pub use table::{board, main, preview, table};
pub use words::{Names, Words, refusal};

#[doc(hidden)] // for the macro `say!`
pub use fluent_bundle::FluentArgs;
