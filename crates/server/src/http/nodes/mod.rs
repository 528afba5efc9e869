//! A server that is a node of a cluster: requests go to the node that owns what they are about.
//!
//! [`route`] is the outermost layer of what the public reaches, [`receive`] that of what other nodes reach. A request is passed on once
//! at most: a node that gets one from another either owns the table or says that it does not, and the first one looks again. The
//! owner sees the request as the client sent it, and answers as if it had come directly.

mod links;
mod places;
mod published;
mod relays;
mod seal;

pub use links::{Carried, Carrier, LinkError};
pub(crate) use links::{Links, NodeLink};
pub(crate) use published::Published;
pub(crate) use relays::{Relayed, Relays, stream as relayed_stream};

use super::App;
use super::guard::refuse;
use super::problem::{Elsewhere, Problem};
use super::proxy::{Client, PassedOn};
use super::serve::OverConnectionLimit;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use live::metrics::METRICS;
use live::nodes::{Nodes, Whereabouts};
use pages::Fault;
use places::{Place, place_of, promised, shard_of_code};
use published::{SPECTATE, SpectatorQuestion};
use relays::{relay_for, table_of_spectators};
use seal::{SEAL, Sealed};
use std::sync::Arc;
use std::time::Duration;
use store::{Shard, now};
use tokio::time::Instant;

/// The path at which nodes ask each other.
const QUESTIONS: &str = "/cluster";

/// The most bytes of a question: twice the size of a message about all limits in a flood of addresses.
pub(super) const QUESTION_MAX: usize = 4 << 20;

/// The time for which a request waits for a table that has no owner at the moment. A takeover takes five seconds at most.
const TAKEOVER: Duration = Duration::from_secs(8);

/// The header by which a node tells another one that it does not own the table.
const ELSEWHERE: HeaderName = HeaderName::from_static("neuland-elsewhere");

/// The state of the layers of a node.
#[derive(Clone)]
pub(crate) struct NodeState {
    pub(crate) app: App,
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) link: NodeLink,
    /// The tables of this node with spectators at others, and those of others with spectators here.
    pub(crate) published: Arc<Published>,
    pub(crate) relays: Arc<Relays>,
}

/// A request that can be sent again.
struct Repeatable {
    parts: Parts,
    client: Client,
    /// The body; `None` for one that is too large to be kept, which can be sent once.
    body: Option<Bytes>,
    once: Option<Body>,
}

impl Repeatable {
    async fn read(state: &NodeState, request: Request, client: Client) -> Repeatable {
        let (parts, body) = request.into_parts();
        let length =
            parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let has_body = !matches!(parts.method, Method::GET | Method::HEAD);
        if has_body && length.is_none_or(|length: usize| length > state.app.limits.body) {
            return Repeatable { parts, client, body: None, once: Some(body) };
        }
        match to_bytes(body, state.app.limits.body).await {
            Ok(bytes) => Repeatable { parts, client, body: Some(bytes), once: None },
            // It broke off; whoever handles it says so.
            Err(error) => {
                let broken = futures_util::stream::once(async move { Err::<Bytes, _>(error) });
                Repeatable { parts, client, body: None, once: Some(Body::from_stream(broken)) }
            }
        }
    }

    /// The request once more; `None` if it was sent already and cannot be sent again.
    fn request(&mut self) -> Option<Request> {
        let body = match &self.body {
            Some(bytes) => Body::from(bytes.clone()),
            None => self.once.take()?,
        };
        Some(Request::from_parts(self.parts.clone(), body))
    }

    /// Whether the request can be sent again.
    fn is_left(&self) -> bool {
        self.body.is_some() || self.once.is_some()
    }

    fn is_safe(&self) -> bool {
        matches!(self.parts.method, Method::GET | Method::HEAD)
    }
}

/// What became of an attempt.
enum Attempt {
    /// The response.
    Done(Response),
    /// Nothing was done, since the node is not the owner.
    Elsewhere,
    /// Nobody knows what was done, since the node is gone.
    Broken,
}

/// The outermost layer of a node: answers what it owns, and passes the rest on.
pub(crate) async fn route(State(state): State<NodeState>, mut request: Request, next: Next) -> Response {
    request.headers_mut().remove(SEAL);
    let client = Client::of(&mut request, &state.app.outside.trusted_proxies);
    let place = place_of(request.method(), request.uri());
    if place == Place::Anywhere || request.extensions().get::<OverConnectionLimit>().is_some() {
        return next.run(request).await;
    }
    if let Some(table) = table_of_spectators(&request)
        && let Some(relay) = relay_for(&state, table).await
    {
        request.extensions_mut().insert(Relayed { relay, state });
        return next.run(request).await;
    }
    let mut request = Repeatable::read(&state, request, client).await;
    let shard = match place {
        Place::At(shard) => Some(shard),
        Place::Code(code) => shard_of_code(&state.app.hub, &code).await,
        Place::Promised => request.body.as_ref().and_then(|body| promised(&request.parts.headers, body)),
        Place::Anywhere => None,
    };
    // A new table belongs to the node that opens it.
    let Some(shard) = shard.or_else(|| any_owner(&state.nodes)) else {
        return match request.request() {
            Some(request) => next.run(request).await,
            None => gone(&state, &request),
        };
    };
    deliver(&state, &mut request, shard, &next).await
}

/// A shard of another node, if this one serves none: it has just come.
fn any_owner(nodes: &Nodes) -> Option<Shard> {
    nodes.served().is_empty().then_some(Nodes::HOME)
}

/// Has the owner of a shard answer a request, whoever that is by then.
async fn deliver(state: &NodeState, request: &mut Repeatable, shard: Shard, next: &Next) -> Response {
    let until = Instant::now() + TAKEOVER;
    let mut divisions = state.nodes.follow();
    loop {
        divisions.mark_unchanged();
        let attempt = match state.nodes.find(shard) {
            Whereabouts::Here => attempt_here(request, next).await,
            Whereabouts::At(node) => {
                METRICS.forwarded.add_one();
                state.link.forward(state, request, shard, &node).await
            }
            Whereabouts::Unknown => Attempt::Elsewhere,
        };
        match attempt {
            Attempt::Done(response) => return response,
            Attempt::Broken if !request.is_safe() => return gone(state, request),
            Attempt::Elsewhere | Attempt::Broken => {}
        }
        let left = until.saturating_duration_since(Instant::now());
        if !request.is_left() || left.is_zero() || state.nodes.is_leaving() {
            return gone(state, request);
        }
        state.nodes.ring();
        // Either way it is looked again, until the time is over.
        let _ = tokio::time::timeout(left, divisions.changed()).await;
    }
}

async fn attempt_here(request: &mut Repeatable, next: &Next) -> Attempt {
    let Some(own) = request.request() else { return Attempt::Broken };
    let response = next.clone().run(own).await;
    if response.extensions().get::<Elsewhere>().is_some() && request.is_left() {
        return Attempt::Elsewhere;
    }
    Attempt::Done(response)
}

/// The response to a request that could not be delivered.
fn gone(state: &NodeState, request: &Repeatable) -> Response {
    let is_leaving = state.nodes.is_leaving();
    let problem = if is_leaving { Problem::of(Fault::Stopping).retry_after(1) } else { Problem::moved() };
    refuse(&state.app, &request.parts, request.client, problem)
}

/// The outermost layer of what other nodes reach: refuses everybody else, and what this node does not own.
pub(crate) async fn receive(State(state): State<NodeState>, mut request: Request, next: Next) -> Response {
    let Some(key) = state.nodes.key() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    if request.uri().path() == QUESTIONS {
        return answer(&state, &key, request).await;
    }
    let sealed = Sealed { method: request.method(), uri: request.uri(), body: b"" };
    let Some(client) = sealed.open(&key, request.headers(), now()) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    request.headers_mut().remove(SEAL);
    if let Place::At(shard) = place_of(request.method(), request.uri())
        && !state.nodes.owns(shard)
    {
        return elsewhere();
    }
    request.extensions_mut().insert(PassedOn(client));
    let response = next.run(request).await;
    if response.extensions().get::<Elsewhere>().is_some() { elsewhere() } else { response }
}

fn elsewhere() -> Response {
    (StatusCode::MISDIRECTED_REQUEST, [(ELSEWHERE, HeaderValue::from_static("1"))]).into_response()
}

/// Answers a question of another node.
async fn answer(state: &NodeState, key: &[u8; 32], request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, QUESTION_MAX).await else { return StatusCode::BAD_REQUEST.into_response() };
    let sealed = Sealed { method: &parts.method, uri: &parts.uri, body: &body };
    if sealed.open(key, &parts.headers, now()).is_none() {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(question) = std::str::from_utf8(&body) else { return StatusCode::BAD_REQUEST.into_response() };
    let about_spectators =
        serde_json::from_str(question).ok().filter(|of: &SpectatorQuestion| of.ask == SPECTATE);
    let answer = match about_spectators {
        Some(question) => published::answer(state, &question).await,
        None => state.app.hub.answer(question).await,
    };
    match answer {
        Ok(answer) => ([(header::CONTENT_TYPE, "application/json")], answer).into_response(),
        Err(error) => (StatusCode::CONFLICT, error).into_response(),
    }
}

/// Removes the headers that concern one connection alone (RFC 9110, section 7.6.1).
fn remove_hop_by_hop(headers: &mut HeaderMap) {
    const OF_CONNECTION: [HeaderName; 7] = [
        header::CONNECTION,
        HeaderName::from_static("keep-alive"),
        header::PROXY_AUTHENTICATE,
        header::PROXY_AUTHORIZATION,
        header::TE,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
    ];
    for name in OF_CONNECTION {
        headers.remove(name);
    }
}
