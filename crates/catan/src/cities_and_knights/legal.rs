//! What a seat may do now, as one flat value of sets.

use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::options::NullPlay;
use crate::cities_and_knights::rules::improvements::LEVELS;
use crate::cities_and_knights::{Action, Area, Bundle, CardKind, CitiesAndKnights, Hand, Phase, Progress};
use crate::{EdgeSet, HexId, HexSet, Piece, Terrain, VertexId, VertexSet};
use game::{Seat, SeatSet};

/// Everything that a seat may do now, trade messages aside, which are checked but not listed (`CATAN-DOM`). Sets of
/// choices for each kind of action; counting them or finding the n-th makes no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalActions {
    simple: u64,
    roads: EdgeSet,
    diplomat: EdgeSet,
    at: [VertexSet; PLACES],
    moves: [(VertexId, VertexSet); KNIGHTS_MAX],
    displaces: [(VertexId, VertexSet); KNIGHTS_MAX],
    smith_seconds: [(VertexId, VertexSet); KNIGHTS_MAX],
    /// The Deserter's places come with a strength where it may be chosen.
    place_strengths: u8,
    robber: HexSet,
    merchant: HexSet,
    inventor: HexSet,
    numbers: crate::ByHex<u8>,
    seats: [SeatSet; 7],
    force: [u8; 4],
    maritime: [u8; 8],
    rates: [u8; 8],
    kinds: [u8; 5],
    areas: [u8; 2],
    drop: u32,
    take_progress: u32,
    fight: VertexSet,
    bundles: Option<Bundles>,
}

/// Knights of a seat.
const KNIGHTS_MAX: usize = 6;

/// So many cards out of a hand, for one of three reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bundles {
    hand: Hand,
    count: u8,
    reason: Reason,
    ways: u64,
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
            Reason::Give => Action::Give(cards),
            Reason::Take => Action::TakeCards(cards),
        }
    }
}

/// Kinds of actions on an intersection, in the order of the list.
const AT: [fn(VertexId) -> Action; PLACES] = [
    Action::BuildSettlement,
    Action::BuildCity,
    Action::BuildWall,
    Action::BuildKnight,
    Action::Activate,
    Action::Promote,
    Action::Chase,
    Action::PlaceMetropolis,
    Action::Pillage,
    Action::Retreat,
    Action::RemoveKnight,
    |vertex| Action::PlaceKnight(vertex, None),
    |vertex| Action::Play(Play::Engineer(vertex)),
    |vertex| Action::Play(Play::Medicine(vertex)),
    |vertex| Action::Play(Play::Smith(vertex, None)),
    |vertex| Action::Play(Play::Intrigue(vertex)),
];
const PLACES: usize = 16;
const SETTLEMENT: usize = 0;
const CITY: usize = 1;
const WALL: usize = 2;
const KNIGHT: usize = 3;
const ACTIVATE: usize = 4;
const PROMOTE: usize = 5;
const CHASE: usize = 6;
const METROPOLIS: usize = 7;
const PILLAGE: usize = 8;
const RETREAT: usize = 9;
const REMOVE: usize = 10;
const PLACE: usize = 11;
const ENGINEER: usize = 12;
const MEDICINE: usize = 13;
const SMITH: usize = 14;
const INTRIGUE: usize = 15;

/// Actions without a choice, in the order of the list.
const SIMPLE: [Action; 18] = [
    Action::Roll,
    Action::EndTurn,
    Action::Stop,
    Action::Draw,
    Action::DeclareVictory,
    Action::AcceptOffer,
    Action::RejectOffer,
    Action::WithdrawOffer,
    Action::WithdrawProposal,
    Action::Play(Play::Crane),
    Action::Play(Play::Irrigation),
    Action::Play(Play::Mining),
    Action::Play(Play::RoadBuilding),
    Action::Play(Play::Bishop),
    Action::Play(Play::Saboteur),
    Action::Play(Play::Warlord),
    Action::Play(Play::Wedding),
    Action::Play(Play::CommercialHarbor),
];
const ROLL: u64 = 1;
const END_TURN: u64 = 1 << 1;
const STOP: u64 = 1 << 2;
const DRAW: u64 = 1 << 3;
const DECLARE: u64 = 1 << 4;
const ACCEPT: u64 = 1 << 5;
const REJECT: u64 = 1 << 6;
const WITHDRAW: u64 = 1 << 7;
const WITHDRAW_PROPOSAL: u64 = 1 << 8;
const CRANE: u64 = 1 << 9;
const IRRIGATION: u64 = 1 << 10;
const MINING: u64 = 1 << 11;
const ROAD_BUILDING: u64 = 1 << 12;
const BISHOP: u64 = 1 << 13;
const SABOTEUR: u64 = 1 << 14;
const WARLORD: u64 = 1 << 15;
const WEDDING: u64 = 1 << 16;
const HARBOR: u64 = 1 << 17;
/// The 36 choices of Alchemist.
const ALCHEMIST: u64 = 1 << 18;

/// Kinds of actions on a seat.
const ON_SEAT: [fn(Seat) -> Action; 7] = [
    Action::Steal,
    Action::Execute,
    Action::AcceptProposal,
    Action::RejectProposal,
    |seat| Action::Play(Play::Deserter(seat)),
    |seat| Action::Play(Play::Spy(seat)),
    |seat| Action::Play(Play::MasterMerchant(seat)),
];
const STEAL: usize = 0;
const EXECUTE: usize = 1;
const ACCEPT_PROPOSAL: usize = 2;
const REJECT_PROPOSAL: usize = 3;
const DESERTER: usize = 4;
const SPY: usize = 5;
const MASTER: usize = 6;

/// Kinds of actions with a kind of card.
const OF_KIND: [fn(CardKind) -> Action; 5] = [
    Action::TakeResource,
    Action::GiveCommodity,
    |kind| Action::Play(Play::ResourceMonopoly(kind)),
    |kind| Action::Play(Play::TradeMonopoly(kind)),
    |kind| Action::Play(Play::MerchantFleet(kind)),
];
const TAKE_RESOURCE: usize = 0;
const GIVE_COMMODITY: usize = 1;
const RESOURCE_MONOPOLY: usize = 2;
const TRADE_MONOPOLY: usize = 3;
const FLEET: usize = 4;

/// Kinds of actions with an area.
const OF_AREA: [fn(Area) -> Action; 2] = [Action::Improve, Action::ChooseDeck];
const IMPROVE: usize = 0;
const DECK: usize = 1;

impl Default for LegalActions {
    fn default() -> Self {
        let nowhere = (VertexId::new(0).expect("an intersection"), VertexSet::EMPTY);
        LegalActions {
            simple: 0,
            roads: EdgeSet::EMPTY,
            diplomat: EdgeSet::EMPTY,
            at: [VertexSet::EMPTY; PLACES],
            moves: [nowhere; KNIGHTS_MAX],
            displaces: [nowhere; KNIGHTS_MAX],
            smith_seconds: [nowhere; KNIGHTS_MAX],
            place_strengths: 0,
            robber: HexSet::EMPTY,
            merchant: HexSet::EMPTY,
            inventor: HexSet::EMPTY,
            numbers: crate::ByHex([0; HexId::COUNT]),
            seats: [SeatSet::EMPTY; 7],
            force: [0; 4],
            maritime: [0; 8],
            rates: [0; 8],
            kinds: [0; 5],
            areas: [0; 2],
            drop: 0,
            take_progress: 0,
            fight: VertexSet::EMPTY,
            bundles: None,
        }
    }
}

impl CitiesAndKnights {
    /// Everything that `seat` may do now and that can be listed.
    #[must_use]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        let mut legal = LegalActions::default();
        if !matches!(self.turn(), game::Turn::Decide(seats) if seats.contains(seat)) {
            return legal;
        }
        match self.phase {
            Phase::FoundingSettlement { .. } => legal.at[SETTLEMENT] = self.open_intersections(),
            Phase::FoundingCity { .. } => legal.at[CITY] = self.open_intersections(),
            Phase::FoundingRoad { at, .. } => legal.roads = at.edges() - self.all_roads(),
            Phase::BeforeRoll => {
                legal.simple = ROLL;
                if self.holds(seat, Progress::Alchemist) {
                    legal.simple |= ALCHEMIST;
                }
                legal.simple |= self.declares(seat);
            }
            Phase::Mustering { .. } => legal.fight = self.knights_of(seat) & self.up,
            Phase::Pillaging { .. } => legal.at[PILLAGE] = self.plain_cities(seat),
            Phase::ChoosingDeck { .. } => legal.areas[DECK] = self.decks_with_cards(),
            Phase::OfferingDraw { .. } => legal.simple = DRAW | STOP,
            Phase::DroppingCards { .. } => legal.drop = cards(&self.progress[seat]),
            Phase::Aqueduct { .. } => {
                legal.simple = STOP;
                legal.kinds[TAKE_RESOURCE] = self.supply.resources().kind_bits();
            }
            Phase::Discarding { owed, .. } => {
                legal.bundles = Bundles::of(self.hands[seat], owed[seat], Reason::Discard);
            }
            Phase::Giving { owed } => legal.bundles = Bundles::of(self.hands[seat], owed[seat], Reason::Give),
            Phase::TakingCards { victim, count } => {
                legal.bundles = Bundles::of(self.hands[victim], count, Reason::Take);
            }
            Phase::MovingRobber { cause } => legal.robber = self.robber_targets(cause),
            Phase::ChoosingVictim { victims } => legal.seats[STEAL] = victims,
            Phase::FreeRoads { may_stop, .. } => {
                legal.roads = self.road_paths(seat);
                legal.simple = if may_stop { STOP } else { 0 };
            }
            Phase::Retreating { from, .. } => legal.at[RETREAT] = self.routes(seat, from).free,
            Phase::Deserting { .. } => legal.at[REMOVE] = self.knights_of(seat),
            Phase::PlacingDeserter { strength, .. } => {
                legal.simple = STOP;
                legal.at[PLACE] = self.knight_places(seat);
                legal.place_strengths = self.chosen_strengths(strength);
            }
            Phase::ReplacingRoad { removed } => {
                legal.simple = STOP;
                legal.roads = self.replacements(removed);
            }
            Phase::Spying { victim } => {
                legal.simple = STOP;
                legal.take_progress = cards(&self.progress[victim]);
            }
            Phase::ForcedExchange { .. } => {
                legal.kinds[GIVE_COMMODITY] = self.hands[seat].commodities().kind_bits();
            }
            Phase::PlacingMetropolis { .. } => legal.at[METROPOLIS] = self.plain_cities(seat),
            Phase::PlayOrDrop => {
                legal.drop = cards(&self.progress[seat]);
                self.list_cards(&mut legal);
            }
            Phase::Building if seat == self.active => self.list_main(&mut legal),
            Phase::Building => self.list_answers(seat, &mut legal),
            Phase::LayingOut
            | Phase::DrawingStart
            | Phase::RollingForStart { .. }
            | Phase::Rolling { .. }
            | Phase::DrawingCard { .. }
            | Phase::Stealing { .. }
            | Phase::Over(_) => {}
        }
        legal
    }

    fn declares(&self, seat: Seat) -> u64 {
        let enough = self.points(seat).total() >= self.options.victory_points;
        if !self.options.auto_declare && enough { DECLARE } else { 0 }
    }

    pub(crate) fn holds(&self, seat: Seat, card: Progress) -> bool {
        self.progress[seat][card.index()] > 0
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
        if self.trading.proposal(seat).is_some() {
            legal.simple |= WITHDRAW_PROPOSAL;
        }
        if let Some((offer, to)) = self.trading.offer()
            && to.contains(seat)
        {
            legal.simple |= REJECT;
            if self.hands[seat].contains(offer.want.into()) {
                legal.simple |= ACCEPT;
            }
        }
    }

    fn list_main(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        legal.simple = END_TURN | self.declares(seat);
        let pays = |price: Hand| hand.contains(price);
        if pays(Hand::ROAD) && self.pieces_left(seat, Piece::Road) > 0 {
            legal.roads = self.road_paths(seat);
        }
        if pays(Hand::SETTLEMENT) && self.pieces_left(seat, Piece::Settlement) > 0 {
            legal.at[SETTLEMENT] = self.road_ends[seat] & self.open_intersections();
        }
        legal.at[CITY] = self.upgradable(seat).only_if(pays(Hand::CITY));
        legal.at[WALL] = self.wallable(seat).only_if(pays(Hand::WALL));
        let knights = self.knights_of(seat);
        if pays(Hand::KNIGHT) {
            if self.knights_left(seat, 1) > 0 {
                legal.at[KNIGHT] = self.knight_places(seat);
            }
            legal.at[PROMOTE] = self.promotable(seat);
        }
        legal.at[ACTIVATE] = (knights - self.up).only_if(pays(Hand::ACTIVATION));
        for (slot, from) in (knights & self.ready).into_iter().enumerate() {
            let routes = self.routes(seat, from);
            legal.moves[slot] = (from, routes.free);
            legal.displaces[slot] = (from, self.displaceable(routes, self.strength_of(seat, from)));
            if self.attacked && from.hexes().contains(self.robber) {
                legal.at[CHASE].insert(from);
            }
        }
        for area in Area::ALL {
            let level = self.levels[seat][area.index()];
            if level < LEVELS
                && pays(self.improvement_price(area))
                && self.has_city_for(seat, area, level + 1)
            {
                legal.areas[IMPROVE] |= 1 << area.index();
            }
        }
        for victim in self.opponents().filter(|&victim| self.may_force(victim)) {
            legal.force[victim.index()] = hand.resources().kind_bits();
        }
        if self.trade_is_open() {
            let stocked = self.supply.kind_bits();
            for kind in hand.kinds() {
                let rate = self.rate(seat, kind);
                if hand.count(kind) >= rate {
                    legal.rates[kind.index()] = rate;
                    legal.maritime[kind.index()] = stocked & !(1 << kind.index());
                }
            }
            if self.trading.offer().is_some() {
                legal.simple |= WITHDRAW;
                for partner in self.trading.agreed() {
                    let pays = self
                        .trading
                        .agreement(partner)
                        .is_some_and(|exchange| hand.contains(exchange.give.into()));
                    if pays {
                        legal.seats[EXECUTE].insert(partner);
                    }
                }
            }
            for proposer in self.trading.proposers() {
                legal.seats[REJECT_PROPOSAL].insert(proposer);
                let wanted = self.trading.proposal(proposer).map(|proposal| Hand::from(proposal.want));
                if wanted.is_some_and(|wanted| hand.contains(wanted)) {
                    legal.seats[ACCEPT_PROPOSAL].insert(proposer);
                }
            }
        }
        if self.progress[seat] != [0; 25] {
            self.list_cards(legal);
        }
    }

    /// Progress cards that may be played after the roll, on targets for which they are not known to do nothing
    /// (`CK-PROG-13`, `CK-PROG-14`).
    fn list_cards(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let null = self.options.ck_null_play == NullPlay::Allow;
        let has = |card: Progress| self.holds(seat, card);
        let own_points = self.points(seat).total();
        let mut simple = |card: Progress, bit: u64, does_something: bool| {
            if has(card) && (null || does_something) {
                legal.simple |= bit;
            }
        };
        let any_hand = self.opponents().any(|other| !self.hands[other].is_empty());
        simple(Progress::Crane, CRANE, true);
        let harvest = |terrain, kind| self.own_hexes(seat, terrain) > 0 && self.supply.count(kind) > 0;
        simple(Progress::Irrigation, IRRIGATION, harvest(Terrain::Fields, CardKind::Grain));
        simple(Progress::Mining, MINING, harvest(Terrain::Mountains, CardKind::Ore));
        let roads = self.pieces_left(seat, Piece::Road) > 0 && !self.road_paths(seat).is_empty();
        simple(Progress::RoadBuilding, ROAD_BUILDING, roads);
        if self.attacked {
            simple(Progress::Bishop, BISHOP, true);
        }
        let sabotaged =
            |other: Seat| self.points(other).total() >= own_points && self.hands[other].len() >= 2;
        simple(Progress::Saboteur, SABOTEUR, self.opponents().any(sabotaged));
        simple(Progress::Warlord, WARLORD, !(self.knights_of(seat) - self.up).is_empty());
        let richer = |other: Seat| self.points(other).total() > own_points;
        let guests = self.opponents().any(|other| richer(other) && !self.hands[other].is_empty());
        simple(Progress::Wedding, WEDDING, guests);
        simple(Progress::CommercialHarbor, HARBOR, true);
        if has(Progress::Engineer) {
            legal.at[ENGINEER] = self.wallable(seat);
        }
        if has(Progress::Medicine) && self.hands[seat].contains(Hand::MEDICINE) {
            legal.at[MEDICINE] = self.upgradable(seat);
        }
        if has(Progress::Smith) {
            let promotable = self.promotable(seat);
            legal.at[SMITH] = promotable;
            for (slot, first) in self.knights_of(seat).into_iter().enumerate() {
                legal.smith_seconds[slot] = (first, self.smith_seconds(first, promotable));
            }
        }
        if has(Progress::Intrigue) {
            legal.at[INTRIGUE] = self.intrigue_targets();
        }
        if has(Progress::Diplomat) {
            legal.diplomat = self.open_roads();
        }
        if has(Progress::Inventor) {
            legal.inventor = self.swappable();
            legal.numbers = self.layout.numbers;
            if null {
                // Equal numbers may be swapped for nothing; a number that no token has tells them apart.
                for (n, hex) in HexId::all().enumerate() {
                    legal.numbers[hex] = 20 + n as u8;
                }
            }
        }
        if has(Progress::Merchant) {
            legal.merchant = self.merchant_places();
            if let Some((owner, hex)) = self.merchant
                && owner == seat
                && !null
            {
                legal.merchant.remove(hex);
            }
        }
        for other in self.opponents() {
            if has(Progress::Deserter) && !self.knights_of(other).is_empty() {
                legal.seats[DESERTER].insert(other);
            }
            if has(Progress::Spy) && (null || self.progress_len(other) > 0) {
                legal.seats[SPY].insert(other);
            }
            if has(Progress::MasterMerchant) && richer(other) && (null || !self.hands[other].is_empty()) {
                legal.seats[MASTER].insert(other);
            }
        }
        if null || any_hand {
            if has(Progress::ResourceMonopoly) {
                legal.kinds[RESOURCE_MONOPOLY] = 0b0001_1111;
            }
            if has(Progress::TradeMonopoly) {
                legal.kinds[TRADE_MONOPOLY] = 0b1110_0000;
            }
        }
        if has(Progress::MerchantFleet) {
            legal.kinds[FLEET] = 0b1111_1111;
        }
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

impl Bundles {
    fn of(hand: Hand, count: u8, reason: Reason) -> Option<Bundles> {
        let ways = ways(hand, count)[0][usize::from(count)];
        (count > 0).then_some(Bundles { hand, count, reason, ways })
    }

    /// The choice number `n`, in ascending order of the counts.
    fn get(&self, mut n: u64) -> Option<Action> {
        if n >= self.ways {
            return None;
        }
        let behind = ways(self.hand, self.count);
        let mut left = usize::from(self.count);
        let mut chosen = [0; 8];
        for (kind, held) in self.hand.counts().into_iter().enumerate() {
            for count in 0..=held.min(left as u8) {
                let after = behind[kind + 1][left - usize::from(count)];
                if n < after {
                    chosen[kind] = count;
                    left -= usize::from(count);
                    break;
                }
                n -= after;
            }
        }
        Some(self.reason.action(Bundle(chosen)))
    }
}

/// The most cards that can be owed: half of all cards of the box.
const OWED_MAX: usize = 66;

/// For each kind the ways to choose so many cards from it and the kinds after it.
fn ways(hand: Hand, count: u8) -> [[u64; OWED_MAX + 1]; 9] {
    let mut ways = [[0; OWED_MAX + 1]; 9];
    ways[8][0] = 1;
    let count = usize::from(count).min(OWED_MAX);
    for (kind, held) in hand.counts().into_iter().enumerate().rev() {
        let mut sum = 0;
        for n in 0..=count {
            sum += ways[kind + 1][n];
            ways[kind][n] = sum;
            if n >= usize::from(held) {
                sum -= ways[kind + 1][n - usize::from(held)];
            }
        }
    }
    ways
}

/// Takes the n-th of a part of the list, or counts the part off.
macro_rules! part {
    ($n:ident, $len:expr, $get:expr) => {
        let len = $len as u64;
        if $n < len {
            #[allow(clippy::redundant_closure_call)]
            return $get($n as usize);
        }
        $n -= len;
    };
}

impl LegalActions {
    fn inventor_pairs(&self) -> impl Iterator<Item = (HexId, HexId)> + '_ {
        let after = move |first: HexId| {
            self.inventor.into_iter().filter(move |second| second.index() > first.index())
        };
        let pairs =
            self.inventor.into_iter().flat_map(move |first| after(first).map(move |second| (first, second)));
        pairs.filter(|&(first, second)| self.numbers[first] != self.numbers[second])
    }

    /// How many actions.
    #[must_use]
    pub fn len(&self) -> usize {
        let mut n = u64::MAX / 2;
        let start = n;
        // Nothing has so many actions: the parts are only counted off.
        let _ = self.find(&mut n);
        (start - n) as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The action number `n`, in the order of the list.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<Action> {
        self.find(&mut (n as u64))
    }

    fn find(&self, number: &mut u64) -> Option<Action> {
        let mut n = *number;
        let found = self.find_part(&mut n);
        *number = n;
        found
    }

    fn find_part(&self, number: &mut u64) -> Option<Action> {
        let mut n = *number;
        let simple = self.simple & (ALCHEMIST - 1);
        part!(n, simple.count_ones(), |n| Some(SIMPLE[crate::select::select(simple, n as u32) as usize]));
        let alchemist = if self.simple & ALCHEMIST != 0 { 36 } else { 0 };
        part!(n, alchemist, |n: usize| {
            Some(Action::Play(Play::Alchemist(n as u8 / 6 + 1, n as u8 % 6 + 1)))
        });
        part!(n, self.roads.len(), |n| self.roads.nth(n).map(Action::BuildRoad));
        for (places, make) in self.at.iter().zip(AT) {
            if places.is_empty() {
                continue;
            }
            if self.place_strengths != 0 && *places == self.at[PLACE] {
                let strengths = self.place_strengths.count_ones() as usize;
                part!(n, places.len() * strengths, |n: usize| {
                    let strength =
                        crate::select::select(self.place_strengths.into(), (n % strengths) as u32) as u8;
                    places.nth(n / strengths).map(|vertex| Action::PlaceKnight(vertex, Some(strength)))
                });
                continue;
            }
            part!(n, places.len(), |n| places.nth(n).map(make));
        }
        for (from, to) in self.moves {
            part!(n, to.len(), |n| to.nth(n).map(|to| Action::Move { from, to }));
        }
        for (from, to) in self.displaces {
            part!(n, to.len(), |n| to.nth(n).map(|to| Action::Displace { from, to }));
        }
        for (first, seconds) in self.smith_seconds {
            part!(n, seconds.len(), |n| {
                seconds.nth(n).map(|second| Action::Play(Play::Smith(first, Some(second))))
            });
        }
        part!(n, self.robber.len(), |n| self.robber.nth(n).map(Action::MoveRobber));
        part!(n, self.merchant.len(), |n| {
            self.merchant.nth(n).map(|hex| Action::Play(Play::Merchant(hex)))
        });
        if !self.inventor.is_empty() {
            part!(n, self.inventor_pairs().count(), |n| {
                self.inventor_pairs()
                    .nth(n)
                    .map(|(first, second)| Action::Play(Play::Inventor(first, second)))
            });
        }
        part!(n, self.diplomat.len(), |n| {
            self.diplomat.nth(n).map(|edge| Action::Play(Play::Diplomat(edge)))
        });
        for (seats, make) in self.seats.iter().zip(ON_SEAT) {
            part!(n, seats.len(), |n| seats.into_iter().nth(n).map(make));
        }
        for (victim, kinds) in Seat::first(4).zip(self.force) {
            part!(n, kinds.count_ones(), |n| Some(Action::Force(victim, kind_number(kinds, n))));
        }
        for ((kind, gets), rate) in CardKind::ALL.into_iter().zip(self.maritime).zip(self.rates) {
            part!(n, gets.count_ones(), |n| {
                let give = Hand::of(kind, rate).into();
                Some(Action::MaritimeTrade { give, get: kind_number(gets, n) })
            });
        }
        for (kinds, make) in self.kinds.iter().zip(OF_KIND) {
            part!(n, kinds.count_ones(), |n| Some(make(kind_number(*kinds, n))));
        }
        for (areas, make) in self.areas.iter().zip(OF_AREA) {
            part!(n, areas.count_ones(), |n| {
                Some(make(Area::ALL[crate::select::select((*areas).into(), n as u32) as usize]))
            });
        }
        let progress =
            |cards: u32, n: usize| Progress::ALL[crate::select::select(cards.into(), n as u32) as usize];
        part!(n, self.drop.count_ones(), |n| Some(Action::Drop(progress(self.drop, n))));
        part!(n, self.take_progress.count_ones(), |n| {
            Some(Action::TakeProgress(progress(self.take_progress, n)))
        });
        if !self.fight.is_empty() {
            part!(n, 1u64 << self.fight.len(), |n: usize| {
                let chosen = self.fight.into_iter().enumerate().filter(|(bit, _)| n >> bit & 1 == 1);
                Some(Action::Fight(chosen.map(|(_, vertex)| vertex).collect()))
            });
        }
        if let Some(bundles) = &self.bundles {
            if n < bundles.ways {
                return bundles.get(n);
            }
            n -= bundles.ways;
        }
        *number = n;
        None
    }

    /// Whether an action is among them.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        let bit = |bits: u8, kind: CardKind| bits >> kind.index() & 1 == 1;
        let at = |places: &[(VertexId, VertexSet); KNIGHTS_MAX], from: VertexId, to: VertexId| {
            places.iter().any(|&(start, ends)| start == from && ends.contains(to))
        };
        match action {
            Action::BuildRoad(edge) => self.roads.contains(edge),
            Action::Move { from, to } => at(&self.moves, from, to),
            Action::Displace { from, to } => at(&self.displaces, from, to),
            Action::PlaceKnight(vertex, strength) => {
                self.at[PLACE].contains(vertex)
                    && match strength {
                        None => self.place_strengths == 0,
                        Some(strength) => strength < 8 && self.place_strengths >> strength & 1 == 1,
                    }
            }
            Action::MoveRobber(hex) => self.robber.contains(hex),
            Action::MaritimeTrade { give, get } => Hand::from(give).only_kind().is_some_and(|kind| {
                let rate = self.rates[kind.index()];
                rate > 0 && Hand::from(give) == Hand::of(kind, rate) && bit(self.maritime[kind.index()], get)
            }),
            Action::Force(seat, kind) => self.force.get(seat.index()).is_some_and(|&kinds| bit(kinds, kind)),
            Action::Improve(area) => self.areas[IMPROVE] >> area.index() & 1 == 1,
            Action::ChooseDeck(area) => self.areas[DECK] >> area.index() & 1 == 1,
            Action::Drop(card) => self.drop >> card.index() & 1 == 1,
            Action::TakeProgress(card) => self.take_progress >> card.index() & 1 == 1,
            Action::TakeResource(kind) => bit(self.kinds[TAKE_RESOURCE], kind),
            Action::GiveCommodity(kind) => bit(self.kinds[GIVE_COMMODITY], kind),
            Action::Fight(knights) => !self.fight.is_empty() && (knights - self.fight).is_empty(),
            Action::Discard(cards) | Action::Give(cards) | Action::TakeCards(cards) => {
                self.bundles.is_some_and(|bundles| {
                    bundles.reason.action(cards) == action
                        && Hand::from(cards).len() == u32::from(bundles.count)
                        && cards.0.iter().map(|&count| u32::from(count)).sum::<u32>()
                            == u32::from(bundles.count)
                        && bundles.hand.contains(cards.into())
                })
            }
            Action::Play(Play::Alchemist(red, other)) => {
                self.simple & ALCHEMIST != 0 && (1..=6).contains(&red) && (1..=6).contains(&other)
            }
            Action::Play(Play::Smith(first, Some(second))) => at(&self.smith_seconds, first, second),
            Action::Play(Play::Inventor(first, second)) => {
                self.inventor.contains(first)
                    && self.inventor.contains(second)
                    && first.index() < second.index()
                    && self.numbers[first] != self.numbers[second]
            }
            Action::Play(Play::Merchant(hex)) => self.merchant.contains(hex),
            Action::Play(Play::Diplomat(edge)) => self.diplomat.contains(edge),
            Action::Play(Play::ResourceMonopoly(kind)) => bit(self.kinds[RESOURCE_MONOPOLY], kind),
            Action::Play(Play::TradeMonopoly(kind)) => bit(self.kinds[TRADE_MONOPOLY], kind),
            Action::Play(Play::MerchantFleet(kind)) => bit(self.kinds[FLEET], kind),
            Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => false,
            _ => {
                if let Some(n) = SIMPLE.iter().position(|&simple| simple == action) {
                    return self.simple >> n & 1 == 1;
                }
                let on_seat = |seat: Seat| {
                    self.seats
                        .iter()
                        .zip(ON_SEAT)
                        .any(|(seats, make)| make(seat) == action && seats.contains(seat))
                };
                let on_place = |vertex: VertexId| {
                    self.at
                        .iter()
                        .zip(AT)
                        .any(|(places, make)| make(vertex) == action && places.contains(vertex))
                };
                match action {
                    Action::Steal(seat)
                    | Action::Execute(seat)
                    | Action::AcceptProposal(seat)
                    | Action::RejectProposal(seat)
                    | Action::Play(Play::Deserter(seat) | Play::Spy(seat) | Play::MasterMerchant(seat)) => {
                        on_seat(seat)
                    }
                    Action::BuildSettlement(vertex)
                    | Action::BuildCity(vertex)
                    | Action::BuildWall(vertex)
                    | Action::BuildKnight(vertex)
                    | Action::Activate(vertex)
                    | Action::Promote(vertex)
                    | Action::Chase(vertex)
                    | Action::PlaceMetropolis(vertex)
                    | Action::Pillage(vertex)
                    | Action::Retreat(vertex)
                    | Action::RemoveKnight(vertex)
                    | Action::Play(
                        Play::Engineer(vertex)
                        | Play::Medicine(vertex)
                        | Play::Smith(vertex, None)
                        | Play::Intrigue(vertex),
                    ) => on_place(vertex),
                    _ => false,
                }
            }
        }
    }
}

fn kind_number(kinds: u8, n: usize) -> CardKind {
    CardKind::ALL[crate::select::select(kinds.into(), n as u32) as usize]
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
