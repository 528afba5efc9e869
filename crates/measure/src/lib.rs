//! Measurements of time, instructions and allocations, shared by the benches and tests of other crates. Nothing of it ships.
//!
//! [`time()`] and [`elapsed()`] print tables of times for people; [`instructions()`] is the gate of `cargo xtask
//! instructions`. All play [`Workload`]s, which each crate has of its own; `docs/speed.md` says what is measured and has the
//! figures.

mod allocations;
mod instructions;
mod time;

pub use allocations::{CountingAllocator, allocations, peak};
pub use instructions::{instructions, instructions_alike};
pub use time::{elapsed, time};

/// A workload: its name, and what plays one of its games, the same one for the same number, and returns how many units
/// (actions, tiles) it had.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The name, at most 26 letters; the gate finds its record by it.
    pub name: &'static str,
    /// Plays the game with this number.
    pub game: fn(u64) -> u64,
    /// Plays the game without the measured work; `None` measures everything.
    pub without: Option<fn(u64) -> u64>,
}
