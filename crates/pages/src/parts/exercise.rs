//! The card of an exercise: a costly decision, the verdict on the reader's answer, the hint and the solution. It has the place and the look of
//! the card of a lesson.

use super::charts::tenths;
use super::command::command_fields;
use super::hint::{in_words, mark_action};
use super::shell::icon;
use crate::model::{ExerciseCard, ExerciseEnd, ExerciseState, PuzzleCard, TablePage};
use crate::words::{Lang, Words, msg};
use ::analysis::{Answer, Mark};
use maud::{Markup, PreEscaped, html};

/// The answer that asks for the hint.
pub const SHOW_HINT: &str = "show-hint";
/// The answer that asks for the solution.
pub const SHOW_SOLUTION: &str = "show-solution";

/// The most other actions that a solution lists.
const OTHERS: usize = 4;

/// Says that the coach has no figure for an answer.
#[must_use]
pub fn uncompared(lang: Lang) -> String {
    msg!(Words::new(lang), "exercise-uncompared")
}

/// A cost as a percentage, without its sign.
fn percent(words: Words, cost: f64) -> String {
    tenths(words, (1000.0 * cost.abs()).round() as u32)
}

/// Renders the card of the exercise that the page belongs to.
pub(crate) fn card(words: Words, page: &TablePage<'_>) -> Markup {
    let Some(card) = &page.beside.exercise else { return html! {} };
    let (state, decision) = (card.state(), &card.point.decision);
    let action = |text: &str| page.game.0.advised(page, text);
    let done = card.states.iter().filter(|it| it.end.is_some()).count();
    let found = card.states.iter().filter(|it| it.end == Some(ExerciseEnd::Found)).count();
    html! {
        section id="lesson" class="card" aria-labelledby="lesson-title" data-step=(card.at) {
            div class="lesson-head" {
                @if let Some(puzzle) = card.puzzle {
                    p class="lesson-step" { (msg!(words, "puzzle-step", at = card.at, count = puzzle.count)) }
                } @else {
                    p class="lesson-step" {
                        (msg!(words, "exercise-step", at = card.at, count = card.states.len(), found = found))
                    }
                    progress max=(card.states.len()) value=(done) aria-hidden="true" {}
                }
                (navigation(words, card))
            }
            div id={ "lesson-words-" (card.at) } class="lesson-words" tabindex="0" aria-labelledby="lesson-title" role="group" {
                h2 id="lesson-title" {
                    @if card.puzzle.is_some() { (msg!(words, "puzzle-title")) }
                    @else { (msg!(words, "exercise-title", turn = decision.turn)) }
                }
                @if let Some(answer) = state.last.and_then(|last| card.point.answers.list.get(usize::from(last))) {
                    (verdict(words, answer, &action(&answer.action)))
                } @else if state.tried && card.puzzle.is_some() {
                    p class="lesson-answer" role="alert" { (msg!(words, "puzzle-wrong")) }
                }
                @match card.puzzle {
                    Some(puzzle) => (about_puzzle(words, card, puzzle, state)),
                    None => p class=[state.end.is_none().then_some("lesson-do")] {
                        (msg!(words, "exercise-played", action = action(&decision.action), cost = percent(words, decision.cost)))
                    },
                }
                @if state.end.is_some() {
                    (solution(words, page, card))
                } @else if state.hinted {
                    (hint(words, page, card))
                }
            }
            (ways(words, page, card, state))
        }
    }
}

/// Renders what is said of a puzzle before it is solved, and the ratings afterwards.
fn about_puzzle(words: Words, card: &ExerciseCard<'_>, puzzle: PuzzleCard, state: ExerciseState) -> Markup {
    let known = percent(words, card.point.decision.known);
    html! {
        p class=[state.end.is_none().then_some("lesson-do")] { (msg!(words, "puzzle-known", known = known)) }
        @if state.end.is_some() || state.tried {
            @if let Some(rating) = puzzle.rating { p { (msg!(words, "puzzle-rating", rating = rating)) } }
            @if let Some(own) = puzzle.own { p { (msg!(words, "puzzle-own", rating = own)) } }
        }
    }
}

/// Renders the links around an exercise: to the one before, and out of the exercises.
fn navigation(words: Words, card: &ExerciseCard<'_>) -> Markup {
    html! {
        nav class="lesson-ways" aria-label=(msg!(words, "exercise-nav")) {
            @if card.at > 1 && card.puzzle.is_none() {
                a id="lesson-back" class="button quiet" href={ (card.base) "/" (card.at - 1) } {
                    (icon("back")) span { (msg!(words, "lesson-back")) }
                }
            }
            a id="lesson-leave" class="button quiet" href=(card.coach) { (icon("cross")) span { (msg!(words, "lesson-leave")) } }
        }
    }
}

/// Renders the verdict on the reader's answer.
fn verdict(words: Words, answer: &Answer, action: &str) -> Markup {
    let cost = percent(words, answer.cost);
    let (is_good, text) = match Mark::of(answer.cost) {
        None if (1000.0 * answer.cost).round() == 0.0 => {
            (true, msg!(words, "exercise-best", action = action))
        }
        None => (true, msg!(words, "exercise-good", action = action, cost = cost)),
        Some(_) => (false, msg!(words, "exercise-costly", action = action, cost = cost)),
    };
    html! { p class=(if is_good { "lesson-answer good" } else { "lesson-answer" }) role="alert" { (text) } }
}

/// Renders the hint: the reasons for the better action where there are some, otherwise its kind.
fn hint(words: Words, page: &TablePage<'_>, card: &ExerciseCard<'_>) -> Markup {
    let kind = card.point.answers.kind.name();
    html! {
        p { (icon("bulb")) " " (words.or(&format!("exercise-kind-{kind}"), kind)) }
        (reasons(words, page, card))
    }
}

fn reasons(words: Words, page: &TablePage<'_>, card: &ExerciseCard<'_>) -> Markup {
    html! {
        @if !card.point.reasons.is_empty() {
            ul class="reasons" { @for reason in &card.point.reasons { li { (in_words(words, page, reason)) } } }
        }
    }
}

/// Renders the solution: the best action, why, the next best ones, and the way to the position in the replay.
fn solution(words: Words, page: &TablePage<'_>, card: &ExerciseCard<'_>) -> Markup {
    let decision = &card.point.decision;
    let action = |text: &str| page.game.0.advised(page, text);
    let is_other = |answer: &&Answer| answer.action != decision.best && answer.action != decision.action;
    html! {
        p class="lesson-do" { (msg!(words, "exercise-solution", action = action(&decision.best))) }
        (reasons(words, page, card))
        @let others: Vec<&Answer> = card.point.answers.list.iter().filter(is_other).take(OTHERS).collect();
        @if !others.is_empty() {
            p { (msg!(words, "exercise-others")) }
            ul {
                @for answer in others {
                    li { (msg!(words, "exercise-other", action = action(&answer.action), cost = percent(words, answer.cost))) }
                }
            }
        }
        p { (msg!(words, "exercise-try")) }
        @if card.puzzle.is_none() { p {
            a href={ (card.replay) "/" (decision.step - 1) "?eyes=" (decision.seat.to_string()) } { (msg!(words, "coach-look")) }
        } }
    }
}

/// Renders the buttons for the hint and the solution, or the link that leads on.
fn ways(words: Words, page: &TablePage<'_>, card: &ExerciseCard<'_>, state: ExerciseState) -> Markup {
    let next = match card.puzzle {
        // After the last puzzle comes the first one.
        Some(puzzle) => Some(card.at % puzzle.count + 1),
        None => (card.at < card.states.len()).then_some(card.at + 1),
    };
    html! {
        @if state.end.is_none() {
            form class="lesson-go" method="post" action=(page.act_address()) {
                (command_fields(page))
                @if !state.hinted {
                    button type="submit" name="action" value=(SHOW_HINT) { (icon("bulb")) (msg!(words, "exercise-hint")) }
                }
                button type="submit" name="action" value=(SHOW_SOLUTION) { (icon("preview")) (msg!(words, "exercise-show")) }
            }
        } @else if let (Some(_), Some(next)) = (card.puzzle, next) {
            p class="lesson-go" {
                a id="exercise-next" class="button primary" href={ (card.base) "/" (next) } { (msg!(words, "puzzle-next")) }
                a class="button" href=(card.coach) { (msg!(words, "puzzle-all")) }
            }
        } @else {
            form class="lesson-go" method="post" action={ (card.base) "/again" } {
                @match next {
                    Some(next) => a id="exercise-next" class="button primary" href={ (card.base) "/" (next) } { (msg!(words, "exercise-next")) },
                    None => a id="exercise-end" class="button primary" href=(card.coach) { (msg!(words, "exercise-end")) },
                }
                @if next.is_none() { button type="submit" { (msg!(words, "lesson-again")) } }
            }
        }
    }
}

/// Highlights the buttons of the best and of the played action once the exercise is over, so that the board lights their places.
pub(crate) fn highlight(page: &TablePage<'_>, main: Markup) -> Markup {
    let ended = page.beside.exercise.as_ref().filter(|card| card.state().end.is_some());
    let Some(card) = ended else { return main };
    let decision = &card.point.decision;
    let html = mark_action(main.0, &decision.best, "data-wanted");
    // The action of a puzzle is the best one.
    if card.puzzle.is_some() {
        PreEscaped(html)
    } else {
        PreEscaped(mark_action(html, &decision.action, "data-next"))
    }
}
