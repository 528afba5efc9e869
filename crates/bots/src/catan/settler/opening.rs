//! Where to begin: the set-up decides more than any later turn.

use super::island::Island;
use super::mind::Mind;
use super::prospects::{Moment, founded};
use catan::{Action, LegalActions, VertexId, VertexSet};

impl Mind<'_> {
    /// The first settlement is chosen together with the best second one that the others will leave; the second to
    /// complete the first.
    pub(super) fn found_settlement(&self, legal: &LegalActions, placed: u8) -> Option<Action> {
        /// How many places for the first settlement are looked at, and how many seconds for each.
        const FIRST: usize = 14;
        const SECOND: usize = 10;
        let seats = self.view.seats();
        let free = legal.settlements();
        let closed = self.view.unsettleable();
        let goal = self.view.options().victory_points;
        let rolls = |settlements: [VertexId; 2], closed: VertexSet| {
            let closed = settlements.iter().fold(closed, |closed, v| closed | close(*v));
            let race = founded(self.island, self.weights, settlements, closed, goal);
            let worth: f32 = settlements.iter().map(|&vertex| self.island.worth[vertex]).sum();
            race.rolls_to_win(self.weights) - self.weights.founding * worth
        };
        let mut best: Option<(f32, VertexId)> = None;
        let mut weigh = |rolls: f32, vertex| {
            if best.is_none_or(|(least, _)| rolls < least) {
                best = Some((rolls, vertex));
            }
        };
        if let Some(first) = self.view.settlements(self.me).into_iter().next() {
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
        best.map(|(_, vertex)| Action::BuildSettlement(vertex)).or_else(|| legal.get(0))
    }

    /// The road of a starting settlement goes where the next settlement will be.
    pub(super) fn found_road(&self, legal: &LegalActions) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for edge in legal.roads() {
            let action = Action::BuildRoad(edge);
            let mut races = self.races(&self.after(&self.game, action), Moment::Now);
            races.run_again(self.me);
            let rolls = races.rolls[self.me];
            if best.is_none_or(|(least, _)| rolls < least) {
                best = Some((rolls, action));
            }
        }
        best.map(|(_, action)| action)
    }
}

/// The intersections that a settlement closes.
fn close(vertex: VertexId) -> VertexSet {
    vertex.neighbors() | VertexSet::one(vertex)
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
