//! The fields for account names and passwords.

use super::nickname::{NAME_MAX, UNITS_MAX};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// The minimum and maximum length of a password, for forms.
const PASSWORD: (&str, &str) = ("8", "200");

/// Renders the reason why a form was rejected.
pub(crate) fn bad(said: Option<String>) -> Markup {
    html! { @if let Some(said) = said { p class="notice bad" role="alert" { (said) } } }
}

/// Renders the field for the name of an account.
pub(crate) fn name_field(w: Words, id: &str, value: Option<&str>) -> Markup {
    html! {
        div class="field" {
            label for=(id) { (msg!(w, "account-name")) }
            input id=(id) name="name" value=[value] required maxlength=(UNITS_MAX) data-most=(NAME_MAX)
                data-too-long=(msg!(w, "fault-bad-name")) autocomplete="username" autocapitalize="none" spellcheck="false";
        }
    }
}

/// Renders a field for a password.
pub(crate) fn password_field(w: Words, id: &str, name: &str, label: &str, is_new: bool) -> Markup {
    let (min, max) = PASSWORD;
    let hint = format!("{id}-hint");
    html! {
        div class="field" {
            label for=(id) { (label) }
            input id=(id) name=(name) type="password" required maxlength=(max) minlength=[is_new.then_some(min)]
                autocomplete=(if is_new { "new-password" } else { "current-password" })
                aria-describedby=[is_new.then_some(&hint)];
            @if is_new { span class="hint" id=(hint) { (msg!(w, "account-password-hint")) } }
        }
    }
}
