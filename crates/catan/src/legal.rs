//! What a seat may do now, as one flat value of sets.

use crate::state::SEATS;
use crate::{
    Action, Bundle, Cards, Catan, DevelopmentCard, EdgeSet, HexSet, Phase, Piece, Resource, VertexSet,
};
use game::{Seat, SeatSet};

/// Actions without a place or a choice, in the order in which they are listed.
const SIMPLE: [Action; 11] = [
    Action::Roll,
    Action::EndTurn,
    Action::BuyDevelopmentCard,
    Action::PlayKnight,
    Action::PlayRoadBuilding,
    Action::StopRoadBuilding,
    Action::DeclareVictory,
    Action::AcceptOffer,
    Action::RejectOffer,
    Action::WithdrawOffer,
    Action::WithdrawProposal,
];

const ROLL: u16 = 1 << 0;
const END_TURN: u16 = 1 << 1;
const BUY: u16 = 1 << 2;
const KNIGHT: u16 = 1 << 3;
const ROAD_BUILDING: u16 = 1 << 4;
const STOP: u16 = 1 << 5;
const DECLARE: u16 = 1 << 6;
const ACCEPT: u16 = 1 << 7;
const REJECT: u16 = 1 << 8;
const WITHDRAW: u16 = 1 << 9;
const WITHDRAW_PROPOSAL: u16 = 1 << 10;

/// The 15 pairs Year of Plenty can take, then the 5 single cards for a supply that holds but one.
const PLENTY: [(Resource, Option<Resource>); 20] = {
    let mut all = [(Resource::Brick, None); 20];
    let mut n = 0;
    let mut first = 0;
    while first < 5 {
        let mut second = first;
        while second < 5 {
            all[n] = (Resource::ALL[first], Some(Resource::ALL[second]));
            n += 1;
            second += 1;
        }
        all[15 + first] = (Resource::ALL[first], None);
        first += 1;
    }
    all
};

/// Everything listable that one seat may do now.
///
/// A flat `Copy` value: counting and testing do not unpack it. It iterates in a fixed order: actions without a place
/// (roll, end, buy, knight, road-building, stop, declare-victory, accept, reject, withdraw, withdraw-proposal),
/// roads, settlements, cities, exchanges with the supply (by kind given, then kind taken), Year of Plenty,
/// Monopoly, robber hexes, victims, exchanges to execute, proposals to accept, proposals to reject, discards.
///
/// Offers, counter-offers and proposals are open-ended: [`Catan::check`] judges them, they are not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LegalActions {
    roads: EdgeSet,
    settlements: VertexSet,
    cities: VertexSet,
    /// What is to be discarded from: all zero but while discarding.
    discard_from: Cards,
    discards_owed: u8,
    simple: u16,
    robber: HexSet,
    /// Bit `5 * give + get`.
    maritime: u32,
    rates: [u8; 5],
    plenty: u32,
    monopoly: u8,
    victims: SeatSet,
    execute: SeatSet,
    accept_proposal: SeatSet,
    reject_proposal: SeatSet,
}

impl LegalActions {
    /// Paths on which a road may be placed.
    #[must_use]
    pub fn roads(&self) -> EdgeSet {
        self.roads
    }
    /// Intersections on which a settlement may be placed.
    #[must_use]
    pub fn settlements(&self) -> VertexSet {
        self.settlements
    }
    /// Own settlements that may become cities.
    #[must_use]
    pub fn cities(&self) -> VertexSet {
        self.cities
    }
    /// Hexes the robber may move to.
    #[must_use]
    pub fn robber(&self) -> HexSet {
        self.robber
    }
    /// Seats that may be robbed.
    #[must_use]
    pub fn victims(&self) -> SeatSet {
        self.victims
    }
    /// How many cards are to be discarded; 0 if none are.
    #[must_use]
    pub fn discards_owed(&self) -> u8 {
        self.discards_owed
    }

    /// How many actions are listed.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        let mut len = self.simple.count_ones() as usize;
        len += self.roads.len() + self.settlements.len() + self.cities.len();
        len += self.maritime.count_ones() as usize;
        len += (self.plenty.count_ones() + self.monopoly.count_ones()) as usize;
        len += self.robber.len();
        len +=
            self.victims.len() + self.execute.len() + self.accept_proposal.len() + self.reject_proposal.len();
        if self.discards_owed > 0 {
            len += Discards::new(self.discard_from, self.discards_owed).len();
        }
        len
    }

    /// Whether nothing is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == LegalActions { rates: self.rates, ..LegalActions::default() }
    }

    /// The action at position `n` of the list, without walking the list.
    #[must_use]
    #[inline]
    pub fn get(&self, n: usize) -> Option<Action> {
        let mut n = n;
        macro_rules! section {
            ($len:expr, $action:expr) => {
                let len = $len as usize;
                if n < len {
                    return $action;
                }
                n -= len;
            };
        }
        section!(self.simple.count_ones(), Some(SIMPLE[nth_bit(u32::from(self.simple), n)]));
        section!(self.roads.len(), self.roads.nth(n).map(Action::BuildRoad));
        section!(self.settlements.len(), self.settlements.nth(n).map(Action::BuildSettlement));
        section!(self.cities.len(), self.cities.nth(n).map(Action::BuildCity));
        section!(self.maritime.count_ones(), Some(self.maritime_at(nth_bit(self.maritime, n))));
        section!(self.plenty.count_ones(), {
            let (first, second) = PLENTY[nth_bit(self.plenty, n)];
            Some(Action::PlayYearOfPlenty(first, second))
        });
        section!(
            self.monopoly.count_ones(),
            Some(Action::PlayMonopoly(Resource::ALL[nth_bit(u32::from(self.monopoly), n)]))
        );
        section!(self.robber.len(), self.robber.nth(n).map(Action::MoveRobber));
        section!(self.victims.len(), self.victims.nth(n).map(Action::Steal));
        section!(self.execute.len(), self.execute.nth(n).map(Action::Execute));
        section!(self.accept_proposal.len(), self.accept_proposal.nth(n).map(Action::AcceptProposal));
        section!(self.reject_proposal.len(), self.reject_proposal.nth(n).map(Action::RejectProposal));
        if self.discards_owed == 0 {
            return None;
        }
        Discards::new(self.discard_from, self.discards_owed).get(n).map(|cards| Action::Discard(cards.into()))
    }

    /// Whether `action` is listed.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        match action {
            Action::BuildRoad(edge) => self.roads.contains(edge),
            Action::BuildSettlement(vertex) => self.settlements.contains(vertex),
            Action::BuildCity(vertex) => self.cities.contains(vertex),
            Action::PlayYearOfPlenty(..) => (0..20).any(|n| {
                let (first, second) = PLENTY[n];
                // A pair is listed once, whichever card is named first.
                let named = [
                    Action::PlayYearOfPlenty(first, second),
                    second.map_or(action, |second| Action::PlayYearOfPlenty(second, Some(first))),
                ];
                self.plenty >> n & 1 != 0 && (named[0] == action || (second.is_some() && named[1] == action))
            }),
            Action::PlayMonopoly(kind) => self.monopoly >> kind.index() & 1 != 0,
            Action::MoveRobber(hex) => self.robber.contains(hex),
            Action::Steal(seat) => self.victims.contains(seat),
            Action::Discard(cards) => {
                let cards = Cards::from(cards);
                self.discards_owed > 0
                    && cards.len() == u32::from(self.discards_owed)
                    && self.discard_from.contains(cards)
            }
            Action::MaritimeTrade { give, get } => Cards::from(give).only_kind().is_some_and(|kind| {
                self.maritime >> (5 * kind.index() + get.index()) & 1 != 0
                    && Cards::from(give).count(kind) == self.rates[kind.index()]
            }),
            Action::Execute(seat) => self.execute.contains(seat),
            Action::AcceptProposal(seat) => self.accept_proposal.contains(seat),
            Action::RejectProposal(seat) => self.reject_proposal.contains(seat),
            Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => false,
            simple => {
                SIMPLE.iter().enumerate().any(|(n, &listed)| self.simple >> n & 1 != 0 && listed == simple)
            }
        }
    }

    fn maritime_at(&self, bit: usize) -> Action {
        let mut give = Bundle::default();
        give.0[bit / 5] = self.rates[bit / 5];
        Action::MaritimeTrade { give, get: Resource::ALL[bit % 5] }
    }
}

impl IntoIterator for LegalActions {
    type Item = Action;
    type IntoIter = LegalIter;
    fn into_iter(self) -> LegalIter {
        LegalIter { actions: self, next: 0, len: self.len() }
    }
}

/// Iterates over [`LegalActions`] in their fixed order.
#[derive(Clone, Debug)]
pub struct LegalIter {
    actions: LegalActions,
    next: usize,
    len: usize,
}

impl Iterator for LegalIter {
    type Item = Action;
    fn next(&mut self) -> Option<Action> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        self.actions.get(self.next - 1)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}

impl ExactSizeIterator for LegalIter {}

#[inline]
fn nth_bit(mut bits: u32, n: usize) -> usize {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize
}

/// All ways to choose a number of cards out of a hand, counted and numbered without listing them.
struct Discards {
    hand: [u8; 5],
    owed: usize,
    /// `ways[k][n]`: how many ways there are to choose n cards from the kinds k to 4.
    ways: [[u32; Discards::MOST + 1]; 6],
}

impl Discards {
    /// Half of all 95 cards: the most anybody can owe.
    const MOST: usize = 47;

    fn new(hand: Cards, owed: u8) -> Discards {
        let hand = hand.counts();
        let owed = usize::from(owed).min(Discards::MOST);
        let mut ways = [[0; Discards::MOST + 1]; 6];
        ways[5][0] = 1;
        for kind in (0..5).rev() {
            for n in 0..=owed {
                ways[kind][n] = (0..=n.min(usize::from(hand[kind]))).map(|k| ways[kind + 1][n - k]).sum();
            }
        }
        Discards { hand, owed, ways }
    }

    fn len(&self) -> usize {
        self.ways[0][self.owed] as usize
    }

    /// Choice number `n`; they are ordered by ascending counts of brick, then lumber, and so on.
    fn get(&self, n: usize) -> Option<Cards> {
        if n >= self.len() {
            return None;
        }
        let mut n = n as u32;
        let mut left = self.owed;
        let mut chosen = [0u8; 5];
        for kind in 0..5 {
            for k in 0..=left.min(usize::from(self.hand[kind])) {
                let ways = self.ways[kind + 1][left - k];
                if n < ways {
                    chosen[kind] = k as u8;
                    left -= k;
                    break;
                }
                n -= ways;
            }
        }
        Some(Cards::new(chosen))
    }
}

impl Catan {
    /// Everything listable that `seat` may do now; empty if the seat has nothing to do.
    #[must_use]
    #[inline]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        let mut legal = LegalActions::default();
        let active = seat == self.active;
        match self.phase {
            Phase::BeforeRoll if active => {
                legal.simple = ROLL;
                self.list_cards(&mut legal);
                self.list_victory(&mut legal);
            }
            Phase::Building if active => self.list_building(&mut legal),
            Phase::Building => self.list_answers(seat, &mut legal),
            Phase::MovingRobber if active => legal.robber = self.robber_targets(),
            Phase::ChoosingVictim { victims } if active => legal.victims = victims,
            Phase::Discarding { owed } => {
                if self.seats_to_discard().contains(seat) {
                    legal.discards_owed = owed[seat];
                    legal.discard_from = self.hands[seat];
                }
            }
            Phase::FoundingSettlement { .. } if active => legal.settlements = !self.unsettleable,
            Phase::FoundingRoad { settlement, .. } if active => {
                legal.roads = settlement.edges() - self.all_roads();
            }
            Phase::FreeRoads { may_stop, .. } if active => {
                legal.roads = self.buildable_paths();
                legal.simple = if may_stop { STOP } else { 0 };
            }
            _ => {}
        }
        legal
    }

    fn list_building(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        legal.simple = END_TURN;
        if hand.contains(Cards::ROAD) && self.pieces_left(seat, Piece::Road) > 0 {
            legal.roads = self.buildable_paths();
        }
        if hand.contains(Cards::SETTLEMENT) && self.pieces_left(seat, Piece::Settlement) > 0 {
            legal.settlements = self.road_ends[seat] - self.unsettleable;
        }
        if hand.contains(Cards::CITY) && self.pieces_left(seat, Piece::City) > 0 {
            legal.cities = self.settlements[seat];
        }
        if hand.contains(Cards::DEVELOPMENT) && self.deck_len() > 0 {
            legal.simple |= BUY;
        }
        self.list_cards(legal);
        self.list_victory(legal);
        if self.trade_is_open() {
            self.list_maritime(legal);
            if !self.trading.is_quiet() {
                self.list_exchanges(legal);
            }
        }
    }

    fn list_maritime(&self, legal: &mut LegalActions) {
        let hand = self.hands[self.active].counts();
        let rates = self.rates[self.active];
        let supply = self.supply.counts();
        let mut in_supply = 0u32;
        for get in 0..5 {
            in_supply |= u32::from(supply[get] > 0) << get;
        }
        for give in 0..5 {
            let able = u32::from(hand[give] >= rates[give]);
            legal.maritime |= (in_supply & !(1 << give)) * able << (5 * give);
        }
        legal.rates = rates;
    }

    fn list_cards(&self, legal: &mut LegalActions) {
        if self.played_card || self.development[self.active] == self.bought {
            return;
        }
        if self.playable(DevelopmentCard::Knight) > 0 {
            legal.simple |= KNIGHT;
        }
        if self.playable(DevelopmentCard::RoadBuilding) > 0
            && self.pieces_left(self.active, Piece::Road) > 0
            && !self.buildable_paths().is_empty()
        {
            legal.simple |= ROAD_BUILDING;
        }
        if self.playable(DevelopmentCard::Monopoly) > 0 {
            legal.monopoly = 0b1_1111;
        }
        if self.playable(DevelopmentCard::YearOfPlenty) > 0 {
            for (n, &(first, second)) in PLENTY.iter().enumerate() {
                let cards = Cards::of(first, 1) + second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                let allowed = second.is_some() || self.supply.len() == 1;
                legal.plenty |= u32::from(allowed && self.supply.contains(cards)) << n;
            }
        }
    }

    fn list_victory(&self, legal: &mut LegalActions) {
        if !self.options.auto_declare && self.points(self.active).total() >= self.options.victory_points {
            legal.simple |= DECLARE;
        }
    }

    /// What the active seat may do with open offers and proposals. Depends on its own hand alone: a partner who
    /// cannot pay any more is found out by trying (`CATAN-INFO-13`).
    fn list_exchanges(&self, legal: &mut LegalActions) {
        let hand = self.hands[self.active];
        if self.trading.offer().is_some() {
            legal.simple |= WITHDRAW;
        }
        for partner in self.trading.agreed() {
            let pays = self.trading.agreement(partner).is_some_and(|deal| hand.contains(deal.give.into()));
            if pays {
                legal.execute.insert(partner);
            }
        }
        for proposer in self.trading.proposers() {
            if self.trading.proposal(proposer).is_some_and(|deal| hand.contains(deal.want.into())) {
                legal.accept_proposal.insert(proposer);
            }
        }
        legal.reject_proposal = self.trading.proposers();
    }

    /// What a seat may answer while another is active.
    fn list_answers(&self, seat: Seat, legal: &mut LegalActions) {
        use crate::rules::trade::Answer;
        if !self.trade_is_open() || seat.index() >= SEATS {
            return;
        }
        if let Some((offer, to)) = self.trading.offer()
            && to.contains(seat)
        {
            let answer = self.trading.answer(seat);
            if answer != Answer::Accepted && self.hands[seat].contains(offer.want.into()) {
                legal.simple |= ACCEPT;
            }
            if answer != Answer::Rejected {
                legal.simple |= REJECT;
            }
        }
        if self.trading.proposal(seat).is_some() {
            legal.simple |= WITHDRAW_PROPOSAL;
        }
    }
}
