//! The bots that can be chosen: their portraits, and what each is like.

use crate::parts::addresses::asset_url;
use crate::words::{Words, msg};
use draw::portraits::has_portrait;
use maud::{Markup, html};

/// Renders the portrait of a bot; nothing for a bot that has none.
pub(crate) fn portrait(kind: &str) -> Markup {
    html! {
        @if has_portrait(kind) {
            img class="portrait" src={ (asset_url("portraits.svg")) "#" (kind) } alt="" width="48" height="48" loading="lazy";
        }
    }
}

/// Renders the folded list of all bots of a game.
pub(crate) fn all_bots(words: Words, bots: &[&str]) -> Markup {
    html! {
        details class="more" {
            summary { (msg!(words, "bots-all")) }
            (gallery(words, bots))
        }
    }
}

/// Renders the bots of a game, each with its portrait and a sentence.
fn gallery(words: Words, bots: &[&str]) -> Markup {
    html! {
        ul class="characters" {
            @for &kind in bots {
                li {
                    (portrait(kind))
                    p {
                        strong { (words.or(&format!("bot-{kind}"), kind)) }
                        @let about = words.or(&format!("bot-{kind}-about"), "");
                        @if !about.is_empty() { br; (about) }
                    }
                }
            }
        }
    }
}
