//! The people at a table whom a reader has muted.

use super::App;
use super::answer::{keep_muted, see_other, with_cookies};
use super::request::{Form, TablePath, Visitor};
use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use live::blocks::Blocked;
use table::host::Host;

/// The routes of these forms.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/t/{id}/mute", post(mute))
}

/// The people who sit or sat at a table and whom the reader has blocked.
pub(crate) fn blocked_here<T>(host: &Host<T>, blocked: &Blocked) -> Blocked {
    if blocked.is_empty() {
        return Blocked::default();
    }
    blocked.blocked_among(host.talk().people.iter().map(|person| person.key))
}

/// `POST /t/{id}/mute`: hides from its reader what a person says (`mute`), or shows it again (`unmute`). Only the reader's
/// browser knows.
async fn mute(TablePath(live): TablePath, visitor: Visitor, form: Form) -> Response {
    let mut muted = visitor.muted;
    for (name, id) in &form.0 {
        match name.as_str() {
            "mute" => muted.set(id, true),
            "unmute" => muted.set(id, false),
            _ => {}
        }
    }
    let path = format!("/t/{}", live.id());
    let response = if visitor.json {
        StatusCode::NO_CONTENT.into_response()
    } else {
        see_other(&format!("{path}#talk"))
    };
    with_cookies(response, [keep_muted(&muted, &path)])
}
