//! What the pages know of Cities & Knights.
//!
//! [`words`] tells things, events and refusals, and what is asked; `picture` turns a view into what the board draws;
//! `desk` is what a player has before them (decisions, tools, the next move), with `knights`, `calendar` and `progress`
//! for knights, improvements and progress cards; `side` is what is told about players and events; `plain` the board in
//! words; `forms` what the forms send; `page` puts them together.

mod page;
mod table;
pub mod words;
pub(crate) mod picture;
mod desk;
mod facts;
mod knights;
mod calendar;
mod progress;
mod side;
mod cues;
mod plain;
mod forms;

pub use picture::picture;
pub use table::CitiesAndKnightsTable;
pub use words::Teller;
