//! The building blocks of pages.

pub(crate) mod alone;
pub(crate) mod explanation;
pub(crate) mod hint;
pub(crate) mod hot_seat;
#[cfg(feature = "assets")]
pub(crate) mod linked;
pub(crate) mod signs;
#[cfg(feature = "assets")]
pub(crate) mod assets;
pub(crate) mod addresses;
pub(crate) mod bots;
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
pub(crate) mod story;
pub(crate) mod clocks;
pub(crate) mod charts;
pub(crate) mod chances;
pub(crate) mod odds;
pub(crate) mod pins;
pub(crate) mod bargain;
pub(crate) mod log;
pub(crate) mod report;
pub(crate) mod talk;
pub(crate) mod moderation;
pub(crate) mod asks;
pub(crate) mod controls;
pub(crate) mod terms;
pub(crate) mod qr;
pub(crate) mod people;
pub(crate) mod holdings;
pub(crate) mod layout;
pub(crate) mod lesson;
pub(crate) mod exercise;
pub(crate) mod search;
pub(crate) mod credentials;

use shelf::{GameKind, Lesson};

/// Returns the address of a game's lesson; `None` if it has none.
pub(crate) fn lesson_address(game: GameKind) -> Option<String> {
    Lesson::text(game).map(|_| format!("/learn/{game}"))
}
