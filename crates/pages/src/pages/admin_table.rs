//! A table as moderators see it: the spectators' perspective, the people at the table, and the chat.

use crate::model::{AdminFrame, ModeratedMessage, ModeratedTable, TableStage};
use crate::parts::moderation::{Section, about_table, framed, person, reports};
use crate::parts::moment::moment;
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use maud::{Markup, html};

/// `GET /admin/tables/{id}`.
#[must_use]
pub fn admin_table(frame: &AdminFrame<'_>, seen: &ModeratedTable<'_>) -> Markup {
    let w = Words::new(frame.reader.lang);
    let back = format!("/admin/tables/{}", seen.id);
    let game = w.game_title(seen.game);
    let title = msg!(w, "admin-table-title", game = game, id = seen.id);
    let content = html! {
        p class="hint" { (msg!(w, "admin-table-about")) }
        section class="card" aria-labelledby="position-title" {
            h2 id="position-title" { (seen.headline) }
            p {
                @if seen.is_public { span class="tag" { (msg!(w, "admin-public")) } } @else { span class="tag" { (msg!(w, "admin-private")) } }
                @if seen.is_hidden { " " span class="tag away" { (msg!(w, "admin-hidden")) } }
                @if seen.is_closed { " " span class="tag away" { (msg!(w, "table-closed")) } }
            }
            (seats::row(w, seen.seats, None))
            p class="row" { a class="button" href={ "/t/" (seen.id) } { (icon("preview")) (msg!(w, "admin-watch")) } }
            @if seen.has_picture {
                img class="seen-board" src={ "/t/" (seen.id) "/board/" (seen.version) ".svg" } alt=(msg!(w, "board-title"));
            }
            details class="more" {
                summary { (msg!(w, "admin-in-words")) }
                pre tabindex="0" { (seen.position) }
            }
            @if !seen.log.is_empty() {
                details class="more" {
                    summary { (msg!(w, "admin-log")) }
                    ol class="seen-log" { @for line in seen.log { li { (line) } } }
                }
            }
        }
        section class="card" aria-labelledby="talk-title" {
            h2 id="talk-title" { (msg!(w, "talk")) }
            @if seen.said.is_empty() { p class="empty" { (msg!(w, "talk-empty")) } }
            ol class="seen-talk" {
                @for said in seen.said { (line(w, seen, said)) }
            }
        }
        section class="card" aria-labelledby="people-title" {
            h2 id="people-title" { (msg!(w, "admin-people-here")) }
            ul class="devices" {
                @for of in seen.people {
                    li {
                        span {
                            @if let Some(seat) = of.seat { (seats::mark(w, seat)) " " }
                            strong dir="auto" { (of.name) } " "
                            @if of.seat.is_none() { span class="tag away" { (msg!(w, "admin-left")) } }
                        }
                        (person(w, of.person.as_ref()))
                    }
                }
            }
        }
        section class="card deeds" aria-labelledby="deeds-title" {
            h2 id="deeds-title" { (msg!(w, "admin-deeds")) }
            (about_table(w, seen.id, (seen.stage != TableStage::Over, !seen.is_hidden), &back))
        }
        @if !seen.reports.is_empty() {
            section aria-labelledby="reports-title" {
                h2 id="reports-title" { (msg!(w, "admin-reports-here")) }
                (reports(w, seen.reports))
            }
        }
    };
    framed(frame, Section::Reports, &title, content)
}

/// Renders a chat message; it is marked if it is reported.
fn line(w: Words, seen: &ModeratedTable<'_>, said: &ModeratedMessage) -> Markup {
    let is_reported = seen.reports.iter().any(|report| report.line == Some(said.line));
    html! {
        li id={ "said-" (said.line) } class=[is_reported.then_some("reported")] {
            @if let Some(of) = seen.people.get(said.by) {
                @if let Some(seat) = of.seat { (seats::mark(w, seat)) " " }
                strong dir="auto" { (of.name) } " "
            }
            span class="hint" { (moment(w, &said.at)) }
            @if is_reported { " " span class="tag away" { (msg!(w, "admin-line-reported")) } }
            p dir="auto" { (said.text) }
        }
    }
}
