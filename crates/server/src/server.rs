//! A running server: started, found, stopped.

use crate::http::limits::{AppUsage, Limits, Meter};
use crate::http::nodes::{Links, NodeLink, NodeState, Relays};
use crate::http::public_address::PublicAddress;
use crate::http::replay::Replays;
use crate::http::{App, inside, node_routers, router, serve};
use crate::node_address::{NodeAddress, NodeConfig};
use axum::Router;
use live::accounts::Accounts;
use live::forgetting::resume_forgetting;
use live::hub::{BotPause, Capacity, Hub};
use live::metrics::METRICS;
use live::moderation::Moderation;
use live::nodes::Nodes;
use live::retention::{Retention, RetentionTask};
use live::test_mode::TestMode;
use live::time::Time;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use store::{Mark, SqliteStore, Store, StoreError, StoreObserver, Topic};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// The configuration of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address it listens on.
    pub addr: SocketAddr,
    /// The folder with its tables.
    pub data: PathBuf,
    /// The pauses that bots make.
    pub bot_pause: BotPause,
    /// The limits on requests from one address.
    pub limits: Limits,
    /// The share of the machine that the tables may take.
    pub room: Capacity,
    /// The periods after which tables are closed, archived and deleted.
    pub retention: Retention,
    /// The public address and the name of the server.
    pub outside: PublicAddress,
    /// The address at which the host reads its metrics, if any.
    pub metrics_addr: Option<SocketAddr>,
    /// The time that open requests get to finish once the server stops.
    pub drain: Duration,
    /// Test mode, if the server is one for tests.
    pub test: Option<TestMode>,
    /// The configuration of the server as a node of a cluster, if it is one.
    pub node: Option<NodeConfig>,
}

impl Default for Config {
    /// On this machine alone, at port 7170, with the tables in [`default_data_folder`].
    fn default() -> Self {
        Config {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 7170)),
            data: default_data_folder(),
            bot_pause: BotPause::default(),
            limits: Limits::default(),
            room: Capacity::default(),
            retention: Retention::default(),
            outside: PublicAddress::default(),
            metrics_addr: None,
            drain: Duration::from_secs(5),
            test: None,
            node: None,
        }
    }
}

impl Config {
    /// Whether a server with this configuration may run in test mode.
    fn check_test_mode(&self) -> Result<(), TestModeError> {
        let outside = &self.outside;
        let is_public = !self.addr.ip().is_loopback()
            || outside.public_url.is_some()
            || !outside.trusted_proxies.is_empty()
            || outside.own_names.as_ref().is_some_and(|names| !names.is_empty());
        if self.test.is_some() && is_public { Err(TestModeError::Public) } else { Ok(()) }
    }
}

/// Returns the default folder for tables: `$XDG_DATA_HOME/neuland`, else `~/.local/share/neuland`, on Windows
/// `%APPDATA%\neuland`; `neuland-data` in the current folder where there is no such place.
#[must_use]
pub fn default_data_folder() -> PathBuf {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("APPDATA"))
        .map_or_else(|| PathBuf::from("neuland-data"), |base| base.join("neuland"))
}

/// The reason a server does not start in test mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestModeError {
    /// Others could reach it.
    Public,
}

impl fmt::Display for TestModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestModeError::Public => f.write_str(
                "with --test-seed all dice can be predicted, so the server listens on this machine alone: leave out \
                 --public-url, --trusted-proxy and --allow-host, and use a loopback address with --addr",
            ),
        }
    }
}

/// The reason a server did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// Something else listens there.
    PortTaken(SocketAddr),
    /// It may not, or cannot, listen there.
    CannotListen(SocketAddr, io::Error),
    /// The data folder cannot be used.
    Store(StoreError),
    /// The operating system gave no threads.
    Runtime(io::Error),
    /// It must not run in test mode.
    NotForTests(TestModeError),
    /// The address of the node leads nowhere.
    NodeAddress(NodeAddress, io::Error),
    /// The broker between the nodes cannot be used.
    Broker(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::PortTaken(addr) => write!(
                f,
                "something is already listening on {addr}, perhaps another Neuland: open http://{addr}/ to see, or choose \
                 another port, such as --addr {}:{}",
                addr.ip(),
                addr.port().checked_add(1).unwrap_or(7170)
            ),
            StartError::CannotListen(addr, error) => {
                write!(f, "cannot listen on {addr}: {error}; choose another address with --addr")
            }
            StartError::Store(error) => error.fmt(f),
            StartError::NotForTests(reason) => reason.fmt(f),
            StartError::Broker(reason) => f.write_str(reason),
            StartError::NodeAddress(address, error) => write!(
                f,
                "other nodes cannot reach {address}: {error}; name an address of this machine with --node-address"
            ),
            StartError::Runtime(error) => write!(f, "the server cannot be started: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Binds; connections that are accepted have the send buffer of the listener.
fn bind(addr: SocketAddr, send_buffer: u32) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(send_buffer)?;
    socket.bind(addr)?;
    socket.listen(1024)
}

/// A server that runs. Dropping it does not stop it; [`Server::stop`] does.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    hub: Arc<Hub>,
    stopping: watch::Sender<bool>,
    serving: JoinHandle<()>,
    drain: Duration,
    metrics: Option<Metrics>,
    node: Option<NodeServer>,
}

/// The endpoint for metrics. It stays up to the end, so that the host can watch the shutdown.
#[derive(Debug)]
struct Metrics {
    addr: SocketAddr,
    /// Dropped to stop it.
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

/// The endpoint for other nodes of the cluster. It stays up until what they have passed on is answered.
#[derive(Debug)]
struct NodeServer {
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

async fn listen(addr: SocketAddr, limits: &Limits) -> Result<(TcpListener, SocketAddr), StartError> {
    let cannot = |error: io::Error| match error.kind() {
        io::ErrorKind::AddrInUse => StartError::PortTaken(addr),
        _ => StartError::CannotListen(addr, error),
    };
    let listener = bind(addr, limits.behind).map_err(cannot)?;
    let addr = listener.local_addr().map_err(cannot)?;
    Ok((listener, addr))
}

/// A node that listens to the others and has no tables yet.
struct StartingNode {
    listener: TcpListener,
    nodes: Arc<Nodes>,
    link: NodeLink,
}

impl StartingNode {
    async fn listen(config: &NodeConfig, limits: &Limits) -> Result<StartingNode, StartError> {
        let address = &config.address;
        let mut found = tokio::net::lookup_host((address.host(), address.port()))
            .await
            .map_err(|error| StartError::NodeAddress(address.clone(), error))?;
        let none = || StartError::NodeAddress(address.clone(), io::ErrorKind::NotFound.into());
        let (listener, addr) = listen(found.next().ok_or_else(none)?, limits).await?;
        let own = address.with_port(addr.port()).to_string();
        let nodes = match config.reads {
            Some(reads) => Nodes::reading(own, reads),
            None => Nodes::new(own),
        };
        if let Some(connect) = &config.broker {
            nodes.use_broker(connect().map_err(StartError::Broker)?);
        }
        let link = NodeLink::new();
        nodes.connect(Arc::new(Links { nodes: Arc::downgrade(&nodes), link: link.clone() }));
        Ok(StartingNode { listener, nodes, link })
    }

    /// Serves the other nodes; returns what the public reaches.
    fn start(self, app: App, config: &Config) -> (Router, NodeServer) {
        let StartingNode { listener, nodes, link } = self;
        let (public, inner) = start_node(app, nodes, link);
        // Each stream that a node passes on has a connection of its own.
        let connections = config.limits.connections.saturating_mul(4);
        let limits = Limits { connections, connections_per_address: u32::MAX, ..config.limits };
        let (stop, stopped) = oneshot::channel();
        let stopped = async move { drop(stopped.await) };
        let serving = serve::serve(listener, inner, Meter::new(limits, &[]), config.drain, stopped);
        (public, NodeServer { stop, serving: tokio::spawn(serving) })
    }
}

/// Starts what makes a server a node; returns what the public and what other nodes reach.
pub(crate) fn start_node(app: App, nodes: Arc<Nodes>, link: NodeLink) -> (Router, Router) {
    let (hub, accounts, moderation) =
        (Arc::downgrade(&app.hub), Arc::downgrade(&app.accounts), Arc::downgrade(&app.moderation));
    let announcing = hub.clone();
    let ring = move || announcing.upgrade().into_iter().for_each(|hub| hub.announce());
    app.hub.store().on_change(Box::new(ring));
    tokio::spawn(follow_changes(Arc::clone(&nodes), hub, accounts, moderation));
    nodes.share_usage(Arc::new(AppUsage::new(&app)));
    let relays = Arc::new(Relays::default());
    let hearing = Arc::clone(&relays);
    nodes.hear_versions(Box::new(move |table, number, document| hearing.hear(table, number, document)));
    node_routers(NodeState { app, nodes, link, published: Arc::default(), relays })
}

/// Forgets what this node caches when another one has changed it, until the server stops.
async fn follow_changes(
    nodes: Arc<Nodes>,
    hub: Weak<Hub>,
    accounts: Weak<Accounts>,
    moderation: Weak<Moderation>,
) {
    let mut changes = nodes.follow_changes();
    let mut known = None;
    while changes.changed().await.is_ok() {
        let Some(counts) = *changes.borrow_and_update() else { continue };
        let Some(before) = known.replace(counts) else { continue };
        let (Some(hub), Some(accounts), Some(moderation)) =
            (hub.upgrade(), accounts.upgrade(), moderation.upgrade())
        else {
            return;
        };
        for (n, topic) in Topic::ALL.into_iter().enumerate().filter(|(n, _)| counts[*n] != before[*n]) {
            match topic {
                Topic::People => accounts.refresh(),
                Topic::Blocks => hub.blocks().refresh(),
                Topic::Results => hub.refresh_results(),
                Topic::Moderation => {
                    if let Err(error) = moderation.refresh().await {
                        tracing::warn!(%error, "roles and sanctions cannot be read; it is tried again");
                        // As if the change had not been seen.
                        known = known.map(|mut known| {
                            known[n] = before[n];
                            known
                        });
                        nodes.ring();
                    }
                }
            }
        }
    }
}

impl Server {
    /// Starts a server on a store. Must be called on a runtime.
    ///
    /// # Errors
    /// If it cannot listen at the address.
    pub async fn start(config: &Config, store: Arc<dyn Store>) -> Result<Server, StartError> {
        Server::start_at(config, store, Time::start()).await
    }

    /// Starts a server like [`Server::start`], with this clock for its tables.
    ///
    /// # Errors
    /// The same as [`Server::start`].
    pub async fn start_at(config: &Config, store: Arc<dyn Store>, time: Time) -> Result<Server, StartError> {
        config.check_test_mode().map_err(StartError::NotForTests)?;
        let (listener, addr) = listen(config.addr, &config.limits).await?;
        let inner = match config.metrics_addr {
            Some(addr) => Some(listen(addr, &config.limits).await?),
            None => None,
        };
        let accounts = Arc::new(Accounts::new(Arc::clone(&store), config.limits.transfer));
        let (tables, pause, room) = (Arc::clone(&store), config.bot_pause, config.room);
        let node = match &config.node {
            Some(node) => Some(StartingNode::listen(node, &config.limits).await?),
            None => None,
        };
        let hub = match (&config.test, &node) {
            (Some(mode), _) => Hub::with_test_mode(tables, pause, room, mode),
            (None, Some(node)) => Hub::of_node(tables, pause, room, time, Arc::clone(&node.nodes)),
            (None, None) => Hub::with_time(tables, pause, room, time),
        };
        let moderation = Moderation::load(store, Arc::clone(&hub), Arc::clone(&accounts)).await;
        let moderation = moderation.map_err(StartError::Store)?;
        tokio::spawn(resume_forgetting(Arc::clone(&hub), Arc::clone(&accounts), Arc::clone(&moderation)));
        tokio::spawn(Moderation::run_cleanup(Arc::downgrade(&moderation)));
        tokio::spawn(RetentionTask::new(&hub, config.retention).run());
        let replays = Replays::default();
        tokio::spawn(replays.run_cleanup());
        let (stopping, stopped) = watch::channel(false);
        let meter = Meter::new(config.limits, &config.outside.trusted_proxies);
        let port_everywhere = addr.ip().is_unspecified().then_some(addr.port());
        let outside = PublicAddress { port_everywhere, ..config.outside.clone() };
        let app = App {
            hub: Arc::clone(&hub),
            accounts,
            moderation,
            limits: config.limits,
            meter: meter.clone(),
            outside: Arc::new(outside),
            replays,
            stopping: stopped.clone(),
        };
        let metrics = inner.map(|(listener, addr)| {
            let up_since =
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
            let (stop, stopped) = oneshot::channel();
            let stopped = async move { drop(stopped.await) };
            // Whoever watches is one; nobody else needs to get in.
            let limits = Limits { connections: 64, ..Limits::default() };
            let router = inside(app.clone(), up_since);
            let meter = Meter::new(limits, &[]);
            let serving = tokio::spawn(serve::serve(listener, router, meter, Duration::ZERO, stopped));
            Metrics { addr, stop, serving }
        });
        let mut stop = stopped;
        let stop = async move {
            // An error means that the server was dropped without being stopped; then it serves on.
            if stop.wait_for(|stopping| *stopping).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        let (router, node) = match node {
            Some(node) => {
                let (router, node) = node.start(app, config);
                (router, Some(node))
            }
            None => (router(app), None),
        };
        let serving = tokio::spawn(serve::serve(listener, router, meter, config.drain, stop));
        Ok(Server { addr, hub, stopping, serving, drain: config.drain, metrics, node })
    }

    /// Returns the address it listens on.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Its tables.
    #[must_use]
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Returns the address at which the host reads its metrics, if any.
    #[must_use]
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(|metrics| metrics.addr)
    }

    /// Takes no new connections, lets bots rest, ends streams, lets requests finish.
    pub async fn stop(self) {
        self.hub.rest();
        // First, so that other nodes have the tables before anybody comes to them.
        self.hub.leave().await;
        self.stopping.send_replace(true);
        // A panic while serving was logged where it happened.
        let _ = self.serving.await;
        if let Some(NodeServer { stop, serving }) = self.node {
            drop(stop);
            let _ = tokio::time::timeout(self.drain, serving).await;
        }
        if let Some(Metrics { stop, serving, .. }) = self.metrics {
            drop(stop);
            // Whoever keeps a connection open there is not waited for.
            let _ = tokio::time::timeout(self.drain, serving).await;
        }
    }
}

/// The time that what still runs beside the sockets may take: bots that think, and the store's last commit.
const LAST: Duration = Duration::from_secs(2);

/// Runs a server until Ctrl-C or SIGTERM, then lets it finish; a second signal ends the process at once. It calls `ready` when it
/// listens. Blocks.
///
/// # Errors
/// If it cannot start.
pub fn run(config: &Config, ready: impl FnOnce(&Server)) -> Result<(), StartError> {
    let until_stopped = |server: &Server| {
        ready(server);
        std::future::pending::<()>()
    };
    run_while(config, until_stopped).map(drop)
}

/// Runs a server as long as some work lasts, but not beyond Ctrl-C or SIGTERM, then lets it finish. `work` begins when it
/// listens. Blocks. Returns what the work came to; `None` if a signal came first.
///
/// # Errors
/// If it cannot start.
pub fn run_while<W: Future>(
    config: &Config,
    work: impl FnOnce(&Server) -> W,
) -> Result<Option<W::Output>, StartError> {
    let open = |mark, watch| {
        let store = SqliteStore::open_marked(&config.data, mark, watch)?;
        tracing::info!(data = %store.path().display(), version = env!("CARGO_PKG_VERSION"), "tables are kept here");
        Ok(Arc::new(store) as Arc<dyn Store>)
    };
    run_with(config, open, work)
}

/// Runs a server like [`run`], with the store that `open` opens instead of a data folder. `open` gets the mark of the store and
/// the observer that feeds the metrics.
///
/// # Errors
/// If it cannot start.
pub fn run_on(
    config: &Config,
    open: impl FnOnce(Mark, Arc<dyn StoreObserver>) -> Result<Arc<dyn Store>, StoreError>,
    ready: impl FnOnce(&Server),
) -> Result<(), StartError> {
    let until_stopped = |server: &Server| {
        ready(server);
        std::future::pending::<()>()
    };
    run_with(config, open, until_stopped).map(drop)
}

fn run_with<W: Future>(
    config: &Config,
    open: impl FnOnce(Mark, Arc<dyn StoreObserver>) -> Result<Arc<dyn Store>, StoreError>,
    work: impl FnOnce(&Server) -> W,
) -> Result<Option<W::Output>, StartError> {
    // Before the store is touched.
    config.check_test_mode().map_err(StartError::NotForTests)?;
    let mark = if config.test.is_some() { Mark::Tests } else { Mark::Tables };
    let store = open(mark, Arc::new(&METRICS)).map_err(StartError::Store)?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Runtime)?;
    // Before anybody is told that it runs, so that it never dies of a signal without finishing.
    let signal = watch_signals().map_err(StartError::Runtime)?;
    let shared = Arc::clone(&store);
    let output = runtime.block_on(async {
        let server = Server::start(config, shared).await?;
        tracing::info!(addr = %server.addr(), "listening");
        let output = tokio::select! {
            output = work(&server) => Some(output),
            _ = signal => None,
        };
        tracing::info!("stopping: what is under way is finished");
        let began = Instant::now();
        server.stop().await;
        tracing::info!(millis = began.elapsed().as_millis() as u64, "no connection is left");
        Ok(output)
    })?;
    // A bot that still thinks is left behind; it thinks again when the server is back.
    runtime.shutdown_timeout(LAST);
    let began = Instant::now();
    // The writer may still hold answers that nobody waits for; once they are given, the store is ours alone, and ends
    // after everything it accepted is stored.
    while Arc::strong_count(&store) > 1 && began.elapsed() < LAST {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(store);
    tracing::info!("stopped");
    Ok(output)
}

/// Is told of the first Ctrl-C or SIGTERM; the second ends the process, wherever it is. On a thread of its own, so that
/// nothing that is stuck can keep it from hearing.
///
/// # Errors
/// If the operating system gives no thread, or lets nobody listen to signals.
pub fn watch_signals() -> io::Result<oneshot::Receiver<()>> {
    let (first, told) = oneshot::channel();
    let (heard, hears) = std::sync::mpsc::sync_channel(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("neuland-signals".to_owned()).spawn(move || {
        runtime.block_on(async {
            let mut signals = match Signals::new() {
                Ok(signals) => signals,
                Err(error) => return drop(heard.send(Err(error))),
            };
            let _ = heard.send(Ok(()));
            signals.next().await;
            let _ = first.send(());
            let number = signals.next().await;
            tracing::warn!("asked twice to stop: it ends at once");
            std::process::exit(128 + number);
        });
    })?;
    hears.recv().unwrap_or_else(|error| Err(io::Error::other(error)))?;
    Ok(told)
}

/// The signals that ask for the end.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// The number of the next one.
    #[cfg(unix)]
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.terminate.recv() => 15,
            _ = self.interrupt.recv() => 2,
        }
    }

    #[cfg(not(unix))]
    #[allow(clippy::unnecessary_wraps)] // it can fail elsewhere
    fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> i32 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use live::Network;

    #[test]
    fn a_server_that_others_reach_refuses_test_mode() {
        let test = Some(TestMode { seed: "x".parse().unwrap(), manual_bots: true });
        let private = Config { test, ..Config::default() };
        assert_eq!(private.check_test_mode(), Ok(()));
        let with = |outside: PublicAddress| Config { outside, ..private.clone() };
        let public_url = Some("https://games.example".parse().unwrap());
        let trusted_proxies = vec!["10.0.0.0/8".parse::<Network>().unwrap()];
        for public in [
            Config { addr: "0.0.0.0:7170".parse().unwrap(), ..private.clone() },
            Config { addr: "192.0.2.1:7170".parse().unwrap(), ..private.clone() },
            with(PublicAddress { public_url, ..PublicAddress::default() }),
            with(PublicAddress { trusted_proxies, ..PublicAddress::default() }),
            with(PublicAddress {
                own_names: Some(vec!["games.example".to_owned()]),
                ..PublicAddress::default()
            }),
        ] {
            assert_eq!(public.check_test_mode(), Err(TestModeError::Public), "{public:?}");
            assert_eq!(Config { test: None, ..public }.check_test_mode(), Ok(()));
        }
    }
}
