//! Search for any game: candidates compared by short rollouts in sampled worlds.
//!
//! The search knows a game by the contract of `game` alone. A [`Model`] adds what differs from game to game: worlds that agree
//! with what the seat knows, a policy for every seat, and the value of a position. [`compare`] then shares a budget of
//! nodes among candidate lines by sequential halving: every round gives all candidates the same worlds and the same chance
//! (common random numbers), and drops the worse half. An estimate of each line may count for some samples. The first outcome of
//! nature is not drawn but taken in turn, each as often as its weight says, so that no line is lucky there.
//!
//! There is no tree, so the memory is a few numbers for each candidate. The result depends on the arguments alone: neither on
//! a clock nor on the number of threads. Only [`compare_in_time`] looks at a clock, which the caller brings.
//!
//! [`measure`] drops nothing: it gives every candidate all samples, and tells how certain their differences are.
//!
//! [`solve`] replaces the samples where little is left of a game: it plays every action and every outcome to the end.

#![forbid(unsafe_code)]

mod halving;
mod paired;
mod rollout;
mod solve;

pub use halving::{Candidate, Comparison, Limits, compare, compare_in_time};
pub use paired::{Gain, measure};
pub use solve::solve;

use game::{Game, Seat, Seed};

/// A game as the search needs it beside the contract: worlds, a policy and values.
///
/// Every thread has its own copy, so a model may keep scratch space; its answers depend on the arguments alone.
pub trait Model<G: Game>: Clone + Send {
    /// A world that agrees with everything the searching seat knows; the seed chooses among them. `None` if there is none.
    fn world(&mut self, seed: Seed) -> Option<G>;

    /// Appends the next actions of `seat` to `line`: at least one. They are played as long as the seat is asked again and they
    /// stay legal.
    fn plan(&mut self, world: &G, seat: Seat, line: &mut Vec<G::Action>);

    /// The value of a position to the searching seat, from 0 to 1.
    fn value(&mut self, world: &G) -> f64;

    /// The seat that is asked next. Called only where a seat is to decide.
    fn next_to_ask(&self, world: &G) -> Seat;
}
