//! One line played in one world up to the horizon.

use crate::Model;
use game::{Game, Seat, Seed, Turn};

/// The most decisions of a rollout: a bound for policies that never end a turn.
const DECISIONS_MAX: u32 = 2_000;

/// Plays `line` for `me` in a world, then the model's policy for all seats until `horizon` further turns have begun, and returns
/// the value of the end. Adds what it asked the model to `nodes`.
pub(crate) fn rollout<G: Game, M: Model<G>>(
    model: &mut M,
    mut world: G,
    me: Seat,
    line: &[G::Action],
    chance: Seed,
    horizon: u32,
    nodes: &mut u64,
) -> f64 {
    let last_turn = world.turns().saturating_add(horizon);
    // The seat that planned, its actions, and how many of them were played.
    let mut planned = (me, line.to_vec(), 0);
    let mut in_line = !line.is_empty();
    for _ in 0..DECISIONS_MAX {
        if !in_line && world.turns() >= last_turn {
            break;
        }
        match world.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let (purpose, index) = world.chance_key();
                let drawn = world.draw(&mut chance.substream(purpose, index));
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
