//! The actions of moderators. The API takes their fields as JSON, and the pages as forms.

use super::queries::find;
use super::{ModeratorBearer, NumberPath, word};
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::moderated;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{JsonBody, TablePath};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use live::Network;
use live::moderation::{Act, ActReason, Measure, Moderator, Reason, Sanction};
use pages::SanctionInfo;
use serde::{Deserialize, Serialize};
use store::now;
use utoipa::ToSchema;

/// The result of an action that was carried out and stored.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct Moderated {
    /// Always true.
    ok: bool,
}

fn done() -> Response {
    fresh(Json(Moderated { ok: true }))
}

/// The resolution of a report.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct Resolution {
    /// `acted`, `noted` or `unfounded`.
    #[schema(example = "acted")]
    outcome: String,
    /// A note for the audit log, at most 300 characters.
    text: Option<String>,
    /// Also resolves all open reports with the same `reporter`, `reported`, `table` or `network` as this one.
    #[schema(example = "reporter")]
    same: Option<String>,
}

impl Resolution {
    /// Resolves the report with this number; returns the number of resolved reports.
    pub(in crate::http) async fn apply(
        &self,
        app: &App,
        by: Moderator,
        number: u64,
    ) -> Result<usize, Problem> {
        let outcome = word("outcome", &self.outcome)?;
        let same = self.same.as_ref().map(|same| word("same", same)).transpose()?;
        Ok(app.moderation.resolve(by, number, outcome, self.text.as_deref(), same).await?)
    }
}

/// The result of resolving reports, which the server has stored.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct ResolvedReports {
    /// Always true.
    ok: bool,
    /// The number of reports resolved, this one included.
    resolved: usize,
}

/// Resolves a report, or all open reports that share a property with it.
#[utoipa::path(
    post, path = "/api/v1/admin/reports/{number}/resolve", params(("number" = u64, Path)), request_body = Resolution,
    security(("token" = [])), tag = "moderation",
    responses((status = 200, body = ResolvedReports), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn resolve(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    NumberPath(number): NumberPath,
    JsonBody(resolution): JsonBody<Resolution>,
) -> Result<Response, Problem> {
    Ok(fresh(Json(ResolvedReports { ok: true, resolved: resolution.apply(&app, by, number).await? })))
}

/// The reason for an action.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Because)]
pub(in crate::http) struct ReasonBody {
    /// `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[schema(example = "abuse")]
    reason: String,
    /// The reason in words, at most 300 characters. The person can read it.
    text: Option<String>,
}

/// The reason that a request gives.
pub(in crate::http) fn why(reason: &str, text: Option<&str>) -> Result<ActReason, Problem> {
    Ok(ActReason { reason: word("reason", reason)?, text: text.map(str::to_owned) })
}

/// Closes a table, whether or not its game has begun.
///
/// The record of the game becomes available.
#[utoipa::path(
    post, path = "/api/v1/admin/tables/{id}/close", params(("id" = String, Path)), request_body = ReasonBody,
    security(("token" = [])), tag = "moderation",
    responses((status = 200, body = Moderated), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn close_table(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    TablePath(live): TablePath,
    JsonBody(ReasonBody { reason, text }): JsonBody<ReasonBody>,
) -> Result<Response, Problem> {
    app.moderation.close_table(by, live.id(), &why(&reason, text.as_deref())?).await?;
    Ok(done())
}

/// The sanction to impose. `who`, `network` or `table` names its target.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewSanction {
    /// `mute`, `suspend`, `suspend-network` or `hide-table`.
    #[schema(example = "mute")]
    measure: String,
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`. With `suspend-network`, the
    /// network from which this person last played.
    who: Option<String>,
    /// A network, such as `192.0.2.0/24`.
    network: Option<String>,
    /// A table.
    table: Option<String>,
    /// The duration in seconds; without it, the sanction never expires.
    seconds: Option<u64>,
    /// `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[schema(example = "abuse")]
    reason: String,
    /// The reason in words, at most 300 characters. The person can read it.
    text: Option<String>,
}

impl NewSanction {
    /// Imposes the sanction.
    pub(in crate::http) async fn apply(&self, app: &App, by: Moderator) -> Result<Sanction, Problem> {
        let bad = |message: &str| Problem::new(ErrorCode::BadRequest, message);
        let why = why(&self.reason, self.text.as_deref())?;
        let until = self.seconds.map(|seconds| now().saturating_add(seconds.saturating_mul(1000)));
        let measure = match (self.measure.as_str(), &self.who, &self.network, &self.table) {
            ("mute", Some(who), None, None) => Measure::Mute(find(app, by, who).await?),
            ("suspend", Some(who), None, None) => Measure::Suspend(find(app, by, who).await?),
            ("suspend-network", Some(who), None, None) => {
                let person = find(app, by, who).await?;
                Measure::SuspendNetwork(app.moderation.network_of(by, person)?.to_string())
            }
            ("suspend-network", None, Some(network), None) => {
                let network: Result<Network, _> = network.parse();
                let network = network.map_err(|error| bad(&format!("`network`: {error}")))?;
                Measure::SuspendNetwork(network.to_string())
            }
            ("hide-table", None, None, Some(table)) => {
                Measure::HideTable(table.parse().map_err(|_| Problem::no_table())?)
            }
            ("mute" | "suspend", ..) => return Err(bad("`who` says who is meant, and nothing else does")),
            ("suspend-network", ..) => {
                return Err(bad("either `network` or `who` says which network is meant"));
            }
            ("hide-table", ..) => {
                return Err(bad("`table` says which table is meant, and nothing else does"));
            }
            _ => return Err(bad("`measure` is one of mute, suspend, suspend-network, hide-table")),
        };
        Ok(app.moderation.impose(by, measure, until, &why).await?)
    }
}

/// Imposes a sanction.
#[utoipa::path(
    post, path = "/api/v1/admin/sanctions", request_body = NewSanction, security(("token" = [])), tag = "moderation",
    responses((status = 201, body = SanctionInfo), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn impose(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    JsonBody(sent): JsonBody<NewSanction>,
) -> Result<Response, Problem> {
    let sanction = sent.apply(&app, by).await?;
    let shown = moderated::sanctions(&app, by, vec![sanction]).await?.remove(0);
    Ok((StatusCode::CREATED, fresh(Json(shown))).into_response())
}

/// The lifting of a sanction.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct Lifting {
    /// A note for the audit log, at most 300 characters.
    pub(in crate::http) text: Option<String>,
}

/// Lifts a sanction.
#[utoipa::path(
    post, path = "/api/v1/admin/sanctions/{number}/lift", params(("number" = u64, Path)), request_body = Lifting,
    security(("token" = [])), tag = "moderation",
    responses((status = 200, body = Moderated), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn lift(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    NumberPath(number): NumberPath,
    JsonBody(Lifting { text }): JsonBody<Lifting>,
) -> Result<Response, Problem> {
    app.moderation.lift(by, number, text.as_deref()).await?;
    Ok(done())
}

/// The new name of a person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewName {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
    /// The name; without it, the server generates one.
    name: Option<String>,
    /// `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[schema(example = "name")]
    reason: String,
    /// The reason in words, at most 300 characters.
    text: Option<String>,
}

impl NewName {
    /// Renames the person; returns the name.
    pub(in crate::http) async fn apply(&self, app: &App, by: Moderator) -> Result<String, Problem> {
        let why = why(&self.reason, self.text.as_deref())?;
        let person = find(app, by, &self.who).await?;
        Ok(app.moderation.rename(by, person, self.name.as_deref(), &why).await?)
    }
}

/// The current name of a person.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct Renamed {
    /// The name.
    name: String,
}

/// Gives a person another name: that of their account, if they have one, and the one they play under at their tables.
#[utoipa::path(
    post, path = "/api/v1/admin/person/rename", request_body = NewName, security(("token" = [])), tag = "moderation",
    responses((status = 200, body = Renamed), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn rename(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    JsonBody(new): JsonBody<NewName>,
) -> Result<Response, Problem> {
    Ok(fresh(Json(Renamed { name: new.apply(&app, by).await? })))
}

/// The account whose password is to be reset.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct Reset {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
    /// A note for the audit log, at most 300 characters.
    text: Option<String>,
}

/// A code with which the owner of an account sets a new password.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct ResetCode {
    /// The code. It works once, within a day, and only this response contains it.
    code: String,
}

/// Creates a code with which the owner of an account sets a new password.
///
/// Make sure that it reaches the owner.
#[utoipa::path(
    post, path = "/api/v1/admin/person/reset-password", request_body = Reset, security(("token" = [])),
    tag = "moderation", responses((status = 200, body = ResetCode), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn reset_password(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    JsonBody(Reset { who, text }): JsonBody<Reset>,
) -> Result<Response, Problem> {
    let person = find(&app, by, &who).await?;
    let why = ActReason { reason: Reason::Other, text };
    let code = app.moderation.reset_password(by, person, &why).await?;
    Ok(fresh(Json(ResetCode { code })))
}

/// The role to grant or revoke.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewRole {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
    /// `admin` or `moderator`; `null` revokes the role.
    role: Option<String>,
}

impl NewRole {
    /// Grants the role or revokes it; returns which of them it was.
    pub(in crate::http) async fn apply(&self, app: &App, by: Moderator) -> Result<Act, Problem> {
        let role = self.role.as_ref().map(|role| word("role", role)).transpose()?;
        let person = find(app, by, &self.who).await?;
        if let Some(role) = role {
            app.moderation.grant(by, person, role).await?;
            return Ok(Act::Grant);
        }
        app.moderation.revoke(by, person).await?;
        Ok(Act::Revoke)
    }
}

/// Grants an account a role, or revokes it.
///
/// Only admins may.
#[utoipa::path(
    post, path = "/api/v1/admin/person/role", request_body = NewRole, security(("token" = [])), tag = "moderation",
    responses((status = 200, body = Moderated), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn set_role(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    JsonBody(role): JsonBody<NewRole>,
) -> Result<Response, Problem> {
    role.apply(&app, by).await?;
    Ok(done())
}
