//! `neuland simulate`: bots play games, and the outcome is counted.

mod report;

use crate::context::Context;
#[cfg(unix)]
use crate::external::SeriesBots;
use crate::failure::Failure;
use crate::files::{refuse_standard_output, shown, unwritable};
use crate::games::kind;
use crate::series::Progress;
use crate::{numbers, own_box, series};
#[cfg(unix)]
use arena::matches::Entrant;
#[cfg(unix)]
use arena::process::Launch;
use arena::series::{BotKind, Series, SeriesBot, SeriesError, SeriesOptions, SeriesReport, Tally, play};
use bots::any::roster;
use game::Seed;
use pages::{Words, msg};
use shelf::GameKind;
use std::path::PathBuf;
use std::time::Instant;

/// Lets bots play games and counts
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, as `neuland games` names it: catan
    game: String,
    /// Seats at the table [default: as many as bots are named, or as the game's option `players` says]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::from_to::<usize>(0, u64::MAX))]
    players: Option<usize>,
    /// Bots for seats A, B, …; one name stands for all seats [default: the game's strongest]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    bots: Vec<String>,
    #[cfg(unix)]
    #[command(flatten)]
    external: SeriesBots,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = numbers::from_to::<u64>(1, u64::MAX))]
    games: u64,
    /// The seed of the series: the same seed gives the same games
    #[arg(long, default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Seed,
    /// The number of threads that play [default: one a processor]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::from_to::<u16>(1, 1024))]
    threads: Option<u16>,
    /// A rule of the game, for example discard_limit=9; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// The owner's box of Mayflower
    #[arg(long, value_name = "FILE")]
    tiles: Option<PathBuf>,
    /// Moves every bot one seat on from game to game, so that no seat favours one
    #[arg(long)]
    rotate: bool,
    /// Writes every game to a record in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Measures how long each bot takes to decide
    #[arg(long)]
    times: bool,
    /// Shows on standard error how far it is, also where that is no terminal
    #[arg(long)]
    progress: bool,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    refuse_standard_output("--records", args.records.as_deref(), words)?;
    let series = series_of(args, words)?;
    if let Some(folder) = &series.records {
        series::make_folder(folder, words)?;
    }
    let threads = series::threads(args.threads);
    let what = what(args, &series, words);
    let mut progress = Progress::new(series.games, args.progress, &what, words);
    let started = Instant::now();
    let tally = tally(&series, threads, &mut progress, words)?;
    let elapsed = started.elapsed();
    progress.finish();
    let report = SeriesReport::new(&series, threads, &tally, elapsed);
    if args.json {
        let document = serde_json::to_string_pretty(&report).map_err(Failure::failed)?;
        return context.print(&format!("{document}\n"));
    }
    let default = args.bots.is_empty().then_some(what.as_str());
    context.print(&report::in_words(&report, default, words))
}

/// Names the game and the bots, including bots that play by default.
fn what(args: &Args, series: &Series, words: Words) -> String {
    let game = series.start.kind().name();
    let names: Vec<&str> = series.bots.iter().map(|bot| bot.name.as_str()).collect();
    match names[..] {
        [first, ..] if args.bots.is_empty() => {
            msg!(words, "cli-simulate-default", game = game, bot = first, seats = names.len())
        }
        _ => msg!(words, "cli-simulate-what", game = game, bots = names.join(", ")),
    }
}

/// The series that the arguments ask for, if it can be.
fn series_of(args: &Args, words: Words) -> Result<Series, Failure> {
    let kind = kind(&args.game, words)?;
    let seats = || match args.bots.len() {
        0 | 1 => default_players(kind).to_owned(),
        named => named.to_string(),
    };
    let options = own_box::settings(args.tiles.as_deref(), kind, &args.options, words)?;
    let start = series::start(kind, &options, args.players, seats, words)?;
    let players = start.seats();
    let mut bots = series_bots(args, kind, words)?;
    match &bots[..] {
        [only] => bots = vec![only.clone(); players],
        _ if bots.len() != players => {
            return Err(Failure::usage(msg!(
                words,
                "cli-simulate-bots-for-seats",
                bots = bots.len(),
                seats = players
            )));
        }
        _ => {}
    }
    Ok(Series {
        start,
        bots,
        seed: args.seed,
        games: args.games,
        rotate: args.rotate,
        times: args.times,
        records: args.records.clone(),
        #[cfg(unix)]
        terms: args.external.terms(),
    })
}

/// The bots that are named, else the strongest one of the game that does not search.
fn series_bots(args: &Args, kind: GameKind, words: Words) -> Result<Vec<SeriesBot>, Failure> {
    let mut names = args.bots.clone();
    if names.is_empty() {
        let strongest = roster(kind).iter().rfind(|bot| !bot.searches());
        names.extend(strongest.map(|bot| bot.name.to_owned()));
    }
    #[cfg(unix)]
    {
        let entrants = args.external.bots.entrants(&names, kind, words)?;
        args.external.bots.warn(words);
        let limits = args.external.bots.limits();
        let bot = |Entrant { name, command }| SeriesBot {
            name,
            kind: command
                .map_or(BotKind::Own, |command| BotKind::External(Launch::new(command).with_limits(limits))),
        };
        Ok(entrants.into_iter().map(bot).collect())
    }
    #[cfg(not(unix))]
    {
        let bot = |name: String| match roster(kind).iter().any(|bot| bot.name == name) {
            true => Ok(SeriesBot { name, kind: BotKind::Own }),
            false => Err(series::unknown_bot(&[kind], &name, words)),
        };
        names.into_iter().map(bot).collect()
    }
}

/// Plays all games on so many threads.
fn tally(series: &Series, threads: usize, progress: &mut Progress, words: Words) -> Result<Tally, Failure> {
    let watch = Box::new(|games| {
        progress.at(games);
        true
    });
    play(series, SeriesOptions { threads, watch }).map_err(|error| match error {
        #[cfg(unix)]
        SeriesError::BotStart(error) => series::does_not_start(&error, words),
        SeriesError::OwnBot { number, seed, illegal } => {
            let (number, seed) = (number.to_string(), seed.to_string());
            let why = illegal.to_string();
            Failure::failed(msg!(words, "cli-simulate-game", number = number, seed = seed, why = why))
        }
        SeriesError::OtherSeries { path } => {
            Failure::usage(msg!(words, "cli-simulate-other", file = shown(&path)))
        }
        SeriesError::InUse { path } => {
            Failure::failed(msg!(words, "cli-simulate-in-use", file = shown(&path)))
        }
        SeriesError::Io { path, error } => unwritable(&path, &error, words),
        other => Failure::failed(other),
    })
}

/// The default number of seats of a game.
pub(crate) fn default_players(kind: GameKind) -> &'static str {
    kind.options().iter().find(|option| option.name == "players").map_or("2", |option| option.default)
}
