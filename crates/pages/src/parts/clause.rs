//! Links to the rulebook.

use crate::words::{Words, msg};
use maud::{Markup, html};

/// Renders a link to a clause, with its id as text.
pub(crate) fn clause_link(words: Words, clause: &str) -> Markup {
    html! {
        a class="clause" href={ "/rules/" (clause) } target="_blank" rel="noopener"
            title=(msg!(words, "clause-open")) { (clause) }
    }
}
