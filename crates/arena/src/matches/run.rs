//! Plays a match on many threads, with one result.

use super::group::Group;
use super::journal::Journal;
use super::plan::Plan;
use super::worker::{OwnBotError, PlayedGroup, Retained, Worker};
use crate::external::{BROKEN_GAMES_MAX, BotStartError, start_each};
use crate::fault::FaultKind;
use crate::stats::{Decision, Groups, Wins};
use analysis::Analysed;
use game::Seat;
use shelf::each;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// The longest time that a match waits for a result before it calls its watcher.
const WATCH: Duration = Duration::from_millis(100);

/// Options of a run. None of them changes the results of a match.
pub struct RunOptions<'a> {
    /// The number of worker threads.
    pub threads: usize,
    /// The journal, which has the finished groups.
    pub journal: Option<Journal>,
    /// The folder for a record of each game.
    pub records: Option<PathBuf>,
    /// Whether the times of decisions are kept.
    pub times: bool,
    /// Receives the number of games played so far, those of the journal included: after each group, and while the match waits for
    /// one, ten times a second. Where it returns `false` the match stops as soon as its workers have finished their games.
    pub watch: Watch<'a>,
}

pub use crate::series::Watch;

impl Default for RunOptions<'_> {
    /// One thread, no files, nobody watches.
    fn default() -> Self {
        RunOptions { threads: 1, journal: None, records: None, times: false, watch: Box::new(|_| true) }
    }
}

/// The reason why a match stopped before its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// A bot of ours chose something illegal.
    OwnBot(OwnBotError),
    /// A bot in a process of its own does not start. Nothing was played.
    BotStart(BotStartError),
    /// A file cannot be written.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Its watcher stopped it ([`RunOptions::watch`]).
    Stopped,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::OwnBot(error) => error.fmt(f),
            RunError::BotStart(error) => error.fmt(f),
            RunError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            RunError::Stopped => f.write_str("the match was stopped before its end"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<OwnBotError> for RunError {
    fn from(error: OwnBotError) -> RunError {
        RunError::OwnBot(error)
    }
}

/// Plays a match, and returns its groups in their order: those of the journal, then those that were played.
///
/// Workers take groups in ascending order and finish them in any; results are used strictly in order, so groups, journal and records
/// are the same for any number of threads. A sequential test judges after each group, and what was played beyond the deciding
/// one is dropped.
///
/// A bot in a process of its own whose process broke in three games in a row is *out*: it forfeits all its games from the next group on.
///
/// # Errors
/// If a bot in a process of its own does not start, a bot of ours chooses something illegal, or a file cannot be written. What was written before stays.
pub fn run<'a>(plan: &'a Plan, running: RunOptions<'a>) -> Result<Vec<Group>, RunError> {
    each!(&plan.settings().start, start => Run::new(plan, running).run(start))
}

/// The path of a game's record in a folder.
#[must_use]
pub fn record_path(plan: &Plan, folder: &Path, group: u64, rotation: usize) -> PathBuf {
    let settings = plan.settings();
    folder.join(format!("{}-{}-{group:06}-{rotation}.neuland", settings.start.kind().name(), settings.seed))
}

/// A group that a worker shall play, and which bots are out as far as is known.
struct Job {
    group: u64,
    out: Vec<bool>,
}

/// The result of a job: nothing if the match was stopped meanwhile, an error, or a panic.
type Done = std::thread::Result<Result<Option<PlayedGroup>, OwnBotError>>;

/// A match under way.
struct Run<'a> {
    plan: &'a Plan,
    running: RunOptions<'a>,
    groups: Vec<Group>,
    games: u64,
    /// For each bot, the number of games in a row in which its process broke.
    broken: Vec<u32>,
    /// The bots and kinds of fault of which there was a first one.
    known_faults: BTreeSet<(usize, FaultKind)>,
    /// The wins of the first bot, for the sequential test.
    tested: Groups,
    is_decided: bool,
}

impl<'a> Run<'a> {
    fn new(plan: &'a Plan, running: RunOptions<'a>) -> Run<'a> {
        Run {
            plan,
            running,
            groups: Vec::new(),
            games: 0,
            broken: vec![0; plan.bots().len()],
            known_faults: BTreeSet::new(),
            tested: Groups::new(plan.tables()[0].rotations() as u32),
            is_decided: false,
        }
    }

    fn run<G: Analysed>(mut self, start: &G) -> Result<Vec<Group>, RunError> {
        let known = self.running.journal.as_ref().map_or(Vec::new(), |journal| journal.groups().to_vec());
        for group in known {
            if !self.is_over() {
                self.accept(group);
            }
        }
        if !self.is_over() {
            self.start_bots(G::NAME)?;
        }
        let keeps = Retained { records: self.running.records.is_some(), times: self.running.times };
        let plan = self.plan;
        let is_stopped = AtomicBool::new(false);
        let (jobs, to_do) = mpsc::channel::<Job>();
        let (done, results) = mpsc::channel::<(u64, Done)>();
        let to_do = Mutex::new(to_do);
        std::thread::scope(|scope| {
            // Dropped with this closure, even by a panic: workers wait for jobs as long as there is a sender.
            let jobs = jobs;
            for _ in 0..self.running.threads {
                let done = done.clone();
                let (to_do, is_stopped) = (&to_do, &is_stopped);
                scope.spawn(move || {
                    let mut worker = Worker::new(plan, start, keeps);
                    loop {
                        // The lock is held while waiting: whoever has it gets the next job.
                        let job = to_do.lock().map(|jobs| jobs.recv());
                        let Ok(Ok(Job { group, out })) = job else { break };
                        let stopped = || is_stopped.load(Ordering::Relaxed);
                        let played = catch_unwind(AssertUnwindSafe(|| worker.play(group, out, stopped)));
                        if done.send((group, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            let result = self.collect(&jobs, &results, &mut Worker::new(plan, start, keeps));
            // Workers end when there is no job, and those that play stop after the game.
            is_stopped.store(true, Ordering::Relaxed);
            result
        })?;
        Ok(self.groups)
    }

    /// Hands out jobs, and takes the results in the order of the groups.
    fn collect<G: Analysed>(
        &mut self,
        jobs: &mpsc::Sender<Job>,
        results: &mpsc::Receiver<(u64, Done)>,
        own: &mut Worker<'_, G>,
    ) -> Result<(), RunError> {
        // So many groups may be under way or wait for their turn: enough that a long game stops nobody, and few
        // enough that memory stays small.
        let window = 8 * self.running.threads as u64;
        let mut next = self.groups.len() as u64;
        let mut waiting: BTreeMap<u64, Done> = BTreeMap::new();
        while !self.is_over() {
            let turn = self.groups.len() as u64;
            while next < (turn + window).min(self.plan.groups()) {
                let _ = jobs.send(Job { group: next, out: self.out() });
                next += 1;
            }
            let Some(played) = waiting.remove(&turn) else {
                match results.recv_timeout(WATCH) {
                    Ok((group, played)) => {
                        waiting.insert(group, played);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => self.look()?,
                    Err(mpsc::RecvTimeoutError::Disconnected) => unreachable!("workers wait for jobs"),
                }
                continue;
            };
            let played = played.unwrap_or_else(|panic| resume_unwind(panic))?;
            let mut played = played.expect("nobody has stopped the match");
            let out = self.out();
            let sits = |bot: usize| self.plan.table(turn).held(bot) > 0;
            if (0..out.len()).any(|bot| sits(bot) && out[bot] != played.out[bot]) {
                // It was handed out before the bot was out. Now that it is, the games are over at once.
                played = own.play(turn, out, || false)?.expect("nobody stops this");
            }
            self.forget_repeated_faults(&mut played.group);
            self.write(&played)?;
            self.accept(played.group);
            self.look()?;
        }
        Ok(())
    }

    /// Starts each bot in a process of its own once: one that never starts must not lose all its games.
    fn start_bots(&self, game: &str) -> Result<(), RunError> {
        let bots = self.plan.bots().iter().enumerate();
        let external = bots.filter_map(|(bot, entrant)| Some((&*entrant.name, self.plan.launch(bot)?)));
        start_each(external, game, self.plan.settings().terms.start).map_err(RunError::BotStart)
    }

    /// Keeps of the first faults of a group's games those that are the first in the match.
    fn forget_repeated_faults(&mut self, group: &mut Group) {
        let table = self.plan.table(group.group);
        for (rotation, game) in group.games.iter_mut().enumerate() {
            let lineup = table.rotated(rotation);
            game.first_faults
                .retain(|fault| self.known_faults.insert((lineup[fault.seat.index()], fault.kind)));
        }
    }

    /// Lets the watcher look.
    fn look(&mut self) -> Result<(), RunError> {
        if (self.running.watch)(self.games) { Ok(()) } else { Err(RunError::Stopped) }
    }

    /// For each bot, whether it is out.
    fn out(&self) -> Vec<bool> {
        self.broken.iter().map(|&games| games >= BROKEN_GAMES_MAX).collect()
    }

    fn is_over(&self) -> bool {
        self.is_decided || self.groups.len() as u64 >= self.plan.groups()
    }

    /// Writes the records of a group, then its line in the journal: what the journal has, has its records.
    fn write(&mut self, played: &PlayedGroup) -> Result<(), RunError> {
        if let Some(folder) = &self.running.records {
            for (rotation, record) in played.records.iter().enumerate() {
                let path = record_path(self.plan, folder, played.group.group, rotation);
                // It gets its name when it is whole.
                let part = path.with_extension("neuland.part");
                let written = File::create(&part)
                    .and_then(|mut file| file.write_all(record))
                    .and_then(|()| std::fs::rename(&part, &path));
                written.map_err(|error| RunError::Io { path, error })?;
            }
        }
        if let Some(journal) = &mut self.running.journal {
            let written = journal.write(&played.group);
            written.map_err(|error| RunError::Io { path: journal.path().to_owned(), error })?;
        }
        Ok(())
    }

    /// Takes a group into account.
    fn accept(&mut self, group: Group) {
        let table = self.plan.table(group.group);
        let mut won = Wins::NONE;
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = table.rotated(rotation);
            let out = self.out();
            let mut broke = vec![false; out.len()];
            for (seat, &bot) in Seat::first(lineup.len()).zip(&lineup) {
                broke[bot] |= game.broke.contains(seat);
                if bot == 0 {
                    won += game.won(seat);
                }
            }
            for (bot, &broke) in broke.iter().enumerate().filter(|(bot, _)| !out[*bot]) {
                if lineup.contains(&bot) {
                    self.broken[bot] = if broke { self.broken[bot] + 1 } else { 0 };
                }
            }
        }
        if let Some(sprt) = self.plan.sprt() {
            self.tested.add(won);
            self.is_decided = sprt.judge(&self.tested).decision != Decision::Continue;
        }
        for (rotation, game) in group.games.iter().enumerate() {
            let lineup = table.rotated(rotation);
            let named = game.first_faults.iter().map(|fault| (lineup[fault.seat.index()], fault.kind));
            self.known_faults.extend(named);
        }
        self.games += group.games.len() as u64;
        self.groups.push(group);
    }
}
