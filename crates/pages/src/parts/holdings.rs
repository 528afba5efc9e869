//! The players at a table, with their points and their open possessions.

use crate::model::{SeatInfo, TablePage};
use crate::parts::part::made_of;
use crate::parts::shell::icon;
use crate::parts::standings::{PointPart, total};
use crate::parts::{clocks, people, seats};
use crate::words::{Mode, Words, msg};
use game::{Seat, SeatSet};
use maud::{Markup, PreEscaped, html};

/// An amount with its name.
pub(crate) type Part = (String, u32);

/// An open fact about a player, as an icon with a number.
#[derive(Hash)]
pub(crate) struct Fact {
    /// The icon.
    pub(crate) icon: String,
    /// The label.
    pub(crate) label: String,
    /// The amount.
    pub(crate) value: u32,
    /// The CSS class: `award` for the holder of an award card, `over` for more than is safe, or none.
    pub(crate) class: &'static str,
}

/// The open information about a seat.
#[derive(Hash, Default)]
pub(crate) struct Holdings {
    /// Its points, by source.
    pub(crate) points: Vec<PointPart>,
    /// Its other open facts.
    pub(crate) facts: Vec<Fact>,
    /// The supply it has left, such as pieces to build with.
    pub(crate) left: Vec<Part>,
}

/// Renders the players, as cards or, for those who read rather than look, as one table. The game waits for the seats in `due`.
pub(crate) fn players(
    words: Words,
    page: &TablePage<'_>,
    due: SeatSet,
    holdings: impl Fn(Seat) -> Holdings,
) -> Markup {
    if page.reader.settings.mode == Mode::Text {
        return players_in_words(words, page, holdings);
    }
    people::players(words, page, |info| {
        let card = Card {
            info,
            is_you: page.you == Some(info.seat),
            due: due.contains(info.seat),
            clock: clocks::face(words, page, info).0,
            holdings: holdings(info.seat),
        };
        let id = format!("player-{}", info.seat);
        made_of(page, ("details", &id), &card, |words, card, _| player(words, card))
    })
}

/// The inputs of a player's card.
#[derive(Hash)]
struct Card<'a> {
    info: &'a SeatInfo<'a>,
    is_you: bool,
    due: bool,
    /// The clock as it is shown.
    clock: String,
    holdings: Holdings,
}

fn player(words: Words, card: &Card<'_>) -> Markup {
    let &Card { info, is_you, due, ref clock, holdings: Holdings { ref points, ref facts, ref left } } = card;
    let clock = PreEscaped(clock.as_str());
    html! {
        details class={ "player" @if due { " due" } } id={ "player-" (info.seat) } {
            summary class=[clocks::class(clock.0)] {
                (seats::head(words, info, is_you, due))
                (clock)
                span class="points" {
                    strong { (total(points)) }
                    span class="unseen" { " " (msg!(words, "points-word", n = total(points))) }
                }
                span class="facts" {
                    @for fact in facts {
                        span class={ "fact " (fact.class) } title=(fact.label) {
                            (icon(&fact.icon)) span class="unseen" { (fact.label) ": " } (fact.value)
                        }
                    }
                }
            }
            dl class="parts" {
                @for part in points.iter().filter(|part| part.points > 0) { dt { (part.name) } dd { (part.points) } }
                @for (part, count) in left { dt class="quiet" { (part) } dd class="quiet" { (count) } }
            }
        }
    }
}

/// Renders the players as one table, for those who read rather than look.
fn players_in_words(words: Words, page: &TablePage<'_>, holdings: impl Fn(Seat) -> Holdings) -> Markup {
    let heads = holdings(Seat::A).facts;
    html! {
        section id="players" aria-labelledby="players-title" {
            h2 id="players-title" { (msg!(words, "players")) }
            div class="scroll" tabindex="0" role="group" aria-labelledby="players-title" {
                table class="words" {
                    thead {
                        tr {
                            th scope="col" { (msg!(words, "player-column")) }
                            @if clocks::are_shown(page) { th scope="col" { (msg!(words, "clock-column")) } }
                            th scope="col" { (msg!(words, "points-column")) }
                            th scope="col" { (msg!(words, "parts-column")) }
                            @for fact in &heads { th scope="col" { (fact.label) } }
                        }
                    }
                    tbody {
                        @for info in page.seats {
                            @let Holdings { points, facts, .. } = holdings(info.seat);
                            tr {
                                (seats::row_head(words, info, page.you == Some(info.seat)))
                                @if clocks::are_shown(page) { td { (clocks::cell(words, page, info)) } }
                                td { (total(&points)) }
                                td {
                                    @let parts: Vec<String> = points.iter().filter(|part| part.points > 0)
                                        .map(|part| format!("{} {}", part.name, part.points)).collect();
                                    (parts.join(", "))
                                }
                                @for fact in facts { td { (fact.value) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
