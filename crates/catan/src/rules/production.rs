//! Production (`CATAN-PROD`) and the 7 (`CATAN-SEVEN`).

use crate::event::Event;
use crate::options::ShortageSinglePlayer;
use crate::phase::Phase;
use crate::rules::Rules;
use crate::seats::{PerSeat, SEATS};
use crate::state::{Island, NO_HEX};
use crate::{Base, Bundle, Cards, Catan, HexId, OwnEvent, Resource};
use game::{Observer, Seat};

impl<R: Rules> Island<R> {
    /// A 7: discards first, half of a hand above its limit, rounded down; then the robber (`CATAN-SEVEN-1` to
    /// `CATAN-SEVEN-5`, `CK-SEVEN-1`).
    pub(crate) fn seven(&mut self, observer: &mut impl Observer<Event<R>>) {
        let mut owed = PerSeat::default();
        let mut any = false;
        for seat in Seat::first(SEATS) {
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
        let mut discarded = PerSeat::default();
        for seat in Seat::first(SEATS) {
            discarded[seat] = self.handed_in[seat].cards();
            self.hands[seat] -= discarded[seat];
            self.supply += discarded[seat];
        }
        self.handed_in = PerSeat::default();
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

impl Catan {
    /// The dice fell (`CATAN-PROD-1`).
    pub(crate) fn rolled(&mut self, dice: (u8, u8), observer: &mut impl Observer<Event<Base>>) {
        self.dice = dice;
        self.own.rolled = true;
        observer.observe(Event::Own(OwnEvent::Rolled { seat: self.active, dice }));
        let sum = dice.0 + dice.1;
        if sum == 7 {
            self.seven(observer);
        } else {
            self.phase = Phase::Building;
            self.produce(sum, observer);
        }
    }

    /// Every seat gets what its buildings at the hexes with this number are owed (`CATAN-PROD-2` to `CATAN-PROD-8`). A hex's
    /// weights count each building there singly (`CATAN-PROD-3`).
    fn produce(&mut self, sum: u8, observer: &mut impl Observer<Event<Base>>) {
        let before = self.hands;
        let mut owed: [(u16, Option<Resource>); 2] = [(0, None); 2];
        for (slot, hex) in self.by_number[usize::from(sum)].into_iter().enumerate() {
            if hex == NO_HEX {
                continue;
            }
            let hex = HexId::new(usize::from(hex)).expect("a hex");
            // CATAN-PROD-4: nothing from under the robber, as long as it stands there (CATAN-ROB-3).
            if hex == self.robber {
                if self.own.weights[hex] != 0 {
                    observer.observe(Event::Blocked { hex });
                }
                continue;
            }
            owed[slot] = (self.own.weights[hex], self.layout.terrain[hex].resource());
        }
        let [(first, first_kind), (second, second_kind)] = owed;
        // CATAN-PROD-5 adds up what is owed of a kind in the whole roll: two hexes of one kind are one account.
        if first != 0 && second != 0 && first_kind == second_kind {
            self.pay_production(first + second, first_kind, observer);
        } else {
            self.pay_production(first, first_kind, observer);
            self.pay_production(second, second_kind, observer);
        }
        let mut cards = PerSeat::default();
        for seat in Seat::first(SEATS) {
            cards[seat] = self.hands[seat] - before[seat];
        }
        observer.observe(Event::Produced { cards });
    }

    /// Pays one kind to all seats, whatever becomes of other kinds (`CATAN-PROD-7`); `owed` holds 4 bits a seat.
    #[inline]
    fn pay_production(
        &mut self,
        owed: u16,
        kind: Option<Resource>,
        observer: &mut impl Observer<Event<Base>>,
    ) {
        let (true, Some(kind)) = (owed != 0, kind) else { return };
        let of = |seat: Seat| (owed >> (4 * seat.index()) & 15) as u8;
        let total: u8 = Seat::first(SEATS).map(of).sum();
        let left = self.supply.count(kind);
        if total <= left {
            for seat in Seat::first(SEATS) {
                self.hands[seat] += Cards::of(kind, of(seat));
            }
            self.supply -= Cards::of(kind, total);
            return;
        }
        observer.observe(Event::Shortage { kind });
        let mut claimants = Seat::first(SEATS).filter(|&seat| of(seat) > 0);
        // CATAN-PROD-6: one player alone takes what is left; CATAN-PROD-5: two or more get nothing.
        if let (Some(only), None) = (claimants.next(), claimants.next())
            && self.options.shortage_single_player == ShortageSinglePlayer::PayRest
        {
            self.hands[only] += Cards::of(kind, left);
            self.supply -= Cards::of(kind, left);
        }
    }
}
