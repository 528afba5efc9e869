//! The bots that search: `surveyor`'s best lines, compared by rollouts of surveyors.

use super::surveyor::{Plan, Referee, SurveyorGame, Weights, advice};
use crate::advice::{Advised, Notes};
use crate::depth::chance;
use crate::luck::Estimator;
use crate::{Depth, Player};
use carcassonne::{Action, Game, LegalActions, View};
use game::{Draws, Seat, Seed, Substream};
use search::{Candidate, Model, compare};

/// A bot that compares the best lines of a surveyor by rollouts.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Master {
    depth: Depth,
    draws: Substream,
}

impl Master {
    /// A master that searches this deep, with this randomness.
    #[must_use]
    pub fn new(depth: Depth, draws: Substream) -> Master {
        Master { depth, draws }
    }

    /// Chooses, and notes how the compared lines begin and what they are worth.
    fn pick<R: SurveyorGame>(
        &mut self,
        view: &View<'_, R>,
        legal: &LegalActions<R>,
        notes: Option<&Notes<Action>>,
    ) -> Action {
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
        let spread = R::spread(&game) as f32;
        let candidate = |(value, line): (f32, Vec<Action>)| Candidate { line, prior: chance(value / spread) };
        let lines: Vec<Candidate<Action>> = lines.into_iter().map(candidate).collect();
        let seed = Seed(self.draws.next_u64());
        let mut surveyors = Surveyors { game, me, weights };
        let found = compare(&mut surveyors, me, &lines, seed, self.depth.limits());
        let Some(found) = found else { return first };
        if let Some(notes) = notes {
            lines.iter().zip(&found.values).for_each(|(it, value)| notes.add(it.line[0], *value as f32));
        }
        lines[found.best].line[0]
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Master {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        self.pick(view, legal, None)
    }

    fn advise(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Vec<Advised<Action>> {
        let notes = Notes::new();
        let chosen = self.pick(view, legal, Some(&notes));
        advice(view, legal, &R::weights(), notes.best(chosen))
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
            _ => Plan::new(world, seat, &self.weights).best_line(world, &legal, |_| 0.0, None),
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
