//! A position as one seat knows it.

use crate::actions::{Action, LegalActions};
use crate::convert::{json, python, text, wrong_type};
use crate::{convert, errors};
use game::Seat;
use game::view_document::DOCUMENT_MAX;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::value::RawValue;
use shelf::{AnyAction, AnyLegal, AnySeatPosition, GameKind};
use std::sync::OnceLock;

/// The knowledge and the legal actions of one seat: the input of a bot. It holds nothing that the seat does not know.
///
/// >>> state = State("carcassonne")
/// >>> events = state.advance(seed=1)
/// >>> view = state.seat_view()
/// >>> view.seat, view.document["viewer"], view.legal_actions == view.legal_actions
/// ('A', 'A', False)
#[pyclass(frozen, module = "neuland")]
pub(crate) struct SeatView {
    seat: Seat,
    kind: GameKind,
    text: Box<RawValue>,
    /// The legal list, where the view comes from a game.
    legal: Option<AnyLegal>,
    /// The position that the document describes; made when something is asked that only it answers.
    position: OnceLock<Box<AnySeatPosition>>,
}

impl SeatView {
    /// The view of a seat that is asked.
    pub(crate) fn new(seat: Seat, text: Box<RawValue>, legal: AnyLegal) -> SeatView {
        SeatView { seat, kind: legal.kind(), text, legal: Some(legal), position: OnceLock::new() }
    }

    /// The position as the seat knows it.
    pub(crate) fn position(&self, py: Python<'_>) -> PyResult<&AnySeatPosition> {
        if let Some(position) = self.position.get() {
            return Ok(position);
        }
        let read = AnySeatPosition::from_document(self.kind, self.text.get());
        let position = read.map_err(|faults| errors::view(py, &faults))?;
        Ok(self.position.get_or_init(|| Box::new(position)))
    }

    pub(crate) fn seat_index(&self) -> Seat {
        self.seat
    }

    pub(crate) fn game_kind(&self) -> GameKind {
        self.kind
    }
}

#[pymethods]
impl SeatView {
    /// The seat, as a letter.
    #[getter]
    fn seat(&self) -> String {
        self.seat.to_string()
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// The document of the view, as a dict of its own (docs/view.md).
    #[getter]
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python(py, self.text.get())
    }

    /// The document of the view as JSON text.
    #[getter]
    fn text(&self) -> &str {
        self.text.get()
    }

    /// The actions that the seat may take now, as :class:`LegalActions`; open-ended actions are not listed.
    #[getter]
    fn legal_actions(&self, py: Python<'_>) -> PyResult<LegalActions> {
        if let Some(legal) = self.legal {
            return Ok(LegalActions::new(legal));
        }
        Ok(LegalActions::new(self.position(py)?.legal()))
    }

    /// Raises :class:`IllegalAction` if the seat may not do this now; returns ``None`` if it may. Open-ended actions are judged too, by what the
    /// seat knows.
    ///
    /// Raises:
    ///     IllegalAction: Why not, and the clause.
    ///     ParseError: The text is no action.
    fn check(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let said = if let Ok(action) = action.cast::<Action>() {
            action.get().action.to_string()
        } else if let Ok(written) = action.cast::<PyString>() {
            text(written)?
        } else {
            return Err(wrong_type("an action is an Action or a text such as 'road P25'", action));
        };
        if let (Some(legal), Ok(action)) = (self.legal, AnyAction::read(self.kind, &said))
            && legal.contains(&action)
        {
            return Ok(());
        }
        self.position(py)?.check(&said).map_err(|refusal| errors::refused(py, &refusal))
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
        let is_same = |other: &SeatView| {
            (self.kind, self.seat, self.text.get()) == (other.kind, other.seat, other.text.get())
        };
        other.cast::<SeatView>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.text.get()).hash()
    }

    /// The function that makes it anew and its documented text, for pickles.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str, &'static str))> {
        let read = py.import("neuland._neuland")?.getattr("from_view")?;
        Ok((read, (self.text.get(), self.kind.name())))
    }

    /// The HTML that notebooks show.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("neuland._notebook")?.getattr("view")?.call1((slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        format!("<SeatView of seat {} in {}>", self.seat, self.kind)
    }
}

/// Reads the knowledge of a seat from the document of its view (docs/view.md), whatever program wrote it.
///
/// Fields that follow from the rest may be left out; if present, they must be right.
///
/// Args:
///     document: A dict, or its JSON text, of at most 1 MiB.
///     game: The name of the game; the field ``game`` of the document unless stated.
///
/// Raises:
///     SetupError: Everything that is wrong with the document, each fault with its path.
///
/// >>> state = State("catan")
/// >>> events = state.advance(seed=7)
/// >>> view = from_view(state.view("A"))
/// >>> view.legal_actions.texts(1)
/// ['settlement I0']
#[pyfunction]
#[pyo3(signature = (document, game=None))]
pub(crate) fn from_view(
    py: Python<'_>,
    document: &Bound<'_, PyAny>,
    game: Option<&Bound<'_, PyAny>>,
) -> PyResult<SeatView> {
    let written = match document.cast::<PyString>() {
        Ok(written) => text(written)?,
        Err(_) if document.is_instance_of::<PyDict>() => json(document, "a view")?,
        Err(_) => return Err(wrong_type("a view is a dict or a JSON text", document)),
    };
    let kind = match game {
        Some(game) => convert::game(game)?,
        None => named(py, &written)?,
    };
    let position =
        AnySeatPosition::from_document(kind, &written).map_err(|faults| errors::view(py, &faults))?;
    let text = position.view_text();
    let seat = position.seat();
    let view = SeatView { seat, kind, text, legal: None, position: OnceLock::new() };
    let _ = view.position.set(Box::new(position));
    Ok(view)
}

/// The game that a document names.
fn named(py: Python<'_>, document: &str) -> PyResult<GameKind> {
    let wrong = |message: String| errors::setup(py, &[shelf::Refusal::of_text(message)]);
    if document.len() > DOCUMENT_MAX {
        let bytes = document.len();
        return Err(wrong(format!("the document has {bytes} bytes; at most {DOCUMENT_MAX} are read")));
    }
    let value: serde_json::Value =
        game::json::read(document).map_err(|fault| wrong(format!("this cannot be read: {fault}")))?;
    match value.get("game").and_then(serde_json::Value::as_str) {
        Some(name) => name.parse().map_err(|error: game::ParseError| wrong(error.to_string())),
        None => Err(wrong("the document has no field `game`; pass game=\"catan\"".to_owned())),
    }
}
