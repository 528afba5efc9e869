//! The cards of the science deck (`CK-SCI`).

use crate::cities_and_knights::rules::knights::raise;
use crate::cities_and_knights::{CardKind, CitiesAndKnights, Event, Hand, OwnEvent, OwnPhase, Phase};
use crate::{HexId, HexSet, Terrain, VertexId, VertexSet};
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// The production dice are set; the event die is still to fall (`CK-SCI-1`).
    pub(crate) fn alchemist(&mut self, red: u8, other: u8, observer: &mut impl Observer<Event>) {
        observer.observe(Event::Own(OwnEvent::ChoseDice { red, other }));
        self.phase = Phase::Own(OwnPhase::RollingEventDie { red, other });
    }

    /// Hexes whose token Inventor may take: not 2, 12, 6, 8, nor the desert (`CK-SCI-4`).
    pub(crate) fn swappable(&self) -> HexSet {
        let tokens = [3, 4, 5, 9, 10, 11].map(|number| self.by_number[number]);
        tokens.as_flattened().iter().filter_map(|&hex| HexId::new(hex.into())).collect()
    }

    pub(crate) fn inventor(&mut self, first: HexId, second: HexId, observer: &mut impl Observer<Event>) {
        let numbers = &mut self.layout.numbers;
        (numbers[first], numbers[second]) = (numbers[second], numbers[first]);
        self.index_numbers();
        observer.observe(Event::Own(OwnEvent::SwappedNumbers { first, second }));
    }

    /// Hexes of a terrain with an own building.
    pub(crate) fn own_hexes(&self, seat: Seat, terrain: Terrain) -> usize {
        let own = self.hexes_beside(seat).into_iter();
        own.filter(|&hex| self.layout.terrain[hex] == terrain).count()
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

    /// Knights that Smith may promote after this one.
    pub(crate) fn promotable_after(&self, first: VertexId) -> VertexSet {
        let seat = self.active;
        let mut knights = self.own.knights[seat];
        raise(&mut knights, first, self.strength_of(seat, first));
        self.promotable_of(seat, &knights) - self.own.promoted - VertexSet::one(first)
    }
}
