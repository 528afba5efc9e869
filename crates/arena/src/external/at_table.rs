//! Bots in processes of their own at the tables of a program, beside people.

use super::player::External;
use super::session::Session;
use super::{Setting, Terms};
use crate::fault::{Fault, OnFault};
use crate::process::Launch;
use crate::protocol::{BotHello, GameOver, Reason};
use bots::host::judge;
use bots::registry::{Registration, TableBot};
use bots::{BotGame, Player};
use game::{Legal, Points, Seat, SeatSet, Seed, Turn, Viewer};
use shelf::{AnyGame, Events, GameKind, OnShelf, of_kind};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time for a process to end by itself after it has introduced itself.
const GRACE: Duration = Duration::from_millis(500);

/// Receives each fault of a bot at a table: the bot's name, its seat, and the fault.
pub type Report = Box<dyn Fn(&str, Seat, &Fault) + Send + Sync>;

/// Limits the number of processes that the registered bots of a program have at once. The least recently asked bot loses its
/// process; the next time it is asked, a new process hears the whole game again.
pub struct ProcessPool {
    most: usize,
    report: Report,
    /// The bots that have a process, the least recently asked first.
    running: Mutex<VecDeque<Arc<dyn Evict>>>,
}

/// A bot whose process the pool may end.
trait Evict: Send + Sync {
    /// Ends the process, unless the bot is being asked.
    fn evict(&self) -> bool;
    /// Identifies the bot.
    fn address(&self) -> usize;
}

type Slot<G> = Mutex<Option<External<G>>>;

impl<G: BotGame> Evict for Slot<G> {
    fn evict(&self) -> bool {
        let free = self.try_lock().ok();
        free.map(|mut slot| *slot = None).is_some()
    }
    fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }
}

impl ProcessPool {
    /// A pool of `most` processes, at least one.
    #[must_use]
    pub fn new(most: usize, report: Report) -> Arc<ProcessPool> {
        Arc::new(ProcessPool { most: most.max(1), report, running: Mutex::default() })
    }

    /// Makes this bot the most recently asked one, and ends processes of others while there are too many.
    fn admit(&self, bot: Arc<dyn Evict>) {
        let mut running = lock(&self.running);
        running.retain(|other| other.address() != bot.address());
        while running.len() >= self.most
            && let Some(evicted) = running.iter().position(|other| other.evict())
        {
            running.remove(evicted);
        }
        running.push_back(bot);
    }

    /// Forgets a bot that has left its table.
    fn forget(&self, address: usize) {
        lock(&self.running).retain(|other| other.address() != address);
    }
}

impl fmt::Debug for ProcessPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessPool").field("most", &self.most).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a bot, reads its `hello`, and ends it again.
///
/// # Errors
/// Why it does not start, and what it wrote to its standard error.
pub fn probe(launch: &Launch, patience: Duration) -> Result<BotHello, (Fault, String)> {
    let started = Session::start(launch, patience);
    let session = started.map_err(|(fault, errors)| (fault, errors.text()))?;
    let hello = session.hello().clone();
    session.quit(GRACE);
    Ok(hello)
}

/// The registration of a bot for the tables of this program ([`bots::registry::register`]). Probes the bot for the games that
/// it plays. Later each of its seats has a process, as far as `pool` allows.
///
/// No game at a table can be forfeited, so after a fault either chance or our strongest bot plays for it
/// ([`OnFault::Random`], [`OnFault::Resign`]).
///
/// # Errors
/// Why it does not start, and what it wrote to its standard error.
///
/// # Panics
/// If its terms say that it forfeits.
pub fn registration(
    name: &str,
    launch: &Launch,
    terms: Terms,
    pool: &Arc<ProcessPool>,
) -> Result<Registration, (Fault, String)> {
    assert_ne!(terms.on_fault, OnFault::Forfeit, "a game at a table goes on");
    let hello = probe(launch, terms.start)?;
    let games: Vec<GameKind> =
        GameKind::ALL.iter().copied().filter(|kind| hello.plays(kind.name())).collect();
    let (called, launch, pool) = (name.to_owned(), launch.clone(), Arc::clone(pool));
    let make = move |kind, seat| -> Box<dyn TableBot> {
        of_kind!(kind, G => Box::new(ExternalTableBot::<G>::new(&called, &launch, terms, &pool, seat)))
    };
    Ok(Registration { name: name.to_owned(), games, make: Box::new(make) })
}

/// An external bot on a seat of a table.
struct ExternalTableBot<G: BotGame> {
    name: String,
    launch: Launch,
    terms: Terms,
    pool: Arc<ProcessPool>,
    seat: Seat,
    people: SeatSet,
    /// The position from which the game begins; `None` for its start.
    begins: Option<Box<AnyGame>>,
    /// All events of the game, as the seat may know them.
    heard: Vec<G::Event>,
    /// The number of events that the process has heard.
    told: usize,
    slot: Arc<Slot<G>>,
}

impl<G: BotGame + OnShelf> ExternalTableBot<G> {
    fn new(
        name: &str,
        launch: &Launch,
        terms: Terms,
        pool: &Arc<ProcessPool>,
        seat: Seat,
    ) -> ExternalTableBot<G> {
        ExternalTableBot {
            name: name.to_owned(),
            launch: launch.clone(),
            terms,
            pool: Arc::clone(pool),
            seat,
            people: SeatSet::EMPTY,
            begins: None,
            heard: Vec::new(),
            told: 0,
            slot: Arc::default(),
        }
    }

    /// A process that has heard nothing yet. If no event is known, the game starts from its position.
    fn start(&self, game: &G, seed: Seed) -> External<G> {
        let mut bot = External::new(self.launch.clone(), self.terms);
        let setting = Setting { id: format!("{}-{}", self.name, self.seat), seed, people: self.people };
        let begins = || {
            self.begins
                .as_ref()
                .and_then(|start| start.of::<G>().copied())
                .unwrap_or_else(|| G::new(game.options()))
        };
        bot.begin(&if self.heard.is_empty() { *game } else { begins() }, self.seat, &setting);
        bot
    }
}

impl<G: BotGame + OnShelf> TableBot for ExternalTableBot<G> {
    fn begin(&mut self, start: &AnyGame) {
        self.begins = Some(Box::new(*start));
    }

    fn hear(&mut self, events: &Events) {
        let events = events.of::<G>().unwrap_or_default().iter();
        self.heard.extend(events.map(|&event| G::redact(event, Viewer::Seat(self.seat))));
    }

    fn meet(&mut self, people: SeatSet) {
        self.people = people;
    }

    fn choose(&mut self, game: &AnyGame, seed: Seed) -> Option<String> {
        let game = game.of::<G>()?;
        let legal = game.legal_actions(self.seat);
        if legal.is_empty() {
            return None;
        }
        let slot = Arc::clone(&self.slot);
        let mut slot = lock(&slot);
        self.pool.admit(Arc::clone(&self.slot) as Arc<dyn Evict>);
        let bot = match &mut *slot {
            Some(bot) => bot,
            empty => {
                self.told = 0;
                empty.insert(self.start(game, seed))
            }
        };
        let before = bot.faults();
        self.heard[self.told..].iter().for_each(|event| bot.observe(event));
        self.told = self.heard.len();
        let view = game.view(Viewer::Seat(self.seat));
        let chosen = bot.choose(&view, &legal);
        let action = judge(game, self.seat, bot, &view, &legal, chosen).ok().or_else(|| legal.get(0))?;
        if bot.faults() != before
            && let Some(fault) = bot.last_fault()
        {
            (self.pool.report)(&self.name, self.seat, fault);
        }
        Some(action.to_string())
    }

    /// Tells the process the result and ends it: of a table that was closed before its game was over, that it was stopped. A bot that has no process is not started for that.
    fn end(&mut self, game: &AnyGame) {
        let Some(game) = game.of::<G>() else { return };
        let Some(mut bot) = lock(&self.slot).take() else { return };
        self.heard[self.told..].iter().for_each(|event| bot.observe(event));
        self.told = self.heard.len();
        let (winners, reason) = match game.turn() {
            Turn::Over(outcome) => (outcome.winners.into_iter().collect(), Reason::Played),
            _ => (Vec::new(), Reason::Stopped),
        };
        bot.end(&GameOver {
            winners,
            points: Seat::first(game.seats()).map(|seat| (seat, game.points(seat).total())).collect(),
            reason,
            faults: bot.faults(),
        });
        bot.quit();
        self.pool.forget(Evict::address(&*self.slot));
    }
}

impl<G: BotGame> Drop for ExternalTableBot<G> {
    fn drop(&mut self) {
        self.pool.forget(Evict::address(&*self.slot));
    }
}

impl<G: BotGame> fmt::Debug for ExternalTableBot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalTableBot")
            .field("name", &self.name)
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}
