//! Answers to offers and discards, as lines that a search compares.

use super::island::LANES;
use super::mind::Mind;
use super::offers::Offers;
use super::plan::PlannedGame;
use super::prospects::Moment;
use super::rules::{KindOf, Step, bundle, counts};
use catan::Kind as _;
use game::{Legal as _, Seat};

/// Lines of play with their odds.
type Lines<A> = Vec<(f32, Vec<A>)>;

impl<G: PlannedGame> Mind<'_, G> {
    /// Concludes the exchange that the active seat has brought up or was proposed; `None` if there is none.
    pub(crate) fn concluded(&self) -> Option<G::Action> {
        if self.game.is_asked() { self.trade(&Offers::new()) } else { None }
    }

    /// Returns the possible answers to the open exchange, all with the same odds: the search tells them apart.
    pub(crate) fn answers(&self, legal: &G::LegalActions) -> Lines<G::Action> {
        let each = |step: fn(Seat) -> Step<KindOf<G>>| Seat::first(self.game.seats()).map(step);
        let steps = [Step::AcceptOffer, Step::RejectOffer, Step::WithdrawOffer].into_iter();
        let steps = steps
            .chain(each(Step::Execute))
            .chain(each(Step::AcceptProposal))
            .chain(each(Step::RejectProposal));
        let actions = steps.filter(|step| self.agrees_fairly(*step)).map(|step| G::action(step));
        actions.filter(|&action| legal.contains(action)).map(|action| (0.0, vec![action])).collect()
    }

    /// Whether a step agrees to no exchange but a fair one.
    fn agrees_fairly(&self, step: Step<KindOf<G>>) -> bool {
        let trading = self.game.offers();
        let exchange = match (step, trading.offer()) {
            (Step::AcceptOffer, Some((offer, _))) => Some((self.game.on_turn(), (offer.want, offer.give))),
            (Step::Execute(partner), Some((offer, _))) => Some(partner).zip(self.terms(offer, partner)),
            (Step::AcceptProposal(partner), _) => {
                trading.proposal(partner).map(|proposal| (partner, (proposal.want, proposal.give)))
            }
            _ => return true,
        };
        exchange.is_some_and(|(partner, (give, get))| self.is_fair(partner, give, get))
    }

    /// Returns discards to compare: the cards that the seat misses least, and the same with one card replaced by another.
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
        let races = self.races(&self.game, Moment::Now);
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
