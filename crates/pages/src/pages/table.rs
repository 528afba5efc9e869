//! The table page: what does not depend on the game.

use crate::model::{GameTable, Notice, Stage, TablePage};
use crate::pages::rules::clause_link;
use crate::parts::shell::{Shell, client_words, icon};
use crate::say;
use crate::words::fault::fault;
use crate::words::{Mode, Words};
use maud::{Markup, PreEscaped, html};
use shelf::Refusal;

/// `GET /t/{id}`: the whole page.
#[must_use]
pub fn table(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let text = page.reader.settings.mode == Mode::Text;
    let title = match &page.game {
        _ if is_waiting(page) && page.people.is_closed => say!(words, "room-closed"),
        GameTable::Catan(table) => crate::games::catan::table::title(page, table),
        GameTable::CitiesAndKnights(table) => crate::games::cities_and_knights::table::title(page, table),
        GameTable::Carcassonne(table) => crate::games::carcassonne::table::title(page, table),
    };
    let after = html! {
        (crate::pages::table::keys_dialog(words, page))
        (then_dialog(words))
        (said(words))
        div id="live" class="unseen" aria-live="polite" {}
        div id="toast" role="alert" {}
        p id="connection" role="status" hidden { (say!(words, "connection-lost")) }
    };
    Shell {
        reader: page.reader,
        title: &title,
        class: if is_waiting(page) {
            "page"
        } else if text {
            "table text"
        } else {
            "table picture"
        },
        main: main(page),
        after,
        board: !text && !is_waiting(page),
        game: Some(page.game.kind()),
    }
    .render()
}

/// `GET /t/{id}/main`: the part of the page that changes, for the client to swap in.
#[must_use]
pub fn main(page: &TablePage<'_>) -> Markup {
    // Who is there is a change of its own, also where nothing else is a part.
    let _ = page.shown.part("presence", page.people.presence);
    if is_waiting(page) {
        return crate::pages::people::waiting(page);
    }
    match &page.game {
        GameTable::Catan(table) => crate::games::catan::table::main(page, table),
        GameTable::CitiesAndKnights(table) => crate::games::cities_and_knights::table::main(page, table),
        GameTable::Carcassonne(table) => crate::games::carcassonne::table::main(page, table),
    }
}

/// What an action of the reader leads to, as the part of its button that a page which follows the table leaves out. `None` for
/// actions of which nothing is told before they are done, and for those that are not possible now.
#[must_use]
pub fn preview(page: &TablePage<'_>, action: &str) -> Option<Markup> {
    match &page.game {
        GameTable::Carcassonne(table) => crate::games::carcassonne::table::preview(page, table, action),
        GameTable::Catan(_) | GameTable::CitiesAndKnights(_) => None,
    }
}

/// Whether there is no game to show: seats are open, or the table was closed while they were.
fn is_waiting(page: &TablePage<'_>) -> bool {
    page.stage == Stage::Waiting || (page.people.is_closed && !page.people.has_begun)
}

/// The board as a picture of its own, as its viewer may see it.
#[must_use]
pub fn board(game: &GameTable<'_>, style: &::draw::Style) -> String {
    match game {
        GameTable::Catan(table) => {
            ::draw::catan_svg(&crate::games::catan::picture(&table.view, table.log), style)
        }
        GameTable::CitiesAndKnights(table) => {
            ::draw::catan_svg(&crate::games::cities_and_knights::picture(&table.view, table.log), style)
        }
        GameTable::Carcassonne(table) => crate::games::carcassonne::each!(&table.view, view => {
            ::draw::carcassonne_svg(&crate::games::carcassonne::picture(view, table.log), style)
        }),
    }
}

/// Words the client says by itself.
fn said(words: Words) -> Markup {
    let texts = [
        ("lost", say!(words, "connection-lost")),
        ("back", say!(words, "connection-back")),
        ("chosen", say!(words, "client-chosen")),
        ("do", say!(words, "client-do")),
        ("cancel", say!(words, "client-cancel")),
        ("turn", say!(words, "client-turn")),
        ("choose", say!(words, "client-choose")),
        ("lit", say!(words, "client-lit")),
        ("failed", say!(words, "client-failed")),
        ("copied", say!(words, "client-copied")),
        ("clause", say!(words, "clause-open")),
        ("close", say!(words, "client-close")),
        ("unsent", say!(words, "client-unsent")),
        ("still-unsent", say!(words, "client-still-unsent")),
        ("sent", say!(words, "client-sent")),
        ("clock-low", say!(words, "clock-low", time = "{time}")),
        ("clock-days", say!(words, "clock-days", d = "{d}", h = "{h}")),
        ("clock-hours", say!(words, "clock-hours", h = "{h}", m = "{m}")),
        ("said", say!(words, "talk-said", name = "{name}", text = "{text}")),
        ("unread", say!(words, "talk-unread", n = "{n}")),
        ("notify-on", say!(words, "notify-on")),
        ("notify-off", say!(words, "notify-off")),
        ("notify-denied", say!(words, "notify-denied")),
    ];
    client_words(&texts)
}

/// The hidden form that all plain buttons of the page belong to.
pub(crate) fn act_form(page: &TablePage<'_>) -> Markup {
    html! {
        form id="act" method="post" action={ "/t/" (page.table) "/act" } { (command_fields(page)) }
    }
}

/// The fields of a command in a patch: the client fills them in.
pub(crate) const EMPTY_FIELDS: &str =
    "<input type=\"hidden\" name=\"seq\" value=\"\"><input type=\"hidden\" name=\"id\" value=\"\">";

/// What every command carries: what the reader had seen, and an id of its own.
pub(crate) fn command_fields(page: &TablePage<'_>) -> Markup {
    if page.shown.is_patch() {
        return PreEscaped(EMPTY_FIELDS.to_owned());
    }
    html! {
        input type="hidden" name="seq" value=(page.seq);
        input type="hidden" name="id" value=(page.command);
    }
}

/// What is to be said on top; `refusal` says why the rules refuse something.
pub(crate) fn notice(words: Words, page: &TablePage<'_>, refusal: impl Fn(&Refusal) -> String) -> Markup {
    html! {
        @match &page.notice {
            None => {}
            Some(Notice::Refused { why, .. }) => {
                p id="notice" class="notice bad" role="alert" {
                    (refusal(why))
                    @if let Some(clause) = why.clause { " " (clause_link(words, clause)) }
                }
            }
            Some(Notice::Fault(found)) => {
                p id="notice" class="notice bad" role="alert" { (fault(page.reader.lang, found)) }
            }
        }
    }
}

/// Buttons that bring the board closer and back.
pub(crate) fn zoom(words: Words) -> Markup {
    html! {
        div class="zoom js-only" role="group" aria-label=(say!(words, "zoom")) {
            @for (zoom, sign, label) in [
                ("in", "plus", say!(words, "zoom-in")),
                ("out", "minus", say!(words, "zoom-out")),
                ("fit", "fit", say!(words, "zoom-fit")),
            ] {
                button type="button" data-zoom=(zoom) title=(label) { (icon(sign)) span class="unseen" { (label) } }
            }
        }
    }
}

/// What asks which of several things is meant by a place, or whether it is; filled by the client.
pub(crate) fn chooser() -> Markup {
    html! { div id="chooser" class="card" hidden {} }
}

/// On phones: what lies beside the board, one at a time. `figures` names the part in the middle.
pub(crate) fn sheets(words: Words, page: &TablePage<'_>, figures: &str) -> Markup {
    html! {
        nav id="sheets" class="js-only" aria-label=(say!(words, "sheets")) {
            @for (sheet, sign, label) in [
                ("players", "people", say!(words, "players").as_str()),
                ("figures", "chart", figures),
                ("log", "log", say!(words, "log").as_str()),
            ] {
                button type="button" data-sheet=(sheet) aria-expanded="false" aria-controls=(sheet) {
                    (icon(sign)) span { (label) }
                }
            }
            (crate::parts::talk::sheet(words, page))
        }
    }
}

/// Taking the last action back, where the server lets the reader, or asking the others whether it may be.
pub(crate) fn undo(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if page.can_undo {
            form id="undo" method="post" action={ "/t/" (page.table) "/undo" } {
                (command_fields(page))
                button type="submit" class="quiet" data-key="u" { (icon("undo")) (say!(words, "undo")) }
            }
        }
        (crate::parts::asks::ask_undo(words, page))
    }
}

/// Who looks on is told so.
pub(crate) fn watching(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if page.you.is_none() && page.stage != Stage::Waiting {
            p id="watching" class="hint" { (say!(words, "watching")) }
        }
    }
}

/// The picture of an earlier moment, filled by the client with what a line of the log leads to.
fn then_dialog(words: Words) -> Markup {
    html! {
        dialog id="then" aria-labelledby="then-title" {
            h2 id="then-title" { (say!(words, "then-title")) }
            p id="then-line" role="status" {}
            img id="then-picture" alt=(say!(words, "board-title"));
            form method="dialog" class="row" {
                button type="button" data-then-step="-1" { (say!(words, "then-before")) }
                button type="button" data-then-step="1" { (say!(words, "then-after")) }
                button class="primary" { (say!(words, "client-close")) }
            }
        }
    }
}

/// Which keys do what; filled by the client from the page, since only it knows which are there.
fn keys_dialog(words: Words, page: &TablePage<'_>) -> Markup {
    let general = [
        ("?", say!(words, "keys-help")),
        ("← ↑ ↓ →", say!(words, "keys-arrows")),
        ("Enter", say!(words, "keys-enter")),
        ("Esc", say!(words, "keys-escape")),
        ("+ −", say!(words, "keys-zoom")),
        ("0", say!(words, "keys-fit")),
        ("m", say!(words, "keys-talk")),
    ];
    let game = match &page.game {
        GameTable::Catan(_) => crate::games::catan::table::keys(words),
        GameTable::CitiesAndKnights(_) => crate::games::cities_and_knights::table::keys(words),
        GameTable::Carcassonne(_) => crate::games::carcassonne::table::keys(words, page.game.kind()),
    };
    html! {
        dialog id="keys" aria-labelledby="keys-title" data-keys=(page.reader.settings.keys.text()) {
            h2 id="keys-title" { (say!(words, "keys-title")) }
            dl {
                @for (key, text) in game.iter().chain(&general) {
                    dt { kbd { (key) } }
                    dd { (text) }
                }
            }
            form method="dialog" { button class="primary" { (say!(words, "client-close")) } }
        }
    }
}
