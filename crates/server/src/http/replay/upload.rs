//! Uploaded records: received, checked on another thread, kept.

use super::cache::{KEPT, Recording, Replays, read_recording};
use crate::http::App;
use crate::http::answer::{page, see_other};
use crate::http::body_slots::BodyPermit;
use crate::http::limits::RECORDS_PER_HOUR;
use crate::http::problem::{ErrorCode, Problem};
use crate::http::proxy::address;
use crate::http::request::{Visitor, media_type};
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use live::lock::lock;
use live::metrics::{Limit, METRICS};
use live::work::{Token, WorkError};
use pages::{UploadError, UploadPage};
use present::upload::record_of_setup;
use shelf::{Refusal, ReplayError};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest record that is taken. The longest games known have some thousand steps of 40 bytes.
pub(crate) const RECORD_MAX: usize = 1024 * 1024;

impl Replays {
    /// Admits a record from an address, unless that has uploaded too many or too many are arriving.
    pub(crate) fn admit<'a>(&self, app: &'a App, from: IpAddr) -> Result<UploadPermit<'a>, UploadRefusal> {
        if let Err(wait) = app.meter.record(from, Instant::now()) {
            METRICS.note_refused(Limit::Records);
            return Err(UploadRefusal::TooMany(wait));
        }
        let place = self.arrivals.take(app.meter.counted(from), Instant::now()).ok_or(UploadRefusal::Busy)?;
        Ok(UploadPermit { app, place })
    }
}

/// The reason why a record is not taken in.
pub(crate) enum UploadRefusal {
    /// Too many came from this address; it may upload the next one after this time.
    TooMany(Duration),
    /// Too many arrive at this moment, or the server stops.
    Busy,
    /// It was evicted because it arrived too slowly while others waited.
    Slow,
    /// It broke off before its end.
    BrokenOff,
    /// It is too large.
    TooLarge,
    /// It was not checked.
    Work(WorkError),
}

/// The permit to upload one record.
pub(crate) struct UploadPermit<'a> {
    app: &'a App,
    place: BodyPermit,
}

impl UploadPermit<'_> {
    /// Reads the body, at most `most` bytes. A slow body may be evicted.
    pub(crate) async fn receive(&mut self, body: Body, most: usize) -> Result<Bytes, UploadRefusal> {
        let place = &mut self.place;
        let mut chunks = body.into_data_stream();
        let mut received = Vec::new();
        loop {
            let chunk = tokio::select! {
                chunk = chunks.next() => chunk,
                _ = &mut place.gone => return Err(UploadRefusal::Slow),
            };
            let Some(chunk) = chunk else { break };
            let chunk = chunk.map_err(|_| UploadRefusal::BrokenOff)?;
            if received.len() + chunk.len() > most {
                return Err(UploadRefusal::TooLarge);
            }
            received.extend_from_slice(&chunk);
            place.note(chunk.len());
        }
        place.arrived();
        Ok(received.into())
    }

    /// Checks a record, which is work.
    pub(crate) async fn check<T: Send + 'static>(
        self,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, UploadRefusal> {
        self.place.arrived();
        self.app.hub.work().run(work).await.map_err(UploadRefusal::Work)
    }
}

impl From<UploadRefusal> for Problem {
    fn from(why: UploadRefusal) -> Problem {
        match why {
            UploadRefusal::TooMany(wait) => {
                let seconds = wait.as_secs() as u32 + 1;
                let message = format!(
                    "one address may have {RECORDS_PER_HOUR} records checked in an hour; wait {seconds} seconds for the next"
                );
                Problem::new(ErrorCode::TooMany, message).retry_after(seconds)
            }
            UploadRefusal::Busy => {
                let message = "others are having records checked; try again in a moment";
                Problem::new(ErrorCode::TooMany, message).retry_after(2)
            }
            UploadRefusal::Slow => {
                let message = "this came so slowly that others went first; send it again in a moment";
                Problem::new(ErrorCode::TooMany, message).retry_after(2)
            }
            UploadRefusal::BrokenOff => {
                Problem::new(ErrorCode::BadRequest, "the body broke off before its end")
            }
            UploadRefusal::TooLarge => {
                Problem::new(ErrorCode::TooLarge, format!("a record has at most {RECORD_MAX} bytes"))
            }
            UploadRefusal::Work(undone) => undone.into(),
        }
    }
}

/// `GET /replay`
pub(super) async fn upload_form(visitor: Visitor) -> Response {
    upload_page(&visitor, None, "", StatusCode::OK)
}

fn upload_page(
    visitor: &Visitor,
    fault: Option<UploadError<'_>>,
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
pub(super) async fn take(State(app): State<App>, visitor: Visitor, request: Request) -> Response {
    let refused = |fault, pasted: &str, status| upload_page(&visitor, Some(fault), pasted, status);
    match take_in(&app, request).await {
        Ok(Taken::Kept(hash)) => see_other(&format!("/r/{hash}")),
        Ok(Taken::Empty) => refused(UploadError::Empty, "", StatusCode::UNPROCESSABLE_ENTITY),
        Ok(Taken::Wrong(error, pasted)) => {
            refused(UploadError::Wrong(&error), &pasted, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Ok(Taken::NoPosition(faults, pasted)) => {
            refused(UploadError::Setup(&faults), &pasted, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(too_many @ UploadRefusal::TooMany(_)) => {
            let shown = refused(UploadError::TooMany, "", StatusCode::TOO_MANY_REQUESTS);
            Problem::from(too_many).on(shown)
        }
        Err(UploadRefusal::Busy | UploadRefusal::Slow) => {
            refused(UploadError::Busy, "", StatusCode::SERVICE_UNAVAILABLE)
        }
        Err(UploadRefusal::TooLarge) => refused(UploadError::TooLarge, "", StatusCode::PAYLOAD_TOO_LARGE),
        Err(undone @ (UploadRefusal::Work(_) | UploadRefusal::BrokenOff)) => {
            Problem::from(undone).into_response()
        }
    }
}

/// The result of an upload that arrived.
enum Taken {
    /// The record is kept under this hash.
    Kept(String),
    /// The upload was empty.
    Empty,
    /// The record cannot be read, or has an illegal step; with the pasted text.
    Wrong(ReplayError, String),
    /// The upload is a setup that describes no position; with the pasted text.
    NoPosition(Vec<Refusal>, String),
}

/// The content of an upload.
enum UploadContent {
    /// A record and its game.
    Record(Bytes, Arc<Recording>),
    /// Neither a record nor a setup, or an invalid record.
    Wrong(ReplayError),
    /// A setup that describes no position.
    NoPosition(Vec<Refusal>),
}

/// Reads an upload. A setup becomes the record of a game that begins there and has no steps yet.
fn read(text: Bytes, token: &Token) -> UploadContent {
    let text = match std::str::from_utf8(&text).ok().map(record_of_setup) {
        Some(Err(faults)) => return UploadContent::NoPosition(faults),
        Some(Ok(Some(record))) => record.into(),
        _ => text,
    };
    match read_recording(&text, token) {
        Ok(recording) => UploadContent::Record(text, Arc::new(recording)),
        Err(error) => UploadContent::Wrong(error),
    }
}

async fn take_in(app: &App, request: Request) -> Result<Taken, UploadRefusal> {
    let mut admitted = app.replays.admit(app, address(request.extensions()))?;
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
        return Err(UploadRefusal::TooLarge);
    }
    let pasted = if pasted { String::from_utf8_lossy(&text).into_owned() } else { String::new() };
    match admitted.check(move |token| read(text, token)).await? {
        UploadContent::Record(text, recording) => {
            // The hash names the content, so whoever has the same record comes to the same address.
            let hash = blake3::hash(&text).to_hex()[..32].to_owned();
            lock(&app.replays.recordings).keep(hash.clone(), &recording, Instant::now());
            lock(&app.replays.records).keep(hash.clone(), text, Instant::now());
            Ok(Taken::Kept(hash))
        }
        UploadContent::Wrong(error) => Ok(Taken::Wrong(error, pasted)),
        UploadContent::NoPosition(faults) => Ok(Taken::NoPosition(faults, pasted)),
    }
}

/// The record in a form with a file: the file, or else the pasted text. The second value says whether it was pasted.
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

/// The fields of a form as browsers send it when it has files (RFC 7578); malformed fields are skipped.
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

/// The position of a short text in a long one.
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
}
