//! The pages, one file each.

pub(crate) mod start;
pub(crate) mod games;
mod mine;
mod new_table;
pub(crate) mod lobby;
pub(crate) mod join;
pub(crate) mod waiting;
pub(crate) mod cover;
pub(crate) mod table;
pub(crate) mod in_words;
pub(crate) mod puzzles;
pub(crate) mod replay;
pub(crate) mod card;
pub(crate) mod coach;
pub(crate) mod upload;
pub(crate) mod play_on;
pub(crate) mod record;
pub(crate) mod account;
pub(crate) mod recovery;
#[cfg(feature = "assets")]
pub(crate) mod install;
pub(crate) mod fairness;
pub(crate) mod rules;
pub(crate) mod rules_search;
pub(crate) mod kinds;
pub(crate) mod report;
pub(crate) mod admin;
pub(crate) mod admin_table;
pub(crate) mod error;
pub(crate) mod site;
