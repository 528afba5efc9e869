//! Our bots, by their names.

use crate::convert::{self, text, wrong_type};
use crate::events::Events;
use crate::state::State;
use crate::views::SeatView;
use crate::{errors, saved};
use ::bots::any::{Listener, roster};
use game::{Seat, Seed};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shelf::GameKind;
use std::sync::{Mutex, PoisonError};

/// A bot that can be asked for by name.
///
/// Attributes:
///     name: The name.
///     about: What it does, in one line.
#[pyclass(frozen, get_all, module = "neuland")]
pub(crate) struct BotInfo {
    /// The name.
    name: &'static str,
    /// A description of the bot in one line.
    about: &'static str,
}

#[pymethods]
impl BotInfo {
    fn __repr__(&self) -> String {
        format!("<BotInfo {}>", self.name)
    }
}

/// Every bot of ours that plays a game, the weakest first (docs/bots.md).
///
/// Raises:
///     ParseError: There is no such game.
///
/// >>> [bot.name for bot in bots("carcassonne")][:2]
/// ['random', 'beginner']
#[pyfunction]
pub(crate) fn bots(game: &Bound<'_, PyAny>) -> PyResult<Vec<BotInfo>> {
    let kind = convert::game(game)?;
    Ok(roster(kind).iter().map(|bot| BotInfo { name: bot.name, about: bot.about }).collect())
}

/// A built-in bot. It sees the view of the seat that it chooses for, and nothing else.
///
/// ``Bot(name, game, seed)``: two bots with the same seed choose alike if they are asked and told the same. A bot can play
/// several seats; it remembers the events of each seat separately.
///
/// Raises:
///     ParseError: There is no such bot or game, or the seed is invalid.
///
/// >>> state = State("carcassonne")
/// >>> events = state.advance(seed=1)
/// >>> bot = Bot("surveyor", "carcassonne", seed=5)
/// >>> bot.choose(state) in state.legal_actions()
/// True
#[pyclass(frozen, module = "neuland")]
pub(crate) struct Bot {
    name: String,
    kind: GameKind,
    seed: Seed,
    memory: Mutex<Memory>,
}

/// The bot's memory: a listener for each seat, and the number of decisions it has made.
struct Memory {
    listeners: Vec<Listener>,
    decisions: u64,
}

#[pymethods]
impl Bot {
    /// The bot of this name for a game.
    #[new]
    #[pyo3(signature = (name, game, seed=None))]
    fn new(
        name: &Bound<'_, PyAny>,
        game: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bot> {
        let py = name.py();
        let Ok(name) = name.cast::<PyString>() else {
            return Err(wrong_type("the name of a bot is a text such as 'random'", name));
        };
        let (name, kind) = (text(name)?, convert::game(game)?);
        let seed = seed.map_or(Ok(Seed(0)), convert::seed)?;
        let seats = Seat::first(kind.info().seats_max);
        let listeners: Option<Vec<Listener>> = seats.map(|seat| Listener::new(kind, &name, seat)).collect();
        let listeners = listeners.ok_or_else(|| unknown(py, kind, &name))?;
        Ok(Bot { name, kind, seed, memory: Mutex::new(Memory { listeners, decisions: 0 }) })
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// Whether it plays better if it is told what happens.
    #[getter]
    fn listens(&self) -> bool {
        self.memory().listeners.first().is_some_and(Listener::listens)
    }

    /// Tells it what happened, as ``play``, ``resolve`` and ``advance`` return it; each seat hears what it may know.
    fn observe(&self, events: &Bound<'_, Events>) {
        let mut memory = self.memory();
        for listener in &mut memory.listeners {
            events.get().steps.iter().for_each(|events| listener.hear(events));
        }
    }

    /// Chooses a legal action for a seat of a :class:`State`, or in a :class:`SeatView`, which has its seat.
    ///
    /// Raises:
    ///     IllegalAction: The seat has nothing to decide.
    ///     ParseError: It is a position of another game, or the seat does not play.
    #[pyo3(signature = (position, seat=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<crate::actions::Action> {
        let (kind, seat) = match (position.cast::<State>(), position.cast::<SeatView>()) {
            (Ok(state), _) => {
                let game = state.try_borrow()?.game;
                (game.kind(), convert::seat_or_asked(seat, &game)?)
            }
            (_, Ok(view)) => (view.get().game_kind(), view.get().seat_index()),
            _ => return Err(wrong_type("a bot chooses in a State or a SeatView", position)),
        };
        if kind != self.kind {
            let message = format!("the bot plays {}, and this is a position of {kind}", self.kind);
            return Err(errors::parse(py, message));
        }
        let mut memory = self.memory();
        let seed = self.seed.derive(memory.decisions);
        let listener = memory
            .listeners
            .get_mut(seat.index())
            .ok_or_else(|| errors::parse(py, format!("the game has no seat {seat}")))?;
        let chosen = match position.cast::<State>() {
            Ok(state) => listener.choose(&state.try_borrow()?.game, seed),
            Err(_) => {
                let view = position.cast::<SeatView>()?.get();
                listener.choose_in_view(view.position(py)?, seed)
            }
        };
        let Some(chosen) = chosen else {
            let message = format!("seat {seat} has nothing to decide");
            return Err(errors::exception(py, "IllegalAction", (message, None::<&str>)));
        };
        memory.decisions += 1;
        let action = shelf::AnyAction::read(kind, &chosen).map_err(|error| errors::parse(py, error))?;
        Ok(crate::actions::Action { action })
    }

    /// Everything it has heard and the number of its choices, as a text (docs/python.md, Saving).
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let memory = self.memory();
        let heard: Option<Vec<Value>> = memory.listeners.iter().map(Listener::memory).collect();
        let heard = heard.ok_or_else(|| errors::parse(py, "this bot has no memory that could be saved"))?;
        let (name, game, decisions) = (self.name.clone(), self.kind.name().to_owned(), memory.decisions);
        saved::write(py, FORMAT, &SavedBot { name, game, seed: self.seed, decisions, heard })
    }

    /// Goes on where a bot of the same name and game was when its ``save`` returned this text.
    ///
    /// Raises:
    ///     ParseError: The text is damaged, or of something else.
    fn restore(&self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = Bot::from_saved(saved)?;
        if (&other.name, other.kind, other.seed) != (&self.name, self.kind, self.seed) {
            let Bot { name, kind, seed, .. } = &other;
            let message = format!("this was saved by the bot {name} for {kind} with seed {seed}");
            return Err(errors::parse(saved.py(), message));
        }
        *self.memory() = other.memory.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(())
    }

    /// Makes it anew from its text; pickles call this.
    #[staticmethod]
    #[pyo3(name = "_from_saved")]
    fn from_saved(saved: &Bound<'_, PyAny>) -> PyResult<Bot> {
        let py = saved.py();
        let SavedBot { name, game, seed, decisions, heard } = saved::read(py, FORMAT, &saved::text(saved)?)?;
        let kind: GameKind = game.parse().map_err(|error| saved::fault(py, FORMAT, error))?;
        let seats = Seat::first(kind.info().seats_max);
        let listeners: Option<Vec<Listener>> = seats.map(|seat| Listener::new(kind, &name, seat)).collect();
        let mut listeners = listeners.ok_or_else(|| unknown(py, kind, &name))?;
        if heard.len() != listeners.len() {
            return Err(saved::fault(py, FORMAT, "it has a memory too few or too many"));
        }
        for (listener, memory) in listeners.iter_mut().zip(&heard) {
            listener.recall(memory).map_err(|why| saved::fault(py, FORMAT, why))?;
        }
        Ok(Bot { name, kind, seed, memory: Mutex::new(Memory { listeners, decisions }) })
    }

    /// A copy that has heard the same and chooses on by itself.
    fn clone(&self, py: Python<'_>) -> PyResult<Bot> {
        Bot::from_saved(PyString::new(py, &self.save(py)?).as_any())
    }

    /// A copy that goes on by itself.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Bot> {
        self.clone(py)
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Bot> {
        self.clone(py)
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Bot>().getattr("_from_saved")?, (self.save(py)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} for {}>", self.name, self.kind)
    }
}

const FORMAT: &str = "neuland-bot";

/// A [`Bot`] as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedBot {
    name: String,
    game: String,
    seed: Seed,
    decisions: u64,
    /// Everything it has heard, by seat.
    heard: Vec<Value>,
}

impl Bot {
    /// Locks the memory. A poisoned lock is ignored: a panic elsewhere has not corrupted it.
    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No bot of ours has this name.
pub(crate) fn unknown(py: Python<'_>, kind: GameKind, name: &str) -> PyErr {
    let names: Vec<&str> = roster(kind).iter().map(|bot| bot.name).collect();
    errors::parse(py, format!("'{name}' is not a bot of {kind}; bots are {}", names.join(", ")))
}
