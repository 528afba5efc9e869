//! The cards of the trade deck (`CK-TRD`) and the merchant (`CK-MERCH`).

use crate::Clause;
use crate::cities_and_knights::illegal::bad_target;
use crate::cities_and_knights::legal::choices::{OfKind, OnSeat};
use crate::cities_and_knights::options::{CommercialHarbor, NullPlay};
use crate::cities_and_knights::{
    Bundle, CardKind, CitiesAndKnights, Event, Hand, Illegal, LegalActions, OwnEvent, OwnIllegal, OwnPhase,
    Phase, Progress,
};
use crate::seats::PerSeat;
use game::{Observer, Seat};

impl CitiesAndKnights {
    /// Whether this opponent may be forced once more in this turn (`CK-TRD-1`, `CK-OPT-12`).
    #[inline]
    pub(crate) fn may_force(&self, seat: Seat) -> bool {
        let times = match self.options.ck_commercial_harbor {
            CommercialHarbor::PerTurn => self.own.commercial_harbors.min(1),
            CommercialHarbor::PerCard => self.own.commercial_harbors,
        };
        self.own.forced[seat] < times
    }

    pub(crate) fn check_force(&self, victim: Seat, kind: CardKind) -> Result<(), Illegal> {
        if self.own.commercial_harbors == 0 {
            return Err(Illegal::Own(OwnIllegal::NoCommercialHarborPlayed));
        }
        self.check_opponent(victim)?;
        if !self.may_force(victim) {
            return Err(Illegal::Own(OwnIllegal::ForcedAlready { seat: victim }));
        }
        if self.hands[victim].is_empty() && self.options.ck_null_play == NullPlay::ForbidKnownNull {
            return Err(Illegal::Own(OwnIllegal::KnownNull { card: Progress::CommercialHarbor }));
        }
        if kind.is_commodity() {
            return Err(Illegal::Own(OwnIllegal::NotAResource { kind, clause: "CK-TRD-1" }));
        }
        self.check_holds(self.active, Hand::of(kind, 1), "CK-TRD-1")
    }

    /// Lists the seats that the active seat may force, and the resources that it may offer.
    #[inline(never)]
    pub(crate) fn list_forces(&self, legal: &mut LegalActions) {
        let kinds = self.hands[self.active].resources().kind_bits();
        let null = self.null_is_allowed();
        let can_be_forced =
            |&victim: &Seat| self.may_force(victim) && (null || !self.hands[victim].is_empty());
        let mut force = [0; 4];
        for victim in self.opponents().filter(can_be_forced) {
            force[victim.index()] = kinds;
        }
        legal.list_forces(force);
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

    pub(crate) fn check_give_commodity(&self, seat: Seat, kind: CardKind) -> Result<(), Illegal> {
        if !kind.is_commodity() {
            return Err(Illegal::Own(OwnIllegal::NotACommodity { kind }));
        }
        self.check_holds(seat, Hand::of(kind, 1), "CK-TRD-1")
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

    pub(crate) fn check_master_merchant(&self, victim: Seat) -> Result<(), Illegal> {
        self.check_opponent(victim)?;
        if self.points(victim).total() <= self.points(self.active).total() {
            return bad_target(Progress::MasterMerchant, "CK-TRD-2");
        }
        self.check_effect(Progress::MasterMerchant, !self.hands[victim].is_empty())
    }

    #[inline(never)]
    pub(crate) fn list_master_merchant(&self, legal: &mut LegalActions) {
        let (null, own) = (self.null_is_allowed(), self.points(self.active).total());
        let taken =
            |other: &Seat| (null || !self.hands[*other].is_empty()) && self.points(*other).total() > own;
        legal.list_on_seats(OnSeat::Master, self.opponents().filter(taken).collect());
    }

    /// Takes two cards of choice from an opponent with more points, or all cards of a smaller hand (`CK-TRD-2`). The choice of
    /// the opponent is public (`CK-INFO-3`).
    pub(crate) fn master_merchant(&mut self, victim: Seat, observer: &mut impl Observer<Event>) {
        let hand = self.hands[victim];
        let count = hand.len().min(2) as u8;
        self.phase = Phase::Own(OwnPhase::TakingCards { victim, count });
        if !hand.is_empty() {
            observer.observe(Event::Own(OwnEvent::LookedAtHand { seat: self.active, victim }));
        }
        if hand.len() == u32::from(count) {
            self.take_cards(hand.into(), observer);
        }
    }

    pub(crate) fn check_take_cards(&self, cards: Bundle) -> Result<(), Illegal> {
        let Phase::Own(OwnPhase::TakingCards { victim, count }) = self.phase else {
            return Err(Illegal::NotAsked { clause: "CK-TRD-2" });
        };
        self.check_cards(victim, cards, count, "CK-TRD-2")
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

    pub(crate) fn check_monopoly(
        &self,
        card: Progress,
        kind: CardKind,
        commodity: bool,
        clause: Clause,
    ) -> Result<(), Illegal> {
        if kind.is_commodity() != commodity {
            return bad_target(card, clause);
        }
        self.check_effect(card, self.opponents().any(|other| !self.hands[other].is_empty()))
    }

    #[inline]
    pub(crate) fn list_monopoly(&self, what: OfKind, kinds: u8, legal: &mut LegalActions) {
        if self.null_is_allowed() || self.opponents().any(|other| !self.hands[other].is_empty()) {
            legal.list_of_kinds(what, kinds);
        }
    }

    /// Takes up to `most` cards of a kind from each opponent (`CK-TRD-4`, `CK-TRD-5`).
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
}
