//! Actions, legal lists, and randomness to choose from them.

use crate::convert::{is_int, seed, text, type_of, wrong_type};
use crate::{convert, errors, saved};
use game::{Draws, Substream};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};
use shelf::{AnyAction, AnyGame, AnyLegal, GameKind};

/// One decision of one seat, as a value. ``str(action)`` is its text, which every method takes as well.
///
/// ``Action(game, text)`` reads a text. An action equals its text and has its hash, so either can be a key of the same dict. Playing an
/// action reads no text, so it is faster than playing its text.
///
/// Raises:
///     ParseError: The text is no action of the game, or there is no such game.
///
/// >>> action = Action("catan", "road  P25")
/// >>> str(action), action.kind
/// ('road P25', 'road')
/// >>> action == "road P25"
/// True
#[pyclass(frozen, module = "neuland")]
pub(crate) struct Action {
    pub(crate) action: AnyAction,
}

#[pymethods]
impl Action {
    /// Reads the text form of an action of this game.
    #[new]
    fn new(game: &Bound<'_, PyAny>, text: &Bound<'_, PyString>) -> PyResult<Action> {
        let kind = convert::game(game)?;
        read(kind, text).map(|action| Action { action })
    }

    /// The name of the game that it is an action of.
    #[getter]
    fn game(&self) -> &'static str {
        self.action.kind().name()
    }

    /// The first word of the text: `road`.
    #[getter]
    fn kind(&self) -> String {
        let text = self.action.to_string();
        text.split_whitespace().next().unwrap_or_default().to_owned()
    }

    fn __str__(&self) -> String {
        self.action.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Action({:?}, {:?})", self.game(), self.action.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Action>() {
            return self.action == other.get().action;
        }
        other
            .cast::<PyString>()
            .is_ok_and(|other| other.to_str().is_ok_and(|other| self.action.to_string() == other))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.action.to_string()).hash()
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, String)) {
        (py.get_type::<Action>().into_any(), (self.game(), self.action.to_string()))
    }
}

/// An action of a game from its text.
fn read(kind: GameKind, written: &Bound<'_, PyString>) -> PyResult<AnyAction> {
    AnyAction::read(kind, &text(written)?).map_err(|error| errors::parse(written.py(), error))
}

/// An action of a position, given as [`Action`] or text.
pub(crate) fn action(game: &AnyGame, value: &Bound<'_, PyAny>) -> PyResult<AnyAction> {
    if let Ok(action) = value.cast::<Action>() {
        return Ok(action.get().action);
    }
    let Ok(written) = value.cast::<PyString>() else {
        return Err(wrong_type("an action is an Action or a text such as 'road P25'", value));
    };
    game.action(&text(written)?).map_err(|error| errors::parse(value.py(), error))
}

/// The listed actions of a seat: a set in a stable order, which the game documents.
///
/// It is lazy: ``len``, ``in``, indexing and ``sample`` make no texts and no other actions. A list can be very long, such as all discards of
/// 20 cards out of 50, so go through one only where you know that it is short. It does not change when the state does. ``in`` compares
/// names as the list has them; ``State.check`` knows all names of an action.
///
/// >>> state = State("catan")
/// >>> events = state.advance(seed=7)
/// >>> legal = state.legal_actions()
/// >>> len(legal), "settlement I17" in legal, str(legal[17])
/// (54, True, 'settlement I17')
#[pyclass(frozen, sequence, module = "neuland")]
pub(crate) struct LegalActions {
    legal: AnyLegal,
}

impl LegalActions {
    pub(crate) fn new(legal: AnyLegal) -> LegalActions {
        LegalActions { legal }
    }

    /// The action at a place that is there.
    fn at(&self, n: usize) -> PyResult<Action> {
        let action = self.legal.get(n).ok_or_else(|| self.beyond())?;
        Ok(Action { action })
    }

    fn beyond(&self) -> PyErr {
        PyIndexError::new_err(format!("there are {} legal actions", self.legal.len()))
    }

    /// The action that a value says; `None` if it says none of this game.
    fn said(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<AnyAction>> {
        if let Ok(action) = value.cast::<Action>() {
            return Ok(Some(action.get().action));
        }
        let Ok(written) = value.cast::<PyString>() else {
            return Err(wrong_type("an action is an Action or a text such as 'road P25'", value));
        };
        Ok(AnyAction::read(self.legal.kind(), &text(written)?).ok())
    }
}

#[pymethods]
impl LegalActions {
    fn __len__(&self) -> usize {
        self.legal.len()
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.said(action)?.is_some_and(|action| self.legal.contains(&action)))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.legal.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(len as isize)?;
            let places = (0..indices.slicelength).map(|n| indices.start + n as isize * indices.step);
            let actions: PyResult<Vec<Action>> = places.map(|n| self.at(n as usize)).collect();
            return actions?.into_pyobject(py);
        }
        if !is_int(index) {
            return Err(wrong_type("an index is a whole number or a slice", index));
        }
        let n: isize = index.extract().map_err(|_| self.beyond())?;
        let place = if n < 0 { n.checked_add_unsigned(len) } else { Some(n) };
        let place = place.and_then(|n| usize::try_from(n).ok()).ok_or_else(|| self.beyond())?;
        Ok(Bound::new(py, self.at(place)?)?.into_any())
    }

    fn __iter__(&self) -> LegalIterator {
        LegalIterator { legal: self.legal, next: 0 }
    }

    /// The place of an action in the list, from 0.
    ///
    /// Raises:
    ///     ValueError: It is not listed.
    fn index(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let place = self.said(action)?.and_then(|action| self.legal.position(&action));
        place.ok_or_else(|| PyValueError::new_err("the action is not listed"))
    }

    /// Counts the occurrences of an action in the list: 0 or 1.
    fn count(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.__contains__(action).map(usize::from)
    }

    /// A listed action, all with the same chance.
    ///
    /// Args:
    ///     rng: A :class:`Random`, a seed, a ``random.Random`` or a ``numpy.random.Generator``. The same seed gives the same action.
    ///
    /// Raises:
    ///     IndexError: The list is empty.
    ///     TypeError: It is no source of random numbers.
    fn sample(&self, rng: &Bound<'_, PyAny>) -> PyResult<Action> {
        if self.legal.is_empty() {
            return Err(PyIndexError::new_err("there is no legal action to choose from"));
        }
        self.at(below(rng, self.legal.len())?)
    }

    /// The texts of the first ``limit`` actions, or of all.
    #[pyo3(signature = (limit=None))]
    fn texts(&self, limit: Option<usize>) -> Vec<String> {
        let count = limit.unwrap_or(usize::MAX).min(self.legal.len());
        (0..count).filter_map(|n| self.legal.get(n)).map(|action| action.to_string()).collect()
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 4;
        let mut shown = self.texts(Some(SHOWN));
        if self.legal.len() > SHOWN {
            shown.push("…".to_owned());
        }
        format!("<{} legal actions: {}>", self.legal.len(), shown.join(", "))
    }
}

/// Goes through a legal list.
#[pyclass(module = "neuland")]
pub(crate) struct LegalIterator {
    legal: AnyLegal,
    next: usize,
}

#[pymethods]
impl LegalIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Action> {
        let action = self.legal.get(self.next)?;
        self.next += 1;
        Some(Action { action })
    }
}

/// A stream of random numbers (SplitMix64) that is the same on every machine and in every version.
///
/// ``Random(seed)`` is the stream of a seed: a whole number from 0 to 2**64 - 1, or its text.
///
/// >>> rng = Random(7)
/// >>> all(rng.below(6) < 6 for _ in range(100))
/// True
#[pyclass(module = "neuland")]
pub(crate) struct Random {
    draws: Substream,
}

#[pymethods]
impl Random {
    /// The stream of a seed.
    #[new]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<Random> {
        Ok(Random { draws: convert::seed(seed)?.substream("python", 0) })
    }

    /// A number from 0 to ``bound - 1``, all with the same chance.
    ///
    /// Raises:
    ///     ValueError: The bound is not a whole number from 1 to 2**32 - 1.
    fn below(&mut self, bound: &Bound<'_, PyAny>) -> PyResult<u32> {
        let number = if is_int(bound) { bound.extract::<u32>().ok() } else { None };
        match number {
            Some(bound) if bound > 0 => Ok(self.draws.below(bound)),
            _ => Err(PyValueError::new_err("a bound is a whole number from 1 to 4294967295")),
        }
    }

    /// The place in the stream, as a text (docs/python.md, Saving).
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        saved::write(py, "neuland-random", &self.draws)
    }

    /// Goes on where a stream was when its ``save`` returned this text.
    ///
    /// Raises:
    ///     ParseError: The text is damaged, or of something else.
    fn restore(&mut self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        self.draws = Random::from_saved(saved)?.draws;
        Ok(())
    }

    /// Makes it anew from its text; pickles call this.
    #[staticmethod]
    #[pyo3(name = "_from_saved")]
    fn from_saved(saved: &Bound<'_, PyAny>) -> PyResult<Random> {
        let draws = saved::read(saved.py(), "neuland-random", &saved::text(saved)?)?;
        Ok(Random { draws })
    }

    /// A copy that draws on by itself: the same numbers.
    fn clone(&self) -> Random {
        Random { draws: self.draws }
    }

    /// A copy that goes on by itself.
    fn __copy__(&self) -> Random {
        self.clone()
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Random {
        self.clone()
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Random>().getattr("_from_saved")?, (self.save(py)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Random at {}>", self.draws)
    }
}

/// A number below `bound` from our [`Random`], a seed, `random.Random` or a generator of numpy.
pub(crate) fn below(rng: &Bound<'_, PyAny>, bound: usize) -> PyResult<usize> {
    let narrow = u32::try_from(bound).unwrap_or(u32::MAX);
    if let Ok(random) = rng.cast::<Random>() {
        return Ok(random.try_borrow_mut()?.draws.below(narrow) as usize);
    }
    if is_int(rng) || rng.is_instance_of::<PyString>() {
        return Ok(seed(rng)?.substream("python", 0).below(narrow) as usize);
    }
    let method = ["randrange", "integers"].into_iter().find(|name| rng.hasattr(*name).unwrap_or(false));
    let Some(method) = method else {
        return Err(PyTypeError::new_err(format!(
            "rng is a neuland.Random, a seed, a random.Random or a numpy.random.Generator, not {}",
            type_of(rng)
        )));
    };
    let drawn: usize = rng.call_method1(method, (bound,))?.extract()?;
    if drawn < bound {
        Ok(drawn)
    } else {
        Err(PyValueError::new_err(format!("the rng drew {drawn}, which is not below {bound}")))
    }
}
