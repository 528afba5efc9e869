//! Information about the games: their options, clauses and cases.

use crate::convert::{self, python, text, wrong_type};
use crate::errors;
use game::options::Values;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use rulebook::Lang;
use shelf::{AnyGame, GameKind, cases};

/// A game.
///
/// Attributes:
///     name: Its name, the same everywhere.
///     seats_min: The fewest seats.
///     seats_max: The most seats.
///     rules: The versions of its rules, the last of which new games are played under.
///     has_secrets: Whether a position holds what not every viewer may know.
///     options: Its options, as a list of :class:`OptionInfo`.
#[pyclass(frozen, get_all, module = "neuland")]
pub(crate) struct GameInfo {
    /// Its name.
    name: &'static str,
    /// The fewest seats.
    seats_min: usize,
    /// The most seats.
    seats_max: usize,
    /// The versions of its rules, the last of which new games are played under.
    rules: Vec<u32>,
    /// Whether a position holds what not every viewer may know.
    has_secrets: bool,
    /// Its options.
    options: Vec<Py<OptionInfo>>,
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        format!("<GameInfo {}, {} to {} seats>", self.name, self.seats_min, self.seats_max)
    }
}

/// An option of a game.
///
/// Attributes:
///     name: Its name, such as ``"discard_limit"``.
///     kind: ``"choice"`` (one of ``values``), ``"switch"`` (a bool), ``"number"`` (in ``range``), ``"seat"`` (one of ``values``) or
///         ``"counts"`` (a text such as ``"A:3,B:1"``).
///     default: The value that it has unless stated.
///     values: The values, where they have names.
///     range: The smallest and the greatest number, or ``None``.
///     optional: Whether ``None`` is a value.
///     about: What it decides, in one line.
///     clause: The clause of the rulebook that names it.
#[pyclass(frozen, get_all, module = "neuland")]
pub(crate) struct OptionInfo {
    /// Its name.
    name: &'static str,
    /// `"choice"`, `"switch"`, `"number"`, `"counts"` or `"seat"`.
    kind: &'static str,
    /// The default.
    default: Py<PyAny>,
    /// The values, where they have names.
    values: Vec<String>,
    /// The smallest and the greatest number.
    range: Option<(u16, u16)>,
    /// Whether `None` is a value.
    optional: bool,
    /// A description of the option.
    about: &'static str,
    /// The clause that names it.
    clause: &'static str,
}

#[pymethods]
impl OptionInfo {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<OptionInfo {}={}>", self.name, self.default.bind(py).repr()?))
    }
}

/// The sample game (`docs/new-game.md`), which no package has. The gate tests the module that is built with it for the Rust tests.
const SAMPLE: &str = "kerbe";

/// Every game with its options.
///
/// >>> [game.name for game in games()]
/// ['catan', 'cities-and-knights', 'carcassonne', 'traders-and-builders', 'mayflower']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<GameInfo>> {
    let listed = GameKind::ALL.iter().filter(|kind| kind.name() != SAMPLE);
    listed.map(|&kind| game_info(py, kind)).collect()
}

fn game_info(py: Python<'_>, kind: GameKind) -> PyResult<GameInfo> {
    let info = kind.info();
    // The defaults as values are those of a new game.
    let defaults = AnyGame::new(kind, &Default::default()).map_err(|faults| errors::options(py, &faults))?;
    let defaults = defaults.options();
    let option = |option: &'static game::options::OptionInfo| {
        let default = defaults.get(option.name).cloned().unwrap_or_default();
        let made = OptionInfo {
            name: option.name,
            kind: match option.values {
                Values::Names(_) | Values::NamesOrDefault(_) => "choice",
                Values::Switch => "switch",
                Values::Range(..) | Values::RangeOrNone(..) => "number",
                Values::Counts(_) => "counts",
                Values::SeatOr(..) => "seat",
            },
            default: python(py, &default.to_string())?.unbind(),
            values: option.values.names(),
            range: option.values.range(),
            optional: option.values.allows_none().is_some(),
            about: option.about,
            clause: option.clause,
        };
        Py::new(py, made)
    };
    Ok(GameInfo {
        name: info.name,
        seats_min: info.seats_min,
        seats_max: info.seats_max,
        rules: info.rules.to_vec(),
        has_secrets: kind.has_secrets(),
        options: kind.options().iter().map(option).collect::<PyResult<_>>()?,
    })
}

/// The version of the package.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// A numbered clause of a rulebook.
///
/// Attributes:
///     id: Its number, such as ``"CATAN-ROB-5"``.
///     game: The game that it belongs to.
///     heading: The heading that it stands under.
///     text: Its text in Markdown.
///     lang: The language of the text, ``"en"`` or ``"de"``.
#[pyclass(frozen, get_all, module = "neuland")]
pub(crate) struct Clause {
    /// `CATAN-ROB-5`.
    id: &'static str,
    /// The game that it belongs to.
    game: &'static str,
    /// The heading that it stands under.
    heading: &'static str,
    /// Its text in Markdown.
    text: String,
    /// The language, `"en"` or `"de"`.
    lang: &'static str,
}

#[pymethods]
impl Clause {
    fn __str__(&self) -> String {
        format!("{}: {}", self.id, self.text)
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 60;
        let start: String = self.text.chars().take(SHOWN).collect();
        let rest = if start.len() < self.text.len() { "…" } else { "" };
        format!("<Clause {}: {start}{rest}>", self.id)
    }

    /// The Markdown that notebooks show.
    fn _repr_markdown_(&self) -> String {
        format!("**{}** ({}) {}", self.id, self.heading, self.text)
    }
}

fn language(value: &Bound<'_, PyString>) -> PyResult<(Lang, &'static str)> {
    match text(value)?.as_str() {
        "en" => Ok((Lang::En, "en")),
        "de" => Ok((Lang::De, "de")),
        other => Err(errors::parse(
            value.py(),
            format!("'{other}' is not a language here; there are 'en' and 'de'"),
        )),
    }
}

fn shown(clause: &rulebook::Clause, lang: &'static str) -> Clause {
    let rulebook::Clause { id, game, heading, text, .. } = clause;
    Clause { id, game, heading, text: text.clone(), lang }
}

/// One clause by its id.
#[pyfunction]
pub(crate) fn clause(id: &Bound<'_, PyAny>, lang: &Bound<'_, PyString>) -> PyResult<Clause> {
    let (lang, tag) = language(lang)?;
    let Ok(id) = id.cast::<PyString>() else {
        return Err(wrong_type("the id of a clause is a text such as 'CATAN-ROB-5'", id));
    };
    let wanted = text(id)?;
    match rulebook::clause(&wanted, lang) {
        Some(clause) => Ok(shown(clause, tag)),
        None => Err(errors::parse(
            id.py(),
            format!("the rulebook has no clause {wanted:?}; ids look like CATAN-ROB-5"),
        )),
    }
}

/// The clauses of a game, in the order of its rulebook.
#[pyfunction]
pub(crate) fn clauses(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    lang: &Bound<'_, PyString>,
) -> PyResult<Vec<Clause>> {
    let (lang, tag) = language(lang)?;
    let kind = convert::game(game)?;
    let chapter = rulebook::chapter(kind.name(), lang)
        .ok_or_else(|| errors::parse(py, format!("the rulebook has no chapter {kind}")))?;
    Ok(rulebook::clauses(&chapter).iter().map(|clause| shown(clause, tag)).collect())
}

/// Runs the cases of a text: how many passed, and a dict for each failure.
#[pyfunction]
pub(crate) fn check_cases<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    file: &Bound<'py, PyString>,
) -> PyResult<(usize, Bound<'py, PyList>)> {
    let (cases, name) = (convert::text(text)?, convert::text(file)?);
    let summary = py.detach(|| cases::run_text(&name, &cases));
    let failures = PyList::empty(py);
    for failure in &summary.failures {
        let row = PyDict::new(py);
        row.set_item("line", failure.line)?;
        row.set_item("case", &failure.case)?;
        row.set_item("text", &failure.text)?;
        row.set_item("message", failure.error.to_string())?;
        failures.append(row)?;
    }
    Ok((summary.passed, failures))
}
