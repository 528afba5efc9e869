//! The seats of a game on the island.

use game::{BySeat, EventField, Seat};
use std::fmt::Debug;
use std::ops::{Index, IndexMut};

/// The most seats a game of base Catan, or of Cities & Knights, has.
pub const SEATS: usize = 4;

/// One value for each seat of such a game; seats that are not played keep the default.
pub type PerSeat<T> = BySeat<T, SEATS>;

/// A value that each seat can have in a position or an event.
pub trait SeatValue: Copy + Eq + Debug + Default + serde::Serialize + EventField {}

impl<T: Copy + Eq + Debug + Default + serde::Serialize + EventField> SeatValue for T {}

/// One value for each seat: a [`BySeat`] of some number of seats, which a rules type names
/// ([`Vocabulary::PerSeat`](crate::Vocabulary::PerSeat)).
pub trait Seats<T>: SeatValue + AsRef<[T]> + Index<Seat, Output = T> + IndexMut<Seat> {
    /// Each seat with its value.
    fn iter<'a>(&'a self) -> impl Iterator<Item = (Seat, &'a T)>
    where
        T: 'a,
    {
        let values = self.as_ref();
        Seat::first(values.len()).zip(values)
    }
}

impl<T: SeatValue, const N: usize> Seats<T> for BySeat<T, N> {}
