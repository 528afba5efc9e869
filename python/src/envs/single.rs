//! An environment in which one seat is played from outside.

use super::desk::{Desk, Exclusive, Guests, Phase, deep};
use super::numbers::{code, observation, set_result};
use super::plan::EnvPlan;
use crate::saved;
use crate::state::State;
use game::Seed;
use numpy::PyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The native half of `neuland.gymnasium.Env`.
#[pyclass(frozen, module = "neuland._neuland")]
pub(crate) struct EnvCore {
    desk: Exclusive<Desk>,
    actions: usize,
}

const FORMAT: &str = "neuland-env";

fn write(py: Python<'_>, desk: &Desk) -> PyResult<String> {
    let kept = desk.save().map_err(|why| saved::fault(py, FORMAT, why))?;
    saved::write(py, FORMAT, &kept)
}

/// An observation and an info.
type Begun<'py> = (Bound<'py, PyDict>, Bound<'py, PyDict>);
/// An observation, a reward, whether the episode is over or was cut, and an info.
type Stepped<'py> = (Bound<'py, PyDict>, f64, bool, bool, Bound<'py, PyDict>);

fn look<'py>(py: Python<'py>, desk: &mut Desk) -> PyResult<Begun<'py>> {
    let me = desk.episode.learner();
    let (seen, mask) = observation(py, desk, me)?;
    let info = PyDict::new(py);
    info.set_item(intern!(py, "action_mask"), PyArray1::from_vec(py, mask))?;
    info.set_item(intern!(py, "seat"), me.index())?;
    info.set_item(intern!(py, "resampled"), desk.is_resampled)?;
    if matches!(desk.phase, Phase::Terminated | Phase::Truncated) {
        set_result(py, desk, &info)?;
    }
    Ok((seen, info))
}

#[pymethods]
impl EnvCore {
    /// The environment of a plan.
    #[new]
    fn new(plan: &Bound<'_, EnvPlan>) -> EnvCore {
        let plan = &plan.get().plan;
        EnvCore { desk: Exclusive::new(Desk::new(plan)), actions: plan.actions() }
    }

    /// Begins an episode, at a position if one is given; a seed begins a row of episodes.
    #[pyo3(signature = (seed=None, start=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        start: Option<&Bound<'py, State>>,
    ) -> PyResult<Begun<'py>> {
        let mut desk = self.desk.take(py)?;
        let start = start.map(|state| desk.start(state)).transpose()?;
        desk.reset(py, seed.map(Seed), start.as_ref())?;
        look(py, &mut desk)
    }

    /// Plays a code, and lets the others play until the seat is to decide again.
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let code = code(action, self.actions)?;
        let mut held = self.desk.take(py)?;
        let desk: &mut Desk = &mut held;
        py.detach(|| desk.play(code)).map_err(|refused| refused.raise(py))?;
        desk.conclude(py)?;
        let me = desk.episode.learner();
        let reward = desk.reward(me, me);
        let (terminated, truncated) = desk.ended();
        let (seen, info) = look(py, desk)?;
        Ok((seen, reward, terminated, truncated, info))
    }

    /// All of it as a text, without bots in Python; objects among them are refused.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let desk = self.desk.take(py)?;
        desk.check_text(py)?;
        write(py, &desk)
    }

    /// Goes on where an environment of the same plan was that was saved.
    fn restore(&self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = saved.py();
        let mut desk = self.desk.take(py)?;
        let kept = saved::read(py, FORMAT, &saved::text(saved)?)?;
        desk.restore(kept, None).map_err(|why| saved::fault(py, FORMAT, why))
    }

    /// The environment of a plan that goes on where another was; `guests` are its bots in Python.
    #[staticmethod]
    fn _from_saved(plan: &Bound<'_, EnvPlan>, saved: &Bound<'_, PyAny>, guests: Guests) -> PyResult<EnvCore> {
        let py = plan.py();
        let core = EnvCore::new(plan);
        let kept = saved::read(py, FORMAT, &saved::text(saved)?)?;
        core.desk.take(py)?.restore(kept, Some(guests)).map_err(|why| saved::fault(py, FORMAT, why))?;
        Ok(core)
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<EnvCore> {
        let desk = self.desk.take(py)?;
        let (plan, guests) = deep(py, &desk, desk.guests(py), memo)?;
        Ok(EnvCore { desk: Exclusive::new(desk.copied(&plan, guests)), actions: self.actions })
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (EnvPlan, String, Guests))> {
        let desk = self.desk.take(py)?;
        let plan = EnvPlan { plan: desk.plan.clone() };
        let kept = (plan, write(py, &desk)?, desk.guests(py));
        Ok((py.get_type::<EnvCore>().getattr("_from_saved")?, kept))
    }

    /// The mask of the codes that are legal now, as bools.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut desk = self.desk.take(py)?;
        let (me, mut mask) = (desk.episode.learner(), vec![false; self.actions]);
        desk.write_mask(me, &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A legal code, all with the same chance.
    fn sample_action(&self, py: Python<'_>) -> PyResult<usize> {
        self.desk.take(py)?.sample().map_err(|refused| refused.raise(py))
    }

    /// The seat, as a letter.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.desk.take(py)?.episode.learner().to_string())
    }

    /// The position.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<State> {
        Ok(State { game: self.desk.take(py)?.episode.game() })
    }

    /// The seed of the game, from which its dice follow.
    #[getter]
    fn game_seed(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.desk.take(py)?.episode.seed().to_string())
    }
}
