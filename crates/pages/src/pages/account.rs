//! The account page: the reader's devices, their account, and the data stored about them.

use super::recovery::{RecoveryCodes, codes};
use crate::games::fault;
use crate::model::Restrictions;
use crate::parts::credentials::{bad, name_field, password_field};
use crate::parts::moderation::restriction;
use crate::parts::moment::day;
use crate::parts::shell::Shell;
use crate::words::{Reader, UserError, Words, msg};
use maud::{Markup, html};

/// `GET /account`, and the responses to its forms.
#[derive(Clone, Debug)]
pub struct AccountPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The reader's account data; `None` for somebody who never sat down on this server.
    pub you: Option<You<'a>>,
    /// A code for another device, right after it was created.
    pub transfer: Option<&'a TransferCode<'a>>,
    /// The confirmation of what the reader just did.
    pub done: Option<AccountDone>,
    /// The sanctions in force against the reader, or the network they connect from.
    pub restrictions: &'a Restrictions,
    /// The form that failed, and the reason.
    pub fault: Option<(AccountForm, UserError)>,
}

/// The reader's account data.
#[derive(Clone, Copy, Debug)]
pub struct You<'a> {
    /// The name of the account; guests have none.
    pub name: Option<&'a str>,
    /// The number of tables listed for them.
    pub tables: usize,
    /// Their devices; none for a guest with one alone.
    pub devices: &'a [Device],
    /// The people whom they have blocked, the latest first.
    pub blocks: &'a [BlockedPerson],
    /// Their recovery codes; guests have none.
    pub codes: Option<RecoveryCodes<'a>>,
}

/// Somebody whom the reader has blocked.
#[derive(Clone, Debug)]
pub struct BlockedPerson {
    /// The id by which the form names the person to unblock.
    pub id: String,
    /// The name under which they played where they were blocked.
    pub name: String,
    /// The time of the block, as `2026-11-21T08:40:00Z`.
    pub since: String,
}

/// A device at which the reader is known.
#[derive(Clone, Debug)]
pub struct Device {
    /// The id by which the form that signs it out names it.
    pub id: String,
    /// The name by which the device identifies itself; may be empty.
    pub name: String,
    /// The time since when it is known, as `2026-11-21T08:40:00Z`.
    pub since: String,
    /// The time of its last use, in the same form.
    pub seen: String,
    /// Whether it is the device that sent the request.
    pub here: bool,
}

/// A code that takes the reader to another device.
#[derive(Clone, Copy, Debug)]
pub struct TransferCode<'a> {
    /// The code, to be typed: `k7mw2-xqp4d`.
    pub code: &'a str,
    /// The code as a link.
    pub link: &'a str,
    /// The minutes for which the code is valid.
    pub minutes: u32,
}

/// The forms of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountForm {
    /// A code for another device.
    Transfer,
    /// A new account.
    SignUp,
    /// Signing in.
    SignIn,
    /// Another password.
    Password,
    /// New recovery codes.
    RecoveryCodes,
    /// Delete everything.
    Delete,
}

/// A confirmation at the top of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountDone {
    /// The account was created.
    SignedUp,
    /// The reader signed in.
    SignedIn,
    /// The reader signed out.
    SignedOut,
    /// The reader signed out all other devices.
    SignedOutOthers,
    /// The reader signed out one other device.
    Ended,
    /// The password was changed.
    Password,
    /// The block was lifted.
    Unblocked,
    /// A recovery code set a new password.
    Recovered,
    /// Everything was deleted.
    Deleted,
}

impl AccountDone {
    /// Reads the address to which a form leads.
    #[must_use]
    pub fn read(text: &str) -> Option<AccountDone> {
        Some(match text {
            "signed-up" => AccountDone::SignedUp,
            "signed-in" => AccountDone::SignedIn,
            "signed-out" => AccountDone::SignedOut,
            "signed-out-others" => AccountDone::SignedOutOthers,
            "ended" => AccountDone::Ended,
            "password" => AccountDone::Password,
            "unblocked" => AccountDone::Unblocked,
            "recovered" => AccountDone::Recovered,
            "deleted" => AccountDone::Deleted,
            _ => return None,
        })
    }

    fn said(self, w: Words) -> String {
        match self {
            AccountDone::SignedUp => msg!(w, "account-done-signed-up"),
            AccountDone::SignedIn => msg!(w, "account-done-signed-in"),
            AccountDone::SignedOut => msg!(w, "account-done-signed-out"),
            AccountDone::SignedOutOthers => msg!(w, "account-done-signed-out-others"),
            AccountDone::Ended => msg!(w, "account-done-ended"),
            AccountDone::Password => msg!(w, "account-done-password"),
            AccountDone::Unblocked => msg!(w, "account-done-unblocked"),
            AccountDone::Recovered => msg!(w, "account-done-recovered"),
            AccountDone::Deleted => msg!(w, "account-done-deleted"),
        }
    }
}

/// `GET /account`.
#[must_use]
pub fn account(page: &AccountPage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let title = msg!(w, "account-title");
    let name = page.you.and_then(|you| you.name);
    let made = page.you.and_then(|you| you.codes);
    let wrong = |form: AccountForm| {
        let found = page.fault.as_ref().filter(|(of, _)| *of == form);
        found.map(|(_, found)| fault(page.reader.lang, found))
    };
    let main = html! {
        main id="main" class="narrow account" {
            h1 { (title) }
            @if let Some(done) = page.done { p class="notice" role="status" { (done.said(w)) } }
            p class="lead" {
                @match (page.you, name) {
                    (_, Some(name)) => (msg!(w, "account-signed-in-as", name = name)),
                    (Some(_), None) => (msg!(w, "account-guest")),
                    (None, None) => (msg!(w, "account-nobody")),
                }
            }
            (restricted(w, page.restrictions))
            @if let Some(open) = page.reader.moderates {
                p { a class="button" href="/admin" { (msg!(w, "account-admin", n = open)) } }
            }
            // Codes that were just made come first: they are shown this once.
            @if let Some(made) = made.filter(|made| made.are_new()) { (codes(w, made, None)) }
            @if let Some(you) = page.you {
                (transfer(w, page.transfer, wrong(AccountForm::Transfer)))
                (devices(w, you))
                (blocks(w, you.blocks))
            } @else {
                p { a class="button" href="/continue" { (msg!(w, "account-have-code")) } }
            }
            @if name.is_some() {
                @if let Some(made) = made.filter(|made| !made.are_new()) { (codes(w, made, wrong(AccountForm::RecoveryCodes))) }
                (change_password(w, wrong(AccountForm::Password)))
            } @else {
                (sign_up(w, page, wrong(AccountForm::SignUp)))
                (sign_in(w, page, wrong(AccountForm::SignIn)))
            }
            @if let Some(you) = page.you { (data(w, you, wrong(AccountForm::Delete))) }
        }
    };
    Shell::new(page.reader, &title, main).render()
}

fn transfer(w: Words, code: Option<&TransferCode<'_>>, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="transfer" aria-labelledby="transfer-title" {
            h2 id="transfer-title" { (msg!(w, "account-transfer-title")) }
            (bad(wrong))
            @if let Some(code) = code {
                ol class="steps" {
                    li {
                        p { (msg!(w, "account-transfer-open")) }
                        p { a id="transfer-link" class="whole-link" href=(code.link) { (code.link) } }
                        p class="row js-only" {
                            button type="button" data-copy="transfer-link" data-copied=(msg!(w, "account-copied")) {
                                (msg!(w, "account-copy"))
                            }
                        }
                    }
                    li {
                        p { (msg!(w, "account-transfer-type")) }
                        p { output id="transfer-code" class="spelled" { (code.code) } }
                    }
                }
                p class="hint" { (msg!(w, "account-transfer-once", minutes = code.minutes)) }
            } @else {
                p { (msg!(w, "account-transfer-about")) }
                form method="post" action="/account/transfer#transfer" class="row" {
                    button type="submit" class="primary" { (msg!(w, "account-transfer-button")) }
                    a class="button" href="/continue" { (msg!(w, "account-have-code")) }
                }
            }
        }
    }
}

fn devices(w: Words, you: You<'_>) -> Markup {
    if you.devices.is_empty() {
        return html! {};
    }
    html! {
        section class="card" id="devices" aria-labelledby="devices-title" {
            h2 id="devices-title" { (msg!(w, "account-devices")) }
            ul class="devices" {
                @for device in you.devices {
                    @let name = if device.name.is_empty() { msg!(w, "account-device-unknown") } else { device.name.clone() };
                    li {
                        div {
                            strong { (name) }
                            @if device.here { " " span class="tag" { (msg!(w, "account-device-here")) } }
                            div class="hint" {
                                (msg!(w, "account-device-since")) " " (day(w, &device.since)) " · "
                                (msg!(w, "account-device-seen")) " " (day(w, &device.seen))
                            }
                        }
                        @if !device.here {
                            form method="post" action="/account/end" {
                                input type="hidden" name="device" value=(device.id);
                                button type="submit" aria-label=(msg!(w, "account-device-end-label", device = name.as_str())) {
                                    (msg!(w, "account-device-end"))
                                }
                            }
                        }
                    }
                }
            }
            div class="row" {
                @if you.devices.len() > 1 {
                    form method="post" action="/account/sign-out-others" {
                        button type="submit" { (msg!(w, "account-sign-out-others")) }
                    }
                }
                @if you.name.is_some() || you.devices.len() > 1 {
                    form method="post" action="/account/sign-out" {
                        button type="submit" { (msg!(w, "account-sign-out")) }
                    }
                }
            }
        }
    }
}

/// Renders the sanctions in force against the reader: their end, their reason, and what the reader can still do.
fn restricted(w: Words, restrictions: &Restrictions) -> Markup {
    html! {
        @if !restrictions.is_empty() {
            section class="stack" id="restrictions" aria-label=(msg!(w, "restricted-title")) {
                @if let Some(of) = &restrictions.suspended { (restriction(w, &msg!(w, "restricted-suspended"), of)) }
                @if let Some(of) = &restrictions.network { (restriction(w, &msg!(w, "restricted-network"), of)) }
                @if let Some(of) = &restrictions.muted { (restriction(w, &msg!(w, "restricted-muted"), of)) }
                p class="hint" { (msg!(w, "restricted-hint")) }
            }
        }
    }
}

/// Renders the list of people whom the reader has blocked.
fn blocks(w: Words, blocks: &[BlockedPerson]) -> Markup {
    if blocks.is_empty() {
        return html! {};
    }
    html! {
        section class="card" id="blocks" aria-labelledby="blocks-title" {
            h2 id="blocks-title" { (msg!(w, "blocks-title")) }
            p { (msg!(w, "blocks-about")) }
            ul class="devices" {
                @for block in blocks {
                    li {
                        div {
                            strong dir="auto" { (block.name) }
                            div class="hint" { (msg!(w, "blocks-since")) " " (day(w, &block.since)) }
                        }
                        form method="post" action="/account/unblock" {
                            input type="hidden" name="block" value=(block.id);
                            button type="submit" aria-label=(msg!(w, "block-lift", name = block.name.as_str())) {
                                (msg!(w, "blocks-lift"))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn sign_up(w: Words, page: &AccountPage<'_>, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="sign-up" aria-labelledby="sign-up-title" {
            h2 id="sign-up-title" { (msg!(w, "account-sign-up-title")) }
            p { (msg!(w, "account-sign-up-about")) }
            (bad(wrong))
            form method="post" action="/account/sign-up#sign-up" class="stack" {
                (name_field(w, "new-name", page.reader.name.as_deref()))
                (password_field(w, "new-password", "password", &msg!(w, "account-password"), true))
                label class="check" {
                    input type="checkbox" name="codes" value="on" checked;
                    span { (msg!(w, "recovery-with-account")) }
                }
                @if page.you.is_some_and(|you| you.devices.len() > 1) {
                    p class="hint" { (msg!(w, "account-password-ends")) }
                }
                button type="submit" class="primary" { (msg!(w, "account-sign-up-button")) }
            }
        }
    }
}

fn sign_in(w: Words, page: &AccountPage<'_>, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="sign-in" aria-labelledby="sign-in-title" {
            h2 id="sign-in-title" { (msg!(w, "account-sign-in-title")) }
            (bad(wrong))
            form method="post" action="/account/sign-in#sign-in" class="stack" {
                (name_field(w, "old-name", None))
                (password_field(w, "old-password", "password", &msg!(w, "account-password"), false))
                (bring(w, page.you.filter(|you| you.devices.len() <= 1).map_or(0, |you| you.tables)))
                button type="submit" { (msg!(w, "account-sign-in-button")) }
                p { a href="/account/recover" { (msg!(w, "recover-link")) } }
            }
        }
    }
}

/// Renders the offer to move a guest's tables to the account.
fn bring(w: Words, tables: usize) -> Markup {
    html! {
        @if tables > 0 {
            label class="check" {
                input type="checkbox" name="bring" value="on" checked;
                span { (msg!(w, "account-bring", n = tables)) }
            }
        }
    }
}

fn change_password(w: Words, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="password" aria-labelledby="password-title" {
            h2 id="password-title" { (msg!(w, "account-password-title")) }
            (bad(wrong))
            form method="post" action="/account/password#password" class="stack" {
                (password_field(w, "password-old", "old", &msg!(w, "account-password-old"), false))
                (password_field(w, "password-new", "password", &msg!(w, "account-password-new"), true))
                p class="hint" { (msg!(w, "account-password-ends")) }
                button type="submit" { (msg!(w, "account-password-button")) }
            }
        }
    }
}

fn data(w: Words, you: You<'_>, wrong: Option<String>) -> Markup {
    html! {
        section class="card" id="data" aria-labelledby="data-title" {
            h2 id="data-title" { (msg!(w, "account-data-title")) }
            p { (msg!(w, "account-data-about")) }
            p { a class="button" href="/account/data" download { (msg!(w, "account-data-button")) } }
            details class="more" open[wrong.is_some()] {
                summary { (msg!(w, "account-delete-title")) }
                p { (msg!(w, "account-delete-about")) }
                (bad(wrong))
                form method="post" action="/account/delete#data" class="stack" {
                    @if you.name.is_some() {
                        (password_field(w, "password-delete", "password", &msg!(w, "account-password"), false))
                    }
                    label class="check" {
                        input type="checkbox" name="sure" value="on" required;
                        span { (msg!(w, "account-delete-sure")) }
                    }
                    button type="submit" class="danger" { (msg!(w, "account-delete-button")) }
                }
            }
        }
    }
}

/// `GET /continue`: the page that takes the reader over from another device.
#[derive(Clone, Debug)]
pub struct ArrivePage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// The account that is signed in at this device.
    pub name: Option<&'a str>,
    /// Tables of a guest at this device that could come along.
    pub tables: usize,
    /// The reason why the code was rejected.
    pub fault: Option<UserError>,
}

/// `GET /continue`.
#[must_use]
pub fn arrive(page: &ArrivePage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let title = msg!(w, "account-arrive-title");
    let main = html! {
        main id="main" class="narrow account" {
            h1 { (title) }
            p class="lead" { (msg!(w, "account-arrive-about")) }
            (bad(page.fault.as_ref().map(|found| fault(page.reader.lang, found))))
            form class="card stack" method="post" action="/continue" {
                div class="field" {
                    label for="code" { (msg!(w, "account-arrive-code")) }
                    input id="code" name="code" class="spelled" required maxlength="20" autocomplete="one-time-code"
                        autocapitalize="none" spellcheck="false" data-from-address;
                }
                (bring(w, page.tables))
                @if let Some(name) = page.name {
                    p class="hint" { (msg!(w, "account-arrive-instead", name = name)) }
                }
                button type="submit" class="primary large" { (msg!(w, "account-arrive-button")) }
            }
        }
    };
    Shell::new(page.reader, &title, main).render()
}
