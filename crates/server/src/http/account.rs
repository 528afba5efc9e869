//! A person's own page: other devices, an account, and their stored data; with the same functions for programs.

use super::App;
use super::answer::{
    drop_everything, drop_person, file, fresh, keep_key, keep_name, keep_proofs, page, see_other,
    with_cookies,
};
use super::moderated::{restricted, restrictions};
use super::parts::asked;
use super::problem::{ErrorCode, Problem, disk_spent};
use super::request::{Form, JsonBody, Visitor};
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use live::accounts::{AccountError, NewSession, Requester};
use live::cost::CostAccount;
use live::export;
use live::forgetting::forget_everywhere;
use live::hub::LoadError;
use live::metrics::{Limit, METRICS};
use live::write_quota;
use pages::forms::field;
use pages::{
    AccountDone, AccountForm, AccountPage, ArrivePage, BlockedPerson, Device, RecoveryCodes, Restricted,
    TransferCode, Wait, You,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::StoreError;
use table::host::Occupant;
use table::keys::KeyHash;
use table::moment::iso_8601;
use utoipa::ToSchema;

/// The routes of the pages.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/account", get(account))
        .route("/account/transfer", post(transfer))
        .route("/account/sign-up", post(sign_up))
        .route("/account/sign-in", post(sign_in))
        .route("/account/sign-out", post(sign_out))
        .route("/account/sign-out-others", post(sign_out_others))
        .route("/account/end", post(end))
        .route("/account/password", post(password))
        .route("/account/data", get(data))
        .route("/account/delete", post(delete))
        .route("/continue", get(arrive_page).post(arrive))
}

/// The routes below `/api/v1`.
pub(crate) fn api() -> Router<App> {
    Router::new()
        .route("/account", post(open_account))
        .route("/session", post(open_session).delete(close_session))
        .route("/me", get(me).delete(delete_me))
        .route("/me/data", get(data))
}

/// The result of the last action, as a person's page shows it.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown<'a> {
    transfer: Option<&'a TransferCode<'a>>,
    codes: &'a [String],
    done: Option<AccountDone>,
    fault: Option<(AccountForm, &'a Problem)>,
}

/// The recovery codes that were just made.
pub(super) fn show_codes(codes: &[String]) -> Shown<'_> {
    Shown { codes, ..Shown::default() }
}

/// Renders the person's page with the result of a form.
pub(super) async fn account_page(
    app: &App,
    visitor: &Visitor,
    asker: &Requester,
    shown: &Shown<'_>,
) -> Result<Response, Problem> {
    let (mut devices, mut blocks, mut name, mut tables, mut left) = (Vec::new(), Vec::new(), None, 0, None);
    if let Some((key, person)) = asker.known {
        let kept = app.accounts.kept(person).await?;
        name = kept.name;
        if name.is_some() {
            left = app.accounts.recovery_codes(person).await?.map(|left| (left.left, iso_8601(left.since)));
        }
        tables = app.hub.tables_of(person).await?.len();
        devices.extend(kept.sessions.into_iter().map(|session| Device {
            id: session.key.short(),
            name: session.device,
            since: iso_8601(session.since),
            seen: iso_8601(session.seen),
            here: session.key == key,
        }));
        blocks.extend(app.hub.blocks().list(person).await?.into_iter().map(|block| BlockedPerson {
            id: super::blocks::name_of(&block),
            name: block.name,
            since: iso_8601(block.at),
        }));
    }
    let standing = asker.known.map(|(_, person)| app.moderation.standing(person)).unwrap_or_default();
    let network = asker.network.and_then(|network| app.moderation.in_force().network(network));
    let status = shown.fault.map_or(StatusCode::OK, |(_, problem)| problem.status());
    let left = left.as_ref().map(|(left, since)| (*left, since.as_str()));
    let codes = name.is_some().then_some(RecoveryCodes { left, made: shown.codes });
    let you = You { name: name.as_deref(), tables, devices: &devices, blocks: &blocks, codes };
    let html = pages::account(&AccountPage {
        reader: &visitor.reader,
        you: asker.known.map(|_| you),
        transfer: shown.transfer,
        done: shown.done,
        restrictions: &restrictions(standing, network),
        fault: shown.fault.map(|(form, problem)| (form, problem.fault())),
    });
    Ok(page(status, html.into_string()))
}

/// Renders the page in answer to a form, whose own address leads nowhere.
async fn answered(
    app: &App,
    mut visitor: Visitor,
    asker: &Requester,
    shown: &Shown<'_>,
) -> Result<Response, Problem> {
    "/account".clone_into(&mut visitor.reader.here);
    account_page(app, &visitor, asker, shown).await
}

/// `GET /account`
async fn account(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    uri: Uri,
) -> Result<Response, Problem> {
    let done = asked(&uri, "done").and_then(|done| AccountDone::read(&done));
    account_page(&app, &visitor, &asker, &Shown { done, ..Shown::default() }).await
}

/// Renders the page again, with the reason why a form failed.
pub(super) async fn refused(
    app: &App,
    visitor: Visitor,
    asker: &Requester,
    form: AccountForm,
    why: AccountError,
) -> Result<Response, Problem> {
    let problem = Problem::from(why);
    if visitor.json || matches!(problem.error, ErrorCode::Storage | ErrorCode::Damaged) {
        return Err(problem);
    }
    answered(app, visitor, asker, &Shown { fault: Some((form, &problem)), ..Shown::default() }).await
}

/// `POST /account/transfer`: the code is only in the response, and in the part of the link that browsers keep to themselves.
async fn transfer(State(app): State<App>, visitor: Visitor, asker: Requester) -> Result<Response, Problem> {
    match app.accounts.transfer(&asker) {
        Ok(code) => {
            let link = format!("{}/continue#{code}", visitor.reader.origin.as_deref().unwrap_or_default());
            let minutes = app.accounts.transfer_time().as_secs().div_ceil(60) as u32;
            let code = TransferCode { code: &code, link: &link, minutes };
            answered(&app, visitor, &asker, &Shown { transfer: Some(&code), ..Shown::default() }).await
        }
        Err(why) => refused(&app, visitor, &asker, AccountForm::Transfer, why).await,
    }
}

/// Redirects a person who has signed in, and stores their key in the browser.
pub(super) async fn redirect_signed_in(
    app: &App,
    arrived: &NewSession,
    path: &str,
) -> Result<Response, Problem> {
    let name = match &arrived.name {
        Some(name) => Some(name.clone()),
        None => latest_name(app, arrived.person).await?,
    };
    let known = (!arrived.proofs.is_empty()).then(|| keep_proofs(&arrived.proofs));
    let cookies = [keep_key(&arrived.key)].into_iter().chain(name.as_deref().map(keep_name)).chain(known);
    Ok(with_cookies(see_other(path), cookies))
}

/// The name under which a guest sat down last.
async fn latest_name(app: &App, person: KeyHash) -> Result<Option<String>, Problem> {
    let tables = app.hub.tables_of(person).await?;
    Ok(tables.iter().find_map(|table| match &table.occupants[table.seat_of(person)?.index()] {
        Occupant::Person { name, .. } => Some(name.clone()),
        _ => None,
    }))
}

/// The number of retries of [`bring`] and the pause between them. The device has already lost the guest's key by then.
const BRINGING: (u32, Duration) = (5, Duration::from_secs(3));

/// Hands the tables of this device's guest over to the account, if the guest wants that and nobody else needs them; with them
/// blocks, reports and sanctions.
async fn bring(app: &App, form: &Form, asker: &Requester, to: KeyHash) -> Result<(), Problem> {
    let Some((_, from)) = asker.known else { return Ok(()) };
    if !form.ticks("bring") || from == to || !export::is_plain_guest(&app.accounts.kept(from).await?) {
        return Ok(());
    }
    let (hub, moderation) = (Arc::clone(&app.hub), Arc::clone(&app.moderation));
    to_its_end(async move {
        let mut tries = BRINGING.0;
        loop {
            let brought = async {
                // What is in force comes first, so that no moment is without it.
                moderation.reassign(from, to).await?;
                hub.reassign_seats(from, to).await?;
                hub.blocks().reassign(from, to).await?;
                Ok::<_, LoadError>(())
            };
            match brought.await {
                Err(trouble) if tries > 0 => {
                    tracing::warn!(?trouble, "tables of a guest are not handed over yet; it is tried again");
                }
                brought => return brought,
            }
            tries -= 1;
            tokio::time::sleep(BRINGING.1).await;
        }
    })
    .await
}

/// Runs a change of a person's data in a task of its own, so that it goes on even if the client disconnects.
async fn to_its_end(
    change: impl Future<Output = Result<(), LoadError>> + Send + 'static,
) -> Result<(), Problem> {
    Ok(tokio::spawn(change).await.unwrap_or(Err(LoadError::Store(StoreError::Closed)))?)
}

/// Redirects a person who has signed in at a device, and brings along the tables of its guest.
async fn welcome(
    app: &App,
    form: &Form,
    asker: &Requester,
    arrived: &NewSession,
    path: &str,
) -> Result<Response, Problem> {
    let on = redirect_signed_in(app, arrived, path).await?;
    bring(app, form, asker, arrived.person).await?;
    Ok(on)
}

/// `POST /account/sign-up`
async fn sign_up(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    match app.accounts.sign_up(form.need("name")?, form.need("password")?, &asker).await {
        Ok(arrived) if form.ticks("codes") => with_codes(&app, visitor, asker, &arrived).await,
        Ok(arrived) => redirect_signed_in(&app, &arrived, "/account?done=signed-up").await,
        Err(why) => refused(&app, visitor, &asker, AccountForm::SignUp, why).await,
    }
}

/// Renders the page of a new account with its recovery codes, and stores its key in the browser.
async fn with_codes(
    app: &App,
    visitor: Visitor,
    asker: Requester,
    arrived: &NewSession,
) -> Result<Response, Problem> {
    let on = redirect_signed_in(app, arrived, "/account?done=signed-up").await?;
    let cookies: Vec<_> = on.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
    // The account is there either way; its page offers codes once more.
    let Ok(codes) = app.accounts.replace_recovery_codes(arrived.person).await else { return Ok(on) };
    let asker = Requester { known: Some((arrived.key.hash(), arrived.person)), ..asker };
    let shown = Shown { codes: &codes, done: Some(AccountDone::SignedUp), ..Shown::default() };
    Ok(with_cookies(answered(app, visitor, &asker, &shown).await?, cookies))
}

/// `POST /account/sign-in`
async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    match app.accounts.sign_in(form.need("name")?, form.need("password")?, &asker).await {
        Ok(arrived) => welcome(&app, &form, &asker, &arrived, "/account?done=signed-in").await,
        Err(why) => refused(&app, visitor, &asker, AccountForm::SignIn, why).await,
    }
}

/// `POST /account/sign-out`
async fn sign_out(State(app): State<App>, asker: Requester) -> Result<Response, Problem> {
    app.accounts.sign_out(&asker).await?;
    Ok(with_cookies(see_other("/account?done=signed-out"), drop_person()))
}

/// `POST /account/sign-out-others`
async fn sign_out_others(State(app): State<App>, asker: Requester) -> Result<Response, Problem> {
    app.accounts.sign_out_others(&asker).await?;
    Ok(see_other("/account?done=signed-out-others"))
}

/// `POST /account/end`
async fn end(State(app): State<App>, asker: Requester, form: Form) -> Result<Response, Problem> {
    app.accounts.end(form.need("device")?, &asker).await?;
    Ok(see_other("/account?done=ended"))
}

/// `POST /account/password`
async fn password(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    match app.accounts.change_password(form.need("old")?, form.need("password")?, &asker).await {
        Ok(arrived) => redirect_signed_in(&app, &arrived, "/account?done=password").await,
        Err(why) => refused(&app, visitor, &asker, AccountForm::Password, why).await,
    }
}

/// Returns everything the server stores about the caller, as a file.
#[utoipa::path(
    get, path = "/api/v1/me/data", security(("token" = [])), tag = "people",
    responses((status = 200, body = Object), (status = "4XX", body = Problem))
)]
pub(crate) async fn data(State(app): State<App>, asker: Requester) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.meter.export(asker.network, person, Instant::now()).map_err(|wait| {
        METRICS.note_refused(Limit::Exports);
        Problem::wait(Wait::Exports, wait, |seconds| {
            format!("your data were asked for too often; come again in {seconds} s")
        })
    })?;
    let export = app.hub.export(person).await?;
    // The next table is read when the socket has taken the one before, and none when the reader has gone.
    let pieces =
        stream::try_unfold((app.hub, export, CostAccount::current()), |(hub, export, tab)| async move {
            let piece = match &tab {
                Some(tab) => tab.pay_for(hub.export_piece(export)).await,
                None => hub.export_piece(export).await,
            };
            if let (Some(tab), Ok(Some((text, _)))) = (&tab, &piece) {
                tab.sends(text.len() as u64);
            }
            match piece {
                Ok(piece) => Ok(piece.map(|(text, export)| (text, (hub, export, tab)))),
                Err(error) => {
                    tracing::error!(%error, "a document of what is kept of a person broke off");
                    Err(error)
                }
            }
        });
    Ok(fresh(file("application/json", "neuland-data.json", Body::from_stream(pieces))))
}

/// Charges an account or a session to the caller's network, as the server stores it.
pub(super) fn pay(app: &App, asker: &Requester) -> Result<(), Problem> {
    let ration = app.disk(asker.network).map_err(disk_spent)?;
    if let Some(ration) = ration {
        ration.charge(write_quota::ACCOUNT);
    }
    Ok(())
}

pub(super) fn nobody() -> Problem {
    Problem::new(ErrorCode::BadToken, "who? Send your token as `Authorization: Bearer …`, or your cookie")
}

/// Deletes a person's data.
async fn forget(app: App, person: KeyHash) -> Result<(), Problem> {
    to_its_end(async move {
        forget_everywhere(&app.hub, &app.accounts, person).await.inspect(|()| app.moderation.forget(person))
    })
    .await
}

/// `POST /account/delete`
async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    if !form.ticks("sure") {
        return Err(Problem::new(ErrorCode::BadRequest, "the form lacks the field `sure`"));
    }
    if let Err(why) = app.accounts.confirm(field(&form.0, "password").unwrap_or_default(), &asker).await {
        return refused(&app, visitor, &asker, AccountForm::Delete, why).await;
    }
    forget(app, person).await?;
    Ok(with_cookies(see_other("/account?done=deleted"), drop_everything()))
}

/// `GET /continue`: asks for confirmation first, so that a preview of the link does not use the code up.
async fn arrive_page(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
) -> Result<Response, Problem> {
    show_arrival(&app, &visitor, &asker, None).await
}

async fn show_arrival(
    app: &App,
    visitor: &Visitor,
    asker: &Requester,
    fault: Option<Problem>,
) -> Result<Response, Problem> {
    let (mut name, mut tables) = (None, 0);
    if let Some((_, person)) = asker.known {
        let kept = app.accounts.kept(person).await?;
        if export::is_plain_guest(&kept) {
            tables = app.hub.tables_of(person).await?.len();
        }
        name = kept.name;
    }
    let status = fault.as_ref().map_or(StatusCode::OK, |problem| problem.status());
    let html = pages::arrive(&ArrivePage {
        reader: &visitor.reader,
        name: name.as_deref(),
        tables,
        fault: fault.map(|problem| problem.fault()),
    });
    Ok(page(status, html.into_string()))
}

/// `POST /continue`
async fn arrive(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    match app.accounts.arrive(form.need("code")?, &asker).await {
        Ok(arrived) => welcome(&app, &form, &asker, &arrived, "/").await,
        Err(AccountError::Store(error)) => Err(error.into()),
        Err(why) => show_arrival(&app, &visitor, &asker, Some(why.into())).await,
    }
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The name of the account: 1 to 24 characters, letters or digits among them.
    #[schema(example = "Ada")]
    name: String,
    /// The password: 8 to 200 characters.
    password: String,
}

/// The result of signing in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedIn {
    /// The name of the account.
    name: Option<String>,
    /// The token that identifies you at all your tables, for the `Authorization: Bearer` header. It is returned only once.
    token: String,
}

pub(super) fn signed_in(status: StatusCode, arrived: NewSession) -> Response {
    let signed = SignedIn { name: arrived.name, token: arrived.key.reveal() };
    (status, fresh(Json(signed))).into_response()
}

/// Creates an account.
///
/// Send your token to keep your seats; it becomes invalid, so use the new one afterwards.
#[utoipa::path(
    post, path = "/api/v1/account", request_body = Credentials, security((), ("token" = [])), tag = "people",
    responses((status = 201, body = SignedIn), (status = "4XX", body = Problem))
)]
pub(crate) async fn open_account(
    State(app): State<App>,
    asker: Requester,
    JsonBody(Credentials { name, password }): JsonBody<Credentials>,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    Ok(signed_in(StatusCode::CREATED, app.accounts.sign_up(&name, &password, &asker).await?))
}

/// Signs in: returns a new token.
///
/// The other tokens of the account stay valid.
#[utoipa::path(
    post, path = "/api/v1/session", request_body = Credentials, tag = "people",
    responses((status = 201, body = SignedIn), (status = "4XX", body = Problem))
)]
pub(crate) async fn open_session(
    State(app): State<App>,
    asker: Requester,
    JsonBody(Credentials { name, password }): JsonBody<Credentials>,
) -> Result<Response, Problem> {
    pay(&app, &asker)?;
    // Programs keep the tokens they have.
    let asker = Requester { known: None, ..asker };
    Ok(signed_in(StatusCode::CREATED, app.accounts.sign_in(&name, &password, &asker).await?))
}

/// The scope of signing out.
#[derive(Deserialize)]
pub(crate) struct Scope {
    #[serde(default)]
    all: bool,
}

/// Signs out: revokes your token, or all your tokens with `?all=true`.
#[utoipa::path(
    delete, path = "/api/v1/session", security(("token" = [])), tag = "people",
    params(("all" = Option<bool>, Query, description = "Whether all tokens of yours end")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(crate) async fn close_session(
    State(app): State<App>,
    asker: Requester,
    axum::extract::Query(scope): axum::extract::Query<Scope>,
) -> Result<StatusCode, Problem> {
    if asker.known.is_none() {
        return Err(nobody());
    }
    if scope.all {
        app.accounts.sign_out_others(&asker).await?;
    }
    app.accounts.sign_out(&asker).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A token of yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionState {
    /// The client that asked for the token, as it named itself.
    device: String,
    /// The time of its creation, in milliseconds since 1970.
    since: u64,
    /// The time of its last use, accurate to a day.
    last_used: u64,
    /// The time at which it expires unless it is used before.
    until: u64,
    /// Whether it is the token of this request.
    here: bool,
}

/// The holder of the token.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The name of your account, if you have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Your tokens; empty for a guest with only one.
    sessions: Vec<SessionState>,
    /// Your role, if you moderate: `admin` or `moderator`.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    /// Your mute, if you are muted: you can play, but not chat.
    #[serde(skip_serializing_if = "Option::is_none")]
    muted: Option<Restricted>,
    /// Your suspension, if you are suspended: you can read, and download or delete your data.
    #[serde(skip_serializing_if = "Option::is_none")]
    suspended: Option<Restricted>,
    /// The number of recovery codes you have left, if you ever made any.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes: Option<usize>,
}

/// Returns the account, the tokens and the restrictions of the caller.
#[utoipa::path(
    get, path = "/api/v1/me", security(("token" = [])), tag = "people",
    responses((status = 200, body = Me), (status = "4XX", body = Problem))
)]
pub(crate) async fn me(State(app): State<App>, asker: Requester) -> Result<Response, Problem> {
    let (key, person) = asker.known.ok_or_else(nobody)?;
    let kept = app.accounts.kept(person).await?;
    let sessions = kept.sessions.into_iter().map(|session| SessionState {
        here: session.key == key,
        device: session.device,
        since: session.since,
        last_used: session.seen,
        until: session.until,
    });
    let recovery_codes = app.accounts.recovery_codes(person).await?.map(|codes| codes.left);
    let standing = app.moderation.standing(person);
    Ok(fresh(Json(Me {
        name: kept.name,
        sessions: sessions.collect(),
        recovery_codes,
        role: app.moderation.role_of(person).map(|role| role.name()),
        muted: standing.muted.map(restricted),
        suspended: standing.suspended.map(restricted),
    })))
}

/// Confirms the deletion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deletion {
    /// Your password, if you have an account.
    #[serde(default)]
    password: String,
}

/// Deletes your account and everything that names you (`docs/privacy.md`).
#[utoipa::path(
    delete, path = "/api/v1/me", request_body = Deletion, security(("token" = [])), tag = "people",
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(crate) async fn delete_me(
    State(app): State<App>,
    asker: Requester,
    JsonBody(Deletion { password }): JsonBody<Deletion>,
) -> Result<StatusCode, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.accounts.confirm(&password, &asker).await?;
    forget(app, person).await?;
    Ok(StatusCode::NO_CONTENT)
}
