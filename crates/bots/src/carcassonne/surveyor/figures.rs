//! The value of followers to a seat: of those in its supply, and of those that come back.

use super::Weights;

/// The followers that a seat may expect in its supply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Supply {
    /// Followers there now.
    pub(crate) now: f32,
    /// Followers that come back soon.
    pub(crate) soon: f32,
    /// Followers that come back at some time.
    pub(crate) later: f32,
}

/// Returns the points that a seat's followers may still earn: a draw brings more, the more followers there are to use it, with
/// each further one adding less. For a while only those earn that are at hand or come back soon; after that, all that are not
/// bound for good.
pub(crate) fn earnings(supply: &Supply, draws: f32, weights: &Weights) -> f32 {
    let early = draws.min(weights.patience);
    let at_hand = 1.0 - crate::real::pow(weights.thrift, supply.now + weights.comes_back * supply.soon);
    let not_bound = 1.0 - crate::real::pow(weights.stock, supply.now + supply.later);
    weights.income * (early * at_hand + (draws - early) * not_bound)
}
