//! What every request goes through: limits, the origin check, and the headers that keep browsers safe.

use super::App;
use super::problem::{ErrorCode, Problem};
use super::request::{reader_of, wants_json};
use super::serve::Peer;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

/// Nothing from elsewhere, no inline scripts, and nobody may frame us. Styles of the board's picture are inline.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// The address of whoever asks.
pub(crate) fn address(request: &axum::http::Extensions) -> IpAddr {
    // Only tests call the router without a connection.
    request.get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip())
}

/// The outermost layer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let reader = reader_of(request.headers(), request.uri());
    let json = request.uri().path().starts_with("/api/") || wants_json(request.headers());
    let mut response = match admit(&app, &request) {
        Ok(()) => match tokio::time::timeout(app.limits.request, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::new(
                ErrorCode::Timeout,
                "the request took too long; a command with the same `id` may be sent again safely",
            )
            .into_response(),
        },
        Err(problem) => problem.into_response(),
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = problem.say(response, &reader, json);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    response
}

fn admit(app: &App, request: &Request) -> Result<(), Problem> {
    let address = address(request.extensions());
    app.meter.request(address, Instant::now()).map_err(|wait| {
        Problem::new(ErrorCode::TooMany, "too many requests; slow down")
            .retry_after(wait.as_secs() as u32 + 1)
    })?;
    if !matches!(*request.method(), Method::GET | Method::HEAD) && !is_same_origin(request.headers()) {
        return Err(Problem::new(
            ErrorCode::CrossOrigin,
            "this was sent from a page of another site and is not done",
        ));
    }
    Ok(())
}

/// Whether a browser says that the request comes from our own pages. Whoever is no browser says nothing, and holds no
/// cookies that another site could use.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host))
        }
        (Some(_), None) => false,
    }
}

/// Nothing at this address.
pub(crate) async fn not_found() -> Problem {
    Problem::not_found()
}

/// Another method is needed here.
pub(crate) async fn bad_method() -> Problem {
    Problem::new(ErrorCode::BadMethod, "this address does not answer to this method")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sites_are_told_apart() {
        let cases = [
            (&[][..], true),
            (&[("host", "localhost:7170"), ("origin", "http://localhost:7170")], true),
            (&[("host", "Neuland.example"), ("origin", "https://neuland.EXAMPLE")], true),
            (&[("host", "localhost:7170"), ("origin", "http://localhost:8080")], false),
            (&[("host", "localhost:7170"), ("origin", "https://evil.example")], false),
            (&[("host", "localhost:7170"), ("origin", "null")], false),
            (&[("host", "localhost:7170"), ("sec-fetch-site", "cross-site")], false),
            (&[("host", "localhost:7170"), ("sec-fetch-site", "same-site")], false),
            (&[("host", "localhost:7170"), ("sec-fetch-site", "same-origin")], true),
            (&[("origin", "http://localhost:7170")], false),
        ];
        for (headers, same) in cases {
            let map: HeaderMap = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
                .collect();
            assert_eq!(is_same_origin(&map), same, "{headers:?}");
        }
    }
}
