//! Answers to offers and discards, as lines that a search compares.

use super::island::LANES;
use super::mind::Mind;
use super::offers::Offers;
use super::plan::PlannedGame;
use super::rules::{KindOf, Step, bundle, counts};
use catan::{Answer, Kind as _};
use game::{Legal as _, Seat};

/// Lines of play with their odds.
type Lines<A> = Vec<(f32, Vec<A>)>;

impl<G: PlannedGame> Mind<'_, G> {
    /// Concludes the exchange that the active seat has brought up or was proposed; `None` if there is none.
    pub(crate) fn concluded(&self) -> Option<G::Action> {
        if self.game.is_asked() { self.trade(&Offers::new()) } else { None }
    }

    /// Returns the answers to what is open between seats, none better than the other at first sight.
    pub(crate) fn answers(&self, legal: &G::LegalActions) -> Lines<G::Action> {
        let each = |step: fn(Seat) -> Step<KindOf<G>>| Seat::first(self.game.seats()).map(step);
        let steps = [Step::AcceptOffer, Step::RejectOffer, Step::WithdrawOffer].into_iter();
        let steps = steps
            .chain(each(Step::Execute))
            .chain(each(Step::AcceptProposal))
            .chain(each(Step::RejectProposal));
        let actions = steps.filter(|step| self.is_fair(*step)).map(|step| G::action(step));
        actions.filter(|&action| legal.contains(action)).map(|action| (0.0, vec![action])).collect()
    }

    /// Whether a step agrees to no exchange by which this seat helps a leader, or gives more cards than it gets.
    fn is_fair(&self, step: Step<KindOf<G>>) -> bool {
        let trading = self.game.offers();
        let (partner, give, get) = match (step, trading.offer()) {
            (Step::AcceptOffer, Some((offer, _))) => (self.game.on_turn(), offer.want, offer.give),
            (Step::Execute(partner), Some((offer, _))) => match trading.answer(partner) {
                Answer::Countered(counter) => (partner, counter.want, counter.give),
                _ => (partner, offer.give, offer.want),
            },
            (Step::AcceptProposal(partner), _) => match trading.proposal(partner) {
                Some(proposal) => (partner, proposal.want, proposal.give),
                None => return false,
            },
            _ => return true,
        };
        let len = |bundle| counts::<KindOf<G>>(bundle).iter().map(|&count| u32::from(count)).sum::<u32>();
        !self.is_leading(partner) && len(give) <= len(get)
    }

    /// Returns what the seat may hand in: the cards that it misses least, and the same with one card exchanged for another.
    pub(crate) fn discards(&self, count: u32) -> Lines<G::Action> {
        let Some(spared) = self.spare(count).map(counts) else { return Vec::new() };
        let hand = self.game.hand_of(self.me);
        let kinds = || 0..KindOf::<G>::KINDS.len();
        let mut given = vec![spared];
        for (keep, give) in kinds().flat_map(|keep| kinds().map(move |give| (keep, give))) {
            if keep != give && spared[keep] > 0 && spared[give] < hand[give] {
                let mut other = spared;
                other[keep] -= 1;
                other[give] += 1;
                given.push(other);
            }
        }
        let races = self.races(&self.game, super::prospects::Moment::Now);
        let odds = |given: &[u8; LANES]| {
            let mut races = races.clone();
            for (held, given) in races.races[self.me].hand.iter_mut().zip(given) {
                *held -= f32::from(*given);
            }
            races.run().odds(self.me)
        };
        given.iter().map(|given| (odds(given), vec![G::action(Step::Discard(bundle(*given)))])).collect()
    }
}
