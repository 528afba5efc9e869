//! Looking at games again: replays of tables, and records that somebody brings along.
//!
//! While a game goes on, a reader sees its earlier positions as they saw them then: through the eyes of their own seat,
//! or of a spectator. Once it is over, nothing is secret any more, and everybody may look through any eyes.

use super::App;
use super::answer::{file, fresh, page, see_other};
use super::guard::address;
use super::limits::RECORDS_PER_HOUR;
use super::problem::{ErrorCode, Problem};
use super::request::{AtTable, Bearer, Visitor, asked, media_type};
use super::site::{Log, Seen, Tail, picture_of};
use crate::hub::Live;
use crate::metrics::{Limit, METRICS};
use axum::Json;
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use game::record::Step;
use game::{Seat, Viewer};
use pages::carcassonne::{AnyView, CarcassonneTable};
use pages::catan::CatanTable;
use pages::cities_and_knights::CitiesAndKnightsTable;
use pages::{
    Aids, Fault, GameTable, Happened, Lines, LogLine, Names, ReplayCharts, ReplayPage, SeatInfo, UploadFault,
    UploadPage, Who, Words,
};
use serde::Serialize;
use shelf::verify::{Verified, verify};
use shelf::{AnyGame, Events, GameKind, Reel, ReplayError, Statistics};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::entry::clean_name;
use table::keys::TableId;
use tokio::sync::{Semaphore, SemaphorePermit};
use utoipa::ToSchema;

/// The routes of replays.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/t/{id}/replay", get(table_replay))
        .route("/t/{id}/replay/{n}", get(table_position::<true>))
        .route("/t/{id}/replay/{n}/main", get(table_position::<false>))
        .route("/replay", get(upload_form).post(take))
        .route("/r/{hash}", get(record_replay))
        .route("/r/{hash}/{n}", get(record_position::<true>))
        .route("/r/{hash}/{n}/main", get(record_position::<false>))
        .route("/r/{hash}/board/{picture}", get(record_board))
        .route("/r/{hash}/record", get(record_file))
}

/// The largest record that is taken. The longest games known have some thousand steps of 40 bytes.
const RECORD_MAX: usize = 1024 * 1024;
/// How long a record is kept after somebody last looked at it.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// How much all kept records may take, and how many there may be.
const KEPT_BYTES: usize = 32 * 1024 * 1024;
const KEPT_MOST: usize = 500;
/// How many records arrive at the same time, and how many of them are checked.
const TAKEN_AT_ONCE: usize = 16;
const CHECKED_AT_ONCE: usize = 2;
/// How much the games in memory that are looked at may take.
const FILMS_BYTES: usize = 24 * 1024 * 1024;

/// A game that is looked at.
#[derive(Debug)]
pub(super) struct Film {
    reel: Reel,
    /// The numbers of the table's entries that led to the positions, from 1 on; empty for records from elsewhere.
    entries: Vec<u64>,
    /// What the seats are called in a record from elsewhere.
    names: Vec<Option<String>>,
}

impl Film {
    /// The game in numbers.
    pub(super) fn statistics(&self) -> &Statistics {
        self.reel.statistics()
    }
}

/// Which game a film is of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Of {
    Table(TableId),
    Record(String),
}

/// Games that are looked at, and records that were brought along; all of it bounded, all of it in memory.
#[derive(Clone, Debug)]
pub(crate) struct Replays {
    films: Arc<Mutex<Films>>,
    records: Arc<Mutex<Records>>,
    taking: Arc<Semaphore>,
    checking: Arc<Semaphore>,
}

impl Default for Replays {
    fn default() -> Replays {
        Replays {
            films: Arc::default(),
            records: Arc::default(),
            taking: Arc::new(Semaphore::new(TAKEN_AT_ONCE)),
            checking: Arc::new(Semaphore::new(CHECKED_AT_ONCE)),
        }
    }
}

/// The games looked at last, the latest first, with the version of their table.
#[derive(Default, Debug)]
struct Films {
    films: VecDeque<(Of, u64, Arc<Film>)>,
}

impl Films {
    fn find(&mut self, of: &Of, version: u64) -> Option<Arc<Film>> {
        let at = self.films.iter().position(|(known, ..)| known == of)?;
        let found = self.films.remove(at)?;
        if found.1 != version {
            return None;
        }
        let film = Arc::clone(&found.2);
        self.films.push_front(found);
        Some(film)
    }

    fn keep(&mut self, of: Of, version: u64, film: &Arc<Film>) {
        self.films.retain(|(known, ..)| *known != of);
        self.films.push_front((of, version, Arc::clone(film)));
        let mut bytes = 0;
        let fits = self.films.iter().take_while(|(.., film)| {
            bytes += film.reel.size();
            bytes <= FILMS_BYTES
        });
        let fitting = fits.count().max(1);
        self.films.truncate(fitting);
    }
}

/// Records by the hash of their content.
#[derive(Default, Debug)]
struct Records {
    kept: HashMap<String, Kept>,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    text: Bytes,
    looked: Instant,
}

impl Records {
    fn find(&mut self, hash: &str, now: Instant) -> Option<Bytes> {
        self.forget(now);
        let kept = self.kept.get_mut(hash)?;
        kept.looked = now;
        Some(kept.text.clone())
    }

    fn keep(&mut self, hash: String, text: Bytes, now: Instant) {
        self.forget(now);
        self.remove(&hash);
        self.bytes += text.len();
        self.kept.insert(hash, Kept { text, looked: now });
        while self.kept.len() > KEPT_MOST || self.bytes > KEPT_BYTES {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.looked).map(|(hash, _)| hash.clone());
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
    }

    fn forget(&mut self, now: Instant) {
        self.kept.retain(|_, kept| now.saturating_duration_since(kept.looked) < KEPT);
        self.bytes = self.kept.values().map(|kept| kept.text.len()).sum();
    }

    fn remove(&mut self, hash: &str) {
        if let Some(kept) = self.kept.remove(hash) {
            self.bytes -= kept.text.len();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Replays {
    /// The game of a table as it stands.
    pub(super) fn of_table(&self, live: &Live) -> Result<Arc<Film>, Problem> {
        let of = Of::Table(live.id());
        let (version, start, steps) = {
            let host = live.look();
            let version = host.version();
            if let Some(film) = lock(&self.films).find(&of, version) {
                return Ok(film);
            }
            (version, host.start().ok_or_else(Problem::no_table)?, host.steps())
        };
        let (entries, steps): (Vec<u64>, Vec<Step>) = steps.into_iter().unzip();
        let reel = Reel::of(start, steps)
            .map_err(|(_, refusal)| Problem::new(ErrorCode::Internal, refusal.to_string()))?;
        let film = Arc::new(Film { reel, entries, names: Vec::new() });
        lock(&self.films).keep(of, version, &film);
        Ok(film)
    }

    /// The game of a record that was brought along; `None` if it is not kept any more.
    fn of_record(&self, hash: &str) -> Option<Arc<Film>> {
        let of = Of::Record(hash.to_owned());
        let text = lock(&self.records).find(hash, Instant::now())?;
        if let Some(film) = lock(&self.films).find(&of, 0) {
            return Some(film);
        }
        let film = Arc::new(read_film(&text).ok()?);
        lock(&self.films).keep(of, 0, &film);
        Some(film)
    }

    /// Lets an address bring a record in, if it has not brought too many and not too many arrive.
    fn admit(&self, app: &App, from: IpAddr) -> Result<Admitted<'_>, NotTaken> {
        if let Err(wait) = app.meter.record(from, Instant::now()) {
            METRICS.note_refused(Limit::Records);
            return Err(NotTaken::TooMany(wait));
        }
        let taking = self.taking.try_acquire().map_err(|_| NotTaken::Busy)?;
        Ok(Admitted { replays: self, _taking: taking })
    }
}

/// Why a record is not taken in.
enum NotTaken {
    /// Too many came from this address; it may bring the next one after this time.
    TooMany(Duration),
    /// Too many arrive at this moment, or the server stops.
    Busy,
    /// It is too large.
    TooLarge,
    /// Checking it failed, which is our mistake.
    Failed,
}

/// The right to bring one record in.
struct Admitted<'a> {
    replays: &'a Replays,
    _taking: SemaphorePermit<'a>,
}

impl Admitted<'_> {
    /// Reads what was sent, at most so many bytes.
    async fn receive(&self, body: Body, most: usize) -> Result<Bytes, NotTaken> {
        to_bytes(body, most).await.map_err(|_| NotTaken::TooLarge)
    }

    /// Checks a record. That is work, and others wait for this thread, so it is done on another one.
    async fn check<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotTaken> {
        // An error means that nothing is checked any more, since the server stops.
        let _checking = self.replays.checking.acquire().await.map_err(|_| NotTaken::Busy)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| NotTaken::Failed)
    }
}

impl From<NotTaken> for Problem {
    fn from(why: NotTaken) -> Problem {
        match why {
            NotTaken::TooMany(wait) => {
                let seconds = wait.as_secs() as u32 + 1;
                let message = format!(
                    "one address may have {RECORDS_PER_HOUR} records checked in an hour; wait {seconds} seconds for the next"
                );
                Problem::new(ErrorCode::TooMany, message).retry_after(seconds)
            }
            NotTaken::Busy => {
                let message = "others are having records checked; try again in a moment";
                Problem::new(ErrorCode::TooMany, message).retry_after(2)
            }
            NotTaken::TooLarge => {
                Problem::new(ErrorCode::TooLarge, format!("a record has at most {RECORD_MAX} bytes"))
            }
            NotTaken::Failed => Problem::new(ErrorCode::Internal, "the record could not be checked"),
        }
    }
}

fn read_film(text: &[u8]) -> Result<Film, ReplayError> {
    let (header, reel, _) = Reel::read(text)?;
    let names = header.seats.iter().map(|name| name.as_deref().and_then(clean_name)).collect();
    Ok(Film { reel, entries: Vec::new(), names })
}

/// Whether seats of this game have something that others do not see.
fn has_secrets(kind: GameKind) -> bool {
    matches!(kind, GameKind::Catan | GameKind::CitiesAndKnights)
}

/// Through whose eyes a game may be seen.
fn choices(game: &AnyGame, open: bool, own: Option<Seat>) -> Vec<Viewer> {
    if !has_secrets(game.kind()) {
        return vec![Viewer::Spectator];
    }
    let seats = Seat::first(game.seats()).filter(|&seat| open || own == Some(seat)).map(Viewer::Seat);
    let all = open.then_some(Viewer::Everything);
    seats.chain([Viewer::Spectator]).chain(all).collect()
}

/// The eyes that were asked for, if they may be; else those of the reader.
fn eyes_of(uri: &Uri, choices: &[Viewer], game: &AnyGame, own: Option<Seat>) -> Result<Viewer, Problem> {
    let Some(asked) = asked(uri, "eyes") else {
        let own = own.map(Viewer::Seat).filter(|own| choices.contains(own));
        return Ok(own.unwrap_or(choices[choices.len() - 1]));
    };
    let bad = || {
        let message = "`eyes` is a seat, `watch`, or, once the game is over, `all`";
        Problem::new(ErrorCode::BadRequest, message)
    };
    let eyes = pages::read_eyes(&asked).ok_or_else(bad)?;
    match eyes {
        Viewer::Seat(seat) if seat.index() >= game.seats() => Err(bad()),
        eyes if choices.contains(&eyes) => Ok(eyes),
        // Where nothing is hidden all eyes see the same.
        _ if !has_secrets(game.kind()) => Ok(choices[0]),
        _ => Err(Problem::new(
            ErrorCode::StillSecret,
            "what another seat sees is secret until the game is over",
        )),
    }
}

/// The number of a position.
fn number(text: &str, film: &Film) -> Result<usize, Problem> {
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten();
    let number = number.filter(|&number: &usize| number <= film.reel.steps().len());
    number.ok_or_else(|| Problem::new(ErrorCode::NotFound, "the game has no such position"))
}

/// Where a form that asks for a position leads: `/t/abc/replay?n=17&eyes=B` to `/t/abc/replay/17?eyes=B`.
fn lead_on(uri: &Uri, base: &str, film: &Film, from: usize) -> Response {
    let number = asked(uri, "n").and_then(|text| text.parse().ok());
    let number = number.unwrap_or(from).min(film.reel.steps().len());
    match asked(uri, "eyes").and_then(|text| pages::read_eyes(&text)) {
        Some(eyes) => see_other(&format!("{base}/{number}?eyes={}", pages::eyes_text(eyes))),
        None => see_other(&format!("{base}/{number}")),
    }
}

/// The log of a game as these eyes may read it; its lines are numbered by positions.
fn log_of(reel: &Reel, eyes: Viewer) -> Log {
    fn lines<E>(reel: &Reel, told: impl Fn(&Events) -> Vec<E>) -> Vec<LogLine<E>> {
        let steps = reel.events().iter().zip(1..);
        let line = |(events, seq)| {
            told(events).into_iter().map(move |event| LogLine { seq, what: Happened::Game(event) })
        };
        steps.flat_map(line).collect()
    }
    match reel.start() {
        AnyGame::Catan(_) => Log::Catan(lines(reel, |events| {
            events.as_catan().unwrap_or_default().iter().map(|event| event.redact(eyes)).collect()
        })),
        AnyGame::CitiesAndKnights(_) => Log::CitiesAndKnights(lines(reel, |events| {
            events
                .as_cities_and_knights()
                .unwrap_or_default()
                .iter()
                .map(|event| event.redact(eyes))
                .collect()
        })),
        _ => Log::Carcassonne(lines(reel, |events| events.as_carcassonne().unwrap_or_default().to_vec())),
    }
}

/// What is shown of a position: the game with the log up to it, and the whole log.
fn shown<'a>(game: &'a AnyGame, eyes: Viewer, log: &'a Log, at: usize) -> (GameTable<'a>, Lines<'a>) {
    fn until<E>(lines: &[LogLine<E>], at: usize) -> &[LogLine<E>] {
        &lines[..lines.partition_point(|line| line.seq <= at as u64)]
    }
    let carcassonne = |view| {
        let Log::Carcassonne(lines) = log else { unreachable!("the log is of this game") };
        let table = CarcassonneTable { view, log: until(lines, at), course: &[], aids: Aids::NONE };
        (GameTable::Carcassonne(table), Lines::Carcassonne(lines))
    };
    match game {
        AnyGame::Catan(game) => {
            let Log::Catan(lines) = log else { unreachable!("the log is of this game") };
            let table =
                CatanTable { view: game.view(eyes), log: until(lines, at), course: &[], rolls: &[0; 13] };
            (GameTable::Catan(table), Lines::Catan(lines))
        }
        AnyGame::CitiesAndKnights(game) => {
            let Log::CitiesAndKnights(lines) = log else { unreachable!("the log is of this game") };
            let table = CitiesAndKnightsTable {
                view: game.view(eyes),
                log: until(lines, at),
                course: &[],
                rolls: &[0; 13],
            };
            (GameTable::CitiesAndKnights(table), Lines::CitiesAndKnights(lines))
        }
        AnyGame::Carcassonne(game) => carcassonne(AnyView::Carcassonne(game.view(eyes))),
        AnyGame::TradersAndBuilders(game) => carcassonne(AnyView::TradersAndBuilders(game.view(eyes))),
        AnyGame::Mayflower(game) => carcassonne(AnyView::Mayflower(game.view(eyes))),
    }
}

/// `GET /t/{id}/replay`: from the beginning once the game is over, before that from where it stands.
async fn table_replay(State(app): State<App>, AtTable(live): AtTable, uri: Uri) -> Result<Response, Problem> {
    let film = app.replays.of_table(&live)?;
    let over = film.reel.last().outcome().is_some();
    let from = if over { 0 } else { film.reel.steps().len() };
    Ok(lead_on(&uri, &format!("/t/{}/replay", live.id()), &film, from))
}

/// `GET /t/{id}/replay/{n}`, or with `/main` the part of it that changes.
async fn table_position<const WHOLE: bool>(
    State(app): State<App>,
    AtTable(live): AtTable,
    visitor: Visitor,
    uri: Uri,
    Tail([n]): Tail<1>,
) -> Result<Response, Problem> {
    let film = app.replays.of_table(&live)?;
    let reel = &film.reel;
    let over = reel.last().outcome().is_some();
    let at = number(&n, &film)?;
    let seen = Seen::new(&live, visitor.holder());
    let you = visitor.holder().and_then(|key| live.look().seat_of(key));
    let choices = choices(reel.start(), over, you);
    let eyes = eyes_of(&uri, &choices, reel.start(), you)?;
    let game = reel.at(at).ok_or_else(Problem::not_found)?;
    let log = log_of(reel, eyes);
    let (game, lines) = shown(&game, eyes, &log, at);
    let id = live.id().to_string();
    let entry = at.checked_sub(1).map_or(0, |step| film.entries[step]);
    let (base, picture) = (format!("/t/{id}/replay"), format!("/t/{id}/board/{entry}.svg"));
    let record = over.then(|| format!("/t/{id}/record"));
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: record.as_deref(),
        table: Some(&id),
        kept: None,
        at,
        steps: reel.steps().len(),
        turns: reel.turns(),
        seats: &seen.seats(),
        you,
        eyes,
        choices: &choices,
        game,
        lines,
        statistics: over.then(|| reel.statistics()),
        charts: charts_for::<WHOLE>(&uri),
    };
    Ok(answer::<WHOLE>(&replay))
}

/// Whether the charts are sent: a page that has them already asks for its next position without.
fn charts_for<const WHOLE: bool>(uri: &Uri) -> ReplayCharts {
    let are_there = !WHOLE && asked(uri, "charts").is_some_and(|charts| charts == "there");
    if are_there { ReplayCharts::There } else { ReplayCharts::Sent }
}

fn answer<const WHOLE: bool>(replay: &ReplayPage<'_>) -> Response {
    let html = if WHOLE { pages::replay(replay) } else { pages::replay_main(replay) };
    page(StatusCode::OK, html.into_string())
}

/// `GET /replay`
async fn upload_form(visitor: Visitor) -> Response {
    upload_page(&visitor, None, "", StatusCode::OK)
}

fn upload_page(
    visitor: &Visitor,
    fault: Option<UploadFault<'_>>,
    pasted: &str,
    status: StatusCode,
) -> Response {
    let html = pages::upload(&UploadPage {
        reader: &visitor.reader,
        most: RECORD_MAX / 1024,
        hours: KEPT.as_secs() / 3600,
        fault,
        pasted,
    });
    page(status, html.into_string())
}

/// `POST /replay`: takes a record in a form, or as it is.
async fn take(State(app): State<App>, visitor: Visitor, request: Request) -> Response {
    let refused = |fault, pasted: &str, status| upload_page(&visitor, Some(fault), pasted, status);
    match take_in(&app, request).await {
        Ok(Taken::Kept(hash)) => see_other(&format!("/r/{hash}/0")),
        Ok(Taken::Empty) => refused(UploadFault::Empty, "", StatusCode::UNPROCESSABLE_ENTITY),
        Ok(Taken::Wrong(error, pasted)) => {
            refused(UploadFault::Wrong(&error), &pasted, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(too_many @ NotTaken::TooMany(_)) => {
            let shown = refused(UploadFault::TooMany, "", StatusCode::TOO_MANY_REQUESTS);
            Problem::from(too_many).on(shown)
        }
        Err(NotTaken::Busy) => refused(UploadFault::Busy, "", StatusCode::SERVICE_UNAVAILABLE),
        Err(NotTaken::TooLarge) => refused(UploadFault::TooLarge, "", StatusCode::PAYLOAD_TOO_LARGE),
        Err(failed @ NotTaken::Failed) => Problem::from(failed).into_response(),
    }
}

/// What became of a record that arrived.
enum Taken {
    /// It is kept under this hash.
    Kept(String),
    /// There was none.
    Empty,
    /// It cannot be read, or a step is not allowed; and what was pasted.
    Wrong(ReplayError, String),
}

async fn take_in(app: &App, request: Request) -> Result<Taken, NotTaken> {
    let admitted = app.replays.admit(app, address(request.extensions()))?;
    let (parts, body) = request.into_parts();
    // A form needs some room beside the record.
    let body = admitted.receive(body, 3 * RECORD_MAX).await?;
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (text, pasted) = match media_type(&parts.headers) {
        Some("multipart/form-data") => from_multipart(kind, &body),
        Some("application/x-www-form-urlencoded") => {
            let field = form_urlencoded::parse(&body).find(|(name, _)| name == "text");
            let text = field.map(|(_, text)| Bytes::from(text.into_owned())).unwrap_or_default();
            (text, true)
        }
        _ => (body, false),
    };
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(Taken::Empty);
    }
    if text.len() > RECORD_MAX {
        return Err(NotTaken::TooLarge);
    }
    let checked = text.clone();
    match admitted.check(move || read_film(&checked)).await? {
        Ok(film) => {
            // The hash names the content, so whoever has the same record comes to the same address.
            let hash = blake3::hash(&text).to_hex()[..32].to_owned();
            lock(&app.replays.films).keep(Of::Record(hash.clone()), 0, &Arc::new(film));
            lock(&app.replays.records).keep(hash.clone(), text, Instant::now());
            Ok(Taken::Kept(hash))
        }
        Err(error) => {
            let pasted = if pasted { String::from_utf8_lossy(&text).into_owned() } else { String::new() };
            Ok(Taken::Wrong(error, pasted))
        }
    }
}

/// The record in a form with a file: the file, or else what was pasted, which is told by the second value.
fn from_multipart(content_type: &str, body: &Bytes) -> (Bytes, bool) {
    let (mut file, mut text) = (Bytes::new(), Bytes::new());
    for (name, value) in multipart(content_type, body) {
        match name.as_str() {
            "file" => file = value,
            "text" => text = value,
            _ => {}
        }
    }
    if file.iter().all(u8::is_ascii_whitespace) { (text, true) } else { (file, false) }
}

/// The fields of a form as browsers send it when it has files (RFC 7578); what is not written like that is left out.
fn multipart(content_type: &str, body: &Bytes) -> Vec<(String, Bytes)> {
    const FIELDS_MOST: usize = 8;
    let boundary = content_type.split(';').find_map(|part| part.trim().strip_prefix("boundary="));
    let boundary = boundary.unwrap_or_default().trim_matches('"');
    if boundary.is_empty() || boundary.len() > 70 {
        return Vec::new();
    }
    let delimiter = format!("\r\n--{boundary}");
    let find = |from: usize, what: &[u8]| position_of(&body[from..], what).map(|at| from + at);
    let mut fields = Vec::new();
    // The first delimiter has no line before it.
    let Some(mut at) = find(0, &delimiter.as_bytes()[2..]).filter(|at| *at == 0).map(|_| delimiter.len() - 2)
    else {
        return fields;
    };
    while fields.len() < FIELDS_MOST {
        let Some(head_end) = find(at, b"\r\n\r\n") else { break };
        let Some(end) = find(head_end + 2, delimiter.as_bytes()) else { break };
        let head = String::from_utf8_lossy(&body[at..head_end]);
        let disposition = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-disposition").then_some(value)
        });
        let name = disposition.and_then(|value| {
            value
                .split(';')
                .find_map(|part| part.trim().strip_prefix("name="))
                .map(|name| name.trim_matches('"').to_owned())
        });
        if let Some(name) = name {
            fields.push((name, body.slice((head_end + 4).min(end)..end)));
        }
        at = end + delimiter.len();
    }
    fields
}

/// Where a short text begins in a long one.
fn position_of(text: &[u8], what: &[u8]) -> Option<usize> {
    let first = *what.first()?;
    let mut from = 0;
    while let Some(at) = text[from..].iter().position(|&byte| byte == first) {
        if text[from + at..].starts_with(what) {
            return Some(from + at);
        }
        from += at + 1;
    }
    None
}

/// The film of a record, or that it is not kept any more.
fn film_of(app: &App, hash: &str) -> Result<Arc<Film>, Problem> {
    let gone =
        || Problem::new(ErrorCode::NotFound, "this record is not kept any more; open it again from its file");
    app.replays.of_record(hash).ok_or_else(|| gone().with_fault(Fault::RecordGone))
}

/// `GET /r/{hash}`
async fn record_replay(State(app): State<App>, uri: Uri, Tail([hash]): Tail<1>) -> Result<Response, Problem> {
    let film = film_of(&app, &hash)?;
    Ok(lead_on(&uri, &format!("/r/{hash}"), &film, 0))
}

/// `GET /r/{hash}/{n}`, or with `/main` the part of it that changes.
async fn record_position<const WHOLE: bool>(
    State(app): State<App>,
    visitor: Visitor,
    uri: Uri,
    Tail([hash, n]): Tail<2>,
) -> Result<Response, Problem> {
    let film = film_of(&app, &hash)?;
    let reel = &film.reel;
    let at = number(&n, &film)?;
    // Who has the record has all of it.
    let choices = choices(reel.start(), true, None);
    let eyes = eyes_of(&uri, &choices, reel.start(), None)?;
    let game = reel.at(at).ok_or_else(Problem::not_found)?;
    let log = log_of(reel, eyes);
    let (game, lines) = shown(&game, eyes, &log, at);
    let (base, record) = (format!("/r/{hash}"), format!("/r/{hash}/record"));
    let picture = format!("/r/{hash}/board/{at}.svg");
    let names = names_of(&film, Words::new(visitor.reader.lang));
    let seats = seats_of(&names);
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: Some(&record),
        table: None,
        kept: Some(KEPT.as_secs() / 3600),
        at,
        steps: reel.steps().len(),
        turns: reel.turns(),
        seats: &seats,
        you: None,
        eyes,
        choices: &choices,
        game,
        lines,
        statistics: Some(reel.statistics()),
        charts: charts_for::<WHOLE>(&uri),
    };
    Ok(answer::<WHOLE>(&replay))
}

/// What the seats of a record are called; by their letters where it names nobody.
fn names_of(film: &Film, words: Words) -> Vec<String> {
    let same = |name: &String| film.names.iter().flatten().filter(|other| *other == name).count() > 1;
    let seats = film.names.iter().zip(Seat::first(Seat::MAX));
    let called = |(name, seat): (&Option<String>, Seat)| match name {
        // Four bots of a kind are told apart by their seats.
        Some(name) if same(name) => format!("{name} {seat}"),
        Some(name) => name.clone(),
        None => Names::letters().plain(words, seat),
    };
    seats.map(called).collect()
}

fn seats_of(names: &[String]) -> Vec<SeatInfo<'_>> {
    names
        .iter()
        .zip(Seat::first(Seat::MAX))
        .map(|(name, seat)| SeatInfo { seat, who: Who::Person { name, online: true, stand_in: None } })
        .collect()
}

/// `GET /r/{hash}/board/{n}.svg`
async fn record_board(
    State(app): State<App>,
    uri: Uri,
    Tail([hash, picture]): Tail<2>,
) -> Result<Response, Problem> {
    let film = film_of(&app, &hash)?;
    let at = number(picture.strip_suffix(".svg").unwrap_or_default(), &film)?;
    let game = film.reel.at(at).ok_or_else(Problem::not_found)?;
    let log = log_of(&film.reel, Viewer::Spectator);
    let (game, _) = shown(&game, Viewer::Spectator, &log, at);
    Ok(picture_of(&game, &uri))
}

/// `GET /r/{hash}/record`
async fn record_file(State(app): State<App>, Tail([hash]): Tail<1>) -> Result<Response, Problem> {
    film_of(&app, &hash)?;
    let text = lock(&app.replays.records).find(&hash, Instant::now()).ok_or_else(Problem::not_found)?;
    Ok(file("application/x-ndjson", &format!("{hash}.neuland"), text))
}

/// An earlier position.
#[derive(Serialize, ToSchema)]
pub(crate) struct PositionState {
    /// Its number: how many actions and outcomes that count led to it.
    position: usize,
    /// How many there are by now.
    steps: usize,
    /// The version of the table that led to it: its picture is `/t/{id}/board/{version}.svg`.
    version: u64,
    /// Turns begun.
    turn: u32,
    /// Through whose eyes: a seat, `watch`, or `all`.
    eyes: String,
    /// The step that led to it, as in the record; only once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    step: Option<Step>,
    /// What happened in it, with `null` for what these eyes do not see.
    #[schema(value_type = Vec<Object>)]
    events: Vec<serde_json::Value>,
    /// The position as they see it, see `docs/view.md`.
    #[schema(value_type = Object)]
    view: serde_json::Value,
}

/// Through whose eyes; for the description only.
#[derive(serde::Deserialize, ToSchema, utoipa::IntoParams)]
#[allow(dead_code)]
pub(crate) struct WithEyes {
    /// A seat, `watch`, or `all`. Before the end only your own seat and `watch`.
    eyes: Option<String>,
}

/// An earlier position of a game: position 0 is its beginning. What was taken back is not part of it. While the game goes
/// on you see it as your seat or as a spectator; once it is over, through any eyes.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/positions/{n}", params(("id" = String, Path), ("n" = usize, Path), WithEyes),
    security((), ("token" = [])), tag = "play",
    responses((status = 200, body = PositionState), (status = "4XX", body = Problem))
)]
pub(crate) async fn position(
    State(app): State<App>,
    AtTable(live): AtTable,
    Bearer(holder): Bearer,
    uri: Uri,
    Tail([n]): Tail<1>,
) -> Result<Response, Problem> {
    let film = app.replays.of_table(&live)?;
    let reel = &film.reel;
    let at = number(&n, &film)?;
    let over = reel.last().outcome().is_some();
    let you = holder.and_then(|key| live.look().seat_of(key));
    let eyes = eyes_of(&uri, &choices(reel.start(), over, you), reel.start(), you)?;
    let game = reel.at(at).ok_or_else(Problem::not_found)?;
    let last = at.checked_sub(1);
    Ok(fresh(Json(PositionState {
        position: at,
        steps: reel.steps().len(),
        version: last.map_or(0, |step| film.entries[step]),
        turn: game.turns(),
        eyes: pages::eyes_text(eyes),
        step: last.filter(|_| over).map(|step| reel.steps()[step].clone()),
        events: last.map_or_else(Vec::new, |step| reel.events()[step].documents(eyes)),
        view: game.view(eyes),
    })))
}

/// The draws of a record whose dice are as they should be.
#[derive(Serialize, ToSchema)]
pub(crate) struct DrawsState {
    /// The proof, and every draw with its numbers, as `neuland verify --json` prints them.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    verified: Verified,
}

/// Computes every draw of a record again, and says which cards a stolen one was among. The body is the record; nothing of
/// it is kept.
#[utoipa::path(
    post, path = "/api/v1/draws", request_body(content = String, content_type = "application/x-ndjson"), tag = "play",
    responses((status = 200, body = DrawsState), (status = "4XX", body = Problem))
)]
pub(crate) async fn draws(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let admitted = app.replays.admit(&app, address(request.extensions()))?;
    let body = admitted.receive(request.into_body(), RECORD_MAX).await?;
    let verified = admitted.check(move || verify(&body[..])).await?;
    let verified = verified.map_err(|fault| Problem::new(ErrorCode::BadRequest, fault.to_string()))?;
    Ok(fresh(Json(DrawsState { verified })))
}

/// A game in numbers.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatisticsState {
    /// The game's name on the shelf.
    game: &'static str,
    /// Whether it is over. Before that only points that everybody sees are told.
    over: bool,
    /// How many actions and outcomes count.
    steps: usize,
    /// The points, the dice, cards and trades, see `docs/api.md`.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    statistics: serde_json::Value,
}

/// A game in numbers: how the points went and where they came from, dice, cards by reason, trades.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/statistics", params(("id" = String, Path)), security((), ("token" = [])), tag = "play",
    responses((status = 200, body = StatisticsState), (status = "4XX", body = Problem))
)]
pub(crate) async fn statistics(State(app): State<App>, AtTable(live): AtTable) -> Result<Response, Problem> {
    let film = app.replays.of_table(&live)?;
    let over = film.reel.last().outcome().is_some();
    Ok(fresh(Json(StatisticsState {
        game: film.reel.start().kind().name(),
        over,
        steps: film.reel.steps().len(),
        statistics: film.reel.statistics().document(over),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_with_files_are_read_as_browsers_send_them() {
        let body = "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.neuland\"\r\nContent-Type: \
                    application/octet-stream\r\n\r\n{\"neuland\":1}\nsecond\r\n\r\n--xyz\r\ncontent-disposition: form-data; \
                    name=\"text\"\r\n\r\n\r\n--xyz--\r\n";
        let fields = multipart("multipart/form-data; boundary=xyz", &Bytes::from(body));
        assert_eq!(fields[0], ("file".to_owned(), Bytes::from("{\"neuland\":1}\nsecond\r\n")));
        assert_eq!(fields[1], ("text".to_owned(), Bytes::new()));
        assert_eq!(fields.len(), 2);
        for (kind, body) in [
            ("multipart/form-data", body),
            ("multipart/form-data; boundary=", body),
            ("multipart/form-data; boundary=abc", body),
            ("multipart/form-data; boundary=xyz", "--xyz\r\n\r\n"),
            ("multipart/form-data; boundary=xyz", "--xyz"),
            ("multipart/form-data; boundary=xyz", "--xyz\r\n\r\n\r\n--xyz"),
        ] {
            assert!(multipart(kind, &Bytes::from(body)).is_empty(), "{kind} {body}");
        }
    }

    #[test]
    fn records_are_kept_within_bounds_and_the_oldest_goes_first() {
        let (mut records, start) = (Records::default(), Instant::now());
        let later = |seconds| start + Duration::from_secs(seconds);
        for n in 0..KEPT_MOST as u64 {
            records.keep(n.to_string(), Bytes::from("x"), later(n));
        }
        assert!(records.find("0", later(1000)).is_some(), "looking keeps it");
        records.keep("new".to_owned(), Bytes::from("x"), later(1001));
        assert!(records.find("1", later(1001)).is_none());
        assert!(records.find("0", later(1001)).is_some());
        records.keep("large".to_owned(), Bytes::from(vec![0; KEPT_BYTES]), later(1002));
        assert_eq!(records.kept.keys().collect::<Vec<_>>(), ["large"]);
        assert!(records.find("large", later(1002) + KEPT).is_none(), "not for ever");
        assert_eq!(records.bytes, 0);
    }
}
