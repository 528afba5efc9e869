//! The words of a page that the reader's own browser answers, instead of a server.

use super::shell::icon;
use crate::words::{Words, msg};
use maud::{Markup, html};

/// Returns what a page says while a bot thinks for long.
#[must_use]
pub fn bot_thinks(words: Words, name: &str) -> String {
    msg!(words, "alone-thinking", name = name)
}

/// Returns the label of the button that ends the thinking of a bot.
#[must_use]
pub fn bot_hurries(words: Words) -> String {
    msg!(words, "alone-hurry")
}

/// The longest link with a record, in characters: browsers and programs for messages pass on so much.
pub const LINK_MAX: usize = 16_000;

/// Renders the button that puts the record at an address into a link; the shell of the page does it.
pub(crate) fn share_button(words: Words, record: &str) -> Markup {
    html! {
        button type="button" class="button js-only" data-share=(record) { (icon("send")) (msg!(words, "alone-share")) }
    }
}

/// Returns what the shell of such a page says, by short names: that it needs scripts, that nothing can be stored, that it has failed,
/// that a new version is there, with the label of the button that loads it, what becomes of links with records, which hold
/// `record_max` kilobytes at most, and that a game is on its way.
#[must_use]
pub fn shell_words(words: Words, record_max: usize) -> [(&'static str, String); 16] {
    [
        ("script", msg!(words, "alone-no-script")),
        ("storage", msg!(words, "alone-no-storage")),
        ("failed", msg!(words, "alone-failed")),
        ("version", msg!(words, "alone-version")),
        ("load", msg!(words, "alone-load")),
        ("link", msg!(words, "alone-link")),
        ("copied", msg!(words, "alone-link-copied")),
        ("close", msg!(words, "client-close")),
        ("long", msg!(words, "alone-link-long", most = LINK_MAX)),
        ("save", msg!(words, "alone-link-save")),
        ("damaged", msg!(words, "alone-link-damaged")),
        ("large", msg!(words, "alone-link-large", most = record_max)),
        ("reading", msg!(words, "alone-reading")),
        ("stop", msg!(words, "alone-reading-stop")),
        ("stopped", msg!(words, "alone-reading-stopped")),
        ("loading", msg!(words, "alone-loading")),
    ]
}
