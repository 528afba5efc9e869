//! One environment: its episode, the bots in Python that sit at it, and how its steps end.

use super::episode::{Hosted, Pause, SavedEpisode, Stream, host};
use super::plan::{EnvPlan, OnIllegal, Opponent, Plan};
use crate::errors;
use crate::guests::{Calls, Player};
use crate::state::State;
use arena::guest::{Guest, GuestSeat};
use game::{Seat, Seed};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use shelf::AnyGame;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// The phase of an environment within an episode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// No episode has begun.
    Fresh,
    /// This seat is to decide.
    Playing(Seat),
    /// The episode is over: the game ended, or a code was not legal and that ends an episode.
    Terminated,
    /// The episode was cut.
    Truncated,
}

/// A [`Phase`] as it is kept.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum SavedPhase {
    Fresh,
    Playing,
    Terminated,
    Truncated,
}

/// A [`Desk`] as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedDesk {
    /// The players: bots by their names, from the left of the seat that is played from outside.
    opponents: Vec<String>,
    episode: SavedEpisode,
    phase: SavedPhase,
    steps: u32,
    resampled: bool,
    forfeit: bool,
}

/// Bots in Python that go on, by the index of their seats.
pub(crate) type Guests = Vec<(usize, Calls)>;

/// The reason for refusing a code.
#[derive(Debug)]
pub(crate) enum Refused {
    /// No episode runs.
    NotPlaying,
    /// It is not legal, and that is an error here.
    Illegal(String),
}

impl Refused {
    /// Converts the refusal into an exception; `gymnasium.error.ResetNeeded` where no episode runs.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Refused::NotPlaying => reset_needed(py, "no episode runs; call reset() first"),
            Refused::Illegal(message) => errors::exception(py, "IllegalAction", (message, None::<&str>)),
        }
    }
}

/// The exception that Gymnasium has for steps outside an episode; our own base class where Gymnasium is missing.
pub(crate) fn reset_needed(py: Python<'_>, message: &str) -> PyErr {
    let made = py
        .import("gymnasium.error")
        .and_then(|module| module.getattr("ResetNeeded"))
        .and_then(|class| class.call1((message,)));
    made.map_or_else(|_| errors::exception(py, "Error", (message.to_owned(),)), PyErr::from_value)
}

/// A value that a Python class holds and that one caller at a time uses.
pub(crate) struct Exclusive<T>(Mutex<T>);

impl<T> Exclusive<T> {
    pub(crate) fn new(value: T) -> Exclusive<T> {
        Exclusive(Mutex::new(value))
    }

    /// The value, for one call. Waiting could be for ever: a bot in Python may call the environment that asks it.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(value) => Ok(value),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let message = "the environment is in use: another thread steps it, or the call comes from one of its own bots";
                Err(errors::exception(py, "Error", (message,)))
            }
        }
    }
}

/// The plan of an environment and its bots in Python, copied as `copy.deepcopy` does. A plan without such bots never changes, and stays.
pub(crate) fn deep<T>(
    py: Python<'_>,
    desk: &Desk,
    guests: T,
    memo: &Bound<'_, PyAny>,
) -> PyResult<(Arc<Plan>, T)>
where
    T: for<'py> IntoPyObject<'py> + for<'a, 'py> FromPyObject<'a, 'py>,
{
    if !desk.has_guests() {
        return Ok((desk.plan.clone(), guests));
    }
    let deepcopy = py.import("copy")?.getattr("deepcopy")?;
    let plan = Bound::new(py, EnvPlan { plan: desk.plan.clone() })?;
    let both = deepcopy.call1(((plan, guests), memo))?;
    let plan = both.get_item(0)?.cast_into::<EnvPlan>()?.get().plan.clone();
    let guests = both.get_item(1)?.extract::<T>().map_err(Into::into)?;
    Ok((plan, guests))
}

/// An environment.
pub(crate) struct Desk {
    pub(crate) plan: Arc<Plan>,
    pub(crate) episode: Box<dyn Hosted>,
    pub(crate) phase: Phase,
    /// The pause in which the episode stopped, or a bot's error; [`Desk::settle`] turns it into a phase.
    pause: Option<Result<Pause, (Seat, String)>>,
    guests: Vec<Player>,
    /// The mask of the seat that is to decide, while nothing has happened since it was made.
    legal: Vec<u8>,
    is_legal_known: bool,
    steps: u32,
    /// Whether the last code was replaced.
    pub(crate) is_resampled: bool,
    /// Whether the episode ended with a code that was not legal.
    pub(crate) is_forfeit: bool,
}

impl Desk {
    pub(crate) fn new(plan: &Arc<Plan>) -> Desk {
        Desk {
            plan: plan.clone(),
            episode: host(plan),
            phase: Phase::Fresh,
            pause: None,
            guests: Vec::new(),
            legal: vec![0; plan.actions()],
            is_legal_known: false,
            steps: 0,
            is_resampled: false,
            is_forfeit: false,
        }
    }

    /// Whether bots in Python play, so that a step needs the interpreter.
    pub(crate) fn has_guests(&self) -> bool {
        self.plan.opponents.iter().any(|opponent| matches!(opponent, Opponent::Guest(_)))
    }

    /// Begins an episode. Bots in Python take their seats in [`Desk::greet`], then [`Desk::run`] plays on.
    pub(crate) fn begin(&mut self, base: Option<Seed>, start: Option<&AnyGame>) {
        self.episode.begin(base, start);
        self.phase = Phase::Fresh;
        (self.steps, self.is_resampled, self.is_forfeit) = (0, false, false);
        (self.pause, self.is_legal_known) = (None, false);
        self.guests.clear();
    }

    /// Makes the bots in Python of an episode that has begun.
    pub(crate) fn greet(&mut self) {
        let (kind, seats) = (self.plan.kind(), self.plan.seats());
        let me = self.episode.learner().index();
        for (n, opponent) in self.plan.opponents.iter().enumerate() {
            if let (Opponent::Guest(factory), Some(seat)) = (opponent, Seat::new((me + 1 + n) % seats)) {
                self.guests.push(factory.player(GuestSeat { kind, seat, seed: self.episode.seed() }));
            }
        }
        self.episode.keep_events(self.guests.iter().any(Player::listens));
    }

    /// The bots in Python that play now.
    pub(crate) fn guests(&self, py: Python<'_>) -> Guests {
        let calls = |guest: &Player| Some((guest.seat().index(), guest.calls(py)?));
        self.guests.iter().filter_map(calls).collect()
    }

    /// Lets bots in Python go on that played before.
    pub(crate) fn seat_guests(&mut self, guests: Guests) -> Result<(), String> {
        let (kind, seats) = (self.plan.kind(), self.plan.seats());
        let me = self.episode.learner().index();
        let mut seated = Vec::new();
        for (place, calls) in guests {
            let n = (place + 2 * seats - me - 1) % seats;
            let (Some(Opponent::Guest(factory)), Some(seat)) = (self.plan.opponents.get(n), Seat::new(place))
            else {
                return Err(format!("no bot in Python sits at the seat with the index {place}"));
            };
            seated.push(factory.again(GuestSeat { kind, seat, seed: self.episode.seed() }, calls));
        }
        self.guests = seated;
        self.episode.keep_events(self.guests.iter().any(Player::listens));
        Ok(())
    }

    /// Refuses to be kept as a text where bots in Python are objects: those can change, and a text has no place for them.
    pub(crate) fn check_text(&self, py: Python<'_>) -> PyResult<()> {
        if self.guests.iter().any(|guest| guest.is_object(py)) {
            let message = "an opponent is an object of Python, which save() cannot write; use pickle, copy.deepcopy or clone()";
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }

    /// A copy of the environment that goes on by itself under an equal plan, with these bots in Python.
    pub(crate) fn copied(&self, plan: &Arc<Plan>, guests: Guests) -> Desk {
        let mut desk = Desk {
            plan: plan.clone(),
            episode: self.episode.copied(plan.clone()),
            phase: self.phase,
            pause: None,
            guests: Vec::new(),
            legal: self.legal.clone(),
            is_legal_known: self.is_legal_known,
            steps: self.steps,
            is_resampled: self.is_resampled,
            is_forfeit: self.is_forfeit,
        };
        // They sit where they sat, so they fit.
        let _ = desk.seat_guests(guests);
        desk
    }

    fn opponents(&self) -> Vec<String> {
        let name = |opponent: &Opponent| match opponent {
            Opponent::Named(name) => name.clone(),
            Opponent::Guest(factory) => factory.name.clone(),
        };
        self.plan.opponents.iter().map(name).collect()
    }

    /// All of it as a document, without the bots in Python.
    pub(crate) fn save(&self) -> Result<SavedDesk, String> {
        Ok(SavedDesk {
            opponents: self.opponents(),
            episode: self.episode.save()?,
            phase: match self.phase {
                Phase::Fresh => SavedPhase::Fresh,
                Phase::Playing(_) => SavedPhase::Playing,
                Phase::Terminated => SavedPhase::Terminated,
                Phase::Truncated => SavedPhase::Truncated,
            },
            steps: self.steps,
            resampled: self.is_resampled,
            forfeit: self.is_forfeit,
        })
    }

    /// Goes on where an environment was that was saved. Without `guests`, bots in Python are made anew.
    ///
    /// # Errors
    /// If the document is not one of this plan: what is wrong.
    pub(crate) fn restore(&mut self, saved: SavedDesk, guests: Option<Guests>) -> Result<(), String> {
        let SavedDesk { opponents, episode, phase, steps, resampled, forfeit } = saved;
        if opponents != self.opponents() {
            return Err(format!("the opponents in it are {}", opponents.join(", ")));
        }
        let mut desk = Desk::new(&self.plan);
        desk.episode.restore(episode)?;
        desk.phase = match (phase, desk.episode.due()) {
            (SavedPhase::Fresh, _) => Phase::Fresh,
            (SavedPhase::Terminated, _) => Phase::Terminated,
            (SavedPhase::Truncated, _) => Phase::Truncated,
            (SavedPhase::Playing, Some(seat)) => Phase::Playing(seat),
            (SavedPhase::Playing, None) => {
                return Err("no seat is to decide that is played from outside".to_owned());
            }
        };
        (desk.steps, desk.is_resampled, desk.is_forfeit) = (steps, resampled, forfeit);
        match guests {
            Some(guests) => desk.seat_guests(guests)?,
            None if phase != SavedPhase::Fresh && desk.has_guests() => desk.greet(),
            None => {}
        }
        *self = desk;
        Ok(())
    }

    /// Lets our bots play until something else is due.
    pub(crate) fn run(&mut self) {
        self.pause = Some(self.episode.run());
    }

    /// Gives a code for the seat that is to decide. [`Desk::run`] and [`Desk::settle`] follow.
    pub(crate) fn play(&mut self, code: usize) -> Result<(), Refused> {
        let Phase::Playing(seat) = self.phase else { return Err(Refused::NotPlaying) };
        self.is_resampled = false;
        if let Err(message) = self.episode.play(seat, code) {
            match self.plan.on_illegal {
                OnIllegal::Raise => return Err(Refused::Illegal(message)),
                OnIllegal::Terminate => {
                    self.steps += 1;
                    (self.phase, self.is_forfeit) = (Phase::Terminated, true);
                    return Ok(());
                }
                OnIllegal::Resample => {
                    self.know_legal(seat);
                    let code = self.episode.draw(&self.legal, Stream::Resample);
                    self.episode.play(seat, code).map_err(Refused::Illegal)?;
                    self.is_resampled = true;
                }
            }
        }
        self.steps += 1;
        self.is_legal_known = false;
        self.run();
        Ok(())
    }

    /// Whether a bot in Python is to decide.
    fn guest_due(&self) -> Option<Seat> {
        match self.pause {
            Some(Ok(Pause::Guest(seat))) => Some(seat),
            _ => None,
        }
    }

    /// Lets bots in Python decide, as long as it is their turn. The interpreter must be held.
    pub(crate) fn ask_guests(&mut self, py: Python<'_>) -> PyResult<()> {
        loop {
            if let Some(error) = self.plan.brake.take() {
                return Err(error);
            }
            if let Some(events) = self.episode.take_events() {
                for guest in &mut self.guests {
                    if guest.listens() {
                        guest.hear(events.clone());
                    }
                }
            }
            let Some(seat) = self.guest_due() else { break };
            let question = self.episode.question(seat);
            let chosen = self
                .guests
                .iter_mut()
                .find(|guest| guest.seat() == seat)
                .and_then(|guest| guest.choose(question));
            let Some(action) = chosen else {
                let failed = || self.failed(py, seat, "gave no action".to_owned());
                return Err(self.plan.brake.take().unwrap_or_else(failed));
            };
            self.episode.act(seat, &action).map_err(|message| self.failed(py, seat, message))?;
            py.detach(|| self.run());
        }
        match self.plan.brake.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// A bot failed, so the episode cannot go on.
    fn failed(&self, py: Python<'_>, seat: Seat, message: String) -> PyErr {
        let (kind, seed) = (self.plan.kind(), self.episode.seed().to_string());
        let message =
            format!("the bot at seat {seat} failed in the game of {kind} with seed {seed}: {message}");
        errors::exception(py, "BotError", (message, seed, seat.to_string()))
    }

    /// Sets the phase that the step led to, once no bot is due any more.
    pub(crate) fn settle(&mut self) -> Result<(), (Seat, String)> {
        self.phase = match self.pause.take() {
            None => return Ok(()),
            Some(Err(error)) => {
                self.phase = Phase::Fresh;
                return Err(error);
            }
            Some(Ok(Pause::Over)) => Phase::Terminated,
            Some(Ok(Pause::Stopped)) => Phase::Truncated,
            Some(Ok(Pause::Learner(_))) if self.plan.max_steps.is_some_and(|most| self.steps >= most) => {
                Phase::Truncated
            }
            Some(Ok(Pause::Learner(seat))) => Phase::Playing(seat),
            Some(Ok(Pause::Guest(seat))) => return Err((seat, "it was not asked".to_owned())),
        };
        Ok(())
    }

    /// [`Desk::settle`] with its error as an exception.
    pub(crate) fn settle_or_raise(&mut self, py: Python<'_>) -> PyResult<()> {
        self.settle().map_err(|(seat, message)| self.failed(py, seat, message))
    }

    /// Lets bots in Python decide where they are due, and settles.
    pub(crate) fn conclude(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.guests.is_empty() {
            let asked = self.ask_guests(py);
            if asked.is_err() {
                (self.phase, self.pause) = (Phase::Fresh, None);
            }
            asked?;
        }
        self.settle_or_raise(py)
    }

    /// Begins an episode and plays to the first decision from outside.
    pub(crate) fn reset(
        &mut self,
        py: Python<'_>,
        base: Option<Seed>,
        start: Option<&AnyGame>,
    ) -> PyResult<()> {
        self.begin(base, start);
        if self.has_guests() {
            self.greet();
        }
        py.detach(|| self.run());
        self.conclude(py)
    }

    /// The position of a state, if an episode can begin there.
    pub(crate) fn start(&self, state: &Bound<'_, State>) -> PyResult<AnyGame> {
        let (py, start) = (state.py(), state.try_borrow()?.game);
        let (kind, seats) = (self.plan.kind(), self.plan.seats());
        let refuse = |message: String| Err(errors::parse(py, message));
        if start.kind() != kind || start.seats() != seats {
            let (other, others) = (start.kind(), start.seats());
            return refuse(format!(
                "options['state'] is a position of {other} with {others} seats, and here {kind} is played with {seats}"
            ));
        }
        if start.outcome().is_some() {
            return refuse("options['state'] is a game that is over".to_owned());
        }
        encode::any::check_layout(&start).map_err(|misuse| errors::parse(py, misuse))?;
        Ok(start)
    }

    /// The reward of the step for a seat; `actor` gave the code.
    pub(crate) fn reward(&mut self, seat: Seat, actor: Seat) -> f64 {
        if self.is_forfeit {
            return if seat == actor { self.plan.illegal_reward } else { 0.0 };
        }
        self.episode.reward(seat)
    }

    /// Whether an episode is over, and whether it was cut.
    pub(crate) fn ended(&self) -> (bool, bool) {
        (self.phase == Phase::Terminated, self.phase == Phase::Truncated)
    }

    fn know_legal(&mut self, seat: Seat) {
        if !self.is_legal_known {
            self.episode.mask(seat, &mut self.legal);
            self.is_legal_known = true;
        }
    }

    /// The mask of the codes that a seat may give; `None` where it is not to decide now.
    pub(crate) fn mask(&mut self, seat: Seat) -> Option<&[u8]> {
        if self.phase != Phase::Playing(seat) {
            return None;
        }
        self.know_legal(seat);
        Some(&self.legal)
    }

    /// Writes which codes a seat may give, in the element type of the caller.
    pub(crate) fn write_mask<T: From<bool>>(&mut self, seat: Seat, out: &mut [T]) {
        match self.mask(seat) {
            Some(mask) => out.iter_mut().zip(mask).for_each(|(to, &byte)| *to = T::from(byte == 1)),
            None => out.iter_mut().for_each(|to| *to = T::from(false)),
        }
    }

    /// A legal code for the seat that is to decide.
    ///
    /// # Errors
    /// If no episode runs: there is no such code.
    pub(crate) fn sample(&mut self) -> Result<usize, Refused> {
        let Phase::Playing(seat) = self.phase else { return Err(Refused::NotPlaying) };
        self.know_legal(seat);
        Ok(self.episode.draw(&self.legal, Stream::Sample))
    }
}
