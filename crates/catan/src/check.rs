//! Why an action is refused. Written clause by clause, without looking at the generator in `legal`: the two are
//! compared over random games.

use crate::action::Action;
use crate::illegal::Illegal;
use crate::options::{CommonOptions as _, RobberTheft};
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::{Answer, Exchange};
use crate::{Bundle, Clause, Counts, EdgeId, Piece, VertexId};
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
                Phase::ChoosingVictim { .. } if self.options.robber_theft() == RobberTheft::Must => {
                    Err(Illegal::MustSteal)
                }
                _ => Ok(()),
            },
            Action::MoveRobber(hex) => match self.phase {
                Phase::MovingRobber { cause } => self.check_robber(cause, hex),
                _ => Err(Illegal::NotAsked { clause: "CATAN-ROB-1" }),
            },
            Action::Steal(victim) => match self.phase {
                Phase::ChoosingVictim { victims } if victims.contains(victim) => Ok(()),
                _ => Err(Illegal::NotAVictim { seat: victim }),
            },
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
            Action::DeclareVictory => {
                let (points, goal) = (R::points(self, seat), self.options.victory_points());
                match (self.options.auto_declare(), points < goal) {
                    (_, true) if R::POINTS_ARE_OPEN => Err(Illegal::TooFewPoints { points, goal }),
                    (true, _) => Err(Illegal::DeclaredAutomatically),
                    (false, true) => Err(Illegal::TooFewPoints { points, goal }),
                    (false, false) => Ok(()),
                }
            }
            Action::Own(own) => R::check(self, seat, own),
        }
    }

    /// A road: where it may lie, whether a piece is left, whether it can be paid for.
    fn check_road(&self, edge: EdgeId) -> Result<(), Illegal<R>> {
        if let Phase::FoundingRoad { at, .. } = self.phase {
            if self.all_roads().contains(edge) {
                return Err(Illegal::PathTaken { edge });
            }
            if !edge.ends().contains(&at) {
                return Err(Illegal::NotAtNewBuilding { edge, vertex: at });
            }
            return Ok(());
        }
        R::check_path(self, edge)?;
        self.check_path(edge)?;
        self.check_pieces(self.active, Piece::Road)?;
        match self.phase {
            Phase::FreeRoads { .. } | Phase::Own(_) => Ok(()),
            _ => self.check_price(self.active, Counts::ROAD),
        }
    }

    /// `CATAN-ROAD-2`, `CATAN-ROAD-3` and `CATAN-ROAD-4` for the active seat.
    pub(crate) fn check_path(&self, edge: EdgeId) -> Result<(), Illegal<R>> {
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
            if R::obstacles(self, seat).contains(end) {
                blocked = Some(end);
            } else {
                return Ok(());
            }
        }
        Err(match blocked {
            Some(vertex) => Illegal::RoadBlocked { edge, vertex, clause: R::blocks(self, vertex) },
            None => Illegal::NotConnected { edge },
        })
    }

    /// Free, and without neighbours (`CATAN-SETT-3`).
    fn check_open(&self, vertex: VertexId) -> Result<(), Illegal<R>> {
        let built =
            |vertex: VertexId| Seat::first(self.seats()).any(|seat| self.buildings(seat).contains(vertex));
        if built(vertex) {
            return Err(Illegal::IntersectionTaken { vertex });
        }
        R::check_vacant(self, vertex)?;
        match vertex.neighbors().into_iter().find(|&neighbor| built(neighbor)) {
            Some(neighbor) => Err(Illegal::TooClose { vertex, neighbor }),
            None => Ok(()),
        }
    }

    /// `CATAN-SETT-3`, then piece and price.
    fn check_settlement(&self, vertex: VertexId) -> Result<(), Illegal<R>> {
        self.check_open(vertex)?;
        // CATAN-SETUP-5: a starting settlement needs no road and costs nothing.
        if matches!(self.phase, Phase::FoundingSettlement { .. }) {
            return Ok(());
        }
        if (vertex.edges() & self.roads[self.active]).is_empty() {
            return Err(Illegal::NoRoadTo { vertex, clause: "CATAN-SETT-3" });
        }
        self.check_pieces(self.active, Piece::Settlement)?;
        self.check_price(self.active, Counts::SETTLEMENT)
    }

    /// An own settlement that may become a city at this price (`CATAN-CITY-1`).
    pub(crate) fn check_city(&self, vertex: VertexId, price: Counts<R::Kind>) -> Result<(), Illegal<R>> {
        if !self.settlements[self.active].contains(vertex) {
            return Err(Illegal::NotOwnSettlement { vertex });
        }
        R::check_city_piece(self, vertex)?;
        self.check_price(self.active, price)
    }

    /// So many cards out of a hand.
    pub(crate) fn check_cards(
        &self,
        hand: Seat,
        cards: Bundle<R::Kind>,
        owed: u8,
        clause: Clause,
    ) -> Result<(), Illegal<R>> {
        let given = cards.len();
        if given != u32::from(owed) {
            return Err(Illegal::WrongCount { owed, given, clause });
        }
        self.check_holds(hand, cards.into(), clause)
    }
}
