//! Trade with players and with the supply (`CATAN-TRADE`, `CATAN-DOM`, `CATAN-MAR`).
//!
//! Cities & Knights trades eight kinds of cards as base Catan trades five (`CK-TRADE-1`, `CK-TRADE-5`). Development and progress
//! cards are in no message, so nobody can trade them (`CK-TRADE-4`).

use crate::event::Event;
use crate::illegal::Illegal;
use crate::options::CommonOptions as _;
use crate::options::{BankSameKind, TradeBuild, TradeSameKind};
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::trading::{Answer, Exchange};
use crate::{Bundle, Clause, Counts, Harbour, Kind as _, Rates};
use game::{Observer, Seat, SeatSet};

/// The responses of a seat that is not active to open offers.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    pub(crate) accept: bool,
    pub(crate) reject: bool,
    pub(crate) withdraw_proposal: bool,
}

impl Answers {
    const NONE: Answers = Answers { accept: false, reject: false, withdraw_proposal: false };
}

/// The actions of the active seat on open offers and proposals.
#[derive(Clone, Copy)]
pub(crate) struct Deals {
    pub(crate) withdraw: bool,
    /// The seats with which the open offer may be carried out.
    pub(crate) execute: SeatSet,
    /// The seats whose proposals may be accepted.
    pub(crate) accept: SeatSet,
    /// The seats whose proposals may be rejected.
    pub(crate) reject: SeatSet,
}

/// Checks, lists and carries out trades.
impl<R: Rules> Island<R> {
    /// An offer goes to opponents at the table (`CATAN-DOM-7`).
    pub(crate) fn check_offer(
        &self,
        seat: Seat,
        offer: Exchange<R::Kind>,
        to: SeatSet,
    ) -> Result<(), Illegal<R>> {
        let opponents = SeatSet::first(self.seats()).without(seat);
        if to.is_empty() || !to.is_subset(opponents) {
            return Err(Illegal::BadAddressees);
        }
        self.check_proposal(seat, offer)
    }

    /// Offers and proposals may be limited, or there are none at all (`CATAN-DOM-9`).
    pub(crate) fn check_proposal(&self, seat: Seat, proposal: Exchange<R::Kind>) -> Result<(), Illegal<R>> {
        // Where nobody makes offers, nothing about this one is worth saying.
        if self.options.offer_limit() != Some(0) {
            self.check_exchange(seat, proposal)?;
        }
        match self.options.offer_limit() {
            Some(limit) if self.trading.made(seat) >= limit => Err(Illegal::OfferLimit { limit }),
            _ => Ok(()),
        }
    }

    /// An addressee answers, not what it has answered already, and accepts only what it can pay (`CATAN-DOM-12`).
    pub(crate) fn check_answer(&self, seat: Seat, answer: Answer<R::Kind>) -> Result<(), Illegal<R>> {
        let (offer, to) = self.trading.offer().ok_or(Illegal::NoOffer)?;
        if !to.contains(seat) {
            return Err(Illegal::NotAddressed);
        }
        if self.trading.answer(seat) == answer {
            return Err(Illegal::SameAnswer);
        }
        match answer {
            Answer::Accepted => self.check_holds(seat, offer.want.cards(), "CATAN-DOM-12"),
            Answer::Countered(exchange) => self.check_exchange(seat, exchange),
            Answer::Rejected | Answer::Open => Ok(()),
        }
    }

    /// Refuses to carry out an offer to which the partner has not agreed (`CATAN-DOM-8`).
    pub(crate) fn check_execute(&self, partner: Seat) -> Result<(), Illegal<R>> {
        self.check_offer_open()?;
        let exchange = self.trading.agreement(partner).ok_or(Illegal::NotAgreed { seat: partner })?;
        self.check_gives(self.active, exchange.give)
    }

    pub(crate) fn check_offer_open(&self) -> Result<(), Illegal<R>> {
        self.trading.offer().map(|_| ()).ok_or(Illegal::NoOffer)
    }

    /// The open proposal of a seat.
    pub(crate) fn check_proposed(&self, proposer: Seat) -> Result<Exchange<R::Kind>, Illegal<R>> {
        self.trading.proposal(proposer).ok_or(Illegal::NoProposal { seat: proposer })
    }

    pub(crate) fn check_accept_proposal(&self, proposer: Seat) -> Result<(), Illegal<R>> {
        let proposal = self.check_proposed(proposer)?;
        self.check_gives(self.active, proposal.want)
    }

    /// `CATAN-DOM-3`, `CATAN-DOM-4` and the sender's part of `CATAN-DOM-6`; otherwise any number of cards and kinds
    /// (`CATAN-DOM-5`).
    fn check_exchange(&self, sender: Seat, exchange: Exchange<R::Kind>) -> Result<(), Illegal<R>> {
        let (give, want) = (exchange.give.cards(), exchange.want.cards());
        if give.is_empty() || want.is_empty() {
            return Err(Illegal::Gift);
        }
        let overlap = give.kinds().find(|&kind| want.count(kind) > 0);
        if let Some(kind) = overlap {
            let identical = give.only_kind() == Some(kind) && want.only_kind() == Some(kind);
            if identical || self.options.trade_same_kind() == TradeSameKind::ForbidAnyOverlap {
                return Err(Illegal::KindOnBothSides { kind });
            }
        }
        self.check_gives(sender, exchange.give)
    }

    /// Refuses cards that a seat agrees to hand over but does not hold (`CATAN-DOM-6`).
    fn check_gives(&self, seat: Seat, cards: Bundle<R::Kind>) -> Result<(), Illegal<R>> {
        self.check_holds(seat, cards.cards(), "CATAN-DOM-6")
    }

    /// Refuses a number of cards of a kind that is not a rate which the active seat may use (`CATAN-MAR-1` to `CATAN-MAR-4`).
    fn check_rate(&self, kind: R::Kind, given: u8) -> Result<(), Illegal<R>> {
        let entitled = self.entitled_rates(self.active, kind);
        let usable = self.options.bank_rates().usable(entitled);
        if usable.contains(given) {
            Ok(())
        } else if entitled.contains(given) {
            Err(Illegal::NotBestRate { kind, best: usable.best() })
        } else {
            Err(Illegal::WrongRate { kind, rates: usable })
        }
    }

    /// An exchange with the supply (`CATAN-MAR`).
    pub(crate) fn trade_with_supply(
        &mut self,
        give: Counts<R::Kind>,
        get: R::Kind,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let seat = self.active;
        let got = Counts::of(get, 1);
        self.hands[seat] = self.hands[seat] - give + got;
        self.supply = self.supply + give - got;
        observer.observe(Event::TradedWithSupply { seat, give, get });
    }

    /// An offer replaces the one that was open (`CATAN-DOM-8`).
    pub(crate) fn make_offer(
        &mut self,
        offer: Exchange<R::Kind>,
        to: SeatSet,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let seat = self.active;
        self.trading.set_offer(offer, to);
        self.trading.count_made(seat);
        observer.observe(Event::Offered { seat, give: offer.give.into(), want: offer.want.into(), to });
    }

    /// An addressee answers the open offer.
    pub(crate) fn answer(
        &mut self,
        seat: Seat,
        answer: Answer<R::Kind>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.trading.set_answer(seat, answer);
        match answer {
            Answer::Open => {}
            Answer::Accepted => observer.observe(Event::AcceptedOffer { seat }),
            Answer::Rejected => observer.observe(Event::RejectedOffer { seat }),
            Answer::Countered(Exchange { give, want }) => {
                observer.observe(Event::Countered { seat, give: give.into(), want: want.into() });
            }
        }
    }

    pub(crate) fn withdraw_offer(&mut self, observer: &mut impl Observer<Event<R>>) {
        self.trading.close_offer();
        observer.observe(Event::WithdrewOffer { seat: self.active });
    }

    /// A proposal replaces the seat's open one (`CATAN-DOM-8`).
    pub(crate) fn make_proposal(
        &mut self,
        seat: Seat,
        proposal: Exchange<R::Kind>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.trading.set_proposal(seat, proposal);
        self.trading.count_made(seat);
        observer.observe(Event::Proposed { seat, give: proposal.give.into(), want: proposal.want.into() });
    }

    pub(crate) fn withdraw_proposal(&mut self, seat: Seat, observer: &mut impl Observer<Event<R>>) {
        self.trading.close_proposal(seat);
        observer.observe(Event::WithdrewProposal { seat });
    }

    pub(crate) fn reject_proposal(&mut self, proposer: Seat, observer: &mut impl Observer<Event<R>>) {
        self.trading.close_proposal(proposer);
        observer.observe(Event::RejectedProposal { seat: self.active, proposer });
    }

    /// Carries out the open offer with a seat that agreed (`CATAN-DOM-7`). If that seat no longer has the cards, its answer
    /// lapses instead and the offer stays open (`CATAN-DOM-11`): that is a result, not a refusal, because a refusal would tell
    /// the active player something beforehand (`CATAN-INFO-13`).
    pub(crate) fn execute(&mut self, partner: Seat, observer: &mut impl Observer<Event<R>>) {
        let Some(exchange) = self.trading.agreement(partner) else { return };
        if self.hands[partner].contains(exchange.want.into()) {
            self.trading.close_offer();
            self.exchange(partner, exchange, observer);
        } else {
            self.trading.set_answer(partner, Answer::Open);
            observer.observe(Event::Lapsed { seat: partner });
        }
    }

    /// Carries out a proposal, or lets it lapse as an offer does.
    pub(crate) fn accept_proposal(&mut self, proposer: Seat, observer: &mut impl Observer<Event<R>>) {
        let Some(Exchange { give, want }) = self.trading.proposal(proposer) else { return };
        self.trading.close_proposal(proposer);
        if self.hands[proposer].contains(give.into()) {
            self.exchange(proposer, Exchange { give: want, want: give }, observer);
        } else {
            observer.observe(Event::Lapsed { seat: proposer });
        }
    }

    /// Moves the cards: `exchange` is seen from the active seat.
    pub(crate) fn exchange(
        &mut self,
        partner: Seat,
        exchange: Exchange<R::Kind>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        let (gave, got) = (exchange.give.cards(), exchange.want.cards());
        let active = self.active;
        self.hands[active] = self.hands[active] - gave + got;
        self.hands[partner] = self.hands[partner] - got + gave;
        observer.observe(Event::Traded { active, partner, gave, got });
    }

    /// Offers and proposals end with the trade step (`CATAN-DOM-9`).
    pub(crate) fn end_offers(&mut self, observer: &mut impl Observer<Event<R>>) {
        self.trading.end();
        observer.observe(Event::OffersEnded);
    }

    /// The rates of the supply that the seat is entitled to, be all of them allowed or only the best (`CATAN-MAR-1` to
    /// `CATAN-MAR-3`, `CK-TRADE-2`).
    fn entitled_rates(&self, seat: Seat, kind: R::Kind) -> Rates {
        let rates = Rates::of(Rates::BASIC).with(self.rate(seat, kind));
        if self.uses_harbour(seat, Harbour::Generic) { rates.with(Rates::GENERIC) } else { rates }
    }

    /// The rates at which a seat may exchange a kind with the supply (`CATAN-MAR-4`, `CK-TRADE-3`).
    #[must_use]
    pub fn rates(&self, seat: Seat, kind: R::Kind) -> Rates {
        self.options.bank_rates().usable(self.entitled_rates(seat, kind))
    }

    /// The best of them: the fewest cards of a kind that a seat gives to the supply for one.
    #[must_use]
    pub fn rate(&self, seat: Seat, kind: R::Kind) -> u8 {
        let special = R::two_for_one(self, seat) >> kind.index() & 1 == 1;
        if special { Rates::SPECIAL } else { self.harbour_rates[seat].count(kind) }
    }

    /// Whether the seat has a building at a harbour of this type.
    #[inline]
    pub(crate) fn uses_harbour(&self, seat: Seat, harbour: Harbour) -> bool {
        !(self.layout.harbour_intersections(harbour) & self.buildings(seat)).is_empty()
    }

    /// Derives the number of cards that a seat gives for one of each kind by its harbours alone (`CATAN-MAR-2`, `CATAN-MAR-3`,
    /// `CK-TRADE-2`).
    pub(crate) fn derive_harbour_rates(&mut self, seat: Seat) {
        let generic = if self.uses_harbour(seat, Harbour::Generic) { Rates::GENERIC } else { Rates::BASIC };
        self.harbour_rates[seat] = Counts::by_kind(|kind: R::Kind| match kind.resource() {
            Some(resource) if self.uses_harbour(seat, Harbour::Special(resource)) => Rates::SPECIAL,
            _ => generic,
        });
    }

    /// Whether domestic and maritime trade is possible now (`CATAN-TRADE-1`, `CATAN-TURN-4`, `CK-TURN-6`).
    #[inline]
    pub(crate) fn trade_is_open(&self) -> bool {
        matches!(self.phase, Phase::Building)
            && !(self.built & (self.options.trade_build() == TradeBuild::Separate))
    }

    /// Trade comes after the roll (`CATAN-TRADE-1`), and before building where the two are apart (`CATAN-TURN-4`, `CATAN-TURN-5`).
    pub(crate) fn check_trade_step(&self) -> Result<(), Illegal<R>> {
        let over = self.built && self.options.trade_build() == TradeBuild::Separate;
        if over { Err(Illegal::TradeOver) } else { Ok(()) }
    }

    /// Returns the answers that a seat may give to the open offer, and whether it may take its own proposal back.
    pub(crate) fn answers(&self, seat: Seat) -> Answers {
        let mut answers =
            Answers { withdraw_proposal: self.trading.proposal(seat).is_some(), ..Answers::NONE };
        if let Some((offer, to)) = self.trading.offer()
            && to.contains(seat)
        {
            let answer = self.trading.answer(seat);
            answers.accept = answer != Answer::Accepted && self.hands[seat].contains(offer.want.into());
            answers.reject = answer != Answer::Rejected;
        }
        answers
    }

    /// Returns the actions that the active seat may take on open offers and proposals. They depend on its own hand alone: only an
    /// attempt shows that a partner can no longer pay (`CATAN-INFO-13`).
    pub(crate) fn deals(&self) -> Deals {
        let hand = self.hands[self.active];
        let pays = |cards: Bundle<R::Kind>| hand.contains(cards.into());
        let executed = |&partner: &Seat| self.trading.agreement(partner).is_some_and(|deal| pays(deal.give));
        let accepted = |&proposer: &Seat| self.trading.proposal(proposer).is_some_and(|deal| pays(deal.want));
        let reject = self.trading.proposers();
        Deals {
            withdraw: self.trading.offer().is_some(),
            execute: self.trading.agreed().into_iter().filter(executed).collect(),
            accept: reject.into_iter().filter(accepted).collect(),
            reject,
        }
    }

    /// Checks an exchange with the supply: the cards given, the rate and the kind taken (`CATAN-MAR-1` to `CATAN-MAR-5`).
    pub(crate) fn check_maritime(&self, give: Counts<R::Kind>, get: R::Kind) -> Result<(), Illegal<R>> {
        let kind = give.only_kind().ok_or(Illegal::MixedKinds)?;
        if kind == get && self.options.bank_same_kind() == BankSameKind::Forbid {
            return Err(Illegal::SameKind { kind });
        }
        self.check_rate(kind, give.count(kind))?;
        self.check_holds(self.active, give, R::CLAUSES.supply_trade)?;
        if self.supply.count(get) == 0 {
            return Err(Illegal::SupplyLacks { kind: get, clause: "CATAN-MAR-5" });
        }
        Ok(())
    }

    /// Refuses cards that a hand does not hold.
    pub(crate) fn check_holds(
        &self,
        seat: Seat,
        cards: Counts<R::Kind>,
        clause: Clause,
    ) -> Result<(), Illegal<R>> {
        if self.hands[seat].contains(cards) { Ok(()) } else { Err(Illegal::NotInHand { cards, clause }) }
    }
}
