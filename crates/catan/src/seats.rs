//! The seats of a game on the island.

use game::BySeat;

/// The most seats a game of Catan has.
pub const SEATS: usize = 4;

/// One value for each seat of a game of Catan; seats that are not played keep the default.
pub type PerSeat<T> = BySeat<T, SEATS>;
