//! Places at the table.

use crate::ParseError;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// A place at the table, numbered clockwise from the first.
///
/// A seat is a place, not a person: who sits there is the server's business. Its text form is a letter, `A` to
/// `F`, the same in records, logs, URLs and on the board.
///
/// ```
/// use game::Seat;
/// assert_eq!(Seat::B.to_string(), "B");
/// assert_eq!("C".parse(), Ok(Seat::C));
/// assert_eq!(Seat::D.next(4), Seat::A);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The most seats any game on the shelf has.
    pub const MAX: usize = 6;
    /// The first seat.
    pub const A: Seat = Seat(0);
    /// The second seat.
    pub const B: Seat = Seat(1);
    /// The third seat.
    pub const C: Seat = Seat(2);
    /// The fourth seat.
    pub const D: Seat = Seat(3);
    /// The fifth seat.
    pub const E: Seat = Seat(4);
    /// The sixth seat.
    pub const F: Seat = Seat(5);

    /// The seat with this index, if there is one (0 to 5).
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < Self::MAX { Some(Seat(index as u8)) } else { None }
    }

    /// The first `seats` seats in clockwise order.
    pub fn first(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats.min(Self::MAX) as u8).map(Seat)
    }

    /// 0 for `A`, 1 for `B`, …
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat to the left (clockwise) at a table of `seats`.
    #[must_use]
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        if self.0 as usize + 1 >= seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// The seat to the right (counter-clockwise) at a table of `seats`.
    #[must_use]
    #[inline]
    pub const fn previous(self, seats: usize) -> Seat {
        if self.0 == 0 { Seat(seats as u8 - 1) } else { Seat(self.0 - 1) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat::{self}")
    }
}

impl FromStr for Seat {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [letter @ b'A'..=b'F'] => Ok(Seat(letter - b'A')),
            _ => Err(ParseError::unknown(text, "a seat", "seats are the letters A to F")),
        }
    }
}

crate::as_text!(Seat);

crate::id_set! {
    /// A set of seats. `Copy`, with the usual set algebra; iterates from `A` on.
    SeatSet(u8), SeatSetIter, Seat
}

impl SeatSet {
    /// The first `seats` seats.
    #[must_use]
    pub const fn first(seats: usize) -> SeatSet {
        SeatSet(((1u16 << seats) - 1) as u8)
    }

    /// The set whose bit *i* stands for seat *i*; bits beyond the sixth are dropped.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits & 0x3f)
    }

    /// Bit *i* stands for seat *i*.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with `seat` added.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set with `seat` taken out.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// All seats in either.
    #[must_use]
    #[inline]
    pub const fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// All seats in both.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// Whether every seat here is in `other` too.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: SeatSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest seat, if any.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seat at position `n` in ascending order.
    #[must_use]
    #[inline]
    pub fn nth(self, n: usize) -> Option<Seat> {
        self.into_iter().nth(n)
    }
}

impl fmt::Display for SeatSet {
    /// The letters one after the other, parted by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, seat) in self.into_iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{seat}")?;
        }
        Ok(())
    }
}

impl serde::Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> serde::Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One value for each of `N` seats, indexed by [`Seat`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        BySeat([T::default(); N])
    }
}

impl<T, const N: usize> BySeat<T, N> {
    /// Each seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }
}

impl<T: serde::Serialize + Default + PartialEq, const N: usize> serde::Serialize for BySeat<T, N> {
    /// Serializes the values as an object without the seats that have nothing: `{"B": 2}`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().filter(|(_, value)| **value != T::default()))
    }
}

impl<'de, T: serde::Deserialize<'de> + Default + Copy, const N: usize> serde::Deserialize<'de>
    for BySeat<T, N>
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut values = BySeat::default();
        for (seat, value) in std::collections::BTreeMap::<Seat, T>::deserialize(deserializer)? {
            let last = Seat(N as u8 - 1);
            if seat > last {
                return Err(serde::de::Error::custom(ParseError::unknown(
                    &seat.to_string(),
                    "a seat that plays",
                    format!("seats are A to {last}"),
                )));
            }
            values[seat] = value;
        }
        Ok(values)
    }
}

impl<T, const N: usize> AsRef<[T]> for BySeat<T, N> {
    fn as_ref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> Index<Seat> for BySeat<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> IndexMut<Seat> for BySeat<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
