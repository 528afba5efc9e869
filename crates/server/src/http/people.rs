//! People at tables: what they want beside playing, as the forms of the pages send it.

use super::App;
use super::problem::{ErrorCode, Problem};
use super::request::{AtTable, Form, Visitor};
use super::site::command;
use crate::entry::Declined;
use crate::host::Wish;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use pages::forms::TableWish;

/// The routes of these forms.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/t/{id}/wish", post(wish))
}

/// `POST /t/{id}/wish`: leads back to the table, or says in place what came of it where JSON is asked for.
async fn wish(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let wished = pages::forms::wish(&form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form holds no wish that can be read"))?;
    let wish = match wished {
        TableWish::Say(text) => Wish::Say(text),
        TableWish::Leave => Wish::Leave,
        TableWish::Return => Wish::Return,
        TableWish::Replace(seat) => Wish::Replace { seat, online: live.is_online(seat) },
        TableWish::Swap(one, other) => Wish::Swap { one, other },
        TableWish::AskUndo => Wish::AskUndo,
        TableWish::AnswerUndo(agrees) => Wish::AnswerUndo { agrees },
        TableWish::Decline { turn, from } => Wish::Decline(Declined { turn, from }),
        TableWish::Close => Wish::Close,
    };
    command(&app, &live, visitor, form.command()?, wish).await
}
