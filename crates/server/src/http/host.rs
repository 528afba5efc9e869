//! The pages of the host: contact details, and the statements that the law demands.

use super::App;
use super::answer::page;
use super::problem::Problem;
use super::request::Visitor;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use pages::HostPage;

/// The routes of these pages.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/contact", get(contact)).route("/notice", get(notice))
}

/// `GET /contact`.
async fn contact(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    show(&app, &visitor, HostPage::Contact)
}

/// `GET /notice`.
async fn notice(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    show(&app, &visitor, HostPage::Notice)
}

fn show(app: &App, visitor: &Visitor, which: HostPage) -> Result<Response, Problem> {
    let reader = &visitor.reader;
    let (text, lang) = app.outside.texts.find(which, reader.lang).ok_or_else(Problem::not_found)?;
    Ok(page(StatusCode::OK, pages::host_page(reader, which, text, lang).into_string()))
}
