//! The state that only base Catan has, and the values that follow from it.

use crate::base::{Base, DevelopmentCard};
use crate::seats::PerSeat;
use crate::state::Island;
use crate::{ByHex, EdgeSet};
use game::Seat;

/// Base Catan.
pub type Catan = Island<Base>;

const _: () = assert!(size_of::<Catan>() <= 640);

/// The points of one seat by source (`CATAN-WIN-1`). Each field counts points, not pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// 1 for each settlement.
    pub settlements: u8,
    /// 2 for each city.
    pub cities: u8,
    /// 2 with the Longest Road card.
    pub longest_road: u8,
    /// 2 with the Largest Army card.
    pub largest_army: u8,
    /// 1 for each victory point card; 0 where the viewer may not know them.
    pub victory_cards: u8,
}

impl Points {
    /// The sum.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.settlements + self.cities + self.longest_road + self.largest_army + self.victory_cards
    }
}

/// The state that base Catan adds to the common one: development cards, and the tables behind its lists and its production.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Development {
    /// Derived: paths that own pieces adjoin (`CATAN-ROAD-3`), occupied or not.
    pub(crate) reach: PerSeat<EdgeSet>,
    /// Derived: per hex, what each seat's buildings there are owed, 4 bits a seat.
    pub(crate) weights: ByHex<u16>,
    pub(crate) development: PerSeat<[u8; 5]>,
    /// Of the active seat's cards, those bought in this turn.
    pub(crate) bought: [u8; 5],
    /// The number of cards of each kind in the deck. The deck has no order, so nobody can know one (`CATAN-INFO-9`).
    pub(crate) deck: [u8; 5],
    pub(crate) knights: PerSeat<u8>,
    pub(crate) largest_army: Option<Seat>,
    pub(crate) rolled: bool,
    pub(crate) played_card: bool,
    /// Derived: the active seat may still play a card in this turn and holds one (`CATAN-DEV-2`, `CATAN-DEV-3`).
    pub(crate) may_play_card: bool,
}

impl Catan {
    /// The points of a seat, victory point cards included.
    #[must_use]
    pub fn points(&self, seat: Seat) -> Points {
        Points {
            victory_cards: self.own.development[seat][DevelopmentCard::VictoryPoint.index()],
            ..self.visible_points(seat)
        }
    }

    /// The points of a seat that everybody sees (`CATAN-INFO-11`).
    #[must_use]
    pub fn visible_points(&self, seat: Seat) -> Points {
        Points {
            settlements: self.settlements[seat].len() as u8,
            cities: 2 * self.cities[seat].len() as u8,
            longest_road: 2 * u8::from(self.longest_road == Some(seat)),
            largest_army: 2 * u8::from(self.own.largest_army == Some(seat)),
            victory_cards: 0,
        }
    }

    pub(crate) fn deck_len(&self) -> u8 {
        self.own.deck.iter().sum()
    }
}
