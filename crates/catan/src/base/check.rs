//! The moment of an action in base Catan, and what development cards ask for.

use crate::options::TradeBuild;
use crate::{
    Action, Bundle, Cards, Catan, Decision, DevelopmentCard, EdgeId, Illegal, OwnAction, OwnIllegal,
    OwnPhase, Phase, Piece, Resource,
};
use game::{Seat, SeatSet};

impl Catan {
    /// What a seat wants with development cards.
    pub(crate) fn check_own(&self, seat: Seat, action: OwnAction) -> Result<(), Illegal> {
        match action {
            OwnAction::BuyDevelopmentCard => {
                if self.deck_len() == 0 {
                    return Err(Illegal::Own(OwnIllegal::DeckEmpty));
                }
                self.check_price(seat, Cards::DEVELOPMENT)
            }
            OwnAction::PlayKnight => self.check_card(DevelopmentCard::Knight),
            OwnAction::PlayRoadBuilding => {
                self.check_card(DevelopmentCard::RoadBuilding)?;
                let path = EdgeId::all().any(|edge| self.check_path(edge).is_ok());
                if path && self.pieces_left(seat, Piece::Road) > 0 {
                    Ok(())
                } else {
                    Err(Illegal::Own(OwnIllegal::NoRoadToPlace))
                }
            }
            OwnAction::PlayYearOfPlenty(first, second) => self.check_year_of_plenty(first, second),
            OwnAction::PlayMonopoly(_) => self.check_card(DevelopmentCard::Monopoly),
        }
    }

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
                | A::RejectProposal(_) => yours.and(self.check_trade_step()),
                A::AcceptOffer
                | A::RejectOffer
                | A::CounterOffer { .. }
                | A::Propose { .. }
                | A::WithdrawProposal => {
                    if seat == active {
                        return Err(Illegal::OwnTurn);
                    }
                    self.check_trade_step()
                }
            },
        }
    }

    fn check_rolled(&self) -> Result<(), Illegal> {
        if self.own.rolled { Ok(()) } else { Err(Illegal::RollFirst) }
    }

    /// `CATAN-TRADE-1`, and `CATAN-TURN-4` or `CATAN-TURN-5`.
    fn check_trade_step(&self) -> Result<(), Illegal> {
        self.check_rolled()?;
        if self.built && self.options.trade_build == TradeBuild::Separate {
            return Err(Illegal::TradeOver);
        }
        Ok(())
    }

    /// `CATAN-DEV-2` to `CATAN-DEV-4` for the active seat, before the roll and after it (`CATAN-TURN-3`).
    fn check_card(&self, card: DevelopmentCard) -> Result<(), Illegal> {
        if self.own.development[self.active][card.index()] == 0 {
            return Err(Illegal::Own(OwnIllegal::NoSuchCard { card }));
        }
        if self.own.played_card {
            return Err(Illegal::Own(OwnIllegal::AlreadyPlayedCard));
        }
        if self.playable(card) == 0 {
            return Err(Illegal::Own(OwnIllegal::BoughtThisTurn { card }));
        }
        Ok(())
    }

    /// `CATAN-DEV-9`.
    fn check_year_of_plenty(&self, first: Resource, second: Option<Resource>) -> Result<(), Illegal> {
        self.check_card(DevelopmentCard::YearOfPlenty)?;
        let lacks = |kind| Err(Illegal::SupplyLacks { kind, clause: "CATAN-DEV-9" });
        if self.supply.count(first) == 0 {
            return lacks(first);
        }
        match second {
            None if self.supply.len() > 1 => Err(Illegal::Own(OwnIllegal::TakeTwo)),
            Some(second) if self.supply.count(second) <= u8::from(first == second) => lacks(second),
            _ => Ok(()),
        }
    }

    /// `CATAN-SEVEN-2`, `CATAN-SEVEN-7`.
    pub(crate) fn check_discard(&self, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        let Phase::Discarding { owed } = self.phase else {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        };
        if owed[seat] == 0 {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        }
        if !self.yet_to_hand_in(owed).contains(seat) {
            return Err(Illegal::AlreadyHandedIn);
        }
        self.check_cards(seat, cards, owed[seat], "CATAN-SEVEN-7")
    }
}
