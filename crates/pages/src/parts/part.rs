//! Parts of the table page that the server sends again only when they have changed ([`draw::shown`]).

use crate::model::TablePage;
use crate::parts::command::{EMPTY_FIELDS, command_fields};
use crate::words::{Mode, Words};
use maud::{Markup, PreEscaped, html};
use std::hash::Hash;

/// Renders the part with this element and id, unless the reader's page shows the same already.
///
/// The fields that every command sends do not count as a difference: the client fills them in after each change.
pub(crate) fn part(page: &TablePage<'_>, element: &str, id: &str, markup: Markup) -> Markup {
    if !page.shown.is_noted() || markup.0.is_empty() {
        return markup;
    }
    debug_assert!(is_named(&markup, element, id), "not {element}#{id}: {}", markup.0);
    let is_shown = match page.shown.is_patch() {
        true => page.shown.part(id, &markup.0),
        false => page.shown.part(id, &markup.0.replace(&command_fields(page).0, EMPTY_FIELDS)),
    };
    if is_shown { stays(element, id) } else { markup }
}

/// Whether the markup is an element with this name and id, by which the client finds the part that it keeps.
fn is_named(markup: &Markup, element: &str, id: &str) -> bool {
    let tag = markup.0.split('>').next().unwrap_or_default();
    tag.split(' ').next() == Some(&format!("<{element}")) && tag.contains(&format!(" id=\"{id}\""))
}

/// Renders a figure as a part whose content below the heading unfolds; at most one is unfolded at a time. The content of a folded
/// figure may be stale: the client fetches it when the reader unfolds it, and names the figure in later requests
/// ([`TablePage::unfolded`]). The heading is always visible, so it is never stale. In text mode nothing is deferred.
pub(crate) fn figure(
    page: &TablePage<'_>,
    id: &str,
    heading: &str,
    open: bool,
    body: impl FnOnce() -> Markup,
) -> Markup {
    let whole = || {
        html! {
            details id=(id) name="figure" open[open] {
                summary { (heading) }
                (body())
            }
        }
    };
    if page.reader.settings.mode == Mode::Text || page.unfolded == id {
        return part(page, "details", id, whole());
    }
    if page.shown.part(id, heading) {
        return stays("details", id);
    }
    match page.shown.has(id) {
        // The first child becomes that of now, the others stay.
        true => html! { details id=(id) name="figure" open[open] data-list="m1" { summary { (heading) } } },
        false => whole(),
    }
}

/// Renders a part that never changes, unless the page has it already.
pub(crate) fn fixed(
    page: &TablePage<'_>,
    element: &str,
    id: &str,
    render: impl FnOnce() -> Markup,
) -> Markup {
    if page.shown.part(id, &()) { stays(element, id) } else { render() }
}

/// Renders a part from these inputs, unless the page has it from the same inputs: what changes seldom is not even rendered.
///
/// `render` is a plain function, so that the part can show nothing but its inputs, and no input can be forgotten. The words do not
/// count as one, since readers of another language have pages of their own; nor do the fields that every command sends, which it
/// gets last.
pub(crate) fn made_of<I: Hash>(
    page: &TablePage<'_>,
    (element, id): (&str, &str),
    inputs: &I,
    render: fn(Words, &I, &Markup) -> Markup,
) -> Markup {
    if page.shown.part(id, inputs) {
        return stays(element, id);
    }
    let markup = render(Words::new(page.reader.lang), inputs, &command_fields(page));
    debug_assert!(is_named(&markup, element, id), "not {element}#{id}: {}", markup.0);
    markup
}

/// Renders the placeholder of an element that the page has.
pub(crate) fn stays(element: &str, id: &str) -> Markup {
    PreEscaped(format!("<{element} id=\"{id}\" data-stays></{element}>"))
}
