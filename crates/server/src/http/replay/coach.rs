//! The coach's pages: luck and skill of a finished game.

use super::cache::Recording;
use super::{names_of, recording_of, seats_of};
use crate::http::App;
use crate::http::answer::{immutable, page};
use crate::http::limits::ANALYSES_PER_HOUR;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::proxy::address;
use crate::http::request::{TablePath, Visitor};
use crate::http::site::{PathTail, look_of};
use crate::http::view::snapshot;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use game::Seat;
use live::coach::Progress;
use live::hub::LiveTable;
use live::lock::lock;
use live::metrics::{Limit, METRICS};
use pages::{CoachPage, CoachState, SeatInfo, Words};
use present::exercises::Coached;
use present::scene::{Scene, TableScene};
use shelf::GameKind;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

/// The time after which a page that waits for the coach asks again, in seconds.
pub(super) const AGAIN: u32 = 2;

/// A game with its address: that of a finished table, or of an uploaded record.
#[derive(Clone)]
pub(super) struct Played {
    /// The client that asks for it.
    from: IpAddr,
    subject: Subject,
}

#[derive(Clone)]
enum Subject {
    Table(Arc<LiveTable>),
    Record(String, Arc<Recording>),
}

impl FromRequestParts<App> for Played {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let from = address(&parts.extensions);
        let subject = if parts.uri.path().starts_with("/t/") {
            Subject::Table(TablePath::from_request_parts(parts, app).await?.0)
        } else {
            let hash = parts.uri.path().split('/').nth(2).unwrap_or_default().to_owned();
            let recording = recording_of(app, &hash).await?;
            Subject::Record(hash, recording)
        };
        Ok(Played { from, subject })
    }
}

impl Played {
    /// The address of the coach's page.
    pub(super) fn coach(&self) -> String {
        match &self.subject {
            Subject::Table(live) => format!("/t/{}/coach", live.id()),
            Subject::Record(hash, _) => format!("/r/{hash}/coach"),
        }
    }

    /// The address of the replay.
    pub(super) fn replay(&self) -> String {
        match &self.subject {
            Subject::Table(live) => format!("/t/{}/replay", live.id()),
            Subject::Record(hash, _) => format!("/r/{hash}"),
        }
    }

    /// The id of the table or the hash of the record.
    pub(super) fn id(&self) -> String {
        match &self.subject {
            Subject::Table(live) => live.id().to_string(),
            Subject::Record(hash, _) => hash.clone(),
        }
    }

    /// A position with the log around it; `None` beyond the end of the game.
    pub(super) fn scene(&self, at: usize) -> Option<Scene> {
        match &self.subject {
            Subject::Table(live) => TableScene::with_log(|| live.look(), at).map(|it| it.scene),
            Subject::Record(_, recording) => Scene::of_record(&recording.timeline, at),
        }
    }

    /// Calls `render` with the seats, and with that of the reader.
    pub(super) fn with_seats<T>(
        &self,
        visitor: &Visitor,
        render: impl FnOnce(&[SeatInfo<'_>], Option<Seat>) -> T,
    ) -> T {
        match &self.subject {
            Subject::Table(live) => {
                let snapshot = snapshot(live, visitor.holder());
                render(&snapshot.seats(), snapshot.you)
            }
            Subject::Record(_, recording) => {
                let names = names_of(&recording.names, Words::new(visitor.reader.lang));
                render(&seats_of(&names), None)
            }
        }
    }

    /// Asks the coach about the game. Returns what is known, and which game it is.
    pub(super) fn ask(&self, app: &App) -> Result<(Progress, GameKind), Problem> {
        match &self.subject {
            Subject::Table(live) => {
                let (key, kind) = {
                    let host = live.look();
                    let kind = host.kind().filter(|_| host.is_revealed()).ok_or_else(|| {
                        Problem::new(ErrorCode::StillSecret, "the coach looks at a game when it is over")
                    })?;
                    // An action taken back makes it another game.
                    (format!("{}-{}", live.id(), host.version()), kind)
                };
                let own = Arc::clone(live);
                Ok((ask(app, &key, self.from, move || record_of(&own))?, kind))
            }
            Subject::Record(hash, recording) => {
                let text = lock(&app.replays.records).find(hash, Instant::now());
                let text = text.ok_or_else(Problem::not_found)?;
                let kind = recording.timeline.start().kind();
                Ok((ask(app, hash, self.from, move || text.to_vec())?, kind))
            }
        }
    }
}

/// The record of a table; empty if its game goes on again.
fn record_of(live: &LiveTable) -> Vec<u8> {
    let record = live.look().record();
    record.and_then(|record| record.write(Vec::new()).ok()).unwrap_or_default()
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

/// `GET /t/{id}/coach` and `GET /r/{hash}/coach`
pub(super) async fn coach_page(
    State(app): State<App>,
    played: Played,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let (progress, kind) = played.ask(&app)?;
    app.work(move |_| render(&visitor, kind, &played, &progress)).await
}

/// Renders what the coach has found, or that it is at work.
pub(super) fn render(visitor: &Visitor, game: GameKind, played: &Played, progress: &Progress) -> Response {
    let found = match progress {
        Progress::Working => CoachState::Working,
        Progress::Done(Ok(coached)) => CoachState::Done(coached),
        Progress::Done(Err(why)) => CoachState::Refused(why),
    };
    let (address, replay) = (played.coach(), played.replay());
    let html = played.with_seats(visitor, |seats, you| {
        let (reader, address, replay) = (&visitor.reader, &address, &replay);
        pages::coach(&CoachPage { reader, game, address, replay, seats, you, found })
    });
    let mut response = page(StatusCode::OK, html.into_string());
    if matches!(progress, Progress::Working) {
        // Works without scripts too.
        response.headers_mut().insert(header::REFRESH, HeaderValue::from(AGAIN));
    }
    response
}

/// The coach's result, for requests that cannot wait for it.
pub(super) fn ready(app: &App, played: &Played) -> Result<(Arc<Coached>, GameKind), Problem> {
    match played.ask(app)? {
        (Progress::Done(Ok(coached)), kind) => Ok((coached, kind)),
        (Progress::Done(Err(_)), _) => Err(Problem::not_found()),
        (Progress::Working, _) => {
            let message = "the coach looks at the game; ask again soon";
            Err(Problem::new(ErrorCode::Busy, message).retry_after(AGAIN))
        }
    }
}

/// `GET …/coach/board/{step}.svg`: the position of a costly decision with what was played and what is better, in the colours that the
/// address asks for.
pub(super) async fn board(
    State(app): State<App>,
    played: Played,
    uri: Uri,
    PathTail([picture]): PathTail<1>,
) -> Result<Response, Problem> {
    let (coached, _) = ready(&app, &played)?;
    let step: Option<usize> = picture.strip_suffix(".svg").and_then(|step| step.parse().ok());
    let at = coached.turning_points.iter().position(|point| Some(point.decision.step) == step);
    let at = at.ok_or_else(Problem::not_found)?;
    let settings = look_of(&uri);
    let svg = app.work(move |_| pages::coach_board(&coached.turning_points[at], &settings)).await?;
    Ok(picture_for_a_while(svg))
}

/// `GET …/coach/card.svg`: luck and skill as a picture.
pub(super) async fn card(
    State(app): State<App>,
    played: Played,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let (coached, _) = ready(&app, &played)?;
    let svg = app
        .work(move |_| {
            let words = Words::new(visitor.reader.lang);
            let analysis = &coached.analysis;
            played.with_seats(&visitor, |seats, _| {
                pages::coach_card(words, analysis, &pages::names_of_seats(words, seats))
            })
        })
        .await?;
    Ok(picture_for_a_while(svg))
}

/// A picture that another version of the program may draw otherwise. It may name people, so only the browser keeps it.
fn picture_for_a_while(svg: String) -> Response {
    let mut response = immutable("image/svg+xml", svg);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=600"));
    response
}
