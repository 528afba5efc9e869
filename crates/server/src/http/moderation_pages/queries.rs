//! The pages of moderation: reports, tables, people, sanctions, roles and the audit log.

use super::place::Place;
use crate::http::App;
use crate::http::answer::page;
use crate::http::api::moderation::queries::{audit_checked, find, moderated_person};
use crate::http::moderated;
use crate::http::parts::asked;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::Visitor;
use crate::http::view::{PageContext, snapshot, with_page};
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use live::accounts::Requester;
use live::moderation::{Act, Moderator, Page, Report, ReportFilter, SanctionFilter, ViewedTable};
use pages::shown::Shown;
use pages::{AdminFrame, AdminNotice, Mode, ModeratedTable, ReportStatus, Settings, TablePage};
use store::now;
use table::keys::KeyHash;

/// The maximum number of items that a page lists.
const LISTED: usize = 50;

/// `GET` of every page of moderation.
pub(super) async fn look(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    uri: Uri,
) -> Result<Response, Problem> {
    let by = admit(&app, &asker)?;
    let place = uri.path_and_query().and_then(|address| Place::read(address.as_str()));
    let place = place.ok_or_else(Problem::not_found)?;
    let notice = asked(&uri, "done").and_then(|done| done.parse::<Act>().ok());
    let notice = notice.map(|act| AdminNotice::Done(act.name()));
    show(&app, by, &visitor, &place, (notice, StatusCode::OK)).await
}

/// Admits persons with a role, and nobody else.
pub(super) fn admit(app: &App, asker: &Requester) -> Result<Moderator, Problem> {
    Ok(app.moderation.admit(asker.known.map(|(_, person)| person))?)
}

/// Renders a page of moderation with a notice on top.
pub(super) async fn show(
    app: &App,
    by: Moderator,
    visitor: &Visitor,
    place: &Place,
    (notice, status): (Option<AdminNotice>, StatusCode),
) -> Result<Response, Problem> {
    let frame = AdminFrame {
        reader: &visitor.reader,
        is_admin: by.role() == live::moderation::Role::Admin,
        open: app.moderation.open_reports(),
        notice,
    };
    let html = match place {
        Place::Reports(of, before) => {
            let which = match of {
                ReportStatus::Open => ReportFilter::Open,
                ReportStatus::Resolved => ReportFilter::Resolved,
            };
            let part = Page { before: *before, limit: LISTED };
            // What should be looked at first comes first; the rest follows by its date.
            let is_ranked = *of == ReportStatus::Open && before.is_none();
            let reports = match is_ranked {
                true => app.moderation.ranked_reports(by, LISTED).await?,
                false => app.moderation.reports(by, which, part).await?,
            };
            let listed = moderated::reports(app, by, reports).await?;
            let rest = match is_ranked {
                true if listed.len() < LISTED => None,
                true => Some(i64::MAX as u64),
                false => rest(&listed, |report| report.number),
            };
            pages::admin_reports(&frame, *of, &listed, rest).into_string()
        }
        Place::Report(number) => report(app, by, &frame, *number).await?,
        Place::Table(id) => table(app, by, &frame, app.moderation.view_table(by, *id).await?).await?,
        Place::Person(who) => person(app, by, frame, who).await?,
        Place::Sanctions(all, before) => {
            let which = if *all { SanctionFilter::All } else { SanctionFilter::InForce(now()) };
            let part = Page { before: *before, limit: LISTED };
            let listed =
                moderated::sanctions(app, by, app.moderation.sanctions(by, which, part).await?).await?;
            let rest = rest(&listed, |sanction| sanction.number);
            pages::admin_sanctions(&frame, *all, &listed, rest).into_string()
        }
        Place::Roles => {
            let roles = moderated::roles(app, by, app.moderation.roles(by).await?).await?;
            pages::admin_roles(&frame, &roles).into_string()
        }
        Place::Audit(before, checks) => {
            let entries = app.moderation.audit(by, Page { before: *before, limit: LISTED }).await?;
            let entries = moderated::audit(app, by, entries).await?;
            let checked = if *checks { Some(audit_checked(app, by).await?) } else { None };
            let rest = rest(&entries, |entry| entry.number);
            pages::admin_audit(&frame, &entries, rest, checked.as_ref()).into_string()
        }
    };
    Ok(page(status, html))
}

/// The number before which the rest of a list goes on, if there may be more.
fn rest<T>(listed: &[T], number: impl Fn(&T) -> u64) -> Option<u64> {
    listed.last().filter(|_| listed.len() == LISTED).map(number).filter(|number| *number > 1)
}

async fn report(app: &App, by: Moderator, frame: &AdminFrame<'_>, number: u64) -> Result<String, Problem> {
    let report = app.moderation.report_numbered(by, number).await?;
    let mut all: Vec<Report> = Vec::new();
    if report.reported != KeyHash::NOBODY {
        all = app.moderation.reports(by, ReportFilter::About(report.reported), Page::first(LISTED)).await?;
    }
    all.insert(0, report);
    let all = moderated::reports(app, by, all).await?;
    Ok(pages::admin_report(frame, &all[0], &all[1..]).into_string())
}

/// The search for people, with the person it found. The same page says if it found none.
async fn person(app: &App, by: Moderator, mut frame: AdminFrame<'_>, who: &str) -> Result<String, Problem> {
    if who.is_empty() {
        return Ok(pages::admin_person(&frame, "", None).into_string());
    }
    let id = match find(app, by, who).await {
        Ok(id) => id,
        Err(problem) if matches!(problem.error, ErrorCode::NotFound | ErrorCode::BadRequest) => {
            frame.notice = Some(AdminNotice::Fault(problem.fault()));
            return Ok(pages::admin_person(&frame, who, None).into_string());
        }
        Err(problem) => return Err(problem),
    };
    let seen = moderated_person(app, by, id).await?;
    Ok(pages::admin_person(&frame, "", Some(&seen)).into_string())
}

/// A table from the perspective of a spectator, and no other.
async fn table(
    app: &App,
    by: Moderator,
    frame: &AdminFrame<'_>,
    ViewedTable { live, talk, reports }: ViewedTable,
) -> Result<String, Problem> {
    let reports = moderated::reports(app, by, reports).await?;
    let (people, said) = moderated::talk(app, by, talk).await?;
    let is_hidden = app.moderation.in_force().is_hidden(live.id());
    let (reader, is_admin, open, notice) =
        (frame.reader.clone(), frame.is_admin, frame.open, frame.notice.clone());
    // A whole position in words is work.
    app.work(move |_| {
        let mut spectator = Visitor::new(None);
        spectator.reader = reader.clone();
        spectator.reader.settings = Settings { mode: Mode::Text, ..reader.settings };
        let told = |page: &TablePage<'_>| {
            let log: Vec<String> = pages::log_in_words(page, 0).into_iter().map(|line| line.text).collect();
            let position = pages::position_in_words(page);
            (pages::headline_in_words(page), position, log, page.people.closed.is_some())
        };
        let shown = Shown::NOTHING;
        let ((headline, position, log, is_closed), moment) =
            with_page(&live, &spectator, &PageContext::default(), (None, now()), &shown, told);
        let seen = snapshot(&live, None);
        let (is_public, has_begun) = {
            let host = live.look();
            (host.is_public(), host.game().is_some())
        };
        pages::admin_table(
            &AdminFrame { reader: &reader, is_admin, open, notice },
            &ModeratedTable {
                id: &seen.id,
                game: seen.game.kind().name(),
                stage: seen.stage,
                is_closed,
                is_public,
                is_hidden,
                version: moment.version,
                has_picture: has_begun,
                seats: &seen.seats(),
                headline: &headline,
                position: &position,
                log: &log,
                people: &people,
                said: &said,
                reports: &reports,
            },
        )
        .into_string()
    })
    .await
}
