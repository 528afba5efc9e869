//! Dice.

use game::{Draws, ParseError};
use std::fmt;
use std::ops::Add;
use std::str::FromStr;

/// The face that a die shows (`CATAN-COMP-8`, `CK-COMP-6`). Text form and JSON: the number, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Die {
    One = 1,
    Two = 2,
    Three = 3,
    Four = 4,
    Five = 5,
    Six = 6,
}

impl Die {
    /// All faces, the lowest first.
    pub const ALL: [Die; 6] = [Die::One, Die::Two, Die::Three, Die::Four, Die::Five, Die::Six];

    /// All rolls of two dice, each as likely as the others.
    pub const PAIRS: [(Die, Die); 36] = {
        let mut pairs = [(Die::One, Die::One); 36];
        let mut n = 0;
        while n < 36 {
            pairs[n] = (Die::ALL[n / 6], Die::ALL[n % 6]);
            n += 1;
        }
        pairs
    };

    /// The face with this number; `None` if no die shows it.
    #[must_use]
    pub fn new(pips: u8) -> Option<Die> {
        Die::ALL.get(usize::from(pips).wrapping_sub(1)).copied()
    }

    /// Its number, 1 to 6.
    #[must_use]
    #[inline]
    pub const fn pips(self) -> u8 {
        self as u8
    }

    /// Rolls both dice with one draw.
    #[inline]
    pub(crate) fn roll_two(draws: &mut impl Draws) -> (Die, Die) {
        Die::PAIRS[draws.below(36) as usize]
    }
}

/// The sum of both.
impl Add for Die {
    type Output = u8;
    #[inline]
    fn add(self, other: Die) -> u8 {
        self.pips() + other.pips()
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips().fmt(f)
    }
}

impl FromStr for Die {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Die, ParseError> {
        let found = text.parse().ok().and_then(Die::new);
        found.ok_or_else(|| ParseError::unknown(text, "a die", "a die shows 1 to 6"))
    }
}

impl serde::Serialize for Die {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.pips())
    }
}

impl<'de> serde::Deserialize<'de> for Die {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Die, D::Error> {
        let pips = u8::deserialize(deserializer)?;
        Die::new(pips).ok_or_else(|| {
            serde::de::Error::custom(ParseError::unknown(&pips.to_string(), "a die", "a die shows 1 to 6"))
        })
    }
}
