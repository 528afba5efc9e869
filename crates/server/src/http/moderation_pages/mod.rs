//! The pages of moderation: the form with which a person at a table reports another one, and `/admin` for persons with a role.
//! They call the same functions as the API.

mod acts;
mod looks;
mod place;
mod report;
mod shown;

use super::App;
use axum::Router;
use axum::routing::{get, post};

pub(crate) use shown::restrictions;

/// The routes of these pages and forms.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/t/{id}/report", get(report::form).post(report::send))
        .route("/admin", get(looks::look))
        .route("/admin/reports/{number}", get(looks::look))
        .route("/admin/reports/{number}/resolve", post(acts::resolve))
        .route("/admin/tables/{id}", get(looks::look))
        .route("/admin/tables/{id}/close", post(acts::close_table))
        .route("/admin/person", get(looks::look))
        .route("/admin/person/rename", post(acts::rename))
        .route("/admin/person/reset-password", post(acts::reset_password))
        .route("/admin/person/role", post(acts::set_role))
        .route("/admin/sanctions", get(looks::look).post(acts::impose))
        .route("/admin/sanctions/{number}/lift", post(acts::lift))
        .route("/admin/roles", get(looks::look))
        .route("/admin/audit", get(looks::look))
}
