//! A running server: started, found, stopped.

use crate::accounts::Accounts;
use crate::http::limits::{Limits, Meter};
use crate::http::{App, router, serve};
use crate::hub::{BotPause, Hub};
use crate::store::{SqliteStore, Store, StoreError};
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How a server is to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// The folder with its tables.
    pub data: PathBuf,
    /// How long bots take.
    pub bot_pause: BotPause,
    /// How much one address may ask for.
    pub limits: Limits,
}

impl Default for Config {
    /// On this machine alone, at port 7170, with the tables in [`default_data_folder`].
    fn default() -> Self {
        Config {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 7170)),
            data: default_data_folder(),
            bot_pause: BotPause::default(),
            limits: Limits::default(),
        }
    }
}

/// Where tables are kept unless somebody says otherwise: `$XDG_DATA_HOME/neuland`, else `~/.local/share/neuland`, on
/// Windows `%APPDATA%\neuland`; `neuland-data` in the current folder where there is no such place.
#[must_use]
pub fn default_data_folder() -> PathBuf {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .or_else(|| set("APPDATA"))
        .map_or_else(|| PathBuf::from("neuland-data"), |base| base.join("neuland"))
}

/// Why a server did not start.
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
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::PortTaken(addr) => write!(
                f,
                "something already listens on {addr}, perhaps another Neuland: open http://{addr}/ to see, or choose \
                 another port, such as --addr {}:{}",
                addr.ip(),
                addr.port().checked_add(1).unwrap_or(7170)
            ),
            StartError::CannotListen(addr, error) => {
                write!(f, "cannot listen on {addr}: {error}; choose another address with --addr")
            }
            StartError::Store(error) => error.fmt(f),
            StartError::Runtime(error) => write!(f, "the server cannot be started: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A server that runs. Dropping it does not stop it; [`Server::stop`] does.
#[derive(Debug)]
pub struct Server {
    addr: SocketAddr,
    hub: Arc<Hub>,
    stopping: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

impl Server {
    /// Starts a server on a store. Must be called on a runtime.
    ///
    /// # Errors
    /// If it cannot listen at the address.
    pub async fn start(config: &Config, store: Arc<dyn Store>) -> Result<Server, StartError> {
        let listener = TcpListener::bind(config.addr).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => StartError::PortTaken(config.addr),
            _ => StartError::CannotListen(config.addr, error),
        })?;
        let addr = listener.local_addr().map_err(|error| StartError::CannotListen(config.addr, error))?;
        let accounts = Arc::new(Accounts::new(Arc::clone(&store), config.limits.transfer));
        let hub = Hub::new(store, config.bot_pause);
        let (stopping, stopped) = watch::channel(false);
        let app = App {
            hub: Arc::clone(&hub),
            accounts,
            limits: config.limits,
            meter: Meter::new(config.limits),
            stopping: stopped.clone(),
        };
        let mut stop = stopped;
        let stop = async move {
            // An error means that the server was dropped without being stopped; then it serves on.
            if stop.wait_for(|stopping| *stopping).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        let serving = tokio::spawn(serve::serve(listener, router(app), config.limits, stop));
        Ok(Server { addr, hub, stopping, serving })
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Its tables.
    #[must_use]
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Takes no new connections, ends streams, lets requests finish.
    pub async fn stop(self) {
        self.stopping.send_replace(true);
        // A panic while serving was logged where it happened.
        let _ = self.serving.await;
    }
}

/// Runs a server until Ctrl-C or SIGTERM; `ready` is told where it listens. Blocks.
///
/// # Errors
/// If it cannot start.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let store = Arc::new(SqliteStore::open(&config.data).map_err(StartError::Store)?);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Runtime)?;
    tracing::info!(data = %store.path().display(), "tables are kept here");
    runtime.block_on(async {
        let server = Server::start(config, store).await?;
        ready(server.addr());
        asked_to_stop().await;
        tracing::info!("stopping");
        server.stop().await;
        Ok(())
    })
    // The runtime ends here and drops what still waits; the store finishes what it accepted before it is dropped.
}

/// Waits for Ctrl-C or, where there is such a thing, SIGTERM.
async fn asked_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
