//! Trade with eight kinds of cards, as the base game trades five (`CK-TRADE-1`, `CK-TRADE-5`, `CATAN-DOM`). Progress cards
//! are in no message, so nobody can trade them (`CK-TRADE-4`).

use crate::cities_and_knights::{Bundle, CardKind, CitiesAndKnights, Event, Hand};
use crate::rules::trade::{Answer, Exchange, Trading};
use game::{Observer, Seat, SeatSet};

impl CitiesAndKnights {
    pub(crate) fn trade_with_supply(
        &mut self,
        give: Hand,
        get: CardKind,
        observer: &mut impl Observer<Event>,
    ) {
        let seat = self.active;
        let got = Hand::of(get, 1);
        self.hands[seat] = self.hands[seat] - give + got;
        self.supply = self.supply + give - got;
        observer.observe(Event::TradedWithSupply { seat, give, get });
    }

    pub(crate) fn make_offer(
        &mut self,
        offer: Exchange<Bundle>,
        to: SeatSet,
        observer: &mut impl Observer<Event>,
    ) {
        let seat = self.active;
        self.trading.set_offer(offer, to);
        self.trading.count_made(seat);
        observer.observe(Event::Offered { seat, give: offer.give.into(), want: offer.want.into(), to });
    }

    pub(crate) fn make_proposal(
        &mut self,
        seat: Seat,
        proposal: Exchange<Bundle>,
        observer: &mut impl Observer<Event>,
    ) {
        self.trading.set_proposal(seat, proposal);
        self.trading.count_made(seat);
        observer.observe(Event::Proposed { seat, give: proposal.give.into(), want: proposal.want.into() });
    }

    /// Carries the offer out, or lets the answer lapse if the partner has not got the cards any more
    /// (`CATAN-DOM-6`, `CATAN-DOM-11`).
    pub(crate) fn execute(&mut self, partner: Seat, observer: &mut impl Observer<Event>) {
        let Some(exchange) = self.trading.agreement(partner) else { return };
        if self.hands[partner].contains(exchange.want.into()) {
            self.trading.close_offer();
            self.exchange(partner, exchange, observer);
        } else {
            self.trading.set_answer(partner, Answer::Open);
            observer.observe(Event::Lapsed { seat: partner });
        }
    }

    pub(crate) fn accept_proposal(&mut self, proposer: Seat, observer: &mut impl Observer<Event>) {
        let Some(Exchange { give, want }) = self.trading.proposal(proposer) else { return };
        self.trading.close_proposal(proposer);
        if self.hands[proposer].contains(give.into()) {
            self.exchange(proposer, Exchange { give: want, want: give }, observer);
        } else {
            observer.observe(Event::Lapsed { seat: proposer });
        }
    }

    fn exchange(&mut self, partner: Seat, exchange: Exchange<Bundle>, observer: &mut impl Observer<Event>) {
        let (gave, got) = (Hand::from(exchange.give), Hand::from(exchange.want));
        let active = self.active;
        self.hands[active] = self.hands[active] - gave + got;
        self.hands[partner] = self.hands[partner] - got + gave;
        observer.observe(Event::Traded { active, partner, gave, got });
    }

    pub(crate) fn end_offers(&mut self, observer: &mut impl Observer<Event>) {
        let mut closed = Trading::CLOSED;
        let mut made = crate::state::PerSeat::default();
        for seat in Seat::first(self.seats()) {
            made[seat] = self.trading.made(seat);
        }
        closed.set_made(made);
        self.trading = closed;
        observer.observe(Event::OffersEnded);
    }
}
