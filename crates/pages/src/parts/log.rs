//! What has happened at a table, in words.

use super::shell::icon;
use crate::model::{Happened, LogLine, TablePage, Told};
use crate::say;
use crate::words::{Names, Words};
use ::draw::shown::Item;
use game::Seat;
use maud::{Markup, html};

/// How many lines of the log a page shows; older ones are in the record.
pub const LOG_LINES: usize = 120;

/// How many lines of the log stand before the one that is looked at, and after it.
pub const REPLAY_LINES: usize = 40;

/// Which lines of a log are shown beside position `at`.
pub(crate) fn window<E>(lines: &[LogLine<E>], at: usize) -> &[LogLine<E>] {
    let here = lines.partition_point(|line| line.seq <= at as u64);
    &lines[here.saturating_sub(REPLAY_LINES)..lines.len().min(here + REPLAY_LINES)]
}

/// What has happened at a table, newest last; `tell` tells an event of the game. A line that speaks of a place leads to
/// the picture of that moment.
pub(crate) fn log<E>(
    words: Words,
    page: &TablePage<'_>,
    names: &Names,
    log: &[LogLine<E>],
    tell: impl Fn(&E) -> Told,
) -> Markup {
    let first = log.len().saturating_sub(LOG_LINES);
    let numbers = numbers(log);
    let table = page.table;
    let edits = page.shown.list("log-lines", numbers[first..].iter().map(|number| Item::new(number, names)));
    let lines = log.iter().zip(&numbers).skip(first).enumerate();
    html! {
        section id="log" class="panel" aria-labelledby="log-title" data-key="l" tabindex="-1" {
            h2 id="log-title" { (say!(words, "log")) }
            @if !log.is_empty() { (look_back(words, table)) }
            @if log.is_empty() { p class="empty" { (say!(words, "log-empty")) } }
            ol id="log-lines" tabindex="0" aria-labelledby="log-title" data-list=[&edits.steps] {
                @for (_, (line, number)) in lines.filter(|&(n, _)| edits.writes(n)) {
                    @let told = told(words, names, line, &tell);
                    li id={ "log-" (number) } class=(if told.ends_turn { "turn-end" } else { "line" })
                        data-sound=(told.sound) data-show=[told.place.as_deref()] {
                        @if let Some(seat) = told.seat { (icon(&format!("seat-{seat}"))) }
                        span { (told.sentence) }
                        @if told.place.is_some() {
                            a class="then" href={ "/t/" (table) "/board/" (line.seq) ".svg" } data-then
                                title=(say!(words, "log-then")) aria-label=(say!(words, "log-then-line", n = line.seq)) {
                                (icon("then"))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A number for each line that grows from line to line, and stays the same while the log grows: what a browser has told
/// already it knows by that.
fn numbers<E>(log: &[LogLine<E>]) -> Vec<u64> {
    /// More lines than one entry ever brings.
    const LINES_OF_ENTRY: u64 = 1000;
    let mut numbers: Vec<u64> = Vec::with_capacity(log.len());
    for line in log {
        let first = line.seq * LINES_OF_ENTRY;
        numbers.push(numbers.last().map_or(first, |last| first.max(last + 1)));
    }
    numbers
}

fn told<E>(words: Words, names: &Names, line: &LogLine<E>, tell: impl Fn(&E) -> Told) -> Told {
    let name = |seat: Seat| names.plain(words, seat);
    /// A sentence about one seat, which may be the reader's.
    macro_rules! of {
        ($seat:expr, $key:literal) => {
            (Some($seat), say!(words, $key, you = names.you($seat), name = name($seat)))
        };
    }
    let (seat, sentence) = match line.what {
        Happened::Game(ref event) => return tell(event),
        Happened::Undone(seat) => of!(seat, "event-undone"),
        Happened::UndoAsked(seat) => of!(seat, "event-undo-asked"),
        Happened::UndoAnswered { seat, agrees: true } => of!(seat, "event-undo-agreed"),
        Happened::UndoAnswered { seat, agrees: false } => of!(seat, "event-undo-refused"),
        Happened::Joined(seat) => of!(seat, "event-joined"),
        Happened::Filled => (None, say!(words, "event-filled")),
        Happened::Swapped(one, other) => {
            (None, say!(words, "event-swapped", one = name(one), other = name(other)))
        }
        Happened::Left { seat, bot: true } => of!(seat, "event-left-bot"),
        Happened::Left { seat, bot: false } => {
            (Some(seat), say!(words, "event-left-open", seat = seat.to_string()))
        }
        Happened::Returned(seat) => of!(seat, "event-returned"),
        Happened::Replaced { seat, by } => (
            Some(seat),
            say!(words, "event-replaced", you = names.you(seat), name = name(seat), by = name(by)),
        ),
        Happened::TimeUp { seat, bot: true } => of!(seat, "event-time-up-bot"),
        Happened::TimeUp { seat, bot: false } => of!(seat, "event-time-up"),
        Happened::StoodStill => (None, say!(words, "event-stood-still")),
        Happened::Next => (None, say!(words, "event-next")),
        Happened::Closed => (None, say!(words, "event-closed")),
    };
    Told { seat, sentence, sound: "soft", place: None, ends_turn: false }
}

/// From the log of a game to its earlier positions.
fn look_back(words: Words, table: &str) -> Markup {
    html! { a class="look-back" href={ "/t/" (table) "/replay" } { (say!(words, "replay-link-playing")) } }
}
