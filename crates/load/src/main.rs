//! `cargo run --release -p load`: see `--help` and `docs/load.md`.

#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use load::{Attack, Plan, SoakPlan, Target};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Plays tables of all games over real sockets and says how long moves took and what the server needed. Ends with 1 if
/// anything went wrong at any table, or if a limit that was asked for was not kept.
#[derive(Parser, Debug)]
#[command(name = "load", args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Other>,
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
    /// The attacks, if not all: log, legal, passwords, people, uploads, streams, reports, drip, backlog
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
    /// The pause of bots, in milliseconds
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
    /// The measured time, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// The time played before that, in seconds
    #[arg(long, default_value_t = 5.0)]
    warm_up: f64,
    /// The time over which tables are opened, in seconds
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
    /// A server on this machine that runs already, or several with commas between them: the nodes of a cluster
    #[arg(long, requires = "process", value_delimiter = ',')]
    addr: Vec<SocketAddr>,
    /// The process numbers of those servers; memory and processor time of all of them are added up
    #[arg(long, requires = "addr", value_delimiter = ',')]
    process: Vec<u32>,
    /// The process numbers of what works for them, such as a database and a broker; their processor time is told by itself
    #[arg(long, requires = "addr", value_delimiter = ',')]
    beside: Vec<u32>,
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

#[derive(Subcommand, Debug)]
enum Other {
    /// Uses a server in rounds, leaves it alone, and prints what it keeps: memory, descriptors, threads, the size of its log. Ends with 1 if the server did not answer as it should, or keeps more than was asked for
    Soak(SoakArgs),
}

#[derive(clap::Args, Debug)]
struct SoakArgs {
    /// Rounds, each of which opens its tables, follows and plays them, exports, uploads and leaves
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Tables that are opened in a round
    #[arg(long, default_value_t = 100)]
    tables: usize,
    /// Moves at each table that is not played to the end
    #[arg(long, default_value_t = 60)]
    moves: usize,
    /// Seconds between two lines of the table
    #[arg(long, default_value_t = 15.0, value_parser = positive)]
    every: f64,
    /// Seconds for which the server is left alone at most, until no table is in its memory
    #[arg(long, default_value_t = 750.0)]
    rest: f64,
    /// Seconds for which it is watched after that
    #[arg(long, default_value_t = 120.0)]
    settle: f64,
    /// Chooses other visits
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The program to start [default: `neuland` beside this program]
    #[arg(long)]
    server: Option<PathBuf>,
    /// Prints one JSON object at the end, instead of lines as they come
    #[arg(long)]
    json: bool,
    /// Fails if the server's memory at the end is more times what is in use
    #[arg(long, value_parser = positive)]
    max_ratio: Option<f64>,
}

fn positive(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "a number above 0 belongs here".to_owned())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        Some(Other::Soak(args)) => soak(args),
        None => run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The program to start: the one that was named, or the one beside this program.
fn program(named: Option<&PathBuf>) -> std::io::Result<PathBuf> {
    match named {
        Some(named) => Ok(named.clone()),
        None => Ok(std::env::current_exe()?.with_file_name("neuland")),
    }
}

fn seconds(seconds: f64) -> std::io::Result<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(std::io::Error::other)
}

fn soak(args: &SoakArgs) -> std::io::Result<bool> {
    let plan = SoakPlan {
        program: program(args.server.as_ref())?,
        rounds: args.rounds,
        tables: args.tables,
        moves: args.moves,
        every: seconds(args.every)?,
        rest: seconds(args.rest)?,
        settle: seconds(args.settle)?,
        seed: args.seed,
    };
    let tell = |line: &str| {
        if !args.json {
            println!("{line}");
        }
    };
    let report = load::soak(&plan, tell)?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report).map_err(std::io::Error::other)?);
    } else {
        print!("\n{report}");
    }
    let ratio = report.ratio();
    if let Some(limit) = args.max_ratio
        && ratio.is_none_or(|ratio| ratio > limit)
    {
        let ratio = ratio.map_or("unknown".to_owned(), |ratio| format!("{ratio:.2}"));
        eprintln!("memory by what is in use: {ratio}, and {limit} was asked for");
        return Ok(false);
    }
    Ok(report.deeds.errors == 0)
}

fn run(args: &Args) -> std::io::Result<bool> {
    let target = if args.addr.is_empty() {
        Target::Start { program: program(args.server.as_ref())?, bot_pause: args.bot_pause }
    } else {
        Target::Running {
            addrs: args.addr.clone(),
            processes: args.process.clone(),
            beside: args.beside.clone(),
        }
    };
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
