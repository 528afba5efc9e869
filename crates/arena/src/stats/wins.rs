//! Won games, counted exactly.

use serde::Serialize;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// An amount of won games, counted in sixtieths: a win shared by up to six winners is a whole number of them.
///
/// Sums are therefore exact and the same in every order. Serialised as the number of sixtieths.
///
/// ```
/// use arena::stats::Wins;
/// let third = Wins::shared(3).unwrap();
/// assert_eq!(third + third + third, Wins::ONE);
/// assert_eq!(Wins::shared(2).unwrap().games(), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Wins(u64);

impl Wins {
    /// No win.
    pub const NONE: Self = Self(0);
    /// A win that is not shared.
    pub const ONE: Self = Self(60);

    /// The part of each of `winners` seats that won a game together; `None` unless there are one to six.
    pub const fn shared(winners: usize) -> Option<Self> {
        match winners {
            1..=6 => Some(Self(60 / winners as u64)),
            _ => None,
        }
    }

    /// The number of sixtieths.
    pub const fn sixtieths(self) -> u64 {
        self.0
    }

    /// The amount of won games, as [`wilson`](crate::stats::wilson) wants it.
    pub fn games(self) -> f64 {
        self.0 as f64 / 60.0
    }

    pub(super) const fn from_sixtieths(sixtieths: u64) -> Self {
        Self(sixtieths)
    }
}

impl Add for Wins {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Wins {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Wins {
    fn sum<I: Iterator<Item = Self>>(wins: I) -> Self {
        wins.fold(Self::NONE, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_win_add_up() {
        for winners in 1..=6 {
            let part = Wins::shared(winners).unwrap();
            assert_eq!((0..winners).map(|_| part).sum::<Wins>(), Wins::ONE);
        }
        assert_eq!((Wins::shared(0), Wins::shared(7)), (None, None));
    }
}
