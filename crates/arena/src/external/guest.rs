//! Bots in processes of their own at the tables of a program, beside people.

use super::player::External;
use super::session::Session;
use super::{Setting, Terms};
use crate::fault::{Fault, OnFault};
use crate::process::Launch;
use crate::protocol::BotHello;
use bots::guests::{Guest, Invitation};
use bots::{Contest, IllegalMove, Player};
use game::{Legal, Refuse, Seat, SeatSet, Seed, Viewer};
use shelf::{AnyGame, Events, GameKind, OnShelf, of_kind};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a process may take to end by itself after it has introduced itself.
const GRACE: Duration = Duration::from_millis(500);

/// Is told what a guest did wrong: its name, its seat, and the fault.
pub type Report = Box<dyn Fn(&str, Seat, &Fault) + Send + Sync>;

/// How many processes the guests of a program may have at once. A guest that has waited longest loses its process to one that
/// is asked; when it is asked again, a new process is told the whole game.
pub struct Room {
    most: usize,
    report: Report,
    /// Those with a process, the one that was asked longest ago first.
    seated: Mutex<VecDeque<Arc<dyn Place>>>,
}

/// A guest's process, which can be taken from it.
trait Place: Send + Sync {
    /// Ends the process, unless it is being asked.
    fn clear(&self) -> bool;
    /// Which one it is.
    fn address(&self) -> usize;
}

type Slot<G> = Mutex<Option<External<G>>>;

impl<G: Contest> Place for Slot<G> {
    fn clear(&self) -> bool {
        let free = self.try_lock().ok();
        free.map(|mut slot| *slot = None).is_some()
    }
    fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }
}

impl Room {
    /// Room for so many processes, one at least.
    #[must_use]
    pub fn new(most: usize, report: Report) -> Arc<Room> {
        Arc::new(Room { most: most.max(1), report, seated: Mutex::default() })
    }

    /// This guest is asked now. If there are too many others, those that were asked longest ago lose their processes.
    fn seat(&self, guest: Arc<dyn Place>) {
        let mut seated = lock(&self.seated);
        seated.retain(|other| other.address() != guest.address());
        let mut others = seated.len();
        while others >= self.most
            && let Some(oldest) = seated.iter().position(|other| other.clear())
        {
            seated.remove(oldest);
            others -= 1;
        }
        seated.push_back(guest);
    }

    /// This guest has left its table.
    fn leave(&self, address: usize) {
        lock(&self.seated).retain(|other| other.address() != address);
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("most", &self.most).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a bot for a moment to hear who it is.
///
/// # Errors
/// Why it does not start, and what it wrote to its standard error.
pub fn introduce(launch: &Launch, patience: Duration) -> Result<BotHello, (Fault, String)> {
    let session = Session::start(launch, patience)?;
    let hello = session.hello().clone();
    session.quit(GRACE);
    Ok(hello)
}

/// Invites a bot to the tables of this program ([`bots::guests::invite`]): it is started for a moment to hear which games it
/// plays, and then for each table at which it is asked, as far as there is room.
///
/// No game at a table can be forfeited, so after a fault either chance or our strongest bot plays for it
/// ([`OnFault::Random`], [`OnFault::Resign`]).
///
/// # Errors
/// Why it does not start, and what it wrote to its standard error.
///
/// # Panics
/// If its terms say that it forfeits.
pub fn invitation(
    name: &str,
    launch: &Launch,
    terms: Terms,
    room: &Arc<Room>,
) -> Result<Invitation, (Fault, String)> {
    assert_ne!(terms.on_fault, OnFault::Forfeit, "a game at a table goes on");
    let hello = introduce(launch, terms.start)?;
    let games: Vec<GameKind> =
        GameKind::ALL.iter().copied().filter(|kind| hello.plays(kind.name())).collect();
    let (called, launch, room) = (name.to_owned(), launch.clone(), Arc::clone(room));
    let make = move |kind, seat| -> Box<dyn Guest> {
        of_kind!(kind, G => Box::new(AtTable::<G>::new(&called, &launch, terms, &room, seat)))
    };
    Ok(Invitation { name: name.to_owned(), games, make: Box::new(make) })
}

/// A guest at a table.
struct AtTable<G: Contest> {
    name: String,
    launch: Launch,
    terms: Terms,
    room: Arc<Room>,
    seat: Seat,
    people: SeatSet,
    /// Everything that it heard, as its seat may know it.
    heard: Vec<G::Event>,
    /// How much of that its process was told.
    told: usize,
    slot: Arc<Slot<G>>,
}

impl<G: Contest> AtTable<G> {
    fn new(name: &str, launch: &Launch, terms: Terms, room: &Arc<Room>, seat: Seat) -> AtTable<G> {
        AtTable {
            name: name.to_owned(),
            launch: launch.clone(),
            terms,
            room: Arc::clone(room),
            seat,
            people: SeatSet::EMPTY,
            heard: Vec::new(),
            told: 0,
            slot: Arc::default(),
        }
    }

    /// A process that was told nothing yet. A game that began before anybody heard of it begins with its position.
    fn start(&self, game: &G, seed: Seed) -> External<G> {
        let mut bot = External::new(self.launch.clone(), self.terms);
        let setting = Setting { id: format!("{}-{}", self.name, self.seat), seed, people: self.people };
        let new = G::new(game.options());
        bot.begin(if self.heard.is_empty() { game } else { &new }, self.seat, &setting);
        bot
    }
}

impl<G: Contest + OnShelf> Guest for AtTable<G> {
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
        self.room.seat(Arc::clone(&self.slot) as Arc<dyn Place>);
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
        let mut action = bot.choose(&view, &legal);
        if !legal.contains(action)
            && let Err(illegal) = game.check(self.seat, action)
        {
            let (clause, illegal) = (illegal.clause(), illegal.to_string());
            let refused = IllegalMove { seat: self.seat, action: action.to_string(), illegal, clause };
            action = bot.choose_instead(&view, &legal, &refused).or_else(|| legal.get(0))?;
        }
        if bot.faults() != before
            && let Some(fault) = bot.last_fault()
        {
            (self.room.report)(&self.name, self.seat, fault);
        }
        Some(action.to_string())
    }
}

impl<G: Contest> Drop for AtTable<G> {
    fn drop(&mut self) {
        self.room.leave(Place::address(&*self.slot));
    }
}

impl<G: Contest> fmt::Debug for AtTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtTable").field("name", &self.name).field("seat", &self.seat).finish_non_exhaustive()
    }
}
