//! The chat at a table.

use crate::model::{ChatMessage, SeatOccupant, TablePage, Talker};
use crate::parts::command::command_fields;
use crate::parts::moderation;
use crate::parts::report;
use crate::parts::seats;
use crate::parts::shell::{close_button, icon};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// The number of latest messages that a page shows.
const LINES: usize = 100;
/// The maximum length of a message, in characters.
const TEXT_MAX: usize = 300;

/// Whether there is anybody to chat with, or any message.
pub(crate) fn is_shown(page: &TablePage<'_>) -> bool {
    let persons = page.seats.iter().filter(|info| matches!(info.who, SeatOccupant::Person { .. })).count();
    persons > 1 || !page.beside.talk.said.is_empty()
}

/// Renders the panel with the chat and the field for a message; nothing for somebody alone with bots.
pub(crate) fn panel(words: Words, page: &TablePage<'_>) -> Markup {
    if !is_shown(page) {
        return html! {};
    }
    let talk = &page.beside.talk;
    let read: Vec<(&ChatMessage<'_>, &Talker<'_>)> = talk
        .said
        .iter()
        .filter_map(|said| Some((said, talk.people.get(said.by)?)))
        .filter(|(_, by)| !by.muted && !by.blocked)
        .collect();
    html! {
        section id="talk" class="panel" aria-labelledby="talk-title" data-key="m" tabindex="-1" {
            (close_button(words))
            h2 id="talk-title" {
                span class="words" { (msg!(words, "talk")) }
                button type="button" class="fold js-only" data-fold="talk" aria-expanded="true" aria-controls="talk-body" {
                    (icon("talk")) (msg!(words, "talk"))
                    span class="unread" data-unread hidden {}
                    span class="latest" data-latest aria-hidden="true" {}
                }
            }
            div id="talk-body" {
                @if read.is_empty() { p class="empty" { (msg!(words, "talk-empty")) } }
                ol id="talk-lines" tabindex="0" aria-labelledby="talk-title" {
                    @for (said, by) in &read[read.len().saturating_sub(LINES)..] {
                        (line(words, page, said, by))
                    }
                }
                @match &page.beside.restrictions.muted {
                    Some(muted) if page.you.is_some() => {
                        (moderation::restriction(words, &msg!(words, "restricted-muted"), muted))
                    }
                    _ => @if page.you.is_some() { (field(words, page)) }
                }
                (mutes(words, page))
            }
        }
    }
}

/// Returns the name of an author: the one that the table uses for their seat, if they have one.
fn called(words: Words, page: &TablePage<'_>, by: &Talker<'_>) -> String {
    let seated = page.seats.iter().find(|info| by.seat == Some(info.seat));
    seated.map_or_else(|| by.name.to_owned(), |info| seats::name(words, info))
}

/// Renders a chat message: author, time and text.
fn line(words: Words, page: &TablePage<'_>, said: &ChatMessage<'_>, by: &Talker<'_>) -> Markup {
    let own = by.seat.is_some() && by.seat == page.you;
    let name = called(words, page, by);
    html! {
        li id={ "said-" (said.seq) } class=[own.then_some("own")] {
            span class="by" {
                @if let Some(seat) = by.seat { (icon(&format!("seat-{seat}"))) }
                b { @if own { (msg!(words, "talk-you")) } @else { (name) } }
                time datetime=(said.moment) { (ago(words, page.beside.talk.now.saturating_sub(said.at))) }
                @if !own { (report::of_line(words, page, said.seq, &name)) }
            }
            p dir="auto" { (said.text) }
        }
    }
}

/// Renders the field for a new message.
fn field(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        form id="say" method="post" action={ "/t/" (page.table) "/wish" } {
            (command_fields(page))
            input type="hidden" name="wish" value="say";
            label class="unseen" for="say-text" { (msg!(words, "talk-field")) }
            input id="say-text" name="text" required maxlength=(TEXT_MAX) autocomplete="off" enterkeyhint="send"
                placeholder=(msg!(words, "talk-field"));
            button type="submit" title=(msg!(words, "talk-send")) {
                (icon("send")) span class="unseen" { (msg!(words, "talk-send")) }
            }
        }
    }
}

/// Renders the controls that mute people at this table, which the reader's own browser remembers, or block them everywhere.
fn mutes(words: Words, page: &TablePage<'_>) -> Markup {
    let talk = &page.beside.talk;
    let others = || talk.people.iter().filter(|person| person.seat.is_none() || person.seat != page.you);
    let muted: Vec<String> = others()
        .filter(|other| other.muted || other.blocked)
        .map(|other| called(words, page, other))
        .collect();
    html! {
        @if others().next().is_some() {
            details id="mutes" {
                summary {
                    @if muted.is_empty() { (msg!(words, "talk-mute")) }
                    @else { (msg!(words, "talk-muted", names = words.list(&muted))) }
                }
                form method="post" action={ "/t/" (page.table) "/mute" } data-swap {
                    p class="hint" { (msg!(words, "talk-mute-hint")) }
                    @for other in others() {
                        button type="submit" name=(if other.muted { "unmute" } else { "mute" }) value=(other.id)
                            aria-pressed=(other.muted.to_string()) {
                            @if let Some(seat) = other.seat { (seats::mark(words, seat)) }
                            (called(words, page, other))
                            (icon(if other.muted { "muted" } else { "talk" }))
                        }
                    }
                }
                form method="post" action={ "/t/" (page.table) "/block" } data-swap {
                    p class="hint" { (msg!(words, "block-hint")) }
                    @for other in others() {
                        button type="submit" name=(if other.blocked { "unblock" } else { "block" }) value=(other.id) {
                            @if let Some(seat) = other.seat { (seats::mark(words, seat)) }
                            @if other.blocked { (msg!(words, "block-lift", name = called(words, page, other))) }
                            @else { (msg!(words, "block", name = called(words, page, other))) }
                            (icon("none"))
                        }
                    }
                }
            }
        }
    }
}

/// Renders the button that opens the chat on phones.
pub(crate) fn sheet(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if is_shown(page) {
            button type="button" data-sheet="talk" aria-expanded="false" aria-controls="talk" {
                (icon("talk")) span { (msg!(words, "talk")) }
                span class="unread" data-unread hidden {}
            }
        }
    }
}

/// Describes how long ago something happened, for browsers that cannot show the local time.
fn ago(words: Words, millis: u64) -> String {
    let minutes = millis / 60_000;
    match minutes {
        0 => msg!(words, "ago-now"),
        1..60 => msg!(words, "ago-minutes", n = minutes),
        60..1440 => msg!(words, "ago-hours", n = minutes / 60),
        _ => msg!(words, "ago-days", n = minutes / 1440),
    }
}
