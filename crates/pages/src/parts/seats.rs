//! The seats and their players, in lists and forms.

use crate::model::{SeatInfo, SeatOccupant};
use crate::parts::shell::icon;
use crate::words::{Names, Words, msg};
use game::Seat;
use maud::{Markup, html};

/// Returns the names of all seats for sentences.
pub(crate) fn names(words: Words, seats: &[SeatInfo<'_>], you: Option<Seat>) -> Names {
    Names::new(seats.iter().map(|info| name(words, info)).collect(), you)
}

/// Returns the names of all seats, as one says them of others.
#[must_use]
pub fn names_of_seats(words: Words, seats: &[SeatInfo<'_>]) -> Vec<String> {
    seats.iter().map(|info| name(words, info)).collect()
}

/// Returns the name of a seat: its player's name, or that it is open.
pub(crate) fn name(words: Words, info: &SeatInfo<'_>) -> String {
    match info.who {
        SeatOccupant::Open => msg!(words, "seat-open-name", seat = info.seat.to_string()),
        SeatOccupant::Person { name, .. } | SeatOccupant::Bot { name, .. } => name.to_owned(),
    }
}

/// Describes the kind of player in a seat in a word or two; `None` for a person who is present.
pub(crate) fn kind(words: Words, info: &SeatInfo<'_>) -> Option<String> {
    match info.who {
        SeatOccupant::Open => Some(msg!(words, "seat-open")),
        SeatOccupant::Person { stand_in: Some(_), .. } => {
            Some(msg!(words, "seat-stand-in", bot = crate::model::BOT_NAMES[info.seat.index()]))
        }
        SeatOccupant::Person { online: false, .. } => Some(msg!(words, "seat-away")),
        SeatOccupant::Person { .. } => None,
        SeatOccupant::Bot { kind, .. } => Some(words.or(&format!("bot-{kind}-short"), kind)),
    }
}

/// Renders the mark of a seat: its colour and sign, with the letter for those who see neither.
pub(crate) fn mark(words: Words, seat: Seat) -> Markup {
    html! {
        span class="mark" {
            (icon(&format!("seat-{seat}")))
            span class="unseen" { (msg!(words, "seat-letter", seat = seat.to_string())) }
        }
    }
}

/// Renders a player at the head of their possessions: mark, name, and kind of player; `due` says that the table waits for them.
pub(crate) fn head(words: Words, info: &SeatInfo<'_>, is_you: bool, due: bool) -> Markup {
    html! {
        (mark(words, info.seat))
        span class="who" {
            span class="name" { (name(words, info)) }
            @match info.who {
                SeatOccupant::Person { stand_in: None, .. } if is_you => {
                    span class="tag" { (msg!(words, "seat-you")) }
                }
                SeatOccupant::Person { name, stand_in: Some(_), .. } => {
                    @let bot = crate::model::BOT_NAMES[info.seat.index()];
                    span class="tag stand-in" title=(msg!(words, "stand-in", bot = bot, name = name)) {
                        (icon("bot")) (msg!(words, "seat-stand-in", bot = bot))
                    }
                }
                _ => {
                    @if let Some(kind) = kind(words, info) {
                        span class=(match info.who {
                            SeatOccupant::Person { online: false, .. } => "tag away",
                            _ => "tag",
                        }) { (kind) }
                    }
                }
            }
            @if due { span class="unseen" { (msg!(words, "player-due")) } }
        }
    }
}

/// Renders the head of a player whose seat is reserved until they come.
pub(crate) fn expected(words: Words, info: &SeatInfo<'_>) -> Markup {
    html! {
        (mark(words, info.seat))
        span class="who" {
            span class="name" { (name(words, info)) }
            span class="tag away" { (msg!(words, "seat-expected")) }
        }
    }
}

/// Renders a player as the head of a row: `seat B: Bruno (settler)`.
pub(crate) fn row_head(words: Words, info: &SeatInfo<'_>, is_you: bool) -> Markup {
    html! {
        th scope="row" {
            (msg!(words, "seat-letter", seat = info.seat.to_string())) ": " (name(words, info))
            @if is_you { " (" (msg!(words, "seat-you")) ")" }
            @else if let Some(kind) = kind(words, info) { " (" (kind) ")" }
        }
    }
}

/// Renders all seats of a table in a row.
pub(crate) fn row(words: Words, seats: &[SeatInfo<'_>], you: Option<Seat>) -> Markup {
    html! {
        ul class="seat-row" {
            @for info in seats {
                li class=[(info.who == SeatOccupant::Open).then_some("open")] {
                    (mark(words, info.seat))
                    span class="name" { (name(words, info)) }
                    @if you == Some(info.seat) {
                        span class="tag" { (msg!(words, "seat-you")) }
                    } @else if let Some(kind) = kind(words, info) {
                        @if info.who != SeatOccupant::Open { span class="tag" { (kind) } }
                    }
                }
            }
        }
    }
}
