//! `neuland worker`: thinks for the bots of a cluster, in a process of its own.

use crate::context::Context;
use crate::failure::Failure;
use crate::numbers::from_to;
use crate::play::explain_store;
use crate::serve::{Format, Level, log};
use broker_nats::{BrokerUrl, NatsBroker};
use live::nodes::Broker;
use live::worker::Worker;
use pages::msg;
use std::sync::Arc;
use store::{Mark, Store, StoreError};
use store_postgres::{DatabaseUrl, PostgresStore};

/// The arguments of `neuland worker`. Each can be set by an environment variable as well.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The database of the cluster.
    #[arg(long, env = "NEULAND_DATABASE", hide_env_values = true, value_name = "URL")]
    database: DatabaseUrl,
    /// The NATS server of the cluster.
    #[arg(long, env = "NEULAND_BROKER", hide_env_values = true, value_name = "URL")]
    broker: Option<BrokerUrl>,
    /// The number of bots that think at once.
    #[arg(long, env = "NEULAND_WORKER_THREADS", value_name = "N", allow_negative_numbers = true, value_parser = from_to::<usize>(1, 500))]
    threads: Option<usize>,
    /// The level of the log.
    #[arg(long, env = "NEULAND_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: Level,
    /// The format of the log.
    #[arg(long, env = "NEULAND_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    log_format: Format,
}

/// Thinks until Ctrl-C or SIGTERM; a second signal ends the process at once.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    log(args.log_level, args.log_format);
    let failed = |error: StoreError| Failure::failed(explain_store(&error, words));
    let store = PostgresStore::open_node(&args.database, Mark::Tables, Arc::new(())).map_err(failed)?;
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(Failure::failed)?;
    let stopped = server::watch_signals().map_err(Failure::failed)?;
    let broker = match &args.broker {
        Some(url) => {
            let _on_runtime = runtime.enter();
            Some(Arc::new(NatsBroker::connect(url).map_err(Failure::failed)?) as Arc<dyn Broker>)
        }
        None => None,
    };
    let name = format!("process {} of run {:016x}", std::process::id(), table::keys::random_u64());
    let decisions = Arc::new(store.worker(name));
    let worker = Worker::new(Arc::new(store) as Arc<dyn Store>, decisions, broker).map_err(failed)?;
    let stopper = worker.stopper();
    runtime.spawn(async move {
        // An error means that nobody listens to signals, which then end the process.
        if stopped.await.is_ok() {
            tracing::info!("stopping: what bots are deciding is finished");
            stopper.stop();
        }
    });
    let database = args.database.to_string();
    tracing::info!(database, threads, version = env!("CARGO_PKG_VERSION"), "the worker thinks for bots");
    let text = msg!(words, "cli-worker-runs", database = database, n = threads);
    context.print(&format!("{text}\n{}\n", msg!(words, "cli-worker-stop")))?;
    worker.run(threads);
    tracing::info!("stopped");
    Ok(())
}
