//! Checking the dice of a game in the reader's own browser: what `web/verify.js` fills.

use crate::parts::shell::{client_words, icon};
use crate::say;
use crate::words::Words;
use ::carcassonne::{Carcassonne, Game, Mayflower, Rules, TradersAndBuilders};
use ::carcassonne::{MayflowerOptions, Options, TradersOptions};
use maud::{Markup, html};

/// What the client says; it fills in what stands in square brackets.
const SAID: [&str; 23] = [
    "verify-no-record",
    "verify-no-record-yet",
    "verify-no-proof",
    "verify-other-secret",
    "verify-other",
    "verify-unknown",
    "verify-setup",
    "verify-stranger",
    "verify-rules",
    "verify-done",
    "verify-commitment",
    "verify-shown",
    "verify-swapped",
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

/// After a game: its record, and the check of its dice.
pub(crate) fn record_links(words: Words, table: &str) -> Markup {
    html! {
        a class="button" href={ "/t/" (table) "/record" } download={ (table) ".neuland" } {
            (icon("out")) (say!(words, "result-record"))
        }
        a class="button" href={ "/fairness?table=" (table) } { (icon("check")) (say!(words, "verify-link")) }
    }
}

/// The part of a page in which a record can be checked; `record` is where one is found that is checked at once.
pub(crate) fn checker(words: Words, record: Option<&str>) -> Markup {
    html! {
        form id="verify" class="js-only field" data-record=[record]
            data-carcassonne=(stack(&Carcassonne::new(&Options::default())))
            data-traders-and-builders=(stack(&TradersAndBuilders::new(&TradersOptions::default())))
            data-mayflower=(stack(&Mayflower::new(&MayflowerOptions::default()))) {
            p { (say!(words, "verify-about")) }
            label for="verify-file" { (say!(words, "verify-file")) }
            input id="verify-file" type="file" accept=".neuland,.jsonl,application/x-ndjson";
        }
        div id="verdict" role="status" {}
        (client_words(&SAID.map(|key| (key, words.or(key, key)))))
    }
}

/// The tiles in the stack of a tile game, by kind: what is in a box is no secret and no rule.
fn stack<R: Rules>(game: &Game<R>) -> String {
    let kinds: Vec<String> =
        R::KINDS.iter().map(|kind| format!("{kind}:{}", game.tiles_left(kind))).collect();
    kinds.join(" ")
}
