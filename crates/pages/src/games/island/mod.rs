//! What the tables of Catan and of Cities & Knights have in common: cards of some kinds, places on the island, trade,
//! and how a table is laid out. Each game says in [`Island`] what it tells in its own way; the rest is written once here.

pub(crate) mod words;
pub(crate) mod past;
pub(crate) mod cues;
pub(crate) mod table;
pub(crate) mod cards;
pub(crate) mod bank;
pub(crate) mod facts;
pub(crate) mod desk;
pub(crate) mod trade;
mod talk;
pub(crate) mod panel;
pub(crate) mod side;
pub(crate) mod plain;
pub(crate) mod page;
pub(crate) mod forms;
