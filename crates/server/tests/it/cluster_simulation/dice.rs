//! Chance that follows from the seed of a world and from what it decides about, not from the order in which it is asked: two things that
//! happen at the same moment in another order have the same outcome.

use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `bound` for this decision.
    pub(crate) fn below(self, bound: u64, decision: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        decision.hash(&mut hasher);
        hasher.finish() % bound.max(1)
    }

    /// Whether something happens that does so once in this many times; never for 0.
    pub(crate) fn one_in(self, times: u64, decision: impl Hash) -> bool {
        times > 0 && self.below(times, decision) == 0
    }
}
