//! The cards of the trade deck (`CK-TRD`) and the merchant (`CK-MERCH`).

use crate::HexSet;
use crate::cities_and_knights::options::{CommercialHarbor, MerchantOnDesert};
use crate::cities_and_knights::{Bundle, CardKind, CitiesAndKnights, Event, Hand, OwnEvent, OwnPhase, Phase};
use crate::state::PerSeat;
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// Whether this opponent may be forced once more in this turn (`CK-TRD-1`, `CK-OPT-12`).
    pub(crate) fn may_force(&self, seat: Seat) -> bool {
        let times = match self.options.ck_commercial_harbor {
            CommercialHarbor::PerTurn => self.own.harbors.min(1),
            CommercialHarbor::PerCard => self.own.harbors,
        };
        self.own.forced[seat] < times
    }

    /// A resource is offered; the opponent gives a commodity of its choice for it, if it has any (`CK-TRD-1`). Asked
    /// even if only one kind is there, since not asking would tell so; a hand of one card is no choice
    /// (`CATAN-TURN-10`).
    pub(crate) fn force(&mut self, victim: Seat, kind: CardKind, observer: &mut impl Observer<Event>) {
        self.own.forced[victim] += 1;
        let hand = self.hands[victim];
        self.phase = Phase::Own(OwnPhase::ForcedExchange { victim, kind });
        match (hand.commodities().only_kind(), hand.commodities().is_empty()) {
            (_, true) => {
                let seat = self.active;
                observer.observe(Event::Own(OwnEvent::Forced {
                    seat,
                    victim,
                    exchanged: false,
                    gave: None,
                    got: None,
                }));
                self.resume(observer);
            }
            (Some(only), _) if hand.len() == 1 => self.give_commodity(only, observer),
            _ => {}
        }
    }

    pub(crate) fn give_commodity(&mut self, commodity: CardKind, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::ForcedExchange { victim, kind }) = self.phase else { return };
        let seat = self.active;
        let (gave, got) = (Hand::of(kind, 1), Hand::of(commodity, 1));
        self.hands[seat] = self.hands[seat] - gave + got;
        self.hands[victim] = self.hands[victim] - got + gave;
        observer.observe(Event::Own(OwnEvent::Forced {
            seat,
            victim,
            exchanged: true,
            gave: Some(kind),
            got: Some(commodity),
        }));
        self.resume(observer);
    }

    /// Two cards of choice of an opponent with more points; with no more than that all of them (`CK-TRD-2`).
    pub(crate) fn master_merchant(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        let hand = self.hands[victim];
        let count = hand.len().min(2) as u8;
        self.phase = Phase::Own(OwnPhase::TakingCards { victim, count });
        if hand.len() == u32::from(count) {
            self.take_cards(hand.into(), observer);
        }
    }

    pub(crate) fn take_cards(&mut self, cards: Bundle, observer: &mut impl Observer<Event>) {
        let Phase::Own(OwnPhase::TakingCards { victim, .. }) = self.phase else { return };
        let cards = Hand::from(cards);
        self.hands[victim] -= cards;
        self.hands[self.active] += cards;
        if !cards.is_empty() {
            let count = cards.len() as u8;
            observer.observe(Event::Own(OwnEvent::Gave {
                from: victim,
                to: self.active,
                count,
                cards: Some(cards),
            }));
        }
        self.resume(observer);
    }

    /// Up to so many of a kind from each opponent (`CK-TRD-4`, `CK-TRD-5`).
    pub(crate) fn monopoly(&mut self, kind: CardKind, most: u8, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        let mut counts = PerSeat::<u8>::default();
        for other in self.opponents() {
            counts[other] = self.hands[other].count(kind).min(most);
            let cards = Hand::of(kind, counts[other]);
            self.hands[other] -= cards;
            self.hands[seat] += cards;
        }
        observer.observe(Event::Monopolized { seat, kind, counts });
    }

    /// Hexes where the merchant may be put: beside an own building (`CK-MERCH-1`), the desert by option
    /// (`CK-MERCH-5`).
    pub(crate) fn merchant_places(&self) -> HexSet {
        let mut places = self.hexes_beside(self.active);
        if self.options.ck_merchant_on_desert == MerchantOnDesert::Forbid {
            places.remove(self.layout.desert());
        }
        places
    }
}
