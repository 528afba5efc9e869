//! People at tables: their commands other than playing, as the forms of the pages send them.

use super::App;
use super::answer::{keep_here, page, see_other, with_cookies};
use super::parts::asked;
use super::problem::{ErrorCode, Problem};
use super::request::{Caller, Form, TablePath, Visitor};
use super::site::{command, nonce_field};
use super::view::table_page;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use live::hub::LiveTable;
use pages::forms::{SideCommand, field};
use pages::{Fault, Notice};
use std::net::IpAddr;
use std::sync::Arc;
use table::entry::Declined;
use table::host::{Command, Intent, Sender};
use table::keys::{Key, TableId};

/// The routes of these pages and forms.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/fairness", get(fairness))
        .route("/t/{id}/wish", post(wish))
        .route("/t/{id}/again", post(again))
}

/// `GET /fairness`, and `GET /fairness?table=…`, where the record of a table is checked at once.
async fn fairness(visitor: Visitor, uri: Uri) -> Response {
    let table = asked(&uri, "table").and_then(|id| id.parse::<TableId>().ok());
    let record = table.map(|id| format!("/t/{id}/record"));
    page(StatusCode::OK, pages::fairness(&visitor.reader, record.as_deref()).into_string())
}

/// `POST /t/{id}/again`: leads to the table where the same people play again.
async fn again(
    State(app): State<App>,
    TablePath(live): TablePath,
    Caller(from): Caller,
    mut visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let answer = play_again(&app, from, &live, &visitor, &form).await;
    match answer {
        Ok(next) => {
            let path = format!("/t/{next}");
            let cookie = come_along(&app, &visitor, next).await.map(|keys| keep_here(&keys, &path));
            Ok(with_cookies(see_other(&path), cookie))
        }
        Err(problem) => {
            visitor.reader.here = format!("/t/{}", live.id());
            let notice = Some(Notice::Fault(problem.fault()));
            let html = table_page(&app, &live, visitor, notice, true).await?;
            let shown = page(problem.status(), html);
            Ok(problem.on(shown))
        }
    }
}

/// Seats those who sit at the same device at the next table as well; returns their keys for the browser.
async fn come_along(app: &App, visitor: &Visitor, next: TableId) -> Option<Vec<String>> {
    let keys = visitor.keys_here()?;
    let live = app.hub.table(next).await.ok()?;
    for key in keys.iter().filter_map(|key| key.parse::<Key>().ok()) {
        let holder = app.accounts.holder(&key).await.ok()??;
        let expected = live.look().expected_name(holder);
        let Some((seat, name)) = expected else { continue };
        let intent = Intent::Join { seat: Some(seat), name, nonce: None };
        let command = Command { sender: Sender::Holder(holder), id: None, seen: 0, intent };
        // Who could not come is still expected, and can come by the page.
        let _ = app.hub.submit(&live, command).await;
    }
    Some(keys)
}

async fn play_again(
    app: &App,
    from: IpAddr,
    live: &Arc<LiveTable>,
    visitor: &Visitor,
    form: &Form,
) -> Result<TableId, Problem> {
    let nonce = nonce_field(form)?;
    let holder =
        visitor.holder().ok_or_else(|| Problem::new(ErrorCode::NotSeated, "you have no seat here"))?;
    if let Some(shown) = field(&form.0, "commitment") {
        let next = live.look().next();
        if let Some(next) = next
            && app.hub.expected_after(live, holder).is_some_and(|now| now.to_string() != shown)
        {
            // What was added was meant for other dice: the page there shows its own.
            return Ok(next);
        }
        let now = app.hub.commitment_after(live, &live.look());
        if now.is_some_and(|now| now.to_string() != shown) {
            let message = "the dice were promised anew since the form was made";
            return Err(Problem::new(Fault::PromiseGone, message));
        }
    }
    app.play_again(from, live, holder, nonce).await
}

/// `POST /t/{id}/wish`: redirects to the table, or answers with the result as JSON if the request asks for that.
async fn wish(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Problem> {
    let wished = pages::forms::wish(&form.0)
        .ok_or_else(|| Problem::new(ErrorCode::BadRequest, "the form holds no wish that can be read"))?;
    let intent = match wished {
        SideCommand::Say(text) => Intent::Say(text),
        SideCommand::Leave => Intent::Leave,
        SideCommand::Return => Intent::Return,
        SideCommand::Replace(seat) => live.replace_intent(seat),
        SideCommand::Swap(one, other) => Intent::Swap { one, other },
        SideCommand::AskUndo => Intent::AskUndo,
        SideCommand::AnswerUndo(agrees) => Intent::AnswerUndo { agrees },
        SideCommand::Decline { turn, from } => Intent::Decline(Declined { turn, from }),
        SideCommand::Close => live.close_intent(),
        SideCommand::AnswerClose(agrees) => Intent::AnswerClose { agrees },
    };
    command(&app, &live, visitor, form.command()?, intent).await
}
