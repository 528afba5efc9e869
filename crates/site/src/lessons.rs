//! Lessons: prepared positions, step by step.

use crate::kept::name;
use crate::message::{Request, Response};
use crate::pictures::picture_of;
use crate::request_error::RequestError;
use crate::state::{Outcome, Site};
use crate::visitor::Visitor;
use game::{ErrorCode, Viewer};
use pages::forms::field;
use pages::{Aids, GameTable, LessonCard, Margin, TablePage};
use present::lessons::{address, history, refusal, with_page};
use present::view::with_state;
use serde_json::json;
use shelf::{Attempt, Lesson};

/// Answers an address of a lesson.
pub(crate) fn route(
    site: &mut Site,
    game: &str,
    rest: &[&str],
    post: bool,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let lesson = game.parse().ok().and_then(Lesson::of).ok_or_else(RequestError::not_found)?;
    let at = site.kept.lessons().at(lesson.game);
    let mut visitor = visitor.clone();
    let response = match (rest, post) {
        ([], false) => {
            if let Some(step) = request.asked("step") {
                let step = step.parse().ok().filter(|at| (1..=lesson.steps.len() + 1).contains(at));
                go_to(site, lesson, step.ok_or(ErrorCode::BadRequest)?);
                return Ok(Outcome::Now(Response::see_other(&address(lesson))));
            }
            go_to(site, lesson, at);
            Response::page(200, shown(lesson, &visitor, at, None, true))
        }
        (["main"], false) => {
            visitor.reader.here = address(lesson);
            Response::page(200, shown(lesson, &visitor, at, None, false))
        }
        (["preview"], false) => {
            let action = request.asked("action").unwrap_or_default();
            let card = LessonCard { lesson, at, answer: None };
            let render = |page: &TablePage<'_>| pages::preview(page, &action).map(|html| html.into_string());
            let html = with_page(card, &visitor.reader, &visitor.unfolded, render);
            html.map_or_else(|| Response::empty(204), |html| Response::page(200, html))
        }
        (["act"], true) => return act(site, lesson, request, visitor).map(Outcome::Now),
        (["board", picture], false) => {
            let step = picture
                .strip_suffix(".svg")
                .and_then(|name| lesson.steps.iter().find(|step| step.name == name));
            let scene = &step.ok_or_else(RequestError::not_found)?.scene;
            let history = history(scene);
            let table = GameTable::new(&scene.position, Viewer::Seat(Lesson::SEAT), &history, Aids::NONE);
            picture_of(&table, request, Margin::Close)
        }
        _ => return Err(RequestError::not_found()),
    };
    Ok(Outcome::Now(response))
}

fn go_to(site: &mut Site, lesson: &Lesson, at: usize) {
    let mut progress = site.kept.lessons();
    progress.put(lesson.game, at);
    site.keep(name::LESSONS.to_owned(), Some(progress.to_string()));
}

/// Renders a step: the whole page, or the part of it that changes.
fn shown(
    lesson: &'static Lesson,
    visitor: &Visitor,
    at: usize,
    answer: Option<(String, Option<&'static str>)>,
    whole: bool,
) -> String {
    let card = LessonCard { lesson, at, answer };
    let render = |page: &TablePage<'_>| if whole { pages::table(page) } else { pages::main(page) };
    with_state(with_page(card, &visitor.reader, &visitor.unfolded, render).into_string(), at as u64)
}

/// `POST …/act`: a move that the step asks for leads on; any other one is answered and changes nothing.
fn act(
    site: &mut Site,
    lesson: &'static Lesson,
    request: &Request,
    mut visitor: Visitor,
) -> Result<Response, RequestError> {
    let at = field(&request.fields, "seq").and_then(|seq| seq.parse().ok()).ok_or(ErrorCode::BadRequest)?;
    let step = lesson.step(at).ok_or(ErrorCode::BadRequest)?;
    let action = pages::forms::action(lesson.game, &request.fields).ok_or(ErrorCode::BadRequest)?;
    let lang = visitor.reader.lang;
    let (message, clause) = match step.judge(&action) {
        Attempt::Expected => {
            go_to(site, lesson, at + 1);
            return Ok(match visitor.json {
                true => Response::json(200, &json!({ "ok": true, "seq": at + 1 })),
                false => Response::see_other(&address(lesson)),
            });
        }
        Attempt::Mistake(name) => (pages::lesson_answer(lang, lesson, step, Some(name)), None),
        Attempt::Otherwise => (pages::lesson_answer(lang, lesson, step, None), None),
        Attempt::Refused(why) => refusal(&visitor.reader, lesson, at, &why, action),
    };
    if visitor.json {
        let code = if clause.is_some() { ErrorCode::Illegal } else { ErrorCode::NotAnAction };
        let error = RequestError { clause, ..code.into() };
        return Ok(error.document(&message));
    }
    visitor.reader.here = address(lesson);
    go_to(site, lesson, at);
    Ok(Response::page(422, shown(lesson, &visitor, at, Some((message, clause)), true)))
}
