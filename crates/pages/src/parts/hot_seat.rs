//! Several people at one device: the button that hides the open hand again, and, where nothing is hidden, a headline that names
//! the player.

use crate::model::TablePage;
use crate::parts::seats;
use crate::words::{Names, Words, msg};
use game::SeatSet;
use maud::{Markup, html};

/// Renders the button that hides the open hand, and names the others who have to decide.
pub(crate) fn hand_over(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(here) = page.people.here.filter(|here| here.hides) else { return html! {} };
    let names = seats::names(words, page.seats, None);
    let others: SeatSet = here.due.into_iter().filter(|&seat| here.open != Some(seat)).collect();
    let text = if others.is_empty() {
        msg!(words, "cover-close")
    } else {
        msg!(words, "cover-pass", names = listed(words, &names, others))
    };
    html! {
        form method="post" action={ "/t/" (page.table) "/here" } class="hand-over" {
            button type="submit" name="seat" value="" title=(text) { (text) }
        }
    }
}

/// Lists the names of seats, as a sentence does.
pub(crate) fn listed(words: Words, names: &Names, seats: SeatSet) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| names.plain(words, seat)).collect();
    words.list(&names)
}

/// Returns a headline that names the player whose turn it is, where no cover has done so: several people here have no hands to
/// hide.
pub(crate) fn named(words: Words, page: &TablePage<'_>, acts: bool, title: &str) -> Option<String> {
    let seat = page.people.here.filter(|here| acts && !here.hides)?.open?;
    let name = seats::names(words, page.seats, None).plain(words, seat);
    Some(msg!(words, "cover-needless", name = name, title = title))
}
