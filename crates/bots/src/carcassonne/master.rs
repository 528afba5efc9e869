//! The bots that search: `surveyor`'s best lines, compared by rollouts of surveyors.

use super::surveyor::{Plan, Referee, SurveyorGame, Weights};
use crate::Player;
use crate::luck::Estimator;
use carcassonne::{Action, Game, LegalActions, View};
use game::{Draws, Seat, Seed, Substream};
use search::{Limits, Model, compare};

/// The parameters of a searching bot.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Depth {
    /// The number of lines that are compared: the best ones by the surveyor's estimate.
    pub lines: usize,
    /// The bounds of a search.
    pub limits: Limits,
}

/// A bot that compares the best lines of a surveyor by rollouts.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Master {
    #[serde(skip)]
    depth: Depth,
    draws: Substream,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth { lines: 8, limits: Limits { nodes: 800, horizon: 2, threads: 1 } }
    }
}

impl Master {
    /// A master that searches this deep, with this randomness.
    #[must_use]
    pub fn new(depth: Depth, draws: Substream) -> Master {
        Master { depth, draws }
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Master {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        let first = legal.get(0).expect("a host asks only seats that can do something");
        if legal.len() == 1 {
            return first;
        }
        let Some(me) = view.seat() else { return first };
        let game = view.imagine();
        let weights = R::weights();
        let mut lines = Plan::new(&game, me, &weights).lines(&game, legal);
        lines.sort_by(|a, b| b.0.total_cmp(&a.0));
        lines.truncate(self.depth.lines);
        let lines: Vec<Vec<Action>> = lines.into_iter().map(|(_, line)| line).collect();
        let seed = Seed(self.draws.next_u64());
        let mut surveyors = Surveyors { game, me, weights };
        let found = compare(&mut surveyors, me, &lines, seed, self.depth.limits);
        found.map_or(first, |found| lines[found.best][0])
    }
}

/// A table of surveyors, which plays on from the searched position.
#[derive(Clone)]
struct Surveyors<R: SurveyorGame> {
    game: Game<R>,
    me: Seat,
    weights: Weights,
}

impl<R: SurveyorGame> Model<Game<R>> for Surveyors<R> {
    /// Nothing is hidden but the order of the stack, which the rollout draws.
    fn world(&mut self, _: Seed) -> Option<Game<R>> {
        Some(self.game)
    }

    fn plan(&mut self, world: &Game<R>, seat: Seat, line: &mut Vec<Action>) {
        let legal = world.legal_actions(seat);
        let best = match legal.get(0) {
            Some(only) if legal.len() == 1 => Some((only, None)),
            _ => Plan::new(world, seat, &self.weights).best_line(world, &legal, |_| 0.0),
        };
        let (action, follow) = best.expect("something is legal");
        line.push(action);
        line.extend(follow);
    }

    fn value(&mut self, world: &Game<R>) -> f64 {
        Referee.shares(world)[self.me]
    }

    fn next_to_ask(&self, world: &Game<R>) -> Seat {
        world.active()
    }
}
