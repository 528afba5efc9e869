//! Blocking people, as the forms of the pages and the API send it.

use super::App;
use super::answer::{fresh, keep_key, see_other, with_cookies};
use super::problem::{ErrorCode, Problem, disk_spent};
use super::request::{Form, JsonBody, TablePath, Visitor};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use game::{Seat, TableEvent};
use live::accounts::Requester;
use live::blocks::{BlockError, Blocked};
use live::hub::LiveTable;
use live::write_quota;
use pages::{Fault, Wait};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{BLOCKS_MAX, Block};
use table::host::{Change, Host};
use table::keys::KeyHash;
use table::talk::{Talk, Talker};
use utoipa::ToSchema;

/// The routes of the forms.
pub(crate) fn router() -> Router<App> {
    Router::new().route("/t/{id}/block", post(block)).route("/account/unblock", post(unblock))
}

/// The routes below `/api/v1`.
pub(crate) fn api() -> Router<App> {
    Router::new()
        .route("/tables/{id}/block", post(block_at))
        .route("/me/blocks", get(blocks))
        .route("/me/blocks/{block}", delete(lift_block))
}

impl From<BlockError> for Problem {
    fn from(error: BlockError) -> Problem {
        match error {
            BlockError::Full => {
                let message =
                    format!("you have blocked {BLOCKS_MAX} people, and cannot block more; lift one first");
                Problem::new(Fault::BlocksFull, message)
            }
            BlockError::TooMany(wait) => Problem::wait(Wait::Tries, wait, |seconds| {
                format!("too many were blocked or unblocked from here; wait {seconds} seconds")
            }),
            BlockError::Store(error) => error.into(),
        }
    }
}

fn nobody() -> Problem {
    Problem::new(ErrorCode::BadToken, "who? Send your token as `Authorization: Bearer …`, or your cookie")
}

/// Finds the person of a table to block; `find` picks them out of its talk.
fn whom(
    live: &LiveTable,
    person: KeyHash,
    find: impl Fn(&Talk) -> Option<&Talker>,
) -> Result<(KeyHash, String), Problem> {
    let talk = live.look().talk();
    let Some(found) = find(&talk).filter(|found| found.key != KeyHash::NOBODY) else {
        let message = "there is no such person at this table; bots cannot be blocked";
        return Err(Problem::new(ErrorCode::NotFound, message));
    };
    if found.key == person {
        return Err(Problem::new(ErrorCode::BadRequest, "you cannot block yourself"));
    }
    Ok((found.key, found.name.clone()))
}

/// Sets a block, charged to the caller's network.
async fn set(
    app: &App,
    person: KeyHash,
    whom: (KeyHash, String),
    asker: &Requester,
) -> Result<Block, Problem> {
    let ration = app.disk(asker.network).map_err(disk_spent)?;
    let block = app.hub.blocks().add(person, whom, asker.network).await?;
    if let Some(ration) = ration {
        ration.charge(write_quota::BLOCK);
    }
    Ok(block)
}

/// `POST /t/{id}/block`: blocks a person of the table (`block`), or lifts a block (`unblock`).
async fn block(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    // Whoever only looks on becomes somebody with it.
    let (person, new) = visitor.holder_or_new();
    app.may_act(person)?;
    for (name, id) in &form.0 {
        let found = || whom(&live, person, |talk| talk.people.iter().find(|other| other.id == *id));
        match name.as_str() {
            "block" => drop(set(&app, person, found()?, &asker).await?),
            "unblock" => {
                let (key, _) = found()?;
                let rows = app.hub.blocks().list(person).await?;
                if let Some(row) = rows.iter().find(|row| row.blocked == key) {
                    app.hub.blocks().lift(person, row.id, asker.network).await?;
                }
            }
            _ => {}
        }
    }
    let response = if visitor.json {
        StatusCode::NO_CONTENT.into_response()
    } else {
        see_other(&format!("/t/{}#talk", live.id()))
    };
    Ok(with_cookies(response, new.as_ref().map(keep_key)))
}

/// `POST /account/unblock`
async fn unblock(
    State(app): State<App>,
    visitor: Visitor,
    asker: Requester,
    form: Form,
) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.may_act(person)?;
    app.hub.blocks().lift(person, number(form.need("block")?)?, asker.network).await?;
    if visitor.json {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(see_other("/account?done=unblocked#blocks"))
}

/// The public id of a block: its number in hexadecimal digits.
pub(crate) fn name_of(block: &Block) -> String {
    format!("{:016x}", block.id)
}

fn number(name: &str) -> Result<u64, Problem> {
    let digits = Some(name).filter(|name| name.len() == 16 && name.bytes().all(|b| b.is_ascii_hexdigit()));
    digits.and_then(|name| u64::from_str_radix(name, 16).ok()).ok_or_else(|| {
        Problem::new(
            ErrorCode::BadRequest,
            "a block is named by 16 hexadecimal digits, as the list of them says",
        )
    })
}

/// The versions among these changes that are hidden from the reader: those with which blocked people said something.
pub(crate) fn hidden<T>(host: &Host<T>, changes: &[Arc<Change>], blocked: &Blocked) -> Vec<u64> {
    let is_said = |change: &Arc<Change>| matches!(change.what, TableEvent::Said { .. });
    if blocked.is_empty() || !changes.iter().any(is_said) {
        return Vec::new();
    }
    let talk = host.talk();
    let is_blocked = |by: usize| talk.people.get(by).is_some_and(|person| blocked.contains(person.key));
    talk.said.iter().filter(|remark| is_blocked(remark.by)).map(|remark| remark.seq).collect()
}

/// The person to block.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = Whom)]
pub(crate) enum BlockTarget {
    /// The person who has this seat now.
    #[schema(value_type = String)]
    Seat(Seat),
    /// The person who said the line of this version.
    Said(u64),
}

/// A person you have blocked.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlockState {
    /// The id of the block. `DELETE /api/v1/me/blocks/{block}` lifts it.
    #[schema(example = "04d2b6f06c17a5e9")]
    block: String,
    /// The name under which they played when you blocked them.
    name: String,
    /// The time of the block, in milliseconds since 1970.
    since: u64,
}

impl From<Block> for BlockState {
    fn from(block: Block) -> BlockState {
        BlockState { block: name_of(&block), name: block.name, since: block.at }
    }
}

/// The people you have blocked.
#[derive(Serialize, ToSchema)]
pub(crate) struct BlockStates {
    /// The blocks, latest first, at most 500.
    blocks: Vec<BlockState>,
}

/// Blocks a person of a table.
///
/// From then on, what they say at any table has no `text` for you, they cannot sit down at tables that you open, and neither of
/// you finds the public tables of the other. They are not notified.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/block", params(("id" = String, Path)), request_body = BlockTarget,
    security(("token" = [])), tag = "people",
    responses((status = 200, body = BlockState), (status = "4XX", body = Problem))
)]
pub(crate) async fn block_at(
    State(app): State<App>,
    TablePath(live): TablePath,
    asker: Requester,
    JsonBody(sent): JsonBody<BlockTarget>,
) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.may_act(person)?;
    let found = whom(&live, person, |talk| match sent {
        BlockTarget::Seat(seat) => talk.people.iter().find(|other| other.seat == Some(seat)),
        BlockTarget::Said(seq) => {
            let remark = talk.said.iter().find(|remark| remark.seq == seq)?;
            talk.people.get(remark.by)
        }
    })?;
    let block = set(&app, person, found, &asker).await?;
    Ok(fresh(Json(BlockState::from(block))))
}

/// Lists the people you have blocked.
#[utoipa::path(
    get, path = "/api/v1/me/blocks", security(("token" = [])), tag = "people",
    responses((status = 200, body = BlockStates), (status = "4XX", body = Problem))
)]
pub(crate) async fn blocks(State(app): State<App>, asker: Requester) -> Result<Response, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    let blocks = app.hub.blocks().list(person).await?.into_iter().map(BlockState::from).collect();
    Ok(fresh(Json(BlockStates { blocks })))
}

/// Lifts a block.
///
/// A block that does not exist counts as lifted.
#[utoipa::path(
    delete, path = "/api/v1/me/blocks/{block}", params(("block" = String, Path)), security(("token" = [])),
    tag = "people", responses((status = 204), (status = "4XX", body = Problem))
)]
pub(crate) async fn lift_block(
    State(app): State<App>,
    Path(block): Path<String>,
    asker: Requester,
) -> Result<StatusCode, Problem> {
    let (_, person) = asker.known.ok_or_else(nobody)?;
    app.may_act(person)?;
    app.hub.blocks().lift(person, number(&block)?, asker.network).await?;
    Ok(StatusCode::NO_CONTENT)
}
