//! The bots that search: `surveyor`'s best lines, compared by rollouts of surveyors.

use super::surveyor::{Plan, Referee, SurveyorGame, Weights, advice};
use crate::advice::{Advised, Notes};
use crate::depth::chance;
use crate::luck::Estimator;
use crate::{Depth, Player};
use carcassonne::{Action, Game, LegalActions, Phase, View};
use game::{Draws, Seat, Seed, Substream};
use search::{Candidate, Comparison, Model, compare, compare_in_time, solve};

/// The number of actions that are played out in an endgame in the time of one node of a search.
const ACTIONS_OF_NODE: u64 = 16;

/// The weight of the margin in points at the end of a game, beside winning it.
const OF_MARGIN: f64 = 0.02;

/// A clock: milliseconds since some moment.
pub type Clock = fn() -> f64;

/// A bot that compares the best lines of a surveyor by rollouts, and solves the end of a game.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Master {
    depth: Depth,
    draws: Substream,
    /// The most milliseconds of a decision, and the clock that says so.
    #[serde(skip)]
    time: Option<(f64, Clock)>,
}

impl Master {
    /// A master that searches this deep, with this randomness.
    #[must_use]
    pub fn new(depth: Depth, draws: Substream) -> Master {
        Master { depth, draws, time: None }
    }

    /// Ends each decision after about so many milliseconds by this clock, even if nodes are left. What the bot chooses then depends on
    /// the machine.
    #[must_use]
    pub fn within(self, milliseconds: f64, clock: Clock) -> Master {
        Master { time: Some((milliseconds, clock)), ..self }
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
        let spread = R::spread(&game) as f32;
        let candidate = |(value, line): (f32, Vec<Action>)| Candidate { line, prior: chance(value / spread) };
        let lines: Vec<Candidate<Action>> = lines.into_iter().map(candidate).collect();
        let seed = Seed(self.draws.next_u64());
        let referee = if self.depth.learned { Referee::learned() } else { Referee::default() };
        let found = self.search(Surveyors { game, me, weights, referee }, &lines, seed);
        let Some(found) = found else { return first };
        if let Some(notes) = notes {
            lines.iter().zip(&found.values).for_each(|(it, value)| notes.add(it.line[0], *value as f32));
        }
        lines[found.best].line[0]
    }

    /// Solves an endgame if that is possible with about the effort of a search; otherwise compares the best lines.
    fn search<R: SurveyorGame>(
        &self,
        mut surveyors: Surveyors<R>,
        lines: &[Candidate<Action>],
        seed: Seed,
    ) -> Option<Comparison> {
        let began = self.time.map(|(_, clock)| clock());
        let mut passed = || match (self.time, began) {
            (Some((most, clock)), Some(began)) => (clock() - began) / most,
            _ => 0.0,
        };
        let Surveyors { game, me, .. } = surveyors;
        // Among more than two, who gains what another loses is not known: only the own last tile is.
        let tiles = if game.seats() == 2 { self.depth.exact } else { self.depth.exact.min(1) };
        if game.stack_len() < tiles {
            let nodes = self.depth.nodes.saturating_mul(ACTIONS_OF_NODE);
            let solved = solve(&mut surveyors, me, game, lines, nodes, &mut || passed() >= 1.0);
            if solved.is_some() {
                return solved;
            }
        }
        let lines = &lines[..lines.len().min(self.depth.lines)];
        let limits = self.depth.limits();
        match began {
            Some(_) => compare_in_time(&mut surveyors, me, lines, seed, limits, &mut passed),
            None => compare(&mut surveyors, me, lines, seed, limits),
        }
    }
}

impl<R: SurveyorGame> Player<Game<R>> for Master {
    fn choose(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Action {
        self.pick(view, legal, None)
    }

    fn advise(&mut self, view: &View<'_, R>, legal: &LegalActions<R>) -> Vec<Advised<Action>> {
        let notes = Notes::new();
        let chosen = self.pick(view, legal, Some(&notes));
        advice(view, legal, &R::weights(), notes, chosen)
    }
}

/// A table of surveyors, which plays on from the searched position.
#[derive(Clone)]
struct Surveyors<R: SurveyorGame> {
    game: Game<R>,
    me: Seat,
    weights: Weights,
    referee: Referee,
}

impl<R: SurveyorGame> Model<Game<R>> for Surveyors<R> {
    /// Nothing is hidden but the order of the stack, which the rollout draws.
    fn world(&mut self, _: Seed) -> Option<Game<R>> {
        Some(self.game)
    }

    fn plan(&mut self, world: &Game<R>, seat: Seat, line: &mut Vec<Action>) {
        Plan::line(world, seat, &self.weights, line);
    }

    /// The chance to win; at the end of the game the share of the win, and among equal ones the margin.
    fn value(&mut self, world: &Game<R>) -> f64 {
        let share = self.referee.shares(world)[self.me];
        if !matches!(world.phase(), Phase::Over(_)) {
            return share;
        }
        let points = |seat| i32::from(world.points(seat).total());
        let others = Seat::first(world.seats()).filter(|&seat| seat != self.me).map(points);
        let margin = points(self.me) - others.max().unwrap_or_default();
        (1.0 - OF_MARGIN) * share + OF_MARGIN * chance(margin as f32 / 30.0)
    }

    fn next_to_ask(&self, world: &Game<R>) -> Seat {
        world.active()
    }
}
