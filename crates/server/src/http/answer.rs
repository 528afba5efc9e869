//! Building blocks of responses: pages, files, pictures, redirects, cookies and cache headers.

use super::cookies::{
    AT_COOKIE, EXERCISES_COOKIE, HERE_COOKIE, KEY_COOKIE, KNOWN_COOKIE, LESSONS_COOKIE, MUTED_COOKIE,
    NAME_COOKIE,
};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use game::Seat;
use live::accounts::DeviceProofs;
use live::muted::Muted;
use pages::Settings;
use present::exercises::ExerciseProgress;
use present::progress::LessonProgress;
use std::fmt::Display;
use table::keys::Key;

/// The cache header for responses that are generated anew for each request, or for one reader alone.
pub(crate) const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// The cache header for content that never changes at its address.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A page for this reader alone, as of now.
pub(crate) fn page(status: StatusCode, html: String) -> Response {
    (status, fresh(Html(html))).into_response()
}

/// A response that must not be cached, as every move may change it.
pub(crate) fn fresh(body: impl IntoResponse) -> Response {
    ([(header::CACHE_CONTROL, NO_STORE)], body).into_response()
}

/// A response that never changes at its address, so that every cache may keep it.
pub(crate) fn immutable(content_type: &'static str, body: impl IntoResponse) -> Response {
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(content_type)), (header::CACHE_CONTROL, FOR_EVER)];
    (headers, body).into_response()
}

/// A file to be saved under this name.
pub(crate) fn file(content_type: &'static str, name: &str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, content_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, body).into_response()
}

/// Sends the browser to a page with a GET, so that reloading it sends nothing twice.
pub(crate) fn see_other(path: &str) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or_else(|_| HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, fresh([(header::LOCATION, location)])).into_response()
}

pub(crate) fn with_cookies(
    mut response: Response,
    cookies: impl IntoIterator<Item = HeaderValue>,
) -> Response {
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// A cookie for the pages below a path; scripts cannot read it, and other sites cannot send it along.
fn cookie(name: &str, value: impl Display, path: &str, seconds: u32) -> HeaderValue {
    let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax");
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

const YEAR: u32 = 365 * 24 * 60 * 60;

/// Stores a person's key in a cookie.
pub(crate) fn keep_key(key: &Key) -> HeaderValue {
    cookie(KEY_COOKIE, key.reveal(), "/", YEAR)
}

/// Stores the name for the next form in a cookie.
pub(crate) fn keep_name(name: &str) -> HeaderValue {
    let encoded: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
    cookie(NAME_COOKIE, encoded, "/", YEAR)
}

/// Stores a person's settings in a cookie.
pub(crate) fn keep_settings(settings: &Settings) -> HeaderValue {
    cookie(Settings::COOKIE, settings, "/", YEAR)
}

/// Stores in a cookie how far the reader has come in the lessons.
pub(crate) fn keep_lessons(progress: &LessonProgress) -> HeaderValue {
    cookie(LESSONS_COOKIE, progress, "/", YEAR)
}

/// Stores in a cookie how far the reader has come in the exercises of the latest games.
pub(crate) fn keep_exercises(progress: &ExerciseProgress) -> HeaderValue {
    cookie(EXERCISES_COOKIE, progress, "/", YEAR)
}

/// Stores in a cookie the people that the reader has muted at the table with this page.
pub(crate) fn keep_muted(muted: &Muted, table: &str) -> HeaderValue {
    cookie(MUTED_COOKIE, muted, table, YEAR)
}

/// Stores in a cookie the keys of the others who sit at a device, for the table with this page.
pub(crate) fn keep_here(keys: &[String], table: &str) -> HeaderValue {
    cookie(HERE_COOKIE, keys.join("."), table, YEAR)
}

/// Stores in a cookie which seat is uncovered at a device; not for longer than people sit together.
pub(crate) fn keep_here_at(seat: Seat, table: &str) -> HeaderValue {
    cookie(AT_COOKIE, seat, table, 24 * 60 * 60)
}

/// Covers the seat that was uncovered, by deleting its cookie.
pub(crate) fn drop_here_at(table: &str) -> HeaderValue {
    cookie(AT_COOKIE, "", table, 0)
}

/// Stores the proofs by which the accounts this device has signed in to recognise it. The cookie outlives signing out, so that a
/// stranger who guesses passwords does not lock the owner out.
pub(crate) fn keep_proofs(proofs: &DeviceProofs) -> HeaderValue {
    cookie(KNOWN_COOKIE, proofs, "/", YEAR)
}

/// Deletes the cookies that identify the person ([`drop_person`]), and the one by which accounts recognise the device.
pub(crate) fn drop_everything() -> [HeaderValue; 3] {
    [KEY_COOKIE, NAME_COOKIE, KNOWN_COOKIE].map(|name| cookie(name, "", "/", 0))
}

/// Deletes the cookies that identify the person.
pub(crate) fn drop_person() -> [HeaderValue; 2] {
    [KEY_COOKIE, NAME_COOKIE].map(|name| cookie(name, "", "/", 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_safe_from_scripts_and_other_sites() {
        let text = keep_name("Ada; Path=/evil\r\nx");
        let text = text.to_str().unwrap();
        assert!(text.starts_with("neuland-name=Ada%3B+Path%3D%2Fevil%0D%0Ax; "), "{text}");
        assert!(text.contains("HttpOnly") && text.contains("SameSite=Lax"));
    }
}
