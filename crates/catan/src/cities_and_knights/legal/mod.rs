//! The legal actions of a seat, as one flat value of sets.

use crate::cities_and_knights::action::Play;
use crate::cities_and_knights::strength::StrengthSet;
use crate::cities_and_knights::{Action, Area, Bundle, CardKind, Hand, OwnAction, Progress};
use crate::discards::{CardChoice, count_choices, nth_choice};
use crate::select::{ones, select};
use crate::{Die, EdgeSet, HexId, HexSet, VertexId, VertexSet};
use choices::{ALCHEMIST, At, OfArea, OfKind, OnSeat, Simple};
use exchanges::Exchanges;
use game::{Seat, SeatSet};

pub(crate) mod choices;
mod exchanges;
mod listing;

/// The legal actions of a seat, trade messages aside, which are checked but not listed (`CATAN-DOM`). Sets of choices for each
/// kind of action; counting them or finding the n-th makes no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalActions {
    /// The number of actions.
    len: u64,
    /// The parts of the list that are not empty, as bits.
    parts: u64,
    /// The number of actions in each part, except for bundles: those can be too many for a `u8` and are counted in `len` alone.
    lens: [u8; part::END],
    simple: u64,
    roads: EdgeSet,
    diplomat: EdgeSet,
    at: [VertexSet; At::ALL.len()],
    /// The knights that the three below are about, in ascending order.
    knights: VertexSet,
    /// The destinations of each of them.
    routes: [VertexSet; KNIGHTS_MAX],
    /// The destinations at which another knight is displaced.
    held: VertexSet,
    /// The knights that Smith may promote beside each of them, as bits in their order.
    smith_seconds: [u8; KNIGHTS_MAX],
    /// The Deserter's places come with a strength where it may be chosen.
    place_strengths: StrengthSet,
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

/// The positions of the parts in the list; each kind of action on an intersection, a seat, a kind of card or an area is a part.
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

/// The choices of `count` cards out of a hand, for one of three reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bundles {
    hand: Hand,
    count: u8,
    reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// The reason for choosing cards.
pub(crate) enum Reason {
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
            routes: [VertexSet::EMPTY; KNIGHTS_MAX],
            held: VertexSet::EMPTY,
            smith_seconds: [0; KNIGHTS_MAX],
            place_strengths: StrengthSet::EMPTY,
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

impl LegalActions {
    /// Returns the number of actions and the parts that are not empty.
    #[inline]
    pub(crate) fn tally(&self) -> (u64, u64) {
        (self.len, self.parts)
    }

    /// The list of these actions alone.
    #[inline]
    pub(crate) fn of_simple(simple: u64) -> LegalActions {
        let plain = (simple & (ALCHEMIST - 1)).count_ones() as u8;
        let dice = if simple & ALCHEMIST != 0 { 36 } else { 0 };
        let mut lens = [0; part::END];
        (lens[part::SIMPLE], lens[part::CHOSEN_DICE]) = (plain, dice);
        LegalActions {
            len: u64::from(plain) + u64::from(dice),
            parts: u64::from(plain > 0) << part::SIMPLE | u64::from(dice > 0) << part::CHOSEN_DICE,
            lens,
            simple,
            ..LegalActions::default()
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
    pub(crate) fn list_simple(&mut self, simple: u64) {
        self.simple = simple;
        self.count(part::SIMPLE, (simple & (ALCHEMIST - 1)).count_ones() as usize);
        self.count(part::CHOSEN_DICE, if simple & ALCHEMIST != 0 { 36 } else { 0 });
    }

    #[inline]
    pub(crate) fn list_roads(&mut self, roads: EdgeSet) {
        self.roads = roads;
        self.count(part::ROADS, roads.len());
    }

    #[inline]
    pub(crate) fn list_at(&mut self, what: At, places: VertexSet) {
        self.at[what as usize] = places;
        self.count(part::AT + what as usize, places.len());
    }

    #[inline]
    pub(crate) fn list_on_seats(&mut self, what: OnSeat, seats: SeatSet) {
        self.seats[what as usize] = seats;
        self.count(part::ON_SEATS + what as usize, seats.len());
    }

    #[inline]
    pub(crate) fn list_of_kinds(&mut self, what: OfKind, kinds: u8) {
        self.kinds[what as usize] = kinds;
        self.count(part::OF_KINDS + what as usize, kinds.count_ones() as usize);
    }

    #[inline]
    pub(crate) fn list_of_areas(&mut self, what: OfArea, areas: u8) {
        self.areas[what as usize] = areas;
        self.count(part::OF_AREAS + what as usize, areas.count_ones() as usize);
    }

    /// Knights that go to free intersections, or onto those of `held` with weaker knights.
    #[inline]
    pub(crate) fn list_routes(
        &mut self,
        knights: VertexSet,
        held: VertexSet,
        mut of: impl FnMut(VertexId) -> VertexSet,
    ) {
        self.knights = knights;
        self.held = held;
        let (mut moves, mut displaces) = (0, 0);
        for (slot, from) in knights.into_iter().enumerate() {
            let ends = of(from);
            self.routes[slot] = ends;
            moves += (ends - held).len();
            displaces += (ends & held).len();
        }
        self.count(part::MOVES, moves);
        self.count(part::DISPLACES, displaces);
    }

    /// Lists the knights that Smith may promote beside each of these.
    #[inline]
    pub(crate) fn list_smith_seconds(&mut self, knights: VertexSet, of: impl Fn(VertexId) -> VertexSet) {
        self.knights = knights;
        let mut pairs = 0;
        for (slot, first) in knights.into_iter().enumerate() {
            let seconds = of(first);
            let bit = |(n, knight)| u8::from(seconds.contains(knight)) << n;
            self.smith_seconds[slot] = knights.into_iter().enumerate().map(bit).sum();
            pairs += seconds.len();
        }
        self.count(part::SMITH_SECONDS, pairs);
    }

    /// Places for the Deserter's knight; its strengths, as bits, where they may be chosen.
    #[inline]
    pub(crate) fn list_knight_places(&mut self, places: VertexSet, strengths: StrengthSet) {
        self.at[At::Place as usize] = places;
        self.place_strengths = strengths;
        self.count(PLACE_KNIGHT, places.len() * strengths.len().max(1));
    }

    /// Any of these knights may fight.
    #[inline]
    pub(crate) fn list_fights(&mut self, knights: VertexSet) {
        self.fight = knights;
        self.count(part::FIGHT, 1 << knights.len());
    }

    #[inline]
    pub(crate) fn list_robber(&mut self, hexes: HexSet) {
        self.robber = hexes;
        self.count(part::ROBBER, hexes.len());
    }

    #[inline]
    pub(crate) fn list_merchant(&mut self, hexes: HexSet) {
        self.merchant = hexes;
        self.count(part::MERCHANT, hexes.len());
    }

    /// Pairs of these tokens whose numbers differ.
    #[inline]
    pub(crate) fn list_inventor(&mut self, hexes: HexSet, numbers: &crate::ByHex<u8>) {
        self.inventor = hexes;
        self.numbers = *numbers;
        self.count(part::INVENTOR, self.inventor_pairs());
    }

    #[inline]
    pub(crate) fn list_diplomat(&mut self, roads: EdgeSet) {
        self.diplomat = roads;
        self.count(part::DIPLOMAT, roads.len());
    }

    /// For each seat the kinds, as bits, for which it may be forced.
    #[inline]
    pub(crate) fn list_forces(&mut self, kinds: [u8; 4]) {
        self.force = kinds;
        self.count(part::FORCE, kinds.iter().map(|kinds| kinds.count_ones() as usize).sum());
    }

    /// Progress cards to take.
    #[inline]
    pub(crate) fn list_progress(&mut self, cards: u32) {
        self.take_progress = cards;
        self.count(part::TAKE_PROGRESS, cards.count_ones() as usize);
    }

    /// Exchanges of each of these kinds, given as bits: at which rates and for which kinds, as bits too.
    #[inline]
    pub(crate) fn list_exchanges(&mut self, given: u8, of: impl Fn(usize) -> (u8, u8)) {
        let mut exchanges = 0;
        for kind in ones(given.into()) {
            let (rates, gets) = of(kind);
            self.exchanges.rates[kind] = rates;
            self.exchanges.gets[kind] = gets;
            exchanges += (rates.count_ones() * gets.count_ones()) as usize;
        }
        self.count(part::MARITIME, exchanges);
    }

    #[inline]
    pub(crate) fn list_drops(&mut self, cards: u32) {
        self.drop = cards;
        self.count(part::DROP, cards.count_ones() as usize);
    }

    #[inline]
    pub(crate) fn list_bundles(&mut self, hand: Hand, count: u8, reason: Reason) {
        if count > 0 {
            let ways = count_choices(hand.counts(), count);
            self.bundles = Bundles { hand, count, reason };
            self.len += ways;
            self.parts |= u64::from(ways > 0) << part::BUNDLES;
        }
    }
}

impl LegalActions {
    /// The free intersections that each knight may go to.
    fn moves(&self) -> [VertexSet; KNIGHTS_MAX] {
        self.routes.map(|ends| ends - self.held)
    }

    /// The intersections from which each knight may displace another.
    fn displaces(&self) -> [VertexSet; KNIGHTS_MAX] {
        self.routes.map(|ends| ends & self.held)
    }

    /// The knights that Smith may promote beside each knight.
    fn smith_seconds(&self) -> [VertexSet; KNIGHTS_MAX] {
        let knights = self.knights.into_iter().enumerate();
        self.smith_seconds.map(|seconds| {
            knights.clone().filter(|(n, _)| seconds >> n & 1 == 1).map(|(_, knight)| knight).collect()
        })
    }

    /// Returns the number of pairs of tokens with different numbers; no number lies more than twice (`CATAN-COMP-3`).
    fn inventor_pairs(&self) -> usize {
        let (mut seen, mut alike) = (0_u64, 0);
        for number in self.inventor.into_iter().map(|hex| self.numbers[hex]) {
            alike += (seen >> number & 1) as usize;
            seen |= 1 << number;
        }
        let tokens = self.inventor.len();
        tokens * tokens.saturating_sub(1) / 2 - alike
    }

    /// The hexes whose token may be swapped with the one on `first`; each pair belongs to its lower hex.
    fn inventor_seconds(&self, first: HexId) -> HexSet {
        let swappable =
            |second: &HexId| second.index() > first.index() && self.numbers[*second] != self.numbers[first];
        self.inventor.into_iter().filter(swappable).collect()
    }

    /// The paths on which a road may be built.
    #[must_use]
    pub fn roads(&self) -> EdgeSet {
        self.roads
    }

    /// The hexes to which the robber may move.
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

    /// Returns the number of actions.
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
    pub fn get(&self, n: usize) -> Option<Action> {
        // Most actions are the roll or the end of a turn. They are counted, since a field just copied is there sooner than one of `lens`.
        let simple = (self.simple & (ALCHEMIST - 1)).count_ones() as usize;
        if n < simple {
            return Some(self.nth_simple(n));
        }
        self.behind_simple(n - simple)
    }

    #[inline]
    fn nth_simple(&self, n: usize) -> Action {
        Simple::ALL[select(self.simple, n as u32) as usize]
    }

    /// The action number `n` of those behind the simple ones.
    #[inline(never)]
    fn behind_simple(&self, mut n: usize) -> Option<Action> {
        let mut parts = self.parts & !(1 << part::SIMPLE);
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
            part::SIMPLE => Some(self.nth_simple(n)),
            part::CHOSEN_DICE => {
                let (red, other) = Die::PAIRS[n];
                Some(Action::Own(OwnAction::Play(Play::Alchemist(red, other))))
            }
            part::ROADS => self.roads.nth(n).map(Action::BuildRoad),
            PLACE_KNIGHT if !self.place_strengths.is_empty() => {
                let strengths = self.place_strengths.len();
                let strength = self.place_strengths.iter().nth(n % strengths)?;
                let vertex = self.at[At::Place as usize].nth(n / strengths)?;
                Some(Action::Own(OwnAction::PlaceKnight(vertex, Some(strength))))
            }
            part::AT..part::MOVES => {
                let what = part - part::AT;
                self.at[what].nth(n).map(|vertex| At::ALL[what].action(vertex))
            }
            part::MOVES => {
                let (from, to) = self.of_knights(&self.moves(), n)?;
                Some(Action::Own(OwnAction::Move { from, to }))
            }
            part::DISPLACES => {
                let (from, to) = self.of_knights(&self.displaces(), n)?;
                Some(Action::Own(OwnAction::Displace { from, to }))
            }
            part::SMITH_SECONDS => {
                let (first, second) = self.of_knights(&self.smith_seconds(), n)?;
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

    /// Number `n` of the pairs of a knight and an intersection in its set.
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

    /// The intersections that actions name: those to build or place something on, and those of knights and their destinations.
    #[must_use]
    pub fn intersections(&self) -> VertexSet {
        let knights = self.knights.into_iter().zip(self.routes).filter(|(_, ends)| !ends.is_empty());
        let knights = knights.map(|(knight, ends)| VertexSet::one(knight) | ends);
        let places = self.at.into_iter().chain(self.smith_seconds()).chain(knights);
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
            Action::Own(OwnAction::Move { from, to }) => at(&self.moves(), from, to),
            Action::Own(OwnAction::Displace { from, to }) => at(&self.displaces(), from, to),
            Action::Own(OwnAction::PlaceKnight(vertex, strength)) => {
                self.at[At::Place as usize].contains(vertex)
                    && match strength {
                        None => self.place_strengths.is_empty(),
                        Some(strength) => self.place_strengths.contains(strength),
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
            Action::Own(OwnAction::Play(Play::Alchemist(..))) => self.simple & ALCHEMIST != 0,
            Action::Own(OwnAction::Play(Play::Smith(first, Some(second)))) => {
                at(&self.smith_seconds(), first, second)
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

    /// Folds part by part, so that a long list is not searched again for each of its actions.
    fn fold<B, F: FnMut(B, Action) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        if self.next > 0 {
            for action in self {
                folded = f(folded, action);
            }
            return folded;
        }
        let mut parts = self.legal.parts;
        while parts != 0 {
            folded = self.legal.fold_part(parts.trailing_zeros() as usize, folded, &mut f);
            parts &= parts - 1;
        }
        folded
    }
}

impl LegalActions {
    /// Folds the actions of a part, in the order of the list.
    fn fold_part<B>(&self, part: usize, init: B, f: &mut impl FnMut(B, Action) -> B) -> B {
        let own = |play: Play| Action::Own(OwnAction::Play(play));
        match part {
            part::ROADS => self.roads.into_iter().map(Action::BuildRoad).fold(init, f),
            PLACE_KNIGHT if !self.place_strengths.is_empty() => self.fold_listed(part, init, f),
            part::AT..part::MOVES => {
                let what = part - part::AT;
                self.at[what].into_iter().map(|vertex| At::ALL[what].action(vertex)).fold(init, f)
            }
            part::MOVES => self.fold_knights(&self.moves(), init, |folded, from, to| {
                f(folded, Action::Own(OwnAction::Move { from, to }))
            }),
            part::DISPLACES => self.fold_knights(&self.displaces(), init, |folded, from, to| {
                f(folded, Action::Own(OwnAction::Displace { from, to }))
            }),
            part::SMITH_SECONDS => self.fold_knights(&self.smith_seconds(), init, |folded, first, second| {
                f(folded, own(Play::Smith(first, Some(second))))
            }),
            part::INVENTOR => self.inventor.into_iter().fold(init, |folded, first| {
                let seconds = self.inventor_seconds(first);
                seconds
                    .into_iter()
                    .fold(folded, |folded, second| f(folded, own(Play::Inventor(first, second))))
            }),
            part::DIPLOMAT => self.diplomat.into_iter().map(|edge| own(Play::Diplomat(edge))).fold(init, f),
            _ => self.fold_listed(part, init, f),
        }
    }

    /// Folds the actions of a part that is short or whose actions are equally quick to find by number.
    fn fold_listed<B>(&self, part: usize, init: B, f: &mut impl FnMut(B, Action) -> B) -> B {
        let len = if part == part::BUNDLES { usize::MAX } else { usize::from(self.lens[part]) };
        (0..len).map_while(|n| self.of_part(part, n)).fold(init, f)
    }

    fn fold_knights<B>(
        &self,
        sets: &[VertexSet; KNIGHTS_MAX],
        init: B,
        mut f: impl FnMut(B, VertexId, VertexId) -> B,
    ) -> B {
        let knights = self.knights.into_iter().zip(sets);
        knights.fold(init, |folded, (knight, set)| {
            set.into_iter().fold(folded, |folded, vertex| f(folded, knight, vertex))
        })
    }
}
