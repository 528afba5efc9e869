//! `neuland simulate`: bots play games, and the outcome is counted.

mod report;

use crate::context::Context;
use crate::failure::Failure;
use crate::files::unwritable;
use crate::games::kind;
use crate::{numbers, series};
use arena::{RecordWriter, Timed};
use bots::any::roster;
use bots::{Contest, Match, Played, Player};
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
    bots: Vec<&'static str>,
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
        let mut bots = Vec::new();
        for name in &args.bots {
            let known = roster(kind).iter().find(|bot| bot.name == name);
            let known = known.ok_or_else(|| series::unknown_bot(&[kind], name, words))?;
            bots.push(known.name);
        }
        if bots.is_empty() {
            bots.extend(roster(kind).last().map(|bot| bot.name));
        }
        match bots[..] {
            [only] => bots = vec![only; players],
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
        Ok(Series {
            kind,
            start,
            bots,
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
        // Each thread takes the next games that nobody has taken: games differ much in length.
        const CHUNK: u64 = 8;
        let next = AtomicU64::new(0);
        let finished = AtomicU64::new(0);
        let seats = self.bots.len();
        let work = || -> Result<Tally, Failure> {
            let mut tally = Tally::new(seats);
            loop {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= self.games {
                    return Ok(tally);
                }
                let last = (first + CHUNK).min(self.games);
                for number in first..last {
                    self.play_one(number, &mut tally).inspect_err(|_| {
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

    fn play_one(&self, number: u64, tally: &mut Tally) -> Result<(), Failure> {
        each!(&self.start, start => self.play_from(start, number, tally))
    }

    fn play_from<G: Contest>(&self, start: &G, number: u64, tally: &mut Tally) -> Result<(), Failure> {
        let seed = self.seed.derive(number);
        let seats = self.bots.len();
        let bot = |seat| {
            let name = self.bots[self.bot_at(seat, number)];
            G::bot(name, seat, seed).expect("the names were checked")
        };
        let failed = |error: &dyn std::fmt::Display| {
            let (number, seed) = (number.to_string(), seed.to_string());
            let why = error.to_string();
            Failure::failed(say!(self.words, "cli-simulate-game", number = number, seed = seed, why = why))
        };
        let mut game = Match::from_position(*start, seed);
        let played = if self.times {
            let mut bots: Vec<Timed<G::Bot>> = Seat::first(seats).map(|seat| Timed::new(bot(seat))).collect();
            let played = self.record(number, seed, &mut game, &mut bots, &failed)?;
            for (seat, bot) in Seat::first(seats).zip(&bots) {
                tally.add_times(self.bot_at(seat, number), &bot.times);
            }
            played
        } else {
            let mut bots: Vec<G::Bot> = Seat::first(seats).map(bot).collect();
            self.record(number, seed, &mut game, &mut bots, &failed)?
        };
        tally.add_game(&played, |seat| self.bot_at(seat, number));
        Ok(())
    }

    /// Plays `game` and writes it down, if that is wished.
    fn record<G: Contest, B: Player<G>>(
        &self,
        number: u64,
        seed: Seed,
        game: &mut Match<G>,
        bots: &mut [B],
        failed: &dyn Fn(&dyn std::fmt::Display) -> Failure,
    ) -> Result<Played, Failure> {
        let Some(folder) = &self.records else {
            return game.play(bots, &mut ()).map_err(|illegal| failed(&illegal));
        };
        let path = self.record_path(folder, number);
        let names = Seat::first(self.bots.len()).map(|seat| self.bots[self.bot_at(seat, number)]);
        let failed_to_write = |error: &_| unwritable(&path, error, self.words);
        let mut writer = File::create_new(&path)
            .and_then(|file| RecordWriter::new(BufWriter::new(file), &self.start, names, seed))
            .map_err(|error| failed_to_write(&error))?;
        let played = game.play(bots, &mut writer).map_err(|illegal| failed(&illegal))?;
        writer.finish(&played).map_err(|error| failed_to_write(&error))?;
        Ok(played)
    }
}

/// How many seats a game has where nobody says it.
pub(crate) fn default_players(kind: GameKind) -> &'static str {
    kind.options().iter().find(|option| option.name == "players").map_or("2", |option| option.default)
}
