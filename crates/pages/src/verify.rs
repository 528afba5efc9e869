//! Checking the dice of a game in the reader's own browser: what `web/verify.js` fills.

use crate::{Words, say};
use ::carcassonne::{Game, MayflowerOptions, Options, Rules, TradersOptions};
use maud::{Markup, html};
use serde_json::{Value, json};
use shelf::GameKind;

/// What the client says; it fills in what stands in square brackets.
const SAID: &[&str] = &[
    "verify-no-record",
    "verify-no-proof",
    "verify-other-secret",
    "verify-other",
    "verify-unknown",
    "verify-done",
    "verify-commitment",
    "verify-seats",
    "verify-nobody",
    "verify-hands",
    "verify-none",
    "verify-unfinished",
    "verify-all",
    "verify-line",
    "verify-purpose",
    "verify-number",
    "verify-outcome",
];

/// The part of a page in which a record can be checked; `record` is where one is found that is checked at once.
pub(crate) fn checker(words: Words, record: Option<&str>) -> Markup {
    html! {
        section aria-labelledby="verify-title" {
            h2 id="verify-title" { (say!(words, "verify-title")) }
            p { (say!(words, "verify-about")) }
            form id="verify" class="js-only field" data-boxes=(boxes()) data-record=[record] {
                label for="verify-file" { (say!(words, "verify-file")) }
                input id="verify-file" type="file" accept=".neuland,.jsonl,application/x-ndjson";
            }
            div id="verdict" role="status" {}
            p { (say!(words, "verify-no-script")) }
            pre lang="en" { code { "neuland verify game.neuland" } }
            dl id="words" hidden {
                @for key in SAID { dt { (key) } dd { (words.or(key, key)) } }
            }
        }
    }
}

/// The tiles in the stacks of the tile games, by kind, as data: what is in a box is no secret and no rule.
fn boxes() -> Value {
    json!({
        GameKind::Carcassonne.name(): stack(&Game::<::carcassonne::Base>::new(&Options::default())),
        GameKind::TradersAndBuilders.name(): stack(&Game::<::carcassonne::Traders>::new(&TradersOptions::default())),
        GameKind::Mayflower.name(): stack(&Game::<::carcassonne::NewWorld>::new(&MayflowerOptions::default())),
    })
}

fn stack<R: Rules>(game: &Game<R>) -> Vec<(&'static str, u8)> {
    R::KINDS.iter().map(|kind| (kind.name(), game.tiles_left(kind))).collect()
}
