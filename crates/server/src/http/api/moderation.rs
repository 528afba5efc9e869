//! Reports by players, and the views and actions of moderators: `/api/v1/tables/{id}/reports` and `/api/v1/admin/…`.

pub(in crate::http) mod acts;
pub(in crate::http) mod queries;

pub(super) use acts::*;
pub(super) use queries::*;

use super::super::App;
use crate::http::answer::fresh;
use crate::http::problem::{ErrorCode, Problem, disk_spent};
use crate::http::request::{Bearer, Caller, JsonBody, TablePath};
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use game::Seat;
use live::moderation::{Moderator, Page, ReportSubject, Reporter};
use live::write_quota;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use store::moderation::UnknownWord;
use utoipa::ToSchema;

/// The routes below `/api/v1`.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/tables/{id}/reports", post(report))
        .route("/admin/reports", get(reports))
        .route("/admin/reports/{number}", get(report_numbered))
        .route("/admin/reports/{number}/resolve", post(resolve))
        .route("/admin/tables/{id}", get(view_table))
        .route("/admin/tables/{id}/close", post(close_table))
        .route("/admin/person", get(person))
        .route("/admin/person/rename", post(rename))
        .route("/admin/person/reset-password", post(reset_password))
        .route("/admin/person/role", post(set_role))
        .route("/admin/roles", get(roles))
        .route("/admin/sanctions", get(sanctions).post(impose))
        .route("/admin/sanctions/{number}/lift", post(lift))
        .route("/admin/audit", get(audit))
        .route("/admin/audit/check", get(check_audit))
}

/// The moderator whose token the request carries. Requests of anybody else are rejected before the server examines them further.
pub(super) struct ModeratorBearer(Moderator);

impl FromRequestParts<App> for ModeratorBearer {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Bearer(person) = Bearer::from_request_parts(parts, app).await?;
        Ok(ModeratorBearer(app.moderation.admit(person)?))
    }
}

/// A page of a list, latest first.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    /// Returns only items with numbers below this one.
    before: Option<u64>,
    /// The maximum number of items: 50 by default, at most 100.
    limit: Option<usize>,
}

impl Part {
    fn page(&self) -> Page {
        Page { before: self.before, limit: self.limit.unwrap_or(50) }
    }
}

/// A query whose errors are reported as a [`Problem`].
pub(super) struct ProblemQuery<T>(T);

impl<T: serde::de::DeserializeOwned> FromRequestParts<App> for ProblemQuery<T> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        query.map(|query| ProblemQuery(query.0)).map_err(|error| {
            Problem::new(ErrorCode::BadRequest, format!("the query cannot be read: {}", error.body_text()))
        })
    }
}

/// The number in the address.
pub(in crate::http) struct NumberPath(pub(in crate::http) u64);

impl FromRequestParts<App> for NumberPath {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = crate::http::parts::params(parts, app).await?;
        let number = params.iter().find(|(name, _)| name == "number").and_then(|(_, text)| text.parse().ok());
        number.map(NumberPath).ok_or_else(Problem::not_found)
    }
}

/// Parses a field as one of the words of a type.
fn word<T: FromStr<Err = UnknownWord>>(what: &str, text: &str) -> Result<T, Problem> {
    text.parse().map_err(|unknown| Problem::new(ErrorCode::BadRequest, format!("`{what}` is {unknown}")))
}

/// The report of a person at this table, named by their seat or by a line that they said.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReport {
    /// The seat.
    #[schema(value_type = Option<String>, example = "B")]
    seat: Option<Seat>,
    /// The version at which the line was said, in place of the seat.
    line: Option<u64>,
    /// The reason: `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[schema(example = "abuse")]
    reason: String,
    /// The reason in your words, at most 300 characters.
    text: Option<String>,
}

/// The result of a report that was stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Reported {
    /// Always true.
    ok: bool,
}

/// Reports a person at a table to the moderators of this server.
///
/// At a private table only players may; at a public one also spectators with a token. One report about a seat can be open at a
/// time.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/reports", params(("id" = String, Path)), request_body = NewReport,
    security(("token" = [])), tag = "moderation",
    responses((status = 201, body = Reported), (status = "4XX", body = Problem))
)]
pub(super) async fn report(
    State(app): State<App>,
    TablePath(live): TablePath,
    Caller(from): Caller,
    Bearer(you): Bearer,
    JsonBody(sent): JsonBody<NewReport>,
) -> Result<Response, Problem> {
    let Some(person) = you else {
        let message = "send your token as `Authorization: Bearer …`";
        return Err(Problem::new(ErrorCode::BadToken, message));
    };
    let about = match (sent.seat, sent.line) {
        (Some(seat), None) => ReportSubject::Seat(seat),
        (None, Some(line)) => ReportSubject::Line(line),
        _ => {
            let message = "name what you report: either `seat` or `line`";
            return Err(Problem::new(ErrorCode::BadRequest, message));
        }
    };
    let reason = word("reason", &sent.reason)?;
    let reporter = Reporter { person, network: app.meter.counted(from) };
    let ration = app.disk(reporter.network).map_err(disk_spent)?;
    app.moderation.report(&live, reporter, about, reason, sent.text.as_deref()).await?;
    if let Some(ration) = ration {
        ration.charge(write_quota::ACCOUNT);
    }
    Ok((StatusCode::CREATED, fresh(Json(Reported { ok: true }))).into_response())
}
