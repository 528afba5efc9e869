//! What a seat may do now, found part by part; apart from [`super::super::check`].

use crate::cities_and_knights::options::NullPlay;
use crate::cities_and_knights::rules::improvements::LEVELS;
use crate::cities_and_knights::rules::knights::Routes;
use crate::cities_and_knights::{Area, Bundle, CardKind, CitiesAndKnights, Hand, OwnPhase, Phase, Progress};
use crate::options::RobberTheft;
use crate::rules::trade::Answer;
use crate::{HexId, Piece, Terrain, VertexId, VertexSet};
use game::Seat;

use super::choices::{ALCHEMIST, At, OfArea, OfKind, OnSeat, Simple};
use super::{LegalActions, Reason};

impl CitiesAndKnights {
    /// Everything that `seat` may do now and that can be listed.
    #[must_use]
    #[inline]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        let mut legal = LegalActions::default();
        self.list(seat, &mut legal);
        legal
    }

    /// Writes the list into an empty one: who keeps it where it is made saves a copy of it.
    pub(crate) fn list(&self, seat: Seat, legal: &mut LegalActions) {
        match self.phase {
            Phase::BeforeRoll if seat == self.active => {
                let alchemist = if self.holds(seat, Progress::Alchemist) { ALCHEMIST } else { 0 };
                legal.list_simple(Simple::Roll.bit() | alchemist | self.declares(seat));
            }
            Phase::Building if seat == self.active => self.list_main(legal),
            _ if matches!(self.turn(), game::Turn::Decide(seats) if seats.contains(seat)) => {
                self.list_decision(seat, legal);
            }
            _ => {}
        }
    }

    /// What a seat may answer to what it is asked.
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
            Phase::Own(OwnPhase::DroppingCards { .. }) => legal.list_drops(cards(&self.own.progress[seat])),
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
                legal.list_progress(cards(&self.own.progress[victim]));
            }
            Phase::Own(OwnPhase::ForcedExchange { .. }) => {
                legal.list_of_kinds(OfKind::GiveCommodity, self.hands[seat].commodities().kind_bits());
            }
            Phase::Own(OwnPhase::PlacingMetropolis { area }) => {
                legal.list_simple(if self.may_leave_metropolis(area) { Simple::Stop.bit() } else { 0 });
                legal.list_at(At::Metropolis, self.plain_cities(seat));
            }
            Phase::Own(OwnPhase::PlayOrDrop) => {
                let held = cards(&self.own.progress[seat]);
                legal.list_drops(held);
                let simple = self.list_cards(held, legal);
                legal.list_simple(simple);
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

    #[inline]
    fn declares(&self, seat: Seat) -> u64 {
        let declares = !self.options.auto_declare && self.points(seat).total() >= self.options.victory_points;
        if declares { Simple::Declare.bit() } else { 0 }
    }

    #[inline]
    pub(crate) fn holds(&self, seat: Seat, card: Progress) -> bool {
        self.own.progress[seat][card.index()] > 0
    }

    fn decks_with_cards(&self) -> u8 {
        Area::ALL.into_iter().map(|area| u8::from(self.deck_len(area) > 0) << area.index()).sum()
    }

    /// The strengths among which the Deserter's owner may choose, as bits; none where there is no choice.
    fn chosen_strengths(&self, strength: u8) -> u8 {
        use crate::cities_and_knights::options::DeserterSubstitute::AnyLower;
        if self.options.ck_deserter_substitute == AnyLower { self.deserter_strengths(strength) } else { 0 }
    }

    fn list_answers(&self, seat: Seat, legal: &mut LegalActions) {
        let mut simple = 0;
        if self.trading.proposal(seat).is_some() {
            simple |= Simple::WithdrawProposal.bit();
        }
        if let Some((offer, to)) = self.trading.offer()
            && to.contains(seat)
        {
            let answer = self.trading.answer(seat);
            if answer != Answer::Rejected {
                simple |= Simple::Reject.bit();
            }
            if answer != Answer::Accepted && self.hands[seat].contains(offer.want.into()) {
                simple |= Simple::Accept.bit();
            }
        }
        legal.list_simple(simple);
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
        if self.own.harbors > 0 {
            self.list_forces(legal);
        }
        if !self.trading.is_quiet() && self.trade_is_open() {
            simple |= self.list_offers(legal);
        }
        let held = cards(&self.own.progress[seat]);
        if held != 0 {
            simple |= self.list_cards(held, legal);
        }
        legal.list_simple(simple);
    }

    /// What is bought with hand cards.
    fn list_purchases(&self, legal: &mut LegalActions) {
        let hand = self.hands[self.active];
        let pays = |price: Hand| hand.contains(price);
        if !hand.commodities().is_empty() || self.own.cranes > 0 {
            self.list_improvements(hand, legal);
        }
        // Settlements and cities cost more of the same.
        if !(pays(Hand::ROAD) | pays(Hand::WALL) | pays(Hand::KNIGHT) | pays(Hand::ACTIVATION)) {
            return;
        }
        // What takes few steps is found first and left out if it cannot be paid: guessing whether it can costs more.
        self.list_building(hand, legal);
        self.list_walls(hand, legal);
        self.list_knights(hand, legal);
    }

    fn list_improvements(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        let improves = |area: &Area| {
            let level = self.own.levels[seat][area.index()];
            level < LEVELS
                && hand.contains(self.improvement_price(*area))
                && self.has_city_for(seat, *area, level + 1)
        };
        let areas = Area::ALL.into_iter().filter(improves).map(|area| 1 << area.index()).sum();
        legal.list_of_areas(OfArea::Improve, areas);
    }

    #[inline]
    fn list_building(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        if hand.contains(Hand::ROAD) && self.pieces_left(seat, Piece::Road) > 0 {
            legal.list_roads(self.road_paths(seat));
        }
        let settlement = hand.contains(Hand::SETTLEMENT) && self.pieces_left(seat, Piece::Settlement) > 0;
        legal.list_at(At::Settlement, (self.road_ends[seat] & self.open_intersections()).only_if(settlement));
        legal.list_at(At::City, self.upgradable(seat).only_if(hand.contains(Hand::CITY)));
    }

    #[inline]
    fn list_walls(&self, hand: Hand, legal: &mut LegalActions) {
        legal.list_at(At::Wall, self.wallable(self.active).only_if(hand.contains(Hand::WALL)));
    }

    #[inline]
    fn list_knights(&self, hand: Hand, legal: &mut LegalActions) {
        let seat = self.active;
        let basic = hand.contains(Hand::KNIGHT) && self.knights_left(seat, 1) > 0;
        legal.list_at(At::Knight, self.knight_places(seat).only_if(basic));
        legal.list_at(At::Promote, self.promotable(seat).only_if(hand.contains(Hand::KNIGHT)));
        let inactive = self.knights_of(seat) - self.own.active_knights;
        legal.list_at(At::Activate, inactive.only_if(hand.contains(Hand::ACTIVATION)));
    }

    /// Whom the active seat may force, for which resources.
    fn list_forces(&self, legal: &mut LegalActions) {
        let kinds = self.hands[self.active].resources().kind_bits();
        let null = self.null_is_allowed();
        let can_be_forced =
            |&victim: &Seat| self.may_force(victim) && (null || !self.hands[victim].is_empty());
        let mut force = [0; 4];
        for victim in self.opponents().filter(can_be_forced) {
            force[victim.index()] = kinds;
        }
        legal.list_forces(force);
    }

    /// Moving, displacing and chasing (`CK-KNIGHT-8`).
    fn list_knight_actions(&self, ready: VertexSet, legal: &mut LegalActions) {
        let seat = self.active;
        let mut chasing = VertexSet::EMPTY;
        let mut routes = Routes::NONE;
        legal.list_routes(self.knights_of(seat), |from| {
            if !ready.contains(from) {
                return Routes::NONE;
            }
            // Own knights on the same roads get to the same places.
            if !routes.own.contains(from) {
                routes = self.action_routes(from);
            }
            if self.own.robber_is_free && from.hexes().contains(self.robber) {
                chasing.insert(from);
            }
            Routes { knights: self.displaceable(routes, self.strength_of(seat, from)), ..routes }
        });
        legal.list_at(At::Chase, chasing);
    }

    /// Offers and proposals that can be carried out or turned down.
    fn list_offers(&self, legal: &mut LegalActions) -> u64 {
        let hand = self.hands[self.active];
        let pays = |cards: Bundle| hand.contains(cards.into());
        let withdraw = if self.trading.offer().is_some() {
            let agreed = self.trading.agreed().into_iter();
            let executed =
                |partner: &Seat| self.trading.agreement(*partner).is_some_and(|exchange| pays(exchange.give));
            legal.list_on_seats(OnSeat::Execute, agreed.filter(executed).collect());
            Simple::Withdraw.bit()
        } else {
            0
        };
        let proposers = self.trading.proposers();
        let accepted = |seat: &Seat| self.trading.proposal(*seat).is_some_and(|proposal| pays(proposal.want));
        legal.list_on_seats(OnSeat::RejectProposal, proposers);
        legal.list_on_seats(OnSeat::AcceptProposal, proposers.into_iter().filter(accepted).collect());
        withdraw
    }

    /// Progress cards that may be played after the roll, on targets for which they are not known to do nothing
    /// (`CK-PROG-13`, `CK-PROG-14`); returns those that are played without a choice.
    fn list_cards(&self, held: u32, legal: &mut LegalActions) -> u64 {
        let seat = self.active;
        let mut simple = 0;
        for card in crate::select::ones(held).map(|n| Progress::ALL[n]) {
            match card {
                Progress::Crane => simple |= Simple::Crane.bit(),
                Progress::Engineer => legal.list_at(At::Engineer, self.wallable(seat)),
                Progress::Inventor => self.list_inventor(legal),
                Progress::Irrigation => {
                    simple |= Simple::Irrigation.bit_if(self.may_harvest(Terrain::Fields, CardKind::Grain));
                }
                Progress::Medicine => self.list_medicine(legal),
                Progress::Mining => {
                    simple |= Simple::Mining.bit_if(self.may_harvest(Terrain::Mountains, CardKind::Ore));
                }
                Progress::RoadBuilding => simple |= Simple::RoadBuilding.bit_if(self.may_build_roads()),
                Progress::Smith => self.list_smith(legal),
                Progress::Bishop => simple |= Simple::Bishop.bit_if(self.own.robber_is_free),
                Progress::Deserter => self.list_deserter(legal),
                Progress::Diplomat => legal.list_diplomat(self.open_roads()),
                Progress::Intrigue => legal.list_at(At::Intrigue, self.intrigue_targets()),
                Progress::Saboteur => simple |= Simple::Saboteur.bit_if(self.may_sabotage()),
                Progress::Spy => self.list_spy(legal),
                Progress::Warlord => simple |= Simple::Warlord.bit_if(self.may_activate_all()),
                Progress::Wedding => simple |= Simple::Wedding.bit_if(self.may_wed()),
                Progress::CommercialHarbor => simple |= Simple::Harbor.bit(),
                Progress::MasterMerchant => self.list_master_merchant(legal),
                Progress::Merchant => self.list_merchant(legal),
                Progress::ResourceMonopoly => self.list_monopoly(OfKind::ResourceMonopoly, 0b0001_1111, legal),
                Progress::TradeMonopoly => self.list_monopoly(OfKind::TradeMonopoly, 0b1110_0000, legal),
                Progress::MerchantFleet => legal.list_of_kinds(OfKind::Fleet, 0b1111_1111),
                // Played before the roll, or turned up when drawn.
                Progress::Alchemist | Progress::Printer | Progress::Constitution => {}
            }
        }
        simple
    }

    /// Whether cards may be played that are known to do nothing (`CK-PROG-9`).
    #[inline]
    fn null_is_allowed(&self) -> bool {
        self.options.ck_null_play == NullPlay::Allow
    }

    fn may_harvest(&self, terrain: Terrain, kind: CardKind) -> bool {
        self.null_is_allowed()
            || (self.supply.count(kind) > 0 && self.own_hexes(self.active, terrain) > 0)
    }

    fn list_medicine(&self, legal: &mut LegalActions) {
        let pays = self.hands[self.active].contains(Hand::MEDICINE);
        legal.list_at(At::Medicine, self.upgradable(self.active).only_if(pays));
    }

    fn may_build_roads(&self) -> bool {
        let seat = self.active;
        self.null_is_allowed()
            || (self.pieces_left(seat, Piece::Road) > 0 && !self.road_paths(seat).is_empty())
    }

    fn list_deserter(&self, legal: &mut LegalActions) {
        let null = self.null_is_allowed();
        let victims = self.opponents().filter(|&other| null || !self.knights_of(other).is_empty());
        legal.list_on_seats(OnSeat::Deserter, victims.collect());
    }

    fn may_sabotage(&self) -> bool {
        let own = self.points(self.active).total();
        let sabotaged = |other: Seat| self.hands[other].len() >= 2 && self.points(other).total() >= own;
        self.null_is_allowed() || self.opponents().any(sabotaged)
    }

    fn list_spy(&self, legal: &mut LegalActions) {
        let null = self.null_is_allowed();
        let spied = self.opponents().filter(|&other| null || self.progress_len(other) > 0);
        legal.list_on_seats(OnSeat::Spy, spied.collect());
    }

    fn may_activate_all(&self) -> bool {
        self.null_is_allowed() || !(self.knights_of(self.active) - self.own.active_knights).is_empty()
    }

    fn may_wed(&self) -> bool {
        let own = self.points(self.active).total();
        let gives = |other: Seat| !self.hands[other].is_empty() && self.points(other).total() > own;
        self.null_is_allowed() || self.opponents().any(gives)
    }

    fn list_master_merchant(&self, legal: &mut LegalActions) {
        let (null, own) = (self.null_is_allowed(), self.points(self.active).total());
        let taken = |other: &Seat| {
            (null || !self.hands[*other].is_empty()) && self.points(*other).total() > own
        };
        legal.list_on_seats(OnSeat::Master, self.opponents().filter(taken).collect());
    }

    fn list_merchant(&self, legal: &mut LegalActions) {
        let mut places = self.merchant_places();
        if let Some((owner, hex)) = self.own.merchant
            && owner == self.active
            && !self.null_is_allowed()
        {
            places.remove(hex);
        }
        legal.list_merchant(places);
    }

    fn list_monopoly(&self, what: OfKind, kinds: u8, legal: &mut LegalActions) {
        if self.null_is_allowed() || self.opponents().any(|other| !self.hands[other].is_empty()) {
            legal.list_of_kinds(what, kinds);
        }
    }

    fn list_inventor(&self, legal: &mut LegalActions) {
        let mut numbers = self.layout.numbers;
        if self.null_is_allowed() {
            // Equal numbers may be swapped for nothing; a number that no token has tells them apart.
            for (n, hex) in HexId::all().enumerate() {
                numbers[hex] = 20 + n as u8;
            }
        }
        legal.list_inventor(self.swappable(), numbers);
    }

    fn list_smith(&self, legal: &mut LegalActions) {
        let promotable = self.promotable(self.active);
        legal.list_at(At::Smith, promotable);
        legal.list_smith_seconds(self.knights_of(self.active), |first| self.smith_seconds(first, promotable));
    }

    /// Knights with a higher number than `first` that Smith may promote together with it, in whichever order.
    pub(crate) fn smith_seconds(&self, first: VertexId, promotable: VertexSet) -> VertexSet {
        let higher = |vertex: &VertexId| vertex.index() > first.index();
        let own = self.knights_of(self.active);
        let both = |second: VertexId| {
            (promotable.contains(first) && self.promotable_after(first).contains(second))
                || (promotable.contains(second) && self.promotable_after(second).contains(first))
        };
        own.into_iter().filter(higher).filter(|&second| both(second)).collect()
    }
}

/// The kinds of progress cards in a hand, as bits.
fn cards(held: &[u8; 25]) -> u32 {
    held.iter().enumerate().map(|(n, &count)| u32::from(count > 0) << n).sum()
}
