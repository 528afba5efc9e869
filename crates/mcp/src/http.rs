//! The protocol over streamable HTTP, for programs that run already.
//!
//! Every request stands alone: there are no sessions, so nothing is kept for a client that is gone. Bodies, connections, heads
//! and times are bounded. Requests of browser pages are refused unless their origin is allowed, and so is a `Host` that is not
//! ours, since a page could reach a server on this machine through its own name (DNS rebinding).

use crate::connections::{ConnectionPermit, Connections};
use crate::handler::Neuland;
use crate::message::{self, MessageError};
use crate::person::Person;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::model::ErrorCode;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The largest body of a request.
const BODY_BYTES: usize = 256 * 1024;
/// The timeout for reading the head of a request.
const HEAD: Duration = Duration::from_secs(5);
/// The timeout for reading the body of a request.
const BODY: Duration = Duration::from_secs(10);
/// The timeout for answering a request once it is read: the longest wait of a tool, and time for what it asks the server before
/// and after.
const REQUEST: Duration = Duration::from_secs(crate::tools::WAIT_MAX + 25);

/// The access rules of the HTTP transport.
#[derive(Clone, Debug, Default)]
pub struct HttpAccess {
    /// Tokens, each with the person it stands for. Without any, everybody who reaches the server is the same person.
    pub tokens: Vec<String>,
    /// Names by which the server is reached, for the header `Host`. Empty means this machine alone, or with tokens any name.
    pub hosts: Vec<String>,
    /// Pages that may send requests, such as `http://localhost:*`. Empty means none.
    pub origins: Vec<String>,
}

/// The reason why the HTTP transport does not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum HttpStartError {
    /// It would be open to the network without a token.
    Open(SocketAddr),
    /// A token is none.
    BadToken(crate::ParseTokenError),
    /// It cannot listen there.
    CannotListen(SocketAddr, io::Error),
}

impl fmt::Display for HttpStartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpStartError::Open(addr) => write!(
                f,
                "{addr} can be reached from other machines, so a token is needed: set NEULAND_MCP_TOKENS, or listen on 127.0.0.1"
            ),
            HttpStartError::BadToken(error) => write!(f, "NEULAND_MCP_TOKENS: {error}"),
            HttpStartError::CannotListen(addr, error) => {
                write!(f, "cannot listen on {addr}: {error}; choose another address")
            }
        }
    }
}

impl std::error::Error for HttpStartError {}

/// A server of the protocol that listens, and does not answer yet.
#[derive(Debug)]
pub struct BoundServer {
    listener: TcpListener,
    addr: SocketAddr,
    router: Router,
}

/// Tokens by their hashes, which can be compared in any time, and their persons.
type Guests = Arc<[(blake3::Hash, Person)]>;

/// Listens at an address; the tools are at `/mcp`.
///
/// # Errors
/// If the address is taken, or open to the network while there is no token.
pub async fn listen(
    neuland: Neuland,
    addr: SocketAddr,
    door: HttpAccess,
) -> Result<BoundServer, HttpStartError> {
    let guests: Result<Vec<_>, _> = door
        .tokens
        .iter()
        .map(|token| Ok((blake3::hash(token.as_bytes()), Person::of_token(token)?)))
        .collect();
    let guests: Guests = guests.map_err(HttpStartError::BadToken)?.into();
    let is_local = addr.ip().is_loopback();
    if !is_local && guests.is_empty() {
        return Err(HttpStartError::Open(addr));
    }
    let listener =
        TcpListener::bind(addr).await.map_err(|error| HttpStartError::CannotListen(addr, error))?;
    let addr = listener.local_addr().map_err(|error| HttpStartError::CannotListen(addr, error))?;
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES)
        .with_allowed_origins(door.origins)
        .enforce_origin_validation();
    if !door.hosts.is_empty() {
        config = config.with_allowed_hosts(door.hosts);
    } else if !is_local {
        // A page that reaches us by a name of its own has no token.
        config = config.disable_allowed_hosts();
    }
    let service = StreamableHttpService::new(
        move || Ok(neuland.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let router = Router::new()
        .route_service("/mcp", service)
        .fallback(|| async { (StatusCode::NOT_FOUND, "the tools are at /mcp\n") })
        .layer(axum::middleware::from_fn_with_state(guests, admit));
    Ok(BoundServer { listener, addr, router })
}

/// A refusal before the body of the request was read: the connection closes after it, and says so.
fn early(status: StatusCode, words: &'static str) -> Response {
    (status, [(header::CONNECTION, "close")], words).into_response()
}

/// Lets a request in whose token is known, as the person of that token, once all of it has arrived; and ends one that takes
/// too long.
async fn admit(
    State(guests): State<Guests>,
    Extension(place): Extension<Arc<ConnectionPermit>>,
    mut request: Request,
    next: Next,
) -> Response {
    if !guests.is_empty() {
        let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = sent
            .and_then(|text| text.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let hash = token.map(|(_, token)| blake3::hash(token.trim().as_bytes()));
        let Some((_, person)) = hash.and_then(|hash| guests.iter().find(|(known, _)| *known == hash)) else {
            let words = "a token is needed: send the header `Authorization: Bearer …` with one of NEULAND_MCP_TOKENS\n";
            let mut refused = early(StatusCode::UNAUTHORIZED, words);
            refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return refused;
        };
        request.extensions_mut().insert(person.clone());
    }
    let (parts, body) = request.into_parts();
    let body = match tokio::time::timeout(BODY, to_bytes(body, BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return early(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large or broke off\n"),
        Err(_) => return early(StatusCode::REQUEST_TIMEOUT, "the body took too long\n"),
    };
    let fault = if is_json_post(&parts) { message::read(&body).err() } else { None };
    // The SDK checks where a request comes from before it reads the body, and nothing of a fault is to be carried out.
    let body = if fault.is_some() { Bytes::from_static(b"{}") } else { body };
    let version = parts.headers.get("mcp-protocol-version").cloned();
    place.set_answered(true);
    let request = Request::from_parts(parts, Body::from(body));
    let answer = tokio::time::timeout(REQUEST, next.run(request)).await;
    place.set_answered(false);
    let is_from_here =
        |answer: &Response| !matches!(answer.status(), StatusCode::FORBIDDEN | StatusCode::NOT_ACCEPTABLE);
    if let Some(fault) = fault
        && answer.as_ref().is_ok_and(is_from_here)
    {
        return not_carried_out(version.as_ref(), &fault);
    }
    match answer {
        Ok(response) => response,
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response(),
    }
}

/// Whether a request should bring a message.
fn is_json_post(parts: &Parts) -> bool {
    let kind =
        parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_json =
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    parts.method == Method::POST && parts.uri.path() == "/mcp" && is_json
}

/// The answer to a message that is no request of ours. Later versions of the protocol have a status for unknown methods.
fn not_carried_out(version: Option<&HeaderValue>, fault: &MessageError) -> Response {
    let is_later = version.is_some_and(|version| version.as_bytes() >= b"2026-07-28".as_slice());
    let status = match fault.code {
        ErrorCode::PARSE_ERROR | ErrorCode::INVALID_REQUEST => StatusCode::BAD_REQUEST,
        ErrorCode::METHOD_NOT_FOUND if is_later => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    (status, [(header::CONTENT_TYPE, "application/json")], fault.answer()).into_response()
}

impl BoundServer {
    /// Returns the address on which the server listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Returns the URL of the tools.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.addr)
    }

    /// Answers until the future is dropped.
    pub async fn serve(self) {
        let room = Arc::new(Connections::default());
        loop {
            room.wait().await;
            let (stream, peer) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Some((place, gives_way)) = room.take(peer.ip()) else { continue };
            let service = TowerToHyperService::new(self.router.clone().layer(Extension(Arc::clone(&place))));
            tokio::spawn(async move {
                let connection = hyper::server::conn::http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEAD)
                    .serve_connection(TokioIo::new(stream), service);
                tokio::select! {
                    ended = connection => if let Err(error) = ended {
                        tracing::debug!(%error, "a connection broke off");
                    },
                    _ = gives_way => tracing::debug!("a connection that only received gave way"),
                }
                drop(place);
            });
        }
    }
}
