//! What pages are put together from.

pub(crate) mod assets;
pub(crate) mod shell;
pub(crate) mod part;
pub(crate) mod seats;
pub(crate) mod charts;
pub(crate) mod log;
pub(crate) mod clocks;
pub(crate) mod talk;
pub(crate) mod asks;
