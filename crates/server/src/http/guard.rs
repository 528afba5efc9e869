//! The outermost layer of every request: limits, the origin check, and security headers.

use super::compression::ResponseCompression;
use super::parts::wants_json;
use super::problem::{Elsewhere, ErrorCode, Problem};
use super::proxy::{self, Client};
use super::serve::OverConnectionLimit;
use super::{App, cookies};
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Body as HttpBody;
use live::cost::CostAccount;
use live::metrics::{Limit, METRICS};
use live::test_mode::{self, Word};
use pages::Fault;
use std::time::Instant;
use table::host::RejectReason;

/// The header by which a request names the test that sends it.
const TEST_HEADER: &str = "neuland-test";

/// The content security policy of pages: nothing from elsewhere, nothing inline, and no framing by anybody.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);

/// The policy of pictures, since one that is opened by itself is a document too. It brings its style along and may load, run and
/// send nothing.
const PICTURE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
);

/// The other headers of every answer.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Switches off features of browsers that no page of ours uses.
const PERMISSIONS_POLICY: (HeaderName, HeaderValue) = (
    HeaderName::from_static("permissions-policy"),
    HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
);

/// Keeps pages of other sites from holding on to a window of ours. Browsers that do not trust the connection ignore it, and
/// complain on each page: it counts over TLS and on the machine itself.
const OPENER_POLICY: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));

/// Half a year during which browsers come back over TLS only.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=15552000");

/// The outermost layer.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let client = Client::of(&mut request, &app.outside.trusted_proxies);
    request.extensions_mut().insert(client);
    let secure = client.secure || app.outside.is_secure(request.headers());
    let over_tls =
        secure.then(|| (cookies::receive(request.headers_mut(), store::now()), request.uri().clone()));
    let reader = app.outside.reader(request.headers(), request.uri());
    let json = request.uri().path().starts_with("/api/") || wants_json(request.headers());
    let compression = ResponseCompression::of(request.method(), request.uri(), request.headers());
    let method = method_name(request.method());
    // The pattern, never the path itself, which may name tables and codes.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let tab = app.meter.tab(client.address);
    let test = app.hub.is_in_test_mode().then(|| test_of(request.headers())).flatten();
    let mut response = match admit(&app, &tab, &request, secure) {
        Ok(()) => {
            let answer = test_mode::in_name_of(test, next.run(request));
            match tokio::time::timeout(app.limits.request, tab.pay_for(answer)).await {
                Ok(response) => response,
                Err(_) => {
                    METRICS.note_refused(Limit::Time);
                    Problem::new(
                        ErrorCode::Timeout,
                        "the request took too long; a command with the same `id` may be sent again safely",
                    )
                    .into_response()
                }
            }
        }
        Err(problem) => problem.into_response(),
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        let is_elsewhere = problem.is_elsewhere();
        response = problem.say(response, &reader, json);
        if is_elsewhere {
            response.extensions_mut().insert(Elsewhere);
        }
    }
    let mut response = tab.pay_for(compression.answer(response, &app)).await;
    // What comes piece by piece is charged as it comes.
    tab.sends(HttpBody::size_hint(response.body()).exact().unwrap_or(0));
    dress(response.headers_mut(), secure, secure || reader.trusts_connection());
    if let Some((moved, uri)) = over_tls {
        cookies::send(response.headers_mut(), &moved, &uri);
    }
    let (route, status) = (route.as_ref().map_or("none", MatchedPath::as_str), response.status().as_u16());
    METRICS.note_request(route, method, status, began.elapsed());
    tracing::debug!(method, route, status, micros = began.elapsed().as_micros() as u64, "request");
    response
}

/// The response to a request that nothing behind this layer has seen.
pub(super) fn refuse(app: &App, request: &Parts, client: Client, problem: Problem) -> Response {
    let reader = app.outside.reader(&request.headers, &request.uri);
    let json = request.uri.path().starts_with("/api/") || wants_json(&request.headers);
    let mut response = problem.head();
    response = problem.say(response, &reader, json);
    let secure = client.secure || app.outside.is_secure(&request.headers);
    dress(response.headers_mut(), secure, secure || reader.trusts_connection());
    response
}

/// The test that sends a request, as its header names it.
fn test_of(headers: &HeaderMap) -> Option<Word> {
    headers.get(TEST_HEADER)?.to_str().ok()?.parse().ok()
}

/// Adds the security headers; `trusted` says whether browsers trust the connection.
fn dress(headers: &mut HeaderMap, secure: bool, trusted: bool) {
    let kind = headers.get(header::CONTENT_TYPE);
    let is_picture = kind.is_some_and(|kind| kind == "image/svg+xml");
    let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let policy = if is_picture { PICTURE_POLICY } else { POLICY };
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    if is_page {
        let (name, value) = PERMISSIONS_POLICY;
        headers.entry(name).or_insert(value);
    }
    if trusted {
        let (name, value) = OPENER_POLICY;
        headers.entry(name).or_insert(value);
    }
    if secure {
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(ONLY_TLS);
    }
}

/// The methods that we know, so that nobody can fill the metrics with others.
fn method_name(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        "PATCH" => "PATCH",
        "PUT" => "PUT",
        _ => "other",
    }
}

/// Whether a path is exempt from the cost limits: health checks, and the files without which not even a refusal is readable, cost
/// next to nothing.
fn is_spared(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz") || path.starts_with("/assets/")
}

/// Whether a request is allowed from a suspended network: signing in and out, deleting one's account, and moderating, so that a
/// moderator who suspends their own network by mistake can lift that.
fn is_open_to_all(method: &Method, path: &str) -> bool {
    let is_own =
        matches!(path, "/account/sign-in" | "/account/sign-out" | "/account/delete" | "/api/v1/session");
    let deletes = *method == Method::DELETE && path == "/api/v1/me";
    is_own || deletes || path.starts_with("/admin/") || path.starts_with("/api/v1/admin/")
}

fn admit(app: &App, tab: &CostAccount, request: &Request, secure: bool) -> Result<(), Problem> {
    if !app.outside.is_own_host(request.headers(), request.uri()) {
        return Err(Problem::new(
            ErrorCode::ForeignHost,
            "this server does not answer to that name; reach it by its address, or start it with --allow-host and the name",
        ));
    }
    if request.extensions().get::<OverConnectionLimit>().is_some() {
        return Err(Problem::of(Fault::TooManyConnections).retry_after(10));
    }
    let address = proxy::address(request.extensions());
    app.meter.request(address, Instant::now()).map_err(|wait| {
        METRICS.note_refused(Limit::Requests);
        Problem::new(ErrorCode::TooMany, "too many requests; slow down")
            .retry_after(wait.as_secs() as u32 + 1)
    })?;
    if !is_spared(request.uri().path()) {
        tab.check(Instant::now())?;
    }
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    if !is_same_origin(request.headers(), secure) {
        return Err(Problem::new(
            ErrorCode::CrossOrigin,
            "this was sent from a page of another site, so it was not done",
        ));
    }
    match app.moderation.in_force().network(address) {
        Some(network) if !is_open_to_all(request.method(), request.uri().path()) => {
            METRICS.note_refused(Limit::Suspended);
            Err(RejectReason::Suspended { until: network.until }.into())
        }
        _ => Ok(()),
    }
}

/// Whether the request comes from our own pages, as far as a browser says. Other clients say nothing, and hold no cookies that
/// another site could use. A page that came without TLS is not ours if the request came over TLS (`secure`): somebody on the way
/// may have written it.
fn is_same_origin(headers: &HeaderMap, secure: bool) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(scheme, origin)| {
            (!secure || scheme.eq_ignore_ascii_case("https")) && origin.eq_ignore_ascii_case(host)
        }),
        (Some(_), None) => false,
    }
}

/// The response to an unknown address.
pub(crate) async fn not_found() -> Problem {
    Problem::not_found()
}

/// The response to a method that the address does not support.
pub(crate) async fn bad_method() -> Problem {
    Problem::new(ErrorCode::BadMethod, "this address does not answer to this method")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_tls_browsers_stay_there() {
        let dressed = |secure| {
            let mut headers = HeaderMap::new();
            dress(&mut headers, secure, secure);
            headers.contains_key(header::STRICT_TRANSPORT_SECURITY)
        };
        assert!(dressed(true) && !dressed(false));
    }

    #[test]
    fn a_picture_brings_its_style_along_and_may_do_nothing_else() {
        let policy = |kind: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            dress(&mut headers, false, false);
            headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned()
        };
        assert!(!policy("text/html; charset=utf-8").contains("unsafe"));
        let picture = policy("image/svg+xml");
        assert!(
            picture.starts_with("default-src 'none'; style-src") && picture.ends_with("sandbox"),
            "{picture}"
        );
    }

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
            assert_eq!(is_same_origin(&map, false), same, "{headers:?}");
            let without_tls = headers.iter().any(|(_, value)| value.starts_with("http://"));
            assert_eq!(is_same_origin(&map, true), same && !without_tls, "over TLS: {headers:?}");
        }
    }
}
