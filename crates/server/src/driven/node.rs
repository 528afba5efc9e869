//! A node of a cluster without sockets: for the simulator, which is its clock, its store, its broker and its network. All else is what
//! [`Server`](crate::Server) runs.

use super::app;
use crate::http::nodes::{Carrier, Links, NodeLink};
use crate::server::start_node;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use live::hub::{BotPause, Capacity, Hub};
use live::nodes::{Broker, Nodes};
use live::time::Time;
use std::fmt;
use std::sync::Arc;
use store::Store;
use tokio::sync::watch;
use tower::ServiceExt as _;

/// The node.
#[derive(Clone)]
pub struct DrivenNode {
    hub: Arc<Hub>,
    public: Router,
    inner: Router,
    stopping: watch::Sender<bool>,
}

impl fmt::Debug for DrivenNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DrivenNode")
    }
}

impl DrivenNode {
    /// A node that others reach at this address. Must be called on a runtime of one thread, whose clock the caller may set; nothing
    /// runs on another thread.
    #[must_use]
    pub fn start(
        address: String,
        store: Arc<dyn Store>,
        time: Time,
        broker: Arc<dyn Broker>,
        carrier: Arc<dyn Carrier>,
    ) -> DrivenNode {
        let nodes = Nodes::new(address);
        nodes.use_broker(broker);
        let link = NodeLink::carried(carrier);
        nodes.connect(Arc::new(Links { nodes: Arc::downgrade(&nodes), link: link.clone() }));
        let room = Capacity { workers: 0, ..Capacity::default() };
        let hub = Hub::of_node(Arc::clone(&store), BotPause::NONE, room, time, Arc::clone(&nodes));
        let (app, stopping) = app(&hub, store);
        let (public, inner) = start_node(app, nodes, link);
        DrivenNode { hub, public, inner, stopping }
    }

    /// Its tables.
    #[must_use]
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Answers a request of the public.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let Ok(response) = self.public.clone().oneshot(request).await;
        response
    }

    /// Answers a request of another node.
    pub async fn answer_node(&self, request: Request<Body>) -> Response<Body> {
        let Ok(response) = self.inner.clone().oneshot(request).await;
        response
    }

    /// Stops as [`Server::stop`](crate::Server::stop) does, except that nothing waits for requests that are under way.
    pub async fn stop(&self) {
        self.hub.rest();
        self.hub.leave().await;
        self.stopping.send_replace(true);
    }
}
