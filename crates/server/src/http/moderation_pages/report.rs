//! The page on which a person at a table reports another one.

use crate::http::App;
use crate::http::answer::{keep_key, page, with_cookies};
use crate::http::parts::query;
use crate::http::problem::{ErrorCode, Problem, disk_spent};
use crate::http::request::{Form, TablePath, Visitor};
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use game::Seat;
use live::accounts::Requester;
use live::hub::LiveTable;
use live::moderation::{Reason, ReportSubject, Reporter};
use live::write_quota;
use pages::forms::field;
use pages::{Fault, ReportPage, Reported};
use store::moderation::UnknownWord;
use table::keys::KeyHash;
use table::talk::{Remark, Talker};

/// Reads the subject of a report from the fields of an address or a form.
fn about(fields: &[(String, String)]) -> Result<ReportSubject, Problem> {
    let seat = field(fields, "seat").and_then(|text| text.parse::<Seat>().ok()).map(ReportSubject::Seat);
    let said = field(fields, "said").and_then(|text| text.parse().ok()).map(ReportSubject::Line);
    said.or(seat).ok_or_else(|| {
        Problem::new(
            ErrorCode::BadRequest,
            "name what you report: `seat`, or `said` with the version of a line",
        )
    })
}

/// The person that is meant, and the line that they said, if it is one.
fn find(live: &LiveTable, about: ReportSubject) -> Option<(Talker, Option<Remark>)> {
    let talk = live.look().talk();
    let (talker, remark) = match about {
        ReportSubject::Seat(seat) => {
            (talk.people.into_iter().find(|person| person.seat == Some(seat))?, None)
        }
        ReportSubject::Line(seq) => {
            let remark = talk.said.into_iter().find(|remark| remark.seq == seq)?;
            (talk.people.into_iter().nth(remark.by)?, Some(remark))
        }
    };
    (talker.key != KeyHash::NOBODY).then_some((talker, remark))
}

/// The content of the page beside the person: the form as it was sent, and its result.
#[derive(Default)]
struct Sent<'a> {
    /// The reason and the text that were sent.
    fields: Option<(&'a str, &'a str)>,
    is_done: bool,
    fault: Option<Problem>,
}

/// Shows the page.
async fn show(
    app: &App,
    live: &LiveTable,
    mut visitor: Visitor,
    about: ReportSubject,
    sent: Sent<'_>,
) -> Result<Response, Problem> {
    visitor.read_blocks(app).await?;
    let (talker, remark) = find(live, about).ok_or_else(|| {
        Problem::new(ErrorCode::NotFound, "there is no such person at this table; bots cannot be reported")
    })?;
    let status = sent.fault.as_ref().map_or(StatusCode::OK, |problem| problem.status());
    let id = live.id().to_string();
    let said = remark.as_ref().map(|remark| (remark.seq, remark.text.as_str()));
    visitor.reader.here = match (said, talker.seat) {
        (Some((seq, _)), _) => format!("/t/{id}/report?said={seq}"),
        (None, Some(seat)) => format!("/t/{id}/report?seat={seat}"),
        (None, None) => format!("/t/{id}"),
    };
    let html = pages::report(&ReportPage {
        reader: &visitor.reader,
        table: &id,
        about: Reported {
            id: &talker.id,
            name: &talker.name,
            seat: talker.seat,
            said,
            blocked: visitor.blocked.contains(talker.key),
            muted: visitor.muted.contains(&talker.id),
        },
        sent: sent.fields,
        is_done: sent.is_done,
        fault: sent.fault.as_ref().map(Problem::fault),
    });
    let shown = page(status, html.into_string());
    Ok(match &sent.fault {
        Some(problem) => problem.on(shown),
        None => shown,
    })
}

/// `GET /t/{id}/report?seat=B` or `?said=17`
pub(super) async fn form(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Problem> {
    show(&app, &live, visitor, about(&query(&uri))?, Sent::default()).await
}

/// `POST /t/{id}/report`
pub(super) async fn send(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    let about = about(&form.0)?;
    let reason = field(&form.0, "reason").unwrap_or_default();
    let text = field(&form.0, "text").unwrap_or_default();
    // Whoever only looks on becomes somebody with it.
    let (person, new) = visitor.holder_or_new();
    let reporter = Reporter { person, network: asker.network };
    let made = async {
        let reason: Reason = reason.parse().map_err(|unknown: UnknownWord| {
            Problem::new(Fault::NoReason, format!("`reason` is {unknown}"))
        })?;
        let ration = app.disk(asker.network).map_err(disk_spent)?;
        app.moderation.report(&live, reporter, about, reason, Some(text)).await?;
        if let Some(ration) = ration {
            ration.charge(write_quota::ACCOUNT);
        }
        Ok::<_, Problem>(())
    };
    let sent = match made.await {
        Err(problem) if visitor.json => return Err(problem),
        Ok(()) if visitor.json => {
            return Ok(with_cookies(StatusCode::NO_CONTENT.into_response(), new.as_ref().map(keep_key)));
        }
        Ok(()) => Sent { is_done: true, ..Sent::default() },
        Err(problem) => Sent { fields: Some((reason, text)), fault: Some(problem), is_done: false },
    };
    let kept = new.as_ref().filter(|_| sent.is_done).map(keep_key);
    Ok(with_cookies(show(&app, &live, visitor, about, sent).await?, kept))
}
