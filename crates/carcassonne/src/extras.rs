//! The state that only some of the games have, as plain data: for setups, views and pictures, which are made in the same way for
//! all.

use crate::{Figure, Goods, PerSeat, Place};
use game::{Seat, SeatSet};

/// The state of a game beside tiles, followers and points. A field is `None` if the game does not have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extras {
    /// Goods tokens in front of the seats (`TB-GOODS-7`).
    pub goods: Option<PerSeat<Goods>>,
    /// Seats with their builder in the supply.
    pub builders: Option<SeatSet>,
    /// Seats with their pig in the supply.
    pub pigs: Option<SeatSet>,
    /// The part of the turn, from 1 on (`TB-TERM-5`).
    pub part: Option<u8>,
    /// With both tiles of a double turn on the table: whether the figure is for the first of them (`TB-TIMING-2`).
    pub for_first_tile: bool,
    /// The columns of the surveyors, the western one first (`MAY-SURVEYOR-3`).
    pub surveyors: Option<[i8; 2]>,
    /// Completed buildings that wait to be settled (`MAY-SCORE-8`).
    pub waiting: [Option<Place>; 16],
}

impl Extras {
    /// A game that has none of it.
    pub const NONE: Extras = Extras {
        goods: None,
        builders: None,
        pigs: None,
        part: None,
        for_first_tile: false,
        surveyors: None,
        waiting: [None; 16],
    };

    /// Whether a seat has its builder or pig in the supply; `None` if the game has no such figure.
    #[must_use]
    pub fn has_in_supply(&self, seat: Seat, figure: Figure) -> Option<bool> {
        let seats = match figure {
            Figure::Follower => return None,
            Figure::Builder => self.builders,
            Figure::Pig => self.pigs,
        };
        seats.map(|seats| seats.contains(seat))
    }

    /// The buildings that wait to be settled.
    pub fn waiting(&self) -> impl Iterator<Item = Place> {
        self.waiting.into_iter().flatten()
    }
}
