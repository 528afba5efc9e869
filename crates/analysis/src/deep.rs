//! Single decisions compared by rollouts with common random numbers.

use crate::analysed::Analysed;
use crate::estimate::Chances;
use crate::moments::{Choice, Moment};
use bots::luck::Estimator as _;
use bots::{BotGame, Player as _};
use encode::Tracked;
use game::{Game, Legal as _, Seat, Seed, Viewer};
use search::{Gain, Model, measure};

/// The most actions that are compared: the played one and the best of the others.
const ACTIONS: usize = 4;

/// The turns that a rollout plays before the position is valued.
const HORIZON: u32 = 6;

/// The bounds of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Questions to the bots and the estimator.
    pub(crate) nodes: u64,
    /// The threads that share the work; the result does not depend on them.
    pub(crate) threads: usize,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<A> {
    /// The best action.
    pub(crate) best: A,
    /// The value of the played action less that of the best: never positive.
    pub(crate) cost: f64,
    /// The standard error of the cost.
    pub(crate) error: f64,
}

/// Compares the played action with the best others in worlds that agree with what the seat knew, each played on by the strongest bots
/// that do not search. `None` if the budget allows fewer than two samples.
pub(crate) fn compare<G: Analysed>(
    moment: &Moment<G>,
    seat: Seat,
    choice: &Choice<G::Action>,
    budget: Budget,
) -> Option<Found<G::Action>> {
    let mut others = choice.values[1..].to_vec();
    others.sort_by(|a, b| b.1.total_cmp(&a.1));
    let played = choice.values[0].0;
    let actions: Vec<G::Action> =
        std::iter::once(played).chain(others.into_iter().map(|it| it.0)).take(ACTIONS).collect();
    let gains = gains(moment.before, seat, &actions, Seed(moment.number as u64), budget)?;
    let best = (1..gains.len()).fold(0, |best, n| if gains[n].mean > gains[best].mean { n } else { best });
    Some(Found { best: actions[best], cost: -gains[best].mean, error: gains[best].error })
}

/// Measures what each action gains over the first one, in worlds that agree with what the seat knows, each played on by the strongest
/// bots that do not search. `None` if the budget allows fewer than two samples.
pub(crate) fn gains<G: Analysed>(
    before: Tracked<G>,
    seat: Seat,
    actions: &[G::Action],
    seed: Seed,
    budget: Budget,
) -> Option<Vec<Gain>> {
    let lines: Vec<&[G::Action]> = actions.iter().map(std::slice::from_ref).collect();
    let mut table = Table { table: before, me: seat, chances: Chances::default() };
    let limits = search::Limits { nodes: budget.nodes, trust: 0, horizon: HORIZON, threads: budget.threads };
    measure(&mut table, seat, &lines, seed, limits)
}

/// A table of bots that plays on from a position.
struct Table<G: Analysed> {
    table: Tracked<G>,
    me: Seat,
    chances: Chances<G>,
}

impl<G: Analysed> Clone for Table<G> {
    fn clone(&self) -> Self {
        // What an estimator keeps only saves time.
        Table { table: self.table, me: self.me, chances: Chances::default() }
    }
}

impl<G: Analysed> Model<G> for Table<G> {
    fn world(&mut self, seed: Seed) -> Option<G> {
        Some(*self.table.determinize(self.me, &mut seed.substream("world", 0)).game())
    }

    fn plan(&mut self, world: &G, seat: Seat, line: &mut Vec<G::Action>) {
        let legal = world.legal_actions(seat);
        // A bot that has heard nothing counts no cards: it guesses them from what everybody sees.
        let action = G::quiet_bot(seat).choose(&Game::view(world, Viewer::Seat(seat)), &legal);
        let first = || legal.get(0).expect("something is legal");
        line.push(if world.check(seat, action).is_ok() { action } else { first() });
    }

    fn value(&mut self, world: &G) -> f64 {
        self.chances.shares(world)[self.me]
    }

    fn next_to_ask(&self, world: &G) -> Seat {
        BotGame::next_to_ask(world)
    }
}
