//! What pages are put together from.

pub(crate) mod here;
pub(crate) mod linked;
pub(crate) mod assets;
pub(crate) mod shell;
pub(crate) mod clause;
pub(crate) mod command;
pub(crate) mod part;
pub(crate) mod notice;
pub(crate) mod nickname;
pub(crate) mod moment;
pub(crate) mod pictures;
pub(crate) mod plain_text;
pub(crate) mod seats;
pub(crate) mod standings;
pub(crate) mod clocks;
pub(crate) mod charts;
pub(crate) mod log;
pub(crate) mod talk;
pub(crate) mod asks;
pub(crate) mod controls;
pub(crate) mod terms;
pub(crate) mod qr;
pub(crate) mod people;
pub(crate) mod holdings;
pub(crate) mod layout;
pub(crate) mod credentials;
