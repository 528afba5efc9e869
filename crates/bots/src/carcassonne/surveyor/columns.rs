//! Mayflower: how long a settler stands until the surveyors have passed it, and whether it meets one of them.

use super::evaluation::{Evaluation, poisson};
use super::learned::OWN;
use carcassonne::{NewWorld, SegmentKind};
use game::Seat;

/// An estimate of how long the figures on a feature stay there.
#[derive(Clone, Copy, Debug)]
pub struct StayEstimate {
    /// The share of the draws left that come in time.
    pub(crate) draws: f32,
    /// The chance that they still stand at the end, if the feature is not completed.
    pub(crate) stays: f32,
    /// Points beside those of the feature, once it is completed.
    pub(crate) extra: f32,
}

impl StayEstimate {
    pub(crate) const FOREVER: StayEstimate = StayEstimate { draws: 1.0, stays: 1.0, extra: 0.0 };
}

/// Estimates how long a settler in this column stays, and the extra points it may expect.
pub(crate) fn lasting(worth: &Evaluation<'_, NewWorld>, column: i8) -> StayEstimate {
    let weights = worth.weights;
    let [west, east] = worth.game.surveyors();
    let left = worth.ground.left;
    // Scored buildings a tile, by what was seen so far.
    let tiles = worth.game.drawn() as f32;
    let pace = (weights.pace * 20.0 - f32::from(west) - f32::from(east)) / (20.0 + tiles);
    let column = f32::from(column);
    let (west, east) = (f32::from(west), f32::from(east));
    // Steps until both surveyors are west of it; one in the east already goes with the next scored building.
    let steps = if column > east { 1.0 } else { 2.0 * (east - column + 1.0) - (east - west) };
    let draws = if left > 0.0 { (steps / (pace * left)).min(1.0) } else { 0.0 };
    let (passed, _) = poisson(pace * left, steps.min(60.0) as u8);
    let extra = if column > east {
        0.0
    } else if column >= west {
        // One of them is here, or both.
        4.0 * (f32::from(u8::from(column == east)) + f32::from(u8::from(column == west)))
    } else {
        weights.ahead * crate::real::pow(weights.farther, west - column - 1.0)
    };
    StayEstimate { draws, stays: 1.0 - passed, extra: weights.meets * extra }
}

/// Describes how the settlers of a seat stand to the surveyors.
pub(crate) fn describe(worth: &Evaluation<'_, NewWorld>, seat: Seat) -> [f32; OWN] {
    let [west, east] = worth.game.surveyors();
    let mut own = [0.0; OWN];
    let is_standing = |kind| kind != SegmentKind::Field;
    for holding in worth.holdings.iter().filter(|it| is_standing(it.feature.kind())) {
        let followers = f32::from(holding.feature.followers(seat));
        if followers == 0.0 {
            continue;
        }
        let lasting = lasting(worth, holding.west);
        let place = if holding.west > west { 2 } else { 3 };
        own[place] += followers / 3.0;
        own[1] += if [west, east].contains(&holding.west) { followers / 2.0 } else { 0.0 };
        own[0] += lasting.extra * holding.completion / 4.0;
        own[4] += lasting.draws / 3.0;
        own[5] += (1.0 - lasting.stays) / 3.0;
    }
    own
}

/// Describes where the surveyors are.
pub(crate) fn describe_table(worth: &Evaluation<'_, NewWorld>) -> [f32; OWN] {
    let [west, east] = worth.game.surveyors().map(f32::from);
    [
        (east - west) / 5.0,
        east / 10.0,
        west / 10.0,
        (west + east) / (20.0 + worth.game.drawn() as f32),
        0.0,
        0.0,
    ]
}
