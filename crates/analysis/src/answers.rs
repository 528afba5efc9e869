//! The costs of all compared actions of a decision, by which an exercise judges an answer.

use crate::analysed::{Analysed, Cause};
use crate::moments::{Choice, Judge, Moment};
use game::{Legal as _, Seat, Turn};
use serde::{Deserialize, Serialize};

/// The most actions of the next decision that are looked at, of those compared already and of those that an action makes possible.
const NEXT: usize = 8;

/// An action that could have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The action.
    pub action: String,
    /// Its loss against the best one, in shares of a win: never positive.
    pub cost: f64,
}

/// The actions of a decision that were compared.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answers {
    /// The kind of the best action.
    pub kind: Cause,
    /// The compared actions, the best first.
    pub list: Vec<Answer>,
}

impl<G: Analysed> Judge<G> {
    /// Returns the costs of the compared actions. As in the split, what the seat can still do in the same turn, before nature moves, is
    /// not lost: the best value of its next decision counts, if it is higher.
    pub(crate) fn costs(
        &mut self,
        moment: &Moment<G>,
        seat: Seat,
        choice: &Choice<G::Action>,
    ) -> Vec<(G::Action, f64)> {
        let worlds = self.worlds(moment, seat);
        let best = choice.best().1;
        let mut ranked = choice.values.clone();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let cost = |&(action, value): &(G::Action, f64)| {
            let reached = match value < best {
                true => self.later(&worlds, seat, action, &ranked).map_or(value, |later| later.max(value)),
                false => value,
            };
            (action, (reached - best).min(0.0))
        };
        choice.values.iter().map(cost).collect()
    }

    /// The best value of the seat's next decision after an action, if nature does not move before it.
    fn later(
        &mut self,
        worlds: &[G],
        seat: Seat,
        action: G::Action,
        ranked: &[(G::Action, f64)],
    ) -> Option<f64> {
        let after = |world: &G| {
            let mut next = *world;
            next.play(seat, action, &mut ()).ok().map(|_| next)
        };
        let worlds: Vec<G> = worlds.iter().filter_map(after).collect();
        let (first, turns) = (worlds.first()?, worlds.first()?.turns());
        let goes_on = |world: &G| {
            let decides = matches!(world.turn(), Turn::Decide(seats) if seats.contains(seat));
            decides && world.turns() == turns && world.on_turn() == seat
        };
        if !worlds.iter().all(goes_on) {
            return None;
        }
        let is_ranked = |next: G::Action| ranked.iter().any(|(it, _)| first.is_same_action(*it, next));
        let legal = first.legal_actions(seat);
        let all = legal.len().min(self.most());
        let new = (0..all).filter_map(|n| legal.get(n)).filter(|&next| !G::is_message(&next));
        let new = new.filter(|&next| !is_ranked(next)).take(NEXT);
        let known = ranked.iter().map(|(next, _)| *next).filter(|&next| first.check(seat, next).is_ok());
        let next: Vec<G::Action> = known.take(NEXT).chain(new).collect();
        let values = next.into_iter().filter_map(|next| self.mean_after(&worlds, seat, seat, next));
        values.max_by(f64::total_cmp)
    }
}
