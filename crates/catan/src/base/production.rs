//! Production (`CATAN-PROD`), and the discards after a 7.

use crate::base::{Catan, OwnEvent, OwnIllegal};
use crate::board::NO_HEX;
use crate::options::ShortageSinglePlayer;
use crate::seats::{PerSeat, SEATS};
use crate::{Bundle, Cards, Die, Event, HexId, Illegal, Phase, Resource};
use game::{Observer, Seat};

impl Catan {
    /// The dice fell (`CATAN-PROD-1`).
    pub(crate) fn rolled(&mut self, dice: (Die, Die), observer: &mut impl Observer<Event>) {
        self.dice = Some(dice);
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
    pub(crate) fn produce(&mut self, sum: u8, observer: &mut impl Observer<Event>) {
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
    fn pay_production(&mut self, owed: u16, kind: Option<Resource>, observer: &mut impl Observer<Event>) {
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

    /// `CATAN-SEVEN-2`, `CATAN-SEVEN-7`.
    pub(crate) fn check_discard(&self, seat: Seat, cards: Bundle) -> Result<(), Illegal> {
        let Phase::Discarding { owed } = self.phase else {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        };
        if owed[seat] == 0 {
            return Err(Illegal::Own(OwnIllegal::NothingToDiscard));
        }
        if !self.yet_to_hand_in(owed).contains(seat) {
            return Err(Illegal::AlreadyHandedIn);
        }
        self.check_cards(seat, cards, owed[seat], "CATAN-SEVEN-7")
    }
}
