//! What followers in the supply are worth.

use super::Weights;

/// What so many followers are worth to a seat with so many draws left: the first ones most, and little when the game
/// ends soon.
pub(crate) fn supply(followers: f32, draws: f32, weights: &Weights) -> f32 {
    // Each further follower is worth less by the same factor.
    let all = weights.follower * (1.0 - weights.thrift.powf(followers)) / (1.0 - weights.thrift);
    all * (1.0 - (-draws / weights.soon).exp())
}
