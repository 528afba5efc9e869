//! The error page.

use crate::games::fault;
use crate::model::ErrorPage;
use crate::parts::shell::Shell;
use crate::words::{UserError, Words, msg};
use maud::{Markup, html};

/// Renders the error page.
#[must_use]
pub fn error(page: &ErrorPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = msg!(words, "error-title");
    let main = html! {
        main id="main" class="narrow" {
            p class="status" aria-hidden="true" { (page.status) }
            h1 { (title) }
            p class="lead" { (fault(page.reader.lang, &page.fault)) }
            p class="row" {
                a class="button primary" href="/" { (msg!(words, "error-back")) }
                // There stands why, and until when.
                @if matches!(page.fault, UserError::Suspended { .. } | UserError::Muted { .. }) {
                    a class="button" href="/account#restrictions" { (msg!(words, "restricted-why")) }
                }
            }
        }
    };
    Shell { class: "page error", ..Shell::new(page.reader, &title, main) }.render()
}
