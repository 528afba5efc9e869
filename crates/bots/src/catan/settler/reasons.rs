//! The reasons for an action, in the terms in which races are estimated.

use super::mind::Mind;
use super::plan::PlannedGame;
use super::prospects::{Moment, Prospects};
use super::race::{Extras as _, Race};
use super::rules::{KindOf, Step, Victims};
use crate::advice::{REASONS, Reason};
use catan::Kind;
use game::{Seat, SeatSet};

/// The number of ends of turn that are examined to see what an exchange is for.
const POSITIONS: u32 = 40;
/// The most exchanges that one purchase needs.
const EXCHANGES: usize = 5;

/// Returns the chance of a card per roll as a number of the 36 rolls of two dice.
fn of_36(chance: f32) -> u16 {
    (chance * 36.0).round() as u16
}

impl<G: PlannedGame> Mind<'_, G> {
    /// Returns the main reasons for an action of this seat that is legal now.
    pub(crate) fn reasons(&self, action: G::Action) -> Vec<Reason> {
        // The other seats' cards are guesses; what depends on the truth has no reason that could be told.
        if self.game.check(self.me, action).is_err() {
            return Vec::new();
        }
        let mut reasons = Vec::new();
        let after = self.after(&self.game, action);
        if after.ended().is_some_and(|outcome| outcome.winners.contains(self.me)) {
            return vec![Reason::Wins];
        }
        if action == G::action(Step::EndTurn) {
            return vec![Reason::Saves];
        }
        if let Some(next) = self.pays_for(action, &after) {
            reasons.push(Reason::Then { action: next.to_string() });
        }
        let after = self.follow(after);
        let before = self.races(&self.game, Moment::Now).run();
        let races = self.races(&after, Moment::Now);
        self.robs(&mut reasons, &after, &races);
        let races = races.run();
        self.compare(&mut reasons, &before.races[self.me], &races.races[self.me]);
        self.hand(&mut reasons, &after);
        self.way_to_victory(&mut reasons, &before, &races);
        if reasons.is_empty() && self.len(&after) < self.len(&self.game) {
            reasons.push(Reason::Spares);
        }
        reasons.truncate(REASONS);
        reasons
    }

    /// Returns the number of cards in the seat's hand.
    fn len(&self, game: &G) -> u32 {
        game.hand_of(self.me).iter().map(|&count| u32::from(count)).sum()
    }

    /// Carries out what an action leads to at once: the robber's move, the free roads.
    fn follow(&self, mut state: G) -> G {
        if let Some(best) = self.best_robbery(&state) {
            state.carry_out(self.me, G::action(Step::Robber(best.hex)));
        }
        while let (_, Some(edge)) = self.best_free_road(&state) {
            state.carry_out(self.me, G::action(Step::Road(edge)));
        }
        state
    }

    /// Returns the purchase for which an exchange with the supply pays.
    fn pays_for(&self, action: G::Action, after: &G) -> Option<G::Action> {
        if !G::is_exchange(action) {
            return None;
        }
        let mut state = *after;
        for _ in 0..EXCHANGES {
            let next = self.plan_from(&state, POSITIONS).first()?;
            if !G::is_exchange(next) {
                return Some(next);
            }
            state.carry_out(self.me, next);
        }
        None
    }

    /// Tells whom the robber robs, and whom it leaves.
    fn robs(&self, reasons: &mut Vec<Reason>, after: &G, races: &Prospects<'_, G>) {
        let (from, to) = (self.game.robber_on(), after.robber_on());
        let odds = |victim: &Seat| self.odds_after_theft(races, SeatSet::one(*victim));
        let robbed = match after.victims() {
            Some(Victims::OneOf(seats)) => {
                seats.into_iter().max_by(|a, b| odds(a).total_cmp(&odds(b))).map(SeatSet::one)
            }
            Some(Victims::Each(seats)) => Some(seats),
            None => None,
        };
        for seat in robbed.into_iter().flatten() {
            reasons.push(Reason::Steals { seat });
        }
        let own = self.game.settlements_of(self.me) | self.game.cities_of(self.me);
        if from != to && self.island.hexes[from].is_some() && !(own & from.vertex_set()).is_empty() {
            reasons.push(Reason::Frees);
        }
    }

    /// Compares the seat's own race before and after: points, income, harbours, places, awards.
    fn compare(&self, reasons: &mut Vec<Reason>, before: &Race<G::Extras>, after: &Race<G::Extras>) {
        let points = (after.points - before.points).round() as i32;
        if points > 0 && !self.game.is_founding() {
            reasons.push(Reason::Points { points });
        }
        let name = |kind: usize| KindOf::<G>::KINDS[kind].to_string();
        let mut gains: Vec<(u16, usize)> = (0..KindOf::<G>::KINDS.len())
            .map(|kind| (of_36(after.income[kind]).saturating_sub(of_36(before.income[kind])), kind))
            .filter(|(rolls, _)| *rolls > 0)
            .collect();
        gains.sort_by_key(|&(rolls, kind)| (std::cmp::Reverse(rolls), kind));
        for (rolls, kind) in gains {
            let first = of_36(before.income[kind]) == 0;
            reasons.push(Reason::Income { kind: name(kind), rolls, first });
        }
        let better = |kind: &usize| after.swap[*kind] > before.swap[*kind] + 1e-3;
        let better: Vec<usize> = (0..KindOf::<G>::KINDS.len()).filter(better).collect();
        match better[..] {
            [] => {}
            [kind] => reasons.push(Reason::Harbour { kind: Some(name(kind)) }),
            _ => reasons.push(Reason::Harbour { kind: None }),
        }
        match (before.roads_to_award, after.roads_to_award) {
            (Some(_), None) if points > 0 => reasons.push(Reason::LongestRoad { missing: 0 }),
            (Some(long), Some(missing)) if missing < long => reasons.push(Reason::LongestRoad { missing }),
            _ => {}
        }
        let built = after.settlements_len == before.settlements_len && after.roads_left < before.roads_left;
        if built && let Some(site) = after.sites[..usize::from(after.sites_len)].first() {
            reasons.push(Reason::Opens { roads: site.roads, rolls: of_36(site.yields.iter().sum()) });
        }
        after.extras.reasons(&before.extras, reasons);
    }

    /// A hand above the limit that is not above it any more.
    fn hand(&self, reasons: &mut Vec<Reason>, after: &G) {
        let limit = self.game.limit_of(self.me);
        if self.game.may_trade() && self.len(&self.game) > limit && self.len(after) <= limit {
            reasons.push(Reason::SafeHand { limit: limit as u16 });
        }
    }

    /// The rolls that the seat saves, and those that the strongest of the others loses.
    fn way_to_victory(&self, reasons: &mut Vec<Reason>, before: &Prospects<'_, G>, after: &Prospects<'_, G>) {
        /// Fewer rolls than this are nobody's reason.
        const WORTH_TELLING: f32 = 1.0;
        let saved = before.rolls[self.me] - after.rolls[self.me];
        if saved >= WORTH_TELLING && !self.game.is_founding() {
            reasons.push(Reason::Sooner { rolls: saved.round() as u16 });
        }
        let lost = |seat: Seat| after.rolls[seat] - before.rolls[seat];
        let others = Seat::first(self.game.seats()).filter(|&seat| seat != self.me);
        let most = others.max_by(|a, b| lost(*a).total_cmp(&lost(*b)));
        if let Some(seat) = most.filter(|&seat| lost(seat) >= WORTH_TELLING) {
            reasons.push(Reason::Slows { seat, rolls: lost(seat).round() as u16 });
        }
    }
}
