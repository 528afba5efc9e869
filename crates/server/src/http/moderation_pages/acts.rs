//! The forms of the pages of moderation. Each redirects to the page it stands on, with the result or the reason for a refusal.

use super::place::Place;
use super::queries::{admit, show};
use crate::http::App;
use crate::http::answer::see_other;
use crate::http::api::moderation::acts::{Lifting, NewName, NewRole, NewSanction, Resolution, why};
use crate::http::api::moderation::queries::find;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Form, Visitor};
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use live::accounts::Requester;
use live::moderation::{Act, Moderator};
use pages::forms::field;
use pages::{AdminNotice, ReportStatus};
use serde::de::DeserializeOwned;
use serde_json::Value;

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
    /// The act was carried out.
    Done(Act),
    /// The server created a code, which stands in the answer alone.
    Code(String),
}

impl ModeratorForm {
    /// A field that may be empty.
    fn text(&self, name: &str) -> Option<&str> {
        field(&self.form.0, name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// The fields as the API takes them. An empty one counts as missing.
    fn body<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let names = self.form.0.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "back");
        let value = |name: &str| {
            let text = self.text(name)?;
            let number = if name == "seconds" { text.parse::<u64>().ok() } else { None };
            Some((name.to_owned(), number.map_or_else(|| text.into(), Value::from)))
        };
        let body = Value::Object(names.filter_map(value).collect());
        serde_json::from_value(body)
            .map_err(|error| Problem::new(ErrorCode::BadRequest, format!("the form cannot be read: {error}")))
    }

    /// Carries out what the form at this address asks for.
    async fn apply(&self, app: &App, path: &str) -> Result<FormOutcome, Problem> {
        let by = self.by;
        let number = |text: &str| text.parse::<u64>().map_err(|_| Problem::not_found());
        let parts: Vec<&str> = path.trim_start_matches("/admin/").split('/').collect();
        Ok(FormOutcome::Done(match parts[..] {
            ["reports", report, "resolve"] => {
                self.body::<Resolution>()?.apply(app, by, number(report)?).await?;
                Act::Resolve
            }
            ["sanctions"] => self.body::<NewSanction>()?.apply(app, by).await?.measure.act(),
            ["sanctions", sanction, "lift"] => {
                app.moderation.lift(by, number(sanction)?, self.body::<Lifting>()?.text.as_deref()).await?;
                Act::Lift
            }
            ["person", "rename"] => {
                self.body::<NewName>()?.apply(app, by).await?;
                Act::Rename
            }
            ["person", "reset-password"] => {
                let why = why(self.form.need("reason")?, self.text("text"))?;
                let person = find(app, by, self.form.need("who")?).await?;
                return Ok(FormOutcome::Code(app.moderation.reset_password(by, person, &why).await?));
            }
            ["person", "role"] => self.body::<NewRole>()?.apply(app, by).await?,
            ["tables", table, "close"] => {
                let table = table.parse().map_err(|_| Problem::no_table())?;
                let why = why(self.form.need("reason")?, self.text("text"))?;
                app.moderation.close_table(by, table, &why).await?;
                Act::CloseTable
            }
            _ => return Err(Problem::not_found()),
        }))
    }

    /// Leads back.
    async fn lead_back(mut self, app: &App, came: Result<FormOutcome, Problem>) -> Result<Response, Problem> {
        let (notice, status) = match came {
            Ok(FormOutcome::Done(_)) if self.visitor.json => {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            Ok(FormOutcome::Done(act)) => return Ok(see_other(&self.back.address(act.name()))),
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

/// `POST` of every form of moderation.
pub(super) async fn act(State(app): State<App>, uri: Uri, form: ModeratorForm) -> Result<Response, Problem> {
    let came = form.apply(&app, uri.path()).await;
    form.lead_back(&app, came).await
}
