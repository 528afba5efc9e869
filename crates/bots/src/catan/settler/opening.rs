//! The starting positions: the set-up decides more than any later turn.

use super::island::Island;
use super::mind::Mind;
use super::prospects::{RaceGame, founded};
use super::rules::Step;
use catan::{VertexId, VertexSet};

impl<G: RaceGame> Mind<'_, G> {
    /// The first settlement is chosen together with the best second building that the others will leave; the second to
    /// complete the first.
    pub(crate) fn found(&self, placed: u8) -> Option<G::Action> {
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
            race.rolls_to_win(self.weights) - self.weights.founding * worth
        };
        let city = G::SECOND_IS_CITY && usize::from(placed) >= seats;
        let action = |vertex| G::action(if city { Step::City(vertex) } else { Step::Settlement(vertex) });
        let mut best: Option<(f32, VertexId)> = None;
        let mut weigh = |rolls: f32, vertex| {
            self.note(action(vertex), -rolls);
            if best.is_none_or(|(least, _)| rolls < least) {
                best = Some((rolls, vertex));
            }
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
        best.map(|(_, vertex)| action(vertex))
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
