//! The chat at a table.

use crate::model::{ChatMessage, Restricted, SeatInfo, SeatOccupant, TablePage, Talk, Talker};
use crate::parts::moderation;
use crate::parts::part::made_of;
use crate::parts::report::{self, Reporter};
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

/// The inputs of the panel.
#[derive(Hash)]
struct Panel<'a> {
    reader: Reporter<'a>,
    seats: &'a [SeatInfo<'a>],
    /// The messages that are shown, oldest first.
    lines: Vec<Line<'a>>,
    /// The people the reader may mute.
    others: Vec<&'a Talker<'a>>,
    muted: Option<&'a Restricted>,
}

/// A message with its author.
#[derive(Hash)]
struct Line<'a> {
    seq: u64,
    by: &'a Talker<'a>,
    moment: &'a str,
    age: Age,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// A message with its author, unless the reader does not want to hear them.
    fn of(talk: &Talk<'a>, said: &ChatMessage<'a>) -> Option<Line<'a>> {
        let by = talk.people.get(said.by).filter(|by| !by.muted && !by.blocked)?;
        let age = Age::of(talk.now.saturating_sub(said.at));
        Some(Line { seq: said.seq, by, moment: said.moment, age, text: said.text })
    }
}

/// Renders the panel with the chat and the field for a message; nothing for somebody alone with bots.
pub(crate) fn panel(page: &TablePage<'_>) -> Markup {
    if !is_shown(page) {
        return html! {};
    }
    let talk = &page.beside.talk;
    let heard = talk.said.iter().rev().filter_map(|said| Line::of(talk, said));
    let mut lines: Vec<Line<'_>> = heard.take(LINES).collect();
    lines.reverse();
    let is_other = |person: &&Talker<'_>| person.seat.is_none() || person.seat != page.you;
    let inputs = Panel {
        reader: page.into(),
        seats: page.seats,
        lines,
        others: talk.people.iter().filter(is_other).collect(),
        muted: page.beside.restrictions.muted.as_ref(),
    };
    made_of(page, ("section", "talk"), &inputs, |words, panel, fields| panel.render(words, fields))
}

impl Panel<'_> {
    fn render(&self, words: Words, fields: &Markup) -> Markup {
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
                    @if self.lines.is_empty() { p class="empty" { (msg!(words, "talk-empty")) } }
                    ol id="talk-lines" tabindex="0" aria-labelledby="talk-title" {
                        @for line in &self.lines { (self.line(words, line)) }
                    }
                    @if self.reader.you.is_some() {
                        @match self.muted {
                            Some(muted) => (moderation::restriction(words, &msg!(words, "restricted-muted"), muted)),
                            None => (field(words, self.reader.table, fields)),
                        }
                    }
                    (self.mutes(words))
                }
            }
        }
    }

    /// Returns the name of an author: the one that the table uses for their seat, if they have one.
    fn called(&self, words: Words, by: &Talker<'_>) -> String {
        let seated = self.seats.iter().find(|info| by.seat == Some(info.seat));
        seated.map_or_else(|| by.name.to_owned(), |info| seats::name(words, info))
    }

    /// Renders a chat message: author, time and text.
    fn line(&self, words: Words, line: &Line<'_>) -> Markup {
        let own = line.by.seat.is_some() && line.by.seat == self.reader.you;
        let name = self.called(words, line.by);
        html! {
            li id={ "said-" (line.seq) } class=[own.then_some("own")] {
                span class="by" {
                    @if let Some(seat) = line.by.seat { (icon(&format!("seat-{seat}"))) }
                    b { @if own { (msg!(words, "talk-you")) } @else { (name) } }
                    time datetime=(line.moment) { (line.age.told(words)) }
                    @if !own { (report::of_line(words, self.reader, line.seq, &name)) }
                }
                p dir="auto" { (line.text) }
            }
        }
    }

    /// Renders the controls that mute people at this table, which the reader's own browser remembers, or block them everywhere.
    fn mutes(&self, words: Words) -> Markup {
        let muted = self.others.iter().filter(|other| other.muted || other.blocked);
        let muted: Vec<String> = muted.map(|other| self.called(words, other)).collect();
        html! {
            @if !self.others.is_empty() {
                details id="mutes" {
                    summary {
                        @if muted.is_empty() { (msg!(words, "talk-mute")) }
                        @else { (msg!(words, "talk-muted", names = words.list(&muted))) }
                    }
                    form method="post" action={ "/t/" (self.reader.table) "/mute" } data-swap {
                        p class="hint" { (msg!(words, "talk-mute-hint")) }
                        @for other in &self.others {
                            button type="submit" name=(if other.muted { "unmute" } else { "mute" }) value=(other.id)
                                aria-pressed=(other.muted.to_string()) {
                                @if let Some(seat) = other.seat { (seats::mark(words, seat)) }
                                (self.called(words, other))
                                (icon(if other.muted { "muted" } else { "talk" }))
                            }
                        }
                    }
                    form method="post" action={ "/t/" (self.reader.table) "/block" } data-swap {
                        p class="hint" { (msg!(words, "block-hint")) }
                        @for other in &self.others {
                            button type="submit" name=(if other.blocked { "unblock" } else { "block" }) value=(other.id) {
                                @if let Some(seat) = other.seat { (seats::mark(words, seat)) }
                                @let name = self.called(words, other);
                                @if other.blocked { (msg!(words, "block-lift", name = name)) }
                                @else { (msg!(words, "block", name = name)) }
                                (icon("none"))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the field for a new message.
fn field(words: Words, table: &str, fields: &Markup) -> Markup {
    html! {
        form id="say" method="post" action={ "/t/" (table) "/wish" } {
            (fields)
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

/// Renders the button that opens the chat on phones.
pub(crate) fn sheet(words: Words) -> Markup {
    html! {
        button type="button" data-sheet="talk" aria-expanded="false" aria-controls="talk" {
            (icon("talk")) span { (msg!(words, "talk")) }
            span class="unread" data-unread hidden {}
        }
    }
}

/// The time since something happened, in the largest unit that fits, for browsers that cannot show the local time.
#[derive(Clone, Copy, Hash)]
enum Age {
    Now,
    Minutes(u64),
    Hours(u64),
    Days(u64),
}

impl Age {
    fn of(millis: u64) -> Age {
        let minutes = millis / 60_000;
        match minutes {
            0 => Age::Now,
            1..60 => Age::Minutes(minutes),
            60..1440 => Age::Hours(minutes / 60),
            _ => Age::Days(minutes / 1440),
        }
    }

    fn told(self, words: Words) -> String {
        match self {
            Age::Now => msg!(words, "ago-now"),
            Age::Minutes(n) => msg!(words, "ago-minutes", n = n),
            Age::Hours(n) => msg!(words, "ago-hours", n = n),
            Age::Days(n) => msg!(words, "ago-days", n = n),
        }
    }
}
