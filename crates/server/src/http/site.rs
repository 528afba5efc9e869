//! The pages for browsers, with links and forms. The client in the browser uses the same addresses.

mod forms;

pub(crate) use forms::{command, nonce_field};

use super::App;
use super::answer::{drop_here_at, fresh, immutable, keep_settings, page, see_other, with_cookies};
use super::events::{self, Detail, PageReader};
use super::lobby::lobby_of;
use super::parts::{asked, params, query};
use super::problem::{ErrorCode, Problem};
use super::record::record_of;
use super::request::{Form, TablePath, Visitor};
use super::view::{hint_card, hint_page, preview_of, table_page};
use axum::Router;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
pub(crate) use forms::{NewTableError, open_from};
use forms::{act, fill, join, join_page, open_table, uncover, undo};
use game::Viewer;
use live::hub::LiveTable;
use live::work::Token;
use pages::forms::{NewTable, field};
use pages::{
    Aids, GameTable, History, KindsPage, Lang, Margin, PublicTable, RulesPage, RulesSearch, SeatInfo,
    Settings, StartPage, TableSummary, UserError,
};
use present::summary::Line;
use present::view::lines;
use serde_json::json;
use shelf::GameKind;
use table::games::bots_for;
use table::keys::read_join_code;

/// The routes of the pages.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(start))
        .route("/tables", post(open_table))
        .route("/t/{id}", get(table))
        .route("/t/{id}/main", get(main))
        .route("/t/{id}/preview", get(preview))
        .route("/t/{id}/hint", get(hint))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/fill", post(fill))
        .route("/t/{id}/act", post(act))
        .route("/t/{id}/undo", post(undo))
        .route("/t/{id}/here", post(uncover))
        .route("/t/{id}/events", get(table_events))
        .route("/t/{id}/board/{picture}", get(board))
        .route("/t/{id}/record", get(record))
        .route("/j", get(find_code))
        .route("/j/{code}", get(by_code))
        .route("/j/{code}/", get(by_code))
        .route("/rules", get(all_rules))
        .route("/rules/search", get(search_rules))
        .route("/rules/{what}", get(rules))
        .route("/rules/{what}/how-to-play", get(how_to_play))
        .route("/rules/{what}/kinds", get(kinds))
        .route("/assets/{hash}/{name}", get(asset))
        .route("/settings", post(settings))
}

/// The last parts of an address.
pub(crate) struct PathTail<const N: usize>(pub(super) [String; N]);

impl<const N: usize> FromRequestParts<App> for PathTail<N> {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let mut tail = params(parts, app).await?;
        let from = tail.len().saturating_sub(N);
        let tail: Vec<String> = tail.drain(from..).map(|(_, value)| value).collect();
        tail.try_into().map(PathTail).map_err(|_| Problem::not_found())
    }
}

/// `GET /`; the form comes here when another game is chosen in it.
async fn start(State(app): State<App>, visitor: Visitor, uri: Uri) -> Result<Response, Problem> {
    let fields = query(&uri);
    let game = field(&fields, "game").and_then(|name| name.parse().ok()).unwrap_or(GameKind::ALL[0]);
    let kept = NewTable::kept(&fields, game);
    let unfolds = field(&fields, "game").is_some();
    let shown = Start { game, sent: kept.as_ref(), faults: &[], unfolds };
    start_page(&app, &visitor, shown, StatusCode::OK).await
}

/// The state of the form for a new table on the start page.
struct Start<'a> {
    game: GameKind,
    /// The choices made so far.
    sent: Option<&'a NewTable>,
    faults: &'a [UserError],
    unfolds: bool,
}

async fn start_page(
    app: &App,
    visitor: &Visitor,
    Start { game, sent, faults, unfolds }: Start<'_>,
    status: StatusCode,
) -> Result<Response, Problem> {
    let tables = match visitor.holder() {
        Some(holder) => app.hub.tables_of(holder).await?,
        None => Vec::new(),
    };
    let lobby = lobby_of(app, visitor.holder()).await?;
    let (promised, bots) = (app.hub.promise(), bots_for(game));
    let lessons: Vec<(GameKind, usize)> = visitor.lessons.begun().to_vec();
    let (visitor, sent, faults) = (visitor.clone(), sent.cloned(), faults.to_vec());
    let render = move |_: &Token| {
        let lines: Vec<Line> = tables.into_iter().map(|table| Line::new(table, visitor.holder())).collect();
        let seats: Vec<Vec<SeatInfo<'_>>> = lines.iter().map(Line::seats).collect();
        let summaries: Vec<TableSummary<'_>> =
            lines.iter().zip(&seats).map(|(line, seats)| line.summary(seats)).collect();
        let public_seats: Vec<Vec<SeatInfo<'_>>> = lobby.iter().map(|table| table.line.seats()).collect();
        let public: Vec<PublicTable<'_>> =
            lobby.iter().zip(&public_seats).map(|(table, seats)| table.public(seats)).collect();
        let (promised, commitment) = (promised.0.to_string(), promised.1.to_string());
        pages::start(&StartPage {
            reader: &visitor.reader,
            game,
            tables: &summaries,
            public: &public,
            promised: (&promised, &commitment),
            bots: &bots,
            sent: sent.as_ref(),
            faults: &faults,
            unfolds,
            lessons: &lessons,
        })
        .into_string()
    };
    Ok(page(status, app.work(render).await?))
}

/// `GET /t/{id}`; with `?mode=text` or `?mode=picture` the response stores the mode, since the forms of the page lead on to
/// others.
async fn table(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Problem> {
    let cookies = asked(&uri, "mode").map(|_| keep_settings(&visitor.reader.settings));
    let covered = visitor.is_over().then(|| drop_here_at(&format!("/t/{}", live.id())));
    let html = table_page(&app, &live, visitor, None, true).await?;
    Ok(with_cookies(page(StatusCode::OK, html), cookies.into_iter().chain(covered)))
}

/// `GET /t/{id}/main`
async fn main(
    State(app): State<App>,
    TablePath(live): TablePath,
    mut visitor: Visitor,
) -> Result<Response, Problem> {
    // Forms on the part lead back to the whole.
    visitor.reader.here = visitor.reader.here.replacen("/main", "", 1);
    let covered = visitor.is_over().then(|| drop_here_at(&format!("/t/{}", live.id())));
    Ok(with_cookies(page(StatusCode::OK, table_page(&app, &live, visitor, None, false).await?), covered))
}

/// `GET /t/{id}/preview?action=…`: the preview of the reader's action; 204 if there is none, as when somebody has moved
/// meanwhile.
async fn preview(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Problem> {
    let action = asked(&uri, "action").unwrap_or_default();
    let html = app.work(move |_| preview_of(&live, &visitor, &action)).await?;
    Ok(html.map_or_else(|| StatusCode::NO_CONTENT.into_response(), |html| page(StatusCode::OK, html)))
}

/// `GET /t/{id}/hint`: the page with what the strongest bot would do; for the client, the card alone.
async fn hint(
    State(app): State<App>,
    TablePath(live): TablePath,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let advice = super::hints::hint(&app, &live, visitor.holder()).await?.advice;
    if !visitor.json {
        return Ok(page(StatusCode::OK, hint_page(&app, &live, visitor, advice).await?));
    }
    let card = app.work(move |_| hint_card(&live, &visitor, advice)).await?;
    Ok(fresh(axum::Json(json!({ "card": card }))).into_response())
}

/// `GET /j?code=…`, the form on the start page.
async fn find_code(uri: Uri) -> Response {
    // People paste the whole link as well.
    let code = asked(&uri, "code").unwrap_or_default();
    let code = code.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let code = read_join_code(code).unwrap_or_else(|| code.to_owned());
    let code: String = form_urlencoded::byte_serialize(code.as_bytes()).collect();
    see_other(&format!("/j/{code}"))
}

/// `GET /j/{code}`; a slash at its end changes nothing.
async fn by_code(
    State(app): State<App>,
    visitor: Visitor,
    PathTail([code]): PathTail<1>,
) -> Result<Response, Problem> {
    let id = app.hub.table_by_code(&code).await?;
    let live = app.hub.table(id).await?;
    if visitor.holder().is_some_and(|key| live.look().seat_of(key).is_some()) {
        return Ok(see_other(&format!("/t/{id}")));
    }
    Ok(join_page(&live, &visitor, None, StatusCode::OK))
}

/// `GET /t/{id}/events`: with the `state` that a page shows, the patches of the page; otherwise only version numbers.
async fn table_events(
    State(app): State<App>,
    TablePath(live): TablePath,
    mut visitor: Visitor,
    opening: events::Opening,
    uri: Uri,
) -> Result<Response, Problem> {
    visitor.read_blocks(&app).await?;
    let state = asked(&uri, "state").and_then(|state| u64::from_str_radix(&state, 16).ok());
    let holder = visitor.holder();
    let page = state.map(|state| PageReader::new(&app, &live, visitor, state));
    Ok(events::stream(&app, live, opening, holder, Detail::Number, page))
}

/// The number of changes before a position that are searched for what its picture marks.
const MARKED: usize = 40;

/// `GET /t/{id}/board/{seq}.svg`: the public part of the position after an entry. It never changes; once the position was taken
/// back, there is no picture of it.
async fn board(
    State(app): State<App>,
    TablePath(live): TablePath,
    uri: Uri,
    PathTail([picture]): PathTail<1>,
) -> Result<Response, Problem> {
    app.work(move |_| render_board(&live, &uri, &picture)).await?
}

fn render_board(live: &LiveTable, uri: &Uri, picture: &str) -> Result<Response, Problem> {
    let none =
        || Problem::new(ErrorCode::NotFound, "pictures are named by versions of the table, such as 17.svg");
    let taken_back =
        || Problem::new(ErrorCode::NotFound, "this version was taken back, and has no picture any more");
    let seq: u64 = picture
        .strip_suffix(".svg")
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|number| number.parse().ok())
        .ok_or_else(none)?;
    let (game, changes) = {
        let host = live.look();
        if seq > host.version() {
            return Err(none());
        }
        let game = match host.game_at(seq) {
            Some(game) => game,
            None if host.has_begun_at(seq) => return Err(taken_back()),
            None => host.start().ok_or_else(none)?,
        };
        (game, host.log_tail(seq, MARKED))
    };
    let history = History { log: lines(&changes), ..History::default() };
    let table = GameTable::new(&game, Viewer::Spectator, &history, Aids::NONE);
    Ok(picture_of(&table, uri, Margin::Wide))
}

/// The picture of a position, in the colours that the address asks for and with names of places where it does.
pub(super) fn picture_of(game: &GameTable<'_>, uri: &Uri, margin: Margin) -> Response {
    immutable("image/svg+xml", pages::board(game, &look_of(uri), margin))
}

/// The look of a picture that an address asks for.
pub(super) fn look_of(uri: &Uri) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in query(uri) {
        if matches!(name.as_str(), "theme" | "board" | "names") {
            settings.set(&name, &value);
        }
    }
    settings
}

/// `GET /t/{id}/record`
async fn record(State(app): State<App>, TablePath(live): TablePath) -> Result<Response, Problem> {
    record_of(&app, live).await
}

/// `GET /rules`
async fn all_rules(visitor: Visitor) -> Html<String> {
    Html(pages::all_rules(&visitor.reader).into_string())
}

/// The longest search, in letters.
const SEARCH_MAX: usize = 100;

/// `GET /rules/search?q=…`, in the rules of one `game` or of all.
async fn search_rules(State(app): State<App>, visitor: Visitor, uri: Uri) -> Result<Html<String>, Problem> {
    let words: String = asked(&uri, "q").unwrap_or_default().chars().take(SEARCH_MAX).collect();
    let game = asked(&uri, "game").filter(|game| !game.is_empty());
    let lang = asked(&uri, "lang").and_then(|tag| Lang::of_tag(&tag));
    let render = move |_: &Token| {
        let search = RulesSearch { reader: &visitor.reader, words: &words, game: game.as_deref(), lang };
        pages::rules_search(&search).into_string()
    };
    Ok(Html(app.work(render).await?))
}

/// `GET /rules/{game}`, or `GET /rules/{clause}`, which leads to its place. A clause that was opened from a table or a lesson leads back
/// there.
async fn rules(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    headers: HeaderMap,
    PathTail([what]): PathTail<1>,
) -> Result<Response, Problem> {
    let came_from =
        headers.get(header::REFERER).and_then(|referrer| referrer.to_str().ok()?.parse::<Uri>().ok());
    let came_from = came_from.map(|uri| uri.path().to_owned()).filter(|path| may_lead_back(path));
    app.work(move |_| render_rules(&visitor, &uri, came_from, what)).await?
}

/// Whether a path is one to which the rules lead back: a table or a lesson.
fn may_lead_back(path: &str) -> bool {
    is_local(path) && (path.starts_with("/t/") || path.starts_with("/learn/"))
}

fn render_rules(
    visitor: &Visitor,
    uri: &Uri,
    came_from: Option<String>,
    what: String,
) -> Result<Response, Problem> {
    let from = asked(uri, "from").filter(|path| may_lead_back(path));
    let asked = asked(uri, "lang").and_then(|tag| Lang::of_tag(&tag));
    if let Some(html) =
        pages::rules(&RulesPage { reader: &visitor.reader, game: &what, lang: asked, from: from.as_deref() })
    {
        return Ok((Html(html.into_string())).into_response());
    }
    match pages::clause_url(&what, asked.unwrap_or(visitor.reader.lang)) {
        Some(url) => {
            let Some(from) = came_from else { return Ok(see_other(&url)) };
            let (page, clause) = url.split_once('#').unwrap_or((&url, ""));
            let from: String = form_urlencoded::byte_serialize(from.as_bytes()).collect();
            Ok(see_other(&format!("{page}&from={from}#{clause}")))
        }
        None => {
            let message = "the rulebook has no such game and no such clause";
            Err(Problem::new(UserError::NoClause(what), message))
        }
    }
}

/// `GET /rules/{game}/how-to-play`
async fn how_to_play(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    PathTail([game]): PathTail<1>,
) -> Result<Response, Problem> {
    let lang = asked(&uri, "lang").and_then(|tag| Lang::of_tag(&tag));
    let render = move |_: &Token| {
        pages::how_to_play(&RulesPage { reader: &visitor.reader, game: &game, lang, from: None })
            .map(|html| html.into_string())
    };
    let html = app.work(render).await?;
    let html = html.ok_or_else(|| {
        Problem::new(ErrorCode::NotFound, "the shelf has no such game, or no such page about it")
    })?;
    Ok(Html(html).into_response())
}

/// `GET /rules/{game}/kinds`, with counts by kind as the reader entered them.
async fn kinds(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    PathTail([game]): PathTail<1>,
) -> Result<Response, Problem> {
    let counted: Vec<(String, String)> = query(&uri)
        .into_iter()
        .map(|(kind, count)| (kind, count.trim().to_owned()))
        .filter(|(kind, count)| kind != "lang" && !count.is_empty())
        .collect();
    let render = move |_: &Token| {
        pages::kinds(&KindsPage { reader: &visitor.reader, game: &game, counted: &counted })
            .map(|html| html.into_string())
    };
    match app.work(render).await? {
        Some(html) => Ok(Html(html).into_response()),
        None => Err(Problem::new(ErrorCode::NotFound, "the shelf has no such game of tiles")),
    }
}

/// `GET /assets/{hash}/{name}`
async fn asset(PathTail([hash, name]): PathTail<2>) -> Result<Response, Problem> {
    let asset = pages::assets().iter().find(|asset| asset.name == name);
    let asset = asset.ok_or_else(|| Problem::new(ErrorCode::NotFound, "there is no such file"))?;
    if hash != pages::assets_hash() {
        // A page from before an update asks; it gets what there is now.
        return Ok(see_other(&pages::asset_url(asset.name)));
    }
    Ok(immutable(asset.content_type, asset.bytes.clone().into_owned()))
}

/// `POST /settings`
async fn settings(visitor: Visitor, form: Form) -> Response {
    let mut settings = visitor.reader.settings;
    for (name, value) in &form.0 {
        settings.set(name, value);
    }
    let back = pages::forms::field(&form.0, "back").filter(|back| is_local(back)).unwrap_or("/");
    let response = if visitor.json { StatusCode::NO_CONTENT.into_response() } else { see_other(back) };
    with_cookies(response, [keep_settings(&settings)])
}

/// Whether a path leads to one of our own pages.
fn is_local(path: &str) -> bool {
    let mut letters = path.chars();
    letters.next() == Some('/')
        && !matches!(letters.next(), Some('/' | '\\'))
        && !path.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn settings_lead_back_to_own_pages_only() {
        for path in ["/", "/t/abc?mode=text", "/rules/catan#CATAN-SETT-3"] {
            assert!(is_local(path), "{path}");
        }
        for path in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:x", "/a\r\nb"]
        {
            assert!(!is_local(path), "{path}");
        }
    }
}
