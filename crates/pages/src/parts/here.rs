//! Several people at one device: the hand that is open is covered again, and where nothing is hidden the page says whose it is.

use crate::model::TablePage;
use crate::parts::seats;
use crate::words::{Names, Words, say};
use game::SeatSet;
use maud::{Markup, html};

/// The button that covers the hand that is open, and says who is to decide besides.
pub(crate) fn hand_over(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(here) = page.people.here.filter(|_| page.game.kind().has_secrets()) else { return html! {} };
    let names = seats::names(words, page.seats, None);
    let others: SeatSet = here.due.into_iter().filter(|&seat| here.open != Some(seat)).collect();
    let text = if others.is_empty() {
        say!(words, "cover-close")
    } else {
        say!(words, "cover-pass", names = listed(words, &names, others))
    };
    html! {
        form method="post" action={ "/t/" (page.table) "/here" } class="hand-over" {
            button type="submit" name="seat" value="" title=(text) { (text) }
        }
    }
}

/// The names of seats, as a sentence lists them.
pub(crate) fn listed(words: Words, names: &Names, seats: SeatSet) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| names.plain(words, seat)).collect();
    words.list(&names)
}

/// A headline that says by name whose turn it is, where no cover has said it: several people here play a game without secrets.
pub(crate) fn named(words: Words, page: &TablePage<'_>, acts: bool, title: &str) -> Option<String> {
    let seat = page.people.here.filter(|_| acts && !page.game.kind().has_secrets())?.open?;
    let name = seats::names(words, page.seats, None).plain(words, seat);
    Some(say!(words, "cover-needless", name = name, title = title))
}
