//! A table in words, for programs without a page: the position, the log, the effects of actions, and the reasons for refusals.
//! The words are those of the pages in text mode, in the language of `Accept-Language`.

use super::{LISTED_MAX, Legal};
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::events::{self, Opening};
use crate::http::hints::{self, Hint};
use crate::http::parts::asked;
use crate::http::problem::{ErrorCode, List, Problem};
use crate::http::request::{Bearer, JsonBody, TablePath, Visitor};
use crate::http::view::{PageContext, with_page};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use bots::advice::Reason;
use game::Seat;
use live::hub::LiveTable;
use pages::shown::Shown;
use pages::{Mode, Reader, Settings, TablePage};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use table::host::Rejection;
use table::keys::KeyHash;
use utoipa::ToSchema;

/// The longest time that a request for the log may wait for a new version, in seconds: less than the time limit of a request.
const WAIT_MAX: u64 = 25;

/// The number of attempts to read a list and its words at the same version. Bots may act in between.
const TRIES: usize = 5;

/// A reader with the language of the request, and text mode with its default aids.
pub(super) fn reader(app: &App, headers: &HeaderMap, uri: &Uri) -> Reader {
    let reader = app.outside.reader(headers, uri);
    Reader { settings: Settings { mode: Mode::Text, ..Settings::default() }, ..reader }
}

/// Reads a table through the page of this reader. Returns the result of `told` and the version it belongs to.
fn with_words<T>(
    live: &LiveTable,
    you: Option<KeyHash>,
    reader: &Reader,
    told: impl FnOnce(&TablePage<'_>) -> T,
) -> (T, u64) {
    let mut visitor = Visitor::new(you);
    visitor.reader = reader.clone();
    let (told, moment) =
        with_page(live, &visitor, &PageContext::default(), (None, live.now()), &Shown::NOTHING, told);
    (told, moment.version)
}

/// Whether `?words=true` asks for the words of a list.
pub(super) fn are_wanted(uri: &Uri) -> Result<bool, Problem> {
    match asked(uri, "words").as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(Problem::new(ErrorCode::BadRequest, "`words` is `true` or `false`")),
    }
}

/// The listed actions of a seat in words; `None` for a key without a seat.
pub(super) fn legal(live: &LiveTable, key: KeyHash, reader: Reader) -> Option<Json<Legal>> {
    let mut tries = 0;
    loop {
        tries += 1;
        let moves = live.look().moves_of(key);
        let seat = moves.seat?;
        let List { legal, total, choose } = moves.listed(LISTED_MAX).into();
        let told =
            |page: &TablePage<'_>| (pages::actions_in_words(page, &legal), pages::summary_in_words(page));
        let ((words, summary), version) = with_words(live, Some(key), &reader, told);
        if version == moves.seq || tries == TRIES {
            let named = words.into_iter().zip(&legal).map(|(words, action)| words.unwrap_or(action.clone()));
            let words = Some(named.collect());
            return Some(Json(Legal {
                version: moves.seq,
                seat,
                legal,
                words,
                summary: Some(summary),
                total,
                choose,
            }));
        }
    }
}

/// A table in words.
#[derive(Serialize, ToSchema)]
pub(super) struct PositionInWords {
    /// The version it belongs to.
    version: u64,
    /// The current situation in one line.
    headline: String,
    /// The position from your perspective as plain text: headings begin with `#`, items with `-`, and ` | ` separates cells.
    /// Before the game begins, it is the headline alone.
    text: String,
}

/// Returns the position in words, from the perspective of the token's holder; without a token, of a spectator.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/words", params(("id" = String, Path)), security((), ("token" = [])), tag = "play",
    responses((status = 200, body = PositionInWords), (status = "4XX", body = Problem))
)]
pub(super) async fn position(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let reader = reader(&app, &headers, &uri);
    app.work(move |_| {
        let told = |page: &TablePage<'_>| (pages::headline_in_words(page), pages::position_in_words(page));
        let ((headline, text), version) = with_words(&live, you, &reader, told);
        fresh(Json(PositionInWords { version, headline, text }))
    })
    .await
}

/// A line of the log.
#[derive(Serialize, ToSchema)]
struct Line {
    /// The version with which it happened.
    version: u64,
    /// The seat that it is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The sentence.
    text: String,
}

/// A part of the log in words.
#[derive(Serialize, ToSchema)]
pub(super) struct LogInWords {
    /// The current version of the table: pass it as `after` in the next request.
    version: u64,
    /// The last 120 lines at most, oldest first. Only the event stream contains chat.
    lines: Vec<Line>,
}

/// The query of a request for the log; for the description only.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[allow(dead_code)]
pub(super) struct Since {
    /// The last version you have seen. The header `Last-Event-ID` means the same and takes precedence.
    after: Option<u64>,
    /// The number of seconds to wait for a later version, at most 25. By default the request does not wait.
    wait: Option<u64>,
}

/// Returns the log of a table after a version, in words, from the perspective of the token's holder; without a token, of a
/// spectator.
///
/// With `wait`, the server answers as soon as there is a new version.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/log", params(("id" = String, Path), Since), security((), ("token" = [])), tag = "play",
    responses((status = 200, body = LogInWords), (status = "4XX", body = Problem))
)]
pub(super) async fn log(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    opening: Opening,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let wait = match asked(&uri, "wait") {
        None => 0,
        Some(text) => text.parse().ok().filter(|wait| *wait <= WAIT_MAX).ok_or_else(|| {
            let message = format!("`wait` is a number of seconds from 0 to {WAIT_MAX}");
            Problem::new(ErrorCode::BadRequest, message)
        })?,
    };
    events::next_version(&app, &live, &opening, you, Duration::from_secs(wait)).await;
    let (reader, after) = (reader(&app, &headers, &uri), opening.after().unwrap_or(0));
    app.work(move |_| {
        let (told, version) = with_words(&live, you, &reader, |page| pages::log_in_words(page, after));
        let line = |line: pages::PlainLine| Line { version: line.seq, seat: line.seat, text: line.text };
        fresh(Json(LogInWords { version, lines: told.into_iter().map(line).collect() }))
    })
    .await
}

/// An action that the strongest bot would do.
#[derive(Serialize, ToSchema)]
struct Choice {
    /// The action, ready to be sent.
    #[schema(example = "settlement I20")]
    action: String,
    /// The action in words.
    words: String,
    /// The reasons, the most important one first: each is an object whose `reason` names it, such as `income`, `slows` or `claims`,
    /// with what that reason needs besides.
    #[schema(value_type = Vec<Object>)]
    reasons: Vec<Reason>,
    /// A sentence for each reason.
    why: Vec<String>,
}

/// A hint.
#[derive(Serialize, ToSchema)]
pub(super) struct HintInWords {
    /// The version it belongs to: the `seq` to send with an action.
    version: u64,
    /// Your seat.
    #[schema(value_type = String)]
    seat: Seat,
    /// What the strongest bot would do, and then at most two actions that it would do next best.
    choices: Vec<Choice>,
}

/// Returns what the strongest bot would do on your seat now, and why, in the language of `Accept-Language`.
///
/// The bot sees what your seat may see. While other bots search, the strongest bot that does not search answers instead. The same bot
/// has the same answer. Tables whose opener allowed no hints refuse with `not-allowed`, seats without a decision with `not-now`.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/hint", params(("id" = String, Path)), security(("token" = [])), tag = "play",
    responses((status = 200, body = HintInWords), (status = "4XX", body = Problem))
)]
pub(super) async fn hint(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let Hint { seat, version, advice } = hints::hint(&app, &live, you).await?;
    let reader = reader(&app, &headers, &uri);
    app.work(move |_| {
        let mut visitor = Visitor::new(you);
        visitor.reader = reader;
        let around = PageContext::with_hint(advice);
        let (told, _) =
            with_page(&live, &visitor, &around, (None, live.now()), &Shown::NOTHING, pages::hint_in_words);
        let choices = around.advice.into_iter().zip(told).map(|(advised, (words, why))| Choice {
            action: advised.action,
            words,
            reasons: advised.reasons,
            why,
        });
        fresh(Json(HintInWords { version, seat, choices: choices.collect() }))
    })
    .await
}

/// The action to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// The action, as in the list.
    #[schema(example = "road P25")]
    action: String,
}

/// The result of checking a legal action.
#[derive(Serialize, ToSchema)]
pub(super) struct Checked {
    /// Always true.
    ok: bool,
    /// The version at which it is legal.
    seq: u64,
}

/// Checks whether an action is legal, without playing it.
///
/// An illegal action is refused as by `act`, with the clause of the rulebook.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/check", params(("id" = String, Path)), request_body = Check,
    security(("token" = [])), tag = "play",
    responses((status = 200, body = Checked), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = "4XX", body = Problem))
)]
pub(super) async fn check(
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    JsonBody(Check { action }): JsonBody<Check>,
) -> Result<Json<Checked>, Problem> {
    let key = you.ok_or_else(|| {
        Problem::new(ErrorCode::BadToken, "send the token of your seat as `Authorization: Bearer …`")
    })?;
    let moves = live.look().moves_of(key);
    match moves.check(&action) {
        Ok(()) => Ok(Json(Checked { ok: true, seq: moves.seq })),
        Err(reason) => {
            let has_seat = moves.seat.is_some();
            let problem = Problem::from(Rejection { reason, seq: moves.seq });
            Err(if has_seat { problem.with_legal(&moves) } else { problem })
        }
    }
}
