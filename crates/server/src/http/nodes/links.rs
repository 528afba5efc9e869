//! The connections from this node to the others.

use super::seal::{SEAL, Sealed};
use super::{Attempt, ELSEWHERE, NodeState, QUESTIONS, Repeatable, remove_hop_by_hop};
use crate::http::proxy::Client as Asker;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use futures_util::StreamExt as _;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use live::nodes::{Nodes, PeerAnswer, Peers, Whereabouts};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::Duration;
use store::{Node, Shard, now};
use tokio::sync::watch;

/// The time within which another node takes a connection.
const CONNECT: Duration = Duration::from_secs(2);
/// The time after which an unused connection is closed; the other side closes it after 30 seconds.
const IDLE: Duration = Duration::from_secs(20);
/// The time after which a node that has not answered a request yet is asked whether it is there at all, and that for which this node
/// waits for the answer: the network to it may swallow everything.
const DOUBT: Duration = Duration::from_secs(3);
/// The time after which a silent event stream of another node has ended: a keep-alive comes every 15 seconds.
const SILENCE: Duration = Duration::from_secs(35);
/// The longest time for which a node waits for an answer to a question.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most bytes of an answer.
const ANSWER_MAX: usize = 16 << 20;

/// The connections to other nodes, shared by everything that passes requests on.
#[derive(Clone)]
pub(crate) struct NodeLink(Way);

/// The way that requests to other nodes take.
#[derive(Clone)]
enum Way {
    /// Connections over TCP.
    Http(Client<HttpConnector, Body>),
    /// A simulated network.
    Carried(Arc<dyn Carrier>),
}

/// A network that a test simulates.
pub trait Carrier: Send + Sync {
    /// Carries a request to the node whose address it names, and the response back.
    fn carry(&self, request: Request) -> Carried;
}

/// The response to a request that a [`Carrier`] has carried.
pub type Carried = Pin<Box<dyn Future<Output = Result<Response, LinkError>> + Send>>;

/// The reason why another node did not answer a request.
#[derive(Clone, Debug)]
pub enum LinkError {
    /// There is no connection, and nothing was sent.
    Unreachable(String),
    /// The connection broke. What became of the request is not known.
    Broken(String),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Unreachable(reason) | LinkError::Broken(reason) => f.write_str(reason),
        }
    }
}

impl NodeLink {
    /// No connections yet.
    pub(crate) fn new() -> NodeLink {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE);
        NodeLink(Way::Http(client.build(connector)))
    }

    /// A link whose requests a simulated network carries.
    pub(crate) fn carried(carrier: Arc<dyn Carrier>) -> NodeLink {
        NodeLink(Way::Carried(carrier))
    }

    async fn request(&self, request: Request) -> Result<Response, LinkError> {
        match &self.0 {
            Way::Http(client) => match client.request(request).await {
                Ok(response) => Ok(response.map(Body::new)),
                Err(error) if error.is_connect() => Err(LinkError::Unreachable(error.to_string())),
                Err(error) => Err(LinkError::Broken(error.to_string())),
            },
            Way::Carried(carrier) => carrier.carry(request).await,
        }
    }

    /// Passes a request on to the owner of a shard, for as long as that node is the owner.
    pub(super) async fn forward(
        &self,
        state: &NodeState,
        request: &mut Repeatable,
        shard: Shard,
        node: &Node,
    ) -> Attempt {
        let Some(key) = state.nodes.key() else { return Attempt::Elsewhere };
        let client = request.client;
        let Some(mut passed) = request.request() else { return Attempt::Broken };
        let Some(uri) = uri_at(node, passed.uri()) else { return Attempt::Elsewhere };
        let seal = Sealed { method: passed.method(), uri: passed.uri(), body: b"" }.seal(&key, client, now());
        *passed.uri_mut() = uri;
        passed.extensions_mut().clear();
        remove_hop_by_hop(passed.headers_mut());
        // This node has the body, or takes it as it comes.
        passed.headers_mut().remove(header::EXPECT);
        passed.headers_mut().insert(SEAL, seal);
        let answer = tokio::select! {
            biased;
            answer = self.request(passed) => answer,
            () = until_lost(&state.nodes, shard, node) => return Attempt::Broken,
            () = self.until_unreachable(node) => return Attempt::Broken,
        };
        match answer {
            Ok(response) if response.headers().contains_key(ELSEWHERE) => Attempt::Elsewhere,
            Ok(mut response) => {
                remove_hop_by_hop(response.headers_mut());
                Attempt::Done(until_moved(response, state, shard, node))
            }
            // Nothing was sent.
            Err(LinkError::Unreachable(_)) => Attempt::Elsewhere,
            Err(error) => {
                tracing::debug!(node = node.address, %error, "a node did not answer");
                Attempt::Broken
            }
        }
    }
}

impl NodeLink {
    /// Waits until a node does not answer at all.
    async fn until_unreachable(&self, node: &Node) {
        loop {
            tokio::time::sleep(DOUBT).await;
            // Whatever it answers, it is there.
            let Some(uri) = uri_at(node, &Uri::from_static("/healthz")) else { return };
            let mut question = Request::default();
            *question.uri_mut() = uri;
            let asked = tokio::time::timeout(DOUBT, self.request(question)).await;
            if !matches!(asked, Ok(Ok(_))) {
                tracing::debug!(node = node.address, "a node cannot be reached");
                return;
            }
        }
    }
}

/// The address of a request at a node.
fn uri_at(node: &Node, uri: &Uri) -> Option<Uri> {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    format!("{}{path}", node.address.trim_end_matches('/')).parse().ok()
}

/// Waits until a node is not the owner of a shard any more, as far as this one knows.
async fn until_lost(nodes: &Nodes, shard: Shard, node: &Node) {
    let mut divisions = nodes.follow();
    while is_at(nodes, shard, node) {
        if divisions.changed().await.is_err() {
            return;
        }
    }
}

fn is_at(nodes: &Nodes, shard: Shard, node: &Node) -> bool {
    matches!(nodes.find(shard), Whereabouts::At(owner) if owner.name == node.name)
}

/// Ends an event stream when its table moves to another node, or when it is silent for too long: the node that sent it may be stopped or
/// out of reach, and say nothing for ever.
fn until_moved(response: Response, state: &NodeState, shard: Shard, node: &Node) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return response;
    }
    let (nodes, node) = (Arc::clone(&state.nodes), node.clone());
    let divisions: watch::Receiver<u64> = nodes.follow();
    response.map(|body| {
        let stream = futures_util::stream::unfold(
            (body.into_data_stream(), divisions, nodes, node),
            move |(mut body, mut divisions, nodes, node)| async move {
                let silence = tokio::time::sleep(SILENCE);
                tokio::pin!(silence);
                loop {
                    tokio::select! {
                        biased;
                        () = &mut silence => return None,
                        frame = body.next() => return frame.map(|frame| (frame, (body, divisions, nodes, node))),
                        changed = divisions.changed() => {
                            if changed.is_err() || !is_at(&nodes, shard, &node) {
                                return None;
                            }
                        }
                    }
                }
            },
        );
        Body::from_stream(stream)
    })
}

/// A way to ask other nodes over HTTP.
pub(crate) struct Links {
    pub(crate) nodes: Weak<Nodes>,
    pub(crate) link: NodeLink,
}

impl Links {
    async fn send(&self, node: Node, question: String) -> Result<String, String> {
        let key = self.nodes.upgrade().and_then(|nodes| nodes.key()).ok_or("this node knows no other")?;
        let uri: Uri = QUESTIONS.parse().expect("a path");
        let sealed = Sealed { method: &Method::POST, uri: &uri, body: question.as_bytes() };
        let itself = Asker { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), secure: false };
        let seal = sealed.seal(&key, itself, now());
        let uri = uri_at(&node, &uri).ok_or("its address cannot be read")?;
        let mut request = Request::new(Body::from(question));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = uri;
        request.headers_mut().insert(SEAL, seal);
        request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let response = self.link.request(request).await.map_err(|error| error.to_string())?;
        let status = response.status();
        let body = to_bytes(response.into_body(), ANSWER_MAX).await.map_err(|error| error.to_string())?;
        let text = String::from_utf8(body.into()).map_err(|error| error.to_string())?;
        if status == StatusCode::OK { Ok(text) } else { Err(format!("{status}: {text}")) }
    }
}

impl Peers for Links {
    fn ask(&self, node: Node, question: String) -> PeerAnswer<'_> {
        Box::pin(async move {
            match tokio::time::timeout(PATIENCE, self.send(node, question)).await {
                Ok(answer) => answer,
                Err(_) => Err("it does not answer".to_owned()),
            }
        })
    }
}
