//! The part of the table page that does not depend on the game.

use crate::model::{GameTable, Notice, TablePage, TableStage};
use crate::parts::shell::{LinkPreview, Load, Shell, client_words};
use crate::words::{Mode, PlaceNames, Settings, Sounds, Words, msg};
use ::draw::{Margin, Style};
use bots::advice::Advised;
use maud::{Markup, html};
use shelf::Refusal;

/// `GET /t/{id}`: the whole page.
#[must_use]
pub fn table(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let text = page.reader.settings.mode == Mode::Text;
    let title = if let Some(card) = &page.beside.lesson {
        msg!(words, "lesson-of", game = words.game_title(card.lesson.game.name()))
    } else if let Some(card) = &page.beside.exercise {
        let key = if card.puzzle.is_some() { "puzzle-of" } else { "exercise-of" };
        msg!(words, key, game = words.game_title(page.game.kind().name()))
    } else if page.people.closed.is_some() {
        msg!(words, "room-closed")
    } else if is_covered(page) && !is_waiting(page) {
        super::cover::title(page)
    } else {
        page.game.0.title(page)
    };
    let is_bare = is_waiting(page) || is_covered(page);
    let after = html! {
        (keys_dialog(words, page))
        (then_dialog(words))
        (said(words))
        div id="live" class="unseen" aria-live="polite" {}
        div id="news" aria-hidden="true" {}
        @if !text && !is_bare && !page.beside.teaches() && page.reader.settings.sounds == Sounds::Off { (ask_for_sounds(words)) }
        div id="toast" role="alert" {}
        p id="connection" role="status" hidden { (msg!(words, "connection-lost")) }
    };
    Shell {
        reader: page.reader,
        title: &title,
        class: if is_bare {
            "page"
        } else if text {
            "table text"
        } else {
            "table picture"
        },
        main: main(page),
        after,
        load: if text || is_bare { Load::Table } else { Load::Board },
        game: Some(page.game.kind()),
        clause: match &page.notice {
            Some(Notice::Refused { why, .. }) => why.clause,
            _ => None,
        },
        // A lesson belongs to no table.
        preview: (!page.beside.teaches())
            .then(|| LinkPreview { title: words.game_title(page.game.kind().name()), table: page.table }),
    }
    .render()
}

/// `GET /t/{id}/main`: the part of the page that changes, for the client to swap in.
#[must_use]
pub fn main(page: &TablePage<'_>) -> Markup {
    // Who is there is a change of its own, also where nothing else is a part.
    let _ = page.shown.part("presence", page.people.presence);
    if is_waiting(page) {
        return super::waiting::waiting(page);
    }
    if is_covered(page) {
        return super::cover::cover(page);
    }
    page.game.0.main(page)
}

/// Renders the card of the hint that the page shows, for the client to put into a page.
#[must_use]
pub fn hint(page: &TablePage<'_>) -> Markup {
    crate::parts::hint::card(page)
}

/// Names each advised action and its reasons in words: the action, and a sentence for each reason.
#[must_use]
pub fn hint_in_words(page: &TablePage<'_>) -> Vec<(String, Vec<String>)> {
    let words = Words::new(page.reader.lang);
    let told = |advised: &Advised<String>| {
        let reasons = advised.reasons.iter().map(|reason| crate::parts::hint::in_words(words, page, reason));
        (page.game.0.advised(page, &advised.action), reasons.collect())
    };
    page.beside.hints.shown.iter().map(told).collect()
}

/// Renders the effects of an action of the reader, as the part of its button that a page which follows the table leaves out.
/// `None` for actions that have no preview, and for those that are not possible now.
#[must_use]
pub fn preview(page: &TablePage<'_>, action: &str) -> Option<Markup> {
    page.game.0.preview(page, action)
}

/// Describes in a sentence why an action was refused, with places named as the reader sees the board.
#[must_use]
pub fn refused(page: &TablePage<'_>, why: &Refusal) -> String {
    page.game.0.refusal(page, why)
}

/// Whether several people share the device and no hand is shown.
fn is_covered(page: &TablePage<'_>) -> bool {
    page.people.here.is_some_and(|here| here.open.is_none())
}

/// Whether there is no game to show: seats are open, or the table was closed while they were.
fn is_waiting(page: &TablePage<'_>) -> bool {
    page.stage == TableStage::Waiting || (page.people.closed.is_some() && !page.people.has_begun)
}

/// Draws the board from its viewer's perspective as a separate picture: in the colours of these settings, and with the names of
/// places if they are on; `margin` is the ground around the tiles of a land.
#[must_use]
pub fn board(game: &GameTable<'_>, settings: &Settings, margin: Margin) -> String {
    game.0.board(&Style {
        margin,
        theme: settings.theme.into(),
        look: settings.board.into(),
        coordinates: settings.names == PlaceNames::On,
        ..Style::default()
    })
}

/// Draws the board in its usual look as a PNG, for the chats that show a picture beside a link.
#[cfg(feature = "assets")]
#[must_use]
pub fn board_png(game: &GameTable<'_>) -> Vec<u8> {
    /// The pixels of the longer side: twice as many as chats show.
    const LONGER: f32 = 1200.0;
    let svg = board(game, &Settings::default(), Margin::Narrow);
    let numbers = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let numbers: Vec<f32> = numbers.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    // Land of tiles can be as narrow as one tile.
    let width = match numbers[..] {
        [_, _, width, height] => LONGER * width / width.max(height),
        _ => LONGER,
    };
    ::draw::png(&svg, width.round().max(1.0) as u32).expect("the boards are SVG of a bounded size")
}

/// Renders the question about sounds, which the client asks once.
fn ask_for_sounds(words: Words) -> Markup {
    html! {
        div id="ask-sounds" role="group" aria-labelledby="ask-sounds-title" hidden {
            span id="ask-sounds-title" { (msg!(words, "ask-sounds")) }
            button type="button" value="on" class="primary" { (msg!(words, "ask-sounds-on")) }
            button type="button" value="off" { (msg!(words, "ask-sounds-off")) }
        }
    }
}

/// Renders the client's own messages.
fn said(words: Words) -> Markup {
    let texts = [
        ("lost", msg!(words, "connection-lost")),
        ("back", msg!(words, "connection-back")),
        ("chosen", msg!(words, "client-chosen")),
        ("do", msg!(words, "client-do")),
        ("cancel", msg!(words, "client-cancel")),
        ("turn", msg!(words, "client-turn")),
        ("choose", msg!(words, "client-choose")),
        ("lit", msg!(words, "client-lit")),
        ("failed", msg!(words, "client-failed")),
        ("copied", msg!(words, "client-copied")),
        ("clause", msg!(words, "clause-open")),
        ("close", msg!(words, "client-close")),
        ("unsent", msg!(words, "client-unsent")),
        ("still-unsent", msg!(words, "client-still-unsent")),
        ("sent", msg!(words, "client-sent")),
        ("take-back", msg!(words, "client-take-back")),
        ("once-more", msg!(words, "trade-recent")),
        ("clock-low", msg!(words, "clock-low", time = "{time}")),
        ("clock-days", msg!(words, "clock-days", d = "{d}", h = "{h}")),
        ("clock-hours", msg!(words, "clock-hours", h = "{h}", m = "{m}")),
        ("said", msg!(words, "talk-said", name = "{name}", text = "{text}")),
        ("unread", msg!(words, "talk-unread", n = "{n}")),
    ];
    client_words(&texts)
}

/// Renders the dialog for the picture of an earlier position; the client fills it in with the target of a log line.
fn then_dialog(words: Words) -> Markup {
    html! {
        dialog id="then" aria-labelledby="then-title" {
            h2 id="then-title" { (msg!(words, "then-title")) }
            p id="then-line" role="status" {}
            img id="then-picture" alt=(msg!(words, "board-title"));
            form method="dialog" class="row" {
                button type="button" data-then-step="-1" { (msg!(words, "then-before")) }
                button type="button" data-then-step="1" { (msg!(words, "then-after")) }
                button class="primary" { (msg!(words, "client-close")) }
            }
        }
    }
}

/// Renders the list of keyboard shortcuts, those of the game first.
fn keys_dialog(words: Words, page: &TablePage<'_>) -> Markup {
    let general = [
        ("?", msg!(words, "keys-help")),
        ("← ↑ ↓ →", msg!(words, "keys-arrows")),
        ("PgUp PgDn", msg!(words, "keys-places")),
        ("Enter", msg!(words, "keys-enter")),
        ("Esc", msg!(words, "keys-escape")),
        ("+ −", msg!(words, "keys-zoom")),
        ("0", msg!(words, "keys-fit")),
        ("m", msg!(words, "keys-talk")),
        ("v", msg!(words, "keys-hint")),
    ];
    let hints = page.beside.hints.allowed;
    let general = general.iter().filter(|(key, _)| hints || *key != "v");
    let game = page.game.0.keys(words);
    html! {
        dialog id="keys" aria-labelledby="keys-title" data-keys=(page.reader.settings.keys.text()) {
            h2 id="keys-title" { (msg!(words, "keys-title")) }
            dl {
                @for (key, text) in game.iter().chain(general) {
                    dt { kbd { (key) } }
                    dd { (text) }
                }
            }
            form method="dialog" { button class="primary" { (msg!(words, "client-close")) } }
        }
    }
}
