//! A position of a game, and who acts in it.

use crate::actions::{LegalActions, action};
use crate::convert::{self, asked, json, python, seat, seat_or_asked, text, viewer, wrong_type};
use crate::encodings::Table;
use crate::errors;
use crate::events::Events;
use crate::records::Record;
use game::record::Object;
use game::{Outcome, Seat, SeatSet, Viewer};
use numpy::{PyArray1, PyArray3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use shelf::{AnyGame, GameKind};

/// A position of any game, with its rules.
///
/// ``State(game, **options)`` is a new game: ``game`` is a name of :func:`games`, and each option a text, a number, a bool or
/// ``None``. A state changes when something is played; ``clone`` and the module ``copy`` copy it, and ``pickle`` writes it down as
/// its setup. States are equal if their positions are. They have no hash, since they change.
///
/// Where a method takes a seat it is a letter (``"A"``) or an index (``0``); with ``None`` it is the seat that a host asks next.
///
/// Raises:
///     ParseError: There is no such game.
///     OptionError: Options that do not exist, have wrong values or do not fit together: all of them.
///
/// >>> state = State("catan", players=3)
/// >>> state
/// <State catan, 3 seats, turn 0: nature: layout>
/// >>> events = state.advance(seed=7)
/// >>> state.turn
/// <A to decide>
#[pyclass(module = "neuland")]
pub(crate) struct State {
    pub(crate) game: AnyGame,
}

/// The turn in a position: a decision, a chance event, or the end of the game.
///
/// Attributes:
///     kind: ``"decide"``, ``"chance"`` or ``"over"``.
///     seats: The seats that may act, as letters; empty unless ``kind`` is ``"decide"``. Several where seats discard at the same time,
///         or may answer an offer.
///     seat: The one of them that a host asks next, or ``None``.
///     chance: The kind of outcome that nature owes, such as ``"dice"``, or ``None``.
///     winners: The winners, once the game is over: one seat as a rule, several for a shared victory, none if nobody won. Else ``None``.
#[pyclass(frozen, eq, get_all, module = "neuland")]
#[derive(PartialEq)]
pub(crate) struct Turn {
    /// `"decide"`, `"chance"` or `"over"`.
    kind: &'static str,
    /// The seats that may act.
    seats: Vec<String>,
    /// The seat that a host asks next.
    seat: Option<String>,
    /// The kind of outcome that is due.
    chance: Option<String>,
    /// The seats that won.
    winners: Option<Vec<String>>,
}

pub(crate) fn letters(seats: SeatSet) -> Vec<String> {
    seats.into_iter().map(|seat| seat.to_string()).collect()
}

impl Turn {
    pub(crate) fn of(game: &AnyGame) -> Turn {
        let nobody = Turn { kind: "over", seats: Vec::new(), seat: None, chance: None, winners: None };
        match game.turn() {
            game::Turn::Decide(seats) => {
                let seat = asked(game).map(|seat| seat.to_string());
                Turn { kind: "decide", seats: letters(seats), seat, ..nobody }
            }
            game::Turn::Chance(kind) => Turn { kind: "chance", chance: Some(kind), ..nobody },
            game::Turn::Over(Outcome { winners }) => Turn { winners: Some(letters(winners)), ..nobody },
        }
    }
}

impl Turn {
    /// In a few words.
    pub(crate) fn shown(&self) -> String {
        match (&self.chance, &self.winners) {
            (Some(kind), _) => format!("nature: {kind}"),
            (_, Some(winners)) if winners.is_empty() => "over, nobody won".to_owned(),
            (_, Some(winners)) => format!("over, won by {}", winners.join(" ")),
            _ => format!("{} to decide", self.seats.join(" ")),
        }
    }
}

#[pymethods]
impl Turn {
    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.winners.is_some()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", self.shown())
    }
}

/// A new game with options from keyword arguments.
pub(crate) fn begin(py: Python<'_>, kind: GameKind, options: &Object) -> PyResult<AnyGame> {
    AnyGame::new(kind, options).map_err(|faults| errors::options(py, &faults))
}

fn begin_with(game: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<State> {
    let options = convert::options(options.into_iter().flat_map(|options| options.iter()))?;
    let kind = convert::game(game)?;
    Ok(State { game: begin(game.py(), kind, &options)? })
}

/// The JSON object of a setup that is given as a dict or as its text.
fn setup_of(setup: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = setup.py();
    let written = match setup.cast::<PyString>() {
        Ok(written) => text(written)?,
        Err(_) if setup.is_instance_of::<PyDict>() => json(setup, "a setup")?,
        Err(_) => return Err(wrong_type("a setup is a dict or a JSON text", setup)),
    };
    let value = game::json::read(&written)
        .map_err(|fault| errors::parse(py, format!("the setup cannot be read: {fault}")))?;
    if value.is_object() { Ok(value) } else { Err(errors::parse(py, "a setup is an object of fields")) }
}

#[pymethods]
impl State {
    /// A new game.
    #[new]
    #[pyo3(signature = (game, /, **options))]
    fn new(game: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<State> {
        begin_with(game, options)
    }

    /// A new game; the same as calling the class.
    #[staticmethod]
    #[pyo3(name = "new", signature = (game, /, **options))]
    fn begin(game: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<State> {
        begin_with(game, options)
    }

    /// The position that a setup describes (docs/setup.md).
    ///
    /// Args:
    ///     game: The name of the game.
    ///     setup: A dict, or its JSON text. A field ``game`` may name the game too.
    ///     rules: The version of the rules that it was written under; the last one unless stated.
    ///
    /// Raises:
    ///     SetupError: Everything in it that cannot be.
    ///     ParseError: It is not JSON.
    ///
    /// >>> State.from_setup("catan", {"seats": {"A": {"settlements": ["I39"]}}}).points["A"]
    /// 1
    #[staticmethod]
    #[pyo3(signature = (game, setup, *, rules=None))]
    fn from_setup(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        setup: &Bound<'_, PyAny>,
        rules: Option<u32>,
    ) -> PyResult<State> {
        let kind = convert::game(game)?;
        let mut setup = setup_of(setup)?;
        let named = setup.as_object_mut().and_then(|fields| fields.remove("game"));
        if let Some(named) = named.filter(|named| named.as_str() != Some(kind.name())) {
            let message = format!("the setup is one of {named}, not of \"{kind}\"");
            return Err(errors::setup(py, &[shelf::Refusal::of_text(message)]));
        }
        let state = match (rules, setup) {
            (Some(rules), Value::Object(setup)) => AnyGame::from_setup_under(kind, rules, setup),
            (_, setup) => AnyGame::from_setup(kind, &setup),
        };
        state.map(|game| State { game }).map_err(|faults| errors::setup(py, &faults))
    }

    /// A position of a record: after ``at`` steps, or after the last. Negative numbers count from the end.
    ///
    /// Raises:
    ///     IndexError: The record has no such position.
    #[staticmethod]
    #[pyo3(signature = (record, at=None))]
    fn from_record(record: &Bound<'_, Record>, at: Option<isize>) -> PyResult<State> {
        record.get().position(at.unwrap_or(-1))
    }

    /// The position as a setup, a dict (docs/setup.md): ``State.from_setup(state.game, state.to_setup()) == state``. It holds everything,
    /// hidden cards included.
    fn to_setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, &Value::Object(self.game.to_setup()).to_string())
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.kind().name()
    }

    /// The version of the rules that the game is played under (docs/record.md).
    #[getter]
    fn rules(&self) -> u32 {
        self.game.rules()
    }

    /// Every option with its value, as a dict; an option without a value is ``None``.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut options = self.game.options();
        // What has no value is left out of the document; a dict has every name.
        for option in self.game.kind().options() {
            options.entry(option.name).or_insert(Value::Null);
        }
        python(py, &Value::Object(options).to_string())
    }

    /// The seats that play, as letters.
    #[getter]
    fn seats(&self) -> Vec<String> {
        letters(SeatSet::first(self.game.seats()))
    }

    /// Turns begun.
    #[getter]
    fn turns(&self) -> u32 {
        self.game.turns()
    }

    /// The turn: the seats or the chance event that the position waits for, as a :class:`Turn`.
    #[getter]
    fn turn(&self) -> Turn {
        Turn::of(&self.game)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The points of every seat, hidden ones included: a dict from letters to whole numbers.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        points(py, self.game.points())
    }

    /// The points of every seat that everybody sees, as a dict; all of them once the game is over.
    #[getter]
    fn visible_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        points(py, self.game.points_open())
    }

    /// Returns the actions that a seat may take now, as :class:`LegalActions`: empty if the seat is not to act. Open-ended
    /// actions, such as offers, are legal and not listed; ``check`` knows them.
    ///
    /// Raises:
    ///     ParseError: The seat does not play.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<LegalActions> {
        let seat = seat_or_asked(seat, &self.game)?;
        // The seat plays: it was read for this table.
        let legal = self.game.legal(seat).ok_or_else(|| PyTypeError::new_err("no such seat"))?;
        Ok(LegalActions::new(legal))
    }

    /// Does an action, and returns what happened.
    ///
    /// Args:
    ///     action: An :class:`Action`, or its text.
    ///     seat: Who does it.
    ///
    /// Raises:
    ///     IllegalAction: A clause of the rulebook stands against it; the state did not change.
    ///     ParseError: The text is no action, or an action of another game.
    ///
    /// >>> state = State("catan", players=3)
    /// >>> events = state.advance(seed=7)
    /// >>> list(state.play("settlement I17"))[0]["event"]
    /// 'built-settlement'
    #[pyo3(signature = (action, seat=None))]
    fn play(
        &mut self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Events> {
        let seat = seat_or_asked(seat, &self.game)?;
        let action = self::action(&self.game, action)?;
        let events = self.game.play_action(seat, &action).map_err(|refusal| errors::refused(py, &refusal))?;
        Ok(Events::new(vec![events], self.game.seats()))
    }

    /// Raises :class:`IllegalAction` if a seat may not do this now; returns ``None`` if it may. The rules are checked one by one,
    /// independently of the legal list.
    ///
    /// Raises:
    ///     IllegalAction: Why not, and the clause.
    ///     ParseError: The text is no action.
    #[pyo3(signature = (action, seat=None))]
    fn check(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let seat = seat_or_asked(seat, &self.game)?;
        let action = self::action(&self.game, action)?;
        self.game.check_action(seat, &action).map_err(|refusal| errors::refused(py, &refusal))
    }

    /// Explains why a seat may not do this now, as a :class:`Fault` with its clause; ``None`` if it may.
    ///
    /// >>> state = State("catan", players=3)
    /// >>> events = state.advance(seed=7)
    /// >>> state.why_not("road P71").clause
    /// 'CATAN-TURN-7'
    ///
    /// Raises:
    ///     ParseError: The text is no action.
    #[pyo3(signature = (action, seat=None))]
    fn why_not(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let seat = seat_or_asked(seat, &self.game)?;
        let action = self::action(&self.game, action)?;
        self.game.check_action(seat, &action).err().map(|refusal| errors::fault(py, &refusal)).transpose()
    }

    /// Every outcome of nature that is possible now, with its weight: a list of pairs of a text and a whole number. The chance of an
    /// outcome is its weight divided by the sum of all. Empty if none is due, or where there are too many to list (a layout).
    fn chance_outcomes(&self) -> Vec<(String, u32)> {
        self.game.chance_outcomes()
    }

    /// The outcome that is due, as a seed has it; the state does not change. A seed is all the chance of a game: its third roll is the
    /// same whatever was built before.
    ///
    /// Args:
    ///     seed: A whole number from 0 to 2**64 - 1, or its text of 16 hexadecimal digits.
    ///
    /// Raises:
    ///     IllegalAction: No outcome is due.
    ///     ParseError: It is no seed.
    fn draw(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<String> {
        let drawn = self.game.draw(convert::seed(seed)?);
        drawn.ok_or_else(|| {
            errors::exception(py, "IllegalAction", ("no outcome of nature is due", None::<&str>))
        })
    }

    /// Applies an outcome of nature, such as ``"dice 3 4"``, and returns what happened.
    ///
    /// Raises:
    ///     IllegalAction: No such outcome is due, or it cannot happen; the state did not change.
    ///     ParseError: The text is no outcome.
    fn resolve(&mut self, py: Python<'_>, outcome: &Bound<'_, PyAny>) -> PyResult<Events> {
        let Ok(outcome) = outcome.cast::<PyString>() else {
            return Err(wrong_type("an outcome is a text such as 'dice 3 4'", outcome));
        };
        let events = self.game.resolve(&text(outcome)?).map_err(|refusal| errors::refused(py, &refusal))?;
        Ok(Events::new(vec![events], self.game.seats()))
    }

    /// Lets nature act, as a seed has it, until a seat is to decide or the game is over, and returns what happened. It does nothing where no
    /// outcome is due.
    fn advance(&mut self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<Events> {
        let seed = convert::seed(seed)?;
        let mut steps = Vec::new();
        while let Some(outcome) = self.game.draw(seed) {
            steps.push(self.game.resolve(&outcome).map_err(|refusal| errors::refused(py, &refusal))?);
        }
        Ok(Events::new(steps, self.game.seats()))
    }

    /// Returns the view of a viewer as a dict (docs/view.md). Information hidden from the viewer is ``None``.
    ///
    /// Args:
    ///     viewer: A seat, or ``"spectator"``, the default.
    ///     everything: Shows everything, hidden cards included; only without a viewer.
    ///
    /// Raises:
    ///     ParseError: The seat does not play.
    #[pyo3(signature = (viewer=None, *, everything=false))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self::viewer(viewer, everything, self.game.seats())?;
        python(py, self.game.view_text(viewer).get())
    }

    /// Returns the knowledge and the legal actions of a seat as a :class:`SeatView`, the input of a bot.
    ///
    /// Raises:
    ///     IllegalAction: No seat is named and none is to decide.
    ///     ParseError: The seat does not play.
    #[pyo3(signature = (seat=None))]
    fn seat_view(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<crate::views::SeatView> {
        let seat = match seat {
            Some(seat) => self::seat(seat, self.game.seats())?,
            None => asked(&self.game).ok_or_else(|| {
                let why = if self.is_over() { "the game is over" } else { "nature is to act" };
                let message = format!("no seat is to decide, since {why}; name the seat whose view you want");
                errors::exception(py, "IllegalAction", (message, None::<&str>))
            })?,
        };
        let legal = self.game.legal(seat).ok_or_else(|| PyTypeError::new_err("no such seat"))?;
        Ok(crate::views::SeatView::new(seat, self.game.view_text(Viewer::Seat(seat)), legal))
    }

    /// The points of a seat by what they are for, hidden ones included: a dict such as ``{"settlements": 2, "cities": 0, ...}``, whose sum is
    /// ``points[seat]``.
    fn points_of<'py>(&self, py: Python<'py>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let seat = self::seat(seat, self.game.seats())?;
        let parts = PyDict::new(py);
        for (name, value) in shelf::each!(&self.game, game => parts_of(game, seat)) {
            parts.set_item(name, value)?;
        }
        Ok(parts)
    }

    /// Encodes the knowledge of a seat as a dict of ``float32`` arrays by the layout of the game: :meth:`Table.observation` for a
    /// player who has just arrived and has counted nothing.
    #[pyo3(signature = (seat=None, *, everything=false))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        Table::of(self.game).arrays(py, seat, everything)
    }

    /// The mask of the codes that a seat may give, where no choice is begun; as :meth:`Table.action_mask`.
    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Table::of(self.game).mask(py, seat)
    }

    /// Describes the meaning of a code in words.
    ///
    /// Raises:
    ///     ParseError: There is no such code.
    fn describe_code(&self, code: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        crate::encodings::describe(self.game.kind(), code)
    }

    /// A random world that agrees with all that a seat sees; as :meth:`Table.determinize` of somebody who has counted nothing.
    ///
    /// Raises:
    ///     IllegalAction: The game is over.
    ///     ParseError: The seat does not play, or it is no seed.
    fn determinize(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<State> {
        Ok(State { game: Table::of(self.game).world(py, seat, seed)?.game() })
    }

    /// The board as an SVG picture. It shows what is open to all: no hand and no deck.
    ///
    /// Args:
    ///     theme: ``"light"``, ``"dark"``, or ``"auto"`` as the page is.
    ///     coordinates: Whether places carry their names.
    ///     events: What just happened, to be marked.
    ///
    /// Raises:
    ///     ParseError: There is no such theme.
    #[pyo3(signature = (*, theme="light", coordinates=false, events=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: &str,
        coordinates: bool,
        events: Option<&Events>,
    ) -> PyResult<String> {
        crate::pictures::svg(py, &self.game, theme, coordinates, events)
    }

    /// The picture as an array of numbers: ``uint8`` of the shape (height, width, 3), red, green and blue.
    ///
    /// Args:
    ///     width: The width in pixels, 1 to 8,192; the height follows from it.
    ///     theme: ``"light"`` or ``"dark"``.
    ///
    /// Raises:
    ///     ParseError: There is no such theme, or the width is out of its range.
    #[pyo3(signature = (*, width=640, theme="light"))]
    fn rgb_array<'py>(&self, py: Python<'py>, width: u32, theme: &str) -> PyResult<Bound<'py, PyArray3<u8>>> {
        crate::pictures::pixels(py, &self.game, width, theme)
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        crate::pictures::svg(py, &self.game, "light", false, None)
    }

    /// A key for transposition tables: 32 hexadecimal digits, equal for positions from which the same can follow.
    ///
    /// It covers the game, its rules and options, and everything of the position, hidden cards included, but not the way there: neither
    /// the order in which tiles and figures came, unless the last tile is still to be settled, nor how many turns have passed
    /// (unless ``turn_limit`` is set), nor the dice once they have had their effect. Two states with one key can so get different outcomes
    /// from one seed, whose outcomes are numbered; their possible outcomes and weights are the same. ``==`` compares everything.
    /// It does not cover what a :class:`Table` has counted.
    ///
    /// >>> state = State("catan")
    /// >>> events = state.advance(seed=7)
    /// >>> state.key() == state.clone().key()
    /// True
    fn key(&self) -> String {
        crate::keys::key(&self.game)
    }

    /// A copy that plays on by itself.
    ///
    /// >>> state = State("carcassonne")
    /// >>> twin = state.clone()
    /// >>> events = twin.advance(seed=1)
    /// >>> twin == state
    /// False
    fn clone(&self) -> State {
        State { game: self.game }
    }

    /// A copy that goes on by itself.
    fn __copy__(&self) -> State {
        self.clone()
    }

    /// A copy that goes on by itself; what never changes is shared.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| self.game == other.game))
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let restore = py.get_type::<State>().getattr("from_setup")?;
        Ok((restore, (self.game(), Value::Object(self.game.to_setup()).to_string())))
    }

    fn __repr__(&self) -> String {
        let turn = Turn::of(&self.game).shown();
        format!("<State {}, {} seats, turn {}: {turn}>", self.game(), self.game.seats(), self.game.turns())
    }
}

fn points<'py>(
    py: Python<'py>,
    points: std::collections::BTreeMap<Seat, i32>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (seat, points) in points {
        dict.set_item(seat.to_string(), points)?;
    }
    Ok(dict)
}

fn parts_of<G: game::Game>(game: &G, seat: Seat) -> Vec<(&'static str, i32)> {
    G::parts(&game.points(seat))
}
