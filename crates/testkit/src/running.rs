//! A server in the test's own process, and clients for it.

use crate::Client;
use live::time::Time;
use live::{BotPause, TestMode};
use server::{Config, Limits, PublicAddress, Server};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::{MemoryStore, Store};

/// A server on a runtime of its own.
pub struct RunningServer {
    /// The address on which it listens.
    pub addr: SocketAddr,
    server: Option<Server>,
    runtime: tokio::runtime::Runtime,
}

impl RunningServer {
    /// A server in test mode on an empty store in memory: the same games every time, and time stands still.
    pub fn start() -> RunningServer {
        RunningServer::on(Arc::new(MemoryStore::new()), Limits::default())
    }

    /// A server like [`RunningServer::start`] on a store, with these limits.
    pub fn on(store: Arc<dyn Store>, limits: Limits) -> RunningServer {
        let config = Config { bot_pause: BotPause::NONE, limits, test: Some(seeded()), ..Config::default() };
        RunningServer::set_up(config, store, tracing::Dispatch::none())
    }

    /// A server like any other, on an empty store in memory: its games differ, and time passes.
    pub fn with_chance() -> RunningServer {
        RunningServer::behind(&[], Arc::new(MemoryStore::new()), Limits::default())
    }

    /// A server like [`RunningServer::with_chance`] on a store, behind proxies that are trusted.
    pub fn behind(proxies: &[&str], store: Arc<dyn Store>, limits: Limits) -> RunningServer {
        let trusted_proxies = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        let outside = PublicAddress { trusted_proxies, ..PublicAddress::default() };
        let config = Config { bot_pause: BotPause::NONE, limits, outside, ..Config::default() };
        RunningServer::set_up(config, store, tracing::Dispatch::none())
    }

    /// A server whose bots take a while.
    pub fn with_pause(bot_pause: BotPause) -> RunningServer {
        let config = Config { bot_pause, ..Config::default() };
        RunningServer::set_up(config, Arc::new(MemoryStore::new()), tracing::Dispatch::none())
    }

    /// A server whose log goes there and whose tables use this clock.
    pub fn logged(
        store: Arc<dyn Store>,
        limits: Limits,
        log: tracing::Dispatch,
        time: Time,
    ) -> RunningServer {
        let config = Config { bot_pause: BotPause::NONE, limits, ..Config::default() };
        RunningServer::set_up_at(config, store, log, time)
    }

    /// A server like [`RunningServer::logged`], with this configuration.
    pub fn logged_with(
        config: Config,
        store: Arc<dyn Store>,
        log: tracing::Dispatch,
        time: Time,
    ) -> RunningServer {
        let config = Config { bot_pause: BotPause::NONE, ..config };
        RunningServer::set_up_at(config, store, log, time)
    }

    /// A server with this configuration, at an address of its own.
    pub fn with(config: Config, store: Arc<dyn Store>) -> RunningServer {
        RunningServer::set_up(config, store, tracing::Dispatch::none())
    }

    /// A server with this configuration whose tables use this clock.
    pub fn at(config: Config, store: Arc<dyn Store>, time: Time) -> RunningServer {
        RunningServer::set_up_at(config, store, tracing::Dispatch::none(), time)
    }

    fn set_up(config: Config, store: Arc<dyn Store>, log: tracing::Dispatch) -> RunningServer {
        RunningServer::set_up_at(config, store, log, Time::start())
    }

    fn set_up_at(config: Config, store: Arc<dyn Store>, log: tracing::Dispatch, time: Time) -> RunningServer {
        // All that the server does it does on threads of its own.
        let on_thread_start = move || std::mem::forget(tracing::dispatcher::set_default(&log));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .on_thread_start(on_thread_start)
            .build()
            .unwrap();
        let config =
            Config { addr: SocketAddr::from(([127, 0, 0, 1], 0)), limits: patient(config.limits), ..config };
        let server = runtime.block_on(Server::start_at(&config, store, time)).unwrap();
        RunningServer { addr: server.addr(), server: Some(server), runtime }
    }

    /// The tables in memory.
    pub fn hub(&self) -> &Arc<live::hub::Hub> {
        self.server.as_ref().expect("it runs").hub()
    }

    /// A table, brought into memory if it is not there.
    pub fn table(&self, id: &str) -> Arc<live::hub::LiveTable> {
        self.runtime.block_on(self.hub().table(id.parse().unwrap())).unwrap()
    }

    /// A client of it.
    pub fn client(&self) -> Client {
        Client::new(self.addr)
    }
}

/// Test mode with the word of this run, and bots that move by themselves.
fn seeded() -> TestMode {
    TestMode { seed: crate::seed::word().parse().expect("a word"), manual_bots: false }
}

/// The limits, without time limits that the test does not set: on a busy machine the usual ones could end what no test means to
/// end.
fn patient(limits: Limits) -> Limits {
    const HOUR: Duration = Duration::from_secs(3600);
    let usual = Limits::default();
    let or_hour = |set: Duration, usual: Duration| if set == usual { HOUR } else { set };
    Limits {
        request: or_hour(limits.request, usual.request),
        stalled: or_hour(limits.stalled, usual.stalled),
        ..limits
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
    }
}

/// A table of Catan with these seats; the client holds the token afterwards. Returns the id.
pub fn open_table(client: &mut Client, seats: &[&str]) -> String {
    let body = serde_json::json!({"game": "catan", "seats": seats, "name": "Ada"});
    let reply = client.post("/api/v1/tables", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let seated = reply.json();
    if let Some(token) = seated["token"].as_str() {
        client.token = Some(token.to_owned());
    }
    seated["table"].as_str().unwrap().to_owned()
}

/// Sits down at a table; returns a client with the seat's token, and the seat.
pub fn join(running: &RunningServer, table: &str, name: &str) -> (Client, String) {
    let mut client = running.client();
    let reply = client.post(&format!("/api/v1/tables/{table}/join"), &serde_json::json!({"name": name}));
    assert_eq!(reply.status, 200, "{}", reply.text());
    let seated = reply.json();
    client.token = Some(seated["token"].as_str().unwrap().to_owned());
    (client, seated["seat"].as_str().unwrap().to_owned())
}
