//! A table in words, for those who see no page: programs that read it out, and language models.

use crate::model::{Stage, TablePage, ToldLine};
use crate::parts::asks::unmarked;
use crate::parts::log::LOG_LINES;
use crate::parts::plain_text::plain_text;

/// What goes on, in one line: whose turn it is and what is to be decided, or who has won.
#[must_use]
pub fn headline_in_words(page: &TablePage<'_>) -> String {
    unmarked(page.game.0.title(page))
}

/// The position as the reader may know it, as plain text: what goes on, open offers, hands, players and the board. Empty but
/// for its first line while seats are open.
///
/// It is what the page tells in [`Mode::Text`](crate::Mode::Text), which the reader must have chosen.
#[must_use]
pub fn position_in_words(page: &TablePage<'_>) -> String {
    let headline = headline_in_words(page);
    if page.stage == Stage::Waiting {
        return format!("# {headline}\n");
    }
    format!("# {headline}\n\n{}", plain_text(&page.game.0.position(page)))
}

/// The position without the board, as plain text: open offers, hands, the tile to be placed and how it can be turned, and what
/// everybody sees of the players. Empty while seats are open.
#[must_use]
pub fn summary_in_words(page: &TablePage<'_>) -> String {
    if page.stage == Stage::Waiting {
        return String::new();
    }
    plain_text(&page.game.0.summary(page))
}

/// What each of these actions does, in the words of its button: `Road on P25, from I17 to I18`. `None` for a text that is no
/// action, and for one that the summary explains: where a tile is placed, and how it is turned.
#[must_use]
pub fn actions_in_words(page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>> {
    page.game.0.actions(page, actions)
}

/// The last lines of the log after a version as sentences, oldest first: at most [`LOG_LINES`] of them.
#[must_use]
pub fn log_in_words(page: &TablePage<'_>, after: u64) -> Vec<ToldLine> {
    let mut lines = page.game.0.told_after(page, after);
    lines.retain(|line| !line.text.is_empty());
    lines.split_off(lines.len().saturating_sub(LOG_LINES))
}
