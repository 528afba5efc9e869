//! Replays of tables, and of records that the visitor opens.

use crate::coach::{self, Played};
use crate::kept::name;
use crate::message::{Request, Response};
use crate::pictures::picture_of;
use crate::records::{Recording, read};
use crate::request_error::RequestError;
use crate::start::open_from;
use crate::state::{Outcome, Site};
use crate::visitor::Visitor;
use game::record::Step;
use game::{ErrorCode, Seat, Viewer};
use pages::forms::{NewTable, field};
use pages::{Fault, Margin, PlayOn, ReplayCharts, ReplayPage, UploadError, UploadPage, UserError, Words};
use present::company::Alone;
use present::scene::{Scene, TableScene, choices, default_position, names_of, opening, seats_of};
use present::upload::record_of_setup;
use present::view::TableSnapshot;
use serde_json::json;
use shelf::AnyGame;
use shelf::verify::verify;
use table::games::bots_for;
use table::keys::TableId;

/// The largest record that is taken, in bytes.
pub const RECORD_MAX: usize = 1024 * 1024;

/// `POST /api/v1/draws`: every draw of a record whose dice passed the verification.
pub(crate) fn draws(record: &str) -> Response {
    if record.len() > RECORD_MAX {
        return Response::empty(413);
    }
    match verify(record.as_bytes()) {
        Ok(verified) => Response::json(200, &json!(verified)),
        Err(fault) => {
            Response::json(400, &json!({ "error": ErrorCode::BadRequest, "message": fault.to_string() }))
        }
    }
}

/// `GET /replay` and `POST /replay`.
pub(crate) fn upload(site: &mut Site, post: bool, request: &Request, visitor: &Visitor) -> Response {
    let page = |fault: Option<UploadError<'_>>, pasted: &str| {
        let status = if fault.is_some() { 422 } else { 200 };
        let most = RECORD_MAX / 1024;
        let html = pages::upload(&UploadPage { reader: &visitor.reader, most, hours: 0, fault, pasted });
        Response::page(status, html.into_string())
    };
    if !post {
        return page(None, "");
    }
    let file = field(&request.fields, "file").filter(|text| !text.trim().is_empty());
    let text = file.or_else(|| field(&request.fields, "text")).unwrap_or_default();
    let pasted = if file.is_some() { "" } else { text };
    if text.trim().is_empty() {
        return page(Some(UploadError::Empty), "");
    }
    if text.len() > RECORD_MAX {
        return page(Some(UploadError::TooLarge), "");
    }
    let text = match record_of_setup(text) {
        Ok(record) => record.unwrap_or_else(|| text.to_owned()),
        Err(faults) => return page(Some(UploadError::Setup(&faults)), pasted),
    };
    match read(text) {
        Ok(recording) => {
            let hash = blake3::hash(recording.text.as_bytes()).to_hex()[..32].to_owned();
            site.keep_record(&hash, &recording.text);
            site.records.put(hash.clone(), recording);
            Response::see_other(&format!("/r/{hash}"))
        }
        Err(error) => page(Some(UploadError::Wrong(&error)), pasted),
    }
}

impl Site {
    /// Keeps a record in the browser, but not among the values that a site begins with: it may be large.
    fn keep_record(&mut self, hash: &str, text: &str) {
        let (key, value) = (format!("{}{hash}", name::RECORD), Some(text.to_owned()));
        self.ask(crate::Effect::Keep { key, value });
    }
}

/// The form of a replay that opens a table from the position on the page.
struct Offer {
    promised: (String, String),
    sent: Option<(NewTable, Vec<UserError>)>,
}

impl Offer {
    fn new(site: &mut Site, sent: Option<(NewTable, Vec<UserError>)>) -> Offer {
        let id = site.promise();
        Offer { promised: (id.to_string(), site.secret_of(id).commitment().to_string()), sent }
    }

    fn play_on<'a>(&'a self, position: &AnyGame, step: Option<&Step>, bots: &'a [&'a str]) -> PlayOn<'a> {
        PlayOn::new(position, step, bots, &self.promised, self.sent.as_ref())
    }
}

/// Answers an address of the replay of a table.
pub(crate) fn of_table(
    site: &mut Site,
    number: u32,
    id: TableId,
    rest: &[&str],
    post: bool,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let host = &site.desks[&id].host;
    let (n, whole) = match rest {
        [] => {
            let (from, steps) = default_position(host);
            return Ok(Outcome::Now(redirect(request, &format!("/t/{id}/replay"), from, steps)));
        }
        [n] => (n, true),
        [n, "main"] if !post => (n, false),
        _ => return Err(RequestError::not_found()),
    };
    let at = position_number(n, host.steps_len())?;
    if !post {
        let offer = Offer::new(site, None);
        return table_page(site, id, at, (whole, 200), request, visitor, &offer).map(Outcome::Now);
    }
    if !host.is_revealed() {
        return Err(ErrorCode::StillSecret.into());
    }
    let start = TableScene::new(host, 1, at).ok_or_else(RequestError::not_found)?.scene.position;
    let sent = NewTable::read(&request.fields);
    match open_from(site, number, visitor, &sent, |_| Ok(start)) {
        Ok(()) => Ok(Outcome::Later),
        Err(faults) => {
            let offer = Offer::new(site, Some((sent, faults)));
            table_page(site, id, at, (true, 422), request, visitor, &offer).map(Outcome::Now)
        }
    }
}

fn table_page(
    site: &Site,
    id: TableId,
    at: usize,
    (whole, status): (bool, u16),
    request: &Request,
    visitor: &Visitor,
    offer: &Offer,
) -> Result<Response, RequestError> {
    let host = &site.desks[&id].host;
    let TableScene { scene, over, entry, step, statistics } =
        TableScene::with_log(|| host, at).ok_or_else(RequestError::not_found)?;
    let owner = visitor.at_table(&site.kept, host);
    let seen = TableSnapshot::new(host, &Alone(host), owner.holder);
    let you = owner.holder.and_then(|key| host.seat_of(key));
    let choices = choices(&scene.position, over, you);
    let eyes = eyes_of(request, &choices, &scene.position, you)?;
    let id = id.to_string();
    let bots = bots_for(scene.position.kind());
    let (base, picture) = (format!("/t/{id}/replay"), format!("/t/{id}/board/{entry}.svg"));
    let record = over.then(|| format!("/t/{id}/record"));
    let coach = over.then(|| format!("/t/{id}/coach"));
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: record.as_deref(),
        coach: coach.as_deref(),
        table: Some(&id),
        kept: None,
        at: scene.at,
        steps: scene.steps,
        opening: scene.opening,
        turns: &scene.turns,
        seats: &seen.seats(),
        you,
        eyes,
        choices: &choices,
        game: scene.table(eyes),
        statistics: statistics.as_ref(),
        charts: charts_for(request, whole),
        play_on: over.then(|| offer.play_on(&scene.position, step.as_ref(), &bots)),
    };
    Ok(page(&replay, whole, status))
}

fn page(replay: &ReplayPage<'_>, whole: bool, status: u16) -> Response {
    let html = if whole { pages::replay(replay) } else { pages::replay_main(replay) };
    Response::page(status, html.into_string())
}

/// Whether the charts are sent: a page that has them already asks for its next position without.
fn charts_for(request: &Request, whole: bool) -> ReplayCharts {
    let are_there = !whole && request.asked("charts").is_some_and(|charts| charts == "there");
    if are_there { ReplayCharts::There } else { ReplayCharts::Sent }
}

/// Answers an address of a record.
pub(crate) fn route(
    site: &mut Site,
    number: u32,
    (hash, rest): (&str, &[&str]),
    post: bool,
    request: &Request,
    visitor: &Visitor,
) -> Result<Outcome, RequestError> {
    let recording = site.records.find(hash).ok_or(Fault::RecordGone)?;
    let steps = recording.timeline.steps();
    let (n, whole) = match rest {
        [] => return Ok(Outcome::Now(redirect(request, &format!("/r/{hash}"), opening(steps), steps.len()))),
        ["record"] => {
            return Ok(Outcome::Now(Response::file(format!("{hash}.neuland"), recording.text.clone())));
        }
        ["board", picture] => {
            let at = position_number(picture.strip_suffix(".svg").unwrap_or_default(), steps.len())?;
            let scene = Scene::of_record(&recording.timeline, at).ok_or_else(RequestError::not_found)?;
            return Ok(Outcome::Now(picture_of(&scene.picture(), request, Margin::Wide)));
        }
        ["coach", rest @ ..] => {
            return coach::route(site, &Played::record(hash, visitor), rest, post, request);
        }
        [n] => (n, true),
        [n, "main"] if !post => (n, false),
        _ => return Err(RequestError::not_found()),
    };
    let at = position_number(n, steps.len())?;
    if !post {
        let offer = Offer::new(site, None);
        return record_page(&recording, hash, at, (whole, 200), request, visitor, &offer).map(Outcome::Now);
    }
    let start = recording.timeline.at(at).ok_or_else(RequestError::not_found)?;
    let sent = NewTable::read(&request.fields);
    match open_from(site, number, visitor, &sent, |_| Ok(start)) {
        Ok(()) => Ok(Outcome::Later),
        Err(faults) => {
            let offer = Offer::new(site, Some((sent, faults)));
            record_page(&recording, hash, at, (true, 422), request, visitor, &offer).map(Outcome::Now)
        }
    }
}

fn record_page(
    recording: &Recording,
    hash: &str,
    at: usize,
    (whole, status): (bool, u16),
    request: &Request,
    visitor: &Visitor,
    offer: &Offer,
) -> Result<Response, RequestError> {
    let timeline = &recording.timeline;
    let scene = Scene::of_record(timeline, at).ok_or_else(RequestError::not_found)?;
    // Who has the record has all of it.
    let choices = choices(&scene.position, true, None);
    let eyes = eyes_of(request, &choices, &scene.position, None)?;
    let (base, record) = (format!("/r/{hash}"), format!("/r/{hash}/record"));
    let coach = timeline.last().outcome().is_some().then(|| format!("/r/{hash}/coach"));
    let picture = format!("/r/{hash}/board/{at}.svg");
    let names = names_of(&recording.names, Words::new(visitor.reader.lang));
    let bots = bots_for(scene.position.kind());
    let step = at.checked_sub(1).map(|last| &timeline.steps()[last]);
    let replay = ReplayPage {
        reader: &visitor.reader,
        base: &base,
        picture: &picture,
        record: Some(&record),
        coach: coach.as_deref(),
        table: None,
        kept: None,
        at,
        steps: scene.steps,
        opening: scene.opening,
        turns: &scene.turns,
        seats: &seats_of(&names),
        you: None,
        eyes,
        choices: &choices,
        game: scene.table(eyes),
        statistics: Some(timeline.statistics()),
        charts: charts_for(request, whole),
        play_on: Some(offer.play_on(&scene.position, step, &bots)),
    };
    Ok(page(&replay, whole, status))
}

/// The perspective that is asked for if it is allowed, otherwise the reader's own.
fn eyes_of(
    request: &Request,
    choices: &[Viewer],
    game: &AnyGame,
    own: Option<Seat>,
) -> Result<Viewer, RequestError> {
    let Some(asked) = request.asked("eyes") else {
        let own = own.map(Viewer::Seat).filter(|own| choices.contains(own));
        return Ok(own.unwrap_or(choices[choices.len() - 1]));
    };
    match pages::parse_perspective(&asked) {
        Some(eyes) if choices.contains(&eyes) => Ok(eyes),
        // Where nothing is hidden all eyes see the same.
        Some(_) if !game.kind().has_secrets() => Ok(choices[0]),
        Some(_) => Err(ErrorCode::StillSecret.into()),
        None => Err(ErrorCode::BadRequest.into()),
    }
}

/// The number of a position in a game of this many steps.
fn position_number(text: &str, steps: usize) -> Result<usize, RequestError> {
    text.parse().ok().filter(|&at| at <= steps).ok_or_else(RequestError::not_found)
}

/// Leads the form that asks for a position to it.
fn redirect(request: &Request, base: &str, from: usize, steps: usize) -> Response {
    let number = request.asked("n").and_then(|text| text.parse().ok()).unwrap_or(from).min(steps);
    match request.asked("eyes").and_then(|text| pages::parse_perspective(&text)) {
        Some(eyes) => Response::see_other(&format!("{base}/{number}?eyes={}", pages::perspective_text(eyes))),
        None => Response::see_other(&format!("{base}/{number}")),
    }
}
