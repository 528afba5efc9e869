//! Puzzles: positions in which one action is clearly best, one of each game a day.
//!
//! A puzzle follows from its file, and a cookie says how far the reader has come. The first attempt of somebody with an account is kept
//! like the result of a game, so that both they and the puzzle have a rating.

use super::App;
use super::answer::{fresh, keep_exercises, page, see_other, with_cookies};
use super::parts::asked;
use super::problem::{ErrorCode, Problem};
use super::request::{Form, Visitor};
use super::site::{PathTail, picture_of};
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use game::Viewer;
use live::puzzles::{attempt, rival};
use live::ratings::Rating;
use live::storing::change;
use live::work::Token;
use pages::{
    Aids, ExerciseState, GameTable, History, Margin, PuzzleCard, PuzzleLine, PuzzlesPage, TablePage,
    uncompared,
};
use present::exercises::{NoVerdict, refusal};
use present::puzzles::{Posed, first_attempt, of_day};
use present::view::with_state;
use serde_json::json;
use store::{Change, ResultChange};
use table::keys::KeyHash;

/// The milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The routes of the puzzles.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/puzzles", get(today))
        .route("/puzzles/{what}/{n}", get(puzzle::<true>))
        .route("/puzzles/{what}/{n}/main", get(puzzle::<false>))
        .route("/puzzles/{what}/{n}/preview", get(preview))
        .route("/puzzles/{what}/{n}/board.svg", get(board))
        .route("/puzzles/{what}/{n}/act", post(act))
}

/// The puzzle that an address names.
fn named(game: &str, n: &str) -> Result<Posed, Problem> {
    let (kind, at) = (game.parse().ok(), n.parse().ok());
    let posed = kind.zip(at).and_then(|(kind, at)| Posed::of(kind, at));
    posed.ok_or_else(|| Problem::new(ErrorCode::NotFound, "there is no such puzzle"))
}

fn rounded(rating: Option<&Rating>) -> Option<i32> {
    rating.map(|rating| rating.value().round() as i32)
}

/// The reader, if attempts of theirs are kept: somebody with an account.
async fn rated(app: &App, visitor: &Visitor) -> Result<Option<KeyHash>, Problem> {
    let Some(holder) = visitor.holder() else { return Ok(None) };
    Ok(app.accounts.kept(holder).await?.name.map(|_| holder))
}

/// `GET /puzzles`: today's puzzle of each game, and the reader's rating.
async fn today(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let posed: Vec<Posed> =
        of_day(app.hub.time().now() / DAY).filter_map(|(kind, at)| Posed::of(kind, at)).collect();
    let reader = rated(&app, &visitor).await?;
    let mut keys: Vec<KeyHash> = posed.iter().map(|posed| rival(posed.puzzle.id())).collect();
    keys.extend(reader);
    let mut ratings = app.hub.ratings().of_puzzles(keys).await?;
    let own = reader.and_then(|_| ratings.pop()).flatten();
    let render = move |_: &Token| {
        let line = |(posed, rating): (&Posed, &Option<Rating>)| PuzzleLine {
            game: posed.kind,
            at: posed.at,
            count: posed.count,
            state: visitor.exercises.of(&posed.key(), 1)[0],
            rating: rounded(rating.as_ref()),
        };
        let today: Vec<PuzzleLine> = posed.iter().zip(&ratings).map(line).collect();
        let rating = own.map(|own| {
            let [value, uncertainty] = [own.value(), own.uncertainty()].map(|value| value.round() as i32);
            [value, uncertainty, own.games.cast_signed(), own.won.cast_signed()]
        });
        pages::puzzles(&PuzzlesPage { reader: &visitor.reader, rates: true, rating, today: &today })
            .into_string()
    };
    Ok(page(StatusCode::OK, app.work(render).await?))
}

/// The ratings of a puzzle and of its reader, for its page.
async fn card(app: &App, posed: &Posed, visitor: &Visitor) -> Result<PuzzleCard, Problem> {
    let reader = rated(app, visitor).await?;
    let keys = std::iter::once(rival(posed.puzzle.id())).chain(reader).collect();
    let ratings = app.hub.ratings().of_puzzles(keys).await?;
    let rating = |n: usize| rounded(ratings.get(n).and_then(Option::as_ref));
    Ok(PuzzleCard { count: posed.count, rating: rating(0), own: rating(1) })
}

fn with_page<T>(
    posed: &Posed,
    card: PuzzleCard,
    visitor: &Visitor,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let state = state_of(posed, visitor);
    posed.with_page(state, card, &visitor.reader, &visitor.unfolded, render)
}

fn state_of(posed: &Posed, visitor: &Visitor) -> ExerciseState {
    visitor.exercises.of(&posed.key(), 1)[0]
}

/// `GET /puzzles/{what}/{n}`, or with `/main` the part of it that changes.
async fn puzzle<const WHOLE: bool>(
    State(app): State<App>,
    mut visitor: Visitor,
    PathTail([game, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let posed = named(&game, &n)?;
    let card = card(&app, &posed, &visitor).await?;
    visitor.reader.here = posed.address();
    let render = move |_: &Token| {
        let render = |page: &TablePage<'_>| if WHOLE { pages::table(page) } else { pages::main(page) };
        let html = with_page(&posed, card, &visitor, render);
        with_state(html.into_string(), state_of(&posed, &visitor).changes.into())
    };
    Ok(page(StatusCode::OK, app.work(render).await?))
}

/// `GET /puzzles/{what}/{n}/preview?action=…`: the preview of an action; 204 if there is none.
async fn preview(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    PathTail([game, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let posed = named(&game, &n)?;
    let action = asked(&uri, "action").unwrap_or_default();
    let card = PuzzleCard { count: posed.count, rating: None, own: None };
    let render = move |_: &Token| {
        with_page(&posed, card, &visitor, |page| pages::preview(page, &action).map(|html| html.into_string()))
    };
    let html = app.work(render).await?;
    Ok(html.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |html| page(StatusCode::OK, html)))
}

/// `GET /puzzles/{what}/{n}/board.svg`: the picture of the position as its seat sees it, in the look that the address asks for.
async fn board(
    State(app): State<App>,
    uri: Uri,
    PathTail([game, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let posed = named(&game, &n)?;
    let draw = move |_: &Token| {
        let seat = Viewer::Seat(posed.point.decision.seat);
        let table = GameTable::new(&posed.point.position, seat, &History::default(), Aids::NONE);
        picture_of(&table, &uri, Margin::Close)
    };
    let mut response = app.work(draw).await?;
    // An update may change the puzzle.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    Ok(response)
}

/// `POST /puzzles/{what}/{n}/act`: an answer, or the wish for the hint or the solution. The first one of somebody with an account is kept.
async fn act(
    State(app): State<App>,
    mut visitor: Visitor,
    PathTail([game, n]): PathTail<2>,
    form: Form,
) -> Result<Response, Problem> {
    let posed = named(&game, &n)?;
    let action = pages::forms::action(posed.kind, &form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form lacks the field `action`"))?;
    let before = state_of(&posed, &visitor);
    let after = match posed.answer(before, &action) {
        Ok(after) => after,
        Err(why) => return Err(refused(&app, posed, visitor, why, action).await?),
    };
    if let Some(solved) = first_attempt(before, after)
        && let Some(person) = rated(&app, &visitor).await?
    {
        let result = attempt(person, posed.puzzle.id(), solved, app.hub.time().now());
        change(app.hub.store(), vec![Change::Results(ResultChange::Add(result))]).await?;
    }
    visitor.exercises.put(&posed.key(), vec![after]);
    let answer = match visitor.json {
        true => fresh(Json(json!({"ok": true, "seq": after.changes}))).into_response(),
        false => see_other(&posed.address()),
    };
    Ok(with_cookies(answer, [keep_exercises(&visitor.exercises)]))
}

/// Says why an answer is not judged.
async fn refused(
    app: &App,
    posed: Posed,
    visitor: Visitor,
    why: NoVerdict,
    action: String,
) -> Result<Problem, Problem> {
    let code = match &why {
        NoVerdict::Refused(why) if why.clause.is_some() => ErrorCode::Illegal,
        NoVerdict::Refused(_) => ErrorCode::NotAnAction,
        NoVerdict::Uncompared => ErrorCode::BadRequest,
    };
    let card = PuzzleCard { count: posed.count, rating: None, own: None };
    let render = move |_: &Token| match why {
        NoVerdict::Refused(why) => with_page(&posed, card, &visitor, |page| refusal(page, &why, action)),
        NoVerdict::Uncompared => (uncompared(visitor.reader.lang), None),
    };
    let (message, clause) = app.work(render).await?;
    let mut problem = Problem::new(code, message);
    problem.clause = clause;
    Ok(problem)
}
