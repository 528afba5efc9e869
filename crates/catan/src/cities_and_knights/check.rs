//! Whether an action may be done, and if not, why: asked of the facts, apart from the lists of [`super::legal`].

use crate::cities_and_knights::Knights;
use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::illegal::Decision;
use crate::cities_and_knights::options::{
    DeserterMighty, DeserterSubstitute, KnightRoute, Level4City, MetropolisPlacing, MetropolisTakeover,
    NullPlay,
};
use crate::cities_and_knights::rules::improvements::LEVELS;
use crate::cities_and_knights::{
    Action, Area, Bundle, CardKind, CitiesAndKnights, Hand, Illegal, OwnAction, OwnIllegal, OwnPhase, Phase,
    Progress,
};
use crate::options::TradeBuild;
use crate::rules::Rules as _;
use crate::{Clause, EdgeId, HexId, Piece, Terrain, VertexId, VertexSet};
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

    fn check_build_wall(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_wall(vertex)?;
        self.check_price(self.active, Hand::WALL)
    }

    fn check_build_knight(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_knight_place(vertex)?;
        if self.knights_left(self.active, 1) == 0 {
            return Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: 1 }));
        }
        self.check_price(self.active, Hand::KNIGHT)
    }

    fn check_activate(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_own_knight(vertex, "CK-KNIGHT-3")?;
        if self.own.active_knights.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::AlreadyActive { vertex }));
        }
        self.check_price(self.active, Hand::ACTIVATION)
    }

    fn check_promote(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_promotion(vertex)?;
        self.check_price(self.active, Hand::KNIGHT)
    }

    fn check_move(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        self.check_can_act(from)?;
        if from == to || self.building_or_knight(to) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-10" }));
        }
        self.check_way(from, to)
    }

    fn check_chase(&self, vertex: VertexId) -> Result<(), Illegal> {
        self.check_can_act(vertex)?;
        if !self.own.robber_is_free {
            return Err(Illegal::Own(OwnIllegal::RobberLocked));
        }
        if vertex.hexes().contains(self.robber) {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::RobberNotNear { vertex }))
        }
    }

    fn check_take_cards(&self, cards: Bundle) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::TakingCards { victim, count }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-TRD-2" });
        };
        self.check_cards(victim, cards, count, "CK-TRD-2")
    }

    fn check_fight(&self, seat: Seat, knights: VertexSet) -> Result<(), Illegal> {
        let foreign = knights.into_iter().find(|&vertex| !self.knights_of(seat).contains(vertex));
        if let Some(vertex) = foreign {
            return Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause: "CK-BARB-15" }));
        }
        match knights.into_iter().find(|&vertex| !self.own.active_knights.contains(vertex)) {
            Some(vertex) => Err(Illegal::Own(OwnIllegal::Inactive { vertex })),
            None => Ok(()),
        }
    }

    fn check_choose_deck(&self, area: Area) -> Result<(), Illegal> {
        if self.deck_len(area) == 0 { Err(Illegal::Own(OwnIllegal::EmptyDeck { area })) } else { Ok(()) }
    }

    fn check_take_progress(&self, card: Progress) -> Result<(), Illegal> {
        match self.phase {
            Phase::Own(OwnPhase::Spying { victim }) if self.own.progress[victim][card.index()] > 0 => Ok(()),
            _ => Err(Illegal::Own(OwnIllegal::NoSuchCard { card, clause: "CK-POL-7" })),
        }
    }

    fn check_take_resource(&self, kind: CardKind) -> Result<(), Illegal> {
        if kind.is_commodity() {
            Err(Illegal::Own(OwnIllegal::NotAResource { kind, clause: "CK-IMP-8" }))
        } else if self.supply.count(kind) == 0 {
            Err(Illegal::SupplyLacks { kind, clause: "CK-IMP-8" })
        } else {
            Ok(())
        }
    }

    fn check_give_commodity(&self, seat: Seat, kind: CardKind) -> Result<(), Illegal> {
        if !kind.is_commodity() {
            return Err(Illegal::Own(OwnIllegal::NotACommodity { kind }));
        }
        self.check_holds(seat, Hand::of(kind, 1), "CK-TRD-1")
    }

    fn check_retreat(&self, to: VertexId) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::Retreating { seat, from, .. }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-KNIGHT-12" });
        };
        if to == from {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-17" }));
        }
        if self.building_or_knight(to) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex: to, clause: "CK-KNIGHT-12" }));
        }
        self.check_route(seat, from, to, "CK-KNIGHT-12")
    }

    fn check_remove_knight(&self, seat: Seat, vertex: VertexId) -> Result<(), Illegal> {
        if self.knights_of(seat).contains(vertex) {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause: "CK-POL-3" }))
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

    fn building_or_knight(&self, vertex: VertexId) -> bool {
        Seat::first(self.seats()).any(|seat| {
            self.settlements[seat].contains(vertex)
                || self.cities[seat].contains(vertex)
                || self.own.knights[seat].iter().any(|knights| knights.contains(vertex))
        })
    }

    fn check_wall(&self, vertex: VertexId) -> Result<(), Illegal> {
        if !self.cities[self.active].contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotOwnCity { vertex, clause: "CK-WALL-1" }));
        }
        if self.own.walls.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::HasWall { vertex }));
        }
        if self.walls_left(self.active) == 0 { Err(Illegal::Own(OwnIllegal::NoWallLeft)) } else { Ok(()) }
    }

    /// An own city without a metropolis; `city` and `plain` are the clauses that ask for the one and for the other.
    fn check_plain_city(
        &self,
        seat: Seat,
        vertex: VertexId,
        city: Clause,
        plain: Clause,
    ) -> Result<(), Illegal> {
        if !self.cities[seat].contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotOwnCity { vertex, clause: city }));
        }
        if self.own.metropolises.contains(&Some(vertex)) {
            Err(Illegal::Own(OwnIllegal::HasMetropolis { vertex, clause: plain }))
        } else {
            Ok(())
        }
    }

    /// Free of buildings and knights, with an own road (`CK-KNIGHT-1`).
    fn check_knight_place(&self, vertex: VertexId) -> Result<(), Illegal> {
        let clause = "CK-KNIGHT-1";
        if self.building_or_knight(vertex) {
            return Err(Illegal::Own(OwnIllegal::NotFree { vertex, clause }));
        }
        let road = !(vertex.edges() & self.roads[self.active]).is_empty();
        if road { Ok(()) } else { Err(Illegal::NoRoadTo { vertex, clause }) }
    }

    fn check_own_knight(&self, vertex: VertexId, clause: Clause) -> Result<u8, Illegal> {
        match self.knight_at(vertex) {
            Some((seat, strength)) if seat == self.active => Ok(strength),
            _ => Err(Illegal::Own(OwnIllegal::NotOwnKnight { vertex, clause })),
        }
    }

    fn check_promotion(&self, vertex: VertexId) -> Result<(), Illegal> {
        let strength = self.check_own_knight(vertex, "CK-KNIGHT-4")?;
        if strength == 3 {
            return Err(Illegal::Own(OwnIllegal::AlreadyMighty { vertex }));
        }
        if self.own.promoted.contains(vertex) {
            return Err(Illegal::Own(OwnIllegal::PromotedAlready { vertex }));
        }
        if strength == 2 && self.own.levels[self.active][Area::Politics.index()] < 3 {
            return Err(Illegal::Own(OwnIllegal::NeedsFortress));
        }
        if self.knights_left(self.active, strength + 1) == 0 {
            return Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: strength + 1 }));
        }
        Ok(())
    }

    fn check_can_act(&self, vertex: VertexId) -> Result<u8, Illegal> {
        let strength = self.check_own_knight(vertex, "CK-KNIGHT-8")?;
        if self.own.ready.contains(vertex) {
            Ok(strength)
        } else {
            Err(Illegal::Own(OwnIllegal::CannotAct { vertex }))
        }
    }

    /// Whether a knight that acts may go there: along own roads, or because one ends there (`CK-KNIGHT-9`).
    fn check_way(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        match self.options.ck_knight_route {
            KnightRoute::Connected => self.check_route(self.active, from, to, "CK-KNIGHT-9"),
            KnightRoute::AnyOwnRoad if (to.edges() & self.roads[self.active]).is_empty() => {
                Err(Illegal::NoRoadTo { vertex: to, clause: "CK-KNIGHT-9" })
            }
            KnightRoute::AnyOwnRoad => Ok(()),
        }
    }

    /// Whether own roads lead from one intersection to another past nothing foreign: searched step by step from the
    /// goal.
    fn check_route(&self, seat: Seat, from: VertexId, to: VertexId, clause: Clause) -> Result<(), Illegal> {
        let obstacles = Knights::obstacles(self, seat);
        let mut seen = VertexSet::one(to);
        let mut stack = seen;
        while let Some(vertex) = stack.into_iter().next() {
            stack.remove(vertex);
            for edge in vertex.edges() & self.roads[seat] {
                let next = edge.other_end(vertex);
                if next == from {
                    return Ok(());
                }
                if !obstacles.contains(next) && !seen.contains(next) {
                    seen.insert(next);
                    stack.insert(next);
                }
            }
        }
        Err(Illegal::Own(OwnIllegal::NoRoute { to, clause }))
    }

    fn check_displace(&self, from: VertexId, to: VertexId) -> Result<(), Illegal> {
        let strength = self.check_can_act(from)?;
        match self.knight_at(to) {
            Some((seat, other)) if seat != self.active => {
                if other >= strength {
                    return Err(Illegal::Own(OwnIllegal::NotWeaker { vertex: to }));
                }
            }
            _ => {
                return Err(Illegal::Own(OwnIllegal::NoForeignKnight { vertex: to, clause: "CK-KNIGHT-11" }));
            }
        }
        self.check_way(from, to)
    }

    fn check_improvement(&self, area: Area) -> Result<(), Illegal> {
        let seat = self.active;
        let level = self.own.levels[seat][area.index()] + 1;
        if level > LEVELS {
            return Err(Illegal::Own(OwnIllegal::HighestLevel { area }));
        }
        if self.cities[seat].is_empty() {
            return Err(Illegal::Own(OwnIllegal::NeedsCity));
        }
        if level >= 4 {
            let owner = self.metropolis_owner(area);
            // What may be left is no award (`CK-IMP-3`).
            let by_itself = self.options.ck_metropolis_takeover == MetropolisTakeover::BeforeHolder;
            let awarded = match owner {
                _ if self.options.ck_metropolis_placing == MetropolisPlacing::May => false,
                None => true,
                Some(owner) => {
                    by_itself && owner != seat && level == 5 && self.own.levels[owner][area.index()] < 5
                }
            };
            let needed = match self.options.ck_level4_city {
                Level4City::AlwaysUnlessOwner | Level4City::EachLevel => owner != Some(seat),
                Level4City::OnlyIfAwarded => awarded,
                Level4City::Always => true,
            };
            let plain =
                self.cities[seat].into_iter().any(|city| !self.own.metropolises.contains(&Some(city)));
            if needed && !plain {
                return Err(Illegal::Own(OwnIllegal::NeedsPlainCity));
            }
            let high = Area::ALL
                .into_iter()
                .filter(|&other| other == area || self.own.levels[seat][other.index()] >= 4);
            let cities = high.count();
            if self.options.ck_level4_city == Level4City::EachLevel && self.cities[seat].len() < cities {
                return Err(Illegal::Own(OwnIllegal::NeedsCities { cities: cities as u8 }));
            }
        }
        self.check_price(seat, self.improvement_price(area))
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

    fn check_place_deserter(&self, vertex: VertexId, chosen: Option<u8>) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::PlacingDeserter { strength, .. }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-POL-3" });
        };
        self.check_knight_place(vertex)?;
        let may_choose = self.options.ck_deserter_substitute == DeserterSubstitute::AnyLower;
        match chosen {
            None if may_choose => Err(Illegal::Own(OwnIllegal::StrengthToChoose)),
            None => Ok(()),
            Some(_) if !may_choose => {
                let strength = self.deserter_strengths(strength).ilog2() as u8;
                Err(Illegal::Own(OwnIllegal::StrengthIsGiven { strength }))
            }
            Some(chosen) if !(1..=strength).contains(&chosen) => {
                Err(Illegal::Own(OwnIllegal::StrongerThanDeserter { strength }))
            }
            Some(3)
                if self.options.ck_deserter_mighty == DeserterMighty::WithFortress
                    && self.own.levels[self.active][Area::Politics.index()] < 3 =>
            {
                Err(Illegal::Own(OwnIllegal::NeedsFortress))
            }
            Some(chosen) if self.knights_left(self.active, chosen) == 0 => {
                Err(Illegal::Own(OwnIllegal::NoKnightLeft { strength: chosen }))
            }
            Some(_) => Ok(()),
        }
    }

    fn check_force(&self, victim: Seat, kind: CardKind) -> Result<(), Illegal> {
        if self.own.harbors == 0 {
            return Err(Illegal::Own(OwnIllegal::NoHarborPlayed));
        }
        self.check_opponent(victim)?;
        if !self.may_force(victim) {
            return Err(Illegal::Own(OwnIllegal::ForcedAlready { seat: victim }));
        }
        if self.hands[victim].is_empty() && self.options.ck_null_play == NullPlay::ForbidKnownNull {
            return Err(Illegal::Own(OwnIllegal::KnownNull { card: Progress::CommercialHarbor }));
        }
        if kind.is_commodity() {
            return Err(Illegal::Own(OwnIllegal::NotAResource { kind, clause: "CK-TRD-1" }));
        }
        self.check_holds(self.active, Hand::of(kind, 1), "CK-TRD-1")
    }

    fn check_opponent(&self, seat: Seat) -> Result<(), Illegal> {
        if seat.index() < self.seats() && seat != self.active {
            Ok(())
        } else {
            Err(Illegal::NoSuchSeat { seat })
        }
    }

    fn check_card(&self, seat: Seat, card: Progress, clause: Clause) -> Result<(), Illegal> {
        if self.own.progress[seat][card.index()] > 0 {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::NoSuchCard { card, clause }))
        }
    }

    /// Whether a card may be played with these choices (`CK-PROG-8`); what it names must fit in any case (`CK-PROG-18`).
    fn check_play(&self, play: Play) -> Result<(), Illegal> {
        let card = play.card();
        self.check_card(self.active, card, "CK-PROG-8")?;
        if (card == Progress::Alchemist) != (self.phase == Phase::BeforeRoll) {
            return Err(Illegal::Own(OwnIllegal::NotNow { card, clause: "CK-SCI-1" }));
        }
        match play {
            Play::Alchemist(red, other) => check_alchemist(red, other),
            Play::Crane | Play::CommercialHarbor | Play::MerchantFleet(_) => Ok(()),
            Play::Engineer(vertex) => self.check_wall(vertex),
            Play::Inventor(first, second) => self.check_inventor(first, second),
            Play::Irrigation => self.check_effect(card, self.harvests(Terrain::Fields)),
            Play::Mining => self.check_effect(card, self.harvests(Terrain::Mountains)),
            Play::Medicine(vertex) => self.check_city(vertex, Hand::MEDICINE),
            Play::RoadBuilding => self.check_road_building(),
            Play::Smith(first, second) => self.check_smith(first, second),
            Play::Bishop => self.check_bishop(),
            Play::Deserter(victim) => self.check_deserter(victim),
            Play::Diplomat(edge) => self.check_diplomat(edge),
            Play::Intrigue(vertex) => self.check_intrigue(vertex),
            Play::Saboteur => self.check_saboteur(),
            Play::Spy(victim) => self.check_spy(victim),
            Play::Warlord => self.check_warlord(),
            Play::Wedding => self.check_wedding(),
            Play::MasterMerchant(victim) => self.check_master_merchant(victim),
            Play::Merchant(hex) => self.check_merchant(hex),
            Play::ResourceMonopoly(kind) => self.check_monopoly(card, kind, false, "CK-TRD-4"),
            Play::TradeMonopoly(kind) => self.check_monopoly(card, kind, true, "CK-TRD-5"),
        }
    }

    /// A card that is known to do nothing may be refused (`CK-PROG-13`, `CK-PROG-14`).
    fn check_effect(&self, card: Progress, does_something: bool) -> Result<(), Illegal> {
        if does_something || self.options.ck_null_play == NullPlay::Allow {
            Ok(())
        } else {
            Err(Illegal::Own(OwnIllegal::KnownNull { card }))
        }
    }

    fn check_inventor(&self, first: HexId, second: HexId) -> Result<(), Illegal> {
        let fixed = |hex: HexId| matches!(self.layout.numbers[hex], 0 | 2 | 6 | 8 | 12);
        if fixed(first) || fixed(second) || first.index() >= second.index() {
            return bad_target(Progress::Inventor, "CK-SCI-4");
        }
        self.check_effect(Progress::Inventor, self.layout.numbers[first] != self.layout.numbers[second])
    }

    fn check_road_building(&self) -> Result<(), Illegal> {
        let path = EdgeId::all().any(|edge| self.check_path(edge).is_ok());
        self.check_effect(Progress::RoadBuilding, path && self.pieces_left(self.active, Piece::Road) > 0)
    }

    fn check_smith(&self, first: VertexId, second: Option<VertexId>) -> Result<(), Illegal> {
        let Some(second) = second else { return self.check_promotion(first) };
        if first.index() >= second.index() {
            return bad_target(Progress::Smith, "CK-SCI-10");
        }
        let in_order = |a: VertexId, b: VertexId| {
            self.check_promotion(a)?;
            let mut after = *self;
            after.promote(a, &mut ());
            after.check_promotion(b)
        };
        in_order(first, second).or_else(|_| in_order(second, first))
    }

    fn check_bishop(&self) -> Result<(), Illegal> {
        if self.own.robber_is_free { Ok(()) } else { Err(Illegal::Own(OwnIllegal::RobberLocked)) }
    }

    fn check_deserter(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        self.check_effect(Progress::Deserter, !self.knights_of(victim).is_empty())
    }

    fn check_diplomat(&self, edge: EdgeId) -> Result<(), Illegal> {
        let owner = Seat::first(self.seats()).find(|&seat| self.roads[seat].contains(edge));
        match owner {
            Some(owner) if self.road_is_open(owner, edge) => Ok(()),
            _ => bad_target(Progress::Diplomat, "CK-POL-4"),
        }
    }

    fn check_intrigue(&self, vertex: VertexId) -> Result<(), Illegal> {
        match self.knight_at(vertex) {
            Some((owner, _)) if owner != self.active => {
                if (vertex.edges() & self.roads[self.active]).is_empty() {
                    bad_target(Progress::Intrigue, "CK-POL-5")
                } else {
                    Ok(())
                }
            }
            _ => Err(Illegal::Own(OwnIllegal::NoForeignKnight { vertex, clause: "CK-POL-5" })),
        }
    }

    fn check_saboteur(&self) -> Result<(), Illegal> {
        let own = self.points(self.active).total();
        let sabotaged = |other: Seat| self.points(other).total() >= own && self.hands[other].len() >= 2;
        self.check_effect(Progress::Saboteur, self.opponents().any(sabotaged))
    }

    fn check_spy(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        self.check_effect(Progress::Spy, self.progress_len(victim) > 0)
    }

    fn check_warlord(&self) -> Result<(), Illegal> {
        let inactive = |vertex: VertexId| !self.own.active_knights.contains(vertex);
        self.check_effect(Progress::Warlord, self.knights_of(self.active).into_iter().any(inactive))
    }

    fn check_wedding(&self) -> Result<(), Illegal> {
        let own = self.points(self.active).total();
        let gives = |other: Seat| self.points(other).total() > own && !self.hands[other].is_empty();
        self.check_effect(Progress::Wedding, self.opponents().any(gives))
    }

    fn check_master_merchant(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        if self.points(victim).total() <= self.points(self.active).total() {
            return bad_target(Progress::MasterMerchant, "CK-TRD-2");
        }
        self.check_effect(Progress::MasterMerchant, !self.hands[victim].is_empty())
    }

    fn check_merchant(&self, hex: HexId) -> Result<(), Illegal> {
        if !self.merchant_places().contains(hex) {
            return bad_target(Progress::Merchant, "CK-MERCH-1");
        }
        self.check_effect(Progress::Merchant, self.own.merchant != Some((self.active, hex)))
    }

    fn check_monopoly(
        &self,
        card: Progress,
        kind: CardKind,
        commodity: bool,
        clause: Clause,
    ) -> Result<(), Illegal> {
        if kind.is_commodity() != commodity {
            return bad_target(card, clause);
        }
        self.check_effect(card, self.opponents().any(|other| !self.hands[other].is_empty()))
    }

    fn harvests(&self, terrain: Terrain) -> bool {
        let Some((kind, _)) = CardKind::of_terrain(terrain) else { return false };
        let beside = |hex: HexId| {
            self.layout.terrain[hex] == terrain
                && hex.vertices().into_iter().any(|vertex| self.buildings(self.active).contains(vertex))
        };
        self.supply.count(kind) > 0 && HexId::all().any(beside)
    }

    /// Whether a road is open, asked end by end (`CK-POL-4`).
    fn road_is_open(&self, owner: Seat, edge: EdgeId) -> bool {
        let mut open = false;
        for end in edge.ends() {
            let other_road = (end.edges() & self.roads[owner]).len() > 1;
            let knight = self.knights_of(owner).contains(end);
            if knight && !other_road {
                return false;
            }
            open |= !other_road && !knight && !self.buildings(owner).contains(end);
        }
        open
    }
}

fn check_alchemist(red: u8, other: u8) -> Result<(), Illegal> {
    if (1..=6).contains(&red) && (1..=6).contains(&other) {
        Ok(())
    } else {
        bad_target(Progress::Alchemist, "CK-SCI-1")
    }
}

/// What was chosen does not fit the card.
fn bad_target(card: Progress, clause: Clause) -> Result<(), Illegal> {
    Err(Illegal::Own(OwnIllegal::BadTarget { card, clause }))
}
