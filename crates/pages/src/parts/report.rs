//! The links from a seat, or from a chat message, to the page where the reader reports it.

use crate::model::{SeatOccupant, TablePage};
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use game::Seat;
use maud::{Markup, html};

/// Whether the reader may report somebody here: at a private table, only those with a seat may.
fn may_report(page: &TablePage<'_>) -> bool {
    page.you.is_some() || page.people.is_public
}

/// Renders the link from somebody else's seat to the page where the reader can report or block them; nothing for bots and open
/// seats.
pub(crate) fn of_seat(words: Words, page: &TablePage<'_>, seat: Seat) -> Markup {
    let info = page.seats.iter().find(|info| info.seat == seat);
    let Some(info) = info.filter(|info| matches!(info.who, SeatOccupant::Person { .. })) else {
        return html! {};
    };
    if page.you == Some(seat) || !may_report(page) {
        return html! {};
    }
    let label = msg!(words, "report-seat", name = seats::name(words, info));
    html! {
        a class="button report" href={ "/t/" (page.table) "/report?seat=" (seat) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}

/// Renders the link from somebody else's chat message to that page.
pub(crate) fn of_line(words: Words, page: &TablePage<'_>, seq: u64, name: &str) -> Markup {
    if !may_report(page) {
        return html! {};
    }
    let label = msg!(words, "report-line", name = name);
    html! {
        a class="report" href={ "/t/" (page.table) "/report?said=" (seq) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}
