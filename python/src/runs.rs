//! Many games on many threads: series and matches. The interpreter is free meanwhile; bots in Python attach to it for each decision.

use crate::bots::unknown;
use crate::errors;
use crate::guests::{Factory, Interrupt};
use crate::state::State;
use arena::OnFault;
use arena::external::{BotStartError, Terms};
use arena::matches::{
    Entrant, Format, Guests, Journal, Labels, Plan, PlanError, RunError, RunOptions, Settings, SprtSettings,
    Summary, Watch, record_path,
};
use arena::process::{Launch, Limits};
use arena::series::{BotKind, Series, SeriesBot, SeriesError, SeriesOptions, SeriesReport, play};
use arena::stats::ErrorRates;
use game::Seed;
use pyo3::exceptions::{PyFileExistsError, PyOSError};
use pyo3::prelude::*;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A bot as the Python side names it: its name, and the command line of its process or what makes it in Python.
type Named = (String, Option<String>, Option<Py<PyAny>>);

/// The treatment of bot processes: the time for a decision in milliseconds, the consequence of a fault, and the limits of memory
/// (MiB) and processor time (s).
type Treatment = (u64, String, Option<u64>, Option<u64>);

/// Watches a run: lets the interpreter handle its signals, and stops for an error of a bot.
fn watch(brake: &Interrupt) -> Watch<'_> {
    Box::new(move |_| {
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            brake.pull(error);
        }
        !brake.is_pulled()
    })
}

fn terms(py: Python<'_>, (decision, on_fault, memory, cpu): &Treatment) -> PyResult<(Terms, Limits)> {
    let found = OnFault::ALL.iter().copied().find(|policy| policy.name() == on_fault);
    let on_fault = found.ok_or_else(|| {
        let names: Vec<&str> = OnFault::ALL.iter().map(|policy| policy.name()).collect();
        errors::parse(
            py,
            format!("'{on_fault}' is not a consequence of a fault; there are {}", names.join(", ")),
        )
    })?;
    let terms = Terms { on_fault, decision: Duration::from_millis(*decision), ..Terms::default() };
    let limits = Limits { memory_bytes: memory.map(|mebi| mebi << 20), cpu_seconds: *cpu, processes: None };
    Ok((terms, limits))
}

fn make_folder(folder: Option<&Path>) -> PyResult<()> {
    match folder {
        Some(folder) => std::fs::create_dir_all(folder)
            .map_err(|error| PyOSError::new_err(format!("{}: {error}", folder.display()))),
        None => Ok(()),
    }
}

fn refuse_existing(mut paths: impl Iterator<Item = PathBuf>) -> PyResult<()> {
    match paths.find(|path| path.exists()) {
        Some(path) => Err(PyFileExistsError::new_err(format!("{} exists already", path.display()))),
        None => Ok(()),
    }
}

/// A bot in a process of its own does not start; nothing was played.
fn does_not_start(py: Python<'_>, error: &BotStartError) -> PyErr {
    errors::exception(py, "BotError", (error.to_string(),))
}

fn io(path: &Path, error: &std::io::Error) -> PyErr {
    if error.kind() == ErrorKind::AlreadyExists {
        return PyFileExistsError::new_err(format!("{} exists already", path.display()));
    }
    PyOSError::new_err(format!("{}: {error}", path.display()))
}

/// Plays a series, and returns its report as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python side names them one by one")]
pub(crate) fn run_series(
    py: Python<'_>,
    start: &Bound<'_, State>,
    bots: Vec<Named>,
    games: u64,
    seed: u64,
    threads: usize,
    rotate: bool,
    times: bool,
    records: Option<PathBuf>,
    treatment: Treatment,
) -> PyResult<String> {
    let (terms, limits) = terms(py, &treatment)?;
    let brake = Arc::new(Interrupt::default());
    let bot = |(name, command, make): Named| {
        let kind = match (command, make) {
            (Some(command), _) => BotKind::External(Launch::new(command).with_limits(limits)),
            (_, Some(make)) => {
                BotKind::Guest(Arc::new(Factory { name: name.clone(), make, brake: brake.clone() }))
            }
            _ => BotKind::Own,
        };
        SeriesBot { name, kind }
    };
    let bots = bots.into_iter().map(bot).collect();
    let start = start.try_borrow()?.game;
    let series = Series { start, bots, seed: Seed(seed), games, rotate, times, records, terms };
    make_folder(series.records.as_deref())?;
    let started = Instant::now();
    let played = py.detach(|| play(&series, SeriesOptions { threads, watch: watch(&brake) }));
    if let Some(error) = brake.take() {
        return Err(error);
    }
    let tally = played.map_err(|error| match &error {
        SeriesError::UnknownBot { name } => unknown(py, start.kind(), name),
        SeriesError::OwnBot { seed, illegal, .. } => {
            errors::exception(py, "BotError", (error.to_string(), seed.to_string(), illegal.seat.to_string()))
        }
        SeriesError::BotStart(failed) => does_not_start(py, failed),
        SeriesError::Io { path, error } => io(path, error),
        _ => errors::parse(py, &error),
    })?;
    let report = SeriesReport::new(&series, threads, &tally, started.elapsed());
    serde_json::to_string(&report).map_err(|error| errors::parse(py, error))
}

/// Plays a match, and returns its summary as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python side names them one by one")]
pub(crate) fn run_match(
    py: Python<'_>,
    start: &Bound<'_, State>,
    bots: Vec<Named>,
    labels: Labels,
    format: &str,
    games: u64,
    sprt: Option<(f64, f64, f64, f64)>,
    seed: u64,
    threads: usize,
    luck: bool,
    records: Option<PathBuf>,
    journal: Option<PathBuf>,
    treatment: Treatment,
) -> PyResult<String> {
    let (terms, limits) = terms(py, &treatment)?;
    let start = start.try_borrow()?.game;
    let brake = Arc::new(Interrupt::default());
    let mut guests = Guests::new();
    let mut entrants = Vec::new();
    for (name, command, make) in bots {
        if let (None, Some(make)) = (&command, make) {
            let factory = Factory { name: name.clone(), make, brake: brake.clone() };
            guests.insert(name.clone(), Arc::new(factory));
        }
        entrants.push(Entrant { name, command });
    }
    let settings = Settings {
        start,
        bots: entrants,
        format: format.parse::<Format>().map_err(|error| errors::parse(py, error))?,
        games,
        sprt: sprt.map(|(elo0, elo1, alpha, beta)| SprtSettings {
            elo0,
            elo1,
            rates: ErrorRates { alpha, beta },
        }),
        seed: Seed(seed),
        terms,
        limits,
        luck,
    };
    let plan = Plan::with_labels(settings, guests, labels).map_err(|error| match &error {
        PlanError::UnknownBot { name } => unknown(py, start.kind(), name),
        _ => errors::parse(py, &error),
    })?;
    make_folder(records.as_deref())?;
    let journal = match journal {
        Some(path) => Some(Journal::open(&path, &plan).map_err(|error| errors::parse(py, error))?),
        None => None,
    };
    if let Some(folder) = &records
        && journal.as_ref().is_none_or(Journal::is_new)
    {
        let rotations = |group| (0..plan.table(group).rotations()).map(move |rotation| (group, rotation));
        let all = (0..plan.groups()).flat_map(rotations);
        refuse_existing(all.map(|(group, rotation)| record_path(&plan, folder, group, rotation)))?;
    }
    let played = py.detach(|| {
        let running = RunOptions { threads, journal, records, times: false, watch: watch(&brake) };
        arena::matches::run(&plan, running)
    });
    if let Some(error) = brake.take() {
        return Err(error);
    }
    let groups = played.map_err(|error| match &error {
        RunError::OwnBot(own) => {
            let arguments = (error.to_string(), own.seed.to_string(), own.illegal.seat.to_string());
            errors::exception(py, "BotError", arguments)
        }
        RunError::BotStart(failed) => does_not_start(py, failed),
        RunError::Io { path, error } => io(path, error),
        _ => errors::parse(py, &error),
    })?;
    serde_json::to_string(&Summary::new(&plan, &groups)).map_err(|error| errors::parse(py, error))
}
