//! The settings that all episodes of an environment share.

use crate::convert::{self, text, wrong_type};
use crate::errors;
use crate::guests::{Factory, Interrupt};
use crate::state::State;
use ::bots::any::Listener;
use encode::Information;
use game::Seat;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use shelf::{AnyGame, GameKind};
use std::sync::Arc;

/// The seats that are played from outside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Learners {
    /// All of them.
    All,
    /// This one.
    One(Seat),
    /// One that each episode draws anew.
    Drawn,
}

/// The player of a seat that is not played from outside.
#[derive(Debug)]
pub(crate) enum Opponent {
    /// A built-in bot.
    Named(String),
    /// A bot written in Python.
    Guest(Arc<Factory>),
}

/// The consequence of an illegal code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OnIllegal {
    /// A legal code, drawn at random, is played instead.
    Resample,
    /// The episode ends.
    Terminate,
    /// The caller gets an error, and nothing changes.
    Raise,
}

/// The reward function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reward {
    /// At the end, 1 for each winner and -1 for the others; 0 if nobody has won.
    Outcome,
    /// At the end, 1 for each winner and 0 for the others.
    Win,
    /// After each step, by how many points the seat's own points rose since its last step.
    Points,
    /// At the end, by how many points the seat is ahead of the best other seat.
    Margin,
}

/// The plan of an environment.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The position that every episode begins with.
    pub(crate) start: AnyGame,
    pub(crate) information: Information,
    pub(crate) learners: Learners,
    /// The other seats, in the order of the table, from the left of the seat that is played from outside.
    pub(crate) opponents: Vec<Opponent>,
    pub(crate) on_illegal: OnIllegal,
    pub(crate) reward: Reward,
    /// The reward of a step that ends an episode because its code was not legal.
    pub(crate) illegal_reward: f64,
    /// An episode is cut after so many steps.
    pub(crate) max_steps: Option<u32>,
    /// The brake that a bot in Python pulls if it fails.
    pub(crate) brake: Arc<Interrupt>,
}

impl Plan {
    pub(crate) fn kind(&self) -> GameKind {
        self.start.kind()
    }
    pub(crate) fn seats(&self) -> usize {
        self.start.seats()
    }
    /// The numbers of an observation.
    pub(crate) fn size(&self) -> usize {
        encode::layout(self.kind(), self.information).size
    }
    /// The codes of the action space.
    pub(crate) fn actions(&self) -> usize {
        encode::any::actions(self.kind())
    }
}

const INFORMATION: [(&str, Information); 2] =
    [("seat", Information::Seat), ("everything", Information::Everything)];
const ON_ILLEGAL: [(&str, OnIllegal); 3] =
    [("resample", OnIllegal::Resample), ("terminate", OnIllegal::Terminate), ("raise", OnIllegal::Raise)];
const REWARDS: [(&str, Reward); 4] = [
    ("outcome", Reward::Outcome),
    ("win", Reward::Win),
    ("points", Reward::Points),
    ("margin", Reward::Margin),
];

/// The word for a choice.
fn said<T: Copy + PartialEq>(choice: T, choices: &[(&'static str, T)]) -> &'static str {
    choices.iter().find(|(_, other)| *other == choice).map_or("", |(name, _)| name)
}

/// A choice among a few words.
fn word<T: Copy>(what: &str, value: &Bound<'_, PyAny>, choices: &[(&str, T)]) -> PyResult<T> {
    let list = || choices.iter().map(|(name, _)| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let Ok(said) = value.cast::<PyString>() else {
        return Err(wrong_type(&format!("{what} is one of {}", list()), value));
    };
    let said = text(said)?;
    let found = choices.iter().find(|(name, _)| *name == said).map(|(_, choice)| *choice);
    found.ok_or_else(|| {
        errors::parse(value.py(), format!("'{said}' is not a value of {what}; it must be one of {}", list()))
    })
}

/// The opponents of a table, one for each other seat. `named` has pairs of a name and a maker, which is `None` for bots of ours.
fn opponents(
    named: Vec<(String, Option<Py<PyAny>>)>,
    kind: GameKind,
    seats: usize,
    brake: &Arc<Interrupt>,
    py: Python<'_>,
) -> PyResult<Vec<Opponent>> {
    let others = seats - 1;
    if named.len() != 1 && named.len() != others {
        let message = format!(
            "opponents has {} bots; this table of {kind} has {others} other seats, so give one bot for all of them or {others}",
            named.len()
        );
        return Err(errors::parse(py, message));
    }
    let mut each = Vec::with_capacity(others);
    for n in 0..others {
        let (name, make) = &named[if named.len() == 1 { 0 } else { n }];
        each.push(match make {
            Some(make) => {
                let (name, make, brake) = (name.clone(), make.clone_ref(py), brake.clone());
                Opponent::Guest(Arc::new(Factory { name, make, brake }))
            }
            None if Listener::new(kind, name, Seat::A).is_some() => Opponent::Named(name.clone()),
            None => return Err(crate::bots::unknown(py, kind, name)),
        });
    }
    Ok(each)
}

/// The seat that is played from outside: one by its letter or index, or `"random"`.
fn learner(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Learners> {
    if value.cast::<PyString>().is_ok_and(|word| word == "random") {
        return Ok(Learners::Drawn);
    }
    convert::seat(value, seats).map(Learners::One)
}

/// The plan that an environment is made with: of a game that many seats play from outside if `seat` is `None`.
#[pyclass(frozen, module = "neuland._neuland")]
pub(crate) struct EnvPlan {
    pub(crate) plan: Arc<Plan>,
}

#[pymethods]
impl EnvPlan {
    /// Checks all that an environment is made with.
    #[new]
    #[pyo3(signature = (game, *, seat, opponents, information, on_illegal, reward, illegal_reward, max_steps, options))]
    // Each is a keyword of Python.
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
        opponents: Vec<(String, Option<Py<PyAny>>)>,
        information: &Bound<'_, PyAny>,
        on_illegal: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        illegal_reward: f64,
        max_steps: Option<u32>,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<EnvPlan> {
        let py = game.py();
        let start = if let Ok(state) = game.cast::<State>() {
            if !options.is_empty() {
                let message = "a State has its own options; pass the name of a game to choose them";
                return Err(PyTypeError::new_err(message));
            }
            state.try_borrow()?.game
        } else {
            crate::state::begin(py, convert::game(game)?, &convert::options(options.iter())?)?
        };
        let kind = start.kind();
        encode::any::check_layout(&start).map_err(|misuse| errors::parse(py, misuse))?;
        let brake = Arc::new(Interrupt::default());
        let learners = seat.map_or(Ok(Learners::All), |seat| learner(seat, start.seats()))?;
        let opponents = match learners {
            Learners::All => Vec::new(),
            _ => self::opponents(opponents, kind, start.seats(), &brake, py)?,
        };
        Ok(EnvPlan {
            plan: Arc::new(Plan {
                start,
                information: word("information", information, &INFORMATION)?,
                learners,
                opponents,
                on_illegal: word("on_illegal", on_illegal, &ON_ILLEGAL)?,
                reward: word("reward", reward, &REWARDS)?,
                illegal_reward,
                max_steps,
                brake,
            }),
        })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.plan.kind().name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.plan.seats()
    }

    /// Made anew by the same arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (State,))> {
        let Plan { information, learners, on_illegal, reward, illegal_reward, max_steps, .. } = *self.plan;
        let arguments = PyDict::new(py);
        let seat = match learners {
            Learners::All => None,
            Learners::One(seat) => Some(seat.to_string()),
            Learners::Drawn => Some("random".to_owned()),
        };
        arguments.set_item("seat", seat)?;
        let opponents: Vec<(&str, Option<Py<PyAny>>)> = self
            .plan
            .opponents
            .iter()
            .map(|opponent| match opponent {
                Opponent::Named(name) => (name.as_str(), None),
                Opponent::Guest(factory) => (factory.name.as_str(), Some(factory.make.clone_ref(py))),
            })
            .collect();
        arguments.set_item("opponents", opponents)?;
        arguments.set_item("information", said(information, &INFORMATION))?;
        arguments.set_item("on_illegal", said(on_illegal, &ON_ILLEGAL))?;
        arguments.set_item("reward", said(reward, &REWARDS))?;
        arguments.set_item("illegal_reward", illegal_reward)?;
        arguments.set_item("max_steps", max_steps)?;
        arguments.set_item("options", PyDict::new(py))?;
        let class = (py.get_type::<EnvPlan>(),);
        let make = py.import("functools")?.getattr("partial")?.call(class, Some(&arguments))?;
        Ok((make, (State { game: self.plan.start },)))
    }

    fn __repr__(&self) -> String {
        format!("<EnvPlan of {}, {} seats>", self.plan.kind(), self.plan.seats())
    }
}
