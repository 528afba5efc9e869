//! Production with commodities (`CK-PROD`), the Aqueduct, and the 7 (`CK-SEVEN`).

use crate::HexId;
use crate::cities_and_knights::{
    Area, CardKind, CitiesAndKnights, Event, Hand, Illegal, OwnEvent, OwnIllegal, OwnPhase, Phase,
};
use crate::options::ShortageSinglePlayer;
use crate::seats::{PerSeat, SEATS};
use crate::state::NO_HEX;
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    /// Every hex of the number gives to the buildings at it: a settlement one resource (`CK-PROD-1`), a city two cards
    /// (`CK-PROD-2`), nothing from under the robber (`CK-PROD-4`). What the supply lacks is a matter of each kind by
    /// itself (`CK-PROD-5`).
    pub(crate) fn produce(&mut self, sum: u8, observer: &mut impl Observer<Event>) {
        let mut owed = PerSeat::<Hand>::default();
        let mut kinds = Hand::NONE;
        for hex in self.by_number[usize::from(sum)].into_iter().filter(|&hex| hex != NO_HEX) {
            let hex = HexId::new(usize::from(hex)).expect("a hex");
            let Some((own, second)) = CardKind::of_terrain(self.layout.terrain[hex]) else { continue };
            let at = hex.vertex_set();
            if hex == self.robber {
                if !(self.all_buildings() & at).is_empty() {
                    observer.observe(Event::Blocked { hex });
                }
                continue;
            }
            for seat in Seat::first(SEATS) {
                let cities = (self.cities[seat] & at).len() as u8;
                let settlements = (self.settlements[seat] & at).len() as u8;
                owed[seat] += Hand::of(own, settlements + cities);
                owed[seat] += Hand::of(second, cities);
            }
        }
        for seat in Seat::first(SEATS) {
            kinds += owed[seat];
        }
        let cards = if self.supply.contains(kinds) { owed } else { self.in_shortage(&owed, kinds, observer) };
        for seat in Seat::first(SEATS) {
            self.hands[seat] += cards[seat];
            self.supply -= cards[seat];
        }
        observer.observe(Event::Produced { cards });
        let waiting: SeatSet = Seat::first(self.seats())
            .filter(|&seat| cards[seat].is_empty() && self.own.levels[seat][Area::Science.index()] >= 3)
            .collect();
        self.aqueduct_on(waiting, observer);
    }

    /// Returns the cards that each seat gets of what it is owed where the supply lacks some kinds of these: one seat alone takes
    /// what is left (`CATAN-PROD-6`), two or more get nothing (`CATAN-PROD-5`).
    fn in_shortage(
        &self,
        owed: &PerSeat<Hand>,
        kinds: Hand,
        observer: &mut impl Observer<Event>,
    ) -> PerSeat<Hand> {
        let mut cards = *owed;
        for kind in kinds.kinds().filter(|&kind| kinds.count(kind) > self.supply.count(kind)) {
            observer.observe(Event::Shortage { kind });
            let mut claimants = Seat::first(SEATS).filter(|&seat| owed[seat].count(kind) > 0);
            let takes_rest = match (claimants.next(), claimants.next()) {
                (Some(only), None) => {
                    (self.options.shortage_single_player == ShortageSinglePlayer::PayRest).then_some(only)
                }
                _ => None,
            };
            for seat in Seat::first(SEATS) {
                let rest = if takes_rest == Some(seat) { self.supply.count(kind) } else { 0 };
                cards[seat] = cards[seat] - Hand::of(kind, cards[seat].count(kind)) + Hand::of(kind, rest);
            }
        }
        cards
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
