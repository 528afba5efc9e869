//! The links from a seat, or from a chat message, to the page where the reader reports it.

use crate::model::{SeatInfo, SeatOccupant, TablePage};
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use game::Seat;
use maud::{Markup, html};

/// The reader, as somebody who may report others at a table.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct Reporter<'a> {
    /// The table's id.
    pub(crate) table: &'a str,
    /// The reader's seat.
    pub(crate) you: Option<Seat>,
    /// Whether the table is public. At a private one, only those with a seat may report.
    pub(crate) is_public: bool,
}

impl<'a> From<&TablePage<'a>> for Reporter<'a> {
    fn from(page: &TablePage<'a>) -> Reporter<'a> {
        Reporter { table: page.table, you: page.you, is_public: page.people.is_public }
    }
}

impl Reporter<'_> {
    fn may_report(&self) -> bool {
        self.you.is_some() || self.is_public
    }
}

/// Renders the link from somebody else's seat to the page where the reader can report or block them; nothing for bots and open
/// seats.
pub(crate) fn of_seat(words: Words, reader: Reporter<'_>, info: &SeatInfo<'_>) -> Markup {
    let is_person = matches!(info.who, SeatOccupant::Person { .. });
    if !is_person || reader.you == Some(info.seat) || !reader.may_report() {
        return html! {};
    }
    let label = msg!(words, "report-seat", name = seats::name(words, info));
    html! {
        a class="button report" href={ "/t/" (reader.table) "/report?seat=" (info.seat) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}

/// Renders the link from somebody else's chat message to that page.
pub(crate) fn of_line(words: Words, reader: Reporter<'_>, seq: u64, name: &str) -> Markup {
    if !reader.may_report() {
        return html! {};
    }
    let label = msg!(words, "report-line", name = name);
    html! {
        a class="report" href={ "/t/" (reader.table) "/report?said=" (seq) } title=(label) aria-label=(label) {
            (icon("flag"))
        }
    }
}
