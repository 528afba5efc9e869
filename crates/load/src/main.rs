//! `cargo run --release -p load`: see `--help` and `docs/load.md`.

#![forbid(unsafe_code)]

use clap::Parser;
use load::{Attack, Plan, Target};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Plays tables of all games over real sockets and says how long moves took and what the server needed. Ends with 1 if
/// anything went wrong at any table, or if a limit that was asked for was not kept.
#[derive(Parser, Debug)]
#[command(name = "load")]
struct Args {
    /// Tables at once
    #[arg(long, default_value_t = 2500)]
    tables: usize,
    /// Persons at each table; each has two sockets, one that follows and one that plays
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    seats: u8,
    /// Spectators at each table, one socket each
    #[arg(long, default_value_t = 0)]
    watchers: usize,
    /// Everybody behaves like a browser with the page of the table open; spectators then have two sockets as well
    #[arg(long)]
    browsers: bool,
    /// One address does its worst to the server while others play
    #[arg(long)]
    attack: bool,
    /// The attacks, if not all: log, legal, passwords, people, uploads, streams
    #[arg(long, value_delimiter = ',')]
    attacks: Vec<Attack>,
    /// Requests of the attacker a second, as one sends who stays just below a limit [default: without a pause]
    #[arg(long, value_parser = positive)]
    attack_rate: Option<f64>,
    /// Bots at each table beside the persons
    #[arg(long, default_value_t = 0)]
    bots: usize,
    /// The kind of these bots
    #[arg(long, default_value = "random")]
    bot: String,
    /// How long bots pause, in milliseconds
    #[arg(long, default_value_t = 900)]
    bot_pause: u64,
    /// The games; tables take turns
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "catan,cities-and-knights,carcassonne,traders-and-builders,mayflower"
    )]
    games: Vec<String>,
    /// A clock for each table, such as "bank 600 10 bot"
    #[arg(long)]
    clock: Option<String>,
    /// Moves a second over all tables, each due at a moment fixed beforehand
    #[arg(long, default_value_t = 1000.0, conflicts_with = "closed")]
    rate: f64,
    /// Moves at each table as soon as the last one is acknowledged, instead of at a rate
    #[arg(long)]
    closed: bool,
    /// How long is measured, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How long is played before that, in seconds
    #[arg(long, default_value_t = 5.0)]
    warm_up: f64,
    /// Over how many seconds tables are opened
    #[arg(long, default_value_t = 10.0)]
    ramp: f64,
    /// Asks for the view, too, before each move
    #[arg(long)]
    views: bool,
    /// The share of moves after which something is said, from 0 to 1
    #[arg(long, default_value_t = 0.0)]
    chat: f64,
    /// Chooses other moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program to start [default: `neuland` beside this program]
    #[arg(long, conflicts_with = "addr")]
    server: Option<PathBuf>,
    /// A server on this machine that runs already
    #[arg(long, requires = "process")]
    addr: Option<SocketAddr>,
    /// The process number of that server
    #[arg(long, requires = "addr")]
    process: Option<u32>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    /// Fails if half of the moves take longer, in milliseconds
    #[arg(long)]
    max_p50: Option<f64>,
    /// Fails if more than one move of a hundred takes longer, in milliseconds
    #[arg(long)]
    max_p99: Option<f64>,
    /// Fails if more than one answer of a hundred to `/healthz` takes longer, in milliseconds
    #[arg(long)]
    max_healthz_p99: Option<f64>,
    /// Fails if the server has more in memory, in MiB
    #[arg(long)]
    max_memory: Option<f64>,
    /// Fails if fewer moves are acknowledged a second
    #[arg(long)]
    min_moves: Option<f64>,
}

fn positive(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "a number above 0 belongs here".to_owned())
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> std::io::Result<bool> {
    let target = match (args.addr, args.process) {
        (Some(addr), Some(process)) => Target::Running { addr, process },
        _ => {
            let beside = || Ok::<_, std::io::Error>(std::env::current_exe()?.with_file_name("neuland"));
            let program = args.server.clone().map_or_else(beside, Ok)?;
            Target::Start { program, bot_pause: args.bot_pause }
        }
    };
    let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).map_err(std::io::Error::other);
    let plan = Plan {
        target,
        tables: args.tables.max(1),
        seats: usize::from(args.seats),
        watchers: args.watchers,
        browsers: args.browsers,
        attacks: match args.attack && args.attacks.is_empty() {
            true => Attack::ALL.to_vec(),
            false => args.attacks.clone(),
        },
        attack_rate: args.attack_rate,
        bots: args.bots,
        bot: args.bot.clone(),
        games: args.games.clone(),
        clock: args.clock.clone(),
        rate: (!args.closed).then_some(args.rate),
        seconds: seconds(args.seconds)?,
        warm_up: seconds(args.warm_up)?,
        ramp: seconds(args.ramp)?,
        views: args.views,
        chat: args.chat,
        seed: args.seed,
    };
    let report = load::run(&plan)?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report).map_err(std::io::Error::other)?);
    } else {
        print!("{report}");
    }
    let mut kept = report.errors + report.gaps + report.undelivered == 0;
    let limits = [
        ("p50", args.max_p50, report.acknowledged.p50, 1.0),
        ("p99", args.max_p99, report.acknowledged.p99, 1.0),
        ("p99 of /healthz", args.max_healthz_p99, report.healthz.unwrap_or_default().p99, 1.0),
        ("memory", args.max_memory, report.server_memory, 1.0),
        ("moves a second", args.min_moves, report.moves_per_second, -1.0),
    ];
    for (name, limit, figure, sign) in limits {
        if let Some(limit) = limit
            && figure * sign > limit * sign
        {
            eprintln!("{name}: {figure:.1}, and {limit} was asked for");
            kept = false;
        }
    }
    Ok(kept)
}
