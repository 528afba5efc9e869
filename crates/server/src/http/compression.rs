//! Compression: pages, style sheets, pictures and documents as gzip, for clients that accept it.
//!
//! Compressing a secret together with text that an attacker chose reveals the secret by the length alone, if the attacker can
//! make the victim send requests again and again and can see how long the responses are (BREACH). Our secrets on pages are a
//! table's code and a seat's hand; keys are never on a page. Two things keep them apart from text that others choose:
//!
//! - A response to a request that another site may have caused is not compressed. Browsers say where a request comes
//!   from (`Sec-Fetch-Site`); if they do not, only addresses without a query are compressed, as the query is the part that
//!   pages take over into links that lead back.
//! - The chat and the names of others at the same table are on the same page as the hand, and are no secret to them. They
//!   cannot send requests in the reader's place, a line of chat is one try, and lines are limited in number.
//!
//! Event streams of pages are compressed message by message (`messages.rs`), so nothing is delayed, and a message mixes secrets
//! with even less text of others than a page does. Event streams of the API are not compressed: some clients decompress only at
//! the end.

use super::App;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use live::lock::lock;
use live::work::Token;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Mutex;

/// The smallest compressed body: a smaller one fits into one packet anyway.
const LEAST: u64 = 1024;

/// The size from which the pool compresses, as it takes so long that sockets would wait.
const LARGE: usize = 128 * 1024;

/// The types that become smaller.
const TYPES: [&str; 7] = [
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/json",
    "application/x-ndjson",
    "image/svg+xml",
];

/// Files that never change, compressed once, by their address.
static FILES: Mutex<Option<HashMap<String, Bytes>>> = Mutex::new(None);

/// The compression that a request allows for its response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ResponseCompression {
    /// Whether the answer may be compressed.
    allowed: bool,
    /// The address of a file that never changes.
    file: Option<String>,
}

impl ResponseCompression {
    /// Determines it from a request.
    pub(crate) fn of(method: &Method, uri: &Uri, headers: &HeaderMap) -> ResponseCompression {
        let allowed = *method != Method::HEAD && takes_gzip(headers) && is_our_own(uri, headers);
        let file = uri.path().starts_with("/assets/").then(|| uri.path().to_owned());
        ResponseCompression { allowed, file }
    }

    /// Whether the answer may be compressed.
    pub(crate) fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// Compresses the answer if that is allowed and worth it.
    pub(crate) async fn answer(self, mut response: Response, app: &App) -> Response {
        let headers = response.headers();
        let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        let size = response.body().size_hint().exact();
        if !TYPES.contains(&kind)
            || headers.contains_key(header::CONTENT_ENCODING)
            || size.is_none_or(|size| size < LEAST)
        {
            return response;
        }
        // Caches between us and the reader must not give the one to whoever wanted the other.
        response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if !self.allowed {
            return response;
        }
        let (mut head, body) = response.into_parts();
        let whole = head.status == axum::http::StatusCode::OK;
        let file = self.file.filter(|_| whole);
        // The size is known, so the body is in memory already and cannot fail.
        let Ok(plain) = axum::body::to_bytes(body, usize::MAX).await else {
            return Response::from_parts(head, Body::empty());
        };
        let small = if plain.len() < LARGE {
            compressed(&plain, file, &Token::default())
        } else {
            // What the pool has no room for is sent as it is.
            let plain = plain.clone();
            app.hub.work().run(move |token| compressed(&plain, file, token)).await.unwrap_or_default()
        };
        let Some(small) = small else {
            return Response::from_parts(head, Body::from(plain));
        };
        head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.remove(header::CONTENT_LENGTH);
        Response::from_parts(head, Body::from(small))
    }
}

/// Compresses a response. `None` if that does not make it smaller, or if the work was cancelled.
fn compressed(plain: &Bytes, file: Option<String>, token: &Token) -> Option<Bytes> {
    let Some(file) = file else { return gzip(plain, Compression::new(4), token) };
    let files = || lock(&FILES);
    if let Some(known) = files().get_or_insert_default().get(&file) {
        return Some(known.clone());
    }
    let small = gzip(plain, Compression::best(), token)?;
    files().get_or_insert_default().insert(file, small.clone());
    Some(small)
}

fn gzip(plain: &[u8], level: Compression, token: &Token) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 3), level);
    for part in plain.chunks(LARGE) {
        if token.is_cancelled() {
            return None;
        }
        encoder.write_all(part).ok()?;
    }
    let small = encoder.finish().ok()?;
    (small.len() < plain.len()).then(|| Bytes::from(small))
}

/// Whether the reader takes gzip: named with a weight above zero, or everything is taken.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let weight = |coding: &str| {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).find_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            if !parts.next()?.eq_ignore_ascii_case(coding) {
                return None;
            }
            let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
            Some(weight.map_or(1.0, |weight| weight.trim().parse::<f32>().unwrap_or(0.0)))
        })
    };
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// Whether no other site can have caused the request with an address of its choice.
fn is_our_own(uri: &Uri, headers: &HeaderMap) -> bool {
    match headers.get(HeaderName::from_static("sec-fetch-site")) {
        Some(site) => site == "same-origin" || site == "none",
        None => uri.query().is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(uri: &str, pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        ResponseCompression::of(&Method::GET, &uri.parse().unwrap(), &headers.collect()).allowed
    }

    #[test]
    fn gzip_is_sent_to_whoever_takes_it() {
        for (accepted, taken) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.5", true),
            ("*", true),
            ("identity", false),
            ("gzip;q=0", false),
            ("*, gzip;q=0", false),
            ("br", false),
            ("", false),
            ("gzip;q=x", false),
        ] {
            assert_eq!(is_allowed("/", &[("accept-encoding", accepted)]), taken, "{accepted}");
        }
        assert!(!is_allowed("/", &[]));
    }

    #[test]
    fn what_another_site_caused_is_sent_as_it_is() {
        let from =
            |uri: &str, site| is_allowed(uri, &[("accept-encoding", "gzip"), ("sec-fetch-site", site)]);
        assert!(from("/t/x?mode=text", "same-origin") && from("/t/x?mode=text", "none"));
        assert!(!from("/t/x", "cross-site") && !from("/t/x", "same-site"));
        assert!(is_allowed("/t/x", &[("accept-encoding", "gzip")]));
        assert!(!is_allowed("/t/x?guess=1", &[("accept-encoding", "gzip")]));
    }

    #[test]
    fn a_compressed_file_is_the_file() {
        let plain = Bytes::from("a table, a table, my kingdom for a table. ".repeat(100));
        for file in [None, Some("/assets/1/a.css".to_owned()), Some("/assets/1/a.css".to_owned())] {
            let small = compressed(&plain, file, &Token::default()).unwrap();
            assert!(small.len() < plain.len() / 4);
            let mut back = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&small[..]), &mut back).unwrap();
            assert_eq!(back, plain);
        }
        assert_eq!(compressed(&Bytes::from_static(b"x"), None, &Token::default()), None);
    }
}
