//! The search of settlers: their best lines, compared by rollouts of settlers in worlds that the counted cards allow.

use super::island::Island;
use super::mind::Mind;
use super::plan::PlannedGame;
use super::referee::{Referee, RefereedGame};
use crate::advice::Reason;
use crate::depth::chance;
use crate::island::{SearchOf, SearchedGame};
use crate::luck::Estimator;
use crate::{BotGame, Player};
use catan::phase::Phase;
use game::{Legal, Seat, Seed, Substream};
use search::{Candidate, Model, compare};
use std::cell::OnceCell;

/// The number of worlds that a search draws from what is known.
const WORLDS: u64 = 24;
/// The factor by which decisions of the set-up take more nodes: they decide more than any later turn.
const OPENING: u64 = 8;
/// The factor by which answers to offers take fewer nodes: there are many of them.
const ANSWERING: u64 = 4;

/// Rolls in the set-up that change the odds of winning by a factor of e.
pub(crate) const OPENING_ROLLS: f32 = 40.0;

/// A game that settlers play on in their thoughts.
pub(crate) trait PlayedOn: PlannedGame<Action: Send + Sync> + RefereedGame + Send + Sync {
    /// The settler of the game, which counts cards and trades.
    type Settler: Player<Self>;

    /// The viewer of a view, if it is a seat.
    fn seat_of(view: &Self::View<'_>) -> Option<Seat>;
    /// A position that agrees with all that the settler knows; drawn where it does not know.
    fn drawn(
        settler: &<Self as PlayedOn>::Settler,
        view: &Self::View<'_>,
        me: Seat,
        draws: &mut Substream,
    ) -> Option<Self>;
    /// Returns what a seat knows beside its position.
    fn knowledge(&self, seat: Seat) -> Self::Known;
    /// The parameters of the settlers that play on.
    fn weights(known: &Self::Known) -> super::Weights;
    /// Whether the decision is left to the settler, since it is of little weight.
    fn is_settled(&self) -> bool {
        false
    }
    /// Appends the settler's actions for this decision: one, or a whole turn.
    fn act(mind: &Mind<'_, Self>, legal: &Self::LegalActions, line: &mut Vec<Self::Action>);
    /// Returns the reasons for an action.
    fn reasons(
        settler: &mut <Self as PlayedOn>::Settler,
        view: &Self::View<'_>,
        legal: &Self::LegalActions,
        action: Self::Action,
    ) -> Vec<Reason>;
    /// Returns the lines that are worth comparing with their odds.
    fn lines(
        settler: &<Self as PlayedOn>::Settler,
        mind: &Mind<'_, Self>,
        legal: &Self::LegalActions,
    ) -> Vec<(f32, Vec<Self::Action>)>;
}

/// Every game that settlers play on is searched alike.
impl<G: PlayedOn> SearchedGame for G {
    type Settler = <G as PlayedOn>::Settler;

    fn search(
        settler: &<G as PlayedOn>::Settler,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        search: SearchOf<'_, G::Action>,
    ) -> Option<G::Action> {
        let SearchOf { chosen, depth, seed, notes } = search;
        let me = G::seat_of(view)?;
        let drawn = |n| G::drawn(settler, view, me, &mut seed.substream("world", n));
        let first = drawn(0)?;
        let (is_asked, is_discarding) =
            (first.is_asked(), matches!(first.island().phase(), Phase::Discarding { .. }));
        let is_bargain = is_asked || is_discarding || !legal.contains(chosen);
        if first.is_settled() || (is_bargain && !depth.bargains) {
            return None;
        }
        let worlds: Vec<G> = (0..WORLDS).map_while(drawn).collect();
        let world = worlds.first()?;
        let mut table = Settlers {
            me,
            worlds: &worlds,
            island: G::read(world.shown().layout()?),
            referee: if depth.learned { Referee::default() } else { Referee::plain() },
        };
        let mut lines = think(&table.island, world, me, |mind| G::lines(settler, mind, legal));
        lines.retain(|(_, line)| depth.bargains || legal.contains(line[0]));
        lines.sort_by(|a, b| b.0.total_cmp(&a.0));
        lines.truncate(depth.lines);
        if lines.is_empty() {
            return None;
        }
        // A card to be played is listed first, without an estimate of its own.
        let finite = lines.iter().map(|(odds, _)| *odds).filter(|odds| odds.is_finite());
        let most = finite.reduce(f32::max).unwrap_or(0.0);
        if lines.iter().all(|(_, line)| line[0] != chosen) {
            lines.push((most, vec![chosen]));
        }
        let candidate =
            |(odds, line): (f32, Vec<G::Action>)| Candidate { line, prior: chance(odds.min(most) - most) };
        let lines: Vec<Candidate<G::Action>> = lines.into_iter().map(candidate).collect();
        if lines.len() < 2 {
            return None;
        }
        let mut limits = depth.limits();
        if world.is_founding() {
            limits.nodes *= OPENING;
        }
        if is_asked {
            limits.nodes /= ANSWERING;
        }
        let found = compare(&mut table, me, &lines, seed, limits)?;
        if let Some(notes) = notes {
            lines.iter().zip(&found.values).for_each(|(it, value)| notes.add(it.line[0], *value as f32));
        }
        let best = lines[found.best].line[0];
        (legal.contains(best) || world.check(me, best).is_ok()).then_some(best)
    }

    fn reasons(
        settler: &mut <G as PlayedOn>::Settler,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        action: G::Action,
    ) -> Vec<Reason> {
        <G as PlayedOn>::reasons(settler, view, legal, action)
    }
}

/// A table of settlers, which plays on from the searched position.
struct Settlers<'a, G: PlayedOn> {
    me: Seat,
    worlds: &'a [G],
    island: Island,
    referee: Referee<G>,
}

impl<G: PlayedOn> Clone for Settlers<'_, G> {
    fn clone(&self) -> Self {
        Settlers {
            me: self.me,
            worlds: self.worlds,
            island: self.island.clone(),
            referee: self.referee.another(),
        }
    }
}

/// Lets the settler of a seat think about a world.
fn think<G: PlayedOn, T>(
    island: &Island,
    world: &G,
    seat: Seat,
    thought: impl FnOnce(&Mind<'_, G>) -> T,
) -> T {
    let known = world.knowledge(seat);
    let weights = G::weights(&known);
    thought(&Mind {
        me: seat,
        island,
        weights: &weights,
        known: &known,
        game: *world,
        before: OnceCell::new(),
        notes: None,
    })
}

/// Appends the actions of a settler for the decision that is due to a seat: one, or a whole turn.
pub(crate) fn plan<G: PlayedOn>(island: &Island, world: &G, seat: Seat, line: &mut Vec<G::Action>) {
    let legal = world.legal_actions(seat);
    let first = legal.get(0).expect("something is legal");
    if legal.len() > 1 {
        think(island, world, seat, |mind| G::act(mind, &legal, line));
    }
    if line.first().is_none_or(|&action| world.check(seat, action).is_err()) {
        line.clear();
        line.push(first);
    }
}

impl<G: PlayedOn> Model<G> for Settlers<'_, G> {
    fn world(&mut self, seed: Seed) -> Option<G> {
        let number = seed.0 % self.worlds.len().max(1) as u64;
        self.worlds.get(number as usize).copied()
    }

    fn plan(&mut self, world: &G, seat: Seat, line: &mut Vec<G::Action>) {
        plan(&self.island, world, seat, line);
    }

    fn value(&mut self, world: &G) -> f64 {
        self.referee.shares(world)[self.me]
    }

    fn next_to_ask(&self, world: &G) -> Seat {
        BotGame::next_to_ask(world)
    }
}
