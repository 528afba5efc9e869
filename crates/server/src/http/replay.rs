//! Replays of tables, and of uploaded records.
//!
//! While a game goes on, readers see its earlier positions as they saw them then: from the perspective of their own seat, or of a
//! spectator. Once it is over, nothing is secret any more, and everybody may choose any perspective.

mod cache;
mod coach;
mod exercises;
mod play_on;
mod upload;

pub(crate) use cache::Replays;
pub(crate) use play_on::{BODY_MAX, Origin};
use play_on::{Offer, play_on_record, play_on_table};
pub(crate) use upload::UploadPermit;

use super::App;
use super::answer::{file, fresh, page, see_other};
use super::cancellable::Cancellable;
use super::parts::asked;
use super::problem::{ErrorCode, Problem};
use super::proxy::address;
use super::request::{Bearer, TablePath, Visitor};
use super::site::{PathTail, picture_of};
use super::view::snapshot;
use axum::Json;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use cache::{KEPT, Recording};
use game::record::Step;
use game::{Seat, Viewer};
use live::hub::LiveTable;
use live::lock::lock;
use pages::{Fault, Margin, ReplayCharts, ReplayPage, UserError, Words};
use present::scene::{Scene, TableScene, choices, default_position, names_of, opening, seats_of};
use serde::Serialize;
use shelf::AnyGame;
use shelf::verify::{self, Verified};
use std::sync::Arc;
use std::time::Instant;
use table::games::bots_for;
use upload::{RECORD_MAX, take, upload_form};
use utoipa::ToSchema;

/// The routes of replays.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/t/{id}/replay", get(table_replay))
        .route("/t/{id}/replay/{n}", get(table_position::<true>).post(play_on_table))
        .route("/t/{id}/replay/{n}/main", get(table_position::<false>))
        .route("/t/{id}/coach", get(coach::coach_page))
        .route("/t/{id}/coach/card.svg", get(coach::card))
        .route("/t/{id}/coach/board/{picture}", get(coach::board))
        .route("/t/{id}/coach/{seat}", get(exercises::first))
        .route("/t/{id}/coach/{seat}/again", post(exercises::again))
        .route("/t/{id}/coach/{seat}/{n}", get(exercises::exercise::<true>))
        .route("/t/{id}/coach/{seat}/{n}/main", get(exercises::exercise::<false>))
        .route("/t/{id}/coach/{seat}/{n}/preview", get(exercises::preview))
        .route("/t/{id}/coach/{seat}/{n}/act", post(exercises::act))
        .route("/r/{hash}/coach", get(coach::coach_page))
        .route("/r/{hash}/coach/card.svg", get(coach::card))
        .route("/r/{hash}/coach/board/{picture}", get(coach::board))
        .route("/r/{hash}/coach/{seat}", get(exercises::first))
        .route("/r/{hash}/coach/{seat}/again", post(exercises::again))
        .route("/r/{hash}/coach/{seat}/{n}", get(exercises::exercise::<true>))
        .route("/r/{hash}/coach/{seat}/{n}/main", get(exercises::exercise::<false>))
        .route("/r/{hash}/coach/{seat}/{n}/preview", get(exercises::preview))
        .route("/r/{hash}/coach/{seat}/{n}/act", post(exercises::act))
        .route("/replay", get(upload_form).post(take))
        .route("/r/{hash}", get(record_replay))
        .route("/r/{hash}/{n}", get(record_position::<true>).post(play_on_record))
        .route("/r/{hash}/{n}/main", get(record_position::<false>))
        .route("/r/{hash}/board/{picture}", get(record_board))
        .route("/r/{hash}/record", get(record_file))
}

/// The requested perspective if it is allowed, otherwise the reader's own.
fn eyes_of(uri: &Uri, choices: &[Viewer], game: &AnyGame, own: Option<Seat>) -> Result<Viewer, Problem> {
    let Some(asked) = asked(uri, "eyes") else {
        let own = own.map(Viewer::Seat).filter(|own| choices.contains(own));
        return Ok(own.unwrap_or(choices[choices.len() - 1]));
    };
    let bad = || {
        let message = "`eyes` is a seat, `watch`, or, once the game is over, `all`";
        Problem::new(ErrorCode::BadRequest, message)
    };
    let eyes = pages::parse_perspective(&asked).ok_or_else(bad)?;
    match eyes {
        Viewer::Seat(seat) if seat.index() >= game.seats() => Err(bad()),
        eyes if choices.contains(&eyes) => Ok(eyes),
        // Where nothing is hidden all eyes see the same.
        _ if !game.kind().has_secrets() => Ok(choices[0]),
        _ => Err(Problem::new(
            ErrorCode::StillSecret,
            "what another seat sees is secret until the game is over",
        )),
    }
}

/// Parses the number of a position in a game of `steps` steps.
fn number(text: &str, steps: usize) -> Result<usize, Problem> {
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    let number = number.filter(|&number: &usize| number <= steps);
    number.ok_or_else(|| Problem::new(ErrorCode::NotFound, "the game has no such position"))
}

/// Redirects the form that asks for a position: `/t/abc/replay?n=17&eyes=B` to `/t/abc/replay/17?eyes=B`.
fn redirect_signed_in(uri: &Uri, base: &str, from: usize, steps: usize) -> Response {
    let number = asked(uri, "n").and_then(|text| text.parse().ok());
    let number = number.unwrap_or(from).min(steps);
    match asked(uri, "eyes").and_then(|text| pages::parse_perspective(&text)) {
        Some(eyes) => see_other(&format!("{base}/{number}?eyes={}", pages::perspective_text(eyes))),
        None => see_other(&format!("{base}/{number}")),
    }
}

/// `GET /t/{id}/replay`: from where play begins once the game is over, before that from where it stands.
async fn table_replay(TablePath(live): TablePath, uri: Uri) -> Response {
    let (from, steps) = default_position(&live.look());
    redirect_signed_in(&uri, &format!("/t/{}/replay", live.id()), from, steps)
}

/// `GET /t/{id}/replay/{n}`, or with `/main` the part of it that changes.
async fn table_position<const WHOLE: bool>(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    uri: Uri,
    PathTail([n]): PathTail<1>,
) -> Result<Response, Problem> {
    let offer = Offer::new(&app);
    app.work(move |_| render_position::<WHOLE>(&live, &visitor, &uri, &n, &offer)).await?
}

/// The scene of the position of a table that an address names.
fn scene_at(
    live: &LiveTable,
    n: &str,
    read: impl FnOnce(usize) -> Option<TableScene>,
) -> Result<TableScene, Problem> {
    let at = number(n, live.look().steps_len())?;
    read(at).ok_or_else(Problem::not_found)
}

fn render_position<const WHOLE: bool>(
    live: &LiveTable,
    visitor: &Visitor,
    uri: &Uri,
    n: &str,
    offer: &Offer,
) -> Result<Response, Problem> {
    let TableScene { scene, over, entry, step, statistics } =
        scene_at(live, n, |at| TableScene::with_log(|| live.look(), at))?;
    let seen = snapshot(live, visitor.holder());
    let you = visitor.holder().and_then(|key| live.look().seat_of(key));
    let choices = choices(&scene.position, over, you);
    let eyes = eyes_of(uri, &choices, &scene.position, you)?;
    let id = live.id().to_string();
    let bots = bots_for(scene.position.kind());
    let (base, picture) = (format!("/t/{id}/replay"), format!("/t/{id}/board/{entry}.svg"));
    let record = over.then(|| format!("/t/{id}/record"));
    let coach = (over && offer.coach).then(|| format!("/t/{id}/coach"));
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: record.as_deref(),
        coach: coach.as_deref(),
        table: Some(&id),
        kept: None,
        at: scene.at,
        steps: scene.steps,
        opening: scene.opening,
        turns: &scene.turns,
        seats: &seen.seats(),
        you,
        eyes,
        choices: &choices,
        game: scene.table(eyes),
        statistics: statistics.as_ref(),
        charts: charts_for::<WHOLE>(uri),
        play_on: over.then(|| offer.play_on(&scene.position, step.as_ref(), &bots)),
    };
    Ok(answer::<WHOLE>(&replay, offer.status))
}

/// Whether the charts are sent: a page that has them already asks for its next position without.
fn charts_for<const WHOLE: bool>(uri: &Uri) -> ReplayCharts {
    let are_there = !WHOLE && asked(uri, "charts").is_some_and(|charts| charts == "there");
    if are_there { ReplayCharts::There } else { ReplayCharts::Sent }
}

fn answer<const WHOLE: bool>(replay: &ReplayPage<'_>, status: StatusCode) -> Response {
    let html = if WHOLE { pages::replay(replay) } else { pages::replay_main(replay) };
    page(status, html.into_string())
}

/// The game of a record, or an error if the record is not kept any more.
async fn recording_of(app: &App, hash: &str) -> Result<Arc<Recording>, Problem> {
    let gone =
        || Problem::new(ErrorCode::NotFound, "this record is no longer kept; open it again from its file");
    let (replays, hash) = (app.replays.clone(), hash.to_owned());
    let recording = app.work(move |token| replays.of_record(&hash, token)).await?;
    recording.ok_or_else(|| gone().with_fault(Fault::RecordGone.into()))
}

/// `GET /r/{hash}`: from where play begins.
async fn record_replay(
    State(app): State<App>,
    uri: Uri,
    PathTail([hash]): PathTail<1>,
) -> Result<Response, Problem> {
    let recording = recording_of(&app, &hash).await?;
    let steps = recording.timeline.steps();
    Ok(redirect_signed_in(&uri, &format!("/r/{hash}"), opening(steps), steps.len()))
}

/// `GET /r/{hash}/{n}`, or with `/main` the part of it that changes.
async fn record_position<const WHOLE: bool>(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    PathTail([hash, n]): PathTail<2>,
) -> Result<Response, Problem> {
    let recording = recording_of(&app, &hash).await?;
    let offer = Offer::new(&app);
    app.work(move |_| render_record::<WHOLE>(&recording, &visitor, &uri, (&hash, &n), &offer)).await?
}

fn render_record<const WHOLE: bool>(
    recording: &Recording,
    visitor: &Visitor,
    uri: &Uri,
    (hash, n): (&str, &str),
    offer: &Offer,
) -> Result<Response, Problem> {
    let timeline = &recording.timeline;
    let at = number(n, timeline.steps().len())?;
    let scene = Scene::of_record(&recording.timeline, at).ok_or_else(Problem::not_found)?;
    // Who has the record has all of it.
    let choices = choices(&scene.position, true, None);
    let eyes = eyes_of(uri, &choices, &scene.position, None)?;
    let (base, record) = (format!("/r/{hash}"), format!("/r/{hash}/record"));
    let is_over = timeline.at(timeline.steps().len()).is_some_and(|last| last.outcome().is_some());
    let coach = (is_over && offer.coach).then(|| format!("/r/{hash}/coach"));
    let picture = format!("/r/{hash}/board/{at}.svg");
    let names = names_of(&recording.names, Words::new(visitor.reader.lang));
    let seats = seats_of(&names);
    let bots = bots_for(scene.position.kind());
    let step = at.checked_sub(1).map(|last| &timeline.steps()[last]);
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: Some(&record),
        coach: coach.as_deref(),
        table: None,
        kept: Some(KEPT.as_secs() / 3600),
        at,
        steps: scene.steps,
        opening: scene.opening,
        turns: &scene.turns,
        seats: &seats,
        you: None,
        eyes,
        choices: &choices,
        game: scene.table(eyes),
        statistics: Some(timeline.statistics()),
        charts: charts_for::<WHOLE>(uri),
        play_on: Some(offer.play_on(&scene.position, step, &bots)),
    };
    Ok(answer::<WHOLE>(&replay, offer.status))
}

/// `GET /r/{hash}/board/{n}.svg`
async fn record_board(
    State(app): State<App>,
    uri: Uri,
    PathTail([hash, picture]): PathTail<2>,
) -> Result<Response, Problem> {
    let recording = recording_of(&app, &hash).await?;
    let at = number(picture.strip_suffix(".svg").unwrap_or_default(), recording.timeline.steps().len())?;
    app.work(move |_| render_record_board(&recording, &uri, at)).await?
}

fn render_record_board(recording: &Recording, uri: &Uri, at: usize) -> Result<Response, Problem> {
    let scene = Scene::of_record(&recording.timeline, at).ok_or_else(Problem::not_found)?;
    Ok(picture_of(&scene.picture(), uri, Margin::Wide))
}

/// `GET /r/{hash}/record`
async fn record_file(State(app): State<App>, PathTail([hash]): PathTail<1>) -> Result<Response, Problem> {
    recording_of(&app, &hash).await?;
    let text = lock(&app.replays.records).find(&hash, Instant::now()).ok_or_else(Problem::not_found)?;
    Ok(file("application/x-ndjson", &format!("{hash}.neuland"), text))
}

/// An earlier position.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionState {
    /// The number of the position: the number of actions and outcomes that led to it; those taken back do not count.
    position: usize,
    /// The number of actions and outcomes so far, likewise.
    steps: usize,
    /// The version of the table that led to it: its picture is `/t/{id}/board/{version}.svg`.
    version: u64,
    /// The number of turns begun.
    turn: u32,
    /// The perspective: a seat, `watch`, or `all`.
    eyes: String,
    /// The step that led to it, as in the record; only once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    step: Option<Step>,
    /// The events of the step, with `null` for what this perspective does not see.
    #[schema(value_type = Vec<Object>)]
    events: Vec<serde_json::Value>,
    /// The position from this perspective, see `docs/view.md`.
    #[schema(value_type = Object)]
    view: serde_json::Value,
}

/// The perspective; for the description only.
#[derive(serde::Deserialize, ToSchema, utoipa::IntoParams)]
#[allow(dead_code)]
#[schema(as = WithEyes)]
pub(crate) struct Perspective {
    /// A seat, `watch`, or `all`. Until the game is over, only your own seat and `watch`.
    eyes: Option<String>,
}

/// Returns an earlier position of a game: position 0 is its beginning.
///
/// It does not count actions that were taken back. During the game you see the position as your seat or as a spectator; once it
/// is over, from any perspective.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/positions/{n}", params(("id" = String, Path), ("n" = usize, Path), Perspective),
    security((), ("token" = [])), tag = "play",
    responses((status = 200, body = PositionState), (status = "4XX", body = Problem))
)]
pub(crate) async fn position(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(holder): Bearer,
    uri: Uri,
    PathTail([n]): PathTail<1>,
) -> Result<Response, Problem> {
    let you = holder.and_then(|key| live.look().seat_of(key));
    app.work(move |_| write_position(&live, you, &uri, &n)).await?
}

fn write_position(live: &LiveTable, you: Option<Seat>, uri: &Uri, n: &str) -> Result<Response, Problem> {
    let TableScene { scene, over, entry, step, .. } =
        scene_at(live, n, |at| TableScene::new(live.look(), 1, at))?;
    let game = &scene.position;
    let eyes = eyes_of(uri, &choices(game, over, you), game, you)?;
    Ok(fresh(Json(PositionState {
        position: scene.at,
        steps: scene.steps,
        version: entry,
        turn: game.turns(),
        eyes: pages::perspective_text(eyes),
        step: step.filter(|_| over),
        events: scene.last_events().map_or_else(Vec::new, |events| events.documents(eyes)),
        view: game.view(eyes),
    })))
}

/// The draws of a record whose dice passed the verification.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawsState {
    /// The proof, and every draw with its numbers, as `neuland verify --json` prints them.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    verified: Verified,
}

/// Recomputes every draw of a record, and reports which cards a stolen one was among.
///
/// The body is the record; the server keeps none of it.
#[utoipa::path(
    post, path = "/api/v1/draws", request_body(content = String, content_type = "application/x-ndjson"), tag = "play",
    responses((status = 200, body = DrawsState), (status = "4XX", body = Problem))
)]
pub(crate) async fn draws(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let mut admitted = app.replays.admit(&app, address(request.extensions()))?;
    let body = admitted.receive(request.into_body(), RECORD_MAX).await?;
    let verified = admitted.check(move |token| verify::verify(Cancellable { text: &body, token })).await?;
    let verified = verified.map_err(|fault| {
        let message = fault.to_string();
        match fault {
            verify::VerifyError::Record(error) => Problem::new(UserError::Record(Arc::new(error)), message),
            _ => Problem::new(ErrorCode::BadRequest, message),
        }
    })?;
    Ok(fresh(Json(DrawsState { verified })))
}

/// The statistics of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatisticsState {
    /// The game's name on the shelf.
    game: &'static str,
    /// Whether it is over. Before that, the statistics contain only points that everybody sees.
    over: bool,
    /// The number of actions and outcomes; those taken back do not count.
    steps: usize,
    /// The points, the dice, cards and trades, see `docs/api.md`.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    statistics: serde_json::Value,
}

/// Returns the statistics of a game: the points over time and by source, the dice, cards by reason, and trades.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/statistics", params(("id" = String, Path)), security((), ("token" = [])), tag = "play",
    responses((status = 200, body = StatisticsState), (status = "4XX", body = Problem))
)]
pub(crate) async fn statistics(
    State(app): State<App>,
    TablePath(live): TablePath,
) -> Result<Response, Problem> {
    app.work(move |_| write_statistics(&live)).await?
}

fn write_statistics(live: &LiveTable) -> Result<Response, Problem> {
    let (kind, over, steps, statistics) = {
        let host = live.look();
        let over = host.is_revealed();
        (host.kind(), over, host.steps_len(), host.statistics())
    };
    let (kind, statistics) = kind.zip(statistics).ok_or_else(Problem::no_table)?;
    let statistics = statistics.document(over);
    Ok(fresh(Json(StatisticsState { game: kind.name(), over, steps, statistics })))
}
