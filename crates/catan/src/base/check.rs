//! Checks the moment of an action in base Catan: whether the phase allows this sort of action at all.

use crate::base::{Catan, Decision, OwnAction, OwnIllegal, OwnPhase};
use crate::{Action, Illegal, Phase};
use game::{Seat, SeatSet};

impl Catan {
    /// Whether this is the moment, and the seat, for this sort of action at all.
    pub(crate) fn check_moment(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        use Action as A;
        if seat.index() >= self.seats() {
            return Err(Illegal::NoSuchSeat { seat });
        }
        let active = self.active;
        let not_yours = Err(Illegal::NotYourTurn { deciding: SeatSet::one(active) });
        let yours = if seat == active { Ok(()) } else { not_yours };
        let required = |decision: Decision, answers: bool| {
            if answers {
                yours
            } else if seat == active {
                Err(Illegal::DecisionOpen { decision })
            } else {
                not_yours
            }
        };
        let trade_step = || self.check_rolled().and_then(|()| self.check_trade_step());
        // Actions that answer a decision are refused with its clause when nobody asked.
        let not_asked = |clause| yours.and(Err(Illegal::NotAsked { clause }));
        // CATAN-SEVEN-4: once all have discarded, that is over for this 7.
        if matches!(action, A::Discard(_))
            && matches!(self.phase, Phase::MovingRobber { .. } | Phase::ChoosingVictim { .. })
        {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        }
        match self.phase {
            Phase::Over(_) => Err(Illegal::GameOver),
            Phase::LayingOut
            | Phase::DrawingStart
            | Phase::RollingForStart { .. }
            | Phase::Rolling
            | Phase::Stealing { .. }
            | Phase::Own(OwnPhase::BuyingCard) => Err(Illegal::ChanceDue),
            Phase::FoundingSettlement { .. } => match action {
                A::BuildSettlement(_) => yours,
                A::BuildRoad(_) => yours.and(Err(Illegal::DecisionOpen { decision: Decision::Settlement })),
                _ => yours.and(Err(Illegal::Own(OwnIllegal::InSetup))),
            },
            Phase::FoundingRoad { .. } => match action {
                A::BuildRoad(_) => yours,
                A::BuildSettlement(_) => yours.and(Err(Illegal::DecisionOpen { decision: Decision::Road })),
                _ => yours.and(Err(Illegal::Own(OwnIllegal::InSetup))),
            },
            Phase::Discarding { .. } => match action {
                A::Discard(_) => Ok(()),
                _ => Err(Illegal::DecisionOpen { decision: Decision::Discards }),
            },
            Phase::MovingRobber { .. } => required(Decision::Robber, matches!(action, A::MoveRobber(_))),
            Phase::ChoosingVictim { .. } => {
                required(Decision::Victim, matches!(action, A::Steal(_) | A::Stop))
            }
            Phase::FreeRoads { .. } => {
                required(Decision::FreeRoad, matches!(action, A::BuildRoad(_) | A::Stop))
            }
            Phase::BeforeRoll | Phase::Building => match action {
                A::Discard(_) => Err(Illegal::Own(OwnIllegal::NothingToDiscard)),
                A::MoveRobber(_) => not_asked("CATAN-ROB-1"),
                A::Steal(_) => not_asked("CATAN-ROB-4"),
                A::Stop => not_asked("CATAN-DEV-8"),
                A::Own(OwnAction::PlayKnight)
                | A::Own(OwnAction::PlayRoadBuilding)
                | A::Own(OwnAction::PlayYearOfPlenty(..))
                | A::Own(OwnAction::PlayMonopoly(_))
                | A::DeclareVictory => yours,
                A::Roll => yours.and(if self.own.rolled { Err(Illegal::AlreadyRolled) } else { Ok(()) }),
                A::EndTurn
                | A::BuildRoad(_)
                | A::BuildSettlement(_)
                | A::BuildCity(_)
                | A::Own(OwnAction::BuyDevelopmentCard) => yours.and(self.check_rolled()),
                A::Offer { .. } if seat != active => Err(Illegal::OffersFromActive { active }),
                A::MaritimeTrade { .. }
                | A::Offer { .. }
                | A::Execute(_)
                | A::WithdrawOffer
                | A::AcceptProposal(_)
                | A::RejectProposal(_) => yours.and(trade_step()),
                A::AcceptOffer
                | A::RejectOffer
                | A::CounterOffer { .. }
                | A::Propose { .. }
                | A::WithdrawProposal => {
                    if seat == active {
                        return Err(Illegal::OwnTurn);
                    }
                    trade_step()
                }
            },
        }
    }

    fn check_rolled(&self) -> Result<(), Illegal> {
        if self.own.rolled { Ok(()) } else { Err(Illegal::RollFirst) }
    }
}
