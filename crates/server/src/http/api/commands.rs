//! Commands at a table: each is stored before the server answers.

use super::Found;
use crate::http::App;
use crate::http::answer::fresh;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::request::{Bearer, Caller, JsonBody, TablePath, media_type};
use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::response::Response;
use fair::Nonce;
use game::{Seat, SeatSet};
use live::hub::LiveTable;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::entry::Declined;
use table::host::{Command, Intent, RejectReason, Sender};
use table::keys::KeyHash;
use utoipa::ToSchema;

/// The result of a command that was carried out and stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Acted {
    /// Always true.
    ok: bool,
    /// The version of the table after the command.
    seq: u64,
}

async fn command(
    app: &App,
    live: &Arc<LiveTable>,
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

/// The bots that take the open seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Fill {
    /// A client-generated id, unique to this command (idempotency key).
    id: String,
    /// The bots' kind.
    #[schema(example = "random")]
    bot: String,
}

/// Seats bots on all open seats.
///
/// Only the person who opened the table may do this.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/fill", params(("id" = String, Path)), request_body = Fill,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn fill(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    JsonBody(Fill { id, bot }): JsonBody<Fill>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, 0, id, Intent::Fill { bot }).await
}

/// A command without parameters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Close {
    /// A client-generated id, unique to this command (idempotency key).
    id: String,
}

/// Closes a table.
///
/// Before its game begins, only the person who opened it may. During the game, it asks all other persons, who answer with the
/// wish `answer-close`; if nobody else has to agree, it closes the table.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/close", params(("id" = String, Path)), request_body = Close,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn close(
    State(app): State<App>,
    TablePath(live): TablePath,
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
    /// The version on which you based the decision.
    seq: u64,
    /// A client-generated id, unique to this command (idempotency key). If you get no response, send the same request again: the
    /// action is played only once.
    id: String,
    /// The action, as in the list.
    #[schema(example = "road P25")]
    action: String,
}

/// Plays an action.
///
/// The server stores the action before it answers; a retry with the same `id` gets the same response.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/act", params(("id" = String, Path)), request_body = Act,
    security(("token" = [])), tag = "play",
    responses((status = 200, body = Acted), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = "4XX", body = Problem), (status = 503, body = Problem))
)]
pub(super) async fn act(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    JsonBody(Act { seq, id, action }): JsonBody<Act>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, seq, id, Intent::Act(action)).await
}

/// The request to take your last action back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The version on which you based the decision.
    seq: u64,
    /// A client-generated id, unique to this command (idempotency key).
    id: String,
}

/// Takes your last action back, if it revealed nothing and nobody has acted since.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/undo", params(("id" = String, Path)), request_body = Undo,
    security(("token" = [])), tag = "play",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn undo(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    JsonBody(Undo { seq, id }): JsonBody<Undo>,
) -> Result<Json<Acted>, Problem> {
    command(&app, &live, you, seq, id, Intent::Undo).await
}

/// A command other than playing an action.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = Wished)]
pub(super) enum SideCommand {
    /// Says something to everybody at the table: at most 300 characters, five times in ten seconds.
    Say(String),
    /// Leaves the table. Before the game begins, the seat becomes open again; after that, a bot plays on.
    Leave,
    /// Marks you as present again. Playing an action has the same effect.
    Return,
    /// Lets a bot play on for a seat whose owner has not followed the table for 30 seconds, or whose time is up.
    Replace {
        /// The seat.
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Swaps seats before the game begins: your own with an open one, or, if you opened the table, any two.
    Swap {
        /// One seat.
        #[schema(value_type = String)]
        one: Seat,
        /// The other.
        #[schema(value_type = String)]
        other: Seat,
    },
    /// Asks the others to take your last action back, with everything that came after it.
    AskUndo,
    /// Answers the request to take an action back.
    AnswerUndo {
        /// Whether you agree.
        agrees: bool,
    },
    /// Asks the others to close the table during the game; it closes once all agree.
    AskClose,
    /// Answers the request to close the table. The seat that asked withdraws the request by disagreeing.
    AnswerClose {
        /// Whether you agree.
        agrees: bool,
    },
    /// Sets the offers that your seat rejects without being asked; this replaces the previous setting.
    Decline {
        /// Rejects all offers of the current turn.
        #[serde(default)]
        turn: bool,
        /// Rejects all offers of these seats.
        #[serde(default)]
        #[schema(value_type = Vec<String>)]
        from: SeatSet,
    },
}

/// A wish at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AtThisTable)]
pub(super) struct SideCommandRequest {
    /// The version on which you based the decision.
    seq: u64,
    /// A client-generated id, unique to this command (idempotency key).
    id: String,
    /// The command.
    #[schema(example = json!({"say": "Hello"}))]
    wish: SideCommand,
}

/// Carries out a command other than playing an action: chat, leave and return, ask to take back or to close.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/wish", params(("id" = String, Path)), request_body = SideCommandRequest,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Acted), (status = "4XX", body = Problem))
)]
pub(super) async fn wish(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    JsonBody(SideCommandRequest { seq, id, wish }): JsonBody<SideCommandRequest>,
) -> Result<Json<Acted>, Problem> {
    let intent = match wish {
        SideCommand::Say(text) => Intent::Say(text),
        SideCommand::Leave => Intent::Leave,
        SideCommand::Return => Intent::Return,
        SideCommand::Replace { seat } => live.replace_intent(seat),
        SideCommand::Swap { one, other } => Intent::Swap { one, other },
        SideCommand::AskUndo => Intent::AskUndo,
        SideCommand::AnswerUndo { agrees } => Intent::AnswerUndo { agrees },
        SideCommand::AskClose => Intent::AskClose,
        SideCommand::AnswerClose { agrees } => Intent::AnswerClose { agrees },
        SideCommand::Decline { turn, from } => Intent::Decline(Declined { turn, from }),
    };
    command(&app, &live, you, seq, id, intent).await
}

/// The parameters of a rematch.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Again)]
pub(super) struct Rematch {
    /// The nonce you contribute to the dice: 16 to 64 random hexadecimal digits in lower case (`docs/fairness.md`).
    #[schema(value_type = Option<String>)]
    nonce: Option<Nonce>,
}

/// Opens a rematch for the same people and bots, with seats rotated by one.
///
/// The game must be over, or closed (but not by the host of the server). The seats of the others are reserved: anybody of them
/// who sends this request as well joins there, and contributes to its dice. The body is optional.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/again", params(("id" = String, Path)), request_body = Option<Rematch>,
    security(("token" = [])), tag = "tables",
    responses((status = 200, body = Found), (status = "4XX", body = Problem))
)]
pub(super) async fn again(
    State(app): State<App>,
    TablePath(live): TablePath,
    Caller(from): Caller,
    Bearer(you): Bearer,
    request: Request,
) -> Result<Response, Problem> {
    let has_body = media_type(request.headers()).is_some();
    let nonce = if has_body { JsonBody::<Rematch>::from_request(request, &app).await?.0.nonce } else { None };
    let Some(key) = you else {
        let message = "send the token of your seat as `Authorization: Bearer …`";
        return Err(Problem::new(ErrorCode::BadToken, message));
    };
    let table = app.play_again(from, &live, key, nonce).await?;
    Ok(fresh(Json(Found { table: table.to_string() })))
}
