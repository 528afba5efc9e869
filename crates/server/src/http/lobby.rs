//! The public tables, as the start page lists them.

use super::App;
use super::answer::page;
use super::problem::Problem;
use super::request::Visitor;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use live::hub::Summary;
use pages::{Lang, Pace, PublicTable, SeatInfo};
use present::company::options_of;
use present::people::pace_of;
use present::summary::Line;
use std::sync::Arc;
use table::keys::KeyHash;

/// The route of the list.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/lobby", get(lobby))
}

/// A public table as it is listed.
pub(crate) struct Listed {
    pub(crate) line: Line,
    pace: Option<Pace>,
    options: Vec<(&'static str, String)>,
}

impl Listed {
    /// The table as the page lists it.
    pub(crate) fn public<'a>(&'a self, seats: &'a [SeatInfo<'a>]) -> PublicTable<'a> {
        PublicTable {
            summary: self.line.summary(seats),
            code: self.line.table.code.as_deref(),
            pace: self.pace,
            options: &self.options,
            spectators: self.line.table.spectators,
        }
    }
}

/// The public tables, those with open seats first.
pub(crate) async fn lobby_of(app: &App, holder: Option<KeyHash>) -> Result<Vec<Listed>, Problem> {
    let tables = app.hub.public_tables(holder, 50, &app.limits.tables).await?;
    app.work(move |_| listed(tables, holder)).await
}

fn listed(tables: Vec<Arc<Summary>>, holder: Option<KeyHash>) -> Vec<Listed> {
    let listed = |table: Arc<Summary>| Listed {
        pace: table.clock.map(pace_of),
        options: table.start().as_ref().map(options_of).unwrap_or_default(),
        line: Line::new(table, holder),
    };
    let mut listed: Vec<Listed> = tables.into_iter().map(listed).collect();
    listed.sort_by_key(|table| table.line.table.code.is_none());
    listed
}

/// `GET /lobby`: the part of the start page that changes by itself.
async fn lobby(State(app): State<App>, visitor: Visitor) -> Result<Response, Problem> {
    let listed = lobby_of(&app, visitor.holder()).await?;
    let html = app.work(move |_| render_lobby(visitor.reader.lang, &listed)).await?;
    Ok(page(StatusCode::OK, html))
}

fn render_lobby(lang: Lang, listed: &[Listed]) -> String {
    let seats: Vec<Vec<SeatInfo<'_>>> = listed.iter().map(|table| table.line.seats()).collect();
    let public: Vec<PublicTable<'_>> =
        listed.iter().zip(&seats).map(|(table, seats)| table.public(seats)).collect();
    pages::lobby(lang, &public).into_string()
}
