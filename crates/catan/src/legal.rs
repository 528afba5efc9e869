//! The legal actions of a seat, as one flat value of sets.

use crate::discards::{CardChoice, count_choices, nth_choice};
use crate::options::{BankRates, BankSameKind, RobberTheft};
use crate::rules::Rules as _;
use crate::seats::{PerSeat, SEATS};
use crate::select::select;
use crate::{
    Action, Base, Bundle, Cards, Catan, DevelopmentCard, EdgeId, EdgeSet, Edges, Harbour, HexId, HexSet,
    Hexes, OwnAction, Phase, Piece, Rates, Resource, VertexId, VertexSet, Vertices,
};
use game::{Seat, SeatSet};

/// The start of each kind of action in the list, as a bit number of [`LegalActions::bits`]. The kinds lie in the order of the
/// list; only the roads cross a word boundary.
mod at {
    pub(super) const SIMPLE: usize = 0;
    pub(super) const ROADS: usize = 11;
    pub(super) const SETTLEMENTS: usize = 128;
    pub(super) const CITIES: usize = 192;
    pub(super) const MARITIME: usize = 256;
    pub(super) const PLENTY: usize = 281;
    pub(super) const MONOPOLY: usize = 301;
    pub(super) const ROBBER: usize = 320;
    pub(super) const VICTIMS: usize = 339;
    pub(super) const EXECUTE: usize = 345;
    pub(super) const ACCEPT_PROPOSAL: usize = 351;
    pub(super) const REJECT_PROPOSAL: usize = 357;
    pub(super) const THREE_FOR_ONE: usize = 384;
    pub(super) const FOUR_FOR_ONE: usize = 409;
    pub(super) const END: usize = 448;
}
const WORDS: usize = at::END / 64;

/// Actions without a place or a choice, in the order in which they are listed.
const SIMPLE: [Action; 11] = [
    Action::Roll,
    Action::EndTurn,
    Action::Own(OwnAction::BuyDevelopmentCard),
    Action::Own(OwnAction::PlayKnight),
    Action::Own(OwnAction::PlayRoadBuilding),
    Action::Stop,
    Action::DeclareVictory,
    Action::AcceptOffer,
    Action::RejectOffer,
    Action::WithdrawOffer,
    Action::WithdrawProposal,
];

const ROLL: u64 = 1 << 0;
const END_TURN: u64 = 1 << 1;
const BUY: u64 = 1 << 2;
const KNIGHT: u64 = 1 << 3;
const ROAD_BUILDING: u64 = 1 << 4;
const STOP: u64 = 1 << 5;
const DECLARE: u64 = 1 << 6;
const ACCEPT: u64 = 1 << 7;
const REJECT: u64 = 1 << 8;
const WITHDRAW: u64 = 1 << 9;
const WITHDRAW_PROPOSAL: u64 = 1 << 10;

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

/// For each set of kinds that can be given to the supply: every exchange of one of them, at bit `5 * give + get`; first
/// for another kind, then, behind [`ANY_KIND`], for any (`CATAN-OPT-22`).
static EXCHANGES: [u32; 2 * ANY_KIND] = const {
    let mut all = [0; 2 * ANY_KIND];
    let mut given = 0;
    while given < ANY_KIND {
        let mut give = 0;
        while give < 5 {
            if given >> give & 1 != 0 {
                all[given] |= (0b1_1111 & !(1 << give)) << (5 * give);
                all[ANY_KIND + given] |= 0b1_1111 << (5 * give);
            }
            give += 1;
        }
        given += 1;
    }
    all
};
/// The index at which the second half of [`EXCHANGES`] begins.
const ANY_KIND: usize = 1 << Resource::ALL.len();

/// The exchange that each bit of the section for exchanges stands for: the kind given, the kind taken.
static EXCHANGE: [(Resource, Resource); 25] = const {
    let mut all = [(Resource::Brick, Resource::Brick); 25];
    let mut n = 0;
    while n < 25 {
        all[n] = (Resource::ALL[n / 5], Resource::ALL[n % 5]);
        n += 1;
    }
    all
};

/// The action that each bit of [`LegalActions::bits`] stands for; exchanges with the supply at the best rate, which
/// depends on the seat, are not among them.
static LISTED: [Action; at::END] = const {
    let mut all = [Action::Roll; at::END];
    let mut n = 0;
    while n < SIMPLE.len() {
        all[at::SIMPLE + n] = SIMPLE[n];
        n += 1;
    }
    n = 0;
    while let Some(edge) = EdgeId::new(n) {
        all[at::ROADS + n] = Action::BuildRoad(edge);
        n += 1;
    }
    n = 0;
    while let Some(vertex) = VertexId::new(n) {
        all[at::SETTLEMENTS + n] = Action::BuildSettlement(vertex);
        all[at::CITIES + n] = Action::BuildCity(vertex);
        n += 1;
    }
    n = 0;
    while n < PLENTY.len() {
        all[at::PLENTY + n] = Action::Own(OwnAction::PlayYearOfPlenty(PLENTY[n].0, PLENTY[n].1));
        n += 1;
    }
    n = 0;
    while n < 5 {
        all[at::MONOPOLY + n] = Action::Own(OwnAction::PlayMonopoly(Resource::ALL[n]));
        n += 1;
    }
    n = 0;
    while let Some(hex) = HexId::new(n) {
        all[at::ROBBER + n] = Action::MoveRobber(hex);
        n += 1;
    }
    n = 0;
    while let Some(seat) = Seat::new(n) {
        all[at::VICTIMS + n] = Action::Steal(seat);
        all[at::EXECUTE + n] = Action::Execute(seat);
        all[at::ACCEPT_PROPOSAL + n] = Action::AcceptProposal(seat);
        all[at::REJECT_PROPOSAL + n] = Action::RejectProposal(seat);
        n += 1;
    }
    n = 0;
    while n < 25 {
        let (mut give, get) = ([0; 5], Resource::ALL[n % 5]);
        give[n / 5] = Rates::GENERIC;
        all[at::THREE_FOR_ONE + n] = Action::MaritimeTrade { give: Bundle(give), get };
        give[n / 5] = Rates::BASIC;
        all[at::FOUR_FOR_ONE + n] = Action::MaritimeTrade { give: Bundle(give), get };
        n += 1;
    }
    all
};

/// Everything listable that one seat may do now.
///
/// A flat `Copy` value: counting and testing do not unpack it. It iterates in a fixed order: actions without a place
/// (roll, end, buy, knight, road-building, stop, declare-victory, accept, reject, withdraw, withdraw-proposal),
/// roads, settlements, cities, exchanges with the supply at the best rate of the kind given (by kind given, then kind
/// taken), Year of Plenty, Monopoly, robber hexes, victims, exchanges to execute, proposals to accept, proposals to
/// reject, exchanges with the supply at a worse rate (three for one, then four for one, each by kind given, then kind
/// taken), discards.
///
/// Offers, counter-offers and proposals are open-ended: [`Catan::check`] judges them, they are not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LegalActions {
    /// One bit for each listed action but the discards, in the order of the list; `at` says which.
    bits: [u64; WORDS],
    /// The price of an exchange with the supply at the best rate, for each kind; empty while trade is closed.
    rates: Cards,
    /// The hand to discard from; empty unless the seat must discard.
    discard_from: Cards,
    discards_owed: u8,
    /// The number of actions listed.
    len: u32,
}

impl LegalActions {
    /// Paths on which a road may be placed.
    #[must_use]
    pub fn roads(&self) -> EdgeSet {
        let bits = u128::from(self.bits[1]) << 64 | u128::from(self.bits[0]);
        Edges(bits >> at::ROADS)
    }
    /// Intersections on which a settlement may be placed.
    #[must_use]
    pub fn settlements(&self) -> VertexSet {
        Vertices(self.bits[at::SETTLEMENTS / 64])
    }
    /// Own settlements that may become cities.
    #[must_use]
    pub fn cities(&self) -> VertexSet {
        Vertices(self.bits[at::CITIES / 64])
    }
    /// Hexes the robber may move to.
    #[must_use]
    pub fn robber(&self) -> HexSet {
        Hexes(self.section(at::ROBBER) as u32) & HexSet::ALL
    }
    /// Seats that may be robbed.
    #[must_use]
    pub fn victims(&self) -> SeatSet {
        SeatSet::from_bits(self.section(at::VICTIMS) as u8)
    }
    /// The number of cards to discard; 0 if the seat need not discard.
    #[must_use]
    pub fn discards_owed(&self) -> u8 {
        self.discards_owed
    }
    /// The choice of cards that the whole list consists of, if it is one.
    #[must_use]
    pub fn choice(&self) -> Option<CardChoice<Cards>> {
        let choice = CardChoice { verb: "discard", count: self.discards_owed, of: self.discard_from };
        (self.discards_owed > 0).then_some(choice)
    }

    /// Returns the number of actions listed.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether nothing is listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The action at position `n` of the list, without walking the list.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, n: usize) -> Option<Action> {
        let mut n = n as u32;
        for (word, &bits) in self.bits.iter().enumerate() {
            let here = bits.count_ones();
            if n < here {
                return Some(self.listed(64 * word + select(bits, n) as usize));
            }
            n -= here;
        }
        self.discards_owed.checked_sub(1)?;
        self.nth_discard(n)
    }

    #[inline(always)]
    fn nth_discard(&self, n: u32) -> Option<Action> {
        let cards = nth_choice(self.discard_from.counts(), self.discards_owed, n.into())?;
        Some(Action::Discard(Bundle(cards)))
    }

    /// Whether `action` is listed.
    #[must_use]
    pub fn contains(&self, action: Action) -> bool {
        let has = |bit: usize| self.bits[bit / 64] >> (bit % 64) & 1 != 0;
        match action {
            Action::BuildRoad(edge) => has(at::ROADS + edge.index()),
            Action::BuildSettlement(vertex) => has(at::SETTLEMENTS + vertex.index()),
            Action::BuildCity(vertex) => has(at::CITIES + vertex.index()),
            Action::Own(OwnAction::PlayYearOfPlenty(..)) => (0..20).any(|n| {
                let (first, second) = PLENTY[n];
                // A pair is listed once, whichever card is named first.
                let named = [
                    Action::Own(OwnAction::PlayYearOfPlenty(first, second)),
                    second.map_or(action, |second| {
                        Action::Own(OwnAction::PlayYearOfPlenty(second, Some(first)))
                    }),
                ];
                has(at::PLENTY + n) && (named[0] == action || (second.is_some() && named[1] == action))
            }),
            Action::Own(OwnAction::PlayMonopoly(kind)) => has(at::MONOPOLY + kind.index()),
            Action::MoveRobber(hex) => has(at::ROBBER + hex.index()),
            Action::Steal(seat) => has(at::VICTIMS + seat.index()),
            Action::Discard(cards) => {
                let cards = Cards::from(cards);
                self.discards_owed > 0
                    && cards.len() == u32::from(self.discards_owed)
                    && self.discard_from.contains(cards)
            }
            Action::MaritimeTrade { give, get } => Cards::from(give).only_kind().is_some_and(|kind| {
                let exchange = 5 * kind.index() + get.index();
                match give.0[kind.index()] {
                    rate if rate == self.rates.count(kind) => has(at::MARITIME + exchange),
                    Rates::GENERIC => has(at::THREE_FOR_ONE + exchange),
                    Rates::BASIC => has(at::FOUR_FOR_ONE + exchange),
                    _ => false,
                }
            }),
            Action::Execute(seat) => has(at::EXECUTE + seat.index()),
            Action::AcceptProposal(seat) => has(at::ACCEPT_PROPOSAL + seat.index()),
            Action::RejectProposal(seat) => has(at::REJECT_PROPOSAL + seat.index()),
            Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => false,
            Action::Roll => self.bits[0] & ROLL != 0,
            Action::EndTurn => self.bits[0] & END_TURN != 0,
            Action::Own(OwnAction::BuyDevelopmentCard) => self.bits[0] & BUY != 0,
            Action::Own(OwnAction::PlayKnight) => self.bits[0] & KNIGHT != 0,
            Action::Own(OwnAction::PlayRoadBuilding) => self.bits[0] & ROAD_BUILDING != 0,
            Action::Stop => self.bits[0] & STOP != 0,
            Action::DeclareVictory => self.bits[0] & DECLARE != 0,
            Action::AcceptOffer => self.bits[0] & ACCEPT != 0,
            Action::RejectOffer => self.bits[0] & REJECT != 0,
            Action::WithdrawOffer => self.bits[0] & WITHDRAW != 0,
            Action::WithdrawProposal => self.bits[0] & WITHDRAW_PROPOSAL != 0,
        }
    }

    /// The bits of one kind of action, and of those behind it in the same word.
    #[inline]
    fn section(&self, start: usize) -> u64 {
        self.bits[start / 64] >> (start % 64)
    }

    /// Lists actions of one kind, none of which is listed yet: `bits` as their sets number them.
    #[inline(always)]
    fn list(&mut self, start: usize, bits: u64) {
        self.len += bits.count_ones();
        self.bits[start / 64] |= bits << (start % 64);
    }

    /// [`LegalActions::list`] for roads, the one kind that takes more than a word.
    #[inline(always)]
    fn list_roads(&mut self, roads: EdgeSet) {
        self.len += roads.len() as u32;
        let bits = roads.0 << at::ROADS;
        self.bits[0] |= bits as u64;
        self.bits[1] |= (bits >> 64) as u64;
    }

    /// The action that a bit stands for.
    #[inline(always)]
    fn listed(&self, bit: usize) -> Action {
        if (at::MARITIME..at::PLENTY).contains(&bit) {
            let (give, get) = EXCHANGE[bit - at::MARITIME];
            let give = Cards::of(give, self.rates.count(give));
            return Action::MaritimeTrade { give: give.into(), get };
        }
        LISTED[bit]
    }
}

impl IntoIterator for LegalActions {
    type Item = Action;
    type IntoIter = LegalIter;
    fn into_iter(self) -> LegalIter {
        LegalIter { left: self, word: 0, discards: 0, len: self.len() }
    }
}

/// Iterates over [`LegalActions`] in their fixed order.
#[derive(Clone, Debug)]
pub struct LegalIter {
    /// The actions still to come; the discards stay.
    left: LegalActions,
    /// The words before this one are empty.
    word: usize,
    /// Discards already given.
    discards: u32,
    len: usize,
}

impl Iterator for LegalIter {
    type Item = Action;
    fn next(&mut self) -> Option<Action> {
        self.len = self.len.checked_sub(1)?;
        while self.word < WORDS {
            let bits = &mut self.left.bits[self.word];
            if *bits != 0 {
                let bit = 64 * self.word + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(self.left.listed(bit));
            }
            self.word += 1;
        }
        self.discards += 1;
        self.left.nth_discard(self.discards - 1)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl ExactSizeIterator for LegalIter {}

impl Catan {
    /// Everything listable that `seat` may do now; empty if the seat has nothing to do.
    #[must_use]
    #[inline(always)]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions {
        let mut legal = LegalActions::default();
        let active = seat == self.active;
        match self.phase {
            Phase::Discarding { owed } => self.list_discards(seat, owed, &mut legal),
            Phase::Building if !active => legal.list(at::SIMPLE, self.list_answers(seat)),
            _ if !active => {}
            Phase::BeforeRoll => {
                legal.list(at::SIMPLE, ROLL);
                self.list_cards(&mut legal);
                self.list_victory(&mut legal);
            }
            Phase::Building => self.list_building(&mut legal),
            Phase::MovingRobber { .. } => legal.list(at::ROBBER, self.robber_targets(()).0.into()),
            Phase::ChoosingVictim { victims } => {
                legal.list(at::VICTIMS, victims.bits().into());
                legal.list(at::SIMPLE, if self.options.robber_theft == RobberTheft::May { STOP } else { 0 });
            }
            Phase::FoundingSettlement { .. } => legal.list(at::SETTLEMENTS, (!self.unsettleable).0),
            Phase::FoundingRoad { at, .. } => {
                legal.list_roads(at.edges() - self.all_roads());
            }
            Phase::FreeRoads { may_stop, .. } => {
                legal.list_roads(Base::road_paths(self, self.active));
                legal.list(at::SIMPLE, if may_stop { STOP } else { 0 });
            }
            _ => {}
        }
        legal
    }

    #[inline(always)]
    fn list_discards(&self, seat: Seat, owed: PerSeat<u8>, legal: &mut LegalActions) {
        if self.yet_to_hand_in(owed).contains(seat) {
            legal.discards_owed = owed[seat];
            legal.discard_from = self.hands[seat];
            legal.len = count_choices(legal.discard_from.counts(), legal.discards_owed) as u32;
        }
    }

    #[inline(always)]
    pub(crate) fn list_building(&self, legal: &mut LegalActions) {
        legal.list(at::SIMPLE, END_TURN);
        // More than every second turn has nothing but its end; a look at the hand tells.
        if self.can_afford_something() {
            self.list_purchases(legal);
        }
        self.list_cards(legal);
        self.list_victory(legal);
        if !self.trading.is_quiet() && self.trade_is_open() {
            let (simple, others) = self.list_deals();
            legal.list(at::SIMPLE, simple);
            legal.list(at::ROBBER, others);
        }
    }

    /// Whether the active seat could pay for anything, be there a place for it or not.
    #[inline]
    fn can_afford_something(&self) -> bool {
        let hand = self.hands[self.active];
        // A settlement costs what a road costs, and more.
        hand.contains(Cards::ROAD)
            | hand.contains(Cards::CITY)
            | hand.contains(Cards::DEVELOPMENT)
            | (hand.kinds_covering(self.harbour_rates[self.active]) != 0)
    }

    /// Lists the purchases of the active seat: pieces, development cards, and exchanges with the supply.
    #[inline(always)]
    fn list_purchases(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        let can_build = |price, piece| hand.contains(price) & (self.pieces_left(seat, piece) > 0);
        legal.list_roads(Base::road_paths(self, self.active).only_if(can_build(Cards::ROAD, Piece::Road)));
        let settlements = self.road_ends[seat] - self.unsettleable;
        legal.list(at::SETTLEMENTS, settlements.only_if(can_build(Cards::SETTLEMENT, Piece::Settlement)).0);
        legal.list(at::CITIES, self.settlements[seat].only_if(can_build(Cards::CITY, Piece::City)).0);
        if hand.contains(Cards::DEVELOPMENT) && self.deck_len() > 0 {
            legal.list(at::SIMPLE, BUY);
        }
        if self.trade_is_open() {
            self.list_maritime(legal);
        }
    }

    #[inline(always)]
    fn list_maritime(&self, legal: &mut LegalActions) {
        let rates = self.harbour_rates[self.active];
        let hand = self.hands[self.active];
        let given = u32::from(hand.kinds_covering(rates));
        let in_supply = u32::from(self.supply.kind_bits());
        // Five copies of the kinds in the supply, one for each kind given.
        legal.list(at::MARITIME, (self.exchanges(given) & (in_supply * 0x10_8421)).into());
        legal.rates = rates;
        if hand.exceeds_rate(rates) && self.options.bank_rates == BankRates::All {
            legal.list(at::THREE_FOR_ONE, self.list_worse_rates(in_supply));
        }
    }

    /// The exchanges of these kinds for what the supply may give for them (`CATAN-MAR-5`).
    #[inline(always)]
    fn exchanges(&self, given: u32) -> u32 {
        let any_kind = usize::from(self.options.bank_same_kind == BankSameKind::Allow);
        EXCHANGES[any_kind * ANY_KIND + given as usize]
    }

    /// Exchanges at another rate than the best (`CATAN-MAR-1`, `CATAN-MAR-2`): bits in the last word.
    #[inline(never)]
    fn list_worse_rates(&self, in_supply: u32) -> u64 {
        let (seat, hand) = (self.active, self.hands[self.active]);
        let rates = self.harbour_rates[seat];
        // Kinds of which so many are held, and for which there is a better rate.
        let holding = |rate: u8| -> u32 {
            let better = Cards::of_each(rate - 1).kinds_covering(rates);
            (hand.kinds_covering(Cards::of_each(rate)) & better).into()
        };
        let fours = holding(Rates::BASIC);
        let threes = holding(Rates::GENERIC);
        let threes = if threes != 0 && self.uses_harbour(seat, Harbour::Generic) { threes } else { 0 };
        let exchanges = |given: u32| u64::from(self.exchanges(given) & (in_supply * 0x10_8421));
        exchanges(threes) | exchanges(fours) << (at::FOUR_FOR_ONE - at::THREE_FOR_ONE)
    }

    #[inline(always)]
    fn list_cards(&self, legal: &mut LegalActions) {
        if self.own.may_play_card {
            let (simple, with_kinds) = self.list_playable_cards();
            legal.list(at::SIMPLE, simple);
            legal.list(at::MARITIME, with_kinds);
        }
    }

    /// The bits of the playable cards: those in the first word, and those in the word of exchanges.
    #[inline(never)]
    fn list_playable_cards(&self) -> (u64, u64) {
        const FIRST: usize = at::MARITIME;
        let (mut simple, mut with_kinds) = (0, 0);
        if self.playable(DevelopmentCard::Knight) > 0 {
            simple |= KNIGHT;
        }
        if self.playable(DevelopmentCard::RoadBuilding) > 0
            && self.pieces_left(self.active, Piece::Road) > 0
            && !Base::road_paths(self, self.active).is_empty()
        {
            simple |= ROAD_BUILDING;
        }
        if self.playable(DevelopmentCard::Monopoly) > 0 {
            with_kinds |= 0b1_1111 << (at::MONOPOLY - FIRST);
        }
        if self.playable(DevelopmentCard::YearOfPlenty) > 0 {
            for (n, &(first, second)) in PLENTY.iter().enumerate() {
                let cards = Cards::of(first, 1) + second.map_or(Cards::NONE, |kind| Cards::of(kind, 1));
                let allowed = second.is_some() || self.supply.len() == 1;
                with_kinds |= u64::from(allowed && self.supply.contains(cards)) << (at::PLENTY - FIRST + n);
            }
        }
        (simple, with_kinds)
    }

    /// Declaring victory: whenever no decision is open (`CATAN-WIN-9`).
    #[inline(always)]
    fn list_victory(&self, legal: &mut LegalActions) {
        if !self.options.auto_declare && self.points(self.active).total() >= self.options.victory_points {
            legal.list(at::SIMPLE, DECLARE);
        }
    }

    /// The actions of the active seat on open offers and proposals: bits in the first word, and in the word of robber and seats.
    #[cold]
    fn list_deals(&self) -> (u64, u64) {
        let deals = self.deals();
        let mut legal = LegalActions::default();
        legal.list(at::SIMPLE, if deals.withdraw { WITHDRAW } else { 0 });
        legal.list(at::EXECUTE, deals.execute.bits().into());
        legal.list(at::ACCEPT_PROPOSAL, deals.accept.bits().into());
        legal.list(at::REJECT_PROPOSAL, deals.reject.bits().into());
        (legal.bits[at::SIMPLE / 64], legal.bits[at::ROBBER / 64])
    }

    /// The answers that a seat may give while another is active: bits in the first word.
    #[cold]
    fn list_answers(&self, seat: Seat) -> u64 {
        if !self.trade_is_open() || seat.index() >= SEATS {
            return 0;
        }
        let answers = self.answers(seat);
        let bit = |listed: bool, bit: u64| if listed { bit } else { 0 };
        bit(answers.accept, ACCEPT)
            | bit(answers.reject, REJECT)
            | bit(answers.withdraw_proposal, WITHDRAW_PROPOSAL)
    }
}
