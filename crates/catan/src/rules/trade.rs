//! Trade with players and with the supply (`CATAN-TRADE`, `CATAN-DOM`, `CATAN-MAR`).

use crate::options::TradeSameKind;
use crate::{Bundle, Cards, Catan, Event, Illegal, Kind, Resource};
use game::{BySeat, Observer, Seat, SeatSet};

use crate::state::PerSeat;

/// What a sender hands over and receives (`CATAN-DOM-8`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Exchange<K: Kind = Resource> {
    /// What the sender hands over.
    pub give: Bundle<K>,
    /// What the sender receives.
    pub want: Bundle<K>,
}

impl<K: Kind> Exchange<K> {
    /// Nothing for nothing.
    pub(crate) const NOTHING: Exchange<K> = Exchange { give: K::NOTHING, want: K::NOTHING };
}

/// An addressee's answer to the open offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
pub enum Answer<K: Kind = Resource> {
    /// Nothing said yet.
    #[default]
    Open,
    /// Would do it.
    Accepted,
    /// Would not.
    Rejected,
    /// Would do this instead.
    Countered(Exchange<K>),
}

/// The open offers of a trade step. All of it is open to everybody (`CATAN-DOM-7`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trading<K: Kind = Resource> {
    /// The active player's open offer; `to` is empty if there is none.
    offer: Exchange<K>,
    to: SeatSet,
    answers: PerSeat<Answer<K>>,
    proposers: SeatSet,
    proposals: PerSeat<Exchange<K>>,
    /// Offers and proposals made by each seat in this turn (`CATAN-DOM-9`).
    made: PerSeat<u8>,
}

impl<K: Kind> Trading<K> {
    /// No offer, no proposal, nothing made.
    pub const CLOSED: Trading<K> = Trading {
        offer: Exchange::NOTHING,
        to: SeatSet::EMPTY,
        answers: BySeat([Answer::Open; 4]),
        proposers: SeatSet::EMPTY,
        proposals: BySeat([Exchange::NOTHING; 4]),
        made: BySeat([0; 4]),
    };

    /// The open offer of the active player and its addressees.
    #[must_use]
    pub fn offer(&self) -> Option<(Exchange<K>, SeatSet)> {
        (!self.to.is_empty()).then_some((self.offer, self.to))
    }
    /// What a seat answered to the open offer.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Answer<K> {
        if self.to.contains(seat) { self.answers[seat] } else { Answer::Open }
    }
    /// A seat's open proposal to the active player.
    #[must_use]
    pub fn proposal(&self, seat: Seat) -> Option<Exchange<K>> {
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
    pub(crate) fn agreement(&self, seat: Seat) -> Option<Exchange<K>> {
        match self.answer(seat) {
            Answer::Accepted => Some(self.offer),
            Answer::Countered(Exchange { give, want }) => Some(Exchange { give: want, want: give }),
            Answer::Open | Answer::Rejected => None,
        }
    }

    pub(crate) fn set_offer(&mut self, offer: Exchange<K>, to: SeatSet) {
        self.offer = offer;
        self.to = to;
        self.answers = PerSeat::default();
    }
    pub(crate) fn close_offer(&mut self) {
        self.set_offer(Exchange::NOTHING, SeatSet::EMPTY);
    }
    pub(crate) fn set_answer(&mut self, seat: Seat, answer: Answer<K>) {
        self.answers[seat] = answer;
    }
    pub(crate) fn set_proposal(&mut self, seat: Seat, proposal: Exchange<K>) {
        self.proposals[seat] = proposal;
        self.proposers.insert(seat);
    }
    pub(crate) fn close_proposal(&mut self, seat: Seat) {
        self.proposals[seat] = Exchange::NOTHING;
        self.proposers.remove(seat);
    }
    pub(crate) fn count_made(&mut self, seat: Seat) {
        self.made[seat] = self.made[seat].saturating_add(1);
    }
    pub(crate) fn set_made(&mut self, made: PerSeat<u8>) {
        self.made = made;
    }
    /// Closes everything; what was made this turn stays counted.
    pub(crate) fn end(&mut self) {
        *self = Trading { made: self.made, ..Trading::CLOSED };
    }
}

/// Whether a trade may be said or done, and how it is carried out: the same with five kinds of cards and with eight. The
/// module that calls this names its own `Event` and `Illegal`.
macro_rules! trades {
    ($Game:ident with $Cards:ident of $Kind:ident) => {
        impl $Game {
            /// An offer goes to opponents at the table (`CATAN-DOM-7`).
            pub(crate) fn check_offer(
                &self,
                seat: Seat,
                offer: Exchange<$Kind>,
                to: SeatSet,
            ) -> Result<(), Illegal> {
                let opponents = SeatSet::first(self.seats()).without(seat);
                if to.is_empty() || !to.is_subset(opponents) {
                    return Err(Illegal::BadAddressees);
                }
                self.check_proposal(seat, offer)
            }

            /// Offers and proposals may be limited (`CATAN-DOM-9`).
            pub(crate) fn check_proposal(
                &self,
                seat: Seat,
                proposal: Exchange<$Kind>,
            ) -> Result<(), Illegal> {
                self.check_exchange(seat, proposal)?;
                match self.options.offer_limit {
                    Some(limit) if self.trading.made(seat) >= limit => Err(Illegal::OfferLimit { limit }),
                    _ => Ok(()),
                }
            }

            /// An addressee answers, and not what it has answered already (`CATAN-DOM-12`).
            pub(crate) fn check_answer(&self, seat: Seat, answer: Answer<$Kind>) -> Result<(), Illegal> {
                let (offer, to) = self.trading.offer().ok_or(Illegal::NoOffer)?;
                if !to.contains(seat) {
                    return Err(Illegal::NotAddressed);
                }
                if self.trading.answer(seat) == answer {
                    return Err(Illegal::SameAnswer);
                }
                match answer {
                    Answer::Accepted => self.check_gives(seat, offer.want),
                    Answer::Countered(exchange) => self.check_exchange(seat, exchange),
                    Answer::Rejected | Answer::Open => Ok(()),
                }
            }

            /// Only what a seat agreed to is carried out (`CATAN-DOM-8`).
            pub(crate) fn check_execute(&self, partner: Seat) -> Result<(), Illegal> {
                self.check_offer_open()?;
                let exchange = self.trading.agreement(partner).ok_or(Illegal::NotAgreed { seat: partner })?;
                self.check_gives(self.active, exchange.give)
            }

            pub(crate) fn check_offer_open(&self) -> Result<(), Illegal> {
                self.trading.offer().map(|_| ()).ok_or(Illegal::NoOffer)
            }

            /// The open proposal of a seat.
            pub(crate) fn check_proposed(&self, proposer: Seat) -> Result<Exchange<$Kind>, Illegal> {
                self.trading.proposal(proposer).ok_or(Illegal::NoProposal { seat: proposer })
            }

            pub(crate) fn check_accept_proposal(&self, proposer: Seat) -> Result<(), Illegal> {
                let proposal = self.check_proposed(proposer)?;
                self.check_gives(self.active, proposal.want)
            }

            /// `CATAN-DOM-3`, `CATAN-DOM-4` and the sender's part of `CATAN-DOM-6`.
            fn check_exchange(&self, sender: Seat, exchange: Exchange<$Kind>) -> Result<(), Illegal> {
                let (give, want) = ($Cards::from(exchange.give), $Cards::from(exchange.want));
                if give.is_empty() || want.is_empty() {
                    return Err(Illegal::Gift);
                }
                let overlap = give.kinds().find(|&kind| want.count(kind) > 0);
                if let Some(kind) = overlap {
                    let identical = give.only_kind() == Some(kind) && want.only_kind() == Some(kind);
                    if identical || self.options.trade_same_kind == TradeSameKind::ForbidAnyOverlap {
                        return Err(Illegal::KindOnBothSides { kind });
                    }
                }
                self.check_gives(sender, exchange.give)
            }

            /// Who agrees to hand cards over holds them (`CATAN-DOM-6`).
            fn check_gives(&self, seat: Seat, cards: Bundle<$Kind>) -> Result<(), Illegal> {
                let cards = $Cards::from(cards);
                if self.hands[seat].contains(cards) {
                    Ok(())
                } else {
                    Err(Illegal::NotInHand { cards, clause: "CATAN-DOM-6" })
                }
            }

            /// Whether so many cards of a kind are a rate that the active seat may use (`CATAN-MAR-1` to `CATAN-MAR-4`).
            pub(crate) fn check_rate(&self, kind: $Kind, given: u8) -> Result<(), Illegal> {
                let entitled = self.entitled_rates(self.active, kind);
                let usable = self.options.bank_rates.usable(entitled);
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
                give: $Cards,
                get: $Kind,
                observer: &mut impl Observer<Event>,
            ) {
                let seat = self.active;
                let got = $Cards::of(get, 1);
                self.hands[seat] = self.hands[seat] - give + got;
                self.supply = self.supply + give - got;
                observer.observe(Event::TradedWithSupply { seat, give, get });
            }

            /// An offer replaces the one that was open (`CATAN-DOM-8`).
            pub(crate) fn make_offer(
                &mut self,
                offer: Exchange<$Kind>,
                to: SeatSet,
                observer: &mut impl Observer<Event>,
            ) {
                let seat = self.active;
                self.trading.set_offer(offer, to);
                self.trading.count_made(seat);
                observer.observe(Event::Offered {
                    seat,
                    give: offer.give.into(),
                    want: offer.want.into(),
                    to,
                });
            }

            /// An addressee answers the open offer.
            pub(crate) fn answer(
                &mut self,
                seat: Seat,
                answer: Answer<$Kind>,
                observer: &mut impl Observer<Event>,
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

            pub(crate) fn withdraw_offer(&mut self, observer: &mut impl Observer<Event>) {
                self.trading.close_offer();
                observer.observe(Event::WithdrewOffer { seat: self.active });
            }

            /// A proposal replaces the seat's open one (`CATAN-DOM-8`).
            pub(crate) fn make_proposal(
                &mut self,
                seat: Seat,
                proposal: Exchange<$Kind>,
                observer: &mut impl Observer<Event>,
            ) {
                self.trading.set_proposal(seat, proposal);
                self.trading.count_made(seat);
                observer.observe(Event::Proposed {
                    seat,
                    give: proposal.give.into(),
                    want: proposal.want.into(),
                });
            }

            pub(crate) fn withdraw_proposal(&mut self, seat: Seat, observer: &mut impl Observer<Event>) {
                self.trading.close_proposal(seat);
                observer.observe(Event::WithdrewProposal { seat });
            }

            pub(crate) fn reject_proposal(&mut self, proposer: Seat, observer: &mut impl Observer<Event>) {
                self.trading.close_proposal(proposer);
                observer.observe(Event::RejectedProposal { seat: self.active, proposer });
            }

            /// Carries out the open offer with a seat that agreed (`CATAN-DOM-7`). If that seat has not got the cards
            /// any more, its answer lapses instead (`CATAN-DOM-6`, `CATAN-DOM-11`): that is a result, not a refusal,
            /// because a refusal would tell the active player something beforehand (`CATAN-INFO-13`).
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

            /// Carries out a proposal, or lets it lapse as an offer does.
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
            fn exchange(
                &mut self,
                partner: Seat,
                exchange: Exchange<$Kind>,
                observer: &mut impl Observer<Event>,
            ) {
                let (gave, got) = ($Cards::from(exchange.give), $Cards::from(exchange.want));
                let active = self.active;
                self.hands[active] = self.hands[active] - gave + got;
                self.hands[partner] = self.hands[partner] - got + gave;
                observer.observe(Event::Traded { active, partner, gave, got });
            }

            /// Offers and proposals end with the trade step (`CATAN-DOM-9`).
            pub(crate) fn end_offers(&mut self, observer: &mut impl Observer<Event>) {
                self.trading.end();
                observer.observe(Event::OffersEnded);
            }
        }
    };
}
pub(crate) use trades;

trades!(Catan with Cards of Resource);
