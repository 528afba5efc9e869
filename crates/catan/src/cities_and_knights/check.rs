//! Whether an action may be done, and if not, why: asked of the facts, apart from the lists of [`super::legal`].

use crate::cities_and_knights::options::{MetropolisPlacing, MetropolisTakeover};
use crate::cities_and_knights::{
    Action, Bundle, CitiesAndKnights, Decision, Illegal, OwnAction, OwnIllegal, OwnPhase, Phase, Play,
    Progress,
};
use crate::options::TradeBuild;
use game::{Seat, SeatSet, Turn};

impl CitiesAndKnights {
    /// An action that only this game has.
    pub(crate) fn check_own(&self, seat: Seat, action: OwnAction) -> Result<(), Illegal> {
        match action {
            OwnAction::Draw => Ok(()),
            OwnAction::BuildWall(vertex) => self.check_build_wall(vertex),
            OwnAction::BuildKnight(vertex) => self.check_build_knight(vertex),
            OwnAction::Activate(vertex) => self.check_activate(vertex),
            OwnAction::Promote(vertex) => self.check_promote(vertex),
            OwnAction::Move { from, to } => self.check_move(from, to),
            OwnAction::Displace { from, to } => self.check_displace(from, to),
            OwnAction::Chase(vertex) => self.check_chase(vertex),
            OwnAction::Improve(area) => self.check_improvement(area),
            OwnAction::PlaceMetropolis(vertex) => {
                self.check_plain_city(seat, vertex, "CK-METRO-1", "CK-METRO-2")
            }
            OwnAction::Pillage(vertex) => self.check_plain_city(seat, vertex, "CK-BARB-7", "CK-METRO-5"),
            OwnAction::Give(cards) => self.check_handed_in(seat, cards),
            OwnAction::TakeCards(cards) => self.check_take_cards(cards),
            OwnAction::Fight(knights) => self.check_fight(seat, knights),
            OwnAction::ChooseDeck(area) => self.check_choose_deck(area),
            OwnAction::Drop(card) => self.check_card(seat, card, "CK-PROG-6"),
            OwnAction::TakeProgress(card) => self.check_take_progress(card),
            OwnAction::TakeResource(kind) => self.check_take_resource(kind),
            OwnAction::GiveCommodity(kind) => self.check_give_commodity(seat, kind),
            OwnAction::Retreat(to) => self.check_retreat(to),
            OwnAction::RemoveKnight(vertex) => self.check_remove_knight(seat, vertex),
            OwnAction::PlaceKnight(vertex, strength) => self.check_place_deserter(vertex, strength),
            OwnAction::Force(victim, kind) => self.check_force(victim, kind),
            OwnAction::Play(play) => self.check_play(play),
        }
    }

    /// Whether an action of this sort is asked for now, of this seat (`CK-TURN-3` to `CK-TURN-5`).
    pub(crate) fn check_step(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        use Action as A;
        let deciding = match self.turn() {
            Turn::Over(_) => return Err(Illegal::GameOver),
            Turn::Chance(_) => return Err(Illegal::ChanceDue),
            Turn::Decide(seats) => seats,
        };
        let trade_message = matches!(
            action,
            A::AcceptOffer
                | A::RejectOffer
                | A::CounterOffer { .. }
                | A::Propose { .. }
                | A::WithdrawProposal
        );
        if self.phase == Phase::Building && trade_message {
            if seat.index() >= self.seats() {
                return Err(Illegal::NoSuchSeat { seat });
            }
            if seat == self.active {
                return Err(Illegal::OwnTurn);
            }
            return self.check_trade_step();
        }
        if self.phase == Phase::Building && seat != self.active {
            return Err(if matches!(action, A::Offer { .. }) {
                Illegal::OffersFromActive { active: self.active }
            } else {
                Illegal::NotYourTurn { deciding: SeatSet::one(self.active) }
            });
        }
        let asked = match (self.phase, action) {
            (Phase::FoundingSettlement { .. }, A::BuildSettlement(_))
            | (Phase::Own(OwnPhase::FoundingCity { .. }), A::BuildCity(_))
            | (Phase::FoundingRoad { .. }, A::BuildRoad(_)) => Ok(()),
            (
                Phase::FoundingSettlement { .. }
                | Phase::Own(OwnPhase::FoundingCity { .. })
                | Phase::FoundingRoad { .. },
                _,
            ) => Err(Decision::Founding),
            (
                Phase::BeforeRoll,
                A::Roll | A::DeclareVictory | A::Own(OwnAction::Play(Play::Alchemist(..))),
            ) => Ok(()),
            (Phase::BeforeRoll, A::Own(OwnAction::Play(play))) => {
                self.check_seat(seat, deciding)?;
                self.check_card(seat, play.card(), "CK-PROG-8")?;
                return Err(Illegal::Own(OwnIllegal::NotNow { card: play.card(), clause: "CK-TURN-3" }));
            }
            (Phase::BeforeRoll, _) => {
                self.check_seat(seat, deciding)?;
                return Err(Illegal::RollFirst);
            }
            (Phase::Building, action) => return self.check_main_step(action),
            (Phase::Own(OwnPhase::Mustering { .. }), A::Own(OwnAction::Fight(_))) => Ok(()),
            (Phase::Own(OwnPhase::Mustering { .. }), _) => Err(Decision::Muster),
            (Phase::Own(OwnPhase::Pillaging { .. }), A::Own(OwnAction::Pillage(_))) => Ok(()),
            (Phase::Own(OwnPhase::Pillaging { .. }), _) => Err(Decision::Pillage),
            (Phase::Own(OwnPhase::ChoosingDeck { .. }), A::Own(OwnAction::ChooseDeck(_))) => Ok(()),
            (Phase::Own(OwnPhase::ChoosingDeck { .. }), _) => Err(Decision::Deck),
            (Phase::Own(OwnPhase::OfferingDraw { .. }), A::Own(OwnAction::Draw) | A::Stop) => Ok(()),
            (Phase::Own(OwnPhase::OfferingDraw { .. }), _) => Err(Decision::Draw),
            (Phase::Own(OwnPhase::DroppingCards { .. }), A::Own(OwnAction::Drop(_))) => Ok(()),
            (Phase::Own(OwnPhase::PlayOrDrop), A::Own(OwnAction::Drop(_)) | A::Own(OwnAction::Play(_))) => {
                Ok(())
            }
            (Phase::Own(OwnPhase::DroppingCards { .. }) | Phase::Own(OwnPhase::PlayOrDrop), _) => {
                Err(Decision::FifthCard)
            }
            (Phase::Own(OwnPhase::Aqueduct { .. }), A::Own(OwnAction::TakeResource(_)) | A::Stop) => Ok(()),
            (Phase::Own(OwnPhase::Aqueduct { .. }), _) => Err(Decision::Aqueduct),
            (Phase::Discarding { .. } | Phase::Own(OwnPhase::Sabotage { .. }), A::Discard(_)) => Ok(()),
            (Phase::Discarding { .. } | Phase::Own(OwnPhase::Sabotage { .. }), _) => Err(Decision::Discards),
            (Phase::Own(OwnPhase::Giving { .. }), A::Own(OwnAction::Give(_))) => Ok(()),
            (Phase::Own(OwnPhase::Giving { .. }), _) => Err(Decision::Gifts),
            (Phase::MovingRobber { .. }, A::MoveRobber(_)) => Ok(()),
            (Phase::MovingRobber { .. }, _) => Err(Decision::Robber),
            (Phase::ChoosingVictim { .. }, A::Steal(_) | A::Stop) => Ok(()),
            (Phase::ChoosingVictim { .. }, _) => Err(Decision::Victim),
            (Phase::FreeRoads { .. }, A::BuildRoad(_) | A::Stop) => Ok(()),
            (Phase::FreeRoads { .. }, _) => Err(Decision::FreeRoad),
            (Phase::Own(OwnPhase::Retreating { .. }), A::Own(OwnAction::Retreat(_))) => Ok(()),
            (Phase::Own(OwnPhase::Retreating { .. }), _) => Err(Decision::Retreat),
            (Phase::Own(OwnPhase::Deserting { .. }), A::Own(OwnAction::RemoveKnight(_))) => Ok(()),
            (Phase::Own(OwnPhase::Deserting { .. }), _) => Err(Decision::Deserter),
            (Phase::Own(OwnPhase::PlacingDeserter { .. }), A::Own(OwnAction::PlaceKnight(..)) | A::Stop) => {
                Ok(())
            }
            (Phase::Own(OwnPhase::PlacingDeserter { .. }), _) => Err(Decision::PlacingDeserter),
            (Phase::Own(OwnPhase::ReplacingRoad { .. }), A::BuildRoad(_) | A::Stop) => Ok(()),
            (Phase::Own(OwnPhase::ReplacingRoad { .. }), _) => Err(Decision::ReplacingRoad),
            (Phase::Own(OwnPhase::Spying { .. }), A::Own(OwnAction::TakeProgress(_)) | A::Stop) => Ok(()),
            (Phase::Own(OwnPhase::Spying { .. }), _) => Err(Decision::Spy),
            (Phase::Own(OwnPhase::TakingCards { .. }), A::Own(OwnAction::TakeCards(_))) => Ok(()),
            (Phase::Own(OwnPhase::TakingCards { .. }), _) => Err(Decision::TakingCards),
            (Phase::Own(OwnPhase::ForcedExchange { .. }), A::Own(OwnAction::GiveCommodity(_))) => Ok(()),
            (Phase::Own(OwnPhase::ForcedExchange { .. }), _) => Err(Decision::ForcedExchange),
            (Phase::Own(OwnPhase::PlacingMetropolis { .. }), A::Own(OwnAction::PlaceMetropolis(_))) => Ok(()),
            (Phase::Own(OwnPhase::PlacingMetropolis { .. }), A::Stop)
                if self.options.ck_metropolis_placing == MetropolisPlacing::May =>
            {
                Ok(())
            }
            // Only one that is taken from another seat can be left there.
            (Phase::Own(OwnPhase::PlacingMetropolis { area }), A::Stop)
                if self.metropolis_owner(area).is_some()
                    && self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5 =>
            {
                Ok(())
            }
            (Phase::Own(OwnPhase::PlacingMetropolis { .. }), _) => Err(Decision::Metropolis),
            (
                Phase::LayingOut
                | Phase::DrawingStart
                | Phase::RollingForStart { .. }
                | Phase::Rolling
                | Phase::Own(OwnPhase::RollingEventDie { .. })
                | Phase::Own(OwnPhase::DrawingCard { .. })
                | Phase::Stealing { .. }
                | Phase::Over(_),
                _,
            ) => return Err(Illegal::ChanceDue),
        };
        // Who hands things in is told apart from who has done so already.
        let handed_in = match self.phase {
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => {
                seat.index() < self.seats() && owed[seat] > 0 && self.handed_in[seat] != Bundle::default()
            }
            Phase::Own(OwnPhase::DroppingCards { seats }) => {
                seats.contains(seat) && self.own.dropped[seat].is_some()
            }
            _ => false,
        };
        match asked {
            Ok(()) if handed_in => Err(Illegal::AlreadyHandedIn),
            Ok(()) => self.check_seat(seat, deciding),
            Err(decision) => Err(Illegal::DecisionOpen { decision }),
        }
    }

    fn check_seat(&self, seat: Seat, deciding: SeatSet) -> Result<(), Illegal> {
        if deciding.contains(seat) { Ok(()) } else { Err(Illegal::NotYourTurn { deciding }) }
    }

    /// What the active seat may be asked in step 4.
    fn check_main_step(&self, action: Action) -> Result<(), Illegal> {
        use Action as A;
        let not_asked = |clause| Err(Illegal::NotAsked { clause });
        match action {
            A::Roll => Err(Illegal::AlreadyRolled),
            A::MaritimeTrade { .. }
            | A::Offer { .. }
            | A::Execute(_)
            | A::WithdrawOffer
            | A::AcceptProposal(_)
            | A::RejectProposal(_) => self.check_trade_step(),
            A::Stop => not_asked("CK-TURN-4"),
            A::Own(OwnAction::Draw) => not_asked("CK-PROG-3"),
            A::MoveRobber(_) => not_asked("CATAN-ROB-1"),
            A::Steal(_) => not_asked("CATAN-ROB-4"),
            A::Discard(_) => not_asked("CK-SEVEN-1"),
            A::Own(OwnAction::Give(_)) => not_asked("CK-POL-9"),
            A::Own(OwnAction::GiveCommodity(_)) => not_asked("CK-TRD-1"),
            A::Own(OwnAction::TakeCards(_)) => not_asked("CK-TRD-2"),
            A::Own(OwnAction::TakeProgress(_)) => not_asked("CK-POL-7"),
            A::Own(OwnAction::TakeResource(_)) => not_asked("CK-IMP-8"),
            A::Own(OwnAction::PlaceMetropolis(_)) => not_asked("CK-METRO-1"),
            A::Own(OwnAction::Pillage(_)) => not_asked("CK-BARB-7"),
            A::Own(OwnAction::Fight(_)) => not_asked("CK-BARB-15"),
            A::Own(OwnAction::ChooseDeck(_)) => not_asked("CK-BARB-12"),
            A::Own(OwnAction::Drop(_)) => not_asked("CK-PROG-16"),
            A::Own(OwnAction::Retreat(_)) => not_asked("CK-KNIGHT-12"),
            A::Own(OwnAction::RemoveKnight(_)) | A::Own(OwnAction::PlaceKnight(..)) => not_asked("CK-POL-3"),
            A::Own(OwnAction::Play(play @ Play::Alchemist(..))) => {
                self.check_card(self.active, play.card(), "CK-PROG-8")?;
                Err(Illegal::Own(OwnIllegal::NotNow { card: Progress::Alchemist, clause: "CK-SCI-1" }))
            }
            _ => Ok(()),
        }
    }

    fn check_trade_step(&self) -> Result<(), Illegal> {
        if self.built && self.options.trade_build == TradeBuild::Separate {
            Err(Illegal::TradeOver)
        } else {
            Ok(())
        }
    }

    pub(crate) fn check_handed_in(&self, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        let (owed, clause) = match self.phase {
            Phase::Discarding { owed } => (owed, "CK-SEVEN-1"),
            Phase::Own(OwnPhase::Sabotage { owed }) => (owed, "CK-POL-6"),
            Phase::Own(OwnPhase::Giving { owed }) => (owed, "CK-POL-9"),
            _ => return Err(Illegal::NotAsked { clause: "CK-TURN-4" }),
        };
        self.check_cards(seat, cards, owed[seat], clause)
    }
}
