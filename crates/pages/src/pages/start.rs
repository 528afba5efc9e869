//! The start page: play a game at once, open a table, take a seat, or return to a table.

use super::lobby::lobby;
use super::mine::mine;
use super::new_table::choices;
use crate::games::fault;
use crate::model::{StartPage, TableStage};
use crate::parts::addresses::asset_url;
use crate::parts::shell::{Load, Shell, icon};
use crate::words::{Fault, UserError, Words, msg};
use game::ErrorCode;
use maud::{Markup, html};
use shelf::{GameKind, Lesson, own_box};

/// `GET /`.
#[must_use]
pub fn start(page: &StartPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = msg!(words, "start-title");
    // Who is in the middle of a game finds it first.
    let plays = page.tables.iter().any(|table| table.stage != TableStage::Over);
    let main = html! {
        main id="main" class="start" {
            div class="hero" {
                h1 { (msg!(words, "start-headline")) }
                p class="lead" { (msg!(words, "start-lead")) }
            }
            @let elsewhere: Vec<&UserError> = page.faults.iter().filter(|found| !has_field(found)).collect();
            @if !elsewhere.is_empty() {
                div class="notice bad" role="alert" {
                    ul {
                        @for found in elsewhere { li { (fault(page.reader.lang, found)) } }
                    }
                }
            }
            @if plays { (mine(words, page.tables, page.reader.alone)) }
            section class="new" aria-labelledby="new-title" {
                h2 id="new-title" { (msg!(words, "start-new")) }
                (new_table(words, page))
            }
            div class="columns" {
                @if !plays { (mine(words, page.tables, page.reader.alone)) }
                @if page.reader.alone {
                    (with_others(words))
                } @else {
                    (lobby(page.reader.lang, page.public))
                    (join(words))
                }
            }
        }
    };
    // All games are shown; only who chooses for one of them reads about that one.
    // The kinds that the host described have pictures of tiles.
    let load = if own_box().is_some() { Load::Kinds } else { Load::Page };
    Shell { game: page.unfolds.then_some(page.game), load, ..Shell::new(page.reader, &title, main) }.render()
}

/// Whether the fault is shown at its field.
fn has_field(found: &UserError) -> bool {
    matches!(found, UserError::Fault(Fault::TwoSeats) | UserError::Code(ErrorCode::BadName))
}

/// Renders the games, each with a button that starts one at once, and the options for the chosen game.
fn new_table(words: Words, page: &StartPage<'_>) -> Markup {
    let name = words.game_title(page.game.name());
    // The page leads on with one press of a key, unless something is to be filled in.
    let leads = !page.unfolds && page.faults.is_empty();
    html! {
        form id="new" method="post" action="/tables" data-given[page.sent.is_some()] {
            // The first button is the one that the enter key presses in a field: it opens the table, and chooses no game.
            button type="submit" hidden { (msg!(words, "start-create")) }
            input type="hidden" name="game" value=(page.game);
            input type="hidden" name="promised" value=(page.promised.0);
            input type="hidden" name="commitment" value=(page.promised.1);
            ul class="games" {
                @for (n, &kind) in GameKind::ALL.iter().enumerate() {
                    li { (card(words, kind, kind == page.game, leads && n == 0)) (lesson(words, page, kind)) }
                }
            }
            details id="setup" class="card" open[page.unfolds] {
                summary { span { (msg!(words, "start-setup", game = name)) } }
                (choices(words, page))
            }
        }
    }
}

/// Renders a game: its picture, its name, the number of players, and two buttons.
fn card(words: Words, kind: GameKind, is_chosen: bool, leads: bool) -> Markup {
    let info = kind.info();
    let name = words.game_title(kind.name());
    html! {
        img src={ (asset_url("games.svg")) "#" (kind) } alt="" width="320" height="240";
        h3 { (name) }
        p class="hint" {
            (msg!(words, "start-game-seats", least = info.seats_min, most = info.seats_max))
            " · " (words.or(&format!("start-time-{kind}"), ""))
        }
        div class="row" {
            button type="submit" class="primary" name="play" value=(kind) formnovalidate autofocus[leads] {
                (msg!(words, "start-play")) span class="unseen" { ": " (name) }
            }
            button type="submit" name="game" value=(kind) formmethod="get" formaction="/#setup" formnovalidate
                aria-current=[is_chosen.then_some("true")] {
                (msg!(words, "start-choose")) span class="unseen" { ": " (name) }
            }
        }
    }
}

/// Renders the link to the lesson of a game: its beginning, or where the reader left it.
fn lesson(words: Words, page: &StartPage<'_>, kind: GameKind) -> Markup {
    if Lesson::text(kind).is_none() {
        return html! {};
    }
    // Playing a lesson through takes time, and few readers are in the middle of one.
    let begun = page.lessons.iter().find(|(game, at)| *game == kind && *at > 1);
    let at = begun.map(|(_, at)| (*at, Lesson::of(kind).map_or(0, |lesson| lesson.steps.len())));
    html! {
        a class="learn" href={ "/learn/" (kind) } {
            (icon("play"))
            @match at {
                None => { (msg!(words, "lesson-start")) },
                Some((at, steps)) if at > steps => { (msg!(words, "lesson-finished")) },
                Some((at, steps)) => { (msg!(words, "lesson-resume", at = at, steps = steps)) },
            }
            span class="unseen" { ": " (words.game_title(kind.name())) }
        }
    }
}

/// Renders what stands in place of the lobby where nobody else can come: a way to a server.
fn with_others(words: Words) -> Markup {
    html! {
        section class="card" aria-labelledby="others-title" {
            h2 id="others-title" { (msg!(words, "alone-title")) }
            p { (msg!(words, "alone-about")) }
            form class="inline" id="to-server" method="get" action="/elsewhere" {
                label {
                    span { (msg!(words, "alone-address")) }
                    input type="text" name="server" required placeholder="neuland.example" autocomplete="url" autocapitalize="none" spellcheck="false";
                }
                button type="submit" { (msg!(words, "alone-go")) }
            }
            p class="hint" { (msg!(words, "alone-kept")) }
        }
    }
}

/// Renders the form for an invitation code.
fn join(words: Words) -> Markup {
    html! {
        section class="card" aria-labelledby="join-title" {
            h2 id="join-title" { (msg!(words, "start-join")) }
            form class="inline" method="get" action="/j" {
                label {
                    span { (msg!(words, "start-code")) }
                    input name="code" required autocomplete="off" autocapitalize="none" spellcheck="false";
                }
                button type="submit" { (msg!(words, "start-join-button")) }
            }
        }
    }
}
