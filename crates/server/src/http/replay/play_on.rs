//! Where a table begins that is not opened at the start of its game: a position of a record or of a finished table, or a
//! setup.

use super::upload::{Admitted, NotTaken, RECORD_MAX};
use crate::cost::Tab;
use crate::http::App;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::wanted::Wanted;
use crate::hub::Live;
use crate::work::Token;
use game::record::Object;
use pages::Fault;
use serde::Deserialize;
use serde_json::Value;
use shelf::replay::replay;
use shelf::{AnyGame, GameKind, Refusal, ReplayError};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use table::keys::TableId;
use utoipa::ToSchema;

/// The largest body that opens a table: a record in JSON needs a third more than by itself.
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
    setup: Option<Object>,
    /// How many steps of the record or of the table's game are played; all of them if it is left out.
    at: Option<usize>,
}

/// Why there is no such position.
#[derive(Debug)]
pub(crate) enum OriginError {
    /// The record cannot be replayed.
    Record(ReplayError),
    /// The setup describes no position; everything that is wrong with it.
    Setup(Vec<Refusal>),
    /// The game has fewer steps.
    TooFewSteps {
        /// How many it has.
        steps: usize,
    },
    /// The game of the table is not over.
    StillSecret,
}

impl From<OriginError> for Problem {
    fn from(error: OriginError) -> Problem {
        match error {
            OriginError::Record(error) => {
                let mut problem = Problem::new(ErrorCode::BadRequest, format!("the record: {error}"));
                problem.clause = error.clause();
                problem
            }
            OriginError::Setup(faults) => {
                let all: Vec<String> = faults.iter().map(Refusal::to_string).collect();
                let mut problem =
                    Problem::new(ErrorCode::BadRequest, format!("the setup: {}", all.join("; ")));
                problem.clause = faults.iter().find_map(|fault| fault.clause);
                problem
            }
            OriginError::TooFewSteps { steps } => Problem::new(
                Fault::NoStep { steps },
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
    /// The position. What is brought along is charged as the upload of a record from this address, unless that is
    /// `admitted` already.
    ///
    /// # Errors
    /// If it names no position, or the game that it names is not `game`.
    pub(crate) async fn read(
        self,
        app: &App,
        from: IpAddr,
        admitted: Option<Admitted<'_>>,
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
            (None, None, Some(setup)) => of_setup(admit()?, setup, game).await?,
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
async fn of_record(admitted: Admitted<'_>, record: String, at: Option<usize>) -> Result<AnyGame, Problem> {
    if record.len() > RECORD_MAX {
        return Err(NotTaken::TooLarge.into());
    }
    let position = admitted.check(move |token| record_at(record.as_bytes(), at, token)).await?;
    Ok(position?)
}

fn record_at(record: &[u8], at: Option<usize>, token: &Token) -> Result<AnyGame, OriginError> {
    let mut last = None;
    for position in replay(Wanted { text: record, token }).map_err(OriginError::Record)? {
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
async fn of_setup(admitted: Admitted<'_>, mut setup: Object, game: Option<&str>) -> Result<AnyGame, Problem> {
    if let (Some(game), false) = (game, setup.contains_key("game")) {
        let _: GameKind =
            game.parse().map_err(|_| Problem::from(table::games::BadGame::Unknown(game.to_owned())))?;
        setup.insert("game".to_owned(), Value::String(game.to_owned()));
    }
    let read = move |_: &Token| AnyGame::from_named_setup(Value::Object(setup)).map_err(OriginError::Setup);
    Ok(admitted.check(read).await??)
}

/// The position after `at` steps of the game of a table that the request names.
async fn of_table_named(app: &App, table: &str, at: Option<usize>) -> Result<AnyGame, Problem> {
    let id: TableId = table.parse().map_err(|_| Problem::no_table())?;
    let live = app.hub.table(id).await?;
    if let Some(tab) = Tab::current() {
        tab.is_at(id, Instant::now())?;
    }
    of_table(app, live, at).await
}

/// The position after `at` steps of the game of a table, which has to be over: what was hidden in it is known then.
pub(crate) async fn of_table(app: &App, live: Arc<Live>, at: Option<usize>) -> Result<AnyGame, Problem> {
    Ok(app.work(move |_| table_at(&live, at)).await??)
}

fn table_at(live: &Live, at: Option<usize>) -> Result<AnyGame, OriginError> {
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
