//! The learned estimate: what a network is shown of a seat, on the island.

use super::prospects::{Prospects, RaceGame, SLACK, Survey};
use super::race::{Extras, Race};
use super::rules::KindOf;
use crate::net::{INPUTS, Net, Row};
use catan::{Kind as _, Piece};
use game::Seat;

/// The first of the inputs that only one game has.
const OWN: usize = 56;
/// The inputs that only one game has.
pub(crate) type Own = [f32; INPUTS - OWN];

/// The sites that are shown, the best first.
const SITES_SHOWN: usize = 3;

/// A game whose positions a network has learned to judge.
pub(crate) trait LearnedGame: RaceGame {
    /// Describes what only this game has of a seat.
    fn describe(survey: &Survey<'_, Self>, seat: Seat, extras: &Self::Extras) -> Own;

    /// The network of this game, read when it is first used.
    fn net() -> &'static Net;
}

/// The most of the other seats.
fn most_of_others<G: RaceGame>(survey: &Survey<'_, G>, seat: Seat, of: impl Fn(Seat) -> f32) -> f32 {
    survey.others(seat).map(of).fold(f32::NEG_INFINITY, f32::max)
}

/// Describes a seat in a position in numbers of about one, from its race and those of the others.
pub(crate) fn row_of<G: LearnedGame>(
    survey: &Survey<'_, G>,
    prospects: &Prospects<'_, G>,
    seat: Seat,
) -> Row {
    let (game, race) = (survey.game, &prospects.races[seat]);
    let rolls = |seat| crate::real::ln(prospects.rolls[seat] + SLACK);
    let score = |seat| f32::from(game.score(seat)) / race.goal;
    let (variety, harbours) = race.lasting(prospects.weights);
    let held: f32 = game.hand_of(seat).into_iter().map(f32::from).sum();
    let mut row = [0.0; INPUTS];
    row[0] = rolls(seat) - 3.0;
    row[1] = 10.0 / (prospects.rolls[seat] + SLACK);
    row[2] = race.points / race.goal;
    row[3] = score(seat);
    row[4] = (race.points - most_of_others(survey, seat, |it| prospects.races[it].points)) / race.goal;
    row[5] = -most_of_others(survey, seat, |it| -rolls(it)) - rolls(seat);
    let usual = prospects.weights.swap(4);
    for kind in 0..race.hand.len() {
        row[6 + kind] = race.hand[kind].clamp(-2.0, 8.0) / 3.0;
        row[14 + kind] = 3.0 * race.income[kind];
        row[22 + kind] = if kind < KindOf::<G>::KINDS.len() { 3.0 * (race.swap[kind] - usual) } else { 0.0 };
    }
    row[30] = held / 8.0;
    row[31] = (held - game.limit_of(seat) as f32).max(0.0) / 4.0;
    row[32] = f32::from(race.settlements_len) / 3.0;
    row[33] = f32::from(race.cities_left) / 3.0;
    row[34] = f32::from(game.left(seat, Piece::Settlement)) / 3.0;
    row[35] = f32::from(race.roads_left) / 10.0;
    describe_sites(race, &mut row[36..46]);
    let holds_road = game.longest_road_holder() == Some(seat);
    row[46] = f32::from(u8::from(holds_road));
    row[47] = race.roads_to_award.map_or(0.0, |roads| 1.0 / f32::from(roads.max(1)));
    let length = |seat| f32::from(game.road_length_of(seat));
    row[48] = (length(seat) - most_of_others(survey, seat, length)) / 5.0;
    row[49] = race.offset / 3.0;
    row[50] = if race.offset == 0.0 { 1.0 } else { 0.0 };
    row[51] = variety / 3.0;
    row[52] = 3.0 * harbours;
    row[53] = Seat::first(survey.seats).map(score).fold(0.0, f32::max);
    row[54] = if survey.seats == 2 { 1.0 } else { 0.0 };
    row[55] = if survey.seats == 3 { 1.0 } else { 0.0 };
    row[OWN..].copy_from_slice(&G::describe(survey, seat, &race.extras));
    row
}

/// Fills in the number of sites and, for the best of them, roads, chance to be first and yield.
fn describe_sites<X: Extras>(race: &Race<X>, row: &mut [f32]) {
    row[0] = f32::from(race.sites_len) / 6.0;
    for (n, site) in race.sites[..usize::from(race.sites_len)].iter().take(SITES_SHOWN).enumerate() {
        row[1 + 3 * n] = 1.0 / (1.0 + f32::from(site.roads));
        row[2 + 3 * n] = site.hold;
        row[3 + 3 * n] = 3.0 * site.yields.iter().sum::<f32>();
    }
}
