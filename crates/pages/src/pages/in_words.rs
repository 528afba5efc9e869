//! A table in words, for clients without pages, such as programs that read it out and language models.

use crate::model::{PlainLine, TablePage, TableStage};
use crate::parts::asks::unmarked;
use crate::parts::log::LOG_LINES;
use crate::parts::plain_text::plain_text;

/// Describes the state of the game in one line: whose turn it is and what is to be decided, or who has won.
#[must_use]
pub fn headline_in_words(page: &TablePage<'_>) -> String {
    unmarked(page.game.0.title(page))
}

/// Renders the reader's perspective of the position as plain text: headline, open offers, hands, players and the board. Only the
/// first line while seats are open.
///
/// This is what the page shows in [`Mode::Text`](crate::Mode::Text), which the reader must have chosen.
#[must_use]
pub fn position_in_words(page: &TablePage<'_>) -> String {
    let headline = headline_in_words(page);
    if page.stage == TableStage::Waiting {
        return format!("# {headline}\n");
    }
    format!("# {headline}\n\n{}", plain_text(&page.game.0.position(page)))
}

/// The position without the board, as plain text: open offers, hands, the tile to be placed and its possible turns, and the open
/// facts about the players. Empty while seats are open.
#[must_use]
pub fn summary_in_words(page: &TablePage<'_>) -> String {
    if page.stage == TableStage::Waiting {
        return String::new();
    }
    plain_text(&page.game.0.summary(page))
}

/// Describes each of these actions in the words of its button: `Road on P25, from I17 to I18`. `None` for a text that is no
/// action, and for a placement, which the summary explains.
#[must_use]
pub fn actions_in_words(page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>> {
    page.game.0.actions(page, actions)
}

/// Returns the last lines of the log after a version as sentences, oldest first: at most [`LOG_LINES`] of them.
#[must_use]
pub fn log_in_words(page: &TablePage<'_>, after: u64) -> Vec<PlainLine> {
    let mut lines = page.game.0.plain_lines_after(page, after);
    lines.retain(|line| !line.text.is_empty());
    lines.split_off(lines.len().saturating_sub(LOG_LINES))
}
