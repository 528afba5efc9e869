//! What the tests of both games ask beside the verbs that every game has.

#![allow(dead_code)] // each test uses its part

use catan::{Catan, CitiesAndKnights, Playout, cities_and_knights};
use game::{Game, Seat, SeatSet, Substream};
use std::fmt::{Debug, Display};

/// A game of this crate.
pub(crate) trait Played:
    Game<
        Action: Debug + Display,
        Chance: Debug + Display,
        LegalActions: Debug,
        Illegal: Debug + Display + PartialEq,
        Event: Debug + PartialEq,
    > + Debug
    + PartialEq
{
    /// How many actions are listed.
    fn len(legal: &Self::LegalActions) -> usize;
    /// The action at that number.
    fn get(legal: &Self::LegalActions, n: usize) -> Option<Self::Action>;
    /// The seat that acts if several may: the lowest, but open offers wait for the active seat.
    fn next_to_act(&self, seats: SeatSet) -> Seat;
    /// The playout, which stops after so many actions.
    fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout;
}

/// The verbs of both games have the same names.
macro_rules! played {
    ($($Game:ident of $module:ident;)*) => {$(
        impl Played for $Game {
            fn len(legal: &$module::LegalActions) -> usize {
                legal.len()
            }
            fn get(legal: &$module::LegalActions, n: usize) -> Option<Self::Action> {
                legal.get(n)
            }
            fn next_to_act(&self, seats: SeatSet) -> Seat {
                match self.phase() {
                    $module::Phase::Building => self.active(),
                    _ => seats.lowest().expect("somebody decides"),
                }
            }
            fn playout_within(&mut self, limit: u32, draws: &mut Substream) -> Playout {
                self.playout_within(limit, draws)
            }
        }
    )*};
}
played! {
    Catan of catan;
    CitiesAndKnights of cities_and_knights;
}
