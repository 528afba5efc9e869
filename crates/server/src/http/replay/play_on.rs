//! Playing on from a position: a table begins at a position of a record or of a finished table, or at a setup, through the
//! API and through the form of a replay.

use super::upload::{RECORD_MAX, UploadPermit, UploadRefusal};
use super::{number, recording_of, render_position, render_record};
use crate::http::App;
use crate::http::cancellable::Cancellable;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Caller, Form, TablePath, Visitor};
use crate::http::site::{NewTableError, PathTail, open_from};
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use game::json::Unique;
use game::record::Step;
use live::cost::CostAccount;
use live::hub::LiveTable;
use live::work::Token;
use pages::forms::NewTable;
use pages::{PlayOn, UserError};
use serde::Deserialize;
use serde_json::Value;
use shelf::replay::replay;
use shelf::{AnyGame, GameKind, Refusal, ReplayError};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use table::keys::TableId;
use utoipa::ToSchema;

/// The largest body that opens a table: a record as a JSON string needs a third more space.
pub(crate) const BODY_MAX: usize = 2 * RECORD_MAX;

/// The position from which a table begins: exactly one of `record`, `table` and `setup`.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// The text of a record (`docs/record.md`), at most 1 MiB.
    record: Option<String>,
    /// The id of a table whose game is over, or was closed after it began.
    table: Option<String>,
    /// A setup (`docs/setup.md`), which may name its game in the field `game`.
    #[schema(value_type = Option<Object>)]
    setup: Option<Unique>,
    /// The number of steps of the record or of the table's game to play; by default all of them.
    at: Option<usize>,
}

/// The reason why an [`Origin`] has no position.
#[derive(Debug)]
pub(crate) enum OriginError {
    /// The record cannot be replayed.
    Record(ReplayError),
    /// The setup describes no position; with everything that is wrong with it.
    Setup(Vec<Refusal>),
    /// The game has fewer steps.
    TooFewSteps {
        /// The number of steps it has.
        steps: usize,
    },
    /// The game of the table is not over.
    StillSecret,
}

impl From<OriginError> for Problem {
    fn from(error: OriginError) -> Problem {
        match error {
            OriginError::Record(error) => {
                let (clause, message) = (error.clause(), format!("the record: {error}"));
                let mut problem = Problem::new(UserError::Record(Arc::new(error)), message);
                problem.clause = clause;
                problem
            }
            OriginError::Setup(faults) => {
                let all: Vec<String> = faults.iter().map(Refusal::to_string).collect();
                let clause = faults.iter().find_map(|fault| fault.clause);
                let message = format!("the setup: {}", all.join("; "));
                let mut problem = Problem::new(UserError::Setup(faults), message);
                problem.clause = clause;
                problem
            }
            OriginError::TooFewSteps { steps } => Problem::new(
                UserError::NoStep { steps },
                format!("`at` is beyond the end: the game has {steps} steps"),
            ),
            OriginError::StillSecret => Problem::new(
                ErrorCode::StillSecret,
                "the game of this table is not over; it can be played on from its positions once it is",
            ),
        }
    }
}

impl Origin {
    /// The position. An upload is charged as that of a record from this address, unless it is `admitted` already.
    ///
    /// # Errors
    /// If it names no position, or the game that it names is not `game`.
    pub(crate) async fn read(
        self,
        app: &App,
        from: IpAddr,
        admitted: Option<UploadPermit<'_>>,
        game: Option<&str>,
    ) -> Result<AnyGame, Problem> {
        let Origin { record, table, setup, at } = self;
        let admit = || admitted.map_or_else(|| app.replays.admit(app, from), Ok);
        let start = match (record, table, setup) {
            (Some(record), None, None) => of_record(admit()?, record, at).await?,
            (None, Some(table), None) => of_table_named(app, &table, at).await?,
            (None, None, Some(_)) if at.is_some() => {
                return Err(bad("a setup is one position, so `at` cannot stand beside it"));
            }
            (None, None, Some(Unique(setup))) => of_setup(admit()?, setup, game).await?,
            _ => return Err(bad("`from` has exactly one of `record`, `table` and `setup`")),
        };
        match game {
            Some(game) if game != start.kind().name() => {
                let kind = start.kind();
                Err(bad(format!("`game` is `{game}`, but the position is one of `{kind}`; leave `game` out")))
            }
            _ => Ok(start),
        }
    }
}

fn bad(message: impl Into<String>) -> Problem {
    Problem::new(ErrorCode::BadRequest, message)
}

/// The position after `at` steps of a record.
async fn of_record(
    admitted: UploadPermit<'_>,
    record: String,
    at: Option<usize>,
) -> Result<AnyGame, Problem> {
    if record.len() > RECORD_MAX {
        return Err(UploadRefusal::TooLarge.into());
    }
    let position = admitted.check(move |token| record_at(record.as_bytes(), at, token)).await?;
    Ok(position?)
}

fn record_at(record: &[u8], at: Option<usize>, token: &Token) -> Result<AnyGame, OriginError> {
    let mut last = None;
    for position in replay(Cancellable { text: record, token }).map_err(OriginError::Record)? {
        let position = position.map_err(OriginError::Record)?;
        if at == Some(position.number) {
            return Ok(position.game);
        }
        last = Some(position);
    }
    match last {
        Some(last) if at.is_none() => Ok(last.game),
        last => Err(OriginError::TooFewSteps { steps: last.map_or(0, |last| last.number) }),
    }
}

/// The position that a setup describes; `game` is its game if it names none itself.
async fn of_setup(
    admitted: UploadPermit<'_>,
    mut setup: Value,
    game: Option<&str>,
) -> Result<AnyGame, Problem> {
    if let (Some(game), Value::Object(setup)) = (game, &mut setup)
        && !setup.contains_key("game")
    {
        let _: GameKind =
            game.parse().map_err(|_| Problem::from(table::games::BadGame::Unknown(game.to_owned())))?;
        setup.insert("game".to_owned(), Value::String(game.to_owned()));
    }
    let read = move |_: &Token| AnyGame::from_named_setup(setup).map_err(OriginError::Setup);
    Ok(admitted.check(read).await??)
}

/// The position after `at` steps of the game of a table that the request names.
async fn of_table_named(app: &App, table: &str, at: Option<usize>) -> Result<AnyGame, Problem> {
    let id: TableId = table.parse().map_err(|_| Problem::no_table())?;
    let live = app.hub.table(id).await?;
    if let Some(tab) = CostAccount::current() {
        tab.is_at(id, Instant::now())?;
    }
    of_table(app, live, at).await
}

/// The position after `at` steps of the game of a table, which has to be over, so that nothing in it is hidden any more.
pub(crate) async fn of_table(app: &App, live: Arc<LiveTable>, at: Option<usize>) -> Result<AnyGame, Problem> {
    Ok(app.work(move |_| table_at(&live, at)).await??)
}

fn table_at(live: &LiveTable, at: Option<usize>) -> Result<AnyGame, OriginError> {
    let host = live.look();
    if !host.is_revealed() {
        return Err(OriginError::StillSecret);
    }
    let steps = host.steps_len();
    let at = at.unwrap_or(steps);
    let excerpt = if at <= steps { host.excerpt(at..at) } else { None };
    drop(host);
    let mut position = None;
    excerpt.ok_or(OriginError::TooFewSteps { steps })?.replay(|number, game, _| {
        position = Some(*game).filter(|_| number == at);
    });
    position.ok_or(OriginError::TooFewSteps { steps })
}

/// The form of a replay that opens a table from the position on the page.
pub(super) struct Offer {
    /// The table promised to the form, and the commitment to its dice.
    promised: (String, String),
    /// The choices of a form that failed, with its faults.
    sent: Option<(NewTable, Vec<UserError>)>,
    pub(super) status: StatusCode,
    /// Whether the coach analyses games here.
    pub(super) coach: bool,
}

impl Offer {
    pub(super) fn new(app: &App) -> Offer {
        let (table, commitment) = app.hub.promise();
        let promised = (table.to_string(), commitment.to_string());
        Offer { promised, sent: None, status: StatusCode::OK, coach: app.hub.coach().is_on() }
    }

    /// The form again, after it opened no table.
    fn again(app: &App, sent: NewTable, NewTableError { faults, refused }: &NewTableError) -> Offer {
        let status = refused.as_ref().map_or(StatusCode::UNPROCESSABLE_ENTITY, Problem::status);
        Offer { sent: Some((sent, faults.clone())), status, ..Offer::new(app) }
    }

    /// The form as the page shows it, for a position to which this step led.
    pub(super) fn play_on<'a>(
        &'a self,
        position: &AnyGame,
        step: Option<&Step>,
        bots: &'a [&'a str],
    ) -> PlayOn<'a> {
        PlayOn::new(position, step, bots, &self.promised, self.sent.as_ref())
    }
}

/// `POST /t/{id}/replay/{n}`: opens a table that plays on from there.
pub(super) async fn play_on_table(
    State(app): State<App>,
    TablePath(live): TablePath,
    Caller(from): Caller,
    visitor: Visitor,
    uri: Uri,
    PathTail([n]): PathTail<1>,
    form: Form,
) -> Result<Response, Problem> {
    let at = number(&n, live.look().steps_len())?;
    let start = of_table(&app, Arc::clone(&live), Some(at)).await?;
    let sent = NewTable::read(&form.0);
    let not_opened = match open_from(&app, from, &visitor, &sent, |_| Ok(start)).await? {
        Ok(opened) => return Ok(opened),
        Err(not_opened) => not_opened,
    };
    let offer = Offer::again(&app, sent, &not_opened);
    let shown = app.work(move |_| render_position::<true>(&live, &visitor, &uri, &n, &offer)).await??;
    Ok(match not_opened.refused {
        Some(problem) => problem.on(shown),
        None => shown,
    })
}

/// `POST /r/{hash}/{n}`: opens a table that plays on from a position of an uploaded record.
pub(super) async fn play_on_record(
    State(app): State<App>,
    Caller(from): Caller,
    visitor: Visitor,
    uri: Uri,
    PathTail([hash, n]): PathTail<2>,
    form: Form,
) -> Result<Response, Problem> {
    let recording = recording_of(&app, &hash).await?;
    let at = number(&n, recording.timeline.steps().len())?;
    let start = recording.timeline.at(at).ok_or_else(Problem::not_found)?;
    let sent = NewTable::read(&form.0);
    let not_opened = match open_from(&app, from, &visitor, &sent, |_| Ok(start)).await? {
        Ok(opened) => return Ok(opened),
        Err(not_opened) => not_opened,
    };
    let offer = Offer::again(&app, sent, &not_opened);
    let render = move |_: &Token| render_record::<true>(&recording, &visitor, &uri, (&hash, &n), &offer);
    let shown = app.work(render).await??;
    Ok(match not_opened.refused {
        Some(problem) => problem.on(shown),
        None => shown,
    })
}
