//! The page on which the reader takes a seat at somebody's table.

use crate::games::fault;
use crate::model::{JoinPage, SeatOccupant};
use crate::parts::nickname::nickname;
use crate::parts::seats::{kind, mark, name, row};
use crate::parts::shell::{LinkPreview, Shell};
use crate::parts::terms::{Terms, dice, terms};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// `GET /j/{code}`.
#[must_use]
pub fn join(page: &JoinPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = msg!(words, "join-title");
    let open: Vec<_> = page.seats.iter().filter(|info| info.who == SeatOccupant::Open).collect();
    let main = html! {
        main id="main" class="narrow" {
            h1 { (msg!(words, "join-headline", game = words.game_title(page.game))) }
            @if let Some(found) = &page.fault {
                p class="notice bad" role="alert" { (fault(page.reader.lang, found)) }
            }
            (row(words, page.seats, None))
            section class="terms" aria-labelledby="terms-title" {
                h2 id="terms-title" { (msg!(words, "join-options")) }
                (terms(words, &terms_of(page)))
            }
            @if open.is_empty() {
                p { (msg!(words, "join-full")) }
                p { a class="button" href={ "/t/" (page.table) } { (msg!(words, "join-watch")) } }
            } @else {
                form class="card" method="post" action={ "/t/" (page.table) "/join" } {
                    @if let Some(code) = page.code { input type="hidden" name="code" value=(code); }
                    (nickname(words, page.reader.name.as_deref(), false))
                    fieldset class="seat-choice" {
                        legend { (msg!(words, "join-seat")) }
                        @for (n, info) in open.iter().enumerate() {
                            label {
                                input type="radio" name="seat" value=(info.seat) checked[n == 0] required;
                                (mark(words, info.seat))
                                span { (name(words, info)) }
                                @if let Some(kind) = kind(words, info) { span class="unseen" { (kind) } }
                            }
                        }
                    }
                    @if let Some(commitment) = page.commitment {
                        (dice(words, Some(page.table), commitment, &[], Some("nonce")))
                    }
                    button type="submit" class="primary large" { (msg!(words, "join-button")) }
                }
                p { a href={ "/t/" (page.table) } { (msg!(words, "join-watch")) } }
            }
        }
    };
    let game = page.game.parse().ok();
    let headline = msg!(words, "join-headline", game = words.game_title(page.game));
    let preview = Some(LinkPreview { title: headline, table: page.table });
    Shell { class: "page join", game, preview, ..Shell::new(page.reader, &title, main) }.render()
}

fn terms_of<'a>(page: &JoinPage<'a>) -> Terms<'a> {
    let &JoinPage { options, pace, is_public, from_position, .. } = page;
    Terms { options, pace, is_public, from_position }
}
