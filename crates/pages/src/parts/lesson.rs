//! The card of a lesson: the step, its words and its buttons; and the highlights on the page that show what the step asks for.

use super::clause::clause_link;
use super::command::command_fields;
use super::shell::icon;
use crate::model::{LessonCard, TablePage};
use crate::words::{Lang, Words, msg};
use maud::{Markup, PreEscaped, html};
use shelf::{Lesson, LessonStep};

/// Returns the key of a step's message; the parts are `why`, `do`, and the names of its mistakes.
fn key(lesson: &Lesson, name: &str, part: &str) -> String {
    let joint = if part.is_empty() { "" } else { "-" };
    format!("lesson-{}-{name}{joint}{part}", lesson.game)
}

/// Returns every key of a lesson's messages.
#[must_use]
pub fn lesson_keys(lesson: &Lesson) -> Vec<String> {
    let end = ["", "why"].map(|part| key(lesson, "end", part));
    let of_step = |step: &LessonStep| {
        let parts = ["", "why", "do"].into_iter().chain(step.mistakes.iter().map(|(_, name)| name.as_str()));
        parts.map(|part| key(lesson, &step.name, part)).collect::<Vec<_>>()
    };
    lesson.steps.iter().flat_map(of_step).chain(end).collect()
}

/// Returns the name under which the learner plays.
#[must_use]
pub fn learner_name(lang: Lang) -> String {
    msg!(Words::new(lang), "lesson-name")
}

/// Returns the answer to a legal move that the step does not ask for; `mistake` is its name, if it has an answer of its own.
#[must_use]
pub fn lesson_answer(lang: Lang, lesson: &Lesson, step: &LessonStep, mistake: Option<&str>) -> String {
    let words = Words::new(lang);
    match mistake {
        Some(name) => words.or(&key(lesson, &step.name, name), ""),
        None => msg!(words, "lesson-otherwise"),
    }
}

/// Renders the card of the lesson that the page belongs to.
pub(crate) fn card(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(card) = &page.beside.lesson else { return html! {} };
    let (lesson, step) = (card.lesson, card.lesson.step(card.at));
    let steps = lesson.steps.len();
    let name = step.map_or("end", |step| &step.name);
    let text = |part: &str| words.or(&key(lesson, name, part), "");
    html! {
        section id="lesson" class="card" aria-labelledby="lesson-title" data-step=(card.at) {
            div class="lesson-head" {
                p class="lesson-step" {
                    @if step.is_some() { (msg!(words, "lesson-step", at = card.at, steps = steps)) }
                    @else { (msg!(words, "lesson-done")) }
                }
                progress max=(steps) value=(card.at - 1) aria-hidden="true" {}
                (navigation(words, card))
            }
            // Each step has an element of its own, so that new words shift no old ones.
            div id={ "lesson-words-" (card.at) } class="lesson-words" tabindex="0" aria-labelledby="lesson-title" role="group" {
                h2 id="lesson-title" { (text("")) }
                @if let Some((answer, clause)) = &card.answer {
                    p class="lesson-answer" role="alert" {
                        (answer) @if let Some(clause) = clause { " " (clause_link(words, clause)) }
                    }
                }
                @if step.is_some() { p class="lesson-do" { (text("do")) } }
                p { (text("why")) }
                @if let Some(step) = step {
                    @if !step.clauses.is_empty() {
                        p class="lesson-clauses" { @for clause in &step.clauses { (clause_link(words, clause)) " " } }
                    }
                }
            }
            @match step {
                Some(step) => { (move_form(words, page, step)) }
                None => { (end_form(words, lesson)) }
            }
        }
    }
}

/// Renders the links around a step: back by one, and out of the lesson.
fn navigation(words: Words, card: &LessonCard<'_>) -> Markup {
    html! {
        nav class="lesson-ways" aria-label=(msg!(words, "lesson")) {
            @if card.at > 1 {
                a id="lesson-back" class="button quiet" href={ "/learn/" (card.lesson.game) "?step=" (card.at - 1) } {
                    (icon("back")) span { (msg!(words, "lesson-back")) }
                }
            }
            a id="lesson-leave" class="button quiet" href="/" { (icon("cross")) span { (msg!(words, "lesson-leave")) } }
        }
    }
}

/// Renders the button that goes on, or the one that makes the learner's move for them.
fn move_form(words: Words, page: &TablePage<'_>, step: &LessonStep) -> Markup {
    html! {
        form class="lesson-go" method="post" action=(page.act_address()) {
            (command_fields(page))
            @match &step.action {
                None => button type="submit" name="action" value=(Lesson::CONTINUE) class="primary" data-wanted {
                    (msg!(words, "lesson-continue"))
                },
                Some(action) => button type="submit" name="action" value=(action) {
                    (icon("preview")) (msg!(words, "lesson-show"))
                },
            }
        }
    }
}

/// Renders what the learner may do after the lesson.
fn end_form(words: Words, lesson: &Lesson) -> Markup {
    html! {
        form class="lesson-go" method="get" action="/" {
            input type="hidden" name="game" value=(lesson.game);
            button type="submit" class="primary" data-wanted { (msg!(words, "lesson-play")) }
            a class="button" href={ "/learn/" (lesson.game) "?step=1" } { (msg!(words, "lesson-again")) }
        }
    }
}

/// Highlights the buttons of the move that a lesson asks for, and the parts of the page that its step is about.
///
/// Every game names the action of each button in `data-action`, so no game needs to know about lessons.
pub(crate) fn highlight(page: &TablePage<'_>, main: Markup) -> Markup {
    let step = page.beside.lesson.as_ref().and_then(|card| card.lesson.step(card.at));
    let Some(step) = step else { return main };
    let attributes = step.action.iter().map(|action| format!(" data-action=\"{action}\""));
    let ids = step.looks.iter().map(|id| format!(" id=\"{id}\""));
    let mark =
        |html: String, attribute: String| html.replace(&attribute, &format!(" data-wanted{attribute}"));
    PreEscaped(attributes.chain(ids).fold(main.0, mark))
}
