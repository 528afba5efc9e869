//! Exchanges with the supply in the legal list.

use super::{LegalActions, part};
use crate::Rates;
use crate::cities_and_knights::{Action, Bundle, CardKind, CitiesAndKnights, Hand};
use crate::options::{BankRates, BankSameKind};
use crate::select::{ones, select};

/// What can be exchanged: by kind given, then rate, the best first, then kind taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchanges {
    /// The kinds that can be taken for each kind given.
    gets: [u8; 8],
    /// The rates that the hand can pay, as bits: 4, 8 and 16 for two, three and four of a kind.
    rates: [u8; 8],
}

impl Exchanges {
    pub(super) const NONE: Exchanges = Exchanges { gets: [0; 8], rates: [0; 8] };

    /// Number `n` of the exchanges.
    pub(super) fn nth(&self, mut n: usize) -> Option<Action> {
        for kind in CardKind::ALL {
            let (rates, gets) = (self.rates[kind.index()], self.gets[kind.index()]);
            let each = gets.count_ones() as usize;
            let len = rates.count_ones() as usize * each;
            if n < len {
                let rate = select(rates.into(), (n / each) as u32);
                let get = select(gets.into(), (n % each) as u32);
                let give = Hand::of(kind, rate as u8).into();
                return Some(Action::MaritimeTrade { give, get: CardKind::ALL[get as usize] });
            }
            n -= len;
        }
        None
    }

    /// Whether this exchange is among them.
    pub(super) fn contains(&self, give: Bundle, get: CardKind) -> bool {
        Hand::from(give).only_kind().is_some_and(|kind| {
            let rate = give.0[kind.index()];
            rate < 8
                && self.rates[kind.index()] >> rate & 1 == 1
                && self.gets[kind.index()] >> get.index() & 1 == 1
        })
    }
}

impl CitiesAndKnights {
    /// Trade with the supply (`CK-TRADE-2`, `CK-TRADE-3`, `CATAN-MAR-1`).
    pub(super) fn list_maritime(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        let stocked = self.supply.kind_bits();
        let two_for_one = self.two_for_one(seat);
        let rates = self.harbour_rates[seat];
        let can_give = hand.kinds_covering(rates) | (hand.kinds_covering(Hand::of_each(2)) & two_for_one);
        let (threes, fours) = self.worse_rates(hand);
        let forbidden = u8::from(self.options.bank_same_kind == BankSameKind::Forbid);
        let mut exchanges = 0;
        for kind in ones(can_give.into()) {
            let gets = stocked & !(forbidden << kind);
            let best = if two_for_one >> kind & 1 == 1 { 2 } else { rates.counts()[kind] };
            let payable =
                1 << best | (threes >> kind & 1) << Rates::GENERIC | (fours >> kind & 1) << Rates::BASIC;
            legal.exchanges.rates[kind] = payable;
            legal.exchanges.gets[kind] = gets;
            exchanges += (payable.count_ones() * gets.count_ones()) as usize;
        }
        legal.count(part::MARITIME, exchanges);
    }

    /// The kinds of which the active seat may give three, and those of which it may give four, be it the best rate or not
    /// (`CK-TRADE-2`, `CATAN-MAR-4`).
    #[inline(always)]
    fn worse_rates(&self, hand: Hand) -> (u8, u8) {
        if self.options.bank_rates == BankRates::Best {
            return (0, 0);
        }
        let generic = self.harbour_rates[self.active].count(CardKind::Cloth) == Rates::GENERIC;
        let threes = if generic { hand.kinds_covering(Hand::of_each(3)) } else { 0 };
        (threes, hand.kinds_covering(Hand::of_each(4)))
    }
}
