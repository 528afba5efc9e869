//! The events of a step.

use crate::convert::{python, viewer};
use game::Viewer;
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::Value;
use shelf::Events as AnyEvents;

/// The events of one step or several, in order.
///
/// Iterating yields dicts with what a spectator may know (docs/view.md); ``seen_by`` returns them for other viewers. ``len`` is
/// the number of events.
///
/// >>> state = State("catan", players=3)
/// >>> [event["event"] for event in state.advance(seed=7)]
/// ['laid-out', 'starts']
#[pyclass(frozen, module = "neuland")]
pub(crate) struct Events {
    pub(crate) steps: Vec<AnyEvents>,
    seats: usize,
}

impl Events {
    pub(crate) fn new(steps: Vec<AnyEvents>, seats: usize) -> Events {
        Events { steps, seats }
    }

    fn documents<'py>(&self, py: Python<'py>, viewer: Viewer) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for events in &self.steps {
            for event in python(py, events.documents_text(viewer).get())?.try_iter()? {
                all.append(event?)?;
            }
        }
        Ok(all)
    }
}

#[pymethods]
impl Events {
    fn __len__(&self) -> usize {
        self.steps.iter().map(AnyEvents::len).sum()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.documents(py, Viewer::Spectator)?.try_iter()?.into_any())
    }

    /// The events as dicts, as a viewer may know them.
    ///
    /// Args:
    ///     viewer: A seat, or ``"spectator"``, who is meant unless stated.
    ///     everything: Shows everything; only without a viewer.
    ///
    /// Raises:
    ///     ParseError: The seat does not play.
    #[pyo3(signature = (viewer=None, *, everything=false))]
    fn seen_by<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&Bound<'py, PyAny>>,
        everything: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        self.documents(py, self::viewer(viewer, everything, self.seats)?)
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 4;
        let len = self.__len__();
        let count = if len == 1 { "1 event".to_owned() } else { format!("{len} events") };
        let documents = |events: &AnyEvents| events.documents_text(Viewer::Spectator).get().to_owned();
        let read = |text: String| serde_json::from_str::<Vec<Value>>(&text).unwrap_or_default();
        let all = self.steps.iter().map(documents).flat_map(read);
        let mut names: Vec<String> =
            all.take(SHOWN).map(|event| event["event"].as_str().unwrap_or_default().to_owned()).collect();
        if len > names.len() {
            names.push("…".to_owned());
        }
        if names.is_empty() { format!("<{count}>") } else { format!("<{count}: {}>", names.join(", ")) }
    }

    /// The HTML that notebooks show.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("neuland._notebook")?.getattr("events")?.call1((slf,))?.extract()
    }
}
