//! Values of Python as ours, with errors that say what was expected.

use crate::errors;
use game::record::Object;
use game::{Seat, Seed, Viewer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};
use serde_json::Value;
use shelf::{AnyGame, GameKind};

/// The name of a value's type for messages, such as `int`.
pub(crate) fn type_of(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A `TypeError`: what was expected, and what came.
pub(crate) fn wrong_type(expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{expected}, not {}", type_of(value)))
}

/// The text of a `str`; lone surrogates have none.
pub(crate) fn text(value: &Bound<'_, PyString>) -> PyResult<String> {
    value.extract().map_err(|_| errors::parse(value.py(), "the text is not Unicode: it has lone surrogates"))
}

/// The game of this name.
pub(crate) fn game(value: &Bound<'_, PyAny>) -> PyResult<GameKind> {
    let Ok(name) = value.cast::<PyString>() else {
        return Err(wrong_type("a game is a name such as 'catan'", value));
    };
    text(name)?.parse().map_err(|error| errors::parse(value.py(), error))
}

/// A seat by its letter or its index, at a table of so many.
pub(crate) fn seat(value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Seat> {
    let last = Seat::first(seats).last().unwrap_or(Seat::A);
    let found: Option<Seat> = if let Ok(letter) = value.cast::<PyString>() {
        text(letter)?.parse().ok()
    } else if is_int(value) {
        value.extract::<usize>().ok().and_then(Seat::new)
    } else {
        return Err(wrong_type("a seat is a letter such as 'A' or an index such as 0", value));
    };
    found.filter(|seat| seat.index() < seats).ok_or_else(|| {
        let said = value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
        errors::parse(
            value.py(),
            format!("{said} is not a seat; seats are 'A' to '{last}', or 0 to {}", last.index()),
        )
    })
}

/// Reads a viewer: a seat, `"spectator"`, `None` for a spectator too, or everything, which has its own flag.
pub(crate) fn viewer(value: Option<&Bound<'_, PyAny>>, everything: bool, seats: usize) -> PyResult<Viewer> {
    let Some(value) = value else {
        return Ok(if everything { Viewer::Everything } else { Viewer::Spectator });
    };
    if everything {
        return Err(PyTypeError::new_err("give a viewer or everything=True, not both"));
    }
    if let Ok(name) = value.cast::<PyString>() {
        match text(name)?.as_str() {
            "spectator" => return Ok(Viewer::Spectator),
            "everything" => {
                let message = "to see everything, hidden cards included, pass everything=True";
                return Err(errors::parse(value.py(), message));
            }
            _ => {}
        }
    }
    seat(value, seats).map(Viewer::Seat)
}

/// A seed: a number of 64 bits, or its text.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if let Ok(written) = value.cast::<PyString>() {
        return text(written)?.parse().map_err(|error| errors::parse(value.py(), error));
    }
    if is_int(value) {
        return value.extract().map(Seed).map_err(|_| {
            errors::parse(value.py(), "a seed is a whole number from 0 to 18446744073709551615")
        });
    }
    Err(wrong_type("a seed is a whole number, or 16 hexadecimal digits as text", value))
}

/// Whether a value is a number, or can stand for an index as numpy's whole numbers do; `True` and `False` are not meant.
pub(crate) fn is_int(value: &Bound<'_, PyAny>) -> bool {
    let is_index = || value.hasattr("__index__").unwrap_or(false);
    !value.is_instance_of::<PyBool>() && (value.is_instance_of::<PyInt>() || is_index())
}

/// The options of a game from keyword arguments.
pub(crate) fn options<'py>(
    pairs: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>,
) -> PyResult<Object> {
    let mut options = Object::new();
    for (name, value) in pairs {
        let Ok(name) = name.cast::<PyString>() else {
            return Err(wrong_type("the name of an option is a text", &name));
        };
        let name = text(name)?;
        let read = if value.is_none() {
            Value::Null
        } else if let Ok(is_on) = value.cast::<PyBool>() {
            is_on.is_true().into()
        } else if let Ok(written) = value.cast::<PyString>() {
            text(written)?.into()
        } else if is_int(&value) {
            let number: PyResult<i64> = value.extract();
            number
                .map_err(|_| errors::parse(value.py(), format!("the number of option {name} is too large")))?
                .into()
        } else {
            return Err(wrong_type(
                &format!("the value of option {name} is a text, a number, a bool or None"),
                &value,
            ));
        };
        options.insert(name, read);
    }
    Ok(options)
}

/// A value of Python as JSON.
pub(crate) fn json(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let py = value.py();
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("allow_nan", false)?;
    let dumped = py.import("json")?.getattr("dumps")?.call((value,), Some(&arguments));
    let failed = |error: PyErr| {
        let message =
            format!("{what} is made of dicts, lists, texts, numbers, bools and None: {}", error.value(py));
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(message)
        } else {
            errors::parse(py, message)
        }
    };
    dumped.map_err(failed)?.extract()
}

/// JSON as a value of Python.
pub(crate) fn python<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((json,))
}

/// The seat that is meant where none is named: the one that a host asks next; A where no seat is to decide.
pub(crate) fn asked(game: &AnyGame) -> Option<Seat> {
    match game.turn() {
        game::Turn::Decide(_) => Some(shelf::each!(game, game => ::bots::BotGame::next_to_ask(game))),
        _ => None,
    }
}

/// The named seat, or the one that is asked next.
pub(crate) fn seat_or_asked(value: Option<&Bound<'_, PyAny>>, game: &AnyGame) -> PyResult<Seat> {
    match value {
        Some(value) => seat(value, game.seats()),
        None => Ok(asked(game).unwrap_or(Seat::A)),
    }
}
