//! Positions and actions as numbers: layouts, and a game that is played by codes.

use crate::actions::{action, below};
use crate::convert::{self, is_int, python, seat, text, wrong_type};
use crate::events::Events;
use crate::state::{State, Turn};
use crate::{errors, saved};
use encode::any::{AnyCodeError, AnyPlayed, AnyTracked, Misuse};
use encode::{CodeError, Information, LayoutId};
use game::Seat;
use game::record::Object;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyString, PyTuple};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shelf::AnyGame;

/// The meaning of the numbers of a game: the arrays of an observation, and the blocks of the action space (docs/encodings.md).
///
/// A layout is the same for all numbers of seats and all options. Its ``id`` names game, information, version and hash; store it
/// with every trained model, and pass it to ``expect`` before use.
///
/// Attributes:
///     game: The name of the game.
///     version: Rises with every change.
///     information: ``"seat"``, what a seat knows, or ``"everything"``.
///     actions: The number of codes, from 0 on.
///     size: The number of values of an observation.
///     hash: SHA-256 over the layout, 64 hexadecimal digits.
///     id: Its name as text.
///
/// >>> here = layout("catan")
/// >>> here.expect(here.id)
/// >>> [array["name"] for array in here.arrays][0], here.describe(0)
/// ('hex', 'roll')
#[pyclass(frozen, module = "neuland")]
pub(crate) struct Layout {
    layout: &'static encode::Layout,
}

fn information(everything: bool) -> Information {
    if everything { Information::Everything } else { Information::Seat }
}

/// The layout of a game.
///
/// Args:
///     game: The name of the game.
///     everything: Whether observations show everything, hidden cards included.
///
/// Raises:
///     ParseError: There is no such game.
#[pyfunction]
#[pyo3(signature = (game, *, everything=false))]
pub(crate) fn layout(game: &Bound<'_, PyAny>, everything: bool) -> PyResult<Layout> {
    let kind = convert::game(game)?;
    Ok(Layout { layout: encode::any::layout(kind, information(everything)) })
}

#[pymethods]
impl Layout {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.layout.game.name()
    }

    /// Rises with every change of the layout.
    #[getter]
    fn version(&self) -> u32 {
        self.layout.version
    }

    /// ``"seat"`` or ``"everything"``.
    #[getter]
    fn information(&self) -> &'static str {
        self.layout.information.name()
    }

    /// The number of codes, from 0 on.
    #[getter]
    fn actions(&self) -> usize {
        self.layout.actions
    }

    /// The number of values of an observation.
    #[getter]
    fn size(&self) -> usize {
        self.layout.size
    }

    /// SHA-256 over what the layout says, 64 hexadecimal digits.
    #[getter]
    fn hash(&self) -> &'static str {
        &self.layout.hash
    }

    /// Its name as text: game, information, version and hash.
    #[getter]
    fn id(&self) -> String {
        self.layout.id().to_string()
    }

    /// The arrays of an observation, in their order: for each a dict with ``name``, ``dtype`` (what suffices; observations are
    /// ``float32``), ``shape``, ``offset`` in the flat view, ``about``, and ``channels`` of the last axis, each with ``name``, ``low``,
    /// ``high`` and ``about``.
    #[getter]
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        document(py, &self.layout.arrays)
    }

    /// The blocks of the action space, in their order: for each a dict with ``name``, ``first``, ``len``, ``about``, and ``codes``,
    /// what each code means.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        document(py, &self.layout.blocks)
    }

    /// All of it as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        document(py, self.layout)
    }

    /// Describes the meaning of a code in words.
    ///
    /// Raises:
    ///     ParseError: There is no such code.
    fn describe(&self, code: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        describe(self.layout.game, code)
    }

    /// Raises :class:`StaleLayout` if something was made with another layout.
    ///
    /// Args:
    ///     id: The ``id`` that was kept with it.
    ///
    /// Raises:
    ///     StaleLayout: It is another layout; the message names both.
    ///     ParseError: It is no id of a layout.
    fn expect(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(written) = id.cast::<PyString>() else {
            return Err(wrong_type("the id of a layout is a text, such as Layout.id", id));
        };
        let id: LayoutId =
            text(written)?.parse().map_err(|error: game::ParseError| errors::parse(py, error))?;
        self.layout.expect(&id).map_err(|stale| errors::exception(py, "StaleLayout", (stale.to_string(),)))
    }

    /// The layout of an id, if it is here; pickles call it.
    #[staticmethod]
    #[pyo3(name = "_from_id")]
    fn from_id(id: &Bound<'_, PyString>) -> PyResult<Layout> {
        let py = id.py();
        let written: LayoutId =
            text(id)?.parse().map_err(|error: game::ParseError| errors::parse(py, error))?;
        let here = Layout { layout: encode::any::layout(written.game, written.information) };
        here.expect(py, id)?;
        Ok(here)
    }

    /// Itself, since it never changes.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// Itself, since it never changes.
    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Layout>().is_ok_and(|other| self.layout.id() == other.get().layout.id())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.layout.hash).hash()
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Layout>().getattr("_from_id")?, (self.id(),)))
    }

    fn __repr__(&self) -> String {
        let encode::Layout { game, version, information, actions, size, .. } = self.layout;
        format!("<Layout {game}, {information}, version {version}: {size} values, {actions} codes>")
    }
}

fn document<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(|error| errors::parse(py, error))?;
    python(py, &json)
}

/// The number of a code.
fn code(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    if !is_int(value) {
        return Err(wrong_type("a code is a whole number", value));
    }
    value.extract().map_err(|_| errors::parse(value.py(), "a code is a whole number from 0 on"))
}

pub(crate) fn describe(kind: shelf::GameKind, value: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let code = code(value)?;
    encode::any::describe(kind, code).ok_or_else(|| {
        let last = encode::any::actions(kind) - 1;
        errors::parse(value.py(), format!("code {code} does not exist; codes of {kind} are 0 to {last}"))
    })
}

/// A game that is played by numbers: a position with what each seat has counted, and with the choices that are half made.
///
/// ``Table(state)`` begins at a position. Begin at the start of a game if seats shall have counted cards: the counters know what
/// happens from here on. Some actions take several codes, one after the other: ``play_code`` then returns ``None``, and the mask shows what
/// can follow.
///
/// Where a method takes a seat it is a letter or an index; with ``None`` it is the seat that acts next. Arrays are new at each call.
///
/// >>> table = Table(State("catan", players=3))
/// >>> events = table.advance(seed=7)
/// >>> int(table.action_mask().sum()), table.observation()["hex"].shape[0]
/// (54, 19)
/// >>> events = table.play_code(table.sample_code(Random(1)))
#[pyclass(module = "neuland")]
pub(crate) struct Table {
    table: Box<AnyTracked>,
}

impl Table {
    pub(crate) fn of(game: AnyGame) -> Table {
        Table { table: Box::new(AnyTracked::new(game)) }
    }

    /// The named seat, or the one that acts next.
    fn seat_or_next(&self, py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match value {
            Some(value) => seat(value, self.table.seats()),
            None => self.table.to_act().ok_or_else(|| {
                let message = "no seat is to decide; name a seat, or let nature act";
                errors::exception(py, "IllegalAction", (message, None::<&str>))
            }),
        }
    }

    /// Encodes the knowledge of a seat as numbers.
    pub(crate) fn values(
        &mut self,
        py: Python<'_>,
        seat: Option<&Bound<'_, PyAny>>,
        everything: bool,
    ) -> PyResult<Vec<f32>> {
        let seat = self.seat_or_next(py, seat)?;
        let information = information(everything);
        let mut values = vec![0.0; encode::any::layout(self.table.kind(), information).size];
        self.table.observe(seat, information, &mut values).map_err(|misuse| misused(py, &misuse))?;
        Ok(values)
    }

    /// Encodes the knowledge of a seat as the arrays of the layout, which are views of one flat array.
    pub(crate) fn arrays<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let flat = PyArray1::from_vec(py, self.values(py, seat, everything)?);
        let arrays = PyDict::new(py);
        for array in &encode::any::layout(self.table.kind(), information(everything)).arrays {
            let (from, to) = (array.offset as isize, (array.offset + array.len()) as isize);
            let part = flat.get_item(PySlice::new(py, from, to, 1))?;
            let shape = PyTuple::new(py, &array.shape)?;
            arrays.set_item(array.name, part.call_method1("reshape", (shape,))?)?;
        }
        Ok(arrays)
    }

    /// The mask of the codes that a seat may give next.
    fn bytes(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u8>> {
        let seat = self.seat_or_next(py, seat)?;
        let mut mask = vec![0; encode::any::actions(self.table.kind())];
        self.table.mask(seat, &mut mask).map_err(|misuse| misused(py, &misuse))?;
        Ok(mask)
    }

    pub(crate) fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        // The libraries that take masks want `int8`.
        let mask = self.bytes(py, seat)?.into_iter().map(|byte| byte as i8).collect();
        Ok(PyArray1::from_vec(py, mask))
    }

    pub(crate) fn world(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<AnyTracked> {
        let seat = self::seat(seat, self.table.seats())?;
        if self.table.game().outcome().is_some() {
            // What is hidden can no longer be dealt anew: the points of all are open, and follow from it.
            let message = "the game is over: there is nothing left to decide in another world";
            return Err(errors::exception(py, "IllegalAction", (message, None::<&str>)));
        }
        self.table.determinize(seat, convert::seed(seed)?).map_err(|misuse| misused(py, &misuse))
    }

    fn events(&self, events: Option<shelf::Events>) -> Events {
        Events::new(events.into_iter().collect(), self.table.seats())
    }
}

const FORMAT: &str = "neuland-table";

/// A [`Table`] as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedTable {
    game: String,
    position: Object,
    memory: Value,
}

impl SavedTable {
    /// A position with a document of [`AnyTracked::memory`].
    pub(crate) fn with(game: AnyGame, memory: Value) -> SavedTable {
        SavedTable { game: game.kind().name().to_owned(), position: game.to_setup(), memory }
    }

    /// The position, and the document of what was counted.
    pub(crate) fn position(self) -> Result<(AnyGame, Value), String> {
        let kind: shelf::GameKind = self.game.parse().map_err(|error: game::ParseError| error.to_string())?;
        let game = AnyGame::from_setup(kind, &Value::Object(self.position)).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(|fault| fault.message.clone()).collect();
            faults.join("; ")
        })?;
        Ok((game, self.memory))
    }
}

fn misused(py: Python<'_>, misuse: &Misuse) -> PyErr {
    errors::parse(py, misuse)
}

fn refused_code(py: Python<'_>, error: &AnyCodeError) -> PyErr {
    let illegal = |clause: Option<&str>| errors::exception(py, "IllegalAction", (error.to_string(), clause));
    match error {
        AnyCodeError::Code(CodeError::Illegal { clause, .. }) => illegal(Some(clause)),
        AnyCodeError::Code(CodeError::NotHere { .. } | CodeError::NobodyDecides) => illegal(None),
        _ => errors::parse(py, error),
    }
}

#[pymethods]
impl Table {
    #[new]
    fn new(state: &Bound<'_, State>) -> PyResult<Table> {
        Ok(Table::of(state.try_borrow()?.game))
    }

    /// The position, as a :class:`State` of its own.
    #[getter]
    fn state(&self) -> State {
        State { game: self.table.game() }
    }

    /// The turn: the seats or the chance event that the position waits for, as a :class:`Turn`.
    #[getter]
    fn turn(&self) -> Turn {
        Turn::of(&self.table.game())
    }

    /// The seat that acts next: who has begun a choice, then whom a host asks next; ``None`` if no seat is to decide.
    #[getter]
    fn seat(&self) -> Option<String> {
        self.table.to_act().map(|seat| seat.to_string())
    }

    /// Encodes the knowledge of a seat as a dict of ``float32`` arrays by the names and shapes of the layout. They are views of
    /// one flat array, which is new at each call.
    ///
    /// Args:
    ///     seat: The seat whose knowledge is encoded. In the arrays it is seat 0, the seat to its left 1, and so on.
    ///     everything: Shows everything, hidden cards included, in the layout for that.
    ///
    /// Raises:
    ///     IllegalAction: No seat is named and none is to decide.
    ///     ParseError: The seat does not play.
    #[pyo3(signature = (seat=None, *, everything=false))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.arrays(py, seat, everything)
    }

    /// Encodes the knowledge of a seat as one ``float32`` array of ``layout.size`` values.
    #[pyo3(signature = (seat=None, *, everything=false))]
    fn flat_observation<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(PyArray1::from_vec(py, self.values(py, seat, everything)?))
    }

    /// The mask of the codes that a seat may give next: an ``int8`` array of ``layout.actions`` values, 1 or 0; all 0 for a seat
    /// that is not to decide.
    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.mask(py, seat)
    }

    /// A code that the mask allows, all with the same chance.
    ///
    /// Args:
    ///     rng: As for :meth:`LegalActions.sample`.
    ///
    /// Raises:
    ///     IllegalAction: The seat is not to decide.
    #[pyo3(signature = (rng, seat=None))]
    fn sample_code(
        &self,
        py: Python<'_>,
        rng: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let mask = self.bytes(py, seat)?;
        let legal = mask.iter().map(|&byte| usize::from(byte)).sum();
        if legal == 0 {
            let message = "the seat is not to decide";
            return Err(errors::exception(py, "IllegalAction", (message, None::<&str>)));
        }
        let wanted = below(rng, legal)?;
        let codes = mask.iter().enumerate().filter(|(_, byte)| **byte == 1);
        codes.map(|(code, _)| code).nth(wanted).ok_or_else(|| errors::parse(py, "the mask has no such code"))
    }

    /// Gives a code for a seat, and returns what happened; ``None`` if the choice needs more codes.
    ///
    /// Raises:
    ///     IllegalAction: The mask does not allow it; nothing changed.
    ///     ParseError: There is no such code.
    #[pyo3(signature = (code, seat=None))]
    fn play_code(
        &mut self,
        py: Python<'_>,
        code: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Events>> {
        let code = self::code(code)?;
        let seat = self.seat_or_next(py, seat)?;
        match self.table.play(seat, code, true).map_err(|error| refused_code(py, &error))? {
            AnyPlayed::Pending => Ok(None),
            AnyPlayed::Done(events) => Ok(Some(self.events(events))),
        }
    }

    /// Does an action that is not given as codes, and returns what happened. Choices that were begun are dropped.
    ///
    /// Raises:
    ///     IllegalAction: A clause stands against it; nothing changed.
    ///     ParseError: The text is no action.
    #[pyo3(signature = (action, seat=None))]
    fn play(
        &mut self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Events> {
        let seat = self.seat_or_next(py, seat)?;
        let action = self::action(&self.table.game(), action)?;
        let events =
            self.table.play_action(seat, &action).map_err(|refusal| errors::refused(py, &refusal))?;
        Ok(self.events(Some(events)))
    }

    /// Applies an outcome of nature; as :meth:`State.resolve`.
    fn resolve(&mut self, py: Python<'_>, outcome: &Bound<'_, PyAny>) -> PyResult<Events> {
        let Ok(outcome) = outcome.cast::<PyString>() else {
            return Err(wrong_type("an outcome is a text such as 'dice 3 4'", outcome));
        };
        let events = self.table.resolve(&text(outcome)?).map_err(|refusal| errors::refused(py, &refusal))?;
        Ok(self.events(Some(events)))
    }

    /// Lets nature act, as a seed has it, until a seat is to decide or the game is over; as :meth:`State.advance`.
    fn advance(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<Events> {
        let (_, events) = self.table.advance(convert::seed(seed)?, true);
        Ok(self.events(events))
    }

    /// The codes that say an action, one after the other.
    ///
    /// Raises:
    ///     ParseError: The text is no action, or it has no code: an offer that is not on the menu, or an action that is not legal now.
    #[pyo3(signature = (action, seat=None))]
    fn codes_of(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<usize>> {
        let seat = self.seat_or_next(py, seat)?;
        let action = self::action(&self.table.game(), action)?;
        self.table.codes_of_action(seat, &action).map_err(|refusal| errors::refused(py, &refusal))
    }

    /// Describes the meaning of a code in words.
    ///
    /// Raises:
    ///     ParseError: There is no such code.
    fn describe_code(&self, code: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        describe(self.table.kind(), code)
    }

    /// Whether a seat has begun a choice that needs more codes.
    #[pyo3(signature = (seat=None))]
    fn is_choosing(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let seat = self.seat_or_next(py, seat)?;
        Ok(!self.table.choice(seat).map_err(|misuse| misused(py, &misuse))?.is_empty())
    }

    /// Drops the choice that a seat has begun.
    #[pyo3(signature = (seat=None))]
    fn cancel(&mut self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seat = self.seat_or_next(py, seat)?;
        self.table.cancel(seat);
        Ok(())
    }

    /// A random world that agrees with all that a seat knows: what is hidden from it is dealt anew, as ``docs/encodings.md`` says. The
    /// same seed gives the same world. A game without secrets is its own world.
    ///
    /// Raises:
    ///     IllegalAction: The game is over.
    ///     ParseError: The seat does not play, or it is no seed.
    fn determinize(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<Table> {
        Ok(Table { table: Box::new(self.world(py, seat, seed)?) })
    }

    /// The position, what the seats have counted and the choices that are half made, as a text (docs/python.md, Saving).
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        saved::write(py, FORMAT, &SavedTable::with(self.table.game(), self.table.memory()))
    }

    /// Goes on where a table was when its ``save`` returned this text.
    ///
    /// Raises:
    ///     ParseError: The text is damaged, or of something else.
    fn restore(&mut self, saved: &Bound<'_, PyAny>) -> PyResult<()> {
        self.table = Table::from_saved(saved)?.table;
        Ok(())
    }

    /// Makes it anew from its text; pickles call this.
    #[staticmethod]
    #[pyo3(name = "_from_saved")]
    fn from_saved(saved: &Bound<'_, PyAny>) -> PyResult<Table> {
        let py = saved.py();
        let kept: SavedTable = saved::read(py, FORMAT, &saved::text(saved)?)?;
        let (game, memory) = kept.position().map_err(|why| saved::fault(py, FORMAT, why))?;
        let table = AnyTracked::with_memory(game, &memory).map_err(|why| saved::fault(py, FORMAT, why))?;
        Ok(Table { table: Box::new(table) })
    }

    /// A copy that plays on by itself.
    fn clone(&self) -> Table {
        Table { table: self.table.clone() }
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Table>().getattr("_from_saved")?, (self.save(py)?,)))
    }

    /// A copy that goes on by itself.
    fn __copy__(&self) -> Table {
        self.clone()
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Table {
        self.clone()
    }

    /// The HTML that notebooks show.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("neuland._notebook")?.getattr("table")?.call1((slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        let turn = self.turn().shown();
        format!("<Table {}, {} seats: {turn}>", self.table.kind(), self.table.seats())
    }
}
