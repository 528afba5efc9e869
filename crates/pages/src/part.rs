//! Parts of the table page that are sent again only when they have changed ([`draw::shown`]).

use crate::TablePage;
use crate::table::command_fields;
use ::draw::shown::digest;
use maud::{Markup, PreEscaped};
use std::hash::Hash;

/// The part with this element and id, unless the reader's page shows the same already.
///
/// The fields that every command carries are no difference: the client fills them in anew after each change.
pub(crate) fn part(page: &TablePage<'_>, element: &str, id: &str, markup: Markup) -> Markup {
    if !page.shown.is_noted() || markup.0.is_empty() {
        return markup;
    }
    let fields = command_fields(page).0;
    let text: Vec<u64> = markup.0.split(fields.as_str()).map(digest).collect();
    if page.shown.part(id, &text) { stays(element, id) } else { markup }
}

/// The same for a part that is made from these inputs and nothing else: it is not even rendered where it stays. It has no
/// commands.
pub(crate) fn made_from(
    page: &TablePage<'_>,
    element: &str,
    id: &str,
    inputs: &impl Hash,
    render: impl FnOnce() -> Markup,
) -> Markup {
    if page.shown.part(id, inputs) { stays(element, id) } else { render() }
}

/// An element in place of one that the page has.
fn stays(element: &str, id: &str) -> Markup {
    PreEscaped(format!("<{element} id=\"{id}\" data-stays></{element}>"))
}
