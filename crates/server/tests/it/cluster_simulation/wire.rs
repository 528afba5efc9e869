//! The network between nodes, and the broker: what a node sends lies in its outbox until the world carries it on.

use super::dice::Dice;
use super::mistakes::Mistake;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use futures_util::StreamExt as _;
use live::nodes::{Broker, Heard};
use serde_json::{Value, json};
use server::driven::{Carried, Carrier, DrivenNode, LinkError};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{mpsc, oneshot};

/// A part of a response.
pub(crate) enum Part {
    Head(StatusCode, HeaderMap),
    Piece(Bytes),
    /// The end; `false` if it broke off.
    End(bool),
}

/// What becomes of the parts of a response at a node.
pub(crate) struct Sink {
    pub(crate) head: Option<oneshot::Sender<Result<(StatusCode, HeaderMap), LinkError>>>,
    pub(crate) body: mpsc::UnboundedSender<Result<Bytes, std::io::Error>>,
}

/// What a node sends.
pub(crate) enum Parcel {
    /// A request to the node at an address.
    Request { address: String, request: Request<Body>, digest: u64, sink: Sink },
    /// A part of the response with this number.
    Part(u64, Part),
    /// A message for the broker.
    Said(String, String),
}

/// What a node has sent and nobody has carried on.
#[derive(Clone, Default)]
pub(crate) struct Outbox(Arc<Mutex<Vec<Parcel>>>);

impl Outbox {
    fn push(&self, parcel: Parcel) {
        self.0.lock().expect("nobody failed with it").push(parcel);
    }

    pub(crate) fn take(&self) -> Vec<Parcel> {
        std::mem::take(&mut self.0.lock().expect("nobody failed with it"))
    }
}

/// Has a node answer a request, and sends the response piece by piece.
pub(crate) async fn serve(
    node: DrivenNode,
    request: Request<Body>,
    of_node: bool,
    outbox: Outbox,
    reply: u64,
) {
    let response = if of_node { node.answer_node(request).await } else { node.answer(request).await };
    let (head, body) = response.into_parts();
    outbox.push(Parcel::Part(reply, Part::Head(head.status, head.headers)));
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        match piece {
            Ok(piece) => outbox.push(Parcel::Part(reply, Part::Piece(piece))),
            Err(_) => return outbox.push(Parcel::Part(reply, Part::End(false))),
        }
    }
    outbox.push(Parcel::Part(reply, Part::End(true)));
}

/// The links of a node to the others.
pub(crate) struct Link {
    pub(crate) outbox: Outbox,
    pub(crate) mistake: Option<Mistake>,
    pub(crate) asked: Mutex<HashMap<String, String>>,
    pub(crate) passed: AtomicU64,
}

impl Link {
    fn has(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    /// What a node with a mistake answers in place of an owner that is silent.
    fn guess(&self, path: &str, body: &[u8]) -> Option<Value> {
        let is_command = path.ends_with("/act") || path.ends_with("/wish");
        let document: Value =
            serde_json::from_slice(body).ok().filter(|_| self.has(Mistake::SilenceOfOwner))?;
        is_command.then(|| json!({"ok": true, "seq": document["seq"].as_u64().unwrap_or_default()}))
    }

    /// Changes a request as a node with a mistake sends it; a response in its place if it sends none.
    fn mistake(
        &self,
        address: &mut String,
        method: &Method,
        path: &str,
        body: &mut Vec<u8>,
    ) -> Option<Value> {
        let mut document: Value = serde_json::from_slice(body).ok()?;
        let is_command = *method == Method::POST && path.starts_with("/api/v1/tables/");
        let table = document["table"].as_str().map(str::to_owned);
        let spectates = document["ask"] == "spectate";
        match self.mistake {
            Some(Mistake::PassedOnWithoutId) if is_command => {
                let number = self.passed.fetch_add(1, Ordering::Relaxed);
                let id = document["id"].as_str().unwrap_or_default();
                document["id"] = json!(format!("{id}x{number}"));
                // Questions of nodes are sealed, and commands are not.
                *body = document.to_string().into_bytes();
            }
            Some(Mistake::AnsweredForOwner) if is_command => {
                return Some(json!({"ok": true, "seq": document["seq"].as_u64().unwrap_or_default() + 1}));
            }
            Some(Mistake::GapNotAsked) if spectates => {
                let after = document["after"].as_u64()?;
                return Some(json!({"version": after, "versions": []}));
            }
            Some(Mistake::OldOwnerAsked) if spectates => {
                let mut asked = self.asked.lock().expect("nobody failed with it");
                address.clone_from(asked.entry(table?).or_insert_with(|| address.clone()));
            }
            _ => {}
        }
        None
    }
}

/// Links that nodes hold on to.
pub(crate) struct Links(pub(crate) Arc<Link>);

impl Carrier for Links {
    fn carry(&self, request: Request<Body>) -> Carried {
        let link = Arc::clone(&self.0);
        Box::pin(async move {
            let (mut parts, body) = request.into_parts();
            let mut body = to_bytes(body, usize::MAX)
                .await
                .map_err(|error| LinkError::Broken(error.to_string()))?
                .to_vec();
            let mut address = parts.uri.authority().map_or_else(String::new, ToString::to_string);
            let path = parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
            let instead = match link.mistake {
                Some(_) => link.mistake(&mut address, &parts.method, &path, &mut body),
                None => None,
            };
            if parts.headers.contains_key(header::CONTENT_LENGTH) {
                parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
            }
            let guess = link.guess(&path, &body);
            let of_spectators = link.has(Mistake::HoleInAnswer) && is_gap(&body);
            parts.uri = path.parse().expect("a path");
            let (head, answered) = oneshot::channel();
            let (sender, mut receiver) = mpsc::unbounded_channel();
            let digest = Dice(0).below(u64::MAX, (&path, &body, parts.headers.get(header::AUTHORIZATION)));
            let request = Request::from_parts(parts, Body::from(body));
            link.outbox.push(Parcel::Request {
                address,
                request,
                digest,
                sink: Sink { head: Some(head), body: sender },
            });
            if let Some(document) = instead {
                return Ok(json_response(&document));
            }
            let head = answered.await.unwrap_or_else(|_| Err(LinkError::Broken("it is gone".to_owned())));
            if let (Some(guess), Err(LinkError::Broken(_))) = (guess, &head) {
                return Ok(json_response(&guess));
            }
            let (status, headers) = head?;
            let pieces = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
            let mut response = Response::new(Body::from_stream(pieces));
            (*response.status_mut(), *response.headers_mut()) = (status, headers);
            if of_spectators && status == StatusCode::OK {
                let text = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
                let mut document: Value = serde_json::from_slice(&text).unwrap_or_default();
                if let Some(versions) =
                    document["versions"].as_array_mut().filter(|versions| !versions.is_empty())
                {
                    versions.remove(0);
                }
                return Ok(json_response(&document));
            }
            Ok(response)
        })
    }
}

/// Whether a question asks for versions that are missing.
fn is_gap(question: &[u8]) -> bool {
    let document: Value = serde_json::from_slice(question).unwrap_or_default();
    document["ask"] == "spectate" && document["after"].is_u64()
}

fn json_response(document: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(document.to_string()));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The connection of a node to the broker.
pub(crate) struct BrokerLine {
    outbox: Outbox,
    mistake: Option<Mistake>,
    pub(crate) is_connected: AtomicBool,
    followed: Mutex<Vec<(String, Heard)>>,
    said: Mutex<HashMap<String, String>>,
    heard: Mutex<HashMap<String, u64>>,
    tables: Vec<String>,
}

impl BrokerLine {
    pub(crate) fn new(outbox: Outbox, mistake: Option<Mistake>, tables: Vec<String>) -> BrokerLine {
        BrokerLine {
            outbox,
            mistake,
            is_connected: AtomicBool::new(true),
            followed: Mutex::default(),
            said: Mutex::default(),
            heard: Mutex::default(),
            tables,
        }
    }

    /// Hands a message to whoever follows its subject.
    pub(crate) fn hear(&self, subject: &str, message: &str) {
        let message = self.mistaken(message);
        let followed = self.followed.lock().expect("nobody failed with it");
        followed.iter().filter(|(known, _)| known == subject).for_each(|(_, heard)| heard(&message));
    }

    /// Changes a message as a node with a mistake takes it.
    fn mistaken(&self, message: &str) -> String {
        let mut parts = message.splitn(3, ' ');
        let (Some(table), Some(number), Some(document)) = (parts.next(), parts.next(), parts.next()) else {
            return message.to_owned();
        };
        let number: u64 = number.parse().unwrap_or_default();
        let mut known = self.heard.lock().expect("nobody failed with it");
        let last = known.entry(table.to_owned()).or_insert(number.saturating_sub(1));
        let taken = match self.mistake {
            Some(Mistake::GapClosed) if number > *last => *last + 1,
            Some(Mistake::RepeatedVersion) if number <= *last => *last + 1,
            _ => number,
        };
        *last = taken.max(*last);
        let other = self
            .tables
            .iter()
            .position(|id| id == table)
            .map(|at| &self.tables[(at + 1) % self.tables.len()]);
        let table = match other {
            Some(other) if self.mistake == Some(Mistake::OtherTable) => other,
            _ => table,
        };
        format!("{table} {taken} {document}")
    }
}

/// What a node has of it.
pub(crate) struct BrokerLink(pub(crate) Arc<BrokerLine>);

impl Broker for BrokerLink {
    fn follow(&self, subject: String, _: Option<&'static str>, heard: Heard) {
        self.0.followed.lock().expect("nobody failed with it").push((subject, heard));
    }

    fn send(&self, subject: String, mut message: String) -> bool {
        let line = &self.0;
        if line.mistake == Some(Mistake::OldVersion)
            && let Some((place, document)) = message.split_once(" {")
        {
            let table = place.split(' ').next().unwrap_or_default().to_owned();
            let mut said = line.said.lock().expect("nobody failed with it");
            let before = said.insert(table, document.to_owned()).unwrap_or_else(|| document.to_owned());
            message = format!("{place} {{{before}");
        }
        if line.is_connected.load(Ordering::Relaxed) {
            line.outbox.push(Parcel::Said(subject, message));
            return true;
        }
        false
    }

    fn is_connected(&self) -> bool {
        self.0.is_connected.load(Ordering::Relaxed)
    }
}
