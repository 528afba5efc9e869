//! The reader's own tables: those that wait for the reader, the running ones, and the ended ones.

use crate::model::{Ending, TableStage, TableSummary};
use crate::parts::clocks;
use crate::parts::moment::moment;
use crate::parts::seats::{self, row};
use crate::parts::shell::icon;
use crate::words::{Words, msg};
use maud::{Markup, html};

/// The number of ended games that are shown unfolded while no game is running.
const ENDED: usize = 4;

/// Renders the running tables, those that wait for the reader first, and the ended ones, the latest first.
pub(super) fn mine(words: Words, tables: &[TableSummary<'_>], alone: bool) -> Markup {
    let (ended, mut running): (Vec<&TableSummary<'_>>, Vec<_>) =
        tables.iter().partition(|table| table.stage == TableStage::Over);
    running.sort_by_key(|table| (!table.your_turn, table.stage == TableStage::Waiting));
    let (shown, folded) = match running.len() {
        0 => ended.split_at(ended.len().min(ENDED)),
        // What goes on comes first; what is over is a step away.
        _ => ended.split_at(0),
    };
    html! {
        section id="mine" class="card" aria-labelledby="tables-title" {
            h2 id="tables-title" { (msg!(words, "start-tables")) }
            @if tables.is_empty() { p class="empty" { (msg!(words, "start-no-tables")) } }
            @if !running.is_empty() {
                ul class="tables" { @for table in running { li { (goes_on(words, table)) } } }
            }
            @if !shown.is_empty() {
                ul class="tables" { @for table in shown { li { (over(words, table)) } } }
            }
            @if !folded.is_empty() {
                details class="more" {
                    summary { (msg!(words, "start-ended", n = folded.len())) }
                    ul class="tables" { @for table in folded { li { (over(words, table)) } } }
                }
            }
            @if !tables.is_empty() && !alone { p { a href="/games" { (msg!(words, "games-link")) } } }
        }
    }
}

/// Renders a table whose game goes on, or has yet to begin.
pub(super) fn goes_on(words: Words, table: &TableSummary<'_>) -> Markup {
    let due: Vec<String> = table
        .seats
        .iter()
        .filter(|info| table.due.contains(info.seat))
        .map(|info| seats::name(words, info))
        .collect();
    let left = table.left.map(|left| msg!(words, "table-time-left", time = clocks::time(words, left)));
    let stage = match table.stage {
        TableStage::Waiting if table.your_turn => msg!(words, "table-expected"),
        _ if table.your_turn => msg!(words, "table-your-turn"),
        TableStage::Waiting => msg!(words, "table-waiting"),
        TableStage::Playing if !due.is_empty() => msg!(words, "table-turn-of", name = words.list(&due)),
        TableStage::Playing => msg!(words, "table-turn", turn = table.turns),
        TableStage::Over => msg!(words, "table-over"),
    };
    html! {
        a class="table-link" href={ "/t/" (table.id) } {
            span class="game" { (words.game_title(table.game)) }
            " "
            span class={ "stage" @if table.your_turn { " now" } } {
                (stage) @if let Some(left) = left { " · " (left) }
            }
            (row(words, table.seats, table.you))
            @if table.from_position { span class="hint" { (msg!(words, "table-from-position")) } }
        }
    }
}

/// Renders a table whose game is over: the result, the time, the opponents, and the replay.
pub(super) fn over(words: Words, table: &TableSummary<'_>) -> Markup {
    let ending = table.ending.as_ref();
    html! {
        div class="table-link over" {
            a class="game" href={ "/t/" (table.id) } { (words.game_title(table.game)) }
            " "
            @if let Some(ending) = ending {
                span class={ "stage" @if ending.place == Some(1) { " won" } } { (result(words, ending, table)) }
            }
            (row(words, table.seats, table.you))
            p class="facts-line" {
                @if let Some(ending) = ending { span class="hint" { (moment(words, ending.at)) } }
                @if table.from_position { span class="hint" { (msg!(words, "table-from-position")) } }
                // A game that never began has nothing to show.
                @if table.turns > 0 {
                    a href={ "/t/" (table.id) "/replay" } { (icon("play")) (msg!(words, "start-replay")) }
                }
            }
        }
    }
}

/// Describes the reader's result at a table that has ended.
fn result(words: Words, ending: &Ending<'_>, table: &TableSummary<'_>) -> String {
    match ending.place {
        _ if ending.is_closed => msg!(words, "table-closed"),
        Some(1) if ending.is_shared => msg!(words, "table-won-together"),
        Some(1) => msg!(words, "table-won"),
        Some(place) => msg!(words, "table-place", place = place, of = table.seats.len()),
        None => msg!(words, "table-over"),
    }
}
