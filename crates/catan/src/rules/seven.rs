//! The 7 and its discards (`CATAN-SEVEN`, `CK-SEVEN`).

use crate::event::Event;
use crate::illegal::Illegal;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::state::Island;
use crate::{Bundle, Clause};
use game::{Observer, Seat, SeatSet};

impl<R: Rules> Island<R> {
    /// A 7: discards first, half of a hand above its limit, rounded down; then the robber (`CATAN-SEVEN-1` to
    /// `CATAN-SEVEN-5`, `CK-SEVEN-1`).
    pub(crate) fn seven(&mut self, observer: &mut impl Observer<Event<R>>) {
        let mut owed = R::PerSeat::default();
        let mut any = false;
        for seat in Seat::first(R::SEATS) {
            let cards = self.hands[seat].len();
            if cards > R::hand_limit(self, seat) {
                owed[seat] = (cards / 2) as u8;
                any = true;
            }
        }
        if any {
            self.phase = Phase::Discarding { owed };
        } else {
            self.after_discards(observer);
        }
    }

    /// Of the seats that owe cards, those that have not handed them in.
    pub(crate) fn yet_to_hand_in(&self, owed: R::PerSeat<u8>) -> SeatSet {
        let waits = |seat: &Seat| owed[*seat] > 0 && self.handed_in[*seat] == Bundle::default();
        Seat::first(R::SEATS).filter(waits).collect()
    }

    /// Refuses cards that are not `owed` in number or not in the hand.
    pub(crate) fn check_cards(
        &self,
        hand: Seat,
        cards: Bundle<R::Kind>,
        owed: u8,
        clause: Clause,
    ) -> Result<(), Illegal<R>> {
        let given = cards.len();
        if given != u32::from(owed) {
            return Err(Illegal::WrongCount { owed, given, clause });
        }
        self.check_holds(hand, cards.into(), clause)
    }

    /// A seat that owes `owed` cards hands them in; the last one lets all be applied together (`CATAN-SEVEN-3`,
    /// `CATAN-SEVEN-7`).
    pub(crate) fn discard(
        &mut self,
        seat: Seat,
        cards: Bundle<R::Kind>,
        observer: &mut impl Observer<Event<R>>,
    ) {
        self.handed_in[seat] = cards;
        observer.observe(Event::HandedInDiscard { seat });
        if !self.yet_to_hand_in(R::owed(self)).is_empty() {
            return;
        }
        let mut discarded = R::PerSeat::default();
        for seat in Seat::first(R::SEATS) {
            discarded[seat] = self.handed_in[seat].cards();
            self.hands[seat] -= discarded[seat];
            self.supply += discarded[seat];
        }
        self.handed_in = Default::default();
        observer.observe(Event::Discarded { cards: discarded });
        match self.phase {
            Phase::Discarding { .. } => self.after_discards(observer),
            _ => self.resume(observer),
        }
    }

    /// The robber moves, unless nothing moves it yet (`CK-SEVEN-2`, `CK-SEVEN-3`).
    fn after_discards(&mut self, observer: &mut impl Observer<Event<R>>) {
        if R::robber_is_free(self) {
            self.start_robber(R::Cause::default(), observer);
        } else {
            self.resume(observer);
        }
    }
}
