//! An environment in which all seats are played from outside, one after the other.

use super::desk::{Desk, Exclusive, Phase, SavedDesk};
use super::numbers::{code, observation, result};
use super::plan::EnvPlan;
use crate::saved;
use crate::state::State;
use game::{Seat, Seed};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};

/// The native half of the environments of `neuland.pettingzoo` and `neuland.rllib`.
#[pyclass(frozen, module = "neuland._neuland")]
pub(crate) struct AgentsCore {
    table: Exclusive<Table>,
    actions: usize,
}

const FORMAT: &str = "neuland-agents";

/// A [`Table`] as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedAgents {
    desk: SavedDesk,
    actor: Seat,
}

struct Table {
    desk: Desk,
    /// The seat that gave the last code.
    actor: Seat,
}

impl Table {
    fn seat(&self, index: usize) -> PyResult<Seat> {
        let seat = Seat::new(index).filter(|seat| seat.index() < self.desk.plan.seats());
        seat.ok_or_else(|| PyIndexError::new_err(format!("no seat has the index {index}")))
    }

    fn acting(&self) -> Option<usize> {
        match self.desk.phase {
            Phase::Playing(seat) => Some(seat.index()),
            _ => None,
        }
    }
}

#[pymethods]
impl AgentsCore {
    /// The environment of a plan.
    #[new]
    fn new(plan: &Bound<'_, EnvPlan>) -> AgentsCore {
        let plan = &plan.get().plan;
        let table = Table { desk: Desk::new(plan), actor: Seat::A };
        AgentsCore { table: Exclusive::new(table), actions: plan.actions() }
    }

    /// Begins an episode, at a position if one is given; a seed begins a row of episodes. Returns the index of the seat that is to decide.
    #[pyo3(signature = (seed=None, start=None))]
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<u64>,
        start: Option<&Bound<'_, State>>,
    ) -> PyResult<Option<usize>> {
        let mut table = self.table.take(py)?;
        let start = start.map(|state| table.desk.start(state)).transpose()?;
        table.desk.reset(py, seed.map(Seed), start.as_ref())?;
        Ok(table.acting())
    }

    /// The index of the seat that is to decide; `None` where the episode is over.
    fn acting(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(self.table.take(py)?.acting())
    }

    /// Plays a code for the seat that is to decide; returns the index of the next one, or `None` if the episode is over.
    fn step(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let code = code(action, self.actions)?;
        let mut table = self.table.take(py)?;
        if let Phase::Playing(seat) = table.desk.phase {
            table.actor = seat;
        }
        let desk = &mut table.desk;
        py.detach(|| desk.play(code)).map_err(|refused| refused.raise(py))?;
        desk.conclude(py)?;
        Ok(table.acting())
    }

    /// Cuts the episode short: no seat is to decide any more.
    fn cut(&self, py: Python<'_>) -> PyResult<()> {
        let mut table = self.table.take(py)?;
        if let Phase::Playing(_) = table.desk.phase {
            table.desk.phase = Phase::Truncated;
        }
        Ok(())
    }

    /// The observation of a seat: `{"observation": float32, "action_mask": int8}`, in new arrays.
    fn observe<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut table = self.table.take(py)?;
        let seat = table.seat(seat)?;
        observation(py, &mut table.desk, seat).map(|(seen, _)| seen)
    }

    /// All of it as a text.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let table = self.table.take(py)?;
        let desk = table.desk.save().map_err(|why| saved::fault(py, FORMAT, why))?;
        saved::write(py, FORMAT, &SavedAgents { desk, actor: table.actor })
    }

    /// Goes on where an environment of the same plan was that was saved.
    fn restore(&self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = saved.py();
        let mut table = self.table.take(py)?;
        let SavedAgents { desk, actor } = saved::read(py, FORMAT, &saved::text(saved)?)?;
        table.seat(actor.index())?;
        table.desk.restore(desk, None).map_err(|why| saved::fault(py, FORMAT, why))?;
        table.actor = actor;
        Ok(())
    }

    /// The environment of a plan that goes on where another was.
    #[staticmethod]
    fn _from_saved(plan: &Bound<'_, EnvPlan>, saved: &Bound<'_, PyAny>) -> PyResult<AgentsCore> {
        let core = AgentsCore::new(plan);
        core.restore(saved)?;
        Ok(core)
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<AgentsCore> {
        let table = self.table.take(py)?;
        let desk = table.desk.copied(&table.desk.plan, Vec::new());
        Ok(AgentsCore { table: Exclusive::new(Table { desk, actor: table.actor }), actions: self.actions })
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (EnvPlan, String))> {
        let plan = EnvPlan { plan: self.table.take(py)?.desk.plan.clone() };
        Ok((py.get_type::<AgentsCore>().getattr("_from_saved")?, (plan, self.save(py)?)))
    }

    /// The rewards of all seats since this was last asked.
    fn rewards(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        let mut table = self.table.take(py)?;
        let actor = table.actor;
        Ok(Seat::first(table.desk.plan.seats()).map(|seat| table.desk.reward(seat, actor)).collect())
    }

    /// Whether the episode is over, and whether it was cut.
    fn ended(&self, py: Python<'_>) -> PyResult<(bool, bool)> {
        Ok(self.table.take(py)?.desk.ended())
    }

    /// The points of all seats, and who has won.
    fn result(&self, py: Python<'_>) -> PyResult<(Vec<i32>, Vec<bool>)> {
        Ok(result(&self.table.take(py)?.desk))
    }

    /// Whether the last code was replaced, since it was not legal.
    #[getter]
    fn resampled(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.table.take(py)?.desk.is_resampled)
    }

    /// A legal code for the seat that is to decide, all with the same chance.
    fn sample_action(&self, py: Python<'_>) -> PyResult<usize> {
        self.table.take(py)?.desk.sample().map_err(|refused| refused.raise(py))
    }

    /// The position.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State { game: self.table.take(py)?.desk.episode.game() })
    }

    /// The seed of the game, from which its dice follow.
    #[getter]
    fn game_seed(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.table.take(py)?.desk.episode.seed().to_string())
    }
}
