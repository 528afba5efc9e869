//! Lessons: prepared positions, step by step, without a table.
//!
//! A lesson's positions follow from its file ([`shelf::Lesson`]), so the server stores nothing and keeps no secret: a cookie says how
//! far the reader has come, and a form says which step its move is for.

use super::App;
use super::answer::{fresh, keep_lessons, page, see_other, with_cookies};
use super::parts::asked;
use super::problem::{ErrorCode, Problem};
use super::request::{Form, Visitor};
use super::site::{PathTail, picture_of};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use game::Viewer;
use live::work::Token;
use pages::{Aids, GameTable, LessonCard, Margin};
use present::lessons::{address, history, refusal, with_page};
use present::view::with_state;
use serde_json::json;
use shelf::{Attempt, Lesson};

/// The routes of the lessons.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/learn/{what}", get(lesson))
        .route("/learn/{what}/main", get(main))
        .route("/learn/{what}/preview", get(preview))
        .route("/learn/{what}/act", post(act))
        .route("/learn/{what}/board/{picture}", get(board))
}

/// The lesson that an address names.
fn named(game: &str) -> Result<&'static Lesson, Problem> {
    let lesson = game.parse().ok().and_then(Lesson::of);
    lesson.ok_or_else(|| Problem::new(ErrorCode::NotFound, "there is no such game, or no lesson about it"))
}

/// `GET /learn/{what}`: the step that the reader is at; `?step=3` goes there.
async fn lesson(
    State(app): State<App>,
    mut visitor: Visitor,
    uri: Uri,
    PathTail([game]): PathTail<1>,
) -> Result<Response, Problem> {
    let lesson = named(&game)?;
    let here = address(lesson);
    if let Some(step) = asked(&uri, "step") {
        let at = step.parse().ok().filter(|at| (1..=lesson.steps.len() + 1).contains(at));
        visitor.lessons.put(lesson.game, at.ok_or_else(no_step)?);
        return Ok(with_cookies(see_other(&here), [keep_lessons(&visitor.lessons)]));
    }
    let at = visitor.lessons.at(lesson.game);
    visitor.lessons.put(lesson.game, at);
    let progress = visitor.lessons.clone();
    let html = shown(&app, lesson, visitor, at, None, true).await?;
    Ok(with_cookies(page(StatusCode::OK, html), [keep_lessons(&progress)]))
}

/// `GET /learn/{what}/board/{step}.svg`: the picture of a step's position, in the look that the address asks for.
async fn board(
    State(app): State<App>,
    uri: Uri,
    PathTail([game, picture]): PathTail<2>,
) -> Result<Response, Problem> {
    let lesson = named(&game)?;
    let step =
        picture.strip_suffix(".svg").and_then(|name| lesson.steps.iter().find(|step| step.name == name));
    let scene = &step.ok_or_else(no_step)?.scene;
    let draw = move |_: &Token| {
        let history = history(scene);
        let table = GameTable::new(&scene.position, Viewer::Seat(Lesson::SEAT), &history, Aids::NONE);
        picture_of(&table, &uri, Margin::Close)
    };
    let mut response = app.work(draw).await?;
    // An update may change the lesson.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    Ok(response)
}

fn no_step() -> Problem {
    Problem::new(ErrorCode::BadRequest, "the lesson has no such step")
}

/// `GET /learn/{what}/main`: the part of the page that changes.
async fn main(
    State(app): State<App>,
    mut visitor: Visitor,
    PathTail([game]): PathTail<1>,
) -> Result<Response, Problem> {
    let lesson = named(&game)?;
    visitor.reader.here = address(lesson);
    let at = visitor.lessons.at(lesson.game);
    Ok(page(StatusCode::OK, shown(&app, lesson, visitor, at, None, false).await?))
}

/// `GET /learn/{what}/preview?action=…`: the preview of an action; 204 if there is none.
async fn preview(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    PathTail([game]): PathTail<1>,
) -> Result<Response, Problem> {
    let lesson = named(&game)?;
    let at = visitor.lessons.at(lesson.game);
    let action = asked(&uri, "action").unwrap_or_default();
    let render = move |_: &Token| {
        let step = LessonCard { lesson, at, answer: None };
        with_page(step, &visitor.reader, &visitor.unfolded, |page| {
            pages::preview(page, &action).map(|html| html.into_string())
        })
    };
    let html = app.work(render).await?;
    Ok(html.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |html| page(StatusCode::OK, html)))
}

/// `POST /learn/{what}/act`: the learner's move for the step `seq`. A move that the step asks for leads on; any other one is answered
/// and changes nothing.
async fn act(
    State(app): State<App>,
    mut visitor: Visitor,
    PathTail([game]): PathTail<1>,
    form: Form,
) -> Result<Response, Problem> {
    let lesson = named(&game)?;
    let at = form.command()?.0.try_into().map_err(|_| no_step())?;
    let step = lesson.step(at).ok_or_else(no_step)?;
    let action = pages::forms::action(lesson.game, &form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form lacks the field `action`"))?;
    let lang = visitor.reader.lang;
    let here = address(lesson);
    let answer = match step.judge(&action) {
        Attempt::Expected => {
            visitor.lessons.put(lesson.game, at + 1);
            let cookies = [keep_lessons(&visitor.lessons)];
            let done = if visitor.json {
                fresh(axum::Json(json!({"ok": true, "seq": at + 1}))).into_response()
            } else {
                see_other(&here)
            };
            return Ok(with_cookies(done, cookies));
        }
        Attempt::Mistake(name) => (pages::lesson_answer(lang, lesson, step, Some(name)), None),
        Attempt::Otherwise => (pages::lesson_answer(lang, lesson, step, None), None),
        Attempt::Refused(why) => refusal(&visitor.reader, lesson, at, &why, action),
    };
    if visitor.json {
        let code = if answer.1.is_some() { ErrorCode::Illegal } else { ErrorCode::NotAnAction };
        let mut problem = Problem::new(code, answer.0);
        problem.clause = answer.1;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, axum::Json(problem)).into_response());
    }
    visitor.reader.here = here;
    visitor.lessons.put(lesson.game, at);
    let progress = visitor.lessons.clone();
    let html = shown(&app, lesson, visitor, at, Some(answer), true).await?;
    Ok(with_cookies(page(StatusCode::UNPROCESSABLE_ENTITY, html), [keep_lessons(&progress)]))
}

/// Renders a step: the whole page, or the part of it that changes.
async fn shown(
    app: &App,
    lesson: &'static Lesson,
    visitor: Visitor,
    at: usize,
    answer: Option<(String, Option<&'static str>)>,
    whole: bool,
) -> Result<String, Problem> {
    let render = move |_: &Token| {
        let step = LessonCard { lesson, at, answer };
        let html = with_page(step, &visitor.reader, &visitor.unfolded, |page| {
            if whole { pages::table(page) } else { pages::main(page) }
        });
        with_state(html.into_string(), at as u64)
    };
    app.work(render).await
}
