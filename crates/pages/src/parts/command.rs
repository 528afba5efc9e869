//! The fields that every command of a table page sends.

use crate::model::TablePage;
use maud::{Markup, PreEscaped, html};

/// Renders the hidden form to which all plain buttons of the page belong.
pub(crate) fn act_form(page: &TablePage<'_>) -> Markup {
    html! {
        form id="act" method="post" action=(page.act_address()) { (command_fields(page)) }
    }
}

/// The command fields in a patch, empty: the client fills them in.
pub(crate) const EMPTY_FIELDS: &str =
    "<input type=\"hidden\" name=\"seq\" value=\"\"><input type=\"hidden\" name=\"id\" value=\"\">";

/// Renders the fields that every command sends: the version that the reader has seen, and an id of its own.
pub(crate) fn command_fields(page: &TablePage<'_>) -> Markup {
    if page.shown.is_patch() {
        return PreEscaped(EMPTY_FIELDS.to_owned());
    }
    html! {
        input type="hidden" name="seq" value=(page.seq);
        input type="hidden" name="id" value=(page.command);
    }
}
