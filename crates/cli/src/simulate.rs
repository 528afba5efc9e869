//! `neuland simulate`: bots play games, and the outcome is counted.

#[cfg(unix)]
mod external;
mod report;

use crate::context::Context;
#[cfg(unix)]
use crate::external::SeriesBots;
use crate::failure::Failure;
use crate::files::unwritable;
use crate::games::kind;
use crate::{numbers, series};
use arena::{RecordWriter, Timed};
use bots::any::roster;
use bots::{Contest, Match, Played, Player, Recorder};
use game::{Seat, Seed};
use indicatif::ProgressBar;
use pages::{Words, say};
use report::{Report, Tally};
use shelf::{AnyGame, GameKind, each};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = numbers::from_to::<u64>(1, u64::MAX))]
    games: u64,
    /// The seed of the series: the same seed gives the same games
    #[arg(long, default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Seed,
    /// How many threads play [default: one a processor]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::from_to::<u16>(1, 1024))]
    threads: Option<u16>,
    /// A rule of the game, for example discard_limit=9; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    options: Vec<String>,
    /// Moves every bot one seat on from game to game, so that no seat favours one
    #[arg(long)]
    rotate: bool,
    /// Writes every game to a record in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Measures how long each bot takes to decide
    #[arg(long)]
    times: bool,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// What is to be played: checked, and the same for every thread.
struct Series {
    kind: GameKind,
    /// The game before its first step, with its options.
    start: AnyGame,
    /// The name of the bot of each seat, before rotation.
    bots: Vec<String>,
    /// For each of these bots, how its process is started; `None` for a bot of ours.
    #[cfg(unix)]
    launches: Vec<Option<arena::process::Launch>>,
    /// The terms on which these processes play.
    #[cfg(unix)]
    terms: arena::external::Terms,
    seed: Seed,
    games: u64,
    rotate: bool,
    times: bool,
    records: Option<PathBuf>,
    /// What errors are said in.
    words: Words,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let words = context.words;
    let series = Series::from_args(args, words)?;
    if let Some(folder) = &series.records {
        series::make_folder(folder, words)?;
        // Before the first game is played.
        let paths = (0..series.games).map(|number| series.record_path(folder, number));
        series::refuse_existing(paths, words)?;
    }
    let threads = series::threads(args.threads);
    let bar = series::bar(series.games, args.json, words);
    let started = Instant::now();
    let tally = series.play(threads, &bar)?;
    let elapsed = started.elapsed();
    bar.finish_and_clear();
    let report = Report::new(&series, threads, &tally, elapsed);
    if args.json {
        let document = serde_json::to_string_pretty(&report).map_err(Failure::failed)?;
        return context.print(&format!("{document}\n"));
    }
    context.print(&report.in_words(words))
}

impl Series {
    /// What the arguments ask for, if it can be.
    fn from_args(args: &Args, words: Words) -> Result<Series, Failure> {
        let kind = kind(&args.game, words)?;
        let seats = || match args.bots.len() {
            0 | 1 => default_players(kind).to_owned(),
            named => named.to_string(),
        };
        let start = series::start(kind, &args.options, args.players, seats, words)?;
        let players = start.seats();
        let mut bots = args.bots.clone();
        if bots.is_empty() {
            bots.extend(roster(kind).last().map(|bot| bot.name.to_owned()));
        }
        match &bots[..] {
            [only] => bots = vec![only.clone(); players],
            _ if bots.len() != players => {
                return Err(Failure::usage(say!(
                    words,
                    "cli-simulate-bots-for-seats",
                    bots = bots.len(),
                    seats = players
                )));
            }
            _ => {}
        }
        #[cfg(unix)]
        let launches = {
            let entrants = args.external.bots.entrants(&bots, kind, words)?;
            args.external.bots.warn(words);
            let limits = args.external.bots.limits();
            let launch = |command| arena::process::Launch::new(command).with_limits(limits);
            entrants.into_iter().map(|bot| bot.command.map(launch)).collect()
        };
        #[cfg(not(unix))]
        if let Some(name) = bots.iter().find(|name| !roster(kind).iter().any(|bot| bot.name == **name)) {
            return Err(series::unknown_bot(&[kind], name, words));
        }
        Ok(Series {
            kind,
            start,
            bots,
            #[cfg(unix)]
            launches,
            #[cfg(unix)]
            terms: args.external.terms(),
            seed: args.seed,
            games: args.games,
            rotate: args.rotate,
            times: args.times,
            records: args.records.clone(),
            words,
        })
    }

    /// The file for the record of a game.
    fn record_path(&self, folder: &Path, number: u64) -> PathBuf {
        folder.join(format!("{}-{}-{number:06}.neuland", self.kind.name(), self.seed))
    }

    /// Plays all games on so many threads.
    fn play(&self, threads: usize, bar: &ProgressBar) -> Result<Tally, Failure> {
        each!(&self.start, start => self.play_from(start, threads, bar))
    }

    fn play_from<G: Contest + Sync>(
        &self,
        start: &G,
        threads: usize,
        bar: &ProgressBar,
    ) -> Result<Tally, Failure> {
        // Each thread takes the next games that nobody has taken: games differ much in length.
        const CHUNK: u64 = 8;
        let next = AtomicU64::new(0);
        let finished = AtomicU64::new(0);
        let seats = self.bots.len();
        let work = || -> Result<Tally, Failure> {
            let mut tally = Tally::new(seats);
            let mut table = Table::new(self, start);
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= self.games {
                    return Ok(tally);
                }
                let last = (first + CHUNK).min(self.games);
                for number in first..last {
                    table.play(number, &mut tally).inspect_err(|_| {
                        // Nobody needs to go on: the series has failed.
                        next.store(u64::MAX / 2, Ordering::Relaxed);
                    })?;
                }
                finished.fetch_add(last - first, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                bar.set_position(finished.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(if bar.is_hidden() { 1 } else { 50 }));
            }
            let mut tally = Tally::new(seats);
            for worker in workers {
                tally.add(&worker.join().expect("a thread that plays does not panic")?);
            }
            Ok(tally)
        })
    }

    /// Which of the named bots sits at `seat` in game `number`.
    fn bot_at(&self, seat: Seat, number: u64) -> usize {
        let seats = self.bots.len();
        if self.rotate { (seat.index() + (number % seats as u64) as usize) % seats } else { seat.index() }
    }
}

/// Makes a failure of what stopped a game.
type Failed<'a> = dyn Fn(&dyn std::fmt::Display) -> Failure + 'a;

/// The table of one thread.
struct Table<'a, G: Contest> {
    series: &'a Series,
    start: &'a G,
    #[cfg(unix)]
    processes: Option<external::Processes<G>>,
}

impl<'a, G: Contest> Table<'a, G> {
    fn new(series: &'a Series, start: &'a G) -> Table<'a, G> {
        #[cfg(unix)]
        let processes = series
            .launches
            .iter()
            .any(Option::is_some)
            .then(|| external::Processes::new(&series.launches, series.terms));
        Table {
            series,
            start,
            #[cfg(unix)]
            processes,
        }
    }

    /// Plays game `number`, counts it, and writes it down if that is wished.
    fn play(&mut self, number: u64, tally: &mut Tally) -> Result<(), Failure> {
        let series = self.series;
        let seed = series.seed.derive(number);
        let Some(folder) = &series.records else {
            self.play_recorded((number, seed), tally, &mut ())?;
            return Ok(());
        };
        let path = series.record_path(folder, number);
        let names = Seat::first(series.bots.len()).map(|seat| &*series.bots[series.bot_at(seat, number)]);
        let failed_to_write = |error: &_| unwritable(&path, error, series.words);
        let mut writer = File::create_new(&path)
            .and_then(|file| RecordWriter::new(BufWriter::new(file), &series.start, names, seed))
            .map_err(|error| failed_to_write(&error))?;
        let played = self.play_recorded((number, seed), tally, &mut writer)?;
        writer.finish(&played).map_err(|error| failed_to_write(&error))?;
        Ok(())
    }

    fn play_recorded(
        &mut self,
        (number, seed): (u64, Seed),
        tally: &mut Tally,
        recorder: &mut impl Recorder<G>,
    ) -> Result<Played, Failure> {
        let series = self.series;
        let failed = |error: &dyn std::fmt::Display| {
            let (number, seed) = (number.to_string(), seed.to_string());
            let why = error.to_string();
            Failure::failed(say!(series.words, "cli-simulate-game", number = number, seed = seed, why = why))
        };
        let bot_at = |seat| series.bot_at(seat, number);
        let seats = || Seat::first(series.bots.len());
        let mut game = Match::from_position(*self.start, seed);
        #[cfg(unix)]
        if let Some(processes) = &mut self.processes {
            let (finished, times) = processes.play(series, (number, seed), &mut game, recorder, &failed)?;
            seats().zip(&times).for_each(|(seat, times)| tally.add_times(bot_at(seat), times));
            for seat in seats() {
                tally.add_faults(bot_at(seat), finished.faults[seat], finished.lost.contains(seat));
            }
            tally.add_game(&finished.played, finished.winners, bot_at);
            return Ok(finished.played);
        }
        let bot = |seat| G::bot(&series.bots[bot_at(seat)], seat, seed).expect("the names were checked");
        let played = if series.times {
            let mut bots: Vec<Timed<G::Bot>> = seats().map(|seat| Timed::new(bot(seat))).collect();
            let played = play_with(&mut game, &mut bots, recorder, &failed)?;
            seats().zip(&bots).for_each(|(seat, bot)| tally.add_times(bot_at(seat), &bot.times));
            played
        } else {
            let mut bots: Vec<G::Bot> = seats().map(bot).collect();
            play_with(&mut game, &mut bots, recorder, &failed)?
        };
        tally.add_game(&played, played.outcome.winners, bot_at);
        Ok(played)
    }
}

fn play_with<G: Contest, B: Player<G>>(
    game: &mut Match<G>,
    bots: &mut [B],
    recorder: &mut impl Recorder<G>,
    failed: &Failed<'_>,
) -> Result<Played, Failure> {
    game.play(bots, recorder).map_err(|illegal| failed(&illegal))
}

/// How many seats a game has where nobody says it.
pub(crate) fn default_players(kind: GameKind) -> &'static str {
    kind.options().iter().find(|option| option.name == "players").map_or("2", |option| option.default)
}
