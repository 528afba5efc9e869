//! Open offers and proposals of a trade step (`CATAN-DOM`).

use crate::vocabulary::Vocabulary;
use crate::{Bundle, Kind, Resource};
use game::{Seat, SeatSet};

/// An exchange as its sender sees it: the cards handed over and received (`CATAN-DOM-8`), and nothing else (`CATAN-TRADE-2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Exchange<K: Kind = Resource> {
    /// The cards that the sender hands over.
    pub give: Bundle<K>,
    /// The cards that the sender receives.
    pub want: Bundle<K>,
}

impl<K: Kind> Exchange<K> {
    /// The empty exchange.
    pub(crate) const NOTHING: Exchange<K> = Exchange { give: K::NOTHING, want: K::NOTHING };
}

impl<K: Kind> Default for Exchange<K> {
    fn default() -> Self {
        Exchange::NOTHING
    }
}

/// An addressee's answer to the active player's open offer (`CATAN-DOM-2`). A rejection carries no reason
/// (`CATAN-DOM-10`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", bound = "")]
pub enum Answer<K: Kind = Resource> {
    /// No answer yet.
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
pub struct Trading<R: Vocabulary> {
    /// The active player's open offer; `to` is empty if there is none.
    offer: Exchange<R::Kind>,
    to: SeatSet,
    answers: R::PerSeat<Answer<R::Kind>>,
    proposers: SeatSet,
    proposals: R::PerSeat<Exchange<R::Kind>>,
    /// Offers and proposals made by each seat in this turn (`CATAN-DOM-9`).
    made: R::PerSeat<u8>,
}

impl<R: Vocabulary> Trading<R> {
    /// No offer, no proposal, nothing made.
    #[must_use]
    pub fn closed() -> Trading<R> {
        Trading {
            offer: Exchange::NOTHING,
            to: SeatSet::EMPTY,
            answers: R::PerSeat::default(),
            proposers: SeatSet::EMPTY,
            proposals: R::PerSeat::default(),
            made: R::PerSeat::default(),
        }
    }

    /// The open offer of the active player and its addressees.
    #[must_use]
    pub fn offer(&self) -> Option<(Exchange<R::Kind>, SeatSet)> {
        (!self.to.is_empty()).then_some((self.offer, self.to))
    }
    /// A seat's answer to the open offer.
    #[must_use]
    pub fn answer(&self, seat: Seat) -> Answer<R::Kind> {
        if self.to.contains(seat) { self.answers[seat] } else { Answer::Open }
    }
    /// A seat's open proposal to the active player.
    #[must_use]
    pub fn proposal(&self, seat: Seat) -> Option<Exchange<R::Kind>> {
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
    /// The cards that the active player would hand over to `seat` and receive from it, if it accepted or made a counter-offer.
    pub(crate) fn agreement(&self, seat: Seat) -> Option<Exchange<R::Kind>> {
        match self.answer(seat) {
            Answer::Accepted => Some(self.offer),
            Answer::Countered(Exchange { give, want }) => Some(Exchange { give: want, want: give }),
            Answer::Open | Answer::Rejected => None,
        }
    }

    pub(crate) fn set_offer(&mut self, offer: Exchange<R::Kind>, to: SeatSet) {
        self.offer = offer;
        self.to = to;
        self.answers = R::PerSeat::default();
    }
    pub(crate) fn close_offer(&mut self) {
        self.set_offer(Exchange::NOTHING, SeatSet::EMPTY);
    }
    pub(crate) fn set_answer(&mut self, seat: Seat, answer: Answer<R::Kind>) {
        self.answers[seat] = answer;
    }
    pub(crate) fn set_proposal(&mut self, seat: Seat, proposal: Exchange<R::Kind>) {
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
    pub(crate) fn set_made(&mut self, made: R::PerSeat<u8>) {
        self.made = made;
    }
    /// Closes everything; what was made this turn stays counted.
    pub(crate) fn end(&mut self) {
        *self = Trading { made: self.made, ..Trading::closed() };
    }
}
