//! `neuland serve`: the server for a host, who has a machine on the network, a proxy in front and a log to read.

use crate::context::Context;
use crate::failure::Failure;
use crate::files::data_folder;
use crate::numbers::from_to;
use crate::own_box;
use crate::play::{address, explain, test_mode, url_for_this_machine};
#[cfg(feature = "postgres")]
use broker_nats::{BrokerUrl, NatsBroker};
use clap::ValueEnum;
#[cfg(feature = "postgres")]
use live::nodes::Broker;
use live::{BotPause, Budget, Capacity, Network, Retention, TableLimits, Word};
use pages::{HostTexts, Words, msg};
use server::site_folder::{self, SiteError, SiteErrorKind, TEXT_MAX};
use server::{Config, Limits, NodeConfig, Origin, PublicAddress, Server, StartError};
#[cfg(feature = "postgres")]
use server::{ConnectBroker, NodeAddress};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
#[cfg(feature = "postgres")]
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "postgres")]
use store::Store;
#[cfg(feature = "postgres")]
use store_postgres::{DatabaseUrl, PostgresStore};
use tracing_subscriber::filter::LevelFilter;

/// The arguments of `neuland serve`: addresses, data, trusted proxies and limits. Each argument can be set by an environment
/// variable as well.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The address at which the server listens.
    #[arg(long, env = "NEULAND_ADDR", value_name = "ADDRESS", default_value = "127.0.0.1:7170", value_parser = address)]
    addr: SocketAddr,
    /// The data folder.
    #[arg(long, env = "NEULAND_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The database that holds the tables in place of the data folder.
    #[cfg(feature = "postgres")]
    #[arg(long, env = "NEULAND_DATABASE", hide_env_values = true, value_name = "URL")]
    database: Option<DatabaseUrl>,
    /// The address at which other nodes of the cluster reach this one.
    #[cfg(feature = "postgres")]
    #[arg(
        long,
        env = "NEULAND_NODE_ADDRESS",
        value_name = "URL",
        requires = "database",
        conflicts_with = "test_seed"
    )]
    node_address: Option<NodeAddress>,
    /// The NATS server by which the nodes tell each other that something has changed.
    #[cfg(feature = "postgres")]
    #[arg(
        long,
        env = "NEULAND_BROKER",
        hide_env_values = true,
        value_name = "URL",
        requires = "node_address"
    )]
    broker: Option<BrokerUrl>,
    /// The newest format of logs that the node reads, as one of an earlier version would.
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "N", hide = true, requires = "node_address")]
    log_version: Option<u32>,
    /// The public address of the server.
    #[arg(long, env = "NEULAND_PUBLIC_URL", value_name = "URL")]
    public_url: Option<Origin>,
    /// The name of the server on its pages.
    #[arg(long, env = "NEULAND_NAME", value_name = "NAME", value_parser = house)]
    name: Option<String>,
    /// The proxies whose word on the client address the server trusts.
    #[arg(long, env = "NEULAND_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,
    /// The address at which Prometheus reads metrics.
    #[arg(long, env = "NEULAND_METRICS_ADDR", value_name = "ADDRESS", value_parser = address)]
    metrics_addr: Option<SocketAddr>,
    /// The level of the log.
    #[arg(long, env = "NEULAND_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: Level,
    /// The format of the log.
    #[arg(long, env = "NEULAND_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    log_format: Format,
    /// The pause before a bot moves, in milliseconds.
    #[arg(long, env = "NEULAND_BOT_PAUSE", value_name = "MILLISECONDS", allow_negative_numbers = true, value_parser = from_to::<u64>(0, 60_000))]
    bot_pause: Option<u64>,
    /// The host's box of Mayflower.
    #[arg(long, env = "NEULAND_TILES", value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// Runs in test mode, with everything random derived from this word.
    #[arg(long, value_name = "WORD", hide = true)]
    test_seed: Option<Word>,
    /// The number of bots that think at once.
    #[arg(long, env = "NEULAND_BOT_THREADS", value_name = "N", allow_negative_numbers = true, value_parser = from_to::<usize>(1, 500))]
    bot_threads: Option<usize>,
    #[cfg(unix)]
    #[command(flatten)]
    table_bots: crate::external::TableBots,
    /// The number of pages, pictures and replays that are made at once.
    #[arg(long, env = "NEULAND_WORK_THREADS", value_name = "N", allow_negative_numbers = true, value_parser = from_to::<usize>(1, 500))]
    work_threads: Option<usize>,
    /// The number of them that may wait.
    #[arg(long, env = "NEULAND_WORK_QUEUE", value_name = "N", allow_negative_numbers = true, default_value = "1024", value_parser = from_to::<usize>(1, 1_000_000))]
    work_queue: usize,
    /// Finished games that are analysed at once.
    #[arg(long, env = "NEULAND_ANALYSES", value_name = "N", allow_negative_numbers = true, default_value = "1", value_parser = from_to::<usize>(0, 500))]
    analyses: usize,
    /// Tables in memory.
    #[arg(long, env = "NEULAND_TABLES", value_name = "N", allow_negative_numbers = true, default_value = "20000", value_parser = from_to::<usize>(1, 10_000_000))]
    tables: usize,
    /// Tables that one address opens in an hour.
    #[arg(long, env = "NEULAND_NEW_TABLES", value_name = "N", allow_negative_numbers = true, default_value = "60", value_parser = from_to::<u32>(1, 1_000_000))]
    new_tables: u32,
    /// Games of one person that are not over.
    #[arg(long, env = "NEULAND_OPEN_TABLES", value_name = "N", allow_negative_numbers = true, default_value = "50", value_parser = from_to::<usize>(1, 100_000))]
    open_tables: usize,
    /// Games from one address that are not over.
    #[arg(long, env = "NEULAND_OPEN_TABLES_PER_ADDRESS", value_name = "N", allow_negative_numbers = true, default_value = "200", value_parser = from_to::<usize>(1, 1_000_000))]
    open_tables_per_address: usize,
    /// Public tables of one person that wait for players.
    #[arg(long, env = "NEULAND_PUBLIC_TABLES", value_name = "N", allow_negative_numbers = true, default_value = "3", value_parser = from_to::<usize>(1, 50))]
    public_tables: usize,
    /// Public tables from one address that wait for players.
    #[arg(long, env = "NEULAND_PUBLIC_TABLES_PER_ADDRESS", value_name = "N", allow_negative_numbers = true, default_value = "8", value_parser = from_to::<usize>(1, 50))]
    public_tables_per_address: usize,
    /// The time for which the lobby lists a public table without anybody present.
    #[arg(long, env = "NEULAND_PUBLIC_ABSENCE", value_name = "SECONDS", allow_negative_numbers = true, default_value = "900", value_parser = from_to::<u64>(1, 86_400))]
    public_absence: u64,
    /// The limit on the data that one address may write in a day, in MiB.
    #[arg(long, env = "NEULAND_DISK_PER_DAY", value_name = "MIB", allow_negative_numbers = true, default_value = "256", value_parser = from_to::<u64>(1, 1 << 20))]
    disk_per_day: u64,
    /// After how many days without any person a table is closed.
    #[arg(long, env = "NEULAND_CLOSE_AFTER", value_name = "DAYS", allow_negative_numbers = true, default_value = "30", value_parser = from_to::<u64>(0, 36_500))]
    close_after: u64,
    /// After how many days finished tables are archived.
    #[arg(long, env = "NEULAND_ARCHIVE_AFTER", value_name = "DAYS", allow_negative_numbers = true, default_value = "30", value_parser = from_to::<u64>(0, 36_500))]
    archive_after: u64,
    /// After how many days tables without an account are deleted.
    #[arg(long, env = "NEULAND_GUEST_TABLES", value_name = "DAYS", allow_negative_numbers = true, default_value = "0", value_parser = from_to::<u64>(0, 36_500))]
    guest_tables: u64,
    /// The host's own pages.
    #[arg(long, env = "NEULAND_SITE", value_name = "FOLDER")]
    site: Option<PathBuf>,
    /// Connections in all.
    #[arg(long, env = "NEULAND_CONNECTIONS", value_name = "N", allow_negative_numbers = true, default_value = "16384", value_parser = from_to::<usize>(1, 1_000_000))]
    connections: usize,
    /// Connections of one address.
    #[arg(long, env = "NEULAND_CONNECTIONS_PER_ADDRESS", value_name = "N", allow_negative_numbers = true, default_value = "256", value_parser = from_to::<u32>(1, 1_000_000))]
    connections_per_address: u32,
    /// Requests of one address in a second.
    #[arg(long, env = "NEULAND_REQUESTS_PER_SECOND", value_name = "N", allow_negative_numbers = true, default_value = "40", value_parser = from_to::<u32>(1, 1_000_000))]
    requests_per_second: u32,
    /// Requests of one address at once.
    #[arg(long, env = "NEULAND_BURST", value_name = "N", allow_negative_numbers = true, default_value = "200", value_parser = from_to::<u32>(1, 1_000_000))]
    burst: u32,
    /// Processor time of one address or person in a second.
    #[arg(long, env = "NEULAND_COST", value_name = "MILLISECONDS", allow_negative_numbers = true, default_value = "250", value_parser = from_to::<u64>(1, 1_000_000))]
    cost: u64,
    /// Processor time of one address or person at once.
    #[arg(long, env = "NEULAND_COST_BURST", value_name = "MILLISECONDS", allow_negative_numbers = true, default_value = "10000", value_parser = from_to::<u64>(1, 10_000_000))]
    cost_burst: u64,
    /// Processor time of one table in a second.
    #[arg(long, env = "NEULAND_TABLE_COST", value_name = "MILLISECONDS", allow_negative_numbers = true, default_value = "500", value_parser = from_to::<u64>(1, 1_000_000))]
    table_cost: u64,
    /// Processor time of one table at once.
    #[arg(long, env = "NEULAND_TABLE_COST_BURST", value_name = "MILLISECONDS", allow_negative_numbers = true, default_value = "20000", value_parser = from_to::<u64>(1, 10_000_000))]
    table_cost_burst: u64,
    /// Event streams of one address.
    #[arg(long, env = "NEULAND_STREAMS", value_name = "N", allow_negative_numbers = true, default_value = "64", value_parser = from_to::<u32>(1, 1_000_000))]
    streams: u32,
    /// The largest body of a request.
    #[arg(long, env = "NEULAND_BODY", value_name = "BYTES", allow_negative_numbers = true, default_value = "65536", value_parser = from_to::<usize>(1024, 64 << 20))]
    body: usize,
    /// The time limit of a request.
    #[arg(long, env = "NEULAND_REQUEST_TIMEOUT", value_name = "SECONDS", allow_negative_numbers = true, default_value = "30", value_parser = from_to::<u64>(1, 3600))]
    request_timeout: u64,
    /// The time after which a reader that takes nothing is dropped.
    #[arg(long, env = "NEULAND_STALLED_TIMEOUT", value_name = "SECONDS", allow_negative_numbers = true, default_value = "30", value_parser = from_to::<u64>(1, 3600))]
    stalled_timeout: u64,
    /// The time limit of the shutdown.
    #[arg(long, env = "NEULAND_DRAIN_TIMEOUT", value_name = "SECONDS", allow_negative_numbers = true, default_value = "10", value_parser = from_to::<u64>(1, 3600))]
    drain_timeout: u64,
}

/// From which weight on something is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The format of the lines of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The longest name of a house.
const NAME_MAX: usize = 40;

/// Reads the name of a house: a few letters that fit beside ours.
fn house(text: &str) -> Result<String, ParseHouseNameError> {
    let name = text.trim();
    let fits = (1..=NAME_MAX).contains(&name.chars().count()) && !name.contains(char::is_control);
    fits.then(|| name.to_owned()).ok_or(ParseHouseNameError)
}

/// The text is not the name of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParseHouseNameError;

impl ParseHouseNameError {
    /// Describes the name that is expected.
    pub(crate) fn explain(self, words: Words) -> String {
        msg!(words, "cli-serve-name", most = NAME_MAX)
    }
}

impl fmt::Display for ParseHouseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Words::new(pages::Lang::En)))
    }
}

impl std::error::Error for ParseHouseNameError {}

/// A budget of `per_second` milliseconds in a second, and of `burst` at once after a pause.
fn budget(per_second: u64, burst: u64) -> Budget {
    Budget { per_second: Duration::from_millis(per_second), burst: Duration::from_millis(burst) }
}

/// A duration of this number of days; `None` (never) for 0.
fn days(number: u64) -> Option<Duration> {
    (number > 0).then(|| Duration::from_secs(number * 24 * 3600))
}

impl Args {
    /// The pages of the host, read from their folder.
    fn texts(&self, words: Words) -> Result<HostTexts, Failure> {
        let Some(folder) = &self.site else { return Ok(HostTexts::default()) };
        site_folder::read(folder).map_err(|SiteError { path, fault }| {
            let path = path.display().to_string();
            Failure::failed(match fault {
                SiteErrorKind::Unreadable(why) => {
                    msg!(words, "cli-serve-site-unreadable", path = path, why = why)
                }
                SiteErrorKind::NoPage => msg!(words, "cli-serve-site-no-page", path = path),
                SiteErrorKind::UnknownName => msg!(words, "cli-serve-site-unknown", path = path),
                SiteErrorKind::TooLarge => msg!(words, "cli-serve-site-large", path = path, most = TEXT_MAX),
                SiteErrorKind::NotUtf8 => msg!(words, "cli-serve-site-not-utf8", path = path),
                SiteErrorKind::Empty => msg!(words, "cli-serve-site-empty", path = path),
            })
        })
    }

    fn config(&self, words: Words) -> Result<Config, Failure> {
        Ok(Config {
            addr: self.addr,
            data: if self.has_database() {
                PathBuf::new()
            } else {
                data_folder(self.data.as_deref(), words)?
            },
            bot_pause: BotPause::of_millis(self.bot_pause),
            limits: Limits {
                requests_per_second: self.requests_per_second,
                burst: self.burst,
                streams_per_address: self.streams,
                connections_per_address: self.connections_per_address,
                connections: self.connections,
                tables_per_hour: self.new_tables,
                tables: TableLimits {
                    waiting_per_person: self.public_tables,
                    waiting_per_address: self.public_tables_per_address,
                    unfinished_per_person: self.open_tables,
                    unfinished_per_address: self.open_tables_per_address,
                    absence: Duration::from_secs(self.public_absence),
                },
                disk_per_day: self.disk_per_day << 20,
                body: self.body,
                request: Duration::from_secs(self.request_timeout),
                stalled: Duration::from_secs(self.stalled_timeout),
                cost: budget(self.cost, self.cost_burst),
                table_cost: budget(self.table_cost, self.table_cost_burst),
                // Behind a proxy that is not trusted everybody seems to be this machine.
                spare_loopback: false,
                ..Limits::default()
            },
            room: Capacity {
                tables: self.tables,
                bots: self.bot_threads.unwrap_or_else(|| Capacity::default().bots),
                workers: self.work_threads.unwrap_or_else(|| Capacity::default().workers),
                queue: self.work_queue,
                analyses: self.analyses,
            },
            retention: Retention {
                close_after: days(self.close_after),
                archive_after: days(self.archive_after),
                guest_tables: days(self.guest_tables),
                ..Retention::default()
            },
            outside: PublicAddress {
                public_url: self.public_url.clone(),
                name: self.name.clone(),
                texts: self.texts(words)?,
                trusted_proxies: self.trusted_proxy.clone(),
                for_others: None,
                port_everywhere: None,
                own_names: None,
            },
            metrics_addr: self.metrics_addr,
            drain: Duration::from_secs(self.drain_timeout),
            test: test_mode(self.test_seed.as_ref(), self.bot_pause),
            node: self.node(),
        })
    }
}

#[cfg(feature = "postgres")]
impl Args {
    /// Whether a database holds the tables.
    fn has_database(&self) -> bool {
        self.database.is_some()
    }

    /// Returns the address of the server as a node of a cluster, if it is one.
    fn node(&self) -> Option<NodeConfig> {
        let broker = self.broker.clone().map(|url| -> ConnectBroker {
            Arc::new(move || match NatsBroker::connect(&url) {
                Ok(broker) => Ok(Arc::new(broker) as Arc<dyn Broker>),
                Err(error) => Err(error.to_string()),
            })
        });
        Some(NodeConfig { address: self.node_address.clone()?, broker, reads: self.log_version })
    }

    /// Returns the place of the tables as people read it.
    fn place(&self, config: &Config) -> String {
        self.database.as_ref().map_or_else(|| config.data.display().to_string(), ToString::to_string)
    }

    /// Runs the server on the database or the data folder.
    fn serve(&self, config: &Config, ready: impl FnOnce(&Server)) -> Result<(), StartError> {
        let Some(database) = &self.database else { return server::run(config, ready) };
        let open = |mark, watch| {
            let open =
                if self.node_address.is_some() { PostgresStore::open_node } else { PostgresStore::open };
            let store = open(database, mark, watch)?;
            tracing::info!(%database, version = env!("CARGO_PKG_VERSION"), "tables are kept here");
            Ok(Arc::new(store) as Arc<dyn Store>)
        };
        server::run_on(config, open, ready)
    }
}

#[cfg(not(feature = "postgres"))]
impl Args {
    fn has_database(&self) -> bool {
        false
    }

    fn node(&self) -> Option<NodeConfig> {
        None
    }

    fn place(&self, config: &Config) -> String {
        config.data.display().to_string()
    }

    fn serve(&self, config: &Config, ready: impl FnOnce(&Server)) -> Result<(), StartError> {
        server::run(config, ready)
    }
}

/// Runs the server until it is asked to stop.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    log(args.log_level, args.log_format);
    #[cfg(unix)]
    args.table_bots.register(words)?;
    own_box::take(args.tiles.as_deref(), words)?;
    // A description costs memory for as long as the server runs, so only the host may give it new ones.
    shelf::refuse_others();
    let config = args.config(words)?;
    if config.outside.public_url.as_ref().is_some_and(Origin::is_secure)
        && config.outside.trusted_proxies.is_empty()
    {
        tracing::warn!(
            "the public address begins with https, so there is a proxy, but none is trusted: all players count as \
             one address; name it with --trusted-proxy"
        );
    }
    let mut said = Ok(());
    let place = args.place(&config);
    let ready = |server: &Server| said = context.print(&greeting(server, &config, &place, words));
    let done = args.serve(&config, ready);
    done.map_err(|error| Failure::failed(explain_all(&error, &config, words)))?;
    said
}

/// The log goes to standard error, where systemd and containers look for it.
pub(crate) fn log(level: Level, format: Format) {
    let level = match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(level).with_target(false);
    // A log that cannot be written stops no server.
    let log = log.log_internal_errors(false);
    match format {
        Format::Text => log.compact().init(),
        Format::Json => log.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
    }
}

/// The message that is printed once the server listens.
fn greeting(server: &Server, config: &Config, place: &str, words: Words) -> String {
    let here = url_for_this_machine(server.addr());
    let mut lines = vec![msg!(words, "cli-play-at", url = here)];
    if let Some(origin) = &config.outside.public_url {
        lines.push(msg!(words, "cli-serve-public", url = format!("{origin}/")));
    }
    lines.push(msg!(words, "cli-play-data", folder = place));
    if let Some(addr) = server.metrics_addr() {
        lines.push(msg!(words, "cli-serve-metrics", url = format!("http://{addr}/metrics")));
    }
    lines.push(msg!(words, "cli-serve-stop"));
    lines.push(String::new());
    lines.join("\n")
}

/// Explains why the server does not start; a taken port of the metrics is named as such.
fn explain_all(error: &StartError, config: &Config, words: Words) -> String {
    match error {
        StartError::PortTaken(addr) if Some(*addr) == config.metrics_addr => {
            msg!(words, "cli-serve-metrics-taken", addr = addr.to_string())
        }
        other => explain(other, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_has_a_short_name() {
        assert_eq!(house(" Spieleabend Köln "), Ok("Spieleabend Köln".to_owned()));
        for text in ["", "  ", "a\nb", &"x".repeat(41)] {
            assert_eq!(house(text), Err(ParseHouseNameError), "{text}");
        }
        assert!(house(&"ä".repeat(40)).is_ok());
    }
}
