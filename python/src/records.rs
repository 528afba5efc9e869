//! Records: games written down.

use crate::convert::{self, python, seat, text, wrong_type};
use crate::errors;
use crate::events::Events;
use crate::state::State;
use game::Seat;
use game::record::{FinalLine, Header, Record as Written, Step};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use shelf::verify::verify;
use shelf::{Recorder as Writer, Timeline};

/// A game written down and checked: every step is allowed by the rules, and the result is the game's (docs/record.md).
///
/// ``len`` is the number of steps, ``str`` the text of the file. In a notebook it shows itself as a replay.
///
/// >>> state = State("catan", players=2)
/// >>> recorder = Recorder(state, seed=7)
/// >>> outcome = state.draw(7)
/// >>> events = state.resolve(outcome)
/// >>> recorder.outcome(outcome)
/// >>> record = recorder.finish(state)
/// >>> record, record.state(0).turn.chance, record.result
/// (<Record catan, 1 steps, unfinished>, 'layout', None)
#[pyclass(frozen, module = "neuland")]
pub(crate) struct Record {
    header: Header,
    pub(crate) timeline: Timeline,
    result: Option<FinalLine>,
}

/// A step as Python sees it: the seat and its action, or nobody and the outcome of nature.
type StepPair = (Option<String>, String);

fn pair(step: &Step) -> StepPair {
    match step {
        Step::Action { seat, action } => (Some(seat.to_string()), action.clone()),
        Step::Outcome(outcome) => (None, outcome.clone()),
    }
}

impl Record {
    fn of(py: Python<'_>, written: &str) -> PyResult<Record> {
        let read = py.detach(|| Timeline::read(written.as_bytes()));
        let (header, timeline, result) = read.map_err(|error| errors::record(py, &error))?;
        Ok(Record { header, timeline, result })
    }

    pub(crate) fn text(&self) -> String {
        let (header, steps) = (self.header.clone(), self.timeline.steps().to_vec());
        Written { header, steps, result: self.result.clone() }.to_string()
    }

    /// The number of a position; negative numbers count from the end.
    fn place(&self, at: isize) -> PyResult<usize> {
        let positions = self.timeline.steps().len() + 1;
        let place = if at < 0 { at.checked_add_unsigned(positions) } else { Some(at) };
        let place = place.and_then(|at| usize::try_from(at).ok()).filter(|&at| at < positions);
        place.ok_or_else(|| {
            PyIndexError::new_err(format!("the record has positions 0 to {}, not {at}", positions - 1))
        })
    }

    pub(crate) fn position(&self, at: isize) -> PyResult<State> {
        let at = self.place(at)?;
        let game = self.timeline.at(at).ok_or_else(|| PyIndexError::new_err("no such position"))?;
        Ok(State { game })
    }
}

#[pymethods]
impl Record {
    /// Reads and checks the text of a record.
    ///
    /// Raises:
    ///     RecordError: The line that is damaged or that the rules do not allow.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Record> {
        let Ok(written) = text.cast::<PyString>() else {
            return Err(wrong_type("a record is a text; Record.read(path) reads a file", text));
        };
        Record::of(py, &convert::text(written)?)
    }

    /// Reads and checks the record in a file.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     RecordError: As for ``parse``.
    #[staticmethod]
    fn read(py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<Record> {
        let arguments = PyDict::new(py);
        arguments.set_item("encoding", "utf-8")?;
        let path = py.import("pathlib")?.getattr("Path")?.call1((path,))?;
        let read = path.call_method("read_text", (), Some(&arguments));
        let written: String = match read {
            Ok(written) => written.extract()?,
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyUnicodeDecodeError>(py) => {
                let message = format!("the file is not UTF-8: {}", error.value(py));
                return Err(errors::exception(py, "RecordError", (message, 1, None::<&str>)));
            }
            Err(error) => return Err(error),
        };
        Record::of(py, &written)
    }

    /// Writes the record to a file, and replaces what is there.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    fn write(&self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let arguments = PyDict::new(py);
        arguments.set_item("encoding", "utf-8")?;
        let path = py.import("pathlib")?.getattr("Path")?.call1((path,))?;
        path.call_method("write_text", (self.text(),), Some(&arguments)).map(drop)
    }

    /// The first line, as a dict: game, rules, options, names, seed.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let header = serde_json::to_string(&self.header).map_err(|error| errors::parse(py, error))?;
        python(py, &header)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.header.game
    }

    /// The names of the players, from seat A on; ``None`` for a seat without a name.
    #[getter]
    fn names(&self) -> Vec<Option<String>> {
        self.header.seats.clone()
    }

    /// Every step as a pair: a seat and its action, or ``None`` and an outcome of nature; all are texts.
    #[getter]
    fn steps(&self) -> Vec<StepPair> {
        self.timeline.steps().iter().map(pair).collect()
    }

    /// The result, ``{"winners": [...], "points": {...}}``, or ``None`` if the game is not over.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(result) = &self.result else { return Ok(None) };
        let document = serde_json::to_string(result).map_err(|error| errors::parse(py, error))?;
        python(py, &document).map(Some)
    }

    /// The position after so many steps, as a :class:`State`: 0 is the beginning, ``None`` the last one, and negative numbers count
    /// from the end.
    ///
    /// Raises:
    ///     IndexError: There is no such position.
    #[pyo3(signature = (at=None))]
    fn state(&self, at: Option<isize>) -> PyResult<State> {
        self.position(at.unwrap_or(-1))
    }

    /// The events of the step that leads to this position; none for the first one.
    ///
    /// Raises:
    ///     IndexError: There is no such position.
    fn events(&self, at: isize) -> PyResult<Events> {
        let at = self.place(at)?;
        let events = at.checked_sub(1).and_then(|step| self.timeline.events().get(step));
        Ok(Events::new(events.cloned().into_iter().collect(), self.timeline.start().seats()))
    }

    /// Computes every draw again from the proof that the record of a table carries (docs/fairness.md), and returns the proof and the draws as a
    /// dict.
    ///
    /// Raises:
    ///     RecordError: There is no proof, or an outcome is not the one that the dice gave.
    fn verify_dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let written = self.text();
        let verified = py.detach(|| verify(written.as_bytes()));
        let verified = verified.map_err(|fault| {
            errors::exception(py, "RecordError", (fault.to_string(), None::<u64>, None::<&str>))
        })?;
        let document = serde_json::to_string(&verified).map_err(|error| errors::parse(py, error))?;
        python(py, &document)
    }

    /// The style sheet of pictures, and the numbers, captions and pictures of at most so many positions.
    fn _frames(
        &self,
        py: Python<'_>,
        limit: usize,
        bytes: usize,
        theme: &str,
    ) -> PyResult<crate::pictures::Frames> {
        crate::pictures::frames(py, &self.timeline, limit, bytes, theme)
    }

    fn __len__(&self) -> usize {
        self.timeline.steps().len()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| self.text() == other.get().text())
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Record>().getattr("parse")?, (self.text(),)))
    }

    fn __repr__(&self) -> String {
        let state = if self.result.is_some() { "finished" } else { "unfinished" };
        format!("<Record {}, {} steps, {state}>", self.header.game, self.__len__())
    }

    /// The HTML that notebooks show.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        let module = slf.py().import("neuland._replay")?;
        module.getattr("notebook")?.call1((slf,))?.extract()
    }
}

/// Writes a record down as a game is played. A state has no past, so whoever wants a record keeps one of these beside it.
///
/// Args:
///     state: The position that the game begins from.
///     names: Who sits at the seats, ``None`` for nobody.
///     seed: The seed that outcomes are drawn from, if it may be known.
///
/// Raises:
///     ParseError: There are more or fewer names than seats, or it is no seed.
#[pyclass(module = "neuland")]
pub(crate) struct Recorder {
    writer: Writer,
    seats: usize,
}

#[pymethods]
impl Recorder {
    /// Begins at a position.
    #[new]
    #[pyo3(signature = (state, *, names=None, seed=None))]
    fn new(
        py: Python<'_>,
        state: &Bound<'_, State>,
        names: Option<Vec<Option<String>>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Recorder> {
        let game = state.try_borrow()?.game;
        let mut writer = Writer::new(&game);
        if let Some(names) = names {
            if names.len() != game.seats() {
                let message = format!("{} names for {} seats", names.len(), game.seats());
                return Err(errors::parse(py, message));
            }
            writer = writer.named(names.iter().map(|name| name.as_deref().unwrap_or_default()));
        }
        if let Some(seed) = seed {
            writer = writer.seeded(convert::seed(seed)?);
        }
        Ok(Recorder { writer, seats: game.seats() })
    }

    /// Adds an action that a seat did, as an :class:`Action` or its text. ``finish`` checks it.
    fn action(&mut self, seat: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat: Seat = self::seat(seat, self.seats)?;
        self.writer.action(seat, action.str()?.extract::<String>()?);
        Ok(())
    }

    /// Adds an outcome of nature, as its text. ``finish`` checks it.
    fn outcome(&mut self, outcome: &Bound<'_, PyString>) -> PyResult<()> {
        self.writer.outcome(text(outcome)?);
        Ok(())
    }

    /// The record of the game so far, checked; ``state`` is the game as it is now, whose result is written if it is over. The recorder
    /// can go on.
    ///
    /// Raises:
    ///     RecordError: A step that the rules do not allow, with its line.
    fn finish(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Record> {
        let game = state.try_borrow()?.game;
        Record::of(py, &self.writer.clone().finish(&game).to_string())
    }
}
