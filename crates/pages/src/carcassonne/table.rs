//! The table, put together.

use super::{CarcassonneTable, Teller, World, each};
use crate::log::{Told, log};
use crate::table::{act_form, lobby, notice, undo, watching};
use crate::{Names, Stage, TablePage, Words, charts, say, seats};
use ::carcassonne::{Event, Rules, View};
use game::{Seat, Turn};
use maud::{Markup, html};

/// The title of the page: whose turn it is.
pub(crate) fn title(page: &TablePage<'_>, table: &CarcassonneTable<'_>) -> String {
    each!(&table.view, view => headline(page, view))
}

/// The shortcuts of this game.
pub(crate) fn keys(words: Words) -> Vec<(&'static str, String)> {
    vec![("u", say!(words, "keys-undo")), ("l", say!(words, "keys-log"))]
}

/// The `<main>` of the page.
pub(crate) fn main(page: &TablePage<'_>, table: &CarcassonneTable<'_>) -> Markup {
    each!(&table.view, view => main_of(page, table, view))
}

fn headline<R: Rules>(page: &TablePage<'_>, view: &View<'_, R>) -> String {
    let words = Words::new(page.reader.lang);
    let names = seats::names(words, page.seats, page.you);
    match view.turn() {
        _ if page.stage == Stage::Waiting => say!(words, "turn-waiting"),
        Turn::Over(outcome) => {
            let winners: Vec<String> =
                outcome.winners.into_iter().map(|seat| names.plain(words, seat)).collect();
            say!(words, "turn-won", name = words.list(&winners))
        }
        _ => names.plain(words, view.active()),
    }
}

fn main_of<R: Rules>(page: &TablePage<'_>, table: &CarcassonneTable<'_>, view: &View<'_, R>) -> Markup {
    let words = Words::new(page.reader.lang);
    let names: Names = seats::names(words, page.seats, page.you);
    let teller = Teller { words, names: &names, world: World::of(R::NAME) };
    let title = headline(page, view);
    let playing = page.stage == Stage::Playing;
    let legal = page.you.filter(|_| playing).map(|you| view.legal_actions(you));
    let yours = legal.as_ref().is_some_and(|legal| !legal.is_empty());
    let named: Vec<(Seat, String)> =
        Seat::first(view.seats()).map(|seat| (seat, names.plain(words, seat))).collect();
    html! {
        main id="main" class="plain" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[yours.then_some("true")] {
            (act_form(page))
            header id="banner" { h1 id="turn" tabindex="-1" { (title) } }
            div id="notices" { (notice(words, page, |why| crate::refusal(words.lang(), &names, why))) }
            @if page.stage == Stage::Waiting { (lobby(words, page)) }
            (watching(words, page))
            section id="dock" aria-label=(say!(words, "dock")) {
                div id="moves" class="moves" { (undo(words, page)) }
                @if let Some(tile) = view.tile_in_hand() { p { (tile) } }
                @for action in legal.into_iter().flatten() {
                    button type="submit" form="act" name="action" value=(action) data-action=(action) { (teller.action(action)) }
                }
            }
            section id="players" aria-labelledby="players-title" {
                h2 id="players-title" { (say!(words, "players")) }
                ul {
                    @for (seat, name) in &named {
                        li { (seats::mark(words, *seat)) " " (name) ": " (view.points(*seat).total()) }
                    }
                }
            }
            @if matches!(view.turn(), Turn::Over(_)) { (charts::course(words, &named, table.course, None)) }
            (log(words, &names, table.log, |event| tell(&teller, event)))
        }
    }
}

fn tell(teller: &Teller<'_>, event: &Event) -> Told {
    Told {
        seat: None,
        sentence: teller.event(event),
        sound: "none",
        place: None,
        ends_turn: matches!(event, Event::TurnEnded { .. }),
    }
}
