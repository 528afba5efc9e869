//! City improvements: the level of each area, and the price and benefits of the next.

use super::table::Table;
use crate::games::island::cards::{cards, why_not};
use crate::parts::shell::{close_button, icon};
use crate::words::msg;
use ::catan::cities_and_knights::{Action, Area, Hand, OwnAction};
use game::Seat;
use maud::{Markup, html};

/// The highest level.
const LEVELS: u8 = 5;

/// The tool that buys them.
pub(crate) fn tool(table: &Table<'_>) -> Markup {
    let w = table.words;
    let Some(you) = table.you else { return html! {} };
    let ready = Area::ALL.into_iter().any(|area| table.may(Action::Own(OwnAction::Improve(area))));
    html! {
        details class={ "tool" @if ready { " ready" } @else { " off" } } id="calendar" name="tool" {
            summary data-key="i" {
                (icon("calendar"))
                span class="label" { (msg!(w, "tool-improve")) }
                span class="levels" aria-hidden="true" {
                    @for area in Area::ALL { span class={ "level area-" (area) } { (table.view.level(you, area)) } }
                }
            }
            div class="pop wide" {
                (close_button(w))
                h3 { (msg!(w, "tool-improve")) }
                @if table.view.cranes() > 0 && table.is_yours() {
                    p class="hint" { (msg!(w, "cranes", n = table.view.cranes())) }
                }
                ul class="areas" { @for area in Area::ALL { li class={ "area-" (area) } { (row(table, you, area)) } } }
            }
        }
    }
}

/// One area of the reader.
fn row(table: &Table<'_>, you: Seat, area: Area) -> Markup {
    let w = table.words;
    let narrator = table.knights_narrator();
    let level = table.view.level(you, area);
    let action = Action::Own(OwnAction::Improve(area));
    html! {
        h4 {
            (icon(&format!("area-{area}"))) (narrator.area(area)) " "
            (pips(table, area, level))
        }
        @if level > 0 { p class="hint" { (msg!(w, "level-now", level = level, name = narrator.level(area, level))) } }
        @if level < LEVELS {
            @let next = level + 1;
            div class="next" {
                @let body = html! {
                    span class="what" { (msg!(w, "level-next", level = next, name = narrator.level(area, next))) }
                    (cards(table, price(table, you, area, next).into()))
                };
                @if table.may(action) { (table.act(action, "primary", None, body)) }
                @else { p class="offer-line" { (body) } (why_not(table, std::iter::once(action))) }
                ul class="gives" { @for text in narrator.level_texts(area, next) { li { (text) } } }
            }
        }
    }
}

/// Returns the price of the seat's next level, reduced by a pending Crane.
fn price(table: &Table<'_>, you: Seat, area: Area, level: u8) -> Hand {
    let own = table.view.improvement_price(area).filter(|_| table.view.active() == you);
    own.unwrap_or_else(|| Hand::of(area.commodity(), level))
}

/// Renders a level as five boxes, with words for screen readers, and the metropolis where it is held.
pub(crate) fn pips(table: &Table<'_>, area: Area, level: u8) -> Markup {
    let w = table.words;
    html! {
        span class="pips" {
            span class="unseen" { (msg!(w, "level-of-five", level = level)) }
            @for n in 1..=LEVELS {
                span class=(if n <= level { "pip full" } else { "pip" }) aria-hidden="true"
                    title=(table.knights_narrator().level(area, n)) {}
            }
        }
    }
}

/// Renders the levels of all seats, and the owners of the metropolises.
pub(crate) fn figure(table: &Table<'_>) -> Markup {
    let w = table.words;
    let holder = |area: Area| {
        table.seats().find(|&seat| {
            table.view.metropolis(area).is_some_and(|city| table.view.cities(seat).contains(city))
        })
    };
    html! {
        table class="numbers levels-table" {
            thead {
                tr {
                    th scope="col" { (msg!(w, "player-column")) }
                    @for area in Area::ALL { th scope="col" { (icon(&format!("area-{area}"))) (table.area(area)) } }
                }
            }
            tbody {
                @for seat in table.seats() {
                    tr {
                        th scope="row" { (crate::parts::seats::mark(w, seat)) (table.name(seat)) }
                        @for area in Area::ALL {
                            td {
                                @let level = table.view.level(seat, area);
                                (level)
                                @if level > 0 { " " span class="quiet" { (table.knights_narrator().level(area, level)) } }
                                @if holder(area) == Some(seat) { " " strong { (msg!(w, "metropolis-here")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
