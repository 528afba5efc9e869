//! HTTP: the pages, the JSON API, event streams, and the layers that every request passes.

mod account;
mod answer;
mod body_slots;
pub mod api;
pub(crate) mod blocks;
mod connection;
mod cookies;
mod events;
mod games;
mod guard;
mod hints;
mod hot_seat;
mod host;
mod install;
mod lessons;
mod puzzles;
mod lobby;
mod messages;
mod moderated;
pub mod openapi;
mod parts;
pub(crate) mod moderation_pages;
pub(crate) mod nodes;
pub mod limits;
pub mod public_address;
pub mod problem;
pub mod proxy;
pub(crate) mod replay;
pub(crate) mod request;
pub(crate) mod serve;
pub(crate) mod site;
pub(crate) mod people;
mod record;
pub(crate) mod view;
mod compression;
mod recovery;
mod talk;
mod testing;
mod cancellable;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use fair::Nonce;
use limits::{Limits, Meter};
use live::accounts::Accounts;
use live::hub::{Hub, LiveTable, OpenError};
use live::metrics::{Limit, METRICS, Now};
use live::moderation::Moderation;
use live::storing::read;
use live::work::Token;
use live::write_quota::WriteQuota;
use nodes::NodeState;
use problem::Problem;
use public_address::PublicAddress;
use replay::Replays;
use shelf::AnyGame;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::entry::SeatHolder;
use table::host::{Accepted, Plan};
use table::keys::{KeyHash, TableId};
use tokio::sync::watch;

/// The state shared by all handlers.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) moderation: Arc<Moderation>,
    pub(crate) limits: Limits,
    pub(crate) meter: Meter,
    /// The public address and the name of the server.
    pub(crate) outside: Arc<PublicAddress>,
    pub(crate) replays: Replays,
    /// Becomes true when the server stops, so that streams end.
    pub(crate) stopping: watch::Receiver<bool>,
}

impl App {
    /// Runs a piece of work in the pool, at the cost of the request for which this task runs.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Token) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.hub.work().run(work).await?)
    }

    /// Rejects actions of a suspended person, except those that concern their own data.
    pub(crate) fn may_act(&self, person: KeyHash) -> Result<(), Problem> {
        Ok(self.hub.in_force().may_act(person)?)
    }

    /// Opens a table, unless too many were opened from this address.
    pub(crate) async fn open_table(
        &self,
        from: IpAddr,
        game: &AnyGame,
        plan: Plan,
        opener: KeyHash,
    ) -> Result<(Arc<LiveTable>, Accepted), OpenError> {
        let table = self.meter.table(from, Instant::now()).map_err(|wait| {
            METRICS.note_refused(Limit::TablesPerAddress);
            OpenError::TooMany(wait)
        });
        let payer = table.and_then(|()| {
            self.disk(self.meter.counted(from)).map_err(|wait| {
                self.meter.refund_table(from);
                OpenError::DiskSpent(wait)
            })
        });
        let payer = match payer {
            Ok(payer) => payer,
            Err(refused) => return self.opened_before(plan.promised, opener).await.ok_or(refused),
        };
        let is_listed = plan.public && plan.chairs.contains(&SeatHolder::Open);
        let place = self.hub.place(opener, self.meter.counted(from), is_listed, &self.limits.tables).await;
        let place = match place {
            Ok(place) => place,
            Err(refused) => {
                self.meter.refund_table(from);
                return self.opened_before(plan.promised, opener).await.ok_or(refused);
            }
        };
        let opened = self.hub.open(game, plan, opener).await;
        match &opened {
            Ok((live, _)) => {
                live.charge_to(payer);
                if let Some(place) = place {
                    place.take(live.id());
                }
            }
            Err(_) => self.meter.refund_table(from),
        }
        opened
    }

    /// The table that the opener has already opened under this promise: a retry after a lost response bypasses the limits.
    async fn opened_before(
        &self,
        promised: Option<TableId>,
        opener: KeyHash,
    ) -> Option<(Arc<LiveTable>, Accepted)> {
        self.hub.opened_before(promised?, opener).await
    }

    /// The disk ration of a network. The error is the time to wait, if the network has used up its share of the disk.
    pub(crate) fn disk(&self, network: Option<IpAddr>) -> Result<Option<WriteQuota>, Duration> {
        let ration = self.meter.disk(network, Instant::now());
        ration.inspect_err(|_| METRICS.note_refused(Limit::Disk))
    }

    /// Opens the rematch of a table, or returns the existing one.
    pub(crate) async fn play_again(
        &self,
        from: IpAddr,
        live: &Arc<LiveTable>,
        holder: KeyHash,
        nonce: Option<Nonce>,
    ) -> Result<TableId, Problem> {
        let is_new = live.look().next().is_none();
        if is_new && let Err(wait) = self.meter.table(from, Instant::now()) {
            METRICS.note_refused(Limit::TablesPerAddress);
            return Err(OpenError::TooMany(wait).into());
        }
        let place = match is_new {
            true => self.hub.place(holder, self.meter.counted(from), false, &self.limits.tables).await,
            false => Ok(None),
        };
        let place = place.inspect_err(|_| self.meter.refund_table(from))?;
        let next = self.hub.play_again(live, holder, nonce).await;
        if is_new && next.is_err() {
            self.meter.refund_table(from);
        }
        if let (Some(place), Ok(id)) = (place, &next) {
            place.take(*id);
        }
        if is_new
            && let Ok(id) = next
            && let Ok(live) = self.hub.table(id).await
            && let Ok(payer) = self.disk(self.meter.counted(from))
        {
            live.charge_to(payer);
        }
        next.map_err(Problem::from)
    }
}

/// The routes of the server.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .nest(
            "/api/v1",
            api::router()
                .merge(account::api())
                .merge(blocks::api())
                .merge(recovery::api())
                .merge(games::api())
                .merge(openapi::router()),
        )
        .merge(site::router())
        .merge(account::router())
        .merge(blocks::router())
        .merge(moderation_pages::router())
        .merge(recovery::router())
        .merge(games::router())
        .merge(host::router())
        .merge(install::router())
        .merge(lessons::router())
        .merge(puzzles::router())
        .merge(lobby::router())
        .merge(people::router())
        .merge(replay::router())
        .merge(talk::router())
        .merge(testing::router(&app))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .fallback(guard::not_found)
        .method_not_allowed_fallback(guard::bad_method)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// The routes of a node of a cluster: as the public reaches them, and as other nodes do.
pub(crate) fn node_routers(state: NodeState) -> (Router, Router) {
    let app = router(state.app.clone());
    let public = app.clone().layer(axum::middleware::from_fn_with_state(state.clone(), nodes::route));
    (public, app.layer(axum::middleware::from_fn_with_state(state, nodes::receive)))
}

/// The routes for the host alone, served at an address of their own.
pub(crate) fn inside(app: App, up_since: f64) -> Router {
    let metrics = move |State(app): State<App>| async move {
        let footprint = read(app.hub.store(), |store| store.footprint()).await.ok();
        let now = Now { footprint, debtors: app.meter.debtors(Instant::now()) };
        let text = METRICS.render(app.hub.tables_in_memory(), up_since, &now);
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    };
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .with_state(app)
}

/// Reports that the server answers.
async fn healthz() -> &'static str {
    "ok\n"
}

/// Reports whether players should come here: the store works, and the server is not about to stop.
async fn readyz(State(app): State<App>) -> Response {
    let why = if *app.stopping.borrow() {
        "stopping\n"
    } else {
        // What the store says names folders and databases; the log has it.
        match app.hub.ready() {
            // It costs others half a second, and nobody's data.
            Ok(()) if app.hub.nodes().is_some_and(|nodes| nodes.lacks_broker()) => {
                return "ready, but the broker cannot be reached\n".into_response();
            }
            Ok(()) => return "ready\n".into_response(),
            Err(store::StoreError::Unreachable { .. }) => "the database cannot be reached\n",
            Err(store::StoreError::Fenced { .. }) => "another server has taken over the tables\n",
            Err(_) => "nothing can be stored\n",
        }
    };
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], why).into_response()
}
