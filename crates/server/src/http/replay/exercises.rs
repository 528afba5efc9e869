//! Learn from your mistakes: the costly decisions of a finished game as exercises.
//!
//! The positions follow from the game and the coach's result, and a cookie says how far the reader has come, so the server stores nothing.

use super::coach::{self, Played, render};
use crate::http::App;
use crate::http::answer::{fresh, keep_exercises, page, see_other, with_cookies};
use crate::http::parts::asked;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Form, Visitor};
use crate::http::site::PathTail;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use game::Seat;
use live::coach::Progress;
use pages::{ExerciseCard, ExerciseState, TablePage, uncompared};
use present::exercises::{Coached, NoVerdict, TurningPoint, answer, exercises, refusal, with_page};
use present::view::with_state;
use serde_json::json;
use shelf::GameKind;
use std::sync::Arc;

/// The exercises of a seat, and how far the reader has come with them.
struct Course {
    coached: Arc<Coached>,
    kind: GameKind,
    seat: Seat,
    base: String,
    key: String,
    states: Vec<ExerciseState>,
}

impl Course {
    /// An exercise by its number, from 1.
    fn point(&self, number: usize) -> Result<&TurningPoint, Problem> {
        let at = number.checked_sub(1).ok_or_else(Problem::not_found)?;
        exercises(&self.coached, self.seat).get(at).copied().ok_or_else(Problem::not_found)
    }
}

/// The exercises of a seat; the coach's progress while it is at work or cannot analyse the game.
fn course(
    app: &App,
    played: &Played,
    visitor: &Visitor,
    seat: &str,
) -> Result<Result<Course, (Progress, GameKind)>, Problem> {
    match played.ask(app)? {
        (Progress::Done(Ok(coached)), kind) => course_of(coached, kind, played, visitor, seat).map(Ok),
        other => Ok(Err(other)),
    }
}

/// The exercises of a seat, for requests that cannot wait for the coach.
fn ready(app: &App, played: &Played, visitor: &Visitor, seat: &str) -> Result<Course, Problem> {
    let (coached, kind) = coach::ready(app, played)?;
    course_of(coached, kind, played, visitor, seat)
}

/// The exercises of a seat, and how far the reader has come with them.
fn course_of(
    coached: Arc<Coached>,
    kind: GameKind,
    played: &Played,
    visitor: &Visitor,
    seat: &str,
) -> Result<Course, Problem> {
    let seat: Seat = seat.parse().map_err(|_| Problem::not_found())?;
    let count = exercises(&coached, seat).len();
    let key = format!("{}-{seat}", played.id());
    let states = visitor.exercises.of(&key, count);
    Ok(Course { coached, kind, seat, base: format!("{}/{seat}", played.coach()), key, states })
}

fn number(text: &str) -> Result<usize, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// `GET …/coach/{seat}`: leads to the first exercise that is open.
pub(super) async fn first(
    State(app): State<App>,
    played: Played,
    visitor: Visitor,
    PathTail([seat]): PathTail<1>,
) -> Result<Response, Problem> {
    let course = match course(&app, &played, &visitor, &seat)? {
        Ok(course) => course,
        Err((progress, kind)) => return app.work(move |_| render(&visitor, kind, &played, &progress)).await,
    };
    if course.states.is_empty() {
        return Ok(see_other(&played.coach()));
    }
    let open = course.states.iter().position(|state| state.end.is_none()).unwrap_or(0);
    Ok(see_other(&format!("{}/{}", course.base, open + 1)))
}

/// `GET …/coach/{seat}/{n}`, or with `/main` the part of it that changes.
pub(super) async fn exercise<const WHOLE: bool>(
    State(app): State<App>,
    played: Played,
    visitor: Visitor,
    PathTail([seat, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let n = number(&n)?;
    let course = if WHOLE {
        match course(&app, &played, &visitor, &seat)? {
            Ok(course) => course,
            Err((progress, kind)) => {
                return app.work(move |_| render(&visitor, kind, &played, &progress)).await;
            }
        }
    } else {
        ready(&app, &played, &visitor, &seat)?
    };
    let html = app.work(move |_| shown::<WHOLE>(&course, &played, visitor, n)).await??;
    Ok(page(StatusCode::OK, html))
}

/// `GET …/coach/{seat}/{n}/preview?action=…`: the preview of an action; 204 if there is none.
pub(super) async fn preview(
    State(app): State<App>,
    played: Played,
    visitor: Visitor,
    uri: Uri,
    PathTail([seat, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let n = number(&n)?;
    let course = ready(&app, &played, &visitor, &seat)?;
    let action = asked(&uri, "action").unwrap_or_default();
    let html = app
        .work(move |_| {
            with_exercise(&course, &played, &visitor, n, |page| {
                pages::preview(page, &action).map(|html| html.into_string())
            })
        })
        .await??;
    Ok(html.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |html| page(StatusCode::OK, html)))
}

/// `POST …/coach/{seat}/{n}/act`: an answer, or the wish for the hint or the solution.
pub(super) async fn act(
    State(app): State<App>,
    played: Played,
    mut visitor: Visitor,
    PathTail([seat, n]): PathTail<2>,
    form: Form,
) -> Result<Response, Problem> {
    let n = number(&n)?;
    let mut course = ready(&app, &played, &visitor, &seat)?;
    let point = course.point(n)?;
    let action = pages::forms::action(course.kind, &form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form lacks the field `action`"))?;
    let here = format!("{}/{n}", course.base);
    let state = match answer(point, course.states[n - 1], &action) {
        Ok(state) => state,
        Err(why) => return refused(app, course, played, visitor, n, (why, action)).await,
    };
    course.states[n - 1] = state;
    visitor.exercises.put(&course.key, course.states);
    let answer = match visitor.json {
        true => fresh(Json(json!({"ok": true, "seq": state.changes}))).into_response(),
        false => see_other(&here),
    };
    Ok(with_cookies(answer, [keep_exercises(&visitor.exercises)]))
}

/// Says why an answer is not judged.
async fn refused(
    app: App,
    course: Course,
    played: Played,
    visitor: Visitor,
    n: usize,
    (why, action): (NoVerdict, String),
) -> Result<Response, Problem> {
    let code = match &why {
        NoVerdict::Refused(why) if why.clause.is_some() => ErrorCode::Illegal,
        NoVerdict::Refused(_) => ErrorCode::NotAnAction,
        NoVerdict::Uncompared => ErrorCode::BadRequest,
    };
    let lang = visitor.reader.lang;
    let (message, clause) = app
        .work(move |_| {
            with_exercise(&course, &played, &visitor, n, |page| match why {
                NoVerdict::Refused(why) => refusal(page, &why, action),
                NoVerdict::Uncompared => (uncompared(lang), None),
            })
        })
        .await??;
    let mut problem = Problem::new(code, message);
    problem.clause = clause;
    Err(problem)
}

/// `POST …/coach/{seat}/again`: begins anew.
pub(super) async fn again(
    State(app): State<App>,
    played: Played,
    mut visitor: Visitor,
    PathTail([seat]): PathTail<1>,
) -> Result<Response, Problem> {
    let course = ready(&app, &played, &visitor, &seat)?;
    visitor.exercises.put(&course.key, vec![ExerciseState::default(); course.states.len()]);
    Ok(with_cookies(see_other(&format!("{}/1", course.base)), [keep_exercises(&visitor.exercises)]))
}

/// Renders an exercise: the whole page, or the part of it that changes.
fn shown<const WHOLE: bool>(
    course: &Course,
    played: &Played,
    mut visitor: Visitor,
    n: usize,
) -> Result<String, Problem> {
    visitor.reader.here = format!("{}/{n}", course.base);
    let render = |page: &TablePage<'_>| if WHOLE { pages::table(page) } else { pages::main(page) };
    let html = with_exercise(course, played, &visitor, n, render)?;
    Ok(with_state(html.into_string(), course.states[n - 1].changes.into()))
}

fn with_exercise<T>(
    course: &Course,
    played: &Played,
    visitor: &Visitor,
    n: usize,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> Result<T, Problem> {
    let point = course.point(n)?;
    let scene = played.scene(point.decision.step - 1).ok_or_else(Problem::not_found)?;
    let (coach, replay) = (played.coach(), played.replay());
    Ok(played.with_seats(visitor, |seats, _| {
        let card = ExerciseCard {
            base: &course.base,
            coach: &coach,
            replay: &replay,
            at: n,
            states: &course.states,
            point,
            puzzle: None,
        };
        with_page(&scene, seats, card, &visitor.reader, &visitor.unfolded, render)
    }))
}
