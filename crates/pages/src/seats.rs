//! Who sits where, in lists and forms.

use crate::shell::icon;
use crate::{Names, SeatInfo, Who, Words, say};
use game::Seat;
use maud::{Markup, html};

/// The names of all seats for sentences.
pub(crate) fn names(words: Words, seats: &[SeatInfo<'_>], you: Option<Seat>) -> Names {
    Names::new(seats.iter().map(|info| name(words, info)).collect(), you)
}

/// What a seat is called: its player's name, or that it is open.
pub(crate) fn name(words: Words, info: &SeatInfo<'_>) -> String {
    match info.who {
        Who::Open => say!(words, "seat-open-name", seat = info.seat.to_string()),
        Who::Person { name, .. } | Who::Bot { name, .. } => name.to_owned(),
    }
}

/// What kind of player a seat has, in a word or two; nothing for a person who is there.
pub(crate) fn kind(words: Words, info: &SeatInfo<'_>) -> Option<String> {
    match info.who {
        Who::Open => Some(say!(words, "seat-open")),
        Who::Person { online: false, .. } => Some(say!(words, "seat-away")),
        Who::Person { .. } => None,
        Who::Bot { kind, .. } => Some(words.or(&format!("bot-{kind}-short"), kind)),
    }
}

/// The sign of a seat: its colour and mark, with the letter for those who see neither.
pub(crate) fn mark(words: Words, seat: Seat) -> Markup {
    html! {
        span class="mark" {
            (icon(&format!("seat-{seat}")))
            span class="unseen" { (say!(words, "seat-letter", seat = seat.to_string())) }
        }
    }
}

/// All seats of a table in a row.
pub(crate) fn row(words: Words, seats: &[SeatInfo<'_>], you: Option<Seat>) -> Markup {
    html! {
        ul class="seat-row" {
            @for info in seats {
                li class=[(info.who == Who::Open).then_some("open")] {
                    (mark(words, info.seat))
                    span class="name" { (name(words, info)) }
                    @if you == Some(info.seat) {
                        span class="tag" { (say!(words, "seat-you")) }
                    } @else if let Some(kind) = kind(words, info) {
                        @if info.who != Who::Open { span class="tag" { (kind) } }
                    }
                }
            }
        }
    }
}
