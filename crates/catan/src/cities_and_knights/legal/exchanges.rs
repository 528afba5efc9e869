//! Exchanges with the supply in the legal list.

use crate::cities_and_knights::{Action, Bundle, CardKind, Hand};
use crate::select::select;

/// The possible exchanges: by kind given, then rate, the best first, then kind taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exchanges {
    /// The kinds that can be taken for each kind given.
    pub(super) gets: [u8; 8],
    /// The rates that the hand can pay, as bits: 4, 8 and 16 for two, three and four of a kind.
    pub(super) rates: [u8; 8],
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
