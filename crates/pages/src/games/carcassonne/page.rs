//! The table of one of the three games, put together.

use super::desk::Previews;
use super::table::{CarcassonneTable, Table, each, headline};
use super::words::aid_name;
use super::{desk, plain, side};
use crate::model::{Happened, LogLine, Stage, TablePage};
use crate::parts::command::act_form;
use crate::parts::controls::{chooser, sheets, undo, watching, zoom};
use crate::parts::notice::notice;
use crate::parts::part::part;
use crate::parts::shell::icon;
use crate::parts::{asks, people, seats, talk};
use crate::say;
use crate::words::{Aid, Words};
use ::carcassonne::{Event, Rules};
use maud::{Markup, PreEscaped, html};
use shelf::GameKind;

/// The title of the page: whose turn it is, and what for.
pub(crate) fn title(page: &TablePage<'_>, data: &CarcassonneTable<'_>) -> String {
    each!(&data.view, view => {
        let table = &Table::new(page, data, *view);
        let (title, _) = headline(table);
        let call = table.call(&title);
        asks::marked(title, call.as_ref())
    })
}

/// The shortcuts of these games: the keys that carry a `data-key` below.
pub(crate) fn keys(words: Words, game: GameKind) -> Vec<(&'static str, String)> {
    vec![
        ("b", say!(words, "keys-board")),
        ("r", say!(words, "land-keys-turn")),
        ("1 … 9", say!(words, "land-keys-figure")),
        ("n", say!(words, "land-keys-none")),
        ("s", say!(words, "land-keys-second")),
        ("e", say!(words, "keys-end")),
        ("u", say!(words, "keys-undo")),
        ("f", aid_name(words, game, Aid::Fields)),
        ("c", aid_name(words, game, Aid::Cities)),
        ("w", aid_name(words, game, Aid::Roads)),
        ("o", aid_name(words, game, Aid::Open)),
        ("g", aid_name(words, game, Aid::Fits)),
        ("h", say!(words, "land-keys-hand")),
        ("p", say!(words, "keys-players")),
        ("l", say!(words, "keys-log")),
    ]
}

/// The `<main>` of the page.
pub(crate) fn main(page: &TablePage<'_>, data: &CarcassonneTable<'_>) -> Markup {
    each!(&data.view, view => {
        let table = Table::new(page, data, *view);
        if table.text { text(&table) } else { desk_of(&table) }
    })
}

/// What an action leads to, in lines ([`crate::preview`]).
pub(crate) fn preview(page: &TablePage<'_>, data: &CarcassonneTable<'_>, action: &str) -> Option<Markup> {
    each!(&data.view, view => desk::preview(&Table::new(page, data, *view), action))
}

/// A position of the game as it is looked at again. Nothing is hidden in these games, so there are no hands to show.
pub(crate) fn replay(
    page: &TablePage<'_>,
    data: &CarcassonneTable<'_>,
    lines: &[LogLine<Event>],
) -> crate::model::Looked {
    each!(&data.view, view => {
        let table = Table::new(page, data, *view);
        let told = lines.iter().filter_map(|line| match &line.what {
            Happened::Game(event) => Some((line.seq, side::tell(&table, event))),
            _ => None,
        });
        crate::model::Looked {
            log: told.collect(),
            board: if table.text { plain::land(&table) } else { PreEscaped(super::picture::svg(&table)) },
            players: if table.text { side::players_in_words(&table) } else { side::players(&table) },
            hands: html! {},
            goal: None,
        }
    })
}

/// With the picture of the board.
fn desk_of<R: Rules>(table: &Table<'_, R>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    let seated = table.you.is_some() && page.stage == Stage::Playing;
    html! {
        main id="main" class="desk land" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[(!table.legal.is_empty()).then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(&title)] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "land-board")) }
                div id="notices" { (notice(words, page, |why| crate::games::refusal(words.lang(), &table.names, why))) }
                div id="board" data-key="b" data-try-space=[seated.then_some("place")] data-single="true" {
                    (PreEscaped(super::picture::svg(table)))
                }
                (side::facts(table))
                // The client lights these on the board instead.
                div class="without-js" { (desk::placements_part(table)) }
                (zoom(words))
                p id="tip" class="js-only" hidden {}
                (part(page, "section", "aids", side::toggles(table)))
                (chooser())
            }
            div id="decision" {
                (people::asked(words, page))
                (asks::question(words, page))
                (people::missing(words, page))
            }
            @if table.is_over() { (side::result(table)) }
            (part(page, "section", "dock", html! {
                section id="dock" aria-label=(say!(words, "dock")) {
                    (watching(words, page))
                    @if !table.is_over() {
                        (desk::hand(table))
                        (desk::choices(table))
                    }
                }
            }))
            div id="moves" class="moves" { (undo(words, page)) (desk::moves(table)) }
            aside id="side" aria-label=(say!(words, "side")) {
                (side::players(table))
                (side::figures(table))
                (side::log(table))
                (part(page, "section", "talk", talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "land-tiles"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: Rules>(table: &Table<'_, R>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    html! {
        main id="main" class="plain land" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[(!table.legal.is_empty()).then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(&title)] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            div id="notices" { (notice(words, page, |why| crate::games::refusal(words.lang(), &table.names, why))) }
            (people::asked(words, page))
            (people::missing(words, page))
            @if table.is_over() { (side::result(table)) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (desk::moves(table)) (undo(words, page)) }
                (asks::question(words, page))
                @if !table.is_over() {
                    (desk::hand(table))
                    (desk::choices(table))
                    (desk::placements(table, Previews::Told))
                }
            }
            (part(page, "section", "players", side::players_in_words(table)))
            (people::panel(words, page))
            (plain::land(table))
            (side::toggles(table))
            (side::figures(table))
            (side::log(table))
            (part(page, "section", "talk", talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and how many tiles are left.
fn banner<R: Rules>(table: &Table<'_, R>, title: &str, hint: &str) -> Markup {
    let words = table.words;
    let playing = !table.is_over() && table.page.stage == Stage::Playing;
    html! {
        @if playing { (seats::mark(words, table.view.active())) }
        div class="turn" {
            h1 id="turn" tabindex="-1" { (title) }
            @if !hint.is_empty() { p id="hint" { (hint) } }
        }
        @if playing {
            p id="stack" { (icon("stack")) strong { (table.view.stack_len()) } " "
                span class="stack-word" { (say!(words, "land-stack", n = table.view.stack_len())) } }
        }
    }
}
