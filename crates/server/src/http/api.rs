//! `/api/v1`: everything a table offers, as JSON, for bots and other programs. Described in `docs/api.md`.

mod commands;
pub(super) mod moderation;
mod words;

use super::App;
use super::answer::fresh;
use super::events::{self, Detail, Version};
use super::nodes::{Relayed, relayed_stream};
use super::problem::{Choose, ErrorCode, List, Problem};
use super::record::record_of;
use super::replay::{BODY_MAX, Origin, UploadPermit};
use super::request::{Bearer, Caller, JSON, JsonBody, TablePath, media_type, not_json, read_json};
use axum::extract::{FromRequest, FromRequestParts as _, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use fair::Nonce;
use game::record::Object;
use game::{Closing, Seat, SeatSet};
use live::hub::{Hub, Summary, TableStage};
use pages::{Aid, Aids};
use present::names::disambiguated;
use present::view::viewer_of;
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, GameInfo, GameKind};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use table::clock::Clock;
use table::entry::{SeatHolder, clean_name};
use table::games::{bots_for, new_game, option_texts};
use table::host::{Command, Intent, Occupant, Plan, Sender};
use table::keys::{Key, KeyHash, TableId};
use utoipa::{OpenApi, ToSchema};

/// The routes below `/api/v1`.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/games", get(games))
        .route("/tables", get(my_tables).post(open_table))
        .route("/tables/public", get(public_tables))
        .route("/tables/promise", post(promise))
        .route("/tables/{id}", get(table))
        .route("/tables/{id}/join", post(join))
        .route("/tables/{id}/fill", post(commands::fill))
        .route("/tables/{id}/close", post(commands::close))
        .route("/tables/{id}/view", get(view))
        .route("/tables/{id}/legal", get(legal))
        .route("/tables/{id}/words", get(words::position))
        .route("/tables/{id}/log", get(words::log))
        .route("/tables/{id}/check", post(words::check))
        .route("/tables/{id}/hint", get(words::hint))
        .route("/tables/{id}/act", post(commands::act))
        .route("/tables/{id}/undo", post(commands::undo))
        .route("/tables/{id}/wish", post(commands::wish))
        .route("/tables/{id}/again", post(commands::again))
        .route("/tables/{id}/events", get(table_events))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/positions/{n}", get(super::replay::position))
        .route("/tables/{id}/statistics", get(super::replay::statistics))
        .route("/draws", post(super::replay::draws))
        .route("/codes/{code}", get(by_code))
        .merge(moderation::router())
}

/// A game on the shelf.
#[derive(Serialize, ToSchema)]
struct Game {
    /// Its name, seats and options.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    info: GameInfo,
    /// The kinds of bots that play it, strongest first.
    bots: Vec<&'static str>,
}

/// The games on the shelf.
#[derive(Serialize, ToSchema)]
struct Games {
    games: Vec<Game>,
}

/// Lists the games on the shelf, with their options and bots.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = Games)), tag = "games")]
async fn games() -> Json<Games> {
    let game = |&kind: &GameKind| Game { info: kind.info(), bots: bots_for(kind) };
    Json(Games { games: GameKind::ALL.iter().map(game).collect() })
}

/// The table to open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// The game's name on the shelf; optional with `from`.
    #[schema(example = "catan")]
    game: Option<String>,
    /// The occupants of the seats in order: `me`, `open`, or `bot:` and its kind.
    #[schema(example = json!(["me", "bot:random", "open"]))]
    seats: Vec<String>,
    /// The name you play under, if you take a seat.
    name: Option<String>,
    /// Options by name; an omitted option has its default.
    #[serde(default)]
    #[schema(value_type = Object, example = json!({"victory_points": 12}))]
    options: Object,
    /// The position from which the table begins, if it is not the start of the game. It determines the seats and options;
    /// `options` may only repeat them.
    from: Option<Origin>,
    /// Whether the table is listed publicly.
    #[serde(default)]
    public: bool,
    /// Whether everybody at the table may ask for hints.
    #[serde(default)]
    hints: bool,
    /// The aids for reading the table that its pages offer, by name: `fields`, `cities`, `roads`, `open`, `fits`, `tiles`,
    /// `projected`, `preview`; these if omitted. With `chances`, at a table of any game, spectators see an estimate of
    /// everybody's chances to win. Games with `chances` count for no ratings, and games of tiles only with `[]`.
    #[schema(value_type = Option<Vec<String>>, example = json!(["tiles"]))]
    aids: Option<Vec<String>>,
    /// The time limit of the seats: `decision SECONDS` or `bank SECONDS INCREMENT`, and then `bot` (a bot plays on when the time
    /// is up) or `replace` (the others may let a bot play on).
    #[schema(value_type = Option<String>, example = "bank 600 10 bot")]
    clock: Option<Clock>,
    /// The id of a table that the server has promised you, so that its dice were fixed before you contribute to them.
    #[schema(value_type = Option<String>)]
    promised: Option<String>,
    /// The nonce you contribute to the dice, if you take a seat: 16 to 64 random hexadecimal digits in lower case
    /// (`docs/fairness.md`).
    #[schema(value_type = Option<String>)]
    nonce: Option<Nonce>,
}

/// A table that you may open.
#[derive(Serialize, ToSchema)]
struct Promised {
    /// Its id, for `promised`.
    table: String,
    /// The commitment to the secret that its dice will have.
    commitment: String,
}

/// Promises a table, so that the commitment to its dice is known before anybody contributes to them.
///
/// The promise is for one table, and ends when the server stops.
#[utoipa::path(post, path = "/api/v1/tables/promise", responses((status = 200, body = Promised)), tag = "tables")]
async fn promise(State(app): State<App>) -> Response {
    let (table, commitment) = app.hub.promise();
    fresh(Json(Promised { table: table.to_string(), commitment: commitment.to_string() }))
}

/// Returns the aids of a table to open as its log keeps them: nothing if the caller chose none.
fn aids_of(sent: &NewTable) -> Result<Option<String>, Problem> {
    let reading = match &sent.aids {
        None if !sent.hints => return Ok(None),
        None => Ok(Aids::UNCHOSEN),
        Some(names) if names.is_empty() => Ok(Aids::NONE),
        Some(names) => names.join(".").parse(),
    };
    let reading: Aids =
        reading.map_err(|error| Problem::new(ErrorCode::BadRequest, format!("`aids`: {error}")))?;
    Ok(Some(reading.with(Aid::Hint, sent.hints || reading.contains(Aid::Hint)).to_string()))
}

/// A table that you have joined or opened.
#[derive(Serialize, ToSchema)]
struct Seated {
    /// The table's id.
    table: String,
    /// Your seat, if you took one.
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The join code of the table, while seats are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// The version of the table.
    version: u64,
    /// The token that identifies you, for the `Authorization: Bearer` header. It is returned only once, and only if you sent
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Opens a table.
///
/// Send your token to use it for this table too; otherwise you get a new one.
#[utoipa::path(
    post, path = "/api/v1/tables", request_body = NewTable, security((), ("token" = [])), tag = "tables",
    responses((status = 201, body = Seated), (status = "4XX", body = Problem))
)]
async fn open_table(
    State(app): State<App>,
    Caller(from): Caller,
    Bearer(known): Bearer,
    request: Request,
) -> Result<Response, Problem> {
    let (mut sent, admitted) = read_new_table(&app, from, request).await?;
    let (holder, token) = holder(known);
    let game = start_of(&app, from, &mut sent, admitted).await?;
    let mut mine = 0;
    let chairs = sent.seats.iter().map(|seat| match seat.as_str() {
        "open" => Ok(SeatHolder::Open),
        "me" => {
            mine += 1;
            let name = sent.name.as_deref().and_then(clean_name).ok_or_else(bad_name)?;
            Ok(SeatHolder::Person { name, key: holder })
        }
        other => match other.strip_prefix("bot:") {
            Some(kind) => Ok(SeatHolder::Bot(kind.to_owned())),
            None => Err(Problem::new(
                ErrorCode::BadSeats,
                format!("`{other}` is not a seat; write `me`, `open`, or `bot:` and its kind"),
            )),
        },
    });
    let chairs: Vec<SeatHolder> = chairs.collect::<Result<_, _>>()?;
    if mine > 1 {
        return Err(Problem::new(ErrorCode::BadSeats, "you can take one seat only; write `me` once"));
    }
    let promised = sent.promised.as_deref().map(str::parse::<TableId>).transpose();
    let promised =
        promised.map_err(|error| Problem::new(ErrorCode::BadRequest, format!("`promised`: {error}")))?;
    let aids = aids_of(&sent)?;
    let own = |chair: &SeatHolder| matches!(chair, SeatHolder::Person { .. });
    let seat = chairs.iter().position(own).and_then(Seat::new);
    let nonces: BTreeMap<Seat, Nonce> = seat.zip(sent.nonce).into_iter().collect();
    let (public, clock) = (sent.public, sent.clock);
    let plan = Plan { chairs, promised, nonces, aids, public, clock, ..Plan::default() };
    let (live, done) = app.open_table(from, &game, plan, holder).await?;
    let seated = Seated {
        table: live.id().to_string(),
        seat: done.seat,
        code: live.look().code().map(str::to_owned),
        version: done.seq,
        token,
    };
    let location = [(header::LOCATION, format!("/api/v1/tables/{}", live.id()))];
    Ok((StatusCode::CREATED, location, fresh(Json(seated))).into_response())
}

/// Reads the table to open from the body. A body above the usual limit may contain a record, and counts as the upload of one.
async fn read_new_table(
    app: &App,
    caller: IpAddr,
    request: Request,
) -> Result<(NewTable, Option<UploadPermit<'_>>), Problem> {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_none_or(|length: usize| length <= app.limits.body) {
        let JsonBody(sent) = JsonBody::from_request(request, app).await?;
        return Ok((sent, None));
    }
    if media_type(request.headers()) != Some(JSON) {
        return Err(not_json());
    }
    let mut admitted = app.replays.admit(app, caller)?;
    let body = admitted.receive(request.into_body(), BODY_MAX).await?;
    read_json(&body).map(|sent| (sent, Some(admitted)))
}

/// The position from which a table begins: a new game with these options, or the one that is named.
async fn start_of(
    app: &App,
    caller: IpAddr,
    sent: &mut NewTable,
    admitted: Option<UploadPermit<'_>>,
) -> Result<AnyGame, Problem> {
    let game = sent.game.as_deref();
    let Some(origin) = sent.from.take() else {
        let game = game.ok_or_else(|| {
            Problem::new(ErrorCode::BadRequest, "`game` is missing: name a game, or a position with `from`")
        })?;
        return Ok(new_game(game, sent.seats.len(), &option_texts(&sent.options))?);
    };
    let start = origin.read(app, caller, admitted, game).await?;
    let mut all = start.options();
    all.extend(sent.options.clone());
    match AnyGame::new(start.kind(), &all) {
        Ok(same) if same.options() == start.options() => Ok(start),
        _ => Err(Problem::new(
            ErrorCode::BadOption,
            "`options` are not those of the position in `from`; leave them out",
        )),
    }
}

/// The holder of the key that was sent, or of a new one.
fn holder(known: Option<KeyHash>) -> (KeyHash, Option<String>) {
    match known {
        Some(holder) => (holder, None),
        None => {
            let key = Key::random();
            (key.hash(), Some(key.reveal()))
        }
    }
}

fn bad_name() -> Problem {
    Problem::new(ErrorCode::BadName, "`name` must have 1 to 24 visible characters")
}

/// A seat and its occupant.
#[derive(Serialize, ToSchema)]
struct SeatState {
    /// The seat.
    #[schema(value_type = String)]
    seat: Seat,
    /// `open`, `person` or `bot`.
    kind: &'static str,
    /// The person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The bot's kind; for a person, the bot that plays for them while they are away.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    /// Whether the person is following the table at this moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    online: Option<bool>,
    /// The time left on the seat's clock, in milliseconds, if the table has clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// Whether that clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<bool>,
}

/// A table without its position.
#[derive(Serialize, ToSchema)]
struct TableState {
    /// The id.
    table: String,
    /// The game's name on the shelf.
    game: &'static str,
    /// Every option by name.
    #[schema(value_type = Object)]
    options: Object,
    /// `waiting` for open seats, `playing`, `over`, or `closed` before the end.
    stage: &'static str,
    /// The seats in order.
    seats: Vec<SeatState>,
    /// Your seat, if you have one.
    #[schema(value_type = Option<String>)]
    you: Option<Seat>,
    /// Seats that could go on with the game now.
    #[schema(value_type = Vec<String>)]
    to_decide: SeatSet,
    /// The number of turns begun.
    turns: u32,
    /// The version.
    version: u64,
    /// The join code of the table, while seats are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// The winners, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    winners: Option<SeatSet>,
    /// Whether the table is listed publicly.
    public: bool,
    /// Whether everybody at the table may ask for hints.
    hints: bool,
    /// Whether the game began from a position instead of its start. Statistics of results leave such games out.
    from_position: bool,
    /// The time limit of the seats, if the table has clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    clock: Option<Clock>,
    /// The commitment to the secret of the dice (`docs/fairness.md`).
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    /// The nonces that the seats contributed to the dice.
    #[schema(value_type = Object)]
    nonces: BTreeMap<Seat, Nonce>,
    /// The reserved seats: the game begins once their players have joined as well.
    #[schema(value_type = Vec<String>)]
    expected: SeatSet,
    /// The seat that asks the others to take an action back, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    undo_asked: Option<Seat>,
    /// The seat that asks the others to close the table, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    close_asked: Option<Seat>,
    /// The reason why the table was closed before its game was over, if it was: `opener`, `agreement`, `absence`, or, if the host
    /// of the server closed it, `host-conduct`, `host-content`, `host-request` or `host-operation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    closed: Option<Closing>,
    /// The number of spectators at this moment.
    spectators: usize,
    /// The id of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The commitment to the secret of the rematch's dice, known before anybody opens that table.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_commitment: Option<String>,
}

fn state_of(hub: &Hub, table: &Summary, you: Option<KeyHash>) -> TableState {
    let clocks = &table.clocks;
    let seats = disambiguated(table.occupants.clone())
        .into_iter()
        .zip(Seat::first(Seat::MAX))
        .map(|(occupant, seat)| {
            let state = SeatState {
                seat,
                kind: "open",
                name: None,
                bot: None,
                online: None,
                clock: clocks.as_ref().and_then(|(left, _)| left.get(seat.index()).copied()),
                runs: clocks.as_ref().map(|(_, running)| running.contains(seat)),
            };
            match occupant {
                Occupant::Open => state,
                Occupant::Person { name, stand_in } => SeatState {
                    kind: "person",
                    name: Some(name),
                    bot: stand_in,
                    online: Some(table.online.contains(seat)),
                    ..state
                },
                Occupant::Bot { kind } => SeatState { kind: "bot", bot: Some(kind), ..state },
            }
        })
        .collect();
    TableState {
        table: table.id.to_string(),
        game: table.kind.name(),
        options: table.options.clone(),
        stage: match table.stage {
            TableStage::Waiting => "waiting",
            TableStage::Playing => "playing",
            TableStage::Over => "over",
            TableStage::Closed => "closed",
        },
        seats,
        you: you.and_then(|key| table.seat_of(key)),
        to_decide: table.to_decide,
        turns: table.turns,
        version: table.version,
        code: table.code.clone(),
        winners: table.winners,
        public: table.is_public,
        hints: table.hints,
        from_position: table.from_position,
        clock: table.clock,
        commitment: table.commitment.map(|commitment| commitment.to_string()),
        nonces: table.nonces.clone(),
        expected: table.expected,
        undo_asked: table.undo_asked,
        close_asked: table.close_asked,
        closed: table.closed,
        spectators: table.spectators,
        next: table.next.map(|next| next.to_string()),
        next_commitment: hub.commitment_next(table).map(|commitment| commitment.to_string()),
    }
}

/// Tables of one person.
#[derive(Serialize, ToSchema)]
struct Tables {
    /// The tables, latest first, at most 30.
    tables: Vec<TableState>,
}

/// A list of tables as JSON, written in the pool.
async fn list_of(
    app: &App,
    tables: Vec<Arc<Summary>>,
    you: Option<KeyHash>,
) -> Result<impl IntoResponse, Problem> {
    let hub = Arc::clone(&app.hub);
    let text = app
        .work(move |_| {
            let tables = tables.iter().map(|table| state_of(&hub, table, you)).collect();
            serde_json::to_vec(&Tables { tables })
        })
        .await?;
    let text = text.map_err(|error| Problem::new(ErrorCode::Internal, error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text))
}

/// Lists the tables of the caller.
#[utoipa::path(
    get, path = "/api/v1/tables", security(("token" = [])), tag = "tables",
    responses((status = 200, body = Tables), (status = "4XX", body = Problem))
)]
async fn my_tables(State(app): State<App>, Bearer(you): Bearer) -> Result<Response, Problem> {
    let Some(key) = you else {
        return Err(Problem::new(
            ErrorCode::BadToken,
            "whose tables? Send your token as `Authorization: Bearer …`",
        ));
    };
    let tables = app.hub.tables_of(key).await?;
    Ok(list_of(&app, tables, you).await?.into_response())
}

/// Lists the public tables whose games are not over, latest first, at most 50.
///
/// Tables that have waited for players for a day with nobody present are left out. With a token, so are tables whose opener you
/// have blocked, or who has blocked you.
#[utoipa::path(
    get, path = "/api/v1/tables/public", security((), ("token" = [])), tag = "tables",
    responses((status = 200, body = Tables), (status = "4XX", body = Problem))
)]
async fn public_tables(State(app): State<App>, Bearer(you): Bearer) -> Result<Response, Problem> {
    let tables = app.hub.public_tables(you, 50, &app.limits.tables).await?;
    Ok(fresh(list_of(&app, tables, you).await?))
}

/// Returns the state of a table: its seats and the progress of its game.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}", params(("id" = String, Path)), security((), ("token" = [])), tag = "tables",
    responses((status = 200, body = TableState), (status = "4XX", body = Problem))
)]
async fn table(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
) -> Result<Response, Problem> {
    let table = live.summary().ok_or_else(Problem::no_table)?;
    Ok(fresh(Json(state_of(&app.hub, &table, you))))
}

/// The id of a table.
#[derive(Serialize, ToSchema)]
struct Found {
    /// The table's id.
    table: String,
}

/// Returns the table with a join code, until its game begins.
#[utoipa::path(
    get, path = "/api/v1/codes/{code}", params(("code" = String, Path)), tag = "tables",
    responses((status = 200, body = Found), (status = 404, body = Problem))
)]
async fn by_code(
    State(app): State<App>,
    axum::extract::Path(code): axum::extract::Path<String>,
) -> Result<Json<Found>, Problem> {
    let table = app.hub.table_by_code(&code).await?.to_string();
    Ok(Json(Found { table }))
}

/// The seat and the name with which you join.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Join {
    /// The name you play under.
    name: String,
    /// A client-generated id, unique to this command (idempotency key). A retry with this id and your token gets the first
    /// response, even if you have left since.
    id: Option<String>,
    /// The seat; by default the first open one.
    #[schema(value_type = Option<String>, example = "B")]
    seat: Option<Seat>,
    /// The nonce you contribute to the dice: 16 to 64 random hexadecimal digits in lower case (`docs/fairness.md`).
    #[schema(value_type = Option<String>)]
    nonce: Option<Nonce>,
}

/// Takes a seat, or the seat that is reserved for you.
///
/// If you already sit at the table, you keep your seat and get the same response again.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/join", params(("id" = String, Path)), request_body = Join,
    security((), ("token" = [])), tag = "tables",
    responses((status = 200, body = Seated), (status = "4XX", body = Problem))
)]
async fn join(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(known): Bearer,
    JsonBody(sent): JsonBody<Join>,
) -> Result<Response, Problem> {
    let (holder, token) = holder(known);
    let join_id = sent.id;
    let intent = Intent::Join { seat: sent.seat, name: sent.name, nonce: sent.nonce };
    let command = Command { sender: Sender::Holder(holder), id: join_id, seen: 0, intent };
    let done = app.hub.submit(&live, command).await?;
    let code = live.look().code().map(str::to_owned);
    Ok(fresh(Json(Seated { table: live.id().to_string(), seat: done.seat, code, version: done.seq, token })))
}

/// The position from your perspective.
#[derive(Serialize, ToSchema)]
struct ViewState {
    /// The version it belongs to.
    version: u64,
    /// The view, see `docs/view.md`; `null` until the game begins.
    #[schema(value_type = Option<Object>)]
    view: Option<Box<serde_json::value::RawValue>>,
}

/// Returns the position from the perspective of the token's holder; without a token, of a spectator.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/view", params(("id" = String, Path)), security((), ("token" = [])), tag = "play",
    responses((status = 200, body = ViewState), (status = "4XX", body = Problem))
)]
async fn view(TablePath(live): TablePath, Bearer(you): Bearer) -> Response {
    let (version, game, viewer) = {
        let host = live.look();
        (host.version(), host.game().copied(), viewer_of(&host, you))
    };
    fresh(Json(ViewState { version, view: game.map(|game| game.view_text(viewer)) }))
}

/// The actions available to your seat.
#[derive(Serialize, ToSchema)]
struct Legal {
    /// The version it belongs to: the `seq` to send with an action.
    version: u64,
    /// Your seat.
    #[schema(value_type = String)]
    seat: Seat,
    /// The listed actions, ready to be sent: all of them, unless `total` is present. Offers, counter-offers and proposals are
    /// open-ended and not listed; the rules check them when you send them.
    legal: Vec<String>,
    /// With `?words=true`, the effect of each of these actions in words, in the language of `Accept-Language`. An action that the
    /// summary explains stands as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<String>>,
    /// With `?words=true`, the position without its board, as plain text: open offers, hands, the tile to be placed, the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    /// The number of actions, if `legal` has only the first of them: 512 for a choice of cards out of a large hand, otherwise
    /// 1,024.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    /// All actions in short form, if they are a choice of cards that is too long for a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    choose: Option<Choose>,
}

/// The maximum number of listed actions: more than any position has, except for choices of cards.
const LISTED_MAX: usize = 1_024;

/// The query parameter for actions in words; for the description only.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[allow(dead_code)]
struct InWords {
    /// Whether the response contains `words`.
    words: Option<bool>,
}

/// Returns the listed actions of your seat.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/legal", params(("id" = String, Path), InWords), security(("token" = [])), tag = "play",
    responses((status = 200, body = Legal), (status = "4XX", body = Problem))
)]
async fn legal(
    State(app): State<App>,
    TablePath(live): TablePath,
    Bearer(you): Bearer,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let not_seated =
        || Problem::new(ErrorCode::NotSeated, "you have no seat at this table; send the token of yours");
    let key = you.ok_or_else(not_seated)?;
    if words::are_wanted(&uri)? {
        let reader = words::reader(&app, &headers, &uri);
        return app.work(move |_| words::legal(&live, key, reader).ok_or_else(not_seated).map(fresh)).await?;
    }
    let moves = live.look().moves_of(key);
    let seat = moves.seat.ok_or_else(not_seated)?;
    let List { legal, total, choose } = moves.listed(LISTED_MAX).into();
    Ok(fresh(Json(Legal { version: moves.seq, seat, legal, words: None, summary: None, total, choose })))
}

/// The resume point of a stream; for the description only.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[allow(dead_code)]
struct After {
    /// The last version you have seen. The header `Last-Event-ID` means the same and takes precedence.
    after: Option<u64>,
}

/// Streams every version of the table as server-sent events.
///
/// The stream starts after the last version you have seen, or else with the current one: `id` is the version, `event` is
/// `version`, `data` is a [`Version`]. It has no gaps and ends only when the server stops or the reader is too slow.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/events", params(("id" = String, Path), After), security((), ("token" = [])),
    tag = "play",
    responses((status = 200, body = Version, content_type = "text/event-stream"), (status = "4XX", body = Problem))
)]
async fn table_events(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let (mut parts, _) = request.into_parts();
    if let Some(relayed) = parts.extensions.remove::<Relayed>() {
        let opening = events::Opening::from_request_parts(&mut parts, &app).await?;
        return Ok(relayed_stream(&app, relayed, opening));
    }
    let TablePath(live) = TablePath::from_request_parts(&mut parts, &app).await?;
    let Bearer(you) = Bearer::from_request_parts(&mut parts, &app).await?;
    let opening = events::Opening::from_request_parts(&mut parts, &app).await?;
    Ok(events::stream(&app, live, opening, you, Detail::Events, None))
}

/// Returns the record of a finished game (`docs/record.md`).
///
/// It contains everybody's secrets, so it is refused until the game is over.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/record", params(("id" = String, Path)), tag = "tables",
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 403, body = Problem))
)]
async fn record(State(app): State<App>, TablePath(live): TablePath) -> Result<Response, Problem> {
    record_of(&app, live).await
}

/// The description of the routes in this file and below.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Neuland",
        description = "Board games by the book: tables, views, legal actions and events. A guide is in docs/api.md.",
        version = "1"
    ),
    paths(
        games, my_tables, public_tables, promise, open_table, table, join, commands::fill, commands::close, view, legal, words::position, words::log, words::check, words::hint, commands::act, commands::undo, commands::wish,
        commands::again, table_events, record, super::replay::position, super::replay::statistics, super::replay::draws, by_code,
        moderation::report, moderation::reports, moderation::report_numbered, moderation::resolve,
        moderation::view_table, moderation::close_table, moderation::person, moderation::rename,
        moderation::reset_password, moderation::set_role, moderation::roles, moderation::sanctions,
        moderation::impose, moderation::lift, moderation::audit, moderation::check_audit
    ),
    components(schemas(Version)),
    modifiers(&Token)
)]
pub(crate) struct Description;

/// The security scheme of bearer tokens.
struct Token;

impl utoipa::Modify for Token {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
        let components = description.components.get_or_insert_with(Default::default);
        components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}
