//! The way from a seat, or from a line of the talk, to the page where it is reported.

use crate::model::{TablePage, Who};
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::words::{Words, say};
use game::Seat;
use maud::{Markup, html};

/// Whether the reader may report somebody here: at a private table only those who sit there.
fn may_report(page: &TablePage<'_>) -> bool {
    page.you.is_some() || page.people.is_public
}

/// From the seat of somebody else to the page where they are reported or blocked; nothing for bots and open seats.
pub(crate) fn of_seat(words: Words, page: &TablePage<'_>, seat: Seat) -> Markup {
    let info = page.seats.iter().find(|info| info.seat == seat);
    let Some(info) = info.filter(|info| matches!(info.who, Who::Person { .. })) else { return html! {} };
    if page.you == Some(seat) || !may_report(page) {
        return html! {};
    }
    let label = say!(words, "report-seat", name = seats::name(words, info));
    html! {
        a class="button report" href={ "/t/" (page.table) "/report?seat=" (seat) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}

/// The same from a line that somebody else said.
pub(crate) fn of_line(words: Words, page: &TablePage<'_>, seq: u64, name: &str) -> Markup {
    if !may_report(page) {
        return html! {};
    }
    let label = say!(words, "report-line", name = name);
    html! {
        a class="report" href={ "/t/" (page.table) "/report?said=" (seq) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}
