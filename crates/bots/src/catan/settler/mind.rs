//! What the settler thinks about a position, and the single decisions: cards, robber, discards.

use super::Weights;
use super::island::Island;
use super::prospects::{Moment, Prospects, Unseen};
use catan::{Action, Bundle, Catan, HexId, LegalActions, Phase, Resource, View};
use game::{Seat, SeatSet};

/// One decision of a settler: what it sees, and a game as it could be.
pub(super) struct Mind<'a> {
    pub(super) view: View<'a>,
    pub(super) me: Seat,
    pub(super) island: &'a Island,
    pub(super) weights: &'a Weights,
    pub(super) unseen: Unseen,
    /// What is seen, with guesses in place of what is not.
    pub(super) game: Catan,
}

/// The logarithm of the odds of who has won; beyond all that is estimated.
const CERTAIN: f32 = 1e3;

/// The best place for the robber.
#[derive(Clone, Copy)]
pub(super) struct Robbery {
    pub(super) hex: HexId,
    /// The odds of winning with it.
    pub(super) odds: f32,
}

impl<'a> Mind<'a> {
    /// The races from a position on, not yet run.
    pub(super) fn races(&self, game: &Catan, moment: Moment) -> Prospects<'a> {
        Prospects::new(game, self.island, self.weights, self.me, self.unseen, moment)
    }

    /// The own odds of winning from a position on.
    pub(super) fn odds(&self, game: &Catan, moment: Moment) -> f32 {
        match game.outcome() {
            Some(outcome) if outcome.winners.contains(self.me) => CERTAIN,
            Some(_) => -CERTAIN,
            None => self.races(game, moment).run().odds(self.me),
        }
    }

    /// The imagined game after an own action that is legal in it.
    pub(super) fn after(&self, game: &Catan, action: Action) -> Catan {
        let mut game = *game;
        game.play_unchecked(self.me, action, &mut ());
        game
    }

    /// Roll, unless a knight does more good before.
    pub(super) fn before_roll(&self, legal: &LegalActions) -> Option<Action> {
        self.knight(legal).or(Some(Action::Roll))
    }

    /// Plays the knight if that is better than to keep it.
    fn knight(&self, legal: &LegalActions) -> Option<Action> {
        if !legal.contains(Action::PlayKnight) {
            return None;
        }
        let keep = self.odds(&self.game, Moment::Now);
        (self.odds_with_knight() > keep + self.weights.card_gain).then_some(Action::PlayKnight)
    }

    fn odds_with_knight(&self) -> f32 {
        let game = self.after(&self.game, Action::PlayKnight);
        if game.outcome().is_some() {
            return self.odds(&game, Moment::Now);
        }
        self.best_robbery(&game).map_or(-CERTAIN, |best| best.odds)
    }

    /// A development card worth playing now, after the roll.
    pub(super) fn play_card(&self, legal: &LegalActions) -> Option<Action> {
        let playable = |action| legal.contains(action);
        let plenty = |first: Resource, second: Resource| Action::PlayYearOfPlenty(first, Some(second));
        let any_plenty = Resource::ALL.into_iter().any(|kind| playable(plenty(kind, kind)));
        let any = playable(Action::PlayKnight)
            || playable(Action::PlayRoadBuilding)
            || playable(Action::PlayMonopoly(Resource::Ore))
            || any_plenty;
        if !any {
            return None;
        }
        let keep = self.odds(&self.game, Moment::Now) + self.weights.card_gain;
        let mut best = (keep, None);
        let mut weigh = |odds: f32, action| {
            if odds > best.0 {
                best = (odds, Some(action));
            }
        };
        if playable(Action::PlayKnight) {
            weigh(self.odds_with_knight(), Action::PlayKnight);
        }
        if playable(Action::PlayRoadBuilding) {
            let game = self.after(&self.game, Action::PlayRoadBuilding);
            weigh(self.best_free_road(&game).0, Action::PlayRoadBuilding);
        }
        for kind in Resource::ALL {
            let monopoly = Action::PlayMonopoly(kind);
            if playable(monopoly) {
                weigh(self.odds(&self.after(&self.game, monopoly), Moment::Now), monopoly);
            }
            for other in &Resource::ALL[kind.index()..] {
                let plenty = plenty(kind, *other);
                if any_plenty && playable(plenty) {
                    weigh(self.odds(&self.after(&self.game, plenty), Moment::Now), plenty);
                }
            }
        }
        best.1
    }

    /// The best free road and the odds it gives; the road is `None` where it is better to stop.
    fn best_free_road(&self, game: &Catan) -> (f32, Option<Action>) {
        /// How many first roads are followed by a second.
        const FOLLOWED: usize = 4;
        let Phase::FreeRoads { .. } = game.phase() else { return (self.odds(game, Moment::Now), None) };
        let legal = game.legal_actions(self.me);
        let mut tried: Vec<(f32, Action, Catan)> = Vec::with_capacity(16);
        for edge in legal.roads() {
            let action = Action::BuildRoad(edge);
            let after = self.after(game, action);
            tried.push((self.odds(&after, Moment::Now), action, after));
        }
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        let stopped = if legal.contains(Action::StopRoadBuilding) {
            self.odds(&self.after(game, Action::StopRoadBuilding), Moment::Now)
        } else {
            -CERTAIN
        };
        let mut best = (stopped, None);
        for (odds, action, after) in tried.iter().take(FOLLOWED) {
            let mut odds = *odds;
            if let Phase::FreeRoads { .. } = after.phase() {
                for edge in after.legal_actions(self.me).roads() {
                    let both = self.after(after, Action::BuildRoad(edge));
                    odds = odds.max(self.odds(&both, Moment::Now));
                }
            }
            // A free road costs nothing: where it does not matter, it is placed.
            if odds >= best.0 {
                best = (odds, Some(*action));
            }
        }
        best
    }

    pub(super) fn place_free_road(&self, legal: &LegalActions) -> Option<Action> {
        self.best_free_road(&self.game)
            .1
            .or_else(|| legal.contains(Action::StopRoadBuilding).then_some(Action::StopRoadBuilding))
    }

    /// Where the robber does most good.
    pub(super) fn move_robber(&self) -> Option<Robbery> {
        self.best_robbery(&self.game)
    }

    /// The best place for the robber in a game that waits for it.
    fn best_robbery(&self, game: &Catan) -> Option<Robbery> {
        let mut best: Option<Robbery> = None;
        for hex in game.legal_actions(self.me).robber() {
            let after = self.after(game, Action::MoveRobber(hex));
            let races = self.races(&after, Moment::Now);
            let odds = match after.phase() {
                Phase::Stealing { victim } => self.odds_after_theft(&races, victim),
                Phase::ChoosingVictim { victims } => victims
                    .into_iter()
                    .map(|victim| self.odds_after_theft(&races, victim))
                    .fold(-CERTAIN, f32::max),
                _ => races.run().odds(self.me),
            };
            if best.is_none_or(|best| odds > best.odds) {
                best = Some(Robbery { hex, odds });
            }
        }
        best
    }

    fn odds_after_theft(&self, races: &Prospects<'_>, victim: Seat) -> f32 {
        let mut races = races.clone();
        races.steal(self.me, victim);
        races.run().odds(self.me)
    }

    pub(super) fn choose_victim(&self, victims: SeatSet) -> Option<Action> {
        let races = self.races(&self.game, Moment::Now);
        let mut best: Option<(f32, Seat)> = None;
        for victim in victims {
            let odds = self.odds_after_theft(&races, victim);
            if best.is_none_or(|(top, _)| odds > top) {
                best = Some((odds, victim));
            }
        }
        best.map(|(_, victim)| Action::Steal(victim))
    }

    /// Gives up, one by one, the card whose loss hurts least.
    pub(super) fn discard(&self, legal: &LegalActions) -> Option<Action> {
        let mut races = self.races(&self.game, Moment::Now);
        let race = &mut races.races[self.me];
        let mut hand = self.view.hand(self.me)?.counts();
        let mut given = Bundle::default();
        for _ in 0..legal.discards_owed() {
            let mut best: Option<(f32, usize)> = None;
            for kind in (0..5).filter(|&kind| hand[kind] > 0) {
                race.hand[..5].copy_from_slice(&hand.map(f32::from));
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
            given.0[kind] += 1;
        }
        Some(Action::Discard(given))
    }
}
