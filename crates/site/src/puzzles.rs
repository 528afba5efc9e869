//! Puzzles: one of each game a day. The browser keeps how far its visitor has come; ratings need a server.

use crate::kept::name;
use crate::message::{Request, Response};
use crate::pictures::picture_of;
use crate::request_error::RequestError;
use crate::state::{Outcome, Site};
use crate::visitor::Visitor;
use game::{ErrorCode, Viewer};
use pages::{
    Aids, ExerciseState, GameTable, History, Margin, PuzzleCard, PuzzleLine, PuzzlesPage, TablePage,
    uncompared,
};
use present::exercises::{ExerciseProgress, NoVerdict, refusal};
use present::puzzles::{Posed, of_day};
use present::view::with_state;
use serde_json::json;

/// The milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Answers an address of the puzzles.
pub(crate) fn route(
    site: &mut Site,
    rest: &[&str],
    post: bool,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let progress = ExerciseProgress::read(site.kept.text(name::EXERCISES).unwrap_or_default());
    let (game, n, rest) = match (rest, post) {
        ([], false) => return Ok(Outcome::Now(today(site.now, &progress, visitor))),
        ([game, n, rest @ ..], _) => (game, n, rest),
        _ => return Err(RequestError::not_found()),
    };
    let named = game.parse().ok().zip(n.parse().ok()).and_then(|(kind, at)| Posed::of(kind, at));
    let posed = named.ok_or_else(RequestError::not_found)?;
    let state = progress.of(&posed.key(), 1)[0];
    let mut reader = visitor.reader.clone();
    reader.here = posed.address();
    let card = PuzzleCard { count: posed.count, rating: None, own: None };
    let shown = |render: &dyn Fn(&TablePage<'_>) -> String| {
        let html = posed.with_page(state, card, &reader, &visitor.unfolded, render);
        Response::page(200, with_state(html, state.changes.into()))
    };
    let response = match (rest, post) {
        ([], false) => shown(&|page| pages::table(page).into_string()),
        (["main"], false) => shown(&|page| pages::main(page).into_string()),
        (["preview"], false) => {
            let action = request.asked("action").unwrap_or_default();
            let render = |page: &TablePage<'_>| pages::preview(page, &action).map(|html| html.into_string());
            let html = posed.with_page(state, card, &reader, &visitor.unfolded, render);
            html.map_or_else(|| Response::empty(204), |html| Response::page(200, html))
        }
        (["board.svg"], false) => {
            let seat = Viewer::Seat(posed.point.decision.seat);
            let table = GameTable::new(&posed.point.position, seat, &History::default(), Aids::NONE);
            picture_of(&table, request, Margin::Close)
        }
        (["act"], true) => act(site, &posed, state, card, progress, request, visitor)?,
        _ => return Err(RequestError::not_found()),
    };
    Ok(Outcome::Now(response))
}

/// The page of today's puzzles.
fn today(now: u64, progress: &ExerciseProgress, visitor: &Visitor) -> Response {
    let posed = of_day(now / DAY).filter_map(|(kind, at)| Posed::of(kind, at));
    let line = |posed: Posed| PuzzleLine {
        game: posed.kind,
        at: posed.at,
        count: posed.count,
        state: progress.of(&posed.key(), 1)[0],
        rating: None,
    };
    let today: Vec<PuzzleLine> = posed.map(line).collect();
    let page = PuzzlesPage { reader: &visitor.reader, rates: false, rating: None, today: &today };
    Response::page(200, pages::puzzles(&page).into_string())
}

/// Takes an answer, and keeps how far the visitor has come.
fn act(
    site: &mut Site,
    posed: &Posed,
    before: ExerciseState,
    card: PuzzleCard,
    mut progress: ExerciseProgress,
    request: &Request,
    visitor: &Visitor,
) -> Result<Response, RequestError> {
    let action = pages::forms::action(posed.kind, &request.fields).ok_or(ErrorCode::BadRequest)?;
    match posed.answer(before, &action) {
        Ok(after) => {
            progress.put(&posed.key(), vec![after]);
            site.keep(name::EXERCISES.to_owned(), Some(progress.to_string()));
            Ok(match request.json {
                true => Response::json(200, &json!({ "ok": true, "seq": after.changes })),
                false => Response::see_other(&posed.address()),
            })
        }
        Err(NoVerdict::Uncompared) => {
            let error = RequestError::from(ErrorCode::BadRequest);
            Ok(error.document(&uncompared(visitor.reader.lang)))
        }
        Err(NoVerdict::Refused(why)) => {
            let (message, clause) =
                posed.with_page(before, card, &visitor.reader, &visitor.unfolded, |page| {
                    refusal(page, &why, action)
                });
            let code = if clause.is_some() { ErrorCode::Illegal } else { ErrorCode::NotAnAction };
            Ok(RequestError { clause, ..code.into() }.document(&message))
        }
    }
}
