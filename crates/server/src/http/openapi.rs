//! The description of the API. It names the routes of all files, so nothing else imports it.

use super::{App, account, api, blocks, games, recovery};
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::LazyLock;
use utoipa::OpenApi;

/// The route of the description.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/openapi.json", get(openapi))
}

/// The description of the routes for people: accounts, blocks, recovery and games.
#[derive(OpenApi)]
#[openapi(paths(
    account::open_account,
    account::open_session,
    account::close_session,
    account::me,
    account::data,
    account::delete_me,
    blocks::block_at,
    blocks::blocks,
    blocks::lift_block,
    recovery::make_codes,
    recovery::recover_account,
    games::person_data
))]
struct PeopleDescription;

/// The description of this API.
async fn openapi() -> Response {
    static DESCRIPTION: LazyLock<String> = LazyLock::new(description);
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str()).into_response()
}

/// The OpenAPI description as JSON; `docs/openapi.json` is a copy of it.
///
/// # Panics
/// Never: it can always be written.
#[must_use]
pub fn description() -> String {
    let mut whole = api::Description::openapi();
    whole.merge(PeopleDescription::openapi());
    let mut text = whole.to_pretty_json().expect("the description can be written");
    text.push('\n');
    text
}
