//! The page that reports, mutes or blocks somebody at a table.

use crate::games::fault;
use crate::model::ReportPage;
use crate::parts::moderation::{REASONS, TEXT_MAX, reason};
use crate::parts::seats;
use crate::parts::shell::{Shell, icon};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// `GET /t/{id}/report`, and the responses to its form.
#[must_use]
pub fn report(page: &ReportPage<'_>) -> Markup {
    let w = Words::new(page.reader.lang);
    let name = page.about.name;
    let title = msg!(w, "report-title", name = name);
    let main = html! {
        main id="main" class="narrow account" {
            p class="row" { a class="button" href={ "/t/" (page.table) } { (icon("back")) (msg!(w, "report-back")) } }
            h1 {
                @if let Some(seat) = page.about.seat { (seats::mark(w, seat)) " " }
                (title)
            }
            @if page.is_done {
                div class="notice" role="status" id="reported" {
                    p { strong { (msg!(w, "report-done")) } }
                    p { (msg!(w, "report-done-about", name = name)) }
                }
            } @else {
                (form(w, page))
            }
            (instead(w, page))
        }
    };
    Shell::new(page.reader, &title, main).render()
}

fn form(w: Words, page: &ReportPage<'_>) -> Markup {
    let chosen = page.sent.map_or("", |(reason, _)| reason);
    let text = page.sent.map_or("", |(_, text)| text);
    html! {
        section class="card" aria-labelledby="report-form-title" {
            h2 id="report-form-title" { (msg!(w, "report-form-title")) }
            @if let Some(found) = &page.fault {
                p class="notice bad" role="alert" { (fault(page.reader.lang, found)) }
            }
            @if let Some((_, said)) = page.about.said {
                figure {
                    figcaption { (msg!(w, "report-said")) }
                    blockquote id="reported-line" dir="auto" { (said) }
                }
            }
            form class="stack" method="post" action={ "/t/" (page.table) "/report" } {
                @match (page.about.said, page.about.seat) {
                    (Some((seq, _)), _) => input type="hidden" name="said" value=(seq);,
                    (None, Some(seat)) => input type="hidden" name="seat" value=(seat);,
                    (None, None) => {},
                }
                fieldset class="reasons" {
                    legend { (msg!(w, "report-reason")) }
                    @for of in REASONS {
                        label class="check" {
                            input type="radio" name="reason" value=(of) required checked[of == chosen];
                            span { (reason(w, of)) }
                        }
                    }
                }
                div class="field" {
                    label for="report-text" { (msg!(w, "report-text")) }
                    textarea id="report-text" name="text" rows="3" maxlength=(TEXT_MAX) aria-describedby="report-text-hint" { (text) }
                    span class="hint" id="report-text-hint" { (msg!(w, "admin-text-hint")) }
                }
                p class="hint" { (msg!(w, "report-about")) }
                button type="submit" class="primary" { (icon("flag")) (msg!(w, "report-button")) }
            }
        }
    }
}

/// Renders what the reader can do at once, without a moderator.
fn instead(w: Words, page: &ReportPage<'_>) -> Markup {
    let about = &page.about;
    html! {
        section class="card" aria-labelledby="instead-title" {
            h2 id="instead-title" { (msg!(w, "report-instead")) }
            form class="stack" method="post" action={ "/t/" (page.table) "/block" } {
                p class="hint" id="block-hint" { (msg!(w, "block-hint")) }
                button type="submit" name=(if about.blocked { "unblock" } else { "block" }) value=(about.id)
                    aria-describedby="block-hint" {
                    (icon("none"))
                    @if about.blocked { (msg!(w, "block-lift", name = about.name)) } @else { (msg!(w, "block", name = about.name)) }
                }
            }
            @if !about.blocked {
                form class="stack" method="post" action={ "/t/" (page.table) "/mute" } {
                    p class="hint" id="mute-hint" { (msg!(w, "mute-here-hint")) }
                    button type="submit" name=(if about.muted { "unmute" } else { "mute" }) value=(about.id)
                        aria-describedby="mute-hint" {
                        (icon(if about.muted { "talk" } else { "muted" }))
                        @if about.muted { (msg!(w, "unmute-here", name = about.name)) } @else { (msg!(w, "mute-here", name = about.name)) }
                    }
                }
            }
        }
    }
}
