//! First-time explanations: what matters now for the first time, until the reader has dismissed it.

use super::clause::clause_link;
use super::lesson_address;
use super::shell::icon;
use crate::model::{TablePage, TableStage};
use crate::words::{Explanations, Topic, Words, msg};
use maud::{Markup, html};

/// Renders the explanation of the first of these topics that the reader does not know yet. It stands in the banner, where it covers
/// nothing; its text unfolds at a press.
pub(crate) fn banner(words: Words, page: &TablePage<'_>, topics: &[Topic]) -> Markup {
    let settings = &page.reader.settings;
    let is_playing = page.you.is_some() && page.stage == TableStage::Playing && !page.beside.teaches();
    if !is_playing || settings.explanations == Explanations::Off {
        return html! {};
    }
    let Some(topic) = topics.iter().find(|topic| !settings.known.contains(**topic)) else { return html! {} };
    let (name, game) = (topic.name(), page.game.kind());
    let text = |part: &str| msg!(words, &format!("explain-{name}{part}"), world = page.game.0.world().key());
    html! {
        div id={ "explain-" (name) } class="explain" {
            details class="menu" {
                summary { (icon("bulb")) span class="unseen" { (msg!(words, "explain-new")) } span { (text("")) } }
                div class="pop" {
                    h2 { (text("")) }
                    p { (text("-text")) }
                    p class="ways" {
                        (clause_link(words, topic.clause()))
                        @if let Some(lesson) = lesson_address(game) {
                            a href={ "/rules/" (game) "/how-to-play" } target="_blank" rel="noopener" { (msg!(words, "how-to-play")) }
                            a href=(lesson) target="_blank" rel="noopener" { (msg!(words, "lesson-start")) }
                        }
                    }
                    (dismiss(page, &format!("known-{name}"), "on", html! { (msg!(words, "explain-known")) }, "primary", None))
                    (dismiss(page, "explanations", "off", html! { (msg!(words, "explain-never")) }, "quiet", None))
                }
            }
            (dismiss(page, &format!("known-{name}"), "on", html! { "✕" }, "quiet close-it", Some(msg!(words, "explain-close"))))
        }
    }
}

/// Renders a button that changes a setting and leads back to the table.
fn dismiss(
    page: &TablePage<'_>,
    name: &str,
    value: &str,
    face: Markup,
    class: &str,
    label: Option<String>,
) -> Markup {
    html! {
        form method="post" action="/settings" data-swap {
            input type="hidden" name="back" value=(page.address());
            button type="submit" name=(name) value=(value) class=(class) aria-label=[label.as_ref()] title=[label.as_ref()] { (face) }
        }
    }
}
