//! Lists the legal actions of a seat, part by part; independent of [`super::super::check`].

use crate::cities_and_knights::legal::Reason;
use crate::cities_and_knights::legal::choices::{ALCHEMIST, At, OfArea, OfKind, OnSeat, Simple};
use crate::cities_and_knights::{CitiesAndKnights, Hand, LegalActions, OwnPhase, Phase, Progress};
use crate::options::RobberTheft;
use game::{Seat, Turn};

impl CitiesAndKnights {
    /// Returns every action that `seat` may take now and that can be listed.
    #[must_use]
    #[inline]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        // A list that is filled in step by step is copied to where the caller keeps it; a single value is written there at once.
        if matches!(self.phase, Phase::BeforeRoll) && seat == self.active {
            return LegalActions::of_simple(self.before_roll(seat));
        }
        let mut legal = LegalActions::default();
        let (len, parts) = self.list(seat, &mut legal);
        // Field by field, with the tally from registers: the caller needs it first, and a copy of the whole waits for all of the list.
        LegalActions { len, parts, ..legal }
    }

    /// Writes the list into an empty one and returns its tally. A caller that keeps the list where it is written saves the copy.
    pub(crate) fn list(&self, seat: Seat, legal: &mut LegalActions) -> (u64, u64) {
        match self.phase {
            Phase::BeforeRoll if seat == self.active => legal.list_simple(self.before_roll(seat)),
            Phase::Building if seat == self.active => self.list_main(legal),
            _ if matches!(self.turn(), Turn::Decide(seats) if seats.contains(seat)) => {
                self.list_decision(seat, legal);
            }
            _ => {}
        }
        legal.tally()
    }

    /// Returns what the active seat may do before the roll, as bits of [`Simple`] and [`ALCHEMIST`].
    #[inline]
    fn before_roll(&self, seat: Seat) -> u64 {
        let alchemist = if self.holds(seat, Progress::Alchemist) { ALCHEMIST } else { 0 };
        Simple::Roll.bit() | alchemist | self.declares(seat)
    }

    /// Lists the answers of a seat to the decision that it must make.
    #[inline(never)]
    fn list_decision(&self, seat: Seat, legal: &mut LegalActions) {
        match self.phase {
            Phase::FoundingSettlement { .. } => legal.list_at(At::Settlement, self.open_intersections()),
            Phase::Own(OwnPhase::FoundingCity { .. }) => legal.list_at(At::City, self.open_intersections()),
            Phase::FoundingRoad { at, .. } => legal.list_roads(at.edges() - self.all_roads()),
            Phase::Own(OwnPhase::Mustering { .. }) => {
                legal.list_fights(self.knights_of(seat) & self.own.active_knights);
            }
            Phase::Own(OwnPhase::Pillaging { .. }) => legal.list_at(At::Pillage, self.plain_cities(seat)),
            Phase::Own(OwnPhase::ChoosingDeck { .. }) => {
                legal.list_of_areas(OfArea::Deck, self.decks_with_cards());
            }
            Phase::Own(OwnPhase::OfferingDraw { .. }) => {
                legal.list_simple(Simple::Draw.bit() | Simple::Stop.bit());
            }
            Phase::Own(OwnPhase::DroppingCards { .. }) => {
                legal.list_drops(self.own.progress[seat].kinds());
            }
            Phase::Own(OwnPhase::Aqueduct { .. }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.list_of_kinds(OfKind::TakeResource, self.supply.resources().kind_bits());
            }
            Phase::Discarding { owed } | Phase::Own(OwnPhase::Sabotage { owed }) => {
                legal.list_bundles(self.hands[seat], owed[seat], Reason::Discard);
            }
            Phase::Own(OwnPhase::Giving { owed }) => {
                legal.list_bundles(self.hands[seat], owed[seat], Reason::Give);
            }
            Phase::Own(OwnPhase::TakingCards { victim, count }) => {
                legal.list_bundles(self.hands[victim], count, Reason::Take);
            }
            Phase::MovingRobber { cause } => legal.list_robber(self.robber_targets(cause)),
            Phase::ChoosingVictim { victims } => {
                legal.list_simple(if self.options.robber_theft == RobberTheft::May {
                    Simple::Stop.bit()
                } else {
                    0
                });
                legal.list_on_seats(OnSeat::Steal, victims);
            }
            Phase::FreeRoads { may_stop, .. } => {
                legal.list_roads(self.road_paths(seat));
                legal.list_simple(if may_stop { Simple::Stop.bit() } else { 0 });
            }
            Phase::Own(OwnPhase::Retreating { from, .. }) => {
                legal.list_at(At::Retreat, self.routes(seat, from).free);
            }
            Phase::Own(OwnPhase::Deserting { .. }) => legal.list_at(At::Remove, self.knights_of(seat)),
            Phase::Own(OwnPhase::PlacingDeserter { strength, .. }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.list_knight_places(self.knight_places(seat), self.chosen_strengths(strength));
            }
            Phase::Own(OwnPhase::ReplacingRoad { removed }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.list_roads(self.replacements(removed));
            }
            Phase::Own(OwnPhase::Spying { victim }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.list_progress(self.own.progress[victim].kinds());
            }
            Phase::Own(OwnPhase::ForcedExchange { .. }) => {
                legal.list_of_kinds(OfKind::GiveCommodity, self.hands[seat].commodities().kind_bits());
            }
            Phase::Own(OwnPhase::PlacingMetropolis { area }) => {
                legal.list_simple(if self.may_leave_metropolis(area) { Simple::Stop.bit() } else { 0 });
                legal.list_at(At::Metropolis, self.plain_cities(seat));
            }
            Phase::Own(OwnPhase::PlayOrDrop) => {
                let held = self.own.progress[seat].kinds();
                legal.list_drops(held);
                let simple = self.list_cards(held, legal);
                legal.list_simple(simple);
            }
            Phase::Own(OwnPhase::PlayingEarly) => {
                let simple = self.list_cards(self.own.progress[seat].kinds(), legal);
                legal.list_simple(simple | Simple::Stop.bit());
            }
            Phase::Building => self.list_answers(seat, legal),
            // Listed above, or nature's.
            Phase::BeforeRoll
            | Phase::LayingOut
            | Phase::DrawingStart
            | Phase::RollingForStart { .. }
            | Phase::Rolling
            | Phase::Own(OwnPhase::RollingEventDie { .. })
            | Phase::Own(OwnPhase::DrawingCard { .. })
            | Phase::Stealing { .. }
            | Phase::Over(_) => {}
        }
    }

    /// Step 4 of a turn (`CK-TURN-5`).
    fn list_main(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        let mut simple = Simple::EndTurn.bit() | self.declares(seat);
        // With a Crane an improvement may cost nothing.
        if !hand.is_empty() || self.own.cranes > 0 {
            self.list_purchases(legal);
            if self.trade_is_open() {
                self.list_maritime(legal);
            }
        }
        let ready = self.knights_of(seat) & self.own.ready;
        if !ready.is_empty() {
            self.list_knight_actions(ready, legal);
        }
        if self.own.commercial_harbors > 0 {
            self.list_forces(legal);
        }
        if !self.trading.is_quiet() && self.trade_is_open() {
            simple |= self.list_deals(legal);
        }
        let held = self.own.progress[seat].kinds();
        if held != 0 {
            simple |= self.list_cards(held, legal);
        }
        legal.list_simple(simple);
    }

    /// Lists the purchases with hand cards.
    fn list_purchases(&self, legal: &mut LegalActions) {
        let hand = self.hands[self.active];
        let pays = |price: Hand| hand.contains(price);
        self.list_improvements(hand, legal);
        // Settlements and cities cost more of the same.
        if !(pays(Hand::ROAD) | pays(Hand::WALL) | pays(Hand::KNIGHT) | pays(Hand::ACTIVATION)) {
            return;
        }
        // What takes few steps is found first and left out if it cannot be paid: a mispredicted branch costs more.
        self.list_building(hand, legal);
        self.list_walls(hand, legal);
        self.list_knights(hand, legal);
    }
}
