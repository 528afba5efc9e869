//! What makes the dice fair, in a few words.

use crate::parts::shell::Shell;
use crate::say;
use crate::words::{Reader, Words};
use maud::{Markup, html};

/// `GET /fairness`; `record` is the address of one that is checked at once.
#[must_use]
pub fn fairness(reader: &Reader, record: Option<&str>) -> Markup {
    let words = Words::new(reader.lang);
    let title = say!(words, "fairness-title");
    let main = html! {
        main id="main" class="narrow fairness" {
            h1 { (title) }
            p class="lead" { (say!(words, "fairness-lead")) }
            ol class="steps" {
                @for key in ["fairness-envelope", "fairness-share", "fairness-follow", "fairness-open"] {
                    li { (words.or(key, "")) }
                }
            }
            h2 { (say!(words, "fairness-check")) }
            (crate::pages::verify::checker(words, record))
            p { (say!(words, "fairness-check-how")) }
            pre lang="en" { code { "neuland verify game.neuland" } }
            p { (say!(words, "fairness-luck")) }
            h2 { (say!(words, "fairness-limits")) }
            ul class="limits" {
                @for key in ["fairness-limit-none", "fairness-limit-last", "fairness-limit-server"] {
                    li { (words.or(key, "")) }
                }
            }
        }
    };
    Shell::new(reader, &title, main).render()
}
