//! Trade with players and with the supply (`CATAN-TRADE`, `CATAN-DOM`, `CATAN-MAR`).

use crate::{Bundle, Cards, Catan, Event, Resource};
use game::{BySeat, Observer, Seat, SeatSet};

use crate::state::PerSeat;

/// What a sender hands over and receives (`CATAN-DOM-8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange<B = Bundle> {
    /// What the sender hands over.
    pub give: B,
    /// What the sender receives.
    pub want: B,
}

/// An addressee's answer to the open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer<B = Bundle> {
    /// Nothing said yet.
    #[default]
    Open,
    /// Would do it.
    Accepted,
    /// Would not.
    Rejected,
    /// Would do this instead.
    Countered(Exchange<B>),
}

/// Cards of a trade message: of five kinds, or of eight in Cities & Knights.
pub trait TradeBundle: Copy + PartialEq + Default {
    /// No cards.
    const NOTHING: Self;
}

impl TradeBundle for Bundle {
    const NOTHING: Bundle = Bundle([0; 5]);
}

/// The open offers of a trade step. All of it is open to everybody (`CATAN-DOM-7`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trading<B = Bundle> {
    /// The active player's open offer; `to` is empty if there is none.
    offer: Exchange<B>,
    to: SeatSet,
    answers: PerSeat<Answer<B>>,
    proposers: SeatSet,
    proposals: PerSeat<Exchange<B>>,
    /// Offers and proposals made by each seat in this turn (`CATAN-DOM-9`).
    made: PerSeat<u8>,
}

impl<B: TradeBundle> Trading<B> {
    const NOTHING: Exchange<B> = Exchange { give: B::NOTHING, want: B::NOTHING };

    /// No offer, no proposal, nothing made.
    pub const CLOSED: Trading<B> = Trading {
        offer: Self::NOTHING,
        to: SeatSet::EMPTY,
        answers: BySeat([Answer::Open; 4]),
        proposers: SeatSet::EMPTY,
        proposals: BySeat([Self::NOTHING; 4]),
        made: BySeat([0; 4]),
    };

    /// The open offer of the active player and its addressees.
    #[must_use]
    pub fn offer(&self) -> Option<(Exchange<B>, SeatSet)> {
        (!self.to.is_empty()).then_some((self.offer, self.to))
    }
    /// What a seat answered to the open offer.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Answer<B> {
        if self.to.contains(seat) { self.answers[seat] } else { Answer::Open }
    }
    /// A seat's open proposal to the active player.
    #[must_use]
    pub fn proposal(&self, seat: Seat) -> Option<Exchange<B>> {
        self.proposers.contains(seat).then(|| self.proposals[seat])
    }
    /// Seats with an open proposal.
    #[must_use]
    pub fn proposers(&self) -> SeatSet {
        self.proposers
    }
    /// Offers and proposals a seat has made in this turn.
    #[must_use]
    pub fn made(&self, seat: Seat) -> u8 {
        self.made[seat]
    }
    /// Addressees who have not answered yet.
    #[must_use]
    pub fn unanswered(&self) -> SeatSet {
        self.to.into_iter().filter(|&seat| self.answers[seat] == Answer::Open).collect()
    }

    /// Whether neither offer nor proposal is open.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.to.is_empty() && self.proposers.is_empty()
    }
    /// Seats that may have something to say: addressees and proposers.
    #[inline]
    pub(crate) fn invited(&self) -> SeatSet {
        self.to.union(self.proposers)
    }
    /// Seats whose acceptance or counter-offer could be carried out.
    pub(crate) fn agreed(&self) -> SeatSet {
        self.to
            .into_iter()
            .filter(|&seat| matches!(self.answers[seat], Answer::Accepted | Answer::Countered(_)))
            .collect()
    }
    /// What the active player would hand over and receive from `seat`, who accepted or made a counter-offer.
    pub(crate) fn agreement(&self, seat: Seat) -> Option<Exchange<B>> {
        match self.answer(seat) {
            Answer::Accepted => Some(self.offer),
            Answer::Countered(Exchange { give, want }) => Some(Exchange { give: want, want: give }),
            Answer::Open | Answer::Rejected => None,
        }
    }

    pub(crate) fn set_offer(&mut self, offer: Exchange<B>, to: SeatSet) {
        self.offer = offer;
        self.to = to;
        self.answers = PerSeat::default();
    }
    pub(crate) fn close_offer(&mut self) {
        self.set_offer(Self::NOTHING, SeatSet::EMPTY);
    }
    pub(crate) fn set_answer(&mut self, seat: Seat, answer: Answer<B>) {
        self.answers[seat] = answer;
    }
    pub(crate) fn set_proposal(&mut self, seat: Seat, proposal: Exchange<B>) {
        self.proposals[seat] = proposal;
        self.proposers.insert(seat);
    }
    pub(crate) fn close_proposal(&mut self, seat: Seat) {
        self.proposals[seat] = Self::NOTHING;
        self.proposers.remove(seat);
    }
    pub(crate) fn count_made(&mut self, seat: Seat) {
        self.made[seat] = self.made[seat].saturating_add(1);
    }
    pub(crate) fn set_made(&mut self, made: PerSeat<u8>) {
        self.made = made;
    }
}

impl Catan {
    /// An exchange with the supply (`CATAN-MAR`).
    pub(crate) fn trade_with_supply(
        &mut self,
        give: Cards,
        get: Resource,
        observer: &mut impl Observer<Event>,
    ) {
        let seat = self.active;
        let get_card = Cards::of(get, 1);
        self.hands[seat] = self.hands[seat] - give + get_card;
        self.supply = self.supply + give - get_card;
        observer.observe(Event::TradedWithSupply { seat, give, get });
    }

    /// An offer replaces the one that was open (`CATAN-DOM-8`).
    pub(crate) fn make_offer(&mut self, offer: Exchange, to: SeatSet, observer: &mut impl Observer<Event>) {
        let seat = self.active;
        self.trading.set_offer(offer, to);
        self.trading.count_made(seat);
        observer.observe(Event::Offered { seat, give: offer.give.into(), want: offer.want.into(), to });
    }

    /// A proposal replaces the seat's open one (`CATAN-DOM-8`).
    pub(crate) fn make_proposal(
        &mut self,
        seat: Seat,
        proposal: Exchange,
        observer: &mut impl Observer<Event>,
    ) {
        self.trading.set_proposal(seat, proposal);
        self.trading.count_made(seat);
        observer.observe(Event::Proposed { seat, give: proposal.give.into(), want: proposal.want.into() });
    }

    /// Carries out the open offer with a seat that agreed (`CATAN-DOM-7`). If that seat has not got the cards any
    /// more, its answer lapses instead (`CATAN-DOM-6`, `CATAN-DOM-11`): that is a result, not a refusal, because a refusal would
    /// tell the active player something beforehand (`CATAN-INFO-13`).
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

    /// Carries out a proposal, or lets it lapse as in [`Catan::execute`].
    pub(crate) fn accept_proposal(&mut self, proposer: Seat, observer: &mut impl Observer<Event>) {
        let Some(Exchange { give, want }) = self.trading.proposal(proposer) else { return };
        self.trading.close_proposal(proposer);
        if self.hands[proposer].contains(give.into()) {
            self.exchange(proposer, Exchange { give: want, want: give }, observer);
        } else {
            observer.observe(Event::Lapsed { seat: proposer });
        }
    }

    /// Moves the cards: `exchange` is seen from the active seat.
    fn exchange(&mut self, partner: Seat, exchange: Exchange, observer: &mut impl Observer<Event>) {
        let (gave, got) = (Cards::from(exchange.give), Cards::from(exchange.want));
        let active = self.active;
        self.hands[active] = self.hands[active] - gave + got;
        self.hands[partner] = self.hands[partner] - got + gave;
        observer.observe(Event::Traded { active, partner, gave, got });
    }

    /// Offers and proposals end with the trade step (`CATAN-DOM-9`); what was made this turn stays counted.
    pub(crate) fn end_offers(&mut self, observer: &mut impl Observer<Event>) {
        let made = self.trading.made;
        self.trading = Trading { made, ..Trading::CLOSED };
        observer.observe(Event::OffersEnded);
    }
}
