//! The notices at the top of a table.

use super::clause::clause_link;
use crate::model::{Notice, TablePage};
use crate::parts::moderation::restriction;
use crate::words::{Words, msg, sentence};
use maud::{Markup, html};
use shelf::Refusal;

/// Renders the notices at the top.
pub(crate) fn notice(words: Words, page: &TablePage<'_>) -> Markup {
    let restrictions = &page.beside.restrictions;
    let refusal = |why: &Refusal| page.game.0.refusal(page, why);
    html! {
        @if let Some(suspended) = &restrictions.suspended {
            (restriction(words, &msg!(words, "restricted-suspended"), suspended))
        }
        @match &page.notice {
            None => {}
            Some(Notice::Refused { why, .. }) => {
                p id="notice" class="notice bad" role="alert" {
                    (refusal(why))
                    @if let Some(clause) = why.clause { " " (clause_link(words, clause)) }
                }
            }
            Some(Notice::Fault(found)) => {
                p id="notice" class="notice bad" role="alert" { (sentence(page.reader.lang, found, refusal)) }
            }
        }
    }
}
