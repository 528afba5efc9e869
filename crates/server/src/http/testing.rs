//! Routes for tests of a server in test mode: they let time pass and bots move. Other servers do not have these routes.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `POST /test/time` | `{"ms": 30000}`: time passes on the clock of all tables, and alarms that become due ring | `{"now": …}`, in milliseconds since 1970 |
//! | `POST /test/tables/{id}/bots` | `{"moves": 1, "patience_ends": false}`, both optional: bots move, the lowest seat first, until none has anything to decide or they have made this number of moves; with `patience_ends` a bot gives up waiting for answers to its offer | `{"moves": 1, "version": 17}` |
//! | `GET /test/steps` | | for each table in memory, in the order of their ids, its id and then the actions and outcomes of its game so far, a line each: to compare two runs of a test |

use super::App;
use super::answer::fresh;
use super::problem::{ErrorCode, Problem};
use super::request::{JsonBody, TablePath};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::time::Duration;

/// The longest time that a test may let pass at once: a year.
const MS_MAX: u64 = 366 * 24 * 3600 * 1000;

/// The routes of test mode; none on other servers.
pub(super) fn router(app: &App) -> Router<App> {
    if !app.hub.is_in_test_mode() {
        return Router::new();
    }
    Router::new()
        .route("/test/time", post(pass_time))
        .route("/test/tables/{id}/bots", post(move_bots))
        .route("/test/steps", get(steps))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Passing {
    /// The time that passes, in milliseconds.
    ms: u64,
}

#[derive(Serialize)]
struct Passed {
    now: u64,
}

/// `POST /test/time`
async fn pass_time(
    State(app): State<App>,
    JsonBody(Passing { ms }): JsonBody<Passing>,
) -> Result<Response, Problem> {
    if ms > MS_MAX {
        return Err(Problem::new(ErrorCode::BadRequest, format!("`ms` is at most {MS_MAX}")));
    }
    app.hub.pass_time(Duration::from_millis(ms)).await;
    Ok(fresh(Json(Passed { now: app.hub.time().now() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    /// The most moves that are made.
    moves: Option<u32>,
    /// Whether bots stop waiting for answers to their offers.
    #[serde(default)]
    patience_ends: bool,
}

#[derive(Serialize)]
struct Moved {
    moves: u32,
    version: u64,
}

/// `POST /test/tables/{id}/bots`
async fn move_bots(
    State(app): State<App>,
    TablePath(live): TablePath,
    JsonBody(Moving { moves, patience_ends }): JsonBody<Moving>,
) -> Response {
    let moves = app.hub.move_bots(&live, moves.unwrap_or(u32::MAX), patience_ends).await;
    let version = live.look().version();
    fresh(Json(Moved { moves, version }))
}

/// `GET /test/steps`
async fn steps(State(app): State<App>) -> String {
    let mut text = String::new();
    for live in app.hub.in_memory() {
        let steps = live.look().steps();
        let _ = writeln!(text, "{}", live.id());
        for (_, step) in steps {
            let _ = writeln!(text, "  {step}");
        }
    }
    text
}
