//! The pages of Cities & Knights.
//!
//! [`words`] puts cards, events, refusals and prompts into words; `picture` turns a view into the picture of the board; `desk`
//! holds the player's controls (decisions, tools, the next move), with `knights`, `calendar` and `progress` for knights,
//! improvements and progress cards; `side` describes players and events; `plain` renders the board in words; `forms` turns the
//! forms into actions; `page` assembles them.

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
pub use words::Narrator;
