//! Production with commodities (`CK-PROD`), the Aqueduct, and the 7 (`CK-SEVEN`).

use crate::cities_and_knights::{
    Area, CardKind, CitiesAndKnights, Event, Hand, Illegal, OwnEvent, OwnIllegal, OwnPhase, Phase,
};
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    /// Every hex of the number gives to the buildings at it: a settlement one resource (`CK-PROD-1`), a city two cards
    /// (`CK-PROD-2`), of what the supply has (`CK-PROD-5`).
    pub(crate) fn produce(&mut self, sum: u8, observer: &mut impl Observer<Event>) {
        let owed = self.owed_by_hexes(sum, CardKind::of_terrain, observer);
        let cards = self.pay_owed(owed, observer);
        let waiting: SeatSet = Seat::first(self.seats())
            .filter(|&seat| cards[seat].is_empty() && self.own.levels[seat][Area::Science.index()] >= 3)
            .collect();
        self.aqueduct_on(waiting, observer);
    }

    /// After all production (`CK-PROD-6`) the next seat that got no card may take a resource, while the supply has one
    /// (`CK-IMP-8`, `CK-IMP-11`).
    fn aqueduct_on(&mut self, waiting: SeatSet, observer: &mut impl Observer<Event>) {
        if waiting.is_empty() || self.supply.resources().is_empty() {
            self.resume(observer);
        } else {
            self.phase = Phase::Own(OwnPhase::Aqueduct { waiting });
        }
    }

    pub(crate) fn check_take_resource(&self, kind: CardKind) -> Result<(), Illegal> {
        if kind.is_commodity() {
            Err(Illegal::Own(OwnIllegal::NotAResource { kind, clause: "CK-IMP-8" }))
        } else if self.supply.count(kind) == 0 {
            Err(Illegal::SupplyLacks { kind, clause: "CK-IMP-8" })
        } else {
            Ok(())
        }
    }

    pub(crate) fn take_by_aqueduct(&mut self, kind: Option<CardKind>, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::Aqueduct { mut waiting }) = self.phase else { return };
        let seat = self.first_clockwise(waiting);
        waiting.remove(seat);
        if let Some(kind) = kind {
            self.supply -= Hand::of(kind, 1);
            self.hands[seat] += Hand::of(kind, 1);
            observer.observe(Event::Own(OwnEvent::TookByAqueduct { seat, kind }));
        }
        self.aqueduct_on(waiting, observer);
    }
}
