//! What a seat may do now, as one flat value of sets.

use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::options::NullPlay;
use crate::cities_and_knights::rules::improvements::LEVELS;
use crate::cities_and_knights::rules::knights::Routes;
use crate::cities_and_knights::{
    Action, Area, Bundle, CardKind, CitiesAndKnights, Hand, OwnAction, OwnPhase, Phase, Progress,
};
use crate::discards::{CardChoice, count_choices, nth_choice};
use crate::options::RobberTheft;
use crate::rules::trade::Answer;
use crate::select::select;
use crate::{EdgeSet, HexId, HexSet, Piece, Terrain, VertexId, VertexSet};
use exchanges::Exchanges;
use game::{Seat, SeatSet};

mod exchanges;

/// Everything that a seat may do now, trade messages aside, which are checked but not listed (`CATAN-DOM`). Sets of
/// choices for each kind of action; counting them or finding the n-th makes no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalActions {
    /// How many actions there are.
    len: u64,
    /// The parts of the list that are not empty, as bits.
    parts: u64,
    /// How many actions each part has; bundles alone may be more than fit, and know it themselves.
    lens: [u8; part::END],
    simple: u64,
    roads: EdgeSet,
    diplomat: EdgeSet,
    at: [VertexSet; At::ALL.len()],
    /// The knights that the three below are about, in ascending order.
    knights: VertexSet,
    moves: [VertexSet; KNIGHTS_MAX],
    displaces: [VertexSet; KNIGHTS_MAX],
    smith_seconds: [VertexSet; KNIGHTS_MAX],
    /// The Deserter's places come with a strength where it may be chosen.
    place_strengths: u8,
    robber: HexSet,
    merchant: HexSet,
    inventor: HexSet,
    numbers: crate::ByHex<u8>,
    seats: [SeatSet; OnSeat::ALL.len()],
    force: [u8; 4],
    exchanges: Exchanges,
    kinds: [u8; OfKind::ALL.len()],
    areas: [u8; OfArea::ALL.len()],
    drop: u32,
    take_progress: u32,
    fight: VertexSet,
    /// Of no cards if there are none to choose.
    bundles: Bundles,
}

/// Where the parts lie in the list; kinds of actions on an intersection, a seat, a kind of card or an area are parts each.
mod part {
    use super::{At, OfArea, OfKind, OnSeat};

    pub(super) const SIMPLE: usize = 0;
    pub(super) const CHOSEN_DICE: usize = SIMPLE + 1;
    pub(super) const ROADS: usize = CHOSEN_DICE + 1;
    pub(super) const AT: usize = ROADS + 1;
    pub(super) const MOVES: usize = AT + At::ALL.len();
    pub(super) const DISPLACES: usize = MOVES + 1;
    pub(super) const SMITH_SECONDS: usize = DISPLACES + 1;
    pub(super) const ROBBER: usize = SMITH_SECONDS + 1;
    pub(super) const MERCHANT: usize = ROBBER + 1;
    pub(super) const INVENTOR: usize = MERCHANT + 1;
    pub(super) const DIPLOMAT: usize = INVENTOR + 1;
    pub(super) const ON_SEATS: usize = DIPLOMAT + 1;
    pub(super) const FORCE: usize = ON_SEATS + OnSeat::ALL.len();
    pub(super) const MARITIME: usize = FORCE + 1;
    pub(super) const OF_KINDS: usize = MARITIME + 1;
    pub(super) const OF_AREAS: usize = OF_KINDS + OfKind::ALL.len();
    pub(super) const DROP: usize = OF_AREAS + OfArea::ALL.len();
    pub(super) const TAKE_PROGRESS: usize = DROP + 1;
    pub(super) const FIGHT: usize = TAKE_PROGRESS + 1;
    pub(super) const BUNDLES: usize = FIGHT + 1;
    pub(super) const END: usize = BUNDLES + 1;
}
const _: () = assert!(part::END <= u64::BITS as usize);

/// The part with the Deserter's places.
const PLACE_KNIGHT: usize = part::AT + At::Place as usize;
/// Knights of a seat.
const KNIGHTS_MAX: usize = 6;

/// So many cards out of a hand, for one of three reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bundles {
    hand: Hand,
    count: u8,
    reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    Discard,
    Give,
    Take,
}

impl Reason {
    fn action(self, cards: Bundle) -> Action {
        match self {
            Reason::Discard => Action::Discard(cards),
            Reason::Give => Action::Own(OwnAction::Give(cards)),
            Reason::Take => Action::Own(OwnAction::TakeCards(cards)),
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Reason::Discard => "discard",
            Reason::Give => "give",
            Reason::Take => "take",
        }
    }
}

/// Declares a kind of actions that name the same thing, in the order of the list: each row is an action, as an expression
/// and as a pattern.
macro_rules! choices {
    ($(#[$doc:meta])* $Name:ident($it:ident: $It:ty) { $($Variant:ident ($($action:tt)*);)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum $Name { $($Variant,)* }

        impl $Name {
            const ALL: &'static [$Name] = &[$($Name::$Variant,)*];

            /// The action that names `$it`.
            fn action(self, $it: $It) -> Action {
                match self { $($Name::$Variant => $($action)*,)* }
            }

            /// Which of these an action is, and what it names.
            fn of(action: Action) -> Option<($Name, $It)> {
                match action {
                    $($($action)* => Some(($Name::$Variant, $it)),)*
                    _ => None,
                }
            }
        }
    };
}

choices! {
    /// Actions on an intersection; the Deserter's places come with a strength where it may be chosen.
    At(vertex: VertexId) {
        Settlement (Action::BuildSettlement(vertex));
        City (Action::BuildCity(vertex));
        Wall (Action::Own(OwnAction::BuildWall(vertex)));
        Knight (Action::Own(OwnAction::BuildKnight(vertex)));
        Activate (Action::Own(OwnAction::Activate(vertex)));
        Promote (Action::Own(OwnAction::Promote(vertex)));
        Chase (Action::Own(OwnAction::Chase(vertex)));
        Metropolis (Action::Own(OwnAction::PlaceMetropolis(vertex)));
        Pillage (Action::Own(OwnAction::Pillage(vertex)));
        Retreat (Action::Own(OwnAction::Retreat(vertex)));
        Remove (Action::Own(OwnAction::RemoveKnight(vertex)));
        Place (Action::Own(OwnAction::PlaceKnight(vertex, None)));
        Engineer (Action::Own(OwnAction::Play(Play::Engineer(vertex))));
        Medicine (Action::Own(OwnAction::Play(Play::Medicine(vertex))));
        Smith (Action::Own(OwnAction::Play(Play::Smith(vertex, None))));
        Intrigue (Action::Own(OwnAction::Play(Play::Intrigue(vertex))));
    }
}
choices! {
    /// Actions on a seat.
    OnSeat(seat: Seat) {
        Steal (Action::Steal(seat));
        Execute (Action::Execute(seat));
        AcceptProposal (Action::AcceptProposal(seat));
        RejectProposal (Action::RejectProposal(seat));
        Deserter (Action::Own(OwnAction::Play(Play::Deserter(seat))));
        Spy (Action::Own(OwnAction::Play(Play::Spy(seat))));
        Master (Action::Own(OwnAction::Play(Play::MasterMerchant(seat))));
    }
}
choices! {
    /// Actions with a kind of card.
    OfKind(kind: CardKind) {
        TakeResource (Action::Own(OwnAction::TakeResource(kind)));
        GiveCommodity (Action::Own(OwnAction::GiveCommodity(kind)));
        ResourceMonopoly (Action::Own(OwnAction::Play(Play::ResourceMonopoly(kind))));
        TradeMonopoly (Action::Own(OwnAction::Play(Play::TradeMonopoly(kind))));
        Fleet (Action::Own(OwnAction::Play(Play::MerchantFleet(kind))));
    }
}
choices! {
    /// Actions with an area.
    OfArea(area: Area) {
        Improve (Action::Own(OwnAction::Improve(area)));
        Deck (Action::Own(OwnAction::ChooseDeck(area)));
    }
}

/// Actions without a choice, in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Simple {
    Roll,
    EndTurn,
    Stop,
    Draw,
    Declare,
    Accept,
    Reject,
    Withdraw,
    WithdrawProposal,
    Crane,
    Irrigation,
    Mining,
    RoadBuilding,
    Bishop,
    Saboteur,
    Warlord,
    Wedding,
    Harbor,
}

impl Simple {
    const ALL: [Action; 18] = [
        Action::Roll,
        Action::EndTurn,
        Action::Stop,
        Action::Own(OwnAction::Draw),
        Action::DeclareVictory,
        Action::AcceptOffer,
        Action::RejectOffer,
        Action::WithdrawOffer,
        Action::WithdrawProposal,
        Action::Own(OwnAction::Play(Play::Crane)),
        Action::Own(OwnAction::Play(Play::Irrigation)),
        Action::Own(OwnAction::Play(Play::Mining)),
        Action::Own(OwnAction::Play(Play::RoadBuilding)),
        Action::Own(OwnAction::Play(Play::Bishop)),
        Action::Own(OwnAction::Play(Play::Saboteur)),
        Action::Own(OwnAction::Play(Play::Warlord)),
        Action::Own(OwnAction::Play(Play::Wedding)),
        Action::Own(OwnAction::Play(Play::CommercialHarbor)),
    ];

    /// Its place in a set of these.
    const fn bit(self) -> u64 {
        1 << self as u32
    }
}
/// The 36 choices of Alchemist, beside [`Simple`].
const ALCHEMIST: u64 = 1 << Simple::ALL.len();

impl Default for LegalActions {
    fn default() -> Self {
        LegalActions {
            len: 0,
            parts: 0,
            lens: [0; part::END],
            simple: 0,
            roads: EdgeSet::EMPTY,
            diplomat: EdgeSet::EMPTY,
            at: [VertexSet::EMPTY; At::ALL.len()],
            knights: VertexSet::EMPTY,
            moves: [VertexSet::EMPTY; KNIGHTS_MAX],
            displaces: [VertexSet::EMPTY; KNIGHTS_MAX],
            smith_seconds: [VertexSet::EMPTY; KNIGHTS_MAX],
            place_strengths: 0,
            robber: HexSet::EMPTY,
            merchant: HexSet::EMPTY,
            inventor: HexSet::EMPTY,
            numbers: crate::ByHex([0; HexId::COUNT]),
            seats: [SeatSet::EMPTY; OnSeat::ALL.len()],
            force: [0; 4],
            exchanges: Exchanges::NONE,
            kinds: [0; OfKind::ALL.len()],
            areas: [0; OfArea::ALL.len()],
            drop: 0,
            take_progress: 0,
            fight: VertexSet::EMPTY,
            bundles: Bundles { hand: Hand::NONE, count: 0, reason: Reason::Discard },
        }
    }
}

/// The list is written part by part, each part once.
impl LegalActions {
    #[inline]
    fn count(&mut self, part: usize, len: usize) {
        debug_assert!(len <= usize::from(u8::MAX) && self.lens[part] == 0, "part {part} has {len}");
        self.lens[part] = len as u8;
        self.len += len as u64;
        self.parts |= u64::from(len > 0) << part;
    }

    #[inline]
    fn list_simple(&mut self, simple: u64) {
        self.simple = simple;
        self.count(part::SIMPLE, (simple & (ALCHEMIST - 1)).count_ones() as usize);
        self.count(part::CHOSEN_DICE, if simple & ALCHEMIST != 0 { 36 } else { 0 });
    }

    #[inline]
    fn list_roads(&mut self, roads: EdgeSet) {
        self.roads = roads;
        self.count(part::ROADS, roads.len());
    }

    #[inline]
    fn list_at(&mut self, what: At, places: VertexSet) {
        self.at[what as usize] = places;
        self.count(part::AT + what as usize, places.len());
    }

    fn list_on_seats(&mut self, what: OnSeat, seats: SeatSet) {
        self.seats[what as usize] = seats;
        self.count(part::ON_SEATS + what as usize, seats.len());
    }

    fn list_of_kinds(&mut self, what: OfKind, kinds: u8) {
        self.kinds[what as usize] = kinds;
        self.count(part::OF_KINDS + what as usize, kinds.count_ones() as usize);
    }

    fn list_of_areas(&mut self, what: OfArea, areas: u8) {
        self.areas[what as usize] = areas;
        self.count(part::OF_AREAS + what as usize, areas.count_ones() as usize);
    }

    fn list_drops(&mut self, cards: u32) {
        self.drop = cards;
        self.count(part::DROP, cards.count_ones() as usize);
    }

    fn list_bundles(&mut self, hand: Hand, count: u8, reason: Reason) {
        if count > 0 {
            let ways = count_choices(hand.counts(), count);
            self.bundles = Bundles { hand, count, reason };
            self.len += ways;
            self.parts |= u64::from(ways > 0) << part::BUNDLES;
        }
    }
}

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
                legal.fight = self.knights_of(seat) & self.own.active_knights;
                legal.count(part::FIGHT, 1 << legal.fight.len());
            }
            Phase::Own(OwnPhase::Pillaging { .. }) => legal.list_at(At::Pillage, self.plain_cities(seat)),
            Phase::Own(OwnPhase::ChoosingDeck { .. }) => {
                legal.list_of_areas(OfArea::Deck, self.decks_with_cards())
            }
            Phase::Own(OwnPhase::OfferingDraw { .. }) => {
                legal.list_simple(Simple::Draw.bit() | Simple::Stop.bit())
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
                legal.list_bundles(self.hands[seat], owed[seat], Reason::Give)
            }
            Phase::Own(OwnPhase::TakingCards { victim, count }) => {
                legal.list_bundles(self.hands[victim], count, Reason::Take);
            }
            Phase::MovingRobber { cause } => {
                legal.robber = self.robber_targets(cause);
                legal.count(part::ROBBER, legal.robber.len());
            }
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
                legal.list_at(At::Retreat, self.routes(seat, from).free)
            }
            Phase::Own(OwnPhase::Deserting { .. }) => legal.list_at(At::Remove, self.knights_of(seat)),
            Phase::Own(OwnPhase::PlacingDeserter { strength, .. }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.at[At::Place as usize] = self.knight_places(seat);
                legal.place_strengths = self.chosen_strengths(strength);
                let strengths = legal.place_strengths.count_ones().max(1) as usize;
                legal.count(part::AT + At::Place as usize, legal.at[At::Place as usize].len() * strengths);
            }
            Phase::Own(OwnPhase::ReplacingRoad { removed }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.list_roads(self.replacements(removed));
            }
            Phase::Own(OwnPhase::Spying { victim }) => {
                legal.list_simple(Simple::Stop.bit());
                legal.take_progress = cards(&self.own.progress[victim]);
                legal.count(part::TAKE_PROGRESS, legal.take_progress.count_ones() as usize);
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
            self.list_building(legal);
            if self.trade_is_open() {
                self.list_maritime(legal);
            }
        }
        let ready = self.knights_of(seat) & self.own.ready;
        if !ready.is_empty() {
            self.list_knight_actions(ready, legal);
        }
        if self.own.harbors > 0 {
            let kinds = hand.resources().kind_bits();
            let null = self.options.ck_null_play == NullPlay::Allow;
            let can_be_forced =
                |&victim: &Seat| self.may_force(victim) && (null || !self.hands[victim].is_empty());
            for victim in self.opponents().filter(can_be_forced) {
                legal.force[victim.index()] = kinds;
            }
            let forces: u32 = legal.force.iter().map(|kinds| kinds.count_ones()).sum();
            legal.count(part::FORCE, forces as usize);
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
    fn list_building(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        let pays = |price: Hand| hand.contains(price);
        if !hand.commodities().is_empty() || self.own.cranes > 0 {
            let improves = |area: &Area| {
                let level = self.own.levels[seat][area.index()];
                level < LEVELS
                    && pays(self.improvement_price(*area))
                    && self.has_city_for(seat, *area, level + 1)
            };
            let areas = Area::ALL.into_iter().filter(improves).map(|area| 1 << area.index()).sum();
            legal.list_of_areas(OfArea::Improve, areas);
        }
        // Settlements and cities cost more of the same.
        if !(pays(Hand::ROAD) | pays(Hand::WALL) | pays(Hand::KNIGHT) | pays(Hand::ACTIVATION)) {
            return;
        }
        if pays(Hand::ROAD) && self.pieces_left(seat, Piece::Road) > 0 {
            legal.list_roads(self.road_paths(seat));
        }
        // What takes few steps is found first and left out if it cannot be paid: guessing whether it can costs more.
        let settlement = pays(Hand::SETTLEMENT) && self.pieces_left(seat, Piece::Settlement) > 0;
        legal.list_at(At::Settlement, (self.road_ends[seat] & self.open_intersections()).only_if(settlement));
        legal.list_at(At::City, self.upgradable(seat).only_if(pays(Hand::CITY)));
        legal.list_at(At::Wall, self.wallable(seat).only_if(pays(Hand::WALL)));
        let basic = pays(Hand::KNIGHT) && self.knights_left(seat, 1) > 0;
        legal.list_at(At::Knight, self.knight_places(seat).only_if(basic));
        legal.list_at(At::Promote, self.promotable(seat).only_if(pays(Hand::KNIGHT)));
        legal.list_at(
            At::Activate,
            (self.knights_of(seat) - self.own.active_knights).only_if(pays(Hand::ACTIVATION)),
        );
    }

    /// Moving, displacing and chasing (`CK-KNIGHT-8`).
    fn list_knight_actions(&self, ready: VertexSet, legal: &mut LegalActions) {
        let seat = self.active;
        let (mut moves, mut displaces) = (0, 0);
        let mut chasing = VertexSet::EMPTY;
        legal.knights = self.knights_of(seat);
        let mut routes = Routes::NONE;
        for (slot, from) in legal.knights.into_iter().enumerate() {
            if !ready.contains(from) {
                continue;
            }
            // Own knights on the same roads get to the same places.
            if !routes.own.contains(from) {
                routes = self.action_routes(from);
            }
            legal.moves[slot] = routes.free;
            legal.displaces[slot] = self.displaceable(routes, self.strength_of(seat, from));
            moves += legal.moves[slot].len();
            displaces += legal.displaces[slot].len();
            if self.own.robber_is_free && from.hexes().contains(self.robber) {
                chasing.insert(from);
            }
        }
        legal.count(part::MOVES, moves);
        legal.count(part::DISPLACES, displaces);
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
        let null = self.options.ck_null_play == NullPlay::Allow;
        let own_points = self.points(seat).total();
        let richer = |other: &Seat| self.points(*other).total() > own_points;
        let has_cards = |other: &Seat| !self.hands[*other].is_empty();
        let harvests =
            |terrain, kind| null || (self.supply.count(kind) > 0 && self.own_hexes(seat, terrain) > 0);
        let mut simple = 0;
        for card in crate::select::ones(held).map(|n| Progress::ALL[n]) {
            match card {
                Progress::Crane => simple |= Simple::Crane.bit(),
                Progress::Engineer => legal.list_at(At::Engineer, self.wallable(seat)),
                Progress::Inventor => self.list_inventor(null, legal),
                Progress::Irrigation if harvests(Terrain::Fields, CardKind::Grain) => {
                    simple |= Simple::Irrigation.bit()
                }
                Progress::Medicine if self.hands[seat].contains(Hand::MEDICINE) => {
                    legal.list_at(At::Medicine, self.upgradable(seat));
                }
                Progress::Mining if harvests(Terrain::Mountains, CardKind::Ore) => {
                    simple |= Simple::Mining.bit()
                }
                Progress::RoadBuilding => {
                    let lays = self.pieces_left(seat, Piece::Road) > 0 && !self.road_paths(seat).is_empty();
                    simple |= if null || lays { Simple::RoadBuilding.bit() } else { 0 };
                }
                Progress::Smith => self.list_smith(legal),
                Progress::Bishop if self.own.robber_is_free => simple |= Simple::Bishop.bit(),
                Progress::Deserter => {
                    let victims =
                        self.opponents().filter(|&other| null || !self.knights_of(other).is_empty());
                    legal.list_on_seats(OnSeat::Deserter, victims.collect());
                }
                Progress::Diplomat => {
                    legal.diplomat = self.open_roads();
                    legal.count(part::DIPLOMAT, legal.diplomat.len());
                }
                Progress::Intrigue => legal.list_at(At::Intrigue, self.intrigue_targets()),
                Progress::Saboteur => {
                    let sabotaged = |other: Seat| {
                        self.hands[other].len() >= 2 && self.points(other).total() >= own_points
                    };
                    simple |=
                        if null || self.opponents().any(sabotaged) { Simple::Saboteur.bit() } else { 0 };
                }
                Progress::Spy => {
                    let spied = self.opponents().filter(|&other| null || self.progress_len(other) > 0);
                    legal.list_on_seats(OnSeat::Spy, spied.collect());
                }
                Progress::Warlord
                    if null || !(self.knights_of(seat) - self.own.active_knights).is_empty() =>
                {
                    simple |= Simple::Warlord.bit();
                }
                Progress::Wedding => {
                    let gives = self.opponents().any(|other| has_cards(&other) && richer(&other));
                    simple |= if null || gives { Simple::Wedding.bit() } else { 0 };
                }
                Progress::CommercialHarbor => simple |= Simple::Harbor.bit(),
                Progress::MasterMerchant => {
                    let taken = self.opponents().filter(|other| (null || has_cards(other)) && richer(other));
                    legal.list_on_seats(OnSeat::Master, taken.collect());
                }
                Progress::Merchant => {
                    legal.merchant = self.merchant_places();
                    if let Some((owner, hex)) = self.own.merchant
                        && owner == seat
                        && !null
                    {
                        legal.merchant.remove(hex);
                    }
                    legal.count(part::MERCHANT, legal.merchant.len());
                }
                Progress::ResourceMonopoly if null || self.opponents().any(|other| has_cards(&other)) => {
                    legal.list_of_kinds(OfKind::ResourceMonopoly, 0b0001_1111);
                }
                Progress::TradeMonopoly if null || self.opponents().any(|other| has_cards(&other)) => {
                    legal.list_of_kinds(OfKind::TradeMonopoly, 0b1110_0000);
                }
                Progress::MerchantFleet => legal.list_of_kinds(OfKind::Fleet, 0b1111_1111),
                // Played before the roll, turned up when drawn, or of no use now.
                Progress::Alchemist
                | Progress::Printer
                | Progress::Constitution
                | Progress::Irrigation
                | Progress::Medicine
                | Progress::Mining
                | Progress::Bishop
                | Progress::Warlord
                | Progress::ResourceMonopoly
                | Progress::TradeMonopoly => {}
            }
        }
        simple
    }

    fn list_inventor(&self, null: bool, legal: &mut LegalActions) {
        legal.inventor = self.swappable();
        legal.numbers = self.layout.numbers;
        if null {
            // Equal numbers may be swapped for nothing; a number that no token has tells them apart.
            for (n, hex) in HexId::all().enumerate() {
                legal.numbers[hex] = 20 + n as u8;
            }
        }
        legal.count(part::INVENTOR, legal.inventor_pairs());
    }

    fn list_smith(&self, legal: &mut LegalActions) {
        let promotable = self.promotable(self.active);
        legal.list_at(At::Smith, promotable);
        legal.knights = self.knights_of(self.active);
        let mut pairs = 0;
        for (slot, first) in legal.knights.into_iter().enumerate() {
            legal.smith_seconds[slot] = self.smith_seconds(first, promotable);
            pairs += legal.smith_seconds[slot].len();
        }
        legal.count(part::SMITH_SECONDS, pairs);
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

impl LegalActions {
    /// How many pairs of tokens with different numbers; no number lies more than twice (`CATAN-COMP-3`).
    fn inventor_pairs(&self) -> usize {
        let (mut seen, mut alike) = (0_u64, 0);
        for number in self.inventor.into_iter().map(|hex| self.numbers[hex]) {
            alike += (seen >> number & 1) as usize;
            seen |= 1 << number;
        }
        let tokens = self.inventor.len();
        tokens * tokens.saturating_sub(1) / 2 - alike
    }

    /// What may be swapped with the token on `first`, each pair looked at from its lower hex.
    fn inventor_seconds(&self, first: HexId) -> HexSet {
        let swappable =
            |second: &HexId| second.index() > first.index() && self.numbers[*second] != self.numbers[first];
        self.inventor.into_iter().filter(swappable).collect()
    }

    /// Where a road may be built.
    #[must_use]
    pub fn roads(&self) -> EdgeSet {
        self.roads
    }

    /// Where the robber may go.
    #[must_use]
    pub fn robber(&self) -> HexSet {
        self.robber
    }

    /// The choice of cards that the whole list consists of, if it is one.
    #[must_use]
    pub fn choice(&self) -> Option<CardChoice<Hand>> {
        let Bundles { hand, count, reason } = self.bundles;
        (count > 0).then(|| CardChoice { verb: reason.verb(), count, of: hand })
    }

    /// How many actions.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The action number `n`, in the order of the list.
    #[must_use]
    #[inline]
    pub fn get(&self, mut n: usize) -> Option<Action> {
        let mut parts = self.parts;
        while parts != 0 {
            let part = parts.trailing_zeros() as usize;
            let len = usize::from(self.lens[part]);
            if n < len || part == part::BUNDLES {
                return self.of_part(part, n);
            }
            n -= len;
            parts &= parts - 1;
        }
        None
    }

    /// The action number `n` of a part.
    fn of_part(&self, part: usize, mut n: usize) -> Option<Action> {
        match part {
            part::SIMPLE => Some(Simple::ALL[select(self.simple, n as u32) as usize]),
            part::CHOSEN_DICE => {
                Some(Action::Own(OwnAction::Play(Play::Alchemist(n as u8 / 6 + 1, n as u8 % 6 + 1))))
            }
            part::ROADS => self.roads.nth(n).map(Action::BuildRoad),
            PLACE_KNIGHT if self.place_strengths != 0 => {
                let strengths = self.place_strengths.count_ones() as usize;
                let strength = select(self.place_strengths.into(), (n % strengths) as u32) as u8;
                let vertex = self.at[At::Place as usize].nth(n / strengths)?;
                Some(Action::Own(OwnAction::PlaceKnight(vertex, Some(strength))))
            }
            part::AT..part::MOVES => {
                let what = part - part::AT;
                self.at[what].nth(n).map(|vertex| At::ALL[what].action(vertex))
            }
            part::MOVES => {
                let (from, to) = self.of_knights(&self.moves, n)?;
                Some(Action::Own(OwnAction::Move { from, to }))
            }
            part::DISPLACES => {
                let (from, to) = self.of_knights(&self.displaces, n)?;
                Some(Action::Own(OwnAction::Displace { from, to }))
            }
            part::SMITH_SECONDS => {
                let (first, second) = self.of_knights(&self.smith_seconds, n)?;
                Some(Action::Own(OwnAction::Play(Play::Smith(first, Some(second)))))
            }
            part::ROBBER => self.robber.nth(n).map(Action::MoveRobber),
            part::MERCHANT => {
                self.merchant.nth(n).map(|hex| Action::Own(OwnAction::Play(Play::Merchant(hex))))
            }
            part::INVENTOR => {
                let swap = |first, second| Action::Own(OwnAction::Play(Play::Inventor(first, second)));
                self.inventor.into_iter().find_map(|first| {
                    let seconds = self.inventor_seconds(first);
                    let found = seconds.nth(n).map(|second| swap(first, second));
                    n = n.wrapping_sub(seconds.len());
                    found
                })
            }
            part::DIPLOMAT => {
                self.diplomat.nth(n).map(|edge| Action::Own(OwnAction::Play(Play::Diplomat(edge))))
            }
            part::ON_SEATS..part::FORCE => {
                let what = part - part::ON_SEATS;
                self.seats[what].nth(n).map(|seat| OnSeat::ALL[what].action(seat))
            }
            part::FORCE => Seat::first(4).zip(self.force).find_map(|(victim, kinds)| {
                nth_kind(kinds, &mut n).map(|kind| Action::Own(OwnAction::Force(victim, kind)))
            }),
            part::MARITIME => self.exchanges.nth(n),
            part::OF_KINDS..part::OF_AREAS => {
                let what = part - part::OF_KINDS;
                nth_kind(self.kinds[what], &mut n).map(|kind| OfKind::ALL[what].action(kind))
            }
            part::OF_AREAS..part::DROP => {
                let what = part - part::OF_AREAS;
                let area = Area::ALL[select(self.areas[what].into(), n as u32) as usize];
                Some(OfArea::ALL[what].action(area))
            }
            part::DROP => Some(Action::Own(OwnAction::Drop(nth_card(self.drop, n)))),
            part::TAKE_PROGRESS => {
                Some(Action::Own(OwnAction::TakeProgress(nth_card(self.take_progress, n))))
            }
            part::FIGHT => {
                let chosen = self.fight.into_iter().enumerate().filter(|(bit, _)| n >> bit & 1 == 1);
                Some(Action::Own(OwnAction::Fight(chosen.map(|(_, vertex)| vertex).collect())))
            }
            _ => {
                let Bundles { hand, count, reason } = self.bundles;
                nth_choice(hand.counts(), count, n as u64).map(|cards| reason.action(crate::Bundle(cards)))
            }
        }
    }

    /// Number `n` of what knights can do: which knight, and its intersection.
    fn of_knights(&self, sets: &[VertexSet; KNIGHTS_MAX], mut n: usize) -> Option<(VertexId, VertexId)> {
        self.knights.into_iter().zip(sets).find_map(|(knight, set)| {
            let found = set.nth(n).map(|vertex| (knight, vertex));
            n = n.wrapping_sub(set.len());
            found
        })
    }

    /// The hexes that actions name: for the robber, the merchant and Inventor.
    #[must_use]
    pub fn hexes(&self) -> HexSet {
        self.robber | self.merchant | self.inventor
    }

    /// The intersections that actions name: where something is built or placed, and what knights do and go to.
    #[must_use]
    pub fn intersections(&self) -> VertexSet {
        let routes = self.moves.into_iter().zip(self.displaces).map(|(free, held)| free | held);
        let knights = self.knights.into_iter().zip(routes).filter(|(_, ends)| !ends.is_empty());
        let knights = knights.map(|(knight, ends)| VertexSet::one(knight) | ends);
        let places = self.at.into_iter().chain(self.smith_seconds).chain(knights);
        places.fold(self.fight, |all, some| all | some)
    }

    /// The paths that actions name: for roads, and for Diplomat.
    #[must_use]
    pub fn paths(&self) -> EdgeSet {
        self.roads | self.diplomat
    }

    /// Whether an action is among them.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        let bit = |bits: u8, kind: CardKind| bits >> kind.index() & 1 == 1;
        let at = |places: &[VertexSet; KNIGHTS_MAX], from: VertexId, to: VertexId| {
            self.knights.into_iter().zip(places).any(|(knight, ends)| knight == from && ends.contains(to))
        };
        match action {
            Action::BuildRoad(edge) => self.roads.contains(edge),
            Action::Own(OwnAction::Move { from, to }) => at(&self.moves, from, to),
            Action::Own(OwnAction::Displace { from, to }) => at(&self.displaces, from, to),
            Action::Own(OwnAction::PlaceKnight(vertex, strength)) => {
                self.at[At::Place as usize].contains(vertex)
                    && match strength {
                        None => self.place_strengths == 0,
                        Some(strength) => strength < 8 && self.place_strengths >> strength & 1 == 1,
                    }
            }
            Action::MoveRobber(hex) => self.robber.contains(hex),
            Action::MaritimeTrade { give, get } => self.exchanges.contains(give, get),
            Action::Own(OwnAction::Force(seat, kind)) => {
                self.force.get(seat.index()).is_some_and(|&kinds| bit(kinds, kind))
            }
            Action::Own(OwnAction::Drop(card)) => self.drop >> card.index() & 1 == 1,
            Action::Own(OwnAction::TakeProgress(card)) => self.take_progress >> card.index() & 1 == 1,
            Action::Own(OwnAction::Fight(knights)) => {
                !self.fight.is_empty() && (knights - self.fight).is_empty()
            }
            Action::Discard(cards)
            | Action::Own(OwnAction::Give(cards))
            | Action::Own(OwnAction::TakeCards(cards)) => {
                let Bundles { hand, count, reason } = self.bundles;
                count > 0
                    && reason.action(cards) == action
                    && cards.0.iter().map(|&count| u32::from(count)).sum::<u32>() == u32::from(count)
                    && hand.contains(cards.into())
            }
            Action::Own(OwnAction::Play(Play::Alchemist(red, other))) => {
                self.simple & ALCHEMIST != 0 && (1..=6).contains(&red) && (1..=6).contains(&other)
            }
            Action::Own(OwnAction::Play(Play::Smith(first, Some(second)))) => {
                at(&self.smith_seconds, first, second)
            }
            Action::Own(OwnAction::Play(Play::Inventor(first, second))) => {
                self.inventor.contains(first)
                    && self.inventor.contains(second)
                    && first.index() < second.index()
                    && self.numbers[first] != self.numbers[second]
            }
            Action::Own(OwnAction::Play(Play::Merchant(hex))) => self.merchant.contains(hex),
            Action::Own(OwnAction::Play(Play::Diplomat(edge))) => self.diplomat.contains(edge),
            Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => false,
            _ => {
                if let Some(n) = Simple::ALL.iter().position(|&simple| simple == action) {
                    self.simple >> n & 1 == 1
                } else if let Some((what, vertex)) = At::of(action) {
                    self.at[what as usize].contains(vertex)
                } else if let Some((what, seat)) = OnSeat::of(action) {
                    self.seats[what as usize].contains(seat)
                } else if let Some((what, kind)) = OfKind::of(action) {
                    bit(self.kinds[what as usize], kind)
                } else if let Some((what, area)) = OfArea::of(action) {
                    self.areas[what as usize] >> area.index() & 1 == 1
                } else {
                    false
                }
            }
        }
    }
}

/// Kind number `n` of these, or `None` with these counted off.
fn nth_kind(kinds: u8, n: &mut usize) -> Option<CardKind> {
    let len = kinds.count_ones() as usize;
    if *n < len {
        return Some(CardKind::ALL[select(kinds.into(), *n as u32) as usize]);
    }
    *n -= len;
    None
}

fn nth_card(cards: u32, n: usize) -> Progress {
    Progress::ALL[select(cards.into(), n as u32) as usize]
}

impl IntoIterator for LegalActions {
    type Item = Action;
    type IntoIter = IntoIter;
    fn into_iter(self) -> IntoIter {
        IntoIter { legal: self, next: 0 }
    }
}

/// The actions in the order of the list.
#[derive(Clone, Debug)]
pub struct IntoIter {
    legal: LegalActions,
    next: usize,
}

impl Iterator for IntoIter {
    type Item = Action;
    fn next(&mut self) -> Option<Action> {
        let action = self.legal.get(self.next)?;
        self.next += 1;
        Some(action)
    }
}
