//! The actions of moderators.

use super::models::{Accounts, SanctionState};
use super::queries::{find, role_of};
use super::{ModeratorBearer, NumberPath, reason_of, word};
use crate::Network;
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{JsonBody, TablePath};
use crate::moderation::{ActReason, Moderator, Sanction};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use store::now;
use table::keys::TableId;
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
pub(in crate::http::api) struct Resolution {
    /// `acted`, `noted` or `unfounded`.
    #[schema(example = "acted")]
    outcome: String,
    /// A note for the audit log, at most 300 characters.
    text: Option<String>,
    /// Also resolves all open reports with the same `reporter`, `reported`, `table` or `network` as this one.
    #[schema(example = "reporter")]
    same: Option<String>,
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
    JsonBody(Resolution { outcome, text, same }): JsonBody<Resolution>,
) -> Result<Response, Problem> {
    let outcome = word(&outcome, "outcome", &["acted", "noted", "unfounded"])?;
    let same =
        same.map(|same| word(&same, "same", &["reporter", "reported", "table", "network"])).transpose()?;
    let resolved = app.moderation.resolve(by, number, outcome, text.as_deref(), same).await?;
    Ok(fresh(Json(ResolvedReports { ok: true, resolved })))
}

/// The reason for an action.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Because)]
pub(in crate::http::api) struct ReasonBody {
    /// `abuse`, `name`, `cheating`, `stalling`, `spam` or `other`.
    #[schema(example = "abuse")]
    reason: String,
    /// The reason in words, at most 300 characters. The person can read it.
    text: Option<String>,
}

fn why(reason: &str, text: Option<String>) -> Result<ActReason, Problem> {
    Ok(ActReason { reason: reason_of(reason)?, text })
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
    app.moderation.close_table(by, live.id(), &why(&reason, text)?).await?;
    Ok(done())
}

/// The sanction to impose. `who`, `network` or `table` names its target.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct NewSanction {
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

/// Imposes a sanction.
#[utoipa::path(
    post, path = "/api/v1/admin/sanctions", request_body = NewSanction, security(("token" = [])), tag = "moderation",
    responses((status = 201, body = SanctionState), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn impose(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    JsonBody(sent): JsonBody<NewSanction>,
) -> Result<Response, Problem> {
    let sanction = imposed(&app, by, sent).await?;
    let accounts = Accounts::of(&app, by, SanctionState::people(&sanction)).await?;
    let shown = SanctionState::new(sanction, &accounts);
    Ok((StatusCode::CREATED, fresh(Json(shown))).into_response())
}

async fn imposed(app: &App, by: Moderator, sent: NewSanction) -> Result<Sanction, Problem> {
    let NewSanction { measure, who, network, table, seconds, reason, text } = sent;
    let bad = |message: &str| Problem::new(ErrorCode::BadRequest, message);
    let why = why(&reason, text)?;
    let until = seconds.map(|seconds| now().saturating_add(seconds.saturating_mul(1000)));
    let office = &app.moderation;
    let sanction = match (measure.as_str(), who, network, table) {
        ("mute", Some(who), None, None) => office.mute(by, find(app, by, &who).await?, until, &why).await,
        ("suspend", Some(who), None, None) => {
            office.suspend(by, find(app, by, &who).await?, until, &why).await
        }
        ("suspend-network", Some(who), None, None) => {
            office.suspend_network_of(by, find(app, by, &who).await?, until, &why).await
        }
        ("suspend-network", None, Some(network), None) => {
            let network: Network = network
                .parse()
                .map_err(|error| Problem::new(ErrorCode::BadRequest, format!("`network`: {error}")))?;
            office.suspend_network(by, network, until, &why).await
        }
        ("hide-table", None, None, Some(table)) => {
            let table: TableId = table.parse().map_err(|_| Problem::no_table())?;
            office.hide_table(by, table, until, &why).await
        }
        ("mute" | "suspend", ..) => return Err(bad("`who` says who is meant, and nothing else does")),
        ("suspend-network", ..) => return Err(bad("either `network` or `who` says which network is meant")),
        ("hide-table", ..) => return Err(bad("`table` says which table is meant, and nothing else does")),
        _ => return Err(bad("`measure` is one of mute, suspend, suspend-network, hide-table")),
    };
    Ok(sanction?)
}

/// The lifting of a sanction.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct Lifting {
    /// A note for the audit log, at most 300 characters.
    text: Option<String>,
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
pub(in crate::http::api) struct NewName {
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
    JsonBody(NewName { who, name, reason, text }): JsonBody<NewName>,
) -> Result<Response, Problem> {
    let why = why(&reason, text)?;
    let person = find(&app, by, &who).await?;
    let name = app.moderation.rename(by, person, name.as_deref(), &why).await?;
    Ok(fresh(Json(Renamed { name })))
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
    let why = why("other", text)?;
    let code = app.moderation.reset_password(by, person, &why).await?;
    Ok(fresh(Json(ResetCode { code })))
}

/// The role to grant or revoke.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct NewRole {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
    /// `admin` or `moderator`; `null` revokes the role.
    role: Option<String>,
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
    JsonBody(NewRole { who, role }): JsonBody<NewRole>,
) -> Result<Response, Problem> {
    let role = role.as_deref().map(role_of).transpose()?;
    let person = find(&app, by, &who).await?;
    match role {
        Some(role) => app.moderation.grant(by, person, role).await?,
        None => app.moderation.revoke(by, person).await?,
    }
    Ok(done())
}
