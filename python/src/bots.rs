//! Our bots, by their names.

use crate::convert::{self, text, wrong_type};
use crate::errors;
use crate::events::Events;
use crate::state::State;
use crate::views::SeatView;
use ::bots::any::{Listener, roster};
use game::{Seat, Seed};
use pyo3::prelude::*;
use pyo3::types::PyString;
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
    /// What it does, in one line.
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
/// >>> [bot.name for bot in bots("carcassonne")]
/// ['random', 'novice', 'surveyor']
#[pyfunction]
pub(crate) fn bots(game: &Bound<'_, PyAny>) -> PyResult<Vec<BotInfo>> {
    let kind = convert::game(game)?;
    Ok(roster(kind).iter().map(|bot| BotInfo { name: bot.name, about: bot.about }).collect())
}

/// One of our bots. It sees the view of the seat that it chooses for, and nothing else.
///
/// ``Bot(name, game, seed)``: two bots with the same seed that are asked and told the same do the same. A bot can play several seats; what
/// each has heard stays apart.
///
/// Raises:
///     ParseError: There is no such bot or game, or it is no seed.
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

/// What the bot has heard on each seat, and how many decisions it has made.
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

    fn __repr__(&self) -> String {
        format!("<Bot {} for {}>", self.name, self.kind)
    }
}

impl Bot {
    /// What it remembers; a panic elsewhere has not spoiled it.
    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No bot of ours has this name.
pub(crate) fn unknown(py: Python<'_>, kind: GameKind, name: &str) -> PyErr {
    let names: Vec<&str> = roster(kind).iter().map(|bot| bot.name).collect();
    errors::parse(py, format!("'{name}' is not a bot of {kind}; bots are {}", names.join(", ")))
}
