//! Notes of what rollouts have measured, so that a long analysis goes on where it was stopped.

use serde::{Deserialize, Serialize};

/// The result of the rollouts for a decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The best action.
    pub best: String,
    /// The value of the action played less that of the best: never positive.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
}

/// Something that keeps measurements of one game with one effort. Nothing is kept by `()`.
pub trait Notes: Sync {
    /// Returns the kept measurement of the decision at a step; `None` if there is none.
    fn known(&self, step: usize) -> Option<Measured>;

    /// Keeps what was measured of the decision at a step.
    fn note(&self, step: usize, measured: &Measured);
}

impl Notes for () {
    fn known(&self, _: usize) -> Option<Measured> {
        None
    }
    fn note(&self, _: usize, _: &Measured) {}
}
