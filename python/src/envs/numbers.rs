//! Arrays of numpy, and codes from values of Python.

use super::desk::Desk;
use crate::convert::{is_int, wrong_type};
use crate::errors;
use game::Seat;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A code, as a whole number of Python or numpy; `actions` is how many there are.
#[inline]
pub(crate) fn code(value: &Bound<'_, PyAny>, actions: usize) -> PyResult<usize> {
    if let Ok(code) = value.extract::<usize>()
        && code < actions
        && is_int(value)
    {
        return Ok(code);
    }
    // An array of several numbers has `__index__`, and no index.
    let is_whole = is_int(value) && value.call_method0(intern!(value.py(), "__index__")).is_ok();
    if is_whole {
        return Err(out_of_range(value.py(), value, actions));
    }
    let expected = format!("an action is a code, a whole number from 0 to {}", actions - 1);
    Err(wrong_type(&expected, value))
}

pub(crate) fn out_of_range(py: Python<'_>, code: impl std::fmt::Display, actions: usize) -> PyErr {
    errors::parse(py, format!("code {code} does not exist; codes are 0 to {}", actions - 1))
}

/// The observation of a seat, `{"observation": float32, "action_mask": int8}`, in new arrays; and a second copy of the mask.
pub(crate) fn observation<'py>(
    py: Python<'py>,
    desk: &mut Desk,
    seat: Seat,
) -> PyResult<(Bound<'py, PyDict>, Vec<i8>)> {
    let flat = PyArray1::<f32>::zeros(py, desk.plan.size(), false);
    {
        let mut values = flat.readwrite();
        let values = values.as_slice_mut().map_err(|_| errors::parse(py, "the array is not contiguous"))?;
        let information = desk.plan.information;
        desk.episode.observe(seat, information, values);
    }
    // The libraries that take masks demand `int8`.
    let mut mask = vec![0i8; desk.plan.actions()];
    desk.write_mask(seat, &mut mask);
    let seen = PyDict::new(py);
    seen.set_item(intern!(py, "observation"), flat)?;
    seen.set_item(intern!(py, "action_mask"), PyArray1::from_slice(py, &mask))?;
    Ok((seen, mask))
}

/// Writes the result of a finished episode into its info: `points` of the seats and `winners`, in the order of the table.
pub(crate) fn set_result(py: Python<'_>, desk: &Desk, info: &Bound<'_, PyDict>) -> PyResult<()> {
    let (points, winners) = result(desk);
    info.set_item(intern!(py, "points"), PyArray1::from_vec(py, points))?;
    info.set_item(intern!(py, "winners"), PyArray1::from_vec(py, winners))
}

/// The points of the seats, and who has won.
pub(crate) fn result(desk: &Desk) -> (Vec<i32>, Vec<bool>) {
    let seats = || Seat::first(desk.plan.seats());
    let winners = desk.episode.outcome().map(|outcome| outcome.winners);
    let has_won = |seat| winners.is_some_and(|winners| winners.contains(seat));
    (seats().map(|seat| desk.episode.points(seat)).collect(), seats().map(has_won).collect())
}
