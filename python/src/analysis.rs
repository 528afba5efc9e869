//! Luck and skill of finished games.

use crate::errors;
use crate::records::Record;
use analysis::{AnalysisError, Effort, Season, analyse_while};
use pyo3::prelude::*;
use serde_json::json;
use std::sync::Mutex;

/// Analyses records, and returns the document of docs/analysis.md as JSON.
#[pyfunction]
pub(crate) fn run_analysis(
    py: Python<'_>,
    records: Vec<Bound<'_, Record>>,
    deep: Option<u64>,
    threads: usize,
) -> PyResult<String> {
    let effort = Effort { threads, deep, ..Effort::default() };
    let (mut games, mut season) = (Vec::with_capacity(records.len()), Season::default());
    for record in &records {
        let text = record.get().text();
        let interrupt = Mutex::new(None);
        // Signals reach the thread that called, which is one of those that ask.
        let goes_on = || {
            let Err(error) = Python::attach(|py| py.check_signals()) else { return true };
            *interrupt.lock().expect("no thread panics with it") = Some(error);
            false
        };
        let analysed = py.detach(|| analyse_while(text.as_bytes(), &effort, &goes_on));
        if let Some(error) = interrupt.into_inner().expect("no thread panics with it") {
            return Err(error);
        }
        let game = analysed.map_err(|error| match error {
            AnalysisError::Replay(error) => errors::record(py, &error),
            other => errors::exception(py, "RecordError", (other.to_string(), None::<usize>, None::<&str>)),
        })?;
        season.add(&game);
        games.push(game);
    }
    Ok(json!({ "games": games, "players": season.players() }).to_string())
}
