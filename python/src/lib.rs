//! The native module `neuland._neuland` of the Python package `neuland`.
//!
//! It is thin: each class holds a value of one of our crates, and each method calls one of its functions. The package's Python files
//! (`python/neuland`) add what is easier said in Python: exceptions, results as data classes, the replay widget. `_neuland.pyi`
//! describes every signature and is checked against this module. `docs/python.md` is the guide.
//!
//! Reading order: [`state`], [`actions`], [`events`], [`views`], [`records`], [`encodings`], [`tree`], [`history`], [`bots`], [`guests`], [`runs`],
//! [`analysis`], [`envs`], [`info`], [`keys`], [`saved`], [`pictures`], [`convert`], [`errors`], [`start`].

mod actions;
mod analysis;
mod bots;
mod convert;
mod encodings;
mod envs;
mod errors;
mod events;
mod guests;
mod history;
mod info;
mod keys;
mod pictures;
mod records;
mod runs;
mod saved;
mod start;
mod state;
mod tree;
mod views;

use pyo3::prelude::*;

/// The module `_neuland`. Its own entry point has another name, since [`start`] is called in its place.
#[pymodule]
mod native {
    #[pymodule_export]
    use crate::actions::{Action, LegalActions, LegalIterator, Random};
    #[pymodule_export]
    use crate::analysis::run_analysis;
    #[pymodule_export]
    use crate::bots::{Bot, BotInfo, bots};
    #[pymodule_export]
    use crate::encodings::{Layout, Table, layout};
    #[pymodule_export]
    use crate::envs::agents::AgentsCore;
    #[pymodule_export]
    use crate::envs::plan::EnvPlan;
    #[pymodule_export]
    use crate::envs::single::EnvCore;
    #[pymodule_export]
    use crate::envs::vector::VectorCore;
    #[pymodule_export]
    use crate::events::Events;
    #[pymodule_export]
    use crate::info::{Clause, GameInfo, OptionInfo, check_cases, clause, clauses, games, version};
    #[pymodule_export]
    use crate::records::{Record, Recorder};
    #[pymodule_export]
    use crate::runs::{run_match, run_series};
    #[pymodule_export]
    use crate::saved::{seal, unseal};
    #[pymodule_export]
    use crate::state::{State, Turn};
    #[pymodule_export]
    use crate::tree::{Node, known_view, sample_world};
    #[pymodule_export]
    use crate::views::{SeatView, from_view};
}
