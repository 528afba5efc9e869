//! The pages, one file each.

pub(crate) mod start;
pub(crate) mod join;
pub(crate) mod people;
pub(crate) mod table;
pub(crate) mod replay;
pub(crate) mod account;
pub(crate) mod fairness;
pub(crate) mod verify;
pub(crate) mod rules;
pub(crate) mod record;
pub(crate) mod error;
