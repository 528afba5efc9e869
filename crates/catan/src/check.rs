//! The reasons for refusing an action. Written clause by clause, without looking at the generator in `legal`: the tests compare
//! the two over random games.

use crate::Counts;
use crate::action::Action;
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::{Answer, Exchange};
use game::Seat;

impl<R: Rules> Island<R> {
    /// Whether `seat` may do `action` now: in this moment, and by the facts.
    ///
    /// # Errors
    /// Why not, with the clause. Never depends on what `seat` may not know (`CATAN-INFO-13`).
    pub fn check(&self, seat: Seat, action: Action<R>) -> Result<(), Illegal<R>> {
        R::check_moment(self, seat, action)?;
        match action {
            Action::Roll | Action::EndTurn => Ok(()),
            Action::BuildRoad(edge) => self.check_road(edge),
            Action::BuildSettlement(vertex) => self.check_settlement(vertex),
            Action::BuildCity(vertex) => match R::founding_city(self.phase) {
                Some(_) => self.check_open(vertex),
                None => self.check_city(vertex, Counts::CITY),
            },
            Action::Stop => match self.phase {
                Phase::FreeRoads { may_stop: false, .. } => Err(R::must_place_road()),
                Phase::ChoosingVictim { .. } => self.check_decline_theft(),
                _ => Ok(()),
            },
            Action::MoveRobber(hex) => self.check_move_robber(hex),
            Action::Steal(victim) => self.check_victim(victim),
            Action::Discard(cards) => R::check_discard(self, seat, cards),
            Action::MaritimeTrade { give, get } => self.check_maritime(give.into(), get),
            Action::Offer { give, want, to } => self.check_offer(seat, Exchange { give, want }, to),
            Action::AcceptOffer => self.check_answer(seat, Answer::Accepted),
            Action::RejectOffer => self.check_answer(seat, Answer::Rejected),
            Action::CounterOffer { give, want } => {
                self.check_answer(seat, Answer::Countered(Exchange { give, want }))
            }
            Action::Execute(partner) => self.check_execute(partner),
            Action::WithdrawOffer => self.check_offer_open(),
            Action::Propose { give, want } => self.check_proposal(seat, Exchange { give, want }),
            Action::WithdrawProposal => self.check_proposed(seat).map(|_| ()),
            Action::AcceptProposal(proposer) => self.check_accept_proposal(proposer),
            Action::RejectProposal(proposer) => self.check_proposed(proposer).map(|_| ()),
            Action::DeclareVictory => self.check_declaration(seat),
            Action::Own(own) => R::check(self, seat, own),
        }
    }
}
