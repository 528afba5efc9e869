//! Whether an action may be done, and if not, why: asked of the facts, apart from the lists of [`super::legal`].

use crate::cities_and_knights::options::{MetropolisPlacing, MetropolisTakeover};
use crate::cities_and_knights::{
    Action, Bundle, CitiesAndKnights, Decision, Illegal, OwnAction, OwnIllegal, OwnPhase, Phase, Play,
    Progress,
};
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

    /// Refuses an action of a sort that is not allowed at this moment, or not to this seat (`CK-TURN-3` to `CK-TURN-5`).
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
        let (decision, answers) = match self.phase {
            Phase::FoundingSettlement { .. } => (Decision::Founding, matches!(action, A::BuildSettlement(_))),
            Phase::FoundingRoad { .. } => (Decision::Founding, matches!(action, A::BuildRoad(_))),
            Phase::BeforeRoll => return self.check_before_roll(seat, deciding, action),
            Phase::Building => return self.check_main_step(action),
            Phase::Discarding { .. } => (Decision::Discards, matches!(action, A::Discard(_))),
            Phase::MovingRobber { .. } => (Decision::Robber, matches!(action, A::MoveRobber(_))),
            Phase::ChoosingVictim { .. } => (Decision::Victim, matches!(action, A::Steal(_) | A::Stop)),
            Phase::FreeRoads { .. } => (Decision::FreeRoad, matches!(action, A::BuildRoad(_) | A::Stop)),
            Phase::Own(phase) => self.asked(phase, action)?,
            Phase::LayingOut
            | Phase::DrawingStart
            | Phase::RollingForStart { .. }
            | Phase::Rolling
            | Phase::Stealing { .. }
            | Phase::Over(_) => return Err(Illegal::ChanceDue),
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
        match answers {
            true if handed_in => Err(Illegal::AlreadyHandedIn),
            true => self.check_seat(seat, deciding),
            false => Err(Illegal::DecisionOpen { decision }),
        }
    }

    /// The decision that is due in a phase of this game alone, and whether an action makes it.
    fn asked(&self, phase: OwnPhase, action: Action) -> Result<(Decision, bool), Illegal> {
        use Action as A;
        use OwnAction as O;
        use OwnPhase as P;
        Ok(match phase {
            P::FoundingCity { .. } => (Decision::Founding, matches!(action, A::BuildCity(_))),
            P::Mustering { .. } => (Decision::Muster, matches!(action, A::Own(O::Fight(_)))),
            P::Pillaging { .. } => (Decision::Pillage, matches!(action, A::Own(O::Pillage(_)))),
            P::ChoosingDeck { .. } => (Decision::Deck, matches!(action, A::Own(O::ChooseDeck(_)))),
            P::OfferingDraw { .. } => (Decision::Draw, matches!(action, A::Own(O::Draw) | A::Stop)),
            P::DroppingCards { .. } => (Decision::FifthCard, matches!(action, A::Own(O::Drop(_)))),
            P::PlayOrDrop => (Decision::FifthCard, matches!(action, A::Own(O::Drop(_) | O::Play(_)))),
            P::PlayingEarly => (Decision::EarlyCards, matches!(action, A::Own(O::Play(_)) | A::Stop)),
            P::Aqueduct { .. } => {
                (Decision::Aqueduct, matches!(action, A::Own(O::TakeResource(_)) | A::Stop))
            }
            P::Sabotage { .. } => (Decision::Discards, matches!(action, A::Discard(_))),
            P::Giving { .. } => (Decision::Gifts, matches!(action, A::Own(O::Give(_)))),
            P::Retreating { .. } => (Decision::Retreat, matches!(action, A::Own(O::Retreat(_)))),
            P::Deserting { .. } => (Decision::Deserter, matches!(action, A::Own(O::RemoveKnight(_)))),
            P::PlacingDeserter { .. } => {
                (Decision::PlacingDeserter, matches!(action, A::Own(O::PlaceKnight(..)) | A::Stop))
            }
            P::ReplacingRoad { .. } => (Decision::ReplacingRoad, matches!(action, A::BuildRoad(_) | A::Stop)),
            P::Spying { .. } => (Decision::Spy, matches!(action, A::Own(O::TakeProgress(_)) | A::Stop)),
            P::TakingCards { .. } => (Decision::TakingCards, matches!(action, A::Own(O::TakeCards(_)))),
            P::ForcedExchange { .. } => {
                (Decision::ForcedExchange, matches!(action, A::Own(O::GiveCommodity(_))))
            }
            P::PlacingMetropolis { area } => {
                // Any may be left by option, or one that is taken from another seat.
                let taken = self.metropolis_owner(area).is_some()
                    && self.options.ck_metropolis_takeover == MetropolisTakeover::AnyLevel5;
                let optional = taken || self.options.ck_metropolis_placing == MetropolisPlacing::May;
                let answers =
                    matches!(action, A::Own(O::PlaceMetropolis(_))) || (action == A::Stop && optional);
                (Decision::Metropolis, answers)
            }
            P::RollingEventDie { .. } | P::DrawingCard { .. } => return Err(Illegal::ChanceDue),
        })
    }

    /// Before the roll only Alchemist is played (`CK-TURN-3`).
    fn check_before_roll(&self, seat: Seat, deciding: SeatSet, action: Action) -> Result<(), Illegal> {
        self.check_seat(seat, deciding)?;
        match action {
            Action::Roll | Action::DeclareVictory => Ok(()),
            Action::Own(OwnAction::Play(Play::Alchemist(..))) => Ok(()),
            Action::Own(OwnAction::Play(play)) => {
                self.check_card(seat, play.card(), "CK-PROG-8")?;
                Err(Illegal::Own(OwnIllegal::NotNow { card: play.card(), clause: "CK-TURN-3" }))
            }
            _ => Err(Illegal::RollFirst),
        }
    }

    fn check_seat(&self, seat: Seat, deciding: SeatSet) -> Result<(), Illegal> {
        if deciding.contains(seat) { Ok(()) } else { Err(Illegal::NotYourTurn { deciding }) }
    }

    /// Refuses actions of a sort that the active seat cannot take in step 4.
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
