//! The fields for nicknames.

use crate::words::{Words, msg};
use maud::{Markup, html};

/// The maximum number of characters in a nickname, as people count them. Browsers count otherwise: an emoji of a family has
/// eleven of their units, so the field takes more, and the client and the server count.
pub(crate) const NAME_MAX: usize = 24;

/// The maximum number of units in the field: no fewer than the bytes that the server takes.
pub(crate) const UNITS_MAX: usize = 256;

/// Renders the field for the reader's nickname, with the fault of the one that they sent.
pub(crate) fn nickname(words: Words, name: Option<&str>, is_bad: bool) -> Markup {
    html! {
        div class="field" {
            label for="name" { (msg!(words, "your-name")) }
            input id="name" name="name" value=[name] required maxlength=(UNITS_MAX) data-most=(NAME_MAX)
                data-too-long=(msg!(words, "fault-bad-name")) autocomplete="nickname"
                aria-invalid=[is_bad.then_some("true")] aria-describedby=[is_bad.then_some("name-fault")] autofocus[is_bad];
            @if is_bad { p class="fault" id="name-fault" role="alert" { (msg!(words, "fault-bad-name")) } }
        }
    }
}
