//! Commands at a table: every one is stored before it is answered.

use super::Found;
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{AtTable, Bearer, Caller, JsonBody, media_type};
use crate::hub::Live;
use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::response::Response;
use fair::Nonce;
use game::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::entry::Declined;
use table::host::{Command, Intent, RejectReason, Sender};
use table::keys::KeyHash;
use utoipa::ToSchema;

/// That a command was carried out, and is stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Acted {
    /// Always true.
    ok: bool,
    /// The version after it.
    seq: u64,
}

async fn command(
    app: &App,
    live: &Arc<Live>,
    you: Option<KeyHash>,
    seen: u64,
    id: String,
    intent: Intent,
) -> Result<Json<Acted>, Problem> {
    let Some(key) = you else {
        let message = "send the token of your seat as `Authorization: Bearer …`";
        return Err(Problem::new(ErrorCode::BadToken, message));
    };
    let command = Command { sender: Sender::Holder(key), id: Some(id), seen, intent };
    match app.hub.submit(live, command).await {
        Ok(done) => Ok(Json(Acted { ok: true, seq: done.seq })),
        Err(refusal) if matches!(refusal.reason, RejectReason::NotSeated) => Err(refusal.into()),
        Err(refusal) => {
            let moves = live.look().moves_of(key);
            Err(Problem::from(refusal).with_legal(&moves))
        }
    }
}

/// Which bots are to take the open seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Fill {
    /// An id of your making, for this command alone.
    id: String,
    /// The bots' kind.
    #[schema(example = "random")]
    bot: String,
}

/// Seats bots on all open seats; only who opened the table may.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/fill", params(("id" = String, Path)), request_body = Fill,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn fill(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(you): Bearer,
    JsonBody(Fill { id, bot }): JsonBody<Fill>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, 0, id, Intent::Fill { bot }).await
}

/// A command without anything else.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Close {
    /// An id of your making, for this command alone.
    id: String,
}

/// Closes a table. Before its game begins only the person who opened it may. While it goes on this asks all other persons,
/// who answer with the wish `answer-close`; where nobody else has to agree it closes the table.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/close", params(("id" = String, Path)), request_body = Close,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn close(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(you): Bearer,
    JsonBody(Close { id }): JsonBody<Close>,
) -> Result<Json<Acted>, Problem> {
    let intent = live.close_intent();
    command(&app, &live, you, 0, id, intent).await
}

/// An action.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    /// The version you decided on.
    seq: u64,
    /// An id of your making, for this command alone. If you get no answer, send the same again: it is done once.
    id: String,
    /// The action, as in the list.
    #[schema(example = "road P25")]
    action: String,
}

/// Plays an action. When this is answered it is stored; the same `id` again gets the same answer.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/act", params(("id" = String, Path)), request_body = Act,
    security(("token" = [])), tag = "play",
    responses((status = 200, body = Acted), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = "4XX", body = Problem), (status = 503, body = Problem))
)]
pub(super) async fn act(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(you): Bearer,
    JsonBody(Act { seq, id, action }): JsonBody<Act>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, seq, id, Intent::Act(action)).await
}

/// Taking back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The version you decided on.
    seq: u64,
    /// An id of your making, for this command alone.
    id: String,
}

/// Takes your last action back, if nothing was shown by it and nobody has acted since.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/undo", params(("id" = String, Path)), request_body = Undo,
    security(("token" = [])), tag = "play",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn undo(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(you): Bearer,
    JsonBody(Undo { seq, id }): JsonBody<Undo>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, seq, id, Intent::Undo).await
}

/// What a seat wants beside playing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Wished {
    /// Say something to all at the table: at most 300 characters, five times in ten seconds.
    Say(String),
    /// Go. Before the game begins the seat is open again; after that a bot plays on.
    Leave,
    /// Be back; playing an action does the same.
    Return,
    /// Let a bot play on for a seat whose owner has not followed the table for 30 seconds, or whose time is up.
    Replace {
        /// The seat.
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Change chairs before the game begins: go to an open seat, or, if you opened the table, let any two change.
    Swap {
        /// One seat.
        #[schema(value_type = String)]
        one: Seat,
        /// The other.
        #[schema(value_type = String)]
        other: Seat,
    },
    /// Ask the others to take your last action back, with all that came after it.
    AskUndo,
    /// Answer that.
    AnswerUndo {
        /// Whether you agree.
        agrees: bool,
    },
    /// Ask the others to close the table while its game goes on; it closes once all agree.
    AskClose,
    /// Answer that. Who asked withdraws by not agreeing.
    AnswerClose {
        /// Whether you agree.
        agrees: bool,
    },
    /// Reject some offers from now on without being asked; this replaces what you said before.
    Decline {
        /// All of the turn that goes on.
        #[serde(default)]
        turn: bool,
        /// All of these seats.
        #[serde(default)]
        #[schema(value_type = Vec<String>)]
        from: SeatSet,
    },
}

/// A wish at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AtThisTable {
    /// The version you decided on.
    seq: u64,
    /// An id of your making, for this command alone.
    id: String,
    /// What you want.
    #[schema(example = json!({"say": "Hello"}))]
    wish: Wished,
}

/// Something beside playing: talk, come and go, ask to take back or to close.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/wish", params(("id" = String, Path)), request_body = AtThisTable,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn wish(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(you): Bearer,
    JsonBody(AtThisTable { seq, id, wish }): JsonBody<AtThisTable>,
) -> Result<Json<Acted>, Problem> {
    let intent = match wish {
        Wished::Say(text) => Intent::Say(text),
        Wished::Leave => Intent::Leave,
        Wished::Return => Intent::Return,
        Wished::Replace { seat } => live.replace_intent(seat),
        Wished::Swap { one, other } => Intent::Swap { one, other },
        Wished::AskUndo => Intent::AskUndo,
        Wished::AnswerUndo { agrees } => Intent::AnswerUndo { agrees },
        Wished::AskClose => Intent::AskClose,
        Wished::AnswerClose { agrees } => Intent::AnswerClose { agrees },
        Wished::Decline { turn, from } => Intent::Decline(Declined { turn, from }),
    };
    command(&app, &live, you, seq, id, intent).await
}

/// How you want to play again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Again {
    /// What you add to the dice: 16 to 64 random hexadecimal digits in lower case (`docs/fairness.md`).
    #[schema(value_type = Option<String>)]
    nonce: Option<Nonce>,
}

/// Opens a table for the same people and bots once the game is over or was closed (but not by the host of the server), each one seat on. The seats of the others are kept:
/// whoever of them asks as well joins there, and adds to its dice. The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/again", params(("id" = String, Path)), request_body = Option<Again>,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Found), (status = "4XX", body = Problem))
)]
pub(super) async fn again(
    State(app): State<App>,
    AtTable(live): AtTable,
    Caller(from): Caller,
    Bearer(you): Bearer,
    request: Request,
) -> Result<Response, Problem> {
    let has_body = media_type(request.headers()).is_some();
    let nonce = if has_body { JsonBody::<Again>::from_request(request, &app).await?.0.nonce } else { None };
    let Some(key) = you else {
        let message = "send the token of your seat as `Authorization: Bearer …`";
        return Err(Problem::new(ErrorCode::BadToken, message));
    };
    let table = app.play_again(from, &live, key, nonce).await?;
    Ok(fresh(Json(Found { table: table.to_string() })))
}
