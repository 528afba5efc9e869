//! What moderators look at: reports, tables, people, sanctions, the audit log.

use super::shown::{Accounts, AuditState, Named, ReportState, Restricted, SanctionState};
use super::{Asked, Moderating, Numbered, Part, word};
use crate::admin;
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::api::{TableState, state_of};
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::AtTable;
use crate::moderation::{Moderator, Report, Reports, Sanction, Sanctions, ViewedTable};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use game::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use table::keys::KeyHash;
use table::moment::iso_8601;
use utoipa::ToSchema;

/// Which reports.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct WhichReports {
    /// `open` (the default), `ranked` (the open reports, most urgent first) or `resolved`.
    status: Option<String>,
    /// Only those with smaller numbers than this.
    before: Option<u64>,
    /// At most so many: 50 if nothing is said, 100 at most.
    limit: Option<usize>,
}

/// Some reports.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct ReportList {
    /// The latest first, unless they are ranked.
    reports: Vec<ReportState>,
    /// How many are open in all.
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

/// The reports, the latest first.
#[utoipa::path(
    get, path = "/api/v1/admin/reports", params(WhichReports), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = ReportList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn reports(
    State(app): State<App>,
    Moderating(by): Moderating,
    Asked(WhichReports { status, before, limit }): Asked<WhichReports>,
) -> Result<Response, Problem> {
    let page = Part { before, limit }.page();
    let reports = match status.as_deref().unwrap_or("open") {
        "open" => app.moderation.reports(by, Reports::Open, page).await?,
        "ranked" if before.is_none() => app.moderation.ranked_reports(by, page.limit).await?,
        "resolved" => app.moderation.reports(by, Reports::Resolved, page).await?,
        _ => {
            let message = "`status` is `open`, `resolved`, or `ranked` without `before`";
            return Err(Problem::new(ErrorCode::BadRequest, message));
        }
    };
    let reports = shown_reports(&app, by, reports).await?;
    Ok(fresh(Json(ReportList { reports, open: app.moderation.open_reports() })))
}

/// One report.
#[utoipa::path(
    get, path = "/api/v1/admin/reports/{number}", params(("number" = u64, Path)), security(("token" = [])),
    tag = "moderation", responses((status = 200, body = ReportState), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn report_numbered(
    State(app): State<App>,
    Moderating(by): Moderating,
    Numbered(number): Numbered,
) -> Result<Response, Problem> {
    let report = app.moderation.report_numbered(by, number).await?;
    let accounts = Accounts::of(&app, by, ReportState::people(&report)).await?;
    Ok(fresh(Json(ReportState::new(report, &accounts))))
}

/// Somebody who sits or sat at a table.
#[derive(Serialize, ToSchema)]
struct AtSeat {
    /// Where they sit now.
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The name they play under.
    name: String,
    /// Who they are; left out of who was forgotten.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Named>,
}

/// Something that was said.
#[derive(Serialize, ToSchema)]
struct SaidLine {
    /// The version at which it was said.
    line: u64,
    /// When.
    at: String,
    /// Who said it: a place in `people`.
    by: usize,
    /// What.
    text: String,
}

/// A table as moderators see it.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct TableSeen {
    /// Who sits there, how far it is.
    table: TableState,
    /// The position as spectators see it: hidden cards are in it only after the game. `null` until the game begins.
    #[schema(value_type = Option<Object>)]
    view: Option<Box<serde_json::value::RawValue>>,
    /// Everybody who sits or sat there.
    people: Vec<AtSeat>,
    /// What was said.
    said: Vec<SaidLine>,
    /// The latest reports about it.
    reports: Vec<ReportState>,
}

/// A table as spectators see it, also if it is private, with who sits there and what was said. The audit log tells that you
/// looked.
#[utoipa::path(
    get, path = "/api/v1/admin/tables/{id}", params(("id" = String, Path)), security(("token" = [])),
    tag = "moderation", responses((status = 200, body = TableSeen), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn view_table(
    State(app): State<App>,
    Moderating(by): Moderating,
    AtTable(live): AtTable,
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
    Ok(fresh(Json(TableSeen {
        table: state_of(&app.hub, &table, None),
        view: game.map(|game| game.view_text(viewer)),
        people: talk.people.into_iter().map(person).collect(),
        said: talk.said.into_iter().map(line).collect(),
        reports: reports.into_iter().map(|report| ReportState::new(report, &accounts)).collect(),
    })))
}

/// Which person.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct WhichPerson {
    /// The name of an account, a seat such as `k7mw2xqp4d01/B`, or the 64 digits of an `id`.
    who: String,
}

/// The person that is meant.
pub(super) async fn find(app: &App, by: Moderator, who: &str) -> Result<KeyHash, Problem> {
    let named: admin::Named = who
        .parse()
        .map_err(|error: admin::NotNamed| Problem::new(ErrorCode::BadRequest, format!("`who`: {error}")))?;
    Ok(app.moderation.find(by, &named).await?)
}

/// A person as moderators see them.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct PersonState {
    /// Who it is.
    person: Named,
    /// Their role.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    /// That they are muted.
    #[serde(skip_serializing_if = "Option::is_none")]
    muted: Option<Restricted>,
    /// That they are suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    suspended: Option<Restricted>,
    /// Whether the server has seen lately from which network they play, so that it can be suspended.
    network_known: bool,
    /// The latest reports about them.
    reports: Vec<ReportState>,
    /// The latest sanctions against them.
    sanctions: Vec<SanctionState>,
}

/// What is known of a person: their role, what is in force against them, reports about them.
#[utoipa::path(
    get, path = "/api/v1/admin/person", params(WhichPerson), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = PersonState), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn person(
    State(app): State<App>,
    Moderating(by): Moderating,
    Asked(WhichPerson { who }): Asked<WhichPerson>,
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

/// Which sanctions.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub(in crate::http::api) struct WhichSanctions {
    /// `in-force`, which is meant if nothing is said, or `all` that are kept.
    which: Option<String>,
    /// Only those with smaller numbers than this.
    before: Option<u64>,
    /// At most so many: 50 if nothing is said, 100 at most.
    limit: Option<usize>,
}

/// Some sanctions.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct SanctionList {
    /// The latest first.
    sanctions: Vec<SanctionState>,
}

/// The sanctions, the latest first.
#[utoipa::path(
    get, path = "/api/v1/admin/sanctions", params(WhichSanctions), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = SanctionList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn sanctions(
    State(app): State<App>,
    Moderating(by): Moderating,
    Asked(WhichSanctions { which, before, limit }): Asked<WhichSanctions>,
) -> Result<Response, Problem> {
    let which = match which.as_deref().unwrap_or("in-force") {
        "in-force" => Sanctions::InForce(store::now()),
        "all" => Sanctions::All,
        _ => return Err(Problem::new(ErrorCode::BadRequest, "`which` is `in-force` or `all`")),
    };
    let sanctions = app.moderation.sanctions(by, which, Part { before, limit }.page()).await?;
    Ok(fresh(Json(SanctionList { sanctions: shown_sanctions(&app, by, sanctions).await? })))
}

/// Somebody with a role.
#[derive(Serialize, ToSchema)]
struct RoleState {
    /// Who.
    person: Named,
    /// `admin` or `moderator`.
    role: &'static str,
    /// Since when.
    since: String,
    /// Who granted it; left out if it was the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Named>,
}

/// Everybody with a role.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct RoleList {
    /// Who has had it longest first.
    roles: Vec<RoleState>,
}

/// Everybody with a role.
#[utoipa::path(
    get, path = "/api/v1/admin/roles", security(("token" = [])), tag = "moderation",
    responses((status = 200, body = RoleList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn roles(
    State(app): State<App>,
    Moderating(by): Moderating,
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

/// A part of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditList {
    /// The latest first.
    entries: Vec<AuditState>,
}

/// The audit log, the latest entry first.
#[utoipa::path(
    get, path = "/api/v1/admin/audit", params(Part), security(("token" = [])), tag = "moderation",
    responses((status = 200, body = AuditList), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn audit(
    State(app): State<App>,
    Moderating(by): Moderating,
    Asked(part): Asked<Part>,
) -> Result<Response, Problem> {
    let entries = app.moderation.audit(by, part.page()).await?;
    let accounts = Accounts::of(&app, by, entries.iter().flat_map(AuditState::people)).await?;
    let entries = entries.into_iter().map(|entry| AuditState::new(entry, &accounts)).collect();
    Ok(fresh(Json(AuditList { entries })))
}

/// What came of checking the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http::api) struct AuditChecked {
    /// How many entries there are.
    entries: u64,
    /// The hash of the last one. Note it down to tell later whether entries were removed at the end.
    last: String,
    /// The number of the first entry that is missing or changed; left out if the log is unbroken.
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<u64>,
}

/// Reads the whole audit log and says whether it is unbroken.
#[utoipa::path(
    get, path = "/api/v1/admin/audit/check", security(("token" = [])), tag = "moderation",
    responses((status = 200, body = AuditChecked), (status = "4XX", body = Problem))
)]
pub(in crate::http::api) async fn check_audit(
    State(app): State<App>,
    Moderating(by): Moderating,
) -> Result<Response, Problem> {
    let checked = app.moderation.check_audit(by).await?;
    let last = KeyHash(checked.last).digits();
    Ok(fresh(Json(AuditChecked { entries: checked.entries, last, broken: checked.broken })))
}

/// The role that a word names.
pub(super) fn role_of(text: &str) -> Result<crate::moderation::Role, Problem> {
    word(text, "role", &["admin", "moderator"])
}
