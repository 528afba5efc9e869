//! Series of games between bots on fixed seats, played on many threads and counted.
//!
//! ```
//! use arena::external::Terms;
//! use arena::series::{BotKind, Series, SeriesBot, SeriesOptions, SeriesReport, play};
//! use game::Seed;
//! use shelf::{AnyGame, GameKind};
//!
//! let ours = |name: &str| SeriesBot { name: name.to_owned(), kind: BotKind::Own };
//! let series = Series {
//!     start: AnyGame::with_options(GameKind::Carcassonne, [("players", "2")]).unwrap(),
//!     bots: vec![ours("surveyor"), ours("random")],
//!     seed: Seed(1),
//!     games: 10,
//!     rotate: true,
//!     times: false,
//!     records: None,
//!     terms: Terms::default(),
//! };
//! let tally = play(&series, SeriesOptions { threads: 2, ..SeriesOptions::default() })?;
//! let report = SeriesReport::new(&series, 2, &tally, std::time::Duration::from_secs(1));
//! assert_eq!(report.wins, [10, 0]);
//! # Ok::<(), arena::series::SeriesError>(())
//! ```

mod records;
mod tally;

pub use tally::{Lengths, LengthsByUnit, SeriesFault, SeriesReport, Tally, Times};

#[cfg(unix)]
use crate::external::{BotStartError, External, Mixed, Setting, Terms, play as play_mixed, start_each};
#[cfg(unix)]
use crate::guest::{GuestFactory, GuestPlayer, GuestSeat};
#[cfg(unix)]
use crate::process::Launch;
use crate::record_writer::RecordWriter;
use crate::timed::Timed;
use bots::any::roster;
use bots::{BotGame, IllegalMove, Match, Played, Player};
use cpu_time::ThreadTime;
use game::{Seat, SeatSet, Seed};
use records::{RecordFolder, unfinished};
use shelf::{ActionsOnShelf, AnyGame, each};
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tally::Counted;

/// A bot of a series.
#[derive(Clone, Debug)]
pub struct SeriesBot {
    /// The name of the bot; for one of ours, the name under which we know it.
    pub name: String,
    /// The place where it plays.
    pub kind: BotKind,
}

/// Receives the number of games played so far; where it returns `false`, no further game is begun.
pub type Watch<'a> = Box<dyn FnMut(u64) -> bool + 'a>;

/// The place where a bot plays: in this process or in another.
#[derive(Clone, Debug)]
pub enum BotKind {
    /// Here: it is a bot of ours.
    Own,
    /// In processes of its own, one for each seat and thread.
    #[cfg(unix)]
    External(Launch),
    /// Here, as a bot of another program.
    #[cfg(unix)]
    Guest(Arc<dyn GuestFactory>),
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct Series {
    /// The game before its first step, with its options.
    pub start: AnyGame,
    /// The bot of each seat, before rotation.
    pub bots: Vec<SeriesBot>,
    /// The seed that the seeds of the games are derived from: game `n` has `seed.derive(n)`.
    pub seed: Seed,
    /// The number of games.
    pub games: u64,
    /// Whether every bot moves one seat on from game to game.
    pub rotate: bool,
    /// Whether the times of decisions are measured.
    pub times: bool,
    /// The folder for a record of each game.
    pub records: Option<PathBuf>,
    /// The terms on which bots in processes of their own play.
    #[cfg(unix)]
    pub terms: Terms,
}

/// Options of a run. None of them changes the results of a series.
pub struct SeriesOptions<'a> {
    /// The number of threads; at least one plays.
    pub threads: usize,
    /// Receives the number of games played so far, several times a second. Where it returns `false` the series stops after the
    /// games that are under way.
    pub watch: Watch<'a>,
}

impl Default for SeriesOptions<'_> {
    /// One thread, nobody watches.
    fn default() -> Self {
        SeriesOptions { threads: 1, watch: Box::new(|_| true) }
    }
}

/// The reason why a series stopped before its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum SeriesError {
    /// There is no bot of ours of this name.
    UnknownBot {
        /// The name.
        name: String,
    },
    /// There are more or fewer bots than seats.
    Seats {
        /// The number of bots.
        bots: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A bot in a process of its own does not start. Nothing was played.
    #[cfg(unix)]
    BotStart(BotStartError),
    /// A bot in this process chose something illegal.
    OwnBot {
        /// The number of the game, from 0.
        number: u64,
        /// Its seed.
        seed: Seed,
        /// The choice.
        illegal: IllegalMove,
    },
    /// The folder has records of another series, which was interrupted, under the same names.
    OtherSeries {
        /// The file that says so.
        path: PathBuf,
    },
    /// Another program plays the same series.
    InUse {
        /// The file that it holds.
        path: PathBuf,
    },
    /// A record cannot be written, or exists already.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Its watcher stopped it.
    Stopped,
}

impl fmt::Display for SeriesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesError::UnknownBot { name } => write!(f, "there is no bot `{name}`"),
            SeriesError::Seats { bots, seats } => write!(f, "{bots} bots are named for {seats} seats"),
            #[cfg(unix)]
            SeriesError::BotStart(error) => error.fmt(f),
            SeriesError::OwnBot { number, seed, illegal } => {
                write!(f, "game {number} (seed {seed}): {illegal}")
            }
            SeriesError::OtherSeries { path } => {
                write!(f, "{} belongs to another series, which was interrupted", path.display())
            }
            SeriesError::InUse { path } => {
                write!(f, "another program is playing the series of {}", path.display())
            }
            SeriesError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            SeriesError::Stopped => f.write_str("the series was stopped before its end"),
        }
    }
}

impl std::error::Error for SeriesError {}

impl Series {
    /// The file for the record of a game.
    #[must_use]
    pub fn record_path(&self, folder: &Path, number: u64) -> PathBuf {
        folder.join(format!("{}-{}-{number:06}.neuland", self.start.kind().name(), self.seed))
    }

    /// Whether a bot plays in processes of its own.
    #[must_use]
    pub fn has_external(&self) -> bool {
        #[cfg(unix)]
        return self.bots.iter().any(|bot| matches!(bot.kind, BotKind::External(_)));
        #[cfg(not(unix))]
        false
    }

    /// The index of the bot at `seat` in game `number`.
    fn bot_at(&self, seat: Seat, number: u64) -> usize {
        let seats = self.bots.len();
        if self.rotate { (seat.index() + (number % seats as u64) as usize) % seats } else { seat.index() }
    }

    /// Starts each bot in a process of its own once: one that never starts must not lose all its games.
    #[cfg(unix)]
    fn start_bots(&self) -> Result<(), SeriesError> {
        let external = self.bots.iter().filter_map(|bot| match &bot.kind {
            BotKind::External(launch) => Some((&*bot.name, launch.clone())),
            BotKind::Own | BotKind::Guest(_) => None,
        });
        start_each(external, self.start.kind().name(), self.terms.start).map_err(SeriesError::BotStart)
    }

    fn check(&self) -> Result<(), SeriesError> {
        let (bots, seats) = (self.bots.len(), self.start.seats());
        if bots != seats {
            return Err(SeriesError::Seats { bots, seats });
        }
        let ours = roster(self.start.kind());
        let is_unknown = |bot: &&SeriesBot| {
            matches!(bot.kind, BotKind::Own) && !ours.iter().any(|known| known.name == bot.name)
        };
        match self.bots.iter().find(is_unknown) {
            Some(bot) => Err(SeriesError::UnknownBot { name: bot.name.clone() }),
            None => Ok(()),
        }
    }
}

/// Plays a series and counts its games. The number of threads changes no count.
///
/// A series with records that was interrupted goes on: games whose records are whole are counted and not played again, where
/// records say all that is counted.
///
/// # Errors
/// If bots and seats do not fit, a bot in a process of its own does not start, a bot in this process chose something illegal, a
/// record cannot be written or exists already, or the watcher stopped the series.
pub fn play(series: &Series, options: SeriesOptions<'_>) -> Result<Tally, SeriesError> {
    series.check()?;
    #[cfg(unix)]
    series.start_bots()?;
    let folder = series.records.as_deref().map(|folder| RecordFolder::open(series, folder)).transpose()?;
    let tally = each!(&series.start, start => play_from(series, start, folder.as_ref(), options))?;
    folder.map_or(Ok(()), RecordFolder::finish)?;
    Ok(tally)
}

/// The first pause between two calls of the watcher, and the longest.
const WATCH: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

fn play_from<G: BotGame + ActionsOnShelf + Sync>(
    series: &Series,
    start: &G,
    folder: Option<&RecordFolder>,
    SeriesOptions { threads, mut watch }: SeriesOptions<'_>,
) -> Result<Tally, SeriesError> {
    let next = AtomicU64::new(0);
    let finished = AtomicU64::new(0);
    let is_stopped = AtomicBool::new(false);
    let work = || Worker::new(series, start, folder).play(&next, &finished, &is_stopped);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut wait = WATCH[0];
        while workers.iter().any(|worker| !worker.is_finished()) {
            if !watch(finished.load(Ordering::Relaxed)) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(wait);
            wait = (wait * 2).min(WATCH[1]);
        }
        let mut tally = Tally::new(series.bots.len());
        let mut first = None;
        for worker in workers {
            match worker.join().expect("a thread that plays does not panic") {
                Ok(counted) => tally.add(&counted),
                Err(error) => first = first.or(Some(error)),
            }
        }
        match first {
            Some(error) => Err(error),
            None if is_stopped.load(Ordering::Relaxed) => Err(SeriesError::Stopped),
            None => Ok(tally),
        }
    })
}

/// One thread with its processes of bots.
struct Worker<'a, G: BotGame> {
    series: &'a Series,
    start: &'a G,
    folder: Option<&'a RecordFolder>,
    /// For each bot its process, while it sits at no table.
    #[cfg(unix)]
    processes: Vec<Option<Box<External<G>>>>,
}

impl<'a, G: BotGame + ActionsOnShelf> Worker<'a, G> {
    fn new(series: &'a Series, start: &'a G, folder: Option<&'a RecordFolder>) -> Worker<'a, G> {
        Worker {
            series,
            start,
            folder,
            #[cfg(unix)]
            processes: series.bots.iter().map(|_| None).collect(),
        }
    }

    /// Plays the next games that nobody has taken, until there are none: games differ much in length.
    fn play(
        mut self,
        next: &AtomicU64,
        finished: &AtomicU64,
        is_stopped: &AtomicBool,
    ) -> Result<Tally, SeriesError> {
        let mut tally = Tally::new(self.series.bots.len());
        let started = ThreadTime::now();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.series.games || is_stopped.load(Ordering::Relaxed) {
                tally.set_cpu(started.elapsed());
                return Ok(tally);
            }
            let counted = self.known(number).map_or_else(|| self.play_one(number), Ok).inspect_err(|_| {
                // Nobody needs to go on: the series has failed.
                next.store(u64::MAX / 2, Ordering::Relaxed);
            })?;
            tally.add_game(number, &counted, |seat| self.series.bot_at(seat, number));
            finished.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The result of a game that was played before the series was interrupted.
    fn known(&self, number: u64) -> Option<Counted> {
        let path = self.series.record_path(self.series.records.as_deref()?, number);
        self.folder?.counted(self.series, &path, number)
    }

    fn play_one(&mut self, number: u64) -> Result<Counted, SeriesError> {
        let series = self.series;
        let seed = series.seed.derive(number);
        let seats = || Seat::first(series.bots.len());
        let own = |seat| {
            let name = &series.bots[series.bot_at(seat, number)].name;
            G::bot(name, seat, seed).expect("the names were checked")
        };
        #[cfg(unix)]
        if series.bots.iter().any(|bot| !matches!(bot.kind, BotKind::Own)) {
            return self.play_mixed(number, seed);
        }
        let mut game = Match::from_position(*self.start, seed);
        if !series.times {
            let mut bots: Vec<G::Bot> = seats().map(own).collect();
            let played = self.record(number, seed, &mut game, &mut bots)?;
            return Ok(counted(played));
        }
        let mut bots: Vec<Timed<G::Bot>> = seats().map(|seat| Timed::new(own(seat))).collect();
        let played = self.record(number, seed, &mut game, &mut bots)?;
        Ok(Counted { times: bots.iter().map(|bot| bot.times).collect(), ..counted(played) })
    }

    /// Plays a game of bots some of which are not ours.
    #[cfg(unix)]
    fn play_mixed(&mut self, number: u64, seed: Seed) -> Result<Counted, SeriesError> {
        let series = self.series;
        let seats = || Seat::first(series.bots.len());
        let mut players: Vec<Timed<Mixed<G>>> = seats()
            .map(|seat| {
                let at = series.bot_at(seat, number);
                let SeriesBot { name, kind } = &series.bots[at];
                Timed::new(match kind {
                    BotKind::Own => Mixed::Own(G::bot(name, seat, seed).expect("the names were checked")),
                    BotKind::External(launch) => {
                        let kept = self.processes[at].take();
                        let new = || Box::new(External::new(launch.clone(), series.terms));
                        let mut process = kept.unwrap_or_else(new);
                        // However often it broke before: which games it played here depends on the threads.
                        process.readmit();
                        Mixed::External(process)
                    }
                    BotKind::Guest(factory) => {
                        let place = GuestSeat { kind: G::KIND, seat, seed };
                        Mixed::Guest(Box::new(GuestPlayer::new(&**factory, place)))
                    }
                })
            })
            .collect();
        let mut game = Match::from_position(*self.start, seed);
        let setting = Setting::new(number.to_string(), seed);
        let mut writer = self.writer(number, seed)?;
        let finished = play_mixed(&mut game, &mut players, &setting, &mut writer);
        let mut times = Vec::new();
        for (seat, player) in seats().zip(players) {
            times.push(player.times);
            if let Mixed::External(process) = player.bot {
                self.processes[series.bot_at(seat, number)] = Some(process);
            }
        }
        let finished = finished.map_err(|illegal| SeriesError::OwnBot { number, seed, illegal })?;
        self.finish(number, writer, &finished.played)?;
        Ok(Counted {
            winners: finished.winners,
            lost: finished.lost,
            faults: seats().map(|seat| finished.faults[seat]).collect(),
            first_faults: finished.first_faults,
            times,
            ..counted(finished.played)
        })
    }

    /// Plays `game` and writes it down, if that is wanted.
    fn record<B: Player<G>>(
        &self,
        number: u64,
        seed: Seed,
        game: &mut Match<G>,
        bots: &mut [B],
    ) -> Result<Played, SeriesError> {
        let own_bot = |illegal| SeriesError::OwnBot { number, seed, illegal };
        if self.series.records.is_none() {
            return game.play(bots, &mut ()).map_err(own_bot);
        }
        let mut writer = self.writer(number, seed)?;
        let played = game.play(bots, &mut writer).map_err(own_bot)?;
        self.finish(number, writer, &played)?;
        Ok(played)
    }

    /// Creates the writer of a game's record, if records are wanted.
    fn writer(&self, number: u64, seed: Seed) -> Result<Option<RecordWriter<BufWriter<File>>>, SeriesError> {
        let series = self.series;
        let Some(folder) = &series.records else { return Ok(None) };
        let path = unfinished(&series.record_path(folder, number));
        let name = |seat| series.bots[series.bot_at(seat, number)].name.as_str();
        let names = Seat::first(series.bots.len()).map(name);
        File::create(&path)
            .and_then(|file| RecordWriter::new(BufWriter::new(file), &series.start, names, seed))
            .map(Some)
            .map_err(|error| SeriesError::Io { path, error })
    }

    /// Ends the record of a game, which gets its name now that it is whole.
    fn finish(
        &self,
        number: u64,
        writer: Option<RecordWriter<BufWriter<File>>>,
        played: &Played,
    ) -> Result<(), SeriesError> {
        let (Some(writer), Some(folder)) = (writer, &self.series.records) else { return Ok(()) };
        let path = self.series.record_path(folder, number);
        let written = writer.finish(played).map(drop);
        let named = written.and_then(|()| std::fs::rename(unfinished(&path), &path));
        named.map_err(|error| SeriesError::Io { path, error })
    }
}

#[cfg(unix)]
impl<G: BotGame> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.processes.iter_mut().flatten().for_each(|process| process.quit());
    }
}

fn counted(played: Played) -> Counted {
    let winners = played.outcome.winners;
    Counted {
        played,
        winners,
        lost: SeatSet::EMPTY,
        faults: Vec::new(),
        first_faults: Vec::new(),
        times: Vec::new(),
    }
}
