//! One line played in one world up to the horizon.

use crate::Model;
use game::{Game, Seat, Seed, Turn};

/// The most decisions of a rollout: a bound for policies that never end a turn.
const DECISIONS_MAX: u32 = 2_000;

/// A sample: what all lines have in common in it.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// The source of the later outcomes of nature.
    pub(crate) seed: Seed,
    /// The place of the first outcome among all of them by weight, as a fraction of 2⁶⁴.
    pub(crate) first: u64,
}

/// The outcome of nature at this place among all of them, each as wide as its weight; `None` where they are not listed.
fn outcome_at<G: Game>(world: &G, place: u64) -> Option<G::Chance> {
    let outcomes = || world.chance_outcomes().into_iter();
    let total: u64 = outcomes().map(|(_, weight)| u64::from(weight)).sum();
    let mut place = ((u128::from(place) * u128::from(total)) >> 64) as u64;
    for (chance, weight) in outcomes() {
        match place.checked_sub(weight.into()) {
            Some(left) => place = left,
            None => return Some(chance),
        }
    }
    None
}

/// Plays `line` for `me` in a world, then the model's policy for all seats until `horizon` further turns have begun, and returns
/// the value of the end. Adds what it asked the model to `nodes`.
pub(crate) fn rollout<G: Game, M: Model<G>>(
    model: &mut M,
    mut world: G,
    me: Seat,
    line: &[G::Action],
    sample: Sample,
    horizon: u32,
    nodes: &mut u64,
) -> f64 {
    let last_turn = world.turns().saturating_add(horizon);
    // The seat that planned, its actions, and how many of them were played.
    let mut planned = (me, line.to_vec(), 0);
    let mut first = Some(sample.first);
    let mut in_line = !line.is_empty();
    for _ in 0..DECISIONS_MAX {
        if !in_line && world.turns() >= last_turn {
            break;
        }
        match world.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let (purpose, index) = world.chance_key();
                let listed = first.take().and_then(|place| outcome_at(&world, place));
                let drawn = listed.unwrap_or_else(|| world.draw(&mut sample.seed.substream(purpose, index)));
                world.resolve_unchecked(drawn, &mut ());
            }
            Turn::Decide(_) => {
                let seat = model.next_to_ask(&world);
                let (planner, actions, played) = &mut planned;
                let next = actions.get(*played).copied();
                let goes_on = |action: &G::Action| *planner == seat && world.check(seat, *action).is_ok();
                let action = next.filter(goes_on).unwrap_or_else(|| {
                    actions.clear();
                    (*planner, *played) = (seat, 0);
                    in_line = false;
                    *nodes += 1;
                    model.plan(&world, seat, actions);
                    actions[0]
                });
                *played += 1;
                in_line &= *played < actions.len();
                world.play_unchecked(seat, action, &mut ());
            }
        }
    }
    *nodes += 1;
    model.value(&world)
}

#[cfg(test)]
mod tests {
    use super::outcome_at;
    use crate::halving::GOLDEN;
    use game::Game;
    use kerbe::{Kerbe, Options};

    #[test]
    fn outcomes_come_as_often_as_their_weights_say() {
        let game = Kerbe::new(&Options::default());
        for start in [0, 1 << 40, u64::MAX / 3] {
            let place = |number: u64| number.wrapping_mul(GOLDEN).wrapping_add(start);
            for samples in [6, 60, 600] {
                let drawn: Vec<_> = (0..samples).map(|number| outcome_at(&game, place(number))).collect();
                for (chance, _) in game.chance_outcomes() {
                    let often = drawn.iter().filter(|&&it| it == Some(chance)).count() as u64;
                    assert!(often.abs_diff(samples / 6) <= 2, "{chance}: {often} of {samples}");
                }
            }
        }
    }
}
