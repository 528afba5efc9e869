//! Traders & Builders: the majorities of goods, and what builder and pig are worth.

use super::evaluation::Evaluation;
use super::learned::OWN;
use carcassonne::{Figure, Good, SegmentKind, Traders};
use game::Seat;

/// The points for a majority of a kind of goods (`TB-FINAL-1`).
const MAJORITY: f32 = 10.0;

/// For each kind, the chance to have the most tokens in the end: by the lead and by how many are not taken yet.
pub(crate) fn weigh_goods(worth: &mut Evaluation<'_, Traders>) {
    let seats = worth.game.seats();
    for good in Good::ALL {
        let tokens = |seat: Seat| f32::from(worth.game.goods(seat).of(good));
        let taken: f32 = Seat::first(seats).map(tokens).sum();
        let left = (printed(good) - taken).max(0.0);
        let spread = worth.weights.goods_spread * left.sqrt() + 0.05;
        for seat in Seat::first(seats) {
            let most = Seat::first(seats).filter(|&other| other != seat).map(tokens).fold(0.0, f32::max);
            let own = tokens(seat);
            // Equal numbers share, so half a token more than a tie is the middle.
            let chance = 1.0 / (1.0 + crate::real::exp((most - own - 0.5) / spread));
            if own + left > 0.0 {
                worth.points[seat.index()] += MAJORITY * chance;
            }
        }
    }
}

/// Tokens of a kind in the box (`TB-TERM-1`).
fn printed(good: Good) -> f32 {
    match good {
        Good::Wine => 9.0,
        Good::Grain => 6.0,
        Good::Cloth => 5.0,
    }
}

/// A builder is worth a tile for each draw that extends its road or city, as long as it goes on; one in the supply may
/// still be deployed.
pub(crate) fn weigh_builders(worth: &mut Evaluation<'_, Traders>) {
    let weights = worth.weights;
    for n in 0..worth.holdings.len() {
        let holding = worth.holdings[n];
        for seat in holding.builders {
            let draws = worth.draws[seat.index()].min(weights.builder_span);
            let reach = worth.ground.reach(holding.id);
            worth.points[seat.index()] += weights.tile * weights.builder * reach * draws;
        }
    }
    for seat in Seat::first(worth.game.seats()) {
        if worth.game.has_in_supply(seat, Figure::Builder) {
            let draws = worth.draws[seat.index()].min(weights.builder_span);
            worth.points[seat.index()] += weights.tile * weights.builder_kept * draws;
        }
    }
}

/// A pig adds a point for each city of its field; one in the supply may still find a better field.
pub(crate) fn weigh_pigs(worth: &mut Evaluation<'_, Traders>) {
    let weights = worth.weights;
    for n in 0..worth.holdings.len() {
        let holding = worth.holdings[n];
        debug_assert!(holding.pigs.is_empty() || holding.feature.kind() == SegmentKind::Field);
        for seat in holding.pigs.intersection(holding.majority) {
            worth.points[seat.index()] += holding.points / 3.0;
        }
    }
    for seat in Seat::first(worth.game.seats()) {
        if worth.game.has_in_supply(seat, Figure::Pig) {
            let draws = worth.draws[seat.index()];
            worth.points[seat.index()] += weights.pig_kept * (1.0 - crate::real::exp(-draws / 8.0));
        }
    }
}

/// Describes the builder, the pig and the goods of a seat.
pub(crate) fn describe(worth: &Evaluation<'_, Traders>, seat: Seat) -> [f32; OWN] {
    let (game, is) = (worth.game, |is: bool| f32::from(u8::from(is)));
    let mut own = [0.0; OWN];
    for holding in &worth.holdings {
        if holding.builders.contains(seat) {
            own[0] += worth.ground.reach(holding.id);
        }
        if holding.pigs.contains(seat) && holding.majority.contains(seat) {
            own[3] += holding.points / 10.0;
        }
        if holding.feature.kind() == SegmentKind::City && holding.majority.contains(seat) {
            own[5] += holding.completion * f32::from(game.goods_in(holding.id).total()) / 3.0;
        }
    }
    own[1] = is(game.has_in_supply(seat, Figure::Builder));
    own[2] = is(game.has_in_supply(seat, Figure::Pig));
    own[4] = f32::from(game.goods(seat).total()) / 5.0;
    own
}

/// Describes each kind of goods: the lead of a seat over the others, and the tokens that are left.
pub(crate) fn describe_table(worth: &Evaluation<'_, Traders>, seat: Seat) -> [f32; OWN] {
    let seats = worth.game.seats();
    let mut table = [0.0; OWN];
    for (n, good) in Good::ALL.into_iter().enumerate() {
        let tokens = |seat: Seat| f32::from(worth.game.goods(seat).of(good));
        let most = Seat::first(seats).filter(|&other| other != seat).map(tokens).fold(0.0, f32::max);
        let taken: f32 = Seat::first(seats).map(tokens).sum();
        table[n] = (tokens(seat) - most) / 2.0;
        table[3 + n] = (printed(good) - taken) / 4.0;
    }
    table
}
