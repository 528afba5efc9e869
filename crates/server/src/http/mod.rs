//! HTTP: the pages, the JSON API, event streams, and what every request goes through.

mod account;
pub mod api;
mod events;
mod guard;
pub mod limits;
pub mod problem;
mod request;
pub(crate) mod serve;
mod site;
mod people;

use crate::accounts::Accounts;
use crate::hub::Hub;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use limits::{Limits, Meter};
use std::sync::Arc;
use tokio::sync::watch;

/// What every handler may use.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) limits: Limits,
    pub(crate) meter: Meter,
    /// Becomes true when the server stops, so that streams end.
    pub(crate) stopping: watch::Receiver<bool>,
}

/// Everything that is served.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .nest("/api/v1", api::router().merge(account::api()))
        .merge(site::router())
        .merge(account::router())
        .merge(people::router())
        .route("/healthz", get(healthz))
        .fallback(guard::not_found)
        .method_not_allowed_fallback(guard::bad_method)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Says that the server answers.
async fn healthz() -> &'static str {
    "ok\n"
}
