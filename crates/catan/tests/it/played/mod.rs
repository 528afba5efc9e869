//! The methods that the tests of both games need beside those of every game.

#![allow(dead_code)] // each test uses its part

pub(crate) mod battery;

use catan::{Catan, CitiesAndKnights, Playout, cities_and_knights};
use game::{Draws, Game, Seat, SeatSet, Substream};
use std::fmt::Debug;

/// A game of this crate.
pub(crate) trait Played:
    Game<ChanceKind: Debug + PartialEq, LegalActions: Debug, Illegal: Copy>
{
    /// The seat that acts if several may: the lowest, but open offers wait for the active seat.
    fn next_to_act(&self, seats: SeatSet) -> Seat;
    /// The seat whose turn it is.
    fn on_turn(&self) -> Seat;
    /// Whether trade messages may be sent.
    fn is_building(&self) -> bool;
    /// An offer, a counter-offer or a proposal of small bundles, allowed or not.
    fn message(draws: &mut Substream) -> Self::Action;
    /// Plays a playout that stops after `limit` actions.
    fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout;
    /// Whether an outcome is due and possible.
    fn allows(&self, chance: Self::Chance) -> bool;
}

/// Up to three cards of any of `N` kinds.
pub(crate) fn some_cards<const N: usize>(draws: &mut Substream) -> [u8; N] {
    let mut cards = [0; N];
    for _ in 0..=draws.below(3) {
        cards[draws.below(N as u32) as usize] += 1;
    }
    cards
}

/// The verbs of both games have the same names.
macro_rules! played {
    ($($Game:ident of $module:ident;)*) => {$(
        impl Played for $Game {
            fn next_to_act(&self, seats: SeatSet) -> Seat {
                match self.phase() {
                    $module::Phase::Building => self.active(),
                    _ => seats.lowest().expect("somebody decides"),
                }
            }
            fn on_turn(&self) -> Seat {
                self.active()
            }
            fn is_building(&self) -> bool {
                self.phase() == $module::Phase::Building
            }
            fn message(draws: &mut Substream) -> Self::Action {
                use $module::Action;
                let (give, want) = (::catan::Bundle(some_cards(draws)), ::catan::Bundle(some_cards(draws)));
                match draws.below(3) {
                    0 => Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) },
                    1 => Action::CounterOffer { give, want },
                    _ => Action::Propose { give, want },
                }
            }
            fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout {
                self.playout_within(limit, draws)
            }
            fn allows(&self, chance: Self::Chance) -> bool {
                self.check_chance(chance).is_ok()
            }
        }
    )*};
}
played! {
    Catan of catan;
    CitiesAndKnights of cities_and_knights;
}
