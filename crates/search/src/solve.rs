//! Endgames solved: every action and every outcome of nature up to the end of the game.

use crate::Model;
use crate::{Candidate, Comparison};
use game::{Game, Legal, Seat, Turn};

/// The value of each candidate line for `me` if the game is played to its end as well as possible from a world that holds
/// everything, and the best of them; `None` if there is no candidate, if that takes more than `nodes` or `is_late` becomes
/// true, or where the outcomes of nature are not listed.
///
/// Every seat but `me` plays for the least value, so the result is exact for two seats whose values add up to 1. Of equals
/// the first counts; a candidate that is no better than one before it may have a value that is only an upper bound.
pub fn solve<G: Game, M: Model<G>>(
    model: &mut M,
    me: Seat,
    world: G,
    candidates: &[Candidate<G::Action>],
    nodes: u64,
    is_late: &mut dyn FnMut() -> bool,
) -> Option<Comparison> {
    let mut solver = Solver { model, me, left: nodes, is_late };
    let mut values = Vec::with_capacity(candidates.len());
    let mut best: Option<(usize, f64)> = None;
    for (number, candidate) in candidates.iter().enumerate() {
        let mut then = world;
        for &action in &candidate.line {
            then.play_unchecked(me, action, &mut ());
        }
        let value = solver.value(&then, &[], best.map_or(0.0, |(_, most)| most), 1.0)?;
        values.push(value);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((number, value));
        }
    }
    let nodes = nodes - solver.left;
    best.map(|(best, _)| Comparison { best, values, samples: 1, nodes })
}

/// A search to the end of the game with bounds on the values that still matter (alpha and beta).
struct Solver<'a, M> {
    model: &'a mut M,
    me: Seat,
    left: u64,
    is_late: &'a mut dyn FnMut() -> bool,
}

impl<M> Solver<'_, M> {
    /// Counts a question to the model; `None` if there were too many, or the time is over.
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!(self.is_late)()).then_some(())
    }

    /// The value of a position if it lies between `low` and `high`, otherwise a bound beyond them. `planned` holds actions of the
    /// seat that is asked, which are tried first.
    fn value<G: Game>(&mut self, game: &G, planned: &[G::Action], low: f64, high: f64) -> Option<f64>
    where
        M: Model<G>,
    {
        match game.turn() {
            Turn::Over(_) => {
                self.spend()?;
                Some(self.model.value(game))
            }
            Turn::Chance(_) => self.mean(game, low, high),
            Turn::Decide(_) => self.best(game, planned, low, high),
        }
    }

    /// The mean over all outcomes of nature. The rest is left out as soon as it cannot bring the mean between the bounds.
    fn mean<G: Game>(&mut self, game: &G, low: f64, high: f64) -> Option<f64>
    where
        M: Model<G>,
    {
        let outcomes: Vec<(G::Chance, u32)> = game.chance_outcomes().into_iter().collect();
        let total: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
        if total == 0.0 {
            return None;
        }
        let (mut sum, mut rest) = (0.0, total);
        for (chance, weight) in outcomes {
            let weight = f64::from(weight);
            rest -= weight;
            let mut then = *game;
            then.resolve_unchecked(chance, &mut ());
            let least = ((low * total - sum - rest) / weight).max(0.0);
            let most = ((high * total - sum) / weight).min(1.0);
            sum += weight * self.planned(&then, least, most)?;
            if sum + rest <= low * total {
                return Some((sum + rest) / total);
            }
            if sum >= high * total {
                break;
            }
        }
        Some(sum / total)
    }

    /// The value of a position after an outcome of nature, with the model's own line tried first.
    fn planned<G: Game>(&mut self, game: &G, low: f64, high: f64) -> Option<f64>
    where
        M: Model<G>,
    {
        let mut line = Vec::new();
        if matches!(game.turn(), Turn::Decide(_)) {
            self.spend()?;
            let seat = self.model.next_to_ask(game);
            self.model.plan(game, seat, &mut line);
        }
        self.value(game, &line, low, high)
    }

    /// The value of the best action of the seat that is asked.
    fn best<G: Game>(&mut self, game: &G, planned: &[G::Action], mut low: f64, mut high: f64) -> Option<f64>
    where
        M: Model<G>,
    {
        let seat = self.model.next_to_ask(game);
        let legal = game.legal_actions(seat);
        let first = planned.first().copied().filter(|&action| legal.contains(action));
        let others =
            legal.into_iter().filter(|&action| Some(action) != first).map(|action| (action, &[][..]));
        let rest = planned.get(1..).unwrap_or_default();
        let mut best: Option<f64> = None;
        for (action, planned) in first.map(|action| (action, rest)).into_iter().chain(others) {
            let mut then = *game;
            then.play_unchecked(seat, action, &mut ());
            let value = self.value(&then, planned, low, high)?;
            if seat == self.me {
                best = Some(best.map_or(value, |most| most.max(value)));
                low = low.max(value);
            } else {
                best = Some(best.map_or(value, |least| least.min(value)));
                high = high.min(value);
            }
            if low >= high {
                break;
            }
        }
        best
    }
}
