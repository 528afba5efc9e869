//! The words of a page that the reader's own browser answers, instead of a server.

use crate::words::{Words, msg};

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

/// Returns what the shell of such a page says, by short names: that it needs scripts, that nothing can be stored, that it has failed,
/// and that a new version is there, with the label of the button that loads it.
#[must_use]
pub fn shell_words(words: Words) -> [(&'static str, String); 5] {
    [
        ("script", msg!(words, "alone-no-script")),
        ("storage", msg!(words, "alone-no-storage")),
        ("failed", msg!(words, "alone-failed")),
        ("version", msg!(words, "alone-version")),
        ("load", msg!(words, "alone-load")),
    ]
}
