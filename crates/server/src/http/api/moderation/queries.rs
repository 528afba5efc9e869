//! The views of moderators: reports, tables, people, sanctions, the audit log.

use super::{ModeratorBearer, NumberPath, Part, ProblemQuery};
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::api::{TableState, state_of};
use crate::http::moderated;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::TablePath;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use game::Viewer;
use live::admin::{ParsePersonSelectorError, PersonSelector};
use live::moderation::{Moderator, ReportFilter, Role, SanctionFilter, ViewedTable};
use pages::{
    AuditChecked, AuditInfo, ModeratedMessage, ModeratedPerson, PersonName, ReportInfo, RoleInfo,
    SanctionInfo, SeatedPerson,
};
use serde::{Deserialize, Serialize};
use table::keys::KeyHash;
use utoipa::ToSchema;

/// A selection of reports.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[schema(as = WhichReports)]
pub(in crate::http::api) struct ReportQuery {
    /// `open` (the default), `ranked` (the open reports, most urgent first) or `resolved`.
    status: Option<String>,
    /// Returns only reports with numbers below this one.
    before: Option<u64>,
    /// The maximum number of reports: 50 by default, at most 100.
    limit: Option<usize>,
}

/// A page of reports.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct ReportList {
    /// The reports, latest first, unless they are ranked.
    reports: Vec<ReportInfo>,
    /// The number of open reports in all.
    open: usize,
}

/// Lists reports, latest first.
#[utoipa::path(
    get, path = "/api/v1/admin/reports", params(ReportQuery), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = ReportList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn reports(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    ProblemQuery(ReportQuery { status, before, limit }): ProblemQuery<ReportQuery>,
) -> Result<Response, Problem> {
    let page = Part { before, limit }.page();
    let reports = match status.as_deref().unwrap_or("open") {
        "open" => app.moderation.reports(by, ReportFilter::Open, page).await?,
        "ranked" if before.is_none() => app.moderation.ranked_reports(by, page.limit).await?,
        "resolved" => app.moderation.reports(by, ReportFilter::Resolved, page).await?,
        _ => {
            let message = "`status` is `open`, `resolved`, or `ranked` without `before`";
            return Err(Problem::new(ErrorCode::BadRequest, message));
        }
    };
    let reports = moderated::reports(&app, by, reports).await?;
    Ok(fresh(Json(ReportList { reports, open: app.moderation.open_reports() })))
}

/// Returns one report.
#[utoipa::path(
    get, path = "/api/v1/admin/reports/{number}", params(("number" = u64, Path)), security(("token" = [])),
    tag = "moderation", responses((status = 200, body = ReportInfo), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn report_numbered(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    NumberPath(number): NumberPath,
) -> Result<Response, Problem> {
    let report = app.moderation.report_numbered(by, number).await?;
    Ok(fresh(Json(moderated::reports(&app, by, vec![report]).await?.remove(0))))
}

/// A table as moderators see it.
#[derive(Serialize, ToSchema)]
#[schema(as = TableSeen)]
pub(in crate::http::api) struct ModeratedTable {
    /// The state of the table: its seats and the progress of its game.
    table: TableState,
    /// The position as spectators see it, with hidden cards only after the game. `null` until the game begins.
    #[schema(value_type = Option<Object>)]
    view: Option<Box<serde_json::value::RawValue>>,
    /// Everybody who sits or sat there.
    people: Vec<SeatedPerson>,
    /// The chat.
    said: Vec<ModeratedMessage>,
    /// The latest reports about it.
    reports: Vec<ReportInfo>,
}

/// Returns a table, even a private one, as spectators see it, with its people and its chat.
///
/// The audit log records that you looked.
#[utoipa::path(
    get, path = "/api/v1/admin/tables/{id}", params(("id" = String, Path)), security(("token" = [])),
    tag = "moderation", responses((status = 200, body = ModeratedTable), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn view_table(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    TablePath(live): TablePath,
) -> Result<Response, Problem> {
    let ViewedTable { live, talk, reports } = app.moderation.view_table(by, live.id()).await?;
    let table = live.summary().ok_or_else(Problem::no_table)?;
    let (game, viewer) = {
        let host = live.look();
        // After the game anybody may have its record.
        let viewer = if host.is_revealed() { Viewer::Everything } else { Viewer::Spectator };
        (host.game().copied(), viewer)
    };
    let (people, said) = moderated::talk(&app, by, talk).await?;
    let reports = moderated::reports(&app, by, reports).await?;
    Ok(fresh(Json(ModeratedTable {
        table: state_of(&app.hub, &table, None),
        view: game.map(|game| game.view_text(viewer)),
        people,
        said,
        reports,
    })))
}

/// The person to look up.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[schema(as = WhichPerson)]
pub(in crate::http::api) struct PersonQuery {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
}

/// Finds the person that `who` names.
pub(in crate::http) async fn find(app: &App, by: Moderator, who: &str) -> Result<KeyHash, Problem> {
    let named: PersonSelector = who.trim().parse().map_err(|error: ParsePersonSelectorError| {
        Problem::new(ErrorCode::BadRequest, format!("`who`: {error}"))
    })?;
    Ok(app.moderation.find(by, &named).await?)
}

/// Reads what moderators see of a person.
pub(in crate::http) async fn moderated_person(
    app: &App,
    by: Moderator,
    id: KeyHash,
) -> Result<ModeratedPerson, Problem> {
    let seen = app.moderation.person(by, id).await?;
    Ok(ModeratedPerson {
        person: PersonName { id: id.digits(), account: seen.account },
        role: seen.role.map(Role::name),
        muted: seen.standing.muted.map(moderated::restricted),
        suspended: seen.standing.suspended.map(moderated::restricted),
        network_known: seen.has_network,
        reports: moderated::reports(app, by, seen.reports).await?,
        sanctions: moderated::sanctions(app, by, seen.sanctions).await?,
    })
}

/// Returns a person's role, the restrictions in force against them, and reports about them.
#[utoipa::path(
    get, path = "/api/v1/admin/person", params(PersonQuery), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = ModeratedPerson), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn person(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    ProblemQuery(PersonQuery { who }): ProblemQuery<PersonQuery>,
) -> Result<Response, Problem> {
    let id = find(&app, by, &who).await?;
    Ok(fresh(Json(moderated_person(&app, by, id).await?)))
}

/// A selection of sanctions.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[schema(as = WhichSanctions)]
pub(in crate::http::api) struct SanctionQuery {
    /// `in-force` (the default), or `all` stored sanctions.
    which: Option<String>,
    /// Returns only sanctions with numbers below this one.
    before: Option<u64>,
    /// The maximum number of sanctions: 50 by default, at most 100.
    limit: Option<usize>,
}

/// A page of sanctions.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct SanctionList {
    /// The sanctions, latest first.
    sanctions: Vec<SanctionInfo>,
}

/// Lists sanctions, latest first.
#[utoipa::path(
    get, path = "/api/v1/admin/sanctions", params(SanctionQuery), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = SanctionList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn sanctions(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    ProblemQuery(SanctionQuery { which, before, limit }): ProblemQuery<SanctionQuery>,
) -> Result<Response, Problem> {
    let which = match which.as_deref().unwrap_or("in-force") {
        "in-force" => SanctionFilter::InForce(store::now()),
        "all" => SanctionFilter::All,
        _ => return Err(Problem::new(ErrorCode::BadRequest, "`which` is `in-force` or `all`")),
    };
    let sanctions = app.moderation.sanctions(by, which, Part { before, limit }.page()).await?;
    Ok(fresh(Json(SanctionList { sanctions: moderated::sanctions(&app, by, sanctions).await? })))
}

/// All persons with a role.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct RoleList {
    /// The roles, oldest grant first.
    roles: Vec<RoleInfo>,
}

/// Lists everybody with a role.
#[utoipa::path(
    get, path = "/api/v1/admin/roles", security(("token" = [])), tag = "moderation",
    responses((status = 200, body = RoleList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn roles(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
) -> Result<Response, Problem> {
    let roles = moderated::roles(&app, by, app.moderation.roles(by).await?).await?;
    Ok(fresh(Json(RoleList { roles })))
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditList {
    /// The entries, latest first.
    entries: Vec<AuditInfo>,
}

/// Lists the audit log, latest entry first.
#[utoipa::path(
    get, path = "/api/v1/admin/audit", params(Part), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = AuditList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn audit(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    ProblemQuery(part): ProblemQuery<Part>,
) -> Result<Response, Problem> {
    let entries = app.moderation.audit(by, part.page()).await?;
    Ok(fresh(Json(AuditList { entries: moderated::audit(&app, by, entries).await? })))
}

/// Checks the whole audit log.
pub(in crate::http) async fn audit_checked(app: &App, by: Moderator) -> Result<AuditChecked, Problem> {
    let checked = app.moderation.check_audit(by).await?;
    let last = KeyHash(checked.last).digits();
    Ok(AuditChecked { entries: checked.entries, last, broken: checked.broken })
}

/// Checks the whole audit log for missing or changed entries.
#[utoipa::path(
    get, path = "/api/v1/admin/audit/check", security(("token" = [])), tag = "moderation",
    responses((status = 200, body = AuditChecked), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn check_audit(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
) -> Result<Response, Problem> {
    Ok(fresh(Json(audit_checked(&app, by).await?)))
}
