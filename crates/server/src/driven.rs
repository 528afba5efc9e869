//! A server without sockets whose tables are driven from outside: for the simulator, which is their clock, their disk and their
//! network. Requests take the way through the router that they take behind a socket.

mod node;

pub use crate::http::nodes::{Carried, Carrier, LinkError};
pub use node::DrivenNode;

use crate::http::limits::{Limits, Meter};
use crate::http::public_address::PublicAddress;
use crate::http::replay::Replays;
use crate::http::{App, router};
use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use live::accounts::Accounts;
use live::hub::{BotPause, Capacity, Hub, LiveTable};
use live::moderation::Moderation;
use live::time::Time;
use std::fmt;
use std::sync::Arc;
use store::Store;
use table::TableId;
use table::host::{Answer, Host};
use tokio::sync::{oneshot, watch};
use tower::ServiceExt as _;

/// The sender through which a table answers a waiting command.
pub type Ticket = oneshot::Sender<Answer>;

/// The server.
pub struct Driven {
    hub: Arc<Hub>,
    router: Router,
    /// The clock of presence.
    attended: Time,
    _stopping: watch::Sender<bool>,
}

impl fmt::Debug for Driven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Driven")
    }
}

/// A response, as far as it has arrived.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    body: BodyDataStream,
}

impl Reply {
    /// The next piece; `None` after the last one, an error where it breaks off.
    ///
    /// # Errors
    /// What was wrong, in words.
    pub async fn piece(&mut self) -> Result<Option<String>, String> {
        match self.body.next().await.transpose() {
            Ok(piece) => Ok(piece.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => Err(error.to_string()),
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// What was wrong, in words.
    pub async fn text(mut self) -> Result<String, String> {
        let mut text = String::new();
        while let Some(piece) = self.piece().await? {
            text += &piece;
        }
        Ok(text)
    }
}

/// Builds what handles requests, with the usual limits, and the switch that stops it.
fn app(hub: &Arc<Hub>, store: Arc<dyn Store>) -> (App, watch::Sender<bool>) {
    let limits = Limits::default();
    let (stopping, stopped) = watch::channel(false);
    let accounts = Arc::new(Accounts::new(Arc::clone(&store), limits.transfer));
    let app = App {
        hub: Arc::clone(hub),
        moderation: Moderation::new(store, Arc::clone(hub), Arc::clone(&accounts)),
        accounts,
        limits,
        meter: Meter::new(limits, &[]),
        outside: Arc::new(PublicAddress::default()),
        replays: Replays::default(),
        stopping: stopped,
    };
    (app, stopping)
}

impl Driven {
    /// A server without tables, which reads what is not in memory from this store. Must be called on a runtime.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Driven {
        Driven::at(store, Time::start())
    }

    /// A server like [`Driven::new`], with this clock for presence. Pages show the time that really passes.
    #[must_use]
    pub fn at(store: Arc<dyn Store>, time: Time) -> Driven {
        let hub = Hub::without_tasks(Arc::clone(&store), BotPause::NONE, Capacity::default(), Time::start());
        let (app, stopping) = app(&hub, store);
        Driven { hub, router: router(app), attended: time, _stopping: stopping }
    }

    /// Takes a table in.
    pub fn adopt(&self, id: TableId, host: Host<Ticket>) -> Arc<LiveTable> {
        let live = LiveTable::attended(id, host, self.hub.time(), self.attended.clone(), self.hub.in_force());
        self.hub.adopt(&live);
        live
    }

    /// Lets a table go.
    pub fn release(&self, id: TableId) {
        self.hub.release(id);
    }

    /// Tells everybody who follows a table that it has this version now.
    pub fn publish(&self, live: &LiveTable, version: u64) {
        live.publish(version);
    }

    /// Sends a GET request with these headers.
    ///
    /// # Panics
    /// If a header cannot be sent.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let Ok(response) = self.router.clone().oneshot(request).await;
        Reply { status: response.status().as_u16(), body: response.into_body().into_data_stream() }
    }
}
