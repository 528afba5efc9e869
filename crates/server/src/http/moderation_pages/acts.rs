//! The forms of the pages of moderation. Each redirects to the page it stands on, with the result or the reason for a refusal.

use super::place::Place;
use super::queries::{admit, find, show};
use crate::Network;
use crate::accounts::Requester;
use crate::http::App;
use crate::http::answer::see_other;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Form, Visitor, params};
use crate::moderation::{ActReason, ModerationError, Moderator, Outcome, Reason, Role};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use pages::forms::field;
use pages::{AdminDone, AdminNotice, ReportStatus};
use std::str::FromStr;
use store::now;
use table::keys::TableId;

/// A form of a moderator.
pub(super) struct ModeratorForm {
    by: Moderator,
    visitor: Visitor,
    form: Form,
    /// The page to which it leads back.
    back: Place,
}

impl FromRequest<App> for ModeratorForm {
    type Rejection = Problem;
    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        // Nothing of the body is read for anybody else.
        let by = admit(app, &Requester::from_request_parts(&mut parts, app).await?)?;
        let visitor = Visitor::from_request_parts(&mut parts, app).await?;
        let form = Form::from_request(Request::from_parts(parts, body), app).await?;
        let back = field(&form.0, "back").and_then(Place::read);
        let back = back.unwrap_or(Place::Reports(ReportStatus::Open, None));
        Ok(ModeratorForm { by, visitor, form, back })
    }
}

/// The result of a form.
enum FormOutcome {
    /// The action was carried out.
    Done(AdminDone),
    /// The server created a code.
    Code(String),
}

impl ModeratorForm {
    /// Parses a field as one of the words of a type; the error names the field.
    fn word<T: FromStr>(&self, name: &str) -> Result<T, Problem> {
        let bad =
            || Problem::new(ErrorCode::BadRequest, format!("the field `{name}` has none of its values"));
        self.form.need(name)?.parse().map_err(|_| bad())
    }

    /// A field that may be empty.
    fn text(&self, name: &str) -> Option<&str> {
        field(&self.form.0, name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// The reason for the action.
    fn why(&self) -> Result<ActReason, Problem> {
        let reason: Reason = self.word("reason")?;
        Ok(ActReason { reason, text: self.text("text").map(str::to_owned) })
    }

    /// The time at which it expires; `None` if it never does.
    fn until(&self) -> Result<Option<u64>, Problem> {
        let Some(seconds) = self.text("seconds") else { return Ok(None) };
        let seconds: u64 = seconds
            .parse()
            .map_err(|_| Problem::new(ErrorCode::BadRequest, "`seconds` is a number of seconds"))?;
        Ok(Some(now().saturating_add(seconds.saturating_mul(1000))))
    }

    /// Leads back.
    async fn lead_back(mut self, app: &App, came: Result<FormOutcome, Problem>) -> Result<Response, Problem> {
        let (notice, status) = match came {
            Ok(FormOutcome::Done(_)) if self.visitor.json => {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            Ok(FormOutcome::Done(done)) => return Ok(see_other(&self.back.address(done.word()))),
            Ok(FormOutcome::Code(code)) => (AdminNotice::Code(code), StatusCode::OK),
            // What the store says is not for this page alone.
            Err(problem) if self.visitor.json || problem.error == ErrorCode::Storage => return Err(problem),
            Err(problem) => (AdminNotice::Fault(problem.fault()), problem.status()),
        };
        // Where a change of the language leads back to is read with GET.
        let back = self.back.address("");
        self.visitor.reader.here = back.trim_end_matches("done=").trim_end_matches(['?', '&']).to_owned();
        show(app, self.by, &self.visitor, &self.back, (Some(notice), status)).await
    }
}

/// The number in the address.
pub(super) struct NumberPath(u64);

impl FromRequestParts<App> for NumberPath {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = params(parts, app).await?;
        let number = params.iter().find(|(name, _)| name == "number").and_then(|(_, text)| text.parse().ok());
        number.map(NumberPath).ok_or_else(Problem::not_found)
    }
}

/// The table in the address.
pub(super) struct TableIdPath(TableId);

impl FromRequestParts<App> for TableIdPath {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = params(parts, app).await?;
        let id = params.iter().find(|(name, _)| name == "id").and_then(|(_, text)| text.parse().ok());
        id.map(TableIdPath).ok_or_else(Problem::no_table)
    }
}

/// `POST /admin/reports/{number}/resolve`
pub(super) async fn resolve(
    State(app): State<App>,
    NumberPath(number): NumberPath,
    deed: ModeratorForm,
) -> Result<Response, Problem> {
    let came = async {
        let outcome: Outcome = deed.word("outcome")?;
        let same = deed.text("same").filter(|same| !same.is_empty());
        let same = same.map(|same| same.parse().map_err(|_| ModerationError::Unknown)).transpose()?;
        app.moderation.resolve(deed.by, number, outcome, deed.text("text"), same).await?;
        Ok(FormOutcome::Done(AdminDone::Resolved))
    };
    let came = came.await;
    deed.lead_back(&app, came).await
}

/// `POST /admin/sanctions`
pub(super) async fn impose(State(app): State<App>, deed: ModeratorForm) -> Result<Response, Problem> {
    let came = imposed(&app, &deed).await.map(FormOutcome::Done);
    deed.lead_back(&app, came).await
}

async fn imposed(app: &App, deed: &ModeratorForm) -> Result<AdminDone, Problem> {
    let (by, why, until) = (deed.by, deed.why()?, deed.until()?);
    let office = &app.moderation;
    let who = || async { find(app, by, deed.form.need("who")?).await };
    Ok(match deed.form.need("measure")? {
        "mute" => {
            office.mute(by, who().await?, until, &why).await?;
            AdminDone::Muted
        }
        "suspend" => {
            office.suspend(by, who().await?, until, &why).await?;
            AdminDone::Suspended
        }
        "suspend-network" => {
            match deed.text("network") {
                Some(network) => {
                    let network: Network = network.parse().map_err(|error| {
                        Problem::new(ErrorCode::BadRequest, format!("`network`: {error}"))
                    })?;
                    office.suspend_network(by, network, until, &why).await?;
                }
                None => {
                    office.suspend_network_of(by, who().await?, until, &why).await?;
                }
            }
            AdminDone::NetworkSuspended
        }
        "hide-table" => {
            let table: TableId = deed.form.need("table")?.parse().map_err(|_| Problem::no_table())?;
            office.hide_table(by, table, until, &why).await?;
            AdminDone::Hidden
        }
        _ => {
            let message = "`measure` is one of mute, suspend, suspend-network, hide-table";
            return Err(Problem::new(ErrorCode::BadRequest, message));
        }
    })
}

/// `POST /admin/sanctions/{number}/lift`
pub(super) async fn lift(
    State(app): State<App>,
    NumberPath(number): NumberPath,
    deed: ModeratorForm,
) -> Result<Response, Problem> {
    let came = app.moderation.lift(deed.by, number, deed.text("text")).await;
    deed.lead_back(&app, came.map(|()| FormOutcome::Done(AdminDone::Lifted)).map_err(Problem::from)).await
}

/// `POST /admin/person/rename`
pub(super) async fn rename(State(app): State<App>, deed: ModeratorForm) -> Result<Response, Problem> {
    let came = async {
        let why = deed.why()?;
        let person = find(&app, deed.by, deed.form.need("who")?).await?;
        app.moderation.rename(deed.by, person, deed.text("name"), &why).await?;
        Ok(FormOutcome::Done(AdminDone::Renamed))
    };
    let came = came.await;
    deed.lead_back(&app, came).await
}

/// `POST /admin/person/reset-password`: the code stands in the answer alone.
pub(super) async fn reset_password(State(app): State<App>, deed: ModeratorForm) -> Result<Response, Problem> {
    let came = async {
        let why = deed.why()?;
        let person = find(&app, deed.by, deed.form.need("who")?).await?;
        Ok(FormOutcome::Code(app.moderation.reset_password(deed.by, person, &why).await?))
    };
    let came = came.await;
    deed.lead_back(&app, came).await
}

/// `POST /admin/person/role`: without a role it takes one away.
pub(super) async fn set_role(State(app): State<App>, deed: ModeratorForm) -> Result<Response, Problem> {
    let came = async {
        let role: Option<Role> = deed.text("role").map(|_| deed.word("role")).transpose()?;
        let person = find(&app, deed.by, deed.form.need("who")?).await?;
        match role {
            Some(role) => {
                app.moderation.grant(deed.by, person, role).await?;
                Ok(FormOutcome::Done(AdminDone::Granted))
            }
            None => {
                app.moderation.revoke(deed.by, person).await?;
                Ok(FormOutcome::Done(AdminDone::Revoked))
            }
        }
    };
    let came = came.await;
    deed.lead_back(&app, came).await
}

/// `POST /admin/tables/{id}/close`
pub(super) async fn close_table(
    State(app): State<App>,
    TableIdPath(table): TableIdPath,
    deed: ModeratorForm,
) -> Result<Response, Problem> {
    let came = async {
        app.moderation.close_table(deed.by, table, &deed.why()?).await?;
        Ok(FormOutcome::Done(AdminDone::Closed))
    };
    let came = came.await;
    deed.lead_back(&app, came).await
}
