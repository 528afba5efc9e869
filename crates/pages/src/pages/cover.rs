//! The cover of a table at which several people share one device: it hides all hands.

use crate::model::TablePage;
use crate::parts::hot_seat::listed;
use crate::parts::notice::notice;
use crate::parts::seats;
use crate::words::{Words, msg};
use game::{Seat, SeatSet};
use maud::{Markup, html};

/// Returns the title of the cover: whose turn it is.
pub(super) fn title(page: &TablePage<'_>) -> String {
    let words = Words::new(page.reader.lang);
    let names = seats::names(words, page.seats, None);
    let due = page.people.here.map_or(SeatSet::EMPTY, |here| here.due);
    if due.is_empty() {
        msg!(words, "cover-none")
    } else {
        msg!(words, "cover-turn", names = listed(words, &names, due))
    }
}

/// Renders the `<main>` while no hand is shown: one button for each person who has to decide, or for everybody at this device if
/// nobody has.
pub(super) fn cover(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let names = seats::names(words, page.seats, None);
    let kind = page.game.kind();
    let title = title(page);
    let (seats, due) =
        page.people.here.map_or((SeatSet::EMPTY, SeatSet::EMPTY), |here| (here.seats, here.due));
    let offered: Vec<Seat> = (if due.is_empty() { seats } else { due }).into_iter().collect();
    html! {
        main id="main" class="room cover" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-stage="cover" data-presence=(page.people.presence)
            data-your-turn=[(!due.is_empty()).then_some("true")] {
            header class="hero" {
                p class="game" { (words.game_title(kind.name())) }
                h1 id="turn" tabindex="-1" { (title) }
                p class="lead" { (msg!(words, "cover-hint")) }
            }
            div id="notices" { (notice(words, page)) }
            form method="post" action={ "/t/" (page.table) "/here" } class="uncover" {
                @for (n, seat) in offered.iter().enumerate() {
                    button type="submit" name="seat" value=(seat) class={ "large" @if offered.len() == 1 { " primary" } }
                        autofocus[n == 0] {
                        (seats::mark(words, *seat)) (msg!(words, "cover-open", name = names.plain(words, *seat)))
                    }
                }
            }
        }
    }
}
