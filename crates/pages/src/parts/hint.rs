//! Hints: what the strongest bot would do, why, and what it would do next best.

use super::clause::clause_link;
use super::seats;
use super::shell::icon;
use crate::model::TablePage;
use crate::words::{Names, Words, World, msg};
use bots::advice::{Advised, Reason};
use maud::{Markup, PreEscaped, html};

/// Renders the button that asks for a hint, where the table allows it and the reader has something to decide.
pub(crate) fn ask(words: Words, page: &TablePage<'_>, acts: bool) -> Markup {
    html! {
        @if page.beside.hints.allowed && acts && page.you.is_some() {
            form id="ask-hint" method="get" action={ (page.address()) "/hint" } {
                button type="submit" class="quiet" data-key="v" title=(msg!(words, "hint-about")) {
                    (icon("bulb")) span { (msg!(words, "hint-ask")) }
                }
            }
        }
    }
}

/// Renders the card of the hint that the page shows.
pub(crate) fn card(page: &TablePage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let [best, others @ ..] = page.beside.hints.shown else { return html! {} };
    let next = serde_json::json!(others.iter().map(|other| &other.action).collect::<Vec<_>>());
    html! {
        section id="advice" class="card" tabindex="-1" aria-labelledby="advice-title" data-best=(best.action)
            data-others=(next) {
            div class="advice-head" {
                h2 id="advice-title" { (icon("bulb")) (msg!(words, "hint-title")) }
                a class="button quiet" href=(page.address()) data-close-hint aria-label=(msg!(words, "hint-close")) { "✕" }
            }
            (choice(words, page, best, "primary"))
            @if !others.is_empty() {
                h3 { (msg!(words, "hint-others")) }
                ol { @for other in others { li { (choice(words, page, other, "")) } } }
            }
        }
    }
}

/// Renders one action with its reasons; its button does it.
fn choice(words: Words, page: &TablePage<'_>, advised: &Advised<String>, class: &str) -> Markup {
    let told = |reason| (in_words(words, page, reason), page.game.0.clause_of(reason));
    html! {
        button type="submit" form="act" name="action" value=(advised.action) class=(class) {
            (page.game.0.advised(page, &advised.action))
        }
        @if !advised.reasons.is_empty() {
            ul class="reasons" {
                @for (text, clause) in advised.reasons.iter().map(told) {
                    li { (text) @if let Some(clause) = clause { " " (clause_link(words, clause)) } }
                }
            }
        }
    }
}

/// Highlights the buttons of the actions that the hint names, so that the board lights their places.
///
/// Every game names the action of each button in `data-action`, so no game needs to know about hints.
pub(crate) fn highlight(page: &TablePage<'_>, main: Markup) -> Markup {
    let [best, others @ ..] = page.beside.hints.shown else { return main };
    let marks = std::iter::once((best.action.as_str(), "data-wanted"))
        .chain(others.iter().map(|other| (other.action.as_str(), "data-next")));
    PreEscaped(marks.fold(main.0, |html, (action, name)| mark_action(html, action, name)))
}

/// Gives the buttons of an action an attribute of this name.
pub(crate) fn mark_action(html: String, action: &str, name: &str) -> String {
    let attribute = html! { i data-action=(action) {} }.0;
    let attribute = attribute.trim_start_matches("<i").trim_end_matches("></i>");
    html.replace(attribute, &format!(" {name}{attribute}"))
}

/// Describes a reason in a sentence.
pub(crate) fn in_words(words: Words, page: &TablePage<'_>, reason: &Reason) -> String {
    let names = seats::names(words, page.seats, page.you);
    let world = page.game.0.world();
    match reason {
        Reason::Then { action } => {
            msg!(words, "why-then", action = page.game.0.advised(page, action))
        }
        _ => sentence(words, &names, world, reason),
    }
}

/// Describes a reason that names no action.
fn sentence(words: Words, names: &Names, world: World, reason: &Reason) -> String {
    let name = |seat| names.plain(words, seat);
    // A key that no file has would make the reader wait for the texts of all of them.
    let group =
        |kind: &str| if matches!(kind, "cloth" | "coin" | "paper") { "commodity" } else { "resource" };
    let kind = |kind: &str| words.or(&format!("{}-{kind}", group(kind)), kind);
    let feature = |name: &str| msg!(words, &format!("land-{name}"), world = world.key());
    match reason {
        Reason::Wins => msg!(words, "why-wins"),
        Reason::Only => msg!(words, "why-only"),
        Reason::Points { points } => msg!(words, "why-points", n = *points),
        Reason::Income { kind: it, rolls, first } => {
            msg!(words, "why-income", first = first.to_string(), kind = kind(it), rolls = *rolls)
        }
        Reason::Harbour { kind: Some(it) } => msg!(words, "why-harbour", kind = kind(it)),
        Reason::Harbour { kind: None } => msg!(words, "why-harbour-any"),
        Reason::Opens { roads, rolls } => msg!(words, "why-opens", n = *roads, rolls = *rolls),
        Reason::LongestRoad { missing } => msg!(words, "why-longest-road", n = *missing),
        Reason::LargestArmy { missing } => msg!(words, "why-largest-army", n = *missing),
        Reason::Sooner { rolls } => msg!(words, "why-sooner", n = *rolls),
        Reason::Slows { seat, rolls } => msg!(words, "why-slows", name = name(*seat), n = *rolls),
        Reason::Steals { seat } => msg!(words, "why-steals", name = name(*seat)),
        Reason::Frees => msg!(words, "why-frees"),
        Reason::SafeHand { limit } => msg!(words, "why-safe-hand", n = *limit),
        Reason::Then { action } => msg!(words, "why-then", action = action.as_str()),
        Reason::Spares => msg!(words, "why-spares"),
        Reason::Defence => msg!(words, "why-defence"),
        Reason::Progress => msg!(words, "why-progress"),
        Reason::Saves => msg!(words, "why-saves"),
        Reason::Grows { feature: it, points } => {
            msg!(words, "why-grows", noun = feature(it), n = *points)
        }
        Reason::Claims { feature: it, points, chance: None } => {
            msg!(words, "why-claims-field", noun = feature(it), n = *points)
        }
        Reason::Claims { feature: it, points, chance: Some(chance) } => {
            msg!(words, "why-claims", noun = feature(it), n = *points, chance = *chance)
        }
        Reason::Costs { seat, points } => msg!(words, "why-costs", name = name(*seat), n = *points),
        Reason::Returns { figures } => msg!(words, "why-returns", n = *figures),
        Reason::Keeps { figures } => msg!(words, "why-keeps", n = *figures),
        Reason::SecondTile => msg!(words, "why-second-tile"),
        _ => String::new(),
    }
}
