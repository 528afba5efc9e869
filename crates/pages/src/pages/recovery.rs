//! Account recovery: the recovery codes on the account page, and the page on which one is used.

use crate::games::fault;
use crate::parts::credentials::{bad, name_field, password_field};
use crate::parts::moment::day;
use crate::parts::shell::Shell;
use crate::words::{Reader, UserError, Words, msg};
use maud::{Markup, html};

/// The recovery codes on the account page.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryCodes<'a> {
    /// The number of codes left and the time when they were created, as `2026-11-21T08:40:00Z`; `None` if there never were any.
    pub left: Option<(usize, &'a str)>,
    /// The codes, right after they were created; empty at any other time.
    pub made: &'a [String],
}

impl RecoveryCodes<'_> {
    /// Whether the codes were just created.
    pub(super) fn are_new(&self) -> bool {
        !self.made.is_empty()
    }
}

/// Renders the card of the page `GET /account`.
pub(super) fn codes(w: Words, codes: RecoveryCodes<'_>, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="recovery" aria-labelledby="recovery-title" {
            h2 id="recovery-title" { (msg!(w, "recovery-title")) }
            @if codes.are_new() {
                p role="status" { strong { (msg!(w, "recovery-made")) } " " (msg!(w, "recovery-once")) }
                ol id="recovery-codes" class="codes" aria-label=(msg!(w, "recovery-title")) {
                    @for code in codes.made { li { code { (code) } } }
                }
                p class="row js-only" {
                    button type="button" data-copy="recovery-codes" data-copied=(msg!(w, "account-copied")) {
                        (msg!(w, "recovery-copy"))
                    }
                }
            } @else {
                p { (msg!(w, "recovery-about")) }
                @match codes.left {
                    Some((left, since)) => p { (msg!(w, "recovery-left", n = left)) " " (msg!(w, "recovery-since")) " " (day(w, since)) "." },
                    None => p { (msg!(w, "recovery-none")) },
                }
                (bad(wrong))
                form method="post" action="/account/recovery-codes#recovery" class="stack" {
                    (password_field(w, "password-recovery", "password", &msg!(w, "account-password"), false))
                    @if codes.left.is_some() { p class="hint" { (msg!(w, "recovery-replaces")) } }
                    button type="submit" { (msg!(w, "recovery-button")) }
                }
            }
        }
    }
}

/// `GET /account/recover`: the page that sets a new password by a recovery code.
#[derive(Clone, Debug)]
pub struct RecoverPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The name that was sent before.
    pub name: Option<&'a str>,
    /// The reason why no password was set.
    pub fault: Option<UserError>,
}

/// `GET /account/recover`.
#[must_use]
pub fn recover(page: &RecoverPage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let title = msg!(w, "recover-title");
    let main = html! {
        main id="main" class="narrow account" {
            h1 { (title) }
            p class="lead" { (msg!(w, "recover-about")) }
            (bad(page.fault.as_ref().map(|found| fault(page.reader.lang, found))))
            form class="card stack" method="post" action="/account/recover" {
                (name_field(w, "recover-name", page.name))
                div class="field" {
                    label for="recover-code" { (msg!(w, "recover-code")) }
                    input id="recover-code" name="code" class="spelled" required maxlength="40" autocomplete="off"
                        autocapitalize="none" spellcheck="false" data-from-address aria-describedby="recover-code-hint";
                    span class="hint" id="recover-code-hint" { (msg!(w, "recover-code-hint")) }
                }
                (password_field(w, "recover-password", "password", &msg!(w, "account-password-new"), true))
                p class="hint" { (msg!(w, "recover-ends")) }
                button type="submit" class="primary large" { (msg!(w, "recover-button")) }
            }
            p { a href="/account" { (msg!(w, "recover-back")) } }
        }
    };
    Shell::new(page.reader, &title, main).render()
}
