//! The pages of moderation: the form with which a person at a table reports another one, and `/admin` for persons with a role.
//! They call the same functions as the API.

mod acts;
mod queries;
mod place;
mod report;

use super::App;
use axum::Router;
use axum::routing::{get, post};

/// The routes of these pages and forms.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/t/{id}/report", get(report::form).post(report::send))
        .route("/admin", get(queries::look))
        .route("/admin/reports/{number}", get(queries::look))
        .route("/admin/reports/{number}/resolve", post(acts::act))
        .route("/admin/tables/{id}", get(queries::look))
        .route("/admin/tables/{id}/close", post(acts::act))
        .route("/admin/person", get(queries::look))
        .route("/admin/person/rename", post(acts::act))
        .route("/admin/person/reset-password", post(acts::act))
        .route("/admin/person/role", post(acts::act))
        .route("/admin/sanctions", get(queries::look).post(acts::act))
        .route("/admin/sanctions/{number}/lift", post(acts::act))
        .route("/admin/roles", get(queries::look))
        .route("/admin/audit", get(queries::look))
}
