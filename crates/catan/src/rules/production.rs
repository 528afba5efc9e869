//! Production by the buildings around each hex (`CATAN-PROD`, `CK-PROD`). Base Catan pays the same from a table of its own.

use crate::board::NO_HEX;
use crate::event::Event;
use crate::options::{CommonOptions as _, ShortageSinglePlayer};
use crate::rules::Rules;
use crate::state::Island;
use crate::{Counts, Hex, Terrain};
use game::{Observer, Seat};

impl<R: Rules> Island<R> {
    /// Returns the cards that each seat is owed by the hexes with this number. `yields` names the card that every building at a
    /// hex of a terrain gets, and the second one that a city gets (`CATAN-PROD-2`, `CATAN-PROD-3`, `CK-PROD-1`, `CK-PROD-2`);
    /// there is nothing from under the robber (`CATAN-PROD-4`, `CK-PROD-4`).
    pub(crate) fn owed_by_hexes(
        &self,
        sum: u8,
        yields: impl Fn(Terrain) -> Option<(R::Kind, R::Kind)>,
        observer: &mut impl Observer<Event<R>>,
    ) -> R::PerSeat<Counts<R::Kind>> {
        let mut owed = R::PerSeat::<Counts<R::Kind>>::default();
        let hexes = self.by_number[usize::from(sum)];
        for &hex in hexes.as_ref().iter().filter(|&&hex| hex != NO_HEX) {
            let hex = Hex::new(usize::from(hex)).expect("a hex");
            let Some((first, second)) = yields(self.layout.terrain[hex]) else { continue };
            let at = hex.vertex_set();
            if hex == self.robber {
                if !(self.all_buildings() & at).is_empty() {
                    observer.observe(Event::Blocked { hex });
                }
                continue;
            }
            for seat in Seat::first(R::SEATS) {
                let cities = (self.cities[seat] & at).len() as u8;
                let settlements = (self.settlements[seat] & at).len() as u8;
                owed[seat] += Counts::of(first, settlements + cities);
                owed[seat] += Counts::of(second, cities);
            }
        }
        owed
    }

    /// Pays what is owed, and returns what each seat got. What the supply lacks is a matter of each kind by itself
    /// (`CATAN-PROD-7`, `CK-PROD-5`).
    pub(crate) fn pay_owed(
        &mut self,
        owed: R::PerSeat<Counts<R::Kind>>,
        observer: &mut impl Observer<Event<R>>,
    ) -> R::PerSeat<Counts<R::Kind>> {
        let mut kinds = Counts::NONE;
        for seat in Seat::first(R::SEATS) {
            kinds += owed[seat];
        }
        let cards = if self.supply.contains(kinds) { owed } else { self.in_shortage(&owed, kinds, observer) };
        for seat in Seat::first(R::SEATS) {
            self.hands[seat] += cards[seat];
            self.supply -= cards[seat];
        }
        observer.observe(Event::Produced { cards });
        cards
    }

    /// Returns the cards that each seat gets of what it is owed where the supply lacks some kinds of these: one seat alone takes
    /// what is left (`CATAN-PROD-6`), two or more get nothing (`CATAN-PROD-5`).
    fn in_shortage(
        &self,
        owed: &R::PerSeat<Counts<R::Kind>>,
        kinds: Counts<R::Kind>,
        observer: &mut impl Observer<Event<R>>,
    ) -> R::PerSeat<Counts<R::Kind>> {
        let mut cards = *owed;
        for kind in kinds.kinds().filter(|&kind| kinds.count(kind) > self.supply.count(kind)) {
            observer.observe(Event::Shortage { kind });
            let mut claimants = Seat::first(R::SEATS).filter(|&seat| owed[seat].count(kind) > 0);
            let takes_rest = match (claimants.next(), claimants.next()) {
                (Some(only), None) => {
                    (self.options.shortage_single_player() == ShortageSinglePlayer::PayRest).then_some(only)
                }
                _ => None,
            };
            for seat in Seat::first(R::SEATS) {
                let rest = if takes_rest == Some(seat) { self.supply.count(kind) } else { 0 };
                cards[seat] =
                    cards[seat] - Counts::of(kind, cards[seat].count(kind)) + Counts::of(kind, rest);
            }
        }
        cards
    }
}
