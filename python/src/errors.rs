//! Our errors as exceptions of `neuland._errors`.

use game::view_document::ViewError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use shelf::replay::ReplayError;
use shelf::{Reason, Refusal};

/// An exception of `neuland._errors` with these arguments.
pub(crate) fn exception<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let made = py
        .import("neuland._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1(arguments));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// A refused action or outcome, or a text that is none.
pub(crate) fn refused(py: Python<'_>, refusal: &Refusal) -> PyErr {
    match refusal.reason() {
        Reason::Rule(_) => exception(py, "IllegalAction", (&refusal.message, refusal.clause)),
        Reason::Option(_) => exception(py, "OptionError", (faults(py, std::slice::from_ref(refusal)),)),
        _ => exception(py, "ParseError", (&refusal.message,)),
    }
}

/// Options that cannot be.
pub(crate) fn options(py: Python<'_>, refusals: &[Refusal]) -> PyErr {
    exception(py, "OptionError", (faults(py, refusals),))
}

/// A setup that cannot be.
pub(crate) fn setup(py: Python<'_>, refusals: &[Refusal]) -> PyErr {
    exception(py, "SetupError", (faults(py, refusals),))
}

/// A document that is no view.
pub(crate) fn view(py: Python<'_>, found: &[ViewError]) -> PyErr {
    let rows = found.iter().map(|fault| (&fault.message, fault.clause, Some(&fault.path)));
    exception(py, "SetupError", (list(py, rows.map(|row| exception_value(py, "Fault", row))),))
}

/// A record that cannot be replayed.
pub(crate) fn record(py: Python<'_>, error: &ReplayError) -> PyErr {
    exception(py, "RecordError", (error.to_string(), error.line(), error.clause()))
}

/// One thing that is wrong, as `neuland.Fault`.
pub(crate) fn fault(py: Python<'_>, refusal: &Refusal) -> PyResult<Py<PyAny>> {
    exception_value(py, "Fault", (&refusal.message, refusal.clause)).map(Bound::unbind)
}

/// A text that cannot be read.
pub(crate) fn parse(py: Python<'_>, error: impl ToString) -> PyErr {
    exception(py, "ParseError", (error.to_string(),))
}

fn faults<'py>(py: Python<'py>, refusals: &[Refusal]) -> Bound<'py, PyList> {
    list(py, refusals.iter().map(|refusal| exception_value(py, "Fault", (&refusal.message, refusal.clause))))
}

fn exception_value<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyResult<Bound<'py, PyAny>>
where
    A: pyo3::call::PyCallArgs<'py>,
{
    py.import("neuland._errors")?.getattr(class)?.call1(arguments)
}

/// The values that could be made; a module that is not whole has none.
fn list<'py>(
    py: Python<'py>,
    values: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> Bound<'py, PyList> {
    let list = PyList::empty(py);
    for value in values.flatten() {
        // Appending fails only without memory.
        let _ = list.append(value);
    }
    list
}
