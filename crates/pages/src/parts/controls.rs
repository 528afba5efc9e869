//! The controls around the board of a table page, whatever the game.

use super::asks;
use super::command::command_fields;
use super::odds::odds;
use super::part::made_of;
use super::shell::icon;
use super::talk;
use crate::model::{TablePage, TableStage};
use crate::words::{Words, msg};
use maud::{Markup, html};

/// Renders the buttons that zoom the board.
pub(crate) fn zoom(page: &TablePage<'_>) -> Markup {
    made_of(page, ("div", "zoom"), &(), |words, _, _| zoom_buttons(words))
}

fn zoom_buttons(words: Words) -> Markup {
    html! {
        div id="zoom" class="zoom js-only" role="group" aria-label=(msg!(words, "zoom")) {
            @for (zoom, sign, label, short) in [
                ("in", "plus", msg!(words, "zoom-in"), msg!(words, "zoom-in-short")),
                ("out", "minus", msg!(words, "zoom-out"), msg!(words, "zoom-out-short")),
                ("fit", "fit", msg!(words, "zoom-fit"), msg!(words, "zoom-fit-short")),
            ] {
                button type="button" data-zoom=(zoom) title=(label) {
                    (icon(sign)) span class="short" aria-hidden="true" { (short) } span class="unseen" { (label) }
                }
            }
        }
    }
}

/// The empty element in which the client asks which of several things at a place is meant, or to confirm one.
pub(crate) fn chooser() -> Markup {
    html! { div id="chooser" class="card" hidden {} }
}

/// Renders the tabs with which phones show one part beside the board at a time. `figures` names the part in the middle, if there
/// is one.
pub(crate) fn sheets(page: &TablePage<'_>, figures: &str) -> Markup {
    let inputs = (figures, talk::is_shown(page));
    made_of(page, ("nav", "sheets"), &inputs, |words, &(figures, talks), _| tabs(words, figures, talks))
}

fn tabs(words: Words, figures: &str, talks: bool) -> Markup {
    html! {
        nav id="sheets" class={ "js-only" @if talks { " with-talk" } } aria-label=(msg!(words, "sheets")) {
            @for (sheet, sign, label) in [
                ("players", "people", msg!(words, "players").as_str()),
                ("figures", "chart", figures),
                ("log", "log", msg!(words, "log").as_str()),
            ].into_iter().filter(|(_, _, label)| !label.is_empty()) {
                button type="button" data-sheet=(sheet) aria-expanded="false" aria-controls=(sheet) {
                    (icon(sign)) span { (label) }
                }
            }
            @if talks { (talk::sheet(words)) }
        }
    }
}

/// Renders the undo button if the server lets the reader undo, or the form that asks the others to agree.
pub(crate) fn undo(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if page.can_undo {
            form id="undo" method="post" action={ "/t/" (page.table) "/undo" } {
                (command_fields(page))
                button type="submit" class="quiet" data-key="u" { (icon("undo")) (msg!(words, "undo")) }
            }
        }
        (asks::ask_undo(words, page))
    }
}

/// Tells a spectator that they are watching, and what the chances are.
pub(crate) fn watching(words: Words, page: &TablePage<'_>) -> Markup {
    html! {
        @if page.you.is_none() && page.stage != TableStage::Waiting {
            p id="watching" class="hint" { (msg!(words, "watching")) }
            (odds(words, page))
        }
    }
}
