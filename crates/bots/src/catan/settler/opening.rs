//! The starting positions: the set-up decides more than any later turn.

use super::island::Island;
use super::mind::Mind;
use super::prospects::{RaceGame, founded};
use super::rollouts::OPENING_ROLLS;
use super::rules::Step;
use catan::{VertexId, VertexSet};

impl<G: RaceGame> Mind<'_, G> {
    /// The first settlement is chosen together with the best second building that the others will leave; the second to
    /// complete the first.
    pub(crate) fn found(&self, placed: u8) -> Option<G::Action> {
        let places = self.foundings(placed);
        places.iter().for_each(|&(rolls, action)| self.note(action, -rolls));
        let best = places.into_iter().reduce(|best, next| if next.0 < best.0 { next } else { best });
        best.map(|(_, action)| action)
    }

    /// Returns the places that are examined for the next building of the set-up, with the rolls until the win.
    pub(crate) fn foundings(&self, placed: u8) -> Vec<(f32, G::Action)> {
        /// The number of places that are examined for the first settlement, and of second ones for each of them.
        const FIRST: usize = 14;
        const SECOND: usize = 10;
        let seats = self.game.seats();
        let closed = self.game.closed();
        let free = !closed;
        let goal = self.game.goal();
        let rolls = |settlements: [VertexId; 2], closed: VertexSet| {
            let closed = settlements.iter().fold(closed, |closed, v| closed | close(*v));
            let race = founded::<G>(self.island, self.weights, self.known, settlements, closed, goal);
            let mut worth: f32 = settlements.iter().map(|&vertex| self.island.worth[vertex]).sum();
            if G::SECOND_IS_CITY {
                worth += self.island.upgrade_worth[settlements[1]];
            }
            let error = if self.weights.blur > 0.0 {
                OPENING_ROLLS
                    * self.weights.error(settlements.into_iter().map(|it| self.island.worth[it].to_bits()))
            } else {
                0.0
            };
            race.rolls_to_win(self.weights) - self.weights.founding * worth + error
        };
        let mut places: Vec<(f32, VertexId)> = Vec::with_capacity(FIRST);
        let mut weigh = |rolls: f32, vertex| match places.iter_mut().find(|place| place.1 == vertex) {
            Some(place) => place.0 = place.0.min(rolls),
            None => places.push((rolls, vertex)),
        };
        if let Some(first) = self.game.settlements_of(self.me).into_iter().next() {
            for second in free {
                weigh(rolls([first, second], closed), second);
            }
        } else {
            let others = 2 * (seats.saturating_sub(1 + usize::from(placed)));
            for first in self.island.best(free).take(FIRST) {
                let mut closed = closed | close(first);
                for _ in 0..others {
                    let Some(theirs) = self.island.best(!closed).next() else { break };
                    closed = closed | close(theirs);
                }
                for second in self.island.best(!closed).take(SECOND) {
                    // Of two good places, the one that others want more goes first.
                    let eager = self.island.worth[first] - self.island.worth[second];
                    weigh(rolls([first, second], closed) - self.weights.eager * eager, first);
                }
            }
        }
        let city = G::SECOND_IS_CITY && usize::from(placed) >= seats;
        let build = |vertex| G::action(if city { Step::City(vertex) } else { Step::Settlement(vertex) });
        places.into_iter().map(|(rolls, vertex)| (rolls, build(vertex))).collect()
    }
}

/// The intersections that a settlement closes.
fn close(vertex: VertexId) -> VertexSet {
    vertex.neighbours() | VertexSet::one(vertex)
}

impl Island {
    /// These intersections, the worthiest first.
    fn best(&self, among: VertexSet) -> impl Iterator<Item = VertexId> {
        let mut left = among;
        std::iter::from_fn(move || {
            let best = left.into_iter().max_by(|a, b| self.worth[*a].total_cmp(&self.worth[*b]))?;
            left.remove(best);
            Some(best)
        })
    }
}
