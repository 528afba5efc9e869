//! The coach's pages: luck and skill of a finished game.

use super::cache::Recording;
use super::{names_of, recording_of, seats_of};
use crate::http::App;
use crate::http::answer::page;
use crate::http::limits::ANALYSES_PER_HOUR;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::proxy::address;
use crate::http::request::{TablePath, Visitor};
use crate::http::site::PathTail;
use crate::http::view::snapshot;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use game::Seat;
use live::coach::Progress;
use live::hub::LiveTable;
use live::lock::lock;
use live::metrics::{Limit, METRICS};
use pages::{CoachPage, CoachState, SeatInfo, Words};
use shelf::GameKind;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

/// The time after which a page that waits for the coach asks again, in seconds.
const AGAIN: u32 = 2;

/// `GET /t/{id}/coach`
pub(super) async fn table_coach(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Problem> {
    let (key, kind) = {
        let host = live.look();
        let kind = host.kind().filter(|_| host.is_revealed()).ok_or_else(|| {
            Problem::new(ErrorCode::StillSecret, "the coach looks at a game when it is over")
        })?;
        // An action taken back makes it another game.
        (format!("{}-{}", live.id(), host.version()), kind)
    };
    let own = Arc::clone(&live);
    let progress = ask(&app, &key, address(request.extensions()), move || record_of(&own))?;
    app.work(move |_| {
        let snapshot = snapshot(&live, visitor.holder());
        let replay = format!("/t/{}/replay", live.id());
        render(&visitor, kind, &replay, &snapshot.seats(), snapshot.you, &progress)
    })
    .await
}

/// The record of a table; empty if its game goes on again.
fn record_of(live: &LiveTable) -> Vec<u8> {
    let record = live.look().record();
    record.and_then(|record| record.write(Vec::new()).ok()).unwrap_or_default()
}

/// `GET /r/{hash}/coach`
pub(super) async fn record_coach(
    State(app): State<App>,
    visitor: Visitor,
    PathTail([hash]): PathTail<1>,
    request: Request,
) -> Result<Response, Problem> {
    let recording = recording_of(&app, &hash).await?;
    let text = lock(&app.replays.records).find(&hash, Instant::now()).ok_or_else(Problem::not_found)?;
    let progress = ask(&app, &hash, address(request.extensions()), move || text.to_vec())?;
    app.work(move |_| {
        let names = names_of(&recording.names, Words::new(visitor.reader.lang));
        let kind = kind_of(&recording);
        render(&visitor, kind, &format!("/r/{hash}"), &seats_of(&names), None, &progress)
    })
    .await
}

/// The game of a record.
fn kind_of(recording: &Recording) -> GameKind {
    recording.timeline.at(0).expect("every record has a first position").kind()
}

/// Asks the coach, who begins to analyse the game if nobody has asked for it yet.
fn ask(
    app: &App,
    key: &str,
    from: IpAddr,
    record: impl FnOnce() -> Vec<u8> + Send + 'static,
) -> Result<Progress, Problem> {
    let coach = app.hub.coach();
    if !coach.is_on() {
        return Err(Problem::not_found());
    }
    let admit = || {
        app.meter.analysis(from, Instant::now()).map_err(|wait| {
            METRICS.note_refused(Limit::Analyses);
            let seconds = wait.as_secs() as u32 + 1;
            let message = format!(
                "one address may have {ANALYSES_PER_HOUR} games analysed in an hour; wait {seconds} seconds for the next"
            );
            Problem::new(ErrorCode::TooMany, message).retry_after(seconds)
        })
    };
    coach.ask(key, app.meter.counted(from), admit, record)
}

fn render(
    visitor: &Visitor,
    game: GameKind,
    replay: &str,
    seats: &[SeatInfo<'_>],
    you: Option<Seat>,
    progress: &Progress,
) -> Response {
    let found = match progress {
        Progress::Working => CoachState::Working,
        Progress::Done(Ok(coached)) => CoachState::Done(coached),
        Progress::Done(Err(why)) => CoachState::Refused(why),
    };
    let html = pages::coach(&CoachPage { reader: &visitor.reader, game, replay, seats, you, found });
    let mut response = page(StatusCode::OK, html.into_string());
    if matches!(progress, Progress::Working) {
        // Works without scripts too.
        response.headers_mut().insert(header::REFRESH, HeaderValue::from(AGAIN));
    }
    response
}
