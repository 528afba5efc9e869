//! Bots written in Python, as guests of a series or a match.

use crate::actions::Action;
use crate::convert::{python, text, type_of};
use crate::errors;
use crate::views::SeatView;
use arena::external::bot_seed;
use arena::guest::{Guest, GuestFactory, GuestSeat, Question};
use game::{Seat, Viewer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shelf::{AnyAction, Events};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Stops a run, for the first error of a bot in Python or for an interrupt from the keyboard.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    is_pulled: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Interrupt {
    /// Stops the run for this reason, unless something else has stopped it before.
    pub(crate) fn pull(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.is_pulled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_pulled(&self) -> bool {
        self.is_pulled.load(Ordering::Relaxed)
    }

    /// Takes the error for which the brake was pulled.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Makes the player of each seat and game from a Python callable that returns one.
#[derive(Debug)]
pub(crate) struct Factory {
    pub(crate) name: String,
    /// Called with the game, the seat and the bot's own seed; returns `(choose, observe)`, where `observe` may be `None`.
    pub(crate) make: Py<PyAny>,
    pub(crate) brake: Arc<Interrupt>,
}

impl GuestFactory for Factory {
    fn make(&self, place: GuestSeat) -> Box<dyn Guest> {
        Box::new(self.player(place))
    }
}

impl Factory {
    /// The bot of this place, made anew.
    pub(crate) fn player(&self, place: GuestSeat) -> Player {
        let mut player =
            Player { name: self.name.clone(), place, brake: self.brake.clone(), choose: None, observe: None };
        if !self.brake.is_pulled() {
            let own_seed = bot_seed(place.seed, place.seat);
            Python::attach(|py| {
                let arguments = (place.kind.name(), place.seat.to_string(), own_seed.0);
                let made = self.make.bind(py).call1(arguments);
                match made.and_then(|made| made.extract::<(Py<PyAny>, Option<Py<PyAny>>)>()) {
                    Ok((choose, observe)) => (player.choose, player.observe) = (Some(choose), observe),
                    Err(error) => player.fail(py, error),
                }
            });
        }
        player
    }

    /// A bot that was made before and goes on.
    pub(crate) fn again(&self, place: GuestSeat, (choose, observe): Calls) -> Player {
        Player { name: self.name.clone(), place, brake: self.brake.clone(), choose: Some(choose), observe }
    }
}

/// The functions by which a bot in Python is asked for a decision and told events.
pub(crate) type Calls = (Py<PyAny>, Option<Py<PyAny>>);

/// A bot in Python at one seat of one game.
pub(crate) struct Player {
    name: String,
    place: GuestSeat,
    brake: Arc<Interrupt>,
    choose: Option<Py<PyAny>>,
    observe: Option<Py<PyAny>>,
}

impl Player {
    pub(crate) fn seat(&self) -> Seat {
        self.place.seat
    }

    /// The functions by which it is called; `None` if it was not made.
    pub(crate) fn calls(&self, py: Python<'_>) -> Option<Calls> {
        let choose = self.choose.as_ref()?.clone_ref(py);
        Some((choose, self.observe.as_ref().map(|observe| observe.clone_ref(py))))
    }

    /// True for an object, which can change; false for a function.
    pub(crate) fn is_object(&self, py: Python<'_>) -> bool {
        let owner = |call: &Py<PyAny>| call.bind(py).getattr("__self__").is_ok();
        self.choose.as_ref().is_some_and(owner) || self.observe.as_ref().is_some_and(owner)
    }

    /// Stops the run with an error that says where it was, and has the bot's own error as its cause.
    fn fail(&self, py: Python<'_>, error: PyErr) {
        let GuestSeat { kind, seat, seed } = self.place;
        let what = format!("{}: {}", type_of(error.value(py)), error.value(py));
        let message = format!(
            "the bot `{}` at seat {seat} failed in the game of {kind} with seed {seed}: {what}",
            self.name
        );
        let told = errors::exception(py, "BotError", (message, seed.to_string(), seat.to_string()));
        told.set_cause(py, Some(error));
        self.brake.pull(told);
    }

    fn ask(&self, py: Python<'_>, question: Question) -> PyResult<AnyAction> {
        let kind = question.legal.kind();
        let view = SeatView::new(question.seat, question.view, question.legal);
        let Some(choose) = &self.choose else { return Err(PyTypeError::new_err("the bot was not made")) };
        let answer = choose.bind(py).call1((view,))?;
        if let Ok(action) = answer.cast::<Action>() {
            return Ok(action.get().action);
        }
        let Ok(written) = answer.cast::<PyString>() else {
            let message = format!("choose must return an Action or its text, not {}", type_of(&answer));
            return Err(PyTypeError::new_err(message));
        };
        AnyAction::read(kind, &text(written)?).map_err(|error| errors::parse(py, error))
    }
}

impl Guest for Player {
    fn choose(&mut self, question: Question) -> Option<AnyAction> {
        if self.brake.is_pulled() {
            return None;
        }
        Python::attach(|py| self.ask(py, question).map_err(|error| self.fail(py, error)).ok())
    }

    fn listens(&self) -> bool {
        self.observe.is_some()
    }

    fn hear(&mut self, events: Events) {
        let Some(observe) = self.observe.as_ref().filter(|_| !self.brake.is_pulled()) else { return };
        Python::attach(|py| {
            // They are redacted for the seat; redacting them again changes nothing.
            let documents = python(py, events.documents_text(Viewer::Seat(self.place.seat)).get());
            if let Err(error) = documents.and_then(|documents| observe.bind(py).call1((documents,))) {
                self.fail(py, error);
            }
        });
    }
}
