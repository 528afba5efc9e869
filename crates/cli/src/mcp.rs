//! `neuland mcp`: the tools for language models, over standard input and output or HTTP.

use crate::context::Context;
use crate::failure::{Failure, tell};
use crate::files::data_folder;
use crate::numbers::from_to;
use crate::play::{address, explain, url_for_this_machine};
use ::mcp::http::{BoundServer, HttpAccess, HttpStartError, listen};
use ::mcp::{Api, Neuland, Person};
use live::BotPause;
use pages::{Words, msg};
use server::{Config, PublicAddress, StartError};
use std::net::SocketAddr;
use std::path::PathBuf;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The variable with the tokens of those who play.
const TOKENS: &str = "NEULAND_MCP_TOKENS";

/// The arguments of `neuland mcp`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A server that runs already.
    #[arg(long, value_name = "URL", conflicts_with_all = ["addr", "data", "bot_pause"])]
    server: Option<String>,
    /// The address at which our own server listens.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7170", value_parser = address)]
    addr: SocketAddr,
    /// The data folder of our own server.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The pause before a bot moves, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", allow_negative_numbers = true, value_parser = from_to::<u64>(0, 60_000))]
    bot_pause: Option<u64>,
    /// HTTP in place of standard input and output.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Names by which it is reached over HTTP.
    #[arg(long, value_name = "NAME", requires = "listen")]
    allow_host: Vec<String>,
    /// Pages that may come in over HTTP.
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    allow_origin: Vec<String>,
    #[cfg(unix)]
    #[command(flatten)]
    table_bots: crate::external::TableBots,
}

/// Serves the tools until the program at the other end is done, or until it is stopped.
pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    // Standard output belongs to the protocol, and clients show standard error: so only what matters is logged. The SDK logs
    // each error that a client is answered with, as it looks in its memory.
    let shown = Targets::new().with_default(LevelFilter::WARN).with_target("rmcp", LevelFilter::OFF);
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_target(false)
        .log_internal_errors(false)
        .compact();
    log.with_max_level(LevelFilter::WARN).finish().with(shown).init();
    let words = context.words;
    let tokens = tokens(std::env::var(TOKENS).unwrap_or_default().as_str());
    let person = match (tokens.as_slice(), args.listen) {
        ([], _) | (_, Some(_)) => Person::random(),
        ([token], None) => {
            Person::of_token(token).map_err(|error| Failure::usage(format!("{TOKENS}: {error}")))?
        }
        (_, None) => return Err(Failure::usage(msg!(words, "cli-mcp-one-token", name = TOKENS))),
    };
    let serve = |url: String| {
        let api = Api::new(&url).map_err(|error| Failure::usage(format!("--server: {error}")));
        api.map(|api| work(args, context, Neuland::new(api, person, words.lang()), tokens))
    };
    match &args.server {
        Some(url) => {
            let runtime = tokio::runtime::Runtime::new().map_err(Failure::failed)?;
            let done = runtime.block_on(serve(url.clone())?);
            // A read of standard input that is under way cannot be cancelled.
            runtime.shutdown_background();
            done
        }
        None => with_own_server(args, words, serve),
    }
}

/// Starts a server and serves tools that play there.
fn with_own_server<W: Future<Output = Result<(), Failure>>>(
    args: &Args,
    words: Words,
    serve: impl FnOnce(String) -> Result<W, Failure>,
) -> Result<(), Failure> {
    #[cfg(unix)]
    args.table_bots.register(words)?;
    let data = data_folder(args.data.as_deref(), words)?;
    let bot_pause = BotPause::of_millis(args.bot_pause);
    let outside = PublicAddress { own_names: Some(Vec::new()), ..PublicAddress::default() };
    let config = Config { addr: args.addr, data, bot_pause, outside, ..Config::default() };
    let done = server::run_while(&config, |server| {
        let url = url_for_this_machine(server.addr());
        tell(&msg!(words, "cli-mcp-plays-at", url = url.as_str()));
        let serving = serve(url);
        async move { serving?.await }
    });
    match done {
        Ok(ended) => ended.unwrap_or(Ok(())),
        Err(error @ (StartError::PortTaken(_) | StartError::Store(store::StoreError::InUse { .. }))) => {
            let url = url_for_this_machine(args.addr);
            let hint = msg!(words, "cli-mcp-runs-already", url = url.trim_end_matches('/'));
            Err(Failure::failed(format!("{}\n{hint}", explain(&error, words))))
        }
        Err(error) => Err(Failure::failed(explain(&error, words))),
    }
}

/// Serves the tools over the transport that was asked for.
async fn work(args: &Args, context: &Context, neuland: Neuland, tokens: Vec<String>) -> Result<(), Failure> {
    let Some(addr) = args.listen else {
        return ::mcp::stdio(neuland).await.map_err(Failure::failed);
    };
    let door = HttpAccess { tokens, hosts: args.allow_host.clone(), origins: args.allow_origin.clone() };
    let listening: BoundServer = listen(neuland, addr, door).await.map_err(|error| match error {
        HttpStartError::Open(_) | HttpStartError::BadToken(_) => Failure::usage(error),
        _ => Failure::failed(error),
    })?;
    context.print(&format!("{}\n", msg!(context.words, "cli-mcp-listens", url = listening.url())))?;
    listening.serve().await;
    Ok(())
}

/// The tokens of a list with commas.
fn tokens(list: &str) -> Vec<String> {
    list.split(',').map(str::trim).filter(|token| !token.is_empty()).map(str::to_owned).collect()
}
