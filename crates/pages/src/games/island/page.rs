//! How a table on the island is laid out, with a picture or in words.

use super::table::{Island, Table};
use super::trade;
use crate::model::Stage;
use crate::parts::command::act_form;
use crate::parts::controls::{chooser, sheets, undo, watching, zoom};
use crate::parts::part::part;
use crate::parts::{asks, people, seats, talk};
use crate::say;
use game::Seat;
use maud::{Markup, html};

/// The parts of a table that depend on the game.
pub(crate) struct Parts {
    /// A class of its own for the page.
    pub(crate) class: &'static str,
    /// The one line that says what goes on, and the one below it that says what to do.
    pub(crate) headline: (String, String),
    /// Whether the reader has something to decide.
    pub(crate) acts: bool,
    /// Whose sign stands at the top.
    pub(crate) mark: Seat,
    /// What else stands at the top: the dice.
    pub(crate) top: Markup,
    /// The board as a picture, or in words.
    pub(crate) board: Markup,
    /// What a click on a place that is not lit would try: on hexes, intersections and paths.
    pub(crate) tries: [Option<&'static str>; 3],
    /// Whether nothing but a place of one kind is asked for, so that other places need not answer.
    pub(crate) single: bool,
    /// Places that are asked for and belong to no tool; the client lights them on the board instead.
    pub(crate) places: Markup,
    /// Decisions that wait.
    pub(crate) decisions: Markup,
    /// The reader's hand, cards of other sorts, tools, and what moves the turn on.
    pub(crate) hand: Markup,
    pub(crate) cards: Markup,
    pub(crate) tools: Markup,
    pub(crate) moves: Markup,
    /// The end, once the game is over.
    pub(crate) result: Option<Markup>,
    /// What lies beside the board.
    pub(crate) players: Markup,
    pub(crate) figures: Markup,
    pub(crate) log: Markup,
    /// What is to be said on top.
    pub(crate) notices: Markup,
}

/// The `<main>` of the page.
pub(crate) fn main<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    if table.text { text(table, parts) } else { desk(table, parts) }
}

/// With the picture of the board.
fn desk<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (words, page) = (table.words, table.page);
    let [hex, intersection, path] = parts.tries;
    html! {
        main id="main" class={ "desk" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(parts.headline.0) data-your-turn=[parts.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(parts.acts, &parts.headline.0)] {
            (act_form(page))
            (banner(table, parts))
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "board-title")) }
                div id="notices" { (parts.notices) }
                div id="board" data-key="b" data-try-hex=[hex] data-try-intersection=[intersection]
                    data-try-path=[path] data-single=[parts.single.then_some("true")] { (parts.board) }
                // The client lights these on the board instead.
                div class="without-js" { (parts.places) }
                (zoom(words))
                (chooser())
            }
            div id="decision" {
                (people::asked(words, page))
                (asks::question(words, page))
                (parts.decisions)
                (trade::offers(table))
                (people::missing(words, page))
            }
            @if let Some(result) = &parts.result { (result) }
            section id="dock" aria-label=(say!(words, "dock")) {
                (watching(words, page))
                (asks::declined(words, page, &table.names))
                (parts.hand) (parts.cards) (parts.tools)
            }
            div id="moves" class="moves" { (undo(words, page)) (parts.moves) }
            aside id="side" aria-label=(say!(words, "side")) {
                (parts.players)
                (parts.figures)
                (parts.log)
                (part(page, "section", "talk", talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "figures"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (words, page) = (table.words, table.page);
    html! {
        main id="main" class={ "plain" (parts.class) } data-table=(page.table) data-seq=(page.seq)
            data-version=(page.version) data-title=(parts.headline.0) data-your-turn=[parts.acts.then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(parts.acts, &parts.headline.0)] {
            (act_form(page))
            (banner(table, parts))
            div id="notices" { (parts.notices) }
            (people::asked(words, page))
            (people::missing(words, page))
            @if let Some(result) = &parts.result { (result) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (parts.moves) (undo(words, page)) }
                (asks::question(words, page))
                (parts.decisions)
                (trade::offers(table))
                (asks::declined(words, page, &table.names))
                (parts.places)
                (parts.tools)
                (parts.hand)
                (parts.cards)
            }
            (parts.players)
            (people::panel(words, page))
            (parts.board)
            (parts.figures)
            (parts.log)
            (part(page, "section", "talk", talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and what the dice showed.
fn banner<R: Island>(table: &Table<'_, R>, parts: &Parts) -> Markup {
    let (title, hint) = &parts.headline;
    html! {
        header id="banner" {
            @if !table.is_over() && table.page.stage == Stage::Playing { (seats::mark(table.words, parts.mark)) }
            div class="turn" {
                h1 id="turn" tabindex="-1" { (title) }
                @if !hint.is_empty() { p id="hint" { (hint) } }
            }
            (parts.top)
        }
    }
}
