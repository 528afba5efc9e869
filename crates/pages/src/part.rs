//! Parts of the table page that are sent again only when they have changed ([`draw::shown`]).

use crate::TablePage;
use crate::table::command_fields;
use ::draw::shown::digest;
use maud::{Markup, PreEscaped};

/// The part with this element and id, unless the reader's page shows the same already.
///
/// The fields that every command carries are no difference: the client fills them in anew after each change.
pub(crate) fn part(page: &TablePage<'_>, element: &str, id: &str, markup: Markup) -> Markup {
    if !page.shown.is_noted() || markup.0.is_empty() {
        return markup;
    }
    let fields = command_fields(page).0;
    let text: Vec<u64> = markup.0.split(fields.as_str()).map(digest).collect();
    match page.shown.part(id, &text) {
        true => PreEscaped(format!("<{element} id=\"{id}\" data-stays></{element}>")),
        false => markup,
    }
}
