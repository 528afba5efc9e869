//! Why an action is refused. Written clause by clause, without looking at the generator in `legal`: the two are
//! compared over random games.

use crate::Base;
use crate::options::{RobberTheft, TradeBuild};
use crate::rules::Rules as _;
use crate::rules::trade::{Answer, Exchange};
use crate::{
    Action, Bundle, Cards, Catan, Decision, DevelopmentCard, EdgeId, Illegal, OwnAction, OwnIllegal,
    OwnPhase, Phase, Piece, Resource, VertexId,
};
use game::{Seat, SeatSet};

impl Catan {
    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// Why not, with the clause. Never depends on what `seat` may not know (`CATAN-INFO-13`).
    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if seat.index() >= self.seats() {
            return Err(Illegal::NoSuchSeat { seat });
        }
        self.check_moment(seat, action)?;
        match action {
            Action::Roll | Action::EndTurn => Ok(()),
            Action::BuildRoad(edge) => self.check_road(edge),
            Action::BuildSettlement(vertex) => self.check_settlement(vertex),
            Action::BuildCity(vertex) => self.check_city(vertex),
            Action::Own(OwnAction::BuyDevelopmentCard) => {
                if self.deck_len() == 0 {
                    return Err(Illegal::Own(OwnIllegal::DeckEmpty));
                }
                self.check_price(seat, Cards::DEVELOPMENT)
            }
            Action::Own(OwnAction::PlayKnight) => self.check_card(DevelopmentCard::Knight),
            Action::Own(OwnAction::PlayRoadBuilding) => {
                self.check_card(DevelopmentCard::RoadBuilding)?;
                let path = EdgeId::all().any(|edge| self.check_path(edge).is_ok());
                if path && self.pieces_left(seat, Piece::Road) > 0 {
                    Ok(())
                } else {
                    Err(Illegal::Own(OwnIllegal::NoRoadToPlace))
                }
            }
            Action::Own(OwnAction::PlayYearOfPlenty(first, second)) => {
                self.check_year_of_plenty(first, second)
            }
            Action::Own(OwnAction::PlayMonopoly(_)) => self.check_card(DevelopmentCard::Monopoly),
            Action::Stop => match self.phase {
                Phase::FreeRoads { may_stop: false, .. } => Err(Illegal::Own(OwnIllegal::MustPlaceRoad)),
                Phase::ChoosingVictim { .. } if self.options.robber_theft == RobberTheft::Must => {
                    Err(Illegal::MustSteal)
                }
                _ => Ok(()),
            },
            Action::MoveRobber(hex) => self.check_robber((), hex),
            Action::Steal(victim) => match self.phase {
                Phase::ChoosingVictim { victims } if victims.contains(victim) => Ok(()),
                _ => Err(Illegal::NotAVictim { seat: victim }),
            },
            Action::Discard(cards) => self.check_discard(seat, cards),
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
            Action::DeclareVictory => {
                if self.options.auto_declare {
                    return Err(Illegal::DeclaredAutomatically);
                }
                let (points, goal) = (self.points(seat).total(), self.options.victory_points);
                if points >= goal { Ok(()) } else { Err(Illegal::TooFewPoints { points, goal }) }
            }
        }
    }

    /// Whether this is the moment, and the seat, for this sort of action at all.
    fn check_moment(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        use Action as A;
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

    /// A road: where it may lie, whether a piece is left, whether it can be paid for.
    fn check_road(&self, edge: EdgeId) -> Result<(), Illegal> {
        if let Phase::FoundingRoad { at, .. } = self.phase {
            if self.all_roads().contains(edge) {
                return Err(Illegal::PathTaken { edge });
            }
            if !edge.ends().contains(&at) {
                return Err(Illegal::NotAtNewBuilding { edge, vertex: at });
            }
            return Ok(());
        }
        self.check_path(edge)?;
        self.check_pieces(self.active, Piece::Road)?;
        if matches!(self.phase, Phase::FreeRoads { .. }) {
            return Ok(());
        }
        self.check_price(self.active, Cards::ROAD)
    }

    /// `CATAN-ROAD-2`, `CATAN-ROAD-3` and `CATAN-ROAD-4` for the active seat.
    fn check_path(&self, edge: EdgeId) -> Result<(), Illegal> {
        let seat = self.active;
        if self.all_roads().contains(edge) {
            return Err(Illegal::PathTaken { edge });
        }
        let mut blocked = None;
        for end in edge.ends() {
            if self.buildings(seat).contains(end) {
                return Ok(());
            }
            if (end.edges() & self.roads[seat]).is_empty() {
                continue;
            }
            if Base::obstacles(self, seat).contains(end) {
                blocked = Some(end);
            } else {
                return Ok(());
            }
        }
        Err(match blocked {
            Some(vertex) => Illegal::RoadBlocked { edge, vertex, clause: "CATAN-ROAD-4" },
            None => Illegal::NotConnected { edge },
        })
    }

    /// `CATAN-SETT-3`, then piece and price.
    fn check_settlement(&self, vertex: VertexId) -> Result<(), Illegal> {
        let seat = self.active;
        let buildings = self.buildings(seat) | Base::obstacles(self, seat);
        if buildings.contains(vertex) {
            return Err(Illegal::IntersectionTaken { vertex });
        }
        if let Some(neighbor) = (buildings & vertex.neighbors()).into_iter().next() {
            return Err(Illegal::TooClose { vertex, neighbor });
        }
        // CATAN-SETUP-5: a starting settlement needs no road and costs nothing.
        if matches!(self.phase, Phase::FoundingSettlement { .. }) {
            return Ok(());
        }
        if (vertex.edges() & self.roads[seat]).is_empty() {
            return Err(Illegal::NoRoadTo { vertex, clause: "CATAN-SETT-3" });
        }
        self.check_pieces(seat, Piece::Settlement)?;
        self.check_price(seat, Cards::SETTLEMENT)
    }

    fn check_city(&self, vertex: VertexId) -> Result<(), Illegal> {
        let seat = self.active;
        if !self.settlements[seat].contains(vertex) {
            return Err(Illegal::NotOwnSettlement { vertex });
        }
        self.check_pieces(seat, Piece::City)?;
        self.check_price(seat, Cards::CITY)
    }

    /// `CATAN-DEV-2` to `CATAN-DEV-4` for the active seat.
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
    fn check_discard(&self, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        let Phase::Discarding { owed } = self.phase else {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        };
        if owed[seat] == 0 {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        }
        if !self.yet_to_hand_in(owed).contains(seat) {
            return Err(Illegal::AlreadyHandedIn);
        }
        let given: u32 = cards.0.iter().map(|&count| u32::from(count)).sum();
        if given != u32::from(owed[seat]) {
            return Err(Illegal::WrongCount { owed: owed[seat], given, clause: "CATAN-SEVEN-7" });
        }
        self.check_holds(seat, cards.into(), "CATAN-SEVEN-7")
    }
}
