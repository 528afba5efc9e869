//! The public tables.

use crate::model::{PublicTable, SeatOccupant, TableStage};
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::parts::terms::pace;
use crate::words::{Lang, Words, msg, option_value};
use maud::{Markup, html};

/// `GET /lobby`: the public tables, as a part of the start page.
#[must_use]
pub fn lobby(lang: Lang, tables: &[PublicTable<'_>]) -> Markup {
    let words = Words::new(lang);
    html! {
        section id="public" class="card" aria-labelledby="public-title" {
            h2 id="public-title" { (msg!(words, "public-tables")) }
            @if tables.is_empty() {
                p class="empty" { (msg!(words, "public-none")) }
            } @else {
                ul class="tables" { @for table in tables { li id={ "public-" (table.summary.id) } { (public_table(words, table)) } } }
            }
        }
    }
}

fn public_table(words: Words, table: &PublicTable<'_>) -> Markup {
    let summary = &table.summary;
    let open = summary.seats.iter().filter(|info| info.who == SeatOccupant::Open).count();
    let stage = match summary.stage {
        TableStage::Waiting => msg!(words, "public-open", n = open, of = summary.seats.len()),
        TableStage::Playing => msg!(words, "table-turn", turn = summary.turns),
        TableStage::Over => msg!(words, "table-over"),
    };
    let options: Vec<String> = table
        .options
        .iter()
        .map(|(option, value)| {
            format!("{}: {}", words.option_title(option), option_value(words, option, value))
        })
        .collect();
    html! {
        div class="table-link public" {
            span class="game" { (words.game_title(summary.game)) }
            " "
            span class="stage" { (stage) }
            (seats::row(words, summary.seats, summary.you))
            p class="hint facts-line" {
                span { (icon("wait")) (pace(words, table.pace)) }
                @if summary.from_position { span { (icon("play")) (msg!(words, "table-from-position")) } }
                @if table.spectators > 0 { span { (icon("preview")) (msg!(words, "spectators", n = table.spectators)) } }
                @if !options.is_empty() { span { (options.join(" · ")) } }
            }
            p class="row" {
                @if summary.you.is_some() {
                    a class="button" href={ "/t/" (summary.id) } { (msg!(words, "public-back")) }
                } @else {
                    @if let Some(code) = table.code {
                        a class="button primary" href={ "/j/" (code) } { (msg!(words, "public-join")) }
                    }
                    a class="button" href={ "/t/" (summary.id) } { (icon("preview")) (msg!(words, "public-watch")) }
                }
            }
        }
    }
}
