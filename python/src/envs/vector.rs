//! Many environments that step together, on several threads if wished.

use super::desk::{Desk, Exclusive, Guests, Refused, SavedDesk, deep, reset_needed};
use super::numbers::{out_of_range, result};
use super::plan::{EnvPlan, OnIllegal};
use crate::errors;
use crate::saved;
use crate::state::State;
use game::Seed;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::{Deserialize, Serialize};
use shelf::AnyGame;

/// The moment at which an environment whose episode is over begins the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Autoreset {
    /// In the next step, which ignores its action.
    NextStep,
    /// In the same step.
    SameStep,
    /// At the caller's request.
    Disabled,
}

impl Autoreset {
    const ALL: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];

    fn name(self) -> &'static str {
        match self {
            Autoreset::NextStep => "NextStep",
            Autoreset::SameStep => "SameStep",
            Autoreset::Disabled => "Disabled",
        }
    }
}

/// The native half of `neuland.gymnasium.VectorEnv`.
#[pyclass(frozen, module = "neuland._neuland")]
pub(crate) struct VectorCore {
    desks: Exclusive<Desks>,
}

struct Desks {
    desks: Vec<Desk>,
    autoreset: Autoreset,
    /// Environments whose episode was over after the last step.
    is_over: Vec<bool>,
    threads: usize,
    size: usize,
    actions: usize,
}

/// The step of one environment: its inputs, and the places for its results.
struct Lane<'a> {
    desk: &'a mut Desk,
    code: usize,
    /// Whether this step begins an episode instead of playing.
    begins: bool,
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    reward: f64,
    ended: (bool, bool),
    seat: usize,
    resampled: bool,
    last: Option<Box<Last>>,
    error: Option<Failure>,
}

/// The end of an episode: what the seat saw, and what the infos say of it.
struct Last {
    observation: Vec<f32>,
    mask: Vec<i8>,
    seat: usize,
    resampled: bool,
    points: Vec<i32>,
    winners: Vec<bool>,
}

enum Failure {
    Refused(Refused),
    Bot,
}

impl Lane<'_> {
    /// Plays, up to what bots in Python must decide.
    fn play(&mut self) {
        if self.begins {
            self.desk.begin(None, None);
            if !self.desk.has_guests() {
                self.desk.run();
            }
        } else if let Err(refused) = self.desk.play(self.code) {
            self.error = Some(Failure::Refused(refused));
        }
    }

    /// Rewards, and begins the next episode where that belongs to this step, up to what bots in Python must decide.
    fn conclude(&mut self, autoreset: Autoreset) {
        if !self.begins {
            let me = self.desk.episode.learner();
            self.reward = self.desk.reward(me, me);
            self.ended = self.desk.ended();
        }
        let is_over = self.ended.0 || self.ended.1;
        if is_over {
            let (points, winners) = result(self.desk);
            let mut last = Last {
                observation: Vec::new(),
                mask: Vec::new(),
                seat: self.desk.episode.learner().index(),
                resampled: self.desk.is_resampled,
                points,
                winners,
            };
            if autoreset == Autoreset::SameStep {
                last.observation = vec![0.0; self.observation.len()];
                last.mask = vec![0; self.mask.len()];
                see(self.desk, &mut last.observation, &mut last.mask);
                self.desk.begin(None, None);
                if !self.desk.has_guests() {
                    self.desk.run();
                }
            }
            self.last = Some(Box::new(last));
        }
    }

    /// Settles what bots of ours have played.
    fn settle(&mut self) {
        if self.error.is_none() && self.desk.settle().is_err() {
            self.error = Some(Failure::Bot);
        }
    }

    fn write(&mut self) {
        self.seat = self.desk.episode.learner().index();
        self.resampled = self.desk.is_resampled;
        see(self.desk, self.observation, self.mask);
    }

    /// All of a step, where no bot in Python plays.
    fn step(&mut self, autoreset: Autoreset) {
        self.play();
        self.settle();
        if self.error.is_none() {
            self.conclude(autoreset);
            self.settle();
            self.write();
        }
    }
}

/// Writes what the seat that is played from outside sees.
fn see(desk: &mut Desk, observation: &mut [f32], mask: &mut [i8]) {
    let (me, information) = (desk.episode.learner(), desk.plan.information);
    desk.episode.observe(me, information, observation);
    desk.write_mask(me, mask);
}

/// The most environments of one vector: beyond it a step is no longer a step.
const ENVS_MAX: usize = 16_384;

const FORMAT: &str = "neuland-vector";

/// [`Desks`] as they are kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedDesks {
    desks: Vec<SavedDesk>,
    is_over: Vec<bool>,
}

/// The parts that environments are made of anew: a plan, their number, the mode, threads, their text and their bots in Python.
type Kept = (EnvPlan, usize, &'static str, usize, String, Vec<Guests>);

/// The arrays of a step.
struct Arrays<'py> {
    observations: Bound<'py, PyArray2<f32>>,
    masks: Bound<'py, PyArray2<i8>>,
}

impl Desks {
    fn arrays<'py>(&self, py: Python<'py>) -> Arrays<'py> {
        let n = self.desks.len();
        Arrays {
            observations: PyArray2::zeros(py, [n, self.size], false),
            masks: PyArray2::zeros(py, [n, self.actions], false),
        }
    }

    fn write(&self, py: Python<'_>) -> PyResult<String> {
        let desks: Result<Vec<SavedDesk>, String> = self.desks.iter().map(Desk::save).collect();
        let desks = desks.map_err(|why| saved::fault(py, FORMAT, why))?;
        saved::write(py, FORMAT, &SavedDesks { desks, is_over: self.is_over.clone() })
    }

    /// Goes on where others were. Without `guests`, bots in Python are made anew.
    fn read(&mut self, saved: &Bound<'_, PyAny>, guests: Option<Vec<Guests>>) -> PyResult<()> {
        let py = saved.py();
        let fault = |why: String| saved::fault(py, FORMAT, why);
        let SavedDesks { desks, is_over } = saved::read(py, FORMAT, &saved::text(saved)?)?;
        let n = self.desks.len();
        if desks.len() != n || is_over.len() != n || guests.as_ref().is_some_and(|guests| guests.len() != n) {
            return Err(fault(format!("it has {} environments, and these are {n}", desks.len())));
        }
        let mut guests = guests.map(Vec::into_iter);
        let mut read = Vec::with_capacity(n);
        for (old, kept) in self.desks.iter().zip(desks) {
            let mut desk = Desk::new(&old.plan);
            desk.restore(kept, guests.as_mut().and_then(Iterator::next)).map_err(fault)?;
            read.push(desk);
        }
        (self.desks, self.is_over) = (read, is_over);
        Ok(())
    }

    fn has_guests(&self) -> bool {
        self.desks.first().is_some_and(Desk::has_guests)
    }

    /// Refuses to go on where the caller must begin episodes first.
    fn check_running(&self, py: Python<'_>) -> PyResult<()> {
        if self.autoreset != Autoreset::Disabled || !self.is_over.contains(&true) {
            return Ok(());
        }
        let over: Vec<usize> =
            self.is_over.iter().enumerate().filter(|(_, is_over)| **is_over).map(|(n, _)| n).collect();
        let message = format!(
            "the episodes of the environments {over:?} are over; reset them with options={{\"reset_mask\": mask}} first"
        );
        Err(reset_needed(py, &message))
    }

    /// Refuses a step as a whole: nothing has changed yet.
    fn check(&mut self, py: Python<'_>, codes: &[i64]) -> PyResult<()> {
        if codes.len() != self.desks.len() {
            let message = format!("{} actions for {} environments", codes.len(), self.desks.len());
            return Err(errors::parse(py, message));
        }
        self.check_running(py)?;
        for (n, (desk, &code)) in self.desks.iter_mut().zip(codes).enumerate() {
            if self.is_over[n] {
                continue;
            }
            let Some(code) = usize::try_from(code).ok().filter(|&code| code < self.actions) else {
                return Err(out_of_range(py, format_args!("{code} of environment {n}"), self.actions));
            };
            if desk.plan.on_illegal == OnIllegal::Raise {
                let me = desk.episode.learner();
                if desk.mask(me).is_some_and(|mask| mask[code] == 0) {
                    let meaning = encode::any::describe(desk.plan.kind(), code).unwrap_or_default();
                    let message = format!("code {code} ({meaning}) of environment {n} is not legal");
                    return Err(errors::exception(py, "IllegalAction", (message, None::<&str>)));
                }
            }
        }
        Ok(())
    }

    /// Plays all lanes, and returns them with their results.
    fn play<'a>(
        &'a mut self,
        py: Python<'_>,
        codes: &[i64],
        begins: &[bool],
        observations: &'a mut [f32],
        masks: &'a mut [i8],
    ) -> PyResult<Vec<Lane<'a>>> {
        let (has_guests, autoreset, threads) = (self.has_guests(), self.autoreset, self.threads);
        let rows = observations.chunks_mut(self.size).zip(masks.chunks_mut(self.actions));
        let mut lanes: Vec<Lane<'a>> = self
            .desks
            .iter_mut()
            .zip(rows)
            .enumerate()
            .map(|(n, (desk, (observation, mask)))| Lane {
                desk,
                code: usize::try_from(codes[n]).unwrap_or_default(),
                begins: begins[n],
                observation,
                mask,
                reward: 0.0,
                ended: (false, false),
                seat: 0,
                resampled: false,
                last: None,
                error: None,
            })
            .collect();
        if has_guests {
            play_with_guests(py, &mut lanes, autoreset)?;
        } else {
            py.detach(|| each(threads, &mut lanes, &|lane: &mut Lane<'_>| lane.step(autoreset)));
        }
        for lane in &mut lanes {
            match lane.error.take() {
                Some(Failure::Refused(refused)) => return Err(refused.raise(py)),
                Some(Failure::Bot) => {
                    return Err(errors::exception(
                        py,
                        "BotError",
                        ("a bot of ours played something illegal",),
                    ));
                }
                None => {}
            }
        }
        Ok(lanes)
    }
}

/// Steps environments with bots in Python: those decide one after the other, with the interpreter held.
fn play_with_guests(py: Python<'_>, lanes: &mut [Lane<'_>], autoreset: Autoreset) -> PyResult<()> {
    for lane in lanes {
        lane.play();
        if let Some(Failure::Refused(refused)) = lane.error.take() {
            return Err(refused.raise(py));
        }
        if lane.begins {
            lane.desk.greet();
            lane.desk.run();
        }
        lane.desk.conclude(py)?;
        lane.conclude(autoreset);
        if lane.last.is_some() && autoreset == Autoreset::SameStep {
            lane.desk.greet();
            lane.desk.run();
            lane.desk.conclude(py)?;
        }
        lane.write();
    }
    Ok(())
}

/// Does something with each item, on so many threads. What it does with one does not depend on the others, so the number of threads changes
/// no result.
fn each<T: Send>(threads: usize, items: &mut [T], job: &(impl Fn(&mut T) + Sync)) {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    if share >= items.len() {
        return items.iter_mut().for_each(job);
    }
    std::thread::scope(|scope| {
        let mut shares = items.chunks_mut(share);
        let own = shares.next();
        for part in shares {
            scope.spawn(move || part.iter_mut().for_each(job));
        }
        own.into_iter().flatten().for_each(job);
    });
}

/// Observations, masks and seats.
type Begun<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl VectorCore {
    /// The given number of environments of a plan.
    #[new]
    fn new(
        py: Python<'_>,
        plan: &Bound<'_, EnvPlan>,
        num_envs: usize,
        autoreset: &str,
        threads: usize,
    ) -> PyResult<VectorCore> {
        if !(1..=ENVS_MAX).contains(&num_envs) {
            return Err(errors::parse(py, format!("num_envs is 1 to {ENVS_MAX}, not {num_envs}")));
        }
        let Some(autoreset) = Autoreset::ALL.into_iter().find(|mode| mode.name() == autoreset) else {
            return Err(errors::parse(py, format!("'{autoreset}' is not a mode of autoreset")));
        };
        let plan = &plan.get().plan;
        Ok(VectorCore {
            desks: Exclusive::new(Desks {
                desks: (0..num_envs).map(|_| Desk::new(plan)).collect(),
                autoreset,
                is_over: vec![false; num_envs],
                threads,
                size: plan.size(),
                actions: plan.actions(),
            }),
        })
    }

    /// Begins episodes: those of the mask, or all, each at its position if it is given one. Each seed begins a row of episodes. Returns
    /// observations, masks and seats.
    #[pyo3(signature = (seeds, chosen, starts=None))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seeds: Vec<Option<u64>>,
        chosen: Vec<bool>,
        starts: Option<Vec<Option<Bound<'py, State>>>>,
    ) -> PyResult<Begun<'py>> {
        let mut desks = self.desks.take(py)?;
        let mut read: Vec<Option<AnyGame>> = vec![None; desks.desks.len()];
        for ((to, desk), start) in read.iter_mut().zip(&desks.desks).zip(starts.into_iter().flatten()) {
            *to = start.map(|state| desk.start(&state)).transpose()?;
        }
        desks.reset(py, &seeds, &chosen, &read)
    }

    /// All of it as a text, without bots in Python; objects among them are refused.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let desks = self.desks.take(py)?;
        desks.desks.iter().try_for_each(|desk| desk.check_text(py))?;
        desks.write(py)
    }

    /// Goes on where as many environments of the same plan were that were saved.
    fn restore(&self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        self.desks.take(saved.py())?.read(saved, None)
    }

    /// The environments of a plan that go on where others were; `guests` are their bots in Python.
    #[staticmethod]
    fn _from_saved(
        plan: &Bound<'_, EnvPlan>,
        num_envs: usize,
        autoreset: &str,
        threads: usize,
        saved: &Bound<'_, PyAny>,
        guests: Vec<Guests>,
    ) -> PyResult<VectorCore> {
        let py = plan.py();
        let core = VectorCore::new(py, plan, num_envs, autoreset, threads)?;
        core.desks.take(py)?.read(saved, Some(guests))?;
        Ok(core)
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<VectorCore> {
        let all = self.desks.take(py)?;
        let Desks { autoreset, threads, size, actions, .. } = *all;
        let guests: Vec<Guests> = all.desks.iter().map(|desk| desk.guests(py)).collect();
        let (plan, guests) = match all.desks.first() {
            Some(desk) => deep(py, desk, guests, memo)?,
            None => return Err(errors::parse(py, "there are no environments")),
        };
        let desks = all.desks.iter().zip(guests).map(|(desk, guests)| desk.copied(&plan, guests)).collect();
        let is_over = all.is_over.clone();
        Ok(VectorCore { desks: Exclusive::new(Desks { desks, autoreset, is_over, threads, size, actions }) })
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let all = self.desks.take(py)?;
        let Some(plan) = all.desks.first().map(|desk| EnvPlan { plan: desk.plan.clone() }) else {
            return Err(errors::parse(py, "there are no environments"));
        };
        let guests = all.desks.iter().map(|desk| desk.guests(py)).collect();
        let kept = (plan, all.desks.len(), all.autoreset.name(), all.threads, all.write(py)?, guests);
        Ok((py.get_type::<VectorCore>().getattr("_from_saved")?, kept))
    }

    /// Steps all environments. Returns a dict of arrays, and the ends of episodes.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let codes = actions.as_slice().map_err(|_| errors::parse(py, "the actions are not contiguous"))?;
        self.desks.take(py)?.step(py, codes)
    }

    /// A legal code for each environment, all with the same chance; 0 where the next step begins an episode.
    fn sample_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.desks.take(py)?.sample_actions(py)
    }

    /// The mask of the codes that are legal now, as bools, a row for each environment.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.desks.take(py)?.action_masks(py)
    }

    /// The position of an environment.
    fn state(&self, py: Python<'_>, index: usize) -> PyResult<State> {
        let desks = self.desks.take(py)?;
        let desk = desks.desks.get(index);
        desk.map(|desk| State { game: desk.episode.game() })
            .ok_or_else(|| errors::parse(py, format!("there are {} environments", desks.desks.len())))
    }
}

impl Desks {
    /// Begins episodes: those of the mask, or all. Each seed begins a row of episodes. Returns observations, masks and seats.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seeds: &[Option<u64>],
        chosen: &[bool],
        starts: &[Option<AnyGame>],
    ) -> PyResult<Begun<'py>> {
        if seeds.len() != self.desks.len() || chosen.len() != self.desks.len() {
            return Err(errors::parse(py, format!("{} environments need as many seeds", self.desks.len())));
        }
        for (n, desk) in self.desks.iter_mut().enumerate() {
            if chosen[n] {
                desk.reset(py, seeds[n].map(Seed), starts[n].as_ref())?;
                self.is_over[n] = desk.ended() != (false, false);
            }
        }
        let Arrays { observations, masks } = self.arrays(py);
        {
            let (mut all_seen, mut all_masks) = (observations.readwrite(), masks.readwrite());
            let (seen, masks) =
                (contiguous(py, all_seen.as_slice_mut())?, contiguous(py, all_masks.as_slice_mut())?);
            let rows = seen.chunks_mut(self.size).zip(masks.chunks_mut(self.actions));
            for (desk, (seen, mask)) in self.desks.iter_mut().zip(rows) {
                see(desk, seen, mask);
            }
        }
        let seats = self.desks.iter().map(|desk| desk.episode.learner().index() as i64).collect();
        Ok((observations, masks, PyArray1::from_vec(py, seats)))
    }

    /// Steps all environments. Returns a dict of arrays, and the ends of episodes.
    fn step<'py>(&mut self, py: Python<'py>, codes: &[i64]) -> PyResult<Bound<'py, PyDict>> {
        self.check(py, codes)?;
        let begins: Vec<bool> = match self.autoreset {
            Autoreset::NextStep => self.is_over.clone(),
            _ => vec![false; self.desks.len()],
        };
        let Arrays { observations, masks } = self.arrays(py);
        let result = PyDict::new(py);
        let is_over: Vec<bool>;
        {
            let (mut all_seen, mut all_masks) = (observations.readwrite(), masks.readwrite());
            let (seen, masks) =
                (contiguous(py, all_seen.as_slice_mut())?, contiguous(py, all_masks.as_slice_mut())?);
            let autoreset = self.autoreset;
            let mut lanes = self.play(py, codes, &begins, seen, masks)?;
            is_over = lanes.iter().map(|lane| lane.ended != (false, false)).collect();
            result.set_item(
                "rewards",
                PyArray1::from_vec(py, lanes.iter().map(|lane| lane.reward).collect()),
            )?;
            let ended =
                |which: fn(&(bool, bool)) -> bool| lanes.iter().map(|lane| which(&lane.ended)).collect();
            result.set_item("terminations", PyArray1::from_vec(py, ended(|ended| ended.0)))?;
            result.set_item("truncations", PyArray1::from_vec(py, ended(|ended| ended.1)))?;
            let seats = lanes.iter().map(|lane| lane.seat as i64).collect();
            result.set_item("seat", PyArray1::from_vec(py, seats))?;
            let resampled = lanes.iter().map(|lane| lane.resampled).collect();
            result.set_item("resampled", PyArray1::from_vec(py, resampled))?;
            if is_over.contains(&true) {
                result.set_item("ends", ends(py, &mut lanes, autoreset)?)?;
            }
        }
        self.is_over = match self.autoreset {
            // A new episode may be over at once, and then the next step begins another one.
            Autoreset::SameStep => self.desks.iter().map(|desk| desk.ended() != (false, false)).collect(),
            _ => is_over,
        };
        result.set_item("observation", observations)?;
        result.set_item("action_mask", masks)?;
        Ok(result)
    }

    /// A legal code for each environment, all with the same chance; 0 where the next step begins an episode and ignores it.
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.check_running(py)?;
        let begins_itself = self.autoreset == Autoreset::NextStep;
        let mut codes = Vec::with_capacity(self.desks.len());
        for (n, desk) in self.desks.iter_mut().enumerate() {
            let begins = begins_itself && self.is_over[n];
            let code = if begins { 0 } else { desk.sample().map_err(|refused| refused.raise(py))? };
            codes.push(code as i64);
        }
        Ok(PyArray1::from_vec(py, codes))
    }

    /// The mask of the codes that are legal now, as bools, a row for each environment.
    fn action_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let all = PyArray2::<bool>::zeros(py, [self.desks.len(), self.actions], false);
        {
            let mut rows = all.readwrite();
            let rows = contiguous(py, rows.as_slice_mut())?;
            for (desk, row) in self.desks.iter_mut().zip(rows.chunks_mut(self.actions)) {
                let me = desk.episode.learner();
                desk.write_mask(me, row);
            }
        }
        Ok(all)
    }
}

/// Arrays made here are contiguous.
fn contiguous<T, E>(py: Python<'_>, slice: Result<T, E>) -> PyResult<T> {
    slice.map_err(|_| errors::parse(py, "the array is not contiguous"))
}

/// The ends of episodes: a list of dicts, one for each environment where one ended. In the mode that resets in the same step they have the
/// last observation too.
fn ends<'py>(
    py: Python<'py>,
    lanes: &mut [Lane<'_>],
    autoreset: Autoreset,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let mut all = Vec::new();
    for (n, lane) in lanes.iter_mut().enumerate() {
        let Some(last) = lane.last.take() else { continue };
        let end = PyDict::new(py);
        end.set_item("env", n)?;
        end.set_item("points", PyArray1::from_vec(py, last.points))?;
        end.set_item("winners", PyArray1::from_vec(py, last.winners))?;
        if autoreset == Autoreset::SameStep {
            end.set_item("observation", PyArray1::from_vec(py, last.observation))?;
            end.set_item("action_mask", PyArray1::from_vec(py, last.mask))?;
            end.set_item("seat", last.seat)?;
            end.set_item("resampled", last.resampled)?;
        }
        all.push(end);
    }
    Ok(all)
}
