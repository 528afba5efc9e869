//! Trade of eight kinds with the supply (`CK-TRADE`).

use crate::HexId;
use crate::Rates;
use crate::cities_and_knights::legal::choices::{OnSeat, Simple};
use crate::cities_and_knights::options::MerchantTrades;
use crate::cities_and_knights::{Area, CardKind, CitiesAndKnights, Hand, LegalActions};
use crate::options::{BankRates, BankSameKind};
use game::Seat;

impl CitiesAndKnights {
    /// Kinds that a seat gives two for one by something else than a harbour, as bits: the Merchant Guild of everybody who
    /// has it (`CK-IMP-7`, `CK-IMP-10`), the merchant (`CK-MERCH-3`), Merchant Fleet (`CK-TRD-7`).
    #[inline]
    pub(crate) fn two_for_one(&self, seat: Seat) -> u8 {
        let guild = if self.own.levels[seat][Area::Trade.index()] >= 3 {
            Hand::BOX.commodities().kind_bits()
        } else {
            0
        };
        let merchant = match self.own.merchant {
            // Looked up for every seat: a branch on the owner would be mispredicted.
            Some((owner, hex)) => self.merchant_kinds(hex) * u8::from(owner == seat),
            None => 0,
        };
        let fleet = if seat == self.active { self.own.fleet } else { 0 };
        guild | merchant | fleet
    }

    /// Kinds that the merchant on this hex trades, as bits: its resource, by option its commodity too (`CK-OPT-27`).
    fn merchant_kinds(&self, hex: HexId) -> u8 {
        let Some((resource, of_city)) = CardKind::of_terrain(self.layout.terrain[hex]) else { return 0 };
        let both = self.options.ck_merchant_trades == MerchantTrades::Hex;
        1 << resource.index() | u8::from(both) << of_city.index()
    }

    /// Trade with the supply (`CK-TRADE-2`, `CK-TRADE-3`, `CATAN-MAR-1`).
    #[inline]
    pub(crate) fn list_maritime(&self, legal: &mut LegalActions) {
        let seat = self.active;
        let hand = self.hands[seat];
        let stocked = self.supply.kind_bits();
        let two_for_one = self.two_for_one(seat);
        let rates = self.harbour_rates[seat];
        let can_give = hand.kinds_covering(rates) | (hand.kinds_covering(Hand::of_each(2)) & two_for_one);
        let (threes, fours) = self.worse_rates(hand);
        let forbidden = u8::from(self.options.bank_same_kind == BankSameKind::Forbid);
        legal.list_exchanges(can_give, |kind| {
            let best = if two_for_one >> kind & 1 == 1 { 2 } else { rates.counts()[kind] };
            let payable =
                1 << best | (threes >> kind & 1) << Rates::GENERIC | (fours >> kind & 1) << Rates::BASIC;
            (payable, stocked & !(forbidden << kind))
        });
    }

    /// The kinds of which the active seat may give three, and those of which it may give four, be it the best rate or not
    /// (`CK-TRADE-2`, `CATAN-MAR-4`).
    #[inline(always)]
    fn worse_rates(&self, hand: Hand) -> (u8, u8) {
        if self.options.bank_rates == BankRates::Best {
            return (0, 0);
        }
        let generic = self.harbour_rates[self.active].count(CardKind::Cloth) == Rates::GENERIC;
        let threes = hand.kinds_covering(Hand::of_each(3)) * u8::from(generic);
        (threes, hand.kinds_covering(Hand::of_each(4)))
    }

    /// Lists the answers that a seat may give while another is active.
    #[cold]
    pub(crate) fn list_answers(&self, seat: Seat, legal: &mut LegalActions) {
        let answers = self.answers(seat);
        legal.list_simple(
            Simple::Accept.bit_if(answers.accept)
                | Simple::Reject.bit_if(answers.reject)
                | Simple::WithdrawProposal.bit_if(answers.withdraw_proposal),
        );
    }

    /// Lists the actions of the active seat on open offers and proposals; returns the bits of those without a choice.
    #[cold]
    pub(crate) fn list_deals(&self, legal: &mut LegalActions) -> u64 {
        let deals = self.deals();
        legal.list_on_seats(OnSeat::Execute, deals.execute);
        legal.list_on_seats(OnSeat::AcceptProposal, deals.accept);
        legal.list_on_seats(OnSeat::RejectProposal, deals.reject);
        Simple::Withdraw.bit_if(deals.withdraw)
    }
}
