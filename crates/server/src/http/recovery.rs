//! Ways back to an account whose password is lost, for people and for programs.

use super::App;
use super::account::{
    SignedIn, account_page, nobody, pay, redirect_signed_in, refused, show_codes, signed_in,
};
use super::answer::{fresh, page};
use super::parts::asked;
use super::problem::{ErrorCode, Problem};
use super::request::{Form, JsonBody, Visitor};
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use live::accounts::Requester;
use pages::forms::field;
use pages::{AccountForm, RecoverPage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The routes of the pages.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/account/recovery-codes", post(make))
        .route("/account/recover", get(recover_page).post(recover))
}

/// The routes below `/api/v1`.
pub(crate) fn api() -> Router<App> {
    Router::new().route("/me/recovery-codes", post(make_codes)).route("/recovery", post(recover_account))
}

/// `POST /account/recovery-codes`: the codes stand in the answer alone.
async fn make(
    State(app): State<App>,
    mut visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    if let Some((_, person)) = asker.known {
        app.may_act(person)?;
    }
    pay(&app, &asker)?;
    "/account".clone_into(&mut visitor.reader.here);
    match app.accounts.make_recovery_codes(form.need("password")?, &asker).await {
        Ok(codes) => account_page(&app, &visitor, &asker, &show_codes(&codes)).await,
        Err(why) => refused(&app, visitor, &asker, AccountForm::RecoveryCodes, why).await,
    }
}

/// `GET /account/recover`, also with the name: `?name=Ada`. A code behind a `#` fills the form and is not sent.
async fn recover_page(State(_): State<App>, visitor: Visitor, uri: Uri) -> Response {
    let name = asked(&uri, "name");
    show(&visitor, name.as_deref(), None)
}

fn show(visitor: &Visitor, name: Option<&str>, problem: Option<&Problem>) -> Response {
    let status = problem.map_or(StatusCode::OK, Problem::status);
    let fault = problem.map(Problem::fault);
    let html = pages::recover(&RecoverPage { reader: &visitor.reader, name, fault });
    page(status, html.into_string())
}

/// `POST /account/recover`
async fn recover(
    State(app): State<App>,
    mut visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    let (name, code) = (form.need("name")?, form.need("code")?);
    match app.accounts.recover(name, code, form.need("password")?, &asker).await {
        Ok(arrived) => redirect_signed_in(&app, &arrived, "/account?done=recovered").await,
        Err(why) => {
            let problem = Problem::from(why);
            if visitor.json || matches!(problem.error, ErrorCode::Storage | ErrorCode::Damaged) {
                return Err(problem);
            }
            "/account/recover".clone_into(&mut visitor.reader.here);
            let shown = show(&visitor, field(&form.0, "name"), Some(&problem));
            Ok(problem.on(shown))
        }
    }
}

/// Confirms that the request comes from you.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirmation {
    /// Your password.
    password: String,
}

/// Codes with which you can recover your account if you lose your password.
#[derive(Serialize, ToSchema)]
pub(crate) struct Codes {
    /// The codes. They are returned only once, and each can be used once.
    codes: Vec<String>,
}

/// Creates a set of recovery codes, which replaces the previous one.
#[utoipa::path(
    post, path = "/api/v1/me/recovery-codes", request_body = Confirmation, security(("token" = [])), tag = "people",
    responses((status = 201, body = Codes), (status = "4XX", body = Problem))
)]
pub(crate) async fn make_codes(
    State(app): State<App>,
    asker: Requester,
    JsonBody(Confirmation { password }): JsonBody<Confirmation>,
) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.may_act(person)?;
    pay(&app, &asker)?;
    let codes = app.accounts.make_recovery_codes(&password, &asker).await?;
    Ok((StatusCode::CREATED, fresh(Json(Codes { codes }))).into_response())
}

/// A name, a code, and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovery {
    /// The name of the account.
    #[schema(example = "Ada")]
    name: String,
    /// A recovery code, or a code that a moderator gave you.
    #[schema(example = "k7mw2-xqp4d-9hj3c")]
    code: String,
    /// The new password: 8 to 200 characters that are not easily guessed.
    password: String,
}

/// Sets a new password with a code.
///
/// All tokens of the account become invalid, and you get a new one.
#[utoipa::path(
    post, path = "/api/v1/recovery", request_body = Recovery, tag = "people",
    responses((status = 201, body = SignedIn), (status = "4XX", body = Problem))
)]
pub(crate) async fn recover_account(
    State(app): State<App>,
    asker: Requester,
    JsonBody(Recovery { name, code, password }): JsonBody<Recovery>,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    // Programs keep the tokens they have of other accounts.
    let asker = Requester { known: None, ..asker };
    Ok(signed_in(StatusCode::CREATED, app.accounts.recover(&name, &code, &password, &asker).await?))
}
