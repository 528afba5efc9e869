//! The shared parts of the tables of Catan and of Cities & Knights: cards, places on the island, trade, and the layout of a
//! table. Each game implements its own parts in [`Island`]; the rest is written once here.

pub(crate) mod words;
pub(crate) mod snapshot;
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
pub(crate) mod topics;
pub(crate) mod spots;
