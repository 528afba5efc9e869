//! The page that explains briefly why the dice are fair.

use crate::games::stack;
use crate::parts::shell::{Load, Shell, client_words};
use crate::words::{Reader, Words, msg};
use maud::{Markup, PreEscaped, html};
use shelf::GameKind;

/// `GET /fairness`; `record` is the address of a record that the page verifies at once.
#[must_use]
pub fn fairness(reader: &Reader, record: Option<&str>) -> Markup {
    let words = Words::new(reader.lang);
    let title = msg!(words, "fairness-title");
    let main = html! {
        main id="main" class="narrow fairness" {
            h1 { (title) }
            p class="lead" { (msg!(words, "fairness-lead")) }
            ol class="steps" {
                @for key in ["fairness-envelope", "fairness-share", "fairness-follow", "fairness-open"] {
                    li { (words.or(key, "")) }
                }
            }
            h2 { (msg!(words, "fairness-check")) }
            (checker(words, record))
            p { (msg!(words, "fairness-check-how")) }
            pre lang="en" { code { "neuland verify game.neuland" } }
            p { (msg!(words, "fairness-luck")) }
            h2 { (msg!(words, "fairness-limits")) }
            ul class="limits" {
                @for key in ["fairness-limit-none", "fairness-limit-last", "fairness-limit-server"] {
                    li { (words.or(key, "")) }
                }
            }
        }
    };
    Shell { load: Load::Fairness, ..Shell::new(reader, &title, main) }.render()
}

/// The messages of the client, which fills in the parts in square brackets.
const SAID: [&str; 25] = [
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
    "verify-closed",
    "verify-not-closed",
    "verify-all",
    "verify-line",
    "verify-purpose",
    "verify-number",
    "verify-outcome",
];

/// Renders the part of a page that verifies a record; `record` is the address of one that it verifies at once.
fn checker(words: Words, record: Option<&str>) -> Markup {
    // The names of attributes cannot be filled into a form otherwise: each game with a stack of tiles has its own.
    let mut attributes =
        record.map_or(String::new(), |record| format!(" data-record=\"{}\"", html! { (record) }.0));
    for &kind in GameKind::ALL {
        if let Some(tiles) = stack(kind) {
            attributes += &format!(" data-{kind}=\"{tiles}\"");
        }
    }
    html! {
        (PreEscaped(format!("<form id=\"verify\" class=\"js-only field\"{attributes}>")))
        p { (msg!(words, "verify-about")) }
        label for="verify-file" { (msg!(words, "verify-file")) }
        input id="verify-file" type="file" accept=".neuland,.jsonl,application/x-ndjson";
        (PreEscaped("</form>"))
        div id="verdict" role="status" {}
        (client_words(&SAID.map(|key| (key, words.or(key, key)))))
    }
}
