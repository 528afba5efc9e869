//! The cards of the science deck (`CK-SCI`).

use crate::cities_and_knights::illegal::bad_target;
use crate::cities_and_knights::legal::choices::At;
use crate::cities_and_knights::rules::knights::raise;
use crate::cities_and_knights::{
    CardKind, CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnPhase, Phase, Progress,
};
use crate::{ByHex, Die, EdgeId, HexId, HexSet, Piece, Terrain, VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// The production dice are set; the event die is still to fall (`CK-SCI-1`).
    pub(crate) fn alchemist(&mut self, red: Die, other: Die, observer: &mut impl Observer<Event>) {
        observer.observe(Event::Own(OwnEvent::ChoseDice { red, other }));
        self.phase = Phase::Own(OwnPhase::RollingEventDie { red, other });
    }

    /// Hexes whose token Inventor may take: not 2, 12, 6, 8, nor the desert (`CK-SCI-4`).
    pub(crate) fn swappable(&self) -> HexSet {
        let tokens = [3, 4, 5, 9, 10, 11].map(|number| self.by_number[number]);
        tokens.as_flattened().iter().filter_map(|&hex| HexId::new(hex.into())).collect()
    }

    pub(crate) fn check_inventor(&self, first: HexId, second: HexId) -> Result<(), Illegal> {
        let fixed = |hex: HexId| matches!(self.layout.numbers[hex], 0 | 2 | 6 | 8 | 12);
        if fixed(first) || fixed(second) || first.index() >= second.index() {
            return bad_target(Progress::Inventor, "CK-SCI-4");
        }
        self.check_effect(Progress::Inventor, self.layout.numbers[first] != self.layout.numbers[second])
    }

    #[inline]
    pub(crate) fn list_inventor(&self, legal: &mut LegalActions) {
        // Equal numbers may be swapped for nothing; numbers that no token has tell them apart.
        const DISTINCT: ByHex<u8> = {
            let mut numbers = [0; HexId::COUNT];
            let mut n = 0;
            while n < HexId::COUNT {
                numbers[n] = 20 + n as u8;
                n += 1;
            }
            ByHex(numbers)
        };
        let numbers = if self.null_is_allowed() { &DISTINCT } else { &self.layout.numbers };
        legal.list_inventor(self.swappable(), numbers);
    }

    pub(crate) fn inventor(&mut self, first: HexId, second: HexId, observer: &mut impl Observer<Event>) {
        let numbers = &mut self.layout.numbers;
        (numbers[first], numbers[second]) = (numbers[second], numbers[first]);
        self.index_numbers();
        observer.observe(Event::Own(OwnEvent::SwappedNumbers { first, second }));
    }

    /// Hexes of a terrain with an own building.
    fn own_hexes(&self, seat: Seat, terrain: Terrain) -> usize {
        let own = self.hexes_beside(seat).into_iter();
        own.filter(|&hex| self.layout.terrain[hex] == terrain).count()
    }

    pub(crate) fn harvests(&self, terrain: Terrain) -> bool {
        let Some((kind, _)) = CardKind::of_terrain(terrain) else { return false };
        let beside = |hex: HexId| {
            self.layout.terrain[hex] == terrain
                && hex.vertices().into_iter().any(|vertex| self.buildings(self.active).contains(vertex))
        };
        self.supply.count(kind) > 0 && HexId::all().any(beside)
    }

    #[inline]
    pub(crate) fn may_harvest(&self, terrain: Terrain, kind: CardKind) -> bool {
        self.null_is_allowed() || (self.supply.count(kind) > 0 && self.own_hexes(self.active, terrain) > 0)
    }

    /// Two cards for each such hex, robber or not, as far as the supply has them (`CK-SCI-5`, `CK-SCI-7`,
    /// `CK-PROG-10`).
    pub(crate) fn harvest(&mut self, terrain: Terrain, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let Some((kind, _)) = CardKind::of_terrain(terrain) else { return };
        let count = (2 * self.own_hexes(seat, terrain) as u8).min(self.supply.count(kind));
        let cards = Hand::of(kind, count);
        self.supply -= cards;
        self.hands[seat] += cards;
        observer.observe(Event::TookFromSupply { seat, cards });
    }

    #[inline]
    pub(crate) fn list_medicine(&self, legal: &mut LegalActions) {
        if self.hands[self.active].contains(Hand::MEDICINE) {
            legal.list_at(At::Medicine, self.upgradable(self.active));
        }
    }

    pub(crate) fn check_road_building(&self) -> Result<(), Illegal> {
        let path = EdgeId::all().any(|edge| self.check_path(edge).is_ok());
        self.check_effect(Progress::RoadBuilding, path && self.pieces_left(self.active, Piece::Road) > 0)
    }

    #[inline]
    pub(crate) fn may_build_roads(&self) -> bool {
        let seat = self.active;
        self.null_is_allowed()
            || (self.pieces_left(seat, Piece::Road) > 0 && !self.road_paths(seat).is_empty())
    }

    pub(crate) fn check_smith(&self, first: VertexId, second: Option<VertexId>) -> Result<(), Illegal> {
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

    #[inline]
    pub(crate) fn list_smith(&self, legal: &mut LegalActions) {
        let promotable = self.promotable(self.active);
        if promotable.is_empty() {
            return;
        }
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

    /// Knights that Smith may promote after this one.
    fn promotable_after(&self, first: VertexId) -> VertexSet {
        let seat = self.active;
        let mut knights = self.own.knights[seat];
        raise(&mut knights, first, self.strength_of(seat, first));
        self.promotable_of(seat, &knights) - self.own.promoted - VertexSet::one(first)
    }

    /// Promotes one knight, or two one after the other; the piece freed by the first may serve the second
    /// (`CK-SCI-10`).
    pub(crate) fn smith(
        &mut self,
        first: VertexId,
        second: Option<VertexId>,
        observer: &mut impl Observer<Event>,
    ) {
        let order = match second {
            Some(second) if !self.promotable(self.active).contains(first) => [Some(second), Some(first)],
            _ => [Some(first), second],
        };
        for vertex in order.into_iter().flatten() {
            self.promote(vertex, observer);
        }
    }
}
