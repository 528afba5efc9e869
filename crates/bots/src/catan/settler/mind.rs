//! The settler's view of a position, and the single decisions: cards, robber, discards.

use super::Weights;
use super::island::{Island, LANES};
use super::prospects::{Before, Moment, Prospects, RaceGame, Survey};
use super::rules::{KindOf, Step, Victims, bundle};
use crate::advice::Notes;
use catan::{Bundle, EdgeId, HexId, Kind};
use game::{Seat, SeatSet};
use std::cell::OnceCell;

/// One decision of a settler: what it sees, and a game as it could be.
pub(crate) struct Mind<'a, G: RaceGame> {
    pub(crate) me: Seat,
    pub(crate) island: &'a Island,
    pub(crate) weights: &'a Weights,
    pub(crate) known: &'a G::Known,
    /// The visible position, with guesses in place of hidden cards.
    pub(crate) game: G,
    /// The races in it, run when they are first needed.
    pub(crate) before: OnceCell<Before<G>>,
    /// The place where the actions that are weighed are noted, if somebody asks for them.
    pub(crate) notes: Option<&'a Notes<G::Action>>,
}

/// The logarithm of the odds of who has won; beyond all that is estimated.
pub(crate) const CERTAIN: f32 = 1e3;

/// The best place for the robber.
#[derive(Clone, Copy)]
pub(crate) struct Robbery {
    pub(crate) hex: HexId,
    /// The odds of winning with it.
    pub(crate) odds: f32,
}

/// The best of these places, the first of equals.
fn best_of(robberies: Vec<Robbery>) -> Option<Robbery> {
    robberies.into_iter().reduce(|best, next| if next.odds > best.odds { next } else { best })
}

impl<G: RaceGame> Mind<'_, G> {
    /// Notes the score of an action of the decision itself.
    pub(crate) fn note(&self, action: G::Action, score: f32) {
        if let Some(notes) = self.notes {
            notes.add(action, score);
        }
    }

    /// The races from a position on, not yet run.
    pub(crate) fn races<'s>(&'s self, game: &'s G, moment: Moment) -> Prospects<'s, G> {
        let before = self.before.get_or_init(|| Before::of(&self.survey(&self.game, Moment::Now)));
        self.survey(game, moment).races().since(before)
    }

    pub(crate) fn survey<'s>(&'s self, game: &'s G, moment: Moment) -> Survey<'s, G> {
        Survey::new(game, self.island, self.weights, self.known, self.me, moment)
    }

    /// The own odds of winning from a position on.
    pub(crate) fn odds(&self, game: &G, moment: Moment) -> f32 {
        match game.ended() {
            Some(outcome) if outcome.winners.contains(self.me) => CERTAIN,
            Some(_) => -CERTAIN,
            None => self.races(game, moment).run().odds(self.me),
        }
    }

    /// The imagined game after an own action that is legal in it.
    pub(crate) fn after(&self, game: &G, action: G::Action) -> G {
        let mut game = *game;
        game.carry_out(self.me, action);
        game
    }

    /// The imagined game after a common step.
    fn after_step(&self, game: &G, step: Step<KindOf<G>>) -> G {
        self.after(game, G::action(step))
    }

    /// The best free road and the odds it gives; the road is `None` where it is better to stop.
    pub(crate) fn best_free_road(&self, game: &G) -> (f32, Option<EdgeId>) {
        self.weigh_free_roads(game, |_, _| {})
    }

    /// Weighs free roads, and passes every road that it looks at closely, with its odds, to `weighed`.
    fn weigh_free_roads(&self, game: &G, mut weighed: impl FnMut(EdgeId, f32)) -> (f32, Option<EdgeId>) {
        /// The number of first roads that are tried with a second.
        const FOLLOWED: usize = 4;
        if !game.places_roads() {
            return (self.odds(game, Moment::Now), None);
        }
        let mut tried: Vec<(f32, EdgeId, G)> = Vec::with_capacity(16);
        for edge in game.road_choices(self.me) {
            let after = self.after_step(game, Step::Road(edge));
            tried.push((self.odds(&after, Moment::Now), edge, after));
        }
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        let stop = G::action(Step::Stop);
        let stopped = if game.check(self.me, stop).is_ok() {
            self.odds(&self.after(game, stop), Moment::Now)
        } else {
            -CERTAIN
        };
        let mut best = (stopped, None);
        for (odds, edge, after) in tried.iter().take(FOLLOWED) {
            let mut odds = *odds;
            if after.places_roads() {
                for second in after.road_choices(self.me) {
                    let both = self.after_step(after, Step::Road(second));
                    odds = odds.max(self.odds(&both, Moment::Now));
                }
            }
            weighed(*edge, odds);
            // A free road costs nothing: where it does not matter, it is placed.
            if odds >= best.0 {
                best = (odds, Some(*edge));
            }
        }
        best
    }

    pub(crate) fn place_free_road(&self) -> G::Action {
        let best =
            self.weigh_free_roads(&self.game, |edge, odds| self.note(G::action(Step::Road(edge)), odds));
        G::action(best.1.map_or(Step::Stop, Step::Road))
    }

    /// Returns the robber move that does most good.
    pub(crate) fn move_robber(&self) -> Option<G::Action> {
        let all = self.robberies(&self.game);
        all.iter().for_each(|it| self.note(G::action(Step::Robber(it.hex)), it.odds));
        best_of(all).map(|best| G::action(Step::Robber(best.hex)))
    }

    /// The best place for the robber in a game that waits for it.
    pub(crate) fn best_robbery(&self, game: &G) -> Option<Robbery> {
        best_of(self.robberies(game))
    }

    /// Every place for the robber in a game that waits for it.
    pub(crate) fn robberies(&self, game: &G) -> Vec<Robbery> {
        let mut all = Vec::with_capacity(HexId::COUNT);
        for hex in game.robber_choices(self.me) {
            let after = self.after_step(game, Step::Robber(hex));
            let races = self.races(&after, Moment::Now);
            let odds = match after.victims() {
                Some(Victims::OneOf(victims)) => victims
                    .into_iter()
                    .map(|victim| self.odds_after_theft(&races, SeatSet::one(victim)))
                    .fold(-CERTAIN, f32::max),
                Some(Victims::Each(victims)) => self.odds_after_theft(&races, victims),
                None => races.run().odds(self.me),
            };
            all.push(Robbery { hex, odds });
        }
        all
    }

    pub(crate) fn odds_after_theft(&self, races: &Prospects<'_, G>, victims: SeatSet) -> f32 {
        let mut races = races.clone();
        for victim in victims {
            races.steal(self.me, victim, 1.0);
        }
        races.run().odds(self.me)
    }

    pub(crate) fn choose_victim(&self, victims: SeatSet) -> Option<G::Action> {
        let races = self.races(&self.game, Moment::Now);
        let mut best: Option<(f32, Seat)> = None;
        for victim in victims {
            let odds = self.odds_after_theft(&races, SeatSet::one(victim));
            self.note(G::action(Step::Steal(victim)), odds);
            if best.is_none_or(|(top, _)| odds > top) {
                best = Some((odds, victim));
            }
        }
        best.map(|(_, victim)| G::action(Step::Steal(victim)))
    }

    /// Returns `count` cards out of the seat's own hand, chosen one by one so that the loss hurts least.
    pub(crate) fn spare(&self, count: u32) -> Option<Bundle<KindOf<G>>> {
        let mut races = self.races(&self.game, Moment::Now);
        let race = &mut races.races[self.me];
        let mut hand = self.game.hand_of(self.me);
        let mut given = [0; LANES];
        for _ in 0..count {
            let mut best: Option<(f32, usize)> = None;
            for kind in (0..KindOf::<G>::KINDS.len()).filter(|&kind| hand[kind] > 0) {
                race.hand[..KindOf::<G>::KINDS.len()]
                    .copy_from_slice(&hand.map(f32::from)[..KindOf::<G>::KINDS.len()]);
                race.hand[kind] -= 1.0;
                let rolls = race.rolls_to_win(self.weights);
                // Of equals, the most numerous goes.
                if best.is_none_or(|(least, other)| {
                    rolls < least - 1e-3 || (rolls < least + 1e-3 && hand[kind] > hand[other])
                }) {
                    best = Some((rolls, kind));
                }
            }
            let (_, kind) = best?;
            hand[kind] -= 1;
            given[kind] += 1;
        }
        Some(bundle(given))
    }

    /// The road of a starting settlement goes where the next settlement will be.
    pub(crate) fn found_road(&self) -> Option<G::Action> {
        let mut best: Option<(f32, EdgeId)> = None;
        for edge in self.game.road_choices(self.me) {
            let after = self.after_step(&self.game, Step::Road(edge));
            let mut races = self.races(&after, Moment::Now);
            races.run_again(self.me);
            let rolls = races.rolls[self.me];
            self.note(G::action(Step::Road(edge)), -rolls);
            if best.is_none_or(|(least, _)| rolls < least) {
                best = Some((rolls, edge));
            }
        }
        best.map(|(_, edge)| G::action(Step::Road(edge)))
    }
}
