//! The views of moderators: reports, tables, people, sanctions, the audit log.

use super::models::{Accounts, AuditState, Named, ReportState, Restricted, SanctionState};
use super::{ModeratorBearer, NumberPath, Part, ProblemQuery, word};
use crate::admin;
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::api::{TableState, state_of};
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::TablePath;
use crate::moderation::{Moderator, Report, ReportFilter, Sanction, SanctionFilter, ViewedTable};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use game::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use table::keys::KeyHash;
use table::moment::iso_8601;
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
    reports: Vec<ReportState>,
    /// The number of open reports in all.
    open: usize,
}

async fn shown_reports(app: &App, by: Moderator, reports: Vec<Report>) -> Result<Vec<ReportState>, Problem> {
    let accounts = Accounts::of(app, by, reports.iter().flat_map(ReportState::people)).await?;
    Ok(reports.into_iter().map(|report| ReportState::new(report, &accounts)).collect())
}

async fn shown_sanctions(
    app: &App,
    by: Moderator,
    sanctions: Vec<Sanction>,
) -> Result<Vec<SanctionState>, Problem> {
    let accounts = Accounts::of(app, by, sanctions.iter().flat_map(SanctionState::people)).await?;
    Ok(sanctions.into_iter().map(|sanction| SanctionState::new(sanction, &accounts)).collect())
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
    let reports = shown_reports(&app, by, reports).await?;
    Ok(fresh(Json(ReportList { reports, open: app.moderation.open_reports() })))
}

/// Returns one report.
#[utoipa::path(
    get, path = "/api/v1/admin/reports/{number}", params(("number" = u64, Path)), security(("token" = [])),
    tag = "moderation", responses((status = 200, body = ReportState), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn report_numbered(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    NumberPath(number): NumberPath,
) -> Result<Response, Problem> {
    let report = app.moderation.report_numbered(by, number).await?;
    let accounts = Accounts::of(&app, by, ReportState::people(&report)).await?;
    Ok(fresh(Json(ReportState::new(report, &accounts))))
}

/// A person who sits or sat at a table.
#[derive(Serialize, ToSchema)]
struct AtSeat {
    /// Their current seat, if they have one.
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The name they play under.
    name: String,
    /// The person; omitted if their data was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Named>,
}

/// A line of chat.
#[derive(Serialize, ToSchema)]
struct SaidLine {
    /// The version at which it was said.
    line: u64,
    /// The time at which it was said.
    at: String,
    /// The person who said it: an index into `people`.
    by: usize,
    /// The text.
    text: String,
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
    people: Vec<AtSeat>,
    /// The chat.
    said: Vec<SaidLine>,
    /// The latest reports about it.
    reports: Vec<ReportState>,
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
    let people = talk.people.iter().map(|person| person.key);
    let accounts = Accounts::of(&app, by, people.chain(reports.iter().flat_map(ReportState::people))).await?;
    let person =
        |of: table::talk::Talker| AtSeat { seat: of.seat, person: accounts.name(of.key), name: of.name };
    let line =
        |of: table::talk::Remark| SaidLine { line: of.seq, at: iso_8601(of.at), by: of.by, text: of.text };
    Ok(fresh(Json(ModeratedTable {
        table: state_of(&app.hub, &table, None),
        view: game.map(|game| game.view_text(viewer)),
        people: talk.people.into_iter().map(person).collect(),
        said: talk.said.into_iter().map(line).collect(),
        reports: reports.into_iter().map(|report| ReportState::new(report, &accounts)).collect(),
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
pub(super) async fn find(app: &App, by: Moderator, who: &str) -> Result<KeyHash, Problem> {
    let named: admin::PersonSelector = who.parse().map_err(|error: admin::ParsePersonSelectorError| {
        Problem::new(ErrorCode::BadRequest, format!("`who`: {error}"))
    })?;
    Ok(app.moderation.find(by, &named).await?)
}

/// A person as moderators see them.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct PersonState {
    /// The person.
    person: Named,
    /// Their role.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    /// Their mute, if they are muted.
    #[serde(skip_serializing_if = "Option::is_none")]
    muted: Option<Restricted>,
    /// Their suspension, if they are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    suspended: Option<Restricted>,
    /// Whether the server knows the network from which they played lately, so that it can be suspended.
    network_known: bool,
    /// The latest reports about them.
    reports: Vec<ReportState>,
    /// The latest sanctions against them.
    sanctions: Vec<SanctionState>,
}

/// Returns a person's role, the restrictions in force against them, and reports about them.
#[utoipa::path(
    get, path = "/api/v1/admin/person", params(PersonQuery), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = PersonState), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn person(
    State(app): State<App>,
    ModeratorBearer(by): ModeratorBearer,
    ProblemQuery(PersonQuery { who }): ProblemQuery<PersonQuery>,
) -> Result<Response, Problem> {
    let id = find(&app, by, &who).await?;
    let seen = app.moderation.person(by, id).await?;
    Ok(fresh(Json(PersonState {
        person: Named { id: id.digits(), account: seen.account },
        role: seen.role.map(|role| role.name()),
        muted: seen.standing.muted.map(Restricted::from),
        suspended: seen.standing.suspended.map(Restricted::from),
        network_known: seen.has_network,
        reports: shown_reports(&app, by, seen.reports).await?,
        sanctions: shown_sanctions(&app, by, seen.sanctions).await?,
    })))
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
    sanctions: Vec<SanctionState>,
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
    Ok(fresh(Json(SanctionList { sanctions: shown_sanctions(&app, by, sanctions).await? })))
}

/// A person with a role.
#[derive(Serialize, ToSchema)]
struct RoleState {
    /// The person.
    person: Named,
    /// `admin` or `moderator`.
    role: &'static str,
    /// The time at which the role was granted.
    since: String,
    /// The person who granted it; omitted if the host did.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Named>,
}

/// All persons with a role.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct RoleList {
    /// The roles, oldest grant first.
    roles: Vec<RoleState>,
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
    let granted = app.moderation.roles(by).await?;
    let granters = granted.iter().filter_map(|of| match of.by {
        crate::moderation::Actor::Person(person) => Some(person),
        crate::moderation::Actor::Host => None,
    });
    let people: Vec<KeyHash> = granted.iter().map(|of| of.person).chain(granters).collect();
    let accounts = Accounts::of(&app, by, people).await?;
    let roles = granted.into_iter().filter_map(|of| {
        let person = accounts.name(of.person)?;
        Some(RoleState { person, role: of.role.name(), since: iso_8601(of.at), by: accounts.actor(of.by) })
    });
    Ok(fresh(Json(RoleList { roles: roles.collect() })))
}

/// A page of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditList {
    /// The entries, latest first.
    entries: Vec<AuditState>,
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
    let accounts = Accounts::of(&app, by, entries.iter().flat_map(AuditState::people)).await?;
    let entries = entries.into_iter().map(|entry| AuditState::new(entry, &accounts)).collect();
    Ok(fresh(Json(AuditList { entries })))
}

/// The result of checking the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditChecked {
    /// The number of entries.
    entries: u64,
    /// The hash of the last entry. Note it down to detect later whether entries were removed at the end.
    last: String,
    /// The number of the first entry that is missing or changed; omitted if the log is intact.
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<u64>,
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
    let checked = app.moderation.check_audit(by).await?;
    let last = KeyHash(checked.last).digits();
    Ok(fresh(Json(AuditChecked { entries: checked.entries, last, broken: checked.broken })))
}

/// Parses a role.
pub(super) fn role_of(text: &str) -> Result<crate::moderation::Role, Problem> {
    word(text, "role", &["admin", "moderator"])
}
